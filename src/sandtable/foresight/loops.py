"""Scenes that lead back to themselves, such as a tie that is fought again: summed as the geometric series that they are."""

from fractions import Fraction
from math import lcm

from .budget import TooLong
from .met import Portion, both, looped, mixed
from .outcomes import NOTHING, Facts, Share, after, times
from .ways import Tails, Through, Where, share_of

NO = Fraction(0)


def closed(through: Through, here: Where) -> Through:
    """Where a scene leads without its way back to itself: x = rest + b x, or x = rest + b x + c (noted and x).

    What is noted on the way back may only be words, which say the same however often they are noted: then noted and x is
    (noted and rest) / (1 - b - c).
    """
    if here not in through.tails:
        return through
    back, marked, words = _way_back(through.tails[here][2])
    once = 1 / (1 - back.share)
    more = 1 / (1 - back.share - marked.share) - once

    def over_and_over(share: Share) -> list[Share]:
        heft, whole, met = share
        plain, noted = looped(met, back, marked)
        found: list[Share] = [(times(heft, once.numerator), whole * once.denominator, plain)]
        if more:
            found.append((after({words: more.numerator}, heft), whole * more.denominator, noted))
        return found

    ends = [
        (state, result, *one)
        for state, result, facts, whole, met in through.ends
        for one in over_and_over((facts, whole, met))
    ]
    tails: Tails = {
        where: (scene, state, [one for share in shares for one in over_and_over(share)])
        for where, (scene, state, shares) in through.tails.items()
        if where != here
    }
    return Through(ends, tails)


def _way_back(shares: list[Share]) -> tuple[Portion, Portion, Facts]:
    """The share of a scene that leads back to it with nothing noted, that with something, and what that is."""
    gathered: dict[Facts, list[Portion]] = {}
    for heft, whole, met in shares:
        weights = {NOTHING: heft} if isinstance(heft, int) else heft
        for facts, weight in weights.items():
            gathered.setdefault(facts, []).append(Portion(Fraction(weight, whole), met))
    back = _sum(gathered.pop(NOTHING, []))
    if len(gathered) > 1 or any(not isinstance(value, str) for facts in gathered for _, value in facts):
        raise TooLong("what is noted grows with every round that is fought again")
    for facts, portions in gathered.items():
        return back, _sum(portions), facts
    return back, Portion(NO, 0), NOTHING


def _sum(portions: list[Portion]) -> Portion:
    if not portions:
        return Portion(NO, 0)
    whole = lcm(*[share.denominator for share, _ in portions])
    weights = [(share.numerator * (whole // share.denominator), met) for share, met in portions]
    return Portion(Fraction(sum([weight for weight, _ in weights]), whole), mixed(weights))


def put_in(through: Through, here: Where, on: Through) -> Through:
    """Where a scene leads if it goes through another one at once: what it leads to instead of that."""
    ends = list(through.ends)
    tails: Tails = {
        where: (scene, state, list(shares)) for where, (scene, state, shares) in through.tails.items() if where != here
    }
    for before, of, met in through.tails[here][2]:
        for end, result, facts, whole, later in on.ends:
            ends.append((end, result, after(before, facts), of * whole, both(met, later)))
        for where, (scene, state, shares) in on.tails.items():
            known = share_of(tails, where, scene, state)
            known += [(after(before, facts), of * whole, both(met, later)) for facts, whole, later in shares]
    return Through(ends, tails)

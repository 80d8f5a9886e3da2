"""A stage that is played over and over, such as rounds of a fight: a tie may lead back to the very round it came from.

Rounds are followed depth first. A finished round is known as a mixture of ends and of rounds that are not finished yet;
when a round is finished, the share of it that leads back to itself is divided out, as a geometric series is summed.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from sandtable.play.stage import Again, Scene

from .budget import TooLong
from .met import Portion, both, looped, mixed
from .outcomes import NOTHING, Facts, Gathering, Outcomes, note


class _Round(NamedTuple):
    """A round that is to be played: where, and with which arguments; `state` is held so that its address stays its own."""

    state: int
    said: Hashable


class _Part(NamedTuple):
    """What a round is made of: an end (a state and a result), or another round; and what was noted up to there."""

    where: Hashable
    facts: Facts


_SPECIAL = object()

Mixture = dict[_Part, Portion]
Gathered = dict[_Part, list[Portion]]

NO = Fraction(0)
ALL = Portion(Fraction(1), 0)


class Rounds:
    """All rounds of one stage."""

    def __init__(self, play: Callable[[Callable[[Any], Any], Any], Outcomes], scene: Scene[Any]) -> None:
        self._play = play
        self._script = scene.script
        self._unsaid = scene.unsaid
        self._first = scene
        self._done: dict[_Round, Mixture] = {}
        self._open: set[_Round] = set()
        self._ends: dict[Hashable, tuple[Any, Any]] = {}
        self._held: list[Any] = []

    def outcomes(self, state: Any, found: Outcomes, *, special: bool = False) -> Outcomes:
        """Everything that can come of all rounds together; `found` is what comes of the first.

        A first round that is `special`, because some of its dice have fallen already, is like no round that comes later.
        """
        first = _Round(0, _SPECIAL) if special else self._round(state, self._first.args, self._first.kwargs)
        mixture = self._finish(first, found)
        ends = Gathering()
        for part, (share, met) in mixture.items():
            there, result = self._ends[part.where]
            ends.add(there, result, {part.facts: share.numerator}, share.denominator, met)
        return ends.outcomes()

    def _round(self, state: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> _Round:
        self._held.append(state)
        return _Round(id(state), (args, tuple(item for item in kwargs.items() if item[0] not in self._unsaid)))

    def _finish(self, here: _Round, found: Outcomes) -> Mixture:
        """A round as a mixture of ends, and of rounds that are still open."""
        self._open.add(here)
        gathered: Gathered = {}
        for end in found.ends:
            parts = self._parts(end.state, end.result)
            for facts, weight in end.facts.items():
                share = Fraction(weight, found.whole)
                for part, (portion, met) in parts.items():
                    whole = part if not facts else _Part(part.where, note(facts, part.facts))
                    gathered.setdefault(whole, []).append(Portion(share * portion, both(end.met, met)))
        self._open.discard(here)
        mixture = self._done[here] = _closed(_summed(gathered), here)
        return mixture

    def _parts(self, state: Any, result: Any) -> Mixture:
        """What an end of a round comes to: itself, or all that comes of the round that follows."""
        if type(result) is not Again:
            where = ("end", id(state), result)
            self._ends[where] = (state, result)
            return {_Part(where, NOTHING): ALL}
        following = self._round(state, result.args, result.kwargs)
        if following in self._open:
            return {_Part(following, NOTHING): ALL}
        known = self._done.get(following)
        if known is not None:
            return self._resolved(known)
        script, args, kwargs = self._script, result.args, result.kwargs
        return self._finish(following, self._play(lambda play: script(play, *args, **kwargs), state))

    def _resolved(self, mixture: Mixture) -> Mixture:
        """A mixture in which rounds that have been finished since are put in."""
        found: Gathered = {}
        for part, (share, met) in mixture.items():
            known = self._done.get(part.where) if isinstance(part.where, _Round) else None
            if known is None:
                found.setdefault(part, []).append(Portion(share, met))
                continue
            for inner, (portion, later) in self._resolved(known).items():
                whole = _Part(inner.where, note(part.facts, inner.facts))
                found.setdefault(whole, []).append(Portion(share * portion, both(met, later)))
        return _summed(found)


def _summed(gathered: Gathered) -> Mixture:
    """What has been gathered, put together."""
    return {part: portions[0] if len(portions) == 1 else _sum(portions) for part, portions in gathered.items()}


def _sum(portions: list[Portion]) -> Portion:
    whole = lcm(*[share.denominator for share, _ in portions])
    weights = [(share.numerator * (whole // share.denominator), met) for share, met in portions]
    return Portion(Fraction(sum(weight for weight, _ in weights), whole), mixed(weights))


def _closed(mixture: Mixture, here: _Round) -> Mixture:
    """A round without its way back to itself: x = rest + b x, or x = rest + b x + c (noted and x).

    What is noted on the way back may only be words, which say the same however often they are noted: then noted and x is
    (noted and rest) / (1 - b - c).
    """
    back = mixture.pop(_Part(here, NOTHING), Portion(NO, 0))
    again = [part for part in mixture if part.where == here]
    if len(again) > 1 or any(not isinstance(value, str) for part in again for _, value in part.facts):
        raise TooLong("what is noted grows with every round that is fought again")
    if not back.share and not again:
        return mixture
    loop = mixture[again[0]] if again else Portion(NO, 0)
    found: Gathered = {}
    for part, (share, met) in mixture.items():
        if part.where == here:
            continue
        plain, once_noted = looped(met, back, loop)
        found.setdefault(part, []).append(Portion(share / (1 - back.share), plain))
        if again:
            noted = _Part(part.where, note(again[0].facts, part.facts))
            times = 1 / (1 - back.share - loop.share) - 1 / (1 - back.share)
            found.setdefault(noted, []).append(Portion(share * times, once_noted))
    return _summed(found)

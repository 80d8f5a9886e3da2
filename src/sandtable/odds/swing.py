"""What a roll was worth: the expectation of its action knowing what came, less the expectation before the dice fell.

Both come from one look ahead under the policy of forecasts, so over all that could have come a roll is worth exactly
nothing, as backgammon players reckon luck. The look is from the true state: it is for battles that are over.
"""

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from sandtable.dice.expected import expected
from sandtable.dice.roll import Roll
from sandtable.foresight.budget import TooLong
from sandtable.foresight.look import FIRST_ROLL, Foresight
from sandtable.foresight.outcomes import Outcomes
from sandtable.play.game import Game
from sandtable.play.ruleset import worth_nothing

from .forecast import Owners

BUDGET = 1_500  # runs of stages for one roll of many: mostly a few hundredths of a second, so that nobody waits long


def swings(
    game: Game[Any], roll: Roll[Any], *, seat: int | None = None, budget: int = BUDGET
) -> dict[str, tuple[Fraction, Fraction]] | None:
    """For everything that the roll a game waits for can say: how likely it is, and what it is worth in points.

    It is worth so much for whoever throws, or for another seat. None where that would take too long to say, or the look
    ahead does not come by the roll, because nothing that counts hangs on it.
    """
    seat = roll.seat if seat is None else seat
    rules, now = game.ruleset, game.state
    if rules.worth is worth_nothing:  # a book without points does not say what anything is worth
        return None
    step = rules.next_step(game.checkpoint)
    assert step is not None
    ahead = Foresight(game.checkpoint, rules.apply, _Patience(budget), Owners(rules, seat, {}), budget=budget)
    ahead.mark_first = True
    try:
        found = ahead.look(step.begin, game.inputs)
    except TooLong:
        return None
    worth = _by_first_roll(found, rules, now, seat)
    promised = {str(value): chance for value, chance in expected(roll.reading, roll.dice, roll.sides).chances()}
    return worth if {said: chance for said, (chance, _) in worth.items()} == promised else None


def swing(game: Game[Any], roll: Roll[Any], value: Hashable) -> float | None:
    """What came of the roll that a game waits for, in points for whoever threw."""
    found = swings(game, roll)
    return None if found is None else float(found[str(value)][1])


class _Patience:
    """Notes nothing of what happens on the way, for only its end counts; but a way without an end is given up."""

    def __init__(self, events: int) -> None:
        self.left = events

    def __call__(self, _: object) -> tuple[()]:
        """One more thing happened."""
        self.left -= 1
        if self.left < 0:
            raise TooLong("more happens than can be looked through")
        return ()


def _by_first_roll(found: Outcomes, rules: Any, now: Any, seat: int) -> dict[str, tuple[Fraction, Fraction]]:
    """The ends of an action by what its first roll said, against all of them."""
    shares: dict[str, int] = {}
    gains: dict[str, Fraction] = {}
    for end in found.ends:
        gain = _gain(rules, now, end.state, seat)
        for facts, weight in end.facts.items():
            said = str(dict(facts).get(FIRST_ROLL, ""))
            shares[said] = shares.get(said, 0) + weight
            gains[said] = gains.get(said, Fraction(0)) + gain * weight
    mean = sum(gains.values(), Fraction(0)) / found.whole
    return {said: (Fraction(share, found.whole), gains[said] / share - mean) for said, share in shares.items()}


def _gain(rules: Any, now: Any, then: Any, seat: int) -> Fraction:
    """What the enemies of a seat have lost, less what it has lost itself."""
    gain, own = Fraction(0), now.side_of(seat)
    for unit, (was, become) in enumerate(
        zip(now.units, then.units, strict=False)
    ):  # reinforcements come after the rest
        if was is not become:
            lost: Fraction = rules.worth(now, unit) - rules.worth(then, unit)
            gain += lost if was.side != own else -lost
    return gain

"""Questions that are actions of the game: their exact odds, and every roll on the way with the chance that it is thrown.

The script that plays the action is run under every outcome, as for a forecast. There is no sequence of a rule here.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from sandtable.foresight.look import Foresight
from sandtable.foresight.met import Meeting
from sandtable.foresight.ways import EVERYTHING, Noted
from sandtable.grammar import within
from sandtable.mechanics.prices import as_usual
from sandtable.mechanics.questions import Staged
from sandtable.play.script import Play

from .distribution import Distribution, Leaf
from .rolls import RollView, rolls_met

BUDGET = 30_000  # runs of stages
NO_DICE = "no dice are thrown"


class Odds(NamedTuple):
    """What an action comes to: everything that may be found together, with its chance, and the rolls on the way in order."""

    leaves: Distribution
    rolls: tuple[RollView, ...]


def odds_of(staged: Staged) -> Odds:
    """The exact odds of an action; raises `TooLong` where the tree is too large."""
    meeting = Meeting()
    ahead = Foresight(staged.state, staged.apply, _noted(staged), as_usual, budget=BUDGET)
    ahead.ends_with_action = False
    ahead.meeting, ahead.listens = meeting, EVERYTHING if staged.heeds is None else staged.heeds

    async def act(play: Play[Any]) -> Any:
        return await staged.begin(play)

    found = ahead.look(act)
    weights: dict[Leaf, int] = {}
    for end in found.ends:
        for facts, weight in end.facts.items():
            leaf = tuple(staged.read(end.state, end.result, dict(facts)).items())
            weights[leaf] = weights.get(leaf, 0) + weight
    leaves = {leaf: Fraction(weight, found.whole) for leaf, weight in weights.items()}
    return Odds(leaves, rolls_met(meeting, found))


def _noted(staged: Staged) -> Noted:
    """What is noted of an event, of what the action is asked for."""
    heeds, every = staged.heeds, staged.noted
    return every if heeds is None else lambda event: [fact for fact in every(event) if fact[0][1] in heeds]


def chain(rolls: tuple[RollView, ...], staged: Staged) -> str:
    """What an action needs, roll by roll: `6+ to hit, 7+ to harm, they 5+ morale`; of a single roll the need alone."""
    if len(rolls) == 1:
        said = rolls[0].needs
    else:
        both = len({roll.side for roll in rolls}) > 1
        usual = _likeliest(rolls)
        said = (
            ", ".join(_in_chain(roll, theirs=both and roll.side > 0) for roll in usual) or staged.otherwise or NO_DICE
        )
    return "; ".join(filter(None, (said, staged.remark)))


def _likeliest(rolls: tuple[RollView, ...]) -> list[RollView]:
    """Of each step the roll that is likeliest to be thrown: those of one step differ in what has come before."""
    found: dict[tuple[str, int], RollView] = {}
    for roll in rolls:
        known = found.get((roll.step, roll.side))
        if known is None or Fraction(known.thrown) < Fraction(roll.thrown):
            found[roll.step, roll.side] = roll
    return list(found.values())


def _in_chain(roll: RollView, *, theirs: bool) -> str:
    """A roll in few words: what stands in brackets tells it from others of its kind and is said elsewhere."""
    step = roll.step.partition(" (")[0]
    needs = "" if roll.read else f"{roll.needs} "
    return f"{'they ' if theirs else ''}{needs}{within(step)}"

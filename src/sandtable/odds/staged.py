"""Questions that are actions of the game: their exact odds, and every roll on the way with the chance that it is thrown.

The script that plays the action is run under every outcome, as for a forecast. There is no sequence of a rule here.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from sandtable.dice.chance import Chance
from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.dice.words import needed
from sandtable.mechanics.questions import Staged
from sandtable.play.decision import Decision
from sandtable.play.modifier import Modifier
from sandtable.play.script import Play
from sandtable.play.shown import Fact

from .foresight import Foresight
from .walk import Distribution

BUDGET = 30_000  # runs of stages


class RollView(msgspec.Struct, frozen=True):
    """A roll that may be met on the way: what it is, how many dice, what each needs and why, how likely it is thrown."""

    step: str
    side: int
    dice: str
    sides: int
    needs: str
    modifiers: tuple[Modifier, ...]
    because: tuple[str, ...]
    chance: str  # of each die, where each counts for itself; else empty
    thrown: str


class Odds(NamedTuple):
    """What an action comes to: everything that may be found together, with its chance, and the rolls on the way in order."""

    leaves: Distribution
    rolls: tuple[RollView, ...]


class Meeting:
    """Notes the rolls that are met: those of one step that need the same for the same reasons are one."""

    def __init__(self) -> None:
        self.met: dict[Fact, tuple[Roll[Any], set[int]]] = {}
        self._names: dict[Hashable, Fact] = {}

    def __call__(self, roll: Roll[Any]) -> Fact:
        """Under which name a roll is noted."""
        key = (roll.step or roll.why, roll.seat, roll.sides, needed(roll), roll.modifiers)
        name = self._names.setdefault(key, (None, f"roll {len(self._names)}"))
        self.met.setdefault(name, (roll, set()))[1].add(roll.dice)
        return name


def odds_of(staged: Staged) -> Odds:
    """The exact odds of an action; raises `TooLong` where the tree is too large."""
    meeting = Meeting()
    ahead = Foresight(staged.state, staged.apply, staged.noted, as_usual, budget=BUDGET)
    ahead.meets = meeting

    async def act(play: Play[Any]) -> Any:
        return await staged.begin(play)

    found = ahead.look(act)
    leaves: Distribution = {}
    thrown: dict[Fact, int] = {}
    for end in found.ends:
        for facts, weight in end.facts.items():
            noted = dict(facts)
            for name in noted.keys() & meeting.met.keys():
                thrown[name] = thrown.get(name, 0) + weight
            leaf = tuple(staged.read(end.state, end.result, noted).items())
            leaves[leaf] = leaves.get(leaf, Fraction(0)) + Fraction(weight, found.whole)
    rolls = [_view(*meeting.met[name], Fraction(thrown.get(name, 0), found.whole)) for name in meeting.met]
    return Odds(leaves, tuple(rolls))


def as_usual(_state: object, decision: Decision[Any]) -> object:
    """What the owner of a question would usually answer."""
    usual = decision.usual()
    return decision.domain.sample(Chance("umpire", decision.kind)) if usual is None else usual


def _view(roll: Roll[Any], dice: set[int], thrown: Fraction) -> RollView:
    least, most = min(dice), max(dice)
    return RollView(
        step=step_of(roll),
        side=roll.seat,
        dice=str(most) if least == most else f"{least} to {most}",
        sides=roll.sides,
        needs=bare_need(roll),
        modifiers=roll.modifiers,
        because=tuple(dict.fromkeys(roll.because)),
        chance=_chance(roll),
        thrown=str(thrown),
    )


def step_of(roll: Roll[Any]) -> str:
    """What a roll is, as a sentence begins."""
    words = roll.step or roll.why
    return f"{words[:1].upper()}{words[1:]}"


def bare_need(roll: Roll[Any]) -> str:
    """What a roll needs, without the reasons: those are its modifiers."""
    return needed(roll).partition(" (")[0] if roll.modifiers else needed(roll)


def _chance(roll: Roll[Any]) -> str:
    """How likely one of its dice succeeds."""
    if not isinstance(roll.reading, AtLeast):
        return ""
    weights: Mapping[Any, int] = roll.reading.weights(1, roll.sides)
    return str(Fraction(weights.get(1, 0), roll.sides))


def chain(rolls: tuple[RollView, ...], staged: Staged) -> str:
    """What an action needs, roll by roll: `6+ to hit, 7+ to harm, they 5+ morale`; of a single roll the need alone."""
    if len(rolls) == 1:
        said = rolls[0].needs
    else:
        both = len({roll.side for roll in rolls}) > 1
        said = ", ".join(_in_chain(roll, theirs=both and roll.side > 0) for roll in rolls) or staged.otherwise
    return "; ".join(filter(None, (said, staged.remark)))


def _in_chain(roll: RollView, *, theirs: bool) -> str:
    """A roll in few words: what stands in brackets tells it from others of its kind and is said elsewhere."""
    step = roll.step.partition(" (")[0]
    return f"{'they ' if theirs else ''}{roll.needs} {step[:1].lower()}{step[1:]}"

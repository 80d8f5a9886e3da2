"""Saves of Infantry, Gun and Soft Skinned Teams."""

from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple, Self

import msgspec

from sandtable.dice.readings import Faces
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import thrown
from sandtable.rulesets.fraley.basics.choosing import likeness
from sandtable.rulesets.fraley.basics.teams import armoured, ordered_by
from sandtable.rulesets.fraley.basics.terrain import HARD
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.sheet import Type
from sandtable.rulesets.fraley.state import Battle

SIDES = 6


# ---- the number


@rule("fraley.save.gun-inactive")
def idle_gun(state: Battle, figure: int) -> bool:
    """Whether a Gun Team has neither moved nor fired, and so uses the Infantry saves."""
    team = state.figures[figure]
    return team.kind == "gun" and not team.moved and not team.fired


@rule("fraley.save.infantry", "fraley.save.gun", "fraley.save.tank", "fraley.armor.soft-non-at", "fraley.armor.soft-at")
def save_number(state: Battle, figure: int, cover: int, *, at_weapon: bool) -> int:
    """What a Team that is not Armored needs to save: by its type, its cover, and what hit it.

    Infantry 3+, 2+ in Hard Cover. Guns 5+ and 3+ (a switch makes it 4+), but idle ones as Infantry. Soft Skinned vehicles
    as Infantry, against AT weapons as Guns. Armored Teams save by their armour: `armour.armour_number`.
    """
    team = state.figures[figure]
    assert not armoured(team), "an Armored Team saves by its armour"
    return save_needed(state.options, team.kind, cover, idle=idle_gun(state, figure), at_weapon=at_weapon)


def save_needed(options: Options, kind: Type, cover: int, *, idle: bool, at_weapon: bool) -> int:
    """The same for a Team of a type; a `tank` is a Soft Skinned one."""
    as_gun = at_weapon if kind == "tank" else kind == "gun" and not idle
    row = options.tables.saves.gun if as_gun else options.tables.saves.infantry
    return row.hard if cover == HARD else row.open


@rule("fraley.action.run-save-penalty")
def running(state: Battle, figure: int) -> bool:
    """Whether a Team rolls its passed Saves again because its Unit ran, an observer with his battery; armour Saves, too."""
    number = ordered_by(state, state.figures[figure].unit)
    if not state.units[number].ran:
        return False
    return state.options.run_penalty_until != "during_move" or state.acting == number


@rule("fraley.roll.single-reroll")
def reroll_of(*, passed: bool, failed: bool = False) -> int:
    """Which Saves are rolled again: 1 for passed ones, -1 for failed ones; where both would be, none is."""
    return int(passed) - int(failed)


# ---- the dice


class Failed(tuple[int, ...]):  # noqa: SLOT001  # a tuple of any length has no room for slots
    """Places of those who failed, equal to any others if as many of each kind did."""

    key: tuple[int, ...]

    def __new__(cls, places: Iterable[int], kinds: tuple[int, ...]) -> Self:
        """The places, and of which kinds they are."""
        made = super().__new__(cls, places)
        made.key = tuple(sorted(kinds[place] for place in made))
        return made

    def __eq__(self, other: object) -> bool:
        return self.key == other.key if isinstance(other, Failed) else tuple(self) == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.key)


class Failing(msgspec.Struct, frozen=True):
    """Which of several Teams fail, `each` dice apiece in their order: whoever has one die below the number.

    `kinds` says which Teams are alike: to a forecast it is all one which of those fail.
    """

    needed: int
    each: int
    kinds: tuple[int, ...]

    def succeed(self, sides: int) -> int:
        """How many faces of a die are high enough."""
        return max(0, sides + 1 - max(1, self.needed))

    def read(self, faces: Faces) -> Failed:
        """The places of those who fail."""
        bad = [place for place in range(len(self.kinds)) if min(self._of(faces, place)) < self.needed]
        return Failed(bad, self.kinds)

    def _of(self, faces: Faces, place: int) -> Faces:
        return faces[place * self.each : (place + 1) * self.each]

    def weights(self, dice: int, sides: int) -> Mapping[Failed, int]:  # noqa: ARG002  # the Teams say how many
        """Binomial for each kind."""
        return _failing(self, sides)

    def number(self, value: Failed) -> int:
        """Those who pass."""
        return len(self.kinds) - len(value)

    def place(self, value: Failed) -> tuple[int, ...]:
        """The more pass, the better."""
        return (self.number(value),)

    def words(self, value: Failed, dice: int) -> str:  # noqa: ARG002
        """`3 of 5 saved`."""
        return f"{self.number(value)} of {len(self.kinds)} saved"


@lru_cache(maxsize=4096)
def _failing(reading: Failing, sides: int) -> Mapping[Failed, int]:
    safe = max(0, sides - reading.needed + 1) ** reading.each
    lost = sides**reading.each - safe
    ways: dict[tuple[int, ...], int] = {(): 1}
    for kind in dict.fromkeys(reading.kinds):
        places = [place for place, other in enumerate(reading.kinds) if other == kind]
        ways = {
            (*before, *places[:bad]): weight * more
            for before, weight in ways.items()
            for bad in range(len(places) + 1)
            if (more := comb(len(places), bad) * lost**bad * safe ** (len(places) - bad))
        }
    return {Failed(sorted(places), reading.kinds): weight for places, weight in ways.items()}


class Save(NamedTuple):
    """Dice that lie on a Team: how many, what each needs, whether passed ones are rolled again."""

    team: int
    needed: int
    dice: int
    again: bool = False
    because: tuple[str, ...] = ()


@rule("fraley.save.procedure")
def saves_roll(saves: tuple[Save, ...], kinds: tuple[int, ...], why: str, seat: int, *because: str) -> Roll[Failed]:
    """Saves of Teams that need the same number with as many dice each: which of them fail. Alike are those of one kind."""
    first = saves[0]
    reading = Failing(first.needed, first.dice, kinds)
    cited = ("fraley.save.procedure", *dict.fromkeys(clause for one in saves for clause in one.because), *because)
    dice = first.dice * len(saves)
    return Roll(
        dice,
        SIDES,
        reading,
        why=why,
        because=cited,
        seat=seat,
        needs=f"{first.needed}+",
        say=_told(reading),
        step="Saves",
    )


def _told(reading: Failing) -> Callable[[Failed], str]:
    return lambda value: reading.words(value, 0)


def roll_saves(
    play: Play[Battle], saves: tuple[Save, ...], *, told_apart: bool = False
) -> Coroutine[Any, Any, tuple[int, ...]]:
    """Teams roll the dice that lie on them, those with equal ones together: who fails. One failure is enough.

    To a forecast it is all one which of Teams alike fail, unless they are to be `told_apart` by where they stand.
    """
    state = play.state
    teams = [state.figures[one.team] for one in saves]
    held = held_by(saves)
    known: dict[object, int] = {}
    kinds = tuple([
        one.team if told_apart else known.setdefault((likeness(team), held[one.team]), one.team)
        for one, team in zip(saves, teams, strict=True)
    ])  # fmt: skip

    def why(some: tuple[Save, ...]) -> str:
        roles = ", ".join(dict.fromkeys(state.figures[one.team].role for one in some))
        return f"{state.units[teams[0].unit].name}: Saves ({roles})"

    return thrown(play, who_fails, saves, kinds, why=why, seat=state.units[teams[0].unit].side if teams else 0)


def held_by(saves: tuple[Save, ...]) -> dict[int, tuple[tuple[int, int, bool], ...]]:
    """All Saves that lie on each Team: whoever has others besides is not like one who has none."""
    found: dict[int, tuple[tuple[int, int, bool], ...]] = {}
    for one in saves:
        found[one.team] = (*found.get(one.team, ()), (one.needed, one.dice, one.again))
    return found


def heaped(saves: tuple[Save, ...]) -> list[Save]:
    """Equal Saves that lie on one Team put together: a Team rolls them at once, and one failure is enough."""
    found: dict[tuple[int, int, bool], Save] = {}
    for one in saves:
        key = one.team, one.needed, one.again
        had = found.get(key)
        found[key] = (
            one
            if had is None
            else had._replace(dice=had.dice + one.dice, because=tuple(dict.fromkeys((*had.because, *one.because))))
        )
    return list(found.values())


@rule("fraley.save.procedure", "fraley.roll.single-reroll")
async def who_fails(
    saves: tuple[Save, ...], kinds: tuple[int, ...], *, why: Callable[[tuple[Save, ...]], str], seat: int
) -> tuple[int, ...]:
    """Equal Saves are rolled together, whoever has failed rolls no more, and passed ones that are to be roll again.

    `kinds` says of each Save which Team it is all one with.
    """
    alike = {one.team: kind for one, kind in zip(saves, kinds, strict=True)}
    groups: dict[tuple[int, int, bool], list[Save]] = {}
    for one in heaped(saves):
        groups.setdefault((one.needed, one.dice, one.again), []).append(one)
    lost: list[int] = []
    for (_, _, again), group in groups.items():
        for more in ((), ("fraley.roll.single-reroll",)) if again else ((),):
            left = tuple(one for one in group if one.team not in lost)
            if left:
                says = f"{why(left)}{' once more' if more else ''}"
                rolled = await saves_roll(left, tuple([alike[one.team] for one in left]), says, seat, *more)
                lost += [left[place].team for place in rolled.value]
    return tuple(sorted(lost))

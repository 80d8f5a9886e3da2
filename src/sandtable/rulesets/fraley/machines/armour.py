"""Armour Saves and the Vehicle Damage Table."""

from collections.abc import Generator
from typing import Any, NamedTuple

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll, Rolled
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.fraley.basics.teams import vehicle_of, who
from sandtable.rulesets.fraley.harm.losses import lose
from sandtable.rulesets.fraley.nerve.suppression import suppress_team
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.sheet import Vehicle, Weapon
from sandtable.rulesets.fraley.state import Battle

SIDES = 6
TURRET = "turret"


class Damage(NamedTuple):
    """What failed armour Saves did to a Tank Team: suppressions (at most one a weapon), and whether it is destroyed."""

    marks: int
    destroyed: bool


# ---- the number


@rule("fraley.armor.flank")
def flank_of(state: Battle, figure: int) -> int:
    """A Tank Team's Flank number."""
    vehicle = vehicle_of(state.figures[figure], state.options)
    assert vehicle is not None
    return vehicle.saves_on(front=False)


@rule("fraley.armor.flank", "fraley.armor.save")
def armour_number(state: Battle, figure: int, *, front: bool) -> int:
    """A Tank Team's Front or Flank number."""
    vehicle = vehicle_of(state.figures[figure], state.options)
    assert vehicle is not None
    return vehicle.saves_on(front=front)


def part_roll(state: Battle, figure: int, seat: int) -> Roll[str]:
    """Whether the hull or the turret is hit, where one shows its front and the other does not."""
    return part_die(state.options, f"{who(state, figure)}: hull or turret?", seat)


def part_die(options: Options, why: str, seat: int) -> Roll[str]:
    """The die itself."""
    tables = options.tables
    because = ("fraley.armor.hull-or-turret",)
    return Roll(
        1, SIDES, tables.reads_part, why=why, because=because, seat=seat, needs=tables.says_part, step="where it is hit"
    )


@rule("fraley.armor.hull-or-turret", "fraley.fire.arc-turret")
def parts_differ(state: Battle, figure: int, hull: bool, turret: bool) -> bool:
    """Whether a die must say which part is hit: hull and turret face differently, and their armour is not the same."""
    vehicle = vehicle_of(state.figures[figure], state.options)
    tracked = state.figures[figure].turret >= 0 and state.options.turret_heading_tracked
    return tracked and hull != turret and vehicle is not None and vehicle.front != vehicle.flank


@rule("fraley.tank.inf-at-reroll")
def fails_again(state: Battle, figure: int, weapon: Weapon) -> bool:
    """Whether a vehicle rolls failed Saves against a weapon again: StuG III G and Panzer IV, against infantry AT."""
    vehicle = vehicle_of(state.figures[figure], state.options)
    return vehicle is not None and holds_out(vehicle, weapon)


def holds_out(vehicle: Vehicle, weapon: Weapon) -> bool:
    """The same by its stat line."""
    return "infantry-at-reroll" in vehicle.traits and weapon.infantry_at


# ---- the dice


class ArmourSaves(Roll[int]):
    """Armour Saves, rolled again if they are to be: two throws at most, and how many failed in the end."""

    __slots__ = ("reroll",)

    reroll: int

    def __await__(self) -> "Generator[Roll[Any], Rolled[int], Rolled[int]]":
        first = yield self._throw(self.dice)
        passed = first.value
        again = {1: passed, -1: self.dice - passed}.get(self.reroll, 0)
        if again:
            second = yield self._throw(again, again=True)
            passed = second.value + (passed if self.reroll < 0 else 0)
        return Rolled(self.dice - passed, first.faces, first.number)

    def _throw(self, dice: int, *, again: bool = False) -> Roll[int]:
        why = f"{self.why}, {'passed' if self.reroll > 0 else 'failed'} ones once more" if again else self.why
        because = (*self.because, "fraley.roll.single-reroll") if again else self.because
        step = "armour Saves once more" if again else self.step
        return Roll(
            dice, self.sides, self.reading, why=why, because=because, seat=self.seat, needs=self.needs, step=step
        )


def save_roll(
    state: Battle, figure: int, needed: int, dice: int, why: str, *because: str, reroll: int = 0
) -> ArmourSaves:
    """Armour Saves: how many of so many fail. Passed ones are rolled again if `reroll` is 1, failed ones if it is -1.

    Await it: it makes the second throw by itself where there is one. `saves.reroll_of` says which `reroll` it is.
    """
    seat = state.units[state.figures[figure].unit].side
    return armour_saves(needed, dice, why, seat, *because, reroll=reroll)


@rule("fraley.armor.save", "fraley.roll.single-reroll")
def armour_saves(needed: int, dice: int, why: str, seat: int, *because: str, reroll: int = 0) -> ArmourSaves:
    """The dice of armour Saves."""
    cited = ("fraley.armor.save", *because)
    saves = ArmourSaves(
        dice, SIDES, AtLeast(needed), why=why, because=cited, seat=seat, needs=f"{needed}+", step="armour Saves"
    )
    saves.reroll = reroll
    return saves


def damage_roll(state: Battle, figure: int, dice: int, seat: int, *because: str) -> Roll[tuple[int, ...]]:
    """The Vehicle Damage Table, a die for each failed Save: how many suppress, how many destroy."""
    return table_roll(state.options, dice, f"{who(state, figure)}: Vehicle Damage Table", seat, *because)


def table_roll(options: Options, dice: int, why: str, seat: int, *because: str) -> Roll[tuple[int, ...]]:
    """The dice on the table."""
    cited = ("fraley.armor.vdt-per-failure", *because)
    return Roll(
        dice,
        SIDES,
        options.tables.reads_damage,
        why=why,
        because=cited,
        seat=seat,
        needs=options.tables.says_damage,
        step="Vehicle Damage Table",
    )


def by_count(options: Options, failed: int) -> tuple[int, int]:
    """The table read by the number of failed Saves, where it is played so: more than its last row says are as bad."""
    marks, kills = options.tables.reads_damage.read((min(failed, SIDES),))
    return marks, kills


@stage
@rule("fraley.armor.vdt-per-failure", "fraley.vdt.one-suppression-per-weapon")
async def damage(
    play: Play[Battle], figure: int, failed: int, seat: int, *because: str, why: str = "", markers: bool = True
) -> Damage:
    """The firing side rolls on the Vehicle Damage Table for each failed Save, and it takes effect at once.

    One call is the damage by one weapon: however many dice suppress, there is one marker. Without `markers` there is none.
    """
    if not failed:
        return Damage(0, destroyed=False)
    rolls: tuple[int, ...] = ()
    if play.state.options.vdt_mode == "count_of_failures":
        marks, kills = by_count(play.state.options, failed)
    else:
        rolled = await damage_roll(play.state, figure, failed, seat, *because)
        (marks, kills), rolls = rolled.value, (rolled.number,)
    number = play.state.figures[figure].unit
    if not marks and not kills:
        play.tell("was not damaged", "fraley.vdt.no-effect", unit=number, figures=(figure,), rolls=rolls)
    marks = min(1, marks) if markers else 0
    if marks:
        await suppress_team(play, figure, "fraley.vdt.suppression", "fraley.vdt.one-suppression-per-weapon")
    if kills:
        await lose(play, (figure,), "fraley.vdt.destroyed", *because, why=why)
    return Damage(marks, destroyed=kills > 0)

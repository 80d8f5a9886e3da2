"""Armour Saves and the Vehicle Damage Table."""

from collections.abc import Generator
from typing import Any, NamedTuple

from sandtable.dice.readings import AtLeast, Bands, Chart
from sandtable.dice.roll import Roll, Rolled
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import stage

from .charts import Vehicle, Weapon
from .losses import lose
from .state import Battle
from .suppression import suppress_team
from .teams import vehicle_of, who

SIDES = 6
SUPPRESSED, DESTROYED = 4, 6  # the lowest score of a row of the Vehicle Damage Table
TURRET = "turret"
PARTS = Chart(((1, "hull"), (4, TURRET)))


class Damage(NamedTuple):
    """What failed armour Saves did to a Tank Team: suppressions (at most one a weapon), and whether it is destroyed."""

    marks: int
    destroyed: bool


# ---- the number


@rule("fraley.armor.flank")
def flank_of(state: Battle, figure: int) -> int:
    """A Tank Team's Flank number."""
    vehicle = vehicle_of(state.figures[figure])
    assert vehicle is not None
    return vehicle.flank


@rule("fraley.armor.flank", "fraley.armor.save")
def armour_number(state: Battle, figure: int, *, front: bool) -> int:
    """A Tank Team's Front or Flank number."""
    vehicle = vehicle_of(state.figures[figure])
    assert vehicle is not None
    return vehicle.front if front else vehicle.flank


def part_roll(state: Battle, figure: int, seat: int) -> Roll[str]:
    """Whether the hull or the turret is hit, where one shows its front and the other does not."""
    return part_die(f"{who(state, figure)}: hull or turret?", seat)


def part_die(why: str, seat: int) -> Roll[str]:
    """The die itself."""
    because = ("fraley.armor.hull-or-turret",)
    return Roll(1, SIDES, PARTS, why=why, because=because, seat=seat, needs="1-3 hull, 4-6 turret")


@rule("fraley.armor.hull-or-turret", "fraley.fire.arc-turret")
def parts_differ(state: Battle, figure: int, hull: bool, turret: bool) -> bool:
    """Whether a die must say which part is hit: hull and turret face differently, and their armour is not the same."""
    vehicle = vehicle_of(state.figures[figure])
    tracked = state.figures[figure].turret >= 0 and state.options.turret_heading_tracked
    return tracked and hull != turret and vehicle is not None and vehicle.front != vehicle.flank


@rule("fraley.tank.inf-at-reroll")
def fails_again(state: Battle, figure: int, weapon: Weapon) -> bool:
    """Whether a vehicle rolls failed Saves against a weapon again: StuG III G and Panzer IV, against infantry AT."""
    vehicle = vehicle_of(state.figures[figure])
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
        return Roll(dice, self.sides, self.reading, why=why, because=because, seat=self.seat, needs=self.needs)


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
    saves = ArmourSaves(dice, SIDES, AtLeast(needed), why=why, because=cited, seat=seat, needs=f"{needed}+")
    saves.reroll = reroll
    return saves


def damage_roll(state: Battle, figure: int, dice: int, seat: int, *because: str) -> Roll[tuple[int, ...]]:
    """The Vehicle Damage Table, a die for each failed Save: how many suppress, how many destroy."""
    return table_roll(dice, f"{who(state, figure)}: Vehicle Damage Table", seat, *because)


def table_roll(dice: int, why: str, seat: int, *because: str) -> Roll[tuple[int, ...]]:
    """The dice on the table."""
    bands = Bands(((SUPPRESSED, DESTROYED - 1), (DESTROYED, SIDES)))
    cited = ("fraley.armor.vdt-per-failure", *because)
    return Roll(dice, SIDES, bands, why=why, because=cited, seat=seat, needs="4-5 suppressed, 6 destroyed")


def by_count(failed: int) -> tuple[int, int]:
    """The table read by the number of failed Saves, where it is played so."""
    return int(SUPPRESSED <= failed < DESTROYED), int(failed >= DESTROYED)


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
        marks, kills = by_count(failed)
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

"""Looking at Teams and Units: who is where, what they carry, who acts with whom, how much of a Unit is suppressed."""

from collections.abc import Sequence
from functools import cache

from sandtable.geometry.bodies import RADIUS, X, Y
from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import gap, nearest
from sandtable.geometry.units import inches
from sandtable.grammar import whose
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.sheet import Mounted, Suppressed, Vehicle, Weapon
from sandtable.rulesets.fraley.state import Battle, Team, Unit
from sandtable.table.layout import Layout, rows
from sandtable.table.remembered import Remembered

from .charts import vehicles, weapons

CONTACT = 50  # base contact: a gap of 0.05 inches or less
ROUNDING = 10  # more than corners of bases are rounded by
REACH = inches(2)  # of leaders, and in close combat


def who(state: Battle, figure: int) -> str:
    """A Team as players speak of it."""
    unit = state.units[state.figures[figure].unit]
    if len(unit.men) == 1 and not unit.counts:
        return unit.name
    return f"{whose(unit.name)} {called(state, figure)}"


def called(state: Battle, figure: int) -> str:
    """A Team as its own Unit speaks of it: those that are alike are numbered, as they were at the start."""
    number, role = state.figures[figure].unit, state.figures[figure].role
    first, end = figure, figure + 1  # the Teams of a Unit lie together
    while first and state.figures[first - 1].unit == number:
        first -= 1
    while end < len(state.figures) and state.figures[end].unit == number:
        end += 1
    alike = [row for row in range(first, end) if state.figures[row].role == role]
    return f"{role} {alike.index(figure) + 1}" if len(alike) > 1 else role


# ---- which Units


def enemies(state: Battle, side: int) -> list[int]:
    """Enemy Units on the table, CC and FO among them."""
    return [number for number, unit in enumerate(state.units) if unit.side != side and unit.place == "table"]


def friends(state: Battle, side: int) -> list[int]:
    """A side's own Units on the table, CC and FO among them."""
    return [number for number, unit in enumerate(state.units) if unit.side == side and unit.place == "table"]


@rule("fraley.unit.count", "fraley.gap.cc-activation")
def units_left(state: Battle, side: int) -> list[int]:
    """A side's Units that are still in the battle; a CC or an FO is none. Who left by the far edge still counts."""
    return [
        number
        for number, unit in enumerate(state.units)
        if unit.side == side and unit.card.rank == "unit" and unit.place != "destroyed"
    ]


def commander(state: Battle, side: int) -> int | None:
    """The Unit that is a side's Company Commander, if he is on the table."""
    for number, unit in enumerate(state.units):
        if unit.side == side and unit.place == "table" and unit.card.rank == "cc":
            return number
    return None


@rule("fraley.fo.units")
def observers(state: Battle, number: int) -> list[int]:
    """The Forward Observers of an artillery Unit that are on the table."""
    return [place for place, unit in enumerate(state.units) if unit.battery == number and unit.place == "table"]


@rule("fraley.fo.units", "fraley.fo.no-cohesion")
def acting(state: Battle, number: int) -> tuple[int, ...]:
    """The Teams that act under a Unit's order: its own, and its Forward Observers."""
    men, more = afoot(state, number), observers(state, number)
    return (*men, *[man for place in more for man in state.units[place].men]) if more else men


@rule("fraley.gap.transport")
def afoot(state: Battle, number: int) -> tuple[int, ...]:
    """The Teams of a Unit that do not ride: who rides is in its vehicle, sees nothing, does nothing and is no target."""
    men = state.units[number].men
    return tuple([man for man in men if state.figures[man].aboard < 0]) if state.options.transport else men


def standing(state: Battle, side: int | None = None) -> list[int]:
    """All Teams that stand on the table, or those of a side."""
    units = [unit for unit in state.units if unit.place == "table" and side in (None, unit.side)]
    men = [man for unit in units for man in unit.men]
    return [man for man in men if state.figures[man].aboard < 0] if state.options.transport else men


@rule("fraley.fo.units")
def ordered_by(state: Battle, number: int) -> int:
    """The Unit whose order a Unit acts under: its own, for a Forward Observer that of his battery."""
    battery = state.units[number].battery
    return number if battery < 0 else battery


@rule("fraley.gtg.declare")
def is_acting(state: Battle, number: int) -> bool:
    """Whether a Unit is in the middle of its activation."""
    return state.acting == ordered_by(state, number)


def has_moved(state: Battle, number: int) -> bool:
    """Whether a Unit moved in its last activation: more than by a leader who was placed anew among his men."""
    unit = state.units[number]
    return unit.went or (unit.battery >= 0 and any(state.figures[man].moved for man in unit.men))


def leader_of(state: Battle, number: int) -> int | None:
    """A Unit's Platoon Leader, while he lives; a CC leads himself."""
    unit = state.units[number]
    if unit.card.rank == "cc":
        return unit.men[0] if unit.men else None
    figures = state.figures
    for man in unit.men:
        if figures[man].leader:
            return man
    return None


# ---- what a Team is


def arms(team: Team, options: Options) -> tuple[Weapon, ...]:
    """The weapons of a Team."""
    return options.tables.arms(team.weapons)


def vehicle_of(team: Team, options: Options) -> Vehicle | None:
    """The stat line of a Tank Team."""
    return options.tables.tanks[team.vehicle] if team.vehicle else None


def mounts(team: Team) -> tuple[Mounted, ...]:
    """The weapons of a Tank Team with their mounts."""
    return vehicles()[team.vehicle].weapons if team.vehicle else ()


def armoured(team: Team) -> bool:
    """Whether it is an Armored Tank Team."""
    return team.vehicle != "" and vehicles()[team.vehicle].armoured


@cache
def _portable(carried: tuple[str, ...]) -> bool:
    return any("moves-as-infantry" in weapons()[name].traits for name in carried)


@rule("fraley.weapon.moves-as-infantry")
def portable(team: Team) -> bool:
    """Whether it is a Gun Team that moves as Infantry."""
    return team.kind == "gun" and _portable(team.weapons)


def heavy(team: Team) -> bool:
    """Whether it is a Gun Team that does not."""
    return team.kind == "gun" and not _portable(team.weapons)


@rule("fraley.move.infantry", "fraley.move.gun", "fraley.move.tank", "fraley.weapon.moves-as-infantry")
def move_of(team: Team, options: Options) -> int:
    """How far one Move carries a Team: a vehicle as far as its own line says, where it says so."""
    if team.vehicle:
        return options.tables.drives(team.vehicle)
    as_infantry = team.kind == "gun" and _portable(team.weapons)
    return options.tables.movement["infantry" if as_infantry else team.kind].moves


@rule("fraley.unit.attributes")
def tank_assault(team: Team, options: Options) -> int:
    """Its Tank Assault rating: the better of its weapons'."""
    return max((weapon.ta for weapon in arms(team, options)), default=0)


# ---- distances


def _everywhere(layout: Layout) -> tuple[list[int], list[int]]:
    bodies = layout.bodies
    return bodies[:, X].tolist(), bodies[:, Y].tolist()


_PLACES: Remembered[Layout, tuple[list[int], list[int]]] = Remembered(_everywhere, most=1)


def everywhere(layout: Layout) -> tuple[list[int], list[int]]:
    """Where all Teams stand, as plain numbers."""
    return _PLACES(layout)


@rule("fraley.gap.measuring")
def between(state: Battle, one: int, other: int) -> int:
    """The distance from edge to edge of two Teams; where nobody stands anywhere, none."""
    if state.layout.bare:
        return 0
    bodies = state.layout.bodies
    return int(gap(bodies, one, bodies, other))


def nearest_between(state: Battle, ones: Sequence[int], others: Sequence[int]) -> int:
    """The smallest distance between Teams of two groups; -1 if one is empty."""
    if state.layout.bare:
        return 0 if ones and others else -1
    return int(nearest(state.layout.bodies, rows(tuple(ones)), rows(tuple(others)))[0])


def within(state: Battle, one: int, others: Sequence[int], reach: int) -> list[int]:
    """Those of some Teams that are no farther from one than this."""
    return near_to(state.layout.bodies, one, others, reach)


def near_to(bodies: Ints, one: int, others: Sequence[int], reach: int) -> list[int]:
    """The same, where bodies stand so. Mostly the distance of their middles says enough."""
    (x, y, _, size), *places = bodies[rows((one, *others)), : RADIUS + 1].tolist()
    sure, at_most = reach - ROUNDING, reach + size + ROUNDING
    found = []
    for other, (ox, oy, _, radius) in zip(others, places, strict=True):
        square = (ox - x) ** 2 + (oy - y) ** 2
        if square > (at_most + radius) ** 2:
            continue
        if (sure > 0 and square <= sure * sure) or gap(bodies, one, bodies, other) <= reach:
            found.append(other)
    return found


# ---- suppression


def suppression_penalty(unit: Unit, state: Battle) -> int:
    """What its suppressed share adds to the number a Unit needs to activate."""
    row = suppressed_share(unit, state)
    return row.plus if row is not None else 0


@rule("fraley.suppression.penalty-25", "fraley.suppression.penalty-50", "fraley.suppression.penalty-75")
def suppressed_share(unit: Unit, state: Battle) -> Suppressed | None:
    """The last row of the table that the suppressed share of a Unit has come to."""
    figures = state.figures
    marked = len([man for man in unit.men if figures[man].marks])
    if not marked:
        return None
    rows = [row for row in state.options.tables.suppression.values() if 100 * marked >= row.share * len(unit.men)]
    return rows[-1] if rows else None

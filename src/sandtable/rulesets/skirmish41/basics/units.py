"""Looking at teams and figures: who is where, who can do how much, who is in contact with whom."""

from collections.abc import Iterable

from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.line_kernels import contacts as touching_pairs
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import inches
from sandtable.grammar import whose
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import SOLO, Battle, Figure, Unit
from sandtable.table.layout import Layout, rows
from sandtable.table.remembered import Remembered

from .charts import weapon_of, weapons

MELEE = inches(1)
LINK = inches(2)  # how near figures of a team keep to one another
LOADER = inches(1)
LEADERS = ("officer", "NCO")


def who(state: Battle, figure: int) -> str:
    """A figure as players speak of it."""
    one = state.figures[figure]
    unit = state.units[one.unit]
    if one.role == "hull" or unit.strength == 1:
        return unit.name
    return f"{whose(unit.name)} {one.role}"


# ---- which teams


def _find_on_table(units: tuple[Unit, ...]) -> tuple[list[int], list[int]]:
    found: tuple[list[int], list[int]] = ([], [])
    for number, unit in enumerate(units):
        if unit.place == "table" and unit.card.kind != "dummy":
            found[unit.side].append(number)
    return found


_ON_TABLE: Remembered[tuple[Unit, ...], tuple[list[int], list[int]]] = Remembered(_find_on_table, most=8)


def _find_vehicles(units: tuple[Unit, ...]) -> list[list[int]]:
    return [
        [number for number in teams if units[number].hull >= 0 and units[number].mounted] for teams in _ON_TABLE(units)
    ]


_VEHICLES: Remembered[tuple[Unit, ...], list[list[int]]] = Remembered(_find_vehicles, most=8)


def vehicles(state: Battle, side: int) -> list[int]:
    """A side's vehicles on the table with their crews inside. Nobody may write to it."""
    return _VEHICLES(state.units)[side]


def on_table(state: Battle, side: int) -> list[int]:
    """A side's teams that stand on the table; dummies are none. Nobody may write to it."""
    return _ON_TABLE(state.units)[side]


def in_battle(state: Battle, side: int) -> list[int]:
    """A side's teams that are in the battle: on the table or riding."""
    return [
        number
        for number, unit in enumerate(state.units)
        if unit.side == side and unit.place in {"table", "aboard"} and unit.card.kind != "dummy"
    ]


def passengers(state: Battle, vehicle: int) -> list[int]:
    """The teams that a vehicle carries."""
    return [number for number, unit in enumerate(state.units) if unit.aboard == vehicle and unit.place == "aboard"]


@rule("sk.solo.two-player")
def is_solo(state: Battle, side: int) -> bool:
    """Whether the rules play a side."""
    return state.solo and side == SOLO


def thrower(state: Battle, side: int) -> int:
    """The seat that throws a side's dice: the first player throws those of the solo force."""
    return 0 if is_solo(state, side) else side


def through_next_part(state: Battle, side: int) -> int:
    """How many ends of its own parts there are until a side's next part is over; between two turns nobody has one."""
    return 2 if state.phase != "turn" and state.active == side else 1


# ---- actions


@rule("sk.gap.actions-per-figure", "sk.gap.wounded")
def rate(figure: Figure) -> int:
    """The actions of a figure that wounds have left it."""
    have = figure.rating - figure.wounds
    return have if have > 0 and not figure.out else 0


@rule("sk.gap.suppression-effect", "sk.veh.moving-costs-action", "sk.gap.vehicle-crew")
def actions_of(state: Battle, man: int) -> int:
    """The actions that a figure has this turn: one less if its team is suppressed, and for a crew whose vehicle moved."""
    figure = state.figures[man]
    unit = state.units[figure.unit]
    drives = unit.moved > 0 and unit.mounted and figure.role != "driver"
    return points_of(figure, suppressed=unit.suppression > 0, drives=drives)


@rule("sk.gap.suppression-effect", "sk.veh.moving-costs-action")
def points_of(figure: Figure, *, suppressed: bool, drives: bool = False) -> int:
    """The actions of a figure: one less if its team is suppressed, and one less in a vehicle that moved."""
    have = rate(figure) - suppressed - drives
    return have if have > 0 else 0  # noqa: FURB136  # max takes twice as long, and this is asked of everybody


def left(state: Battle, man: int) -> int:
    """The actions that a figure has left this turn."""
    have = actions_of(state, man) - state.figures[man].spent
    return have if have > 0 else 0  # noqa: FURB136  # max takes twice as long, and this is asked of everybody


@rule("sk.gap.fire-points", "sk.gap.mg-limits", "sk.gap.suppression-effect")
def bonus_of(state: Battle, man: int, weapon: str) -> int:
    """The extra fire points of a weapon: a machine gun wants its loader at hand; none while the team is suppressed."""
    line = weapon_of(weapon, state.options)
    if not line.bonus:
        return 0
    unit = state.units[state.figures[man].unit]
    alone = line.has("loader") and line.bonus > 0 and not unit.mounted and not _has_loader(state, man)
    return bonus_with(weapon, state.options, suppressed=unit.suppression > 0, alone=alone)


@rule("sk.gap.fire-points", "sk.gap.mg-limits", "sk.gap.suppression-effect")
def bonus_with(weapon: str, options: Options, *, suppressed: bool, alone: bool) -> int:
    """The extra fire points of a weapon: none while suppressed, two at most of a gun that has lost its loader."""
    line = weapon_of(weapon, options)
    if line.bonus <= 0:
        return line.bonus
    if suppressed:
        return 0
    return min(line.bonus, 2) if line.has("loader") and alone else line.bonus


def _has_loader(state: Battle, man: int) -> bool:
    """Whether anybody else of the team who can act at all is at hand."""
    men = state.units[state.figures[man].unit].men
    others = tuple(other for other in men if other != man and rate(state.figures[other]))
    return bool(others) and int(nearest(state.layout.bodies, rows((man,)), rows(others))[0]) <= LOADER


@rule("sk.gap.fire-points", "sk.melee.compare")
def fire_points(state: Battle, man: int) -> int:
    """What a figure brings to a melee: its actions and at most two points of its best weapon's bonus."""
    figure = state.figures[man]
    arms = [arm for arm in figure.arms if weapons()[arm].kind == "small"]
    bonus = max((bonus_of(state, man, arm) for arm in arms), default=0)
    return melee_points(actions_of(state, man), bonus, state.options)


@rule("sk.gap.fire-points")
def melee_points(actions: int, bonus: int, options: Options) -> int:
    """Actions, and of a weapon's bonus no more than two."""
    return max(0, actions + min(bonus, options.melee_weapon_bonus_cap))


# ---- contact


class Contacts:
    """Who is within an inch of whom: enemies by figure, enemy teams by team."""

    __slots__ = ("figures", "teams")

    def __init__(self, pairs: Iterable[tuple[int, int]], figures: tuple[Figure, ...]) -> None:
        self.figures: dict[int, list[int]] = {}
        self.teams: dict[int, list[int]] = {}
        for one, other in pairs:
            self._note(one, other, figures)
            self._note(other, one, figures)

    def _note(self, one: int, other: int, figures: tuple[Figure, ...]) -> None:
        self.figures.setdefault(one, []).append(other)
        foes = self.teams.setdefault(figures[one].unit, [])
        foe = figures[other].unit
        if foe not in foes:
            foes.append(foe)


_SIDES: Remembered[tuple[int, ...], Ints] = Remembered(ints, most=16)
NOBODY = Contacts((), ())


class Near:
    """The pairs of figures that are within an inch on some layout, and what that is to the latest teams."""

    __slots__ = ("contacts", "pairs", "sides", "units")

    def __init__(self, layout: Layout) -> None:  # noqa: ARG002  # kept with it
        self.sides: tuple[int, ...] | None = None
        self.pairs: list[list[int]] = []
        self.units: tuple[Unit, ...] | None = None
        self.contacts = NOBODY


_NEAR: Remembered[Layout, Near] = Remembered(Near, most=8)


@rule("sk.melee.contact")
def contacts(state: Battle) -> Contacts:
    """Who is in melee with whom: figures in the fight that are an inch apart or less."""
    near = _NEAR(state.layout)
    if near.sides is not state.sides:
        near.sides, near.units = state.sides, None
        near.pairs = touching_pairs(state.layout.bodies, _SIDES(state.sides), MELEE).tolist()
    if not near.pairs:
        return NOBODY
    if near.units is not state.units:
        both = [(one, other) for one, other in near.pairs if _fights(state, one) and _fights(state, other)]
        near.units, near.contacts = state.units, Contacts(both, state.figures)
    return near.contacts


def _fights(state: Battle, man: int) -> bool:
    unit = state.units[state.figures[man].unit]
    return man in unit.men and not unit.mounted and unit.card.kind != "dummy"


@rule("sk.melee.no-fire")
def in_melee(state: Battle, man: int) -> bool:
    """Whether a figure has an enemy within an inch."""
    return man in contacts(state).figures


def engaged(state: Battle, number: int) -> bool:
    """Whether anybody of a team is in melee."""
    return number in contacts(state).teams


# ---- what a team is


def between(state: Battle, one: int, other: int) -> int:
    """From the nearest base of a team to the nearest of another."""
    units = state.units
    mine, theirs = _there(state, one), units[other].bodies
    return int(nearest(state.layout.bodies, rows(mine), rows(theirs))[0])


def any_within(state: Battle, number: int, reach: int) -> bool:
    """Whether any enemy team on the table is so near to a team."""
    unit = state.units[number]
    foes = _BASES(state.units)[1 - unit.side]
    return bool(foes) and 0 <= int(nearest(state.layout.bodies, rows(unit.bodies), rows(foes))[0]) <= reach


def _find_bases(units: tuple[Unit, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple([base for number in teams for base in units[number].bodies]) for teams in _ON_TABLE(units))


_BASES: Remembered[tuple[Unit, ...], tuple[tuple[int, ...], ...]] = Remembered(_find_bases, most=4)


def _there(state: Battle, number: int) -> tuple[int, ...]:
    unit = state.units[number]
    return state.units[unit.aboard].bodies if unit.place == "aboard" else unit.bodies


def nearest_team(state: Battle, number: int, teams: Iterable[int]) -> int | None:
    """The nearest of some teams to another."""
    return min(teams, key=lambda other: (between(state, number, other), other), default=None)


def able(state: Battle, number: int) -> list[int]:
    """The figures of a team that can act at all."""
    return [man for man in state.units[number].men if rate(state.figures[man]) > 0]


def leads(state: Battle, man: int) -> bool:
    """Whether a figure is an officer or an NCO."""
    return state.figures[man].role in LEADERS


@rule("sk.morale.rally")
def at_half(unit: Unit) -> bool:
    """Whether at least half of a team is still in the fight."""
    return is_half(len(unit.men), unit.strength)


def is_half(left: int, strength: int) -> bool:
    """Whether so many are at least half."""
    return left * 2 >= strength


def has_optics(state: Battle, number: int, man: int | None = None) -> bool:
    """Whether a team, or one of its figures, looks through binoculars or a telescopic sight."""
    unit = state.units[number]
    if unit.mounted:
        return any(state.figures[one].role == "commander" for one in unit.men)
    if man is not None and any(weapons()[arm].has("optics") for arm in state.figures[man].arms):
        return True
    return unit.card.has("binoculars") and bool(unit.men) and (man is None or man == unit.men[0])


def support(state: Battle, number: int) -> bool:
    """Whether a team serves a support weapon: a tripod, a mortar, a gun."""
    card = state.units[number].card
    return card.kind == "gun" or card.has("tripod") or card.has("support")

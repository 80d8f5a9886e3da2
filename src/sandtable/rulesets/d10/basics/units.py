"""Looking at units and models: who is where, who is in contact with whom, how much of a unit is left."""

from collections.abc import Iterable
from math import isqrt

from sandtable.geometry.kernel import ints
from sandtable.geometry.line_kernels import contacts as touching_pairs
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.path_kernels import touching
from sandtable.geometry.units import inches
from sandtable.grammar import whose
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.d10.state import Battle, Unit
from sandtable.table.layout import Layout, rows
from sandtable.table.remembered import Remembered

from .charts import weapons
from .fates import at_most_half, less_than_half

CONTACT = 50  # base contact: a gap of 0.05 inches or less
LINK = inches(2)  # coherency
SPAN = inches(12)
GRENADES_FROM = 4  # models at the start


def who(state: Battle, figure: int) -> str:
    """A model as players speak of it."""
    model = state.figures[figure]
    unit = state.units[model.unit]
    return unit.name if unit.card.individual else f"{whose(unit.name)} {model.role}"


# ---- which units


def on_table(state: Battle, side: int) -> list[int]:
    """A side's units that stand on the table."""
    return [number for number, unit in enumerate(state.units) if unit.side == side and unit.place == "table"]


def passengers(state: Battle, vehicle: int) -> int | None:
    """The unit that a vehicle carries."""
    return next((number for number, unit in enumerate(state.units) if unit.aboard == vehicle and unit.alive), None)


# ---- contact


class Contacts:
    """Who touches whom on a table: models of enemies by model, enemy units by unit."""

    __slots__ = ("models", "units")

    def __init__(self, pairs: Iterable[tuple[int, int]], unit_of: "Battle") -> None:
        self.models: dict[int, list[int]] = {}
        self.units: dict[int, list[int]] = {}
        for one, other in pairs:
            self._note(one, other, unit_of)
            self._note(other, one, unit_of)

    def _note(self, one: int, other: int, state: Battle) -> None:
        self.models.setdefault(one, []).append(other)
        foes = self.units.setdefault(state.figures[one].unit, [])
        foe = state.figures[other].unit
        if foe not in foes:
            foes.append(foe)


_SIDES: Remembered[tuple[int, ...], object] = Remembered(ints, most=16)
_CONTACTS: Remembered[Layout, list[Contacts]] = Remembered(lambda _: [], most=8)


def contacts(state: Battle) -> Contacts:
    """Who is in base contact with whom."""
    known = _CONTACTS(state.layout)
    if not known:
        pairs = touching_pairs(state.layout.bodies, _SIDES(state.sides), CONTACT)  # type: ignore[arg-type]
        known.append(Contacts([(one, other) for one, other in pairs.tolist()], state))
    return known[0]


@rule("d10.order.hold-not-in-contact")
def engaged(state: Battle, number: int) -> bool:
    """Whether a unit is in close combat: one model in contact is enough."""
    return number in contacts(state).units


def foes_of(state: Battle, number: int) -> list[int]:
    """The enemy units that a unit touches."""
    return contacts(state).units.get(number, [])


# ---- how much is left


def wounds_left(state: Battle, number: int) -> int:
    """The wounds of all models of a unit."""
    return sum(state.figures[man].wounds for man in state.units[number].men)


@rule("d10.morale.two-kinds")
def left(state: Battle, number: int) -> tuple[int, int]:
    """What is left of a unit and what it had: models, or wounds of an individual."""
    unit = state.units[number]
    if unit.card.individual:
        return wounds_left(state, number), unit.card.wounds
    return len(unit.men), unit.strength


def below_half(state: Battle, number: int) -> bool:
    """Whether less than half of a unit is left."""
    return less_than_half(*left(state, number))


def half_or_less(state: Battle, number: int) -> bool:
    """Whether at most half of a unit is left."""
    return at_most_half(*left(state, number))


# ---- where they stand


@rule("d10.gap.measuring")
def between(state: Battle, one: int, other: int) -> int:
    """From the nearest model of a unit to the nearest of another."""
    units = state.units
    return int(nearest(state.layout.bodies, rows(units[one].men), rows(units[other].men))[0])


@rule("d10.gap.coherency")
def coherent(state: Battle, number: int) -> bool:
    """Whether a unit hangs together: a chain of two inches, and nobody more than twelve inches from another."""
    unit = state.units[number]
    return len(unit.bodies) < 2 or in_coherency(state, unit.bodies)


def in_coherency(state: Battle, bodies: tuple[int, ...]) -> bool:
    """Whether models hang together where they stand."""
    return int(touching(state.layout.bodies, rows(bodies), LINK, True)) < 0 and within_span(state, bodies)


def within_span(state: Battle, bodies: tuple[int, ...]) -> bool:
    """Whether no two of these models are more than twelve inches apart."""
    points = state.layout.points(bodies)
    return close_by(points) or spans(points, state.layout.radii(bodies))


def close_by(points: list[tuple[int, int]]) -> bool:
    """Whether points lie so near to each other, as nearly always, that no bases there are twelve inches apart."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide, deep = max(xs) - min(xs), max(ys) - min(ys)
    return wide * wide + deep * deep <= SPAN * SPAN


def spans(points: list[tuple[int, int]], radii: list[int]) -> bool:
    """Whether round bases at these points are nowhere more than twelve inches apart."""
    for place, (x, y) in enumerate(points):
        for other in range(place):
            reach = SPAN + radii[place] + radii[other]
            if (x - points[other][0]) ** 2 + (y - points[other][1]) ** 2 > reach * reach:
                return False
    return True


def _gap(points: list[tuple[int, int]], radii: list[int], one: int, other: int) -> int:
    (ax, ay), (bx, by) = points[one], points[other]
    apart = (bx - ax) ** 2 + (by - ay) ** 2
    return max(0, (isqrt(apart - 1) + 1 if apart else 0) - radii[one] - radii[other])


def widest(points: list[tuple[int, int]], radii: list[int]) -> int:
    """The widest gap between any two round bases."""
    return max((_gap(points, radii, one, two) for one in range(len(points)) for two in range(one)), default=0)


def loosest(points: list[tuple[int, int]], radii: list[int]) -> int:
    """The widest gap that has to be bridged if round bases are joined by a chain of the narrowest gaps."""
    to_chain = {place: _gap(points, radii, 0, place) for place in range(1, len(points))}
    worst = 0
    while to_chain:
        gap, near = min((gap, place) for place, gap in to_chain.items())
        worst = max(worst, gap)
        del to_chain[near]
        to_chain = {place: min(gap, _gap(points, radii, near, place)) for place, gap in to_chain.items()}
    return worst


@rule("d10.hit.size-1", "d10.hit.size-2-3", "d10.gap.unit-us-sniper", "d10.gap.unit-de-sniper", "d10.gap.size-scale")
def size_of(state: Battle, figure: int) -> int:
    """How large a model is: a sniper is of size 1 while he has not moved this turn."""
    model = state.figures[figure]
    unit = state.units[model.unit]
    return 2 if unit.moved and unit.card.has("sniper") else model.size


@rule("d10.gap.grenades")
def has_grenades(unit: Unit) -> bool:
    """Whether a unit has grenades without limit: every foot unit of four or more models."""
    return not unit.card.individual and unit.strength >= GRENADES_FROM


@rule("d10.gap.weapon-mmg", "d10.gap.weapon-bazooka", "d10.gap.guns")
def crew(state: Battle, number: int) -> int:
    """How many models serve the weapon of a unit."""
    return len(state.units[number].men)


def served_weapon(state: Battle, number: int) -> str | None:
    """The weapon that a crew serve together, if a unit has one."""
    unit = state.units[number]
    if unit.gun >= 0:
        return state.figures[unit.gun].weapons[0]
    arms = (weapon for man in unit.men for weapon in state.figures[man].weapons)
    return next((weapon for weapon in arms if weapons()[weapon].has("served")), None)

"""A small battle for tests: a few units on a table, scripted dice that must be used up exactly, scripted answers.

    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3), german("de.grenadier-squad", (20, 30), name="Berta"))
    scene.order("Able", "shoot", dice=[7, 7, 2, 9])
    assert len(scene.unit("Berta").men) == 8

Distances are in inches, x to the right and y down; bearings in degrees, 0 is north, 90 east. Every decision that is not
answered takes its default, or is a test failure if it has none. `dice` is one flat list of faces. A list of answers is a
queue; write [[...]] for one answer that is itself a list. Keys of units may be given as their names.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.pieces import raised
from sandtable.play.decision import Decision
from sandtable.play.events import Happening, Thrown
from sandtable.play.journey import heights_at
from sandtable.play.scenario import Enlisted
from sandtable.play.script import Play, Script
from sandtable.rulesets.d10.basics.terrain import FLOOR
from sandtable.rulesets.d10.fire.shooting import nothing_to_shoot_at, plan, resolve
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.ruleset import RULESET
from sandtable.rulesets.d10.setup.forces import Recruit, bases, raise_unit
from sandtable.rulesets.d10.state import Battle, Mission, Model, Place, Unit
from sandtable.rulesets.d10.turn.activation import ACTS, activate
from sandtable.table.layout import Layout
from sandtable.table.terrain import Piece
from tests.answers import because, drive, goal, instead_of, keys, march, pivot, shift, spot, stay, takes, terrain
from tests.scene import PlayedScene, picked

Begin = Callable[[Play[Battle]], Script]
Spot = tuple[float, float]


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of a side to be put on the table, with whatever should be unusual about it.

    `at` is where its first model stands in inches (of a gun: the gun); the others stand in rows of five to its right and
    below, `gap` inches between bases, or at `spots`. `men` leaves only the first so many models, `pick` those with these
    roles, in this order; `strength` is what it began with, if not with those. `fields` are set on the unit, `each` on all
    its models, `models` on some by their place, `card` on the card. `aboard` is the name of the vehicle it rides in.
    """

    side: int
    troop: str
    at: Spot | None = None
    name: str = ""
    men: int = 0
    pick: tuple[str, ...] = ()
    strength: int = 0
    bearing: float = 0
    gap: float = 0.5
    spots: tuple[Spot, ...] = ()
    quality: str = ""
    add: tuple[str, ...] = ()
    floor: int = 0
    aboard: str = ""
    fields: dict[str, Any] = {}
    each: dict[str, Any] = {}
    models: dict[int, dict[str, Any]] = {}
    card: dict[str, Any] = {}


def us(troop: str, at: Spot | None = None, **rest: Any) -> Side:
    """A unit of side 0."""
    return Side(side=0, troop=troop, at=at, **rest)


def german(troop: str, at: Spot | None = None, **rest: Any) -> Side:
    """A unit of side 1."""
    return Side(side=1, troop=troop, at=at, **rest)


async def shoot(play: Play[Battle], number: int, *, at: int | None = None) -> bool:
    """A unit shoots, by order or in reaction at whom it reacts to; False if it has nothing to shoot at."""
    salvos = await plan(play, number, at)
    if not salvos:
        nothing_to_shoot_at(play, number)
        return False
    await resolve(play, number, tuple(salvos), reacting=at is not None)
    return True


class Scene(PlayedScene[Battle]):
    """A battle in its second turn, side 0 to activate, on a table of 72 by 48 inches. Nobody has acted yet this turn."""

    rules = RULESET

    def __init__(
        self,
        *sides: Side,
        ground: Sequence[Piece] = (),
        turn: int = 2,
        mission: Mission | None = None,
        size: Spot = (72, 48),
        objectives: Sequence[Spot] = (),
        fields: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        figures: list[Model] = []
        units: list[Unit] = []
        shapes: list[str] = []
        places: list[tuple[int, int, int, int, int]] = []
        for wanted in sides:
            units.append(_enlist(len(units), wanted, figures, shapes, places, Options(**options)))
        for number, wanted in enumerate(sides):
            if wanted.aboard:
                vehicle = next(other for other, unit in enumerate(units) if unit.name == wanted.aboard)
                units[number] = msgspec.structs.replace(units[number], place="aboard", aboard=vehicle)
        guns = {unit.gun for unit in units}
        self.state = Battle(
            width=inches(size[0]),
            depth=inches(size[1]),
            terrain=tuple(ground),
            layout=Layout.of(bases()[shape] for shape in shapes),
            figures=tuple(figures),
            units=tuple(units),
            options=Options(**options),
            mission=mission or Mission("meeting"),
            names=("US", "Germans"),
            sides=tuple(-1 if row in guns else units[model.unit].side for row, model in enumerate(figures)),
            agenda=(),
            phase="activation",
            turn=turn,
            objectives=tuple((inches(x), inches(y)) for x, y in objectives),
        )
        points = [(x, y) for _, x, y, _, _ in places]
        hills = heights_at(points, self.state.ground, raised(self.state))
        stood = [(*place[:4], place[4] or height) for place, height in zip(places, hills, strict=True)]
        self.state = msgspec.structs.replace(self.state, layout=self.state.layout.placed(stood))
        self.state = msgspec.structs.replace(self.state, **(fields or {}))
        self.news: list[Happening] = []
        self.asked: list[Decision[Any]] = []

    # ---- playing

    def order(self, name: str, order: str, dice: Sequence[int] = (), **answers: Any) -> "Scene":
        """A unit carries out one order (move, rush, hold, shoot, assault, break off, get out...), as in an activation."""
        self.call(ACTS[order], name, dice=dice, **answers)
        return self

    def activate(self, name: str, *orders: str, dice: Sequence[int] = (), **answers: Any) -> "Scene":
        """A whole activation of a unit with these orders; then it is done."""
        self.call(activate, name, dice=dice, order=[*orders, *(["nothing"] * (not orders))], **answers)
        return self

    # ---- looking

    def throws(self, why: str = "") -> list[Thrown]:
        """The throws whose reason contains a text, with what their dice need; why they need it `reasons` says."""
        return [msgspec.structs.replace(one, needs=one.needs.partition(" (")[0]) for one in super().throws(why)]

    def reasons(self, why: str = "") -> list[str]:
        """What the dice of some throws need, with every modifier."""
        return [one.needs for one in super().throws(why)]

    def unit(self, name: str) -> Unit:
        """A unit as it is now."""
        return self.state.units[self.number(name)]

    def model(self, name: str, man: int = 0) -> Model:
        """A unit's model as it is now."""
        return self.state.figures[self.row(name, man)]


def _enlist(
    number: int,
    wanted: Side,
    figures: list[Model],
    shapes: list[str],
    places: list[tuple[int, int, int, int, int]],
    options: Options,
) -> Unit:
    entry = Enlisted(wanted.troop, quality=wanted.quality, add=wanted.add)
    made = raise_unit(entry, "test", f"sides[{number}]")
    card = msgspec.structs.replace(made.card, **wanted.card)
    gun = -1
    if made.gun is not None:
        gun = len(figures)
        _stand(number, made.gun, {}, figures, shapes)
    men: list[int] = []
    for place, one in enumerate(picked(made.models, wanted.men, wanted.pick)):
        men.append(len(figures))
        _stand(number, one, {**wanted.each, "floor": wanted.floor, **wanted.models.get(place, {})}, figures, shapes)
    where: Place = "table" if wanted.at is not None else "waiting"
    unit = Unit(
        wanted.name or card.title,
        wanted.side,
        tuple(men),
        card,
        place=where,
        strength=wanted.strength or len(men),
        gun=gun,
        items=made.items,
        missions=made.missions(options),
    )
    if wanted.at is not None:
        _place(unit, wanted, shapes, places)
    return msgspec.structs.replace(unit, **wanted.fields)


def _place(unit: Unit, wanted: Side, shapes: list[str], places: list[tuple[int, int, int, int, int]]) -> None:
    assert wanted.at is not None
    x, y = wanted.at
    spots = [wanted.at, *wanted.spots]
    widest = max(_across(shapes[body]) for body in unit.bodies)
    for turn, body in enumerate(unit.bodies):
        step = widest + wanted.gap
        place = spots[turn] if wanted.spots else (x + turn % 5 * step, y + turn // 5 * step)
        places.append((body, inches(place[0]), inches(place[1]), round(wanted.bearing * 10), wanted.floor * FLOOR))


def _across(shape: str) -> float:
    base = bases()[shape]
    return (2 * base.radius or base.length) / 1000


def _stand(number: int, one: Recruit, fields: dict[str, Any], figures: list[Model], shapes: list[str]) -> None:
    made = Model(number, one.role, one.weapons, one.wounds, one.size)
    figures.append(msgspec.structs.replace(made, **fields))
    shapes.append(one.base)


__all__ = [
    "Scene",
    "Side",
    "because",
    "drive",
    "german",
    "goal",
    "instead_of",
    "keys",
    "march",
    "pivot",
    "shift",
    "shoot",
    "spot",
    "stay",
    "takes",
    "terrain",
    "us",
]

"""A small battle for tests: a few teams on a table, scripted dice that must be used up exactly, scripted answers.

    scene = Scene(brit("gb.rifle-team", (20, 20), name="Able"), german("de.rifle-team", (20, 34), name="Berta"))
    scene.act("Able", "fire", dice=[15, 2, 3, 4, 1, 3], shots="aimed 2", figure="f5")
    assert scene.unit("Berta").suppression == 1

Distances are in inches, x to the right and y down; bearings in degrees, 0 is north, 90 east. Every decision that is not
answered takes its default, or is a test failure if it has none. `dice` is one flat list of faces. A list of answers is a
queue; write [[...]] for one answer that is itself a list. Keys of teams may be given as their names. Unless it says
otherwise every team is spotted and aware, so that it can be shot at.
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
from sandtable.rulesets.skirmish41.basics.forces import bases, raise_team
from sandtable.rulesets.skirmish41.basics.terrain import FLOOR
from sandtable.rulesets.skirmish41.counters.arrivals import sides_of
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.ruleset import RULESET
from sandtable.rulesets.skirmish41.setup.set_up import DUMMY
from sandtable.rulesets.skirmish41.spotting.hidden import marks_of
from sandtable.rulesets.skirmish41.state import Battle, Figure, Marker, Mission, Place, Unit
from sandtable.rulesets.skirmish41.turn.activation import activate, carry_out
from sandtable.table.layout import Layout
from sandtable.table.terrain import Piece
from tests.answers import because, drive, goal, instead_of, keys, march, pivot, shift, spot, stay, takes, terrain
from tests.scene import PlayedScene, picked

Begin = Callable[[Play[Battle]], Script]
Spot = tuple[float, float]


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A team of a side to be put on the table, with whatever should be unusual about it.

    `at` is where its first figure stands in inches (of a gun or vehicle: the gun or hull); the others stand in a row to its
    right, `gap` inches between bases, or at `spots`. `men` leaves only the first so many figures, `pick` those with these
    roles, in this order; `strength` is what it began with, if not with those. `fields` are set on the team, `each` on all
    its figures, `figures` on some by their place, `card` on the card. `aboard` is the name of the vehicle it rides in.
    A troop of "dummy" is a dummy marker.
    """

    side: int
    troop: str
    at: Spot | None = None
    name: str = ""
    men: int = 0
    pick: tuple[str, ...] = ()
    strength: int = 0
    bearing: float = 0
    gap: float = 0.4
    spots: tuple[Spot, ...] = ()
    quality: str = ""
    add: tuple[str, ...] = ()
    floor: int = 0
    aboard: str = ""
    fields: dict[str, Any] = {}
    each: dict[str, Any] = {}
    figures: dict[int, dict[str, Any]] = {}
    card: dict[str, Any] = {}


def brit(troop: str, at: Spot | None = None, **rest: Any) -> Side:
    """A team of side 0."""
    return Side(side=0, troop=troop, at=at, **rest)


def german(troop: str, at: Spot | None = None, **rest: Any) -> Side:
    """A team of side 1."""
    return Side(side=1, troop=troop, at=at, **rest)


class Scene(PlayedScene[Battle]):
    """A battle in its second turn, in the first side's part, on a table of 72 by 48 inches. Nobody has acted yet."""

    rules = RULESET

    def __init__(
        self,
        *sides: Side,
        ground: Sequence[Piece] = (),
        turn: int = 2,
        mission: Mission | None = None,
        size: Spot = (72, 48),
        markers: Sequence[Marker] = (),
        fields: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        figures: list[Figure] = []
        units: list[Unit] = []
        shapes: list[str] = []
        places: list[tuple[int, int, int, int, int]] = []
        for wanted in sides:
            units.append(_enlist(len(units), wanted, figures, shapes, places))
        for number, wanted in enumerate(sides):
            if wanted.aboard:
                vehicle = next(other for other, unit in enumerate(units) if unit.name == wanted.aboard)
                units[number] = msgspec.structs.replace(units[number], place="aboard", aboard=vehicle)
        self.state = Battle(
            width=inches(size[0]),
            depth=inches(size[1]),
            terrain=tuple(ground),
            layout=Layout.of(bases()[shape] for shape in shapes),
            figures=tuple(figures),
            units=tuple(units),
            options=Options(**options),
            mission=mission or Mission("crossroads"),
            names=("British", "Germans"),
            sides=sides_of(units, figures),
            agenda=(),
            phase="part",
            turn=turn,
            markers=tuple(markers),
            alert=(True, True),
        )
        points = [(x, y) for _, x, y, _, _ in places]
        hills = heights_at(points, self.state.ground, raised(self.state))
        stood = [(*place[:4], place[4] or height) for place, height in zip(places, hills, strict=True)]
        self.state = msgspec.structs.replace(self.state, layout=self.state.layout.placed(stood))
        self.state = _marked(msgspec.structs.replace(self.state, **(fields or {})))
        self.news: list[Happening] = []
        self.asked: list[Decision[Any]] = []

    # ---- playing

    def call(self, script: Callable[..., Any], *arguments: Any, dice: Sequence[int] = (), **answers: Any) -> Any:
        """Play a script with arguments, as every scene does; then markers lie where they belong."""
        found = super().call(script, *arguments, dice=dice, **answers)
        self.state = _marked(self.state)
        return found

    def act(self, name: str, order: str, dice: Sequence[int] = (), **answers: Any) -> "Scene":
        """A team does one thing (move, fire, use:grenade, spot, drive...), as in its activation."""
        self.call(carry_out, name, order, dice=dice, **answers)
        return self

    def activate(self, name: str, *orders: str, dice: Sequence[int] = (), **answers: Any) -> "Scene":
        """A whole activation of a team: it does these things, then nothing more."""
        self.call(activate, name, dice=dice, action=[*orders, "done"] if orders else [], **answers)
        return self

    # ---- looking

    def throws(self, why: str = "") -> list[Thrown]:
        """The throws whose reason contains a text, with what their dice need; why they need it `reasons` says."""
        return [msgspec.structs.replace(one, needs=one.needs.partition(" (")[0]) for one in super().throws(why)]

    def reasons(self, why: str = "") -> list[str]:
        """What the dice of some throws need, with every modifier."""
        return [one.needs for one in super().throws(why)]

    def unit(self, name: str) -> Unit:
        """A team as it is now."""
        return self.state.units[self.number(name)]

    def figure(self, name: str, man: int = 0) -> Figure:
        """A team's figure as it is now."""
        return self.state.figures[self.row(name, man)]


def _marked(state: Battle) -> Battle:
    """Markers lie where unspotted teams are, as they always do between two steps."""
    return state if state.solo else msgspec.structs.replace(state, unknown=marks_of(state))


def _enlist(
    number: int,
    wanted: Side,
    figures: list[Figure],
    shapes: list[str],
    places: list[tuple[int, int, int, int, int]],
) -> Unit:
    entry = Enlisted(wanted.troop, quality=wanted.quality, add=wanted.add)
    made = DUMMY if wanted.troop == "dummy" else raise_team(entry, "test", f"sides[{number}]")
    card = msgspec.structs.replace(made.card, **wanted.card)
    hull = -1
    if made.hull:
        hull = len(figures)
        figures.append(Figure(number, "hull" if card.vehicle else "gun", (), 0))
        shapes.append(made.hull)
    men: list[int] = []
    for place, one in enumerate(picked(made.figures, wanted.men, wanted.pick)):
        men.append(len(figures))
        fields = {**wanted.each, "floor": wanted.floor, **wanted.figures.get(place, {})}
        figures.append(msgspec.structs.replace(Figure(number, one.role, one.arms, one.rating), **fields))
        shapes.append(one.base)
    where: Place = "table" if wanted.at is not None else "waiting"
    unit = Unit(
        wanted.name or card.title,
        wanted.side,
        tuple(men),
        card,
        place=where,
        strength=wanted.strength or len(men),
        hull=hull,
        items=made.items,
        spotted=wanted.troop != "dummy",
        aware=True,
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
        place = spots[turn] if wanted.spots else (x + turn * step, y)
        places.append((body, inches(place[0]), inches(place[1]), round(wanted.bearing * 10), wanted.floor * FLOOR))


def _across(shape: str) -> float:
    base = bases()[shape]
    return (2 * base.radius or base.length) / 1000


__all__ = [
    "Scene",
    "Side",
    "because",
    "brit",
    "drive",
    "german",
    "goal",
    "instead_of",
    "keys",
    "march",
    "pivot",
    "shift",
    "spot",
    "stay",
    "takes",
    "terrain",
]

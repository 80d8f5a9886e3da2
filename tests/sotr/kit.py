"""A small battle for tests: a few units on a table, scripted dice that must be used up exactly, scripted answers.

    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3), reich("reich.zombies", (30, 20), name="Mob", men=2))
    scene.activate("Able", [4, 5, 6, ...], action="advance", move=stay(), fire="nearest")
    assert scene.unit("Mob").men == ...

Distances are in inches, x to the right and y down; bearings in degrees, 0 is north, 90 east. Every decision that is not
answered takes its default, or is a test failure if it has none. `dice` is one flat list of faces. A list of answers is a
queue; write [[...]] for one answer that is itself a list. Keys of units may be given as their names.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.pieces import heights_of_ground
from sandtable.play.decision import Decision
from sandtable.play.events import Happening
from sandtable.play.refusal import Refusal
from sandtable.play.scenario import Enlisted
from sandtable.play.script import Play, Script
from sandtable.rulesets.sotr.basics.sight import enemies
from sandtable.rulesets.sotr.fire.suppression import targets, too_weak, why_not
from sandtable.rulesets.sotr.melee.assault import may_not_charge, why_not_charge
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.ruleset import RULESET
from sandtable.rulesets.sotr.setup.forces import bases, raise_unit
from sandtable.rulesets.sotr.state import Battle, Mission, Soldier, Unit
from sandtable.table.layout import Layout
from sandtable.table.terrain import Piece
from tests.answers import because, drive, goal, instead_of, keys, march, shift, spot, stay, takes, terrain
from tests.scene import PlayedScene, picked

Begin = Callable[[Play[Battle]], Script]
Spot = tuple[float, float]


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of a side to be put on the table, with whatever should be unusual about it.

    `at` is where its first model stands in inches; the others stand in rows of five to its right and below, `gap` inches
    apart, or at `spots`. `men` leaves only the first so many models, `pick` those with these roles, in this order.
    `fields` are set on the unit, `each` on all its models, `models` on some by their place, `card` on the card.
    """

    side: int
    troop: str
    at: Spot | None = None
    name: str = ""
    men: int = 0
    pick: tuple[str, ...] = ()
    bearing: float = 0
    gap: float = 0.5
    spots: tuple[Spot, ...] = ()
    storey: int = 0
    fields: dict[str, Any] = {}
    each: dict[str, Any] = {}
    models: dict[int, dict[str, Any]] = {}
    card: dict[str, Any] = {}


def us(troop: str, at: Spot | None = None, **rest: Any) -> Side:
    """A unit of side 0."""
    return Side(side=0, troop=troop, at=at, **rest)


def reich(troop: str, at: Spot | None = None, **rest: Any) -> Side:
    """A unit of side 1."""
    return Side(side=1, troop=troop, at=at, **rest)


class Scene(PlayedScene[Battle]):
    """A battle in the Action Phase of its second turn, on a table of 48 by 48 inches."""

    rules = RULESET

    def __init__(
        self,
        *sides: Side,
        ground: Sequence[Piece] = (),
        turn: int = 2,
        mission: Mission | None = None,
        edges: tuple[str, str] = ("south", "north"),
        size: Spot = (48, 48),
        objectives: Sequence[Spot] = (),
        fields: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        figures: list[Soldier] = []
        units: list[Unit] = []
        shapes: list[str] = []
        places: list[tuple[int, int, int, int, int]] = []
        for number, wanted in enumerate(sides):
            units.append(_enlist(number, wanted, figures, shapes, places))
        self.state = Battle(
            width=inches(size[0]),
            depth=inches(size[1]),
            terrain=tuple(ground),
            layout=Layout.of(bases()[shape] for shape in shapes),
            figures=tuple(figures),
            units=tuple(units),
            options=Options(**options),
            mission=mission or Mission("meeting"),
            names=("US", "Reich"),
            agenda=(),
            phase="action",
            turn=turn,
            half=1,
            edges=edges,
            objectives=tuple((inches(x), inches(y)) for x, y in objectives),
        )
        ground_at = heights_of_ground(self.state, [(x, y) for _, x, y, _, _ in places])
        raised = [
            (row, x, y, bearing, high or low) for (row, x, y, bearing, high), low in zip(places, ground_at, strict=True)
        ]
        self.state = msgspec.structs.replace(self.state, layout=self.state.layout.placed(raised), **(fields or {}))
        self.news: list[Happening] = []
        self.asked: list[Decision[Any]] = []

    # ---- playing

    def activate(self, name: str, dice: Sequence[int] = (), **answers: Any) -> "Scene":
        """A unit's whole activation."""
        from sandtable.rulesets.sotr.turn.activation import activate  # noqa: PLC0415

        self.call(activate, name, dice=dice, **answers)
        return self

    def engage(self, one: str, man: int, other: str, foe: int) -> "Scene":
        """Two models are Engaged."""
        pair = (self.row(one, man), self.row(other, foe))
        if self.unit(one).side == 1:
            pair = (pair[1], pair[0])
        self.state = msgspec.structs.replace(self.state, engaged=(*self.state.engaged, pair))
        return self

    # ---- looking

    def unit(self, name: str) -> Unit:
        """A unit as it is now."""
        return self.state.units[self.number(name)]

    def man(self, name: str, man: int = 0) -> Soldier:
        """A unit's model as it is now."""
        return self.state.figures[self.row(name, man)]


def _enlist(
    number: int,
    wanted: Side,
    figures: list[Soldier],
    shapes: list[str],
    places: list[tuple[int, int, int, int, int]],
) -> Unit:
    raised = raise_unit(Enlisted(wanted.troop), "test", f"sides[{number}]")
    recruits = picked(raised.figures, wanted.men, wanted.pick)
    men: list[int] = []
    for place, recruit in enumerate(recruits):
        men.append(len(figures))
        frenzied = "frenzy" in raised.card.traits
        made = Soldier(
            number, recruit.role, recruit.weapons, recruit.rank, recruit.cool, recruit.gear, frenzied=frenzied
        )
        figures.append(msgspec.structs.replace(made, **{**wanted.each, **wanted.models.get(place, {})}))
        shapes.append(recruit.base)
    card = msgspec.structs.replace(raised.card, **wanted.card)
    unit = Unit(
        wanted.name or card.title, wanted.side, tuple(men), card, place="table", strength=len(men), frag=raised.frag,
        smoke=raised.smoke,
    )  # fmt: skip
    if wanted.at is None:
        unit = msgspec.structs.replace(unit, place="reserve")
    else:
        bearing = round(wanted.bearing * 10)
        spots = [wanted.at, *wanted.spots]
        step = 2 * bases()[recruits[0].base].radius / 1000 + wanted.gap
        for place, row in enumerate(men):
            x, y = wanted.at
            spot = spots[place] if wanted.spots else (x + place % 5 * step, y + place // 5 * step)
            places.append((row, inches(spot[0]), inches(spot[1]), bearing, wanted.storey * 4000))
    return msgspec.structs.replace(unit, **wanted.fields)


def chargeable(state: Battle, number: int) -> dict[int, Refusal | None]:
    """The enemy units that a unit knows of, with why it may not declare an Assault on them."""
    barred = may_not_charge(state, number)
    known = enemies(state, state.units[number].side)
    return {target: barred or why_not_charge(state, number, target) for target in known}


def suppressible(state: Battle, number: int) -> dict[str, Refusal | None]:
    """Targets of a unit's Suppressing Fire by key (`u3` a unit, `t5` a terrain piece), with why not where it cannot."""
    weak = too_weak(state, number)
    return {target: weak or why_not(state, number, target) for target in targets(state, number)}


__all__ = [
    "Scene",
    "Side",
    "because",
    "chargeable",
    "drive",
    "goal",
    "instead_of",
    "keys",
    "march",
    "reich",
    "shift",
    "spot",
    "stay",
    "suppressible",
    "takes",
    "terrain",
    "us",
]

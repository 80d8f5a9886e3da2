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
from sandtable.play.domains import OneOf
from sandtable.play.events import Happening
from sandtable.play.refusal import Refusal
from sandtable.play.scenario import Enlisted
from sandtable.play.script import Play, Script
from sandtable.rulesets.sotr.assault import may_not_charge, why_not_charge
from sandtable.rulesets.sotr.forces import Recruit, bases, raise_unit
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.ruleset import RULESET
from sandtable.rulesets.sotr.sight import enemies
from sandtable.rulesets.sotr.state import Battle, Mission, Soldier, Unit
from sandtable.rulesets.sotr.suppression import targets, too_weak, why_not
from sandtable.table.layout import Layout
from sandtable.table.terrain import Piece
from tests.answers import because, drive, goal, instead_of, keys, march, shift, spot, stay, takes, terrain
from tests.scene import PlayedScene

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

    def call(self, script: Callable[..., Any], *arguments: Any, dice: Sequence[int] = (), **answers: Any) -> Any:
        """Play a script with arguments; names of units among them stand for their numbers. Gives what it returns."""
        numbers = [
            self.number(one) if isinstance(one, str) and self._number(one) is not None else one for one in arguments
        ]
        found: list[Any] = []

        async def begin(play: Play[Battle]) -> None:
            result = script(play, *numbers)
            found.append(await result if hasattr(result, "__await__") else result)

        self.run(begin, dice, **answers)
        return found[-1]

    def activate(self, name: str, dice: Sequence[int] = (), **answers: Any) -> "Scene":
        """A unit's whole activation."""
        from sandtable.rulesets.sotr.activation import activate  # noqa: PLC0415

        self.call(activate, name, dice=dice, **answers)
        return self

    def change(self, name: str, man: int | None = None, **fields: Any) -> "Scene":
        """Set fields of a unit, or of one of its models."""
        if man is None:
            units = list(self.state.units)
            units[self.number(name)] = msgspec.structs.replace(self.unit(name), **fields)
            self.state = msgspec.structs.replace(self.state, units=tuple(units))
        else:
            figures = list(self.state.figures)
            row = self.unit(name).men[man]
            figures[row] = msgspec.structs.replace(figures[row], **fields)
            self.state = msgspec.structs.replace(self.state, figures=tuple(figures))
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

    def row(self, name: str, man: int = 0) -> int:
        """The number of a unit's model, by its place among those left."""
        return self.unit(name).men[man]

    def man(self, name: str, man: int = 0) -> Soldier:
        """A unit's model as it is now."""
        return self.state.figures[self.row(name, man)]

    def barred(self, kind: str) -> dict[str, tuple[str, ...]]:
        """What could not be chosen when a kind of decision was first asked, with the clauses that say so."""
        domain = self.decision(kind).domain
        assert isinstance(domain, OneOf), f"{kind} bars nothing"
        return {key: refusal.because for key, refusal in domain.barred().items()}


def _enlist(
    number: int,
    wanted: Side,
    figures: list[Soldier],
    shapes: list[str],
    places: list[tuple[int, int, int, int, int]],
) -> Unit:
    raised = raise_unit(Enlisted(wanted.troop), "test", f"sides[{number}]")
    recruits = _picked(raised.figures, wanted)
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


def _picked(recruits: Sequence[Recruit], wanted: Side) -> list[Recruit]:
    if not wanted.pick:
        return list(recruits[: wanted.men or len(recruits)])
    left = list(recruits)
    found = []
    for role in wanted.pick:
        found.append(next(recruit for recruit in left if recruit.role == role))
        left.remove(found[-1])
    return found


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

"""A small battle for tests: a few units on a table, scripted dice that must be used up exactly, scripted answers.

    scene = Scene(
        Side(0, "us.rifle-squad", at=(20, 20), name="Able"),
        Side(1, "de.grenadier-squad", at=(30, 20), name="Grenadiers"),
    )
    scene.order("Able", "fire", dice=[...], target="Grenadiers")
    assert scene.unit("Grenadiers").pins == 1

Distances are in inches, x to the right and y down; bearings in degrees, 0 is north, 90 east. Every decision that is not
answered takes its default, or is a test failure if it has none. `dice` is one flat list of faces.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.play.events import Happening
from sandtable.play.scenario import Enlisted
from sandtable.play.script import Play, Script
from sandtable.play.terms_of_march import NOWHERE
from sandtable.rulesets.bolt_action.basics.battlefield import height_of_ground
from sandtable.rulesets.bolt_action.move.deployment import set_up
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.setup.forces import bases, raise_unit
from sandtable.rulesets.bolt_action.state import Battle, Card, Mission, Soldier, Unit
from sandtable.rulesets.bolt_action.turn.orders import CHOICES, obey
from sandtable.rulesets.bolt_action.turn.turn import draw_and_act, start_turn
from sandtable.rulesets.bolt_action.turn.turn_end import end_turn
from sandtable.table.layout import Layout
from sandtable.table.terrain import Piece
from tests.answers import because, drive, goal, instead_of, keys, march, pivot, shift, stay, takes, terrain
from tests.scene import PlayedScene

Begin = Callable[[Play[Battle]], Script]


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of a side to be put on the table, with whatever should be unusual about it.

    `at` is where its first figure (a gun before its crew) stands in inches; the others stand in a row of five to its right
    and further rows below, `gap` inches apart, or at `spots` if these are given. `fields` are set on the unit as it is.
    """

    side: int
    troop: str
    at: tuple[float, float] | None = None
    name: str = ""
    men: int = 0
    quality: str = ""
    add: tuple[str, ...] = ()
    bearing: float = 0
    gap: float = 0.5
    spots: tuple[tuple[float, float], ...] = ()
    spotter_at: tuple[float, float] | None = None
    fields: dict[str, Any] = {}


def us(troop: str, at: tuple[float, float] | None = None, **rest: Any) -> Side:
    """A unit of side 0."""
    return Side(side=0, troop=troop, at=at, **rest)


def de(troop: str, at: tuple[float, float] | None = None, **rest: Any) -> Side:
    """A unit of side 1."""
    return Side(side=1, troop=troop, at=at, **rest)


def card(troop: str, **changes: Any) -> Card:
    """The card of a troop with some of its lines changed: for `fields` of a side, where the catalogue lacks a troop."""
    return msgspec.structs.replace(raise_unit(Enlisted(troop), "test", troop).card, **changes)


def column(x: float, y: float, men: int) -> tuple[tuple[float, float], ...]:
    """`spots` for a unit of so many whose first man stands at (x, y): the others below him, half an inch apart."""
    return tuple((x, y + 1.5 * place) for place in range(1, men))


class Scene(PlayedScene[Battle]):
    """A battle in the middle of its second turn."""

    rules = RULESET

    def __init__(
        self,
        *sides: Side,
        ground: Sequence[Piece] = (),
        turn: int = 2,
        mission: Mission | None = None,
        edges: tuple[str, str] = ("south", "north"),
        attacker: int = 0,
        size: tuple[float, float] = (72, 48),
        dark: bool = False,
        objectives: Sequence[tuple[float, float]] = (),
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
            mission=mission or Mission("attrition"),
            names=("US", "Germans"),
            agenda=(),
            phase="orders",
            turn=turn,
            edges=edges,
            attacker=attacker,
            dark=dark,
            objectives=tuple((inches(x), inches(y)) for x, y in objectives),
        )
        raised = [(row, x, y, bearing, height_of_ground(self.state, x, y)) for row, x, y, bearing, _ in places]
        self.state = msgspec.structs.replace(self.state, layout=self.state.layout.placed(raised))
        self.news: list[Happening] = []
        self.asked: list[Decision[Any]] = []

    # ---- playing

    def order(self, name: str, order: str, dice: Sequence[int] = (), **answers: Any) -> "Scene":
        """Give a unit an order and play it out: the order test if it needs one, and the action."""
        number = self.number(name)
        return self.run(lambda play: _ignore(obey(play, number, CHOICES[order])), dice, **answers)

    def draw(self, dice: Sequence[int] = (), **answers: Any) -> "Scene":
        """Draw an order die and play it out; `unit` and `order` are answers. The draw is the first die, if both have any."""
        return self.run(draw_and_act, dice, **answers)

    def end_turn(self, dice: Sequence[int] = (), **answers: Any) -> "Scene":
        """The Turn End Phase."""
        return self.run(end_turn, dice, **answers)

    def start_turn(self, dice: Sequence[int] = (), **answers: Any) -> "Scene":
        """The start of a turn."""
        return self.run(start_turn, dice, **answers)

    def set_up(self, name: str, *, hidden: bool = False, **answers: Any) -> "Scene":
        """Set a unit up anywhere on the table before the battle."""
        number = self.number(name)
        return self.run(lambda play: set_up(play, number, NOWHERE, "ba.gap.sides-and-edges", hidden=hidden), **answers)

    # ---- looking

    def unit(self, name: str) -> Unit:
        """A unit as it is now."""
        return self.state.units[self.number(name)]


async def _ignore(script: Any) -> None:
    await script


def _enlist(
    number: int,
    wanted: Side,
    figures: list[Soldier],
    shapes: list[str],
    places: list[tuple[int, int, int, int, int]],
) -> Unit:
    raised = raise_unit(
        Enlisted(wanted.troop, quality=wanted.quality, men=wanted.men, add=wanted.add), "test", f"sides[{number}]"
    )
    men: list[int] = []
    gun = spotter = None
    order: list[int] = []
    for recruit in raised.figures:
        row = len(figures)
        figures.append(Soldier(number, recruit.role, recruit.weapon, recruit.carries))
        shapes.append(recruit.base)
        if recruit.role == "gun":
            gun = row
            order.insert(0, row)
        elif recruit.role == "spotter":
            spotter = row
        else:
            men.append(row)
            order.append(row)
    unit = Unit(wanted.name or raised.card.title, wanted.side, tuple(men), raised.card, gun=gun, spotter=spotter)
    if wanted.at is None:
        unit = msgspec.structs.replace(unit, place="reserve")
    else:
        bearing = round(wanted.bearing * 10)
        for row, (x, y) in zip(order, _spots(wanted, [bases()[shapes[row]].radius for row in order]), strict=True):
            places.append((row, inches(x), inches(y), bearing, 0))
        if spotter is not None:
            x, y = wanted.spotter_at or (wanted.at[0], wanted.at[1] + 3)
            places.append((spotter, inches(x), inches(y), bearing, 0))
    return msgspec.structs.replace(unit, **wanted.fields)


# Where the crew of a gun or heavy weapon stand, seen from 0.8 inches behind its base: close enough to serve it.
BEHIND_GUN = ((-0.6, 0), (0.7, 0), (-1.9, -0.6), (2.0, -0.8), (-2.3, -1.9), (2.3, -2.1), (-1.9, -3.3))


def _spots(wanted: Side, radii: Sequence[int]) -> list[tuple[float, float]]:
    """Where figures stand: as told, or in rows of five; a gun's crew stands close behind it."""
    assert wanted.at is not None
    if wanted.spots:
        return [wanted.at, *wanted.spots]
    x, y = wanted.at
    spots = []
    step = 1 + wanted.gap
    first = radii[0] / 1000 if radii[0] else 0.5
    for place in range(len(radii)):
        if place == 0:
            spots.append((x, y))
        elif first > 0.5:
            across, down = BEHIND_GUN[place - 1]
            spots.append((x + across, y + first + 0.8 + down))
        else:
            spots.append((x + (place % 5) * step, y + (place // 5) * step))
    return spots


__all__ = [
    "Scene",
    "Side",
    "because",
    "card",
    "column",
    "de",
    "drive",
    "goal",
    "instead_of",
    "keys",
    "march",
    "pivot",
    "shift",
    "stay",
    "takes",
    "terrain",
    "us",
]

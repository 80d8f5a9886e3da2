"""A small battle for tests: a few Units on a table, scripted dice that must be used up exactly, scripted answers.

    scene = Scene(us("us.rifle-platoon", (20, 20), name="Able", pick=("PL", "Rifle Team")), german("de.mg-platoon", (30, 9)))
    scene.call(fire, "Able", "fire", dice=[4, 5], target="Machine-gun Platoon")
    assert scene.unit("Able").men == ...

Distances are in inches, x to the right and y down; bearings in degrees, 0 is north, 90 east. Every decision that is not
answered takes its default, or is a test failure if it has none. `dice` is one flat list of faces. A list of answers is a
queue; write [[...]] for one answer that is itself a list. Keys of Units may be given as their names.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.play.events import Happening
from sandtable.play.scenario import Enlisted
from sandtable.play.script import Play, Script
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.rulesets.fraley.setup.forces import Recruit, bases, raise_unit
from sandtable.rulesets.fraley.state import Battle, Mission, Place, Team, Unit
from sandtable.table.layout import Layout
from sandtable.table.terrain import Piece
from tests.answers import because, goal, instead_of, keys, march, shift, spot, stay, takes, terrain
from tests.scene import PlayedScene, picked

Begin = Callable[[Play[Battle]], Script]
Spot = tuple[float, float]


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A Unit of a side to be put on the table, with whatever should be unusual about it.

    `at` is where its first Team stands in inches; the others stand in rows of five to its right and below, `gap` inches
    apart, or at `spots`. `men` leaves only the first so many Teams, `pick` those with these roles, in this order.
    `fields` are set on the Unit, `each` on all its Teams, `teams` on some by their place, `card` on the card. An artillery
    Unit's Forward Observer comes with it as a Unit of his own, called "<name> FO", if `fo` says where he stands.
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
    fo: Spot | None = None
    quality: str = ""
    fields: dict[str, Any] = {}
    each: dict[str, Any] = {}
    teams: dict[int, dict[str, Any]] = {}
    card: dict[str, Any] = {}


def us(troop: str, at: Spot | None = None, **rest: Any) -> Side:
    """A Unit of side 0."""
    return Side(side=0, troop=troop, at=at, **rest)


def german(troop: str, at: Spot | None = None, **rest: Any) -> Side:
    """A Unit of side 1."""
    return Side(side=1, troop=troop, at=at, **rest)


class Scene(PlayedScene[Battle]):
    """A battle in the third Initiative of its second round, held by side 0, on a table of 72 by 48 inches.

    Nobody has acted yet this round; all Teams count as having moved and fired in their last activation unless `quiet`.
    """

    rules = RULESET

    def __init__(
        self,
        *sides: Side,
        ground: Sequence[Piece] = (),
        round: int = 2,  # noqa: A002
        initiative: int = 3,
        mission: Mission | None = None,
        size: Spot = (72, 48),
        objectives: Sequence[Spot] = (),
        quiet: bool = False,
        fields: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        figures: list[Team] = []
        units: list[Unit] = []
        shapes: list[str] = []
        places: list[tuple[int, int, int, int, int]] = []
        for wanted in sides:
            units += _enlist(len(units), wanted, figures, shapes, places, quiet=quiet)
        starting = [sum(unit.counts and unit.side == side for unit in units) for side in (0, 1)]
        self.state = Battle(
            width=inches(size[0]),
            depth=inches(size[1]),
            terrain=tuple(ground),
            layout=Layout.of(bases()[shape] for shape in shapes).placed(places),
            figures=tuple(figures),
            units=tuple(units),
            options=Options(**options),
            mission=mission or Mission("meeting"),
            names=("US", "Germans"),
            sides=tuple(units[figure.unit].side for figure in figures),
            agenda=(),
            phase="initiative",
            round=round,
            initiative=initiative,
            objectives=tuple((inches(x), inches(y)) for x, y in objectives),
            units_at_start=(starting[0], starting[1]),
        )
        self.state = msgspec.structs.replace(self.state, **(fields or {}))
        self.news: list[Happening] = []
        self.asked: list[Decision[Any]] = []

    # ---- playing

    # ---- looking

    def unit(self, name: str) -> Unit:
        """A Unit as it is now."""
        return self.state.units[self.number(name)]

    def team(self, name: str, man: int = 0) -> Team:
        """A Unit's Team as it is now."""
        return self.state.figures[self.row(name, man)]

    def marks(self, name: str) -> list[int]:
        """The suppression markers on a Unit's Teams."""
        return [self.state.figures[man].marks for man in self.unit(name).men]


def _enlist(
    number: int,
    wanted: Side,
    figures: list[Team],
    shapes: list[str],
    places: list[tuple[int, int, int, int, int]],
    *,
    quiet: bool,
) -> list[Unit]:
    raised = raise_unit(Enlisted(wanted.troop, quality=wanted.quality), "test", f"sides[{number}]")
    card = msgspec.structs.replace(raised.card, **wanted.card)
    acted = {} if quiet else {"moved": True, "fired": True}
    bearing = round(wanted.bearing * 10)
    recruits = picked(raised.teams, wanted.men, wanted.pick)
    men = _teams(number, recruits, acted, wanted, bearing, figures, shapes)
    name = wanted.name or card.title
    place: Place = "table" if wanted.at is not None else "waiting"
    unit = Unit(name, wanted.side, men, card, place=place, strength=len(men))
    if wanted.at is not None:
        spots = [wanted.at, *wanted.spots]
        for turn, (row, shape) in enumerate(zip(men, shapes[men[0] :], strict=False)):
            step = bases()[shape].width / 1000 + wanted.gap
            deep = max(bases()[other].length for other in shapes[men[0] :]) / 1000 + wanted.gap
            x, y = wanted.at
            spot = spots[turn] if wanted.spots else (x + turn % 5 * step, y + turn // 5 * deep)
            places.append((row, inches(spot[0]), inches(spot[1]), bearing, 0))
    found = [msgspec.structs.replace(unit, **wanted.fields)]
    if wanted.fo is not None:
        rows = _teams(number + 1, raised.observers, acted, Side(side=wanted.side, troop=""), bearing, figures, shapes)
        places.append((rows[0], inches(wanted.fo[0]), inches(wanted.fo[1]), bearing, 0))
        watcher = msgspec.structs.replace(card, title="Forward Observer", rank="fo", points=0, tank=False)
        found.append(
            Unit(f"{name} FO", wanted.side, rows, watcher, place="table", strength=1, battery=number),
        )
    return found


def _teams(
    number: int,
    recruits: Sequence[Recruit],
    acted: dict[str, Any],
    wanted: Side,
    bearing: int,
    figures: list[Team],
    shapes: list[str],
) -> tuple[int, ...]:
    men: list[int] = []
    for place, one in enumerate(recruits):
        men.append(len(figures))
        turret = bearing if one.turret else -1
        made = Team(number, one.role, one.kind, one.weapons, one.vehicle, one.leader, turret=turret)
        figures.append(msgspec.structs.replace(made, **{**acted, **wanted.each, **wanted.teams.get(place, {})}))
        shapes.append(one.base)
    return tuple(men)


__all__ = [
    "Scene",
    "Side",
    "because",
    "german",
    "goal",
    "instead_of",
    "keys",
    "march",
    "shift",
    "spot",
    "stay",
    "takes",
    "terrain",
    "us",
]

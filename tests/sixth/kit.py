"""A small battle of the Platoon Sheet: a few units on a table, scripted dice and answers. Distances are in inches."""

from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.geometry.units import inches
from sandtable.play.scenario import Enlisted, Force, Scenario
from sandtable.table.maps import Battlefield
from sandtable.table.terrain import Piece
from tests.scene import PlayedScene

from .sheet.options import Options
from .sheet.ruleset import RULESET
from .sheet.setup import set_up_battle
from .sheet.state import Battle, Unit

Spot = tuple[float, float]


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A unit to be put on the table: its first model at a spot, the others in a row to the right of it."""

    side: int
    name: str
    at: Spot | None
    troop: str = "rifle-squad"
    men: int = 0  # only the first so many models are there
    strength: int = 0  # what it began with, if not with those
    gap: float = 0.5
    done: bool = False


def blue(name: str, at: Spot | None = None, **rest: Any) -> Side:
    """A unit of the first side."""
    return Side(side=0, name=name, at=at, **rest)


def red(name: str, at: Spot | None = None, **rest: Any) -> Side:
    """A unit of the second side."""
    return Side(side=1, name=name, at=at, **rest)


class Scene(PlayedScene[Battle]):
    """A battle in its second turn on a table of 48 by 48 inches, with whatever terrain is wanted."""

    rules = RULESET

    def __init__(self, *sides: Side, ground: Sequence[Piece] = (), turn: int = 2, **options: Any) -> None:
        forces = [Force(name, name, _entries(sides, side)) for side, name in enumerate(("Blue", "Red"))]
        field = Battlefield("test", "test", inches(48), inches(48), tuple(ground))
        self.state = set_up_battle(Scenario("test", "", "", field, (forces[0], forces[1])), Options(**options))
        units, places, gone = list(self.state.units), list[tuple[int, int, int, int, int]](), list[int]()
        for wanted in sides:
            number = self.number(wanted.name)
            unit = units[number]
            men = unit.men[: wanted.men or len(unit.men)]
            gone += unit.men[len(men) :]
            place = "waiting" if wanted.at is None else "table"
            fields = {"men": men, "place": place, "done": wanted.done, "strength": wanted.strength or len(men)}
            units[number] = msgspec.structs.replace(unit, **fields)
            if wanted.at is not None:
                x, y = wanted.at
                step = 1 + wanted.gap
                places += [(man, inches(x + place * step), inches(y), 0, 0) for place, man in enumerate(men)]
        layout = self.state.layout.placed(places).without(gone)
        self.state = msgspec.structs.replace(self.state, layout=layout, units=tuple(units), phase="battle", turn=turn)
        self.news, self.asked = [], []

    def unit(self, name: str) -> Unit:
        """A unit as it is now."""
        return self.state.units[self.number(name)]

    def left(self, name: str) -> int:
        """How many models of a unit are left."""
        return len(self.unit(name).men)


def _entries(sides: Sequence[Side], side: int) -> tuple[Enlisted, ...]:
    return tuple(Enlisted(one.troop, name=one.name) for one in sides if one.side == side)

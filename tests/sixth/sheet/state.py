"""The state of a battle: models with a weapon, units with a card, and whose turn it is."""

from typing import Literal

import msgspec

from sandtable import play
from sandtable.play.ruleset import Outcome

from .options import Options

Phase = Literal["setup", "battle", "over"]
Place = Literal["waiting", "table", "gone"]


class Card(msgspec.Struct, frozen=True):
    """What a troop's entry says: it never changes during a battle."""

    troop: str
    title: str
    symbol: str
    points: int
    nerve: int  # what a die must show for it to stand


class Model(play.Figure, frozen=True):
    """A model and its weapon."""

    weapon: str


class Unit(play.Unit, frozen=True, omit_defaults=True):
    """A unit; `men` are its models still there, the leader first."""

    card: Card
    strength: int  # models at the start
    place: Place = "waiting"
    done: bool = False  # it has acted this turn, or gone to ground instead
    grounded: bool = False  # it went to ground this turn


class Battle(play.State[Model, Unit], frozen=True):
    """A battle of the Platoon Sheet."""

    options: Options
    names: tuple[str, str]
    phase: Phase = "setup"
    turn: int = 0
    active: int = 0  # the side that sets up or activates next
    outcome: Outcome | None = None


def on_table(state: Battle, side: int) -> list[int]:
    """A side's units on the table."""
    return [number for number, unit in enumerate(state.units) if unit.side == side and unit.place == "table"]

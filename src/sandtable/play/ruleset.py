"""What a rulebook must be able to do. A rulebook calls what it needs; nothing here is to be inherited from."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeVar

import msgspec

from sandtable.table.maps import Battlefield

from .decision import Decision
from .driving import Driving
from .events import Event, Happening
from .marching import Marching
from .scenario import Scenario
from .script import Begin, Step
from .shown import Change, Counter, Fact, Field, Prospect, Shown, Sighting
from .state import State

S = TypeVar("S", bound=State[Any, Any])


class Outcome(msgspec.Struct, frozen=True):
    """How a battle ended: the seat that won (None for a draw), the score of each, and why."""

    winner: int | None
    scores: tuple[int, int]
    why: str
    because: tuple[str, ...]


class UnitCard(msgspec.Struct, frozen=True):
    """A unit as it is listed: its name, the troop it is, its points, and facts worth printing."""

    name: str
    troop: str
    points: int
    facts: dict[str, str]


class Ruleset(Protocol[S]):
    """A rulebook as the engine plays it."""

    @property
    def name(self) -> str:
        """What it is called in commands and files."""
        ...

    @property
    def prefix(self) -> str:
        """What its clauses and options begin with."""
        ...

    @property
    def title(self) -> str:
        """What people call it."""
        ...

    @property
    def version(self) -> int:
        """Raised whenever a game could go differently."""
        ...

    @property
    def history(self) -> Mapping[int, str]:
        """What each version changed."""
        ...

    @property
    def options_type(self) -> type[msgspec.Struct]:
        """Its switches with their defaults."""
        ...

    @property
    def screen_options(self) -> Mapping[str, Any]:
        """The switches that a battle on a screen begins with, where they differ from the book's."""
        ...

    @property
    def state_type(self) -> type[S]:
        """The state of its battles."""
        ...

    def setup(self, scenario: Scenario, options: msgspec.Struct) -> S:
        """The state before the first step."""
        ...

    def next_step(self, state: S) -> Step[S] | None:
        """What comes next, from the state alone; None when the battle is over."""
        ...

    def apply(self, state: S, event: Event) -> S:
        """The state after an event."""
        ...

    def turn(self, state: S) -> int:
        """Which turn is being played."""
        ...

    def view(self, state: S, seat: int | None) -> S:
        """The state as a seat may know it (None: as a spectator may)."""
        ...

    def secret_of(self, state: S, unit: int) -> int | None:
        """The seat that alone may know what happens to a unit; None where everybody may."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, once it has."""
        ...

    def sentence(self, state: S, happening: Happening) -> str:
        """The line of the log for something that happened; empty for what is not worth a line, `# ` before a heading."""
        ...

    def card(self, state: S, unit: int) -> UnitCard:
        """What is printed on a unit's card."""
        ...

    def heading(self, state: S) -> str:
        """Where the battle is, in a few words: the turn and the phase."""
        ...

    def shown(self, state: S, unit: int) -> Shown:
        """A unit as it is drawn and listed, with what lies beside it: dice, pins, whatever the book uses."""
        ...

    def premeasures(self, state: S) -> bool:
        """Whether distances may be measured before a choice is made."""
        ...

    def outlook(self, state: S, unit: int, *, rays: bool = False) -> Sequence[Sighting]:
        """What a unit makes of each enemy on the table; with `rays`, the lines of sight that say so."""
        ...

    def field(self, state: S, unit: int) -> Field:
        """Which ground a unit sees."""
        ...

    def prospects(self, state: S, decision: Decision[Any]) -> Mapping[str, Prospect]:
        """The dice that hang on options of a question, by key, where the book can say."""
        ...

    @property
    def matters(self) -> Mapping[str, str]:
        """What a forecast speaks of, the most important first; and what one of it is called, where it is counted."""
        ...

    def foresees(self, decision: Decision[Any]) -> bool:
        """Whether the answers to a question can be weighed: what follows of them is settled within an action."""
        ...

    def noted(self, event: Event) -> Sequence[tuple[Fact, int | str]]:
        """What an event adds to a forecast that the state does not keep: hits, a test passed."""
        ...

    def changes(self, before: S, after: S) -> Sequence[Change]:
        """What has become of units between two states: whatever matters of an action."""
        ...

    def worth(self, state: S, unit: int) -> Fraction:
        """What is left of a unit, in points."""
        ...

    def roams(self, state: S, unit: int) -> Marching | Driving:
        """The ordinary move of a unit from where it stands; `Refused` if it has none."""
        ...

    def shots(self, state: S, unit: int, *, moving: bool, at: int | None = None) -> Mapping[int, Begin[S]]:
        """The enemies that a unit could shoot at from where it stands, or one of them, with the script of doing so."""
        ...

    def cards(self) -> Sequence[UnitCard]:
        """The cards of all troops of its catalogue, as they come without additions."""
        ...

    def objectives(self, state: S) -> Sequence[tuple[int, int]]:
        """Points of the table that are fought over."""
        ...

    def marked(self, state: S) -> Mapping[int, tuple[str, ...]]:
        """What lies on pieces of terrain that the pieces themselves do not show: each one of `shown.GROUND_MARKS`."""
        ...

    def laid(self, state: S) -> Sequence[tuple[tuple[int, int], ...]]:
        """The outlines of templates that lie on the table right now."""
        ...

    def counters(self, state: S) -> Sequence[Counter]:
        """What lies on the table besides figures and terrain: markers that stand for something, known or not."""
        ...

    def plays_itself(self, scenario: Scenario) -> Sequence[int]:
        """The seats that nobody plays in a scenario: the rules act for them."""
        ...

    def random_map(self, seed: int) -> Battlefield:
        """A table laid out from a number, as the book wants tables."""
        ...

    def scenarios(self) -> Sequence[str]:
        """The names of the scenarios it brings."""
        ...

    def scenario(self, name: str) -> Scenario:
        """One of them."""
        ...

"""What a rulebook must be able to do: a table of its functions, filled in by each rulebook. Nothing is inherited."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from sandtable.table.maps import Battlefield

from .acts import Act, Result
from .aims import Briefing, Tally
from .decision import Decision
from .driving import Driving
from .events import Event, Happening
from .marching import Marching
from .refusal import refuse
from .scenario import Scenario
from .script import Begin, Step
from .shown import Change, Counter, Fact, Field, Promised, Shown, Sighting
from .state import State

S = TypeVar("S", bound=State[Any, Any])
S_contra = TypeVar("S_contra", bound=State[Any, Any], contravariant=True)


class Outcome(msgspec.Struct, frozen=True):
    """How a battle ended: the seat that won (None for a draw), the score of each, and why."""

    winner: int | None
    scores: tuple[int, int]
    why: str
    because: tuple[str, ...]


class UnitCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit as it is listed: its name, the troop it is, its points, and facts worth printing.

    Where scenarios for several rulebooks list the troop, `represented` says how this one makes a unit of it.
    """

    name: str
    troop: str
    points: int
    facts: dict[str, str]
    represented: str = ""


class Looks(Protocol[S_contra]):
    """A function that says what a unit makes of each enemy on the table; with `rays`, the lines of sight that say so."""

    def __call__(self, state: S_contra, unit: int, /, *, rays: bool = False) -> Sequence[Sighting]:
        """The enemies as the unit sees them."""
        ...


class Aims(Protocol[S]):
    """A function that lists the enemies a unit could shoot at, or one of them, with the script of doing so."""

    def __call__(self, state: S, unit: int, /, *, moving: bool, at: int | None = None) -> Mapping[int, Begin[S]]:
        """The scripts, by the number of the enemy."""
        ...


def open_to_all(state: S, seat: int | None) -> S:  # noqa: ARG001
    """The view of a rulebook in which nothing is hidden."""
    return state


def no_secret(state: State[Any, Any], unit: int) -> int | None:  # noqa: ARG001
    """Whose secret a unit is, in a rulebook in which none is."""
    return None


def measured_beforehand(state: State[Any, Any]) -> bool:  # noqa: ARG001
    """Whether distances may be measured before a choice is made, where they always may."""
    return True


def nothing_lies(state: State[Any, Any]) -> tuple[()]:  # noqa: ARG001
    """What lies on the table, in a rulebook that lays nothing there."""
    return ()


def nothing_marked(state: State[Any, Any]) -> Mapping[int, tuple[str, ...]]:  # noqa: ARG001
    """What lies on pieces of terrain, in a rulebook whose smoke and fires are pieces of their own."""
    return {}


def no_act(state: State[Any, Any], event: Event) -> Act | None:  # noqa: ARG001
    """What an event shows being done, in a rulebook that leaves the telling to its log."""
    return None


def no_briefing(state: State[Any, Any]) -> Briefing:  # noqa: ARG001
    """What a battle is about, in a rulebook that does not say."""
    return Briefing(aims=("", ""), short=("", ""))


def no_tally(state: State[Any, Any]) -> Tally:  # noqa: ARG001
    """How a battle stands, in a rulebook that does not count before the end."""
    return Tally((0, 0))


def set_up_by_itself(state: State[Any, Any]) -> bool:  # noqa: ARG001
    """Whether a battle is still being set up, in a rulebook that does not say: nobody is offered to have it done."""
    return False


def nothing_promised(state: State[Any, Any], decision: Decision[Any]) -> Mapping[str, Promised]:  # noqa: ARG001
    """What is to be known of options, in a rulebook that leaves it to forecasts to say."""
    return {}


def never_foreseen(decision: Decision[Any]) -> bool:  # noqa: ARG001
    """Whether answers can be weighed, in a rulebook that forecasts nothing."""
    return False


def nothing_noted(event: Event) -> tuple[()]:  # noqa: ARG001
    """What an event adds to a forecast, where the state keeps everything that matters."""
    return ()


def nothing_changed(before: State[Any, Any], after: State[Any, Any]) -> tuple[()]:  # noqa: ARG001
    """What has become of units, in a rulebook that forecasts nothing."""
    return ()


def nobody_gets_away(state: State[Any, Any], unit: int) -> bool:  # noqa: ARG001
    """Whether a unit has left the table of its own will, in a rulebook in which none does."""
    return False


def worth_nothing(state: State[Any, Any], unit: int) -> Fraction:  # noqa: ARG001
    """What is left of a unit, in a rulebook without points."""
    return Fraction(0)


def nothing_said_of_sight(state: State[Any, Any], unit: int, *, rays: bool = False) -> tuple[()]:  # noqa: ARG001
    """What a unit makes of each enemy, in a rulebook that does not say: of no enemy anything is shown."""
    return ()


def no_field(state: State[Any, Any], unit: int) -> Field:  # noqa: ARG001
    """Which ground a unit sees, in a rulebook that does not say."""
    raise refuse("this rulebook does not show which ground units see")


def no_roaming(state: State[Any, Any], unit: int) -> Marching | Driving:
    """The ordinary move of a unit, in a rulebook that does not weigh ground."""
    raise refuse(f"this rulebook does not weigh where {state.units[unit].name} could go")


def no_shots(
    state: State[Any, Any], unit: int, *, moving: bool, at: int | None = None  # noqa: ARG001
) -> Mapping[int, Begin[Any]]:  # fmt: skip
    """The enemies that a unit could shoot at, in a rulebook that does not weigh ground."""
    return {}


def no_tables(seed: int) -> Battlefield:  # noqa: ARG001
    """A table from a number, in a rulebook that lays out none."""
    raise refuse("this rulebook lays out no tables")


def both_played(scenario: Scenario) -> Sequence[int]:  # noqa: ARG001
    """The seats that nobody plays, where both sides are played."""
    return ()


@dataclasses.dataclass(frozen=True, kw_only=True, eq=False)
class Ruleset(Generic[S]):
    """A rulebook as the engine plays it."""

    # ---- what it is

    name: str
    """What it is called in commands and files."""
    prefix: str
    """What its clauses and options begin with."""
    title: str
    """What people call it."""
    about: str = ""
    """What kind of game it is, in a few words for somebody who chooses."""
    short_title: str = ""
    """What people call it in a hurry; empty: as its title says."""
    pitch: str = ""
    """What is its own, in three or four words."""
    emblem: str = "book"
    """The small picture it is known by: one of the page's emblems, where the page has it."""
    version: int
    """Raised whenever a game could go differently."""
    history: Mapping[int, str]
    """What each version changed."""
    options_type: type[msgspec.Struct]
    """Its switches with their defaults."""
    screen_options: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """The switches that a battle on a screen begins with, where they differ from the book's."""
    state_type: type[S]
    """The state of its battles."""

    # ---- how it plays

    setup: Callable[[Scenario, Any], S]
    """The state before the first step, from a scenario and the switches."""
    next_step: Callable[[S], Step[S] | None]
    """What comes next, from the state alone; None when the battle is over."""
    apply: Callable[[S, Event], S]
    """The state after an event."""
    turn: Callable[[S], int]
    """Which turn is being played."""
    outcome: Callable[[S], Outcome | None]
    """How it ended, once it has."""
    setting_up: Callable[[S], bool] = set_up_by_itself
    """Whether the battle is still being set up: until then a player may have a bot answer for him."""

    # ---- who may know what

    view: Callable[[S, int | None], S] = open_to_all
    """The state as a seat may know it (None: as a spectator may)."""
    secret_of: Callable[[S, int], int | None] = no_secret
    """The seat that alone may know what happens to a unit; None where everybody may."""
    premeasures: Callable[[S], bool] = measured_beforehand
    """Whether distances may be measured before a choice is made."""
    plays_itself: Callable[[Scenario], Sequence[int]] = both_played
    """The seats that nobody plays in a scenario: the rules act for them."""

    # ---- how it is told and drawn

    sentence: Callable[[S, Happening], str]
    """The line of the log for something that happened; empty for what is not worth a line, `# ` before a heading."""
    heading: Callable[[S], str]
    """Where the battle is, in a few words: the turn and the phase."""
    card: Callable[[S, int], UnitCard]
    """What is printed on a unit's card."""
    shown: Callable[[S, int], Shown]
    """A unit as it is drawn and listed, with what lies beside it: dice, pins, whatever the book uses."""
    objectives: Callable[[S], Sequence[tuple[int, int]]] = nothing_lies
    """Points of the table that are fought over."""
    marked: Callable[[S], Mapping[int, tuple[str, ...]]] = nothing_marked
    """What lies on pieces of terrain that the pieces themselves do not show: each one of `shown.GROUND_MARKS`."""
    laid: Callable[[S], Sequence[tuple[tuple[int, int], ...]]] = nothing_lies
    """The outlines of templates that lie on the table right now."""
    counters: Callable[[S], Sequence[Counter]] = nothing_lies
    """What lies on the table besides figures and terrain: markers that stand for something, known or not."""
    act: Callable[[S, Event], Act | None] = no_act
    """What is seen to be done from an event on, in the state that it led to; None for what belongs to the act before."""
    results: Mapping[str, Result] = dataclasses.field(default_factory=dict)
    """How each of the things that matter (`matters`) is told on the table when it has happened; of one that ends in words
    (`morale` with `holds` or `fails`), each end by itself: `morale: holds`."""
    throws: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """What throws are called in a word or two, by a clause that they rest on: the first of these that one has."""
    briefing: Callable[[S], Briefing] = no_briefing
    """What the battle is about."""
    tally: Callable[[S], Tally] = no_tally
    """How the battle stands."""

    # ---- what a player may ask

    outlook: Looks[S] = nothing_said_of_sight
    """What a unit makes of each enemy on the table."""
    field: Callable[[S, int], Field] = no_field
    """Which ground a unit sees."""
    promises: Callable[[S, Decision[Any]], Mapping[str, Promised]] = nothing_promised
    """What is to be known of options of a question besides their dice, by key: a distance, a sense, why it is in vain."""
    roams: Callable[[S, int], Marching | Driving] = no_roaming
    """The ordinary move of a unit from where it stands; `Refused` if it has none."""
    shots: Aims[S] = no_shots
    """The enemies that a unit could shoot at from where it stands."""

    # ---- what a forecast speaks of

    matters: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """What matters of an action, the most important first; and what one of it is called, where it is counted."""
    foresees: Callable[[Decision[Any]], bool] = never_foreseen
    """Whether the answers to a question can be weighed: what follows of them is settled within an action."""
    noted: Callable[[Event], Sequence[tuple[Fact, int | str]]] = nothing_noted
    """What an event adds to a forecast that the state does not keep: hits, a test passed."""
    changes: Callable[[S, S], Sequence[Change]] = nothing_changed
    """What has become of units between two states: whatever matters of an action."""
    worth: Callable[[S, int], Fraction] = worth_nothing
    """What is left of a unit, in points."""
    got_away: Callable[[S, int], bool] = nobody_gets_away
    """Whether a unit has left the table of its own will: it is out of the battle, and no loss."""

    # ---- what it brings

    cards: Callable[[], Sequence[UnitCard]] = tuple
    """The cards of all troops of its catalogue, as they come without additions."""
    random_map: Callable[[int], Battlefield] = no_tables
    """A table laid out from a number, as the book wants tables; `Refused` if it lays out none."""
    scenarios: Callable[[], Sequence[str]]
    """The names of the scenarios it brings."""
    scenario: Callable[[str], Scenario]
    """One of them."""

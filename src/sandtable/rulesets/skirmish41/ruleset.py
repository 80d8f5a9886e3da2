"""WW2 skirmish 4.1 as the engine plays it: the contract of a rulebook, fulfilled."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from sandtable.mechanics.clauses import rule
from sandtable.play.decision import Decision
from sandtable.play.driving import Driving
from sandtable.play.events import Event, Happening
from sandtable.play.marching import Marching
from sandtable.play.ruleset import Outcome, UnitCard
from sandtable.play.scenario import Enlisted, Scenario
from sandtable.play.script import Begin, Step
from sandtable.play.shown import Change, Counter, Fact, Field, Prospect, Shown, Sighting
from sandtable.table.maps import Battlefield

from .battleground import lay_out
from .forces import raise_team, troops
from .foreseeing import MATTERS, changes, foresees, noted, worth
from .hidden import as_seen, hides_from
from .log import sentence
from .options import Options
from .outlook import field_of, outlook
from .prospects import prospects
from .roaming import roams, shots
from .setup import mission_of, set_up_battle
from .showing import card_of, counters_of, heading, printed, shown
from .state import Battle
from .turn import next_step
from .verbs import VERBS


class Skirmish41:
    """A quick reference sheet of a skirmish game, figure by figure, with its gaps filled and its solo enemy."""

    name = "skirmish41"
    prefix = "sk"
    title = "WW2 skirmish 4.1"
    version = 1
    history: Mapping[int, str] = {1: "First complete version."}
    options_type = Options
    screen_options: Mapping[str, Any] = {}
    state_type = Battle
    matters = MATTERS

    def setup(self, scenario: Scenario, options: msgspec.Struct) -> Battle:
        """Raise both forces and lay out the table; nobody is on it yet."""
        assert isinstance(options, Options)
        return set_up_battle(scenario, options)

    def next_step(self, state: Battle) -> Step[Battle] | None:
        """What comes next."""
        return next_step(state)

    def apply(self, state: Battle, event: Event) -> Battle:
        """The state after an event."""
        return VERBS[event.verb].apply(state, event)

    def turn(self, state: Battle) -> int:
        """Which turn is being played."""
        return state.turn

    def view(self, state: Battle, seat: int | None) -> Battle:
        """Of unspotted teams their enemies see markers; counters of the solo side lie face down for everybody."""
        return as_seen(state, seat)

    def secret_of(self, state: Battle, unit: int) -> int | None:
        """What happens to an unspotted team is known to its owner alone."""
        found = state.units[unit]
        return found.seat if hides_from(state, found, None) else None

    def outcome(self, state: Battle) -> Outcome | None:
        """How it ended, once it has."""
        return state.outcome

    def sentence(self, state: Battle, happening: Happening) -> str:
        """The line of the log."""
        return sentence(state, happening)

    def card(self, state: Battle, unit: int) -> UnitCard:
        """What is printed on a unit's card."""
        return card_of(state, unit)

    def cards(self) -> Sequence[UnitCard]:
        """All troops of the force lists."""
        return [printed(raise_team(Enlisted(troop), "force lists", troop)) for troop in troops()]

    def heading(self, state: Battle) -> str:
        """The turn and whose part it is."""
        return heading(state)

    def shown(self, state: Battle, unit: int) -> Shown:
        """A unit with whatever lies beside it."""
        return shown(state, unit)

    @rule("sk.gap.table")
    def premeasures(self, state: Battle) -> bool:  # noqa: ARG002
        """Measuring beforehand is allowed."""
        return True

    def outlook(self, state: Battle, unit: int, *, rays: bool = False) -> Sequence[Sighting]:
        """What a unit makes of each enemy on the table."""
        return outlook(state, unit, rays=rays)

    def field(self, state: Battle, unit: int) -> Field:
        """Which ground a unit sees."""
        return field_of(state, unit)

    def prospects(self, state: Battle, decision: Decision[Any]) -> Mapping[str, Prospect]:
        """The dice of targets, assaults and tests."""
        return prospects(state, decision)

    def foresees(self, decision: Decision[Any]) -> bool:
        """Whether the answers to a question can be weighed."""
        return foresees(decision)

    def noted(self, event: Event) -> Sequence[tuple[Fact, int | str]]:
        """What strikes vehicles, and morale: what the state does not keep."""
        return noted(event)

    def changes(self, before: Battle, after: Battle) -> Sequence[Change]:
        """Figures lost, wounds, suppression, vehicles."""
        return changes(before, after)

    def worth(self, state: Battle, unit: int) -> Fraction:
        """What is left of a unit, in points."""
        return worth(state, unit)

    def roams(self, state: Battle, unit: int) -> Marching | Driving:
        """A move action, or a drive, from where a team stands."""
        return roams(state, unit)

    def shots(self, state: Battle, unit: int, *, moving: bool, at: int | None = None) -> Mapping[int, Begin[Battle]]:
        """The enemies that a unit could shoot at, with the script of doing so."""
        return shots(state, unit, moving=moving, at=at)

    def objectives(self, state: Battle) -> Sequence[tuple[int, int]]:
        """The crossing, the bridge, the middle of the far edge."""
        return state.objectives

    def marked(self, state: Battle) -> Mapping[int, tuple[str, ...]]:
        """Smoke is a piece of its own."""
        return {piece: ("smoke",) for piece, one in enumerate(state.terrain) if one.kind == "smoke"}

    def laid(self, state: Battle) -> Sequence[tuple[tuple[int, int], ...]]:  # noqa: ARG002
        """There are no templates."""
        return ()

    def counters(self, state: Battle) -> Sequence[Counter]:
        """Unknown teams and dummies, and the counters of the solo side."""
        return counters_of(state)

    def plays_itself(self, scenario: Scenario) -> Sequence[int]:
        """The rules play the other side of a solo game, unless a second player has that seat."""
        mission = mission_of(scenario)
        return (1,) if mission.solo and not mission.partner else ()

    def random_map(self, seed: int) -> Battlefield:
        """A table laid out from a number."""
        return lay_out(seed)

    def scenarios(self) -> Sequence[str]:
        """The scenarios it brings."""
        from sandtable.rulesets.library import scenarios_in  # noqa: PLC0415  # the registry knows the books

        return scenarios_in(str(__package__), troops())

    def scenario(self, name: str) -> Scenario:
        """One of them."""
        from sandtable.rulesets.library import scenario_in  # noqa: PLC0415

        return scenario_in(str(__package__), name)


RULESET = Skirmish41()

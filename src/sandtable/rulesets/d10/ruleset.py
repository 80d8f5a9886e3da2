"""The D10 squad sheet as the engine plays it: the contract of a rulebook, fulfilled."""

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
from .forces import raise_unit, troops
from .foreseeing import MATTERS, changes, foresees, noted, worth
from .log import sentence
from .options import Options
from .outlook import field_of, outlook
from .prospects import prospects
from .roaming import roams, shots
from .setup import set_up_battle
from .showing import card_of, heading, printed, shown
from .state import Battle
from .turn import next_step
from .verbs import VERBS


class D10:
    """A one-page reference sheet of a squad game with ten-sided dice, with its gaps filled."""

    name = "d10"
    prefix = "d10"
    title = "D10 squad game"
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

    def view(self, state: Battle, seat: int | None) -> Battle:  # noqa: ARG002
        """Nothing is hidden: models, markers and stats are open to both players."""
        return state

    def secret_of(self, state: Battle, unit: int) -> int | None:  # noqa: ARG002
        """No unit is a secret."""
        return None

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
        return [printed(raise_unit(Enlisted(troop), "force lists", troop)) for troop in troops()]

    def heading(self, state: Battle) -> str:
        """The turn and who activates."""
        return heading(state)

    def shown(self, state: Battle, unit: int) -> Shown:
        """A unit with whatever lies beside it."""
        return shown(state, unit)

    @rule("d10.gap.measuring")
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
        """Hits and tests: what the state does not keep."""
        return noted(event)

    def changes(self, before: Battle, after: Battle) -> Sequence[Change]:
        """Models and wounds lost, panic, rout."""
        return changes(before, after)

    def worth(self, state: Battle, unit: int) -> Fraction:
        """What is left of a unit, in points."""
        return worth(state, unit)

    def roams(self, state: Battle, unit: int) -> Marching | Driving:
        """A normal Move from where a unit stands."""
        return roams(state, unit)

    def shots(self, state: Battle, unit: int, *, moving: bool, at: int | None = None) -> Mapping[int, Begin[Battle]]:
        """The enemies that a unit could shoot at, with the script of doing so."""
        return shots(state, unit, moving=moving, at=at)

    def objectives(self, state: Battle) -> Sequence[tuple[int, int]]:
        """The markers that are held, and the middles of buildings that are fought over."""
        middles = []
        for piece in state.buildings:
            outline = state.terrain[piece].outline
            count = len(outline)
            middles.append((sum(x for x, _ in outline) // count, sum(y for _, y in outline) // count))
        return (*state.objectives, *middles)

    def marked(self, state: Battle) -> Mapping[int, tuple[str, ...]]:
        """Smoke is a piece of its own."""
        return {piece: ("smoke",) for piece, one in enumerate(state.terrain) if one.kind == "smoke"}

    def laid(self, state: Battle) -> Sequence[tuple[tuple[int, int], ...]]:  # noqa: ARG002
        """There are no templates."""
        return ()

    def counters(self, state: Battle) -> Sequence[Counter]:  # noqa: ARG002
        """Nothing lies there by itself."""
        return ()

    def plays_itself(self, scenario: Scenario) -> Sequence[int]:  # noqa: ARG002
        """Both sides are played."""
        return ()

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


RULESET = D10()

"""Bolt Action as the engine plays it: the contract of a rulebook, fulfilled."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from sandtable.mechanics.telling import numbered
from sandtable.play.decision import Decision
from sandtable.play.driving import Driving
from sandtable.play.events import Event, Happening
from sandtable.play.marching import Marching
from sandtable.play.ruleset import Outcome, UnitCard
from sandtable.play.scenario import Enlisted, Scenario
from sandtable.play.script import Begin, Step
from sandtable.play.shown import Change, Counter, Fact, Field, Prospect, Shown, Sighting
from sandtable.play.state import with_unit
from sandtable.table.data import DataError
from sandtable.table.layout import Layout
from sandtable.table.maps import Battlefield

from .battleground import check_table, lay_out
from .forces import Raised, bases, muster, raise_unit, troops
from .foreseeing import MATTERS, changes, foresees, noted, worth
from .log import sentence
from .options import Options
from .outlook import field_of, outlook
from .prospects import prospects
from .roaming import roams, shots
from .setup import agenda_of
from .showing import heading, shown
from .state import Battle, Card, Mission, Soldier, Unit
from .transports import takes
from .turn import next_step
from .verbs import VERBS


class BoltAction:
    """The first-edition playsheet, with its gaps filled."""

    name = "bolt-action"
    prefix = "ba"
    title = "Bolt Action, first-edition playsheet"
    version = 2
    history: Mapping[int, str] = {
        1: "First complete version.",
        2: "A vehicle that comes on keeps clear of those at the table's edge.",
    }
    options_type = Options
    screen_options: Mapping[str, Any] = {"premeasure": True}  # a screen shows distances to whoever can read a map
    state_type = Battle
    matters = MATTERS

    def setup(self, scenario: Scenario, options: msgspec.Struct) -> Battle:
        """Raise both forces and lay out the table; nobody is on it yet."""
        assert isinstance(options, Options)
        mission = _mission(scenario)
        check_table(scenario.battlefield, mission.points)
        figures: list[Soldier] = []
        units: list[Unit] = []
        shapes: list[str] = []
        for side, force in enumerate(scenario.forces):
            national = options.national_rules
            raised = muster(force, mission.points, scenario.name, f"forces[{side}]", national_rules=national)
            first = len(units)
            for entry, unit in zip(force.units, raised, strict=True):
                number = len(units)
                name = entry.name or numbered(unit.card.title, [other.name for other in units if other.side == side])
                units.append(enlist(number, side, name, unit, figures, shapes))
            _seat_riders(units, first, [entry.aboard for entry in force.units], scenario.name, side)
        return Battle(
            width=scenario.battlefield.width,
            depth=scenario.battlefield.depth,
            terrain=scenario.battlefield.terrain,
            layout=Layout.of(bases()[shape] for shape in shapes),
            figures=tuple(figures),
            units=tuple(units),
            options=options,
            mission=mission,
            names=(scenario.forces[0].name, scenario.forces[1].name),
            agenda=agenda_of(mission),
        )

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
        """Plans for outflanking are known only to those who wrote them."""
        for number in [number for number, unit in enumerate(state.units) if unit.outflank]:
            unit = state.units[number]
            if unit.side != seat and unit.place == "reserve":
                state = with_unit(state, number, {"outflank": ""})
        return state

    def secret_of(self, state: Battle, unit: int) -> int | None:  # noqa: ARG002
        """Nothing but plans is secret, and those say so themselves."""
        return None

    def outcome(self, state: Battle) -> Outcome | None:
        """How it ended, once it has."""
        return state.outcome

    def sentence(self, state: Battle, happening: Happening) -> str:
        """The line of the log."""
        return sentence(state, happening)

    def card(self, state: Battle, unit: int) -> UnitCard:
        """What is printed on a unit's card."""
        found = state.units[unit]
        arms = [state.figures[figure].weapon for figure in found.figures]
        return _printed(found.name, found.card, arms)

    def cards(self) -> Sequence[UnitCard]:
        """All troops of the catalogue, as they come without additions."""
        raised = [raise_unit(Enlisted(troop), "catalogue", troop) for troop in troops()]
        return [_printed(one.card.title, one.card, [figure.weapon for figure in one.figures]) for one in raised]

    def heading(self, state: Battle) -> str:
        """The turn and the phase."""
        return heading(state)

    def shown(self, state: Battle, unit: int) -> Shown:
        """A unit with its order die, its pins and whatever else lies beside it."""
        return shown(state, unit)

    def premeasures(self, state: Battle) -> bool:
        """Whether ranges are measured before a target is named."""
        return state.options.premeasure

    def outlook(self, state: Battle, unit: int, *, rays: bool = False) -> Sequence[Sighting]:
        """What a unit makes of each enemy on the table."""
        return outlook(state, unit, rays=rays)

    def field(self, state: Battle, unit: int) -> Field:
        """Which ground a unit sees."""
        return field_of(state, unit)

    def prospects(self, state: Battle, decision: Decision[Any]) -> Mapping[str, Prospect]:
        """The dice of targets, orders and assaults."""
        return prospects(state, decision)

    def foresees(self, decision: Decision[Any]) -> bool:
        """Whether the answers to a question can be weighed."""
        return foresees(decision)

    def noted(self, event: Event) -> Sequence[tuple[Fact, int | str]]:
        """Hits, tests and damage: what the state does not keep."""
        return noted(event)

    def changes(self, before: Battle, after: Battle) -> Sequence[Change]:
        """Casualties, pins, units destroyed and vehicles immobilised."""
        return changes(before, after)

    def worth(self, state: Battle, unit: int) -> Fraction:
        """What is left of a unit, in points."""
        return worth(state, unit)

    def roams(self, state: Battle, unit: int) -> Marching | Driving:
        """An Advance from where a unit stands."""
        return roams(state, unit)

    def shots(self, state: Battle, unit: int, *, moving: bool, at: int | None = None) -> Mapping[int, Begin[Battle]]:
        """The enemies that a unit could shoot at, with the script of doing so."""
        return shots(state, unit, moving=moving, at=at)

    def marked(self, state: Battle) -> Mapping[int, tuple[str, ...]]:  # noqa: ARG002
        """Nothing: smoke is a piece of terrain of its own."""
        return {}

    def objectives(self, state: Battle) -> Sequence[tuple[int, int]]:
        """The markers that are held."""
        return state.objectives

    def laid(self, state: Battle) -> Sequence[tuple[tuple[int, int], ...]]:  # noqa: ARG002
        """No template stays on the table."""
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


def _printed(name: str, card: Card, carried: Sequence[str]) -> UnitCard:
    """A card: what the catalogue says of a unit, and the weapons of its figures and mounts."""
    facts = {"nation": card.nation, "kind": card.kind, "quality": card.quality, "moves as": card.move}
    if card.armour:
        facts["armour"] = card.armour
    arms = [weapon for weapon in carried if weapon] + [mount.weapon for mount in card.mounts]
    facts["weapons"] = ", ".join(f"{arms.count(arm)} {arm}" for arm in dict.fromkeys(arms))
    if card.traits:
        facts["traits"] = ", ".join(card.traits)
    return UnitCard(name, card.troop, card.points, facts)


def _mission(scenario: Scenario) -> Mission:
    """What a scenario wants of this rulebook; one that says nothing of any rulebook is a battle of attrition."""
    if scenario.rules and "bolt-action" not in scenario.rules:
        raise DataError(
            scenario.name, "rules.bolt-action", "the scenario does not say how it is fought under this rulebook"
        )
    try:
        return msgspec.convert(scenario.rules.get("bolt-action", {}), Mission)
    except msgspec.ValidationError as error:
        reason, _, key = str(error).partition(" - at `$")
        raise DataError(scenario.name, f"rules.bolt-action{key.rstrip('`')}", reason) from error


def enlist(number: int, side: int, name: str, raised: Raised, figures: list[Soldier], shapes: list[str]) -> Unit:
    """A unit with its figures, off the table."""
    men: list[int] = []
    gun: int | None = None
    spotter: int | None = None
    for recruit in raised.figures:
        row = len(figures)
        figures.append(Soldier(number, recruit.role, recruit.weapon, recruit.carries))
        shapes.append(recruit.base)
        if recruit.role == "gun":
            gun = row
        elif recruit.role == "spotter":
            spotter = row
        else:
            men.append(row)
    return Unit(name, side, tuple(men), raised.card, place="wave", gun=gun, spotter=spotter)


def _seat_riders(units: list[Unit], first: int, aboard: Sequence[str], file: str, side: int) -> None:
    """Put units that begin the battle in a vehicle into it."""
    names = [unit.name for unit in units]
    for place, vehicle in enumerate(aboard):
        if not vehicle:
            continue
        key = f"forces[{side}].units[{place}].aboard"
        if vehicle not in names[first:]:
            raise DataError(file, key, f"no unit of this force is called {vehicle!r}")
        transport = names.index(vehicle, first)
        rider = units[first + place]
        inside = [unit for unit in units if unit.aboard == transport]
        if rider.spotter is not None:
            raise DataError(file, key, f"{rider.name} has a spotter, who does not ride [ba.gap.spotter]")
        if not takes(units[transport].card, inside, rider):
            raise DataError(file, key, f"{vehicle} has no room for {rider.name} [ba.gap.transport-capacity]")
        units[first + place] = msgspec.structs.replace(rider, place="aboard", aboard=transport)


RULESET = BoltAction()

"""Finding things by name: the registry of rulebooks, scenarios and maps."""

from collections.abc import Callable, Container, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from sandtable.dice.chance import Chance
from sandtable.mechanics.clauses import Clause, load_clauses
from sandtable.mechanics.questions import FactView, PresetView, Question
from sandtable.play.decision import Decision
from sandtable.play.ruleset import Ruleset
from sandtable.play.scenario import Force, Scenario
from sandtable.play.situation import Situation
from sandtable.table.data import DataError, parse_toml
from sandtable.table.maps import Battlefield, parse_map

# Given a view, a question and chance: an answer, or None for no opinion.
Tactics = Callable[[Any, Decision[Any], Chance], object]

# The registry: the one place outside a rulebook's folder where its name stands.
RULESETS = {
    "bolt-action": "sandtable.rulesets.bolt_action",
    "sotr": "sandtable.rulesets.sotr",
    "fraley": "sandtable.rulesets.fraley",
    "d10": "sandtable.rulesets.d10",
    "skirmish41": "sandtable.rulesets.skirmish41",
}


@cache
def ruleset(name: str) -> Ruleset[Any]:
    """A rulebook by its name."""
    if name not in RULESETS:
        raise KeyError(name)
    found: Ruleset[Any] = import_module(f"{RULESETS[name]}.ruleset").RULESET
    return found


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario as it is written: its map is named."""

    title: str
    about: str
    map: str
    forces: tuple[Force, Force]
    rules: dict[str, dict[str, Any]] = {}


def maps() -> list[str]:
    """The names of the maps we bring."""
    folder = files("sandtable.maps")
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


@cache
def battlefield(name: str) -> Battlefield:
    """A map we bring."""
    return parse_map(files("sandtable.maps").joinpath(f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")


def load_scenario(file: Traversable, name: str) -> Scenario:
    """A scenario from a file."""
    return parse_scenario(file.read_text(encoding="utf-8"), name)


COMMON = "sandtable.scenarios"  # scenarios for every rulebook that knows their troops


def scenarios_in(package: str, known: Container[str]) -> list[str]:
    """The names of the scenarios that a rulebook can fight: its own, then those for all whose troops are known to it."""
    common = [name for name in _written_in(files(COMMON)) if _is_known(scenario_in(COMMON, name), known)]
    return _written_in(files(package).joinpath("scenarios")) + common


def _written_in(folder: Traversable) -> list[str]:
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def _is_known(scenario: Scenario, known: Container[str]) -> bool:
    """Whether every troop of a scenario is known."""
    return all(entry.troop in known for force in scenario.forces for entry in force.units)


@cache
def scenario_in(package: str, name: str) -> Scenario:
    """One of the scenarios that a rulebook brings, or one for all."""
    own = files(package).joinpath("scenarios", f"{name}.toml")
    return load_scenario(own if own.is_file() else files(COMMON).joinpath(f"{name}.toml"), name)


def parse_scenario(text: str, name: str) -> Scenario:
    """A scenario from the text of a file."""
    written = parse_toml(text, f"{name}.toml", ScenarioFile)
    if written.map not in maps():
        raise DataError(f"{name}.toml", "map", f"{written.map!r} is none of {', '.join(maps())}")
    return Scenario(
        name=name,
        title=written.title,
        about=written.about,
        battlefield=battlefield(written.map),
        forces=written.forces,
        rules=written.rules,
    )


@cache
def tactics(name: str) -> Tactics:
    """The tactics of a rulebook, as its rookie follows them."""
    found: Tactics = import_module(f"{RULESETS[name]}.tactics").choose
    return found


@cache
def situations(name: str) -> Mapping[str, Situation]:
    """The actions that a rulebook's forecasts are measured by."""
    found: Mapping[str, Situation] = import_module(f"{RULESETS[name]}.situations").situations()
    return found


@cache
def questions(name: str) -> dict[str, Question[Any, Any]]:
    """The questions of a rulebook, by name."""
    found: dict[str, Question[Any, Any]] = import_module(f"{RULESETS[name]}.questions").QUESTIONS
    return found


@cache
def facts(name: str) -> list[FactView]:
    """What an umpire's list keeps of each unit under a rulebook."""
    found: list[FactView] = import_module(f"{RULESETS[name]}.questions").FACTS
    return found


@cache
def presets(name: str) -> list[PresetView]:
    """The units of a rulebook's catalogue with the facts that an umpire's list keeps of them."""
    found: list[PresetView] = import_module(f"{RULESETS[name]}.questions").presets()
    return found


class Over(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One field of a situation with several values."""

    field: str
    values: tuple[Any, ...]


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation whose odds are worked out in a document: what is asked, and which outcomes are shown."""

    title: str
    says: str
    question: str
    given: dict[str, Any]
    show: tuple[str, ...]
    over: Over | None = None


class WorkedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The worked situations of a rulebook as they are written."""

    situation: tuple[Example, ...]


def examples(name: str) -> tuple[Example, ...]:
    """The situations whose odds a rulebook's document works out."""
    text = files(RULESETS[name]).joinpath("worked.toml").read_text(encoding="utf-8")
    return parse_toml(text, "worked.toml", WorkedFile).situation


@cache
def clauses(name: str) -> dict[str, Clause]:
    """The clauses of a rulebook, by id."""
    return load_clauses(RULESETS[name])

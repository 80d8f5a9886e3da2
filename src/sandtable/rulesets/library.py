"""Finding things by name: the registry of rulebooks, scenarios and maps."""

import os
import re
from collections.abc import Callable, Container, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import msgspec

from sandtable.dice.chance import Chance
from sandtable.mechanics.clauses import Clause, load_clauses
from sandtable.mechanics.questions import FactView, PresetView, Question
from sandtable.play.decision import Decision
from sandtable.play.notes import Notes, WrittenNotes
from sandtable.play.ruleset import Ruleset
from sandtable.play.scenario import Force, Scenario, Seat, Task
from sandtable.play.situation import Situation
from sandtable.table.data import DataError, parse_toml
from sandtable.table.maps import Battlefield, parse_map

# Given a view, a question and chance: an answer, or None for no opinion.
Tactics = Callable[[Any, Decision[Any], Chance], object]

# The registry: the one place outside a rulebook's folder where its name stands.
OURS = {
    "bolt-action": "sandtable.rulesets.bolt_action",
    "sotr": "sandtable.rulesets.sotr",
    "fraley": "sandtable.rulesets.fraley",
    "d10": "sandtable.rulesets.d10",
    "skirmish41": "sandtable.rulesets.skirmish41",
}

OUTSIDE = "SANDTABLE_RULEBOOKS"  # names rulebooks that others bring: name=package.module,other=package


def named_outside(text: str) -> dict[str, str]:
    """Rulebooks of others, as a list of names and packages has them; says what is wrong with the list otherwise."""
    found: dict[str, str] = {}
    for entry in filter(None, map(str.strip, text.split(","))):
        name, equals, package = map(str.strip, entry.partition("="))
        if not equals:
            raise DataError(OUTSIDE, entry, "a rulebook is given as name=package")
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
            raise DataError(OUTSIDE, entry, f"{name!r} is no name: small letters, digits and dashes make one")
        if not all(map(str.isidentifier, package.split("."))):
            raise DataError(OUTSIDE, entry, f"{package!r} is not the name of a package")
        if name in OURS or name in found:
            raise DataError(OUTSIDE, entry, f"there is another rulebook called {name!r}")
        found[name] = package
    return found


RULESETS = {**OURS, **named_outside(os.environ.get(OUTSIDE, ""))}


@cache
def ruleset(name: str) -> Ruleset[Any]:
    """A rulebook by its name."""
    if name not in RULESETS:
        raise KeyError(name)
    module = _part(name, "ruleset")
    found = getattr(module, "RULESET", None)
    if not isinstance(found, Ruleset):
        lacks = "has no module `ruleset`" if module is None else "has no `RULESET` in its module `ruleset`"
        raise DataError(OUTSIDE, name, f"{RULESETS[name]} {lacks}")
    if found.name != name:
        raise DataError(OUTSIDE, name, f"the rulebook in {RULESETS[name]} is called {found.name!r}")
    return found


def _part(name: str, part: str) -> ModuleType | None:
    """A module of a rulebook by its name; None if the book has none of that name."""
    module = f"{RULESETS[name]}.{part}"
    try:
        there = find_spec(module)
    except ModuleNotFoundError as error:
        raise DataError(OUTSIDE, name, f"there is no package {RULESETS[name]!r} on Python's path") from error
    return None if there is None else import_module(module)


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario as it is written: its map is named. The notes are no part of the scenario itself."""

    title: str
    about: str
    map: str
    forces: tuple[Force, Force]
    rules: dict[str, dict[str, Any]] = {}
    task: Task = ""
    attacker: Seat | None = None
    notes: WrittenNotes = WrittenNotes()


def maps() -> list[str]:
    """The names of the maps we bring."""
    return _written_in(files("sandtable.maps"))


@cache
def battlefield(name: str) -> Battlefield:
    """A map we bring."""
    return parse_map(files("sandtable.maps").joinpath(f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")


def load_scenario(file: Traversable, name: str) -> Scenario:
    """A scenario from a file."""
    return parse_scenario(file.read_text(encoding="utf-8"), name)


COMMON = "sandtable.scenarios"  # scenarios for every rulebook that knows their troops


def scenarios_in(package: str, troops: Callable[[], Container[str]]) -> list[str]:
    """The names of the scenarios that a rulebook can fight: its own, then those for all whose troops are known to it."""
    known = troops()
    common = [name for name in common_scenarios() if _is_known(scenario_in(COMMON, name), known)]
    own = files(package).joinpath("scenarios")
    return (_written_in(own) if own.is_dir() else []) + common


def common_scenarios() -> list[str]:
    """The names of the scenarios that belong to no rulebook."""
    return _written_in(files(COMMON))


def books_for(name: str) -> list[str]:
    """The rulebooks that fight a scenario under this name, in the order of the registry."""
    return [book for book in RULESETS if name in ruleset(book).scenarios()]


def shared_troops() -> list[str]:
    """The troops that the scenarios of no rulebook list, in the order in which they come up."""
    scenarios = [scenario_in(COMMON, name) for name in common_scenarios()]
    listed = [entry.troop for scenario in scenarios for force in scenario.forces for entry in force.units]
    return list(dict.fromkeys(listed))


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


@cache
def notes(book: str, name: str) -> Notes:
    """What is said of a scenario to somebody who chooses; the usual where it comes from no file of ours or the book's."""
    own = [files(RULESETS[book]).joinpath("scenarios")] if book in RULESETS else []
    for folder in (*own, files(COMMON)):
        file = folder.joinpath(f"{name}.toml")
        if file.is_file():
            return parse_notes(file.read_text(encoding="utf-8"), name, book)
    return Notes()


def parse_notes(text: str, name: str, book: str) -> Notes:
    """The notes in the text of a scenario's file, as they are for a rulebook."""
    written = parse_toml(text, f"{name}.toml", ScenarioFile).notes
    if isinstance(written.minutes, dict):
        for other in written.minutes:
            if other not in RULESETS:
                raise DataError(f"{name}.toml", "notes.minutes", f"{other!r} is none of {', '.join(RULESETS)}")
    return written.under(book)


def parse_scenario(text: str, name: str) -> Scenario:
    """A scenario from the text of a file."""
    written = parse_toml(text, f"{name}.toml", ScenarioFile)
    if written.map not in maps():
        raise DataError(f"{name}.toml", "map", f"{written.map!r} is none of {', '.join(maps())}")
    if written.task == "assault" and written.attacker is None:
        raise DataError(f"{name}.toml", "attacker", "an assault needs the force that attacks, 0 or 1")
    if written.task != "assault" and written.attacker is not None:
        raise DataError(f"{name}.toml", "attacker", "nobody attacks unless the task is an assault")
    return Scenario(
        name=name,
        title=written.title,
        about=written.about,
        battlefield=battlefield(written.map),
        forces=written.forces,
        rules=written.rules,
        task=written.task,
        attacker=written.attacker or 0,
    )


# ---- what a rulebook need not have


def no_opinion(view: Any, decision: Decision[Any], chance: Chance) -> object:  # noqa: ARG001
    """The tactics of a rulebook that brings none: whoever follows them answers as is usual."""
    return None


@cache
def tactics(name: str) -> Tactics:
    """The tactics of a rulebook, as its rookie follows them."""
    part = _part(name, "tactics")
    found: Tactics = no_opinion if part is None else part.choose
    return found


@cache
def situations(name: str) -> Mapping[str, Situation]:
    """The actions that a rulebook's forecasts are measured by."""
    part = _part(name, "situations")
    found: Mapping[str, Situation] = {} if part is None else part.situations()
    return found


@cache
def questions(name: str) -> dict[str, Question[Any, Any]]:
    """The questions of a rulebook, by name."""
    part = _part(name, "umpire")
    found: dict[str, Question[Any, Any]] = {} if part is None else part.QUESTIONS
    return found


@cache
def facts(name: str) -> list[FactView]:
    """What an umpire's list keeps of each unit under a rulebook."""
    found: list[FactView] = getattr(_part(name, "umpire"), "FACTS", [])
    return found


@cache
def presets(name: str) -> list[PresetView]:
    """The units of a rulebook's catalogue with the facts that an umpire's list keeps of them."""
    found: Callable[[], list[PresetView]] = getattr(_part(name, "umpire"), "presets", list)
    return found()


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
    file = files(RULESETS[name]).joinpath("worked.toml")
    return parse_toml(file.read_text(encoding="utf-8"), "worked.toml", WorkedFile).situation if file.is_file() else ()


@cache
def clauses(name: str) -> dict[str, Clause]:
    """The clauses of a rulebook, by id."""
    return load_clauses(RULESETS[name])

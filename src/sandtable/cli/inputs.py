"""Reading what was typed: rulebooks, switches, numbers, files. Whatever is wrong is said in one line."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from sandtable.play.record import Record, RecordError, read_record
from sandtable.play.refusal import Refused
from sandtable.play.ruleset import Ruleset
from sandtable.play.scenario import Scenario
from sandtable.rulesets.house import HouseRule, Unplayable, in_file, options_under, typed
from sandtable.rulesets.library import RULESETS, battlefield, maps, parse_scenario, ruleset
from sandtable.table.data import DataError
from sandtable.table.maps import Battlefield, load_map

from .parser import UsageError


def find_ruleset(name: str) -> Ruleset[Any]:
    """A rulebook by name."""
    if name not in RULESETS:
        raise UsageError(f"no rulebook is called {name!r}: there are {', '.join(RULESETS)}")
    return ruleset(name)


def find_scenario(rules: Ruleset[Any], name: str) -> Scenario:
    """A scenario by name, or from a file."""
    known = rules.scenarios()
    if not name and not known:
        raise UsageError(f"{rules.title} brings no scenario: name a file with --scenario")
    if not name:
        return rules.scenario(known[0])
    if name in known:
        return rules.scenario(name)
    path = Path(name)
    if path.suffix != ".toml":
        there = f"there are {', '.join(known)}" if known else f"{rules.title} brings none"
        raise UsageError(f"no scenario is called {name!r}: {there}")
    try:
        return parse_scenario(read_text(path), path.stem)
    except DataError as error:
        raise UsageError(str(error)) from error


def find_map(rules: Ruleset[Any], name: str, seed: int) -> Battlefield:
    """A map by name, from a file, or laid out at random from the seed."""
    if name == "random":
        try:
            return rules.random_map(seed)
        except Refused as refused:
            raise UsageError(f"{refused}: there are {', '.join(maps())}") from refused
    if name in maps():
        return battlefield(name)
    path = Path(name)
    if path.suffix != ".toml":
        raise UsageError(f"no map is called {name!r}: there are random, {', '.join(maps())}")
    try:
        return load_map(path)
    except DataError as error:
        raise UsageError(str(error)) from error


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {_reason(error)}") from error


def read_bytes(path: Path) -> bytes:
    """The bytes of a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {_reason(error)}") from error


def check_writable(path: Path) -> None:
    """Find out before the work is done whether its result can be written."""
    folder = path if path.is_dir() else path.parent
    if path.is_dir() or not folder.is_dir() or not os.access(path if path.exists() else folder, os.W_OK):
        raise UsageError(f"{path} cannot be written")


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def load_record(path: str) -> Record:
    """A record from a file."""
    try:
        return read_record(read_bytes(Path(path)))
    except RecordError as error:
        raise UsageError(f"{path}: {error}") from error


def whole_number(text: str, name: str, least: int = 0, most: int = 2**63) -> int:
    """A whole number within bounds."""
    try:
        number = int(text)
    except ValueError:
        raise UsageError(f"{name}: {text!r} is not a whole number") from None
    if not least <= number <= most:
        raise UsageError(f"{name}: {number} is not between {least} and {most}")
    return number


def house_rules(settings: Sequence[str], file: str, prefixes: Sequence[str]) -> list[HouseRule]:
    """The house rules of a file, then those that were typed: these are for the rulebooks with these prefixes only."""
    found = in_file(read_text(Path(file)), Path(file).name) if file else []
    for setting in settings:
        one = typed(setting)
        if one.prefix not in prefixes:
            known = ", ".join(f"{prefix}.…" for prefix in prefixes)
            raise UsageError(f"--set {setting}: no such option; known are {known}")
        found.append(one)
    return found


def read_options(rules: Ruleset[Any], asked: argparse.Namespace) -> msgspec.Struct:
    """The options of a rulebook under the house rules that were asked for."""
    return under_house(rules, house_rules(asked.set, asked.rules, (rules.prefix,)))


def under_house(rules: Ruleset[Any], house: Sequence[HouseRule]) -> msgspec.Struct:
    """The options of a rulebook under house rules."""
    try:
        return options_under(rules, house)
    except Unplayable as error:
        raise UsageError(str(error)) from error

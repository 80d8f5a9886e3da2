"""Reading what was typed: rulebooks, switches, numbers, files. Whatever is wrong is said in one line."""

import os
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from sandtable.play.record import Record, RecordError, read_record
from sandtable.play.refusal import Refused
from sandtable.play.ruleset import Ruleset
from sandtable.play.scenario import Scenario
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


def read_options(rules: Ruleset[Any], settings: list[str]) -> msgspec.Struct:
    """The switches that were set, over the defaults."""
    kind = rules.options_type
    known = {field.name: field for field in msgspec.structs.fields(kind)}
    chosen: dict[str, object] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        prefix, _, option = name.strip().partition(".")
        if prefix != rules.prefix or option not in known:
            every = ", ".join(f"{rules.prefix}.{field}" for field in known)
            raise UsageError(f"--set {setting}: no such option; known are {every}")
        if not equals:
            raise UsageError(f"--set {setting}: write {setting}=VALUE; {describe_option(known[option])}")
        chosen[option] = _value(text.strip(), known[option])
        try:
            msgspec.convert(chosen, kind)
        except msgspec.ValidationError as error:
            reason = str(error).partition(" - at `")[0]
            raise UsageError(f"--set {setting}: {reason}; {describe_option(known[option])}") from error
    return msgspec.convert(chosen, kind)


def _value(text: str, field: msgspec.structs.FieldInfo) -> object:
    """A value as TOML would read it; what is a choice as it stands, or is not TOML, is a word."""
    if text in msgspec.json.schema(field.type).get("enum", ()):
        return text
    try:
        read = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return read["value"] if list(read) == ["value"] else text


def describe_option(field: msgspec.structs.FieldInfo) -> str:
    """Which values a switch takes."""
    schema = msgspec.json.schema(field.type)
    if "enum" in schema:
        values = " or ".join(str(value) for value in schema["enum"])
    elif schema.get("type") == "boolean":
        values = "true or false"
    else:
        low = f"from {schema['minimum']}" if "minimum" in schema else f"above {schema.get('exclusiveMinimum', '')}"
        values = f"a {'whole ' * (schema.get('type') == 'integer')}number {low} to {schema.get('maximum', '')}"
    default = str(field.default).lower() if isinstance(field.default, bool) else field.default
    return f"it takes {values} (default {default})"

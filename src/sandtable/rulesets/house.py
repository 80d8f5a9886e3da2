"""House rules: the switches and the cells of tables that somebody plays otherwise, as typed or from a file.

`ba.turns=8` is a switch, `ba.table.hit.long-range=-2` a cell. A file of house rules is TOML in which each of them stands as
it would be typed, such as `ba.turns = 8`, or under a heading: `[ba.table.weapons.rifle]`, then `range = 30`.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from sandtable.mechanics.limits import limits
from sandtable.mechanics.misfits import in_words, unknown
from sandtable.mechanics.misfits import shown as said
from sandtable.mechanics.tables import CELLS, Cell, NoSuchCell, Sheet, sheet_of, shown, switches_in
from sandtable.play.ruleset import Ruleset
from sandtable.table.data import DataError

from .library import RULESETS, ruleset

TABLE = "table"


class HouseRule(NamedTuple):
    """A switch or a cell, and what is played: as TOML has it, or the words that were typed."""

    where: str
    prefix: str
    name: str
    value: Any
    typed: bool = False


class Unplayable(ValueError):  # noqa: N818  # said to the one who asked, not a fault
    """A house rule that cannot be played: where it stands, and why."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")


def typed(setting: str) -> HouseRule:
    """A house rule as it was typed; without a value where there is no equals sign."""
    name, equals, text = setting.partition("=")
    prefix, _, rest = name.strip().partition(".")
    return HouseRule(f"--set {setting}", prefix, rest, text.strip() if equals else None, typed=True)


def in_file(text: str, file: str) -> list[HouseRule]:
    """The house rules in a file."""
    try:
        written = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(file, "", f"not valid TOML: {error}") from error
    prefixes = [ruleset(name).prefix for name in RULESETS]
    found = []
    for prefix, rules in written.items():
        if prefix not in prefixes:
            raise DataError(file, prefix, f"no rulebook begins its clauses so: there are {', '.join(prefixes)}")
        if not isinstance(rules, dict):
            raise DataError(file, prefix, f"a switch is written {prefix}.NAME = VALUE, a cell {prefix}.table.… = VALUE")
        found += [HouseRule(f"{file}: {prefix}.{name}", prefix, name, value) for name, value in _leaves(rules)]
    return found


def _leaves(rules: dict[str, Any], head: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in rules.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{head}{name}.")
        else:
            yield head + name, value


def options_under(rules: Ruleset[Any], house: Sequence[HouseRule]) -> msgspec.Struct:
    """The options of a book under house rules; those of other books are left aside, and a later rule outdoes an earlier."""
    ours = [one for one in house if one.prefix == rules.prefix]
    chosen: dict[str, Any] = {}
    cells: dict[str, Any] = {}
    for one in ours:
        if one.name.startswith(f"{TABLE}."):
            cell, value = _cell(rules, one)
            cells[cell.address] = value
        else:
            chosen[one.name] = _switch(rules, one)
    if cells:
        chosen[CELLS] = tuple(cells.items())
    try:
        return msgspec.convert(chosen, rules.options_type)
    except msgspec.ValidationError as error:  # each is right by itself, and they do not go together
        where = "; ".join(one.where for one in ours if one.name.startswith(f"{TABLE}."))
        raise Unplayable(where, _reason(error)) from error


def _reason(error: msgspec.ValidationError) -> str:
    return str(error).partition(" - at `")[0]


def options_from(rules: Ruleset[Any], chosen: Mapping[str, Any]) -> msgspec.Struct:
    """The options of a book from plain data, such as a page sends; what is not played is said by switch and limits."""
    known = {field.name: field for field in switches_in(rules.options_type)}
    tables = {CELLS: "cells of tables"} if sheet_of(rules.options_type) else {}
    for name, value in chosen.items():
        if name not in known and name not in tables:
            raise Unplayable("options", unknown(name, dict.fromkeys([*known, *tables], ""), "switch"))
        try:
            msgspec.convert({name: value}, rules.options_type)
        except msgspec.ValidationError as error:
            what = f"{describe_switch(known[name])}, not {said(value)}" if name in known else in_words(error)
            raise Unplayable(f"options: {name}", what.removeprefix(name).removeprefix(": ")) from error
    try:
        return msgspec.convert(chosen, rules.options_type)
    except msgspec.ValidationError as error:  # each is right by itself, and they do not go together
        raise Unplayable("options", in_words(error)) from error


def _switch(rules: Ruleset[Any], one: HouseRule) -> Any:
    known = {field.name: field for field in switches_in(rules.options_type)}
    if one.name not in known:
        every = ", ".join(f"{rules.prefix}.{name}" for name in known)
        raise Unplayable(one.where, f"no such option; known are {every}")
    field = known[one.name]
    if one.value is None:
        raise Unplayable(one.where, f"write {rules.prefix}.{one.name}=VALUE; {describe_switch(field)}")
    is_choice = one.value in msgspec.json.schema(field.type).get("enum", ())
    value = _as_toml(one.value) if one.typed and not is_choice else one.value
    try:
        msgspec.convert({one.name: value}, rules.options_type)
    except msgspec.ValidationError as error:
        raise Unplayable(one.where, f"{describe_switch(field)}, not {said(value)}") from error
    return value


def _cell(rules: Ruleset[Any], one: HouseRule) -> tuple[Cell, Any]:
    sheet = sheet_of(rules.options_type)
    if sheet is None:
        raise Unplayable(one.where, f"the tables of {rules.name} are not changed so, but in their files")
    try:
        cell = sheet.find(one.name.removeprefix(f"{TABLE}."))
        value = _as_toml(one.value) if one.typed and one.value and not isinstance(cell.value, str) else one.value
        if value is not None:
            sheet.settled([(cell.address, value)])
    except NoSuchCell as error:
        raise Unplayable(one.where, str(error)) from error
    if value is None:
        how = f"write {rules.prefix}.{one.name}=VALUE; it takes {cell.takes} (printed: {shown(cell.value)})"
        raise Unplayable(one.where, how)
    return cell, value


def _as_toml(text: str) -> Any:
    """A value as TOML would read it; what is not TOML is a word."""
    try:
        read = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return read["value"] if list(read) == ["value"] else text


def describe_switch(field: msgspec.structs.FieldInfo) -> str:
    """Which values a switch takes."""
    default = str(field.default).lower() if isinstance(field.default, bool) else field.default
    return f"it takes {limits(field.type)} (default {default})"


def played_otherwise(rules: Ruleset[Any], options: msgspec.Struct) -> list[str]:
    """What options change, a line each: switches, then cells."""
    switches = [(field, getattr(options, field.name)) for field in switches_in(rules.options_type)]
    lines = [
        f"{rules.prefix}.{field.name} = {shown(value)} (usually {shown(field.default)})"
        for field, value in switches
        if value != field.default
    ]
    cells = changed_cells(rules, options)
    return lines + [f"{cell.name} = {shown(cell.value)} (printed: {shown(cell.printed)})" for cell in cells]


class CellView(msgspec.Struct, frozen=True):
    """A cell of a printed table, by the name that changes it: what it takes, and the clauses that it is of."""

    name: str
    value: Any
    takes: str
    clauses: tuple[str, ...]


class ChangedCell(msgspec.Struct, frozen=True):
    """A cell that a battle plays otherwise."""

    name: str
    value: Any
    printed: Any
    clauses: tuple[str, ...]


def cells_of(rules: Ruleset[Any]) -> list[CellView]:
    """The cells of all tables of a book; one that is a switch goes by the name of the switch."""
    sheet = sheet_of(rules.options_type)
    if sheet is None:
        return []
    usual = rules.options_type()
    switches = {field.name: field for field in switches_in(rules.options_type)}
    return [
        CellView(
            f"{rules.prefix}.{cell.switch}" if cell.switch else _named(rules, sheet, cell),
            getattr(usual, cell.switch) if cell.switch else cell.value,
            limits(switches[cell.switch].type) if cell.switch else cell.takes,
            cell.clauses,
        )
        for cell in sheet.cells.values()
    ]


def changed_cells(rules: Ruleset[Any], options: msgspec.Struct) -> list[ChangedCell]:
    """The cells that options change."""
    sheet = sheet_of(type(options))
    if sheet is None:
        return []
    changes = ((sheet.cells[address], value) for address, value in getattr(options, CELLS))
    return [ChangedCell(_named(rules, sheet, cell), value, cell.value, cell.clauses) for cell, value in changes]


def _named(rules: Ruleset[Any], sheet: Sheet[Any], cell: Cell) -> str:
    """How a cell is called: without its column, where its row has no other."""
    row = cell.address.rpartition(".")[0]
    alone = sum(name.startswith(f"{row}.") for name in sheet.cells) == 1
    return f"{rules.prefix}.{TABLE}.{row if alone else cell.address}"

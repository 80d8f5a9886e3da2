"""Printed tables as data: read from TOML into typed rows, and with cells changed for whoever plays other numbers.

The table is the file, the row its heading, the column its key: `range = 24` under `[rifle]` in `tables/weapons.toml` is the
cell `weapons.rifle.range`. Where a row has one cell only, its name may be left out. Changed cells ride in the switches of a
battle, so that battles with different numbers can be played side by side.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Annotated, Any, ClassVar, Generic, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta

from .limits import limits
from .misfits import shown as said

T = TypeVar("T")

Plain = bool | int | float | str
Value = Plain | tuple[Plain, ...]
Changed = tuple[Annotated[str, Meta(max_length=200)], Value]  # the address of a cell, and what stands there now
Rows = dict[str, dict[str, Any]]

CELLS = "cells"
SWITCHED = "switch"  # in a row: which of its columns are a switch of the book
FIXED = {"fixed": True}  # marks a column that has limits and is no number of a table all the same
MOST_NAMED = 12


class NoSuchCell(ValueError):  # noqa: N818  # said to the one who asked, not a fault
    """A cell that no table has, or a value that does not fit it."""


class Cell(msgspec.Struct, frozen=True):
    """A number of a printed table that can be changed; `switch` is what changes it, where it is one of the switches."""

    address: str
    value: Value
    takes: str
    clauses: tuple[str, ...]
    switch: str = ""


class Switches(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, dict=True):
    """What the switches of every book with tables have in common: the cells of its tables that are changed.

    A book adds its switches, its `sheet`, and its `tables` as a cached property, so that a look into a table costs nothing.
    """

    cells: Annotated[tuple[Changed, ...], Meta(max_length=1000)] = ()

    sheet: ClassVar["Sheet[Any]"]

    def __post_init__(self) -> None:
        """Changed cells stand in order, each once and under its full address; one that is none is refused."""
        if self.cells:
            msgspec.structs.force_setattr(self, CELLS, self.sheet.settled(self.cells))
            self.sheet.under(self)


def switches_in(kind: type[msgspec.Struct]) -> list[msgspec.structs.FieldInfo]:
    """The switches of a book: all its options but the changed cells, which are listed apart."""
    return [field for field in msgspec.structs.fields(kind) if field.name != CELLS]


def sheet_of(kind: type[msgspec.Struct]) -> "Sheet[Any] | None":
    """The tables that belong to the switches of a book; None where its tables cannot be changed."""
    return kind.sheet if issubclass(kind, Switches) else None


class Sheet(Generic[T]):
    """All tables of a book, as typed by a struct with a field a table: a dict of rows, or a struct with a field a row."""

    def __init__(self, package: str, kind: type[T]) -> None:
        self._package = package
        self._kind = kind
        self._made = lru_cache(maxsize=64)(self._make)

    @cached_property
    def written(self) -> dict[str, Rows]:
        """Tables, rows and columns as they stand in the files, in the order of the fields of the struct."""
        return {field.encode_name: read_rows(self._package, field.encode_name) for field in _fields(self._kind)}

    @cached_property
    def cells(self) -> dict[str, Cell]:
        """All cells, by address."""
        return {cell.address: cell for cell in self._listed()}

    def _listed(self) -> Iterator[Cell]:
        for table, rows in self.written.items():
            for row, line in rows.items():
                kinds = self._columns(table, row)
                clauses = tuple(cited(line))
                switched: Mapping[str, str] = line.get(SWITCHED, {})
                for column, kind in kinds.items():
                    takes = "" if _is_fixed(kind) else limits(kind)
                    if takes and column in switched:
                        yield Cell(f"{table}.{row}.{column}", "", takes, clauses, switched[column])
                    elif takes and column in line:
                        value = msgspec.convert(line[column], kind)
                        yield Cell(f"{table}.{row}.{column}", value, takes, clauses)

    def _columns(self, table: str, row: str) -> dict[str, Any]:
        """The types of the columns of a row."""
        kind = next(field.type for field in _fields(self._kind) if field.encode_name == table)
        return {field.encode_name: field.type for field in _fields(_row_kind(kind, row))}

    def find(self, address: str) -> Cell:
        """The cell at an address, whose last part may be left out where it says nothing."""
        table, _, rest = address.partition(".")
        row, _, column = rest.partition(".")
        if table not in self.written:
            raise NoSuchCell(f"there is no table {table!r}: {_nearest(table, self.written)}")
        rows = self.written[table]
        if row not in rows:
            raise NoSuchCell(f"the table {table} has no row {row!r}: {_nearest(row, rows)}")
        there = {
            name.rpartition(".")[2]: cell for name, cell in self.cells.items() if name.startswith(f"{table}.{row}.")
        }
        if not there:
            raise NoSuchCell(f"the row {table}.{row} has no number to change")
        if not column and len(there) == 1:
            return next(iter(there.values()))
        if column not in there:
            which = f"no cell {column!r}" if column else "more than one cell"
            raise NoSuchCell(f"the row {table}.{row} has {which}: {_nearest(column, there)}")
        return there[column]

    def settled(self, changes: Iterable[tuple[str, Any]]) -> tuple[Changed, ...]:
        """Changes as they are kept: each cell once, in order, with a value that fits it and is not the printed one."""
        found: dict[str, Value] = {}
        for address, value in changes:
            cell = self.find(address)
            if cell.switch:
                raise NoSuchCell(f"{cell.address} is the switch {cell.switch}: set that instead")
            found[cell.address] = self._fitting(cell, value)
        return tuple(sorted((name, value) for name, value in found.items() if value != self.cells[name].value))

    def _fitting(self, cell: Cell, value: Any) -> Value:
        """A value as its cell takes it."""
        table, row, column = cell.address.split(".")
        if isinstance(cell.value, str) and type(value) is int:
            value = str(value)  # dice are words, and a plain number is one of them
        try:
            fitting: Value = msgspec.convert(value, self._columns(table, row)[column])
        except msgspec.ValidationError as error:
            wrong = f"it takes {cell.takes} (printed: {shown(cell.value)}), not {said(value)}"
            raise NoSuchCell(f"{cell.address}: {wrong}") from error
        return fitting

    def under(self, switches: Switches) -> T:
        """The tables as some switches have them."""
        return self._made(switches.cells, tuple((name, getattr(switches, name)) for name in self._switches))

    @cached_property
    def _switches(self) -> list[str]:
        """The switches that stand for cells."""
        return sorted({name for lines in self.written.values() for line in lines.values() for name in _switched(line)})

    def _make(self, cells: tuple[Changed, ...], switched: tuple[tuple[str, Any], ...]) -> T:
        """The tables with some cells changed, and with the switches where they stand for cells."""
        values = dict(switched)
        rows: dict[str, Rows] = {}
        for table, lines in self.written.items():
            rows[table] = {row: _own(line) for row, line in lines.items()}
            for row, line in lines.items():
                kinds = self._columns(table, row) if SWITCHED in line else {}
                for column, name in line.get(SWITCHED, {}).items():
                    rows[table][row][column] = _whole(values[name], kinds[column])
        for address, value in cells:
            table, row, column = address.split(".")
            rows[table][row][column] = value
        return self._typed(rows)

    def _typed(self, rows: dict[str, Rows]) -> T:
        """Rows with their types; each is told its own name, where it wants to know."""
        named = {
            field.encode_name: {
                row: {"id": row, **line} if _has_id(_row_kind(field.type, row)) else line
                for row, line in rows[field.encode_name].items()
            }
            for field in _fields(self._kind)
        }
        return msgspec.convert(named, self._kind)


def read_rows(package: str, table: str) -> Rows:
    """A table of a book as it stands in its file."""
    text = files(package).joinpath("tables", f"{table}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def cited(line: Mapping[str, Any]) -> Iterator[str]:
    """The clauses that a row restates: whatever it has under `clause`, `clauses` or a name that ends so."""
    for column, value in line.items():
        if column.endswith(("clause", "clauses")):
            yield from [value] if isinstance(value, str) else value


def shown(value: Value) -> str:
    """A value as it is written."""
    return msgspec.json.encode(value).decode() if isinstance(value, bool | tuple) else str(value)


def _own(line: Mapping[str, Any]) -> dict[str, Any]:
    return {column: value for column, value in line.items() if column != SWITCHED}


def _switched(line: Mapping[str, Any]) -> Iterable[str]:
    named: Mapping[str, str] = line.get(SWITCHED, {})
    return named.values()


def _fields(kind: Any) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def _has_id(kind: Any) -> bool:
    return any(field.encode_name == "id" for field in _fields(kind))


def _row_kind(table: Any, row: str) -> Any:
    """The type of a row of a table."""
    if get_origin(table) is dict:
        return get_args(table)[1]
    return next(field.type for field in _fields(table) if field.encode_name == row)


def _whole(value: Any, kind: Any) -> Any:
    """The value of a switch as a column takes it: rounded, where the column has whole numbers."""
    whole = isinstance(value, float) and msgspec.json.schema(kind).get("type") == "integer"
    return round(value) if whole else value


def _is_fixed(kind: Any) -> bool:
    return any(meta.extra == FIXED for meta in getattr(kind, "__metadata__", ()))


def _nearest(wanted: str, there: Iterable[str]) -> str:
    """Which of the names there are were meant, or else some of them."""
    names = list(there)
    near = get_close_matches(wanted, names, n=3)
    if near:
        return f"did you mean {' or '.join(near)}?"
    more = len(names) - MOST_NAMED
    return f"there are {', '.join(names[:MOST_NAMED])}{f' and {more} more' if more > 0 else ''}"

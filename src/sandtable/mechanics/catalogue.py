"""Catalogues of rulebooks as they are written: troops by their ids, bases by their names, in TOML beside the rules."""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Protocol, TypeVar

import msgspec

from sandtable.geometry.units import inches
from sandtable.table.layout import Base


class Listed(Protocol):
    """Whatever a catalogue lists by an id."""

    @property
    def id(self) -> str:
        """What scenarios call it."""
        ...


class Represented(Listed, Protocol):
    """A troop that may stand for one of those that several rulebooks know."""

    @property
    def represented(self) -> str:
        """How it is represented, in a phrase."""
        ...


T = TypeVar("T", bound=Listed)


def troops_in(package: str, names: Sequence[str], kind: type[T]) -> dict[str, T]:
    """The troops in files of a catalogue, by id."""
    troops = [msgspec.convert(row, kind) for row in rows_in(package, names)]
    return {troop.id: troop for troop in troops}


def listing(package: str, names: Sequence[str], kind: type[T]) -> Callable[[], dict[str, T]]:
    """What gives every troop of a catalogue by its id; it is read when it is first asked for."""

    @cache
    def troops() -> dict[str, T]:
        return troops_in(package, names, kind)

    return troops


def base_listing(package: str) -> Callable[[], dict[str, Base]]:
    """What gives bases and hulls by name; they are read when they are first asked for."""

    @cache
    def bases() -> dict[str, Base]:
        return bases_in(package)

    return bases


def rows_in(package: str, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The entries in files of a catalogue, as they are written."""
    for name in names:
        yield from tomllib.loads(_text(package, name))["troop"]


def represented_by(troops: Mapping[str, Represented], troop: str) -> str:
    """How a troop stands for what scenarios for several rulebooks list; nothing for those that they do not."""
    return troops[troop].represented if troop in troops else ""


def bases_in(package: str) -> dict[str, Base]:
    """Bases and hulls by name: lengths are inches."""
    return {
        name: Base(**{part: inches(length) for part, length in sizes.items()})
        for name, sizes in tomllib.loads(_text(package, "bases")).items()
    }


def _text(package: str, name: str) -> str:
    return files(package).joinpath("catalogue", f"{name}.toml").read_text(encoding="utf-8")

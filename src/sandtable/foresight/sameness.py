"""Telling equal states apart from different ones, cheaply: by what has changed since a state that all of them come from.

States share what did not change, so most of two states are the very same objects, and only the others are looked at.
"""

from collections.abc import Callable, Hashable
from functools import cache
from operator import attrgetter
from typing import Any

from sandtable.table.layout import Bare, Layout

_PLACES = range(1 << 20)
ALL_OF_IT = "all of it"
SAME: tuple[()] = ()  # no difference: what has come to be as it was is as it was
_PLAIN = {int, str, bool, type(None)}


class Sameness:
    """Keeps one object for all equal states that come from one beginning."""

    def __init__(self, beginning: Any) -> None:
        self._values = _values_of(beginning.__class__)
        self._before = self._values(beginning)
        self._kept: dict[Hashable, Any] = {(): beginning}
        self._known: set[int] = {id(beginning)}

    def of(self, state: Any) -> Any:
        """The one object that stands for this state and all its equals."""
        if id(state) in self._known:
            return state
        kept = self._kept.setdefault(_changes(self._values(state), self._before), state)
        self._known.add(id(kept))
        return kept


@cache
def _values_of(kind: Any) -> Callable[[Any], tuple[Any, ...]]:
    """How to read all fields of a struct at once."""
    names = kind.__struct_fields__
    return attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)


def _changes(now: tuple[Any, ...], before: tuple[Any, ...]) -> tuple[Hashable, ...]:
    """Which values differ, and how."""
    if len(now) != len(before):
        return (ALL_OF_IT, now)  # told apart from any list of places and what stands there now
    return tuple([
        (at, difference)
        for at, one, other in zip(_PLACES, now, before)  # noqa: B905
        if one is not other and (difference := _difference(one, other)) != SAME
    ])  # fmt: skip


def _difference(now: Any, before: Any) -> Hashable:
    """How a value differs, if it does: rows of equal length in some of them, structs in some fields, else in all of it."""
    kind = now.__class__
    if kind is not before.__class__:
        return now  # type: ignore[no-any-return]
    if kind in _PLAIN:
        return SAME if now == before else now
    if kind is tuple:
        return _changes(now, before)
    if kind is Layout or kind is Bare:
        return SAME if now.identity() == before.identity() else now.identity()
    if hasattr(kind, "__struct_fields__"):
        values = _values_of(kind)
        return _changes(values(now), values(before))
    return now  # type: ignore[no-any-return]

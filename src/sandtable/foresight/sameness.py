"""Telling equal states apart from different ones, cheaply: by what has changed since a state that all of them come from.

States share what did not change, so most of two states are the very same objects, and only the others are looked at. How
a part differs (a unit, a row of figures) is found out once for every object that stands there: the states that follow
mostly have that very object, too.
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


class _Way:
    """What a part has become. It is compared as itself, however much it stands for."""

    __slots__ = ()


class Sameness:
    """Keeps one object for all equal states that come from one beginning."""

    def __init__(self, beginning: Any) -> None:
        self._values = _values_of(beginning.__class__)
        self._before = self._values(beginning)
        self._kept: dict[Hashable, Any] = {(): beginning}
        self._known: set[int] = {id(beginning)}
        self._parts: dict[int, tuple[Any, Any, Hashable]] = {}  # by address: a part, what stood there, how it differs
        self._ways: dict[Hashable, _Way] = {}

    def of(self, state: Any) -> Any:
        """The one object that stands for this state and all its equals."""
        if id(state) in self._known:
            return state
        kept = self._kept.setdefault(self._changes(self._values(state), self._before), state)
        self._known.add(id(kept))
        return kept

    def _changes(self, now: tuple[Any, ...], before: tuple[Any, ...]) -> tuple[Hashable, ...]:
        """Which values differ, and how."""
        if len(now) != len(before):
            return (ALL_OF_IT, now)  # told apart from any list of places and what stands there now
        return tuple([
            (at, difference)
            for at, one, other in zip(_PLACES, now, before)  # noqa: B905
            if one is not other and (difference := self._difference(one, other)) != SAME
        ])  # fmt: skip

    def _difference(self, now: Any, before: Any) -> Hashable:
        """How a value differs, if it does; of one that has parts in a single object."""
        kind = now.__class__
        if kind is not before.__class__:
            return now  # type: ignore[no-any-return]
        if kind in _PLAIN:
            return SAME if now == before else now
        known = self._parts.get(id(now))
        if known is not None and known[1] is before:
            return known[2]
        if kind is tuple:
            found: Hashable = self._changes(now, before)
        elif kind is Layout or kind is Bare:
            found = now.identity()
            found = SAME if found == before.identity() else found
        else:
            found = SAME if now == before else now
        if found != SAME:
            found = self._ways.get(found) or self._ways.setdefault(found, _Way())
        self._parts[id(now)] = (now, before, found)
        return found


@cache
def _values_of(kind: Any) -> Callable[[Any], tuple[Any, ...]]:
    """How to read all fields of a struct at once."""
    names = kind.__struct_fields__
    return attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)

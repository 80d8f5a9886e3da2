"""Remembering what was worked out from a value, for as long as that very value is about."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """A function of one value that is not worked out twice for the same object.

    States share what did not change, so the object itself is the key; it is held, so that its address stays its own.
    """

    __slots__ = ("_function", "_known", "_most")

    def __init__(self, function: Callable[[K], V], most: int = 64) -> None:
        self._function = function
        self._most = most
        self._known: dict[int, tuple[K, V]] = {}

    def __call__(self, value: K) -> V:
        """What the function says of this object."""
        known = self._known.get(id(value))  # whatever has this address is this very object: it has been held since
        if known is not None:
            return known[1]
        if len(self._known) >= self._most:
            del self._known[next(iter(self._known))]
        made = self._function(value)
        self._known[id(value)] = (value, made)
        return made


class RememberedBy(Generic[K, V]):
    """A function of a state that is not worked out again while what it hangs on stays as it was.

    `parts` are objects of the state that are replaced whenever they change; they are held. `rest` is compared by value.
    """

    __slots__ = ("_function", "_known", "_most", "_parts", "_rest")

    def __init__(
        self,
        function: Callable[[K], V],
        parts: Callable[[K], tuple[object, ...]],
        rest: Callable[[K], Hashable],
        most: int = 8,
    ) -> None:
        self._function = function
        self._parts = parts
        self._rest = rest
        self._most = most
        self._known: dict[Hashable, tuple[tuple[object, ...], V]] = {}

    def __call__(self, state: K) -> V:
        """What the function says of this state."""
        parts = self._parts(state)
        key = (*map(id, parts), self._rest(state))
        known = self._known.get(key)
        if known is not None:
            return known[1]
        if len(self._known) >= self._most:
            del self._known[next(iter(self._known))]
        made = self._function(state)
        self._known[key] = (parts, made)
        return made

"""Remembering what was worked out, for as long as the very objects that it hangs on are about.

States share what did not change, so that an object of a state that is still the same object says that nothing about it has
changed. What is found out about a state should therefore hang on the parts it depends on (a unit, the figures, the layout),
and not on the state: an event about something else then leaves it standing.

Everything that rules remember about states stands here or is told to `forgotten`, so that a test can play a battle that
remembers nothing beside one that does (`forgetting`).
"""

import weakref
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

K = TypeVar("K")
V = TypeVar("V")
A = ParamSpec("A")
F = TypeVar("F", bound=Callable[[], None])


class Remembered(Generic[K, V]):
    """A function of one value that is not worked out twice for the same object, which is held: its address stays its own."""

    __slots__ = ("__weakref__", "_function", "_known", "_most")

    def __init__(self, function: Callable[[K], V], most: int = 64) -> None:
        self._function = function
        self._most = most
        self._known: dict[int, tuple[K, V]] = _kept_by(self)

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

    __slots__ = ("__weakref__", "_function", "_known", "_most", "_parts", "_rest")

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
        self._known: dict[Hashable, tuple[tuple[object, ...], V]] = _kept_by(self)

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


class HangsOn(Generic[K, A, V]):
    """A function of a state and of plain values that says the same while the parts of the state that it hangs on stay."""

    __slots__ = ("__weakref__", "__wrapped__", "_known", "_most", "_parts")

    def __init__(
        self, function: Callable[Concatenate[K, A], V], parts: Callable[..., tuple[object, ...]], most: int
    ) -> None:
        self.__wrapped__ = function
        self._parts = parts
        self._most = most
        self._known: dict[Hashable, tuple[tuple[object, ...], V]] = _kept_by(self)

    def __call__(self, state: K, *args: A.args, **kwargs: A.kwargs) -> V:
        """What the function says of this state and these values, which are named by their places."""
        parts = self._parts(state, *args, **kwargs)
        key = (*map(id, parts), *args)
        known = self._known.get(key)
        if known is not None:
            return known[1]
        if len(self._known) >= self._most:
            del self._known[next(iter(self._known))]
        made = self.__wrapped__(state, *args, **kwargs)
        self._known[key] = (parts, made)
        return made


def hangs_on(
    parts: Callable[..., tuple[object, ...]], *, most: int = 256
) -> Callable[[Callable[Concatenate[K, A], V]], HangsOn[K, A, V]]:
    """Declare what an answer about a state hangs on: objects of the state that are replaced whenever they change.

    `parts` is handed what the function is handed. The other values are compared as they are; nobody may write to the answer.
    """

    def declared(function: Callable[Concatenate[K, A], V]) -> HangsOn[K, A, V]:
        return HangsOn(function, parts, most)

    return declared


_MEMORIES: "weakref.WeakSet[Any]" = weakref.WeakSet()
_BY_HAND: list[Callable[[], None]] = []
_forgetful = False


class _Nothing(dict[Any, Any]):
    """Where nothing that is put in is found again."""

    def __setitem__(self, key: Any, value: Any) -> None:
        """Let it go."""


def _kept_by(memory: Any) -> dict[Any, Any]:
    _MEMORIES.add(memory)
    return _Nothing() if _forgetful else {}


def forgotten(clear: F) -> F:
    """Declare how to empty a memory that is kept by hand; it is emptied before every question while all is forgotten."""
    _BY_HAND.append(clear)
    return clear


def forget() -> None:
    """Empty every memory that is kept by hand."""
    for clear in _BY_HAND:
        clear()


@contextmanager
def forgetting() -> Iterator[None]:
    """While this lasts, nothing about states is remembered: for the test that plays battles both ways."""
    global _forgetful  # noqa: PLW0603  # a switch for tests, read where a memory is made
    before = {memory: memory._known for memory in _MEMORIES}  # noqa: SLF001
    _forgetful = True
    for memory in before:
        memory._known = _Nothing()  # noqa: SLF001
    forget()
    try:
        yield
    finally:
        _forgetful = False
        for memory in list(_MEMORIES):
            memory._known = before.get(memory, {})  # noqa: SLF001
        forget()

"""What one chapter of a rulebook sets off in another that stands above it.

The chapter above hands its script in as it is loaded, so that imports run one way.
"""

from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Script = Callable[..., Coroutine[Any, Any, T]]
Begin = TypeVar("Begin", bound=Callable[..., Any])


class Afterwards(Generic[T]):
    """A script that is played here and stands elsewhere."""

    def __init__(self) -> None:
        self._script: Script[T] | None = None

    def handed_in(self, script: Begin) -> Begin:
        """Take the script; for the chapter in which it stands."""
        self._script = script
        return script

    def play(self, *arguments: Any, **named: Any) -> Coroutine[Any, Any, T]:
        """Play it."""
        assert self._script is not None, "the chapter that hands it in has not been loaded"
        return self._script(*arguments, **named)

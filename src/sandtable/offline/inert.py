"""Inert modules for numpy and numba, where neither exists.

In a browser the same rules answer the umpire's questions, and no question measures anything on a table. So the modules
that geometry imports may be hollow: names can be looked up and written into types, decorators hand functions through,
and everything else fails loudly, so that no answer can ever rest on it.
"""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, NoReturn, TypeVar

F = TypeVar("F")


class AbsentError(RuntimeError):
    """Something was to be measured where nothing can be."""


class Absent:
    """A name of a module that is not here: good for writing a type, and for nothing else."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> "Absent":
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self._name}.{name}")

    def __getitem__(self, _parameters: object) -> "Absent":
        return self  # NDArray[int64]: a type is a type

    def __or__(self, _other: object) -> "Absent":
        return self  # NDArray[int64] | None

    __ror__ = __or__

    def __call__(self, *_given: object, **_named: object) -> NoReturn:
        """Whoever calls it learns what is missing."""
        raise AbsentError(f"{self._name} is not here: in the browser nothing can be measured")

    def _refuse(self, *_given: object) -> NoReturn:
        self()

    __bool__ = __iter__ = __len__ = __index__ = __int__ = __float__ = _refuse
    __lt__ = __le__ = __gt__ = __ge__ = __add__ = __sub__ = __mul__ = __neg__ = _refuse


class Unmade:
    """An array that would have been made while a module was read. It can be kept, and nothing can be done with it."""

    def reshape(self, *_rows: int) -> "Unmade":
        """Another form of nothing."""
        return self

    def tolist(self) -> "Unmade":
        """A list of nothing."""
        return self

    def _refuse(self, *_given: object) -> NoReturn:
        raise AbsentError("this array was never made: in the browser nothing can be measured")

    __getattr__ = __getitem__ = __setitem__ = __iter__ = __len__ = __bool__ = __call__ = _refuse
    __index__ = __int__ = __float__ = __add__ = __sub__ = __mul__ = __neg__ = __lt__ = __le__ = __gt__ = __ge__ = (
        _refuse
    )


def _never_made(*_given: object, **_named: object) -> Unmade:
    return Unmade()


class _Settings:
    """Takes whatever is set, and does nothing with it."""


def _handed_through(*_given: object, **_named: object) -> Callable[[F], F]:
    return lambda function: function


def _module(name: str, **holds: object) -> ModuleType:
    """A module by this name; what it is not said to hold is absent."""
    made = ModuleType(name, "An inert stand-in.")
    made.__dict__.update(__path__=[], __version__="absent", __getattr__=_absent_of(name), **holds)
    return made


def _absent_of(module: str) -> Callable[[str], Any]:
    def look_up(name: str) -> Absent:
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{module}.{name}")

    return look_up


def modules() -> dict[str, ModuleType]:
    """The stand-ins by name."""
    numba = {
        "numba": _module("numba", njit=_handed_through, config=_Settings()),
        "numba.core": _module("numba.core"),
        "numba.extending": _module("numba.extending", intrinsic=lambda function: function, overload=_handed_through),
        "numba.np": _module("numba.np"),
        "numba.np.arrayobj": _module("numba.np.arrayobj"),
    }
    arrays = dict.fromkeys(("ascontiguousarray", "empty", "zeros", "array"), _never_made)
    return {"numpy": _module("numpy", **arrays), "numpy.typing": _module("numpy.typing"), **numba}


def install() -> None:
    """Put the stand-ins where imports find them. Only where the real ones cannot be."""
    sys.modules.update(modules())

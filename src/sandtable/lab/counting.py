"""What no busy machine can blur: how many Python functions are called, and how many kernels.

Both are counted by playing the same battles again; neither hangs on how fast the machine is. A script that goes on after it
has waited counts as a call, as the interpreter has it.
"""

import gc
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from sandtable.geometry import measure_kernels


class Counts(msgspec.Struct, frozen=True):
    """What a piece of work comes to."""

    calls: int  # of Python functions
    kernels: int  # of compiled kernels, from Python


def counted(work: Callable[[], Any]) -> Counts:
    """What some work comes to, once whatever is remembered of it is; it is done three times, always the same."""
    work()
    return Counts(_calls(work), _kernels(work))


def _calls(work: Callable[[], Any]) -> int:
    found = 0

    def note(_frame: object, event: str, _about: object) -> None:
        nonlocal found
        found += event == "call"

    before, collects = sys.getprofile(), gc.isenabled()
    gc.collect()
    gc.disable()  # what it forgets, and when, is no part of the work
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
    return found


def _kernels(work: Callable[[], Any]) -> int:
    """Kernels are told apart from functions by their type, whose calls are counted on the way."""
    kind: Any = type(measure_kernels.nearest)
    call, found = kind.__call__, 0

    def count(kernel: Any, *args: Any) -> Any:
        nonlocal found
        found += 1
        return call(kernel, *args)

    kind.__call__ = count
    try:
        work()
    finally:
        del kind.__call__  # what it inherits is there again
    return found

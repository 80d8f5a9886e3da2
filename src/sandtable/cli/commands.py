"""The commands, by name. Each is loaded when it is called."""

import argparse
from collections.abc import Callable
from importlib import import_module

from sandtable.table.data import DataError

from .parser import UsageError

Command = Callable[[argparse.Namespace], int]


PLAYED = {"play", "watch", "compare", "lab", "replay", "verify", "luck", "bench"}  # what fights battles


def _lazily(module: str) -> Command:
    def run(asked: argparse.Namespace) -> int:
        try:
            if module in PLAYED:
                _compiled()
            command: Command = import_module(f"{__package__}.{module}").run
            return command(asked)
        except DataError as error:  # a rulebook from outside that is not there, or is none
            raise UsageError(str(error)) from error

    return run


def _compiled() -> None:
    """Compile kernels with a bar, and not one by one while somebody waits and hears nothing."""
    from sandtable.geometry.warm import cold, compile_all, say  # noqa: PLC0415  # most commands need no compiler

    if cold():
        compile_all(say)


COMMANDS: dict[str, Command] = {
    "play": _lazily("play"),
    "rulesets": _lazily("rulesets"),
    "clauses": _lazily("clauses"),
    "tables": _lazily("tables"),
    "scenarios": _lazily("scenarios"),
    "watch": _lazily("watch"),
    "compare": _lazily("compare"),
    "lab": _lazily("lab"),
    "ask": _lazily("ask"),
    "replay": _lazily("replay"),
    "verify": _lazily("verify"),
    "luck": _lazily("luck"),
    "bench": _lazily("bench"),
    "schema": _lazily("schema"),
}

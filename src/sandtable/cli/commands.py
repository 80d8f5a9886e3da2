"""The commands, by name. Each is loaded when it is called."""

import argparse
from collections.abc import Callable
from importlib import import_module

from sandtable.table.data import DataError

from .parser import UsageError

Command = Callable[[argparse.Namespace], int]


def _lazily(module: str) -> Command:
    def run(asked: argparse.Namespace) -> int:
        try:
            command: Command = import_module(f"{__package__}.{module}").run
            return command(asked)
        except DataError as error:  # a rulebook from outside that is not there, or is none
            raise UsageError(str(error)) from error

    return run


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

"""The commands, by name. Each is loaded when it is called."""

import argparse
from collections.abc import Callable
from importlib import import_module

Command = Callable[[argparse.Namespace], int]


def _lazily(module: str) -> Command:
    def run(asked: argparse.Namespace) -> int:
        command: Command = import_module(f"{__package__}.{module}").run
        return command(asked)

    return run


COMMANDS: dict[str, Command] = {
    "play": _lazily("play"),
    "rulesets": _lazily("rulesets"),
    "clauses": _lazily("clauses"),
    "scenarios": _lazily("scenarios"),
    "watch": _lazily("watch"),
    "ask": _lazily("ask"),
    "replay": _lazily("replay"),
    "verify": _lazily("verify"),
    "luck": _lazily("luck"),
    "bench": _lazily("bench"),
    "schema": _lazily("schema"),
}

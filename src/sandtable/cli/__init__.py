"""The `sandtable` command. Nothing heavy is imported before a command needs it."""

import os
import sys
from collections.abc import Sequence

from .parser import UsageError, parse


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 if all went well, 2 with one line on the error stream if the input was wrong."""
    try:
        asked = parse(sys.argv[1:] if arguments is None else arguments)
        if asked is None:
            return 0
        from .commands import COMMANDS  # noqa: PLC0415  # `--help` need not load the engine

        return COMMANDS[asked.command](asked)
    except UsageError as error:
        print(f"sandtable: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("sandtable: interrupted", file=sys.stderr)
        return 130

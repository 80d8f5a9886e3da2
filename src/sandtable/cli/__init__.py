"""The `sandtable` command. Nothing heavy is imported before a command needs it."""

import io
import os
import sys
from collections.abc import Sequence

from .parser import UsageError, parse


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 if all went well, 2 with one line on the error stream if the input was wrong."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a narrow terminal is no reason to stop
    try:
        asked = parse(sys.argv[1:] if arguments is None else arguments)
        if asked is None:
            return 0
        from .commands import COMMANDS  # noqa: PLC0415  # `--help` need not load the engine

        return COMMANDS[asked.command](asked)
    except UsageError as error:
        print("sandtable: " + " ".join(str(error).splitlines()), file=sys.stderr)
        return 2
    except UnicodeError as error:
        print(f"sandtable: what was typed is not text: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"sandtable: the output cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("sandtable: interrupted", file=sys.stderr)
        return 130

"""`sandtable lab`: studies of what a change does. Its libraries are an extra, asked for by name."""

import argparse
from importlib import import_module
from importlib.util import find_spec

from .parser import UsageError

NEEDS = ("scipy", "polars", "altair", "vl_convert")


def run(asked: argparse.Namespace) -> int:
    """Carry out what was asked of the laboratory."""
    if not asked.study:
        raise UsageError("lab: say what is to be studied (see 'sandtable lab --help')")
    if missing := [name for name in NEEDS if find_spec(name) is None]:
        raise UsageError(f"the laboratory needs {', '.join(missing)}: pip install 'sandtable[lab]'")
    code: int = import_module(f"{__package__}.studies").STUDIES[asked.study](asked)
    return code

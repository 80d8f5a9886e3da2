"""`sandtable bench`: how fast the engine is here."""

import argparse

from .inputs import whole_number
from .output import print_json


def run(asked: argparse.Namespace) -> int:
    """Measure, and print a table."""
    rounds = whole_number(asked.rounds, "--rounds", 1, 100)
    from sandtable.lab.bench import measure  # noqa: PLC0415

    rows = measure(rounds)
    if asked.json:
        print_json(rows)
        return 0
    wide = max(len(row.what) for row in rows)
    for row in rows:
        spread = f"{row.low:.4g} to {row.high:.4g}"
        print(f"{row.what:<{wide}}  {row.median:>10.4g} {row.unit:<12} ({spread}) {row.aim}")
    return 0

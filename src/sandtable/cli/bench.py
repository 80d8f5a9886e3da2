"""`sandtable bench`: how fast the engine is here, beside what is wanted of it."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .inputs import whole_number
from .output import print_json

if TYPE_CHECKING:
    from sandtable.lab.measuring import Row


def run(asked: argparse.Namespace) -> int:
    """Measure, and print a table."""
    rounds = whole_number(asked.rounds, "--rounds", 1, 100)
    from sandtable.lab.bench import measure  # noqa: PLC0415

    rows = measure(rounds)
    if asked.json:
        print_json(rows)
    else:
        print("\n".join(table(rows)))
    return 0


def table(rows: Sequence["Row"]) -> list[str]:
    """The lines of the table: a heading for each topic; `aim` and `must` say which of the two a median reaches."""
    wide = max(len(row.what) for row in rows)
    lines = [f"{'':<{wide}}  {'median':>10} {'':<16} {'spread':<18} {'must':>9} {'aim':>9}"]
    topic = ""
    for row in rows:
        if row.topic != topic:
            topic = row.topic
            lines += ["", topic]
        must, aim = ("" if wanted is None else f"{wanted:,.6g}" for wanted in (row.goal.must, row.goal.aim))
        spread = f"{row.low:.4g} to {row.high:.4g}"
        said = row.goal.verdict(row.median) or row.note
        lines.append(
            f"{row.what:<{wide}}  {row.median:>10,.5g} {row.unit:<16} {spread:<18} {must:>9} {aim:>9}  {said}".rstrip()
        )
    return lines

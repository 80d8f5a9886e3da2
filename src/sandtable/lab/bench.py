"""Everything that is measured, in one run, bracketed by the yardstick."""

from sandtable.rulesets.library import RULESETS

from . import bench_books, bench_parts
from .measuring import Row, row, yardstick


def measure(rounds: int) -> list[Row]:
    """All parts, then all rulebooks."""
    rows = [row("machine", "yardstick: a trip of a plain loop", "ns", [yardstick() for _ in range(rounds)])]
    rows += bench_parts.sight(rounds) + bench_parts.ways(rounds) + bench_parts.odds(rounds)
    rows += bench_books.helping(rounds)
    for name in RULESETS:
        rows += bench_books.battles(name, rounds)
        rows += bench_books.calls(name)
        rows += bench_books.processes(name, rounds)
        rows += bench_books.forks(name, rounds)
        rows += bench_books.start(name, rounds)
        rows += bench_books.foretelling(name)
    rows.append(row("machine", "yardstick again", "ns", [yardstick() for _ in range(rounds)]))
    return rows

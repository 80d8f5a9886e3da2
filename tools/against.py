"""Measure this revision beside an earlier one, by turns: `python tools/against.py REVISION [BOOK …] [--rounds N]`.

The machine drifts while one measures. So both are measured in turn, each in a process of its own, by CPU time, and of every
figure the ratio of medians is told: 2.0 is twice as fast. Counts of calls are beside them, which no machine blurs.

With `--bots rookie` the two revisions' bots fight each other instead: the same battles in two processes in lock step, each
question answered by the bot of the revision whose seat it is, seats swapped on the same seeds. So it is told whether a bot
has become weaker, and whether the two revisions still play the same game: where a rule was mended they do not.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent))

import duel  # its neighbours
import speed
from revision import ROOT, environment, laid_beside

BOOKS = ("bolt-action", "sotr", "fraley", "d10", "skirmish41")


def measured(folder: Path, book: str, battles: int) -> dict[str, float]:
    """The figures of a revision, from a process of its own."""
    command = [sys.executable, str(Path(speed.__file__)), book, str(battles)]
    run = subprocess.run(command, env=environment(folder), capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"{folder}: {run.stderr.strip().splitlines()[-1] if run.stderr.strip() else 'it failed'}")
    return speed.read(run.stdout)


def compare(earlier: Path, books: Sequence[str], rounds: int, battles: int) -> None:
    """Print a line for every figure of every book: then, now, and how many times as fast."""
    for book in books:
        found: dict[Path, list[dict[str, float]]] = {earlier: [], ROOT: []}
        for _ in range(rounds):
            for folder, figures in found.items():
                figures.append(measured(folder, book, battles))
        for what in found[ROOT][0]:
            then, now = (median(one[what] for one in found[folder] if what in one) for folder in (earlier, ROOT))
            print(f"{book:<12} {what:<34} {then:>12,.3f} {now:>12,.3f} {then / now if now else 0:>7.2f}x", flush=True)


def main() -> None:
    """What is asked for."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("revision")
    asked.add_argument("books", nargs="*", default=BOOKS)
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--battles", type=int, default=0, help="battles a round (6), or of the bots in all (200)")
    asked.add_argument("--bots", default="", help="these bots of both revisions fight each other")
    asked.add_argument("--scenario", action="append", default=[], help="with --bots: these scenarios alone")
    given = asked.parse_args()
    earlier = laid_beside(given.revision)
    books = given.books or BOOKS
    if given.bots:
        for book in books:
            print(duel.fight(ROOT, earlier, book, given.bots, given.battles or 200, given.scenario), flush=True)
    else:
        compare(earlier, books, given.rounds, given.battles or 6)


if __name__ == "__main__":
    main()

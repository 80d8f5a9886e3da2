"""How fast the sources on PYTHONPATH are: `python tools/speed.py BOOK BATTLES`, a line a figure.

Only what earlier revisions have, too, is used here: it is run over their sources. What one of them lacks is left out.
"""

import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time  # measuring is what this is for
from typing import Any

SEED = 100


def read(text: str) -> dict[str, float]:
    """The figures that were printed, by name."""
    rows = (line.rsplit(" ", 1) for line in text.splitlines() if line)
    return {name: float(value) for name, value in rows}


def main(book: str, battles: int) -> None:
    """Measure and print."""
    from sandtable.rulesets.library import ruleset  # noqa: PLC0415  # of whichever revision is on the path

    rules = ruleset(book)
    for bots in ("random", "rookie"):
        for seed in range(4):
            _battle(rules, bots, seed)  # kernels loaded, prices known
        begin = process_time()
        decisions = sum(_battle(rules, bots, SEED + seed) for seed in range(battles))
        _tell(f"{bots} battle, ms", (process_time() - begin) * 1000 / battles)
        _tell(f"decisions of a {bots} battle", decisions / battles)
        _tell(f"Python calls of a {bots} decision", _calls(rules, bots, battles) / decisions)
    for name, pieces in (("ask", _asks(book, rules)), ("forecast", _forecasts(book, rules))):
        spent = [_least(piece) for piece in pieces]
        if spent:
            _tell(f"{name}, median, ms", median(spent))
            _tell(f"{name}, worst, ms", max(spent))


def _tell(name: str, value: float) -> None:
    print(name, value)


def _battle(rules: Any, bots: str, seed: int) -> int:
    from sandtable.bots import bot  # noqa: PLC0415
    from sandtable.bots.match import fight  # noqa: PLC0415
    from sandtable.play.record import Header, new_game, seeded_box  # noqa: PLC0415

    names = rules.scenarios()
    header = Header(rules.name, rules.version, {}, rules.scenario(names[seed % len(names)]), (bots, bots))
    game = new_game(rules, header, seeded_box(seed))
    return fight(game, (bot(bots, rules, seed, 0), bot(bots, rules, seed, 1)))


def _calls(rules: Any, bots: str, battles: int) -> int:
    found = 0

    def note(_frame: object, event: str, _about: object) -> None:
        nonlocal found
        found += event == "call"

    sys.setprofile(note)
    for seed in range(battles):
        _battle(rules, bots, SEED + seed)
    sys.setprofile(None)
    return found


def _asks(book: str, rules: Any) -> list[Callable[[], object]]:
    """Every question of the book with what its form begins with."""
    from sandtable.odds.ask import put, together  # noqa: PLC0415
    from sandtable.rulesets.library import questions  # noqa: PLC0415

    def ask(name: str, question: Any) -> object:
        return together(put(question, {}, rules.options_type()), name)

    return [partial(ask, name, one) for name, one in questions(book).items()]


def _forecasts(book: str, rules: Any) -> list[Callable[[], object]]:
    """Every situation of the book that is measured."""
    from sandtable.odds.forecast import Standing, look_ahead, read  # noqa: PLC0415
    from sandtable.rulesets.library import situations  # noqa: PLC0415

    def foresee(one: Any) -> object:
        standing = Standing(rules, one.state, (), one.state, one.seat)
        return read(standing, look_ahead(standing, one.begin))

    return [partial(foresee, one) for one in situations(book).values()]


def _least(work: Callable[[], object], times: int = 3) -> float:
    """The least of a few times, in milliseconds."""
    spent = []
    for _ in range(times):
        begin = process_time()
        work()
        spent.append((process_time() - begin) * 1000)
    return min(spent)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

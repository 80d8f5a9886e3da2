"""`sandtable compare`: what several rulebooks make of the same scenario."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec

from sandtable.bots import BOTS
from sandtable.lab.compare import Plan, compare, refusals
from sandtable.lab.processes import cores
from sandtable.lab.tally import BookTally, Portion, SideTally, Spread, tally
from sandtable.play.scenario import Scenario
from sandtable.play.wire import to_plain
from sandtable.rulesets.house import played_otherwise
from sandtable.rulesets.library import COMMON, RULESETS, common_scenarios, parse_scenario, ruleset, scenario_in
from sandtable.table.data import DataError

from .chart import draw
from .inputs import check_writable, house_rules, read_text, under_house, whole_number, write_bytes
from .output import counted, print_json, wrapped
from .parser import UsageError
from .progress import Progress

MOST_GAMES = 1_000_000
MOST_JOBS = 256


class Compared(msgspec.Struct, frozen=True):
    """A scenario under several books, as other tools read it; `left_out` are the books that cannot fight it, and why.

    `changed` is what books played otherwise than they usually do.
    """

    scenario: str
    title: str
    map: str
    games: int
    seed: int
    bots: tuple[str, str]
    books: list[BookTally]
    left_out: dict[str, str]
    changed: dict[str, list[str]]


def run(asked: argparse.Namespace) -> int:
    """Fight a scenario under every book that knows it, and tell what came of it."""
    games = whole_number(asked.games, "--games", 1, MOST_GAMES)
    seed = whole_number(asked.seed, "--seed")
    jobs = whole_number(asked.jobs, "--jobs", 1, MOST_JOBS) if asked.jobs else cores()
    for name in asked.bots:
        if name not in BOTS:
            raise UsageError(f"--bots: no bot is called {name!r}: there are {', '.join(BOTS)}")
    scenario = _scenario(asked.scenario)
    left_out = refusals(scenario)
    books_fought = _books(asked.books, scenario, left_out)
    house = house_rules(asked.set, asked.rules, [ruleset(book).prefix for book in books_fought])
    options = {book: under_house(ruleset(book), house) for book in books_fought}
    plain = {book: to_plain(one) for book, one in options.items()}
    plan = Plan(scenario, books_fought, games, seed, (asked.bots[0], asked.bots[1]), plain)
    changed = {book: played_otherwise(ruleset(book), one) for book, one in options.items()}
    changed = {book: lines for book, lines in changed.items() if lines}
    if asked.svg:
        check_writable(Path(asked.svg))
    with Progress(games * len(plan.books), "battles") as bar:
        fought = compare(plan, jobs, bar.tell)
    books = [tally(plan, book, battles) for book, battles in fought.items()]
    field = scenario.battlefield.name
    found = Compared(scenario.name, scenario.title, field, games, seed, plan.bots, books, left_out, changed)
    if asked.svg:
        write_bytes(Path(asked.svg), draw(heading(found), books).encode())
    if asked.json:
        print_json(found)
    else:
        _show(found)
    return 0


def _scenario(name: str) -> Scenario:
    """A scenario that belongs to no rulebook, by name or from a file."""
    if name in common_scenarios():
        return scenario_in(COMMON, name)
    path = Path(name)
    if path.suffix != ".toml":
        every = ", ".join(common_scenarios())
        raise UsageError(f"no scenario for all rulebooks is called {name!r}: there are {every}")
    try:
        return parse_scenario(read_text(path), path.stem)
    except DataError as error:
        raise UsageError(str(error)) from error


def _books(wanted: str, scenario: Scenario, left_out: dict[str, str]) -> tuple[str, ...]:
    """The rulebooks that were asked for, in their usual order; without a wish all that know the scenario's troops."""
    able = tuple(book for book in RULESETS if book not in left_out)
    if not wanted:
        if not able:
            reasons = "; ".join(f"{book}: {why}" for book, why in left_out.items())
            raise UsageError(f"no rulebook can fight {scenario.name}: {reasons}")
        return able
    chosen = [name.strip() for name in wanted.split(",")]
    for name in chosen:
        if name not in RULESETS:
            raise UsageError(f"--books: no rulebook is called {name!r}: there are {', '.join(RULESETS)}")
        if name in left_out:
            raise UsageError(f"--books: {name} cannot fight {scenario.name}: {left_out[name]}")
    return tuple(book for book in able if book in chosen)


def heading(found: Compared) -> str:
    """What was fought, in a line."""
    bots = " against ".join(found.bots)
    return f"{found.title}: {counted(found.games, 'game')} a book from seed {found.seed}, {bots}"


def _show(found: Compared) -> None:
    names = [side.name for side in found.books[0].sides]
    print(heading(found))
    print("\nWho wins (in brackets, where the true share lies 95 times of 100)")
    _columns(["", *names, "draws"], [[one.book, *map(_portion, _ends(one))] for one in found.books])
    print("\nWhat it costs: share of its points a side loses on average (and the middle half of the battles)")
    _columns(["", *names], [[one.book, *map(_lost, one.sides)] for one in found.books])
    print("\nHow long a battle is: the median (and the middle half of the battles)")
    _columns(
        ["", "turns", "decisions", "seconds"],
        [[one.book, _middle(one.turns), _middle(one.decisions), _middle(one.seconds, 2)] for one in found.books],
    )
    rules = [(one.book, side.name) for one in found.books for side in one.sides if side.played_by == "the rules"]
    if rules or found.changed or found.left_out:
        print()
    for book, name in rules:
        print(f"Under {book} the rules play {name}.")
    for book, lines in found.changed.items():
        print(wrapped(f"Under {book} was played: {', '.join(lines)}.", "", hanging="    "))
    for book, why in found.left_out.items():
        print(wrapped(f"{book} does not fight it: {why}", "", hanging="    "))


def _ends(one: BookTally) -> tuple[Portion, Portion, Portion]:
    return one.sides[0].wins, one.sides[1].wins, one.draws


def _columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    wide = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        print("  " + "   ".join(f"{cell:<{width}}" for cell, width in zip(row, wide, strict=True)).rstrip())


def _portion(one: Portion) -> str:
    return f"{one.count}, {100 * one.share:.0f} % ({100 * one.low:.0f} to {100 * one.high:.0f})"


def _lost(side: SideTally) -> str:
    lost = side.lost
    part = f"{100 * lost.mean:.0f} % ({100 * lost.low:.0f} to {100 * lost.high:.0f})"
    return f"{part}, {side.gone.mean:.1f} of {counted(side.units, 'unit')} gone"


def _middle(one: Spread, places: int = 0) -> str:
    return f"{_number(one.median, places)} ({_number(one.low, places)} to {_number(one.high, places)})"


def _number(value: float, places: int) -> str:
    """A number, with the half that a median can be."""
    return f"{value:.{places}f}" if places or value == int(value) else f"{value:.1f}"

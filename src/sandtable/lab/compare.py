"""One scenario fought under several rulebooks, many times each: what becomes of the same forces on the same ground."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from time import process_time_ns  # noqa: TID251  # measuring is what this is for
from typing import Any, NamedTuple

import msgspec

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.geometry.warm import warm
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.play.ruleset import Ruleset
from sandtable.play.scenario import Scenario
from sandtable.play.wire import to_plain
from sandtable.rulesets.library import RULESETS, ruleset, tactics
from sandtable.table.data import DataError

from .processes import spread

LONGEST_PIECE = 8  # battles: a few seconds, so that the last process does not work on while the others wait

Share = tuple[int, int]  # a fraction as it is packed: so many of so many


class Plan(msgspec.Struct, frozen=True):
    """What is to be fought: the seeds are those from the first on, the same under every book."""

    scenario: Scenario
    books: tuple[str, ...]
    games: int
    first: int = 1
    bots: tuple[str, str] = ("rookie", "rookie")
    options: dict[str, dict[str, Any]] = {}  # by book, what is not as usual there

    def options_of(self, book: str) -> msgspec.Struct:
        """The options that a book is fought with."""
        return msgspec.convert(self.options.get(book, {}), ruleset(book).options_type)


class Fought(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A battle that has been fought, by the sides of the scenario whoever played them.

    Losses are shares of the points that a side began with, and units of which nothing is left.
    """

    seed: int
    winner: int | None
    lost: tuple[Share, Share]
    gone: tuple[int, int]
    turns: int
    decisions: int
    micros: int


class _Piece(NamedTuple):
    book: str
    first: int
    games: int


def refusals(scenario: Scenario) -> dict[str, str]:
    """The rulebooks that cannot fight a scenario, and why not."""
    found: dict[str, str] = {}
    for book in RULESETS:
        try:
            rules = ruleset(book)
            rules.setup(scenario, rules.options_type())
        except DataError as error:
            found[book] = str(error)
    return found


def compare(plan: Plan, jobs: int = 1, tell: Callable[[int], None] | None = None) -> dict[str, list[Fought]]:
    """Fight a scenario under every book of a plan; `tell` hears how many battles have been fought.

    The battles hang on their seeds alone: the number of jobs changes nothing but the time it takes.
    """
    _warm(plan.books)
    pieces = _pieces(plan, jobs)
    packed: dict[int, bytes] = {}
    fought = 0
    for place, part in spread(partial(_fight, plan), pieces, jobs):
        packed[place] = part
        fought += pieces[place].games
        if tell is not None:
            tell(fought)
    found: dict[str, list[Fought]] = {book: [] for book in plan.books}
    for place, piece in enumerate(pieces):
        found[piece.book] += msgspec.msgpack.decode(packed[place], type=list[Fought])
    return found


def _warm(books: Sequence[str]) -> None:
    """Load everything that battles need, once for all processes."""
    warm()
    for book in books:
        tactics(book)


def _pieces(plan: Plan, jobs: int) -> list[_Piece]:
    """Small ranges of seeds, the books by turns, so that all of them come to their end together."""
    size = max(1, min(LONGEST_PIECE, plan.games // (4 * jobs)))
    starts = range(0, plan.games, size)
    return [_Piece(book, plan.first + at, min(size, plan.games - at)) for at in starts for book in plan.books]


def _fight(plan: Plan, piece: _Piece) -> bytes:
    seeds = range(piece.first, piece.first + piece.games)
    return msgspec.msgpack.encode([battle(plan, piece.book, seed) for seed in seeds])


def battle(plan: Plan, book: str, seed: int) -> Fought:
    """Fight one battle of a plan, the same that `sandtable watch` shows with this seed."""
    rules, bots = ruleset(book), plan.bots
    header = Header(book, rules.version, to_plain(plan.options_of(book)), plan.scenario, bots)
    begun = process_time_ns()
    game = new_game(rules, header, seeded_box(seed))
    decisions = fight(game, (bot(bots[0], rules, seed, 0), bot(bots[1], rules, seed, 1)))
    micros = (process_time_ns() - begun) // 1000
    assert game.outcome is not None
    lost, gone = losses(rules, game.initial, game.state)
    return Fought(seed, game.outcome.winner, lost, gone, rules.turn(game.state), decisions, micros)


def losses(rules: Ruleset[Any], before: Any, after: Any) -> tuple[tuple[Share, Share], tuple[int, int]]:
    """What each side has lost of what it began with, in points, and how many of its units are gone.

    Units are of a side, not of a seat: where two players share one, or nobody plays one, the forces are the same.
    """
    had, left, gone = [Fraction(0), Fraction(0)], [Fraction(0), Fraction(0)], [0, 0]
    for number, unit in enumerate(before.units):
        was, worth = rules.worth(before, number), rules.worth(after, number)
        had[unit.side] += was
        left[unit.side] += worth
        gone[unit.side] += bool(was) and not worth
    shares = [1 - now / was if was else Fraction(0) for was, now in zip(had, left, strict=True)]
    ours, theirs = (share.as_integer_ratio() for share in shares)
    return (ours, theirs), (gone[0], gone[1])

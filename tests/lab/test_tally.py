"""Battles in a few numbers."""

from fractions import Fraction

import pytest

from sandtable.lab.compare import Fought, Plan
from sandtable.lab.tally import portion, spread_of, tally
from sandtable.play.scenario import Scenario
from sandtable.rulesets.library import COMMON, RULESETS, ruleset, scenario_in

TWO = scenario_in(COMMON, "two-platoons")


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (20, 100, 0.1334, 0.2888)],
)
def test_intervals_are_those_of_wilson(count: int, of: int, low: float, high: float) -> None:
    """As printed in tables; at either end they end there."""
    found = portion(count, of)
    assert (found.count, found.share) == (count, count / of)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)
    assert (found.low == 0.0, found.high == 1.0) == (count == 0, count == of)


def test_quartiles_lie_between_neighbours_in_proportion() -> None:
    """Of one number all are that number; halves are taken exactly."""
    found = spread_of([4, 1, 3, 2])
    assert (found.mean, found.low, found.median, found.high) == (2.5, 1.75, 2.5, 3.25)
    one = spread_of([Fraction(1, 3)])
    assert (one.mean, one.low, one.median, one.high) == (1 / 3,) * 4


def test_a_book_in_short() -> None:
    """Wins go to the side that won, losses to the side that lost them, and draws to nobody."""
    battles = [
        Fought(1, 0, ((1, 4), (3, 4)), (1, 5), 6, 200, 100_000),
        Fought(2, 0, ((1, 2), (1, 1)), (2, 8), 8, 300, 300_000),
        Fought(3, None, ((0, 1), (1, 4)), (0, 2), 7, 250, 200_000),
    ]
    found = tally(Plan(TWO, ("bolt-action",), 3, bots=("rookie", "random")), "bolt-action", battles)
    ours, theirs = found.sides
    assert (ours.name, ours.played_by, ours.points, ours.units, ours.figures) == ("US", "rookie", 774, 8, 45)
    assert (theirs.name, theirs.played_by, theirs.points, theirs.units) == ("Germans", "random", 864, 8)
    assert (ours.wins.count, theirs.wins.count, found.draws.count) == (2, 0, 1)
    assert (ours.lost.mean, theirs.lost.mean) == (0.25, 2 / 3)
    assert (ours.gone.median, theirs.gone.median) == (1, 5)
    assert (found.turns.median, found.decisions.median, found.seconds.median) == (7, 250, 0.2)


def _solo() -> tuple[str, Scenario]:
    """A scenario of which the rules play a seat."""
    every = ((book, ruleset(book).scenario(name)) for book in RULESETS for name in ruleset(book).scenarios())
    return next((book, one) for book, one in every if ruleset(book).plays_itself(one))


def test_a_seat_that_the_rules_play_is_not_said_to_be_a_bot_s() -> None:
    """Though a bot keeps it."""
    book, scenario = _solo()
    seat = ruleset(book).plays_itself(scenario)[0]
    battles = [Fought(1, seat, ((0, 1), (0, 1)), (0, 0), 1, 1, 1)]
    found = tally(Plan(scenario, (book,), 1), book, battles)
    assert (found.sides[seat].played_by, found.sides[1 - seat].played_by) == ("the rules", "rookie")
    assert found.sides[seat].wins.count == 1

"""Many battles in a few numbers: counts with the intervals they leave open, and quartiles."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from sandtable.play.ruleset import Ruleset
from sandtable.rulesets.library import ruleset

from .compare import Fought, Plan

SURE = 1.959963984540054  # standard deviations on either side that hold 95 of 100


class Portion(msgspec.Struct, frozen=True):
    """So many of all, and between which shares the true one lies 95 times of 100 (Wilson)."""

    count: int
    share: float
    low: float
    high: float


class Spread(msgspec.Struct, frozen=True):
    """Numbers in short: their mean, and what a quarter, half and three quarters of them do not exceed."""

    mean: float
    low: float
    median: float
    high: float


class SideTally(msgspec.Struct, frozen=True):
    """One side of the scenario under a book: who plays it, what it brings, how often it wins and what it loses."""

    name: str
    played_by: str
    points: int
    units: int
    figures: int
    wins: Portion
    lost: Spread
    gone: Spread


class BookTally(msgspec.Struct, frozen=True):
    """The battles under one book. Seconds are those of a processor."""

    book: str
    title: str
    games: int
    sides: tuple[SideTally, SideTally]
    draws: Portion
    turns: Spread
    decisions: Spread
    seconds: Spread


def portion(count: int, of: int) -> Portion:
    """A count of all with its interval, after Wilson: it holds for few games and for shares near nothing or all."""
    share = count / of
    square = SURE * SURE
    middle = (count + square / 2) / (of + square)
    half = SURE * sqrt(count * (of - count) / of + square / 4) / (of + square)
    return Portion(count, share, middle - half if count else 0.0, middle + half if count < of else 1.0)


def spread_of(values: Sequence[int | Fraction]) -> Spread:
    """Numbers in short; nothing is rounded before it is written down."""
    ordered = sorted(values)
    quarter, half, rest = (float(_at(ordered, quarters)) for quarters in (1, 2, 3))
    return Spread(float(Fraction(sum(ordered)) / len(ordered)), quarter, half, rest)


def _at(ordered: Sequence[int | Fraction], quarters: int) -> Fraction:
    """The number so many quarters up, between two neighbours in proportion."""
    whole, part = divmod((len(ordered) - 1) * quarters, 4)
    above = ordered[min(whole + 1, len(ordered) - 1)]
    return ordered[whole] + Fraction(above - ordered[whole]) * part / 4


def tally(plan: Plan, book: str, battles: Sequence[Fought]) -> BookTally:
    """The battles of one book."""
    rules = ruleset(book)
    state = rules.setup(plan.scenario, plan.options_of(book))
    draws = sum(one.winner is None for one in battles)
    return BookTally(
        book=book,
        title=rules.title,
        games=len(battles),
        sides=(_side(rules, state, plan, battles, 0), _side(rules, state, plan, battles, 1)),
        draws=portion(draws, len(battles)),
        turns=spread_of([one.turns for one in battles]),
        decisions=spread_of([one.decisions for one in battles]),
        seconds=spread_of([Fraction(one.micros, 1_000_000) for one in battles]),
    )


def _side(rules: Ruleset[Any], state: Any, plan: Plan, battles: Sequence[Fought], side: int) -> SideTally:
    units = [number for number, unit in enumerate(state.units) if unit.side == side]
    return SideTally(
        name=plan.scenario.forces[side].name,
        played_by=_players(rules, state, plan, side),
        points=sum(rules.card(state, number).points for number in units),
        units=len(units),
        figures=sum(state.units[figure.unit].side == side for figure in state.figures),
        wins=portion(sum(one.winner == side for one in battles), len(battles)),
        lost=spread_of([Fraction(*one.lost[side]) for one in battles]),
        gone=spread_of([one.gone[side] for one in battles]),
    )


def _players(rules: Ruleset[Any], state: Any, plan: Plan, side: int) -> str:
    """Who plays a side: the bots of its seats, or the rules where nobody sits there."""
    itself = rules.plays_itself(plan.scenario)
    return (
        " and ".join(name for seat, name in enumerate(plan.bots) if state.side_of(seat) == side and seat not in itself)
        or "the rules"
    )

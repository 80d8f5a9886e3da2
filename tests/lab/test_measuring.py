"""Measurements: what a median reaches of what is wanted, and how it is printed. Nothing is timed here that must be fast."""

import pytest

from sandtable.cli.bench import table
from sandtable.lab import bench_parts
from sandtable.lab.measuring import Goal, row


@pytest.mark.parametrize(
    ("goal", "value", "said"),
    [
        (Goal(), 3, ""),
        (Goal(10, 5), 4, "aim"),
        (Goal(10, 5), 7, "must"),
        (Goal(10, 5), 25, "2.5x off"),
        (Goal(10, 40, less=False), 50, "aim"),
        (Goal(10, 40, less=False), 20, "must"),
        (Goal(10, 40, less=False), 4, "2.5x off"),
        (Goal(aim=5), 20, "4.0x off"),
    ],
)
def test_a_median_reaches_the_aim_or_the_must_or_neither(goal: Goal, value: float, said: str) -> None:
    """Where less is better and where more is."""
    assert goal.verdict(value) == said


def test_the_table_has_a_heading_for_each_topic() -> None:
    """And beside each row its spread, what is wanted, and what else there is to say."""
    rows = [
        row("sight", "a pair", "us", [3.0, 1.0, 2.0], Goal(10, 4)),
        row("sight", "all pairs", "ms", [5.0], note="forty against forty"),
        row("odds", "an attack", "ms", [1.0]),
    ]
    head, *lines = table(rows)
    assert head.split() == ["median", "spread", "must", "aim"]
    assert [line for line in lines if line and not line.startswith((" ", "a"))] == ["sight", "odds"]
    assert lines[2].split() == ["a", "pair", "2", "us", "1", "to", "3", "10", "4", "aim"]
    assert lines[3].endswith("forty against forty")


def test_the_parts_are_measured() -> None:
    """Every row has a median between its lowest and its highest value."""
    rows = bench_parts.sight(1) + bench_parts.ways(1) + bench_parts.odds(1)
    assert {one.topic for one in rows} == {"geometry", "odds"}
    assert all(0 < one.low <= one.median <= one.high for one in rows)

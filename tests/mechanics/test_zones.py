"""Edges of the table and zones: how far points are from an edge, where it is straight across, rings."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.mechanics.zones import (
    FACING_IN,
    FACING_OUT,
    OPPOSITE,
    across_at,
    from_edge,
    middle_of_edge,
    ring,
)
from sandtable.play.state import State
from sandtable.table.layout import Layout

HERE = (inches(10), inches(7))


def table() -> State[Any, Any]:
    """Six feet by four, with nothing on it."""
    return State(inches(72), inches(48), (), Layout.of([]), (), ())


@pytest.mark.parametrize(
    ("edge", "far", "across"),
    [("north", 7, (10, 0)), ("south", 41, (10, 48)), ("west", 10, (0, 7)), ("east", 62, (72, 7))],
)
def test_points_and_edges(edge: str, far: float, across: tuple[float, float]) -> None:
    """A point is as far from an edge as from the point of it straight across."""
    found = across_at(table(), edge, HERE)
    assert from_edge(table(), edge, HERE) == inches(far)
    assert found == (inches(across[0]), inches(across[1]))
    assert from_edge(table(), edge, found) == 0
    assert from_edge(table(), OPPOSITE[edge], found) == (inches(48) if edge in {"north", "south"} else inches(72))


@pytest.mark.parametrize(
    ("edge", "middle", "deep"),
    [
        ("north", (36, 0), (36, 5)),
        ("south", (36, 48), (36, 43)),
        ("west", (0, 24), (5, 24)),
        ("east", (72, 24), (67, 24)),
    ],
)
def test_middles_of_edges(edge: str, middle: tuple[float, float], deep: tuple[float, float]) -> None:
    """At the edge itself, and five inches in from there."""
    assert middle_of_edge(table(), edge) == (inches(middle[0]), inches(middle[1]))
    assert middle_of_edge(table(), edge, inches(5)) == (inches(deep[0]), inches(deep[1]))


def test_who_looks_out_looks_the_other_way() -> None:
    """The bearings at the edges."""
    assert {edge: FACING_IN[OPPOSITE[edge]] for edge in OPPOSITE} == FACING_OUT


def test_an_outline_is_closed() -> None:
    """Its last side leads back to where it began."""
    assert ring([(0, 0), (4, 0), (4, 3)]).tolist() == [[0, 0, 4, 0], [4, 0, 4, 3], [4, 3, 0, 0]]

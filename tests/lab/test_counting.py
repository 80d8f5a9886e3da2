"""Counts of calls: of functions and kernels, the same whenever they are taken."""

from sandtable.geometry.measure_kernels import gap_to_point
from sandtable.lab.bench_books import calls
from sandtable.lab.counting import Counts, counted
from sandtable.table.layout import Base, Layout

WORK = 7


def _nothing() -> None:
    """A function to be called."""


def _work() -> None:
    bodies = Layout.of([Base(height=1000, radius=500)]).placed([(0, 500, 500, 0, 0)]).bodies
    for _ in range(WORK):
        _nothing()
        gap_to_point(bodies, 0, 5000, 500)


def test_functions_and_kernels_are_counted_apart() -> None:
    """A kernel that is called from Python is no function; what counts leaves nothing behind."""
    before = counted(_work)
    assert before.kernels == WORK
    assert before.calls >= WORK + 1
    assert counted(_work) == before
    assert "__call__" not in vars(type(gap_to_point))
    assert counted(_nothing) == Counts(1, 0)


def test_a_book_is_counted_by_the_battle_and_by_the_decision() -> None:
    """Battles of the same seeds come to the same counts."""
    rows = {one.what: one.median for one in calls("platoon-sheet")}
    assert rows == {one.what: one.median for one in calls("platoon-sheet")}
    assert rows["Python calls of a random battle"] > rows["Python calls of a random decision"] > 1
    assert rows["kernel calls of a rookie battle"] > rows["kernel calls of a rookie decision"] > 0

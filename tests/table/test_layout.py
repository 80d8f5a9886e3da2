"""Where figures stand."""

import msgspec
import pytest

from sandtable.table.layout import Base, Layout, rows
from sandtable.table.remembered import Remembered


def layout() -> Layout:
    """A man and a tank, off the table."""
    return Layout.of([Base(height=1200, radius=500), Base(height=1900, length=4000, width=2000)])


def test_figures_begin_off_the_table() -> None:
    """Until they are placed."""
    assert not layout().on_table(0)
    assert layout().placed([(0, 5000, 6000, 900, 0)]).on_table(0)


def test_placing_makes_a_new_layout() -> None:
    """The old one stays as it was."""
    before = layout()
    after = before.placed([(0, 5000, 6000, 900, 2000)])
    assert after.point(0) == (5000, 6000)
    assert after.bearing(0) == 900
    assert not before.on_table(0)
    assert not after.without([0]).on_table(0)


def test_who_is_taken_off_leaves_no_trace() -> None:
    """Not even of which way he faced or how high he stood."""
    placed = layout().placed([(0, 5000, 6000, 900, 2000), (1, 9000, 9000, 100, 0)])
    assert placed.taken_off([0]) == layout().placed([(1, 9000, 9000, 100, 0)])


def test_layouts_are_equal_by_what_they_hold() -> None:
    """Equal layouts are equal and hash alike; anything else is not equal."""
    one, other = layout().placed([(0, 1, 2, 3, 4)]), layout().placed([(0, 1, 2, 3, 4)])
    assert one == other
    assert hash(one) == hash(other)
    assert one != layout()
    assert one != "layout"
    assert repr(one) == "Layout(2 bodies)"


def test_layouts_go_through_plain_numbers() -> None:
    """Packed and unpacked they are the same; nonsense is refused."""
    one = layout().placed([(1, 9000, 9000, 450, 0)])
    assert Layout.unpacked(one.packed()) == one
    for nonsense in ([[1, 2, 3]], [["a"] * 8], "x"):
        with pytest.raises(msgspec.ValidationError):
            Layout.unpacked(nonsense)


def test_bodies_can_stand_for_other_things() -> None:
    """Extra bodies come after the figures."""
    bodies, extra = layout().with_bodies([[0] * 8, [1] * 8])
    assert len(bodies) == 4
    assert extra.tolist() == [2, 3]


def test_rows_are_made_once() -> None:
    """The same figures give the same array."""
    assert rows((1, 2, 3)) is rows((1, 2, 3))


def test_what_was_worked_out_is_remembered_for_the_same_object() -> None:
    """Once for each object, however many; equal objects are not the same."""
    calls: list[tuple[int, ...]] = []

    def measure(value: tuple[int, ...]) -> int:
        calls.append(value)
        return len(value)

    length = Remembered(measure, most=2)
    one = (1, 2)
    twin = (*one[:1], 2)
    assert [length(one), length(one), length(twin)] == [2, 2, 2]
    assert len(calls) == 2
    length((1,))
    length(one)
    assert len(calls) == 4

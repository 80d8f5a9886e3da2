"""Modifiers, groups, templates and allocation."""

import pytest

from sandtable.dice.chance import Chance
from sandtable.mechanics.allocation import dealt
from sandtable.mechanics.clauses import load_clauses, rule
from sandtable.mechanics.groups import hangs_together, largest_chain, prune, shed
from sandtable.mechanics.modifiers import Always, Modifier, Never, Score, Target, Twice, total
from sandtable.mechanics.templates import scattered, under_circle, under_square
from sandtable.table.layout import Base, Layout


def test_targets_remember_why() -> None:
    """The needed score with every reason, on one line."""
    modifiers = (Modifier(-1, "long range", "x.long"), Modifier(2, "luck", "x.luck"))
    assert total(modifiers) == 1
    assert Target(Score(4), modifiers).explain() == "4+ (-1 long range, +2 luck)"
    assert Target(Score(4), ()).explain() == "4+"


@pytest.mark.parametrize(
    ("needed", "text"),
    [
        (Always(), "automatic"),
        (Never(), "impossible"),
        (Never("no arc"), "impossible (no arc)"),
        (Twice(6, 6), "6+ then 6+"),
    ],
)
def test_needed_rolls_are_said_in_words(needed: Always | Never | Twice, text: str) -> None:
    """Automatic and impossible are not numbers."""
    assert str(Target(needed, ())) == text


def row(*xs: int) -> Layout:
    """Men in a row."""
    layout = Layout.of([Base(height=1200, radius=500)] * len(xs))
    return layout.placed([(figure, x, 5000, 0, 0) for figure, x in enumerate(xs)])


def test_chains_are_found() -> None:
    """Bases an inch apart hang together."""
    whole, split = row(1000, 3000, 5000), row(1000, 3000, 9000, 11_000, 13_000)
    assert hangs_together(whole, (0, 1, 2), 1000)
    assert hangs_together(whole, (1,), 1000)
    assert not hangs_together(split, (0, 1, 2, 3, 4), 1000)
    assert sorted(largest_chain(split, (0, 1, 2, 3, 4), 1000)) == [2, 3, 4]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_losses_leave_a_chain_if_that_can_be_had(count: int) -> None:
    """From a row of five, and from a split one where enough are lost to be whole again."""
    men = (0, 1, 2, 3, 4)
    for layout in (row(1000, 3000, 5000, 7000, 9000), row(1000, 3000, 9000, 11_000, 13_000)):
        enough = 5 - count <= len(largest_chain(layout, men, 1000))
        for gone in (shed(layout, men, count, 1000), prune(layout, men, count, 1000, Chance(count))):
            assert len(set(gone)) == count
            assert hangs_together(layout, [man for man in men if man not in gone], 1000) == enough


def test_only_ids_of_clauses_can_be_marked() -> None:
    """A typing mistake is found at once."""
    with pytest.raises(ValueError, match="not the id of a clause"):
        rule("no id at all")
    assert rule("ba.turn.draw")(len) is len


def test_clauses_are_loaded_in_the_order_of_the_book() -> None:
    """Each by its id."""
    every = load_clauses("sandtable.rulesets.bolt_action")
    assert next(iter(every)) == "ba.turn.phases"
    assert all(name == clause.id for name, clause in every.items())


def men_at(*places: tuple[int, int]) -> Layout:
    """Men on bases of an inch, and one who is not on the table."""
    layout = Layout.of([Base(height=1200, radius=500)] * (len(places) + 1))
    return layout.placed([(row, x, y, 0, 0) for row, (x, y) in enumerate(places)])


def test_templates_find_those_on_the_table() -> None:
    """Under the middle, under the rim, beside it; a strip as well."""
    layout = men_at((10_000, 10_000), (13_400, 10_000), (13_501, 10_000), (10_000, 6000))
    assert under_circle(layout, (10_000, 10_000), 3000) == ((0, 1), (0,))
    assert under_square(layout, (10_000, 8000), 8000, 1000) == ((0, 3), (0, 3))
    assert under_square(layout, (10_000, 8000), 8000, 1000, bearing=900) == ((), ())


@pytest.mark.parametrize(
    ("face", "faces", "landed"),
    [(1, 12, (0, -5000)), (4, 12, (5000, 0)), (7, 12, (0, 5000)), (7, 8, (-5000, 0)), (3, 4, (0, 5000))],
)
def test_a_shot_scatters_the_way_the_die_shows(face: int, faces: int, landed: tuple[int, int]) -> None:
    """One is north, and on clockwise."""
    assert scattered((0, 0), face, faces, 5000) == landed


def test_hits_are_dealt_like_cards() -> None:
    """One each in order, then round again; nobody has two more than another."""
    assert dealt(2, [7, 8, 9]) == {7: 1, 8: 1}
    assert dealt(7, [7, 8, 9]) == {7: 3, 8: 2, 9: 2}
    assert dealt(0, [7]) == {}
    assert dealt(3, []) == {}

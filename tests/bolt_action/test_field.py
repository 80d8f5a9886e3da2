"""Which ground a unit sees, square by square."""

import numpy as np
import pytest

from sandtable.geometry.bodies import disc, stack
from sandtable.mechanics.sight import aim, look
from sandtable.play.shown import Field
from sandtable.rulesets.bolt_action.basics.battlefield import height_of_ground, sight
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.table.layout import rows
from tests.clause import clause

from .houses import house, inside
from .kit import Scene, terrain, us

OFFICER = us("us.second-lieutenant", (20.5, 20.5), name="Officer")


def at(field: Field, x: int, y: int) -> str:
    """What is seen of the square whose upper left corner is so many inches from that of the table."""
    return field.cells[y * field.columns + x]


def test_the_whole_table_is_seen_where_nothing_stands() -> None:
    """72 by 48 squares of an inch."""
    field = RULESET.field(Scene(OFFICER).state, 0)
    assert (field.cell, field.columns, field.rows, field.cells) == (1000, 72, 48, "2" * 72 * 48)


@clause("ba.gap.line-of-sight")
def test_a_house_hides_what_is_behind_it_and_a_hedge_covers_it() -> None:
    """East of him a house, south of him a hedge."""
    ground = [terrain("building", box=(28, 19, 3, 3)), terrain("hedge", line=[(0, 30), (72, 30)])]
    field = RULESET.field(Scene(OFFICER, ground=ground).state, 0)
    assert [at(field, x, 20) for x in (25, 29, 35, 60)] == ["2", "0", "0", "0"]
    assert [at(field, 20, y) for y in (5, 29, 30, 40)] == ["2", "2", "1", "1"]


def test_it_takes_one_man_to_see_and_one_to_see_in_the_open() -> None:
    """Of two men one looks past the house."""
    ground = [terrain("building", box=(28, 19, 3, 3))]
    alone = RULESET.field(Scene(OFFICER, ground=ground).state, 0)
    pair = us("us.second-lieutenant", (20.5, 20.5), name="Officer", men=2, spots=((20.5, 35.5),))
    both = RULESET.field(Scene(pair, ground=ground).state, 0)
    assert (at(alone, 35, 20), at(both, 35, 20)) == ("0", "2")


@clause("ba.gap.line-of-sight")
def test_who_stands_on_a_hill_is_seen_over_what_is_low() -> None:
    """A man on top of a hill behind a house is higher than the house."""
    ground = [terrain("building", box=(28, 19, 3, 3), height=1.5), terrain("hill", box=(40, 10, 20, 20), height=4)]
    field = RULESET.field(Scene(OFFICER, ground=ground).state, 0)
    assert (at(field, 35, 20), at(field, 50, 20)) == ("0", "2")


@clause("ba.gap.buildings")
def test_men_in_a_house_look_out_of_its_openings() -> None:
    """One window to the north: nothing is seen in the south."""
    field = RULESET.field(Scene(inside(), ground=[house(openings=[(33, 16.9)])]).state, 0)
    assert (at(field, 33, 5), at(field, 33, 40)) == ("2", "0")


@pytest.mark.parametrize("man", range(3))
def test_squares_are_what_aiming_at_a_man_there_finds(man: int) -> None:
    """For each of three men apart, all over a table with everything on it."""
    ground = [
        terrain("woods", box=(30, 10, 8, 8)),
        terrain("wall", line=[(10, 30), (30, 30)]),
        terrain("brush", box=(50, 20, 6, 6)),
        terrain("building", box=(40, 30, 6, 6)),
        terrain("hill", box=(10, 2, 12, 8), height=2),
    ]
    squad = us("us.rifle-squad", (25, 25), name="Able", men=6, spots=((12, 29), (45, 12), (5, 5), (6, 5), (7, 5)))
    state = Scene(squad, ground=ground).state
    marks = [(x, y) for x in range(500, 72_000, 3000) for y in range(500, 48_000, 3000)]
    men = stack([disc(x, y, 500, ground=height_of_ground(state, x, y), height=1200) for x, y in marks])
    view, cells = sight(state).with_bodies(men, 99)
    looked = look(view, rows((man,)), cells)
    found = [aim(view, rows((man,)), rows((cell,)))[0] for cell in cells.tolist()]
    assert looked.seen.tolist() == [one.seen for one in found]
    assert looked.in_the_open.tolist() == [int(one.seen > 0 and not sum(one.cover)) for one in found]
    assert len(np.unique(looked.in_the_open)) == 2

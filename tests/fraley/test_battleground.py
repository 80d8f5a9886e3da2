"""Tables: their sizes, their terrain, laid out from a number, and the maps we bring."""

from itertools import pairwise

import pytest

from sandtable.geometry.path_kernels import BARRED, FREE
from sandtable.rulesets.fraley.basics.terrain import (
    BOCAGE,
    DIFFICULT,
    HARD,
    IMPASSABLE,
    OPEN,
    SOFT,
    VERY_DIFFICULT,
    feature,
    going,
)
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.rulesets.fraley.setup.battleground import AREAS, SORTS, as_we_play, check_table, lay_out, survey
from sandtable.rulesets.fraley.setup.forces import recruit
from sandtable.rulesets.fraley.state import Team
from sandtable.rulesets.library import battlefield, notes, scenario_in
from sandtable.table.data import DataError
from sandtable.table.maps import MapFile, TerrainEntry, build_map
from tests.clause import clause

from .kit import terrain

PACKAGE = "sandtable.rulesets.fraley"


@clause("fraley.gap.terrain-setup", "fraley.gap.table-size")
@pytest.mark.parametrize("size", [(72, 48), (48, 48)])
def test_a_table_is_laid_out_from_a_number(size: tuple[int, int]) -> None:
    """With the terrain that we play with; the same number, the same table."""
    tables = [lay_out(seed, *size) for seed in range(25)]
    for field in tables:
        check_table(field)
        assert as_we_play(survey(field), standard=size == (72, 48)), survey(field)
    assert lay_out(7, *size) == tables[7]
    assert all(one.terrain != other.terrain for one, other in pairwise(tables))
    assert RULESET.random_map(3) == lay_out(3, 72, 48)


@clause("fraley.gap.terrain-setup")
def test_what_is_not_as_we_play() -> None:
    """One piece too few or too many of any sort."""
    count = survey(lay_out(1))
    for sort, (standard, *_) in SORTS.items():
        least, most = standard
        for wrong in (least - 1, most + 1):
            assert not as_we_play({**count, sort: wrong}), (sort, wrong)
    assert AREAS[True] == (8, 12)
    assert {sort: given.standard for sort, given in SORTS.items() if sort != "extra"} == {
        "hill": (1, 1),
        "woods": (3, 4),
        "field": (2, 2),
        "building": (2, 3),
        "bocage": (0, 2),
        "hedge": (2, 3),
        "wall": (1, 2),
        "road": (1, 1),
    }


@clause("fraley.gap.table-size", "fraley.gap.terrain-setup")
@pytest.mark.parametrize("name", RULESET.scenarios())
def test_our_maps_are_as_we_play(name: str) -> None:
    """72 by 48 inches, or 48 by 48 for the small game and short battles; with bocage where the map is drawn for this book.

    A village has more houses than that, and short battles are fought on maps that suit every book.
    """
    field = scenario_in(PACKAGE, name).battlefield
    short = notes("fraley", name).short
    standard = name != "skirmish" and not short
    assert (field.width, field.depth) == ((72_000, 48_000) if standard else (48_000, 48_000))
    if short or name == "village-assault":
        return
    count = survey(field)
    assert as_we_play(count, standard=standard), count
    assert count["bocage"] >= 1


@clause("fraley.gap.table-size")
def test_other_tables_are_refused() -> None:
    """60 by 48, or 48 by 72."""
    for size in ((60, 48), (48, 72), (72, 47)):
        field = build_map(MapFile("test", "test", size, [TerrainEntry("woods", circle=(20, 20, 3))]), "test")
        with pytest.raises(DataError, match="a table measures 72 by 48"):
            check_table(field)


@clause("fraley.gap.terrain-setup")
def test_what_each_piece_is() -> None:
    """Form, cover and going of every sort of terrain."""
    pieces = {
        "woods": terrain("woods", box=(5, 5, 5, 5)),
        "field": terrain("crops", box=(5, 5, 5, 5)),
        "building": terrain("building", box=(5, 5, 5, 5)),
        "hedge": terrain("hedge", line=[(5, 5), (9, 5)], height=0.5),
        "fence": terrain("fence", line=[(5, 5), (9, 5)]),
        "wall": terrain("wall", line=[(5, 5), (9, 5)]),
        "bocage": terrain("hedge", line=[(5, 5), (9, 5)], height=1.25),
        "hill": terrain("hill", box=(5, 5, 5, 5)),
        "road": terrain("road", strip=[(5, 5), (15, 5)], width=2),
        "stream": terrain("water", box=(5, 5, 5, 5), traits=["water"]),
        "rubble": terrain("ruin", box=(5, 5, 5, 5)),
        "deep water": terrain("water", box=(5, 5, 5, 5)),
    }
    found = {name: feature(piece) for name, piece in pieces.items()}
    assert {name: (one.form, one.cover, one.going) for name, one in found.items()} == {
        "woods": ("area", SOFT, VERY_DIFFICULT),
        "field": ("field", SOFT, OPEN),
        "building": ("area", HARD, VERY_DIFFICULT),
        "hedge": ("line", SOFT, DIFFICULT),
        "fence": ("line", SOFT, DIFFICULT),
        "wall": ("line", HARD, DIFFICULT),
        "bocage": ("tall", HARD, VERY_DIFFICULT),
        "hill": ("hill", 0, OPEN),
        "road": ("open", 0, OPEN),
        "stream": ("open", 0, DIFFICULT),
        "rubble": ("area", HARD, VERY_DIFFICULT),
        "deep water": ("open", 0, IMPASSABLE),
    }
    assert found["bocage"] == BOCAGE
    tank, foot = team("m4-sherman"), team("rifle")
    assert going(pieces["building"], tank) == BARRED
    assert going(pieces["building"], foot) == FREE
    assert going(pieces["rubble"], tank) == FREE
    assert {going(pieces["deep water"], one) for one in (tank, foot)} == {BARRED}


def team(arm: str) -> Team:
    """A Team with a weapon, or a vehicle."""
    made = recruit(arm)
    return Team(0, made.role, made.kind, made.weapons, made.vehicle)


def test_maps_are_named_after_their_places() -> None:
    """Each of ours has a title and names for its pieces."""
    for name in ("farms", "mill-brook", "hollow"):
        field = battlefield(name)
        assert field.title.startswith("The ")
        assert all(piece.name for piece in field.terrain)

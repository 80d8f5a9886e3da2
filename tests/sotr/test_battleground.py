"""Tables: laid out from a number, and the maps we bring."""

from itertools import pairwise

import msgspec
import pytest

from sandtable.rulesets.library import battlefield
from sandtable.rulesets.sotr.basics.terrain import ground_class
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.setup.battleground import as_we_play, lay_out, survey
from tests.clause import clause

from .kit import terrain

MAPS = ("hamlet", "rubble", "graveyard", "proving-ground")


@clause("sotr.gap.board")
def test_a_table_is_laid_out_from_a_number() -> None:
    """48 by 48 inches, 10 to 14 pieces of the right sorts, nothing closer than 3 inches; the same number, the same table."""
    tables = [lay_out(seed) for seed in range(40)]
    for field in tables:
        count = survey(field)
        assert as_we_play(count), count
        assert (field.width, field.depth) == (48_000, 48_000)
    assert lay_out(7) == tables[7]
    assert all(one.terrain != other.terrain for one, other in pairwise(tables))
    wide = lay_out(3, 72, 48)
    assert (wide.width, as_we_play(survey(wide))) == (72_000, True)


@clause("sotr.gap.board", "sotr.weapon.table-size")
@pytest.mark.parametrize("name", MAPS)
def test_our_maps_are_as_we_play(name: str) -> None:
    """Four feet by four, or by six; two-storey houses, razorwire; a bunker in some."""
    field = battlefield(name)
    assert as_we_play(survey(field)), survey(field)
    assert (field.width, field.depth) in {(48_000, 48_000), (72_000, 48_000)}
    assert any(piece.floors == 2 for piece in field.terrain)
    assert any(piece.kind == "wire" for piece in field.terrain)
    assert any(piece.kind == "bunker" for name in MAPS for piece in battlefield(name).terrain)


@clause("sotr.gap.board")
def test_what_is_not_as_we_play() -> None:
    """A count that is off by one on either side."""
    count = survey(lay_out(1))
    for name, wrong in (
        ("pieces", (9, 15)),
        ("buildings", (1, 4)),
        ("woods", (1, 4)),
        ("brush", (1, 3)),
        ("hills", (0, 2)),
        ("rubble", (1, 3)),
        ("lines", (2, 5)),
        ("nearest", (2999,)),
    ):
        assert not any(as_we_play(count._replace(**{name: value})) for value in wrong), name


@clause("sotr.terrain.hills-agree")
def test_a_side_of_a_hill_is_what_the_map_says() -> None:
    """Open unless it was agreed to be difficult or impassable when the map was made."""
    hill = terrain("hill", box=(20, 20, 8, 8))
    steep = msgspec.structs.replace(hill, traits=("raised", "rough"))
    cliff = msgspec.structs.replace(hill, traits=("raised", "impassable"))
    for mover in ("infantry", "wheeled", "tracked", "mecha"):
        found = [ground_class(piece, mover, Options()) for piece in (hill, steep, cliff)]
        assert found == ["open", "difficult", "impassable"]

"""The foundation: both tables of small arms, bands, lines of sight and cover, a first exchange of fire."""

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.charts import band_of, to_hit
from sandtable.rulesets.skirmish41.basics.sight import look
from sandtable.rulesets.skirmish41.basics.terrain import HARD, NO_COVER
from sandtable.rulesets.skirmish41.options import Options
from tests.clause import clause

from .kit import Scene, brit, german, terrain

RIFLE = [(10, 4, 2), (14, 8, 4), (17, 12, 8), (19, 16, 12)]
PISTOL = [(12, 6, 3), (16, 10, 6), (18, 16, 12), (20, 20, 18)]


@clause("sk.shoot.hit-rifle", "sk.shoot.hit-pistol")
@pytest.mark.parametrize(("weapon", "printed"), [("rifle", RIFLE), ("lmg", RIFLE), ("smg", RIFLE), ("pistol", PISTOL)])
def test_scores_to_hit_are_as_printed(weapon: str, printed: list[tuple[int, int, int]]) -> None:
    """All cells, for each column."""
    assert [tuple(to_hit(weapon, band, shot, Options()) for shot in range(3)) for band in range(4)] == printed


@clause("sk.shoot.range-rifle", "sk.spot.short")
@pytest.mark.parametrize(
    ("distance", "band"), [(8, 0), (8.1, 1), (15, 1), (15.1, 2), (30, 2), (30.1, 3), (80, 3), (80.1, None)]
)
def test_between_whole_inches_the_longer_band_counts(distance: float, band: int | None) -> None:
    """A rifle's bands."""
    assert band_of("rifle", inches(distance), Options()) == band


@clause("sk.gap.cover-types")
def test_cover_is_what_one_hugs() -> None:
    """A wall covers who is within an inch of it, not who stands farther behind."""
    wall = terrain("wall", line=[(10, 20), (30, 20)])
    scene = Scene(
        brit("gb.rifle-team", (20, 10), name="Able", men=1),
        german("de.rifle-team", (16, 21.4), name="Near", men=1),
        german("de.rifle-team", (24, 25), name="Far", men=1),
        ground=[wall],
    )
    near, far = (look(scene.state, scene.unit("Able").men, scene.unit(name).men)[0][0] for name in ("Near", "Far"))
    assert (near.seen, near.cover) == (True, HARD)
    assert (far.seen, far.cover) == (True, NO_COVER)


@clause("sk.shoot.die", "sk.effect.suppressed", "sk.gap.who-is-hit")
def test_an_aimed_shot_that_suppresses() -> None:
    """A rifle at 14 inches, aimed at a lone man: short, one band more, so 12; a 4 on the effect die suppresses."""
    scene = Scene(
        brit("gb.rifle-team", (20, 20), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 35), name="Berta", pick=("rifleman",)),
    )
    scene.act("Able", "fire", dice=[12, 4], shots="aimed 2")
    assert scene.reasons("fires") == ["12+ (aimed, short, +1 dispersed)"]
    assert scene.unit("Berta").suppression == 1
    assert scene.figure("Able").spent == 2


@clause("sk.gap.spotted-status")
def test_a_team_that_nobody_spotted_is_not_shot_at() -> None:
    """An unspotted team in the open far away cannot be fired at."""
    scene = Scene(
        brit("gb.rifle-team", (20, 10), name="Able"),
        german("de.rifle-team", (20, 40), name="Berta", fields={"spotted": False}),
    )
    scene.activate("Able", "spot", dice=[7])
    assert "fire" in scene.barred("action")

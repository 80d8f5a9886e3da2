"""What a Unit makes of its enemies and of the ground, as a page is told."""

from sandtable.play.shown import Field, Sighting
from sandtable.rulesets.fraley.ruleset import RULESET
from tests.clause import clause

from .kit import Scene, Side, german, terrain, us


def sighting(scene: Scene, name: str, foe: str, *, rays: bool = False) -> Sighting:
    """What a Unit makes of another."""
    found = RULESET.outlook(scene.state, scene.number(name), rays=rays)
    return next(one for one in found if one.unit == scene.number(foe))


def able(*spots: tuple[float, float]) -> Side:
    """Riflemen at these spots."""
    return us("us.rifle-platoon", spots[0], name="Able", pick=("Rifle Team",) * len(spots), spots=spots[1:])


def berta(*spots: tuple[float, float]) -> Side:
    """Grenadiers at these spots."""
    return german("de.grenadier-platoon", spots[0], name="Berta", pick=("Rifle Team",) * len(spots), spots=spots[1:])


def seen_at(field: Field, x: float, y: float) -> str:
    """What is seen of the square at a point in inches."""
    return field.cells[int(y) * field.columns + int(x)]


@clause("fraley.fire.line-of-sight", "fraley.gap.measuring")
def test_enemies_in_the_open_are_seen_with_distance_and_bearing() -> None:
    """Edge to edge between the nearest Teams; east is 900."""
    scene = Scene(able((10, 20)), berta((30, 20), (30, 24)))
    found = sighting(scene, "Able", "Berta", rays=True)
    assert (found.seen, found.models, found.cover, found.distance, found.bearing) == (2, 2, "in the open", 18_000, 900)
    assert (found.blocked_by, found.why, found.because) == ("", "", ())
    assert [ray.fate for ray in found.rays] == ["clear"] * 5
    assert (found.rays[0].start, found.rays[0].end) == ((10_000, 20_000), (30_000, 20_000))


@clause("fraley.los.area-into", "fraley.fire.line-of-sight")
def test_what_cuts_every_line_is_named() -> None:
    """With the clauses that say so."""
    scene = Scene(able((10, 20)), berta((40, 20)), ground=[terrain("woods", box=(20, 10, 8, 20), name="the copse")])
    found = sighting(scene, "Able", "Berta", rays=True)
    assert (found.seen, found.cover, found.blocked_by) == (0, "", "the copse")
    assert found.why == "out of sight behind the copse"
    assert "fraley.los.area-into" in found.because
    assert {(ray.fate, ray.by) for ray in found.rays} == {("cut", "the copse")}


@clause("fraley.cover.soft", "fraley.cover.hard")
def test_mixed_cover_is_told_from_the_least_to_the_most() -> None:
    """One in the open and one in a house; one in woods; and how many see anybody at all."""
    house = terrain("building", box=(28, 28, 5, 5))
    scene = Scene(able((10, 20)), berta((30, 20), (30, 30)), ground=[house])
    assert sighting(scene, "Able", "Berta").cover == "in the open to hard cover"
    woods = terrain("woods", box=(28, 18, 5, 5))
    assert sighting(Scene(able((10, 20)), berta((30, 20)), ground=[woods]), "Able", "Berta").cover == "soft cover"
    screen = terrain("woods", box=(20, 15, 3, 8))
    split = sighting(Scene(able((10, 20), (10, 40)), berta((40, 20)), ground=[screen]), "Able", "Berta")
    assert (split.seen, split.why) == (1, "1 of 2 Teams see it")


def test_nobody_sees_from_off_the_table_and_nothing_is_seen_there() -> None:
    """Units that are gone are not looked at."""
    scene = Scene(able((10, 20)), berta((30, 20)))
    gone = scene.change("Berta", place="destroyed", men=())
    assert RULESET.outlook(gone.state, 0) == []
    assert RULESET.outlook(gone.state, 1) == []


@clause("fraley.los.area-into", "fraley.conceal.area")
def test_the_field_tells_open_ground_from_covered_and_hidden() -> None:
    """Into area terrain but not beyond it."""
    scene = Scene(able((10, 20)), berta((60, 40)), ground=[terrain("woods", box=(20, 10, 8, 20))])
    field = RULESET.field(scene.state, 0)
    assert (field.cell, field.columns, field.rows) == (1000, 72, 48)
    assert [seen_at(field, x, 20) for x in (15, 24, 40)] == ["2", "1", "0"]
    open_table = RULESET.field(Scene(able((10, 20)), berta((60, 40))).state, 0)
    assert set(open_table.cells) == {"2"}
    assert len(open_table.cells) == 72 * 48

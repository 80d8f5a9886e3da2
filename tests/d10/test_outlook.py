"""What a unit makes of its enemies and of the ground, as a page is told."""

from sandtable.play.shown import Field, Sighting
from sandtable.rulesets.d10.ruleset import RULESET
from tests.clause import clause

from .kit import Scene, Side, german, terrain, us


def sighting(scene: Scene, name: str, foe: str, *, rays: bool = False) -> Sighting:
    """What a unit makes of another."""
    found = RULESET.outlook(scene.state, scene.number(name), rays=rays)
    return next(one for one in found if one.unit == scene.number(foe))


def able(*spots: tuple[float, float]) -> Side:
    """Riflemen at these spots."""
    return us("us.rifle-squad", spots[0], name="Able", pick=("rifleman",) * len(spots), spots=spots[1:])


def berta(*spots: tuple[float, float], name: str = "Berta") -> Side:
    """Grenadiers at these spots."""
    return german("de.grenadier-squad", spots[0], name=name, pick=("rifleman",) * len(spots), spots=spots[1:])


def seen_at(field: Field, x: float, y: float) -> str:
    """What is seen of the square at a point in inches."""
    return field.cells[int(y) * field.columns + int(x)]


@clause("d10.gap.line-of-sight", "d10.gap.measuring")
def test_enemies_in_the_open_are_seen_with_distance_and_bearing() -> None:
    """Edge to edge between the nearest models; east is 900."""
    found = sighting(Scene(able((10, 20)), berta((30, 20), (30, 24))), "Able", "Berta", rays=True)
    assert (found.seen, found.models, found.cover, found.distance, found.bearing) == (2, 2, "in the open", 19_000, 900)
    assert (found.blocked_by, found.why, found.because) == ("", "", ())
    (ray,) = found.rays
    assert (ray.fate, ray.start, ray.end, ray.by) == ("clear", (10_000, 20_000), (30_000, 20_000), "")
    assert sighting(Scene(able((10, 20)), berta((30, 20))), "Able", "Berta").rays == ()


@clause("d10.gap.line-of-sight", "d10.shoot.check-los-range")
def test_what_cuts_every_line_is_named() -> None:
    """Woods of more than four inches, a house, men of another unit, and mere distance."""
    copse = terrain("woods", box=(20, 10, 8, 20), name="the copse")
    found = sighting(Scene(able((10, 20)), berta((40, 20)), ground=[copse]), "Able", "Berta", rays=True)
    assert (found.seen, found.cover, found.blocked_by) == (0, "", "the copse")
    assert (found.why, found.because[0]) == ("out of sight: the copse", "d10.gap.line-of-sight")
    assert [(ray.fate, ray.by) for ray in found.rays] == [("cut", "the copse")]
    crowd = Scene(able((10, 20)), berta((40, 20)), berta((30, 20), name="Cäsar"))
    assert sighting(crowd, "Able", "Berta").blocked_by == "Cäsar's rifleman"
    far = Scene(able((10, 20)), berta((60, 20)))
    assert sighting(far, "Able", "Berta").why == "out of sight: beyond 48 inches"


@clause("d10.shoot.own-squad-transparent")
def test_by_a_switch_nobody_is_in_the_way() -> None:
    """Members of the same squad never are."""
    behind = Scene(able((10, 20), (12, 20)), berta((40, 20)))
    assert sighting(behind, "Able", "Berta").why == ""
    crowd = Scene(able((10, 20)), berta((40, 20)), berta((30, 20), name="Cäsar"), other_models_block_los=False)
    assert sighting(crowd, "Able", "Berta").seen == 1


@clause("d10.gap.cover")
def test_cover_is_told_from_the_least_to_the_most() -> None:
    """One in the open and one in a house; one in woods; and how many see anybody at all."""
    house = terrain("building", box=(28, 28, 5, 5))
    mixed = Scene(able((10, 20)), berta((30, 20), (30, 30)), ground=[house])
    assert sighting(mixed, "Able", "Berta").cover == "in the open to hard cover"
    woods = terrain("woods", box=(28, 18, 3, 5))
    found = sighting(Scene(able((10, 20)), berta((30, 20)), ground=[woods]), "Able", "Berta", rays=True)
    assert (found.cover, found.rays[0].fate) == ("soft cover", "covered")
    screen = terrain("woods", box=(20, 15, 6, 8))
    split = sighting(Scene(able((10, 20), (10, 40)), berta((40, 20)), ground=[screen]), "Able", "Berta")
    assert (split.seen, split.why) == (1, "1 of 2 models see it")


def test_nobody_sees_from_off_the_table_and_nothing_is_seen_there() -> None:
    """Units that are gone are not looked at."""
    scene = Scene(able((10, 20)), berta((30, 20)))
    gone = scene.change("Berta", place="destroyed", men=())
    assert RULESET.outlook(gone.state, 0) == []
    assert RULESET.outlook(gone.state, 1) == []


@clause("d10.gap.line-of-sight", "d10.gap.cover", "d10.range.extreme")
def test_the_field_tells_open_ground_from_covered_and_hidden() -> None:
    """A man behind a wall is seen in cover, one behind a house not at all, nor one beyond 48 inches."""
    ground = [terrain("wall", line=[(24, 0), (24, 24)]), terrain("building", box=(30, 30, 4, 4))]
    field = RULESET.field(Scene(able((10, 20)), berta((71, 47)), ground=ground).state, 0)
    assert (field.cell, field.columns, field.rows) == (1000, 72, 48)
    assert [seen_at(field, x, 20) for x in (15, 26, 65)] == ["2", "1", "0"]
    assert seen_at(field, 46, 40) == "0"
    near = RULESET.field(Scene(able((10, 20)), berta((60, 40))).state, 0)
    assert len(near.cells) == 72 * 48
    assert {seen_at(near, x, 20) for x in range(58)} == {"2"}


def test_the_field_of_a_squad_is_what_any_of_its_outer_models_sees() -> None:
    """Two men on both sides of a house see what one of them would not."""
    ground = [terrain("building", box=(20, 18, 4, 4))]
    alone = RULESET.field(Scene(able((10, 20)), berta((60, 40)), ground=ground).state, 0)
    both = RULESET.field(Scene(able((10, 20), (10, 30)), berta((60, 40)), ground=ground).state, 0)
    assert (seen_at(alone, 34, 20), seen_at(both, 34, 20)) == ("0", "2")

"""What a unit makes of its enemies and of the ground, as a page is told."""

from sandtable.play.shown import Sighting
from sandtable.rulesets.sotr.ruleset import RULESET
from sandtable.rulesets.sotr.state import Smoke
from tests.clause import clause

from .kit import Scene, reich, terrain, us


def sighting(scene: Scene, name: str, foe: str, *, rays: bool = False) -> Sighting:
    """What a unit makes of another."""
    found = RULESET.outlook(scene.state, scene.number(name), rays=rays)
    return next(one for one in found if one.unit == scene.number(foe))


@clause("sotr.los.need", "sotr.gap.measuring", "sotr.cover.matrix")
def test_enemies_in_the_open_are_seen_with_distance_and_bearing() -> None:
    """Edge to edge between the closest models; east is 900."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", men=1), reich("reich.zombies", (30, 20), name="Mob", men=2)
    )
    found = sighting(scene, "Able", "Mob", rays=True)
    assert (found.seen, found.models, found.cover, found.distance, found.bearing) == (2, 2, "in the open", 19_000, 900)
    assert (found.blocked_by, found.why, found.because) == ("", "", ())
    assert [ray.fate for ray in found.rays] == ["clear"] * 5
    assert (found.rays[2].start, found.rays[2].end) == ((10_000, 20_000), (30_000, 20_000))


@clause("sotr.los.woods-through", "sotr.gap.los-method")
def test_what_cuts_every_line_is_named() -> None:
    """With the clauses that say so, and the lines with where they are cut."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", men=1),
        reich("reich.zombies", (30, 20), name="Mob", men=1),
        ground=[terrain("woods", box=(18, 15, 4, 10), name="the copse")],
    )
    found = sighting(scene, "Able", "Mob", rays=True)
    assert (found.seen, found.cover, found.blocked_by) == (0, "", "the copse")
    assert "sotr.los.need" in found.because
    assert {(ray.fate, ray.by) for ray in found.rays} == {("cut", "the copse")}
    assert found.rays[2].cut_at == (18_000, 20_000)


@clause("sotr.los.models-block")
def test_models_in_the_way_are_named_by_their_unit() -> None:
    """Friends block as well as enemies."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", men=1),
        us("us.tank", (20, 20), name="Tank"),
        reich("reich.zombies", (30, 20), name="Mob", men=1),
    )
    found = sighting(scene, "Able", "Mob", rays=True)
    assert (found.seen, found.blocked_by) == (0, "Tank")
    assert "sotr.los.models-block" in found.because
    cut = found.rays[2].cut_at
    assert cut is not None
    assert cut[1] == 20_000


@clause("sotr.smoke.blocks-los")
def test_smoke_on_a_unit_in_between_is_named() -> None:
    """Nobody sees across the unit it lies on, be its models ever so few."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", men=1),
        reich("reich.zombies", (30, 20), name="Mob", men=1),
        reich("reich.sturmgrenadiers", (20, 18.6), name="Smoked", men=2, spots=((20, 21.4),)),
        fields={"smokes": (Smoke(1, 2, unit=2),)},
    )
    found = sighting(scene, "Able", "Mob", rays=True)
    assert (found.seen, found.blocked_by) == (0, "smoke")
    assert "sotr.smoke.blocks-los" in found.because


@clause("sotr.shoot.light-cover", "sotr.shoot.heavy-cover")
def test_mixed_cover_is_told_from_the_least_to_the_most() -> None:
    """One in the open and one behind a wall; and how many see anybody at all."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", men=1),
        reich("reich.zombies", (30, 20), name="Mob", men=2, spots=((30, 30),)),
        ground=[terrain("wall", line=[(29, 18), (29, 22)])],
    )
    assert sighting(scene, "Able", "Mob").cover == "in the open to heavy cover"
    rays = sighting(scene, "Able", "Mob", rays=True).rays
    assert [ray.fate for ray in rays] == ["covered"] * 5


@clause("sotr.los.need", "sotr.down.no-shooting")
def test_it_is_said_how_many_models_see_a_unit_and_whoever_is_down_does_not_look() -> None:
    """A house hides the enemy from one of the two who look."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", men=3, spots=((10, 40), (10, 22)), models={2: {"down": True}}),
        reich("reich.zombies", (30, 20), name="Mob", men=1),
        ground=[terrain("building", box=(16, 16, 6, 8))],
    )
    found = sighting(scene, "Able", "Mob")
    assert (found.seen, found.why) == (1, "1 of 2 models see it")


@clause("sotr.hide.effect")
def test_nothing_is_said_of_hidden_enemies() -> None:
    """Nor by a unit that is not on the table."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", men=1),
        us("us.rifle-squad", name="Away"),
        reich("reich.zombies", (30, 20), name="Mob", men=1, fields={"hidden": True}),
    )
    assert RULESET.outlook(RULESET.view(scene.state, 0), 0) == []
    assert RULESET.outlook(scene.state, 1) == []
    assert set(RULESET.field(scene.state, 1).cells) == {"0"}


@clause("sotr.los.woods-through", "sotr.cover.kinds")
def test_the_ground_that_is_seen() -> None:
    """Square inch by square inch: plainly, in cover behind a wall, not at all behind woods."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able"),
        ground=[terrain("woods", box=(20, 2, 4, 10)), terrain("wall", line=[(30, 17), (30, 23)])],
    )
    field = RULESET.field(scene.state, 0)
    assert (field.cell, field.columns, field.rows, len(field.cells)) == (1000, 48, 48, 48 * 48)

    def at(x: int, y: int) -> str:
        return field.cells[y * field.columns + x]

    assert (at(30, 40), at(32, 20), at(26, 2)) == ("2", "1", "0")

"""Smoke and white phosphorus: where it lands, what it hides, whom it burns, and when it clears."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.sight import sees
from sandtable.rulesets.skirmish41.heavy.smoke import clear_smoke, lay_smoke
from sandtable.rulesets.skirmish41.turn.turn import end_part
from tests.clause import clause

from .kit import Scene, because, brit, german, spot


def scene_of(items: tuple[str, ...] = ("smoke",), **rest: Any) -> Scene:
    """A two-inch mortar, two enemies, and friends out of the way."""
    return Scene(
        brit("gb.light-mortar", (20, 10), name="Able", fields={"items": items}),
        german("de.rifle-team", (20, 30), name="Berta", men=2),
        **rest,
    )


def middle(scene: Scene) -> tuple[float, float]:
    """The middle of the last fog, in inches."""
    outline = scene.state.terrain[-1].outline
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (min(xs) + max(xs)) / 2000, (min(ys) + max(ys)) / 2000


@clause("sk.gren.smoke", "sk.gren.smoke-harmless", "sk.gren.cost-mortar", "sk.gap.ammunition")
def test_smoke_lands_where_it_is_aimed() -> None:
    """On a hit: a fog three inches across that harms nobody in it; it costs four actions and a smoke round."""
    scene = scene_of()
    scene.act("Able", "smoke", dice=[12], smoke=spot(20, 30))
    outline = scene.state.terrain[-1].outline
    assert max(x for x, _ in outline) - min(x for x, _ in outline) == inches(3)
    assert middle(scene) == (20, 30)
    assert not scene.throws("blast")
    assert scene.event("fired smoke").because == ("sk.gren.smoke", "sk.gren.smoke-harmless")
    assert not scene.unit("Berta").shot_by
    assert scene.unit("Able").items == ()
    assert [scene.figure("Able", man).spent for man in (0, 1)] == [2, 2]


@clause("sk.gren.smoke", "sk.gap.misses")
@pytest.mark.parametrize(("clock", "at"), [(12, (20, 25)), (3, (25, 30)), (6, (20, 35)), (9, (15, 30))])
def test_a_miss_drifts(clock: int, at: tuple[float, float]) -> None:
    """D6 inches in a random direction, on a clock of twelve hours."""
    scene = scene_of()
    scene.act("Able", "smoke", dice=[11, 5, clock], smoke=spot(20, 30))
    assert middle(scene) == pytest.approx(at, abs=0.01)
    assert "sk.gren.smoke" in scene.throws("drifts")[0].because


@clause("sk.gren.smoke", "sk.gap.misses")
def test_smoke_does_not_drift_off_the_table() -> None:
    """It stops at the edge."""
    scene = scene_of()
    scene.act("Able", "smoke", dice=[1, 6, 9], smoke=spot(2, 20))
    assert middle(scene) == (0, 20)


@clause("sk.gren.smoke", "sk.gren.range-rifle-grenade")
def test_smoke_is_fired_in_range_only() -> None:
    """From six to forty inches from the edge of the mortar's base."""
    scene = scene_of()
    scene.act("Able", "smoke", dice=[8], smoke=spot(20, 22.5))
    assert scene.reasons("uses") == ["8+ (short)"]
    decision = scene.decision("smoke")
    assert because(decision, [inches(20), inches(16.4)]) == ("sk.gren.range-rifle-grenade",)
    assert because(decision, [inches(60.6), inches(10)]) == ("sk.gren.range-rifle-grenade",)
    assert because(decision, [inches(20), inches(49)]) == ("sk.gren.smoke",)
    decision.domain.check([inches(20), inches(16.5)])
    decision.domain.check([inches(60.5), inches(10)])


@clause("sk.gren.smoke", "sk.gren.firer-moving", "sk.gren.under-fire")
def test_what_smoke_needs() -> None:
    """The firer's own modifiers count, the target's do not: a point neither moves nor ducks."""
    scene = scene_of().change("Able", 0, rating=3, moves=1, spent=1).change("Berta", suppression=1, moved=1)
    scene.act("Able", "smoke", dice=[14], smoke=spot(20, 30))
    assert scene.reasons("uses") == ["14+ (medium, -2 firer moving)"]


@clause("sk.gren.smoke")
def test_smoke_cuts_lines_through_it() -> None:
    """Not beside it, and no more once it has cleared."""
    scene = scene_of()
    assert sees(scene.state, 0, 1)
    scene.call(lay_smoke, (inches(20.7), inches(20)), 0)
    assert not sees(scene.state, 0, 1)
    beside = scene_of()
    beside.call(lay_smoke, (inches(24), inches(20)), 0)
    assert sees(beside.state, 0, 1)


@clause("sk.gren.smoke-duration")
@pytest.mark.parametrize(
    ("side", "active", "ends"), [(0, 0, [0, 1, 0]), (1, 1, [1, 0, 1]), (1, 0, [0, 1]), (0, 1, [1, 0])]
)
def test_smoke_clears_after_its_side_has_next_moved_and_fired(side: int, active: int, ends: list[int]) -> None:
    """Fired in its own part it outlasts this part and the enemy's next; laid in the enemy's it lasts for one of its own."""
    scene = scene_of(fields={"active": active})
    scene.call(lay_smoke, (inches(20), inches(20)), side)
    for part in ends[:-1]:
        scene.call(clear_smoke, part)
        assert len(scene.state.smokes) == 1
        assert scene.state.terrain
    scene.call(clear_smoke, ends[-1])
    assert scene.event("smoke cleared").because == ("sk.gren.smoke-duration",)
    assert (scene.state.smokes, scene.state.terrain) == ((), ())


@clause("sk.gren.smoke-duration")
def test_smoke_clears_at_the_end_of_a_part() -> None:
    """Of two fogs the older goes, and only that."""
    scene = scene_of(fields={"phase": "melee"})
    scene.call(lay_smoke, (inches(20), inches(20)), 0)
    scene.call(clear_smoke, 0)
    scene.call(lay_smoke, (inches(40), inches(20)), 0)
    scene.call(end_part)
    assert [smoke.name for smoke in scene.state.smokes] == ["smoke 2"]
    assert [piece.name for piece in scene.state.terrain] == ["smoke 2"]


@clause("sk.gren.wp", "sk.gren.effect", "sk.gren.smoke")
def test_white_phosphorus_burns_who_is_in_it() -> None:
    """Everybody within the three-inch circle, with no cover from the fog; the fog stays."""
    scene = Scene(
        brit("gb.light-mortar", (20, 10), name="Able", fields={"items": ("wp",)}),
        german("de.rifle-team", (20, 30), name="Berta", men=3, spots=((21.9, 30), (17.9, 30))),
    )
    scene.act("Able", "smoke", dice=[12, 4, 5], smoke=spot(20, 30))
    assert scene.event("fired smoke").because == ("sk.gren.smoke", "sk.gren.wp")
    assert [one.why for one in scene.throws("blast")] == [
        "What the blast does to Berta's NCO",
        "What the blast does to Berta's rifleman",
    ]
    assert scene.event("was wounded").because[0] == "sk.gren.effect"
    assert len(scene.events("was disabled")) == 1
    assert len(scene.state.smokes) == 1
    assert scene.unit("Berta").shot_by[0].what == "mortar"
    assert scene.unit("Able").items == ()


@clause("sk.gren.wp", "sk.gren.smoke-harmless")
def test_who_has_both_chooses() -> None:
    """Smoke unless white phosphorus is asked for."""
    scene = scene_of(("wp", "smoke"))
    scene.act("Able", "smoke", dice=[12], smoke=spot(20, 30))
    assert scene.unit("Able").items == ("wp",)
    scene = scene_of(("wp", "smoke"))
    scene.act("Able", "smoke", dice=[12, 1, 1], smoke=spot(20.5, 30), round="wp")
    assert scene.unit("Able").items == ("smoke",)


@clause("sk.gren.effect-cover", "sk.gren.smoke")
def test_fog_is_no_cover_from_a_blast() -> None:
    """Who stands in smoke is not in cover of anything when a bomb falls beside him."""
    scene = scene_of(("he",))
    scene.call(lay_smoke, (inches(20.7), inches(30)), 1)
    scene.act("Able", "use:light-mortar", dice=[20, 1, 1])
    assert [one.why for one in scene.throws("blast")] == [
        "What the blast does to Berta's NCO",
        "What the blast does to Berta's rifleman",
    ]

"""Break tests in hand-to-hand, parting blows, and the run."""

from typing import Any

import pytest

from sandtable.geometry.measure_kernels import gap
from sandtable.rulesets.sotr.melee.break_off import break_off, must_test, outnumbered, parting_blows
from sandtable.rulesets.sotr.melee.breakaway import break_away
from tests.clause import clause

from .kit import Scene, reich, us
from .melee_kit import fight


def brawl(ours: int, theirs: int, *, lost: tuple[int, int] = (0, 0), down: int = 0, **options: Any) -> Scene:
    """So many men against so many zombies, one pair Engaged, so many GONERs of each already."""
    felled = tuple((number, count) for number, count in enumerate(lost) if count)
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=ours, gap=0.5),
        reich("reich.zombies", (20, 19), name="Mob", men=theirs, gap=0.5),
        fields={"phase": "close", "holder": 0, "felled": felled, "downed": ((0, down),) if down else ()},
        **options,
    )
    return scene.engage("Able", 0, "Mob", 0)


@clause("sotr.hth.break", "sotr.hth.break-factors")
@pytest.mark.parametrize(
    ("ours", "theirs", "lost", "test"),
    [(6, 5, (2, 0), ()), (5, 5, (2, 0), ()), (4, 5, (1, 0), (0,)), (4, 5, (0, 0), ()), (4, 5, (0, 3), ())],
)
def test_who_lost_a_goner_and_is_outnumbered_tests(ours: int, theirs: int, lost: tuple[int, int], test: object) -> None:
    """8 men lose two to 5 zombies that lose none: 6 against 5, no test. The mindless never test."""
    assert must_test(brawl(ours, theirs, lost=lost).state, (0, 1)) == test


@clause("sotr.hth.break", "sotr.hth.casualties")
def test_by_the_option_the_most_casualties_count() -> None:
    """8 men that lost two to 5 zombies do test then; GONER and DOWN together; a tie means no test."""
    how: dict[str, Any] = {"hth_break_test": "most-casualties"}
    assert must_test(brawl(6, 5, lost=(2, 0), **how).state, (0, 1)) == (0,)
    assert must_test(brawl(6, 5, lost=(1, 1), **how).state, (0, 1)) == ()
    assert must_test(brawl(6, 5, lost=(1, 1), down=1, **how).state, (0, 1)) == (0,)
    assert must_test(brawl(6, 5, down=1, **how).state, (0, 1)) == (0,)


@clause("sotr.hth.break-factors")
def test_who_counts_for_being_outnumbered() -> None:
    """All standing models of the units, or by the option the Engaged only."""
    scene = brawl(6, 5)
    scene.engage("Able", 0, "Mob", 1)
    assert not outnumbered(scene.state, (0, 1), 0)
    assert outnumbered(scene.change("Able", 1, down=True).change("Able", 2, down=True).state, (0, 1), 0)
    engaged = brawl(6, 5, hth_outnumber_count="engaged").engage("Able", 0, "Mob", 1)
    assert outnumbered(engaged.state, (0, 1), 0)


def _squad(dice: list[int], **rest: Any) -> Scene:
    """Two men against three grenadiers, one of whom kills one of them."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman", "rifleman"), spots=((22, 20),)),
        reich(
            "reich.sturmgrenadiers", (20, 19), name="Men", pick=("grenadier",) * 3, spots=((22, 19), (24, 19)),
            each={"charged": 2},
        ),
        fields={"phase": "close", "holder": 1},
        **rest,
    )  # fmt: skip
    return fight(scene.engage("Able", 0, "Men", 0).engage("Able", 1, "Men", 1), dice)


@clause("sotr.hth.break", "sotr.hth.finish-engagement", "sotr.follow.move")
def test_a_unit_that_passes_stays() -> None:
    """One GONER, one man left against three: Cool 7 against a 7."""
    scene = _squad([4, 4, 6, 3, 4, 3, 4])
    assert scene.events("broke from hand-to-hand") == []
    assert [one.tells["passed"] for one in scene.events("tested its Cool")] == [True]
    assert (1, 3) in scene.state.engaged


@clause("sotr.hth.break", "sotr.hth.break-state", "sotr.hth.break-hit", "sotr.follow.move", "sotr.hth.break-chase")
def test_a_unit_that_fails_takes_a_blow_and_runs() -> None:
    """The blow is a flesh wound; it is Fleeing and Disorganized, away from its opponents; nobody follows up or pursues."""
    scene = _squad([4, 4, 6, 3, 4, 4, 4, 1])
    unit = scene.unit("Able")
    assert (unit.fleeing, unit.disorganized, len(unit.men)) == (True, True, 1)
    assert scene.state.engaged == ()
    assert scene.point("Able")[1] > 24
    assert scene.point("Men", 0) == (20, 19)
    assert scene.events("followed up") == []
    assert "follow up" not in scene.kinds_asked()


@clause("sotr.hth.break-hit")
@pytest.mark.parametrize(("face", "left", "down"), [(4, 0, False), (2, 1, True), (1, 1, False)])
def test_the_parting_blow_wounds(face: int, left: int, down: bool) -> None:
    """A GONER is gone, a model left DOWN does not run."""
    scene = _squad([4, 4, 6, 3, 4, 4, 4, face])
    assert len(scene.unit("Able").men) == left
    if left:
        assert scene.man("Able").down is down
        assert (scene.point("Able")[1] == 20) is down


@clause("sotr.hth.break-hit")
def test_every_engaged_enemy_strikes_once() -> None:
    """Two on one man, one of them DOWN, one on another: one die each; a DOWN man is not struck."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=3, spots=((22, 20), (24, 20)), models={2: {"down": True}}),
        reich("reich.sturmgrenadiers", (20, 19), name="Men", pick=("grenadier",) * 5, models={1: {"down": True}}),
    )
    for man, foe in ((0, 0), (0, 1), (0, 2), (1, 3), (2, 4)):
        scene.engage("Able", man, "Men", foe)
    scene.call(parting_blows, "Able", dice=[1, 1, 1])
    assert [len(one.faces) for one in scene.throws()] == [2, 1]


@clause("sotr.hth.break-state")
def test_the_down_stay_in_the_fight() -> None:
    """Those who run leave it."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2, spots=((22, 20),), models={1: {"down": True}}),
        reich("reich.sturmgrenadiers", (20, 19), name="Men", pick=("grenadier",) * 2, spots=((22, 19),)),
    )
    scene.engage("Able", 0, "Men", 0).engage("Able", 1, "Men", 1)
    scene.call(break_off, "Able", dice=[1])
    assert scene.state.engaged == ((1, 3),)


# ---- the run itself, as `flight.break_away` makes it


def _run(scene: Scene) -> Scene:
    scene.call(break_away, "Able")
    return scene


def _broken(*foes: tuple[float, float]) -> Scene:
    return Scene(
        us(
            "us.rifle-squad", (20, 30), name="Able", pick=("rifleman",),
            fields={"fleeing": True, "disorganized": True},
        ),
        reich("reich.sturmgrenadiers", foes[0], name="Men", men=len(foes), spots=foes[1:]),
    )  # fmt: skip


@clause("sotr.hth.break-path")
def test_the_way_leads_from_the_enemy_toward_the_own_zone() -> None:
    """The own edge is the southern one."""
    scene = _run(_broken((20, 29)))
    bodies = scene.state.layout.bodies
    assert gap(bodies, 0, bodies, 1) > 4000
    assert scene.point("Able")[1] > 30


@clause("sotr.hth.break-no-through")
def test_nobody_runs_through_an_enemy() -> None:
    """One stands right in the way: whoever runs passes beside him."""
    scene = _run(_broken((20, 29), (20, 31.2)))
    if scene.unit("Able").men:
        (moved,) = [
            one for one in scene.news if getattr(one, "unit", None) == 0 and "places" in getattr(one, "sets", {})
        ]
        assert moved.sets["places"]  # type: ignore[union-attr]
        bodies = scene.state.layout.bodies
        assert all(gap(bodies, 0, bodies, foe) > 0 for foe in (1, 2))
        assert abs(scene.point("Able")[0] - 20) > 0.5


@clause("sotr.hth.break-surrounded")
def test_who_is_surrounded_is_a_goner() -> None:
    """Six around one."""
    ring = [(20, 29), (20, 31), (19.134, 29.5), (20.866, 29.5), (19.134, 30.5), (20.866, 30.5)]
    scene = _run(_broken(*ring))
    assert scene.unit("Able").men == ()

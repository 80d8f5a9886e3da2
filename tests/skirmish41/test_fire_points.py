"""What shots cost: actions, bonuses of weapons, machine guns and loaders, taking aim; and who is aimed at."""

from typing import Any

import pytest

from sandtable.rulesets.skirmish41.basics.units import fire_points
from sandtable.rulesets.skirmish41.harm.casualties import suppress
from sandtable.rulesets.skirmish41.turn.turn import begin_part
from tests.clause import clause

from .kit import Scene, brit, german, instead_of, shift, terrain

BREN = ("gunner", "loader")
RIFLEMAN = ("rifleman",)


def bren(distance: float = 20, *, target: int = 2, loader: float = 0.4, **options: Any) -> Scene:
    """A Bren gunner with his loader, and riflemen in close order."""
    return Scene(
        brit("gb.bren-team", (20, 2), name="Bren", pick=BREN, gap=loader),
        german("de.rifle-team", (20, 3 + distance), name="Berta", pick=RIFLEMAN * target),
        **options,
    )


def shots(scene: Scene) -> int:
    """How many dice were thrown to hit."""
    return sum(len(one.faces) for one in scene.throws("fires"))


GUNNER = [["f0"]]


@clause("sk.gap.fire-points", "sk.gap.shot-costs")
@pytest.mark.parametrize(("way", "dice"), [("unaimed 2", 6), ("aimed 2", 3), ("careful aimed 2", 2)])
def test_a_bren_gunner_has_six_points(way: str, dice: int) -> None:
    """Six unaimed, three aimed or two careful shots, for his two actions and four of the gun."""
    scene = bren(40).change("Bren", 1, spent=2).act("Bren", "fire", dice=[1] * dice, shots=way, **_aimed(way))
    assert shots(scene) == dice
    assert (scene.figure("Bren").spent, scene.figure("Bren").burst) == (2, 4)


def _aimed(way: str) -> dict[str, str]:
    return {} if way.startswith("unaimed") else {"figure": "f2"}


@clause("sk.gap.fire-points")
@pytest.mark.parametrize(("way", "dice", "burst"), [("unaimed 1", 5, 4), ("aimed 1", 2, 3), ("careful aimed 1", 1, 2)])
def test_after_a_move_he_has_five(way: str, dice: int, burst: int) -> None:
    """One own action, and what he needs of the four."""
    scene = bren(40)
    scene.change("Bren", 0, spent=1, moves=1).change("Bren", 1, spent=2)
    scene.act("Bren", "fire", dice=[1] * dice, shots=way, **_aimed(way))
    assert shots(scene) == dice
    assert (scene.figure("Bren").spent, scene.figure("Bren").burst) == (2, burst)


@clause("sk.gap.fire-points")
def test_what_is_left_of_the_bonus_is_fired_without_an_action() -> None:
    """A careful shot for one action and two points; the other two points are an aimed shot, then nothing is left."""
    scene = bren(40)
    scene.change("Bren", 0, spent=1, moves=1).change("Bren", 1, spent=2)
    scene.act("Bren", "fire", dice=[1], shots="careful aimed 1", figure="f2")
    scene.act("Bren", "fire", dice=[1], shots="aimed 1", figure="f2")
    assert (scene.figure("Bren").spent, scene.figure("Bren").burst) == (2, 4)
    assert scene.activate("Bren").asked == []


@clause("sk.gap.fire-points")
def test_the_bonus_alone_fires_nothing() -> None:
    """Who has no action of his own for the gun has none of its points."""
    scene = bren(20)
    scene.change("Bren", 0, spent=2).change("Bren", 1, spent=2)
    assert scene.activate("Bren").asked == []


@clause("sk.gap.fire-points")
@pytest.mark.parametrize(
    ("arm", "rating", "points"),
    [("bar", 2, 6), ("assault-rifle", 3, 5), ("smg", 2, 3), ("rifle", 2, 2), ("pistol", 2, 1), ("pistol", 3, 2)],
)
def test_unaimed_shots_by_weapon(arm: str, rating: int, points: int) -> None:
    """As many as fire points: actions and the bonus of the weapon, one less for a pistol."""
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN, each={"arms": (arm,), "rating": rating}),
        german("de.rifle-team", (20, 13), name="Berta", pick=RIFLEMAN * 2),
    )
    scene.act("Able", "fire", dice=[1] * points, **({"shots": f"unaimed {rating}"} if points > 1 else {}))
    assert shots(scene) == points
    assert scene.figure("Able").spent == rating


@clause("sk.gap.fire-points")
def test_a_second_line_man_with_a_pistol_has_no_shot() -> None:
    """One action less one: never below nothing."""
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN, each={"arms": ("pistol",), "rating": 1}),
        german("de.rifle-team", (20, 13), name="Berta", pick=RIFLEMAN * 2),
    )
    scene.activate("Able")
    assert "fire" in scene.barred("action")
    assert fire_points(scene.state, scene.row("Able")) == 0


@clause("sk.gap.fire-points")
def test_a_pistol_takes_its_point_off_once_a_turn() -> None:
    """A veteran officer fires twice in two goes: two actions for the first shot, one for the second."""
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN, each={"arms": ("pistol",), "rating": 3}),
        german("de.rifle-team", (20, 13), name="Berta", pick=RIFLEMAN * 2),
    )
    scene.act("Able", "fire", dice=[1], shots="unaimed 2")
    assert scene.figure("Able").spent == 2
    scene.act("Able", "fire", dice=[1])
    assert scene.figure("Able").spent == 3


@clause("sk.gap.shot-costs", "sk.shoot.die")
@pytest.mark.parametrize(
    ("costs", "ways"),
    [
        ("1-2-3", ["aimed 2", "unaimed 2", "unaimed 1"]),
        ("1-1-2", ["aimed 2", "aimed 1", "unaimed 2", "unaimed 1", "careful aimed 2"]),
        ("1-2-2", ["aimed 2", "unaimed 2", "unaimed 1", "careful aimed 2"]),
    ],
)
def test_what_a_regular_rifleman_can_do(costs: str, ways: list[str]) -> None:
    """A careful shot is beyond him at three actions."""
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN),
        german("de.rifle-team", (20, 23), name="Berta", pick=RIFLEMAN),
        shot_costs=costs,
    )
    scene.act("Able", "fire", dice=[1, 1], shots="unaimed 2")
    assert scene.offered("shots") == ways


@clause("sk.gap.shot-costs")
def test_a_careful_shot_takes_three_actions() -> None:
    """A veteran's whole turn."""
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN, each={"rating": 3}),
        german("de.rifle-team", (20, 23), name="Berta", pick=RIFLEMAN),
    )
    scene.act("Able", "fire", dice=[11], shots="careful aimed 3")
    assert scene.reasons("fires") == ["12+ (careful aimed, medium, +1 dispersed)"]
    assert scene.figure("Able").spent == 3


# ---- machine guns


@clause("sk.gap.mg-limits")
@pytest.mark.parametrize(("loader", "dice"), [(1, 6), (1.01, 4)])
def test_a_machine_gun_wants_its_loader_within_an_inch(loader: float, dice: int) -> None:
    """Otherwise it has two points more, not four."""
    scene = bren(loader=loader).act("Bren", "fire", dice=[1] * dice, shots="unaimed 2", shooters=GUNNER)
    assert shots(scene) == dice


@clause("sk.gap.mg-limits")
def test_a_loader_with_no_action_left_by_wounds_is_none() -> None:
    """He may only be carried."""
    scene = bren().change("Bren", 1, wounds=2).act("Bren", "fire", dice=[1] * 4, shots="unaimed 2")
    assert shots(scene) == 4


@clause("sk.gap.mg-limits")
def test_a_loader_lost_between_two_goes_costs_no_action() -> None:
    """The points that were fired are gone, but not those of his own."""
    scene = bren().change("Bren", 0, rating=3).change("Bren", 1, spent=2)
    scene.act("Bren", "fire", dice=[1] * 5, shots="unaimed 1")
    scene.change("Bren", men=scene.unit("Bren").men[:1])
    scene.act("Bren", "fire", dice=[1, 1], shots="unaimed 2")
    assert scene.figure("Bren").spent == 3


@clause("sk.gap.mg-limits")
def test_a_bar_needs_no_loader() -> None:
    """Its man has his four points alone."""
    scene = bren(loader=1.5).change("Bren", 0, arms=("bar",))
    assert shots(scene.act("Bren", "fire", dice=[1] * 6, shots="unaimed 2", shooters=GUNNER)) == 6


@clause("sk.gap.mg-limits", "sk.gap.suppression-effect")
def test_a_suppressed_gunner_has_no_bonus() -> None:
    """One action, one shot."""
    scene = bren().change("Bren", suppression=1).act("Bren", "fire", dice=[1], shooters=GUNNER)
    assert shots(scene) == 1
    assert scene.reasons("fires") == ["17+ (unaimed, medium)"]


def three_teams(apart: float) -> Scene:
    """A Bren, a team to fire at, and another so far from it."""
    return Scene(
        brit("gb.bren-team", (20, 2), name="Bren", pick=BREN),
        german("de.rifle-team", (20, 20), name="Berta", pick=RIFLEMAN * 2),
        german("de.rifle-team", (21.9 + apart + 0.5, 20), name="Caesar", pick=RIFLEMAN * 2),
    )


@clause("sk.gap.mg-limits")
@pytest.mark.parametrize(("apart", "both"), [(4, True), (4.01, False)])
def test_all_its_shots_go_at_one_team_or_those_within_four_inches(apart: float, both: bool) -> None:
    """Once it has fired at Berta."""
    scene = three_teams(apart).change("Bren", 1, spent=2)
    scene.act("Bren", "fire", dice=[1, 1], target="Berta", shots="aimed 1", figure="f2")
    scene.act("Bren", "fire", dice=[1, 1], shots="unaimed 1", **({"target": "Caesar"} if both else {}))
    assert scene.event("fired").tells["at"] == ("Caesar" if both else "Berta")
    assert ("target" in scene.kinds_asked()) is both


@clause("sk.gap.mg-limits")
def test_riflemen_may_change_targets() -> None:
    """The limit is that of machine guns."""
    scene = three_teams(10).change("Bren", 0, spent=2)
    scene.act("Bren", "fire", dice=[1], target="Berta", shots="unaimed 1")
    scene.act("Bren", "fire", dice=[1], target="Caesar")
    assert scene.event("fired").tells["at"] == "Caesar"


def vickers(**gunner: Any) -> Scene:
    """A tripod gun that faces south, and a target there."""
    return Scene(
        brit("gb.vickers-team", (20, 2), name="Vickers", pick=BREN, bearing=180, figures={0: gunner, 1: {"spent": 2}}),
        german("de.rifle-team", (20, 23), name="Berta", pick=RIFLEMAN * 2),
    )


@clause("sk.gap.mg-limits")
def test_a_tripod_gun_does_not_fire_in_a_turn_in_which_it_moved() -> None:
    """Nor while it is taken down."""
    assert shots(vickers().act("Vickers", "fire", dice=[1] * 6, shots="unaimed 2")) == 6
    moved = vickers(moves=1, spent=1).activate("Vickers")
    assert "fire" in moved.barred("action")
    down = vickers().change("Vickers", ready=False).activate("Vickers")
    assert "fire" in down.barred("action")


@clause("sk.gap.mg-limits")
def test_a_tripod_gun_is_carried_three_inches_by_two() -> None:
    """One man alone cannot."""
    scene = vickers().change("Vickers", ready=False).change("Vickers", 1, spent=0)
    scene.act("Vickers", "move", move=_south(3))
    assert scene.point("Vickers") == (20, 5)
    alone = vickers().change("Vickers", ready=False)
    alone.change("Vickers", men=alone.unit("Vickers").men[:1]).activate("Vickers")
    assert alone.barred("action")["move"] == ("sk.gap.mg-limits",)


def _south(far: float) -> Any:
    return instead_of((shift(0, far + 0.01), "sk.move.six"), give=shift(0, far))


# ---- saving for a careful shot


def aiming(*, carry: bool = True) -> Scene:
    """A regular rifleman and two enemy teams."""
    return Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN),
        german("de.rifle-team", (20, 23), name="Berta", pick=RIFLEMAN),
        german("de.rifle-team", (30, 23), name="Caesar", pick=RIFLEMAN),
        cas_carry_over=carry,
    )


def next_turn(scene: Scene) -> Scene:
    """The British have their next part."""
    scene.call(begin_part, 0, {"first": 0})
    return scene


@clause("sk.gap.shot-costs")
def test_a_regular_cannot_save_for_a_careful_shot() -> None:
    """It is a switch, and off."""
    scene = aiming(carry=False).activate("Able")
    assert "take aim" not in scene.offered("action")


@clause("sk.gap.shot-costs")
def test_with_the_switch_he_takes_two_turns_over_it() -> None:
    """He takes aim at a team, and fires at it next turn for what is lacking."""
    scene = next_turn(aiming().act("Able", "take aim", aim_at="Berta"))
    scene.act("Able", "fire", dice=[11], target="Berta", shots="careful aimed 1")
    assert scene.reasons("fires") == ["12+ (careful aimed, medium, +1 dispersed)"]
    assert (scene.figure("Able").saved, scene.figure("Able").spent) == (0, 1)


@clause("sk.gap.shot-costs")
def test_what_is_saved_is_lost_with_the_target() -> None:
    """He has no careful shot at the other team, and none at all once he has fired at it."""
    scene = next_turn(aiming().act("Able", "take aim", aim_at="Berta"))
    scene.act("Able", "fire", dice=[1], target="Caesar", shots="unaimed 1")
    assert not any(way.startswith("careful") for way in scene.offered("shots"))
    assert scene.figure("Able").saved == 0
    scene.act("Able", "fire", dice=[1], target="Caesar")
    assert scene.kinds_asked() == ["target"]


@clause("sk.gap.shot-costs", "sk.gap.suppression-effect")
def test_suppression_and_moving_spoil_his_aim() -> None:
    """Whatever he had saved."""
    scene = aiming().act("Able", "take aim", aim_at="Berta")
    scene.call(suppress, "Able", "Berta", "sk.effect.suppressed")
    assert scene.figure("Able").saved == 0
    moved = next_turn(aiming().act("Able", "take aim", aim_at="Berta")).act("Able", "move", move=_west())
    assert moved.figure("Able").saved == 0


def _west() -> Any:
    return shift(-1, 0)


# ---- who is aimed at


def led(distance: float, **firer: Any) -> Scene:
    """A veteran against an NCO, a gunner, a loader in close order."""
    return Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN, each={"rating": 3, **firer}),
        german("de.mg-team", (20, 3 + distance), name="Berta", spots=((19.3, 4.3 + distance), (20.7, 4.3 + distance))),
    )


@clause("sk.gap.who-is-hit")
def test_leaders_and_gunners_are_named_within_short_range() -> None:
    """At 13 inches a rifle may aim at anybody."""
    scene = led(13).act("Able", "fire", dice=[1], shots="aimed 2", figure="f1")
    assert scene.offered("figure") == ["f1", "f2", "f3"]


@clause("sk.gap.who-is-hit")
def test_beyond_it_only_carefully() -> None:
    """At 20 inches an aimed shot is at the loader, a careful one at anybody."""
    aimed = led(20).act("Able", "fire", dice=[12, 5], shots="aimed 2")
    assert aimed.event("was wounded").figures == (aimed.row("Berta", 2),)
    careful = led(20).act("Able", "fire", dice=[8, 5], shots="careful aimed 3", figure="f1")
    assert careful.offered("figure") == ["f1", "f2", "f3"]
    assert careful.event("was wounded").figures == (careful.row("Berta"),)


@clause("sk.gap.who-is-hit")
def test_short_range_is_that_of_the_weapon() -> None:
    """For a submachine gun 12 inches, so that at 13 its aimed shots are at the loader."""
    scene = led(13, arms=("smg",)).act("Able", "fire", dice=[1, 1], shots="aimed 3")
    assert "figure" not in scene.kinds_asked()


@clause("sk.gap.who-is-hit")
def test_where_only_leaders_are_in_sight_one_of_them_is_hit() -> None:
    """Nobody can be named, so an aimed shot is at any of them."""
    scene = led(20)
    scene.change("Berta", men=scene.unit("Berta").men[:2])
    scene.act("Able", "fire", dice=[12, 2, 5], shots="aimed 2")
    assert scene.event("was wounded").figures == (scene.row("Berta", 1),)


@clause("sk.gap.who-is-hit")
def test_an_unaimed_hit_is_on_a_random_figure_in_sight() -> None:
    """Who stands behind the house is no target."""
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN),
        german("de.rifle-team", (20, 15), name="Berta", pick=RIFLEMAN * 3, spots=((21.4, 15), (26, 15))),
        ground=[terrain("building", box=(23.3, 10, 6, 4))],
    )
    scene.act("Able", "fire", dice=[17, 1, 2, 5], shots="unaimed 2")
    assert scene.throws("Which of")[0].sides == 2
    assert scene.event("was wounded").figures == (scene.row("Berta", 1),)


@clause("sk.gap.who-is-hit")
def test_further_hits_on_a_man_who_is_down_are_on_others() -> None:
    """The first kills whom the gunner named, the second strikes another of those in sight."""
    scene = bren(6, target=3).change("Bren", 1, spent=2)
    scene.act("Bren", "fire", dice=[20, 20, 1, 6, 2, 1], shots="aimed 2", figure="f3")
    assert scene.event("was killed").figures == (3,)
    assert [one.why for one in scene.throws("Which of")] == ["Which of Berta is hit"]
    assert len(scene.throws("Fire effect")) == 2


@clause("sk.gap.who-is-hit", "sk.gap.line-of-sight")
def test_who_does_not_see_the_man_aimed_at_does_not_fire() -> None:
    """One of two riflemen sees only one of two enemies: he pays for nothing when the other is named."""
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN * 2, spots=((32, 2),)),
        german("de.rifle-team", (20, 15), name="Berta", pick=RIFLEMAN * 2, spots=((32, 15),)),
        ground=[terrain("building", box=(23, 6, 6, 6))],
    )
    scene.act("Able", "fire", dice=[1], shots="aimed 2", shooters=[["f0", "f1"]], figure="f2")
    assert shots(scene) == 1
    assert [scene.figure("Able", man).spent for man in (0, 1)] == [2, 0]

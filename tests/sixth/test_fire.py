"""Shooting, morale and charges."""

from functools import partial
from typing import Any

import msgspec
import pytest

from tests.answers import shift, stay, terrain
from tests.clause import clause

from .kit import Scene, Side, blue, red
from .sheet.turn import act


def shoots(
    *sides: Side, dice: list[int], ground: Any = (), options: dict[str, Any] | None = None, **answers: Any
) -> Scene:
    """The first unit shoots from where it stands."""
    scene = Scene(*sides, ground=ground, **(options or {}))
    return scene.run(partial(act, number=0), dice, **{"action": "shoot", **answers})


@clause("sheet.shoot.sight")
@pytest.mark.parametrize(
    ("piece", "seen"),
    [
        (terrain("building", box=(8, 28, 6, 2)), False),
        (terrain("hill", box=(8, 28, 6, 2)), False),
        (terrain("woods", box=(8, 28, 6, 4)), True),
        (terrain("woods", box=(8, 28, 6, 4.1)), False),
        (terrain("wall", line=[(8, 28), (14, 28)]), True),
    ],
)
def test_houses_hills_and_more_than_four_inches_of_woods_stop_a_line(piece: Any, seen: bool) -> None:
    """Models do not: there is one between."""
    scene = Scene(
        blue("Able", (10, 36), men=1), red("Elm", (10, 34), men=1), red("Xavier", (10, 20), men=1), ground=[piece]
    )
    scene.run(partial(act, number=0), action="move", move=stay(), shoot_at="hold-fire")
    assert ("u2" in scene.offered("shoot at")) == seen


@clause("sheet.shoot.range")
@pytest.mark.parametrize(
    ("troop", "reach", "dice"), [("rifle-squad", 24, 1), ("lieutenant", 12, 1), ("machine-gun-team", 30, 4)]
)
def test_every_model_in_range_throws_the_dice_of_its_weapon(troop: str, reach: int, dice: int) -> None:
    """An inch of base included: what is measured is from base to base."""
    for more, there in ((0, True), (0.01, False)):
        scene = Scene(
            blue("Able", (10, 42), troop=troop, men=1), red("Xavier", (10, 41 - reach - more), men=8, done=True)
        )
        answers: dict[str, Any] = {"action": "shoot"} if there else {"action": "stay"}
        scene.run(partial(act, number=0), [1] * dice * there, **answers)
        assert ("shoot" in scene.offered("action")) == there
    both = shoots(blue("Able", (10, 33.5), men=3), red("Xavier", (10, 8.5), men=8, gap=30, done=True), dice=[1])
    assert both.thrown()[0][1] == (1,), "only the nearest is in range"


@clause("sheet.shoot.to-hit")
def test_four_or_more_hits_and_five_or_more_where_half_are_in_cover() -> None:
    """A wall in front of one of two is enough, of one of three it is not."""
    plain = shoots(blue("Able", (10, 30), men=2), red("Xavier", (10, 20), men=8, done=True), dice=[3, 4])
    assert (plain.thrown()[0][2], plain.left("Xavier")) == ("4+", 7)
    wall = [terrain("wall", line=[(9, 21), (10.6, 21)])]
    half = shoots(blue("Able", (10, 30), men=2), red("Xavier", (10, 20), men=2, done=True), dice=[4, 4], ground=wall)
    assert (half.thrown()[0][2], half.left("Xavier")) == ("5+ (-1 in cover)", 2)
    less = shoots(blue("Able", (10, 30), men=2), red("Xavier", (10, 20), men=3, done=True), dice=[4, 1], ground=wall)
    assert (less.thrown()[0][2], less.left("Xavier")) == ("4+", 2)


@clause("sheet.shoot.to-ground")
def test_who_has_not_acted_may_go_to_ground_and_then_does_not_act() -> None:
    """Dice need one more; who has acted is not asked."""
    sides = blue("Able", (10, 30), men=2), red("Xavier", (10, 20), men=8)
    down = shoots(*sides, dice=[4, 4], go_to_ground=True)
    assert (down.thrown()[0][2], down.left("Xavier")) == ("5+ (-1 gone to ground)", 8)
    assert down.unit("Xavier").done and down.unit("Xavier").grounded
    up = shoots(*sides, dice=[4, 4], go_to_ground=False)
    assert (up.left("Xavier"), up.unit("Xavier").done) == (6, False)
    acted = shoots(sides[0], red("Xavier", (10, 20), men=8, done=True), dice=[4, 4])
    assert "go to ground" not in acted.kinds_asked()


@clause("sheet.shoot.losses")
def test_every_hit_removes_a_model_the_leader_last() -> None:
    """With as many hits as models nobody is left."""
    three = shoots(blue("Able", (10, 30), men=3), red("Xavier", (10, 20), men=6, done=True), dice=[6, 6, 6])
    assert three.left("Xavier") == 3
    assert three.state.figures[three.unit("Xavier").men[0]].role == "sergeant"
    assert not three.state.layout.on_table(three.event("lost models").figures[0])
    every = shoots(blue("Able", (10, 30), men=3), red("Xavier", (10, 20), men=2, done=True), dice=[6, 6, 6])
    assert (every.unit("Xavier").place, every.unit("Xavier").men) == ("gone", ())


@clause("sheet.shoot.losses")
def test_a_leader_who_has_lost_his_chain_is_not_the_first_to_fall() -> None:
    """Though the others would hang together without him."""
    scene = Scene(blue("Able", (10, 30), men=1), red("Xavier", (10, 20), men=3, done=True))
    leader = scene.unit("Xavier").men[0]
    scene.state = msgspec.structs.replace(
        scene.state, layout=scene.state.layout.placed([(leader, 20_000, 20_000, 0, 0)])
    )
    scene.run(partial(act, number=0), [4], action="shoot")
    assert leader in scene.unit("Xavier").men and scene.left("Xavier") == 2


@clause("sheet.shoot.set-up-gun")
def test_a_machine_gun_that_has_moved_does_not_shoot_unless_the_switch_says_so() -> None:
    """Its loaders do, if they are near enough."""
    sides = blue("Gun", (10, 30), troop="machine-gun-team"), red("Xavier", (10, 9), men=8, done=True)
    scene = Scene(*sides).run(partial(act, number=0), action="move", move=shift(0, -1))
    assert scene.kinds_asked() == ["action", "move"]
    scene = Scene(*sides, gun_on_the_move=True)
    scene.run(partial(act, number=0), [1, 1, 1, 1], action="move", move=shift(0, -1))
    assert len(scene.thrown()[0][1]) == 4


@clause("sheet.morale.check")
def test_below_half_a_unit_stands_with_its_nerve_or_runs() -> None:
    """Half is not below half; a lieutenant within six inches adds one."""
    shooter = blue("Able", (10, 30), men=4)
    half = shoots(shooter, red("Xavier", (10, 20), men=8, done=True), dice=[6, 6, 6, 6])
    assert len(half.throws()) == 1
    for die, place in ((4, "table"), (3, "gone")):
        scene = shoots(shooter, red("Xavier", (10, 20), men=4, strength=8, done=True), dice=[6, 1, 1, 1, die])
        assert (scene.thrown("nerve")[0][2], scene.unit("Xavier").place) == ("4+", place)
    for off, needs in ((6, "3+ (+1 a lieutenant is near)"), (6.1, "4+")):
        officer = red("Elm", (10, 19 - off), troop="lieutenant", done=True)
        target = red("Xavier", (10, 20), men=4, strength=8, done=True)
        scene = shoots(shooter, target, officer, dice=[6, 1, 1, 1, 6], shoot_at="Xavier")
        assert scene.thrown("nerve")[0][2] == needs


@clause("sheet.charge.move")
def test_a_charge_reaches_six_inches() -> None:
    """From base to base; at the end of it the nearest model touches an enemy."""
    scene = Scene(blue("Able", (10, 20), men=3), red("Xavier", (10, 13), men=3))
    scene.run(partial(act, number=0), [1, 1, 1, 5, 1, 1], action="charge")
    assert "charge" in scene.offered("action")
    assert scene.event("charged").sets["places"][0][2] <= 14_050
    far = Scene(blue("Able", (10, 20), men=3), red("Xavier", (10, 12.9), men=3))
    far.run(partial(act, number=0), action="stay")
    assert "charge" not in far.offered("action")


@clause("sheet.charge.fight")
@pytest.mark.parametrize(
    ("dice", "loser", "left"),
    [
        ([4, 1, 1, 4, 4, 4], "Xavier", 3),  # chargers hit with four or more, the charged with five
        ([1, 1, 1, 5, 1, 1], "Able", 3),
        ([4, 1, 1, 5, 1, 1], "Able", 2),  # a tie with as many left on both sides
        ([4, 4, 4, 5, 5, 1], "Xavier", 1),
    ],
)
def test_who_loses_fewer_models_wins_and_the_loser_is_removed(dice: list[int], loser: str, left: int) -> None:
    """Both throw at the same time."""
    scene = Scene(blue("Able", (10, 20), men=3), red("Xavier", (10, 15), men=3))
    scene.run(partial(act, number=0), dice, action="charge")
    winner = "Able" if loser == "Xavier" else "Xavier"
    assert (scene.unit(loser).place, scene.unit(loser).men) == ("gone", ())
    assert (scene.unit(winner).place, scene.left(winner)) == ("table", left)


@clause("sheet.charge.fight")
def test_in_a_tie_who_has_more_left_wins() -> None:
    """Though they charged."""
    scene = Scene(blue("Able", (10, 20), men=4), red("Xavier", (10, 15), men=3))
    scene.run(partial(act, number=0), [4, 1, 1, 1, 5, 1, 1], action="charge")
    assert scene.unit("Xavier").place == "gone"

"""Hide, Sneak, and how Hidden units are found out."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.basics.finding import spots
from sandtable.rulesets.sotr.basics.hidden import as_seen
from sandtable.rulesets.sotr.basics.sight import any_sees, enemies
from sandtable.rulesets.sotr.fire.spotting import spotted_by_fire, spotting
from sandtable.rulesets.sotr.move.hiding import (
    barred_from_hiding,
    hide,
    may_not_hide,
    may_not_sneak,
    show,
    sneak,
    spot_by_equipment,
)
from sandtable.rulesets.sotr.react.coming_upon import find_hidden
from tests.clause import clause

from .kit import Scene, instead_of, march, reich, shift, stay, terrain, us

WOOD = terrain("woods", box=(16, 16, 8, 8))
HOUSE = terrain("building", box=(18, 16, 4, 8))


def in_wood(**rest: Any) -> Any:
    """One man deep in a wood."""
    return us("us.rifle-squad", (18, 20), name="Able", men=1, **rest)


def foe(**rest: Any) -> Any:
    """An enemy east of it."""
    return reich("reich.sturmgrenadiers", (36, 20), name="Foe", men=1, **rest)


@clause("sotr.hide.declare")
def test_a_unit_hides_where_nobody_sees_it() -> None:
    """It moves at the normal rate and ends behind a house; an end in sight is refused, and so is a fifth inch."""
    too_far = shift(0, -4.5)
    scene = Scene(us("us.rifle-squad", (12, 24), name="Able", men=2), foe(), ground=[HOUSE])
    answer = instead_of((shift(0, 4), "sotr.hide.declare"), (too_far, "sotr.hide.declare"), give=shift(0, -3))
    scene.call(hide, "Able", move=answer)
    assert scene.unit("Able").hidden
    assert scene.event("hid").because == ("sotr.hide.declare",)
    assert scene.point("Able") == (12, 21)


@clause("sotr.hide.declare")
def test_every_model_has_to_be_out_of_sight() -> None:
    """One of two in the open is enough to refuse it."""
    scene = Scene(us("us.rifle-squad", (18, 20), name="Able", men=2, spots=((18, 26),)), foe(), ground=[WOOD])
    refusal = may_not_hide(scene.state, 0)
    assert refusal is not None
    assert refusal.because == ("sotr.hide.declare",)
    assert refusal.figures == (1,)
    assert may_not_hide(Scene(in_wood(), foe(), ground=[WOOD]).state, 0) is None


@clause("sotr.hide.declare")
def test_a_hidden_enemy_who_sees_it_spoils_it_without_being_named() -> None:
    """The move is allowed by what is known; the counter is not placed."""
    watcher = reich("reich.sturmgrenadiers", (14, 20), name="Hid", men=1, fields={"hidden": True})
    scene = Scene(us("us.rifle-squad", (10, 20), name="Able", men=1), watcher, foe(), ground=[HOUSE])
    assert may_not_hide(scene.state, 0) is None
    scene.call(hide, "Able", move=stay())
    assert not scene.unit("Able").hidden
    assert scene.event("could not hide").unit == 0


@clause("sotr.overwatch.hide")
def test_overwatch_and_hiding() -> None:
    """Only a unit that was Hidden before may be both."""
    watching = in_wood(each={"overwatch": True})
    refusal = may_not_hide(Scene(watching, foe(), ground=[WOOD]).state, 0)
    assert refusal is not None
    assert refusal.because == ("sotr.overwatch.hide",)
    both = in_wood(each={"overwatch": True}, fields={"hidden": True})
    assert may_not_hide(Scene(both, foe(), ground=[WOOD]).state, 0) is None


def test_machines_and_the_mindless_do_not_hide() -> None:
    """Whatever they stand behind."""
    for troop in ("us.jeep", "reich.zombies"):
        assert barred_from_hiding(Scene(us(troop, (10, 20), men=1)).state, 0) is not None


@clause("sotr.hide.effect", "sotr.hide.keeps-los")
def test_a_hidden_unit_sees_and_is_not_seen() -> None:
    """It is no enemy that the other side knows of; it looks out from the edge of its wood."""
    deep = us("us.rifle-squad", (19, 20), name="Able", men=1, fields={"hidden": True})
    scene = Scene(deep, foe(), ground=[WOOD])
    assert enemies(scene.state, 1) == []
    assert any_sees(scene.state, (0,), (1,))
    assert not any_sees(Scene(us("us.rifle-squad", (19, 20), men=1), foe(), ground=[WOOD]).state, (0,), (1,))
    assert not as_seen(scene.state, 1).layout.on_table(0)


# ---- sneaking


@clause("sotr.sneak.move", "sotr.sneak.no-overwatch")
def test_a_hidden_unit_sneaks_two_inches_within_its_wood() -> None:
    """In the wood it may even come into sight; out of it, in sight, it may not; and two inches are all."""
    man = us("us.rifle-squad", (21, 20), name="Able", men=1, fields={"hidden": True})
    scene = Scene(man, foe(each={"overwatch": True}), ground=[WOOD])
    answer = instead_of(
        (shift(2.1, 0), "sotr.sneak.move"),
        (
            march(
                ((21, 19), (22.9, 19)),
            ),
            "sotr.sneak.move",
        ),
        give=shift(2, 0),
    )
    scene.call(sneak, "Able", move=answer)
    assert scene.unit("Able").hidden
    assert scene.point("Able") == (23, 20)
    assert scene.kinds_asked() == ["move"]


@clause("sotr.sneak.move")
def test_out_of_its_terrain_it_sneaks_only_unseen() -> None:
    """Behind the house yes; out of its shadow no."""
    man = us("us.rifle-squad", (14, 25), name="Able", men=1, fields={"hidden": True})
    scene = Scene(man, foe(), ground=[HOUSE])
    scene.call(sneak, "Able", move=instead_of((shift(0, 2), "sotr.sneak.move"), give=shift(0, -2)))
    assert scene.unit("Able").hidden


@clause("sotr.sneak.move")
@pytest.mark.parametrize("hidden", [False, True])
def test_a_sneaking_unit_may_be_watched_by_enemies_that_it_does_not_know_of(hidden: bool) -> None:
    """It is not told beforehand; having left its terrain in their sight it is Hidden no longer, having kept to it it is."""
    watch = foe(fields={"hidden": hidden})
    man = us("us.rifle-squad", (14, 25), name="Able", men=1, fields={"hidden": True})
    scene = Scene(man, watch, ground=[HOUSE])
    if hidden:
        scene.call(sneak, "Able", move=shift(0, 2))
        assert [one.because for one in scene.events("came into view") if one.unit == 0] == [("sotr.sneak.move",)]
    else:
        scene.call(sneak, "Able", move=instead_of((shift(0, 2), "sotr.sneak.move"), give=shift(0, -2)))
        assert scene.unit("Able").hidden
    inside = us("us.rifle-squad", (21, 20), name="Able", men=1, fields={"hidden": True})
    scene = Scene(inside, watch, ground=[WOOD])
    scene.call(sneak, "Able", move=shift(2, 0))
    assert scene.unit("Able").hidden


@clause("sotr.sneak.not-hidden")
def test_only_the_hidden_sneak_and_the_suppressed_in_cover() -> None:
    """The Suppressed do so without becoming Hidden, and not if the table says so."""
    assert may_not_sneak(Scene(in_wood(), ground=[WOOD]).state, 0) is not None
    assert may_not_sneak(Scene(in_wood(fields={"hidden": True}), ground=[WOOD]).state, 0) is None
    held = in_wood(fields={"suppressed": True})
    assert may_not_sneak(Scene(held, ground=[WOOD], suppressed_may_sneak=False).state, 0) is not None
    assert may_not_sneak(Scene(held).state, 0) is not None  # in the open
    scene = Scene(held, foe(), ground=[WOOD])
    assert may_not_sneak(scene.state, 0) is None
    answer = instead_of((shift(-2, 0), "sotr.suppress.effect-in-cover"), give=shift(1, 0))
    scene = Scene(us("us.rifle-squad", (17, 20), name="Able", men=1, fields={"suppressed": True}), foe(), ground=[WOOD])
    scene.call(sneak, "Able", move=answer)
    assert not scene.unit("Able").hidden
    assert scene.point("Able") == (18, 20)


# ---- being found


@clause("sotr.hide.ends-choice")
def test_the_owner_may_remove_the_counter() -> None:
    """By choice."""
    scene = Scene(in_wood(fields={"hidden": True}))
    scene.call(show, "Able")
    assert not scene.unit("Able").hidden
    assert scene.event("came into view").because == ("sotr.hide.ends-choice",)


@clause("sotr.hide.ends-equipment")
def test_equipment_may_spot_it() -> None:
    """By whatever rule says so."""
    scene = Scene(in_wood(fields={"hidden": True}))
    scene.call(spot_by_equipment, "Able", "an infrared sight")
    assert not scene.unit("Able").hidden
    assert scene.event("came into view").because == ("sotr.hide.ends-equipment",)


@clause("sotr.hide.ends-los")
def test_nobody_is_found_whose_whereabouts_are_not_known() -> None:
    """What lies ahead is reckoned by what a side knows: nobody comes into view there who may be anywhere."""
    hid = reich("reich.sturmgrenadiers", (40, 10), name="Hid", men=1, fields={"hidden": True})
    state = Scene(us("us.rifle-squad", (10, 30), name="Able", men=1), hid).state
    known = as_seen(state, 0)
    assert spots(state, 0, 1) is not None
    assert spots(known, 0, 1) is None


@clause("sotr.hide.ends-shooting", "sotr.hide.spot-bonus")
@pytest.mark.parametrize(("faces", "hidden"), [([5, 6], False), ([6, 6], True)])
def test_four_hidden_models_fire_at_an_officer_of_cool_8(faces: list[int], hidden: bool) -> None:
    """8 + 3: 11 or less spots them."""
    scene = Scene(in_wood(fields={"hidden": True}), reich("reich.sturmgrenadiers", (36, 20), name="Foe", men=3))
    assert spotting(scene.state, 1, 4).needed == 11
    scene.call(spotted_by_fire, "Able", 4, "Foe", dice=faces)
    assert scene.unit("Able").hidden is hidden
    assert scene.throws()[0].needs == "11 or less (8, +3 shooters beyond the first)"


@clause("sotr.hide.ends-shooting")
def test_without_an_officer_the_unit_looks_for_itself() -> None:
    """Cool 7, one shooter: no bonus. Where shooting always reveals there is no roll."""
    target = reich("reich.sturmgrenadiers", (36, 20), name="Foe", men=2, models={0: {"down": True}})
    scene = Scene(in_wood(fields={"hidden": True}), target)
    assert spotting(scene.state, 1, 1).needed == 7
    scene.call(spotted_by_fire, "Able", 1, "Foe", dice=[4, 4])
    assert scene.unit("Able").hidden
    scene = Scene(in_wood(fields={"hidden": True}), target, hidden_shot_reveals="always")
    scene.call(spotted_by_fire, "Able", 1, "Foe")
    assert not scene.unit("Able").hidden


@clause("sotr.hide.ends-los", "sotr.hide.ends-near")
def test_hidden_units_are_found_by_whoever_has_come_to_stand_there() -> None:
    """A unit put within 4 inches finds it; one that neither sees it nor is near does not."""
    for x, hidden in ((26.9, True), (23.0, False)):
        finder = reich("reich.sturmgrenadiers", (x, 20), name="Foe", men=1)
        scene = Scene(in_wood(fields={"hidden": True}), finder, ground=[WOOD])
        scene.call(find_hidden, "Foe")
        assert scene.unit("Able").hidden is hidden

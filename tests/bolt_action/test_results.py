"""The table of damage results, each row seen in a shot that is played out."""

from typing import Any

import pytest

from sandtable.rulesets.bolt_action.special.airstrike import here_it_comes
from sandtable.rulesets.bolt_action.special.barrage import fire_for_effect
from sandtable.rulesets.bolt_action.turn.turn import cup
from tests.clause import clause

from .duel import duel
from .kit import Scene, Side, de, drive, us

SIDE = 90
SUPERFICIAL, FULL, MASSIVE = 3, 4, 6  # dice of a medium gun into the side of a Sherman: 9, 10 and 12 against 9
STUNNED, IMMOBILISED, ON_FIRE, KNOCKED_OUT = "stunned", "immobilised", "on-fire", "knocked-out"
CALM, AFRAID = [3, 4], [4, 4]  # two dice against morale 9 less the two pins of a vehicle that was hit and is on fire


def sherman(order: str | None = None, *more: Side, **rest: Any) -> Scene:
    """A medium gun and the side of a Sherman that has been given an order, or none yet."""
    return duel(10, "de.medium-at-gun", "us.sherman", *more, turned=SIDE, foe={"order": order}, **rest)


def results(scene: Scene) -> list[object]:
    """The rows of the table that were rolled."""
    return [thrown.value for thrown in scene.throws("damage result")]


def shoot(scene: Scene, penetrating: int, *dice: int) -> Scene:
    """The gun fires and hits; then the die against armour, and whatever dice follow."""
    return scene.order("Gun", "fire", [6, penetrating, *dice], target="Foe")


# ---- how the table is rolled on


OPEN = "+1 open-topped under indirect fire"


def added(scene: Scene) -> list[str]:
    """What was added to each die on the table of results, and why."""
    return [thrown.why.partition("damage result")[2].strip() for thrown in scene.throws("damage result")]


@clause("ba.result.superficial")
@pytest.mark.parametrize(
    ("die", "result"),
    [(1, STUNNED), (2, STUNNED), (3, STUNNED), (4, STUNNED), (5, IMMOBILISED), (6, ON_FIRE)],
)
def test_superficial_damage_takes_three_off(die: int, result: str) -> None:
    """A die less three: stunned up to 4, immobilised on 5, on fire on 6, never knocked out."""
    scene = shoot(sherman(), SUPERFICIAL, die, *(CALM if result == ON_FIRE else []))
    assert results(scene) == [result]
    assert added(scene) == ["(-3 superficial damage)"]
    assert scene.unit("Foe").alive


@clause("ba.result.full")
@pytest.mark.parametrize(
    ("die", "result"),
    [(1, STUNNED), (2, IMMOBILISED), (3, ON_FIRE), (4, KNOCKED_OUT), (5, KNOCKED_OUT), (6, KNOCKED_OUT)],
)
def test_full_damage_is_read_as_rolled(die: int, result: str) -> None:
    """One die: 1 stunned, 2 immobilised, 3 on fire, 4 and more knocked out."""
    scene = shoot(sherman(), FULL, die, *(CALM if result == ON_FIRE else []))
    assert results(scene) == [result]
    assert added(scene) == [""]
    assert scene.unit("Foe").alive == (result != KNOCKED_OUT)


@clause("ba.result.massive")
def test_massive_damage_rolls_two_dice_and_applies_both() -> None:
    """A 1 and a 2: stunned and immobilised, with a pin for each besides the one for being hit."""
    scene = shoot(sherman(), MASSIVE, 1, 2)
    assert results(scene) == [STUNNED, IMMOBILISED]
    foe = scene.unit("Foe")
    assert (foe.order, foe.immobilised, foe.pins) == ("down", True, 3)


@clause("ba.result.massive")
def test_massive_damage_is_applied_in_the_order_rolled() -> None:
    """On fire and then knocked out: the crew still checks; the other way round there is nothing left to burn."""
    burning = shoot(sherman(), MASSIVE, 3, 6, *CALM)
    assert burning.events("checked morale")
    assert not burning.unit("Foe").alive
    gone = shoot(sherman(), MASSIVE, 6, 3)
    assert results(gone) == [KNOCKED_OUT, ON_FIRE]
    assert not gone.events("checked morale")


@clause("ba.result.massive", "ba.result.immobilised-twice")
def test_two_immobilised_results_of_one_hit_knock_out() -> None:
    """Massive damage and two 2s."""
    scene = shoot(sherman(), MASSIVE, 2, 2)
    assert scene.event("was destroyed").because == ("ba.result.immobilised-twice",)


# ---- open tops

MORTAR = "de.light-mortar"  # penetration 1, and 1 for the top: 7 on a 5, 8 on a 6


@clause("ba.result.open-topped", "ba.gap.open-topped")
@pytest.mark.parametrize(
    ("penetrating", "die", "adds", "result"),
    [
        (5, 6, f"(-3 superficial damage, {OPEN})", KNOCKED_OUT),
        (5, 3, f"(-3 superficial damage, {OPEN})", STUNNED),
        (6, 3, f"({OPEN})", KNOCKED_OUT),
        (6, 1, f"({OPEN})", IMMOBILISED),
        (6, 6, f"({OPEN})", KNOCKED_OUT),
    ],
)
def test_indirect_fire_is_worse_for_an_open_top(penetrating: int, die: int, adds: str, result: str) -> None:
    """One more on each die, after a mortar shell on a half-track; a total of 7 counts as 6."""
    scene = duel(15, MORTAR, "us.half-track")
    scene.order("Gun", "fire", [6, penetrating, die], target="Foe")
    assert added(scene) == [adds]
    assert results(scene) == [result]


@clause("ba.result.open-topped")
def test_both_dice_of_massive_damage_are_worse_for_an_open_top() -> None:
    """A medium mortar's 6 on a half-track is 6 + 2 + 1, over 7 by two; with a margin of 2 that is massive."""
    scene = duel(20, "de.medium-mortar", "us.half-track", massive_margin=2)
    scene.order("Gun", "fire", [6, 1, 6, 1, 1], target="Foe")
    assert added(scene) == [f"({OPEN})", f"({OPEN})"]
    assert results(scene) == [IMMOBILISED, IMMOBILISED]
    assert not scene.unit("Foe").alive


@clause("ba.result.open-topped")
def test_a_barrage_is_indirect_fire() -> None:
    """The heavy howitzer of a barrage on a half-track: 1 + 6 reach, struck on a 6, one pin, 3 + 4 + 1 is over 7."""
    scene = duel(30, MORTAR, "us.half-track")
    point = scene.state.layout.point(scene.unit("Foe").men[0])
    scene.run(lambda play: fire_for_effect(play, point, seat=0), [1, 6, 1, 3, 1])
    assert added(scene) == [f"({OPEN})"]


@clause("ba.result.open-topped", "ba.gap.open-topped")
def test_other_hits_and_other_vehicles_have_no_open_top_to_fear() -> None:
    """A gun's shot or an aircraft's at the half-track, a mortar's shell on an enclosed car: D6 as it falls."""
    direct = duel(10, "de.light-at-gun", "us.half-track")
    direct.order("Gun", "fire", [6, 4, 1], target="Foe")
    from_the_air = duel(30, MORTAR, "us.half-track")
    foe = from_the_air.number("Foe")
    from_the_air.run(lambda play: here_it_comes(play, foe, seat=0), [1, 2, 1, 1, 5, 1, 1])
    enclosed = duel(15, MORTAR, "us.heavy-armoured-car")
    enclosed.order("Gun", "fire", [6, 6, 1], target="Foe", react="stay")
    for scene in (direct, from_the_air, enclosed):
        assert added(scene) == [""]


# ---- the rows


@clause("ba.result.stunned")
@pytest.mark.parametrize("order", [None, "fire", "ambush"])
def test_a_stunned_crew_is_pinned_and_shows_down(order: str | None) -> None:
    """One pin besides that for being hit; the die is turned, or taken from the cup if it was still there."""
    scene = sherman(order)
    assert cup(scene.state)[1] == (order is None)
    shoot(scene, FULL, 1)
    foe = scene.unit("Foe")
    assert (foe.pins, foe.order) == (2, "down")
    assert scene.event("was halted").because == ("ba.result.stunned",)
    assert cup(scene.state)[1] == 0


def ambushed(*dice: int) -> Scene:
    """A Sherman on an Advance past a gun in Ambush, which hits its side on the way; then these dice."""
    scene = Scene(
        us("us.sherman", (20, 20), name="Sherman", bearing=90),
        de("de.medium-at-gun", (26, 35), name="Gun", fields={"order": "ambush"}),
        de("de.grenadier-squad", (60, 20), name="Grenadiers"),
    )
    return scene.order("Sherman", "advance", [6, FULL, *dice], drive=drive((0, 9)), ambush="station 3")


@clause("ba.result.stunned")
def test_a_stunned_vehicle_halts_where_it_is_and_does_not_shoot() -> None:
    """It was to go nine inches and then fire; it stops where it is hit and does nothing more."""
    scene = ambushed(1)
    x, _ = scene.point("Sherman")
    assert 20 < x < 29
    assert scene.unit("Sherman").order == "down"
    assert [event.unit for event in scene.events("opened fire")] == [scene.number("Gun")]


@clause("ba.result.immobilised")
def test_an_immobilised_vehicle_on_the_move_gets_no_further() -> None:
    """It halts at the point of its move where it was hit, and its die is turned to Down."""
    scene = ambushed(2)
    x, _ = scene.point("Sherman")
    assert 20 < x < 29
    assert (scene.unit("Sherman").order, scene.unit("Sherman").immobilised) == ("down", True)
    assert [event.unit for event in scene.events("opened fire")] == [scene.number("Gun")]


@clause("ba.result.immobilised")
@pytest.mark.parametrize(("order", "after"), [(None, None), ("advance", "down"), ("rally", "down")])
def test_an_immobilised_vehicle_is_pinned_and_loses_the_die_it_has(order: str | None, after: str | None) -> None:
    """One pin besides that for being hit; a die that is still in the cup stays there."""
    scene = shoot(sherman(order), FULL, 2)
    foe = scene.unit("Foe")
    assert (foe.pins, foe.immobilised, foe.order) == (2, True, after)
    assert cup(scene.state)[1] == (order is None)


@clause("ba.result.immobilised")
@pytest.mark.parametrize("order", ["advance", "run"])
def test_an_immobilised_vehicle_may_be_given_no_order_to_move(order: str) -> None:
    """In the same turn and in the next, Advance and Run are refused; it may still fire with its turret."""
    scene = shoot(sherman(), FULL, 2)
    assert scene.refused(lambda: scene.draw(order=order)).refusal.because == ("ba.result.immobilised",)
    scene.end_turn()
    scene.start_turn()
    assert scene.refused(lambda: scene.draw([2], order=order)).refusal.because == ("ba.result.immobilised",)
    order_test, misses = [2, 2], [1] * 5
    scene.draw([2, *order_test, *misses], order="fire", target="Gun", shell="ap", react="stay")
    assert scene.event("opened fire").unit == scene.number("Foe")


@clause("ba.result.immobilised")
def test_an_immobilised_vehicle_neither_escapes_nor_backs_away() -> None:
    """A recce car is not asked whether it escapes, and stays where it is when it fails an order test."""
    scene = duel(20, "de.medium-at-gun", "us.armoured-car", foe={"immobilised": True, "pins": 1})
    place = scene.point("Foe")
    scene.order("Gun", "fire", [1], target="Foe", shell="ap")
    assert "react" not in scene.kinds_asked()
    scene.order("Foe", "fire", [5, 6])
    assert (scene.unit("Foe").order, scene.point("Foe")) == ("down", place)


@clause("ba.result.immobilised-twice")
def test_a_second_immobilised_result_knocks_out() -> None:
    """Full damage and a 2 on a Sherman that is immobilised already: a wreck."""
    scene = duel(10, "de.medium-at-gun", "us.sherman", turned=SIDE, foe={"immobilised": True})
    shoot(scene, FULL, 2)
    assert scene.event("was destroyed").because == ("ba.result.immobilised-twice",)
    assert [piece.kind for piece in scene.state.terrain] == ["wreck"]


@clause("ba.result.on-fire")
def test_a_vehicle_on_fire_is_pinned_and_checks_morale_with_the_new_pin() -> None:
    """Two pins count by then: one for the hit, one for the fire."""
    scene = shoot(sherman(), FULL, 3, *CALM)
    assert scene.unit("Foe").pins == 2
    assert [thrown.needs for thrown in scene.throws("checks morale")] == ["7 or less (9, -2 for pins)"]
    assert "ba.result.on-fire" in scene.event("checked morale").because


@clause("ba.result.on-fire-fail")
def test_a_crew_that_fails_its_check_abandons_the_burning_vehicle() -> None:
    """An 8 where 7 is needed: knocked out, and a wreck."""
    scene = shoot(sherman(), FULL, 3, *AFRAID)
    assert scene.event("was destroyed").because == ("ba.result.on-fire-fail",)
    assert [piece.kind for piece in scene.state.terrain] == ["wreck"]


@clause("ba.result.on-fire-pass")
@pytest.mark.parametrize("order", [None, "advance"])
def test_a_crew_that_passes_its_check_puts_the_fire_out_and_halts(order: str | None) -> None:
    """The die shows Down, taken from the cup if need be; the vehicle is otherwise as it was."""
    scene = shoot(sherman(order), FULL, 3, *CALM)
    foe = scene.unit("Foe")
    assert (foe.alive, foe.order, foe.immobilised) == (True, "down", False)
    assert cup(scene.state)[1] == 0
    scene.end_turn([6])
    assert scene.unit("Foe").order is None


@clause("ba.result.on-fire-pass")
def test_a_vehicle_that_burns_on_the_move_halts() -> None:
    """Hit on its way, its crew puts the fire out and goes no further."""
    x, _ = ambushed(3, *CALM).point("Sherman")
    assert 20 < x < 29


@clause("ba.result.knocked-out")
def test_a_knocked_out_vehicle_is_lost_and_stays_as_a_wreck() -> None:
    """Its unit is destroyed and counted as a loss, its die leaves the cup, its hull is terrain where it stood."""
    scene = shoot(sherman(), FULL, 4)
    foe = scene.unit("Foe")
    assert (foe.place, scene.state.losses, cup(scene.state)[1]) == ("destroyed", (0, 1), 0)
    (wreck,) = scene.state.terrain
    xs, ys = [x for x, _ in wreck.outline], [y for _, y in wreck.outline]
    assert wreck.kind == "wreck"
    assert (max(xs) - min(xs), max(ys) - min(ys)) == (2000, 4100)
    assert min(xs) == 5000 + 1181 + 10000

"""Air strikes: calling one, the chart, flak, and what aircraft do to men and armour."""

from typing import Any

import msgspec
import pytest

from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.state import Support
from sandtable.table.terrain import Piece
from tests.clause import clause

from .kit import Scene, Side, de, terrain, us

OBSERVER = us("us.air-observer", (10, 44), name="Observer")


def due(*sides: Side, **rest: Any) -> Scene:
    """A battle at the start of its third turn: side 0, from the south edge, has called aircraft on the first of these."""
    scene = Scene(OBSERVER, *sides, turn=3, **rest)
    called = Support("airstrike", 0, 0, target=1)
    scene.state = msgspec.structs.replace(scene.state, phase="start", supports=(called,))
    return scene


def squad(**rest: Any) -> Side:
    """Twelve Regulars around (37, 21)."""
    return de("us.rifle-squad", (34, 20), name="Foes", **rest)


def panzer(troop: str = "de.panzer-iv", **rest: Any) -> Side:
    """A vehicle at (36, 20)."""
    return de(troop, (36, 20), name="Foe", **rest)


COMES, NO_PINS = 4, 1  # the chart, and a D3-1 of none
ATTACK = [COMES, NO_PINS]


# ---- calling


@clause("ba.gap.air-observer", "ba.air.roll")
def test_an_observer_on_fire_names_an_enemy_unit_he_sees_and_the_chart_is_rolled_next_turn() -> None:
    """The unit behind the house is not offered; nothing is rolled this turn."""
    house = terrain("building", box=(28, 10, 10, 10))
    hidden = de("us.medic", (44, 2), name="Hidden")
    scene = Scene(OBSERVER, de("us.medic", (40, 40), name="Seen"), hidden, de("us.medic", (60, 40)), ground=[house])
    scene.order("Observer", "fire", call_support="call", aim_air_strike="Seen")
    assert scene.asked[1].domain.options() == ["u1", "u3"]
    assert scene.state.supports == (Support("airstrike", 0, 0, target=1),)
    assert not scene.throws()
    scene.end_turn()
    scene.start_turn([4, 1, 1, 1, 1, 1, *[1] * 3])
    assert scene.thrown()[0][0] == "air strike"


@clause("ba.gap.air-observer")
def test_only_one_air_strike_is_called_in_a_game_and_with_fire_only() -> None:
    """Not on Ambush, and not a second time."""
    scene = Scene(OBSERVER, de("us.medic", (40, 20), name="Seen"))
    scene.order("Observer", "ambush")
    assert scene.asked == []
    scene.order("Observer", "fire", call_support="call")
    scene.order("Observer", "fire", target="none")
    assert "call support" not in scene.kinds_asked()


# ---- the chart


@clause("ba.air.rookie")
def test_on_a_one_the_enemy_picks_any_unit_of_either_side() -> None:
    """He sends the aircraft at the observer who called it; it attacks at once."""
    scene = due(squad(), us("us.medic", (60, 40), name="Medic"))
    scene.start_turn([1, NO_PINS, 1, 1, 1, 1, 1, 1, 1], aim_air_strike="Observer")
    assert (scene.asked[0].seat, scene.asked[0].domain.options()) == (1, ["u0", "u1", "u2"])
    assert scene.event("an aircraft attacked").unit == 0
    assert not scene.state.supports


@clause("ba.air.empty", "ba.gap.air-observer")
@pytest.mark.parametrize("die", [2, 3])
def test_on_two_or_three_nothing_comes_and_the_caller_may_name_another_target(die: int) -> None:
    """The chart is rolled anew next turn, and the aircraft attacks the new target."""
    scene = due(squad(), de("us.medic", (60, 10), name="Medic"))
    scene.start_turn([die], aim_air_strike="Medic")
    assert (scene.asked[0].seat, scene.asked[0].domain.options()) == (0, ["u1", "u2"])
    assert scene.state.supports == (Support("airstrike", 0, 0, target=2),)
    scene.start_turn([*ATTACK, 1, 1, 1, 1, 1, 1, 1])
    assert scene.event("an aircraft attacked").unit == 2


@clause("ba.air.empty")
def test_the_target_may_stay_the_same() -> None:
    """He keeps it unless he says otherwise."""
    scene = due(squad(), de("us.medic", (60, 10), name="Medic"))
    scene.start_turn([2])
    assert scene.state.supports[0].target == 1


@clause("ba.air.pins")
@pytest.mark.parametrize("die", [4, 5, 6])
@pytest.mark.parametrize(("distance", "near"), [(12.0, True), (12.001, False)])
def test_the_target_and_all_within_twelve_inches_of_it_roll_for_pins(die: int, distance: float, near: bool) -> None:
    """Friend and foe, each its own D3-1, which can be none; the farther man does not roll."""
    friend = us("us.medic", (34 - 1 - distance, 20), name="Friend")
    scene = due(squad(), friend, de("us.medic", (34, 28), name="Foe"))
    faces = [3, 5, 1] if near else [3, 1]
    scene.start_turn([die, *faces, 1, *[1] * 3, *[1] * 3])
    assert [one.value for one in scene.throws("aircraft overhead")] == ([1, 2, 0] if near else [1, 0])
    assert scene.unit("Friend").pins == (2 if near else 0)


@clause("ba.air.pins")
def test_a_unit_broken_by_its_pins_is_not_attacked_any_more() -> None:
    """With eight pins already, one more destroys the Regulars before the aircraft is there."""
    scene = due(squad(fields={"pins": 8}))
    scene.start_turn([COMES, 3])
    assert scene.unit("Foes").place == "destroyed"
    assert not scene.throws("which aircraft")


# ---- aircraft


@clause("ba.air.type")
@pytest.mark.parametrize(
    ("die", "name"),
    [
        (1, "strafing fighter"),
        (2, "fighter-bomber"),
        (3, "fighter-bomber"),
        (4, "ground attack aircraft"),
        (5, "ground attack aircraft"),
        (6, "ground attack aircraft"),
    ],
)
def test_one_die_says_which_aircraft_it_is(die: int, name: str) -> None:
    """One row for 1, one for 2 and 3, one for 4 to 6."""
    scene = due(panzer())
    dice = 2 if name == "fighter-bomber" else 3
    scene.start_turn([*ATTACK, die, *[1] * dice, *[1] * dice])
    assert scene.event("an aircraft attacked").tells["aircraft"] == name


STRAFING = pytest.param(1, 1, 3, "3+ (+1 penetration)", marks=clause("ba.air.strafing"))
BOMBER = pytest.param(2, 2, 2, "2+ (+2 penetration)", marks=clause("ba.air.fighter-bomber"))
GROUND_ATTACK = pytest.param(4, 3, 3, "1+ (+4 penetration)", marks=clause("ba.air.ground-attack"))


@clause("ba.gap.air-hits-soft")
@pytest.mark.parametrize(("die", "pins", "dice", "needs"), [STRAFING, BOMBER, GROUND_ATTACK])
def test_what_each_aircraft_does_to_men(die: int, pins: int, dice: int, needs: str) -> None:
    """Extra pins and hits for the target alone; no roll to hit; damage with its penetration, though cover is hard."""
    ruin = terrain("ruin", box=(30, 15, 20, 10))
    scene = due(squad(), de("us.medic", (34, 28), name="Medic"), ground=[ruin])
    scene.start_turn([COMES, 1, 1, die, *[1] * dice, *[1] * dice])
    assert (scene.unit("Foes").pins, scene.unit("Medic").pins) == (pins, 0)
    assert not scene.throws("to hit")
    assert [(len(faces), needed) for _, faces, needed in scene.thrown("Foes: to damage")] == [(dice, needs)]


@clause("ba.gap.air-hits-soft")
def test_the_hits_are_the_sum_of_the_dice_and_losses_of_half_are_checked() -> None:
    """A fighter-bomber's 3 + 3 hits kill six of twelve: with two pins, 7 or less is needed."""
    scene = due(squad())
    scene.start_turn([*ATTACK, 2, 3, 3, *[4] * 6, 4, 4])
    assert scene.thrown("checks morale")[0][2] == "7 or less (9, -2 for pins)"
    assert scene.unit("Foes").place == "destroyed"


@clause("ba.gap.air-hits-soft", "ba.air.fighter-bomber")
@pytest.mark.parametrize("ground", [(), (terrain("trench", box=(30, 15, 20, 10)),)])
def test_there_are_as_many_hits_as_the_dice_say(ground: tuple[Piece, ...]) -> None:
    """The sheet prints 2D6 hits: seven fall on those who are Down, too, in the open and in a trench."""
    scene = due(squad(fields={"order": "down"}), ground=ground)
    scene.start_turn([*ATTACK, 2, 3, 4, *[1] * 7])
    assert scene.event("was hit").tells["hits"] == 7
    assert [len(one.faces) for one in scene.throws("to damage")] == [7]


@clause("ba.gap.air-hits-soft", "ba.gap.he-vs-down")
@pytest.mark.parametrize(("rounding", "hits"), [("up", 4), ("down", 3)])
def test_by_the_switch_down_halves_the_hits(rounding: str, hits: int) -> None:
    """Seven hits become four, or three as the table rounds."""
    scene = due(squad(fields={"order": "down"}), he_down_rounding=rounding, down_halves_air_hits=True)
    scene.start_turn([*ATTACK, 2, 3, 4, *[1] * hits])
    assert scene.event("was hit").tells["hits"] == hits


@clause("ba.gap.air-hits-soft", "ba.gap.dug-in")
def test_those_who_are_down_in_a_trench_are_not_halved_twice() -> None:
    """By the switch seven hits become four there too."""
    trench = terrain("trench", box=(30, 15, 20, 10))
    scene = due(squad(fields={"order": "down"}), ground=[trench], down_halves_air_hits=True)
    scene.start_turn([*ATTACK, 2, 3, 4, *[1] * 4])
    assert [len(one.faces) for one in scene.throws("to damage")] == [4]


@clause("ba.gap.air-hits-soft")
def test_down_does_not_help_a_vehicle() -> None:
    """A truck that is Down takes all seven hits, at +2 against 6."""
    scene = due(panzer("de.truck", fields={"order": "down"}))
    scene.start_turn([*ATTACK, 2, 3, 4, *[3] * 7])
    assert scene.thrown("to damage") == [("fighter-bomber on Foe: to damage", (3,) * 7, "4+ (+2 penetration)")]


@clause("ba.air.on-armour", "ba.gap.air-hits-soft")
def test_every_hit_is_rolled_against_the_top_of_an_armoured_target() -> None:
    """A fighter-bomber's two hits on a light tank: D6 + 2 + 1 each, 5 is superficial and 6 is full damage."""
    scene = due(panzer())
    card = msgspec.structs.replace(scene.unit("Foe").card, armour="light-tank")
    scene.state = with_unit(scene.state, 1, {"card": card})
    scene.start_turn([*ATTACK, 2, 1, 1, 5, 1, 6, 1])
    rolls = scene.throws("to penetrate")
    assert [(one.value, one.needs) for one in rolls] == [
        ("superficial", "8+ with +3 (+2 penetration, +1 top armour)"),
        ("full", "8+ with +3 (+2 penetration, +1 top armour)"),
    ]


@clause("ba.air.on-armour")
def test_aircraft_can_be_played_with_a_single_roll_on_armour() -> None:
    """With the switch at 1, seven hits are one penetration roll."""
    scene = due(panzer(), air_hits_on_armour="1")
    scene.start_turn([*ATTACK, 2, 3, 4, 1])
    assert len(scene.throws("to penetrate")) == 1


@clause("ba.result.open-topped", "ba.air.on-armour")
def test_an_aircraft_is_no_indirect_fire_to_an_open_topped_vehicle() -> None:
    """Superficial damage on a half-track is rolled with D6-3."""
    scene = due(panzer("de.half-track"))
    scene.start_turn([*ATTACK, 2, 1, 1, 4, 1, 1])
    assert scene.thrown("damage result")[0][0].endswith("damage result (-3 superficial damage)")

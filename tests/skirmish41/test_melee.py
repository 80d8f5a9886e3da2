"""Melee: contact, pairs and extras, the totals, every step of the ladder, giving ground and being captured."""

from typing import Any

import pytest

from sandtable.rulesets.skirmish41.basics.units import fire_points, in_melee
from sandtable.rulesets.skirmish41.melee.melee import Combat, combats, fight_melees, result_of
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Mission
from tests.clause import clause

from .kit import Scene, Side, brit, german, shift, terrain

MAN = ("rifleman",)
Spots = tuple[tuple[float, float], ...]


def blows(ours: Spots, theirs: Spots, *others: Side, ground: Any = (), **rest: Any) -> Scene:
    """British and German riflemen at these places."""
    return Scene(
        brit("gb.rifle-team", ours[0], name="Able", pick=MAN * len(ours), spots=ours[1:]),
        german("de.rifle-team", theirs[0], name="Berta", pick=MAN * len(theirs), spots=theirs[1:]),
        *others,
        ground=ground,
        **rest,
    )


def duel(**rest: Any) -> Scene:
    """One against one, half an inch apart."""
    return blows(((20, 20),), ((20, 21.5),), **rest)


def fight(scene: Scene, *dice: int, **answers: Any) -> Scene:
    """A round of melee."""
    scene.call(fight_melees, dice=list(dice), **answers)
    return scene


# ---- contact


@clause("sk.melee.contact")
@pytest.mark.parametrize(("apart", "fights"), [(1, True), (1.001, False)])
def test_an_inch_apart_is_melee(apart: float, fights: bool) -> None:
    """A hair more is not."""
    scene = blows(((20, 20),), ((20, 21 + apart),))
    assert in_melee(scene.state, 0) is fights
    assert bool(combats(scene.state)) is fights


@clause("sk.melee.contact")
def test_the_disabled_are_nobodys_opponents() -> None:
    """As soon as a man is down he is out of it, and whoever fought him is free."""
    scene = blows(((20, 20),), ((20, 21.5), (30, 30)))
    assert in_melee(scene.state, 0)
    scene.change("Berta", men=(2,), down=(1,))
    assert not in_melee(scene.state, 0)


@clause("sk.melee.no-fire")
def test_who_is_in_melee_neither_fires_nor_is_shot_at() -> None:
    """His comrade does, and is."""
    scene = blows(((20, 20), (24, 20)), ((20, 21.5), (24, 30)))
    scene.act("Able", "fire", dice=[1], shots="aimed 2")
    assert scene.kinds_asked() == ["shots"]
    assert [scene.figure("Able", man).spent for man in (0, 1)] == [0, 2]
    assert scene.reasons("fires") == ["12+ (aimed, short, +1 dispersed)"]
    both = duel().activate("Able")
    assert both.asked == [] or "fire" in both.barred("action")


@clause("sk.melee.no-fire")
def test_third_parties_do_not_fire_into_a_melee() -> None:
    """Nobody but those in it is there to shoot at."""
    scene = blows(((20, 20),), ((20, 21.5),), brit("gb.rifle-team", (30, 21), name="Baker", pick=MAN))
    scene.activate("Baker")
    assert "fire" in scene.barred("action")


@clause("sk.gap.charging")
def test_who_is_in_contact_does_not_walk_away() -> None:
    """He leaves only by being forced back, or by his morale."""
    scene = blows(((20, 20), (21.5, 20)), ((20, 21.5),))
    scene.act("Able", "move", move=shift(0.3, 0))
    assert scene.point("Able") == (20, 20)
    assert scene.event("moved").figures == (1,)


@clause("sk.gap.charging")
def test_a_move_that_ends_within_an_inch_is_a_charge() -> None:
    """And no other."""
    scene = blows(((20, 20),), ((20, 23),))
    assert scene.act("Able", "move", move=shift(0, 0.9)).events("charged") == []
    assert scene.act("Able", "move", move=shift(0, 0.1)).event("charged").figures == (0,)


# ---- who fights whom


@clause("sk.gap.charging")
def test_several_combats_in_one_melee() -> None:
    """Each with his nearest."""
    scene = blows(((20, 20), (22, 20)), ((20.1, 21.4), (22.1, 21.4)))
    assert combats(scene.state) == [Combat((0,), (2,)), Combat((1,), (3,))]


@clause("sk.gap.charging", "sk.melee.extra-figure")
def test_those_who_share_an_enemy_fight_him_together() -> None:
    """Two against one, three against one."""
    two = blows(((19.5, 20), (20.7, 20)), ((20, 21.3),))
    assert [(set(one.ours), one.theirs) for one in combats(two.state)] == [({0, 1}, (2,))]
    three = blows(((20, 20),), ((20, 21.3), (18.6, 20), (21.4, 20)))
    assert [(one.ours, set(one.theirs)) for one in combats(three.state)] == [((0,), {1, 2, 3})]


@clause("sk.gap.charging")
def test_nobody_stands_idle_while_an_enemy_in_contact_is_free() -> None:
    """Both British are nearest to one German; the other German is in contact with the second of them."""
    scene = blows(((20, 20), (21.4, 20)), ((20.6, 21.1), (22.6, 21.1)))
    assert combats(scene.state) == [Combat((0,), (2,)), Combat((1,), (3,))]


@clause("sk.gap.charging", "sk.melee.extra-figure")
def test_two_against_two_in_one_knot_help_nobody() -> None:
    """An extra man counts against a lone enemy only, and does not fall back from two."""
    # a row: one of each side in the middle is in contact, those outside only with him
    scene = blows(((20, 20), (22.6, 20)), ((21.3, 20), (18.7, 20)))
    assert [(set(one.ours), set(one.theirs)) for one in combats(scene.state)] == [({0, 1}, {2, 3})]
    fight(scene, 4, 3, 1)
    assert [one.why for one in scene.throws("in melee")] == [
        "Able (rifleman) in melee, 2 points",
        "Berta (rifleman) in melee, 2 points",
    ]
    assert len(scene.events("was forced back")) + len(scene.events("had no room")) == 1


@clause("sk.gap.charging")
def test_the_owner_names_the_main_combatant() -> None:
    """The strongest by default; the solo force has no choice."""
    scene = blows(((19.5, 20), (20.7, 20)), ((20, 21.3),)).change("Able", 1, arms=("smg",))
    fight(scene, 1, 3)
    assert scene.decision("main combatant").seat == 0
    assert scene.throws("Able")[0].why == "Able (rifleman) in melee, 4 points"
    fight(scene, 2, 3, main_combatant="f0")
    assert scene.throws("Able")[0].why == "Able (rifleman) in melee, 3 points"
    solo = blows(((20, 21.3),), ((19.5, 20), (20.7, 20)), mission=Mission("patrol"))
    assert fight(solo, 4, 3).asked == []


# ---- the totals


@clause("sk.melee.compare", "sk.melee.extra-figure")
def test_the_sheets_example() -> None:
    """A submachine gun, 2 + 1, and a friend, 1, with a 4 are 8; a rifleman, 2, with a 3 is 5: beaten by 3."""
    scene = blows(((19.5, 20), (20.7, 20)), ((20, 21.3), (20, 24))).change("Able", 0, arms=("smg",))
    fight(scene, 4, 3, 1)
    assert [one.value for one in scene.throws("in melee")] == [8, 5]
    assert scene.event("was beaten").tells["difference"] == 3
    assert scene.events("was wounded")


@clause("sk.melee.compare")
def test_equal_totals_are_no_result() -> None:
    """They fight on."""
    scene = fight(duel(), 3, 3)
    assert scene.told() == [("fought on", None)]


@clause("sk.melee.compare", "sk.gap.fire-points")
@pytest.mark.parametrize(
    ("arm", "cap", "points"),
    [
        ("bar", 2, 4),
        ("bar", 4, 6),
        ("bar", 0, 2),
        ("assault-rifle", 2, 4),
        ("assault-rifle", 1, 3),
        ("smg", 2, 3),
        ("rifle", 2, 2),
        ("pistol", 2, 1),
        ("pistol", 0, 1),
    ],
)
def test_fire_points_in_melee(arm: str, cap: int, points: int) -> None:
    """No more of the bonus than the switch says; a pistol is one less."""
    scene = duel(melee_weapon_bonus_cap=cap).change("Able", 0, arms=(arm,))
    assert fire_points(scene.state, 0) == points


@clause("sk.melee.compare", "sk.gap.suppression-effect")
def test_wounds_and_suppression_count() -> None:
    """Current actions, and no bonus while suppressed."""
    scene = duel().change("Able", 0, arms=("smg",), rating=3)
    assert fire_points(scene.state, 0) == 4
    assert fire_points(scene.change("Able", 0, wounds=1).state, 0) == 3
    assert fire_points(scene.change("Able", suppression=1).state, 0) == 1
    assert fire_points(scene.change("Able", 0, spent=2).state, 0) == 1


# ---- results


@clause("sk.melee.plus-1", "sk.melee.plus-2", "sk.melee.plus-3", "sk.melee.plus-4", "sk.melee.more")
def test_the_ladder() -> None:
    """One to four, and more."""
    names = ["forced back", "captured", "wounded", "disabled", "killed", "killed"]
    assert [result_of(difference, Options()) for difference in range(1, 7)] == names


def friend(y: float) -> Side:
    """Another German."""
    return german("de.rifle-team", (20, y), name="Caesar", pick=MAN)


@clause("sk.melee.plus-1")
def test_beaten_by_one_he_gives_ground() -> None:
    """An inch, straight away."""
    scene = fight(duel(), 4, 3, 1)
    assert scene.point("Berta") == (20, 22.5)
    assert scene.event("was forced back").because == ("sk.melee.plus-1",)


@clause("sk.melee.plus-1")
@pytest.mark.parametrize("what", ["wreck", "man", "edge"])
def test_without_room_nothing_happens(what: str) -> None:
    """Something solid, somebody, or the edge of the table behind him."""
    if what == "wreck":
        scene = duel(ground=[terrain("wreck", box=(18, 22.5, 4, 4))])
    elif what == "man":
        scene = blows(((20, 20),), ((20, 21.5), (20, 22.9)))
    else:
        scene = blows(((20, 46),), ((20, 47.2),))
    before = scene.point("Berta")
    fight(scene, 4, 3, 1)
    assert scene.point("Berta") == before
    assert scene.events("had no room")


@clause("sk.melee.plus-1")
def test_just_enough_room_is_room() -> None:
    """A hair between him and the man behind."""
    scene = blows(((20, 20),), ((20, 21.5), (20, 23.6)))
    assert fight(scene, 4, 3, 1).point("Berta") == (20, 22.5)


@clause("sk.melee.plus-2")
def test_beaten_by_two_alone_he_is_captured() -> None:
    """He is his captor's prisoner, and no casualty of fire that anybody tests for."""
    scene = fight(duel(), 5, 3)
    assert scene.state.figures[1].out == "captured"
    assert scene.figure("Able").carries == 1
    assert scene.unit("Berta").place == "destroyed"


@clause("sk.melee.plus-2")
@pytest.mark.parametrize(("y", "captured"), [(26.5, False), (26.501, True)])
def test_a_friend_within_four_inches_saves_him(y: float, captured: bool) -> None:
    """Then he gives ground instead."""
    scene = blows(((20, 20),), ((20, 21.5), (20, y)))
    fight(scene, 5, 3, 1)
    assert bool(scene.events("was captured")) is captured
    assert bool(scene.events("was forced back")) is not captured
    assert scene.event("was beaten").because == ("sk.melee.plus-2",)


@clause("sk.melee.plus-2")
@pytest.mark.parametrize("state", ["fighting", "helpless", "routing"])
@pytest.mark.parametrize("free_only", [False, True])
def test_any_friend_is_one_unless_the_table_wants_him_free(state: str, free_only: bool) -> None:
    """In melee, out of action or routing; by the switch those are none, as nobody comes to his help."""
    more = (brit("gb.rifle-team", (20, 26), name="Baker", pick=MAN),) if state == "fighting" else ()
    scene = blows(((20, 20),), ((20, 21.5),), friend(24.5), *more, free_friends_only=free_only)
    if state == "helpless":
        scene.change("Caesar", 0, wounds=2)
    elif state == "routing":
        scene.change("Caesar", routing=True)
    fight(scene, 5, 3, *((3, 3) if state == "fighting" else ()), *(() if free_only else (1,)))
    assert bool(scene.events("was captured")) is free_only


@clause("sk.melee.plus-3")
def test_beaten_by_three_he_is_wounded() -> None:
    """And captured as well if nobody is near."""
    near = fight(blows(((20, 20),), ((20, 21.5), (20, 24))), 6, 3, 1)
    assert near.figure("Berta").wounds == 1
    assert near.events("was captured") == []
    alone = fight(duel(), 6, 3)
    assert alone.state.figures[1].wounds == 1
    assert alone.event("was captured").because == ("sk.melee.plus-3", "sk.gap.captured")


@clause("sk.melee.plus-4")
def test_beaten_by_four_he_is_disabled() -> None:
    """And captured as well if nobody is near."""
    near = fight(blows(((20, 20),), ((20, 21.5), (20, 24))), 6, 2, 1)
    assert near.unit("Berta").down == (1,)
    assert near.event("was disabled").because == ("sk.melee.plus-4", "sk.gap.disabled")
    alone = fight(duel(), 6, 2)
    assert alone.state.figures[1].out == "captured"
    assert alone.unit("Berta").down == ()


@clause("sk.melee.more")
@pytest.mark.parametrize(("rating", "die"), [(2, 1), (1, 1)])
def test_beaten_by_five_or_more_he_is_killed(rating: int, die: int) -> None:
    """Friends or none."""
    scene = blows(((20, 20),), ((20, 21.5), (20, 24))).change("Berta", 0, rating=rating)
    fight(scene, 6, die, 1)
    assert scene.event("was killed").figures == (1,)
    assert not scene.state.layout.on_table(1)


@clause("sk.melee.extras-fall-back")
@pytest.mark.parametrize(("dice", "main"), [((1, 3, 1), "was forced back"), ((1, 5, 1), "was wounded")])
def test_extras_fall_back_when_their_side_is_beaten(dice: tuple[int, ...], main: str) -> None:
    """An inch away from the lone enemy, whatever becomes of the main combatant."""
    scene = blows(((19.3, 20), (20.7, 20), (20, 16)), ((20, 21.3),))
    fight(scene, *dice)
    assert scene.events(main)
    extra = scene.events("was forced back")[-1]
    assert extra.figures == (1,)
    assert extra.because == ("sk.melee.extras-fall-back",)
    x, y = scene.point("Able", 1)
    assert x > 20.7
    assert y < 20


@clause("sk.melee.extras-fall-back")
def test_extras_stay_when_their_side_wins() -> None:
    """Only the loser gives ground."""
    scene = blows(((19.3, 20), (20.7, 20)), ((20, 21.3),))
    fight(scene, 3, 3, 1)
    assert [one.figures for one in scene.events("was forced back")] == [(2,)]


@clause("sk.melee.plus-2")
def test_a_captor_with_a_prisoner_already_sends_the_next_away() -> None:
    """He can watch one only."""
    scene = blows(((20, 20),), ((20, 21.5),), german("de.rifle-team", (18.6, 20), name="Caesar", pick=MAN))
    scene.change("Caesar", 0, out="captured").change("Able", 0, carries=2, rating=2)
    scene.change("Caesar", men=(), place="destroyed")
    fight(scene, 5, 3)
    assert scene.figure("Able").carries == 2
    assert scene.events("was led away")
    assert not scene.state.layout.on_table(1)


@clause("sk.gap.charging", "sk.melee.compare")
def test_melee_takes_whatever_was_saved() -> None:
    """For a shot that is not to be."""
    scene = duel().change("Able", 0, saved=1)
    assert fight(scene, 3, 3).figure("Able").saved == 0

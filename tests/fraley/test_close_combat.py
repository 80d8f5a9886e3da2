"""Close combat: who strikes whom with how many dice, who is removed, tanks, counter-attacks, markers at the end."""

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.play.script import Play
from sandtable.play.stage import Again
from sandtable.rulesets.fraley.melee.assault import assault
from sandtable.rulesets.fraley.melee.break_off import break_off
from sandtable.rulesets.fraley.melee.close_combat import Party, members, strike
from sandtable.rulesets.fraley.melee.counter_attack import answer, fight
from sandtable.rulesets.fraley.melee.victims import as_many, can_remove
from sandtable.rulesets.fraley.state import Battle
from tests.clause import clause

from .assault_kit import Hand, Shots, moment, stand_in
from .kit import Scene, Side, because, german, keys, us
from .test_charge import able, berta


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    """Other chapters as the test wants them."""
    return stand_in(monkeypatch)


def blow(scene: Scene, *dice: int, by: int = 0, at: int = 1, **answers: Any) -> tuple[int, ...]:
    """One Unit strikes at another."""
    found: tuple[int, ...] = scene.call(strike, Party(by), Party(at), dice=dice, **answers)
    return found


def exchange(scene: Scene, *dice: int, chooses: Sequence[str] = (), **answers: Any) -> None:
    """Berta was struck and answers, and so on; all Teams count as having fought."""
    able_, berta_ = (Party(number, (), scene.state.units[number].men) for number in (0, 1))

    async def go_on(play: Play[Battle]) -> None:
        found: Any = await answer(play, berta_, able_)
        if isinstance(found, Again):
            found = await fight(play, *found.args)
        if found is not None:
            await break_off(play, *found)

    scene.call(go_on, dice=dice, **{**answers, "counter-attack": list(chooses)})


# Stands at y = 12 and y = 10 are 0.75 inches apart (a PL's and a rifle stand 0.875).


@clause("fraley.assault.kill-check", "fraley.assault.no-saves")
def test_every_success_removes_a_team_without_a_save(hand: Hand) -> None:
    """Three Veteran Teams in reach roll 5, 4, 2: two enemy Teams are removed, and nobody saves."""
    spots = ((20, 12), (22.2, 12), (24.4, 12))
    scene = Scene(able(*spots), berta(*((x, 10) for x, _ in spots), (26.6, 10)), quiet=True)
    assert blow(scene, 5, 4, 2, victims=keys("m3", "m4")) == (0, 1, 2)
    assert len(scene.unit("Berta").men) == 2
    assert sum(len(faces) for _, faces, _ in scene.thrown()) == 3
    assert {needs for _, _, needs in scene.thrown()} == {"4+"}
    assert hand.saves == []


@clause("fraley.assault.kill-check")
def test_the_number_is_the_units_own_and_unmodified(hand: Hand) -> None:
    """Green Teams need 5, Elite ones 3, suppressed or not; suppressed Teams fight."""
    for level, face, killed in (("green", 4, 0), ("green", 5, 1), ("elite", 3, 1), ("elite", 2, 0)):
        scene = Scene(able((20, 12), quality=level, each={"marks": 1}), berta((20, 10)))
        blow(scene, face)
        assert len(scene.unit("Berta").men) == 1 - killed
    assert hand.fired == []


@clause("fraley.assault.kill-check")
def test_two_inches_reach(hand: Hand) -> None:
    """At two inches a Team fights, a thousandth beyond it does not; whoever stayed behind fights like the others."""
    assert blow(Scene(able((20, 13.125)), berta((20, 10))), 1) == (0,)
    assert blow(Scene(able((20, 13.126)), berta((20, 10)))) == ()
    scene = Scene(able((20, 17.125), (23, 12)), berta((20, 10), (23, 10)))
    scene.call(assault, "Able", dice=[6, 6], stay_behind=keys("m1"))
    assert not scene.unit("Berta").men
    assert hand.fired[0]["teams"] == (1,)


@clause("fraley.assault.kill-check")
def test_a_success_falls_upon_a_team_in_its_own_reach() -> None:
    """Who succeeded matters: each removes somebody within his own two inches, nobody is removed twice."""
    assert can_remove([(1, 2), (2,)], [1, 2])
    assert not can_remove([(2,), (2,)], [1, 2])
    assert as_many([(1, 2), (1, 2), (3,)], [1, 2, 3]) == [1, 2, 3]
    assert as_many([(1,), (1,)], [1]) == [1]


@clause("fraley.assault.kill-check")
def test_the_striker_chooses_the_victim_or_its_owner_does(hand: Hand) -> None:
    """One success, two in reach: the striking side is asked, and takes the leader unless told; the owner gives another."""
    sides = (able((21, 12)), berta((20, 10), (22.2, 10), pick=("PL", "Rifle Team")))
    scene = Scene(*sides)
    blow(scene, 6)
    assert scene.decision("victims").seat == 0
    assert scene.decision("victims").usual() == ["m1"]
    assert scene.unit("Berta").men == (2,)
    scene = Scene(*sides, assault_victim_chosen_by="owner")
    blow(scene, 6)
    assert scene.decision("victims").seat == 1
    assert scene.unit("Berta").men == (1,)
    scene = Scene(able((20, 12), (26, 12)), berta((20, 10), (22.2, 10), (26, 10)))
    blow(scene, 6, 1, victims=keys("m3"))
    assert list(scene.decision("victims").domain.values) == ["m2", "m3"]  # type: ignore[attr-defined]
    assert hand.saves == []


@clause("fraley.assault.kill-check")
def test_victims_that_no_success_reaches_are_refused(hand: Hand) -> None:
    """Two successes, one of which has but one enemy in reach: the two it leaves out cannot both be chosen."""
    scene = Scene(able((20, 12.5), (25, 12.5)), berta((18.5, 10), (20.7, 10), (25, 10)))
    blow(scene, 6, 6, victims=keys("m3", "m4"))
    assert because(scene.decision("victims"), ["m2", "m3"]) == ("fraley.assault.kill-check",)
    assert hand.fired == []


@clause("fraley.assault.kill-check")
def test_the_cc_may_have_one_die_of_a_strike_rolled_again(hand: Hand) -> None:
    """A failed die that could still kill is offered once; the second score stands."""
    cc = us("us.cc", (40, 40), name="Captain")
    scene = Scene(able((20, 12)), berta((20, 10), (22.2, 10)), cc)
    blow(scene, 3, 4)
    assert scene.kinds_asked() == ["reroll", "victims"]
    assert len(scene.unit("Berta").men) == 1
    scene = Scene(able((20, 12), (26, 12)), berta((20, 10), (26, 10)), cc)
    blow(scene, 3, 2, 5, reroll=True, reroll_die="m1")
    assert scene.unit("Berta").men == (2,)
    scene = Scene(able((20, 12), (22.2, 12)), berta((21, 10)), cc)
    blow(scene, 6, 1)
    assert scene.kinds_asked() == []  # nobody is left for the other die
    assert hand.fired == []


# ---- tanks


def tank_hunt(role: str, vehicle: str, **options: Any) -> Scene:
    """A Team that fights a tank at arm's length."""
    troops: dict[str, tuple[str, str]] = {
        "Panzerschreck Team": ("de.tank-hunter-platoon", "de"),
        "Panzerfaust Team": ("de.grenadier-platoon", "de"),
        "Pak40 Team": ("de.at-platoon", "de"),
        "Rifle Team": ("us.rifle-platoon", "us"),
        "Bazooka Team": ("us.rifle-platoon", "us"),
    }
    troop, _ = troops[role]
    tanks = {
        "panther": "de.panther-platoon",
        "panzer-iv": "de.panzer-iv-platoon",
        "sherman": "us.sherman-platoon",
        "stug": "de.stug-platoon",
    }
    return Scene(
        Side(side=0, troop=troop, at=(20, 13), name="Able", pick=(role,)),
        Side(side=1, troop=tanks[vehicle], at=(20, 10), name="Berta", men=1, bearing=90),
        **options,
    )


@clause("fraley.assault.tank-assault-rolls")
def test_dice_against_tanks_are_the_rating(hand: Hand) -> None:
    """A Veteran Panzerschreck Team rolls three dice at 4+, a Bazooka Team and a Pak two, riflemen one."""
    for role, dice in (("Panzerschreck Team", 3), ("Panzerfaust Team", 3), ("Bazooka Team", 2), ("Rifle Team", 1)):
        scene = tank_hunt(role, "sherman")
        blow(scene, *[3] * dice)
        assert scene.thrown()[0][1:] == ((3,) * dice, "4+")
    assert hand.saves == []


@clause("fraley.assault.tank-save")
def test_tanks_save_on_their_flank_and_roll_for_damage(hand: Hand) -> None:
    """Two successes on a Panther (Flank 5+): Saves 6 and 3, one failure, damage 6: destroyed."""
    scene = tank_hunt("Bazooka Team", "panther")
    blow(scene, 4, 5, 6, 3, 6)
    assert hand.saves == [(5, 2, 0)]
    assert hand.damages == [(1, 6)]
    assert not scene.unit("Berta").men


@clause("fraley.assault.tank-save")
def test_the_cap_on_suppression_counts_by_attacking_team(hand: Hand) -> None:
    """Failures of one Team go onto one roll of the table; those of two riflemen onto one each."""
    scene = tank_hunt("Panzerschreck Team", "sherman")
    blow(scene, 4, 4, 4, 1, 1, 1, 4, 5, 5)
    assert hand.damages == [(3, 5)]
    scene = Scene(able((20, 13), (22.2, 13)), german("de.panther-platoon", (21, 10), name="Berta", men=1, bearing=90))
    blow(scene, 4, 4, 1, 1, 4, 5)
    assert hand.damages[1:] == [(1, 4), (1, 5)]
    assert scene.thrown("strikes at")[0][1] == (4, 4)


@clause("fraley.assault.tank-save")
def test_passed_saves_are_rerolled_only_where_close_combat_is_close_range(hand: Hand) -> None:
    """The 18 inch reroll is for gunfire."""
    blow(tank_hunt("Rifle Team", "sherman"), 4, 6)
    blow(tank_hunt("Rifle Team", "sherman", close_range_reroll_in_assault=True), 4, 6)
    assert hand.saves == [(5, 1, 0), (5, 1, 1)]


@clause("fraley.tank.inf-at-reroll-assault")
def test_noted_tanks_reroll_saves_against_infantry_at_weapons(hand: Hand) -> None:
    """Panzer IV and StuG reroll failed Saves against a Bazooka, not against riflemen; a Panther not at all."""
    for role, tank, options, reroll in (
        ("Bazooka Team", "panzer-iv", {}, -1),
        ("Bazooka Team", "stug", {}, -1),
        ("Bazooka Team", "panther", {}, 0),
        ("Rifle Team", "panzer-iv", {}, 0),
        ("Pak40 Team", "panzer-iv", {}, 0),
        ("Bazooka Team", "panzer-iv", {"inf_at_reroll_in_assault": False}, 0),
        ("Bazooka Team", "panzer-iv", {"close_range_reroll_in_assault": True}, 0),
    ):
        scene = tank_hunt(role, tank, **options)
        if role == "Pak40 Team":
            scene.change("Able", 0)
        dice = {"Rifle Team": 1}.get(role, 2)
        blow(scene, 4, *[1] * (dice - 1), 6)
        assert hand.saves[-1][2] == reroll, (role, tank, options)


@clause("fraley.assault.tank-assault-rolls")
def test_a_soft_skinned_vehicle_is_destroyed_by_any_success(hand: Hand) -> None:
    """A truck has no armour to save with."""
    truck = {"kind": "tank", "vehicle": "truck", "weapons": ()}
    scene = Scene(able((20, 12)), berta((20, 10), teams={0: truck}))
    blow(scene, 4)
    assert not scene.unit("Berta").men
    assert hand.saves == []
    assert blow(Scene(able((20, 12)), berta((20, 10), teams={0: truck})), by=1, at=0) == ()


@clause("fraley.assault.tank-assault-rolls")
def test_all_rolls_of_a_team_go_at_one_tank(hand: Hand) -> None:
    """Between two tanks a Team is asked which; between a tank and others, too."""
    tanks = german("de.panther-platoon", (20, 10), name="Berta", men=2, bearing=90, gap=0.4, spots=((22.9, 10),))
    scene = Scene(able((21.4, 12.2), pick=("Bazooka Team",)), tanks)
    blow(scene, 1, 1, strike_at="m2")
    assert scene.offered("strike at") == ["m1", "m2"]
    half_track = {"kind": "tank", "vehicle": "half-track", "weapons": ("vehicle-mg",)}
    scene = Scene(able((21, 12)), berta((20, 10), (22.2, 10), teams={0: half_track}))
    blow(scene, 6)
    assert scene.offered("strike at") == ["m1", "others"]
    assert scene.unit("Berta").men == (1,)
    assert hand.saves == []


@clause("fraley.assault.no-tank-vs-tank", "fraley.assault.tanks-vs-foot")
def test_tanks_strike_at_foot_with_one_die_and_at_tanks_not_at_all(hand: Hand) -> None:
    """Tank Teams roll one Training Check each; a Tank Team of a mixed Unit is no victim of theirs."""
    half_track = {"kind": "tank", "vehicle": "half-track", "weapons": ("vehicle-mg",)}
    foes = berta((20, 10), (22.2, 10), teams={0: half_track})
    scene = Scene(us("us.sherman-platoon", (21.2, 13), name="Able", men=1), foes)
    blow(scene, 4)
    assert scene.unit("Berta").men == (1,)
    assert blow(scene) == ()
    assert hand.saves == []


# ---- counter-attacks


@clause("fraley.assault.defender-choice", "fraley.assault.counter-check", "fraley.assault.counter-strike")
def test_a_struck_unit_counter_attacks_if_it_passes(hand: Hand) -> None:
    """It is asked, checks its Training, and strikes: each Team within two inches with one die."""
    scene = Scene(able((20, 12)), berta((20, 10), (22.2, 10), (24.4, 10)))
    exchange(scene, 4, 1, 1, 6)
    assert scene.decision("counter-attack").seat == 1
    assert scene.decision("counter-attack").usual() == "counter-attack"
    assert scene.thrown("counter-attack")[0][1:] == ((4,), "4+")
    assert scene.event("checked its Training").tells["passed"]
    assert not scene.unit("Able").men
    assert hand.fired == []


@clause("fraley.assault.counter-check")
def test_suppression_does_not_modify_the_counter_check_and_the_cc_may_reroll_it(hand: Hand) -> None:
    """All Teams suppressed: a Veteran Unit still needs 4+."""
    cc = german("de.cc", (40, 5), name="Hauptmann")
    scene = Scene(able((20, 12)), berta((20, 10), each={"marks": 1}), cc)
    exchange(scene, 3, 4, 6, chooses=["counter-attack"], reroll=True)
    assert [needs for _, _, needs in scene.thrown("counter-attack")] == ["4+", "4+"]
    assert not scene.unit("Able").men
    assert hand.fired == []


@clause("fraley.assault.counter-fail")
def test_a_failed_check_means_breaking_off(hand: Hand) -> None:
    """3 of 4+: it falls back."""
    scene = Scene(able((20, 12)), berta((20, 10)))
    exchange(scene, 3, 6, 1, chooses=["counter-attack"])
    assert not scene.event("checked its Training").tells["passed"]
    assert scene.event("broke off").unit == 1
    assert scene.point("Berta") == (20, 4)
    assert hand.fired == []


@clause("fraley.assault.counter-move")
def test_counter_attackers_move_up_four_inches(hand: Hand) -> None:
    """Who touches an enemy stays; from four inches one gets into contact, from five one comes to an inch."""
    scene = Scene(able((20, 11.135), (30, 12), (40, 12)), berta((20, 10), (30, 6.75), (40, 5.75)))
    hand.react = True
    exchange(scene, 4, 1, 1, 1, 1, 1, chooses=["counter-attack", "break-off"])
    moved = scene.event("counter-attacked")
    assert moved.figures == (4, 5)
    assert [place[:3] for place in moved.sets["places"]] == [(4, 30000, 10740), (5, 40000, 9750)]
    assert len(scene.thrown("Berta strikes")) == 3
    assert "react" not in scene.kinds_asked()  # those in the fight do not fire at each other's moves


@clause("fraley.assault.counter-move")
def test_a_unit_that_lies_low_does_not_move_up(hand: Hand) -> None:
    """Having declared Gone to Ground it may not move this round, but it strikes at whoever is near."""
    scene = Scene(able((20, 12)), berta((20, 10), (24, 10), fields={"still": True, "grounded": True}))
    exchange(scene, 4, 6, chooses=["counter-attack"])
    assert scene.events("counter-attacked") == []
    assert not scene.unit("Able").men
    assert hand.fired == []


@clause("fraley.assault.counter-guns")
def test_guns_strike_back_but_do_not_move(hand: Hand) -> None:
    """The HMG within two inches strikes from where it stands, the one three inches away stays there and does nothing."""
    scene = Scene(
        able((20, 12)),
        german("de.mg-platoon", (20, 10), name="Berta", pick=("HMG Team",) * 2, spots=((24.5, 10),), bearing=180),
    )
    exchange(scene, 4, 6, chooses=["counter-attack"])
    assert scene.events("counter-attacked") == []
    assert scene.point("Berta", 1) == (24.5, 10)
    assert not scene.unit("Able").men
    scene = Scene(
        able((20, 12)),
        german("de.mg-platoon", (20, 10), name="Berta", pick=("HMG Team",) * 2, spots=((24.5, 10),), bearing=180),
        portable_guns_in_assault="full",
    )
    exchange(scene, 4, 6, 1, chooses=["counter-attack"])
    assert 1 in scene.event("counter-attacked").figures or 2 in scene.event("counter-attacked").figures
    assert hand.fired == []


@clause("fraley.assault.alternate", "fraley.assault.counter-strike")
def test_both_go_on_in_turn(hand: Hand) -> None:
    """Berta counter-attacks in vain; now Able has the choice and the check; it strikes; Berta breaks off."""
    scene = Scene(able((20, 12)), berta((20, 10)))
    answers = ["counter-attack", "counter-attack", "break-off"]
    exchange(scene, 4, 1, 5, 2, 6, 1, chooses=answers)
    checks = [(one.unit, one.tells["passed"]) for one in scene.events("checked its Training")]
    assert checks == [(1, True), (0, True)]
    assert [one.unit for one in scene.events("struck")] == [1, 0]
    assert scene.event("broke off").unit == 1
    assert hand.fired == []


@clause("fraley.assault.alternate")
def test_the_attacker_may_be_the_one_to_break_off(hand: Hand) -> None:
    """The Unit that started it fails its check and falls back; the other may pursue."""
    scene = Scene(able((20, 12)), berta((20, 10)))
    exchange(scene, 4, 1, 3, 5, 2, chooses=["counter-attack", "counter-attack"])
    assert scene.event("broke off").unit == 0
    assert scene.point("Able")[1] > 16
    assert [one.unit for one in scene.asked if one.kind == "pursue"] == [1]
    assert hand.fired == []


@clause("fraley.assault.defender-choice")
def test_it_ends_when_nobody_is_near(hand: Hand) -> None:
    """No enemy within two inches, nor within four of one who may move up: no choice, no break-off. At four there is."""
    scene = Scene(able((20, 15.25), pick=("Rifle Team",)), berta((20, 10)))
    exchange(scene, 3, 1, 1, chooses=["counter-attack"])
    scene = Scene(able((20, 15.251), pick=("Rifle Team",)), berta((20, 10)))
    exchange(scene)
    assert scene.kinds_asked() == []
    guns = german("de.mg-platoon", (20, 10), name="Berta", pick=("HMG Team",), bearing=180)
    exchange(Scene(able((20, 15)), guns))
    assert hand.fired == []


@clause("fraley.assault.defender-choice")
def test_a_weak_unit_usually_breaks_off() -> None:
    """With three Teams left one fights on, with two not."""
    for men, usual in ((3, "counter-attack"), (2, "break-off")):
        asked = _asked(Scene(able((20, 12)), berta(*((20 + 2.2 * place, 10) for place in range(men)))))
        assert asked == usual


def _asked(scene: Scene) -> object:
    """What is usual when a Unit is struck."""
    from sandtable.rulesets.fraley.melee.counter_attack import _choose  # noqa: PLC0415

    return _choose(scene.state, Party(1)).send(None).usual()


# ---- markers


def lost_in(
    scene: Scene, dice: Sequence[int], hand: Hand, chooses: Sequence[str] = (), **answers: Any
) -> list[tuple[int, int]]:
    """The markers that an assault ends with."""
    scene.call(assault, "Able", dice=dice, **{**answers, "counter-attack": list(chooses)})
    return hand.markers


@clause("fraley.assault.casualty-suppression")
def test_each_team_lost_is_a_marker(hand: Hand) -> None:
    """Losses by suppressive and defensive fire and in close combat all count, on both sides, in a halted assault, too."""
    hand.react = True
    hand.shots = [Shots(1, lost=(6,)), Shots(2, lost=(1,))]
    scene = Scene(able((20, 17), (22.2, 17), (24.4, 17)), berta((20, 10), (22.2, 10), (24.4, 10), (40, 10)))
    answers: dict[str, Any] = {"react": ["Berta"], "react_at": [moment(0)], "stay_behind": keys("m2")}
    assert lost_in(scene, [6, 1, 1], hand, **answers, chooses=["break-off"]) == [(0, 1), (1, 2)]
    hand.markers.clear()
    hand.shots = [Shots(1, lost=(6,)), Shots(6, lost=(1,))]
    scene = Scene(able((20, 17), (22.2, 17), (24.4, 17)), berta((20, 10), (22.2, 10), (24.4, 10), (40, 10)))
    assert lost_in(scene, [], hand, **answers) == [(0, 1), (1, 1)]


@clause("fraley.assault.casualty-suppression")
def test_only_close_combat_counts_where_that_is_agreed(hand: Hand) -> None:
    """With the other scope, those lost to fire before contact are no markers."""
    hand.shots = [Shots(1, lost=(3,))]
    scene = Scene(
        able((20, 17), (22.2, 17)), berta((20, 10), (28, 10), (40, 10)), assault_casualty_scope="close_combat"
    )
    found = lost_in(scene, [6], hand, stay_behind=keys("m1"))
    assert found == [(1, 1)]
    hand.markers.clear()
    hand.shots = [Shots(1, lost=(3,))]
    scene = Scene(able((20, 17), (22.2, 17)), berta((20, 10), (28, 10), (40, 10)))
    assert lost_in(scene, [6], hand, stay_behind=keys("m1")) == [(1, 2)]


# ---- a CC or an FO as the target


@clause("fraley.assault.kill-check")
def test_a_commander_who_is_assaulted_fights_with_his_host(hand: Hand) -> None:
    """The CC has joined Berta: he can be struck, and his loss is a marker on her; against an FO there are none."""
    for troop, rank, markers in (("de.cc", "cc", [(1, 1)]), ("de.cc", "fo", [])):
        hand.markers.clear()
        hand.host = (1, (2,))
        scene = Scene(
            able((20, 17)),
            berta((30, 10)),
            german(troop, (20, 10), name="Hauptmann", card={"rank": rank}),
        )
        assert members(scene.state, Party(1, (2,))) == (1, 2)
        scene.call(assault, "Able", dice=[6], assault="Hauptmann")
        assert not scene.unit("Hauptmann").men
        assert hand.markers == markers

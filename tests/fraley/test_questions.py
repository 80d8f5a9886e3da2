"""Questions against a second reckoning, and the clauses' own examples."""

from fractions import Fraction
from typing import Any

import pytest

from sandtable.dice.chance import Chance
from sandtable.odds.ask import AskError
from sandtable.odds.umpire import PutThrows, led, listed
from sandtable.rulesets.library import examples
from tests.clause import clause

from .reckon import (
    EVERY,
    FACES,
    SURE,
    armoured,
    chance,
    damaged,
    die,
    even,
    fails,
    lost_of,
    mean,
    merged,
    put,
    scores,
    several,
    spread,
    then,
)

HALF = Fraction(1, 2)
THIRD = Fraction(1, 3)
SIXTH = Fraction(1, 6)


# ---- Initiative and activation


@clause("fraley.round.roll-off", "fraley.round.roll-off-ties", "fraley.gap.deployment")
def test_roll_offs_are_even() -> None:
    """Ties are rolled again without end, and who picks an edge does not set up first."""
    assert put("roll-off").outcomes["first"] == {"they": "1/2", "we": "1/2"}
    edges = put("edges")
    assert edges.outcomes["picks"] == edges.outcomes["sets_up_first"] == {"they": "1/2", "we": "1/2"}
    first = led("fraley", "edges", PutThrows(throws=[[3, 3], [5, 1]]))
    assert first.found == {"picks": "we", "sets_up_first": "they"}


@clause("fraley.training.check", "fraley.training.green", "fraley.training.veteran", "fraley.training.elite")
@pytest.mark.parametrize(("training", "least"), [("green", 5), ("veteran", 4), ("elite", 3)])
def test_training_checks(training: str, least: int) -> None:
    """One die or several; the CC has one failure rolled again."""
    assert spread(put("training-check", {"training": training, "dice": 3}), "passed") == scores(3, least)
    again = put("training-check", {"training": training, "cc_reroll": True})
    assert chance(again, "passed", 1) == 1 - Fraction(least - 1, 6) ** 2


@clause("fraley.suppression.penalty-25", "fraley.suppression.penalty-50", "fraley.suppression.penalty-75")
@pytest.mark.parametrize(
    ("training", "suppressed", "teams", "needs"),
    [("veteran", 2, 8, 5), ("veteran", 2, 9, 4), ("veteran", 3, 5, 6), ("green", 3, 5, 7), ("elite", 6, 8, 6)],
)
def test_a_suppressed_unit_activates(training: str, suppressed: int, teams: int, needs: int) -> None:
    """The examples of the clauses; what no die reaches fails, and the CC cannot help."""
    given = {"training": training, "suppressed": suppressed, "teams": teams}
    answer = put("activation", given)
    assert chance(answer, "passed") == Fraction(7 - needs, 6)
    assert answer.needed.startswith(f"{needs}+") and ("impossible" in answer.needed) == (needs > 6)
    helped = put("activation", {**given, "cc_reroll": True})
    assert chance(helped, "passed") == (1 - Fraction(needs - 1, 6) ** 2 if needs < 7 else 0)


@clause("fraley.suppression.recover-success", "fraley.suppression.recover-fail")
def test_markers_go_with_the_check() -> None:
    """All of them, or one: one that sets a Team free."""
    answer = put("activation", {"suppressed": 3, "teams": 6, "doubled": 1})
    assert spread(answer, "suppressed") == {0: SIXTH, 2: 5 * SIXTH}
    assert spread(answer, "doubled") == {0: SIXTH, 1: 5 * SIXTH}
    heavy = put("activation", {"suppressed": 2, "teams": 6, "doubled": 2})
    assert spread(heavy, "suppressed") == {0: THIRD, 2: 1 - THIRD}
    assert spread(heavy, "doubled") == {0: THIRD, 1: 1 - THIRD}
    words = put("activation", {"suppressed": 2, "teams": 9}, suppressed_fail_actions="move_only").outcomes["actions"]
    assert words == {"Move only": "1/2", "Success list": "1/2"}
    either = put("activation", success_may_use_fail_actions=True).outcomes["actions"]
    assert either == {"Fail list": "1/2", "either list": "1/2"}


@clause("fraley.reactivation.up-to-5", "fraley.reactivation.6-to-10", "fraley.reactivation.11-to-12")
@clause("fraley.reactivation.over-12", "fraley.reactivation.first-roll-rules")
@pytest.mark.parametrize(
    ("units", "after"), [(5, SURE), (6, 2 * THIRD), (10, 2 * THIRD), (11, THIRD), (12, THIRD), (13, THIRD)]
)
def test_a_six_may_let_units_act_again(units: int, after: Fraction) -> None:
    """By the number of Units; nobody acts again if nobody has acted, and a 6 that fails counts."""
    assert chance(put("re-activation", {"units": units}), "act_again") == after
    assert chance(put("activation", {"units": units}), "act_again") == SIXTH * after
    assert chance(put("re-activation", {"units": units, "acted": 0}), "act_again") == 0
    failing = put("activation", {"units": units, "training": "green", "teams": 4, "suppressed": 4})
    assert (chance(failing, "passed"), chance(failing, "act_again")) == (Fraction(0), SIXTH * after)
    again = put("activation", {"units": units, "cc_reroll": True})
    assert chance(again, "act_again") == (SIXTH + HALF * SIXTH) * after


@clause("fraley.reactivation.11-to-12")
def test_eleven_and_twelve_units_go_by_the_switch() -> None:
    """3, 4, 5 or never."""
    found = [chance(put("re-activation", reactivation_11_12=least), "act_again") for least in (3, 4, 5, 0)]
    assert found == [2 * THIRD, HALF, THIRD, 0]


# ---- fire

# what is asked; dice thrown together by the number they need
NUMBERS: list[tuple[dict[str, Any], dict[str, Any], int, int]] = [
    ({}, {}, 7, 3),
    ({"training": "elite", "concealed": "yes"}, {}, 7, 5),
    ({"cover": "soft", "gone_to_ground": True}, {}, 7, 5),
    ({"cover": "soft", "gone_to_ground": True}, {"gtg_stacks_with_concealed": False}, 7, 4),
    ({"gone_to_ground": True}, {}, 7, 4),
    ({"cover": "hard", "concealed": "no"}, {}, 7, 3),
    ({"occasion": "moved"}, {}, 7, 4),
    ({"occasion": "moved"}, {"move_and_fire_stacks": True}, 7, 5),
    ({"occasion": "overwatch"}, {}, 7, 2),
    ({"occasion": "overwatch"}, {"overwatch_penalty": 1}, 7, 3),
    ({"occasion": "overwatch", "cover": "soft"}, {}, 7, 4),
    ({"occasion": "reaction"}, {}, 7, 3),
    ({"occasion": "reaction", "training": "green"}, {}, 7, 2),
    ({"went": True}, {}, 7, 3),
    ({"went": True}, {"moving_in_open": "last_activation"}, 7, 2),
    ({"distance": 18.1}, {}, 0, 4),
    ({"weapon": "hmg", "shooters": 2, "distance": 22}, {}, 8, 3),
    ({"weapon": "hmg", "shooters": 2, "distance": 25, "occasion": "overwatch"}, {}, 4, 3),
    ({"weapon": "hmg", "shooters": 2, "distance": 44.1}, {}, 0, 4),
    ({"weapon": "smg", "shooters": 2, "distance": 10}, {}, 2, 4),
    (
        {"weapon": "hmg", "shooters": 2, "training": "elite", "cover": "soft", "gone_to_ground": True, "distance": 30},
        {},
        0,
        7,
    ),
]


@clause("fraley.fire.dice", "fraley.fire.base-number", "fraley.hit.concealed", "fraley.hit.gone-to-ground")
@clause("fraley.hit.long-range", "fraley.hit.firer-moved", "fraley.hit.reaction", "fraley.hit.moving-in-open")
@clause("fraley.hit.seven-plus", "fraley.overwatch.no-penalty", "fraley.cover.soft", "fraley.conceal.whole-unit")
@pytest.mark.parametrize(("given", "options", "dice", "least"), NUMBERS)
def test_dice_and_numbers_to_hit(given: dict[str, Any], options: dict[str, Any], dice: int, least: int) -> None:
    """Every modifier of the table; Saves and markers of what hits."""
    answer = put("fire", given, **options)
    hits = scores(dice, least)
    assert spread(answer, "hits") == hits
    save = 2 if given.get("cover") == "hard" else 3
    lost = then(hits, lambda many: lost_of(fails(save, dice) for dice in even(many, 9) if dice))
    assert spread(answer, "lost") == lost
    assert spread(answer, "markers") == merged((many // 3, share) for many, share in hits.items())
    assert chance(answer, "halts_an_assault") == sum(share for many, share in hits.items() if many >= 5)


@clause("fraley.action.aimed-fire", "fraley.leader.direct-fire", "fraley.leader.direct-fire-aimed")
def test_misses_are_rolled_again() -> None:
    """All of them in Aimed Fire, those of one Team under direction; not both."""
    aimed = put("fire", {"weapon": "hmg", "shooters": 2, "occasion": "aimed", "training": "elite"})
    assert spread(aimed, "hits") == scores(8, 4, again=True)
    directed = put("fire", {"weapon": "hmg", "shooters": 2, "directed": True, "training": "elite"})
    both = then(scores(4, 4), lambda one: merged((one + two, share) for two, share in scores(4, 4, again=True).items()))
    assert spread(directed, "hits") == both
    with pytest.raises(AskError, match=r"directed: Aimed Fire rolls all misses again"):
        put("fire", {"occasion": "aimed", "directed": True})


@clause("fraley.hit.one-or-less", "fraley.roll.single-reroll", "fraley.action.run-save-penalty")
def test_one_or_less_has_passed_saves_rolled_again() -> None:
    """2 less 1: a 1 still misses; to one who ran it makes no difference."""
    given = {"training": "green", "occasion": "overwatch", "weapon": "rifle", "shooters": 3, "teams": 3}
    lost = then(scores(3, 2), lambda many: lost_of([fails(3, again=True)] * many))
    assert spread(put("fire", given), "lost") == lost
    assert spread(put("fire", {**given, "ran": True}), "lost") == lost
    plain = then(scores(3, 3), lambda many: lost_of([fails(3, again=True)] * many))
    assert spread(put("fire", {"weapon": "rifle", "shooters": 3, "teams": 3, "ran": True}), "lost") == plain
    near = put("fire", {"weapon": "rifle", "shooters": 3, "teams": 3}, close_range_reroll="all_saves")
    assert spread(near, "lost") == plain


@clause("fraley.hit.one-or-less", "fraley.alloc.spread")
def test_harsh_and_plain_hits_lie_on_different_teams() -> None:
    """An SMG at Long Range needs 2, a rifle 1: the rifle's hit is dealt first."""
    given = {"training": "green", "occasion": "overwatch", "distance": 12, "teams": 2}
    answer = put("fire", {**given, "weapon": "rifle", "shooters": 1, "second_weapon": "smg", "second": 1})
    hit = Fraction(5, 6)
    both = hit * hit * fails(3, again=True) * fails(3)
    assert chance(answer, "lost", 2) == both


@clause("fraley.save.infantry", "fraley.save.gun", "fraley.save.gun-inactive", "fraley.armor.soft-non-at")
@clause("fraley.armor.soft-at", "fraley.at.one-save", "fraley.save.procedure")
@pytest.mark.parametrize(
    ("given", "least", "dice"),
    [
        ({}, 3, 1),
        ({"hits": 2}, 3, 2),
        ({"cover": "soft"}, 3, 1),
        ({"cover": "hard"}, 2, 1),
        ({"kind": "gun"}, 5, 1),
        ({"kind": "gun", "cover": "hard"}, 3, 1),
        ({"kind": "gun", "idle": True}, 3, 1),
        ({"kind": "gun", "idle": True, "cover": "hard"}, 2, 1),
        ({"kind": "soft-skinned"}, 3, 1),
        ({"kind": "soft-skinned", "at_weapon": True, "hits": 2}, 5, 2),
        ({"kind": "soft-skinned", "at_weapon": True, "cover": "hard", "idle": True}, 3, 1),
        ({"at_weapon": True, "hits": 3, "cover": "hard"}, 2, 1),
    ],
)
def test_saves(given: dict[str, Any], least: int, dice: int) -> None:
    """The table, row by row."""
    for again in (False, True):
        answer = put("saves", {**given, "again": again, "teams": 2})
        assert spread(answer, "lost") == lost_of([fails(least, dice, again=again)] * 2)
    if given == {"kind": "gun", "cover": "hard"}:
        assert chance(put("saves", given, gun_hard_cover_save=4), "lost", 1) == HALF


@clause("fraley.at.half-fp", "fraley.at.single-team", "fraley.at.one-save")
@pytest.mark.parametrize(
    ("given", "options", "dice"),
    [
        ({}, {}, 2),
        ({"cover": "hard"}, {}, 4),
        ({"cover": "hard"}, {"at_half_fp_in_hard_cover_too": True}, 2),
        ({"distance": 30}, {}, 1),
        ({"weapon": "37mm"}, {}, 1),
        ({"weapon": "37mm", "cover": "hard"}, {}, 3),
        ({"weapon": "37mm", "distance": 30}, {}, 0),
    ],
)
def test_at_weapons_at_infantry(given: dict[str, Any], options: dict[str, Any], dice: int) -> None:
    """Half the dice outside Hard Cover, one Team, one Save."""
    answer = put("fire", {"weapon": "75mm", "shooters": 1, "distance": 20, **given}, **options)
    least = 4 if "cover" in given else 3
    least += given.get("distance", 20) > 24
    assert spread(answer, "hits") == scores(dice, least)
    missed = Fraction(least - 1, 6) ** dice
    assert chance(answer, "lost", 1) == (1 - missed) * fails(2 if "cover" in given else 3)


@clause("fraley.at.single-team", "fraley.alloc.spread", "fraley.alloc.one-die-each")
def test_pooled_hits_go_round_those_that_at_weapons_hit() -> None:
    """Two Teams, a bazooka and a rifle: each hit on another Team; a third hit is a second die."""
    given = {"weapon": "bazooka", "shooters": 1, "second_weapon": "rifle", "second": 1, "teams": 2, "distance": 8}
    answer = put("fire", given)
    one = Fraction(2, 3)
    assert chance(answer, "lost", 2) == one * one * fails(3) ** 2
    more = put("fire", {**given, "second": 2})
    # all three hit: one Team has two dice of 3+, the other one
    full = one**3
    two = one * one * (1 - one) * 2 + (1 - one) * one * one
    assert chance(more, "lost", 2) == full * fails(3, 2) * fails(3) + two * fails(3) ** 2


@clause("fraley.at.single-team", "fraley.at.one-save")
def test_more_at_weapons_than_teams() -> None:
    """Two bazookas at one Team: two Saves at most."""
    answer = put("fire", {"weapon": "bazooka", "shooters": 2, "teams": 1, "distance": 8})
    hits = scores(2, 3)
    assert chance(answer, "lost", 1) == sum(share * fails(3, many) for many, share in hits.items() if many)


@clause("fraley.armor.soft-at")
def test_at_weapons_at_trucks() -> None:
    """All dice, a Save for every hit, on 5+."""
    answer = put("fire", {"weapon": "pak40", "shooters": 1, "kind": "soft-skinned", "teams": 3})
    expected = sum(share * fails(5, many) for many, share in scores(4, 3).items() if many)
    assert chance(answer, "lost", 1) == expected


@clause("fraley.weapon.gun-shield")
def test_gun_shields() -> None:
    """Hard Cover against a machine gun, and concealed from it; nothing against an AT weapon beside it."""
    given: dict[str, Any] = {"kind": "gun", "shield": True, "teams": 3, "distance": 15}
    hmg = put("fire", {**given, "weapon": "hmg", "shooters": 1})
    assert spread(hmg, "hits") == scores(4, 4)
    assert spread(hmg, "lost") == then(scores(4, 4), lambda n: lost_of(fails(3, d) for d in even(n, 3) if d))
    plain = put("fire", {**given, "weapon": "hmg", "shooters": 1}, gun_shield_conceals=False)
    assert spread(plain, "hits") == scores(4, 3)
    gun = put("fire", {**given, "weapon": "75mm", "shooters": 1})
    assert spread(gun, "hits") == scores(2, 3)
    assert chance(gun, "lost", 1) == Fraction(8, 9) * fails(5)
    mixed = put("fire", {**given, "weapon": "hmg", "shooters": 1, "second_weapon": "75mm", "second": 1})
    assert mean(mixed, "hits") == 6 * Fraction(2, 3)


@clause(
    "fraley.suppression.per-3-fp", "fraley.at.one-suppression", "fraley.suppression.double", "fraley.fo.no-suppression"
)
def test_markers() -> None:
    """One for three hits, one at most by an AT weapon; a second on a Team when all have one, never a third."""
    gun = put("fire", {"weapon": "105mm", "shooters": 1, "cover": "hard", "concealed": "no"})
    assert spread(gun, "markers") == merged((int(many >= 3), share) for many, share in scores(5, 3).items())
    assert put("fire", {"observer": True}).outcomes["markers"] == {"0": "1"}
    carried = put("fire", {"weapon": "rifle", "shooters": 1, "carried": 2}, suppression_remainder_carries=True)
    assert chance(carried, "markers", 1) == Fraction(2, 3)
    assert put("fire", {"weapon": "rifle", "shooters": 1, "carried": 2}).outcomes["markers"] == {"0": "1"}
    few = put("fire", {"weapon": "hmg", "shooters": 6, "teams": 1, "suppressed": 1})
    assert set(few.outcomes["suppressed"]) <= {"0", "1"} and set(few.outcomes["doubled"]) <= {"0", "1"}
    lone = chance(few, "lost", 0)
    assert chance(few, "suppressed", 1) == lone


# ---- tanks


@clause("fraley.armor.save", "fraley.armor.vdt-per-failure", "fraley.vdt.no-effect", "fraley.vdt.suppression")
@clause("fraley.vdt.destroyed", "fraley.armor.close-range", "fraley.tank.inf-at-reroll", "fraley.roll.single-reroll")
@pytest.mark.parametrize(
    ("given", "least", "reroll"),
    [
        ({}, 5, 0),
        ({"facing": "flank"}, 6, 0),
        ({"close": True}, 5, 1),
        ({"ran": True, "close": True, "easy": True}, 5, 1),
        ({"weapon": "bazooka"}, 5, -1),
        ({"weapon": "bazooka", "close": True}, 5, 0),
        ({"weapon": "bazooka", "vehicle": "m4-sherman"}, 5, 0),
        ({"vehicle": "tiger-i", "facing": "flank", "hits": 3}, 4, 0),
    ],
)
def test_armour(given: dict[str, Any], least: int, reroll: int) -> None:
    """Saves, rerolls that cancel, and the Vehicle Damage Table."""
    answer = put("armour", given)
    expected = armoured(given.get("hits", 2), least, reroll)
    assert chance(answer, "suppressed") == sum(share for (mark, _), share in expected.items() if mark)
    assert chance(answer, "destroyed") == sum(share for (_, gone), share in expected.items() if gone)


@clause("fraley.armor.hull-or-turret", "fraley.fire.arc-turret")
def test_hull_or_turret() -> None:
    """A Panther's Front 3+ or Flank 5+, even chances; a StuG has no turret."""
    front, flank = (put("armour", {"vehicle": "panther", "facing": facing}) for facing in ("front", "flank"))
    mixed = (chance(front, "destroyed") + chance(flank, "destroyed")) / 2
    for facing in ("hull-front", "turret-front"):
        assert chance(put("armour", {"vehicle": "panther", "facing": facing}), "destroyed") == mixed
    hull = put("armour", {"vehicle": "panther", "facing": "hull-front"}, turret_heading_tracked=False)
    assert hull.outcomes == front.outcomes
    stug = {facing: put("armour", {"vehicle": "stug-iii-g", "facing": facing}) for facing in ("hull-front", "front")}
    assert stug["hull-front"].outcomes == stug["front"].outcomes
    after = led("fraley", "armour", PutThrows(given={"vehicle": "panther", "facing": "hull-front"}, throws=[[2]]))
    assert after.next is not None and (after.next.needs, after.next.dice) == ("3+", 2)
    after = led("fraley", "armour", PutThrows(given={"vehicle": "panther", "facing": "hull-front"}, throws=[[5]]))
    assert after.next is not None and after.next.needs == "5+"


@clause("fraley.armor.vdt-per-failure")
def test_the_damage_table_read_by_the_count_of_failures() -> None:
    """1-3 nothing, 4-5 suppressed, 6 destroyed; no die."""
    answer = put("armour", {"hits": 6, "facing": "flank"}, vdt_mode="count_of_failures")
    failed = scores(6, 2)  # of the six Saves on 6+ that many fail whose die shows less: turn the die over
    assert chance(answer, "destroyed") == failed[6]
    assert chance(answer, "suppressed") == failed[4] + failed[5]


def struck(dice: int, least: int, save: int, reroll: int = 0) -> dict[Any, Fraction]:
    """(hits, suppressed, destroyed) of one weapon at one vehicle."""

    def after(hits: int) -> dict[Any, Fraction]:
        return {(hits, *done): share for done, share in armoured(hits, save, reroll).items()}

    return then(scores(dice, least), after)


@clause("fraley.at.separate-dice", "fraley.suppression.armor-fp", "fraley.at.one-suppression")
@clause("fraley.vdt.one-suppression-per-weapon", "fraley.assault.halt-tanks", "fraley.armor.close-range")
@pytest.mark.parametrize(
    ("given", "dice", "least", "save", "reroll"),
    [
        ({"weapon": "pak40", "distance": 24}, 4, 3, 5, 0),
        ({"weapon": "37mm", "distance": 18}, 3, 3, 5, 1),
        ({"weapon": "37mm", "distance": 24, "training": "elite"}, 1, 5, 5, 0),
        ({"weapon": "bazooka", "vehicle": "panzer-iv", "distance": 10, "facing": "flank"}, 2, 3, 6, 0),
        ({"weapon": "panzerschreck", "vehicle": "tiger-i", "distance": 20, "concealed": True}, 1, 5, 3, 0),
        ({"weapon": "37mm", "distance": 20, "ran": True}, 3, 3, 5, 1),
    ],
)
def test_two_weapons_at_three_tanks(given: dict[str, Any], dice: int, least: int, save: int, reroll: int) -> None:
    """Each at another tank; markers by the table and by Fire Points, one a weapon at most."""
    answer = put("fire-at-tanks", {"shooters": 2, "teams": 3, **given})
    one = struck(dice, least, save, reroll)
    expected: dict[Any, Fraction] = {}
    for (hits, mark, gone), share in one.items():
        for (more, other, lost), chance_ in one.items():
            free = (hits > 0) + (more > 0) - mark - other
            markers = mark + other + min((hits + more) // 3, free)
            key = gone + lost, markers
            expected[key] = expected.get(key, Fraction(0)) + share * chance_
    assert spread(answer, "lost") == merged((key[0], share) for key, share in expected.items())
    assert spread(answer, "markers") == merged((key[1], share) for key, share in expected.items())
    assert chance(answer, "halts_an_assault") == sum(share for key, share in expected.items() if sum(key) >= 2)


@clause("fraley.at.single-team", "fraley.suppression.armor-fp")
def test_a_second_weapon_at_a_tank_that_is_gone() -> None:
    """Two bazookas at one Sherman, the second only if it is still there; and markers where hits count for none."""
    answer = put("fire-at-tanks", {"weapon": "bazooka", "shooters": 2, "teams": 1, "distance": 20})
    one = struck(1, 4, 5)
    gone = sum(share for (_, _, lost), share in one.items() if lost)
    assert chance(answer, "lost", 1) == 1 - (1 - gone) ** 2
    none = put("fire-at-tanks", {"weapon": "pak40", "shooters": 1, "distance": 24}, armor_fp_suppression="none")
    marks = sum(share for (_, mark, _), share in struck(4, 3, 5).items() if mark)
    assert chance(none, "markers", 1) == marks


@clause(
    "fraley.terrain.tank-difficult",
    "fraley.terrain.tank-very-difficult",
    "fraley.tank.terrain-reroll",
    "fraley.cc.reroll",
)
def test_crossing() -> None:
    """2+, or a Training Check; Panthers roll again, for others the CC has one failure rolled again."""
    assert chance(put("crossing", {"terrain": "difficult"}), "stuck", 1) == SIXTH
    assert chance(put("crossing", {"terrain": "difficult", "cc_reroll": True}), "stuck", 1) == SIXTH
    assert chance(put("crossing", {"terrain": "difficult", "vehicle": "panther"}), "stuck", 1) == SIXTH**2
    assert chance(put("crossing", {"training": "elite"}), "stuck", 1) == THIRD
    assert chance(put("crossing", {"training": "elite", "vehicle": "tiger-i"}), "stuck", 1) == THIRD**2
    assert chance(put("crossing", {"features": 2}), "across", 1) == HALF**2
    helped = put("crossing", {"tanks": 2, "cc_reroll": True})
    assert spread(helped, "stuck") == {0: Fraction(1, 2), 1: Fraction(3, 8), 2: Fraction(1, 8)}


@clause("fraley.gap.transport")
def test_passengers() -> None:
    """5+ each; who gets out is suppressed."""
    answer = put("passengers", {"riders": 2})
    assert spread(answer, "suppressed") == scores(2, 5)
    assert spread(answer, "lost") == merged((2 - out, share) for out, share in scores(2, 5).items())


# ---- assaults


@clause("fraley.assault.kill-check", "fraley.assault.no-saves", "fraley.cc.reroll")
def test_strikes() -> None:
    """A check each; no more than there are; the CC's reroll only where it can still do something."""
    assert spread(put("strike"), "lost") == scores(3, 4)
    few = put("strike", {"enemies": 2})
    assert chance(few, "lost", 2) == scores(3, 4)[2] + scores(3, 4)[3]
    helped = put("strike", {"teams": 2, "cc_reroll": True})
    assert spread(helped, "lost") == {0: Fraction(1, 8), 1: Fraction(3, 8), 2: Fraction(1, 2)}


@clause("fraley.assault.tank-assault-rolls", "fraley.assault.tank-save", "fraley.tank.inf-at-reroll-assault")
@pytest.mark.parametrize(
    ("given", "options", "dice", "save", "reroll"),
    [
        ({}, {}, 3, 5, 0),
        ({"vehicle": "panther"}, {}, 3, 5, 0),
        ({"vehicle": "panzer-iv", "weapon": "bazooka"}, {}, 2, 6, -1),
        ({"vehicle": "panzer-iv", "weapon": "bazooka"}, {"inf_at_reroll_in_assault": False}, 2, 6, 0),
        ({"vehicle": "panzer-iv", "weapon": "bazooka"}, {"close_range_reroll_in_assault": True}, 2, 6, 0),
        ({"vehicle": "panther"}, {"close_range_reroll_in_assault": True}, 3, 5, 1),
        ({"vehicle": "panzer-iv", "weapon": "pak40"}, {}, 2, 6, 0),
    ],
)
def test_strikes_at_a_tank(given: dict[str, Any], options: dict[str, Any], dice: int, save: int, reroll: int) -> None:
    """As many checks as the rating, Flank Saves, the table."""
    answer = put("tank-assault", given, **options)
    expected = then(scores(dice, 4), lambda hits: armoured(hits, save, reroll))
    assert chance(answer, "destroyed") == sum(share for (_, gone), share in expected.items() if gone)
    assert chance(answer, "markers", 1) == sum(share for (mark, _), share in expected.items() if mark)


@clause("fraley.assault.tank-save", "fraley.gap.soft-skinned", "fraley.assault.tank-assault-rolls")
def test_several_strike_at_a_tank() -> None:
    """One suppression for each Team that struck, none once it is gone; a truck is destroyed by any success."""
    answer = put("tank-assault", {"weapon": "rifle", "teams": 2})
    one = then(scores(1, 4), lambda hits: armoured(hits, 5))
    safe = sum(share for (_, gone), share in one.items() if not gone)
    mark = sum(share for (marked, gone), share in one.items() if marked and not gone)
    assert chance(answer, "destroyed") == 1 - safe**2
    assert chance(answer, "markers", 2) == mark**2
    assert chance(put("tank-assault", {"vehicle": "truck"}), "destroyed") == Fraction(7, 8)
    helped = put("tank-assault", {"vehicle": "truck", "weapon": "rifle", "cc_reroll": True})
    assert chance(helped, "destroyed") == Fraction(3, 4)
    with pytest.raises(AskError, match="weapon: the 75mm has no Tank Assault rating"):
        put("tank-assault", {"weapon": "75mm"})


@clause("fraley.assault.counter-check", "fraley.assault.counter-fail", "fraley.assault.alternate")
def test_counter_attacks_and_a_whole_fight() -> None:
    """One Team each, both Veteran: struck down, or broken off, or the other way round, without end."""
    assert put("counter-attack", {"training": "green"}).outcomes["result"] == {
        "breaks off": "2/3",
        "counter-attacks": "1/3",
    }
    assert chance(put("counter-attack", {"cc_reroll": True}), "result", "counter-attacks") == Fraction(3, 4)
    fight = put("close-combat", {"teams": 1, "enemies": 1})
    # each turn: 1/2 removed; else 1/2 breaks off; else (1/4) it is the other's turn
    first = 1 / (1 - Fraction(1, 16))
    assert {word: Fraction(share) for word, share in fight.outcomes["result"].items()} == {
        "defenders wiped out": first / 2,
        "defenders broke off": first / 4,
        "attackers wiped out": first / 8,
        "attackers broke off": first / 16,
    }
    assert mean(fight, "defenders_lost") == first / 2


@clause("fraley.assault.break-off-move", "fraley.assault.pursuit", "fraley.assault.overrun")
def test_breaking_off() -> None:
    """Both dice; more than two inches are clear. The clause's 2 and 5 are not."""
    for gap in (0, 1, 3.5):
        clear = Fraction(sum(gap + back - after > 2 for back in FACES for after in FACES), 36)
        assert chance(put("break-off", {"gap": gap}), "gets_clear") == clear
    assert chance(put("break-off", {"pursues": False}), "gets_clear") == Fraction(4, 6)
    assert chance(put("break-off", {"stays": True, "gap": 3}), "gets_clear") == 0
    assert chance(put("break-off", {"stays": True, "gap": 3, "pursues": False}), "gets_clear") == 1
    assert chance(put("break-off", {"safe": True}), "gets_clear") == 1


@clause("fraley.assault.extra-move")
def test_charging_further() -> None:
    """14 inches are reached with a 2, the clause's 3 among it; 18.1 never."""
    assert [chance(put("charge-further", {"distance": far}), "contact") for far in (13, 14, 14.1, 18, 18.1)] == [
        1,
        5 * SIXTH,
        4 * SIXTH,
        SIXTH,
        0,
    ]
    assert chance(put("charge-further", {"distance": 10, "charge": 8}), "contact") == 5 * SIXTH


# ---- indirect fire


@clause("fraley.barrage.range-in", "fraley.hit.cc-observing", "fraley.weapon.nebelwerfer-reroll")
@pytest.mark.parametrize(
    ("given", "options", "least"),
    [
        ({}, {}, 3),
        ({"concealed": True}, {}, 4),
        ({"cc_observes": True}, {}, 4),
        ({"concealed": True, "gone_to_ground": True, "cc_observes": True}, {}, 6),
        ({"concealed": True, "gone_to_ground": True, "cc_observes": True, "training": "elite"}, {}, 7),
        ({"went": True, "training": "green"}, {"moving_in_open": "last_activation"}, 2),
        ({"long": True}, {"barrage_long_range": True}, 4),
    ],
)
def test_ranging_in(given: dict[str, Any], options: dict[str, Any], least: int) -> None:
    """One die with the modifiers of the table; rockets and directed rolls once more."""
    hit = Fraction(7 - least, 6)
    assert chance(put("range-in", given, **options), "ranged_in") == hit
    again = 1 - (1 - hit) ** 2
    assert chance(put("range-in", {**given, "weapon": "nebelwerfer"}, **options), "ranged_in") == again
    led_by = put("range-in", {**given, "leader": True}, leader_rerolls_range_in=True, **options)
    assert chance(led_by, "ranged_in") == again


@clause("fraley.smoke.procedure", "fraley.weapon.nebelwerfer-reroll", "fraley.hit.cc-observing")
def test_smoke() -> None:
    """A Training Check; the CC's eye counts by the switch only."""
    assert chance(put("smoke"), "ranged_in") == HALF
    assert chance(put("smoke", {"cc_observes": True}), "ranged_in") == HALF
    assert chance(put("smoke", {"cc_observes": True}, cc_observing_penalises_smoke=True), "ranged_in") == THIRD
    for given in ({"cc_reroll": True}, {"weapon": "nebelwerfer"}, {"weapon": "nebelwerfer", "cc_reroll": True}):
        assert chance(put("smoke", given), "ranged_in") == Fraction(3, 4)


@clause("fraley.barrage.hit-rolls", "fraley.barrage.fp-many-guns", "fraley.barrage.fp-few-guns")
@pytest.mark.parametrize(
    ("weapon", "guns", "options", "dice"),
    [
        ("105mm", 2, {}, 1),
        ("105mm", 3, {}, 2),
        ("105mm", 4, {}, 2),
        ("105mm", 5, {}, 3),
        ("nebelwerfer", 6, {}, 2),
        ("mortar-81", 2, {}, 0),
        ("mortar-81", 2, {"barrage_min_fp": 1}, 1),
    ],
)
def test_the_dice_of_a_barrage(weapon: str, guns: int, options: dict[str, Any], dice: int) -> None:
    """One Team under the template: nothing, a marker, or it is lost and another has the marker."""
    answer = put("barrage", {"weapon": weapon, "guns": guns, "under": 1}, **options)
    hits = scores(dice, 4)
    once, more = hits.get(1, Fraction(0)), sum(share for many, share in hits.items() if many > 1)
    assert chance(answer, "lost", 1) == more * THIRD
    assert chance(answer, "markers", 1) == (once + more) * THIRD


@clause("fraley.barrage.one-save", "fraley.barrage.hit-once", "fraley.barrage.hit-twice")
@pytest.mark.parametrize(
    ("given", "risk"),
    [
        ({"cover": "hard"}, fails(2)),
        ({"kind": "gun"}, fails(5)),
        ({"kind": "gun", "idle": True}, fails(3)),
        ({"ran": True}, fails(3, again=True)),
        ({"again": True}, fails(3, again=True)),
    ],
)
def test_saves_under_a_barrage(given: dict[str, Any], risk: Fraction) -> None:
    """Once each, by the table; two Teams for themselves."""
    answer = put("barrage", {"under": 2, **given})
    one = merged([((0, 1), HALF * risk), ((1, 1), risk / 4), ((0, 0), 1 - HALF * risk - risk / 4)])
    both = merged((tuple(map(sum, zip(*pair, strict=True))), share) for pair, share in several(2, one).items())
    assert spread(answer, "lost") == merged((lost, share) for (lost, _), share in both.items())
    assert spread(answer, "markers") == merged((marks, share) for (_, marks), share in both.items())


@clause("fraley.barrage.hit-once", "fraley.barrage.hit-twice", "fraley.barrage.one-save")
def test_a_barrage_on_vehicles() -> None:
    """A single hit is ignored; a failed Flank Save is a die on the table, and another tank has a marker."""
    given = {"under": 1, "kind": "armored", "vehicle": "m4-sherman", "teams": 5}
    answer = put("barrage", given)
    failed = Fraction(1, 4) * Fraction(4, 6)
    assert chance(answer, "lost", 1) == failed * SIXTH
    assert spread(answer, "markers") == {0: 1 - failed, 1: failed * 4 * SIXTH, 2: failed * 2 * SIXTH}
    strict = put("barrage", given, barrage_tank_extra_suppression="only_if_destroyed")
    assert chance(strict, "markers", 1) == failed * 3 * SIXTH
    alone = put("barrage", {**given, "teams": 1})
    assert spread(alone, "markers") == {0: 1 - failed * 2 * SIXTH, 1: failed * 2 * SIXTH}
    truck = put("barrage", {**given, "kind": "soft-skinned"})
    assert (chance(truck, "lost", 1), chance(truck, "markers", 1)) == (Fraction(1, 4) * fails(5),) * 2


@clause("fraley.barrage.fp-suppression", "fraley.cc.reroll", "fraley.fo.no-suppression")
def test_switches_and_leaders_of_a_barrage() -> None:
    """Markers for three hits besides; the CC makes a second hit; nobody is suppressed where an FO is shelled."""
    many = put("barrage", {"guns": 5, "under": 1, "cover": "hard"}, barrage_fp_suppression=True)
    assert chance(many, "markers", 2) == Fraction(1, 8) * fails(2)
    helped = put("barrage", {"under": 1, "cc_reroll": True})
    assert chance(helped, "lost", 1) == (Fraction(1, 4) + HALF * HALF) * THIRD
    assert put("barrage", {"observer": True}).outcomes["markers"] == {"0": "1"}


# ---- morale


@clause("fraley.morale.trigger", "fraley.morale.fail", "fraley.morale.last-team", "fraley.cc.reroll-risk")
def test_morale() -> None:
    """Below half with losses this round; a single Team goes anyway; a failed reroll costs the CC."""
    assert put("morale", {"teams": 5}).outcomes["result"] == {"no check": "1"}
    assert put("morale", {"lost": 0}).outcomes["result"] == {"no check": "1"}
    assert chance(put("morale", {"training": "elite"}), "destroyed") == THIRD
    helped = put("morale", {"cc_reroll": True})
    assert (chance(helped, "destroyed"), chance(helped, "cc_lost")) == (Fraction(1, 4), Fraction(1, 4))
    assert chance(put("morale", {"teams": 1, "lost": 0}), "destroyed") == 1
    assert chance(put("morale", {"teams": 1, "strength": 4, "tanks": True}), "destroyed") == HALF
    last = put("morale", {"teams": 1, "strength": 4})
    assert (chance(last, "destroyed"), chance(last, "result", "ran")) == (Fraction(1), HALF)


@clause("fraley.company.trigger", "fraley.company.one-unit", "fraley.company.fail", "fraley.company.no-cc")
def test_the_company() -> None:
    """Two of six after a loss, or the last one at the end of a round; without the CC it has failed."""
    assert chance(put("company", {"training": "elite"}), "retreats") == THIRD
    assert chance(put("company", {"units": 3}), "retreats") == 0
    assert chance(put("company", {"occasion": "end-of-round"}), "retreats") == 0
    assert chance(put("company", {"units": 1, "occasion": "end-of-round"}), "retreats") == HALF
    assert chance(put("company", {"units": 1, "start": 1, "occasion": "end-of-round"}), "retreats") == 0
    assert chance(put("company", {"cc_on_table": False}), "retreats") == 1
    assert chance(put("company", {"cc_reroll": True}, cc_may_reroll_company_check=True), "retreats") == Fraction(1, 4)


# ---- what cannot be asked, presets, being led


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("activation", {"suppressed": 4, "teams": 3}, "suppressed: 4 of 3 Teams cannot be suppressed"),
        ("activation", {"doubled": 1}, "doubled: 1 of 0 suppressed Teams"),
        (
            "activation",
            {"training": "raw"},
            "training: it takes green, veteran or elite, not 'raw'",
        ),
        ("fire", {"weapon": "nebelwerfer"}, "weapon: the 15cm Nebelwerfer has no direct fire: ask about barrage"),
        ("fire", {"kind": "armored"}, "kind: Armored Teams save by their armour: ask about fire-at-tanks"),
        ("fire", {"kind": "soft-skinned", "gone_to_ground": True}, "gone_to_ground: only Infantry and Guns"),
        ("fire", {"shield": True}, "shield: only guns have shields"),
        ("fire", {"occasion": "reaction", "distance": 18.5}, "distance: Reaction Fire is at Units that move within 18"),
        ("fire-at-tanks", {"weapon": "hmg"}, "weapon: the HMG cannot harm Armored Teams [fraley.armor.at-only]"),
        ("fire-at-tanks", {"vehicle": "truck"}, "vehicle: a Truck is Soft Skinned: ask about fire"),
        ("fire-at-tanks", {"vehicle": "none"}, "vehicle: it has no vehicles: ask about fire"),
        ("armour", {"hits": 0}, "hits: it takes a whole number from 1 to 12, not 0"),
        ("barrage", {"weapon": "pak40"}, "weapon: the Pak40 fires no barrages"),
        ("barrage", {"guns": 1}, "guns: it takes a whole number from 2"),
        ("barrage", {"kind": "armored"}, "vehicle: 'none' is not Armored"),
        ("barrage", {"under": 10}, "under: 10 of 9 Teams cannot be under the template"),
        ("barrage", {"long": True}, "long: a barrage reaches its printed range only"),
        ("range-in", {"leader": True}, "leader: leaders do not direct the range-in roll"),
        ("company", {"cc_reroll": True}, "cc_reroll: the company's check is not a Unit's"),
        ("company", {"units": 7}, "units: 7 Units are left of 6"),
        ("morale", {"teams": 10}, "teams: 10 Teams are left of 9"),
        ("crossing", {"vehicle": "none"}, "vehicle: it has no vehicles"),
    ],
)
def test_what_cannot_be_is_refused(name: str, given: dict[str, Any], why: str) -> None:
    """By question, field and reason."""
    with pytest.raises(AskError) as caught:
        put(name, given)
    assert str(caught.value).startswith(f"{name}: {why}")


@clause("fraley.action.barrage")
def test_mortars_may_be_barred_from_barrages() -> None:
    """By the switch."""
    for name in ("range-in", "barrage", "smoke"):
        assert put(name, {"weapon": "mortar-81"}).outcomes
        with pytest.raises(AskError, match="weapon: the 81mm mortar is not noted Artillery"):
            put(name, {"weapon": "mortar-81"}, mortars_may_barrage=False)


def test_presets_come_from_the_company_lists() -> None:
    """A platoon, a battery, tanks, trucks."""
    presets = {preset.name: preset.facts for preset in listed("fraley").presets}
    rifles = presets["US Rifle Platoon"]
    assert rifles == {"training": "veteran", "teams": 9, "strength": 9, "kind": "infantry", "weapon": "rifle"}
    tigers = next(facts for facts in presets.values() if facts.get("vehicle") == "tiger-i")
    assert (tigers["training"], tigers["teams"], tigers["kind"], tigers["weapon"]) == ("elite", 2, "armored", "kwk36")
    assert presets["US Field Artillery Battery"]["guns"] == 4
    assert presets["US Truck Section"]["kind"] == "soft-skinned" and "weapon" not in presets["US Truck Section"]


def test_a_player_is_led_through_a_volley() -> None:
    """To Hit, Saves of those with as many dice, then what became of it."""
    given = {"shooters": 4, "teams": 3}
    start = led("fraley", "fire", PutThrows(given=given))
    assert start.next is not None and (start.next.dice, start.next.why, start.next.needs) == (4, "To hit", "3+")
    saves = led("fraley", "fire", PutThrows(given=given, throws=[[3, 4, 5, 6]]))
    assert saves.next is not None and (saves.next.dice, saves.next.why) == (2, "They: Saves")
    end = led("fraley", "fire", PutThrows(given=given, throws=[[3, 4, 5, 6], [6, 2], [3, 3]]))
    assert end.found is not None and end.next is None
    assert (end.found["hits"], end.found["lost"], end.found["markers"], end.found["suppressed"]) == ("4", "1", "1", "1")
    assert damaged(1) == die(lambda face: (face in {4, 5}, face == 6))


# ---- all of them

# Small enough that much is met on the way.
SMALL: dict[str, dict[str, Any]] = {
    "activation": {"suppressed": 2, "teams": 8, "cc_reroll": True},
    "fire": {"shooters": 2, "second_weapon": "bazooka", "second": 2, "teams": 2, "distance": 8, "directed": True},
    "fire-at-tanks": {"weapon": "bazooka", "shooters": 2, "teams": 1, "vehicle": "panther", "facing": "hull-front"},
    "crossing": {"tanks": 2, "cc_reroll": True, "features": 2},
    "strike": {"cc_reroll": True},
    "tank-assault": {"weapon": "bazooka", "teams": 2, "cc_reroll": True},
    "range-in": {"weapon": "nebelwerfer"},
    "barrage": {"under": 2, "cc_reroll": True, "kind": "armored", "vehicle": "panther", "again": True},
    "morale": {"cc_reroll": True},
}


@pytest.mark.parametrize("name", EVERY)
def test_being_led_always_ends_where_the_odds_say_it_may(name: str) -> None:
    """Random dice: every throw has words, needs and clauses, and what is found has a chance."""
    answer = put(name, SMALL.get(name))
    for values in answer.outcomes.values():
        assert sum(Fraction(share) for share in values.values()) == 1
    for seed in range(6):
        dice = Chance("led", seed)
        throws: list[list[int]] = []
        while (so_far := led("fraley", name, PutThrows(given=SMALL.get(name, {}), throws=throws))).next is not None:
            throws.append([dice.randint(1, so_far.next.sides) for _ in range(so_far.next.dice)])
        for step in so_far.steps:
            assert step.why[0] == step.why[0].upper() and step.needs and step.said and step.because
        assert so_far.found is not None
        assert all(word in answer.outcomes[outcome] for outcome, word in so_far.found.items())


@pytest.mark.parametrize("example", examples("fraley"), ids=lambda example: example.title)
def test_worked_situations_show_what_there_is(example: Any) -> None:
    """Every value that is gone through can be asked about, and has the outcomes that are shown."""
    assert example.title and example.says
    for value in [None] if example.over is None else example.over.values:
        more = {} if example.over is None else {example.over.field: value}
        assert set(example.show) <= set(put(example.question, {**example.given, **more}).outcomes)

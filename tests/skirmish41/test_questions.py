"""Questions against a second reckoning, and the clauses' own examples: spotting, shots, morale, melee."""

import re
from fractions import Fraction
from typing import Any

import pytest

from sandtable.odds.umpire import PutThrows, led
from tests.clause import clause

from .reckon import chance, p, put, read, refused, scores, spread, steps, then

HALF, SIXTH = Fraction(1, 2), Fraction(1, 6)


# ---- turns


@clause("sk.gap.deployment", "sk.turn.opposed")
def test_roll_offs_are_even() -> None:
    """Ties are rolled again without end."""
    for name, outcome in (("edges", "picks"), ("first", "first")):
        assert spread(put(name), outcome) == {"we": HALF, "they": HALF}
        assert steps(name, [[3, 3], [5, 1]]) == {outcome: "we"}
    assert put("first", None, first_side="dice-each-turn").needed == "the higher die; every turn"


# ---- spotting

SPOTS: list[tuple[dict[str, Any], int]] = [
    ({"distance": 8}, 5),
    ({"distance": 8, "moved": True}, 3),
    ({"distance": 15}, 8),  # the clause's example
    ({"distance": 20, "moved": True}, 5),
    ({"distance": 20.1, "moved": True}, 8),
    ({"distance": 48, "moved": True}, 8),
    ({"distance": 48.1, "moved": True}, 10),
    ({"distance": 60, "moved": True}, 10),
    ({"distance": 30, "optics": True}, 8),  # the clause's example
    ({"distance": 5, "optics": True, "moved": True}, 3),  # never nearer than point blank
    ({"distance": 15, "suppression": 2}, 10),
    ({"distance": 15, "unaware": True}, 10),
    ({"distance": 30, "shooting": True}, 8),
    ({"distance": 16, "shooting": True, "heard": True}, 10),  # the clause's example
    ({"distance": 21, "cover": False}, 8),  # the clause's example
]


@clause("sk.spot.table", "sk.spot.point-blank", "sk.spot.short", "sk.spot.long", "sk.spot.extreme", "sk.spot.optics")
@clause("sk.spot.unaware", "sk.spot.stationary-cover", "sk.spot.observer-suppressed", "sk.spot.target-shooting")
@clause("sk.spot.heard")
@pytest.mark.parametrize(("given", "least"), SPOTS)
def test_spotting(given: dict[str, Any], least: int) -> None:
    """Bands at their borders, and every shift."""
    answer = put("spot", given)
    assert answer.needed.startswith(f"{least}+") and chance(answer, "spotted") == p(least, 10)
    many = put("spot", {**given, "tries": 3})
    assert chance(many, "spotted") == 1 - (1 - p(least, 10)) ** 3


@clause("sk.spot.impossible", "sk.spot.automatic")
def test_what_takes_no_die_to_spot() -> None:
    """Two bands past long cannot be spotted; in the open within 20 inches cannot be missed."""
    far = put("spot", {"distance": 40, "unaware": True})
    assert chance(far, "spotted") == 0 and "sk.spot.impossible" in far.needed
    assert chance(put("spot", {"distance": 61, "moved": True}), "spotted") == 0
    near = put("spot", {"distance": 20, "cover": False})
    assert chance(near, "spotted") == 1 and "sk.spot.automatic" in near.needed
    assert refused("spot", r"shooting: .*sk.spot.heard", heard=True)


@clause("sk.spot.heard")
def test_being_heard_may_add_to_shooting() -> None:
    """Where the table plays so, -1 and +2 make +1: long, not extreme."""
    given = {"distance": 16, "shooting": True, "heard": True}
    assert chance(put("spot", given, heard_replaces_shooting_bonus=False), "spotted") == p(8, 10)


@clause("sk.spot.solo-markers", "sk.event.mines-repeat")
def test_a_counter_looks_out() -> None:
    """Up to 36 inches, mines that went off up to 10."""
    assert chance(put("counter-spots", {"distance": 36}), "spotted") == p(8, 10)
    assert chance(put("counter-spots", {"distance": 10, "struck": True, "cover": True}), "spotted") == p(8, 10)
    assert chance(put("counter-spots", {"distance": 30, "unaware": True, "shooting": True}), "spotted") == p(8, 10)
    assert refused("counter-spots", r"distance: .*sk.spot.solo-markers", distance=36.1)
    assert refused("counter-spots", r"distance: .*sk.event.mines-repeat", distance=10.1, struck=True)


# ---- shots

SHOTS: list[tuple[dict[str, Any], dict[str, Any], int, int]] = [
    ({}, {}, 3, 12),  # the clause's example: aimed at 20 inches
    ({"aim": "unaimed"}, {}, 6, 17),
    ({"aim": "careful", "actions": 3}, {}, 3, 8),
    ({"aim": "careful", "actions": 2}, {"shot_costs": "1-2-2"}, 3, 8),
    ({"aim": "aimed", "actions": 2}, {"shot_costs": "1-1-2"}, 6, 12),
    ({"distance": 12}, {}, 3, 8),
    ({"distance": 12, "dispersed": True}, {}, 3, 12),  # the clause's example
    ({"distance": 12, "men": 1}, {}, 3, 12),  # a single figure is dispersed
    ({"distance": 12, "cover": "soft"}, {}, 3, 12),
    ({"distance": 12, "cover": "soft", "dispersed": True}, {}, 3, 12),
    ({"distance": 12, "cover": "soft", "dispersed": True}, {"dispersed_and_soft_cover_stack": True}, 3, 16),
    ({"distance": 10, "cover": "hard"}, {}, 3, 16),  # the clause's example
    ({"distance": 10, "cover": "hard", "dispersed": True}, {}, 3, 16),
    ({"distance": 8, "inactive": True, "cover": "hard"}, {}, 3, 1),
    ({"distance": 8.1, "inactive": True}, {}, 3, 8),
    ({"weapon": "smg", "distance": 12}, {}, 3, 8),
    ({"weapon": "smg", "distance": 12}, {"smg_column": "pistol"}, 3, 10),
    ({"weapon": "pistol", "distance": 3, "aim": "unaimed"}, {}, 3, 12),
    ({"weapon": "pistol", "distance": 24, "aim": "unaimed"}, {}, 3, 20),
    ({"weapon": "lmg", "shooters": 1, "distance": 32}, {}, 3, 12),
    ({"weapon": "lmg", "shooters": 1, "distance": 32, "loader": False}, {}, 2, 12),
    ({"weapon": "lmg", "shooters": 1, "distance": 32, "own_suppression": 1}, {}, 1, 12),
    ({"weapon": "lmg", "shooters": 1, "distance": 32, "actions": 1, "aim": "unaimed"}, {}, 5, 17),
    ({"weapon": "vehicle-mg", "shooters": 1, "distance": 16, "mounted": True}, {}, 3, 12),
    ({"weapon": "vehicle-mg", "shooters": 1, "distance": 16, "mounted": True, "own_suppression": 1}, {}, 3, 12),
    ({"weapon": "assault-rifle", "shooters": 1, "distance": 15}, {}, 2, 8),
]


@clause("sk.shoot.die", "sk.shoot.hit-rifle", "sk.shoot.hit-pistol", "sk.shoot.dispersed", "sk.shoot.soft-cover")
@clause("sk.shoot.hard-cover", "sk.shoot.inactive", "sk.gap.shot-costs", "sk.gap.fire-points", "sk.gap.mg-limits")
@clause("sk.veh.mg-hull-turret", "sk.gap.range-shift-order")
@pytest.mark.parametrize(("given", "options", "dice", "least"), SHOTS)
def test_dice_and_numbers_to_hit(given: dict[str, Any], options: dict[str, Any], dice: int, least: int) -> None:
    """Shots that actions and bonus buy, and what each needs."""
    answer = put("to-hit", given, **options)
    thrown = [(roll.dice, roll.needs.partition(" (")[0]) for roll in answer.rolls]
    assert thrown == ([(str(dice), f"{least}+")] if least > 1 else [])
    assert spread(answer, "hits") == scores(dice, least)
    assert all(modifier.clause for modifier in answer.modifiers)


@clause("sk.gap.range-shift-order", "sk.gap.shot-costs")
def test_shots_that_cannot_be() -> None:
    """Past long, beyond the weapon, with too few actions."""
    assert refused("to-hit", r"distance: .*group-fire \[sk.gap.range-shift-order\]", distance=20, cover="hard")
    assert refused("to-hit", "distance", distance=80.1)
    assert refused("shoot", r"actions: .*sk.gap.shot-costs", aim="aimed", actions=1)
    assert refused("shoot", r"weapon: .*at-shot.*sk.at.range-bazooka", weapon="piat")
    assert refused("shoot", "seen: 5 are in sight of 4", seen=5)
    assert refused("shoot", "wounded: 5 are wounded of 4", wounded=5)
    assert refused("shoot", "named: nobody of them is wounded", named="wounded")
    assert refused("shoot", "men", men=0)
    mixed = put("to-hit", {"shooters": 2, "second_weapon": "smg", "second": 1, "distance": 12}, smg_column="pistol")
    assert [(roll.dice, roll.needs) for roll in mixed.rolls] == [
        ("2", "8+ (aimed, short)"),
        ("1", "10+ (aimed, short)"),
    ]


@clause("sk.effect.roll", "sk.effect.suppressed", "sk.effect.wound", "sk.effect.disable-kill", "sk.effect.quad")
@clause("sk.effect.point-blank", "sk.effect.mg-smg-sniper", "sk.gap.wounded")
@pytest.mark.parametrize(
    ("given", "options", "shares"),
    [
        ({}, {}, (4, 1, 1, 0)),
        ({"distance": 8}, {}, (3, 1, 1, 1)),
        ({"weapon": "lmg", "distance": 20}, {}, (3, 1, 1, 1)),
        ({"weapon": "smg", "distance": 6}, {}, (2, 1, 1, 2)),  # the clause's example
        ({"weapon": "scoped-rifle"}, {}, (3, 1, 1, 1)),
        ({"weapon": "carbine", "distance": 10}, {}, (4, 1, 1, 0)),
        ({"weapon": "quad-mg", "distance": 8}, {}, (1, 1, 1, 3)),
        ({"wounded": True}, {}, (4, 0, 2, 0)),
        ({}, {"effect_kill_from": 6}, (4, 1, 0, 1)),
        ({"weapon": "lmg", "together": True, "distance": 8}, {}, (3, 1, 1, 1)),
        ({"together": True, "distance": 8}, {}, (4, 1, 1, 0)),
    ],
)
def test_fire_effect(given: dict[str, Any], options: dict[str, Any], shares: tuple[int, ...]) -> None:
    """Suppressed, wounded, disabled, killed, in sixths."""
    answer = put("fire-effect", given, **options)
    names = ("suppressed", "wounded", "disabled", "killed")
    assert spread(answer, "effect") == {name: many * SIXTH for name, many in zip(names, shares, strict=True) if many}


@clause("sk.effect.roll", "sk.gap.wounded", "sk.gap.who-is-hit", "sk.morale.total")
def test_two_hits_on_two_men() -> None:
    """Both dice hit on anything: who is hit, and a second wound on the same man disables him."""
    given = {"weapon": "rifle", "shooters": 2, "distance": 8, "inactive": True, "men": 2, "rating": 2}
    answer = put("shoot", given)
    out, wound, rest = Fraction(2, 6), SIXTH, HALF  # 5 and 6, 4, 1 to 3 on the die, with one more at point blank
    # the first hit puts a man out, or wounds him, or does neither; the second falls on either of those who are left
    both = out * out
    one = out * (1 - out) + rest * out + wound * (HALF * (out + wound) + HALF * out)
    assert chance(answer, "lost", 2) == both and chance(answer, "lost", 1) == one
    assert chance(answer, "destroyed") == both


@clause("sk.effect.suppressed")
def test_markers_by_team_or_by_hit() -> None:
    """Three hits that only suppress are one marker, or three; a failed test may add one."""
    given = {"shooters": 3, "distance": 8, "inactive": True, "men": 12, "rating": 3}
    throws = [[face] for face in (1, 1, 2, 2, 3, 3)]
    assert steps("shoot", throws, given)["markers"] == "1"
    view = led("skirmish41", "shoot", PutThrows(given=given, throws=throws, options={"suppression_markers": "per-hit"}))
    assert view.found is not None and view.found["markers"] == "3"
    assert view.found["morale"] == "cannot fail"  # 12 men with 2 actions left


@clause("sk.flame.operator-hit", "sk.flame.effect")
def test_a_man_with_a_flamethrower_goes_up() -> None:
    """Alone with one other: he is hit half the time, dies, and flame catches the other."""
    given = {"shooters": 1, "distance": 8, "inactive": True, "men": 2, "operator": True}
    answer = put("shoot", given)
    effect = read(6, lambda face: face + 1 >= 6)[True]
    assert chance(answer, "lost", 2) == HALF * Fraction(4, 6)
    assert chance(answer, "lost", 1) == HALF * Fraction(2, 6) + HALF * effect
    assert steps("shoot", [[2], [5]], given)["destroyed"] == "yes"


@clause("sk.gap.who-is-hit")
def test_only_those_in_sight_are_hit() -> None:
    """Ten sure hits on the one man in sight leave the other three alone."""
    given = {"shooters": 5, "aim": "unaimed", "distance": 8, "inactive": True, "seen": 1}
    assert max(spread(put("shoot", given), "lost")) == 1


@clause("sk.gap.who-is-hit")
def test_a_figure_may_be_named() -> None:
    """A hit on the wounded one: a wound disables him."""
    given = {"shooters": 1, "distance": 8, "inactive": True, "wounded": 1, "named": "wounded"}
    assert chance(put("shoot", given), "lost", 1) == HALF
    given["named"] = "unhurt"
    assert chance(put("shoot", given), "lost", 1) == Fraction(2, 6)


@clause("sk.shoot.group-fire")
def test_all_weapons_together() -> None:
    """A 20; at point blank nothing is added to the effect, for machine guns 1."""
    answer = put("group-fire", {"distance": 5, "men": 1, "rating": 1})
    assert answer.needed.startswith("20 to hit") and chance(answer, "hit") == Fraction(1, 20)
    assert chance(answer, "lost", 1) == Fraction(1, 20) * SIXTH
    answer = put("group-fire", {"weapon": "hmg", "distance": 5, "men": 1, "rating": 1})
    assert chance(answer, "lost", 1) == Fraction(1, 20) * 2 * SIXTH
    assert refused("group-fire", r"distance: .*sk.shoot.group-fire", distance=80.1)


# ---- suppression and morale


@clause("sk.gap.suppression-removal")
@pytest.mark.parametrize(
    ("given", "score", "least"),
    [
        ({"led": False}, 4, 4),
        ({}, 4, 3),
        ({"under_fire": False}, 4, 2),
        ({"led": False, "in_the_open": True}, 4, 5),
        ({"led": False, "in_the_open": True}, 6, 6),
        ({"under_fire": False}, 2, 2),
    ],
)
def test_removing_suppression(given: dict[str, Any], score: int, least: int) -> None:
    """A natural 1 fails and a natural 6 succeeds whatever the modifiers."""
    answer = put("suppression", {**given, "suppression": 3}, suppression_removal_score=score)
    assert spread(answer, "removed") == scores(3, least, 6)
    assert chance(answer, "free") == p(least, 6) ** 3
    assert refused("suppression", r"suppression: .*sk.gap.suppression-removal", suppression=0)


LADDER = ("retires", "retires", "gains a marker", "falls back", "routs", "routs", "routs")


@clause("sk.morale.test", "sk.morale.total", "sk.morale.retire", "sk.morale.extra-suppression", "sk.morale.rout")
@clause("sk.morale.fall-back")
@pytest.mark.parametrize(
    ("men", "rating", "wounded", "suppression", "total"),
    [
        (4, 2, 1, 1, 3),
        (1, 2, 1, 1, 0),
        (4, 2, 0, 0, 8),
        (3, 2, 0, 0, 6),
        (3, 2, 0, 5, 3),
        (5, 1, 0, 1, 0),
        (2, 3, 1, 1, 3),
    ],
)
def test_morale(men: int, rating: int, wounded: int, suppression: int, total: int) -> None:
    """The clauses' examples; the ladder is read from the die, face by face."""
    answer = put("morale", {"men": men, "rating": rating, "wounded": wounded, "suppression": suppression})
    if total > 6:
        assert spread(answer, "result") == {"cannot fail": 1}
        return
    need, _, said = answer.needed.partition("; ")
    assert need.startswith(f"less than {total}") and sum(map(int, re.findall(r"[-+]?\d+", said))) == total
    assert spread(answer, "result") == read(6, lambda face: "stands" if face < total else LADDER[face - total])
    assert chance(answer, "routing") == chance(answer, "result", "routs")
    assert chance(answer, "suppression", suppression + 1) == chance(answer, "result", "gains a marker")
    assert chance(answer, "falls_back", 4) == chance(answer, "result", "falls back") * SIXTH
    assert refused("morale", r"routing: .*sk.morale.rout", routing=True)


@clause("sk.morale.rally")
def test_rallying() -> None:
    """A 6, with half of it left; never below."""
    assert chance(put("rally", {"men": 2, "strength": 4}), "rallies") == SIXTH
    assert chance(put("rally", {"men": 2, "strength": 5}), "rallies") == 0
    assert refused("rally", r"routing: .*sk.morale.rally", routing=False)
    assert refused("rally", "men: 5 are left of 4", men=5)


@clause("sk.gap.vehicle-suppression")
def test_a_crew_bales_out_from_two_over() -> None:
    """Two men, one wounded: 3 points. 3 and 4 waver, 5 and 6 leave."""
    answer = put("crew-morale", {"men": 2, "wounded": 1})
    assert spread(answer, "result") == {"stands": 2 * SIXTH, "wavers": 2 * SIXTH, "bales out": 2 * SIXTH}
    assert chance(answer, "destroyed") == 2 * SIXTH
    assert spread(put("crew-morale", {"men": 5}), "result") == {"cannot fail": 1}
    open_crew = put("crew-morale", {"men": 2, "suppression": 1})
    assert spread(open_crew, "result") == {"stands": SIXTH, "wavers": 2 * SIXTH, "bales out": 3 * SIXTH}


# ---- melee


def fought(ours: int, theirs: int) -> dict[Any, Fraction]:
    """Our total less theirs, with a die each."""
    return then(read(6, lambda face: face + ours), lambda mine: read(6, lambda face: mine - face - theirs))


@clause("sk.melee.compare", "sk.melee.extra-figure", "sk.gap.fire-points")
@clause("sk.melee.plus-1", "sk.melee.plus-2", "sk.melee.plus-3", "sk.melee.plus-4", "sk.melee.more")
def test_a_melee_of_two_against_one() -> None:
    """The clause's example: 4 against 2; he is alone."""
    answer = put("melee", {"weapon": "smg", "helpers": 1, "enemy_friends": False})
    assert answer.needed.endswith("D6+4 against D6+2")
    assert [sum(one.value for one in roll.modifiers) for roll in answer.rolls] == [4, 2]
    margin = fought(4, 2)
    words = {1: "forced back", 2: "captured", 3: "wounded and captured", 4: "disabled and captured"}
    for difference, said in words.items():
        assert chance(answer, "enemy", said) == margin[difference]
    assert chance(answer, "enemy", "killed") == margin[5] + margin[6] + margin[7]
    assert chance(answer, "winner", "neither") == margin[0]
    assert chance(answer, "ours", "forced back") == margin[-1] + margin[-2]  # our friends are near
    assert chance(answer, "lost", 1) == sum(margin[one] for one in range(2, 8))
    assert steps("melee", [[4], [3]], {"weapon": "smg", "helpers": 1})["enemy"] == "wounded"


@clause("sk.gap.fire-points", "sk.gap.suppression-effect", "sk.gap.wounded")
@pytest.mark.parametrize(
    ("given", "options", "points"),
    [
        ({"weapon": "lmg", "loader": True}, {}, 4),
        ({"weapon": "lmg"}, {}, 4),
        ({"weapon": "lmg", "loader": True}, {"melee_weapon_bonus_cap": 4}, 6),
        ({"weapon": "lmg"}, {"melee_weapon_bonus_cap": 4}, 4),
        ({"weapon": "pistol"}, {}, 1),
        ({"weapon": "pistol", "rating": 1, "wounded": True}, {}, 0),
        ({"weapon": "smg", "suppression": 1}, {}, 1),
        ({"weapon": "smg", "rating": 3, "wounded": True}, {}, 3),
    ],
)
def test_fire_points_in_melee(given: dict[str, Any], options: dict[str, Any], points: int) -> None:
    """Actions, and two points of a weapon's bonus at most."""
    answer = put("melee", given, **options)
    assert answer.needed.endswith(f"D6{points:+d} against D6+2")
    assert chance(answer, "winner", "ours") == sum(share for one, share in fought(points, 2).items() if one > 0)


@clause("sk.melee.extra-figure", "sk.gap.wounded")
def test_melees_that_cannot_be_and_a_second_wound() -> None:
    """Only one side has helpers; a wounded man who is wounded again is disabled."""
    assert refused("melee", r"helpers: .*sk.melee.extra-figure", helpers=1, enemy_helpers=1)
    assert steps("melee", [[6], [2]], {"enemy_wounded": True})["enemy"] == "killed"  # two against one action: by 5
    assert steps("melee", [[4], [2]], {"enemy_wounded": True})["enemy"] == "disabled"

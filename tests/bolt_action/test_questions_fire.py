"""Questions about fire at men, against a second reckoning."""

from fractions import Fraction
from typing import Any

import icepool
import pytest

from sandtable.odds.ask import AskError

from .reckon import (
    DAMAGED,
    MORALE,
    SIXTH,
    Chances,
    added,
    aftermath,
    assert_agrees,
    d3,
    die,
    fallen,
    put,
    scores,
    share_of,
    sure,
    table,
    then,
    total,
    tried,
    wounded,
)

D6 = icepool.d6


@pytest.mark.parametrize(
    ("given", "hit"),
    [
        ({}, D6 >= 3),
        ({"distance": 20, "cover": "soft"}, D6 >= 5),
        ({"distance": 20, "cover": "hard", "pins": 4}, (D6 >= 6) & (D6 >= 6)),
        ({"distance": 5}, D6 >= 2),
        ({"quality": "inexperienced", "moving": True}, D6 >= 5),
        ({"target_down": True, "target_men": 2}, D6 >= 5),
    ],
)
def test_shots_hit_as_often_as_their_modifiers_say(given: dict[str, Any], hit: Any) -> None:
    """Three riflemen in six situations."""
    assert put("shooting", {"shooters": 3, **given}).outcomes["hits"] == table(3 @ hit)


def test_a_volley_from_hits_to_morale() -> None:
    """Two rifles at three regulars: hits at 3+, casualties at 4+, a check if two of three fall."""
    answer = put("shooting", {"shooters": 2, "target_men": 3})
    casualties = 2 @ ((D6 >= 3) & (D6 >= 4))
    assert answer.outcomes["casualties"] == table(casualties)
    falls = Fraction(1, 9)
    led = Fraction(17, 18) ** 2  # whom the enemy picks, he picks the NCO
    fails = 1 - led * share_of(2 @ D6 <= 8) - (1 - led) * share_of(2 @ D6 <= 7)
    assert Fraction(answer.outcomes["destroyed"]["yes"]) == falls * fails
    assert Fraction(answer.outcomes["pins"]["1"]) == 1 - Fraction(1, 9)


def test_out_of_range_nothing_happens() -> None:
    """And the reason is said."""
    answer = put("shooting", {"distance": 25})
    assert answer.needed.startswith('impossible (a rifle reaches 24", not 25")')
    assert answer.outcomes["hits"] == {"0": "1"}


def needs(given: dict[str, Any], **options: Any) -> str:
    """What a hit on men needs to be a casualty."""
    return next(roll.needs for roll in put("damage-troops", given, **options).rolls if roll.step == "To damage")


def test_hits_on_men_and_exceptional_damage() -> None:
    """Five hits on regulars, one of 36 of each being exceptional; penetration and shields move the score."""
    answer = put("damage-troops", {"hits": 5})
    assert answer.outcomes["casualties"] == table(5 @ (D6 >= 4))
    assert answer.outcomes["exceptional"] == table(5 @ ((D6 >= 6) & (D6 >= 6)))
    assert needs({"target_quality": "veteran", "pen": 1}) == "4+"
    assert needs({"target_quality": "veteran", "gun_shield": True}) == "5+"
    assert needs({"target_quality": "veteran", "gun_shield": True}, gun_shield=True) == "6+"
    assert needs({"target_quality": "inexperienced", "pen": 5}) == "1+"


def test_flame_frightens_and_runs_dry() -> None:
    """D6 shots at 2+ within point blank, a check whenever anybody is hit, and fuel on 2 or more."""
    answer = put("flamethrower", {"distance": 3, "target_men": 10})
    hits = D6.map(lambda shots: shots @ (D6 >= 2))
    assert answer.outcomes["hits"] == table(hits)
    assert answer.outcomes["fuel_left"] == {"no": "1/6", "yes": "5/6"}
    assert Fraction(answer.outcomes["morale"]["not tested"]) == Fraction(table(hits)["0"])


@pytest.mark.parametrize(
    "worse",
    [
        {"pins": 1},
        {"cover": "soft"},
        {"cover": "hard"},
        {"target_down": True},
        {"moving": True},
        {"hidden": True},
    ],
)
def test_a_hindrance_never_helps(worse: dict[str, Any]) -> None:
    """Whatever hinders the shot does not raise the expected hits."""
    for base in ({}, {"distance": 18}, {"quality": "inexperienced", "pins": 2}):
        before = Fraction(put("shooting", {"shooters": 4, **base}).expected["hits"])
        merged = {**base, **worse}
        if "pins" in base and "pins" in worse:
            merged["pins"] = 3
        assert Fraction(put("shooting", {"shooters": 4, **merged}).expected["hits"]) <= before


def test_a_hidden_unit_is_no_target_from_afar() -> None:
    """Within 18 inches it is."""
    with pytest.raises(AskError, match="hidden: nobody shoots at a hidden unit from beyond 18"):
        put("shooting", {"hidden": True, "distance": 18.5})
    assert put("shooting", {"hidden": True, "distance": 18}).outcomes["hits"] != {"0": "1"}


def test_a_weapon_team_is_lost_with_its_gunner() -> None:
    """A hit in 36 is exceptional, and the enemy picks the gunner; a squad loses its NCO."""
    given = {"hits": 1, "target_men": 5}
    assert Fraction(put("damage-troops", {**given, "target_team": True}).outcomes["destroyed"]["yes"]) == Fraction(
        1, 36
    )
    assert "yes" not in put("damage-troops", given).outcomes["destroyed"]


def test_a_flamethrower_is_asked_about_as_such() -> None:
    """Not as a weapon with a number of shots."""
    with pytest.raises(AskError, match="ask about flamethrower"):
        put("shooting", {"weapon": "flamethrower-infantry"})


AFTER = ("casualties", "pins", "morale", "destroyed")
SHOTS = {"rifle": 1, "smg": 2, "lmg": 3, "hmg": 3, "light-at-gun": 1}
PEN = {"hmg": 1, "light-at-gun": 4}


def volley(given: dict[str, Any], hit: Chances) -> Chances:
    """Hits, exceptional ones and what they do; `hit` says how likely one shot is to hit."""
    men, quality = given.get("target_men", 10), given.get("target_quality", "regular")
    had, weapon = given.get("target_pins", 0), given.get("weapon", "rifle")
    least = max(1, DAMAGED[quality] - PEN.get(weapon, 0) + given.get("gun_shield", False))
    halved = given.get("dug_in", False) and given.get("target_down", False)

    def struck(hits: int) -> Chances:
        if not hits:
            return sure((0, 0, 0, 0, "not tested", False))
        if had + 1 >= MORALE[quality]:
            return sure((hits, 0, 0, 1, "not tested", True))

        def lose(lost: tuple[int, int]) -> Chances:
            if given.get("target_gun") and lost[1] and weapon in PEN:
                return sure((hits, 1, 0, 1, "not tested", True))
            after = aftermath(lost[0], 1, men, quality, had, picked=lost[1])
            return {(hits, min(lost[1], men), *rest): share for rest, share in after.items()}

        return then(wounded((hits + 1) // 2 if halved else hits, least), lose)

    return then(added(SHOTS[weapon] * given.get("shooters", 10), hit), struck)


def needing(least: int) -> Chances:
    """A shot that needs so much."""
    return die(lambda face: int(face >= least))


SITUATIONS: list[tuple[dict[str, Any], Chances]] = [
    ({"shooters": 3, "target_men": 4}, needing(3)),
    ({"shooters": 2, "weapon": "lmg", "distance": 20, "target_men": 5, "target_quality": "veteran"}, needing(4)),
    ({"shooters": 2, "weapon": "smg", "distance": 4, "moving": True, "target_pins": 7, "target_men": 3}, needing(2)),
    ({"shooters": 2, "weapon": "hmg", "cover": "soft", "target_quality": "inexperienced", "target_men": 6}, needing(4)),
    ({"shooters": 4, "target_down": True, "dug_in": True, "target_men": 3, "cover": "hard"}, needing(6)),
    ({"shooters": 1, "weapon": "light-at-gun", "target_gun": True, "target_men": 3, "gun_shield": True}, needing(3)),
    ({"shooters": 3, "target_pins": 8}, needing(3)),
    (
        {"shooters": 2, "distance": 23, "pins": 6, "target_men": 2},
        then(needing(6), lambda six: needing(6) if six else sure(0)),
    ),
]


@pytest.mark.parametrize(("given", "hit"), SITUATIONS, ids=[tried(given) for given, _ in SITUATIONS])
def test_a_volley_is_reckoned_a_second_time(given: dict[str, Any], hit: Chances) -> None:
    """Hits, wounds, pins and nerve, loop by loop."""
    assert_agrees(put("shooting", given, gun_shield=True), ("hits", "exceptional", *AFTER), volley(given, hit))


def test_a_medic_undoes_one_in_six() -> None:
    """Two rifles at ten men: each casualty is saved on a six, those the enemy picks apart from the others."""
    one = SIXTH * 4 * Fraction(1, 2) * Fraction(5, 6)
    expected = added(2, {1: one, 0: 1 - one})
    answer = put("shooting", {"shooters": 2, "medic": True})
    assert {int(value): Fraction(share) for value, share in answer.outcomes["casualties"].items()} == expected


def test_a_scoped_sniper_always_picks() -> None:
    """At 20 inches, +1: by the switch 2 or more hits, else 5; 4 or more fells a man whom he picks."""
    given = {"shooters": 1, "sniper": True, "distance": 20, "cover": "hard"}
    for switch, least in ((True, 2), (False, 5)):
        answer = put("shooting", given, scope_overcomes=switch)
        assert Fraction(answer.outcomes["exceptional"]["1"]) == Fraction(7 - least, 6) * Fraction(1, 2)
        assert answer.outcomes["casualties"] == answer.outcomes["exceptional"]


@pytest.mark.parametrize(
    ("given", "least"),
    [({"hits": 3}, 4), ({"hits": 4, "target_quality": "veteran", "target_men": 7}, 5), ({"hits": 2, "pen": 2}, 2)],
)
def test_hits_on_men_throw_by_throw(given: dict[str, Any], least: int) -> None:
    """Each hit with every face, and every face again after a six; then a pin, and the nerve of those who are left."""
    hits = given["hits"]
    quality, men = given.get("target_quality", "regular"), given.get("target_men", 10)
    after = fallen(hits, least, 1, men, quality)
    assert_agrees(
        put("damage-troops", given), ("hits", "exceptional", *AFTER), {(hits, *so): n for so, n in after.items()}
    )


@pytest.mark.parametrize(
    ("given", "dice", "hit", "least"),
    [
        ({"distance": 3, "target_men": 4}, 1, 2, 2),
        ({"distance": 6, "pins": 2, "target_men": 6, "target_quality": "veteran"}, 1, 4, 3),
        ({"target_men": 5, "target_pins": 6, "moving": True, "target_quality": "inexperienced"}, 1, 3, 2),
    ],
)
def test_flame_is_reckoned_a_second_time(given: dict[str, Any], dice: int, hit: int, least: int) -> None:
    """Shots, hits, pins, casualties, terror, fuel."""
    men, quality, had = given["target_men"], given.get("target_quality", "regular"), given.get("target_pins", 0)

    def burned(hits: int) -> Chances:
        if not hits:
            return sure((0, 0, 0, 0, "not tested", False))

        def pinned(pins: int) -> Chances:
            if had + pins >= MORALE[quality]:
                return sure((hits, 0, 0, pins, "not tested", True))
            after = fallen(hits, least, pins, men, quality, had, always=True)
            return {(hits, *rest): share for rest, share in after.items()}

        return then(die(lambda face: d3(face) + 1), pinned)

    joint = then(then(total(dice), lambda shots: scores(shots, hit)), burned)
    joint = then(joint, lambda so: die(lambda face: (*so, face >= 2)))
    assert_agrees(put("flamethrower", given), ("hits", "exceptional", *AFTER, "fuel_left"), joint)


@pytest.mark.parametrize(
    "given",
    [{"target_men": 4}, {"target_men": 10, "target_quality": "veteran"}, {"target_men": 3, "target_pins": 8}],
    ids=tried,
)
def test_bailing_out_is_reckoned_a_second_time(given: dict[str, Any]) -> None:
    """D6 hits, a pin, and a check for half the men."""
    men, quality, had = given["target_men"], given.get("target_quality", "regular"), given.get("target_pins", 0)

    def crashed(hits: int) -> Chances:
        if had + 1 >= MORALE[quality]:
            return sure((0, 0, 0, 1, "not tested", True))
        after = fallen(hits, DAMAGED[quality], 1, men, quality, had)
        return {(hits, *rest): share for rest, share in after.items()}

    assert_agrees(put("bail-out", given), ("hits", "exceptional", *AFTER), then(die(), crashed))

"""Questions about close quarters, against a second reckoning."""

from fractions import Fraction
from typing import Any

import icepool
import pytest

from .reckon import (
    DAMAGED,
    VEHICLE,
    Chances,
    assert_agrees,
    chance,
    die,
    hit_on,
    put,
    scores,
    share_of,
    sure,
    table,
    then,
    tried,
)

D6 = icepool.d6


def test_one_man_against_one() -> None:
    """The attacker strikes first: he wins on his blow, loses if he misses and the other hits, and otherwise again."""
    answer = put("close-quarters", {"attackers": 1, "defenders": 1})
    assert answer.outcomes["winner"] == _duel(first=True)
    assert put("close-quarters", {"attackers": 1, "defenders": 1, "defended": True}).outcomes["winner"] == _duel(
        first=False
    )


def _duel(*, first: bool) -> dict[str, str]:
    """Each blow strikes with 1/2; later rounds are struck together, and a draw round of misses is fought again."""
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    together = {"attacker": Fraction(1, 3), "defender": Fraction(1, 3), "nobody": Fraction(1, 3)}
    if not first:
        return {name: str(value) for name, value in together.items()}
    again = half * half
    found = {"attacker": half + again / 3, "defender": quarter + again / 3, "nobody": again / 3}
    return {name: str(value) for name, value in found.items()}


def test_men_against_a_halted_tank() -> None:
    """Hits on 4+, then hits and a die against 9; nothing hits a tank that runs."""
    answer = put("assault-vehicle", {"men": 4})
    assert answer.outcomes["hits"] == table(4 @ (D6 >= 4))
    some = sum(Fraction(table(4 @ (D6 >= 4))[str(hits)]) * Fraction(max(0, min(5, hits - 2)), 6) for hits in range(5))
    assert 1 - Fraction(answer.outcomes["damage"]["no damage"]) == some
    assert put("assault-vehicle", {"vehicle_order": "run"}).outcomes["hits"] == {"0": "1"}
    soft = put("assault-vehicle", {"men": 1, "armour": "soft-skin"})
    assert Fraction(soft.outcomes["knocked_out"]["yes"]) == Fraction(1, 2) * Fraction(2, 6)


def test_nerve_before_tanks() -> None:
    """Regulars with a pin and nothing against armour: 5 or less."""
    given = {"pins": 1, "without_anti_tank": True}
    assert chance("tank-assault", "result", "pass", given) == share_of(2 @ D6 <= 5)
    assert chance("tank-assault", "result", "pass", {"pins": 1}) == share_of(2 @ D6 <= 8)


def fought(given: dict[str, Any]) -> Chances:
    """Who wins and with how many left: rounds until one side has lost more, a tie without losses divided out."""
    on_attacker = DAMAGED[given.get("attacker_quality", "regular")]
    on_defender = DAMAGED[given.get("defender_quality", "regular")]
    more, back = 1 + given.get("attacker_tough", False), 1 + given.get("defender_tough", False)

    def rounds(attackers: int, defenders: int, *, together: bool, later: bool = False) -> Chances:
        ends: Chances = {}
        again = Fraction(0)
        for blows, likely in scores(attackers * more, on_defender).items():
            done = min(blows, defenders)
            for answer, share in scores((defenders if together else defenders - done) * back, on_attacker).items():
                lost = min(answer, attackers)
                weight = likely * share
                if not lost and not done and later:
                    again += weight
                    continue
                for end, part in after(attackers - lost, defenders - done, done - lost).items():
                    ends[end] = ends.get(end, Fraction(0)) + weight * part
        return {end: share / (1 - again) for end, share in ends.items()}

    def after(attackers: int, defenders: int, better: int) -> Chances:
        attackers = 0 if better < 0 else attackers
        defenders = 0 if better > 0 else defenders
        if not attackers and not defenders:
            return sure(("nobody", 0, 0, 0))
        if not defenders:
            return sure(("attacker", attackers, attackers, 0))
        if not attackers:
            return sure(("defender", defenders, 0, defenders))
        return rounds(attackers, defenders, together=True, later=True)

    return rounds(given["attackers"], given["defenders"], together=given.get("defended", False))


@pytest.mark.parametrize(
    "given",
    [
        {"attackers": 2, "defenders": 2},
        {"attackers": 3, "defenders": 2, "defended": True},
        {"attackers": 2, "defenders": 3, "attacker_tough": True, "defender_quality": "veteran"},
        {"attackers": 4, "defenders": 4, "attacker_quality": "inexperienced", "defender_tough": True},
    ],
    ids=tried,
)
def test_a_fight_is_reckoned_a_second_time(given: dict[str, Any]) -> None:
    """Round by round."""
    names = ("winner", "winner_left", "attackers_left", "defenders_left")
    assert_agrees(put("close-quarters", given), names, fought(given))


@pytest.mark.parametrize(
    ("given", "least"),
    [
        ({"men": 3}, 4),
        ({"men": 5, "vehicle_order": "advance", "armour": "armoured-car", "crew": "veteran"}, 6),
        ({"men": 6, "armour": "light-tank", "immobilised": True, "crew_pins": 0}, 4),
    ],
)
def test_an_assault_on_a_vehicle_is_reckoned_a_second_time(given: dict[str, Any], least: int) -> None:
    """Hits by what it did, one die with the hits added, the table of results."""
    armour, crew = given.get("armour", "medium-tank"), given.get("crew", "regular")
    had, stuck = given.get("crew_pins", 1), given.get("immobilised", False)

    def struck(hits: int) -> Chances:
        if not hits:
            return sure((0, "no damage", False, stuck, False, 0))
        return {(hits, *rest): share for rest, share in hit_on(armour, hits, crew, had, immobile=stuck).items()}

    assert_agrees(put("assault-vehicle", given), ("hits", *VEHICLE), then(scores(given["men"], least), struck))


def test_the_winner_regroups_as_far_as_a_die_says() -> None:
    """Each number of inches once in six."""
    assert_agrees(put("regroup"), ("inches",), die(lambda face: (face,)))

"""Questions about the turn and the battle, against counting."""

from fractions import Fraction
from typing import Any

import icepool
import pytest

from .reckon import (
    Chances,
    assert_agrees,
    chance,
    put,
    scores,
    sure,
    total,
    tried,
)

D6 = icepool.d6


@pytest.mark.parametrize("given", [{"distance": 7}, {"distance": 12.5}, {"distance": 15, "active": True}], ids=tried)
def test_sight_in_the_dark_is_two_dice(given: dict[str, Any]) -> None:
    """Six more at a target that is active."""
    more = 6 * given.get("active", False)
    joint = {(whole + more >= given["distance"], whole + more): share for whole, share in total(2).items()}
    assert_agrees(put("night-sight", given), ("seen", "reach"), joint)


@pytest.mark.parametrize(("turn", "faces"), [(2, 1), (4, 3), (6, 5), (9, 6)])
def test_dawn_is_a_die_and_the_turn(turn: int, faces: int) -> None:
    """Eight or more; never in the first turn, when nobody throws for it."""
    assert chance("dawn", "day", "yes", {"turn": turn}) == Fraction(faces, 6)
    assert not put("dawn", {"turn": 1}).rolls


@pytest.mark.parametrize("clouds", [1, 3, 7])
def test_smoke_clears_cloud_by_cloud(clouds: int) -> None:
    """Each on 4 or more."""
    joint = {(left,): share for left, share in scores(clouds, 4).items()}
    assert_agrees(put("smoke-clears", {"clouds": clouds}), ("clouds_left",), joint)


def test_what_one_die_decides() -> None:
    """Another turn, who chooses, who decides first: each as likely as not."""
    half = Fraction(1, 2)
    assert chance("game-length", "another_turn", "yes") == half
    assert chance("sides", "chooses", "first player") == half
    assert chance("who-decides", "first", "the attacker") == half


@pytest.mark.parametrize(("attackers", "defenders", "first"), [(3, 4, "the attacker"), (7, 6, "the defender")])
def test_the_side_with_fewer_units_decides_first(attackers: int, defenders: int, first: str) -> None:
    """Nobody throws for it."""
    answer = put("who-decides", {"attackers": attackers, "defenders": defenders})
    assert (answer.rolls, answer.outcomes) == ((), {"first": {first: "1"}})


@pytest.mark.parametrize(
    "given", [{"own": 6, "other": 9}, {"own": 2, "other": 3, "draws": 3}, {"own": 1, "other": 0, "draws": 4}], ids=tried
)
def test_order_dice_are_not_put_back(given: dict[str, Any]) -> None:
    """Drawn one after the other, every die as likely as any other."""

    def drawn(own: int, other: int, left: int) -> Chances:
        if not left or not own + other:
            return sure((0,))
        found: Chances = {}
        for mine, count in ((1, own), (0, other)):
            if count:
                for (later,), share in drawn(own - mine, other - (1 - mine), left - 1).items():
                    key = (later + mine,)
                    found[key] = found.get(key, Fraction(0)) + share * Fraction(count, own + other)
        return found

    assert_agrees(put("order-dice", given), ("yours",), drawn(given["own"], given["other"], given.get("draws", 1)))

"""Questions about high explosive, against a second reckoning."""

from fractions import Fraction
from functools import partial
from typing import Any

import icepool
import pytest

from .reckon import (
    DAMAGED,
    MORALE,
    Chances,
    added,
    assert_agrees,
    chance,
    d2,
    d3,
    die,
    fallen,
    put,
    scores,
    sure,
    table,
    then,
    total,
    tried,
)

D6 = icepool.d6


def test_a_medium_mortar_shell() -> None:
    """D6 hits at 2+ on regulars with D2 pins; half the hits, rounded up, if they are Down."""
    answer = put("he", {"he": "D6"})
    hits = D6.map(lambda count: count @ (D6 >= 2))
    assert answer.outcomes["casualties"] == table(hits)
    assert answer.outcomes["pins"] == {"1": "1/2", "2": "1/2"}
    down = put("he", {"he": "D6", "target_down": True})
    assert down.outcomes["hits"] == {"1": "1/3", "2": "1/3", "3": "1/3"}


@pytest.mark.parametrize("score", [6, 4, 2])
def test_indirect_shots_have_no_modifiers(score: int) -> None:
    """They hit as often as the die says."""
    assert chance("indirect", "hit", "yes", {"score": score}) == Fraction(7 - score, 6)


AFTER = ("hits", "exceptional", "casualties", "pins", "morale", "destroyed")
HITS = {"D2": die(d2), "D3": die(d3), "D6": die(), "2D6": total(2), "3D6": total(3)}
PINS = {"D2": sure(1), "D3": sure(1), "D6": die(d2), "2D6": die(d3), "3D6": die()}
PEN = {"D2": 1, "D3": 1, "D6": 2, "2D6": 3, "3D6": 4}


SHELLS = {"light-mortar": "D3", "medium-mortar": "D6", "heavy-mortar": "2D6"}


def shelled(given: dict[str, Any], he: str, shells: int) -> Chances:
    """Hits, casualties, pins, morale, destroyed."""
    men, quality, had = given.get("target_men", 10), given.get("target_quality", "regular"), given.get("target_pins", 0)
    least = max(1, DAMAGED[quality] - PEN[he])
    one = HITS[he]
    if given.get("target_down"):
        one = then(one, lambda hits: sure((hits + 1) // 2))

    def pinned(pins: int) -> Chances:
        if had + pins >= MORALE[quality]:
            return sure((0, 0, 0, pins, "not tested", True))

        def struck(hits: int) -> Chances:
            return {(hits, *rest): n for rest, n in fallen(hits, least, pins, men, quality, had).items()}

        return then(added(shells, one), struck)

    return then(added(shells, PINS[he]), pinned)


@pytest.mark.parametrize(
    "given",
    [
        {"he": "D3", "target_men": 4},
        {"he": "D6", "target_men": 10, "target_quality": "veteran", "target_down": True},
        {"he": "2D6", "target_men": 8, "target_pins": 7},
        {"he": "D2", "shells": 3, "target_men": 5, "target_quality": "inexperienced"},
        {"he": "3D6", "target_men": 12, "target_pins": 4},
    ],
    ids=tried,
)
def test_shells_are_reckoned_a_second_time(given: dict[str, Any]) -> None:
    """Pins, hits, casualties and nerve, loop by loop."""
    shells = given.get("shells", 1)
    joint = {(shells, *rest): share for rest, share in shelled(given, given["he"], shells).items()}
    assert_agrees(put("he", given), ("shells", *AFTER), joint)


def test_a_gun_is_lost_to_a_six_and_a_six() -> None:
    """One to three hits of a light mortar on a gun's crew of thirty, so that nothing else can destroy it."""
    spared = sum((Fraction(35, 36) ** hits for hits in (1, 2, 3)), Fraction(0)) / 3
    assert chance("he", "destroyed", "no", {"he": "D3", "target_gun": True, "target_men": 30}) == spared


@pytest.mark.parametrize(
    ("given", "least", "he", "shots"),
    [
        ({"distance": 20}, 3, "D6", 1),
        ({"weapon": "light-autocannon", "distance": 40, "cover": "soft", "target_men": 4}, 5, "D2", 2),
        ({"weapon": "medium-at-gun", "pins": 1, "distance": 5, "target_men": 3, "target_down": True}, 4, "D2", 1),
    ],
)
def test_guns_with_high_explosive_hit_first(given: dict[str, Any], least: int, he: str, shots: int) -> None:
    """The roll to hit of any gun, then the shells."""

    def landed(shells: int) -> Chances:
        if not shells:
            return sure((0, 0, 0, 0, 0, "not tested", False))
        return {(shells, *rest): share for rest, share in shelled(given, he, shells).items()}

    assert_agrees(put("shooting-he", given), ("shells", *AFTER), then(scores(shots, least), landed))


@pytest.mark.parametrize(
    "given",
    [
        {"score": 6, "weapon": "light-mortar", "distance": 20, "target_men": 3},
        {"score": 4, "weapon": "medium-mortar"},
        {"score": 2, "weapon": "heavy-mortar", "target_pins": 6},
    ],
    ids=tried,
)
def test_indirect_shots_are_reckoned_a_second_time(given: dict[str, Any]) -> None:
    """The die, the shell, and what the next shot needs."""

    def landed(hit: bool) -> Chances:
        if not hit:
            return sure((False, 0, 0, 0, 0, "not tested", False, max(2, given["score"] - 1)))
        return {(True, *rest, 2): share for rest, share in shelled(given, SHELLS[given["weapon"]], 1).items()}

    joint = then(die(lambda face: face >= given["score"]), landed)
    assert_agrees(put("indirect", given), ("hit", *AFTER, "next_needs"), joint)


@pytest.mark.parametrize("given", [{"turns": 1}, {"turns": 4}, {"turns": 3, "score": 3}], ids=tried)
def test_ranging_in_turn_by_turn(given: dict[str, Any]) -> None:
    """One better each turn, 2 or more after a hit."""

    def fired(so: tuple[str, int, int], turn: int) -> Chances:
        first, shells, needs = so
        hit = (f"turn {turn}" if first == "never" else first, shells + 1, 2)
        return die(lambda face: hit if face >= needs else (first, shells, max(2, needs - 1)))

    joint: Chances = sure(("never", 0, given.get("score", 6)))
    for turn in range(1, given["turns"] + 1):
        joint = then(joint, partial(fired, turn=turn))
    assert_agrees(put("ranging-in", given), ("first_hit", "shells", "next_needs"), joint)

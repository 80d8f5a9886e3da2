"""Laws that hold whatever the situation: what hinders never helps, pins never help, more shooters never do less."""

from fractions import Fraction
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from .reckon import put

QUALITIES = st.sampled_from(["inexperienced", "regular", "veteran"])
SHOTS = st.fixed_dictionaries(
    {
        "weapon": st.sampled_from(["rifle", "smg", "lmg", "hmg", "at-rifle"]),
        "shooters": st.integers(1, 4),
        "distance": st.integers(0, 30),
        "quality": QUALITIES,
        "pins": st.integers(0, 6),
        "moving": st.booleans(),
        "cover": st.sampled_from(["none", "soft", "hard"]),
        "target_down": st.booleans(),
        "target_quality": QUALITIES,
        "target_men": st.integers(3, 12),
        "target_pins": st.integers(0, 8),
    }
)
HINDRANCES = st.sampled_from(
    [
        {"moving": True},
        {"cover": "bunker"},
        {"target_down": True},
        {"hidden": True},
        {"short_of_crew": True},
        {"quality": "inexperienced"},
    ]
)


def expected(name: str, situation: dict[str, Any], outcome: str) -> Fraction:
    """What to expect of a number."""
    return Fraction(put(name, situation).expected[outcome])


def passes(name: str, situation: dict[str, Any]) -> Fraction:
    """How likely a test is passed, or none is made."""
    found = put(name, situation).outcomes["result"]
    return Fraction(found.get("pass", "0")) + Fraction(found.get("not tested", "0"))


@given(shot=SHOTS, worse=HINDRANCES)
@settings(max_examples=20, deadline=None)
def test_a_hindrance_never_raises_the_chance_to_hit(shot: dict[str, Any], worse: dict[str, Any]) -> None:
    """Whatever else is so; nobody shoots at a hidden unit from far off."""
    assume(not worse.get("hidden") or shot["distance"] <= 18)
    assert expected("shooting", {**shot, **worse}, "hits") <= expected("shooting", shot, "hits")


@given(shot=SHOTS)
@settings(max_examples=20, deadline=None)
def test_pins_on_the_shooters_never_help(shot: dict[str, Any]) -> None:
    """One more is never better."""
    more = {**shot, "pins": shot["pins"] + 1}
    assert expected("shooting", more, "hits") <= expected("shooting", shot, "hits")
    assert expected("shooting", more, "casualties") <= expected("shooting", shot, "casualties")


@given(shot=SHOTS)
@settings(max_examples=20, deadline=None)
def test_more_shooters_never_do_less(shot: dict[str, Any]) -> None:
    """Casualties and destruction only grow."""
    more = {**shot, "shooters": shot["shooters"] + 1}
    assert expected("shooting", more, "casualties") >= expected("shooting", shot, "casualties")
    gone, before = (Fraction(put("shooting", one).outcomes["destroyed"].get("yes", "0")) for one in (more, shot))
    assert gone >= before


@given(quality=QUALITIES, pins=st.integers(0, 11), officer=st.sampled_from(["none", "captain", "major"]))
@settings(max_examples=20, deadline=None)
def test_pins_never_steady_anybody(quality: str, pins: int, officer: str) -> None:
    """In order tests, checks and before tanks."""
    less, more = ({"quality": quality, "pins": number, "officer": officer} for number in (pins, pins + 1))
    for name in ("order-test", "morale", "reserves", "tank-assault"):
        assert passes(name, more) <= passes(name, less)


@given(pen=st.integers(0, 9), armour=st.sampled_from(["armoured-car", "medium-tank", "super-heavy-tank"]))
@settings(max_examples=20, deadline=None)
def test_more_penetration_never_spares_a_tank(pen: int, armour: str) -> None:
    """It is knocked out as often or oftener."""
    gone = [
        Fraction(put("damage-armour", {"pen": more, "armour": armour}).outcomes["knocked_out"].get("yes", "0"))
        for more in (pen, pen + 1)
    ]
    assert gone[0] <= gone[1]

"""Laws of the questions: what hinders never helps, more never does less, and being led ends where the odds say."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.dice.chance import Chance
from sandtable.odds.ask import put as put_question
from sandtable.odds.led import lead
from sandtable.rulesets.sotr.options import Options

from .reckon import EVERY, chance, put


@pytest.mark.parametrize("name", EVERY)
def test_being_led_always_ends_where_the_odds_say_it_may(name: str) -> None:
    """Random dice: every throw has words, needs and clauses, and what is found has a chance."""
    asked = put_question(EVERY[name], {}, Options())
    known = put(name).outcomes
    for seed in range(4):
        dice = Chance("led", seed)
        throws: list[list[int]] = []
        while (so_far := lead(asked, throws)).next is not None:
            throws.append([dice.randint(1, so_far.next.sides) for _ in range(so_far.next.dice)])
        for step in so_far.steps:
            assert step.why[0] == step.why[0].upper() and step.needs and step.said and all(step.because)
        assert so_far.found is not None
        for outcome, word in so_far.found.items():
            assert word in known[outcome]


@pytest.mark.parametrize("name", EVERY)
def test_every_question_can_be_asked_as_it_stands(name: str) -> None:
    """With its defaults; the chances of each outcome add up to one."""
    answer = put(name)
    assert answer.needed and answer.outcomes
    for values in answer.outcomes.values():
        assert sum(Fraction(share) for share in values.values()) == 1


SHOTS = st.fixed_dictionaries(
    {
        "weapon": st.sampled_from(["rifle", "semi-auto", "smg", "sniper-rifle", "hmg", "shotgun"]),
        "shooters": st.integers(1, 2),
        "distance": st.integers(0, 30),
        "cover": st.sampled_from(["none", "light"]),
        "elevated": st.booleans(),
        "armour": st.sampled_from(["unarmored", "light", "heavy"]),
        "men": st.integers(1, 4),
    }
)
HINDRANCES = [{"cover": "heavy"}, {"cover": "pillbox"}, {"prone": True}, {"smoke": True}, {"camo": True}]
HINDRANCES += [{"overwatch": True}, {"size": "small"}, {"charging": True}, {"armour": "heavy"}]


@given(shot=SHOTS, worse=st.sampled_from(HINDRANCES))
@settings(max_examples=12, deadline=None)
def test_a_hindrance_never_helps_the_shooter(shot: dict[str, Any], worse: dict[str, Any]) -> None:
    """Neither hits nor GONERs grow."""
    hindered, plain = put("shooting", {**shot, **worse}), put("shooting", shot)
    for outcome in ("hits", "goners"):
        assert Fraction(hindered.expected[outcome]) <= Fraction(plain.expected[outcome])


@given(shot=SHOTS)
@settings(max_examples=8, deadline=None)
def test_one_more_shooter_never_does_less(shot: dict[str, Any]) -> None:
    """Of anything."""
    more = {**shot, "shooters": shot["shooters"] + 1}
    for outcome in ("hits", "goners"):
        assert Fraction(put("shooting", more).expected[outcome]) >= Fraction(put("shooting", shot).expected[outcome])


def test_more_cool_penetration_and_dice_never_hurt() -> None:
    """Step by step."""
    cools = [chance(put("cool-test", {"cool": cool}), "passed", "yes") for cool in range(13)]
    pens = [
        chance(put("machine-hit", {"by": by}), "destroyed", "yes") for by in ("hmg", "flamethrower", "rpg", "railgun")
    ]
    dice = [chance(put("fight", {"attacker_dice": count}), "attacker", "unhurt") for count in (1, 2, 3)]
    alone = [
        1 - chance(put("fight-several", {"opponents": count}, wound_die_per="model"), "alone", "goner")
        for count in (1, 2, 3)
    ]
    assert cools == sorted(cools) and pens == sorted(pens) and dice == sorted(dice)
    assert alone == sorted(alone, reverse=True)
    burning, plain, cared = (put("recovery", {fire: True}) for fire in ("burning", "medic", "undying"))
    assert chance(burning, "recovered", "1") < chance(plain, "recovered", "1") == chance(cared, "recovered", "1")

"""Laws of the questions: what hinders never helps, merging changes nothing, and being led ends where the odds say."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.dice.chance import Chance
from sandtable.mechanics.questions import Staged
from sandtable.odds.ask import put as put_question
from sandtable.odds.ask import together
from sandtable.odds.distribution import marginals
from sandtable.odds.led import lead
from sandtable.odds.supposed import say
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.library import clauses, examples

from .reckon import EVERY, chance, mean, put

# Small enough that every branch can be walked on its own, and mixed enough that something could be mixed up.
SMALL: dict[str, dict[str, Any]] = {
    "to-hit": {"shooters": 3},
    "shoot": {
        "weapon": "mmg",
        "shooters": 1,
        "second_weapon": "rifle",
        "second": 2,
        "third_weapon": "panzerfaust",
        "third": 1,
        "distance": 10,
        "left": 2,
        "whole": 5,
        "panicked": True,
    },
    "shoot-at-vehicle": {
        "shooters": 1,
        "second_weapon": "atr",
        "second": 2,
        "vehicle": "de.stug",
        "face": "side",
        "left": 3,
    },
    "bail-out": {"left": 2, "whole": 5},
    "hits-on-unit": {"left": 2, "whole": 5},
    "hits-on-vehicle": {"hits": 2, "left": 3},
    "close-combat": {"strikers": 1, "second": 1, "enemy_strikers": 2, "left": 2, "enemy_left": 2},
    "assault-on-vehicle": {"strikers": 3, "charges": 1, "wounds": 2, "left": 4},
    "free-blows": {"strikers": 2, "second": 1, "enemy_left": 2},
}


def asked_of(name: str) -> Staged:
    """A question in a small situation."""
    return put_question(EVERY[name], SMALL.get(name, {}), Options())


@cache
def odds_of(name: str) -> dict[str, dict[Any, Fraction]]:
    """What a small situation can come to."""
    return marginals(together(asked_of(name), name).leaves)


@pytest.mark.parametrize("name", EVERY)
def test_being_led_always_ends_where_the_odds_say_it_may(name: str) -> None:
    """Random dice: every throw has words, needs and clauses, and what is found has a chance."""
    asked = asked_of(name)
    known = odds_of(name)
    for seed in range(6):
        dice = Chance("led", seed)
        throws: list[list[int]] = []
        while (so_far := lead(asked, throws)).next is not None:
            throws.append([dice.randint(1, so_far.next.sides) for _ in range(so_far.next.dice)])
        for step in so_far.steps:
            assert step.why[0] == step.why[0].upper() and step.needs and step.said
            assert step.because and all(step.because)
        assert so_far.found is not None
        for outcome, word in so_far.found.items():
            assert word in {say(value) for value in known[outcome]}


@pytest.mark.parametrize("name", EVERY)
def test_every_question_can_be_asked_as_it_stands(name: str) -> None:
    """With its defaults; the chances of each outcome add up to one; the clauses it cites are there."""
    answer = put(name)
    assert answer.needed and answer.outcomes
    for values in answer.outcomes.values():
        assert sum(Fraction(share) for share in values.values()) == 1
    assert set(EVERY[name].clauses) <= set(clauses("d10"))


@pytest.mark.parametrize("example", examples("d10"), ids=lambda example: example.title)
def test_worked_situations_show_what_there_is(example: Any) -> None:
    """Every value that is gone through can be asked about, and has the outcomes that are shown."""
    assert example.title and example.says
    values = [{}] if example.over is None else [{example.over.field: value} for value in example.over.values]
    for more in values:
        asked = put_question(EVERY[example.question], {**example.given, **more}, Options())
        throws: list[list[int]] = []
        while (so_far := lead(asked, throws)).next is not None:
            throws.append([10 if len(throws) % 2 else 1] * so_far.next.dice)
        assert so_far.found is not None and set(example.show) <= set(so_far.found)


SHOTS = st.fixed_dictionaries(
    {
        "weapon": st.sampled_from(["rifle", "garand", "smg", "mg42", "flamethrower", "panzerfaust"]),
        "shooters": st.integers(1, 2),
        "shooting": st.integers(2, 9),
        "distance": st.integers(0, 8),
        "kind": st.sampled_from(["squad", "gun", "individual"]),
        "left": st.integers(1, 4),
        "whole": st.integers(4, 6),
        "toughness": st.integers(2, 6),
    }
)
HINDRANCES: list[dict[str, Any]] = [
    {"cover": "soft"},
    {"cover": "hard"},
    {"moved": True},
    {"size": 1},
    {"shooting": 1},
    {"toughness": 8},
]


@given(shot=SHOTS, worse=st.sampled_from(HINDRANCES))
@settings(max_examples=15, deadline=None)
def test_a_hindrance_never_helps_the_shooter(shot: dict[str, Any], worse: dict[str, Any]) -> None:
    """Neither hits nor losses grow, and the target's morale suffers no more."""
    hindered, plain = put("shoot", {**shot, **worse}), put("shoot", shot)
    for outcome in ("hits", "lost"):
        assert mean(hindered, outcome) <= mean(plain, outcome)
    assert chance(hindered, "destroyed") <= chance(plain, "destroyed")


@given(shot=SHOTS)
@settings(max_examples=10, deadline=None)
def test_one_more_shooter_and_a_larger_target_never_do_less(shot: dict[str, Any]) -> None:
    """Of anything."""
    plain = put("shoot", shot)
    for more in ({"shooters": shot["shooters"] + 1}, {"size": 3}, {"second_weapon": "rifle", "second": 1}):
        helped = put("shoot", {**shot, **more})
        for outcome in ("hits", "lost"):
            assert mean(helped, outcome) >= mean(plain, outcome)


TANKS = st.fixed_dictionaries(
    {
        "weapon": st.sampled_from(["bazooka", "atr", "panzerfaust", "rifle"]),
        "shooters": st.integers(1, 3),
        "vehicle": st.sampled_from(["us.sherman", "us.half-track", "de.panzer-iv", "de.panther", "us.jeep"]),
        "left": st.integers(1, 2),
    }
)


@given(shot=TANKS)
@settings(max_examples=12, deadline=None)
def test_flanks_are_worse_for_a_vehicle(shot: dict[str, Any]) -> None:
    """Front, side, rear; and some is immune where the switch says so."""
    faces = [put("shoot-at-vehicle", {**shot, "face": face}) for face in ("front", "side", "rear")]
    lost = [mean(answer, "lost") for answer in faces]
    gone = [chance(answer, "destroyed") for answer in faces]
    assert lost == sorted(lost) and gone == sorted(gone)
    assert mean(put("shoot-at-vehicle", shot, armoured_immunity=True), "lost") <= lost[0]


@given(ours=st.integers(1, 3), theirs=st.integers(1, 3), skill=st.integers(1, 9))
@settings(max_examples=10, deadline=None)
def test_a_round_is_the_same_from_both_sides(ours: int, theirs: int, skill: int) -> None:
    """Who is called `we` does not matter."""
    one = put("close-combat", {"strikers": ours, "enemy_strikers": theirs, "assault": skill, "stance": "none"})
    other = put("close-combat", {"strikers": theirs, "enemy_strikers": ours, "enemy_assault": skill, "stance": "none"})
    for here, there in (("lost", "own_lost"), ("panicked", "own_panicked"), ("morale", "own_morale")):
        assert one.outcomes[here] == other.outcomes[there] and one.outcomes[there] == other.outcomes[here]


def test_more_command_skill_and_men_never_hurt() -> None:
    """Step by step."""
    levels = range(1, 11)
    reacts = [chance(put("reaction", {"command": level}), "reacts") for level in levels]
    stands = [1 - chance(put("morale", {"command": level}), "routed") for level in levels]
    rallies = [chance(put("rally", {"command": level}), "rallies") for level in levels]
    far = [chance(put("rally", {"distance": inches}), "rallies") for inches in (5, 12, 15, 24, 30)]
    rounds = [put("close-combat", {"assault": level, "strikers": 2, "enemy_strikers": 2}) for level in levels]
    struck = [mean(answer, "lost") for answer in rounds]
    suffered = [-mean(answer, "own_lost") for answer in rounds]
    wins = [chance(put("close-combat", {"strikers": n, "enemy_strikers": 2}), "round", "won") for n in range(1, 5)]
    blows = [mean(put("free-blows", {"strikers": count}), "lost") for count in range(1, 5)]
    charges = [mean(put("assault-on-vehicle", {"charges": count}), "lost") for count in range(4)]
    damage = [mean(put("damage", {"strength": strength}), "passed") for strength in levels]
    for steps in (reacts, stands, rallies, far, struck, suffered, wins, blows, charges, damage):
        assert steps == sorted(steps)

"""Laws of the questions: what hinders never helps, and being led ends where the odds say."""

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
from sandtable.rulesets.library import clauses, examples
from sandtable.rulesets.skirmish41.options import Options

from .reckon import EVERY, chance, mean, put

# Small enough that every branch can be walked on its own, and mixed enough that something could be mixed up.
SMALL: dict[str, dict[str, Any]] = {
    "shoot": {
        "weapon": "rifle",
        "shooters": 1,
        "second_weapon": "smg",
        "second": 1,
        "distance": 10,
        "men": 3,
        "wounded": 1,
        "operator": True,
        "rating": 1,
    },
    "group-fire": {"men": 2, "wounded": 1, "operator": True},
    "throw": {"men": 3, "wounded": 1, "caught": 2},
    "gun-at-team": {"men": 2, "wounded": 1},
    "off-table": {"men": 2},
    "blast": {"men": 3, "wounded": 1, "caught": 2, "what": "medium"},
    "smoke": {"men": 2, "phosphorus": True},
    "flame": {"men": 2, "wounded": 1},
    "at-shot": {"crew": 3, "wounded": 1, "vehicle": "de.hanomag", "passengers": 1, "weapons": 1},
    "gun-at-vehicle": {"crew": 2, "weapons": 2},
    "shoot-soft-vehicle": {"weapon": "lmg", "shooters": 1, "loader": False, "vehicle": "gb.jeep", "weapons": 0},
    "damage": {"crew": 2, "wounded": 1, "vehicle": "de.lorry", "weapon": "gun-37", "passengers": 1},
    "sniper": {"men": 2, "wounded": 1, "operator": True},
    "random-shell": {"men": 2, "wounded": 1},
    "mines": {"men": 2, "wounded": 1, "rating": 1},
    "arrivals": {"portals": 9},
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
            assert step.because and all(one in clauses("skirmish41") for one in step.because)
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
    known = clauses("skirmish41")
    assert set(EVERY[name].clauses) <= set(known) and all(one.clause in known for one in answer.modifiers)
    assert len(set(EVERY[name].clauses)) == len(EVERY[name].clauses)


@pytest.mark.parametrize("example", examples("skirmish41"), ids=lambda example: example.title)
def test_worked_situations_show_what_there_is(example: Any) -> None:
    """Every value that is gone through can be asked about, and has the outcomes that are shown."""
    assert example.title and example.says
    values = [{}] if example.over is None else [{example.over.field: value} for value in example.over.values]
    for more in values:
        asked = put_question(EVERY[example.question], {**example.given, **more}, Options())
        throws: list[list[int]] = []
        while (so_far := lead(asked, throws)).next is not None:
            throws.append([so_far.next.sides if len(throws) % 2 else 1] * so_far.next.dice)
        assert so_far.found is not None and set(example.show) <= set(so_far.found)


SHOTS = st.fixed_dictionaries(
    {
        "weapon": st.sampled_from(["rifle", "smg", "lmg", "assault-rifle", "scoped-rifle"]),
        "shooters": st.integers(1, 2),
        "distance": st.integers(0, 15),
        "men": st.integers(2, 3),
        "wounded": st.integers(0, 2),
        "rating": st.integers(1, 3),
    }
)
HINDRANCES: list[dict[str, Any]] = [
    {"cover": "soft"},
    {"dispersed": True},
    {"own_suppression": 1},
    {"loader": False},
    {"distance": 16},
    {"mounted": True},
]


@given(shot=SHOTS, worse=st.sampled_from(HINDRANCES))
@settings(max_examples=8, deadline=None)
def test_a_hindrance_never_helps_the_shooter(shot: dict[str, Any], worse: dict[str, Any]) -> None:
    """Losses do not grow, and the target does not fall more often."""
    hindered, plain = put("shoot", {**shot, **worse}), put("shoot", shot)
    for outcome in ("lost", "killed"):
        assert mean(hindered, outcome) <= mean(plain, outcome)
    assert chance(hindered, "destroyed") <= chance(plain, "destroyed")


@given(shot=SHOTS)
@settings(max_examples=5, deadline=None)
def test_more_shooters_never_do_less(shot: dict[str, Any]) -> None:
    """Nor does a target that was wounded or suppressed before suffer less."""
    plain = put("shoot", shot)
    for more in ({"shooters": shot["shooters"] + 1}, {"second_weapon": "rifle", "second": 1}, {"wounded": shot["men"]}):
        assert mean(put("shoot", {**shot, **more}), "lost") >= mean(plain, "lost")
    assert chance(put("shoot", {**shot, "suppression": 1}), "routing") >= chance(plain, "routing")


@given(
    weapon=st.sampled_from(["gun-37", "gun-57", "gun-75", "gun-88", "gun-17pdr"]),
    vehicle=st.sampled_from(["gb.sherman", "gb.churchill", "de.hanomag", "de.panther", "de.tiger-ii", "gb.jeep"]),
    crew=st.integers(1, 3),
)
@settings(max_examples=6, deadline=None)
def test_flanks_are_worse_for_a_vehicle_and_hull_down_is_better(weapon: str, vehicle: str, crew: int) -> None:
    """Whether it is lost."""
    asked = {"weapon": weapon, "vehicle": vehicle, "crew": crew, "weapons": 1}
    ways: tuple[dict[str, Any], ...] = ({"hull_down": True}, {}, {"flank": True})
    lost = [chance(put("damage", {**asked, **way}), "damage", "it explodes") for way in ways]
    assert lost == sorted(lost)


def test_a_melee_is_the_same_from_both_sides() -> None:
    """Who is called `we` does not matter."""
    one = put("melee", {"weapon": "smg", "rating": 3, "helpers": 2, "enemy_friends": False})
    other = put("melee", {"enemy_weapon": "smg", "enemy_rating": 3, "enemy_helpers": 2, "friends": False})
    for here, there in (("enemy", "ours"), ("lost", "own_lost")):
        assert one.outcomes[here] == other.outcomes[there] and one.outcomes[there] == other.outcomes[here]


def test_more_men_and_actions_never_hurt() -> None:
    """Step by step."""
    stands = [chance(put("morale", {"men": men}), "routing", "no") for men in range(1, 7)]
    actions = [chance(put("morale", {"men": 2, "rating": rating}), "routing", "no") for rating in (1, 2, 3)]
    free = [chance(put("suppression", {"suppression": many}), "free") for many in range(4, 0, -1)]
    wins = [chance(put("melee", {"helpers": helpers}), "winner", "ours") for helpers in range(4)]
    spots = [chance(put("spot", {"distance": far}), "spotted") for far in (60, 48, 20, 8)]
    blasts = [mean(put("blast", {"what": what, "men": 2}), "lost") for what in ("small", "medium", "large")]
    comes = [1 - chance(put("arrivals", {"portals": many}), "comes", "nothing") for many in range(1, 9)]
    for steps in (stands, actions, free, wins, spots, blasts, comes):
        assert steps == sorted(steps)

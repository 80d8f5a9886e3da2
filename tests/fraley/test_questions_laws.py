"""Laws of the questions: what hinders never helps, merging changes nothing, and being led ends where the odds say."""

from collections.abc import Coroutine
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.dice.chance import Chance
from sandtable.mechanics.questions import Asked, Found, Settled, Staged, Trial
from sandtable.odds.ask import put as put_question
from sandtable.odds.ask import say, together
from sandtable.odds.led import lead
from sandtable.odds.walk import marginals, walk
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.library import examples
from tests.trials import trial

from .reckon import EVERY, chance, mean, put

# Small enough that every branch can be walked on its own.
SMALL: dict[str, dict[str, Any]] = {
    "activation": {"suppressed": 2, "teams": 8, "cc_reroll": True},
    "training-check": {"dice": 2, "cc_reroll": True},
    "fire": {"shooters": 2, "second_weapon": "bazooka", "second": 2, "teams": 2, "distance": 8, "directed": True},
    "fire-at-tanks": {"weapon": "bazooka", "shooters": 2, "teams": 1, "vehicle": "panther", "facing": "hull-front"},
    "saves": {"teams": 2, "hits": 2, "again": True},
    "armour": {"vehicle": "panther", "facing": "hull-front", "close": True},
    "crossing": {"tanks": 2, "cc_reroll": True, "features": 2},
    "strike": {"cc_reroll": True},
    "tank-assault": {"weapon": "bazooka", "teams": 2, "cc_reroll": True},
    "range-in": {"weapon": "nebelwerfer"},
    "barrage": {"under": 2, "cc_reroll": True, "kind": "armored", "vehicle": "panther", "again": True},
    "morale": {"cc_reroll": True},
}
FOR_EVER = {"roll-off", "edges", "close-combat"}  # can go on without end
OPTIONS = Options(barrage_fp_suppression=True)


def asked_of(name: str) -> Asked | Staged:
    """A question in a small situation."""
    return put_question(EVERY[name], SMALL.get(name, {}), OPTIONS)


def trial_of(name: str) -> Trial:
    """The trial of a question in a small situation."""
    return trial(asked_of(name))


@cache
def odds_of(name: str) -> dict[str, dict[Any, Fraction]]:
    """What a small situation can come to."""
    return marginals(together(asked_of(name), name).leaves)


class _Passing:
    """A script that is run on, but for what it says is settled."""

    def __init__(self, script: Coroutine[Any, Any, Found]) -> None:
        self.script = script

    def __await__(self) -> Any:
        sent: Any = None
        while True:
            try:
                request = self.script.send(sent)
            except StopIteration as done:
                return done.value
            sent = None if isinstance(request, Settled) else (yield request)


@pytest.mark.parametrize("name", [name for name in EVERY if name not in FOR_EVER])
def test_merging_changes_no_answer(name: str) -> None:
    """A settled key that forgot something would mix up what is not alike."""
    trial = trial_of(name)

    async def unmerged() -> Found:
        found: Found = await _Passing(trial())
        return found

    assert odds_of(name) == marginals(walk(unmerged))


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
    """With its defaults; the chances of each outcome add up to one."""
    answer = put(name)
    assert answer.needed and answer.outcomes
    for values in answer.outcomes.values():
        assert sum(Fraction(share) for share in values.values()) == 1


@pytest.mark.parametrize("example", examples("fraley"), ids=lambda example: example.title)
def test_worked_situations_show_what_there_is(example: Any) -> None:
    """Every value that is gone through can be asked about, and has the outcomes that are shown."""
    assert example.title and example.says
    values = [{}] if example.over is None else [{example.over.field: value} for value in example.over.values]
    for more in values:
        asked = put_question(EVERY[example.question], {**example.given, **more}, Options())
        throws: list[list[int]] = []
        while (so_far := lead(asked, throws)).next is not None:
            throws.append([6] * so_far.next.dice if len(throws) % 2 else [1] * so_far.next.dice)
            if len(throws) > 1 and example.question in FOR_EVER:
                break
        assert so_far.found is None or set(example.show) <= set(so_far.found)


SHOTS = st.fixed_dictionaries(
    {
        "weapon": st.sampled_from(["rifle", "smg", "lmg", "hmg", "bazooka", "75mm"]),
        "shooters": st.integers(1, 2),
        "distance": st.integers(0, 18),
        "training": st.sampled_from(["green", "veteran"]),
        "kind": st.sampled_from(["infantry", "gun"]),
        "teams": st.integers(1, 4),
        "occasion": st.sampled_from(["fire", "overwatch"]),
    }
)
HINDRANCES: list[dict[str, Any]] = [{"concealed": "yes"}, {"gone_to_ground": True}, {"training": "elite"}]
HINDRANCES += [{"idle": True}, {"concealed": "yes", "gone_to_ground": True}]


@given(shot=SHOTS, worse=st.sampled_from(HINDRANCES))
@settings(max_examples=12, deadline=None)
def test_a_hindrance_never_helps_the_shooter(shot: dict[str, Any], worse: dict[str, Any]) -> None:
    """Neither hits nor losses nor markers grow."""
    hindered, plain = put("fire", {**shot, **worse}), put("fire", shot)
    for outcome in ("hits", "lost", "markers"):
        assert mean(hindered, outcome) <= mean(plain, outcome)


@given(shot=SHOTS)
@settings(max_examples=8, deadline=None)
def test_one_more_shooter_and_a_reroll_never_do_less(shot: dict[str, Any]) -> None:
    """Of anything."""
    plain = put("fire", shot)
    better: list[dict[str, Any]] = [{"shooters": shot["shooters"] + 1}, {"directed": True}, {"ran": True}]
    if shot["occasion"] == "fire":
        better.append({"occasion": "aimed"})
    for more in better:
        helped = put("fire", {**shot, **more})
        for outcome in ("hits", "lost"):
            assert mean(helped, outcome) >= mean(plain, outcome)


TANKS = st.fixed_dictionaries(
    {
        "weapon": st.sampled_from(["bazooka", "37mm", "pak40"]),
        "shooters": st.integers(1, 2),
        "distance": st.integers(0, 24),
        "vehicle": st.sampled_from(["m4-sherman", "panzer-iv", "panther", "stug-iii-g"]),
        "teams": st.integers(1, 3),
    }
)


@given(shot=TANKS)
@settings(max_examples=8, deadline=None)
def test_flanks_and_running_are_worse_for_a_tank(shot: dict[str, Any]) -> None:
    """Front, then a die for hull or turret, then Flank; and whoever ran."""
    front, mixed, flank = (put("fire-at-tanks", {**shot, "facing": one}) for one in ("front", "hull-front", "flank"))
    assert mean(front, "lost") <= mean(mixed, "lost") <= mean(flank, "lost")
    ran = put("fire-at-tanks", {**shot, "ran": True})
    assert mean(ran, "lost") >= mean(front, "lost")
    hidden = put("fire-at-tanks", {**shot, "concealed": True})
    assert mean(hidden, "lost") <= mean(front, "lost")


def test_more_training_guns_and_teams_never_hurt() -> None:
    """Step by step."""
    levels = ("green", "veteran", "elite")
    passed = [chance(put("activation", {"training": level}), "passed") for level in levels]
    stays = [1 - chance(put("morale", {"training": level}), "destroyed") for level in levels]
    struck = [mean(put("strike", {"training": level}), "lost") for level in levels]
    guns = [mean(put("barrage", {"guns": count}), "lost") for count in (2, 3, 4, 5, 6)]
    clear = [chance(put("break-off", {"gap": gap}), "gets_clear") for gap in range(9)]
    wins = [mean(put("close-combat", {"teams": count}), "defenders_lost") for count in (2, 4, 6)]
    for steps in (passed, stays, struck, guns, clear, wins):
        assert steps == sorted(steps)
    marked = [chance(put("activation", {"teams": 8, "suppressed": count}), "passed") for count in range(9)]
    assert marked == sorted(marked, reverse=True)

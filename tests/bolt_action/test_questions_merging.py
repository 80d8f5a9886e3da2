"""Settled points merge only what is alike: with and without them the answers are the same, and led dice agree with both."""

from collections.abc import Coroutine
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.dice.chance import Chance
from sandtable.mechanics.questions import Found, Settled, Trial
from sandtable.odds.ask import put, say
from sandtable.odds.led import LedView
from sandtable.odds.walk import marginals, walk
from sandtable.rulesets.bolt_action.options import Options
from tests.trials import led_along, trial

from .reckon import EVERY

# Small enough that every branch can be walked on its own.
SMALL: dict[str, dict[str, Any]] = {
    "shooting": {"shooters": 3, "target_men": 4, "medic": True, "dug_in": True, "target_down": True},
    "damage-troops": {"hits": 4},
    "flamethrower": {"target_men": 3},
    "he": {"he": "D3", "shells": 2, "target_men": 3},
    "shooting-he": {"weapon": "light-autocannon", "shooters": 1, "target_men": 3, "distance": 20},
    "indirect": {"he": "D6", "target_men": 4},
    "shooting-armour": {"weapon": "light-autocannon", "armour": "armoured-car"},
    "assault-vehicle": {"men": 3},
    "barrage": {"target_men": 2},
    "air-strike": {"target_men": 2},
    "flak": {"guns": 2, "own_side": True},
}
FOR_EVER = {"close-quarters", "sides"}  # ties can go on without end
LONG = {"air-on-armour", "barrage", "air-strike"}  # too many branches without merging


def trial_of(name: str) -> Trial:
    """The trial of a question in a small situation."""
    return trial(put(EVERY[name], SMALL.get(name, {}), Options()))


@cache
def odds_of(name: str) -> dict[str, dict[Any, Fraction]]:
    """What a small situation can come to."""
    return marginals(walk(trial_of(name)))


def unmerged(trial: Trial) -> Trial:
    """The same trial with its settled points passed over."""

    async def all_of_it() -> Found:
        found: Found = await _Passing(trial())
        return found

    return all_of_it


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


@pytest.mark.parametrize("name", [name for name in EVERY if name not in FOR_EVER | LONG])
def test_merging_changes_no_answer(name: str) -> None:
    """A settled key that forgot something would mix up what is not alike."""
    assert marginals(walk(trial_of(name))) == marginals(walk(unmerged(trial_of(name))))


def run_through(trial: Trial, face: Any) -> tuple[LedView, list[list[int]]]:
    """Throw until all is decided; `face` says what the next die shows."""
    throws: list[list[int]] = []
    while True:
        found = led_along(trial, throws)
        if found.next is None:
            return found, throws
        throws.append([face(found.next.sides) for _ in range(found.next.dice)])


@pytest.mark.parametrize("name", EVERY)
@given(seed=st.integers(0, 1 << 30))
@settings(max_examples=15, deadline=None)
def test_being_led_always_ends_where_the_odds_say_it_may(name: str, seed: int) -> None:
    """Random dice: every throw has words, needs and clauses, and what is found has a chance."""
    trial = trial_of(name)
    dice = Chance("led", seed)  # true chance: hypothesis would love to throw ties for ever
    found, throws = run_through(trial, lambda sides: dice.randint(1, sides))
    assert found.found is not None
    assert [list(step.faces) for step in found.steps] == throws
    for step in found.steps:
        assert step.why[0] == step.why[0].upper() and not step.why.startswith(":")
        assert step.needs and step.said and step.because and all(step.because)
        assert len(step.faces) == step.dice
    known = odds_of(name)
    for outcome, word in found.found.items():
        assert word in {say(value) for value in known[outcome]}


TINY: list[tuple[str, dict[str, Any]]] = [
    ("shooting", {"shooters": 2, "target_men": 2}),
    ("rally", {"pins": 2}),
    ("assault-vehicle", {"men": 1, "armour": "armoured-car"}),
    ("ranging-in", {"turns": 3}),
    ("order-dice", {"own": 2, "other": 3, "draws": 3}),
]


@pytest.mark.parametrize(("name", "situation"), TINY)
def test_all_throws_of_a_small_case_make_up_the_odds_exactly(name: str, situation: dict[str, Any]) -> None:
    """Every face of every die, weighed: the distribution that the walk gives."""
    small = trial(put(EVERY[name], situation, Options()))
    found: dict[str, dict[str, Fraction]] = {}
    waiting: list[tuple[list[list[int]], Fraction]] = [([], Fraction(1))]
    while waiting:
        throws, weight = waiting.pop()
        so_far = led_along(small, throws)
        if so_far.next is not None:
            faces = list(product(range(1, so_far.next.sides + 1), repeat=so_far.next.dice))
            waiting += [([*throws, list(throw)], weight / len(faces)) for throw in faces]
            continue
        assert so_far.found is not None
        for outcome, word in so_far.found.items():
            values = found.setdefault(outcome, {})
            values[word] = values.get(word, Fraction(0)) + weight
    odds = marginals(walk(small))
    assert found == {name: {say(value): share for value, share in values.items()} for name, values in odds.items()}

"""Equal states are merged and nothing else: led dice agree with the odds, whether all of them are weighed or some thrown."""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.dice.chance import Chance
from sandtable.mechanics.questions import Staged
from sandtable.odds.ask import put, together
from sandtable.odds.distribution import marginals
from sandtable.odds.led import LedView, lead
from sandtable.odds.supposed import say
from sandtable.rulesets.bolt_action.options import Options

from .reckon import EVERY

# Small enough that every branch can be walked on its own.
SMALL: dict[str, dict[str, Any]] = {
    "shooting": {"shooters": 3, "target_men": 4, "medic": True, "dug_in": True, "target_down": True},
    "damage-troops": {"hits": 4},
    "flamethrower": {"target_men": 3},
    "he": {"he": "D3", "shells": 2, "target_men": 3},
    "shooting-he": {"weapon": "light-autocannon", "shooters": 1, "target_men": 3, "distance": 20},
    "indirect": {"weapon": "light-mortar", "distance": 20, "target_men": 4},
    "shooting-armour": {"weapon": "light-autocannon", "armour": "armoured-car"},
    "flame-at-vehicle": {"armour": "soft-skin"},
    "assault-vehicle": {"men": 3},
    "barrage": {"target_men": 2},
    "air-strike": {"target_men": 2},
    "flak": {"guns": 2, "own_side": True},
}


def asked_of(name: str) -> Staged:
    """A question in a small situation."""
    return put(EVERY[name], SMALL.get(name, {}), Options())


@cache
def odds_of(name: str) -> dict[str, dict[Any, Fraction]]:
    """What a small situation can come to."""
    return marginals(together(asked_of(name), name).leaves)


def run_through(asked: Staged, face: Any) -> tuple[LedView, list[list[int]]]:
    """Throw until all is decided; `face` says what the next die shows."""
    throws: list[list[int]] = []
    while True:
        found = lead(asked, throws)
        if found.next is None:
            return found, throws
        throws.append([face(found.next.sides) for _ in range(found.next.dice)])


@pytest.mark.parametrize("name", EVERY)
@given(seed=st.integers(0, 1 << 30))
@settings(max_examples=15, deadline=None)
def test_being_led_always_ends_where_the_odds_say_it_may(name: str, seed: int) -> None:
    """Random dice: every throw has words, needs and clauses, and what is found has a chance."""
    dice = Chance("led", seed)  # true chance: hypothesis would love to throw ties for ever
    found, throws = run_through(asked_of(name), lambda sides: dice.randint(1, sides))
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
    """Every face of every die, weighed: the very odds of the answer."""
    small = put(EVERY[name], situation, Options())
    found: dict[str, dict[str, Fraction]] = {}
    waiting: list[tuple[list[list[int]], Fraction]] = [([], Fraction(1))]
    while waiting:
        throws, weight = waiting.pop()
        so_far = lead(small, throws)
        if so_far.next is not None:
            faces = list(product(range(1, so_far.next.sides + 1), repeat=so_far.next.dice))
            waiting += [([*throws, list(throw)], weight / len(faces)) for throw in faces]
            continue
        assert so_far.found is not None
        for outcome, word in so_far.found.items():
            values = found.setdefault(outcome, {})
            values[word] = values.get(word, Fraction(0)) + weight
    odds = marginals(together(small, name).leaves)
    assert found == {name: {say(value): share for value, share in values.items()} for name, values in odds.items()}

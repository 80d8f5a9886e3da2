"""The actions that forecasts are measured by: one of each kind, in which something is decided by dice."""

import pytest

from sandtable.odds.forecast import Standing, look_ahead, read
from sandtable.rulesets.d10.basics.units import coherent, engaged
from sandtable.rulesets.d10.ruleset import RULESET
from sandtable.rulesets.library import situations

# What must be among the things that each of them may do to somebody.
SPEAKS_OF = {
    "a rifle squad shoots": (1, "models lost"),
    "a machine-gun team shoots": (1, "routs"),
    "a mortar shoots": (1, "hits"),
    "a tank at a tank and a squad": (2, "wounds lost"),
    "a reaction shot": (0, "reaction test"),
    "an assault, six on five": (1, "panics"),
    "a counter-charge, six on five": (0, "panics"),
    "an assault under fire": (0, "reaches contact"),
    "an assault on a tank": (1, "wounds lost"),
}


def test_every_kind_is_measured() -> None:
    """And nothing without a word of what it should show."""
    assert set(situations("d10")) == set(SPEAKS_OF)


@pytest.mark.parametrize("name", SPEAKS_OF)
def test_units_of_a_situation_could_stand_like_this(name: str) -> None:
    """In coherency, and nobody in contact yet."""
    state = situations("d10")[name].state
    for number in range(len(state.units)):
        assert coherent(state, number) and not engaged(state, number)


@pytest.mark.parametrize("name", SPEAKS_OF)
def test_what_matters_is_undecided_before_the_dice_fall(name: str) -> None:
    """An action of which everything is certain would measure nothing. All are exact, with what was noted on the way."""
    situation = situations("d10")[name]
    standing = Standing(RULESET, situation.state, (), situation.state, situation.seat)
    found = look_ahead(standing, situation.begin)
    assert (found.trials, found.noted) == (0, True)
    assert len(read(standing, found).spreads[SPEAKS_OF[name]].values) > 1

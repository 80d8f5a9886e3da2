"""The actions that forecasts are measured by: one of each kind, in which something is decided by dice."""

import pytest

from sandtable.odds.forecast import Standing, look_ahead, read
from sandtable.rulesets.library import situations
from sandtable.rulesets.sotr.ruleset import RULESET

# What must be among the things that each of them may do to somebody.
SPEAKS_OF = {
    "four men shoot at four": (1, "GONERs"),
    "suppressing fire from hiding": (1, "Suppressed"),
    "zombies charge": (1, "Fleeing"),
    "a charge and its fight": (0, "GONERs"),
    "hand-to-hand, three against three": (1, "DOWN"),
    "a flamethrower": (1, "on fire"),
    "an RPG at a mech": (1, "destroyed"),
    "an RPG at men": (1, "GONERs"),
    "grenades": (0, "GONERs"),
}


def test_every_kind_is_measured() -> None:
    """And nothing without a word of what it should show."""
    assert set(situations("sotr")) == set(SPEAKS_OF)


@pytest.mark.parametrize("name", SPEAKS_OF)
def test_what_matters_is_undecided_before_the_dice_fall(name: str) -> None:
    """An action of which everything is certain would measure nothing."""
    situation = situations("sotr")[name]
    standing = Standing(RULESET, situation.state, (), situation.state, situation.seat)
    found = look_ahead(standing, situation.begin)
    assert not found.trials, "it is exact"
    spread = read(standing, found).spreads[SPEAKS_OF[name]]
    assert len(spread.values) > 1

"""The actions that forecasts are measured by: one of each kind, in which something is decided by dice."""

import pytest

from sandtable.odds.forecast import Standing, look_ahead, read
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.rulesets.library import situations

# What must be among the things that each of them may do to somebody.
SPEAKS_OF = {
    "a rifle platoon fires": (1, "Teams lost"),
    "a rifle platoon fires aimed": (1, "suppression"),
    "machine guns fire": (1, "hits"),
    "three guns at four tanks": (1, "Teams lost"),
    "tanks fire at infantry": (1, "Teams lost"),
    "a barrage on six Teams": (0, "ranges in"),
    "an assault, four on three": (0, "Teams lost"),
    "an assault on tanks": (1, "destroyed"),
}


def test_every_kind_is_measured() -> None:
    """And nothing without a word of what it should show."""
    assert set(situations("fraley")) == set(SPEAKS_OF)


@pytest.mark.parametrize("name", SPEAKS_OF)
def test_what_matters_is_undecided_before_the_dice_fall(name: str) -> None:
    """An action of which everything is certain would measure nothing."""
    situation = situations("fraley")[name]
    standing = Standing(RULESET, situation.state, (), situation.state, situation.seat)
    found = look_ahead(standing, situation.begin)
    assert not found.trials, "it is exact"
    assert found.noted
    spread = read(standing, found).spreads[SPEAKS_OF[name]]
    assert len(spread.values) > 1

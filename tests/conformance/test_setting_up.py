"""Every rulebook says when a battle is being set up, a bot can set either side up, and then the shooting begins soon."""

import pytest

from sandtable.play.record import seeded_box
from sandtable.rulesets.library import OURS, RULESETS, notes, ruleset
from sandtable.server.arranging import everybody
from sandtable.server.played import Played

from .battles import Battle
from .first_shot import answers_before_the_first_shot

EVERY = [(name, scenario) for name in RULESETS for scenario in ruleset(name).scenarios()]
SHORT = [(name, scenario) for name, scenario in EVERY if notes(name, scenario).short]
AT_MOST, AT_MOST_SHORT = 6, 3  # answers before the first shot can fall


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_a_set_up_begins_the_battle_and_ends_once(name: str, scenario: str) -> None:
    """It lasts from the first question on, and once it is over it does not come back."""
    battle = Battle(name, scenario, 3)
    over = False
    assert battle.rules.setting_up(battle.game.initial)
    for asked, _ in enumerate(battle.decisions()):
        now = battle.rules.setting_up(battle.game.state)
        assert not (over and now)
        over = over or not now
        if asked > 120:
            break
    assert over


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_both_sides_are_set_up_the_same_every_time(name: str, scenario: str) -> None:
    """With a seed the deployment is the same, however often it is made."""
    battle = Battle(name, scenario, 3)
    made = []
    for _ in range(2):
        played = Played(battle.rules, battle.header, seeded_box(3))
        everybody(played)
        assert not battle.rules.setting_up(played.game.state)
        made.append(played.game.state)
    assert made[0] == made[1]


def test_every_book_of_ours_has_two_short_battles() -> None:
    """Something for ten minutes."""
    for name in OURS:
        assert sum(book == name for book, _ in SHORT) >= 2, name


@pytest.mark.parametrize(("name", "scenario"), [(name, scenario) for name, scenario in EVERY if name in OURS])
def test_the_first_shot_can_fall_soon(name: str, scenario: str) -> None:
    """At most three answers in a short battle of ours, at most six in any other where the set-up on offer is taken."""
    short = (name, scenario) in SHORT
    most = AT_MOST_SHORT if short else AT_MOST
    assert answers_before_the_first_shot(name, scenario, placed=short, most=most) is not None

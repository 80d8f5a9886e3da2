"""What a roll was worth: nothing on average, and by hand where it can be worked out by hand."""

from fractions import Fraction
from typing import Any

import pytest

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.odds.luck import Judged, all_rolls, swing_of
from sandtable.odds.swing import swing, swings
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.rulesets.library import ruleset

RULES = ruleset("bolt-action")


@pytest.fixture(scope="module")
def rolls() -> list[Judged]:
    """The rolls of a battle, each with the game that waits for it."""
    header = Header(RULES.name, RULES.version, {}, RULES.scenario("attrition"), ("rookie", "rookie"))
    game = new_game(RULES, header, seeded_box(8))
    fight(game, (bot("rookie", RULES, 8, 0), bot("rookie", RULES, 8, 1)))
    return [one for one in all_rolls(RULES, game.initial, game.everything(), stand=True) if one.game is not None]


Weighed = list[tuple[Judged, dict[str, tuple[Fraction, Fraction]]]]


@pytest.fixture(scope="module")
def weighed(rolls: list[Judged]) -> Weighed:
    """The first of them, with what each value is worth."""
    found = [(one, swings(one.game, one.roll)) for one in rolls[:60] if one.game is not None]
    return [(one, each) for one, each in found if each is not None]


def test_over_all_that_can_come_a_roll_is_worth_nothing(weighed: Weighed) -> None:
    """Exactly; and what can come is what its reading says, with the same chances."""
    assert len(weighed) > 40
    assert any(worth for _, each in weighed for _, worth in each.values())
    for one, each in weighed:
        assert sum(chance * worth for chance, worth in each.values()) == 0
        assert {said: chance for said, (chance, _) in each.items()} == {
            str(value): chance for value, chance in one.expects.chances()
        }


def test_the_last_shot_of_an_action_is_worth_what_it_strikes(weighed: Weighed) -> None:
    """To damage one man is worth his points, less what that was worth before the die."""
    one, each = next(
        (one, each)
        for one, each in weighed
        if one.roll.why.endswith("to damage") and one.roll.dice == 1 and all(worth for _, worth in each.values())
    )
    (missed, lost), *_ = [each[said] for said in each if said in {"0", "(0, 0)"}]
    assert lost < 0
    struck = [(chance, worth) for said, (chance, worth) in each.items() if said not in {"0", "(0, 0)"}]
    assert all(worth > 0 for _, worth in struck)
    assert sum(chance for chance, _ in struck) == 1 - missed == one.expects.mean


def test_what_came_is_what_is_told(weighed: Weighed) -> None:
    """The worth of the value that came, for whoever threw, and the opposite for the other side."""
    one, each = next((one, each) for one, each in weighed if each[str(one.value)][1])
    assert one.game is not None
    worth = each[str(one.value)][1]
    assert swing_of(one, swing) == float(worth)
    other: Any = swings(one.game, one.roll, seat=1 - one.roll.seat)
    assert other[str(one.value)][1] == -worth


def test_a_roll_that_nothing_hangs_on_has_no_worth(rolls: list[Judged]) -> None:
    """How far the winner of a fight regroups costs nobody anything, and the look ahead does not come by it."""
    regroups = [one for one in rolls if one.roll.why.endswith("regroups")]
    assert regroups
    assert [swing_of(one, swing) for one in regroups] == [None] * len(regroups)


def test_what_would_take_too_long_is_not_told(weighed: Weighed) -> None:
    """Rather than guessed."""
    one, _ = next((one, each) for one, each in weighed if each[str(one.value)][1])
    assert one.game is not None
    assert swings(one.game, one.roll, budget=1) is None

"""The luck of a battle against counters that lie face down."""

from itertools import islice

from sandtable.bots import bot
from sandtable.odds.luck import all_rolls, sheet
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.rulesets.library import ruleset


def test_the_dice_that_shuffle_many_counters_are_told_without_listing_every_throw() -> None:
    """A die for each counter: that there are more throws of so many than a machine can hold is nobody's luck."""
    rules = ruleset("skirmish41")
    header = Header(rules.name, rules.version, {}, rules.scenario("patrol"), ("random", "random"))
    game = new_game(rules, header, seeded_box(4))
    player = bot("random", rules, 4, 0)
    for decision in islice(iter(lambda: game.pending, None), 10):
        game.answer(player.answer(game.state, decision))
    rolls = all_rolls(rules, game.initial, game.everything(), stand=True)
    assert any(one.roll.sides**one.roll.dice > 10**9 for one in rolls)
    assert sheet(rolls).swings == "none"

"""Records of whole battles between bots."""

import pytest

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.play.record import Digest, Header, make_record, new_game, seeded_box, verify
from sandtable.rulesets.bolt_action.ruleset import RULESET


@pytest.mark.parametrize(
    ("scenario", "seed", "bots"),
    [
        ("attrition", 101, ("random", "random")),
        ("attrition", 148, ("random", "random")),
        ("three-objectives", 26, ("rookie", "rookie")),
        ("hold", 50, ("rookie", "rookie")),
        ("breakthrough", 3, ("rookie", "random")),
    ],
)
def test_battles_of_bots_leave_records_that_hold(scenario: str, seed: int, bots: tuple[str, str]) -> None:
    """What a bot was allowed to answer is allowed when it is replayed; some of these seeds once found it was not."""
    header = Header(RULESET.name, RULESET.version, {}, RULESET.scenario(scenario), bots)
    game = new_game(RULESET, header, seeded_box(seed))
    digest = Digest()
    fight(game, (bot(bots[0], RULESET, seed, 0), bot(bots[1], RULESET, seed, 1)), digest.add)
    record = make_record(game, header, seeded_box(seed), digest.hex())
    assert verify(RULESET, record).outcome == game.outcome

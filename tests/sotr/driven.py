"""A battle at the kennels that two bots fight until a unit must follow up, for a browser to take it up there."""

from typing import NamedTuple

from sandtable.bots import bot
from sandtable.play.record import Digest, Header, make_record, new_game, seeded_box, write_record
from sandtable.play.views import view
from sandtable.play.wire import to_plain
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.ruleset import RULESET

SEEDS = range(1, 40)


class Driven(NamedTuple):
    """A battle as it was recorded, and where somebody may not stay."""

    record: bytes
    begins: int  # the beat


def driven_on() -> Driven:
    """The first battle of some in which a unit must follow up toward a fight."""
    return next(found for seed in SEEDS if (found := _fought(seed)) is not None)


def _fought(seed: int) -> Driven | None:
    header = Header(RULESET.name, RULESET.version, to_plain(Options()), RULESET.scenario("kennels"), ("Ann", "Ben"))
    dice = seeded_box(seed)
    game = new_game(RULESET, header, dice)
    bots = [bot("rookie", RULESET, seed, seat) for seat in (0, 1)]
    digest, happened, begins = Digest(), 0, 0
    while (decision := game.pending) is not None:
        news = game.take()
        digest.add(news)
        happened += len(news)
        if not begins and decision.kind == "close in":
            begins = happened
        game.answer(bots[decision.seat].answer(view(RULESET, game.state, decision.seat), decision))
    digest.add(game.take())
    return Driven(write_record(make_record(game, header, dice, digest.hex())), begins) if begins else None

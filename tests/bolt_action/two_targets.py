"""A battle laid out on an open field: a squad that may fire at another close by, or at a machine gun further off.

A browser plays it again from where the squad is asked, so that nobody need hope for targets of differing worth.
"""

from typing import Any, NamedTuple

import msgspec

from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.marching import Marching
from sandtable.play.record import Digest, Header, make_record, new_game, seeded_box, write_record
from sandtable.play.wire import to_plain
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.ruleset import RULESET

PLACES = {
    "Lieutenant Hale": (4, 46),
    "Able squad": (20, 30),
    "Baker squad": (6, 42),
    "MMG team": (44, 46),
    "Bazooka team": (40, 46),
    "Leutnant Brandt": (44, 2),
    "1st group": (20, 19),
    "2nd group": (6, 4),
    "MG team": (36, 14),
    "Granatwerfer": (46, 5),
}


class Laid(NamedTuple):
    """A battle as it was recorded, and where its squad is about to choose."""

    record: bytes
    begins: int  # the beat


def laid_out() -> Laid:
    """Able fires as long as it lasts, and nobody else does anything."""
    orchard = RULESET.scenario("orchard")
    mission: dict[str, Any] = {**orchard.rules["bolt-action"], "zone_depth": inches(20)}
    scenario = msgspec.structs.replace(
        orchard,
        name="two-targets",
        title="Two targets",
        battlefield=msgspec.structs.replace(orchard.battlefield, terrain=()),
        rules={"bolt-action": mission},
    )
    header = Header(RULESET.name, RULESET.version, to_plain(Options(premeasure=True)), scenario, ("Ann", "Ben"))
    dice = seeded_box(1)
    game = new_game(RULESET, header, dice)
    digest, happened, begins = Digest(), 0, 0
    while (decision := game.pending) is not None:
        news = game.take()
        digest.add(news)
        happened += len(news)
        if not begins and decision.kind == "target":
            begins = happened
        game.answer(_answer(decision))
    digest.add(game.take())
    return Laid(write_record(make_record(game, header, dice, digest.hex())), begins)


def _answer(decision: Decision[Any]) -> object:
    """Everybody where this battle wants him; Able fires at what it names first, and the others lie down."""
    domain = decision.domain
    if isinstance(domain, Marching):
        x, y = next(at for name, at in PLACES.items() if name in decision.prompt)
        return domain.suggest((inches(x), inches(y)))
    if isinstance(domain, OneOf):
        wanted = "fire" if decision.prompt.startswith("Able") else "down"
        return wanted if wanted in domain.values else decision.usual() or next(iter(domain.values))
    return decision.usual()

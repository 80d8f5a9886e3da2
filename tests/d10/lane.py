"""A battle that a browser can play on from: two squads close to each other at a lane, a machine gun and another squad.

What happens in the turn that follows is certain, because dice fall as they fell in the record and the answers are told: a
machine gun on Hold shoots at a squad on the move, an assault is answered with fire, and a round of close combat is fought.
"""

from typing import Any, NamedTuple

from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.events import Event
from sandtable.play.marching import Marching
from sandtable.play.plan_march import plan_march
from sandtable.play.record import Digest, Header, make_record, new_game, seeded_box, write_record
from sandtable.play.scenario import Enlisted, Force, Scenario
from sandtable.play.wire import to_plain
from sandtable.rulesets.d10.basics.units import contacts
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.ruleset import RULESET
from sandtable.table.maps import MapFile, TerrainEntry, build_map

SEEDS = range(400)
TURN = 2  # which is played at the page
UP = 3  # inches that Baker goes up the table in it: as many presses of an arrow
PLACES = {"Able": (12, 38), "Baker": (32, 42), "Hale": (22, 46), "Zug": (12, 10), "MG team": (34, 9), "Kurz": (42, 2)}
FIRST = {0: ("Baker", "Able", "Hale"), 1: ("MG team", "Zug", "Kurz")}  # who is activated in which order
ORDERS = {
    1: {"Able": ("rush",), "Zug": ("rush",)},
    TURN: {"MG team": ("hold",), "Zug": ("hold",), "Baker": ("move",), "Able": ("assault",)},
}
RUN_UP = {"Able": -12, "Zug": 12}  # inches down the table, in the turn before
PLAIN = {"initiative": "p1", "react at": "s2"}  # answers that are always the same
STORY = {
    "went on Hold",
    "was on its way",
    "passed a reaction test",
    "lost models",
    "declared an assault",
    "charged",
    "lost the round",
}
ASKED = {"initiative", "activate", "order", "move", "react", "react at", "answer an assault", "allocate"}


class Story(NamedTuple):
    """A battle as it was recorded, where its second turn begins, and what is asked and answered in it."""

    record: bytes
    begins: int  # the beat
    told: tuple[tuple[str, str, object], ...]  # kinds, prompts, answers


def _scenario() -> Scenario:
    lane = TerrainEntry("hedge", name="lane hedge", line=[(20, 18), (26, 18)])
    ours = (
        Enlisted("us.rifle-squad", "Able"),
        Enlisted("us.rifle-squad", "Baker"),
        Enlisted("us.second-lieutenant", "Hale"),
    )
    theirs = (
        Enlisted("de.grenadier-squad", "Zug"),
        Enlisted("de.mmg-team", "MG team"),
        Enlisted("de.platoon-sergeant", "Kurz"),
    )
    return Scenario(
        "lane",
        "The lane",
        "",
        build_map(MapFile("lane", "The lane", (48, 48), [lane]), "lane"),
        (Force("US", "US", ours), Force("Germans", "German", theirs)),
        {"d10": {"name": "meeting", "points": 300, "turns": TURN + 1}},
    )


def story() -> Story:
    """The first battle of some in which all of it happens."""
    return next(told for seed in SEEDS if (told := _told(seed)) is not None)


def _told(seed: int) -> Story | None:
    header = Header(RULESET.name, RULESET.version, to_plain(Options()), _scenario(), ("Ann", "Ben"))
    dice = seeded_box(seed)
    game = new_game(RULESET, header, dice)
    digest, happened, begins = Digest(), 0, 0
    told: list[tuple[str, str, object]] = []
    verbs: set[str] = set()
    fighting = False
    while (decision := game.pending) is not None:
        turn, news = game.state.turn, game.take()
        digest.add(news)
        happened += len(news)
        if turn > TURN and not _all_there(verbs, told, fighting=fighting):
            return None
        if not begins and turn == TURN:
            begins, news = happened, []
        answer = _answer(decision, game.state.units[decision.unit].name if decision.unit is not None else "", turn)
        if turn == TURN:
            verbs |= {one.verb for one in news if isinstance(one, Event)}
            told.append((decision.kind, decision.prompt, answer))
            fighting = len(contacts(game.state).models) > 1
        game.answer(answer)
    digest.add(game.take())
    return Story(write_record(make_record(game, header, dice, digest.hex())), begins, tuple(told))


def _all_there(verbs: set[str], told: list[tuple[str, str, object]], *, fighting: bool) -> bool:
    """Whether all of the story has happened, and the close combat goes on."""
    return fighting and verbs >= STORY and {kind for kind, _, _ in told} >= ASKED


def _answer(decision: Decision[Any], unit: str, turn: int) -> object:
    """Everybody where this battle wants him, both squads run up in turn 1; then as the story goes, else as usual."""
    domain = decision.domain
    if decision.kind == "edge":
        return "south" if decision.seat == 0 else "north"
    if decision.kind in PLAIN:
        return PLAIN[decision.kind]
    if isinstance(domain, Marching):
        return _move(decision, domain, unit, turn)
    if decision.kind == "order":
        return next((key for key in ORDERS.get(turn, {}).get(unit, ()) if _first_order(decision)), "nothing")
    if decision.kind == "activate":
        assert isinstance(domain, OneOf)
        labels = {domain.label(value): key for key, value in domain.values.items()}
        return next(labels[name] for name in FIRST[decision.seat] if name in labels)
    return decision.usual()


def _first_order(decision: Decision[Any]) -> bool:
    return decision.prompt.endswith("what order?")


def _move(decision: Decision[Any], domain: Marching, unit: str, turn: int) -> object:
    if decision.kind == "set up":
        x, y = next(spot for name, spot in PLACES.items() if name in decision.prompt)
        return domain.suggest((inches(x), inches(y))) or decision.usual()
    x, y = domain.terms.layout.point(domain.movers[0])
    if turn == 1 and unit in RUN_UP:
        return domain.suggest((x, y + inches(RUN_UP[unit]))) or domain.stay()
    if turn == TURN and unit == "Baker" and decision.kind == "move":
        return plan_march(domain, (x, y - inches(UP)), (), None, None, None).draft
    return domain.stay()

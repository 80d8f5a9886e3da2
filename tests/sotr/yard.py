"""A battle that a browser can play on from: the living behind a barn, a mob beyond it, nobody in sight of anybody.

What happens in the two turns that follow is certain, because dice fall as they fell in the record: Overwatch fire as the mob
comes round the barn, HORROR, a charge and hand-to-hand.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.events import Event
from sandtable.play.marching import Marching
from sandtable.play.record import Digest, Header, make_record, new_game, seeded_box, write_record
from sandtable.play.scenario import Enlisted, Force, Scenario
from sandtable.play.wire import to_plain
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.ruleset import RULESET
from sandtable.rulesets.sotr.state import Battle
from sandtable.table.maps import MapFile, TerrainEntry, build_map

SEEDS = range(2, 60)
TURNS = 2  # that are played at the page
GOALS = {"Set up Hale": (30, 40), "Set up Able": (14, 31), "Set up Snipers": (40, 40)}
MOB = (2.5, 31)
ABLE = 1
WANTED = {(1, "fired on Overwatch", True), (2, "came to grips", False), (2, "began a fight", False)}


def _scenario() -> Scenario:
    barn = TerrainEntry("building", name="barn", box=(7, 27, 3, 8))
    living = (
        Enlisted("us.command", "Hale"),
        Enlisted("us.rifle-squad", "Able"),
        Enlisted("us.sniper-team", "Snipers"),
    )
    return Scenario(
        "yard",
        "The yard",
        "",
        build_map(MapFile("yard", "The yard", (48, 48), [barn]), "yard"),
        (Force("US", "US", living), Force("The Dead", "Reich", (Enlisted("reich.zombies", "Mob"),))),
        {"sotr": {"name": "dead-walk", "turns": 3, "points": 400, "zone": 24_000}},
    )


class Story(NamedTuple):
    """A battle as it was recorded, where its first turn begins, and what is asked in the turns that a page plays."""

    record: bytes
    begins: int  # the beat
    prompts: tuple[str, ...]


def answer_to(kind: str, keys: Sequence[str]) -> str | None:
    """What this story wants of a question besides the usual: Overwatch for whoever may, and its fire at once."""
    if kind == "command":
        return next((key for key in keys if key.startswith("overwatch")), None)
    return keys[1] if kind == "overwatch" else None


def _answer(decision: Decision[Any]) -> object:
    """Everybody where this battle wants him; then as the story goes, as usual, or the first of what there is to choose."""
    domain = decision.domain
    if decision.kind == "set up":
        assert isinstance(domain, Marching)
        x, y = GOALS.get(decision.prompt, MOB)
        return domain.suggest((inches(x), inches(y))) or decision.usual()
    if decision.kind == "begin hidden":
        return [f"u{ABLE}"]  # behind the barn
    if not isinstance(domain, OneOf):
        return decision.usual()
    keys = list(domain.values)
    return answer_to(decision.kind, keys) or decision.usual() or keys[0]


def story() -> Story:
    """The first battle of some in which all of it happens: Overwatch fire in turn 1, models DOWN, a fight in turn 2."""
    return next(told for seed in SEEDS if (told := _told(seed)) is not None)


def _told(seed: int) -> Story | None:
    header = Header(RULESET.name, RULESET.version, to_plain(Options()), _scenario(), ("Ann", "Ben"))
    dice = seeded_box(seed)
    game = new_game(RULESET, header, dice)
    digest, happened, begins = Digest(), 0, 0
    prompts: list[str] = []
    came = False
    verbs: set[tuple[int, str, bool]] = set()  # with their turn, and whether the other side was not told
    while (decision := game.pending) is not None:
        turn, news = game.state.turn, game.take()
        digest.add(news)
        happened += len(news)
        verbs |= {(turn, one.verb, one.known_to is not None) for one in news if isinstance(one, Event)}
        if not begins and turn:
            begins = happened
        if turn > TURNS and not came:
            if not verbs >= WANTED or not _in_a_fight(game.state):
                return None
            came = True
        if 0 < turn <= TURNS:
            prompts.append(decision.prompt)
        game.answer(_answer(decision))
    digest.add(game.take())
    if not came:
        return None
    return Story(write_record(make_record(game, header, dice, digest.hex())), begins, tuple(prompts))


def _in_a_fight(state: Battle) -> bool:
    """Whether the squad is still Engaged, with somebody DOWN."""
    men = state.units[ABLE].men
    return any(man in men for pair in state.engaged for man in pair) and any(state.figures[man].down for man in men)

"""A battle that a browser can play on from: an assault platoon and mortars before grenadiers at a lane, one round in.

What happens in the round that follows is certain, because dice fall as they fell in the record and the answers are told: a
barrage that misses and is shifted, fire at a charge, an assault, a counter-attack, and the Initiative going back and forth.
"""

from typing import Any, NamedTuple

from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.events import Event
from sandtable.play.marching import Marching
from sandtable.play.record import Digest, Header, make_record, new_game, seeded_box, write_record
from sandtable.play.scenario import Enlisted, Force, Scenario
from sandtable.play.spot import Spot
from sandtable.play.wire import to_plain
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.table.maps import MapFile, TerrainEntry, build_map

SEEDS = range(20, 400)
ROUND = 2  # which is played at the page
MOST = 40  # questions of that round: more would take a browser too long
PLACES = {
    "Able": (24, 38.5),
    "Mortars FO": (40, 44),
    "Mortars": (13, 42),
    "Zug": (23, 19.5),
    "Voss": (44, 4),
    "Hunters": (33, 17),
    "Harlan": (4, 44),
}
FIRST = ("Mortars", "Able", "Zug")  # who is activated before others
STORY = {
    "opened a barrage",
    "ranged in",
    "laid the template",
    "came down",
    "charged",
    "struck",
    "counter-attacked",
    "was suppressed",
    "an Initiative began",
}
ASKED = {"shift", "react at", "counter-attack", "stay behind"}


class Story(NamedTuple):
    """A battle as it was recorded, where its second round begins, and what is asked and answered in it."""

    record: bytes
    begins: int  # the beat
    told: tuple[tuple[str, object], ...]


def _scenario() -> Scenario:
    lane = TerrainEntry("hedge", name="lane hedge", line=[(6, 14), (18, 14)])
    ours = (
        Enlisted("us.cc", "Harlan"),
        Enlisted("us.assault-platoon", "Able"),
        Enlisted("us.mortar-platoon", "Mortars"),
    )
    theirs = (
        Enlisted("de.cc", "Voss"),
        Enlisted("de.grenadier-platoon", "Zug"),
        Enlisted("de.tank-hunter-platoon", "Hunters"),
    )
    return Scenario(
        "lane",
        "The lane",
        "",
        build_map(MapFile("lane", "The lane", (48, 48), [lane]), "lane"),
        (Force("US", "US", ours), Force("Germans", "German", theirs)),
        {"fraley": {"name": "hold", "rounds": ROUND + 1, "points": 320}},
    )


def story() -> Story:
    """The first battle of some in which all of it happens."""
    return next(told for seed in SEEDS if (told := _told(seed)) is not None)


def _told(seed: int) -> Story | None:
    header = Header(RULESET.name, RULESET.version, to_plain(Options()), _scenario(), ("Ann", "Ben"))
    dice = seeded_box(seed)
    game = new_game(RULESET, header, dice)
    digest, happened, begins = Digest(), 0, 0
    told: list[tuple[str, object]] = []
    verbs: set[str] = set()
    asked: set[str] = set()
    while (decision := game.pending) is not None:
        at, news = game.state.round, game.take()
        digest.add(news)
        happened += len(news)
        if at > ROUND and not (verbs >= STORY and asked >= ASKED and len(told) <= MOST):
            return None
        if not begins and at == ROUND:
            begins, news = happened, []
        answer = _answer(decision, at)
        if at == ROUND:
            verbs |= {one.verb for one in news if isinstance(one, Event)}
            asked.add(decision.kind)
            told.append((decision.prompt, answer))
        game.answer(answer)
    digest.add(game.take())
    if game.state.round <= ROUND:
        return None
    return Story(write_record(make_record(game, header, dice, digest.hex())), begins, tuple(told))


def _answer(decision: Decision[Any], at: int) -> object:
    """Everybody where this battle wants him, the assault run up in round 1; then as the story goes, else as usual."""
    domain = decision.domain
    if decision.kind == "edge":
        return "south" if decision.seat == 0 else "north"
    if isinstance(domain, Marching):
        return _move(decision, domain, at)
    if decision.kind == "shift":
        assert isinstance(domain, Spot)
        return _a_little_to_the_east(domain.bounds.around or (0, 0))
    if not isinstance(domain, OneOf):
        return decision.usual()
    keys = list(domain.values)
    labels = {domain.label(value): key for key, value in domain.values.items()}
    return _wanted(decision, labels, at) or decision.usual() or keys[0]


def _wanted(decision: Decision[Any], labels: dict[str, str], at: int) -> str | None:
    """The key of what the story wants of a question besides the usual."""
    whose = next((name for name in FIRST if decision.prompt.startswith(name)), "")
    wanted: tuple[str, ...] = {
        "activate": FIRST,
        "action": {"Mortars": ("Barrage", "do nothing"), "Able": ("Run",) if at == 1 else ("Assault",)}.get(
            whose, ("do nothing",)
        ),
        "react": ("Hunters", "nobody") if at == ROUND else ("nobody",),
        "assault": ("Zug",),
        "counter-attack": ("counter attack",),
    }.get(decision.kind, ())
    return next((labels[name] for name in wanted if name in labels), None)


def _move(decision: Decision[Any], domain: Marching, at: int) -> object:
    if decision.kind == "set up":
        x, y = next(spot for name, spot in PLACES.items() if name in decision.prompt)
        return domain.suggest((inches(x), inches(y))) or decision.usual()
    if at == 1 and decision.prompt.startswith("Able"):
        x, y = domain.terms.layout.point(domain.movers[0])
        return domain.suggest((x, y - inches(5.8))) or domain.stay()
    return domain.stay()


def _a_little_to_the_east(point: tuple[int, int]) -> list[int]:
    """Two inches away, in hundredths of an inch: a page can be told that in its fields."""
    x, y = point
    return [x // 10 * 10 + inches(2), y // 10 * 10]

"""Two turns of the scenario `patrol` that a browser can play again, by one who knows what he is asked and what comes of it.

A rifle team looks for the counter that it can spot most easily and fires, the Bren team goes on along the road. Of some
seeds the first is taken in which a counter is turned up and a generated force arrives that acts by its charts.
"""

from typing import Any, NamedTuple

from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.events import Event
from sandtable.play.marching import Marching
from sandtable.play.plan_march import plan_march
from sandtable.play.record import Digest, Header, make_record, new_game, seeded_box, write_record
from sandtable.play.wire import to_plain
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.ruleset import RULESET
from sandtable.rulesets.skirmish41.state import SOLO, Battle

SEEDS = range(400)
TURNS = 2  # which are played at the page
ON = 4  # inches that the Bren team goes on in its move: as many presses of an arrow
PLACES = {
    "Patrol command": (4, 14),
    "1st Rifle team": (8, 26),
    "2nd Rifle team": (8, 20),
    "Bren team": (8, 34),
    "PIAT": (4, 30),
}
DEEDS: dict[int, dict[str, tuple[str, ...]]] = {
    1: {"1st Rifle team": ("spot", "fire"), "Patrol command": ("spot",), "Bren team": ("move", "spot")},
    2: {"1st Rifle team": ("spot", "fire")},
}
STORY = {"was turned up", "appeared", "weighed its risk", "was told", "fired"}
ASKED = {"team", "action", "spot", "move", "shots", "shooters"}


class Story(NamedTuple):
    """A battle as it was recorded, where its first turn begins, what is asked and answered in it, and who is where then."""

    record: bytes
    begins: int  # the beat
    told: tuple[tuple[str, str, object], ...]  # kinds, prompts, answers
    came: tuple[str, ...]  # solo teams on the table
    suppressed: tuple[str, ...]
    unspotted: tuple[str, ...]
    face_down: int  # counters


def story() -> Story:
    """The first battle of some in which all of it happens."""
    return next(told for seed in SEEDS if (told := _told(seed)) is not None)


def _told(seed: int) -> Story | None:
    header = Header(RULESET.name, RULESET.version, to_plain(Options()), RULESET.scenario("patrol"), ("Ann", "Ben"))
    dice = seeded_box(seed)
    game = new_game(RULESET, header, dice)
    digest, happened, begins = Digest(), 0, 0
    told: list[tuple[str, str, object]] = []
    verbs: set[str] = set()
    after: Battle | None = None
    while (decision := game.pending) is not None:
        turn, news = game.state.turn, game.take()
        digest.add(news)
        happened += len(news)
        if not begins and turn:
            begins = happened
        answer = _answer(decision, told, turn)
        if 0 < turn <= TURNS:
            told.append((decision.kind, decision.prompt, answer))
        if turn > 0 and after is None:
            verbs |= {one.verb for one in news if isinstance(one, Event)}
        if turn > TURNS and after is None:
            after = game.state
            if not _all_there(after, verbs, told):
                return None
        game.answer(answer)
    digest.add(game.take())
    if after is None:
        return None
    return Story(write_record(make_record(game, header, dice, digest.hex())), begins, tuple(told), *_who(after))


def _who(state: Battle) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], int]:
    teams = [unit for unit in state.units if unit.on_table]
    return (
        tuple(unit.name for unit in teams if unit.side == SOLO),
        tuple(unit.name for unit in teams if unit.suppression),
        tuple(unit.name for unit in teams if not unit.spotted),
        sum(not marker.known for marker in state.markers),
    )


def _all_there(state: Battle, verbs: set[str], told: list[tuple[str, str, object]]) -> bool:
    """Whether all of the story has happened, and can be seen on the table."""
    return all(_who(state)) and verbs >= STORY and {kind for kind, _, _ in told} >= ASKED


def _answer(decision: Decision[Any], told: list[tuple[str, str, object]], turn: int) -> object:
    """Everybody where this battle wants him; then as the story goes, else as usual."""
    domain = decision.domain
    if decision.kind == "set up":
        assert isinstance(domain, Marching)
        x, y = next(spot for name, spot in PLACES.items() if name in decision.prompt)
        return domain.suggest((inches(x), inches(y))) or decision.usual()
    if decision.kind == "team":
        assert isinstance(domain, OneOf)
        labels = {domain.label(value): key for key, value in domain.values.items()}
        return next((labels[name] for name in DEEDS.get(turn, {}) if name in labels), "rest")
    if isinstance(domain, Marching):
        x, y = domain.terms.layout.point(domain.movers[0])
        return plan_march(domain, (x + inches(ON), y), (), None, None, None).draft
    if decision.kind == "action":
        assert isinstance(domain, OneOf)
        done = _since_activated(told)
        wanted = DEEDS.get(turn, {}).get(decision.prompt.partition(":")[0], ())
        return next((order for order in wanted if order in domain.values and order not in done), "done")
    return decision.usual()


def _since_activated(told: list[tuple[str, str, object]]) -> set[object]:
    """What the team that acts has done so far."""
    found: set[object] = set()
    for kind, _, answer in reversed(told):
        if kind == "team":
            break
        found.add(answer if kind == "action" else "")
    return found

"""The log: every verb has a line that can be told, and whole battles read as sentences."""

import re
from functools import cache
from string import Formatter

import pytest

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.play.events import Event
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.rulesets.d10.telling.log import sentence
from sandtable.rulesets.d10.turn.turn import begin_turn, finish_turn
from sandtable.rulesets.d10.verbs import VERBS
from sandtable.rulesets.library import ruleset
from tests.clause import clause

from .kit import Scene, german, terrain, us

RULES = ruleset("d10")
SILENT = {
    "was ordered",
    "play passed",
    "another turn was due",
    "the other side sets up",
    "was done",
}


def told(scene: Scene, verb: str) -> str:
    """The line of the one event of a kind."""
    return sentence(scene.state, scene.event(verb))


@cache
def logs(name: str, seed: int) -> tuple[tuple[str, str], ...]:
    """A battle between random players as (verb or empty, line), from the first line to the last."""
    header = Header("d10", RULES.version, {}, RULES.scenario(name), ("random", "random"))
    game = new_game(RULES, header, seeded_box(seed))
    state = game.state
    fight(game, (bot("random", RULES, seed, 0), bot("random", RULES, seed, 1)))
    lines = []
    for happening in game.take():
        if isinstance(happening, Event):
            state = RULES.apply(state, happening)
        verb = happening.verb if isinstance(happening, Event) else ""
        lines.append((verb, RULES.sentence(state, happening)))
    return tuple(lines)


BATTLES = [(name, seed) for name in RULES.scenarios() for seed in range(2)]


def test_every_verb_has_a_line_or_is_meant_to_be_silent() -> None:
    """And every line can be formatted."""
    assert {verb for verb, one in VERBS.items() if not one.line} == SILENT
    for verb, one in VERBS.items():
        names = [name for _, name, _, _ in Formatter().parse(one.line) if name is not None]
        assert all(name.isidentifier() for name in names), verb


@pytest.mark.parametrize(("name", "seed"), BATTLES)
def test_whole_battles_read_as_sentences(name: str, seed: int) -> None:
    """No gaps where a word is missing, no Python, and a capital to begin with."""
    lines = logs(name, seed)
    silent = {verb for verb, line in lines if verb and not line}
    assert silent <= SILENT | {
        "moved",
        "rushed",
        "was on its way",
        "charged",
        "counter-charged",
        "objectives were laid out",
    }
    for verb, line in lines:
        if not line:
            continue
        assert re.match(r"[A-Z0-9]|# ", line), (verb, line)
        assert not re.search(r"  |\(\)|: $|, $| $|None|True|False|[{}\[\]<>]|\bno \w+s? \bno\b", line), (verb, line)


def test_a_battle_tells_its_turns_and_how_it_ended() -> None:
    """Headings for every turn and for the end."""
    headings = [line for _, line in logs("meeting", 0) if line.startswith("#")]
    assert headings[0] == "# Turn 1"
    assert headings[-1].startswith("# The battle is over: ")
    assert len(headings) in {7, 8}


@clause("d10.turn.initiative-roll", "d10.turn.initiative-choice")
def test_initiative_is_told() -> None:
    """With both dice, and who was named."""
    scene = Scene(
        us("us.rifle-squad", (5, 5), men=2), german("de.grenadier-squad", (5, 40), men=2), fields={"phase": "turn"}
    )
    scene.run(begin_turn, [9, 4], initiative="p1")
    lines = [sentence(scene.state, one) for one in scene.news]
    assert lines == [
        "# Turn 3",
        "Initiative: US, Germans (the highest die): 9 4",
        "US win the initiative: Germans go first",
    ]


@clause("d10.gap.victory")
def test_the_score_is_told() -> None:
    """For both sides, and what it is for."""
    scene = Scene(
        us("us.rifle-squad", (5, 5), name="Able", men=2),
        german("de.grenadier-squad", (5, 40), men=2, fields={"place": "destroyed"}),
        german("de.grenadier-squad", (25, 40), name="Berta", men=2),
        turn=7,
        fields={"phase": "end"},
    ).run(finish_turn)
    assert [sentence(scene.state, one) for one in scene.news] == [
        "US: 63 points for losses of the enemy, 0 for markers",
        "Germans: 0 points for losses of the enemy, 0 for markers",
        "# The battle is over: US win 63 to 0",
    ]


def test_one_die_says_whether_it_is_enough() -> None:
    """Several say how many are."""
    scene = Scene(us("us.rifle-squad", (5, 5), name="Able", men=2), german("de.grenadier-squad", (5, 40), name="Berta"))
    scene.change("Able", panicked=True).activate("Able", "nothing", dice=[6])
    assert sentence(scene.state, scene.throws()[0]) == "Able rallies, needs 5+: 6 = yes"
    scene.change("Able", panicked=True).activate("Able", "nothing", dice=[4])
    assert sentence(scene.state, scene.throws()[0]) == "Able rallies, needs 5+: 4 = no"


@clause("d10.gap.no-order")
def test_doing_nothing_is_told() -> None:
    """As such; a move of nothing is standing still."""
    scene = Scene(us("us.rifle-squad", (5, 5), name="Able", men=2), german("de.grenadier-squad", (5, 40), name="Berta"))
    assert told(scene.activate("Able", "nothing"), "did nothing") == "Able does nothing"
    assert told(scene.order("Able", "rush"), "stood still") == "Able stands still"


def test_one_model_is_named_by_what_it_is() -> None:
    """One of several is a rifleman, the only one of his kind the gunner."""
    scene = Scene(us("us.rifle-squad", (5, 5), name="Able"))
    men = scene.unit("Able").men

    def loses(*figures: int) -> str:
        return sentence(scene.state, Event("lost models", unit=0, figures=figures, because=("d10.gap.wounds",)))

    assert loses(men[1]) == "Able loses a rifleman"
    assert loses(men[-1]) == "Able loses the gunner"
    assert loses(*men[1:4]) == "Able loses 3 models"


@clause("d10.gap.cover", "d10.hit.moved", "d10.rally.short")
def test_a_throw_says_why_its_dice_need_what_they_need() -> None:
    """Every modifier stands behind the score."""
    scene = Scene(
        us("us.rifle-squad", (20, 30), name="Able", pick=("gunner",), fields={"moved": True}),
        german("de.grenadier-squad", (20, 16), name="Berta", pick=("rifleman",), strength=3),
        ground=[terrain("hedge", line=[(15, 18), (25, 18)])],
    )
    scene.order("Able", "shoot", dice=[1, 1])
    assert scene.reasons("automatic rifle") == ["8+ (-1 the unit moved, -1 soft cover)"]
    scene.change("Berta", panicked=True).activate("Berta", dice=[1])
    assert scene.reasons("rallies") == ["6+ (-1 enemies in sight within 24 inches)"]

"""What is remembered about states is never stale: a battle that remembers nothing goes the same way."""

from itertools import islice
from typing import Any

import pytest

from sandtable.bots import bot
from sandtable.play.game import Game
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.play.views import view
from sandtable.play.wire import to_json
from sandtable.rulesets.library import ruleset
from sandtable.table.remembered import HangsOn, Remembered, forget, forgetting, hangs_on

from .battles import SCENARIOS

QUESTIONS = {"random": 160, "rookie": 30}
STANDARD = list({name: (name, scenario) for name, scenario in reversed(SCENARIOS)}.values())


def _told(name: str, scenario: str, players: str, seed: int) -> list[bytes]:
    """A battle as it is told: every question with all that it offers, every answer, everything that happened."""
    rules = ruleset(name)
    header = Header(name, rules.version, {}, rules.scenario(scenario), (players, players))
    game: Game[Any] = new_game(rules, header, seeded_box(seed))
    bots = [bot(players, rules, seed, seat) for seat in (0, 1)]
    told: list[bytes] = []
    for _ in islice(iter(lambda: game.pending, None), QUESTIONS[players]):
        decision = game.pending
        assert decision is not None
        forget()
        seen = view(rules, game.state, decision.seat)
        answer = bots[decision.seat].answer(seen, decision)
        game.answer(answer)
        told.append(to_json([decision.prompt, decision.domain.describe(), seen, answer, game.take()]))
    return told


@pytest.mark.parametrize("players", QUESTIONS)
@pytest.mark.parametrize(("name", "scenario"), STANDARD)
def test_a_battle_that_remembers_nothing_goes_the_same_way(name: str, scenario: str, players: str) -> None:
    """Everything that was offered, answered, told and seen, byte for byte."""
    known = _told(name, scenario, players, 5)
    with forgetting():
        assert _told(name, scenario, players, 5) == known


def test_what_hangs_on_a_part_is_asked_again_when_that_part_changes() -> None:
    """And by nobody else."""
    asked: list[object] = []

    @hangs_on(lambda state, which: (state[which],))
    def size(state: list[list[int]], which: int) -> int:
        asked.append(which)
        return len(state[which])

    first, second = [1, 2], [3]
    assert [size([first, second], 0), size([first, [3]], 0), size([first, second], 1)] == [2, 2, 1]
    assert asked == [0, 1]
    assert size([[1, 2, 3], second], 0) == 3
    assert asked == [0, 1, 0]


def test_a_memory_can_be_made_to_forget_and_knows_again_afterwards() -> None:
    """What is made meanwhile remembers nothing either."""
    asked: list[object] = []
    known = Remembered(asked.append)
    one = object()
    known(one)
    with forgetting():
        known(one)
        known(one)
        late: HangsOn[object, [], None] = HangsOn(asked.append, lambda value: (value,), 4)
        late(one)
        late(one)
    known(one)
    assert len(asked) == 5


def test_as_many_answers_are_kept_as_were_asked_for() -> None:
    """The oldest goes first."""
    asked: list[object] = []
    sizes = hangs_on(lambda state, _: (state,), most=2)(lambda _, number: asked.append(number))
    state: list[int] = []
    for number in (1, 2, 3, 3, 1):
        sizes(state, number)
    assert asked == [1, 2, 3, 1]

"""What really happened was foreseen: in whole battles, the end that the battle's own dice lead to is one of those forecast.

The action is played on with the dice that the battle will throw, as the game plays it and without the stages of a forecast;
questions on the way are answered as the forecast takes it that they are.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.bots import bot
from sandtable.dice.roll import Roll, Rolled
from sandtable.dice.sources import Place, check_faces
from sandtable.foresight.outcomes import note
from sandtable.odds.forecast import Forecast, Owners, Standing, forecast
from sandtable.play.decision import Decision
from sandtable.play.events import Event
from sandtable.play.game import Game
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.ruleset import RULESET

from .brute import Told, told_by, what_changed

BUDGET = 600  # runs for each forecast; those that would take more are passed over


class Ahead:
    """The step that a game is in, played to its end with the game's own dice."""

    def __init__(self, game: Game[Any], answer: object, seat: int) -> None:
        self._game = game
        self._given: list[object] = [*game.inputs, answer]
        self._owners = Owners(RULESET, seat, {})
        self._rolls = 0

    def end(self) -> Told:
        """What has become of everybody since the question, and what was noted."""
        checkpoint = self._game.checkpoint
        play: Play[Any] = Play(checkpoint, RULESET.apply)
        step = RULESET.next_step(checkpoint)
        assert step is not None
        script = step.begin(play)
        sent: Any = None
        try:
            while True:
                request = script.send(sent)
                sent = self._throw(request) if isinstance(request, Roll) else self._decide(request, play.state)
        except StopIteration:
            events: Sequence[Event] = [one for one in play.happenings if isinstance(one, Event)]
            noted = note((), [fact for event in events for fact in RULESET.noted(event)])
            return what_changed(RULESET, self._game.state, play.state), noted

    def _throw(self, roll: Roll[Any]) -> Rolled[Any]:
        if not roll.dice:
            return Rolled(roll.reading.read(()), (), -1)
        faces = self._given.pop(0) if self._given else self._game.source.throw(self._place(), roll)
        assert isinstance(faces, bytes | tuple)
        self._rolls += 1
        return Rolled(roll.reading.read(check_faces(list(faces), roll.dice, roll.sides)), (), 0)

    def _place(self) -> Place:
        return Place(self._game.step, self._rolls, 0)

    def _decide(self, decision: Decision[Any], state: Any) -> Any:
        answer = decision.domain.forced()
        if answer is None:
            answer = self._given.pop(0) if self._given else self._owners(state, decision)
        return decision.domain.check(answer)


def happens(found: Forecast, before: Any, told: Told) -> bool:
    """Whether a forecast knows of an end."""
    changed, noted = told
    return told_by(RULESET, before, found.outcomes).get((changed, noted if found.noted else ()), 0) > 0


@pytest.mark.parametrize(
    ("scenario", "seed", "options"),
    [
        ("attrition", 5, {}),
        ("three-objectives", 8, {}),
        ("three-objectives", 24, {"night": True, "national_rules": True}),
    ],
)
def test_what_really_happened_was_foreseen(scenario: str, seed: int, options: dict[str, Any]) -> None:
    """At every question that can be weighed, of a battle between rookies."""
    switches = {"premeasure": True, **options}
    header = Header(RULESET.name, RULESET.version, switches, RULESET.scenario(scenario), ("rookie",) * 2)
    game: Game[Any] = new_game(RULESET, header, seeded_box(seed))
    players = (bot("rookie", RULESET, seed, 0), bot("rookie", RULESET, seed, 1))
    compared: Counter[str] = Counter()
    passed_over = 0
    while (decision := game.pending) is not None:
        answer = players[decision.seat].answer(game.state, decision)
        if RULESET.foresees(decision):
            standing = Standing(RULESET, game.checkpoint, tuple(game.inputs), game.state, decision.seat)
            found = forecast(standing, answer, budget=BUDGET, trials=1)
            if found.trials:
                passed_over += 1
            else:
                told = Ahead(game, answer, decision.seat).end()
                assert happens(found, game.state, told), f"{decision.prompt} {answer}: {told} was not foreseen"
                compared[decision.kind] += len(found.outcomes.ends) > 1
        game.answer(answer)
    assert sum(compared.values()) > 2 * passed_over
    assert min(compared["order"], compared["target"]) >= 5

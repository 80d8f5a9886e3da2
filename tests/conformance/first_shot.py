"""How many answers a person gives before the first shot can fall: his own or one at him.

He has his units set up for him, which is an answer, and says that he is ready, which is another; where a battle begins with
everybody in place he gives neither. From there on he plays for it: of every question he tries the bot's answer, options that
speak of fire or let the enemy come, and units that have somebody to shoot at. The answer with which the shot falls is not
counted any more. A battle is begun from both seats with a few seeds, and counts as its quickest.
"""

from typing import Any

from sandtable.bots import bot
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.events import Thrown
from sandtable.play.game import Game
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.play.ruleset import Ruleset
from sandtable.play.views import view
from sandtable.rulesets.library import ruleset

SHOTS = {"fire", "strike"}  # acts
SPEAKS_OF_FIRE = ("fire", "shoot", "advance", "shot", "attack", "stand by")  # or lets the other side come and fire
SET_UP = 2  # answers: set up for me, begin
SEEDS = (1, 2, 6)
UNITS_TRIED = 2


class _Search:
    """A battle from the moment that it begins, as somebody at one seat tries to bring about a shot."""

    def __init__(self, rules: Ruleset[Any], seat: int) -> None:
        self.rules = rules
        self.seat = seat
        self.bots = [bot("rookie", rules, 5, number) for number in (0, 1)]

    def begun(self, scenario: str, seed: int) -> Game[Any]:
        """The battle as it stands when both sides have been set up by bots."""
        header = Header(self.rules.name, self.rules.version, {}, self.rules.scenario(scenario), ("rookie", "rookie"))
        game = new_game(self.rules, header, seeded_box(seed))
        while (asked := game.pending) is not None and self.rules.setting_up(game.state):
            game.answer(self.bots[asked.seat].answer(view(self.rules, game.state, asked.seat), asked))
        game.take()
        return game

    def fewest(self, game: Game[Any], most: int) -> int | None:
        """How many answers of his come before the first shot, if no more than so many."""
        level = [game]
        for answers in range(most + 1):
            after: list[Game[Any]] = []
            for one in level:
                if not self._goes_on(one):
                    return answers
                asked = one.pending
                for answer in self._worth_trying(one, asked) if asked is not None else ():
                    tried = one.fork()
                    tried.pending  # noqa: B018  # what it has been given is played first
                    tried.take()
                    tried.answer(answer)
                    tried.pending  # noqa: B018
                    if self._shot(tried):
                        return answers
                    after.append(tried)
            level = after
        return None

    def _goes_on(self, game: Game[Any]) -> bool:
        """Let the other side play until this one is asked; False if it has fired meanwhile."""
        while (asked := game.pending) is not None and asked.seat != self.seat:
            game.answer(self.bots[asked.seat].answer(view(self.rules, game.state, asked.seat), asked))
            game.pending  # noqa: B018
            if self._shot(game):
                return False
        return True

    def _shot(self, game: Game[Any]) -> bool:
        acts = (self.rules.act(game.state, one) for one in game.take() if not isinstance(one, Thrown))
        return any(act is not None and act.kind in SHOTS for act in acts)

    def _worth_trying(self, game: Game[Any], asked: Decision[Any]) -> list[object]:
        seen = view(self.rules, game.state, asked.seat)
        found: list[object] = [self.bots[asked.seat].answer(seen, asked)]
        if isinstance(asked.domain, OneOf):
            views = asked.domain.describe().options
            loud = [
                one.key for one in views if any(word in f"{one.key} {one.label}".lower() for word in SPEAKS_OF_FIRE)
            ]
            units = [one.key for one in views if one.unit is not None and self._has_target(seen, one.unit)]
            found += [key for key in (*loud, *units[:UNITS_TRIED]) if key not in found]
        return found

    def _has_target(self, seen: Any, unit: int) -> bool:
        mine = seen.units[unit].seat == self.seat
        return mine and bool(self.rules.shots(seen, unit, moving=False))


def answers_before_the_first_shot(book: str, scenario: str, *, placed: bool, most: int) -> int | None:
    """The fewest over both seats and a few seeds; None if they are more than `most`."""
    rules: Ruleset[Any] = ruleset(book)
    begins_with = 0 if placed else SET_UP
    best: int | None = None
    for seed in SEEDS:
        for seat in (0, 1):
            if seat in rules.plays_itself(rules.scenario(scenario)):
                continue
            search = _Search(rules, seat)
            left = most - begins_with if best is None else best - begins_with - 1
            if left < 0:
                return best
            found = search.fewest(search.begun(scenario, seed), left)
            best = best if found is None else begins_with + found
    return best

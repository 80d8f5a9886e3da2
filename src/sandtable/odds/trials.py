"""Estimates: a script run so many times with dice of our own, where its tree is too large to be gone through.

The dice come from a seed of their own, never from the battle's: whoever sees an estimate learns nothing of what will fall.
"""

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.dice.roll import Roll, Rolled
from sandtable.foresight.breath import breathe
from sandtable.foresight.met import Meeting, Met
from sandtable.foresight.outcomes import Gathering, Outcomes, note
from sandtable.foresight.ways import Apply, Foreplay, Given, Noted, Policy, Veil
from sandtable.play.decision import Decision
from sandtable.play.events import Event
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.play.stage import ITS_OWN, Again, Followed, Scene, Throws

SEED = "estimate"


def sample(
    state: Any,
    apply: Apply,
    noted: Noted,
    policy: Policy,
    begin: Callable[[Play[Any]], Any],
    given: Sequence[object],
    trials: int,
    veil: Veil | None = None,
) -> tuple[Outcomes, Meeting]:
    """What came of so many trials: ends, each with the number of trials that came to it, and the rolls that were met."""
    ends, meeting = Gathering(), Meeting()
    for number in range(trials):
        breathe()
        trial = _Trial(apply, noted, policy, Given(given), Chance(SEED, number), veil, meeting)
        try:
            end, result = trial.play(begin, state)
        except _ActionEnds:
            end, result = trial.end
        ends.add(end, result if _comparable(result) else None, {note((), trial.facts): 1}, trials, trial.met)
    return ends.outcomes(), meeting


def _comparable(result: object) -> bool:
    try:
        hash(result)
    except TypeError:
        return False
    return True


class _ActionEnds(Exception):  # noqa: N818  # a signal
    """The action that was asked about is over."""


class _Trial:
    """One run of a script, stages played where they are met."""

    def __init__(
        self,
        apply: Apply,
        noted: Noted,
        policy: Policy,
        given: Given,
        chance: Chance,
        veil: Veil | None,
        meeting: Meeting,
    ) -> None:
        self._veil = veil
        self._apply = apply
        self._noted = noted
        self._policy = policy
        self._given = given
        self._chance = chance
        self._thrown = False
        self._meeting = meeting
        self.met: Met = 0
        self.facts: list[tuple[Fact, int | str]] = []
        self.end: tuple[Any, Any] = (None, None)

    def play(self, begin: Callable[[Play[Any]], Any], state: Any) -> tuple[Any, Any]:
        """The state at the end of a script, and what it returned."""
        play = Foreplay(state, self._apply, self._note, [])
        script = begin(play)
        sent: Any = None
        try:
            while True:
                request = script.send(sent)
                if isinstance(request, Scene | Followed):
                    scene = request if isinstance(request, Scene) else self._followed(request, play)
                    play.state, sent = self._scene(scene, play.state)
                    if isinstance(request, Followed) or scene.last:
                        return play.state, sent if scene.returns is ITS_OWN else scene.returns
                else:
                    before = bool(self._given)
                    sent = self._meet(request, play.state)
                    if self._veil is not None and before and not self._given and isinstance(request, Decision):
                        play.state = self._veil(play.state)
        except StopIteration as done:
            return play.state, done.value
        finally:
            script.close()

    def _note(self, event: Event) -> Sequence[tuple[Fact, int | str]]:
        self.facts += self._noted(event)
        return ()

    def _followed(self, followed: Followed[Any], play: Play[Any]) -> Scene[Any]:
        """The scene that goes on with what dice say, or with what another comes to."""
        scene, first = followed.scene, followed.first
        if isinstance(first, Scene):
            play.state, said = self._scene(first, play.state)
        else:
            said = self._meet(first, None)
        handed: Scene[Any] = Scene(scene.script, (said, *scene.args[1:]), scene.kwargs)
        handed.unsaid, handed.returns = scene.unsaid, scene.returns
        return handed

    def _scene(self, scene: Scene[Any], state: Any) -> tuple[Any, Any]:
        if scene.aftermath and not self._given:
            return state, None
        asked = scene.action and (bool(self._given) or not self._thrown)
        args, kwargs = scene.args, scene.kwargs
        while True:
            state, result = self.play(lambda play: scene.script(play, *args, **kwargs), state)  # noqa: B023  # at once
            if not scene.repeats or not isinstance(result, Again):
                break
            args, kwargs = result.args, result.kwargs
        if asked and not self._given:
            self.end = state, result
            raise _ActionEnds
        return state, result

    def _meet(self, request: object, state: Any) -> Any:
        if isinstance(request, Throws):
            return self.play(lambda _: request.script(*request.args, **request.kwargs), state)[1]
        if isinstance(request, Roll):
            return self._roll(request)
        assert isinstance(request, Decision)
        only = request.domain.forced()
        if only is None and self._given:
            only = self._given.answer(request)
        return request.domain.check(self._policy(state, request) if only is None else only)

    def _roll(self, roll: Roll[Any]) -> Rolled[Any]:
        if roll.dice and self._given:
            return self._given.roll(roll)
        self._thrown = self._thrown or roll.dice > 0
        if roll.dice:
            self.met = self._meeting.meet(roll, self.met)
        return Rolled(roll.reading.read(tuple(self._chance.randint(1, roll.sides) for _ in range(roll.dice))), (), -1)

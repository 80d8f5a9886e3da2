"""The guide of a lesson: which step the battle has come to, which answers it takes, and what the enemy does."""

from typing import Any, NamedTuple

from sandtable.bots import bot
from sandtable.play.decision import Decision
from sandtable.play.refusal import Refusal, Refused
from sandtable.play.ruleset import Ruleset
from sandtable.play.views import view
from sandtable.play.wire import to_plain

from .answers import Answer, NoSuchAnswer, answer_to, is_for, is_wanted
from .written import Lesson, Reply, Step

ENEMY = "rookie"  # answers where a lesson says nothing


class Moment(NamedTuple):
    """Where a lesson stands: how many steps are done, how many replies of the enemy since, and whether it went astray."""

    done: int = 0
    replied: int = 0
    astray: bool = False


class Guide:
    """Follows a battle answer by answer. It knows nothing but the answers, so that a journal brings it back."""

    def __init__(self, ruleset: Ruleset[Any], lesson: Lesson, before: int) -> None:
        self.lesson = lesson
        self._ruleset = ruleset
        self._before = before  # answers that set the scene
        self._moments = [Moment()]  # after so many answers

    @property
    def now(self) -> Moment:
        """Where the lesson stands."""
        return self._moments[-1]

    @property
    def over(self) -> bool:
        """Whether every step is done."""
        return self.now.done >= len(self.lesson.steps)

    def back(self, answers: int) -> None:
        """Answers are taken back, to so many."""
        del self._moments[answers + 1 :]

    def note(self, decision: Decision[Any], given: Answer, state: Any) -> None:
        """An answer has been given in a state, and was legal."""
        self._moments.append(self._after(decision, given, state))

    def _after(self, decision: Decision[Any], given: Answer, state: Any) -> Moment:
        now = self.now
        if len(self._moments) <= self._before or now.astray:
            return now
        if decision.seat != self.lesson.seat:
            found = self._reply_to(decision, state)
            return now if found is None else now._replace(replied=found + 1)
        if self.over:
            return now
        step = self.lesson.steps[now.done]
        if is_for(step, decision, state) and is_wanted(step, decision, state, given):
            return Moment(now.done + 1)
        return now if self.is_aside(decision, state) else now._replace(astray=True)

    def step(self, decision: Decision[Any] | None, state: Any) -> Step | None:
        """The step that the player stands at, if it is his turn to do it and the battle asks what it expects."""
        if decision is None or decision.seat != self.lesson.seat or self.over or self.now.astray:
            return None
        step = self.lesson.steps[self.now.done]
        return step if is_for(step, decision, state) else None

    def is_aside(self, decision: Decision[Any] | None, state: Any) -> bool:
        """Whether the player is asked something in between, which he answers as he likes."""
        if decision is None or decision.seat != self.lesson.seat or self.over or self.now.astray:
            return False
        return decision.kind in self.lesson.file.asides and self.step(decision, state) is None

    def went_astray(self, decision: Decision[Any] | None, state: Any) -> bool:
        """Whether the battle asks something else than the lesson expects: it goes on without guidance then."""
        if self.over:
            return False
        if self.now.astray or decision is None:
            return True
        mine = decision.seat == self.lesson.seat
        return mine and self.step(decision, state) is None and not self.is_aside(decision, state)

    def why_not(self, decision: Decision[Any], given: Answer, state: Any) -> Refusal | None:
        """Why an answer is not what the step wants; None if it is, or if nothing particular is wanted."""
        step = self.step(decision, state)
        if step is None:
            return None
        decision.domain.check(given)  # what is against the rules is refused by them
        if is_wanted(step, decision, state, given):
            return None
        return Refusal("that is allowed, but it is not what this lesson shows next", remedy=step.wants)

    def reply(self, decision: Decision[Any], state: Any) -> Answer:
        """What the enemy answers while there is guidance: as the lesson says, and else soundly, always the same."""
        found = self._reply_to(decision, state)
        if found is not None:
            try:
                given = answer_to(self._replies[found], decision, state)
                if given is not None:
                    decision.domain.check(given)
                    return given
            except (NoSuchAnswer, Refused):  # the battle went another way than it was rehearsed
                pass
        return sound_answer(self._ruleset, self.lesson, decision, state, len(self._moments))

    @property
    def _replies(self) -> tuple[Reply, ...]:
        """What the enemy answers between the last step and the next."""
        done = self.now.done
        return self.lesson.steps[done - 1].enemy if done else self.lesson.file.enemy

    def _reply_to(self, decision: Decision[Any], state: Any) -> int | None:
        """The next of the enemy's replies that is meant for a question; those before it were not wanted."""
        places = range(self.now.replied, len(self._replies))
        return next((place for place in places if is_for(self._replies[place], decision, state)), None)


def sound_answer(ruleset: Ruleset[Any], lesson: Lesson, decision: Decision[Any], state: Any, answers: int) -> Answer:
    """The answer of a sound player from what he may know, the same whenever it is asked after so many answers."""
    player = bot(ENEMY, ruleset, "lesson", lesson.name, answers)
    return to_plain(player.answer(view(ruleset, state, decision.seat), decision))

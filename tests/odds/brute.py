"""Every outcome the plain way: the script as the game plays it, begun again for each way its dice can fall.

Nothing is merged, no stage is told from the rest, no last scene is taken for one. It is slow and hard to get wrong.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from sandtable.dice.roll import Roll, Rolled
from sandtable.foresight.outcomes import Facts, Outcomes, note
from sandtable.odds.rolls import RollView, bare_need, step_of
from sandtable.play.decision import Decision
from sandtable.play.events import Event
from sandtable.play.modifier import Modifier
from sandtable.play.ruleset import Ruleset
from sandtable.play.script import Play

Policy = Callable[[Any, Decision[Any]], object]
RollKey = tuple[str, int, str, tuple[Modifier, ...]]  # what is thrown by whom, what it needs, and why
Told = tuple[tuple[Any, ...], Facts]  # what has changed, and what was noted on the way
MOST = 60_000


class Brute:
    """All ways through a script, to a depth of so many rolls; `lost` is the share of ways that are longer."""

    def __init__(self, rules: Ruleset[Any], state: Any, policy: Policy, deepest: int = 40) -> None:
        self.rules = rules
        self.state = state
        self.policy = policy
        self.deepest = deepest
        self.lost = Fraction(0)
        self.found: dict[Told, Fraction] = {}
        self.thrown: dict[RollKey, Fraction] = {}  # how likely each roll is thrown at all
        self.runs = 0

    def every(self, begin: Callable[[Play[Any]], Any]) -> dict[Told, Fraction]:
        """What comes of it."""
        waiting: list[tuple[list[Any], Fraction]] = [([], Fraction(1))]
        while waiting:
            self.runs += 1
            assert self.runs < MOST, "too large for brute force"
            self._run(begin, *waiting.pop(), waiting)
        return self.found

    def _run(
        self,
        begin: Callable[[Play[Any]], Any],
        values: list[Any],
        share: Fraction,
        waiting: list[tuple[list[Any], Fraction]],
    ) -> None:
        play: Play[Any] = Play(self.state, self.rules.apply)
        script = begin(play)
        used, sent = 0, None
        met: set[RollKey] = set()
        try:
            while True:
                request = script.send(sent)
                if isinstance(request, Decision):
                    only = request.domain.forced()
                    sent = request.domain.check(self.policy(play.state, request) if only is None else only)
                    continue
                assert isinstance(request, Roll)
                if request.dice:
                    met.add((step_of(request), request.seat, bare_need(request), request.modifiers))
                if used == len(values):
                    if used == self.deepest:
                        self.lost += share
                        return
                    weights = request.reading.weights(request.dice, request.sides) if request.dice else {}
                    weights = weights or {request.reading.read(()): 1}
                    whole = sum(weights.values())
                    (first, count), *others = weights.items()
                    waiting += [([*values, value], share * Fraction(more, whole)) for value, more in others]
                    values, share = [*values, first], share * Fraction(count, whole)
                sent = Rolled(values[used], (), 0)
                used += 1
        except StopIteration:
            told = self._told(play.state, [one for one in play.happenings if isinstance(one, Event)])
            self.found[told] = self.found.get(told, Fraction(0)) + share
            for one in met:
                self.thrown[one] = self.thrown.get(one, Fraction(0)) + share
        finally:
            script.close()

    def _told(self, end: Any, events: Sequence[Event]) -> Told:
        noted = note((), [fact for event in events for fact in self.rules.noted(event)])
        return what_changed(self.rules, self.state, end), noted


def what_changed(rules: Ruleset[Any], before: Any, after: Any) -> tuple[Any, ...]:
    """Everything that matters of an end, as something to compare."""
    return tuple((one.unit, one.what, one.value) for one in rules.changes(before, after))


def told_by(rules: Ruleset[Any], before: Any, outcomes: Outcomes) -> dict[Told, Fraction]:
    """What a forecast says, in the same terms."""
    found: dict[Told, Fraction] = {}
    for end in outcomes.ends:
        changed = what_changed(rules, before, end.state)
        for facts, weight in end.facts.items():
            key = changed, facts
            found[key] = found.get(key, Fraction(0)) + Fraction(weight, outcomes.whole)
    return found


def thrown_by(rolls: Sequence[RollView]) -> dict[RollKey, Fraction]:
    """How likely each roll is thrown at all, as a forecast says."""
    return {(one.step, one.side, one.needs, one.modifiers): Fraction(one.thrown) for one in rolls}

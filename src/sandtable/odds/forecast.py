"""Forecasts: the exact distribution of what comes of an answer, from the action's own script under every outcome.

Nothing here knows a rule. The script that plays the action is run (`foresight`); what matters at its end the rulebook reads
from the states themselves. Where the tree is larger than the budget, what was noted on the way is left out first, which
merges more; and where that does not help either, the script is run so many times with dice of our own, and the result says
that it is an estimate.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import Any, NamedTuple

from sandtable.dice.chance import Chance
from sandtable.foresight.budget import TooLong
from sandtable.foresight.look import Foresight
from sandtable.foresight.met import Meeting
from sandtable.foresight.outcomes import Outcomes
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, YesNo
from sandtable.play.refusal import Refused
from sandtable.play.ruleset import Ruleset
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.play.views import view
from sandtable.rulesets.library import tactics

from .rolls import RollView, rolls_met
from .trials import sample

BUDGET = 30_000  # runs of stages; a run takes some hundredths of a millisecond
TRIALS = 400
MOST_REPLIES = 4  # answers of the other side that are followed up

ASSUMES = "Assumes that what is asked next, moves too, is answered in the usual way or else as the bot rookie would."

NO, UNTESTED = "no", "not tested"
YES_OR_NO = frozenset({"yes", NO})

Override = Mapping[tuple[str, int | None], object]  # answers to certain questions, by kind and unit


class Standing(NamedTuple):
    """Where a game stands: a step that has begun, and the inputs given since.

    The step itself is as it was, or what was given could not be played again; whatever lies ahead is looked at as whoever
    asks may know it.
    """

    rules: Ruleset[Any]
    checkpoint: Any
    given: Sequence[object]
    now: Any  # the state at the pending question, as whoever asks may know it
    seat: int  # who asks


class TheirQuestion(NamedTuple):
    """A question that the other side is asked on the way, the answer that is reckoned with, and the others."""

    kind: str
    unit: int | None
    prompt: str
    usual: object
    answers: tuple[tuple[object, str], ...]  # each with its label


class Forecast(NamedTuple):
    """What comes of an answer: ends with weights, exact unless `trials` says otherwise."""

    outcomes: Outcomes
    trials: int
    runs: int
    questions: tuple[TheirQuestion, ...]
    noted: bool  # whether what happened on the way is known, too
    meeting: Meeting  # the rolls on the way

    @property
    def rolls(self) -> tuple[RollView, ...]:
        """The rolls on the way, in order, each with the chance that it is thrown at all."""
        return rolls_met(self.meeting, self.outcomes)

    @property
    def margin(self) -> int:
        """Within how many hundredths of a per cent a chance is true, nineteen times of twenty; 0 if it is exact."""
        return isqrt(9_604_000_000 // self.trials) // 10 if self.trials else 0


def forecast(
    standing: Standing, answer: object, override: Override | None = None, *, budget: int = BUDGET, trials: int = TRIALS
) -> Forecast:
    """What comes of an answer to the pending question."""
    step = standing.rules.next_step(standing.checkpoint)
    assert step is not None
    return look_ahead(standing, step.begin, [*standing.given, answer], override or {}, budget=budget, trials=trials)


def look_ahead(
    standing: Standing,
    begin: Callable[[Play[Any]], Any],
    given: Sequence[object] = (),
    override: Override | None = None,
    *,
    noting: bool = True,
    budget: int = BUDGET,
    trials: int = TRIALS,
) -> Forecast:
    """What comes of a script; without `noting`, only the ends matter and not what happens on the way."""
    rules = standing.rules
    policy = Owners(rules, standing.seat, override or {})

    def veil(state: Any) -> Any:
        return view(rules, state, standing.seat)

    for noted in (True, False) if noting else (False,):
        note = rules.noted if noted else _nothing
        ahead = Foresight(standing.checkpoint, rules.apply, note, policy, budget=budget, veil=veil)
        ahead.meeting = Meeting()
        try:
            outcomes = ahead.look(begin, given)
        except TooLong:
            continue
        return Forecast(outcomes, 0, ahead.runs, tuple(policy.asked.values()), noted, ahead.meeting)
    outcomes, meeting = sample(standing.checkpoint, rules.apply, rules.noted, policy, begin, given, trials, veil)
    return Forecast(outcomes, trials, trials, tuple(policy.asked.values()), noted=True, meeting=meeting)


def _nothing(_: object) -> tuple[()]:
    return ()


class Owners:
    """Who answers the questions on the way: each owner as usual, else as the rulebook's tactics would."""

    def __init__(self, rules: Ruleset[Any], seat: int, override: Override) -> None:
        self._tactics = tactics(rules.name)
        self._seat = seat
        self._override = override
        self.asked: dict[
            tuple[str, int | None], TheirQuestion
        ] = {}  # of the other side, the first of each kind and unit

    def __call__(self, state: Any, decision: Decision[Any]) -> object:
        """An answer, always the same to the same question."""
        where = (decision.kind, decision.unit)
        if where in self._override and _legal(decision, self._override[where]):
            return self._override[where]
        found = self._usual(state, decision)
        if decision.seat != self._seat and where not in self.asked:
            answers = _answers(decision)
            if 1 < len(answers) <= MOST_REPLIES:
                self.asked[where] = TheirQuestion(decision.kind, decision.unit, decision.prompt, found, answers)
        return found

    def _usual(self, state: Any, decision: Decision[Any]) -> object:
        usual = decision.usual()
        if usual is not None and _legal(decision, usual):
            return usual
        chance = Chance("forecast", decision.kind)
        wanted = self._tactics(state, decision, chance)
        if wanted is not None and _legal(decision, wanted):
            return wanted
        return decision.domain.sample(chance)


def _legal(decision: Decision[Any], answer: object) -> bool:
    try:
        decision.domain.check(answer)
    except Refused:
        return False
    return True


def _answers(decision: Decision[Any]) -> tuple[tuple[object, str], ...]:
    """The answers to a question, each in words, where they are few."""
    domain = decision.domain
    if isinstance(domain, YesNo):
        return (True, "yes"), (False, "no")
    if isinstance(domain, OneOf):
        return tuple((key, domain.label(value)) for key, value in domain.values.items())
    return ()


# --- reading a forecast -------------------------------------------------------------------------------------------------


class Spread(NamedTuple):
    """Every value that something takes, with its weight, and their whole."""

    values: dict[int | str, int]
    whole: int

    @property
    def mean(self) -> Fraction | None:
        """What to expect, where values are numbers."""
        total = Fraction(0)
        for value, weight in self.values.items():
            if isinstance(value, str):
                return None
            total += value * Fraction(weight, self.whole)
        return total


class Reading(NamedTuple):
    """What matters at the end of an action: a spread for each thing, in the order in which the rulebook told them."""

    spreads: dict[Fact, Spread]
    details: frozenset[Fact]
    lost: tuple[Fraction, Fraction]  # points that each side loses on average


def read(standing: Standing, found: Forecast) -> Reading:
    """What a forecast says."""
    rules, now = standing.rules, standing.now
    whole = found.outcomes.whole
    seen: dict[Fact, dict[int | str, int]] = {}
    details: set[Fact] = set()
    worth = [rules.worth(now, unit) for unit in range(len(now.units))]
    lost = [Fraction(0), Fraction(0)]  # weighed, not yet shared out over the whole
    for end in found.outcomes.ends:
        changes = rules.changes(now, end.state)
        details.update((change.unit, change.what) for change in changes if change.detail)
        weight = sum(end.facts.values())
        for change in changes:
            _count(seen, (change.unit, change.what), change.value, weight)
        for facts, part in end.facts.items():
            for fact, value in facts:
                _count(seen, fact, value, part)
        for unit, (was, is_now) in enumerate(zip(now.units, end.state.units, strict=False)):
            if was is not is_now:
                lost[was.side] += (worth[unit] - rules.worth(end.state, unit)) * weight
    return Reading(
        {fact: _spread(values, whole) for fact, values in seen.items()},
        frozenset(details),
        (lost[0] / whole, lost[1] / whole),
    )


def _count(seen: dict[Fact, dict[int | str, int]], fact: Fact, value: int | str, weight: int) -> None:
    values = seen.setdefault(fact, {})
    values[value] = values.get(value, 0) + weight


def _spread(values: dict[int | str, int], whole: int) -> Spread:
    """A spread with the rest filled in: what it means that nothing was told."""
    rest = whole - sum(values.values())
    if rest:
        absent = _absent(values)
        values = values | {absent: values.get(absent, 0) + rest}
    return Spread(dict(sorted(values.items(), key=lambda item: (isinstance(item[0], str), item[0]))), whole)


def _absent(values: Iterable[int | str]) -> int | str:
    """What it means that something was not told which otherwise takes these values."""
    if all(isinstance(value, int) for value in values):
        return 0
    return NO if YES_OR_NO.issuperset(values) else UNTESTED

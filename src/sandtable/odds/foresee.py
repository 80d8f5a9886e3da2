"""A forecast as it is shown: every effect with its chances, the balance in points, and what the other side's answers do."""

from fractions import Fraction
from itertools import accumulate

from sandtable.foresight.outcomes import Facts
from sandtable.mechanics.chances import say_number
from sandtable.play.shown import Fact

from .forecast import ASSUMES, Override, Reading, Spread, Standing, TheirQuestion, forecast, read
from .foreseen import Balance, Effect, Foreseen, LikelyValue, Rejoinder
from .happened import happened

MERGED = "the tree is large: what happens on the way, such as hits and tests, is left out"


def foresee(standing: Standing, answer: object) -> Foreseen:
    """What comes of an answer, and of the answers that the other side may give to it."""
    known = happened(standing)
    found = forecast(standing, answer)
    reading = _ahead(read(standing, found), known)
    rejoinders = [
        _rejoinder(standing, answer, question, given, label, reading, known)
        for question in found.questions[:1]
        for given, label in question.answers
    ]
    return Foreseen(
        effects=_effects(standing, reading),
        balance=_balance(standing, reading),
        replies=tuple(rejoinders),
        assumes=ASSUMES,
        trials=found.trials,
        margin=found.margin,
        note="" if found.noted else MERGED,
        rolls=found.rolls,
    )


def _rejoinder(
    standing: Standing, answer: object, question: TheirQuestion, given: object, label: str, usual: Reading, known: Facts
) -> Rejoinder:
    """What comes of it if the other side answers so."""
    reading = usual
    if given != question.usual:
        override: Override = {(question.kind, question.unit): given}
        reading = _ahead(read(standing, forecast(standing, answer, override)), known)
    said = f"{label[:1].upper()}{label[1:]}"
    usual_one = given == question.usual
    return Rejoinder(question.prompt, said, usual_one, _effects(standing, reading), _balance(standing, reading))


def _ahead(reading: Reading, known: Facts) -> Reading:
    """What is ahead: without what has been noted before the question and cannot change any more."""
    past = dict(known)
    spreads = {fact: spread for fact, spread in reading.spreads.items() if list(spread.values) != [past.get(fact)]}
    return reading._replace(spreads=spreads)


def _balance(standing: Standing, reading: Reading) -> Balance:
    """What the other side loses and what one loses oneself, in points."""
    own = standing.now.side_of(standing.seat)
    return Balance(_points(reading.lost[1 - own]), _points(reading.lost[own]))


def _points(points: Fraction) -> float:
    return round(float(points), 2)


def _effects(standing: Standing, reading: Reading) -> tuple[Effect, ...]:
    """All that may change: the other side's first, details last."""
    units, mine = standing.now.units, standing.now.side_of(standing.seat)
    order = {what: place for place, what in enumerate(standing.rules.matters)}

    def rank(fact: Fact) -> tuple[bool, bool, int, int]:
        unit, what = fact
        own = unit is None or units[unit].side == mine
        return fact in reading.details, own, -1 if unit is None else unit, order.get(what, len(order))

    return tuple(_effect(standing, fact, reading) for fact in sorted(reading.spreads, key=rank))


def _effect(standing: Standing, fact: Fact, reading: Reading) -> Effect:
    number, what = fact
    unit = None if number is None else standing.now.units[number]
    spread = reading.spreads[fact]
    mean = spread.mean
    return Effect(
        unit=number,
        name="" if unit is None else unit.name,
        side=None if unit is None else unit.side,
        what=what,
        expected="" if mean is None else say_number(mean),
        chances=chances(spread, numbers=mean is not None),
        one=standing.rules.matters.get(what, ""),
        main=fact not in reading.details,
    )


def chances(spread: Spread, *, numbers: bool) -> tuple[LikelyValue, ...]:
    """Every value with its chance; of numbers also how likely so many or more are."""
    weights = list(spread.values.values())
    so_far = [0, *accumulate(weights)]
    return tuple(
        LikelyValue(
            str(value),
            str(Fraction(weight, spread.whole)),
            str(Fraction(spread.whole - below, spread.whole)) if numbers else "",
        )
        for (value, weight), below in zip(spread.values.items(), so_far, strict=False)
    )

"""A second reckoning of the sheet's dice, without the engine: faces one by one, plain fractions."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from sandtable.odds.ask import AnswerView, ask
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.library import questions

Chances = dict[Any, Fraction]
EVERY = questions("d10")
SURE = Fraction(1)


def put(name: str, given: dict[str, Any] | None = None, **options: Any) -> AnswerView:
    """Ask a question."""
    return ask(EVERY[name], given or {}, Options(**options))


def chance(answer: AnswerView, outcome: str, value: object = "yes") -> Fraction:
    """How likely one value of one outcome is."""
    return Fraction(answer.outcomes[outcome].get(str(value), "0"))


def spread(answer: AnswerView, outcome: str) -> dict[int, Fraction]:
    """All numbers of an outcome with their chances."""
    return {int(value): Fraction(share) for value, share in answer.outcomes[outcome].items()}


def mean(answer: AnswerView, outcome: str) -> Fraction:
    """The expected number."""
    return Fraction(answer.expected[outcome])


def merged(pairs: Iterable[tuple[Any, Fraction]]) -> Chances:
    """Equal things put together."""
    found: Chances = {}
    for value, share in pairs:
        if share:
            found[value] = found.get(value, Fraction(0)) + share
    return found


def then(first: Chances, after: Callable[[Any], Chances]) -> Chances:
    """Go on from each thing that may have happened."""
    return merged((other, one * share) for value, one in first.items() for other, share in after(value).items())


def p(least: int) -> Fraction:
    """How likely a D10 shows so much or more: counted face by face."""
    return Fraction(sum(face >= least for face in range(1, 11)), 10)


def scores(dice: int, least: int) -> Chances:
    """How many of some dice show so much or more, die by die."""
    found: Chances = {0: SURE}
    for _ in range(dice):
        found = then(found, lambda so_far: merged([(so_far + 1, p(least)), (so_far, 1 - p(least))]))
    return found


def fallen(hits: int, models: int, least: int) -> Chances:
    """How many of some models with a wound each fall: a hit each, and all that is more than that on one of them."""
    if hits <= models:
        return scores(hits, least)
    piled = 1 - (1 - p(least)) ** (hits - models + 1)
    return then(scores(models - 1, least), lambda rest: merged([(rest + 1, piled), (rest, 1 - piled)]))


def both(one: Chances, other: Chances) -> Chances:
    """Two things that do not hang on each other, as pairs."""
    return then(one, lambda first: {(first, second): share for second, share in other.items()})

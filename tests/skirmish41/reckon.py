"""A second reckoning of the sheet's dice, without the engine: faces one by one, plain fractions."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import pytest

from sandtable.odds.ask import AnswerView, AskError, ask
from sandtable.odds.umpire import PutThrows, led
from sandtable.rulesets.library import questions
from sandtable.rulesets.skirmish41.options import Options

Chances = dict[Any, Fraction]
EVERY = questions("skirmish41")
SURE = Fraction(1)


def put(name: str, given: dict[str, Any] | None = None, **options: Any) -> AnswerView:
    """Ask a question."""
    return ask(EVERY[name], given or {}, Options(**options))


def chance(answer: AnswerView, outcome: str, value: object = "yes") -> Fraction:
    """How likely one value of one outcome is."""
    return Fraction(answer.outcomes[outcome].get(str(value), "0"))


def spread(answer: AnswerView, outcome: str) -> Chances:
    """All values of an outcome with their chances; numbers as numbers."""
    shares = answer.outcomes[outcome].items()
    return {int(value) if value.lstrip("-").isdigit() else value: Fraction(share) for value, share in shares}


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


def p(least: int, sides: int = 20) -> Fraction:
    """How likely a die shows so much or more: counted face by face."""
    return Fraction(sum(face >= least for face in range(1, sides + 1)), sides)


def scores(dice: int, least: int, sides: int = 20) -> Chances:
    """How many of some dice show so much or more, die by die."""
    found: Chances = {0: SURE}
    for _ in range(dice):
        found = then(found, lambda so_far: merged([(so_far + 1, p(least, sides)), (so_far, 1 - p(least, sides))]))
    return found


def read(sides: int, table: Callable[[int], Any]) -> Chances:
    """What each face of a die means, counted face by face."""
    return merged((table(face), Fraction(1, sides)) for face in range(1, sides + 1))


def refused(name: str, match: str, **given: Any) -> bool:
    """Whether a question cannot be put so, for this reason."""
    with pytest.raises(AskError, match=match):
        put(name, given)
    return True


def steps(name: str, throws: list[list[int]], given: dict[str, Any] | None = None) -> dict[str, str]:
    """What comes of a question with these throws, all of them."""
    found = led("skirmish41", name, PutThrows(given=given or {}, throws=throws)).found
    assert found is not None
    return found

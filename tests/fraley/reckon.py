"""A second reckoning of the book's dice, without the engine: faces one by one, plain fractions."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from sandtable.odds.ask import AnswerView, ask
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.library import questions

Chances = dict[Any, Fraction]
EVERY = questions("fraley")
FACES = (1, 2, 3, 4, 5, 6)
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


def die(read: Callable[[int], Any] = lambda face: face) -> Chances:
    """One die, read face by face."""
    return merged((read(face), Fraction(1, 6)) for face in FACES)


def then(first: Chances, after: Callable[[Any], Chances]) -> Chances:
    """Go on from each thing that may have happened."""
    return merged((other, one * share) for value, one in first.items() for other, share in after(value).items())


def several(times: int, one: Chances) -> Chances:
    """A tuple of so many that do not hang on each other."""
    found: Chances = {(): SURE}
    for _ in range(times):
        found = then(found, lambda so_far: {(*so_far, more): share for more, share in one.items()})
    return found


def scores(dice: int, least: int, again: bool = False) -> Chances:
    """How many of some dice show so much or more; with `again` those that do not are thrown once more."""
    one = then(
        die(), lambda face: {1: SURE} if face >= least else die(lambda more: more >= least) if again else {0: SURE}
    )
    found: Chances = {0: SURE}
    for _ in range(dice):
        found = then(found, lambda so_far: merged((so_far + int(more), share) for more, share in one.items()))
    return found


def fails(least: int, dice: int = 1, *, again: bool = False) -> Fraction:
    """How likely at least one of some Saves fails; with `again` passed ones are thrown once more."""
    safe = Fraction(7 - least, 6) ** (2 if again else 1)
    return 1 - safe**dice


def lost_of(risks: Iterable[Fraction]) -> Chances:
    """How many are lost of those who run these risks, each for himself."""
    found: Chances = {0: SURE}
    for risk in risks:
        found = then(found, lambda so_far, risk=risk: merged([(so_far + 1, risk), (so_far, 1 - risk)]))  # type: ignore[misc]
    return found


def even(hits: int, teams: int) -> list[int]:
    """Hits spread evenly."""
    return [hits // teams + (place < hits % teams) for place in range(teams)]


def damaged(failed: int) -> Chances:
    """(suppressed, destroyed) by so many dice on the Vehicle Damage Table."""
    return merged(
        ((any(face in {4, 5} for face in faces), 6 in faces), share) for faces, share in several(failed, die()).items()
    )


def armoured(hits: int, least: int, reroll: int = 0) -> Chances:
    """(suppressed, destroyed) of a vehicle that takes so many hits of one weapon."""

    def save(face: int) -> Chances:
        passed = face >= least
        if (passed and reroll > 0) or (not passed and reroll < 0):
            return die(lambda more: int(more < least))
        return {int(not passed): SURE}

    return then(merged((sum(some), share) for some, share in several(hits, then(die(), save)).items()), damaged)

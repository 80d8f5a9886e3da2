"""A second reckoning of the book's dice, without the engine: faces one by one, the printed table, plain fractions."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sandtable.odds.ask import AnswerView, ask
from sandtable.odds.supposed import say
from sandtable.rulesets.library import questions
from sandtable.rulesets.sotr.options import Options

Chances = dict[Any, Fraction]
EVERY = questions("sotr")
FACES = (1, 2, 3, 4, 5, 6)
SIXTH = Fraction(1, 6)
# Table 2 as printed, face by face: Flesh wound, DOWN, GONER.
TABLE = {"unarmored": "FDDGGG", "light": "FFDDGG", "heavy": "FFFDDG"}


def put(name: str, given: dict[str, Any] | None = None, **options: Any) -> AnswerView:
    """Ask a question."""
    return ask(EVERY[name], given or {}, Options(**options))


def chance(answer: AnswerView, outcome: str, value: str) -> Fraction:
    """How likely one value of one outcome is."""
    return Fraction(answer.outcomes[outcome].get(value, "0"))


def die(read: Callable[[int], Any] = lambda face: face) -> Chances:
    """One die, read face by face."""
    return merged((read(face), SIXTH) for face in FACES)


def merged(pairs: Any) -> Chances:
    """Equal things put together."""
    found: Chances = {}
    for value, share in pairs:
        found[value] = found.get(value, Fraction(0)) + share
    return found


def then(first: Chances, after: Callable[[Any], Chances]) -> Chances:
    """Go on from each thing that may have happened."""
    return merged((other, one * share) for value, one in first.items() for other, share in after(value).items())


def added(times: int, one: Chances) -> Chances:
    """The sum of so many, of numbers or of tuples of them."""
    zero: Any = tuple(0 for _ in next(iter(one))) if isinstance(next(iter(one)), tuple) else 0

    def plus(left: Any, right: Any) -> Any:
        return tuple(map(sum, zip(left, right, strict=True))) if isinstance(left, tuple) else left + right

    found: Chances = {zero: Fraction(1)}
    for _ in range(times):
        found = then(found, lambda so_far: {plus(so_far, more): share for more, share in one.items()})
    return merged(found.items())


def scores(shots: int, least: int) -> Chances:
    """How many of some shots hit."""
    return added(shots, die(lambda face: int(face >= least)))


def wounds(dice: int, armour: str, plus: int = 0) -> Chances:
    """(GONERs, DOWN) of so many wound dice."""
    one = die(lambda face: TABLE[armour][min(6, face + plus) - 1])
    return added(dice, {(int(said == "G"), int(said == "D")): share for said, share in one.items()})


def suffered(results: Chances, men: int) -> Chances:
    """Every result on another model; what is left over is lost."""
    return merged(((min(g, men), min(d, men - min(g, men))), share) for (g, d), share in results.items())


def passes(cool: int) -> Fraction:
    """How likely 2D6 come to so much or less."""
    return sum((SIXTH * SIXTH for one in FACES for other in FACES if one + other <= cool), Fraction(0))


def shaken(losses: Chances, men: int, cool: int) -> Chances:
    """(GONERs, DOWN, test) after the break test that any GONER brings about, while somebody stands."""

    def test(lost: tuple[int, int]) -> Chances:
        if not lost[0] or sum(lost) >= men:
            return {(*lost, "not tested"): Fraction(1)}
        return {(*lost, "passed"): passes(cool), (*lost, "failed"): 1 - passes(cool)}

    return then(losses, test)


def assert_agrees(answer: AnswerView, names: tuple[str, ...], expected: Chances) -> None:
    """Each outcome on its own is distributed as the second reckoning says."""
    for place, name in enumerate(names):
        one = merged((say(value[place]), share) for value, share in expected.items())
        assert {value: Fraction(share) for value, share in answer.outcomes[name].items()} == {
            value: share for value, share in one.items() if share
        }, name

"""A second reckoning of the book's dice, written without the engine: faces listed one by one, plain fractions, plain loops.

A `Chances` says how likely everything is; `then` goes on from each thing that may have happened.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

import msgspec

from sandtable.odds.ask import AnswerView, ask
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.library import questions

Chances = dict[Any, Fraction]
EVERY = questions("bolt-action")
FACES = (1, 2, 3, 4, 5, 6)
SIXTH = Fraction(1, 6)
MORALE = {"inexperienced": 8, "regular": 9, "veteran": 10}
DAMAGED = {"inexperienced": 3, "regular": 4, "veteran": 5}


def put(name: str, given: dict[str, Any] | None = None, **options: Any) -> AnswerView:
    """Ask a question."""
    return ask(EVERY[name], given or {}, Options(**options))


def chance(name: str, outcome: str, value: str, given: dict[str, Any] | None = None, **options: Any) -> Fraction:
    """How likely one value of one outcome is."""
    return Fraction(put(name, given, **options).outcomes[outcome].get(value, "0"))


def sure(value: Hashable) -> Chances:
    """What is certain."""
    return {value: Fraction(1)}


def die(read: Callable[[int], Hashable] = lambda face: face) -> Chances:
    """One die, read face by face."""
    found: Chances = {}
    for face in FACES:
        found[read(face)] = found.get(read(face), Fraction(0)) + SIXTH
    return found


def then(first: Chances, after: Callable[[Any], Chances]) -> Chances:
    """Go on from each thing that may have happened."""
    found: Chances = {}
    for value, likely in first.items():
        for other, share in after(value).items():
            found[other] = found.get(other, Fraction(0)) + likely * share
    return found


def added(times: int, one: Chances) -> Chances:
    """The sum of so many."""
    found = sure(0)
    for _ in range(times):
        found = then(found, lambda whole: {whole + more: share for more, share in one.items()})
    return found


def scores(dice: int, least: int) -> Chances:
    """How many of so many dice show this or more."""
    return added(dice, die(lambda face: int(face >= least)))


def total(dice: int) -> Chances:
    """So many dice added up."""
    return added(dice, die())


def passing(limit: int) -> Fraction:
    """How likely two dice show the limit or less: at least 2, at most 10."""
    return sum((share for whole, share in total(2).items() if whole <= max(2, min(10, limit))), Fraction(0))


def d2(face: int) -> int:
    """A D2 read off a die."""
    return 1 if face <= 3 else 2


def d3(face: int) -> int:
    """A D3 read off a die."""
    return (face + 1) // 2


def assert_agrees(answer: AnswerView, names: tuple[str, ...], joint: Chances) -> None:
    """Every outcome of an answer is what the reckoning says of the thing in its place."""
    assert set(answer.outcomes) == set(names)
    for place, name in enumerate(names):
        found: Chances = {}
        for values, share in joint.items():
            word = values[place]
            word = ("yes" if word else "no") if isinstance(word, bool) else str(word)
            found[word] = found.get(word, Fraction(0)) + share
        assert {value: Fraction(share) for value, share in answer.outcomes[name].items()} == found, name


# Men under fire: casualties, pins, morale, destroyed.


def checked(limit: int) -> Chances:
    """A morale check."""
    return {"pass": passing(limit), "fail": 1 - passing(limit)} if passing(limit) < 1 else {"pass": Fraction(1)}


def aftermath(
    lost: int, pins: int, men: int, quality: str, had: int = 0, *, picked: int = 0, always: bool = False
) -> Chances:
    """Casualties, pins, morale and destruction after so many men should fall; whom the enemy picks, he picks the NCO."""
    lost = min(lost, men)
    if had + pins >= MORALE[quality] or lost == men:
        return sure((lost, pins, "not tested", True))
    if always or (lost and 2 * lost >= men):
        limit = MORALE[quality] - had - pins - bool(picked)
        return {(lost, pins, word, word != "pass"): share for word, share in checked(limit).items()}
    return sure((lost, pins, "not tested", False))


def fallen(hits: int, least: int, pins: int, men: int, quality: str, had: int = 0, **more: Any) -> Chances:
    """Exceptional casualties, casualties, pins, morale and destruction after so many hits."""

    def after(lost: tuple[int, int]) -> Chances:
        found = aftermath(lost[0], pins, men, quality, had, picked=lost[1], **more)
        return {(min(lost[1], men), *rest): share for rest, share in found.items()}

    return then(wounded(hits, least), after)


def wounded(hits: int, least: int) -> Chances:
    """Casualties and exceptional ones among so many hits: a six is thrown again, and a second six is exceptional."""
    one: Chances = {}
    for face in FACES:
        for again in FACES:
            key = (int(face >= least), int(face == 6 and again == 6 and face >= least))
            one[key] = one.get(key, Fraction(0)) + SIXTH * SIXTH
    found: Chances = sure((0, 0))
    for _ in range(hits):
        found = then(found, lambda so: {(so[0] + one_[0], so[1] + one_[1]): share for one_, share in one.items()})
    return found


def tried(given: dict[str, Any]) -> str:
    """A situation as the name of a test."""
    return msgspec.json.encode(given).decode()


# Dice of icepool, for what it says shortest.


def share_of(dice: Any) -> Fraction:
    """How likely a truth of icepool is."""
    return Fraction(int(dice.quantity(True)), int(dice.denominator()))


def table(dice: Any) -> dict[str, str]:
    """A die of icepool as an answer shows it."""
    return {str(int(value)): str(Fraction(count, dice.denominator())) for value, count in dice.items() if count}


# Vehicles.

ARMOUR = {
    "soft-skin": 6,
    "armoured-car": 7,
    "light-tank": 8,
    "medium-tank": 9,
    "heavy-tank": 10,
    "super-heavy-tank": 11,
}
KINDS = ("no damage", "superficial", "full", "massive")


def penetrates(armour: str, bonus: int) -> Chances:
    """What one die with this much added does: equal superficial, three more massive."""

    def read(face: int) -> str:
        over = face + bonus - ARMOUR[armour]
        return "no damage" if over < 0 else "superficial" if not over else "massive" if over > 2 else "full"

    return die(read)

"""The printed tables as a battle plays them, and how what stands in them is read: dice as they are written."""

from functools import cache

import msgspec

from sandtable.dice.readings import Chart, Total
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.sheet import Aircraft, Explosive, Row, Tables, Weapon

__all__ = [
    "CLAUSE_OF_DICE",
    "NO",
    "YES",
    "Aircraft",
    "DiceCount",
    "Explosive",
    "Row",
    "Tables",
    "Weapon",
    "dice_count",
    "explosive",
    "printed",
    "weapon",
    "yes_on",
]


@cache
def printed() -> Tables:
    """The tables as they are printed, for what no table changes: names, traits, clauses."""
    return Options().tables


def weapon(name: str, options: Options) -> Weapon:
    """A weapon as this table plays it."""
    return options.tables.weapons[name]


def explosive(he_class: str, options: Options) -> Explosive:
    """What high explosive of a class does."""
    return options.tables.explosive[he_class]


YES, NO = "yes", "no"


@cache
def yes_on(least: int) -> Chart:
    """How one die is read that says yes with this score or more, and no otherwise."""
    return Chart(((1, NO), (least, YES)))


class DiceCount(msgspec.Struct, frozen=True):
    """Dice as the book writes them: how many D6 to throw, and how to read them (D2 and D3 are read off a D6)."""

    dice: int
    reading: Total


_WORTH = {"D2": (1, 1, 1, 2, 2, 2), "D3": (1, 1, 2, 2, 3, 3), "D6": ()}


@cache
def dice_count(written: str) -> DiceCount:
    """What `3`, `D2`, `D3`, `D6`, `2D6` or `D3-1` means; a plain number throws nothing."""
    body, plus = written, 0
    for sign in "+-":
        head, found, tail = written.partition(sign)
        if found:
            body, plus = head, int(sign + tail)
    count, die, sides = body.partition("D")
    if not die:
        return DiceCount(0, Total(int(count) + plus))
    return DiceCount(int(count or "1"), Total(plus, _WORTH[f"D{sides}"]))


CLAUSE_OF_DICE = "ba.gap.dice-notation"


def arms(count: int, kind: Weapon) -> str:
    """So many weapons: `10 rifles`, `1 PIAT`."""
    return f"{count} {in_a_sentence(kind)}{'s' * (count != 1)}"


def in_a_sentence(kind: Weapon) -> str:
    """What a weapon is called within a sentence."""
    return kind.name if kind.name.isupper() else f"{kind.name[:1].lower()}{kind.name[1:]}"

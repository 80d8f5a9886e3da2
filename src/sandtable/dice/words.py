"""Dice in words: what a throw needs where nobody says it, and what it said."""

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.grammar import count_of

from .readings import AtLeast, Bands, Best, Chart, Total
from .roll import Roll


def counted(one: str, several: str) -> Callable[[int], str]:
    """Words for a number of things: `no hits`, `1 hit`, `4 hits`."""

    def say(number: int) -> str:
        return count_of(number, one, several)

    return say


def worded(words: Mapping[str, str]) -> Callable[[str], str]:
    """Words for the rows of a chart; a row that has none is said as it is called."""

    def say(row: str) -> str:
        return words.get(row, plainly(row))

    return say


def plainly(value: object) -> str:
    """A value that nobody has words for."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return value.replace("-", " ") if isinstance(value, str) else str(value)


def said(roll: Roll[Any], value: Any) -> str:
    """What a throw said."""
    return plainly(value) if roll.say is None else roll.say(value)


def needed(roll: Roll[Any]) -> str:
    """What a throw needs, or how it is read where nothing is needed: `1-2 friendly fire, 3-6 panic`."""
    return roll.needs or how_read(roll)


def is_read(roll: Roll[Any]) -> bool:
    """Whether nothing is needed of a throw: it is read, on a chart or as it falls."""
    return not roll.needs and not isinstance(roll.reading, AtLeast | Bands)


def how_read(roll: Roll[Any]) -> str:
    """How the faces of a throw are read."""
    reading, dice, sides = roll.reading, roll.dice, roll.sides
    match reading:
        case AtLeast(score):
            return f"{score}+"
        case Bands(bands):
            return " or ".join(_span(low, high) for low, high in bands if low <= high)
        case Total(plus, worth):
            whole = "the die" if dice == 1 else "the total of the dice"
            if worth:
                scores = {face: str(value) for face, value in enumerate(worth, 1)}
                whole = f"{', '.join(f'{faces} is {value}' for faces, value in _runs(scores))}"
            return f"{whole}{f', {plus:+d}' if plus else ''}"
        case Chart():
            rows = {total: said(roll, reading.row(total + reading.plus)) for total in range(dice, dice * sides + 1)}
            return ", ".join(f"{totals} {row}" for totals, row in _runs(rows))
        case Best(keep):
            return f"the {keep} highest, added up"
        case _:
            return "each die as it falls"


def _runs(named: Mapping[int, str]) -> list[tuple[str, str]]:
    """Neighbours with the same name, put together: `1-2` and its name."""
    found: list[tuple[int, int, str]] = []
    for number, name in named.items():
        if found and found[-1][2] == name:
            found[-1] = (found[-1][0], number, name)
        else:
            found.append((number, number, name))
    return [(_span(low, high), name) for low, high, name in found]


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"

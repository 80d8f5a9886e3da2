"""Set-ups for assaults: two units facing each other, and the dice of a fight."""

from typing import Any

from .kit import Scene, Side, de, us

REGROUPS = 1  # the die of the winner, where it does not matter


def column(x: float, men: int) -> tuple[tuple[float, float], ...]:
    """Where all but the first of some men stand, one behind the other."""
    return tuple((x, 20 + 1.5 * place) for place in range(1, men))


def able(men: int = 6, troop: str = "us.rifle-squad", **rest: Any) -> Side:
    """The attackers, in a column from (20, 20) down, facing east. Six of them have an SMG, so seven attacks."""
    return us(troop, (20, 20), name="Able", men=men, spots=column(20, men), bearing=90, **rest)


def foes(distance: float, men: int = 6, troop: str = "us.rifle-squad", **rest: Any) -> Side:
    """The defenders, in a column so far to the east of the attackers."""
    return de(troop, (21 + distance, 20), name="Foes", men=men, spots=column(21 + distance, men), bearing=270, **rest)


def facing(distance: float, **options: Any) -> Scene:
    """Six men against six; what else is given is for the scene."""
    return Scene(able(), foes(distance), **options)


def blows(hits: int, of: int = 7) -> list[int]:
    """Dice of which so many damage Regulars."""
    return [4] * hits + [3] * (of - hits)

"""What units, wounds and chances are worth: whole numbers throughout, in thousandths of a point."""

from sandtable.rulesets.d10.basics.units import left
from sandtable.rulesets.d10.state import Battle

POINT = 1000  # a point, in what everything here is counted in
BRITTLE = (5, 4)  # what a wound counts for at half strength and below, where each may be the last
ACTED = (4, 5)  # what harm to a unit counts that has acted already: it answers only in the next turn
PANICKED = (7, 10)  # and to one that is out of the fight for now


def part(value: int, share: tuple[int, int]) -> int:
    """A share of a value."""
    return value * share[0] // share[1]


def worth_of(view: Battle, number: int) -> int:
    """What is left of a unit."""
    now, whole = left(view, number)
    return view.units[number].card.points * POINT * now // max(1, whole)


def harm(view: Battle, number: int, wounds: int) -> int:
    """What so many thousandths of a wound are worth, taken from a unit; nobody loses more than he has."""
    unit = view.units[number]
    now, whole = left(view, number)
    each = unit.card.points * POINT // max(1, whole)
    value = min(wounds, now * 1000) * (part(each, BRITTLE) if now * 2 <= whole + 2 else each) // 1000
    if unit.panicked:
        value = part(value, PANICKED)
    return part(value, ACTED) if unit.done else value

"""What Teams and Units are worth, in points of the company list."""

from sandtable.rulesets.fraley.state import Battle
from sandtable.table.remembered import hangs_on

COMMANDER = 60  # without him the company's first bad moment is its last
OBSERVER = 12
LEADER = 1.3  # of what another Team of the Unit is worth


def parts_of(view: Battle, number: int) -> tuple[object, ...]:
    """A Unit, its Teams and the tables: what hangs on nothing else stands until something happens to them."""
    unit = view.units[number]
    return (view.options, unit, *map(view.figures.__getitem__, unit.men))


def share_of(view: Battle, number: int) -> float:
    """What one Team of a Unit is worth."""
    unit = view.units[number]
    if unit.card.rank == "cc":
        return COMMANDER
    if unit.card.rank == "fo":
        return OBSERVER
    return unit.card.points / max(1, unit.strength + unit.left)


def worth_of(view: Battle, figure: int) -> float:
    """What a Team is worth."""
    team = view.figures[figure]
    return share_of(view, team.unit) * (LEADER if team.leader else 1)


@hangs_on(parts_of)
def left_of(view: Battle, number: int) -> float:
    """What is left of a Unit."""
    return sum(worth_of(view, man) for man in view.units[number].men)


def spread_out(harm: float, left: float) -> float:
    """What harm comes to that falls on the same Teams: nobody is lost twice, so that the more there is, the less it does."""
    return harm * left / (left + harm / 2) if left else 0.0

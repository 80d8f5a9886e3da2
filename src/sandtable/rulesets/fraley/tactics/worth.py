"""What Teams and Units are worth, in points of the company list, and the chances of single dice."""

from sandtable.rulesets.fraley.state import Battle

COMMANDER = 60  # without him the company's first bad moment is its last
OBSERVER = 12
LEADER = 1.3  # of what another Team of the Unit is worth


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


def left_of(view: Battle, number: int) -> float:
    """What is left of a Unit."""
    return sum(worth_of(view, man) for man in view.units[number].men)


def chance_of(needed: int) -> float:
    """How likely a die is to show a number or more; a 1 never does."""
    return max(0, 7 - max(2, needed)) / 6


def passes(view: Battle, number: int, penalty: int = 0) -> float:
    """How likely a Unit is to pass a Training Check."""
    return max(0, 7 - view.units[number].card.check - penalty) / 6


def spread_out(harm: float, left: float) -> float:
    """What harm comes to that falls on the same Teams: nobody is lost twice, so that the more there is, the less it does."""
    return harm * left / (left + harm / 2) if left else 0.0

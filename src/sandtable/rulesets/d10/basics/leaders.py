"""Leaders (d10.gap.leaders): whose Command a unit tests on, and when an officer is no target."""

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.d10.state import Battle

from .sight import sees_any
from .units import between, engaged, on_table

LENDS = inches(12)
SCREENED = inches(3)
SCREEN = 3  # models of a unit that hides an officer


@rule("d10.gap.leaders", "d10.morale.test")
def command_of(state: Battle, number: int) -> tuple[int, int | None]:
    """The CM that a unit tests on, and the leader who lends it, if it is not its own."""
    unit = state.units[number]
    best: tuple[int, int | None] = (unit.card.command, None)
    for other in on_table(state, unit.side):
        card = state.units[other].card
        if other != number and card.command > best[0] and card.has("leader") and lends(state, other, number):
            best = (card.command, other)
    return best


def lends(state: Battle, leader: int, number: int) -> bool:
    """Whether a leader lends a unit his CM: within 12 inches, in his sight, neither panicked nor engaged."""
    officer, unit = state.units[leader], state.units[number]
    if not unit.on_table or officer.panicked or between(state, leader, number) > LENDS or engaged(state, leader):
        return False
    return sees_any(state, officer.men, unit.men)


@rule("d10.gap.leaders")
def screened(state: Battle, leader: int, distance: int, gap_to: dict[int, int]) -> bool:
    """Whether a leader is no nearest target: friends, three or more, within 3 inches and no farther from the shooter.

    The sheet knows no such exception, so only where the switch says so. `gap_to` has the distance of each unit of his
    side from the shooters.
    """
    officer = state.units[leader]
    if not state.options.leaders_hide or not officer.card.has("leader"):
        return False
    return any(
        other != leader
        and len(state.units[other].men) >= SCREEN
        and gap <= distance
        and between(state, leader, other) <= SCREENED
        for other, gap in gap_to.items()
    )

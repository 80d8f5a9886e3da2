"""Victory (sotr.gap.victory): who holds what, what has been destroyed, who has won.

In the Dead Walk nothing is held: there each unit of the living counts as an objective, held by the living if it has left
by the far edge or stands at the end with half of its models or more, by the dead otherwise.
"""

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.ruleset import Outcome
from sandtable.rulesets.sotr.basics.sight import to_point
from sandtable.rulesets.sotr.state import Battle, Unit
from sandtable.table.remembered import RememberedBy

OBJECTIVE = 3  # points
HOLD = inches(3)
DRAW_BELOW = 3
COST = 10  # of this many points' cost of troops one is scored
LIVING, DEAD = 0, 1  # the sides of the Dead Walk
BECAUSE = ("sotr.gap.victory", "sotr.gap.scenarios")


def within_reach(state: Battle, objective: tuple[int, int]) -> tuple[int, ...]:
    """The models within 3 inches of an objective."""
    men = [man for unit in state.units if unit.on_table for man in unit.men]
    return tuple(man for man in men if to_point(state, man, objective) <= HOLD)


def _near(state: Battle) -> tuple[tuple[int, ...], ...]:
    return tuple(within_reach(state, point) for point in state.objectives)


# Who is near each objective: measured again only when somebody has moved or is gone.
_near_each = RememberedBy(
    _near, lambda state: (state.layout,), lambda state: (state.objectives, *(unit.place for unit in state.units))
)


@rule("sotr.gap.victory")
def _has_more(state: Battle, men: tuple[int, ...]) -> int | None:
    """The side that has more standing models of units in order among these."""
    near = [0, 0]
    for man in men:
        figure = state.figures[man]
        unit = state.units[figure.unit]
        near[unit.side] += man in unit.men and not (figure.down or figure.disorganized or unit.disorganized)
    return None if near[0] == near[1] else int(near[1] > near[0])


def holder(state: Battle, objective: tuple[int, int]) -> int | None:
    """The side that holds an objective: more standing models of units in order within 3 inches than the other has."""
    return _has_more(state, within_reach(state, objective))


def holders(state: Battle) -> tuple[int | None, ...]:
    """The side that holds each objective."""
    return tuple(_has_more(state, men) for men in _near_each(state))


def is_lost(unit: Unit) -> bool:
    """Whether a unit is destroyed, or has fled."""
    return unit.place in {"destroyed", "fled"}


@rule("sotr.gap.victory")
def worth_of_losses(state: Battle, side: int) -> int:
    """What a side's losses are worth to the other: a point for every full 10 of their cost, half where half are left."""
    scored = 0
    for unit in state.units:
        if unit.side != side:
            continue
        if is_lost(unit):
            scored += unit.card.points // COST
        elif 2 * len(unit.men) < unit.strength:
            scored += unit.card.points // (2 * COST)
    return scored


def survives(unit: Unit) -> bool:
    """Whether a unit of the living has come through: out, or still there with half of its models."""
    return unit.place == "exited" or (not is_lost(unit) and 2 * len(unit.men) >= unit.strength)


@rule("sotr.gap.victory", "sotr.gap.scenarios")
def scores(state: Battle) -> tuple[int, int]:
    """The points of both sides."""
    found = [worth_of_losses(state, 1), worth_of_losses(state, 0)]
    if state.mission.name == "dead-walk":
        for unit in state.units:
            if unit.side == LIVING:
                found[LIVING if survives(unit) else DEAD] += OBJECTIVE
    for side in holders(state):
        if side is not None:
            found[side] += OBJECTIVE
    return found[0], found[1]


def outcome_now(state: Battle) -> Outcome:
    """How the battle would end now."""
    ours, theirs = scores(state)
    lead = ours - theirs
    winner = None if abs(lead) < DRAW_BELOW else int(lead < 0)
    return Outcome(winner, (ours, theirs), f"{ours} points to {theirs}", BECAUSE)


# ---- at once


@rule("sotr.gap.victory")
def beaten(state: Battle) -> tuple[bool, bool]:
    """Which sides have nobody standing, on the table or riding, and nobody to come."""
    return _beaten(state, 0), _beaten(state, 1)


def _beaten(state: Battle, side: int) -> bool:
    figures = state.figures
    for unit in state.units:
        if unit.side != side:
            continue
        if unit.place == "reserve":
            return False
        if unit.place in {"table", "aboard"} and any(not figures[man].down for man in unit.men):
            return False
    return True


def outcome_at_once(state: Battle) -> Outcome | None:
    """How a battle ends in which a side has nobody left standing; None while both have somebody.

    Where the living of the Dead Walk have left by the far edge, it is scored as at the end.
    """
    gone = beaten(state)
    if not any(gone):
        return None
    if gone[LIVING] and state.mission.name == "dead-walk" and any(unit.place == "exited" for unit in state.units):
        return outcome_now(state)
    if all(gone):
        return Outcome(None, scores(state), "nobody is left standing", BECAUSE)
    loser = gone.index(True)
    return Outcome(1 - loser, scores(state), f"{state.names[loser]} has nobody left standing", BECAUSE)

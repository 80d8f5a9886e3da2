"""Objectives, scores and how a battle ends."""

from fractions import Fraction

from sandtable.geometry.template_kernels import circle
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.ruleset import Outcome
from sandtable.rulesets.fraley.basics.teams import afoot, units_left
from sandtable.rulesets.fraley.state import Battle, Point, Unit
from sandtable.table.remembered import RememberedBy

REACH = inches(4)  # of an objective
LEAST = 2  # Teams of a Unit that holds, if it is no Tank Unit
SCORES_FROM, TAKEN_FROM = 3, 4  # the rounds from which objectives count
DRAW = 1  # a lead in points that is none
THIRD = 3
BECAUSE = ("fraley.gap.victory",)


# ---- objectives


@rule("fraley.gap.objective-control", "fraley.gap.mixed-unit-type")
def may_hold(unit: Unit) -> bool:
    """Whether a Unit can hold an objective: one with two Teams, or a Tank Unit; no CC and no FO."""
    return unit.place == "table" and unit.card.rank == "unit" and len(unit.men) >= (1 if unit.card.tank else LEAST)


def within_reach(state: Battle, point: Point) -> tuple[int, ...]:
    """The Teams within 4 inches of an objective, those too that ride there."""
    near = circle(state.layout.bodies, *point, REACH).tolist()
    return tuple([man for unit in state.units if unit.place == "table" for man in unit.men if near[man]])


def _near(state: Battle) -> tuple[tuple[int, ...], ...]:
    return tuple(within_reach(state, point) for point in state.objectives)


# Who is near each objective: measured again only when somebody has moved or is gone.
_near_each = RememberedBy(
    _near, lambda state: (state.layout,), lambda state: (state.objectives, *[unit.place for unit in state.units])
)


@rule("fraley.gap.objective-control")
def _held_among(state: Battle, men: tuple[int, ...]) -> int | None:
    """The side that has an unsuppressed Team that may hold among these, if the other has none at all."""
    near = [False, False]
    holds = [False, False]
    for man in men:
        team = state.figures[man]
        unit = state.units[team.unit]
        if man in afoot(state, team.unit):
            near[unit.side] = True
            holds[unit.side] = holds[unit.side] or (may_hold(unit) and not team.suppressed)
    return next((side for side in (0, 1) if holds[side] and not near[1 - side]), None)


def held_by(state: Battle, point: Point) -> int | None:
    """The side that holds an objective: an unsuppressed Team of it within 4 inches, and no enemy Team."""
    near = _near_each(state)[state.objectives.index(point)] if point in state.objectives else within_reach(state, point)
    return _held_among(state, near)


def holders(state: Battle) -> tuple[int | None, ...]:
    """The side that holds each objective."""
    return tuple(_held_among(state, men) for men in _near_each(state))


@rule("fraley.gap.scenario-meeting")
def scored(state: Battle) -> tuple[int, int]:
    """The scores after the end of this round: a point for each objective held, from round 3 of a meeting engagement."""
    ours, theirs = state.scores
    if state.mission.name != "meeting" or state.round < SCORES_FROM:
        return ours, theirs
    found = holders(state)
    return ours + found.count(0), theirs + found.count(1)


# ---- breaking through


@rule("fraley.gap.scenario-breakthrough")
def share(unit: Unit) -> Fraction:
    """What one Team is worth: an even share of its Unit's points among all that it started with."""
    return Fraction(unit.card.points, unit.strength + unit.left)


@rule("fraley.gap.scenario-breakthrough")
def escaped(state: Battle, side: int) -> Fraction:
    """What a side's Teams that left by the far edge are worth."""
    return sum((share(unit) * unit.left for unit in state.units if unit.side == side and unit.left), Fraction(0))


def points_of_company(state: Battle, side: int) -> int:
    """What a company cost."""
    return sum(unit.card.points for unit in state.units if unit.side == side)


def broken_through(state: Battle) -> bool:
    """Whether Teams worth a third of the attacker's points have left."""
    side = state.mission.attacker
    if state.mission.name != "breakthrough" or not any(unit.left for unit in state.units):
        return False
    return escaped(state, side) >= worth_to_break_through(state)


def worth_to_break_through(state: Battle) -> Fraction:
    """What Teams must be worth that leave: a third of the attacker's points."""
    return Fraction(points_of_company(state, state.mission.attacker), THIRD)


# ---- how it ends


@rule("fraley.gap.victory")
def outcome_of(state: Battle, *, round_over: bool | None = None) -> Outcome | None:
    """How the battle ended, if it has: a retreat, no Units left, the scenario's own conditions, or its last round.

    What is judged at the end of a round is judged if the round is over: while the phase is `end`, unless that is said.
    """
    found = _at_once(state)
    if found is not None:
        return found
    over = state.phase == "end" if round_over is None else round_over
    if not over:
        return None
    last = state.round >= state.mission.rounds
    return {"meeting": _meeting, "hold": _hold, "breakthrough": _breakthrough}[state.mission.name](state, last=last)


def outcome_now(state: Battle) -> Outcome:
    """How the battle would end if this round were its last, and over."""
    found = _at_once(state)
    if found is None:
        judge = {"meeting": _meeting, "hold": _hold, "breakthrough": _breakthrough}[state.mission.name]
        found = judge(state, last=True)
    assert found is not None
    return found


@rule("fraley.gap.victory", "fraley.gap.scenario-meeting", "fraley.gap.scenario-breakthrough")
def _at_once(state: Battle) -> Outcome | None:
    names = state.names
    if state.retreats:
        both = len(set(state.retreats)) > 1
        why = "both companies retreat" if both else f"{names[state.retreats[0]]} retreat"
        return Outcome(None if both else 1 - state.retreats[0], state.scores, why, BECAUSE)
    if broken_through(state):
        side = state.mission.attacker
        return Outcome(side, _worth(state), f"{names[side]} have broken through", ("fraley.gap.scenario-breakthrough",))
    gone = [not units_left(state, side) for side in (0, 1)]
    if any(gone):
        loser = None if all(gone) else gone.index(True)
        why = "neither company has a Unit left" if loser is None else f"{names[loser]} have no Units left"
        return Outcome(None if loser is None else 1 - loser, state.scores, why, BECAUSE)
    if state.mission.name == "breakthrough" and not any(
        unit.alive and unit.side == state.mission.attacker for unit in state.units
    ):
        return _stopped(state)
    return None


def _meeting(state: Battle, *, last: bool) -> Outcome | None:
    """After the last round the most points win; a lead of one is a draw."""
    if not last:
        return None
    ours, theirs = state.scores
    winner = None if abs(ours - theirs) <= DRAW else int(theirs > ours)
    return Outcome(winner, state.scores, f"{ours} points to {theirs}", ("fraley.gap.scenario-meeting", *BECAUSE))


@rule("fraley.gap.scenario-hold")
def _hold(state: Battle, *, last: bool) -> Outcome | None:
    """The attacker wins if he holds the objective at the end of a round from the fourth; the defender at the end."""
    side = state.mission.attacker
    because = ("fraley.gap.scenario-hold", "fraley.gap.objective-control")
    if state.round >= TAKEN_FROM and side in holders(state):
        return Outcome(side, state.scores, f"{state.names[side]} have taken the objective", because)
    if not last:
        return None
    return Outcome(1 - side, state.scores, f"{state.names[1 - side]} have held the objective", because)


def _breakthrough(state: Battle, *, last: bool) -> Outcome | None:
    return _stopped(state) if last else None


def _stopped(state: Battle) -> Outcome:
    side = 1 - state.mission.attacker
    return Outcome(
        side, _worth(state), f"{state.names[side]} have barred the way", ("fraley.gap.scenario-breakthrough",)
    )


def _worth(state: Battle) -> tuple[int, int]:
    return int(escaped(state, 0)), int(escaped(state, 1))

"""Victory (d10.gap.victory): points for what was destroyed, for objectives, for getting through."""

from typing import NamedTuple

import numpy as np

from sandtable.geometry.foot_kernels import held_in
from sandtable.geometry.kernel import ints
from sandtable.geometry.measure_kernels import near_points
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import is_building, middle_of
from sandtable.mechanics.zones import from_edge
from sandtable.play.ruleset import Outcome
from sandtable.rulesets.d10.basics.units import half_or_less
from sandtable.rulesets.d10.state import Battle, Mission, Point
from sandtable.table.layout import rows
from sandtable.table.remembered import RememberedBy

MARKER, BUILDING = 75, 100
HELD = inches(3)
APART = inches(18)  # the outer objective markers from the one in the middle
LEAD = 10  # per cent of the game's points that make a lead a win
TURNS = {"meeting": 6, "village": 7, "breakthrough": 8}
SCENARIOS = {
    "meeting": "d10.gap.scenario-meeting",
    "village": "d10.gap.scenario-village",
    "breakthrough": "d10.gap.scenario-breakthrough",
}
REWARDED = {"meeting": "markers", "village": "buildings", "breakthrough": "units that got through"}


@rule("d10.gap.game-length", "d10.gap.scenario-meeting", "d10.gap.scenario-village", "d10.gap.scenario-breakthrough")
def turns_of(mission: Mission) -> tuple[int, bool]:
    """How many turns a battle lasts, and whether a die may add one."""
    return mission.turns or TURNS[mission.name], mission.name == "meeting"


@rule("d10.gap.game-length")
def broken(state: Battle) -> bool:
    """Whether a side has no unpanicked unit left on the table."""
    steady = -1
    for unit in state.units:
        if not unit.panicked and unit.place in {"table", "aboard"}:
            if steady not in {-1, unit.side}:
                return False
            steady = unit.side
    return True


class Score(NamedTuple):
    """Victory points of a side: for losses of the enemy, and for what the scenario rewards."""

    losses: int
    scenario: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.losses + self.scenario


@rule("d10.gap.victory", "d10.morale.rout-removes")
def for_losses(state: Battle, side: int) -> int:
    """Points for the enemy's losses: all of what is gone, half of what is at half strength or below."""
    found = 0
    for number, unit in enumerate(state.units):
        if unit.side == side:
            continue
        if unit.place in {"destroyed", "routed"}:
            found += unit.card.points
        elif unit.place in {"table", "aboard"} and half_or_less(state, number):
            found += unit.card.points // 2
    return found


@rule("d10.gap.scenario-meeting")
def objectives_of(state: Battle) -> tuple[Point, ...]:
    """Where objective markers lie: in the middle of the table, and 18 inches to either side on the middle line."""
    if state.mission.name != "meeting":
        return ()
    x, y = state.width // 2, state.depth // 2
    if state.edges[0] in {"north", "south"}:
        return ((x - APART, y), (x, y), (x + APART, y))
    return ((x, y - APART), (x, y), (x, y + APART))


def _steady(state: Battle) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The models of each side's unpanicked units on the table."""
    found: tuple[list[int], list[int]] = [], []
    for unit in state.units:
        if unit.place == "table" and not unit.panicked:
            found[unit.side].extend(unit.men)
    return tuple(found[0]), tuple(found[1])


@rule("d10.gap.scenario-meeting")
def holder_of(state: Battle, point: Point) -> int | None:
    """Who holds a marker: the side with more unpanicked models within three inches of it."""
    one, other = (
        near_points(state.layout.bodies, rows(men), ints((point,)), HELD).sum() if men else 0 for men in _steady(state)
    )
    return None if one == other else 0 if one > other else 1


def _holders(state: Battle) -> tuple[int | None, ...]:
    return tuple([holder_of(state, point) for point in state.objectives])


def _who_counts(state: Battle) -> tuple[object, ...]:
    """What it hangs on who holds something, beside where everybody stands."""
    return (state.objectives, state.buildings, *((unit.place, unit.panicked, unit.men) for unit in state.units))


# Who holds each marker: counted again only when somebody has moved, panicked or gone.
holders = RememberedBy(_holders, lambda state: (state.layout,), _who_counts)


@rule("d10.gap.scenario-village")
def buildings_of(state: Battle) -> tuple[int, ...]:
    """The two buildings that are fought over: in the defender's half, the nearest to the middle of the table first."""
    if state.mission.name != "village":
        return ()
    edge = state.edges[1 - state.mission.attacker]

    def off(piece: int) -> tuple[bool, int, int]:
        x, y = middle_of(state.terrain[piece].outline)
        whole = state.depth if edge in {"north", "south"} else state.width
        middle = (x - state.width // 2) ** 2 + (y - state.depth // 2) ** 2
        return from_edge(state, edge, (x, y)) * 2 > whole, middle, piece

    houses = [piece for piece, found in enumerate(state.terrain) if is_building(found)]
    return tuple(sorted(houses, key=off)[:2])


@rule("d10.gap.scenario-village")
def held_alone(state: Battle, piece: int) -> int | None:
    """Who alone has unpanicked models inside a building."""
    ground, marked = state.ground, np.zeros(len(state.terrain), dtype=np.int64)
    marked[piece] = 1
    inside = [
        side
        for side, men in enumerate(_steady(state))
        if held_in(state.layout.bodies, rows(men), ground.edges, ground.pieces, marked).max(initial=-1) == piece
    ]
    return inside[0] if len(inside) == 1 else None


def _holders_of_buildings(state: Battle) -> tuple[int | None, ...]:
    return tuple(held_alone(state, piece) for piece in state.buildings)


holders_of_buildings = RememberedBy(_holders_of_buildings, lambda state: (state.layout, state.terrain), _who_counts)


@rule("d10.gap.scenario-meeting", "d10.gap.scenario-village", "d10.gap.scenario-breakthrough")
def for_scenario(state: Battle, side: int) -> int:
    """Points for what the scenario rewards."""
    match state.mission.name:
        case "meeting":
            return MARKER * holders(state).count(side)
        case "village":
            return BUILDING * holders_of_buildings(state).count(side)
        case "breakthrough":
            return state.escaped if side == state.mission.attacker else 0


def score_of(state: Battle, side: int) -> Score:
    """The victory points of a side as things stand."""
    return Score(for_losses(state, side), for_scenario(state, side))


@rule("d10.gap.victory")
def lead_that_wins(mission: Mission) -> int:
    """The smallest lead that is more than a tenth of the game's points."""
    return mission.points * LEAD // 100 + 1


@rule("d10.gap.victory")
def outcome_of(state: Battle) -> Outcome:
    """Who has won: a lead of more than a tenth of the game's points is a win, else it is a draw."""
    one, other = score_of(state, 0), score_of(state, 1)
    scores = (one.total, other.total)
    because = ("d10.gap.victory", "d10.gap.game-length", SCENARIOS[state.mission.name])
    lead = abs(scores[0] - scores[1])
    if lead < lead_that_wins(state.mission):
        return Outcome(None, scores, f"a draw, {scores[0]} to {scores[1]}", because)
    winner = 0 if scores[0] > scores[1] else 1
    return Outcome(winner, scores, f"{state.names[winner]} win {max(scores)} to {min(scores)}", because)

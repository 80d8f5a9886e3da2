"""Extra movement: a leader has one Team go four inches farther, to end its Move within two inches of him."""

from collections.abc import Iterable, Mapping
from itertools import permutations

from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal
from sandtable.play.walks import March
from sandtable.rulesets.fraley.basics.teams import REACH, afoot, move_of, who, within
from sandtable.rulesets.fraley.leaders import leaders
from sandtable.rulesets.fraley.state import Battle

from .explaining import clause_of, too_far
from .ways import length_of

EXTRA = inches(4)

Helpers = dict[int, tuple[int, ...]]
Moves = dict[int, int]


@rule("fraley.leader.extra-move", "fraley.leader.once-per-initiative")
def helpers(state: Battle, moves: Moves) -> Helpers:
    """The leaders who could have each Team go farther: those who are not spent and whom it could come near."""
    found: Helpers = {}
    movers = tuple(moves)
    able: dict[int, list[int]] = {}
    near: dict[tuple[int, int], list[int]] = {}  # whom a leader who stays could help, by how far they can come
    for mover, far in moves.items():
        unit = state.figures[mover].unit
        if unit not in able:
            able[unit] = leaders.able_leaders(state, _one_led(state, unit))
        helping = []
        for leader in able[unit]:
            if leader not in moves:
                key = leader, far + EXTRA + REACH
                if key not in near:
                    near[key] = within(state, leader, movers, key[1])
                if mover in near[key]:
                    helping.append(leader)
            elif leader != mover:
                helping.append(leader)
        if helping:
            found[mover] = tuple(helping)
    return found


def _one_led(state: Battle, unit: int) -> int:
    """A Team of a Unit that is not its leader, if it has one: whoever commands it commands the others, too."""
    men = afoot(state, unit)
    return next((man for man in reversed(men) if not state.figures[man].leader), men[-1])


def moves_of(state: Battle, movers: Iterable[int]) -> Moves:
    """How far one Move carries each of some Teams."""
    return {mover: move_of(state.figures[mover], state.options) for mover in movers}


@rule("fraley.move.infantry", "fraley.move.gun", "fraley.move.tank", "fraley.leader.extra-move")
def allowances(moves: Moves, able: Helpers) -> dict[int, int]:
    """How far each Team may go at most: its Move, and four inches where a leader could help it."""
    return {mover: far + (EXTRA if mover in able else 0) for mover, far in moves.items()}


def beyond_move(state: Battle, march: March) -> dict[int, int]:
    """The Teams that go farther than their own Move, and how far."""
    found = {}
    for walk in march.walks:
        points, most = walk.points, move_of(state.figures[walk.figure], state.options)
        if len(points) == 2:  # as nearly all are, and mostly short enough
            (ax, ay), (bx, by) = points
            if (bx - ax) ** 2 + (by - ay) ** 2 <= most * most:
                continue
        if len(points) > 1 and (length := length_of(points)) > most:
            found[walk.figure] = length
    return found


@rule("fraley.leader.extra-move", "fraley.leader.once-per-initiative")
def helped(state: Battle, march: March, final: Ints, able: Mapping[int, tuple[int, ...]]) -> dict[int, int] | Refusal:
    """Which Team is helped by which leader, for those that go farther than their Move; or why one may not."""
    beyond: dict[int, tuple[int, ...]] = {}
    for figure, length in beyond_move(state, march).items():
        near = tuple(one for one in able.get(figure, ()) if gap(final, figure, final, one) <= REACH)
        if not near:
            clauses = (clause_of(state, figure), "fraley.leader.extra-move")
            return too_far(state, figure, length, move_of(state.figures[figure], state.options), *clauses)
        beyond[figure] = near
    if not beyond:
        return {}
    called = sorted({leader for near in beyond.values() for leader in near})
    for chosen in permutations(called, len(beyond)):
        if all(leader in near for leader, near in zip(chosen, beyond.values(), strict=True)):
            return dict(zip(beyond, chosen, strict=True))
    names = ", ".join(who(state, figure) for figure in beyond)
    return Refusal(
        f"{names} would all go farther than their Move",
        ("fraley.leader.extra-move", "fraley.leader.once-per-initiative"),
        remedy="a leader helps one Team in an Initiative",
        figures=tuple(beyond),
    )

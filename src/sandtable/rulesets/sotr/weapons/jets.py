"""Jets of flame (1.7.3): what a flamethrower can be fired at, and whom it touches."""

from itertools import pairwise
from typing import NamedTuple

from sandtable.geometry.angle import bearing_to, turn_between
from sandtable.geometry.bodies import GROUND
from sandtable.geometry.measure_kernels import near_on_segment
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.sotr.basics.sight import any_sees, enemies, to_point
from sandtable.rulesets.sotr.basics.templates import (
    FLAME,
    SAME_STOREY,
    Landing,
    flame_on_piece,
    in_flame,
    nozzle,
    piece_holds,
    under_flame,
    walled_off,
)
from sandtable.rulesets.sotr.fire.targets import free_models
from sandtable.rulesets.sotr.state import Battle, Point

INTO_A_ROOM = inches(6)
BURNS = ("woods", "brush")


class Jet(NamedTuple):
    """A jet of flame: along which bearing, and what it is meant for: a unit, or a piece of terrain."""

    bearing: int
    unit: int = -1
    piece: int = -1


# ---- whom it touches


@rule("sotr.flame.enclosed")
def flamed_rooms(state: Battle, figure: int, bearing: int) -> list[int]:
    """Closed spaces into which a jet goes: its firer stands outside within 6 inches of an opening that it touches."""
    start = nozzle(state, figure, bearing)
    return [
        number
        for number, piece in enumerate(state.terrain)
        if "building" in piece.traits
        and not piece_holds(state, number, state.layout.point(figure))
        and any(_into(state, figure, start, bearing, opening) for opening in piece.openings)
    ]


def _into(state: Battle, figure: int, start: Landing, bearing: int, opening: Point) -> bool:
    if to_point(state, figure, opening) > INTO_A_ROOM or not in_flame(opening, start.point, bearing):
        return False
    return not walled_off(state, start.ground, start.point, opening)


@rule("sotr.flame.enclosed", "sotr.flame.hits")
def touched_by(state: Battle, figure: int, bearing: int) -> tuple[int, ...]:
    """Everybody whom a jet hits: under the template, and all in a closed space that it goes into, on that storey."""
    found = set(under_flame(state, figure, bearing))
    ground = int(state.layout.bodies[figure, GROUND])
    for number in flamed_rooms(state, figure, bearing):
        found |= {
            row
            for row in range(len(state.figures))
            if state.layout.on_table(row)
            and abs(int(state.layout.bodies[row, GROUND]) - ground) < SAME_STOREY
            and piece_holds(state, number, state.layout.point(row))
        }
    return tuple(sorted(found))


def _bearings(state: Battle, figure: int, number: int) -> list[int]:
    """Bearings worth trying at a unit: at its models in reach, half way between them, at openings they can be got at by."""
    x, y = state.layout.point(figure)
    reach = FLAME + state.layout.radius(figure)
    men = free_models(state, number)
    goals = [state.layout.point(man) for man in men if to_point(state, man, (x, y)) <= reach]
    rooms = [
        piece
        for place, piece in enumerate(state.terrain)
        if "building" in piece.traits and any(piece_holds(state, place, state.layout.point(man)) for man in men)
    ]
    goals += [at for piece in rooms for at in piece.openings if to_point(state, figure, at) <= INTO_A_ROOM]
    found = sorted({int(bearing_to(to_x - x, to_y - y)) for to_x, to_y in goals})
    found += [(one + int(turn_between(one, two)) // 2) % 3600 for one, two in pairwise(found)]
    return found


def best_jet(state: Battle, figure: int, number: int) -> Jet | None:
    """The jet that touches the most models of a unit, and then the fewest friends; None if none reaches it."""
    side = state.units[state.figures[figure].unit].side
    free = free_models(state, number)
    best: tuple[int, int, int] | None = None
    jet = None
    for bearing in _bearings(state, figure, number):
        touched = touched_by(state, figure, bearing)
        count = sum(one in free for one in touched)
        friends = sum(state.units[state.figures[one].unit].side == side for one in touched)
        worth = (count, -friends, -bearing)
        if count and (best is None or worth > best):
            best, jet = worth, Jet(bearing, unit=number)
    return jet


def _piece_jet(state: Battle, figure: int, number: int) -> Jet | None:
    """A jet at a piece of terrain that it can set alight or go into: at its nearest point, or at an opening."""
    piece = state.terrain[number]
    x, y = state.layout.point(figure)
    if "building" in piece.traits:
        near = sorted((to_point(state, figure, at), at) for at in piece.openings)
        for distance, (to_x, to_y) in near:
            bearing = int(bearing_to(to_x - x, to_y - y))
            if distance <= INTO_A_ROOM and number in flamed_rooms(state, figure, bearing):
                return Jet(bearing, piece=number)
        return None
    if piece.kind not in BURNS or "burnt" in piece.traits or number in state.burning:
        return None
    if piece_holds(state, number, (x, y)):
        return Jet(state.layout.bearing(figure), piece=number)
    ends = zip(piece.outline, piece.outline[1:] + piece.outline[:1], strict=True)
    points = [near_on_segment(x, y, *one, *other) for one, other in ends]
    to_x, to_y = min(points, key=lambda at: ((at[0] - x) ** 2 + (at[1] - y) ** 2, at))
    bearing = int(bearing_to(int(to_x) - x, int(to_y) - y))
    return (
        Jet(bearing, piece=number) if flame_on_piece(state, number, nozzle(state, figure, bearing), bearing) else None
    )


@rule("sotr.target.template", "sotr.weapon.flamethrower", "sotr.shoot.into-hth")
def jets(state: Battle, figure: int, only: int | None = None) -> dict[str, Jet]:
    """What a flamethrower can be fired at, by key. `state` is as the firer's side knows it."""
    side = state.units[state.figures[figure].unit].side
    found: dict[str, Jet] = {}
    point = state.layout.point(figure)
    reach = FLAME + 2 * state.layout.radius(figure)
    for number in enemies(state, side):
        men = free_models(state, number)
        near = any(to_point(state, man, point) <= reach + INTO_A_ROOM for man in men)
        if only in {None, number} and near and any_sees(state, (figure,), men):
            jet = best_jet(state, figure, number)
            if jet is not None:
                found[f"u{number}"] = jet
    for number in range(len(state.terrain)) if only is None else ():
        jet = _piece_jet(state, figure, number)
        if jet is not None:
            found[f"t{number}"] = jet
    return found

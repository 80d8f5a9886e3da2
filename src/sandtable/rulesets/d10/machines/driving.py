"""Vehicles on the move (d10.gap.vehicle-move): forward or backward at half, with as much pivoting as an order allows."""

from collections.abc import Callable, Sequence

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import RIGHT_ANGLE
from sandtable.geometry.kernel import ints
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.path_kernels import NOT_THROUGH, path_cost
from sandtable.geometry.way_kernels import pieces_met
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import roads
from sandtable.play.driving import Drive, Driven, Driving
from sandtable.play.moves import Terms
from sandtable.play.refusal import Refusal
from sandtable.rulesets.d10.basics.terrain import TWICE, passage, rough_pieces
from sandtable.rulesets.d10.basics.units import CONTACT, contacts, foes_of
from sandtable.rulesets.d10.move.movement import allowance, explainer, terms
from sandtable.rulesets.d10.nerve.panic import ends_nearer
from sandtable.rulesets.d10.state import Battle
from sandtable.table.layout import rows

CLAUSE = "d10.gap.vehicle-move"
ASTERN = 2  # what an inch backward costs
ON_ROAD = 3  # wheels and half-tracks save this part of the road they drive on: they go half as far again


def pivots(*, rush: bool) -> int:
    """How far a hull turns in all."""
    return 2 * RIGHT_ANGLE if rush else RIGHT_ANGLE


@rule("d10.gap.vehicle-move")
def spent(state: Battle, number: int, drive: Driven) -> int:
    """What a drive takes: its ground along the middle of the hull, twice that backward, two thirds on a road on wheels."""
    where, ground = passage(state, number), state.ground
    slow = state.units[number].card.has("tracked")
    cost = 0
    for place, (_, distance) in enumerate(drive.drive.legs):
        if place + 1 >= len(drive.poses) or not distance:
            continue
        points = ints([drive.poses[place][:2], drive.poses[place + 1][:2]])
        leg = abs(distance)  # ends are rounded to thousandths, so an inch is an inch only where the ground is open
        plain = int(path_cost(points, 0, 2, ground.edges, ground.pieces, where * 0))
        leg += int(path_cost(points, 0, 2, ground.edges, ground.pieces, where)) - plain
        if distance < 0:
            leg *= ASTERN
        elif not slow:  # as if roads were dear, to see how much of them there is
            leg -= (int(path_cost(points, 0, 2, ground.edges, ground.pieces, roads(state) * TWICE)) - plain) // ON_ROAD
        cost += leg
    return cost


@rule("d10.gap.vehicle-move", "d10.gap.movement", "d10.order.move-rush")
def judge(state: Battle, number: int, drive: Driven, *, rush: bool) -> Refusal | None:
    """Whether a drive keeps to what its order allows."""
    legs = drive.drive.legs
    if not all(0 <= x <= state.width and 0 <= y <= state.depth for x, y, _ in drive.poses):
        return Refusal("the vehicle would leave the table", (CLAUSE,))
    turned = sum(abs(turn) for turn, _ in legs)
    if turned > pivots(rush=rush):
        why = f"a vehicle pivots {pivots(rush=rush) // 10} degrees in all on {'a Rush' if rush else 'a Move'}"
        return Refusal(why, (CLAUSE,), remedy="turn less")
    far = allowance(state, number, rush=rush, rough=rush and _through_rough(state, drive))
    cost = spent(state, number, drive)
    if cost > far:
        return Refusal("too far", (CLAUSE, "d10.gap.movement"), measured=cost, allowed=far)
    if state.units[number].panicked and any(distance for _, distance in legs):
        x, y, bearing = drive.poses[-1]
        refusal = ends_nearer(state, number, [(state.units[number].men[0], x, y, bearing, 0)])
        if refusal is not None:
            return refusal
    return _out_of_contact(state, number, drive)


@rule("d10.gap.vehicle-assault")
def _out_of_contact(state: Battle, number: int, drive: Driven) -> Refusal | None:
    """A vehicle that is in contact and moves drives out of it."""
    row = state.units[number].men[0]
    foes = contacts(state).models.get(row)
    if not foes or not drive.drive.legs:
        return None
    x, y, bearing = drive.poses[-1]
    there = state.layout.placed([(row, x, y, bearing, 0)])
    if int(nearest(there.bodies, rows((row,)), rows(tuple(foes)))[0]) > CONTACT:
        return None
    return Refusal("a vehicle that moves drives out of contact", ("d10.gap.vehicle-assault",), remedy="drive farther")


def _through_rough(state: Battle, drive: Driven) -> bool:
    rough, ground = rough_pieces(state), state.ground
    return any(
        bool((pieces_met(*one[:2], *other[:2], ground.edges, ground.pieces) * rough).any())
        for one, other in zip(drive.poses, drive.poses[1:], strict=False)
    )


@rule("d10.gap.vehicle-assault")
def _past_foes(state: Battle, number: int) -> Terms:
    """What a drive is checked against. Out of contact it always gets: past the models of units it touches, not over them."""
    where = terms(state, number)
    foes = foes_of(state, number)
    if not foes:
        return where
    avoid = where.avoid.copy()
    avoid[foes] = NOT_THROUGH
    return where._replace(avoid=avoid)


def drives(state: Battle, number: int, *, rush: bool) -> Driving:
    """All moves of a vehicle."""
    far = allowance(state, number, rush=rush)
    return Driving(
        _past_foes(state, number),
        state.units[number].men[0],
        judge=lambda drive: judge(state, number, drive, rush=rush),
        explain=explainer(state, far, CLAUSE),
        propose=_proposer(far, pivots(rush=rush)),
        budget=far,
    )


def _proposer(far: int, turn: int) -> Callable[[Chance], Sequence[Drive]]:
    def propose(chance: Chance) -> list[Drive]:
        found = []
        for share in (1, 1, 2, 4):
            angle = round((chance.random() * 2 - 1) * turn)
            distance = int(chance.random() * far) // share
            found.append(Drive(((angle, -(distance // ASTERN) if chance.random() < 0.2 else distance),)))
        return found

    return propose

"""Hulls on the move: whether one may stand, turn and drive along its ways."""

import numpy as np

from .angle import ahead
from .bodies import BEARING, HALF_LENGTH, RADIUS, X, Y
from .ground import CLOSED, COUNT, FIRST
from .kernel import Ints, kernel
from .measure_kernels import (
    corner,
    gap,
    gap_to_piece,
)
from .path_kernels import (
    BAD_GROUND,
    FINE,
    IGNORED,
    KEEP_OFF,
    NOT_ON,
    NOT_THROUGH,
    OFF_TABLE,
    TOO_NEAR,
    near_box,
    start_gaps,
)


@kernel
def hull_on_ground(pose: Ints, edges: Ints, pieces: Ints, passage: Ints) -> int:
    """The first piece that the hull in pose[0] touches and may not; -1 if none."""
    radius = pose[0, RADIUS]
    x, y = pose[0, X], pose[0, Y]
    for piece in range(len(pieces)):
        if passage[piece] not in (1, 2) or not near_box(x, y, x, y, radius, pieces, piece):
            continue
        if gap_to_piece(pose, 0, edges, pieces[piece, FIRST], pieces[piece, COUNT], pieces[piece, CLOSED] != 0) == 0:
            return piece
    return -1


@kernel
def hull_clear(
    pose: Ints, bodies: Ints, groups: Ints, avoid: Ints, clearance: int, needed: Ints, stopping: bool, verdict: Ints
) -> bool:  # fmt: skip
    """Whether the hull in pose[0] is clear of the others: of all when it is stopping, else of those to keep off."""
    for other in range(len(bodies)):
        code = avoid[groups[other]]
        if code == IGNORED or (not stopping and code not in (KEEP_OFF, NOT_THROUGH)):
            continue
        need = clearance if needed[other] < 0 else min(clearance, needed[other])
        if code == NOT_ON or (code == NOT_THROUGH and not stopping):
            need = 1 if needed[other] != 0 else 0
        reach = need + pose[0, RADIUS] + bodies[other, RADIUS]
        dx, dy = pose[0, X] - bodies[other, X], pose[0, Y] - bodies[other, Y]
        if abs(dx) >= reach or abs(dy) >= reach or dx * dx + dy * dy >= reach * reach:
            continue
        between = gap(pose, 0, bodies, other)
        if between < need:
            verdict[0], verdict[2], verdict[3] = TOO_NEAR, other, between
            return False
    return True


@kernel
def drive(
    bodies: Ints, row: int, legs: Ints, edges: Ints, pieces: Ints, passage: Ints, groups: Ints, avoid: Ints, clearance: int,
    width: int, depth: int,
) -> tuple[Ints, Ints]:  # fmt: skip
    """Drive a hull by legs (turn in tenths of a degree, then distance ahead or, below zero, astern).

    The answer is what is wrong, and the poses (x, y, bearing) after each leg as far as it was fine. Turning is on the
    spot; a distance sweeps the hull's own rectangle along a straight line.
    """
    verdict = np.zeros(4, dtype=np.int64)
    verdict[1], verdict[2] = row, -1
    poses = np.zeros((len(legs) + 1, 3), dtype=np.int64)
    pose = bodies[row : row + 1].copy()
    swept = pose.copy()
    needed = np.empty(len(bodies), dtype=np.int64)
    start_gaps(bodies, row, groups, avoid, clearance, needed)
    poses[0, 0], poses[0, 1], poses[0, 2] = pose[0, X], pose[0, Y], pose[0, BEARING]
    for leg in range(len(legs)):
        pose[0, BEARING] = (pose[0, BEARING] + legs[leg, 0]) % 3600
        distance = legs[leg, 1]
        swept[0] = pose[0]
        swept[0, X], swept[0, Y] = ahead(pose[0, X], pose[0, Y], pose[0, BEARING], distance // 2)
        swept[0, HALF_LENGTH] = pose[0, HALF_LENGTH] + (abs(distance) + 1) // 2
        swept[0, RADIUS] = pose[0, RADIUS] + (abs(distance) + 1) // 2
        pose[0, X], pose[0, Y] = ahead(pose[0, X], pose[0, Y], pose[0, BEARING], distance)
        if legs[leg, 0] != 0 or distance != 0:
            piece = hull_on_ground(swept, edges, pieces, passage)
            if piece >= 0:
                verdict[0], verdict[2] = BAD_GROUND, piece
                break
            if not hull_clear(swept, bodies, groups, avoid, clearance, needed, False, verdict):
                break
        poses[leg + 1, 0], poses[leg + 1, 1], poses[leg + 1, 2] = pose[0, X], pose[0, Y], pose[0, BEARING]
    if verdict[0] == FINE:
        for index in range(4):
            cx, cy = corner(pose, 0, index)
            if cx < 0 or cy < 0 or cx > width or cy > depth:
                verdict[0] = OFF_TABLE
        if verdict[0] == FINE:
            hull_clear(pose, bodies, groups, avoid, clearance, needed, True, verdict)
    return verdict, poses

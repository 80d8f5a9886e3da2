"""Plans of moves while a player drags: what a move would be, where it would end, how far it could go.

All of it works on the domain of the question that is asked, so whatever it calls legal is what the domain takes. Drafts
come from a page and are not to be trusted: what is no draft at all is refused with a reason.
"""

from collections.abc import Sequence

from sandtable.geometry.angle import FULL_TURN
from sandtable.table.layout import Layout

from .driving import Driving
from .marched import march_ends
from .marching import Marching
from .moves import MOST_POINTS, Point
from .plan_drive import drive_end, plan_drive
from .plan_march import plan_march
from .planned import Going, Planned
from .reaching import reach
from .refusal import refuse

MOST_VIA = MOST_POINTS // 3  # each may take two legs, and there is a goal and a facing besides
FAR = 1 << 20  # thousandths of an inch, beyond any table


def plan(  # what a page knows of a drag
    domain: Marching | Driving,
    goal: Point,
    via: Sequence[Point] = (),
    figure: int | None = None,
    face: int | None = None,
    draft: object = None,
    reverse: bool = False,
    turret: int | None = None,
) -> Planned:
    """A move to a goal through waypoints, of the whole group or of one figure of the draft; `reverse` drives astern.

    `turret` is the way that the turret of that one figure shall point.
    """
    _guard(domain, goal, via, figure)
    _guard_bearings(domain, figure, face, turret)
    if isinstance(domain, Driving):
        if draft is not None:
            domain.shaped(draft)
        return plan_drive(domain, goal, via, face, reverse=reverse)
    so_far = None if draft is None else domain.shaped(draft)
    return plan_march(domain, goal, via, figure, face, so_far, turret)


def _guard(domain: Marching | Driving, goal: Point, via: Sequence[Point], figure: int | None) -> None:
    if any(abs(part) > FAR for point in (goal, *via) for part in point):
        raise refuse("the goal lies far off the table")
    if len(via) > MOST_VIA:
        raise refuse(f"a way has at most {MOST_VIA} waypoints, not {len(via)}")
    movers = (domain.row,) if isinstance(domain, Driving) else domain.movers
    if figure is not None and figure not in movers:
        raise refuse(f"figure {figure} is not one of those that move: {', '.join(map(str, movers))}")


def _guard_bearings(domain: Marching | Driving, figure: int | None, face: int | None, turret: int | None) -> None:
    for bearing in (face, turret):
        if bearing is not None and not 0 <= bearing < FULL_TURN:
            raise refuse(f"a bearing is 0 to {FULL_TURN - 1} tenths of a degree, not {bearing}")
    if turret is not None and (isinstance(domain, Driving) or not domain.turns):
        raise refuse("turrets are not turned here")
    if turret is not None and figure is None:
        raise refuse("turrets are turned one by one: whose is it?")


def ends(domain: Marching | Driving, draft: object) -> Layout:
    """Where everybody would stand at the end of a draft: the layout to look around from."""
    if isinstance(domain, Driving):
        return domain.terms.layout.placed([drive_end(domain, domain.check(draft))])
    return domain.terms.layout.placed(march_ends(domain, domain.shaped(draft)))


__all__ = ["Going", "Planned", "ends", "plan", "reach"]

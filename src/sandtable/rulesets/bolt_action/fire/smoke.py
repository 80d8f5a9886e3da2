"""Smoke: where an indirect weapon may lay it, and asking whether it does."""

from sandtable.geometry.angle import in_arc
from sandtable.geometry.bodies import X, Y
from sandtable.geometry.measure_kernels import gap_to_point
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.spot import Bounds, Spot
from sandtable.rulesets.bolt_action.basics.arms import QUARTER, Arm
from sandtable.rulesets.bolt_action.state import Battle

from .indirect import fire_smoke
from .support import sees_point, some_spot


async def lay_smoke(play: Play[Battle], number: int, arm: Arm, *, moving: bool) -> bool:
    """Ask for a point to lay smoke on; False if it fires shells instead, or sees no ground within range."""
    state = play.state
    unit = state.units[number]
    fixed = some_spot(state, lambda x, y: no_smoke(state, number, arm, (x, y)))
    if fixed is None:
        return False
    choices = OneOf({"shells": False, "smoke": True}, label=lambda smoke: "smoke" if smoke else "high explosive")
    chosen = await ask(play, number, "shell", choices, f"{unit.name}: shells or smoke?", "ba.gap.smoke")
    if not chosen:
        return False
    radius = state.layout.radius(arm.figure)  # ranges are measured from the edge of the base
    near, far = inches(arm.weapon.nearest) + radius, arm.weapon.reach + radius
    answers = Spot(
        lambda x, y: no_smoke(state, number, arm, (x, y)),
        lambda chance: (chance.randint(0, state.width), chance.randint(0, state.depth)),
        fixed,
        Bounds((0, 0, state.width, state.depth), state.layout.point(arm.figure), near, far),
    )
    point = await ask(play, number, "smoke", answers, f"{unit.name}: where to lay smoke?", "ba.gap.smoke")
    await fire_smoke(play, number, arm, point, moving=moving)
    return True


@rule("ba.gap.smoke")
def no_smoke(state: Battle, number: int, arm: Arm, point: tuple[int, int]) -> Refusal | None:
    """Why smoke may not be laid on a point: it must be on the table, in range and arc, and in sight."""
    x, y = point
    bodies = state.layout.bodies
    if not (0 <= x <= state.width and 0 <= y <= state.depth):
        return Refusal("the point is off the table", ("ba.gap.smoke",))
    if not inches(arm.weapon.nearest) <= gap_to_point(bodies, arm.figure, x, y) <= arm.weapon.reach:
        return Refusal("the point is out of range", ("ba.gap.smoke", arm.weapon.clause))
    if arm.arc is not None and not in_arc(
        arm.arc, QUARTER, x - int(bodies[arm.figure, X]), y - int(bodies[arm.figure, Y])
    ):
        return Refusal("the weapon does not point that way", ("ba.gap.smoke", "ba.gap.weapon-fixed"))
    if not sees_point(state, number, x, y):
        return Refusal("neither crew nor spotter sees the point", ("ba.gap.smoke",))
    return None

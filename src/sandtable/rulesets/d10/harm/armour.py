"""Which face of a vehicle is shot at (d10.gap.vehicle-facing); what a hit on it meets is in `toughness`."""

from sandtable.geometry.angle import quarter
from sandtable.geometry.bodies import X, Y
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.d10.state import Battle

from .toughness import FACES, FRONT, REAR, SIDE, Hit, hurts, toughness

QUARTERS = (FRONT, SIDE, REAR, SIDE)  # which face lies in each quarter around a hull


@rule("d10.gap.vehicle-facing")
def face_towards(state: Battle, target: int, shooter: int) -> int:
    """Which face a model turns to another; models on foot have none."""
    if not state.units[state.figures[target].unit].card.vehicle:
        return FRONT
    bodies = state.layout.bodies
    dx, dy = bodies[shooter, X] - bodies[target, X], bodies[shooter, Y] - bodies[target, Y]
    return QUARTERS[int(quarter(state.layout.bearing(target), int(dx), int(dy)))]


__all__ = ["FACES", "FRONT", "QUARTERS", "REAR", "SIDE", "Hit", "face_towards", "hurts", "toughness"]

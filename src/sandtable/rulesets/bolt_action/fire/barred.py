"""Why a unit cannot shoot at a target: what stands in the way, where its weapons point, who is too near to the line."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sandtable.geometry.angle import bearing_to, in_arc, turn_between
from sandtable.geometry.bodies import X, Y
from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import nearest
from sandtable.mechanics.sight import CUT, Sight, aim, in_the_lane, lines, look
from sandtable.play.refusal import Refusal
from sandtable.rulesets.bolt_action.basics.arms import (
    QUARTER,
    Aimed,
    Arm,
    Armed,
    concealed,
    in_sight,
    observers,
    target_rows,
    within_arc,
)
from sandtable.rulesets.bolt_action.basics.battlefield import fire_lane, friends_of
from sandtable.rulesets.bolt_action.basics.battlefield import sight as sight_of
from sandtable.rulesets.bolt_action.basics.observed import indirect_targets
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.table.layout import rows

SIGHT = ("ba.gap.line-of-sight",)


class Bar(NamedTuple):
    """What keeps a unit from shooting at a target, and what stands in the way if something does."""

    why: str
    because: tuple[str, ...]
    by: str = ""
    remedy: str = ""

    def refusal(self) -> Refusal:
        """The same to somebody who wants to shoot all the same."""
        return Refusal(self.why, self.because, remedy=self.remedy)


HIDDEN = Bar("hidden, farther than 18 inches", ("ba.gap.hidden-setup",), remedy="come within 18 inches")


def bar(state: Battle, number: int, ready: Armed, arms: Sequence[Arm], target: Aimed) -> Bar | None:
    """Why none of these arms can fire directly at a target; None if one can."""
    if not arms:
        return _unarmed(state, number)
    if in_sight(state, number, ready.sight, arms, [target]):
        return None
    if concealed(state, number, target):
        return HIDDEN
    view, victims = target_rows(state, ready.sight, target)
    viewers = rows(tuple(dict.fromkeys(arm.viewer for arm in arms)))
    if not look(view, viewers, victims).seen.any():
        return in_the_way(state, view, viewers, victims)
    everybody = tuple(victims.tolist())
    ahead = [(arm, rows(figures)) for arm in arms if (figures := within_arc(arm, view.bodies, everybody))]
    if not ahead:
        return _out_of_arc(view, arms, everybody)
    return _in_the_lane(state, number, view, ahead) or Bar(
        "no weapon that may fire sees it", (*SIGHT, "ba.gap.who-shoots")
    )


def bar_indirect(state: Battle, number: int, arm: Arm, target: Aimed) -> Bar | None:
    """Why an indirect weapon cannot fire at a target: neither crew nor spotter sees it, or it points elsewhere."""
    if indirect_targets(state, number, arm, [target]):
        return None
    if concealed(state, number, target):
        return HIDDEN
    view, victims = target_rows(state, sight_of(state), target)
    eyes = rows(observers(state, number))
    if not look(view, eyes, victims).seen.any():
        return in_the_way(state, view, eyes, victims)
    return _out_of_arc(view, [arm], tuple(victims.tolist()))


def _unarmed(state: Battle, number: int) -> Bar:
    unit = state.units[number]
    if unit.aboard is not None:
        return Bar("nobody can shoot out of this vehicle", ("ba.gap.open-topped",))
    if unit.card.capacity and unit.card.mounts:
        return Bar("an empty transport does not shoot", ("ba.gap.transport-empty",))
    return Bar("nothing to shoot with", ("ba.gap.who-shoots",))


def title_of(state: Battle, what: int) -> str:
    """How to speak of what a line of sight meets: a piece of terrain, or a figure counted on from the pieces."""
    if what < len(state.terrain):
        return state.terrain[what].title
    return state.units[state.figures[what - len(state.terrain)].unit].name


def in_the_way(state: Battle, view: Sight, eyes: Ints, victims: Ints) -> Bar:
    """What cuts the most lines, one from each of some eyes to the nearest of those whom none of them sees."""
    cut: Counter[int] = Counter()
    for eye in eyes.tolist() if len(victims) else ():
        _, _, victim = nearest(view.bodies, rows((eye,)), victims)
        cut.update(line.met for line in lines(view, eye, int(victim), most=1) if line.fate == CUT)
    if not cut:  # a building may have no opening at all
        return Bar("out of sight", SIGHT)
    by = title_of(state, max(cut, key=lambda what: (cut[what], -what)))
    return Bar(f"{by} is in the way", SIGHT, by)


def _out_of_arc(view: Sight, arms: Sequence[Arm], victims: tuple[int, ...]) -> Bar:
    """By how little the nearest to bear of some weapons would have to turn."""
    turns: list[tuple[int, int, Arm]] = []
    for arm in arms:
        x, y = int(view.bodies[arm.viewer, X]), int(view.bodies[arm.viewer, Y])
        for row in victims:
            to_x, to_y = int(view.bodies[row, X]) - x, int(view.bodies[row, Y]) - y
            assert arm.arc is not None, "only arms that point somewhere are out of arc"
            side = 1 if turn_between(arm.arc, bearing_to(to_x, to_y)) > 0 else -1
            degrees = next(turn for turn in range(181) if in_arc(arm.arc + 10 * side * turn, QUARTER, to_x, to_y))
            turns.append((degrees, side, arm))
    degrees, side, arm = min(turns, key=lambda one: one[:2])
    return Bar(
        f"outside the arc of its {arm.weapon.name[:1].lower()}{arm.weapon.name[1:]}",
        ("ba.gap.vehicle-weapons",) if arm.mount else ("ba.gap.weapon-fixed",),
        remedy=f"turn {degrees} degree{'s' * (degrees > 1)} to the {'right' if side > 0 else 'left'}",
    )


def _in_the_lane(state: Battle, number: int, view: Sight, ahead: Sequence[tuple[Arm, Ints]]) -> Bar | None:
    """Whether friends are all that keeps these weapons from firing at the figures before them."""
    friends, lane = friends_of(state, state.units[number].side), fire_lane(state)
    for arm, figures in ahead:
        if not aim(view, rows((arm.viewer,)), figures, friends, lane)[0].barred:
            continue
        for figure in figures.tolist():
            row = in_the_lane(view, arm.viewer, figure, friends, lane)
            if row >= 0:
                by = state.units[state.figures[row].unit].name
                return Bar("friends stand in the line of fire", SIGHT, by, f"get {by} out of the way")
    return None

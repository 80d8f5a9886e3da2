"""Whether a target that can be seen is in range: found out once it is named, or before where the table measures first."""

from collections.abc import Sequence

from sandtable.geometry.units import inches, show
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.bolt_action.basics.arms import Aimed, Arm, Armed, in_sight
from sandtable.rulesets.bolt_action.basics.observed import indirect_targets
from sandtable.rulesets.bolt_action.state import Battle

from .barred import Bar
from .indirect import range_to, within_indirect_range
from .volley import SCOPE_REACH, Laid, looks_at, reaching, scope_helps

BECAUSE = ("ba.shoot.measure", "ba.gap.who-shoots")


@rule("ba.shoot.measure", "ba.gap.who-shoots")
def out_of_range(
    state: Battle, number: int, ready: Armed, arms: Sequence[Arm], target: Aimed, *, moving: bool
) -> Bar | None:
    """By how much a target is too far for every arm that sees it; None if one reaches it, or none sees it."""
    looks = looks_at(state, number, ready, [Laid(arm) for arm in arms], target)
    if not looks or reaching(state, looks, moving=moving):
        return None
    ranges = [(seen.distance, _most(state, one.arm, moving=moving)) for one, seen in looks]
    apart, most = min(ranges, key=lambda one: one[0] - one[1])
    return Bar(f"out of range: {_farther(apart, most)} inches, {_said(show(most))} at most", BECAUSE)


def _most(state: Battle, arm: Arm, *, moving: bool) -> int:
    """How far an arm reaches at most: a sniper looks through his scope where he may."""
    scope = inches(SCOPE_REACH)
    return scope if scope_helps(state, arm, scope, moving=moving) else arm.weapon.reach


@rule("ba.shoot.measure", "ba.gap.indirect-fire")
def out_of_lob(state: Battle, arm: Arm, target: Aimed) -> Bar | None:
    """By how much a target is too far for an indirect weapon, or too near."""
    if within_indirect_range(state, arm, target):
        return None
    apart, weapon = range_to(state, arm, target), arm.weapon
    nearest = inches(weapon.nearest)
    if apart < nearest:  # what is just too near never looks right either
        step = _step(nearest - apart)
        said, limit = _said(show(apart // step * step)), f"{weapon.nearest:g} at least"
    else:
        said, limit = _farther(apart, weapon.reach), f"{_said(show(weapon.reach))} at most"
    return Bar(f"out of range: {said} inches, {limit}", ("ba.shoot.measure", weapon.clause))


def _farther(apart: int, most: int) -> str:
    """A distance that is too far: rounded up, so that what is just too far never looks right."""
    step = _step(apart - most)
    return _said(show(-(-apart // step) * step))


def _step(off: int) -> int:
    """To how much a distance is told: to the tenth of an inch, or if it is wrong by less, to the hundredth."""
    return 100 if off >= 100 else 10


def _said(length: str) -> str:
    return length.rstrip('"')


@rule("ba.shoot.declare")
def direct_targets(
    state: Battle, number: int, ready: Armed, arms: Sequence[Arm], wanted: Sequence[Aimed], *, moving: bool
) -> list[Aimed]:
    """Whom direct fire may be aimed at: whom these arms see, and reach if the table measures before it declares."""
    seen = in_sight(state, number, ready.sight, arms, wanted)
    if not state.options.premeasure:
        return seen
    return [one for one in seen if out_of_range(state, number, ready, arms, one, moving=moving) is None]


@rule("ba.shoot.declare")
def lobbed_targets(state: Battle, number: int, arm: Arm, wanted: Sequence[Aimed]) -> list[Aimed]:
    """Whom an indirect weapon may be aimed at, in the same way."""
    seen = indirect_targets(state, number, arm, wanted)
    return [one for one in seen if not state.options.premeasure or within_indirect_range(state, arm, one)]

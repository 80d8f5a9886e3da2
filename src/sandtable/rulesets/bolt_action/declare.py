"""Step one of shooting: who fires which weapon at whom, named before any range is measured."""

from collections.abc import Sequence

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.sight import seen_groups
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.script import Play
from sandtable.table.layout import rows

from .aiming import Firing, Shells, Shoot, Targets, may_fire, usual_shell
from .arms import (
    Aimed,
    Arm,
    Armed,
    candidates,
    concealed,
    covers,
    in_sight,
    label,
    observers,
    offered,
    one_shots,
    shown_rows,
)
from .battlefield import sight
from .smoke import lay_smoke
from .state import Battle
from .volley import AP, HE, Laid

HOLD = "none"


async def declare(play: Play[Battle], number: int, ready: Armed, how: Shoot) -> list[tuple[Aimed, Laid]]:
    """Every weapon that will fire, laid on its target."""
    state = play.state
    able = [arm for arm in ready.arms if may_fire(state, arm, how)]
    if not state.units[number].is_vehicle:
        return await _declare_men(play, number, ready, able, how)
    shots: list[tuple[Aimed, Laid]] = []
    for group in _mount_groups(able):
        shots += await _declare(play, number, ready, group, how)
    return shots


@rule("ba.gap.vehicle-weapons", "ba.gap.split-fire")
def _mount_groups(arms: Sequence[Arm]) -> list[list[Arm]]:
    """Each weapon of a vehicle may have its own target, but what is coaxial fires with the turret."""
    turret = [arm for arm in arms if arm.mount in {"turret", "coaxial"}]
    groups = [turret] if turret else []
    return groups + [[arm] for arm in arms if arm.mount not in {"turret", "coaxial"}]


async def _declare_men(
    play: Play[Battle], number: int, ready: Armed, arms: list[Arm], how: Shoot
) -> list[tuple[Aimed, Laid]]:
    """Men shoot at one target; one with a one-shot weapon may use it instead, there or at a target of its own."""
    indirect = [arm for arm in arms if "indirect" in arm.weapon.traits]
    if indirect:
        return await _declare_indirect(play, number, ready, indirect[0], how)
    howitzer = [arm for arm in arms if "howitzer" in arm.weapon.traits]
    if howitzer and not how.ambush:
        return await _declare_howitzer(play, number, ready, howitzer[0], how)
    together = await _declare(play, number, ready, arms, how)
    apart: list[tuple[Aimed, Laid]] = []
    for arms_of_man in one_shots(play.state, number, ready):
        target = await _aim_one_shot(play, number, ready, arms_of_man, how, {target for target, _ in together})
        if target is not None:
            apart += [(target, Laid(arm)) for arm in arms_of_man]
    busy = [laid.arm.figure for _, laid in apart]
    return apart + [(target, laid) for target, laid in together if laid.arm.figure not in busy]


@rule("ba.gap.split-fire", "ba.gap.weapon-one-shot")
async def _aim_one_shot(
    play: Play[Battle], number: int, ready: Armed, arms: Sequence[Arm], how: Shoot, shared: set[Aimed]
) -> Aimed | None:
    """A one-shot weapon is fired at the squad's own target, or apart from it at a vehicle or a building."""
    state = play.state
    wanted = [
        target
        for target in (how.only or candidates(state, state.units[number].side))
        if target in shared or _vehicle_or_building(state, target)
    ]
    targets = in_sight(state, number, ready.sight, arms, wanted)
    if not targets:
        return None
    kind = arms[0].weapon
    chosen = await Decision(
        how.by if how.by is not None else state.units[number].side,
        "aim one-shot weapon",
        Targets(
            state,
            {HOLD: None, **{target.key: target for target in targets}},
            Firing(number, ready, arms, how),
            lambda target: "keep it" if target is None else offered(state, number, target),
        ),
        prompt=f"{state.units[number].name}: fire the {kind.name}?",
        because=("ba.gap.split-fire", kind.clause),
        unit=number,
        default=HOLD,
    )
    return chosen  # noqa: RET504


def _vehicle_or_building(state: Battle, target: Aimed) -> bool:
    unit = state.units[target.unit]
    return unit.is_vehicle or (unit.building is not None and not target.spotter)


async def _declare(
    play: Play[Battle], number: int, ready: Armed, arms: Sequence[Arm], how: Shoot
) -> list[tuple[Aimed, Laid]]:
    """Step one for direct fire: name a target in sight before any range is measured, and the shell."""
    state = play.state
    if not arms:
        return []
    wanted = list(how.only) if how.only is not None else candidates(state, state.units[number].side)
    targets = in_sight(state, number, ready.sight, arms, wanted)
    firing = Firing(number, ready, arms, how)
    target = await _choose_target(play, firing, targets, wanted)
    if target is None:
        return []
    shells: dict[str, str] = {}
    shots = []
    for arm in arms:
        kind = arm.weapon
        if kind.id not in shells:
            shells[kind.id] = await _choose_shell(play, firing, arm, target) if kind.he else AP
        shots.append((target, Laid(arm, shells[kind.id])))
    return shots


async def _choose_target(
    play: Play[Battle], firing: Firing, targets: Sequence[Aimed], wanted: Sequence[Aimed]
) -> Aimed | None:
    state = play.state
    number, how = firing.number, firing.how
    unit = state.units[number]
    choices: dict[str, Aimed | None] = {target.key: target for target in targets}
    if how.may_hold or not choices:
        choices[HOLD] = None
    chosen = await Decision(
        how.by if how.by is not None else unit.side,
        "target",
        Targets(
            state,
            choices,
            firing,
            lambda target: "hold fire" if target is None else offered(state, number, target),
            wanted,
        ),
        prompt=f"{unit.name}: choose a target",
        because=("ba.shoot.sequence", "ba.shoot.declare"),
        unit=number,
    )
    return chosen  # noqa: RET504


@rule("ba.gap.he-hits")
async def _choose_shell(play: Play[Battle], firing: Firing, arm: Arm, target: Aimed) -> str:
    """A weapon with both declares whether it fires armour-piercing or high explosive, together with its target."""
    if arm.weapon.pen is None:
        return HE
    unit = play.state.units[firing.number]
    alike = [other for other in firing.arms if other.weapon.id == arm.weapon.id]
    chosen = await Decision(
        unit.side,
        "shell",
        Shells(firing._replace(arms=alike), target),
        prompt=f"{unit.name} ({arm.weapon.name}) at {label(play.state, target)}: which shell?",
        because=("ba.gap.he-hits", arm.weapon.clause),
        unit=firing.number,
        default=usual_shell(play.state, arm, target),
    )
    return chosen  # noqa: RET504


def seen_by_observers(state: Battle, number: int, wanted: Sequence[Aimed]) -> list[Aimed]:
    """The targets that the crew or the spotter of an indirect weapon sees; friends in the way do not matter."""
    view, groups = shown_rows(state, sight(state), wanted)
    seen = seen_groups(view, rows(observers(state, number)), groups)
    return [
        target for target, found in zip(wanted, seen, strict=True) if found and not concealed(state, number, target)
    ]


@rule("ba.gap.spotter", "ba.gap.weapon-fixed")
def indirect_targets(state: Battle, number: int, arm: Arm, wanted: Sequence[Aimed]) -> list[Aimed]:
    """What an indirect weapon may fire at: what its crew or its spotter sees, within its arc if it is Fixed."""
    seen = seen_by_observers(state, number, wanted)
    view, groups = shown_rows(state, sight(state), seen)
    return [target for target, figures in zip(seen, groups, strict=True) if covers(arm, view.bodies, figures)]


async def _declare_indirect(
    play: Play[Battle], number: int, ready: Armed, arm: Arm, how: Shoot
) -> list[tuple[Aimed, Laid]]:
    """An indirect weapon fires at a target, or lays smoke if the table plays it."""
    state = play.state
    if state.options.smoke and how.only is None and await lay_smoke(play, number, arm, moving=how.moving):
        return []
    wanted = list(how.only) if how.only is not None else candidates(state, state.units[number].side)
    targets = indirect_targets(state, number, arm, wanted)
    target = await _choose_target(play, Firing(number, ready, [arm], how, indirect=True), targets, wanted)
    return [] if target is None else [(target, Laid(arm, "indirect"))]


@rule("ba.gap.howitzer", "ba.weapon.howitzer-range")
async def _declare_howitzer(
    play: Play[Battle], number: int, ready: Armed, arm: Arm, how: Shoot
) -> list[tuple[Aimed, Laid]]:
    """A howitzer shot is declared direct (no nearest range, its own sight) or indirect (from 24 inches on)."""
    state = play.state
    unit = state.units[number]
    indirect = False
    if not how.moving:
        indirect = await Decision(
            unit.side,
            "direct or indirect",
            OneOf({"direct": False, "indirect": True}, label=lambda far: "indirect fire" if far else "direct fire"),
            prompt=f"{unit.name}: direct or indirect fire?",
            because=("ba.gap.howitzer", "ba.weapon.howitzer-range"),
            unit=number,
        )
    if indirect:
        return await _declare_indirect(play, number, ready, arm, how)
    return await _declare(play, number, ready, [arm], how)

"""Step one of shooting: who fires which weapon at whom, named before any range is measured."""

from collections.abc import Sequence

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import OneOf
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.basics.arms import (
    Aimed,
    Arm,
    Armed,
    candidates,
    label,
    offered,
    one_shots,
)
from sandtable.rulesets.bolt_action.state import Battle

from .aiming import Firing, Shells, Shoot, Targets, may_fire, on_the_move, usual_shell
from .reach import direct_targets, lobbed_targets
from .smoke import lay_smoke
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
    targets = direct_targets(state, number, ready, arms, wanted, moving=on_the_move(state, number, how))
    if not targets:
        return None
    kind = arms[0].weapon
    choices = Targets(
        state,
        {HOLD: None, **{target.key: target for target in targets}},
        Firing(number, ready, arms, how),
        lambda target: "keep it" if target is None else offered(state, number, target),
    )
    return await ask_seat(
        how.by if how.by is not None else state.units[number].side,
        "aim one-shot weapon",
        choices,
        f"{state.units[number].name}: fire the {kind.name}?",
        "ba.gap.split-fire",
        kind.clause,
        unit=number,
        usual=HOLD,
    )


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
    targets = direct_targets(state, number, ready, arms, wanted, moving=on_the_move(state, number, how))
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
    answers = Targets(
        state, choices, firing, lambda target: "hold fire" if target is None else offered(state, number, target), wanted
    )
    return await ask_seat(
        how.by if how.by is not None else unit.side,
        "target",
        answers,
        f"{unit.name}: choose a target",
        "ba.shoot.sequence",
        "ba.shoot.declare",
        unit=number,
    )


@rule("ba.gap.he-hits")
async def _choose_shell(play: Play[Battle], firing: Firing, arm: Arm, target: Aimed) -> str:
    """A weapon with both declares whether it fires armour-piercing or high explosive, together with its target."""
    if arm.weapon.pen is None:
        return HE
    unit = play.state.units[firing.number]
    alike = [other for other in firing.arms if other.weapon.id == arm.weapon.id]
    return await ask(
        play,
        firing.number,
        "shell",
        Shells(firing._replace(arms=alike), target),
        f"{unit.name} ({arm.weapon.name}) at {label(play.state, target)}: which shell?",
        "ba.gap.he-hits",
        arm.weapon.clause,
        usual=usual_shell(play.state, arm, target),
    )


async def _declare_indirect(
    play: Play[Battle], number: int, ready: Armed, arm: Arm, how: Shoot
) -> list[tuple[Aimed, Laid]]:
    """An indirect weapon fires at a target, or lays smoke if the table plays it."""
    state = play.state
    if state.options.smoke and how.only is None and await lay_smoke(play, number, arm, moving=how.moving):
        return []
    wanted = list(how.only) if how.only is not None else candidates(state, state.units[number].side)
    targets = lobbed_targets(state, number, arm, wanted)
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
        choices = OneOf(
            {"direct": False, "indirect": True}, label=lambda far: "indirect fire" if far else "direct fire"
        )
        words = f"{unit.name}: direct or indirect fire?"
        indirect = await ask(
            play, number, "direct or indirect", choices, words, "ba.gap.howitzer", "ba.weapon.howitzer-range"
        )
    if indirect:
        return await _declare_indirect(play, number, ready, arm, how)
    return await _declare(play, number, ready, [arm], how)

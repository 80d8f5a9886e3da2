"""Shooting: the target, what is fired at it, dice to hit, hits and damage, and the morale of those who were shot at."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sandtable.grammar import whose
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OnTable
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import last, stage, then
from sandtable.rulesets.d10.basics.charts import limit_of, nearest_of, weapon, weapons
from sandtable.rulesets.d10.basics.units import on_table
from sandtable.rulesets.d10.harm.armour import Hit
from sandtable.rulesets.d10.harm.damage import Taken, damage_dice
from sandtable.rulesets.d10.harm.losses import take
from sandtable.rulesets.d10.machines.transport import bail_out, riders_jump
from sandtable.rulesets.d10.nerve.morale import after_losses
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.verbs.acts import shows_shots

from .arms import Arm, arms, is_main_gun
from .kits import kits
from .offers import Arming, Targets
from .targets import Aim, in_reach, open_targets, why_not
from .volley import (
    AP,
    HE,
    Loaded,
    Seen,
    Shot,
    armed_with,
    caught_by,
    grouped,
    hit_of,
    roll_to_hit,
    shot_of,
    usual_shell,
    views,
)

NOBODY = "nobody"


class Salvo(NamedTuple):
    """What is fired at one unit: the shots, and who of it may be hit."""

    target: int
    shots: tuple[Shot, ...]
    eligible: tuple[int, ...]


# ---- what will be fired


async def plan(play: Play[Battle], number: int, at: int | None = None) -> list[Salvo]:
    """What a unit fires: its owner picks targets and weapons where the rules leave him a choice."""
    state = play.state
    if state.units[number].card.vehicle:
        return await _vehicle(play, number, at)
    found = arms(state, number)
    aims = aims_at(state, number, found, at)
    if not aims:
        return []
    aim = await _target(play, number, found, aims)
    offered = kits(play.state, number, found, aim)
    if not offered:
        return []
    loaded = offered[await _kit(play, number, found, aim, list(offered))]
    salvo = salvo_of(play.state, number, loaded, aim)
    return [salvo] if salvo.shots else []


@rule("d10.shoot.nearest-target", "d10.gap.reaction-shoot")
def aims_at(state: Battle, number: int, found: Sequence[Arm], at: int | None) -> list[Aim]:
    """The targets of a unit; where it reacts there is one, whether or not it is the nearest."""
    if at is None:
        return open_targets(state, number, found)
    gap = in_reach(state, number, found, at)
    return [] if gap is None else [Aim(at, gap)]


@rule("d10.gap.vehicle-shoot")
async def _vehicle(play: Play[Battle], number: int, at: int | None) -> list[Salvo]:
    """A vehicle: its main gun at one target with the shell of its owner's choice, all machine guns at one, maybe another."""
    found = arms(play.state, number)
    salvos: list[Salvo] = []
    main = [arm for arm in found if is_main_gun(play.state, arm)]
    if main and (aims := aims_at(play.state, number, main, at)):
        chosen = await _main_gun(play, number, main, aims)
        if chosen is not None:
            aim, shell = chosen
            salvos.append(salvo_of(play.state, number, [Loaded(arm, shell) for arm in main], aim))
    light = [arm for arm in found if not is_main_gun(play.state, arm)]
    if light and (aims := aims_at(play.state, number, light, at)):
        aim = await _target(play, number, light, aims)
        salvos.append(salvo_of(play.state, number, [Loaded(arm) for arm in light], aim))
    return together([salvo for salvo in salvos if salvo.shots])


def together(salvos: Sequence[Salvo]) -> list[Salvo]:
    """Salvos at one and the same unit are one."""
    if len(salvos) == 2 and salvos[0].target == salvos[1].target:
        one, other = salvos
        eligible = tuple(dict.fromkeys((*one.eligible, *other.eligible)))
        return [Salvo(one.target, (*one.shots, *other.shots), eligible)]
    return list(salvos)


def salvo_of(state: Battle, number: int, loaded: Sequence[Loaded], aim: Aim) -> Salvo:
    """The shots of some arms at a target, from what each base sees of it."""
    return salvo_from(state, number, loaded, aim, views(state, loaded, aim.unit, unseen=aim.unseen))


@rule("d10.shoot.allocate")
def salvo_from(state: Battle, number: int, loaded: Sequence[Loaded], aim: Aim, seen: Mapping[int, Seen]) -> Salvo:
    """The shots of some arms at a target; those may be hit who are in sight and range of a model that fires."""
    shots: list[Shot] = []
    eligible: dict[int, None] = {}
    for one in loaded:
        view = seen.get(one.arm.figure)
        shot = None if view is None else shot_of(state, number, one, view, unseen=aim.unseen)
        if view is None or shot is None:
            continue
        shots.append(shot)
        least, most = nearest_of(one.arm.weapon, state.options), limit_of(one.arm.weapon, state.options)
        eligible |= {man: None for man, gap in view.models if least < gap <= most}
    men = state.units[aim.unit].men
    if not state.options.allocation_visible_only:
        return Salvo(aim.unit, tuple(shots), men)
    return Salvo(aim.unit, tuple(shots), tuple(man for man in men if man in eligible))


def usual_salvo(state: Battle, number: int, found: Sequence[Arm], aim: Aim) -> Salvo:
    """What is usually fired at a target with some arms: a vehicle's all of them, else the weapons one would choose."""
    if state.units[number].card.vehicle:
        loaded = [Loaded(arm, usual_shell(state, arm.weapon, aim.unit)) for arm in found]
    else:
        loaded = next(iter(kits(state, number, found, aim).values()), [])
    return salvo_of(state, number, loaded, aim)


# ---- questions


async def _target(play: Play[Battle], number: int, found: Sequence[Arm], aims: Sequence[Aim]) -> Aim:
    if len(aims) == 1:
        return aims[0]
    state = play.state
    unit = state.units[number]
    values = {f"u{aim.unit}": aim for aim in aims}
    nearest = min(aims, key=lambda aim: aim.gap)
    choices = Targets(
        number,
        tuple(found),
        values,
        label=lambda aim: state.units[aim.unit].name,
        points=lambda aim: OnTable(unit=aim.unit),
        barred=lambda: _barred(state, number, found, aims),
        every=lambda: {f"u{other}": Aim(other, 0) for other in on_table(state, 1 - unit.side)},
    )
    return await ask(
        play,
        number,
        "target",
        choices,
        f"{unit.name}: shoot at whom?",
        "d10.shoot.nearest-target",
        "d10.shoot.battle-awareness",
        usual=f"u{nearest.unit}",
    )


def _barred(state: Battle, number: int, found: Sequence[Arm], aims: Sequence[Aim]) -> dict[str, Refusal]:
    """The enemies on the table that may not be shot at, each with the reason."""
    open_to = {aim.unit for aim in aims}
    foes = on_table(state, 1 - state.units[number].side)
    return {f"u{other}": why_not(state, number, other, found) for other in foes if other not in open_to}


async def _main_gun(
    play: Play[Battle], number: int, main: Sequence[Arm], aims: Sequence[Aim]
) -> tuple[Aim, str] | None:
    """The target of a main gun and its shell, or none: it may stay silent."""
    state = play.state
    unit = state.units[number]
    shells = (AP, HE) if weapon(main[0].weapon, state.options).he else ("",)
    values: dict[str, tuple[Aim, str] | None] = {
        f"u{aim.unit} {shell}".strip(): (aim, shell) for aim in aims for shell in shells
    }
    nearest = min(aims, key=lambda aim: aim.gap)
    usual = f"u{nearest.unit} {usual_shell(state, main[0].weapon, nearest.unit)}".strip()
    values[NOBODY] = None

    def label(choice: tuple[Aim, str] | None) -> str:
        if choice is None:
            return "hold the main gun's fire"
        words = {AP: ", armour-piercing", HE: ", high explosive", "": ""}
        return f"{state.units[choice[0].unit].name}{words[choice[1]]}"

    choices = Targets(
        number,
        tuple(main),
        values,
        label=label,
        points=lambda choice: None if choice is None else OnTable(unit=choice[0].unit),
        barred=lambda: _barred(state, number, main, aims),
        every=lambda: {f"u{other}": (Aim(other, 0), "") for other in on_table(state, 1 - unit.side)},
    )
    asks = f"{unit.name}: the main gun fires at whom?"
    return await ask(
        play, number, "main gun", choices, asks, "d10.gap.vehicle-shoot", "d10.shoot.battle-awareness", usual=usual
    )


async def _kit(play: Play[Battle], number: int, found: Sequence[Arm], aim: Aim, offered: Sequence[str]) -> str:
    if len(offered) == 1:
        return offered[0]
    unit = play.state.units[number]
    choices = Arming(number, tuple(found), aim, {key: key for key in offered})
    words = f"{unit.name}: shoot at {play.state.units[aim.unit].name} with what?"
    return await ask(
        play, number, "weapons", choices, words, "d10.gap.tag-one-use", "d10.gap.grenades", usual=offered[0]
    )


# ---- carrying it out


def nothing_to_shoot_at(play: Play[Battle], number: int) -> None:
    """A unit has no target left that anything it has reaches."""
    play.tell("could not shoot", "d10.shoot.check-los-range", unit=number)


@stage
async def resolve(play: Play[Battle], number: int, salvos: tuple[Salvo, ...], *, reacting: bool) -> None:
    """All that was declared is fired, salvo by salvo."""
    salvo, *others = salvos
    clause = "d10.gap.reaction-shoot" if reacting else "d10.order.shoot"
    tells = {
        "how": "shoots in reaction" if reacting else "shoots",
        "at": play.state.units[salvo.target].name,
        "arms": armed_with(salvo.shots),
        "target": salvo.target,
    }
    sets = _used(play.state, number, salvo.shots)
    shows = shows_shots(salvo.target, [shot.weapon for shot in salvo.shots])
    play.tell("shot", clause, "d10.shoot.sequence", unit=number, sets=sets, tells=tells, shows=shows)
    hits = await throw(play, number, salvo)
    if not hits:
        play.tell("missed", "d10.shoot.table", unit=number)
    if others:
        if hits:
            await struck(play, number, salvo.target, hits, salvo.eligible)
        await last(resolve(play, number, tuple(others), reacting=reacting))
    elif hits:
        await last(struck(play, number, salvo.target, hits, salvo.eligible))


@rule("d10.gap.tag-one-use", "d10.gap.weapon-barrage")
def _used(state: Battle, number: int, shots: Sequence[Shot]) -> dict[str, object]:
    """What is used up by shots: items, and a fire mission."""
    unit = state.units[number]
    items = list(unit.items)
    for shot in shots:
        if weapons()[shot.weapon].has("one-use"):
            items.remove(shot.weapon)
    sets: dict[str, object] = {}
    if len(items) < len(unit.items):
        sets["items"] = tuple(items)
    if any(weapons()[shot.weapon].has("called") for shot in shots):
        sets["missions"] = unit.missions - 1
    return sets


@rule("d10.shoot.sequence", "d10.gap.tag-blast")
async def throw(play: Play[Battle], number: int, salvo: Salvo) -> tuple[Hit, ...]:
    """Dice to hit, and the hits that come of them."""
    state = play.state
    unit = state.units[number]
    hits: list[Hit] = []
    for group in grouped(salvo.shots):
        rolled = await roll_to_hit(group, f"{whose(unit.name)} {group.what}", unit.side)
        if rolled.value:
            hits.append(hit_of(group, rolled.value * caught_by(group)))
    return tuple(hits)


@stage
@rule("d10.shoot.sequence")
async def struck(
    play: Play[Battle], number: int, target: int, hits: tuple[Hit, ...], eligible: tuple[int, ...]
) -> None:
    """Hits on a unit: allocated, rolled for damage, losses taken off, its morale checked."""
    count = sum(hit.hits for hit in hits)
    play.tell("was hit", "d10.shoot.allocate", unit=target, tells={"hits": count, "count": count})
    riders_jump(play, target)
    throw = await damage_dice(play, target, hits, eligible, play.state.units[number].side)
    await then(throw(), play, _suffered, target)


@stage
async def _suffered(play: Play[Battle], wounds: Taken, target: int) -> None:
    """Losses come off, and the unit checks."""
    if take(play, target, dict(wounds)):
        await after_losses(play, target)
        await bail_out(play, target)  # whether it burns or its crew have just abandoned it

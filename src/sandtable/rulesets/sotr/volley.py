"""A volley (1.6.2.4 - 1.6.2.8): all shots of a unit at one target unit, allocated, rolled to hit, and what the hits do."""

from typing import NamedTuple

from sandtable.dice.readings import Bands
from sandtable.dice.roll import Roll
from sandtable.geometry.bodies import GROUND
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.telling import count_of
from sandtable.play.script import Play
from sandtable.play.stage import last, stage, then, thrown

from .acts import shows_shots
from .allocation import Allotted, Seen, allot, choose_surplus, is_mixed, sights, still_good
from .breaking import break_tests
from .charts import weapon_of
from .conditions import note_fire
from .hidden import called
from .hit_dice import ANYBODY, Dice, Scored, fire_at_each, roll_hits
from .options import Options
from .sight import Sighting, between, is_engaged, opponents
from .state import Battle
from .targets import Aim, shootable
from .to_hit import SIDES, Shot, can_head, is_near, modifiers, score
from .wounds import Pool, Wounding, wound_dealt, wound_pool


class How(NamedTuple):
    """The manner of a unit's fire as a whole."""

    overwatch: bool = False
    charging: bool = False
    together: int = 0  # models that concentrate their fire on one shot


# ---- one shot


@rule("sotr.gap.mixed-views", "sotr.smoke.modifier", "sotr.gap.elevation")
def shot_at(state: Battle, aim: Aim, model: int, seen: Sighting, how: How) -> Shot:
    """A shot at a model as its own firer sees it."""
    shooter, target = aim.arm.figure, state.figures[model]
    card = state.units[target.unit].card
    bodies = state.layout.bodies
    return Shot(
        weapon=aim.arm.weapon,
        distance=between(state, shooter, model),
        cover=seen.cover,
        aimed=aim.aimed and not how.overwatch,
        overwatch=how.overwatch,
        charging=how.charging,
        camo="camo" in card.traits,
        prone=target.prone or target.down,
        size=card.size,
        above=int(bodies[shooter, GROUND]) - int(bodies[model, GROUND]),
        smoke=_smoky(state, shooter, model),
        together=how.together,
    )


def _smoky(state: Battle, shooter: int, model: int) -> bool:
    if not state.smokes and not state.burning:
        return False
    from .smoke import smoked  # noqa: PLC0415

    return smoked(state, shooter) or smoked(state, model)


@rule("sotr.weapon.shotgun", "sotr.weapon.high-powered", "sotr.weapon.hmg")
def wounding(shot: Shot, options: Options) -> Wounding:
    """How a hit wounds: shotguns worse at short range, high powered weapons through armour."""
    weapon = weapon_of(shot.weapon, options)
    plus = weapon.near_wound if is_near(weapon, shot.distance) else 0
    shift = int(weapon.has("high-powered"))
    named = weapon.name if plus or shift else ""
    return Wounding(named, plus=plus, shift=shift, pen=weapon.pen)


# ---- all shots at a unit


def dice_of(
    state: Battle, number: int, target: int, aims: tuple[Aim, ...], surplus: tuple[int, ...], how: How
) -> tuple[Dice, ...]:
    """All dice of a volley, equal ones put together: each with the modifiers of its own firer."""
    visible, seen = sights(state, number, target, aims)
    mixed = is_mixed(state, target, aims, visible, seen)
    found: dict[tuple[int, int, Wounding, bool, str], list[Dice]] = {}
    for allotted in allot(state, aims, visible, seen, surplus, mixed=mixed):
        one = _die(state, target, allotted, seen, how)
        key = one.model, one.needed, one.how, one.heads, one.side
        found.setdefault(key, []).append(one)
    return tuple(_merged(dice) for _, dice in sorted(found.items(), key=lambda entry: entry[0][:2]))


def _merged(dice: list[Dice]) -> Dice:
    reasons = {one.reasons for one in dice}
    said = dice[0].reasons if len(reasons) == 1 else ()
    return dice[0]._replace(shots=sum(one.shots for one in dice), reasons=said)


def _die(state: Battle, target: int, allotted: Allotted, seen: Seen, how: How) -> Dice:
    aim, model = allotted.aim, allotted.model
    shot = shot_at(state, aim, model, seen[aim.arm.figure, model], how)
    needed = score(shot, state.options)
    side = ""
    if state.units[target].machine:
        from .armour import facing  # noqa: PLC0415

        side = facing(state, model, state.layout.point(aim.arm.figure))
    return Dice(
        allotted.shots,
        needed,
        wounding(shot, state.options),
        model if allotted.bound and not side and not is_engaged(state, model) else ANYBODY,
        can_head(aim.arm.weapon, needed, state.options),
        side,
        modifiers(shot, state.options),
    )


@stage
@rule("sotr.shoot.procedure", "sotr.weapon.rof", "sotr.alloc.same-cover", "sotr.alloc.mixed")
async def fire_volley(
    play: Play[Battle],
    number: int,
    target: int,
    aims: tuple[Aim, ...],
    how: How,
    surplus: tuple[int, ...] | None = None,
) -> None:
    """All shots of a unit's models at one unit: who is shot at, the dice to hit, wounds, losses."""
    state = play.state
    unit = state.units[target]
    if not unit.on_table or not (aims := still_good(state, number, target, aims)):
        return
    visible, _ = sights(state, number, target, aims)
    if surplus is None:
        surplus = await choose_surplus(play, number, target, aims)
    dice = dice_of(play.state, number, target, aims, surplus, how)
    _tell_fire(play, number, target, aims)
    note_fire(play, target, "sotr.unit.disorganized-fire")
    able = tuple(one for one in dice if one.needed <= SIDES or one.heads)
    if len(able) < len(dice):
        wasted = count_of(sum(one.shots for one in dice if one not in able), "shot", "shots")
        told = {"at": unit.name, "shots": wasted}
        play.tell("could not hit", "sotr.gap.automatic-rolls", unit=number, tells=told)
    if not able:
        return
    why = f"{called(play.state, number)} at {unit.name}"
    bound = tuple(one for one in able if one.model != ANYBODY)
    loose = tuple(one for one in able if one.model == ANYBODY)
    if bound:
        await fire_at_each(play, number, target, bound, why)
    if loose:
        rolls = thrown(play, roll_hits, loose, why=why, seat=state.units[number].side)
        await then(rolls, play, _strike, number, target, visible)


def _tell_fire(play: Play[Battle], number: int, target: int, aims: tuple[Aim, ...]) -> None:
    firers = tuple(dict.fromkeys(aim.arm.figure for aim in aims))
    shots = sum(aim.shots for aim in aims)
    tells = {"at": play.state.units[target].name, "shots": count_of(shots, "shot", "shots"), "target": target}
    sets = {"fired": play.state.turn}
    shows = shows_shots((target,), [aim.arm.row for aim in aims])
    because = ("sotr.shoot.procedure", "sotr.weapon.rof")
    play.tell("fired", *because, unit=number, figures=firers, sets=sets, tells=tells, shows=shows)


# ---- what hits do


@stage
async def _strike(
    play: Play[Battle], scores: tuple[Scored, ...], number: int, target: int, visible: tuple[int, ...]
) -> None:
    """Hits on a machine, into a fight, and on anybody of a unit."""
    state = play.state
    hits = sum(one.hits for one in scores)
    if not hits:
        play.tell("was missed", "sotr.shoot.roll", unit=target)
        return
    play.tell("was hit", "sotr.shoot.roll", unit=target, tells={"hits": count_of(hits, "hit", "hits"), "number": hits})
    if state.units[target].machine:
        await last(_strike_machine(play, scores, number, target))
    elif all(is_engaged(state, man) for man in visible):
        await last(_strike_fight(play, scores, number, visible))
    else:
        await last(_strike_men(play, scores, number, target, visible))


@stage
@rule("sotr.wound.owner-applies", "sotr.shoot.near-hth")
async def _strike_men(
    play: Play[Battle], scores: tuple[Scored, ...], number: int, target: int, visible: tuple[int, ...]
) -> None:
    """Wounds of hits on nobody in particular: the owner chooses whom."""
    able = visible if play.state.options.wounds_on_visible_only else shootable(play.state, target, by=number)
    losses = await wound_pool(play, target, pool_of(scores), number, able, ("sotr.wound.owner-applies",))
    await break_tests(play, losses, number)


def pool_of(scores: tuple[Scored, ...]) -> Pool:
    """Hits in the order in which they are rolled to wound."""
    return tuple((one.how, one.hits) for one in sorted(scores, key=_deadly))


def _deadly(one: Scored) -> tuple[bool, int, Scored]:
    """Headshots first, then the hits that wound worst."""
    return not one.how.goner, -(one.how.plus + one.how.shift), one


@stage
@rule("sotr.gap.vehicle-damage")
async def _strike_machine(play: Play[Battle], scores: tuple[Scored, ...], number: int, target: int) -> None:
    """Hits on a machine, one after another, on the sides that look at those who fired, until it is destroyed."""
    from .armour import affects, armour_of, strike  # noqa: PLC0415

    machine = play.state.units[target].men[0]
    for one in scores:
        proof = not affects(one.how.pen, armour_of(play.state, machine, one.side))
        for _ in range(1 if proof else one.hits):  # hits that can do nothing are worth saying once
            if await strike(play, machine, one.how.pen, one.side, number, ("sotr.shoot.roll",)):
                return


def scattered_roll(hits: int, models: int, why: str, seat: int) -> Roll[tuple[int, ...]]:
    """Whom hits into a fight strike: one of the models in it, with equal chance."""
    bands = Bands(tuple((face, face) for face in range(1, models + 1)))
    because = ("sotr.shoot.into-hth-random", "sotr.shoot.into-hth")
    return Roll(hits, models, bands, why=why, because=because, seat=seat)


@rule("sotr.shoot.into-hth-random")
def combat_of(state: Battle, men: tuple[int, ...]) -> tuple[int, ...]:
    """Everybody Engaged in the combats of some models, friend and foe."""
    found = [man for man in men if is_engaged(state, man)]
    for figure in found:
        found += [other for other in opponents(state, figure) if other not in found]
    return tuple(sorted(found))


@stage
@rule("sotr.shoot.into-hth-random")
async def _strike_fight(play: Play[Battle], scores: tuple[Scored, ...], number: int, visible: tuple[int, ...]) -> None:
    """Hits into a fight strike friend and foe alike."""
    state = play.state
    fighters = combat_of(state, visible)
    seat = state.units[number].side
    dealt: list[tuple[int, Wounding, int]] = []
    for one in scores:
        if len(fighters) == 1:
            counts: tuple[int, ...] = (one.hits,)
        else:
            counts = (await scattered_roll(one.hits, len(fighters), "hits into a fight", seat)).value
        dealt += [(man, one.how, count) for man, count in zip(fighters, counts, strict=True) if count]
    losses = await wound_dealt(play, tuple(dealt), number, ("sotr.shoot.into-hth-random",))
    await break_tests(play, losses, number)

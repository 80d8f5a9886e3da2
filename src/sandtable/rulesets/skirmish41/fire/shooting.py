"""Shooting with small arms: the target, how carefully, who fires; all weapons together where single shots cannot hit."""

from typing import NamedTuple

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OnTable
from sandtable.play.script import Play
from sandtable.play.stage import action, last, stage
from sandtable.rulesets.skirmish41.basics.charts import CAREFUL, D20, SHOTS, UNAIMED, shot_cost, weapons
from sandtable.rulesets.skirmish41.basics.units import in_melee, left, thrower, who
from sandtable.rulesets.skirmish41.harm.casualties import came_under_fire
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.spotting.hidden import called, known_to
from sandtable.rulesets.skirmish41.spotting.spotting import watch_fire
from sandtable.rulesets.skirmish41.state import Battle, Harm
from sandtable.rulesets.skirmish41.verbs.acts import shows_shots

from .offers import Aims, Named, Shooting, Shoots
from .shooters import Shooter, bonus_left
from .shots import (
    Fire,
    could_hit,
    fire_targets,
    firing,
    in_group,
    may_take_aim,
    nameable,
    shots_of,
    took_aim,
    usual_way,
    ways_to_fire,
)
from .targets import HULL, MEN, Aim, bodies_at, visible
from .to_hit import in_common
from .volley import resolve, strike, volley_at


def key_of(aim: Aim) -> str:
    """The key of a target."""
    return f"u{aim.team}" if aim.at == MEN else f"u{aim.team} hull"


def aim_label(state: Battle, aim: Aim) -> str:
    """A target in words."""
    unit = state.units[aim.team]
    if aim.at == HULL:
        return f"{unit.name} itself"
    return f"those in {unit.name}" if unit.mounted else unit.name


def way_label(way: Fire) -> str:
    """A way to fire in words."""
    actions = "1 action" if way.own == 1 else f"up to {way.own} actions"
    return f"{SHOTS[way.shot]} shots, {actions} each"


# ---- the action


@action
@rule("sk.shoot.die", "sk.gap.shot-costs", "sk.gap.who-is-hit")
async def fire(play: Play[Battle], number: int) -> None:
    """A team fires its small arms: at whom, how, and who of it."""
    aim = await _target(play, number)
    way = await _way(play, number, aim)
    if way is None:
        await last(group_fire(play, number, aim.team))
        return
    guns = await _who(play, number, aim, way)
    named = -1
    if way.shot != UNAIMED and aim.at == MEN and not play.state.units[aim.team].mounted:
        named = await _name(play, number, aim, way.shot, guns)
    await last(carry_out(play, number, aim, way, tuple(guns), named))


@stage
async def carry_out(
    play: Play[Battle], number: int, aim: Aim, way: Fire, guns: tuple[Shooter, ...], named: int
) -> None:
    """Pay for the shots and fire them. A hull that nobody knows of stops none."""
    state = known_to(play.state, play.state.units[number].side)
    fired: list[tuple[Shooter, int]] = []
    each = []
    for gun in guns:
        if named >= 0 and not could_hit(state, gun, aim, way.shot, named):
            continue
        many = shots_of(state, gun, way.own, way.shot, aim)
        if many:
            fired.append((gun, many))
            each.append((gun.man, paid(state, gun, many, way, aim)))
    if not fired:
        return
    volley = volley_at(state, aim, fired, way.shot, named, as_it_is=play.state)
    tells = {"at": aim_label(state, aim), "how": SHOTS[way.shot], "shots": sum(many for _, many in fired)}
    shows = shows_shots(aim.team, [gun.weapon for gun, _ in fired])
    play.tell("fired", "sk.shoot.die", unit=number, sets={"each": tuple(each)}, tells=tells, shows=shows)
    await last(resolve(play, number, volley))


@rule("sk.gap.fire-points", "sk.gap.mg-limits")
def paid(state: Battle, gun: Shooter, many: int, way: Fire, aim: Aim) -> dict[str, object]:
    """What shots cost a figure: one own action at least, the bonus of its weapon, then more of its own."""
    figure = state.figures[gun.man]
    cost = many * shot_cost(way.shot, state.options)
    if took_aim(state, gun, way.shot, aim):
        own = max(1, cost - figure.saved)
        return {"spent": figure.spent + own, "fired": figure.fired + own, "saved": 0, "aimed": aim.team}
    bonus = bonus_left(state, gun.man, gun.weapon)
    own = max(0 if figure.burst else 1, cost - bonus)
    first = figure.aimed if figure.fired and figure.aimed >= 0 else aim.team
    found: dict[str, object] = {"spent": figure.spent + own, "fired": figure.fired + own, "aimed": first}
    if bonus > 0:
        found["burst"] = figure.burst + max(0, cost - own)
    if figure.aimed >= 0 and not figure.fired and state.options.cas_carry_over:  # he aimed at somebody, and let it go
        found["saved"] = 0
    return found


async def _target(play: Play[Battle], number: int) -> Aim:
    seen = known_to(play.state, play.state.units[number].side)
    unit = seen.units[number]
    aims = fire_targets(seen, number)
    values = {key_of(aim): aim for aim in aims}
    if len(values) == 1:
        return aims[0]
    choices = Aims(number, values, label=lambda aim: aim_label(seen, aim), points=lambda aim: OnTable(unit=aim.team))
    words = f"{unit.name}: fire at whom?"
    return await ask_seat(
        unit.seat, "target", choices, words, "sk.shoot.die", "sk.gap.spotted-status", unit=number, usual=key_of(aims[0])
    )


async def _way(play: Play[Battle], number: int, aim: Aim) -> Fire | None:
    state = known_to(play.state, play.state.units[number].side)
    ways = ways_to_fire(state, number, aim)
    if not ways:
        return None
    if len(ways) == 1:
        return next(iter(ways.values()))
    unit = state.units[number]
    return await ask_seat(
        unit.seat,
        "shots",
        Shoots(number, aim, ways, label=way_label),
        f"{unit.name} at {aim_label(state, aim)}: how?",
        "sk.shoot.die",
        "sk.gap.shot-costs",
        "sk.gap.fire-points",
        unit=number,
        usual=lambda: usual_way(state, number, aim),
    )


async def _who(play: Play[Battle], number: int, aim: Aim, way: Fire) -> list[Shooter]:
    state = known_to(play.state, play.state.units[number].side)
    able = {f"f{gun.man}{gun.mount}": gun for gun in firing(state, number, aim, way)}
    if len(able) == 1:
        return list(able.values())
    unit = state.units[number]
    choices = Shooting(
        number,
        aim,
        able,
        1,
        len(able),
        label=lambda gun: gun_label(state, gun),
        points=lambda gun: OnTable(figure=gun.man),
    )
    words = f"{unit.name}: who fires?"
    return await ask_seat(unit.seat, "shooters", choices, words, "sk.gap.fire-team", unit=number, usual=list(able))


def gun_label(state: Battle, gun: Shooter) -> str:
    """A shooter in words."""
    role = state.figures[gun.man].role
    title = f"{gun.mount} machine gun" if gun.mount else weapons()[gun.weapon].title
    return f"{role} ({title})"


async def _name(play: Play[Battle], number: int, aim: Aim, shot: int, guns: list[Shooter]) -> int:
    state = known_to(play.state, play.state.units[number].side)
    named = nameable(state, aim, shot, guns)
    if len(named) < 2:
        return named[0] if named else -1
    unit = state.units[number]
    choices = Named(
        number,
        aim,
        shot,
        {f"f{figure}": figure for figure in named},
        label=lambda figure: who(state, figure),
        points=lambda figure: OnTable(figure=figure),
    )
    words = f"{unit.name}: aim at which figure?"
    return await ask_seat(unit.seat, "figure", choices, words, "sk.gap.who-is-hit", unit=number, usual=f"f{named[0]}")


# ---- all together


class Together(NamedTuple):
    """All weapons of a team fired at once: at whom, which, and who of the target may be hit."""

    target: int
    weapons: tuple[str, ...]
    seen: tuple[int, ...]


def group_roll(name: str, options: Options, seat: int) -> Roll[int]:
    """The die of a team that fires all its weapons together."""
    because, needs = ("sk.shoot.group-fire",), options.tables.needs.group_fire.needs
    return Roll(
        1,
        D20,
        AtLeast(needs),
        why=f"{name} fires all weapons together",
        because=because,
        seat=seat,
        needs=f"{needs}{'+' * (needs < D20)}",
        step="to hit, all together",
    )


@rule("sk.shoot.group-fire")
def together_at(state: Battle, number: int, target: int) -> Together:
    """All weapons of a team together as it is measured: what fires, and who of the target may be hit."""
    aim = Aim(target)
    guns = in_group(state, number, aim)
    seen = tuple(
        body
        for body in bodies_at(state, aim)
        if not in_melee(state, body) and any(body in visible(state, gun, aim) for gun in guns)
    )
    return Together(target, tuple(gun.weapon for gun in guns), seen or bodies_at(state, aim))


@stage
async def group_fire(play: Play[Battle], number: int, target: int) -> None:
    """A team fires everything it has at another."""
    await last(fire_together(play, number, together_at(play.state, number, target)))


@stage
@rule("sk.shoot.group-fire")
async def fire_together(play: Play[Battle], number: int, together: Together) -> None:
    """One hit on a 20, on anybody in sight."""
    state, target = play.state, together.target
    each = tuple(
        (man, {"spent": state.figures[man].spent + left(state, man), "fired": 1, "aimed": target})
        for man in state.units[number].men
        if left(state, man)
    )
    tells = {"at": state.units[target].name}
    shows = shows_shots(target, together.weapons)
    play.tell("fired together", "sk.shoot.group-fire", unit=number, sets={"each": each}, tells=tells, shows=shows)
    came_under_fire(play, target, Harm(number, len(together.weapons), "small arms"))
    seat = thrower(state, state.units[number].side)
    rolled = await group_roll(called(state, number), state.options, seat)
    play.note(target, "hits", int(rolled.value))
    if rolled.value:
        await strike(play, number, target, -1, together.seen, in_common(together.weapons, state.options))
    await watch_fire(play, number)


# ---- taking aim


@rule("sk.gap.shot-costs", "sk.gap.accumulate")
def take_aim(play: Play[Battle], number: int, target: int) -> None:
    """Everybody who can saves his actions for a careful shot at a team."""
    state = play.state
    cost = shot_cost(CAREFUL, state.options)
    each = tuple(
        (
            man,
            {
                "saved": min(cost - 1, left(state, man)),
                "spent": state.figures[man].spent + left(state, man),
                "aimed": target,
            },
        )
        for man in may_take_aim(state, number)
    )
    tells, shows = {"at": state.units[target].name}, shows_at(target)
    play.tell("took aim", "sk.gap.shot-costs", unit=number, sets={"each": each}, tells=tells, shows=shows)

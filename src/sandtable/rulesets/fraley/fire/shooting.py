"""Firing: who fires at whom, with what, and what is declared before any die is rolled."""

from collections.abc import Sequence
from typing import Any

from sandtable.mechanics.clauses import rule
from sandtable.play.modifier import Modifier
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.fraley.basics.arcs import Turn, changes, turned
from sandtable.rulesets.fraley.basics.charts import weapons
from sandtable.rulesets.fraley.basics.sight import look
from sandtable.rulesets.fraley.basics.teams import acting, afoot, enemies
from sandtable.rulesets.fraley.leaders.attached import joined
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.verbs.acts import shows_shots

from .concealment import Sights
from .declaring import Order, arm, ask_firers, declare, declare_types
from .fire_modes import REACTING, Mode, Struck
from .ground import may_go_to_ground
from .shots import Shot, Volley
from .survey import survey
from .targets import Aims, Laid, aims_along, reach_at, targets_of
from .to_hit import counts_as_moved, modifiers, needed, of_one
from .volley import resolve

# ---- who may fire


@rule("fraley.suppression.no-fire", "fraley.reaction.once-per-initiative", "fraley.fire.dice")
def able(state: Battle, figure: int) -> bool:
    """Whether a Team may fire at all in this Initiative: not suppressed, not fired yet, with something to fire."""
    team = state.figures[figure]
    if team.marks or team.shot == state.initiative or team.aboard >= 0:
        return False
    return state.units[team.unit].place == "table" and state.options.tables.fires(team.weapons)


@rule("fraley.fo.units", "fraley.gtg.declare-cost", "fraley.gtg.reaction-ends")
def ready(state: Battle, number: int, mode: Mode) -> tuple[int, ...]:
    """The Teams that may fire when a Unit does: in its own action with its observers, but not if it went to ground."""
    if mode in REACTING:
        return tuple(man for man in state.units[number].men if able(state, man))
    return tuple(
        man
        for man in acting(state, number)
        if able(state, man) and not state.units[number].still and not state.units[state.figures[man].unit].still
    )


def can_fire(state: Battle, number: int, mode: Mode = "fire") -> bool:
    """Whether any Team of a Unit could fire at anybody now."""
    return bool(targets_of(state, ready(state, number, mode), enemies(state, state.units[number].side)))


# ---- firing


@stage
async def fire(
    play: Play[Battle],
    number: int,
    mode: Mode,
    *,
    at: int | None = None,
    teams: tuple[int, ...] | None = None,
    only: tuple[int, ...] | None = None,
) -> tuple[Struck, ...]:
    """A Unit fires: targets are declared, Gone to Ground answered, and each target's fire resolved by `volley.resolve`.

    `at` is the only Unit that may be fired at (a moving or an assaulted one); `teams` are the only Teams that fire;
    of the target, `only` these Teams may be given hits.
    """
    struck: list[Struck] = []
    turns: list[Turn] = []
    for order, facing in await _orders(play, number, mode, at, teams, only):
        turns += facing
        volley = await aim(play, number, mode, order, only)
        if volley is not None:
            struck.append(await resolve(play, volley, survey))
    _face(play, number, turns)
    return tuple(struck)


@stage
async def _orders(
    play: Play[Battle],
    number: int,
    mode: Mode,
    at: int | None,
    teams: tuple[int, ...] | None,
    only: tuple[int, ...] | None,
) -> tuple[tuple[Order, tuple[Turn, ...]], ...]:
    """Everything that is declared before the first die, with how those who fire will turn."""
    state = play.state
    firers = ready(state, number, mode)
    if teams is not None:
        firers = tuple(man for man in firers if man in teams)
    foes = enemies(state, state.units[number].side) if at is None else [at]
    offers = targets_of(state, firers, foes, only=only, reaction=mode == "reaction")
    if at is None:
        orders = await declare(play, number, offers)
    else:
        orders = await _at_one(play, number, at, offers.get(at, {}), choose=teams is None)
    return tuple((order, tuple(_turns(state, order, offers[order.target]))) for order in orders)


@rule("fraley.fire.declare", "fraley.overwatch.trigger")
async def _at_one(play: Play[Battle], number: int, target: int, aims: Aims, *, choose: bool) -> list[Order]:
    """Fire at a Unit that is the only one in question: with any of the Teams that can."""
    if not aims:
        return []
    firers = tuple(aims)
    if choose and len(firers) > 1:
        firers = await ask_firers(play.state, number, target, firers)
    return [await arm(play, number, target, {firer: aims[firer] for firer in firers})]


def _turns(state: Battle, order: Order, aims: Aims) -> list[Turn]:
    return [
        turned(state, figure, [(one.slot, one.team) for one in aims[figure] if one.slot in slots])
        for figure, slots in order.fire
    ]


@rule("fraley.fire.arc-others", "fraley.fire.arc-turret", "fraley.gap.turret-facing")
def _face(play: Play[Battle], number: int, turns: Sequence[Turn]) -> None:
    """Those who fired face what they fired at: once all fire is done, so that nobody gets into his neighbour's line."""
    state = play.state
    places, turrets = changes(state, [turn for turn in turns if state.layout.on_table(turn.figure)])
    if places or turrets:
        figures = tuple(sorted({place[0] for place in places} | {figure for figure, _ in turrets}))
        play.tell(
            "faced its targets",
            "fraley.fire.arc-others",
            "fraley.fire.arc-turret",
            unit=number,
            figures=figures,
            sets={"places": places, "turrets": turrets},
        )


# ---- at one Unit


@stage
async def aim(play: Play[Battle], number: int, mode: Mode, order: Order, only: tuple[int, ...] | None) -> Volley | None:
    """Fire at one Unit that was declared, up to the dice: whom it is resolved against, Gone to Ground, and numbers."""
    attacked = order.target
    if not play.state.units[attacked].on_table:
        return None
    target, guests = await joined(play, attacked)
    await may_go_to_ground(play, target, number)
    state = play.state
    teams = (*afoot(state, target), *guests)
    sights = look(state, order.firers, teams)
    aims = aims_along(state, order.firers, teams, sights, only)
    aimed = [(figure, one) for figure, slots in order.fire for one in aims.get(figure, ()) if one.slot in slots]
    valid = _valid(aimed, order.firers, teams, sights, only)
    types = await declare_types(play, number, target, aimed, valid)
    mods = fire_modifiers(state, target, teams, aimed, order.firers, mode, sights)
    shots = []
    for figure, one in aimed:
        reasons = mods[figure, one.long]
        number_needed = needed(state, target, reasons)
        declared = types.get((figure, one.slot))
        shots.append(Shot(figure, one.weapon, number_needed, one.fp, one.gap, one.slot, declared, reasons))
    fired_at = (attacked, target, *(state.figures[guest].unit for guest in guests))
    _tell_fired(play, number, order, attacked, shows_shots(fired_at, [one.weapon for _, one in aimed]))
    told_apart = mode == "suppressive" or only is not None
    return Volley(number, target, attacked, tuple(shots), mode, guests, only, told_apart)


@rule("fraley.alloc.valid-team")
def _valid(
    aimed: Sequence[tuple[int, Laid]],
    firers: Sequence[int],
    teams: Sequence[int],
    sights: Sights,
    only: tuple[int, ...] | None,
) -> list[int]:
    """The Teams that hits of AT weapons among those aimed may go to: seen, no friend between, and in reach."""
    lines = dict(zip(firers, sights, strict=True))
    ats = [
        (lines[figure], reach_at(weapons()[one.weapon], one.gap)) for figure, one in aimed if weapons()[one.weapon].at
    ]
    return [
        other
        for place, other in enumerate(teams)
        if (only is None or other in only)
        and any(line[place].seen and line[place].friend < 0 and line[place].gap <= reach for line, reach in ats)
    ]


@rule("fraley.fire.base-number", "fraley.hit.long-range", "fraley.hit.firer-moved-scope")
def fire_modifiers(
    state: Battle,
    target: int,
    teams: Sequence[int],
    aimed: Sequence[tuple[int, Laid]],
    firers: Sequence[int],
    mode: Mode,
    sights: Sights,
) -> dict[tuple[int, bool], tuple[Modifier, ...]]:
    """The modifiers of each firing Team, at Long Range or not."""
    at_fire = {figure for figure, one in aimed if weapons()[one.weapon].at}
    common = modifiers(state, target, teams, firers, mode, moved=False, at_fire=at_fire, sights=sights)
    found = {}
    for figure, one in aimed:
        own = of_one(state.options, moved=counts_as_moved(state, figure, mode), far=one.long)
        found[figure, one.long] = (*common, *own)
    return found


@rule("fraley.gtg.per-team", "fraley.reaction.once-per-initiative")
def _tell_fired(play: Play[Battle], number: int, order: Order, attacked: int, shows: dict[str, Any]) -> None:
    state = play.state
    play.tell(
        "fired",
        "fraley.fire.declare",
        "fraley.fire.dice",
        unit=number,
        figures=order.firers,
        sets={"teams": {"fired": True, "shot": state.initiative}},
        tells={"at": state.units[attacked].name},
        shows=shows,
    )

"""A round of close combat (d10.cc.fight, d10.cc.results): both sides strike at once, losses come off, losers check."""

from collections.abc import Mapping, Sequence

from sandtable.geometry.units import inches
from sandtable.grammar import count_of, whose
from sandtable.mechanics.choices import one_unit
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import OneOf
from sandtable.play.marching import Marching
from sandtable.play.script import Play
from sandtable.play.stage import aftermath, last, stage, then
from sandtable.rulesets.d10.basics.fates import checks_after_combat
from sandtable.rulesets.d10.basics.units import coherent, engaged, left
from sandtable.rulesets.d10.harm.armour import Hit
from sandtable.rulesets.d10.harm.damage import Taken, damage_dice
from sandtable.rulesets.d10.harm.losses import take
from sandtable.rulesets.d10.machines.transport import bail_out, places_of, riders_jump
from sandtable.rulesets.d10.move.movement import marching
from sandtable.rulesets.d10.nerve.morale import check
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.verbs.acts import shows_round

from .blows import HARM, Blow, Round, against_armour, blows_of, combat_of, fighters, roll_blows

FIGHT = "d10.gap.combat-fight"
REGROUP = inches(2)

Fighters = tuple[tuple[int, tuple[int, ...]], ...]  # the units of a combat, each with those of it who fight
Wounds = tuple[tuple[int, Taken], ...]  # by unit


@stage
@rule("d10.cc.sequence", "d10.cc.fight", "d10.cc.results", "d10.gap.combat-many-units")
async def fight(play: Play[Battle], number: int, now: Round) -> None:
    """One round of the combat that a unit is in."""
    units = combat_of(play.state, number)
    men = tuple((unit, tuple(fighters(play.state, unit))) for unit in units)
    await last(exchange(play, men, await blows_in(play, units, now)))


@stage
async def exchange(play: Play[Battle], men: Fighters, blows: tuple[Blow, ...]) -> None:
    """All blows of the round, thrown before anybody falls."""
    hits = await _roll(play, blows)
    struck = tuple((unit, tuple(hits[unit])) for unit, _ in men if unit in hits)
    await last(_wounds(play, (), men, struck, ()))


@stage
async def _wounds(
    play: Play[Battle],
    taken: Taken,
    men: Fighters,
    struck: tuple[tuple[int, tuple[Hit, ...]], ...],
    before: Wounds,
    of: int = -1,
) -> None:
    """The hits of one unit after another are allocated and rolled for; their wounds are taken together at the end.

    `taken` are the wounds `of` the unit whose hits were rolled for last.
    """
    wounds = before if of < 0 else (*before, (of, tuple(sorted(taken))))
    if not struck:
        await last(_losses(play, tuple(unit for unit, _ in men), wounds))
        return
    (target, hits), *others = struck
    riders_jump(play, target)
    seat = 1 - play.state.units[target].side
    throw = await damage_dice(play, target, hits, dict(men)[target], seat)
    await then(throw(), play, _wounds, men, tuple(others), wounds, target)


@stage
@rule("d10.gap.combat-fight", "d10.gap.wounds")
async def _losses(play: Play[Battle], units: tuple[int, ...], wounds: Wounds) -> None:
    """Casualties of both sides come off together; then it is seen who has lost the round."""
    taken = dict(wounds)
    lost = {unit: take(play, unit, dict(taken[unit]), FIGHT) if unit in taken else 0 for unit in units}
    for unit in units:
        await bail_out(play, unit)
    await _results(play, units, lost)


# ---- striking


async def blows_in(play: Play[Battle], units: Sequence[int], now: Round) -> tuple[Blow, ...]:
    """All blows of a round, each unit's at whom its owner wants."""
    harming: dict[int, int] = {}
    order = await _in_order(play, units, now)
    return tuple([blow for unit in order for blow in await _strikes(play, unit, now, harming)])


@rule("d10.gap.vehicle-assault", "d10.gap.combat-many-units")
async def _in_order(play: Play[Battle], units: Sequence[int], now: Round) -> list[int]:
    """Units as they strike. Three models harm an armoured vehicle: where more of several units could, whose go first."""
    order = list(units)
    for vehicle in units:
        able = crowding(play.state, units, vehicle)
        if able:
            first = await _whose(play, vehicle, able, now)
            order.remove(first)
            order.insert(0, first)
    return order


def crowding(state: Battle, units: Sequence[int], vehicle: int) -> list[int]:
    """The units that get in one another's way at an armoured vehicle; none where there is room for all."""
    foe = state.units[vehicle]
    if not foe.card.has("armoured"):
        return []
    strikers = {
        unit: sum(vehicle in several for several in fighters(state, unit).values())
        for unit in units
        if state.units[unit].side != foe.side
    }
    able = [unit for unit, men in strikers.items() if men]
    return able if len(able) > 1 and sum(strikers.values()) > HARM else []


async def _whose(play: Play[Battle], vehicle: int, able: Sequence[int], now: Round) -> int:
    """Whose models go first at an armoured vehicle: usually those with charges, then those who have just come up."""
    state = play.state
    usual = max(able, key=lambda unit: ("satchel" in state.units[unit].items, unit in now.charged, -unit))
    return await ask_seat(
        1 - state.units[vehicle].side,
        "strike first",
        one_unit(state, able),
        f"Three models can harm {state.units[vehicle].name}: whose go first?",
        "d10.gap.vehicle-assault",
        "d10.gap.combat-many-units",
        unit=vehicle,
        usual=f"u{usual}",
    )


@rule("d10.gap.vehicle-assault", "d10.gap.combat-many-units")
async def _strikes(play: Play[Battle], number: int, now: Round, harming: dict[int, int]) -> list[Blow]:
    """What a unit strikes, at one enemy unit or at several.

    `harming` counts the models that strike at each armoured vehicle, of all units: three of them in a round.
    """
    able = fighters(play.state, number)
    foes = list(dict.fromkeys(foe for several in able.values() for foe in several))
    first = foes[0] if len(foes) < 2 else await _whom(play, number, foes)
    blows: list[Blow] = []
    for foe in (first, *(other for other in foes if other != first)):
        men = [man for man, several in able.items() if struck_by(several, first) == foe]
        if play.state.units[foe].card.has("armoured"):
            men = men[: HARM - harming.get(foe, 0)]
        if men:
            charges = await _charges(play, number, foe, len(men))
            harming[foe] = harming.get(foe, 0) + len(against_armour(play.state, number, men, charges))
            blows += blows_of(play.state, number, foe, men, now, charges=charges)
    return blows


def struck_by(several: Sequence[int], first: int) -> int:
    """The enemy unit that a model strikes at: the chosen one if it can, else the first it touches."""
    return first if first in several else several[0]


async def _whom(play: Play[Battle], number: int, foes: Sequence[int]) -> int:
    state = play.state
    unit = state.units[number]
    choices = one_unit(state, foes)
    words = f"{unit.name}: strike at whom, where it touches several?"
    return await ask(play, number, "strike", choices, words, "d10.gap.combat-many-units", usual=f"u{foes[0]}")


@rule("d10.gap.vehicle-assault", "d10.gap.weapon-satchel")
async def _charges(play: Play[Battle], number: int, foe: int, men: int) -> int:
    """How many demolition charges a unit uses up against an armoured vehicle."""
    state = play.state
    unit = state.units[number]
    most = min(unit.items.count("satchel"), men)
    if not most or not state.units[foe].card.has("armoured"):
        return 0
    choices = OneOf({f"n{count}": count for count in range(most, -1, -1)}, label=lambda count: f"{count or 'none'}")
    words = f"{unit.name}: how many demolition charges against {state.units[foe].name}?"
    used = await ask(
        play, number, "charges", choices, words, "d10.gap.vehicle-assault", "d10.gap.weapon-satchel", usual=f"n{most}"
    )
    if used:
        items = list(play.state.units[number].items)
        for _ in range(used):
            items.remove("satchel")
        say = count_of(used, "demolition charge", "demolition charges")
        play.tell("used charges", "d10.gap.tag-one-use", unit=number, sets={"items": tuple(items)}, tells={"many": say})
    return used


async def _roll(play: Play[Battle], blows: Sequence[Blow]) -> dict[int, list[Hit]]:
    """The hits of all blows, by the unit that they hit."""
    hits: dict[int, list[Hit]] = {}
    rolls: list[int] = []
    for blow in blows:
        state = play.state
        unit, foe = state.units[blow.unit], state.units[blow.target]
        rolled = await roll_blows(blow, f"{whose(unit.name)} blows at {foe.name}, strength {blow.strength}", unit.side)
        rolls.append(rolled.number)
        if rolled.value:
            hit = Hit(rolled.value, blow.strength, blow.at, close=True, exempt=blow.exempt)
            hits.setdefault(blow.target, []).append(hit)
    shows = shows_round([unit for blow in blows for unit in (blow.unit, blow.target)], rolls) if blows else None
    for target, found in hits.items():
        count = sum(hit.hits for hit in found)
        play.tell("was hit", FIGHT, unit=target, tells={"hits": count, "count": count}, shows=shows)
        shows = None  # it is one round, seen once
    return hits


# ---- results


@rule("d10.gap.combat-result", "d10.morale.lost-combat", "d10.gap.vehicle-assault", "d10.morale.individual-wounds")
async def _results(play: Play[Battle], units: Sequence[int], lost: Mapping[int, int]) -> None:
    """Who has lost the round checks; wounded individuals check for themselves; who is free may close up."""
    sides = play.state
    total = [sum(lost[unit] for unit in units if sides.units[unit].side == side) for side in (0, 1)]
    score = f"{total[0]} {'wound' if total[0] == 1 else 'wounds'} to {total[1]}"
    loser = None if total[0] == total[1] else 0 if total[0] > total[1] else 1
    if loser is None:
        play.tell("drew the round", "d10.gap.combat-result", tells={"score": score})
    else:
        tells = {"name": play.state.names[loser], "score": score}
        play.tell("lost the round", "d10.gap.combat-result", tells=tells)
    for unit in units:
        one = play.state.units[unit]
        kind = {"individual": one.card.individual, "vehicle": one.card.vehicle, "loser": loser == one.side}
        options = play.state.options
        for due in checks_after_combat(*left(play.state, unit), lost[unit], **kind, options=options):
            if play.state.units[unit].alive:
                await check(play, unit, *due)
        await bail_out(play, unit)
    for unit in units:
        if parted(play.state, unit, units):
            play.aside("was left free", "d10.gap.combat-continues", unit=unit)
    for unit in units:
        if loser != play.state.units[unit].side:
            await regroup(play, unit)


@rule("d10.gap.combat-continues")
def parted(state: Battle, number: int, units: Sequence[int]) -> bool:
    """Whether a unit of a combat touches nobody any more although some of its enemies are left: those who touched fell."""
    unit = state.units[number]
    if state.layout.bare or not unit.on_table or engaged(state, number):
        return False
    return any(state.units[other].on_table and state.units[other].side != unit.side for other in units)


@aftermath
@rule("d10.gap.break-off")
async def regroup(play: Play[Battle], number: int) -> None:
    """A unit all of whose enemies in contact are gone may move up to two inches to regain coherency."""
    state = play.state
    unit = state.units[number]
    if state.layout.bare or not unit.on_table or unit.card.vehicle or engaged(state, number) or coherent(state, number):
        return
    domain: Marching = marching(state, number, rush=False, budget=REGROUP)
    march = await ask(
        play,
        number,
        "regroup",
        domain,
        f"{unit.name}: close up",
        "d10.gap.break-off",
        "d10.gap.coherency",
        usual=lambda: domain.suggest(state.layout.point(unit.men[0])) or domain.stay(),
    )
    layout = play.state.layout
    going = {walk.figure for walk in march.walks if len(set(walk.points)) > 1}
    places = tuple(
        (figure, x, y, layout.bearing(figure), height)
        for figure, x, y, _, height in places_of(play.state, march)
        if figure in going  # who stays upstairs stays at his height
    )
    figures = tuple(place[0] for place in places)
    play.tell("consolidated", "d10.gap.break-off", unit=number, figures=figures, sets={"places": places})

"""Vehicles and mecha under fire (sotr.gap.vehicle-damage): which side is hit, what comes of it."""

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import FRONT, REAR, quarter
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf
from sandtable.play.script import Play
from sandtable.play.stage import returned, stage
from sandtable.rulesets.sotr.basics.charts import kinds, weapon_of
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle, Point

from .falling import mark_hit
from .wrecks import wreck

SIDES = ("front", "side", "rear")
NOTHING, SHAKEN, DAMAGED, DESTROYED = "nothing", "shaken", "damaged", "destroyed"
IMMOBILISED, WEAPON = "immobilised", "weapon lost"
DAMAGE = "sotr.gap.vehicle-damage"


@rule("sotr.gap.vehicle-damage")
def facing(state: Battle, machine: int, point: Point) -> str:
    """The side of a machine (a model) that a point looks at: front, side or rear, by arcs of 90 degrees."""
    x, y = state.layout.point(machine)
    found = quarter(state.layout.bearing(machine), point[0] - x, point[1] - y)
    if found == FRONT:
        return "front"
    return "rear" if found == REAR else "side"


def armour_of(state: Battle, machine: int, side: str) -> int:
    """The armour of one side of a machine (a model)."""
    return state.units[state.figures[machine].unit].card.hull[SIDES.index(side)]


@rule("sotr.gap.vehicle-damage")
def affects(pen: int, armour: int, options: Options) -> bool:
    """Whether a weapon can do anything to such armour at all."""
    return pen > 0 or armour < options.tables.armour.proof.value


@rule("sotr.gap.vehicle-damage", "sotr.rpg.anti-armor")
def armour_roll(pen: int, armour: int, why: str, because: tuple[str, ...], seat: int, options: Options) -> Roll[str]:
    """D6 and penetration against armour: below it nothing, equal Shaken, 1-2 more damaged, 3 or more destroyed."""
    over = options.tables.armour
    least = armour + over.shaken.over
    rows = (
        (0, NOTHING),
        (least, SHAKEN),
        (armour + over.damaged.over, DAMAGED),
        (armour + over.destroyed.over, DESTROYED),
    )
    needs = f"{max(1, least - pen)}+ (armour {armour}, penetration {pen:+d})"
    return Roll(
        1, 6, Chart(rows, plus=pen), why=why, because=(DAMAGE, *because), seat=seat, needs=needs, step="against armour"
    )


@rule("sotr.gap.vehicle-damage")
def damage_roll(why: str, seat: int, options: Options) -> Roll[str]:
    """What was damaged: as printed 1-3 it is immobilised, 4-6 a weapon is destroyed."""
    weapon = options.tables.damage["weapon"].lowest
    chart = Chart(((1, IMMOBILISED), (weapon, WEAPON)))
    return Roll(
        1,
        6,
        chart,
        why=why,
        because=(DAMAGE,),
        seat=seat,
        needs=f"1-{weapon - 1} immobilised, {weapon}-6 a weapon",
        step="what is damaged",
    )


@rule("sotr.gap.vehicle-damage")
def is_too_much(damage: str, *, immobilised: bool, disarmed: bool) -> bool:
    """Whether damage destroys a machine: it has suffered the same before, or has no weapon left to lose."""
    return immobilised if damage == IMMOBILISED else disarmed


@stage
@rule("sotr.gap.vehicle-damage")
async def strike(
    play: Play[Battle],
    machine: int,
    pen: int,
    side: str,
    by: int | None,
    because: tuple[str, ...],
    by_hand: bool = False,
) -> bool:
    """A hit on one side of a machine (a model): D6 and penetration against armour; True if that destroyed it.

    Thick armour is proof against weapons without penetration, though not against men who climb onto it.
    """
    state = play.state
    number = state.figures[machine].unit
    unit = state.units[number]
    if not unit.on_table:
        return False
    mark_hit(play, (machine,))
    armour = armour_of(state, machine, side)
    if not by_hand and not affects(pen, armour, state.options):
        play.tell("was unharmed", DAMAGE, *because, unit=number, tells={"why": f"armour {armour} is proof against it"})
        return False
    seat = 1 - unit.side if by is None else state.units[by].side
    rolled = await armour_roll(pen, armour, f"hit on the {side} of {unit.name}", because, seat, state.options)
    if rolled.value == DESTROYED:
        await wreck(play, number, DAMAGE, *because, by=None if by_hand else by)
        return True
    if rolled.value == SHAKEN:
        play.tell("was Shaken", DAMAGE, *because, unit=number, sets={"shaken": True}, rolls=(rolled.number,))
    elif rolled.value == DAMAGED:
        return await _damage(play, number, seat, because, None if by_hand else by)
    else:
        play.tell("was unharmed", DAMAGE, *because, unit=number, tells={"why": ""}, rolls=(rolled.number,))
    return False


@stage
async def strike_often(  # so many hits of one kind
    play: Play[Battle],
    machine: int,
    hits: int,
    pen: int,
    side: str,
    by: int | None,
    because: tuple[str, ...],
    by_hand: bool = False,
) -> bool:
    """Hits on one side of a machine, one after another; True if it was destroyed by one of them."""
    if not hits:
        return False
    if await strike(play, machine, pen, side, by, because, by_hand):
        return True
    return await returned(strike_often(play, machine, hits - 1, pen, side, by, because, by_hand))


@stage
@rule("sotr.gap.vehicle-damage")
async def _damage(play: Play[Battle], number: int, seat: int, because: tuple[str, ...], by: int | None) -> bool:
    """Damage: immobilised or a weapon lost; the same once more, or what is not there to be lost, destroys it."""
    rolled = await damage_roll(f"damage to {play.state.units[number].name}", seat, play.state.options)
    unit = play.state.units[number]
    left = play.state.figures[unit.men[0]].weapons
    if is_too_much(rolled.value, immobilised=unit.immobilised, disarmed=bool(unit.broken) or not left):
        await wreck(play, number, DAMAGE, *because, by=by)
        return True
    if rolled.value == IMMOBILISED:
        play.tell("was immobilised", DAMAGE, *because, unit=number, sets={"immobilised": True}, rolls=(rolled.number,))
        return False
    weapon = await _choose_weapon(play.state, number, left)
    play.tell(
        "lost a weapon", DAMAGE, *because, unit=number, figures=unit.men, sets={"weapon": weapon},
        rolls=(rolled.number,),
    )  # fmt: skip
    return False


async def _choose_weapon(state: Battle, number: int, left: tuple[str, ...]) -> str:
    """The owner's choice of the weapon that is lost; usually the lightest."""
    values, unit = {weapon: weapon for weapon in left}, state.units[number]
    if len(values) == 1:
        return left[0]
    return await ask_seat(
        unit.side,
        "lost weapon",
        OneOf(values, label=lambda weapon: kinds()[weapon].name),
        f"{unit.name}: which weapon is destroyed?",
        DAMAGE,
        unit=number,
        usual=min(values, key=lambda weapon: (weapon_of(weapon, state.options).pen, weapon)),
    )


# ---- nerves


@rule("sotr.gap.vehicle-morale")
def takes_no_tests(state: Battle, number: int) -> bool:
    """Whether a unit takes neither break tests nor HORROR checks because it is a machine."""
    return state.units[number].machine


@rule("sotr.gap.vehicle-morale")
def suppressible_machine(state: Battle, number: int) -> bool:
    """Whether a machine can be Suppressed as infantry can: jeeps and the like, armour 3 or less all round."""
    hull = state.units[number].card.hull
    return bool(hull) and max(hull) <= state.options.tables.armour.soft_skinned.value

"""Close quarters: infantry against vehicles."""

from sandtable.dice.readings import AtLeast, Chart
from sandtable.dice.roll import Roll
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, Needed, Never, Score
from sandtable.play.script import Play
from sandtable.play.stage import last, stage
from sandtable.rulesets.bolt_action.basics.words import DAMAGE, HITS
from sandtable.rulesets.bolt_action.fire.armour import NO_DAMAGE, damage_vehicle, destroying, penetration_chart
from sandtable.rulesets.bolt_action.fire.reactions import go_down
from sandtable.rulesets.bolt_action.harm.losses import destroy
from sandtable.rulesets.bolt_action.move.deployment import clear_places
from sandtable.rulesets.bolt_action.nerve.morale import morale_check
from sandtable.rulesets.bolt_action.nerve.pins import add_pins
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Unit

ANTI_TANK = {"panzerfaust", "bazooka", "panzerschreck", "piat", "flamethrower-infantry"}


@rule("ba.gap.at-weapons-list")
def has_anti_tank(state: Battle, unit: Unit) -> bool:
    """Whether a unit has what it takes against armour."""
    if "at-grenades" in unit.card.traits:
        return True
    return any(
        state.figures[man].weapon in ANTI_TANK or ANTI_TANK.intersection(state.figures[man].carries) for man in unit.men
    )


def fear_of_armour(options: Options) -> Modifier:
    """What facing armour without anti-tank weapons does to morale."""
    return options.tables.morale.facing_armour.because("no anti-tank weapons")


async def keeps_nerve(play: Play[Battle], number: int, target: int) -> bool:
    """Without anti-tank weapons it takes a harder check to assault a fully enclosed armoured vehicle."""
    state = play.state
    if not state.units[target].card.enclosed or has_anti_tank(state, state.units[number]):
        return True
    fear = fear_of_armour(state.options)
    if await morale_check(play, number, "facing armour", "ba.cqv.nerve", [fear], destroys=False):
        return True
    go_down(play, number, "ba.cqv.nerve", why="does not dare")
    return False


def vehicle_hit_on(order: str | None, options: Options) -> tuple[Needed, str]:
    """What it takes to hit a vehicle in close quarters, by the die it shows, and the clause."""
    table = options.tables.quarters
    if order == "run":
        return Never("it has made a Run"), table.run.clause
    row = table.advance if order == "advance" else table.stationary
    return Score(row.needs), row.clause


@rule("ba.gap.natural-one")
def assault_chart(hits: int, damaged_on: int, options: Options) -> Chart:
    """How the one die of an assault on a vehicle is read, with the hits added."""
    return penetration_chart(hits, damaged_on, options)


async def roll_assault_hits(men: int, order: str | None, options: Options, why: str, *, seat: int) -> int:
    """One die a man, whatever he carries: how many hit."""
    needed, clause = vehicle_hit_on(order, options)
    if not isinstance(needed, Score):
        return 0
    rolled = await Roll(
        men,
        6,
        AtLeast(needed.least),
        why=why,
        because=(clause, "ba.gap.assault-vehicle-attacks"),
        seat=seat,
        needs=str(needed),
        say=HITS,
        step="to hit",
    )
    return rolled.value


async def roll_assault_damage(
    hits: int, armour: str, options: Options, why: str, *, seat: int, destroys: bool = False
) -> str:
    """One die for the whole unit, plus its hits; `destroys` says that any damage does."""
    row = options.tables.armour[armour]
    damage = assault_chart(hits, row.damaged_on, options)
    rolled = await Roll(
        1,
        6,
        destroying(damage) if destroys else damage,
        why=why,
        because=("ba.cqv.damage", "ba.cqv.result", row.clause),
        seat=seat,
        needs=f"{row.damaged_on}+ with {hits:+d}",
        aloud=f"{row.damaged_on}+ in all (the die, {hits:+d} for hits)",
        say=DAMAGE,
        step="to damage",
        modifiers=(Modifier(hits, "for hits", "ba.cqv.damage"),),
    )
    return rolled.value


@stage
async def attack_vehicle(play: Play[Battle], number: int, target: int) -> None:
    """One round: roll to hit by what the vehicle did, roll damage once; survivors are placed clear of it."""
    state = play.state
    unit, order = state.units[number], state.units[target].order
    why = f"{_assaults(state, number, target)}: to hit"
    hits = await roll_assault_hits(len(unit.men), order, state.options, why, seat=unit.side)
    await last(strike_vehicle(play, number, target, hits))


@stage
async def strike_vehicle(play: Play[Battle], number: int, target: int, hits: int) -> None:
    """So many have hit: a pin if anybody has, and one roll of damage."""
    state = play.state
    unit, vehicle = state.units[number], state.units[target]
    _, clause = vehicle_hit_on(vehicle.order, state.options)
    tells, shows = {"hits": hits}, shows_at(target)
    play.tell("struck a vehicle", clause, "ba.gap.assault-vehicle-end", unit=number, tells=tells, shows=shows)
    if hits:
        await add_pins(play, target, 1, "ba.gap.assault-vehicle-end")
    if hits and play.state.units[target].alive:
        done = await roll_assault_damage(
            hits,
            vehicle.card.armour,
            state.options,
            f"{_assaults(state, number, target)}: damage",
            seat=unit.side,
            destroys=vehicle.card.soft or _torn_open(vehicle, state.options),
        )
        await _damage(play, target, done, seat=unit.side)
    await last(_step_back(play, number, target))


def _assaults(state: Battle, number: int, target: int) -> str:
    return f"{state.units[number].name} assaults {state.units[target].name}"


@stage
async def _step_back(play: Play[Battle], number: int, target: int) -> None:
    """Survivors are placed clear of a vehicle that is still there."""
    if play.state.units[target].alive and not play.state.layout.bare:
        places = clear_places(play.state, number)
        if places:
            play.tell("fell back a step", "ba.gap.assault-vehicle-end", unit=number, sets={"places": places})


def _torn_open(vehicle: Unit, options: Options) -> bool:
    """Whether any damage by an assault destroys a vehicle because its top is open."""
    return "open-topped" in vehicle.card.traits and options.open_topped_assault_destroys


@stage
async def _damage(play: Play[Battle], target: int, done: str, *, seat: int) -> None:
    vehicle = play.state.units[target]
    if done == NO_DAMAGE:
        play.tell("was not hurt", "ba.cqv.result", unit=target, tells={"by": "the assault"})
    elif vehicle.card.soft:
        await destroy(play, target, "ba.cqv.result", "ba.damage.soft-skin", why="beaten in close quarters", wreck=True)
    elif _torn_open(vehicle, play.state.options):
        await destroy(play, target, "ba.gap.open-topped", why="beaten in close quarters", wreck=True)
    else:
        await damage_vehicle(play, target, done, seat=seat)

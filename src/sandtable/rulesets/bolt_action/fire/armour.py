"""Armoured targets: penetration, and the table of damage results."""

from functools import lru_cache

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import FRONT, REAR, quarter
from sandtable.geometry.bodies import X, Y
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, felt, total
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.bolt_action.basics.words import DAMAGE
from sandtable.rulesets.bolt_action.harm.losses import destroy
from sandtable.rulesets.bolt_action.nerve.morale import morale_check
from sandtable.rulesets.bolt_action.nerve.pins import add_pins
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle

DESTROYED = "destroyed"
ON_FIRE = "on-fire"
NO_DAMAGE, SUPERFICIAL, FULL, MASSIVE = "no damage", "superficial", "full", "massive"
ROW_OF_DAMAGE = {NO_DAMAGE: "no-damage", SUPERFICIAL: "superficial", FULL: "full", MASSIVE: "massive"}

FRONT_ARMOUR, SIDE_ARMOUR, REAR_ARMOUR, TOP_ARMOUR = "front", "side", "rear", "top"


@rule("ba.pen.scope")
def penetration(pen: int, facing: str, options: Options, *, long_range: bool = False) -> tuple[Modifier, ...]:
    """What is added to the die against armour."""
    table = options.tables.penetration
    found = [Modifier(pen, "penetration", "ba.armour.roll")] if pen else []
    if facing in {SIDE_ARMOUR, TOP_ARMOUR}:
        found.append(table.side_top.because(f"{facing} armour"))
    if facing == REAR_ARMOUR:
        found.append(table.rear.because("rear armour"))
    if long_range:
        found.append(table.long_range.because("long range"))
    return tuple(felt(found))


def damage_done(damage_total: int, damaged_on: int, options: Options) -> str:
    """What a damage total does to a vehicle of this damage value: the worst kind that it is far enough over for."""
    kinds, over = options.tables.damage, damage_total - damaged_on
    done = NO_DAMAGE
    for kind in (SUPERFICIAL, FULL, MASSIVE):
        least = kinds[ROW_OF_DAMAGE[kind]].over
        if least is not None and over >= least:
            done = kind
    return done


@lru_cache(maxsize=4096)
@rule("ba.gap.natural-one")
def penetration_chart(bonus: int, damaged_on: int, options: Options) -> Chart:
    """How one die against armour is read, with this much added; by the switch a natural 1 does nothing."""
    rows: list[tuple[int, str]] = []
    for face in range(1, 7):
        done = damage_done(face + bonus, damaged_on, options)
        if face == 1 and options.natural_one_fails:
            done = NO_DAMAGE
        if not rows or rows[-1][1] != done:
            rows.append((face, done))
    return Chart(tuple(rows))


@lru_cache(maxsize=4096)
def destroying(damage: Chart) -> Chart:
    """The same die where any damage destroys: how much of it is neither here nor there."""
    return Chart(tuple((lowest, done if done == NO_DAMAGE else DESTROYED) for lowest, done in damage.rows), damage.plus)


async def roll_penetration(  # with what, against what, and how it is told
    modifiers: tuple[Modifier, ...], armour: str, options: Options, why: str, *, seat: int, destroys: bool = False
) -> tuple[str, int]:
    """Roll one hit against a vehicle: what it does, and the number of the throw; `destroys` says that any damage does."""
    value = options.tables.armour[armour]
    bonus = total(modifiers)
    damage = penetration_chart(bonus, value.damaged_on, options)
    reasons = ", ".join(map(str, modifiers))
    rolled = await Roll(
        1,
        6,
        destroying(damage) if destroys else damage,
        why=f"{why}: to penetrate",
        because=("ba.armour.roll", value.clause, *(modifier.clause for modifier in modifiers)),
        seat=seat,
        needs=f"{value.damaged_on}+ with {bonus:+d}{f' ({reasons})' if reasons else ''}",
        aloud=f"{value.damaged_on}+ in all (the die, {reasons})" if reasons else f"{value.damaged_on}+",
        say=DAMAGE,
        step="to penetrate",
        modifiers=modifiers,
    )
    return rolled.value, rolled.number


@rule("ba.gap.vehicle-arcs")
def facing_to(state: Battle, vehicle: int, figures: list[tuple[int, int]]) -> str:
    """The armour that most of these shooters strike."""
    hull = state.units[vehicle].men[0]
    bodies = state.layout.bodies
    x, y = int(bodies[hull, X]), int(bodies[hull, Y])
    counts = {FRONT_ARMOUR: 0, SIDE_ARMOUR: 0, REAR_ARMOUR: 0}
    for from_x, from_y in figures:
        struck = int(quarter(state.layout.bearing(hull), from_x - x, from_y - y))
        counts[FRONT_ARMOUR if struck == FRONT else REAR_ARMOUR if struck == REAR else SIDE_ARMOUR] += 1
    return max(counts, key=lambda name: counts[name])


def results_to_roll(done: str, options: Options) -> tuple[int, int, str]:
    """How many dice a kind of damage rolls on the results table, what is added to each, and its clause."""
    row = options.tables.damage[ROW_OF_DAMAGE[done]]
    return row.dice, row.plus, row.roll_clause


def result_modifiers(*, open_topped: bool, indirect: bool, flame_vehicle: bool, options: Options) -> list[Modifier]:
    """What is added to each die on the results table."""
    found, table = [], options.tables.result_modifiers
    if open_topped and indirect:
        found.append(table.open_topped.because("open-topped under indirect fire"))
    if flame_vehicle and options.flame_vehicle_plus_one:
        found.append(table.flamethrower.because("carries a flamethrower"))
    return felt(found)


async def roll_result(  # what is added and why, and how it is told
    plus: int, modifiers: list[Modifier], clause: str, options: Options, why: str, *, seat: int
) -> tuple[str, int]:
    """One die on the table of damage results: the result, and the number of the throw."""
    added = plus + total(modifiers)
    reasons = ", ".join([f"{plus:+d} superficial damage"] * bool(plus) + [str(modifier) for modifier in modifiers])
    rolled = await Roll(
        1,
        6,
        options.tables.chart("result", added),
        why=f"{why}: damage result{f' ({reasons})' if reasons else ''}",
        because=("ba.armour.to-table", clause, *(modifier.clause for modifier in modifiers)),
        seat=seat,
        step="damage result",
        modifiers=tuple(modifiers),
    )
    return rolled.value, rolled.number


@stage
async def damage_vehicle(play: Play[Battle], number: int, done: str, *, indirect: bool = False, seat: int) -> None:
    """Roll on the results table for damage of this kind, and apply each result in turn."""
    unit = play.state.units[number]
    kind = play.state.options.tables.damage[ROW_OF_DAMAGE[done]]
    play.tell("was damaged", kind.clause, unit=number, tells={"damage": done})
    dice, plus, clause = results_to_roll(done, play.state.options)
    modifiers = result_modifiers(
        open_topped="open-topped" in unit.card.traits,
        indirect=indirect,
        flame_vehicle=any("flamethrower" in mount.weapon for mount in unit.card.mounts),
        options=play.state.options,
    )
    results = [
        await roll_result(plus, modifiers, clause, play.state.options, unit.name, seat=seat) for _ in range(dice)
    ]
    for result, throw in results:
        if play.state.units[number].alive:
            await apply_result(play, number, result, (throw,))


async def apply_result(play: Play[Battle], number: int, result: str, rolls: tuple[int, ...] = ()) -> None:
    """Apply one row of the damage results table."""
    row = play.state.options.tables.result[result]
    clause = row.clause
    if result == "knocked-out":
        await destroy(play, number, clause, why="knocked out", wreck=True)
        return
    await add_pins(play, number, row.pins, clause, rolls=rolls)
    unit = play.state.units[number]
    if not unit.alive:
        return
    if result == "stunned":
        _halt(play, number, clause, "its crew is stunned")
    elif result == "immobilised":
        if unit.immobilised:
            await destroy(play, number, row.again_clause, why="immobilised a second time", wreck=True)
            return
        sets: dict[str, object] = {"immobilised": True}
        if unit.order is not None:
            sets["order"] = "down"
        play.tell("was immobilised", clause, unit=number, sets=sets, rolls=rolls)
    elif await morale_check(play, number, "on fire", clause):
        _halt(play, number, row.pass_clause, "the fire is put out")
    else:
        await destroy(play, number, row.fail_clause, why="abandoned in flames", wreck=True)


def _halt(play: Play[Battle], number: int, clause: str, why: str) -> None:
    sets = {"order": "down"}
    play.tell("was halted", clause, unit=number, sets=sets, tells={"why": why})

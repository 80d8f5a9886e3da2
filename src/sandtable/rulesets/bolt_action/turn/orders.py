"""Orders: which a unit may be given, the order test, and carrying each of them out."""

from typing import NamedTuple

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.dice.words import counted
from sandtable.geometry.angle import RIGHT_ANGLE, in_arc, turn_between
from sandtable.geometry.bodies import X, Y
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import action, last, stage
from sandtable.rulesets.bolt_action.basics.arms import sees
from sandtable.rulesets.bolt_action.basics.battlefield import enemies, present, scattered
from sandtable.rulesets.bolt_action.basics.charts import CLAUSE_OF_DICE, dice_count
from sandtable.rulesets.bolt_action.fire.aiming import Shoot
from sandtable.rulesets.bolt_action.fire.reactions import go_down
from sandtable.rulesets.bolt_action.fire.shooting import shoot
from sandtable.rulesets.bolt_action.fire.support import call_support, may_call
from sandtable.rulesets.bolt_action.machines.vehicles import back_away
from sandtable.rulesets.bolt_action.melee.close_quarters import assault, assault_targets, may_assault
from sandtable.rulesets.bolt_action.move.movement import points_a_weapon
from sandtable.rulesets.bolt_action.nerve.morale import FUBAR, PASS, modifiers_of, quality_morale, two_dice
from sandtable.rulesets.bolt_action.nerve.pins import remove_pins
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.special.fubar import fubar
from sandtable.rulesets.bolt_action.state import Battle, Order, Unit

from .manoeuvre import manoeuvre

ASSAULT = "assault"


class Given(NamedTuple):
    """An order as given: a Run may be declared an assault."""

    order: Order
    assault: bool = False


CHOICES: dict[str, Given] = {
    "fire": Given("fire"),
    "advance": Given("advance"),
    "run": Given("run"),
    ASSAULT: Given("run", assault=True),
    "ambush": Given("ambush"),
    "rally": Given("rally"),
    "down": Given("down"),
}
CLAUSES: dict[Order, str] = {
    "fire": "ba.order.fire",
    "advance": "ba.order.advance",
    "run": "ba.order.run",
    "ambush": "ba.order.ambush",
    "rally": "ba.order.rally",
    "down": "ba.order.down",
}
LABELS = {
    "fire": "Fire",
    "advance": "Advance",
    "run": "Run",
    ASSAULT: "Run: assault",
    "ambush": "Ambush",
    "rally": "Rally",
    "down": "Down",
}


@rule("ba.gap.vehicle-orders")
def refusals(state: Battle, number: int) -> dict[str, Refusal]:
    """The orders that a unit may not be given now, each with its reason; whom it could assault is looked for later."""
    unit = state.units[number]
    no: dict[str, Refusal] = {}
    if unit.aboard is not None and not state.units[unit.aboard].on_table:
        why = Refusal("its vehicle is not on the table yet", ("ba.gap.entering-table",))
        return {key: why for key in CHOICES if key != "down"}
    if unit.place in {"wave", "reserve"}:
        why = Refusal("a unit off the table comes on with Advance or Run", ("ba.gap.entering-table",))
        no = {key: why for key in CHOICES if key not in {"advance", "run", *(["down"] * (unit.place == "reserve"))}}
    elif scattered(state, number):
        why = Refusal("the unit is split and must close up with an Advance or Run", ("ba.gap.coherency",))
        no = dict.fromkeys(("fire", ASSAULT, "ambush", "rally"), why)
    return no | _movement_refusals(state, unit)


def _movement_refusals(state: Battle, unit: Unit) -> dict[str, Refusal]:
    """Why a unit may not move."""
    if unit.immobilised:
        why = Refusal("the vehicle is immobilised", ("ba.result.immobilised",))
        return {"advance": why, "run": why, ASSAULT: why}
    if unit.fixed_moved:
        why = Refusal("men have boarded the vehicle this turn", ("ba.gap.transport-mounting",))
        return {"advance": why, "run": why, ASSAULT: why}
    no: dict[str, Refusal] = {}
    if unit.is_artillery:
        why = Refusal("guns are not run by hand", ("ba.gap.artillery-movement",))
        no = {"run": why, ASSAULT: why}
    if unit.aboard is not None:
        transport = state.units[unit.aboard]
        if "open-topped" not in transport.card.traits or unit.is_artillery:
            why = Refusal("nobody can shoot out of this vehicle", ("ba.gap.open-topped",))
            no |= {"fire": why, "ambush": why}
    return no


def _no_assault(state: Battle, number: int) -> Refusal | None:
    return may_assault(state, number) or (
        None if assault_targets(state, number) else Refusal("no enemy in sight", ("ba.gap.assault-eligibility",))
    )


def _named(given: Given) -> str:
    return LABELS[ASSAULT if given.assault else given.order]


async def give_order(play: Play[Battle], number: int) -> Given:
    """The die's owner gives the unit an order."""
    state = play.state
    unit = state.units[number]
    barred = refusals(state, number)
    choices = {key: given for key, given in CHOICES.items() if key not in barred} if barred else CHOICES
    doubts = {} if ASSAULT in barred else {ASSAULT: lambda: _no_assault(state, number)}
    answers = OneOf(choices, label=_named, barred=lambda: barred, doubts=doubts, every=lambda: CHOICES)
    words = f"{unit.name}: which order?"
    return await ask(play, number, "order", answers, words, "ba.turn.select", "ba.gap.forced-die")


@rule("ba.turn.test", "ba.gap.order-test")
def needs_test(unit: Unit, order: Order) -> bool:
    """Only a pinned unit tests, and never for Down; the first wave comes on without."""
    if unit.place == "reserve":
        return order != "down"
    return unit.pins > 0 and order != "down" and unit.place != "wave"


def order_modifiers(state: Battle, number: int) -> list[Modifier]:
    """What changes a unit's morale when it is given an order."""
    reserve = state.units[number].place == "reserve"
    return modifiers_of(state, number, [late(state.options)] if reserve else [])


def late(options: Options) -> Modifier:
    """What being in reserve does to morale."""
    return options.tables.morale.reserve.because("in reserve")


def order_roll(state: Battle, number: int, order: Order) -> Roll[str]:
    """Two dice against modified morale: pass, fail, or on a double six FUBAR."""
    unit = state.units[number]
    return two_dice(
        quality_morale(unit.card.quality, state.options),
        order_modifiers(state, number),
        state.options,
        f"{unit.name} is ordered to {LABELS[order]}: order test",
        seat=unit.side,
        order=True,
        because="ba.gap.order-test",
    )


async def order_test(play: Play[Battle], number: int, order: Order) -> str:
    """Whether a unit obeys: pass, fail or FUBAR."""
    rolled = await order_roll(play.state, number, order)
    play.tell(
        "took an order test",
        "ba.turn.test",
        "ba.gap.order-test",
        unit=number,
        tells={"result": rolled.value, "order": order},
        rolls=(rolled.number,),
    )
    return rolled.value


async def tested(play: Play[Battle], number: int, order: Order) -> str:
    """What comes of the order test, if one is needed at all: who passes it loses a pin."""
    if not needs_test(play.state.units[number], order):
        return PASS
    result = await order_test(play, number, order)
    if result == PASS:
        remove_pins(play, number, 1, "ba.gap.order-test", "ba.gap.pins-removed")
    return result


@action
async def obey(play: Play[Battle], number: int, given: Given) -> bool:
    """The order test if one is needed, then the resulting action; True if the order was carried out."""
    result = await tested(play, number, given.order)
    if result == FUBAR and play.state.units[number].place != "reserve":
        await last(fubar(play, number), returns=False)
        return False
    if result != PASS:
        await last(_disobey(play, number), returns=False)
        return False
    clause = "ba.order.run-assault" if given.assault else CLAUSES[given.order]
    tells = {"order": _named(given)}
    play.tell("was ordered", "ba.turn.execute", clause, unit=number, sets={"order": given.order}, tells=tells)
    await last(execute(play, number, given), returns=True)
    return True


@stage
@rule("ba.gap.failed-order-vehicle", "ba.gap.reserves")
async def _disobey(play: Play[Battle], number: int) -> None:
    """A unit that fails its test goes Down; a vehicle with an enemy before it backs away first."""
    state = play.state
    unit = state.units[number]
    can_reverse = unit.is_vehicle and unit.on_table and not unit.immobilised and not unit.fixed_moved
    if can_reverse and state.options.vehicle_fail_reverses and _enemy_ahead(state, number):
        await back_away(play, number, "ba.gap.failed-order-vehicle")
    if play.state.units[number].alive:
        why = "stays off the table" if unit.place == "reserve" else ""  # the test has just been told
        go_down(play, number, "ba.gap.order-test", why=why)


def _enemy_ahead(state: Battle, number: int) -> bool:
    """Whether an enemy unit is visible in a vehicle's front arc."""
    hull = state.units[number].men[0]
    bodies = state.layout.bodies
    x, y, bearing = int(bodies[hull, X]), int(bodies[hull, Y]), state.layout.bearing(hull)
    for enemy in enemies(state, state.units[number].side):
        in_front = any(
            in_arc(bearing, 450, int(bodies[row, X]) - x, int(bodies[row, Y]) - y) for row in state.units[enemy].figures
        )
        if in_front and sees(state, number, enemy):
            return True
    return False


@stage
async def execute(play: Play[Battle], number: int, given: Given) -> None:
    """Carry an order out."""
    match given.order:
        case "fire":
            await _fire(play, number)
        case "advance":
            await _advance(play, number)
        case "run" if given.assault:
            await last(assault(play, number))
        case "run":
            await manoeuvre(play, number, running=True)
        case "rally":
            await _rally(play, number)
        case "ambush" | "down":
            pass


async def _fire(play: Play[Battle], number: int) -> None:
    """Fire: shoot at full effect without moving; an observer may call for support instead."""
    if may_call(play.state, number) and await call_support(play, number):
        return
    await last(shoot(play, number, Shoot()))


@rule("ba.gap.weapon-fixed")
def only_pivoted(before: Battle, after: Battle, number: int) -> bool:
    """Whether a unit has kept its place and turned by no more than 90 degrees."""
    unit = after.units[number]
    return unit.moves == before.units[number].moves and all(
        abs(turn_between(before.layout.bearing(row), after.layout.bearing(row))) <= RIGHT_ANGLE for row in unit.figures
    )


@rule("ba.order.advance")
async def _advance(play: Play[Battle], number: int) -> None:
    """Advance: a normal move, then shooting on the move; who turns a Fixed weapon is always on the move."""
    before = play.state
    may_shoot = await manoeuvre(play, number, running=False)
    unit = play.state.units[number]
    if not may_shoot or unit.order != "advance" or not present(play.state, number) or scattered(play.state, number):
        return
    moved = unit.moves != before.units[number].moves
    moving = play.state.options.advance_zero_counts_as_moving or moved or points_a_weapon(unit)
    await last(shoot(play, number, Shoot(moving=moving, pivoted=only_pivoted(before, play.state, number))))


async def _rally(play: Play[Battle], number: int) -> None:
    """Rally: lose D6 pins."""
    unit = play.state.units[number]
    if not unit.pins:
        return
    rolled = await rally_roll(play.state.options.rally_pins, unit.name, seat=unit.side)
    remove_pins(play, number, rolled.value, "ba.order.rally", "ba.gap.pins-removed", rolls=(rolled.number,))


@rule("ba.gap.rally-total")
def rally_roll(dice: str, name: str, *, seat: int) -> Roll[int]:
    """How many pins a Rally takes off; a D6+1 counts in the one that the passed order test has taken off already."""
    count = dice_count(dice)
    return Roll(
        count.dice,
        6,
        Total(0),
        why=f"{name} rallies: {dice} pins{', the test counted in' * count.reading.plus}",
        because=("ba.order.rally", CLAUSE_OF_DICE),
        seat=seat,
        say=counted("pin taken off", "pins taken off"),
        step="to rally",
    )

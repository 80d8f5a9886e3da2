"""People on foot in contact with a vehicle: demolition charges, grenades, and what it does to them."""

from typing import Annotated

from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Asked, Found, Question, Unfit, field
from sandtable.rulesets.d10.blows import HARM, VEHICLE_STRENGTH, Blow, charge_blow, dice_each
from sandtable.rulesets.d10.charts import weapons
from sandtable.rulesets.d10.checks import say
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Card
from sandtable.rulesets.d10.toughness import Hit

from .close_combat import LEAVES_BOTH, ROUND, OnFoot, Strikers, TheirStance, card_of, check_numbers, struck_with
from .command import best, check_left
from .fields import Leader, TargetPanicked, Vehicle, VehicleLeft, vehicle_card
from .harm import needed_to_harm
from .melee import Fighter, blows_with, check_nerves, check_stances, fought, stance_modifiers


class AtVehicle(OnFoot, frozen=True, kw_only=True):
    """People on foot in contact with a vehicle."""

    strikers: Strikers = 3
    charges: Annotated[int, field("Demolition charges", "used up by those who strike", ge=0, le=3)] = 0
    grenades: Annotated[
        bool, field("Grenades", "the others have grenades: all foot units that began with four or more models")
    ] = True
    vehicle: Vehicle = "us.sherman"
    wounds: VehicleLeft = 4
    enemy_leader: Leader = 0
    enemy_panicked: TargetPanicked = False
    enemy_stance: TheirStance = "none"


def _check(given: AtVehicle, card: Card, options: Options) -> None:
    """Refuse a round that cannot be."""
    check_left(given.left, given.whole)
    check_left(given.wounds, card.wounds, "wounds")
    check_nerves(given.stance, "stance", panicked=given.panicked)
    check_nerves(given.enemy_stance, "enemy_stance", panicked=given.enemy_panicked)
    check_stances(options, (given.stance, given.enemy_stance), ("stance", "enemy_stance"))
    if given.charges and not card.has("armoured"):
        raise Unfit("charges", "charges are used against armour [d10.gap.vehicle-assault]")


def _at_armour(given: AtVehicle) -> list[tuple[int, int, int]]:
    """What at most three models do to an armoured vehicle: charges first, grenades by the others who have them."""
    able = min(HARM, given.strikers + given.second)
    if given.charges > able:
        raise Unfit("charges", f"{able} models can do harm to armour in a round [d10.gap.vehicle-assault]")
    each = dice_each(individual=given.kind == "individual")
    others = [(each, weapons()["frag"].cc, 0)] * (able - given.charges) if given.grenades else []
    return [charge_blow()] * given.charges + others


def _blows(given: AtVehicle, card: Card, options: Options, modifiers: list[Modifier]) -> tuple[Blow, ...]:
    """What is done to the vehicle: to an unarmoured one with any weapon."""
    armoured = card.has("armoured")
    arms = struck_with(given.kind, (given.weapon, given.strikers), (given.second_weapon, given.second))
    struck = _at_armour(given) if armoured else arms
    return blows_with(options, given.assault, card.assault, modifiers, struck, exempt=armoured)


def _back(given: AtVehicle, card: Card, options: Options) -> tuple[Blow, ...]:
    """What the vehicle strikes back: two dice at strength 4."""
    modifiers = stance_modifiers(given.enemy_stance, panicked=given.enemy_panicked, opponent_panicked=given.panicked)
    struck = [(dice_each(individual=True), VEHICLE_STRENGTH, 0)]
    return blows_with(options, card.assault, given.assault, modifiers, struck)


def assault_on_vehicle(given: AtVehicle, options: Options) -> Asked:
    """Charges and grenades against armour, anything against others; it strikes back with two dice."""
    card = vehicle_card(given.vehicle)
    _check(given, card, options)
    number = check_numbers(given.kind, given.strikers, given.second, given.left, "strikers")
    mods = stance_modifiers(given.stance, panicked=given.panicked, opponent_panicked=given.enemy_panicked)
    one = Fighter(
        "We",
        card_of(given.kind, given.toughness, given.whole),
        given.left,
        given.whole,
        number,
        _blows(given, card, options, mods),
        best(given.command, given.leader),
        given.panicked,
    )
    command = best(card.command, given.enemy_leader)
    back = _back(given, card, options)
    other = Fighter(card.title, card, given.wounds, card.wounds, 1, back, command, given.enemy_panicked)

    async def trial() -> Found:
        return await fought(options, one, other)

    if not one.blows:
        return Asked("nothing that harms it", tuple(mods), trial)
    first = one.blows[0]
    harm = needed_to_harm(card, Hit(1, first.strength, first.at, close=True, exempt=first.exempt), options)
    return Asked(f"{say(first.score)} to hit, {harm}", first.modifiers, trial)


QUESTIONS = (
    Question(
        "assault-on-vehicle",
        "A round of close combat between people on foot and a vehicle.",
        AtVehicle,
        assault_on_vehicle,
        (*ROUND, "d10.gap.vehicle-assault", "d10.gap.weapon-satchel", "d10.gap.vehicle-facing", "d10.gap.tag-at"),
        title="Assault on a vehicle",
        leaves=LEAVES_BOTH,
    ),
)

"""Close quarters and tank assault."""

from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Settled, field
from sandtable.rulesets.bolt_action.armour import NO_DAMAGE
from sandtable.rulesets.bolt_action.damage import roll_to_damage, troops_target
from sandtable.rulesets.bolt_action.morale import quality_morale, two_dice
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.quarters import regroup_roll
from sandtable.rulesets.bolt_action.quarters_vehicle import (
    fear_of_armour,
    roll_assault_damage,
    roll_assault_hits,
    vehicle_hit_on,
)

from .armour import Crew, results_of, undamaged, wrecked
from .fields import LEAVES_VEHICLE, Officer, Quality, StruckArmour, UnitPins, UnitQuality, men_of
from .morale import Nerve, needed_of, nerve_modifiers

TOUGH = "all have assault weapons or are tough fighters"


class Fight(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two units of men in close quarters."""

    attackers: Annotated[int, field("Men", "men who attack", role="attacker", fact="men", ge=1, le=20)] = 10
    attacker_quality: Annotated[
        Quality, field("Quality", "the attackers' quality", role="attacker", fact="quality")
    ] = "regular"
    attacker_tough: Annotated[bool, field("Two attacks each", TOUGH, role="attacker", fact="tough")] = False
    defenders: Annotated[int, field("Men", "men who are attacked", role="defender", fact="men", ge=1, le=20)] = 8
    defender_quality: Annotated[
        Quality, field("Quality", "the defenders' quality", role="defender", fact="quality")
    ] = "regular"
    defender_tough: Annotated[bool, field("Two attacks each", TOUGH, role="defender", fact="tough")] = False
    defended: Annotated[
        bool, field("Defended", "the defenders are behind an obstacle, in hard cover or in a building")
    ] = False


def close_quarters(given: Fight, options: Options) -> Asked:
    """Rounds until one side has lost more, or nobody is left."""
    on_defender = troops_target(given.defender_quality, 0, options)
    on_attacker = troops_target(given.attacker_quality, 0, options)

    async def blows(men: int, fight: int, *, attacks: bool) -> int:
        target = on_defender if attacks else on_attacker
        tough = given.attacker_tough if attacks else given.defender_tough
        who = "attacking" if attacks else "defending"
        quality = given.attacker_quality if attacks else given.defender_quality
        why = f"Round {fight}, {men_of(quality, men)} {who}"
        wounds = await roll_to_damage(men * (2 if tough else 1), target, why, seat=0, exceptional=False)
        return wounds.ordinary

    async def trial() -> Found:
        attackers, defenders, fight = given.attackers, given.defenders, 1
        together = given.defended and options.defended_simultaneous
        while True:
            done = min(defenders, await blows(attackers, fight, attacks=True))
            await Settled(("attacked", attackers, defenders, together, done))
            back = defenders if together else defenders - done
            lost = min(attackers, await blows(back, fight, attacks=False))
            attackers, defenders = attackers - lost, defenders - done
            if done != lost or not attackers or not defenders:
                break
            together, fight = options.cq_later_rounds_simultaneous, fight + 1
            await Settled(("tie", attackers, defenders, together))
        if lost > done:
            attackers = 0
        elif done > lost:
            defenders = 0
        winner = "attacker" if attackers else "defender" if defenders else "nobody"
        left = {"attackers_left": attackers, "defenders_left": defenders}
        return {"winner": winner, "winner_left": attackers + defenders, **left}

    return Asked(f"{on_defender} against {on_attacker} back", (), trial)


class AssaultOnVehicle(Crew, frozen=True, kw_only=True):
    """Men assaulting a vehicle."""

    armour: StruckArmour = "medium-tank"  # type: ignore[assignment]  # soft-skins can be assaulted too
    men: Annotated[int, field("Men", "men who assault", role="attacker", fact="men", ge=1, le=20)] = 8
    vehicle_order: Annotated[
        Literal["none", "fire", "advance", "run", "ambush", "rally", "down"],
        field("Its order", "the die that the vehicle shows"),
    ] = "none"


def assault_vehicle(given: AssaultOnVehicle, options: Options) -> Asked:
    """One round against a vehicle: hits by what it did, one die of damage plus the hits."""
    order = None if given.vehicle_order == "none" else given.vehicle_order
    needed, _ = vehicle_hit_on(order, options)
    who = "1 man assaults the vehicle" if given.men == 1 else f"{given.men} men assault the vehicle"

    async def trial() -> Found:
        hits = await roll_assault_hits(given.men, order, options, f"{who}: to hit", seat=0)
        await Settled(("hits", hits))
        if not hits:
            return {"hits": 0, **undamaged(given)}
        done = await roll_assault_damage(hits, given.armour, options, f"{who}: damage", seat=0)
        await Settled(("done", hits, done))
        if done == NO_DAMAGE:
            return {"hits": hits, **undamaged(given)}
        if given.armour == "soft-skin" or (given.open_topped and options.open_topped_assault_destroys):
            return {"hits": hits, **wrecked(done)}
        return {"hits": hits, **await results_of(given, done, options, indirect=False)}

    value = options.tables.armour[given.armour].damaged_on
    return Asked(f"{needed} to hit, then hits + D6 against {value}", (), trial)


class Facing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Infantry that a tank drives at, or that is to assault one."""

    quality: UnitQuality = "regular"
    pins: UnitPins = 0
    officer: Officer = "none"
    without_anti_tank: Annotated[
        bool, field("No anti-tank weapons", "it is to assault armour with no anti-tank weapons")
    ] = False


def tank_assault(given: Facing, options: Options) -> Asked:
    """Whether men keep their nerve when a tank drives over them, or when they are to assault one."""
    modifiers = nerve_modifiers(Nerve(quality=given.quality, pins=given.pins, officer=given.officer), options)
    if given.without_anti_tank:
        modifiers.append(fear_of_armour(options))

    async def trial() -> Found:
        why = (
            "The unit checks morale: facing armour"
            if given.without_anti_tank
            else "The unit checks morale: driven over"
        )
        because = "ba.cqv.nerve" if given.without_anti_tank else "ba.gap.tank-assault"
        morale = quality_morale(given.quality, options)
        rolled = await two_dice(morale, modifiers, options, why, seat=0, order=False, because=because)
        return {"result": rolled.value}

    return Asked(needed_of(given.quality, modifiers, options), tuple(modifiers), trial)


class Regrouping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Men who have won a fight."""


def regroup(_given: Regrouping, _options: Options) -> Asked:
    """How far the winner may move."""

    async def trial() -> Found:
        return {"inches": (await regroup_roll("The winner", seat=0)).value}

    return Asked("D6 inches", (), trial)


QUESTIONS = (
    Question(
        "close-quarters",
        "Men assault men: who wins, and with how many left?",
        Fight,
        close_quarters,
        ("ba.cq.sequence", "ba.cq.round-order", "ba.cq.loser", "ba.cq.tie"),
        title="Close quarters",
        leaves=(
            LeavesView("attackers_left", "attacker", "men", "set"),
            LeavesView("defenders_left", "defender", "men", "set"),
        ),
    ),
    Question(
        "assault-vehicle",
        "Does the assault knock it out, stop it or pin it?",
        AssaultOnVehicle,
        assault_vehicle,
        ("ba.cqv.hit-stationary", "ba.cqv.damage", "ba.cqv.result"),
        title="Men assault a vehicle",
        leaves=LEAVES_VEHICLE,
    ),
    Question(
        "tank-assault",
        "Do men keep their nerve before a tank?",
        Facing,
        tank_assault,
        ("ba.gap.tank-assault", "ba.cqv.nerve"),
        title="Nerve before a tank",
    ),
    Question("regroup", "How far may the winner of a fight move?", Regrouping, regroup, ("ba.cq.regroup",)),
)

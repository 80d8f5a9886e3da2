"""Close quarters and tank assault."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.mechanics.modifiers import Modifier, total
from sandtable.mechanics.questions import Asked, Found, Question, Settled
from sandtable.rulesets.bolt_action.armour import NO_DAMAGE
from sandtable.rulesets.bolt_action.charts import armours
from sandtable.rulesets.bolt_action.damage import roll_to_damage, troops_target
from sandtable.rulesets.bolt_action.morale import passing_total, quality_morale, two_dice
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.quarters_vehicle import roll_assault_damage, roll_assault_hits, vehicle_hit_on

from .armour import Crew, results_of
from .fields import AnyVehicle, Officer, Pins, Quality
from .morale import Nerve, nerve_modifiers

Side = Annotated[int, Meta(ge=1, le=20)]


class Fight(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two units of men in close quarters."""

    attackers: Annotated[int, Meta(ge=1, le=20, description="men who attack")] = 10
    attacker_quality: Quality = "regular"
    attacker_tough: Annotated[bool, Meta(description="all have assault weapons or are tough fighters")] = False
    defenders: Annotated[int, Meta(ge=1, le=20, description="men who are attacked")] = 8
    defender_quality: Quality = "regular"
    defender_tough: bool = False
    defended: Annotated[bool, Meta(description="behind an obstacle, in hard cover or in a building")] = False


def close_quarters(given: Fight, options: Options) -> Asked:
    """Rounds until one side has lost more, or nobody is left."""
    on_defender = troops_target(given.defender_quality, 0, options)
    on_attacker = troops_target(given.attacker_quality, 0, options)

    async def blows(men: int, *, tough: bool, attacks: bool) -> int:
        target = on_defender if attacks else on_attacker
        wounds = await roll_to_damage(men * (2 if tough else 1), target, "", seat=0, exceptional=False)
        return wounds.ordinary

    async def trial() -> Found:
        attackers, defenders = given.attackers, given.defenders
        together = given.defended and options.defended_simultaneous
        while True:
            done = min(defenders, await blows(attackers, tough=given.attacker_tough, attacks=True))
            await Settled(("attacked", attackers, defenders, together, done))
            back = defenders if together else defenders - done
            lost = min(attackers, await blows(back, tough=given.defender_tough, attacks=False))
            attackers, defenders = attackers - lost, defenders - done
            if done != lost or not attackers or not defenders:
                break
            together = options.cq_later_rounds_simultaneous
            await Settled(("tie", attackers, defenders, together))
        if lost > done:
            attackers = 0
        elif done > lost:
            defenders = 0
        winner = "attacker" if attackers else "defender" if defenders else "nobody"
        return {"winner": winner, "winner_left": attackers + defenders}

    return Asked(f"{on_defender} against {on_attacker} back", (), trial)


class AssaultOnVehicle(Crew, frozen=True, kw_only=True):
    """Men assaulting a vehicle."""

    armour: AnyVehicle = "medium-tank"  # type: ignore[assignment]  # soft-skins can be assaulted too
    men: Annotated[int, Meta(ge=1, le=20, description="men who assault")] = 8
    vehicle_order: Literal["none", "fire", "advance", "run", "ambush", "rally", "down"] = "none"


def assault_vehicle(given: AssaultOnVehicle, options: Options) -> Asked:
    """One round against a vehicle: hits by what it did, one die of damage plus the hits."""
    order = None if given.vehicle_order == "none" else given.vehicle_order
    needed, _ = vehicle_hit_on(order)

    async def trial() -> Found:
        hits = await roll_assault_hits(given.men, order, "", seat=0)
        await Settled(("hits", hits))
        nothing = {"damage": NO_DAMAGE, "knocked_out": False, "immobilised": given.immobilised, "halted": False}
        if not hits:
            return {"hits": 0, **nothing}
        done = await roll_assault_damage(hits, given.armour, options, "", seat=0)
        await Settled(("done", hits, done))
        if done == NO_DAMAGE:
            return {"hits": hits, **nothing}
        soft = given.armour == "soft-skin"
        if soft or (given.open_topped and options.open_topped_assault_destroys):
            return {"hits": hits, "damage": done, "knocked_out": True, "immobilised": False, "halted": False}
        return {"hits": hits, **await results_of(given, done, options, indirect=False)}

    value = armours()[given.armour].damaged_on
    return Asked(f"{needed} to hit, then hits + D6 against {value}", (), trial)


class Facing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Infantry that a tank drives at, or that is to assault one."""

    quality: Quality = "regular"
    pins: Pins = 0
    officer: Officer = "none"
    without_anti_tank: Annotated[bool, Meta(description="it is to assault armour with no anti-tank weapons")] = False


def tank_assault(given: Facing, options: Options) -> Asked:
    """Whether men keep their nerve when a tank drives over them, or when they are to assault one."""
    modifiers = nerve_modifiers(Nerve(quality=given.quality, pins=given.pins, officer=given.officer))
    if given.without_anti_tank:
        modifiers.append(Modifier(-3, "no anti-tank weapons", "ba.cqv.nerve"))
    morale = quality_morale(given.quality)

    async def trial() -> Found:
        rolled = await two_dice(morale, modifiers, options, "", seat=0, order=False, because="ba.gap.tank-assault")
        return {"result": rolled.value}

    needed = passing_total(morale + total(modifiers), options)
    return Asked(f"{needed} or less on 2D6", tuple(modifiers), trial)


QUESTIONS = (
    Question(
        "close-quarters",
        "Men assault men: who wins, and with how many left?",
        Fight,
        close_quarters,
        ("ba.cq.sequence", "ba.cq.round-order", "ba.cq.loser", "ba.cq.tie"),
    ),
    Question(
        "assault-vehicle",
        "Men assault a vehicle.",
        AssaultOnVehicle,
        assault_vehicle,
        ("ba.cqv.hit-stationary", "ba.cqv.damage", "ba.cqv.result"),
    ),
    Question(
        "tank-assault",
        "Do men keep their nerve before a tank?",
        Facing,
        tank_assault,
        ("ba.gap.tank-assault", "ba.cqv.nerve"),
    ),
)

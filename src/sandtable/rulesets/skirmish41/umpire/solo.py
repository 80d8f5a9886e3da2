"""The solo enemy run by its charts: arrivals at portals, the risk factor of infantry, the points of AFVs."""

from typing import Annotated, Literal

import msgspec

from sandtable.grammar import count_of
from sandtable.mechanics.modifiers import total
from sandtable.mechanics.questions import Found, LeavesView, Staged, Unfit, asks, field
from sandtable.rulesets.skirmish41.basics.charts import D6
from sandtable.rulesets.skirmish41.basics.forces import troops
from sandtable.rulesets.skirmish41.counters.generation import (
    Arrival,
    WaysOn,
    arrival_modifiers,
    arrive,
    outcome_of,
)
from sandtable.rulesets.skirmish41.counters.pool import NOTHING, Pool
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.solo.action_chart import Posture, act_on
from sandtable.rulesets.skirmish41.solo.afv_points import BALE_OUT, Tank, act_with, afv_terms
from sandtable.rulesets.skirmish41.solo.risk import ROUT, Situation, holds_on, quarters_hurt, risk_terms
from sandtable.rulesets.skirmish41.state import Battle, Card

from .bare import Party, Read, battle, men_of, staged
from .fields import UnitMen, UnitRouting, UnitStrength, UnitUnderFire, UnitWounded

POOL = Options().tables.pool

POOL = Options().tables.pool

# ---- arrivals


class Arriving(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Portals in sight of the players' figures, and the figures there are."""

    portals: Annotated[int, field("Portals in sight", "of any figure of the players", ge=1, le=20)] = 3
    contact: Annotated[bool, field("Contact today", "a solo unit has appeared, or an event has struck")] = True
    tank: Annotated[
        bool, field("Players' tank", "one is on the table: tanks and anti-tank guns appear at the farthest portal")
    ] = False
    figures: Annotated[int, field("Men in use", "solo figures on the table, the disabled too", ge=0, le=60)] = 0
    machine_guns: Annotated[int, field("Machine guns in use", ge=0, le=POOL.machine_guns.most)] = 0
    guns: Annotated[int, field("Anti-tank guns in use", ge=0, le=POOL.guns.most)] = 0
    vehicles: Annotated[int, field("Vehicles in use", ge=0, le=POOL.vehicles.most)] = 0


FARTHEST = "the farthest from the players' tank"


@asks(
    "arrivals",
    "Enemy arrivals",
    clauses=(
        "sk.turn.arrivals",
        "sk.gen.roll",
        "sk.gen.natural-1",
        "sk.gen.no-contact",
        "sk.gen.more-counters",
        "sk.gen.where",
        "sk.gen.where-tanks",
        "sk.gen.no-figures",
        "sk.gen.recycle",
        "sk.gap.generated-quality",
    ),
)
def arrivals(given: Arriving, options: Options) -> Staged:
    """Players' figures see portals at the start of a turn: what comes on, where, and how good is it?"""
    if given.figures > options.figure_pool:
        raise Unfit("figures", f"there are {options.figure_pool} figures in all [sk.gen.recycle]")
    most = options.tables.pool
    pool = Pool(
        options.figure_pool - given.figures,
        most.machine_guns.most - given.machine_guns,
        most.guns.most - given.guns,
        most.vehicles.most - given.vehicles,
    )
    ways = WaysOn(tuple(range(1, given.portals + 1)), pool, 0 if given.tank else None)

    found = arrival_modifiers(options, contact=given.contact, portals=given.portals)
    hope = f"6 or more with D6{total(found):+d}; a 1 is always nothing"
    remark = "nothing can come" if outcome_of(D6, found, options) == NOTHING else hope
    return staged(
        battle(options, contact=given.contact), lambda play: arrive(play, ways), come_on(ways, options), remark=remark
    )


def come_on(ways: WaysOn, options: Options) -> Read:
    """What has come on, and where."""

    def read(_after: Battle, comes: Arrival, _noted: object) -> Found:
        where = "none"
        if comes.troops:
            where = FARTHEST if comes.far else f"portal {ways.seen.index(comes.place) + 1} in sight"
        tank = next((troops()[one].title for one in comes.troops if comes.result == "14"), "none")
        quality = comes.quality.replace("-", " ") or "none"
        return {
            "comes": options.tables.generation[comes.result].what,
            "portal": where,
            "quality": quality,
            "vehicle": tank,
        }

    return read


# ---- infantry


class Weighing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A solo team that was spotted, and how it stands."""

    men: UnitMen = 4
    strength: UnitStrength = 4
    wounded: UnitWounded = 0
    routing: UnitRouting = False
    under_fire: UnitUnderFire = True
    heavy_fire: Annotated[bool, field("Heavy fire", "of twice its numbers, or of mortars, flame or AFVs")] = False
    command: Annotated[
        bool, field("Command group", "or a unit with 1 action a figure", role="unit", fact="command")
    ] = False
    nco: Annotated[bool, field("NCO", "with an NCO or officer, or a support weapon", role="unit", fact="led")] = True
    flanked: Annotated[
        bool, field("Flanked", "enemy seen to flank or rear; or it or others retire within 24 inches")
    ] = False
    firefight: Annotated[Literal["none", "losing", "winning"], field("Firefight")] = "none"
    officer: Annotated[bool, field("Officer near", "within 12 inches and in sight")] = False
    afv: Annotated[bool, field("Friendly AFV near", "undamaged, within 12 inches")] = False
    friends: Annotated[bool, field("Friends near", "a team within 6 inches that does not retire")] = False
    weapon: Annotated[
        Literal["none", "heavy", "tripod"],
        field("Support weapon", "heavy: an anti-tank gun, MMG or HMG; tripod: others, mortars"),
    ] = "none"
    cover: Annotated[Literal["none", "soft", "hard"], field("Cover", "of all of its figures")] = "none"
    moving: Annotated[
        Literal["stationary", "advancing", "falling-back", "other"], field("Doing", "what it did last")
    ] = "stationary"
    defends: Annotated[bool, field("Defends", "a fortified position, that is in hard cover")] = False
    seen: Annotated[bool, field("Enemy in sight", "or friends retreating")] = True


def situation_of(given: Weighing) -> Situation:
    """What the risk factor is made of."""
    support = given.weapon == "heavy"
    holds = holds_on(routing=given.routing, retiring=given.moving == "falling-back")
    return Situation(
        routing=given.routing,
        heavy_fire="fire of double numbers, mortars, flame or AFVs" if given.heavy_fire else "",
        command="command group, or one action a figure" if given.command else "",
        quarters=quarters_hurt(given.strength, given.men, given.wounded),
        no_nco=not given.nco and given.weapon == "none",
        under_fire=given.under_fire,
        flanked="flanked, or retiring near by" if given.flanked else "",
        losing=given.firefight == "losing",
        officer=given.officer,
        afv=given.afv,
        friends=given.friends,
        support=support,
        soft_cover=given.cover == "soft" and not support,
        advancing=holds and given.moving == "advancing",
        hard_cover=holds and given.cover == "hard" and given.moving == "stationary",
        winning=given.firefight == "winning",
        quiet=not given.seen,
    )


_RISKS = (
    "sk.risk.rout",
    "sk.risk.outnumbered-fire",
    "sk.risk.command",
    "sk.risk.losses",
    "sk.risk.no-nco",
    "sk.risk.under-fire",
    "sk.risk.flanked-retiring",
    "sk.risk.losing",
    "sk.risk.officer",
    "sk.risk.afv",
    "sk.risk.friends",
    "sk.risk.support-soft-cover",
    "sk.risk.advancing-hard-cover",
    "sk.risk.winning",
    "sk.risk.no-enemy",
)


@asks(
    "solo-infantry",
    "Solo infantry and guns",
    clauses=(
        "sk.solo.actions",
        *_RISKS,
        "sk.act.rf0",
        "sk.act.rf0-fortified",
        "sk.act.rf0-falling-back",
        "sk.act.rf1",
        "sk.act.rf2-5",
        "sk.act.rf6-8",
        "sk.act.rf9",
        "sk.act.support",
    ),
    leaves=(LeavesView("routing", "unit", "routing", "set"),),
)
def infantry(given: Weighing, options: Options) -> Staged:
    """What is the risk factor of a solo team, and what does it do?"""
    for field_, value, most in (("men", given.men, given.strength), ("wounded", given.wounded, given.men)):
        if value > most:
            raise Unfit(field_, f"{value} are more than the {most} that there are")
    situation = situation_of(given)
    risk = total(risk_terms(situation, options))
    posture = Posture(
        support=given.weapon != "none",
        fortified=given.defends and given.cover == "hard",
        falling_back=given.moving == "falling-back",
        sees_enemy=given.seen,
    )
    state = battle(options, Party("the team", men_of(given.men, given.wounded), side=1))

    def read(_after: Battle, action: str, _noted: object) -> Found:
        return {"action": action, "risk_factor": risk, "routing": given.routing or action == ROUT}

    return staged(state, lambda play: act_on(play, 0, situation, posture), read, remark=f"risk factor {risk}")


# ---- AFVs


class Pointing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A solo AFV that has seen the enemy, and how it stands."""

    advancing: Annotated[bool, field("Advancing", "or hull down")] = False
    infantry: Annotated[bool, field("Infantry in touch", "within 6 inches, or by radio")] = False
    damaged: Annotated[bool, field("Damaged", "immobile, a weapon wrecked, or its optics gone")] = False
    casualties: Annotated[int, field("Crew casualties", ge=0, le=5)] = 0
    at_fire: Annotated[bool, field("Anti-tank fire", "under fire from guns, rockets or flame")] = False
    flanked: Annotated[bool, field("Enemy behind its flank", "the line along its front")] = False
    alone: Annotated[bool, field("Alone", "no friends within 12 inches in sight")] = False
    no_main: Annotated[bool, field("No main armament", "wrecked, or no optics; it never had one")] = False
    no_weapons: Annotated[bool, field("No weapons", "none of them works")] = False
    immobile: Annotated[bool, field("Immobile", "or stuck", role="unit", fact="immobile")] = False
    under_fire: UnitUnderFire = False


@asks(
    "solo-afv",
    "Solo AFVs",
    clauses=(
        "sk.afv.roll",
        "sk.afv.plus-advancing",
        "sk.afv.plus-infantry",
        "sk.afv.minus-damaged",
        "sk.afv.minus-at-fire",
        "sk.afv.minus-flanked",
        "sk.afv.minus-alone",
        "sk.afv.minus-no-main",
        "sk.afv.minus-no-weapons",
        "sk.afv.minus-immobile",
        "sk.afv.row-1",
        "sk.afv.row-2-3",
        "sk.afv.row-4-5",
        "sk.afv.row-6",
    ),
    leaves=(LeavesView("destroyed", "unit", "destroyed", "set"),),
)
def afv(given: Pointing, options: Options) -> Staged:
    """How does a solo AFV stand, and what does it do?"""
    tank = Tank(
        advancing=given.advancing,
        infantry=given.infantry,
        damaged=given.damaged,
        casualties=given.casualties,
        at_fire=given.at_fire,
        flanked=given.flanked,
        alone=given.alone,
        no_main=given.no_main,
        no_weapons=given.no_weapons,
        immobile=given.immobile and given.under_fire,
    )
    points = total(afv_terms(tank, options))
    card = Card("", "", "", "vehicle", 0)
    state = battle(options, Party("the AFV", men_of(1, 0), card, side=1, fields={"immobile": given.immobile}))

    def read(_after: Battle, action: str, _noted: object) -> Found:
        return {"action": action, "points": points, "destroyed": action == BALE_OUT}

    return staged(state, lambda play: act_with(play, 0, tank), read, remark=count_of(points, "point", "points"))

"""The solo enemy run by its charts: arrivals at portals, the risk factor of infantry, the points of AFVs."""

from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.modifiers import total
from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Settled, Unfit, field
from sandtable.mechanics.telling import count_of
from sandtable.rulesets.skirmish41.action_chart import Posture, action_roll, chart_of
from sandtable.rulesets.skirmish41.afv_points import BALE_OUT, Tank, afv_chart, afv_roll, afv_terms
from sandtable.rulesets.skirmish41.charts import D6
from sandtable.rulesets.skirmish41.forces import troops
from sandtable.rulesets.skirmish41.generation import (
    WORDS,
    arrival_modifiers,
    arrival_roll,
    outcome_of,
    quality_roll,
    tank_roll,
    where_roll,
)
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.pool import GUNS, MACHINE_GUNS, MOVED, NOTHING, VEHICLES, Pool, deployable_from
from sandtable.rulesets.skirmish41.risk import ROUT, Situation, quarters_hurt, risk_terms

from .fields import UnitMen, UnitRouting, UnitStrength, UnitUnderFire, UnitWounded

# ---- arrivals


class Arriving(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Portals in sight of the players' figures, and the figures there are."""

    portals: Annotated[int, field("Portals in sight", "of any figure of the players", ge=1, le=20)] = 3
    contact: Annotated[bool, field("Contact today", "a solo unit has appeared, or an event has struck")] = True
    tank: Annotated[
        bool, field("Players' tank", "one is on the table: tanks and anti-tank guns appear at the farthest portal")
    ] = False
    figures: Annotated[int, field("Men in use", "solo figures on the table, the disabled too", ge=0, le=60)] = 0
    machine_guns: Annotated[int, field("Machine guns in use", ge=0, le=MACHINE_GUNS)] = 0
    guns: Annotated[int, field("Anti-tank guns in use", ge=0, le=GUNS)] = 0
    vehicles: Annotated[int, field("Vehicles in use", ge=0, le=VEHICLES)] = 0


def arrivals(given: Arriving, options: Options) -> Asked:
    """A D6 for all portals in sight: what comes, where, how good it is, and which vehicle."""
    if given.figures > options.figure_pool:
        raise Unfit("figures", f"there are {options.figure_pool} figures in all [sk.gen.recycle]")
    found = arrival_modifiers(contact=given.contact, portals=given.portals)
    pool = Pool(
        options.figure_pool - given.figures,
        MACHINE_GUNS - given.machine_guns,
        GUNS - given.guns,
        VEHICLES - given.vehicles,
    )

    async def trial() -> Found:
        result = deployable_from(pool, outcome_of((await arrival_roll()).value, found))
        await Settled(("comes", result))
        said = {"comes": WORDS[result], "portal": "none", "quality": "none", "vehicle": "none"}
        if result in {NOTHING, MOVED}:
            return said
        if given.tank and result in {"13", "14"}:
            said["portal"] = "the farthest from the players' tank"
        else:
            said["portal"] = f"portal {(await where_roll(given.portals)).value if given.portals > 1 else 1} in sight"
        await Settled(("where", tuple(said.values())))
        if result == "14":
            said["vehicle"] = troops()[(await tank_roll()).value].title
        said["quality"] = (await quality_roll()).value.replace("-", " ")
        return said

    best = outcome_of(D6, found)
    hope = "nothing can come" if best == NOTHING else f"6 or more with D6{total(found):+d}; a 1 is always nothing"
    return Asked(hope, found, trial)


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
    return Situation(
        routing=given.routing,
        heavy_fire="fire of double numbers, mortars, flame or AFVs" if given.heavy_fire else "",
        command="command group, or 1 action a figure" if given.command else "",
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
        advancing=given.moving == "advancing",
        hard_cover=given.cover == "hard" and given.moving == "stationary",
        winning=given.firefight == "winning",
        quiet=not given.seen,
    )


def infantry(given: Weighing, options: Options) -> Asked:  # noqa: ARG001
    """The risk factor with every term, and a D6 on its row of the chart."""
    for field_, value, most in (("men", given.men, given.strength), ("wounded", given.wounded, given.men)):
        if value > most:
            raise Unfit(field_, f"{value} of {most}")
    terms = risk_terms(situation_of(given))
    risk = total(terms)
    posture = Posture(
        support=given.weapon != "none",
        fortified=given.defends and given.cover == "hard",
        falling_back=given.moving == "falling-back",
        sees_enemy=given.seen,
    )
    chart = chart_of(risk, posture)

    async def trial() -> Found:
        action = (await action_roll("the team", risk, chart)).value
        return {"action": action, "risk_factor": risk, "routing": given.routing or action == ROUT}

    return Asked(f"risk factor {risk}: a D6 on the chart", terms, trial)


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


def afv(given: Pointing, options: Options) -> Asked:  # noqa: ARG001
    """The points with every term, and a D6 on their column of the chart."""
    terms = afv_terms(
        Tank(
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
    )
    points = total(terms)
    chart = afv_chart(points, immobile=given.immobile)

    async def trial() -> Found:
        action = (await afv_roll("the AFV", points, chart)).value
        return {"action": action, "points": points, "destroyed": action == BALE_OUT}

    return Asked(f"{count_of(points, 'point', 'points')}: a D6 on the chart", terms, trial)


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
QUESTIONS = (
    Question(
        "arrivals",
        "Players' figures see portals at the start of a turn: what comes on, where, and how good is it?",
        Arriving,
        arrivals,
        (
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
        title="Enemy arrivals",
    ),
    Question(
        "solo-infantry",
        "What is the risk factor of a solo team, and what does it do?",
        Weighing,
        infantry,
        (
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
        title="Solo infantry and guns",
        leaves=(LeavesView("routing", "unit", "routing", "set"),),
    ),
    Question(
        "solo-afv",
        "How does a solo AFV stand, and what does it do?",
        Pointing,
        afv,
        (
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
        title="Solo AFVs",
        leaves=(LeavesView("destroyed", "unit", "destroyed", "set"),),
    ),
)

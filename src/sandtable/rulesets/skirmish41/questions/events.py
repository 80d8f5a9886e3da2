"""Events on counters of the solo side: a sniper's shot, a random shell, mines."""

from typing import Annotated

from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Asked, Found, Question, Settled, Unfit, field
from sandtable.rulesets.skirmish41.charts import AIMED, CAREFUL
from sandtable.rulesets.skirmish41.events import CALIBRE, MEDIUM, mine_roll, shell_roll, sniper_roll
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.to_hit import chance_of, needs

from .blasts import SHELLS, Blasted, Caught, Covered, Enclosed, Struck, blasted, caught_of, effect_on
from .fields import LEAVES_TARGET, NONE, Cover, MaybeVehicle, Operator, Weapons, vehicle_card
from .shooting import MORALE, STRIKE, Dispersed, hits_on, shifts_of
from .team import aftermath, team_of
from .vehicle import damaged, hull_of, modifiers_against, wreckage

GUN, MINE = "gun-75", "gun-57"


class Sniped(Struck, frozen=True, kw_only=True):
    """A team that a sniper fires at."""

    operator: Operator = False
    cover: Cover = "none"
    dispersed: Dispersed = False


def sniper(given: Sniped, options: Options) -> Asked:
    """One careful aimed shot at medium range, at anybody of the team."""
    shifts = shifts_of(cover=given.cover, dispersed=given.dispersed, men=given.men, options=options)
    chance = chance_of("scoped-rifle", CAREFUL, MEDIUM, shifts, options)
    team = team_of(given.men, given.wounded, operator=given.operator)

    async def trial() -> Found:
        scored = (await sniper_roll(chance)).value if chance.possible else 0
        after = await hits_on(team, ((chance.plus, scored),) if scored else (), options)
        return {"hit": scored > 0, **await aftermath(after, given.rating, given.suppression, routing=given.routing)}

    return Asked(needs(chance, CAREFUL), (*chance.shifts, *chance.plus), trial)


# ---- what can strike a vehicle too


class Eventful(Struck, frozen=True, kw_only=True):
    """A team or a vehicle that an event strikes."""

    vehicle: MaybeVehicle = NONE
    weapons: Weapons = 0


async def _vehicle(given: Eventful, weapon: str, hits: int, options: Options) -> Found:
    """An event strikes a vehicle on the chart, from the flank."""
    card = vehicle_card(given.vehicle)
    hull = hull_of(card, given.men, given.wounded, 0, given.weapons, pinned=given.suppression > 0)
    if hits:
        await Settled("struck")
        found = modifiers_against(weapon, card, options, flank=True, hull_down=False)
        hull = await damaged(hull, card, found, options)
    return {"hits": hits, "routing": given.routing, **await wreckage(hull, given.rating)}


def _against(given: Eventful, weapon: str, options: Options) -> tuple[Modifier, ...]:
    if given.vehicle == NONE:
        return ()
    return modifiers_against(weapon, vehicle_card(given.vehicle), options, flank=True, hull_down=False)


class Shelled(Eventful, frozen=True, kw_only=True):
    """A team or a vehicle on which a random round falls."""

    caught: Caught = 0
    cover: Covered = False
    enclosed: Enclosed = False


def shell(given: Shelled, options: Options) -> Asked:
    """A D20 at long range: a 75 mm shell on the team, which is unaware of the firer, or on its vehicle."""
    struck = Blasted(
        men=given.men,
        wounded=given.wounded,
        rating=given.rating,
        suppression=given.suppression,
        routing=given.routing,
        caught=given.caught,
        cover=given.cover,
        enclosed=given.enclosed,
        unaware=True,
    )
    team, foot = team_of(given.men, given.wounded), given.vehicle == NONE
    caught_of(struck)

    async def trial() -> Found:
        hits = (await shell_roll()).value
        if not foot:
            return await _vehicle(given, GUN, hits, options)
        after = await blasted(struck, options, calibre=CALIBRE) if hits else team
        return {"hits": hits, **await aftermath(after, given.rating, given.suppression, routing=given.routing)}

    found = effect_on(struck, calibre=1, suppressed=given.suppression > 0) if foot else _against(given, GUN, options)
    return Asked(shell_roll().needs, found, trial)


class Mined(Eventful, frozen=True, kw_only=True):
    """A team or a vehicle among mines."""

    operator: Operator = False
    struck: Annotated[bool, field("Struck this turn", "these mines have gone off in this turn already")] = False


def mines(given: Mined, options: Options) -> Asked:
    """An aimed machine-gun shot at medium range for each member; a vehicle is struck on the chart."""
    if given.struck:
        raise Unfit("struck", "mines strike again in a later turn, not in the same [sk.event.mines-repeat]")
    chance = chance_of("lmg", AIMED, MEDIUM, (), options)
    foot = given.vehicle == NONE
    team = team_of(given.men, given.wounded, operator=given.operator)

    async def trial() -> Found:
        hits = (await mine_roll(given.men if foot else 1, chance)).value
        if not foot:
            return await _vehicle(given, MINE, hits, options)
        after = await hits_on(team, ((chance.plus, hits),) if hits else (), options, aside=hits)
        rest = await aftermath(after, given.rating, given.suppression, routing=given.routing, aside=hits)
        return {"hits": hits, **rest}

    return Asked(needs(chance, AIMED), chance.plus if foot else _against(given, MINE, options), trial)


QUESTIONS = (
    Question(
        "sniper",
        "A counter was a sniper: he fires once at the team that set him off. Closed vehicles do not mind.",
        Sniped,
        sniper,
        ("sk.event.sniper", "sk.event.replaces", "sk.event.trigger", *STRIKE),
        title="Event: sniper",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "random-shell",
        "A counter was artillery: a random round at long range.",
        Shelled,
        shell,
        ("sk.event.artillery", "sk.event.replaces", "sk.event.trigger", *SHELLS, "sk.dmg.roll", *MORALE),
        title="Event: artillery",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "mines",
        "A counter was a minefield: every member of the team may step on one.",
        Mined,
        mines,
        ("sk.event.mines", "sk.event.mines-repeat", "sk.event.trigger", *STRIKE, "sk.dmg.roll"),
        title="Event: mines",
        leaves=LEAVES_TARGET,
    ),
)

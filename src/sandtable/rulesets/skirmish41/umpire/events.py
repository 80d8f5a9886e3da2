"""Events on counters of the solo side: a sniper's shot, a random shell, mines."""

from collections.abc import Mapping
from typing import Annotated

from sandtable.mechanics.questions import Found, Staged, Unfit, asks, field
from sandtable.play.shown import Fact
from sandtable.rulesets.skirmish41.basics.charts import CAREFUL
from sandtable.rulesets.skirmish41.counters.events import CALIBRE, MEDIUM, fall, snipe
from sandtable.rulesets.skirmish41.counters.events import mines as step_on
from sandtable.rulesets.skirmish41.fire.to_hit import chance_of, needs
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle

from .bare import HITS, Begin, Party, battle, fate, hit_and_fate, men_of, staged, then_test
from .blasts import SHELLS, Blasted, Caught, Covered, Enclosed, Struck, blast_among
from .fields import LEAVES_TARGET, NONE, Cover, MaybeVehicle, Operator, Weapons, vehicle_card
from .hulls import DAMAGED, armed, crew_of, hull_fate, wrecked
from .shooting import MORALE, STRIKE, Dispersed, shifts_of


class Sniped(Struck, frozen=True, kw_only=True):
    """A team that a sniper fires at."""

    operator: Operator = False
    cover: Cover = "none"
    dispersed: Dispersed = False


def _on_foot(given: Struck, *, operator: bool = False) -> Party:
    """The team that an event strikes."""
    men = men_of(given.men, given.wounded, given.rating, operator=operator)
    return Party("the team", men, fields={"suppression": given.suppression, "routing": given.routing})


@asks(
    "sniper",
    "Event: sniper",
    clauses=("sk.event.sniper", "sk.event.replaces", "sk.event.trigger", *STRIKE),
    leaves=LEAVES_TARGET,
)
def sniper(given: Sniped, options: Options) -> Staged:
    """A counter was a sniper: he fires once at the team that set him off. Closed vehicles do not mind."""
    shifts = shifts_of(cover=given.cover, dispersed=given.dispersed, men=given.men, options=options)
    chance = chance_of("scoped-rifle", CAREFUL, MEDIUM, shifts, options)
    state = battle(options, _on_foot(given, operator=given.operator))
    begin = then_test(lambda play: snipe(play, 0, chance), 0)
    return staged(state, begin, hit_and_fate(state, 0), needs(chance, CAREFUL), heeds=HITS)


# ---- what can strike a vehicle too


class Eventful(Struck, frozen=True, kw_only=True):
    """A team or a vehicle that an event strikes."""

    vehicle: MaybeVehicle = NONE
    weapons: Weapons = 0


def _struck(given: Eventful, options: Options, *, operator: bool = False) -> Battle:
    """The team on foot, or in its vehicle."""
    if given.vehicle == NONE:
        return battle(options, _on_foot(given, operator=operator))
    card = armed(vehicle_card(given.vehicle), given.weapons)
    fields = {
        "suppression": given.suppression, "routing": given.routing, "wrecked": wrecked(card, given.weapons),
    }  # fmt: skip
    return battle(options, Party("the vehicle", crew_of(given.men, given.wounded, given.rating), card, fields=fields))


def _strikes(given: Eventful, state: Battle, begin: Begin) -> Staged:
    """What an event does to either."""
    foot = given.vehicle == NONE
    become = hull_fate(state, 0)

    def read(after: Battle, found: object, noted: Mapping[Fact, int | str]) -> Found:
        hits = {"hits": noted.get((0, "hits"), 0)}
        if foot:
            return {**hits, **fate(state, after, noted, 0)}
        return {**hits, "routing": given.routing, **become(after, found, noted)}

    return staged(state, then_test(begin, 0), read, heeds=HITS if foot else (*DAMAGED, "hits"))


class Shelled(Eventful, frozen=True, kw_only=True):
    """A team or a vehicle on which a random round falls."""

    caught: Caught = 0
    cover: Covered = False
    enclosed: Enclosed = False


@asks(
    "random-shell",
    "Event: artillery",
    clauses=("sk.event.artillery", "sk.event.replaces", "sk.event.trigger", *SHELLS, "sk.dmg.roll", *MORALE),
    leaves=LEAVES_TARGET,
)
def shell(given: Shelled, options: Options) -> Staged:
    """A counter was artillery: a random round at long range."""
    state = _struck(given, options)
    blast = None
    if given.vehicle == NONE:
        known = {name: getattr(given, name) for name in Blasted.__struct_fields__ if name != "unaware"}
        blast = blast_among(Blasted(**known, unaware=True), state, -1, 0, calibre=CALIBRE)
    return _strikes(given, state, lambda play: fall(play, 0, blast))


class Mined(Eventful, frozen=True, kw_only=True):
    """A team or a vehicle among mines."""

    operator: Operator = False
    struck: Annotated[bool, field("Struck this turn", "these mines have gone off in this turn already")] = False


@asks(
    "mines",
    "Event: mines",
    clauses=("sk.event.mines", "sk.event.mines-repeat", "sk.event.trigger", *STRIKE, "sk.dmg.roll"),
    leaves=LEAVES_TARGET,
)
def mines(given: Mined, options: Options) -> Staged:
    """A counter was a minefield: every member of the team may step on one."""
    if given.struck:
        raise Unfit("struck", "mines strike again in a later turn, not in the same [sk.event.mines-repeat]")
    state = _struck(given, options, operator=given.operator)
    return _strikes(given, state, lambda play: step_on(play, 0))

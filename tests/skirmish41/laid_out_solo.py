"""The solo enemy's dice, its events and counters, and the dice of the turn, laid out at random."""

from collections.abc import Callable
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.sight import seen_from
from sandtable.rulesets.skirmish41.basics.terrain import HARD
from sandtable.rulesets.skirmish41.counters.events import mines as among_mines
from sandtable.rulesets.skirmish41.counters.events import random_blast, random_shell, sniper_chance, sniper_shot
from sandtable.rulesets.skirmish41.counters.generation import arrive, tanks_of_players, ways_on
from sandtable.rulesets.skirmish41.counters.markers import AGAIN, LOOKS, nearest_seen, notices
from sandtable.rulesets.skirmish41.counters.pool import pool_of
from sandtable.rulesets.skirmish41.fire.targets import dispersed
from sandtable.rulesets.skirmish41.harm.damage import working
from sandtable.rulesets.skirmish41.setup.deployment import roll_off
from sandtable.rulesets.skirmish41.solo.action_chart import infantry_action, posture_of
from sandtable.rulesets.skirmish41.solo.afv_points import BALE_OUT, afv_terms, tank_of, vehicle_action
from sandtable.rulesets.skirmish41.solo.risk import ADVANCE, ROUT, risk_terms, situation_of
from sandtable.rulesets.skirmish41.state import Battle, Harm, Marker, Mission
from sandtable.rulesets.skirmish41.turn.turn import begin_turn
from sandtable.rulesets.skirmish41.umpire.bare import HITS, fate, hit_and_fate, staged, then_test
from sandtable.rulesets.skirmish41.umpire.hulls import DAMAGED, hull_fate
from sandtable.rulesets.skirmish41.umpire.solo import come_on
from tests.conformance.laid import Laid

from .kit import Scene, brit, german, terrain
from .laid_out_fire import ABLE, BERTA, WIDE, stands, switched

PATROL, HUNT = Mission("patrol"), Mission("tank-hunt")
AT = (inches(36), inches(20))


def total_of(terms: Any) -> int:
    """All terms together."""
    return sum(one.value for one in terms)


# ---- turns


def edges(chance: Chance) -> Laid:
    """Before anybody is set up, on a table of some size."""
    state = Scene(brit("gb.rifle-team", (20, 20)), size=chance.choice([(72, 48), (48, 48)])).state

    def read(after: Battle, *_: object) -> Any:
        return {"picks": ("we", "they")[after.first]}

    return Laid("edges", {}, {}, staged(state, roll_off, read))


def first(chance: Chance) -> Laid:
    """A turn that begins, whoever was first in the last."""
    options: dict[str, Any] = {"first_side": "dice-each-turn"}
    before = chance.randint(0, 1)
    sides = brit("gb.rifle-team", (20, 20)), german("de.rifle-team", (20, 40))
    state = Scene(*sides, fields={"phase": "turn", "first": before}, **options).state

    def read(after: Battle, *_: object) -> Any:
        return {"first": ("we", "they")[after.first]}

    return Laid("first", {}, options, staged(state, begin_turn, read))


# ---- arrivals


def arrivals(chance: Chance) -> Laid:
    """Portals behind a hedge, some of the enemy on the table, the players with a tank or without."""
    many, contact = chance.randint(1, 9), chance.random() < 0.5
    ours = [brit("gb.rifle-team", (36, 44), name="Able", men=1)]
    if chance.random() < 0.5:
        ours.append(brit("gb.sherman", (60, 40), name="Tank"))
    troops = [name for name in ("de.rifle-team", "de.pak40", "de.mg-crew", "de.hanomag") if chance.random() < 0.4]
    theirs = [german(troop, (6 + 14 * place, 3), name=troop) for place, troop in enumerate(troops)]
    markers = [Marker("portal", (inches(8 + 6 * place), inches(10))) for place in range(many)]
    hedge = terrain("hedge", line=[(2, 10.8), (70, 10.8)])
    options: dict[str, Any] = chance.choice([{}, {"figure_pool": 12}])
    scene = Scene(
        *ours, *theirs, markers=markers, mission=HUNT, ground=[hedge], fields={"contact": contact}, **options
    )  # fmt: skip
    state = scene.state
    ways, left, most = ways_on(state), pool_of(state), state.options.tables.pool
    if not ways.seen or left.men < 0:
        return arrivals(chance)
    given = {
        "portals": len(ways.seen),
        "contact": contact,
        "tank": bool(tanks_of_players(state)),
        "figures": state.options.figure_pool - left.men,
        "machine_guns": most.machine_guns.most - left.machine_guns,
        "guns": most.guns.most - left.guns,
        "vehicles": most.vehicles.most - left.vehicles,
    }

    async def come(play: Play[Battle]) -> Any:
        return await arrive(play, ways_on(play.state))

    return Laid("arrivals", given, options, staged(state, come, come_on(ways, state.options)))


# ---- charts


def infantry(chance: Chance) -> Laid:
    """A solo team under some fire, with some friends, behind something or not."""
    men, strength = chance.randint(1, 4), 4
    harm = [(), (Harm(0, 1, "small arms"),), (Harm(0, 1, "mortar"),), (Harm(0, 9, "small arms"),)]
    fields = {
        "shot_by": chance.choice(harm),
        "routing": chance.random() < 0.2,
        "retiring": chance.random() < 0.2,
        "action": chance.choice(["", ADVANCE]),
        "defends": chance.random() < 0.5,
        **chance.choice([{}, {"foe": 0, "gave": 2, "took": 1}, {"foe": 0, "gave": 0, "took": 3}]),
    }
    kind = chance.choice(["", "hedge", "wall"])
    ground = [terrain(kind, line=[(16, 39.2), (56, 39.2)])] if kind else []
    roles = ("NCO", "rifleman", "rifleman", "rifleman") if chance.random() < 0.5 else ("rifleman",) * 3
    sides = [
        brit("gb.rifle-team", (36, 12), name="Able", men=2),
        german(
            "de.rifle-team", (36, 40), name="Berta", pick=roles[:men], strength=strength, fields=fields,
            each={"rating": chance.randint(1, 2)}, figures={0: {"wounds": chance.randint(0, 1)}},
        ),
    ]  # fmt: skip
    if chance.random() < 0.4:
        sides.append(
            german("de.rifle-team", (36, 45), name="Friends", men=2, fields={"retiring": chance.random() < 0.4})
        )
    if chance.random() < 0.3:
        sides.append(german("de.panzer-iv", (50, 43), name="Panzer"))
    state = Scene(*sides, mission=PATROL, ground=ground, fields={"active": 1}).state
    one, posture, unit = situation_of(state, BERTA), posture_of(state, BERTA), state.units[BERTA]
    given = {
        **{name: value for name, value in stands(state).items() if name in {"men", "wounded"}},
        "strength": strength,
        "routing": unit.routing,
        "under_fire": one.under_fire,
        "heavy_fire": bool(one.heavy_fire),
        "command": bool(one.command),
        "nco": not one.no_nco,
        "flanked": bool(one.flanked),
        "firefight": "losing" if one.losing else "winning" if one.winning else "none",
        "officer": one.officer,
        "afv": one.afv,
        "friends": one.friends,
        "cover": "soft" if one.soft_cover else "hard" if one.hard_cover or posture.fortified else "none",
        "moving": "falling-back" if posture.falling_back else "advancing" if one.advancing else "stationary",
        "defends": posture.fortified,
        "seen": not one.quiet,
    }
    if posture.sees_enemy is one.quiet:  # friends that retreat are in sight, and no enemy
        return infantry(chance)
    risk = total_of(risk_terms(one, state.options))

    def read(_after: Battle, action: str, _noted: object) -> Any:
        return {"action": action, "risk_factor": risk, "routing": unit.routing or action == ROUT}

    return Laid("solo-infantry", given, {}, staged(state, lambda play: infantry_action(play, BERTA), read))


def afv(chance: Chance) -> Laid:
    """A solo tank that is whole or not, alone or not."""
    fields = {
        "shot_by": (Harm(0, 1, chance.choice(["small arms", "gun"])),) if chance.random() < 0.6 else (),
        "immobile": chance.random() < 0.4,
        "optics": chance.random() < 0.7,
        "wrecked": chance.choice([(), ("hull",), ("gun-75-long", "hull", "co-axial")]),
        "action": chance.choice(["", ADVANCE]),
    }
    sides = [
        brit("gb.rifle-team", (36, 44 if chance.random() < 0.3 else 6), name="Able", men=2),
        german("de.panzer-iv", (36, 26), name="Berta", men=chance.randint(3, 5), strength=5, fields=fields),
    ]
    if chance.random() < 0.5:
        sides.append(german("de.rifle-team", (36, 33), name="Friends", men=2))
    state = Scene(*sides, mission=PATROL, fields={"active": 1}).state
    tank, unit = tank_of(state, BERTA), state.units[BERTA]
    points = total_of(afv_terms(tank, state.options))
    given = {
        **{name: value for name, value in tank._asdict().items() if name != "immobile"},
        "immobile": unit.immobile,
        "under_fire": bool(unit.shot_by),
    }

    def read(_after: Battle, action: str, _noted: object) -> Any:
        return {"action": action, "points": points, "destroyed": action == BALE_OUT}

    return Laid("solo-afv", given, {}, staged(state, lambda play: vehicle_action(play, BERTA), read))


# ---- counters and events


def counter(chance: Chance) -> Laid:
    """A counter, face down or mines that have gone off before, looks at a team."""
    known, far = chance.random() < 0.3, chance.choice([5, 9, 15, 25, 34])
    marker = Marker("mines", AT, known=known, struck=1 if known else 0)
    alert = chance.random() < 0.5
    fields = {"fired": chance.random() < 0.5, "moved": chance.choice([0, inches(3)])}
    y = 20 + far
    ground = [terrain("hedge", line=[(16, y - 0.7), (56, y - 0.7)])] if chance.random() < 0.6 and y < 48 else []
    state = Scene(
        brit("gb.rifle-team", (36, y), name="Able", men=2, fields=fields), markers=[marker], mission=PATROL,
        ground=ground, fields={"alert": (alert, alert)}, size=(72, 80),
    ).state  # fmt: skip
    reach = AGAIN if known else LOOKS
    found = nearest_seen(state, marker, reach)
    seen = [line for line in seen_from(state, AT, state.units[ABLE].bodies) if line.seen and line.gap <= reach]
    if found is None or not seen:
        return counter(chance)
    given = {
        "distance": min(line.gap for line in seen) / INCH,
        "struck": known,
        "cover": all(line.cover for line in seen),
        "moved": bool(fields["moved"]),
        "unaware": not alert,
        "shooting": fields["fired"],
    }

    def read(_after: Battle, spotted: bool, _noted: object) -> Any:
        return {"spotted": spotted}

    return Laid("counter-spots", given, {}, staged(state, lambda play: notices(play, "A counter", *found), read))


def _team(chance: Chance, *, operator: bool = False) -> tuple[Scene, dict[str, Any]]:
    """A team of the players, with a hedge or a wall near by."""
    options, men = switched(chance), chance.randint(1, 2)
    figures: dict[int, dict[str, Any]] = {place: {"wounds": 1} for place in range(chance.randint(0, men - 1))}
    if operator:
        figures[men - 1] = {"arms": ("flamethrower",)}
    kind = chance.choice(["", "hedge", "wall"])
    ground = [terrain(kind, line=[(16, 29.2), (56, 29.2)])] if kind else []
    able = brit(
        "gb.rifle-team", (36, 30), name="Able", men=men, gap=chance.choice([0.1, 1.2]), figures=figures,
        each={"rating": chance.randint(1, 3)}, fields={"suppression": chance.choice([0, 0, 1])},
    )  # fmt: skip
    return Scene(able, mission=PATROL, ground=ground, size=WIDE, **options), options


def _tank(chance: Chance) -> tuple[Scene, dict[str, Any]]:
    """A vehicle of the players."""
    troop = chance.choice(["gb.jeep", "gb.carrier"])
    able = brit(
        troop, (36, 30), name="Able", pick=("driver",), each={"rating": chance.randint(1, 3)},
        fields={"suppression": chance.choice([0, 0, 1])},
    )  # fmt: skip
    return Scene(able, mission=PATROL, size=WIDE), {}


def sniper(chance: Chance) -> Laid:
    """A sniper's shot at a team."""
    operator = chance.random() < 0.3
    scene, options = _team(chance, operator=operator)
    state = scene.state
    covers = {line.cover for line in seen_from(state, AT, state.units[ABLE].men) if line.seen}
    cover = max(covers)
    if len(covers) > 1 or not sniper_chance(state, ABLE, AT):
        return sniper(chance)
    given = {
        **stands(state, ABLE),
        "operator": operator,
        "cover": "none" if not cover else "hard" if cover == HARD else "soft",
        "dispersed": dispersed(state, ABLE),
    }
    begin = then_test(lambda play: sniper_shot(play, ABLE, AT), ABLE)
    return Laid("sniper", given, options, staged(state, begin, hit_and_fate(state, ABLE), heeds=HITS))


def _struck(name: str, state: Battle, given: dict[str, Any], options: dict[str, Any], begin: Any) -> Laid:
    """What an event does to a team or a vehicle."""
    unit = state.units[ABLE]
    given |= stands(state, ABLE)
    if unit.mounted:
        given |= {"vehicle": unit.card.troop, "weapons": len(working(state, ABLE))}
    become = hull_fate(state, ABLE)

    def read(after: Battle, found: object, noted: Any) -> Any:
        hits = {"hits": noted.get((ABLE, "hits"), 0)}
        if not unit.mounted:
            return {**hits, **fate(state, after, noted, ABLE)}
        return {**hits, "routing": unit.routing, **become(after, found, noted)}

    heeds = (*DAMAGED, "hits") if unit.mounted else HITS
    return Laid(name, given, options, staged(state, then_test(begin, ABLE), read, heeds=heeds))


def shell(chance: Chance) -> Laid:
    """A random round on a team or a vehicle."""
    scene, options = _team(chance) if chance.random() < 0.7 else _tank(chance)
    blast = random_blast(scene.state, ABLE)
    given: dict[str, Any] = {}
    if blast is not None:
        given = {
            "caught": len(blast.men),
            "cover": any(one.why == "in cover" for _, found in blast.men for one in found),
        }
    return _struck("random-shell", scene.state, given, options, lambda play: random_shell(play, ABLE))


def mines(chance: Chance) -> Laid:
    """Mines under a team or a vehicle."""
    operator = chance.random() < 0.3
    foot = chance.random() < 0.7
    scene, options = _team(chance, operator=operator) if foot else _tank(chance)
    given = {"operator": operator} if foot else {}
    return _struck("mines", scene.state, given, options, lambda play: among_mines(play, ABLE))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "edges": edges,
    "first": first,
    "arrivals": arrivals,
    "solo-infantry": infantry,
    "solo-afv": afv,
    "counter-spots": counter,
    "sniper": sniper,
    "random-shell": shell,
    "mines": mines,
}

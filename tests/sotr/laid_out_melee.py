"""Hand-to-hand, and what is done to machines, laid out at random."""

from collections.abc import Callable
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH
from sandtable.mechanics.rehearsal import rehearsed
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.charts import weapon_of
from sandtable.rulesets.sotr.basics.templates import on_model
from sandtable.rulesets.sotr.fire.laying import How
from sandtable.rulesets.sotr.fire.plans import Orders, nearest, plan
from sandtable.rulesets.sotr.harm.armour import facing, strike_often
from sandtable.rulesets.sotr.melee.blows import Combat, Fighter, fight_all, fighter
from sandtable.rulesets.sotr.melee.break_off import stands
from sandtable.rulesets.sotr.melee.machines_in_melee import beset
from sandtable.rulesets.sotr.melee.pairing import combats_of
from sandtable.rulesets.sotr.nerve.cool import takes_tests
from sandtable.rulesets.sotr.ruleset import RULESET
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.umpire.machines import BY_HAND, HITTERS, pen_by
from sandtable.rulesets.sotr.weapons.aiming import Aim, Shot, as_any_shot
from sandtable.rulesets.sotr.weapons.blast import fired_from, shoot_blast
from sandtable.rulesets.sotr.weapons.bursts import Under
from sandtable.rulesets.sotr.weapons.heavy import shoot_solid
from sandtable.rulesets.sotr.weapons.shooting import means, shoot
from tests.conformance.laid import Laid

from .kit import Scene, Side, reich, us
from .laid_out_fire import COVERS, ELEVATED, shot
from .lay import ABLE, ARMOUR, BERTA, RADII, lay, nerve, shaken, switched

MONSTERS = ("reich.sturmgrenadiers", "reich.zombies", "reich.werewolves", "reich.panzermech")
STRUCK: dict[str, tuple[Any, ...]] = {"wound_die_per": ("model",), "down_slain_same_phase": (True,)}


# ---- hand-to-hand


def _side(name: str, state: Battle, found: Fighter, number: int, figure: int) -> dict[str, Any]:
    """What the form asks for of one side of a combat."""
    unit = state.units[number]
    return {
        f"{name}_armour": ARMOUR[unit.card.armour],
        f"{name}_weapon": found.close_weapon,
        f"{name}_disorganized": unit.disorganized,
        f"{name}_encumbered": found.encumbered,
        f"{name}_horror": found.horror,
        f"{name}_frenzied": found.frenzied,
        f"{name}_rear": unit.card.hull[-1] if unit.machine else 0,
        **({"defender_prone": state.figures[figure].prone} if name == "defender" else {}),
    }


def _form(state: Battle, combat: Combat) -> dict[str, Any]:
    """Two models that fight, as a form asks for them."""
    one, other = combat.attacker, combat.defender
    mine, his = fighter(state, one, other), fighter(state, other, one)
    return {
        **_side("attacker", state, mine, ABLE, one),
        **_side("defender", state, his, BERTA, other),
        "charging": mine.charging,
        "caught": mine.caught,
        "hurdled": mine.hurdled,
        "higher": "attacker" if mine.higher else "defender" if his.higher else "nobody",
    }


def _attacker(chance: Chance, at: tuple[float, float] = (20, 20), men: int = 1, **rest: Any) -> Side:
    """One of ours who may have charged, with some weapon."""
    charged = 2 * (chance.random() < 0.5)
    each = {
        "weapons": chance.choice([("rifle",), ("pistol",), ("hmg", "pistol"), ("rpg",)]),
        "charged": charged,
        "caught": charged * (chance.random() < 0.4),
        "hurdled": charged * (chance.random() < 0.4),
        "frenzied": chance.random() < 0.2,
    }
    fields = {"disorganized": chance.random() < 0.3}
    return us("us.rifle-squad", at, name="Able", pick=("rifleman",) * men, each=each, fields=fields, **rest)


def fight(chance: Chance) -> Laid:
    """A man against another, a monster or a mecha."""
    options = switched(chance, wound_die_per=("model",))
    troop = chance.choice(list(MONSTERS))
    high, low = chance.choice([(0, 0), (1, 0), (0, 1)])
    each = {"prone": chance.random() < 0.3} if "mech" not in troop else {}
    foe = reich(troop, (20.9, 20), name="Berta", men=1, each=each, storey=low)
    state = Scene(_attacker(chance, storey=high), foe, **options).engage("Able", 0, "Berta", 0).state
    dice = (chance.randint(1, 3), 1)
    rough = Combat(0, 1, dice, high - low)
    given = {**_form(state, rough), "attacker_dice": dice[0], "defender_dice": dice[1]}
    return lay("fight", given, options, state, lambda play: fight_all(play, (rough,)))


def fight_several(chance: Chance) -> Laid:
    """Two or three against one, in the order in which they are paired."""
    options = switched(chance, **STRUCK)
    many, beset_one = chance.randint(2, 3), chance.random() < 0.5
    spots = ((21, 20), (20, 21), (19, 20))
    if beset_one:
        able = _attacker(chance, spots[0], many, spots=spots[1:many])
        foe = reich(chance.choice(["reich.zombies", "reich.werewolves"]), (20, 20), name="Berta", pick=(), men=1)
    else:
        able = _attacker(chance)
        foe = reich("reich.zombies", spots[0], name="Berta", men=many, spots=spots[1:many])
    scene = Scene(able, foe, **options)
    for place in range(many):
        scene.engage("Able", place if beset_one else 0, "Berta", 0 if beset_one else place)
    state = scene.state
    combats, _ = rehearsed(RULESET.apply, state, combats_of, 0, (ABLE, BERTA))
    alone = "defender" if beset_one else "attacker"
    given = {**_form(state, combats[0]), "outnumbered": alone, "opponents": many}
    return lay("fight-several", given, options, state, lambda play: fight_all(play, combats))


def break_off(chance: Chance) -> Laid:
    """A squad whose men are in a fight, one of them standing apart."""
    options = switched(chance, **RADII, wound_die_per=("model",))
    engaged = chance.randint(1, 2)
    led = chance.random() < 0.5
    pick = ("sergeant" if led else "rifleman", *("rifleman",) * engaged)
    spots = ((20, 16), (26, 16))
    card = {"cool": chance.choice([5, 6, 7])}
    able = us("us.rifle-squad", (23, 24), name="Able", pick=pick, spots=spots, card=card, fields=shaken(chance))
    each = chance.randint(1, 2)
    foes = tuple((x + place, y - 1.1 + 0.5 * place) for x, y in spots[:engaged] for place in range(each))
    berta = reich("reich.sturmgrenadiers", foes[0], name="Berta", men=len(foes), spots=foes[1:])
    scene = Scene(able, berta, **options)
    for place in range(len(foes)):
        scene.engage("Able", 1 + place // each, "Berta", place)
    state = scene.state
    given = {**nerve(state, ABLE), "armour": ARMOUR[state.units[ABLE].card.armour], "engaged": engaged, "each": each}

    async def begin(play: Play[Battle]) -> None:
        if takes_tests(play.state, ABLE):
            await stands(play, ABLE)

    return lay("break-off", given, options, state, begin)


# ---- machines


def _machine(chance: Chance, at: tuple[float, float] = (30, 20), bearing: float = 0) -> Side:
    """A machine of Berta's that may be damaged already."""
    troop = chance.choice(["us.jeep", "us.tank", "reich.panzermech"])
    bare = chance.random() < 0.3
    each = {"weapons": ()} if bare else {}
    fields = {"immobilised": chance.random() < 0.3}
    card = {"hull": (5, 5, 4)} if troop == "us.jeep" and chance.random() < 0.5 else {}
    return Side(side=1, troop=troop, at=at, name="Berta", bearing=bearing, each=each, fields=fields, card=card)


def _hull(state: Battle) -> dict[str, Any]:
    """Berta's machine, as a form asks for it."""
    unit = state.units[BERTA]
    weapons = state.figures[unit.men[0]].weapons
    found = dict(zip(("front", "side", "rear"), unit.card.hull, strict=True))
    return {**found, "immobilised": unit.immobilised, "weapon_lost": bool(unit.broken) or not weapons}


def machine_hit(chance: Chance) -> Laid:
    """Hits on a machine by all that there is."""
    state = Scene(us("us.rifle-squad", (20, 20), name="Able", men=1), _machine(chance)).state
    by, side, hits = chance.choice([*HITTERS.labels]), chance.choice(["front", "side", "rear"]), chance.randint(1, 3)
    (man,) = state.units[BERTA].men
    pen, hand = pen_by(by, state.options), by in BY_HAND

    async def begin(play: Play[Battle]) -> bool:
        return await strike_often(play, man, hits, pen, side, ABLE, (), by_hand=hand)

    return lay("machine-hit", {**_hull(state), "by": by, "facing": side, "hits": hits}, {}, state, begin)


def shooting_machine(chance: Chance) -> Laid:
    """Riflemen, a machine gun, a rocket or a tank gun at a machine that shows some side."""
    troop, weapon = chance.choice(
        [("us.rifle-squad", "semi-auto"), ("us.hmg-team", "hmg"), ("us.bazooka-team", "rpg"), ("us.tank", "railgun")]
    )
    weapon = "tank-gun" if weapon == "railgun" and chance.random() < 0.5 else weapon
    pick = {"semi-auto": ("rifleman",) * chance.randint(1, 2), "hmg": ("gunner", "loader"), "rpg": ("gunner",)}
    each = {"moved": chance.choice([0, 2]) if weapon != "hmg" else 0}
    models = {0: {"weapons": (weapon,)}}
    able = us(troop, (10, 20), name="Able", pick=pick.get(weapon, ()), bearing=90, each=each, models=models)
    options = switched(chance, to_hit_table=("table-1",), rpg_move_or_fire=(False,))
    target = _machine(chance, (10 + chance.choice([9, 27]), 20), chance.choice([0, 90, 270]))
    state = Scene(able, target, **options).state
    (man,), figure = state.units[BERTA].men, state.units[ABLE].men[0]
    side = facing(state, man, state.layout.point(figure))
    given = {**_hull(state), "weapon": weapon, "facing": side}
    if weapon in {"rpg", "tank-gun", "railgun"}:
        return _special(state, weapon, side, given, options)
    men = [one for one in state.units[ABLE].men if weapon in state.figures[one].weapons]
    aims = plan(state, means(state, men), nearest)
    found = shot(state, aims, How()) if aims else None
    if found is None:
        return shooting_machine(chance)
    given |= {name: value for name, value in found[0].items() if name != "prone"}
    given |= {"aimed": aims[0].aimed, "shooters": len(aims)}
    return lay("shooting-machine", given, options, state, lambda play: shoot(play, ABLE, Orders(aims), How()))


def _special(state: Battle, weapon: str, side: str, given: dict[str, Any], options: dict[str, Any]) -> Laid:
    """A weapon with a shot of its own at Berta's machine."""
    (man,), figure = state.units[BERTA].men, state.units[ABLE].men[0]
    laid = Shot(figure, Aim("unit", BERTA), on_model(state, man), (man,))
    seen = as_any_shot(state, laid, weapon_of(weapon, state.options))
    fired = fired_from(state, laid, weapon_of(weapon, state.options))
    facts = {
        "cover": COVERS[seen.cover],
        "aimed": seen.aimed,
        "camo": seen.camo,
        "size": seen.size or "man",
        "elevated": seen.above >= ELEVATED,
        "smoke": seen.smoke,
        "distance": fired.far / INCH,
    }

    async def begin(play: Play[Battle]) -> int:
        if weapon == "rpg":
            return int(await shoot_blast(play, fired, Under((man,), (), ((man, side),)), weapon))
        return int(await shoot_solid(play, figure, weapon, man, fired.modifiers, side))

    return lay("shooting-machine", {**given, **facts}, options, state, begin)


def assault_machine(chance: Chance) -> Laid:
    """Men around a vehicle, with grenades or without."""
    men, thrown = chance.randint(1, 3), chance.random() < 0.4
    state = Scene(us("us.rifle-squad", (20, 20), name="Able", men=men), _machine(chance)).state
    hull = _hull(state)
    given = {name: hull[name] for name in ("rear", "immobilised", "weapon_lost")} | {"men": men, "grenades": thrown}

    async def begin(play: Play[Battle]) -> None:
        await beset(play, ABLE, state.units[ABLE].men, BERTA, grenades=thrown)

    return lay("assault-machine", given, {}, state, begin)


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "fight": fight,
    "fight-several": fight_several,
    "break-off": break_off,
    "machine-hit": machine_hit,
    "shooting-machine": shooting_machine,
    "assault-machine": assault_machine,
}

"""Fire at men, wounds, and hits into a fight, laid out at random."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.charts import weapon_of
from sandtable.rulesets.sotr.basics.sight import LIGHT, sightings
from sandtable.rulesets.sotr.fire.hit_dice import Scored
from sandtable.rulesets.sotr.fire.laying import How, shot_at
from sandtable.rulesets.sotr.fire.plans import Orders, nearest, plan
from sandtable.rulesets.sotr.fire.targets import Aim
from sandtable.rulesets.sotr.fire.to_hit import Shot, is_near
from sandtable.rulesets.sotr.fire.volley import combat_of, into_the_fight
from sandtable.rulesets.sotr.harm.wound_dice import Wounding
from sandtable.rulesets.sotr.harm.wounds import wound_models
from sandtable.rulesets.sotr.nerve.breaking import covered_from
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle, Smoke
from sandtable.rulesets.sotr.umpire.fields import SMALL_ARMS
from sandtable.rulesets.sotr.weapons.shooting import means, shoot
from tests.conformance.laid import Laid

from .kit import Scene, Side, reich, terrain, us
from .lay import ABLE, ARMOUR, BERTA, RADII, lay, nerve, shaken, switched

ELEVATED = Options().tables.hit.elevated.reach

COVERS = ("none", "light", "heavy", "pillbox")
CARRIED = [name for name in SMALL_ARMS.labels if name != "hmg"]
FIRERS = (
    ("us.rifle-squad", ("rifleman", "rifleman")),  # who may carry anything
    ("us.rifle-squad", ("rifleman",)),
    ("us.hmg-team", ("gunner",)),
    ("us.hmg-team", ("gunner", "loader")),
    ("us.sniper-team", ("sniper",)),
    ("us.jeep", ()),
)
SWITCHES: dict[str, tuple[Any, ...]] = {
    "wound_die_per": ("model",),
    "to_hit_table": ("table-1",),
    "headshot_needs_hit": (True,),
    "wounds_on_visible_only": (False,),
    "smg_rof": (4,),
    **RADII,
}


def ground(chance: Chance, at: float) -> list[Any]:
    """Nothing, a hedge or a wall before those who stand there."""
    kind = chance.choice(["", "hedge", "wall"])
    return [terrain(kind, line=[(at - 0.8, 8), (at - 0.8, 40)])] if kind else []


def target(chance: Chance, at: tuple[float, float], most: int = 3) -> Side:
    """A few men or monsters of Berta's, in some state."""
    troop = chance.choice(["reich.sturmgrenadiers", "reich.mg-team", "reich.zombies", "reich.werewolves"])
    card: dict[str, Any] = {} if troop == "reich.zombies" else {"cool": chance.choice([6, 7, 8])}
    card |= {"traits": ("camo",)} if troop == "reich.sturmgrenadiers" and chance.random() < 0.4 else {}
    card |= {"size": chance.choice(["", "", "small", "large", "titanic"])}
    each = {"prone": chance.random() < 0.3}
    return reich(
        troop, at, name="Berta", men=chance.randint(1, most), gap=0.2, card=card, each=each, fields=shaken(chance),
        spots=tuple((at[0], at[1] + 1.2 * place) for place in range(1, most)),
    )  # fmt: skip


def victims(state: Battle, number: int) -> dict[str, Any]:
    """What the form asks for of those under fire."""
    unit = state.units[number]
    return {
        **nerve(state, number),
        "men": len(unit.men),
        "armour": ARMOUR[unit.card.armour],
        "mindless": unit.mindless,
        "frenzied": all(state.figures[man].frenzied for man in unit.men),
    }


def shot(state: Battle, aims: tuple[Aim, ...], how: How) -> tuple[dict[str, Any], Shot] | None:
    """What all of some shots at Berta have in common, as a form asks for it; None where they differ."""
    men = state.units[BERTA].men
    firers = tuple(dict.fromkeys(aim.arm.figure for aim in aims))
    seen = sightings(state, firers, men)
    shots = [shot_at(state, aim, man, seen[aim.arm.figure, man], how) for aim in aims for man in men]
    alike = {one._replace(weapon="", distance=0, above=min(one.above, ELEVATED), aimed=False) for one in shots}
    nearest_of_all = min(one.distance for one in shots)
    rows = {one.weapon: weapon_of(one.weapon, state.options) for one in shots}
    as_near = all(is_near(rows[one.weapon], one.distance) == is_near(rows[one.weapon], nearest_of_all) for one in shots)
    if len(alike) > 1 or not as_near or not all(one.visible for one in seen.values()):
        return None
    first = shots[0]
    given = {
        "distance": nearest_of_all / INCH,
        "cover": COVERS[first.cover],
        "aimed": first.aimed,
        "overwatch": first.overwatch,
        "charging": first.charging,
        "prone": first.prone,
        "camo": first.camo,
        "size": first.size or "man",
        "elevated": first.above >= ELEVATED,
        "smoke": first.smoke,
    }
    return given, first


def shooting(chance: Chance) -> Laid:
    """A few men, a machine gun or a sniper at a few men or monsters, in the open or behind something."""
    troop, pick = chance.choice(list(FIRERS))
    apart = chance.choice([5, 11, 13.5, 25.5, 27])
    options = switched(chance, **SWITCHES)
    rearmed = troop == "us.rifle-squad"
    moved = 2 if rearmed and chance.random() < 0.5 else 0
    how = How(chance.random() < 0.3, chance.random() < 0.2)
    arms = {place: {"weapons": (chance.choice(CARRIED),)} for place in range(len(pick))} if rearmed else {}
    state = Scene(
        us(
            troop, (10, 20), name="Able", pick=pick, each={"moved": moved}, models=arms, storey=chance.choice([0, 0, 1])
        ),
        target(chance, (10 + apart, 20)),
        ground=ground(chance, 10 + apart),
        fields={"smokes": (Smoke(0, 2, unit=BERTA),) if chance.random() < 0.2 else ()},
        **options,
    ).state
    men = tuple(man for man in state.units[ABLE].men if state.figures[man].role != "loader")
    aims = plan(state, means(state, men), nearest, steady=not how.overwatch)
    found = shot(state, aims, how) if aims else None
    covered = bool(aims) and covered_from(state, BERTA, ABLE)
    if found is None or covered != (COVERS.index(found[0]["cover"]) >= LIGHT):
        return shooting(chance)
    fired = list(dict.fromkeys(aim.arm.weapon for aim in aims))
    first, other = (sum(aim.arm.weapon == arm for aim in aims) for arm in (fired[0], fired[-1]))
    loaded = troop == "us.jeep" or "loader" in pick
    given = {
        **victims(state, BERTA),
        **found[0],
        "aimed": any(aim.aimed for aim in aims),
        "weapon": fired[0],
        "shooters": first,
        "other_weapon": fired[-1],
        "others": other if len(fired) > 1 else 0,
        "no_loader": not loaded,
    }
    if given["aimed"] and not aims[0].aimed:
        return shooting(chance)  # the form speaks of the first weapon

    async def begin(play: Play[Battle]) -> None:
        await shoot(play, ABLE, Orders(aims), how)

    return lay("shooting", given, options, state, begin)


def shooting_model(chance: Chance) -> Laid:
    """A man of a squad, alone, is picked by a sniper or shot at by several who concentrate their fire."""
    options = {**switched(chance, wound_die_per=("model",), headshot_needs_hit=(True,)), "sniper_picks_model": True}
    together = chance.choice([0, 0, 2, 5])
    troop = chance.choice(["reich.flame-pioneers", "reich.sturmgrenadiers"])
    role = chance.choice(["flamethrower man", "sergeant"]) if "flame" in troop else "grenadier"
    apart, down = chance.choice([5, 11, 13.5, 25.5, 27]), chance.random() < 0.4
    able = us("us.rifle-squad", (10, 20), name="Able", men=together) if together else None
    each = {"moved": chance.choice([0, 2]), "weapons": (chance.choice([*CARRIED, "sniper-rifle"]),)}
    state = Scene(
        able or us("us.rifle-squad", (10, 20), name="Able", pick=("rifleman",), each=each),
        reich(troop, (10 + apart, 20), name="Berta", pick=(role,), each={"down": down, "prone": chance.random() < 0.3}),
        ground=ground(chance, 10 + apart),
        **options,
    ).state
    how = How(together=together)
    men = state.units[ABLE].men[-1:] if together else state.units[ABLE].men
    aims = tuple(
        picking(aim, state.units[BERTA].men[0], single=bool(together))
        for aim in plan(state, means(state, men), nearest, steady=not together)
    )
    found = shot(state, aims, how) if aims else None
    if found is None:
        return shooting_model(chance)
    given = {
        **found[0],
        "prone": state.figures[state.units[BERTA].men[0]].prone,
        "was_down": down,
        "armour": ARMOUR[state.units[BERTA].card.armour],
        "carries_fuel": "flamethrower" in state.figures[state.units[BERTA].men[0]].weapons,
        "weapon": aims[0].arm.weapon,
        "shots": aims[0].shots,
        "concentrated": together,
    }
    orders = Orders(aims, together=state.units[ABLE].men if together else ())
    return lay("shooting-model", given, options, state, lambda play: shoot(play, ABLE, orders, how))


def picking(aim: Aim, model: int, *, single: bool) -> Aim:
    """The same at one model, with a single shot where many concentrate on it."""
    return aim._replace(picked=model, shots=1, aimed=False) if single else aim._replace(picked=model)


def _struck(chance: Chance, roles: tuple[str, ...], **each: Any) -> Battle:
    """One of Berta's, with nobody near him but who is said."""
    berta = reich("reich.flame-pioneers", (30, 20), name="Berta", pick=roles, each=each)
    return Scene(
        us("us.rifle-squad", (10, 20), name="Able", men=2), berta, **switched(chance, wound_die_per=("model",))
    ).state


def wound(chance: Chance) -> Laid:
    """Hits on somebody, by fire or by hand."""
    carries, down, hits = chance.random() < 0.5, chance.random() < 0.4, chance.randint(1, 4)
    state = _struck(
        chance, ("flamethrower man" if carries else "pioneer",), down=down, armour=chance.choice([-1, 0, 2])
    )
    how = Wounding("", plus=chance.randint(0, 1), shift=chance.randint(0, 1), ranged=chance.random() < 0.6)
    (man,) = state.units[BERTA].men
    own = state.figures[man].armour
    given = {
        "armour": ARMOUR[state.units[BERTA].card.armour if own < 0 else own],
        "hits": hits,
        "plus": how.plus,
        "high_powered": bool(how.shift),
        "ranged": how.ranged,
        "was_down": down,
        "carries_fuel": carries,
    }
    options = {"wound_die_per": state.options.wound_die_per}
    return lay("wound", given, options, state, lambda play: wound_models(play, ((man, hits),), how, ABLE, ()))


def fuel_tank(chance: Chance) -> Laid:
    """A man with a flamethrower is hit, some of another unit beside him."""
    near, hits, shift = chance.randint(0, 3), chance.randint(1, 3), chance.randint(0, 1)
    sides = [
        us("us.rifle-squad", (10, 20), name="Able", men=1),
        reich("reich.flame-pioneers", (30, 20), name="Berta", pick=("flamethrower man",)),
    ]
    spots = ((31, 20), (29, 20), (30, 21))
    others = reich("reich.sturmgrenadiers", spots[0], name="Others", men=max(1, near), spots=spots[1:])
    far = replace(others, at=(40, 40), spots=(), men=1)
    options = switched(chance, wound_die_per=("model",), fuel_explosion_hits_all=(False,))
    state = Scene(*sides, others if near else far, **options).state
    (man,) = state.units[BERTA].men
    given = {"hits": hits, "high_powered": bool(shift), "near": near}
    how = Wounding("", shift=shift)
    return lay("fuel-tank", given, options, state, lambda play: wound_models(play, ((man, hits),), how, ABLE, ()))


def into_fight(chance: Chance) -> Laid:
    """Hits into a fight of a few men on either side."""
    friends, foes, hits = chance.randint(1, 2), chance.randint(1, 2), chance.randint(1, 3)
    options = switched(chance, wound_die_per=("model",))
    armour = {"armour": chance.choice([0, 1, 2])}
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=friends),
        reich("reich.sturmgrenadiers", (20, 21), name="Berta", men=foes, each=armour),
        us("us.rifle-squad", (10, 20), name="Firing", men=1),
        **options,
    )
    for place in range(max(friends, foes)):
        scene.engage("Able", min(place, friends - 1), "Berta", min(place, foes - 1))
    if friends == foes == 2:
        scene.engage("Able", 0, "Berta", 1)  # all of them in one fight
    state = scene.state
    fighting = combat_of(state, state.units[BERTA].men)
    given = {"hits": hits, "friends": friends, "foes": foes, "foes_armour": ARMOUR[armour["armour"]]}
    scores = (Scored(Wounding(""), "", hits),)
    return lay("into-fight", given, options, state, lambda play: into_the_fight(play, scores, 2, fighting))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "shooting": shooting,
    "shooting-model": shooting_model,
    "wound": wound,
    "into-fight": into_fight,
    "fuel-tank": fuel_tank,
}

"""Vehicles that are shot at, struck, set on fire and driven, laid out on tables at random."""

from collections.abc import Callable
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.pieces import raised
from sandtable.play.driving import Drive
from sandtable.play.journey import driven
from sandtable.play.scenario import Enlisted
from sandtable.rulesets.skirmish41.basics.charts import AIMED, UNAIMED
from sandtable.rulesets.skirmish41.basics.facing import Aspect
from sandtable.rulesets.skirmish41.basics.forces import raise_team
from sandtable.rulesets.skirmish41.fire.shooters import Shooter, shots_for
from sandtable.rulesets.skirmish41.fire.targets import HULL, Aim, lines_to
from sandtable.rulesets.skirmish41.fire.volley import resolve, volley_at
from sandtable.rulesets.skirmish41.harm.damage import damage as strike
from sandtable.rulesets.skirmish41.harm.damage import working
from sandtable.rulesets.skirmish41.heavy.bombs import land, landing_at, set_on_fire
from sandtable.rulesets.skirmish41.heavy.heavy import Arm, shot_at
from sandtable.rulesets.skirmish41.machines.driving import drives, try_to_free, where_stuck
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.rulesets.skirmish41.umpire.bare import staged, then_test
from sandtable.rulesets.skirmish41.umpire.hulls import DAMAGED, HULL_FATE, hull_fate, shot_and_fate
from tests.conformance.laid import Laid

from .kit import Scene, Side, brit, german, terrain
from .laid_out_fire import ABLE, BERTA, HERE, WIDE, gap_between

SWITCHES: dict[str, tuple[Any, ...]] = {
    "flank_bonus_soft": (False,),
    "soft_fuel_from": (20,),
    "soft_traction_rows": ("11-12",),
    "suppression_markers": ("per-hit",),
    "effect_kill_from": (6,),
}
AFVS = ("de.panzer-iv", "de.hanomag", "de.panther", "de.stug")
SOFT = ("de.kubelwagen", "de.lorry")


def switched(chance: Chance) -> dict[str, Any]:
    """One switch of the book, or none."""
    name = chance.choice([*SWITCHES, "", ""])
    return {name: chance.choice(list(SWITCHES[name]))} if name else {}


def vehicle(chance: Chance, far: float, troops: tuple[str, ...] = (*AFVS, *SOFT), **fields: Any) -> list[Side]:
    """A vehicle with some of its crew, a weapon wrecked or none, and somebody in it."""
    troop = chance.choice(list(troops))
    roles = [one.role for one in raise_team(Enlisted(troop), "laid out", troop).figures]
    others = [role for role in roles if role != "driver"][: chance.randint(0, 1)]
    men = len(others) + 1
    berta = german(
        troop, (HERE[0], HERE[1] + far + 6), name="Berta", pick=(*others, "driver"), bearing=chance.choice([0, 90, 180]),
        figures={0: {"wounds": int(men > 1 and chance.random() < 0.5)}},
        fields={"suppression": chance.choice([0, 0, 1]), **fields}, each={"rating": chance.randint(1, 3)},
    )  # fmt: skip
    rides = chance.random() < 0.3 and troop in {"de.lorry", "de.hanomag"}
    return [berta, german("de.rifle-team", name="Riders", men=1, aboard="Berta")] if rides else [berta]


def hull(state: Battle) -> dict[str, Any]:
    """How a vehicle stands, by the form's fields."""
    unit = state.units[BERTA]
    return {
        "vehicle": unit.card.troop,
        "crew": len(unit.men),
        "wounded": sum(state.figures[man].wounds > 0 for man in unit.men),
        "rating": state.figures[unit.men[0]].rating,
        "suppression": unit.suppression,
        "passengers": sum(len(other.men) for other in state.units if other.aboard == BERTA),
        "weapons": len(working(state, BERTA)),
    }


def _aspect(aspect: Aspect) -> dict[str, Any]:
    return {"flank": aspect.flank, "hull_down": aspect.hull_down}


def _bank(chance: Chance, far: float) -> Any:
    """A wall to be hull down behind, or nothing."""
    y = HERE[1] + far + 0.5
    return [terrain("wall", line=[(16, y), (56, y)])] if chance.random() < 0.3 and y < 48 else []


def at_shot(chance: Chance) -> Laid:
    """A hand-held weapon at a vehicle that stands or drove fast."""
    options = switched(chance)
    weapon, far = chance.choice(
        [("panzerfaust", 8), ("bazooka", 12), ("piat", 5), ("molotov", 2), ("flamethrower", 6), ("at-rifle", 20)]
    )
    moved = chance.choice([0, 0, inches(12)])
    able = brit("gb.rifle-team", HERE, name="Able", pick=("rifleman",), each={"arms": (weapon,), "rating": 3})
    sides = vehicle(chance, far, AFVS if weapon == "at-rifle" else (*AFVS, *SOFT), moved=moved)
    state = Scene(able, *sides, ground=_bank(chance, far), size=WIDE, **options).state
    (man,) = state.units[ABLE].men
    arm = Arm(weapon, (man,), man)
    shot = shot_at(state, ABLE, arm, BERTA)
    if shot is None:
        return at_shot(chance)
    landing = landing_at(state, ABLE, arm, BERTA, -1, shot)
    given = {
        **hull(state),
        **_aspect(landing.aspect),
        "weapon": weapon,
        "distance": gap_between(state, (man,), (state.units[BERTA].hull,)) / INCH,
        "moved": moved / INCH,
        "straight": bool(moved) and not any(one.clause == "sk.at.moving-target" for one in shot.modifiers),
    }
    begin = then_test(lambda play: land(play, ABLE, arm, BERTA, shot, landing), BERTA)
    return Laid("at-shot", given, options, staged(state, begin, shot_and_fate(state), heeds=(*DAMAGED, "hits")))


def gun_at_vehicle(chance: Chance) -> Laid:
    """A 6 pounder at a vehicle."""
    options, far = switched(chance), chance.choice([10, 25])
    able = brit("gb.6-pounder", HERE, name="Able", bearing=180)
    state = Scene(able, *vehicle(chance, far), ground=_bank(chance, far), size=WIDE, **options).state
    unit = state.units[ABLE]
    arm = Arm("gun-57", unit.men, unit.hull)
    shot = shot_at(state, ABLE, arm, BERTA)
    if shot is None:
        return gun_at_vehicle(chance)
    landing = landing_at(state, ABLE, arm, BERTA, -1, shot)
    given = {
        **hull(state),
        **_aspect(landing.aspect),
        "weapon": "gun-57",
        "distance": gap_between(state, (unit.hull,), (state.units[BERTA].hull,)) / INCH,
    }
    begin = then_test(lambda play: land(play, ABLE, arm, BERTA, shot, landing), BERTA)
    read = shot_and_fate(state)
    return Laid("gun-at-vehicle", given, options, staged(state, begin, read, heeds=(*DAMAGED, "hits")))


def soft_vehicle(chance: Chance) -> Laid:
    """Riflemen or a machine gun at a soft vehicle."""
    options, far = switched(chance), chance.choice([3, 8])
    arms = chance.choice([("lmg",), ("rifle", "rifle"), ("lmg", "rifle")])
    able = brit(
        "gb.rifle-team", HERE, name="Able", pick=("rifleman",) * len(arms),
        figures={place: {"arms": (arm,)} for place, arm in enumerate(arms)}, each={"rating": 3},
    )  # fmt: skip
    state = Scene(able, *vehicle(chance, far, SOFT), size=WIDE, **options).state
    how, own = chance.choice(["unaimed", "aimed"]), chance.randint(1, 2)
    shot = UNAIMED if how == "unaimed" else AIMED
    guns = [Shooter(man, arm) for man, arm in zip(state.units[ABLE].men, arms, strict=True)]
    fired = [(gun, many) for gun in guns if (many := shots_for(state, gun.man, gun.weapon, own, shot))]
    if not fired or sum(many for _, many in fired) > 4:
        return soft_vehicle(chance)
    aim = Aim(BERTA, HULL)
    volley = volley_at(state, aim, fired, shot)
    lines = [line.gap for gun in guns for line in lines_to(state, gun, aim)]
    if len({one.chance for one in volley.shots if one.gun.weapon == arms[0]}) > 1:
        return soft_vehicle(chance)
    given = {
        **hull(state),
        **_aspect(volley.aspect),
        "weapon": arms[0],
        "shooters": sum(arm == arms[0] for arm in arms),
        **({"second_weapon": arms[-1], "second": 1} if arms[-1] != arms[0] else {"second": 0}),
        "aim": how,
        "actions": own,
        "loader": len(arms) > 1,
        "distance": min(lines) / INCH,
    }
    become = hull_fate(state, BERTA, told=False)

    def read(after: Battle, found: object, noted: Any) -> Any:
        return {"struck": (BERTA, "damaged") in noted, **become(after, found, noted)}

    begin = then_test(lambda play: resolve(play, ABLE, volley), BERTA)
    return Laid("shoot-soft-vehicle", given, options, staged(state, begin, read, heeds=(*HULL_FATE, "damaged")))


def damage(chance: Chance) -> Laid:
    """A hit on a vehicle, from ahead or from the flank."""
    options = switched(chance)
    able = brit("gb.rifle-team", HERE, name="Able", pick=("rifleman",))
    state = Scene(able, *vehicle(chance, 10), size=WIDE, **options).state
    aspect = Aspect(chance.random() < 0.5, chance.random() < 0.3)
    weapon = chance.choice(["gun-37", "gun-75", "gun-17pdr", "gun-75-poor", "panzerfaust"])
    given = {**hull(state), **_aspect(aspect), "weapon": weapon}
    begin = then_test(lambda play: strike(play, BERTA, weapon, ABLE, aspect), BERTA)
    return Laid("damage", given, options, staged(state, begin, hull_fate(state, BERTA), heeds=DAMAGED))


def fire_on_afv(chance: Chance) -> Laid:
    """Flame on an AFV."""
    weapon = chance.choice(["molotov", "flamethrower"])
    able = brit("gb.rifle-team", HERE, name="Able", pick=("rifleman",))
    state = Scene(able, vehicle(chance, 10, AFVS)[0], size=WIDE).state

    def read(after: Battle, _: object, noted: Any) -> Any:
        return {"fire": noted[BERTA, "fire"], "destroyed": after.units[BERTA].afoot}

    given = {"weapon": weapon, "vehicle": state.units[BERTA].card.troop}
    action = staged(state, lambda play: set_on_fire(play, ABLE, BERTA, weapon, 0), read, heeds=("fire",))
    return Laid("fire-on-afv", given, {}, action)


# ---- driving


def stuck(chance: Chance) -> Laid:
    """A vehicle that drives over hedges."""
    troop, many = chance.choice(["gb.jeep", "de.hanomag", "gb.carrier"]), chance.randint(1, 3)
    ground = [terrain("hedge", line=[(20, 18 - 2 * place), (52, 18 - 2 * place)]) for place in range(many)]
    state = Scene(brit(troop, (36, 24), name="Able", bearing=0), ground=ground).state
    way, _ = drives(state, ABLE).tried(Drive(((0, inches(14)),)))
    journey = driven(state.units[ABLE].hull, way, state.ground, raised(state))

    def read(_after: Battle, where: int | None, _noted: object) -> Any:
        return {"stuck": where is not None}

    given = {"drive": state.units[ABLE].card.drive, "obstacles": many}
    return Laid("stuck", given, {}, staged(state, lambda play: where_stuck(play, ABLE, journey), read))


def free(chance: Chance) -> Laid:
    """A vehicle that is stuck."""
    troop = chance.choice(["gb.jeep", "de.hanomag"])
    state = Scene(brit(troop, (36, 24), name="Able", fields={"stuck": True})).state

    def read(after: Battle, _: object, _noted: object) -> Any:
        return {"free": not after.units[ABLE].stuck, "stuck": after.units[ABLE].stuck}

    given = {"stuck": True} if chance.random() < 0.5 else {}
    return Laid("free", given, {}, staged(state, lambda play: try_to_free(play, ABLE), read))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "at-shot": at_shot,
    "gun-at-vehicle": gun_at_vehicle,
    "shoot-soft-vehicle": soft_vehicle,
    "damage": damage,
    "fire-on-afv": fire_on_afv,
    "stuck": stuck,
    "free": free,
}

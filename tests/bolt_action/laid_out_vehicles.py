"""Fire at vehicles, hits on them and collisions laid out at random: near or far, from any side, whatever they carry."""

from collections.abc import Callable
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.basics.arms import Aimed, Arm, armed, in_sight
from sandtable.rulesets.bolt_action.basics.battlefield import distance_from
from sandtable.rulesets.bolt_action.fire.aiming import Shoot, usual_shell
from sandtable.rulesets.bolt_action.fire.armour import ON_FIRE, apply_result, damage_vehicle, facing_to
from sandtable.rulesets.bolt_action.fire.fire_effect import pin, strike
from sandtable.rulesets.bolt_action.fire.indirect import shell_of
from sandtable.rulesets.bolt_action.fire.shooting import shoot
from sandtable.rulesets.bolt_action.fire.struck import Struck
from sandtable.rulesets.bolt_action.fire.volley import HE, Ready, aspect, measure, struck_by
from sandtable.rulesets.bolt_action.fire.volley import Laid as Loaded
from sandtable.rulesets.bolt_action.machines.overrun import ram
from sandtable.rulesets.bolt_action.nerve.morale import best_officer
from sandtable.rulesets.bolt_action.state import Battle, Mount
from sandtable.rulesets.bolt_action.umpire.bare import staged
from sandtable.rulesets.bolt_action.umpire.gunnery import burnt, hit_and
from sandtable.rulesets.bolt_action.umpire.hulls import what_became, wrecked
from tests.conformance.laid import Laid

from .duel import duel
from .kit import Scene, Side, card, de, terrain, us

FOE = Aimed(1)
ARMOURED = ("us.sherman", "us.half-track", "us.armoured-car", "de.panzer-iv", "su.is-2", "us.heavy-armoured-car")
COVERS = {"ba.hit.soft-cover": "soft", "ba.hit.hard-cover": "hard", "ba.gap.cover-types": "bunker"}
QUALITIES = ("inexperienced", "regular", "veteran")
SWITCHES: dict[str, tuple[Any, ...]] = {
    "vehicle_pins": ("crew",),
    "pins_break": ("more",),
    "natural_one_fails": (True,),
    "massive_margin": (2,),
    "morale_auto_fail": (10,),
    "shaped_charge_ignores_long_range": (False,),
    "he_ignores_long_range": (True,),
    "armour_ignores_soft_cover": (True,),
    "he_armour_pins": ("one",),
    "flame_vehicle_plus_one": (True,),
    "national_rules": (True,),
}


def _switched(chance: Chance) -> dict[str, Any]:
    """One switch of the book, or none."""
    name = chance.choice([*SWITCHES, ""])
    return {name: chance.choice(list(SWITCHES[name]))} if name else {}


def _foe(chance: Chance, troop: str) -> dict[str, Any]:
    """What has become of the target so far: pins, lost tracks; it may carry a flamethrower."""
    fields: dict[str, Any] = {"pins": chance.randint(0, 4), "immobilised": chance.random() < 0.3}
    if chance.random() < 0.3:
        fields["card"] = card(troop, mounts=(Mount("flamethrower-vehicle", "hull"),))
    return fields


def _officer(chance: Chance, x: float) -> tuple[Side, ...]:
    """An officer of theirs, behind the target, in reach of it or not; or none."""
    if chance.random() < 0.4:
        return ()
    rank = chance.choice(["second-lieutenant", "captain"])
    return (de(f"us.{rank}", (x + chance.choice([0, 20]), 28), name="Officer"),)


def _range(  # who shoots at whom, from how far away
    chance: Chance, shooter: str, target: str, apart: float, options: dict[str, Any], **gun: Any
) -> Battle:
    """A weapon and a vehicle that shows it some side, perhaps behind a wall, but never out of sight."""
    wall = [terrain("wall", line=[(4 + apart, 14), (4 + apart, 34)])] if chance.random() < 0.4 and apart > 4 else []
    state = duel(
        apart,
        shooter,
        target,
        *_officer(chance, 8 + apart),
        turned=chance.choice([0, 90, 180]),
        quality=chance.choice(QUALITIES),
        gun={"pins": chance.randint(0, 2), **gun},
        foe=_foe(chance, target),
        ground=wall,
        **options,
    ).state
    ready = armed(state, 0)
    seen = in_sight(state, 0, ready.sight, ready.arms, [FOE])
    return state if seen else _range(chance, shooter, target, apart, options, **gun)


def _hull(state: Battle) -> dict[str, Any]:
    """The target, by the form's fields."""
    unit = state.units[1]
    return {
        "armour": unit.card.armour,
        "crew": unit.card.quality,
        "crew_pins": unit.pins,
        "crew_nation": unit.card.nation,
        "crew_officer": best_officer(state, 1) or "none",
        "open_topped": "open-topped" in unit.card.traits,
        "immobilised": unit.immobilised,
        "carries_flame": any("flame" in mount.weapon for mount in unit.card.mounts),
    }


def _ready(state: Battle, *, moving: bool = False) -> tuple[list[Ready], list[Arm], str]:
    """Who can fire, what they all carry, and what the target shows them."""
    ready = armed(state, 0)
    laid = [Loaded(arm, usual_shell(state, arm, FOE)) for arm in ready.arms]
    able = measure(state, 0, ready, laid, FOE, moving=moving)
    return able, list(ready.arms), aspect(state, able, FOE, ready).facing if able else "front"


def _gunner(state: Battle, able: list[Ready], arms: list[Arm], *, moving: bool) -> dict[str, Any]:
    """Who shoots, by the form's fields."""
    unit = state.units[0]
    return {
        "weapon": arms[0].weapon.id,
        "distance": (able[0].distance if able else distance_from(state, arms[0].figure, 1)) / INCH,
        "quality": unit.card.quality,
        "pins": unit.pins,
        "moving": moving,
        "short_of_crew": arms[0].short_of_crew,
    }


def _shooting(*, moving: bool) -> Callable[[Play[Battle]], Any]:
    """The whole of shooting at the one target."""
    return lambda play: shoot(play, 0, Shoot(moving=moving, only=(FOE,), may_hold=False))


def shooting_armour(chance: Chance) -> Laid:
    """A gun, a man with a rocket launcher or a tank."""
    options = _switched(chance)
    shooter = chance.choice(["de.medium-at-gun", "us.light-at-gun", "us.bazooka-team", "gb.piat-team", "us.sherman"])
    mount: dict[str, Any] = (
        {"card": card(shooter, mounts=(Mount("medium-at-gun", "turret"),))} if "sherman" in shooter else {}
    )
    if "team" in shooter and chance.random() < 0.5:
        mount["men"] = (0,)
    state = _range(chance, shooter, chance.choice(ARMOURED), chance.choice([5, 9, 11.5, 20, 35]), options, **mount)
    moving = "gun" not in shooter and chance.random() < 0.5
    able, arms, facing = _ready(state, moving=moving)
    given = {
        **_gunner(state, able, arms, moving=moving),
        **_hull(state),
        "facing": facing,
        "hard_cover": any(one.clause == "ba.hit.hard-cover" for ready in able for one in ready.target.modifiers),
    }
    return Laid(
        "shooting-armour", given, options, staged(state, _shooting(moving=moving), hit_and(what_became({1: ""})))
    )


def flame(chance: Chance) -> Laid:
    """A man with a flamethrower, or a tank with a small one."""
    options = _switched(chance)
    target = chance.choice([*ARMOURED, "us.truck"])
    state = _range(chance, "de.flamethrower-team", target, chance.choice([3, 5.5, 6, 7]), options)
    able, arms, _ = _ready(state)
    given = {**_gunner(state, able, arms, moving=False), **_hull(state)}
    read = hit_and(burnt(arms[0].weapon.id))
    return Laid("flame-at-vehicle", given, options, staged(state, _shooting(moving=False), read))


def shooting_soft_skin(chance: Chance) -> Laid:
    """Riflemen, a machine gun or a gun at a truck, in the open or behind something."""
    options = _switched(chance)
    shooter = chance.choice(["us.rifle-squad", "su.rifle-squad", "de.mmg-team", "us.light-at-gun"])
    apart, moving = chance.choice([5, 11, 20, 27]), "squad" in shooter and chance.random() < 0.5
    riflemen = {"men": tuple(range(4, chance.randint(5, 8)))} if "squad" in shooter else {}
    state = _range(chance, shooter, "us.truck", apart, options, **riflemen)
    able, arms, _ = _ready(state, moving=moving)
    if len({one.target for one in able}) > 1 or 0 < len(able) < len(arms):
        return shooting_soft_skin(chance)  # the form speaks of men who all need the same
    modifiers = {one.clause for ready in able for one in ready.target.modifiers}
    given = {
        **_gunner(state, able, arms, moving=moving),
        "shooters": len(arms),
        "high_explosive": usual_shell(state, arms[0], FOE) == HE,
        "nation": state.units[0].card.nation,
        "cover": next((name for clause, name in COVERS.items() if clause in modifiers), "none"),
        "crew": state.units[1].card.quality,
        "crew_pins": state.units[1].pins,
    }
    return Laid("shooting-soft-skin", given, options, staged(state, _shooting(moving=moving), hit_and(wrecked)))


def _struck(chance: Chance, options: dict[str, Any], *targets: str) -> tuple[Battle, Struck]:
    """A vehicle that has been hit: by whatever most vehicles are hit by."""
    shooter = chance.choice(["de.medium-at-gun", "us.bazooka-team", "de.medium-mortar", "us.mmg-team"])
    state = _range(chance, shooter, chance.choice(targets), chance.choice([6, 20, 35]), options)
    able, arms, _ = _ready(state)
    if "mortar" in shooter:
        return state, shell_of(arms[0].weapon)
    if not able:
        return _struck(chance, options, *targets)
    return state, struck_by(state, able[0], chance.randint(1, 3), aspect(state, able, FOE, armed(state, 0)))


def _as_hit(struck: Struck) -> dict[str, Any]:
    """What hit it, by the form's fields."""
    return {
        "pen": struck.pen,
        "shell": struck.he or "none",
        "facing": "top" if struck.from_above else struck.facing,
        "long_range": struck.long_range,
    }


def damage_armour(chance: Chance) -> Laid:
    """Hits of a gun, a rocket or a mortar."""
    options = _switched(chance)
    state, struck = _struck(chance, options, *ARMOURED)
    while struck.small_arm:
        state, struck = _struck(chance, options, *ARMOURED)

    async def hit(play: Play[Battle]) -> None:
        await strike(play, FOE, (struck,), seat=0)

    given = {**_hull(state), **_as_hit(struck), "hits": struck.hits}
    return Laid("damage-armour", given, options, staged(state, hit, what_became({1: ""})))


def damage_soft_skin(chance: Chance) -> Laid:
    """Hits of small arms, a gun, a rocket or a mortar on a truck."""
    options = _switched(chance)
    state, struck = _struck(chance, options, "us.truck")

    async def hit(play: Play[Battle]) -> None:
        await strike(play, FOE, (struck,), seat=0)

    unit = state.units[1]
    given = {
        "hits": struck.hits,
        "pen": struck.pen,
        "shell": struck.he or "none",
        "crew": unit.card.quality,
        "crew_pins": unit.pins,
    }
    return Laid("damage-soft-skin", given, options, staged(state, hit, wrecked))


def vehicle_pin(chance: Chance) -> Laid:
    """The pin of a hit, by anything at anything."""
    options = {"vehicle_pins": "crew"} if chance.random() < 0.6 else _switched(chance)
    state, struck = _struck(chance, options, *ARMOURED, "us.truck")
    struck = struck._replace(hits=1)

    async def hit(play: Play[Battle]) -> None:
        await pin(play, FOE, (struck,), seat=0)

    given = {**_hull(state), **_as_hit(struck), "small_arms": struck.small_arm}
    if struck.from_above:
        given["facing"] = "front"  # a shell's pins ask nothing of it
    return Laid("vehicle-pin", given, options, staged(state, hit, wrecked))


def damage_result(chance: Chance) -> Laid:
    """Damage of a kind, or a row of the results."""
    options = _switched(chance)
    state = _range(chance, "de.medium-at-gun", chance.choice(ARMOURED), 20, options)
    damage = chance.choice(["superficial", "full", "massive", "stunned", "immobilised", ON_FIRE])
    indirect = chance.random() < 0.5

    async def suffer(play: Play[Battle]) -> None:
        if damage in {"stunned", "immobilised", ON_FIRE}:
            await apply_result(play, 1, damage)
        else:
            await damage_vehicle(play, 1, damage, indirect=indirect, seat=0)

    given = {**_hull(state), "damage": damage, "indirect": indirect}
    return Laid("damage-result", given, options, staged(state, suffer, what_became({1: ""}, damage=False)))


def ramming(chance: Chance) -> Laid:
    """Two vehicles of any kind, the one ahead of the other."""
    options = _switched(chance) | {"ramming": True}
    rammer, target = chance.choice(["us.sherman", "us.half-track", "su.is-2"]), chance.choice([*ARMOURED, "us.truck"])
    scene = Scene(
        us(rammer, (20, 20), name="Tank", bearing=90, fields={"pins": chance.randint(0, 3)}),
        de(
            target, (28, 20), name="Foe", bearing=chance.choice([0, 90, 200, 270]), quality=chance.choice(QUALITIES),
            fields=_foe(chance, target),
        ),
        *_officer(chance, 28),
        us("us.major", (20, chance.choice([25, 40])), name="Major"),
        **options,
    )  # fmt: skip
    state = scene.state
    unit, points = state.units[0], [state.layout.point(one.men[0]) for one in state.units]
    given = {
        **_hull(state),
        "facing": facing_to(state, 1, [points[0]]),
        "rammer": unit.card.armour,
        "rammer_crew": unit.card.quality,
        "rammer_pins": unit.pins,
        "rammer_officer": best_officer(state, 0) or "none",
        "rammer_nation": unit.card.nation,
        "rammer_open_topped": "open-topped" in unit.card.traits,
        "rammer_facing": facing_to(state, 0, [points[1]]),
    }

    async def drive(play: Play[Battle]) -> None:
        await ram(play, 0, 1)

    return Laid("ram", given, options, staged(state, drive, what_became({1: "", 0: "rammer_"})))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "shooting-armour": shooting_armour,
    "flame-at-vehicle": flame,
    "shooting-soft-skin": shooting_soft_skin,
    "damage-armour": damage_armour,
    "damage-soft-skin": damage_soft_skin,
    "damage-result": damage_result,
    "vehicle-pin": vehicle_pin,
    "ram": ramming,
}

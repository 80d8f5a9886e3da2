"""Fire at men laid out on a table at random, with the form that an umpire would fill in for it.

The form is filled in by measuring the table as the game does; so whatever is asked is what would be played.
"""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.basics.arms import Aimed, armed
from sandtable.rulesets.bolt_action.fire.aiming import Shoot
from sandtable.rulesets.bolt_action.fire.fire_effect import strike
from sandtable.rulesets.bolt_action.fire.indirect import (
    NO_UNIT,
    fire_smoke,
    first_shot,
    lob,
    range_in,
    range_to,
    score_needed,
    within_indirect_range,
)
from sandtable.rulesets.bolt_action.fire.shooting import let_fly, shoot
from sandtable.rulesets.bolt_action.fire.struck import Struck
from sandtable.rulesets.bolt_action.fire.volley import HE, Laid, Volley, aspect, measure
from sandtable.rulesets.bolt_action.machines.transports import shaken_out
from sandtable.rulesets.bolt_action.state import Battle, Ranging
from sandtable.rulesets.bolt_action.umpire.bare import Read, staged
from sandtable.rulesets.bolt_action.umpire.shells import shelled
from sandtable.rulesets.bolt_action.umpire.victims import read_fire
from tests.conformance.laid import Laid as LaidOut

from .kit import Scene, Side, de, terrain, us

ABLE, FOE = 0, 1
GROUND: dict[str, Any] = {"none": (), "soft": ("hedge",), "hard": ("wall",)}
SWITCHES: dict[str, tuple[Any, ...]] = {
    "natural_one_fails": (True, False),
    "pins_break": ("more", "reach"),
    "gun_shield": (True, False),
    "small_unit_max": (2, 5),
    "he_down_rounding": ("up", "down"),
}


def _switched(chance: Chance) -> dict[str, Any]:
    """One switch of the book, or none."""
    name = chance.choice([*SWITCHES, ""])
    return {name: chance.choice(list(SWITCHES[name]))} if name else {}


def _target(chance: Chance, apart: float, **fields: Any) -> Side:
    """A squad, a weapon team or a gun's crew, pinned or not, Down or not."""
    troop = chance.choice(["de.grenadier-squad", "de.mmg-team", "de.light-at-gun"])
    quality = chance.choice(["inexperienced", "regular", "veteran"])
    men = chance.randint(5, 9) if "squad" in troop else 0
    order = chance.choice(["down", None])
    return de(
        troop, (20 + apart, 20), name="Foe", men=men, quality=quality, gap=0.1, bearing=chance.choice([270, 90]),
        fields={"pins": chance.randint(0, 4), "order": order, **fields},
    )  # fmt: skip


def _able(chance: Chance, troop: str, **fields: Any) -> Side:
    """Those who fire: without the men of a squad who carry something else."""
    quality = chance.choice(["inexperienced", "regular", "veteran"])
    pins = chance.randint(0, 2)
    return us(troop, (20, 20), name="Able", quality=quality, gap=0.1, bearing=90, fields={"pins": pins, **fields})


def victims(state: Battle) -> dict[str, Any]:
    """The target by the form's fields."""
    foe = state.units[FOE]
    return {
        "target_quality": foe.card.quality,
        "target_men": len(foe.men),
        "target_pins": foe.pins,
        "target_down": foe.order == "down",
        "target_gun": foe.gun is not None,
        "target_team": bool(foe.card.team) and foe.gun is None,
    }


def aimed(state: Battle, cover: str = "none", *, moving: bool) -> dict[str, Any]:
    """What Able makes of his target, by the form's fields; all of his weapons are of one kind and at one distance."""
    able, ready = state.units[ABLE], armed(state, ABLE)
    fire = measure(state, ABLE, ready, [Laid(arm) for arm in ready.arms], Aimed(FOE), moving=moving)
    assert fire and len({one.target for one in fire}) == 1
    return {
        "weapon": fire[0].laid.arm.weapon.id,
        "shooters": len(fire),
        "distance": fire[0].distance / INCH,
        "quality": able.card.quality,
        "pins": able.pins,
        "moving": moving,
        "cover": cover,
        "short_of_crew": fire[0].laid.arm.short_of_crew,
        "gun_shield": aspect(state, fire, Aimed(FOE), ready).shielded,
        "hidden": state.units[FOE].hidden,
        **victims(state),
    }


def _shots(state: Battle, read: Read, *, moving: bool) -> Any:
    """Able shoots at his foe, as an order to fire has him do it."""

    async def fire(play: Play[Battle]) -> None:
        await shoot(play, ABLE, Shoot(moving=moving, only=(Aimed(FOE),), reaction=False, may_hold=False))

    return staged(state, fire, read)


def shooting(chance: Chance) -> LaidOut:
    """A team, a gun or a sniper at men in the open or behind something."""
    troop = chance.choice(["us.mmg-team", "us.hmg-team", "us.bazooka-team", "us.second-lieutenant", "us.sniper-team"])
    apart = 5 if "lieutenant" in troop else chance.choice([4, 11, 16, 22])
    moving = "mmg" not in troop and "hmg" not in troop and chance.random() < 0.5
    cover = chance.choice([*GROUND])
    options = _switched(chance)
    alone = {"men": (0,)} if "sniper" in troop else {}
    able = _able(chance, troop, order="advance" if moving else "fire", **alone)
    near = [de("de.medic", (20 + apart, 24), name="Medic")] if chance.random() < 0.3 else []
    foe = _target(chance, apart, hidden=apart < 18 and chance.random() < 0.3)
    ground = [terrain(kind, line=[(19 + apart, 10), (19 + apart, 30)]) for kind in GROUND[cover]]
    state = Scene(able, foe, *near, ground=ground, **options).state
    given = aimed(state, cover, moving=moving) | {"medic": bool(near), "sniper": "sniper" in troop}
    return LaidOut("shooting", given, options, _shots(state, read_fire, moving=moving))


def flamethrower(chance: Chance) -> LaidOut:
    """A flamethrower at men near by."""
    options = _switched(chance)
    able = _able(chance, "us.flamethrower-team", order="fire")
    state = Scene(able, _target(chance, chance.choice([3, 5])), **options).state
    given = aimed(state, moving=False)
    for name in ("shooters", "cover", "short_of_crew", "hidden"):
        del given[name]

    def read(after: Battle, result: object, noted: Any) -> Any:
        return {**read_fire(after, result, noted), "fuel_left": after.units[ABLE].alive}

    return LaidOut("flamethrower", given, options, _shots(state, read, moving=False))


def indirect(chance: Chance) -> LaidOut:
    """A mortar that ranges in on men, or has begun to."""
    options = _switched(chance)
    troop = chance.choice(["us.light-mortar", "us.medium-mortar", "us.heavy-mortar"])
    score = chance.choice([0, 5, 3])
    ranging = Ranging(FOE, score, 0, 0) if score else None
    able = _able(chance, troop, order="fire", ranging=ranging)
    state = Scene(able, _target(chance, chance.choice([5, 19, 22])), **options).state
    arm = armed(state, ABLE).arms[0]
    given = {
        **victims(state),
        "weapon": arm.weapon.id,
        "distance": range_to(state, arm, Aimed(FOE)) / INCH,
        "score": score_needed(state, ABLE, Aimed(FOE), moving=False) if score else 0,
    }

    def read(after: Battle, result: object, noted: Any) -> Any:
        found = shelled(after, result, noted)
        ranging = after.units[ABLE].ranging
        hit = bool(found.pop("shells"))
        return {"hit": hit, **found, "next_needs": ranging.score if ranging else 0}

    async def fire(play: Play[Battle]) -> None:
        if within_indirect_range(play.state, arm, Aimed(FOE)):
            await lob(play, ABLE, arm.weapon, Aimed(FOE), first_shot(play.state, ABLE, Aimed(FOE)), moving=False)

    return LaidOut("indirect", given, options, staged(state, fire, read))


def shooting_he(chance: Chance) -> LaidOut:
    """Guns with high explosive at men whom they see."""
    options = _switched(chance)
    troop = chance.choice(["us.light-howitzer", "us.medium-at-gun", "us.light-at-gun"])
    cover, apart = chance.choice([*GROUND]), chance.choice([11, 22, 27])
    able, foe = _able(chance, troop, order="fire"), _target(chance, apart, hidden=apart < 18 and chance.random() < 0.3)
    ground = [terrain(kind, line=[(19 + apart, 10), (19 + apart, 30)]) for kind in GROUND[cover]]
    state = Scene(able, foe, ground=ground, **options).state
    ready = armed(state, ABLE)
    fire = measure(state, ABLE, ready, [Laid(arm, HE) for arm in ready.arms], Aimed(FOE), moving=False)
    volley = Volley(ABLE, fire, Aimed(FOE), aspect(state, fire, Aimed(FOE), ready))
    given = aimed(state, cover, moving=False)
    return LaidOut("shooting-he", given, options, staged(state, lambda play: let_fly(play, volley), shelled))


def ranging_in(chance: Chance) -> LaidOut:
    """A mortar that fires turn after turn at a unit that does not move, or smoke at a point."""
    turns, score, smoke = chance.randint(1, 4), chance.choice([0, 5, 3]), chance.random() < 0.5
    point = (40000, 30000)
    ranging = Ranging(NO_UNIT if smoke else FOE, score, 0, 0, point if smoke else None) if score else None
    able = us("us.medium-mortar", (20, 20), name="Able", gap=0.1, bearing=90, fields={"ranging": ranging})
    state = Scene(able, _target(chance, 22)).state
    arm = armed(state, ABLE).arms[0]

    async def shell(play: Play[Battle]) -> bool:
        if not smoke:
            return await range_in(
                play, ABLE, arm.weapon, Aimed(FOE), first_shot(play.state, ABLE, Aimed(FOE)), moving=False
            )
        clouds = len(play.state.terrain)
        await fire_smoke(play, ABLE, arm, point, moving=False)
        return len(play.state.terrain) > clouds

    async def fire(play: Play[Battle]) -> tuple[str, int]:
        hits = [turn for turn in range(1, turns + 1) if await shell(play)]
        return f"turn {hits[0]}" if hits else "never", len(hits)

    def read(after: Battle, fired: tuple[str, int], _: object) -> Any:
        now = after.units[ABLE].ranging
        return {"first_hit": fired[0], "shells": fired[1], "next_needs": now.score if now else 0}

    return LaidOut("ranging-in", {"score": score, "turns": turns}, {}, staged(state, fire, read))


def _struck(chance: Chance, question: str, struck: Struck, read: Read, **given: Any) -> LaidOut:
    """Hits that have been scored on men somewhere."""
    options = _switched(chance)
    state = Scene(_able(chance, "us.mmg-team"), _target(chance, 11), **options).state
    hit = staged(state, lambda play: strike(play, Aimed(FOE), (struck,), seat=0), read)
    return LaidOut(question, {**given, **victims(state)}, options, hit)


def he(chance: Chance) -> LaidOut:
    """Shells that have come down."""
    shells, size = chance.randint(1, 2), chance.choice(["D2", "D3", "D6", "2D6"])
    return _struck(chance, "he", Struck(shells, ("shell",), False, he=size), shelled, he=size, shells=shells)


def damage_troops(chance: Chance) -> LaidOut:
    """Hits of small arms and of heavy weapons."""
    hits, pen = chance.randint(1, 6), chance.choice([0, 1, 4])
    return _struck(chance, "damage-troops", Struck(hits, ("shot",), not pen, pen=pen), read_fire, hits=hits, pen=pen)


def bail_out(chance: Chance) -> LaidOut:
    """Men beside the wreck that they have come out of."""
    options = _switched(chance)
    state = Scene(_able(chance, "us.mmg-team"), _target(chance, 11), **options).state
    return LaidOut("bail-out", victims(state), options, staged(state, lambda play: shaken_out(play, FOE), read_fire))


LAID_OUT = {
    "shooting": shooting,
    "damage-troops": damage_troops,
    "flamethrower": flamethrower,
    "bail-out": bail_out,
    "he": he,
    "shooting-he": shooting_he,
    "indirect": indirect,
    "ranging-in": ranging_in,
}

"""Vehicles and mecha: shots at them, hits on them, and infantry that assaults them."""

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.questions import Choices, Found, Staged, asks, field
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.play.stage import returned, stage
from sandtable.rulesets.sotr.basics.charts import printed, weapon_of
from sandtable.rulesets.sotr.fire.targets import is_special
from sandtable.rulesets.sotr.fire.to_hit import in_reach
from sandtable.rulesets.sotr.harm.armour import affects, strike_often
from sandtable.rulesets.sotr.melee.machines_in_melee import beset
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.sheet import Tables
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.weapons.aiming import Aim
from sandtable.rulesets.sotr.weapons.blast import shoot_blast
from sandtable.rulesets.sotr.weapons.bursts import Under
from sandtable.rulesets.sotr.weapons.heavy import shoot_solid
from sandtable.rulesets.sotr.weapons.indirect import DIRECT, Fired

from .bare import Party, battle, card_of, men_of, staged
from .fields import LEAVES_MACHINE, SIZES, Aimed, Camo, Cover, Elevated, Inches, Overwatch, Shooters, Smoke, TargetSize
from .fire import Script, firers, laid, resolved, takes_aim, why_vain
from .templates import AT, added
from .victims import THEM, US

_SHOT = {name: row.name for name, row in printed().items() if row.rof}
_OTHERS: dict[str, tuple[str, Callable[[Tables], int]]] = {
    "high-explosive": ("tank gun's high explosive", lambda tables: tables.grenades.frag.pen),
    "grenades": ("grenades", lambda tables: tables.grenades.frag.pen),
    "artillery": ("artillery shell", lambda tables: tables.strikes.artillery.pen),
    "bomb": ("bomb", lambda tables: tables.strikes.air_strike.pen),
    "strafe": ("air strafe", lambda tables: tables.strikes.air_strafe.pen),
    "hand-to-hand": ("hand-to-hand", lambda _: 0),
    "grenades in hand-to-hand": ("grenades in hand-to-hand", lambda tables: tables.grenades.by_hand.pen),
}
BY_HAND = {"hand-to-hand", "grenades in hand-to-hand"}
HITTERS = Choices({**_SHOT, "flamethrower": "flamethrower", **{name: words for name, (words, _) in _OTHERS.items()}})
SHOOTERS = Choices(_SHOT, {"flamethrower": "a flamethrower needs no roll to hit: ask about machine-hit"})


def pen_by(by: str, options: Options) -> int:
    """What is added against armour to a hit by a weapon, or by something that is none."""
    return _OTHERS[by][1](options.tables) if by in _OTHERS else weapon_of(by, options).pen


class Machine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A vehicle or a mecha that is struck."""

    front: Annotated[int, field("Front", "armour", role="target", fact="front", ge=0, le=20)] = 8
    side: Annotated[int, field("Side", "armour", role="target", fact="side", ge=0, le=20)] = 7
    rear: Annotated[int, field("Rear", "armour", role="target", fact="rear", ge=0, le=20)] = 6
    immobilised: Annotated[bool, field("Immobilised", "already", role="target", fact="immobilised")] = False
    weapon_lost: Annotated[
        bool, field("Weapon lost", "already, or it never had one", role="target", fact="weapon_lost")
    ] = False


Facing = Annotated[Literal["front", "side", "rear"], field("Facing", "the armour that is struck")]


def machine(hull: tuple[int, int, int], size: str = "", *, immobilised: bool, weapon_lost: bool) -> Party:
    """A machine of which only so much is known: the weapon that it may lose stands for all."""
    weapons = () if weapon_lost else ("hmg",)
    card = card_of("vehicle", hull=hull, size=size)
    return Party("the machine", card, ({"weapons": weapons},), fields={"immobilised": immobilised})


def damage(after: Battle, number: int = THEM) -> dict[str, bool]:
    """What has become of a machine."""
    unit = after.units[number]
    man = next(one for one in after.figures if one.unit == number)
    return {
        "shaken": unit.shaken,
        "immobilised": unit.immobilised,
        "weapon_lost": bool(unit.broken) or not man.weapons,
        "destroyed": not unit.alive,
    }


def proof(pen: int, armour: int, options: Options) -> str:
    """Why hits do nothing, if they do not."""
    return "" if affects(pen, armour, options) else f"nothing: armour {armour} is proof"


class Hit(Machine, frozen=True, kw_only=True):
    """Hits on a machine."""

    by: Annotated[str, field("By", "what hits it", choices=HITTERS)] = "rpg"
    facing: Facing = "side"
    hits: Annotated[int, field("Hits", "how many hits", ge=1, le=12)] = 1


@asks(
    "machine-hit",
    "Hits on a machine",
    clauses=("sotr.gap.vehicle-damage", "sotr.rpg.anti-armor"),
    leaves=LEAVES_MACHINE,
)
def machine_hit(given: Hit, options: Options) -> Staged:
    """Hits on a vehicle or a mecha: what becomes of it?"""
    pen, by_hand = pen_by(given.by, options), given.by in BY_HAND
    hull = given.front, given.side, given.rear
    target = machine(hull, immobilised=given.immobilised, weapon_lost=given.weapon_lost)
    state = battle(options, firers([], loader=False), target)
    (struck,) = state.units[THEM].men
    vain = proof(pen, getattr(given, given.facing), options)

    async def begin(play: Play[Battle]) -> bool:
        return await strike_often(play, struck, given.hits, pen, given.facing, US, (), by_hand=by_hand)

    return staged(state, begin, lambda after, _result, _noted: damage(after), vain, heeds=frozenset())


class ShotAtMachine(Machine, frozen=True, kw_only=True):
    """Shots at a machine with weapons of one kind."""

    weapon: Annotated[str, field("Weapon", "what is fired", role="shooter", fact="weapon", choices=SHOOTERS)] = "rpg"
    shooters: Shooters = 1
    facing: Facing = "side"
    distance: Inches = 12
    cover: Cover = "none"
    aimed: Aimed = False
    overwatch: Overwatch = False
    charging: Annotated[bool, field("Being charged", "the machine charges those who shoot")] = False
    camo: Camo = False
    size: TargetSize = "large"
    elevated: Elevated = False
    smoke: Smoke = False


@asks(
    "shooting-machine",
    "Shooting at a machine",
    clauses=("sotr.shoot.roll", "sotr.gap.vehicle-damage"),
    leaves=LEAVES_MACHINE,
)
def shot_at_machine(given: ShotAtMachine, options: Options) -> Staged:
    """Weapons of one kind are fired at a vehicle or a mecha."""
    row = weapon_of(given.weapon, options)
    aimed = takes_aim(given, row, options)
    every = [(given.weapon, given.shooters, aimed)]
    hull = given.front, given.side, given.rear
    target = machine(hull, SIZES[given.size], immobilised=given.immobilised, weapon_lost=given.weapon_lost)
    state = battle(options, firers(every, loader=True), target, firing=US)
    by_dice = not is_special(row)
    begin = resolved(given, state, laid(every, options), given.facing) if by_dice else _one_by_one(given, state)

    def read(after: Battle, hits: int, noted: Mapping[Fact, int | str]) -> Found:
        return {"hits": noted.get((THEM, "hits"), 0) if by_dice else hits, **damage(after)}

    vain = "; ".join(
        filter(None, (why_vain(given, every, options), proof(row.pen, getattr(given, given.facing), options)))
    )
    return staged(state, begin, read, vain, heeds=frozenset({"hits"}))


def _one_by_one(given: ShotAtMachine, state: Battle) -> Script:
    """Weapons with a shot of their own, one after another, while there is anything left to be fired at; how many hit."""
    gun, (struck,) = weapon_of(given.weapon, state.options), state.units[THEM].men
    men = state.units[US].men[: given.shooters if in_reach(gun, inches(given.distance)) else 0]
    plus = added(given, gun.id, state.options)
    fired = Fired(US, Aim("unit", THEM), AT, DIRECT, plus, inches(given.distance))
    return lambda play: _each(play, men, fired, Under((struck,), (), ((struck, given.facing),)), gun.id, 0)


@stage
async def _each(play: Play[Battle], men: tuple[int, ...], fired: Fired, under: Under, weapon: str, hits: int) -> int:
    """The shot of the next, and then those of the others."""
    if not men or not play.state.units[THEM].on_table:
        return hits
    ((struck, side),) = under.sides
    if weapon_of(weapon, play.state.options).has("heavy"):
        hit = await shoot_solid(play, men[0], weapon, struck, fired.modifiers, side)
    else:
        hit = await shoot_blast(play, fired._replace(figure=men[0]), under, weapon)
    return await returned(_each(play, men[1:], fired, under, weapon, hits + hit))


class Assaulted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Infantry that has assaulted a wheeled or tracked vehicle."""

    rear: Annotated[int, field("Rear", "armour", role="target", fact="rear", ge=0, le=20)] = 3
    immobilised: Annotated[bool, field("Immobilised", "already", role="target", fact="immobilised")] = False
    weapon_lost: Annotated[
        bool, field("Weapon lost", "already, or it never had one", role="target", fact="weapon_lost")
    ] = False
    men: Annotated[int, field("Men", "models that assault it", role="attacker", fact="men", ge=1, le=12)] = 6
    grenades: Annotated[bool, field("Grenades", "one roll for all of them, at +3")] = False


@asks(
    "assault-machine",
    "Infantry against a vehicle",
    clauses=("sotr.gap.vehicle-hth",),
    leaves=LEAVES_MACHINE,
)
def assault_machine(given: Assaulted, options: Options) -> Staged:
    """Infantry assaults a vehicle."""
    hull = given.rear, given.rear, given.rear
    target = machine(hull, immobilised=given.immobilised, weapon_lost=given.weapon_lost)
    state = battle(options, Party("the attackers", card_of(), men_of(given.men)), target)

    async def begin(play: Play[Battle]) -> None:
        await beset(play, US, state.units[US].men, THEM, grenades=given.grenades)

    return staged(state, begin, lambda after, _result, _noted: damage(after), heeds=frozenset())

"""Vehicles and mecha: shots at them, hits on them, and infantry that assaults them."""

from collections.abc import Hashable
from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.questions import Asked, Choices, Found, Question, Settled, field
from sandtable.rulesets.sotr.armour import (
    DAMAGED,
    DESTROYED,
    IMMOBILISED,
    SHAKEN,
    affects,
    armour_roll,
    damage_roll,
    is_too_much,
)
from sandtable.rulesets.sotr.blast import EXPLOSIVE_PEN
from sandtable.rulesets.sotr.charts import printed, rate_of_fire, weapon_of
from sandtable.rulesets.sotr.grenades import FRAG
from sandtable.rulesets.sotr.hit_dice import roll_hits
from sandtable.rulesets.sotr.machines_in_melee import GRENADES
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.strikes import BOMB, BULLETS, SHELL

from .fields import LEAVES_MACHINE, Aimed, Camo, Cover, Elevated, Inches, Overwatch, Shooters, Smoke, TargetSize
from .fire import dice_of, needed_of, shot_of, takes_aim

_SHOT = {name: row.name for name, row in printed().items() if row.rof}
_OTHERS = {
    "high-explosive": ("tank gun's high explosive", EXPLOSIVE_PEN),
    "grenades": ("grenades", FRAG.pen),
    "artillery": ("artillery shell", SHELL.pen),
    "bomb": ("bomb", BOMB.pen),
    "strafe": ("air strafe", BULLETS.pen),
    "hand-to-hand": ("hand-to-hand", 0),
    "grenades in hand-to-hand": ("grenades in hand-to-hand", GRENADES),
}


def pen_by(by: str, options: Options) -> int:
    """What is added against armour to a hit by a weapon, or by something that is none."""
    return _OTHERS[by][1] if by in _OTHERS else weapon_of(by, options).pen


HITTERS = Choices({**_SHOT, "flamethrower": "flamethrower", **{name: words for name, (words, _) in _OTHERS.items()}})
SHOOTERS = Choices(_SHOT, {"flamethrower": "a flamethrower needs no roll to hit: ask about machine-hit"})


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


class State(msgspec.Struct, frozen=True):
    """What has become of a machine so far."""

    immobilised: bool
    weapon_lost: bool
    shaken: bool = False
    destroyed: bool = False

    @property
    def found(self) -> Found:
        """As it is said."""
        names = ("shaken", "immobilised", "weapon_lost", "destroyed")
        return {name: getattr(self, name) for name in names}


def untouched(given: Machine) -> State:
    """A machine before anything happens to it."""
    return State(given.immobilised, given.weapon_lost)


async def struck(state: State, pen: int, armour: int, why: str) -> State:
    """One hit: penetration against armour, and what was damaged."""
    if state.destroyed or not affects(pen, armour):
        return state
    said = (await armour_roll(pen, armour, why, (), seat=0)).value
    if said == DESTROYED:
        return msgspec.structs.replace(state, destroyed=True)
    if said == SHAKEN:
        return msgspec.structs.replace(state, shaken=True)
    if said != DAMAGED:
        return state
    lost = (await damage_roll("What is damaged", seat=0)).value
    if is_too_much(lost, immobilised=state.immobilised, disarmed=state.weapon_lost):
        return msgspec.structs.replace(state, destroyed=True)
    if lost == IMMOBILISED:
        return msgspec.structs.replace(state, immobilised=True)
    return msgspec.structs.replace(state, weapon_lost=True)


async def struck_often(state: State, hits: int, pen: int, armour: int, *so_far: Hashable) -> State:
    """Hits, one after another, until it is destroyed; `so_far` is what else matters by then."""
    for left in range(hits, 0, -1):
        if state.destroyed:
            break
        await Settled(("hits left", left, hits, state, *so_far))
        state = await struck(state, pen, armour, "A hit on the machine")
    return state


def against(pen: int, armour: int) -> str:
    """What a hit needs, in words."""
    return armour_roll(pen, armour, "", (), 0).needs if affects(pen, armour) else f"nothing: armour {armour} is proof"


class Hit(Machine, frozen=True, kw_only=True):
    """Hits on a machine."""

    by: Annotated[str, field("By", "what hits it", choices=HITTERS)] = "rpg"
    facing: Facing = "side"
    hits: Annotated[int, field("Hits", "how many hits", ge=1, le=12)] = 1


def machine_hit(given: Hit, options: Options) -> Asked:
    """D6 and penetration against armour, for every hit."""
    pen, armour = pen_by(given.by, options), getattr(given, given.facing)

    async def trial() -> Found:
        return (await struck_often(untouched(given), given.hits, pen, armour)).found

    return Asked(against(pen, armour), (), trial)


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


def shot_at_machine(given: ShotAtMachine, options: Options) -> Asked:
    """To hit, and for every hit penetration against armour."""
    row = weapon_of(given.weapon, options)
    aimed = takes_aim(given, row, options)
    shot = shot_of(given, given.weapon, aimed=aimed)
    dice = dice_of(shot, given.shooters * (1 if aimed else rate_of_fire(row, options)), options)
    armour = getattr(given, given.facing)

    async def trial() -> Found:
        hits = sum(one.hits for one in await roll_hits(dice, why="Shots at the machine", seat=0))
        await Settled(("hits", hits))
        return {"hits": hits, **(await struck_often(untouched(given), hits, row.pen, armour)).found}

    target = needed_of(shot, options)
    return Asked(f"{target} to hit, then {against(row.pen, armour)}", target.modifiers, trial)


class Assaulted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Infantry that has assaulted a wheeled or tracked vehicle."""

    rear: Annotated[int, field("Rear", "armour", role="target", fact="rear", ge=0, le=20)] = 3
    immobilised: Annotated[bool, field("Immobilised", "already", role="target", fact="immobilised")] = False
    weapon_lost: Annotated[
        bool, field("Weapon lost", "already, or it never had one", role="target", fact="weapon_lost")
    ] = False
    men: Annotated[int, field("Men", "models that assault it", role="attacker", fact="men", ge=1, le=12)] = 6
    grenades: Annotated[bool, field("Grenades", "one roll for all of them, at +3")] = False


def assault_machine(given: Assaulted, _options: Options) -> Asked:
    """A roll for each man against the rear armour, or a single one with grenades."""
    pen, rolls = (GRENADES, 1) if given.grenades else (0, given.men)
    state = State(given.immobilised, given.weapon_lost)

    async def trial() -> Found:
        return (await struck_often(state, rolls, pen, given.rear)).found

    return Asked(against(pen, given.rear), (), trial)


QUESTIONS = (
    Question(
        "machine-hit",
        "Hits on a vehicle or a mecha: what becomes of it?",
        Hit,
        machine_hit,
        ("sotr.gap.vehicle-damage", "sotr.rpg.anti-armor"),
        title="Hits on a machine",
        leaves=LEAVES_MACHINE,
    ),
    Question(
        "shooting-machine",
        "Weapons of one kind are fired at a vehicle or a mecha.",
        ShotAtMachine,
        shot_at_machine,
        ("sotr.shoot.roll", "sotr.gap.vehicle-damage"),
        title="Shooting at a machine",
        leaves=LEAVES_MACHINE,
    ),
    Question(
        "assault-machine",
        "Infantry assaults a vehicle.",
        Assaulted,
        assault_machine,
        ("sotr.gap.vehicle-hth",),
        title="Infantry against a vehicle",
        leaves=LEAVES_MACHINE,
    ),
)

"""Hits of one kind that have been scored: what they do to a unit and its nerve; and damage on its own."""

from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Found, Staged, asks, field
from sandtable.play.script import Play
from sandtable.rulesets.d10.fire.shooting import struck
from sandtable.rulesets.d10.harm.damage import wounds_from, wounds_of
from sandtable.rulesets.d10.harm.toughness import FACES, Hit
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Battle

from .bare import Party, battle, hits_and_fate, staged, too_weak
from .fields import (
    ANY_VEHICLE,
    LEAVES_TARGET,
    NONE,
    Face,
    Leader,
    Size,
    TargetPanicked,
    Toughness,
    Vehicle,
    VehicleLeft,
    foot_card,
    vehicle_card,
)
from .shooting import HARM, Bailing, Exposed, check_exposed, on_foot, vehicle_hit

AntiTank = Annotated[int, field("AT", "the weapon's AT number; 0 if it has none", ge=0, le=3)]
Blast = Annotated[bool, field("Blast", "counts against vehicles without a roof")]
Shaped = Annotated[bool, field("Shaped charge", "a Panzerfaust or rocket launcher: side skirts stop it")]

# ---- damage on its own


class Damaging(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hits of one kind that have been allocated."""

    hits: Annotated[int, field("Hits", ge=1, le=30)] = 1
    strength: Annotated[int, field("Strength", "of the weapon, in the band it is used in", ge=1, le=10)] = 4
    at: AntiTank = 0
    toughness: Toughness = 4
    size: Size = 2
    vehicle: Annotated[
        str, field("Vehicle", "its T and size count", role="target", fact="vehicle", choices=ANY_VEHICLE)
    ] = NONE
    face: Face = "front"
    blast: Blast = False
    shaped: Shaped = False
    close: Annotated[bool, field("In contact", "struck in close combat")] = False
    exempt: Annotated[bool, field("Grenades or charges", "in contact they hurt armour however weak they are")] = False


@asks(
    "damage",
    "Damage rolls",
    clauses=(
        "d10.test.damage",
        "d10.test.table",
        "d10.gap.damage-stat",
        "d10.gap.wounds",
        "d10.gap.tag-at",
        "d10.gap.tag-armoured",
        "d10.gap.vehicle-facing",
    ),
)
def damage(given: Damaging, options: Options) -> Staged:
    """Hits have been allocated: how many do harm?"""
    if given.vehicle == NONE:
        card = foot_card("individual", toughness=given.toughness, size=given.size)  # on whom all of them fall
    else:
        card = vehicle_card(given.vehicle)
    hit = Hit(
        given.hits,
        given.strength,
        given.at,
        FACES.index(given.face),
        given.blast,
        shaped=given.shaped,
        close=given.close,
        exempt=given.exempt and given.close,
    )

    state = battle(options, Party("We", foot_card("squad"), 1, 1), Party("They", card, 1, 1))

    async def suffer(play: Play[Battle]) -> int:
        return sum((await wounds_from(play, 1, (hit,), play.state.units[1].men, 0)).values())

    def read(_after: Battle, wounds: int, _noted: object) -> Found:
        return {"passed": wounds // wounds_of(hit, card.size), "wounds": wounds}

    return staged(state, suffer, read, too_weak(state, 1, [hit]))


# ---- hits that have been scored


Hits = Annotated[int, field("Hits", "that have been scored", ge=1, le=30)]
Strength = Annotated[int, field("Strength", "of the weapon, in the band it is used in", ge=1, le=10)]


class Suffering(Bailing, frozen=True, kw_only=True):
    """Hits on people on foot, before they are allocated."""

    hits: Hits = 3
    strength: Strength = 4
    exposed: Exposed = 0


@asks(
    "hits-on-unit",
    "Hits on a unit",
    clauses=(*HARM, "d10.morale.unit-casualty", "d10.morale.individual-wounds"),
    leaves=LEAVES_TARGET,
)
def hits_on_unit(given: Suffering, options: Options) -> Staged:
    """Hits on a squad, a gun or an individual: losses, morale."""
    check_exposed(given.exposed, "exposed", given)
    target = on_foot("They", given)
    exposed = 1 if target.card.individual else given.exposed or given.left
    return _suffered(options, target, Hit(given.hits, given.strength), exposed)


class HullStruck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hits on a vehicle."""

    hits: Hits = 1
    strength: Strength = 9
    at: AntiTank = 3
    vehicle: Vehicle = "us.sherman"
    left: VehicleLeft = 4
    face: Face = "front"
    blast: Blast = False
    shaped: Shaped = False
    leader: Leader = 0
    panicked: TargetPanicked = False


@asks(
    "hits-on-vehicle",
    "Hits on a vehicle",
    clauses=(
        *HARM,
        "d10.gap.tag-at",
        "d10.gap.tag-armoured",
        "d10.gap.vehicle-facing",
        "d10.gap.vehicle-damage",
        "d10.morale.individual-wounds",
        "d10.morale.rout-individual",
    ),
    leaves=LEAVES_TARGET,
)
def hits_on_vehicle(given: HullStruck, options: Options) -> Staged:
    """Hits on a vehicle: wounds, whether its crew abandon it."""
    target = vehicle_hit(given.vehicle, given.left, given.leader, panicked=given.panicked)
    hit = Hit(given.hits, given.strength, given.at, FACES.index(given.face), given.blast, shaped=given.shaped)
    return _suffered(options, target, hit, 1)


def _suffered(options: Options, target: Party, hit: Hit, exposed: int) -> Staged:
    """What hits do to a unit, as when they have just been scored."""
    state = battle(options, Party("We", foot_card("squad"), 1, 1), target)
    eligible = state.units[1].men[:exposed]
    weak = too_weak(state, 1, [hit])
    return staged(state, lambda play: struck(play, 0, 1, (hit,), eligible), hits_and_fate(state, 1), weak)

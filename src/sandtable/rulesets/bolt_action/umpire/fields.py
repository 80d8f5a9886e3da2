"""The kinds of input that several questions share, with their limits and words."""

from typing import Annotated, Literal

from sandtable.geometry.units import show
from sandtable.grammar import an
from sandtable.mechanics.questions import Choices, LeavesView, field
from sandtable.rulesets.bolt_action.basics.charts import Weapon, in_a_sentence, printed

Quality = Literal["inexperienced", "regular", "veteran"]
Nation = Annotated[
    Literal["other", "British", "German", "Soviet", "US"],
    field("Nation", "whose they are, where the table plays national rules"),
]
Officer = Annotated[
    Literal["none", "second-lieutenant", "first-lieutenant", "captain", "major"],
    field("Officer", "the best officer in reach"),
]
Cover = Annotated[Literal["none", "soft", "hard", "bunker"], field("Cover", "the best cover of most of the target")]
Facing = Annotated[Literal["front", "side", "rear", "top"], field("Facing", "the armour that is struck")]
VehicleArmour = Literal["armoured-car", "light-tank", "medium-tank", "heavy-tank", "super-heavy-tank"]
StruckFacing = Annotated[Literal["front", "side", "rear"], field("Facing", "the armour that is struck")]
AnyVehicle = Literal["soft-skin", "armoured-car", "light-tank", "medium-tank", "heavy-tank", "super-heavy-tank"]
StruckArmour = Annotated[AnyVehicle, field("Armour", "how well it is armoured", role="target", fact="armour")]

_WEAPONS = printed().weapons
_SHELLS = {
    he: f"{he}: {', '.join(one.name.lower() for one in _WEAPONS.values() if one.he == he)}"
    for he in printed().explosive
}
HighExplosive = Annotated[
    Literal["D2", "D3", "D6", "2D6", "3D6"], field("Shell", "the class of the shell", choices=Choices(_SHELLS))
]

Men = Annotated[int, field("Men", "men in the target unit", role="target", fact="men", ge=1, le=30)]
Hits = Annotated[int, field("Hits", "how many hits", ge=1, le=30)]
Inches = Annotated[float, field("Distance", "distance in inches", ge=0, le=144)]
ShooterQuality = Annotated[Quality, field("Quality", "the shooters' quality", role="shooter", fact="quality")]
ShooterPins = Annotated[int, field("Pins", "pins on the shooters", role="shooter", fact="pins", ge=0, le=12)]
Moving = Annotated[bool, field("On the move", "they shoot on an Advance")]
UnitQuality = Annotated[Quality, field("Quality", "the unit's quality", role="unit", fact="quality")]
UnitPins = Annotated[int, field("Pins", "pin markers", role="unit", fact="pins", ge=0, le=12)]

COVER = {"none": 0, "soft": 1, "hard": 2, "bunker": 3}

FLAMES = {name: row.name for name, row in _WEAPONS.items() if "flamethrower" in row.traits}
_ASK_FLAME = {name: f"{title}: ask about flamethrower" for name, title in FLAMES.items()}
_LOBBED = {
    name: f"{row.name} fires high explosive only: ask about he, shooting-he or indirect"
    for name, row in _WEAPONS.items()
    if row.pen is None and not row.small_arm
}
_NOT_AT_ARMOUR = {
    name: f"{row.name} cannot be fired at armour [ba.armour.small-arms]"
    for name, row in _WEAPONS.items()
    if row.pen is None
}


def _named(*without: dict[str, str]) -> dict[str, str]:
    return {name: row.name for name, row in _WEAPONS.items() if not any(name in other for other in without)}


DIRECT = Choices(_named(FLAMES, _LOBBED), _ASK_FLAME | _LOBBED)
_AT_VEHICLES = {name: f"{title}: ask about flame-at-vehicle" for name, title in FLAMES.items()}
HEAVY = Choices(_named(FLAMES, _NOT_AT_ARMOUR), _AT_VEHICLES | _NOT_AT_ARMOUR)
FLAME = Choices(FLAMES)
SHELLED = Choices({name: row.name for name, row in _WEAPONS.items() if row.he and "indirect" not in row.traits})
ANY_WEAPON = Choices(_named())
LOBBED = Choices(
    {name: row.name for name, row in _WEAPONS.items() if {"indirect", "howitzer"}.intersection(row.traits)}
)


def in_vain(kind: Weapon, distance: float) -> str:
    """That a weapon does not reach its target, and how far it does."""
    return f'impossible ({an(in_a_sentence(kind))} reaches {show(kind.reach)}, not {distance:g}")'


def men_of(quality: str, men: int) -> str:
    """So many men of a quality: `10 regulars`."""
    word = {"inexperienced": "inexperienced men", "regular": "regulars", "veteran": "veterans"}[quality]
    single = {"inexperienced": "inexperienced man", "regular": "regular", "veteran": "veteran"}[quality]
    return f"{men} {single if men == 1 else word}"


def nation_of(said: str) -> str:
    """A nation as a card has it."""
    return "" if said == "other" else said


def as_it_moves(kind: Weapon, *, moving: bool) -> str:
    """What is to be said of a weapon that men do not fire on the move, and vehicles do."""
    if not moving or "fixed" not in kind.traits:
        return ""
    return f"only from a vehicle: men do not fire {an(in_a_sentence(kind))} on the move [ba.gap.weapon-fixed]"


LEAVES_TARGET = (
    LeavesView("casualties", "target", "men", "subtract"),
    LeavesView("pins", "target", "pins", "add"),
    LeavesView("destroyed", "target", "destroyed", "set"),
)
LEAVES_VEHICLE = (
    LeavesView("knocked_out", "target", "destroyed", "set"),
    LeavesView("immobilised", "target", "immobilised", "set"),
    LeavesView("pins", "target", "pins", "add"),
)
LEAVES_SOFT_SKIN = (
    LeavesView("destroyed", "target", "destroyed", "set"),
    LeavesView("pins", "target", "pins", "add"),
)

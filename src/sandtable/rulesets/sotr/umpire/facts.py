"""What an umpire's list keeps of each unit, and the units of the orders of battle to choose from."""

from typing import Annotated, Any

import msgspec

from sandtable.mechanics.questions import FactView, PresetView, facts_of, field
from sandtable.play.scenario import Enlisted
from sandtable.rulesets.sotr.basics.charts import kinds
from sandtable.rulesets.sotr.setup.forces import Raised, raise_unit, troops

from .fields import ANY_WEAPON, ARMOUR, SIZES, Armour, Size


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A unit on an umpire's list."""

    cool: Annotated[int, field("Cool", ge=0, le=12)] = 7
    officer: Annotated[int, field("Officer's Cool", "0 for none", ge=0, le=12)] = 0
    men: Annotated[int, field("Models on their feet", ge=0, le=30)] = 8
    down: Annotated[int, field("Models DOWN", ge=0, le=30)] = 0
    weapon: Annotated[str, field("Weapon", "what most of them carry", choices=ANY_WEAPON)] = "rifle"
    armour: Annotated[Armour, field("Armour")] = "unarmored"
    close_weapon: Annotated[bool, field("Close Combat Weapons")] = False
    disorganized: Annotated[bool, field("Disorganized")] = False
    fleeing: Annotated[bool, field("Fleeing")] = False
    suppressed: Annotated[bool, field("Suppressed")] = False
    prone: Annotated[bool, field("Prone")] = False
    camo: Annotated[bool, field("Camo cover")] = False
    size: Annotated[Size, field("Size")] = "man"
    horror: Annotated[bool, field("Causes HORROR")] = False
    mindless: Annotated[bool, field("Mindless")] = False
    frenzied: Annotated[bool, field("Frenzied")] = False
    undying: Annotated[bool, field("Undying")] = False
    front: Annotated[int, field("Front armour", "of a machine", ge=0, le=20)] = 0
    side: Annotated[int, field("Side armour", "of a machine", ge=0, le=20)] = 0
    rear: Annotated[int, field("Rear armour", "of a machine", ge=0, le=20)] = 0
    immobilised: Annotated[bool, field("Immobilised")] = False
    weapon_lost: Annotated[bool, field("Weapon lost")] = False
    destroyed: Annotated[bool, field("Destroyed")] = False


_MARKERS = ("down", "disorganized", "fleeing", "suppressed", "prone", "immobilised", "weapon_lost", "destroyed")
FACTS: list[FactView] = facts_of(Kept, markers=_MARKERS)
_ARMOUR = {column: name for name, column in ARMOUR.items()}
_SIZES = {size: name for name, size in SIZES.items()}


def presets() -> list[PresetView]:
    """Every troop of the orders of battle."""
    return [_preset(raise_unit(Enlisted(troop), "orders of battle", troop)) for troop in troops()]


def _preset(raised: Raised) -> PresetView:
    card = raised.card
    arms = [recruit.weapons[0] for recruit in raised.figures if recruit.weapons]
    every = [weapon for recruit in raised.figures for weapon in recruit.weapons]
    found: dict[str, Any] = {"cool": card.cool, "men": len(raised.figures), "armour": _ARMOUR[card.armour]}
    found["officer"] = max((recruit.cool for recruit in raised.figures if recruit.rank), default=0)
    if arms:
        found["weapon"] = max(arms, key=arms.count)
    found["close_weapon"] = bool(every) and all(
        any(kinds()[weapon].has("close-combat") for weapon in recruit.weapons) for recruit in raised.figures
    )
    flags = {"camo": "camo", "mindless": "mindless", "frenzied": "frenzy", "undying": "undying"}
    found |= {fact: True for fact, trait in flags.items() if trait in card.traits}
    found |= {"size": _SIZES[card.size], "horror": bool(card.horror)}
    if card.hull:
        found |= dict(zip(("front", "side", "rear"), card.hull, strict=True))
    return PresetView(f"{card.nation} {card.title}", found)

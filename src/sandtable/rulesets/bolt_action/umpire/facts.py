"""What an umpire's list keeps of each unit, and the units of the catalogue to choose from."""

from typing import Annotated, Any, Literal

import msgspec

from sandtable.mechanics.questions import FactView, PresetView, facts_of, field
from sandtable.play.scenario import Enlisted
from sandtable.rulesets.bolt_action.basics.charts import printed
from sandtable.rulesets.bolt_action.setup.forces import Raised, raise_unit, troops

from .fields import ANY_WEAPON, Quality


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A unit on an umpire's list."""

    quality: Annotated[Quality, field("Quality")] = "regular"
    men: Annotated[int, field("Men", ge=0, le=30)] = 10
    weapon: Annotated[str, field("Weapon", "what most of them carry", choices=ANY_WEAPON)] = "rifle"
    pins: Annotated[int, field("Pins", ge=0, le=12)] = 0
    down: Annotated[bool, field("Down")] = False
    nco_lost: Annotated[bool, field("NCO lost")] = False
    tough: Annotated[bool, field("Two attacks each", "assault weapons all round, or tough fighters")] = False
    gun: Annotated[bool, field("A gun and its crew")] = False
    gun_shield: Annotated[bool, field("Gun shield")] = False
    armour: Annotated[
        Literal["none", "soft-skin", "armoured-car", "light-tank", "medium-tank", "heavy-tank", "super-heavy-tank"],
        field("Armour"),
    ] = "none"
    open_topped: Annotated[bool, field("Open-topped")] = False
    immobilised: Annotated[bool, field("Immobilised")] = False
    score: Annotated[int, field("Ranging in needs", "0: nothing yet", ge=0, le=6)] = 0
    fuel: Annotated[bool, field("Fuel left")] = True
    destroyed: Annotated[bool, field("Destroyed")] = False


FACTS: list[FactView] = facts_of(Kept, markers=("pins", "down", "nco_lost", "immobilised", "destroyed"))


def presets() -> list[PresetView]:
    """Every troop of the catalogue as it comes without additions."""
    return [_preset(raise_unit(Enlisted(troop), "catalogue", troop)) for troop in troops()]


def _preset(raised: Raised) -> PresetView:
    card = raised.card
    arms = [figure.weapon for figure in raised.figures if figure.weapon] + [mount.weapon for mount in card.mounts]
    found: dict[str, Any] = {"quality": card.quality, "men": sum(figure.role != "gun" for figure in raised.figures)}
    if card.team or card.mounts:
        found["weapon"] = card.team or card.mounts[0].weapon
    elif arms:
        found["weapon"] = max(arms, key=arms.count)
    if "tough-fighters" in card.traits or (arms and all("assault" in printed().weapons[arm].traits for arm in arms)):
        found["tough"] = not card.mounts
    if card.kind == "artillery":
        found |= {"gun": True, "gun_shield": "gun-shield" in card.traits}
    if card.armour:
        found |= {"armour": card.armour, "open_topped": "open-topped" in card.traits}
    title = f"{card.nation} {card.title[:1].lower()}{card.title[1:]}" if card.nation else card.title
    return PresetView(title, found)

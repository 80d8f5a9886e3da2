"""What an umpire's list keeps of each team, and the teams of the force lists to choose from."""

from collections import Counter
from typing import Annotated, Any, Literal

import msgspec

from sandtable.mechanics.questions import FactView, PresetView, facts_of, field
from sandtable.play.scenario import Enlisted
from sandtable.rulesets.skirmish41.basics.charts import weapons
from sandtable.rulesets.skirmish41.basics.forces import LEADERS, Raised, raise_team, troops

from .fields import ANY_VEHICLE, ANY_WEAPON, GUNS, HAND_HELD, NONE, SMALL_ARMS


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A team on an umpire's list; the figures of a vehicle are its crew."""

    vehicle: Annotated[str, field("Vehicle", choices=ANY_VEHICLE)] = NONE
    men: Annotated[int, field("Figures left", ge=0, le=12)] = 4
    strength: Annotated[int, field("At the start", ge=1, le=12)] = 4
    rating: Annotated[int, field("Actions each", ge=1, le=3)] = 2
    wounded: Annotated[int, field("Wounded", ge=0, le=12)] = 0
    suppression: Annotated[int, field("Suppression markers", ge=0, le=9)] = 0
    weapon: Annotated[str, field("Weapon", choices=ANY_WEAPON)] = "rifle"
    bearers: Annotated[int, field("Figures with it", ge=0, le=12)] = 3
    second_weapon: Annotated[str, field("Second weapon", choices=ANY_WEAPON)] = "smg"
    second_bearers: Annotated[int, field("Figures with the second", ge=0, le=12)] = 0
    anti_tank: Annotated[str, field("Anti-tank weapon", choices=ANY_WEAPON)] = "panzerfaust"
    gun: Annotated[str, field("Gun", choices=ANY_WEAPON)] = "gun-75"
    weapons: Annotated[int, field("Vehicle's weapons", ge=0, le=4)] = 0
    drive: Annotated[Literal["wheeled", "half-tracked", "tracked"], field("Drive")] = "wheeled"
    optics: Annotated[bool, field("Binoculars or scope")] = False
    led: Annotated[bool, field("NCO, officer or support weapon")] = True
    command: Annotated[bool, field("Command group or 1 action each")] = False
    flamethrower: Annotated[bool, field("Flamethrower")] = False
    grenades: Annotated[int, field("Grenades left", ge=0, le=12)] = 0
    spotted: Annotated[bool, field("Spotted")] = False
    moved: Annotated[bool, field("Moved")] = False
    fired: Annotated[bool, field("Fired")] = False
    under_fire: Annotated[bool, field("Under fire")] = False
    routing: Annotated[bool, field("Routing")] = False
    stuck: Annotated[bool, field("Stuck")] = False
    immobile: Annotated[bool, field("Immobile")] = False
    destroyed: Annotated[bool, field("Destroyed")] = False


MARKERS = ("spotted", "moved", "fired", "under_fire", "routing", "stuck", "immobile", "destroyed", "suppression")
FACTS: list[FactView] = facts_of(Kept, markers=MARKERS)


def presets() -> list[PresetView]:
    """Every troop of the force lists."""
    return [_preset(raise_team(Enlisted(troop), "force lists", troop)) for troop in troops()]


def _arms(raised: Raised) -> list[tuple[str, int]]:
    """The small arms of a team with how many have them, machine guns first; of a vehicle its machine guns."""
    if raised.card.vehicle:
        return [("vehicle-mg", len(raised.card.mounts))] if raised.card.mounts else []
    counts = Counter(
        next(arm for arm in one.arms if arm in SMALL_ARMS.labels) for one in raised.figures if _armed(one.arms)
    )
    order = list(counts)
    return sorted(counts.items(), key=lambda pair: (not weapons()[pair[0]].has("mg"), -pair[1], order.index(pair[0])))


def _armed(arms: tuple[str, ...]) -> bool:
    return any(arm in SMALL_ARMS.labels for arm in arms)


def _preset(raised: Raised) -> PresetView:
    """A team as it begins."""
    card, figures = raised.card, raised.figures
    found: dict[str, Any] = {"men": len(figures), "strength": len(figures), "rating": figures[0].rating}
    arms = _arms(raised)
    found["bearers"] = 0
    for (weapon, many), (name, bearers) in zip(
        arms, (("weapon", "bearers"), ("second_weapon", "second_bearers")), strict=False
    ):
        found[name], found[bearers] = weapon, many
    carried = [*(arm for one in figures for arm in one.arms), *raised.items]
    for arm in carried:
        if arm in HAND_HELD.labels:
            found["anti_tank"] = arm
    if card.gun in GUNS.labels:
        found["gun"] = card.gun
    if card.vehicle:
        found |= {"vehicle": card.troop, "weapons": len(card.mounts) + bool(card.gun), "drive": card.drive}
    if card.has("binoculars") or any(arm in weapons() and weapons()[arm].has("optics") for arm in carried):
        found["optics"] = True
    support = card.kind == "gun" or card.has("tripod") or card.has("support")
    found["led"] = support or any(one.role in LEADERS for one in figures) or card.vehicle
    if card.has("command") or all(one.rating == 1 for one in figures):
        found["command"] = True
    if "flamethrower" in carried:
        found["flamethrower"] = True
    if raised.items.count("grenade"):
        found["grenades"] = raised.items.count("grenade")
    return PresetView(f"{card.nation} {card.title}", found)

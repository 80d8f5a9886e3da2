"""What an umpire's list keeps of each unit, and the units of the force lists to choose from."""

from collections import Counter
from typing import Annotated, Any

import msgspec

from sandtable.mechanics.questions import FactView, PresetView, facts_of, field
from sandtable.play.scenario import Enlisted
from sandtable.rulesets.d10.basics.charts import weapons
from sandtable.rulesets.d10.setup.forces import Raised, raise_unit, troops
from sandtable.rulesets.d10.state import Kind

from .fields import ANY_VEHICLE, ANY_WEAPON, NONE


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A unit on an umpire's list. What is left is counted in models, of an individual or a vehicle in wounds."""

    kind: Annotated[Kind, field("Kind")] = "squad"
    vehicle: Annotated[str, field("Vehicle", choices=ANY_VEHICLE)] = NONE
    left: Annotated[int, field("Models or wounds left", ge=0, le=30)] = 9
    whole: Annotated[int, field("At the start", ge=1, le=30)] = 9
    shooting: Annotated[int, field("SH", ge=1, le=10)] = 4
    assault: Annotated[int, field("AS", ge=1, le=10)] = 4
    toughness: Annotated[int, field("T", ge=1, le=10)] = 4
    command: Annotated[int, field("CM", ge=1, le=10)] = 5
    size: Annotated[int, field("Size", ge=1, le=9)] = 2
    weapon: Annotated[str, field("Weapon", choices=ANY_WEAPON)] = "rifle"
    bearers: Annotated[int, field("Models with it", ge=1, le=20)] = 7
    second_weapon: Annotated[str, field("Second weapon", choices=ANY_WEAPON)] = "mg42"
    second_bearers: Annotated[int, field("Models with the second", ge=0, le=9)] = 0
    six_shots: Annotated[bool, field("MG 42 on a tripod")] = False
    panzerfausts: Annotated[int, field("Panzerfausts left", ge=0, le=9)] = 0
    charges: Annotated[int, field("Demolition charges left", ge=0, le=9)] = 0
    moved: Annotated[bool, field("Moved")] = False
    hold: Annotated[bool, field("On Hold")] = False
    panicked: Annotated[bool, field("Panicked")] = False
    routed: Annotated[bool, field("Routed")] = False
    destroyed: Annotated[bool, field("Destroyed")] = False


FACTS: list[FactView] = facts_of(Kept, markers=("moved", "hold", "panicked", "routed", "destroyed"))


def presets() -> list[PresetView]:
    """Every troop of the force lists."""
    return [_preset(raise_unit(Enlisted(troop), "force lists", troop)) for troop in troops()]


def arms_of(raised: Raised) -> list[tuple[str, int]]:
    """The weapons of a unit with how many have them: what a crew serve first, then what most have.

    An individual fires one of its weapons, a vehicle all of them.
    """
    if raised.card.kind == "individual":
        return [(raised.models[0].weapons[0], 1)]
    bases = raised.models if raised.gun is None else (raised.gun, *raised.models)
    counts = Counter(weapon for base in bases for weapon in base.weapons)
    order = list(counts)
    return sorted(
        counts.items(), key=lambda pair: (not weapons()[pair[0]].has("served"), -pair[1], order.index(pair[0]))
    )


def _preset(raised: Raised) -> PresetView:
    """A unit as it begins."""
    card = raised.card
    whole = card.wounds if card.individual else len(raised.models)
    found: dict[str, Any] = {"kind": card.kind, "left": whole, "whole": whole}
    for stat in ("shooting", "assault", "toughness", "command", "size"):
        found[stat] = getattr(card, stat)
    arms = arms_of(raised)
    found["weapon"], found["bearers"] = arms[0]
    if len(arms) > 1:
        found["second_weapon"], found["second_bearers"] = arms[1]
    if card.vehicle:
        found["vehicle"] = card.troop
    if card.has("six-shots"):
        found["six_shots"] = True
    for item, fact in (("panzerfaust", "panzerfausts"), ("satchel", "charges")):
        if item in raised.items:
            found[fact] = raised.items.count(item)
    return PresetView(f"{card.nation} {card.title}", found)

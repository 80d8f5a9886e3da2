"""Vehicles that are struck: what a form says of one, how it is raised on a bare table, and what becomes of it."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from sandtable.mechanics.questions import Found, field
from sandtable.play.shown import Fact
from sandtable.rulesets.bolt_action.fire.armour import NO_DAMAGE
from sandtable.rulesets.bolt_action.state import Battle, Mount

from .bare import NOT_TESTED, Party, Read, officer, vehicle_card
from .fields import Nation, Officer, Quality, StruckArmour, VehicleArmour, nation_of

THE_VEHICLE = "the vehicle"
BURNER = (Mount("flamethrower-vehicle", "hull"),)
KINDS = ("massive", "full", "superficial")  # of damage, the worst first


class Unpinned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A vehicle before it is struck, without pins whatever has been."""

    armour: StruckArmour = "medium-tank"
    crew: Annotated[Quality, field("Crew", "the crew's quality", role="target", fact="quality")] = "regular"
    crew_officer: Officer = "none"
    crew_nation: Nation = "other"
    open_topped: Annotated[bool, field("Open-topped", "its top is open", role="target", fact="open_topped")] = False
    immobilised: Annotated[
        bool, field("Immobilised", "it is immobilised already", role="target", fact="immobilised")
    ] = False
    carries_flame: Annotated[
        bool, field("Carries a flamethrower", "a danger to it where the table plays it so [ba.gap.flamethrower-risk]")
    ] = False


class Hull(Unpinned, frozen=True, kw_only=True):
    """A vehicle, as it stands before it is struck."""

    crew_pins: Annotated[
        int, field("Pins", "pins the vehicle already has", role="target", fact="pins", ge=0, le=12)
    ] = 0


class Armoured(Hull, frozen=True, kw_only=True):
    """An armoured vehicle."""

    armour: Annotated[VehicleArmour, field("Armour", "how well it is armoured", role="target", fact="armour")] = (
        "medium-tank"
    )


def hull(given: Hull) -> tuple[Party, ...]:
    """The vehicle, and the best officer in reach of it: to be put behind the one unit of ours."""
    return hull_with(given, given.crew_pins)


def hull_with(given: Unpinned, pins: int) -> tuple[Party, ...]:
    """The vehicle with so many pins, and the officer."""
    return (
        vehicle(
            THE_VEHICLE, given.armour, given.crew, pins, open_topped=given.open_topped,
            immobilised=given.immobilised, mounts=BURNER if given.carries_flame else (),
            nation=nation_of(given.crew_nation),
        ),
        *officer(given.crew_officer, 1),
    )  # fmt: skip


def vehicle(  # what is known of it
    name: str,
    armour: str,
    crew: Quality,
    pins: int,
    *,
    open_topped: bool = False,
    immobilised: bool = False,
    mounts: tuple[Mount, ...] = (),
    nation: str = "",
) -> Party:
    """A vehicle of which only so much is known."""
    card = vehicle_card(armour, crew, open_topped=open_topped, mounts=mounts, nation=nation)
    return Party(name, card, ("vehicle",), fields={"pins": pins, "immobilised": immobilised})


FATE = frozenset({*(f"{kind} damage" for kind in KINDS), "halted", "pinned", "checked"})  # what is noted for that


def vehicle_fate(state: Battle, noted: Mapping[Fact, int | str], number: int, own: str = "") -> dict[str, Any]:
    """What has become of a vehicle, by the names that all questions have for it; a soft-skin is destroyed or it is not."""
    unit = state.units[number]
    found = {
        "damage": next((kind for kind in KINDS if (number, f"{kind} damage") in noted), NO_DAMAGE),
        "knocked_out": not unit.alive,
        "immobilised": unit.alive and unit.immobilised,
        "halted": unit.alive and (number, "halted") in noted,
        "pins": noted.get((number, "pinned"), 0),
        "morale": noted.get((number, "checked"), NOT_TESTED),
    }
    if unit.card.soft:
        found = {name: found[name] for name in ("knocked_out", "pins", "morale")}
    return {f"{own}{name}": value for name, value in found.items()}


def what_became(own: Mapping[int, str], *, damage: bool = True) -> Read:
    """What has become of some vehicles, each under names that begin so, the worst damage if asked."""

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        found: dict[str, Any] = {}
        for number, name in own.items():
            found |= vehicle_fate(after, noted, number, name)
        return found if damage else {name: value for name, value in found.items() if name != "damage"}

    return read


def wrecked(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
    """What has become of a vehicle that is there or not."""
    return {"pins": noted.get((1, "pinned"), 0), "destroyed": not after.units[1].alive}

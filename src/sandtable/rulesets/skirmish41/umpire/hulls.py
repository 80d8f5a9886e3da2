"""Vehicles of questions: who sits in them, and what becomes of them and their crews."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.play.shown import Fact
from sandtable.rulesets.skirmish41.basics.facing import Aspect
from sandtable.rulesets.skirmish41.state import Battle, Card

from .bare import FATE, NO_TEST, Man, Party, Read, checked, men_of
from .fields import (
    Crew,
    CrewRating,
    CrewWounded,
    Flank,
    HullDown,
    Passengers,
    TargetSuppression,
    Vehicle,
    Weapons,
    vehicle_card,
)

HULL_FATE = (*FATE, "stopped")  # what is noted of a vehicle
DAMAGED = (*HULL_FATE, "struck")


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A vehicle with its crew inside."""

    vehicle: Vehicle = "gb.sherman"
    crew: Crew = 5
    wounded: CrewWounded = 0
    rating: CrewRating = 2
    suppression: TargetSuppression = 0
    passengers: Passengers = 0
    weapons: Weapons = 3
    flank: Flank = False
    hull_down: HullDown = False

    @property
    def aspect(self) -> Aspect:
        """How it is struck."""
        return Aspect(self.flank, self.hull_down)


def hull(given: Any, number: int) -> tuple[Party, ...]:
    """The vehicle that a form speaks of, which is team `number`, and those who ride in it."""
    card = armed(vehicle_card(given.vehicle), given.weapons)
    fields = {"suppression": given.suppression, "wrecked": wrecked(card, given.weapons)}
    crew = crew_of(given.crew, given.wounded, given.rating)
    riders = (Party("passengers", men_of(given.passengers, 0), side=number, aboard=number),) if given.passengers else ()
    return (Party("the vehicle", crew, card, fields=fields), *riders)


def crew_of(crew: int, wounded: int, rating: int) -> tuple[Man, ...]:
    """A crew: the driver is one of the unhurt, if anybody is."""
    checked(wounded, crew, "wounded", "wounded")
    men = [Man("crewman", (), rating, int(place < wounded)) for place in range(crew)]
    return (*men[:-1], men[-1]._replace(role="driver"))


def armed(card: Card, working: int) -> Card:
    """A vehicle with so many weapons at least: crews add some of their own."""
    more = working - len(card.mounts) - bool(card.gun)
    return replace(card, mounts=(*card.mounts, *(f"added {number}" for number in range(more)))) if more > 0 else card


def wrecked(card: Card, working: int) -> tuple[str, ...]:
    """The weapons of a vehicle that are out of order, where so many work."""
    return (*([card.gun] if card.gun else []), *card.mounts)[working:]


def hull_fate(before: Battle, number: int, *, told: bool = True) -> Read:
    """What has become of a vehicle, its crew and whom it carries; and what struck it, if that is to be told."""

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> dict[str, Any]:
        was, now = before.units[number], after.units[number]
        found: dict[str, Any] = {"damage": noted.get((number, "struck"), "none")} if told else {}
        fuses = [fuse.turn - after.turn for fuse in after.fuses]
        riders = [place for place, unit in enumerate(before.units) if unit.aboard == number]
        return {
            **found,
            "lost": len(was.men) - len(now.men),
            "passengers_lost": sum(len(before.units[one].men) - len(after.units[one].men) for one in riders),
            "passengers_suppressed": any(after.units[one].suppression for one in riders),
            "wounded": sum(after.figures[man].wounds > 0 for man in now.men),
            "markers": max(0, now.suppression - was.suppression),
            "weapons_lost": len(now.wrecked) - len(was.wrecked),
            "immobile": (number, "stopped") in noted,
            "explodes_in": fuses[0] if fuses else 0,
            "morale": noted.get((number, "morale"), NO_TEST),
            "destroyed": now.afoot or not now.men,
        }

    return read


def shot_and_fate(before: Battle) -> Read:
    """Whether a vehicle of theirs was hit, and what that has done to it."""
    become = hull_fate(before, 1)
    return lambda after, found, noted: {"hit": bool(noted.get((1, "hits"), 0)), **become(after, found, noted)}

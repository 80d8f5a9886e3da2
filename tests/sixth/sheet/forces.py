"""The catalogue: weapons and troops as the file has them, and the units of a force with their models."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from sandtable.geometry.units import inches
from sandtable.grammar import numbered
from sandtable.mechanics.clauses import rule
from sandtable.play.scenario import Scenario
from sandtable.table.data import DataError
from sandtable.table.layout import Base

from .state import Card, Model, Unit

FOOT = Base(height=inches(1), radius=inches(0.5))


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon: its range in inches and its dice; one that is `set_up` does not shoot after a move."""

    id: str
    title: str
    range: int
    dice: int
    set_up: bool = False


class Men(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Models that are alike, and how many."""

    role: str
    weapon: str
    x: int = 1


class Troop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the catalogue."""

    id: str
    title: str
    symbol: str
    points: int
    nerve: int
    models: tuple[Men, ...]


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The catalogue as it is written."""

    weapon: tuple[Weapon, ...]
    troop: tuple[Troop, ...]


@cache
def catalogue() -> Catalogue:
    """The file."""
    text = files(__package__).joinpath("catalogue.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Catalogue)


@cache
@rule("sheet.shoot.range")
def weapons() -> dict[str, Weapon]:
    """Weapons by their id."""
    return {weapon.id: weapon for weapon in catalogue().weapon}


@cache
def troops() -> dict[str, Troop]:
    """Troops by their id."""
    return {troop.id: troop for troop in catalogue().troop}


def card_for(troop: Troop) -> Card:
    """What a unit of a troop keeps of its entry."""
    return Card(troop.id, troop.title, troop.symbol, troop.points, troop.nerve)


def raise_forces(scenario: Scenario) -> tuple[tuple[Model, ...], tuple[Unit, ...]]:
    """The models and units of both sides; says what is wrong with an entry otherwise."""
    figures: list[Model] = []
    units: list[Unit] = []
    for side, force in enumerate(scenario.forces):
        for place, entry in enumerate(force.units):
            troop = troops().get(entry.troop)
            if troop is None:
                key = f"forces[{side}].units[{place}].troop"
                raise DataError(scenario.name, key, f"{entry.troop!r} is none of {', '.join(troops())}")
            models = [Model(len(units), men.role, men.weapon) for men in troop.models for _ in range(men.x)]
            men = tuple(range(len(figures), len(figures) + len(models)))
            name = entry.name or numbered(troop.title, [unit.name for unit in units])
            units.append(Unit(name, side, men, card_for(troop), strength=len(men)))
            figures += models
    return tuple(figures), tuple(units)

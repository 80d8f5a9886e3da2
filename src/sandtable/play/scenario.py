"""Scenarios: a map, two forces and what is fought over. One file can serve every rulebook that knows its troops."""

from typing import Any

import msgspec

from sandtable.table.maps import Battlefield


class Enlisted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One unit of a force as its player writes it down: a troop id, and what is unusual about this one."""

    troop: str
    name: str = ""
    quality: str = ""
    men: int = 0
    add: tuple[str, ...] = ()
    aboard: str = ""


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side: who they are, and what they bring."""

    name: str
    nation: str
    units: tuple[Enlisted, ...]


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A battle to fight. `rules` holds what each rulebook wants to know of it, by the rulebook's name."""

    name: str
    title: str
    about: str
    battlefield: Battlefield
    forces: tuple[Force, Force]
    rules: dict[str, dict[str, Any]] = {}

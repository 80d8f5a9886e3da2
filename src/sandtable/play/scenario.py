"""Scenarios: a map, two forces and what is fought over. One file can serve every rulebook that knows its troops."""

from typing import Annotated, Any, Literal

import msgspec

from sandtable.table.maps import Battlefield

Task = Literal["", "meeting", "assault"]
Seat = Annotated[int, msgspec.Meta(ge=0, le=1)]


class Enlisted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One unit of a force as its player writes it down: a troop id, and what is unusual about this one.

    `otherwise` has fields of its entry in the catalogue that are not as they are printed: points, a statistic, a weapon.
    """

    troop: str
    name: str = ""
    quality: str = ""
    men: int = 0
    add: tuple[str, ...] = ()
    aboard: str = ""
    otherwise: dict[str, Any] = {}


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side: who they are, and what they bring."""

    name: str
    nation: str
    units: tuple[Enlisted, ...]


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A battle to fight. `rules` holds what each rulebook wants to know of it, by the rulebook's name.

    `task` is for those that it does not name: a meeting of two forces, or an assault by one of them, the `attacker`, on
    ground that the other holds. Each rulebook has a mission of its own for either.
    """

    name: str
    title: str
    about: str
    battlefield: Battlefield
    forces: tuple[Force, Force]
    rules: dict[str, dict[str, Any]] = {}
    task: Task = ""
    attacker: Seat = 0

    def leaves_to(self, book: str) -> bool:
        """Whether a rulebook has only the task to go by."""
        return bool(self.task) and book not in self.rules

"""Hits on a Unit whose Teams are alike: who takes them, Saves, losses and markers."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.rulesets.fraley.saves import Save, held_by, who_fails
from sandtable.rulesets.fraley.suppression import MOST

from .fields import count_of


class Load(NamedTuple):
    """What lies on one Team: pooled hits, plain and harsh, and Saves against AT weapons by number, dice and reroll."""

    plain: int = 0
    harsh: int = 0
    weapons: tuple[tuple[int, int, bool], ...] = ()

    @property
    def allotments(self) -> int:
        """How often it has been given something: an AT weapon's hits are one."""
        return self.plain + self.harsh + len(self.weapons)


def dealt(loads: Sequence[Load], plain: int, harsh: int) -> tuple[Load, ...]:
    """Pooled hits spread evenly over Teams, harsh ones first; in the end the Teams are in order of what lies on them."""
    found = list(loads)
    for place in range(plain + harsh):
        fewest = min(range(len(found)), key=lambda team: (found[team].allotments, team))
        load = found[fewest]
        found[fewest] = load._replace(harsh=load.harsh + 1) if place < harsh else load._replace(plain=load.plain + 1)
    return tuple(sorted(found, reverse=True))


def saves_for(loads: Sequence[Load], needed: int, *, ran: bool, row: str) -> tuple[Save, ...]:
    """The Saves of all Teams: pooled ones against a number, those against AT weapons with their own."""
    found: list[Save] = []
    for team, load in enumerate(loads):
        plain, harsh = (0, load.plain + load.harsh) if ran else (load.plain, load.harsh)
        if plain:
            found.append(Save(team, needed, plain, because=(row,)))
        if harsh:
            why = "fraley.action.run-save-penalty" if ran else "fraley.hit.one-or-less"
            found.append(Save(team, needed, harsh, again=True, because=(row, why)))
        found += [Save(team, number, dice, again, (row,)) for number, dice, again in load.weapons]
    return tuple(found)


async def lost_of(saves: tuple[Save, ...]) -> int:
    """How many Teams fail one of the Saves that lie on them."""
    held = held_by(saves)

    def kinds(some: tuple[Save, ...]) -> tuple[int, ...]:
        known: dict[object, int] = {}
        return tuple([known.setdefault(held[one.team], one.team) for one in some])

    def why(some: tuple[Save, ...]) -> str:
        dice = some[0].dice
        return f"Saves of {count_of(len(some), 'Team')}{'' if dice == 1 else f', {dice} dice each'}"

    return len(await who_fails(saves, kinds, why, 1))


class Marked(NamedTuple):
    """Markers on a Unit: Teams that have one, and those that have two."""

    suppressed: int
    doubled: int


def marked(left: int, markers: int) -> Marked:
    """So many markers on so many Teams: a second one only when all have one, never a third."""
    placed = min(MOST * left, markers)
    return Marked(min(left, placed), max(0, placed - left))

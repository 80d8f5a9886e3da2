"""The tables of the book as they are printed, for what no battle changes: names, notes, mounts, clauses.

Numbers stand in the tables of a battle's options: `state.options.tables`.
"""

from functools import cache

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.sheet import Tables, Vehicle, Weapon


@cache
def printed() -> Tables:
    """All tables."""
    return Options().tables


@rule("fraley.weapon.columns", "fraley.unit.team-types")
def weapons() -> dict[str, Weapon]:
    """Every weapon by its id."""
    return printed().weapons


@rule("fraley.tank.example-stats", "fraley.armor.classes", "fraley.gap.soft-skinned", "fraley.gap.other-armor")
def vehicles() -> dict[str, Vehicle]:
    """Every vehicle by its id."""
    return printed().tanks

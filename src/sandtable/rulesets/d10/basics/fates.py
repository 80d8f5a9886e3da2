"""Whom a check is due from and what a failed one does, and what enemies do to a rally check: from numbers alone."""

from sandtable.geometry.units import show
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, felt
from sandtable.rulesets.d10.options import Options

from .charts import MEDIUM, SHORT

CASUALTIES = ("casualties, below half", "d10.morale.unit-casualty")
WOUNDS = ("wounds below half", "d10.morale.individual-wounds")
LOST = ("lost a close combat", "d10.morale.lost-combat")


def less_than_half(left: int, whole: int) -> bool:
    """Whether less than half is left."""
    return left * 2 < whole


def at_most_half(left: int, whole: int) -> bool:
    """Whether half or less is left."""
    return left * 2 <= whole


@rule("d10.morale.unit-casualty", "d10.morale.individual-wounds")
def check_after_fire(left: int, whole: int, *, individual: bool, options: Options) -> tuple[str, str] | None:
    """The check of a unit that has suffered losses by fire, with its clause: only with less than half left."""
    table = options.tables.morale
    due = table.individual_wounds if individual else table.unit_casualty
    if not due.holds(left, whole):
        return None
    return WOUNDS if individual else CASUALTIES


@rule("d10.morale.lost-combat", "d10.gap.combat-result", "d10.gap.vehicle-assault", "d10.morale.unit-not-in-cc")
def checks_after_combat(
    left: int, whole: int, lost: int, *, individual: bool, vehicle: bool, loser: bool, options: Options
) -> list[tuple[str, str]]:
    """The checks of a unit after a round of close combat: a wounded individual's own, and that of whoever lost it.

    All units take the latter; by the switch a vehicle only if it lost wounds.
    """
    wounded = individual and lost and options.tables.morale.individual_wounds.holds(left, whole)
    found = [WOUNDS] if wounded else []
    spared = options.only_hurt_vehicles_check and vehicle and not lost
    return [*found, LOST] if loser and not spared else found


@rule("d10.morale.panic-unit", "d10.morale.panic-individual", "d10.morale.rout-unit", "d10.morale.rout-individual")
@rule("d10.gap.panic-again")
def is_routed(left: int, whole: int, *, individual: bool, panicked: bool, options: Options) -> bool:
    """Whether a failed check means rout: with less than half left, and by some switches at half or in a second panic."""
    table = options.tables.morale
    routed = table.rout_individual if individual else table.rout_unit
    if routed.holds(left, whole):
        return True
    if options.exactly_half == "rout" and routed.touches(left, whole):
        return True
    return options.second_panic_routs and panicked


def _within(reach: int) -> str:
    """Where enemies are, in words."""
    far = show(reach).rstrip('"')
    return f"enemies in sight within {far} inches"


@rule("d10.rally.medium", "d10.rally.short")
def rally_modifiers(distance: int | None, options: Options) -> list[Modifier]:
    """What enemies in sight do to a rally check: the nearer band counts alone, unless they stack."""
    tables = options.tables
    if distance is None or distance > tables.reaches[MEDIUM]:
        return []
    medium = tables.rally.medium.because(_within(tables.reaches[MEDIUM]))
    if distance > tables.reaches[SHORT]:
        return felt([medium])
    short = tables.rally.short.because(_within(tables.reaches[SHORT]))
    return felt([short, medium] if options.rally_modifiers_stack else [short])

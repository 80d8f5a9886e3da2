"""Whom a check is due from and what a failed one does, and what enemies do to a rally check: from numbers alone."""

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier

from .charts import MEDIUM, REACHES, SHORT
from .options import Options

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
def check_after_fire(left: int, whole: int, *, individual: bool) -> tuple[str, str] | None:
    """The check of a unit that has suffered losses by fire, with its clause: only with less than half left."""
    if not less_than_half(left, whole):
        return None
    return WOUNDS if individual else CASUALTIES


@rule("d10.morale.lost-combat", "d10.gap.combat-result", "d10.gap.vehicle-assault", "d10.morale.unit-not-in-cc")
def checks_after_combat(
    left: int, whole: int, lost: int, *, individual: bool, vehicle: bool, loser: bool
) -> list[tuple[str, str]]:
    """The checks of a unit after a round of close combat: a wounded individual's own, and that of whoever lost it.

    A vehicle takes the latter only if it lost wounds.
    """
    found = [WOUNDS] if individual and lost and less_than_half(left, whole) else []
    return [*found, LOST] if loser and (lost or not vehicle) else found


@rule("d10.morale.panic-unit", "d10.morale.panic-individual", "d10.morale.rout-unit", "d10.morale.rout-individual")
@rule("d10.gap.panic-again")
def is_routed(left: int, whole: int, *, panicked: bool, options: Options) -> bool:
    """Whether a failed check means rout: with less than half left, and by some switches at half or in a second panic."""
    if less_than_half(left, whole):
        return True
    if options.exactly_half == "rout" and at_most_half(left, whole):
        return True
    return options.second_panic_routs and panicked


@rule("d10.rally.medium", "d10.rally.short")
def rally_modifiers(distance: int | None, *, stack: bool) -> list[Modifier]:
    """What enemies in sight do to a rally check: the nearer band counts alone, unless they stack."""
    if distance is None or distance > REACHES[MEDIUM]:
        return []
    medium = Modifier(-1, "enemies in sight within 24 inches", "d10.rally.medium")
    if distance > REACHES[SHORT]:
        return [medium]
    short = Modifier(-2, "enemies in sight within 12 inches", "d10.rally.short")
    return [short, medium] if stack else [short]

"""Distances that a die says in an assault: charging further, breaking off and pursuit."""

from typing import Annotated

import msgspec

from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.questions import Asked, Found, Question, field
from sandtable.rulesets.fraley.break_off import distance_die
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.teams import REACH


class Breaking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Team of a Unit that breaks off, straight away from its attackers over open ground."""

    gap: Annotated[float, field("Gap", "inches between it and the nearest attacker", ge=0, le=12)] = 0.0
    pursues: Annotated[bool, field("Pursuit", "the attackers follow straight after it")] = True
    stays: Annotated[bool, field("Heavy gun", "it does not move")] = False
    safe: Annotated[bool, field("Unsuppressed tank", "a Tank Team without a marker is not overrun")] = False


def break_off(given: Breaking, _options: Options) -> Asked:
    """A die to fall back and a die to follow: within two inches of the attackers it is lost."""

    async def trial() -> Found:
        back = (await distance_die("Breaks off", 1, "fraley.assault.break-off-move")).value
        after = (await distance_die("Pursues", 0, "fraley.assault.pursuit")).value if given.pursues else 0
        gap = inches(given.gap) + (0 if given.stays else back * INCH) - after * INCH
        return {"falls_back": back, "pursuit": after, "gets_clear": given.safe or gap > REACH}

    return Asked(f"more than {REACH // INCH} inches away in the end", (), trial)


class Charging(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Suppressive fire has killed every enemy whom the charge could have reached."""

    distance: Annotated[float, field("Distance", "inches to the nearest enemy who is left", ge=0, le=30)] = 14.0
    charge: Annotated[int, field("Charge", "12 inches; a tank's own Move where the table plays it so", ge=1, le=20)] = (
        12
    )


def charge_further(given: Charging, _options: Options) -> Asked:
    """One die is added to the charge."""
    short = inches(given.distance) - given.charge * INCH
    least = max(1, -(-short // INCH))

    async def trial() -> Found:
        more = (await distance_die("Charges further", 0, "fraley.assault.extra-move")).value
        return {"reach": given.charge + more, "contact": more >= least}

    return Asked(f"{least}+" if least <= 6 else "impossible (too far)", (), trial)


QUESTIONS = (
    Question(
        "break-off",
        "A Unit breaks off and its attackers follow: does it get clear?",
        Breaking,
        break_off,
        ("fraley.assault.break-off-move", "fraley.assault.pursuit", "fraley.assault.overrun"),
        title="Breaking off and pursuit",
    ),
    Question(
        "charge-further",
        "Suppressive fire has killed all enemies in reach: do the chargers reach others?",
        Charging,
        charge_further,
        ("fraley.assault.extra-move",),
        title="Charging further",
    ),
)

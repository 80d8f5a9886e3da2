"""Distances that a die says in an assault: charging further, breaking off and pursuit."""

from typing import Annotated, Any

import msgspec

from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.questions import Found, Staged, asks, field
from sandtable.play.script import Play
from sandtable.rulesets.fraley.melee.assault import charges_further_by
from sandtable.rulesets.fraley.melee.break_off import falls_back_by, is_overrun, pursues_by
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle

from .bare import Lot, Noted, Party, battle, staged, vehicle

THEY, WE = 0, 1  # who breaks off, and the attackers
HEAVY_GUN, TANK = "pak40", "m4-sherman"  # any would do


class Breaking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Team of a Unit that breaks off, straight away from its attackers over open ground."""

    gap: Annotated[float, field("Gap", "inches between it and the nearest attacker", ge=0, le=12)] = 0.0
    pursues: Annotated[bool, field("Pursuit", "the attackers follow straight after it")] = True
    stays: Annotated[bool, field("Heavy gun", "it does not move")] = False
    safe: Annotated[bool, field("Unsuppressed tank", "a Tank Team without a marker is not overrun")] = False


@asks(
    "break-off",
    "Breaking off and pursuit",
    clauses=("fraley.assault.break-off-move", "fraley.assault.pursuit", "fraley.assault.overrun"),
)
def break_off(given: Breaking, options: Options) -> Staged:
    """A Unit breaks off and its attackers follow: does it get clear?"""
    team = vehicle(TANK) if given.safe else Lot(1, "gun", (HEAVY_GUN,)) if given.stays else Lot()
    state = battle(options, Party("They", lots=(team,), side=1), Party("We"))
    (man,) = state.units[THEY].men

    async def leave(play: Play[Battle]) -> tuple[int, int]:
        back = await falls_back_by(play, THEY)
        return back, await pursues_by(play, WE) if given.pursues else 0

    def read(after: Battle, gone: tuple[int, int], _noted: Noted) -> Found:
        back, followed = gone
        return told(after, man, back, followed, inches(given.gap) + (0 if given.stays else back) - followed)

    return staged(state, leave, read)


def told(state: Battle, figure: int, back: int, followed: int, gap: int) -> dict[str, Any]:
    """What the dice said, and whether a Team so far from its attackers in the end gets clear."""
    clear = not is_overrun(state, figure, gap)
    return {"falls_back": back // INCH, "pursuit": followed // INCH, "gets_clear": clear}


class Charging(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Suppressive fire has killed every enemy whom the charge could have reached."""

    distance: Annotated[float, field("Distance", "inches to the nearest enemy who is left", ge=0, le=30)] = 14.0
    charge: Annotated[int, field("Charge", "12 inches; a tank's own Move where the table plays it so", ge=1, le=20)] = (
        12
    )


@asks("charge-further", "Charging further", clauses=("fraley.assault.extra-move",))
def charge_further(given: Charging, options: Options) -> Staged:
    """Suppressive fire has killed all enemies in reach: do the chargers reach others?"""
    state, far = battle(options, Party("We")), inches(given.distance)

    def read(_after: Battle, extra: int, _noted: Noted) -> Found:
        reach = given.charge * INCH + extra
        return {"reach": reach // INCH, "contact": far <= reach}

    return staged(state, lambda play: charges_further_by(play, 0), read)

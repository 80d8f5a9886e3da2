"""Tank Teams that come to Difficult and Very Difficult Terrain."""

from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Settled, field
from sandtable.rulesets.fraley.charts import vehicles
from sandtable.rulesets.fraley.crossing import crossing_die
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import CHECKS

from .activation import checked
from .fields import VEHICLES, CcReroll, Training


class Crossing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Vehicles on their way across terrain."""

    training: Training = "veteran"
    vehicle: Annotated[str, field("Vehicle", role="unit", fact="vehicle", choices=VEHICLES)] = "m4-sherman"
    terrain: Annotated[
        Literal["difficult", "very-difficult"],
        field("Terrain", "difficult: hedges, walls, streams; very difficult: woods, bocage, rubble"),
    ] = "very-difficult"
    tanks: Annotated[int, field("Vehicles", "how many cross it", role="unit", fact="teams", ge=1, le=12)] = 1
    features: Annotated[int, field("Features", "how many each crosses in this Move", ge=1, le=4)] = 1
    cc_reroll: CcReroll = False


def crossing(given: Crossing, _options: Options) -> Asked:
    """2+, or a Training Check; whoever fails stops and is suppressed."""
    sure = "terrain-reroll" in vehicles()[given.vehicle].traits
    needed = 2 if given.terrain == "difficult" else CHECKS[given.training]

    async def trial() -> Found:
        stuck, granted = 0, given.cc_reroll
        for tank in range(1, given.tanks + 1):
            for feature in range(given.features):
                await Settled((tank, feature, stuck, granted))
                across, used = await _across(given, needed, f"Vehicle {tank} crosses", sure=sure, granted=granted)
                granted = granted and not used
                if not across:
                    stuck += 1
                    break
        return {"stuck": stuck, "across": given.tanks - stuck}

    return Asked(f"{needed}+{', failures again' if sure else ''}", (), trial)


async def _across(given: Crossing, needed: int, why: str, *, sure: bool, granted: bool) -> tuple[bool, bool]:
    """Whether one gets across, and whether the CC's reroll was used for it: not by those who have one of their own."""
    for because in ((), ("fraley.tank.terrain-reroll",)) if sure else ((),):
        says = f"{why}{' once more' if because else ''}"
        if given.terrain == "difficult":
            if (await crossing_die(says, 0, *because)).value:
                return True, False
        else:
            clauses = ("fraley.terrain.tank-very-difficult", *because)
            check = await checked(granted and not sure, needed, says, *clauses)
            if check.passed or check.rerolled:
                return check.passed, check.rerolled
    return False, False


QUESTIONS = (
    Question(
        "crossing",
        "Do Tank Teams get across terrain?",
        Crossing,
        crossing,
        (
            "fraley.terrain.tank-difficult",
            "fraley.terrain.tank-very-difficult",
            "fraley.terrain.failed-crossing",
            "fraley.tank.terrain-reroll",
        ),
        title="Tanks in terrain",
        leaves=(LeavesView("stuck", "unit", "suppressed", "add"),),
    ),
)

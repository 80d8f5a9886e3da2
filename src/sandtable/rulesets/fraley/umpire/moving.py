"""Tank Teams that come to Difficult and Very Difficult Terrain."""

from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.questions import Found, LeavesView, Staged, asks, field
from sandtable.rulesets.fraley.move.crossing import Contact, roll_across
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle

from .bare import Noted, Party, battle, granted, staged, vehicle
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


@asks(
    "crossing",
    "Tanks in terrain",
    clauses=(
        "fraley.terrain.tank-difficult",
        "fraley.terrain.tank-very-difficult",
        "fraley.terrain.failed-crossing",
        "fraley.tank.terrain-reroll",
    ),
    leaves=(LeavesView("stuck", "unit", "suppressed", "add"),),
)
def crossing(given: Crossing, options: Options) -> Staged:
    """Do Tank Teams get across terrain?"""
    unit = Party("We", given.training, (vehicle(given.vehicle, given.tanks),), tank=True)
    state = battle(options, unit, *granted(given.cc_reroll))
    very = given.terrain == "very-difficult"
    met = tuple(Contact(place, place, very, f"{given.terrain} terrain") for place in range(given.features))
    ways = tuple((tank, met) for tank in state.units[0].men)

    def read(_after: Battle, failed: tuple[tuple[int, Contact], ...], _noted: Noted) -> Found:
        return {"stuck": len(failed), "across": given.tanks - len(failed)}

    return staged(state, lambda play: roll_across(play, 0, ways), read)

"""Who sits in a vehicle or rides on it, and who of them can be struck where he is."""

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.skirmish41.state import Battle

from .units import passengers


def aboard(state: Battle, vehicle: int) -> list[int]:
    """Everybody in a vehicle: its crew and whom it carries."""
    return [man for team in (vehicle, *passengers(state, vehicle)) for man in state.units[team].men]


@rule("sk.veh.occupants", "sk.gap.vehicle-open")
def exposed(state: Battle, vehicle: int) -> list[int]:
    """Those in a vehicle whom small arms can strike: everybody in an open one, else whoever rides on its deck."""
    unit = state.units[vehicle]
    crew = unit.men if unit.card.open else ()
    return [*crew, *(man for team in passengers(state, vehicle) for man in state.units[team].men)]

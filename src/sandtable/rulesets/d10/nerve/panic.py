"""Where a panicked unit may go (d10.gap.panic-move)."""

from sandtable.geometry.measure_kernels import nearest
from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal
from sandtable.play.walks import March
from sandtable.rulesets.d10.basics.sight import nearest_seen
from sandtable.rulesets.d10.basics.units import on_table
from sandtable.rulesets.d10.state import Battle, Place5
from sandtable.table.layout import rows

CLAUSE = "d10.gap.panic-move"


def nearest_visible(state: Battle, number: int) -> tuple[int, int] | None:
    """The gap to the nearest enemy model that a unit sees, and that model; None if it sees none."""
    unit = state.units[number]
    foes = [man for other in on_table(state, 1 - unit.side) for man in state.units[other].men]
    if not foes or not unit.men:
        return None
    return nearest_seen(state, unit.men, foes, [state.options.tables.farthest] * len(unit.men))


@rule("d10.gap.panic-move")
def ends_nearer(state: Battle, number: int, places: list[Place5]) -> Refusal | None:
    """Whether a panicked unit that ends at these places is nearer to the nearest visible enemy than it began."""
    found = nearest_visible(state, number)
    if found is None:
        return None
    before, foe = found
    there = state.layout.placed(places)
    after = int(nearest(there.bodies, rows(state.units[number].men), rows((foe,)))[0])
    if after >= before:
        return None
    name = state.units[state.figures[foe].unit].name
    why = f"a panicked unit does not end its move nearer to {name}"
    return Refusal(why, (CLAUSE,), measured=after, allowed=before, remedy="go elsewhere, or stay")


def runs_nearer(state: Battle, number: int, march: March) -> Refusal | None:
    """The same for a march."""
    return ends_nearer(state, number, [(walk.figure, *walk.points[-1], 0, 0) for walk in march.walks])

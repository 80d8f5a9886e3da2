"""What an indirect weapon may fire at: what its crew or its spotter sees."""

from collections.abc import Sequence

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.sight import seen_groups
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.table.layout import rows

from .arms import Aimed, Arm, concealed, covers, observers, shown_rows
from .battlefield import sight


def seen_by_observers(state: Battle, number: int, wanted: Sequence[Aimed]) -> list[Aimed]:
    """The targets that the crew or the spotter of an indirect weapon sees; friends in the way do not matter."""
    view, groups = shown_rows(state, sight(state), wanted)
    seen = seen_groups(view, rows(observers(state, number)), groups)
    return [
        target for target, found in zip(wanted, seen, strict=True) if found and not concealed(state, number, target)
    ]


@rule("ba.gap.spotter", "ba.gap.weapon-fixed")
def indirect_targets(state: Battle, number: int, arm: Arm, wanted: Sequence[Aimed]) -> list[Aimed]:
    """What an indirect weapon may fire at: what its crew or its spotter sees, within its arc if it is Fixed."""
    seen = seen_by_observers(state, number, wanted)
    view, groups = shown_rows(state, sight(state), seen)
    return [target for target, figures in zip(seen, groups, strict=True) if covers(arm, view.bodies, figures)]

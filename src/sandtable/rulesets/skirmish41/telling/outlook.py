"""What a team sees from where it stands: each enemy with his cover and what hides him, and the ground around."""

from typing import Any

from sandtable.geometry.hug_kernels import hugging_lines
from sandtable.geometry.kernel import Ints
from sandtable.mechanics.lines import field_seen, sighting, what_cuts
from sandtable.play.shown import Field, Sighting
from sandtable.rulesets.skirmish41.basics.charts import ENDLESS
from sandtable.rulesets.skirmish41.basics.forces import bases
from sandtable.rulesets.skirmish41.basics.sight import eyes, look, table
from sandtable.rulesets.skirmish41.basics.terrain import HUG
from sandtable.rulesets.skirmish41.basics.units import on_table, who
from sandtable.rulesets.skirmish41.state import Battle

BLOCKED = ("sk.gap.line-of-sight", "sk.spot.woods")


def _viewers(state: Battle, number: int) -> tuple[int, ...]:
    return tuple(man for man in eyes(state, number) if state.layout.on_table(man))


def outlook(state: Battle, number: int, *, rays: bool = False) -> list[Sighting]:
    """What a team makes of each enemy team on the table, from where its figures stand in this state."""
    unit = state.units[number]
    viewers = _viewers(state, number) if unit.alive else ()
    if not viewers:
        return []
    foes = [foe for foe in on_table(state, 1 - unit.side) if state.layout.on_table(state.units[foe].bodies[0])]
    return [_sighting(state, viewers, foe, rays=rays) for foe in foes]


def _sighting(state: Battle, viewers: tuple[int, ...], foe: int, *, rays: bool) -> Sighting:
    targets = state.units[foe].bodies
    return sighting(
        state.layout,
        foe,
        viewers,
        targets,
        look(state, viewers, targets),
        ("figures", lambda what: what_cuts(state, what, who, "too far"), BLOCKED),
        rays=rays,
    )


def field_of(state: Battle, number: int) -> Field:
    """Which ground a team sees."""

    def look_out(bodies: Ints, viewers: Ints, rest: Ints, terms: tuple[Any, ...]) -> Ints:
        edges, pieces, groups, sizes, thick, close = terms
        found: Ints = hugging_lines(bodies, viewers, rest, ENDLESS, edges, pieces, groups, sizes, thick, close, HUG)[0]
        return found

    return field_seen(state, table(state), bases()["foot"], _viewers(state, number), look_out)

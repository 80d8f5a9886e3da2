"""What a team sees from where it stands: each enemy with his cover and what hides him, and the ground around."""

from sandtable.geometry.hug_kernels import hugging_lines
from sandtable.geometry.kernel import Ints
from sandtable.mechanics.lines import Watched, field, outermost, sighting, what_cuts
from sandtable.mechanics.pieces import raised
from sandtable.play.shown import Field, Sighting
from sandtable.table.layout import rows

from .charts import ENDLESS
from .forces import bases
from .sight import eyes, look, table
from .state import Battle
from .terrain import HUG
from .units import on_table, who

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
    at = table(state)
    edges, pieces, _, _, thick, close = at.rest

    def cast(watched: Watched, viewer: int, rest: Ints) -> Ints:
        terms = (edges, pieces, watched.groups, watched.sizes, thick, close)
        found: Ints = hugging_lines(watched.bodies, rows((viewer,)), rest, ENDLESS, *terms, HUG)[0]
        return found

    return field(
        (state.width, state.depth),
        state.ground,
        raised(state),
        bases()["foot"],
        (at.bodies, at.groups, at.sizes),
        len(state.units),
        outermost(state.layout, _viewers(state, number)),
        cast,
    )

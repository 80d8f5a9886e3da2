"""What a unit sees from where it stands: each enemy with his cover and what hides him, and the ground around."""

from sandtable.geometry.kernel import Ints
from sandtable.geometry.line_kernels import lines
from sandtable.mechanics.lines import Watched, field, outermost, sighting, what_cuts
from sandtable.mechanics.pieces import raised
from sandtable.play.shown import Field, Sighting
from sandtable.table.layout import rows

from .forces import bases
from .sight import FARTHEST, look, table
from .state import Battle
from .units import on_table, who

BLOCKED = ("d10.gap.line-of-sight", "d10.shoot.check-los-range")


def _viewers(state: Battle, number: int) -> tuple[int, ...]:
    return tuple(man for man in state.units[number].men if state.layout.on_table(man))


def outlook(state: Battle, number: int, *, rays: bool = False) -> list[Sighting]:
    """What a unit makes of each enemy unit on the table, from where its models stand in this state."""
    unit = state.units[number]
    viewers = _viewers(state, number) if unit.alive else ()
    if not viewers:
        return []
    return [_sighting(state, viewers, foe, rays=rays) for foe in on_table(state, 1 - unit.side)]


def _sighting(state: Battle, viewers: tuple[int, ...], foe: int, *, rays: bool) -> Sighting:
    targets = state.units[foe].men
    return sighting(
        state.layout,
        foe,
        viewers,
        targets,
        look(state, viewers, targets),
        ("models", lambda what: what_cuts(state, what, who, "beyond 48 inches"), BLOCKED),
        rays=rays,
    )


def field_of(state: Battle, number: int) -> Field:
    """Which ground a unit sees."""
    at = table(state)
    edges, pieces, _, _, thick, close = at.rest

    def cast(watched: Watched, viewer: int, rest: Ints) -> Ints:
        terms = (edges, pieces, watched.groups, watched.sizes, thick, close)
        found: Ints = lines(watched.bodies, rows((viewer,)), rest, FARTHEST, *terms)[0]
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

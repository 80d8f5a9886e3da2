"""Lines of sight and distances between models: asked for groups at once, and kept for as long as nobody moves."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sandtable.geometry import glimpse_kernels as glimpses
from sandtable.geometry import ground as flat
from sandtable.geometry import line_kernels as kernels
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import in_ring
from sandtable.geometry.ray_kernels import touches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.lines import Sighted
from sandtable.rulesets.d10.state import Battle, Model
from sandtable.table.layout import rows
from sandtable.table.remembered import Remembered

from .terrain import CLOSE, THICK, sight_effect

SNIPER_MOVED = 2  # the size of a sniper who has moved


class Table(NamedTuple):
    """What all lines on a table have in common; `rest` is what kernels take after bodies and groups of them."""

    bodies: Ints
    edges: Ints
    pieces: Ints
    groups: Ints
    sizes: Ints
    farthest: int
    rest: tuple[Ints, Ints, Ints, Ints, int, int]


def _groups(figures: tuple[Model, ...]) -> Ints:
    return ints([model.unit for model in figures])


def _sizes(figures: tuple[Model, ...]) -> Ints:
    return ints([model.size for model in figures])


groups = Remembered(_groups)
_SIZES = Remembered(_sizes)


@rule("d10.shoot.own-squad-transparent", "d10.gap.unit-us-sniper", "d10.gap.unit-de-sniper")
def _sizes_now(state: Battle) -> Ints:
    """How large everybody is to lines: who may not be in the way is nothing; snipers who moved are as large as a man."""
    sizes = _SIZES(state.figures)
    if not state.options.other_models_block_los:
        return sizes * 0
    up = [man for unit in state.units if unit.moved and "sniper" in unit.card.rules for man in unit.men]
    if up:
        sizes = sizes.copy()
        sizes[up] = SNIPER_MOVED
    return sizes


def _table(state: Battle) -> Table:
    ground = state.ground
    edges, pieces, units, sizes = ground.edges, ground.for_sight(sight_effect), groups(state.figures), _sizes_now(state)
    far = state.options.tables.farthest
    return Table(state.layout.bodies, edges, pieces, units, sizes, far, (edges, pieces, units, sizes, THICK, CLOSE))


_TABLES: Remembered[Battle, Table] = Remembered(_table, most=8)
# By the bodies: lines between some and others, with the pieces they were cast over.
_LINES: Remembered[Ints, dict[object, tuple[Ints, Ints]]] = Remembered(lambda _: {}, most=4)


def table(state: Battle) -> Table:
    """The table as lines are cast on it."""
    return _TABLES(state)


@rule("d10.gap.line-of-sight", "d10.gap.measuring", "d10.gap.cover", "d10.shoot.check-los-range")
def cast(state: Battle, viewers: Iterable[int], targets: Iterable[int]) -> Ints:
    """What each viewer makes of each target, as the kernel says it."""
    at = table(state)
    known = _LINES(at.bodies)
    one, other = tuple(viewers), tuple(targets)
    key = (one, other, at.sizes.tobytes(), at.farthest)
    found = known.get(key)
    if found is None or found[0] is not at.pieces:  # smoke may have come or gone
        found = known[key] = at.pieces, kernels.lines(at.bodies, rows(one), rows(other), at.farthest, *at.rest)
    return found[1]


def look(state: Battle, viewers: Iterable[int], targets: Iterable[int]) -> list[list[Sighted]]:
    """What each viewer makes of each target, by name."""
    return [
        [Sighted(gap, seen == 1, cover, cut_by) for gap, seen, cover, cut_by in line]
        for line in cast(state, viewers, targets).tolist()
    ]


@rule("d10.gap.tag-indirect", "d10.gap.cover")
def shelters(state: Battle, figures: Iterable[int]) -> list[int]:
    """The best cover that each model stands in or against: what counts from above, where no line is looked along."""
    at = table(state)
    found = []
    for figure in figures:
        x, y = state.layout.point(figure)
        best = 0
        for number, row in enumerate(at.pieces.tolist()):
            inside = row[flat.CLOSED] and in_ring(at.edges, row[flat.FIRST], row[flat.COUNT], x, y)
            if row[flat.CLASS] > best and (inside or touches(at.bodies, figure, at.edges, at.pieces, number)):
                best = row[flat.CLASS]
        found.append(best)
    return found


def sees_any(state: Battle, viewers: Sequence[int], targets: Sequence[int]) -> bool:
    """Whether any viewer sees any target within 48 inches."""
    at = table(state)
    return bool(glimpses.glimpsed(at.bodies, rows(tuple(viewers)), rows(tuple(targets)), at.farthest, *at.rest))


def units_seen(state: Battle, viewers: tuple[int, ...], units: Sequence[int]) -> list[int]:
    """Those of some units of which any viewer sees anybody within 48 inches."""
    at = table(state)
    men = rows(tuple([man for unit in units for man in state.units[unit].men]))
    found = glimpses.groups_glimpsed(at.bodies, rows(viewers), men, at.farthest, len(units), *at.rest).tolist()
    return [unit for unit in units if found[unit]]


def gaps_seen(
    state: Battle, viewers: tuple[int, ...], units: Sequence[int], reaches: tuple[int, ...]
) -> dict[int, int]:
    """The gap to the nearest model of each unit that any viewer sees within its reach, for those of which there is one."""
    at = table(state)
    men = rows(tuple([man for unit in units for man in state.units[unit].men]))
    found = glimpses.gaps_glimpsed(at.bodies, rows(viewers), men, rows(reaches), *at.rest).tolist()
    return {unit: found[unit] for unit in units if found[unit] >= 0}


def nearest_seen(
    state: Battle, viewers: Sequence[int], targets: Sequence[int], reaches: Sequence[int]
) -> tuple[int, int] | None:
    """The gap to the nearest target that any viewer sees within its reach, and that target; None if there is none."""
    at = table(state)
    one, other, far = rows(tuple(viewers)), rows(tuple(targets)), rows(tuple(reaches))
    gap, row = glimpses.nearest_glimpsed(at.bodies, one, other, far, *at.rest)
    return None if gap < 0 else (int(gap), int(row))


def watched(
    state: Battle, movers: tuple[int, ...], places: Ints, watchers: tuple[int, ...], reaches: tuple[int, ...]
) -> list[int]:
    """At which moments of a move any watcher sees any mover within its reach: 1 for each."""
    at = table(state)
    found = glimpses.moments_glimpsed(at.bodies, rows(movers), places, rows(watchers), rows(reaches), *at.rest)
    seen: list[int] = found.tolist()
    return seen

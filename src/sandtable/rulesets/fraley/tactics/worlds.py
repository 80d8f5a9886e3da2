"""The table as it would be after a march."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.geometry.kernel import Ints, ints
from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.basics.sight import table
from sandtable.rulesets.fraley.state import Battle


class Way(NamedTuple):
    """A march, and whether it is one at all: to stay is a way, too."""

    march: March
    moves: bool


def there(view: Battle, march: March) -> Battle:
    """The view with Teams at the end of a march."""
    layout = view.layout
    ends = [(walk.figure, *walk.points[-1], _face(view, march, walk), 0) for walk in march.walks]
    figures = list(view.figures)
    for walk in march.walks:
        team = figures[walk.figure]
        face = _face(view, march, walk)
        turret = team.turret if team.turret < 0 else face
        moved = team.moved or walk.points[-1] != walk.points[0]
        if moved != team.moved or turret != team.turret:
            figures[walk.figure] = replace(team, moved=moved, turret=turret, dug_in=team.dug_in and not moved)
    return replace(view, layout=layout.placed(ends), figures=tuple(figures))


def ends(view: Battle, ways: Sequence[Way]) -> Ints:
    """Where the same Teams stand at the end of each of some ways, as kernels take it: whoever moves has his turret ahead."""
    turrets = table(view).turrets.tolist()
    return ints([[_end(view, way, walk, turrets[walk.figure]) for walk in way.march.walks] for way in ways])


def _end(view: Battle, way: Way, walk: Walk, turret: int) -> tuple[int, int, int, int, int]:
    face = _face(view, way.march, walk)
    return walk.figure, *walk.points[-1], face, face if way.moves and turret >= 0 else turret


def _face(view: Battle, march: March, walk: Walk) -> int:
    if walk.face is not None:
        return walk.face
    return view.layout.bearing(walk.figure) if march.face is None else march.face

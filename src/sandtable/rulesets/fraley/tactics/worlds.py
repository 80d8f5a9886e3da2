"""The table as it would be after a march."""

from msgspec.structs import replace

from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.state import Battle


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


def _face(view: Battle, march: March, walk: Walk) -> int:
    if walk.face is not None:
        return walk.face
    return view.layout.bearing(walk.figure) if march.face is None else march.face

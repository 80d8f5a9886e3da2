"""What a side knows of the other: unspotted teams are markers on the table, and face-down counters tell nothing.

An unspotted team is veiled by putting it back to how it was listed: all its figures, none of them on the table, nothing
having happened to them. In its place, as in that of a dummy, lies a marker like any other.
"""

from msgspec.structs import replace

from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.table.remembered import Remembered

from .state import Battle, Figure, Harm, Marker, Unit
from .units import who

UNSEEN = "an unseen team"
SOMEBODY = "somebody unseen"
HULLS = ("hull", "gun")


@rule("sk.gap.spotted-status")
def hides_from(state: Battle, unit: Unit, side: int | None) -> bool:
    """Whether a team is unknown to a side; spectators know only what both sides know. Solo forces stand in the open.

    A team that is still to be set up looks the same: nobody is to tell which marker came when. Riders are as well known
    as their vehicle.
    """
    if unit.side == side or state.solo:
        return False
    if unit.place == "aboard":
        return not state.units[unit.aboard].spotted
    return unit.alive and not unit.spotted


def called(state: Battle, number: int) -> str:
    """A team's name as it may be said aloud: dice are thrown in the open, so an unspotted team is not named."""
    unit = state.units[number]
    return UNSEEN if hides_from(state, unit, 1 - unit.side) else unit.name


def spoken_of(state: Battle, figure: int) -> str:
    """A figure as it may be spoken of aloud."""
    unit = state.units[state.figures[figure].unit]
    return SOMEBODY if hides_from(state, unit, 1 - unit.side) else who(state, figure)


def as_seen(state: Battle, seat: int | None) -> Battle:
    """The state as a seat may know it."""
    side = None if seat is None else state.side_of(seat)
    return known_to(state, side)


def known_to(state: Battle, side: int | None) -> Battle:
    """The state as a side may know it."""
    if state.solo:
        return _covered(state)
    known = _VEILED(state)
    if side not in known:
        known[side] = _veil(state, side)
    return known[side]


_VEILED: Remembered[Battle, dict[int | None, Battle]] = Remembered(lambda _: {}, most=8)


@rule("sk.solo.setup")
def _cover(state: Battle) -> Battle:
    """Counters of the solo side lie face down: nobody knows a portal from an event or a dummy."""
    if all(marker.known for marker in state.markers):
        return state
    return replace(state, markers=tuple(face_down(marker) for marker in state.markers))


_covered: Remembered[Battle, Battle] = Remembered(_cover, most=8)


def face_down(marker: Marker) -> Marker:
    """A counter as it lies there: where, and what it is only if that is known."""
    return marker if marker.known else Marker("unknown", marker.at)


def _veil(state: Battle, side: int | None) -> Battle:
    hidden = [number for number, unit in enumerate(state.units) if hides_from(state, unit, side)]
    if not hidden:
        return state
    gone = tuple(row for row, figure in enumerate(state.figures) if figure.unit in hidden and figure.out != "captured")
    lists: dict[int, list[int]] = {number: [] for number in hidden}
    figures = [_without_hint(figure, gone, hidden) for figure in state.figures]
    for row in gone:
        figures[row] = _as_listed(state.figures[row])
    for row, figure in enumerate(figures):
        if figure.unit in lists:
            lists[figure.unit].append(row)
    units = [_scrubbed(unit, hidden) for unit in state.units]
    for number in hidden:
        units[number] = _listed(units[number], lists[number], figures)
    return replace(
        state,
        layout=state.layout.taken_off(gone),
        figures=tuple(figures),
        units=tuple(units),
        acting=-1,
        unknown=tuple(mark for mark in state.unknown if mark[0] != side),
    )


def _as_listed(figure: Figure) -> Figure:
    """A figure as the lists have it."""
    return Figure(*(figure.listed or (figure.unit, figure.role, figure.arms, figure.rating)))


def _without_hint(figure: Figure, gone: tuple[int, ...], hidden: list[int]) -> Figure:
    """A figure without what would tell which unseen figure it carries, or which unseen team it fired at."""
    if figure.carries not in gone and figure.aimed not in hidden:
        return figure
    carries = -1 if figure.carries in gone else figure.carries
    return replace(figure, carries=carries, aimed=-1 if figure.aimed in hidden else figure.aimed)


def _listed(unit: Unit, rows: list[int], figures: list[Figure]) -> Unit:
    """A team as the lists have it: everybody, and its gun or hull."""
    hull = next((row for row in rows if figures[row].role in HULLS), -1)
    men = tuple(row for row in rows if row != hull)
    return Unit(unit.name, unit.side, men, unit.card, place="table", strength=len(men), hull=hull)


def _scrubbed(unit: Unit, hidden: list[int]) -> Unit:
    """A team without what would tell which unseen team it has to do with."""
    changes: dict[str, object] = {}
    if any(harm.team in hidden for harm in unit.shot_by):
        changes["shot_by"] = tuple(
            Harm(-1, harm.figures, harm.what, harm.afv) if harm.team in hidden else harm for harm in unit.shot_by
        )
    if any(team in hidden for team in unit.marked_by):
        changes["marked_by"] = tuple(-1 if team in hidden else team for team in unit.marked_by)
    if any(team in hidden for team, _ in unit.holes):
        changes["holes"] = tuple((-1 if team in hidden else team, hits) for team, hits in unit.holes)
    if unit.foe in hidden:
        changes["foe"] = -1
    if unit.ranged[0] in hidden:
        changes["ranged"] = (-1, -1)
    return replace(unit, **changes) if changes else unit


def marks_of(state: Battle) -> tuple[tuple[int, int, int], ...]:
    """The markers of all unspotted teams and dummies: sorted, so that they tell nothing but where they lie."""
    hidden = (
        number for number, unit in enumerate(state.units) if unit.place == "table" and hides_from(state, unit, None)
    )
    return tuple(sorted(marker_of(state, number) for number in hidden if state.units[number].bodies))


@rule("sk.gap.spotted-status")
def lay_marks(play: Play[Battle]) -> None:
    """Markers lie where unspotted teams are now: that much everybody sees."""
    if play.state.solo:
        return
    marks = marks_of(play.state)
    if marks != play.state.unknown:
        play.tell("markers moved", "sk.gap.spotted-status", sets={"battle": {"unknown": marks}})


def marker_of(state: Battle, number: int) -> tuple[int, int, int]:
    """The marker of an unspotted team: whose it is and where it lies."""
    unit = state.units[number]
    return unit.side, *state.layout.point(unit.bodies[0])

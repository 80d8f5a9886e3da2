"""What a side knows of the other: unspotted teams are markers on the table, and face-down counters tell nothing.

An unspotted team is veiled by putting it back to how it was listed: all its figures, none of them on the table, nothing
having happened to them. In its place, as in that of a dummy, lies a marker like any other.
"""

from msgspec.structs import replace

from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.units import who
from sandtable.rulesets.skirmish41.state import Battle, Marker, Unit
from sandtable.table.remembered import Remembered, hangs_on

from .veil import veiled

UNSEEN = "an unseen team"
SOMEBODY = "somebody unseen"


@rule("sk.gap.spotted-status")
def hides_from(state: Battle, unit: Unit, side: int | None) -> bool:
    """Whether a team is unknown to a side; spectators know only what both sides know. Solo forces stand in the open.

    A team that is still to be set up looks the same: nobody is to tell which marker came when. Riders are as well known
    as their vehicle.
    """
    return unit.side != side and not state.solo and _unseen(state.units, unit)


def _unseen(units: tuple[Unit, ...], unit: Unit) -> bool:
    """Whether no enemy has spotted a team."""
    if unit.place == "aboard":
        return not units[unit.aboard].spotted
    return not unit.spotted and unit.alive


def _find_unseen(units: tuple[Unit, ...]) -> dict[int | None, frozenset[int]]:
    """The teams that each side does not know of, and those that any does not."""
    found = [
        (number, unit.side)
        for number, unit in enumerate(units)
        if (not unit.spotted or unit.aboard >= 0) and _unseen(units, unit)
    ]
    return {side: frozenset([number for number, owner in found if owner != side]) for side in (0, 1, None)}


_hidden_from: Remembered[tuple[Unit, ...], dict[int | None, frozenset[int]]] = Remembered(_find_unseen, most=4)


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
    found = known.get(side)
    if found is None:
        hidden = _hidden_from(state.units)[side]
        found = known[side] = veiled(state, side, hidden) if hidden else state
    return found


_VEILED: Remembered[Battle, dict[int | None, Battle]] = Remembered(lambda _: {}, most=4)


@rule("sk.solo.setup")
def _cover(state: Battle) -> Battle:
    """Counters of the solo side lie face down: nobody knows a portal from an event or a dummy."""
    if all(marker.known for marker in state.markers):
        return state
    return replace(state, markers=tuple(face_down(marker) for marker in state.markers))


_covered: Remembered[Battle, Battle] = Remembered(_cover, most=4)


def face_down(marker: Marker) -> Marker:
    """A counter as it lies there: where, and what it is only if that is known."""
    return marker if marker.known else Marker("unknown", marker.at)


def _find_first(units: tuple[Unit, ...]) -> list[tuple[int, int]]:
    """Of all unspotted teams and dummies on the table: whose each is, and the base under its marker."""
    hidden = _hidden_from(units)[None]
    standing = [units[number] for number in sorted(hidden) if units[number].place == "table"]
    found = [(unit.side, unit.bodies) for unit in standing]
    return [(side, bodies[0]) for side, bodies in found if bodies]


_first_unseen: Remembered[tuple[Unit, ...], list[tuple[int, int]]] = Remembered(_find_first, most=4)


@hangs_on(lambda state: (state.units, state.layout, state.mission), most=4)
def marks_of(state: Battle) -> tuple[tuple[int, int, int], ...]:
    """The markers of all unspotted teams and dummies: sorted, so that they tell nothing but where they lie."""
    if state.solo:
        return ()
    point = state.layout.point
    return tuple(sorted([(side, *point(base)) for side, base in _first_unseen(state.units)]))


@rule("sk.gap.spotted-status")
def lay_marks(play: Play[Battle]) -> None:
    """Markers lie where unspotted teams are now: that much everybody sees."""
    marks = marks_of(play.state)
    if marks != play.state.unknown:
        play.tell("markers moved", "sk.gap.spotted-status", sets={"battle": {"unknown": marks}})


def marker_of(state: Battle, number: int) -> tuple[int, int, int]:
    """The marker of an unspotted team: whose it is and where it lies."""
    unit = state.units[number]
    return unit.side, *state.layout.point(unit.bodies[0])


def secret_of(state: Battle, unit: int) -> int | None:
    """What happens to an unspotted team is known to its owner alone."""
    found = state.units[unit]
    return found.seat if hides_from(state, found, None) else None

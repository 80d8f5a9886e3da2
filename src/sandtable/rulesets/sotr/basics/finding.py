"""Finding Hidden enemies (1.6.1.5.3): a model that moves comes to see them, or comes within four inches of them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.fans import Eyes, sees
from sandtable.play.state import with_unit
from sandtable.rulesets.sotr.state import Battle
from sandtable.table.layout import Layout, rows

from .sight import any_sees, enemies, eyes, friends
from .tracks import Track, layout_at, place_at, stations

FINDS = inches(4)
CLEAR = INCH
ROUGH = 100  # how finely a way is looked along first


class Find(NamedTuple):
    """A Hidden unit that is come upon: after which step, which unit, how, and by which clause."""

    step: int
    unit: int
    why: str
    clause: str


def hidden_from(state: Battle, side: int) -> list[int]:
    """The Hidden units of the other side."""
    return [number for number in enemies(state, side, known=False) if state.units[number].hidden]


def finds(state: Battle, number: int, track: Track) -> list[Find]:
    """The Hidden enemies that one model comes upon, each at the first step at which it does."""
    hidden = hidden_from(state, state.units[number].side)
    if not hidden or not track.length:
        return []
    found = []
    layouts = [state.layout.placed([place_at(state, track, track.gone(step))]) for step in range(1, track.steps + 1)]
    for other in hidden:
        view = view_of(state, number, other)
        for step, layout in enumerate(layouts, 1):
            come_upon = spots(state, view, layout, (track.figure,), other)
            if come_upon is not None:
                found.append(Find(step, other, *come_upon))
                break
    return found


def view_of(state: Battle, number: int, hidden: int) -> Eyes:
    """What lines of sight of a unit's side depend on, if a Hidden unit were not."""
    return eyes(as_visible(state, hidden), state.units[number].side)


@rule("sotr.hide.ends-los", "sotr.hide.ends-near")
def spots(state: Battle, view: Eyes, layout: Layout, figures: Sequence[int], hidden: int) -> tuple[str, str] | None:
    """How models that stand so come upon a Hidden unit, and the clause; None if they do not.

    Of one whose whereabouts are not known, as in a forecast, nothing is found.
    """
    men = rows(tuple(man for man in state.units[hidden].men if state.layout.on_table(man)))
    if not len(men):
        return None
    if 0 <= int(nearest(layout.bodies, rows(tuple(figures)), men)[0]) <= FINDS:
        return "an enemy has come within 4 inches", "sotr.hide.ends-near"
    seen = sees(view._replace(bodies=layout.bodies), rows(tuple(figures)), men)
    return ("an enemy has come to see it", "sotr.hide.ends-los") if seen else None


def as_visible(state: Battle, number: int) -> Battle:
    """The state if a unit were not Hidden."""
    return with_unit(state, number, {"hidden": False}) if state.units[number].hidden else state


def exposed(state: Battle, number: int, figures: Sequence[int], *, known: bool) -> bool:
    """Whether any enemy model sees any of some models of a unit, Hidden or not; of `known` enemies only, if so asked."""
    side = state.units[number].side
    foes = [man for other in enemies(state, side, known=known) for man in state.units[other].men]
    return any_sees(as_visible(state, number), foes, figures)


def seen_on_the_way(state: Battle, number: int, tracks: Sequence[Track], *, known: bool = False) -> bool:
    """Whether any enemy sees any of those who move after any step of theirs."""
    side = state.units[number].side
    foes = rows(tuple(man for other in enemies(state, side, known=known) for man in state.units[other].men))
    view = eyes(as_visible(state, number), 1 - side)
    for station in stations(tracks):
        bodies = layout_at(state, tracks, station).bodies
        if sees(view._replace(bodies=bodies), foes, rows((tracks[station.track].figure,))):
            return True
    return False


# ---- stopping short of them


@rule("sotr.move.one-inch-stop", "sotr.move.one-inch")
def short_of(state: Battle, number: int, track: Track, gone: int, charge: int | None) -> int:
    """How far a model may go on now that enemies have come to light: it stops an inch short of them, on nobody."""
    side = state.units[number].side
    foes = rows(tuple(man for other in enemies(state, side) if other != charge for man in state.units[other].men))
    mates = rows(tuple(man for other in friends(state, side) for man in state.units[other].men if man != track.figure))
    mover = rows((track.figure,))

    def fits(far: int) -> bool | None:
        """Whether it may stop there; None if it cannot even get there."""
        there = state.layout.placed([place_at(state, track, far)]).bodies
        near = int(nearest(there, mover, foes)[0])
        if near == 0:
            return None
        return (near < 0 or near >= CLEAR) and int(nearest(there, mover, mates)[0]) != 0

    reach, beyond = gone, track.length
    for far in _on(gone, track.length):
        fit = fits(far)
        if fit is None:
            break
        if fit:
            reach, beyond = far, track.length
        else:
            beyond = min(beyond, far)
    while reach < beyond - 1 < track.length - 1 and beyond - reach <= ROUGH:
        middle = (reach + beyond) // 2
        reach, beyond = (middle, beyond) if fits(middle) else (reach, middle)
    return reach


def _on(gone: int, length: int) -> Iterator[int]:
    """Lengths to look at, from where a model is to its end."""
    yield from range(gone, length, ROUGH)
    yield length


__all__ = ["Find", "exposed", "finds", "hidden_from", "seen_on_the_way", "short_of", "spots"]

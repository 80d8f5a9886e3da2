"""Finding Hidden enemies (1.6.1.5.3): a model that moves comes to see them, or comes within four inches of them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.fans import Eyes, first_met, sees
from sandtable.play.state import with_unit
from sandtable.rulesets.sotr.state import Battle
from sandtable.table.layout import rows

from .sight import any_sees, enemies, eyes, friends
from .tracks import Track, moments_of, place_at

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
    steps = moments_of(state, [track])
    for other in hidden:
        met = first_met(_looking_for(state, number, other), steps, _whereabouts(state, other), reach=FINDS)
        if met is not None:
            found.append(Find(met[0] + 1, other, *_come_upon(near=met[1])))
    return found


def _looking_for(state: Battle, number: int, hidden: int) -> Eyes:
    """What lines of sight of a unit's side depend on, if a Hidden unit were not; whoever else is Hidden is in the way."""
    return eyes(state, state.units[number].side, hidden)._replace(bodies=state.layout.bodies)


def _whereabouts(state: Battle, hidden: int) -> Ints:
    """The models of a Hidden unit; of one whose whereabouts are not known, as in a forecast, nobody is found."""
    return rows(tuple([man for man in state.units[hidden].men if state.layout.on_table(man)]))


@rule("sotr.hide.ends-los", "sotr.hide.ends-near")
def _come_upon(*, near: bool) -> tuple[str, str]:
    """How models come upon a Hidden unit, and the clause."""
    if near:
        return "an enemy has come within 4 inches", "sotr.hide.ends-near"
    return "an enemy has come to see it", "sotr.hide.ends-los"


def spots(state: Battle, number: int, hidden: int) -> tuple[str, str] | None:
    """How the models of a unit come upon a Hidden unit where they stand, and the clause; None if they do not."""
    men, figures = _whereabouts(state, hidden), rows(state.units[number].men)
    if not len(men):
        return None
    if 0 <= int(nearest(state.layout.bodies, figures, men)[0]) <= FINDS:
        return _come_upon(near=True)
    return _come_upon(near=False) if sees(_looking_for(state, number, hidden), figures, men) else None


def as_visible(state: Battle, number: int) -> Battle:
    """The state if a unit were not Hidden."""
    return with_unit(state, number, {"hidden": False}) if state.units[number].hidden else state


def exposed(state: Battle, number: int, figures: Sequence[int], *, known: bool) -> bool:
    """Whether any enemy model sees any of some models of a unit, Hidden or not; of `known` enemies only, if so asked."""
    side = state.units[number].side
    foes = [man for other in enemies(state, side, known=known) for man in state.units[other].men]
    return any_sees(state, foes, figures, number)


def seen_on_the_way(state: Battle, number: int, tracks: Sequence[Track], *, known: bool = False) -> bool:
    """Whether any enemy sees any of those who move after any step of theirs."""
    side = state.units[number].side
    foes = rows(tuple(man for other in enemies(state, side, known=known) for man in state.units[other].men))
    view = eyes(state, 1 - side, number)._replace(bodies=state.layout.bodies)
    return first_met(view, moments_of(state, tracks), foes, looking=False) is not None


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

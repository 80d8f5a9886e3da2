"""Cover of whole units: as terrain goes (sotr.gap.cover-for-units), and as those who shoot at them see it."""

from collections.abc import Sequence

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.sotr.state import Battle

from .described import cover_told
from .finding import as_visible
from .shelter import covered, shelter_of
from .sight import between, sightings, standing


@rule("sotr.gap.cover-for-units")
def in_cover(state: Battle, figure: int) -> bool:
    """Whether a model is in cover as terrain goes (sotr.gap.cover-for-units)."""
    side = state.units[state.figures[figure].unit].side
    return covered(shelter_of(state, side), state.layout.point(figure), state.layout.radius(figure))


@rule("sotr.gap.cover-for-units")
def unit_in_cover(state: Battle, number: int) -> bool:
    """Whether more than half of a unit's standing models are in cover as terrain goes."""
    if state.layout.bare:
        return bool(cover_told(state, number))
    men = standing(state, number) or state.units[number].men
    return 2 * len(men_in_cover(state, number, men)) > len(men)


def men_in_cover(state: Battle, number: int, men: Sequence[int]) -> tuple[int, ...]:
    """Those of some models of a unit that are in cover as terrain goes."""
    shelter = shelter_of(state, state.units[number].side)
    layout = state.layout
    return tuple(man for man in men if covered(shelter, layout.point(man), layout.radius(man)))


@rule("sotr.gap.cover-for-units", "sotr.gap.mixed-views")
def unit_cover(state: Battle, number: int, by: tuple[int, ...]) -> int:
    """The level of cover that more than half of a unit's standing models have at least, as some models see them.

    Each is judged by the nearest of those who see it, or by the nearest of all if nobody does.
    """
    men = standing(state, number) or state.units[number].men
    if not by or not men:
        return 0
    if state.layout.bare:
        return cover_told(state, number)
    seen = sightings(as_visible(state, number), by, men)
    levels = []
    for man in men:
        viewers = [one for one in by if seen[one, man].visible] or list(by)
        near = min(viewers, key=lambda one: (between(state, one, man), one))
        levels.append(seen[near, man].cover)
    return most_have(levels)


def most_have(levels: Sequence[int]) -> int:
    """The level that more than half of several have at least."""
    return max((level for level in levels if 2 * sum(one >= level for one in levels) > len(levels)), default=0)

"""Groups of figures that must hang together: which of them can be taken away without breaking the chain."""

from collections.abc import Sequence

from sandtable.dice.chance import Chance
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.path_kernels import touching
from sandtable.table.layout import Family, Layout, rows
from sandtable.table.remembered import Remembered


def hangs_together(layout: Layout, figures: Sequence[int], link: int) -> bool:
    """Whether a chain of gaps of at most `link` joins all figures."""
    return len(figures) < 2 or int(touching(layout.bodies, rows(tuple(figures)), link, True)) < 0


def largest_chain(layout: Layout, figures: Sequence[int], link: int, keep: int | None = None) -> list[int]:
    """The largest group of linked figures; where one figure has to stay, the group that it is in."""
    known = _CHAINS(layout.family)
    key = (layout.gone, tuple(figures), link, keep)
    if key not in known:
        known[key] = _largest_chain(layout, figures, link, keep)
    return known[key].copy()


_CHAINS: Remembered[Family, dict[object, list[int]]] = Remembered(lambda _: {})


def _largest_chain(layout: Layout, figures: Sequence[int], link: int, keep: int | None) -> list[int]:
    if hangs_together(layout, figures, link):
        return list(figures)
    left = list(figures)
    largest: list[int] = []
    while left:
        group = [left.pop(0)]
        for figure in group:
            joined = [other for other in left if int(gap(layout.bodies, figure, layout.bodies, other)) <= link]
            group += joined
            left = [other for other in left if other not in joined]
        if keep in group:
            return group
        largest = max(largest, group, key=len)
    return largest


def shed(layout: Layout, figures: Sequence[int], count: int, link: int, keep: int | None = None) -> list[int]:
    """So many figures to take away but never `keep`, the last first; the rest hang together if that can be had."""
    rest = [] if layout.bare else largest_chain(layout, figures, link, keep)
    if len(figures) - count > len(rest):
        able = [figure for figure in figures if figure != keep]
        return able[len(able) - count :]
    loose = [figure for figure in figures if figure not in rest]
    return loose + _from_the_end(layout, tuple(rest), count - len(loose), link, keep)


_FROM_THE_END: Remembered[Family, dict[object, tuple[list[int], list[int]]]] = Remembered(lambda _: {})


def _from_the_end(layout: Layout, chain: tuple[int, ...], count: int, link: int, keep: int | None) -> list[int]:
    """So many figures of a chain, each the last that can go without breaking it; who goes first is always the same."""
    left, gone = _FROM_THE_END(layout.family).setdefault((layout.gone, chain, link, keep), (list(chain), []))
    while len(gone) < count:
        for figure in reversed(left):
            if figure != keep and hangs_together(layout, [other for other in left if other != figure], link):
                left.remove(figure)
                gone.append(figure)
                break
    return gone[:count]


def prune(
    layout: Layout, figures: Sequence[int], count: int, link: int, chance: Chance, keep: int | None = None
) -> list[int]:
    """So many figures to take away but never `keep`, at random; the rest hang together if that can be had."""
    rest = largest_chain(layout, figures, link, keep)
    if len(figures) - count > len(rest):
        return chance.sample([figure for figure in figures if figure != keep], count)
    gone = [figure for figure in figures if figure not in rest]
    while len(gone) < count:
        for figure in chance.sample(rest, len(rest)):
            if figure != keep and hangs_together(layout, [other for other in rest if other != figure], link):
                rest.remove(figure)
                gone.append(figure)
                break
    return gone

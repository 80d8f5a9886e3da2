"""Groups of figures that must hang together: which of them can be taken away without breaking the chain."""

from collections.abc import Sequence

from sandtable.dice.chance import Chance
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.path_kernels import touching
from sandtable.table.layout import Layout, rows


def hangs_together(layout: Layout, figures: Sequence[int], link: int) -> bool:
    """Whether a chain of gaps of at most `link` joins all figures."""
    return len(figures) < 2 or int(touching(layout.bodies, rows(tuple(figures)), link)) < 0


def largest_chain(layout: Layout, figures: Sequence[int], link: int) -> int:
    """How many figures the largest group of linked ones has."""
    left = list(figures)
    largest = 0
    while left:
        group = [left.pop()]
        for figure in group:
            joined = [other for other in left if int(gap(layout.bodies, figure, layout.bodies, other)) <= link]
            group += joined
            left = [other for other in left if other not in joined]
        largest = max(largest, len(group))
    return largest


def prune(layout: Layout, figures: Sequence[int], count: int, link: int, chance: Chance) -> list[int]:
    """So many figures to take away, at random, such that the rest hang together if that can be had."""
    rest = list(figures)
    gone: list[int] = []
    whole = hangs_together(layout, rest, link)
    for _ in range(count):
        tries = chance.sample(rest, len(rest))
        chosen = tries[0]
        if whole:
            for figure in tries:
                if hangs_together(layout, [other for other in rest if other != figure], link):
                    chosen = figure
                    break
        rest.remove(chosen)
        gone.append(chosen)
    return gone

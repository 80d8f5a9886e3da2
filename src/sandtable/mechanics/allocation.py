"""Allocation: who of a group takes which of several hits."""

from collections.abc import Sequence

from sandtable.geometry.measure_kernels import gap
from sandtable.table.layout import Layout


def dealt(hits: int, figures: Sequence[int]) -> dict[int, int]:
    """Hits dealt out like cards: one each in this order, and round again, so that nobody has two more than another."""
    if not figures:
        return {}
    each, over = divmod(hits, len(figures))
    return {figure: each + (place < over) for place, figure in enumerate(figures) if each or place < over}


def nearest_first(layout: Layout, figures: Sequence[int], shooters: Sequence[int]) -> list[int]:
    """Figures by how near the nearest shooter is to each; the earlier of two that are equally near comes first."""
    bodies = layout.bodies

    def near(figure: int) -> int:
        return min(int(gap(bodies, figure, bodies, shooter)) for shooter in shooters)

    return sorted(figures, key=near)

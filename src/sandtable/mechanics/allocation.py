"""Allocation: who of a group takes which of several hits."""

from collections.abc import Sequence


def dealt(hits: int, figures: Sequence[int]) -> dict[int, int]:
    """Hits dealt out like cards: one each in this order, and round again, so that nobody has two more than another."""
    if not figures:
        return {}
    each, over = divmod(hits, len(figures))
    return {figure: each + (place < over) for place, figure in enumerate(figures) if each or place < over}

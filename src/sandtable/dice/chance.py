"""The one door to a pseudo-random generator, for those who choose rather than throw: bots and map makers.

Dice never come from here (they come from a source in `sources.py`), and no generator is shared or started from a clock.
"""

from random import Random  # noqa: TID251  # the one place


class Chance(Random):
    """A generator of one's own, begun from a seed that can be written down."""

    def __init__(self, *seed: int | str) -> None:
        super().__init__("/".join(map(str, seed)))

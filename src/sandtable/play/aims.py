"""What a battle is about: the aims of both sides, how they are scored, how long it lasts, and how it stands."""

import msgspec

from .shown import Point


class Briefing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player wants to know before the first order.

    `aims` are those of both sides, `short` the same in a line for the head of the screen; `scoring` says what counts how
    much, a line each, `length` when it ends. `turns` are played if nothing ends it sooner, `more` may follow.
    """

    aims: tuple[str, str]
    short: tuple[str, str]
    scoring: tuple[str, ...] = ()
    length: str = ""
    turns: int = 0
    more: int = 0


class Prize(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something on the table that is worth points: a marker, a house, an edge to leave by.

    `outline` is its ground, where it has one; `holder` the side that has it now.
    """

    at: Point
    title: str
    points: int = 0
    holder: int | None = None
    outline: tuple[Point, ...] = ()


class Tally(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a battle stands: the score of both sides, in words too, and who would win if it ended now.

    `lead` is the difference that wins, 0 where points alone do not decide. `left` are the units of each side that may still
    act this turn and how many there are; `left_of` what they are counted in: so many `dice` left.
    """

    scores: tuple[int, int]
    words: str = ""
    lead: int = 0
    ahead: int | None = None
    prizes: tuple[Prize, ...] = ()
    left: tuple[tuple[int, int], tuple[int, int]] | None = None
    left_of: str = ""

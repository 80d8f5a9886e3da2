"""What is said of a scenario to somebody who chooses, and to the page that draws it.

None of it is part of the battle: it may change without any record becoming another one.
"""

from typing import Annotated, Literal

import msgspec

Difficulty = Literal["easy", "middling", "hard"]
Season = Literal["summer", "autumn", "winter", "desert", "night"]
Minutes = Annotated[int, msgspec.Meta(ge=1, le=600)]
USUAL = 60  # minutes, where nobody has said


class Notes(msgspec.Struct, frozen=True):
    """How long a scenario takes two people in minutes, how much of the book one has to know, and how its ground looks.

    `short` ones are over in about ten minutes, and begin with everybody in place.
    """

    minutes: int = USUAL
    difficulty: Difficulty = "middling"
    short: bool = False
    season: Season = "summer"


class WrittenNotes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Notes as a scenario's file has them: a scenario for several rulebooks may last longer under one than another."""

    minutes: Minutes | dict[str, Minutes] = USUAL
    difficulty: Difficulty = "middling"
    short: bool = False
    season: Season = "summer"

    def under(self, book: str) -> Notes:
        """The notes as they are for a rulebook."""
        minutes = self.minutes if isinstance(self.minutes, int) else self.minutes.get(book, USUAL)
        return Notes(minutes, self.difficulty, self.short, self.season)

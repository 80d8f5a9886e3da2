"""What is worth a picture: who does what to whom, how it is drawn, and in which words its result is told.

An act begins with an event and lasts until the next one begins. What comes of it is not said here: it is what the
rulebook's own `changes` and `noted` find in the events that follow.
"""

import msgspec

from .shown import Point

# What an act can be: one way of drawing each, whatever the rulebook.
ACTS = (
    "fire",  # from the actor at the targets, along a line
    "strike",  # out of the sky, at a place or at targets: a barrage, an air strike, a mine
    "assault",  # into contact, and blows
    "move",  # the actor goes from where it stood to where it stands
    "arrive",  # the actor comes onto the table or into sight
    "leave",  # the actor goes off the table
    "order",  # the actor is told to do something that is not seen at once
    "test",  # the actor's nerves are tried
    "recover",  # the actor rallies, regroups, gets up
)

# How what flies is drawn.
TRACES = ("bullets", "shell", "rocket", "arc", "flame", "blast", "grenade", "bomb", "blows", "spot", "")


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is done: of which kind (one of `ACTS`), by whom, to whom, with what.

    `says` is the verb of the sentence `actor says targets`: `fires at`, `advances`. `trace` is one of `TRACES`. `at` is
    where it lands where no unit is aimed at. `quiet` acts are told in the log and not given time of their own.
    """

    kind: str
    actor: int | None
    says: str
    targets: tuple[int, ...] = ()
    weapon: str = ""
    trace: str = ""
    at: Point | None = None
    quiet: bool = False


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a thing that matters is told on the table, in few words: one of it, several (`{}` is how many), and if it hurts.

    `grade` says how much time it is worth: 0 nothing to speak of, 1 a loss, 2 the end of a unit.
    """

    one: str
    many: str = ""
    harm: bool = True
    grade: int = 1

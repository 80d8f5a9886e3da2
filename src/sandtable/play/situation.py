"""A situation: a state and what is about to be done in it, without a battle around it."""

from typing import Any, NamedTuple

from .script import Begin


class Situation(NamedTuple):
    """Who acts in which state, against which unit, by which script."""

    state: Any
    seat: int
    against: int
    begin: Begin[Any]

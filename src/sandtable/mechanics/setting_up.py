"""Before the battle: rolling off, edges of the table, which unit is set up next."""

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.dice.roll import Roll
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.script import Play
from sandtable.play.stage import Again, rounds
from sandtable.play.state import State

from .choices import one_unit
from .zones import OPPOSITE


def edges_along(state: State[Any, Any], *, short: bool) -> tuple[str, str]:
    """The two long edges of the table, or its two short ones."""
    return ("west", "east") if short == (state.width >= state.depth) else ("south", "north")


@rounds()
async def roll_off(_play: Play[Any], throw: Callable[[], Roll[tuple[int, ...]]]) -> tuple[int, int] | Again:
    """A die each, again while they are equal: the side with the higher one, and the number of the throw."""
    rolled = await throw()
    first, second = rolled.value
    return Again(throw) if first == second else (int(second > first), rolled.number)


async def edges_picked(seat: int, name: str, edges: tuple[str, str], clause: str) -> tuple[str, tuple[str, str]]:
    """The edge that a side picks of two, and the edges of both sides."""
    first, second = edges
    edge = await Decision(
        seat,
        "edge",
        OneOf({first: first, second: second}, label=lambda edge: f"the {edge} edge"),
        prompt=f"{name}: which table edge is yours?",
        because=(clause,),
        default=first if seat == 0 else second,
    )
    return edge, (edge, OPPOSITE[edge]) if seat == 0 else (OPPOSITE[edge], edge)


async def next_to_set_up(state: State[Any, Any], units: Sequence[int], *, kind: str, prompt: str, clause: str) -> int:
    """The unit that is set up next: the only one, or which its player says. He is asked a question of this kind."""
    if len(units) == 1:
        return units[0]
    seat = state.units[units[0]].seat
    number = await Decision(
        seat, kind, one_unit(state, units), prompt=prompt, because=(clause,), default=f"u{units[0]}"
    )
    return number  # noqa: RET504  # the awaited type

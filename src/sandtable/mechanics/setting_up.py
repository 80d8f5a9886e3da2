"""Before the battle: rolling off, edges of the table, which unit is set up next."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from sandtable.dice.readings import Each
from sandtable.dice.roll import Roll
from sandtable.play.asking import ask_seat
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
    choices = OneOf({first: first, second: second}, label=lambda edge: f"the {edge} edge")
    words = f"{name}: which table edge is yours?"
    edge = await ask_seat(seat, "edge", choices, words, clause, usual=first if seat == 0 else second)
    return edge, (edge, OPPOSITE[edge]) if seat == 0 else (OPPOSITE[edge], edge)


async def next_to_set_up(state: State[Any, Any], units: Sequence[int], *, kind: str, prompt: str, clause: str) -> int:
    """The unit that is set up next: the only one, or which its player says. He is asked a question of this kind."""
    if len(units) == 1:
        return units[0]
    seat = state.units[units[0]].seat
    return await ask_seat(seat, kind, one_unit(state, units), prompt, clause, usual=f"u{units[0]}")


async def edges_rolled(
    play: Play[Any], throw: Callable[[], Roll[tuple[int, ...]]], edges: tuple[str, str], clause: str
) -> tuple[int, dict[str, str], tuple[str, str], int]:
    """Both roll a die, and the winner picks his edge: who that is, as it is told, the edges of both, and the throw."""
    winner, number = await roll_off(play, throw)
    name = play.state.names[winner]
    edge, picked = await edges_picked(winner, name, edges, clause)
    return winner, {"name": name, "edge": edge}, picked, number


def higher_die(
    names: tuple[str, str], sides: int, *because: str, why: str = "Who picks an edge"
) -> Roll[tuple[int, ...]]:
    """A die each: the higher one picks an edge."""
    words = f"{why}: {names[0]}, {names[1]}"
    return Roll(2, sides, Each(), why=words, because=because, neutral=True, needs="the higher die")


async def one_more(
    play: Play[Any],
    side: int,
    waiting: Callable[[Any, int], Sequence[int]],
    set_up: Callable[[Play[Any], int], Awaitable[None]],
) -> int:
    """A side places one unit, or the other if it has none left: whose turn it is then."""
    mine = side if waiting(play.state, side) else 1 - side
    await set_up(play, mine)
    return 1 - mine


Item = Callable[[Play[Any]], Awaitable[None]]


async def next_on_agenda(
    play: Play[Any],
    items: Mapping[str, Item],
    left: Mapping[str, Callable[[Any], bool]],
    begins: Mapping[str, object],
) -> tuple[str, dict[str, object]] | None:
    """Do the next thing before the battle begins: what it was, and what changes with it.

    Setting up takes as many steps as there are units: an item is not done while anything of it is `left`. `begins` is what
    else changes when everything is.
    """
    item = play.state.agenda[0]
    await items[item](play)
    if item in left and left[item](play.state):
        return None
    rest = play.state.agenda[1:]
    return item, {"agenda": rest, **({} if rest else begins)}

"""Reaction windows: something is about to happen, and each of those who may react is asked once."""

from collections.abc import Awaitable, Callable, Sequence


async def each_once(may_react: Callable[[], Sequence[int]], react: Callable[[int], Awaitable[bool]]) -> None:
    """Ask every unit that may react, in the order the rulebook lists them, until a reaction ends the matter.

    The list is made anew after each reaction, since a reaction may create or end the chance of another; nobody is asked
    twice. `react` says whether to go on.
    """
    asked: list[int] = []
    while True:
        waiting = [unit for unit in may_react() if unit not in asked]
        if not waiting:
            return
        asked.append(waiting[0])
        if not await react(waiting[0]):
            return

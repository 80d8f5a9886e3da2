"""Dice about the game turn: initiative, table edges, the last turn."""

from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Found, Nothing, Staged, Unfit, asks, edges_asked, field
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.setup.deployment import roll_for_edges
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.turn.turn import last_turn_roll, roll_initiative

from .bare import battle, staged


class Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who rolls for initiative."""

    players: Annotated[int, field("Players", ge=2, le=4)] = 2
    last_winner: Annotated[
        int,
        field("Last winner", "by number, 0 for none: counts only where he keeps it in a tie", ge=0, le=4),
    ] = 0


@asks("initiative", clauses=("d10.turn.initiative-roll", "d10.turn.initiative-choice"))
def initiative(given: Players, options: Options) -> Staged:
    """Who wins the initiative?"""
    if given.last_winner > given.players:
        raise Unfit("last_winner", f"there are {given.players} players")
    keeps = given.last_winner - 1 if options.initiative_tie == "last-winner" else -1
    names = tuple(f"Player {place + 1}" for place in range(given.players))

    def read(_after: Battle, found: tuple[int, tuple[int, ...]], _noted: object) -> Found:
        return {"winner": f"player {found[0] + 1}"}

    return staged(battle(options), lambda play: roll_initiative(play, names, keeps), read)


@asks("edges", "Table edges", clauses=("d10.gap.deployment",))
def edges(_given: Nothing, _options: Options) -> Staged:
    """Who picks a table edge, and who sets up first?"""
    return edges_asked(lambda: roll_for_edges(("We", "They")), loser_first=True)


@asks("last-turn", "The last turn", clauses=("d10.gap.game-length",))
def last_turn(_given: Nothing, options: Options) -> Staged:
    """Is there one last turn after the sixth?"""

    async def begin(_: object) -> bool:
        return bool((await last_turn_roll()).value)

    return staged(battle(options), begin, lambda _after, another, _noted: {"another_turn": another})

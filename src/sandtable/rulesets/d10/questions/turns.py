"""Dice about the game turn: initiative, table edges, the last turn."""

from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Asked, Found, Nothing, Question, Settled, Unfit, edges_asked, field
from sandtable.rulesets.d10.deployment import roll_for_edges
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.turn import LAST_TURN, initiative_roll, last_turn_roll, leaders_of


class Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who rolls for initiative."""

    players: Annotated[int, field("Players", ge=2, le=4)] = 2
    last_winner: Annotated[
        int,
        field("Last winner", "by number, 0 for none: counts only where he keeps it in a tie", ge=0, le=4),
    ] = 0


def initiative(given: Players, options: Options) -> Asked:
    """A die each, the highest wins; those who are tied roll again, or the last winner among them keeps it."""
    if given.last_winner > given.players:
        raise Unfit("last_winner", f"there are {given.players} players")
    keeps = given.last_winner - 1 if options.initiative_tie == "last-winner" else -1

    async def trial() -> Found:
        tied = tuple(range(given.players))
        while True:
            await Settled(("tied", tied))
            rolled = await initiative_roll([f"Player {place + 1}" for place in tied])
            tied = tuple([tied[place] for place in leaders_of(rolled.value)])
            if len(tied) == 1 or keeps in tied:
                return {"winner": f"player {(tied[0] if len(tied) == 1 else keeps) + 1}"}

    return Asked("the highest die", (), trial)


def edges(_given: Nothing, _options: Options) -> Asked:
    """A die each: the higher one picks an edge, the lower one sets up first; ties are rolled again."""
    return edges_asked(lambda: roll_for_edges(("We", "They")), "the higher die picks an edge", loser_first=True)


def last_turn(_given: Nothing, _options: Options) -> Asked:
    """At the end of turn 6: whether there is a turn 7."""

    async def trial() -> Found:
        return {"another_turn": bool((await last_turn_roll()).value)}

    return Asked(f"{LAST_TURN}+", (), trial)


QUESTIONS = (
    Question(
        "initiative",
        "Who wins the initiative?",
        Players,
        initiative,
        ("d10.turn.initiative-roll", "d10.turn.initiative-choice"),
    ),
    Question(
        "edges",
        "Who picks a table edge, and who sets up first?",
        Nothing,
        edges,
        ("d10.gap.deployment",),
        title="Table edges",
    ),
    Question(
        "last-turn",
        "Is there one last turn after the sixth?",
        Nothing,
        last_turn,
        ("d10.gap.game-length",),
        title="The last turn",
    ),
)

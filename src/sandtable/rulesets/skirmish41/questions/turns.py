"""Dice before the battle and at the start of a turn: who picks an edge, who goes first."""

from sandtable.mechanics.questions import Asked, Found, Nothing, Question, Settled, Staged, edges_asked
from sandtable.rulesets.skirmish41.deployment import roll_for_edges
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.turn import first_roll

NAMES = ("We", "They")


def edges(_given: Nothing, _options: Options) -> Staged:
    """A die each, again while they are equal."""
    return edges_asked(lambda: roll_for_edges(NAMES), loser_first=False)


def first(_given: Nothing, options: Options) -> Asked:
    """Once for the game, or every turn where that is played."""

    async def trial() -> Found:
        while True:
            await Settled("tied")
            one, other = (await first_roll(NAMES)).value
            if one != other:
                return {"first": "we" if one > other else "they"}

    often = "every turn" if options.first_side == "dice-each-turn" else "once, with the table edges"
    return Asked(f"the higher die, {often}", (), trial)


QUESTIONS = (
    Question(
        "edges",
        "Who picks a table edge, and goes first?",
        Nothing,
        edges,
        ("sk.gap.deployment", "sk.turn.opposed"),
        title="Table edges",
    ),
    Question("first", "Who goes first this turn?", Nothing, first, ("sk.turn.opposed",), title="Who goes first"),
)

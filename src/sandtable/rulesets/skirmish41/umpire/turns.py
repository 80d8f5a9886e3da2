"""Dice before the battle and at the start of a turn: who picks an edge, who goes first."""

from sandtable.mechanics.questions import Found, Nothing, Staged, asks, edges_asked
from sandtable.mechanics.setting_up import roll_off
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.setup.deployment import roll_for_edges
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.rulesets.skirmish41.turn.turn import first_roll

from .bare import battle, staged

NAMES = ("We", "They")


@asks("edges", "Table edges", clauses=("sk.gap.deployment", "sk.turn.opposed"))
def edges(_given: Nothing, _options: Options) -> Staged:
    """Who picks a table edge, and goes first?"""
    return edges_asked(lambda: roll_for_edges(NAMES), loser_first=False)


@asks("first", "Who goes first", clauses=("sk.turn.opposed",))
def first(_given: Nothing, options: Options) -> Staged:
    """Who goes first this turn?"""

    def read(_after: Battle, found: tuple[int, int], _noted: object) -> Found:
        return {"first": ("we", "they")[found[0]]}

    often = "every turn" if options.first_side == "dice-each-turn" else "once, with the table edges"
    return staged(battle(options), lambda play: roll_off(play, lambda: first_roll(NAMES)), read, remark=often)

"""Coming upon Hidden enemies (1.6.1.5.3) where a unit has got to."""

from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.finding import hidden_from, spots
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import reveal


def find_hidden(play: Play[Battle], mover: int) -> None:
    """Hidden enemies that a unit's models now see or stand within four inches of are revealed."""
    state = play.state
    unit = state.units[mover]
    if not unit.on_table:
        return
    for other in hidden_from(state, unit.side):
        come_upon = spots(state, mover, other)
        if come_upon is not None:
            why, clause = come_upon
            reveal(play, other, clause, why=why)

"""Going to ground: a Unit that is fired at may declare it before dice are rolled."""

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.offers import Grounding
from sandtable.rulesets.fraley.basics.teams import afoot, is_acting, ordered_by
from sandtable.rulesets.fraley.state import Battle

from .concealment import is_grounded


@rule("fraley.gtg.declare", "fraley.fo.units", "fraley.reactivation.who-benefits")
def may_declare(state: Battle, target: int) -> bool:
    """Whether a Unit may go to ground now: not activated yet this round, or on Overwatch and silent; once a round.

    A Unit in the middle of its activation counts as activated; one that is eligible again counts as not yet activated.
    """
    unit = state.units[target]
    if not unit.on_table or unit.still or unit.grounded or is_acting(state, target):
        return False
    return unit.overwatch or not state.units[ordered_by(state, target)].done


@rule("fraley.gtg.non-tank", "fraley.gtg.declare")
def would_help(state: Battle, target: int) -> bool:
    """Whether anybody of a Unit is up who could go to ground."""
    return any(state.figures[man].kind != "tank" and not is_grounded(state, man) for man in afoot(state, target))


async def may_go_to_ground(play: Play[Battle], target: int, firer: int) -> None:
    """Ask the owner of a target whether it goes to ground, if it is entitled to."""
    state = play.state
    if not may_declare(state, target) or not would_help(state, target):
        return
    unit = state.units[target]
    wanted = await ask(
        play,
        target,
        "go to ground",
        Grounding(firer),
        f"{state.units[firer].name} fires at {unit.name}: does it go to ground, and do nothing more this round?",
        "fraley.gtg.declare",
        "fraley.gtg.declare-effect",
        "fraley.gtg.declare-cost",
        usual=False,
    )
    if wanted:
        play.tell(
            "went to ground",
            "fraley.gtg.declare",
            "fraley.gtg.declare-effect",
            "fraley.gtg.declare-cost",
            unit=target,
            sets={"grounded": True, "still": True, "overwatch": False},
        )

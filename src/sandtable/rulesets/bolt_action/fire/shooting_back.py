"""Reacting to an assault: a target with no die yet may shoot at attackers who start far enough away."""

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import YesNo
from sandtable.play.script import Play
from sandtable.play.stage import last, stage
from sandtable.rulesets.bolt_action.basics.arms import Aimed, armed, in_sight
from sandtable.rulesets.bolt_action.basics.battlefield import distance, scattered
from sandtable.rulesets.bolt_action.state import Battle

from .aiming import Shoot, may_fire
from .shooting import shoot


@stage
@rule("ba.gap.assault-reaction", "ba.cq.declare")
async def shoot_back(play: Play[Battle], attacker: int, target: int, because: str = "ba.gap.assault-reaction") -> None:
    """Offer the target its shot, at the distance the attackers start from; its die then shows Fire."""
    state = play.state
    unit = state.units[target]
    if unit.order is not None or distance(state, attacker, target) <= inches(state.options.assault_reaction_min):
        return
    if scattered(state, target) or not _bears(state, target, attacker):
        return
    words = f"{unit.name} is assaulted by {state.units[attacker].name}: shoot?"
    shoots = await ask(play, target, "react", YesNo(), words, "ba.cq.declare", because, usual=True)
    if not shoots:
        return
    sets = {"order": "fire"}
    play.tell(
        "shot back",
        *dict.fromkeys((because, "ba.gap.assault-reaction")),
        unit=target,
        sets=sets,
        shows={"targets": (attacker,)},
    )
    await last(shoot(play, target, Shoot(only=(Aimed(attacker),), may_hold=False, reaction=False)))


def _bears(state: Battle, target: int, attacker: int) -> bool:
    """Whether any weapon of the target sees the attackers."""
    ready = armed(state, target)
    arms = [arm for arm in ready.arms if may_fire(state, arm, Shoot(ambush=True))]
    return bool(in_sight(state, target, ready.sight, arms, [Aimed(attacker)]))

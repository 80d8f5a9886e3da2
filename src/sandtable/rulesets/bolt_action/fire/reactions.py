"""Step two of shooting: what a target may do when it is declared."""

from sandtable.play.asking import ask
from sandtable.play.domains import OneOf
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.basics.arms import Aimed, label
from sandtable.rulesets.bolt_action.harm.afterwards import target_escapes
from sandtable.rulesets.bolt_action.state import Battle


async def target_reacts(play: Play[Battle], shooter: int, target: Aimed) -> None:
    """A target with no die yet may go Down; one in Ambush may turn its die to Down; a recce vehicle may escape."""
    state = play.state
    unit = state.units[target.unit]
    if unit.is_vehicle:
        if "recce" in unit.card.traits and unit.order is None and not unit.immobilised:
            await target_escapes.play(play, target.unit, shooter)
        return
    if unit.order not in {None, "ambush"}:
        return
    choices = OneOf({"stay": False, "down": True}, label=lambda goes: "go Down" if goes else "stay up")
    words = f"{label(state, target)} is shot at by {state.units[shooter].name}: go Down?"
    down = await ask(
        play, target.unit, "react", choices, words, "ba.shoot.react", "ba.gap.target-reaction", usual="stay"
    )
    if down:
        go_down(play, target.unit, "ba.shoot.react", "ba.gap.target-reaction", why="takes cover")


def go_down(play: Play[Battle], number: int, *because: str, why: str = "") -> None:
    """Turn or place a unit's die to show Down; a die not yet drawn is taken from the cup for it."""
    play.tell("went down", *because, unit=number, sets={"order": "down"}, tells={"why": why})

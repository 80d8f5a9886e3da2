"""What a Suppressed unit must do with its move (1.6.1.1, Effects of Suppression)."""

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.cover import men_in_cover, unit_in_cover
from sandtable.rulesets.sotr.basics.shelter import shelter_of
from sandtable.rulesets.sotr.basics.sight import enemies
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import drop

from .flight import carry_out
from .hiding import barred_from_hiding, hide, may_not_sneak, sneak
from .runners import new_run, runners
from .running import Fits, to_cover


@rule("sotr.suppress.effect-move", "sotr.suppress.effect-prone", "sotr.suppress.effect-in-cover")
async def suppressed_move(play: Play[Battle], number: int) -> None:
    """What a Suppressed unit must do with its move (1.6.1.1 Effects of Suppression)."""
    state = play.state
    if state.units[number].machine:
        return
    if unit_in_cover(state, number):
        await _heads_down(play, number)
    else:
        await _run_or_drop(play, number)


async def _heads_down(play: Play[Battle], number: int) -> None:
    """In cover: it stays, sneaks or hides."""
    state = play.state
    unit = state.units[number]
    labels = {"stay": "keep their heads down", "sneak": "Sneak", "hide": "Hide"}
    barred = {"sneak": may_not_sneak(state, number), "hide": barred_from_hiding(state, number)}
    refused = {key: refusal for key, refusal in barred.items() if refusal is not None}
    choices = OneOf(
        {key: key for key in labels if key not in refused}, label=lambda key: labels[key], barred=lambda: refused
    )
    words = f"{unit.name} is Suppressed, in cover"
    chosen = await ask(play, number, "suppressed", choices, words, "sotr.suppress.effect-in-cover", usual="stay")
    if chosen == "sneak":
        await sneak(play, number)
    elif chosen == "hide":
        await hide(play, number)


async def _run_or_drop(play: Play[Battle], number: int) -> None:
    """In the open: to the nearest cover that is not nearer to whoever suppresses it, or else to the ground."""
    state = play.state
    men = runners(state, number)
    safe = men_in_cover(state, number, men)
    movers = tuple(man for man in men if man not in safe)
    clause = "sotr.suppress.effect-move"
    shelter = shelter_of(state, state.units[number].side)
    found = to_cover(lambda: new_run(state, number, movers, clause), shelter, _not_nearer(state, number))
    if found is None:
        drop(play, movers, "sotr.suppress.effect-prone")
    else:
        await carry_out(play, number, found.paths, clause, verb="ran for cover", watched=True)


@rule("sotr.suppress.effect-move")
def _not_nearer(state: Battle, number: int) -> Fits:
    """Spots no nearer to the suppressing unit than a model stands now; any, if its place is not known."""
    unit = state.units[number]
    source = unit.suppressed_by
    known = source in enemies(state, unit.side)
    points = [state.layout.point(man) for man in state.units[source].men] if known else []

    def away(spot: tuple[int, int]) -> int:
        return min(((x - spot[0]) ** 2 + (y - spot[1]) ** 2 for x, y in points), default=0)

    def fits(figure: int, spot: tuple[int, int]) -> bool:
        return away(spot) >= away(state.layout.point(figure))

    return fits

"""Hand-to-hand (1.8): one phase for both sides, engagement by engagement."""

from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.script import Play, Step
from sandtable.play.stage import action, last, stage, then
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.grips import Units, engagements, pairs_within

from .blows import Combat, fight_all, finish_off
from .break_off import break_tests
from .follow_up import follow_up
from .machines_in_melee import attack_vehicles
from .pairing import attacking_side, combats_of


@rule("sotr.hth.combined", "sotr.hth.finish-engagement", "sotr.follow.move")
def close_step(state: Battle) -> Step[Battle] | None:
    """The next script of the Close Combat Phase: an engagement, or the follow-up; None when the phase is over."""
    if engagements(state):
        return Step("engagement", next_engagement)
    if state.followers:
        return Step("follow-up", next_follow_up)
    return None


async def next_engagement(play: Play[Battle]) -> None:
    """The Initiative winner says which engagement is next, and it is fought to its end."""
    units = await _choose(play)
    await engagement(play, units)


@rule("sotr.hth.order")
async def _choose(play: Play[Battle]) -> Units:
    state = play.state
    found = engagements(state)
    if len(found) == 1:
        return found[0]
    choices = OneOf(
        {f"u{units[0]}": units for units in found},
        label=lambda units: names(state, units),
        points=lambda units: OnTable(units[0]),
    )
    words = "Which engagement is fought next?"
    return await ask_seat(
        state.holder, "engagement", choices, words, "sotr.hth.order", "sotr.hth.phasing", usual=f"u{found[0][0]}"
    )


def names(state: Battle, units: Units) -> str:
    """An engagement as players speak of it."""
    sides = [[state.units[number].name for number in units if state.units[number].side == side] for side in (0, 1)]
    return " against ".join(" and ".join(side) for side in sides)


@action
@rule("sotr.hth.finish-engagement")
async def engagement(play: Play[Battle], units: Units) -> None:
    """All combats of an engagement and everything that comes of them, break tests included."""
    state = play.state
    shows = {"actor": units[0], **shows_at(*units[1:])}
    tells = {"units": names(state, units)}
    play.tell("began a fight", "sotr.hth.combined", "sotr.hth.order", tells=tells, shows=shows)
    fallen = tuple(sorted({man for pair in pairs_within(state, units) for man in pair if state.figures[man].down}))
    combats = await combats_of(play, attacking_side(state, units), units)
    await last(_fight(play, units, combats, fallen))


@stage
async def _fight(play: Play[Battle], units: Units, combats: tuple[Combat, ...], fallen: tuple[int, ...]) -> None:
    """The combats, and what comes after them."""
    await then(fight_all(play, combats), play, _fought, units, fallen)


@stage
async def _fought(play: Play[Battle], _: None, units: Units, fallen: tuple[int, ...]) -> None:
    """The DOWN are finished off, and vehicles attacked."""
    finish_off(play, fallen)
    await attack_vehicles(play, units)
    await last(_settle(play, units))


@stage
@rule("sotr.follow.move", "sotr.hth.break-chase")
async def _settle(play: Play[Battle], units: Units) -> None:
    """Break tests; if nobody breaks, everybody may follow up when all fights are over. Nobody is pursued."""
    broke = await break_tests(play, units)
    state = play.state
    left = () if broke else tuple(number for number in units if state.units[number].on_table)
    sets = {"fought": (*state.fought, *units), "followers": (*state.followers, *left)}
    play.tell("ended a fight", "sotr.hth.finish-engagement", sets=sets)


async def next_follow_up(play: Play[Battle]) -> None:
    """The next unit follows up, those of the Initiative winner first."""
    state = play.state
    number = min(state.followers, key=lambda one: (state.units[one].side != state.holder, one))
    await follow_up(play, number)
    left = tuple(other for other in play.state.followers if other != number)
    play.tell("is done following up", "sotr.follow.move", sets={"followers": left})

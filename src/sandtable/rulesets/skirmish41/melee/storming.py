"""Infantry at open vehicles that cannot drive away: they climb in and fight whoever sits there."""

from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.units import inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.occupants import aboard
from sandtable.rulesets.skirmish41.basics.units import in_melee, left, vehicles, who
from sandtable.rulesets.skirmish41.harm.carrying import guards, hands_full
from sandtable.rulesets.skirmish41.state import Battle

from .melee import Combat, fight_all

CLAUSE = "sk.gap.melee-vs-vehicle"
REACH = inches(1)


@rule("sk.gap.melee-vs-vehicle", "sk.gap.spotted-status")
def to_storm(state: Battle, number: int) -> list[int]:
    """The vehicles that a team could storm: open, immobile, known, and within an inch of somebody with an action."""
    unit = state.units[number]
    if unit.card.kind != "team" or unit.suppression:
        return []
    return [
        foe
        for foe in vehicles(state, 1 - unit.side)
        if state.units[foe].spotted
        and state.units[foe].card.open
        and (state.units[foe].immobile or state.units[foe].stuck)
        and boarders(state, number, foe)
    ]


def boarders(state: Battle, number: int, vehicle: int) -> list[int]:
    """Those of a team who can climb into a vehicle now."""
    bodies, hull = state.layout.bodies, state.units[vehicle].hull
    return [
        man
        for man in state.units[number].men
        if left(state, man)
        and not in_melee(state, man)
        and not hands_full(state, man)
        and not guards(state, man)
        and int(gap(bodies, man, bodies, hull)) <= REACH
    ]


def pairings(mine: list[int], theirs: list[int], side: int) -> list[Combat]:
    """Who fights whom: dealt out evenly, so that the smaller party is outnumbered everywhere alike."""
    count = min(len(mine), len(theirs))
    pairs = [(tuple(mine[place::count]), tuple(theirs[place::count])) for place in range(count)]
    return [Combat(*pair) if side == 0 else Combat(pair[1], pair[0]) for pair in pairs]


@rule("sk.gap.melee-vs-vehicle", "sk.gap.action-costs")
async def storm(play: Play[Battle], number: int, vehicle: int) -> None:
    """A team climbs in, an action each, and there is a round of melee; who is beaten there is led away or stays inside."""
    state = play.state
    men, inside = boarders(state, number, vehicle), aboard(state, vehicle)
    each = tuple((man, {"spent": state.figures[man].spent + 1, "saved": 0}) for man in men)
    tells = {"vehicle": state.units[vehicle].name}
    shows = shows_at(vehicle)
    because, figures, sets = (CLAUSE, "sk.gap.action-costs"), tuple(men), {"each": each}
    play.tell("stormed", *because, unit=number, figures=figures, sets=sets, tells=tells, shows=shows)
    await fight_all(play, pairings(men, inside, state.units[number].side))
    for man in inside:
        captors = [row for row, figure in enumerate(play.state.figures) if figure.carries == man]
        if play.state.figures[man].out == "captured" and captors:
            sets = {"each": tuple((row, {"carries": -1}) for row in captors)}
            team = play.state.figures[man].unit
            tells = {"who": who(play.state, man)}
            play.tell("was led away", "sk.gap.captured", unit=team, figures=(man,), sets=sets, tells=tells)

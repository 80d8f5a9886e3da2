"""Riding in vehicles: getting in, getting out, leaving the table."""

from msgspec.structs import replace

from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import corner, gap
from sandtable.geometry.units import inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.zones import ring
from sandtable.play.asking import ask_seat
from sandtable.play.marching import Marching
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.skirmish41.basics.placing import place_at, spot_beside
from sandtable.rulesets.skirmish41.basics.units import LINK, contacts, engaged, left, passengers, vehicles
from sandtable.rulesets.skirmish41.harm.carrying import let_go
from sandtable.rulesets.skirmish41.move.flight import places_of
from sandtable.rulesets.skirmish41.move.movement import explainer, terms
from sandtable.rulesets.skirmish41.spotting.hidden import known_to
from sandtable.rulesets.skirmish41.spotting.spotting import spot, spot_the_obvious
from sandtable.rulesets.skirmish41.state import Battle, Place5

CLAUSE = "sk.gap.vehicle-open"
NEAR = inches(1)
OUT = inches(2)
ON_A_TANK = 6


@rule("sk.gap.vehicle-open")
def room_in(state: Battle, vehicle: int) -> int:
    """How many more a vehicle takes: its seats, or six on the deck of a tank."""
    unit = state.units[vehicle]
    card = unit.card
    seats = card.seats or (ON_A_TANK if card.size in {"medium", "heavy"} else 0)
    return seats - sum(len(state.units[team].men) for team in passengers(state, vehicle))


@rule("sk.gap.vehicle-open", "sk.gap.action-costs")
def carriers(state: Battle, number: int) -> list[int]:
    """The vehicles that a team could get into: all of it within an inch of the hull, with an action each."""
    unit, mine = state.units[number], vehicles(state, state.units[number].side)
    if not mine or unit.card.kind != "team" or not unit.on_table or not unit.men or engaged(state, number):
        return []
    bodies = state.layout.bodies
    found = []
    for other in mine:
        hull = state.units[other].hull
        beside = all(int(gap(bodies, man, bodies, hull)) <= NEAR for man in unit.men)
        if beside and room_in(state, other) >= len(unit.men):
            found.append(other)
    busy = found and any(left(state, man) < 1 or state.figures[man].carries >= 0 for man in unit.men)
    return [] if busy else found


@rule("sk.gap.action-costs")
def board(play: Play[Battle], number: int, vehicle: int) -> None:
    """A team gets in: an action each. Prisoners are left behind; a team that was seen gives its vehicle away."""
    for man in play.state.units[number].men:
        let_go(play, man)
    if play.state.units[number].spotted:
        spot(play, vehicle, "sk.gap.spotted-status")
    state = play.state
    unit = state.units[number]
    each = tuple((man, {"spent": state.figures[man].spent + 1}) for man in unit.men)
    sets: dict[str, object] = {"place": "aboard", "aboard": vehicle, "gone": unit.men, "each": each}
    play.tell(
        "got in",
        CLAUSE,
        "sk.gap.action-costs",
        unit=number,
        figures=unit.men,
        sets=sets,
        tells={"vehicle": state.units[vehicle].name},
        shows=shows_at(vehicle),
    )


def _sides(state: Battle, vehicle: int) -> Ints:
    bodies, row = state.layout.bodies, state.units[vehicle].hull
    return ring([corner(bodies, row, index) for index in range(4)])


def getting_out(state: Battle, number: int) -> Marching:
    """All places around its vehicle where a team may get out."""
    unit = state.units[number]
    far = OUT + max(state.layout.radius(man) for man in unit.men)
    return Marching(
        terms(state, number),
        unit.men,
        far,
        explain=explainer(state, far, CLAUSE),
        linked=unit.men if len(unit.men) > 1 else (),
        link=LINK,
        chain=False,
        entry=_sides(state, unit.aboard),
    )


@rule("sk.gap.action-costs", "sk.gap.vehicle-open")
def can_get_out(state: Battle, number: int) -> bool:
    """Whether a team has an action each and room around its vehicle."""
    unit = state.units[number]
    return bool(unit.men) and all(left(state, man) for man in unit.men) and getting_out(state, number).has_room()


@rule("sk.gap.action-costs")
async def get_out(play: Play[Battle], number: int) -> None:
    """A team gets out of its vehicle: an action each."""
    seen = known_to(play.state, play.state.units[number].side)
    unit = seen.units[number]
    domain = getting_out(seen, number)
    words = f"{unit.name}: get out of {seen.units[unit.aboard].name} where?"
    march = await ask_seat(unit.seat, "get out", domain, words, CLAUSE, unit=number, usual=domain.first_place)
    state = play.state
    each = tuple((man, {"spent": state.figures[man].spent + 1}) for man in unit.men)
    sets: dict[str, object] = {"places": _beside_unseen(state, march), "place": "table", "aboard": -1, "each": each}
    carrier = state.units[unit.aboard]
    if carrier.spotted:  # everybody knows who rides in it
        sets |= {"spotted": True, "lost_sight": 0}
    play.tell("got out", CLAUSE, unit=number, figures=unit.men, sets=sets, tells={"vehicle": carrier.name})
    if number in contacts(play.state).teams:
        for foe in contacts(play.state).teams[number]:
            spot(play, foe, "sk.melee.contact")
        spot(play, number, "sk.melee.contact")
    spot_the_obvious(play)


@rule("sk.gap.spotted-status")
def _beside_unseen(state: Battle, march: March) -> tuple[Place5, ...]:
    """Where those stand who have got out: beside an unseen enemy, where somebody would have stood on him."""
    places: list[Place5] = []
    for place in places_of(state, march):
        there = replace(state, layout=state.layout.placed([*places, place]))
        row = place[0]
        on_him = any(
            other != row
            and there.layout.on_table(other)
            and int(gap(there.layout.bodies, row, there.layout.bodies, other)) == 0
            for other in range(len(state.figures))
        )
        places.append(place_at(there, row, spot_beside(there, row, place[1:3])) if on_him else place)
    return tuple(places)

"""Carrying troops (d10.gap.transport): getting in and out, riders on a tank, and who is aboard when it burns."""

from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import corner, gaps, nearest
from sandtable.geometry.path_kernels import LEFT
from sandtable.geometry.units import inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised
from sandtable.mechanics.zones import ring
from sandtable.play.asking import ask
from sandtable.play.journey import heights_at
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.d10.basics.units import LINK, engaged, on_table, passengers, who
from sandtable.rulesets.d10.harm.armour import Hit
from sandtable.rulesets.d10.harm.damage import wounds_from
from sandtable.rulesets.d10.harm.losses import take, wreck_title
from sandtable.rulesets.d10.move.movement import AWAY, explainer, terms, too_wide
from sandtable.rulesets.d10.nerve.morale import after_losses
from sandtable.rulesets.d10.state import Battle, Place5
from sandtable.table.layout import rows

CLAUSE = "d10.gap.transport"
GET_OUT = "get out"  # as an order: it takes the place of a Move
NEAR = inches(2)
BAILING = 4  # the strength of the hit on each passenger of a carrier that is destroyed


def is_ridden(state: Battle, vehicle: int) -> bool:
    """Whether troops ride outside on a vehicle: on tanks."""
    return not state.units[vehicle].card.has("carrier")


@rule("d10.gap.transport")
def carriers(state: Battle, number: int) -> list[int]:
    """The vehicles that a unit could get into now: near, with room for all of it, empty, not in close combat.

    Who is upstairs comes down by a Move first.
    """
    unit = state.units[number]
    if unit.card.vehicle or unit.gun >= 0 or not unit.on_table:
        return []
    least = max(1, len(unit.men))
    roomy = [
        other
        for other, one in enumerate(state.units)
        if one.card.carries >= least and one.side == unit.side and one.place == "table"
    ]
    if not roomy or any(state.figures[man].floor for man in unit.men):
        return []
    found = []
    for other in roomy:
        if passengers(state, other) is not None or engaged(state, other):
            continue
        hull = rows(state.units[other].men)
        if int(nearest(state.layout.bodies, rows(unit.men), hull)[0]) > NEAR:
            continue
        far = int(gaps(state.layout.bodies, rows(unit.men), hull).min(axis=1).max())
        if far <= max(NEAR, unit.card.move):
            found.append(other)
    return found


def board(play: Play[Battle], number: int, vehicle: int) -> None:
    """A unit gets in: its Move order."""
    unit = play.state.units[number]
    sets: dict[str, object] = {"place": "aboard", "aboard": vehicle, "moved": True, "hold": False}
    sets["orders"] = (*unit.orders, "move")
    tells = {"vehicle": play.state.units[vehicle].name}
    play.tell("got in", CLAUSE, unit=number, figures=unit.men, sets=sets, tells=tells, shows=shows_at(vehicle))


def sides_of(state: Battle, vehicle: int) -> Ints:
    """The sides of a hull as lines to get out across."""
    bodies, row = state.layout.bodies, state.units[vehicle].men[0]
    return ring([corner(bodies, row, index) for index in range(4)])


def getting_out(state: Battle, number: int) -> Marching:
    """All places around its vehicle where a unit may get out: everybody within two inches of the hull, in coherency."""
    unit = state.units[number]
    radius = max(state.layout.radius(man) for man in unit.men)
    far = NEAR + radius

    def also(march: March) -> Refusal | None:
        refusal = None if len(unit.men) == 1 else too_wide(state, unit.men, march)
        return refusal or crowds_enemies(state, number, march)

    return Marching(
        terms(state, number),
        unit.men,
        far,
        explain=explainer(state, far, CLAUSE),
        link=LINK,
        entry=sides_of(state, unit.aboard),
        also=also,
    )


@rule("d10.gap.movement")
def crowds_enemies(state: Battle, number: int, march: March) -> Refusal | None:
    """Whether somebody would get out within an inch of an enemy who stands at the vehicle itself."""
    side = state.units[number].side
    foes = tuple(body for other in on_table(state, 1 - side) for body in state.units[other].bodies)
    if not foes:
        return None
    there = state.layout.placed([(walk.figure, *walk.points[-1], 0, 0) for walk in march.walks]).bodies
    gap, man, foe = nearest(there, rows(tuple(walk.figure for walk in march.walks)), rows(foes))
    if int(gap) >= AWAY:
        return None
    why = f"{who(state, int(man))} would come too near to {who(state, int(foe))}"
    return Refusal(why, ("d10.gap.movement",), measured=int(gap), allowed=AWAY, figures=(int(man), int(foe)))


def can_get_out(state: Battle, number: int) -> bool:
    """Whether there is room for a unit around its vehicle."""
    return getting_out(state, number).has_room()


@rule("d10.gap.transport")
async def get_out(play: Play[Battle], number: int) -> None:
    """A unit gets out: its Move order."""
    state = play.state
    unit = state.units[number]
    domain = getting_out(state, number)
    words = f"{unit.name}: get out of {state.units[unit.aboard].name} where?"
    march = await ask(play, number, "get out", domain, words, CLAUSE, "d10.gap.coherency", usual=domain.first_place)
    _put_out(play, number, march, "got out", (GET_OUT,))


def _put_out(play: Play[Battle], number: int, march: March, verb: str, orders: tuple[str, ...]) -> None:
    state = play.state
    unit = state.units[number]
    tells = {"vehicle": state.units[unit.aboard].name}
    sets: dict[str, object] = {"places": places_of(state, march), "place": "table", "aboard": -1, "moved": True}
    if orders:
        sets["orders"] = (*unit.orders, *orders)
    play.tell(verb, CLAUSE, unit=number, figures=unit.men, sets=sets, tells=tells)


def places_of(state: Battle, march: March) -> tuple[Place5, ...]:
    """Where the figures of a march end."""
    points = [walk.points[-1] for walk in march.walks]
    found = heights_at(points, state.ground, raised(state))
    return tuple(
        (walk.figure, *point, 0, height) for walk, point, height in zip(march.walks, points, found, strict=True)
    )


# ---- out in a hurry


@rule("d10.gap.transport")
def riders_jump(play: Play[Battle], vehicle: int) -> None:
    """Riders on a tank get out if it is hit; if there is no room for all, they are lost."""
    riders = passengers(play.state, vehicle)
    if riders is not None and is_ridden(play.state, vehicle):
        _jump(play, riders)


def _jump(play: Play[Battle], number: int) -> None:
    march = getting_out(play.state, number).first_place()
    if march is not None:
        _put_out(play, number, march, "jumped clear", ())
        return
    unit = play.state.units[number]
    sets: dict[str, object] = {"place": "destroyed", "aboard": -1, "hold": False}
    play.tell("was destroyed", CLAUSE, unit=number, figures=unit.men, sets=sets)


@rule("d10.gap.vehicle-damage")
async def bail_out(play: Play[Battle], vehicle: int) -> None:
    """Passengers of a vehicle that is out of the battle get out within two inches; each takes a hit if it was destroyed."""
    carrier = play.state.units[vehicle]
    number = passengers(play.state, vehicle)
    if number is None or carrier.alive:
        return
    unit = play.state.units[number]
    lost = 0
    if carrier.place == "destroyed":
        hits = [Hit(len(unit.men), BAILING)]
        play.tell("was hit", "d10.gap.vehicle-damage", unit=number, tells={"hits": len(unit.men), "why": "bailing out"})
        wounds = await wounds_from(play, number, hits, unit.men, 1 - unit.side)
        lost = take(play, number, wounds, "d10.gap.vehicle-damage")
    if play.state.units[number].alive:
        _jump_clear(play, number)
        if lost:
            await after_losses(play, number)


def _jump_clear(play: Play[Battle], number: int) -> None:
    """Passengers stand around the wreck that was their vehicle, or around where it stood."""
    state = play.state
    unit = state.units[number]
    carrier = state.units[unit.aboard]
    if state.layout.bare:
        sets: dict[str, object] = {"place": "table", "aboard": -1, "moved": True}
        play.tell("jumped clear", CLAUSE, unit=number, sets=sets, tells={"vehicle": carrier.name})
        return
    where = terms(state, number)
    around, corners = where.passage.copy(), carrier.stood
    if not corners:
        title = wreck_title(carrier.name)  # there may be others: two vehicles can burn in one fight
        wreck = next(place for place in range(len(state.terrain) - 1, -1, -1) if state.terrain[place].title == title)
        corners = state.terrain[wreck].outline
        around[wreck] = LEFT  # they come out of it, whom else it bars
    lines = ring(corners)
    far = NEAR + max(state.layout.radius(man) for man in unit.men)
    domain = Marching(
        where._replace(passage=around),
        unit.men,
        far,
        explain=explainer(state, far, CLAUSE),
        link=LINK,
        entry=lines,
        also=lambda march: crowds_enemies(state, number, march),
    )
    march = domain.first_place()
    if march is not None:
        _put_out(play, number, march, "jumped clear", ())
        return
    sets = {"place": "destroyed", "aboard": -1, "hold": False}
    play.tell("was destroyed", CLAUSE, unit=number, figures=unit.men, sets=sets)


__all__ = ["bail_out", "board", "can_get_out", "carriers", "get_out", "getting_out", "riders_jump"]

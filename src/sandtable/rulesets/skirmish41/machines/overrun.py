"""What a vehicle drives over: men who jump aside, guns and tripods that are crushed, hulls that nobody knew of."""

from sandtable.geometry.angle import FULL_TURN, RIGHT_ANGLE, ahead, heading
from sandtable.geometry.measure_kernels import gap, nearest
from sandtable.geometry.units import inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.journey import Journey
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.charts import weapons
from sandtable.rulesets.skirmish41.basics.placing import place_at, spot_beside, stands_free
from sandtable.rulesets.skirmish41.basics.units import who
from sandtable.rulesets.skirmish41.harm.casualties import gain_marker
from sandtable.rulesets.skirmish41.spotting.spotting import spot
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.table.layout import Layout, rows

from .driving import CLAUSE, stopped_at

ASIDE = inches(2)
CONTACT = inches(1)


@rule("sk.gap.vehicle-move", "sk.gap.spotted-status")
def into_unseen(state: Battle, number: int, journey: Journey) -> int:
    """The station at which a drive is stopped by an enemy vehicle that its side did not know of; its last if none is."""
    unit = state.units[number]
    unseen = tuple(
        one.hull for one in state.units if one.side != unit.side and one.on_table and one.mounted and not one.spotted
    )
    if not unseen:
        return journey.stations
    for station in range(1, journey.stations + 1):
        there = state.layout.placed(stopped_at(state, journey, station))
        apart = int(nearest(there.bodies, rows((unit.hull,)), rows(unseen))[0])
        if apart <= CONTACT:
            return station if apart else station - 1
    return journey.stations


def under_way(state: Battle, number: int, journey: Journey, station: int) -> dict[int, int]:
    """Everybody on foot whom a drive passes over up to a station, with the bearing that the hull has as it reaches him."""
    hull = state.units[number].hull
    feet = [
        body
        for team, unit in enumerate(state.units)
        if team != number
        for body in (*(unit.bodies if unit.on_table and not unit.mounted else ()), *unit.down)
    ]
    found: dict[int, int] = {}
    for passed in range(1, station + 1):
        layout = state.layout.placed(stopped_at(state, journey, passed))
        for body in feet:
            if body not in found and _touches(layout, hull, body):
                found[body] = layout.bearing(hull)
    return found


@rule("sk.gap.vehicle-move")
def run_over(play: Play[Battle], number: int, under: dict[int, int]) -> None:
    """Men whom a hull drives at jump aside and are suppressed; guns and tripods that it drives over are wrecked."""
    for team in dict.fromkeys(play.state.figures[body].unit for body in under):
        unit = play.state.units[team]
        struck = [body for body in under if play.state.figures[body].unit == team]
        if unit.on_table:
            spot(play, team, CLAUSE, by=play.state.units[number].name)
        if unit.card.kind == "dummy":
            continue
        if unit.hull in struck:
            sets: dict[str, object] = {"gone": (unit.hull,), "wrecked": (unit.card.gun,), "hull": -1}
            shows = {"actor": number, **shows_at(team)}
            play.tell("was run over", CLAUSE, unit=team, figures=(unit.hull,), sets=sets, shows=shows)
        men = [body for body in struck if body != unit.hull]
        for man in men:
            _jump_aside(play, team, number, man, under[man])
        if any(man in play.state.units[team].men for man in men):
            gain_marker(play, team, CLAUSE)


def _touches(layout: Layout, hull: int, body: int) -> bool:
    return layout.on_table(body) and int(gap(layout.bodies, hull, layout.bodies, body)) == 0


def _jump_aside(play: Play[Battle], team: int, number: int, man: int, bearing: int) -> None:
    """A man jumps aside; the tripod or mortar that he served stays where it is, and is crushed."""
    state = play.state
    figure = state.figures[man]
    at = _beside(state, state.units[number].hull, man, bearing)
    sets: dict[str, object] = {"places": (place_at(state, man, at),)}
    crushed = [arm for arm in figure.arms if weapons()[arm].has("tripod") or weapons()[arm].has("mortar")]
    if crushed:
        sets["each"] = ((man, {"arms": tuple(arm for arm in figure.arms if arm not in crushed)}),)
    tells = {"who": who(state, man), "loses": f", and the {weapons()[crushed[0]].title} is crushed" if crushed else ""}
    play.tell("jumped aside", CLAUSE, unit=team, figures=(man,), sets=sets, tells=tells)


def _beside(state: Battle, hull: int, man: int, bearing: int) -> tuple[int, int]:
    """Two inches to the side of a hull's way from where a man stands, to the side he is on; else wherever there is room."""
    (hx, hy), (x, y) = state.layout.point(hull), state.layout.point(man)
    right_x, right_y = heading((bearing + RIGHT_ANGLE) % FULL_TURN)
    right = (x - hx) * right_x + (y - hy) * right_y >= 0
    sides = (RIGHT_ANGLE, 3 * RIGHT_ANGLE) if right else (3 * RIGHT_ANGLE, RIGHT_ANGLE)
    points = [ahead(x, y, (bearing + side) % FULL_TURN, ASIDE) for side in sides]
    free = next((point for point in points if stands_free(state, man, point, outside=True)), None)
    if free is None:
        return spot_beside(state, man, points[0])
    return int(free[0]), int(free[1])

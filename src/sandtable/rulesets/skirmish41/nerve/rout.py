"""Rout: a team flees, runs off the table, or surrenders."""

from itertools import islice

from sandtable.geometry.angle import FULL_TURN, RIGHT_ANGLE, turn_between
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised
from sandtable.mechanics.zones import FACING_OUT, from_edge
from sandtable.play.journey import places_at, walked
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.skirmish41.basics.units import is_solo
from sandtable.rulesets.skirmish41.move.flight import (
    FLEE,
    ROUT,
    SPREAD,
    SURROUNDED,
    bearing_between,
    drop_everything,
    each_way,
    from_whom,
    gone,
    known_enemies,
    length_between,
    may_go,
    middle,
    upright,
    ways,
)
from sandtable.rulesets.skirmish41.move.movement import MOST_MOVES
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.table.layout import rows

BACKWARD = (1200, -1200, 1500, -1500, 1800)  # past the enemy, where nothing else is left


@rule("sk.morale.routers", "sk.morale.rout", "sk.act.rout", "sk.act.rout-surrender", "sk.gap.captured")
def flee(play: Play[Battle], number: int) -> None:
    """Routers run with all their moves away from the nearest enemy, off the table if it comes to that."""
    unit = play.state.units[number]
    if unit.place == "aboard" or unit.mounted or not unit.men:
        return
    drop_everything(play, number)
    state = play.state
    unit = state.units[number]
    if not may_go(state, number):
        play.tell("had nowhere to go", FLEE, unit=number)
        return
    solo = is_solo(state, unit.side)
    clauses = (FLEE, ROUT) if solo else (FLEE,)
    moves = MOST_MOVES if any(state.figures[man].rating > 1 for man in unit.men) else 1
    more = inches(state.options.rout_bonus_inches) * moves if solo else 0
    domain = upright(state, number, moves, more)
    bearing = bearing_between(from_whom(state, number), middle(state, number))
    edge = _edge_ahead(state, number, bearing, domain.budget)
    if edge:
        sets: dict[str, object] = {"place": "fled", "gone": unit.bodies, "suppression": 0}
        play.tell("fled the table", *clauses, unit=number, figures=unit.bodies, sets=sets, tells={"edge": edge})
        return
    found = ways(domain, bearing) if solo else list(islice(each_way(domain, bearing), 1))
    if solo:
        free = [march for march in found if not _meets_enemies(state, unit.side, march)]
        if not free:
            found = ways(domain, bearing, BACKWARD)
            free = [march for march in found if not _meets_enemies(state, unit.side, march)]
        if not free and known_enemies(state, unit.side):
            surrender(play, number)
            return
        found = free or found
    if not found:
        play.tell("had nowhere to go", *clauses, unit=number)
        return
    gone(play, number, found[0], "fled", *clauses)


@rule("sk.afv.bale-out")
def run_off(play: Play[Battle], number: int, clause: str) -> None:
    """Men go away from the nearest enemy by the fastest way, with all that they have."""
    state = play.state
    enemy = from_whom(state, number)
    away = bearing_between(enemy, middle(state, number))
    sides = (state.layout.bearing(state.units[number].hull) + RIGHT_ANGLE * turn for turn in range(4))
    along = [int(turn_between(away, side % FULL_TURN)) for side in sides]  # the wreck is in the way of other ways
    beside = sorted((off for off in along if abs(off) <= RIGHT_ANGLE), key=abs)
    found = ways(upright(state, number, MOST_MOVES), away, (*beside, *SPREAD))

    def clear(march: March) -> int:
        return min(length_between(walk.points[-1], enemy) for walk in march.walks)

    men = state.units[number].men
    each: tuple[tuple[int, dict[str, object]], ...] = tuple(
        (man, {"spent": state.figures[man].rating, "moves": MOST_MOVES}) for man in men
    )
    if found:
        gone(play, number, max(found, key=clear), "retired", clause, retiring=True, each=each)
    else:
        play.tell("had nowhere to go", clause, unit=number, sets={"retiring": True, "each": each})


def _edge_ahead(state: Battle, number: int, bearing: int, far: int) -> str:
    """The edge that a team runs over: near enough and straight ahead."""
    here = middle(state, number)
    off = {edge: from_edge(state, edge, here) for edge in ("north", "south", "west", "east")}
    for edge, distance in sorted(off.items(), key=lambda pair: pair[1]):
        if distance <= far and abs(turn_between(bearing, FACING_OUT[edge])) <= 600:
            return edge
    return ""


@rule("sk.act.rout-surrender")
def _meets_enemies(state: Battle, side: int, march: March) -> bool:
    """Whether a way comes within four inches of an enemy, other than by getting away from him."""
    foes = tuple(body for foe in known_enemies(state, side) for body in state.units[foe].bodies)
    if not foes:
        return False
    runners = tuple(walk.figure for walk in march.walks)
    journey = walked(march, state.layout, state.ground, raised(state))
    before = int(nearest(state.layout.bodies, rows(runners), rows(foes))[0])
    for station in range(1, journey.stations + 1):
        there = state.layout.placed(places_at(journey, station, state.ground, raised(state)))
        now = int(nearest(there.bodies, rows(runners), rows(foes))[0])
        if now <= SURROUNDED and (now <= before or station == journey.stations):
            return True
        before = now
    return False


@rule("sk.act.rout-surrender")
def surrender(play: Play[Battle], number: int) -> None:
    """A team that cannot get away lays down its arms."""
    unit = play.state.units[number]
    each = tuple((man, {"out": "captured"}) for man in unit.men)
    sets: dict[str, object] = {"place": "destroyed", "men": (), "gone": unit.bodies, "each": each}
    play.tell("surrendered", "sk.act.rout-surrender", unit=number, figures=unit.men, sets=sets)

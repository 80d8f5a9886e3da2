"""Floors of buildings (d10.gap.line-of-sight): who has ended a move indoors may go up or down for two inches a floor."""

from collections.abc import Callable

from sandtable.geometry.bodies import GROUND
from sandtable.geometry.ground import COUNT, FIRST
from sandtable.geometry.measure_kernels import in_ring, nearest
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import is_building
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.rulesets.d10.basics.terrain import DOOR, FLOOR
from sandtable.rulesets.d10.basics.units import engaged
from sandtable.rulesets.d10.state import Battle
from sandtable.table.ground import ground
from sandtable.table.layout import rows
from sandtable.table.remembered import Remembered
from sandtable.table.terrain import Piece

from .movement import AWAY

CLAUSE = "d10.gap.line-of-sight"
NAMES = ("the ground floor", "the first floor", "the second floor", "the third floor")


def _tall(terrain: tuple[Piece, ...]) -> list[tuple[int, int, int]]:
    """The buildings of two floors or more: each with its edges, as kernels take them."""
    pieces = ground(terrain).pieces
    return [
        (piece, int(pieces[piece, FIRST]), int(pieces[piece, COUNT]))
        for piece, found in enumerate(terrain)
        if is_building(found) and found.floors > 1
    ]


tall = Remembered(_tall)


def building_of(state: Battle, number: int) -> int | None:
    """The building of two floors or more that all models of a unit stand in."""
    edges, men = state.ground.edges, state.units[number].men
    for piece, first, count in tall(state.terrain):
        if all(in_ring(edges, first, count, *state.layout.point(man)) for man in men):
            return piece
    return None


def _floors(state: Battle, number: int, piece: int, left: int) -> tuple[dict[str, int | None], dict[str, Refusal]]:
    """The floors that a unit can get to with what is left of its move, first where it is; and those that have no room."""
    on = [state.figures[man].floor for man in state.units[number].men]
    here = f"f{on[0]}" if len(set(on)) == 1 else "stay"
    open_to: dict[str, int | None] = {here: None}
    full: dict[str, Refusal] = {}
    for floor in range(min(state.terrain[piece].floors, len(NAMES))):
        key = f"f{floor}"
        if key == here or max(abs(floor - was) for was in on) * DOOR > left:
            continue
        refusal = no_room(state, number, floor)
        if refusal is None:
            open_to[key] = floor
        else:
            full[key] = refusal
    return open_to, full


@rule("d10.gap.movement")
def no_room(state: Battle, number: int, floor: int) -> Refusal | None:
    """Whether somebody on a floor is in the way of a unit that goes there: nobody stands on friends or near enemies."""
    layout = state.layout
    men = state.units[number].men
    bodies = layout.placed([(man, *layout.point(man), 0, floor * FLOOR) for man in men]).bodies
    for other, unit in enumerate(state.units):
        if other == number or not unit.on_table:
            continue
        least = 1 if unit.side == state.units[number].side else AWAY
        for body in unit.bodies:
            level = abs(int(bodies[body, GROUND]) - floor * FLOOR) < FLOOR
            if level and int(nearest(bodies, rows(men), rows((body,)))[0]) < least:
                return Refusal(f"{unit.name} is in the way on {NAMES[floor]}", ("d10.gap.movement",))
    return None


@rule("d10.gap.line-of-sight", "d10.gap.movement")
async def climb(play: Play[Battle], number: int, spare: Callable[[], int]) -> None:
    """A unit indoors that has some of its move left may go to another floor."""
    state = play.state
    unit = state.units[number]
    if unit.card.vehicle or unit.gun >= 0 or not unit.on_table:
        return
    piece = building_of(state, number)
    if piece is None or engaged(state, number) or (left := spare()) < DOOR:
        return
    open_to, full = _floors(state, number, piece, left)
    if len(open_to) < 2:
        return
    title = state.terrain[piece].title
    choices = OneOf(
        open_to, label=lambda floor: "where they are" if floor is None else NAMES[floor], barred=lambda: full
    )
    words = f"{unit.name}: which floor of {title}?"
    floor = await ask(play, number, "floor", choices, words, CLAUSE, "d10.gap.movement", usual=next(iter(open_to)))
    if floor is None:
        return
    layout = play.state.layout
    places = tuple((man, *layout.point(man), layout.bearing(man), floor * FLOOR) for man in unit.men)
    sets: dict[str, object] = {"places": places, "floors": tuple((man, floor) for man in unit.men), "moved": True}
    tells = {"floor": NAMES[floor], "what": title}
    play.tell("changed floors", CLAUSE, unit=number, figures=unit.men, sets=sets, tells=tells)

"""How single models are, for a page: lying, DOWN, on fire, upstairs, Engaged; and where their unit is in words."""

from collections import Counter
from collections.abc import Mapping

from sandtable.geometry.bodies import GROUND
from sandtable.geometry.measure_kernels import in_ring
from sandtable.play.shown import Pose
from sandtable.rulesets.sotr.basics.terrain import STOREY
from sandtable.rulesets.sotr.state import Battle, Soldier, Unit

FLOORS = ("ground floor", "first floor", "second floor", "third floor")
PLACES = {
    "waiting": "not set up yet",
    "reserve": "in reserve",
    "table": "on the table",
    "destroyed": "destroyed",
    "fled": "fled the battlefield",
    "exited": "left the table",
}


def floor_words(storey: int) -> str:
    """A storey as people call it."""
    return FLOORS[storey] if storey < len(FLOORS) else f"floor {storey}"


def storeys(state: Battle, unit: Unit) -> dict[int, tuple[int, int]]:
    """The models of a unit that are upstairs: in which building, on which storey. Most of the time there are none."""
    if not unit.on_table:
        return {}
    bodies = state.layout.bodies
    found = {}
    for man in unit.men:
        high = int(bodies[man, GROUND])
        if high >= STOREY and state.layout.on_table(man):
            house = _house_of(state, man)
            if house is not None:
                found[man] = (house, high // STOREY)
    return found


def _house_of(state: Battle, figure: int) -> int | None:
    """The building that a model stands in."""
    x, y = state.layout.point(figure)
    for number, piece in enumerate(state.terrain):
        row = state.ground.pieces[number]
        if "building" in piece.traits and bool(in_ring(state.ground.edges, int(row[0]), int(row[1]), x, y)):
            return number
    return None


def standing_words(state: Battle, unit: Unit, upstairs: Mapping[int, tuple[int, int]]) -> str:
    """Where a unit is, in words; whoever is upstairs is counted."""
    if unit.aboard is not None:
        return f"riding in {state.units[unit.aboard].name}"
    words = PLACES.get(unit.place, unit.place)
    for (house, storey), count in sorted(Counter(upstairs.values()).items()):
        who = "" if count == len(unit.men) else f"{count} "
        words += f", {who}in {state.terrain[house].title}, {floor_words(storey)}"
    return words


def poses_of(state: Battle, unit: Unit, upstairs: Mapping[int, tuple[int, int]]) -> list[Pose]:
    """How models of a unit are, those of whom there is something to see."""
    fights: dict[int, list[int]] = {}
    for one, other in state.engaged:
        fights.setdefault(one, []).append(other)
        fights.setdefault(other, []).append(one)
    found = []
    for man in unit.men:
        figure = state.figures[man]
        storey = upstairs[man][1] if man in upstairs else 0
        locked = tuple(sorted(fights.get(man, ())))
        words = _words(state, figure, storey, locked)
        if words:
            lying = figure.prone or figure.down
            found.append(Pose(man, words, lying, figure.down, figure.burning, storey, locked))
    return found


def _words(state: Battle, figure: Soldier, storey: int, locked: tuple[int, ...]) -> str:
    said = [
        "DOWN" if figure.down else "Prone" if figure.prone else "",
        "on fire" if figure.burning else "",
        floor_words(storey) if storey else "",
        "on Overwatch" if figure.overwatch else "",
        "Disorganized" if figure.disorganized else "",
        "jammed" if figure.jammed and figure.jammed == state.turn else "",
        f"Engaged with {_foes(state, locked)}" if locked else "",
    ]
    return ", ".join(filter(None, said))


def _foes(state: Battle, locked: tuple[int, ...]) -> str:
    counts = Counter(state.units[state.figures[foe].unit].name for foe in locked)
    return ", ".join(name if count == 1 else f"{count} of {name}" for name, count in counts.items())

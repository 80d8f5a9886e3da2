"""Where objectives lie: placed by turns, far enough apart, or one in the middle."""

from collections.abc import Sequence
from math import isqrt

from sandtable.dice.chance import Chance
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.spot import Bounds, Spot
from sandtable.rulesets.bolt_action.state import Battle

OBJECTIVES = 3
APART = inches(24)  # how far objectives lie from each other at least
LATTICE = inches(3)  # how finely places for objectives are looked for


@rule("ba.gap.scenario-three-objectives")
async def place_objectives(play: Play[Battle]) -> None:
    """The defender places three objectives in his half, 6 inches from the edges and 24 from each other."""
    for number in range(OBJECTIVES):
        choices = _objective_spot(play.state)
        words = f"Place objective {number + 1} of {OBJECTIVES}"
        point = await ask_seat(
            play.state.defender, "place objective", choices, words, "ba.gap.scenario-three-objectives"
        )
        sets = {"objectives": (*play.state.objectives, point)}
        play.tell("an objective was placed", "ba.gap.scenario-three-objectives", sets=sets)


def _objective_spot(state: Battle) -> Spot:
    """Where the next objective may be placed: so that there is room for those still to come."""
    clause = "ba.gap.scenario-three-objectives"
    left, upper, right, lower = _objective_box(state)
    to_come = OBJECTIVES - 1 - len(state.objectives)

    def fits(x: int, y: int) -> Refusal | None:
        if not (left <= x <= right and upper <= y <= lower):
            return Refusal("an objective lies in your half, 6 inches from the edges", (clause,))
        if not _far_apart((x, y), state.objectives):
            near = min(isqrt((x - to_x) ** 2 + (y - to_y) ** 2) for to_x, to_y in state.objectives)
            return Refusal("objectives lie 24 inches from each other", (clause,), measured=near, allowed=APART)
        if _room_for(to_come, (*state.objectives, (x, y)), (left, upper, right, lower)) is None:
            return Refusal("there would be no room for the other objectives", (clause,))
        return None

    bounds = Bounds((left, upper, right, lower), clear_of=state.objectives, apart=APART)
    room = _room_for(to_come + 1, state.objectives, (left, upper, right, lower))
    assert room is not None, "the table is too small for three objectives"

    def suggest(chance: Chance) -> tuple[int, int]:
        return room[0][0] + chance.randint(-LATTICE, LATTICE), room[0][1] + chance.randint(-LATTICE, LATTICE)

    return Spot(fits, suggest, room[0], bounds)


def _objective_box(state: Battle) -> tuple[int, int, int, int]:
    """The defender's half, less 6 inches along the edges of the table."""
    middle, far = state.depth // 2, inches(6)
    upper, lower = (far, middle) if state.edges[state.defender] == "north" else (middle, state.depth - far)
    return far, upper, state.width - far, lower


def _far_apart(point: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    x, y = point
    return all((x - to_x) ** 2 + (y - to_y) ** 2 >= APART**2 for to_x, to_y in others)


def _room_for(
    count: int, taken: tuple[tuple[int, int], ...], box: tuple[int, int, int, int]
) -> tuple[tuple[int, int], ...] | None:
    """Places for so many more objectives, on a lattice of a few inches; None if there are none."""
    if not count:
        return ()
    left, upper, right, lower = box
    best_x, best_y = left + (right - left) * len(taken) // (OBJECTIVES - 1), (upper + lower) // 2  # spread out evenly
    across = sorted({*range(left, right, LATTICE), right}, key=lambda x: abs(x - best_x))
    down = sorted({*range(upper, lower, LATTICE), lower}, key=lambda y: abs(y - best_y))
    for y in down:
        for x in across:
            if _far_apart((x, y), taken):
                rest = _room_for(count - 1, (*taken, (x, y)), box)
                if rest is not None:
                    return (x, y), *rest
    return None


async def place_in_the_middle(play: Play[Battle]) -> None:
    """One objective at the middle of the table."""
    middle = (play.state.width // 2, play.state.depth // 2)
    play.tell("an objective was placed", "ba.gap.scenario-hold", sets={"objectives": (middle,)})

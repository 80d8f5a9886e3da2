"""Before the battle: who attacks, what is fought over, who sets up where, who waits in reserve."""

from collections.abc import Awaitable, Callable, Sequence
from math import isqrt

from sandtable.dice.chance import Chance
from sandtable.dice.readings import Each
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import FULL_TURN, ahead
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.decision import Decision
from sandtable.play.domains import Bounds, OneOf, OnTable, SomeOf, Spot
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play

from .arms import Aimed
from .charts import YES, chart, chart_row, yes_on
from .deployment import set_up
from .fire_effect import strike
from .pins import add_pins
from .state import Battle, Mission
from .struck import Struck
from .victory import CLAUSE_OF_MISSION, MARKER

LAST_SLOTS = {"observer", "sniper"}
OBJECTIVES = 3
APART = inches(24)  # how far objectives lie from each other at least
LATTICE = inches(3)  # how finely places for objectives are looked for
CIRCLE = 360  # corners of a zone that is round


def agenda_of(mission: Mission) -> tuple[str, ...]:
    """What is to be done before the first turn, in order."""
    begin = ("sides", "edge")
    match mission.name:
        case "attrition":
            return (*begin, "wave attacker", "wave defender", "outflank")
        case "breakthrough":
            return (*begin, "set up defender", "wave attacker", "last", "outflank", "bombardment")
        case "three-objectives":
            return (*begin, "objectives", "set up defender", "wave attacker", "last", "outflank", "bombardment")
        case "hold":
            return (*begin, "centre", "set up garrison", "wave attacker", "last", "outflank")


async def next_on_agenda(play: Play[Battle]) -> None:
    """Do the next thing before the battle begins."""
    item = play.state.agenda[0]
    await ITEMS[item](play)
    left = play.state.agenda[1:]
    sets: dict[str, object] = {"agenda": left}
    if not left:
        sets |= {"phase": "start", "turn": 1, "dark": play.state.options.night}
    play.tell("was done", CLAUSE_OF_MISSION[play.state.mission.name], sets=sets, tells={"what": item})


def sides_roll() -> Roll[tuple[int, ...]]:
    """A die each: the higher chooses to attack or to defend."""
    why, because = "who chooses to attack or defend", ("ba.gap.sides-and-edges",)
    return Roll(2, 6, Each(), why=why, because=because, neutral=True)


@rule("ba.gap.sides-and-edges")
async def _choose_sides(play: Play[Battle]) -> None:
    """Both roll a die; the higher chooses to attack or to defend."""
    if play.state.mission.fixed_sides:
        return
    while True:
        first, second = (await sides_roll()).value
        if first != second:
            break
    chooser = 0 if first > second else 1
    attacks = await Decision(
        chooser,
        "attack or defend",
        OneOf({"attack": True, "defend": False}, label=lambda choice: "attack" if choice else "defend"),
        prompt=f"{play.state.names[chooser]}: attack or defend?",
        because=("ba.gap.sides-and-edges",),
    )
    attacker = chooser if attacks else 1 - chooser
    tells = {"attacker": play.state.names[attacker]}
    play.tell("sides were chosen", "ba.gap.sides-and-edges", sets={"attacker": attacker}, tells=tells)


async def _choose_edge(play: Play[Battle]) -> None:
    """The defender picks a long edge."""
    defender = play.state.defender
    edge = await Decision(
        defender,
        "edge",
        OneOf({"north": "north", "south": "south"}),
        prompt=f"{play.state.names[defender]}: which long edge is yours?",
        because=("ba.gap.sides-and-edges",),
    )
    other = "south" if edge == "north" else "north"
    edges = (edge, other) if defender == 0 else (other, edge)
    tells = {"defender": play.state.names[defender], "edge": edge}
    play.tell("an edge was chosen", "ba.gap.sides-and-edges", sets={"edges": edges}, tells=tells)


def _band(state: Battle, side: int, depth: int) -> Ints:
    """The strip of the table along a side's own edge."""
    near, far = (0, depth) if state.edges[side] == "north" else (state.depth, state.depth - depth)
    corners = [(0, near), (state.width, near), (state.width, far), (0, far)]
    return ints([[*a, *b] for a, b in zip(corners, corners[1:] + corners[:1], strict=True)])


def _around(point: tuple[int, int], radius: int) -> Ints:
    """A ring around a point."""
    corners = []
    for step in range(CIRCLE):
        x, y = ahead(*point, step * FULL_TURN // CIRCLE, radius)
        corners.append((int(x), int(y)))
    return ints([[*a, *b] for a, b in zip(corners, corners[1:] + corners[:1], strict=True)])


@rule("ba.gap.scenario-three-objectives")
async def _place_objectives(play: Play[Battle]) -> None:
    """The defender places three objectives in his half, 6 inches from the edges and 24 from each other."""
    for number in range(OBJECTIVES):
        point = await Decision(
            play.state.defender,
            "place objective",
            _objective_spot(play.state),
            prompt=f"Place objective {number + 1} of {OBJECTIVES}",
            because=("ba.gap.scenario-three-objectives",),
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


async def _place_in_the_middle(play: Play[Battle]) -> None:
    """One objective at the middle of the table."""
    middle = (play.state.width // 2, play.state.depth // 2)
    play.tell("an objective was placed", "ba.gap.scenario-hold", sets={"objectives": (middle,)})


def _own(state: Battle, side: int) -> list[int]:
    """The units of a side that are set up or named apart from those aboard others."""
    return [number for number, unit in enumerate(state.units) if unit.side == side and unit.aboard is None]


async def _choose_units(play: Play[Battle], side: int, units: Sequence[int], prompt: str, *because: str) -> list[int]:
    """At least half of some units, chosen by their owner."""
    state = play.state
    chosen = await Decision(
        side,
        "choose units",
        SomeOf(
            {f"u{number}": number for number in units},
            (len(units) + 1) // 2,
            len(units),
            label=lambda number: state.units[number].name,
            points=OnTable,
        ),
        prompt=prompt,
        because=because,
        default=[f"u{number}" for number in units],
    )
    return chosen  # noqa: RET504


async def _set_up_defender(play: Play[Battle]) -> None:
    """The defender sets up at least half of his units in his zone; the rest are in reserve."""
    state = play.state
    side = state.defender
    clause = CLAUSE_OF_MISSION[state.mission.name]
    hidden = state.mission.name == "breakthrough"
    depth = state.mission.zone_depth if hidden else state.depth // 2
    units = [number for number in _own(state, side) if state.units[number].card.slot not in LAST_SLOTS]
    chosen = await _choose_units(play, side, units, "Which units are set up? The rest are in reserve.", clause)
    for number in units:
        if number in chosen:
            zone = _band(play.state, side, depth)
            await set_up(play, number, zone, clause, "ba.gap.sides-and-edges", hidden=hidden)
        else:
            play.tell("was held in reserve", "ba.gap.reserves", unit=number, sets={"place": "reserve"})


@rule("ba.gap.scenario-hold")
async def _set_up_garrison(play: Play[Battle]) -> None:
    """Two infantry or artillery units are set up hidden within 6 inches of the objective, the rest are in reserve."""
    state = play.state
    side = state.defender
    able = [number for number in _own(state, side) if not state.units[number].is_vehicle]
    count = min(2, len(able))
    chosen = await Decision(
        side,
        "choose units",
        SomeOf(
            {f"u{number}": number for number in able},
            count,
            count,
            label=lambda number: state.units[number].name,
            points=OnTable,
        ),
        prompt="Which two units hold the objective?",
        because=("ba.gap.scenario-hold",),
    )
    for number in _own(state, side):
        if number in chosen:
            zone = _around(play.state.objectives[0], MARKER + inches(6) + inches(1))  # a base lies in it altogether
            await set_up(play, number, zone, "ba.gap.scenario-hold", hidden=True)
        else:
            play.tell("was held in reserve", "ba.gap.reserves", unit=number, sets={"place": "reserve"})


@rule("ba.gap.first-wave")
async def _name_wave(play: Play[Battle], side: int) -> None:
    """At least half of a side's units form the first wave; the rest are in reserve."""
    state = play.state
    later = LAST_SLOTS if state.mission.name != "attrition" else set()
    units = [number for number in _own(state, side) if state.units[number].card.slot not in later]
    prompt = "Which units form the first wave? The rest are in reserve."
    chosen = await _choose_units(play, side, units, prompt, "ba.gap.first-wave")
    for number in units:
        place = "wave" if number in chosen else "reserve"
        verb = "joined the first wave" if place == "wave" else "was held in reserve"
        clause = "ba.gap.first-wave" if place == "wave" else "ba.gap.reserves"
        play.tell(verb, clause, unit=number, sets={"place": place})


async def _set_up_last(play: Play[Battle]) -> None:
    """Observers and snipers are set up last, anywhere more than 12 inches from enemies, the defender's first."""
    for side in (play.state.defender, play.state.attacker):
        for number in _own(play.state, side):
            unit = play.state.units[number]
            waiting = unit.card.slot in LAST_SLOTS and unit.place == "wave" and unit.side == side
            if waiting:
                nowhere = ints([]).reshape(0, 4)
                far = inches(12) + 1
                await set_up(play, number, nowhere, "ba.gap.sides-and-edges", far_from_enemies=far)


@rule("ba.gap.reserves")
async def _plan_outflanking(play: Play[Battle]) -> None:
    """Each side writes down, in secret, which reserves come on from which flank."""
    for side in (play.state.attacker, play.state.defender):
        role = 0 if side == play.state.attacker else 1
        if role not in play.state.mission.outflank:
            continue
        for number in _own(play.state, side):
            unit = play.state.units[number]
            if unit.place != "reserve":
                continue
            flank = await Decision(
                side,
                "outflank",
                OneOf({"no": "", "west": "west", "east": "east"}, label=lambda edge: edge or "own table edge"),
                prompt=f"{unit.name} in reserve: outflank?",
                because=("ba.gap.reserves",),
                unit=number,
                default="no",
            )
            play.tell("wrote down its plan", "ba.gap.reserves", unit=number, sets={"outflank": flank}, known_to=side)


def bombardment_comes(*, seat: int) -> Roll[str]:
    """Whether there is a bombardment at all."""
    why, because = "is there a preparatory bombardment?", ("ba.gap.preparatory-bombardment",)
    return Roll(1, 6, yes_on(2), why=why, because=because, seat=seat, needs="2+")


def bombardment_roll(name: str, *, seat: int) -> Roll[str]:
    """What the bombardment does to one unit."""
    because = ("ba.gap.preparatory-bombardment",)
    return Roll(1, 6, chart("bombardment"), why=f"bombardment on {name}", because=because, seat=seat)


def bombardment_pins(row: str) -> int:
    """How many pins a row of the bombardment's chart is."""
    return {"nothing": 0, "one-pin": 1}.get(row, 2)


@rule("ba.gap.preparatory-bombardment")
async def _bombard(play: Play[Battle]) -> None:
    """The attacker's opening bombardment: on 2 or more it happens, and each enemy unit on the table rolls."""
    state = play.state
    if not state.mission.bombardment:
        return
    side = state.attacker
    comes = await bombardment_comes(seat=side)
    if comes.value != YES:
        play.tell("no bombardment came", "ba.gap.preparatory-bombardment", rolls=(comes.number,))
        return
    for number in range(len(state.units)):
        unit = play.state.units[number]
        if unit.side != side and unit.on_table:
            await bombard_unit(play, number, seat=side)


async def bombard_unit(play: Play[Battle], number: int, *, seat: int) -> None:
    """What the bombardment does to one unit."""
    rolled = await bombardment_roll(play.state.units[number].name, seat=seat)
    row = chart_row("bombardment", rolled.value)
    pins = bombardment_pins(row.name)
    await add_pins(play, number, pins, row.clause, rolls=(rolled.number,))
    if row.name == "two-pins-and-hit" and play.state.units[number].alive:
        shell = Struck(1, ("bombardment",), False, pen=3, from_above=True, indirect=True)
        await strike(play, Aimed(number), (shell,), seat=seat, pins=False)


ITEMS: dict[str, Callable[[Play[Battle]], Awaitable[None]]] = {
    "sides": _choose_sides,
    "edge": _choose_edge,
    "objectives": _place_objectives,
    "centre": _place_in_the_middle,
    "set up defender": _set_up_defender,
    "set up garrison": _set_up_garrison,
    "wave attacker": lambda play: _name_wave(play, play.state.attacker),
    "wave defender": lambda play: _name_wave(play, play.state.defender),
    "last": _set_up_last,
    "outflank": _plan_outflanking,
    "bombardment": _bombard,
}

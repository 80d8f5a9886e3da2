"""Before the battle: who attacks, what is fought over, who sets up where, who waits in reserve."""

from collections.abc import Awaitable, Callable, Collection, Sequence

from sandtable.dice.readings import Each
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import around
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.setting_up import next_to_set_up, roll_off
from sandtable.mechanics.zones import ring
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf, OnTable, SomeOf
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.move.deployment import set_up
from sandtable.rulesets.bolt_action.special.bombardment import bombard
from sandtable.rulesets.bolt_action.state import Battle, Mission

from .placing_objectives import place_in_the_middle, place_objectives
from .victory import CLAUSE_OF_MISSION, MARKER

LAST_SLOTS = {"observer", "sniper"}
CIRCLE = 360  # corners of a zone that is round


def agenda_of(mission: Mission) -> tuple[str, ...]:
    """What is to be done before the first turn, in order."""
    begin = ("sides", "edge")
    match mission.name:
        case "attrition" if mission.deployed:
            return (*begin, "deploy defender", "deploy attacker")
        case "attrition":
            return (*begin, "wave attacker", "wave defender", "outflank")
        case "breakthrough" if mission.deployed:
            return (*begin, "deploy defender", "deploy attacker", "bombardment")
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
    chooser, _ = await roll_off(play, sides_roll)
    choices = OneOf({"attack": True, "defend": False}, label=lambda choice: "attack" if choice else "defend")
    words = f"{play.state.names[chooser]}: attack or defend?"
    attacks = await ask_seat(chooser, "attack or defend", choices, words, "ba.gap.sides-and-edges")
    attacker = chooser if attacks else 1 - chooser
    tells = {"attacker": play.state.names[attacker]}
    play.tell("sides were chosen", "ba.gap.sides-and-edges", sets={"attacker": attacker}, tells=tells)


async def _choose_edge(play: Play[Battle]) -> None:
    """The defender picks a long edge."""
    defender = play.state.defender
    choices = OneOf({"north": "north", "south": "south"})
    words = f"{play.state.names[defender]}: which long edge is yours?"
    edge = await ask_seat(defender, "edge", choices, words, "ba.gap.sides-and-edges")
    other = "south" if edge == "north" else "north"
    edges = (edge, other) if defender == 0 else (other, edge)
    tells = {"defender": play.state.names[defender], "edge": edge}
    play.tell("an edge was chosen", "ba.gap.sides-and-edges", sets={"edges": edges}, tells=tells)


def _band(state: Battle, side: int, depth: int) -> Ints:
    """The strip of the table along a side's own edge."""
    near, far = (0, depth) if state.edges[side] == "north" else (state.depth, state.depth - depth)
    return ring([(0, near), (state.width, near), (state.width, far), (0, far)])


def _own(state: Battle, side: int) -> list[int]:
    """The units of a side that are set up or named apart from those aboard others."""
    return [number for number, unit in enumerate(state.units) if unit.side == side and unit.aboard is None]


async def _choose_units(play: Play[Battle], side: int, units: Sequence[int], prompt: str, *because: str) -> list[int]:
    """At least half of some units, chosen by their owner."""
    state = play.state
    choices = SomeOf(
        {f"u{number}": number for number in units},
        (len(units) + 1) // 2,
        len(units),
        label=lambda number: state.units[number].name,
        points=OnTable,
    )
    return await ask_seat(side, "choose units", choices, prompt, *because, usual=[f"u{number}" for number in units])


def _hold_back(play: Play[Battle], units: Sequence[int], chosen: Collection[int]) -> None:
    """Who was not chosen waits in reserve."""
    for number in units:
        if number not in chosen:
            play.tell("was held in reserve", "ba.gap.reserves", unit=number, sets={"place": "reserve"})


async def _one_by_one(play: Play[Battle], units: Collection[int], place: Callable[[int], Awaitable[None]]) -> None:
    """Units of a side are set up one after the other, as its player says."""
    left = sorted(units)
    while left:
        prompt = f"{play.state.names[play.state.units[left[0]].side]}: set up which unit next?"
        clause = "ba.gap.sides-and-edges"
        number = await next_to_set_up(play.state, left, kind="unit to set up", prompt=prompt, clause=clause)
        left.remove(number)
        await place(number)


async def _set_up_defender(play: Play[Battle]) -> None:
    """The defender sets up at least half of his units in his zone; the rest are in reserve."""
    state = play.state
    side = state.defender
    clause = CLAUSE_OF_MISSION[state.mission.name]
    hidden = state.mission.name == "breakthrough"
    depth = state.mission.zone_depth if hidden else state.depth // 2
    units = [number for number in _own(state, side) if state.units[number].card.slot not in LAST_SLOTS]
    chosen = await _choose_units(play, side, units, "Which units are set up? The rest are in reserve.", clause)
    _hold_back(play, units, chosen)

    async def place(number: int) -> None:
        zone = _band(play.state, side, depth)
        await set_up(play, number, zone, clause, "ba.gap.sides-and-edges", hidden=hidden)

    await _one_by_one(play, chosen, place)


@rule("ba.gap.scenario-hold")
async def _set_up_garrison(play: Play[Battle]) -> None:
    """Two infantry or artillery units are set up hidden within 6 inches of the objective, the rest are in reserve."""
    state = play.state
    side = state.defender
    able = [number for number in _own(state, side) if not state.units[number].is_vehicle]
    count = min(2, len(able))
    choices = SomeOf(
        {f"u{number}": number for number in able},
        count,
        count,
        label=lambda number: state.units[number].name,
        points=OnTable,
    )
    words = "Which two units hold the objective?"
    chosen = await ask_seat(side, "choose units", choices, words, "ba.gap.scenario-hold")
    _hold_back(play, _own(state, side), chosen)
    radius = MARKER + inches(6) + inches(1)  # a base lies in it altogether
    zone = ring(around(*play.state.objectives[0], radius, CIRCLE))

    async def place(number: int) -> None:
        await set_up(play, number, zone, "ba.gap.scenario-hold", hidden=True)

    await _one_by_one(play, chosen, place)


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


@rule("ba.gap.first-wave")
async def _deploy(play: Play[Battle], side: int) -> None:
    """All units of a side are set up along its own edge, where a scenario lets nobody walk on."""
    clause = CLAUSE_OF_MISSION[play.state.mission.name]

    async def place(number: int) -> None:
        zone = _band(play.state, side, play.state.mission.zone_depth)
        await set_up(play, number, zone, clause, "ba.gap.sides-and-edges")

    await _one_by_one(play, _own(play.state, side), place)


async def _set_up_last(play: Play[Battle]) -> None:
    """Observers and snipers are set up last, anywhere more than 12 inches from enemies, the defender's first."""
    nowhere, far = ints([]).reshape(0, 4), inches(12) + 1

    async def place(number: int) -> None:
        await set_up(play, number, nowhere, "ba.gap.sides-and-edges", far_from_enemies=far)

    for side in (play.state.defender, play.state.attacker):
        own = [(number, play.state.units[number]) for number in _own(play.state, side)]
        last = [number for number, unit in own if unit.card.slot in LAST_SLOTS and unit.place == "wave"]
        await _one_by_one(play, last, place)


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
            choices = OneOf({"no": "", "west": "west", "east": "east"}, label=lambda edge: edge or "own table edge")
            words = f"{unit.name} in reserve: outflank?"
            flank = await ask_seat(side, "outflank", choices, words, "ba.gap.reserves", unit=number, usual="no")
            play.tell("wrote down its plan", "ba.gap.reserves", unit=number, sets={"outflank": flank}, known_to=side)


ITEMS: dict[str, Callable[[Play[Battle]], Awaitable[None]]] = {
    "sides": _choose_sides,
    "edge": _choose_edge,
    "objectives": place_objectives,
    "centre": place_in_the_middle,
    "set up defender": _set_up_defender,
    "set up garrison": _set_up_garrison,
    "wave attacker": lambda play: _name_wave(play, play.state.attacker),
    "wave defender": lambda play: _name_wave(play, play.state.defender),
    "deploy attacker": lambda play: _deploy(play, play.state.attacker),
    "deploy defender": lambda play: _deploy(play, play.state.defender),
    "last": _set_up_last,
    "outflank": _plan_outflanking,
    "bombardment": bombard,
}

"""What teams do besides shooting: moving, driving, handling weapons, casualties and prisoners."""

from sandtable.geometry.angle import FULL_TURN, SCALE, SINE, directions
from sandtable.geometry.bodies import GROUND
from sandtable.geometry.units import inches
from sandtable.mechanics.choices import one_unit
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.journey import places_at, walked
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.charts import weapons
from sandtable.rulesets.skirmish41.basics.sight import inside_piece
from sandtable.rulesets.skirmish41.basics.terrain import FLOOR
from sandtable.rulesets.skirmish41.basics.units import left, who
from sandtable.rulesets.skirmish41.fire.crews import join, pick_up, to_join, to_pick_up
from sandtable.rulesets.skirmish41.fire.shooting import take_aim
from sandtable.rulesets.skirmish41.fire.targets import open_targets
from sandtable.rulesets.skirmish41.harm.carrying import can_lift, casualties_near, guards, hands_full, lift, set_free
from sandtable.rulesets.skirmish41.harm.carrying import let_go as drop
from sandtable.rulesets.skirmish41.heavy.shelling import call_fire
from sandtable.rulesets.skirmish41.machines.driving import drives
from sandtable.rulesets.skirmish41.move.movement import CREW, marching, movers, pushing
from sandtable.rulesets.skirmish41.spotting.hidden import known_to
from sandtable.rulesets.skirmish41.spotting.spotting import spot_the_obvious
from sandtable.rulesets.skirmish41.state import Battle, Point

from .travel import after_moving, comes_upon, drive_out, march_out

COSTS = "sk.gap.action-costs"
EIGHTHS = 8


@rule("sk.move.cost", "sk.move.six", "sk.move.suppressed-crawl")
async def move(play: Play[Battle], number: int) -> None:
    """A team moves: an action of each figure that goes."""
    seen = known_to(play.state, play.state.units[number].side)
    unit = seen.units[number]
    domain = marching(seen, number, movers(seen, number))
    clause = "sk.move.suppressed-crawl" if unit.suppression else "sk.move.six"
    march = await ask_seat(
        unit.seat,
        "move",
        domain,
        f"{unit.name}: {'crawl' if unit.suppression else 'move'}",
        clause,
        "sk.move.cost",
        "sk.gap.fire-team",
        unit=number,
        usual=lambda: (
            (domain.suggest(seen.layout.point(domain.movers[0])) if domain.must_close_up else None) or domain.stay()
        ),
    )
    await march_out(play, number, march)


@rule("sk.gap.vehicle-move", "sk.veh.speed")
async def drive(play: Play[Battle], number: int) -> None:
    """A vehicle is driven: one move a turn."""
    seen = known_to(play.state, play.state.units[number].side)
    unit = seen.units[number]
    driven = await ask_seat(
        unit.seat,
        "drive",
        drives(seen, number),
        f"{unit.name}: drive",
        "sk.veh.speed",
        "sk.gap.vehicle-move",
        unit=number,
        usual=lambda: {"legs": []},
    )
    await drive_out(play, number, driven)


# ---- weapons on tripods and wheels


@rule("sk.gap.action-costs")
def shared(state: Battle, number: int, cost: int, *, keeps: bool = False) -> tuple[tuple[int, dict[str, object]], ...]:
    """What a crew pays together, each in turn; what they have saved is lost, unless they keep it."""
    found: list[tuple[int, dict[str, object]]] = []
    for man in state.units[number].men:
        spends = min(cost, left(state, man))
        if spends:
            cost -= spends
            found.append((man, {"spent": state.figures[man].spent + spends}))
    if not keeps:
        rest = dict(found)
        return tuple((man, {**rest.get(man, {}), "saved": 0}) for man in state.units[number].men)
    return tuple(found)


@rule("sk.gap.action-costs", "sk.gap.mg-limits")
async def set_up(play: Play[Battle], number: int) -> None:
    """A tripod or a mortar is set up: two actions of its crew."""
    sets = {"ready": True, "each": shared(play.state, number, 2)}
    play.tell("set up its weapon", COSTS, unit=number, sets=sets)


@rule("sk.gap.action-costs", "sk.gap.mg-limits")
async def take_down(play: Play[Battle], number: int) -> None:
    """A tripod or a mortar is taken down: two actions of its crew."""
    sets = {"ready": False, "each": shared(play.state, number, 2)}
    play.tell("took down its weapon", COSTS, unit=number, sets=sets)


@rule("sk.gap.line-of-sight", "sk.gap.towed-guns")
async def turn(play: Play[Battle], number: int) -> None:
    """A tripod or a gun is turned: an action."""
    state = play.state
    unit = state.units[number]
    row = turning(state, number)
    choices = OneOf(
        {str(one): one for one in directions(EIGHTHS)},
        label=lambda one: f"{one // 10} degrees",
        points=lambda one: OnTable(at=_ahead_of(state, row, one)),
    )
    words = f"{unit.name}: turn to where?"
    bearing = await ask_seat(unit.seat, "turn to", choices, words, "sk.gap.line-of-sight", unit=number, usual="0")
    turn_to(play, number, bearing)


def turning(state: Battle, number: int) -> int:
    """The base that is turned: a gun, or who has the tripod."""
    unit = state.units[number]
    if unit.card.kind == "gun" and unit.hull >= 0:
        return unit.hull
    heavy = (man for man in unit.men if any(weapons()[arm].has("tripod") for arm in state.figures[man].arms))
    return next(heavy, unit.men[0])


def _ahead_of(state: Battle, row: int, bearing: int) -> Point:
    x, y = state.layout.point(row)
    far = inches(6)
    return x + int(SINE[bearing]) * far // SCALE, y - int(SINE[(bearing + 900) % FULL_TURN]) * far // SCALE


def turn_to(play: Play[Battle], number: int, bearing: int) -> None:
    """A weapon now points this way."""
    state = play.state
    row = turning(state, number)
    x, y = state.layout.point(row)
    place = (row, x, y, bearing, int(state.layout.bodies[row, GROUND]))
    sets = {"places": (place,), "each": shared(state, number, 1, keeps=True)}
    play.tell("turned its weapon", "sk.gap.line-of-sight", unit=number, sets=sets, tells={"degrees": bearing // 10})


@rule("sk.gap.towed-guns", "sk.gap.accumulate")
async def push(play: Play[Battle], number: int) -> None:
    """Three men push a light gun: an action of each, and what the crew has saved is lost."""
    seen = known_to(play.state, play.state.units[number].side)
    unit = seen.units[number]
    domain = pushing(seen, number)
    words = f"{unit.name}: push the gun"
    march = await ask_seat(unit.seat, "push", domain, words, "sk.gap.towed-guns", unit=number, usual=domain.stay)
    state = play.state
    going = [walk.figure for walk in march.walks if len(set(walk.points)) > 1]
    if not going:
        return
    others = [man for man in movers(state, number) if man not in going]
    hands = [*(man for man in going if man != unit.hull), *others]
    hands = hands[: max(CREW, len(going) - (unit.hull in going))]
    each = tuple((man, _pushed(state, man, pays=man in hands)) for man in unit.men)
    turned = {walk.figure: walk.face if walk.face is not None else march.face for walk in march.walks}
    journey = walked(march, state.layout, state.ground, raised(state))
    station = comes_upon(state, number, journey)
    places = tuple(
        (row, x, y, state.layout.bearing(row) if turned.get(row) is None else turned[row], ground)
        for row, x, y, _, ground in places_at(journey, station, state.ground, raised(state))
    )
    sets: dict[str, object] = {"places": places, "each": each, "moved": 1, "shifts": unit.shifts + 1}
    play.tell("pushed the gun", "sk.gap.towed-guns", unit=number, figures=unit.bodies, sets=sets)
    await after_moving(play, number, journey, station)


def _pushed(state: Battle, man: int, *, pays: bool) -> dict[str, object]:
    """Whoever lends a hand or goes along spends an action; nobody of the crew has anything saved any more."""
    figure = state.figures[man]
    return {"saved": 0, **({"spent": figure.spent + 1, "moves": figure.moves + 1} if pays else {})}


# ---- calling and aiming


async def call(play: Play[Battle], number: int) -> None:
    """An officer calls the battery."""
    await call_fire(play, number)


@rule("sk.gap.shot-costs")
async def take_careful_aim(play: Play[Battle], number: int) -> None:
    """A team takes careful aim at another."""
    seen = known_to(play.state, play.state.units[number].side)
    unit = seen.units[number]
    teams = list(dict.fromkeys(aim.team for aim in open_targets(seen, number)))
    target = teams[0]
    if len(teams) > 1:
        words = f"{unit.name}: take aim at whom?"
        target = await ask_seat(
            unit.seat, "aim at", one_unit(seen, teams), words, "sk.gap.shot-costs", unit=number, usual=f"u{teams[0]}"
        )
    take_aim(play, number, target)


# ---- hands


async def lift_casualty(play: Play[Battle], number: int) -> None:
    """A figure takes hold of a casualty beside it."""
    state = play.state
    unit = state.units[number]
    pairs = {
        f"f{man}-{casualty}": (man, casualty)
        for man in unit.men
        if can_lift(state, man)
        for casualty in casualties_near(state, man)
    }
    pair = next(iter(pairs.values()))
    if len(pairs) > 1:
        choices = OneOf(
            pairs,
            label=lambda pair: f"{who(state, pair[0])} lifts {who(state, pair[1])}",
            points=lambda pair: OnTable(figure=pair[1]),
        )
        words = f"{unit.name}: who lifts whom?"
        pair = await ask_seat(
            unit.seat, "lift", choices, words, COSTS, "sk.move.dragged-one", unit=number, usual=next(iter(pairs))
        )
    lift(play, *pair)


async def put_down(play: Play[Battle], number: int) -> None:
    """Those who carry a casualty set it down."""
    for man in play.state.units[number].men:
        if hands_full(play.state, man):
            drop(play, man)


async def let_prisoner_go(play: Play[Battle], number: int) -> None:
    """Prisoners are let go."""
    for man in play.state.units[number].men:
        if guards(play.state, man):
            set_free(play, play.state.figures[man].carries)


async def pick_up_weapon(play: Play[Battle], number: int) -> None:
    """A figure picks up what a fallen comrade had."""
    state = play.state
    unit = state.units[number]
    pairs = {f"f{man}-{place}": (man, place) for man, place in to_pick_up(state, number)}
    pair = next(iter(pairs.values()))
    if len(pairs) > 1:
        choices = OneOf(
            pairs,
            label=lambda pair: f"{who(state, pair[0])} takes the {weapons()[unit.fallen[pair[1]][0]].title}",
            points=lambda pair: OnTable(figure=pair[0]),
        )
        words = f"{unit.name}: who picks up what?"
        pair = await ask_seat(unit.seat, "pick up", choices, words, COSTS, unit=number, usual=next(iter(pairs)))
    pick_up(play, *pair)


async def join_crew(play: Play[Battle], number: int) -> None:
    """A figure joins the crew of a gun beside it."""
    state = play.state
    unit = state.units[number]
    pairs = {f"f{man}-{gun}": (man, gun) for man, gun in to_join(state, number)}
    pair = next(iter(pairs.values()))
    if len(pairs) > 1:
        choices = OneOf(
            pairs,
            label=lambda pair: f"{who(state, pair[0])} joins {state.units[pair[1]].name}",
            points=lambda pair: OnTable(figure=pair[0]),
        )
        words = f"{unit.name}: who joins the crew?"
        pair = await ask_seat(
            unit.seat, "join", choices, words, "sk.gap.fire-team", unit=number, usual=next(iter(pairs))
        )
    join(play, *pair)


@rule("sk.gap.action-costs")
async def climb(play: Play[Battle], number: int) -> None:
    """Those inside a house of several floors go up one, or back down from the top: an action each."""
    state = play.state
    places, each = [], []
    for man in state.units[number].men:
        piece = inside_piece(state, man, ("building",))
        if piece is None or not left(state, man) or state.terrain[piece].floors < 2:
            continue
        figure = state.figures[man]
        floor = 0 if figure.floor + 1 >= state.terrain[piece].floors else figure.floor + 1
        places.append((man, *state.layout.point(man), state.layout.bearing(man), floor * FLOOR))
        each.append((man, {"floor": floor, "spent": figure.spent + 1, "saved": 0}))
    figures = tuple(man for man, _ in each)
    for man, fields in each.copy():
        held = state.figures[man].carries
        if held >= 0 and all(held != other for other, _ in each):
            places.append((held, *state.layout.point(held), state.layout.bearing(held), fields["floor"] * FLOOR))
            each.append((held, {"floor": fields["floor"]}))
    sets = {"places": tuple(places), "each": tuple(each)}
    play.tell("climbed", COSTS, unit=number, figures=figures, sets=sets, tells={"men": len(figures)})
    spot_the_obvious(play)

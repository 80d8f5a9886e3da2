"""Vehicles on the move: turns, reversing, roads, escaping, backing away."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import FULL_TURN, HALF_TURN, RIGHT_ANGLE, ahead, bearing_to, turn_between
from sandtable.geometry.bodies import X, Y
from sandtable.geometry.height_kernels import inside_all_the_way
from sandtable.geometry.kernel import ints
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.path_kernels import FINE, OFF_TABLE
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf
from sandtable.play.driving import Drive, Driven, Driving
from sandtable.play.moves import Segment
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.basics.battlefield import passage, terms
from sandtable.rulesets.bolt_action.basics.journey import driven
from sandtable.rulesets.bolt_action.fire.reactions import go_down
from sandtable.rulesets.bolt_action.harm.afterwards import target_escapes
from sandtable.rulesets.bolt_action.harm.losses import leave_table
from sandtable.rulesets.bolt_action.move.movement import clause_of_move, explainer
from sandtable.rulesets.bolt_action.move.travel import travel
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Unit
from sandtable.table.layout import rows


class Rate(NamedTuple):
    """What a vehicle may do in one move."""

    ahead: int
    astern: int
    turns: int


@rule("ba.move.turns", "ba.gap.vehicle-reverse")
def rate_of(unit: Unit, options: Options, *, running: bool) -> Rate:
    """Distance ahead, distance astern and turns; only an Advance goes astern, at half rate, or full for recce."""
    row = options.tables.movement[unit.card.move]
    if running:
        return Rate(inches(row.run), 0, row.run_turns)
    full = inches(row.advance)
    return Rate(full, full if "recce" in unit.card.traits else full // 2, row.advance_turns)


@rule("ba.gap.road-bonus")
def on_road(state: Battle, drive: Driven) -> bool:
    """Whether the whole of a drive lies on a road that makes it faster: by the switch."""
    if not state.options.road_bonus or not state.ground.has("road"):
        return False
    chosen = state.ground.each("road", lambda piece: int("road" in piece.traits))
    points = ints([pose[:2] for pose in drive.poses])
    return bool(inside_all_the_way(points, state.ground.edges, state.ground.pieces, chosen))


def judge(state: Battle, unit: Unit, rate: Rate, drive: Driven) -> Refusal | None:
    """Whether a drive keeps to the vehicle's rate, turns and ways of reversing."""
    legs = drive.drive.legs
    turns = [turn for turn, _ in legs if turn]
    forward = sum(distance for _, distance in legs if distance > 0)
    astern = -sum(distance for _, distance in legs if distance < 0)
    if not all(0 <= x <= state.width and 0 <= y <= state.depth for x, y, _ in drive.poses):
        return Refusal("the vehicle would leave the table", ("ba.gap.leaving-table",))
    if any(abs(turn) > RIGHT_ANGLE for turn in turns):
        return Refusal("a turn is at most 90 degrees", ("ba.move.turns",), remedy="make it two turns")
    if astern:
        if forward or turns:
            return Refusal("a vehicle reverses straight back, without turns", ("ba.gap.vehicle-reverse",))
        if astern > rate.astern:
            return Refusal("too far astern", ("ba.gap.vehicle-reverse",), measured=astern, allowed=rate.astern)
        return None
    follows_road = bool(forward) and on_road(state, drive)
    limit = rate.ahead * 2 if follows_road else rate.ahead
    if forward > limit:
        return Refusal("too far", (clause_of_move(unit), "ba.gap.road-bonus"), measured=forward, allowed=limit)
    if len(turns) > rate.turns and not follows_road:
        what = f"{len(turns)} turns, {rate.turns} are allowed"
        return Refusal(what, ("ba.move.turns", clause_of_move(unit)), remedy="turn less often")
    return None


def driving(state: Battle, number: int, rate: Rate, *, running: bool, entry: Segment | None = None) -> Driving:
    """All drives that a vehicle may make."""
    unit = state.units[number]

    def propose(chance: Chance) -> Sequence[Drive]:
        found = []
        for _ in range(6):
            legs: list[tuple[int, int]] = []
            left = rate.ahead
            start = None
            if entry is not None:
                ax, ay, bx, by = entry
                share = chance.random()
                straight = domain.straight_in(round(ax + (bx - ax) * share), round(ay + (by - ay) * share), 0)
                start = straight.start
            elif rate.astern and chance.random() < 0.15:
                found.append(Drive(((0, -chance.randint(1, rate.astern)),)))
                continue
            turns = chance.randint(0, rate.turns)
            if entry is not None or not turns:
                step = chance.randint(left // 4, left)
                legs.append((0, step))
                left -= step
            for _turn in range(turns):
                step = chance.randint(0, left)
                legs.append((chance.randint(-RIGHT_ANGLE, RIGHT_ANGLE), step))
                left -= step
            found.append(Drive(tuple(legs), start))
        return found

    domain = Driving(
        terms(state, number, passage(state, unit.card.move, running=running)),
        unit.men[0],
        judge=lambda drive: judge(state, unit, rate, drive),
        explain=explainer(state, number, rate.ahead),
        propose=propose,
        entry=entry,
        budget=rate.ahead,
    )
    return domain


async def drive_on(play: Play[Battle], number: int, *, running: bool) -> None:
    """A normal drive on an Advance or a Run."""
    state = play.state
    unit = state.units[number]
    if unit.immobilised:
        return
    rate = rate_of(unit, state.options, running=running)
    choices = driving(state, number, rate, running=running)
    words = f"{unit.name}: {'run' if running else 'advance'}"
    drive = await ask(
        play, number, "drive", choices, words, clause_of_move(unit), "ba.move.turns", "ba.gap.vehicle-reverse"
    )
    await travel(play, number, driven(play.state, unit.men[0], drive), clause_of_move(unit))


def drives_off(state: Battle, number: int, edge: int, *, running: bool) -> bool:
    """Whether a vehicle can drive straight off the table by a long edge, facing it first if its turns allow."""
    unit = state.units[number]
    hull = unit.men[0]
    x, y = state.layout.point(hull)
    bearing = state.layout.bearing(hull)
    rate = rate_of(unit, state.options, running=running)
    turn = int(turn_between(bearing, 0 if edge == 0 else HALF_TURN))
    most = RIGHT_ANGLE * rate.turns
    for facing in (0, max(-most, min(most, turn))):
        end_x, end_y = map(int, ahead(x, y, (bearing + facing) % FULL_TURN, rate.ahead))
        if abs(end_y - y) < abs(edge - y) or (end_y < y) != (edge < y):
            continue
        leaves_at = x + (end_x - x) * (edge - y) // (end_y - y)
        if 0 <= leaves_at <= state.width and _goes_off(state, number, _turned(facing, rate.ahead), running=running):
            return True
    return False


def straight_back(state: Battle, number: int, most: int) -> Driven | None:
    """The longest way straight back up to a distance, stopping short of units, bad ground and the table's edge."""
    return _longest(state, number, [((0, -far),) for far in range(most, 0, -INCH // 4)], running=False)


def _turned(turn: int, far: int) -> tuple[tuple[int, int], ...]:
    """The legs of a drive that turns, twice if it is more than 90 degrees, and then goes straight ahead."""
    half = turn // 2
    return ((half, 0), (turn - half, far)) if abs(turn) > RIGHT_ANGLE else ((turn, far),)


def _freely(state: Battle, number: int, *, running: bool) -> Driving:
    """Drives that only ground and others can stop."""
    unit = state.units[number]
    return Driving(
        terms(state, number, passage(state, unit.card.move, running=running)),
        unit.men[0],
        judge=lambda _: None,
        explain=explainer(state, number, 0),
        propose=lambda _: (),
    )


def _longest(
    state: Battle, number: int, ways: Sequence[tuple[tuple[int, int], ...]], *, running: bool
) -> Driven | None:
    """The first of these ways that nothing stands in."""
    domain = _freely(state, number, running=running)
    for legs in ways:
        made, verdict = domain.tried(Drive(legs))
        if verdict[0] == FINE:
            return made
    return None


@rule("ba.gap.failed-order-vehicle", "ba.gap.leaving-table")
async def back_away(play: Play[Battle], number: int, *because: str) -> None:
    """Reverse straight back at half the Advance rate, as far as there is room; over the table's edge if it is played so."""
    unit = play.state.units[number]
    far = inches(play.state.options.tables.movement[unit.card.move].advance) // 2
    way = straight_back(play.state, number, far)
    off = _goes_off(play.state, number, ((0, -far),), running=False)
    if way is not None and not await travel(
        play, number, driven(play.state, unit.men[0], way), *because, verb="backed away"
    ):
        return
    if off and play.state.options.forced_off_table == "leave":
        leave_table(play, number, forced=True)


def _goes_off(state: Battle, number: int, legs: tuple[tuple[int, int], ...], *, running: bool) -> bool:
    """Whether nothing but the table's edge is in the way of a drive."""
    return _freely(state, number, running=running).tried(Drive(legs))[1][0] == OFF_TABLE


@target_escapes.handed_in
async def escape(play: Play[Battle], number: int, shooter: int) -> None:
    """A recce vehicle that is declared a target may make one Advance move, ahead or astern, before range is measured."""
    state = play.state
    unit = state.units[number]
    choices = OneOf({"stay": False, "escape": True}, label=lambda goes: "escape" if goes else "stay")
    words = f"{unit.name} is shot at by {state.units[shooter].name}: escape?"
    escapes = await ask(play, number, "react", choices, words, "ba.shoot.react", "ba.gap.recce-escape", usual="stay")
    if not escapes:
        return
    answers = driving(state, number, rate_of(unit, state.options, running=False), running=False)
    drive = await ask(play, number, "drive", answers, f"{unit.name} escapes", "ba.gap.recce-escape")
    await travel(play, number, driven(play.state, unit.men[0], drive), "ba.gap.recce-escape", verb="escaped")
    if play.state.units[number].alive:
        go_down(play, number, "ba.gap.recce-escape", why="has made its escape")


@rule("ba.fubar.panic")
def vehicle_flight(state: Battle, number: int, enemy: int) -> tuple[Driven | None, bool]:
    """Away from an enemy as far as a Run goes: turning as its Run allows, or straight back if it cannot face away.

    The second part of the answer says whether the table's edge alone cuts it short.
    """
    unit = state.units[number]
    bodies = state.layout.bodies
    hull = unit.men[0]
    _, _, foe = nearest(bodies, rows((hull,)), rows(state.units[enemy].figures))
    away = int(bearing_to(int(bodies[hull, X] - bodies[foe, X]), int(bodies[hull, Y] - bodies[foe, Y])))
    turn = int(turn_between(state.layout.bearing(hull), away))
    rate = rate_of(unit, state.options, running=True)
    if abs(turn) <= RIGHT_ANGLE * rate.turns or turn == 0:
        ways = [_turned(turn, far) for far in range(rate.ahead, 0, -INCH)]
        return _longest(state, number, ways, running=True), _goes_off(state, number, ways[0], running=True)
    if abs(turn) <= HALF_TURN // 2:
        ways = [((0, far),) for far in range(rate.ahead, 0, -INCH)]
        return _longest(state, number, ways, running=True), _goes_off(state, number, ways[0], running=True)
    back = rate_of(unit, state.options, running=False).astern
    return straight_back(state, number, back), _goes_off(state, number, ((0, -back),), running=False)

"""Vehicles on the move: speeds, turns, getting stuck and coming free."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from sandtable.dice.chance import Chance
from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import RIGHT_ANGLE
from sandtable.geometry.bodies import GROUND
from sandtable.geometry.height_kernels import inside_all_the_way
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import IGNORED, NOT_THROUGH
from sandtable.geometry.units import inches
from sandtable.geometry.way_kernels import any_met, pieces_met
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised, roads
from sandtable.play.driving import Drive, Driven, Driving
from sandtable.play.journey import Journey, places_at
from sandtable.play.moves import Terms
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.skirmish41.basics.charts import D6
from sandtable.rulesets.skirmish41.basics.terrain import THICKETS, hurdles, not_open, slow_pieces
from sandtable.rulesets.skirmish41.basics.units import left, rate, thrower
from sandtable.rulesets.skirmish41.move.movement import explainer, terms
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.spotting.hidden import called
from sandtable.rulesets.skirmish41.state import Battle, Card
from sandtable.table.layout import rows

FREE_TURN, FURTHER, COST = RIGHT_ANGLE, 450, inches(3)
ASTERN = 2
CLAUSE = "sk.gap.vehicle-move"


def driver_of(state: Battle, number: int) -> int | None:
    """Who drives a vehicle."""
    unit = state.units[number]
    return next((man for man in unit.men if state.figures[man].role == "driver" and rate(state.figures[man])), None)


@rule("sk.dmg.afv-7", "sk.dmg.afv-10", "sk.veh.stuck", "sk.dmg.afv-16", "sk.veh.moving-costs-action")
def why_not_drive(state: Battle, number: int) -> Refusal | None:
    """Why a vehicle may not be driven now."""
    unit = state.units[number]
    if unit.stunned:
        return Refusal("its crew is stunned", ("sk.dmg.afv-7",))
    if unit.immobile:
        return Refusal("it has lost a wheel or a track", ("sk.dmg.soft-14", "sk.dmg.afv-10"))
    if unit.stuck:
        return Refusal("it is stuck", ("sk.veh.unstuck",))
    if unit.moved:
        return Refusal("it has moved this turn", (CLAUSE,))
    if driver_of(state, number) is None:
        return Refusal("nobody is at the wheel", ("sk.dmg.afv-16",))
    if any(rate(state.figures[man]) and not left(state, man) for man in unit.men if not _wheel(state, man)):
        return Refusal("not everybody of its crew has an action left for it", ("sk.veh.moving-costs-action",))
    return None


def _wheel(state: Battle, man: int) -> bool:
    return state.figures[man].role == "driver"


def usual_speed(card: Card, options: Options) -> int:
    """How far a vehicle goes in a turn on open ground."""
    return speed_of(card, options, slow=False, rough=False, on_road=False)


@rule("sk.veh.speed", "sk.veh.speed-heavy", "sk.veh.speed-halved", "sk.veh.speed-road", "sk.veh.speed-small-road")
def speed_of(card: Card, options: Options, *, slow: bool, rough: bool, on_road: bool) -> int:
    """How far a vehicle goes in a turn: halved over obstacles and in woods, farther on wheels if all of it is on a road."""
    speeds = options.tables.speeds
    if card.size == "heavy":
        return speeds.heavy_rough.far if rough else speeds.heavy.far
    far = speeds.usual.far
    if on_road and card.drive == "wheeled":
        far = speeds.small_soft_road.far if card.size == "small soft" else speeds.road.far
    return far // 2 if slow else far


def _legs(drive: Driven) -> Ints:
    legs = [(*one[:2], *other[:2]) for one, other in pairwise(drive.poses) if one[:2] != other[:2]]
    return ints(legs).reshape(len(legs), 4)


def _meets(state: Battle, legs: Ints, marked: Ints) -> bool:
    ground = state.ground
    return bool(len(legs)) and bool(any_met(legs, ground.edges, ground.pieces, marked))


@rule("sk.veh.speed-road")
def _all_on_road(state: Battle, drive: Driven) -> bool:
    """Whether every inch of a drive lies on a road."""
    ground, marked = state.ground, roads(state)
    points = ints([pose[:2] for pose in drive.poses])
    return bool(marked.any()) and bool(inside_all_the_way(points, ground.edges, ground.pieces, marked))


@rule("sk.gap.vehicle-move")
def spent(drive: Driven) -> int:
    """What a drive takes: its inches, twice those backward, and three for every 45 degrees beyond ninety."""
    legs = drive.drive.legs
    far = sum(distance if distance >= 0 else -distance * ASTERN for _, distance in legs)
    turned = sum(abs(turn) for turn, _ in legs)
    more = max(0, turned - FREE_TURN)
    return far + COST * (-(-more // FURTHER))


@rule("sk.gap.vehicle-move", "sk.veh.speed")
def judge(state: Battle, number: int, drive: Driven, most: int | None = None) -> Refusal | None:
    """Whether a drive keeps to the speed of its class on this ground."""
    if not all(0 <= x <= state.width and 0 <= y <= state.depth for x, y, _ in drive.poses):
        return Refusal("the vehicle would leave the table", (CLAUSE,))
    card = state.units[number].card
    cost = spent(drive)
    if cost == 0 and not drive.drive.legs:
        return None
    legs = _legs(drive)
    on_road = _all_on_road(state, drive)
    slows = hurdles(state) if on_road else slow_pieces(state)
    rough = slows if on_road else not_open(state)
    far = speed_of(
        card,
        state.options,
        slow=_meets(state, legs, slows),
        rough=card.size == "heavy" and _meets(state, legs, rough),
        on_road=on_road,
    )
    far = far if most is None else min(far, most)
    if cost > far:
        return Refusal("too far", (CLAUSE, "sk.veh.speed"), measured=cost, allowed=far)
    return None


@rule("sk.gap.vehicle-move")
def drive_terms(state: Battle, number: int) -> Terms:
    """What a drive is checked against: enemies on foot jump aside, everybody else is in the way."""
    unit = state.units[number]
    codes = []
    for other, one in enumerate(state.units):
        if other == number or one.place != "table" or (one.side != unit.side and not one.mounted):
            codes.append(IGNORED)
        else:
            codes.append(NOT_THROUGH)
    return terms(state, number, vehicle=True)._replace(avoid=rows(tuple(codes)))


def drives(state: Battle, number: int, most: int | None = None) -> Driving:
    """All drives of a vehicle."""
    card = state.units[number].card
    far = usual_speed(card, state.options)
    far = far if most is None else min(far, most)
    return Driving(
        drive_terms(state, number),
        state.units[number].hull,
        judge=lambda drive: judge(state, number, drive, most),
        explain=explainer(state, far, CLAUSE),
        propose=_proposer(far),
        budget=far,
    )


def _proposer(far: int) -> Callable[[Chance], Sequence[Drive]]:
    def propose(chance: Chance) -> list[Drive]:
        found = []
        for share in (1, 2, 2, 4):
            angle = round((chance.random() * 2 - 1) * FREE_TURN)
            distance = int(chance.random() * far) // share
            found.append(Drive(((angle, -(distance // ASTERN) if chance.random() < 0.2 else distance),)))
        return found

    return propose


# ---- getting stuck


def stuck_roll(name: str, drive: str, options: Options, seat: int) -> Roll[int]:
    """Whether a vehicle gets stuck: half-tracks on a 6, wheels on a 5."""
    table = options.tables.needs
    score = (table.stuck_half_tracked if drive == "half-tracked" else table.stuck_wheeled).needs
    because = ("sk.veh.stuck",)
    return Roll(
        1,
        D6,
        AtLeast(score),
        why=f"Does {name} get stuck?",
        because=because,
        seat=seat,
        needs=f"{score}+",
        step="not to get stuck",
    )


@rule("sk.veh.stuck", "sk.veh.speed-halved")
async def where_stuck(play: Play[Battle], number: int, journey: Journey) -> int | None:
    """The station of a drive at which a vehicle gets stuck: it dices at each obstacle, and once for woods."""
    return await stuck_among(play, number, tuple(_risks(play.state, journey)))


@stage
@rule("sk.veh.stuck")
async def stuck_among(play: Play[Battle], number: int, stations: tuple[int, ...]) -> int | None:
    """The first of some stations at which a vehicle gets stuck; full tracks never do."""
    state = play.state
    unit = state.units[number]
    for station in stations if unit.card.drive != "tracked" else ():
        rolled = await stuck_roll(called(state, number), unit.card.drive, state.options, thrower(state, unit.side))
        if rolled.value:
            return station
    return None


def _risks(state: Battle, journey: Journey) -> list[int]:
    """The stations at which a drive may get stuck, in their order: every obstacle, and the first of all woods."""
    ground, points = state.ground, journey.tracks[0].points
    slow = hurdles(state) if inside_all_the_way(ints(points), ground.edges, ground.pieces, roads(state)) else None
    slow = slow_pieces(state) if slow is None else slow
    met: list[int] = []
    for one, other in pairwise(points):
        found = pieces_met(*one, *other, ground.edges, ground.pieces)
        met += [piece for piece in found.nonzero()[0].tolist() if slow[piece] and piece not in met]
    stations = [(_station_at(state, journey, piece), piece) for piece in met]
    woods = sorted(one for one in stations if state.terrain[one[1]].kind in THICKETS)[:1]
    others = [one for one in stations if state.terrain[one[1]].kind not in THICKETS]
    return [station for station, _ in sorted([*woods, *others])]


def _station_at(state: Battle, journey: Journey, piece: int) -> int:
    """The first station of a journey at which its way has met a piece."""
    ground = state.ground
    before = journey.tracks[0].points[0]
    for station in range(1, journey.stations + 1):
        _, x, y, _ = journey.at(station)[0]
        if pieces_met(*before, x, y, ground.edges, ground.pieces)[piece]:
            return station
        before = (x, y)
    return journey.stations


def free_roll(name: str, options: Options, seat: int) -> Roll[int]:
    """Whether a stuck vehicle comes free."""
    because, least = ("sk.veh.unstuck",), options.tables.needs.unstuck.needs
    why, needs = f"Does {name} come free?", f"{least}+"
    return Roll(1, D6, AtLeast(least), why=why, because=because, seat=seat, needs=needs, step="to come free")


@stage
@rule("sk.veh.unstuck")
async def try_to_free(play: Play[Battle], number: int) -> None:
    """A stuck vehicle tries to come free at the start of a turn."""
    unit = play.state.units[number]
    rolled = await free_roll(called(play.state, number), play.state.options, thrower(play.state, unit.side))
    if rolled.value:
        play.tell("came free", "sk.veh.unstuck", unit=number, sets={"stuck": False}, rolls=(rolled.number,))
    else:
        play.tell("stayed stuck", "sk.veh.unstuck", unit=number, rolls=(rolled.number,))


@rule("sk.dmg.afv-16")
def take_the_wheel(play: Play[Battle], number: int) -> None:
    """Once a full turn has passed another crewman drives; his own post is empty."""
    state = play.state
    unit = state.units[number]
    if not unit.mounted or driver_of(state, number) is not None or unit.driverless:
        return
    order = ("hull gunner", "commander", "loader", "gunner")
    able = [man for man in unit.men if rate(state.figures[man])]
    man = min(able, key=lambda man: order.index(state.figures[man].role), default=None)
    if man is not None:
        sets = {"each": ((man, {"role": "driver"}),)}
        tells = {"who": state.figures[man].role}
        play.tell("took the wheel", "sk.dmg.afv-16", unit=number, figures=(man,), sets=sets, tells=tells)


def stopped_at(state: Battle, journey: Journey, station: int) -> tuple[tuple[int, int, int, int, int], ...]:
    """Where a drive is at a station; before the first it is where it began."""
    if station == 0:
        row = journey.tracks[0].figure
        height = int(state.layout.bodies[row, GROUND])
        return ((row, *state.layout.point(row), state.layout.bearing(row), height),)
    return tuple(places_at(journey, station, state.ground, raised(state)))

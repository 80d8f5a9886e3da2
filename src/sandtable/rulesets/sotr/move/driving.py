"""Machines on the move (sotr.gap.vehicle-movement): hulls are driven, mecha stride."""

from collections.abc import Callable, Sequence

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import RIGHT_ANGLE
from sandtable.geometry.kernel import ints
from sandtable.geometry.path_kernels import IGNORED, NOT_THROUGH, TOO_NEAR, path_cost
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.driving import Drive, Driven, Driving
from sandtable.play.marching import Marching
from sandtable.play.moves import Terms
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.sotr.basics.ways import explainer, marching, terms, who
from sandtable.rulesets.sotr.react.travel import travel
from sandtable.rulesets.sotr.state import Battle, Unit

MOVES = "sotr.gap.vehicle-movement"
PIVOT = inches(2)
ASTERN = 2  # what an inch astern costs: half the rate


def is_hull(unit: Unit) -> bool:
    """Whether a machine drives: mecha walk instead, as they pivot for nothing."""
    return unit.machine and unit.card.mover != "mecha"


@rule("sotr.advance.nonhuman", "sotr.double.rate")
def rate_of(unit: Unit, *, double: bool) -> int:
    """How far a machine goes."""
    return unit.card.double if double else unit.card.advance


@rule("sotr.gap.vehicle-movement")
def judge(state: Battle, number: int, drive: Driven, *, double: bool) -> Refusal | None:
    """Whether a drive keeps to a machine's rate: the ground it crosses, its pivots, and what it goes astern."""
    legs = drive.drive.legs
    rate = rate_of(state.units[number], double=double)
    if not all(0 <= x <= state.width and 0 <= y <= state.depth for x, y, _ in drive.poses):
        return Refusal("the machine would leave the table", (MOVES,))
    if any(abs(turn) > RIGHT_ANGLE for turn, _ in legs):
        return Refusal("a pivot is at most 90 degrees", (MOVES,), remedy="make it two pivots")
    if double and any(distance < 0 for _, distance in legs):
        return Refusal("nobody reverses On The Double", (MOVES,), remedy="make it an Advance")
    spent = cost_of(state, number, drive)
    if spent > rate:
        return Refusal("too far", (MOVES, "sotr.move.terrain-applies"), measured=spent, allowed=rate)
    return None


@rule("sotr.gap.vehicle-movement", "sotr.move.terrain-applies")
def cost_of(state: Battle, number: int, drive: Driven) -> int:
    """What a drive costs: its ground along the middle of the hull, twice that astern, two inches for every pivot."""
    going, ground = terms(state, number).passage, state.ground
    spent = 0
    for place, (turn, distance) in enumerate(drive.drive.legs):
        if place + 1 >= len(drive.poses):
            break
        points = ints([drive.poses[place][:2], drive.poses[place + 1][:2]])
        leg = abs(distance)  # ends are rounded to thousandths, so an inch is an inch only where the ground is open
        if distance:
            rounded = int(path_cost(points, 0, 2, ground.edges, ground.pieces, going * 0))
            leg += int(path_cost(points, 0, 2, ground.edges, ground.pieces, going)) - rounded
        spent += leg * (ASTERN if distance < 0 else 1) + (PIVOT if turn else 0)
    return spent


@rule("sotr.gap.vehicle-movement")
def _own_men(state: Battle, number: int) -> Terms | None:
    """What a machine may not go over besides: friends on foot; None if there are none."""
    unit = state.units[number]
    codes = [
        NOT_THROUGH if other.side == unit.side and other.on_table and not other.machine else IGNORED
        for other in state.units
    ]
    if not any(codes):
        return None
    usual = terms(state, number, clearance=0)
    extra = [IGNORED] * (len(usual.avoid) - len(codes))  # DOWN models are groups of their own: driven over
    return usual._replace(avoid=ints(codes + extra))


def _over(state: Battle, number: int, other: int) -> Refusal:
    why = f"{state.units[number].name} would go over {who(state, other)}"
    return Refusal(why, (MOVES,), remedy="go round", figures=(other,))


def drives(state: Battle, number: int, *, double: bool) -> Driving:
    """All moves of a hull."""
    unit = state.units[number]
    rate = rate_of(unit, double=double)
    explain = explainer(state, MOVES, rate)
    men = _own_men(state, number)
    past = men and Driving(men, unit.men[0], judge=lambda _: None, explain=explain, propose=lambda _: ())

    def allowed(drive: Driven) -> Refusal | None:
        if refusal := judge(state, number, drive, double=double):
            return refusal
        if past:
            code, _, other, _ = past.tried(drive.drive)[1]
            return _over(state, number, other) if code == TOO_NEAR else None
        return None

    return Driving(
        terms(state, number),
        unit.men[0],
        judge=allowed,
        explain=explain,
        propose=_proposer(unit, rate, double=double),
        budget=rate,
    )


def _proposer(unit: Unit, rate: int, *, double: bool) -> Callable[[Chance], Sequence[Drive]]:
    """Some drives that keep to the rate on open ground."""

    def propose(chance: Chance) -> Sequence[Drive]:
        found = []
        for _ in range(6):
            if not double and chance.random() < 0.15:
                found.append(Drive(((0, -chance.randint(1, unit.card.advance // ASTERN)),)))
                continue
            left = rate
            legs = []
            for pivots in range(chance.randint(1, 2)):
                turn = chance.randint(-RIGHT_ANGLE, RIGHT_ANGLE) if pivots or chance.random() < 0.5 else 0
                left -= PIVOT if turn else 0
                if left < 0:
                    break
                step = chance.randint(0, left)
                legs.append((turn, step))
                left -= step
            found.append(Drive(tuple(legs)))
        return found

    return propose


@rule("sotr.gap.vehicle-movement")
def strides(state: Battle, number: int, *, double: bool) -> Marching:
    """All moves of a mecha: it pivots for nothing, so that it goes any way and ends facing any way."""
    unit = state.units[number]
    rate = rate_of(unit, double=double)
    men = _own_men(state, number)
    past = men and Marching(men, unit.men, rate, explain=explainer(state, MOVES, rate), linked=())

    def also(made: March) -> Refusal | None:
        if past and (verdict := past._judge(made.walks, ()))[0] == TOO_NEAR:  # noqa: SLF001
            return _over(state, number, verdict[2])
        return None

    return marching(state, number, unit.men, rate, MOVES, also=also if past else None, may_face=True)


async def drive(play: Play[Battle], number: int, *, double: bool) -> None:
    """A machine's Advance or On The Double."""
    state = play.state
    unit = state.units[number]
    if unit.immobilised:
        return
    what = f"{unit.name}: {'On The Double' if double else 'Advance'}"
    because = (MOVES, "sotr.double.rate" if double else "sotr.advance.nonhuman")
    made: March | Driven
    if is_hull(unit):
        hull = drives(state, number, double=double)
        made = await ask(play, number, "drive", hull, what, *because, usual=Drive)
    else:
        legs = strides(state, number, double=double)
        made = await ask(play, number, "move", legs, what, *because, usual=legs.stay)
    await travel(play, number, made, *because)

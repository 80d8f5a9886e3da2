"""Off-board strikes as they fall (1.4.1): artillery, air strikes and air strafes, as our scenarios resolve them."""

from collections.abc import Sequence

from sandtable.dice.readings import AtLeast, Total
from sandtable.dice.roll import Roll
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.choices import one_figure
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.templates import under_circle, under_square
from sandtable.play.decision import Decision
from sandtable.play.modifier import Modifier
from sandtable.play.script import Play

from . import armour
from .acts import shows_under
from .conditions import note_fire
from .hidden import called, hides_from
from .overhead import cover_from_above, unit_cover_from_above
from .scatter import bearing_of, direction_roll, strayed
from .sight import to_point
from .state import Battle, Point, Strike
from .suppression import suppression_check
from .ways import who
from .words import INCHES, hit_or_missed
from .wounds import Wounding, wound_models

BLAST = inches(2.5)  # the radius of the 5" template
SHELLS = 3
APART = inches(3)  # between the centres of two bombs
DIRECT = inches(0.5)  # how near a bomb's centre a model is hit outright
STRIP_LENGTH, STRIP_WIDTH = inches(24), inches(2)
STRAFED_ON = 4
SHELL = Wounding("artillery", ranged=False, pen=3)
BOMB, BOMBED = Wounding("bombs", plus=1, ranged=False, pen=5), Wounding("a bomb", goner=True, ranged=False)
BULLETS = Wounding("strafed", shift=1, ranged=False, pen=2)
SHELLED = Modifier(-2, "under artillery", "sotr.gap.strike-artillery")
STRAFED = Modifier(-1, "strafed", "sotr.gap.strike-strafe")
NOBODY = -1  # no unit on the table called it down


@rule("sotr.command.strike-types", "sotr.gap.strike-targeting", "sotr.maint.strikes-scenario")
async def resolve_strike(play: Play[Battle], strike: Strike) -> None:
    """An artillery strike, an air strike or an air strafe comes down, whatever has become of its caller."""
    match strike.kind:
        case "artillery":
            await _artillery(play, strike)
        case "air-strike":
            await _air_strike(play, strike)
        case "air-strafe":
            await _air_strafe(play, strike)


def distance_roll(dice: int, why: str, because: tuple[str, ...], seat: int) -> Roll[int]:
    """How far something strays, in inches."""
    return Roll(dice, 6, Total(), why=f"{why}: inches", because=because, seat=seat, say=INCHES)


async def _stray(play: Play[Battle], strike: Strike, dice: int, why: str, clause: str) -> tuple[Point, int]:
    """Where something comes down that strays so many dice in inches from the aim point, and how far that is."""
    degrees = (await direction_roll(why, (clause,), strike.side)).value
    distance = (await distance_roll(dice, why, (clause,), strike.side)).value * INCH
    return strayed(strike.point, bearing_of(play.state, strike.side, degrees), distance), distance


# ---- artillery


@rule("sotr.gap.strike-artillery")
async def _artillery(play: Play[Battle], strike: Strike) -> None:
    """Three shells, each straying on its own; then every unit touched takes a suppression check at -2."""
    clause = "sotr.gap.strike-artillery"
    touched: list[int] = []
    for shell in range(1, SHELLS + 1):
        point, distance = await _stray(play, strike, 2, f"shell {shell}", clause)
        under = under_circle(play.state.layout, point, BLAST).touched
        tells, shows = {"point": point, "distance": distance}, shows_under(play.state, under, point)
        play.tell("a shell fell", clause, tells=tells, shows=shows)
        touched += _units_of(play.state, under)
        await _wound(play, under, SHELL, "side", clause)
    await _suppress(play, touched, SHELLED, clause)


def _units_of(state: Battle, figures: Sequence[int]) -> list[int]:
    return [state.figures[figure].unit for figure in figures]


async def _wound(play: Play[Battle], figures: Sequence[int], how: Wounding, facing: str, clause: str) -> None:
    """One hit on each of some models: men are wounded, machines struck on a particular side of their armour."""
    state = play.state
    for number in dict.fromkeys(_units_of(state, figures)):
        note_fire(play, number, clause)
    machines = [figure for figure in figures if state.units[state.figures[figure].unit].machine]
    soft = tuple((figure, 1) for figure in figures if figure not in machines)
    if soft:
        await wound_models(play, soft, how, None, (clause,))
    for machine in machines:
        await armour.strike(play, machine, how.pen, facing, None, (clause,))


async def _suppress(play: Play[Battle], units: Sequence[int], modifier: Modifier, clause: str) -> None:
    for number in dict.fromkeys(sorted(units)):
        if play.state.units[number].on_table:
            cover = unit_cover_from_above(play.state, number)
            await suppression_check(play, number, NOBODY, (modifier,), cover, (clause,))


# ---- air strike


@rule("sotr.gap.strike-air")
async def _air_strike(play: Play[Battle], strike: Strike) -> None:
    """Two bombs on a line, the pair straying together."""
    clause = "sotr.gap.strike-air"
    middle, distance = await _stray(play, strike, 1, "the bombs", clause)
    bombs = [strayed(middle, strike.bearing, APART // 2), strayed(middle, strike.bearing, -APART // 2)]
    below = [figure for bomb in bombs for figure in under_circle(play.state.layout, bomb, BLAST).touched]
    shows = shows_under(play.state, below, middle)
    play.tell("bombs fell", clause, tells={"points": bombs, "distance": distance}, shows=shows)
    for bomb in bombs:
        under = under_circle(play.state.layout, bomb, BLAST).touched
        hit = await _hit_outright(play, strike, bomb, under)
        if hit is not None:
            await _wound(play, (hit,), BOMBED, "rear", clause)
        others = [figure for figure in under if figure != hit]
        await _wound(play, others, BOMB, "rear", clause)


@rule("sotr.gap.strike-air", "sotr.gap.nearest-ties")
async def _hit_outright(play: Play[Battle], strike: Strike, bomb: Point, under: Sequence[int]) -> int | None:
    """The model nearest to a bomb's centre, within half an inch; machines are struck instead. The caller breaks ties."""
    state = play.state
    near = {
        figure: distance
        for figure in under
        if not state.units[state.figures[figure].unit].machine and (distance := to_point(state, figure, bomb)) <= DIRECT
    }
    nearest = [figure for figure in near if near[figure] == min(near.values())]
    known = [figure for figure in nearest if not hides_from(state.units[state.figures[figure].unit], strike.side)]
    if len(nearest) < 2 or len(known) < 2:
        return min(nearest, default=None)
    chosen = await Decision(
        strike.side,
        "hit outright",
        one_figure(known, lambda figure: who(state, figure)),
        prompt="Equally near to the bomb: who is hit outright?",
        because=("sotr.gap.strike-air", "sotr.gap.nearest-ties"),
        default=f"m{min(known)}",
    )
    return chosen  # noqa: RET504


# ---- air strafe


def sideways_roll(seat: int) -> Roll[int]:
    """How a strafe strays: odd to the left, even to the right, by half the roll."""
    because = ("sotr.gap.strike-strafe",)
    return Roll(1, 6, Total(), why="the strafe strays: odd left, even right, half of it", because=because, seat=seat)


@rule("sotr.gap.strike-strafe")
def strafed_roll(name: str, cover: int, seat: int) -> Roll[int]:
    """Whether a model on the strip is hit: 4 or more, cover off the die."""
    needed = STRAFED_ON + cover
    because = ("sotr.gap.strike-strafe",)
    return Roll(
        1,
        6,
        AtLeast(needed),
        why=f"strafe: to hit {name}",
        because=because,
        seat=seat,
        needs=f"{needed}+",
        say=hit_or_missed,
    )


@rule("sotr.gap.strike-strafe")
async def _air_strafe(play: Play[Battle], strike: Strike) -> None:
    """A strip of bullets: everybody on it may be hit; then every unit touched takes a suppression check at -1."""
    clause = "sotr.gap.strike-strafe"
    rolled = (await sideways_roll(strike.side)).value
    side = -900 if rolled % 2 else 900
    distance = rolled * INCH // 2
    middle = strayed(strike.point, strike.bearing + side, distance)
    hand = "left" if rolled % 2 else "right"
    tells = {"point": middle, "bearing": strike.bearing, "distance": distance, "hand": hand}
    under = under_square(play.state.layout, middle, STRIP_LENGTH, STRIP_WIDTH, strike.bearing).touched
    play.tell("aircraft strafed", clause, tells=tells, shows=shows_under(play.state, under, middle))
    hit = []
    for figure in under:
        state = play.state
        name = called(state, state.figures[figure].unit)
        if (await strafed_roll(name, cover_from_above(state, figure), strike.side)).value:
            hit.append(figure)
    touched = _units_of(play.state, under)
    for number in dict.fromkeys(touched):
        note_fire(play, number, clause)
    await _wound(play, hit, BULLETS, "rear", clause)
    await _suppress(play, touched, STRAFED, clause)

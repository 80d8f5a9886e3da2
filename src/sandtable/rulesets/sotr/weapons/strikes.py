"""Off-board strikes as they fall (1.4.1): artillery, air strikes and air strafes, as our scenarios resolve them."""

from collections.abc import Sequence

from sandtable.dice.readings import AtLeast, Total
from sandtable.dice.roll import Roll
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.choices import one_figure
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import felt
from sandtable.mechanics.templates import under_circle, under_square
from sandtable.play.asking import ask_seat
from sandtable.play.modifier import Modifier
from sandtable.play.script import Play
from sandtable.play.stage import last, returned, stage
from sandtable.rulesets.sotr.basics.alike import settled
from sandtable.rulesets.sotr.basics.hidden import called, hides_from
from sandtable.rulesets.sotr.basics.overhead import cover_from_above, unit_cover_from_above
from sandtable.rulesets.sotr.basics.scatter import bearing_of, direction_roll, strayed
from sandtable.rulesets.sotr.basics.sight import to_point
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.basics.words import INCHES, hit_or_missed
from sandtable.rulesets.sotr.fire.suppression import suppression_check
from sandtable.rulesets.sotr.harm import armour
from sandtable.rulesets.sotr.harm.wounds import Wounding, wound_models
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle, Point, Strike
from sandtable.rulesets.sotr.units.conditions import note_fire
from sandtable.rulesets.sotr.verbs.acts import shows_under

BLAST = inches(2.5)  # the radius of the 5" template
APART = inches(3)  # between the centres of two bombs
DIRECT = inches(0.5)  # how near a bomb's centre a model is hit outright
STRIP_LENGTH, STRIP_WIDTH = inches(24), inches(2)
ARTILLERY, STRAFE = "sotr.gap.strike-artillery", "sotr.gap.strike-strafe"
BOMBED = Wounding("a bomb", goner=True, ranged=False)
NOBODY = -1  # no unit on the table called it down


def shell(options: Options) -> Wounding:
    """How a shell wounds."""
    return Wounding("artillery", ranged=False, pen=options.tables.strikes.artillery.pen)


def bomb(options: Options) -> Wounding:
    """How a bomb wounds those whom it does not hit outright."""
    row = options.tables.strikes.air_strike
    return Wounding("bombs", plus=row.plus, ranged=False, pen=row.pen)


def bullets(options: Options) -> Wounding:
    """How aircraft that strafe wound."""
    row = options.tables.strikes.air_strafe
    return Wounding("strafed", shift=row.shift, ranged=False, pen=row.pen)


def under_shells(options: Options) -> Modifier:
    """What artillery takes off the Cool of those under it."""
    return options.tables.strikes.artillery.because("under artillery")


def under_bullets(options: Options) -> Modifier:
    """What a strafe takes off the Cool of those under it."""
    return options.tables.strikes.air_strafe.because("strafed")


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
    return Roll(
        dice, 6, Total(), why=f"{why}: inches", because=because, seat=seat, say=INCHES, step="how far it strays"
    )


def stray_roll(state: Battle, strike: Strike, why: str) -> Roll[int]:
    """How far what a strike sends down strays from the aim point."""
    rows = state.options.tables.strikes
    row = rows.artillery if strike.kind == "artillery" else rows.air_strike
    return distance_roll(row.stray, why, (row.clause,), strike.side)


async def stray(play: Play[Battle], strike: Strike, why: str) -> tuple[Point, int]:
    """Where what a strike sends down comes down, and how far off; on a bare table that is nowhere in particular."""
    throw = stray_roll(play.state, strike, why)
    if play.state.layout.bare:
        return strike.point, (await throw).value * INCH
    degrees = (await direction_roll(why, throw.because, strike.side)).value
    distance = (await throw).value * INCH
    return strayed(strike.point, bearing_of(play.state, strike.side, degrees), distance), distance


# ---- artillery


@rule("sotr.gap.strike-artillery")
async def _artillery(play: Play[Battle], strike: Strike) -> None:
    """Three shells, each straying on its own; then every unit touched takes a suppression check at -2."""
    touched: list[int] = []
    row = play.state.options.tables.strikes.artillery
    for number in range(1, row.shells + 1):
        point, distance = await stray(play, strike, f"shell {number}")
        under = tuple(under_circle(play.state.layout, point, BLAST).touched)
        await shell_falls(play, point, distance, under)
        touched += _units_of(play.state, under)
    await suppress(play, touched, under_shells(play.state.options))


@stage
async def shell_falls(play: Play[Battle], point: Point, distance: int, under: tuple[int, ...]) -> None:
    """A shell falls so far from where it was aimed, on some models."""
    tells, shows = {"point": point, "distance": distance}, shows_under(play.state, under, point)
    play.tell("a shell fell", ARTILLERY, tells=tells, shows=shows)
    await _wound(play, under, shell(play.state.options), "side", ARTILLERY)


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


async def suppress(play: Play[Battle], units: Sequence[int], modifier: Modifier) -> None:
    """Units under a strike check for Suppression, less the cover that they have from above."""
    for number in dict.fromkeys(sorted(units)):
        if play.state.units[number].on_table:
            cover = unit_cover_from_above(play.state, number)
            await suppression_check(play, number, NOBODY, tuple(felt([modifier])), cover, (modifier.clause,))


# ---- air strike


@rule("sotr.gap.strike-air")
async def _air_strike(play: Play[Battle], strike: Strike) -> None:
    """Two bombs on a line, the pair straying together."""
    clause = "sotr.gap.strike-air"
    middle, distance = await stray(play, strike, "the bombs")
    bombs = [strayed(middle, strike.bearing, APART // 2), strayed(middle, strike.bearing, -APART // 2)]
    below = [figure for at in bombs for figure in under_circle(play.state.layout, at, BLAST).touched]
    shows = shows_under(play.state, below, middle)
    play.tell("bombs fell", clause, tells={"points": bombs, "distance": distance}, shows=shows)
    for at in bombs:
        under = under_circle(play.state.layout, at, BLAST).touched
        await bomb_bursts(play, await _hit_outright(play, strike, at, under), tuple(under))


@rule("sotr.gap.strike-air")
async def bomb_bursts(play: Play[Battle], hit: int | None, under: tuple[int, ...]) -> None:
    """A bomb on some models, one of whom may be hit outright."""
    clause = "sotr.gap.strike-air"
    if hit is not None:
        await _wound(play, (hit,), BOMBED, "rear", clause)
    await _wound(play, [figure for figure in under if figure != hit], bomb(play.state.options), "rear", clause)


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
    return await ask_seat(
        strike.side,
        "hit outright",
        one_figure(known, lambda figure: who(state, figure)),
        "Equally near to the bomb: who is hit outright?",
        "sotr.gap.strike-air",
        "sotr.gap.nearest-ties",
        usual=f"m{min(known)}",
    )


# ---- air strafe


def sideways_roll(seat: int) -> Roll[int]:
    """How a strafe strays: odd to the left, even to the right, by half the roll."""
    because = ("sotr.gap.strike-strafe",)
    return Roll(
        1,
        6,
        Total(),
        why="the strafe strays: odd left, even right, half of it",
        because=because,
        seat=seat,
        step="which way it strays",
    )


@rule("sotr.gap.strike-strafe")
def strafed_roll(name: str, cover: int, seat: int, options: Options) -> Roll[int]:
    """Whether a model on the strip is hit: 4 or more, cover off the die."""
    needed = options.tables.strikes.air_strafe.needs + cover
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
        step="to hit with a strafe",
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
    await last(strafed(play, strike.side, tuple(under), tuple(under)))


@stage
@rule("sotr.gap.strike-strafe")
async def strafed(
    play: Play[Battle],
    seat: int,
    under: tuple[int, ...],
    waiting: tuple[int, ...],
    hit: tuple[tuple[int, str], ...] = (),
) -> int:
    """Everybody on a strip may be hit, one after another; then units on it check. How many were hit."""
    state = play.state
    if waiting:
        figure = waiting[0]
        name = called(state, state.figures[figure].unit)
        if (await strafed_roll(name, cover_from_above(state, figure), seat, state.options)).value:
            hit = settled(state, (*hit, (figure, "hit")))
        return await returned(strafed(play, seat, under, waiting[1:], hit))
    touched = _units_of(state, under)
    for number in dict.fromkeys(touched):
        note_fire(play, number, STRAFE)
    await _wound(play, [figure for figure, _ in hit], bullets(state.options), "rear", STRAFE)
    await suppress(play, touched, under_bullets(state.options))
    return len(hit)

"""The artillery barrage chart."""

from math import isqrt

from sandtable.dice.chance import Chance
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import FULL_TURN, ahead
from sandtable.geometry.units import inches, show
from sandtable.play.asking import ask_seat
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.spot import Bounds, Spot
from sandtable.play.stage import last, stage
from sandtable.rulesets.bolt_action.basics.arms import Aimed
from sandtable.rulesets.bolt_action.basics.battlefield import distance_to_point
from sandtable.rulesets.bolt_action.basics.charts import dice_count
from sandtable.rulesets.bolt_action.basics.words import INCHES
from sandtable.rulesets.bolt_action.fire.fire_effect import strike
from sandtable.rulesets.bolt_action.fire.struck import Struck
from sandtable.rulesets.bolt_action.nerve.pins import add_rolled_pins
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Support

PINNED, HIT = "pinned", "hit"


def barrage_roll(options: Options, *, seat: int) -> Roll[str]:
    """What comes of a barrage that is due."""
    return Roll(1, 6, options.tables.chart("barrage"), why="artillery barrage", because=("ba.barrage.roll",), seat=seat)


def reach_roll(options: Options, *, seat: int) -> Roll[int]:
    """How many inches around its point a barrage reaches."""
    count = dice_count(options.tables.barrage["fire-for-effect"].reach)
    why, because = "reach of the barrage", ("ba.barrage.effect-area",)
    return Roll(count.dice, 6, count.reading, why=why, because=because, seat=seat, say=INCHES)


def shelling_roll(name: str, options: Options, *, seat: int) -> Roll[str]:
    """Whether a unit within reach is pinned or hit."""
    tables = options.tables
    why, because = f"the barrage on {name}, {tables.shelled}", ("ba.barrage.effect-pins", "ba.barrage.effect-hit")
    return Roll(1, 6, tables.chart("shelling"), why=why, because=because, seat=seat, step="the barrage")


@stage
async def resolve_barrage(play: Play[Battle], support: Support) -> Support | None:
    """Roll on the chart; the barrage comes back as delayed, or is over."""
    rolled = await barrage_roll(play.state.options, seat=support.side)
    row = play.state.options.tables.barrage[rolled.value]
    tells = {"row": row.id, "point": list(support.point)}
    play.tell("a barrage was due", "ba.barrage.roll", row.clause, tells=tells, rolls=(rolled.number,))
    if row.id == "delay":
        point = await _shift(play, support.side, support.point, inches(row.shift), row.clause)
        return Support("barrage", support.side, support.observer, point=point)
    point = support.point
    if row.id == "miscalculation":
        point = await _shift(play, 1 - support.side, point, inches(row.shift), row.clause)
    await last(fire_for_effect(play, point, seat=support.side))
    return None


async def _shift(play: Play[Battle], seat: int, point: tuple[int, int], most: int, clause: str) -> tuple[int, int]:
    """Let a side move the aiming point by at most so far."""
    state = play.state

    def fits(x: int, y: int) -> Refusal | None:
        if (x - point[0]) ** 2 + (y - point[1]) ** 2 > most**2:
            far = isqrt((x - point[0]) ** 2 + (y - point[1]) ** 2)
            return Refusal(f"the point is moved by at most {show(most)}", (clause,), measured=far, allowed=most)
        if not (0 <= x <= state.width and 0 <= y <= state.depth):
            return Refusal("the point is off the table", (clause,))
        return None

    def suggest(chance: Chance) -> tuple[int, int]:
        x, y = ahead(*point, chance.randrange(FULL_TURN), chance.randint(0, most - 1))
        return int(x), int(y)

    choices = Spot(fits, suggest, point, Bounds((0, 0, state.width, state.depth), point, farthest=most))
    words = f"Move the aiming point of the barrage by up to {show(most)}"
    moved = await ask_seat(seat, "shift barrage", choices, words, clause, usual=list(point))
    if moved != point:
        play.tell("the aiming point was moved", clause, tells={"point": list(moved)})
    return moved


@stage
async def fire_for_effect(play: Play[Battle], point: tuple[int, int], *, seat: int) -> None:
    """Every unit within so many inches of the point is pinned, or struck by a heavy howitzer."""
    rolled = await reach_roll(play.state.options, seat=seat)
    reach = inches(rolled.value)
    under = [
        number
        for number, unit in enumerate(play.state.units)
        if unit.on_table and distance_to_point(play.state, number, point) <= reach
    ]
    play.tell(
        "the barrage fell",
        "ba.barrage.effect-area",
        tells={"point": list(point), "reach": rolled.value},
        shows={"targets": tuple(under), "at": point},
        rolls=(rolled.number,),
    )
    await last(_shells(play, tuple(range(len(play.state.units))), point, reach, seat=seat))


@stage
async def _shells(
    play: Play[Battle], waiting: tuple[int, ...], point: tuple[int, int], reach: int, *, seat: int
) -> None:
    """One unit after another, if it is within reach when its turn comes."""
    number, *rest = waiting
    if play.state.units[number].on_table and distance_to_point(play.state, number, point) <= reach:
        if not rest:
            await last(_shell(play, number, seat=seat))
            return
        await _shell(play, number, seat=seat)
    if rest:
        await last(_shells(play, tuple(rest), point, reach, seat=seat))


@stage
async def _shell(play: Play[Battle], number: int, *, seat: int) -> None:
    name = play.state.units[number].name
    rolled = await shelling_roll(name, play.state.options, seat=seat)
    row = play.state.options.tables.shelling[rolled.value]
    if rolled.value == HIT:
        shell = Struck(1, ("heavy howitzer",), False, he=row.he, from_above=True, indirect=True)
        play.tell("took a direct hit", row.clause, unit=number, rolls=(rolled.number,))
        await last(strike(play, Aimed(number), (shell,), seat=seat))
    else:
        await add_rolled_pins(play, number, row.pins, "barrage", row.clause)

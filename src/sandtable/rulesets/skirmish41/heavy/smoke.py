"""Smoke: fogs on the table, where they drift, when they clear."""

from sandtable.dice.readings import Each
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import FULL_TURN, ahead, around
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.charts import D6
from sandtable.rulesets.skirmish41.state import Battle, Point, Smoke
from sandtable.table.terrain import piece

RADIUS = inches(1.5)
COMPASS = 12


def drift_roll(why: str, clause: str, seat: int) -> Roll[tuple[int, ...]]:
    """How far and which way something drifts: a D6 for inches."""
    return Roll(1, D6, Each(), why=f"{why}: how far", because=(clause,), seat=seat, step="how far it drifts")


def compass_roll(why: str, clause: str, seat: int) -> Roll[tuple[int, ...]]:
    """Which way: a D12 as the face of a clock."""
    return Roll(
        1,
        COMPASS,
        Each(),
        why=f"{why}: which way, by the clock",
        because=(clause,),
        seat=seat,
        step="which way it drifts",
    )


@rule("sk.gren.smoke", "sk.gap.misses")
async def drifted(play: Play[Battle], number: int, aimed: Point | int, why: str, clause: str, seat: int) -> Point:
    """A point D6 inches off in a random direction, on the table: off a point, or off a figure that a team has aimed at."""
    far = await drift_roll(why, clause, seat)
    way = await compass_roll(why, clause, seat)
    play.note(number, "drifts", far.value[0])
    play.note(number, "o'clock", way.value[0])
    if play.state.layout.bare:
        return 0, 0
    point = play.state.layout.point(aimed) if isinstance(aimed, int) else aimed
    x, y = ahead(*point, way.value[0] * FULL_TURN // COMPASS % FULL_TURN, inches(far.value[0]))
    return max(0, min(play.state.width, int(x))), max(0, min(play.state.depth, int(y)))


@rule("sk.gren.smoke", "sk.gren.smoke-duration")
def lay_smoke(play: Play[Battle], point: Point, side: int) -> None:
    """A fog three inches across; it clears once its side has next moved and fired."""
    state = play.state
    if state.layout.bare:
        return
    number = 1 + max((int(smoke.name.rsplit(" ", 1)[1]) for smoke in state.smokes), default=0)
    name = f"smoke {number}"
    ring = tuple((int(x), int(y)) for x, y in around(*point, RADIUS, 12))
    parts = 2 if state.active == side else 1
    fields = {
        "terrain": (*state.terrain, piece("smoke", ring, name=name)),
        "smokes": (*state.smokes, Smoke(name, side, parts)),
    }
    play.tell("laid smoke", "sk.gren.smoke", sets={"battle": fields}, tells={"at": point})


@rule("sk.gren.smoke-duration")
def clear_smoke(play: Play[Battle], side: int) -> None:
    """At the end of a side's part its older fogs clear."""
    state = play.state
    left = [Smoke(one.name, one.side, one.parts - 1) if one.side == side else one for one in state.smokes]
    if left == list(state.smokes):
        return
    over = [one.name for one in left if one.parts <= 0]
    fields = {
        "terrain": tuple(one for one in state.terrain if one.name not in over),
        "smokes": tuple(one for one in left if one.parts > 0),
    }
    verb = "smoke cleared" if over else "smoke lingered"
    play.tell(verb, "sk.gren.smoke-duration", sets={"battle": fields})

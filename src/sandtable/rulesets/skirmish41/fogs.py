"""Smoke rounds of mortars: where they are aimed, what they need, and what white phosphorus does."""

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import around
from sandtable.geometry.bodies import RADIUS as BASE
from sandtable.geometry.measure_kernels import gap_to_point
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.spot import Bounds, Spot
from sandtable.play.stage import stage

from .blasts import burst, caught
from .bomb_modifiers import bomb_modifiers
from .bombs import hit_roll, range_in, spent_items, under_blast
from .charts import REACHES, band_of, score_of, weapons
from .crews import pay
from .heavy import Arm, Shot, arms_ready
from .hidden import called
from .smoke import RADIUS, drifted, lay_smoke
from .spotting import watch_fire
from .state import Battle, Point
from .units import thrower


@rule("sk.gren.smoke", "sk.gren.cost-mortar")
async def fire_smoke(play: Play[Battle], number: int) -> None:
    """A mortar fires a smoke round at a point in its range."""
    state = play.state
    unit = state.units[number]
    arm = next(arm for arm in arms_ready(state, number) if weapons()[arm.weapon].has("mortar"))
    x, y = state.layout.point(arm.eye)
    line = weapons()[arm.weapon]
    base = int(state.layout.bodies[arm.eye, BASE])  # ranges are measured from its edge
    near, far = base + inches(line.near), base + inches(max(line.bands))
    far = state.width + state.depth if -1 in line.bands else far

    def fits(px: int, py: int) -> Refusal | None:
        if not (0 <= px <= state.width and 0 <= py <= state.depth):
            return Refusal("that is off the table", ("sk.gren.smoke",))
        if band_of(arm.weapon, int(gap_to_point(state.layout.bodies, arm.eye, px, py))) is not None:
            return None
        return Refusal("that is out of the mortar's range", (line.clause,))

    rings = (spot for more in (1, 4, 8) for spot in around(x, y, near + inches(more), 24))
    sure = next((int(px), int(py)) for px, py in rings if fits(int(px), int(py)) is None)

    def suggest(chance: Chance) -> Point:
        return chance.randint(0, state.width), chance.randint(0, state.depth)

    point = await Decision(
        unit.seat,
        "smoke",
        Spot(fits, suggest, sure, Bounds(around=(x, y), nearest=near, farthest=far)),
        prompt=f"{unit.name}: smoke where?",
        because=("sk.gren.smoke", line.clause),
        unit=number,
        default=sure,
    )
    load = "smoke" if "smoke" in unit.items else "wp"
    if {"smoke", "wp"} <= set(unit.items):
        load = await _load(play, number)
    await lay_fog(play, number, arm, point, smoke_shot(state, number, arm, point), load)


async def _load(play: Play[Battle], number: int) -> str:
    unit = play.state.units[number]
    load = await Decision(
        unit.seat,
        "round",
        OneOf({"smoke": "smoke", "wp": "wp"}, label=lambda one: "white phosphorus" if one == "wp" else one),
        prompt=f"{unit.name}: which round?",
        because=("sk.gren.wp",),
        unit=number,
        default="smoke",
    )
    return load  # noqa: RET504  # the awaited type


def smoke_shot(state: Battle, number: int, arm: Arm, point: Point) -> Shot:
    """What a smoke round needs to land where it is aimed."""
    band = band_of(arm.weapon, int(gap_to_point(state.layout.bodies, arm.eye, *point)))
    assert band is not None
    assert band < len(REACHES)
    modifiers = bomb_modifiers(
        drop=False,
        ranged=False,
        moving=any(state.figures[man].moves for man in arm.crew),
        target_moving=False,
        suppressed=False,
        under_fire=bool(state.units[number].shot_by),
    )
    return Shot(score_of(arm.weapon, band) - sum(one.value for one in modifiers), band, modifiers)


@stage
@rule("sk.gren.smoke", "sk.gren.smoke-harmless", "sk.gren.wp")
async def lay_fog(play: Play[Battle], number: int, arm: Arm, point: Point, shot: Shot, load: str) -> None:
    """A mortar fires smoke at a point: it drifts on a miss; white phosphorus burns whoever is there, then the fog lies."""
    state = play.state
    side = state.units[number].side
    seat = thrower(state, side)
    each = tuple(pay(state, arm.crew, weapons()[arm.weapon].cost))
    sets: dict[str, object] = {"each": each, "shot": True, **spent_items(state, number, arm.weapon, load)}
    clause = "sk.gren.wp" if load == "wp" else "sk.gren.smoke-harmless"
    shows = {"weapon": weapons()[arm.weapon].title, "at": point}
    play.tell("fired smoke", "sk.gren.smoke", clause, unit=number, sets=sets, tells={"load": load}, shows=shows)
    range_in(play, number, -1, hit=False)
    rolled = await hit_roll(called(state, number), arm.weapon, shot, seat)
    at = point if rolled.value else await drifted(play, point, "The smoke drifts", "sk.gren.smoke", seat)
    if load == "wp":
        men = tuple(caught(play.state, at, RADIUS))
        under_blast(play, men, number, arm)
        await burst(play, men, number, unaware=not state.units[number].spotted)
    lay_smoke(play, at, side)
    await watch_fire(play, number)

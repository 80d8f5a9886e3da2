"""Smoke rounds of mortars: where they are aimed, what they need, and what white phosphorus does."""

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import around
from sandtable.geometry.bodies import RADIUS as BASE
from sandtable.geometry.measure_kernels import gap_to_point
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import total
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.spot import Bounds, Spot
from sandtable.play.stage import stage
from sandtable.rulesets.skirmish41.basics.charts import REACHES, band_of, score_of, weapon_of, weapons
from sandtable.rulesets.skirmish41.basics.units import thrower
from sandtable.rulesets.skirmish41.fire.crews import pay
from sandtable.rulesets.skirmish41.harm.blasts import Blast, blast_among, burst, caught
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.spotting.hidden import called
from sandtable.rulesets.skirmish41.spotting.spotting import watch_fire
from sandtable.rulesets.skirmish41.state import Battle, Point

from .bomb_modifiers import bomb_modifiers
from .bombs import hit_roll, range_in, spent_items, under_blast
from .heavy import Arm, Shot, arms_ready
from .smoke import RADIUS, drifted, lay_smoke


@rule("sk.gren.smoke", "sk.gren.cost-mortar")
async def fire_smoke(play: Play[Battle], number: int) -> None:
    """A mortar fires a smoke round at a point in its range."""
    state = play.state
    unit = state.units[number]
    arm = next(arm for arm in arms_ready(state, number) if weapons()[arm.weapon].has("mortar"))
    x, y = state.layout.point(arm.eye)
    line = weapon_of(arm.weapon, state.options)
    base = int(state.layout.bodies[arm.eye, BASE])  # ranges are measured from its edge
    near = base + line.nearest
    far = min(base + line.farthest, state.width + state.depth)

    def fits(px: int, py: int) -> Refusal | None:
        if not (0 <= px <= state.width and 0 <= py <= state.depth):
            return Refusal("that is off the table", ("sk.gren.smoke",))
        if band_of(arm.weapon, int(gap_to_point(state.layout.bodies, arm.eye, px, py)), state.options) is not None:
            return None
        return Refusal("that is out of the mortar's range", (line.clause,))

    rings = (spot for more in (1, 4, 8) for spot in around(x, y, near + inches(more), 24))
    sure = next((int(px), int(py)) for px, py in rings if fits(int(px), int(py)) is None)

    def suggest(chance: Chance) -> Point:
        return chance.randint(0, state.width), chance.randint(0, state.depth)

    choices = Spot(fits, suggest, sure, Bounds(around=(x, y), nearest=near, farthest=far))
    words = f"{unit.name}: smoke where?"
    point = await ask_seat(unit.seat, "smoke", choices, words, "sk.gren.smoke", line.clause, unit=number, usual=sure)
    load = "smoke" if "smoke" in unit.items else "wp"
    if {"smoke", "wp"} <= set(unit.items):
        load = await _load(play, number)
    shot = smoke_shot(state, number, arm, point)
    await lay_fog(play, number, arm, point, shot, load, burns(state, number, point, load))


@rule("sk.gren.wp", "sk.gren.smoke-harmless")
def burns(state: Battle, number: int, point: Point, load: str) -> Blast | None:
    """Whom white phosphorus burns at a point, as it is measured; smoke burns nobody."""
    if load != "wp":
        return None
    return blast_among(state, caught(state, point, RADIUS), number, unaware=not state.units[number].spotted)


async def _load(play: Play[Battle], number: int) -> str:
    unit = play.state.units[number]
    choices = OneOf({"smoke": "smoke", "wp": "wp"}, label=lambda one: "white phosphorus" if one == "wp" else one)
    words = f"{unit.name}: which round?"
    return await ask_seat(unit.seat, "round", choices, words, "sk.gren.wp", unit=number, usual="smoke")


def smoke_shot(state: Battle, number: int, arm: Arm, point: Point) -> Shot:
    """What a smoke round needs to land where it is aimed."""
    band = band_of(arm.weapon, int(gap_to_point(state.layout.bodies, arm.eye, *point)), state.options)
    assert band is not None
    assert band < len(REACHES)
    moving = any(state.figures[man].moves for man in arm.crew)
    return shot_at_point(band, state.options, moving=moving, under_fire=bool(state.units[number].shot_by))


@rule("sk.gren.smoke")
def shot_at_point(band: int, options: Options, *, moving: bool, under_fire: bool) -> Shot:
    """What a bomb at a point needs: whoever is there has nothing to do with it."""
    modifiers = bomb_modifiers(
        options, drop=False, ranged=False, moving=moving, target_moving=False, suppressed=False, under_fire=under_fire
    )
    return Shot(score_of("bomb", band, options) - total(modifiers), band, modifiers)


@stage
@rule("sk.gren.smoke", "sk.gren.smoke-harmless", "sk.gren.wp")
async def lay_fog(
    play: Play[Battle], number: int, arm: Arm, point: Point, shot: Shot, load: str, there: Blast | None
) -> None:
    """A mortar fires smoke at a point: it drifts on a miss; white phosphorus burns whoever is there, then the fog lies."""
    state = play.state
    side = state.units[number].side
    seat = thrower(state, side)
    each = tuple(pay(state, arm.crew, weapon_of(arm.weapon, state.options).cost))
    sets: dict[str, object] = {"each": each, "shot": True, **spent_items(state, number, arm.weapon, load)}
    clause = "sk.gren.wp" if load == "wp" else "sk.gren.smoke-harmless"
    shows = {"weapon": weapons()[arm.weapon].title, "at": point}
    play.tell("fired smoke", "sk.gren.smoke", clause, unit=number, sets=sets, tells={"load": load}, shows=shows)
    range_in(play, number, -1, hit=False)
    rolled = await hit_roll(called(state, number), arm.weapon, shot, seat)
    play.note(number, "hits", int(rolled.value))
    at = point
    if not rolled.value:
        at = await drifted(play, number, point, "The smoke drifts", "sk.gren.smoke", seat)
        there = burns(play.state, number, at, load)
    if there is not None:
        under_blast(play, tuple(man for man, _ in there.men), number, arm)
        await burst(play, there)
    lay_smoke(play, at, side)
    await watch_fire(play, number)

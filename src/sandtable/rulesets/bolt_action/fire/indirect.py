"""Indirect fire: mortars and howitzers ranging in, and smoke."""

from msgspec.structs import replace

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import around
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import last, stage
from sandtable.rulesets.bolt_action.basics.arms import Aimed, Arm, label, men_of
from sandtable.rulesets.bolt_action.basics.battlefield import distance_from
from sandtable.rulesets.bolt_action.basics.charts import Weapon
from sandtable.rulesets.bolt_action.basics.words import ON_TARGET
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Ranging
from sandtable.table.terrain import piece

from .fire_effect import strike
from .struck import Struck

MISS, HIT = "miss", "hit"
NO_UNIT = -1  # what a smoke shell is aimed at


@rule("ba.gap.spotter")
def range_to(state: Battle, arm: Arm, target: Aimed) -> int:
    """How far an indirect weapon's target is: measured from the weapon, not from its crew or its spotter."""
    if target.spotter:
        bodies = state.layout.bodies
        return int(gap(bodies, arm.figure, bodies, men_of(state, target)[0]))
    return distance_from(state, arm.figure, target.unit)


def within_indirect_range(state: Battle, arm: Arm, target: Aimed) -> bool:
    """Whether a target lies between an indirect weapon's nearest and farthest range."""
    return lobs(arm.weapon, range_to(state, arm, target))


@rule("ba.gap.indirect-fire")
def lobs(weapon: Weapon, distance: int) -> bool:
    """Whether an indirect weapon reaches so far, and no nearer than it can."""
    return inches(weapon.nearest) <= distance <= weapon.reach


def first_shot(state: Battle, number: int, target: Aimed) -> Ranging:
    """What a weapon ranges in on when it fires at a target as things stand."""
    point = state.layout.point(men_of(state, target)[0]) if target.spotter else None
    return Ranging(
        target.unit, first_score(state.options), state.units[target.unit].moves, state.units[number].moves, point
    )


@rule("ba.gap.indirect-fire")
def _score(known: Ranging | None, shot: Ranging, *, moving: bool) -> int:
    """What a shot needs: as the first unless the last one was at the same target and nobody has moved since."""
    if moving or known is None or replace(known, score=shot.score) != shot:
        return shot.score
    return known.score


def score_needed(state: Battle, number: int, target: Aimed, *, moving: bool) -> int:
    """What an indirect shot needs: 6 at first, one better each time as long as nobody has moved, never better than 2."""
    return _score(state.units[number].ranging, first_shot(state, number, target), moving=moving)


@rule("ba.gap.indirect-fire")
def first_score(options: Options) -> int:
    """What a first shot needs."""
    return options.tables.ranging.first.needs


@rule("ba.gap.indirect-fire")
def next_score(score: int, options: Options, *, hit: bool) -> int:
    """What the next shot at the same unmoved target needs."""
    table = options.tables.ranging
    return table.best.needs if hit else max(table.best.needs, score - table.better.by)


async def roll_indirect(score: int, why: str, *, seat: int, because: tuple[str, ...]) -> tuple[bool, int]:
    """One indirect shot: no modifier of any kind applies. Whether it hits, and the number of the throw."""
    reading = Chart(((1, MISS), (score, HIT)))
    rolled = await Roll(
        1, 6, reading, why=why, because=because, seat=seat, needs=f"{score}+", say=ON_TARGET, step="ranging in"
    )
    return rolled.value == HIT, rolled.number


@stage
async def lob(play: Play[Battle], number: int, weapon: Weapon, target: Aimed, shot: Ranging, *, moving: bool) -> None:
    """A shell that ranges in on a target, and what it does there."""
    if await range_in(play, number, weapon, target, shot, moving=moving):
        await last(strike(play, target, (shell_of(weapon),), seat=play.state.units[number].side))


async def range_in(
    play: Play[Battle], number: int, weapon: Weapon, target: Aimed, shot: Ranging, *, moving: bool
) -> bool:
    """Whether a shell hits; how well the weapon is ranged in now is remembered."""
    unit, name = play.state.units[number], label(play.state, target)
    score = _score(unit.ranging, shot, moving=moving)
    hit, throw = await roll_indirect(
        score,
        f"{unit.name} ({weapon.name}) at {name}: ranging in",
        seat=unit.side,
        because=("ba.gap.indirect-fire", "ba.gap.indirect-cover", weapon.clause),
    )
    ranging = None if moving else replace(shot, score=next_score(score, play.state.options, hit=hit))
    _range_in(play, number, ranging, name, hit=hit, throw=throw)
    return hit


def shell_of(weapon: Weapon) -> Struck:
    """A shell that comes down on its target."""
    return Struck(1, (weapon.name,), False, he=weapon.he, from_above=True, indirect=True)


def _range_in(play: Play[Battle], number: int, ranging: Ranging | None, at: str, *, hit: bool, throw: int) -> None:
    """Note how well a weapon is ranged in now; a shot on the move leaves it nothing to go by."""
    play.tell(
        "ranged in",
        "ba.gap.indirect-fire",
        unit=number,
        sets={"ranging": ranging},
        tells={"hit": hit, "at": at},
        rolls=(throw,),
    )


@rule("ba.gap.smoke")
async def fire_smoke(play: Play[Battle], number: int, arm: Arm, point: tuple[int, int], *, moving: bool) -> None:
    """Fire a smoke shell at a point, ranging in as on a target: on a hit, a cloud six inches across."""
    unit = play.state.units[number]
    shot = Ranging(NO_UNIT, first_score(play.state.options), 0, unit.moves, point)
    score = _score(unit.ranging, shot, moving=moving)
    hit, throw = await roll_indirect(
        score,
        f"{unit.name} ({arm.weapon.name}) fires smoke",
        seat=unit.side,
        because=("ba.gap.smoke", "ba.gap.indirect-fire"),
    )
    ranging = None if moving else replace(shot, score=next_score(score, play.state.options, hit=hit))
    play.tell("ranged in with smoke", "ba.gap.indirect-fire", unit=number, sets={"ranging": ranging}, rolls=(throw,))
    shows = {"weapon": arm.weapon.name, "at": point}
    if not hit:
        play.tell("fired smoke in vain", "ba.gap.smoke", unit=number, shows=shows, rolls=(throw,))
        return
    width, depth = play.state.width, play.state.depth
    rim = tuple((min(max(x, 0), width), min(max(y, 0), depth)) for x, y in around(*point, inches(3), 12))
    cloud = piece("smoke", rim, name="the smoke")
    sets = {"terrain": (*play.state.terrain, cloud)}
    play.tell("laid smoke", "ba.gap.smoke", unit=number, sets=sets, shows=shows, rolls=(throw,))

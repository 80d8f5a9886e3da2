"""Indirect fire: mortars and howitzers ranging in, and smoke."""

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import FULL_TURN, ahead
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.table.layout import rows
from sandtable.table.terrain import piece

from .arms import Aimed, Arm, label, men_of
from .battlefield import to_wall
from .fire_effect import Struck, strike
from .state import Battle, Ranging

FIRST_SCORE = 6
BEST_SCORE = 2


@rule("ba.gap.spotter", "ba.gap.buildings")
def range_to(state: Battle, arm: Arm, target: Aimed) -> int:
    """How far an indirect weapon's target is: from the weapon itself, not its crew or spotter; to the wall of a building."""
    unit = state.units[target.unit]
    if unit.building is not None:
        return to_wall(state, state.layout.bodies, arm.figure, unit.building)
    there = men_of(state, target) if target.spotter else unit.figures
    return int(nearest(state.layout.bodies, rows((arm.figure,)), rows(there))[0])


def within_indirect_range(state: Battle, arm: Arm, target: Aimed) -> bool:
    """Whether a target lies between an indirect weapon's nearest and farthest range."""
    return inches(arm.weapon.nearest) <= range_to(state, arm, target) <= arm.weapon.reach


@rule("ba.gap.indirect-fire")
def score_needed(state: Battle, number: int, target: Aimed, *, moving: bool) -> int:
    """What an indirect shot needs: 6 at first, one better each time as long as nobody has moved, never better than 2."""
    unit = state.units[number]
    known = unit.ranging
    if moving or known is None or (known.target, known.spotter) != target:
        return FIRST_SCORE
    if known.own_moves != unit.moves or known.target_moves != state.units[target.unit].moves:
        return FIRST_SCORE
    return known.score


@rule("ba.gap.indirect-fire")
def next_score(score: int, *, hit: bool) -> int:
    """What the next shot at the same unmoved target needs."""
    return BEST_SCORE if hit else max(BEST_SCORE, score - 1)


async def roll_indirect(score: int, why: str, *, seat: int, because: tuple[str, ...]) -> tuple[bool, int]:
    """One indirect shot: no modifier of any kind applies. Whether it hits, and the number of the throw."""
    rolled = await Roll(1, 6, AtLeast(score), why=why, because=because, seat=seat, needs=f"{score}+")
    return rolled.value == 1, rolled.number


async def fire_indirect(play: Play[Battle], number: int, arm: Arm, target: Aimed, *, moving: bool) -> None:
    """Fire one indirect shot at a target, and remember how well it is ranged in."""
    state = play.state
    unit = state.units[number]
    name = label(state, target)
    if not within_indirect_range(state, arm, target):
        play.tell("fired in vain", "ba.shoot.measure", arm.weapon.clause, unit=number, tells={"at": name})
        return
    score = score_needed(state, number, target, moving=moving)
    hit, throw = await roll_indirect(
        score,
        f"{unit.name} ({arm.weapon.name}) at {name}: ranging in",
        seat=unit.side,
        because=("ba.gap.indirect-fire", "ba.gap.indirect-cover", arm.weapon.clause),
    )
    moves = state.units[target.unit].moves
    ranging = Ranging(target.unit, next_score(score, hit=hit), moves, unit.moves, spotter=target.spotter)
    play.tell(
        "ranged in",
        "ba.gap.indirect-fire",
        unit=number,
        sets={"ranging": None if moving else ranging},
        tells={"hit": hit, "at": name},
        rolls=(throw,),
    )
    if hit:
        shell = Struck(1, arm.weapon.name, False, he=arm.weapon.he, from_above=True)
        await strike(play, target, [shell], seat=unit.side)


@rule("ba.gap.smoke")
async def fire_smoke(play: Play[Battle], number: int, arm: Arm, point: tuple[int, int]) -> None:
    """Fire a smoke shell at a point: on a hit, a cloud six inches across."""
    unit = play.state.units[number]
    hit, throw = await roll_indirect(
        FIRST_SCORE,
        f"{unit.name} ({arm.weapon.name}) fires smoke",
        seat=unit.side,
        because=("ba.gap.smoke", "ba.gap.indirect-fire"),
    )
    if not hit:
        play.tell("fired smoke in vain", "ba.gap.smoke", unit=number, rolls=(throw,))
        return
    rim = []
    for step in range(12):
        x, y = ahead(point[0], point[1], step * FULL_TURN // 12, inches(3))
        rim.append((min(max(int(x), 0), play.state.width), min(max(int(y), 0), play.state.depth)))
    cloud = piece("smoke", tuple(rim), name="the smoke")
    play.tell("laid smoke", "ba.gap.smoke", unit=number, sets={"terrain": (*play.state.terrain, cloud)}, rolls=(throw,))

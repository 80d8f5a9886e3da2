"""How solo vehicles go about: at the enemy, round his flank, to their infantry, away; and where they turn."""

from collections.abc import Callable

from msgspec.structs import replace

from sandtable.geometry.angle import FULL_TURN, RIGHT_ANGLE, ahead, turn_between
from sandtable.geometry.line_kernels import SEEN
from sandtable.geometry.path_kernels import FINE
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised
from sandtable.play.driving import Drive, Driven
from sandtable.play.journey import heights_at
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.actions.travel import drive_out
from sandtable.rulesets.skirmish41.basics.charts import weapon_of
from sandtable.rulesets.skirmish41.basics.facing import behind_front, hull_down
from sandtable.rulesets.skirmish41.basics.sight import points_seen, sees
from sandtable.rulesets.skirmish41.basics.units import between, nearest_team, on_table
from sandtable.rulesets.skirmish41.fire.targets import ARC
from sandtable.rulesets.skirmish41.machines.driving import drives, usual_speed, why_not_drive
from sandtable.rulesets.skirmish41.move.flight import bearing_between, from_whom, known_enemies, length_between, middle
from sandtable.rulesets.skirmish41.state import Battle, Point

from .moves import goal_of
from .risk import enemies_seen

HALT_AT = inches(20)
WITH_INFANTRY = inches(6)
COVER = inches(6)
ASIDE = inches(10)  # how far beside an enemy AFV its flank is looked for
TURNS = (0, 150, -150, 300, -300, 450, -450, 600, -600, 900, -900)

Pose = tuple[int, int, int]
Worth = Callable[[Pose], tuple[int, ...]]


@rule("sk.gap.vehicle-move")
def best_drive(
    state: Battle, number: int, worth: Worth, most: int | None = None, *, astern: bool = False, exact: int = 0
) -> Driven | None:
    """Of some drives the one that ends best: the least worth wins, and staying is one of them."""
    domain = drives(state, number, most)
    hull = state.units[number].hull
    here: Pose = (*state.layout.point(hull), state.layout.bearing(hull))
    best: tuple[tuple[int, ...], Driven] | None = None
    far = domain.budget
    lengths = [far, far * 2 // 3, far // 3, inches(2), *([exact] if INCH <= exact <= far else [])]
    for turn in TURNS:
        for distance in lengths:
            for way in (distance, -(distance // 2)) if astern else (distance,):
                driven, verdict = domain.tried(Drive(((turn, way),)))
                if verdict[0] != FINE or domain.judge(driven) is not None:
                    continue
                value = worth(driven.poses[-1])
                if best is None or value < best[0]:
                    best = (value, driven)
    return best[1] if best is not None and best[0] < worth(here) else None


async def _drive(
    play: Play[Battle], number: int, worth: Worth, most: int | None, *, astern: bool = False, exact: int = 0
) -> None:
    """The best drive there is; where none is better than staying, it turns to the enemy."""
    if why_not_drive(play.state, number) is not None:
        return
    driven = best_drive(play.state, number, worth, most, astern=astern, exact=exact)
    if driven is not None:
        await drive_out(play, number, driven)
    else:
        await wheel(play, number)


# ---- at the enemy


@rule("sk.afv.advance", "sk.afv.objective")
async def afv_advance(play: Play[Battle], number: int) -> None:
    """At the nearest enemy at half speed, or at the pace of infantry near by; it stops twenty inches from him."""
    state = play.state
    side = state.units[number].side
    foe = nearest_team(state, number, known_enemies(state, side))
    goal = goal_of(state, number)
    short = 0
    if foe is not None:
        short = between(state, number, foe) - HALT_AT
        if short <= 0:
            await face_enemy(play, number)
            return
    here = state.layout.point(state.units[number].hull)
    stop = length_between(here, goal) - short if foe is not None else 0

    def worth(pose: Pose) -> tuple[int, ...]:
        return (abs(length_between(pose[:2], goal) - stop),)

    await _drive(play, number, worth, _pace(state, number), exact=short)


@rule("sk.afv.advance")
def _pace(state: Battle, number: int) -> int:
    """How far an AFV advances: no farther than infantry beside it goes, else at half its speed."""
    unit = state.units[number]
    half = usual_speed(unit.card, state.options) // 2
    friends = [other for other in on_table(state, unit.side) if not state.units[other].mounted]
    slow = any(between(state, number, other) <= WITH_INFANTRY for other in friends)
    return min(half, WITH_INFANTRY) if slow else half


# ---- halting


@rule("sk.afv.halt")
async def face_enemy(play: Play[Battle], number: int) -> None:
    """An AFV that halts under fire goes hull down within six inches if it can; else it turns to the nearest enemy."""
    state = play.state
    if why_not_drive(state, number) is not None:
        return
    driven = _to_cover(state, number) if state.units[number].shot_by else None
    if driven is not None:
        await drive_out(play, number, driven)
    else:
        await wheel(play, number)


def _to_cover(state: Battle, number: int) -> Driven | None:
    """The shortest drive of six inches at most after which the nearest enemy in sight has it hull down or out of sight."""
    foe = nearest_team(state, number, enemies_seen(state, number))
    if foe is None:
        return None
    eye = state.units[foe].bodies[0]
    here = state.layout.point(state.units[number].hull)

    def worth(pose: Pose) -> tuple[int, ...]:
        there = _moved_to(state, number, pose)
        covered = not sees(there, foe, number) or hull_down(there, eye, number)
        return int(not covered), length_between(pose[:2], here)

    found = best_drive(state, number, worth, COVER, astern=True)
    return found if found is not None and worth(found.poses[-1])[0] == 0 else None


def _moved_to(state: Battle, number: int, pose: Pose) -> Battle:
    """The battle with a hull somewhere else."""
    place = (state.units[number].hull, *pose, *heights_at([pose[:2]], state.ground, raised(state)))
    return replace(state, layout=state.layout.placed([place]))


@rule("sk.afv.halt", "sk.gap.line-of-sight")
async def wheel(play: Play[Battle], number: int) -> None:
    """It turns to the nearest enemy where its gun does not bear or its flank lies open: turning costs the crew actions."""
    state = play.state
    if why_not_drive(state, number) is not None:
        return
    hull = state.units[number].hull
    goal = goal_of(state, number)
    off = int(turn_between(state.layout.bearing(hull), bearing_between(state.layout.point(hull), goal)))
    bears = abs(off) < ARC or (state.units[number].card.has("turret") and not behind_front(state, number, *goal))
    if bears:
        return
    turn = max(-RIGHT_ANGLE, min(RIGHT_ANGLE, off))
    domain = drives(state, number)
    driven, verdict = domain.tried(Drive(((turn, 0),)))
    if verdict[0] == FINE and domain.judge(driven) is None:
        await drive_out(play, number, driven)


# ---- manoeuvring


@rule("sk.afv.manoeuvre")
async def manoeuvre(play: Play[Battle], number: int) -> None:
    """For the flank of an enemy AFV in sight; without one to the nearest friendly infantry."""
    state = play.state
    side = state.units[number].side
    seen = [foe for foe in enemies_seen(state, number) if _is_afv(state, foe)]
    foe = nearest_team(state, number, seen)
    if foe is not None:
        await _drive(play, number, _flank_of(state, number, foe), None)
        return
    friends = [other for other in on_table(state, side) if other != number and not state.units[other].mounted]
    friend = nearest_team(state, number, friends)
    if friend is None:
        await wheel(play, number)
        return
    goal = middle(state, friend)
    await _drive(play, number, lambda pose: (max(length_between(pose[:2], goal), WITH_INFANTRY),), None)


def _is_afv(state: Battle, number: int) -> bool:
    return state.units[number].mounted and state.units[number].card.armoured


def _flank_of(state: Battle, number: int, foe: int) -> Worth:
    """How near a place is that has the flank of an enemy AFV in view; else how far it still is to one of its sides."""
    hull = state.units[foe].hull
    here = state.layout.point(state.units[number].hull)
    x, y = state.layout.point(hull)
    bearing = state.layout.bearing(hull)
    sides = [ahead(x, y, (bearing + turn) % FULL_TURN, ASIDE) for turn in (RIGHT_ANGLE, -RIGHT_ANGLE)]

    def worth(pose: Pose) -> tuple[int, ...]:
        point = pose[:2]
        if behind_front(state, foe, *point) and points_seen(state, (hull,), [point])[0, 0, SEEN]:
            return 0, length_between(point, here)
        return 1, min(length_between(point, (int(side[0]), int(side[1]))) for side in sides)

    return worth


# ---- going away


@rule("sk.afv.retreat")
async def afv_retreat(play: Play[Battle], number: int) -> None:
    """Away from whatever threatens most, out of sight if that can be had."""
    state = play.state
    enemy = threat_to(state, number)
    foes = known_enemies(state, state.units[number].side)

    def worth(pose: Pose) -> tuple[int, ...]:
        there = _moved_to(state, number, pose)
        return int(any(sees(there, foe, number) for foe in foes)), -length_between(pose[:2], enemy)

    await _drive(play, number, worth, None, astern=True)
    if play.state.units[number].alive:
        play.tell("retreats", "sk.afv.retreat", unit=number, sets={"retiring": True})


@rule("sk.afv.retreat", "sk.afv.targets")
def threat_to(state: Battle, number: int) -> Point:
    """Where the most threatening enemy is: an AFV or a gun, then men whose anti-tank weapons reach; else the nearest."""
    foes = known_enemies(state, state.units[number].side)
    if not foes:
        return from_whom(state, number)
    return middle(state, min(foes, key=lambda foe: (_threat(state, number, foe), between(state, number, foe), foe)))


def _threat(state: Battle, number: int, foe: int) -> int:
    unit = state.units[foe]
    if _is_afv(state, foe) or unit.card.kind == "gun":
        return 0 if sees(state, foe, number) else 2
    return 1 if threatens(state, foe, number) else 2


@rule("sk.afv.targets")
def threatens(state: Battle, team: int, vehicle: int) -> bool:
    """Whether men have an anti-tank weapon that reaches a vehicle."""
    arms = {arm for man in state.units[team].men for arm in state.figures[man].arms}
    held = [weapon_of(arm, state.options) for arm in arms]
    reaches = [line.farthest for line in held if line.kind in {"anti-tank", "flame"}]
    return any(between(state, team, vehicle) <= far for far in reaches)

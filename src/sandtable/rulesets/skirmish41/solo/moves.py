"""How solo teams on foot go about: towards the enemy, to cover, back to friends."""

from sandtable.geometry.angle import FULL_TURN, ahead
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import middle_of
from sandtable.play.marching import Marching
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.skirmish41.actions.travel import march_out
from sandtable.rulesets.skirmish41.basics.sight import in_cover
from sandtable.rulesets.skirmish41.basics.units import MELEE, at_half, between, left, nearest_team, on_table
from sandtable.rulesets.skirmish41.counters.generation import edge_centre
from sandtable.rulesets.skirmish41.counters.portals import known_places
from sandtable.rulesets.skirmish41.move.flight import (
    SPREAD,
    all_covered,
    bearing_between,
    end_layout,
    from_whom,
    known_enemies,
    length_between,
    length_of,
    lengths,
    middle,
    shift_along,
    ways,
)
from sandtable.rulesets.skirmish41.move.movement import marching, movers
from sandtable.rulesets.skirmish41.state import Battle, Point
from sandtable.table.layout import rows

APART = inches(2.1)  # middle to middle, in dispersed order
TURNS = (0, 200, -200, 450, -450, 700, -700)
NEAR_COVER = inches(18)
DISMANTLE = 2  # actions


@rule("sk.afv.objective", "sk.gap.solo-current-action")
def goal_of(state: Battle, number: int) -> Point:
    """What a solo team advances on: the nearest enemy it knows of, else the objective, else the players' edge."""
    unit = state.units[number]
    foes = known_enemies(state, unit.side)
    first = nearest_team(state, number, foes)
    if first is not None:
        return middle(state, first)
    return state.objectives[0] if state.objectives else edge_centre(state, 1 - unit.side)


# ---- on foot


@rule("sk.act.advance", "sk.act.attack")
def step_towards(state: Battle, number: int, goal: Point, *, charge: bool, spread: bool) -> March | None:
    """One move action towards a goal: in dispersed order if wanted, into contact only in a charge."""
    going = movers(state, number)
    if not going:
        return None
    here = middle(state, number)
    domain = marching(state, number, going, spacing=APART if spread else 0)
    far = length_between(here, goal)
    bearing = bearing_between(here, goal)
    reach = _half(state, number, domain.budget) if spread else domain.budget
    reach = min(reach - 2, far if charge else max(0, far - 2 * MELEE - INCH))
    for off in TURNS:
        for distance in lengths(reach):
            found = _suggested(domain, bearing + off, distance) if spread else None
            found = found or shift_along(domain, bearing + off, distance)
            if found is not None and _nearer(found, goal, here) and (charge or not _in_contact(state, number, found)):
                return found
    return None


@rule("sk.act.advance")
def _half(state: Battle, number: int, budget: int) -> int:
    """Half speed: one of two moves; of those who have but one, half of it."""
    one_move = all(state.figures[man].rating == 1 for man in state.units[number].men)
    return budget // 2 if one_move and not state.units[number].suppression else budget


@rule("sk.act.attack")
def charge_into(state: Battle, number: int, foe: int) -> March | None:
    """The move of one action that brings most of a team to within an inch of an enemy team; None if nobody gets there."""
    going = movers(state, number)
    if not going:
        return None
    domain = marching(state, number, going)
    x, y = middle(state, number)
    aims = sorted(state.layout.points(state.units[foe].men), key=lambda at: ((at[0] - x) ** 2 + (at[1] - y) ** 2, at))
    for point in aims:
        found = domain.suggest(point)
        if found is not None and _touches(state, found, foe):
            return found
    return None


def _touches(state: Battle, march: March, foe: int) -> bool:
    there = end_layout(state, march).bodies
    runners = tuple(walk.figure for walk in march.walks)
    return int(nearest(there, rows(runners), rows(state.units[foe].bodies))[0]) <= MELEE


@rule("sk.act.advance")
def _in_contact(state: Battle, number: int, march: March) -> bool:
    """Whether a march would be a charge: only who attacks closes with the enemy."""
    return any(_touches(state, march, foe) for foe in known_enemies(state, state.units[number].side))


def _suggested(domain: Marching, bearing: int, distance: int) -> March | None:
    x, y = domain.terms.layout.point(domain.movers[0])
    to_x, to_y = ahead(x, y, bearing % FULL_TURN, distance)
    return domain.suggest((int(to_x), int(to_y)))


def _nearer(march: March, goal: Point, here: Point) -> bool:
    end = middle_of([walk.points[-1] for walk in march.walks])
    return length_between(end, goal) < length_between(here, goal)


@rule("sk.act.advance")
async def advance(play: Play[Battle], number: int) -> None:
    """Half speed towards the nearest enemy in dispersed order: one of two move actions."""
    march = step_towards(play.state, number, goal_of(play.state, number), charge=False, spread=True)
    if march is not None:
        await march_out(play, number, march)


@rule("sk.act.attack")
async def attack(play: Play[Battle], number: int) -> None:
    """At full speed at the nearest enemy, and into him if he is in reach."""
    for _ in range(2):
        state = play.state
        if not state.units[number].on_table or not movers(state, number):
            return
        foe = nearest_team(state, number, known_enemies(state, state.units[number].side))
        if foe is None or between(state, number, foe) <= MELEE:
            return
        march = charge_into(state, number, foe) if not state.units[foe].mounted else None
        march = march or step_towards(state, number, middle(state, foe), charge=True, spread=False)
        if march is None or not await march_out(play, number, march):
            return


@rule("sk.act.retreat", "sk.act.retreat-in-cover")
async def retreat(play: Play[Battle], number: int) -> None:
    """Away from the nearest enemy or to the next cover farther off; who is in cover at half strength stays."""
    state = play.state
    unit = state.units[number]
    covered = in_cover(state, number)
    if covered and at_half(unit):
        play.tell("stayed in cover", "sk.act.retreat-in-cover", unit=number, sets={"retiring": False})
        return
    _take_down(play, number)
    for _ in range(2):
        march = _back(play.state, number, to_friends=covered)
        if march is None or not await march_out(play, number, march):
            break
        if not play.state.units[number].on_table or (not covered and in_cover(play.state, number)):
            break
    if play.state.units[number].on_table:
        clause = "sk.act.retreat-in-cover" if covered else "sk.act.retreat"
        play.tell("retreats", clause, unit=number, sets={"retiring": True})


@rule("sk.gap.action-costs", "sk.gap.mg-limits")
def _take_down(play: Play[Battle], number: int) -> None:
    """A weapon on its tripod is taken down before it is carried off: an action each of two men."""
    state = play.state
    unit = state.units[number]
    able = [man for man in unit.men if left(state, man)]
    if unit.card.has("tripod") and unit.ready and len(able) >= DISMANTLE:
        each = tuple((man, {"spent": state.figures[man].spent + 1, "saved": 0}) for man in able[-DISMANTLE:])
        play.tell("took down its weapon", "sk.gap.action-costs", unit=number, sets={"ready": False, "each": each})


def _back(state: Battle, number: int, *, to_friends: bool) -> March | None:
    """One move back: to the nearest cover farther from all enemies, or as far as it goes; or towards friends."""
    going = movers(state, number)
    if not going:
        return None
    domain = marching(state, number, going)
    bearing = bearing_between(from_whom(state, number), middle(state, number))
    friend = friends_behind(state, number) if to_friends else None
    if friend is not None:
        bearing = bearing_between(middle(state, number), middle(state, friend))
        return next(iter(ways(domain, bearing)), None)
    tried = (shift_along(domain, bearing + off, far) for off in SPREAD for far in lengths(domain.budget - 2, inches(2)))
    covered = [march for march in tried if march and all_covered(state, march) and _farther(state, number, march)]
    if covered:
        return min(covered, key=length_of)
    return next((march for march in ways(domain, bearing) if _farther(state, number, march)), None)


@rule("sk.act.retreat-in-cover")
def friends_behind(state: Battle, number: int) -> int | None:
    """The nearest friends who are not nearer to the enemy than a team is itself."""
    enemy, here = from_whom(state, number), middle(state, number)
    friends = [
        other
        for other in on_table(state, state.units[number].side)
        if other != number and length_between(middle(state, other), enemy) >= length_between(here, enemy)
    ]
    return nearest_team(state, number, friends)


def _farther(state: Battle, number: int, march: March) -> bool:
    """Whether a march leads away from every enemy that is known."""
    here = state.layout.point(march.walks[0].figure)
    end = march.walks[0].points[-1]
    foes = (middle(state, foe) for foe in known_enemies(state, state.units[number].side))
    return all(length_between(end, foe) >= length_between(here, foe) for foe in foes)


@rule("sk.act.rf0-falling-back")
async def halt_in_cover(play: Play[Battle], number: int) -> None:
    """Who was falling back halts in the nearest cover, facing where the enemy was last known."""
    state = play.state
    if not in_cover(state, number) and movers(state, number):
        here = middle(state, number)
        near = [point for point in known_places(state.terrain) if length_between(here, point) <= NEAR_COVER]
        point = min(near, key=lambda point: (length_between(here, point), point), default=None)
        march = None if point is None else step_towards(state, number, point, charge=True, spread=False)
        if march is not None:
            await march_out(play, number, march)
    if play.state.units[number].on_table:
        tells = {"where": " in cover" if in_cover(play.state, number) else ""}
        play.tell("halted", "sk.act.rf0-falling-back", unit=number, sets={"retiring": False}, tells=tells)

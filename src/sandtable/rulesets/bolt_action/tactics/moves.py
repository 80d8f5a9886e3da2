"""Where to go: towards the goal, into cover, with weapons pointing at the enemy."""

from math import isqrt
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import FULL_TURN, RIGHT_ANGLE, ahead, bearing_to, turn_between
from sandtable.geometry.path_kernels import FINE
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import about
from sandtable.mechanics.ways import detour
from sandtable.play.decision import Decision
from sandtable.play.driving import Drive, Driving
from sandtable.play.marching import Marching
from sandtable.play.walks import March
from sandtable.rulesets.bolt_action.basics.battlefield import enemies
from sandtable.rulesets.bolt_action.machines.vehicles import driving, rate_of
from sandtable.rulesets.bolt_action.move.deployment import facing_in, in_cover
from sandtable.rulesets.bolt_action.move.movement import marching
from sandtable.rulesets.bolt_action.state import Battle

from .goals import Goal, goal_of, objective_for

COVER_WORTH = inches(5)
NOT_AT_ALL = inches(1000)
HARDLY = 150  # tenths of a degree


def _off(point: tuple[int, int], goal: Goal) -> int:
    """How far a point is from being near enough to a goal."""
    length = isqrt((point[0] - goal.point[0]) ** 2 + (point[1] - goal.point[1]) ** 2)
    return max(0, length - goal.near_enough)


def _covered(view: Battle, march: March) -> bool:
    places = [(walk.figure, *walk.points[-1], 0, 0) for walk in march.walks]
    return in_cover(view, places)


def _facing(view: Battle, number: int, march: March) -> March:
    """Point a fixed weapon at the nearest enemy."""
    unit = view.units[number]
    x, y = march.walks[0].points[-1]
    foes = [view.layout.point(view.units[foe].men[0]) for foe in enemies(view, unit.side)]
    if not foes:
        return March(march.walks, facing_in(view, unit.side))
    foe = min(foes, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)
    return March(march.walks, int(bearing_to(foe[0] - x, foe[1] - y)))


def pick_march(view: Battle, decision: Decision[Any], chance: Chance) -> object:
    """The best of some ways towards the goal, weapons pointing at the enemy."""
    number, domain = about(decision, Marching)
    if domain.manner != 0:
        return _come_on(view, number, domain, chance)
    goal = goal_of(view, number)
    best, score = _best_march(view, goal, domain)
    off = _off(domain.terms.layout.point(domain.movers[0]), goal)
    far = min(domain.budget, off)
    if not goal.reached and far > inches(2) and score > off - far // 2:
        best = detour(domain, goal.point, far - 2) or best
    if best is None:
        return None
    return _facing(view, number, best) if domain.may_face else best


def _best_march(view: Battle, goal: Goal, domain: Marching) -> tuple[March | None, int]:
    """Try some ways towards the goal and take the one that ends nearest to it, cover counting as some inches."""
    cover = inches(2) if view.objectives and not goal.reached else COVER_WORTH
    here = domain.terms.layout.point(domain.movers[0])
    straight = int(bearing_to(goal.point[0] - here[0], goal.point[1] - here[1]))
    far = min(domain.budget - 2, _off(here, goal)) if not goal.reached else 0
    best: March | None = None
    best_score = NOT_AT_ALL
    if not domain.must_close_up:
        best = domain.stay()
        best_score = _off(here, goal) + INCH - (cover if _covered(view, best) else 0)
    for turn in (0, 250, -250, 500, -500, 900, -900):
        for share in (4, 2):
            x, y = ahead(*here, (straight + turn) % FULL_TURN, far * share // 4)
            march = domain.suggest((int(x), int(y)))
            if march is None:
                continue
            off = _off(march.walks[0].points[-1], goal)
            if off - cover >= best_score:  # cover or not
                continue
            score = off - (cover if _covered(view, march) else 0)
            if score < best_score:
                best, best_score = march, score
        if turn == 0 and best_score <= _off(here, goal) - far:
            break
    return best, best_score


def runs_better(view: Battle, number: int) -> bool:
    """Whether a Run brings men on foot nearer to their goal than an Advance, which may cross what a Run may not."""
    goal = goal_of(view, number)
    run, advance = (_best_march(view, goal, marching(view, number, running=fast))[1] for fast in (True, False))
    return run < advance


def _come_on(view: Battle, number: int, domain: Marching, chance: Chance) -> object:
    """Of a few ways onto the table, the one that ends nearest to the goal."""
    goal = _goal_off_table(view, number)
    found = [domain.sample(chance) for _ in range(5)]
    best = min(
        found, key=lambda march: _off(march.walks[0].points[-1], goal) - (COVER_WORTH if _covered(view, march) else 0)
    )
    return _facing(view, number, best) if domain.may_face else best


def _goal_off_table(view: Battle, number: int) -> Goal:
    unit = view.units[number]
    if view.objectives:
        return Goal(objective_for(view, number), 0, reached=False)
    return Goal(
        (view.width * (1 + number % 5) // 6, view.depth // 2),
        inches(8) if unit.is_infantry else inches(16),
        reached=False,
    )


def pick_place(view: Battle, decision: Decision[Any], chance: Chance) -> object:
    """Set up in cover, near what is to be held."""
    number, domain = about(decision, Marching)
    unit = view.units[number]
    found: list[March] = [domain.sample(chance) for _ in range(8)]
    points = view.objectives or ((view.width * (1 + number % 5) // 6, view.depth // 2),)
    goal = Goal(points[number % len(points)], 0, reached=False)

    def cost(march: March) -> int:
        cover = inches(12) if not unit.is_vehicle and _covered(view, march) else 0
        return _off(march.walks[0].points[-1], goal) - cover

    return min(found, key=cost)


def pick_drive(view: Battle, decision: Decision[Any], chance: Chance) -> object:
    """Of a few drives, the one that ends nearest to where the vehicle wants to fight from, facing the enemy."""
    number, domain = about(decision, Driving)
    if domain.entry is not None:
        goal = _goal_off_table(view, number)
        ways = [domain.sample(chance) for _ in range(4)]
    else:
        goal = goal_of(view, number)
        ways = [*_towards(view, number, goal), *domain.propose(chance), Drive()]
    best: tuple[int, Drive] | None = None
    for way in ways:
        driven, verdict = domain.tried(way)
        if verdict[0] != FINE or domain.judge(driven) is not None:
            continue
        x, y, bearing = driven.poses[-1]
        aside = abs(int(turn_between(bearing, int(bearing_to(goal.point[0] - x, goal.point[1] - y)))))
        score = _off((x, y), goal) + aside * 2
        if best is None or score < best[0]:
            best = score, way
    return None if best is None else best[1]


def drives_straight_there(view: Battle, number: int) -> bool:
    """Whether a Run, on which a vehicle hardly turns, takes it nearer to its goal than an Advance could."""
    hull = view.units[number].men[0]
    goal = goal_of(view, number)
    x, y = view.layout.point(hull)
    aside = abs(int(turn_between(view.layout.bearing(hull), int(bearing_to(goal.point[0] - x, goal.point[1] - y)))))
    rate = rate_of(view.units[number], view.options, running=True)
    domain = driving(view, number, rate, running=True)
    step = min(rate.ahead, _off((x, y), goal))
    return aside <= HARDLY and step > inches(9) and domain.tried(Drive(((0, step),)))[1][0] == FINE


def _towards(view: Battle, number: int, goal: Goal) -> list[Drive]:
    """Drives that turn at the goal and go for it."""
    hull = view.units[number].men[0]
    x, y = view.layout.point(hull)
    turn = int(turn_between(view.layout.bearing(hull), int(bearing_to(goal.point[0] - x, goal.point[1] - y))))
    turn = max(-RIGHT_ANGLE, min(RIGHT_ANGLE, turn))
    off = _off((x, y), goal)
    ways = []
    for far in (24, 18, 12, 9, 6, 3):
        step = min(off, inches(far))
        ways += [Drive(((turn, step),)), Drive(((0, step),))]
    return ways

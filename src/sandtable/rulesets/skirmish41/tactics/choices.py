"""Everything else: who acts next, whom to shoot at with what, what to look for."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import bearing_to, turn_between
from sandtable.geometry.line_kernels import COVER, GAP, SEEN
from sandtable.mechanics.goals import far
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.rulesets.skirmish41.actions.actions import turning
from sandtable.rulesets.skirmish41.actions.tries import Goal, lookers, to_spot
from sandtable.rulesets.skirmish41.basics.charts import weapons
from sandtable.rulesets.skirmish41.basics.sight import eyes, points_seen, shelter
from sandtable.rulesets.skirmish41.basics.units import has_optics, leads
from sandtable.rulesets.skirmish41.fire.offers import Aims, Bombing, Named, Spotting
from sandtable.rulesets.skirmish41.fire.targets import Aim
from sandtable.rulesets.skirmish41.harm.blasts import caught
from sandtable.rulesets.skirmish41.heavy.heavy import Shot, arms_ready, targets_for
from sandtable.rulesets.skirmish41.heavy.shelling import CALIBRE
from sandtable.rulesets.skirmish41.prices.blasts import blast_does
from sandtable.rulesets.skirmish41.spotting.spotting import shifts_of, try_at, unaware
from sandtable.rulesets.skirmish41.state import Battle, Point, Unit
from sandtable.table.layout import Layout
from sandtable.table.remembered import Remembered

from .fire import guns_of, is_flank, target_of
from .goals import known_foes, place_of, role_of
from .moves import weigh
from .stands import looks, sampled
from .steps import here_of
from .worth import of_men, shot_worth

ORDER = ("machine gun", "mortar", "gun", "tank", "rockets", "rifles", "carrier", "leader", "dummy")
IMPOSSIBLE = 99


def pick_team(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Those who suppress before those who move; who is out of it last."""
    domain = decision.domain
    assert isinstance(domain, OneOf)
    able = [number for number in domain.values.values() if number is not None]

    def urgent(number: int) -> tuple[bool, bool, int, int]:
        unit = view.units[number]
        return unit.routing, unit.suppression > 0, ORDER.index(role_of(view, number)), number

    return f"u{min(able, key=urgent)}"


# ---- small arms


def pick_target(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Where it hurts most."""
    domain = decision.domain
    assert isinstance(domain, Aims)
    number = domain.shooter
    values = harms(view, number)

    def value(key: str) -> tuple[int, int]:
        aim: Aim = domain.values[key]
        return values.get(aim.team, 0), -aim.team

    return max(domain.values, key=value)


def harms(view: Battle, number: int) -> dict[int, int]:
    """What the small arms of a team would do to every enemy team in its sight."""
    unit = view.units[number]
    if unit.place != "table":
        return {}
    stand = here_of(view, number)
    sights = looks(view, number, [stand])
    guns, mounted = guns_of(view, number, fresh=False).without_heavy(), unit.mounted
    return {
        foe: target_of(view, foe).harm(guns, line, mounted=mounted)
        for foe, line in zip(sights.foes, sights.sees[0], strict=True)
        if line is not None
    }


def pick_figure(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The machine gunner, else a leader, else whoever is easiest to hit."""
    domain = decision.domain
    assert isinstance(domain, Named)
    order = list(domain.values)

    def wanted(key: str) -> tuple[int, int]:
        man: int = domain.values[key]
        figure = view.figures[man]
        gunner = any(weapons()[arm].has("mg") or weapons()[arm].has("pooled") for arm in figure.arms)
        return (2 if gunner else int(leads(view, man))), -order.index(key)

    return max(order, key=wanted)


# ---- everything else that is fired


def use_worth(view: Battle, number: int, weapon: str, foe: int, shot: Shot) -> int:
    """What a shot with anything but a small arm is worth."""
    other = view.units[foe]
    if other.mounted:
        flank = is_flank(view, other, place_of(view, number))
        return shot_worth(weapon, shot.score, other, view.options, caught=0, covered=False, flank=flank)
    covered = all(shelter(view, man) for man in other.men)
    men = _caught(view, foe)
    return shot_worth(weapon, shot.score, other, view.options, caught=men, covered=covered, flank=False)


_CAUGHT: Remembered[Layout, Remembered[tuple[Unit, ...], dict[int, int]]] = Remembered(
    lambda _: Remembered(lambda _: {}, most=4), most=4
)


def _caught(view: Battle, foe: int) -> int:
    """How many more of a team's side than of the other the best blast on one of it catches."""
    known = _CAUGHT(view.layout)(view.units)
    if foe not in known:
        side, points = view.units[foe].side, view.layout.points(view.units[foe].men)
        blasts = [[view.units[view.figures[man].unit].side for man in caught(view, at)] for at in sampled(points)]
        known[foe] = max([0, *(2 * sides.count(side) - len(sides) for sides in blasts)])
    return known[foe]


def uses(view: Battle, number: int) -> dict[str, tuple[int, int]]:
    """What each weapon at hand would do at its best target: the worth, and the target."""
    found = {}
    side = view.units[number].side
    armour = any([unit.mounted and unit.alive for unit in view.units if unit.hull >= 0 and unit.side != side])  # noqa: C419
    for arm in arms_ready(view, number):
        line = weapons()[arm.weapon]
        shots = targets_for(view, number, arm)
        values = {foe: use_worth(view, number, arm.weapon, foe, shot) for foe, shot in shots.items()}
        if line.kind == "anti-tank" and armour:  # kept for what it is meant for
            values = {foe: value if view.units[foe].mounted else value // 3 for foe, value in values.items()}
        if values:
            best = max(values, key=lambda foe: (values[foe], -foe))
            found[arm.weapon] = (values[best], best)
    return found


def pick_use(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Where the shot is worth most."""
    domain = decision.domain
    assert isinstance(domain, Bombing)
    found = uses(view, domain.shooter).get(domain.weapon)
    key = None if found is None else f"u{found[1]}"
    return key if key in domain.values else None


def pick_battery(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Where most men stand in the open."""
    domain = decision.domain
    assert isinstance(domain, OneOf)

    def value(key: str) -> tuple[int, int]:
        foe: int = domain.values[key]
        unit = view.units[foe]
        covered = all(shelter(view, man) for man in unit.men)
        harm = blast_does(CALIBRE, len(unit.men), view.options, covered=covered, suppressed=unit.suppression > 0)
        return of_men(harm, fresh=not unit.suppression), -foe

    return max(domain.values, key=value)


# ---- looking


def scores_at(view: Battle, number: int, points: list[Point]) -> list[int]:
    """What the best placed figure of a team needs to spot somebody at each of some points who keeps still."""
    unit = view.units[number]
    men = lookers(view, number)
    viewers = tuple(men) if unit.place == "table" and not unit.mounted else eyes(view, number)
    if not men or not viewers or not points:
        return [IMPOSSIBLE] * len(points)

    def score(gap: int, *, covered: bool) -> int:
        shifts = shifts_of(
            view.options,
            unaware=unaware(view, number),
            still=covered,
            suppressed=unit.suppression > 0,
            shooting=False,
            optics=has_optics(view, number, men[0]),
            heard=False,
        )
        found = try_at(gap, shifts, view.options)
        return IMPOSSIBLE if found is None else found.score

    lines = points_seen(view, viewers, points).swapaxes(0, 1).tolist()
    return [
        min([score(line[GAP], covered=line[COVER] > 0) for line in of_point if line[SEEN]], default=IMPOSSIBLE)
        for of_point in lines
    ]


def best_look(view: Battle, number: int) -> tuple[int, int] | None:
    """Which of what could be spotted has the best chance: its place in the list, and the score."""
    goals = to_spot(view, number)
    scores = scores_at(view, number, [goal.at for goal in goals])
    score, place = min(zip(scores, range(len(goals)), strict=True), default=(IMPOSSIBLE, 0))
    return None if score >= IMPOSSIBLE else (place, score)


def pick_spot(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """What is likeliest to be spotted."""
    domain = decision.domain
    assert isinstance(domain, Spotting)
    goals: dict[str, Goal] = dict(domain.values)
    scores = scores_at(view, domain.observer, [goal.at for goal in goals.values()])
    return min(zip(scores, goals, strict=True))[1]


# ---- turning


def pick_turn(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Towards the enemy that matters most: the nearest in sight."""
    number, domain = decision.unit, decision.domain
    assert number is not None
    assert isinstance(domain, OneOf)
    to = turns_to(view, number)
    if to is None:
        return None
    x, y = view.layout.point(turning(view, number))
    wanted = int(bearing_to(to[0] - x, to[1] - y))
    return min(domain.values, key=lambda key: (abs(int(turn_between(domain.values[key], wanted))), key))


def turns_to(view: Battle, number: int) -> Point | None:
    """Where a weapon should point: at the nearest enemy in sight, else the nearest at all."""
    sights = weigh(view, number).sights
    here = place_of(view, number)
    seen = [foe for foe, line in zip(sights.foes, sights.sees[0], strict=True) if line is not None]
    foes = [place_of(view, foe) for foe in seen or known_foes(view, view.units[number].side)]
    return min(foes, key=lambda at: (far(here, at), at), default=None)

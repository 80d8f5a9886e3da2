"""Whom a team may shoot at with its small arms: spotted, in sight and in range; and what each shot would need."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.geometry.angle import in_arc
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.lines import Sighted
from sandtable.table.layout import Layout
from sandtable.table.remembered import Remembered

from .carrying import guards, hands_full
from .charts import FARTHEST, SHORT, band_of, shot_cost, weapons
from .options import Options
from .sight import look
from .spotting import unaware
from .state import Battle
from .terrain import HARD, NO_COVER, SOFT
from .to_hit import Chance, chance_of, target_shifts
from .units import actions_of, between, bonus_of, in_melee, leads, left, on_table, passengers

ARC = 450  # to either side of straight ahead, in tenths of a degree
TOGETHER = inches(4)  # teams that one machine gun may fire at in a turn
APART = inches(1)
MEN, HULL = "men", "hull"


class Aim(NamedTuple):
    """Something to shoot at: a team's men, or its vehicle."""

    team: int
    at: str = MEN


class Shooter(NamedTuple):
    """A figure with the small arm it fires, and the gun's mount if it is a vehicle's."""

    man: int
    weapon: str
    mount: str = ""


# ---- who shoots


@rule("sk.gap.mg-limits", "sk.melee.no-fire", "sk.move.dragged-one", "sk.gap.captured", "sk.gap.vehicle-open")
def shooters(state: Battle, number: int) -> list[Shooter]:
    """The figures of a team that can fire a small arm now."""
    unit = state.units[number]
    if unit.mounted:
        return mounted_guns(state, number)
    found = []
    for man in unit.men:
        figure = state.figures[man]
        weapon = next((arm for arm in figure.arms if weapons()[arm].kind == "small"), None)
        if weapon is None or fire_left(state, man, weapon) < 1 or in_melee(state, man) or hands_full(state, man):
            continue
        if weapons()[weapon].has("tripod") and (figure.moves or not unit.ready):
            continue
        if unit.place == "aboard" and not _fires_from(state, number, weapon):
            continue
        found.append(Shooter(man, weapon))
    return found


@rule("sk.gap.vehicle-open")
def _fires_from(state: Battle, number: int, weapon: str) -> bool:
    """Whether a passenger may fire: pistols, rifles and submachine guns from an open vehicle."""
    carrier = state.units[state.units[number].aboard]
    line = weapons()[weapon]
    return carrier.card.open and not line.has("mg")


@rule("sk.veh.mg", "sk.gap.vehicle-crew", "sk.gap.wreck-weapon", "sk.dmg.afv-7")
def mounted_guns(state: Battle, number: int) -> list[Shooter]:
    """The machine guns of a vehicle that somebody can fire now, with the man who does."""
    unit = state.units[number]
    if unit.stunned:
        return []
    found = []
    for mount in unit.card.mounts:
        man = gunner_of(state, number, mount)
        if mount not in unit.wrecked and man is not None and fire_left(state, man, "vehicle-mg") >= 1:
            found.append(Shooter(man, "vehicle-mg", mount))
    return found


@rule("sk.gap.vehicle-crew")
def gunner_of(state: Battle, number: int, mount: str) -> int | None:
    """Who of a crew fires a machine gun: gunner, hull gunner, or the commander at a pintle; a lone driver if he stands."""
    unit = state.units[number]
    posts = {state.figures[man].role: man for man in unit.men}
    wanted = {
        "co-axial": ("gunner", "loader", "commander"),
        "hull": ("hull gunner",) if "hull gunner" in posts or unit.card.gun else ("gunner",),
        "pintle": ("commander",) if unit.card.gun else ("gunner",),
    }[mount]
    man = next((posts[post] for post in wanted if post in posts), None)
    if man is None and mount == "pintle" and len(posts) == 1 and not unit.moved:
        man = next(iter(posts.values()))
    return man


@rule("sk.gap.captured")
def _own(state: Battle, man: int) -> int:
    """The actions that a figure has for shooting: while it guards a prisoner one a turn for all but moving."""
    have = left(state, man)
    if guards(state, man):
        have = min(have, max(0, 1 - (state.figures[man].spent - state.figures[man].moves)))
    return have


@rule("sk.gap.fire-points")
def shots_for(state: Battle, man: int, weapon: str, own: int, shot: int) -> int:
    """How many shots of a kind so many own actions buy, with what is left of the weapon's bonus."""
    own = min(own, _own(state, man))
    if own < 1 and not state.figures[man].burst:  # who has fired the weapon with an action of his own may go on
        return 0
    return shots_with(own, bonus_left(state, man, weapon), shot, state.options)


@rule("sk.gap.fire-points", "sk.gap.mg-limits")
def bonus_left(state: Battle, man: int, weapon: str) -> int:
    """What is left of a weapon's bonus this turn; a pistol takes its point off once."""
    figure = state.figures[man]
    bonus = bonus_of(state, man, weapon)
    if bonus < 0:
        return 0 if figure.fired else bonus
    return max(0, bonus - figure.burst)


@rule("sk.gap.fire-points", "sk.gap.shot-costs")
def shots_with(own: int, bonus: int, shot: int, options: Options) -> int:
    """The shots that so many own actions and points of a bonus buy."""
    return max(0, own + bonus) // shot_cost(shot, options)


def fire_left(state: Battle, man: int, weapon: str) -> int:
    """How many unaimed shots a figure could fire now with all it has."""
    return shots_for(state, man, weapon, actions_of(state, man), 0)


# ---- at whom


@rule("sk.gap.spotted-status", "sk.melee.no-fire", "sk.gap.disabled", "sk.gap.line-of-sight")
def open_targets(state: Battle, number: int, found: Sequence[Shooter] | None = None) -> list[Aim]:
    """Everything that some shooter of a team sees in range: spotted men, and vehicles that small arms can harm."""
    guns = shooters(state, number) if found is None else list(found)
    unit = state.units[number]
    aims: list[Aim] = []
    for foe in on_table(state, 1 - unit.side):
        if not state.units[foe].spotted or not guns:
            continue
        aims += [aim for aim in _aims(state, foe) if any(visible(state, gun, aim) for gun in guns)]
    return aims


@rule("sk.veh.occupants", "sk.gap.vehicle-open")
def exposed(state: Battle, vehicle: int) -> list[int]:
    """Those in a vehicle whom small arms can strike: everybody in an open one, else whoever rides on its deck."""
    unit = state.units[vehicle]
    crew = unit.men if unit.card.open else ()
    return [*crew, *(man for team in passengers(state, vehicle) for man in state.units[team].men)]


@rule("sk.veh.occupants", "sk.veh.small-arms")
def _aims(state: Battle, foe: int) -> list[Aim]:
    """What can be aimed at of a team: its men, its soft vehicle, those who sit in an open one or ride on a deck."""
    unit = state.units[foe]
    if not unit.mounted:
        return [Aim(foe)]
    found = [] if unit.card.armoured else [Aim(foe, HULL)]
    return [*found, Aim(foe)] if exposed(state, foe) else found


def muzzle(state: Battle, gun: Shooter) -> int:
    """From which base a shooter looks."""
    unit = state.units[state.figures[gun.man].unit]
    if unit.place == "aboard":
        return state.units[unit.aboard].hull
    return unit.hull if unit.mounted else gun.man


def bodies_at(state: Battle, aim: Aim) -> tuple[int, ...]:
    """The bases that stand for a target."""
    unit = state.units[aim.team]
    return (unit.hull,) if unit.mounted else unit.men


def lines_to(state: Battle, gun: Shooter, aim: Aim) -> list[Sighted]:
    """What a shooter makes of each base of a target."""
    return look(state, (muzzle(state, gun),), bodies_at(state, aim))[0]


_SEEN: Remembered[Battle, dict[tuple[Shooter, Aim], list[int]]] = Remembered(lambda _: {}, most=4)


def visible(state: Battle, gun: Shooter, aim: Aim) -> list[int]:
    """The bases of a target that a shooter sees in range, in its arc, and not in melee; nobody may write to it."""
    known = _SEEN(state)
    found = known.get((gun, aim))
    if found is None:
        found = known[gun, aim] = _visible(state, gun, aim)
    return found


@rule("sk.gap.line-of-sight", "sk.gap.mg-limits")
def _visible(state: Battle, gun: Shooter, aim: Aim) -> list[int]:
    if not _with_first(state, gun, aim) or not in_field(state, gun, aim):
        return []
    bodies = bodies_at(state, aim)
    return [
        body
        for body, line in zip(bodies, lines_to(state, gun, aim), strict=True)
        if line.seen
        and line.gap <= FARTHEST
        and band_of(gun.weapon, line.gap) is not None
        and not in_melee(state, body)
    ]


@rule("sk.gap.mg-limits")
def _with_first(state: Battle, gun: Shooter, aim: Aim) -> bool:
    """Whether a machine gun keeps to the team it has fired at this turn, and those within four inches of it."""
    first = state.figures[gun.man].aimed if state.figures[gun.man].fired else -1
    if first in {-1, aim.team} or not weapons()[gun.weapon].has("mg") or not state.units[first].on_table:
        return True
    return between(state, first, aim.team) <= TOGETHER


@rule("sk.gap.line-of-sight", "sk.gap.mg-limits", "sk.gap.vehicle-crew")
def in_field(state: Battle, gun: Shooter, aim: Aim) -> bool:
    """Whether a target lies in a weapon's field of fire: a quarter ahead for tripods and hull guns, all round else."""
    if gun.mount == "hull" or weapons()[gun.weapon].has("tripod"):
        return ahead_of(state, muzzle(state, gun), bodies_at(state, aim))
    return True


def ahead_of(state: Battle, row: int, bodies: Sequence[int]) -> bool:
    """Whether any of some bases lies in the quarter ahead of another."""
    x, y = state.layout.point(row)
    bearing = state.layout.bearing(row)
    return any(in_arc(bearing, ARC, bx - x, by - y) for bx, by in state.layout.points(tuple(bodies)))


# ---- what a shot needs


def _apart(layout: Layout, men: tuple[int, ...]) -> bool:
    pairs = ((one, other) for place, one in enumerate(men) for other in men[:place])
    return all(int(gap(layout.bodies, one, layout.bodies, other)) >= APART for one, other in pairs)


@rule("sk.shoot.dispersed")
def dispersed(state: Battle, number: int) -> bool:
    """Whether all figures of a team are an inch apart at least, or there is only one."""
    men = state.units[number].men
    return len(men) < 2 or _apart(state.layout, men)


@rule("sk.shoot.soft-cover", "sk.shoot.hard-cover", "sk.veh.occupants", "sk.gap.who-is-hit")
def shifts_against(state: Battle, gun: Shooter, aim: Aim, named: int = -1) -> tuple[int, tuple[int, ...]]:
    """The distance of a shot and the bases it may hit: the named one, or all that are seen."""
    bodies = bodies_at(state, aim)
    lines = dict(zip(bodies, lines_to(state, gun, aim), strict=True))
    seen = tuple(visible(state, gun, aim))
    wanted = (named,) if named in lines else seen
    return min((lines[body].gap for body in wanted), default=0), seen


_CHANCES: Remembered[Battle, dict[object, Chance]] = Remembered(lambda _: {}, most=4)


def chance_for(state: Battle, gun: Shooter, aim: Aim, shot: int, named: int = -1) -> Chance:
    """What a shot of one shooter needs."""
    known = _CHANCES(state)
    key = (gun, aim, shot, named)
    found = known.get(key)
    if found is None:
        found = known[key] = _chance_for(state, gun, aim, shot, named)
    return found


def _chance_for(state: Battle, gun: Shooter, aim: Aim, shot: int, named: int) -> Chance:
    unit = state.units[aim.team]
    bodies = bodies_at(state, aim)
    lines = dict(zip(bodies, lines_to(state, gun, aim), strict=True))
    distance, seen = shifts_against(state, gun, aim, named)
    mounted = gun.mount in {"co-axial", "hull"}
    if aim.at == HULL:
        return chance_of(gun.weapon, shot, distance, (), state.options, mounted=mounted)
    if unit.mounted:
        cover = HARD if unit.card.armoured else SOFT
        shifts = target_shifts(dispersed=False, soft=False, cover=cover, stack=False)
        inactive = unit.stunned > 0
    else:
        cover = lines[named].cover if named in lines else min((lines[body].cover for body in seen), default=NO_COVER)
        soft = all(line.cover or not line.seen for line in lines.values())
        shifts = target_shifts(
            dispersed=dispersed(state, aim.team),
            soft=soft,
            cover=HARD if cover == HARD else NO_COVER,
            stack=state.options.dispersed_and_soft_cover_stack,
        )
        inactive = unaware(state, aim.team)
    return chance_of(gun.weapon, shot, distance, shifts, state.options, inactive=inactive, mounted=mounted)


@rule("sk.gap.who-is-hit")
def may_name(state: Battle, gun: Shooter, aim: Aim, shot: int, figure: int) -> bool:
    """Whether a shooter may aim at a figure: at a leader, a gunner or a radio man only within short range or carefully."""
    known = leads(state, figure) or state.figures[figure].role in {"gunner", "signaller"}
    if not known or shot == 2:
        return True
    bodies = bodies_at(state, aim)
    line = lines_to(state, gun, aim)[bodies.index(figure)]
    band = band_of(gun.weapon, line.gap)
    return band is not None and band <= SHORT

"""Whom a team may shoot at with its small arms: spotted, in sight and in range; and what each shot would need."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.geometry.angle import in_arc
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.lines import Sighted
from sandtable.rulesets.skirmish41.basics.charts import SHORT, band_of, weapons
from sandtable.rulesets.skirmish41.basics.occupants import exposed
from sandtable.rulesets.skirmish41.basics.remembered import findings
from sandtable.rulesets.skirmish41.basics.sight import look
from sandtable.rulesets.skirmish41.basics.terrain import HARD, NO_COVER, SOFT
from sandtable.rulesets.skirmish41.basics.units import between, in_melee, leads, on_table
from sandtable.rulesets.skirmish41.spotting.spotting import unaware
from sandtable.rulesets.skirmish41.state import Battle, Card
from sandtable.table.layout import Layout
from sandtable.table.remembered import Remembered

from .shooters import Shooter, shooters
from .to_hit import Chance, chance_of, target_shifts

ARC = 450  # to either side of straight ahead, in tenths of a degree
TOGETHER = inches(4)  # teams that one machine gun may fire at in a turn
APART = inches(1)
MEN, HULL = "men", "hull"


class Aim(NamedTuple):
    """Something to shoot at: a team's men, or its vehicle."""

    team: int
    at: str = MEN


# ---- at whom


@rule("sk.gap.spotted-status", "sk.melee.no-fire", "sk.gap.disabled", "sk.gap.line-of-sight")
def open_targets(state: Battle, number: int, found: Sequence[Shooter] | None = None) -> list[Aim]:
    """Everything that some shooter of a team sees in range: spotted men, and vehicles that small arms can harm."""
    guns = shooters(state, number) if found is None else found
    if not guns:
        return []
    foes = [foe for foe in on_table(state, 1 - state.units[number].side) if state.units[foe].spotted]
    _look_at(state, guns, foes)
    return [aim for foe in foes for aim in _aims(state, foe) if any(visible(state, gun, aim) for gun in guns)]


def _look_at(state: Battle, guns: Sequence[Shooter], foes: Sequence[int]) -> None:
    """Let some shooters look at several teams at once: whoever asks for their lines later finds them."""
    known = findings(state).lines
    eyes = tuple(dict.fromkeys([muzzle(state, gun) for gun in guns]))
    fresh = [(foe, bodies_at(state, Aim(foe))) for foe in foes if any((eye, foe) not in known for eye in eyes)]
    targets = tuple([body for _, bodies in fresh for body in bodies])
    if not targets:
        return
    for eye, lines in zip(eyes, look(state, eyes, targets), strict=True):
        begin = 0
        for foe, bodies in fresh:
            known[eye, foe] = lines[begin : begin + len(bodies)]
            begin += len(bodies)


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
    """What a shooter makes of each base of a target; asked for his whole team at once."""
    known = findings(state).lines
    eye = muzzle(state, gun)
    found: list[Sighted] | None = known.get((eye, aim.team))
    if found is None:
        team = shooters(state, state.figures[gun.man].unit)
        eyes = tuple(dict.fromkeys([eye, *[muzzle(state, one) for one in team]]))
        for one, lines in zip(eyes, look(state, eyes, bodies_at(state, aim)), strict=True):
            known[one, aim.team] = lines
        found = known[eye, aim.team]
    return found


def visible(state: Battle, gun: Shooter, aim: Aim) -> list[int]:
    """The bases of a target that a shooter sees in range, in its arc, and not in melee; nobody may write to it."""
    known = findings(state).seen
    found = known.get((gun, aim))
    if found is None:
        found = known[gun, aim] = _visible(state, gun, aim)
    return found


@rule("sk.gap.line-of-sight", "sk.gap.mg-limits")
def _visible(state: Battle, gun: Shooter, aim: Aim) -> list[int]:
    lines = zip(bodies_at(state, aim), lines_to(state, gun, aim), strict=True)
    far = state.options.tables.farthest
    seen = [(body, line.gap) for body, line in lines if line.seen and line.gap <= far]
    if not seen or not _with_first(state, gun, aim) or not in_field(state, gun, aim):
        return []
    return [
        body for body, gap in seen if band_of(gun.weapon, gap, state.options) is not None and not in_melee(state, body)
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


_APART: Remembered[Layout, dict[tuple[int, ...], bool]] = Remembered(lambda _: {}, most=4)


def _apart(layout: Layout, men: tuple[int, ...]) -> bool:
    known = _APART(layout)
    found = known.get(men)
    if found is None:
        pairs = ((one, other) for place, one in enumerate(men) for other in men[:place])
        found = known[men] = all(int(gap(layout.bodies, one, layout.bodies, other)) >= APART for one, other in pairs)
    return found


@rule("sk.shoot.dispersed")
def dispersed(state: Battle, number: int) -> bool:
    """Whether all figures of a team are an inch apart at least, or there is only one."""
    men = state.units[number].men
    return len(men) < 2 or _apart(state.layout, men)


@rule("sk.veh.occupants")
def cover_aboard(card: Card) -> int:
    """What those who sit in a vehicle are in."""
    return HARD if card.armoured else SOFT


def chance_for(state: Battle, gun: Shooter, aim: Aim, shot: int, named: int = -1) -> Chance:
    """What a shot of one shooter needs."""
    known = findings(state).chances
    key = (gun, aim, shot, named)
    found: Chance | None = known.get(key)
    if found is None:
        found = known[key] = _chance_for(state, gun, aim, shot, named)
    return found


@rule("sk.shoot.soft-cover", "sk.shoot.hard-cover", "sk.veh.occupants", "sk.gap.who-is-hit")
def _chance_for(state: Battle, gun: Shooter, aim: Aim, shot: int, named: int) -> Chance:
    """It is as far as the named base, or as the nearest that is seen."""
    unit = state.units[aim.team]
    lines = dict(zip(bodies_at(state, aim), lines_to(state, gun, aim), strict=True))
    may_hit = [lines[named]] if named in lines else [lines[body] for body in visible(state, gun, aim)]
    distance = min([line.gap for line in may_hit], default=0)
    mounted = gun.mount in {"co-axial", "hull"}
    if aim.at == HULL:
        return chance_of(gun.weapon, shot, distance, (), state.options, mounted=mounted)
    if unit.mounted:
        shifts = target_shifts(state.options, dispersed=False, soft=False, cover=cover_aboard(unit.card))
        inactive = unit.stunned > 0
    else:
        cover = min([line.cover for line in may_hit], default=NO_COVER)
        soft = all(line.cover or not line.seen for line in lines.values())
        shifts = target_shifts(
            state.options,
            dispersed=dispersed(state, aim.team),
            soft=soft,
            cover=HARD if cover == HARD else NO_COVER,
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
    band = band_of(gun.weapon, line.gap, state.options)
    return band is not None and band <= SHORT

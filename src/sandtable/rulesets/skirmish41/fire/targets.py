"""Whom a team may shoot at with its small arms: spotted, in sight and in range; and what each shot would need."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sandtable.geometry.angle import in_arc
from sandtable.geometry.measure_kernels import gaps
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.lines import Sighted
from sandtable.rulesets.skirmish41.basics.charts import SHORT, band_of, weapon_of, weapons
from sandtable.rulesets.skirmish41.basics.occupants import exposed
from sandtable.rulesets.skirmish41.basics.remembered import findings
from sandtable.rulesets.skirmish41.basics.sight import look
from sandtable.rulesets.skirmish41.basics.terrain import HARD, NO_COVER, SOFT
from sandtable.rulesets.skirmish41.basics.units import between, contacts, leads, on_table
from sandtable.rulesets.skirmish41.spotting.spotting import unaware
from sandtable.rulesets.skirmish41.state import Battle, Card
from sandtable.table.layout import Layout, rows
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
    return [aim for foe in foes for aim in _aims(state, foe) if _any_sees(state, guns, aim)]


def _any_sees(state: Battle, guns: Sequence[Shooter], aim: Aim) -> bool:
    known = findings(state).seen
    for gun in guns:  # noqa: SIM110  # asked of everybody at everybody
        if (known.get((gun, aim)) or sight_of(state, gun, aim)).may_hit:
            return True
    return False


def _look_at(state: Battle, guns: Sequence[Shooter], foes: Sequence[int]) -> None:
    """Let some shooters look at several teams at once: whoever asks for their lines later finds them."""
    known = findings(state).lines
    eyes = tuple(dict.fromkeys([muzzle(state, gun) for gun in guns]))
    fresh = [(foe, bodies_at(state, Aim(foe))) for foe in foes if not known.keys() >= {(eye, foe) for eye in eyes}]
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
    if unit.hull < 0 or not unit.mounted:
        return [Aim(foe)]
    found = [] if unit.card.armoured else [Aim(foe, HULL)]
    return [*found, Aim(foe)] if exposed(state, foe) else found


def muzzle(state: Battle, gun: Shooter) -> int:
    """From which base a shooter looks."""
    unit = state.units[state.figures[gun.man].unit]
    if unit.place == "aboard":
        return state.units[unit.aboard].hull
    return unit.hull if unit.hull >= 0 and unit.mounted else gun.man


def bodies_at(state: Battle, aim: Aim) -> tuple[int, ...]:
    """The bases that stand for a target."""
    unit = state.units[aim.team]
    return (unit.hull,) if unit.hull >= 0 and unit.mounted else unit.men


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


class Sight(NamedTuple):
    """What a shooter makes of a target: which of its bases he may hit, the line to each, and whether all are in cover."""

    may_hit: list[int]
    lines: dict[int, Sighted]
    soft: bool


def sight_of(state: Battle, gun: Shooter, aim: Aim) -> Sight:
    """What a shooter makes of a target; nobody may write to it."""
    known = findings(state)
    found: Sight | None = known.seen.get((gun, aim))
    if found is None:
        lines = known.lines.get((muzzle(state, gun), aim.team)) or lines_to(state, gun, aim)
        found = known.seen[gun, aim] = _sight_along(state, gun, aim, lines)
    return found


def visible(state: Battle, gun: Shooter, aim: Aim) -> list[int]:
    """The bases of a target that a shooter sees in range, in its arc, and not in melee; nobody may write to it."""
    return sight_of(state, gun, aim).may_hit


@rule("sk.gap.line-of-sight", "sk.gap.mg-limits", "sk.shoot.soft-cover")
def _sight_along(state: Battle, gun: Shooter, aim: Aim, found: list[Sighted]) -> Sight:
    lines = dict(zip(bodies_at(state, aim), found, strict=True))
    reach = weapon_of(gun.weapon, state.options)
    near, far = reach.nearest, min(reach.farthest, state.options.tables.farthest)
    plain, seen = False, []
    for body, line in lines.items():
        if line.seen:
            plain = plain or not line.cover
            if near <= line.gap <= far:
                seen.append(body)
    if seen and _with_first(state, gun, aim) and in_field(state, gun, aim):
        fighting = contacts(state).figures
        return Sight([body for body in seen if body not in fighting], lines, soft=not plain)
    return Sight([], lines, soft=not plain)


@rule("sk.gap.mg-limits")
def _with_first(state: Battle, gun: Shooter, aim: Aim) -> bool:
    """Whether a machine gun keeps to the team it has fired at this turn, and those within four inches of it."""
    figure = state.figures[gun.man]
    if not figure.fired:
        return True
    first = figure.aimed
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


@rule("sk.shoot.dispersed")
def dispersed(state: Battle, number: int) -> bool:
    """Whether all figures of a team are an inch apart at least, or there is only one."""
    men = state.units[number].men
    if len(men) < 2:
        return True
    known = _APART(state.layout)
    found = known.get(men)
    if found is None:
        between_all = gaps(state.layout.bodies, rows(men), rows(men))
        np.fill_diagonal(between_all, APART)
        found = known[men] = bool((between_all >= APART).all())
    return found


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
        found = known[key] = chance_along(state, gun, aim, sight_of(state, gun, aim), shot, named)
    return found


@rule("sk.shoot.soft-cover", "sk.shoot.hard-cover", "sk.veh.occupants", "sk.gap.who-is-hit")
def chance_along(state: Battle, gun: Shooter, aim: Aim, seen: Sight, shot: int, named: int) -> Chance:
    """What a shot along known lines needs: it is as far as the named base, or as the nearest that is seen."""
    unit = state.units[aim.team]
    may_hit = [seen.lines[body] for body in ((named,) if named in seen.lines else seen.may_hit)]
    distance = min([line.gap for line in may_hit], default=0)
    mounted = gun.mount in {"co-axial", "hull"}
    if aim.at == HULL:
        return chance_of(gun.weapon, shot, distance, (), state.options, mounted=mounted)
    if unit.hull >= 0 and unit.mounted:
        shifts = target_shifts(state.options, dispersed=False, soft=False, cover=cover_aboard(unit.card))
        inactive = unit.stunned > 0
    else:
        cover = min([line.cover for line in may_hit], default=NO_COVER)
        shifts = target_shifts(
            state.options,
            dispersed=dispersed(state, aim.team),
            soft=seen.soft,
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

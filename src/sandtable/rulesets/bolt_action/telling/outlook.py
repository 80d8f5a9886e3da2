"""What a unit sees from where it stands: each enemy with his cover and what hides him, and the ground around."""

from collections import Counter
from typing import NamedTuple

import msgspec
import numpy as np

from sandtable.geometry.angle import bearing_to
from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import in_ring, nearest
from sandtable.geometry.units import INCH
from sandtable.mechanics.lines import men_everywhere
from sandtable.mechanics.pieces import raised
from sandtable.mechanics.sight import CUT, Sight, SightLine, aim, lines, look
from sandtable.play.shown import Field, Ray, Sighting
from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.basics.arms import (
    Aimed,
    Arm,
    Armed,
    armed,
    concealed,
    lookout,
    observers,
    target_rows,
)
from sandtable.rulesets.bolt_action.basics.battlefield import BUNKER, HARD, NO_COVER, SOFT, distance, enemies
from sandtable.rulesets.bolt_action.fire.aiming import Shoot, may_fire, on_the_move
from sandtable.rulesets.bolt_action.fire.barred import HIDDEN, Bar, bar, bar_indirect, in_the_way, title_of
from sandtable.rulesets.bolt_action.fire.reach import out_of_lob, out_of_range
from sandtable.rulesets.bolt_action.fire.volley import cover_against
from sandtable.rulesets.bolt_action.setup.forces import bases
from sandtable.rulesets.bolt_action.state import Battle, Unit
from sandtable.table.layout import Layout, rows

COVER = {NO_COVER: "", SOFT: "soft cover", HARD: "hard cover", BUNKER: "bunker"}
FATES = ("clear", "covered", "cut")
CELL = INCH


class Watch(NamedTuple):
    """A unit on the lookout: the rows it looks from, and the arms that it could fire if it were ordered to."""

    view: Sight
    eyes: Ints
    ready: Armed
    arms: tuple[Arm, ...]
    moving: bool


def outlook(state: Battle, number: int, *, rays: bool = False) -> list[Sighting]:
    """What a unit makes of each enemy unit on the table, from where its figures stand in this state."""
    state = _as_it_stands(state, number)
    unit = state.units[number]
    if unit.place not in {"table", "aboard"} or not state.layout.on_table(_leader(state, unit)):
        return []
    watch = _watch(state, number)
    return [_sighting(state, number, watch, foe, rays=rays) for foe in enemies(state, unit.side)]


def _as_it_stands(state: Battle, number: int) -> Battle:
    """The state with a unit where its figures are: a layout may be of a move that is only thought of.

    Who comes on stands on the table then, and who leaves a vehicle or a building is inside no more.
    """
    unit = state.units[number]
    if not unit.alive or not unit.men or not state.layout.on_table(unit.men[0]):
        return state
    changes: dict[str, object] = {}
    if unit.place != "table":
        changes = {"place": "table", "aboard": None}
    elif unit.building is not None and not _inside(state, unit.men[0], unit.building):
        changes = {"building": None, "floor": 0}
    if not changes:
        return state
    # What follows from a layout is remembered with it, so another idea of who stands where gets a layout of its own.
    return with_unit(msgspec.structs.replace(state, layout=Layout(state.layout.bodies)), number, changes)


def _inside(state: Battle, figure: int, piece: int) -> bool:
    row = state.ground.pieces[piece]
    return bool(in_ring(state.ground.edges, int(row[0]), int(row[1]), *state.layout.point(figure)))


def _leader(state: Battle, unit: Unit) -> int:
    """The figure that a unit's place on the table is told by: its leader, or the vehicle he rides in."""
    return (state.units[unit.aboard] if unit.aboard is not None else unit).men[0]


def _watch(state: Battle, number: int) -> Watch:
    """Where a unit looks from, and with which arms; after an Advance it shoots on the move."""
    unit = state.units[number]
    ready = armed(state, number)
    how = Shoot(moving=unit.order == "advance", pivoted=not unit.moved)
    moving = on_the_move(state, number, how)
    how = how._replace(moving=moving)
    arms = tuple(arm for arm in ready.arms if may_fire(state, arm, how))
    if unit.is_vehicle and ready.arms:
        return Watch(ready.sight, rows(tuple(arm.viewer for arm in ready.arms)), ready, arms, moving)
    view, eyes = lookout(state, number)
    if unit.spotter is not None and unit.building is None and unit.aboard is None:
        eyes = rows(tuple(dict.fromkeys((*unit.figures, *observers(state, number)))))
    if ready.arms and (unit.building is not None or unit.aboard is not None):
        view, eyes = ready.sight, rows(tuple(dict.fromkeys(arm.viewer for arm in ready.arms)))
    return Watch(view, eyes, ready, arms, moving)


def _sighting(state: Battle, number: int, watch: Watch, foe: int, *, rays: bool) -> Sighting:
    target = Aimed(foe)
    unit, enemy = state.units[number], state.units[foe]
    view, victims = target_rows(state, watch.view, target)
    seen, models = int((look(view, watch.eyes, victims).seen > 0).sum()), len(enemy.figures)
    if enemy.building is not None and seen:  # what is seen are openings, and anybody may stand at any of them
        seen = models
    barred: Bar | None
    if concealed(state, number, target):
        seen, barred = 0, HIDDEN
    else:
        barred = _bar(state, number, watch, target) if seen else in_the_way(state, view, watch.eyes, victims)
    (x, y), (to_x, to_y) = (state.layout.point(_leader(state, one)) for one in (unit, enemy))
    return Sighting(
        unit=foe,
        seen=seen,
        models=models,
        cover=COVER[_cover(state, watch, target)] if seen else "",
        distance=distance(state, number, foe) if state.options.premeasure else None,
        bearing=int(bearing_to(to_x - x, to_y - y)),
        blocked_by=barred.by if barred else "",
        why=barred.why if barred else "",
        because=barred.because if barred else (),
        rays=_rays(state, view, watch.eyes, victims) if rays else (),
    )


def _bar(state: Battle, number: int, watch: Watch, target: Aimed) -> Bar | None:
    """Why a unit that sees a target cannot fire at it all the same; its range counts only where it may be known."""
    if watch.ready.arms and not watch.arms:
        return Bar("a Fixed weapon does not fire on the move", ("ba.gap.weapon-fixed",))
    measured = state.options.premeasure
    lobbed = [arm for arm in watch.arms if {"indirect", "howitzer"}.intersection(arm.weapon.traits)]
    direct = [arm for arm in watch.arms if "indirect" not in arm.weapon.traits]
    found: list[Bar | None] = []
    if lobbed:
        near = out_of_lob(state, lobbed[0], target) if measured else None
        found.append(bar_indirect(state, number, lobbed[0], target) or near)
    if direct or not lobbed:
        reached = direct and measured
        far = out_of_range(state, number, watch.ready, direct, target, moving=watch.moving) if reached else None
        found.append(bar(state, number, watch.ready, direct, target) or far)
    return None if None in found else found[-1]


def _cover(state: Battle, watch: Watch, target: Aimed) -> int:
    """The cover that most of those who see a target have to reckon with, the better one if they are at odds."""
    view, eyes = watch.view, watch.eyes
    if watch.arms:
        view, eyes = watch.ready.sight, rows(tuple(dict.fromkeys(arm.viewer for arm in watch.arms)))
    view, victims = target_rows(state, view, target)
    found = [cover_against(state, target, one) for one in aim(view, eyes, victims) if one.distance >= 0]
    counts = Counter(found)
    return max(counts, key=lambda cover: (counts[cover], cover), default=NO_COVER)


def _rays(state: Battle, view: Sight, eyes: Ints, victims: Ints) -> tuple[Ray, ...]:
    """The lines of the pair that says most: of those who see each other the nearest, else the nearest at all.

    The line to the middle of the base, and another if that one fares better.
    """
    pairs = zip(aim(view, eyes, victims), eyes.tolist(), strict=True)
    near = min((pair for pair in pairs if pair[0].distance >= 0), key=lambda pair: pair[0].distance, default=None)
    if near is not None:
        eye, victim = near[1], near[0].nearest
    else:
        _, eye, victim = map(int, nearest(view.bodies, eyes, victims))
    if eye < 0:
        return ()
    found = lines(view, eye, victim)
    middle, best = found[0], min(found, key=lambda line: line.fate)
    return tuple(_ray(state, line) for line in ((middle,) if best.fate == middle.fate else (middle, best)))


def _ray(state: Battle, line: SightLine) -> Ray:
    by = title_of(state, line.met) if line.met >= 0 else ""
    return Ray(line.start, line.end, FATES[line.fate], line.cut_at if line.fate == CUT else None, by)


def field_of(state: Battle, number: int) -> Field:
    """Which ground a unit sees: a man in the middle of each square inch, unseen, seen in cover, or seen in the open."""
    state = _as_it_stands(state, number)
    columns, down = -(-state.width // CELL), -(-state.depth // CELL)
    unit = state.units[number]
    if unit.place not in {"table", "aboard"} or not state.layout.on_table(_leader(state, unit)):
        return Field(CELL, columns, down, "0" * (columns * down))
    watch = _watch(state, number)
    view, cells = watch.view.with_bodies(
        men_everywhere(columns, down, state.ground, raised(state), bases()["man"]), len(state.units)
    )
    looked = look(view, watch.eyes, cells)
    codes = (looked.seen > 0).astype(np.uint8) + (looked.in_the_open > 0)
    return Field(CELL, columns, down, (codes + ord("0")).astype(np.uint8).tobytes().decode("ascii"))

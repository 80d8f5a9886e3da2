"""Arms: which weapons a unit can bring to bear, from where, and on which targets."""

from collections.abc import Hashable, Sequence
from functools import cache
from typing import NamedTuple

from sandtable.geometry.angle import ahead
from sandtable.geometry.bodies import HALF_LENGTH, HALF_WIDTH, X, Y, disc, stack
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.units import inches
from sandtable.geometry.way_kernels import ahead_of
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.sight import Sight, seen_groups
from sandtable.play.refusal import about
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Soldier, Unit
from sandtable.table.layout import rows
from sandtable.table.remembered import Remembered

from .battlefield import distance, enemies, fire_lane, friends_of, sight, windows
from .charts import Weapon, weapon

QUARTER = 450  # half of a 90-degree arc
MEN_AT_A_WINDOW = 2
MEN_OVER_THE_SIDE = 4
HIDDEN_FROM = inches(18)  # beyond it a hidden unit cannot be shot at


class Arm(NamedTuple):
    """One weapon ready to fire: who fires it, from which body, and within which arc (None: any way)."""

    figure: int
    weapon: Weapon
    viewer: int  # the row it sees and measures from
    arc: int | None  # the bearing it points along
    mount: str = ""
    short_of_crew: bool = False
    one_shot: bool = False


class Armed(NamedTuple):
    """A unit's arms, and sight with the bodies that they look from."""

    arms: tuple[Arm, ...]
    sight: Sight


class Aimed(NamedTuple):
    """A target: a unit, or the spotter who stands apart from it."""

    unit: int
    spotter: bool = False

    @property
    def key(self) -> str:
        """How an answer names it."""
        return f"u{self.unit}s" if self.spotter else f"u{self.unit}"


_whole_unit = cache(Aimed)  # they are asked for all the time


def men_of(state: Battle, target: Aimed) -> tuple[int, ...]:
    """The men who can be hit when a target is shot at."""
    unit = state.units[target.unit]
    if target.spotter:
        return () if unit.spotter is None else (unit.spotter,)
    return unit.men


def label(state: Battle, target: Aimed) -> str:
    """How to speak of a target."""
    name = state.units[target.unit].name
    return f"the spotter of {name}" if target.spotter else name


@rule("ba.gap.measuring")
def offered(state: Battle, number: int, target: Aimed) -> str:
    """A target as it is offered to a unit: with its distance only where the table measures before declaring."""
    if not state.options.premeasure:
        return label(state, target)
    return f"{label(state, target)}, {about(distance(state, number, target.unit, spotter=target.spotter))} away"


def armed(state: Battle, number: int) -> Armed:
    """What a unit could fire with now, whatever its order."""
    unit = state.units[number]
    view = sight(state)
    if unit.is_vehicle:
        return _vehicle_arms(state, number, unit, view)
    if unit.aboard is not None:
        return _arms_over_the_side(state, unit, view)
    if unit.building is not None:
        return _arms_at_windows(state, number, unit, view)
    if unit.gun is not None:
        return Armed((_gun(state, unit, unit.gun),), view)
    return Armed(tuple(_men_armed(state, unit)), view)


def _gun(state: Battle, unit: Unit, gun: int) -> Arm:
    return Arm(
        gun,
        weapon(unit.card.team, state.options),
        gun,
        state.layout.bearing(gun),
        short_of_crew=len(unit.men) == 1,
    )


def _nothing_known(_figures: tuple[Soldier, ...]) -> dict[Hashable, tuple[Options, list[Arm]]]:
    return {}


_carried = Remembered(_nothing_known)  # what men carry stays the same while they live: worked out once for each group


@rule("ba.gap.who-shoots", "ba.gap.weapon-fixed")
def _men_armed(state: Battle, unit: Unit) -> list[Arm]:
    """Each man with his weapon; the crew of a team weapon serve it and do not shoot."""
    known = _carried(state.figures)
    key = (unit.men, unit.spent, id(state.options))
    if key not in known:
        known[key] = (
            state.options,
            [
                Arm(man, kind, man, None)
                for man in unit.men
                if (name := state.figures[man].weapon) and state.figures[man].role != "loader"
                if (kind := weapon(name, state.options)).id not in unit.spent
            ],
        )
    found = known[key][1]
    return [
        _laid(state, unit, arm) if "fixed" in arm.weapon.traits or "team" in arm.weapon.traits else arm for arm in found
    ]


def _laid(state: Battle, unit: Unit, arm: Arm) -> Arm:
    """A man's weapon as it is served now: which way a Fixed one points, and whether a team weapon lacks its second man."""
    man, kind = arm.figure, arm.weapon
    arc = state.layout.bearing(man) if "fixed" in kind.traits else None
    return Arm(man, kind, man, arc, "", "team" in kind.traits and _short_of_crew(state, unit, man))


@rule("ba.gap.weapon-team")
def _short_of_crew(state: Battle, unit: Unit, gunner: int) -> bool:
    """A team weapon wants a second man: any in a team, the loader within an inch in a squad."""
    if unit.card.team:
        return len(unit.men) < 2
    x, y = state.layout.point(gunner)
    for man in unit.men:
        if state.figures[man].role == "loader":
            other_x, other_y = state.layout.point(man)
            reach = inches(1) + state.layout.radius(man) + state.layout.radius(gunner)
            if (x - other_x) ** 2 + (y - other_y) ** 2 <= reach**2:
                return False
    return True


@rule("ba.gap.weapon-one-shot")
def one_shots(state: Battle, number: int, ready: Armed) -> list[list[Arm]]:
    """The one-shot weapons that men of a unit still carry, each as it could be fired: from every opening if indoors."""
    unit = state.units[number]
    if unit.is_vehicle:
        return []
    outside = unit.aboard is None and unit.building is None
    openings = tuple(dict.fromkeys([arm.viewer for arm in ready.arms]))
    return [
        [
            Arm(man, weapon(carried, state.options), row, None, one_shot=True)
            for row in ((man,) if outside else openings)
        ]
        for man in unit.men
        for carried in state.figures[man].carries[:1]
    ]


@rule("ba.gap.vehicle-weapons", "ba.gap.transport-empty")
def _vehicle_arms(state: Battle, number: int, unit: Unit, view: Sight) -> Armed:
    """The mounts of a vehicle: turret and pintle all round, the hull's to the front. An empty transport does not shoot."""
    if unit.card.capacity and all(other.aboard != number for other in state.units):
        return Armed((), view)
    hull = unit.men[0]
    bodies = state.layout.bodies
    x, y, bearing = int(bodies[hull, X]), int(bodies[hull, Y]), state.layout.bearing(hull)
    ground, height = int(bodies[hull, 6]), int(bodies[hull, 7])
    extra = []
    mounted = [mount for mount in unit.card.mounts if mount.weapon not in unit.spent]
    for mount in mounted:
        if mount.where == "hull":
            front_x, front_y = ahead(x, y, bearing, int(bodies[hull, HALF_LENGTH]))
            extra.append(disc(int(front_x), int(front_y), 0, ground=ground, height=height))
        else:
            extra.append(disc(x, y, int(bodies[hull, HALF_WIDTH]), ground=ground, height=height))
    if not extra:
        return Armed((), view)
    view, viewers = view.with_bodies(stack(extra), number)
    arms = tuple(
        Arm(hull, weapon(mount.weapon, state.options), viewer, bearing if mount.where == "hull" else None, mount.where)
        for mount, viewer in zip(mounted, viewers.tolist(), strict=True)
    )
    return Armed(arms, view)


@rule("ba.gap.open-topped")
def _arms_over_the_side(state: Battle, unit: Unit, view: Sight) -> Armed:
    """Men shoot out of an open-topped vehicle, from the hull; four of them are let fire."""
    assert unit.aboard is not None
    transport = state.units[unit.aboard]
    if "open-topped" not in transport.card.traits or unit.is_artillery:
        return Armed((), view)
    hull = transport.men[0]
    bodies = state.layout.bodies
    rim = disc(int(bodies[hull, X]), int(bodies[hull, Y]), int(bodies[hull, HALF_WIDTH]))
    rim[6], rim[7] = int(bodies[hull, 6]), int(bodies[hull, 7])
    view, viewers = view.with_bodies(stack([rim]), unit.aboard)
    men = _men_armed(state, unit)
    able = [arm for arm in men if "fixed" not in arm.weapon.traits and "indirect" not in arm.weapon.traits]
    return Armed(tuple(arm._replace(viewer=int(viewers[0])) for arm in able), view)


@rule("ba.gap.buildings")
def _arms_at_windows(state: Battle, number: int, unit: Unit, view: Sight) -> Armed:
    """Men in a building shoot from its openings; every man is offered every opening, and two to each are let fire."""
    view, viewers = view.with_bodies(windows(state, unit), number)
    men = [arm for arm in _men_armed(state, unit) if "indirect" not in arm.weapon.traits]
    return Armed(tuple(arm._replace(viewer=int(row), arc=None) for row in viewers for arm in men), view)


def _weight(arm: Arm) -> int:
    """How much an arm matters when not all can fire."""
    shots = arm.weapon.shots
    return int(shots) if shots.isdigit() else 4


@rule("ba.gap.buildings", "ba.gap.open-topped")
def at_openings(unit: Unit, arms: Sequence[Arm], distances: Sequence[int]) -> list[int]:
    """Which of the arms that could fire from inside do: at each opening two men, over the side of a vehicle four.

    One-shot weapons come first, then those with the most shots.
    """
    most = MEN_AT_A_WINDOW if unit.building is not None else MEN_OVER_THE_SIDE
    chosen: list[int] = []
    busy: list[int] = []
    count: dict[int, int] = {}

    def rank(place: int) -> tuple[bool, int, int, int]:
        arm = arms[place]
        return not arm.one_shot, -_weight(arm), arm.figure, distances[place]

    for place in sorted(range(len(arms)), key=rank):
        arm = arms[place]
        if arm.figure in busy or count.get(arm.viewer, 0) >= most:
            continue
        chosen.append(place)
        busy.append(arm.figure)
        count[arm.viewer] = count.get(arm.viewer, 0) + 1
    return sorted(chosen)


def shown_rows(state: Battle, view: Sight, wanted: Sequence[Aimed]) -> tuple[Sight, list[tuple[int, ...]]]:
    """What can be seen of each of several targets."""
    groups: list[tuple[int, ...]] = []
    for target in wanted:
        unit = state.units[target.unit]
        if target.spotter or unit.building is not None:
            view, seen_rows = target_rows(state, view, target)
            groups.append(tuple(seen_rows.tolist()))
        else:
            groups.append(unit.figures)
    return view, groups


def target_rows(state: Battle, view: Sight, target: Aimed) -> tuple[Sight, Ints]:
    """What can be seen of a target: its figures, or the openings of the building it is in."""
    unit = state.units[target.unit]
    if target.spotter:
        return view, rows(men_of(state, target))
    if unit.building is not None:
        return view.with_bodies(windows(state, unit), target.unit)
    return view, rows(unit.figures)


def candidates(state: Battle, side: int) -> list[Aimed]:
    """All enemy units on the table, and their spotters."""
    foes = enemies(state, side)
    found = [_whole_unit(number) for number in foes]
    found += [Aimed(number, True) for number in foes if state.units[number].spotter is not None]
    return found


@rule("ba.gap.weapon-fixed", "ba.gap.vehicle-weapons")
def within_arc(arm: Arm, bodies: Ints, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some figures that lie in an arm's arc."""
    if arm.arc is None:
        return targets
    return tuple(ahead_of(bodies, arm.viewer, arm.arc, QUARTER, ints(targets)).tolist())


def covers(arm: Arm, bodies: Ints, targets: tuple[int, ...]) -> bool:
    """Whether any part of a target lies in an arm's arc."""
    return bool(within_arc(arm, bodies, targets))


@rule("ba.gap.hidden-setup")
def concealed(state: Battle, number: int, target: Aimed) -> bool:
    """A hidden unit cannot be shot at from more than 18 inches."""
    if not state.units[target.unit].hidden:
        return False
    return distance(state, number, target.unit, spotter=target.spotter) > HIDDEN_FROM


def in_sight(
    state: Battle, number: int, view: Sight, arms: Sequence[Arm], wanted: Sequence[Aimed], *, lanes: bool = True
) -> list[Aimed]:
    """Which targets any of these arms sees, within its arc and with no friends too near to the line."""
    if not arms or not wanted:
        return []
    view, groups = shown_rows(state, view, wanted)
    viewers = rows(_viewers(arms))
    near = friends_of(state, state.units[number].side) if lanes else rows(())
    lane = fire_lane(state)
    free = [arm for arm in arms if arm.arc is None]
    if free:
        seen = seen_groups(view, viewers if len(free) == len(arms) else rows(_viewers(free)), groups, near, lane)
    else:
        seen = [False] * len(groups)
    for arm in arms:
        if arm.arc is None:
            continue
        left = [place for place, found in enumerate(seen) if not found]
        ahead = within_arc(arm, view.bodies, tuple([row for place in left for row in groups[place]]))
        if ahead:
            some = {place: tuple([row for row in groups[place] if row in ahead]) for place in left}
            some = {place: group for place, group in some.items() if group}
            shown = seen_groups(view, rows((arm.viewer,)), tuple(some.values()), near, lane)
            for place, found in zip(some, shown, strict=True):
                seen[place] = found
    return [target for place, target in enumerate(wanted) if seen[place] and not concealed(state, number, target)]


def _viewers(arms: Sequence[Arm]) -> tuple[int, ...]:
    return tuple(dict.fromkeys([arm.viewer for arm in arms]))


def observers(state: Battle, number: int) -> tuple[int, ...]:
    """The figures whose eyes an indirect weapon may use: its crew, and a spotter who has not moved."""
    unit = state.units[number]
    eyes = unit.men
    if unit.spotter is not None and not unit.spotter_moved:
        eyes = (*eyes, unit.spotter)
    return eyes


def sees(state: Battle, number: int, other: int) -> bool:
    """Whether any figure of a unit sees any of another."""
    return bool(seen_of(state, number, [other]))


def lookout(state: Battle, number: int) -> tuple[Sight, Ints]:
    """Where a unit looks from: its figures, the openings of its building, the vehicle it rides in."""
    unit = state.units[number]
    view = sight(state)
    if unit.building is not None:
        return view.with_bodies(windows(state, unit), number)
    return view, rows(state.units[unit.aboard].men if unit.aboard is not None else unit.figures)


def seen_of(state: Battle, number: int, others: Sequence[int]) -> list[int]:
    """Which of several units any figure of a unit sees."""
    view, viewers = lookout(state, number)
    view, groups = shown_rows(state, view, [Aimed(other) for other in others])
    return [other for other, seen in zip(others, seen_groups(view, viewers, groups), strict=True) if seen]

"""Whom a unit may shoot at: the nearest enemy in sight and range, anybody with Battle Awareness; by a switch the unseen."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.geometry.line_kernels import GAP, SEEN
from sandtable.geometry.measure_kernels import nearest
from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal
from sandtable.rulesets.d10.basics.charts import limit_of, lobs, nearest_of, reaches
from sandtable.rulesets.d10.basics.leaders import screened
from sandtable.rulesets.d10.basics.sight import cast, gaps_seen, nearest_seen, sees_any, units_seen
from sandtable.rulesets.d10.basics.units import between, contacts, engaged, on_table
from sandtable.rulesets.d10.state import Battle
from sandtable.table.layout import rows
from sandtable.table.remembered import Remembered, hangs_on

from .arms import Arm, arms, bears, has_front_arc, is_main_gun, rockets, throws_grenades

NEAREST = "d10.shoot.nearest-target"

Reaches = dict[int, list[tuple[Arm | None, int, int]]]  # from each base: an arm with an arc, how near not, how far


class Aim(NamedTuple):
    """An enemy unit to shoot at: how far off, and whether it is out of the shooters' own sight."""

    unit: int
    gap: int
    unseen: bool = False


@rule("d10.shoot.not-into-combat")
def candidates(state: Battle, number: int) -> list[int]:
    """The enemy units that may be shot at at all: on the table and not in close combat."""
    fighting = contacts(state).units
    return [other for other in on_table(state, 1 - state.units[number].side) if other not in fighting]


@rule("d10.shoot.battle-awareness", "d10.gap.vehicle-shoot")
def picks_freely(state: Battle, number: int, found: Sequence[Arm]) -> bool:
    """Whether a unit need not take the nearest target: Battle Awareness, which a vehicle has for its main gun alone.

    Every turret has a commander who looks around, whether or not its entry says so.
    """
    card = state.units[number].card
    if state.options.battle_awareness != "free-choice":
        return False
    if card.vehicle:
        aware = card.has("battle-awareness") or card.has("turret")
        return aware and all(is_main_gun(state, arm) for arm in found)
    return card.has("battle-awareness")


@rule("d10.shoot.check-los-range")
def in_reach(state: Battle, number: int, found: Sequence[Arm], target: int) -> int | None:
    """How near the nearest model of a target is that some weapon can be fired at; None if none can."""
    return gap_within(state, reaches_of(state, number, found), target)


def gap_within(state: Battle, reaches: Reaches, target: int) -> int | None:
    """The same, of what has these reaches."""
    men = state.units[target].men
    simple = plain(reaches)
    if simple is not None:
        bases, far = simple
        found = nearest_seen(state, bases, men, far) if bases else None
        return None if found is None else found[0]
    figures = list(reaches)
    if not figures:
        return None
    said = cast(state, figures, men)
    gaps, seen = said[:, :, GAP].tolist(), said[:, :, SEEN].tolist()
    able = []
    for row, figure in enumerate(figures):
        visible = [(gaps[row][place], man) for place, man in enumerate(men) if seen[row][place]]
        for arc, least, most in reaches[figure]:
            near = min((gap for gap, man in visible if arc is None or bears(state, arc, man)), default=-1)
            if least < near <= most:  # -1 is no more than any least
                able.append(near)
    return min(able, default=None)


def gaps_within(state: Battle, reaches: Reaches, targets: Sequence[int]) -> dict[int, int]:
    """How near the nearest model is of each of several units that are within these reaches."""
    simple = plain(reaches)
    if simple is not None:
        return gaps_seen(state, simple[0], targets, simple[1])
    return {other: near for other in targets if (near := gap_within(state, reaches, other)) is not None}


def reaches_of(state: Battle, number: int, found: Sequence[Arm]) -> Reaches:
    """From each base, what can be fired: an arm with an arc, how near not, how far."""
    return _reaches(state, number, tuple(found))


@hangs_on(lambda state, number, _: (state.options, state.units[number].men, state.units[number].items), most=64)
def _reaches(state: Battle, number: int, found: tuple[Arm, ...]) -> Reaches:
    reaches: Reaches = {}
    for arm in found:
        arc = arm if has_front_arc(state, arm) else None
        reaches.setdefault(arm.figure, []).append(
            (arc, nearest_of(arm.weapon, state.options), limit_of(arm.weapon, state.options))
        )
    extra = [name for name, has in (("panzerfaust", rockets), ("frag", throws_grenades)) if has(state, number)]
    if extra:
        far = max(limit_of(name, state.options) for name in extra)
        for man in state.units[number].men:
            reaches.setdefault(man, []).append((None, -1, far))
    return reaches


def _plain(reaches: Reaches) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """All bases and their reaches, where nothing has an arc or a least distance: then the nearest seen will do."""
    for several in reaches.values():
        for arc, least, _ in several:
            if arc is not None or least >= 0:
                return None
    return tuple(reaches), tuple([max([most for _, _, most in several]) for several in reaches.values()])


plain = Remembered(_plain)


@rule("d10.shoot.nearest-target", "d10.gap.leaders")
def nearest_targets(state: Battle, number: int, found: Sequence[Arm]) -> list[Aim]:
    """The nearest enemy units in sight and range: one, or several that are equally near."""
    foes = candidates(state, number)
    reaches = reaches_of(state, number, found)
    if not foes or not reaches:
        return []
    if not state.options.nearest_must_be_in_range:
        return _nearest_in_sight(state, number, found, foes)
    simple = plain(reaches)
    if simple is not None:
        bases, far = simple
        seen = nearest_seen(state, bases, [man for other in foes for man in state.units[other].men], far)
        if seen is None:
            return []
        gap, row = seen
        unit = state.figures[row].unit
        if not state.units[unit].card.has("leader"):  # else friends may hide him
            nearest_ones = [Aim(unit, gap), *_ties(state, simple, foes, gap, unit)]
            if not any(state.units[aim.unit].card.has("leader") for aim in nearest_ones):
                return nearest_ones
    return _least(state, number, gaps_within(state, reaches, foes))


def _ties(
    state: Battle, simple: tuple[tuple[int, ...], tuple[int, ...]], foes: Sequence[int], gap: int, first: int
) -> list[Aim]:
    """Other units that are exactly as near."""
    bodies = state.layout.bodies
    bases, far = simple
    found = []
    for other in foes:
        if other != first and int(nearest(bodies, rows(bases), rows(state.units[other].men))[0]) <= gap:
            seen = nearest_seen(state, bases, state.units[other].men, far)
            if seen is not None and seen[0] == gap:
                found.append(Aim(other, gap))
    return found


def _nearest_in_sight(state: Battle, number: int, found: Sequence[Arm], foes: Sequence[int]) -> list[Aim]:
    """The nearest unit in sight however far; it can be shot at only if a weapon reaches it."""
    figures = tuple(reaches_of(state, number, found))
    gaps = gaps_seen(state, figures, foes, (state.options.tables.farthest,) * len(figures))
    return [aim for aim in _least(state, number, gaps) if in_reach(state, number, found, aim.unit) is not None]


def _least(state: Battle, number: int, gaps: dict[int, int]) -> list[Aim]:
    """The nearest of some units, leaders among their men left out; several if they are equally near.

    It does not matter whether those men are seen.
    """
    off: dict[int, int] = {}
    if any(state.units[other].card.has("leader") for other in gaps):
        off = {other: between(state, number, other) for other in on_table(state, 1 - state.units[number].side)}
    open_to = {other: gap for other, gap in gaps.items() if not screened(state, other, off.get(other, gap), off)}
    if not open_to:
        return []
    best = min(open_to.values())
    return [Aim(other, gap) for other, gap in open_to.items() if gap == best]


@rule("d10.gap.tag-indirect")
def unseen_targets(state: Battle, number: int, found: Sequence[Arm]) -> list[Aim]:
    """By the switch, enemies out of their own sight that indirect weapons reach, because an unpanicked friend sees them."""
    lobbed = [arm for arm in found if lobs(arm.weapon, state.options)]
    if not lobbed:
        return []
    figures = tuple(dict.fromkeys(arm.figure for arm in lobbed))
    foes = candidates(state, number)
    seen_by_us = units_seen(state, figures, foes)
    within = []
    for other in foes:
        gap = int(nearest(state.layout.bodies, rows(figures), rows(state.units[other].men))[0])
        reach = any(reaches(arm.weapon, gap, state.options) for arm in lobbed)
        if reach and other not in seen_by_us:
            within.append(Aim(other, gap, unseen=True))
    known = spotted(state, number, [aim.unit for aim in within])
    return [aim for aim in within if aim.unit in known]


def spotted(state: Battle, number: int, targets: Sequence[int]) -> list[int]:
    """Those of some units that any friendly unpanicked unit sees."""
    friends = on_table(state, state.units[number].side)
    eyes = tuple([man for other in friends if not state.units[other].panicked for man in state.units[other].men])
    return units_seen(state, eyes, targets) if targets else []


# Whoever asks whether there is a target asks for the targets next.
_OPEN: Remembered[Battle, dict[tuple[int, tuple[Arm, ...]], list[Aim]]] = Remembered(lambda _: {}, most=4)


def open_targets(state: Battle, number: int, found: Sequence[Arm] | None = None) -> list[Aim]:
    """Every enemy unit that a unit may shoot at now with these weapons; nobody may write to the list."""
    using = tuple(arms(state, number) if found is None else found)
    known = _OPEN(state)
    if (number, using) not in known:
        known[number, using] = _open_targets(state, number, using)
    return known[number, using]


def _open_targets(state: Battle, number: int, using: Sequence[Arm]) -> list[Aim]:
    if picks_freely(state, number, using):
        gaps = gaps_within(state, reaches_of(state, number, using), candidates(state, number))
        aims = [Aim(other, gap) for other, gap in gaps.items()]
    else:
        aims = nearest_targets(state, number, using)
    known = {aim.unit for aim in aims}
    return aims + [aim for aim in unseen_targets(state, number, using) if aim.unit not in known]


# ---- why not


def why_not(state: Battle, number: int, target: int, found: Sequence[Arm]) -> Refusal:
    """Why a unit may not shoot at an enemy."""
    unit, foe = state.units[number], state.units[target]
    if engaged(state, target):
        return Refusal(f"{foe.name} is in close combat", ("d10.shoot.not-into-combat",))
    if not sees_any(state, unit.bodies, foe.men):
        return Refusal(f"nobody of {unit.name} sees {foe.name}", ("d10.shoot.check-los-range", "d10.gap.line-of-sight"))
    gap = in_reach(state, number, found, target)
    if gap is None:
        return Refusal(f"{foe.name} is out of reach of what {unit.name} can fire", ("d10.shoot.check-los-range",))
    near = nearest_targets(state, number, found)
    if near and foe.card.has("leader") and gap <= near[0].gap:
        return Refusal(f"{foe.name} is hidden among his men", ("d10.gap.leaders",))
    name = state.units[near[0].unit].name if near else "another"
    return Refusal(f"{name} is nearer", (NEAREST,), measured=gap, allowed=near[0].gap if near else None)

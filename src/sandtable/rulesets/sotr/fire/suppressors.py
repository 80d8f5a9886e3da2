"""Who takes part in Suppressing Fire (1.6.1.1): the weapons that reach a unit or a piece of terrain."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from sandtable.geometry.bodies import disc, stack
from sandtable.geometry.kernel import Ints
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.fans import Eyes, sees
from sandtable.mechanics.pieces import middle_of
from sandtable.rulesets.sotr.basics.charts import kinds, rate_of_fire, weapon_of
from sandtable.rulesets.sotr.basics.shelter import to_piece
from sandtable.rulesets.sotr.basics.sight import between, eyes, in_sight, is_engaged, standing
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.crews import crewed_weapon, loads
from sandtable.table.layout import rows
from sandtable.table.remembered import Remembered, hangs_on
from sandtable.table.terrain import Piece

DEEP = 300  # how far inside its outline a piece is looked at


class Gun(NamedTuple):
    """A weapon that takes part: whose, which, its rate of fire."""

    figure: int
    weapon: str
    rof: int


# ---- who fires


@rule("sotr.suppress.rof4", "sotr.gap.sidearms", "sotr.gap.vehicle-damage")
@hangs_on(
    lambda state, number: (state.units[number], state.figures, state.layout, state.engaged, state.turn, state.options),
    most=64,
)
def guns(state: Battle, number: int) -> list[Gun]:
    """The weapons of everybody in a unit who could fire at all, each model's fastest first; a Shaken machine has none."""
    unit = state.units[number]
    if unit.shaken:
        return []
    turn = state.turn
    crewed = any(crewed_weapon(state, man) for man in unit.men)
    found = []
    for man in standing(state, number):
        soldier = state.figures[man]
        if is_engaged(state, man) or turn in {soldier.jammed, soldier.tied} or soldier.fired == turn:
            continue
        if crewed and loads(state, man):
            continue
        found += [Gun(man, arm, rof) for arm, rof in _rated(state.options, soldier.weapons) if arm not in unit.broken]
    return found


def _rated(options: Options, weapons: tuple[str, ...]) -> list[tuple[str, int]]:
    """Those of some weapons that fire at a rate, the fastest first."""
    known = _RATED(options)
    if weapons not in known:
        rated = [(arm, rate_of_fire(kinds()[arm], options)) for arm in weapons if arm in kinds()]
        known[weapons] = sorted([one for one in rated if one[1] > 0], key=lambda one: (-one[1], one[0]))
    return known[weapons]


_RATED: Remembered[Options, dict[tuple[str, ...], list[tuple[str, int]]]] = Remembered(lambda _: {}, most=4)


def _reach(gun: Gun, options: Options) -> int:
    return weapon_of(gun.weapon, options).reach


def best_of(reaching: Sequence[Gun], *, machine: bool) -> list[Gun]:
    """One weapon a model, the first of those that reach; all of a machine's."""
    if machine:
        return list(reaching)
    found: dict[int, Gun] = {}
    for gun in reaching:
        found.setdefault(gun.figure, gun)
    return list(found.values())


@rule("sotr.suppress.rof4", "sotr.suppress.target")
def at_unit(state: Battle, number: int, target: int) -> list[Gun]:
    """The weapons of a unit that have range and line of sight to a model of another: not to one in hand-to-hand."""
    ready = guns(state, number)
    men = [man for man in state.units[target].men if not is_engaged(state, man)]
    firers = tuple(dict.fromkeys(gun.figure for gun in ready))
    seen = in_sight(state, firers, men)
    reaching = [
        gun
        for gun in ready
        if any(
            (gun.figure, man) in seen
            and (not _reach(gun, state.options) or between(state, gun.figure, man) <= _reach(gun, state.options))
            for man in men
        )
    ]
    return best_of(reaching, machine=state.units[number].machine)


@rule("sotr.suppress.rof4", "sotr.suppress.target")
def at_piece(state: Battle, number: int, piece: int) -> list[Gun]:
    """The weapons of a unit that have range and line of sight to some part of a piece of terrain."""
    ready = in_range(state, number, piece)
    seers = seeing(state, tuple(dict.fromkeys(gun.figure for gun in ready)), piece)
    return best_of([gun for gun in ready if gun.figure in seers], machine=state.units[number].machine)


def in_range(state: Battle, number: int, piece: int) -> list[Gun]:
    """The weapons of a unit that reach a piece of terrain."""
    return [
        gun
        for gun in guns(state, number)
        if not _reach(gun, state.options) or to_piece(state, gun.figure, piece) <= _reach(gun, state.options)
    ]


def seeing(state: Battle, firers: tuple[int, ...], piece: int) -> tuple[int, ...]:
    """Those of some models that see any part of a piece."""
    if not firers:
        return ()
    view, at = _looking(state, state.units[state.figures[firers[0]].unit].side, piece)
    return tuple(firer for firer in firers if sees(view, rows((firer,)), at))


def _looking(state: Battle, side: int, piece: int) -> tuple[Eyes, Ints]:
    """What a side's lines of sight to parts of a piece depend on, and those parts."""
    view = eyes(state, side)
    known = _LOOKED(view)
    if not known:
        spots, firsts = _all_parts(state.terrain)
        seen, at = view.with_bodies(spots, -1)
        known += [(seen, at[begin:end]) for begin, end in pairwise(firsts)]
    return known[piece]


_LOOKED: Remembered[Eyes, list[tuple[Eyes, Ints]]] = Remembered(lambda _: [], most=8)


def _parts_of_all(terrain: tuple[Piece, ...]) -> tuple[Ints, list[int]]:
    """The parts of all pieces one after the other, and where those of each begin."""
    points = [_parts(piece.outline) for piece in terrain]
    spots = stack([disc(x, y, 50, ground=0, height=100) for some in points for x, y in some])
    return spots, [0, *accumulate(len(some) for some in points)]


_all_parts = Remembered(_parts_of_all, most=8)


def _parts(outline: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Points of a piece to look at: its middle, and points just inside its corners and edges."""
    middle_x, middle_y = middle_of(outline)
    rim = [
        ((ax + bx) // 2, (ay + by) // 2) for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True)
    ]
    found = [(middle_x, middle_y)]
    for x, y in (*outline, *rim):
        far = max(1, abs(middle_x - x) + abs(middle_y - y))
        found.append((x + (middle_x - x) * min(DEEP, far) // far, y + (middle_y - y) * min(DEEP, far) // far))
    return found


def total(taking_part: Sequence[Gun]) -> int:
    """The collective rate of fire."""
    return sum(gun.rof for gun in taking_part)

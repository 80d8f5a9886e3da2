"""Who can fire at whom: sight, range, arcs and friends in the way, weapon by weapon."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sandtable.geometry.post_kernels import lines_of_fire
from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal
from sandtable.rulesets.fraley.basics.arcs import arc_of, in_arc
from sandtable.rulesets.fraley.basics.charts import weapons
from sandtable.rulesets.fraley.basics.sight import Sighted, look, table
from sandtable.rulesets.fraley.basics.teams import afoot, armoured, arms, nearest_between
from sandtable.rulesets.fraley.sheet import LONG, Weapon
from sandtable.rulesets.fraley.state import Battle
from sandtable.table.layout import rows

from .fire_modes import REACTION


class Laid(NamedTuple):
    """A weapon of a Team that bears on a Unit: on which Team, the nearest it can fire at; its Fire Points at that range."""

    slot: int
    weapon: str
    team: int
    gap: int
    fp: int
    long: bool


Aims = dict[int, tuple[Laid, ...]]  # by firing Team: every weapon of it that bears on a Unit


# ---- range


@rule("fraley.fire.range", "fraley.hit.long-range", "fraley.fire.dice")
def fire_points(weapon: Weapon, gap: int) -> int:
    """The Fire Points of a weapon at a distance: all of them in range, half beyond it up to twice as far, else none."""
    if gap <= weapon.range:
        return weapon.fp
    return weapon.fp // 2 if gap <= LONG * weapon.range else 0


@rule("fraley.alloc.valid-team")
def reach_at(weapon: Weapon, gap: int) -> int:
    """How far the hits of a weapon go that is fired at this distance: Long Range counts only if it is fired at that."""
    return weapon.range if gap <= weapon.range else weapon.range * LONG


def reach_of_team(state: Battle, figure: int) -> int:
    """How far the farthest-reaching weapon of a Team fires."""
    return state.options.tables.farthest(state.figures[figure].weapons)


# ---- what bears on whom


Line = tuple[int, int, bool, bool]  # an open line of fire: its length, the Team, whether it is ahead, and of the turret


@rule("fraley.fire.range", "fraley.fire.line-of-sight")
def laid(state: Battle, figure: int, seen: Sequence[tuple[int, Sighted]]) -> tuple[Laid, ...]:
    """The weapons of a Team that bear on Teams it sees, each with the nearest of those it can fire at."""
    clear = [
        (sighted.gap, other, sighted.ahead, sighted.ahead_turret)
        for other, sighted in seen
        if sighted.seen and sighted.friend < 0
    ]
    return _laid(state, figure, clear) if clear else ()


@rule("fraley.fire.range")
def _laid(state: Battle, figure: int, lines: Sequence[Line]) -> tuple[Laid, ...]:
    """The same, along the lines that are open."""
    team = state.figures[figure]
    found = []
    nearest: Line | None
    for slot, weapon in enumerate(arms(team, state.options)):
        arc = arc_of(state, team, slot)
        if arc == "all round":
            nearest = min(lines)
        else:
            side = 2 if arc == "ahead" else 3
            nearest = min([line for line in lines if line[side]], default=None)
        if nearest is not None and (fp := fire_points(weapon, nearest[0])):
            found.append(Laid(slot, weapon.id, nearest[1], nearest[0], fp, nearest[0] > weapon.range))
    return tuple(found)


@rule("fraley.reaction.trigger", "fraley.fire.through-friends")
def aims_at(
    state: Battle,
    firers: Sequence[int],
    teams: Sequence[int],
    *,
    only: Sequence[int] | None = None,
    reaction: bool = False,
) -> Aims:
    """Which of some Teams can fire at Teams of a Unit, and with what; in `reaction` only those that are near enough."""
    some = [man for man in teams if only is None or man in only]
    near = firers
    if reaction:
        near = [firer for firer in firers if nearest_between(state, (firer,), teams) <= REACTION]
    found: dict[int, list[Line]] = {}
    for firer, line in _open_lines(state, near, some):
        found.setdefault(firer, []).append(line)
    return _aims(state, found)


def aims_along(
    state: Battle,
    firers: Sequence[int],
    teams: Sequence[int],
    sights: Sequence[Sequence[Sighted]],
    only: Sequence[int] | None = None,
) -> Aims:
    """The same, where it is known already what each firing Team makes of those Teams."""
    found: Aims = {}
    for firer, line in zip(firers, sights, strict=True):
        seen = [pair for pair in zip(teams, line, strict=True) if only is None or pair[0] in only]
        if bearing := laid(state, firer, seen):
            found[firer] = bearing
    return found


def _aims(state: Battle, found: Mapping[int, Sequence[Line]]) -> Aims:
    """What firers bear on a Unit with, along the lines that each has."""
    return {firer: bearing for firer, lines in found.items() if (bearing := _laid(state, firer, lines))}


def _open_lines(state: Battle, firers: Sequence[int], teams: Sequence[int]) -> Iterator[tuple[int, Line]]:
    """The lines of fire that are open, by firing Team; what is out of reach of all its weapons is left out."""
    if not firers or not teams:
        return
    at = table(state)
    reaches = rows(tuple([reach_of_team(state, firer) for firer in firers]))
    lines = lines_of_fire(
        at.bodies,
        rows(tuple(firers)),
        reaches,
        rows(tuple(teams)),
        at.edges,
        at.pieces,
        at.held,
        at.levels,
        *at.teams(),
    )
    for firer, team, gap, ahead, ahead_turret in lines.tolist():
        yield firers[firer], (gap, teams[team], ahead == 1, ahead_turret == 1)


def targets_of(
    state: Battle,
    firers: Sequence[int],
    enemies: Iterable[int],
    *,
    only: Sequence[int] | None = None,
    reaction: bool = False,
) -> dict[int, Aims]:
    """The enemy Units that Teams can fire at, each with who can and with what."""
    foes = [(enemy, men) for enemy in enemies if (men := afoot(state, enemy))]
    found: dict[int, Aims]
    if reaction or len(foes) == 1:
        found = {enemy: aims_at(state, firers, men, only=only, reaction=reaction) for enemy, men in foes}
    else:  # all lines at once
        lines: dict[int, dict[int, list[Line]]] = {enemy: {} for enemy, _ in foes}
        figures = state.figures
        for firer, line in _open_lines(state, firers, [man for _, men in foes for man in men]):
            if only is None or line[1] in only:
                lines[figures[line[1]].unit].setdefault(firer, []).append(line)
        found = {enemy: _aims(state, seen) for enemy, seen in lines.items() if seen}
    return {enemy: aims for enemy, aims in found.items() if aims}


# ---- what it is worth


@rule("fraley.at.half-fp", "fraley.armor.at-only")
def dice_of(state: Battle, bearing: Iterable[Laid], target: int) -> int:
    """About how many dice that matter weapons come to against a Unit: what a player would go by."""
    teams = [state.figures[man] for man in afoot(state, target)]
    any_tank, any_soft = any(team.kind == "tank" for team in teams), not all(armoured(team) for team in teams)
    dice = 0
    for one in bearing:
        if weapons()[one.weapon].at:
            dice += one.fp if any_tank else one.fp // 2
        elif any_soft:
            dice += one.fp
    return dice


def best_target(state: Battle, offers: Mapping[int, Aims]) -> int | None:
    """The Unit against which most dice are rolled, the nearest of several; None if none of them can do any harm."""

    def worth(target: int) -> tuple[int, int]:
        aims = offers[target].values()
        dice = sum(_most_dice(state, bearing, target) for bearing in aims)
        return dice, -min(one.gap for bearing in aims for one in bearing)

    best = max(offers, key=worth, default=None)
    return best if best is not None and worth(best)[0] else None


def _most_dice(state: Battle, bearing: tuple[Laid, ...], target: int) -> int:
    """The dice of a Team: no more than two weapons of a tank fire together, its coax not with its main gun."""
    return sum(sorted((dice_of(state, (one,), target) for one in bearing), reverse=True)[:2])


# ---- why not


def why_not(state: Battle, firers: Sequence[int], target: int) -> Refusal:
    """Why none of some Teams can fire at a Unit."""
    name = state.units[target].name
    teams = afoot(state, target)
    apart, reach = nearest_between(state, firers, teams), max(reach_of_team(state, firer) for firer in firers)
    if apart > reach:
        return Refusal(f"{name} is out of range", ("fraley.fire.range",), measured=apart, allowed=reach)
    lines = look(state, firers, teams)
    pairs = [(firer, sighted) for firer, line in zip(firers, lines, strict=True) for sighted in line if sighted.seen]
    if not pairs:
        return Refusal(f"nobody who may fire sees {name}", ("fraley.fire.line-of-sight",))
    free = [(firer, sighted) for firer, sighted in pairs if sighted.friend < 0]
    if not free:
        blocking = tuple(sorted({sighted.friend for _, sighted in pairs}))
        return Refusal(f"friends are in the way of fire at {name}", ("fraley.fire.through-friends",), figures=blocking)
    figures = state.figures
    if not any(
        in_arc(state, figures[firer], slot, sighted)
        for firer, sighted in free
        for slot in range(len(figures[firer].weapons))
    ):
        remedy = "turn with a Move first"
        return Refusal(f"{name} is outside the forward arc", ("fraley.fire.arc-outside",), remedy=remedy)
    return Refusal(f"{name} is out of range of whoever bears on it", ("fraley.fire.range",))

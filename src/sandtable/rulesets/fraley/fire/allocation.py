"""Who takes which hits: valid Teams, the even spread, the order of cover; an AT weapon's hits all on one Team."""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.charts import weapons
from sandtable.rulesets.fraley.basics.choosing import chosen, sparing
from sandtable.rulesets.fraley.basics.teams import armoured
from sandtable.rulesets.fraley.basics.terrain import HARD
from sandtable.rulesets.fraley.harm.saves import save_number
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle

from .shots import Shot, Volley

GROUNDED = 3  # the class of Teams that are Gone to Ground, after open, Soft Cover and Hard Cover
CLOSE = inches(18)


class Valid(NamedTuple):
    """A Team that may be given hits: its class in the order of cover, and its cover from all who fire and see it."""

    team: int
    order: int
    cover: int


class Allotted(NamedTuple):
    """An AT weapon's shot and the Team that takes its hits: its dice, that Team's cover, how it is faced and how near."""

    shot: Shot
    team: int
    dice: int
    cover: int
    near: bool
    front: bool
    turret_front: bool


class Mark(NamedTuple):
    """A Team that an AT weapon's hits may go to, as it lies before it: class in the order of cover, cover, near, facing."""

    team: int
    order: int
    cover: int
    near: bool = False
    front: bool = True
    turret_front: bool = True


class Field(NamedTuple):
    """What is measured before any die is rolled: who may be given hits, and whom each AT weapon's hits may go to, in turn.

    `led` are the leaders within two inches of each Team that fires.
    """

    valid: tuple[Valid, ...]
    marks: tuple[tuple[Mark, ...], ...] = ()
    led: tuple[tuple[int, tuple[int, ...]], ...] = ()


# ---- AT weapons: the Team is settled before any die is rolled


@rule("fraley.at.half-fp")
def at_dice(state: Battle, shot: Shot, team: int, cover: int) -> int:
    """The dice of an AT weapon: half its Fire Points, rounded down, at a Team that is no Tank and not in Hard Cover."""
    return halved(state.options, shot.fp, cover, tank=state.figures[team].kind == "tank")


def halved(options: Options, points: int, cover: int, *, tank: bool) -> int:
    """The dice of so many Fire Points of an AT weapon."""
    if tank or (cover == HARD and not options.at_half_fp_in_hard_cover_too):
        return points
    return points // 2


def _allotted(state: Battle, shot: Shot, mark: Mark) -> Allotted:
    dice = at_dice(state, shot, mark.team, mark.cover)
    return Allotted(shot, mark.team, dice, mark.cover, mark.near, mark.front, mark.turret_front)


@rule("fraley.at.declare-type", "fraley.at.type-first", "fraley.alloc.spread", "fraley.alloc.cover-order")
def next_in_line(state: Battle, shot: Shot, marks: tuple[Mark, ...], counts: Mapping[int, int]) -> list[Mark]:
    """The Teams of which one must take an AT weapon's hits: of the declared type, fewest allotments, least cover."""
    able = [mark for mark in marks if state.figures[mark.team].kind == shot.declared] or list(marks)
    fewest = min((counts.get(mark.team, 0) for mark in able), default=0)
    able = [mark for mark in able if counts.get(mark.team, 0) == fewest]
    least = min((mark.order for mark in able), default=0)
    return [mark for mark in able if mark.order == least]


@rule("fraley.at.single-team", "fraley.at.half-fp", "fraley.alloc.one-die-each")
async def settle(play: Play[Battle], volley: Volley, field: Field) -> tuple[Allotted, ...]:
    """Which Team will take the hits of each AT weapon, its owner choosing among equals; it decides how many dice roll."""
    state = play.state
    counts: dict[int, int] = {}
    found: list[Allotted] = []
    left = list(zip([shot for shot in volley.shots if shot.at], field.marks, strict=True))
    while left:
        able = next_in_line(state, *left[0], counts)
        if not able:
            left.pop(0)
            continue
        teams = [mark.team for mark in able]
        many = 1
        while many < min(len(able) - 1, len(left)) and _same_teams(next_in_line(state, *left[many], counts), teams):
            many += 1
        batch, left = left[:many], left[many:]
        offers = [{mark.team: _allotted(state, shot, mark) for mark in marks} for shot, marks in batch]
        for offer, team in zip(offers, await _who_takes(play, volley, offers, teams), strict=True):
            found.append(offer[team])
            counts[team] = counts.get(team, 0) + (offer[team].dice > 0)
    return tuple(found)


def _same_teams(marks: Sequence[Mark], teams: Sequence[int]) -> bool:
    return [mark.team for mark in marks] == teams


async def _who_takes(
    play: Play[Battle], volley: Volley, offers: Sequence[Mapping[int, Allotted]], able: list[int]
) -> list[int]:
    """The owner's choice of Teams for some AT weapons, in the order in which these fire."""
    state = play.state
    if len(able) == 1:
        return able
    fates = {team: tuple([_fate(state, offer[team]) for offer in offers]) for team in able}
    names = ", ".join(weapons()[offer[able[0]].shot.weapon].title for offer in offers)
    usual = sorted(sparing(state, able), key=lambda team: (state.figures[team].leader, fates[team]))
    teams = await chosen(
        play, volley.target, able, len(offers), "allot",
        f"{state.units[volley.target].name}: who takes the hits of {names}?",
        "fraley.at.single-team", "fraley.alloc.one-die-each", "fraley.alloc.spread", "fraley.alloc.cover-order",
        more=fates, usual=usual,
    )  # fmt: skip
    return teams  # noqa: RET504


def _fate(state: Battle, one: Allotted) -> tuple[int, int, int]:
    """What makes one Team a better choice than another for a shot; less is better for its owner."""
    if armoured(state.figures[one.team]):
        return int(not one.front), int(not one.turret_front), int(one.near)
    return one.dice, save_number(state, one.team, one.cover, at_weapon=True), 0


# ---- pooled hits


class Dealt(NamedTuple):
    """Hits on a Team out of the pool; `harsh` ones have passed Saves rolled again."""

    team: int
    plain: int
    harsh: int


@rule("fraley.alloc.one-die-each", "fraley.alloc.spread", "fraley.alloc.cover-order")
async def spread(
    play: Play[Battle], number: int, valid: tuple[Valid, ...], held: dict[int, int], plain: int, harsh: int
) -> tuple[Dealt, ...]:
    """Pooled hits go to valid Teams pass by pass, in each open, soft, hard, Gone to Ground; the owner picks among equals.

    `held` are allotments that Teams already hold. Harsh dice are dealt first: the owner's order says who takes them.
    """
    left = plain + harsh
    if not valid:
        return ()
    counts = {one.team: held.get(one.team, 0) for one in valid}
    line: list[int] = []
    while left:
        low = min(counts.values())
        order = min(one.order for one in valid if counts[one.team] == low)
        group = [one for one in valid if counts[one.team] == low and one.order == order]
        teams = await _who_is_hit(play, number, group, min(left, len(group)))
        for team in teams:
            counts[team] += 1
        line += teams
        left -= len(teams)
    found: dict[int, list[int]] = {one.team: [0, 0] for one in valid}
    for place, team in enumerate(line):
        found[team][place < harsh] += 1
    return tuple(Dealt(team, *both) for team, both in found.items() if any(both))


async def _who_is_hit(play: Play[Battle], number: int, group: list[Valid], count: int) -> list[int]:
    state = play.state
    teams = [one.team for one in group]
    fates: dict[int, Hashable] = {one.team: _number(state, one) for one in group}
    usual = sorted(sparing(state, teams), key=lambda team: not armoured(state.figures[team]))
    hits = "a hit" if count == 1 else f"{count} hits"
    picked = await chosen(
        play, number, teams, count, "hits",
        f"{state.units[number].name}: {hits} for {count} of {len(teams)} Teams. Who?",
        "fraley.alloc.one-die-each", "fraley.alloc.spread", "fraley.alloc.cover-order",
        more=fates, usual=usual,
    )  # fmt: skip
    return picked  # noqa: RET504


def _number(state: Battle, one: Valid) -> int:
    if armoured(state.figures[one.team]):
        return 0
    return save_number(state, one.team, one.cover, at_weapon=False)

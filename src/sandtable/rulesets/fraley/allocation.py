"""Who takes which hits: valid Teams, the even spread, the order of cover; an AT weapon's hits all on one Team."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play

from .charts import weapons
from .choosing import chosen, sparing
from .concealment import cover_against, is_grounded
from .options import Options
from .saves import save_number
from .shots import Shot, Volley
from .sight import Sighted, look
from .state import Battle
from .teams import armoured
from .terrain import HARD

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


class Field(NamedTuple):
    """What the firing Teams make of the Teams that they fire at, and which of these each weapon's hits may go to."""

    teams: tuple[int, ...]
    sighted: dict[tuple[int, int], Sighted]
    reached: dict[tuple[int, int], list[int]]  # by Team and slot of the weapon

    def reaches(self, shot: Shot) -> list[int]:
        """The Teams that a shot's hits may go to."""
        return self.reached[shot.team, shot.slot]


def survey(state: Battle, volley: Volley) -> Field:
    """Look from all who fire at all who may be given hits."""
    firers = tuple(dict.fromkeys(shot.team for shot in volley.shots))
    teams = (*state.units[volley.target].men, *volley.guests)
    teams = tuple(t for t in teams if state.layout.on_table(t) and (volley.only is None or t in volley.only))
    lines = look(state, firers, teams) if firers and teams else [[] for _ in firers]
    sighted = {
        (firer, team): one
        for firer, line in zip(firers, lines, strict=True)
        for team, one in zip(teams, line, strict=True)
    }
    seen = dict(zip(firers, lines, strict=True))
    reached = {(shot.team, shot.slot): _reached(shot, teams, seen[shot.team]) for shot in volley.shots}
    return Field(teams, sighted, reached)


@rule("fraley.alloc.valid-team", "fraley.fire.through-friends")
def _reached(shot: Shot, teams: tuple[int, ...], line: list[Sighted]) -> list[int]:
    """The Teams that a shot's Team sees within range, no friend between: Long Range counts if it was fired at that."""
    reach = shot.reach
    return [team for one, team in zip(line, teams, strict=True) if one.seen and one.friend < 0 and one.gap <= reach]


@rule("fraley.alloc.valid-team", "fraley.alloc.cover-order", "fraley.save.cover-judged")
def valid_teams(state: Battle, volley: Volley, field: Field) -> tuple[Valid, ...]:
    """The Teams that may be given hits, each with the worst cover that it has from anybody who fires and sees it."""
    firers = tuple(dict.fromkeys(shot.team for shot in volley.shots))
    reached = {team for shot in volley.shots for team in field.reaches(shot)}
    found = []
    for team in field.teams:
        if team not in reached:
            continue
        views = [field.sighted[firer, team] for firer in firers]
        cover = min(cover_against(state, team, view, at_weapon=False) for view in views if view.seen)
        found.append(Valid(team, GROUNDED if is_grounded(state, team) else cover, cover))
    return tuple(found)


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


def _allotted(state: Battle, field: Field, shot: Shot, team: int) -> Allotted:
    seen = field.sighted[shot.team, team]
    cover = cover_against(state, team, seen, at_weapon=True)
    dice = at_dice(state, shot, team, cover)
    return Allotted(shot, team, dice, cover, seen.gap <= CLOSE, seen.faced, seen.faced_turret)


@rule("fraley.at.declare-type", "fraley.at.type-first", "fraley.alloc.spread", "fraley.alloc.cover-order")
def next_in_line(state: Battle, field: Field, shot: Shot, counts: dict[int, int]) -> list[int]:
    """The Teams of which one must take an AT weapon's hits: of the declared type, fewest allotments, least cover."""
    able = field.reaches(shot)
    able = [team for team in able if state.figures[team].kind == shot.declared] or able
    fewest = min((counts[team] for team in able), default=0)
    able = [team for team in able if counts[team] == fewest]
    if len(able) < 2:
        return able
    order = {}
    for team in able:
        cover = cover_against(state, team, field.sighted[shot.team, team], at_weapon=True)
        order[team] = GROUNDED if is_grounded(state, team) else cover
    return [team for team in able if order[team] == min(order.values())]


@rule("fraley.at.single-team", "fraley.at.half-fp", "fraley.alloc.one-die-each")
async def settle(play: Play[Battle], volley: Volley, field: Field, shots: Sequence[Shot]) -> tuple[Allotted, ...]:
    """Which Team will take the hits of each AT weapon, its owner choosing among equals; it decides how many dice roll."""
    state = play.state
    counts = dict.fromkeys(field.teams, 0)
    found: list[Allotted] = []
    left = list(shots)
    while left:
        able = next_in_line(state, field, left[0], counts)
        if not able:
            left.pop(0)
            continue
        many = 1
        while many < min(len(able) - 1, len(left)) and next_in_line(state, field, left[many], counts) == able:
            many += 1
        batch, left = left[:many], left[many:]
        teams = await _who_takes(play, volley, field, batch, able)
        for shot, team in zip(batch, teams, strict=True):
            found.append(_allotted(state, field, shot, team))
            counts[team] += found[-1].dice > 0
    return tuple(found)


async def _who_takes(play: Play[Battle], volley: Volley, field: Field, batch: list[Shot], able: list[int]) -> list[int]:
    """The owner's choice of Teams for some AT weapons, in the order in which these fire."""
    state = play.state
    if len(able) == 1:
        return able
    fates = {team: tuple([_fate(state, _allotted(state, field, shot, team)) for shot in batch]) for team in able}
    names = ", ".join(weapons()[shot.weapon].title for shot in batch)
    usual = sorted(sparing(state, able), key=lambda team: (state.figures[team].leader, fates[team]))
    teams = await chosen(
        play, volley.target, able, len(batch), "allot",
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

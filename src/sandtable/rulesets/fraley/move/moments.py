"""Who can fire at a Unit on the move, and when: the moments of a move, the Teams that watch it, what they can do.

Along the paths of one Move there is a moment at every inch and at the end of each path; what every Team that could fire
makes of all of them is worked out at once.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.post_kernels import FIRES, NEAR, watched
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.play.arrival import along
from sandtable.play.journey import path_length
from sandtable.play.walks import March
from sandtable.rulesets.fraley.basics.sight import table
from sandtable.rulesets.fraley.basics.teams import afoot, armoured, arms, everywhere, mounts
from sandtable.rulesets.fraley.fire.fire_modes import REACTION
from sandtable.rulesets.fraley.fire.shooting import able
from sandtable.rulesets.fraley.sheet import Tables
from sandtable.rulesets.fraley.state import Battle, Point, Team
from sandtable.table.layout import rows
from sandtable.table.remembered import Remembered

BULK = inches(4)  # more than two bases can add to the distance of their middles


class Track(NamedTuple):
    """The way of one Team: where it passes at every inch, the last being its end, and how it faces there."""

    figure: int
    places: tuple[Point, ...]
    length: int
    face: int | None
    turret: int | None


class Moment(NamedTuple):
    """A point of a move: which Team is under way, how far it has come, and where it is."""

    track: int
    step: int
    at: Point


@rule("fraley.gap.reaction-resolution")
def tracks_of(march: March, *, inch_by_inch: bool = True) -> list[Track]:
    """The ways of a march, with a place at every inch, or with nothing but where they end."""
    found = []
    for walk in march.walks:
        points = walk.points
        length = path_length(points)
        steps: list[Point] = []
        if not inch_by_inch:
            pass
        elif len(points) == 2:  # as nearly all are
            (ax, ay), (bx, by) = points
            dx, dy = bx - ax, by - ay
            steps = [(ax + dx * step // length, ay + dy * step // length) for step in range(INCH, length, INCH)]
        else:
            steps = [along(points, step, length)[0] for step in range(INCH, length, INCH)]
        face = walk.face if walk.face is not None else march.face
        found.append(Track(walk.figure, (*steps, points[-1]), length, face, walk.turret))
    return found


# ---- who can fire at what moment


Post = tuple[int, int, int, int]
Posts = dict[int, list[Post]]  # by the Unit that they could fire at


@rule("fraley.fire.arc-infantry", "fraley.fire.arc-others", "fraley.fire.arc-turret")
def post_of(state: Battle, figure: int) -> Post:
    """A Team as a post: how far it fires before its hull or base, how far before its turret, whether all round."""
    team = state.figures[figure]
    tracked, free = state.options.turret_heading_tracked, state.options.half_track_all_round
    key = team.kind, team.weapons, team.vehicle, team.turret >= 0, tracked, free
    known = _POSTS(state.options.tables)
    found = known.get(key)
    if found is None:
        turreted = team.turret >= 0
        found = known[key] = _reaches(state.options.tables, team, turreted=turreted, tracked=tracked, free=free)
    return figure, *found


_POSTS: Remembered[Tables, dict[Hashable, tuple[int, int, int]]] = Remembered(lambda _: {}, most=4)


def _reaches(tables: Tables, team: Team, *, turreted: bool, tracked: bool, free: bool) -> tuple[int, int, int]:
    """The reaches and the arc of all Teams that are armed so."""
    if team.kind != "tank":
        return tables.farthest(team.weapons), 0, int(team.kind == "infantry")
    hull, turret, all_round = 0, 0, turreted and not tracked
    for weapon, mounted in zip(tables.arms(team.weapons), mounts(team), strict=True):
        if turreted and mounted.mount != "hull":
            turret = max(turret, weapon.reach)
        else:
            hull = max(hull, weapon.reach)
        all_round = all_round or (free and mounted.all_round)
    return hull, turret, int(all_round)


@rule("fraley.reaction.trigger", "fraley.overwatch.trigger", "fraley.reaction.once-per-initiative")
def chances(
    state: Battle,
    tracks: Sequence[Track],
    moments: Sequence[Moment],
    only: Sequence[int] | None = None,
    without: Sequence[int] = (),
    known: Posts | None = None,
) -> dict[int, list[int]]:
    """At which moments each enemy Unit could fire at what moves then: within 18 inches, or on Overwatch at any range.

    Teams of the moving Unit that stand still are part of it, too, unless `only` some may be hit. Units in `without` are
    left out: those in close combat with it, or that were called upon and did not fire. Where it is `known` who is near
    enough to the whole march, nobody is looked for.
    """
    if not moments:
        return {}
    chance: dict[int, list[int]] = {}
    # A Forward Observer moves with his battery and is a target of his own.
    units = [state.figures[track.figure].unit for track in tracks]
    targets = [units[moment.track] for moment in moments]
    for target in sorted(set(targets)):
        places: Sequence[int] = range(len(moments))
        going = moments
        if targets.count(target) < len(targets):
            places = [place for place, unit in enumerate(targets) if unit == target]
            going = [moments[place] for place in places]
        idle = _idle(state, target, tracks, going, only)
        spots = [*state.layout.points(tuple(idle)), *[moment.at for moment in going]]
        posts = _posts(state, target, spots, without) if known is None else known.get(target, [])
        if not posts:
            continue
        found = _watched(state, tracks, going, posts, idle, spots)
        if found.max() < FIRES:
            continue
        for unit, firing in _fire_of_units(state, posts, found):
            able_at = [places[moment] for moment in firing]
            chance[unit] = sorted({*chance[unit], *able_at}) if unit in chance else able_at
    return {unit: chance[unit] for unit in sorted(chance)}


def _fire_of_units(state: Battle, posts: Sequence[Post], found: Ints) -> Iterator[tuple[int, list[int]]]:
    """At which moments any Team of each Unit could fire, by what was found of all posts, Unit after Unit."""
    begin = 0
    for unit, group in groupby(posts, key=lambda post: state.figures[post[0]].unit):
        end = begin + len(list(group))
        needs = FIRES if state.units[unit].overwatch else FIRES | NEAR
        able_at = ((found[begin:end] & needs) == needs).any(axis=0).nonzero()[0].tolist()
        if able_at:
            yield unit, able_at
        begin = end


@rule("fraley.reaction.once-per-initiative", "fraley.gap.overwatch-or-reaction", "fraley.overwatch.trigger")
def _posts(state: Battle, target: int, spots: Sequence[Point], without: Sequence[int]) -> list[Post]:
    """The enemy Teams that could fire at a Unit which passes by these spots, as far as distance and arms go.

    A Unit that has fired on Overwatch has fired for this Initiative.
    """
    xs, ys = zip(*spots, strict=True)
    left, right, low, high = min(xs) - BULK, max(xs) + BULK, min(ys) - BULK, max(ys) + BULK
    side, now = state.units[target].side, state.initiative
    at_x, at_y = everywhere(state.layout)
    found: list[Post] = []
    hard: bool | None = None
    for number, unit in enumerate(state.units):
        if unit.side == side or unit.place != "table" or unit.watched == now or number in without:
            continue
        for man in afoot(state, number):
            x, y = at_x[man], at_y[man]
            apart = max(left - x, x - right, low - y, y - high)
            if apart > REACTION and not unit.overwatch:
                continue
            post = post_of(state, man)
            if apart <= max(post[1], post[2]) > 0 and able(state, man):
                hard = armour_only(state, target) if hard is None else hard
                if not (hard and harmless(state, man)):
                    found.append(post)
    return found


@rule("fraley.reaction.trigger", "fraley.overwatch.trigger")
def posts_along(state: Battle, march: March, without: Sequence[int]) -> Posts:
    """The enemy Teams that could fire at each Unit somewhere along a march, as far as distance and arms go.

    Where there are none, nobody need look at it moment by moment.
    """
    spots = [point for walk in march.walks for point in walk.points]
    targets = sorted({state.figures[walk.figure].unit for walk in march.walks})
    found = {
        target: _posts(state, target, [*spots, *state.layout.points(afoot(state, target))], without)
        for target in targets
    }
    return {target: posts for target, posts in found.items() if posts}


@rule("fraley.armor.at-only", "fraley.suppression.armor-fp")
def armour_only(state: Battle, number: int) -> bool:
    """Whether nothing but AT weapons does anything to a Unit: all its Teams are Armored."""
    men = afoot(state, number)
    return state.options.armor_fp_suppression != "all" and all(armoured(state.figures[man]) for man in men)


def harmless(state: Battle, figure: int) -> bool:
    """Whether a Team has no AT weapon: nobody is asked whether it fires at armour alone."""
    return not any(weapon.at for weapon in arms(state.figures[figure], state.options))


def target_of(state: Battle, tracks: Sequence[Track], moment: Moment) -> int:
    """The Unit that is shot at, at a moment: that of the Team under way."""
    return state.figures[tracks[moment.track].figure].unit


def _idle(
    state: Battle, target: int, tracks: Sequence[Track], moments: Sequence[Moment], only: Sequence[int] | None
) -> list[int]:
    """The Teams of a moving Unit that do not move, or not any more."""
    going = {tracks[moment.track].figure for moment in moments}
    men = afoot(state, target)
    return [man for man in men if man not in going and state.layout.on_table(man) and (only is None or man in only)]


def _watched(
    state: Battle,
    tracks: Sequence[Track],
    moments: Sequence[Moment],
    posts: Sequence[Post],
    idle: Sequence[int],
    spots: Sequence[Point],
) -> Ints:
    """What posts can do at each moment; who is idle counts as a mover that stays where it is."""
    movers = sorted({moment.track for moment in moments})
    starts = list(range(len(idle) + 1))
    under_way = [moment.track for moment in moments]
    for mover in movers:
        starts.append(starts[-1] + under_way.count(mover))
    at = table(state)
    figures = (*idle, *(tracks[mover].figure for mover in movers))
    return watched(
        at.bodies, rows(figures), ints(starts), ints(spots), ints(posts), REACTION, at.edges, at.pieces, at.held,
        at.levels, at.hills, *at.teams(),
    )[:, len(idle):]  # fmt: skip

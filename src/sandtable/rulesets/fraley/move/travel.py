"""Carrying out a move: Teams go one after another, enemies may fire at any inch of it, and the survivors go on.

The mover lays out all paths of one Move. Each enemy Unit that can fire along them is offered its moments, and a reaction is
resolved with the Teams standing where they are at that moment.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sandtable.geometry.bodies import BEARING
from sandtable.geometry.units import INCH, show
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.script import Play
from sandtable.play.stage import action
from sandtable.play.walks import March
from sandtable.rulesets.fraley.basics.teams import afoot, called
from sandtable.rulesets.fraley.fire.fire_modes import Struck
from sandtable.rulesets.fraley.fire.shooting import fire
from sandtable.rulesets.fraley.leaders import leaders
from sandtable.rulesets.fraley.state import Battle, Place5

from .moments import Moment, Posts, Track, chances, posts_along, target_of, tracks_of

NOBODY = "nobody"


class Reacted(NamedTuple):
    """Fire at a move: by which Unit, what it did, and which Teams under way had come to the end of their ways before it."""

    by: int
    struck: Struck
    arrived: tuple[int, ...] = ()


Halts = Callable[[Battle, Sequence[Reacted]], bool]


# ---- the trip


async def travel(  # noqa: PLR0913  # all that a move is told by
    play: Play[Battle],
    number: int,
    march: March,
    *because: str,
    verb: str = "moved",
    sets: dict[str, object] | None = None,
    only: tuple[int, ...] | None = None,
    charged: tuple[int, ...] = (),
    halts: Halts | None = None,
    without: tuple[int, ...] = (),
) -> list[Reacted]:
    """A Unit's Teams go their ways; gives the fire that they met.

    `sets` are fields of the Unit that change with the move, from its first step on. `halts` is asked after each reaction
    whether the move ends there. Fire of those who are `charged` hits `only` these Teams, the ones that charge; others fire
    at the moving Unit as at any. The Units in `without` do not react: those it is in close combat with.
    """
    posts: Posts | None = posts_along(play.state, march, without)
    tracks = tracks_of(march, inch_by_inch=bool(posts))
    going = [place for place, track in enumerate(tracks) if track.length] if posts else []
    moments = [Moment(place, step, at) for place in going for step, at in enumerate(tracks[place].places)]
    reacted: list[Reacted] = []
    silent: list[int] = []  # Units that were called upon and did not fire
    while moments:
        called = await _called(play, tracks, moments, only, charged, (*without, *silent), posts)
        if called is None:
            break
        posts = None  # whoever moves, fires or falls from now on may change that
        by, moment = called
        moments = _up_to(play, number, tracks, moments, moment, sets)
        before = _shots(play.state, by)
        arrived = _arrived(play.state, tracks, moments)
        react = _react if halts is not None else _at_a_move
        struck = await react(play, by, target_of(play.state, tracks, moment), only if by in charged else None)
        reacted += [Reacted(by, one, arrived) for one in struck]
        if _shots(play.state, by) == before:
            silent.append(by)
        if halts is not None and halts(play.state, reacted):
            _arrive(play, number, [], because, verb, sets, charged or without)
            return reacted
        left = _left(play.state, tracks)
        moments = [one for one in moments if tracks[one.track].figure in left]
    _arrive(play, number, tracks, because, verb, sets, charged or without)
    return reacted


def _shots(state: Battle, number: int) -> int:
    """How many Teams of a Unit have fired in this Initiative."""
    return sum(state.figures[man].shot == state.initiative for man in state.units[number].men)


def _left(state: Battle, tracks: Sequence[Track]) -> list[int]:
    """The Teams under way that are still there."""
    return [track.figure for track in tracks if track.figure in state.units[state.figures[track.figure].unit].men]


def _arrived(state: Battle, tracks: Sequence[Track], moments: Sequence[Moment]) -> tuple[int, ...]:
    """The Teams that have come to the end of their ways, with these moments left, the first of them being now."""
    under_way = {one.track for one in moments[1:]}
    left = _left(state, tracks)
    return tuple(track.figure for place, track in enumerate(tracks) if place not in under_way and track.figure in left)


@rule("fraley.reaction.timing", "fraley.gap.reaction-resolution")
def _up_to(
    play: Play[Battle],
    number: int,
    tracks: Sequence[Track],
    moments: Sequence[Moment],
    moment: Moment,
    sets: dict[str, object] | None,
) -> list[Moment]:
    """Put everybody where he is at a moment; gives the moments that are left, this one among them.

    Who has set out has moved from then on, and is dug in no more.
    """
    past = [one for one in moments if (one.track, one.step) <= (moment.track, moment.step)]
    ends = {one.track: one for one in past}
    bodies = play.state.layout.bodies
    places: list[Place5] = [
        (tracks[one.track].figure, *one.at, int(bodies[tracks[one.track].figure, BEARING]), 0) for one in ends.values()
    ]
    figures = tuple(place[0] for place in places)
    play.tell(
        "was on its way",
        "fraley.reaction.timing",
        unit=number,
        figures=figures,
        sets={"places": tuple(places), "teams": {"moved": True, "dug_in": False}, **(sets or {})},
    )
    return [moment, *(one for one in moments if (one.track, one.step) > (moment.track, moment.step))]


@rule("fraley.move.any-direction", "fraley.gap.turret-facing")
def _arrive(
    play: Play[Battle],
    number: int,
    tracks: Sequence[Track],
    because: tuple[str, ...],
    verb: str,
    sets: dict[str, object] | None,
    at: tuple[int, ...],
) -> None:
    """Everybody who is left stands at the end of his way, facing as told; a turret turns with its hull unless told."""
    state = play.state
    if not state.units[number].men:
        return
    left = _left(state, tracks)
    alive = [track for track in tracks if track.figure in left]
    places: list[Place5] = []
    turrets: list[tuple[int, int]] = []
    moved: list[int] = []
    for track in alive:
        before = state.layout.bearing(track.figure)
        face = before if track.face is None else track.face
        turret = state.figures[track.figure].turret
        if turret >= 0:
            heading = (turret + face - before) % 3600 if track.turret is None else track.turret
            turrets.append((track.figure, heading))
        places.append((track.figure, *track.places[-1], face, 0))
        if track.length or face != before or (turret >= 0 and turrets[-1][1] != turret):
            moved.append(track.figure)
    play.tell(
        verb,
        *because,
        unit=number,
        figures=tuple(moved),
        sets={
            "places": tuple(places),
            "turrets": tuple(turrets),
            "teams": {"moved": True, "dug_in": False},
            **(sets or {}),
        },
        tells={"length": max([track.length for track in tracks], default=0)},
        shows=shows_at(*at) if at else None,
    )


# ---- reactions


async def _called(
    play: Play[Battle],
    tracks: Sequence[Track],
    moments: Sequence[Moment],
    only: Sequence[int] | None,
    charged: Sequence[int],
    without: Sequence[int],
    posts: Posts | None,
) -> tuple[int, Moment] | None:
    """The next reaction that the other side calls for: which Unit, at which moment; None for no more.

    Fire at a move is usually saved for something better, but whoever is charged fires.
    """
    while True:
        state = play.state
        chance = _chances(state, tracks, moments, only, charged, without, posts)
        if not chance:
            return None
        number = target_of(state, tracks, moments[0])
        side = 1 - state.units[number].side
        offers = leaders.offers(state, side)
        named = {NOBODY: "nobody", **{f"u{unit}": state.units[unit].name for unit in chance}, **offers}
        usual = next((f"u{unit}" for unit in chance if unit in charged), NOBODY)
        answer = await _who_fires(state, side, number, named, usual)
        if answer == NOBODY:
            return None
        if answer in offers:
            await leaders.use(play, side, answer)
            posts = None
            continue
        unit = int(answer[1:])
        return unit, moments[await _when(play, unit, tracks, [(place, moments[place]) for place in chance[unit]])]


@rule("fraley.assault.defensive-fire", "fraley.assault.other-units-react")
def _chances(
    state: Battle,
    tracks: Sequence[Track],
    moments: Sequence[Moment],
    only: Sequence[int] | None,
    charged: Sequence[int],
    without: Sequence[int],
    posts: Posts | None,
) -> dict[int, list[int]]:
    """Who can fire and when: those who are charged at the Teams that charge, others at any Team of the moving Unit."""
    if not charged:
        return chances(state, tracks, moments, only, without, posts)
    others = [number for number in range(len(state.units)) if number not in charged]
    found = chances(state, tracks, moments, only, (*without, *others))
    found |= chances(state, tracks, moments, None, (*without, *charged))
    return {unit: found[unit] for unit in sorted(found)}


async def _who_fires(state: Battle, side: int, number: int, named: dict[str, str], usual: str) -> str:
    """Who of a side fires at a Unit on the move next, if anybody; leaders may do what they can before."""
    choices = OneOf(
        {key: key for key in named},
        label=lambda key: named[key],
        points=lambda key: OnTable(unit=int(key[1:])) if key[0] == "u" and key[1:].isdigit() else None,
    )
    words = f"{state.units[number].name} is moving: who fires at it?"
    return await ask_seat(
        side, "react", choices, words, "fraley.reaction.trigger", "fraley.overwatch.trigger", unit=number, usual=usual
    )


@rule("fraley.reaction.timing", "fraley.overwatch.trigger", "fraley.gap.reaction-resolution")
async def _when(play: Play[Battle], unit: int, tracks: Sequence[Track], able_at: Sequence[tuple[int, Moment]]) -> int:
    """At which moment of the move a Unit fires: its owner's choice."""
    state = play.state
    number = target_of(state, tracks, able_at[0][1])
    moments = {f"s{place}": moment for place, moment in able_at}

    def label(moment: Moment) -> str:
        track = tracks[moment.track]
        name = called(state, track.figure) if len(state.units[number].men) > 1 else state.units[number].name
        ended = moment.step + 1 == len(track.places)
        return f"{name} at the end of its way" if ended else f"{name} after {show((moment.step + 1) * INCH)}"

    choices = OneOf(
        moments, label=label, points=lambda moment: OnTable(figure=tracks[moment.track].figure, at=moment.at)
    )
    chosen = await ask(
        play,
        unit,
        "react at",
        choices,
        f"When does {state.units[unit].name} fire at {state.units[number].name}?",
        "fraley.reaction.timing",
        "fraley.gap.reaction-resolution",
        usual=lambda: _nearest(state, unit, moments),
    )
    return next(place for place, moment in able_at if moment == chosen)


def _nearest(state: Battle, unit: int, moments: dict[str, Moment]) -> str:
    """The moment at which the Team under way is nearest to a Unit's first Team."""
    x, y = state.layout.point(afoot(state, unit)[0])
    return min(moments, key=lambda key: (moments[key].at[0] - x) ** 2 + (moments[key].at[1] - y) ** 2)


@action
async def _at_a_move(play: Play[Battle], by: int, number: int, only: tuple[int, ...] | None) -> tuple[Struck, ...]:
    """Fire at a move that is no charge: a forecast weighs it by itself, whatever the mover does afterwards."""
    struck = await _react(play, by, number, only)
    return struck  # noqa: RET504  # the awaited type


@rule(
    "fraley.gap.overwatch-or-reaction",
    "fraley.overwatch.duration",
    "fraley.overwatch.no-penalty",
    "fraley.reaction.penalty",
    "fraley.gtg.reaction-ends",
)
async def _react(play: Play[Battle], by: int, number: int, only: tuple[int, ...] | None) -> tuple[Struck, ...]:
    """A Unit fires at one on the move: as Overwatch the first time if it stands on it, else as Reaction Fire."""
    state = play.state
    watching = state.units[by].overwatch
    how = "on Overwatch" if watching else "in reaction"
    clause = "fraley.overwatch.trigger" if watching else "fraley.reaction.trigger"
    sets: dict[str, object] = {"overwatch": False, "grounded": False}
    if watching:
        sets["watched"] = state.initiative
    play.tell(
        "reacted",
        clause,
        "fraley.gtg.reaction-ends",
        unit=by,
        sets=sets,
        tells={"how": how, "at": state.units[number].name},
        shows={"says": f"fires {how} at", **shows_at(number)},
    )
    return await fire(play, by, "overwatch" if watching else "reaction", at=number, only=only)

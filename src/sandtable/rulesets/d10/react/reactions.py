"""Reactions (d10.gap.hold-enables, d10.gap.reaction-shoot): who on Hold may shoot at what the enemy does, and when."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from sandtable.geometry.bodies import GROUND
from sandtable.geometry.kernel import Ints
from sandtable.geometry.units import INCH, show
from sandtable.grammar import whose
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.journey import Journey, all_places, places_at
from sandtable.play.script import Play
from sandtable.play.stage import action, last, stage
from sandtable.rulesets.d10.basics.checks import command_roll, command_score
from sandtable.rulesets.d10.basics.leaders import command_of
from sandtable.rulesets.d10.basics.sight import watched
from sandtable.rulesets.d10.basics.units import engaged
from sandtable.rulesets.d10.fire.arms import Arm, arms
from sandtable.rulesets.d10.fire.shooting import Salvo, nothing_to_shoot_at, plan, resolve
from sandtable.rulesets.d10.fire.targets import in_reach, plain, reaches_of
from sandtable.rulesets.d10.nerve.morale import lent_by
from sandtable.rulesets.d10.state import Battle

SHOOTS = "d10.gap.reaction-shoot"
HOLD = "d10.gap.hold-enables"
NOBODY = "nobody"


T = TypeVar("T")


class Moments(OneOf[T]):
    """At which point of a move a unit on Hold shoots."""

    __slots__ = ("journey", "mover")

    def __init__(self, mover: int, journey: Journey, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.mover = mover
        self.journey = journey


class Reacting(OneOf[T]):
    """Which unit on Hold reacts to another, if any."""

    __slots__ = ("mover",)

    def __init__(self, mover: int, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.mover = mover


@rule("d10.gap.hold-enables", "d10.morale.panic-no-reaction-shoot", "d10.order.hold")
def on_hold(state: Battle, side: int) -> list[int]:
    """A side's units that may try a reaction now: on Hold, neither panicked nor engaged, not failed in this activation."""
    return [
        number
        for number, unit in enumerate(state.units)
        if unit.hold
        and unit.side == side
        and unit.place == "table"
        and not unit.panicked
        and number not in state.closed
        and not engaged(state, number)
    ]


# ---- the test


@stage
@rule("d10.gap.reaction-test", "d10.gap.hold-enables", "d10.test.default-diff")
async def attempt(play: Play[Battle], number: int, what: str, clause: str) -> bool:
    """The reaction test of a unit: failed, it may not react in this activation."""
    state = play.state
    unit = state.units[number]
    command, leader = command_of(state, number)
    least = command_score(command, state.options)
    because = (clause, "d10.gap.reaction-test", "d10.test.default-diff")
    rolled = await command_roll(least, f"{whose(unit.name)} reaction: {what}", because, unit.side, step="reaction")
    tells = {"lent": lent_by(state, leader), "passed": bool(rolled.value)}
    if rolled.value:
        play.tell("passed a reaction test", HOLD, unit=number, tells=tells, rolls=(rolled.number,))
        return True
    sets: dict[str, object] = {"battle": {"closed": (*state.closed, number)}}
    if state.options.hold_lost_on_failed_test:
        sets["hold"] = False
    play.tell("failed a reaction test", HOLD, unit=number, sets=sets, tells=tells, rolls=(rolled.number,))
    return False


def spend_hold(play: Play[Battle], number: int) -> None:
    """A unit that has reacted is no longer on Hold."""
    if play.state.units[number].hold:
        play.tell("has reacted", HOLD, unit=number, sets={"hold": False})


@action
async def react_to_move(play: Play[Battle], holder: int, number: int) -> None:
    """A unit on Hold reacts to one on the move, or to one that has shot, where that is now."""
    if await attempt(play, holder, f"shooting at {play.state.units[number].name}", SHOOTS):
        await last(shoot_back(play, holder, number))


@stage
async def shoot_back(play: Play[Battle], holder: int, at: int) -> None:
    """The shot of a unit whose reaction test was passed."""
    salvos = tuple(await plan(play, holder, at)) if play.state.units[at].on_table else ()
    await last(_fire_back(play, holder, salvos))


@stage
async def _fire_back(play: Play[Battle], holder: int, salvos: tuple[Salvo, ...]) -> None:
    if salvos:
        await resolve(play, holder, salvos, reacting=True)
    else:
        nothing_to_shoot_at(play, holder)
    spend_hold(play, holder)


# ---- at a move


@rule("d10.gap.reaction-shoot")
def chances(state: Battle, number: int, journey: Journey, reached: int) -> dict[int, list[int]]:
    """At which stations of a move each unit on Hold could shoot: in sight and range of some weapon."""
    men = state.units[number].men
    tracks = tuple(track for track in journey.tracks if track.figure in men)
    ends = tuple(place for place in journey.end if place[0] in men)
    going = journey._replace(tracks=tracks, end=ends)
    stations = list(range(max(1, reached), journey.stations + 1))
    places = all_places(going, stations, state.ground, raised(state))
    movers = tuple([track.figure for track in tracks])
    found: dict[int, list[int]] = {}
    for column, track in enumerate(tracks):
        if not track.length:  # who stays upstairs stays at his height
            places[:, column, 3] = state.layout.bodies[track.figure, GROUND]
    for holder in on_hold(state, 1 - state.units[number].side):
        using = arms(state, holder)
        reaches = reaches_of(state, holder, using)
        if not reaches:
            continue
        simple = plain(reaches)
        bases, far = (tuple(reaches), (state.options.tables.farthest,) * len(reaches)) if simple is None else simple
        seen = watched(state, movers, places, bases, far)
        able = [
            station
            for station, there, at in zip(stations, seen, places, strict=True)
            # where a weapon has an arc or a least range, that has its say
            if there and (simple is not None or _shot_at(state, holder, using, number, movers, at))
        ]
        if able:
            found[holder] = able
    free = _out_of_contact(state, number, going, {station: None for able in found.values() for station in able})
    left = {holder: [station for station in able if station in free] for holder, able in found.items()}
    return {holder: able for holder, able in left.items() if able}


@rule("d10.shoot.not-into-combat", "d10.gap.reaction-shoot")
def _out_of_contact(state: Battle, number: int, journey: Journey, stations: Iterable[int]) -> set[int]:
    """The stations at which a mover is in nobody's contact: who breaks off or drives out is in close combat until then.

    A vehicle may brush past the men it has touched once more.
    """
    if not (state.units[number].card.vehicle or engaged(state, number)):
        return set(stations)
    there = {station: _at_station(state, journey, station) for station in stations}
    return {station for station, then in there.items() if not engaged(then, number)}


def _at_station(state: Battle, journey: Journey, station: int) -> Battle:
    """The table with a unit on the move where it is then."""
    return replace(state, layout=state.layout.placed(places_at(journey, station, state.ground, raised(state))))


def _shot_at(
    state: Battle, holder: int, using: Sequence[Arm], number: int, movers: Sequence[int], places: Ints
) -> bool:
    """Whether a unit with an arc or a least range could shoot at one on the move, where that is then."""
    there = state.layout.placed([(man, *place) for man, place in zip(movers, places.tolist(), strict=True)])
    return in_reach(replace(state, layout=there), holder, using, number) is not None


async def at_a_move(play: Play[Battle], number: int, journey: Journey, reached: int) -> tuple[int, int] | None:
    """The next reaction to a move: which unit, at which station; None if nobody reacts (any more)."""
    state = play.state
    able = chances(state, number, journey, reached)
    if not able:
        return None
    holder = await _who(play, number, list(able), f"{state.units[number].name} is moving")
    if holder is None:
        return None
    return holder, await _when(play, holder, number, journey, able[holder])


async def _who(play: Play[Battle], number: int, able: Sequence[int], what: str) -> int | None:
    state = play.state
    values: dict[str, int | None] = {NOBODY: None, **{f"u{holder}": holder for holder in able}}
    choices = Reacting(
        number,
        values,
        label=lambda holder: "nobody" if holder is None else state.units[holder].name,
        points=lambda holder: None if holder is None else OnTable(unit=holder),
    )
    return await ask_seat(
        1 - state.units[number].side,
        "react",
        choices,
        f"{what}: who shoots at it?",
        SHOOTS,
        HOLD,
        "d10.gap.reaction-limits",
        unit=number,
        usual=f"u{able[0]}",
    )


async def _when(play: Play[Battle], holder: int, number: int, journey: Journey, stations: Sequence[int]) -> int:
    """At which point of a move a unit shoots: its owner's choice."""
    if len(stations) == 1:
        return stations[0]
    state = play.state

    def label(station: int) -> str:
        return "at the end of its way" if station == journey.stations else f"after {show(station * INCH)}"

    def where(station: int) -> OnTable:
        _, x, y, _ = journey.at(station)[0]
        return OnTable(at=(x, y))

    choices = Moments(number, journey, {f"s{station}": station for station in stations}, label=label, points=where)
    words = f"When does {state.units[holder].name} shoot at {state.units[number].name}?"
    return await ask(
        play, holder, "react at", choices, words, SHOOTS, usual=lambda: f"s{_nearest(state, holder, journey, stations)}"
    )


def _nearest(state: Battle, holder: int, journey: Journey, stations: Sequence[int]) -> int:
    """The station at which the first mover is nearest to the first model of a unit."""
    x, y = state.layout.point(state.units[holder].men[0])

    def off(station: int) -> int:
        _, at_x, at_y, _ = journey.at(station)[0]
        return (at_x - x) ** 2 + (at_y - y) ** 2

    return min(stations, key=off)


# ---- after shooting


@rule("d10.gap.reaction-shoot", "d10.gap.reaction-limits")
async def after_shooting(play: Play[Battle], number: int) -> None:
    """Units on Hold may answer a Shoot order, one after another, once it is completely resolved."""
    while play.state.units[number].on_table:
        state = play.state
        able = [
            holder
            for holder in on_hold(state, 1 - state.units[number].side)
            if not engaged(state, number) and in_reach(state, holder, arms(state, holder), number) is not None
        ]
        if not able:
            return
        holder = await _who(play, number, able, f"{state.units[number].name} has shot")
        if holder is None:
            return
        await react_to_move(play, holder, number)

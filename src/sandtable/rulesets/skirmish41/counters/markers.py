"""Counters of the solo side: who spots whom, what is turned up, and what it sets off."""

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.geometry.glimpse_kernels import glimpsed
from sandtable.geometry.line_kernels import GAP, SEEN
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.lines import Sighted
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.skirmish41.basics.charts import ENDLESS
from sandtable.rulesets.skirmish41.basics.sight import eyes, points_seen, seen_from, with_points
from sandtable.rulesets.skirmish41.basics.units import has_optics, on_table, thrower
from sandtable.rulesets.skirmish41.move.flight import length_between
from sandtable.rulesets.skirmish41.nerve.morale import tests_due
from sandtable.rulesets.skirmish41.spotting.hidden import called
from sandtable.rulesets.skirmish41.spotting.spotting import Try, plain_within, shifts_of, spot_roll, try_at, unaware
from sandtable.rulesets.skirmish41.state import SOLO, Battle, Marker, Point
from sandtable.table.layout import rows

from .arrivals import put_down
from .events import strike_with
from .portals import IN_THE_OPEN, approached, exposure, lay, nearest_of, without

LOOKS = inches(36)
AGAIN = inches(10)  # how near mines strike a second time
CHAIN, CHAIN_IN_SIGHT = inches(12), inches(30)
EVENTS = ("sniper", "artillery", "mines", "smoke")
REVEALED = "was turned up"
WORDS = {
    "portal": "a portal",
    "sniper": "a sniper",
    "artillery": "random artillery",
    "mines": "mines",
    "smoke": "smoke",
    "dummy": "nothing",
    "unknown": "whatever it is",  # where a player thinks ahead
}


# ---- players look for counters


@rule("sk.spot.own-turn", "sk.event.trigger")
def marker_try(state: Battle, observer: int, men: Sequence[int], marker: int) -> tuple[Try, int] | None:
    """The best try of a team's figures at a counter."""
    return point_try(state, observer, men, state.markers[marker].at)


def point_try(state: Battle, observer: int, men: Sequence[int], at: Point) -> tuple[Try, int] | None:
    """The best try of a team's figures at something that lies still at a point."""
    unit = state.units[observer]
    viewers = tuple(men) if unit.place == "table" and not unit.mounted else eyes(state, observer)
    found = []
    lines = points_seen(state, viewers, [at])[:, 0].tolist()
    for viewer, line in zip(viewers, lines, strict=True):
        if not line[SEEN]:
            continue
        man = viewer if viewer in men else men[0]
        shifts = shifts_of(
            state.options,
            unaware=unaware(state, observer),
            still=exposure(state, at, (viewer,)) != IN_THE_OPEN,
            suppressed=unit.suppression > 0,
            shooting=False,
            optics=has_optics(state, observer, man),
            heard=False,
        )
        made = try_at(line[GAP], shifts, state.options)
        if made is not None:
            found.append((made, man))
    return min(found, key=lambda pair: (pair[0].score, pair[1]), default=None)


async def spot_marker(play: Play[Battle], observer: int, marker: int, one: Try) -> None:
    """A try to spot a counter: it is turned up if that succeeds."""
    state = play.state
    rolled = await spot_roll(called(state, observer), "a counter", one, thrower(state, state.units[observer].side))
    if rolled.value:
        await turn_up(play, state.markers[marker], observer, "sk.event.trigger")
        await tests_due(play)


@rule("sk.spot.automatic", "sk.portal.approach", "sk.event.trigger")
async def disturb(play: Play[Battle], number: int) -> None:
    """A team of the players has moved: counters in plain sight are turned up, and portals near by are driven back."""
    if not play.state.solo or play.state.units[number].side == SOLO or not play.state.units[number].on_table:
        return
    approached(play, number)
    for marker in play.state.markers:
        state = play.state
        if marker.known or marker not in state.markers or not state.units[number].on_table:
            continue
        near = tuple(
            man for man in eyes(state, number) if nearest_of(state, (man,), marker.at) <= plain_within(state.options)
        )
        if exposure(state, marker.at, near) == IN_THE_OPEN:
            await turn_up(play, marker, number, "sk.spot.automatic")


# ---- counters look for players


@rule("sk.spot.solo-markers", "sk.event.trigger", "sk.event.mines-repeat")
async def markers_look(play: Play[Battle]) -> None:
    """Each counter tries to spot the nearest team of the players within 36 inches; used mines another one within 10."""
    for marker in play.state.markers:
        state = play.state
        if marker not in state.markers or not _looks(state, marker):
            continue
        found = nearest_seen(state, marker, AGAIN if marker.known else LOOKS)
        if found is None:
            continue
        team, one = found
        name = "A counter" if not marker.known else f"A counter ({marker.sort})"
        if await notices(play, name, team, one):
            await turn_up(play, marker, team, "sk.spot.automatic" if one is None else "sk.spot.solo-markers")


@stage
@rule("sk.spot.solo-markers", "sk.spot.automatic")
async def notices(play: Play[Battle], name: str, team: int, one: Try | None) -> bool:
    """Whether a counter spots a team; in the open near by it takes no die."""
    return one is None or bool((await spot_roll(name, play.state.units[team].name, one, 0)).value)


@rule("sk.event.mines-repeat")
def _looks(state: Battle, marker: Marker) -> bool:
    """Whether a counter looks for enemies: face down ones do, and events that may strike again, in a later turn."""
    if not marker.known:
        return True
    return marker.sort in EVENTS and marker.struck < state.turn


@rule("sk.spot.solo-markers", "sk.spot.automatic", "sk.event.mines-repeat")
def nearest_seen(state: Battle, marker: Marker, reach: int) -> tuple[int, Try | None] | None:
    """The team nearest to a counter, if it is in reach and in sight, and what spotting it takes; None for no die at all."""
    teams = [team for team in on_table(state, 0) if state.units[team].bodies and team not in marker.victims]
    if not teams:
        return None
    team = min(teams, key=lambda team: (nearest_of(state, state.units[team].bodies, marker.at), team))
    seen = [one for one in seen_from(state, marker.at, state.units[team].bodies) if one.seen and one.gap <= reach]
    if not seen:
        return None
    if any(not one.cover and one.gap <= plain_within(state.options) for one in seen):
        return team, None
    one = _try_at_team(state, team, seen)
    return None if one is None else (team, one)


def _try_at_team(state: Battle, team: int, seen: list[Sighted]) -> Try | None:
    unit = state.units[team]
    shifts = shifts_of(
        state.options,
        unaware=not state.alert[SOLO],
        still=unit.moved == 0 and all(one.cover for one in seen),
        suppressed=False,
        shooting=unit.fired and not unit.card.has("sniper"),
        optics=False,
        heard=False,
    )
    return try_at(min(one.gap for one in seen), shifts, state.options)


# ---- turning up


@rule("sk.event.trigger", "sk.event.chain-12", "sk.event.chain-30", "sk.solo.setup")
async def turn_up(play: Play[Battle], marker: Marker, team: int, clause: str, *, chain: bool = True) -> None:
    """A counter is turned up; it drags others with it, and whatever it is happens to the team."""
    state = play.state
    dragged = chained(state, marker) if chain else []
    await _reveal(play, marker, team, clause)
    for other in dragged:
        if other in play.state.markers:
            where = "sk.event.chain-12" if length_between(marker.at, other.at) <= CHAIN else "sk.event.chain-30"
            await turn_up(play, other, team, where, chain=state.options.chain_reveal_recursive)


@rule("sk.event.chain-12", "sk.event.chain-30")
def chained(state: Battle, marker: Marker) -> list[Marker]:
    """The face-down counters that a revealed one drags along: within 12 inches, or within 30 in its sight."""
    found = []
    for other in state.markers:
        if other.known or other == marker:
            continue
        apart = length_between(marker.at, other.at)
        if apart <= CHAIN or (apart <= CHAIN_IN_SIGHT and _sees_point(state, marker, other)):
            found.append(other)
    return found


def _sees_point(state: Battle, one: Marker, other: Marker) -> bool:
    at, more = with_points(state, [one.at, other.at])
    first, second = (int(row) for row in more)
    return bool(glimpsed(at.bodies, rows((first,)), rows((second,)), ENDLESS, *at.rest))


@rule("sk.solo.setup", "sk.event.replaces", "sk.event.mines-repeat")
async def _reveal(play: Play[Battle], marker: Marker, team: int, clause: str) -> None:
    """One counter is turned up: a dummy goes, a portal stays, a preset team stands there, an event strikes."""
    state = play.state
    place = state.markers.index(marker)
    sort = marker.sort
    tells = {"sort": WORDS[sort]}
    shows = {"actor": team, "says": f"turns up a counter: {WORDS[sort]}", "at": marker.at}
    if sort == "portal" and marker.team < 0:
        shown = (*state.markers[:place], replace(marker, known=True), *state.markers[place + 1 :])
        lay(play, shown, clause)
        play.tell(REVEALED, clause, tells=tells, shows=shows)
        return
    again = sort == "mines" or (sort in EVENTS and state.options.event_repeats == "all-events")
    rest = without(state.markers, place)
    if again:
        victims = marker.victims if team in marker.victims else (*marker.victims, team)
        back = replace(marker, known=True, struck=state.turn, victims=victims)
        rest = (*state.markers[:place], back, *state.markers[place + 1 :])
    lay(play, rest, clause, contact=state.contact or sort in EVENTS)
    play.tell(REVEALED, clause, tells=tells, shows=shows)
    if sort == "portal":
        put_down(play, marker.team, marker.at, clause)
    elif sort in EVENTS and play.state.units[team].on_table and play.state.units[team].bodies:
        await strike_with(play, sort, team, marker.at)

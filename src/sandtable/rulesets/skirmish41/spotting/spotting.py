"""Spotting: who sees whom without a die, what a try needs, and the tries of either side's part of the turn."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.measure_kernels import nearest_each
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, felt, total
from sandtable.mechanics.pieces import raised
from sandtable.play.journey import Journey, places_at
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.skirmish41.basics.charts import D10, SPOT_BANDS, SPOT_EXTREME, SPOT_SHORT, spot_band, spot_score
from sandtable.rulesets.skirmish41.basics.sight import eyes, look, teams_seen
from sandtable.rulesets.skirmish41.basics.terrain import NO_COVER
from sandtable.rulesets.skirmish41.basics.units import (
    any_within,
    between,
    has_optics,
    in_battle,
    on_table,
    rate,
    thrower,
)
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.table.layout import rows

from .hidden import called

HEARD = inches(48)  # so near to a shot nobody is unaware any more
LOST = 3  # ends of parts out of everybody's sight: two whole parts lie between, a full turn
EVERY = 2  # inches of a move between looks at it


class Try(NamedTuple):
    """A try to spot: the least D10 that does it, the band of the distance, and what shifts it."""

    score: int
    band: int
    shifts: tuple[Modifier, ...]

    @property
    def needs(self) -> str:
        """What the die needs, with every shift."""
        shifted = "".join(f", {shift.value:+d} {shift.why}" for shift in self.shifts)
        return f"{self.score}+ ({SPOT_BANDS[self.band]}{shifted})"


@rule("sk.spot.unaware")
def unaware(state: Battle, number: int) -> bool:
    """Whether a team has no knowledge that enemies are about: none spotted yet, and no shot near by."""
    unit = state.units[number]
    return not unit.aware and not state.alert[unit.side]


@rule("sk.spot.unaware")
def alerted(state: Battle, side: int) -> tuple[bool, ...]:
    """Which sides know of enemies once one of this side has been spotted."""
    return tuple(known or other != side for other, known in enumerate(state.alert))


def far_of(options: Options) -> int:
    """How far anybody is spotted."""
    return options.tables.spot_reaches[SPOT_EXTREME]


def plain_within(options: Options) -> int:
    """How near nobody needs a die to be spotted."""
    return options.tables.spot_reaches[SPOT_SHORT]


@rule("sk.spot.unaware", "sk.spot.stationary-cover", "sk.spot.observer-suppressed", "sk.spot.target-shooting")
@rule("sk.spot.optics", "sk.spot.heard")
def shifts_of(
    options: Options, *, unaware: bool, still: bool, suppressed: bool, shooting: bool, optics: bool, heard: bool
) -> tuple[Modifier, ...]:
    """Everything that shifts the band of a try to spot."""
    table = options.tables.spot_shifts
    found = []
    if unaware:
        found.append(table.unaware.because("unaware of any enemy"))
    if still:
        found.append(table.stationary_cover.because("stationary in cover"))
    if suppressed:
        found.append(table.observer_suppressed.because("observers suppressed"))
    if shooting and not (heard and options.heard_replaces_shooting_bonus):
        found.append(table.target_shooting.because("shooting"))
    if optics:
        found.append(table.optics.because("binoculars or scope"))
    if heard:
        found.append(table.heard.because("heard, not seen"))
    return tuple(felt(found))


def try_at(distance: int, shifts: tuple[Modifier, ...], options: Options) -> Try | None:
    """What a try needs at a distance; None where it cannot succeed."""
    band = spot_band(distance, options)
    if band is None:
        return None
    score = spot_score(max(0, band + total(shifts)), options)
    return None if score is None else Try(score, band, shifts)


@rule("sk.spot.target-shooting", "sk.event.replaces")
def _shooting(state: Battle, target: int) -> bool:
    """Whether a team fired since the other side's last part; a sniper gives himself away by nothing."""
    unit = state.units[target]
    return unit.fired and not unit.card.has("sniper")


@rule("sk.spot.stationary-cover", "sk.spot.observer-suppressed", "sk.spot.optics", "sk.spot.heard")
def best_try(state: Battle, observer: int, men: Sequence[int], target: int) -> tuple[Try, int] | None:
    """The best try of some figures of a team at another team, and whose it is; None if none can succeed."""
    unit, other = state.units[observer], state.units[target]
    viewers = tuple(men) if unit.place == "table" and not unit.mounted else eyes(state, observer)
    if not viewers or not other.bodies:
        return None
    lines = look(state, viewers, other.bodies)
    found: list[tuple[Try, int]] = []
    far = far_of(state.options)
    for viewer, line in zip(viewers, lines, strict=True):
        seen = [one for one in line if one.seen and one.gap <= far]
        man = viewer if viewer in men else men[0]
        if not seen and not other.fired:
            continue
        cover = min((one.cover for one in seen), default=NO_COVER)
        shifts = _shifts(state, observer, man, target, cover=cover, heard=not seen)
        made = try_at(min(one.gap for one in seen or line), shifts, state.options)
        if made is not None:
            found.append((made, man))
    return min(found, key=lambda pair: (pair[0].score, pair[1]), default=None)


def _shifts(state: Battle, observer: int, man: int, target: int, *, cover: int, heard: bool) -> tuple[Modifier, ...]:
    return shifts_of(
        state.options,
        unaware=unaware(state, observer),
        still=cover > NO_COVER and state.units[target].moved == 0,
        suppressed=state.units[observer].suppression > 0,
        shooting=_shooting(state, target),
        optics=has_optics(state, observer, man),
        heard=heard,
    )


def spot_roll(who: str, whom: str, one: Try, seat: int) -> Roll[int]:
    """The die of a try."""
    because = ("sk.spot.table", *(shift.clause for shift in one.shifts))
    why = f"{who} tries to spot {whom}"
    return Roll(
        1, D10, AtLeast(one.score), why=why, because=because, seat=seat, needs=one.needs, step="to spot",
        modifiers=one.shifts,
    )  # fmt: skip


@stage
async def attempt(play: Play[Battle], observer: int, target: int, one: Try, clause: str) -> bool:
    """A try to spot a team."""
    state = play.state
    seat = thrower(state, state.units[observer].side)
    rolled = await spot_roll(called(state, observer), called(state, target), one, seat)
    if rolled.value:
        spot(play, target, clause, by=called(play.state, observer), rolls=(rolled.number,))
    return bool(rolled.value)


@rule("sk.gap.spotted-status")
def spot(play: Play[Battle], number: int, clause: str, *, by: str = "", rolls: tuple[int, ...] = ()) -> None:
    """A team is spotted: a marker that hides nothing is taken away."""
    state = play.state
    unit = state.units[number]
    if unit.spotted:
        return
    sets: dict[str, object] = {"spotted": True, "lost_sight": 0, "battle": {"alert": alerted(state, unit.side)}}
    if unit.card.kind == "dummy":
        sets |= {"place": "destroyed", "gone": unit.men, "men": ()}
        shows = {"at": state.layout.point(unit.men[0])}
        play.tell("was a dummy", clause, unit=number, figures=unit.men, sets=sets, rolls=rolls, shows=shows)
        return
    play.tell("was spotted", clause, unit=number, sets=sets, rolls=rolls, tells={"by": by})


# ---- without a die


@rule("sk.spot.automatic")
def spot_the_obvious(play: Play[Battle]) -> None:
    """Whoever is in the open, in clear sight of an enemy no more than 20 inches away, is spotted without a die."""
    state = play.state
    near = plain_within(state.options)
    for number, unit in enumerate(state.units):
        if unit.spotted or unit.place != "table" or not any_within(state, number, near):
            continue
        foe = first_to_see(state, number, near)
        if foe is not None:
            spot(play, number, "sk.spot.automatic", by=called(state, foe))


def first_to_see(state: Battle, target: int, near: int) -> int | None:
    """The first of the enemy's teams to which another is plain to see; they all look at once."""
    unit = state.units[target]
    men = [(man, foe) for foe in on_table(state, 1 - unit.side) for man in eyes(state, foe)]
    gaps = nearest_each(state.layout.bodies, rows(tuple([man for man, _ in men])), rows(unit.bodies)).tolist()
    watchers = [one for one, gap in zip(men, gaps, strict=True) if gap <= near and _is_up(state, one[0])]
    lines = look(state, [man for man, _ in watchers], unit.bodies) if watchers else []
    for (_, foe), line in zip(watchers, lines, strict=True):
        for one in line:
            if one.seen and not one.cover and one.gap <= near:
                return foe
    return None


def _is_up(state: Battle, eye: int) -> bool:
    """Whether whoever looks from a base can do anything at all."""
    return state.figures[eye].role == "hull" or rate(state.figures[eye]) > 0


def plain_to_see(state: Battle, observer: int, target: int) -> bool:
    """Whether a team sees another in the open and near."""
    viewers = [man for man in eyes(state, observer) if _is_up(state, man)]
    near = plain_within(state.options)
    if not viewers or between(state, observer, target) > near:
        return False
    lines = look(state, viewers, state.units[target].bodies)
    return any(one.seen and not one.cover and one.gap <= near for line in lines for one in line)


# ---- in the enemy's part


def _observers(state: Battle, side: int) -> list[int]:
    return [
        number for number in in_battle(state, side) if any(rate(state.figures[man]) for man in state.units[number].men)
    ]


@rule("sk.spot.enemy-turn", "sk.spot.automatic")
async def watch_move(play: Play[Battle], mover: int, journey: Journey, far: int) -> None:
    """Each enemy team in sight of a move has one try, where it sees best on the way, as far as the move came.

    None is needed for who crosses the open near by.
    """
    state = play.state
    if state.units[mover].spotted or not state.units[mover].on_table:
        return
    last = min(far, journey.stations)
    if last < 1:
        return
    stations = [*range(EVERY, last, EVERY), last]
    grounds = raised(state)
    moments = [
        replace(state, layout=state.layout.placed(places_at(journey, station, state.ground, grounds)))
        for station in stations
    ]
    observers = _observers(state, 1 - state.units[mover].side)
    close = any_within(state, mover, plain_within(state.options) + journey.length)
    for observer in observers if close else ():
        if any(plain_to_see(moment, observer, mover) for moment in moments):
            spot(play, mover, "sk.spot.automatic", by=called(state, observer))
            return
    for observer in observers:
        found = [best_try(moment, observer, state.units[observer].men, mover) for moment in moments]
        tries = [one[0] for one in found if one is not None]
        if not tries:
            continue
        if await attempt(play, observer, mover, min(tries, key=lambda one: one.score), "sk.spot.enemy-turn"):
            return


@rule("sk.spot.enemy-turn", "sk.spot.heard", "sk.spot.unaware")
async def watch_fire(play: Play[Battle], shooter: int) -> None:
    """A team has fired: enemies near by are unaware no longer, and each that sees or hears it has one try to spot it."""
    state = play.state
    unit = state.units[shooter]
    near = [
        (number, {"aware": True})
        for number in in_battle(state, 1 - unit.side)
        if not state.units[number].aware and between(state, number, shooter) <= HEARD
    ]
    if near:
        play.tell("was heard", "sk.spot.unaware", sets={"teams": tuple(near)})
    if not unit.fired:
        play.tell("gave itself away", "sk.spot.target-shooting", unit=shooter, sets={"fired": True})
    if unit.spotted:
        return
    for observer in _observers(play.state, 1 - unit.side):
        found = best_try(play.state, observer, play.state.units[observer].men, shooter)
        if found is not None and await attempt(play, observer, shooter, found[0], "sk.spot.enemy-turn"):
            return


# ---- out of sight


@rule("sk.gap.spotted-status")
def lose_sight(play: Play[Battle]) -> None:
    """At the end of a part: who has been out of everybody's sight for a full turn is spotted no longer."""
    state = play.state
    for side in (0, 1):
        watchers = tuple(man for foe in in_battle(state, 1 - side) for man in eyes(state, foe))
        teams = [number for number in on_table(state, side) if state.units[number].spotted]
        seen = teams_seen(state, watchers, teams)
        for number in teams:
            unit = state.units[number]
            if number in seen:
                if unit.lost_sight:
                    play.tell("was in sight", "sk.gap.spotted-status", unit=number, sets={"lost_sight": 0})
            elif unit.lost_sight + 1 >= LOST:
                sets = {"lost_sight": 0, "spotted": False}
                tells = {"name": unit.name}
                play.tell("was lost from sight", "sk.gap.spotted-status", unit=number, sets=sets, tells=tells)
            else:
                sets = {"lost_sight": unit.lost_sight + 1}
                play.tell("was out of sight", "sk.gap.spotted-status", unit=number, sets=sets)

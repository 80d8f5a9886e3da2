"""Disorganized units (1.2.2, 1.5.1, 1.6.1, 1.6.1.5): what is left of their movement."""

from msgspec.structs import replace

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.terms_of_march import Also
from sandtable.play.walks import March, Walk
from sandtable.rulesets.sotr.basics.cover import men_in_cover, unit_in_cover
from sandtable.rulesets.sotr.basics.shelter import covered, shelter_of, spots_in
from sandtable.rulesets.sotr.basics.sight import COHERENCY, between, standing
from sandtable.rulesets.sotr.basics.tracks import place_at, tracks_of
from sandtable.rulesets.sotr.basics.ways import marching, who
from sandtable.rulesets.sotr.nerve.cool import command_radius, mostly_outside, officer_of
from sandtable.rulesets.sotr.react.travel import travel
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.coherency import in_coherency

from .dirt import hit_the_dirt, may_hit_the_dirt
from .movement import allowances
from .runners import anywhere, new_run, runners
from .running import Found, covers, to_cover

LABELS = {
    "advance": "make for the nearest cover at the normal rate",
    "double": "make for the nearest cover On The Double",
    "regroup": "move into cover, into Coherency or towards its Officer",
    "dirt": "Hit the Dirt",
    "stay": "stay put",
}


@rule("sotr.command.strike-radio")
def movers_of(state: Battle, number: int) -> tuple[int, ...]:
    """The models of a Disorganized unit that may move: whoever is tied up, with the radio for one, does not."""
    return tuple(man for man in runners(state, number) if state.figures[man].tied != state.turn)


@rule("sotr.unit.disorganized-movement", "sotr.unit.disorganized-no-voluntary", "sotr.unit.disorganized-causes")
async def disorganized_action(play: Play[Battle], number: int) -> str:
    """The movement action of a Disorganized unit that is not Fleeing: what it was (advance, double, dirt or stay)."""
    state = play.state
    unit = state.units[number]
    if unit.machine or not movers_of(state, number):
        return "stay"
    choices, barred = choices_of(state, number)
    answers = OneOf({key: key for key in choices}, label=lambda key: LABELS[key], barred=lambda: barred)
    words = f"{unit.name} is Disorganized"
    chosen = await ask(
        play, number, "disorganized", answers, words, "sotr.unit.disorganized-movement", usual=choices[0]
    )
    if chosen == "dirt":
        await hit_the_dirt(play, number)
        return "dirt"
    if chosen in {"advance", "double"}:
        return await _seek_cover(play, number, double=chosen == "double")
    return await _regroup_move(play, number) if chosen == "regroup" else "stay"


@rule("sotr.unit.disorganized-seek-cover", "sotr.unit.disorganized-in-cover", "sotr.unit.disorganized-movement")
def choices_of(state: Battle, number: int) -> tuple[list[str], dict[str, Refusal]]:
    """What a Disorganized unit may do, the usual first, and what it may not: in the open it has to make for cover."""
    barred: dict[str, Refusal] = {}
    name = state.units[number].name
    seeks = state.options.disorganized_move == "seek-cover" and not unit_in_cover(state, number)
    if seeks and _any_cover(state, number):
        choices = ["double", "advance"]
        because = ("sotr.unit.disorganized-seek-cover", "sotr.unit.disorganized-movement")
        refusal = Refusal(f"{name} has to make for the nearest cover", because)
        barred |= {"stay": refusal, "regroup": refusal}
    else:
        choices = ["stay", "regroup"]
        where = "is in cover" if unit_in_cover(state, number) else "has nowhere to make for"
        refusal = Refusal(f"{name} {where}", ("sotr.unit.disorganized-in-cover", "sotr.unit.disorganized-movement"))
        barred |= {"advance": refusal, "double": refusal}
    dirt = may_hit_the_dirt(state, number)
    if dirt is None:
        choices.append("dirt")
    else:
        barred["dirt"] = dirt
    return choices, barred


def _any_cover(state: Battle, number: int) -> bool:
    """Whether there is any cover on the table for a unit to make for."""
    side = state.units[number].side
    shelter = shelter_of(state, side)
    man = movers_of(state, number)[0]
    radius = state.layout.radius(man)
    return any(spots_in(shelter, piece, radius) for piece in covers(shelter, side, [state.layout.point(man)]))


def _way_to_cover(state: Battle, number: int, *, double: bool) -> Found | None:
    """The way of those who are not in cover towards the nearest, whether or not they get there."""
    men = movers_of(state, number)
    safe = men_in_cover(state, number, men)
    movers = tuple(man for man in men if man not in safe)
    clause = "sotr.unit.disorganized-seek-cover"
    shelter = shelter_of(state, state.units[number].side)
    return to_cover(
        lambda: new_run(state, number, movers, clause, double=double), shelter, anywhere, within_reach=False
    )


@rule("sotr.unit.disorganized-seek-cover")
async def _seek_cover(play: Play[Battle], number: int, *, double: bool) -> str:
    """Models in the open make for the nearest cover; those in cover stay."""
    action = "double" if double else "advance"
    found = _way_to_cover(play.state, number, double=double)
    if found is not None:
        walks = tuple(Walk(man, path) for man, path in found.paths.items() if len(path) > 1)
        if walks:
            await travel(play, number, March(walks), "sotr.unit.disorganized-seek-cover", verb="made for cover")
    return action


@rule("sotr.unit.disorganized-regroup-move", "sotr.unit.disorganized-in-cover", "sotr.unit.disorganized-no-voluntary")
async def _regroup_move(play: Play[Battle], number: int) -> str:
    """A move by which more models come into cover, the unit into Coherency, or most of it to its Officer."""
    state = play.state
    unit = state.units[number]
    budget, less = allowances(state, number, double=False)
    clause = "sotr.unit.disorganized-regroup-move"
    domain = marching(
        state, number, movers_of(state, number), budget, clause, linked=(), less=less, also=_helps(state, number)
    )
    words = f"{unit.name}: into cover, into Coherency or to its Officer, leaving no cover"
    march = await ask(play, number, "move", domain, words, clause, "sotr.unit.disorganized-in-cover", usual=domain.stay)
    if all(len(walk.points) == 1 or walk.points[0] == walk.points[-1] for walk in march.walks):
        return "stay"
    await travel(play, number, march, clause)
    return "advance"


def _helps(state: Battle, number: int) -> Also:
    """What else is asked of a Disorganized unit's march: nobody leaves cover, and it serves one of three purposes."""

    def also(march: March) -> Refusal | None:
        if all(len(set(walk.points)) == 1 for walk in march.walks):
            return None
        refusal = leaves_cover(state, number, march, "sotr.unit.disorganized-no-voluntary")
        refusal = refusal or _overlap(state, number, march)
        if refusal is not None:
            return refusal
        there = replace(state, layout=state.layout.placed([track.end for track in tracks_of(state, number, march)]))
        now, then = wants(state, number), wants(there, number)
        if any(less < more for less, more in zip(then, now, strict=True)):
            return None
        return Refusal(
            f"{state.units[number].name} may only move into cover, into Coherency or to its Officer",
            ("sotr.unit.disorganized-in-cover", "sotr.unit.disorganized-regroup-move"),
        )

    return also


@rule("sotr.unit.disorganized-in-cover")
def wants(state: Battle, number: int) -> tuple[int, int, int]:
    """What a unit lacks of what it may move for: models in cover, inches to Coherency, inches to its Officer's radius."""
    men = state.units[number].men
    standers = standing(state, number)
    uncovered = len(standers) - len(men_in_cover(state, number, standers))
    strays = 0
    if not in_coherency(state, number):
        for man in men:
            gap = min((between(state, man, other) for other in men if other != man), default=0)
            strays += max(0, gap - COHERENCY)
    officer = officer_of(state, number)
    far = 0
    if officer is not None and mostly_outside(state, officer, number):
        radius = command_radius(state, officer)
        far = sum(max(0, between(state, officer, man) - radius) for man in men if man != officer)
    return uncovered, strays, far


def _overlap(state: Battle, number: int, march: March) -> Refusal | None:
    """Two of a unit who would stand on the same spot."""
    ends = {man: state.layout.point(man) for man in state.units[number].men}
    ends |= {walk.figure: walk.points[-1] for walk in march.walks}
    men = sorted(ends)
    for place, one in enumerate(men):
        for other in men[place + 1 :]:
            reach = state.layout.radius(one) + state.layout.radius(other)
            (ax, ay), (bx, by) = ends[one], ends[other]
            if (ax - bx) ** 2 + (ay - by) ** 2 < reach * reach:
                why = f"{who(state, one)} would stand on {who(state, other)}"
                return Refusal(why, ("sotr.gap.fallback-edges",), figures=(one, other))
    return None


@rule("sotr.unit.disorganized-no-voluntary")
def leaves_cover(state: Battle, number: int, march: March, clause: str) -> Refusal | None:
    """The first model in cover whose way leaves it: it is looked at after every step."""
    shelter = shelter_of(state, state.units[number].side)
    for track in tracks_of(state, number, march):
        radius = state.layout.radius(track.figure)
        if not track.length or not covered(shelter, state.layout.point(track.figure), radius):
            continue
        steps = 2 * track.steps
        for step in range(1, steps + 1):
            _, x, y, _, _ = place_at(state, track, track.length * step // steps)
            if not covered(shelter, (x, y), radius):
                return Refusal(f"{who(state, track.figure)} would leave cover", (clause,), figures=(track.figure,))
    return None

"""The follow-up (1.8.5, 1.8.6): three inches for models without an enemy in contact, toward the fight if one is near."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sandtable.geometry.bodies import X, Y
from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.path_kernels import first_overlap
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import aftermath
from sandtable.play.walks import March, Walk
from sandtable.rulesets.sotr.basics.sight import COHERENCY, between, opponents, standing
from sandtable.rulesets.sotr.basics.ways import CLEAR, explainer, terms, who
from sandtable.rulesets.sotr.move.movement import getting_up
from sandtable.rulesets.sotr.react.travel import travel
from sandtable.rulesets.sotr.state import Battle, Point
from sandtable.rulesets.sotr.units.conditions import drop, get_up
from sandtable.rulesets.sotr.units.crews import RADIO
from sandtable.rulesets.sotr.units.grips import held, pair_of, touched
from sandtable.table.layout import rows

from .approach import Approach

FAR = inches(3)


class Pull(NamedTuple):
    """What a model must do with its follow-up: go for a friend's fight, or in Frenzy for the enemy; where that leads."""

    friend: int | None
    end: Point
    engages: bool
    moves: bool


@rule("sotr.assault.short", "sotr.command.strike-radio")
def may_follow_up(state: Battle, number: int) -> tuple[int, ...]:
    """The models of a unit that may follow up: standing, with no enemy in base contact, and not done for this Game Turn.

    Whoever fell short of a charge is, and the radio operator through whom a strike was called.
    """
    done = state.units[number].action == "assault"
    return tuple(
        man
        for man in standing(state, number)
        if not opponents(state, man)
        and not touched(state, man)
        and not ((done or RADIO in state.figures[man].gear) and state.figures[man].tied == state.turn)
    )


@rule("sotr.follow.must")
def friend_fighting(state: Battle, figure: int) -> int | None:
    """The nearest friend Engaged in hand-to-hand within three inches."""
    side = state.units[state.figures[figure].unit].side
    fighting = [
        man for man in dict.fromkeys(pair[side] for pair in state.engaged) if man != figure and held(state, man)
    ]
    near = [(between(state, figure, man), man) for man in fighting if not state.figures[man].down]
    far, friend = min(near, default=(FAR + 1, -1))
    return friend if far <= FAR else None


def allowed_to(state: Battle, men: Sequence[int]) -> dict[int, int]:
    """How far each may go; a Prone one gets up first."""
    lost = getting_up(state, men)
    return {man: FAR - lost.get(man, 0) for man in men}


@rule("sotr.follow.must", "sotr.frenzy.follow", "sotr.assault.only-way")
def pulls(state: Battle, number: int, men: Sequence[int]) -> dict[int, Pull]:
    """What the rules make of each model that is not free to do as it likes, planned one after another."""
    compelled = {man: friend_fighting(state, man) for man in men}
    bound = [man for man in men if compelled[man] is not None or state.figures[man].frenzied]
    if not bound:
        return {}
    way = Approach(state, number, (), allowed_to(state, bound))
    way.placed = {man: way.disc(man) for man in state.units[number].men}  # whoever has not moved yet may have to stay
    found = {}
    for man in bound:
        del way.placed[man]
        pull = _pull(state, way, man, compelled[man])
        way.put(man, pull.end)
        found[man] = pull
    return found


def _pull(state: Battle, way: Approach, man: int, friend: int | None) -> Pull:
    """Into contact if that is to be had, else as far as possible toward the friend or the nearest enemy."""
    frenzied = state.figures[man].frenzied
    here = state.layout.point(man)
    foes = way.enemies if frenzied or friend is None else opponents(state, friend)
    foes = sorted((foe for foe in foes if not state.figures[foe].down), key=lambda foe: (between(state, man, foe), foe))
    if frenzied or state.options.followup_engages:
        for foe in foes:
            if between(state, man, foe) > way.allowed[man]:
                break
            spot = way.contact(man, foe)
            if spot is not None and spot.ground is None:
                return Pull(friend, spot.point, engages=True, moves=spot.point != here)
    goal = foes[0] if (frenzied or friend is None) and foes else friend
    if goal is None:
        return Pull(friend, here, engages=False, moves=False)
    stop = way.radius(man) + way.radius(goal) + 1
    end = way.toward(man, way.point(goal), way.enemies, stop)
    return Pull(friend, end, engages=False, moves=end != here)


def compelled_march(state: Battle, number: int, found: dict[int, Pull]) -> Marching:
    """All follow-ups of models that must: not moving is not among them, what the rules ask for always is."""
    movers = tuple(found)
    walks = []
    for man, pull in found.items():
        start = state.layout.point(man)
        walks.append(Walk(man, (start, pull.end) if pull.moves else (start,)))
    return Marching(
        terms(state, number, clearance=0),
        movers,
        FAR,
        explain=explainer(state, "sotr.follow.move", FAR),
        linked=(),
        ordered=True,
        less=getting_up(state, movers),
        also=_judged(state, number, found),
        fixed=March(tuple(walks)),
    )


def _moved(state: Battle, march: March) -> Ints:
    bodies = state.layout.bodies.copy()
    for walk in march.walks:
        bodies[walk.figure, X], bodies[walk.figure, Y] = walk.points[-1]
    return bodies


def _judged(state: Battle, number: int, found: dict[int, Pull]) -> Callable[[March], Refusal | None]:
    """What else is asked of a follow-up: nobody on a comrade, an inch from enemies or in contact, and as compelled."""

    def judge(march: March) -> Refusal | None:
        bodies = _moved(state, march)
        one, other = first_overlap(bodies, rows(state.units[number].men))
        if one >= 0:
            return Refusal(
                f"{who(state, one)} would stand on another", ("sotr.gap.fallback-edges",), figures=(one, other)
            )
        for man, pull in found.items():
            if refusal := _astray(state, bodies, man, pull):
                return refusal
        return None

    return judge


def _nearest(bodies: Ints, man: int, others: Sequence[int]) -> int:
    return min((int(gap(bodies, man, bodies, other)) for other in others), default=1 << 20)


@rule("sotr.frenzy.follow", "sotr.assault.only-way", "sotr.move.one-inch")
def _astray(state: Battle, bodies: Ints, man: int, pull: Pull) -> Refusal | None:
    """What is wrong with where a model ends, if anything is."""
    side = state.units[state.figures[man].unit].side
    foes = [
        foe
        for unit in state.units
        if unit.side != side and unit.place == "table" and not unit.hidden
        for foe in unit.men
    ]
    before = state.layout.bodies
    frenzied, name = state.figures[man].frenzied, who(state, man)
    far, was = _nearest(bodies, man, foes), _nearest(before, man, foes)
    if far == 0 and not frenzied and not state.options.followup_engages:
        return Refusal(f"{name} may not engage in a follow-up", ("sotr.assault.only-way",), figures=(man,))
    if 0 < far < CLEAR and far < was:
        why = f"{name} ends within an inch of an enemy without touching him"
        return Refusal(why, ("sotr.move.one-inch",), measured=far, allowed=CLEAR, figures=(man,))
    if far == 0 or not pull.moves:
        return None
    if frenzied and pull.engages:
        return Refusal(f"{name} is Frenzied and must engage", ("sotr.frenzy.follow",), figures=(man,))
    up = [foe for foe in foes if not state.figures[foe].down]
    if frenzied and _nearest(bodies, man, up) >= _nearest(before, man, up):
        return Refusal(f"{name} is Frenzied and must close with the enemy", ("sotr.frenzy.follow",), figures=(man,))
    friend = pull.friend
    if not frenzied and friend is not None and gap(bodies, man, bodies, friend) >= gap(before, man, before, friend) > 0:
        return Refusal(f"{name} must follow up toward {who(state, friend)}", ("sotr.follow.must",), figures=(man,))
    return None


@aftermath
@rule("sotr.follow.move")
async def follow_up(play: Play[Battle], number: int) -> None:
    """The follow-up of a unit: those who must, then those who may."""
    unit = play.state.units[number]
    if not unit.on_table or unit.card.kind == "vehicle" or unit.immobilised:
        return
    bound = pulls(play.state, number, may_follow_up(play.state, number))
    if any(pull.moves for pull in bound.values()):
        await _close_in(play, number, bound)
    free = tuple(man for man in may_follow_up(play.state, number) if man not in bound)
    if free:
        await _as_they_like(play, number, free)


async def _close_in(play: Play[Battle], number: int, bound: dict[int, Pull]) -> None:
    state = play.state
    unit = state.units[number]
    domain = compelled_march(state, number, bound)
    march = await ask(
        play,
        number,
        "close in",
        domain,
        f"{unit.name}: follow up toward the fight",
        "sotr.follow.must",
        "sotr.follow.move",
        "sotr.frenzy.follow",
        usual=domain.fixed,
    )
    await _go(play, number, march, "sotr.follow.must")


MOVE, PRONE, STAY = "move", "prone", "stay"


@rule("sotr.follow.cover-prone")
async def _as_they_like(play: Play[Battle], number: int, free: tuple[int, ...]) -> None:
    """Models with nobody to help: they move, into cover or anywhere; or go Prone; or stay."""
    state = play.state
    unit = state.units[number]
    options = {STAY: STAY, MOVE: MOVE}
    if not unit.mindless and not unit.machine and not all(state.figures[man].prone for man in free):
        options[PRONE] = PRONE
    choices = OneOf(options, label={STAY: "stay", MOVE: "move up to 3 inches", PRONE: "go Prone"}.__getitem__)
    words = f"{unit.name}: follow up?"
    chosen = await ask(
        play, number, "follow up", choices, words, "sotr.follow.move", "sotr.follow.cover-prone", usual=STAY
    )
    if chosen == PRONE:
        drop(play, free, "sotr.follow.cover-prone")
    elif chosen == MOVE:
        await _move(play, number, free)


async def _move(play: Play[Battle], number: int, free: tuple[int, ...]) -> None:
    """Three inches for those who are free to; an inch clear of enemies, or into contact."""
    state = play.state
    unit = state.units[number]
    domain = free_march(state, number, free)
    words = f"{unit.name}: follow up"
    march = await ask(
        play, number, "follow up move", domain, words, "sotr.follow.move", "sotr.follow.cover-prone", usual=domain.stay
    )
    await _go(play, number, march, "sotr.follow.move")


@rule("sotr.unit.coherency-voluntary")
def free_march(state: Battle, number: int, free: tuple[int, ...]) -> Marching:
    """All follow-ups of models that may."""
    unmoved = {man: Pull(None, state.layout.point(man), engages=False, moves=False) for man in free}
    unit = state.units[number]
    return Marching(
        terms(state, number, clearance=0),
        free,
        FAR,
        explain=explainer(state, "sotr.follow.move", FAR),
        linked=() if unit.mindless or unit.machine else unit.men,
        link=COHERENCY,
        chain=state.options.coherency_chain,
        ordered=True,
        less=getting_up(state, free),
        also=_judged(state, number, unmoved),
    )


async def _go(play: Play[Battle], number: int, march: March, clause: str) -> None:
    """Carry a follow-up out; whoever touches an enemy is Engaged with him from now on, without having charged."""
    walkers = [walk.figure for walk in march.walks if len(walk.points) > 1]
    get_up(play, walkers, clause)
    if walkers:
        await travel(play, number, march, clause, "sotr.follow.move", verb="followed up", watched=False)
    state = play.state
    pairs = [
        pair_of(state, man, foe) for man in walkers if man in state.units[number].men for foe in touched(state, man)
    ]
    if pairs:
        engaged = (*state.engaged, *pairs)
        play.tell("joined the fight", "sotr.assault.only-way", clause, unit=number, sets={"engaged": engaged})

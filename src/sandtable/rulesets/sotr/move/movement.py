"""Movement actions on foot (1.6.1.5): Advance and On The Double, and the walk that every move on foot is."""

from collections.abc import Mapping, Sequence

from sandtable.geometry.kernel import ints
from sandtable.geometry.path_kernels import path_cost
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refusal, Refused
from sandtable.play.script import Play
from sandtable.play.terms_of_march import Also
from sandtable.play.walks import March
from sandtable.rulesets.sotr.basics import storeys
from sandtable.rulesets.sotr.basics.finding import exposed
from sandtable.rulesets.sotr.basics.sight import at_grips
from sandtable.rulesets.sotr.basics.ways import marching
from sandtable.rulesets.sotr.react.travel import travel
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.coherency import bound_together
from sandtable.rulesets.sotr.units.conditions import get_up, model_freed_to, reveal
from sandtable.rulesets.sotr.units.grips import held

from .driving import MOVES, drive, drives, is_hull, rate_of, strides
from .stairs import climb, land

# ---- who moves, and how far


@rule("sotr.gap.engaged-activation", "sotr.gap.vehicle-hth")
def free_to_move(state: Battle, number: int) -> tuple[int, ...]:
    """The models of a unit that may move in its movement step: not DOWN, Engaged or tied up."""
    figures, turn = state.figures, state.turn
    fighting = at_grips(state.engaged)
    return tuple(
        [
            man
            for man in state.units[number].men
            if not (figure := figures[man]).down and figure.tied != turn and not (man in fighting and held(state, man))
        ]
    )


@rule("sotr.unit.disorganized-no-voluntary", "sotr.command.jdi-ex-flamethrower")
def walkers(state: Battle, number: int) -> tuple[int, ...]:
    """Those of them who go along when their unit moves as it likes: one who cowers on his own does not, unless told to."""
    figures = state.figures
    return tuple(
        man
        for man in free_to_move(state, number)
        if not figures[man].disorganized or model_freed_to(state, man, "move")
    )


@rule(
    "sotr.model.move-normal",
    "sotr.model.move-double",
    "sotr.model.move-sneak",
    "sotr.advance.nonhuman",
    "sotr.double.rate",
    "sotr.model.move-is-maximum",
)
def allowances(state: Battle, number: int, *, double: bool) -> tuple[int, dict[int, int]]:
    """How far a unit's models may move, and what some of them lose of it (getting up)."""
    unit = state.units[number]
    return rate_of(unit, double=double), getting_up(state, unit.men)


@rule("sotr.dirt.stand-up")
def getting_up(state: Battle, men: Sequence[int]) -> dict[int, int]:
    """What Prone models lose of their move if they make one."""
    lost = state.options.tables.movement.getting_up.reach
    return {man: lost for man in men if state.figures[man].prone}


# ---- the actions


@rule("sotr.advance.stationary", "sotr.normal.eligible")
async def advance(play: Play[Battle], number: int) -> None:
    """An Advance: the unit's models move up to their normal rate, or not at all."""
    unit = play.state.units[number]
    if unit.machine:
        await drive(play, number, double=False)
        return
    clause = "sotr.advance.distance" if unit.card.kind == "infantry" else "sotr.advance.nonhuman"
    await walk(play, number, allowances(play.state, number, double=False)[0], clause, "Advance")


async def double(play: Play[Battle], number: int) -> None:
    """On The Double."""
    if play.state.units[number].machine:
        await drive(play, number, double=True)
        return
    budget, _ = allowances(play.state, number, double=True)
    await walk(play, number, budget, "sotr.double.rate", "On The Double")


@rule("sotr.model.move-sneak", "sotr.gap.prone-actions")
async def crawl(play: Play[Battle], number: int) -> None:
    """Prone models crawl as far as one sneaks, and stay Prone."""
    budget = play.state.units[number].card.sneak
    await walk(play, number, budget, "sotr.gap.prone-actions", "crawl", lying=True)


async def rise(play: Play[Battle], number: int) -> None:
    """Prone models get up where they are."""
    get_up(play, free_to_move(play.state, number), "sotr.gap.prone-actions", "sotr.dirt.stand-up")


def advance_domain(state: Battle, number: int) -> Marching | Driving:
    """The ordinary move of a unit from where it stands: an Advance."""
    unit = state.units[number]
    movers = walkers(state, number)
    why = ""
    if not unit.on_table:
        why = "it is not on the table"
    elif unit.immobilised:
        why = "it is immobilised"
    elif not movers:
        why = "nobody of it is free to move"
    if why:
        raise Refused(Refusal(f"{unit.name} cannot move about: {why}", ("sotr.advance.distance",)))
    if is_hull(unit):
        return drives(state, number, double=False)
    if unit.machine:
        return strides(state, number, double=False)
    budget, less = allowances(state, number, double=False)
    return _marching(state, number, movers, budget, "sotr.advance.distance", less)


def _marching(
    state: Battle,
    number: int,
    movers: tuple[int, ...],
    budget: int,
    clause: str,
    less: Mapping[int, int],
    also: Also | None = None,
) -> Marching:
    linked = bound_together(state, number)

    def moving(made: March) -> Refusal | None:
        stays = all(len(set(walk.points)) == 1 for walk in made.walks)
        return None if stays or also is None else also(made)

    asked = moving if also else None
    return marching(state, number, movers, budget, clause, linked=linked, less=less, also=asked)


@rule("sotr.action.one-model-at-a-time")
async def walk(  # noqa: PLR0913  # the terms of a move are many
    play: Play[Battle],
    number: int,
    budget: int,
    clause: str,
    what: str,
    *,
    also: Also | None = None,
    watched: bool = True,
    lying: bool = False,
    only: tuple[int, ...] | None = None,
) -> bool:
    """Ask for a move on foot of everybody who may move and carry it out; storeys are climbed on the way.

    Prone models stay so if they move `lying`; `only` some may be let go. Staying where one is is always allowed, whatever
    is `also` asked of a move. False if they did not get to the end.
    """
    movers = walkers(play.state, number)
    if only is not None:
        movers = tuple(man for man in movers if man in only)
    if not movers:
        return True
    less = {} if lying else getting_up(play.state, movers)
    domain = _marching(play.state, number, movers, budget, clause, less, also)
    made = await _asked(play, number, domain, "move", clause, what)
    left = {walk.figure: budget - less.get(walk.figure, 0) - _spent(domain, walk.points) for walk in made.walks}
    if not await _go(play, number, made, clause, watched=watched, lying=lying):
        return False
    return await _by_the_stair(play, number, left, clause, what, also=also, watched=watched, lying=lying)


async def _asked(play: Play[Battle], number: int, domain: Marching, kind: str, clause: str, what: str) -> March:
    unit = play.state.units[number]
    return await ask(
        play,
        number,
        kind,
        domain,
        f"{unit.name}: {what}",
        clause,
        "sotr.action.one-model-at-a-time",
        "sotr.unit.coherency-voluntary",
        usual=lambda: usual(domain),
    )


def usual(domain: Marching) -> March:
    """Staying where one is, if that is allowed; else closing up around the first model."""
    stays = domain.stay()
    if not domain.must_close_up or domain.allows(stays):
        return stays
    return domain.suggest(domain.terms.layout.point(domain.movers[0])) or stays


def _spent(domain: Marching, points: Sequence[tuple[int, int]]) -> int:
    ground = domain.terms.ground
    return int(path_cost(ints(points), 0, len(points), ground.edges, ground.pieces, domain.terms.passage))


async def _go(play: Play[Battle], number: int, made: March, clause: str, *, watched: bool, lying: bool) -> bool:
    """Carry out a march: Prone models that move get up for it, and models in contact with a vehicle leave it."""
    going = tuple(walk.figure for walk in made.walks if len(walk.points) > 1)
    if not lying:
        get_up(play, going, "sotr.dirt.stand-up")
    arrived = await travel(play, number, made, clause, watched=watched, crawling=lying)
    return arrived  # noqa: RET504  # so that its type is known


# ---- the stair


@rule("sotr.advance.stairs")
async def _by_the_stair(
    play: Play[Battle],
    number: int,
    left: dict[int, int],
    clause: str,
    what: str,
    *,
    also: Also | None,
    watched: bool,
    lying: bool,
) -> bool:
    """Models that have come to a stair with two inches left may take it, storey by storey, and go on from there."""
    climbed: dict[int, int] = {}
    for _ in range(max(left.values(), default=0) // max(1, storeys.climb(play.state))):
        free = free_to_move(play.state, number)
        able = {man: rest for man, rest in left.items() if rest >= storeys.climb(play.state) and man in free}
        steps = await climb(play, number, able, climbed)
        if not steps:
            break
        if not lying:
            get_up(play, tuple(steps), "sotr.dirt.stand-up")
        land(play, number, steps)
        if watched and play.state.units[number].hidden and exposed(play.state, number, tuple(steps), known=False):
            reveal(play, number, "sotr.hide.ends-los", why="moving in sight of enemies")
        climbed |= steps
        left = {man: left[man] - storeys.climb(play.state) for man in steps}
    movers = tuple(man for man in climbed if left.get(man, 0) > 0 and man in free_to_move(play.state, number))
    if not movers:
        return True
    most = max(left[man] for man in movers)
    less = {man: most - left[man] for man in movers if left[man] < most}
    domain = _marching(play.state, number, movers, most, clause, less, also)
    made = await _asked(play, number, domain, "move on", clause, f"{what}, on from the stair")
    return await _go(play, number, made, clause, watched=watched, lying=lying)


__all__ = [
    "MOVES",
    "advance",
    "advance_domain",
    "allowances",
    "crawl",
    "double",
    "free_to_move",
    "held",
    "rise",
    "walk",
]

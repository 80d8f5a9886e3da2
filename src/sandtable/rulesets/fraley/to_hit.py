"""The number needed To Hit: the target's Training, and every modifier of the table."""

from collections.abc import Collection, Sequence

from sandtable.mechanics.clauses import rule
from sandtable.play.modifier import Modifier

from .concealment import Sights, all_grounded, concealed
from .fire_modes import REACTING, Mode
from .options import Options
from .sight import look
from .state import Battle
from .teams import afoot, has_moved, observers, ordered_by

FAILS = 7  # a number that no die reaches
LEAST = 2  # a 1 always misses

CONCEALED = Modifier(1, "concealed", "fraley.hit.concealed")
GONE_TO_GROUND = Modifier(1, "Gone to Ground", "fraley.hit.gone-to-ground")
OBSERVING = Modifier(1, "CC observing", "fraley.hit.cc-observing")
REACTION_FIRE = Modifier(1, "Reaction Fire", "fraley.hit.reaction")
ON_OVERWATCH = Modifier(1, "Overwatch", "fraley.overwatch.no-penalty")
LONG_RANGE = Modifier(1, "Long Range", "fraley.hit.long-range")
MOVING = Modifier(-1, "moving in the open", "fraley.hit.moving-in-open")
MOVED = Modifier(1, "moved", "fraley.hit.firer-moved")
MOVE_AND_FIRE = Modifier(1, "Move and Fire", "fraley.action.move-and-fire")


def modifiers(
    state: Battle,
    target: int,
    teams: Sequence[int],
    firers: Sequence[int],
    mode: Mode,
    *,
    moved: bool,
    at_fire: Collection[int] | None = None,
    sights: Sights | None = None,
) -> list[Modifier]:
    """The modifiers that hold for all who fire at a group of Teams of a Unit; Long Range is added Team by Team.

    `at_fire` and `sights` are as for `concealed`.
    """
    if sights is None:
        sights = look(state, firers, teams)
    hidden = concealed(state, teams, firers, at_fire=at_fire, sights=sights)
    rest = [man for man in afoot(state, state.figures[firers[0]].unit) if man not in firers]
    found = _of_the_target(state, target, teams, firers, sights, hidden=hidden, rest=rest)
    found += [*(after_moving(state.options) if moved else ()), *of_the_occasion(state.options, mode)]
    if not hidden and is_on_the_move(state, target, mode):
        found.append(MOVING)
    return found


@rule("fraley.barrage.range-in", "fraley.barrage.observer", "fraley.hit.cc-observing")
def ranging_in(state: Battle, target: int, teams: Sequence[int], observer: int) -> list[Modifier]:
    """The modifiers of the roll by which an observer ranges in on a Unit: what he sees of it counts, and a CC is worse."""
    sights = look(state, (observer,), teams)
    hidden = concealed(state, teams, (observer,), at_fire=(observer,), sights=sights)
    found = _of_the_target(state, target, teams, (observer,), sights, hidden=hidden)
    if state.units[state.figures[observer].unit].card.rank == "cc":
        found.append(OBSERVING)
    if not hidden and is_on_the_move(state, target, "fire"):
        found.append(MOVING)
    return found


@rule("fraley.gtg.lost-by-visible-team", "fraley.gtg.declare-effect")
def _of_the_target(
    state: Battle,
    target: int,
    teams: Sequence[int],
    firers: Sequence[int],
    sights: Sights,
    *,
    hidden: bool,
    rest: Sequence[int] = (),
) -> list[Modifier]:
    """Concealed and Gone to Ground; only one of them counts where they do not stack.

    A Team that is up and seen by any Team of the firing Unit costs the whole target the second: by the `rest`, too.
    """
    either = hidden and not state.options.gtg_stacks_with_concealed
    down = not either and all_grounded(state, teams, firers, host=target, sights=sights)
    down = down and (not rest or all_grounded(state, teams, rest, host=target))
    return of_the_target(state.options, hidden=hidden, down=down)


@rule("fraley.hit.concealed", "fraley.hit.gone-to-ground")
def of_the_target(options: Options, *, hidden: bool, down: bool) -> list[Modifier]:
    """What a target's concealment and its being Gone to Ground add, where both count or only one."""
    found = [CONCEALED] if hidden else []
    if down and (options.gtg_stacks_with_concealed or not hidden):
        found.append(GONE_TO_GROUND)
    return found


@rule("fraley.hit.reaction", "fraley.overwatch.no-penalty")
def of_the_occasion(options: Options, mode: Mode) -> list[Modifier]:
    """What firing in somebody else's move adds."""
    if mode == "reaction":
        return [REACTION_FIRE]
    return [ON_OVERWATCH] if mode == "overwatch" and options.overwatch_penalty else []


@rule("fraley.hit.firer-moved")
def after_moving(options: Options) -> tuple[Modifier, ...]:
    """What fire after a Move in the same action costs."""
    return (MOVED, MOVE_AND_FIRE) if options.move_and_fire_stacks else (MOVED,)


@rule("fraley.hit.firer-moved-scope", "fraley.hit.firer-moved", "fraley.fo.units")
def counts_as_moved(state: Battle, figure: int, mode: Mode) -> bool:
    """Whether a Team fires as one that moved: if any Team of its Unit did in this action, or only if it did itself.

    An observer is a Team of his battery.
    """
    if mode != "moved":
        return False
    team = state.figures[figure]
    orders = ordered_by(state, team.unit)
    went = any(has_moved(state, number) for number in (orders, *observers(state, orders)))
    return went and (team.moved or state.options.moved_penalty_scope == "unit")


@rule("fraley.hit.moving-in-open")
def is_on_the_move(state: Battle, target: int, mode: Mode) -> bool:
    """Whether the target counts as moving: fire interrupts its move, or it moved last time where that counts too."""
    return moves_in_the_open(state.options, mode, went=has_moved(state, target))


def moves_in_the_open(options: Options, mode: Mode, *, went: bool) -> bool:
    """The same for a target of which one knows whether it moved in its last activation."""
    return mode in REACTING or (options.moving_in_open == "last_activation" and went)


# ---- the number


@rule("fraley.fire.base-number")
def needed(state: Battle, target: int, mods: Sequence[Modifier]) -> int:
    """The number that a die needs."""
    return state.units[target].card.to_hit + sum(modifier.value for modifier in mods)


@rule("fraley.hit.seven-plus")
def is_hopeless(number: int) -> bool:
    """Whether a number needed means that fire fails without a die."""
    return number >= FAILS


@rule("fraley.hit.one-or-less")
def least_face(number: int) -> int:
    """The lowest face that hits: a 1 misses whatever is needed."""
    return max(LEAST, number)


def said(number: int, mods: Sequence[Modifier]) -> str:
    """What a die needs, with what has made it so: `5+ (+1 concealed, +1 Long Range)`."""
    reasons = f" ({', '.join(map(str, mods))})" if mods else ""
    return f"{least_face(number)}+{reasons}"


@rule("fraley.hit.one-or-less")
def spoils_saves(number: int) -> bool:
    """Whether passed Saves against a hit are rolled again, because no more than 1 was needed."""
    return number <= 1

"""The number needed To Hit: the target's Training, and every modifier of the table."""

from collections.abc import Collection, Sequence

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import felt
from sandtable.play.modifier import Modifier
from sandtable.rulesets.fraley.basics.sight import look
from sandtable.rulesets.fraley.basics.teams import afoot, has_moved, observers, ordered_by
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle, Level

from .concealment import Sights, all_grounded, concealed
from .fire_modes import REACTING, Mode

FAILS = 7  # a number that no die reaches
LEAST = 2  # a 1 always misses


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
    down = _is_down(state, target, teams, firers, sights, hidden=hidden, rest=rest)
    found = of_all(state.options, mode, hidden=hidden, down=down, went=has_moved(state, target))
    return [*found, *(after_moving(state.options) if moved else ())]


def of_all(options: Options, mode: Mode, *, hidden: bool, down: bool, went: bool) -> list[Modifier]:
    """The same from what was measured: the target's concealment, being Gone to Ground, and moving last time."""
    found = [*of_the_target(options, hidden=hidden, down=down), *of_the_occasion(options, mode)]
    if not hidden and moves_in_the_open(options, mode, went=went):
        found += moving(options)
    return found


def of_one(options: Options, *, moved: bool, far: bool) -> tuple[Modifier, ...]:
    """The modifiers of one weapon besides: of a Team that fires after a Move, and of Long Range."""
    return (*(after_moving(options) if moved else ()), *(at_long_range(options) if far else ()))


@rule("fraley.barrage.range-in", "fraley.barrage.observer", "fraley.hit.cc-observing")
def ranging_in(state: Battle, target: int, teams: Sequence[int], observer: int) -> list[Modifier]:
    """The modifiers of the roll by which an observer ranges in on a Unit: what he sees of it counts, and a CC is worse."""
    sights = look(state, (observer,), teams)
    hidden = concealed(state, teams, (observer,), at_fire=(observer,), sights=sights)
    down = _is_down(state, target, teams, (observer,), sights, hidden=hidden)
    cc = state.units[state.figures[observer].unit].card.rank == "cc"
    return of_ranging_in(state.options, hidden=hidden, down=down, went=has_moved(state, target), cc=cc)


@rule("fraley.barrage.range-in", "fraley.hit.cc-observing")
def of_ranging_in(options: Options, *, hidden: bool, down: bool, went: bool, cc: bool) -> list[Modifier]:
    """The same from what was measured; a CC observes worse."""
    found = of_the_target(options, hidden=hidden, down=down)
    if cc:
        found += observing(options)
    if not hidden and moves_in_the_open(options, "fire", went=went):
        found += moving(options)
    return found


@rule("fraley.gtg.lost-by-visible-team", "fraley.gtg.declare-effect")
def _is_down(
    state: Battle,
    target: int,
    teams: Sequence[int],
    firers: Sequence[int],
    sights: Sights,
    *,
    hidden: bool,
    rest: Sequence[int] = (),
) -> bool:
    """Whether being Gone to Ground counts, which is not looked at where only one of it and concealment does.

    A Team that is up and seen by any Team of the firing Unit costs the whole target the bonus: by the `rest`, too.
    """
    either = hidden and not state.options.gtg_stacks_with_concealed
    down = not either and all_grounded(state, teams, firers, host=target, sights=sights)
    return down and (not rest or all_grounded(state, teams, rest, host=target))


@rule("fraley.hit.concealed", "fraley.hit.gone-to-ground")
def of_the_target(options: Options, *, hidden: bool, down: bool) -> list[Modifier]:
    """What a target's concealment and its being Gone to Ground add, where both count or only one."""
    hit = options.tables.hit
    found = [hit.concealed.because("concealed")] if hidden else []
    if down and (options.gtg_stacks_with_concealed or not hidden):
        found.append(hit.gone_to_ground.because("Gone to Ground"))
    return felt(found)


@rule("fraley.hit.reaction", "fraley.overwatch.no-penalty")
def of_the_occasion(options: Options, mode: Mode) -> list[Modifier]:
    """What firing in somebody else's move adds."""
    hit = options.tables.hit
    if mode == "reaction":
        return felt([hit.reaction.because("Reaction Fire")])
    return felt([hit.overwatch.because("Overwatch")] if mode == "overwatch" else [])


@rule("fraley.hit.firer-moved")
def after_moving(options: Options) -> tuple[Modifier, ...]:
    """What fire after a Move in the same action costs."""
    hit = options.tables.hit
    twice = [hit.move_and_fire.because("Move and Fire")] if options.move_and_fire_stacks else []
    return tuple(felt([hit.moved.because("moved"), *twice]))


@rule("fraley.hit.long-range")
def at_long_range(options: Options) -> list[Modifier]:
    """What Long Range adds."""
    return felt([options.tables.hit.long_range.because("Long Range")])


@rule("fraley.hit.cc-observing")
def observing(options: Options) -> list[Modifier]:
    """What a CC adds who observes for a barrage."""
    return felt([options.tables.hit.cc_observing.because("CC observing")])


@rule("fraley.hit.moving-in-open")
def moving(options: Options) -> list[Modifier]:
    """What a target adds that moves in the open."""
    return felt([options.tables.hit.moving_in_open.because("moving in the open")])


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
def moves_in_the_open(options: Options, mode: Mode, *, went: bool) -> bool:
    """Whether the target counts as moving: fire interrupts its move, or it moved last time where that counts too."""
    return mode in REACTING or (options.moving_in_open == "last_activation" and went)


# ---- the number


@rule("fraley.fire.base-number")
def needed(state: Battle, target: int, mods: Sequence[Modifier]) -> int:
    """The number that a die needs."""
    return base_number(state.options, state.units[target].card.training) + sum(modifier.value for modifier in mods)


@rule("fraley.fire.base-number", "fraley.training.green", "fraley.training.veteran", "fraley.training.elite")
def base_number(options: Options, level: Level) -> int:
    """What enemies need who fire at Teams of a level of Training, before modifiers."""
    return options.tables.training[level].to_hit


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

"""Wounds (1.6.2.8, 1.6.2.9): the roll on the wound table, who suffers what, and DOWN models."""

from collections.abc import Iterable, Sequence

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OnTable, SomeOf
from sandtable.play.script import Play
from sandtable.play.stage import returned, stage, then, thrown
from sandtable.rulesets.sotr.basics.alike import kinds, settled
from sandtable.rulesets.sotr.basics.charts import printed
from sandtable.rulesets.sotr.basics.hidden import called
from sandtable.rulesets.sotr.basics.sight import apart
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.losses import Losses, add_losses

from .armour import facing, strike_often
from .falling import Fallen, Fell, armour_of, befall, carries_fuel, columns_of, mark_hit, put_down, take_out
from .wound_dice import (
    DOWN,
    GONER,
    TANK,
    Pool,
    Tally,
    Wounding,
    roll_pool,
    single_wounds_roll,
    worst,
    wound_roll,
)

__all__ = [
    "Dealt", "Hits", "Losses", "Pool", "Wounding", "add_losses", "armour_of", "described", "put_down", "sparing", "take_out",
    "wound_dealt", "wound_models", "wound_pool", "wound_roll", "wound_unit",
]  # fmt: skip

Hits = tuple[tuple[int, int], ...]  # (model, how many hits)
Dealt = tuple[tuple[int, Wounding, int], ...]  # (model, how, how many hits)
AT_ONCE = 4  # single dice for as many models at most are thrown together


# ---- hits on particular models


@rule("sotr.alloc.grouped-roll", "sotr.wound.allocated-applies", "sotr.wound.ex-sarge")
async def wound_models(
    play: Play[Battle], hits: Hits, how: Wounding, by: int | None, because: tuple[str, ...]
) -> Losses:
    """Hits on particular models, of one unit or several (templates, allocated shots, blows): roll, apply the worst of each.

    Machines among them are struck through `armour.strike`. Models hit lose Overwatch. `by` is the attacking unit.
    """
    losses = await wound_dealt(play, tuple((figure, how, count) for figure, count in hits), by, because)
    return losses  # noqa: RET504  # mypy loses the type of an awaited stage in a return


@stage
async def wound_dealt(play: Play[Battle], dealt: Dealt, by: int | None, because: tuple[str, ...]) -> Losses:
    """Hits on particular models that may wound in different ways: everybody suffers the worst that befalls him."""
    state = play.state
    dealt = tuple(one for one in dealt if one[2] > 0 and state.layout.on_table(one[0]))
    if state.options.wound_die_per == "model":
        dealt = _one_each(dealt)
    men = tuple(one for one in dealt if not state.units[state.figures[one[0]].unit].machine)
    mark_hit(play, [figure for figure, _, _ in dealt])
    fallen = await _roll_dealt(play, men, by, because)
    losses = await befall(play, fallen, by, because)
    for figure, how, count in dealt:
        if (figure, how, count) not in men:
            losses = add_losses(losses, await strike_machine(play, figure, how, count, by, because))
    return losses


@rule("sotr.wound.roll")
def _one_each(dealt: Dealt) -> Dealt:
    """Where a model takes a single die however often it is hit: that of the most dangerous hit."""
    found: dict[int, Wounding] = {}
    for figure, how, _ in dealt:
        if figure not in found or (how.goner, how.plus + how.shift) > (
            found[figure].goner,
            found[figure].plus + found[figure].shift,
        ):
            found[figure] = how
    return tuple((figure, how, 1) for figure, how in found.items())


@stage
async def _roll_dealt(play: Play[Battle], dealt: Dealt, by: int | None, because: tuple[str, ...]) -> Fallen:
    """The dice for one model after another; single dice for several of a unit are thrown together."""
    if not dealt:
        return ()
    *before, mine = _throws(play.state, dealt)
    fallen: Fallen = ()
    if before:
        fallen = await _roll_dealt(play, dealt[: -len(mine)], by, because)
    suffered = await _roll_together(play, mine, by, because)
    return settled(play.state, (*fallen, *suffered))


async def _roll_together(play: Play[Battle], dealt: Dealt, by: int | None, because: tuple[str, ...]) -> Fallen:
    """One throw: for one model, or a die each for several."""
    state = play.state
    figure, how, count = dealt[0]
    if how.goner:
        return (Fell(figure, GONER),)
    seat = _thrower(state, figure, by)
    columns = columns_of(state, figure)
    men = [one for one, _, _ in dealt]
    why = f"wounds of {_spoken_of(state, men)}"
    if len(dealt) == 1:
        tanks = how.ranged and carries_fuel(state, figure)
        rolled = await wound_roll(count, columns, how, why, because, seat, tanks=tanks, single=True)
        return (Fell(figure, worst(rolled.value), how.burns, how.ranged),)
    singles = await single_wounds_roll(kinds(state, men), columns, how, why, because, seat)
    return tuple([Fell(one, said, how.burns, how.ranged) for one, said in zip(men, singles.value, strict=True)])


def _throws(state: Battle, dealt: Dealt) -> list[Dealt]:
    """What is thrown for together, in order."""
    found = []
    while dealt:
        many = 1 if dealt[0][1].goner else max(1, len(_together(state, dealt)))
        found.append(dealt[:many])
        dealt = dealt[many:]
    return found


@rule("sotr.hide.effect")
def _spoken_of(state: Battle, figures: Sequence[int]) -> str:
    """Models as one speaks of them over dice that everybody sees: of Hidden ones nothing else is said."""
    number = state.figures[figures[0]].unit
    if state.units[number].hidden:
        return called(state, number)
    if len(figures) == 1:
        return who(state, figures[0])
    return f"{state.units[number].name}: {', '.join(state.figures[one].role for one in figures)}"


def _thrower(state: Battle, figure: int, by: int | None) -> int:
    """The attacker throws; where nobody in particular attacks, the enemy does."""
    return 1 - state.units[state.figures[figure].unit].side if by is None else state.units[by].side


def _together(state: Battle, dealt: Dealt) -> list[int]:
    """The models at the head of the list that take one equal die each."""
    first, how, _ = dealt[0]
    found = []
    for figure, other, count in dealt[:AT_ONCE]:
        same = other == how and armour_of(state, figure) == armour_of(state, first)
        single = count == 1 and not (how.ranged and carries_fuel(state, figure))
        if not same or not single or state.figures[figure].unit != state.figures[first].unit or figure in found:
            break
        found.append(figure)
    return found


async def strike_machine(
    play: Play[Battle], machine: int, how: Wounding, hits: int, by: int | None, because: tuple[str, ...]
) -> Losses:
    """Hits on a machine, on the side that looks at whoever attacks."""
    number = play.state.figures[machine].unit
    side = "side"
    if by is not None and (attackers := _on_table(play.state, by)):
        nearest = min(attackers, key=lambda man: (apart(play.state, (man,), (machine,)), man))
        side = facing(play.state, machine, play.state.layout.point(nearest))
    lost = await strike_often(play, machine, hits, how.pen, side, by, because)
    return ((number, 1),) if lost else ()


def _on_table(state: Battle, number: int) -> list[int]:
    return [man for man in state.units[number].men if state.layout.on_table(man)]


# ---- hits on a unit


@stage
async def wound_unit(
    play: Play[Battle], number: int, hits: int, how: Wounding, by: int, able: tuple[int, ...], because: tuple[str, ...]
) -> Losses:
    """Hits rolled together at a unit: roll, then its owner chooses who of `able` suffers which result."""
    losses = await wound_pool(play, number, ((how, hits),), by, able, because)
    return losses  # noqa: RET504


@stage
@rule("sotr.wound.excess-lost", "sotr.alloc.ex-open")
async def wound_pool(
    play: Play[Battle], number: int, pool: Pool, by: int, able: tuple[int, ...], because: tuple[str, ...]
) -> Losses:
    """Hits of several kinds rolled together at a unit, in one group for each kind."""
    state = play.state
    able = tuple(man for man in state.units[number].men if man in able)
    hits = sum(count for _, count in pool)
    if not able or not hits:
        return ()
    if state.units[number].machine:
        return await wound_dealt(play, tuple((able[0], how, count) for how, count in pool), by, because)
    if len({armour_of(state, man) for man in able}) > 1:
        return await wound_dealt(play, await _spread(play, number, pool, able), by, because)
    most = hits if state.options.wound_die_per == "hit" else len(able)
    dice = thrown(
        play,
        roll_pool,
        pool,
        columns_of(state, able[0]),
        most,
        len(able),
        tanks=any(carries_fuel(state, man) for man in able),
        why=f"wounds of {called(state, number)}",
        because=because,
        seat=state.units[by].side,
    )
    burns, ranged = any(how.burns for how, _ in pool), any(how.ranged for how, _ in pool)
    struck = min(hits, len(able))
    losses = await returned(then(dice, play, _assign, number, able, struck, by, because, burns=burns, ranged=ranged))
    return losses  # noqa: RET504


@rule("sotr.gap.mixed-armour")
async def _spread(play: Play[Battle], number: int, pool: Pool, able: tuple[int, ...]) -> Dealt:
    """Its owner spreads hits over models with different armour as evenly as possible, before wounds are rolled."""
    shots = [how for how, count in pool for _ in range(count)]
    surplus = len(shots) % len(able)
    first = await _chosen(
        play, number, able, surplus, "hits", f"{surplus} of {len(shots)} hits are left over: who takes one more?",
        ("sotr.gap.mixed-armour",),
    )  # fmt: skip
    order = [*first, *(man for man in able if man not in first)]
    found: dict[tuple[int, Wounding], int] = {}
    for place, how in enumerate(shots):
        key = order[place % len(order)], how
        found[key] = found.get(key, 0) + 1
    return tuple((man, how, count) for (man, how), count in sorted(found.items(), key=lambda one: one[0][0]))


@stage
@rule("sotr.wound.owner-applies", "sotr.wound.excess-lost")
async def _assign(  # noqa: PLR0913  # what the dice said, and on whom
    play: Play[Battle],
    tally: Tally,
    number: int,
    able: tuple[int, ...],
    struck: int,
    by: int,
    because: tuple[str, ...],
    *,
    burns: bool,
    ranged: bool,
) -> Losses:
    """The owner chooses who suffers what: every result goes to another model, and what is left over is lost."""
    name = play.state.units[number].name
    count, laid = tally.goners, tally.downs
    whose = "who is a GONER" if count == 1 else f"who are the {count} GONERs"
    gone = await _chosen(
        play, number, able, count, "casualties", f"{name}: {whose}?",
        ("sotr.wound.owner-applies", "sotr.wound.goner"),
    )  # fmt: skip
    left = tuple(man for man in able if man not in gone)
    whose = "who goes DOWN" if laid == 1 else f"which {laid} go DOWN"
    down = await _chosen(
        play, number, left, laid, "casualties", f"{name}: {whose}?",
        ("sotr.wound.owner-applies", "sotr.wound.down"),
    )  # fmt: skip
    spared = tally.sixes - sum(not carries_fuel(play.state, man) for man in gone)  # sixes that only a carrier can take
    fallen: list[Fell] = []
    for man in gone:
        blown = carries_fuel(play.state, man) and spared > 0
        spared -= blown
        fallen.append(Fell(man, TANK if blown else GONER))
    fallen += [Fell(man, DOWN, burns, ranged) for man in down]
    unhurt = sorted((man for man in left if man not in down), key=lambda man: (play.state.figures[man].overwatch, man))
    mark_hit(play, [*gone, *down, *unhurt][:struck])
    if not fallen:
        play.tell("had flesh wounds", "sotr.wound.flesh", unit=number)
        return ()
    return await befall(play, tuple(fallen), by, because)


def sparing(state: Battle, men: Iterable[int]) -> list[int]:
    """Models from the least valuable to the most: DOWN ones, plain ones, those with heavy weapons, gear or a rank."""
    arsenal = printed()

    def worth(man: int) -> tuple[bool, bool, bool, int, int]:
        figure = state.figures[man]
        arms = max((arsenal[weapon].cost for weapon in figure.weapons), default=0)
        return not figure.down, bool(figure.rank), bool(figure.gear), arms, -man

    return sorted(men, key=worth)


async def _chosen(
    play: Play[Battle], number: int, able: tuple[int, ...], count: int, kind: str, prompt: str, because: tuple[str, ...]
) -> list[int]:
    """So many of a unit's models, as its owner likes; not asked where there is no choice."""
    if count == 0:
        return []
    if count >= len(able):
        return list(able)
    state = play.state
    choices = SomeOf(
        {f"m{man}": man for man in able},
        count,
        count,
        label=lambda man: described(state, man),
        points=lambda man: OnTable(number, man),
    )
    return await ask(
        play, number, kind, choices, prompt, *because, usual=lambda: [f"m{man}" for man in sparing(state, able)[:count]]
    )


def described(state: Battle, man: int) -> str:
    """How to speak of a model when choosing it."""
    figure = state.figures[man]
    marks = [mark for mark, said in (("DOWN", figure.down), ("Prone", figure.prone)) if said]
    return " ".join([figure.role, *marks])

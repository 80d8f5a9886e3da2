"""The dice of a volley: equal ones thrown together, at anybody of a unit or at one model after another."""

from typing import NamedTuple

from sandtable.mechanics.clauses import rule
from sandtable.play.modifier import Modifier
from sandtable.play.script import Play
from sandtable.play.stage import last, stage, then, thrown
from sandtable.rulesets.sotr.harm.falling import Fell, befall, carries_fuel, columns_of, mark_hit
from sandtable.rulesets.sotr.harm.wound_dice import DOWN, FLESH, GONER, Wounding, worst, wound_roll
from sandtable.rulesets.sotr.harm.wounds import described
from sandtable.rulesets.sotr.nerve.breaking import break_tests
from sandtable.rulesets.sotr.sheet import Columns
from sandtable.rulesets.sotr.state import Battle

from .to_hit import hit_roll

ANYBODY, MISSED = -1, -1


class Dice(NamedTuple):
    """Equal dice: how many, what each must show and why, how a hit wounds, and whom they are for."""

    shots: int
    needed: int
    how: Wounding
    model: int = ANYBODY
    heads: bool = False
    side: str = ""  # of a machine
    reasons: tuple[Modifier, ...] = ()
    aloud: str = ""  # the reasons, where they differ


class Scored(NamedTuple):
    """Hits of one kind."""

    how: Wounding
    side: str
    hits: int


async def _roll_group(one: Dice, why: str, seat: int) -> tuple[int, ...]:
    because = tuple(dict.fromkeys(modifier.clause for modifier in one.reasons))
    rolled = await hit_roll(
        one.shots, one.needed, why, because, seat, heads=one.heads, reasons=one.reasons, aloud=one.aloud
    )
    return rolled.value


@rule("sotr.alloc.same-cover", "sotr.sniper.headshot")
async def roll_hits(dice: tuple[Dice, ...], *, why: str, seat: int) -> tuple[Scored, ...]:
    """Every group of equal dice, one throw each; headshots are GONERs without a wound roll."""
    found: dict[tuple[Wounding, str], int] = {}
    for one in dice:
        hits, heads = await _roll_group(one, why, seat)
        for count, how in ((hits, one.how), (heads, one.how._replace(goner=True))):
            found[how, one.side] = found.get((how, one.side), 0) + count
    return tuple(Scored(*key, hits) for key, hits in sorted(found.items()) if hits)


# ---- shots that were allocated


@rule("sotr.alloc.grouped-roll", "sotr.alloc.worst-result", "sotr.wound.roll", "sotr.sniper.headshot")
async def roll_at_model(
    dice: tuple[Dice, ...], columns: Columns, *, tanks: bool, one_die: bool, why: str, wounds: str, seat: int
) -> int:
    """All dice for one model, to hit and to wound: the worst that befalls it, or that it is missed."""
    pool: dict[Wounding, int] = {}
    for one in dice:
        hits, heads = await _roll_group(one, why, seat)
        if heads:
            pool[one.how._replace(goner=True)] = heads
        if hits:
            pool[one.how] = pool.get(one.how, 0) + hits
    if not pool:
        return MISSED
    if any(how.goner for how in pool):
        return GONER
    if one_die:
        pool = {max(pool, key=lambda how: how.plus + how.shift): 1}
    found = FLESH
    for how, hits in pool.items():
        because = ("sotr.wound.allocated-applies",)
        rolled = await wound_roll(hits, columns, how, wounds, because, seat, tanks=tanks and how.ranged)
        found = max(found, worst(rolled.value))
    return found


@stage
@rule("sotr.alloc.grouped-roll", "sotr.wound.allocated-applies", "sotr.wound.ex-sarge", "sotr.alloc.ex-sarge")
async def fire_at_each(
    play: Play[Battle],
    number: int,
    target: int,
    dice: tuple[Dice, ...],
    why: str,
    fallen: tuple[Fell, ...] = (),
    *,
    hit: bool = False,
) -> None:
    """Allocated shots, one model after another; what befalls them is applied when all are done."""
    if not dice:
        await last(_settle(play, number, target, fallen, hit=hit))
        return
    state = play.state
    model = dice[0].model
    name = described(state, model)
    rolls = thrown(
        play,
        roll_at_model,
        tuple(one for one in dice if one.model == model),
        columns_of(state, model),
        tanks=carries_fuel(state, model),
        one_die=state.options.wound_die_per == "model",
        why=f"{why}'s {name}" if len(state.units[target].men) > 1 else why,
        wounds=f"wounds of {state.units[target].name}'s {name}",
        seat=state.units[number].side,
    )
    rest = tuple(one for one in dice if one.model != model)
    await then(rolls, play, _next_model, number, target, rest, why, fallen, model, hit=hit)


@stage
async def _next_model(  # noqa: PLR0913  # what has been said of whom so far
    play: Play[Battle],
    said: int,
    number: int,
    target: int,
    rest: tuple[Dice, ...],
    why: str,
    fallen: tuple[Fell, ...],
    model: int,
    *,
    hit: bool,
) -> None:
    if said >= FLESH:
        mark_hit(play, [model])
    if said >= DOWN:
        fallen = (*fallen, Fell(model, said))
    await last(fire_at_each(play, number, target, rest, why, fallen, hit=hit or said >= FLESH))


@stage
async def _settle(play: Play[Battle], number: int, target: int, fallen: tuple[Fell, ...], *, hit: bool) -> None:
    """What allocated shots did to a unit."""
    if not hit:
        play.tell("was missed", "sotr.shoot.roll", unit=target)
    elif not fallen:
        play.tell("had flesh wounds", "sotr.wound.flesh", unit=target)
    else:
        losses = await befall(play, fallen, number, ("sotr.wound.allocated-applies",))
        await break_tests(play, losses, number)

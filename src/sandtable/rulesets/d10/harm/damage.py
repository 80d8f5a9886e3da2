"""Hits allocated, damage rolled, wounds taken: what every volley and every blow leads to."""

from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.grammar import count_of, whose
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import thrown
from sandtable.rulesets.d10.basics.charts import LARGE, SIDES, needed
from sandtable.rulesets.d10.basics.checks import say, score
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Battle

from .allocation import allocate
from .armour import Hit, hurts, toughness


@rule("d10.test.damage", "d10.gap.damage-stat", "d10.test.active-stat", "d10.shoot.natural-1")
def damage_score(strength: int, against: int, options: Options) -> int:
    """What a damage die must show: strength against Toughness."""
    return score(needed(strength, against, options), (), natural=options.natural_rule_everywhere)


def damage_roll(dice: int, least: int, why: str, seat: int, against: str) -> Roll[int]:
    """Damage dice that need the same, by what meets what."""
    because = ("d10.shoot.damage", "d10.test.damage", "d10.test.table")
    step = f"to harm ({against})"
    return Roll(dice, SIDES, AtLeast(least), why=why, because=because, seat=seat, needs=say(least), step=step)


@rule("d10.gap.tag-at")
def wounds_of(hit: Hit, size: int) -> int:
    """How many wounds a passed damage roll takes: the AT number from models of size 4 on."""
    return hit.at if hit.at and size >= LARGE else 1


Taken = tuple[tuple[int, int], ...]  # models with the wounds they take


class Lot(NamedTuple):
    """Damage dice that are thrown together: for which models, how many, what each needs and takes, what meets what."""

    figures: tuple[int, ...]
    dice: int
    least: int
    wounds: int
    against: str


@rule("d10.shoot.sequence", "d10.shoot.allocate", "d10.shoot.damage")
async def damage_dice(
    play: Play[Battle], target: int, hits: Sequence[Hit], eligible: Sequence[int], by: int
) -> Callable[[], Coroutine[Any, Any, Taken]]:
    """The dice for some hits on a target, once they have been allocated: they say what wounds each model takes."""
    state = play.state
    unit = state.units[target]
    harmful = [hit for hit in hits if hurts(unit.card, hit, state.options)]
    lost = sum(hit.hits for hit in hits) - sum(hit.hits for hit in harmful)
    if lost:
        tells = {"hits": lost, "why": "too weak for its armour"}
        play.tell("was not harmed", "d10.gap.tag-armoured", unit=target, tells=tells)
    lots, whys = list[Lot](), list[str]()
    for figures, hit, dice in _batches(state, await allocate(play, target, harmful, eligible, by)):
        met = toughness(unit.card, hit)
        least = damage_score(hit.strength, met, state.options)
        size = state.figures[figures[0]].size
        lots.append(Lot(figures, dice, least, wounds_of(hit, size), f"strength {hit.strength} against T {met}"))
        whys.append(f"{whose(unit.name)} {count_of(dice, 'hit', 'hits')} at strength {hit.strength}")
    return lambda: thrown(play, roll_wounds, tuple(lots), why=tuple(whys), seat=by)


async def wounds_from(
    play: Play[Battle], target: int, hits: Sequence[Hit], eligible: Sequence[int], by: int
) -> dict[int, int]:
    """The wounds that each model of a target takes of some hits: allocated, then rolled for."""
    throw = await damage_dice(play, target, hits, eligible, by)
    return dict(await throw())


async def roll_wounds(lots: tuple[Lot, ...], *, why: tuple[str, ...], seat: int) -> Taken:
    """A die for each hit; of several models with one each those named first fall first."""
    wounds: Counter[int] = Counter()
    for lot, said in zip(lots, why, strict=True):
        passed = (await damage_roll(lot.dice, lot.least, said, seat, lot.against)).value
        if len(lot.figures) == 1:
            wounds[lot.figures[0]] += passed * lot.wounds
        else:
            wounds.update(dict.fromkeys(lot.figures[:passed], lot.wounds))
    return tuple((figure, number) for figure, number in wounds.items() if number)


@rule("d10.shoot.damage", "d10.gap.wounds")
def _batches(state: Battle, given: Sequence[tuple[int, Hit]]) -> list[tuple[tuple[int, ...], Hit, int]]:
    """Hits whose dice are thrown together: those of like models with a hit each, of whom the first named fall first.

    A model with several hits throws for itself, or a second kind of hits would fall on those whom the first has felled.
    """
    count: Counter[int] = Counter()
    for figure, hit in given:
        count[figure] += hit.hits
    found: list[tuple[tuple[int, ...], Hit, int]] = []
    alike: dict[tuple[str, tuple[str, ...], Hit], list[int]] = {}
    for figure, hit in given:
        model = state.figures[figure]
        if count[figure] == 1 and model.wounds == 1:
            alike.setdefault((model.role, model.weapons, hit), []).append(figure)
        else:
            found.append(((figure,), hit, hit.hits))
    return found + [(tuple(figures), hit, len(figures)) for (_, _, hit), figures in alike.items()]

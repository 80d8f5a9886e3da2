"""Hits allocated, damage rolled, wounds taken: what every volley and every blow leads to."""

from collections import Counter
from collections.abc import Sequence

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.grammar import count_of, whose
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
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


@rule("d10.shoot.damage")
async def passed_of(play: Play[Battle], target: int, hit: Hit, by: int) -> int:
    """How many hits on a unit do harm: a die each."""
    unit = play.state.units[target]
    met = toughness(unit.card, hit)
    least = damage_score(hit.strength, met, play.state.options)
    why = f"{whose(unit.name)} {count_of(hit.hits, 'hit', 'hits')} at strength {hit.strength}"
    return (await damage_roll(hit.hits, least, why, by, f"strength {hit.strength} against T {met}")).value


@rule("d10.shoot.sequence", "d10.shoot.allocate", "d10.shoot.damage")
async def wounds_from(
    play: Play[Battle], target: int, hits: Sequence[Hit], eligible: Sequence[int], by: int
) -> dict[int, int]:
    """The wounds that each model of a target takes of some hits: allocated, then rolled for."""
    state = play.state
    card = state.units[target].card
    harmful = [hit for hit in hits if hurts(card, hit, state.options)]
    lost = sum(hit.hits for hit in hits) - sum(hit.hits for hit in harmful)
    if lost:
        tells = {"hits": lost, "why": "too weak for its armour"}
        play.tell("was not harmed", "d10.gap.tag-armoured", unit=target, tells=tells)
    given = await allocate(play, target, harmful, eligible, by)
    wounds: dict[int, int] = {}
    for batch in _batches(play.state, given):
        figures, hit, dice = batch
        passed = await passed_of(play, target, hit._replace(hits=dice), by)
        each = wounds_of(hit, state.figures[figures[0]].size)
        if len(figures) == 1:
            wounds[figures[0]] = wounds.get(figures[0], 0) + passed * each
        else:
            for figure in figures[:passed]:
                wounds[figure] = wounds.get(figure, 0) + each
    return {figure: number for figure, number in wounds.items() if number}


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

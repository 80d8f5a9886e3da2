"""Damage values: rolling to damage men, guns and soft-skins."""

from collections.abc import Callable
from typing import NamedTuple

from sandtable.dice.readings import AtLeast, Bands
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, Never, Score, Target, total
from sandtable.play.stage import each_for_itself
from sandtable.rulesets.bolt_action.basics import words
from sandtable.rulesets.bolt_action.basics.words import CASUALTIES, wounds
from sandtable.rulesets.bolt_action.options import Options


class Wounds(NamedTuple):
    """How many hits did damage: ordinary ones, and exceptional ones whose victim the shooter picks."""

    ordinary: int
    exceptional: int
    rolls: tuple[int, ...]


@rule("ba.damage.minimum", "ba.pen.scope", "ba.gap.natural-one")
def to_damage(damaged_on: int, modifiers: tuple[Modifier, ...], options: Options) -> Target:
    """What a die needs to do damage: the damage value, with what is added to the die; by the switch a 1 never does."""
    score = damaged_on - total(modifiers)
    if score > 6:
        return Target(Never("no die is high enough"), modifiers)
    return Target(Score(max(2 if options.natural_one_fails else 1, score)), modifiers)


def pen_modifiers(pen: int, *, shielded: bool = False) -> tuple[Modifier, ...]:
    """What is added to a roll to damage men or a soft-skin."""
    found = []
    if pen:
        found.append(Modifier(pen, "penetration", "ba.gap.pen-vs-soft"))
    if shielded:
        found.append(Modifier(-1, "gun shield", "ba.gap.gun-shield"))
    return tuple(found)


def troops_target(quality: str, pen: int, options: Options, *, shielded: bool = False) -> Target:
    """What it takes to damage infantry or artillery of a quality."""
    return to_damage(options.tables.quality[quality].damaged_on, pen_modifiers(pen, shielded=shielded), options)


@rule("ba.gap.soft-skin-destroyed")
def soft_skin_target(pen: int, options: Options) -> Target:
    """What it takes to damage, and so to destroy, a soft-skinned vehicle."""
    return to_damage(options.tables.armour["soft-skin"].damaged_on, pen_modifiers(pen), options)


def _added(one: Wounds, other: Wounds, *, most: int = 0, **_: object) -> Wounds:
    """What some hits and others do together."""
    return _at_most(most, one.ordinary + other.ordinary, one.exceptional + other.exceptional, one.rolls or other.rolls)


@each_for_itself(_added)
async def roll_to_damage(  # what hits whom, and how it is told
    hits: int,
    target: Target,
    why: str,
    *,
    seat: int,
    exceptional: bool = True,
    say: Callable[[int], str] = CASUALTIES,
    most: int = 0,
) -> Wounds:
    """Roll one die a hit. A natural six is rolled again where exceptional damage is possible; a second six is it.

    `most` is how many there are to be hurt, if that is said: more damage does nothing more.
    """
    clauses = ("ba.shoot.to-damage", "ba.damage.minimum", *(modifier.clause for modifier in target.modifiers))
    if hits == 0 or not isinstance(target.needed, Score):
        return Wounds(0, 0, ())
    least = target.needed.least
    if not exceptional:
        plain = await Roll(
            hits,
            6,
            AtLeast(least),
            why=f"{why}: to damage",
            because=clauses,
            seat=seat,
            needs=target.explain(),
            say=say,
            step="to damage",
            modifiers=target.modifiers,
        )
        return _at_most(most, plain.value, 0, (plain.number,))
    first = await Roll(
        hits,
        6,
        Bands(((least, 5), (6, 6))),
        why=f"{why}: to damage",
        because=clauses,
        seat=seat,
        needs=target.explain(),
        say=wounds,
        step="to damage",
        modifiers=target.modifiers,
    )
    ordinary, sixes = first.value
    again = await Roll(
        sixes,
        6,
        AtLeast(6),
        why=f"{why}: natural sixes again",
        because=("ba.gap.exceptional-damage",),
        seat=seat,
        needs="6",
        say=words.exceptional,
        step="exceptional damage",
    )
    rolls = tuple(number for number in (first.number, again.number) if number >= 0)
    return _at_most(most, ordinary + sixes - again.value, again.value, rolls)


def _at_most(most: int, ordinary: int, exceptional: int, rolls: tuple[int, ...]) -> Wounds:
    """Wounds to so many at most; exceptional damage goes first."""
    if most:
        exceptional = min(exceptional, most)
        ordinary = min(ordinary, most - exceptional)
    return Wounds(ordinary, exceptional, rolls)

"""Dice that hang on an option, as a page shows them: how many, what each needs and why, and how likely it is."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sandtable.mechanics.chances import say_chance
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.rehearsal import rehearsed
from sandtable.mechanics.verbs import applied_by
from sandtable.play.modifier import Modifier
from sandtable.play.shown import Prospect, Volley

from .armour import Hit, hurts, toughness
from .charts import SIDES
from .checks import command_score, say
from .damage import damage_score, wounds_of
from .leaders import command_of
from .state import Battle
from .verbs import VERBS

TOO_WEAK = "too weak for its armour"


def chance_of(least: int) -> Fraction:
    """How likely one die shows so much: without the natural rule a score may lie beyond the die."""
    return Fraction(min(SIDES, max(0, SIDES + 1 - least)), SIDES)


def dice(what: str, count: int | str, least: int, modifiers: Sequence[Modifier] = ()) -> Volley:
    """Dice that need the same."""
    return Volley(what, str(count), say(least), tuple(modifiers), str(chance_of(least)))


# ---- tests


@rule("d10.gap.reaction-test")
def command_test(state: Battle, number: int, what: str) -> tuple[Volley, Fraction, str]:
    """A Command test without modifiers: its die, its chance, and who lends his Command for it."""
    command, leader = command_of(state, number)
    least = command_score(command, natural=state.options.natural_rule_everywhere)
    return dice(what, 1, least), chance_of(least), lent_by(state, leader)


def lent_by(state: Battle, leader: int | None) -> str:
    """Who lends a unit his Command, in words."""
    return "" if leader is None else f"on the Command of {state.units[leader].name}"


def tested(state: Battle, number: int, then: Prospect) -> Prospect:
    """What hangs on a reaction: its test, and the dice that follow if it is passed."""
    volley, chance, lent = command_test(state, number, "reaction test")
    expected = {"reacts": say_chance(chance), **then.expected}
    note = "; ".join(filter(None, (lent, then.note)))
    because = ("d10.gap.reaction-test", *then.because)
    return Prospect((volley, *then.volleys), expected, note, because, gives=then.gives)


# ---- damage


def in_wounds(wounds: Fraction) -> str:
    """What fire is good for, as one number."""
    tenths = round(wounds * 10)
    said = f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)
    return f"{said} {'wound' if tenths == 10 else 'wounds'}"


def damage_of(state: Battle, target: int, hit: Hit, each: int = 1) -> tuple[Volley | None, Fraction]:
    """The damage dice of hits on a unit, so many for each success, and the wounds to expect of one hit.

    No die is thrown for what is too weak for its armour.
    """
    card = state.units[target].card
    if not hurts(card, hit, state.options):
        return None, Fraction(0)
    least = damage_score(hit.strength, toughness(card, hit), state.options)
    size = max(state.figures[man].size for man in state.units[target].men)
    what = f"damage at strength {hit.strength}"
    return dice(what, f"{each} a hit", least), chance_of(least) * wounds_of(hit, size)


# ---- playing up to the dice


def played(state: Battle, script: Any, *arguments: Any) -> tuple[Any, Battle]:
    """What a script returns that throws no dice, and the state that it leaves."""
    return rehearsed(applied_by(VERBS), state, script, *arguments)

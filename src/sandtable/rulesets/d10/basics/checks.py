"""Tests with a die: what a score becomes under modifiers, natural ones and tens, and Command tests at DIFF 4."""

from collections.abc import Sequence

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, total
from sandtable.rulesets.d10.options import Options

from .charts import SIDES, needed, usual_difficulty


@rule("d10.shoot.natural-1", "d10.shoot.natural-10", "d10.cc.table")
def score(table: int, modifiers: Sequence[Modifier], *, natural: bool) -> int:
    """What a die must show: the table's score less the modifiers, which are added to the die.

    Where the natural rule holds a 1 never does and a 10 always does; without it a score may lie beyond the die.
    """
    least = table - total(modifiers)
    return max(2, min(SIDES, least)) if natural else least


@rule("d10.test.default-diff", "d10.test.active-stat", "d10.gap.reaction-test", "d10.morale.test")
def command_score(command: int, options: Options, modifiers: Sequence[Modifier] = ()) -> int:
    """What a reaction, morale or rally test needs: CM against DIFF 4."""
    table = needed(command, usual_difficulty(options), options)
    return score(table, modifiers, natural=options.natural_rule_everywhere)


def command_roll(
    least: int, why: str, because: tuple[str, ...], seat: int, modifiers: Sequence[Modifier] = (), *, step: str = ""
) -> Roll[int]:
    """One die of a Command test: 1 for a pass, 0 for a fail."""
    return Roll(
        1, SIDES, AtLeast(least), why=why, because=because, seat=seat, needs=say(least, modifiers), step=step,
        modifiers=tuple(modifiers),
    )  # fmt: skip


def say(least: int, modifiers: Sequence[Modifier] = ()) -> str:
    """A score as players say it, with what made it so."""
    reasons = ", ".join(map(str, modifiers))
    return f"{least}+ ({reasons})" if reasons else f"{least}+"

"""What battles are compared by: each measure with its words, and how it is read from a battle."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .measured import Battle


class Measure(NamedTuple):
    """Something that every battle says: a share (of battles, of points) or a number of something.

    `more` and `less` put a difference into words, `{}` being how much; `first` and `second` stand for the forces' names.
    """

    name: str
    title: str
    share: bool
    more: str
    less: str
    of: Callable[[Battle], float]


def _idle(battle: Battle) -> float:
    return sum(battle.idle) / max(1, sum(battle.activations))


MEASURES: tuple[Measure, ...] = (
    Measure(
        "won",
        "{first} win (draws as half)",
        True,
        "{first} win {} more often",
        "{first} win {} less often",
        lambda one: one.won,
    ),
    Measure("draws", "draws", True, "{} more draws", "{} fewer draws", lambda one: float(one.winner is None)),
    Measure(
        "margin",
        "margin: what {second} lose more than {first}",
        True,
        "the margin moves {} towards {first}",
        "the margin moves {} towards {second}",
        lambda one: one.margin,
    ),
    Measure(
        "lost_first",
        "{first} lose, of their points",
        True,
        "{first} lose {} more",
        "{first} lose {} less",
        lambda one: one.lost[0],
    ),
    Measure(
        "lost_second",
        "{second} lose, of their points",
        True,
        "{second} lose {} more",
        "{second} lose {} less",
        lambda one: one.lost[1],
    ),
    Measure(
        "first_blood",
        "{first} draw first blood",
        True,
        "{first} draw first blood {} more often",
        "{first} draw first blood {} less often",
        lambda one: 0.5 if one.first_blood is None else 1.0 - one.first_blood,
    ),
    Measure(
        "turns",
        "turns",
        False,
        "battles last {} turns longer",
        "battles last {} turns less",
        lambda one: float(one.turns),
    ),
    Measure(
        "decisions", "decisions", False, "{} more decisions", "{} fewer decisions", lambda one: float(one.decisions)
    ),
    Measure(
        "minutes",
        "minutes at a table",
        False,
        "{} minutes longer at a table",
        "{} minutes shorter at a table",
        lambda one: one.minutes,
    ),
    Measure(
        "swing",
        "largest swing of the margin",
        True,
        "the largest swing is {} larger",
        "the largest swing is {} smaller",
        lambda one: one.swing,
    ),
    Measure(
        "lead_changes",
        "changes of the lead",
        False,
        "the lead changes {} times more",
        "the lead changes {} times less",
        lambda one: float(one.lead_changes),
    ),
    Measure(
        "idle",
        "activations that do nothing",
        True,
        "{} more activations do nothing",
        "{} fewer activations do nothing",
        _idle,
    ),
    Measure("dice", "dice thrown", False, "{} more dice", "{} fewer dice", lambda one: float(sum(one.dice))),
)

BY_NAME = {one.name: one for one in MEASURES}
CHANCES = {"won", "draws", "first_blood"}  # a battle says yes or no: their intervals come from resampling


def values(battles: Sequence[Battle], measure: Measure, swaps: bool) -> list[float]:
    """What each seed says: where it was fought both ways round, the mean of the two, for they are no two battles."""
    found = [measure.of(one) for one in battles]
    return [sum(pair) / 2 for pair in zip(found[::2], found[1::2], strict=True)] if swaps else found


def fortunes(battles: Sequence[Battle], swaps: bool) -> list[tuple[float, float]]:
    """The fortune of both forces, seed by seed."""
    found = [one.fortune for one in battles]
    if not swaps:
        return found
    return [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(found[::2], found[1::2], strict=True)]

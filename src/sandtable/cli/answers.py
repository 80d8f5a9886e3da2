"""Answers of the umpire for people to read: rolls, outcomes, outcomes together, and throws that were led through."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sandtable.grammar import within
from sandtable.odds.ask import AnswerView
from sandtable.odds.led import LedView
from sandtable.odds.rolls import RollView
from sandtable.odds.supposed import JointView
from sandtable.play.modifier import Modifier

from .output import counted

BAR = 40  # of everything


def show_answer(answer: AnswerView) -> None:
    """The rolls on the way with their reasons, then every outcome, if something is supposed."""
    if not answer.rolls or answer.needed != answer.rolls[0].needs:
        print(f"needed: {answer.needed}")
    if answer.rolls:
        _show_rolls(answer.rolls)
    else:
        _show_modifiers(answer.modifiers)
    if answer.supposed:
        print(f"if {' and '.join(answer.supposed)}, which comes about in {_share(answer.likely)} %:")
    for name, values in answer.outcomes.items():
        expected = f", on average {float(Fraction(answer.expected[name])):.3f}" if name in answer.expected else ""
        print(f"{name}{expected}")
        for value, share in values.items():
            portion = float(Fraction(share))
            print(f"  {value:>14} {_per_cent(portion):>7} %  {'#' * round(BAR * portion)}".rstrip())
    for joint in answer.joint:
        _show_joint(joint)


def _show_rolls(rolls: Sequence[RollView]) -> None:
    """Every roll that may be met, in order: whose, how many dice, what they need and why, and how likely it is thrown."""
    both = len({roll.side for roll in rolls}) > 1
    for number, roll in enumerate(rolls, 1):
        place = f"{number}. " if len(rolls) > 1 else ""
        whose = f"{('we', 'they')[roll.side > 0]}: {within(roll.step)}" if both else roll.step
        thrown = "" if roll.thrown == "1" else f", thrown {_share(roll.thrown)} % of the time"
        print(f"{place}{whose}: {roll.dice}D{roll.sides}, {'read' if roll.read else 'needs'} {roll.needs}{thrown}")
        _show_modifiers(roll.modifiers)


def _show_modifiers(modifiers: Sequence[Modifier]) -> None:
    for modifier in modifiers:
        print(f"  {modifier.value:+d} {modifier.why} [{modifier.clause}]")


def _show_joint(joint: JointView) -> None:
    """Two outcomes as rows and columns; the last of three in columns of each of the others."""
    *down, across = joint.names
    print(f"{' and '.join(joint.names)} together, in per cent")
    columns = list(dict.fromkeys(row.values[-1] for row in joint.rows))
    shares = {row.values: row.chance for row in joint.rows}
    heads = list(dict.fromkeys(row.values[:-1] for row in joint.rows))
    first = max(len(" ".join(down)), *(len(" ".join(head)) for head in heads))
    widths = [max(7, len(column)) for column in columns]
    print(f"  {' ' * first}  {across}")
    print(_line(" ".join(down), first, columns, widths))
    for head in heads:
        cells = [_share(shares[*head, column]) if (*head, column) in shares else "-" for column in columns]
        print(_line(" ".join(head), first, cells, widths))


def _line(head: str, first: int, cells: Sequence[str], widths: Sequence[int]) -> str:
    return f"  {head:<{first}}  {'  '.join(f'{cell:>{width}}' for cell, width in zip(cells, widths, strict=True))}"


def _share(share: str) -> str:
    return _per_cent(float(Fraction(share)))


def _per_cent(portion: float) -> str:
    """A share in per cent; what is possible is never shown as nothing."""
    shown = f"{100 * portion:.3f}"
    return "<0.001" if portion and not float(shown) else shown


def show_steps(found: LedView) -> None:
    """The throws that were made, the one to make now, or what came of it all."""
    for number, step in enumerate(found.steps, 1):
        print(f"{number}. {step.why}: needs {step.needs}")
        print(f"   {' '.join(map(str, step.faces))}: {step.said}")
    if found.next is not None:
        dice = f"{found.next.dice} {'die' if found.next.dice == 1 else 'dice'}"
        sides = "" if found.next.sides == 6 else f" with {found.next.sides} sides"
        print(f"{counted(len(found.steps), 'throw')} made. Now roll {dice}{sides} for: {found.next.why}")
        print(f"   needs {found.next.needs} [{', '.join(found.next.because)}]")
        for one in found.next.chances:
            print(f"   {one.value}: {_share(one.chance)} %")
    _show_found(found.found or {})


def _show_found(found: Mapping[str, str]) -> None:
    for name, value in found.items():
        print(f"{name}: {value}")

"""`sandtable ask`: the exact odds of a procedure, or being led through it throw by throw."""

import argparse
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from sandtable.mechanics.questions import FieldView, Question
from sandtable.odds.ask import AnswerView, AskError, ask, list_questions, put
from sandtable.odds.led import LedView, lead
from sandtable.odds.staged import RollView
from sandtable.play.modifier import Modifier
from sandtable.play.ruleset import Ruleset
from sandtable.rulesets.library import questions

from .inputs import find_ruleset, read_options
from .output import counted, print_json, wrapped
from .parser import UsageError


def run(asked: argparse.Namespace) -> int:
    """List the questions, answer one, or lead through one."""
    rules = find_ruleset(asked.ruleset)
    every = questions(rules.name)
    options = read_options(rules, asked)
    if not asked.question:
        _list(asked, rules)
        return 0
    if asked.question not in every:
        there = f"there are {', '.join(every)}" if every else f"{rules.title} brings none"
        raise UsageError(f"no question is called {asked.question!r}: {there}")
    given = _decoded(asked.given, "--given", object)
    throws = None if asked.throws is None else _decoded(asked.throws, "--throws", list[list[int]])
    try:
        found = _answer(every[asked.question], given, options, throws)
    except AskError as error:
        raise UsageError(str(error)) from error
    if asked.json:
        print_json(found)
    elif isinstance(found, LedView):
        _show_steps(found)
    else:
        _show(found)
    return 0


def _decoded(text: str, name: str, kind: Any) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as error:
        raise UsageError(f"{name} is a list of throws such as [[4, 6], [1]]: {error}") from error
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise UsageError(f"{name} is not JSON: {error}") from error


def _answer(
    question: Question[Any, Any], given: object, options: msgspec.Struct, throws: list[list[int]] | None
) -> AnswerView | LedView:
    if throws is None:
        return ask(question, given, options)
    try:
        return lead(put(question, given, options), throws)
    except AskError as error:
        raise AskError(f"{question.name}: {str(error).removeprefix(f'{question.name}: ')}") from error


def _list(asked: argparse.Namespace, rules: Ruleset[Any]) -> None:
    views = list_questions(questions(rules.name))
    if asked.json:
        print_json(views)
        return
    if not views:
        print(f"{rules.title} brings no questions.")
        return
    for view in views:
        print(f"{view.name}: {view.about}")
        for field in view.fields:
            print(wrapped(_field(field), hanging="        "))
        print()
    print(wrapped(f"sandtable ask {asked.ruleset} QUESTION --given '{{\"field\": value}}' answers one;", indent=""))
    print(wrapped("--throws '[[4, 6], [1]]' leads through it with your own dice;", indent=""))
    print(wrapped(f"--set {rules.prefix}.OPTION=VALUE plays an optional reading.", indent=""))


def _field(field: FieldView) -> str:
    """A field on a line: its name and default, what it is, and what it takes."""
    default = msgspec.json.encode(field.default).decode()
    about = f": {field.about}" if field.about else ""
    return f"{field.name} = {default}  {field.title}{about} ({field.takes()})"


def _show(answer: AnswerView) -> None:
    if len(answer.rolls) > 1:
        _show_rolls(answer.rolls)
    else:
        print(f"needs {answer.needed}")
        _show_modifiers(answer.modifiers)
    for name, values in answer.outcomes.items():
        expected = f", on average {float(Fraction(answer.expected[name])):.3f}" if name in answer.expected else ""
        print(f"{name}{expected}")
        for value, share in values.items():
            portion = float(Fraction(share))
            print(f"  {value:>14} {_per_cent(portion):>7} %  {'#' * round(40 * portion)}".rstrip())


def _show_rolls(rolls: Sequence[RollView]) -> None:
    """Every roll that may be met, in order: whose, how many dice, what they need and why, and how likely it is thrown."""
    both = len({roll.side for roll in rolls}) > 1
    for number, roll in enumerate(rolls, 1):
        whose = ("we: ", "they: ")[roll.side > 0] if both else ""
        thrown = "" if roll.thrown == "1" else f", thrown {_per_cent(float(Fraction(roll.thrown)))} % of the time"
        print(f"{number}. {whose}{roll.step}: {roll.dice}D{roll.sides}, needs {roll.needs}{thrown}")
        _show_modifiers(roll.modifiers)


def _show_modifiers(modifiers: Sequence[Modifier]) -> None:
    for modifier in modifiers:
        print(f"  {modifier.value:+d} {modifier.why} [{modifier.clause}]")


def _per_cent(portion: float) -> str:
    """A share in per cent; what is possible is never shown as nothing."""
    shown = f"{100 * portion:.3f}"
    return "<0.001" if portion and not float(shown) else shown


def _show_steps(found: LedView) -> None:
    for number, step in enumerate(found.steps, 1):
        print(f"{number}. {step.why}: needs {step.needs}")
        print(f"   {' '.join(map(str, step.faces))}: {step.said}")
    if found.next is not None:
        dice = f"{found.next.dice} {'die' if found.next.dice == 1 else 'dice'}"
        sides = "" if found.next.sides == 6 else f" with {found.next.sides} sides"
        print(f"{counted(len(found.steps), 'throw')} made. Now roll {dice}{sides} for: {found.next.why}")
        print(f"   needs {found.next.needs} [{', '.join(found.next.because)}]")
        for one in found.next.chances:
            print(f"   {one.value}: {_per_cent(float(Fraction(one.chance)))} %")
    for name, value in (found.found or {}).items():
        print(f"{name}: {value}")

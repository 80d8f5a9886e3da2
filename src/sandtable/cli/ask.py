"""`sandtable ask`: the exact odds of a procedure."""

import argparse
from fractions import Fraction

import msgspec

from sandtable.odds.ask import AnswerView, AskError, ask, list_questions
from sandtable.rulesets.library import questions

from .inputs import find_ruleset, read_options
from .output import print_json, wrapped
from .parser import UsageError


def run(asked: argparse.Namespace) -> int:
    """List the questions, or answer one."""
    rules = find_ruleset(asked.ruleset)
    every = questions(rules.name)
    options = read_options(rules, asked.set)
    if not asked.question:
        _list(asked)
        return 0
    if asked.question not in every:
        raise UsageError(f"no question is called {asked.question!r}: there are {', '.join(every)}")
    try:
        given = msgspec.json.decode(asked.given)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise UsageError(f"--given is not JSON: {error}") from error
    try:
        answer = ask(every[asked.question], given, options)
    except (AskError, msgspec.ValidationError) as error:
        raise UsageError(str(error)) from error
    if asked.json:
        print_json(answer)
    else:
        _show(answer)
    return 0


def _list(asked: argparse.Namespace) -> None:
    views = list_questions(questions(asked.ruleset))
    if asked.json:
        print_json(views)
        return
    for view in views:
        print(f"{view.name}: {view.about}")
        for field in view.fields:
            choices = f" ({', '.join(field.choices)})" if field.choices else f" ({field.type})"
            about = f", {field.about}" if field.about else ""
            print(wrapped(f"{field.name} = {msgspec.json.encode(field.default).decode()}{choices}{about}"))
        print()


def _show(answer: AnswerView) -> None:
    print(f"needs {answer.needed}")
    for modifier in answer.modifiers:
        print(f"  {modifier.value:+d} {modifier.why} [{modifier.clause}]")
    for name, values in answer.outcomes.items():
        expected = f", on average {float(Fraction(answer.expected[name])):.3f}" if name in answer.expected else ""
        print(f"{name}{expected}")
        for value, share in values.items():
            portion = float(Fraction(share))
            print(f"  {value:>14} {100 * portion:7.3f} %  {'#' * round(40 * portion)}")

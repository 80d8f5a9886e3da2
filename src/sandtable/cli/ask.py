"""`sandtable ask`: the exact odds of a procedure, being led through it throw by throw, or what its fields take."""

import argparse
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from sandtable.mechanics.misfits import in_words, unknown
from sandtable.mechanics.questions import FieldView, Question
from sandtable.odds.ask import AskError, ask, list_questions, put
from sandtable.odds.led import LedView, lead
from sandtable.play.ruleset import Ruleset
from sandtable.rulesets.library import questions

from .answers import show_answer, show_steps
from .choices import show_choices
from .inputs import find_ruleset, read_options
from .output import print_json, wrapped
from .parser import UsageError

T = TypeVar("T")


def run(asked: argparse.Namespace) -> int:
    """List the questions, answer one, or lead through one."""
    rules = find_ruleset(asked.ruleset)
    every = questions(rules.name)
    options = read_options(rules, asked)
    if asked.question and asked.question not in every:
        if not every:
            raise UsageError(f"no question is called {asked.question!r}: {rules.title} brings none")
        raise UsageError(unknown(asked.question, {name: one.title for name, one in every.items()}, "question"))
    if asked.choices is not None:
        meant = [every[asked.question]] if asked.question else every.values()
        show_choices(meant, asked.choices, as_json=asked.json)
        return 0
    if not asked.question:
        _list(asked, rules)
        return 0
    given = _decoded(asked.given, "--given", object, '{"field": value}')
    throws = None if asked.throws is None else _decoded(asked.throws, "--throws", list[list[int]], "[[4, 6], [1]]")
    if throws is not None and (asked.joint or asked.supposed):
        raise UsageError("--throws leads through the dice that fell: leave out --joint and --if")
    question = every[asked.question]
    try:
        if throws is None:
            joint = [one.split(",") for one in asked.joint]
            answer = ask(question, given, options, joint=joint, supposed=asked.supposed)
            _say(answer, asked.json, show_answer)
        else:
            _say(_led(question, given, options, throws), asked.json, show_steps)
    except AskError as error:
        raise UsageError(str(error)) from error
    return 0


def _decoded(text: str, name: str, kind: Any, like: str) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as error:
        raise UsageError(f"{name} is a list of throws such as [[4, 6], [1]]: {in_words(error)}") from error
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise UsageError(f"{name} is not JSON, such as {like}") from error


def _say(found: T, as_json: bool, show: Callable[[T], None]) -> None:
    """An answer as it was wanted."""
    if as_json:
        print_json(found)
    else:
        show(found)


def _led(question: Question[Any, Any], given: object, options: msgspec.Struct, throws: list[list[int]]) -> LedView:
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
    print(wrapped("--choices lists what its fields may be set to;", indent=""))
    print(wrapped("--joint A,B tells two outcomes together, --if A=2 what comes if that is known;", indent=""))
    print(wrapped("--throws '[[4, 6], [1]]' leads through it with your own dice;", indent=""))
    print(wrapped(f"--set {rules.prefix}.OPTION=VALUE plays an optional reading.", indent=""))


def _field(field: FieldView) -> str:
    """A field on a line: its name and default, what it is, and what it takes."""
    default = msgspec.json.encode(field.default).decode()
    about = f": {field.about}" if field.about else ""
    return f"{field.name} = {default}  {field.title}{about} ({field.takes()})"

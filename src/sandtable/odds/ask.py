"""Asking a rulebook's questions: what is needed, why, and how likely everything is."""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import (
    Asked,
    FieldView,
    LeavesView,
    Question,
    Staged,
    Unfit,
    check_choices,
    fields_of,
    titled,
)

from .ahead import look_ahead
from .staged import Odds, RollView, chain, odds_of
from .walk import TooLong, marginals, walk


class AskError(Exception):
    """A question that cannot be answered as it was put."""


class AnswerView(msgspec.Struct, frozen=True):
    """The answer: needed roll, modifiers with their clauses, exact fractions, expected numbers.

    `at_least` has, for outcomes that are numbers, how likely this or more is; `titles` are the outcomes in words. `rolls`
    are the rolls on the way with modifiers of their own, where the procedure is played as an action of the game.
    """

    needed: str
    modifiers: tuple[Modifier, ...]
    outcomes: dict[str, dict[str, str]]
    expected: dict[str, str]
    at_least: dict[str, dict[str, str]]
    titles: dict[str, str]
    rolls: tuple[RollView, ...] = ()


class QuestionView(msgspec.Struct, frozen=True):
    """A question as a page or a command lists it."""

    name: str
    title: str
    group: str
    about: str
    clauses: tuple[str, ...]
    fields: list[FieldView]
    leaves: tuple[LeavesView, ...]


def list_questions(questions: Mapping[str, Question[Any, Any]]) -> list[QuestionView]:
    """All questions with their fields."""
    return [
        QuestionView(one.name, one.title, one.group, one.about, one.clauses, fields_of(one), one.leaves)
        for one in questions.values()
    ]


def put(question: Question[Any, Any], given: object, options: msgspec.Struct) -> Asked | Staged:
    """Put a question; what is wrong with the situation is said by question, field and limits."""
    try:
        inputs = msgspec.convert(given, question.given)
        check_choices(inputs)
        asked: Asked | Staged = question.ask(inputs, options)
    except msgspec.ValidationError as error:
        raise AskError(f"{question.name}: {_explained(question, error)}") from error
    except Unfit as error:
        raise AskError(f"{question.name}: {error}") from error
    return asked


def _explained(question: Question[Any, Any], error: msgspec.ValidationError) -> str:
    """What is wrong, with the field and what it takes."""
    fields = fields_of(question)
    reason, _, key = str(error).partition(" - at `$.")
    name = key.rstrip("`")
    if not name and "unknown field" in reason:
        return f"{reason}; there are {', '.join(field.name for field in fields)}"
    limits = next((f"; it takes {field.takes()}" for field in fields if field.name == name), "")
    return f"{name}: {reason}{limits}" if name else reason


def ask(question: Question[Any, Any], given: object, options: msgspec.Struct) -> AnswerView:
    """Put a question and work out its exact answer."""
    asked = put(question, given, options)
    found, rolls = together(asked, question.name)
    odds = marginals(found)
    numbers = {name: values for name, values in odds.items() if all(map(_is_number, values))}
    return AnswerView(
        needed=chain(rolls, asked) if isinstance(asked, Staged) else asked.needed,
        modifiers=(rolls[0].modifiers if rolls else ()) if isinstance(asked, Staged) else asked.modifiers,
        outcomes={name: {say(value): str(share) for value, share in values.items()} for name, values in odds.items()},
        expected={name: str(_mean(values)) for name, values in numbers.items()},
        at_least={name: _at_least(values) for name, values in numbers.items()},
        titles={name: titled(name) for name in odds},
        rolls=rolls,
    )


def together(asked: Asked | Staged, name: str) -> Odds:
    """All that may be found together, and the rolls that are met on the way where the game's own action answers."""
    try:
        if isinstance(asked, Staged):
            return odds_of(asked)
        look_ahead(asked.trial)
        return Odds(walk(asked.trial), ())
    except TooLong as error:
        raise AskError(f"{name}: this would take too long ({error}); ask for fewer dice") from error


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _mean(values: Mapping[Any, Fraction]) -> Fraction:
    return sum((value * share for value, share in values.items()), Fraction(0))


def _at_least(values: Mapping[Hashable, Fraction]) -> dict[str, str]:
    """How likely each number or more is; the numbers come in rising order."""
    left = Fraction(1)
    found = {}
    for value, share in values.items():
        found[say(value)] = str(left)
        left -= share
    return found


def say(value: object) -> str:
    """A value as a word."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)

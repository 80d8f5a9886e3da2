"""Asking a rulebook's questions: what is needed, why, and how likely everything is."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import FieldView, Question, fields_of

from .walk import TooLong, marginals, walk


class AskError(Exception):
    """A question that cannot be answered as it was put."""


class AnswerView(msgspec.Struct, frozen=True):
    """The answer: needed roll, modifiers with their clauses, exact fractions, expected numbers."""

    needed: str
    modifiers: tuple[Modifier, ...]
    outcomes: dict[str, dict[str, str]]
    expected: dict[str, str]


class QuestionView(msgspec.Struct, frozen=True):
    """A question as a page or a command lists it."""

    name: str
    about: str
    clauses: tuple[str, ...]
    fields: list[FieldView]


def list_questions(questions: Mapping[str, Question[Any, Any]]) -> list[QuestionView]:
    """All questions with their fields."""
    return [QuestionView(one.name, one.about, one.clauses, fields_of(one)) for one in questions.values()]


def ask(question: Question[Any, Any], given: object, options: msgspec.Struct) -> AnswerView:
    """Put a question and work out its exact answer."""
    try:
        inputs = msgspec.convert(given, question.given)
    except msgspec.ValidationError as error:
        reason, _, key = str(error).partition(" - at `$.")
        where = f"{key.rstrip('`')}: " if key else ""
        raise AskError(f"{question.name}: {where}{reason}") from error
    asked = question.ask(inputs, options)
    try:
        found = marginals(walk(asked.trial))
    except TooLong as error:
        raise AskError(f"{question.name}: this would take too long ({error}); ask for fewer dice") from error
    outcomes = {name: {say(value): str(share) for value, share in values.items()} for name, values in found.items()}
    expected = {
        name: str(sum((value * share for value, share in values.items()), Fraction(0)))  # type: ignore[operator]
        for name, values in found.items()
        if all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    }
    return AnswerView(asked.needed, asked.modifiers, outcomes, expected)


def say(value: object) -> str:
    """A value as a word."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)

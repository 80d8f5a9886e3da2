"""Asking a rulebook's questions: what is needed, why, and how likely everything is."""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from sandtable.foresight.budget import TooLong
from sandtable.mechanics.given import read_given
from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import (
    FieldView,
    LeavesView,
    Question,
    Staged,
    Unfit,
    fields_of,
    titled,
)

from .distribution import marginals
from .rolls import RollView
from .staged import Odds, chain, odds_of
from .supposed import JointView, Unanswerable, is_number, say, suppose
from .supposed import joint as put_together


class AskError(Exception):
    """A question that cannot be answered as it was put."""


class AnswerView(msgspec.Struct, frozen=True):
    """The answer: needed roll, modifiers with their clauses, exact fractions, expected numbers.

    `at_least` has, for outcomes that are numbers, how likely this or more is; `titles` are the outcomes in words. `rolls`
    are the rolls on the way with modifiers of their own. `joint` are
    outcomes together, as far as that was asked. Where something is `supposed`, such as `hits=2`, outcomes are told as they
    are then, and `likely` is how likely that was; the rolls are those of the whole procedure.
    """

    needed: str
    modifiers: tuple[Modifier, ...]
    outcomes: dict[str, dict[str, str]]
    expected: dict[str, str]
    at_least: dict[str, dict[str, str]]
    titles: dict[str, str]
    rolls: tuple[RollView, ...] = ()
    joint: tuple[JointView, ...] = ()
    supposed: tuple[str, ...] = ()
    likely: str = ""


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


def put(question: Question[Any, Any], given: object, options: msgspec.Struct) -> Staged:
    """Put a question; what is wrong with the situation is said by question, field and limits."""
    try:
        asked: Staged = question.ask(read_given(question.given, given), options)
    except Unfit as error:
        raise AskError(f"{question.name}: {error}") from error
    return asked


def ask(
    question: Question[Any, Any],
    given: object,
    options: msgspec.Struct,
    *,
    joint: Sequence[Sequence[str]] = (),
    supposed: Sequence[str] = (),
) -> AnswerView:
    """Put a question and work out its exact answer; with some outcomes together, and if something is known."""
    asked = put(question, given, options)
    whole = together(asked, question.name)
    try:
        found, told, likely = suppose(whole, supposed)
        pairs = tuple(put_together(found.leaves, names) for names in joint)
    except Unanswerable as error:
        raise AskError(f"{question.name}: {error}") from error
    odds, rolls = marginals(found.leaves), found.rolls
    numbers = {name: values for name, values in odds.items() if all(map(is_number, values))}
    return AnswerView(
        needed=chain(whole.rolls, asked),
        modifiers=rolls[0].modifiers if rolls else (),
        outcomes={name: {say(value): str(share) for value, share in values.items()} for name, values in odds.items()},
        expected={name: str(_mean(values)) for name, values in numbers.items()},
        at_least={name: _at_least(values) for name, values in numbers.items()},
        titles={name: titled(name) for name in odds},
        rolls=rolls,
        joint=pairs,
        supposed=told,
        likely=str(likely) if told else "",
    )


def together(asked: Staged, name: str) -> Odds:
    """All that may be found together, and the rolls that are met on the way."""
    try:
        return odds_of(asked)
    except TooLong as error:
        raise AskError(f"{name}: this would take too long ({error}); ask for fewer dice") from error


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

"""The umpire of every book is asked nonsense: what he says names the field that is to be changed, in words of people."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.dice.chance import Chance
from sandtable.mechanics.questions import FieldView
from sandtable.odds.ask import AskError, QuestionView, list_questions, put
from sandtable.odds.led import lead
from sandtable.rulesets.library import RULESETS, questions, ruleset

# What people do not say: types, names of ours, a program's exceptions.
OURS = re.compile(
    r"`|\bExpected\b|\bInvalid\b|\benum\b|\b(?:int|float|str|bool|dict|tuple|None|NoneType|True|False|array|null)\b"
    r"|Error\b|object|msgspec|Traceback|\bself\b"
)
WRONG: tuple[Any, ...] = ("nonsense", "", -1_000_000, 1_000_000, 2.7182, True, None, [], {}, [1], "12")
FORMS = 60  # situations of each question, put together at random


def said(book: str, question: QuestionView, given: Any) -> str:
    """What the umpire says to a situation; nothing, if he answers."""
    try:
        lead(put(questions(book)[question.name], given, ruleset(book).options_type()), [])
    except AskError as error:
        text = str(error)
        assert text.startswith(f"{question.name}: ") and not OURS.search(text), text
        assert not re.search(r"\ba [aeio]|\ban [^aeiouhAEFHILMNORSX81]", text), text
        return text.removeprefix(f"{question.name}: ")
    return ""


def takes(field: FieldView, value: Any) -> bool:
    """Whether a field takes a value."""
    if field.type == "choice":
        return value in (field.choices or ())
    if field.type == "yes-no":
        return isinstance(value, bool)
    if field.type == "text":
        return isinstance(value, str)
    number = isinstance(value, (int, float) if field.type == "number" else int)
    assert field.least is not None and field.most is not None
    return number and not isinstance(value, bool) and bool(field.least <= value <= field.most)


def any_of(field: FieldView, chance: Chance) -> Any:
    """One of the values that a field takes, its ends among them."""
    match field.type:
        case "choice":
            return chance.choice(field.choices or [])
        case "yes-no":
            return chance.randint(0, 1) == 1
        case "text":
            return "words"
        case kind:
            assert field.least is not None and field.most is not None
            between = chance.randint(int(field.least), int(field.most))
            return chance.choice([field.least, field.most, between, between]) if kind == "number" else between


def views() -> Iterator[tuple[str, QuestionView]]:
    """Every question of every book."""
    for book in RULESETS:
        for view in list_questions(questions(book)):
            yield book, view


EVERY = list(views())
IDS = [f"{book} {view.name}" for book, view in EVERY]


@pytest.mark.parametrize(("book", "question"), EVERY, ids=IDS)
def test_a_value_that_no_field_takes_is_refused_by_its_field(book: str, question: QuestionView) -> None:
    """Of a wrong kind, unknown, or out of range; with what the field takes instead."""
    for field in question.fields:
        for value in WRONG:
            if takes(field, value):
                continue
            found = said(book, question, {field.name: value})
            assert found.startswith(f"{field.name}: ") and "takes" in found, (value, found)
            if field.choices:
                assert field.choices[0] in found


@pytest.mark.parametrize(("book", "question"), EVERY, ids=IDS)
def test_what_is_no_situation_is_refused(book: str, question: QuestionView) -> None:
    """Lists, words and fields that there are not; those that there are, are named."""
    nothing: tuple[Any, ...] = ([], "rifle", 7, None, True)
    for given in nothing:
        assert said(book, question, given).startswith('a situation is written {"field": value}, not as ')
    found = said(book, question, {"zebra": 1})
    assert found.startswith("no field is called 'zebra': ")
    assert all(field.name in found for field in question.fields) or not question.fields or " more" in found
    for field in question.fields[:1]:
        assert f"did you mean {field.name}" in said(book, question, {f"{field.name}x": 1}) or len(field.name) < 3


@pytest.mark.parametrize(("book", "question"), EVERY, ids=IDS)
def test_fields_that_do_not_go_together_are_refused_by_one_of_them(book: str, question: QuestionView) -> None:
    """In situations at random: answered, or the field that is to be changed is named, and none fails otherwise."""
    chance, names = Chance(f"{book} {question.name}"), {field.name for field in question.fields}
    for _ in range(FORMS):
        given = {field.name: any_of(field, chance) for field in question.fields if chance.randint(0, 2)}
        found = said(book, question, given)
        assert not found or found.partition(": ")[0] in names, (given, found)

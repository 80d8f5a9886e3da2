"""`sandtable ask --choices`: what the fields of questions may be set to."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from sandtable.mechanics.misfits import unknown
from sandtable.mechanics.questions import FieldView, Question, fields_of

from .output import print_json, wrapped
from .parser import UsageError


class ChoiceView(msgspec.Struct, frozen=True):
    """A value that a field takes, in words."""

    value: str
    title: str


class ChoicesView(msgspec.Struct, frozen=True):
    """What a field takes: its choices, or its limits where it has none; and in which questions it stands so."""

    field: str
    title: str
    takes: str
    choices: tuple[ChoiceView, ...]
    questions: tuple[str, ...]


def show_choices(asked: Iterable[Question[Any, Any]], wanted: str, *, as_json: bool) -> None:
    """The choices of one field, or of all that have them; those that are alike in several questions are told once."""
    found = _gathered(asked, wanted)
    if as_json:
        print_json(found)
        return
    for one in found:
        print(f"{one.field}: {one.title}")
        if len(one.questions) > 1:
            print(wrapped(f"(in {', '.join(one.questions)})", indent="  "))
        if not one.choices:
            print(f"  {one.takes}")
        widest = max((len(choice.value) for choice in one.choices), default=0)
        for choice in one.choices:
            print(f"  {choice.value:<{widest}}  {choice.title}".rstrip())
        print()


def _gathered(asked: Iterable[Question[Any, Any]], wanted: str) -> list[ChoicesView]:
    fields = [(question.name, field) for question in asked for field in fields_of(question)]
    if wanted and wanted not in {field.name for _, field in fields}:
        raise UsageError(unknown(wanted, {field.name: field.title for _, field in fields}, "field"))
    alike: dict[tuple[str, str, str, tuple[ChoiceView, ...]], list[str]] = {}
    for name, field in fields:
        choices = _choices(field)
        if field.name == wanted or (choices and not wanted):
            alike.setdefault((field.name, field.title, field.takes(), choices), []).append(name)
    return [ChoicesView(*kind, tuple(names)) for kind, names in alike.items()]


def _choices(field: FieldView) -> tuple[ChoiceView, ...]:
    words: Sequence[str] = field.labels or ()
    return tuple(ChoiceView(value, title) for value, title in zip(field.choices or (), words, strict=True))

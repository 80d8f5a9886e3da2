"""Reading a situation as it was put: each field by the values it takes; what does not fit is said in words."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec

from .misfits import named, nearest, or_list, shown, unknown
from .questions import Choices, InputView, Unfit, view_field

G = TypeVar("G", bound=msgspec.Struct)

FEW = 6  # choices that are all said in a sentence


def read_given(kind: type[G], given: object) -> G:
    """A situation from plain data; refuses what its fields do not take."""
    fields = _fields(kind)
    if not isinstance(given, Mapping):
        raise Unfit("", f'a situation is written {{"field": value}}, not as {shown(given)}')
    for name in given:
        if name not in fields:
            titles = {other: view.title for other, (view, _) in fields.items()}
            raise Unfit("", unknown(str(name), titles, "field"))
    for name, (view, offered) in fields.items():
        if name in given:
            check_value(view, given[name], offered)
        elif view.default is None:
            raise Unfit(name, f"it is missing; it takes {view.takes()}")
    return msgspec.convert(given, kind)


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, tuple[InputView, Choices | None]]:
    """The fields of a form by name, each with the choices that it offers, if it does."""
    return {field.encode_name: (view_field(field), _offered(field)) for field in msgspec.structs.fields(kind)}


def _offered(field: msgspec.structs.FieldInfo) -> Choices | None:
    for meta in getattr(field.type, "__metadata__", ()):
        known: Choices | None = (meta.extra or {}).get("choices")
        if known is not None:
            return known
    return None


def check_value(view: InputView, value: Any, offered: Choices | None = None) -> None:
    """Refuse a value that a field does not take."""
    if view.choices is not None:
        if value not in view.choices:
            elsewhere = offered.elsewhere.get(value) if offered is not None and isinstance(value, str) else None
            raise Unfit(view.name, elsewhere or _no_choice(view, value))
    elif not _fits(view, value):
        raise Unfit(view.name, f"it takes {view.takes()}, not {shown(value)}")


def _no_choice(view: InputView, value: Any) -> str:
    """That a value is none of those that a field offers."""
    every: Sequence[str] = view.choices or ()
    titles = dict(zip(every, view.labels or every, strict=True))
    near = nearest(value, titles) if isinstance(value, str) else []
    if len(every) <= FEW:
        return f"it takes {or_list(every)}, not {shown(value)}"
    meant = f"did you mean {or_list(near)}? " if near else ""
    return f"{shown(value)} is none of its choices; {meant}it takes {named(every)}"


def _fits(view: InputView, value: Any) -> bool:
    match view.type:
        case "yes-no":
            return isinstance(value, bool)
        case "text":
            return isinstance(value, str)
        case "integer" if isinstance(value, float) and not value.is_integer():
            return False
        case _:
            number = isinstance(value, int | float) and not isinstance(value, bool)
            return number and (view.least is None or value >= view.least) and (view.most is None or value <= view.most)

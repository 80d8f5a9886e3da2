"""What a type is, in words: its fields, what each may hold, and every type that can be reached from it."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import inspect

Struct = type[msgspec.Struct]


def sentence(kind: Struct) -> str:
    """What a type says of itself."""
    return " ".join((kind.__doc__ or "").split())


def tag_of(kind: Struct) -> tuple[str, str]:
    """The field by which a type is told from others where it could be any of them, and what stands in it."""
    found = _struct(kind)
    return found.tag_field or "", str(found.tag)


def fields_of(kind: Struct, *, linked: bool = False, defaults: bool = True) -> list[tuple[str, str, str]]:
    """Every field: its name, what it may hold, and what it is if it is left out."""
    tag, value = tag_of(kind)
    rows = [(f"`{tag}`", f'`"{value}"`', "")] if tag else []
    return rows + [
        (f"`{field.encode_name}`", say(field.type, linked=linked), _default(field) if defaults else "")
        for field in _struct(kind).fields
    ]


def reached(kinds: Iterable[Any]) -> dict[str, Struct]:
    """All structs that these types are made of, by name, in the order of their names."""
    found: dict[str, Struct] = {}
    for kind in inspect.multi_type_info(list(kinds)):
        _gather(kind, found)
    return dict(sorted(found.items()))


def say(kind: inspect.Type, *, linked: bool = False) -> str:
    """A type in words."""
    match kind:
        case inspect.StructType(cls=cls):
            return f"[{cls.__name__}](#{cls.__name__.lower()})" if linked else cls.__name__
        case inspect.UnionType(types=types):
            return " or ".join(say(one, linked=linked) for one in types)
        case inspect.LiteralType(values=values):
            return " or ".join(f'`"{value}"`' for value in values)
        case inspect.VarTupleType() | inspect.ListType():
            many = _between(kind.min_length, kind.max_length)
            return f"list of {many}{' ' * bool(many)}{say(kind.item_type, linked=linked)}"
        case inspect.TupleType(item_types=(one, other)) if one == other:
            return f"pair of {say(one, linked=linked)}"
        case inspect.TupleType(item_types=types):
            return f"[{', '.join(say(one, linked=linked) for one in types)}]"
        case inspect.NamedTupleType(fields=fields):
            return f"[{', '.join(f'{field.name}: {say(field.type, linked=linked)}' for field in fields)}]"
        case inspect.DictType(value_type=value):
            return f"object, each value {say(value, linked=linked)}"
        case _:
            return _say_plain(kind)


def _say_plain(kind: inspect.Type) -> str:
    """A type that is made of no other, with its bounds."""
    match kind:
        case inspect.IntType():
            least = kind.ge if kind.gt is None else kind.gt + 1
            most = kind.le if kind.lt is None else kind.lt - 1
            return f"int {_between(least, most)}".rstrip()
        case inspect.StrType():
            many = _between(kind.min_length, kind.max_length)
            like = f" matching `{kind.pattern}`" if kind.pattern else ""
            return f"str{f' of {many} characters' if many else ''}{like}"
        case _:
            return _PLAIN[type(kind)]


_PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "anything",
    inspect.BoolType: "bool",
    inspect.FloatType: "float",
    inspect.NoneType: "null",
}


def _between(least: float | None, most: float | None) -> str:
    """Bounds, as far as there are any."""
    if least is not None and most is not None:
        return f"{least} to {most}"
    return f"{least} or more" if least else f"at most {most}" if most is not None else "0 or more" * (least == 0)


def _struct(kind: Struct) -> inspect.StructType:
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return found


def _default(field: inspect.Field) -> str:
    """What a field is if it is left out, as JSON; nothing if it must be there."""
    if field.required:
        return ""
    if field.default is not msgspec.NODEFAULT:
        value = field.default
    elif field.default_factory is not msgspec.NODEFAULT:
        value = field.default_factory()
    else:
        return ""
    return f"`{msgspec.json.encode(value).decode()}`"


def _gather(kind: inspect.Type, found: dict[str, Struct]) -> None:
    match kind:
        case inspect.StructType(cls=cls, fields=fields):
            if cls.__name__ in found:
                assert found[cls.__name__] is cls, f"two types are called {cls.__name__}"
                return
            found[cls.__name__] = cls
            for field in fields:
                _gather(field.type, found)
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            for one in types:
                _gather(one, found)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            _gather(item, found)
        case inspect.DictType(value_type=value):
            _gather(value, found)
        case _:
            pass

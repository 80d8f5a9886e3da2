"""The page of the protocol, made from the server's types and routes: what goes over HTTP and over the socket."""

from collections.abc import Iterator
from inspect import getsource
from typing import Any, get_args, get_type_hints

from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import inspect

from sandtable.play.driving import Drive
from sandtable.play.walks import March
from sandtable.play.wire import DomainView
from sandtable.server.app import OVER_HTTP
from sandtable.server.http_types import Problem
from sandtable.server.replies import Reply, ServerMessage
from sandtable.server.requests import About, ClientMessage
from sandtable.server.routes import STATUS

from .markdown import table
from .protocol_words import ANSWERS, BODIES, FILES, INTRODUCTION, TROUBLES
from .structs import Struct, fields_of, reached, say, sentence, tag_of

TOKENS = "x-seat-tokens"
FIELDS = ("field", "what it holds", "if left out")


def protocol_page() -> str:
    """Addresses, messages in both directions, how questions are answered, and every type they are made of."""
    sent, told = get_args(ClientMessage), get_args(ServerMessage)
    asked, replied = get_args(About), _members(Reply, "about")
    received = reached([*sent, March, Drive, *(body for one in _handlers() if (body := _body(one)))])
    named = {*sent, *told, *asked, *replied}
    rest = reached([ServerMessage, Problem, *received.values(), *map(_answer, _handlers())])
    lines = [
        *INTRODUCTION.splitlines(),
        "",
        *_routes(),
        "",
        *_group("## What the page sends", sent, received),
        *_group("## What can be asked", asked, received),
        *_group("## What the server sends", told, received),
        *_troubles(),
        *_group("## What is replied", replied, received),
        *_answers(),
        *_group("## Types", [kind for kind in rest.values() if kind not in named], received),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _handlers() -> Iterator[HTTPRouteHandler]:
    for handler in OVER_HTTP:
        assert isinstance(handler, HTTPRouteHandler)
        if handler.include_in_schema is not False:
            yield handler


def _hints(handler: HTTPRouteHandler) -> dict[str, Any]:
    return get_type_hints(handler.fn, include_extras=True)


def _name(handler: HTTPRouteHandler) -> str:
    return str(getattr(handler.fn, "__name__", ""))


def _body(handler: HTTPRouteHandler) -> Any:
    """The type of what is sent along; None if nothing is, or a file."""
    found = _hints(handler).get("data")
    return None if found is None else get_args(found)[0]


def _answer(handler: HTTPRouteHandler) -> Any:
    """The type of what comes back; none that is known for a file."""
    return Any if _name(handler) in FILES else _hints(handler)["return"]


def _routes() -> list[str]:
    rows = []
    for handler in _handlers():
        methods, paths = " ".join(sorted(handler.http_methods)), sorted(handler.paths)
        body, answer = _body(handler), _answer(handler)
        takes = BODIES.get(_name(handler), "") if body is None else _linked(body)
        gives = FILES[_name(handler)] if answer is Any else _linked(answer)
        where = ", ".join(f"`{methods} {path.replace(':str', '')}`" for path in paths)
        rows.append((where, " ".join((handler.fn.__doc__ or "").split()), _parameters(handler), takes, gives))
    heads = ("address", "what it is", "parameters", "body", "answer")
    problems = sorted({(status, code) for status, code in STATUS.values()})
    return [
        *table(heads, rows),
        "",
        f"Whatever goes wrong comes back as {_linked(Problem)}. "
        + ", ".join(f"{status} is `{code}`" for status, code in problems)
        + ".",
    ]


def _linked(kind: Any) -> str:
    return say(inspect.type_info(kind), linked=True)


def _parameters(handler: HTTPRouteHandler) -> str:
    """What may stand in the query, and whether the tokens of seats make a difference."""
    found = []
    for name, hint in _hints(handler).items():
        kind, *marks = get_args(hint) if hasattr(hint, "__metadata__") else (hint,)
        if any(isinstance(mark, QueryParameter) for mark in marks):
            found.append(f"`?{name}=` {_linked(kind)}")
    if TOKENS in getsource(handler.fn):
        found.append(f"`{TOKENS}`")
    return ", ".join(found)


def _group(heading: str, kinds: Any, received: dict[str, Struct]) -> list[str]:
    """A section for each type: what it is, and its fields."""
    lines = [heading, ""]
    for kind in kinds:
        left_out = kind.__name__ in received or kind.__struct_config__.omit_defaults
        fields = fields_of(kind, linked=True, defaults=left_out)
        lines += [f"### {kind.__name__}", "", sentence(kind), ""]
        lines += [*table(FIELDS, fields), ""] if fields else []
    return lines


def _members(kind: Struct, field: str) -> list[Struct]:
    """The types that a field may hold."""
    found = next(one for one in inspect.type_info(kind).fields if one.name == field)  # type: ignore[attr-defined]
    return [one.cls for one in found.type.types]


def _troubles() -> list[str]:
    return ["The codes of a `Trouble`:", "", *table(("code", "what is wrong"), TROUBLES.items()), ""]


def _answers() -> list[str]:
    """What each kind of question takes for an answer."""
    kinds = {tag_of(kind)[1]: kind for kind in get_args(DomainView)}
    rows = [
        (f"`{tag}`", _linked(kind), sentence(kind).split(". ")[0].rstrip("."), ANSWERS[tag])
        for tag, kind in kinds.items()
    ]
    return ["## How a question is answered", "", *table(("domain", "type", "what is wanted", "`answer`"), rows), ""]

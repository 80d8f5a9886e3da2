"""Questions: every procedure that is resolved with dice can be asked without a table.

A question has typed inputs. It answers with what the roll needs and why, and with a script of rolls, built from the same
functions that the game calls; `odds` runs that script under every outcome.
"""

from collections.abc import Callable, Coroutine, Hashable, Mapping
from typing import Any, Generic, Literal, TypeVar, get_args, get_origin

import msgspec

from .modifiers import Modifier

G = TypeVar("G", bound=msgspec.Struct)
O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741  # O for options

Found = Mapping[str, Hashable]  # what came out, by name
Trial = Callable[[], Coroutine[Any, Any, Found]]


class Asked(msgspec.Struct, frozen=True):
    """A question put: what the first roll needs, every modifier, and how to run it."""

    needed: str
    modifiers: tuple[Modifier, ...]
    trial: Trial


class Question(Generic[G, O]):
    """A procedure that can be asked about."""

    def __init__(
        self, name: str, about: str, given: type[G], ask: Callable[[G, O], Asked], clauses: tuple[str, ...]
    ) -> None:
        self.name = name
        self.about = about
        self.given = given
        self.ask = ask
        self.clauses = clauses


class FieldView(msgspec.Struct, frozen=True):
    """An input of a question, as a page or a command shows it."""

    name: str
    type: str
    choices: list[str] | None
    default: Any
    about: str


def fields_of(question: Question[Any, Any]) -> list[FieldView]:
    """The inputs of a question."""
    found = []
    for field in msgspec.structs.fields(question.given):
        kind, about = field.type, ""
        if get_origin(kind) is not None and hasattr(kind, "__metadata__"):
            about = next((str(meta.description) for meta in kind.__metadata__ if meta.description), "")
            kind = get_args(kind)[0]
        choices = [str(choice) for choice in get_args(kind)] if get_origin(kind) is Literal else None
        default = None if field.default is msgspec.NODEFAULT else field.default
        name = "choice" if choices else {int: "integer", bool: "yes-no", float: "number"}.get(kind, "text")
        found.append(FieldView(field.encode_name, name, choices, default, about))
    return found


class Settled:
    """A place in a trial after which nothing matters but this key: outcomes that reach it alike are merged."""

    __slots__ = ("key",)

    def __init__(self, key: Hashable) -> None:
        self.key = key

    def __await__(self) -> Any:
        return (yield self)

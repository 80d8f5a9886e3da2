"""Questions: every procedure that is resolved with dice can be asked without a table.

A question has typed inputs and answers with an action of the game on a bare table; `odds` runs the script of that action
under every outcome, or leads a player through it throw by throw.
"""

from collections.abc import Callable, Coroutine, Hashable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, Generic, Literal, Protocol, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta

from sandtable.dice.roll import Roll
from sandtable.play.events import Event
from sandtable.play.script import Play
from sandtable.play.shown import Fact

from .setting_up import roll_off

G = TypeVar("G", bound=msgspec.Struct)
O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741  # O for options

Found = Mapping[str, Hashable]  # what came out, by name
Kind = Literal["choice", "integer", "number", "yes-no", "text"]


class Unfit(Exception):  # noqa: N818  # said to the one who asked, not a fault
    """A situation that cannot be: which field is to be changed, if it is one, and why."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}" if field else reason)
        self.field = field


class Staged(msgspec.Struct, frozen=True):
    """A question put as an action of the game on a bare table: the script that plays it there is the one that answers.

    `read` says what was found in the state that it leaves, what it returned, and what was noted of its events on the way;
    `heeds` names what it asks for of what is noted, if that is not everything: less is to be kept apart then.
    `otherwise` is what is said where no dice are thrown at all, `remark` what is to be said besides.
    """

    state: Any
    begin: Callable[[Play[Any]], Coroutine[Any, Any, Any]]
    read: Callable[[Any, Any, Mapping[Fact, int | str]], Found]
    apply: Callable[[Any, Event], Any]
    noted: Callable[[Event], Sequence[tuple[Fact, int | str]]]
    otherwise: str = ""
    remark: str = ""
    heeds: frozenset[str] | None = None


class Staging(Protocol):
    """What makes a question of an action: a state, the script, and what is read of its end."""

    def __call__(
        self,
        state: Any,
        begin: Callable[[Play[Any]], Coroutine[Any, Any, Any]],
        read: Callable[[Any, Any, Mapping[Fact, int | str]], Found],
        otherwise: str = "",
        remark: str = "",
        heeds: Iterable[str] | None = None,
    ) -> Staged:
        """The question; `heeds` is what it reads of what is noted, if little of it."""
        ...


def staging(
    apply: Callable[[Any, Event], Any],
    noted: Callable[[Event], Sequence[tuple[Fact, int | str]]],
    *,
    usual: Iterable[str] | None = None,
) -> Staging:
    """How a rulebook makes questions of actions: by its verbs, and by what it notes of events.

    `usual` is what is heeded of that where a question does not say.
    """

    def staged(
        state: Any,
        begin: Callable[[Play[Any]], Coroutine[Any, Any, Any]],
        read: Callable[[Any, Any, Mapping[Fact, int | str]], Found],
        otherwise: str = "",
        remark: str = "",
        heeds: Iterable[str] | None = None,
    ) -> Staged:
        wanted = usual if heeds is None else heeds
        asked = None if wanted is None else frozenset(wanted)
        return Staged(state, begin, read, apply, noted, otherwise, remark, asked)

    return staged


class LeavesView(msgspec.Struct, frozen=True):
    """What a result does to a unit: casualties subtract from its men, pins add to its pins, destroyed is set."""

    outcome: str
    role: str
    fact: str
    how: Literal["add", "subtract", "set"]


class Question(Generic[G, O]):
    """A procedure that can be asked about."""

    def __init__(  # what it is called and asks for, how it is answered, and what the answer leaves behind
        self,
        name: str,
        about: str,
        given: type[G],
        ask: Callable[[G, O], Staged],
        clauses: tuple[str, ...],
        *,
        title: str = "",
        leaves: tuple[LeavesView, ...] = (),
    ) -> None:
        self.name = name
        self.title = title or titled(name)
        self.about = about
        self.given = given
        self.ask = ask
        self.clauses = clauses
        self.leaves = leaves
        self.group = ""  # what it is listed under


def asks(
    name: str, title: str = "", *, clauses: tuple[str, ...], leaves: tuple[LeavesView, ...] = ()
) -> Callable[[Callable[[G, O], Staged]], Question[G, O]]:
    """A question that a script puts: what it is about is what the script says of itself, its form is what it is handed."""

    def put(ask: Callable[[G, O], Staged]) -> Question[G, O]:
        given: type[G] = next(iter(ask.__annotations__.values()))
        return Question(name, ask.__doc__ or "", given, ask, clauses, title=title, leaves=leaves)

    return put


def questions_in(module: ModuleType) -> tuple[Question[Any, Any], ...]:
    """The questions that stand in a module, in order."""
    return tuple(
        one for one in vars(module).values() if isinstance(one, Question) and one.ask.__module__ == module.__name__
    )


Some = TypeVar("Some", bound=Iterable[Question[Any, Any]])


def under(group: str, questions: Some) -> Some:
    """These questions, to be listed under one heading."""
    for question in questions:
        question.group = group
    return questions


def grouped(groups: Mapping[str, Sequence[Sequence[Question[Any, Any]]]]) -> dict[str, Question[Any, Any]]:
    """All questions of a book by their names, each listed under its heading."""
    return {
        question.name: question
        for group, sets in groups.items()
        for questions in sets
        for question in under(group, questions)
    }


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing has to be known."""


class Choices(msgspec.Struct, frozen=True):
    """The values that a field takes with words for people, and where to ask about those that it does not take."""

    labels: dict[str, str]
    elsewhere: dict[str, str] = {}


def field(  # everything that is said about a field stands here
    title: str,
    about: str = "",
    *,
    role: str = "",
    fact: str = "",
    choices: Choices | None = None,
    ge: int | None = None,
    le: int | None = None,
) -> Meta:
    """What a field is called, its limits, and which fact of a unit in which role it is."""
    said = {"role": role, "fact": fact, "choices": choices}
    kept = {name: value for name, value in said.items() if value}
    return Meta(title=title, description=about or None, ge=ge, le=le, extra=kept)


class InputView(msgspec.Struct, frozen=True):
    """Something to be set, and which values it takes; `labels` are words for `choices`."""

    name: str
    title: str
    type: Kind
    choices: list[str] | None
    labels: list[str] | None
    default: Any
    least: float | None
    most: float | None

    def takes(self) -> str:
        """Which values it takes, in words."""
        if self.choices is not None:
            return f"one of {', '.join(self.choices)}"
        if self.type == "yes-no":
            return "true or false"
        if self.type == "text":
            return "text"
        number = "a whole number" if self.type == "integer" else "a number"
        low = "" if self.least is None else f" from {self.least:g}"
        return f"{number}{low}{'' if self.most is None else f' to {self.most:g}'}"


class FieldView(InputView, frozen=True):
    """An input of a question, as a page or a command shows it.

    `role` says whose fact it is, `fact` which of the facts an umpire keeps of a unit.
    """

    about: str
    role: str
    fact: str


class FactView(InputView, frozen=True):
    """What an umpire's list keeps of a unit; a marker is laid beside it on the table."""

    marker: bool


class PresetView(msgspec.Struct, frozen=True):
    """A unit of the catalogue with the facts it begins with."""

    name: str
    facts: dict[str, Any]


def titled(name: str) -> str:
    """A name of ours as people read it: `knocked_out` is `Knocked out`."""
    words = name.replace("_", " ").replace("-", " ")
    return f"{words[:1].upper()}{words[1:]}"


_KINDS: dict[Any, Kind] = {int: "integer", bool: "yes-no", float: "number", str: "text"}


def view_field(found: msgspec.structs.FieldInfo) -> FieldView:
    """One input, from its annotation: the type, and what `field` said of it."""
    kind, told = found.type, dict[str, Any]()
    if get_origin(kind) is not None and hasattr(kind, "__metadata__"):
        for meta in kind.__metadata__:
            told |= {name: getattr(meta, name) for name in ("title", "description", "ge", "le")} | (meta.extra or {})
        kind = get_args(kind)[0]
    known: Choices | None = told.get("choices")
    if get_origin(kind) is Literal:
        labels = {} if known is None else known.labels
        named = {str(choice): labels.get(choice, titled(str(choice))) for choice in get_args(kind)}
    else:
        named = {} if known is None else dict(known.labels)
    return FieldView(
        name=found.encode_name,
        title=told.get("title") or titled(found.encode_name),
        type="choice" if named else _KINDS[kind],
        choices=list(named) or None,
        labels=list(named.values()) or None,
        default=None if found.default is msgspec.NODEFAULT else found.default,
        least=told.get("ge"),
        most=told.get("le"),
        about=told.get("description") or "",
        role=told.get("role", ""),
        fact=told.get("fact", ""),
    )


def fields_of(question: Question[Any, Any]) -> list[FieldView]:
    """The inputs of a question."""
    return [view_field(found) for found in msgspec.structs.fields(question.given)]


def facts_of(kept: type[msgspec.Struct], markers: tuple[str, ...]) -> list[FactView]:
    """The fields of a struct as the facts that an umpire's list keeps of a unit."""
    views = [view_field(found) for found in msgspec.structs.fields(kept)]
    return [
        FactView(
            one.name,
            one.title,
            one.type,
            one.choices,
            one.labels,
            one.default,
            one.least,
            one.most,
            one.name in markers,
        )
        for one in views
    ]


class Nowhere(msgspec.Struct, frozen=True):
    """The state of dice that are thrown where nothing else matters."""


def of_dice(begin: Callable[[Play[Any]], Coroutine[Any, Any, Hashable]], name: str) -> Staged:
    """Dice that are thrown where nothing else matters: what they come to, by this name."""
    return Staged(Nowhere(), begin, lambda _after, found, _noted: {name: found}, _unchanged, _nothing)


def edges_asked(throw: Callable[[], Roll[tuple[int, ...]]], *, loser_first: bool) -> Staged:
    """Who picks a table edge: a die each, again while they are equal; the loser may have to set up first."""

    def read(_after: object, found: tuple[int, int], _noted: object) -> Found:
        sides = ("we", "they")
        picks = {"picks": sides[found[0]]}
        return {**picks, "sets_up_first": sides[1 - found[0]]} if loser_first else picks

    return Staged(Nowhere(), lambda play: roll_off(play, throw), read, _unchanged, _nothing)


def _unchanged(state: object, _event: Event) -> object:
    return state


def _nothing(_event: Event) -> tuple[()]:
    return ()

"""Acts from verbs: which events show something being done, of which kind, and in which words it is told."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from sandtable.play.acts import Act, Result
from sandtable.play.events import PUBLIC, Event
from sandtable.play.state import State

from .telling import kept_secret

MINUS = "\N{MINUS SIGN}"

S = TypeVar("S", bound=State[Any, Any])


class Deed(NamedTuple):
    """What a verb shows: the fields of an `Act` that are the same whenever it happens.

    The unit of the event does it, or where `suffered`, it is done to that unit by nobody in sight. Whatever else is to be
    seen (`targets`, `weapon`, another `trace` or `says`) the event shows itself.
    """

    kind: str
    says: str
    trace: str = ""
    quiet: bool = False
    suffered: bool = False


def pictured(deed: Deed, event: Event) -> Act | None:
    """The act that an event shows, as far as it may be known who does it to whom."""
    if deed.suffered:
        fields: dict[str, Any] = {"actor": None, "targets": () if event.unit is None else (event.unit,)}
    else:
        fields = {"actor": event.unit}
    fields |= {name: value for name, value in event.shows.items() if name not in {"rolls", PUBLIC}}
    if fields["actor"] is None and not fields.get("targets") and fields.get("at") is None and deed.kind != "strike":
        return None
    usual: dict[str, Any] = {"kind": deed.kind, "says": deed.says, "trace": deed.trace, "quiet": deed.quiet}
    return Act(**(usual | fields))


def on_table(state: State[Any, Any], unit: int) -> bool:
    """Whether anybody of a unit is seen on the table."""
    return any(figure.unit == unit and state.layout.on_table(row) for row, figure in enumerate(state.figures))


def among_seen(state: State[Any, Any], act: Act | None) -> Act | None:
    """An act as it may be told where units can be hidden: at those only who are seen; at nobody, it has no target."""
    if act is None or all(on_table(state, unit) for unit in act.targets):
        return act
    targets = tuple(unit for unit in act.targets if on_table(state, unit))
    return None if act.actor is None and act.at is None and not targets else replace(act, targets=targets)


def acts_by(
    deeds: Mapping[str, Deed], special: Mapping[str, Callable[[S, Event], Deed | None]]
) -> Callable[[S, Event], Act | None]:
    """What events show being done, by a table of verbs; `special` ones need a look at the event or the state."""

    def act(state: S, event: Event) -> Act | None:
        if kept_secret(event):
            return Act(**event.shows) if event.shows else None
        find = special.get(event.verb)
        deed = find(state, event) if find is not None else deeds.get(event.verb)
        return None if deed is None else pictured(deed, event)

    return act


# Of several weapons that fire together, the one that is drawn.
STRIKING = ("blast", "flame", "shell", "rocket", "grenade", "arc", "bullets")


def shows_fire(targets: Sequence[int], weapons: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """What is seen of fire at units, with these weapons and how each is drawn."""
    fired = list(weapons)
    traces = [trace for _, trace in fired]
    drawn = next((trace for trace in STRIKING if trace in traces), "bullets")
    return {"targets": tuple(targets), "weapon": kinds_of([name for name, _ in fired]), "trace": drawn}


def shows_at(*targets: int) -> dict[str, Any]:
    """Whom something is seen to be done to."""
    return {"targets": targets}


def kinds_of(weapons: list[str]) -> str:
    """Several weapons in words, each once: `rifle, light machine gun`; names that are names keep their capitals."""
    return ", ".join(dict.fromkeys(lower(name) for name in weapons))


def lower(name: str) -> str:
    """A name as it is written in the middle of a sentence: acronyms and model names keep their capitals."""
    first = name.split(" ", maxsplit=1)[0]
    plain = first[1:] == first[1:].lower() and not any(map(str.isdigit, first))
    return name[:1].lower() + name[1:] if plain else name


def fewer(one: str, many: str, grade: int = 1) -> Result:
    """How losses are told: with a minus before them."""
    return Result(f"{MINUS}1 {one}", f"{MINUS}{{}} {many}", grade=grade)

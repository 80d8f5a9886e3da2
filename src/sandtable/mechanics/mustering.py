"""Raising forces: entries of a list found and named, points counted, riders seated, and the table before the first step."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypedDict, TypeVar

import msgspec

from sandtable.grammar import numbered
from sandtable.play.scenario import Enlisted, Force, Scenario
from sandtable.table.data import DataError
from sandtable.table.layout import Bare, Base, Layout
from sandtable.table.terrain import Piece

T = TypeVar("T")


class Priced(Protocol):
    """The card of a unit, as far as its points go."""

    @property
    def points(self) -> int:
        """What it costs."""
        ...


class Carded(Protocol):
    """A unit as it is raised."""

    @property
    def card(self) -> Priced:
        """Its card."""
        ...


class Named(Protocol):
    """A unit of a battle, by its name."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...


R = TypeVar("R", bound=Carded)


def troop_in(troops: Mapping[str, T], entry: Enlisted, file: str, key: str, *, lacks: str) -> T:
    """The troop that an entry names, with what the entry has otherwise, or what is wrong with it."""
    troop = troops.get(entry.troop)
    if troop is None:
        raise DataError(file, f"{key}.troop", f"{entry.troop!r} is {lacks}")
    return _otherwise(troop, entry.otherwise, file, f"{key}.otherwise") if entry.otherwise else troop


def _otherwise(troop: T, changes: Mapping[str, Any], file: str, key: str) -> T:
    """A troop with some of its printed fields changed; a table within one is changed key by key."""
    printed: dict[str, Any] = msgspec.to_builtins(troop)
    for name, value in changes.items():
        if name in {"id", "clause"} or name not in printed:
            known = ", ".join(sorted(set(printed) - {"id", "clause"}))
            raise DataError(file, key, f"no field {name!r}: there are {known}")
        within = isinstance(printed[name], dict) and isinstance(value, dict)
        printed[name] = {**printed[name], **value} if within else value
    try:
        return msgspec.convert(printed, type(troop))
    except msgspec.ValidationError as error:
        raise DataError(file, key, str(error)) from error


def each_raised(force: Force, one: Callable[[Enlisted, str, str], R], file: str, key: str) -> list[R]:
    """All units of a force as it lists them."""
    return [one(entry, file, f"{key}.units[{place}]") for place, entry in enumerate(force.units)]


def within_points(raised: Sequence[Carded], limit: int, file: str, key: str) -> None:
    """Refuse a force that costs more than it may."""
    spent = sum(unit.card.points for unit in raised)
    if spent > limit:
        raise DataError(file, f"{key}.units", f"{spent} points of troops where {limit} are allowed")


def name_of(entry: Enlisted, title: str, units: Sequence[Named]) -> str:
    """What a unit is called: as its entry says, or by its title, with a number if another is called so."""
    return entry.name or numbered(title, [other.name for other in units])


def riders_in(
    aboard: Iterable[tuple[int, str]], units: Sequence[Named], first: int, file: str, key: str, *, kind: str = "unit"
) -> Iterator[tuple[int, int, str]]:
    """Who begins aboard of whom, of units with the vehicles that their entries name: who, of whom, and where that stands.

    The units of the force begin with the `first`.
    """
    for place, (number, vehicle) in enumerate(aboard):
        if not vehicle:
            continue
        where = f"{key}.units[{place}].aboard"
        found = next((other for other in range(first, len(units)) if units[other].name == vehicle), None)
        if found is None:
            raise DataError(file, where, f"no {kind} of this force is called {vehicle!r}")
        yield number, found, where


class Ground(TypedDict):
    """The fields of a state that every battle begins with."""

    width: int
    depth: int
    terrain: tuple[Piece, ...]
    layout: Layout
    names: tuple[str, str]


def ground_of(scenario: Scenario, bases: Mapping[str, Base], shapes: Sequence[str]) -> Ground:
    """The table of a scenario, with bases for everybody and nobody on it."""
    field = scenario.battlefield
    return Ground(
        width=field.width,
        depth=field.depth,
        terrain=field.terrain,
        layout=Layout.of(bases[shape] for shape in shapes),
        names=(scenario.forces[0].name, scenario.forces[1].name),
    )


def open_ground(
    size: tuple[int, int],
    bases: Mapping[str, Base],
    shapes: Sequence[str],
    places: Sequence[tuple[int, int, int, int, int]],
    names: tuple[str, str],
) -> Ground:
    """A table with nothing on it but some who stand there: figure, x, y, bearing and ground."""
    layout = Layout.of(bases[shape] for shape in shapes).placed(places)
    return Ground(width=size[0], depth=size[1], terrain=(), layout=layout, names=names)


def bare_ground(layout: Layout | None = None, terrain: tuple[Piece, ...] = ()) -> Ground:
    """A table on which nobody stands anywhere, so that nothing can be measured there by mistake: us and them."""
    return Ground(width=0, depth=0, terrain=terrain, layout=Bare() if layout is None else layout, names=("We", "They"))


__all__ = [
    "Ground",
    "bare_ground",
    "each_raised",
    "ground_of",
    "name_of",
    "open_ground",
    "riders_in",
    "troop_in",
    "within_points",
]

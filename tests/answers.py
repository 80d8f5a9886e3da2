"""Answers that tests of all rulebooks give to decisions, and terrain as a map writes it. Distances are in inches."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.play.refusal import Refused
from sandtable.table.maps import MapFile, TerrainEntry, build_map
from sandtable.table.terrain import Piece


def stay() -> Callable[[Decision[Any]], object]:
    """An answer to a march: nobody moves."""
    return lambda decision: decision.domain.stay()  # type: ignore[attr-defined]


def shift(dx: float, dy: float) -> Callable[[Decision[Any]], object]:
    """An answer to a march: everybody moves by so many inches."""
    return lambda decision: decision.domain.shifted(inches(dx), inches(dy))  # type: ignore[attr-defined]


def pivot(bearing: float) -> Callable[[Decision[Any]], object]:
    """An answer to a march: nobody moves, and the unit turns to a bearing."""

    def answer(decision: Decision[Any]) -> object:
        stays = decision.domain.stay()  # type: ignore[attr-defined]
        return msgspec.structs.replace(stays, face=round(bearing * 10))

    return answer


def goal(x: float, y: float) -> Callable[[Decision[Any]], object]:
    """An answer to a march or a setting-up: the first figure at a point in inches, the others around it."""

    def answer(decision: Decision[Any]) -> object:
        found = decision.domain.suggest((inches(x), inches(y)))  # type: ignore[attr-defined]
        assert found is not None, f"nobody can stand around ({x}, {y})"
        return found

    return answer


def march(
    *paths: Sequence[tuple[float, float]], face: float | None = None, order: Sequence[int] = ()
) -> Callable[[Decision[Any]], object]:
    """An answer to a march: for each figure in turn the points it goes by after its own; the others stay.

    `order` has the places of those who go first; `face` is where everybody looks at the end, in degrees.
    """

    def answer(decision: Decision[Any]) -> object:
        domain: Any = decision.domain
        walks = []
        for place, figure in enumerate(domain.movers):
            path = paths[place] if place < len(paths) else ()
            points = [list(domain.terms.layout.point(figure)), *([inches(x), inches(y)] for x, y in path)]
            walks.append({"figure": figure, "points": points})
        first = [walks[place] for place in order]
        made = first + [walk for walk in walks if walk not in first]
        return {"walks": made, "face": None if face is None else round(face * 10)}

    return answer


def drive(*legs: tuple[float, float]) -> dict[str, Any]:
    """An answer to a drive: legs of (turn in degrees, inches ahead or, below zero, astern)."""
    return {"legs": [[round(turn * 10), inches(distance)] for turn, distance in legs]}


def spot(x: float, y: float) -> list[list[int]]:
    """One answer that is a point of the table."""
    return [[inches(x), inches(y)]]


def keys(*names: str) -> list[list[str]]:
    """One answer that is a list of keys."""
    return [list(names)]


def because(decision: Decision[Any], answer: object) -> tuple[str, ...]:
    """The clauses by which a decision refuses an answer; a test failure if it takes it."""
    try:
        decision.domain.check(answer(decision) if callable(answer) else answer)
    except Refused as refused:
        return refused.refusal.because
    raise AssertionError(f"{decision.kind!r} takes {answer!r}")


def takes(decision: Decision[Any], answer: object) -> bool:
    """Whether a decision takes an answer."""
    try:
        decision.domain.check(answer(decision) if callable(answer) else answer)
    except Refused:
        return False
    return True


def instead_of(*wrong: tuple[object, str], give: object) -> Callable[[Decision[Any]], object]:
    """An answer that is given once wrong ones have been refused, each for its clause."""

    def answer(decision: Decision[Any]) -> object:
        for wanted, clause in wrong:
            assert clause in because(decision, wanted), f"{wanted} is refused because of {because(decision, wanted)}"
        return give(decision) if callable(give) else give

    return answer


def terrain(kind: str, **written: Any) -> Piece:
    """A piece of terrain as a map writes it: box=(x, y, w, d), line=[...], points=[...], circle=(x, y, r)..."""
    return build_map(MapFile("test", "test", (72, 48), [TerrainEntry(kind, **written)]), "test").terrain[0]

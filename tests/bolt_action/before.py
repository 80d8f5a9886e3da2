"""Set-ups for what happens before a battle: units that are still off the table, and the items of the agenda."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.rulesets.bolt_action.setup.set_up import agenda_of, next_on_agenda
from sandtable.rulesets.bolt_action.state import Mission

from .kit import Scene, Side


def wave(side: int, troop: str, name: str, **rest: Any) -> Side:
    """A unit that is off the table."""
    return Side(side=side, troop=troop, name=name, fields={"place": "wave"}, **rest)


def before(mission: Mission, *sides: Side, **rest: Any) -> Scene:
    """A battle that has not begun. Side 0 attacks from the south unless told otherwise."""
    scene = Scene(*sides, mission=mission, turn=0, **rest)
    scene.state = msgspec.structs.replace(scene.state, phase="setup", agenda=agenda_of(mission))
    return scene


def do(scene: Scene, item: str, dice: Sequence[int] = (), **answers: Any) -> Scene:
    """Play one item of the agenda."""
    agenda = agenda_of(scene.state.mission)
    scene.state = msgspec.structs.replace(scene.state, agenda=agenda[agenda.index(item) :])
    return scene.run(next_on_agenda, dice, **answers)


def at(*points: tuple[float, float]) -> Callable[[Decision[Any]], object]:
    """An answer to a setting-up: where each figure stands, in inches."""

    def answer(decision: Decision[Any]) -> object:
        figures = decision.domain.movers  # type: ignore[attr-defined]
        walks = [
            {"figure": figure, "points": [[inches(x), inches(y)]]}
            for figure, (x, y) in zip(figures, points, strict=True)
        ]
        return {"walks": walks}

    return answer


def coming_from(x: float, y: float, to: tuple[float, float]) -> dict[str, Any]:
    """An answer to coming on with a single figure, the first of the scene: from a point of the edge, straight to another."""
    return {"walks": [{"figure": 0, "points": [[inches(x), inches(y)], [inches(to[0]), inches(to[1])]]}]}


def spot(x: float, y: float) -> list[list[int]]:
    """A point as an answer."""
    return [[inches(x), inches(y)]]

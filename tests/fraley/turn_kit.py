"""Stand-ins for the chapters that an activation calls upon: each notes that it was called, and does little else."""

from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from sandtable.play.script import Play
from sandtable.rulesets.fraley.fire.fire_modes import Struck
from sandtable.rulesets.fraley.leaders import leaders
from sandtable.rulesets.fraley.move import moments, travel
from sandtable.rulesets.fraley.nerve import company
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.turn import actions, activation, morale
from sandtable.rulesets.fraley.verbs import VERBS
from sandtable.rulesets.fraley.verbs.common import Verb, set_figures, taken_off

Calls = list[tuple[Any, ...]]


def ready(state: Battle, figure: int) -> bool:
    """Whether a Team may fire: not suppressed, and it has not fired in this Initiative."""
    team = state.figures[figure]
    return not team.suppressed and team.shot != state.initiative


def stand_in(patch: pytest.MonkeyPatch) -> Calls:
    """Put stand-ins where an activation looks for other chapters; gives the list of what is called."""
    made: Calls = []

    def noted(name: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        async def script(play: Play[Battle], number: int, *rest: Any, **more: Any) -> bool:
            made.append((name, play.state.units[number].name, *rest, *more.items()))
            return True

        return script

    patch.setitem(VERBS, "test: shot", Verb(set_figures, ""))
    patch.setitem(VERBS, "test: gone", Verb(taken_off, ""))
    for name in ("fire", "move", "run", "assault", "dig_in", "barrage", "place_leader"):
        patch.setattr(actions, name, noted(name))
    for name in ("may_not_assault", "may_not_barrage"):
        patch.setattr(actions, name, lambda *_: None)
    patch.setattr(actions, "may_place_leader", lambda *_: False)
    patch.setattr(actions, "able", ready)
    patch.setattr(activation, "clear", _cleared)
    patch.setattr(leaders, "offers", lambda *_: {})
    patch.setattr(morale, "destroy", destroyed)
    return made


def _cleared(play: Play[Battle], number: int, *because: str) -> None:
    play.tell("shed a marker", *because, unit=number, figures=play.state.units[number].men, sets={"marks": 0})


async def destroyed(play: Play[Battle], number: int, *because: str, why: str = "") -> None:
    """A Unit is destroyed, and its company may have to check."""
    unit = play.state.units[number]
    sets = {"place": "destroyed"}
    play.tell("test: gone", *because, unit=number, figures=unit.men, sets=sets, tells={"why": why})
    if unit.counts:
        await company.after_loss(play, unit.side)


def fire_in_reaction(patch: pytest.MonkeyPatch, *kills: int) -> Calls:
    """Fire at moves: all Teams that can fire do, and the Teams in `kills` are lost to the first fire."""
    made: Calls = []
    patch.setitem(VERBS, "test: shot", Verb(set_figures, ""))
    patch.setitem(VERBS, "test: gone", Verb(taken_off, ""))

    async def shot(
        play: Play[Battle], number: int, mode: str, *, at: int, only: tuple[int, ...] | None = None
    ) -> tuple[Struck, ...]:
        state = play.state
        target = state.units[at]
        places = tuple((state.layout.point(man)[0] / 1000, state.layout.point(man)[1] / 1000) for man in target.men)
        made.append((state.units[number].name, mode, target.name, places, only))
        men = tuple(man for man in state.units[number].men if ready(state, man))
        play.tell("test: shot", "fraley.fire.declare", unit=number, figures=men, sets={"shot": state.initiative})
        gone = tuple(man for man in kills if man in target.men)
        if gone:
            play.tell("test: gone", "fraley.save.removed", unit=at, figures=gone, sets={})
        return (Struck(at, len(men), 0),)

    patch.setattr(travel, "fire", shot)
    patch.setattr(moments, "able", ready)
    patch.setattr(leaders, "offers", lambda *_: {})
    return made

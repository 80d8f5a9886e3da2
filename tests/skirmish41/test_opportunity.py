"""Opportunity fire, where it is played."""

from typing import Any

import pytest

from sandtable.rulesets.skirmish41.state import Mission
from sandtable.rulesets.skirmish41.turn.turn import begin_part
from tests.clause import clause

from .kit import Scene, brit, german, shift, terrain

MAN = ("rifleman",)
CLAUSE = "sk.gap.opportunity-fire"


def waiting(*, on: bool = True, ground: Any = (), mission: Mission | None = None, **watcher: Any) -> Scene:
    """A German who did nothing in his part, and two British teams that may move past him."""
    fields = {"done": True, **watcher.pop("fields", {})}
    return Scene(
        brit("gb.rifle-team", (20, 10), name="Able", pick=MAN * 2),
        brit("gb.rifle-team", (30, 10), name="Baker", pick=MAN * 2),
        german("de.rifle-team", (25, 25), name="Berta", pick=MAN, fields=fields, **watcher),
        ground=ground,
        mission=mission,
        opportunity_fire=on,
    )


def move(scene: Scene, name: str, dice: list[int], **answers: Any) -> Scene:
    """A team moves a little."""
    return scene.act(name, "move", dice=dice, move=shift(0, -1), **answers)


@clause("sk.gap.opportunity-fire")
def test_it_is_not_played_by_default() -> None:
    """The sheet has none."""
    assert move(waiting(on=False), "Able", []).events("fired") == []


@clause("sk.gap.opportunity-fire")
def test_who_spent_nothing_fires_unaimed_at_the_first_that_moves() -> None:
    """With all his actions; and at the next he has none left."""
    scene = move(waiting(), "Able", [1, 1])
    assert scene.decision("opportunity fire").seat == 1
    assert scene.reasons("fires") == ["17+ (unaimed, medium)"]
    assert scene.figure("Berta").spent == 2
    assert move(scene, "Baker", []).asked[-1].kind == "move"


@clause("sk.gap.opportunity-fire")
def test_who_lets_the_first_go_does_not_fire_at_the_second() -> None:
    """At the first enemy team that moves in its sight; his next own part clears it."""
    scene = move(waiting(), "Able", [], opportunity_fire=False)
    assert scene.events("let it pass")
    assert move(scene, "Baker", []).events("fired") == []
    scene.call(begin_part, 1, {"first": 0})
    assert not scene.unit("Berta").passed


@clause("sk.gap.opportunity-fire")
def test_who_moves_out_of_sight_is_not_the_first() -> None:
    """The house hides Able, so Baker is fired at."""
    scene = waiting(ground=[terrain("building", box=(18, 15, 6.5, 6))])
    assert move(scene, "Able", []).events("fired") == []
    assert move(scene, "Baker", [1, 1]).events("fired")


@clause("sk.gap.opportunity-fire")
@pytest.mark.parametrize(
    "why",
    [{"each": {"spent": 1}}, {"fields": {"done": False}}, {"fields": {"routing": True}}, {"fields": {"frozen": 1}}],
)
def test_who_may_not(why: dict[str, Any]) -> None:
    """Who spent an action, has had no part yet, routs or fell back."""
    assert move(waiting(**why), "Able", []).events("fired") == []


@clause("sk.gap.opportunity-fire", "sk.turn.morale-any-time")
def test_those_fired_at_test_at_once() -> None:
    """Before anybody does anything else."""
    scene = move(waiting(), "Able", [20, 1, 1, 1, 1])
    assert scene.throws("Morale")[0].why == "Morale of Able (suppressed), 2 action points"


@clause("sk.gap.opportunity-fire")
def test_the_solo_force_always_fires() -> None:
    """Nobody is asked."""
    scene = move(waiting(mission=Mission("patrol")), "Able", [1, 1])
    assert scene.kinds_asked() == ["move"]
    assert CLAUSE not in scene.clauses()
    assert scene.events("fired")

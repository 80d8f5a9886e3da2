"""Where a unit could go, and whom it could shoot at from there."""

from typing import Any

import pytest

from sandtable.odds.forecast import Standing, look_ahead, read
from sandtable.play.refusal import Refused
from sandtable.rulesets.sotr.ruleset import RULESET
from tests.clause import clause

from .kit import Scene, reich, terrain, us


def meeting() -> Scene:
    """Four men, two zombies ahead of them, a squad behind a house."""
    return Scene(
        us("us.rifle-squad", (10, 20), name="Able", men=4),
        reich("reich.zombies", (20, 20), name="Mob", men=2),
        reich("reich.sturmgrenadiers", (40, 20), name="Sturm", men=2),
        ground=[terrain("building", box=(30, 10, 4, 20))],
    )


@clause("sotr.target.per-model")
def test_whoever_may_be_shot_at_is_offered() -> None:
    """Not those whom nobody sees."""
    scene = meeting()
    assert list(RULESET.shots(scene.state, 0, moving=False)) == [1]
    assert list(RULESET.shots(scene.state, 0, moving=True, at=2)) == []
    assert list(RULESET.shots(scene.state, 2, moving=False)) == []


def test_shots_can_be_weighed_and_change_nothing() -> None:
    """The script ends with what the dice do to the target; standing still is better where aiming is allowed."""
    scene = meeting()
    before = scene.state
    expected = []
    for moving in (True, False):
        begin = RULESET.shots(scene.state, 0, moving=moving)[1]
        standing = Standing(RULESET, scene.state, (), scene.state, 0)
        found = read(standing, look_ahead(standing, begin))
        mean = found.spreads[1, "GONERs"].mean
        assert mean is not None
        expected.append(mean)
    assert 0 < expected[0] <= expected[1]
    assert scene.state is before


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"place": "fled"}, "not on the table"),
        ({"fleeing": True}, "Fleeing"),
        ({"immobilised": True}, "Immobilised"),
    ],
)
def test_who_cannot_move_about_is_told_why(fields: dict[str, Any], why: str) -> None:
    """With the clauses of an Advance."""
    scene = meeting().change("Able", **fields)
    with pytest.raises(Refused, match=why):
        RULESET.roams(scene.state, 0)


def test_nobody_shoots_from_off_the_table() -> None:
    """Nor walks there."""
    assert RULESET.shots(meeting().change("Able", place="fled").state, 0, moving=False) == {}
    assert RULESET.roams(meeting().state, 0) is not None

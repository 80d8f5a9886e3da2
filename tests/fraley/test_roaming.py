"""Where a Unit could go, and whom it could fire at from there."""

from typing import Any

import pytest

from sandtable.odds.forecast import Standing, look_ahead, read
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refused
from sandtable.rulesets.fraley.ruleset import RULESET
from tests.clause import clause

from .kit import Scene, german, terrain, us


def meeting() -> Scene:
    """A platoon, a few grenadiers ahead of it, others behind a house."""
    return Scene(
        us("us.rifle-platoon", (10, 20), name="Able", men=4, bearing=180),
        german("de.grenadier-platoon", (10, 30), name="Berta", men=3),
        german("de.grenadier-platoon", (60, 20), name="Cäsar", men=2),
        ground=[terrain("building", box=(40, 10, 6, 20))],
    )


@clause("fraley.fire.declare", "fraley.fire.line-of-sight")
def test_whoever_may_be_fired_at_is_offered() -> None:
    """Not those whom nobody sees, and nobody from off the table."""
    scene = meeting()
    assert list(RULESET.shots(scene.state, 0, moving=False)) == [1]
    assert list(RULESET.shots(scene.state, 0, moving=True, at=2)) == []
    assert list(RULESET.shots(scene.state, 2, moving=False)) == []
    assert RULESET.shots(scene.change("Able", place="destroyed").state, 0, moving=False) == {}


@clause("fraley.hit.firer-moved")
def test_shots_can_be_weighed_and_change_nothing() -> None:
    """The script ends with what the dice do to the target; standing still is better."""
    scene = meeting()
    before = scene.state
    expected = []
    for moving in (True, False):
        begin = RULESET.shots(scene.state, 0, moving=moving)[1]
        standing = Standing(RULESET, scene.state, (), scene.state, 0)
        mean = read(standing, look_ahead(standing, begin)).spreads[1, "Teams lost"].mean
        assert mean is not None
        expected.append(mean)
    assert 0 < expected[0] < expected[1]
    assert scene.state is before


@clause("fraley.gtg.declare-cost", "fraley.barrage.no-move")
@pytest.mark.parametrize(
    ("fields", "why"),
    [({"place": "destroyed"}, "not on the table"), ({"still": True}, "gone to ground"), ({"watching": 2}, "may move")],
)
def test_who_cannot_move_about_is_told_why(fields: dict[str, Any], why: str) -> None:
    """With the clauses that say so."""
    with pytest.raises(Refused, match=why) as refused:
        RULESET.roams(meeting().change("Able", **fields).state, 0)
    assert refused.value.refusal.because


def test_a_unit_roams_by_one_move() -> None:
    """All its Teams."""
    domain = RULESET.roams(meeting().state, 0)
    assert isinstance(domain, Marching)
    assert (domain.movers, domain.budget) == ((0, 1, 2, 3), 10_000)  # six inches, and four more at their leader's word

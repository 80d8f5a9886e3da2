"""Victory: objectives, losses, draws, and the end at once."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.setup.victory import beaten, holder, outcome_at_once, outcome_now, scores, worth_of_losses
from sandtable.rulesets.sotr.state import Mission
from tests.clause import clause

from .kit import Scene, reich, us

MARKER = (24_000, 24_000)
DEAD_WALK = Mission("dead-walk")


def around(ours: int, theirs: int, **rest: Any) -> Scene:
    """So many models of each side at a marker."""
    return Scene(
        us("us.rifle-squad", (22, 25), name="Able", men=max(1, ours), **rest),
        reich("reich.sturmgrenadiers", (22, 23), name="Storm", men=max(1, theirs)),
        objectives=[(24, 24)],
    )


@clause("sotr.gap.victory")
@pytest.mark.parametrize(("ours", "theirs", "side"), [(3, 2, 0), (2, 3, 1), (2, 2, None)])
def test_the_most_models_within_three_inches_hold_an_objective(ours: int, theirs: int, side: int | None) -> None:
    """Nobody does where they are equal."""
    assert holder(around(ours, theirs).state, MARKER) == side


@clause("sotr.gap.victory")
@pytest.mark.parametrize(("x", "held"), [(27.5, True), (27.501, False)])
def test_three_inches_are_three_inches(x: float, held: bool) -> None:
    """To the edge of a base."""
    scene = Scene(us("us.rifle-squad", (x, 24), men=1))
    assert (holder(scene.state, MARKER) == 0) is held


@clause("sotr.gap.victory")
def test_down_and_disorganized_models_hold_nothing() -> None:
    """Two of three are DOWN, or the unit is Disorganized."""
    down = around(3, 2, models={0: {"down": True}, 1: {"down": True}})
    assert holder(down.state, MARKER) == 1
    assert holder(around(3, 2, fields={"disorganized": True}).state, MARKER) == 1
    assert holder(around(3, 2, each={"disorganized": True}).state, MARKER) == 1


@clause("sotr.gap.victory")
@pytest.mark.parametrize(
    ("place", "men", "points"),
    [("destroyed", 0, 13), ("fled", 3, 13), ("table", 4, 6), ("table", 5, 0), ("exited", 2, 6), ("exited", 5, 0)],
)
def test_what_losses_are_worth(place: str, men: int, points: int) -> None:
    """A rifle squad costs 130: 13 points when it is gone, half when fewer than half of ten are left."""
    fields = {"place": place, "strength": 10}
    scene = Scene(us("us.rifle-squad", (22, 25), name="Able", men=max(1, men), fields=fields))
    if not men:
        scene.change("Able", men=())
    assert worth_of_losses(scene.state, 0) == points


@clause("sotr.gap.victory")
def test_a_difference_below_three_is_a_draw() -> None:
    """4 points of a bazooka team win; 3 for an objective win too; 2 for half a squad's half are a draw."""
    near = us("us.rifle-squad", (24, 25), name="Able", men=1)
    held = Scene(near, reich("reich.vampire", (40, 5)), objectives=[(24, 24)])
    assert outcome_now(held.state).winner == 0
    assert outcome_now(held.state).scores == (3, 0)
    lost = us("us.sniper-team", name="Sniper", men=1, fields={"strength": 3}, card={"points": 59})
    half = Scene(us("us.command", (5, 44)), lost, reich("reich.vampire", (40, 5)))
    assert (outcome_now(half.state).scores, outcome_now(half.state).winner) == ((0, 2), None)
    gone = Scene(
        us("us.command", (5, 44)), us("us.bazooka-team", fields={"place": "destroyed"}), reich("reich.vampire")
    )
    assert (outcome_now(gone.state).scores, outcome_now(gone.state).winner) == ((0, 3), 1)


@clause("sotr.gap.victory")
def test_a_side_with_nobody_standing_loses() -> None:
    """Whatever the points; if both have nobody it is a draw; riders and reserves count."""
    scene = Scene(us("us.rifle-squad", (5, 44), name="Able", men=1), reich("reich.vampire", (40, 5), name="Count"))
    assert outcome_at_once(scene.state) is None
    scene.change("Able", 0, down=True)
    outcome = outcome_at_once(scene.state)
    assert outcome is not None
    assert (outcome.winner, beaten(scene.state)) == (1, (True, False))
    scene.change("Count", 0, down=True)
    outcome = outcome_at_once(scene.state)
    assert outcome is not None
    assert outcome.winner is None
    for place in ("reserve", "aboard"):
        other = Scene(us("us.rifle-squad", (5, 44), men=1, fields={"place": place}), reich("reich.vampire", (40, 5)))
        assert beaten(other.state) == (False, False)


# ---- the Dead Walk


@clause("sotr.gap.victory", "sotr.gap.scenarios")
@pytest.mark.parametrize(
    ("fields", "result"),
    [
        ({"place": "exited"}, (3, 0)),
        ({}, (3, 0)),
        ({"strength": 5}, (0, 3 + 6)),
        ({"place": "fled"}, (0, 3 + 13)),
    ],
    ids=["left", "stands", "below half", "fled"],
)
def test_each_living_unit_is_an_objective_in_the_dead_walk(fields: dict[str, Any], result: tuple[int, int]) -> None:
    """It counts for the living if it has left or stands, for the dead if not; losses count besides."""
    able = us("us.rifle-squad", (22, 25), name="Able", men=2, fields=fields)
    scene = Scene(able, reich("reich.zombies", (40, 5), men=12), mission=DEAD_WALK)
    assert scores(scene.state) == result


@clause("sotr.gap.victory", "sotr.gap.scenarios")
def test_the_living_who_have_left_have_not_lost() -> None:
    """Nobody is on the table, but one unit got out: it is scored."""
    out = us("us.rifle-squad", name="Able", men=2, fields={"place": "exited"})
    scene = Scene(out, reich("reich.zombies", (40, 5)), mission=DEAD_WALK)
    outcome = outcome_at_once(scene.state)
    assert outcome is not None
    assert (outcome.winner, outcome.scores) == (0, (3, 0))

"""Re-activation: a 6 on an activation check."""

from typing import Any

import pytest

from sandtable.rulesets.fraley.turn.activation import activate
from sandtable.rulesets.fraley.turn.reactivation import NEVER, again_roll, band, beneficiaries
from tests.clause import clause

from .kit import Scene, Side, german, us
from .turn_kit import Calls, stand_in


@pytest.fixture(autouse=True)
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Other chapters stand aside."""
    return stand_in(monkeypatch)


def units(ours: int, theirs: int, *more: Side, **rest: Any) -> Scene:
    """So many Units a side, named US0, US1, ... and DE0, DE1, ...; a CC on our side; all have acted."""
    sides = [us("us.mg-platoon", (3 + 6 * place, 5), name=f"US{place}", men=2) for place in range(ours)]
    sides += [german("de.mg-platoon", (3 + 6 * place, 40), name=f"DE{place}", men=2) for place in range(theirs)]
    scene = Scene(*sides, us("us.cc", (30, 20), name="Major"), *more, **rest)
    for unit in scene.state.units:
        scene.change(unit.name, done=True)
    return scene


def again(scene: Scene) -> list[str]:
    """The Units that are eligible again."""
    return [unit.name for unit in scene.state.units if unit.refreshed and not unit.done]


@clause("fraley.reactivation.up-to-5", "fraley.reactivation.unit-count", "fraley.reactivation.who-benefits")
def test_with_five_units_a_six_is_enough() -> None:
    """2 + 3 Units: all that were used may be picked again, not the roller, not the CC."""
    scene = units(2, 3)
    assert scene.call(activate, "US0", dice=[6], action="nothing") is True
    assert again(scene) == ["US1", "DE0", "DE1", "DE2"]
    assert scene.unit("US0").done
    assert scene.unit("Major").done
    assert again(units(2, 3).run(_activated, [5], action="nothing")) == []


async def _activated(play: Any) -> None:
    await activate(play, 0)


@clause("fraley.reactivation.up-to-5")
def test_the_natural_score_counts() -> None:
    """A 6 that fails because of suppression triggers it; a rerolled check uses the final die; other checks do not."""
    scene = units(2, 2).change("US0", 0, marks=1).change("US0", 1, marks=1)
    assert scene.call(activate, "US0", dice=[6], action="nothing") is False
    assert again(scene) == ["US1", "DE0", "DE1"]
    scene = units(2, 2)
    scene.call(activate, "US0", dice=[1, 6], action="nothing")
    assert again(scene) == ["US1", "DE0", "DE1"]


@clause("fraley.reactivation.6-to-10")
@pytest.mark.parametrize(("ours", "theirs"), [(3, 3), (5, 5)])
@pytest.mark.parametrize(("die", "ready"), [(2, False), (3, True)])
def test_with_six_to_ten_units_a_second_die_needs_3(ours: int, theirs: int, die: int, ready: bool) -> None:
    """8 Units, roll 6, second roll 2: nothing."""
    scene = units(ours, theirs)
    scene.call(activate, "US0", dice=[6, die], action="nothing")
    assert bool(again(scene)) is ready


@clause("fraley.reactivation.over-12")
@pytest.mark.parametrize(("die", "ready"), [(4, False), (5, True)])
def test_with_more_than_twelve_it_needs_5(die: int, ready: bool) -> None:
    """14 Units, roll 6, second roll 5: re-activation."""
    scene = units(7, 7)
    scene.call(activate, "US0", dice=[6, die], action="nothing")
    assert bool(again(scene)) is ready
    assert band(units(7, 6).state, 0) == (5, "fraley.reactivation.over-12")


@clause("fraley.reactivation.11-to-12")
def test_the_band_that_was_not_printed() -> None:
    """11 and 12 Units: 5+, or what the table says."""
    for many in (5, 6):
        assert band(units(6, many).state, 0) == (5, "fraley.reactivation.11-to-12")
        for choice in (3, 4):
            assert band(units(6, many, reactivation_11_12=choice).state, 0)[0] == choice
    assert band(units(6, 6, reactivation_11_12=0).state, 0)[0] == NEVER
    scene = units(6, 6)
    scene.call(activate, "US0", dice=[6, 4], action="nothing")
    assert again(scene) == []
    scene = units(6, 6, reactivation_11_12=0)
    scene.call(activate, "US0", dice=[6], action="nothing")
    assert again(scene) == []


@clause("fraley.reactivation.first-roll-rules")
def test_the_first_roll_settles_the_list() -> None:
    """Veterans roll 6, then 1: the Success list."""
    scene = units(3, 3).run(_activated, [6, 1], action="nothing")
    assert "run" in scene.offered("action")
    assert again(scene) == []


@clause("fraley.reactivation.unit-count")
def test_who_is_counted() -> None:
    """Destroyed Units, CCs and FOs are not; a table may count the roller's side only."""
    scene = units(3, 3, us("us.mortar-platoon", (3, 12), name="Tubes", fo=(40, 20)))
    assert band(scene.state, 0)[1] == "fraley.reactivation.6-to-10"
    assert band(units(3, 3).change("DE0", place="destroyed").state, 0)[1] == "fraley.reactivation.up-to-5"
    assert band(units(2, 3).state, 0)[1] == "fraley.reactivation.up-to-5"
    assert band(units(5, 6, reactivation_count="own_side").state, 0)[1] == "fraley.reactivation.up-to-5"
    assert band(units(5, 6, reactivation_count="own_side").state, 1)[1] == "fraley.reactivation.6-to-10"


@clause("fraley.reactivation.who-benefits", "fraley.reactivation.includes-roller")
def test_who_benefits() -> None:
    """Both sides' Units that have acted; or the roller's own; or the roller, too."""
    scene = units(2, 2).change("DE1", done=False).change("US1", place="destroyed")
    assert beneficiaries(scene.state, 0) == (2,)
    assert beneficiaries(units(2, 2, reactivation_scope="own_side").state, 0) == (1,)
    assert beneficiaries(units(2, 2, reactivation_includes_roller=True).state, 0) == (0, 1, 2, 3)
    scene = units(2, 2, reactivation_includes_roller=True)
    scene.call(activate, "US0", dice=[6], action="nothing")
    assert again(scene) == ["US0", "US1", "DE0", "DE1"]


@clause("fraley.reactivation.6-to-10")
def test_the_second_die() -> None:
    """It is not thrown where nobody has anything of it."""
    scene = units(3, 3)
    for unit in scene.state.units:
        scene.change(unit.name, done=False)
    scene.call(activate, "US0", dice=[6], action="nothing")
    assert again_roll(3, 1).needs == "3+"

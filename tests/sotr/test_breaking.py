"""Break tests: who takes one, how often, and what a failure does."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.play.script import Play
from sandtable.rulesets.sotr.harm.wounds import Losses
from sandtable.rulesets.sotr.nerve.breaking import break_tests, must_test
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.afterwards import flee_from_fire
from sandtable.rulesets.sotr.weapons.shooting import shooting_action
from tests.clause import clause

from .kit import Scene, reich, terrain, us

FIRE = {"frag": 0, "smoke": 0, "action": "advance"}


def under_fire(men: int = 4, **rest: Any) -> Scene:
    """Men with Cool 7, or 8 by their sergeant, and two units that shoot at them."""
    ground = rest.pop("ground", ())
    return Scene(
        us("us.rifle-squad", (20, 30), name="Men", men=men, fields={"frag": 0, "smoke": 0}, **rest),
        reich("reich.sturmgrenadiers", (20, 20), name="Foe", pick=("grenadier", "grenadier"), fields=FIRE),
        reich("reich.sturmgrenadiers", (26, 20), name="Others", pick=("grenadier", "grenadier"), fields=FIRE),
        ground=ground,
    )


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The units that run from fire."""
    found: list[int] = []

    async def flee(play: Play[Battle], number: int) -> None:
        found.append(number)

    monkeypatch.setattr(flee_from_fire, "_script", flee)
    return found


def lose(scene: Scene, losses: Losses, dice: list[int]) -> None:
    """Break tests for losses to the first unit that shoots."""
    scene.call(break_tests, losses, 1, dice=dice)


@clause("sotr.break.trigger")
def test_goners_call_for_a_test_and_nothing_else_does(runs: list[int]) -> None:
    """However many there were; 8 or less passes with the sergeant's Cool."""
    scene = under_fire()
    lose(scene, ((0, 3),), [4, 4])
    assert scene.event("tested its Cool").tells["passed"]
    assert not scene.unit("Men").disorganized
    lose(scene, (), [])
    lose(scene, ((0, 0),), [])
    assert scene.told() == [] and runs == []


@clause("sotr.break.trigger")
def test_a_unit_that_fails_in_the_open_runs(runs: list[int]) -> None:
    """Disorganized and Fleeing, and it moves at once."""
    scene = under_fire()
    lose(scene, ((0, 1),), [5, 4])
    assert scene.unit("Men").disorganized and scene.unit("Men").fleeing
    assert runs == [0]


@clause("sotr.break.trigger")
def test_a_unit_that_fails_in_cover_stays(runs: list[int]) -> None:
    """More than half of it has light cover from those who shot."""
    scene = under_fire(ground=[terrain("crops", box=(10, 28, 20, 6))])
    lose(scene, ((0, 1),), [5, 4])
    assert scene.unit("Men").disorganized and not scene.unit("Men").fleeing
    assert runs == []


@clause("sotr.break.trigger")
@pytest.mark.parametrize(
    "unit",
    [
        us("us.jeep", (20, 30), name="Men"),
        us("us.rifle-squad", (20, 30), name="Men", men=2, each={"down": True}),
        us("us.rifle-squad", (20, 30), name="Men", men=2, each={"frenzied": True}),
        us("us.rifle-squad", (20, 30), name="Men", men=2, card={"traits": ("mindless",)}),
        us("us.rifle-squad", (20, 30), name="Men", men=2, fields={"place": "destroyed"}),
    ],
)
def test_some_never_test(unit: Any) -> None:
    """Machines, those all DOWN, the Frenzied, the mindless, the dead."""
    scene = Scene(unit, reich("reich.sturmgrenadiers", (20, 20), men=2))
    assert not must_test(scene.state, 0)
    lose(scene, ((0, 2),), [])
    assert scene.told() == []


@clause("sotr.break.trigger")
def test_a_few_frenzied_models_do_not_spare_the_others() -> None:
    """All standing models must be."""
    scene = Scene(us("us.rifle-squad", (20, 30), men=2, models={0: {"frenzied": True}}))
    assert must_test(scene.state, 0)


@clause("sotr.break.each-enemy", "sotr.break.ex-two-units")
def test_one_test_for_each_unit_that_shot() -> None:
    """Six shots each: two GONERs by one, a test that is passed; two more by the other, another test."""
    scene = under_fire(men=6)
    for foe in ("Foe", "Others"):
        dice = [4, 4, 1, 1, 1, 1, 6, 6, 4, 4]
        scene.call(shooting_action, foe, dice=dice, fire="nearest")
        told = [verb for verb, _ in scene.told("lost models", "ceased fire", "tested its Cool")]
        assert told == ["lost models", "ceased fire", "tested its Cool"]
    assert len(scene.unit("Men").men) == 2
    assert not scene.unit("Men").disorganized
    assert (scene.state.firing, scene.state.toll, scene.state.fresh) == (-1, (), ())


@clause("sotr.break.each-enemy")
def test_while_a_unit_shoots_its_toll_is_only_counted() -> None:
    """Rifles and then a grenade: one test for both."""
    scene = under_fire()
    scene.state = replace(scene.state, firing=1)
    scene.call(break_tests, ((0, 1),), 1)
    scene.call(break_tests, ((0, 2),), 1)
    assert scene.state.toll == ((0, 3),)
    assert scene.events("tested its Cool") == []

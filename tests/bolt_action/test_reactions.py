"""What a target may do when it is shot at, and how long those who went Down stay down."""

from typing import Any

import pytest

from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.setup.victory import holder
from sandtable.rulesets.bolt_action.turn.turn import cup
from tests.clause import clause

from .kit import Scene, de, drive, keys, shift, us
from .turn_kit import MISSES, facing, needs


def shot_at(troop: str, **fields: Any) -> Scene:
    """An MMG team and a target of some kind ten inches before it."""
    return Scene(
        us("us.mmg-team", (20, 20), name="Gun", bearing=90),
        de(troop, (32, 20), name="Foes", bearing=270, fields=fields),
        de("us.medic", (60, 40), name="Others"),
    )


@clause("ba.gap.target-reaction")
def test_a_target_without_a_die_may_go_down_before_range_is_measured() -> None:
    """Its die is taken from the cup and shows Down, no test is taken though it is pinned, and it is harder to hit."""
    scene = facing(10)
    scene.state = with_unit(scene.state, 1, {"pins": 3})
    assert cup(scene.state) == (1, 1)
    scene.order("Able", "fire", [1, 1, *MISSES], target="Foes", react="down")
    assert needs(scene) == "4+ (-1 target is Down)"
    assert (scene.unit("Foes").order, scene.unit("Foes").pins) == ("down", 3)
    assert cup(scene.state) == (0, 0)
    (reaction,) = [decision for decision in scene.asked if decision.kind == "react"]
    assert (reaction.seat, reaction.unit) == (1, 1)


@clause("ba.gap.target-reaction")
def test_it_need_not() -> None:
    """A target that stays up keeps its die in the cup."""
    scene = facing(10)
    scene.order("Able", "fire", [1, 1, *MISSES], target="Foes", react="stay")
    assert needs(scene) == "3+"
    assert cup(scene.state) == (0, 1)


@clause("ba.gap.target-reaction")
@pytest.mark.parametrize(
    ("order", "asked"),
    [
        (None, True),
        ("ambush", True),
        ("fire", False),
        ("advance", False),
        ("run", False),
        ("rally", False),
        ("down", False),
    ],
)
def test_only_those_without_a_die_or_in_ambush_react(order: str | None, asked: bool) -> None:
    """A unit that has had its order cannot go Down any more, but one in Ambush can."""
    scene = shot_at("us.rifle-squad", order=order)
    scene.order("Gun", "fire", [1] * 4, target="Foes")
    assert ("react" in scene.kinds_asked()) == asked


@clause("ba.gap.target-reaction")
def test_a_unit_in_ambush_turns_its_die_to_down() -> None:
    """It gives up its Ambush for it."""
    scene = shot_at("us.rifle-squad", order="ambush")
    scene.order("Gun", "fire", [1] * 4, target="Foes", react="down")
    assert scene.unit("Foes").order == "down"
    assert scene.throws("to hit")[0].needs == "4+ (-1 target is Down)"


@clause("ba.gap.target-reaction")
@pytest.mark.parametrize(
    ("troop", "offered"),
    [
        ("us.rifle-squad", ["stay", "down"]),
        ("us.medium-at-gun", ["stay", "down"]),
        ("us.truck", []),
        ("us.half-track", []),
        ("us.armoured-car", ["stay", "escape"]),
    ],
)
def test_who_can_react_and_how(troop: str, offered: list[str]) -> None:
    """Infantry and artillery go Down, vehicles do nothing, recce vehicles escape."""
    scene = shot_at(troop)
    scene.order("Gun", "fire", [1] * 4, target="Foes")
    assert ("react" in scene.kinds_asked()) == bool(offered)
    assert not offered or scene.offered("react") == offered


@clause("ba.gap.target-reaction")
def test_an_escape_takes_the_die_as_well() -> None:
    """A recce vehicle that backs out of the gun's reach has its die on Down."""
    scene = shot_at("us.armoured-car")
    scene.order("Gun", "fire", [1] * 4, target="Foes", react="escape", drive=drive((0, -12)))
    assert scene.point("Foes") == (44, 20)
    assert scene.unit("Foes").order == "down"


@clause("ba.gap.down-lasts")
@pytest.mark.parametrize(("kept", "later"), [([], "3+"), (["u1"], "4+ (-1 target is Down)")])
def test_down_lasts_until_the_die_goes_back(kept: list[str], later: str) -> None:
    """Down helps against everybody for the rest of the turn, and in the next only if it is kept."""
    scene = facing(10, us("us.rifle-squad", (31, 5), name="Baker", men=6))
    scene.order("Foes", "down")
    scene.order("Able", "fire", [1, 1, *MISSES], target="Foes")
    assert needs(scene) == "4+ (-1 target is Down)"
    scene.order("Baker", "fire", [1] * 6, target="Foes")
    assert "-1 target is Down" in scene.throws("Baker (Rifle) at Foes")[0].needs
    scene.end_turn(retain=keys(*kept))
    scene.order("Able", "fire", [1, 1, *MISSES], target="Foes")
    assert needs(scene) == later


@clause("ba.gap.down-lasts")
@pytest.mark.parametrize(
    ("troop", "needed"),
    [
        ("us.rifle-squad", "4+ (-1 target is Down)"),
        ("us.medium-at-gun", "4+ (-1 target is Down)"),
        ("us.truck", "3+"),
        ("us.half-track", "3+"),
    ],
)
def test_only_infantry_and_artillery_are_harder_to_hit(troop: str, needed: str) -> None:
    """A vehicle that is Down is merely halted."""
    scene = shot_at(troop, order="down")
    scene.order("Gun", "fire", [1] * 4, target="Foes")
    assert scene.throws("to hit")[0].needs == needed


@clause("ba.gap.down-lasts")
def test_a_unit_that_is_down_still_holds_its_objective() -> None:
    """Two inches from the objective, up or Down, it is theirs; an enemy who comes near contests it."""
    scene = facing(10, objectives=[(31.5, 18)])
    point = scene.state.objectives[0]
    assert holder(scene.state, point) == 1
    scene.order("Foes", "down")
    assert holder(scene.state, point) == 1
    scene.order("Able", "run", move=shift(9, 0))
    assert holder(scene.state, point) is None

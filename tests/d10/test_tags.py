"""Tags of weapons in reactions: what stands still on Hold fires, what has moved does not."""

from typing import Any

import pytest

from sandtable.rulesets.d10.react.reactions import after_shooting
from tests.clause import clause

from .fire import needs
from .kit import Scene, german, us


def answer(weapon: str, *, moved: bool, dice: list[int], **more: Any) -> Scene:
    """A German on Hold with a weapon answers a rifleman's fire at 20 inches with these dice, if he can."""
    scene = Scene(
        us("us.rifle-squad", (5, 20), name="Able", men=1),
        german(
            "de.grenadier-squad",
            (26, 20),
            name="Berta",
            men=2,
            each={"weapons": (weapon,)},
            models={1: {"weapons": ()}},
            fields={"hold": True, "moved": moved},
        ),
        **more,
    )
    scene.call(after_shooting, "Able", dice=dice)
    return scene


@clause("d10.gap.tag-fixed", "d10.gap.weapon-mmg")
def test_a_fixed_weapon_reacts_if_it_has_not_moved() -> None:
    """CM 5 passes on 5; then five shots. After a move there is nothing to react with, and nobody is asked."""
    still = answer("mmg", moved=False, dice=[5, 1, 1, 1, 1, 1])
    assert still.event("shot").tells["how"] == "shoots in reaction"
    assert answer("mmg", moved=True, dice=[]).kinds_asked() == []


@clause("d10.hit.moved", "d10.gap.tag-steady")
@pytest.mark.parametrize(
    ("weapon", "moved", "score"), [("rifle", False, "6+"), ("rifle", True, "7+"), ("garand", True, "7+")]
)
def test_a_unit_that_moved_and_held_reacts_as_one_that_moved(weapon: str, moved: bool, score: str) -> None:
    """Unless its weapon is Steady and the switch lets it off."""
    assert needs(answer(weapon, moved=moved, dice=[5, 1]))[1] == score
    freed = answer(weapon, moved=moved, dice=[5, 1], steady_ignores_moving=True)
    assert needs(freed)[1] == ("6+" if weapon == "garand" else score)


@clause("d10.gap.tag-aimed")
def test_a_marksman_on_hold_aims() -> None:
    """+1 in reaction too, if he has not moved."""
    assert needs(answer("sniper-rifle", moved=False, dice=[5, 1]))[1] == "5+"
    assert needs(answer("sniper-rifle", moved=True, dice=[5, 1]))[1] == "7+"

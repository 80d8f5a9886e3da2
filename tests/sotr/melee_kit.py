"""For tests of Assaults and hand-to-hand: playing the whole phase."""

from collections.abc import Sequence
from typing import Any

from sandtable.play.script import Play
from sandtable.rulesets.sotr.melee import assault
from sandtable.rulesets.sotr.melee.hand_to_hand import close_step
from sandtable.rulesets.sotr.state import Battle

from .kit import Scene


async def close_combat(play: Play[Battle]) -> None:
    """A whole Close Combat Phase."""
    while (step := close_step(play.state)) is not None:
        await step.begin(play)


def fight(scene: Scene, dice: Sequence[int] = (), **answers: Any) -> Scene:
    """Play a whole Close Combat Phase."""
    return scene.run(close_combat, dice, **answers)


def charge(scene: Scene, one: str, other: str, dice: Sequence[int] = (), **answers: Any) -> Scene:
    """Play an Assault."""
    scene.call(assault.assault, one, other, dice=dice, **answers)
    return scene


def pairs(scene: Scene) -> set[tuple[int, int]]:
    """Who is Engaged with whom."""
    return set(scene.state.engaged)

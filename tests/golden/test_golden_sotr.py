"""Short playthroughs of model by model fights, told as the log tells them and compared with files that a person has read.

After a change that is meant: `pytest tests/golden --write-golden`, and read the difference.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.play.events import Happening
from sandtable.play.script import Play
from sandtable.rulesets.sotr.melee.hand_to_hand import close_step
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.telling.log import sentence
from sandtable.rulesets.sotr.turn.activation import activate
from tests.sotr.kit import Scene, reich, shift, stay, terrain, us

from .stories import is_what_it_was, told

FOLDER = Path(__file__).parent / "sotr"

Story = list[tuple[Battle, Happening]]


def _told(*scenes: Scene) -> Story:
    return [(scene.state, happening) for scene in scenes for happening in scene.news]


async def _fight(play: Play[Battle]) -> None:
    """The whole Close Combat Phase."""
    while (step := close_step(play.state)) is not None:
        await step.begin(play)


def dash() -> Story:
    """Two men dash across a street and are shot at by a machine gun on Overwatch; one goes DOWN, the other gets across."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", pick=("rifleman", "rifleman")),
        reich("reich.mg-team", (30, 20), spots=((30, 21.2), (30, 22.4)), name="MG", models={1: {"overwatch": True}}),
    )
    scene.activate("Able", [3, 5, 6, 1, 3, 1], action="double", move=shift(0, 7), overwatch="4")
    return _told(scene)


def charge() -> Story:
    """Werewolves charge a squad that stands its HORROR; hand-to-hand follows, and the squad breaks."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("sergeant", "rifleman", "rifleman")),
        reich("reich.werewolves", (20, 27), name="Pack"),
        fields={"phase": "action"},
    )
    scene.call(activate, "Pack", dice=[3, 4], fall_back=False)
    before = _told(scene)
    scene.run(_fight, [2, 5, 5, 1, 3, 1, 1, 1, 4, 1, 6, 6, 1, 1])
    return [*before, *_told(scene)]


def flames() -> Story:
    """A flamethrower at men at the edge of a wood: one burns, the others run, and the wood catches fire."""
    scene = Scene(
        us("us.rifle-squad", (20, 14), name="Able", pick=("sergeant", "rifleman", "rifleman")),
        reich("reich.flame-pioneers", (21, 20), name="Pioneers", pick=("flamethrower man",)),
        ground=[terrain("woods", box=(17, 10, 8, 5))],
    )
    scene.activate("Pioneers", [3, 5, 1, 6, 6, 5, 5], action="advance", move=stay(), fire="special", flame="Able")
    return _told(scene)


def suppressed() -> Story:
    """Suppressing Fire with grenades at men in a house, their cover off the dice; Suppressed, they keep their heads down."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able"),
        reich("reich.mg-team", (20.6, 11.4), name="MG", gap=0.2),
        ground=[terrain("building", box=(20, 6, 6, 6), floors=2)],
    )
    scene.activate("Able", [4, 4], action="suppress u1", suppress_grenades=True)
    first = _told(scene)
    scene.activate("MG", suppressed="stay")
    return [*first, *_told(scene)]


SCENES: dict[str, Callable[[], Story]] = {scene.__name__: scene for scene in (dash, charge, flames, suppressed)}


@pytest.mark.parametrize("name", SCENES)
def test_the_story_is_what_it_was(name: str, request: pytest.FixtureRequest) -> None:
    """Line by line."""
    is_what_it_was(FOLDER / f"{name}.txt", SCENES[name].__doc__, told(sentence, SCENES[name]()), request)

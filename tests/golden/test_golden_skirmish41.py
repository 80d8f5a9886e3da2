"""Short playthroughs of WW2 skirmish 4.1, told as the log tells them and compared with a file that a person has read.

After a change that is meant: `pytest tests/golden --write-golden`, and read the difference.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.counters.generation import arrivals
from sandtable.rulesets.skirmish41.counters.markers import markers_look
from sandtable.rulesets.skirmish41.solo.solo import act
from sandtable.rulesets.skirmish41.state import Marker, Mission
from sandtable.rulesets.skirmish41.telling.log import sentence
from sandtable.rulesets.skirmish41.turn.turn import end_part
from tests.skirmish41.kit import Scene, brit, german, shift, terrain

from .stories import is_what_it_was, told

FOLDER = Path(__file__).parent / "skirmish41"


def firefight() -> Scene:
    """A Bren team rakes a rifle team behind a hedge, which is suppressed, loses a man, and tests."""
    scene = Scene(
        brit("gb.bren-team", (20, 30), name="Bren"),
        german("de.rifle-team", (20, 15.6), name="Berta"),
        ground=[terrain("hedge", line=[(15, 16.8), (30, 16.8)])],
    )
    return scene.activate("Bren", "fire", dice=FIREFIGHT, shots="unaimed 2", shooters=[["f1"]])


FIREFIGHT = [18, 3, 19, 20, 7, 11, 2, 3, 4, 5, 1, 2, 5]


def charge() -> Scene:
    """Four paratroops charge a lone pair, who test and stand; then a round of melee, and what comes of it."""
    scene = Scene(
        brit("gb.parachute-team", (20, 26), name="Paras"),
        german("de.rifle-team", (21, 20.5), name="Berta", men=2),
    )
    scene.activate("Paras", "move", dice=[1], move=shift(0, -4))
    news = scene.news
    scene.call(end_part, dice=CHARGE)
    scene.news = [*news, *scene.news]
    return scene


CHARGE = [5, 2, 4, 1]


def tank() -> Scene:
    """A Sherman drives up and shows its side to a Panzerfaust; its crew bale out of a burning tank."""
    scene = Scene(
        german("de.panzerfaust-team", (30, 20), name="Faust"),
        brit("gb.sherman", (34, 28), name="Sherman", bearing=90),
    )
    return scene.activate("Faust", "use:panzerfaust", dice=TANK)


TANK = [15, 12, 4]


def solo() -> Scene:
    """A counter spots the patrol, mines go off, a force arrives, weighs its risk and advances."""
    at = [(inches(40), inches(20)), (inches(44), inches(28)), (inches(48), inches(24))]
    scene = Scene(
        brit("gb.rifle-team", (24, 24), name="Able"),
        mission=Mission("patrol"),
        markers=[Marker("mines", at[0]), Marker("portal", at[1]), Marker("portal", at[2])],
        fields={"edges": ("west", "east"), "first": 0},
    )
    scene.call(arrivals, dice=SOLO[0])
    news = scene.news
    scene.call(markers_look, dice=SOLO[1])
    news += scene.news
    scene.call(act, "Riflemen with NCO", dice=SOLO[2])
    scene.news = [*news, *scene.news]
    return scene


SOLO = ([6, 2, 4], [17, 3, 5, 12, 5, 9], [4, 3, 16, 6, 11, 2, 3, 2])


SCENES: dict[str, Callable[[], Scene]] = {scene.__name__: scene for scene in (firefight, charge, tank, solo)}


@pytest.mark.parametrize("name", SCENES)
def test_the_story_is_what_it_was(name: str, request: pytest.FixtureRequest) -> None:
    """Line by line."""
    scene = SCENES[name]()
    log = told(sentence, ((scene.state, one) for one in scene.news))
    is_what_it_was(FOLDER / f"{name}.txt", SCENES[name].__doc__, log, request)

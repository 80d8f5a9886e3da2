"""Short playthroughs of the D10 squad game, told as the log tells them and compared with a file that a person has read.

After a change that is meant: `pytest tests/golden --write-golden`, and read the difference.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.rulesets.d10.telling.log import sentence
from tests.d10.kit import Scene, german, shift, terrain, us

from .stories import is_what_it_was, told

FOLDER = Path(__file__).parent / "d10"


def volley() -> Scene:
    """A squad moves up and shoots at another behind a hedge; a machine gun on Hold answers, and the squad routs."""
    scene = Scene(
        us("us.rifle-squad", (20, 30), name="Able", strength=10, men=5),
        german("de.grenadier-squad", (20, 15), name="Berta"),
        german("de.mmg-team", (30, 14), name="MG", fields={"hold": True}, bearing=180),
        ground=[terrain("hedge", line=[(15, 18), (27, 18)])],
    )
    answers = {"move": shift(0, -3), "react": ["nobody", "MG"]}
    return scene.activate("Able", "move", "shoot", dice=VOLLEY, **answers)


VOLLEY = [9, 8, 2, 5, 7, 10, 6, 3, 6, 7, 8, 7, 3, 9, 2, 5, 8, 6, 1, 4, 2, 9, 2, 7, 3]


def rush() -> Scene:
    """A squad rushes past a group on Hold, which picks its moment; a lieutenant's Command holds the squad together."""
    scene = Scene(
        us("us.rifle-squad", (12, 20), name="Able", men=5, strength=8),
        us("us.second-lieutenant", (12, 25), name="Hale"),
        german("de.grenadier-squad", (20, 10), name="Berta", men=6, fields={"hold": True}),
    )
    answers = {"move": shift(11, 0), "react": "Berta", "react_at": "s6"}
    return scene.activate("Able", "rush", dice=RUSH, **answers)


RUSH = [7, 9, 3, 8, 2, 6, 10, 4, 8, 7, 6, 9, 3]


def charge() -> Scene:
    """An assault is met by a counter-charge; both sides strike at once, and the losers are so few that they rout."""
    scene = Scene(
        us("us.parachute-squad", (20, 20), name="Paras", men=5, gap=0.1),
        german("de.grenadier-squad", (20, 15.5), name="Berta", men=5, gap=0.1, fields={"hold": True}),
    )
    return scene.activate("Paras", "assault", dice=CHARGE, answer_an_assault="counter-charge")


CHARGE = [6, 8, 3, 5, 9, 7, 2, 6, 10, 4, 7, 3, 8, 9, 7, 6, 5, 7, 3]


def flank() -> Scene:
    """A StuG shows its side to a Sherman on Hold: the shell goes in, and a wreck is left."""
    scene = Scene(
        german("de.stug", (20, 20), name="StuG", bearing=90, each={"wounds": 2}),
        us("us.sherman", (30, 34), name="Sherman", bearing=0, fields={"hold": True}),
    )
    answers = {"drive": {"legs": [[0, 4000]]}, "react": "Sherman", "react_at": "s3", "main_gun": "u0 ap"}
    return scene.activate("StuG", "move", dice=FLANK, **answers)


FLANK = [6, 5, 4, 4, 7, 3, 3, 2, 8, 3]

SCENES: dict[str, Callable[[], Scene]] = {scene.__name__: scene for scene in (volley, rush, charge, flank)}


@pytest.mark.parametrize("name", SCENES)
def test_the_story_is_what_it_was(name: str, request: pytest.FixtureRequest) -> None:
    """Line by line."""
    scene = SCENES[name]()
    log = told(sentence, ((scene.state, one) for one in scene.news))
    is_what_it_was(FOLDER / f"{name}.txt", SCENES[name].__doc__, log, request)

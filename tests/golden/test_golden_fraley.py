"""Short playthroughs of the company rules, told as the log tells them and compared with a file that a person has read.

After a change that is meant: `pytest tests/golden --write-golden`, and read the difference.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.rulesets.fraley.telling.log import sentence
from sandtable.rulesets.fraley.turn.activation import activate
from tests.fraley.kit import Scene, german, march, terrain, us

from .stories import is_what_it_was, told

FOLDER = Path(__file__).parent / "fraley"


def aimed() -> Scene:
    """A platoon takes aim at one in woods: misses are rolled again, one Team is lost and another suppressed."""
    scene = Scene(
        us(
            "us.rifle-platoon",
            (20, 16),
            name="Able",
            pick=PLATOON,
            bearing=90,
            spots=((20, 18.5), (20, 21), (20, 23.5)),
        ),
        german("de.grenadier-platoon", (32, 18), name="Berta", pick=("Rifle Team", "Rifle Team", "LMG Team"), gap=0.3),
        ground=[terrain("woods", box=(30, 15, 12, 10))],
    )
    scene.change("Berta", done=True)
    scene.call(activate, "Able", dice=AIMED, action="aimed-fire", target="Berta")
    return scene


PLATOON = ("PL", "Rifle Team", "Rifle Team", "LMG Team")
AIMED = [4, 6, 5, 2, 1, 4, 3, 3, 5, 1, 3, 5, 2, 6]


def charge() -> Scene:
    """A charge under fire: both sides strike in turn until one breaks off and its laggard is overrun."""
    scene = Scene(
        us("us.assault-platoon", (20, 20), name="Able", pick=("PL", "SMG Team", "SMG Team"), gap=0.6),
        german("de.grenadier-platoon", (20, 11), name="Berta", pick=("PL", "Rifle Team", "Rifle Team"), bearing=180),
    )
    scene.call(
        activate,
        "Able",
        dice=CHARGE,
        action="assault",
        react="Berta",
        **{"counter-attack": ["counter-attack", "break-off"]},
    )
    return scene


CHARGE = [4, 2, 3, 6, 1, 4, 5, 2, 4, 4, 3, 5, 6, 3, 2, 1]


def bombardment() -> Scene:
    """A battery ranges in through its observer; what comes down destroys one Team and suppresses others."""
    scene = Scene(
        us("us.artillery-battery", (20, 40), name="Battery", fo=(30, 25)),
        german("de.grenadier-platoon", (30, 10), name="Berta", pick=("PL", "Rifle Team", "Rifle Team"), gap=0.3),
    )
    answers = {"barrage_or_smoke": "barrage", "observer": "m5", "range_in_on": "m6"}
    scene.call(activate, "Battery", dice=BOMBARDMENT, action="barrage", **answers)
    return scene


BOMBARDMENT = [5, 6, 5, 4, 2, 4, 1, 1]


def hedge() -> Scene:
    """Tanks that failed their check make for a hedge: one sticks there, and guns on Overwatch fire at the others."""
    scene = Scene(
        us("us.sherman-platoon", (20, 20), name="Shermans", men=2, bearing=90, gap=2),
        german(
            "de.at-platoon", (50, 20), name="Paks", pick=("PL", "Pak40 Team"), bearing=270, fields={"overwatch": True}
        ),
        ground=[terrain("hedge", line=[(26, 15), (26, 30)])],
    )
    way = march([(31, 20)], [(31, 23.05)])
    scene.call(activate, "Shermans", dice=HEDGE, action="move", move=way, react="Paks")
    return scene


HEDGE = [2, 4, 1, 5, 3, 6, 1, 4, 3, 5, 2, 4, 6, 3, 5]

SCENES: dict[str, Callable[[], Scene]] = {scene.__name__: scene for scene in (aimed, charge, bombardment, hedge)}


@pytest.mark.parametrize("name", SCENES)
def test_the_story_is_what_it_was(name: str, request: pytest.FixtureRequest) -> None:
    """Line by line."""
    scene = SCENES[name]()
    log = told(sentence, ((scene.state, one) for one in scene.news))
    is_what_it_was(FOLDER / f"{name}.txt", SCENES[name].__doc__, log, request)

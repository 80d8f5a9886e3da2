"""Short playthroughs, one activation each, told as the log tells them and compared with a file that a person has read.

After a change that is meant: `pytest tests/golden --write-golden`, and read the difference.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.rulesets.bolt_action.telling.log import sentence
from tests.bolt_action.kit import Scene, de, drive, goal, shift, terrain, us

from .stories import is_what_it_was, told

FOLDER = Path(__file__).parent


def volley() -> Scene:
    """A squad on Fire at a squad behind a wall, with a medic near by and a check for heavy losses."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able"),
        de("us.rifle-squad", (32, 20), name="Foes", men=6),
        de("de.medic", (36, 24), name="Medic"),
        ground=[terrain("wall", line=[(31, 15), (31, 30)])],
    )
    hits = [6, 4, 3, 5, 5, 6, 2, 4, 5, 3, 1, 2, 4, 1]
    damage = [5, 6, 4, 1, 4, 2]
    return scene.order("Able", "fire", [*hits, *damage, 3, 6, 1, 4, 2, 5, 4], target="Foes", react="stay")


def assault() -> Scene:
    """An assault that is shot at, fights a round, wins and regroups."""
    scene = Scene(
        us("su.assault-squad", (20, 20), name="Assault", men=6),
        de("us.rifle-squad", (35, 20), name="Foes", men=6),
    )
    shots = [6, 4, 3, 3, 5, 6, 4, 1, 5, 2, 2, 1, 2, 4, 3]
    blows, back, regroup = [4, 5, 5, 2, 3, 1, 6, 1], [3, 4, 1], [2]
    return scene.order("Assault", "assault", [*shots, *blows, *back, *regroup], react=True, move=shift(0, 2))


def ambush() -> Scene:
    """A team in Ambush fires into a squad that runs past; the survivors go on."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=6),
        de("de.mmg-team", (26, 8), name="MG", bearing=180, fields={"order": "ambush"}),
    )
    return scene.order("Able", "run", [5, 6, 2, 3, 4, 6, 1, 2], move=shift(11, 0), ambush="station 3")


def armour() -> Scene:
    """A gun hits a tank in the side: massive damage, one result a fire."""
    scene = Scene(
        us("us.heavy-at-gun", (20, 20), name="Gun", bearing=90),
        de("de.panzer-iv", (40, 20), name="Panzer", bearing=0),
    )
    return scene.order("Gun", "fire", [4, 6, 3, 1, 5, 4], target="Panzer", shell="ap")


def mortar() -> Scene:
    """A mortar finds its target at the second shot."""
    scene = Scene(
        us("us.medium-mortar", (20, 40), name="Mortar"),
        de("de.grenadier-squad", (20, 12), name="Grenadiers", men=6),
    )
    scene.order("Mortar", "fire", [4], target="Grenadiers", react="stay")
    return scene.order("Mortar", "fire", [5, 4, 3, 2, 5, 6, 2, 3, 3], target="Grenadiers", react="stay")


def fubar() -> Scene:
    """Two sixes: the squad panics away from the nearest enemy."""
    scene = Scene(
        us("us.rifle-squad", (30, 24), name="Able", men=6, fields={"pins": 2}),
        de("de.grenadier-squad", (30, 14), name="Grenadiers", men=5),
    )
    return scene.order("Able", "advance", [6, 6, 4])


def overrun() -> Scene:
    """A tank drives over a squad that shoots first and keeps its nerve."""
    scene = Scene(
        us("us.sherman", (30, 30), name="Sherman"),
        de("de.panzerschreck-team", (30, 20), name="Panzerschreck"),
    )
    return scene.order(
        "Sherman",
        "run",
        [2, 3, 4],
        manoeuvre=lambda _: "overrun u1",
        drive=drive((0, 14)),
        react=True,
    )


def transport() -> Scene:
    """A squad gets out of a half-track and opens fire."""
    scene = Scene(
        us("us.half-track", (30, 30), name="Half-track"),
        us("us.rifle-squad", None, name="Able", men=6, fields={"place": "aboard", "aboard": 0}),
        de("de.grenadier-squad", (30, 14), name="Grenadiers", men=5),
    )
    return scene.order(
        "Able",
        "advance",
        [1, 1, 2, 5, 1, 1, 3, 1, 4],
        manoeuvre="out",
        move=goal(30, 25),
        target="Grenadiers",
        react="down",
    )


SCENES: dict[str, Callable[[], Scene]] = {
    scene.__name__: scene for scene in (volley, assault, ambush, armour, mortar, fubar, overrun, transport)
}


@pytest.mark.parametrize("name", SCENES)
def test_the_story_is_what_it_was(name: str, request: pytest.FixtureRequest) -> None:
    """Line by line."""
    scene = SCENES[name]()
    log = told(sentence, ((scene.state, one) for one in scene.news))
    is_what_it_was(FOLDER / f"{name}.txt", SCENES[name].__doc__, log, request)

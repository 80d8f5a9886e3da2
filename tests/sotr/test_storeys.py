"""Storeys: the stair, what it costs, and walking upstairs."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.basics.storeys import stair_of, storey_of
from tests.clause import clause

from .kit import Scene, keys, march, reich, shift, stay, terrain, us
from .quiet import hush

HOUSE = terrain("building", box=(20, 16, 8, 8), floors=3, openings=[(20, 20)])


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    hush(monkeypatch)


def inside(x: float, y: float, men: int = 1, storey: int = 0, **rest: Any) -> Scene:
    """Men in a house of three storeys whose stair is at (24, 20)."""
    return Scene(us("us.rifle-squad", (x, y), name="Able", men=men, storey=storey, **rest), ground=[HOUSE])


def storey(scene: Scene, man: int = 0) -> int:
    """The storey a model is on."""
    return storey_of(scene.state, scene.row("Able", man))


@clause("sotr.advance.stairs", "sotr.gap.buildings")
def test_a_storey_takes_two_inches() -> None:
    """The ledger's example: an inch to the stair, two up, one left upstairs."""
    assert stair_of(HOUSE) == (24000, 20000)
    scene = inside(23, 20).activate("Able", action="advance", move=shift(1, 0), climb="up", move_on=shift(1, 0))
    assert scene.point("Able") == (25, 20)
    assert storey(scene) == 1
    assert scene.man("Able").moved == 2
    scene = inside(23, 20)
    call = lambda: scene.activate("Able", action="advance", move=shift(1, 0), climb="up", move_on=shift(1.01, 0))  # noqa: E731
    assert "would move too far" in scene.why_refused(call)


@clause("sotr.advance.stairs")
def test_two_inches_must_be_left() -> None:
    """After two inches of an Advance the stair is still offered, after more it is not."""
    scene = inside(22, 20).activate("Able", action="advance", move=shift(2, 0), climb="up")
    assert storey(scene) == 1
    assert "move on" not in scene.kinds_asked()
    scene = inside(21.9, 20).activate("Able", action="advance", move=shift(2.1, 0))
    assert "climb" not in scene.kinds_asked()
    scene = inside(23.5, 20, each={"prone": True}).activate("Able", action="advance", move=stay(), climb="up")
    assert not scene.man("Able").prone  # three inches, two of them for the stair
    assert scene.decision("move on").domain.budget == 1000  # type: ignore[attr-defined]


@clause("sotr.gap.buildings")
def test_the_stair_is_taken_from_within_half_an_inch() -> None:
    """Edge of the base to the middle of the house: half an inch, and no farther."""
    assert "climb" in inside(23, 20).activate("Able", action="advance", move=stay()).kinds_asked()
    assert "climb" not in inside(22.99, 20).activate("Able", action="advance", move=stay()).kinds_asked()
    one = terrain("building", box=(20, 16, 8, 8), openings=[(20, 20)])
    scene = Scene(us("us.rifle-squad", (24, 20), name="Able", men=1), ground=[one])
    assert "climb" not in scene.activate("Able", action="advance", move=stay()).kinds_asked()


@clause("sotr.advance.stairs")
def test_two_storeys_on_the_double() -> None:
    """Four of eight inches; no higher than the house goes."""
    scene = inside(24, 20).activate("Able", action="double", move=stay(), climb=["up", "up"], move_on=shift(0, 3))
    assert storey(scene) == 2
    assert scene.point("Able") == (24, 23)
    assert scene.kinds_asked().count("climb") == 2
    assert len(scene.events("climbed")) == 2


@clause("sotr.gap.buildings", "sotr.advance.stairs")
def test_upstairs_nobody_leaves_the_house() -> None:
    """Not even by the opening; down the stair and out by the door."""
    scene = inside(22, 20, storey=1)
    refused = scene.refused(lambda: scene.activate("Able", action="double", move=shift(-4, 0)))
    assert refused.refusal.because == ("sotr.gap.buildings",)
    scene.activate("Able", action="double", move=shift(1, 0), climb="down", move_on=shift(-5, 0))
    assert scene.point("Able") == (18, 20)
    assert storey(scene) == 0
    scene = inside(22, 20, storey=1).activate("Able", action="advance", move=shift(0, 3))
    assert storey(scene) == 1


@clause("sotr.advance.stairs")
def test_several_men_at_the_stair_are_asked_at_once() -> None:
    """Who goes up, who stays; nobody goes both ways."""
    scene = inside(23.2, 20, men=2, gap=0.1)
    scene.activate("Able", action="advance", move=stay(), climb=keys("m0 up"), move_on=stay())
    assert (storey(scene), storey(scene, 1)) == (1, 0)
    assert scene.offered("climb") == ["m0 up", "m1 up"]
    scene = inside(23.2, 20, men=2, gap=0.1, storey=1)
    call = lambda: scene.activate("Able", action="advance", move=stay(), climb=keys("m0 up", "m0 down"))  # noqa: E731
    assert scene.refused(call).refusal.because == ("sotr.advance.stairs",)


@clause("sotr.move.one-inch", "sotr.gap.buildings")
def test_an_enemy_at_its_head_blocks_the_stair() -> None:
    """Within an inch of him nobody comes out of it."""
    for x, free in ((26, True), (25.9, False)):
        scene = Scene(
            us("us.rifle-squad", (24, 20), name="Able", men=1),
            reich("reich.sturmgrenadiers", (x, 20), name="Foe", men=1, storey=1),
            ground=[HOUSE],
        )
        scene.activate("Able", action="advance", move=stay())
        assert ("climb" in scene.kinds_asked()) is free


@clause("sotr.gap.buildings")
def test_men_on_other_storeys_are_not_in_the_way() -> None:
    """One stands above another."""
    scene = Scene(
        us("us.rifle-squad", (22, 18), name="Able", men=1),
        reich("reich.sturmgrenadiers", (24, 18), name="Foe", men=1, storey=1),
        ground=[HOUSE],
    )
    scene.activate("Able", action="advance", move=march(((24, 18),)))
    assert scene.point("Able") == (24, 18)

"""Fire and buildings: shooting from windows, ranges to walls, and high explosive."""

from typing import Any

import pytest

from tests.clause import clause

from .houses import house, inside, outside
from .kit import Scene, Side, de, terrain, us

EAST = 90
BUILDINGS, SHELLED = "ba.gap.buildings", "ba.gap.buildings-he"


# ---- shooting


@clause(BUILDINGS)
@pytest.mark.parametrize(
    ("openings", "dice"),
    [(None, [2, 2, 2]), ([(29.99, 20)], [2, 2]), ([(29.99, 19), (29.99, 20), (29.99, 21)], [2, 2, 4])],
)
def test_two_men_shoot_from_each_opening(openings: Any, dice: list[int]) -> None:
    """Two windows to the west: the SMG, the automatic rifle and two rifles; with one window two men, with three six."""
    foes = de("us.rifle-squad", (21, 20), name="Foes", men=6, fields={"order": "down"}, spots=FILE)
    scene = Scene(inside(), foes, ground=[house(openings=openings)])
    scene.order("Squad", "fire", [1] * sum(dice), target="Foes")
    assert [len(thrown.faces) for thrown in scene.throws("to hit")] == dice


FILE = tuple((21 - 1.5 * place, 20.0) for place in range(1, 6))


@clause(BUILDINGS)
def test_men_inside_are_in_hard_cover() -> None:
    """All of them, whoever shoots."""
    scene = Scene(
        outside(25, troop="us.second-lieutenant"),
        inside(name="Foes", side=1, fields={"order": "fire"}),
        ground=[house()],
    )
    scene.order("Squad", "fire", [1], target="Foes")
    assert "-2 hard cover" in scene.throws("to hit")[0].needs


# ---- ranges


@clause(BUILDINGS)
@pytest.mark.parametrize(("gap", "fires"), [(6.0, True), (6.001, False)])
@pytest.mark.parametrize("y", [18.5, 19.5, 20])
def test_ranges_are_taken_at_the_wall(gap: float, fires: bool, y: float) -> None:
    """A pistol reaches six inches to the wall from outside and from the wall from inside, wherever the windows are."""
    x = 30 - gap - 0.5
    dice = [1] if fires else []
    into = Scene(
        outside(x, y, "us.second-lieutenant"), inside(name="Foes", side=1, fields={"order": "fire"}), ground=[house()]
    )
    into.order("Squad", "fire", dice, target="Foes")
    out = Scene(
        inside("us.second-lieutenant"), de("de.medic", (x, y), name="Foes", fields={"order": "fire"}), ground=[house()]
    )
    out.order("Squad", "fire", dice, target="Foes")
    assert bool(into.events("fired in vain")) is bool(out.events("fired in vain")) is not fires


@clause(BUILDINGS)
@pytest.mark.parametrize(("gap", "fires"), [(6.0, True), (6.001, False)])
def test_between_two_houses_it_is_from_wall_to_wall(gap: float, fires: bool) -> None:
    """Six inches of street."""
    other = terrain("building", box=(30 - gap - 6, 17, 6, 6))
    foes = de("de.medic", (20, 20), name="Foes", fields={"building": 1, "order": "fire"})
    scene = Scene(inside("us.second-lieutenant"), foes, ground=[house(), other])
    scene.order("Squad", "fire", [1] if fires else [], target="Foes")
    assert bool(scene.events("fired in vain")) is not fires


@clause(BUILDINGS)
@pytest.mark.parametrize(("gap", "helped"), [(6.0, True), (6.001, False)])
def test_other_distances_are_taken_at_the_wall_too(gap: float, helped: bool) -> None:
    """An officer six inches from the house helps those inside."""
    officer = us("us.second-lieutenant", (30 - gap - 0.5, 20), name="Officer")
    scene = Scene(inside(fields={"pins": 1}), officer, ground=[house()])
    scene.order("Squad", "ambush", [1, 1])
    assert ("Second Lieutenant" in scene.throws("order test")[0].needs) is helped


# ---- high explosive


def shelled(troop: str, dice: list[int], *more: Side, **options: Any) -> Scene:
    """A howitzer or mortar south-west of the house fires at the squad on its ground floor."""
    gun = us(troop, (10, 20), name="Gun", bearing=EAST)
    foes = inside("us.rifle-squad", "Foes", side=1, fields={"order": "fire"})
    scene = Scene(gun, foes, *more, ground=[house(floors=2)], **options)
    answers: dict[str, Any] = {"direct_or_indirect": "direct"} if "howitzer" in troop else {}
    return scene.order("Gun", "fire", dice, target="Foes", **answers)


@clause(SHELLED)
@pytest.mark.parametrize(
    ("troop", "pins_die", "hits", "pins"),
    [
        ("us.light-howitzer", [1], [5], 1),
        ("us.medium-howitzer", [1], [2, 3], 2),
        ("us.heavy-howitzer", [2], [1, 2, 2], 3),
        ("us.heavy-mortar", [1], [2, 3], 1),
    ],
)
def test_a_direct_hit_of_a_heavy_shell_pins_once_more(
    troop: str, pins_die: list[int], hits: list[int], pins: int
) -> None:
    """The shell hits with its class dice as usual; 2D6 and 3D6 give a pin more, but not if they come from above."""
    scene = shelled(troop, [6, *pins_die, *hits, *[1] * 5])
    assert len(scene.throws("to damage")[0].faces) == 5
    assert scene.unit("Foes").pins == pins


UPSTAIRS = inside("de.medic", "Upstairs", side=1, floor=1)


@clause(SHELLED)
def test_ten_hits_bring_the_house_down() -> None:
    """Everybody inside is destroyed, on every floor, and a ruin is left."""
    scene = shelled("us.medium-howitzer", [6, 1, 5, 5], UPSTAIRS)
    assert not scene.unit("Foes").alive
    assert not scene.unit("Upstairs").alive
    assert (scene.event("collapsed").because, scene.state.terrain[0].kind) == ((SHELLED,), "ruin")
    assert scene.state.losses == (0, 2)


@clause(SHELLED)
@pytest.mark.parametrize(("hits", "options"), [([4, 5], {}), ([5, 5], {"building_collapse": False})])
def test_nine_hits_do_not_nor_ten_where_it_is_not_played(hits: list[int], options: dict[str, Any]) -> None:
    """The house stands, and the hits are rolled to damage; by a switch a 1 is none, so that nobody falls."""
    options = {"natural_one_fails": True, **options}
    scene = shelled("us.medium-howitzer", [6, 1, *hits, *[1] * sum(hits)], UPSTAIRS, **options)
    assert scene.unit("Upstairs").alive
    assert (len(scene.unit("Foes").men), scene.state.terrain[0].kind) == (12, "building")

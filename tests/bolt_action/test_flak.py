"""Flak: who fires at an aircraft, from how far, and what it takes to drive it off."""

from typing import Any

import msgspec
import pytest

from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.special.airstrike import marker_place
from sandtable.rulesets.bolt_action.state import Support
from tests.clause import clause

from .kit import Scene, Side, de, us

TARGET = de("de.tiger", (36, 20), name="Tiger")  # the marker stands at (36, 32), towards the caller's south edge
COMES, NO_PINS = 4, 1
ATTACKS = [1, 1, 1, 1, 1, 1, 1]  # a strafing fighter, three hits and no damage


def due(*sides: Side, **rest: Any) -> Scene:
    """Side 0, from the south edge, has called aircraft on the Tiger; the units of `sides` are far from it."""
    scene = Scene(us("us.air-observer", (10, 47), name="Observer"), TARGET, *sides, turn=3, size=(200, 48), **rest)
    called = Support("airstrike", 0, 0, target=1)
    scene.state = msgspec.structs.replace(scene.state, phase="start", supports=(called,))
    return scene


def flak(distance: float, side: int = 1, **rest: Any) -> Side:
    """A 20 mm gun whose base is so far to the right of the aircraft marker; the crew stands behind it."""
    x = 36 + distance + 1.181
    spots = ((x + 2, 31), (x + 2, 32.5), (x + 2, 34))
    return Side(side=side, troop="de.flak-gun", at=(x, 32), name="Flak", spots=spots, **rest)


def marked(scene: Scene, name: str) -> Scene:
    """The same with a unit that is marked as flak."""
    card = scene.unit(name).card
    new = msgspec.structs.replace(card, traits=(*card.traits, "flak"))
    scene.state = with_unit(scene.state, scene.number(name), {"card": new})
    return scene


@clause("ba.air.flak")
def test_flak_fires_after_the_pins_and_only_an_aircraft_that_survives_attacks() -> None:
    """Driven off: no die for the kind of aircraft, no attack, and the strike is over."""
    scene = due(flak(30))
    scene.start_turn([COMES, NO_PINS, 6, 1, 4])
    assert [why for why, _, _ in scene.thrown()] == [
        "air strike",
        "D3-1 pins on Tiger: aircraft overhead",
        "Flak fires flak: to hit",
        "Flak fires flak: to drive it off",
    ]
    assert scene.event("drove the aircraft off").unit == scene.number("Flak")
    assert not scene.state.supports


@clause("ba.gap.flak")
@pytest.mark.parametrize(
    ("hits", "driven_off"),
    [([5, 5], []), ([6, 5], [3]), ([6, 6], [3, 3])],
    ids=["no hit", "one hit", "two hits"],
)
def test_flak_hits_on_six_and_drives_off_with_six_and_its_penetration(hits: list[int], driven_off: list[int]) -> None:
    """A light automatic cannon (+2) has two shots and needs a 4 for each hit: threes let the aircraft through."""
    scene = due(flak(30))
    scene.start_turn([COMES, NO_PINS, *hits, *driven_off, *ATTACKS])
    assert [needs for _, _, needs in scene.thrown("drive it off")] == ["4+"] * bool(driven_off)
    assert scene.events("an aircraft attacked")


@clause("ba.gap.flak")
@pytest.mark.parametrize(("distance", "fires"), [(48.0, True), (48.001, False)])
def test_flak_fires_within_its_range_of_the_marker(distance: float, fires: bool) -> None:
    """A light automatic cannon reaches 48 inches, measured to the aircraft marker."""
    scene = due(flak(distance))
    scene.start_turn([COMES, NO_PINS, *[1, 1] * fires, *ATTACKS])
    assert bool(scene.throws("fires flak")) == fires


@clause("ba.gap.flak")
@pytest.mark.parametrize("order", [None, "rally", "down"])
def test_flak_fires_without_using_its_order(order: str | None) -> None:
    """Whatever its die shows, it fires, and its die shows the same afterwards."""
    scene = due(flak(30, fields={"order": order}))
    scene.start_turn([COMES, NO_PINS, 1, 1, *ATTACKS])
    assert scene.unit("Flak").order == order


@clause("ba.gap.flak")
@pytest.mark.parametrize(("die", "fires"), [(1, True), (2, False)])
def test_flak_of_the_callers_own_side_fires_on_a_one(die: int, fires: bool) -> None:
    """A die for the unit: only on a 1 does it take the aircraft for an enemy."""
    scene = due(flak(30, side=0))
    scene.start_turn([COMES, NO_PINS, die, *[1, 1] * fires, *ATTACKS])
    assert bool(scene.throws("fires flak")) == fires


@clause("ba.gap.flak")
def test_a_heavy_machine_gun_fires_if_it_is_marked_as_flak() -> None:
    """Three shots; with +1 a hit drives off on 5 or more. One that is not marked stays silent."""
    guns = de("us.hmg-team", (60, 32), name="HMG"), de("us.hmg-team", (60, 40), name="Other")
    scene = marked(due(*guns), "HMG")
    scene.start_turn([COMES, NO_PINS, 6, 1, 1, 4, *ATTACKS])
    assert [(why, len(faces)) for why, faces, _ in scene.thrown("to hit")] == [("HMG fires flak: to hit", 3)]
    assert scene.thrown("drive it off")[0][2] == "5+"


@clause("ba.gap.flak")
def test_only_automatic_cannon_and_heavy_machine_guns_are_flak() -> None:
    """An armoured car marked as flak fires its cannon but not its machine gun, and an MMG team does not fire at all."""
    scene = marked(
        marked(due(de("de.armoured-car", (60, 32), name="Car"), de("us.mmg-team", (60, 40), name="MMG")), "Car"), "MMG"
    )
    scene.start_turn([COMES, NO_PINS, 1, 1, *ATTACKS])
    assert [(why, len(faces)) for why, faces, _ in scene.thrown("to hit")] == [("Car fires flak: to hit", 2)]


@clause("ba.gap.air-marker")
@pytest.mark.parametrize(("edges", "y"), [(("south", "north"), 32), (("north", "south"), 8)])
def test_the_marker_stands_twelve_inches_from_the_target_towards_the_attackers_edge(
    edges: tuple[str, str], y: float
) -> None:
    """On the straight line from the caller's table edge."""
    scene = due(edges=edges)
    assert marker_place(scene.state, 1, 0) == (36000, y * 1000)


@clause("ba.gap.air-marker")
def test_flak_is_measured_to_the_marker_and_not_to_the_target() -> None:
    """From the south edge the marker comes within 48 inches of the gun, from the north edge it does not."""
    for edges, fires in ((("south", "north"), True), (("north", "south"), False)):
        scene = due(flak(48), edges=edges)
        scene.start_turn([COMES, NO_PINS, *[1, 1] * fires, *ATTACKS])
        assert bool(scene.throws("fires flak")) == fires

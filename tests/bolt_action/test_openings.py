"""Shooting from inside: which weapons can be fired out of houses and over the sides of vehicles."""

from typing import Any

import pytest

from sandtable.table.terrain import Piece
from tests.clause import clause

from .kit import Scene, Side, de, terrain, us

EAST = 90
ABOARD = {"place": "aboard", "aboard": 0}
INDOORS = {"building": 0}
ONE_SHOT = "aim one-shot weapon"
BUILDINGS, OPEN = "ba.gap.buildings", "ba.gap.open-topped"


def house(*openings: tuple[float, float]) -> Piece:
    """A house from (30, 17) to (36, 23)."""
    return terrain("building", box=(30, 17, 6, 6), openings=list(openings) or None)


def track(troop: str = "us.half-track") -> Side:
    """A vehicle at (30, 20), heading east."""
    return us(troop, (30, 20), name="Vehicle", bearing=EAST)


def foes(x: float, troop: str = "us.rifle-squad") -> Side:
    """Enemies in a file away to the west, who are Down so that they do not react."""
    spots = tuple((x - 1.5 * place, 20.0) for place in range(1, 6)) if "squad" in troop else ()
    men = 6 if spots else 0
    return de(troop, (x, 20), name="Foes", men=men, spots=spots, fields={"order": "down"})


def shots(scene: Scene) -> dict[str, int]:
    """How many shots each kind of weapon had."""
    return {one.why.split("(")[1].split(")")[0]: len(one.faces) for one in scene.throws("to hit")}


# ---- on an Advance


@clause(OPEN, "ba.order.advance")
@pytest.mark.parametrize(("troop", "fires"), [("us.half-track", True), ("us.truck", False)])
def test_men_who_board_with_an_advance_may_shoot_over_the_side(troop: str, fires: bool) -> None:
    """Out of an open-topped half-track, on the move; not out of a truck."""
    scene = Scene(track(troop), us("us.sniper-team", (28, 23), name="Team"), foes(24, "de.medic"))
    answers: dict[str, Any] = {"target": "Foes"} if fires else {}
    scene.order("Team", "advance", [1, 1] * fires, manoeuvre="board u0", **answers)
    assert scene.unit("Team").aboard == 0
    assert all("on the move" in one.needs for one in scene.throws("to hit"))


# ---- one-shot weapons


@clause("ba.gap.weapon-one-shot", BUILDINGS)
def test_a_panzerfaust_is_fired_out_of_a_house() -> None:
    """From one of two windows that see the tank, once; its man does not fire his rifle."""
    squad = us("de.grenadier-squad", (31, 18), name="Squad", men=5, fields=INDOORS)
    scene = Scene(squad, foes(22, "us.sherman"), ground=[house((29.99, 18.5), (29.99, 21.5))])
    scene.order("Squad", "fire", [6, 1], target="none", **{ONE_SHOT: ["Foes", "none"]})
    assert shots(scene) == {"Panzerfaust": 1}
    assert len(scene.events("used up its one-shot weapon")) == 1


@clause("ba.gap.weapon-one-shot", OPEN)
@pytest.mark.parametrize(("troop", "asked"), [("us.half-track", True), ("us.truck", False)])
def test_a_panzerfaust_is_fired_over_the_side(troop: str, asked: bool) -> None:
    """Out of an open-topped half-track, not out of a truck."""
    squad = us("de.grenadier-squad", name="Squad", men=5, fields=ABOARD)
    scene = Scene(track(troop), squad, foes(22, "us.sherman"))
    answers: dict[str, Any] = {"target": "none", ONE_SHOT: ["Foes", "none"]} if asked else {}
    scene.order("Squad", "fire", [6, 1] * asked, **answers)
    assert shots(scene) == ({"Panzerfaust": 1} if asked else {})


# ---- who gets a place


@clause(BUILDINGS)
@pytest.mark.parametrize(
    ("x", "expected"),
    [(21.0, {"Sub-machine gun": 2, "Automatic rifle": 2}), (15.0, {"Automatic rifle": 2, "Rifle": 1})],
    ids=["the SMG reaches", "the SMG does not"],
)
def test_a_weapon_that_does_not_reach_takes_no_place_at_a_window(x: float, expected: dict[str, int]) -> None:
    """One window, two men: those with the most shots among those in range."""
    squad = us("us.rifle-squad", (31, 18), name="Squad", men=6, fields=INDOORS)
    scene = Scene(squad, foes(x), ground=[house((29.99, 20))])
    scene.order("Squad", "fire", [1] * sum(expected.values()), target="Foes")
    assert shots(scene) == expected


@clause(OPEN)
@pytest.mark.parametrize(
    ("x", "expected"),
    [(21.0, {"Sub-machine gun": 2, "Automatic rifle": 2, "Rifle": 2}), (15.0, {"Automatic rifle": 2, "Rifle": 3})],
    ids=["the SMG reaches", "the SMG does not"],
)
def test_a_weapon_that_does_not_reach_takes_no_place_at_the_side(x: float, expected: dict[str, int]) -> None:
    """Four men shoot over the side of a half-track."""
    scene = Scene(track(), us("us.rifle-squad", name="Squad", men=6, fields=ABOARD), foes(x))
    scene.order("Squad", "fire", [1] * sum(expected.values()), target="Foes")
    assert shots(scene) == expected


@clause(OPEN)
@pytest.mark.parametrize("troop", ["us.mmg-team", "us.light-mortar"])
def test_fixed_and_indirect_weapons_are_not_fired_over_the_side(troop: str) -> None:
    """The men sit there with nothing to shoot with, whichever way the enemy is."""
    around = [de("de.medic", at, fields={"order": "down"}) for at in ((30, 8), (42, 20), (30, 32), (18, 20))]
    scene = Scene(track(), us(troop, name="Team", fields=ABOARD), *around)
    scene.order("Team", "fire")
    assert scene.asked == []

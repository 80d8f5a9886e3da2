"""Buildings: going in and coming out."""

from typing import Any

import pytest

from sandtable.play.decision import Decision
from sandtable.table.terrain import Piece
from tests.clause import clause

from .houses import house, inside, outside
from .kit import Scene, Side, de, goal, instead_of, stay, terrain, us

BUILDINGS = "ba.gap.buildings"


def may_enter(*units: Side, order: str = "advance", ground: tuple[Piece, ...] = ()) -> bool:
    """Whether Squad is offered to enter the house; it stays."""
    scene = Scene(*units, ground=ground or (house(),))
    scene.order("Squad", order, **{"move" if not scene.unit("Squad").is_vehicle else "drive": stay_put})  # type: ignore[arg-type]
    return any("enter b0" in (asked.domain.options() or ()) for asked in scene.asked if asked.kind == "manoeuvre")


def stay_put(decision: Decision[Any]) -> object:
    """Not moving, on foot or on wheels."""
    return {"legs": []} if decision.kind == "drive" else stay()(decision)


# ---- going in

DOOR = 30 - 0.01 - 1 - 0.5  # where a man stands whose base is an inch from the opening at y = 18.5


@clause(BUILDINGS)
@pytest.mark.parametrize(("order", "far"), [("advance", 6.0), ("run", 12.0)])
def test_men_enter_by_coming_within_an_inch_of_an_opening(order: str, far: float) -> None:
    """Their move must bring them so near, and not a hair less."""
    assert may_enter(outside(DOOR - far), order=order)
    assert not may_enter(outside(DOOR - far - 0.001), order=order)


@clause(BUILDINGS)
def test_all_of_a_unit_must_reach_an_opening() -> None:
    """One man too far away keeps the whole squad out."""
    near = ((24.9, 18.5), (23.7, 18.5), (26.0, 19.6), (24.9, 19.6))
    for last, enters in ((DOOR - 6, True), (DOOR - 6.001, False)):
        squad = outside(26, troop="us.rifle-squad", men=6, spots=(*near, (last, 18.5)))
        assert may_enter(squad) is enters


@clause(BUILDINGS)
def test_a_unit_that_enters_is_inside() -> None:
    """It occupies the lowest floor."""
    scene = Scene(outside(26), ground=[house()])
    scene.order("Squad", "advance", manoeuvre="enter b0")
    x, y = scene.point("Squad")
    assert (scene.unit("Squad").building, scene.unit("Squad").floor) == (0, 0)
    assert 30 < x < 36
    assert 17 < y < 23


@clause(BUILDINGS)
@pytest.mark.parametrize(
    ("piece", "order", "enters"),
    [
        (terrain("wall", line=[(27, 10), (27, 30)]), "advance", True),
        (terrain("wall", line=[(27, 10), (27, 30)]), "run", False),
        (terrain("rough", box=(26, 10, 1, 20)), "advance", True),
        (terrain("rough", box=(26, 10, 1, 20)), "run", False),
        (terrain("water", box=(26, 10, 1, 20)), "advance", False),
    ],
)
def test_the_way_to_the_opening_must_be_open_to_the_move(piece: Piece, order: str, enters: bool) -> None:
    """What bars a move bars the way to the door."""
    assert may_enter(outside(25), order=order, ground=(house(), piece)) is enters


@clause(BUILDINGS)
def test_nobody_enters_past_an_enemy_or_through_the_far_wall() -> None:
    """An enemy before the door bars it; a house whose only door is on the other side is not entered."""
    assert not may_enter(outside(25), de("de.medic", (27.5, 19.5), fields={"order": "down"}))
    assert not may_enter(outside(28), ground=(house(openings=[(36.01, 20)]),), order="run")
    assert may_enter(us("us.medic", (40, 20), name="Squad"), ground=(house(openings=[(36.01, 20)]),), order="run")


@clause(BUILDINGS)
@pytest.mark.parametrize("troop", ["us.light-at-gun", "us.jeep", "us.sherman"])
def test_only_infantry_enters(troop: str) -> None:
    """Neither guns nor vehicles."""
    assert not may_enter(outside(26, troop=troop))
    assert may_enter(outside(28, troop="us.mmg-team"))


@clause(BUILDINGS)
@pytest.mark.parametrize(
    ("piece", "others", "room"),
    [
        (house(), 1, False),
        (house(floors=2), 1, True),
        (house(floors=2), 2, False),
        (terrain("building", box=(30, 17, 12, 6)), 1, True),
        (terrain("building", box=(30, 17, 12, 6)), 2, False),
    ],
)
def test_one_unit_to_a_floor_of_six_inches_by_six(piece: Piece, others: int, room: bool) -> None:
    """A second floor, or one twice as large, takes one more."""
    two_floors = piece.floors == 2
    there = [inside("us.medic", f"Other {place}", floor=place if two_floors else 0) for place in range(others)]
    assert may_enter(outside(26), *there, ground=(piece,)) is room


@clause(BUILDINGS)
def test_a_house_held_by_the_enemy_is_not_entered() -> None:
    """Not even its upper floor."""
    assert not may_enter(outside(26), inside("de.medic", "Foe", side=1), ground=(house(floors=2),))


# ---- coming out


def through(x: float, y: float, far: float) -> Any:
    """An answer for one man who comes out at a point and goes west."""

    def answer(decision: Decision[Any]) -> object:
        domain: Any = decision.domain
        points = [[round(x * 1000), round(y * 1000)], [round((x - far) * 1000), round(y * 1000)]]
        return {"walks": [{"figure": domain.movers[0], "points": points}]}

    return answer


@clause(BUILDINGS)
@pytest.mark.parametrize(("order", "far"), [("advance", 6.0), ("run", 12.0)])
def test_men_leave_through_an_opening_with_their_move(order: str, far: float) -> None:
    """Measured from the opening; not through a blank wall, and not to lean on the house."""
    scene = Scene(inside("us.medic"), ground=[house()])
    wrong = (
        (through(29.99, 18.5, far + 0.001), "ba.move.infantry"),
        (through(29.99, 18.5, 0.4), "ba.gap.terrain-movement"),
    )
    scene.order("Squad", order, manoeuvre="leave", move=instead_of(*wrong, give=through(29.99, 18.5, far)))
    assert (scene.point("Squad"), scene.unit("Squad").building) == ((29.99 - far, 18.5), None)
    question = scene.asked[1]
    assert "line of entry" in str(scene.refused(lambda: question.domain.check(through(29.99, 20, 3)(question))))


@clause(BUILDINGS)
def test_men_may_stay_inside_and_shoot_or_leave_and_shoot() -> None:
    """An Advance from a house ends with shots on the move either way."""
    foe = de("de.medic", (20, 18.5), name="Foe", fields={"order": "down"})
    for answers in ({"manoeuvre": "stay"}, {"manoeuvre": "leave", "move": goal(27, 18.5)}):
        scene = Scene(inside("us.sniper-team"), foe, ground=[house()])
        scene.order("Squad", "advance", [1, 1], target="Foe", **answers)
        assert "on the move" in scene.throws("to hit")[0].needs


@clause(BUILDINGS)
def test_men_assault_out_of_a_house() -> None:
    """They leave it as with any Run, through its openings, and fight outside."""
    foes = de("us.rifle-squad", (26, 18.5), name="Foes", men=6, spots=tuple((26 - 1.2 * n, 18.5) for n in range(1, 6)))
    scene = Scene(inside(men=6), foes, ground=[house()])
    scene.order("Squad", "assault", [6] * 7 + [1], move=stay())
    assert (scene.event("charged").unit, scene.unit("Squad").building, scene.unit("Foes").alive) == (0, None, False)


@clause(BUILDINGS, "ba.order.advance")
@pytest.mark.parametrize(("order", "shots"), [("advance", [1, 1]), ("run", [])])
def test_men_who_enter_with_an_advance_may_shoot_from_inside(order: str, shots: list[int]) -> None:
    """From a window that sees the enemy, on the move; after a Run they do not."""
    foe = de("de.medic", (33, 12), name="Foe", fields={"order": "down"})
    scene = Scene(outside(26, troop="us.sniper-team"), foe, ground=[house()])
    answers: dict[str, Any] = {"target": "Foe"} if shots else {}
    scene.order("Squad", order, shots, manoeuvre="enter b0", **answers)
    assert scene.unit("Squad").building == 0
    assert all("on the move" in one.needs for one in scene.throws("to hit"))

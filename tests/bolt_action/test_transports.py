"""Transports: who has room, getting in and out, and being shot at inside."""

from typing import Any

import pytest

from sandtable.play.decision import Decision
from sandtable.rulesets.bolt_action.basics.battlefield import distance
from tests.clause import clause

from .kit import Scene, Side, de, drive, goal, instead_of, stay, terrain, us

EAST = 90
CAPACITY, MOUNTING = "ba.gap.transport-capacity", "ba.gap.transport-mounting"
HITS = "ba.gap.transport-hits"
ABOARD = {"place": "aboard", "aboard": 0}


def vehicle(troop: str = "us.truck", **fields: object) -> Side:
    """A vehicle at (30, 20), heading east; a truck is 4.5 inches long and 1.6 wide."""
    return us(troop, (30, 20), name="Vehicle", bearing=EAST, fields=fields)


def riding(troop: str = "us.rifle-squad", **rest: Any) -> Side:
    """A unit aboard the vehicle, which comes first in the scene."""
    fields = {**ABOARD, **rest.pop("fields", {})}
    return us(troop, name="Squad", fields=fields, **rest)


def walker(troop: str = "us.rifle-squad", at: tuple[float, float] = (28, 23), **rest: Any) -> Side:
    """A unit on foot beside the vehicle."""
    return us(troop, at, name="Squad", **rest)


def may_board(*units: Side, order: str = "advance", **rest: Any) -> bool:
    """Whether Squad is offered to board the vehicle; it stays."""
    scene = Scene(*units, **rest)
    scene.order("Squad", order, move=stay())
    return any("board u0" in (asked.domain.options() or ()) for asked in scene.asked if asked.kind == "manoeuvre")


# ---- room


@clause(CAPACITY)
@pytest.mark.parametrize(
    ("troop", "rider", "men", "room"),
    [
        ("us.truck", "us.rifle-squad", 12, True),
        ("us.half-track", "us.rifle-squad", 12, True),
        ("us.jeep", "us.rifle-squad", 6, False),
        ("us.jeep", "us.captain", 3, True),
        ("us.jeep", "us.heavy-mortar", 4, False),
        ("us.sherman", "us.medic", 1, False),
    ],
)
def test_capacity_is_counted_in_men(troop: str, rider: str, men: int, room: bool) -> None:
    """A truck or half-track takes twelve men, a jeep three, a tank none."""
    assert may_board(vehicle(troop), walker(rider, men=men), order="run") is room


@clause(CAPACITY)
@pytest.mark.parametrize(("men", "room"), [(11, True), (12, False)])
def test_several_units_share_the_room_and_none_is_split(men: int, room: bool) -> None:
    """Eleven men leave room for one more."""
    others = us("us.rifle-squad", name="Others", men=men, fields=ABOARD)
    assert may_board(vehicle(), others, walker("us.medic")) is room


@clause(CAPACITY)
def test_artillery_does_not_ride_and_its_crew_takes_no_seat() -> None:
    """A gun is never among the passengers: behind a full truck there is room for it, in an empty jeep there is none."""
    beside = us("us.light-at-gun", (30, 20 + 0.8 + 1 + 1.181), name="Squad")
    full = us("us.rifle-squad", name="Others", fields=ABOARD)
    assert may_board(vehicle(), full, beside)
    assert not may_board(vehicle("us.jeep"), beside)
    behind = us("us.light-at-gun", name="Gun", fields=ABOARD)
    assert may_board(vehicle(), behind, walker("us.rifle-squad", men=12))


# ---- getting in


@clause(MOUNTING)
@pytest.mark.parametrize(("order", "far"), [("advance", 6.0), ("run", 12.0)])
def test_men_board_by_reaching_the_hull(order: str, far: float) -> None:
    """Every man must reach it with his move: exactly so far, not a hair farther."""
    for gap, boards in ((far, True), (far + 0.001, False)):
        man = walker("us.medic", (30, 20 + 0.8 + gap + 0.5))
        assert may_board(vehicle(), man, order=order) is boards


@clause(MOUNTING, "ba.gap.separation")
def test_boarding_men_are_off_the_table_and_the_vehicle_cannot_move_any_more() -> None:
    """They may come to the hull, nearer than an inch; then it stays where it is this turn."""
    scene = Scene(vehicle(), walker(men=6))
    scene.order("Squad", "advance", manoeuvre="board u0")
    assert (scene.unit("Squad").place, scene.unit("Squad").aboard) == ("aboard", 0)
    barred = [(order, MOUNTING) for order in ("advance", "run")]
    scene.draw(order=instead_of(*barred, give="down"))


@clause(MOUNTING)
def test_a_boarded_vehicle_does_not_even_back_away() -> None:
    """It fails its order test before an enemy, and goes Down without moving."""
    scene = Scene(vehicle("us.half-track", fixed_moved=True, pins=1), riding(), de("de.medic", (45, 20)))
    scene.order("Vehicle", "fire", [5, 5])
    assert (scene.point("Vehicle"), scene.unit("Vehicle").order) == ((30, 20), "down")


@clause(MOUNTING)
def test_a_vehicle_that_has_moved_cannot_be_boarded() -> None:
    """One that stood still on its Advance can; the next turn so can the other."""
    for legs, boards in ((drive((0, 1)), False), (drive((10, 0)), False), (drive(), True)):
        scene = Scene(vehicle(), walker("us.medic"))
        scene.order("Vehicle", "advance", drive=legs)
        answers: dict[str, Any] = {"manoeuvre": "board u0"} if boards else {"move": stay()}
        scene.order("Squad", "advance", **answers)
        assert (scene.unit("Squad").place == "aboard") is boards
        scene.end_turn()
        assert boards or may_board(vehicle(), walker("us.medic"))


@clause(MOUNTING)
@pytest.mark.parametrize(
    ("ground", "order", "boards"),
    [
        (terrain("wall", line=[(25, 22), (35, 22)]), "advance", True),
        (terrain("wall", line=[(25, 22), (35, 22)]), "run", False),
        (terrain("building", box=(25, 21.5, 10, 1)), "advance", False),
        (terrain("water", box=(25, 21.5, 10, 1)), "advance", False),
    ],
)
def test_the_way_to_the_hull_must_be_open_to_the_move(ground: Any, order: str, boards: bool) -> None:
    """Terrain that stops a move stops men on their way to a vehicle."""
    assert may_board(vehicle(), walker("us.medic", (30, 24)), order=order, ground=[ground]) is boards


@clause(MOUNTING)
def test_nobody_boards_past_an_enemy_or_into_an_enemys_vehicle() -> None:
    """An enemy between man and hull bars the way."""
    assert not may_board(vehicle(), walker("us.medic", (30, 24)), de("de.medic", (30, 22.3), fields={"order": "down"}))
    assert not may_board(de("de.truck", (30, 20)), walker("us.medic"))


# ---- getting out


def ways_out(scene: Scene) -> list[object]:
    """What the passengers are offered on an Advance; they stay."""
    scene.order("Squad", "advance", **{"manoeuvre": "stay"} if _may_leave(scene) else {})  # type: ignore[arg-type]
    return [key for asked in scene.asked if asked.kind == "manoeuvre" for key in asked.domain.options() or ()]


def _may_leave(scene: Scene) -> bool:
    return scene.unit("Vehicle").order != "run"


@clause(MOUNTING)
@pytest.mark.parametrize(("order", "offered"), [("advance", ["stay", "out"]), ("run", [])])
def test_men_get_out_unless_their_vehicle_has_made_a_run(order: str, offered: list[object]) -> None:
    """After an Advance of the truck they may, after a Run they have to stay."""
    scene = Scene(vehicle(), riding("us.medic"))
    scene.order("Vehicle", order, drive=drive((0, 5)))
    assert ways_out(scene) == offered


@clause(MOUNTING)
@pytest.mark.parametrize(("order", "far"), [("advance", 6.0), ("run", 12.0)])
def test_getting_out_is_a_move_measured_from_the_hull(order: str, far: float) -> None:
    """Six inches from its side on an Advance, twelve on a Run."""
    scene = Scene(vehicle(), riding("us.medic"))
    wrong = (from_side(far + 0.001), "ba.move.infantry")
    scene.order("Squad", order, manoeuvre="out", move=instead_of(wrong, give=from_side(far)))
    assert scene.point("Squad") == (30, BESIDE + far)
    assert (scene.unit("Squad").place, scene.unit("Squad").aboard) == ("table", None)


BESIDE = 20 + 0.8 + 0.502  # where a man stands who touches the side of the truck


def from_side(far: float) -> Any:
    """An answer for one man who gets out to the south."""

    def answer(decision: Decision[Any]) -> object:
        domain: Any = decision.domain
        start = round(BESIDE * 1000)
        return {"walks": [{"figure": domain.movers[0], "points": [[30000, start], [30000, start + round(far * 1000)]]}]}

    return answer


@clause(MOUNTING)
def test_men_get_out_beside_the_hull_not_on_it() -> None:
    """Whichever way it stands they may end touching it, but not in its place."""
    scene = Scene(us("us.truck", (30, 20), name="Vehicle", bearing=37), riding(men=6))

    def beside(decision: Decision[Any]) -> object:
        domain: Any = decision.domain
        assert domain.suggest((30000, 20000)) is None
        assert domain.suggest((31900, 20000)) is not None
        return domain.suggest((33000, 23000))

    scene.order("Squad", "advance", manoeuvre="out", move=beside)
    assert scene.point("Squad") == (33, 23)


@clause(MOUNTING)
def test_men_who_get_out_may_shoot_but_not_assault() -> None:
    """An Advance out of the truck ends with shots on the move; an assault cannot be ordered from inside."""
    foes = de("us.rifle-squad", (30, 35), name="Foes", men=6, fields={"order": "down"})
    scene = Scene(vehicle(), riding(men=6), foes)
    barred = ("assault", "ba.gap.assault-eligibility")
    picks: dict[str, Any] = {"unit": "Squad", "order": instead_of(barred, give="advance")}
    scene.draw([1] * 8, **picks, manoeuvre="out", move=goal(30, 25), target="Foes")
    assert all("on the move" in thrown.needs for thrown in scene.throws("(Rifle)"))
    again = Scene(us("us.rifle-squad", (30, 25), name="Squad", men=6, fields={"came_on": True}), foes)
    again.draw(order=instead_of(barred, give="down"))


@clause(MOUNTING)
def test_men_aboard_may_stay_and_be_given_down() -> None:
    """A die given to them as Down changes nothing: they ride on."""
    scene = Scene(vehicle(order="fire"), riding())
    scene.draw(order="down")
    assert (scene.unit("Squad").order, scene.unit("Squad").aboard) == ("down", 0)


# ---- under fire


def shot_at(dice: list[int], *riders: Side, troop: str = "us.truck", **answers: Any) -> Scene:
    """An enemy officer shoots his pistol at the vehicle from four inches or so."""
    scene = Scene(vehicle(troop), *riders, de("de.second-lieutenant", (30, 25), name="Foe"))
    return scene.order("Foe", "fire", dice, target="Vehicle", **answers)


@clause(HITS)
def test_only_the_vehicle_is_shot_at_and_its_pins_are_shared() -> None:
    """The passengers are no target; a hit pins both."""
    scene = shot_at([6, 5], riding(men=6))
    (asked,) = [one for one in scene.asked if one.kind == "target"]
    assert asked.domain.options() == ["u0", "none"]
    assert (scene.unit("Vehicle").pins, scene.unit("Squad").pins) == (1, 1)


BAILING: dict[str, Any] = {"move": lambda decision: decision.domain.first_place()}


@clause(HITS)
def test_those_aboard_a_destroyed_vehicle_bail_out_under_hits() -> None:
    """A wrecked truck: D6 hits without penetration, a pin more, out within three inches, a check for half the men."""
    scene = shot_at([6, 6, 4, 4, 4, 4, 3, 3, 4], riding(men=6), **BAILING)
    assert scene.thrown("bails out") == [("Squad bails out: D6 hits", (4,), "")]
    assert scene.throws("to damage")[-1].needs == "4+"
    squad = scene.unit("Squad")
    assert (len(squad.men), squad.pins, squad.place, squad.aboard) == (3, 2, "table", None)
    assert scene.event("checked morale").tells["passed"]
    (asked,) = [one for one in scene.asked if one.kind == "move"]
    assert asked.domain.budget == 3000  # type: ignore[attr-defined]


@clause(HITS)
def test_bailing_out_with_less_than_half_lost_needs_no_check() -> None:
    """Two of six."""
    scene = shot_at([6, 6, 2, 4, 4], riding(men=6), **BAILING)
    assert len(scene.unit("Squad").men) == 4
    assert not scene.events("checked morale")


@clause(HITS)
def test_each_unit_aboard_bails_out_and_a_failed_check_destroys_it() -> None:
    """Two units in a half-track, one after the other; the first breaks."""
    crew = us("us.medic", name="Medic", fields=ABOARD)
    scene = shot_at([6, 6, 3, 4, 4, 4, 6, 5, 1, 1], riding(men=6), crew, move=[BAILING["move"]] * 2)
    assert not scene.unit("Squad").alive
    assert (scene.unit("Medic").place, scene.unit("Medic").pins) == ("table", 2)


@clause(HITS, "ba.gap.medic")
def test_a_medic_does_not_help_against_the_crash() -> None:
    """He stands by, but it is no small arm that hurt them."""
    scene = shot_at([6, 6, 2, 4, 4], riding(men=6), us("us.medic", (30, 17), name="Medic"), **BAILING)
    assert distance(scene.state, scene.number("Medic"), scene.number("Squad")) <= 6000
    assert len(scene.unit("Squad").men) == 4

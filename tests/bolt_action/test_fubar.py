"""FUBAR: two sixes on an order test, and the chart of what the confused do."""

from typing import Any

import pytest

from sandtable.play.state import with_unit
from tests.clause import clause

from .kit import Scene, Side, de, terrain, us
from .turn_kit import SIX

CONFUSED = [6, 6]
FRIENDLY_FIRE, PANIC = 1, 4
PINNED = {"pins": 1}


def mistaken(*others: Side, troop: str = "us.rifle-squad", **rest: Any) -> Scene:
    """Able, pinned and about to be ordered, and whoever else there is."""
    bearing = rest.pop("bearing", 90)
    able = us(troop, (20, 20), name="Able", men=6, spots=SIX, bearing=bearing, fields=PINNED)
    if troop != "us.rifle-squad":
        able = us(troop, (20, 20), name="Able", bearing=bearing, fields=PINNED)
    return Scene(able, *others, **rest)


BAKER = us("us.medic", (31, 20), name="Baker")
CHARLIE = us("us.medic", (31, 30), name="Charlie")


def foe_from_baker(distance: float) -> Side:
    """An enemy so far from Baker."""
    return de("us.medic", (32 + distance, 20), name="Foes")


@clause("ba.fubar.trigger")
def test_two_sixes_on_an_order_test_lose_the_order() -> None:
    """A double six: the Advance is not made, a die is rolled on the chart, and no pin is lost."""
    scene = mistaken(de("us.medic", (20, 11), name="Foes"))
    scene.order("Able", "advance", [*CONFUSED, PANIC])
    assert scene.event("took an order test").tells["result"] == "fubar"
    assert scene.event("was confused").tells["row"] == "panic"
    assert scene.unit("Able").pins == 1
    assert not scene.events("moved")


@clause("ba.fubar.trigger")
def test_eleven_is_only_a_failure() -> None:
    """A six and a five fail the test, and no more."""
    scene = mistaken(de("us.medic", (20, 11), name="Foes"))
    scene.order("Able", "advance", [6, 5])
    assert not scene.events("was confused")
    assert scene.unit("Able").order == "down"


@clause("ba.fubar.friendly-fire", "ba.fubar.panic")
@pytest.mark.parametrize(
    ("face", "row"),
    [(1, "friendly-fire"), (2, "friendly-fire"), (3, "panic"), (4, "panic"), (5, "panic"), (6, "panic")],
)
def test_the_rows_of_the_chart(face: int, row: str) -> None:
    """One or two is friendly fire, three and more is panic; with nobody in sight both end in going Down."""
    scene = mistaken(de("us.medic", name="Foes"))
    scene.order("Able", "run", [*CONFUSED, face])
    assert scene.event("was confused").tells["row"] == row
    assert scene.unit("Able").order == "down"


@clause("ba.fubar.friendly-fire")
def test_the_opponent_picks_which_friends_are_shot_at() -> None:
    """Without moving, its die on Fire, the unit shoots with all modifiers at a friend who may react."""
    scene = mistaken(BAKER, CHARLIE, de("us.medic", (36, 24), name="Foes"))
    dice = [*CONFUSED, FRIENDLY_FIRE, 1, 1, 5, 5, 1, 1, 2]
    scene.order("Able", "run", dice, target="Charlie", react="stay")
    assert [(decision.kind, decision.seat) for decision in scene.asked] == [("target", 1), ("react", 0)]
    assert scene.offered("target") == ["u1", "u2"]
    assert scene.thrown("at Charlie: to hit") == [
        ("Able (Automatic rifle) at Charlie: to hit", (1, 1), "5+ (-1 for pins, -1 small unit)"),
        ("Able (Rifle) at Charlie: to hit", (5,), "6+ (-1 long range, -1 for pins, -1 small unit)"),
        ("Able (Rifle) at Charlie: to hit", (5, 1, 1), "5+ (-1 for pins, -1 small unit)"),
    ]
    assert scene.unit("Charlie").pins == 1
    assert (scene.unit("Able").order, scene.point("Able")) == ("fire", (20, 20))


@clause("ba.fubar.friendly-fire")
def test_friends_may_go_down_before_they_are_shot_at() -> None:
    """The target of friendly fire reacts like any other."""
    scene = mistaken(BAKER, foe_from_baker(5))
    scene.order("Able", "run", [*CONFUSED, FRIENDLY_FIRE, *[1] * 8], react="down")
    assert scene.unit("Baker").order == "down"


@clause("ba.fubar.friendly-fire")
def test_a_vehicle_mistakes_one_unit_with_all_its_weapons() -> None:
    """The opponent picks one target for every mount."""
    scene = mistaken(BAKER, CHARLIE, de("us.medic", (36, 24), name="Foes"), troop="us.sherman")
    scene.order("Able", "run", [*CONFUSED, FRIENDLY_FIRE, *[1] * 9], target="Baker")
    assert scene.kinds_asked() == ["target", "shell", "react"]
    assert {event.tells["at"] for event in scene.events("opened fire")} == {"Baker"}


@clause("ba.fubar.friendly-fire-target")
@pytest.mark.parametrize(("distance", "order"), [(11, "fire"), (12, "fire"), (12.001, "down"), (13, "down")])
def test_only_friends_near_an_enemy_are_mistaken(distance: float, order: str) -> None:
    """An enemy within 12 inches of the friend makes it a target; a thousandth more and nobody is."""
    scene = mistaken(BAKER, foe_from_baker(distance))
    scene.order("Able", "run", [*CONFUSED, FRIENDLY_FIRE, *[1] * 8 * (order == "fire")])
    assert scene.unit("Able").order == order


@clause("ba.fubar.friendly-fire-target")
def test_the_distance_is_from_the_target_to_the_enemy() -> None:
    """Of two friends only the one near an enemy can be picked, however near the enemy is to the shooter."""
    scene = mistaken(BAKER, us("us.medic", (29, 34), name="Charlie"), de("us.medic", (22, 14), name="Foes"))
    scene.order("Able", "run", [*CONFUSED, FRIENDLY_FIRE, *[1] * 8])
    assert scene.event("opened fire").tells["at"] == "Baker"


@clause("ba.fubar.friendly-fire-none", "ba.fubar.friendly-fire")
@pytest.mark.parametrize(
    ("troop", "rest"),
    [
        ("us.rifle-squad", {"ground": [terrain("building", box=(24, 10, 4, 20))]}),
        ("us.captain", {}),
        ("us.mmg-team", {"bearing": 270}),
        ("us.light-mortar", {}),
    ],
    ids=["out of sight", "out of range", "out of arc", "too near for a mortar"],
)
def test_with_nobody_it_could_shoot_at_the_unit_goes_down(troop: str, rest: dict[str, Any]) -> None:
    """Friends out of sight, range or arc are not mistaken: no shot, and the die shows Down."""
    scene = mistaken(BAKER, foe_from_baker(5), troop=troop, **rest)
    scene.order("Able", "fire", [*CONFUSED, FRIENDLY_FIRE])
    assert scene.unit("Able").order == "down"
    assert "ba.fubar.friendly-fire-none" in scene.event("went down").because


@clause("ba.fubar.friendly-fire-none")
def test_other_friends_in_the_line_of_fire_save_the_target() -> None:
    """A shot that would pass friends who are not near the enemy cannot be made."""
    between = us("us.medic", (26, 20), name="Dog")
    scene = mistaken(BAKER, foe_from_baker(11), between, troop="us.mmg-team")
    scene.order("Able", "fire", [*CONFUSED, FRIENDLY_FIRE])
    assert scene.unit("Able").order == "down"


@clause("ba.fubar.friendly-fire-none")
def test_men_in_a_vehicle_do_not_shoot_at_it() -> None:
    """The half-track they ride in is no target for its passengers."""
    scene = Scene(
        us("us.half-track", (20, 20), name="Track"),
        us("us.rifle-squad", name="Able", men=6, fields={"place": "aboard", "aboard": 0, **PINNED}),
        de("us.medic", (20, 11), name="Foes"),
    )
    scene.order("Able", "fire", [*CONFUSED, FRIENDLY_FIRE])
    assert scene.unit("Able").order == "down"


@clause("ba.fubar.panic")
def test_panic_is_a_full_run_straight_away() -> None:
    """The nearest enemy is eight inches due north: the unit runs twelve inches due south, its die on Run."""
    scene = mistaken(de("us.medic", (20, 11), name="Foes"))
    scene.order("Able", "fire", [*CONFUSED, PANIC])
    assert scene.point("Able") == (20, 32)
    assert scene.event("fled").tells["length"] == 12000
    assert scene.unit("Able").order == "run"


@clause("ba.fubar.panic")
def test_it_runs_from_the_nearest_enemy_it_sees() -> None:
    """An enemy behind a house does not count, though he is nearer."""
    scene = mistaken(
        de("us.medic", (20, 11), name="Unseen"),
        de("us.medic", (5, 20), name="Foes"),
        ground=[terrain("building", box=(10, 13, 20, 4))],
    )
    scene.order("Able", "fire", [*CONFUSED, PANIC])
    assert scene.point("Able") == (32, 20)


@clause("ba.fubar.panic")
@pytest.mark.parametrize("listed", [1, -1], ids=["the nearer first", "the farther first"])
def test_of_two_enemies_in_sight_it_runs_from_the_nearer(listed: int) -> None:
    """Eight inches to the north, fourteen to the west: it runs south, not east."""
    both = [de("us.medic", (20, 11), name="Near"), de("us.medic", (5, 20), name="Far")]
    scene = mistaken(*both[::listed])
    scene.order("Able", "fire", [*CONFUSED, PANIC])
    assert scene.point("Able") == (20, 32)


@clause("ba.fubar.panic")
def test_it_bends_around_what_it_cannot_pass() -> None:
    """A house in the way: still the whole twelve inches, but past it, and not towards the enemy."""
    scene = mistaken(de("us.medic", (20, 11), name="Foes"), ground=[terrain("building", box=(18, 34, 4, 6))])
    scene.order("Able", "fire", [*CONFUSED, PANIC])
    x, y = scene.point("Able")
    assert x != 20
    assert 11.9**2 < (x - 20) ** 2 + (y - 20) ** 2 <= 144
    assert y > 20


@clause("ba.fubar.panic")
def test_the_tables_edge_stops_it_and_does_not_turn_it() -> None:
    """Five inches from the edge it runs five inches."""
    scene = mistaken(de("us.medic", (20, 15), name="Foes"), size=(72, 33))
    scene.order("Able", "fire", [*CONFUSED, PANIC])
    assert scene.point("Able") == (20, 25)


@clause("ba.fubar.panic")
def test_it_never_ends_nearer_to_that_enemy() -> None:
    """A house behind it, and more men of the same enemy to the west: it runs east along the wall."""
    west = ((5.0, 20.0), (6.5, 20.0), (8.0, 20.0), (5.0, 18.5), (6.5, 18.5))
    scene = mistaken(
        de("us.rifle-squad", (20, 11), name="Foes", men=6, spots=west),
        troop="us.medic",
        ground=[terrain("building", box=(5, 22, 40, 4))],
    )
    scene.order("Able", "run", [*CONFUSED, PANIC])
    assert scene.point("Able") == (32, 20)


def car(troop: str, bearing: float, foe: tuple[float, float] = (36, 10)) -> Scene:
    """A pinned vehicle in the middle of the table, and one foe due north unless told otherwise."""
    return Scene(us(troop, (36, 24), name="Able", bearing=bearing, fields=PINNED), de("us.medic", foe, name="Foes"))


@clause("ba.fubar.panic")
@pytest.mark.parametrize(
    ("troop", "bearing", "end"),
    [
        ("us.sherman", 180, (36, 42)),
        ("us.half-track", 90, (36, 42)),
        ("us.half-track", 270, (36, 42)),
        ("us.sherman", 90, (54, 24)),
        ("us.sherman", 0, (36, 28.5)),
        ("us.half-track", 0, (36, 28.5)),
        ("us.truck", 0, (36, 30)),
        ("us.armoured-car", 0, (36, 36)),
    ],
)
def test_a_vehicle_turns_as_its_run_allows_or_reverses(troop: str, bearing: float, end: tuple[float, float]) -> None:
    """It faces away with the turns of a Run and drives on; facing the enemy it goes straight back, recce at full rate."""
    scene = car(troop, bearing)
    scene.order("Able", "fire", [*CONFUSED, PANIC])
    assert scene.point("Able") == end
    assert scene.unit("Able").order == "run"


@clause("ba.fubar.panic")
def test_men_in_a_building_run_out_of_it() -> None:
    """They come out on the far side and end far from the walls."""
    scene = mistaken(
        de("us.medic", (20, 5), name="Foes"),
        troop="us.medic",
        ground=[terrain("building", box=(17, 17, 6, 6))],
    )
    scene.state = with_unit(scene.state, 0, {"building": 0})
    scene.order("Able", "fire", [*CONFUSED, PANIC])
    assert scene.unit("Able").building is None
    assert scene.point("Able") == (20, 34.75)
    assert scene.unit("Able").order == "run"


@clause("ba.fubar.panic-none")
def test_with_no_enemy_in_sight_it_goes_down() -> None:
    """All enemies are behind a house: nobody runs."""
    scene = mistaken(de("us.medic", (20, 8), name="Foes"), ground=[terrain("building", box=(10, 12, 20, 4))])
    scene.order("Able", "fire", [*CONFUSED, PANIC])
    assert (scene.unit("Able").order, scene.point("Able")) == ("down", (20, 20))


@clause("ba.fubar.panic-none")
@pytest.mark.parametrize(
    ("troop", "fields"),
    [
        ("us.medium-at-gun", {}),
        ("us.truck", {"immobilised": True}),
        ("us.truck", {"fixed_moved": True}),
    ],
)
def test_what_cannot_move_goes_down(troop: str, fields: dict[str, Any]) -> None:
    """A gun, an immobilised vehicle and one that men have just boarded do not run."""
    scene = Scene(us(troop, (36, 24), name="Able", fields={**PINNED, **fields}), de("us.medic", (36, 10), name="Foes"))
    before = scene.point("Able")
    scene.order("Able", "fire", [*CONFUSED, PANIC])
    assert (scene.unit("Able").order, scene.point("Able")) == ("down", before)
    assert "ba.fubar.panic-none" in scene.event("went down").because


@clause("ba.fubar.panic-none")
def test_a_unit_at_the_edge_has_nowhere_to_run() -> None:
    """With the table's edge at its back it goes Down."""
    scene = mistaken(de("us.medic", (20, 15), name="Foes"), size=(72, 28))
    scene.order("Able", "fire", [*CONFUSED, PANIC])
    assert (scene.unit("Able").order, scene.point("Able")) == ("down", (20, 20))

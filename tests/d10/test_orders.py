"""Orders: what may follow what under every switch, what is barred and why, moves, Rush, Hold, and doing nothing."""

from itertools import product
from typing import Any

import pytest

from sandtable.play.events import Event
from sandtable.rulesets.d10.basics.units import contacts
from sandtable.rulesets.d10.move.movement import allowance
from sandtable.rulesets.d10.turn.orders import ASSAULT, HOLD, MOVE, NOTHING, RUSH, SHOOT, orders_of
from tests.clause import clause

from .kit import Scene, because, drive, german, shift, stay, takes, us

COMBINING = "d10.gap.orders-per-activation"
LISTED = {MOVE, RUSH, HOLD, SHOOT, ASSAULT}


def facing(*more: Any, ours: dict[str, Any] | None = None, **options: Any) -> Scene:
    """Three riflemen ten inches from three grenadiers."""
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=3, fields=ours or {}),
        german("de.grenadier-squad", (20, 30), name="Berta", men=3),
        *more,
        **options,
    )


def given(scene: Scene, *orders: str, name: str = "Able") -> tuple[set[str], dict[str, tuple[str, ...]]]:
    """What may be ordered after these orders, and what is barred by which clauses."""
    scene.change(name, orders=orders)
    found = orders_of(scene.state, scene.number(name))
    doubted = {order: doubt() for order, doubt in found.doubts.items()}
    barred = found.barred | {order: refusal for order, refusal in doubted.items() if refusal is not None}
    return set(found.open) - set(barred), {order: refusal.because for order, refusal in barred.items()}


def open_after(scene: Scene, *orders: str) -> set[str]:
    """The listed orders that may follow these."""
    return given(scene, *orders)[0] & LISTED


# ---- which orders, and how many


@clause("d10.order.list")
def test_the_list_of_orders() -> None:
    """Move or Rush, Hold, Shoot, Assault; and nothing at all."""
    scene = facing().activate("Able", "nothing")
    assert set(scene.offered("order")) == {NOTHING, *LISTED}
    assert scene.decision("order").because == ("d10.order.list", COMBINING)
    assert scene.decision("order").seat == 0


@clause("d10.gap.orders-per-activation", "d10.order.list", "d10.order.rush-passes", "d10.order.hold-passes")
@pytest.mark.parametrize(
    ("several", "held", "moves", "assaults"), list(product((1, 2), (True, False), (True, False), (True, False)))
)
def test_what_may_follow_what(several: int, held: bool, moves: bool, assaults: bool) -> None:
    """Under every setting of the four switches: one order, or two where the second may follow the first."""
    scene = facing(
        orders_per_activation=several, hold_after_move=held, shoot_then_move=moves, shoot_then_assault=assaults
    )
    assert open_after(scene) == LISTED
    two = several == 2
    after_move = {SHOOT, ASSAULT} | ({HOLD} if held else set()) if two else set()
    after_shoot = ({MOVE} if moves and two else set()) | ({ASSAULT} if assaults and two else set())
    assert open_after(scene, MOVE) == after_move
    assert open_after(scene, SHOOT) == after_shoot
    for last in (RUSH, HOLD, ASSAULT):
        assert open_after(scene, last) == set()
    for first, second in product((MOVE, SHOOT), repeat=2):
        assert open_after(scene, first, second) == set()


@clause("d10.gap.orders-per-activation", "d10.order.rush-passes", "d10.order.hold-passes")
def test_why_an_order_may_not_follow() -> None:
    """Each stays in view with its clause."""
    _, barred = given(facing(), MOVE)
    assert barred == {MOVE: (COMBINING,), RUSH: ("d10.order.rush-passes",)}
    _, barred = given(facing(hold_after_move=False), MOVE)
    assert barred[HOLD] == ("d10.order.hold-passes", COMBINING)
    _, barred = given(facing(), SHOOT)
    assert {order: clauses[-1] for order, clauses in barred.items() if order != RUSH} == dict.fromkeys(
        (MOVE, HOLD, SHOOT, ASSAULT), COMBINING
    )


@clause("d10.gap.orders-per-activation", "d10.order.move-normal")
def test_a_move_may_be_followed_by_one_more_order() -> None:
    """Move then Hold; Move then Shoot; each is asked for, and then the activation is over."""
    scene = facing().activate("Able", "move", "hold", move=shift(2, 0))
    assert scene.kinds_asked() == ["order", "move", "order"]
    assert (scene.unit("Able").orders, scene.unit("Able").hold, scene.unit("Able").moved) == ((MOVE, HOLD), True, True)
    scene = facing().activate("Able", "move", "shoot", move=shift(2, 0), dice=[1, 1, 1, 1])
    assert scene.unit("Able").orders == (MOVE, SHOOT)
    assert scene.kinds_asked()[:3] == ["order", "move", "order"]
    assert scene.kinds_asked()[3:] == []


@clause("d10.gap.orders-per-activation")
def test_tables_that_play_it_otherwise() -> None:
    """One order only; Shoot then Move; Shoot then Assault."""
    scene = facing(orders_per_activation=1).activate("Able", "move", move=shift(2, 0))
    assert scene.kinds_asked() == ["order", "move"]
    scene = facing(shoot_then_move=True).activate("Able", "shoot", "move", move=shift(2, 0), dice=[1] * 4)
    assert scene.unit("Able").orders == (SHOOT, MOVE)
    scene = facing(shoot_then_assault=True).activate("Able", "shoot", "assault", dice=[1] * 4)
    assert scene.unit("Able").orders == (SHOOT, ASSAULT)
    scene = facing().activate("Able", "shoot", dice=[1] * 4)
    assert scene.kinds_asked().count("order") == 1


# ---- Move and Rush


@clause("d10.order.move-normal", "d10.order.move-rush")
def test_how_far_a_move_and_a_rush_go() -> None:
    """Infantry 4 and 12 inches, a tank with Move 8 up to 24."""
    scene = facing(us("us.sherman", (40, 40), name="Sherman"))
    far = [
        allowance(scene.state, scene.number(name), rush=rush) for name in ("Able", "Sherman") for rush in (False, True)
    ]
    assert far == [4000, 12000, 8000, 24000]


@clause("d10.order.move-normal", "d10.order.move-rush")
@pytest.mark.parametrize(
    ("order", "far", "cites"), [("move", 4, "d10.order.move-normal"), ("rush", 12, "d10.order.move-rush")]
)
def test_a_man_goes_so_far_and_no_farther(order: str, far: float, cites: str) -> None:
    """Exactly 4 inches, or 12; not a thousandth more."""
    scene = facing().order("Able", order, move=shift(0, -far))
    assert scene.point("Able") == (20, 20 - far)
    asked = scene.decision("move")
    assert cites in because(asked, shift(0, -far - 0.001))
    assert cites in asked.because
    assert scene.unit("Able").moved
    told = scene.event("moved" if order == "move" else "rushed")
    assert (told.tells["length"], cites in told.because) == (far * 1000, True)


@clause("d10.order.move-normal", "d10.order.move-rush")
def test_a_tank_rushes_three_times_its_move() -> None:
    """24 inches and no more."""
    scene = Scene(us("us.sherman", (36, 40), name="Sherman"), german("de.grenadier-squad", (5, 5), name="Berta", men=2))
    scene.order("Sherman", "rush", drive=drive((0, 24)))
    assert scene.point("Sherman") == (36, 16)
    assert not takes(scene.decision("drive"), drive((0, 24.001)))


@clause("d10.order.rush-passes")
def test_nothing_follows_a_rush() -> None:
    """The activation is over, and play is with the other player."""
    scene = facing().activate("Able", "rush", move=shift(0, -6))
    assert scene.kinds_asked() == ["order", "move"]
    assert scene.unit("Able").orders == (RUSH,)
    assert "d10.order.rush-passes" in scene.event("rushed").because


@clause("d10.gap.no-order")
def test_a_unit_may_do_nothing() -> None:
    """A move of nothing counts as not having moved; the next shot has no penalty for it."""
    scene = facing().activate("Able", "nothing")
    assert (scene.unit("Able").done, scene.unit("Able").moved, scene.unit("Able").orders) == (True, False, ())
    assert scene.told("did nothing") == [("did nothing", 0)]
    scene = facing().activate("Able", "move", "shoot", move=stay(), dice=[1] * 4)
    assert not scene.unit("Able").moved
    assert scene.unit("Able").orders == (MOVE, SHOOT)
    assert {one.needs for one in scene.throws()} == {"6+"}
    scene = facing().activate("Able", "rush", move=stay())
    assert (scene.unit("Able").moved, scene.unit("Able").orders) == (False, (RUSH,))


# ---- Hold


@clause("d10.order.hold", "d10.order.hold-passes")
def test_a_hold_is_a_marker_and_ends_the_activation() -> None:
    """The unit may then shoot at who moves."""
    scene = facing().activate("Berta", "hold")
    assert (scene.unit("Berta").hold, scene.kinds_asked()) == (True, ["order"])
    assert scene.event("went on Hold").because == ("d10.order.hold", "d10.order.hold-passes")
    scene.activate("Able", "move", "nothing", move=shift(0, -1), react="Berta", dice=[10, *[1] * 4])
    assert "react" in scene.kinds_asked()
    quiet = facing().activate("Able", "move", "nothing", move=shift(0, -1))
    assert "react" not in quiet.kinds_asked()


def locked(**rest: Any) -> Scene:
    """Able's first man touches Berta's first; the others stand behind."""
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=3, spots=((19, 18.5), (21, 18.5))),
        german("de.grenadier-squad", (20, 21), name="Berta", men=3, spots=((19, 22.5), (21, 22.5))),
        **rest,
    )


@clause("d10.order.hold-not-in-contact", "d10.order.shoot", "d10.order.assault")
def test_in_contact_there_is_only_assault() -> None:
    """One model in contact is enough: no Hold, no Shoot, no Move; a Rush only to break off."""
    opened, barred = given(locked())
    assert opened == {NOTHING, ASSAULT, "break off"}
    assert barred[HOLD] == ("d10.order.hold-not-in-contact",)
    assert set(barred) == {MOVE, RUSH, HOLD, SHOOT}


@clause("d10.order.hold-not-in-contact", "d10.order.shoot")
def test_a_vehicle_in_contact_neither_holds_nor_shoots() -> None:
    """It may drive off."""
    scene = Scene(
        us("us.sherman", (20, 20), name="Sherman"),
        german("de.grenadier-squad", (20, 23), name="Berta", men=2),
    )
    opened, barred = given(scene, name="Sherman")
    assert {HOLD: barred[HOLD], SHOOT: barred[SHOOT]} == {
        HOLD: ("d10.order.hold-not-in-contact",),
        SHOOT: ("d10.order.shoot",),
    }
    assert {MOVE, RUSH, ASSAULT} <= opened


# ---- Shoot and Assault


@clause("d10.order.shoot")
def test_a_shoot_order_needs_somebody_to_shoot_at() -> None:
    """It stays in view with the reason; with a target the dice are thrown."""
    scene = Scene(
        us("us.rifle-squad", (5, 5), name="Able", men=3), german("de.grenadier-squad", (65, 44), name="Berta", men=3)
    )
    opened, barred = given(scene)
    assert SHOOT not in opened
    assert barred[SHOOT] == ("d10.shoot.check-los-range", "d10.shoot.nearest-target")
    scene = facing().order("Able", "shoot", dice=[6, 1, 1, 1, 1])
    assert scene.told("shot", "was hit", "was unhurt") == [("shot", 0), ("was hit", 1), ("was unhurt", 1)]
    assert scene.unit("Able").orders == (SHOOT,)


@clause("d10.order.assault")
def test_an_assault_leads_into_close_combat() -> None:
    """Its three steps: the charge, the fight, its result."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=1), german("de.grenadier-squad", (20, 23), name="Berta", men=1)
    )
    scene.activate("Able", "assault", dice=[1, 1])
    steps = [one.verb if isinstance(one, Event) else "dice" for one in scene.news]
    assert [step for step in steps if step in {"declared an assault", "charged", "dice", "drew the round"}] == [
        "declared an assault",
        "charged",
        "dice",
        "dice",
        "drew the round",
    ]
    assert scene.unit("Able").orders == (ASSAULT,)


def pressed(row: float) -> Scene:
    """Eight men against three: three in contact, five in a row behind them."""
    behind = tuple((x, row) for x in (19, 20.8, 22.2, 24, 25.4))
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=8, spots=((23, 20), (26, 20), *behind)),
        german("de.grenadier-squad", (20, 21), name="Berta", men=3, spots=((23, 21), (26, 21))),
    )


def in_contact(scene: Scene, name: str) -> int:
    """How many models of a unit touch an enemy."""
    touching = contacts(scene.state).models
    return sum(man in touching for man in scene.unit(name).men)


@clause("d10.order.assault-pile-in")
def test_who_can_must_close_up_before_the_round() -> None:
    """Three men in contact and five two inches behind with room: all five close up, and then blows are struck."""
    scene = pressed(17)
    assert in_contact(scene, "Able") == 3
    scene.activate("Able", "assault", dice=[1] * 11)
    assert in_contact(scene, "Able") == 8
    steps = [one.verb if isinstance(one, Event) else "dice" for one in scene.news]
    assert steps.index("piled in") < steps.index("dice")
    assert scene.event("piled in").because == ("d10.order.assault-pile-in",)
    assert len(scene.event("piled in").figures) == 5


@clause("d10.order.assault-pile-in")
def test_if_nobody_can_the_round_is_simply_fought() -> None:
    """They are more than four inches from any place in contact."""
    scene = pressed(15.4).activate("Able", "assault", dice=[1] * 6)
    assert in_contact(scene, "Able") == 3
    assert not scene.events("piled in")
    assert scene.events("drew the round")

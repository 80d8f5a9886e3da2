"""JUST DO IT!"""

from typing import Any

import pytest

from sandtable.rulesets.sotr.command.just_do_it import held_back, offer_just_do_it, orders, spend_freed
from sandtable.rulesets.sotr.units.coherency import bound_together
from sandtable.rulesets.sotr.units.conditions import freed_to, model_freed_to
from tests.clause import clause

from .kit import Scene, reich, us

BROKEN: dict[str, Any] = {"disorganized": True}


def keys(scene: Scene, active: int | None = 0, side: int = 0) -> list[str]:
    """What could be ordered now."""
    return [order.key for order in orders(scene.state, side, active)]


@clause("sotr.command.jdi", "sotr.command.jdi-unit-officer", "sotr.command.jdi-resume")
def test_a_disorganized_unit_is_made_to_move() -> None:
    """It may move, not shoot as well, and is as it was once it has."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3, fields=BROKEN))
    scene.call(offer_just_do_it, 0, "Able", just_do_it="move u0 by m0")
    assert scene.offered("just do it") == ["move u0 by m0", "shoot u0 by m0", "none"]
    assert freed_to(scene.state, 0, "move")
    assert not freed_to(scene.state, 0, "shoot")
    assert model_freed_to(scene.state, 2, "move")
    assert scene.unit("Able").disorganized
    scene.call(spend_freed, "Able")
    assert not freed_to(scene.state, 0, "move")
    assert scene.unit("Able").disorganized
    assert scene.unit("Able").freed == ""


@clause("sotr.command.jdi")
def test_the_whole_activation_with_the_switch() -> None:
    """Both the move and the shooting."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3, fields=BROKEN), jdi_scope="activation")
    scene.call(offer_just_do_it, 0, "Able", just_do_it="both u0 by m0")
    assert freed_to(scene.state, 0, "move")
    assert freed_to(scene.state, 0, "shoot")


@clause("sotr.command.jdi")
def test_an_order_of_last_turn_frees_nobody() -> None:
    """It was for that turn."""
    scene = Scene(us("us.rifle-squad", (20, 20), men=3, fields={**BROKEN, "freed": "move", "ordered": 1}))
    assert not freed_to(scene.state, 0, "move")


@clause("sotr.command.jdi", "sotr.suppress.jdi", "sotr.unit.disorganized-fire")
@pytest.mark.parametrize(
    ("fields", "moves", "shoots"),
    [
        ({}, False, False),
        ({"suppressed": True}, True, True),
        ({"disorganized": True, "fleeing": True}, True, True),
        ({"disorganized": True}, True, True),
        ({"disorganized": True, "shot_at": (1,)}, True, False),
        ({"disorganized": True, "shot_at": (2,)}, True, True),
    ],
)
def test_what_there_is_to_be_lifted(fields: dict[str, Any], moves: bool, shoots: bool) -> None:
    """A Disorganized unit that was fired upon last turn may shoot of itself; nothing is offered that lifts nothing."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), pick=("rifleman", "rifleman"), fields=fields),
        us("us.command", (20, 23), name="Command", men=1),
    )
    assert held_back(scene.state, 0) == (moves, shoots)
    assert keys(scene) == ["move u0 by m2"] * moves + ["shoot u0 by m2"] * shoots


@clause("sotr.suppress.jdi")
def test_suppression_is_overridden_and_stays() -> None:
    """By the unit's own sergeant."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3, fields={"suppressed": True}))
    scene.call(offer_just_do_it, 0, "Able", just_do_it="shoot u0 by m0")
    assert freed_to(scene.state, 0, "shoot")
    assert scene.unit("Able").suppressed


@clause("sotr.command.jdi-budget", "sotr.gap.commands-per-officer")
def test_only_an_officer_who_issued_no_other_command() -> None:
    """One each turn, be it in the Command Phase or now."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3, fields=BROKEN))
    assert keys(scene)
    assert not keys(scene.change("Able", 0, commanded=2))
    assert keys(scene.change("Able", 0, commanded=1))
    scene.call(offer_just_do_it, 0, "Able", just_do_it="move u0 by m0")
    assert scene.man("Able").commanded == 2


@clause("sotr.command.jdi-budget", "sotr.officer.no-command-fleeing", "sotr.officer.no-command-horror")
def test_an_officer_who_cannot_command_orders_nobody() -> None:
    """Fleeing, or silenced by HORROR."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3, fields=BROKEN))
    assert not keys(scene.change("Able", fleeing=True))
    assert not keys(scene.change("Able", fleeing=False, dread=1))


@clause("sotr.command.jdi-lieutenant", "sotr.command.jdi-unit-officer")
def test_a_lieutenant_at_any_time_a_sergeant_while_his_unit_is_active() -> None:
    """Before or after his own activation, even while the enemy acts; only units that are still to act profit."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=3, fields=BROKEN),
        us("us.command", (20, 23), name="Command", men=1, fields={"activated": 2}),
        us("us.rifle-squad", (24, 20), name="Baker", men=2),
        reich("reich.zombies", (40, 40), name="Mob", men=1),
    )
    assert keys(scene, scene.number("Able")) == [
        "move u0 by m0", "shoot u0 by m0", "move u0 by m3", "shoot u0 by m3"
    ]  # fmt: skip
    for other in ("Baker", "Mob", "Command"):
        assert {key.split(" by ")[1] for key in keys(scene, scene.number(other))} >= {"m3"}
        assert "move u0 by m0" not in keys(scene, scene.number(other))
    assert "move u0 by m4" in keys(scene, scene.number("Baker"))  # Baker's sergeant, to others near him
    assert keys(scene, None) == ["move u0 by m3", "shoot u0 by m3"]
    assert not keys(scene.change("Able", activated=2), None)
    assert keys(scene, scene.number("Able"))  # while it is active itself it is being activated


@clause("sotr.command.jdi-once")
def test_nobody_is_ordered_twice_in_a_turn() -> None:
    """Neither the unit after its model nor the model after its unit."""
    command = us("us.command", (20, 23), name="Command", men=1)
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3, fields=BROKEN), command)
    scene.call(offer_just_do_it, 0, "Able", just_do_it="move u0 by m0")
    assert not keys(scene)
    assert scene.kinds_asked() == ["just do it"]
    model = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3, models={2: {"disorganized": True}}), command)
    model.call(offer_just_do_it, 0, "Able", just_do_it="shoot m2 by m0")
    left = keys(model.change("Able", disorganized=True))
    assert left == ["move m0 by m3", "shoot m0 by m3", "move m1 by m3", "shoot m1 by m3"]


@clause("sotr.command.jdi-roll")
@pytest.mark.parametrize(("faces", "freed"), [([4, 4], True), ([4, 5], False)])
def test_a_roll_only_with_the_switch(faces: list[int], freed: bool) -> None:
    """No roll by default; with it a Command Roll, and a failure spends the Command."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3, fields=BROKEN), jdi_needs_roll=True)
    scene.call(offer_just_do_it, 0, "Able", dice=faces, just_do_it="move u0 by m0")
    assert freed_to(scene.state, 0, "move") is freed
    assert scene.man("Able").commanded == 2
    plain = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3, fields=BROKEN))
    plain.call(offer_just_do_it, 0, "Able", just_do_it="move u0 by m0")
    assert not plain.throws()


@clause("sotr.command.jdi-ex-flamethrower", "sotr.command.jdi-resume")
def test_the_flamethrower_man_who_cowers() -> None:
    """He alone has failed; he is told to fire, and cowers again, though others of his unit could shoot all along."""
    scene = Scene(
        us("reich.flame-pioneers", (20, 20), name="A", fields={"shot_at": (1,)}, models={1: {"disorganized": True}}),
        reich("reich.zombies", (20, 26), men=3),
    )
    scene.call(offer_just_do_it, 0, "A", just_do_it="shoot m1 by m0")
    assert scene.offered("just do it") == ["move m1 by m0", "shoot m1 by m0", "none"]
    assert model_freed_to(scene.state, 1, "shoot")
    assert not model_freed_to(scene.state, 1, "move")
    assert not freed_to(scene.state, 0, "shoot")
    assert not model_freed_to(scene.state, 2, "shoot")
    scene.call(spend_freed, "A")
    assert not model_freed_to(scene.state, 1, "shoot")
    assert scene.man("A", 1).disorganized


@clause("sotr.officer.individual-command", "sotr.officer.unit-command")
def test_single_models_where_the_unit_is_out_of_reach() -> None:
    """One of four is within nine inches: he alone can be ordered, and nobody beyond the radius."""
    spots = ((31, 20), (32, 20), (33, 20))
    scene = Scene(
        us("us.rifle-squad", (29, 20), pick=("rifleman",) * 4, spots=spots, fields=BROKEN),
        us("us.command", (20, 20), name="Command", men=1),
    )
    assert keys(scene) == ["move m0 by m4", "shoot m0 by m4"]


@clause("sotr.command.jdi-ex-leave-down", "sotr.down.unit-coherency")
def test_leaving_private_jones() -> None:
    """A unit has to keep to its DOWN man, until Sarge says otherwise or a medic is with him."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="A", men=4, models={3: {"down": True}}))
    assert bound_together(scene.state, 0) == (0, 1, 2, 3)
    scene.call(offer_just_do_it, 0, "A", just_do_it="move u0 by m0")
    assert scene.offered("just do it") == ["move u0 by m0", "none"]
    assert bound_together(scene.state, 0) == (0, 1, 2)
    helped = Scene(
        us("us.rifle-squad", (20, 20), name="A", men=4, models={3: {"down": True}}),
        us("us.command", (24.5, 21), pick=("medic",)),
    )
    assert bound_together(helped.state, 0) == (0, 1, 2)
    assert not keys(helped)


@clause("sotr.command.jdi")
def test_the_mindless_obey_nobody() -> None:
    """Zombies cannot be ordered."""
    scene = Scene(
        us("reich.zombies", (20, 20), men=2, models={1: {"down": True}}), us("us.command", (20, 22), name="C", men=1)
    )
    assert not keys(scene)


@clause("sotr.command.jdi")
def test_nothing_is_asked_where_nothing_is_to_be_lifted() -> None:
    """And an offer may be turned down."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3))
    scene.call(offer_just_do_it, 0, "Able")
    assert scene.kinds_asked() == []
    scene.change("Able", disorganized=True).call(offer_just_do_it, 0, "Able")
    assert scene.kinds_asked() == ["just do it"]
    assert not scene.news

"""Machines on the move: rates, pivots, reversing, ground, and whom they may not go over."""

from typing import Any

import pytest

from sandtable.dice.chance import Chance
from sandtable.play.refusal import Refused
from sandtable.rulesets.sotr.move.driving import drives, strides
from tests.clause import clause

from .kit import Scene, drive, march, reich, shift, terrain, us
from .quiet import hush


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    hush(monkeypatch)


def tank(*others: Any, ground: Any = (), **rest: Any) -> Scene:
    """A tank at (20, 30) facing north: Advance 6, On The Double 12."""
    return Scene(us("us.tank", (20, 30), name="Tank", **rest), *others, ground=ground)


def goes(legs: Any, action: str = "advance", **rest: Any) -> bool:
    """Whether a tank may drive by these legs."""
    scene = tank(**rest)
    try:
        scene.activate("Tank", action=action, drive=drive(*legs))
    except Refused:
        return False
    return True


@clause("sotr.gap.vehicle-movement", "sotr.advance.nonhuman", "sotr.double.rate")
@pytest.mark.parametrize(
    ("legs", "action", "fine"),
    [
        ([(0, 6)], "advance", True),
        ([(0, 6.001)], "advance", False),
        ([(0, 12)], "double", True),
        ([(0, 12.001)], "double", False),
        ([(90, 4)], "advance", True),  # a pivot costs two inches
        ([(90, 4.001)], "advance", False),
        ([(30, 1), (-30, 1)], "advance", True),
        ([(30, 1), (-30, 1.001)], "advance", False),
        ([(91, 0)], "advance", False),
        ([(90, 0), (90, 0), (90, 0)], "advance", True),
        ([(0, -3)], "advance", True),  # half the Advance rate
        ([(0, -3.001)], "advance", False),
        ([(45, -2)], "advance", True),
        ([(45, -2.001)], "advance", False),
        ([(0, -1)], "double", False),
    ],
)
def test_rates_pivots_and_reversing(legs: Any, action: str, fine: bool) -> None:
    """Six inches ahead, twelve On The Double; two inches for every pivot of up to 90 degrees; half as far astern."""
    assert goes(legs, action) is fine


@clause("sotr.gap.vehicle-movement", "sotr.terrain.woods", "sotr.move.terrain-applies")
def test_ground_costs_tracks_and_stops_wheels() -> None:
    """Two inches of woods cost a tank four; a jeep does not get in."""
    woods = terrain("woods", box=(10, 20, 20, 5))
    assert goes([(0, 6)], ground=[terrain("woods", box=(10, 20, 20, 4))])
    assert goes([(0, 5.499)], ground=[woods])
    assert not goes([(0, 5.51)], ground=[woods])
    for troop, far, refusal in (("us.jeep", 6, ("sotr.terrain.impassable-effect", "sotr.terrain.woods")),):
        scene = Scene(us(troop, (20, 30), name="Jeep"), ground=[woods])
        refused = scene.refused(lambda: scene.activate("Jeep", action="advance", drive=drive((0, far))))  # noqa: B023
        assert refused.refusal.because == refusal


@clause("sotr.gap.vehicle-movement", "sotr.gap.buildings")
def test_machines_do_not_enter_buildings() -> None:
    """Neither hulls nor mecha."""
    house = terrain("building", box=(15, 20, 10, 5))
    assert not goes([(0, 4)], ground=[house])
    scene = Scene(reich("reich.panzermech", (20, 30), name="Mech"), ground=[house])
    refused = scene.refused(lambda: scene.activate("Mech", action="advance", move=shift(0, -4)))
    assert refused.refusal.because == ("sotr.terrain.impassable-effect", "sotr.gap.buildings")


@clause("sotr.gap.vehicle-movement", "sotr.move.one-inch")
def test_it_ends_an_inch_from_enemies() -> None:
    """Hull to base: an inch is enough, less is not."""
    foe = reich("reich.sturmgrenadiers", (20, 20), name="Foe", men=1)
    for far, fine in ((6, True), (6.01, False)):
        scene = tank(foe)
        if fine:
            scene.activate("Tank", action="double", drive=drive((0, far)))
            continue
        with pytest.raises(Refused) as refused:
            scene.activate("Tank", action="double", drive=drive((0, far)))
        assert refused.value.refusal.because == ("sotr.move.one-inch",)


@clause("sotr.gap.vehicle-movement")
@pytest.mark.parametrize("troop", ["us.tank", "reich.panzermech"])
def test_it_goes_over_nobody_who_stands(troop: str) -> None:
    """Neither friend nor foe; over models that are DOWN it may go, but not stop there."""
    far = 8 if troop == "reich.panzermech" else 12
    how: Any = {"drive": drive((0, far))} if troop == "us.tank" else {"move": shift(0, -far)}
    for side in (us, reich):
        for down in (False, True):
            machine = us(troop, (20, 30), name="Machine")
            scene = Scene(machine, side("us.rifle-squad", (20, 26), name="Man", men=1, each={"down": down}))
            if down:
                scene.activate("Machine", action="double", **how)
                continue
            refused = scene.refused(lambda: scene.activate("Machine", action="double", **how))  # noqa: B023
            expected = "sotr.gap.vehicle-movement" if side is us else "sotr.move.one-inch"
            assert refused.refusal.because == (expected,)
        on_him: Any = {"drive": drive((0, 4))} if troop == "us.tank" else {"move": shift(0, -4)}
        fallen = side("us.rifle-squad", (20, 26), name="Man", men=1, each={"down": True})
        scene = Scene(us(troop, (20, 30), name="Machine"), fallen)
        assert "Man" in scene.why_refused(lambda: scene.activate("Machine", action="double", **on_him))  # noqa: B023


@clause("sotr.gap.vehicle-movement")
def test_it_may_stop_beside_its_own_men() -> None:
    """The inch is for enemies."""
    scene = tank(us("us.rifle-squad", (20, 24.4), name="Man", men=1))
    scene.activate("Tank", action="advance", drive=drive((0, 2.5)))
    assert scene.point("Tank") == (20, 27.5)


@clause("sotr.gap.vehicle-movement")
def test_mecha_pivot_for_nothing() -> None:
    """A mecha goes round corners for its four inches, and faces as it likes at the end."""
    scene = Scene(reich("reich.panzermech", (20, 30), name="Mech"))
    scene.activate("Mech", action="advance", move=march(((22, 30), (22, 28))))
    assert scene.point("Mech") == (22, 28)
    scene = Scene(reich("reich.panzermech", (20, 30), name="Mech"))
    said = scene.why_refused(lambda: scene.activate("Mech", action="advance", move=march(((22, 30), (22, 27.9)))))
    assert "would move too far" in said
    assert strides(scene.state, 0, double=False).may_face
    assert strides(scene.state, 0, double=True).budget == 8000


@clause("sotr.gap.vehicle-movement")
def test_what_machines_may_do() -> None:
    """No Hide, Sneak or Hit the Dirt."""
    scene = tank().activate("Tank")
    assert scene.offered("action") == ["advance", "double"]
    assert scene.barred("action") == dict.fromkeys(("hide", "sneak", "dirt"), ("sotr.gap.vehicle-movement",))


@clause("sotr.gap.vehicle-movement")
def test_only_mecha_assault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tank is not even offered it."""
    monkeypatch.setattr("sandtable.rulesets.sotr.turn.actions.enemies", lambda *_: [1])
    monkeypatch.setattr("sandtable.rulesets.sotr.turn.actions.why_not_charge", lambda *_: None)
    foe = us("us.rifle-squad", (30, 20), name="Foe", men=1)
    mech = Scene(reich("reich.panzermech", (20, 30), name="Mech"), foe).activate("Mech")
    assert "assault u1" in mech.offered("action")
    assert "assault u1" not in tank(reich("reich.zombies", (30, 20), men=1)).activate("Tank").offered("action")


def test_an_immobilised_machine_stays() -> None:
    """Nobody is asked anything; it has stood still, and may shoot."""
    scene = tank(fields={"immobilised": True}).activate("Tank")
    assert scene.kinds_asked() == []
    assert scene.unit("Tank").action == "advance"


def test_the_table_ends_somewhere() -> None:
    """Nobody drives off it."""
    scene = Scene(us("us.tank", (20, 4), name="Tank"))
    said = scene.why_refused(lambda: scene.activate("Tank", action="advance", drive=drive((0, 3))))
    assert "would leave the table" in said


def test_random_drives_are_legal() -> None:
    """Whatever is proposed and taken passes the check."""
    ground = [terrain("woods", box=(14, 20, 12, 6)), terrain("building", box=(30, 20, 6, 6))]
    scene = tank(
        us("us.rifle-squad", (23, 26), name="Men", men=3), reich("reich.zombies", (16, 24), men=2), ground=ground
    )
    chance = Chance(7)
    for double in (False, True):
        domain = drives(scene.state, 0, double=double)
        for _ in range(20):
            found = domain.sample(chance)
            drives(scene.state, 0, double=double).check(found)

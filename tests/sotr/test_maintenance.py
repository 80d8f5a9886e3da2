"""Maintenance: the order of its steps, DOWN models, burning terrain, when strikes fall."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from sandtable.rulesets.sotr.basics.charts import wound_columns
from sandtable.rulesets.sotr.harm.recovery import HIGHER, LOWER, ONE, recovery_dice, recovery_roll
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Strike
from sandtable.rulesets.sotr.turn import maintenance
from sandtable.rulesets.sotr.turn.maintenance import burn, due, maintain, models_in, much_to_maintain
from tests.clause import clause

from .kit import Scene, reich, terrain, us
from .turn_kit import Calls, change, quiet

FLESH, DOWN, GONER = "flesh wound", "down", "goner"
ARTILLERY = Strike("artillery", 0, 1, (24_000, 24_000))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """What Maintenance asks of other chapters."""
    return quiet(monkeypatch)


def squad(*down: int, **rest: Any) -> Scene:
    """Four men, some of them DOWN, in turn 2, and an enemy; a wood behind them."""
    wood = terrain("woods", box=(19, 30, 10, 8), name="the wood")
    models = {man: {"down": True} for man in down}
    able = us("us.rifle-squad", (20, 20), name="Able", men=4, models=models)
    scene = Scene(able, reich("reich.sturmgrenadiers", (20, 5), name="Storm", men=2), ground=[wood], **rest)
    return change(scene, phase="maintenance", half=1)


# ---- order


@clause("sotr.maint.order", "sotr.maint.strikes-when", "sotr.maint.scenario", "sotr.command.strike-ex")
@pytest.mark.parametrize(
    ("timing", "order"),
    [("first", ["strike", "horror", "down", "fire", "smoke"]), ("last", ["horror", "down", "fire", "smoke", "strike"])],
)
def test_the_steps_come_in_their_order(calls: Calls, timing: str, order: list[str]) -> None:
    """Strikes, HORROR, DOWN models, scenario effects; strikes after all of them where the table plays it so."""
    scene = change(squad(0, strike_timing=timing), called=(ARTILLERY,), burning=(0,))
    scene.call(maintain, 0, dice=[1, 2])
    happened = [call[0] for call in calls]
    assert happened == [name for name in order if name in {"strike", "horror", "smoke"}]
    told = [verb for verb, _ in scene.told("a strike was due", "recovered", "a fire burnt out")]
    names = {"a strike was due": "strike", "recovered": "down", "a fire burnt out": "fire"}
    assert [names[verb] for verb in told] == [name for name in order if name in names.values()]


@clause("sotr.maint.sides")
def test_each_side_maintains_its_own(calls: Calls) -> None:
    """Neither the other side's DOWN models nor its strikes."""
    scene = change(squad(0), called=(ARTILLERY,))
    scene.call(maintain, 1)
    assert calls == [("horror", 1), ("smoke", "maintenance", 1)]
    assert (scene.throws(), scene.state.called, scene.man("Able").down) == ([], (ARTILLERY,), True)


@clause("sotr.maint.sides", "sotr.init.choice")
def test_it_matters_who_begins_only_where_both_have_something_to_do(calls: Calls) -> None:
    """DOWN models on both sides, monsters, fires, strikes."""
    assert not much_to_maintain(squad().state)
    assert not much_to_maintain(squad(0).state)
    assert much_to_maintain(squad(0).change("Storm", 0, down=True).state)
    assert much_to_maintain(change(squad(), burning=(0,)).state)
    assert much_to_maintain(change(squad(), called=(ARTILLERY,)).state)
    monsters = Scene(us("us.rifle-squad", (20, 20)), reich("reich.vampire", (20, 5), each={"down": True}))
    assert much_to_maintain(monsters.state)
    assert calls == []


# ---- strikes


@clause("sotr.maint.strikes", "sotr.command.strike-delay", "sotr.command.strike-ex")
def test_a_strike_falls_in_the_callers_maintenance_of_the_next_turn(calls: Calls) -> None:
    """Called in turn 2, it falls in turn 3, once, in its caller's half."""
    strike = Strike("artillery", 0, 2, (24_000, 24_000))
    scene = change(squad(), called=(strike,))
    assert due(scene.state, 0) == []
    change(scene, turn=3)
    assert due(scene.state, 1) == []
    scene.call(maintain, 0)
    assert ("strike", strike) in calls
    assert scene.state.called == ()


@clause("sotr.gap.strike-targeting")
def test_a_strike_falls_even_if_its_caller_is_dead(calls: Calls) -> None:
    """Nobody of the side is left, and it falls all the same."""
    scene = change(squad(), called=(ARTILLERY,))
    scene.change("Able", place="destroyed", men=())
    scene.call(maintain, 0)
    assert ("strike", ARTILLERY) in calls


# ---- DOWN models


@clause("sotr.down.recovery")
@pytest.mark.parametrize(
    ("troop", "bands"),
    [
        ("us.rifle-squad", {1: FLESH, 2: DOWN, 3: DOWN, 4: GONER, 5: GONER, 6: GONER}),
        ("reich.sturmgrenadiers", {1: FLESH, 2: FLESH, 3: DOWN, 4: DOWN, 5: GONER, 6: GONER}),
        ("reich.werewolves", {1: FLESH, 2: FLESH, 3: FLESH, 4: DOWN, 5: DOWN, 6: GONER}),
    ],
)
def test_a_down_model_rolls_on_its_own_column(calls: Calls, troop: str, bands: dict[int, str]) -> None:
    """It recovers, stays DOWN, or is a GONER; a second DOWN is none."""
    for face, result in bands.items():
        scene = Scene(us(troop, (20, 20), name="Unit", men=2, models={1: {"down": True, "prone": False}}))
        man = scene.row("Unit", 1)
        scene.call(maintain, 0, dice=[face])
        assert (man in scene.unit("Unit").men) is (result != GONER)
        assert scene.state.figures[man].down is (result != FLESH)
        assert scene.throws()[0].seat == 0
    assert calls


@clause("sotr.down.recovery-no-morale")
def test_goners_of_recovery_shake_nobody(calls: Calls) -> None:
    """Three of four die, and no test is taken."""
    scene = squad(1, 2, 3)
    scene.call(maintain, 0, dice=[6, 5, 4])
    assert len(scene.unit("Able").men) == 1
    assert [one.why for one in scene.throws()] == ["Able: recovery of the rifleman"] * 3
    assert not scene.unit("Able").disorganized
    assert calls == [("horror", 0), ("smoke", "maintenance", 0)]


@clause("sotr.flame.burning", "sotr.down.recovery")
def test_a_burning_model_takes_the_higher_of_two_dice(calls: Calls) -> None:
    """A 1 and a 2: it stays DOWN; two 1s: it recovers and burns no longer."""
    for faces, down in (([1, 2], True), ([1, 1], False)):
        scene = squad(1).change("Able", 1, burning=True)
        scene.call(maintain, 0, dice=faces)
        assert (scene.man("Able", 1).down, scene.man("Able", 1).burning) == (down, down)
    assert calls


@clause("sotr.gap.medic", "sotr.gap.roster-reich-vampire")
@pytest.mark.parametrize(
    ("troop", "burning", "attended", "dice"),
    [
        ("us.rifle-squad", False, False, ONE),
        ("us.rifle-squad", True, False, HIGHER),
        ("us.rifle-squad", False, True, LOWER),
        ("us.rifle-squad", True, True, HIGHER),
        ("reich.vampire", False, False, LOWER),
        ("reich.vampire", True, False, ONE),
        ("reich.vampire", False, True, LOWER),
    ],
)
def test_which_dice_are_rolled(troop: str, burning: bool, attended: bool, dice: str) -> None:
    """Care and undeath ask for the lower; fire for the higher, a medic or none, and for one of the undead."""
    scene = Scene(us(troop, (20, 20), men=1, each={"down": True, "burning": burning}))
    assert recovery_dice(scene.state, 0, attended=attended)[0] == dice


@clause("sotr.gap.medic", "sotr.flame.burning")
@pytest.mark.parametrize(("tempers", "faces", "recovers"), [(False, [1, 2], False), (True, [1], True)])
def test_a_medic_does_not_put_a_fire_out(tempers: bool, faces: list[int], recovers: bool) -> None:
    """He kneels by a man who burns: two dice all the same, and the 2 counts; by the switch one die."""
    able = us("us.rifle-squad", (20, 20), name="Able", men=1, each={"down": True, "burning": True})
    medic = us("us.command", (20, 21), name="Doc", pick=("medic",))
    scene = Scene(able, medic, medic_tempers_fire=tempers)
    scene.call(maintain, 0, dice=faces)
    assert scene.man("Able").down is not recovers


@clause("sotr.gap.medic")
def test_a_medic_must_be_there_when_maintenance_begins(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    """Attended models roll two dice and take the lower, whatever happens to the medic meanwhile."""
    scene = squad(1, 2)
    attended = scene.row("Able", 1)
    monkeypatch.setattr(maintenance, "attended", lambda _, man: man == attended)
    scene.call(maintain, 0, dice=[6, 1, 3])
    assert [len(one.faces) for one in scene.throws()] == [2, 1]
    assert not scene.man("Able", 1).down
    assert scene.man("Able", 2).down
    assert calls


@clause("sotr.flame.burning", "sotr.down.recovery")
@pytest.mark.parametrize(
    ("armour", "dice", "recovers", "dies", "throws"),
    [(0, HIGHER, 1, 27, 36), (2, HIGHER, 9, 11, 36), (0, ONE, 1, 3, 6), (2, ONE, 3, 1, 6), (2, LOWER, 27, 1, 36)],
)
def test_the_odds_of_recovery(armour: int, dice: str, recovers: int, dies: int, throws: int) -> None:
    """As the ledger works them out, and as all throws come out one by one."""
    roll = recovery_roll(wound_columns(armour, Options())[0], dice, "test", (), 0)
    weights = dict(roll.reading.weights(roll.dice, 6))
    assert (weights[FLESH], weights[GONER], sum(weights.values())) == (recovers, dies, throws)
    assert weights == Counter(roll.reading.read(faces) for faces in product(range(1, 7), repeat=roll.dice))
    assert roll.reading.place(FLESH) > roll.reading.place(DOWN) > roll.reading.place(GONER)  # type: ignore[operator]


# ---- fire


@clause("sotr.flame.terrain-roll")
@pytest.mark.parametrize(("face", "out"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_fire_burns_out_or_burns_on(calls: Calls, face: int, out: bool) -> None:
    """On 1-2 it is over and the wood gives no more cover; on 3-6 everybody in it takes a hit, friend or foe."""
    wood = terrain("woods", box=(19, 30, 10, 8), name="the wood")
    scene = Scene(
        us("us.rifle-squad", (20, 32), name="Able", men=2),
        us("us.rifle-squad", (40, 32), name="Baker", men=2),
        reich("reich.sturmgrenadiers", (25, 38.5), name="Storm", men=1),
        reich("reich.sturmgrenadiers", (25, 40), name="Far", men=1),
        ground=[wood],
        fields={"burning": (0,), "phase": "maintenance"},
    )
    assert models_in(scene.state, 0) == [0, 1, 4]
    scene.call(burn, 0, dice=[face])
    assert ("burnt" in scene.state.terrain[0].traits) is out
    assert scene.state.burning == (() if out else (0,))
    hits = [call[1] for call in calls if call[0] == "wound"]
    assert hits == ([] if out else [((0, 1), (1, 1), (4, 1))])
    if not out:
        how = calls[0][2]
        assert (how.burns, how.ranged, how.plus) == (False, False, 0)


@clause("sotr.flame.terrain-roll", "sotr.maint.order")
@pytest.mark.parametrize(("half", "dice"), [(1, [1]), (2, [])])
def test_a_fire_is_rolled_for_once_a_turn(calls: Calls, half: int, dice: list[int]) -> None:
    """In the half of whoever maintains first."""
    scene = change(squad(), burning=(0,), half=half)
    scene.call(maintain, 0, dice=dice)
    assert len(scene.throws("burn on")) == len(dice)
    assert calls

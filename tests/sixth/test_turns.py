"""Setting up, activating and winning."""

from functools import partial

import msgspec
import pytest

from sandtable.play.refusal import Refused
from tests.answers import because, goal, shift, stay, terrain
from tests.clause import clause

from .kit import Scene, blue, red
from .sheet.options import Options
from .sheet.ruleset import RULESET
from .sheet.setup import set_up_next
from .sheet.state import Battle
from .sheet.turn import act, activate_next
from .sheet.victory import outcome_of


@clause("sheet.setup.edges")
def test_a_unit_each_in_turn_within_ten_inches_of_the_own_edge() -> None:
    """The first side in the south, the second in the north, facing each other; the last of them begins the first turn."""
    scene = Scene(blue("Able"), blue("Baker"), red("Xavier"))
    scene.state = msgspec.structs.replace(scene.state, phase="setup", turn=0)
    scene.run(set_up_next, unit_to_set_up="Baker", set_up=goal(24, 40))
    assert (scene.unit("Baker").place, scene.state.active) == ("table", 1)
    scene.run(set_up_next, set_up=goal(24, 8))
    assert scene.state.layout.bearing(scene.unit("Xavier").men[0]) == 1800
    assert scene.state.active == 0
    scene.run(set_up_next)
    assert (scene.state.phase, scene.state.turn) == ("battle", 1)


@clause("sheet.setup.edges")
def test_nobody_is_set_up_outside_the_zone() -> None:
    """A place that is an inch too far in is refused by the clause of the zone."""
    scene = Scene(blue("Ash", troop="lieutenant"), red("Elm", troop="lieutenant"))
    scene.state = msgspec.structs.replace(scene.state, phase="setup", turn=0)
    scene.run(set_up_next, set_up=goal(24, 39))
    man = scene.unit("Ash").men[0]
    wrong = {"walks": [{"figure": man, "points": [[24_000, 37_500]]}]}
    assert because(scene.decision("set up"), wrong) == ("sheet.setup.edges",)


@clause("sheet.setup.objective")
def test_the_objective_lies_in_the_middle() -> None:
    """Of the table, whatever lies there."""
    scene = Scene(blue("Able", (10, 40)), red("Xavier", (10, 8)))
    assert list(RULESET.objectives(scene.state)) == [(24_000, 24_000)]


@clause("sheet.turn.alternate")
def test_the_sides_activate_a_unit_each_in_turn_and_every_unit_once() -> None:
    """Who has none left lets the other go on; when nobody has any, the next turn begins."""
    scene = Scene(blue("Able", (4, 44)), blue("Baker", (30, 44)), red("Xavier", (4, 4), done=True))
    scene.run(activate_next, activate="Baker", action="stay")
    assert (scene.unit("Baker").done, scene.state.active) == (True, 1)
    scene.run(activate_next, action="stay")
    assert scene.told("was activated") == [("was activated", scene.number("Able"))]
    assert (scene.state.turn, scene.state.active) == (3, 0)
    assert not any(unit.done for unit in scene.state.units)


@clause("sheet.turn.alternate")
def test_the_second_side_begins_the_even_turns() -> None:
    """After turn 1 comes turn 2, which is theirs."""
    scene = Scene(blue("Able", (4, 44)), red("Xavier", (4, 4), done=True), turn=1)
    scene.run(activate_next, action="stay")
    assert (scene.state.turn, scene.state.active) == (2, 1)


@clause("sheet.turn.actions")
def test_an_active_unit_moves_and_shoots_or_shoots_or_charges_or_stays() -> None:
    """What it cannot do is there with its clause."""
    scene = Scene(blue("Able", (10, 40), men=2), red("Xavier", (10, 4), men=2, done=True))
    scene.run(partial(act, number=0), action="move", move=shift(0, -6))
    assert scene.offered("action") == ["move", "stay"]
    barred = {key: no.because for key, no in scene.decision("action").domain.barred().items()}  # type: ignore[attr-defined]
    assert barred == {"shoot": ("sheet.shoot.sight", "sheet.shoot.range"), "charge": ("sheet.charge.move",)}
    scene = Scene(blue("Able", (10, 16), men=1), red("Xavier", (10, 12), men=3, done=True))
    scene.run(partial(act, number=0), [4], action="move", move=stay())
    assert scene.offered("action") == ["move", "shoot", "charge", "stay"]
    assert scene.told() == [("moved", 0), ("shot", 0), ("lost models", 1)]
    scene.run(partial(act, number=0), action="shoot", shoot_at="hold-fire")
    assert scene.told() == [("held fire", 0)]
    scene.run(partial(act, number=0), action="charge", charge_at="nobody")
    assert scene.told() == [("stayed", 0)]


@clause("sheet.win.end")
def test_a_side_that_has_lost_more_than_half_of_its_units_loses_at_once() -> None:
    """Half is not enough."""
    scene = Scene(blue("Able", (10, 20), men=8), *(red(name, (10, 4), men=1) for name in ("Xavier", "Yorick")))
    scene.state = _gone(scene.state, "Yorick")
    scene.run(partial(activate_next), action="stay")
    assert scene.state.outcome is None
    scene.state = _gone(scene.state, "Xavier")
    outcome = outcome_of(scene.state)
    assert (outcome.winner, outcome.scores) == (0, (80, 0))
    assert outcome.why == "Red have lost more than half of their units"


@clause("sheet.win.end")
def test_after_the_last_turn_the_objective_counts_then_losses() -> None:
    """Who alone is within three inches wins, whatever was lost; if both are or nobody is, points decide."""
    near, far = (24, 27.4), (24, 27.6)
    scene = Scene(blue("Able", near, men=1), red("Xavier", (24, 4), men=1, done=True), turn=6)
    scene.run(activate_next, action="stay")
    assert scene.state.phase == "over" and scene.state.outcome is not None
    assert (scene.state.outcome.winner, scene.state.outcome.why) == (0, "Blue hold the objective")
    scene = Scene(blue("Able", far, men=1), red("Xavier", (24, 4), men=1, done=True), turn=6)
    assert outcome_of(scene.state).winner is None
    scene = Scene(blue("Able", near, men=1), blue("Baker", (40, 40)), red("Xavier", (24, 20.6), men=1))
    assert outcome_of(_gone(scene.state, "Baker")).why == "Red have destroyed more"


def _gone(state: Battle, name: str) -> Battle:
    """The battle without a unit."""
    units = [msgspec.structs.replace(unit, place="gone", men=()) if unit.name == name else unit for unit in state.units]
    return msgspec.structs.replace(state, units=tuple(units))


def test_a_scenario_with_a_troop_of_another_book_is_refused() -> None:
    """With the place of the entry."""
    scenario = RULESET.scenario("hamlet")
    first = msgspec.structs.replace(scenario.forces[0].units[0], troop="panzer")
    force = msgspec.structs.replace(scenario.forces[0], units=(first,))
    with pytest.raises(Exception, match=r"hamlet: forces\[0\].units\[0\].troop: 'panzer' is none of rifle-squad"):
        RULESET.setup(msgspec.structs.replace(scenario, forces=(force, scenario.forces[1])), Options())


@clause("sheet.move.allowance")
def test_six_inches_and_half_as_much_in_rough_ground() -> None:
    """A hedge costs an inch to cross; into a house nobody goes."""
    wood = terrain("woods", box=(0, 30, 48, 12))
    hedge = terrain("hedge", line=[(0, 38), (48, 38)])
    house = terrain("building", box=(8, 36, 4, 3))
    for ground, far in (((), 6), ((wood,), 3), ((hedge,), 5)):
        scene = Scene(blue("Able", (10, 40), men=1), red("Xavier", (10, 4), men=1), ground=ground)
        scene.run(partial(act, number=0), action="move", move=shift(0, -far))
        assert scene.point("Able") == (10, 40 - far)
        assert because(scene.decision("move"), shift(0, -far - 0.1)) == ("sheet.move.allowance",)
    scene = Scene(blue("Able", (10, 40), men=1), red("Xavier", (10, 4), men=1), ground=[house])
    scene.run(partial(act, number=0), action="move", move=stay())
    assert because(scene.decision("move"), shift(0, -2)) == ("sheet.move.allowance",)


@clause("sheet.move.room", "sheet.move.chain")
def test_an_inch_from_enemies_nobody_on_another_and_no_gap_of_more_than_two_inches() -> None:
    """Each is refused for its own clause, with what was measured."""
    scene = Scene(blue("Able", (10, 20), men=2), blue("Baker", (10, 22), men=1), red("Xavier", (10, 16), men=1))
    scene.run(partial(act, number=0), action="move", move=shift(0, -2), shoot_at="hold-fire")
    move = scene.decision("move")
    assert because(move, shift(0, -2.1)) == ("sheet.move.room",)
    assert because(move, shift(0, 1.8)) == ("sheet.move.room",)
    one, two = scene.unit("Able").men
    apart = [
        {"figure": one, "points": [[10_000, 20_000]]},
        {"figure": two, "points": [[11_500, 20_000], [13_100, 20_000]]},
    ]
    assert because(move, {"walks": apart}) == ("sheet.move.chain",)
    apart[1]["points"] = [[11_500, 20_000], [13_000, 20_000]]
    move.domain.check({"walks": apart})
    with pytest.raises(Refused, match=r"too near to Xavier's sergeant \(0\.9\", allowed 1\"\)"):
        move.domain.check(shift(0, -2.1)(move))

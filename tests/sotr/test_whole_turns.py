"""Whole Game Turns through `next_step`, with every chapter as it is: what lasts from one turn to the next, and what ends."""

from typing import Any

from sandtable.play.script import Play
from sandtable.rulesets.sotr.state import Battle, Smoke, Strike
from sandtable.rulesets.sotr.turn.turn import next_step
from tests.clause import clause

from .kit import Scene, reich, terrain, us


async def whole_turn(play: Play[Battle]) -> None:
    """From Turn Initiative to the end of Close Combat."""
    turn = play.state.turn
    while play.state.turn == turn and (step := next_step(play.state)) is not None:
        await step.begin(play)


def play_turn(scene: Scene, dice: list[int], **answers: Any) -> Scene:
    """Play a turn; every unit is activated in the order of its number unless told otherwise, and stands still."""
    return scene.run(whole_turn, dice, **answers)


def turn_of(*sides: Any, **rest: Any) -> Scene:
    """A battle at the beginning of its third turn."""
    fields = {"phase": "initiative", "half": 0, **rest.pop("fields", {})}
    return Scene(*sides, turn=3, fields=fields, **rest)


DONE = {"activated": 3}
ABLE = us("us.rifle-squad", (10, 40), name="Able", men=1)
FOE = reich("reich.sturmgrenadiers", (40, 4), name="Foe", men=1)
HOUSE = terrain("building", box=(18, 20, 12, 6))


@clause("sotr.turn.phases", "sotr.init.timing", "sotr.turn.phase-modes", "sotr.action.until-done")
def test_a_turn_from_beginning_to_end() -> None:
    """Initiative, Maintenance, Command, Action, Close Combat; then the next turn's Initiative."""
    scene = play_turn(turn_of(ABLE, FOE, ground=[HOUSE]), [5, 2])
    began = [event.tells["title"] for event in scene.events("a phase began")]
    assert began == ["Maintenance Phase", "Command Phase", "Action Phase", "Close Combat"]
    assert [event.unit for event in scene.events("was activated")] == [0, 1]
    assert (scene.state.phase, scene.state.turn) == ("initiative", 4)


@clause("sotr.maint.order", "sotr.command.strike-delay", "sotr.maint.strikes", "sotr.command.strike-ex")
def test_what_waited_for_this_turn_happens_in_its_order() -> None:
    """A strike called last turn, then HORROR, then DOWN models, then fires; smoke of last turn is gone before all that."""
    hurt = us("us.rifle-squad", (10, 40), name="Able", men=2, models={1: {"down": True}}, fields=DONE)
    mob = reich("reich.zombies", (10, 35), name="Mob", men=1, fields=DONE)
    calls = {
        "called": (Strike("artillery", 0, 2, (40_000, 10_000)),),
        "smokes": (Smoke(1, 2, unit=0),),
        "burning": (0,),
    }
    woods = [terrain("woods", box=(30, 30, 6, 6))]
    # Initiative; three shells, each with a direction and two dice; HORROR; recovery; the fire burns on.
    shells = [1, 1, 1] * 3
    scene = turn_of(hurt, mob, ground=woods, fields=calls)
    scene = play_turn(scene, [6, 1, *shells, 1, 1, 1, 3])
    order = ["smoke cleared", "won the Initiative", "a strike was due", "faced HORROR", "recovered", "a fire burned on"]
    assert [verb for verb, _ in scene.told(*order)] == order
    assert scene.state.called == ()


@clause("sotr.horror.once-per-type", "sotr.horror.ex-zombie")
def test_horror_is_faced_once_in_two_turns() -> None:
    """The mob is still within six inches in the next turn; nobody tests again."""
    able = us("us.rifle-squad", (10, 40), name="Able", men=2)
    mob = reich("reich.zombies", (10, 34.5), name="Mob", men=1, fields=DONE)
    scene = play_turn(turn_of(able, mob), [6, 1, 1, 1], action="advance", fire="hold")
    assert scene.unit("Able").horrors == ("zombie",)
    scene = play_turn(scene.change("Mob", activated=4), [6, 1], action="advance", fire="hold")
    assert scene.throws("HORROR") == []


@clause("sotr.overwatch.once")
def test_overwatch_that_was_not_used_ends_with_the_turn() -> None:
    """It was given in the Command Phase; nobody came; in the next turn it has to be given again."""
    able = us("us.rifle-squad", (10, 40), name="Able", men=1, fields=DONE)
    scene = play_turn(turn_of(able, FOE, ground=[HOUSE]), [5, 2], command="overwatch u0")
    assert scene.event("went on Overwatch").unit == 0
    assert not scene.man("Able").overwatch


@clause("sotr.command.strike-radio", "sotr.command.strike-roll", "sotr.gap.commands-per-officer")
def test_a_strike_is_called_and_the_operator_is_tied_for_the_turn() -> None:
    """Lieutenant Hale calls; the operator neither moves nor shoots; next turn the shells fall and he is free again."""
    hale = us("us.command", (10, 40), name="Hale", men=2)
    grants = {"grants": (("artillery",), ())}
    scene = turn_of(hale, FOE, ground=[HOUSE], fields=grants)
    scene = play_turn(scene, [6, 1, 3, 4], command="artillery by m0", aim_strike=(10_000, 30_000), action="advance")
    radio = scene.row("Hale", 1)
    assert scene.state.figures[radio].tied == 3
    assert radio not in scene.decision("move").domain.movers  # type: ignore[attr-defined]
    assert scene.state.called == (Strike("artillery", 0, 3, (10_000, 30_000)),)
    assert "artillery" not in scene.state.grants[0]
    shells = [180, 1, 1] * 3
    scene = play_turn(scene, [6, 1, *shells], action="advance")
    assert len(scene.events("a shell fell")) == 3
    assert radio in scene.decision("move").domain.movers  # type: ignore[attr-defined]


@clause("sotr.unit.coherency-when", "sotr.init.eligible")
def test_coherency_is_judged_when_the_action_phase_is_over() -> None:
    """Two men six inches apart who stay so are Disorganized then, and their sergeant counts no more for Initiative."""
    able = us("us.rifle-squad", (10, 40), name="Able", men=2, spots=((17, 40),), fields=DONE)
    scene = play_turn(turn_of(able, FOE, ground=[HOUSE]), [5, 2])
    assert scene.told("became Disorganized", "a phase began")[-2:] == [
        ("became Disorganized", 0),
        ("a phase began", None),
    ]
    scene = play_turn(scene, [5, 2], command=["done", "done"])
    assert scene.throws("Turn Initiative, +0")

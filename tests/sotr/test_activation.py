"""Activations: what a unit must do, what it may choose, and the order of things."""

from typing import Any

import pytest

from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.turn import actions, activation, compulsion
from sandtable.rulesets.sotr.turn.activation import may_be_activated
from tests.clause import clause

from .kit import Scene, reich, shift, stay, terrain, us
from .quiet import hush

Calls = list[tuple[Any, ...]]


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    hush(monkeypatch)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """What the other chapters were asked to do, in order."""
    made: Calls = []

    def record(name: str) -> Any:
        async def called(play: Play[Battle], number: int, *rest: Any) -> None:
            made.append((name, play.state.units[number].name, *rest))

        return called

    for key in ("hide", "sneak", "dirt", "compulsory", "suppressed"):
        monkeypatch.setitem(actions.PLAIN, key, record(key))
    for name in ("assault", "suppressing_fire"):
        monkeypatch.setattr(actions, name, record(name))
    for module, name in (
        (actions, "disorganized_action"),
        (actions, "leave_fire"),
        (activation, "drag_and_crawl"),
        (activation, "crawl"),
    ):
        monkeypatch.setattr(module, name, record(name))
    monkeypatch.setattr(activation, "after_moving", record("after_moving"))
    monkeypatch.setattr(activation, "shooting_action", record("shooting_action"))
    monkeypatch.setattr(activation, "may_not_shoot", lambda *_: None)
    return made


def names(calls: Calls) -> list[str]:
    """What was done, without the moment at which models may take something over."""
    return [one[0] for one in calls if one[0] != "after_moving"]


def squad(*others: Any, ground: Any = (), men: int = 3, **rest: Any) -> Scene:
    """A rifle squad."""
    return Scene(us("us.rifle-squad", (20, 20), name="Able", men=men, **rest), *others, ground=ground)


@clause("sotr.action.declare-move", "sotr.action.then-shoot")
def test_declare_then_move_then_shoot(calls: Calls) -> None:
    """The action is told before anybody moves; shooting comes when all have moved; then it is over."""
    scene = squad().activate("Able", action="advance", move=shift(2, 0))
    verbs = [verb for verb, _ in scene.told()]
    order = ["was activated", "declared its action", "moved", "ended its activation"]
    assert [verb for verb in verbs if verb in order] == order
    assert scene.event("declared its action").tells["what"] == "Advance, or stand still"
    assert scene.kinds_asked() == ["action", "move"]
    assert [one[0] for one in calls] == ["after_moving", "shooting_action"]
    assert scene.unit("Able").activated == 2
    assert scene.unit("Able").began == ()
    assert not may_be_activated(scene.state, 0)


@clause("sotr.action.declare-move")
@pytest.mark.parametrize(("action", "words"), [("advance", "Advance, or stand still"), ("double", "On The Double")])
def test_what_was_declared_holds_from_before_anybody_moves(action: str, words: str) -> None:
    """As it is told, and as the rules remember it: who has declared On The Double is bound by it."""
    scene = squad().activate("Able", action=action, move=shift(2, 0))
    declared = scene.event("declared its action")
    assert (declared.tells["what"], declared.sets["action"]) == (words, action)
    assert scene.unit("Able").action == action


@clause("sotr.action.declare-move")
def test_where_it_began_is_remembered_while_it_lasts() -> None:
    """For Aimed Shots and lines of sight."""
    scene = squad().activate("Able", action="advance", move=shift(2, 0))
    began = scene.event("was activated").sets["began"]
    assert began[0][:3] == (scene.row("Able"), 20000, 20000)


@clause("sotr.move.choices", "sotr.normal.eligible")
def test_the_choice_of_movement_actions() -> None:
    """Five, with Hit the Dirt; Sneak is for Hidden units."""
    scene = squad().activate("Able")
    assert scene.offered("action") == ["advance", "double", "hide", "dirt"]
    assert scene.barred("action") == {"sneak": ("sotr.sneak.not-hidden", "sotr.sneak.move")}
    assert "sneak" in squad(fields={"hidden": True}).activate("Able").offered("action")


@clause("sotr.move.choices")
def test_targets_are_offered_or_barred_with_their_reasons(monkeypatch: pytest.MonkeyPatch, calls: Calls) -> None:
    """Assaults and Suppressing Fire."""
    no = Refusal("out of sight", ("sotr.assault.declare",))
    monkeypatch.setattr(actions, "enemies", lambda *_: [1, 2])
    monkeypatch.setattr(actions, "targets", lambda *_: ["u1", "u2", "t0"])
    monkeypatch.setattr(actions, "too_weak", lambda *_: None)
    monkeypatch.setattr(actions, "why_not_charge", lambda _, __, target: no if target == 2 else None)
    monkeypatch.setattr(actions, "why_not", lambda _, __, target: no if target == "u2" else None)
    foes = [reich("reich.zombies", (30, 20 + far), name=name, men=1) for far, name in ((0, "Mob"), (9, "Pack"))]
    woods = [terrain("woods", box=(30, 30, 5, 5))]
    scene = squad(*foes, ground=woods).activate("Able", action="assault u1")
    assert {"assault u1", "suppress u1", "suppress t0"} < set(scene.offered("action"))
    assert {"assault u2", "suppress u2"} < set(scene.barred("action"))
    assert ("assault", "Able", 1) in calls
    assert scene.unit("Able").action == "assault"
    scene = squad(*foes, ground=woods).activate("Able", action="suppress t0")
    assert ("suppressing_fire", "Able", "t0") in calls
    assert scene.unit("Able").action == "suppress"
    assert scene.event("declared its action").tells["what"] == "Suppressing Fire at the woods"


@clause("sotr.move.choices")
@pytest.mark.parametrize("key", ["hide", "dirt"])
def test_the_other_chapters_carry_theirs_out(key: str, calls: Calls) -> None:
    """And the unit remembers what it did."""
    scene = squad().activate("Able", action=key)
    assert names(calls)[0] == key
    assert scene.unit("Able").action == key


@clause("sotr.double.no-action", "sotr.double.whole-unit")
@pytest.mark.parametrize("far", [0, 3, 8])
def test_nobody_shoots_on_the_double(far: float, calls: Calls) -> None:
    """Once it is declared, even if nobody moved farther than an Advance, or at all."""
    scene = squad().activate("Able", action="double", move=shift(0, far))
    assert names(calls) == []
    assert scene.unit("Able").action == "double"
    scene = squad().activate("Able", action="advance", move=stay())
    assert names(calls) == ["shooting_action"]


@clause("sotr.normal.eligible")
@pytest.mark.parametrize(
    ("fields", "done", "action"),
    [
        ({"fleeing": True, "disorganized": True}, "compulsory", "compulsory"),
        ({"suppressed": True}, "suppressed", "suppressed"),
        ({"disorganized": True}, "disorganized_action", "disorganized"),
    ],
)
def test_units_in_trouble_have_no_choice(fields: dict[str, Any], done: str, action: str, calls: Calls) -> None:
    """Fleeing, Suppressed or Disorganized: nobody is asked; unless a JUST DO IT frees them to move."""
    scene = squad(fields=fields).activate("Able")
    assert names(calls)[0] == done
    assert scene.unit("Able").action == action
    assert "action" not in scene.kinds_asked()
    calls.clear()
    scene = squad(fields={**fields, "freed": "move", "ordered": 2}).activate("Able")
    assert "action" in scene.kinds_asked()
    assert done not in names(calls)


def test_one_man_told_to_just_do_it_goes_his_own_way(calls: Calls) -> None:
    """He moves first, and what the others must do is not for him."""
    scene = squad(fields={"disorganized": True}, models={2: {"freed": "move", "ordered": 2}})
    scene.activate("Able", move=shift(0, 2))
    assert scene.decision("move").domain.movers == (2,)  # type: ignore[attr-defined]
    assert scene.point("Able", 2)[1] == 22
    assert scene.man("Able", 2).tied == 2
    assert names(calls)[0] == "disorganized_action"


def test_burning_terrain_is_left(calls: Calls) -> None:
    """Before anything that one would choose; then the others may follow."""
    woods = [terrain("woods", box=(19, 19, 2, 2))]
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=2), ground=woods, fields={"burning": (0,)})
    scene.activate("Able")
    assert names(calls) == ["leave_fire", "shooting_action"]
    assert scene.unit("Able").action == "advance"
    assert scene.decision("move").domain.movers == (1,)  # type: ignore[attr-defined]  # the other one, who is not in it
    scene = Scene(us("us.rifle-squad", (30, 20), name="Able", men=2), ground=woods, fields={"burning": (0,)})
    scene.activate("Able", action="advance")
    assert names(calls).count("leave_fire") == 1


@pytest.mark.parametrize(("did", "action", "shoots"), [("stay", "disorganized", True), ("double", "double", False)])
def test_what_a_disorganized_unit_did(
    monkeypatch: pytest.MonkeyPatch, calls: Calls, did: str, action: str, shoots: bool
) -> None:
    """One that ran On The Double does not shoot, like any other."""

    async def runs(*_: object) -> str:
        return did

    monkeypatch.setattr(actions, "disorganized_action", runs)
    scene = squad(fields={"disorganized": True}).activate("Able")
    assert scene.unit("Able").action == action
    assert ("shooting_action" in names(calls)) is shoots


def test_the_frenzied_must_choose_an_assault(monkeypatch: pytest.MonkeyPatch, calls: Calls) -> None:
    """Of two within reach they choose; one leaves no choice."""
    wolves = reich("reich.werewolves", (20, 20), name="Pack")
    foes = [us("us.rifle-squad", (30, 20), name="Able", men=1), us("us.rifle-squad", (10, 20), name="Baker", men=1)]
    monkeypatch.setattr(actions, "must_assault", lambda *_: [1, 2])
    scene = Scene(wolves, *foes).activate("Pack", action="assault u2")
    assert scene.offered("action") == ["assault u1", "assault u2"]
    assert scene.barred("action")["advance"] == ("sotr.frenzy.assault",)
    assert ("assault", "Pack", 2) in calls
    monkeypatch.setattr(actions, "must_assault", lambda *_: [1])
    scene = Scene(wolves, *foes).activate("Pack")
    assert scene.kinds_asked() == []
    assert ("assault", "Pack", 1) in calls


@clause("sotr.gap.engaged-activation")
def test_engaged_models_do_nothing(calls: Calls) -> None:
    """A unit that is Engaged to the last man is activated and that is all; DOWN models crawl."""
    mob = reich("reich.zombies", (20, 21), name="Mob", men=2)
    scene = squad(mob, men=1).engage("Able", 0, "Mob", 0).activate("Able")
    assert scene.kinds_asked() == []
    assert names(calls) == []
    assert scene.unit("Able").action == "engaged"
    assert scene.unit("Able").activated == 2
    calls.clear()
    scene = squad(mob, men=2, models={1: {"down": True}}).engage("Able", 0, "Mob", 0).activate("Able")
    assert names(calls) == ["crawl"]
    calls.clear()
    squad(men=2, models={1: {"down": True}}).activate("Able", action="advance")
    assert names(calls) == ["drag_and_crawl", "shooting_action"]


@clause("sotr.gap.engaged-activation")
def test_the_others_may_join_the_fight(monkeypatch: pytest.MonkeyPatch, calls: Calls) -> None:
    """As an Assault on that enemy, and on nobody else; or they stay where they are."""
    monkeypatch.setattr(actions, "enemies", lambda *_: [1, 2])
    monkeypatch.setattr(actions, "why_not_charge", lambda *_: None)
    foes = [reich("reich.zombies", (20, 21), name="Mob", men=1), reich("reich.zombies", (30, 21), name="Other", men=1)]
    scene = squad(*foes).engage("Able", 0, "Mob", 0).activate("Able", action="assault u1")
    assert scene.offered("action") == ["hold", "assault u1"]
    barred = scene.barred("action")
    assert barred["advance"] == barred["assault u2"] == ("sotr.gap.engaged-activation",)
    assert ("assault", "Able", 1) in calls
    scene = squad(*foes).engage("Able", 0, "Mob", 0).activate("Able", action="hold")
    assert scene.unit("Able").action == "advance"
    assert scene.point("Able", 1)[0] == 21.5


@clause("sotr.gap.engaged-activation")
def test_infantry_leaves_vehicles_freely(calls: Calls) -> None:
    """Contact with a tank holds nobody; whoever walks away is Engaged no more."""
    tank = reich("us.tank", (20, 22), name="Tank", bearing=90)
    scene = squad(tank, men=1).engage("Able", 0, "Tank", 0)
    scene.activate("Able", action="advance", move=shift(0, -3))
    assert scene.state.engaged == ()
    assert scene.point("Able") == (20, 17)
    assert calls


@clause("sotr.overwatch.lost-activation")
def test_an_activated_unit_is_on_overwatch_no_more() -> None:
    """The book: a model loses its Overwatch status if activated."""
    scene = squad(each={"overwatch": True}).activate("Able", action="advance")
    assert scene.event("lost Overwatch").because == ("sotr.overwatch.lost-activation",)
    assert not scene.man("Able").overwatch


@clause("sotr.gap.suppressed-duration")
def test_suppression_ends_with_the_next_activation(monkeypatch: pytest.MonkeyPatch, calls: Calls) -> None:
    """But one that comes upon it in this very activation stays until the next."""
    scene = squad(fields={"suppressed": True, "suppressed_by": 1}).activate("Able")
    assert not scene.unit("Able").suppressed
    assert scene.unit("Able").suppressed_by == -1
    assert scene.event("shook off Suppression").because == ("sotr.gap.suppressed-duration",)

    async def suppress(play: Play[Battle], number: int) -> None:
        play.tell("was Suppressed", unit=number, sets={"suppressed": True, "suppressed_by": 1})

    monkeypatch.setitem(actions.PLAIN, "hide", suppress)
    assert squad().activate("Able", action="hide").unit("Able").suppressed
    assert calls


def test_a_shaken_machine_holds_its_fire_and_recovers(calls: Calls) -> None:
    """In its next activation, at the end of which it is shaken no more."""
    scene = Scene(us("us.tank", (20, 30), name="Tank", fields={"shaken": True})).activate("Tank")
    assert names(calls) == []
    assert not scene.unit("Tank").shaken
    scene.change("Tank", activated=0).activate("Tank")
    assert names(calls) == ["shooting_action"]


def test_nobody_is_activated_twice_a_turn() -> None:
    """Nor from off the table."""
    scene = squad(fields={"activated": 1})
    assert may_be_activated(scene.state, 0)
    assert not may_be_activated(squad(fields={"activated": 2}).state, 0)
    assert not may_be_activated(squad(fields={"place": "reserve"}).state, 0)


# ---- mobs


def mob(*others: Any, ground: Any = (), men: int = 3) -> Scene:
    """Zombies: 3 inches, 6 On The Double."""
    return Scene(reich("reich.zombies", (20, 20), name="Mob", men=men), *others, ground=ground)


@pytest.fixture
def prey(monkeypatch: pytest.MonkeyPatch) -> None:
    """The nearest enemy of the mob is unit 1."""
    monkeypatch.setattr("sandtable.rulesets.sotr.turn.mob.mob_move_target", lambda *_: 1)


@clause("sotr.gap.roster-reich-zombies")
@pytest.mark.usefixtures("prey")
def test_a_mob_assaults_whoever_is_in_reach(monkeypatch: pytest.MonkeyPatch, calls: Calls) -> None:
    """Beyond its reach it goes for the nearest On The Double; nobody is asked."""
    able = us("us.rifle-squad", (20, 12.9), name="Able", men=1)
    scene = mob(able).activate("Mob")
    assert scene.kinds_asked() == []
    assert names(calls) == []
    assert scene.unit("Mob").action == "double"
    assert scene.point("Mob") == (20, 14.9)  # an inch short of him: 6.1 from base to base, less one
    monkeypatch.setattr(compulsion, "must_assault", lambda *_: [1])
    scene = mob(able).activate("Mob")
    assert names(calls)[0] == "assault"
    assert scene.unit("Mob").action == "assault"
    assert scene.kinds_asked() == []


@clause("sotr.gap.roster-reich-zombies")
@pytest.mark.usefixtures("prey")
def test_a_mob_goes_straight_and_as_far_as_it_can(calls: Calls) -> None:
    """Six inches in the open, three through rubble; where a wall is in the way it goes aside."""
    able = us("us.rifle-squad", (20, 2), name="Able", men=1)
    assert mob(able, men=1).activate("Mob").point("Mob") == (20, 14)
    assert mob(able, men=1, ground=[terrain("ruin", box=(15, 10, 10, 10))]).activate("Mob").point("Mob") == (20, 17)
    pond = terrain("water", box=(19.5, 17, 1, 1.5))
    x, y = mob(able, men=1, ground=[pond]).activate("Mob").point("Mob")
    assert y < 16
    assert abs(x - 20) > 1
    assert calls

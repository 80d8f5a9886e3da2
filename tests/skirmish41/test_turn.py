"""The order of play: parts, who is first, suppression dice, melee in each part, morale as it falls due, arrivals."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice.sources import DiceError
from sandtable.geometry.units import inches
from sandtable.play.events import Event, Thrown
from sandtable.rulesets.skirmish41.nerve import morale
from sandtable.rulesets.skirmish41.setup.deployment import roll_off
from sandtable.rulesets.skirmish41.solo.solo import act
from sandtable.rulesets.skirmish41.state import Harm, Marker, Mission
from sandtable.rulesets.skirmish41.turn.turn import (
    MELEE,
    PART,
    SOLO_PART,
    TURN,
    TURN_END,
    begin_turn,
    end_part,
    finish_turn,
    next_activation,
    next_step,
    ready,
)
from tests.clause import clause

from .kit import Scene, brit, german, shift, stay

AT_ONCE: dict[str, Any] = {"player_suppression_dice": "before-acting"}
LATER: dict[str, Any] = {"player_suppression_dice": "after-moving"}


def two_sides(**rest: Any) -> Scene:
    """A man each, far apart."""
    return Scene(
        brit("gb.rifle-team", (20, 4), name="Able", men=1),
        german("de.rifle-team", (20, 44), name="Berta", men=1),
        **rest,
    )


# ---- parts


@clause("sk.turn.sequence", "sk.turn.opposed")
@pytest.mark.parametrize("first", [0, 1])
def test_one_sides_part_follows_the_others(first: int) -> None:
    """The first side's part and its melee, the other's, and the end of the turn."""
    scene = two_sides(fields={"first": first, "phase": "turn", "turn": 1})
    assert next_step(scene.state) is TURN
    scene.call(begin_turn)
    assert (scene.state.turn, scene.state.active, scene.state.phase) == (2, first, "part")
    assert next_step(scene.state) is PART
    scene.call(next_activation, team="rest")
    assert scene.state.phase == "melee"
    assert next_step(scene.state) is MELEE
    scene.call(end_part)
    assert (scene.state.turn, scene.state.active, scene.state.phase) == (2, 1 - first, "part")
    scene.call(next_activation, team="rest")
    scene.call(end_part)
    assert next_step(scene.state) is TURN_END
    scene.call(finish_turn)
    assert next_step(scene.state) is TURN
    scene.call(begin_turn)
    assert (scene.state.turn, scene.state.active) == (3, first)


@clause("sk.turn.sequence", "sk.turn.solo-phase")
def test_in_a_solo_game_the_rules_play_the_second_part() -> None:
    """The solo force acts by itself; nobody is asked."""
    scene = two_sides(mission=Mission("tank-hunt"), fields={"active": 1})
    assert next_step(scene.state) is SOLO_PART


@clause("sk.turn.opposed")
def test_who_is_first_is_diced_for_once() -> None:
    """The higher die, ties again; it stays so, unless it is diced for every turn."""
    scene = two_sides(fields={"phase": "setup", "agenda": ("roll-off",)})
    scene.call(roll_off, dice=[3, 3, 2, 5], edge="south")
    assert scene.state.first == 1
    assert len(scene.throws("first")) == 2
    scene.call(begin_turn)
    assert scene.state.active == 1
    each = two_sides(first_side="dice-each-turn", fields={"first": 1, "phase": "turn"})
    each.call(begin_turn, dice=[2, 2, 6, 1])
    assert (each.state.first, each.state.active) == (0, 0)
    assert each.throws("first")[0].because == ("sk.turn.opposed",)
    each.call(next_activation, team="rest")
    each.call(end_part)
    assert each.state.active == 1


@clause("sk.turn.player-phase", "sk.gap.actions-per-figure")
def test_teams_act_one_after_another_each_once() -> None:
    """The player picks; who has acted is asked after no more; actions that were not used are lost."""
    scene = Scene(
        brit("gb.rifle-team", (20, 4), name="Able", men=1, each={"spent": 2, "moves": 2}),
        brit("gb.bren-team", (40, 4), name="Baker", men=1, each={"spent": 1}),
        german("de.rifle-team", (20, 44), name="Berta", men=1),
        fields={"phase": "turn", "turn": 1},
    )
    scene.call(begin_turn)
    assert [figure.spent for figure in scene.state.figures] == [0, 0, 0]
    assert ready(scene.state, 0) == [0, 1]
    scene.call(next_activation, team="Baker", action=["move", "done"], move=shift(0, 2))
    assert scene.offered("team") == ["u0", "u1", "rest"]
    assert ready(scene.state, 0) == [0]
    scene.call(next_activation, team="Able", action="done")
    assert scene.state.phase == "melee"
    assert scene.unit("Able").done and scene.unit("Baker").done


@clause("sk.turn.player-phase")
def test_actions_are_spent_in_any_order() -> None:
    """A shot, then a move; a move, then a shot."""
    for orders, dice in ((("fire", "move"), [1]), (("move", "fire"), [1])):
        scene = Scene(
            brit("gb.parachute-team", (20, 20), name="Able", pick=("trooper",)),
            german("de.rifle-team", (20, 28), name="Berta", men=1),
        )
        scene.activate("Able", *orders, dice=dice * 2, move=shift(2, 0), shots="unaimed 1")
        assert [verb for verb, _ in scene.told("fired", "moved")] == [
            "fired" if one == "fire" else "moved" for one in orders
        ]


# ---- suppression


@clause("sk.turn.player-phase")
def test_suppression_is_diced_off_before_anything_else() -> None:
    """A team that shakes it off goes its full six inches."""
    able = brit("gb.rifle-team", (20, 4), name="Able", men=2, fields={"suppression": 1})
    scene = Scene(able, german("de.rifle-team", (20, 44), name="Berta", men=1), **AT_ONCE)
    scene.activate("Able", "move", dice=[6], move=shift(0, 6))
    assert scene.told("shook off its suppression", "moved")[0][0] == "shook off its suppression"


@clause("sk.turn.player-phase")
def test_where_it_is_diced_off_after_moving_they_crawl_first() -> None:
    """Two inches, then the die; then a shot, and no more moving. Looking out does not bring the die on."""
    able = brit(
        "gb.rifle-team", (20, 4), name="Able", pick=("rifleman",), each={"rating": 3}, fields={"suppression": 1}
    )
    foes = german("de.rifle-team", (20, 22), name="Berta", men=1)
    unseen = german("de.mg-team", (40, 30), name="Caesar", men=1, fields={"spotted": False})
    scene = Scene(able, foes, unseen, **LATER)
    scene.activate("Able", "spot", "move", "fire", "fire", dice=[1, 6, 1], move=shift(0, 2), shots="unaimed 1")
    verbs = [verb for verb, _ in scene.told("looked out", "moved", "shook off its suppression", "fired")]
    assert verbs == ["looked out", "moved", "shook off its suppression", "fired"]
    last = [one for one in scene.asked if one.kind == "action"][-1].domain
    assert last.barred()["move"].because == ("sk.turn.player-phase",)  # type: ignore[attr-defined]
    still = Scene(able, foes, **LATER)
    still.activate("Able", dice=[6])
    assert still.unit("Able").suppression == 0


@clause("sk.turn.player-phase")
@pytest.mark.parametrize("options", [AT_ONCE, LATER])
def test_who_stands_by_dices_off_too(options: dict[str, Any]) -> None:
    """Whichever way it is played."""
    able = brit("gb.rifle-team", (20, 4), name="Able", men=2, fields={"suppression": 1})
    scene = Scene(able, german("de.rifle-team", (20, 44), name="Berta", men=1), **options)
    scene.call(next_activation, team="rest", dice=[6])
    assert scene.unit("Able").suppression == 0


@clause("sk.turn.solo-phase")
@pytest.mark.parametrize("when", ["after-shooting", "before-acting"])
def test_the_solo_force_recovers_after_it_has_acted(when: str) -> None:
    """As printed; or before, where that is played."""
    scene = Scene(
        brit("gb.rifle-team", (20, 4), name="Able"),
        german("de.rifle-team", (20, 30), name="Berta", fields={"suppression": 1, "action": "Halt"}),
        mission=Mission("tank-hunt"),
        fields={"active": 1},
        solo_suppression_dice=when,
    )
    dice = _dice_for(scene)
    scene.call(act, "Berta", dice=dice)
    order = [one.verb if isinstance(one, Event) else "dice" for one in scene.news]
    shook, told = order.index("shook off its suppression"), order.index("was told")
    assert (shook > told) is (when == "after-shooting")


def _dice_for(scene: Scene) -> list[int]:
    """Sixes shake suppression off; however many the solo force wants of them."""
    for many in range(1, 40):
        try:
            copy = Scene.__new__(Scene)
            copy.state = scene.state
            copy.call(act, "Berta", dice=[6] * many)
        except (AssertionError, DiceError):
            continue
        return [6] * many
    raise AssertionError("no number of dice will do")


# ---- melee and morale


def in_contact(**rest: Any) -> Scene:
    """Two men hand to hand."""
    return Scene(
        brit("gb.rifle-team", (20, 20), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 21.5), name="Berta", pick=("rifleman",)),
        **rest,
    )


@clause("sk.turn.melee-each-phase", "sk.turn.player-phase")
def test_a_melee_is_fought_in_both_parts() -> None:
    """Equal dice: they fight on, twice a turn."""
    scene = in_contact(fields={"phase": "melee"})
    scene.call(end_part, dice=[3, 3])
    assert len(scene.events("fought on")) == 1
    assert scene.state.active == 1
    scene.state = replace(scene.state, phase="melee")
    scene.call(end_part, dice=[4, 4])
    assert len(scene.events("fought on")) == 1


@clause("sk.turn.melee-each-phase", "sk.gap.spotted-status")
def test_nobody_fights_hand_to_hand_unseen() -> None:
    """However they came together."""
    scene = in_contact(fields={"phase": "melee"})
    scene.change("Berta", spotted=False)
    scene.call(end_part, dice=[3, 3])
    assert scene.unit("Berta").spotted
    assert [one.why.partition(" (")[0] for one in scene.news if isinstance(one, Thrown)] == ["Able", "Berta"]


@clause("sk.turn.morale-any-time")
def test_morale_is_tested_when_the_shooting_of_a_team_is_done() -> None:
    """Two volleys of one team at another and one test after them, before the shooters do anything else."""
    scene = Scene(
        brit("gb.rifle-team", (20, 20), name="Able", pick=("rifleman",), each={"rating": 3}),
        german("de.rifle-team", (20, 34), name="Berta", pick=("rifleman", "rifleman")),
    )
    # Each shot hits the first man and suppresses; then one test.
    scene.activate(
        "Able", "fire", "fire", "move", dice=[20, 1, 1, 20, 1, 1, 1], shots=["unaimed 1", "unaimed 1"], move=stay()
    )
    tests = scene.throws("Morale")
    assert len(tests) == 1
    order = [one.verb if isinstance(one, Event) else one.why for one in scene.news]
    assert max(place for place, what in enumerate(order) if what == "fired") < order.index(tests[0].why)


@clause("sk.turn.morale-any-time", "sk.morale.when-suppressed")
def test_several_causes_are_one_test() -> None:
    """Suppressed and a casualty: both are named, one die is thrown."""
    scene = two_sides()
    scene.change("Berta", tests=("suppressed", "casualty"))
    scene.call(morale.tests_due, dice=[1])
    assert scene.throws()[0].why == "Morale of Berta (suppressed, casualty), 2 action points"
    assert scene.unit("Berta").tests == ()


# ---- what lasts for a part


@clause("sk.gap.under-fire")
def test_being_under_fire_lasts_until_ones_own_part_is_over() -> None:
    """Shot at in the enemy's part, it still is in its own; after that no more. A miss counts."""
    scene = Scene(
        brit("gb.rifle-team", (20, 20), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 40), name="Berta", pick=("rifleman",)),
    )
    scene.act("Able", "fire", dice=[1], shots="aimed 2")
    assert scene.unit("Berta").shot_by == (Harm(0, 1, "small arms"),)
    scene.state = replace(scene.state, phase="melee")
    scene.call(end_part)
    assert scene.unit("Berta").shot_by
    scene.call(next_activation, team="rest")
    scene.call(end_part)
    assert scene.unit("Berta").shot_by == ()


@clause("sk.gap.aware")
@pytest.mark.parametrize(("spotted", "said"), [(True, ""), (False, " (+1 unaware of the firer)")])
def test_who_has_not_spotted_the_firer_is_unaware_of_him(spotted: bool, said: str) -> None:
    """A mortar bomb among men: one more on the die if its team was not spotted before."""
    scene = Scene(
        brit("gb.light-mortar", (20, 4), name="Able", fields={"spotted": spotted, "ready": True}, each={"saved": 1}),
        german("de.rifle-team", (20, 24), name="Berta", pick=("rifleman",)),
    )
    scene.act("Able", "use:light-mortar", dice=[20, 1] if spotted else [20, 1, 1])
    assert scene.throws("blast")[0].why.endswith(said)
    assert ("unaware" in scene.throws("blast")[0].why) is not spotted


# ---- arrivals


@clause("sk.turn.arrivals")
def test_arrivals_are_diced_for_before_anything_else() -> None:
    """With a portal in sight; not without portals, and not in an opposed game."""
    portal = Marker("portal", (inches(20), inches(30)))
    for mission, markers, dice in (
        (Mission("patrol"), [portal], [1]),
        (Mission("patrol"), [], []),
        (Mission("crossroads"), [portal], []),
    ):
        scene = Scene(
            brit("gb.rifle-team", (20, 4), name="Able"),
            mission=mission,
            markers=markers,
            fields={"phase": "turn", "turn": 1},
        )
        scene.call(begin_turn, dice=dice)
        order = [one.verb if isinstance(one, Event) else "dice" for one in scene.news]
        assert ("dice" in order) is bool(dice)
        if dice:
            assert order.index("dice") < order.index("a part began")

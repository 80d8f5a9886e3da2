"""Casualties and prisoners: lifting, dragging, setting down, leading away, freeing; and what a wound does."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.units import actions_of, engaged, rate
from sandtable.rulesets.skirmish41.fire.shooters import fire_left, shooters
from sandtable.rulesets.skirmish41.fire.targets import open_targets
from sandtable.rulesets.skirmish41.harm.blasts import caught
from sandtable.rulesets.skirmish41.harm.carrying import casualties_near, guards, let_go
from sandtable.rulesets.skirmish41.harm.casualties import capture, disable, kill, suffer
from sandtable.rulesets.skirmish41.heavy.heavy import arms_ready
from sandtable.rulesets.skirmish41.machines.transport import board, carriers
from sandtable.rulesets.skirmish41.move.flight import retire
from sandtable.rulesets.skirmish41.move.movement import allowance, marching, movers
from sandtable.rulesets.skirmish41.nerve.morale import rout, total_of
from sandtable.rulesets.skirmish41.setup.victory import score_of
from tests.clause import clause

from .kit import Scene, because, brit, german, instead_of, march, shift, takes, terrain

RIFLES = ("rifleman",) * 3


def with_casualty(**rest: Any) -> Scene:
    """Three riflemen side by side, of whom the second lies disabled."""
    scene = Scene(
        brit("gb.rifle-team", (20, 20), name="Able", pick=RIFLES, **rest),
        german("de.rifle-team", (60, 44), name="Berta", pick=RIFLES),
    )
    scene.call(disable, scene.row("Able", 1), "sk.effect.disable-kill")
    scene.change("Able", tests=())
    return scene


# ---- wounds


@clause("sk.gap.wounded")
def test_a_wound_takes_an_action_and_a_point_of_morale() -> None:
    """For good; the second wound disables."""
    scene = Scene(brit("gb.rifle-team", (20, 20), name="Able", pick=RIFLES))
    man = scene.row("Able")
    assert (actions_of(scene.state, man), total_of(scene.state, 0)) == (2, 6)
    scene.call(suffer, man, "wounded", -1, "sk.effect.wound")
    assert (actions_of(scene.state, man), total_of(scene.state, 0)) == (1, 5)
    assert allowance(scene.state, man) == inches(4)
    scene.call(suffer, man, "wounded", -1, "sk.effect.wound")
    assert scene.unit("Able").down == (man,)
    assert scene.state.figures[man].out == "disabled"


@clause("sk.gap.wounded")
def test_a_figure_without_actions_may_only_be_carried() -> None:
    """A recruit with a wound: he neither moves nor shoots, and can be lifted; when his team retires he stays."""
    recruits = brit("gb.second-line", (20, 20), name="Able", pick=RIFLES, figures={1: {"wounds": 1}})
    scene = Scene(recruits, german("de.rifle-team", (20, 30), name="Berta"))
    helpless = scene.row("Able", 1)
    assert rate(scene.state.figures[helpless]) == 0
    assert helpless not in movers(scene.state, 0)
    assert helpless not in [gun.man for gun in shooters(scene.state, 0)]
    assert casualties_near(scene.state, scene.row("Able")) == [helpless]
    scene.call(retire, "Able")
    assert scene.point("Able", 1) == (21.4, 20)
    assert scene.point("Able")[1] < 20


@clause("sk.gap.disabled")
def test_the_disabled_lie_where_they_fell() -> None:
    """No actions, no aim at them; an area effect reaches them, and any wound kills."""
    scene = with_casualty()
    man = scene.unit("Able").down[0]
    assert scene.point("Able", 1) == (22.8, 20)
    assert scene.state.layout.point(man) == (21400, 20000)
    assert rate(scene.state.figures[man]) == 0
    assert man not in scene.unit("Able").men
    assert man in caught(scene.state, scene.state.layout.point(man))
    scene.call(suffer, man, "wounded", -1, "sk.gren.effect")
    assert not scene.state.layout.on_table(man)
    assert scene.unit("Able").down == ()


@clause("sk.gap.disabled")
def test_nobody_fires_at_the_disabled_and_they_do_not_fight() -> None:
    """A team of which only casualties lie about is no target, and is in no melee."""
    scene = Scene(
        brit("gb.rifle-team", (20, 20), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 21.2), name="Berta", pick=("rifleman",)),
    )
    scene.call(disable, scene.row("Berta"), "sk.effect.disable-kill")
    assert scene.unit("Berta").place == "destroyed"
    assert open_targets(scene.state, 0) == []
    assert not engaged(scene.state, 0)


# ---- casualties


@clause("sk.move.dragged-one", "sk.gap.action-costs", "sk.gap.disabled")
def test_one_man_drags_a_casualty_four_inches() -> None:
    """Lifting takes an action; then six less two, and the casualty lies beside him."""
    scene = with_casualty()
    scene.act("Able", "lift", lift=f"f{scene.row('Able')}-{scene.unit('Able').down[0]}")
    man, casualty = scene.row("Able"), scene.unit("Able").down[0]
    assert (scene.figure("Able").spent, scene.figure("Able").carries) == (1, casualty)
    far = march(((20, 16),), ((22.8, 16),))
    too_far = march(((20, 15.999),), ((22.8, 16),))
    scene.act("Able", "move", move=instead_of((too_far, "sk.move.six"), give=far))
    x, y = scene.state.layout.point(casualty)
    assert abs(x - 20000) <= 1300 and abs(y - 16000) <= 1300
    assert scene.state.figures[man].carries == casualty


@clause("sk.move.dragged-one")
def test_who_carries_does_nothing_but_move() -> None:
    """He does not shoot, throw grenades, lift another, or get into a vehicle."""
    scene = with_casualty()
    scene.change("Able", 0, carries=scene.unit("Able").down[0])
    scene.change("Able", 1, spent=2)
    scene.change("Able", items=("grenade",))
    assert shooters(scene.state, 0) == []
    assert arms_ready(scene.state, 0) == []
    scene.activate("Able", "set down")
    assert set(scene.offered("action")) == {"move", "set down", "done"}
    assert scene.figure("Able").carries == -1
    jeep = Scene(
        brit("gb.jeep", (20, 22), name="Jeep", bearing=90),
        brit("gb.rifle-team", (19.5, 20.5), name="Able", men=2),
        brit("gb.rifle-team", (20, 18.5), name="Baker", men=1),
    )
    assert carriers(jeep.state, 1) == [0]
    jeep.change("Able", 0, carries=jeep.row("Baker"))
    assert carriers(jeep.state, 1) == []


@clause("sk.move.dragged-two")
def test_two_men_carry_a_casualty_five_inches_together() -> None:
    """Six less one; they do not part; a third does not take hold, nor does one of another team."""
    scene = with_casualty()
    casualty = scene.unit("Able").down[0]
    scene.act("Able", "lift", lift=f"f{scene.row('Able')}-{casualty}")
    scene.act("Able", "lift")
    assert [scene.figure("Able", man).carries for man in (0, 1)] == [casualty, casualty]
    assert allowance(scene.state, scene.row("Able")) == inches(5)
    domain = marching(scene.state, 0, movers(scene.state, 0))
    assert domain.also is not None
    apart = march(((20, 15),), ((22.8, 20),))
    together = march(((20, 15),), ((22.8, 15),))
    scene.act("Able", "move", move=instead_of((apart, "sk.gap.fire-team"), give=together))
    assert scene.point("Able") == (20, 15)
    other = with_casualty()
    other.change("Able", 0, carries=casualty)
    assert casualties_near(other.state, other.row("Able", 1)) == [casualty]
    other.state = replace(
        other.state,
        figures=tuple(replace(one, unit=1) if row == 0 else one for row, one in enumerate(other.state.figures)),
    )
    assert casualties_near(other.state, other.row("Able", 1)) == []


@clause("sk.move.dragged-two")
def test_two_who_carry_do_not_part_where_comrades_stand_by() -> None:
    """Each would have a man of his team beside him; they carry somebody together all the same."""
    spots = ((21.4, 20), (22.8, 20), (20, 18), (22.8, 18))
    scene = Scene(brit("de.panzerfaust-team", (20, 20), name="Able", spots=spots), german("de.rifle-team", (60, 44)))
    scene.call(disable, scene.row("Able", 1), "sk.effect.disable-kill")
    scene.change("Able", tests=())
    for man in (0, 1):
        scene.change("Able", man, carries=scene.unit("Able").down[0])
    scene.act("Able", "move", move=shift(0, 1))
    decision = scene.decision("move")
    parted = march(((18, 20),), ((22.8, 20),), ((18, 18),), ((22.8, 18),))
    assert because(decision, parted) == ("sk.move.dragged-two",)
    assert takes(decision, shift(0, 5))
    assert not takes(decision, shift(0, 5.001))


@clause("sk.move.dragged-one", "sk.gap.captured")
def test_who_retires_takes_his_casualty_along_and_who_routs_leaves_him() -> None:
    """A team that retires drags; one that routs drops everything."""
    scene = with_casualty()
    casualty = scene.unit("Able").down[0]
    scene.change("Able", 0, carries=casualty)
    scene.call(retire, "Able")
    x, y = scene.state.layout.point(casualty)
    ax, ay = scene.point("Able")
    assert abs(x / 1000 - ax) <= 1.3 and abs(y / 1000 - ay) <= 1.3
    assert ay < 20
    runs = with_casualty()
    runs.change("Able", 0, carries=casualty)
    runs.call(rout, "Able", "sk.morale.rout")
    assert runs.figure("Able").carries == -1
    assert runs.state.layout.point(casualty) == (21400, 20000)
    assert runs.event("set down").tells == {"who": "Able's rifleman", "whom": "Able's rifleman"}


# ---- prisoners


def with_prisoner(**rest: Any) -> Scene:
    """A man of three actions who has just captured the last of a team."""
    scene = Scene(
        brit("gb.rifle-team", (20, 20), name="Able", pick=("rifleman", "rifleman"), each={"rating": 3}, **rest),
        german("de.rifle-team", (20, 21.5), name="Berta", pick=("rifleman", "rifleman"), spots=((21.4, 26),)),
        german("de.rifle-team", (20, 34), name="Caesar", pick=("rifleman",)),
    )
    scene.call(capture, scene.row("Berta"), scene.row("Able"), "sk.melee.plus-2")
    scene.change("Berta", tests=())
    return scene


@clause("sk.gap.captured")
def test_a_prisoner_is_out_of_the_fight_and_goes_with_his_captor() -> None:
    """He counts as lost while he is held."""
    scene = with_prisoner()
    held = scene.figure("Able").carries
    assert scene.state.figures[held].out == "captured"
    assert held not in scene.unit("Berta").men
    assert guards(scene.state, scene.row("Able"))
    assert score_of(scene.state, 0)[0] > 0
    scene.act("Able", "move", move=shift(-5, 0))
    x, y = scene.state.layout.point(held)
    assert abs(x - 15000) <= 1300 and abs(y - 20000) <= 1300
    assert allowance(scene.state, scene.row("Able")) == inches(6)


@clause("sk.gap.captured")
def test_a_captor_has_one_action_for_other_things() -> None:
    """He may move twice and still fire once, and never more; he serves no weapon."""
    scene = with_prisoner()
    man = scene.row("Able")
    assert fire_left(scene.state, man, "rifle") == 1
    scene.change("Able", 0, spent=2, moves=2)
    assert fire_left(scene.state, man, "rifle") == 1
    scene.change("Able", 0, spent=1, moves=0)
    assert fire_left(scene.state, man, "rifle") == 0
    scene.change("Able", 1, spent=3)
    scene.change("Able", 0, spent=0)
    scene.change("Able", items=("grenade",))
    assert arms_ready(scene.state, 0) == []
    free = with_prisoner()
    free.call(let_go, free.row("Able"))
    assert fire_left(free.state, free.row("Able"), "rifle") == 3


@clause("sk.gap.captured")
@pytest.mark.parametrize("how", ["killed", "routed", "let go", "rides off"])
def test_a_prisoner_is_freed(how: str) -> None:
    """When his captor is killed, routs, lets him go or leaves without him: unarmed, with one action."""
    scene = with_prisoner()
    held = scene.figure("Able").carries
    if how == "killed":
        scene.call(kill, scene.row("Able"), "sk.effect.disable-kill")
    elif how == "routed":
        scene.call(rout, "Able", "sk.morale.rout")
    elif how == "let go":
        scene.act("Able", "release")
    else:
        scene.call(board, "Able", 2)
    figure = scene.state.figures[held]
    assert (figure.out, figure.arms, figure.rating) == ("", (), 1)
    assert held in scene.unit("Berta").men
    assert scene.event("was freed").because == ("sk.gap.captured",)
    assert all(one.carries != held for one in scene.state.figures)
    assert score_of(scene.state, 0)[0] == 0


@clause("sk.gap.captured")
def test_the_last_man_of_a_gun_who_is_freed_serves_it_no_more() -> None:
    """The gun went with its crew; he stands on the table by himself."""
    scene = Scene(
        brit("gb.rifle-team", (20, 20), name="Able", pick=("rifleman",)),
        german("de.pak40", (20, 24), name="Pak", men=1, spots=((20, 21.5),)),
    )
    held = scene.row("Pak")
    scene.call(capture, held, scene.row("Able"), "sk.melee.plus-2")
    assert scene.unit("Pak").place == "destroyed"
    scene.change("Pak", tests=())
    scene.act("Able", "release")
    assert scene.unit("Pak").on_table
    assert scene.unit("Pak").bodies == (held,)
    assert arms_ready(scene.state, 1) == []
    scene.activate("Pak")


@clause("sk.gap.captured")
def test_a_disabled_prisoner_lies_where_he_is_let_go() -> None:
    """He is free, and disabled still."""
    scene = Scene(
        brit("gb.rifle-team", (20, 20), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 21.5), name="Berta", pick=("rifleman", "rifleman"), spots=((21.4, 26),)),
    )
    man = scene.row("Berta")
    scene.call(disable, man, "sk.melee.plus-4")
    scene.call(capture, man, scene.row("Able"), "sk.melee.plus-4")
    assert scene.unit("Berta").down == ()
    scene.change("Berta", tests=())
    scene.act("Able", "release")
    assert scene.unit("Berta").down == (man,)
    assert scene.state.figures[man].out == "disabled"


def test_terrain_does_not_swallow_whom_one_drags() -> None:
    """A casualty is put down beside his bearer, not inside a wreck."""
    wreck = terrain("wreck", box=(15, 14, 4.4, 3))
    scene = with_casualty()
    scene.state = replace(scene.state, terrain=(wreck,))
    casualty = scene.unit("Able").down[0]
    scene.change("Able", 0, carries=casualty)
    scene.act("Able", "move", move=march(((20, 16),), ((22.8, 16),)))
    x, _ = scene.state.layout.point(casualty)
    assert x >= 19400 + 500

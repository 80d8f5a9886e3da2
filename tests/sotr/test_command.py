"""The Command Phase."""

from typing import Any

import pytest

from sandtable.dice.chance import Chance
from sandtable.rulesets.sotr.command.command import command_phase
from sandtable.rulesets.sotr.move.hiding import barred_from_hiding
from sandtable.rulesets.sotr.nerve.cool import PASSED, command_cool, command_roll
from sandtable.rulesets.sotr.state import Strike
from tests.clause import clause

from .kit import Scene, because, reich, spot, takes, terrain, us

BROKEN: dict[str, Any] = {"disorganized": True}
WALL = terrain("building", box=(0, 28, 48, 4))


def two(**options: Any) -> Scene:
    """A section near a Disorganized squad without its sergeant; the enemy is out of sight behind houses."""
    return Scene(
        us("us.command", (20, 20), name="Command"),
        us("us.rifle-squad", (20, 24), name="Able", men=4, fields=BROKEN),
        reich("reich.sturmgrenadiers", (20, 40), name="Foe", men=3),
        ground=(WALL,),
        **options,
    )


# ---- REGROUP


@clause("sotr.command.phase", "sotr.command.regroup", "sotr.command.roll")
@pytest.mark.parametrize(("faces", "regrouped"), [([4, 4], True), ([4, 5], False)])
def test_a_sergeant_regroups_his_own_unit(faces: list[int], regrouped: bool) -> None:
    """Cool 8: on 8 it is regrouped, on 9 still Disorganized; and he has no second try."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=4, fields=BROKEN))
    scene.call(command_phase, 0, dice=faces, command="regroup u0 by m0")
    assert scene.unit("Able").disorganized is not regrouped
    assert scene.man("Able").commanded == 2
    assert scene.throws()[0].needs == "8 or less"


@clause("sotr.command.regroup", "sotr.gap.commands-per-officer", "sotr.flee.ends")
def test_another_officer_ends_flight_too() -> None:
    """A Fleeing unit's own sergeant cannot command; the Lieutenant can, once."""
    scene = two()
    scene.change("Able", fleeing=True, dread=1)
    scene.call(command_phase, 0, dice=[4, 5], command=["regroup u1 by m0", "done"])
    assert scene.offered("command")[0] == "regroup u1 by m0"
    assert scene.barred("command")["regroup u1 by m5"] == ("sotr.officer.no-command-fleeing",)
    able = scene.unit("Able")
    assert (able.disorganized, able.fleeing, able.dread) == (False, False, 0)
    assert "overwatch u0" not in scene.asked[1].domain.values  # type: ignore[attr-defined]
    assert scene.asked[1].domain.barred()["overwatch u0"].because == ("sotr.gap.commands-per-officer",)  # type: ignore[attr-defined]


@clause("sotr.command.regroup", "sotr.command.proximity", "sotr.officer.half-or-majority", "sotr.officer.unit-command")
@pytest.mark.parametrize(("inside", "reached"), [(4, True), (3, False)])
def test_half_of_the_unit_must_be_within_the_radius(inside: int, reached: bool) -> None:
    """Eight models, four inside: the Command reaches them; three are too few."""
    spots = [(20 + place, 22) for place in range(inside)] + [(30 + place, 40) for place in range(8 - inside)]
    scene = Scene(
        us("us.command", (20, 20), name="Command", men=1),
        us(
            "us.rifle-squad",
            spots[0],
            name="Able",
            men=8,
            spots=tuple(spots[1:]),
            fields=BROKEN,
            models={0: {"rank": ""}},
        ),
    )
    scene.call(command_phase, 0, command="done")
    if reached:
        assert "regroup u1 by m0" in scene.offered("command")
    else:
        assert scene.barred("command")["regroup u1 by m0"] == ("sotr.officer.unit-command",)


@clause("sotr.command.regroup", "sotr.gap.state-scope")
def test_models_that_are_disorganized_alone_are_gathered() -> None:
    """A single model's state ends with the Command to its unit."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3, models={2: {"disorganized": True}}))
    scene.call(command_phase, 0, dice=[1, 1], command=["regroup u0 by m0"])
    assert not scene.man("Able", 2).disorganized


# ---- Sarge is a GONER


@clause("sotr.command.sarge-goner")
@pytest.mark.parametrize(("faces", "regrouped"), [([2, 3], True), ([3, 3], False)])
def test_a_unit_regroups_itself_at_minus_two(faces: list[int], regrouped: bool) -> None:
    """Veterans: on 5 or less; DOWN is a casualty, too. One try a turn."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3, fields=BROKEN, models={0: {"down": True}}))
    scene.call(command_phase, 0, dice=faces, command=["sarge u0"] + ["done"] * regrouped)
    assert scene.unit("Able").disorganized is not regrouped
    assert scene.throws()[0].needs == "5 or less (7, -2 Sarge is a GONER!)"


@clause("sotr.command.sarge-goner", "sotr.gap.commands-per-officer")
def test_sarge_is_gone_for_good() -> None:
    """A GONER leaves the same try; one that is Fleeing flees on; a section's Officer lends his Cool."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=3, fields={**BROKEN, "fleeing": True}),
        us("us.command", (20, 23), name="Command", men=1),
    )
    scene.change("Able", men=scene.unit("Able").men[1:])
    scene.call(command_phase, 0, dice=[3, 4], command=["sarge u0", "done"])
    assert scene.throws()[0].needs == "7 or less (9, -2 Sarge is a GONER!)"
    assert (scene.unit("Able").disorganized, scene.unit("Able").fleeing) == (False, True)
    assert scene.man("Command").commanded == 0


@clause("sotr.command.sarge-goner")
def test_no_sarge_while_he_stands_and_none_for_those_who_never_had_one() -> None:
    """A Vampire has no Officer who could be a casualty."""
    scene = Scene(us("us.rifle-squad", (20, 20), men=2, fields=BROKEN), us("reich.vampire", (30, 20), fields=BROKEN))
    scene.call(command_phase, 0, command="done")
    assert not [key for key in scene.offered("command") if key.startswith("sarge")]


# ---- Overwatch


@clause("sotr.overwatch.no-roll", "sotr.overwatch.eligible", "sotr.command.proximity", "sotr.gap.commands-per-officer")
def test_a_unit_goes_on_overwatch_without_a_roll() -> None:
    """It counts as its Officer's Command."""
    scene = two().change("Able", disorganized=False)
    scene.call(command_phase, 0, command=["overwatch u1", "done"])
    assert all(scene.man("Able", man).overwatch for man in range(4))
    assert scene.man("Able").commanded == 2
    assert scene.man("Command").commanded == 0
    assert not scene.throws()
    assert "overwatch u1" not in scene.asked[1].domain.values  # type: ignore[attr-defined]


@clause("sotr.overwatch.no-roll", "sotr.gap.commands-per-officer")
def test_a_dead_officer_costs_nothing() -> None:
    """Nor is he needed."""
    scene = two().change("Able", disorganized=False).change("Able", 0, down=True)
    scene.call(command_phase, 0, command=["overwatch u1", "done"])
    assert [scene.man("Able", man).overwatch for man in range(4)] == [False, True, True, True]
    assert scene.man("Able").commanded == 0


@clause("sotr.overwatch.no-roll")
def test_overwatch_by_an_officer_only() -> None:
    """With the switch, an Officer within reach pays for it, whoever he is."""
    scene = two(overwatch_needs_officer=True).change("Able", disorganized=False).change("Able", 0, down=True)
    scene.call(command_phase, 0, command=["overwatch u1 by m0"])
    assert scene.man("Able", 1).overwatch
    assert scene.man("Command").commanded == 2
    far = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2, models={0: {"down": True}}),
        us("us.command", (40, 40), name="Command", men=1),
        overwatch_needs_officer=True,
    )
    far.call(command_phase, 0, command="done")
    assert far.barred("command") == {"overwatch u0": ("sotr.overwatch.no-roll",)}


@clause("sotr.overwatch.eligible")
@pytest.mark.parametrize(("hidden", "may"), [(False, False), (True, True)])
def test_no_overwatch_with_an_enemy_in_sight(hidden: bool, may: bool) -> None:
    """Hidden ones do not count, and are not given away by it."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2),
        us("us.hmg-team", (30, 20), name="Gun", each={"commanded": 2}),
        reich("reich.sturmgrenadiers", (20, 40), men=2, fields={"hidden": hidden}),
    )
    answers: dict[str, Any] = {"command": "done"} if may else {}
    scene.call(command_phase, 0, **answers)
    if may:
        assert scene.offered("command") == ["overwatch u0", "done"]
    else:
        assert scene.kinds_asked() == []


@clause("sotr.overwatch.eligible")
def test_whichever_enemy_is_in_sight() -> None:
    """The first stands behind a house, the second in the open."""
    house = terrain("building", box=(14, 28, 14, 4))
    far, near = (
        reich("reich.sturmgrenadiers", at, name=name, men=1) for at, name in (((20, 44), "Far"), ((44, 20), "Near"))
    )
    for there, asked in (((far,), ["command"]), ((far, near), [])):
        scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=1), *there, ground=(house,))
        answers: dict[str, Any] = {"command": "done"} if asked else {}
        scene.call(command_phase, 0, **answers)
        assert scene.kinds_asked() == asked


@clause("sotr.overwatch.eligible")
def test_what_is_barred_says_why() -> None:
    """The unit that sees an enemy stays on the list with its reason."""
    scene = two().change("Able", disorganized=False)
    third = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2),
        us("us.rifle-squad", (40, 34), name="Seen", men=2),
        reich("reich.sturmgrenadiers", (20, 40), men=2),
        ground=(WALL,),
    )
    third.call(command_phase, 0, command="done")
    assert third.barred("command") == {"overwatch u1": ("sotr.overwatch.eligible",)}
    assert scene.unit("Able").on_table


@clause("sotr.overwatch.barred", "sotr.gap.prone-actions")
@pytest.mark.parametrize(
    "changes",
    [
        {"fields": {"disorganized": True}},
        {"fields": {"fleeing": True}},
        {"fields": {"suppressed": True}},
        {"each": {"prone": True}},
    ],
)
def test_states_that_bar_overwatch(changes: dict[str, Any]) -> None:
    """Disorganized, Fleeing, Suppressed, in the dirt."""
    scene = Scene(us("us.rifle-squad", (20, 20), men=3, **changes), us("us.hmg-team", (40, 20)))
    scene.call(command_phase, 0, command="done")
    assert scene.barred("command")["overwatch u0"][0] == "sotr.overwatch.barred"
    assert "overwatch u1" in scene.offered("command")


@clause("sotr.overwatch.hide")
def test_a_hidden_unit_stays_hidden_on_overwatch() -> None:
    """And nobody else learns of it; one in the open cannot Hide on Overwatch."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=2, fields={"hidden": True}))
    scene.call(command_phase, 0, command="overwatch u0")
    assert scene.unit("Able").hidden
    assert scene.event("went on Overwatch").known_to == 0
    assert barred_from_hiding(scene.state, 0) is None
    no = barred_from_hiding(scene.change("Able", hidden=False).state, 0)
    assert no is not None
    assert no.because == ("sotr.overwatch.hide",)


# ---- strikes


def radio(*more: Any, kinds: tuple[str, ...] = ("artillery",), **rest: Any) -> Scene:
    """A section with its radio, and an enemy behind houses; the side has these strikes."""
    options = rest.pop("options", {})
    return Scene(
        us("us.command", (20, 20), name="Command", **rest),
        reich("reich.sturmgrenadiers", (20, 40), name="Foe", men=3),
        *more,
        ground=(WALL,),
        fields={"grants": (kinds, ())},
        **options,
    )


@clause(
    "sotr.command.strike-roll", "sotr.command.strike-radio", "sotr.gap.strike-targeting", "sotr.command.strike-delay"
)
@pytest.mark.parametrize(("faces", "heard"), [([5, 6], True), ([6, 6], False)])
def test_calling_artillery(faces: list[int], heard: bool) -> None:
    """Cool 9 at +2: 11 or less. The radio man is busy either way; only a success uses the strike up."""
    scene = radio()
    scene.call(command_phase, 0, dice=faces, command="artillery by m0", aim_strike=spot(10, 10))
    assert scene.throws()[0].needs == "11 or less (9, +2 calling a strike)"
    assert scene.state.called == ((Strike("artillery", 0, 2, (10_000, 10_000)),) if heard else ())
    assert scene.state.grants == ((() if heard else ("artillery",)), ())
    assert scene.man("Command", 1).tied == 2
    assert scene.man("Command").commanded == 2


@clause("sotr.command.strike-roll")
@pytest.mark.parametrize(("officer", "ways"), [(9, 35), (8, 33)])
def test_chances_of_a_call(officer: int, ways: int) -> None:
    """Cool 9: 35 of 36; Cool 8: 33 of 36."""
    scene = radio(models={0: {"cool": officer}})
    on = command_cool(scene.state, 0)._replace(value=officer + 2)
    assert command_roll(scene.state, 0, on, "test", ()).reading.weights(2, 6)[PASSED] == ways
    scene.call(command_phase, 0, dice=[1, 1], command="artillery by m0", aim_strike=spot(10, 10))
    assert scene.throws()[0].needs == f"{officer + 2} or less ({officer}, +2 calling a strike)"


@clause("sotr.gap.strike-targeting")
def test_the_aim_point_is_in_the_callers_own_sight() -> None:
    """Not behind the houses, not off the table; nothing of a Hidden enemy is offered."""
    scene = radio()
    scene.call(command_phase, 0, dice=[1, 1], command="artillery by m0", aim_strike=spot(10, 10))
    asked = scene.decision("aim strike")
    assert because(asked, [20_000, 40_000]) == ("sotr.gap.strike-targeting",)
    assert because(asked, [-1, 10]) == ("sotr.gap.strike-targeting",)
    assert takes(asked, list(asked.domain.fixed))  # type: ignore[attr-defined]
    for seed in range(5):
        assert takes(asked, list(asked.domain.sample(Chance(seed))))  # type: ignore[call-overload]


@clause("sotr.gap.strike-targeting", "sotr.command.strike-types")
def test_aircraft_come_in_along_a_bearing() -> None:
    """In tenths of a degree; the enemy in sight is the usual aim."""
    scene = radio(reich("reich.zombies", (20, 10), men=1), kinds=("air-strafe", "air-strike"))
    scene.call(command_phase, 0, dice=[1, 1], command="air-strafe by m0", line_of_flight="45")
    assert scene.state.called == (Strike("air-strafe", 0, 2, (20_000, 10_000), 450),)
    assert scene.state.grants == (("air-strike",), ())


@clause("sotr.command.strike-caller")
@pytest.mark.parametrize("near", [True, False])
def test_the_highest_ranking_officer_needs_a_radio_in_his_radius(near: bool) -> None:
    """Nine inches for a Lieutenant; his sergeants may not call in his stead."""
    scene = radio(
        us("us.rifle-squad", (22, 22), name="Able", men=2), men=2, spots=(((30, 20) if near else (30.1, 20)),)
    )
    scene.call(command_phase, 0, command="done")
    barred = scene.barred("command")
    assert ("artillery by m0" in scene.offered("command")) is near
    assert near or barred["artillery by m0"] == ("sotr.command.strike-caller",)
    assert barred["artillery by m5"] == ("sotr.command.strike-caller",)


@clause("sotr.command.strike-caller")
@pytest.mark.parametrize("best_near", [True, False])
def test_the_best_officer_near_a_radio(best_near: bool) -> None:
    """With the switch, those far from every radio are not compared."""
    scene = radio(
        us("us.rifle-squad", (31, 22), name="Able", men=2),
        men=2,
        spots=((31, 20),),
        options={"strike_by_best_officer_near_radio": best_near},
    )
    scene.call(command_phase, 0, command="done")
    assert ("artillery by m5" in scene.offered("command")) is best_near


@clause("sotr.command.strike-caller")
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"models": {0: {"down": True}}}, "sotr.officer.no-command-down"),
        ({"fields": {"fleeing": True}}, "sotr.officer.no-command-fleeing"),
        ({"fields": {"dread": -2}}, "sotr.officer.no-command-horror"),
        ({"models": {1: {"down": True}}}, "sotr.command.strike-caller"),
        ({"models": {1: {"tied": 2}}}, "sotr.command.strike-caller"),
    ],
)
def test_he_must_be_fit_to_command_and_the_radio_manned(changes: dict[str, Any], why: str) -> None:
    """A DOWN Lieutenant is alive, so that nobody else may call."""
    scene = radio(us("us.rifle-squad", (22, 22), name="Able", men=2), **changes)
    scene.call(command_phase, 0, command="done")
    assert scene.barred("command")["artillery by m0"] == (why,)
    assert "sotr.command.strike-caller" in scene.barred("command")["artillery by m8"]


@clause("sotr.gap.strike-targeting")
def test_a_strike_is_tried_once_a_turn() -> None:
    """Two Lieutenants, two radios, one grant: after a failure the other may not try it again."""
    scene = radio(us("us.command", (26, 20), name="Second"))
    answers: dict[str, Any] = {"command": ["artillery by m0", "done"], "aim_strike": spot(10, 10)}
    scene.call(command_phase, 0, dice=[6, 6], **answers)
    keys = [*scene.asked[-1].domain.values, *scene.asked[-1].domain.barred()]  # type: ignore[attr-defined]
    assert not [key for key in keys if key.startswith("artillery")]


@clause("sotr.command.phase")
def test_nothing_is_asked_where_nothing_can_be_commanded() -> None:
    """A unit of zombies has no Commands."""
    scene = Scene(reich("reich.zombies", (20, 20), men=3))
    scene.call(command_phase, 1)
    assert scene.kinds_asked() == []


@clause("sotr.command.regroup")
def test_the_name_of_a_hidden_unit_is_not_said_aloud() -> None:
    """The Lieutenant is heard, but not whom he speaks to."""
    scene = two().change("Able", hidden=True)
    scene.call(command_phase, 0, dice=[1, 1], command=["regroup u1 by m0", "done"])
    spoken = scene.event("issued a Command")
    assert spoken.known_to is None
    assert "Able" not in spoken.tells["what"]
    assert scene.event("regrouped").known_to == 0

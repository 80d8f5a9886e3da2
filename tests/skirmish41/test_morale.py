"""Morale: when a team tests and against what, the ladder, and that one event is one test."""

from typing import Any

import pytest

from sandtable.rulesets.skirmish41.basics.units import rate
from sandtable.rulesets.skirmish41.melee.melee import fight_melees
from sandtable.rulesets.skirmish41.nerve import morale
from sandtable.rulesets.skirmish41.nerve.morale import ladder, total_of
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Harm
from sandtable.rulesets.skirmish41.turn.activation import activate
from sandtable.rulesets.skirmish41.turn.turn import end_part
from tests.clause import clause

from .kit import Scene, Side, brit, german, march, shift, terrain

MAN = ("rifleman",)


def team(men: int = 4, wounds: int = 0, **fields: Any) -> Scene:
    """Regulars, of whom the first may be wounded, and an enemy far to the north."""
    return Scene(
        brit("gb.rifle-team", (30, 30), name="Able", men=men, fields=fields, figures={0: {"wounds": wounds}}),
        german("de.rifle-team", (30, 2), name="Berta"),
    )


def shaken(scene: Scene, *dice: int) -> Scene:
    """The British test for a casualty."""
    scene.call(morale.test_morale, "Able", ("casualty",), dice=list(dice))
    return scene


@clause("sk.morale.test", "sk.morale.total")
def test_four_unhurt_regulars_cannot_fail() -> None:
    """A total of 8, and no die is thrown."""
    scene = shaken(team())
    assert scene.event("could not fail").tells["total"] == 8
    assert scene.throws() == []


@clause("sk.morale.total", "sk.morale.test")
@pytest.mark.parametrize(("die", "passed"), [(1, True), (2, True), (3, False)])
def test_four_regulars_suppressed_with_one_wounded_pass_on_one_or_two(die: int, passed: bool) -> None:
    """1 + 1 + 1 + 0 = 3: less than that is needed."""
    scene = team(wounds=1, suppression=1)
    assert total_of(scene.state, 0) == 3
    shaken(scene, die)
    assert bool(scene.events("stood firm")) is passed
    assert bool(scene.events("retired")) is not passed
    assert scene.throws("Morale")[0].needs == "less than 3"


@clause("sk.morale.total")
def test_no_figure_counts_below_nothing() -> None:
    """Twice wounded and suppressed he takes nothing off the others."""
    scene = team(men=2, wounds=2, suppression=2)
    assert total_of(scene.state, 0) == 1


@clause("sk.morale.total", "sk.gap.vehicle-suppression")
@pytest.mark.parametrize(("suppression", "less"), [(0, 0), (1, 1), (2, 1)])
def test_a_crew_counts_one_less_for_each_of_it_while_it_is_suppressed(suppression: int, less: int) -> None:
    """Inside its vehicle as on foot, whatever the number of markers."""
    scene = Scene(brit("gb.sherman", (30, 30), name="Tank", fields={"suppression": suppression}))
    men = scene.unit("Tank").men
    assert total_of(scene.state, 0) == sum(max(0, rate(scene.state.figures[man]) - less) for man in men)
    assert len(men) > 1


@clause("sk.morale.total")
def test_disabled_and_captured_men_do_not_count() -> None:
    """Only those in the fight."""
    scene = team(men=3)
    men = scene.unit("Able").men
    scene.change("Able", men=men[:2], down=men[2:])
    assert total_of(scene.state, 0) == 4


@clause("sk.morale.test")
def test_a_total_of_six_fails_on_a_six() -> None:
    """Equal is not less."""
    assert shaken(team(men=3), 6).events("retired")
    assert shaken(team(men=3), 5).events("stood firm")


LADDER = ["retires", "gains a marker", "falls back", "routs", "routs", "routs"]


@clause(
    "sk.morale.rout",
    "sk.morale.retire",
    "sk.morale.extra-suppression",
    "sk.morale.fall-back",
)
def test_the_ladder_for_a_lone_wounded_suppressed_regular() -> None:
    """Total 0: 1 retires, 2 adds a marker, 3 falls back, 4 to 6 rout."""
    found = []
    for die in range(1, 7):
        scene = team(men=1, wounds=1, suppression=1)
        more = [2] if die == 3 else []
        found.append(shaken(scene, die, *more).event("failed its morale").tells["result"])
    assert found == LADDER


@clause("sk.morale.retire", "sk.morale.extra-suppression", "sk.morale.fall-back", "sk.morale.rout", "sk.morale.test")
@pytest.mark.parametrize("total", range(7))
def test_every_step_of_the_ladder(total: int) -> None:
    """Less stands; equal and one over retire; two, three, four and more."""
    steps = {-1: "stands", 0: "retires", 1: "retires", 2: "gains a marker", 3: "falls back", 4: "routs", 6: "routs"}
    for over, result in steps.items():
        if 1 <= total + over <= 6:
            assert ladder(total, Options()).read((total + over,)) == result


@clause("sk.morale.extra-suppression")
def test_two_over_is_a_marker_and_no_further_test() -> None:
    """It is suppressed by its own fear, not by fire."""
    scene = shaken(team(men=1, suppression=1), 3)
    assert scene.unit("Able").suppression == 2
    assert scene.unit("Able").tests == ()
    assert scene.point("Able") == (30, 30)


# ---- when


def fired_at(men: int = 2) -> Scene:
    """Riflemen, and a German whose part it is."""
    return Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=MAN * men),
        german("de.rifle-team", (20, 15), name="Berta", pick=MAN),
        fields={"active": 1},
    )


@clause("sk.morale.when-suppressed")
def test_suppressed_by_fire() -> None:
    """Two men with a marker: a total of 2, tested when the firing team is done."""
    scene = fired_at()
    scene.call(activate, "Berta", dice=[20, 1, 1], action=["fire"], shots="aimed 2", figure="f0")
    assert scene.throws("Morale")[0].why == "Morale of Able (suppressed), 2 action points"
    assert "sk.morale.when-suppressed" in scene.throws("Morale")[0].because
    assert scene.events("stood firm")


@clause("sk.morale.when-casualty")
@pytest.mark.parametrize(("face", "points"), [(5, 3), (6, 2)])
def test_after_a_casualty(face: int, points: int) -> None:
    """Wounded or disabled; a miss is nothing to be afraid of."""
    scene = fired_at()
    scene.call(activate, "Berta", dice=[20, face, 1], action=["fire"], shots="aimed 2", figure="f0")
    assert scene.throws("Morale")[0].why == f"Morale of Able (casualty), {points} action points"
    miss = fired_at()
    miss.call(activate, "Berta", dice=[1], action=["fire"], shots="aimed 2", figure="f0")
    assert miss.throws("Morale") == []


@clause("sk.morale.when-casualty")
def test_after_a_man_was_killed() -> None:
    """A machine gun adds one to the effect die: a six is a man dead, and his comrade tests for him."""
    scene = fired_at()
    scene.change("Berta", 0, arms=("lmg",))
    scene.call(activate, "Berta", dice=[20, 1, 6, 1], action=["fire"], shots="aimed 2", figure="f0")
    assert scene.event("was killed").unit == 0
    assert scene.throws("Morale")[0].why == "Morale of Able (casualty), 2 action points"


@clause("sk.turn.morale-any-time", "sk.morale.when-suppressed", "sk.morale.when-casualty")
def test_one_test_for_all_that_one_team_has_done() -> None:
    """A marker, a wound, a man down: one die, whatever number of causes."""
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=MAN * 3),
        german("de.rifle-team", (20, 15), name="Berta", pick=MAN * 3),
    )
    dice = [20, 20, 20, 1, 5, 6, 1]
    scene.call(activate, "Berta", dice=dice, action=["fire"], shots="aimed 2", figure="f0")
    (throw,) = scene.throws("Morale")
    assert throw.why == "Morale of Able (suppressed, casualty), 2 action points"


@clause("sk.turn.morale-any-time")
def test_another_teams_fire_is_another_test() -> None:
    """Each when it is done."""
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=MAN * 2),
        german("de.rifle-team", (20, 15), name="Berta", pick=MAN),
        german("de.rifle-team", (24, 15), name="Caesar", pick=MAN),
    )
    for name in ("Berta", "Caesar"):
        scene.call(activate, name, dice=[20, 1, 1], action=["fire"], shots="aimed 2", figure="f0")
        assert len(scene.throws("Morale")) == 1


@clause("sk.turn.morale-any-time")
def test_who_was_shot_at_tests_before_the_shooter_moves() -> None:
    """The shooting of a team is resolved when it does something else."""
    scene = fired_at().change("Berta", 0, rating=3)
    scene.call(
        activate, "Berta", dice=[20, 1, 2], action=["fire", "move"], shots="aimed 2", figure="f0", move=shift(0, 1)
    )
    assert scene.told("retired", "moved") == [("retired", 0), ("moved", 1)]


@clause("sk.turn.morale-any-time")
def test_who_has_to_go_elsewhere_does_not_what_he_wanted() -> None:
    """A test that was due comes first; who falls back in it does not move of his own will any more."""
    scene = team(men=1, tests=("casualty",), suppression=1)
    scene.act("Able", "move", dice=[4, 1])
    assert scene.told("fell back", "moved") == [("fell back", 0)]
    assert scene.asked == []


def charge(men: int, *defenders: Side, **fields: Any) -> Scene:
    """Riflemen in a row, two inches north of whomever they charge."""
    return Scene(brit("gb.rifle-team", (20, 20), name="Able", pick=MAN * men, fields=fields), *defenders)


@clause("sk.morale.when-charged", "sk.gap.charging")
def test_charged_by_more_than_it_has() -> None:
    """Two against one: he tests before any melee, and stands."""
    scene = charge(2, german("de.rifle-team", (20.7, 23), name="Berta", pick=MAN))
    scene.act("Able", "move", dice=[1], move=shift(0, 1.5))
    assert scene.event("charged").tells["men"] == 2
    assert scene.throws("Morale")[0].why == "Morale of Berta (charged), 2 action points"
    assert scene.throws("melee") == []


@clause("sk.morale.when-charged")
def test_charged_by_no_more_than_it_has() -> None:
    """Two against two is no greater number; and men who cannot act do not count."""
    two = german("de.rifle-team", (20, 23), name="Berta", pick=MAN * 2)
    assert charge(2, two).act("Able", "move", move=shift(0, 1.5)).throws("Morale") == []
    hurt = charge(2, two).change("Berta", 1, wounds=2)
    assert len(hurt.act("Able", "move", dice=[1], move=shift(0, 1.5)).throws("Morale")) == 1


@clause("sk.morale.when-charged")
def test_charged_by_two_teams() -> None:
    """One man of each: the second makes them the greater number. Those who came before are not counted as a new charge."""
    scene = Scene(
        brit("gb.rifle-team", (20, 20), name="Able", pick=MAN),
        brit("gb.rifle-team", (22, 20), name="Baker", pick=MAN),
        german("de.rifle-team", (21, 22.5), name="Berta", pick=MAN),
    )
    assert scene.act("Able", "move", move=shift(0, 1.5)).throws("Morale") == []
    assert scene.act("Baker", "move", dice=[1], move=shift(0, 1.5)).event("charged").tells["men"] == 1
    assert len(scene.throws("Morale")) == 1


@clause("sk.morale.when-charged")
def test_each_charge_is_one_event() -> None:
    """A comrade who only moves elsewhere charges nobody."""
    scene = charge(3, german("de.rifle-team", (20.7, 23), name="Berta", pick=MAN))
    scene.act("Able", "move", dice=[1], move=march([(20, 21.5)], [(21.4, 21.5)], [(22.8, 21)]))
    assert len(scene.events("charged")) == 1
    scene.act("Able", "move", move=march([(23.8, 20.4)]))
    assert scene.events("charged") == []
    assert scene.throws("Morale") == []


def at_blows(*spots: tuple[float, float], foes: tuple[tuple[float, float], ...]) -> Scene:
    """British at some places, Germans at others."""
    return Scene(
        brit("gb.rifle-team", spots[0], name="Able", pick=MAN * len(spots), spots=spots[1:]),
        german("de.rifle-team", foes[0], name="Berta", pick=MAN * len(foes), spots=foes[1:]),
    )


@clause("sk.morale.when-lost-melee")
def test_after_a_lost_melee() -> None:
    """The round is over, then the loser tests."""
    scene = at_blows((20, 20), foes=((20, 21.5),))
    scene.call(fight_melees, dice=[4, 3, 1])
    assert scene.throws("Morale")[0].why == "Morale of Berta (lost a melee), 2 action points"


@clause("sk.morale.when-lost-melee")
def test_one_won_and_one_lost_is_not_a_lost_melee() -> None:
    """More combats lost than won."""
    scene = at_blows((20, 20), (30, 20), foes=((20, 21.5), (30, 21.5)))
    scene.call(fight_melees, dice=[4, 3, 3, 4])
    assert scene.throws("Morale") == []
    lost = at_blows((20, 20), (30, 20), foes=((20, 21.5), (30, 21.5)))
    lost.call(fight_melees, dice=[4, 3, 3, 3, 1])
    assert len(lost.throws("Morale")) == 1


@clause("sk.turn.morale-any-time", "sk.morale.when-lost-melee", "sk.morale.when-casualty")
def test_a_casualty_in_a_lost_melee_is_one_test() -> None:
    """With both reasons."""
    scene = at_blows((20, 20), foes=((20, 21.5), (20, 24)))
    scene.call(end_part, dice=[5, 2, 1])
    assert [one.why for one in scene.throws("Morale")] == ["Morale of Berta (casualty, lost a melee), 3 action points"]


# ---- crossing open ground


def crossing(*, shot: bool = True, ground: Any = (), at: tuple[float, float] = (30, 20)) -> Scene:
    """A lone rifleman whom a German to the north has shot at."""
    harm = (Harm(1, 1, "small arms"),) if shot else ()
    return Scene(
        brit("gb.rifle-team", at, name="Able", pick=MAN, fields={"shot_by": harm}),
        german("de.rifle-team", (30, 2), name="Berta", pick=MAN),
        ground=ground,
    )


@clause("sk.morale.when-crossing")
def test_crossing_open_ground_under_fire_is_tested_first() -> None:
    """Passing, he goes; failing, he does not, and does what he must instead."""
    scene = crossing().act("Able", "move", dice=[1], move=shift(6, 0))
    assert scene.throws("Morale")[0].why == "Morale of Able (crossing open ground), 2 action points"
    assert scene.point("Able") == (36, 20)
    failed = crossing().act("Able", "move", dice=[4], move=shift(6, 0))
    assert failed.events("moved") == []
    assert failed.unit("Able").suppression == 1
    assert failed.figure("Able").spent == 0


@clause("sk.morale.when-crossing")
def test_two_inches_are_not_crossing() -> None:
    """A hair more is."""
    assert crossing().act("Able", "move", move=shift(2, 0)).throws("Morale") == []
    assert len(crossing().act("Able", "move", dice=[1], move=shift(2.01, 0)).throws("Morale")) == 1


@clause("sk.morale.when-crossing")
def test_nobody_tests_who_was_not_shot_at_or_is_not_in_view() -> None:
    """Of the enemy that fired."""
    assert crossing(shot=False).act("Able", "move", move=shift(6, 0)).throws("Morale") == []
    house = terrain("building", box=(22, 10, 20, 4))
    assert crossing(ground=[house]).act("Able", "move", move=shift(3, 0)).throws("Morale") == []


@clause("sk.morale.when-crossing")
def test_from_cover_to_cover_across_the_open_is_crossing() -> None:
    """Wherever on the way he is in the open; along a wall he is not."""
    gaps = [terrain("wall", line=[(28, 19), (31, 19)]), terrain("wall", line=[(35, 19), (40, 19)])]
    across = crossing(ground=gaps).act("Able", "move", dice=[1], move=shift(6, 0))
    assert len(across.throws("Morale")) == 1
    wall = [terrain("wall", line=[(28, 19), (40, 19)])]
    assert crossing(ground=wall).act("Able", "move", move=shift(6, 0)).throws("Morale") == []

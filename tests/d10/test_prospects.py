"""The dice that hang on options: the numbers are those of the rules, and of what is thrown in the end."""

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, YesNo
from sandtable.play.shown import Prospect
from sandtable.rulesets.d10.activation import shoot_order
from sandtable.rulesets.d10.assault import assail
from sandtable.rulesets.d10.break_off import free_blows
from sandtable.rulesets.d10.morale import rally
from sandtable.rulesets.d10.offers import Assaulting, Reacting
from sandtable.rulesets.d10.ruleset import RULESET
from tests.clause import clause

from .kit import Scene, Side, german, shift, terrain, us

HOLD = {"hold": True}
R = "rifleman"


def able(*roles: str, at: tuple[float, float] = (20, 20), **rest: Any) -> Side:
    """Models of a rifle squad that look south."""
    return us("us.rifle-squad", at, name="Able", pick=roles, bearing=180, **rest)


def berta(*roles: str, at: tuple[float, float] = (20, 30), **rest: Any) -> Side:
    """Grenadiers that look north."""
    return german("de.grenadier-squad", at, name="Berta", pick=roles, **rest)


def decide(scene: Scene, kind: str, domain: Any, unit: int | None = 0) -> Mapping[str, Prospect]:
    """What options of a question promise as a scene stands."""
    before = scene.state
    found = RULESET.prospects(scene.state, Decision(0, kind, domain, prompt="?", because=(), unit=unit))
    assert scene.state is before
    return found


def order(scene: Scene, key: str, unit: int = 0) -> Prospect:
    """What an order promises."""
    return decide(scene, "order", OneOf({key: key}), unit)[key]


def lines(prospect: Prospect) -> list[str]:
    """Dice in one line each."""
    return [f"{one.what}: {one.dice}, {one.needed}, {one.chance}" for one in prospect.volleys]


def reasons(prospect: Prospect) -> list[str]:
    """The modifiers of the first dice."""
    return [str(one) for one in prospect.volleys[0].modifiers]


def promised(scene: Scene, script: Any, *arguments: Any, dice: list[int], kind: str, **answers: Any) -> Any:
    """What the options of a question promised when it was asked in the course of a script, by key."""
    said: list[Mapping[str, Prospect]] = []
    given = answers.pop("give", None)

    def look(decision: Decision[Any]) -> object:
        said.append(RULESET.prospects(scene.state, decision))
        return given if given is not None else decision.usual()

    scene.call(script, *arguments, dice=dice, **{kind.replace(" ", "_"): look}, **answers)
    return said[0]


# ---- fire


@clause("d10.shoot.table", "d10.test.damage", "d10.gap.damage-stat", "d10.gap.shots")
def test_an_order_to_shoot_says_its_dice_and_their_damage() -> None:
    """SH 4 hits on 6, strength 4 against T 4 on 6: four dice, two hits, one wound."""
    scene = Scene(able(R, R, "gunner"), berta("leader", R, R))
    said = order(scene, "shoot")
    assert lines(said) == [
        "2 semi-automatic rifles, 1 automatic rifle: 4, 6+, 1/2",
        "damage at strength 4: 1 a hit, 6+, 1/2",
    ]
    assert said.expected == {"target": "Berta", "distance": '9"', "hits": "2", "wounds": "1"}
    assert said.gives == "1 wound"
    scene.call(shoot_order, "Able", dice=[6, 1, 1, 1, 6])
    assert [(len(faces), needs) for _, faces, needs in scene.thrown()] == [(4, "6+"), (1, "6+")]


@clause("d10.hit.moved", "d10.gap.cover", "d10.hit.size-1", "d10.hit.size-6-7", "d10.gap.tag-steady")
@pytest.mark.parametrize(
    ("shooter", "target", "ground", "why", "needs"),
    [
        (able("gunner", fields={"moved": True}), berta(R), [], ["-1 the unit moved"], "7+"),
        (able(R, fields={"moved": True}), berta(R), [], [], "6+"),
        (able(R), berta(R), [terrain("wall", line=[(18, 29), (22, 29)])], ["-2 hard cover"], "8+"),
        (able(R), german("de.sniper-team", (20, 30), name="Eye"), [], ["-1 target of size 1"], "7+"),
        (able(R), german("de.panzer-iv", (20, 30), name="Panzer"), [], ["+2 target of size 6"], "4+"),
        (us("us.sniper-team", (20, 20), name="Eye"), berta(R), [], ["+1 aimed"], "3+"),
    ],
)
def test_every_modifier_is_named(shooter: Side, target: Side, ground: list[Any], why: list[str], needs: str) -> None:
    """Of the shooter, of its weapon, of the target."""
    said = order(Scene(shooter, target, ground=ground), "shoot")
    assert (reasons(said), said.volleys[0].needed) == (why, needs)


@clause("d10.gap.tag-armoured", "d10.gap.tag-at", "d10.gap.vehicle-facing")
def test_what_cannot_harm_armour_says_so() -> None:
    """Rifles at a tank hit and do nothing; a rocket at its front needs 5 at T 7 for two wounds."""
    tank = german("de.panzer-iv", (20, 32), name="Panzer")
    said = order(Scene(able(R, R), tank), "shoot")
    assert lines(said) == ["2 semi-automatic rifles: 2, 4+, 7/10"]
    assert (said.note, said.expected["wounds"]) == ("strength 4 is too weak for its armour", "0")
    assert "d10.gap.tag-armoured" in said.because
    rocket = order(Scene(us("us.bazooka-team", (20, 20), name="Rocket", pick=("gunner", "loader")), tank), "shoot")
    assert "damage at strength 9: 1 a hit, 4+, 7/10" in lines(rocket)
    assert rocket.expected["wounds"] == "0.98"


@clause("d10.gap.tag-blast", "d10.gap.weapon-light-mortar")
def test_a_blast_says_how_many_hits_one_success_is() -> None:
    """Blast 3 at five men, at two, and at two of whom one stands too far off."""
    mortar = us("us.light-mortar", (20, 10), name="Mortar", pick=("gunner",), bearing=180)
    for side, each in (
        (berta(*[R] * 5), 3),
        (berta(R, R), 2),
        (berta(R, R, spots=((25, 30),)), 1),
    ):
        said = order(Scene(mortar, side), "shoot")
        assert lines(said)[-1] == f"damage at strength 4: {each} a hit, 6+, 1/2"
        assert said.expected["hits"] == ("1/2", "1", "1 1/2")[each - 1]


@clause("d10.shoot.battle-awareness", "d10.gap.vehicle-shoot")
def test_a_main_gun_says_the_dice_of_each_shell_at_each_target() -> None:
    """Armour-piercing at a tank does two wounds, high explosive bursts among men; it may stay silent."""
    scene = Scene(
        us("us.sherman", (20, 15), name="Sherman", bearing=180),
        berta(R, R, R, R),
        german("de.panzer-iv", (35, 30), name="Panzer"),
    )
    said = promised(scene, shoot_order, "Sherman", dice=[1, 1, 1, 1, 1, 1, 1], kind="main gun")
    assert list(said) == ["u1 ap", "u1 he", "u2 ap", "u2 he", "nobody"]
    assert lines(said["u1 he"]) == ["75 mm gun: 1, 6+, 1/2", "damage at strength 6: 3 a hit, 4+, 7/10"]
    assert lines(said["u2 ap"])[0] == "75 mm gun: 1, 4+, 7/10"
    assert said["u2 he"].note == "strength 6 is too weak for its armour"
    assert (said["nobody"].volleys, said["nobody"].note) == ((), "the main gun stays silent")


@clause("d10.shoot.battle-awareness", "d10.gap.grenades")
def test_targets_and_weapons_say_their_own_dice() -> None:
    """Scouts pick among two squads; a grenade in place of a rifle bursts."""
    scouts = us("us.reconnaissance-squad", (20, 25), name="Scouts", bearing=180, men=4)
    scene = Scene(scouts, berta(R, R), german("de.grenadier-squad", (35, 30), name="Cäsar", pick=(R,)))
    said = promised(scene, shoot_order, "Scouts", dice=[1] * 4, kind="target", weapons="own weapons")
    assert list(said) == ["u1", "u2"]
    assert said["u1"].expected["distance"] == '4"'
    kits = promised(Scene(scouts, berta(R, R)), shoot_order, "Scouts", dice=[1] * 4, kind="weapons", give="own weapons")
    assert lines(kits["own weapons, a grenade"]) == [
        "3 carbines: 3, 6+, 1/2",
        "1 grenade: 1, 6+, 1/2",
        "damage at strength 3: 1 a hit, 7+, 2/5",
        "damage at strength 4: 2 a hit, 6+, 1/2",
    ]
    assert lines(kits["own weapons"])[0] == "4 carbines: 4, 6+, 1/2"


@clause("d10.shoot.allocate", "d10.gap.tag-aimed")
def test_whoever_may_take_a_hit_says_its_damage_die() -> None:
    """And the wounds that he has left; the marksman chooses for himself, and is told so."""
    eye = us("us.sniper-team", (20, 10), name="Eye")
    scene = Scene(eye, berta("leader", R))
    assert "whoever shoots says whom it hits" in order(scene, "shoot").note
    said = promised(scene, shoot_order, "Eye", dice=[10, 1], kind="allocate")
    assert list(said) == [f"m{man}" for man in scene.unit("Berta").men]
    first = next(iter(said.values()))
    assert lines(first) == ["damage at strength 5: 1 a hit, 5+, 3/5"]
    assert first.expected == {"wounds": "3/5", "wounds left": "1"}


# ---- tests and reactions


@clause("d10.gap.reaction-test", "d10.gap.leaders", "d10.gap.hold-enables")
def test_hold_says_the_reaction_test_and_who_lends_his_command() -> None:
    """CM 5 needs 5; a lieutenant near by lends his 7, one too far off does not."""
    assert order(Scene(able(R), berta(R)), "hold").expected == {"reacts": "60 %"}
    for at, needs, note in (((20, 9), "3+", "on the Command of Miller"), ((20, 6.9), "5+", "")):
        said = order(Scene(able(R), berta(R), us("us.second-lieutenant", at, name="Miller")), "hold")
        assert (said.volleys[0].needed, said.note) == (needs, note)


@clause("d10.gap.reaction-shoot", "d10.gap.reaction-limits")
def test_a_reaction_says_its_test_and_its_shot() -> None:
    """As the mover stands now; who cannot see it yet says that."""
    scene = Scene(
        able(R), berta(R, fields=HOLD), berta(R, at=(60, 40), fields=HOLD),
        ground=[terrain("building", box=(40, 20, 4, 20))],
    )  # fmt: skip
    found = decide(scene, "react", Reacting(0, {"nobody": None, "u1": 1, "u2": 2}))
    assert list(found) == ["u1", "u2"]
    assert lines(found["u1"]) == [
        "reaction test: 1, 5+, 3/5",
        "1 rifle: 1, 6+, 1/2",
        "damage at strength 4: 1 a hit, 6+, 1/2",
    ]
    assert found["u1"].expected["reacts"] == "60 %"
    assert found["u1"].gives == "0.2 wounds"  # of a shot that is fired three times in five
    assert lines(found["u2"]) == ["reaction test: 1, 5+, 3/5"]
    assert found["u2"].note == "out of sight or reach where it is now"


@clause("d10.gap.reaction-shoot", "d10.gap.tag-steady")
def test_each_point_of_a_move_says_the_shot_from_there() -> None:
    """The way leads behind a wall: cover from the third inch on, where he is nearest."""
    wall = terrain("wall", line=[(22.2, 21.5), (26, 21.5)])
    scene = Scene(able(R), berta(R, at=(23, 32), fields=HOLD), ground=[wall])
    said: list[Mapping[str, Prospect]] = []

    def look(decision: Decision[Any]) -> object:
        said.append(RULESET.prospects(scene.state, decision))
        return "s1"

    scene.order("Able", "move", dice=[1], move=shift(4, 0), react_at=look)
    (found,) = said
    assert list(found) == ["s1", "s2", "s3", "s4"]
    assert [len(found[key].volleys[1].modifiers) for key in found] == [0, 0, 1, 1]
    assert [found[key].expected["distance"] for key in found] == ['11.17"', '11.05"', '11"', '11.05"']


@clause("d10.gap.unit-us-sniper", "d10.hit.size-1", "d10.gap.reaction-shoot")
def test_a_sniper_on_the_move_is_no_small_target() -> None:
    """Of size 1 until he moves, of size 2 at every point of his way."""
    eye = us("us.sniper-team", (20, 20), name="Eye")
    scene = Scene(eye, berta(R, fields=HOLD))
    now = decide(scene, "react", Reacting(0, {"u1": 1}))["u1"]
    assert [str(one) for one in now.volleys[1].modifiers] == ["-1 target of size 1"]
    said: list[Mapping[str, Prospect]] = []

    def look(decision: Decision[Any]) -> object:
        said.append(RULESET.prospects(scene.state, decision))
        return "s1"

    scene.order("Eye", "move", dice=[1], move=shift(2, 0), react_at=look)
    assert [found.volleys[1].modifiers for found in said[0].values()] == [(), ()]


@clause("d10.rally.short", "d10.rally.medium", "d10.gap.rally-procedure")
def test_panicked_units_say_their_rally_check() -> None:
    """With enemies at 9 inches: 5 and 2 more; a unit that is not panicked says nothing."""
    scene = Scene(able(R, fields={"panicked": True}), us("us.rifle-squad", (60, 5), name="Baker", men=1), berta(R))
    found = decide(scene, "activate", OneOf({"u0": 0, "u1": 1, "pass": None}), None)
    assert list(found) == ["u0"]
    assert (lines(found["u0"]), found["u0"].expected) == (["rally check: 1, 7+, 2/5"], {"rallies": "40 %"})
    assert reasons(found["u0"]) == ["-2 enemies in sight within 12 inches"]
    scene.call(rally, "Able", dice=[6])
    assert scene.thrown()[0][2] == "7+"


@clause("d10.shoot.natural-1", "d10.gap.reaction-test")
def test_without_the_natural_rule_a_score_may_lie_beyond_the_die() -> None:
    """A chance is never more than certain."""
    card = {"command": 10}
    free = Scene(able(R, card=card, fields={"panicked": True}), natural_rule_everywhere=False)
    assert decide(free, "activate", OneOf({"u0": 0}), None)["u0"].volleys[0].chance == "9/10"
    panicked = {"panicked": True}
    weak = Scene(
        able(R, at=(20, 29), card={"assault": 1}, fields=panicked),
        berta(R, card={"assault": 9}),
        natural_rule_everywhere=False,
    )
    said = order(weak, "assault")
    assert lines(said)[0] == "Able at Berta, strength 3: 1, 12+, 0"


# ---- assaults


@clause("d10.gap.assault-move", "d10.cc.charged", "d10.cc.table", "d10.gap.combat-fight")
def test_an_assault_says_how_far_it_is_and_the_blows_of_both_sides() -> None:
    """Whoever is out of reach says that and no dice."""
    scene = Scene(
        able("sergeant", R, at=(20, 27)), berta(R, R), german("de.grenadier-squad", (20, 40), name="Cäsar", men=1)
    )
    found = decide(scene, "assault", Assaulting(0, {"u1": 1, "u2": 2}))
    assert lines(found["u1"]) == [
        "Able at Berta, strength 4: 1, 5+, 3/5",
        "Able at Berta, strength 3: 1, 5+, 3/5",
        "Berta at Able, strength 3: 2, 6+, 1/2",
        "damage at strength 4: 1 a hit, 6+, 1/2",
        "damage at strength 3: 1 a hit, 7+, 2/5",
    ]
    assert reasons(found["u1"]) == ["+1 charged"]
    assert found["u1"].expected == {
        "distance": '2"', "move": '4"', "wounds of Berta": "0.54", "wounds of Able": "2/5",
    }  # fmt: skip
    assert (found["u2"].volleys, found["u2"].note, list(found["u2"].expected)) == ((), "out of reach", ["distance"])
    scene.call(assail, "Able", "Berta", dice=[1, 1, 1, 1])
    assert [(len(faces), needs) for _, faces, needs in scene.thrown()] == [(1, "5+"), (1, "5+"), (2, "6+")]


@clause("d10.cc.defending-cover", "d10.gap.counter-charge", "d10.cc.counter-charged")
def test_answers_to_an_assault_say_what_they_change() -> None:
    """A shot and its test; cover for whoever stays, +1 for whoever comes out of it instead."""
    hedge = terrain("hedge", line=[(16, 29.45), (26, 29.45)])
    scene = Scene(able(R, R, at=(20, 27)), berta(R, R, fields=HOLD), ground=[hedge])
    said = promised(scene, assail, "Able", "Berta", dice=[1] * 4, kind="answer an assault", give="nothing")
    assert list(said) == ["shoot", "counter-charge", "nothing"]
    assert lines(said["shoot"])[:2] == ["reaction test: 1, 5+, 3/5", "2 rifles: 2, 6+, 1/2"]
    struck = {key: [one for one in said[key].volleys if one.what.startswith("Berta at")] for key in said}
    assert [str(one) for one in struck["counter-charge"][0].modifiers] == ["+1 counter-charged"]
    assert [str(one) for one in struck["nothing"][0].modifiers] == ["+1 defending cover"]
    assert "reacts" not in said["nothing"].expected
    apart = Scene(able(R, R, at=(20, 24)), berta(R, R, fields=HOLD))
    said = promised(apart, assail, "Able", "Berta", dice=[], kind="answer an assault", give="nothing")
    assert [bool(said[key].note) for key in ("counter-charge", "nothing")] == [False, True], "they meet half-way or not"


@clause("d10.gap.break-off", "d10.gap.combat-continues")
def test_a_unit_in_combat_is_told_the_next_round_and_the_free_blows() -> None:
    """Another round without +1; who breaks off is struck with +1 by whoever touches him."""
    scene = Scene(able(R, R, at=(20, 29)), berta(R, R))
    assert lines(order(scene, "assault"))[:2] == [
        "Able at Berta, strength 3: 2, 6+, 1/2",
        "Berta at Able, strength 3: 2, 6+, 1/2",
    ]
    away = order(scene, "break off")
    assert lines(away)[0] == "Berta at Able, strength 3: 2, 5+, 3/5"
    assert (reasons(away), away.expected) == (["+1 it breaks off"], {"wounds of Able": "12/25"})
    scene.call(free_blows, "Able", dice=[1, 1])
    assert scene.thrown()[0][2] == "5+"


@clause("d10.gap.weapon-satchel", "d10.gap.vehicle-assault")
def test_an_assault_on_a_tank_reckons_with_demolition_charges() -> None:
    """Two charges and a grenade, which is all that three men can do; the tank strikes back twice."""
    engineers = us("us.engineer-squad", (20, 35), name="Engineers", bearing=180)
    scene = Scene(engineers, german("de.panzer-iv", (20, 40), name="Panzer"))
    said = order(scene, "assault")
    assert lines(said)[:3] == [
        "Engineers at Panzer, strength 8: 2, 2+, 9/10",
        "Engineers at Panzer, strength 4: 1, 2+, 9/10",
        "Panzer at Engineers, strength 4: 2, 9+, 1/5",
    ]
    assert scene.unit("Engineers").items == ("satchel", "satchel")


# ---- other orders and questions


@clause("d10.order.move-normal", "d10.order.move-rush")
def test_moves_say_how_far_they_go() -> None:
    """Three times as far in a Rush."""
    scene = Scene(able(R), berta(R))
    assert order(scene, "move").expected == {"distance": '4"'}
    assert order(scene, "rush").expected == {"distance": '12"'}


def test_orders_without_anybody_to_aim_at_say_so() -> None:
    """Nobody in sight to shoot at or to assault."""
    scene = Scene(able(R), berta(R, at=(60, 30)), ground=[terrain("building", box=(38, 10, 4, 38))])
    for key, note in (("shoot", "there is nobody to shoot at"), ("assault", "no enemy is in sight to assault")):
        said = order(scene, key)
        assert (said.volleys, said.note) == ((), note)
        assert said.because


def test_other_questions_have_no_dice() -> None:
    """Placements, doing nothing, and questions of no unit."""
    scene = Scene(able(R), berta(R))
    assert decide(scene, "order", OneOf({"nothing": "nothing"})) == {}
    assert decide(scene, "move", YesNo()) == {}
    assert decide(scene, "edge", OneOf({"north": 1}), None) == {}

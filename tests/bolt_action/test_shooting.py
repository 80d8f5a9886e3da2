"""Shooting step by step: who shoots at whom, and in which order it is resolved."""

from typing import Any

import pytest

from sandtable.play.events import Event
from tests.clause import clause

from .kit import Scene, column, de, shift, terrain, us


def facing(distance: float, **rest: Any) -> Scene:
    """Able and Foes, six men each in two columns, every man so many inches from the one straight before him."""
    x = 21 + distance
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=6, spots=column(20, 20, 6), bearing=90),
        de("us.rifle-squad", (x, 20), name="Foes", men=6, spots=column(x, 20, 6), bearing=270),
        **rest,
    )


def steps(scene: Scene) -> list[str]:
    """What was told and thrown, in its order."""
    return [one.verb if isinstance(one, Event) else one.why.rpartition(": ")[2] for one in scene.news]


# ---- the seven steps


@clause("ba.shoot.sequence", "ba.shoot.react", "ba.shoot.to-damage", "ba.shoot.casualties", "ba.shoot.morale")
def test_shooting_goes_through_its_seven_steps_in_order() -> None:
    """Declare, react, measure and open fire, roll to hit, roll to damage, take casualties, check morale."""
    scene = facing(12)
    to_hit = [1, 1, 1, 1, 6, 6, 6, 6]  # the SMG, the automatic rifle, and four rifles that hit
    scene.order("Able", "fire", [*to_hit, 4, 5, 5, 3, 1, 1], target="Foes", react="down")
    assert scene.kinds_asked() == ["target", "react", "remove casualties"]
    assert steps(scene) == [
        "was ordered",
        "opened fire",
        "went down",
        *["to hit"] * 3,
        "was hit",
        "pinned",
        "to damage",
        "lost men",
        "3 of 6 men lost",
        "checked morale",
    ]


@clause("ba.shoot.declare")
def test_a_target_is_named_before_anybody_knows_the_range() -> None:
    """An enemy far out of range can be named; the shots are then wasted."""
    scene = facing(40)
    scene.order("Able", "fire", target="Foes", react="stay")
    assert scene.asked[0].domain.options() == ["u1", "none"]
    assert scene.event("fired in vain").tells == {"at": "Foes", "why": "out of range: 40 inches, 30 at most"}
    assert scene.unit("Foes").pins == 0


@clause("ba.shoot.react")
def test_the_target_reacts_before_the_range_is_measured() -> None:
    """It goes Down although the shots turn out not to reach it; one that has acted cannot react."""
    scene = facing(40)
    scene.order("Able", "fire", target="Foes", react="down")
    assert scene.unit("Foes").order == "down"
    scene.order("Able", "fire", target="Foes")
    assert scene.kinds_asked() == ["target"]


@clause("ba.shoot.measure", "ba.gap.who-shoots")
def test_range_is_measured_for_each_shooter() -> None:
    """Rifles 6, 12.5, 24 and 24.001 inches away: one at point blank, two at long range, one too far."""
    gaps = [31, 6, 12.5, 24, 24.001]
    scene = Scene(
        us("us.rifle-squad", (9, 20), name="Able", men=6, spots=tuple((39 - gap, 20) for gap in gaps)),
        de("us.rifle-squad", (40, 20), name="Foes", men=6, spots=column(40, 20, 6)),
    )
    scene.order("Able", "fire", [1, 1, 1], target="Foes", react="stay")
    assert scene.thrown("to hit") == [
        ("Able (Rifle) at Foes: to hit", (1,), "2+ (+1 point blank)"),
        ("Able (Rifle) at Foes: to hit", (1, 1), "4+ (-1 long range)"),
    ]


@clause("ba.shoot.to-hit", "ba.shoot.to-damage")
def test_a_die_is_rolled_for_each_shot_and_for_each_hit() -> None:
    """Eight shots, three hits: eight dice to hit and three to damage."""
    scene = facing(12)
    scene.order("Able", "fire", [1, 1, 3, 1, 3, 3, 2, 2, 3, 3, 3], target="Foes", react="stay")
    assert sum(len(one.faces) for one in scene.throws("to hit")) == 8
    (damage,) = scene.throws("to damage")
    assert damage.faces == (3, 3, 3)
    assert scene.events("lost men") == []


@clause("ba.shoot.casualties")
def test_casualties_leave_the_table() -> None:
    """Two wounds: two men fewer in the unit, and nothing of them on the table."""
    scene = facing(12)
    scene.order("Able", "fire", [1, 1, 1, 1, 3, 3, 1, 1, 4, 5], target="Foes", react="stay")
    lost = scene.event("lost men")
    assert len(scene.unit("Foes").men) == 4
    assert set(lost.figures).isdisjoint(scene.unit("Foes").men)
    assert not any(scene.state.layout.on_table(figure) for figure in lost.figures)


@clause("ba.shoot.morale")
def test_a_target_that_fails_its_check_is_gone() -> None:
    """Half of it shot down, one pin: 8 or less keeps it there, 9 removes it."""
    for dice, left in (([4, 4], 3), ([4, 5], 0)):
        scene = facing(12)
        to_hit = [1, 1, 1, 1, 3, 3, 3, 1]
        scene.order("Able", "fire", [*to_hit, 4, 4, 4, *dice], target="Foes", react="stay")
        assert len(scene.unit("Foes").men) == left
        assert scene.unit("Foes").alive == bool(left)


# ---- who shoots


@clause("ba.gap.who-shoots")
def test_a_unit_shoots_at_one_target() -> None:
    """With two enemies in sight it names one, and the other hears nothing of it."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=6),
        de("us.rifle-squad", (20, 30), name="Foes", men=6),
        de("us.rifle-squad", (20, 10), name="Others", men=6),
    )
    scene.order("Able", "fire", [1] * 8, target="Foes", react="stay")
    assert scene.kinds_asked() == ["target", "react"]
    assert scene.throws("Others") == []


@clause("ba.gap.who-shoots")
def test_each_man_must_see_the_target() -> None:
    """A house hides the target from the lower half of the column: only the upper half shoots."""
    house = terrain("building", box=(24, 22, 4, 12))
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=6, spots=column(20, 20, 6)),
        de("us.captain", (30, 20), name="Foes"),
        ground=[house],
    )
    scene.order("Able", "fire", [1] * 5, target="Foes", react="stay")
    assert [len(one.faces) for one in scene.throws("(Rifle)")] == [1]


@clause("ba.gap.who-shoots")
@pytest.mark.parametrize(
    ("troop", "men", "shots"),
    [
        ("gb.infantry-section", 5, {"Sub-machine gun": 2, "Light machine gun": 3, "Rifle": 2}),
        ("gb.mmg-team", 3, {"Medium machine gun": 4}),
        ("gb.piat-team", 2, {"PIAT": 1}),
    ],
)
def test_the_crew_of_a_team_weapon_does_not_shoot(troop: str, men: int, shots: dict[str, int]) -> None:
    """The gunner fires; his loaders serve the weapon, a squad's loader too although he has a rifle."""
    scene = Scene(
        us(troop, (20, 20), name="Able", men=men, spots=column(20, 20, men), bearing=90),
        de("us.rifle-squad", (30, 20), name="Foes", men=6, spots=column(30, 20, 6)),
    )
    scene.order("Able", "fire", [1] * sum(shots.values()), target="Foes", react="stay")
    assert {one.why.split("(")[1].split(")")[0]: len(one.faces) for one in scene.throws("to hit")} == shots


# ---- one-shot weapons, and weapons with targets of their own


def grenadiers(*more: Any, **rest: Any) -> Scene:
    """Five Grenadiers, two of them with panzerfausts; Foes and a Tank, all within twelve inches."""
    return Scene(
        us("de.grenadier-squad", (20, 20), name="Able", men=5, spots=column(20, 20, 5)),
        de("us.rifle-squad", (30, 20), name="Foes", men=6, spots=column(30, 20, 6)),
        de("us.sherman", (24, 34), name="Tank"),
        *more,
        **rest,
    )


ONE_SHOT = "aim one-shot weapon"


@clause("ba.gap.split-fire", "ba.gap.weapon-one-shot", "ba.gap.who-shoots")
def test_a_one_shot_weapon_may_have_a_target_of_its_own() -> None:
    """One panzerfaust at the tank; the rest of the squad at Foes, with one rifle less."""
    scene = grenadiers()
    dice = [6, 1, *[1] * 6]  # the panzerfaust hits and does nothing; SMG, LMG and one rifle miss
    scene.order("Able", "fire", dice, target="Foes", react="stay", **{ONE_SHOT: ["Tank", "none"]})
    assert [(one.why, len(one.faces)) for one in scene.throws("to hit")] == [
        ("Able (Panzerfaust) at Tank: to hit", 1),
        ("Able (Sub-machine gun) at Foes: to hit", 2),
        ("Able (Light machine gun) at Foes: to hit", 3),
        ("Able (Rifle) at Foes: to hit", 1),
    ]
    assert scene.unit("Tank").pins == 1


@clause("ba.gap.split-fire")
def test_a_one_shot_weapon_is_fired_apart_only_at_vehicles_and_buildings() -> None:
    """Infantry in the open that the squad does not shoot at cannot be picked; the same men in a house can."""
    others = de("us.captain", (30, 34), name="Others", men=2)
    scene = grenadiers(others)
    scene.order("Able", "fire", [1] * 7, target="Foes", react="stay")
    (first, *_) = [one for one in scene.asked if one.kind == ONE_SHOT]
    assert first.domain.options() == ["none", "u1", "u2"]
    house = terrain("building", box=(28, 32, 5, 5), openings=[(28, 34)])
    scene = grenadiers(de("us.captain", (30, 34), name="Others", men=2, fields={"building": 0}), ground=[house])
    scene.order("Able", "fire", [1] * 7, target="Foes", react=["stay", "stay"], **{ONE_SHOT: ["Others", "none"]})
    assert scene.throws("(Panzerfaust) at Others")


@clause("ba.gap.weapon-one-shot")
def test_a_one_shot_weapon_may_be_fired_with_the_squad() -> None:
    """At the squad's own target, men in the open: one shot, and +6 to damage."""
    scene = grenadiers()
    scene.order("Able", "fire", [6, *[1] * 6, 1], target="Foes", react="stay", **{ONE_SHOT: ["Foes", "none"]})
    assert scene.thrown("Panzerfaust on Foes") == [("Panzerfaust on Foes: to damage", (1,), "1+ (+6 penetration)")]


@clause("ba.gap.weapon-one-shot")
def test_a_one_shot_weapon_is_used_once_and_leaves_a_rifle() -> None:
    """Both panzerfausts are fired; on the next order nobody is asked, and both men shoot with rifles."""
    scene = grenadiers()
    dice = [1, 1, *[1] * 5]
    scene.order("Able", "fire", dice, target="Foes", react="stay", **{ONE_SHOT: ["Tank", "Tank"]})
    assert len(scene.events("used up its one-shot weapon")) == 2
    assert scene.throws("(Rifle)") == []
    scene.order("Able", "fire", [1] * 7, target="Foes", react="stay")
    assert ONE_SHOT not in scene.kinds_asked()
    assert [len(one.faces) for one in scene.throws("(Rifle)")] == [2]


@clause("ba.gap.weapon-one-shot")
def test_a_one_shot_weapon_out_of_range_is_wasted_and_on_the_move_it_is_harder() -> None:
    """It is spent on a tank that it does not reach; after an Advance it takes the penalty for moving."""
    scene = grenadiers(de("us.sherman", (50, 20), name="Far"))
    scene.order("Able", "fire", [1] * 6, target="Foes", react="stay", **{ONE_SHOT: ["Far", "none"]})
    assert len(scene.events("used up its one-shot weapon")) == 1
    assert scene.throws("(Panzerfaust)") == []
    scene.order("Able", "advance", [1] * 7, move=shift(1, 0), target="Foes", react="stay", **{ONE_SHOT: "Tank"})
    assert [one.needs for one in scene.throws("(Panzerfaust)")] == ["3+ (+1 point blank, -1 on the move)"]


@clause("ba.gap.weapon-one-shot")
def test_one_shot_weapons_are_bought_singly() -> None:
    """Each costs five points, and goes to a man who has a rifle and nothing else."""
    bare = us("gb.infantry-section", (20, 20), name="Bare")
    armed = us("gb.infantry-section", (20, 30), name="Armed", add=("panzerfaust", "panzerfaust"))
    scene = Scene(bare, armed)
    assert scene.unit("Armed").card.points == scene.unit("Bare").card.points + 10
    carriers = [scene.state.figures[man] for man in scene.unit("Armed").men if scene.state.figures[man].carries]
    assert [(man.role, man.weapon) for man in carriers] == [("man", "rifle")] * 2


@clause("ba.gap.split-fire")
def test_a_vehicle_may_fire_each_weapon_at_its_own_target() -> None:
    """The turret's gun and what is coaxial with it fire together; the machine gun in the hull fires elsewhere."""
    scene = Scene(
        us("us.sherman", (20, 20), name="Able", bearing=90),
        de("us.rifle-squad", (40, 20), name="Foes", men=6),
        de("us.rifle-squad", (40, 26), name="Others", men=6),
    )
    scene.order("Able", "fire", [1, *[1] * 4, *[1] * 4], target=["Foes", "Others"], react=["stay", "stay"])
    assert [(one.why, len(one.faces)) for one in scene.throws("to hit")] == [
        ("Able (Medium anti-tank gun) at Foes: to hit", 1),
        ("Able (Medium machine gun) at Foes: to hit", 4),
        ("Able (Medium machine gun) at Others: to hit", 4),
    ]

"""Who takes which hits."""

from typing import Any

import pytest

from sandtable.rulesets.fraley.basics.terrain import HARD, SOFT
from sandtable.rulesets.fraley.fire.allocation import at_dice
from tests.clause import clause

from .kit import Scene, german, keys, terrain, us
from .volleys import companies, fire, foes, foot, shot, shots

assert companies is not None  # a fixture of every test here


def dice_of(scene: Scene) -> list[tuple[int, str]]:
    """How many dice were thrown for Saves at once, and what they needed."""
    return [(len(faces), needs) for _, faces, needs in scene.thrown("Saves")]


def spread_out(**more: Any) -> Scene:
    """Five riflemen against three Teams: in the open, in woods, in a house."""
    ground = [terrain("woods", box=(24, 28, 4, 4)), terrain("building", box=(30, 28, 4, 4))]
    other = foes("Rifle Team", "Rifle Team", "Rifle Team", spots=((26, 30), (32, 30)), **more)
    return Scene(foot(5), other, ground=ground)


# ---- pooled hits


@clause("fraley.alloc.spread", "fraley.alloc.one-die-each", "fraley.save.procedure")
def test_five_hits_on_three_teams_are_two_two_and_one() -> None:
    """Their owner chooses who has the second ones, if the Teams differ."""
    scene = Scene(foot(5), foes("Rifle Team", "Rifle Team", "LMG Team"))
    men = scene.unit("Berta").men
    fire(scene, shots(scene, 5), [3] * 5 + [3, 3, 3, 5, 5], hits=keys(f"m{men[0]}", f"m{men[2]}"))
    assert scene.decision("hits").seat == 1
    assert dice_of(scene) == [(2, "3+"), (1, "3+"), (2, "5+")]
    assert scene.unit("Berta").men == men


@clause("fraley.alloc.one-die-each")
def test_nobody_is_asked_where_teams_do_not_differ() -> None:
    """Two hits on three riflemen; a Platoon Leader among them is spared by default."""
    scene = Scene(foot(2), foes("Rifle Team", "Rifle Team", "Rifle Team"))
    fire(scene, shots(scene, 2), [3, 3, 3, 3])
    assert scene.kinds_asked() == []
    scene = Scene(foot(1), foes("PL", "Rifle Team"))
    fire(scene, shots(scene, 1), [3, 1])
    assert scene.kinds_asked() == ["hits"]
    assert [scene.team("Berta").role] == ["PL"]


@clause("fraley.alloc.cover-order")
def test_hits_go_to_the_open_then_to_soft_then_to_hard_cover() -> None:
    """Two hits: the Team in the open and that in the woods take one each; the third in the house."""
    scene = spread_out()
    men = scene.unit("Berta").men
    fire(scene, shots(scene, 5), [3, 3, 2, 2, 2, 1, 1])
    assert scene.unit("Berta").men == men[2:]
    scene = spread_out()
    fire(scene, shots(scene, 5), [3, 2, 2, 2, 2, 1])
    assert scene.unit("Berta").men == men[1:]
    scene = spread_out()
    fire(scene, shots(scene, 5), [3, 3, 3, 3, 2, 6, 6, 6, 6])
    assert dice_of(scene) == [(2, "3+"), (1, "3+"), (1, "2+")]  # the next pass starts with the open again


@clause("fraley.alloc.cover-order")
def test_teams_gone_to_ground_come_last_whatever_their_cover() -> None:
    """One lies silent in the open, two others are up in woods and house."""
    scene = spread_out(teams={0: {"moved": False, "fired": False}})
    men = scene.unit("Berta").men
    fire(scene, shots(scene, 5), [3, 3, 2, 2, 2, 1, 1])
    assert scene.unit("Berta").men == men[:1]


@clause("fraley.alloc.valid-team")
@pytest.mark.parametrize(("y", "valid"), [(39.25, True), (39.251, False)])
def test_a_team_out_of_range_takes_no_hits(y: float, valid: bool) -> None:
    """A rifle reaches 18.0", not more: both hits lie on the near Team."""
    scene = Scene(foot(1), foes("Rifle Team", "Rifle Team", spots=((20, y),)))
    fire(scene, [shot(scene, fp=2)], [3, 3, 1, 1])
    assert len(scene.unit("Berta").men) == (0 if valid else 1)


@clause("fraley.alloc.valid-team")
def test_long_range_counts_for_those_who_fired_at_it() -> None:
    """An LMG at Long Range reaches Teams up to 36"; at its own range it does not reach farther than 18"."""
    own = us("us.rifle-platoon", (20, 2), name="Able", pick=("LMG Team",), bearing=180)
    for near, left in ((26.0, 0), (20.0, 1)):
        scene = Scene(own, foes("Rifle Team", "Rifle Team", at=(20, near), spots=((23, 26),)))
        fire(scene, [shot(scene, fp=2)], [3, 3, 1, 1])
        assert len(scene.unit("Berta").men) == left


@clause("fraley.alloc.valid-team")
def test_a_team_that_nobody_sees_takes_no_hits_nor_one_that_may_not() -> None:
    """One behind a wood; one of those who charge and one who stayed behind."""
    scene = Scene(
        foot(1), foes("Rifle Team", "Rifle Team", spots=((20, 36),)), ground=[terrain("woods", box=(10, 32, 20, 2))]
    )
    men = scene.unit("Berta").men
    fire(scene, [shot(scene, fp=2)], [3, 3, 1, 6])
    assert scene.unit("Berta").men == men[1:]
    scene = Scene(foot(1), foes("Rifle Team", "Rifle Team"))
    fire(scene, [shot(scene, fp=2)], [3, 3, 1, 6], only=men[1:])
    assert scene.unit("Berta").men == men[:1]


# ---- AT weapons


def guns(count: int = 2, **more: Any) -> Any:
    """57mm guns that fire to the south, more than 18" from what stands at y = 44."""
    return us("us.at-platoon", (20, 20), name="Able", pick=("57mm Team",) * count, bearing=180, **more)


def panzers(*spots: tuple[float, float], **more: Any) -> Any:
    """Panzer IVs that look north, the first of them the Platoon Leader's."""
    return german("de.panzer-iv-platoon", (20, 43), name="Berta", men=1 + len(spots), spots=spots, **more)


@clause("fraley.at.single-team", "fraley.alloc.spread")
def test_two_guns_hit_two_different_tanks() -> None:
    """3 and 2 hits at three Panzer IVs: one takes 3, another takes 2, as their owner says, before any die is thrown."""
    scene = Scene(guns(), panzers((24, 43), (28, 43)))
    men = scene.unit("Berta").men
    struck = fire(
        scene, shots(scene, 2), [3, 3, 3, 1, 3, 3, 1, 1, 5, 5, 5, 5, 5],
        allot=keys(f"m{men[2]}", f"m{men[0]}"), suppress=keys(f"m{men[1]}"),
    )  # fmt: skip
    assert struck.hits == 5
    assert scene.kinds_asked() == ["allot", "suppress"]
    assert scene.decision("allot").seat == 1
    saves = scene.thrown("armour")
    assert [len(faces) for _, faces, _ in saves] == [3, 2]
    assert [why.partition(":")[0] for why, _, _ in saves] == ["Berta's Panzer IV 2", "Berta's Panzer IV (PL)"]


@clause("fraley.at.single-team")
def test_a_third_gun_comes_back_only_when_all_have_an_allotment() -> None:
    """Three guns at two tanks: both take one weapon, the third goes to either."""
    scene = Scene(guns(3), panzers((24, 43)))
    fire(scene, shots(scene, 3), [3, 1, 1, 1] * 3 + [5, 5, 5], suppress=lambda decision: decision.usual())
    assert [why.partition(":")[0] for why, _, _ in scene.thrown("armour")] == [
        "Berta's Panzer IV", "Berta's Panzer IV (PL)", "Berta's Panzer IV",
    ]  # fmt: skip


@clause("fraley.at.half-fp")
def test_at_weapons_halve_their_fire_points_against_foot_in_the_open() -> None:
    """75mm: 2 dice in the open, 4 in a house, 1 in the open at Long Range; 37mm: 1, 3, 0. Tanks always face all."""
    scene = Scene(foot(1), foes("Rifle Team"))
    team = scene.row("Berta")

    def dice(fp: int, cover: int, state: Any = scene.state) -> int:
        return at_dice(state, shot(scene, weapon="75mm", fp=fp), team, cover)

    assert [dice(4, 0), dice(4, HARD), dice(2, 0), dice(4, SOFT)] == [2, 4, 1, 2]
    assert [dice(3, 0), dice(3, HARD), dice(1, 0)] == [1, 3, 0]
    other = Scene(foot(1), foes("Rifle Team"), at_half_fp_in_hard_cover_too=True)
    assert dice(4, HARD, other.state) == 2
    tanks = Scene(guns(1), panzers())
    assert at_dice(tanks.state, shot(tanks), tanks.row("Berta"), 0) == 4


@clause("fraley.at.half-fp")
def test_the_team_that_takes_the_hits_decides_how_many_dice_are_rolled() -> None:
    """A 57mm at one Team in the open and one in a house: the former is in line, so 2 dice."""
    house = [terrain("building", box=(30, 28, 4, 4))]
    scene = Scene(guns(1), foes("Rifle Team", "Rifle Team", spots=((32, 30),)), ground=house)
    fire(scene, shots(scene, 1), [1, 1])
    assert [len(one.faces) for one in scene.throws("57mm")] == [2]
    scene = Scene(guns(1), foes("Rifle Team", at=(32, 30)), ground=house)
    fire(scene, shots(scene, 1), [1, 1, 1, 1])
    assert [len(one.faces) for one in scene.throws("57mm")] == [4]


@clause("fraley.at.one-save")
def test_one_save_against_one_at_weapon() -> None:
    """105mm in direct fire scores 3 hits on a dug-in Rifle Team: one Save at 2+; two weapons, two Saves."""
    own = us("us.artillery-battery", (20, 20), name="Able", pick=("105mm Team", "105mm Team"), bearing=180)
    scene = Scene(own, foes("Rifle Team", each={"dug_in": True}))
    fire(scene, shots(scene, 1), [3, 3, 3, 1, 1, 2])
    assert dice_of(scene) == [(1, "2+")]
    scene = Scene(own, foes("Rifle Team", each={"dug_in": True}))
    fire(scene, shots(scene, 2), [3, 3, 1, 1, 1, 3, 1, 1, 1, 1, 2, 2])
    assert sum(count for count, _ in dice_of(scene)) == 2


HALF_TRACK = {"kind": "tank", "vehicle": "half-track", "weapons": ("vehicle-mg",)}


def mixed(**more: Any) -> Scene:
    """A Bazooka before a Unit of two half-tracks in a wood and a rifleman in the open."""
    own = us("us.rifle-platoon", (20, 20), name="Able", pick=("Bazooka Team",), bearing=180)
    other = foes("Rifle Team", "Rifle Team", "Rifle Team", spots=((26, 26), (29, 26)), at=(20, 26), **more)
    return Scene(own, other, ground=[terrain("woods", box=(24, 24, 8, 4))])


@clause("fraley.at.declare-type", "fraley.at.type-first")
def test_the_declared_type_is_hit_before_others() -> None:
    """The Bazooka declares Tank: a half-track is hit though it is in cover; undeclared, the rifleman in the open is."""
    scene = mixed(teams={1: HALF_TRACK, 2: HALF_TRACK})
    fire(scene, [shot(scene, declared="tank")], [3, 1, 6, 6])  # within 18": a passed Save is rolled again
    assert len(scene.thrown("armour")) == 2
    scene = mixed(teams={1: HALF_TRACK, 2: HALF_TRACK})
    fire(scene, [shot(scene)], [3, 4])
    assert dice_of(scene) == [(1, "3+")]


@clause("fraley.alloc.cover-order", "fraley.at.single-team")
def test_an_at_weapon_keeps_to_the_order_of_cover_as_it_meets_it() -> None:
    """A machine gun up in woods before a rifleman who lies silent in the open; a gun, for all its shield, before woods."""
    wood = [terrain("woods", box=(24, 24, 8, 4))]
    own = us("us.rifle-platoon", (20, 20), name="Able", pick=("Bazooka Team",), bearing=180)
    silent = {0: {"moved": False, "fired": False}}
    down = Scene(own, foes("Rifle Team", "LMG Team", at=(20, 26), spots=((26, 26),), teams=silent), ground=wood)
    guns = german("de.at-platoon", (26, 26), name="Berta", pick=("PL", "Pak40 Team"), spots=((20, 27),))
    for scene in (down, Scene(own, guns, ground=wood)):
        fire(scene, [shot(scene)], [3, 5])
        assert dice_of(scene) == [(1, "5+")]


@clause("fraley.at.type-first")
def test_a_declared_type_that_is_not_there_changes_nothing() -> None:
    """No Gun is valid: the normal order."""
    scene = mixed(teams={1: HALF_TRACK, 2: HALF_TRACK})
    fire(scene, [shot(scene, declared="gun")], [3, 4])
    assert dice_of(scene) == [(1, "3+")]


@clause("fraley.at.single-team", "fraley.alloc.spread")
def test_the_hits_of_one_at_weapon_are_one_allotment() -> None:
    """Two hits of a Bazooka lie on one of two Teams: of two rifle hits one goes to the other, the second to either."""
    own = us("us.rifle-platoon", (20, 20), name="Able", pick=("Bazooka Team", "Rifle Team", "Rifle Team"), bearing=180)
    scene = Scene(own, foes("Rifle Team", "Rifle Team", at=(20, 28), each={"dug_in": True}))
    fire(scene, shots(scene, 3), [3, 3, 3, 3, 6, 6, 6])
    assert sum(dice for dice, _ in dice_of(scene)) == 3  # a die for each of three allotments, none of two
    assert {needs for _, needs in dice_of(scene)} == {"2+"}


@clause("fraley.at.single-team", "fraley.alloc.spread")
def test_pooled_hits_go_first_to_teams_without_an_at_weapons_hits() -> None:
    """The Team that a Bazooka has hit holds an allotment: the rifle's hit goes to the other."""
    own = us("us.rifle-platoon", (20, 20), name="Able", pick=("Bazooka Team", "Rifle Team"), bearing=180)
    scene = Scene(own, foes("Rifle Team", "Rifle Team", at=(20, 28)))
    fire(scene, shots(scene, 2), [3, 3, 1, 1])
    assert scene.unit("Berta").men == ()

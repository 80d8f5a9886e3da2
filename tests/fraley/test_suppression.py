"""Suppression markers: for every 3 Fire Points, on whom, how many, and what becomes of those of lost Teams."""

from typing import Any

import pytest

from sandtable.rulesets.fraley.fire.fire_modes import Struck
from sandtable.rulesets.fraley.fire.volley import Forced, markers_of
from sandtable.rulesets.fraley.harm.losses import lose, passengers_jump
from sandtable.rulesets.fraley.machines.armour import Damage
from sandtable.rulesets.fraley.nerve.suppression import clear, suppress, suppress_team
from tests.clause import clause

from .kit import Scene, german, keys, terrain, us
from .test_armour import guns, tanks
from .volleys import companies, fire, foes, foot, shot, shots

assert companies is not None  # a fixture of every test here

FOUR = ("Rifle Team",) * 4


def burst(scene: Scene, hits: int, **more: Any) -> Struck:
    """So many hits in one attack, all of them saved."""
    made = [shot(scene, 0, fp=hits)]
    return fire(scene, made, [6] * (2 * hits), **more)


# ---- for every 3 Fire Points


@clause("fraley.suppression.per-3-fp")
@pytest.mark.parametrize(("hits", "markers"), [(2, 0), (3, 1), (5, 1), (6, 2), (7, 2)])
def test_a_marker_for_every_three_hits_saved_or_not(hits: int, markers: int) -> None:
    """7 hits: 2 markers."""
    scene = Scene(foot(1), foes(*FOUR))
    assert burst(scene, hits).hits == hits
    assert sum(scene.marks("Berta")) == markers


@clause("fraley.suppression.per-3-fp")
def test_what_is_left_over_is_lost_or_carried_by_a_switch() -> None:
    """2 hits and 2 hits: none; carried over within an Initiative: one, and one hit is left."""
    scene = Scene(foot(1), foes(*FOUR))
    burst(scene, 2)
    burst(scene, 2)
    assert sum(scene.marks("Berta")) == 0
    scene = Scene(foot(1), foes(*FOUR), suppression_remainder_carries=True)
    burst(scene, 2)
    burst(scene, 2)
    assert sum(scene.marks("Berta")) == 1
    assert scene.unit("Berta").carried == (1, 3)
    scene.change("Berta", carried=(2, 2))
    burst(scene, 2)
    assert sum(scene.marks("Berta")) == 1  # those of another Initiative do not count


@clause("fraley.suppression.per-3-fp")
def test_the_owner_chooses_who_is_suppressed() -> None:
    """Asked where Teams differ; leader and machine gun are spared by default."""
    scene = Scene(foot(1), foes("PL", "LMG Team", "Rifle Team"))
    burst(scene, 3)
    assert scene.kinds_asked() == ["suppress"]
    assert scene.decision("suppress").seat == 1
    assert scene.marks("Berta") == [0, 0, 1]
    scene = Scene(foot(1), foes("PL", "LMG Team", "Rifle Team"))
    burst(scene, 3, suppress=keys(f"m{scene.row('Berta', 1)}"))
    assert scene.marks("Berta") == [0, 1, 0]


@clause("fraley.suppression.valid-first")
def test_valid_teams_are_suppressed_first() -> None:
    """One of two is behind a wood: the other has the first marker, it the second."""
    wood = [terrain("woods", box=(10, 32, 20, 2))]
    for hits, marks in ((3, [0, 1]), (6, [1, 1])):
        scene = Scene(foot(1), foes("Rifle Team", "Rifle Team", at=(20, 36), spots=((20, 30),)), ground=wood)
        burst(scene, hits)
        assert scene.marks("Berta") == marks


@clause("fraley.suppression.double")
def test_a_second_marker_only_when_all_have_one_and_never_a_third() -> None:
    """Unit of 4 takes 9 markers: 2 each, one lost."""
    scene = Scene(foot(1), foes(*FOUR))
    assert scene.call(suppress, "Berta", 5, "fraley.suppression.per-3-fp") == 5
    assert sorted(scene.marks("Berta")) == [1, 1, 1, 2]
    assert scene.call(suppress, "Berta", 4, "fraley.suppression.per-3-fp") == 3
    assert scene.marks("Berta") == [2, 2, 2, 2]
    assert scene.event("had no room for markers").tells == {"lost": 1}


@clause("fraley.suppression.double")
def test_a_team_that_is_barred_keeps_others_from_a_second_marker() -> None:
    """It has none, so that not all are suppressed."""
    scene = Scene(foot(1), foes("Rifle Team", "Rifle Team", teams={1: {"marks": 1}}))
    barred = {"barred": (scene.row("Berta"),)}
    assert scene.call(suppress, "Berta", 1, "fraley.barrage.hit-twice", barred) == 0
    scene.call(suppress_team, scene.row("Berta", 1), "fraley.terrain.failed-crossing")
    assert scene.marks("Berta") == [1, 1]
    scene.call(clear, "Berta", "fraley.suppression.recover-success")
    assert scene.marks("Berta") == [0, 0]


# ---- armour


@clause("fraley.suppression.armor-fp", "fraley.armor.at-only")
@pytest.mark.parametrize(("switch", "markers"), [("at_only", 0), ("none", 0), ("all", 4)])
def test_machine_guns_suppress_armour_by_a_switch_only(switch: str, markers: int) -> None:
    """12 machine-gun hits on tanks: nothing."""
    own = us("us.mg-platoon", (20, 20), name="Able", pick=("HMG Team",) * 3, bearing=180)
    scene = Scene(own, tanks(count=4, at=(20, 32)), armor_fp_suppression=switch)
    struck = fire(scene, shots(scene, 3), [3] * 12)
    assert struck == Struck(1, 12, markers)
    assert sum(scene.marks("Berta")) == markers


@clause("fraley.suppression.armor-fp")
@pytest.mark.parametrize(("switch", "markers"), [("at_only", 1), ("none", 0), ("all", 1)])
def test_at_hits_on_armour_count(switch: str, markers: int) -> None:
    """Two guns scoring 2 + 2 hits: 4 FP, one marker."""
    scene = Scene(guns(2), tanks(count=2), armor_fp_suppression=switch)
    struck = fire(scene, shots(scene, 2), [3, 3, 1, 1] * 2 + [6] * 4)
    assert struck == Struck(1, 4, markers)
    assert sum(scene.marks("Berta")) == markers


@clause("fraley.at.one-suppression")
def test_one_at_weapon_forces_one_marker_by_fire_points_and_damage_together() -> None:
    """4 hits of one gun, and a suppression by the table: one marker. Of two guns, one of which has: two."""
    scene = Scene(guns(1), tanks(count=3))
    struck = fire(scene, shots(scene, 1), [3, 3, 3, 3, 6, 6, 6, 1, 4])
    assert struck == Struck(1, 4, 1)
    assert sum(scene.marks("Berta")) == 1
    scene = Scene(guns(2), tanks(count=3))
    fire(scene, shots(scene, 2), [3, 3, 1, 1] * 2 + [1, 6, 4, 6, 6])
    assert sum(scene.marks("Berta")) == 2
    marked, unharmed = Damage(1, destroyed=False), Damage(0, destroyed=False)
    assert markers_of(0, Forced().also(4, marked).also(4, marked)) == (0, 2)
    assert markers_of(2, Forced().also(1, unharmed)) == (1, 0)
    assert markers_of(3, Forced().also(4, marked)) == (1, 1)
    assert markers_of(6, Forced()) == (2, 0)


@clause("fraley.at.one-suppression")
def test_hits_of_an_at_weapon_on_foot_count_in_full() -> None:
    """A 105mm scores 3 hits on a Team in Hard Cover: one Save, one marker."""
    own = us("us.artillery-battery", (20, 20), name="Able", pick=("105mm Team",), bearing=180)
    scene = Scene(own, foes("Rifle Team", "Rifle Team", each={"dug_in": True}))
    fire(scene, shots(scene, 1), [3, 3, 3, 3, 3, 6])
    assert sum(scene.marks("Berta")) == 1


@clause("fraley.suppression.armor-fp")
@pytest.mark.parametrize(("switch", "markers"), [("at_only", 1), ("none", 0)])
def test_hits_on_the_half_track_of_a_mixed_unit_may_suppress_its_riflemen(switch: str, markers: int) -> None:
    """Three hits of a 57mm, all saved: a marker, unless armour is suppressed by the damage table alone."""
    half_track = {"kind": "tank", "vehicle": "half-track", "weapons": ("vehicle-mg",)}
    other = foes("Rifle Team", "Rifle Team", at=(20, 41.5), teams={1: half_track})
    scene = Scene(guns(1), other, armor_fp_suppression=switch)
    fire(scene, [shot(scene, declared="tank")], [3, 3, 3, 1, 6, 6, 6])
    assert sum(scene.marks("Berta")) == markers


@clause("fraley.suppression.armor-fp")
def test_rifles_do_not_suppress_the_half_track_of_a_mixed_unit() -> None:
    """Its owner may not put the marker there."""
    half_track = {"kind": "tank", "vehicle": "half-track", "weapons": ("vehicle-mg",)}
    scene = Scene(foot(1), foes("Rifle Team", "LMG Team", "Rifle Team", teams={0: half_track}))
    fire(scene, [shot(scene, fp=5)], [6] * 8)
    assert f"m{scene.row('Berta')}" not in scene.offered("suppress")


# ---- losses


@clause("fraley.suppression.transfer-on-death")
def test_markers_of_a_lost_team_pass_to_another() -> None:
    """Within the limits, at its owner's choice; without room they are lost."""
    scene = Scene(foot(1), foes("Rifle Team", "LMG Team", "Rifle Team", teams={0: {"marks": 1}}))
    receiver = scene.row("Berta", 1)
    scene.call(lose, (scene.row("Berta"),), "fraley.save.removed", suppress=keys(f"m{receiver}"))
    assert scene.marks("Berta") == [1, 0]
    scene = Scene(foot(1), foes("Rifle Team", "Rifle Team", each={"marks": 2}))
    scene.call(lose, (scene.row("Berta"),), "fraley.save.removed")
    assert scene.marks("Berta") == [2]
    assert scene.events("was suppressed") == []


def test_teams_count_as_lost_this_round_and_the_last_one_destroys_the_unit(companies: list[int]) -> None:
    """Then the company checks."""
    scene = Scene(foot(1), foes("Rifle Team", "Rifle Team", "Rifle Team"))
    men = scene.unit("Berta").men
    scene.call(lose, men[:2], "fraley.save.removed")
    assert (scene.unit("Berta").lost, scene.unit("Berta").place, companies) == (2, "table", [])
    scene.call(lose, men, "fraley.save.removed")
    assert (scene.unit("Berta").lost, scene.unit("Berta").place, companies) == (3, "destroyed", [1])
    scene.call(lose, men, "fraley.save.removed")
    assert (scene.news, companies) == ([], [1])


def test_passengers_are_asked_about_while_their_vehicle_still_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where troops are carried."""
    asked: list[tuple[int, bool]] = []

    async def passengers_lost(play: Any, carriers: tuple[int, ...]) -> None:
        asked.extend((one, bool(play.state.layout.on_table(one))) for one in carriers)

    monkeypatch.setattr(passengers_jump, "_script", passengers_lost)
    for switch, expected in ((True, [(1, True)]), (False, [])):
        asked.clear()
        scene = Scene(foot(1), german("de.truck-section", (20, 30), name="Berta", men=1), transport=switch)
        scene.call(lose, scene.unit("Berta").men, "fraley.save.removed")
        assert asked == expected


@clause("fraley.gap.cc-fo-alone-rules")
def test_an_observer_is_removed_with_his_battery(companies: list[int]) -> None:
    """The company checks once."""
    scene = Scene(foot(1), german("de.mortar-platoon", (20, 30), name="Berta", fo=(40, 40)))
    scene.call(lose, scene.unit("Berta").men, "fraley.save.removed")
    assert scene.unit("Berta FO").place == "destroyed"
    assert companies == [1]


def test_a_commander_who_is_lost_is_no_loss_of_his_hosts(companies: list[int]) -> None:
    """Joined for an attack he takes hits and markers as one of them; no company check for him."""
    scene = Scene(foot(2), foes("Rifle Team"), german("de.cc", (24, 30), name="Chief"))
    chief = scene.row("Chief")
    fire(scene, shots(scene, 2), [6, 6, 6, 1], attacked="Chief", guests=(chief,))
    assert scene.unit("Chief").place == "destroyed"
    assert (scene.unit("Berta").lost, companies) == (0, [])
    scene = Scene(foot(1), foes("Rifle Team"), german("de.cc", (24, 30), name="Chief"))
    burst(scene, 6, attacked="Chief", guests=(chief - 1,))
    assert scene.marks("Berta") + scene.marks("Chief") == [1, 1]


@clause("fraley.fo.no-suppression")
def test_fire_at_an_observer_suppresses_nobody() -> None:
    """Not even those he has joined; not by the Vehicle Damage Table either."""
    scene = Scene(guns(1), tanks(count=2), german("de.mortar-platoon", (60, 30), name="Mortars", fo=(24, 40)))
    watcher = scene.row("Mortars FO")
    assert fire(
        scene, [shot(scene, declared="tank")], [3] * 4 + [1, 6, 6, 6, 5], attacked="Mortars FO", guests=(watcher,)
    ) == Struck(1, 4, 0)
    assert scene.marks("Berta") == [0, 0]

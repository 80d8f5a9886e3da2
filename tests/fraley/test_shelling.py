"""What comes down under the template: hits, one Save a Team, markers, losses."""

from typing import Any

import msgspec
import pytest

from sandtable.play.modifier import Modifier
from sandtable.rulesets.fraley.basics.terrain import HARD, SOFT
from sandtable.rulesets.fraley.fire import concealment
from sandtable.rulesets.fraley.indirect import barrage as chapter
from sandtable.rulesets.fraley.indirect.barrage import barrage
from sandtable.rulesets.fraley.indirect.observing import covers_towards
from tests.clause import clause

from .kit import Scene, german, terrain, us
from .test_barrage import battery, rifles


def shelled(
    *sides: Any, dice: list[int], ground: Any = (), answers: dict[str, Any] | None = None, **options: Any
) -> Scene:
    """A battery of four 105mm that has ranged in on the first Team of the first Unit; two dice at 4+ for every Team."""
    scene = Scene(battery(), *sides, ground=ground, **options)
    first = next(unit for unit in scene.state.units if unit.side == 1)
    answers = {"observer": "m5", **(answers or {})}
    seen = [man for unit in scene.state.units if unit.side == 1 for man in unit.men]
    if len(seen) > 1:
        answers["range_in_on"] = f"m{first.men[0]}"
    scene.call(barrage, "Battery", dice=[6, *dice], **answers)
    return scene


# ---- hits


@clause("fraley.barrage.hit-rolls")
def test_two_dice_for_every_team_under_the_template() -> None:
    """A Veteran battery of four needs 4+: 4 and 3 is one hit. Friends under the template are rolled for as well."""
    friend = us("us.rifle-platoon", (30, 12.5), name="Able", pick=("Rifle Team",))
    scene = shelled(rifles((30, 10), (27.5, 10)), friend, dice=[4, 3, 3, 3, 4, 4, 6, 6])
    assert [one.faces for one in scene.throws("'s barrage on")] == [(4, 3), (3, 3), (4, 4)]
    assert scene.throws("'s barrage on")[0].needs == "4+"
    assert scene.event("hit with a barrage").tells["hits"] == 3
    assert dict(scene.event("hit with a barrage").tells["each"]) == {scene.row("Berta"): 1, scene.row("Able"): 2}


@clause("fraley.barrage.hit-rolls")
def test_the_firing_units_training_counts() -> None:
    """A Green battery needs 5+, an Elite one 3+, whoever is under the template."""
    for level, number in (("green", "5+"), ("elite", "3+")):
        scene = Scene(battery(quality=level), rifles((30, 10)))
        scene.call(barrage, "Battery", dice=[6, 1, 1], observer="m5")
        assert scene.throws("'s barrage on")[0].needs == number


@clause("fraley.barrage.hit-rolls")
def test_the_cc_has_one_die_rolled_again() -> None:
    """4 and 3 is one hit; the die that missed is rolled again for the CC and hits: the Team is lost on a 2."""
    captain = us("us.cc", (60, 46), name="Captain")
    scene = Scene(battery(), captain, rifles((30, 10), (20, 10)))
    scene.call(barrage, "Battery", dice=[6, 4, 3, 5, 2], observer="m5", range_in_on=f"m{scene.row('Berta')}")
    assert len(scene.unit("Berta").men) == 1
    assert (scene.unit("Captain").rerolled, scene.unit("Captain").used) == (3, 3)
    scene = Scene(battery(), captain, rifles((30, 10))).change("Captain", rerolled=3)
    scene.call(barrage, "Battery", dice=[6, 4, 3, 6], observer="m5")
    assert "reroll a hit" not in scene.kinds_asked()


# ---- Saves


@clause("fraley.barrage.one-save", "fraley.barrage.hit-once")
def test_one_hit_and_a_failed_save_suppress() -> None:
    """Infantry in the open saves on 3+: a 2 suppresses it, a 3 does not."""
    scene = shelled(rifles((30, 10), (20, 10)), dice=[4, 1, 2])
    assert scene.marks("Berta") == [1, 0]
    scene = shelled(rifles((30, 10), (20, 10)), dice=[4, 1, 3])
    assert scene.marks("Berta") == [0, 0]


@clause("fraley.barrage.one-save", "fraley.barrage.hit-twice")
def test_two_hits_and_a_failed_save_destroy_and_suppress_another() -> None:
    """One Save however many hits: a 2 removes the Team, and its neighbour gets a marker; a 3 saves all."""
    scene = shelled(rifles((30, 10), (20, 10)), dice=[4, 5, 2])
    assert len(scene.unit("Berta").men) == 1
    assert scene.marks("Berta") == [1]
    scene = shelled(rifles((30, 10), (20, 10)), dice=[4, 5, 3])
    assert scene.marks("Berta") == [0, 0]


@clause("fraley.barrage.hit-twice")
def test_another_team_under_the_template_comes_first() -> None:
    """Of the others the one under the template gets the marker; a Unit without another takes none."""
    scene = shelled(rifles((30, 10), (20, 10), (32.5, 10)), dice=[4, 5, 1, 1, 2])
    assert scene.marks("Berta") == [0, 1]
    scene = shelled(rifles((30, 10)), dice=[4, 5, 2])
    assert scene.unit("Berta").place == "destroyed"


@clause("fraley.barrage.one-save")
def test_cover_against_a_barrage() -> None:
    """A Team's area covers it; a wall does where it lies towards the guns, not on the far side; digging in is Hard Cover."""

    def cover(*ground: Any) -> int:
        scene = Scene(rifles((30, 10)), ground=ground)
        return covers_towards(scene.state, (30_000, 42_000), scene.unit("Berta").men)[0]

    assert cover() == 0
    assert cover(terrain("woods", box=(27, 7, 6, 6))) == SOFT
    assert cover(terrain("building", box=(27, 7, 6, 6))) == HARD
    assert cover(terrain("wall", line=[(25, 10.625), (35, 10.625)])) == HARD
    assert cover(terrain("wall", line=[(25, 9.375), (35, 9.375)])) == 0
    ruin = terrain("ruin", box=(27, 7, 6, 6))
    scene = shelled(rifles((30, 10), (20, 10)), dice=[4, 1, 2], ground=[ruin])
    assert scene.marks("Berta") == [0, 0]  # 2+ in Hard Cover
    scene = shelled(rifles((30, 10), (20, 10), each={"dug_in": True}), dice=[4, 1, 2])
    assert scene.marks("Berta") == [0, 0]


@clause("fraley.barrage.one-save")
def test_a_unit_that_ran_rolls_passed_saves_again() -> None:
    """A 5 passes, the second die of 2 does not."""
    scene = shelled(rifles((30, 10), (20, 10), fields={"ran": True}), dice=[4, 1, 5, 2])
    assert scene.marks("Berta") == [1, 0]


@clause("fraley.barrage.range-in", "fraley.barrage.one-save")
def test_where_one_would_do_passed_saves_are_rolled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a number of 1 a die of 1 still misses; ranged in so easily, the target rolls passed Saves again."""
    easier = [Modifier(-1, "Moving in the Open", "fraley.hit.moving-in-open")]
    monkeypatch.setattr(chapter, "ranging_in", lambda *_, **__: easier)
    scene = Scene(battery(), rifles((30, 10), (20, 10), quality="green"))
    scene.call(barrage, "Battery", dice=[2, 4, 1, 6, 2], observer="m5", range_in_on=f"m{scene.row('Berta')}")
    assert scene.throws("ranges in")[0].needs.startswith("2+")
    assert scene.marks("Berta") == [1, 0]


def panzers(count: int = 2, **rest: Any) -> Any:
    """Panzer IVs with Flank 6+ well apart."""
    spots = ((20, 10), (10, 10))[: count - 1]
    return german("de.panzer-iv-platoon", (30, 10), name="Panzers", men=count, spots=spots, bearing=180, **rest)


@clause("fraley.barrage.hit-once")
def test_tanks_ignore_a_single_hit() -> None:
    """One hit: no Save is rolled; trucks ignore it as well."""
    scene = shelled(panzers(), dice=[4, 1])
    assert scene.marks("Panzers") == [0, 0]
    truck = {"vehicle": "truck", "weapons": ()}
    scene = shelled(panzers(each=truck), dice=[4, 1])
    assert len(scene.unit("Panzers").men) == 2


@clause("fraley.barrage.hit-twice", "fraley.barrage.one-save")
def test_tanks_use_flank_armour_and_the_damage_table() -> None:
    """Flank 6+: a 5 fails. Vehicle Damage 2 leaves it unhurt, and still another gets a marker; a 6 destroys it."""
    scene = shelled(panzers(), dice=[4, 4, 5, 2])
    assert scene.marks("Panzers") == [0, 1]
    scene = shelled(panzers(), dice=[4, 4, 5, 6])
    assert scene.marks("Panzers") == [1]
    scene = shelled(panzers(), dice=[4, 4, 6])
    assert scene.marks("Panzers") == [0, 0]
    led = panzers(teams={0: {"leader": False}, 1: {"leader": True}})  # the other, though it is the one usually spared
    assert shelled(led, dice=[4, 4, 5, 2]).marks("Panzers") == [0, 1]


@clause("fraley.barrage.hit-twice")
def test_by_the_switch_another_is_marked_only_if_the_tank_is_destroyed() -> None:
    """Vehicle Damage 2: no marker; 6: one."""
    scene = shelled(panzers(), dice=[4, 4, 5, 2], barrage_tank_extra_suppression="only_if_destroyed")
    assert scene.marks("Panzers") == [0, 0]
    scene = shelled(panzers(), dice=[4, 4, 5, 6], barrage_tank_extra_suppression="only_if_destroyed")
    assert scene.marks("Panzers") == [1]


@clause("fraley.barrage.hit-twice", "fraley.barrage.one-save")
def test_soft_skinned_vehicles_are_destroyed() -> None:
    """A truck saves like a Gun, on 5+: a 4 with two hits and it is gone, without the damage table."""
    truck = {"vehicle": "truck", "weapons": ()}
    scene = shelled(panzers(each=truck), dice=[4, 4, 4])
    assert len(scene.unit("Panzers").men) == 1
    scene = shelled(panzers(each=truck), dice=[4, 4, 5])
    assert len(scene.unit("Panzers").men) == 2


@clause("fraley.barrage.fp-suppression")
def test_three_hits_cause_no_marker_besides_unless_switched_on() -> None:
    """Four hits on two Teams that save: nothing; by the switch one marker."""
    for on, marks in ((False, 0), (True, 1)):
        scene = shelled(rifles((30, 10), (32.5, 10)), dice=[4, 4, 4, 4, 6, 6], barrage_fp_suppression=on)
        assert sum(scene.marks("Berta")) == marks


@clause("fraley.barrage.fp-suppression", "fraley.suppression.per-3-fp")
def test_hits_left_over_are_counted_on_where_a_table_does_so() -> None:
    """Four hits: a marker, and one is left over; two from before make it two markers."""
    switches: dict[str, Any] = {"barrage_fp_suppression": True, "suppression_remainder_carries": True}
    men = rifles((30, 10), (32.5, 10))
    scene = shelled(men, dice=[4, 4, 4, 4, 6, 6], **switches)
    assert (sum(scene.marks("Berta")), scene.unit("Berta").carried) == (1, (1, 3))
    for initiative, marks in ((3, 2), (2, 1)):
        before = msgspec.structs.replace(men, fields={"carried": (2, initiative)})
        assert sum(shelled(before, dice=[4, 4, 4, 4, 6, 6], **switches).marks("Berta")) == marks


# ---- CC and FO


@clause("fraley.fo.no-suppression", "fraley.gap.cc-fo-alone-rules")
def test_an_observer_is_never_suppressed() -> None:
    """One hit and a failed Save do nothing to an FO, nor to the Unit that took him in; two hits remove him."""

    def watched(*dice: int) -> Scene:
        mortars = german("de.mortar-platoon", (66, 3), name="Mortars", men=3, fo=(30, 10))
        scene = Scene(battery(), mortars, rifles((33, 10), (20, 10)))
        watcher = scene.row("Mortars FO")
        scene.call(barrage, "Battery", dice=[6, *dice], observer="m5", range_in_on=f"m{watcher}")
        return scene

    scene = watched(4, 1, 4, 1, 2, 2)
    assert (scene.marks("Mortars FO"), scene.marks("Berta")) == ([0], [0, 0])
    scene = watched(4, 4, 1, 1, 2)
    assert scene.unit("Mortars FO").place == "destroyed"
    assert (scene.marks("Berta"), scene.marks("Mortars")) == ([0, 0], [0, 0, 0])


@clause("fraley.gap.cc-fo-alone-rules")
def test_a_cc_alone_can_be_suppressed() -> None:
    """One hit and a failed Save: his marker."""
    scene = shelled(german("de.cc", (30, 10), name="Major"), dice=[4, 1, 2])
    assert scene.marks("Major") == [1]


@clause("fraley.cc.joins-when-attacked")
def test_a_lost_cc_leaves_a_marker_with_the_unit_that_took_him_in() -> None:
    """Ranged in on and destroyed: another Team of the Unit he belongs to is suppressed."""
    major = german("de.cc", (30, 10), name="Major")
    scene = shelled(major, rifles((34, 10), (36.5, 10)), dice=[4, 4, 2])
    assert scene.unit("Major").place == "destroyed"
    assert sum(scene.marks("Berta")) == 1


@clause("fraley.fo.gone-to-ground")
def test_an_observer_in_woods_is_gone_to_ground_whatever_he_does() -> None:
    """He moved, fired and observed: in woods he is down, in the open he is not; riflemen in woods are not."""
    did = {"moved": True, "fired": True, "observed": True}
    woods = [terrain("woods", box=(27, 19, 6, 6))]
    side = battery(each=did)
    scene = Scene(side, rifles((30, 24), each=did), ground=woods).change("Battery FO", 0, **did)
    assert concealment.is_grounded(scene.state, scene.row("Battery FO"))
    assert not concealment.is_grounded(scene.state, scene.row("Berta"))
    scene = Scene(side).change("Battery FO", 0, **did)
    assert not concealment.is_grounded(scene.state, scene.row("Battery FO"))

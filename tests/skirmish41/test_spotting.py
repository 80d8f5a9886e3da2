"""Spotting: bands, scores, what shifts them, tries in one's own part and in the enemy's, and what is plain to see."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.play.events import Event
from sandtable.rulesets.skirmish41.basics.charts import spot_band, spot_score
from sandtable.rulesets.skirmish41.basics.sight import look, sees
from sandtable.rulesets.skirmish41.counters.markers import markers_look
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.spotting.spotting import (
    best_try,
    plain_to_see,
    shifts_of,
    spot_the_obvious,
    try_at,
    watch_fire,
)
from sandtable.rulesets.skirmish41.state import Marker, Mission
from sandtable.rulesets.skirmish41.telling.log import sentence
from sandtable.rulesets.skirmish41.turn.activation import activate
from sandtable.rulesets.skirmish41.verbs.turn import begin_part, end_part
from tests.clause import clause

from .kit import Scene, brit, german, shift, terrain

PLAIN = {
    "unaware": False,
    "still": False,
    "suppressed": False,
    "shooting": False,
    "optics": False,
    "heard": False,
}


def needed(distance: float, options: Options = Options(), **holds: bool) -> int | None:  # noqa: B008  # frozen
    """The least D10 that spots."""
    one = try_at(inches(distance), shifts_of(options, **{**PLAIN, **holds}), options)
    return None if one is None else one.score


def watcher(**rest: Any) -> Any:
    """A British rifleman at (20, 4)."""
    rest.setdefault("pick", ("rifleman",))
    return brit("gb.rifle-team", (20, 4), name="Able", **rest)


def hider(at: tuple[float, float], **rest: Any) -> Any:
    """A German whom nobody has spotted."""
    fields = {"spotted": False, **rest.pop("fields", {})}
    rest.setdefault("pick", ("rifleman",))
    return german("de.rifle-team", at, name="Berta", fields=fields, **rest)


def hedge(y: float) -> Any:
    """A hedge across the table."""
    return terrain("hedge", line=[(5, y), (60, y)])


@clause("sk.spot.point-blank", "sk.spot.short", "sk.spot.long", "sk.spot.extreme", "sk.spot.impossible")
@pytest.mark.parametrize(
    ("distance", "band"),
    [(0, 0), (8, 0), (8.001, 1), (20, 1), (20.001, 2), (48, 2), (48.001, 3), (60, 3), (60.001, None)],
)
def test_bands_of_spotting(distance: float, band: int | None) -> None:
    """Up to 8, 20, 48 and 60 inches; nothing is spotted beyond."""
    assert spot_band(inches(distance), Options()) == band


@clause(
    "sk.spot.table", "sk.spot.point-blank", "sk.spot.short", "sk.spot.long", "sk.spot.extreme", "sk.spot.impossible"
)
def test_the_table_of_scores() -> None:
    """3, 5, 8, 10; not beyond extreme, and never nearer than point blank."""
    assert [spot_score(band, Options()) for band in (-2, 0, 1, 2, 3, 4)] == [3, 3, 5, 8, 10, None]
    assert [needed(far) for far in (8, 20, 48, 60, 61)] == [3, 5, 8, 10, None]


@clause("sk.spot.table", "sk.spot.stationary-cover")
def test_stationary_in_cover_at_15_inches() -> None:
    """Short and one more is long: 8."""
    assert needed(15, still=True) == 8


@clause("sk.spot.optics", "sk.spot.stationary-cover")
def test_binoculars_and_cover_at_30_inches() -> None:
    """Long, one nearer, one farther: 8. Never nearer than point blank."""
    assert needed(30, still=True, optics=True) == 8
    assert needed(30, optics=True) == 5
    assert needed(6, optics=True, shooting=True) == 3


@clause("sk.spot.unaware", "sk.spot.impossible")
def test_unaware_of_a_target_in_cover_at_40_inches() -> None:
    """Two bands beyond long: it cannot be spotted."""
    assert needed(40, unaware=True, still=True) is None
    assert needed(40, unaware=True) == 10


@clause("sk.spot.heard", "sk.spot.target-shooting")
def test_heard_behind_a_house_at_16_inches() -> None:
    """Short and two more is extreme: 10. Where the bonus for shooting is kept too, it is 8."""
    assert needed(16, heard=True, shooting=True) == 10
    assert needed(16, Options(heard_replaces_shooting_bonus=False), heard=True, shooting=True) == 8
    assert needed(21, heard=True, shooting=True) is None
    assert needed(21, shooting=True) == 5


@clause("sk.spot.observer-suppressed")
def test_suppressed_observers_see_one_band_farther() -> None:
    """At 30 inches 10 instead of 8."""
    assert needed(30, suppressed=True) == 10
    scene = Scene(watcher(fields={"suppression": 1}), hider((20, 34)))
    scene.act("Able", "spot", dice=[9])
    assert scene.reasons() == ["10+ (long, +1 observers suppressed)"]
    assert not scene.unit("Berta").spotted


# ---- in one's own part


@clause("sk.spot.own-turn", "sk.spot.table")
@pytest.mark.parametrize(("face", "spotted"), [(7, False), (8, True)])
def test_a_try_at_thirty_inches(face: int, spotted: bool) -> None:
    """8 is needed; it costs no action."""
    scene = Scene(watcher(), hider((20, 34)))
    scene.act("Able", "spot", dice=[face])
    assert scene.unit("Berta").spotted is spotted
    assert scene.figure("Able").spent == 0
    assert scene.figure("Able").looked
    assert scene.throws()[0].why == "Able tries to spot an unseen team"


@clause("sk.spot.own-turn")
def test_each_figure_tries_once_in_its_part() -> None:
    """Two men, two tries, before or after they move; then no more until their next part."""
    scene = Scene(watcher(pick=("rifleman", "rifleman")), hider((20, 34)))
    scene.activate("Able", "spot", "move", "spot", dice=[1, 1], move=shift(0, 1))
    assert [scene.figure("Able", man).looked for man in (0, 1)] == [True, True]
    last = [one for one in scene.asked if one.kind == "action"][-1]
    assert "spot" not in last.domain.values  # type: ignore[attr-defined]
    fresh = begin_part(scene.state, Event("a part began", (), sets={"side": 0, "first": 0}))
    assert not any(fresh.figures[man].looked for man in scene.unit("Able").men)


@clause("sk.spot.own-turn", "sk.gap.disabled")
def test_the_helpless_do_not_look() -> None:
    """A man with no action left for his wounds tries nothing."""
    scene = Scene(
        brit("gb.second-line", (20, 4), name="Able", pick=("rifleman", "rifleman"), figures={0: {"wounds": 1}}),
        hider((20, 34)),
    )
    scene.activate("Able", "spot", dice=[1])
    assert [scene.figure("Able", man).looked for man in (0, 1)] == [False, True]
    assert len(scene.throws()) == 1


@clause("sk.spot.own-turn", "sk.gap.spotted-status")
def test_one_chooses_what_to_look_for() -> None:
    """Two markers: the second."""
    scene = Scene(watcher(), hider((20, 34)), german("de.mg-team", (50, 34), name="Caesar", fields={"spotted": False}))
    scene.act("Able", "spot", spot="m1", dice=[10])
    assert scene.unit("Caesar").spotted and not scene.unit("Berta").spotted


@clause("sk.spot.impossible")
def test_what_cannot_be_seen_cannot_be_spotted() -> None:
    """Behind a house and quiet: no die is thrown, and the figure has looked."""
    house = terrain("building", box=(10, 16, 20, 4))
    scene = Scene(watcher(), hider((20, 34)), ground=[house])
    scene.act("Able", "spot")
    assert scene.event("saw nothing there").because == ("sk.spot.impossible",)
    assert scene.figure("Able").looked


@clause("sk.spot.impossible")
def test_what_is_looked_for_in_vain_is_told_once() -> None:
    """Both men try: the log names what they looked for and how far off it is, and does not repeat itself."""
    house = terrain("building", box=(10, 16, 20, 4))
    able = brit("gb.rifle-team", (20, 4), name="Able", pick=("rifleman", "rifleman"))
    scene = Scene(able, hider((20, 34)), ground=[house])
    scene.call(activate, "Able", action=["spot", "spot", "done"])
    assert [scene.figure("Able", man).looked for man in (0, 1)] == [True, True]
    assert sentence(scene.state, scene.event("saw nothing there")) == 'Able cannot make out an unseen team, 30" off'


@clause("sk.spot.optics")
def test_binoculars_are_the_first_mans_and_a_scope_its_own_mans() -> None:
    """An officer at 30 inches needs 5, his signaller 8; so does a sniper, and not the man beside him."""
    command = brit("gb.command", (20, 4), name="Able", fields={"spotted": True})
    scene = Scene(command, hider((20, 34)))
    for man, score in ((0, 5), (2, 8)):
        one = best_try(scene.state, 0, (scene.row("Able", man),), 1)
        assert one is not None and one[0].score == score
    tank = Scene(brit("gb.sherman", (20, 4), name="Able", bearing=180), hider((20, 38)))
    one = best_try(tank.state, 0, tank.unit("Able").men, 1)
    assert one is not None and one[0].score == 5


@clause("sk.spot.stationary-cover")
def test_cover_counts_for_who_has_not_moved() -> None:
    """Behind a hedge at 30 inches: 10 if it stayed, 8 if it moved; 8 in the open."""
    for moved, ground, score in ((0, [hedge(33)], 10), (1000, [hedge(33)], 8), (0, [], 8)):
        scene = Scene(watcher(), hider((20, 34.5), fields={"moved": moved}), ground=ground)
        one = best_try(scene.state, 0, scene.unit("Able").men, 1)
        assert one is not None and one[0].score == score


@clause("sk.spot.unaware", "sk.spot.own-turn")
def test_a_team_is_unaware_until_its_side_has_spotted_somebody() -> None:
    """At 18 inches behind a hedge it needs 10 instead of 8; the first spotted enemy alerts everybody."""
    fields = {"alert": (False, False)}
    scene = Scene(watcher(fields={"aware": False}), hider((20, 23.5)), ground=[hedge(22)], fields=fields)
    scene.act("Able", "spot", dice=[10])
    assert scene.reasons() == ["10+ (short, +1 unaware of any enemy, +1 stationary in cover)"]
    assert scene.state.alert == (True, False)


@clause("sk.spot.unaware")
@pytest.mark.parametrize(("y", "aware"), [(53, True), (53.001, False)])
def test_a_shot_within_48_inches_wakes_a_team(y: float, aware: bool) -> None:
    """From base to base."""
    scene = Scene(watcher(fields={"aware": False}), hider((20, y), fields={"spotted": True}), size=(72, 72))
    scene.call(watch_fire, "Berta")
    assert scene.unit("Able").aware is aware


@clause("sk.spot.target-shooting")
def test_shooting_counts_until_the_observers_have_had_a_part() -> None:
    """A team that fired at 30 inches: 5; not so a sniper. It ends with the observers' next part."""
    for troop, score in (("de.rifle-team", 5), ("de.sniper", 8)):
        berta = german(troop, (20, 34), name="Berta", men=1, fields={"spotted": False, "fired": True})
        scene = Scene(watcher(), berta)
        one = best_try(scene.state, 0, scene.unit("Able").men, 1)
        assert one is not None and one[0].score == score
    own = end_part(scene.state, Event("a part ended", (), sets={"side": 1}))
    assert own.units[1].fired
    theirs = end_part(scene.state, Event("a part ended", (), sets={"side": 0}))
    assert not theirs.units[1].fired


# ---- in the enemy's part


@clause("sk.spot.enemy-turn")
def test_each_team_that_sees_a_move_has_one_try() -> None:
    """Two British teams, one of three men: two dice, until one of them succeeds."""
    scene = Scene(
        watcher(),
        brit("gb.bren-team", (40, 4), name="Baker"),
        hider((20, 40)),
        fields={"active": 1},
    )
    scene.act("Berta", "move", dice=[7, 8], move=shift(0, -2))
    assert [one.why for one in scene.throws()] == [f"{name} tries to spot an unseen team" for name in ("Able", "Baker")]
    assert scene.event("was spotted").because == ("sk.spot.enemy-turn",)
    again = Scene(watcher(), brit("gb.bren-team", (40, 4), name="Baker"), hider((20, 40)), fields={"active": 1})
    again.act("Berta", "move", dice=[8], move=shift(0, -2))
    assert len(again.throws()) == 1


@clause("sk.spot.enemy-turn")
def test_a_move_is_looked_at_where_it_is_seen_best() -> None:
    """From house to house across the open at 30 inches: seen in between only. Out of sight all the way: no die."""
    houses = [terrain("building", box=(12, 20, 6, 4)), terrain("building", box=(22, 20, 6, 4))]
    scene = Scene(watcher(), hider((15, 30), each={"rating": 1}), ground=houses, fields={"active": 1})
    assert not sees(scene.state, 0, 1)
    scene.act("Berta", "move", dice=[8], move=shift(10, 0))
    assert not sees(scene.state, 0, 1)
    assert scene.unit("Berta").spotted
    wide = [terrain("building", box=(5, 20, 40, 4))]
    quiet = Scene(watcher(), hider((15, 30), each={"rating": 1}), ground=wide, fields={"active": 1})
    quiet.act("Berta", "move", move=shift(10, 0))
    assert not quiet.unit("Berta").spotted


@clause("sk.spot.automatic", "sk.spot.enemy-turn")
def test_who_crosses_the_open_near_by_needs_no_die() -> None:
    """Seventeen inches away, from behind one house to behind another."""
    houses = [terrain("building", box=(12, 14, 6, 4)), terrain("building", box=(22, 14, 6, 4))]
    scene = Scene(watcher(), hider((15, 21), each={"rating": 1}), ground=houses, fields={"active": 1})
    scene.act("Berta", "move", move=shift(10, 0))
    assert scene.event("was spotted").because == ("sk.spot.automatic",)


@clause("sk.spot.enemy-turn", "sk.spot.heard")
def test_who_fires_is_heard_through_a_house() -> None:
    """16 inches away behind it: 10 and not less; a team that hears nothing throws nothing."""
    house = terrain("building", box=(10, 12, 20, 3))
    for face, spotted in ((9, False), (10, True)):
        scene = Scene(watcher(), hider((20, 21)), ground=[house], fields={"active": 1})
        scene.call(watch_fire, "Berta", dice=[face])
        assert scene.reasons() == ["10+ (short, +2 heard, not seen)"]
        assert scene.unit("Berta").spotted is spotted
        assert scene.unit("Berta").fired
    far = Scene(watcher(), hider((20, 26)), ground=[house], fields={"active": 1})
    far.call(watch_fire, "Berta")
    assert far.throws() == []
    both = Scene(watcher(), hider((20, 26)), ground=[house], fields={"active": 1}, heard_replaces_shooting_bonus=False)
    both.call(watch_fire, "Berta", dice=[9])
    assert both.reasons() == ["10+ (long, -1 shooting, +2 heard, not seen)"]


@clause("sk.spot.heard", "sk.gap.spotted-status")
def test_who_was_only_heard_is_not_shot_at() -> None:
    """Fire still needs a line of sight."""
    house = terrain("building", box=(10, 12, 20, 3))
    scene = Scene(watcher(), german("de.rifle-team", (20, 21), name="Berta"), ground=[house])
    scene.activate("Able", "move", move=shift(0, 1))
    assert "fire" not in scene.decision("action").domain.options()  # type: ignore[operator]


# ---- plain to see


@clause("sk.spot.automatic")
@pytest.mark.parametrize(("y", "spotted"), [(23, True), (25, True), (25.001, False)])
def test_in_the_open_within_20_inches_nobody_is_missed(y: float, spotted: bool) -> None:
    """18 inches, exactly 20, and just beyond: that takes an 8."""
    scene = Scene(watcher(), hider((20, y)))
    scene.call(spot_the_obvious)
    assert scene.unit("Berta").spotted is spotted
    if not spotted:
        scene.act("Able", "spot", dice=[7])
        assert scene.throws()[0].needs == "8+"


@clause("sk.spot.automatic", "sk.gap.cover-types")
def test_cover_and_houses_keep_one_from_being_seen_plainly() -> None:
    """Behind a hedge, in a wood, behind a house."""
    for ground in (hedge(17), terrain("woods", box=(16, 17, 8, 6)), terrain("building", box=(16, 12, 8, 3))):
        scene = Scene(watcher(), hider((20, 18.5)), ground=[ground])
        assert not plain_to_see(scene.state, 0, 1)
    assert plain_to_see(Scene(watcher(), hider((20, 18.5))).state, 0, 1)


# ---- woods


@clause("sk.spot.woods", "sk.gap.line-of-sight")
@pytest.mark.parametrize(("deep", "seen"), [(3, True), (3.2, False)])
def test_in_woods_one_sees_three_inches(deep: float, seen: bool) -> None:
    """A man three inches behind the edge sees out and is seen, in cover; deeper in nobody sees him."""
    wood = terrain("woods", box=(5, 20, 30, 20))
    scene = Scene(watcher(), hider((20, 20 + deep)), ground=[wood])
    there = look(scene.state, scene.unit("Able").men, scene.unit("Berta").men)[0][0]
    back = look(scene.state, scene.unit("Berta").men, scene.unit("Able").men)[0][0]
    assert (there.seen, back.seen) == (seen, seen)
    if seen:
        assert there.cover == 1
    for apart, near in ((4, True), (4.2, False)):  # between centres, whose bases are an inch across
        inside = Scene(brit("gb.rifle-team", (20, 26), name="Able", men=1), hider((20, 26 + apart - 1)), ground=[wood])
        assert look(inside.state, (0,), (1,))[0][0].seen is near


# ---- counters of the solo side


@clause("sk.spot.solo-markers")
def test_counters_look_for_the_nearest_team_within_36_inches() -> None:
    """The nearer of two teams, once; not beyond 36 inches, and not through a house."""
    solo = Mission("patrol")
    for y, dice in ((40.5, 1), (40.6, 0)):
        scene = Scene(
            watcher(),
            brit("gb.rifle-team", (60, 2), name="Baker"),
            mission=solo,
            markers=[Marker("dummy", (inches(20), inches(y)))],
            fields={"active": 1},
        )
        scene.call(markers_look, dice=[1] * dice)
        assert [one.why for one in scene.throws()] == ["A counter tries to spot Able"] * dice
    hidden = Scene(
        watcher(),
        mission=solo,
        markers=[Marker("dummy", (inches(20), inches(30)))],
        ground=[terrain("building", box=(10, 14, 20, 4))],
        fields={"active": 1},
    )
    hidden.call(markers_look)
    found = Scene(watcher(), mission=solo, markers=[Marker("dummy", (inches(20), inches(30)))], fields={"active": 1})
    found.call(markers_look, dice=[8])
    assert found.state.markers == ()

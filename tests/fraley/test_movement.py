"""Moves: how far, whither, past whom and over what; Run, Dig In, and a leader's help."""

from typing import Any

import pytest

from sandtable.dice.chance import Chance
from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.play.refusal import Refused
from sandtable.rulesets.fraley.basics.teams import move_of
from sandtable.rulesets.fraley.move import exits
from sandtable.rulesets.fraley.move.movement import dig_in, move, moving, no_digging, run
from sandtable.rulesets.fraley.state import Mission
from tests.clause import clause

from .kit import Scene, german, march, shift, stay, terrain, us

SPENT = {"used": 3}  # its leader has used his ability of this Initiative


def rifles(*roles: str, **rest: Any) -> Any:
    """A few Teams of a rifle platoon whose leader cannot help."""
    return us("us.rifle-platoon", (20, 20), name="Able", pick=("PL", *roles), **{"fields": SPENT, **rest})


def tanks(troop: str = "us.sherman-platoon", at: tuple[float, float] = (20, 30), **rest: Any) -> Any:
    """Some tanks that face north."""
    return us(troop, at, name="Able", **{"gap": 1, **rest})


def refusal(scene: Scene, *paths: Any, face: float | None = None, name: str = "Able") -> tuple[str, ...]:
    """The clauses by which a Unit's march is refused; none if it may go."""
    domain = moving(scene.state, scene.number(name))
    answer = march(*paths, face=face)(Decision(0, "move", domain, prompt="Move", because=()))
    try:
        domain.check(answer)
    except Refused as refused:
        return refused.refusal.because
    return ()


def at(x: float, y: float) -> list[tuple[float, float]]:
    """A straight way."""
    return [(x, y)]


# ---- how far


@clause("fraley.move.infantry", "fraley.gap.measuring")
def test_infantry_moves_six_inches_and_not_a_hair_more() -> None:
    """Infantry moves six inches and not a hair more."""
    scene = Scene(rifles("Rifle Team"))
    assert refusal(scene, at(20, 14), at(22.5, 14)) == ()
    assert "fraley.move.infantry" in refusal(scene, at(20, 13.999), at(22.5, 14))
    scene.call(move, "Able", move=shift(0, -6))
    assert scene.point("Able") == (20, 14)
    assert scene.unit("Able").went
    assert scene.team("Able").moved


@clause("fraley.gap.measuring")
def test_a_move_is_the_length_of_its_whole_path() -> None:
    """A move is the length of its whole path."""
    scene = Scene(rifles("Rifle Team"))
    assert refusal(scene, [(20, 17), (17, 17)]) == ()
    assert "fraley.gap.measuring" in refusal(scene, [(20, 17), (16.9, 17)])


@clause("fraley.move.gun", "fraley.weapon.moves-as-infantry")
@pytest.mark.parametrize(
    ("troop", "far", "because"),
    [
        ("us.at-platoon", 3, "fraley.move.gun"),
        ("us.mg-platoon", 6, "fraley.move.gun"),
        ("us.mortar-section", 6, "fraley.move.gun"),
        ("us.mortar-platoon", 6, "fraley.move.gun"),
    ],
)
def test_heavy_guns_move_three_inches_portable_ones_six(troop: str, far: float, because: str) -> None:
    """Heavy guns move three inches portable ones six."""
    scene = Scene(us(troop, (20, 20), name="Able", men=2, fields=SPENT, gap=2))
    x, y = scene.point("Able", 1)
    assert refusal(scene, (), at(x, y - far)) == ()
    assert because in refusal(scene, (), at(x, y - far - 0.001))


@clause("fraley.move.gun")
def test_the_leader_of_a_gun_platoon_moves_as_infantry() -> None:
    """The leader of a gun platoon moves as infantry."""
    scene = Scene(us("us.at-platoon", (20, 20), name="Able", men=2, fields=SPENT))
    assert refusal(scene, at(20, 14)) == ()
    assert "fraley.move.infantry" in refusal(scene, at(20, 13.9))


@clause("fraley.move.tank")
@pytest.mark.parametrize(
    ("troop", "far"),
    [("us.sherman-platoon", 12), ("us.stuart-platoon", 14), ("de.tiger-platoon", 8), ("de.panther-platoon", 12)],
)
def test_tanks_move_twelve_inches_unless_their_stat_line_says_otherwise(troop: str, far: float) -> None:
    """Tanks move twelve inches unless their stat line says otherwise."""
    scene = Scene(tanks(troop, men=1))
    assert move_of(scene.team("Able"), scene.state.options) == inches(far)
    assert refusal(scene, at(20, 30 - far)) == ()
    assert "fraley.move.tank" in refusal(scene, at(20, 29.999 - far))


# ---- whither and how it faces


@clause("fraley.move.any-direction", "fraley.gap.turret-facing")
def test_teams_go_in_any_direction_and_face_any_way() -> None:
    """Teams go in any direction and face any way."""
    scene = Scene(tanks(men=1))
    scene.call(move, "Able", move=march(at(20, 36), face=270))
    assert scene.point("Able") == (20, 36)  # astern
    assert scene.state.layout.bearing(scene.row("Able")) == 2700
    assert scene.team("Able").turret == 2700  # carried by its hull


@clause("fraley.gap.turret-facing")
def test_a_move_sets_a_turret_to_any_heading() -> None:
    """A move sets a turret to any heading."""
    scene = Scene(tanks(men=1))
    answer = {"walks": [{"figure": 0, "points": [[20000, 30000]], "face": 900, "turret": 1800}]}
    scene.call(move, "Able", move=answer)
    assert scene.state.layout.bearing(0) == 900
    assert scene.team("Able").turret == 1800
    answer = {"walks": [{"figure": 0, "points": [[20000, 30000]], "turret": 450}]}
    scene.call(move, "Able", move=answer)
    assert scene.state.layout.bearing(0) == 900
    assert scene.team("Able").turret == 450


@clause("fraley.move.any-direction")
def test_only_turning_is_a_move_and_staying_is_none() -> None:
    """Only turning is a move and staying is none."""
    scene = Scene(tanks(men=1), quiet=True)
    scene.call(move, "Able", move=stay())
    assert not scene.events("moved")
    assert not scene.unit("Able").went
    scene.call(move, "Able", move=march((), face=90))
    assert scene.unit("Able").went
    assert scene.team("Able").moved


# ---- past others


@clause("fraley.gap.moving-through-teams")
def test_through_friends_on_foot_but_not_onto_them() -> None:
    """Through friends on foot but not onto them."""
    other = us("us.mg-platoon", (20, 17), name="Baker", pick=("HMG Team",))
    scene = Scene(rifles("Rifle Team"), other)
    assert refusal(scene, at(20, 14)) == ()
    assert refusal(scene, at(20, 17)) == ("fraley.gap.moving-through-teams",)
    assert refusal(scene, (), at(20.5, 20)) == ("fraley.gap.moving-through-teams",)  # onto his own PL


@clause("fraley.gap.moving-through-teams")
@pytest.mark.parametrize("troop", ["us.sherman-platoon", "us.at-platoon"])
def test_not_through_vehicles_and_heavy_guns(troop: str) -> None:
    """Not through vehicles and heavy guns."""
    pick = ("M4 Sherman (PL)",) if troop == "us.sherman-platoon" else ("57mm Team",)
    large = us(troop, (20, 17), name="Baker", pick=pick)
    scene = Scene(rifles("Rifle Team"), large)
    assert refusal(scene, at(20, 14.1)) == ("fraley.gap.moving-through-teams",)
    assert refusal(scene, [(18, 18.5), (18, 16)]) == ()  # around it
    assert refusal(scene, [(18, 20), (18, 17)]) == ()  # right beside it


@clause("fraley.gap.moving-through-teams")
def test_vehicles_of_a_unit_go_one_after_another() -> None:
    """The second tank stands in the first one's way, but goes first; not if it stays."""
    scene = Scene(tanks(men=2, spots=((20, 26),)))
    assert refusal(scene, at(20, 22), at(20, 18)) == ()
    assert refusal(scene, at(20, 22), ()) == ("fraley.gap.moving-through-teams",)
    scene.call(move, "Able", move=shift(0, -8))
    assert scene.point("Able") == (20, 22)


@clause("fraley.gap.moving-through-teams")
def test_two_inches_from_enemies_all_the_way() -> None:
    """Two inches from enemies all the way."""
    foe = german("de.grenadier-platoon", (25, 17), name="Berta", pick=("PL",), each={"marks": 1})
    scene = Scene(rifles("Rifle Team"), foe)
    # The enemy PL's left edge is at 24.375; ours is 0.625 wide to the right.
    assert refusal(scene, at(21.75, 17)) == ()
    assert refusal(scene, at(21.751, 17)) == ("fraley.gap.moving-through-teams",)
    assert refusal(scene, [(22.5, 18), (21, 18)]) == ("fraley.gap.moving-through-teams",)  # on its way, too


# ---- ground


@clause("fraley.terrain.infantry-free", "fraley.weapon.moves-as-infantry")
@pytest.mark.parametrize("kind", ["woods", "hedge", "building", "rough"])
def test_infantry_and_portable_guns_cross_everything(kind: str) -> None:
    """Infantry and portable guns cross everything."""
    where = {"line": [(10, 18), (40, 18)]} if kind == "hedge" else {"box": (10, 16, 30, 2)}
    scene = Scene(rifles("Rifle Team", "LMG Team"), ground=[terrain(kind, **where)])
    assert refusal(scene, at(20, 14), at(22.5, 14), at(25, 14)) == ()


@clause("fraley.terrain.infantry-free")
def test_deep_water_stops_even_infantry() -> None:
    """Deep water stops even infantry."""
    scene = Scene(rifles("Rifle Team"), ground=[terrain("water", box=(10, 16, 30, 2))])
    assert "fraley.terrain.infantry-free" in refusal(scene, at(20, 14.5))


def guns(*ground: Any) -> Scene:
    """An anti-tank platoon with its leader and one gun, which stands at (24, 20)."""
    return Scene(us("us.at-platoon", (20, 20), name="Able", men=2, fields=SPENT, spots=((24, 20),)), ground=ground)


@clause("fraley.terrain.gun-very-difficult")
def test_heavy_guns_cannot_move_through_very_difficult_terrain() -> None:
    """Heavy guns cannot move through very difficult terrain."""
    scene = guns(terrain("woods", box=(10, 16, 30, 2)))
    assert refusal(scene, at(20, 15), at(24, 18.5)) == ()
    assert refusal(scene, (), at(24, 17.9)) == ("fraley.terrain.gun-very-difficult",)
    line = guns(terrain("hedge", line=[(10, 19), (40, 19)], height=1.5))  # bocage
    assert refusal(line, (), at(24, 18)) == ("fraley.terrain.gun-very-difficult",)


@clause("fraley.terrain.gun-very-difficult")
def test_a_heavy_gun_in_very_difficult_terrain_may_only_turn() -> None:
    """A heavy gun in very difficult terrain may only turn."""
    scene = guns(terrain("woods", box=(10, 10, 30, 20)))
    assert refusal(scene, (), at(24, 19)) == ("fraley.terrain.gun-very-difficult",)
    assert refusal(scene, (), (), face=90) == ()


@clause("fraley.terrain.gun-difficult")
def test_difficult_terrain_is_no_bar_to_guns_and_needs_no_roll() -> None:
    """Difficult terrain is no bar to guns and needs no roll."""
    scene = guns(terrain("hedge", line=[(10, 19), (40, 19)]), terrain("rough", box=(10, 15, 30, 3)))
    scene.call(move, "Able", move=march((), at(24, 17)), dice=[])
    assert scene.point("Able", 1) == (24, 17)


# ---- buildings


@clause("fraley.gap.buildings")
def test_a_building_holds_four_teams_a_floor() -> None:
    """A building holds four teams a floor."""
    house = terrain("building", box=(16, 8, 14, 8))
    inside = us("us.mg-platoon", (18, 10), name="Baker", pick=("HMG Team",) * 4)
    scene = Scene(rifles("Rifle Team"), inside, ground=[house])
    assert refusal(scene, at(20, 14.5)) == ("fraley.gap.buildings",)
    less = Scene(
        rifles("Rifle Team"), us("us.mg-platoon", (18, 10), name="Baker", pick=("HMG Team",) * 3), ground=[house]
    )
    assert refusal(less, at(20, 14.5)) == ()
    assert refusal(less, at(20, 14.5), at(22.5, 14.5)) == ("fraley.gap.buildings",)
    high = Scene(rifles("Rifle Team"), inside, ground=[terrain("building", box=(16, 8, 14, 8), floors=2)])
    assert refusal(high, at(20, 14.5)) == ()


@clause("fraley.gap.buildings")
def test_tanks_neither_enter_a_building_nor_end_against_it() -> None:
    """Tanks neither enter a building nor end against it."""
    scene = Scene(tanks(men=1), ground=[terrain("building", box=(10, 15, 20, 6))])
    assert "fraley.gap.buildings" in refusal(scene, at(20, 20.5))
    assert refusal(scene, at(20, 22.1)) == ("fraley.gap.buildings",)  # its nose is in the wall
    assert refusal(scene, at(20, 22.2)) == ()


# ---- a leader's help


@clause("fraley.leader.extra-move")
def test_one_team_goes_four_inches_farther_to_end_near_its_leader() -> None:
    """One team goes four inches farther to end near its leader."""
    scene = Scene(rifles("Rifle Team", "Rifle Team", fields={}, spots=((20, 24), (25, 20))))
    far, aside = at(20, 14.5), at(25, 20)
    assert refusal(scene, at(20, 16), far, aside) == ()  # 9.5 inches, 0.375 from the PL
    assert "fraley.leader.extra-move" in refusal(scene, (), [(22, 16.5)], aside)  # too far from him at the end
    assert "fraley.move.infantry" in refusal(scene, at(20, 15.5), at(20, 13.999), aside)  # 10.001
    scene.call(move, "Able", move=march(at(20, 16), far, aside))
    assert scene.unit("Able").used == 3
    assert "fraley.leader.extra-move" in scene.clauses()
    assert "fraley.leader.extra-move" not in refusal(scene, at(20, 20))
    assert "fraley.move.infantry" in refusal(scene, (), at(20, 21))  # spent


@clause("fraley.leader.extra-move")
def test_a_leader_helps_one_team_and_two_leaders_two() -> None:
    """A leader helps one team and two leaders two."""
    platoon = rifles("Rifle Team", "Rifle Team", fields={}, spots=((18, 24), (22, 24)))
    both = ((), at(18, 17.5), at(22, 17.5))
    alone = Scene(platoon)
    assert refusal(alone, (), at(18, 17.5)) == ()
    assert "fraley.leader.extra-move" in refusal(alone, *both)
    with_cc = Scene(platoon, us("us.cc", (22, 15), name="Miller"))
    assert refusal(with_cc, *both) == ()


@clause("fraley.leader.extra-move")
def test_a_short_move_needs_no_help() -> None:
    """A short move needs no help."""
    scene = Scene(rifles("Rifle Team", fields={}))
    scene.call(move, "Able", move=shift(0, -6))
    assert scene.unit("Able").used == 0


# ---- without a leader


def leaderless(foe: tuple[float, float], *ground: Any, **rest: Any) -> Scene:
    """Three riflemen without a PL, an enemy in front of them."""
    return Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team",) * 3, **rest),
        german("de.grenadier-platoon", foe, name="Berta", pick=("Rifle Team",), each={"marks": 1}),
        ground=ground,
    )


@clause("fraley.leader.no-pl-advance")
def test_without_a_leader_nobody_moves_towards_enemies_in_view() -> None:
    """Without a leader nobody moves towards enemies in view."""
    scene = leaderless((22, 5))
    assert refusal(scene, at(20, 19.5)) == ("fraley.leader.no-pl-advance",)
    assert refusal(scene, at(20, 24)) == ()
    assert refusal(scene, [(20, 22), (20, 21)]) == ()
    assert refusal(scene, [(20, 19), (20, 22)]) == ("fraley.leader.no-pl-advance",)  # nor on its way
    led = leaderless((22, 5), teams={0: {"leader": True}})
    assert refusal(led, at(20, 19.5)) == ()


@clause("fraley.leader.no-pl-advance")
def test_enemies_out_of_sight_do_not_hold_it_back() -> None:
    """Enemies out of sight do not hold it back."""
    hidden = leaderless((22, 5), terrain("woods", box=(0, 8, 72, 4)))
    assert refusal(hidden, at(20, 16)) == ()


# ---- suppression, Observers


def test_suppressed_teams_may_move_unless_a_table_plays_otherwise() -> None:
    """Suppressed teams may move unless a table plays otherwise."""
    held = rifles("Rifle Team", teams={1: {"marks": 1}})
    assert moving(Scene(held).state, 0).movers == (0, 1)
    assert moving(Scene(held, suppressed_may_move=False).state, 0).movers == (0,)


def test_an_observer_moves_with_his_battery_wherever_he_is() -> None:
    """An observer moves with his battery wherever he is."""
    scene = Scene(us("us.mortar-platoon", (20, 20), name="Able", fo=(50, 20), fields=SPENT))
    assert len(moving(scene.state, 0).movers) == 6
    scene.call(move, "Able", move=march((), (), (), (), (), at(56, 20)))
    assert scene.point("Able FO") == (56, 20)
    assert not scene.unit("Able").went  # he is no Team of the Unit
    scene.call(move, "Able", move=shift(0, -6))
    assert scene.unit("Able").went
    assert scene.point("Able FO") == (56, 14)


# ---- Run


@clause("fraley.action.run")
@pytest.mark.parametrize(
    ("troop", "man", "far"),
    [
        ("us.rifle-platoon", 0, 12),
        ("us.mg-platoon", 1, 12),
        ("us.at-platoon", 1, 6),
        ("us.sherman-platoon", 0, 24),
        ("us.stuart-platoon", 0, 28),
        ("de.tiger-platoon", 0, 16),
    ],
)
def test_a_run_is_two_moves(troop: str, man: int, far: float) -> None:
    """A run is two moves."""
    scene = Scene(us(troop, (20, 40), name="Able", men=2, fields=SPENT))
    x, y = scene.point("Able", man)
    paths = [()] * man
    one, two = march(*paths, at(x, y - far / 2)), march(*paths, at(x, y - far))
    scene.call(run, "Able", move=[one, two])
    assert scene.point("Able", man) == (x, y - far)
    assert scene.unit("Able").ran
    assert scene.told("set off running", "moved") == [("set off running", 0), ("moved", 0), ("moved", 0)]


@clause("fraley.action.run")
def test_where_the_penalty_is_for_the_run_alone_it_ends_with_it() -> None:
    """Where the penalty is for the run alone it ends with it."""
    scene = Scene(rifles("Rifle Team"), run_penalty_until="during_move")
    scene.call(run, "Able", move=[shift(0, -3), shift(0, -3)])
    assert scene.told() == [("set off running", 0), ("moved", 0), ("moved", 0), ("stopped running", 0)]
    assert not scene.unit("Able").ran


def test_who_does_not_move_on_a_run_does_not_run() -> None:
    """Who does not move on a run does not run."""
    scene = Scene(rifles("Rifle Team"))
    scene.call(run, "Able", move=[stay(), stay()])
    assert not scene.unit("Able").ran


# ---- Dig In


@clause("fraley.action.dig-in")
def test_a_unit_digs_in_until_it_moves_team_by_team() -> None:
    """A unit digs in until it moves team by team."""
    scene = Scene(rifles("Rifle Team", "LMG Team"))
    scene.call(dig_in, "Able")
    assert [scene.team("Able", man).dug_in for man in range(3)] == [True] * 3
    scene.call(move, "Able", move=march((), at(22.5, 18)))
    assert [scene.team("Able", man).dug_in for man in range(3)] == [True, False, True]


@clause("fraley.action.dig-in-no-tanks")
def test_tanks_do_not_dig_in() -> None:
    """Tanks do not dig in."""
    scene = Scene(tanks(men=2))
    refused = no_digging(scene.state, 0)
    assert refused is not None
    assert refused.because == ("fraley.action.dig-in-no-tanks",)
    scene.call(dig_in, "Able")
    assert not scene.team("Able").dug_in
    mixed = Scene(rifles("Rifle Team", teams={1: {"kind": "tank", "vehicle": "half-track"}}))
    assert no_digging(mixed.state, 0) is None
    mixed.call(dig_in, "Able")
    assert [mixed.team("Able", man).dug_in for man in range(2)] == [True, False]


# ---- leaving, and what random players do


def test_a_move_in_a_breakthrough_may_leave_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move in a breakthrough may leave the table."""
    asked: list[int] = []

    async def leave(_: Any, number: int) -> None:
        asked.append(number)

    monkeypatch.setattr(exits, "may_leave", leave)
    scene = Scene(rifles("Rifle Team"), mission=Mission("breakthrough"))
    scene.call(move, "Able", move=shift(0, -3))
    assert asked == [0]


def test_random_marches_are_legal_and_go_somewhere() -> None:
    """Random marches are legal and go somewhere."""
    ground = [terrain("building", box=(16, 8, 6, 6)), terrain("woods", box=(30, 8, 9, 6))]
    foe = german("de.grenadier-platoon", (30, 3), name="Berta", each={"marks": 1})
    chance = Chance(7)
    for troop in ("us.rifle-platoon", "us.at-platoon", "us.sherman-platoon", "us.mortar-platoon"):
        scene = Scene(us(troop, (20, 20), name="Able", gap=1), us("us.sherman-platoon", (20, 30)), foe, ground=ground)
        went = 0
        for _ in range(20):
            domain = moving(scene.state, 0)
            found = domain.sample(chance)
            assert found == domain.fixed or domain.allows(found)
            went += any(len(set(walk.points)) > 1 for walk in found.walks)
        assert went >= 12, troop


def test_suggested_marches_do_not_count_on_a_leader() -> None:
    """A Unit is brought around a goal, its Observer staying where he is."""
    for troop in ("us.rifle-platoon", "us.at-platoon", "us.mortar-platoon"):
        far_off = (50, 20) if troop == "us.mortar-platoon" else None
        scene = Scene(us(troop, (20, 20), name="Able", fo=far_off))
        found = moving(scene.state, 0).suggest((inches(21), inches(18)))
        assert found is not None, troop
        assert moving(scene.state, 0).allows(found)
        assert all(len(walk.points) == 1 for walk in found.walks if scene.state.figures[walk.figure].unit != 0)


def test_a_unit_in_which_nobody_may_move_is_not_asked() -> None:
    """A commander who observed this round stays where he is."""
    scene = Scene(us("us.cc", (20, 20), name="Miller", fields={"watching": 2}))
    scene.call(move, "Miller")
    assert scene.asked == []
    assert "may move" in scene.why_refused(lambda: moving(scene.state, 0))

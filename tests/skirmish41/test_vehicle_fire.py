"""Fire of vehicles and at them: machine guns, tank guns, small arms, hand-held anti-tank weapons, facings, hull down."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.charts import band_of, burning_effect, flame_at_band, score_of, weapons
from sandtable.rulesets.skirmish41.basics.facing import behind_front, hull_down
from sandtable.rulesets.skirmish41.fire.crews import crew_of, points
from sandtable.rulesets.skirmish41.fire.shooters import shooters
from sandtable.rulesets.skirmish41.fire.shooting import key_of
from sandtable.rulesets.skirmish41.fire.shots import fire_targets
from sandtable.rulesets.skirmish41.fire.targets import visible
from sandtable.rulesets.skirmish41.fire.volley import Landed, chart_rolls
from sandtable.rulesets.skirmish41.heavy.heavy import arms_ready, targets_for
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.turn.activation import activate
from sandtable.rulesets.skirmish41.turn.orders import orders_of
from sandtable.rulesets.skirmish41.turn.turn import begin_part
from tests.clause import clause

from .kit import Scene, Side, brit, drive, german, terrain

TANK = brit("gb.sherman", (36, 30), name="Tank")


def only(mount: str) -> Any:
    """The answer that one machine gun fires."""
    return lambda decision: [key for key in decision.domain.values if key.endswith(mount)]


def men_at(y: float, **rest: Any) -> Side:
    """German riflemen north of the tank, so far from its hull."""
    return german("de.riflemen", (36, y), name="Berta", **rest)


# ---- machine guns


@clause("sk.veh.mg", "sk.veh.mg-hull-turret")
@pytest.mark.parametrize("mount", ["co-axial", "hull"])
def test_a_hull_or_turret_gun_is_a_band_worse(mount: str) -> None:
    """At 14 inches, short, it fires as at medium: 17 unaimed. Two actions and four points are six shots."""
    scene = Scene(TANK, men_at(30 - 2.5 - 14 - 0.5))
    scene.act("Tank", "fire", dice=[16] * 6, shots="unaimed 2", shooters=only(mount))
    assert scene.reasons("fires") == ["17+ (unaimed, short, +1 hull or turret gun)"]
    assert len(scene.throws("fires")[0].faces) == 6


@clause("sk.veh.mg", "sk.veh.mg-hull-turret")
def test_a_pintle_gun_is_not() -> None:
    """The commander of an assault gun, at 14 inches: short, 14."""
    scene = Scene(brit("de.stug", (36, 30), name="Tank"), men_at(30 - 2.5 - 14 - 0.5))
    scene.act("Tank", "fire", dice=[13] * 6, shots="unaimed 2")
    assert scene.reasons("fires") == ["14+ (unaimed, short)"]
    assert [scene.figure("Tank", man).spent for man in range(4)] == [0, 0, 0, 2]


@clause("sk.veh.mg", "sk.gap.vehicle-crew")
def test_who_fires_which_machine_gun() -> None:
    """Gunner at the co-axial, hull gunner at the hull gun; a lost gunner is replaced by the loader, him by the commander."""
    mounts = {gun.mount: gun.man for gun in shooters(Scene(TANK).state, 0)}
    assert mounts == {"co-axial": 2, "hull": 5}
    for pick, man in ((("driver", "loader", "commander"), "loader"), (("driver", "commander"), "commander")):
        scene = Scene(brit("gb.sherman", (36, 30), name="Tank", pick=pick, strength=5))
        assert [scene.state.figures[gun.man].role for gun in shooters(scene.state, 0)] == [man]
    carrier = Scene(brit("gb.carrier", (36, 30), name="Tank"))
    assert [carrier.state.figures[gun.man].role for gun in shooters(carrier.state, 0)] == ["gunner"]


@clause("sk.gap.vehicle-crew")
@pytest.mark.parametrize(("moved", "guns"), [(0, 1), (1, 0)])
def test_a_lone_driver_fires_his_pintle_gun_if_he_stands(moved: int, guns: int) -> None:
    """A jeep's driver drives, or he shoots."""
    assert len(shooters(Scene(brit("gb.jeep", (36, 30), fields={"moved": moved})).state, 0)) == guns


@clause("sk.veh.mg", "sk.gap.vehicle-crew")
def test_a_hull_gun_fires_ahead_a_turret_all_round() -> None:
    """Men behind the tank are seen by the co-axial alone."""
    scene = Scene(TANK, german("de.riflemen", (36, 44), name="Berta"))
    aim = fire_targets(scene.state, 0)[0]
    assert [gun.mount for gun in shooters(scene.state, 0) if visible(scene.state, gun, aim)] == ["co-axial"]


@clause("sk.veh.moving-costs-action", "sk.veh.mg")
def test_a_machine_gun_has_one_action_less_after_a_drive() -> None:
    """One action and four points: five shots."""
    scene = Scene(TANK, men_at(8))
    scene.activate("Tank", "drive", "fire", dice=[1] * 5, drive=drive((0, 1)), shots="unaimed 1", shooters=only("hull"))
    assert len(scene.throws("fires")[0].faces) == 5


@clause("sk.gap.vehicle-suppression", "sk.veh.mg")
def test_a_suppressed_open_crew_has_no_weapon_bonus() -> None:
    """A half-track's gunner, suppressed: one action, one shot."""
    scene = Scene(brit("de.hanomag", (36, 30), name="Tank", fields={"suppression": 1}), men_at(15))
    scene.act("Tank", "fire", dice=[1])
    assert len(scene.throws("fires")[0].faces) == 1


# ---- guns


@clause("sk.gun.range-50", "sk.gun.range-51", "sk.gun.range-auto", "sk.gun.to-hit")
@pytest.mark.parametrize(
    ("weapon", "edges"),
    [
        ("gun-37", [(5.9, None), (6, 8), (18, 8), (18.1, 12), (40, 12), (40.1, 16), (300, 16)]),
        ("gun-75", [(5.9, None), (6, 8), (24, 8), (24.1, 12), (60, 12), (60.1, 16), (300, 16)]),
        ("gun-57", [(24, 8), (24.1, 12)]),
        ("autocannon", [(0.9, None), (1, 8), (10, 8), (10.1, 12), (24, 12), (24.1, 16), (300, 16)]),
    ],
)
def test_bands_and_scores_of_guns(weapon: str, edges: list[tuple[float, int | None]]) -> None:
    """8, 12 and 16; nearer than the first figure a gun cannot fire."""
    for distance, score in edges:
        band = band_of(weapon, inches(distance), Options())
        assert (None if band is None else score_of(weapons()[weapon].kind, band, Options())) == score, distance


@clause("sk.gun.cost", "sk.gun.to-hit")
def test_a_gun_fires_once_a_turn_for_four_actions() -> None:
    """Gunner and loader spend two each; what they have saved does not buy a second shot."""
    scene = Scene(TANK, german("de.panzer-iv", (36, 5), name="Panzer", bearing=180))
    scene.act("Tank", "use:gun-75-poor", dice=[7])
    assert scene.throws("short 75")[0].needs == "8+"
    assert [scene.figure("Tank", man).spent for man in range(5)] == [0, 2, 2, 0, 0]
    scene.change("Tank", 1, saved=2, spent=0).change("Tank", 2, saved=2, spent=0)
    assert arms_ready(scene.state, 0) == []


@clause("sk.gun.cost", "sk.veh.moving-costs-action")
def test_actions_are_carried_over_although_the_tank_drives() -> None:
    """Two turns on the move: two points each, and a shot in the second."""
    scene = Scene(TANK, german("de.panzer-iv", (36, 5), name="Panzer", bearing=180))
    scene.call(activate, "Tank", action=["drive"], drive=drive((0, -1)))
    scene.call(begin_part, 0, {"first": 0})
    scene.call(activate, "Tank", action=["drive", "use:gun-75-poor"], dice=[1], drive=drive((0, 1)))
    assert scene.told("shot")
    assert [scene.figure("Tank", man).saved for man in (1, 2)] == [0, 0]


@clause("sk.gun.cost")
def test_what_both_have_saved_is_used_first() -> None:
    """Four points saved pay for the shot, and both keep their actions."""
    saved = {1: {"saved": 2}, 2: {"saved": 2}}
    scene = Scene(
        brit("gb.sherman", (36, 30), name="Tank", figures=saved), german("de.panzer-iv", (36, 5), bearing=180)
    )
    scene.act("Tank", "use:gun-75-poor", dice=[1])
    assert [(scene.figure("Tank", man).spent, scene.figure("Tank", man).saved) for man in (1, 2)] == [(0, 0), (0, 0)]


@clause("sk.gun.cost", "sk.gap.vehicle-crew")
@pytest.mark.parametrize(
    ("pick", "have"),
    [
        (("driver", "gunner", "loader", "commander"), 4),
        (("driver", "loader", "commander"), 4),
        (("driver", "gunner", "hull gunner"), 2),
        (("driver", "hull gunner"), 0),
    ],
)
def test_whose_actions_go_to_the_gun(pick: tuple[str, ...], have: int) -> None:
    """Gunner and loader; the commander replaces one who is lost, driver and hull gunner never do."""
    scene = Scene(brit("gb.sherman", (36, 30), name="Tank", pick=pick, strength=5))
    assert points(scene.state, crew_of(scene.state, 0, "gun-75-poor")) == have


@clause("sk.gap.vehicle-crew")
def test_a_small_crew_has_a_gunner_only() -> None:
    """Three men in an armoured car: two points a turn for its gun."""
    scene = Scene(brit("gb.humber", (36, 30), name="Car"), men_at(10))
    assert points(scene.state, crew_of(scene.state, 0, "gun-37")) == 2
    assert "use:gun-37" not in orders_of(scene.state, 0).open


@clause("sk.gap.vehicle-crew", "sk.gun.cost")
def test_without_a_turret_a_gun_points_ahead() -> None:
    """An assault gun cannot fire at what is beside it, a tank can."""
    for troop, able in (("de.stug", False), ("de.panzer-iv", True)):
        scene = Scene(german(troop, (36, 30), name="Tank"), brit("gb.sherman", (56, 30), name="Foe"))
        arm = arms_ready(scene.state, 0)[0]
        assert bool(targets_for(scene.state, 0, arm)) == able


@clause("sk.gun.to-hit", "sk.dmg.roll")
def test_a_gun_hits_a_vehicle() -> None:
    """An 88 at 20 inches on a Sherman's flank: 8 hits, and an 8 for damage explodes it."""
    scene = Scene(german("de.tiger", (10, 30), name="Tiger", bearing=90), TANK)
    scene.act("Tiger", "use:gun-88", dice=[8, 8])
    assert scene.reasons("Damage") == [""]
    assert scene.throws("Damage")[0].why == (
        "Damage to Tank (+6 17 pounder, 85 mm or HVAP, +4 57 mm or larger, +4 flank or rear, -2 medium AFV)"
    )
    assert scene.unit("Tank").place == "destroyed"


# ---- small arms at vehicles


@clause("sk.veh.small-arms", "sk.veh.occupants")
def test_what_small_arms_can_be_aimed_at() -> None:
    """The soft vehicle or those in it; those in an open AFV; of a closed AFV nothing."""
    for troop, aims in (("gb.lorry", ["u1 hull", "u1"]), ("gb.carrier", ["u1"]), ("gb.sherman", [])):
        scene = Scene(german("de.riflemen", (36, 16), name="Berta"), brit(troop, (36, 30), name="Foe"))
        assert [key_of(aim) for aim in fire_targets(scene.state, 0)] == aims


@clause("sk.veh.occupants")
@pytest.mark.parametrize(
    ("troop", "needs"),
    [("gb.lorry", "12+ (aimed, short, +1 in soft cover)"), ("gb.carrier", "16+ (aimed, short, +2 in hard cover)")],
)
def test_occupants_are_infantry_in_cover(troop: str, needs: str) -> None:
    """Soft cover in a soft vehicle, hard cover in an open AFV; a hit strikes one of them at random."""
    scene = Scene(
        german("de.riflemen", (36, 16), name="Berta", men=1), brit(troop, (36, 30), name="Foe", fields={"aware": True})
    )
    answers = {"target": "u1"} if troop == "gb.lorry" else {}
    scene.act("Berta", "fire", dice=[20, *([2] if troop == "gb.carrier" else []), 5], shots="aimed 2", **answers)
    assert scene.reasons("fires") == [needs]
    assert sum(figure.wounds for figure in scene.state.figures) == 1


@clause("sk.veh.occupants", "sk.gap.vehicle-suppression")
def test_open_crews_are_suppressed() -> None:
    """A 1 on the effect die suppresses the crew of a carrier."""
    scene = Scene(german("de.riflemen", (36, 16), name="Berta", men=1), brit("gb.carrier", (36, 30), name="Foe"))
    scene.act("Berta", "fire", dice=[20, 2, 1], shots="aimed 2")
    assert scene.unit("Foe").suppression == 1


@clause("sk.veh.small-arms")
@pytest.mark.parametrize(
    ("hits", "before", "rolls"),
    [([(2, False)], 0, (0, 2)), ([(3, False)], 0, (1, 0)), ([(8, False)], 0, (2, 2)), ([(2, True), (2, False)], 0, (2, 2)),
     ([(1, False)], 2, (1, 0)), ([(2, False), (1, False)], 0, (1, 0))],
)  # fmt: skip
def test_three_hits_of_rifles_are_one_roll(hits: list[tuple[int, bool]], before: int, rolls: tuple[int, int]) -> None:
    """Each of a machine gun is one; those left over wait for more of the same team in the same turn."""
    assert chart_rolls([Landed((), landed, mg) for landed, mg in hits], before) == rolls


@clause("sk.veh.small-arms", "sk.dmg.soft-14")
def test_hits_of_a_turn_are_counted_together() -> None:
    """Two hits now, one with the next action: a roll from the flank, 10 and 4 are a lost wheel. Then anew."""
    scene = Scene(
        german("de.riflemen", (22, 30), name="Berta", spots=((22, 31.5), (22, 33), (22, 28.5))),
        brit("gb.lorry", (36, 30), name="Foe"),
    )
    scene.act("Berta", "fire", target="u1 hull", dice=[20, 20, 1, 1], shots="unaimed 1")
    assert scene.unit("Foe").holes == ((0, 2),)
    scene.act("Berta", "fire", target="u1 hull", dice=[20, 1, 1, 1, 10])
    assert scene.unit("Foe").holes == ((0, 0),)
    assert scene.unit("Foe").immobile
    scene.change("Foe", holes=((0, 2),))
    scene.call(begin_part, 1, {"first": 0})
    assert scene.unit("Foe").holes == ()


@clause("sk.veh.small-arms")
def test_every_hit_of_a_machine_gun_is_a_roll() -> None:
    """Two of six shots at a lorry's front."""
    scene = Scene(german("de.mg-pair", (36, 16), name="Emil", bearing=180), brit("gb.lorry", (36, 30), name="Foe"))
    scene.act("Emil", "fire", target="u1 hull", dice=[20, 20, 1, 1, 1, 1, 6, 6], shots="unaimed 2", shooters=[["f0"]])
    assert len(scene.throws("Damage")) == 2


# ---- hand-held anti-tank weapons


@clause(
    "sk.at.range-molotov", "sk.at.range-at-grenade", "sk.at.range-at-rifle", "sk.at.range-panzerfaust",
    "sk.at.range-bazooka", "sk.at.to-hit",
)  # fmt: skip
@pytest.mark.parametrize(
    ("weapon", "edges"),
    [
        ("molotov", [(0, 8), (3, 8), (3.1, 16), (10, 16), (10.1, None)]),
        ("at-grenade", [(0, 16), (4, 16), (8, 16), (8.1, None)]),
        ("at-rifle", [(0, 8), (8, 8), (8.1, 12), (20, 12), (20.1, 16), (40, 16), (40.1, None)]),
        ("panzerfaust", [(3.9, None), (4, 8), (8, 8), (8.1, 12), (12, 12), (12.1, 16), (20, 16), (20.1, None)]),
        ("bazooka", [(3.9, None), (4, 8), (12, 8), (12.1, 12), (20, 12), (20.1, 16), (30, 16), (30.1, None)]),
        ("piat", [(3.9, None), (4, 8), (12, 8), (12.1, 12), (20, 12), (20.1, 16), (30, 16), (30.1, None)]),
        ("panzerschreck", [(3.9, None), (4, 8), (12.1, 12), (30, 16), (30.1, None)]),
    ],
)
def test_bands_and_scores_of_anti_tank_weapons(weapon: str, edges: list[tuple[float, int | None]]) -> None:
    """Every band, at its edges."""
    for distance, score in edges:
        band = band_of(weapon, inches(distance), Options())
        assert (None if band is None else score_of(weapons()[weapon].kind, band, Options())) == score, distance


@clause("sk.at.range-flamethrower")
def test_bands_of_a_flamethrower_against_vehicles() -> None:
    """Not those against infantry; nearer than four inches is short."""
    distances = (0, 4, 8, 8.1, 18, 18.1, 24, 24.1)
    assert [flame_at_band(inches(one), Options()) for one in distances] == [0, 0, 0, 1, 1, 2, 2, None]


def faust(distance: float, **fields: Any) -> Scene:
    """A man with a Panzerfaust so far south of the flank of a half-track that looks east."""
    man = german(
        "de.panzerfaust-team",
        (36, 31 + distance + 0.5),
        name="Fritz",
        figures={0: {"arms": ("rifle", "panzerfaust")}},
        men=1,
    )
    return Scene(man, brit("de.hanomag", (36, 30), name="Track", bearing=90, fields=fields))


@clause("sk.at.moving-target", "sk.at.to-hit")
@pytest.mark.parametrize(("moved", "needs"), [(18, "16+"), (8.1, "16+"), (8, "12+"), (0, "12+")])
def test_a_vehicle_that_drove_past_is_harder_to_hit(moved: float, needs: str) -> None:
    """A Panzerfaust at 10 inches at a half-track that drove 18 inches past needs 16."""
    scene = faust(10, moved=inches(moved))
    scene.act("Fritz", "use:panzerfaust", dice=[1])
    assert scene.throws("Panzerfaust")[0].needs == needs


@clause("sk.at.moving-target")
@pytest.mark.parametrize(("bearing", "needs"), [(180, "12+"), (195, "12+"), (196, "16+"), (165, "12+"), (0, "16+")])
def test_unless_it_comes_straight_at_the_shooter(bearing: float, needs: str) -> None:
    """Within 15 degrees of the line to him."""
    man = german("de.panzerfaust-team", (36, 43), name="Fritz", figures={0: {"arms": ("panzerfaust",)}}, men=1)
    scene = Scene(man, brit("de.hanomag", (36, 30), name="Track", bearing=bearing, fields={"moved": inches(18)}))
    scene.act("Fritz", "use:panzerfaust", dice=[1])
    assert scene.throws("Panzerfaust")[0].needs == needs


@clause("sk.at.cost", "sk.at.range-panzerfaust")
def test_a_panzerfaust_is_used_up() -> None:
    """Two actions, one shot."""
    scene = faust(10)
    scene.act("Fritz", "use:panzerfaust", dice=[1])
    assert (scene.figure("Fritz").spent, scene.figure("Fritz").arms) == (2, ("rifle",))


@clause("sk.at.cost")
def test_a_bazooka_takes_four_actions_of_two_men() -> None:
    """Gunner and loader pool theirs; a gunner alone saves up for two turns, and loses it when he moves or is suppressed."""
    foe = german("de.panzer-iv", (36, 12), name="Panzer")
    pair = Scene(brit("gb.piat-team", (36, 30), name="Pair"), foe)
    pair.act("Pair", "use:piat", dice=[1])
    assert [pair.figure("Pair", man).spent for man in (0, 1)] == [2, 2]
    lone = Scene(brit("gb.piat-team", (36, 30), name="Lone", pick=("gunner",)), foe)
    assert "use:piat" not in orders_of(lone.state, 0).open
    lone.activate("Lone")
    assert lone.figure("Lone").saved == 2
    lone.call(begin_part, 0, {"first": 0})
    assert "use:piat" in orders_of(lone.state, 0).open


@clause("sk.at.rifle-afv-only", "sk.at.no-infantry")
@pytest.mark.parametrize(
    ("weapon", "able"),
    [
        ("at-rifle", ["Tank"]),
        ("molotov", ["Tank", "Lorry"]),
        ("at-grenade", ["Tank", "Lorry"]),
        ("panzerfaust", ["Men", "Tank", "Lorry"]),
    ],
)
def test_what_each_may_be_used_against(weapon: str, able: list[str]) -> None:
    """AT rifles at AFVs alone; those, Molotovs and AT grenades never at infantry."""
    man = german("de.riflemen", (36, 30), name="Fritz", men=1, each={"arms": (weapon,)})
    foes = (
        brit("gb.rifle-team", (43, 30), name="Men"),
        brit("gb.sherman", (36, 20.8), name="Tank"),
        brit("gb.lorry", (29, 30), name="Lorry"),
    )
    scene = Scene(man, *foes)
    arm = arms_ready(scene.state, 0)[0]
    assert [scene.state.units[foe].name for foe in targets_for(scene.state, 0, arm)] == able


@clause("sk.at.fire-roll", "sk.at.fire-table")
def test_the_fire_table() -> None:
    """1-4 nothing, 5-7 the crew leave, 8 and more it goes up; three more for a flamethrower."""
    assert [burning_effect(0, Options()).read((die,)) for die in range(1, 7)] == ["nothing"] * 4 + ["abandoned"] * 2
    assert [burning_effect(3, Options()).read((die,)) for die in range(1, 7)] == ["nothing"] + ["abandoned"] * 3 + [
        "explodes"
    ] * 2


@clause("sk.at.fire-roll", "sk.at.fire-table", "sk.at.range-molotov", "sk.gap.melee-vs-vehicle")
@pytest.mark.parametrize(("die", "mounted"), [(4, True), (5, False)])
def test_a_molotov_on_a_tank(die: int, mounted: bool) -> None:
    """Thrown at the hull it touches, as at its shortest band: 8; rolling 5 the crew are out, without the damage chart."""
    scene = Scene(german("de.riflemen", (36, 33.2), name="Fritz", men=1, each={"arms": ("molotov",)}), TANK)
    scene.act("Fritz", "use:molotov", dice=[8, die])
    assert scene.throws("Molotov")[0].needs == "8+"
    assert scene.unit("Tank").mounted == mounted
    assert len(scene.unit("Tank").men) == 5
    assert not scene.throws("Damage")


@clause("sk.at.fire-roll", "sk.at.fire-table", "sk.at.range-flamethrower")
@pytest.mark.parametrize(("die", "place"), [(1, "table"), (4, "table"), (5, "destroyed")])
def test_a_flamethrower_on_a_tank(die: int, place: str) -> None:
    """At 8 inches 8 hits; rolling 5 it is destroyed with its crew."""
    scene = Scene(german("gb.flamethrower-pair", (36, 41), name="Fritz", men=1), TANK)
    scene.act("Fritz", "use:flamethrower", dice=[8, die])
    assert scene.throws("uses the flamethrower")[0].needs == "8+"
    assert scene.unit("Tank").place == place
    assert scene.unit("Tank").mounted == (die == 1)


@clause("sk.at.damage", "sk.at.fire-roll")
def test_a_molotov_on_a_lorry() -> None:
    """Fire on an AFV has its own table; a soft vehicle is struck on the chart."""
    scene = Scene(
        german("de.riflemen", (36, 24.5), name="Fritz", men=1, each={"arms": ("molotov",)}),
        brit("gb.lorry", (36, 30), name="Foe"),
    )
    scene.act("Fritz", "use:molotov", dice=[8, 6])
    assert len(scene.throws("Damage")) == 1


# ---- facing and hull down


@clause("sk.gap.hit-facing", "sk.dmg.plus-4-flank")
@pytest.mark.parametrize(("y", "flank"), [(27.4, False), (27.5, False), (27.6, True), (33, True)])
def test_the_line_through_the_front_edge(y: float, flank: bool) -> None:
    """A Sherman's front edge is 2.5 inches ahead of its middle; however far to the side, behind that line is the flank."""
    scene = Scene(TANK)
    for x in (0, 36, 72):
        assert behind_front(scene.state, 0, inches(x), inches(y)) == flank


@clause("sk.gap.hit-facing")
def test_facing_turns_with_the_hull() -> None:
    """Looking east, its front is to the east."""
    scene = Scene(brit("gb.sherman", (36, 30), name="Tank", bearing=90))
    assert not behind_front(scene.state, 0, inches(50), inches(30))
    assert behind_front(scene.state, 0, inches(36), inches(10))


@clause("sk.gap.hull-down", "sk.dmg.minus-4-hull-down")
@pytest.mark.parametrize(
    ("piece", "down"),
    [
        (terrain("wall", line=[(30, 27), (42, 27)]), True),
        (terrain("hedge", line=[(30, 27), (42, 27)]), False),
        (terrain("wall", line=[(36, 27), (42, 27)]), True),
        (terrain("wall", line=[(36.6, 27), (42, 27)]), False),
        (terrain("building", box=(35.9, 23, 5, 3), height=3), True),
        (terrain("woods", box=(36, 20, 5, 5)), False),
    ],
)
def test_hull_down_behind_hard_cover(piece: Any, down: bool) -> None:
    """At least half of the side that faces the shooter; soft cover does not give it."""
    scene = Scene(german("de.panzer-iv", (36, 8), name="Panzer", bearing=180), TANK, ground=[piece])
    assert hull_down(scene.state, scene.unit("Panzer").hull, 1) == down


@clause("sk.gap.hull-down", "sk.dmg.minus-4-hull-down")
def test_hull_down_is_played() -> None:
    """A 75 mm gun on a Sherman behind a wall: +4 -4 -2."""
    wall = terrain("wall", line=[(30, 27), (42, 27)])
    scene = Scene(german("de.panzer-iv", (36, 8), name="Panzer", bearing=180), TANK, ground=[wall])
    scene.act("Panzer", "use:gun-75", dice=[8, 8])
    assert scene.throws("Damage")[0].why == "Damage to Tank (+4 57 mm or larger, -4 hull down, -2 medium AFV)"
    assert scene.event("was struck").because == ("sk.dmg.afv-1-6",)


@clause("sk.gap.spotted-status", "sk.gun.to-hit")
def test_a_hull_that_nobody_knows_of_stops_no_shot() -> None:
    """Neither of a gun nor of a machine gun: the shooter has to know what is in the way."""
    hidden = german("de.panther", (36, 15), name="Hidden", fields={"spotted": False}, bearing=90)
    scene = Scene(TANK, hidden, german("de.lorry", (36, 6), name="Lorry"))
    scene.act("Tank", "use:gun-75-poor", dice=[7])
    assert scene.told("missed")
    scene = Scene(TANK, hidden, german("de.lorry", (36, 6), name="Lorry"))
    scene.act("Tank", "fire", shots="unaimed 2", shooters=only("hull"), dice=[1] * 6)
    assert scene.told("fired")

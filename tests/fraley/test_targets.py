"""Who can fire at whom: sight, range, arcs, friends in the way, suppressed Teams."""

import math
from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.fraley.basics.sight import look
from sandtable.rulesets.fraley.fire.shooting import able, can_fire, ready
from tests.clause import clause

from .fire_kit import shots, volleys
from .kit import Scene, Side, german, terrain, us

RIFLE = ("Rifle Team",)


def rifles(at: tuple[float, float], name: str = "Berta", **rest: Any) -> Side:
    """German riflemen."""
    return german("de.grenadier-platoon", at, name=name, pick=rest.pop("pick", RIFLE), **rest)


def able_at(gap: float, troop: str, role: str, **rest: Any) -> Scene:
    """One US Team facing east, and a German rifle Team so far before its front edge."""
    return Scene(
        us(troop, (10, 20), name="Able", pick=(role,), bearing=90, **rest),
        rifles((10 + 0.625 + gap + 0.625, 20), bearing=270),
    )


@clause("fraley.fire.range", "fraley.hit.long-range", "fraley.fire.dice")
@pytest.mark.parametrize(
    ("gap", "fp", "modifiers"),
    [(18, 3, []), (18.001, 1, ["fraley.hit.long-range"]), (36, 1, ["fraley.hit.long-range"]), (36.001, 0, [])],
)
def test_range_and_long_range_of_an_lmg(gap: float, fp: int, modifiers: list[str]) -> None:
    """An LMG has three dice up to 18 inches, one at +1 up to 36, and none beyond."""
    scene = able_at(gap, "us.rifle-platoon", "LMG Team")
    fired = shots(scene, "Able")
    assert [shot.fp for shot in fired] == ([fp] if fp else [])
    assert [modifier.clause for shot in fired for modifier in shot.modifiers] == modifiers
    assert [shot.gap for shot in fired] == ([inches(gap)] if fp else [])


@clause("fraley.hit.long-range", "fraley.fire.dice")
def test_a_rifle_has_no_dice_at_long_range() -> None:
    """Half of one Fire Point is none; an HMG has two of four."""
    assert [shot.fp for shot in shots(able_at(18, "us.rifle-platoon", "Rifle Team"), "Able")] == [1]
    scene = able_at(18.1, "us.rifle-platoon", "Rifle Team")
    assert shots(scene, "Able") == ()
    assert scene.kinds_asked() == []
    assert [shot.fp for shot in shots(able_at(22, "us.mg-platoon", "HMG Team"), "Able")] == [4]
    assert [shot.fp for shot in shots(able_at(22.1, "us.mg-platoon", "HMG Team"), "Able")] == [2]


@clause("fraley.fire.range")
def test_range_is_to_the_nearest_team_in_sight() -> None:
    """The nearer of two Teams is behind a wood: the farther one, which is seen, is what the range is measured to."""
    scene = Scene(
        us("us.rifle-platoon", (10, 20), name="Able", pick=("LMG Team",), bearing=90),
        rifles((20, 20), pick=("Rifle Team", "Rifle Team"), spots=((31, 35),), bearing=270),
        ground=[terrain("woods", box=(13, 17, 4, 5))],
    )
    (shot,) = shots(scene, "Able")
    assert (shot.fp, shot.gap > inches(18)) == (1, True)


@clause("fraley.fire.line-of-sight")
def test_only_teams_that_see_the_target_fire() -> None:
    """Of two Teams the one behind the wood has no shot; a Unit nobody sees is barred."""
    wood = terrain("woods", box=(13, 18, 4, 4))
    scene = Scene(
        us("us.rifle-platoon", (10, 20), name="Able", pick=("Rifle Team", "Rifle Team"), spots=((10, 30),)),
        rifles((22, 20)),
        ground=[wood],
    )
    (fired,) = volleys(scene, "Able")
    assert [shot.team for shot in fired.shots] == [scene.row("Able", 1)]
    lone = Scene(
        us("us.rifle-platoon", (10, 20), name="Able", pick=RIFLE),
        rifles((22, 20)),
        rifles((16, 30), name="Caesar"),
        ground=[wood],
    )
    volleys(lone, "Able", target="Caesar")
    assert lone.barred("target") == {f"u{lone.number('Berta')}": ("fraley.fire.line-of-sight",)}


@clause("fraley.fire.declare")
def test_the_player_names_the_target_or_nobody() -> None:
    """Units that can be fired at are offered, the usual one is where most dice go; out of range ones are barred."""

    def scene() -> Scene:
        return Scene(
            us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team", "Rifle Team")),
            rifles((24, 32), name="Far"),
            rifles((20, 30)),
            rifles((20, 46), name="Beyond"),
            us("us.cc", (60, 40), name="Chief"),
            german("de.cc", (24, 25), name="Boss"),
        )

    first = scene()
    assert [one.target for one in volleys(first, "Able")] == [first.number("Boss")]
    assert first.offered("target") == ["u1", "u2", "u5", "split", "nobody"]
    assert first.barred("target") == {"u3": ("fraley.fire.range",)}
    second = scene()
    assert volleys(second, "Able", target="nobody") == []
    assert second.told() == []
    third = scene()
    assert [one.target for one in volleys(third, "Able", target="Far")] == [third.number("Far")]
    assert third.told("fired") == [("fired", third.number("Able"))]


@clause("fraley.fire.split-unit", "fraley.fire.no-split-team")
def test_a_unit_divides_its_fire_before_any_die() -> None:
    """Each Team fires at one Unit; all targets are declared before the first volley is rolled."""
    scene = Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team", "Rifle Team", "Rifle Team"), gap=1),
        rifles((20, 30)),
        rifles((26, 30), name="Caesar"),
    )
    row = scene.row("Able")
    firers = [[f"m{row}", f"m{row + 2}"]]
    found = volleys(scene, "Able", target=["split", "Berta", "Caesar"], firers=firers)
    assert [(one.target, [shot.team for shot in one.shots]) for one in found] == [
        (scene.number("Berta"), [row, row + 2]),
        (scene.number("Caesar"), [row + 1]),
    ]
    assert scene.kinds_asked() == ["target", "target", "firers", "target", "go to ground", "go to ground"]
    assert scene.offered("target") == ["u1", "u2", "split", "nobody"]
    assert [one.domain.options() for one in scene.asked if one.kind == "target"][-1] == ["u2", "done"]


@clause("fraley.fire.split-unit")
def test_teams_may_hold_their_fire() -> None:
    """With the fire divided, those who are not told to fire stay silent."""
    scene = Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team", "Rifle Team"), gap=1, each={"fired": False}),
        rifles((20, 30)),
        rifles((26, 30), name="Caesar"),
    )
    row = scene.row("Able")
    found = volleys(scene, "Able", target=["split", "Berta", "done"], firers=[[f"m{row + 1}"]])
    assert [[shot.team for shot in one.shots] for one in found] == [[row + 1]]
    assert [scene.team("Able", man).fired for man in (0, 1)] == [False, True]
    assert [scene.team("Able", man).shot for man in (0, 1)] == [0, 3]


# ---- arcs


def round_about(troop: str, role: str, bearing: float, away: float = 15, **rest: Any) -> Scene:
    """A US Team facing north, and a German on a bearing from it."""
    angle = math.radians(bearing)
    at = (36 + away * math.sin(angle), 24 - away * math.cos(angle))
    return Scene(us(troop, (36, 24), name="Able", pick=(role,), **rest), rifles(at))


@clause("fraley.fire.arc-infantry")
@pytest.mark.parametrize("bearing", [0, 90, 180, 270])
def test_infantry_fires_all_round(bearing: float) -> None:
    """A rifle Team fires anywhere, and does not turn for it."""
    scene = round_about("us.rifle-platoon", "Rifle Team", bearing)
    assert len(shots(scene, "Able")) == 1
    assert scene.state.layout.bearing(0) == 0
    assert scene.events("faced its targets") == []


@clause("fraley.fire.arc-others", "fraley.fire.arc-outside")
@pytest.mark.parametrize(("troop", "role"), [("us.at-platoon", "57mm Team"), ("us.mg-platoon", "HMG Team")])
def test_guns_fire_to_their_front_and_turn(troop: str, role: str) -> None:
    """At 80 degrees a gun fires and ends facing there; at 100 it cannot, and needs a Move first."""
    scene = round_about(troop, role, 80)
    assert len(shots(scene, "Able")) == 1
    assert scene.state.layout.bearing(0) == 800
    behind = round_about(troop, role, 100)
    assert shots(behind, "Able") == ()
    both = Scene(
        us(troop, (36, 24), name="Able", pick=(role,)),
        rifles((36, 12)),
        rifles((30, 36), name="Caesar"),
    )
    volleys(both, "Able", target="nobody")
    assert both.barred("target") == {"u2": ("fraley.fire.arc-outside",)}


@clause("fraley.gap.arc-geometry")
def test_the_arc_begins_at_the_front_edge() -> None:
    """Ahead is a middle on the line along the front edge of the base; just behind it is not."""

    def ahead(y: float) -> bool:
        scene = Scene(us("us.at-platoon", (36, 24), name="Able", pick=("57mm Team",)), rifles((46, y)))
        return look(scene.state, (0,), (1,))[0][0].ahead

    assert ahead(24 - 1.25)
    assert not ahead(24 - 1.249)


@clause("fraley.gap.arc-geometry")
def test_a_turret_has_its_line_before_the_middle() -> None:
    """The line of a turret runs 0.4 inches ahead of the vehicle's middle, across where it points; not the hull's."""

    def ahead(x: float, y: float) -> tuple[bool, bool]:
        side = us("us.sherman-platoon", (36, 24), name="Able", pick=("M4 Sherman",), each={"turret": 900})
        found = look(Scene(side, rifles((x, y))).state, (0,), (1,))[0][0]
        return found.ahead, found.ahead_turret

    assert ahead(36.4, 34) == (False, True)
    assert ahead(36.399, 34) == (False, False)
    assert ahead(30, 24 - 1.15) == (True, False)
    assert ahead(30, 24 - 1.149) == (False, False)


@clause("fraley.fire.arc-turret", "fraley.gap.turret-facing")
def test_a_turret_turns_and_has_its_own_arc() -> None:
    """A Sherman facing north fires at 80 degrees; then 150 is in the turret's arc, and 300 is not; the hull stays."""
    scene = round_about("us.sherman-platoon", "M4 Sherman", 80, away=20)
    fired = shots(scene, "Able", arms="main")
    assert [shot.weapon for shot in fired] == ["75mm"]
    assert (scene.state.layout.bearing(0), scene.team("Able").turret) == (0, 800)
    for bearing, before, after in ((150, [], ["75mm"]), (300, ["75mm"], [])):
        for turret, expected in ((0, before), (800, after)):
            there = round_about("us.sherman-platoon", "M4 Sherman", bearing, away=20, each={"turret": turret})
            weapons = [shot.weapon for shot in shots(there, "Able")]
            assert [weapon for weapon in weapons if weapon == "75mm"] == expected


@clause("fraley.fire.arc-turret")
def test_a_turret_that_is_not_tracked_fires_all_round() -> None:
    """By the switch, a turret covers all of its hull's surroundings, while the hull machine gun keeps its arc."""
    side = us("us.sherman-platoon", (36, 24), name="Able", pick=("M4 Sherman",))
    scene = Scene(side, rifles((36, 36)), turret_heading_tracked=False)
    assert [shot.weapon for shot in shots(scene, "Able", arms="main")] == ["75mm"]
    assert shots(Scene(side, rifles((36, 36))), "Able") == ()


@clause("fraley.fire.arc-turret")
def test_turning_the_hull_carries_the_turret() -> None:
    """Only the hull machine gun fires: the hull turns to the target, and the turret as far with it."""
    scene = round_about("us.sherman-platoon", "M4 Sherman", 60, each={"turret": 3000})
    (shot,) = shots(scene, "Able")
    assert (shot.weapon, shot.slot) == ("vehicle-mg", 1)
    assert (scene.state.layout.bearing(0), scene.team("Able").turret) == (600, 0)


# ---- friends


@clause("fraley.fire.through-friends")
def test_infantry_does_not_fire_through_friends() -> None:
    """A rifle Team behind one of its own Unit has no shot; with the other out of the line it has."""

    def fired(x: float) -> int:
        pick = ("Rifle Team", "Rifle Team")
        scene = Scene(us("us.rifle-platoon", (20, 20), name="Able", pick=pick, spots=((x, 23),)), rifles((20, 30)))
        return len(shots(scene, "Able"))

    assert fired(20) == 1
    assert fired(21.001) == 2
    assert fired(20.999) == 1


@clause("fraley.fire.over-infantry")
@pytest.mark.parametrize(
    ("troop", "role", "friend", "expected"),
    [
        ("us.rifle-platoon", "Rifle Team", "us.rifle-platoon", 0),
        ("us.mg-platoon", "HMG Team", "us.rifle-platoon", 1),
        ("us.sherman-platoon", "M4 Sherman", "us.rifle-platoon", 1),
        ("us.mg-platoon", "HMG Team", "us.at-platoon", 0),
        ("us.sherman-platoon", "M4 Sherman", "us.sherman-platoon", 0),
        ("us.mortar-section", "60mm mortar Team", "us.sherman-platoon", 1),
    ],
)
def test_guns_and_tanks_fire_over_infantry_only(troop: str, role: str, friend: str, expected: int) -> None:
    """Guns and tanks fire over Infantry but not over Guns or Tanks; mortars over all; Infantry over nobody."""
    between = {"us.rifle-platoon": "Rifle Team", "us.at-platoon": "57mm Team", "us.sherman-platoon": "M4 Sherman"}
    scene = Scene(
        us(troop, (20, 20), name="Able", pick=(role,), bearing=180),
        us(friend, (20, 24), name="Baker", pick=(between[friend],), bearing=180),
        rifles((20, 34)),
        rifles((12, 30), name="Caesar"),
    )
    volleys(scene, "Able", target="nobody")
    barred = {} if expected else {"u2": ("fraley.fire.through-friends",)}
    assert scene.barred("target") == barred


# ---- who may not


@clause("fraley.suppression.no-fire")
def test_suppressed_teams_do_not_fire() -> None:
    """One marker is enough, in its own action as in reaction."""
    scene = Scene(
        us(
            "us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team", "Rifle Team"), gap=1, teams={0: {"marks": 1}}
        ),
        rifles((20, 30)),
    )
    assert [shot.team for shot in shots(scene, "Able")] == [scene.row("Able", 1)]
    scene.change("Able", 1, shot=0)
    assert ready(scene.state, scene.number("Able"), "reaction") == (scene.row("Able", 1),)
    assert not able(scene.state, scene.row("Able"))


@clause("fraley.suppression.no-fire")
def test_who_has_fired_in_this_initiative_or_has_no_fire_points_does_not_fire() -> None:
    """A Team fires once an Initiative; a Nebelwerfer has no direct fire."""
    scene = Scene(us("us.rifle-platoon", (20, 20), name="Able", pick=RIFLE), rifles((20, 30)))
    assert can_fire(scene.state, scene.number("Able"))
    assert len(shots(scene, "Able")) == 1
    assert not can_fire(scene.state, scene.number("Able"))
    rockets = Scene(german("de.nebelwerfer-battery", (20, 20), pick=("15cm Nebelwerfer Team",), name="Werfer"))
    assert not able(rockets.state, 0)


@clause("fraley.gtg.declare-cost")
def test_a_unit_that_went_to_ground_does_not_fire_but_reacts() -> None:
    """In its own action it is silent; in reaction it may fire."""
    scene = Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=RIFLE, fields={"still": True, "grounded": True}),
        rifles((20, 30)),
    )
    assert shots(scene, "Able") == ()
    assert len(shots(scene, "Able", "reaction", keywords={"at": scene.number("Berta")})) == 1


@clause("fraley.gtg.declare-cost", "fraley.fo.units")
@pytest.mark.parametrize("bound", ["Mortars", "Mortars FO"])
def test_an_observer_fires_with_his_battery_unless_either_lies_low(bound: str) -> None:
    """A battery that has gone to ground holds its FO's fire, too; an FO who has, holds his own."""
    scene = Scene(us("us.mortar-platoon", (20, 20), name="Mortars", men=2, fo=(30, 20)))
    guns, watcher = scene.unit("Mortars").men, scene.unit("Mortars FO").men
    assert ready(scene.state, 0, "fire") == (*guns, *watcher)
    assert ready(scene.state, 0, "reaction") == guns
    scene.change(bound, still=True)
    assert ready(scene.state, 0, "fire") == (() if bound == "Mortars" else guns)


@clause("fraley.fire.range")
def test_reaction_fire_is_for_teams_within_eighteen_inches() -> None:
    """An LMG 17 inches away reacts, one at 19 only on Overwatch."""
    for gap, mode, expected in ((17, "reaction", 1), (18, "reaction", 1), (19, "reaction", 0), (19, "overwatch", 1)):
        scene = able_at(gap, "us.rifle-platoon", "LMG Team")
        fired = volleys(scene, "Able", mode, keywords={"at": 1})  # type: ignore[arg-type]
        assert len(fired) == expected


@clause("fraley.fire.declare")
def test_an_observer_fires_with_his_battery() -> None:
    """In its own action the FO's rifle goes with the guns; in reaction he is a Unit of his own."""
    battery = us("us.mortar-platoon", (20, 20), name="Mortars", pick=("81mm mortar Team",), bearing=180, fo=(24, 20))
    scene = Scene(battery, rifles((20, 34)))
    assert [shot.weapon for shot in shots(scene, "Mortars")] == ["mortar-81", "rifle"]
    alone = Scene(battery, rifles((20, 34)))
    assert [shot.weapon for shot in shots(alone, "Mortars", "reaction", keywords={"at": 2})] == ["mortar-81"]
    assert [shot.weapon for shot in shots(alone, "Mortars FO", "reaction", keywords={"at": 2})] == ["rifle"]

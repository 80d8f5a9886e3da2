"""What a unit makes of each enemy from where it stands, or would stand."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.play.shown import Sighting
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.table.terrain import Piece
from tests.clause import clause

from .houses import house, inside
from .kit import Scene, Side, card, column, de, terrain, us

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270
OFFICER = us("us.second-lieutenant", (20, 20), name="Officer")  # a man with a pistol, who looks east
FARMHOUSE = terrain("building", box=(28, 16, 4, 8), name="the farmhouse")


def foe(x: float = 40, y: float = 20, troop: str = "de.medic", **rest: Any) -> Side:
    """An enemy, east of the officer."""
    return de(troop, (x, y), name="Foe", **rest)


def sighting(
    *units: Side, ground: tuple[Piece, ...] = (), of: str = "Foe", rays: bool = False, **options: Any
) -> Sighting:
    """What the first unit makes of an enemy."""
    scene = Scene(*units, ground=ground, **options)
    found = {one.unit: one for one in RULESET.outlook(scene.state, 0, rays=rays)}
    return found[scene.number(of)]


@clause("ba.gap.line-of-sight")
def test_an_enemy_in_the_open_is_seen_with_all_his_men() -> None:
    """Five men, none in cover, nothing in the way, due east."""
    found = sighting(OFFICER, foe(troop="de.grenadier-squad", men=5))
    assert (found.seen, found.models, found.cover, found.blocked_by, found.why, found.because) == (5, 5, "", "", "", ())
    assert found.bearing == 900
    assert found.rays == ()


@clause("ba.gap.line-of-sight")
def test_what_hides_an_enemy_is_named_and_its_line_is_shown() -> None:
    """A farmhouse from x = 28 to 32: the line from the officer is cut at its west wall."""
    found = sighting(OFFICER, foe(), ground=(terrain("hedge", line=[(24, 10), (24, 30)]), FARMHOUSE), rays=True)
    assert (found.seen, found.cover) == (0, "")
    assert (found.blocked_by, found.why) == ("the farmhouse", "the farmhouse is in the way")
    assert found.because == ("ba.gap.line-of-sight",)
    (ray,) = found.rays
    assert (ray.start, ray.end, ray.fate, ray.by) == ((20_000, 20_000), (40_000, 20_000), "cut", "the farmhouse")
    assert ray.cut_at is not None
    assert abs(ray.cut_at[0] - 28_000) <= 1 and ray.cut_at[1] == 20_000


def test_only_some_of_the_men_may_be_seen() -> None:
    """Three of five stand behind the farmhouse, in a column that looks out below it."""
    hidden = foe(40, 20.5, "de.grenadier-squad", men=5, spots=column(40, 20.5, 5))
    found = sighting(OFFICER, hidden, ground=(terrain("building", box=(36, 18, 1, 3)),), rays=True)
    assert (found.seen, found.models, found.why) == (4, 5, "")
    assert found.rays[-1].fate == "clear"


@clause("ba.gap.cover-who", "ba.gap.cover-types")
@pytest.mark.parametrize(
    ("ground", "cover"),
    [
        (terrain("hedge", line=[(38, 10), (38, 30)]), "soft cover"),
        (terrain("wall", line=[(38, 10), (38, 30)]), "hard cover"),
        (terrain("woods", box=(38, 10, 8, 20)), "soft cover"),
        (terrain("wall", line=[(20.2, 10), (20.2, 30)]), ""),  # he stands at it himself
        (terrain("hedge", line=[(44, 10), (44, 30)]), ""),  # behind the enemy
    ],
)
def test_cover_is_what_the_hit_modifiers_would_count(ground: Piece, cover: str) -> None:
    """The same words as in the reasons of a shot."""
    found = sighting(OFFICER, foe(), ground=(ground,), rays=True)
    assert (found.seen, found.cover) == (1, cover)
    assert [(ray.fate, ray.by) for ray in found.rays] == [
        ("covered" if cover else "clear", ground.title if cover else "")
    ]


@clause("ba.gap.cover-who")
def test_most_shooters_decide_which_cover_is_told() -> None:
    """Of six men in a column four see the enemy over a wall and two past its end, or the other way round."""
    squad = us("us.rifle-squad", (20, 20), name="Able", men=6, spots=column(20, 20, 6))
    four = terrain("wall", line=[(24, 0), (24, 24.85)])
    assert sighting(squad, foe(28, 24.5), ground=(four,)).cover == "hard cover"
    two = terrain("wall", line=[(24, 0), (24, 23.3)])
    assert sighting(squad, foe(28, 24.5), ground=(two,)).cover == ""


@clause("ba.gap.buildings", "ba.gap.cover-types")
@pytest.mark.parametrize(("kind", "cover"), [("building", "hard cover"), ("bunker", "bunker")])
def test_men_in_a_building_are_seen_at_its_openings(kind: str, cover: str) -> None:
    """One window in sight shows them all, since any of them may stand at it."""
    squad = inside("de.grenadier-squad", "Foe", side=1)
    found = sighting(us("us.medic", (20, 20), name="Medic"), squad, ground=(terrain(kind, box=(30, 17, 6, 6)),))
    assert (found.seen, found.models, found.cover) == (10, 10, cover)


def test_a_building_without_openings_shows_nobody() -> None:
    """And nobody looks out of it."""
    blind = house(openings=[])
    within = inside("de.grenadier-squad", "Foe", side=1)
    found = sighting(OFFICER, within, ground=(blind,), rays=True)
    assert (found.seen, found.why, found.blocked_by, found.rays) == (0, "out of sight", "", ())
    looking = sighting(inside(), foe(), ground=(blind,), rays=True)
    assert (looking.seen, looking.why, looking.rays) == (0, "out of sight", ())


@clause("ba.gap.hidden-setup")
@pytest.mark.parametrize(("gap", "seen"), [(18.0, 1), (18.001, 0)])
def test_hidden_enemies_are_not_seen_from_afar(gap: float, seen: int) -> None:
    """At 18 inches they are, a hair farther they are not."""
    found = sighting(OFFICER, foe(21 + gap, fields={"hidden": True}))
    assert (found.seen, found.why) == (seen, "" if seen else "hidden, farther than 18 inches")
    assert found.because == (() if seen else ("ba.gap.hidden-setup",))


@clause("ba.gap.line-of-sight")
def test_friends_too_near_to_the_line_of_fire_are_named() -> None:
    """He is seen, but nobody shoots past a medic who stands an inch from the line."""
    between = us("us.medic", (30, 21.4), name="Medic")
    found = sighting(OFFICER, between, foe())
    assert (found.seen, found.why, found.blocked_by) == (1, "friends stand in the line of fire", "Medic")
    aside = us("us.medic", (30, 21.6), name="Medic")
    assert sighting(OFFICER, aside, foe()).why == ""


@clause("ba.gap.line-of-sight")
def test_vehicles_hide_what_is_behind_them() -> None:
    """Terrain or not, by name."""
    found = sighting(OFFICER, us("us.truck", (30, 20), name="Truck", bearing=NORTH), foe(), rays=True)
    assert (found.seen, found.blocked_by, found.why) == (0, "Truck", "Truck is in the way")
    assert found.rays[0].by == "Truck"


@clause("ba.gap.weapon-fixed")
def test_a_gun_sees_more_than_its_arc() -> None:
    """It looks east and an enemy north-east of it is in its arc up to 45 degrees."""
    gun = us("us.light-at-gun", (20, 30), name="Gun", bearing=EAST)
    found = sighting(gun, foe(30, 15))
    assert (found.seen, found.why) == (1, "outside the arc of its light anti-tank gun")
    assert found.because == ("ba.gap.weapon-fixed",)
    assert sighting(gun, foe(36, 15)).why == ""


@clause("ba.gap.weapon-fixed", "ba.gap.line-of-sight")
def test_whom_a_gun_sees_may_be_another_than_it_points_at() -> None:
    """Of two men one is in its arc behind the farmhouse, the other in plain sight outside of it."""
    gun = us("us.light-at-gun", (20, 20), name="Gun", bearing=EAST)
    two = foe(40, 20, "de.sniper-team", spots=((20, 6),))
    found = sighting(gun, two, ground=(FARMHOUSE,))
    assert (found.seen, found.models, found.why) == (1, 2, "no weapon that may fire sees it")


@clause("ba.gap.vehicle-weapons")
def test_a_hull_weapon_has_the_arc_of_its_mount() -> None:
    """A vehicle with nothing but a hull gun, and the enemy behind it."""
    hull_only = card("us.sherman", mounts=card("us.sherman").mounts[2:])
    tank = us("us.sherman", (20, 20), name="Tank", bearing=WEST, fields={"card": hull_only})
    found = sighting(tank, foe())
    assert (found.seen, found.because) == (1, ("ba.gap.vehicle-weapons",))
    assert found.why == "outside the arc of its medium machine gun"
    assert sighting(us("us.sherman", (20, 20), name="Tank", bearing=WEST), foe()).why == ""


@clause("ba.gap.weapon-fixed")
def test_a_fixed_weapon_does_not_fire_after_an_advance() -> None:
    """It sees, and says why that does not help."""
    team = us("us.mmg-team", (20, 20), name="Team", bearing=EAST, fields={"order": "advance", "moved": True})
    assert sighting(team, foe()).why == "a Fixed weapon does not fire on the move"
    pivoted = us("us.mmg-team", (20, 20), name="Team", bearing=EAST, fields={"order": "advance"})
    assert sighting(pivoted, foe(), fixed_pivot_and_fire=True).why == ""


@pytest.mark.parametrize(
    ("unit", "why", "because"),
    [
        (us("us.medic", (20, 20)), "nothing to shoot with", "ba.gap.who-shoots"),
        (us("us.half-track", (20, 20)), "an empty transport does not shoot", "ba.gap.transport-empty"),
    ],
)
@clause("ba.gap.who-shoots", "ba.gap.transport-empty")
def test_who_has_nothing_to_fire_still_sees(unit: Side, why: str, because: str) -> None:
    """And is told why he cannot shoot."""
    found = sighting(unit, foe())
    assert (found.seen, found.why, found.because) == (1, why, (because,))


@clause("ba.gap.open-topped")
@pytest.mark.parametrize(
    ("transport", "why"), [("us.half-track", ""), ("us.truck", "nobody can shoot out of this vehicle")]
)
def test_riders_look_out_of_their_vehicle(transport: str, why: str) -> None:
    """Over the side of an open-topped one they could shoot; the bearing is taken from the vehicle."""
    riders = us("us.rifle-squad", name="Riders", fields={"place": "aboard", "aboard": 1})
    found = sighting(riders, us(transport, (20, 20), name="Vehicle"), foe())
    assert (found.seen, found.why, found.bearing) == (1, why, 900)


@clause("ba.gap.spotter")
def test_a_mortar_looks_with_the_eyes_of_its_spotter() -> None:
    """The mortar stands behind the farmhouse, he beside it; once he has moved his eyes do not count."""
    mortar = us("us.medium-mortar", (20, 20), name="Mortar", bearing=EAST, add=("spotter",), spotter_at=(30, 30))
    assert (sighting(mortar, foe(50), ground=(FARMHOUSE,)).seen, sighting(mortar, foe(50)).why) == (1, "")
    moved = replace(mortar, fields={"spotter_moved": True})
    found = sighting(moved, foe(50), ground=(FARMHOUSE,))
    assert (found.seen, found.why) == (0, "the farmhouse is in the way")
    turned = replace(mortar, bearing=WEST)
    assert sighting(turned, foe(50)).why == "outside the arc of its medium mortar"


@clause("ba.gap.howitzer")
def test_a_howitzer_may_lob_over_friends() -> None:
    """Direct fire is barred by friends in the line, indirect fire is not; on the move there is no indirect fire."""
    howitzer = us("us.light-howitzer", (20, 20), name="Howitzer", bearing=EAST)
    between = us("us.medic", (30, 20), name="Medic")
    assert sighting(howitzer, between, foe(50)).why == ""
    moving = replace(howitzer, fields={"order": "advance", "moved": True})
    assert sighting(moving, between, foe(50)).why == "a Fixed weapon does not fire on the move"


@clause("ba.gap.measuring")
def test_distances_and_ranges_are_told_only_where_they_are_measured() -> None:
    """A pistol reaches six inches; whether that is enough is known beforehand only if the table plays it so."""
    assert (sighting(OFFICER, foe()).distance, sighting(OFFICER, foe()).why) == (None, "")
    known = sighting(OFFICER, foe(), premeasure=True)
    assert (known.distance, known.why, known.because[0]) == (
        19_000,
        "out of range: 19 inches, 6 at most",
        "ba.shoot.measure",
    )
    assert sighting(OFFICER, foe(26), premeasure=True).why == ""
    mortar = us("us.light-mortar", (20, 20), name="Mortar")
    near, far = "out of range: 8.7 inches, 12 at least", "out of range: 28.8 inches, 24 at most"
    for x, why in ((30, near), (40, ""), (50, far)):
        assert sighting(mortar, foe(x), premeasure=True).why == why


def test_enemies_off_the_table_are_not_listed() -> None:
    """Neither those in reserve nor those in vehicles; and who is off the table himself sees nothing."""
    scene = Scene(
        OFFICER,
        de("de.medic", name="Reserve"),
        de("de.truck", (40, 20), name="Truck"),
        de("de.medic", name="Rider", fields={"place": "aboard", "aboard": 2}),
        us("us.medic", name="Off"),
    )
    assert [one.unit for one in RULESET.outlook(scene.state, 0)] == [2]
    assert RULESET.outlook(scene.state, scene.number("Off")) == []
    assert set(RULESET.field(scene.state, scene.number("Off")).cells) == {"0"}

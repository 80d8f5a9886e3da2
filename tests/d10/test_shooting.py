"""A Shoot order from end to end: the five steps, who fires, items and grenades, and what a vehicle fires at whom."""

from typing import Any

import pytest

from tests.clause import clause

from .fire import duel, needs
from .kit import Scene, german, keys, terrain, us

RIFLES = ("rifleman", "rifleman", "rifleman")


# ---- the five steps


@clause("d10.shoot.sequence", "d10.shoot.damage", "d10.test.damage", "d10.order.shoot")
def test_shooting_is_five_steps_in_order() -> None:
    """Target, dice to hit, hits given to models by their owner, dice for damage, and only then do men fall."""
    scene = Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=RIFLES),
        german("de.grenadier-squad", (20, 31), name="Berta", men=4),
    )
    third = f"m{scene.row('Berta', 2)}"
    fourth = f"m{scene.row('Berta', 3)}"
    scene.order("Able", "shoot", dice=[6, 5, 10, 6, 5], allocate=keys(third, fourth))
    steps = [type(one).__name__ if hasattr(one, "faces") else one.verb for one in scene.news]
    assert steps == ["shot", "Thrown", "was hit", "Thrown", "lost models", "was ordered"]
    assert needs(scene) == ["6+", "6+"]
    assert scene.decision("allocate").seat == 1
    assert scene.event("lost models").figures == (int(third[1:]),)


@clause("d10.shoot.check-los-range", "d10.gap.shots")
def test_sight_and_range_are_checked_model_by_model() -> None:
    """At 20 inches the submachine gun does not fire; nor does the rifleman behind the house. The rest do."""
    spots = ((22, 10), (30, 10))
    sides = (
        us("us.rifle-squad", (20, 10), name="Able", pick=("sergeant", "rifleman", "rifleman"), spots=spots),
        german("de.grenadier-squad", (22, 31), name="Berta", men=1),
    )
    assert Scene(*sides).order("Able", "shoot", dice=[1, 1]).event("shot").tells["arms"] == "2 semi-automatic rifles"
    house = terrain("building", box=(28, 12, 4, 4))
    behind = Scene(*sides, ground=[house]).order("Able", "shoot", dice=[1])
    assert behind.event("shot").tells["arms"] == "1 semi-automatic rifle"


@clause("d10.shoot.check-los-range", "d10.gap.shots", "d10.range.long")
def test_the_band_is_that_of_the_nearest_visible_model() -> None:
    """The nearest man at 20 inches stands behind a house: the next, at 30, is at Long range, where a rifle has 3."""
    house = terrain("building", box=(18, 20, 4, 4))
    berta = german("de.grenadier-squad", (20, 31), name="Berta", men=2, spots=((5, 37),))
    shown = Scene(us("us.rifle-squad", (20, 10), name="Able", pick=("rifleman",)), berta)
    shown.order("Able", "shoot", dice=[6, 1])
    assert needs(shown) == ["6+", "6+"]
    hidden = Scene(us("us.rifle-squad", (20, 10), name="Able", pick=("rifleman",)), berta, ground=[house])
    hidden.order("Able", "shoot", dice=[6, 1])
    assert needs(hidden) == ["6+", "7+"]
    assert "d10.range.long" in hidden.throws()[0].because


@clause("d10.range.short", "d10.range.medium", "d10.range.long", "d10.range.extreme")
@pytest.mark.parametrize(
    ("gap", "band"),
    [(12, "short"), (12.001, "medium"), (24, "medium"), (24.001, "long"), (36, "long"), (36.001, "extreme")],
)
def test_a_throw_says_in_which_band_it_is(gap: float, band: str) -> None:
    """The shorter band owns the border."""
    scene = duel("lmg", gap).order("Able", "shoot", dice=[1] * (2 if band == "extreme" else 3))
    assert [cited for cited in scene.throws()[0].because if ".range." in cited] == [f"d10.range.{band}"]


@clause("d10.range.extreme")
def test_nothing_is_shot_beyond_48_inches() -> None:
    """A machine gun at 48 inches fires, a hair farther it does not."""
    assert duel("lmg", 48).order("Able", "shoot", dice=[1, 1]).events("shot")
    assert duel("lmg", 48.001).order("Able", "shoot").events("could not shoot")


@clause("d10.shoot.own-squad-transparent")
def test_men_of_the_own_squad_are_looked_through() -> None:
    """Three in a row behind each other all fire; a man of another squad between stops them, unless he is no hindrance."""
    row = us("us.rifle-squad", (20, 10), name="Able", pick=RIFLES, spots=((20, 8.5), (20, 7)))
    berta = german("de.grenadier-squad", (20, 25), name="Berta", men=1)
    assert Scene(row, berta).order("Able", "shoot", dice=[1, 1, 1]).events("shot")
    baker = us("us.rifle-squad", (20, 15), name="Baker", men=1)
    assert Scene(row, berta, baker).order("Able", "shoot").events("could not shoot")
    free = Scene(row, berta, baker, other_models_block_los=False)
    assert free.order("Able", "shoot", dice=[1, 1, 1]).events("shot")


# ---- grenades


def close(gap: float, **rest: Any) -> Scene:
    """Four riflemen of whom one is so near to a squad, the others farther off."""
    spots = ((20, 8.5), (20, 7), (20, 5.5))
    side = us(
        "us.rifle-squad",
        (20, 10),
        **{"name": "Able", "pick": (*RIFLES, "rifleman"), "spots": spots, **rest},
    )
    return Scene(side, german("de.grenadier-squad", (20, 11 + gap), name="Berta", men=3, gap=0.1))


@clause("d10.gap.grenades", "d10.gap.weapon-frag")
def test_one_model_within_6_inches_may_throw_a_grenade_instead_of_firing() -> None:
    """At exactly 6 inches: three rifles and one grenade; a thousandth farther there is no such choice."""
    scene = close(6)
    scene.order("Able", "shoot", dice=[1, 1, 1, 1], weapons="own weapons, a grenade")
    assert scene.offered("weapons") == ["own weapons, a grenade", "own weapons"]
    assert scene.event("shot").tells["arms"] == "3 semi-automatic rifles, 1 grenade"
    assert "weapons" not in close(6.001).order("Able", "shoot", dice=[1, 1, 1, 1]).kinds_asked()
    assert (
        close(6)
        .order("Able", "shoot", dice=[1] * 4, weapons="own weapons")
        .event("shot")
        .tells["arms"]
        .startswith("4 ")
    )


@clause("d10.gap.grenades")
@pytest.mark.parametrize(("strength", "asked"), [(4, True), (3, False)])
def test_only_units_of_four_or_more_have_grenades(strength: int, asked: bool) -> None:
    """Counted at the start of the battle: losses do not take them away."""
    scene = close(5, pick=("rifleman",), spots=(), strength=strength)
    scene.order("Able", "shoot", dice=[1])
    assert ("weapons" in scene.kinds_asked()) == asked


@clause("d10.gap.grenades", "d10.gap.weapon-frag", "d10.gap.tag-blast", "d10.gap.tag-ignore-cover")
def test_a_grenade_is_a_blast_of_two_that_ignores_cover() -> None:
    """At men behind a wall: rifles need 8+, the grenade 6+; it hits twice at strength 4."""
    wall = terrain("wall", line=[(15, 15), (27, 15)])
    scene = Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=("rifleman",), strength=4),
        german("de.grenadier-squad", (20, 17), name="Berta", men=3, gap=0.1),
        ground=[wall],
    )
    scene.order("Able", "shoot", dice=[6, 1, 1], weapons="own weapons, a grenade")
    assert needs(scene) == ["6+", "6+"]
    assert scene.event("was hit").tells["hits"] == 2
    assert needs(scene.order("Able", "shoot", dice=[7], weapons="own weapons")) == ["8+"]


# ---- items


@clause("d10.gap.tag-one-use", "d10.gap.weapon-panzerfaust")
def test_a_panzerfaust_is_fired_once_in_place_of_a_rifle() -> None:
    """Two of them: one, both or none may be fired; each is gone for good."""
    scene = Scene(
        german("de.volkssturm-squad", (20, 10), name="Men", men=3),
        us("us.sherman", (21, 22), name="Tank", bearing=90),
    )
    scene.order("Men", "shoot", dice=[1, 1, 1], weapons="own weapons, a Panzerfaust")
    assert scene.offered("weapons") == ["own weapons, 2 Panzerfausts", "own weapons", "own weapons, a Panzerfaust"]
    assert scene.event("shot").tells["arms"] == "2 rifles, 1 Panzerfaust"
    assert scene.unit("Men").items == ("panzerfaust",)
    scene.order("Men", "shoot", dice=[1, 1, 1], weapons="own weapons, a Panzerfaust")
    assert scene.unit("Men").items == ()
    scene.order("Men", "shoot", dice=[1, 1, 1])
    assert scene.kinds_asked() == []


@clause("d10.gap.tag-one-use", "d10.gap.weapon-panzerfaust")
def test_a_panzerfaust_reaches_12_inches() -> None:
    """Exactly 12 is within it; farther off there is nothing to choose."""
    for gap, asked in ((12, ["weapons"]), (12.001, [])):
        scene = duel("rifle", gap, fields={"items": ("panzerfaust",)}).order("Able", "shoot", dice=[1])
        assert scene.kinds_asked() == asked


@clause("d10.gap.weapon-panzerfaust", "d10.gap.tag-at", "d10.gap.tag-blast")
def test_a_panzerfaust_at_foot_is_high_explosive() -> None:
    """Strength 5, two hits on men; strength 10 and three wounds on a tank."""
    foot = duel("rifle", 10, fields={"items": ("panzerfaust",)}, foe_men=4)
    foot.order("Able", "shoot", dice=[6, 1, 1], weapons="own weapons, a Panzerfaust")
    assert foot.event("was hit").tells["hits"] == 2
    assert needs(foot) == ["6+", "5+", "5+"]  # a leader and a rifleman throw apart
    tank = duel("rifle", 8, fields={"items": ("panzerfaust",)}, foe="de.panther", foe_bearing=270)
    tank.order("Able", "shoot", dice=[4, 5, 10], weapons="own weapons, a Panzerfaust")
    assert needs(tank)[:2] == ["4+", "5+"]
    assert tank.model("Berta").wounds == 2


@clause("d10.gap.weapon-bazooka", "d10.gap.tag-at")
@pytest.mark.parametrize(("men", "score"), [(2, "6+"), (1, "7+")])
def test_a_rocket_launcher_wants_a_loader(men: int, score: str) -> None:
    """At men it fires high explosive: strength 5, Blast 2. Alone the gunner shoots at -1."""
    team = us("us.bazooka-team", (20, 10), name="Team", men=men, models={1: {"weapons": ()}})
    scene = Scene(team, german("de.grenadier-squad", (20, 24), name="Berta", men=4))
    scene.order("Team", "shoot", dice=[7, 1, 1])
    assert needs(scene) == [score, "5+"]


@clause("d10.gap.weapon-flamethrower", "d10.gap.tag-blast")
@pytest.mark.parametrize(("gap", "fires"), [(8, True), (8.001, False)])
def test_a_flamethrower_reaches_8_inches(gap: float, fires: bool) -> None:
    """Exactly 8 inches and no farther."""
    scene = duel("flamethrower", gap)
    assert bool(scene.order("Able", "shoot", dice=[1] * fires).events("shot")) == fires


@clause("d10.gap.shots", "d10.gap.grenades")
def test_a_single_man_with_two_weapons_fires_one() -> None:
    """A lieutenant 5 inches off: carbine or grenade."""
    scene = Scene(
        us("us.second-lieutenant", (20, 10), name="Lieutenant"),
        german("de.grenadier-squad", (20, 16), name="Berta", men=3),
    )
    scene.order("Lieutenant", "shoot", dice=[1], weapons="carbine")
    assert sorted(scene.offered("weapons")) == ["carbine", "grenade"]
    assert scene.event("shot").tells["arms"] == "1 carbine"


# ---- Blast


@clause("d10.gap.tag-blast")
@pytest.mark.parametrize(("men", "gap", "hits"), [(6, 0.5, 3), (2, 0.5, 2), (1, 0.5, 1), (3, 3, 2), (3, 3.001, 1)])
def test_a_blast_hits_no_more_than_stand_within_3_inches(men: int, gap: float, hits: int) -> None:
    """Blast 3 at men in a row: those within 3 inches of the nearest, edge to edge; a single model takes one hit."""
    scene = duel("light-mortar", 20, foe_men=men, foe_gap=gap).order("Able", "shoot", dice=[6, *[1] * hits])
    assert scene.event("was hit").tells["hits"] == hits


@clause("d10.gap.tag-blast")
def test_a_blast_falls_on_the_nearest_visible_model() -> None:
    """The nearest man stands alone behind a house: the blast falls on the three in sight."""
    house = terrain("building", box=(12, 18, 3, 4))
    scene = Scene(
        us("us.parachute-squad", (5, 20), name="Able", men=1, each={"weapons": ("light-mortar",)}),
        german("de.grenadier-squad", (20, 20), name="Berta", men=4, spots=((25, 27), (26.1, 27), (27.2, 27)), gap=0.1),
        ground=[house],
    )
    scene.order("Able", "shoot", dice=[6, 1, 1, 1])
    assert scene.event("was hit").tells["hits"] == 3


@clause("d10.gap.tag-blast")
def test_every_blast_is_capped_where_it_falls() -> None:
    """Two flamethrowers, each aimed at the man nearest to it: one stands alone, the other among three."""
    scene = Scene(
        us("us.parachute-squad", (20, 20), name="Able", men=2, spots=((30, 20),), each={"weapons": ("flamethrower",)}),
        german("de.grenadier-squad", (20, 27), name="Berta", men=4, spots=((30, 27), (31.5, 27), (33, 27))),
    )
    scene.order("Able", "shoot", dice=[10, 10, *[1] * 4])
    assert [len(thrown[1]) for thrown in scene.thrown()[:2]] == [1, 1]
    assert scene.event("was hit").tells["hits"] == 1 + 3


# ---- Fixed


@clause("d10.gap.tag-fixed", "d10.gap.weapon-mmg", "d10.gap.weapon-hmg50", "d10.gap.weapon-medium-mortar")
@pytest.mark.parametrize("weapon", ["mmg", "hmg50", "light-mortar", "medium-mortar", "gun-57"])
def test_fixed_weapons_do_not_fire_after_a_move(weapon: str) -> None:
    """Its crew's own weapons still do, at -1."""
    scene = duel(weapon, 20, men=2, models={1: {"weapons": ("rifle",)}}, fields={"moved": True})
    scene.order("Able", "shoot", dice=[6])
    assert scene.event("shot").tells["arms"] == "1 rifle"
    assert needs(scene) == ["7+"]


@clause("d10.gap.tag-fixed", "d10.gap.weapon-hmg50")
def test_on_a_vehicle_nothing_is_fixed() -> None:
    """A half-track fires its heavy machine gun after a move, at -1."""
    scene = Scene(
        us("us.half-track", (20, 10), name="Track", fields={"moved": True}),
        german("de.grenadier-squad", (20, 30), name="Berta", men=1),
    )
    scene.order("Track", "shoot", dice=[6, 6, 6])
    assert needs(scene) == ["7+"]


@clause("d10.gap.weapon-mmg")
def test_a_tripod_machine_gun_needs_two() -> None:
    """Alone the gunner cannot fire it."""
    team = us("us.mmg-team", (20, 10), name="Team", men=1)
    assert Scene(team, german("de.grenadier-squad", (20, 30), men=1)).order("Team", "shoot").events("could not shoot")


@clause("d10.gap.unit-de-hmg", "d10.gap.shots")
@pytest.mark.parametrize(("gap", "shots"), [(36, 6), (36.001, 4)])
def test_the_mg_42_on_its_tripod_fires_six_shots(gap: float, shots: int) -> None:
    """At Short, Medium and Long range; four at Extreme."""
    team = german("de.mmg-team", (5, 10), name="Team", men=2, models={1: {"weapons": ()}})
    scene = Scene(team, us("us.rifle-squad", (5 + 0.787 + 0.5 + gap, 10), men=1))
    scene.order("Team", "shoot", dice=[1] * shots)
    assert len(scene.throws()[0].faces) == shots

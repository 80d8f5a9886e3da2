"""Assaults up to contact: who may be ordered where, who stays, suppressive fire, the charge."""

from typing import Any

import pytest

from sandtable.rulesets.fraley.melee.assault import assault, may_not_assault, may_not_target
from sandtable.rulesets.fraley.melee.charge import into_contact
from tests.clause import clause

from .assault_kit import Hand, Shots, stand_in
from .kit import Scene, Side, because, german, keys, terrain, us


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    """Other chapters as the test wants them."""
    return stand_in(monkeypatch)


def able(*spots: tuple[float, float], pick: tuple[str, ...] = (), **rest: Any) -> Side:
    """A US platoon at these spots that faces north, its leader first."""
    roles = pick or ("PL", *["Rifle Team"] * (len(spots) - 1))
    return us("us.rifle-platoon", spots[0], name="Able", pick=roles, spots=spots[1:], **rest)


def berta(*spots: tuple[float, float], pick: tuple[str, ...] = (), **rest: Any) -> Side:
    """A German platoon at these spots that faces south."""
    roles = pick or ("Rifle Team",) * len(spots)
    return german(
        "de.grenadier-platoon", spots[0], name="Berta", pick=roles, spots=spots[1:], **{"bearing": 180, **rest}
    )


def begin(scene: Scene, *dice: int, **answers: object) -> Scene:
    """The whole assault; the defender breaks off, and nobody follows, unless answered."""
    scene.call(assault, "Able", dice=dice, **answers)
    return scene


# The PL's stand is 1.0 deep, a rifle stand 1.25: at (20, y) and (20, 10) there are y - 10 - 1.125 inches between them.


@clause("fraley.action.assault", "fraley.assault.charge")
def test_a_charge_is_twelve_inches_at_most(hand: Hand) -> None:
    """Eleven inches away it makes contact, by the shortest way, and has moved."""
    scene = begin(Scene(able((20, 22.125)), berta((20, 10))), 1, 6, 1)
    assert scene.event("charged").tells["length"] == 10990
    assert scene.event("charged").figures == (0,)
    assert scene.team("Able").moved
    assert scene.unit("Able").went
    assert hand.crossed == []


@clause("fraley.assault.charge")
def test_whoever_is_too_far_goes_as_near_as_it_can(hand: Hand) -> None:
    """Of two Teams abreast the one eleven inches away touches, the other stays three inches short after twelve."""
    scene = Scene(able((20, 22.125), (26, 26.25)), berta((20, 10), (26, 10)))
    plan = into_contact(scene.state, 0, scene.unit("Berta").men, {0: 12000, 1: 12000})
    assert plan.reached == (0,)
    assert plan.march.walks[0].points == ((20000, 22125), (20000, 11135))
    assert plan.march.walks[1].points == ((26000, 26250), (26000, 14250))
    begin(scene, 1, 6, 1)
    assert hand.fired == []


@clause("fraley.assault.charge")
def test_the_limit_is_twelve_inches_exactly() -> None:
    """Twelve inches between bases can be crossed, a thousandth more cannot."""
    assert may_not_assault(Scene(able((20, 23.125)), berta((20, 10))).state, 0) is None
    refusal = may_not_assault(Scene(able((20, 23.126)), berta((20, 10))).state, 0)
    assert refusal is not None
    assert refusal.because == ("fraley.assault.split-teams", "fraley.assault.charge")
    sideways = Scene(able((20, 22.5), (20, 23.625), pick=("PL", "Rifle Team"), bearing=90), berta((20, 10)))
    assert may_not_target(sideways.state, 0, 1) is None


def tigers(y: float, **options: Any) -> Scene:
    """A Tiger, and infantry to its north."""
    return Scene(
        us("us.rifle-platoon", (20, 10), name="Berta", pick=("PL", "Rifle Team"), spots=((23, 10),)),
        german("de.tiger-platoon", (20, y), name="Able", men=1),
        **options,
    )


@clause("fraley.assault.charge")
def test_tanks_charge_twelve_inches_or_their_own_move() -> None:
    """A Tiger that moves eight inches charges twelve, unless Tank Teams use their own Move."""
    near, far = 10 + 0.5 + 1.25 + 8, 10 + 0.5 + 1.25 + 9
    assert may_not_assault(tigers(far).state, 1) is None
    assert may_not_assault(tigers(far, assault_distance="tank_own_move").state, 1) is not None
    assert may_not_assault(tigers(near, assault_distance="tank_own_move").state, 1) is None
    stuarts = Scene(
        german("de.grenadier-platoon", (20, 10), name="Berta", pick=("Rifle Team",)),
        us("us.stuart-platoon", (20, 10 + 0.625 + 0.9 + 14), name="Able", men=1),
        assault_distance="tank_own_move",
    )
    assert may_not_assault(stuarts.state, 1) is None


@clause("fraley.assault.charge")
def test_a_tank_that_terrain_stops_reaches_nobody(hand: Hand) -> None:
    """Tank Teams still test for terrain on the way; the assault of one that is stopped goes no further."""
    scene = tigers(20)
    hand.stops = {scene.row("Able"): (20000, 17000)}
    scene.call(assault, "Able")
    assert hand.crossed == [1]
    assert scene.point("Able") == (20, 17)
    assert scene.event("fell short").unit == 1
    assert scene.thrown() == []


@clause("fraley.assault.charge")
def test_ways_lead_around_what_may_not_be_passed() -> None:
    """Deep water lies in the way: the charge goes around it if that is no longer than twelve inches."""
    pond = terrain("water", box=(19, 14, 2, 2), traits=["impassable"])
    scene = Scene(able((20, 19)), berta((20, 10)), ground=[pond])
    walk = into_contact(scene.state, 0, scene.unit("Berta").men, {0: 12000}).march.walks[0]
    assert len(walk.points) >= 3
    assert any(abs(x - 20000) >= 1000 for x, _ in walk.points)
    wide = terrain("water", box=(5, 14, 30, 2), traits=["impassable"])
    refusal = may_not_target(Scene(able((20, 19)), berta((20, 10)), ground=[wide]).state, 0, 1)
    assert refusal is not None
    assert refusal.why == "no Team finds a way into contact"


@clause("fraley.assault.charge")
def test_friends_on_foot_are_passed_but_not_stood_upon() -> None:
    """Two Teams behind each other charge the same enemy: each finds a place of its own."""
    scene = Scene(able((20, 14), (20, 16), (20, 18)), berta((20, 10)))
    plan = into_contact(scene.state, 0, scene.unit("Berta").men, {0: 12000, 1: 12000, 2: 12000})
    assert plan.reached == (0, 1, 2)
    ends = {walk.figure: walk.points[-1] for walk in plan.march.walks}
    assert len(set(ends.values())) == 3


# ---- the order


@clause("fraley.assault.split-teams", "fraley.action.assault")
def test_the_target_is_seen_and_within_reach(hand: Hand) -> None:
    """A Unit hidden by woods, and one thirteen inches off, stay on the list with the reason why not."""
    scene = Scene(
        able((20, 18), (23, 18)),
        berta((20, 10)),
        german("de.mg-platoon", (30, 10), name="Cäsar", pick=("PL",)),
        german("de.mg-platoon", (20, 35), name="Dora", pick=("PL",)),
        german("de.mg-platoon", (10, 18), name="Emil", pick=("PL",)),
        ground=[terrain("woods", box=(26, 8, 2, 12))],
    )
    begin(scene, 1, 1, 6, 1, assault="Berta")
    assert scene.offered("assault") == ["u1", "u4"]
    assert scene.barred("assault") == {"u2": ("fraley.assault.split-teams",), "u3": ("fraley.assault.charge",)}
    assert scene.event("declared an assault").tells == {"at": "Berta"}
    assert hand.fired == []


@clause("fraley.assault.split-teams", "fraley.assault.guns-stay")
def test_who_stays_is_chosen_and_guns_always_do(hand: Hand) -> None:
    """The machine gun has to be among those who stay; so may others, but not all who reach the enemy."""
    men = ("PL", "Rifle Team", "LMG Team")
    scene = Scene(
        german("de.grenadier-platoon", (20, 18), name="Able", pick=men, spots=((23, 18), (26, 18))),
        us("us.rifle-platoon", (20, 10), name="Berta", pick=("Rifle Team",), bearing=180),
    )
    begin(scene, 1, 6, 1, stay_behind=keys("m1", "m2"))
    assert hand.fired == [{"by": 0, "mode": "suppressive", "at": 1, "teams": (1, 2)}]
    assert scene.event("charged").figures == (0,)
    split = scene.decision("stay behind")
    assert split.usual() == ["m2"]
    assert because(split, ["m1"]) == ("fraley.assault.guns-stay",)
    assert because(split, []) == ()  # fewer than must
    assert because(split, ["m0", "m1"]) == ("fraley.assault.guns-stay",)


@clause("fraley.assault.split-teams")
def test_one_who_can_reach_the_enemy_must_charge(hand: Hand) -> None:
    """The PL is near enough, the riflemen are not: he cannot be the only one to stay."""
    scene = Scene(able((20, 20), (23, 26), (26, 26)), berta((20, 10)))
    begin(scene, 1, 6, 1)
    split = scene.decision("stay behind")
    assert because(split, ["m0"]) == ("fraley.assault.split-teams",)
    assert split.domain.check(["m1", "m2"]) == [1, 2]
    assert not hand.fired


@clause("fraley.assault.guns-stay")
def test_portable_guns_charge_only_where_they_are_infantry_throughout() -> None:
    """A machine-gun Unit whose leader is dead has nobody to charge with; with the other reading it has."""
    for guns, refused in (("break_off_only", True), ("never", True), ("full", False)):
        scene = Scene(
            german("de.mg-platoon", (20, 18), name="Able", pick=("HMG Team",), teams={0: {"leader": True}}),
            us("us.rifle-platoon", (20, 10), name="Berta", pick=("Rifle Team",), bearing=180),
            portable_guns_in_assault=guns,
        )
        refusal = may_not_assault(scene.state, 0)
        assert (refusal is not None) == refused
        if refusal is not None:
            assert refusal.because == ("fraley.assault.guns-stay",)
    heavy = Scene(
        german("de.at-platoon", (20, 18), name="Able", pick=("Pak40 Team",), teams={0: {"leader": True}}),
        us("us.rifle-platoon", (20, 10), name="Berta", pick=("Rifle Team",)),
        portable_guns_in_assault="full",
    )
    assert may_not_assault(heavy.state, 0) is not None


def test_no_leader_no_assault_and_no_commander_alone() -> None:
    """A Unit without its PL may not assault what it sees; a CC may not assault on his own."""
    scene = Scene(able((20, 18), pick=("Rifle Team",)), berta((20, 10)))
    refusal = may_not_assault(scene.state, 0)
    assert refusal is not None
    assert refusal.because == ("fraley.leader.no-pl-advance",)
    scene = Scene(us("us.cc", (20, 18)), berta((20, 10)))
    refusal = may_not_assault(scene.state, 0)
    assert refusal is not None
    assert refusal.because == ("fraley.gap.cc-activation",)


@clause("fraley.assault.no-tank-vs-tank")
def test_tanks_do_not_assault_tanks() -> None:
    """A Unit of tanks may not name one that has nothing else; infantry may, and tanks may name infantry."""
    tanks = Scene(us("us.sherman-platoon", (20, 18), name="Able", men=2), german("de.panzer-iv-platoon", (20, 10)))
    refusal = may_not_target(tanks.state, 0, 1)
    assert refusal is not None
    assert refusal.because == ("fraley.assault.no-tank-vs-tank",)
    assert may_not_assault(tanks.state, 0) is not None
    foot = Scene(able((20, 18)), german("de.panzer-iv-platoon", (20, 10), men=1))
    assert may_not_target(foot.state, 0, 1) is None
    assert may_not_target(Scene(us("us.sherman-platoon", (20, 18), men=1), berta((20, 10))).state, 0, 1) is None


# ---- suppressive fire


@clause("fraley.assault.suppressive-fire")
def test_those_who_stay_fire_before_the_charge(hand: Hand) -> None:
    """They fire at the assaulted Unit alone, and whoever they kill is gone before the others move."""
    scene = Scene(able((20, 18), (23, 18)), berta((20, 10), (30, 10)))
    hand.shots = [Shots(2, lost=(3,))]
    begin(scene, 1, 6, 1, stay_behind=keys("m1"))
    assert hand.fired == [{"by": 0, "mode": "suppressive", "at": 1, "teams": (1,)}]
    told = [verb for verb, _ in scene.told()]
    assert told.index("test lost") < told.index("charged")
    assert scene.unit("Berta").men == (2,)


@clause("fraley.assault.suppressive-fire")
def test_an_assault_whose_target_is_shot_to_pieces_is_over(hand: Hand) -> None:
    """With no Team of the target left nobody charges."""
    scene = Scene(able((20, 18), (23, 18)), berta((20, 10)))
    hand.shots = [Shots(2, lost=(2,))]
    begin(scene, stay_behind=keys("m1"))
    assert scene.events("charged") == []
    assert scene.point("Able") == (20, 18)
    assert scene.thrown() == []
    assert hand.markers == []


@clause("fraley.assault.extra-move")
def test_the_dead_in_reach_let_the_others_charge_further(hand: Hand) -> None:
    """The nearest survivor is 14 inches away, and the die shows 3: reach 15, contact. With 1 they stay an inch short."""
    for face, reached in ((3, True), (2, True), (1, False)):
        scene = Scene(able((20, 25.125), (23, 25.125)), berta((20, 16), (20, 10)))
        hand.shots = [Shots(2, lost=(2,))]
        begin(scene, face, *((1, 6, 1) if reached else ()), stay_behind=keys("m1"))
        assert scene.thrown("charges further")[0][1] == (face,)
        length = scene.event("charged").tells["length"]
        assert length == (13990 if reached else 13000)
        assert (scene.events("fell short") == []) == reached


@clause("fraley.assault.extra-move")
def test_nothing_extra_while_one_in_reach_lives(hand: Hand) -> None:
    """Of two in reach one dies: no further movement. Nor if the dead were out of reach and one in reach lives."""
    for lost in (2, 4):
        scene = Scene(able((20, 22), (23, 22)), berta((20, 16), (23, 16), (20, 3)))
        hand.shots = [Shots(2, lost=(lost,))]
        begin(scene, 1, 6, 1, stay_behind=keys("m1"))
        assert scene.thrown("charges further") == []


@clause("fraley.assault.need-contact")
def test_without_contact_the_assault_goes_no_further(hand: Hand) -> None:
    """After the fire the nearest survivor is 19 inches away: they end where they get to, and nobody strikes."""
    scene = Scene(able((20, 30.125), (23, 30.125)), berta((20, 20), (20, 10)))
    hand.shots = [Shots(2, lost=(2,))]
    begin(scene, 1, stay_behind=keys("m1"))
    assert scene.point("Able") == (20, 17.125)
    assert scene.event("fell short").because == ("fraley.assault.need-contact",)
    assert scene.events("struck") == []
    assert hand.markers == [(1, 1)]

"""Barrages: who fires and observes, ranging in, and where the template lies."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from sandtable.dice.chance import Chance
from sandtable.play.decision import Decision
from sandtable.rulesets.fraley.indirect import barrage as chapter
from sandtable.rulesets.fraley.indirect.barrage import barrage, may_not_barrage
from sandtable.rulesets.fraley.indirect.battery import fire_points, firing_at, guns_of
from sandtable.rulesets.fraley.indirect.observing import posts, targets
from sandtable.rulesets.fraley.indirect.template import laid, under
from sandtable.rulesets.fraley.ruleset import RULESET
from tests.clause import clause
from tests.scene import one_step

from .kit import Scene, Side, german, instead_of, spot, terrain, us

GUNS = ((24, 42), (28, 42), (32, 42), (36, 42))  # their middle is (30, 42)


def battery(guns: int = 4, fo: tuple[float, float] | None = (30, 22), **rest: Any) -> Side:
    """A 105mm battery that faces north, its middle at x = 30, with an observer before it."""
    spots = GUNS if guns == 4 else ((28, 42), (32, 42))
    pick = ("PL", *("105mm Team",) * guns)
    return us("us.artillery-battery", (30, 46), name="Battery", pick=pick, spots=spots, fo=fo, **rest)


def rifles(*spots: tuple[float, float], name: str = "Berta", **rest: Any) -> Side:
    """German Rifle Teams, Veterans who moved and fired."""
    first, *others = spots
    pick = ("Rifle Team",) * len(spots)
    return german("de.grenadier-platoon", first, name=name, pick=pick, spots=tuple(others), bearing=180, **rest)


def needs(scene: Scene) -> str:
    """What the range-in die needed."""
    return scene.throws("ranges in")[0].needs.split()[0]


# ---- ranging in


@clause("fraley.barrage.range-in", "fraley.barrage.observer")
def test_an_observer_ranges_in_with_one_die() -> None:
    """FO on Veteran infantry in woods that fired: 3 + 1 = 4+. A 4 succeeds; then two dice at 4+ for the Team."""
    woods = terrain("woods", box=(27, 7, 6, 6))
    scene = Scene(battery(), rifles((30, 10)), ground=[woods])
    scene.call(barrage, "Battery", dice=[4, 3, 3], observer="m5")
    assert needs(scene) == "4+"
    assert scene.event("ranged in").tells["passed"]
    assert scene.event("came down").tells["middle"] == (30_000, 10_000)
    scene = Scene(battery(), rifles((30, 10)), ground=[woods])
    scene.call(barrage, "Battery", dice=[3], observer="m5", shift=spot(30, 16))
    assert not scene.event("ranged in").tells["passed"]


@clause("fraley.hit.cc-observing")
def test_the_cc_observes_less_well() -> None:
    """On a Veteran Unit in the open the CC needs 4+, the FO 3+; either may be named."""
    woods = terrain("woods", box=(10, 30, 40, 2))
    for watcher, number in (("m5", "3+"), ("m6", "4+")):
        scene = Scene(battery(), us("us.cc", (40, 22), name="Captain"), rifles((30, 10)), ground=[woods])
        scene.call(barrage, "Battery", dice=[6, 1, 1], observer=watcher, reroll_a_hit="nobody")
        assert scene.offered("observer") == ["m5", "m6"]  # guns and PL see nothing over the woods
        assert needs(scene) == number
        assert scene.unit("Captain").watching == (2 if watcher == "m6" else 0)
        assert scene.state.figures[int(watcher[1:])].observed


@clause("fraley.barrage.range-in")
def test_seven_or_more_fails_without_a_die() -> None:
    """Elite troops still in woods are 4 + 1 + 1, and 7 for the CC: no die is thrown, and the template is shifted."""
    woods = [terrain("woods", box=(10, 30, 40, 2)), terrain("woods", box=(27, 7, 6, 6))]
    scene = Scene(
        battery(fo=None),
        us("us.cc", (40, 22), name="Captain"),
        rifles((30, 10), quality="elite"),
        ground=woods,
        quiet=True,
    )
    scene.call(barrage, "Battery", shift=spot(30, 16))
    assert scene.throws("ranges in") == []
    assert scene.event("ranged in").tells["needs"] == 7
    assert "fraley.hit.seven-plus" in scene.event("ranged in").because
    assert scene.event("came down").figures == ()


@clause("fraley.barrage.range-in", "fraley.cc.joins-when-attacked")
def test_ranging_in_on_a_cc_is_against_the_unit_he_joins() -> None:
    """An Elite CC four inches from a Veteran platoon is ranged in on at 3+."""
    scene = Scene(battery(), german("de.cc", (30, 10), name="Major", quality="elite"), rifles((36, 10)))
    scene.call(barrage, "Battery", dice=[3, 1, 1], observer="m5", range_in_on=f"m{scene.row('Major')}")
    assert needs(scene) == "3+"
    woods = terrain("woods", box=(33, 7, 6, 6))  # hides the platoon, but not him: he gives it away
    scene = Scene(battery(), german("de.cc", (30, 10), name="Major"), rifles((36, 10)), ground=[woods])
    scene.call(barrage, "Battery", dice=[3, 1, 1], observer="m5", range_in_on=f"m{scene.row('Major')}")
    assert needs(scene) == "3+"


@clause("fraley.barrage.range-in")
def test_the_target_is_asked_before_the_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever may declare Gone to Ground is asked before dice are thrown."""
    asked = []

    async def ask(_play: object, target: int, firer: int) -> None:
        asked.append((target, firer))

    monkeypatch.setattr(chapter, "may_go_to_ground", ask)
    scene = Scene(battery(), rifles((30, 10)))
    scene.call(barrage, "Battery", dice=[6, 1, 1], observer="m5")
    assert asked == [(scene.number("Berta"), scene.number("Battery"))]


@clause("fraley.weapon.nebelwerfer-reroll")
def test_rockets_range_in_again() -> None:
    """Needs 3+, rolls 2, rerolls 5: ranged in. Twice 2 is a miss, and there is no third die."""

    def rockets() -> Scene:
        return Scene(
            german("de.nebelwerfer-battery", (30, 5), name="Rockets", pick=("PL", *("15cm Nebelwerfer Team",) * 3),
                   bearing=180, fo=(30, 20)),
            us("us.rifle-platoon", (30, 30), name="Able", pick=("Rifle Team",)),
        )  # fmt: skip

    scene = rockets()
    scene.call(barrage, "Rockets", dice=[2, 5, 1], observer="m4")
    assert scene.event("ranged in").tells["passed"]
    assert "fraley.weapon.nebelwerfer-reroll" in scene.throws("again")[0].because
    scene = rockets()
    scene.call(barrage, "Rockets", dice=[2, 2], observer="m4", shift=spot(30, 36))
    assert not scene.event("ranged in").tells["passed"]


@clause("fraley.weapon.nebelwerfer-reroll", "fraley.leader.once-per-initiative")
def test_a_leader_has_it_range_in_again_only_by_the_switch() -> None:
    """Other guns get no second die; by the switch their PL beside one of them may give it, once."""

    def close(**options: Any) -> Scene:
        side = us("us.artillery-battery", (30, 44.5), name="Battery", pick=("PL", "105mm Team", "105mm Team"),
                  spots=((28, 42), (32, 42)), fo=(30, 22))  # fmt: skip
        return Scene(side, rifles((30, 10)), **options)

    scene = close()
    scene.call(barrage, "Battery", dice=[2], observer="m3", shift=spot(30, 16))
    assert "range in again" not in scene.kinds_asked()
    scene = close(leader_rerolls_range_in=True)
    scene.call(barrage, "Battery", dice=[2, 3, 1], observer="m3", range_in_again=True)
    assert scene.event("ranged in").tells["passed"]
    assert scene.unit("Battery").used == 3
    scene = close(leader_rerolls_range_in=True).change("Battery", used=3)
    scene.call(barrage, "Battery", dice=[2], observer="m3", shift=spot(30, 16))


# ---- the template


@clause("fraley.barrage.template-success", "fraley.gap.template-alignment")
def test_the_template_lies_over_the_picked_team() -> None:
    """Six inches square over its middle: a Team whose middle is on the edge is under it, one a hair beyond is not."""
    scene = Scene(battery(), rifles((30, 10), (33, 10), (30, 13.001), (26.9, 12.9)))
    scene.call(barrage, "Battery", dice=[6, 1, 1, 1, 1], observer="m5", range_in_on=f"m{scene.row('Berta')}")
    fell = scene.event("came down")
    assert fell.figures == (scene.row("Berta", 0), scene.row("Berta", 1))
    assert fell.tells["bearing"] == 1800
    assert fell.tells["size"] == (6000, 6000)


@clause("fraley.gap.template-alignment")
def test_it_is_squared_to_the_middle_of_the_guns() -> None:
    """From guns to the south-east the square stands on its corner: it covers what lies four inches south."""
    scene = Scene(rifles((30, 10), (30, 14.2), (32.9, 12.9)))
    template = laid((30_000, 10_000), (60_000, 40_000))
    assert template.bearing == 1350
    assert under(scene.state, template) == (scene.row("Berta", 0), scene.row("Berta", 1))
    assert under(scene.state, laid((30_000, 10_000), (30_000, 40_000))) == (
        scene.row("Berta", 0),
        scene.row("Berta", 2),
    )


@clause("fraley.barrage.template-miss", "fraley.gap.template-alignment")
def test_on_a_miss_the_other_player_shifts_it() -> None:
    """Up to six inches, any way; it is turned to the guns anew, and still comes down."""
    scene = Scene(battery(), rifles((30, 10)))
    too_far = ([30_000, 16_001], "fraley.barrage.template-miss")
    off = ([30_000, -1], "fraley.barrage.template-miss")
    scene.call(barrage, "Battery", dice=[2], observer="m5", shift=instead_of(too_far, off, give=[24_000, 10_000]))
    assert scene.decision("shift").seat == 1
    fell = scene.event("came down")
    assert fell.tells["middle"] == (24_000, 10_000)
    assert fell.tells["bearing"] == laid((24_000, 10_000), (30_000, 42_000)).bearing != 1800
    scene = Scene(battery(), rifles((30, 10)))
    scene.call(barrage, "Battery", dice=[2, 1, 1], observer="m5", shift=spot(30, 10))  # he may leave it, too


@clause("fraley.barrage.template-miss")
def test_he_usually_takes_it_off_his_own_and_may_put_it_on_the_firers() -> None:
    """With Able five inches before the target the template goes there; Able is rolled for."""
    scene = Scene(battery(), rifles((30, 10)), us("us.rifle-platoon", (30, 15), name="Able", pick=("Rifle Team",)))
    scene.call(barrage, "Battery", dice=[2, 1, 1], observer="m5")
    assert scene.event("came down").figures == (scene.row("Able"),)


# ---- guns


def reached(scene: Scene, x: float, y: float, name: str = "Battery") -> int:
    """How many guns of a Unit fire at a point."""
    firing = firing_at(scene.state, guns_of(scene.state, scene.number(name)), (round(x * 1000), round(y * 1000)))
    return 0 if firing is None else len(firing.guns)


@clause("fraley.action.barrage", "fraley.barrage.single-gun")
def test_who_may_fire_a_barrage() -> None:
    """Artillery with two guns that are fit to fire; riflemen never, nor one gun, nor who has gone to ground."""
    able = us("us.rifle-platoon", (60, 40), name="Able")
    scene = Scene(battery(), able, rifles((30, 10)))

    def why(name: str = "Battery") -> tuple[str, ...]:
        refusal = may_not_barrage(scene.state, scene.number(name))
        return () if refusal is None else refusal.because

    assert why() == ()
    assert why("Able") == ("fraley.action.barrage",)
    scene.change("Battery", 1, marks=1).change("Battery", 2, shot=3)
    assert why() == ()
    scene.change("Battery", 3, marks=1)
    assert "fraley.barrage.single-gun" in why()
    scene.change("Battery", 3, marks=0).change("Battery", still=True)
    assert why() == ("fraley.gtg.declare-cost",)


@clause("fraley.action.barrage")
def test_mortars_fire_barrages_unless_the_switch_says_no() -> None:
    """Their FP in a barrage makes them artillery; by the switch only what is noted so is."""
    mortars = us("us.mortar-section", (30, 40), name="Mortars")
    for allowed in (True, False):
        scene = Scene(mortars, rifles((30, 20)), mortars_may_barrage=allowed)
        refusal = may_not_barrage(scene.state, scene.number("Mortars"))
        assert (refusal is None) is allowed


@clause("fraley.barrage.what")
def test_guns_out_of_range_or_arc_do_not_fire() -> None:
    """Mortars reach forty inches from the edge of their base, and what lies ahead of its front."""
    mortars = us("us.mortar-platoon", (10, 46), name="Battery", pick=("PL", "81mm mortar Team", "81mm mortar Team"),
                 spots=((20, 40), (20, 42)), bearing=90)  # fmt: skip
    scene = Scene(mortars)
    assert reached(scene, 60.625, 41) == 2
    assert reached(scene, 60.7, 41) == 0
    assert reached(scene, 20.625, 20) == 2
    assert reached(scene, 20.6, 20) == 0
    assert reached(Scene(mortars, barrage_long_range=True), 60.7, 41) == 2


@clause("fraley.barrage.what")
def test_long_range_by_the_switch() -> None:
    """Beyond forty inches +1 to range in and half the FP, where the switch allows it at all."""
    mortars = us("us.mortar-platoon", (3, 46), name="Battery", pick=("PL", *("81mm mortar Team",) * 4),
                 spots=((5, 40), (5, 42), (5, 44), (8, 40)), bearing=90, fo=(55, 40))  # fmt: skip
    foe = rifles((60, 40))
    scene = Scene(mortars, foe)
    assert targets(scene.state, 0, guns_of(scene.state, 0)) == {}
    scene = Scene(mortars, foe, barrage_long_range=True)
    scene.call(barrage, "Battery", dice=[4], observer="m5")
    assert needs(scene) == "4+"
    assert scene.event("came down").tells["points"] == 0


@clause("fraley.barrage.obstacle-distance")
def test_a_gun_keeps_away_from_what_it_fires_over() -> None:
    """Woods three inches high: three inches before the gun's base are enough, a hair less are not. Smoke never matters."""
    front = 42 - 1.25
    for back, count in ((3.0, 2), (2.99, 0)):
        woods = terrain("woods", box=(20, front - back - 4, 20, 4))
        scene = Scene(battery(2), ground=[woods])
        assert reached(scene, 30, 10) == count
    scene = Scene(battery(2), ground=[terrain("smoke", box=(20, front - 5, 20, 4))])
    assert reached(scene, 30, 10) == 2
    scene = Scene(battery(2), ground=[terrain("hedge", line=[(20, front - 0.2), (40, front - 0.2)])])
    assert reached(scene, 30, 10) == 2  # lower than the gun
    scene = Scene(battery(2), ground=[terrain("woods", box=(10, 39, 16.9, 5))])
    assert reached(scene, 30, 10) == 2  # near, but not on the line


@clause("fraley.barrage.observer")
def test_somebody_must_see_the_enemy() -> None:
    """Behind woods nobody of the battery sees him: no barrage; the FO does. A suppressed gun may observe."""
    woods = terrain("woods", box=(0, 30, 72, 2))
    scene = Scene(battery(fo=None), rifles((30, 10)), ground=[woods])
    assert targets(scene.state, 0, guns_of(scene.state, 0)) == {}
    scene.call(barrage, "Battery", dice=[6], observer="m0")
    assert scene.told("opened a barrage", "ranged in", "laid smoke") == [("opened a barrage", 0), ("laid smoke", 0)]
    scene = Scene(battery(), rifles((30, 10)), ground=[woods])
    assert list(targets(scene.state, 0, guns_of(scene.state, 0))) == [scene.row("Battery FO")]
    scene = Scene(battery(fo=None), rifles((30, 10))).change("Battery", 1, marks=1)
    assert list(targets(scene.state, 0, guns_of(scene.state, 0))) == list(scene.unit("Battery").men)


@clause("fraley.barrage.no-move")
def test_a_cc_who_has_moved_does_not_observe() -> None:
    """Moved in his activation of this round he is not offered; a move of the last round is no bar."""
    woods = terrain("woods", box=(0, 30, 72, 2))
    scene = Scene(battery(fo=None), us("us.cc", (40, 22), name="Captain"), rifles((30, 10)), ground=[woods])
    watching = {scene.row("Captain"): [scene.row("Berta")]}
    assert targets(scene.state, 0, guns_of(scene.state, 0)) == watching
    scene.change("Captain", done=True)
    assert targets(scene.state, 0, guns_of(scene.state, 0)) == {}
    scene.change("Captain", 0, moved=False)
    assert targets(scene.state, 0, guns_of(scene.state, 0)) == watching
    scene.change("Captain", 0, moved=True).change("Captain", done=False, refreshed=True)
    assert targets(scene.state, 0, guns_of(scene.state, 0)) == {}


@clause("fraley.barrage.no-move", "fraley.barrage.what")
def test_guns_that_fire_turn_but_stay() -> None:
    """They count as having fired in this Initiative and face what they fire at; nobody has moved."""
    scene = Scene(battery(), rifles((50, 10)), quiet=True)
    places = [scene.point("Battery", man) for man in range(5)]
    scene.call(barrage, "Battery", dice=[6, 1, 1], observer="m5")
    assert [scene.point("Battery", man) for man in range(5)] == places
    for man in range(1, 5):
        team = scene.team("Battery", man)
        assert (team.fired, team.shot, team.moved) == (True, 3, False)
        assert scene.state.layout.bearing(scene.row("Battery", man)) > 200
    assert not scene.team("Battery").fired
    assert scene.team("Battery FO").observed


@clause("fraley.barrage.fp-many-guns", "fraley.barrage.fp-few-guns")
def test_fire_points_by_the_number_of_guns() -> None:
    """Two 105mm have 1, three and four 2, five 3; six Nebelwerfers 2; two mortars 0, or 1 by the switch."""

    def points(troop: str, role: str, count: int, **options: Any) -> int:
        made = {"Nebelwerfer": "15cm Nebelwerfer Team", "105mm": "105mm Team", "81mm": "81mm mortar Team"}[role]
        most = {"us.artillery-battery": 4}.get(troop, count)
        side = us(troop, (30, 46), name="Battery", pick=("PL", *(made,) * min(count, most)))
        scene = Scene(side, **options)
        guns = guns_of(scene.state, 0)
        guns += guns[:1] * (count - len(guns))
        firing = firing_at(scene.state, guns, (40_000, 10_000))
        assert firing is not None
        return fire_points(scene.state, firing)

    assert [points("us.artillery-battery", "105mm", count) for count in (2, 3, 4, 5)] == [1, 2, 2, 3]
    assert points("de.nebelwerfer-battery", "Nebelwerfer", 6) == 2
    assert points("us.mortar-platoon", "81mm", 2) == 0
    assert points("us.mortar-platoon", "81mm", 2, barrage_min_fp=1) == 1
    assert points("us.mortar-platoon", "81mm", 3) == 1


@clause("fraley.barrage.fp-few-guns")
def test_only_guns_that_fire_count() -> None:
    """Of four 105mm two are suppressed: one die for the Team."""
    scene = Scene(battery(), rifles((30, 10))).change("Battery", 1, marks=1).change("Battery", 2, marks=1)
    scene.call(barrage, "Battery", dice=[6, 1], observer="m5")
    assert scene.event("opened a barrage").figures == scene.unit("Battery").men[3:]


@clause("fraley.barrage.what", "fraley.fo.units")
def test_a_battery_behind_the_edge() -> None:
    """Its guns fire from the middle of their own edge; the FO observes for it, its own Teams cannot."""
    scene = Scene(battery(fo=(36, 22)), rifles((36, 10)), fields={"edges": ("south", "north")})
    men = scene.unit("Battery").men
    scene.state = msgspec.structs.replace(scene.state, layout=scene.state.layout.without(men))
    scene.change("Battery", place="off-table")
    assert may_not_barrage(scene.state, 0) is None
    scene.call(barrage, "Battery", dice=[3, 1, 1])
    assert scene.event("came down").tells["bearing"] == 1800  # from (36, 48)
    assert not scene.state.layout.on_table(men[1])
    scene = Scene(battery(fo=None), rifles((36, 10)))
    scene.state = msgspec.structs.replace(scene.state, layout=scene.state.layout.without(men))
    scene.change("Battery", place="off-table")
    assert may_not_barrage(scene.state, 0) is not None


# ---- anything a player may answer


def guesses(seed: int) -> Iterator[int]:
    """Dice without end."""
    chance = Chance("dice", seed)
    while True:
        yield chance.randint(1, 6)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_answered_the_barrage_ends(seed: int) -> None:
    """Every sample of every question is legal."""
    from sandtable.dice.sources import Scripted  # noqa: PLC0415
    from sandtable.play.game import Game  # noqa: PLC0415

    ground = [terrain("woods", box=(20, 30, 30, 3)), terrain("wall", line=[(20, 12), (40, 12)])]
    scene = Scene(
        battery(), us("us.cc", (40, 24), name="Captain"), rifles((30, 10), (33, 10)),
        german("de.panzer-iv-platoon", (36, 8), name="Panzers", men=2), german("de.cc", (28, 9)), ground=ground,
    )  # fmt: skip
    chance = Chance("answers", seed)
    dice = guesses(seed)
    game = Game(
        one_step(RULESET, lambda play: barrage(play, 0)), scene.state, Scripted([next(dice) for _ in range(200)])
    )
    count = 0
    while game.pending is not None:
        decision: Decision[Any] = game.pending
        answer = decision.domain.sample(chance)
        decision.domain.check(answer)
        game.answer(answer)
        count += 1
    assert count >= 2


@clause("fraley.barrage.no-move", "fraley.leader.free-placement")
def test_a_leader_who_was_placed_does_not_observe() -> None:
    """He sees the enemy and may observe, unless he was set down elsewhere in this activation; left where he is, he may."""
    for moved, able in ((False, True), (True, False)):
        scene = Scene(battery(fo=None, teams={0: {"moved": moved}}), rifles((30, 20)))
        scene.change("Battery", placed=True)
        assert (scene.row("Battery") in posts(scene.state, 0)) == able

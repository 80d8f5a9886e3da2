"""A volley: allocation of shots in mixed cover, the dice of each firer, and what hits do."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.fire import laying
from sandtable.rulesets.sotr.harm import armour
from sandtable.rulesets.sotr.state import Smoke
from sandtable.rulesets.sotr.weapons.shooting import shooting_action
from tests.clause import clause

from .kit import Scene, Side, keys, reich, terrain, us
from .test_shooting import armed, fire, foes, needed


def sarge(**rest: Any) -> Side:
    """The book's unit B: two in the open, one partly and one fully behind a wall."""
    spots = ((21.5, 30), (23.5, 30), (25.5, 30))
    return reich(
        "reich.sturmgrenadiers", (20, 30), name="Foe", pick=("sergeant", "grenadier", "grenadier", "grenadier"),
        spots=spots, card={"armour": 0}, **rest,
    )  # fmt: skip


def behind_wall() -> Any:
    """A wall that hides up to half of the third man and all of the fourth."""
    return terrain("wall", line=[(23.75, 29.4), (27, 29.4)])


def book_scene(**options: Any) -> Scene:
    """Four semi-automatics and a submachine gun, on the move."""
    own = armed("semi-auto", "semi-auto", "semi-auto", "semi-auto", "smg", at=(18, 20), each={"moved": 2})
    return Scene(own, sarge(), ground=[behind_wall()], **options)


def shots_per_model(scene: Scene) -> dict[str, int]:
    """How many dice were rolled for each model."""
    found: dict[str, int] = {}
    for throw in scene.throws(" at "):
        found[throw.why] = found.get(throw.why, 0) + len(throw.faces)
    return found


# ---- the same cover


@clause("sotr.alloc.same-cover", "sotr.alloc.ex-open", "sotr.weapon.rof")
def test_in_the_same_cover_all_dice_are_rolled_together() -> None:
    """Five models in the open: one throw to hit, one to wound, and their owner chooses."""
    own = armed("semi-auto", "semi-auto", "semi-auto", each={"moved": 2})
    scene = Scene(own, foes(5))
    men = scene.unit("Foe").men
    answers = [[f"m{men[4]}"], [f"m{men[0]}"]]
    fire(scene, [4, 5, 6, 1, 2, 3, 6, 2, 1, 3, 3], fire="nearest", casualties=answers)
    assert [len(one.faces) for one in scene.throws()] == [6, 3, 2]
    assert scene.unit("Foe").men == men[:4]
    assert scene.man("Foe", 0).down
    assert [one.seat for one in scene.asked] == [0, 1, 1]


@clause("sotr.gap.mixed-views", "sotr.alloc.same-cover")
def test_every_die_has_the_modifiers_of_its_own_firer() -> None:
    """One who stood still, one who moved; one who shoots from afar."""
    scene = Scene(armed("rifle", "rifle", models={1: {"moved": 2}}), foes(2))
    assert needed(fire(scene, [1, 1], fire="nearest")) == [(1, "3+"), (1, "4+")]
    scene = Scene(
        armed("smg", "smg", spots=((20, 15),), each={"moved": 2}), foes(1, at=(20, 30)), own_unit_blocks_los=False
    )
    assert needed(fire(scene, [1] * 6, fire="nearest")) == [(3, "3+"), (3, "4+")]


@clause("sotr.gap.mixed-views")
def test_mixed_cover_is_judged_from_the_nearest_firer() -> None:
    """He sees both in the open; the other, farther off, has a wall before one of them and is not asked about it."""
    wall = terrain("wall", line=[(14, 27.5), (19.3, 28.5)])
    own = armed("rifle", "rifle", at=(24, 24), spots=((10, 20),), each={"moved": 2})
    scene = Scene(own, foes(2, at=(20, 30), gap=1), ground=[wall])
    fire(scene, [1, 1], fire="nearest")
    assert [why.endswith("Foe") for why in shots_per_model(scene)] == [True]
    assert needed(scene) == [(1, "4+"), (1, "6+")]


# ---- mixed cover


@clause("sotr.alloc.mixed", "sotr.alloc.ex-mixed", "sotr.alloc.grouped-roll", "sotr.weapon.rof-list")
def test_twelve_shots_on_four_models_are_three_each() -> None:
    """The book's example, with its submachine gun of four shots."""
    scene = book_scene(smg_rof=4)
    fire(scene, [1] * 12, fire="nearest")
    assert sum(shots_per_model(scene).values()) == 12
    assert scene.kinds_asked() == ["fire"]
    sergeant = [why for why in shots_per_model(scene) if why.endswith("sergeant")]
    assert shots_per_model(scene)[sergeant[0]] == 3


@clause("sotr.alloc.mixed", "sotr.alloc.ex-mixed")
@pytest.mark.parametrize("least", [0, 3])
def test_eleven_shots_leave_three_to_choose(least: int) -> None:
    """With the tables' three shots: 3, 3, 3, 2, and the shooter says who gets the two."""
    scene = book_scene()
    men = scene.unit("Foe").men
    chosen = [f"m{man}" for place, man in enumerate(men) if place != least]
    fire(scene, [1] * 11, fire="nearest", surplus=[chosen])
    assert scene.decision("surplus").seat == 0
    counts = shots_per_model(scene)
    sergeant = sum(count for why, count in counts.items() if why.endswith("sergeant"))
    assert sum(counts.values()) == 11
    assert sergeant == (2 if least == 0 else 3)


@clause("sotr.alloc.mixed", "sotr.shoot.light-cover", "sotr.shoot.heavy-cover", "sotr.cover.matrix")
def test_each_model_is_hit_by_its_own_cover() -> None:
    """Four riflemen, one shot for each model: 4, 4, 5 and 6."""
    own = armed("rifle", "rifle", "rifle", "rifle", each={"moved": 2})
    scene = Scene(own, sarge(), ground=[behind_wall()])
    fire(scene, [1] * 4, fire="nearest")
    assert sorted(what for _, what in needed(scene)) == ["4+", "4+", "5+", "6+"]


@clause("sotr.wound.allocated-applies", "sotr.wound.ex-sarge", "sotr.alloc.ex-sarge", "sotr.alloc.worst-result")
def test_results_stay_on_those_the_shots_were_for() -> None:
    """Three hits on Sarge: a flesh wound and two DOWN. He is DOWN, and nobody else is touched."""
    scene = book_scene(smg_rof=4)
    fire(scene, [6, 6, 6, 1, 2, 3, *[1] * 9], fire="nearest")
    assert scene.throws("wounds")[0].why == "wounds of Foe's sergeant"
    assert [figure.down for figure in (scene.man("Foe", place) for place in range(4))] == [True, False, False, False]
    assert scene.kinds_asked() == ["fire"]


@clause("sotr.alloc.same-cover", "sotr.down.prone", "sotr.shoot.prone")
@pytest.mark.parametrize("lying", [{"prone": True}, {"down": True}])
def test_those_who_lie_down_make_a_unit_mixed(lying: dict[str, Any]) -> None:
    """Their number to hit differs."""
    scene = Scene(armed("semi-auto", each={"moved": 2}), foes(2, models={1: lying}))
    fire(scene, [1, 1], fire="nearest")
    assert sorted(needed(scene)) == [(1, "4+"), (1, "5+")]


@clause("sotr.alloc.mixed")
def test_only_models_that_somebody_sees_get_shots() -> None:
    """A third man stands behind a wood."""
    ground = [terrain("woods", box=(30, 26, 8, 8)), terrain("wall", line=[(18, 29.4), (21.2, 29.4)])]
    scene = Scene(armed("rifle", "rifle", each={"moved": 2}), foes(3, spots=((22, 30), (40, 38))), ground=ground)
    fire(scene, [1, 1], fire="nearest")
    assert sorted(what for _, what in needed(scene)) == ["4+", "6+"]


@clause("sotr.wound.owner-applies")
@pytest.mark.parametrize(("visible_only", "choices"), [(True, 2), (False, 3)])
def test_only_models_in_sight_fall_unless_the_table_says_otherwise(visible_only: bool, choices: int) -> None:
    """Two in the open, one behind a wood."""
    ground = [terrain("woods", box=(30, 26, 8, 8))]
    own = armed("rifle", each={"moved": 2})
    scene = Scene(own, foes(3, spots=((22, 30), (40, 38))), ground=ground, wounds_on_visible_only=visible_only)
    fire(scene, [4, 6, 1, 1], fire="nearest")
    assert len(scene.offered("casualties")) == choices


# ---- kinds of hits


@clause("sotr.weapon.shotgun")
@pytest.mark.parametrize(("away", "score", "needs"), [(3, "3+", "GONER on 3+"), (10, "4+", "GONER on 4+")])
def test_a_shotgun(away: float, score: str, needs: str) -> None:
    """At three inches it hits on 3+ and wounds at +1; at ten it does neither."""
    scene = Scene(armed("shotgun", each={"moved": 2}), foes(1, at=(20, 21 + away)))
    fire(scene, [6, 1], fire="nearest")
    assert needed(scene) == [(1, score)]
    assert needs in scene.throws("wounds")[0].needs


@clause("sotr.weapon.high-powered", "sotr.weapon.hmg")
def test_a_heavy_machine_gun_goes_through_armour() -> None:
    """A wound roll of 4 on a lightly armoured man is a GONER; other hits are rolled apart."""
    gun = us(
        "us.hmg-team", (20, 20), name="Able", pick=("corporal", "gunner", "loader"), each={"moved": 0},
        fields={"action": "advance"}, spots=((22, 20), (23.2, 20)),
    )  # fmt: skip
    scene = Scene(gun, foes(5, card={"armour": 1}))
    fire(scene, [3, 1, 1, 1, 4, 1, 4, 1, 1, 1], fire="nearest", casualties=keys("m3"))
    found = [(one.faces, "sotr.wound.unarmored" in one.because) for one in scene.throws("wounds")]
    assert found == [((4,), True), ((1,), False)]


@clause("sotr.sniper.headshot", "sotr.sniper.scoped", "sotr.weapon.sniper-rifle")
@pytest.mark.parametrize(("face", "rest", "gone"), [(6, [], True), (5, [1], False), (1, [], False)])
def test_a_headshot_needs_no_wound_roll(face: int, rest: list[int], gone: bool) -> None:
    """A natural six; other hits roll as ever."""
    scene = Scene(armed("sniper-rifle"), foes(1, card={"armour": 2}))
    fire(scene, [face, *rest], fire="nearest")
    assert (scene.unit("Foe").place == "destroyed") is gone


@clause("sotr.sniper.headshot")
@pytest.mark.parametrize("needs_hit", [False, True])
def test_a_headshot_where_the_shot_would_miss(needs_hit: bool) -> None:
    """A prone man with camouflage in a pillbox, in smoke: 4 - 2 + 3 + 1 + 1 + 2."""
    foe = foes(1, at=(20, 26), each={"prone": True}, card={"traits": ("camo",)})
    scene = Scene(
        armed("sniper-rifle"), foe, ground=[terrain("bunker", box=(17, 25, 6, 4))], headshot_needs_hit=needs_hit,
        fields={"smokes": (Smoke(0, 2, unit=1),)},
    )  # fmt: skip
    fire(scene, [] if needs_hit else [6], fire="nearest")
    assert (scene.unit("Foe").place == "destroyed") is not needs_hit
    assert bool(scene.events("could not hit")) is needs_hit


@clause("sotr.gap.automatic-rolls", "sotr.shoot.mod-on-die")
def test_shots_that_cannot_hit_are_not_rolled() -> None:
    """Heavy cover and prone: a 7."""
    wall = terrain("wall", line=[(10, 29.4), (30, 29.4)])
    scene = Scene(armed("rifle", each={"moved": 2}), foes(1, each={"prone": True}), ground=[wall])
    fire(scene, fire="nearest")
    assert scene.event("could not hit").tells["shots"] == "1 shot"
    assert scene.unit("Foe").shot_at == (2,)


@clause("sotr.shoot.camo", "sotr.shoot.large", "sotr.shoot.small", "sotr.shoot.titanic")
@pytest.mark.parametrize(
    ("card", "score"),
    [({"traits": ("camo",)}, "5+"), ({"size": "large"}, "3+"), ({"size": "small"}, "5+"), ({"size": "titanic"}, "2+")],
)
def test_what_the_target_is(card: dict[str, Any], score: str) -> None:
    """Camouflage and size."""
    assert needed(fire(Scene(armed("rifle", each={"moved": 2}), foes(1, card=card)), [1], fire="nearest")) == [
        (1, score)
    ]


@clause("sotr.shoot.elevated")
def test_from_a_storey_above() -> None:
    """Four inches higher."""
    scene = Scene(armed("rifle", each={"moved": 2}, storey=1), foes(1))
    assert needed(fire(scene, [1], fire="nearest")) == [(1, "3+")]


@clause("sotr.shoot.procedure")
def test_smoke_at_either_end_counts_once() -> None:
    """A unit in smoke shoots at another in smoke."""
    smokes = (Smoke(0, 2, unit=0), Smoke(0, 2, unit=1))
    scene = Scene(armed("rifle", each={"moved": 2}), foes(1), fields={"smokes": smokes})
    assert needed(fire(scene, [1], fire="nearest")) == [(1, "6+")]


# ---- machines


@clause("sotr.shoot.procedure", "sotr.weapon.high-powered")
def test_hits_on_a_machine_strike_its_armour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each with its weapon's penetration, until it is destroyed; no allocation, no wounds."""
    struck: list[tuple[int, int, str, int]] = []

    async def strike(_play: Any, machine: int, pen: int, side: str, by: int | None, *_: Any) -> bool:
        struck.append((machine, pen, side, by or 0))
        return len(struck) == 3

    monkeypatch.setattr(armour, "strike", strike)
    monkeypatch.setattr(laying, "facing", lambda *_: "rear")
    gun = us("us.hmg-team", (20, 20), name="Able", pick=("gunner", "loader"), fields={"action": "advance"})
    scene = Scene(gun, reich("reich.panzermech", (20, 32), name="Foe"))
    scene.call(shooting_action, "Able", dice=[2, 2, 2, 2], fire="nearest")
    assert struck == [(2, 1, "rear", 0)] * 3
    assert needed(scene) == [(4, "2+")]


@clause("sotr.shoot.procedure")
def test_the_log_tells_it() -> None:
    """Fire, hits, wounds, losses, each with its clauses."""
    scene = Scene(armed("rifle", each={"moved": 2}), foes(2))
    fire(scene, [4, 4, 1, 1], fire="nearest", casualties=keys("m2"))
    told = [verb for verb, _ in scene.told()]
    assert told == [
        "opened fire", "fired", "was fired upon", "was hit", "lost models", "counted losses", "ceased fire",
        "tested its Cool",
    ]  # fmt: skip
    assert all(one.because for one in scene.news)

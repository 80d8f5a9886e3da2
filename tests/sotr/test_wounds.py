"""Wounds: the dice of hits, who suffers what, DOWN models and GONERs."""

from typing import Any

import pytest

from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.charts import wound_columns
from sandtable.rulesets.sotr.harm import armour
from sandtable.rulesets.sotr.harm.wound_dice import PerDie
from sandtable.rulesets.sotr.harm.wounds import (
    Losses,
    Wounding,
    put_down,
    take_out,
    wound_models,
    wound_roll,
    wound_unit,
)
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.afterwards import fuel_goes_up
from tests.clause import clause

from .kit import Scene, keys, reich, us

SHOTS = Wounding("shots")
BECAUSE = ("sotr.wound.owner-applies",)


def squad(men: int = 4, **rest: Any) -> Scene:
    """Unarmoured men and somebody who shoots at them."""
    options = rest.pop("options", {})
    return Scene(
        us("us.rifle-squad", (20, 30), name="Men", men=men, **rest),
        reich("reich.sturmgrenadiers", (20, 20), name="Foe", men=2),
        **options,
    )


def pool(scene: Scene, struck: int, dice: list[int], how: Wounding = SHOTS, **answers: Any) -> Losses:
    """Hits on the whole unit, rolled together."""
    men = scene.unit("Men").men
    found: Losses = scene.call(wound_unit, "Men", struck, how, scene.number("Foe"), men, BECAUSE, dice=dice, **answers)
    return found


def single(scene: Scene, hits: list[tuple[int, int]], dice: list[int], how: Wounding = SHOTS) -> Losses:
    """Hits on particular models, by their places."""
    dealt = tuple((scene.row("Men", place), count) for place, count in hits)
    found: Losses = scene.call(wound_models, dealt, how, scene.number("Foe"), BECAUSE, dice=dice)
    return found


# ---- on the whole unit


@clause("sotr.wound.roll", "sotr.alloc.ex-open", "sotr.wound.goner", "sotr.wound.down", "sotr.wound.flesh")
def test_one_die_for_each_hit_and_the_owner_assigns() -> None:
    """Unarmoured: 4+ GONER, 2-3 DOWN, 1 nothing; all dice in one throw, by the attacker."""
    scene = squad()
    assert pool(scene, 4, [4, 2, 1, 3], casualties=[["m3"], ["m0", "m2"]]) == ((0, 1),)
    throw = scene.throws("wounds")[0]
    assert (throw.faces, throw.seat) == ((4, 2, 1, 3), 1)
    assert [one.seat for one in scene.asked] == [0, 0]
    assert scene.unit("Men").men == (0, 1, 2)
    assert [scene.man("Men", place).down for place in range(3)] == [True, False, True]
    assert not scene.state.layout.on_table(3)


@clause("sotr.wound.flesh")
def test_a_flesh_wound_does_nothing() -> None:
    """Nobody is asked."""
    scene = squad()
    before = scene.state
    assert pool(scene, 2, [1, 1]) == ()
    assert scene.state.units == before.units and scene.state.figures == before.figures
    assert scene.kinds_asked() == []
    assert scene.event("had flesh wounds").unit == 0


@clause("sotr.wound.excess-lost", "sotr.wound.owner-applies")
def test_every_result_goes_to_another_model_and_the_rest_is_lost() -> None:
    """Two GONERs and three DOWN on three men: nobody is asked about the last."""
    scene = squad(3)
    assert pool(scene, 5, [6, 6, 2, 2, 3], casualties=keys("m0", "m1")) == ((0, 2),)
    assert scene.unit("Men").men == (2,) and scene.man("Men").down
    scene = squad(2)
    assert pool(scene, 4, [6, 6, 6, 2]) == ((0, 2),)
    assert scene.unit("Men").place == "destroyed"
    assert scene.event("was wiped out").unit == 0


@clause("sotr.wound.owner-applies")
def test_usually_the_least_valuable_fall() -> None:
    """Riflemen before the man with the automatic rifle, and the sergeant last."""
    scene = squad(8)
    pool(scene, 2, [6, 6])
    assert scene.unit("Men").men == (0, 1, 2, 3, 4, 7)


@clause("sotr.wound.roll")
def test_a_table_may_roll_one_die_for_each_model_hit() -> None:
    """Five hits on two men are two dice then."""
    scene = squad(2, options={"wound_die_per": "model"})
    assert pool(scene, 5, [1, 1]) == ()
    assert single(scene, [(0, 3)], [2]) == ()
    assert scene.man("Men").down


@clause("sotr.weapon.high-powered")
@pytest.mark.parametrize(
    ("armour_level", "face", "gone"), [(1, 4, True), (1, 3, False), (2, 5, True), (0, 4, True), (0, 3, False)]
)
def test_high_powered_shifts_the_column(armour_level: int, face: int, gone: bool) -> None:
    """A 4 on a lightly armoured man is a GONER; unarmoured stays unarmoured."""
    scene = squad(1, card={"armour": armour_level})
    assert pool(scene, 1, [face], Wounding("", shift=1)) == (((0, 1),) if gone else ())


@clause("sotr.weapon.shotgun", "sotr.wound.formula")
def test_a_bonus_on_the_wound_roll() -> None:
    """A shotgun close by: unarmoured GONER on 3+, and a 1 counts as 2."""
    scene = squad(2)
    assert pool(scene, 2, [3, 1], Wounding("", plus=1), casualties=keys("m1")) == ((0, 1),)
    assert scene.man("Men").down
    assert wound_roll(1, wound_columns(0, Options()), Wounding("", plus=4), "", (), 0).reading.read((1,)) == (0, 1)


@clause("sotr.gap.mixed-armour", "sotr.wound.armour-levels")
def test_with_mixed_armour_hits_are_assigned_first() -> None:
    """Three hits on two men: the owner says who takes two; each die in its own column."""
    scene = squad(2, models={0: {"armour": 2}})
    assert pool(scene, 3, [3, 3, 4], hits=keys("m0")) == ((0, 1),)
    assert [throw.faces for throw in scene.throws("wounds")] == [(3, 3), (4,)]
    assert scene.unit("Men").men == (0,) and not scene.man("Men").down


# ---- on particular models


@clause("sotr.alloc.worst-result", "sotr.alloc.ex-sarge", "sotr.wound.ex-sarge", "sotr.alloc.grouped-roll")
def test_sarge_is_down_not_a_goner() -> None:
    """A flesh wound and two DOWN results on one man; nobody else is hurt."""
    scene = squad()
    assert single(scene, [(0, 3)], [1, 2, 3]) == ()
    assert scene.man("Men", 0).down
    assert [scene.man("Men", place).down for place in (1, 2, 3)] == [False] * 3
    assert scene.kinds_asked() == []


@clause("sotr.alloc.worst-result", "sotr.wound.allocated-applies")
def test_any_goner_among_the_results_is_one() -> None:
    """Whatever else was rolled, and the excess is not passed on."""
    scene = squad()
    assert single(scene, [(1, 3), (2, 1)], [6, 6, 2, 1]) == ((0, 1),)
    assert scene.unit("Men").men == (0, 2, 3)
    assert not any(scene.man("Men", place).down for place in range(3))


@clause("sotr.wound.allocated-applies", "sotr.alloc.grouped-roll")
def test_single_dice_are_thrown_together_and_read_in_order() -> None:
    """One hit each on four men: one throw."""
    scene = squad()
    assert single(scene, [(0, 1), (1, 1), (2, 1), (3, 1)], [1, 4, 2, 3]) == ((0, 1),)
    assert len(scene.throws("wounds")) == 1
    assert scene.unit("Men").men == (0, 2, 3)
    assert [scene.man("Men", place).down for place in range(3)] == [False, True, True]


@clause("sotr.wound.roll")
def test_the_reading_knows_its_weights() -> None:
    """All 36 throws of two dice."""
    weights = PerDie(2, 4).weights(2, 6)
    assert sum(weights.values()) == 36
    assert weights[2, 2] == 9 and weights[0, 0] == 1 and weights[1, 0] == 2


@clause("sotr.wound.goner")
def test_hits_that_need_no_roll() -> None:
    """Annihilated."""
    scene = squad()
    assert single(scene, [(1, 1), (3, 2)], [], Wounding("", goner=True)) == ((0, 2),)


@clause("sotr.wound.roll")
def test_several_units_at_once() -> None:
    """A template over friend and foe; losses by unit."""
    scene = Scene(
        us("us.rifle-squad", (20, 30), name="Men", men=1),
        reich("reich.sturmgrenadiers", (20, 20), name="Foe", men=1),
    )
    hits = ((0, 1), (1, 1))
    assert scene.call(wound_models, hits, SHOTS, 1, BECAUSE, dice=[4, 5]) == ((0, 1), (1, 1))


# ---- DOWN models


@clause("sotr.down.second-down")
@pytest.mark.parametrize(("face", "gone"), [(1, False), (2, True), (6, True)])
def test_a_second_down_is_a_goner(face: int, gone: bool) -> None:
    """DOWN and unarmoured, hit again: dies on 2 to 6."""
    scene = squad(2, models={0: {"down": True}})
    assert single(scene, [(0, 1)], [face]) == (((0, 1),) if gone else ())


@clause("sotr.down.second-down", "sotr.alloc.ex-sarge")
def test_not_if_the_same_shooting_put_him_down() -> None:
    """Two volleys of one shooting action: DOWN twice is DOWN."""
    scene = squad(1, options={"fields": {"firing": 1}})
    assert single(scene, [(0, 1)], [2]) == ()
    assert scene.state.fresh == (0,)
    assert single(scene, [(0, 1)], [3]) == ()
    assert scene.man("Men").down


@clause("sotr.down.second-down")
def test_only_shooting_counts_for_a_second_down() -> None:
    """A blow in hand-to-hand does not."""
    scene = squad(1, each={"down": True})
    assert single(scene, [(0, 1)], [2], Wounding("", ranged=False)) == ()


@clause("sotr.wound.down")
def test_flames_set_those_they_put_down_on_fire() -> None:
    """Not those who are unhurt."""
    scene = squad(2)
    single(scene, [(0, 1), (1, 1)], [2, 1], Wounding("", burns=True))
    assert scene.man("Men", 0).burning and not scene.man("Men", 1).burning


# ---- what else a hit does


@clause("sotr.wound.roll")
def test_whoever_is_hit_loses_overwatch() -> None:
    """The others keep it; in a pool the owner loses as little of it as he can."""
    scene = squad(4, each={"overwatch": True})
    single(scene, [(1, 2)], [1, 1])
    assert [scene.man("Men", place).overwatch for place in range(4)] == [True, False, True, True]
    pool(scene, 2, [2, 1], casualties=keys("m0"))
    assert [scene.man("Men", place).overwatch for place in range(4)] == [False, False, True, True]


@clause("sotr.wound.goner")
def test_goners_are_out_of_every_fight() -> None:
    """Nobody is Engaged with them any more."""
    scene = squad(2).engage("Men", 0, "Foe", 0).engage("Men", 1, "Foe", 1)
    scene.call(take_out, "Men", (0,), "sotr.wound.goner")
    assert scene.state.engaged == ((1, 3),)
    scene.call(take_out, "Men", (0,), "sotr.wound.goner")
    assert scene.told() == []


@clause("sotr.wound.down")
def test_those_who_are_down_stay_down() -> None:
    """No second event."""
    scene = squad(2, models={0: {"down": True}})
    scene.call(put_down, "Men", (0, 1), "sotr.wound.down")
    assert scene.event("went DOWN").figures == (1,)


@clause("sotr.wound.roll", "sotr.gap.automatic-rolls")
@pytest.mark.parametrize(("face", "blown"), [(5, False), (6, True)])
def test_a_six_on_a_flamethrower_man_blows_him_up(face: int, blown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A natural six, and where he stood."""
    seen: list[tuple[int, tuple[int, int], int]] = []

    async def explode(play: Play[Battle], carrier: int, point: tuple[int, int], by: int) -> Losses:
        seen.append((carrier, point, by))
        return ((0, 2),)

    monkeypatch.setattr(fuel_goes_up, "_script", explode)
    scene = squad(3, models={1: {"weapons": ("flamethrower",)}})
    assert single(scene, [(1, 1)], [face]) == (((0, 3),) if blown else ((0, 1),))
    assert seen == ([(1, (21500, 30000), 1)] if blown else [])


@clause("sotr.wound.owner-applies")
def test_sixes_in_a_pool_are_given_to_others_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only if there are more of them than other GONERs does the carrier blow up."""
    seen: list[int] = []

    async def explode(play: Play[Battle], carrier: int, point: tuple[int, int], by: int) -> Losses:
        seen.append(carrier)
        return ()

    monkeypatch.setattr(fuel_goes_up, "_script", explode)
    carrier = {1: {"weapons": ("flamethrower",)}}
    pool(squad(3, models=carrier), 2, [6, 4], casualties=keys("m0", "m1"))
    assert seen == []
    pool(squad(3, models=carrier), 2, [6, 6], casualties=keys("m0", "m1"))
    assert seen == [1]


@clause("sotr.wound.roll")
def test_machines_are_struck_not_wounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the penetration of the weapon, until one hit destroys it."""
    struck: list[tuple[int, str]] = []

    async def strike(_play: Play[Battle], _machine: int, pen: int, side: str, *_: Any) -> bool:
        struck.append((pen, side))
        return len(struck) == 2

    monkeypatch.setattr(armour, "strike", strike)
    scene = Scene(us("us.jeep", (20, 30), name="Men"), reich("reich.sturmgrenadiers", (20, 20), name="Foe", men=1))
    assert single(scene, [(0, 4)], [], Wounding("", pen=1)) == ((0, 1),)
    assert struck == [(1, "front"), (1, "front")]

"""What a shot needs to hit: SH, natural ones and tens, and every modifier alone and with others."""

from typing import Any

import pytest

from sandtable.mechanics.modifiers import Modifier
from sandtable.rulesets.d10.basics.charts import to_hit
from sandtable.rulesets.d10.basics.checks import command_score, score
from sandtable.rulesets.d10.fire.to_hit import for_size, hit_score
from sandtable.rulesets.d10.options import Options
from tests.clause import clause

from .fire import duel, needs, sole
from .kit import Scene, german, terrain, us

ON, OFF = Options(), Options(natural_rule_everywhere=False)

WALL = terrain("wall", line=[(24, 10), (24, 30)])
HEDGE = terrain("hedge", line=[(24, 10), (24, 30)])


@clause("d10.shoot.table")
@pytest.mark.parametrize(
    ("shooting", "score"), [(1, 9), (2, 8), (3, 7), (4, 6), (5, 5), (6, 4), (7, 3), (8, 2), (9, 2), (10, 2)]
)
def test_every_shooting_value_needs_its_score(shooting: int, score: int) -> None:
    """One less hits nothing; 1+ and 0+ still miss on a natural 1."""
    missed = duel(card={"shooting": shooting}).order("Able", "shoot", dice=[score - 1])
    assert sole(missed) == f"{score}+"
    hit = duel(card={"shooting": shooting}).order("Able", "shoot", dice=[score, 1])
    assert hit.event("was hit").tells["hits"] == 1


@clause("d10.shoot.natural-1", "d10.shoot.table")
def test_the_surplus_of_a_great_shot_only_offsets_penalties() -> None:
    """SH 10 that moved at Size 1: 0+ and 2 penalties is 2+. A natural 1 misses whatever the surplus."""
    moved: dict[str, Any] = {"fields": {"moved": True}, "foe_each": {"size": 1}}
    assert sole(duel(card={"shooting": 10}, **moved).order("Able", "shoot", dice=[1])) == "2+"
    assert sole(duel(card={"shooting": 10}, ground=[HEDGE], **moved).order("Able", "shoot", dice=[1])) == "3+"
    tank = duel("gun-75", foe="de.panther", card={"shooting": 10}).order("Able", "shoot", dice=[1])
    assert tank.event("missed").because == ("d10.shoot.table",)


@clause("d10.shoot.natural-10", "d10.shoot.table")
def test_a_natural_10_always_hits() -> None:
    """SH 1 that moved at a Size 1 target in hard cover would need 13: a 9 misses, a 10 hits."""
    hard: dict[str, Any] = {
        "card": {"shooting": 1},
        "fields": {"moved": True},
        "foe_each": {"size": 1},
        "ground": [WALL],
    }
    assert sole(duel(**hard).order("Able", "shoot", dice=[9])) == "10+"
    assert duel(**hard).order("Able", "shoot", dice=[10, 1]).event("was hit").tells["hits"] == 1
    assert to_hit(1, Options()) + 1 + 1 + 2 == 13


@clause("d10.shoot.natural-1", "d10.shoot.natural-10")
def test_the_natural_rule_holds_in_every_test_unless_it_is_switched_off() -> None:
    """With it a score lies between 2 and 10; without it a test may be hopeless, or certain."""
    worse, better = [Modifier(-2, "", "x")], [Modifier(2, "", "x")]
    assert (score(10, worse, natural=True), score(10, worse, natural=False)) == (10, 12)
    assert (score(2, better, natural=True), score(2, better, natural=False)) == (2, 0)
    assert (command_score(1, ON, worse), command_score(1, OFF, worse)) == (10, 11)


@clause("d10.shoot.natural-1", "d10.shoot.natural-10")
@pytest.mark.parametrize("everywhere", [True, False])
def test_the_switch_leaves_shooting_alone(everywhere: bool) -> None:
    """The note stands under the shooting table: there it holds anyway."""
    options = {"natural_rule_everywhere": everywhere}
    assert sole(duel(card={"shooting": 10}, options=options).order("Able", "shoot", dice=[1])) == "2+"
    hard: dict[str, Any] = {"card": {"shooting": 1}, "fields": {"moved": True}, "ground": [WALL]}
    assert sole(duel(options=options, **hard).order("Able", "shoot", dice=[9])) == "10+"


@clause("d10.test.default-diff", "d10.test.active-stat", "d10.test.table")
@pytest.mark.parametrize(("command", "needed"), [(4, 6), (5, 5), (6, 4), (7, 3), (8, 2), (9, 2), (10, 2)])
def test_a_test_without_a_difficulty_is_made_at_4(command: int, needed: int) -> None:
    """CM 4: 6+; 5: 5+; 6: 4+; 7: 3+; 8 or more: 2+."""
    assert command_score(command, ON) == needed
    assert command_score(command, OFF) == needed


# ---- having moved


@clause("d10.hit.moved")
def test_a_unit_that_moved_shoots_worse() -> None:
    """SH 4 at a Size 2 target: 6+ standing, 7+ after a move, in the same activation or on Hold later."""
    assert sole(duel().order("Able", "shoot", dice=[5])) == "6+"
    moved = duel(fields={"moved": True}).order("Able", "shoot", dice=[6])
    assert sole(moved) == "7+"
    assert "d10.hit.moved" in moved.throws()[0].because


@clause("d10.gap.tag-steady", "d10.hit.moved")
@pytest.mark.parametrize(("gap", "score"), [(12, "6+"), (24, "6+"), (24.001, "7+"), (36, "7+")])
def test_steady_weapons_do_not_mind_a_move_up_to_medium_range(gap: float, score: str) -> None:
    """By the switch, and at Long range they suffer like any other; the sheet lets nobody off."""
    printed = duel("garand", gap, fields={"moved": True})
    assert sole(printed.order("Able", "shoot", dice=[6])) == "7+"
    switched = duel("garand", gap, fields={"moved": True}, options={"steady_ignores_moving": True})
    assert sole(switched.order("Able", "shoot", dice=[5])) == score


@clause("d10.gap.tag-aimed", "d10.gap.weapon-sniper-rifle")
def test_an_aimed_weapon_gains_by_standing_still() -> None:
    """SH 6 with a scoped rifle: 3+ standing, 5+ after a move (the bonus gone and the penalty due)."""
    assert sole(duel("sniper-rifle", card={"shooting": 6}).order("Able", "shoot", dice=[2])) == "3+"
    moved = duel("sniper-rifle", card={"shooting": 6}, fields={"moved": True})
    assert sole(moved.order("Able", "shoot", dice=[4])) == "5+"


# ---- size


@clause("d10.hit.size-1", "d10.hit.size-2-3", "d10.hit.size-4-5", "d10.hit.size-6-7", "d10.hit.size-8-9")
@pytest.mark.parametrize(
    ("size", "score", "because"),
    [
        (1, "7+", "d10.hit.size-1"),
        (2, "6+", None),
        (3, "6+", None),
        (4, "5+", "d10.hit.size-4-5"),
        (5, "5+", "d10.hit.size-4-5"),
        (6, "4+", "d10.hit.size-6-7"),
        (7, "4+", "d10.hit.size-6-7"),
        (8, "3+", "d10.hit.size-8-9"),
        (9, "3+", "d10.hit.size-8-9"),
    ],
)
def test_every_size_of_target(size: int, score: str, because: str | None) -> None:
    """SH 4: 7+ at Size 1, 6+ at 2 and 3, 5+ at 4 and 5, 4+ at 6 and 7, 3+ at 8 and 9."""
    scene = duel(foe_each={"size": size}).order("Able", "shoot", dice=[1])
    assert sole(scene) == score
    cited = [clause for clause in scene.throws()[0].because if clause.startswith("d10.hit.size")]
    assert cited == ([] if because is None else [because])


@clause("d10.hit.size-1", "d10.gap.size-scale")
def test_a_sniper_is_small_until_he_moves() -> None:
    """SH 5 at a Size 1 sniper: 6+; once he has moved: 5+."""
    still = duel(foe="de.sniper-team", card={"shooting": 5}).order("Able", "shoot", dice=[1])
    assert sole(still) == "6+"
    up = duel(foe="de.sniper-team", card={"shooting": 5}, foe_fields={"moved": True}).order("Able", "shoot", dice=[1])
    assert sole(up) == "5+"


@clause("d10.hit.size-2-3")
def test_of_a_mixed_unit_the_nearest_model_counts() -> None:
    """The size of the visible model nearest to the one who fires."""
    near_small = duel(foe_men=2, foe_models={0: {"size": 1}}).order("Able", "shoot", dice=[1])
    far_small = duel(foe_men=2, foe_models={1: {"size": 1}}).order("Able", "shoot", dice=[1])
    assert (sole(near_small), sole(far_small)) == ("7+", "6+")
    assert for_size(2, ON) == for_size(3, ON) == []


# ---- cover


@clause("d10.gap.cover")
@pytest.mark.parametrize(
    ("ground", "options", "score"),
    [
        (HEDGE, {}, "7+"),
        (WALL, {}, "8+"),
        (HEDGE, {"cover_soft": -2}, "8+"),
        (WALL, {"cover_hard": -3}, "9+"),
        (HEDGE, {"cover_soft": 0}, "6+"),
    ],
)
def test_cover_and_its_switches(ground: object, options: dict[str, int], score: str) -> None:
    """Soft cover -1, hard cover -2, unless the table plays it otherwise."""
    assert sole(duel(ground=[ground], options=options).order("Able", "shoot", dice=[1])) == score


@clause("d10.gap.cover")
def test_half_of_the_visible_models_must_be_in_cover() -> None:
    """Two of four behind a wall: hard cover; one of four: none; one behind a wall and one behind a hedge: soft."""

    def score(walled: int, hedged: int) -> str:
        # The models of Berta stand one above the other, 2 inches apart, and each may have an obstacle of its own.
        spots = tuple((30.0, 14.0 + 2 * place) for place in range(1, 4))
        kinds = ["wall"] * walled + ["hedge"] * hedged
        ground = [
            terrain(kind, line=[(29, 13.3 + 2 * place), (29, 14.7 + 2 * place)]) for place, kind in enumerate(kinds)
        ]
        scene = Scene(
            us("us.rifle-squad", (5, 17), name="Able", men=1, each={"weapons": ("rifle",)}),
            german("de.grenadier-squad", (30, 14), name="Berta", men=4, spots=spots),
            ground=ground,
        )
        return sole(scene.order("Able", "shoot", dice=[1]))

    assert [score(0, 0), score(1, 0), score(2, 0), score(3, 0)] == ["6+", "6+", "8+", "8+"]
    assert [score(0, 1), score(0, 2), score(1, 1), score(1, 2), score(2, 2)] == ["6+", "7+", "7+", "7+", "8+"]


@clause("d10.gap.cover")
@pytest.mark.parametrize(("off", "score"), [(0.6, "6+"), (0.601, "8+")])
def test_cover_that_the_shooter_stands_against_is_none(off: float, score: str) -> None:
    """A wall within a tenth of an inch of his own base helps his target nothing; a hair farther off it does."""
    wall = terrain("wall", line=[(5 + off, 10), (5 + off, 30)])
    assert sole(duel(ground=[wall]).order("Able", "shoot", dice=[1])) == score


@clause("d10.gap.tag-ignore-cover", "d10.gap.weapon-flamethrower", "d10.gap.cover")
def test_flame_ignores_cover() -> None:
    """A rifle at a man behind a wall needs 8+, a flamethrower 6+."""
    wall = terrain("wall", line=[(12, 10), (12, 30)])
    assert sole(duel("rifle", 8, ground=[wall]).order("Able", "shoot", dice=[1])) == "8+"
    assert sole(duel("flamethrower", 8, ground=[wall]).order("Able", "shoot", dice=[1])) == "6+"


@clause("d10.gap.tag-indirect", "d10.gap.cover")
@pytest.mark.parametrize(("ground", "score"), [((), "6+"), ((HEDGE,), "6+"), ((WALL,), "7+")])
def test_cover_helps_little_against_what_comes_from_above(ground: tuple[object, ...], score: str) -> None:
    """Soft cover nothing, hard cover 1 instead of 2."""
    assert sole(duel("light-mortar", ground=ground).order("Able", "shoot", dice=[1])) == score


# ---- all together


@clause("d10.hit.moved", "d10.hit.size-6-7", "d10.gap.cover", "d10.gap.weapon-bazooka")
def test_modifiers_add_up() -> None:
    """A launcher without its loader, after a move, at a medium tank behind a wall: 6 and 1, 1 and 2 more, 2 less is 8+."""
    scene = duel("bazooka", foe="de.panzer-iv", foe_bearing=0, ground=[WALL], fields={"moved": True})
    scene.order("Able", "shoot", dice=[7])
    assert sole(scene) == "8+"
    assert {"d10.hit.moved", "d10.hit.size-6-7", "d10.gap.cover", "d10.gap.weapon-bazooka"} <= set(
        scene.throws()[0].because
    )


@clause("d10.shoot.table")
def test_the_worked_examples() -> None:
    """SH 4 that moved at Size 2: 7. At a half-track 5+, a medium tank 4+, a Size 8 target 3+."""
    assert hit_score(4, [Modifier(-1, "", "d10.hit.moved")], ON) == 7
    assert [hit_score(4, for_size(size, ON), ON) for size in (5, 6, 8)] == [5, 4, 3]
    assert hit_score(5, for_size(1, ON), ON) == 6


@clause("d10.shoot.table", "d10.shoot.sequence")
def test_dice_that_need_the_same_are_thrown_together() -> None:
    """Three rifles and a BAR at 20 inches: five dice at once."""
    scene = Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=("rifleman", "rifleman", "rifleman", "gunner")),
        german("de.grenadier-squad", (20, 31), name="Berta"),
    ).order("Able", "shoot", dice=[1, 2, 3, 4, 5])
    assert [len(thrown[1]) for thrown in scene.thrown()] == [5]
    assert needs(scene) == ["6+"]

"""Hand grenades and rifle grenades: at whom, what they cost, every band and modifier, and whom a blast catches."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.charts import band_of, score_of, weapons
from sandtable.rulesets.skirmish41.heavy.heavy import may_strike
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.turn.orders import orders_of
from tests.clause import clause

from .kit import Scene, Side, brit, german, terrain

MG = {"arms": ("lmg",)}


def duel(gap: float = 10, *, each: dict[str, Any] | None = None, ground: Any = (), **fields: Any) -> Scene:
    """A man with grenades and a lone machine gunner so many inches apart."""
    return Scene(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",), each=each or {}),
        german("de.mg-team", (20, 11 + gap), name="Berta", pick=("gunner",), fields=fields),
        ground=ground,
    )


def can(scene: Scene, order: str = "use:grenade", name: str = "Able") -> bool:
    """Whether a team may do something now."""
    return orders_of(scene.state, scene.number(name)).allows(order)


def why_not(scene: Scene, order: str = "use:grenade") -> tuple[str, ...]:
    """The clauses by which a team may not."""
    refusal = orders_of(scene.state, scene.number("Able")).refusal(order)
    assert refusal is not None
    return refusal.because


def thrown(scene: Scene, dice: list[int]) -> str:
    """What the D20 of a grenade needs."""
    scene.act("Able", "use:grenade", dice=dice)
    return scene.reasons("uses")[0]


# ---- ranges and scores


@clause("sk.gren.range-grenade", "sk.gren.range-rifle-grenade", "sk.gren.range-mortar")
@pytest.mark.parametrize(
    ("weapon", "bands"),
    [
        ("grenade", {0: 1, 5: 1, 6: 1, 12: 1, 12.1: 2, 18: 2, 18.1: None}),
        ("rifle-grenade", {5.9: None, 6: 0, 12: 0, 12.1: 1, 25: 1, 25.1: 2, 40: 2, 40.1: None}),
        ("light-mortar", {5.9: None, 6: 0, 12: 0, 12.1: 1, 25: 1, 25.1: 2, 40: 2, 40.1: None}),
        ("medium-mortar", {23.9: None, 24: 0, 40: 0, 40.1: 1, 80: 1}),
    ],
)
def test_bands(weapon: str, bands: dict[float, int | None]) -> None:
    """Every boundary of each line of the table."""
    assert {distance: band_of(weapon, inches(distance), Options()) for distance in bands} == bands


@clause("sk.gren.to-hit")
@pytest.mark.parametrize("weapon", ["grenade", "rifle-grenade", "light-mortar", "medium-mortar"])
def test_scores(weapon: str) -> None:
    """Short 8, medium 12, long 17."""
    assert [score_of(weapons()[weapon].kind, band, Options()) for band in range(3)] == [8, 12, 17]


@clause("sk.gren.range-grenade", "sk.gren.to-hit")
@pytest.mark.parametrize(
    ("gap", "needs"), [(4, "12+ (medium)"), (12, "12+ (medium)"), (12.1, "17+ (long)"), (18, "17+ (long)")]
)
def test_a_grenade_at_every_distance(gap: float, needs: str) -> None:
    """Nearer than six inches counts as medium."""
    scene = duel(gap)
    assert thrown(scene, [int(needs[:2]), 1]) == needs
    assert scene.event("landed").unit == scene.number("Berta")
    scene = duel(gap)
    assert thrown(scene, [int(needs[:2]) - 1]) == needs
    assert len(scene.events("missed")) == 1


@clause("sk.gren.range-grenade")
def test_beyond_long_range_no_grenade_is_thrown() -> None:
    """At 18.1 inches."""
    assert not can(duel(18.1))
    assert why_not(duel(18.1)) == ("sk.gren.range-grenade", "sk.gren.targets")


# ---- at whom


HOUSE = terrain("building", box=(17, 18, 6, 5))
TRENCH = terrain("trench", box=(17, 18, 6, 5))
BUNKER = terrain("bunker", box=(17, 18, 6, 5))
WALL = terrain("wall", line=[(15, 19.2), (25, 19.2)])


@clause("sk.gren.targets")
@pytest.mark.parametrize(
    ("target", "ground", "allowed"),
    [
        (german("de.rifle-team", (20, 20), name="Berta", men=1), (), False),
        (german("de.rifle-team", (20, 20), name="Berta", men=1), (WALL,), False),
        (german("de.mg-team", (20, 20), name="Berta"), (), True),
        (german("de.pak40", (20, 20), name="Berta"), (), True),
        (german("de.rifle-team", (20, 20), name="Berta", men=1), (HOUSE,), True),
        (german("de.rifle-team", (20, 20), name="Berta", men=1), (TRENCH,), True),
        (german("de.rifle-team", (20, 20), name="Berta", men=1), (BUNKER,), True),
        (german("de.hanomag", (20, 22), name="Berta"), (), True),
        (german("de.kubelwagen", (20, 20), name="Berta"), (), True),
        (german("de.stug", (20, 22), name="Berta"), (), False),
    ],
)
def test_the_list_of_targets(target: Side, ground: Any, *, allowed: bool) -> None:
    """Machine guns, guns, open vehicles, trenches, bunkers and buildings, and nothing else; mortars at any infantry."""
    scene = Scene(brit("gb.rifle-team", (20, 10), name="Able"), target, ground=ground)
    assert may_strike(scene.state, "grenade", 1) is allowed
    if not scene.unit("Berta").mounted:
        assert may_strike(scene.state, "light-mortar", 1)
        assert may_strike(scene.state, "rifle-grenade", 1)


@clause("sk.gren.targets")
def test_any_target_if_so_agreed() -> None:
    """The switch opens the list to men in the open, not to closed tanks."""
    scene = Scene(
        brit("gb.rifle-team", (20, 10), name="Able"),
        german("de.rifle-team", (20, 20), name="Berta"),
        german("de.stug", (40, 20), name="Tank"),
        grenades_any_target=True,
    )
    assert can(scene)
    assert [may_strike(scene.state, "grenade", foe) for foe in (1, 2)] == [True, False]
    assert not may_strike(scene.state, "light-mortar", 2)


# ---- what it takes


@clause("sk.gren.cost-grenade", "sk.gap.ammunition")
def test_a_grenade_takes_two_actions_of_one_man_and_is_gone() -> None:
    """A team of two grenades throws two; the third finds nothing."""
    scene = Scene(brit("gb.rifle-team", (20, 10), name="Able"), german("de.mg-team", (20, 20), name="Berta"))
    scene.act("Able", "use:grenade", dice=[1])
    assert [scene.figure("Able", man).spent for man in range(4)] == [2, 0, 0, 0]
    assert scene.unit("Able").items == ("grenade",)
    scene.act("Able", "use:grenade", dice=[1])
    assert [scene.figure("Able", man).spent for man in range(4)] == [2, 2, 0, 0]
    assert not can(scene)


@clause("sk.gren.cost-grenade")
def test_who_has_one_action_throws_nothing() -> None:
    """A recruit, and a regular who has moved; a veteran throws after a move."""
    assert not can(duel(each={"rating": 1}))
    assert not can(duel(each={"spent": 1}))
    assert why_not(duel(each={"spent": 1})) == ("sk.gren.cost-grenade",)
    assert can(duel(each={"rating": 3, "spent": 1, "moves": 1}))


@clause("sk.gren.cost-grenade", "sk.gren.firer-moving")
def test_the_man_throws_for_whom_it_is_easiest() -> None:
    """The first has moved: a comrade who stood still throws. Nobody throws who carries a casualty."""
    scene = Scene(
        brit("gb.parachute-team", (20, 10), name="Able", men=2, figures={0: {"moves": 1, "spent": 1}}),
        german("de.mg-team", (20, 21), name="Berta", pick=("gunner",)),
    )
    assert thrown(scene, [1]) == "12+ (medium)"
    assert scene.figure("Able", 1).spent == 2
    scene.change("Able", 1, spent=0, carries=2)
    assert thrown(scene, [1]) == "14+ (medium, -2 firer moving)"


@clause("sk.gap.ammunition", "sk.gren.range-rifle-grenade")
def test_rifle_grenades_want_a_rifle() -> None:
    """Two actions of a rifleman, not of the NCO with his submachine gun."""
    scene = Scene(
        brit("gb.rifle-team", (20, 10), name="Able", add=("rifle-grenade",)),
        german("de.rifle-team", (20, 20), name="Berta", men=1),
    )
    scene.act("Able", "use:rifle-grenade", dice=[8, 6])
    assert scene.reasons("uses") == ["8+ (short)"]
    assert [scene.figure("Able", man).spent for man in range(2)] == [0, 2]
    assert scene.unit("Able").items == ("grenade", "grenade")
    assert scene.unit("Berta").place == "destroyed"


# ---- modifiers of the D20


@clause("sk.gren.firer-moving")
def test_a_moving_firer() -> None:
    """Two more are needed if the thrower moved this turn."""
    assert thrown(duel(each={"rating": 3, "moves": 1, "spent": 1}), [14, 1]) == "14+ (medium, -2 firer moving)"


@clause("sk.gren.target-moving-cover")
def test_a_target_that_moved_or_is_in_cover() -> None:
    """One -2 even for both; a wall behind the target is no cover."""
    needs = "14+ (medium, -2 target moving or in cover)"
    before, behind = (terrain("wall", line=[(15, y), (25, y)]) for y in (20, 22.5))
    assert thrown(duel(moved=1), [1]) == needs
    assert thrown(duel(ground=[before]), [1]) == needs
    assert thrown(duel(ground=[before], moved=1), [1]) == needs
    assert thrown(duel(ground=[behind]), [1]) == "12+ (medium)"


@clause("sk.gren.target-suppressed", "sk.gren.under-fire")
def test_a_suppressed_target_and_a_firer_under_fire() -> None:
    """-2 and -4; together with long range nothing can hit."""
    assert thrown(duel(suppression=1), [1]) == "14+ (medium, -2 target suppressed)"
    scene = duel()
    scene.act("Able", "use:grenade", dice=[12, 1])
    harm = scene.unit("Berta").shot_by
    scene = duel().change("Able", shot_by=harm)
    assert thrown(scene, [1]) == "16+ (medium, -4 firer under fire)"
    assert not can(duel(13).change("Able", shot_by=harm))


@clause("sk.gren.drop")
@pytest.mark.parametrize(
    ("gap", "needs"), [(3, "8+ (medium, +4 dropped in)"), (4, "8+ (medium, +4 dropped in)"), (4.1, "12+ (medium)")]
)
def test_a_grenade_dropped_into_an_open_half_track(gap: float, needs: str) -> None:
    """At four inches or less: medium 12, four better, 8. Everybody in it is in an enclosed space."""
    scene = Scene(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german("de.hanomag", (20, 10.5 + gap + 2.5), name="Berta"),
    )
    scene.act("Able", "use:grenade", dice=[12, 1, 3])
    assert scene.reasons("uses") == [needs]
    assert [one.why for one in scene.throws("blast")] == [
        f"What the blast does to Berta's {role} (+1 in an enclosed space)" for role in ("driver", "gunner")
    ]
    assert "sk.gren.effect-unaware" in scene.clauses()
    assert scene.state.figures[scene.unit("Berta").men[1]].wounds == 1  # 3 and 1 is a wound


@clause("sk.gren.effect-unaware")
def test_a_grenade_finds_all_of_them_inside_whoever_falls_first() -> None:
    """The driver dies, which leaves the half-track a wreck; the man beside him was in it when the grenade went off."""
    scene = Scene(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german("de.hanomag", (20, 16), name="Berta", pick=("driver",)),
        german("de.rifle-team", name="Riders", pick=("rifleman",), aboard="Berta"),
    )
    scene.act("Able", "use:grenade", dice=[12, 6, 3])
    assert [one.why for one in scene.throws("blast")][1:] == ["What the blast does to Riders (+1 in an enclosed space)"]
    assert scene.figure("Riders").wounds == 1 and scene.unit("Berta").place == "destroyed"


@clause("sk.gren.drop")
def test_a_grenade_dropped_into_a_bunker() -> None:
    """Into a bunker too, though its men are in cover for the throw; not into a house."""
    for piece, needs in (
        ("bunker", "10+ (medium, +4 dropped in, -2 target moving or in cover)"),
        ("building", "14+ (medium, -2 target moving or in cover)"),
    ):
        house = terrain(piece, box=(17, 12.2, 6, 5))
        assert thrown(duel(3, ground=[house]), [1]) == needs

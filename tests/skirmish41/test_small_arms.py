"""Small arms: bands of every weapon, the scores, what shifts them, inactive targets, all weapons together."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import Modifier
from sandtable.rulesets.skirmish41.basics.charts import band_of, to_hit
from sandtable.rulesets.skirmish41.basics.terrain import HARD, NO_COVER
from sandtable.rulesets.skirmish41.fire.to_hit import IMPOSSIBLE, chance_of, target_shifts
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.turn.orders import orders_of
from tests.clause import clause

from .kit import Scene, brit, german, terrain

RIFLEMAN = ("rifleman",)
PISTOL = {"arms": ("pistol",)}
SMG = {"arms": ("smg",)}


def bands(weapon: str, *distances: float) -> list[int | None]:
    """The bands of some distances."""
    return [band_of(weapon, inches(distance), Options()) for distance in distances]


@clause("sk.shoot.range-rifle")
@pytest.mark.parametrize("weapon", ["rifle", "scoped-rifle", "assault-rifle"])
def test_rifles(weapon: str) -> None:
    """0-8, 9-15, 16-30, 31-80."""
    assert bands(weapon, 0, 8, 8.001, 15, 15.001, 30, 30.001, 80, 80.001) == [0, 0, 1, 1, 2, 2, 3, 3, None]


@clause("sk.shoot.range-smg")
@pytest.mark.parametrize("weapon", ["smg", "carbine"])
def test_submachine_guns_and_carbines(weapon: str) -> None:
    """0-6, 7-12, 13-18, 19-40."""
    assert bands(weapon, 0, 6, 6.001, 12, 12.001, 18, 18.001, 40, 40.001) == [0, 0, 1, 1, 2, 2, 3, 3, None]


@clause("sk.shoot.range-pistol")
def test_pistols() -> None:
    """0-3, 4-6, 7-12, 13-24."""
    assert bands("pistol", 0, 3, 3.001, 6, 6.001, 12, 12.001, 24, 24.001) == [0, 0, 1, 1, 2, 2, 3, 3, None]


@clause("sk.shoot.range-mg")
@pytest.mark.parametrize("weapon", ["lmg", "bar", "mmg", "hmg", "vehicle-mg", "quad-mg"])
def test_machine_guns(weapon: str) -> None:
    """0-8, 9-16, 17-32, 33-80."""
    assert bands(weapon, 0, 8, 8.001, 16, 16.001, 32, 32.001, 80, 80.001) == [0, 0, 1, 1, 2, 2, 3, 3, None]


def duel(distance: float, *, gap: float = 0.4, firer: dict[str, Any] | None = None, **options: Any) -> Scene:
    """A lone rifleman and two men in close order, with so much between the bases."""
    return Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN, each=firer or {}),
        german("de.rifle-team", (20, 3 + distance), name="Berta", pick=RIFLEMAN * 2, gap=gap),
        size=(72, 96),
        **options,
    )


@clause("sk.shoot.die", "sk.shoot.hit-rifle")
def test_an_aimed_rifle_shot_at_twenty_inches_needs_a_twelve() -> None:
    """The sheet's medium range; one less misses."""
    hit = duel(20).act("Able", "fire", dice=[12, 1], shots="aimed 2")
    assert hit.reasons("fires") == ["12+ (aimed, medium)"]
    assert hit.unit("Berta").suppression == 1
    miss = duel(20).act("Able", "fire", dice=[11], shots="aimed 2")
    assert miss.unit("Berta").suppression == 0
    assert {"sk.shoot.hit-rifle", "sk.shoot.range-rifle"} <= set(hit.throws("fires")[0].because)


@clause("sk.shoot.die")
def test_every_shot_has_a_die() -> None:
    """Two unaimed shots, two D20."""
    scene = duel(20).act("Able", "fire", dice=[17, 16, 1, 1], shots="unaimed 2")
    assert scene.throws("fires")[0].faces == (17, 16)
    assert scene.throws("fires")[0].sides == 20
    assert len(scene.throws("Fire effect")) == 1


@clause("sk.shoot.hit-pistol", "sk.shoot.range-pistol")
def test_a_pistol_has_its_own_column() -> None:
    """At 5 inches: short, 16 unaimed."""
    scene = duel(5, firer=PISTOL).act("Able", "fire", dice=[15])
    assert scene.reasons("fires") == ["16+ (unaimed, short)"]
    assert {"sk.shoot.hit-pistol", "sk.shoot.range-pistol"} <= set(scene.throws("fires")[0].because)


@clause("sk.shoot.hit-rifle", "sk.shoot.range-smg")
@pytest.mark.parametrize(("column", "needs"), [("rifle", "14+ (unaimed, short)"), ("pistol", "16+ (unaimed, short)")])
def test_the_column_of_submachine_guns_is_a_switch(column: str, needs: str) -> None:
    """Their own ranges, and by default the scores of rifles."""
    scene = duel(10, firer=SMG, smg_column=column).act("Able", "fire", dice=[1, 1, 1], shots="unaimed 2")
    assert scene.reasons("fires") == [needs]


@clause("sk.shoot.hit-pistol", "sk.shoot.hit-rifle")
def test_the_switch_is_for_submachine_guns_and_carbines_only() -> None:
    """Rifles and machine guns keep their scores."""
    pistols = Options(smg_column="pistol")
    assert [to_hit(arm, 2, 1, pistols) for arm in ("rifle", "lmg", "smg", "carbine", "pistol")] == [12, 12, 16, 16, 16]


# ---- order and cover


@clause("sk.shoot.dispersed")
def test_a_dispersed_team_at_twelve_inches_counts_as_medium() -> None:
    """An inch between all of them is enough; a hair less is not."""
    apart = duel(12, gap=1).act("Able", "fire", dice=[1], shots="aimed 2", figure="f1")
    assert apart.reasons("fires") == ["12+ (aimed, short, +1 dispersed)"]
    close = duel(12, gap=0.999).act("Able", "fire", dice=[1], shots="aimed 2", figure="f1")
    assert close.reasons("fires") == ["8+ (aimed, short)"]


@clause("sk.shoot.dispersed")
def test_one_pair_in_close_order_spoils_it() -> None:
    """All members must be an inch apart."""
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN),
        german("de.rifle-team", (20, 15), name="Berta", pick=RIFLEMAN * 3, spots=((22, 15), (23.5, 15))),
    )
    scene.act("Able", "fire", dice=[1], shots="aimed 2", figure="f1")
    assert scene.reasons("fires") == ["8+ (aimed, short)"]


@clause("sk.shoot.dispersed")
def test_a_single_figure_counts_as_dispersed() -> None:
    """So does the last one of a team."""
    scene = duel(12)
    scene.change("Berta", men=scene.unit("Berta").men[:1])
    scene.act("Able", "fire", dice=[1], shots="aimed 2")
    assert scene.reasons("fires") == ["12+ (aimed, short, +1 dispersed)"]


def behind(kind: str, *, spots: tuple[tuple[float, float], ...], **options: Any) -> Scene:
    """Men around a linear obstacle at y = 14, shot at from 12 inches north of it."""
    return Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN),
        german("de.rifle-team", spots[0], name="Berta", pick=RIFLEMAN * len(spots), spots=spots[1:]),
        ground=[terrain(kind, line=[(10, 14), (30, 14)])],
        **options,
    )


@clause("sk.shoot.soft-cover")
def test_a_team_all_of_whom_are_in_soft_cover_counts_one_band_more() -> None:
    """Behind a hedge."""
    scene = behind("hedge", spots=((20, 15), (21.4, 15)))
    scene.act("Able", "fire", dice=[1], shots="aimed 2", figure="f1")
    assert scene.reasons("fires") == ["12+ (aimed, short, +1 in soft cover)"]


@clause("sk.shoot.soft-cover")
def test_soft_cover_for_some_is_soft_cover_for_nobody() -> None:
    """One stands before the hedge; aiming at the covered man changes nothing."""
    scene = behind("hedge", spots=((20, 15), (20.9, 13.4)))
    scene.act("Able", "fire", dice=[1], shots="aimed 2", figure="f1")
    assert scene.reasons("fires") == ["8+ (aimed, short)"]


@clause("sk.shoot.soft-cover", "sk.shoot.dispersed")
@pytest.mark.parametrize(
    ("stack", "needs"),
    [
        (False, "12+ (aimed, short, +1 dispersed)"),
        (True, "16+ (aimed, short, +1 dispersed, +1 in soft cover)"),
    ],
)
def test_dispersed_in_soft_cover_is_one_band_unless_they_stack(stack: bool, needs: str) -> None:
    """Alternatives of one line."""
    scene = behind("hedge", spots=((20, 15), (22, 15)), dispersed_and_soft_cover_stack=stack)
    scene.act("Able", "fire", dice=[1], shots="aimed 2", figure="f1")
    assert scene.reasons("fires") == [needs]


@clause("sk.shoot.hard-cover")
def test_a_man_in_a_bunker_at_ten_inches_takes_a_sixteen() -> None:
    """Short becomes long; dispersion adds nothing to it."""
    scene = Scene(
        brit("gb.rifle-team", (20, 3), name="Able", pick=RIFLEMAN),
        german("de.rifle-team", (20, 14), name="Berta", pick=RIFLEMAN),
        ground=[terrain("bunker", box=(16, 13.2, 8, 6))],
    )
    scene.act("Able", "fire", dice=[15], shots="aimed 2")
    assert scene.reasons("fires") == ["16+ (aimed, short, +2 in hard cover)"]


@clause("sk.shoot.hard-cover")
def test_hard_cover_is_that_of_the_man_aimed_at() -> None:
    """One behind the wall, one before it."""
    spots = ((20, 15), (20.9, 13.4))
    covered = behind("wall", spots=spots).act("Able", "fire", dice=[1], shots="aimed 2", figure="f1")
    assert covered.reasons("fires") == ["16+ (aimed, short, +2 in hard cover)"]
    plain = behind("wall", spots=spots).act("Able", "fire", dice=[1], shots="aimed 2", figure="f2")
    assert plain.reasons("fires") == ["8+ (aimed, short)"]


@clause("sk.shoot.hard-cover", "sk.gap.range-shift-order")
def test_an_unaimed_shot_is_at_the_easiest_of_a_team() -> None:
    """Hard cover counts against it only if all in sight have it."""
    some = behind("wall", spots=((20, 15), (20.9, 13.4))).act("Able", "fire", dice=[1, 1], shots="unaimed 2")
    assert some.reasons("fires") == ["14+ (unaimed, short)"]
    everybody = behind("wall", spots=((20, 15), (21.4, 15))).act("Able", "fire", dice=[1, 1], shots="unaimed 2")
    assert everybody.reasons("fires") == ["19+ (unaimed, short, +2 in hard cover)"]


@clause("sk.gap.range-shift-order")
def test_bands_are_shifted_from_that_of_the_real_distance() -> None:
    """Cover, order, a hull or turret gun: past long nothing hits, and beyond the long limit nothing is fired."""
    options = Options()
    hard = target_shifts(Options(dispersed_and_soft_cover_stack=True), dispersed=True, soft=True, cover=HARD)
    plain = target_shifts(options, dispersed=False, soft=False, cover=NO_COVER)
    one = target_shifts(options, dispersed=True, soft=False, cover=NO_COVER)
    assert hard == (Modifier(2, "in hard cover", "sk.shoot.hard-cover"),)
    assert chance_of("rifle", 1, inches(8), hard, options).score == 12
    assert chance_of("rifle", 1, inches(15), hard, options).score == 16
    assert chance_of("rifle", 1, inches(16), hard, options).score == IMPOSSIBLE
    assert chance_of("vehicle-mg", 1, inches(16), plain, options, mounted=True).score == 12
    assert chance_of("vehicle-mg", 1, inches(32), one, options, mounted=True).score == IMPOSSIBLE
    assert chance_of("rifle", 1, inches(81), plain, options).score == IMPOSSIBLE


@clause("sk.gap.range-shift-order")
def test_beyond_its_long_limit_a_weapon_cannot_fire_at_all() -> None:
    """A submachine gun at 41 inches has no target, not even with all weapons together."""
    scene = duel(41, firer=SMG).activate("Able")
    assert "fire" in scene.barred("action")
    assert duel(40, firer=SMG).act("Able", "fire", dice=[1, 1, 1], shots="unaimed 2").events("fired")


# ---- inactive targets


@clause("sk.shoot.inactive", "sk.effect.point-blank")
def test_at_point_blank_men_who_know_of_nobody_are_hit_without_a_die() -> None:
    """Whatever their order and cover; the effect dice have their bonus."""
    scene = duel(8, gap=1)
    _surprised(scene)
    scene.act("Able", "fire", dice=[3], shots="aimed 2", figure="f1")
    assert scene.event("hit without a die").tells["hits"] == 1
    assert scene.throws("fires") == []
    assert "+1 point blank" in scene.throws("Fire effect")[0].why


@clause("sk.shoot.inactive")
def test_beyond_point_blank_they_are_shot_at_as_anybody() -> None:
    """A hair farther, a die is thrown; and so it is at men who are on their guard."""
    scene = duel(8.01)
    _surprised(scene)
    scene.act("Able", "fire", dice=[1], shots="aimed 2", figure="f1")
    assert scene.reasons("fires") == ["8+ (aimed, short)"]
    ready = duel(8).act("Able", "fire", dice=[1], shots="aimed 2", figure="f1")
    assert ready.reasons("fires") == ["4+ (aimed, point blank)"]


def _surprised(scene: Scene) -> None:
    """The Germans know of no enemy about."""
    scene.change("Berta", aware=False)
    scene.state = replace(scene.state, alert=(True, False))


# ---- all weapons together


def in_a_trench(distance: float = 40, **team: Any) -> Scene:
    """A rifle team without its NCO, and men in a trench."""
    return Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN * 3, **team),
        german("de.rifle-team", (20, 3 + distance), name="Berta", pick=RIFLEMAN * 2),
        ground=[terrain("trench", box=(15, 2.2 + distance, 12, 2))],
        size=(72, 96),
    )


@clause("sk.shoot.group-fire")
def test_a_team_that_cannot_hit_singly_fires_together() -> None:
    """At men in a trench at 40 inches: one D20, a 20 hits, on anybody; nobody has an action left."""
    scene = in_a_trench().act("Able", "fire", dice=[20, 2, 5])
    assert [(one.faces, one.needs) for one in scene.throws("together")] == [((20,), "20")]
    assert scene.event("was wounded").figures == (scene.row("Berta", 1),)
    assert [scene.figure("Able", man).spent for man in range(3)] == [2, 2, 2]
    assert in_a_trench().act("Able", "fire", dice=[19]).events("was wounded") == []


@clause("sk.shoot.group-fire", "sk.effect.mg-smg-sniper")
@pytest.mark.parametrize(("arms", "fate"), [("bar", "was disabled"), ("rifle", "was wounded")])
def test_the_effect_of_fire_together_has_the_bonus_that_all_have(arms: str, fate: str) -> None:
    """A 5 disables where every weapon is automatic; where one of them is a rifle, it may have been the rifle."""
    scene = in_a_trench(each={"arms": ("bar",)})
    scene.change("Able", 0, arms=(arms,)).act("Able", "fire", dice=[20, 1, 5])
    assert scene.events(fate)


@clause("sk.shoot.group-fire")
def test_every_able_member_spends_all_he_has() -> None:
    """Also who sees nothing of the target, but not what is spent already."""
    scene = in_a_trench()
    scene.change("Able", 0, spent=1)
    scene.change("Able", 1, arms=())
    scene.act("Able", "fire", dice=[1])
    assert [scene.figure("Able", man).spent for man in range(3)] == [2, 2, 2]


@clause("sk.shoot.group-fire")
def test_after_a_single_shot_nobody_fires_together() -> None:
    """It is instead of single shots: the rest of the team have lost their turn for it."""
    scene = in_a_trench()
    assert orders_of(scene.state, 0).allows("fire")
    scene.change("Able", 0, spent=1, fired=1)
    assert not orders_of(scene.state, 0).allows("fire")


@clause("sk.shoot.group-fire")
def test_who_can_hit_singly_does_not_fire_together() -> None:
    """At 14 inches a rifle has its shots at the trench, at long range."""
    scene = in_a_trench(14).act("Able", "fire", dice=[1, 1, 1], shots="aimed 2", figure="f3")
    assert scene.events("fired together") == []
    assert scene.reasons("fires") == ["16+ (aimed, short, +2 in hard cover)"]

"""Flamethrowers: three shots, every member of a team, no cover from flame, and what becomes of their own team."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.charts import band_of, flame_at_band, flame_effect, score_of
from sandtable.rulesets.skirmish41.fire.crews import save_up
from sandtable.rulesets.skirmish41.move.movement import movers
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.turn.orders import orders_of
from tests.clause import clause

from .kit import Scene, Side, brit, german, shift, terrain


def flame(target: Side | None = None, **rest: Any) -> Scene:
    """A flamethrower and its escort, and a lone German ten inches away."""
    foe = target or german("de.rifle-team", (20, 21), name="Berta", pick=("rifleman",))
    return Scene(brit("gb.flamethrower-pair", (20, 10), name="Able"), foe, **rest)


def why_not(scene: Scene, order: str = "use:flamethrower") -> tuple[str, ...]:
    """Why something cannot be done now."""
    refusal = orders_of(scene.state, scene.number("Able")).refusal(order)
    assert refusal is not None
    return refusal.because


@clause("sk.flame.range")
def test_bands_and_scores_against_men() -> None:
    """Short to 12, medium to 18, long to 24; nearer than six is short; 4, 14, 19."""
    wanted = {0: 0, 5: 0, 6: 0, 12: 0, 12.1: 1, 18: 1, 18.1: 2, 24: 2, 24.1: None}
    assert {distance: band_of("flamethrower", inches(distance), Options()) for distance in wanted} == wanted
    assert [score_of("flame", band, Options()) for band in range(3)] == [4, 14, 19]


@clause("sk.flame.range")
@pytest.mark.parametrize(("gap", "needs"), [(12, "4+ (short)"), (12.1, "14+ (medium)"), (24, "19+ (long)")])
def test_what_a_flamethrower_needs(gap: float, needs: str) -> None:
    """Moving, suppression and being under fire do not matter to it."""
    foe = german("de.rifle-team", (20, 11 + gap), name="Berta", pick=("rifleman",))
    scene = flame(foe).change("Berta", moved=1, suppression=1)
    scene.act("Able", "use:flamethrower", dice=[int(needs.split("+", maxsplit=1)[0]) - 1])
    assert scene.reasons("uses") == [needs]
    assert not scene.throws("Flame on")


@clause("sk.flame.effect")
def test_the_flame_table() -> None:
    """1-2 suppressed, 3-4 disabled, 5-6 killed."""
    rows = [flame_effect(Options()).row(total) for total in range(1, 7)]
    assert rows == ["suppressed"] * 2 + ["disabled"] * 2 + ["killed"] * 2


@clause("sk.flame.effect", "sk.flame.no-cover")
@pytest.mark.parametrize(("die", "verb"), [(2, "was suppressed"), (3, "was disabled"), (5, "was killed")])
def test_cover_does_not_help(die: int, verb: str) -> None:
    """Behind a wall the same: neither to hit nor for the effect."""
    scene = flame(ground=[terrain("wall", line=[(15, 20), (25, 20)])])
    scene.act("Able", "use:flamethrower", dice=[4, die])
    assert scene.reasons("uses") == ["4+ (short)"]
    assert scene.throws("Flame on")[0].why == "Flame on Berta"
    assert scene.event(verb).because[0] == "sk.flame.effect"


@clause("sk.flame.all-members")
def test_every_member_is_diced_for() -> None:
    """However far apart they stand; who is in melee is not shot at."""
    spots = ((24, 21), (30, 21), (34, 21))
    scene = flame(german("de.rifle-team", (20, 21), name="Berta", spots=spots))
    scene.act("Able", "use:flamethrower", dice=[4, 5, 3, 20, 1, 4, 3])
    assert [one.why for one in scene.throws("uses")] == [
        f"Able uses the flamethrower on Berta's {role}" for role in ("NCO", *["rifleman"] * 3)
    ]
    assert scene.told("was killed", "was disabled", "was suppressed") == [
        ("was killed", 1),
        ("was suppressed", 1),
        ("was disabled", 1),
    ]
    scene = Scene(
        brit("gb.flamethrower-pair", (20, 10), name="Able"),
        german("de.rifle-team", (20, 21), name="Berta", men=2, spots=((24, 21),)),
        brit("gb.rifle-team", (25.5, 21), name="Dog", men=1),
    )
    scene.act("Able", "use:flamethrower", dice=[1])


@clause("sk.flame.shots", "sk.gap.ammunition")
def test_three_shots_in_a_game() -> None:
    """Two actions each; then it is empty."""
    scene = flame()
    for left in (2, 1, 0):
        scene.change("Able", 0, spent=0)
        scene.act("Able", "use:flamethrower", dice=[1])
        assert scene.unit("Able").items == ("fuel",) * left
        assert scene.figure("Able").spent == 2
    scene.change("Able", 0, spent=0)
    assert why_not(scene) == ("sk.gap.ammunition",)


@clause("sk.flame.no-move-fire")
def test_it_does_not_move_and_fire() -> None:
    """Neither after a move, nor does it move after firing; its escort may."""
    scene = flame().change("Able", 0, rating=3)
    scene.act("Able", "move", move=shift(0, 1))
    assert why_not(scene) == ("sk.flame.no-move-fire",)
    scene = flame().change("Able", 0, rating=3)
    scene.act("Able", "use:flamethrower", dice=[1])
    scene.act("Able", "move", move=lambda decision: decision.domain.stay())
    assert scene.decision("move").domain.movers == (scene.row("Able", 1),)  # type: ignore[attr-defined]


@clause("sk.flame.no-move-fire")
def test_a_shot_on_saved_actions_counts_as_firing() -> None:
    """A flamethrower is a weapon that actions are saved for; who fired on them does not move either."""
    scene = flame().change("Able", 0, wounds=1)
    assert why_not(scene) == ("sk.at.cost",)
    scene.call(save_up, "Able")
    assert scene.figure("Able").saved == 1
    scene.change("Able", 0, saved=2, spent=0)
    scene.act("Able", "use:flamethrower", dice=[1])
    assert (scene.figure("Able").spent, scene.figure("Able").saved) == (0, 0)
    assert movers(scene.state, scene.number("Able")) == (scene.row("Able", 1),)


@clause("sk.flame.at")
def test_against_an_afv_it_is_an_anti_tank_weapon() -> None:
    """With bands of 8, 18 and 24 inches, 8, 12 and 16 to hit, and fire on the hull at +3."""
    wanted = {3: 0, 8: 0, 8.1: 1, 18: 1, 18.1: 2, 24: 2, 24.1: None}
    assert {distance: flame_at_band(inches(distance), Options()) for distance in wanted} == wanted
    scene = flame(german("de.stug", (20, 20), name="Tank"))
    scene.act("Able", "use:flamethrower", dice=[8, 1])
    assert scene.reasons("uses") == ["8+ (short)"]
    assert {"sk.flame.at", "sk.at.to-hit", "sk.at.range-flamethrower"} <= set(scene.throws("uses")[0].because)
    assert scene.throws("Fire on")[0].why == "Fire on Tank, +3 flamethrower"
    assert scene.unit("Tank").mounted


# ---- the operator


@clause("sk.flame.operator-hit")
def test_a_bullet_that_hits_the_operator() -> None:
    """He dies before any effect is diced for, and his comrade burns, however far away."""
    scene = Scene(
        brit("gb.flamethrower-pair", (20, 10), name="Able", spots=((24, 10),)),
        german("de.rifle-team", (20, 20), name="Berta", pick=("rifleman",)),
    )
    scene.act("Berta", "fire", dice=[20, 3], shots="aimed 2", figure=f"f{scene.row('Able')}")
    assert scene.event("was killed").because[0] == "sk.flame.operator-hit"
    assert not scene.throws("Fire effect")
    assert scene.throws("Flame on")[0].why == "Flame on Able's escort"
    assert scene.event("was disabled").because[0] == "sk.flame.effect"


@clause("sk.flame.operator-hit")
def test_a_bomb_and_flame_set_him_off_too() -> None:
    """Whatever of the enemy's fire hits him."""
    scene = Scene(
        brit("gb.flamethrower-pair", (20, 10), name="Able"),
        german("de.panzerfaust-team", (20, 20), name="Berta", men=1, each={"arms": ("panzerfaust",)}),
    )
    scene.act("Berta", "use:panzerfaust", dice=[8, 1, 1])
    assert scene.event("was killed").because[0] == "sk.flame.operator-hit"
    assert [one.why for one in scene.throws("Flame on")] == ["Flame on Able's escort"]
    scene = Scene(
        brit("gb.flamethrower-pair", (20, 10), name="Able"),
        german(
            "de.rifle-team",
            (20, 20),
            name="Berta",
            men=1,
            each={"arms": ("flamethrower",)},
            fields={"items": ("fuel",)},
        ),
    )
    scene.act("Berta", "use:flamethrower", dice=[4, 1, 1])
    assert scene.event("was killed").because[0] == "sk.flame.operator-hit"

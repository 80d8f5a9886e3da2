"""Dice To Hit: pooled and apart, Aimed Fire, fire that a leader directs, numbers of 1 or less."""

from fractions import Fraction
from typing import Any

from sandtable.foresight.look import Foresight
from sandtable.rulesets.fraley.fire.fire_modes import Struck
from sandtable.rulesets.fraley.fire.shots import Volley
from sandtable.rulesets.fraley.fire.survey import survey
from sandtable.rulesets.fraley.fire.volley import resolve
from sandtable.rulesets.fraley.ruleset import RULESET
from tests.clause import clause

from .kit import Scene, us
from .volleys import companies, fire, foes, foot, shot, shots

assert companies is not None  # a fixture of every test here

THREE = ("Rifle Team",) * 3


def led(near: float = 1.5, **more: Any) -> Scene:
    """An LMG beside its Platoon Leader, so many inches from edge to edge, and riflemen before them."""
    own = us(
        "us.rifle-platoon", (20, 20), name="Able", pick=("PL", "LMG Team", "Rifle Team"), bearing=180,
        spots=((20 + 0.625 + near + 1, 20), (40, 20)), **more,
    )  # fmt: skip
    return Scene(own, foes(*THREE))


# ---- pooled, or apart


@clause("fraley.at.separate-dice")
def test_an_at_weapon_rolls_apart_and_the_others_together() -> None:
    """Two riflemen roll two dice at once; the Bazooka rolls its own, half of them at Infantry in the open."""
    own = us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team", "Rifle Team", "Bazooka Team"), bearing=180)
    scene = Scene(own, foes(*THREE))
    assert fire(scene, shots(scene, 3), [1, 2, 2]) == Struck(1, 0, 0)
    assert [(why, len(faces)) for why, faces, _ in scene.thrown()] == [
        ("Able's Bazooka at Berta", 1),
        ("Able at Berta", 2),
    ]
    assert scene.told() == [("was missed", 1)]


def test_dice_that_need_different_numbers_are_thrown_apart() -> None:
    """One at 3+ and one at 4+."""
    scene = Scene(foot(2), foes(*THREE))
    fire(scene, [shot(scene, 0), shot(scene, 1, needed=4)], [2, 3])
    assert [needs for _, _, needs in scene.thrown()] == ["3+", "4+"]


# ---- Aimed Fire


@clause("fraley.action.aimed-fire")
def test_aimed_fire_rolls_misses_again_once() -> None:
    """HMG, 4 dice at 4+: 6, 4, 2, 1; the 2 and the 1 are rolled again and the second score stands."""
    own = us("us.mg-platoon", (20, 20), name="Able", pick=("HMG Team",), bearing=180)
    scene = Scene(own, foes(*THREE))
    struck = fire(scene, [shot(scene, needed=4)], [6, 4, 2, 1, 5, 3, 6, 6, 6], mode="aimed")
    assert struck.hits == 3
    assert [faces for _, faces, _ in scene.thrown("Able")] == [(6, 4, 2, 1), (5, 3)]
    scene = Scene(own, foes(*THREE))
    assert fire(scene, [shot(scene, needed=4)], [1, 2, 2, 1], mode="fire").hits == 0


# ---- directed fire


@clause("fraley.leader.direct-fire")
def test_a_leader_has_the_misses_of_a_team_rolled_again() -> None:
    """LMG next to the PL: 1, 2, 5 at 4+; the 1 and the 2 are rolled again, and the ability is used."""
    scene = led()
    team = scene.row("Able", 1)
    struck = fire(scene, [shot(scene, 1, needed=4)], [1, 2, 5, 6, 3, 6, 6], direct=f"m{team}")
    assert struck.hits == 2
    assert scene.offered("direct") == [f"m{team}", "nobody"]
    assert scene.decision("direct").seat == 0
    assert scene.unit("Able").used == scene.state.initiative
    fire(scene, [shot(scene, 1, needed=4)], [1, 2, 1])  # not twice in an Initiative
    assert scene.kinds_asked() == []


@clause("fraley.leader.direct-fire")
def test_only_a_team_within_two_inches_can_be_directed() -> None:
    """At exactly 2" it is, just beyond it is not; nor is one who hits with every die, and a leader may refrain."""
    scene = led(2.0)
    fire(scene, [shot(scene, 1, needed=4)], [1, 2, 3, 1, 1, 1])
    assert scene.kinds_asked() == ["direct"]
    scene = led(2.001)
    fire(scene, [shot(scene, 1, needed=4)], [1, 2, 3])
    assert scene.kinds_asked() == []
    scene = led()
    fire(scene, [shot(scene, 1, needed=4)], [4, 4, 4, 6, 6, 6])
    assert "direct" not in scene.kinds_asked()
    scene = led()
    fire(scene, [shot(scene, 1, needed=4)], [1, 1, 1], direct="nobody")
    assert scene.unit("Able").used == 0


@clause("fraley.leader.direct-fire")
def test_the_dice_of_a_team_that_may_be_directed_are_thrown_apart() -> None:
    """The LMG beside the PL on its own, rifleman and PL together."""
    scene = led()
    fire(scene, shots(scene, 3), [1, 1, 1, 1, 1], direct="nobody")
    assert [len(faces) for _, faces, _ in scene.thrown()] == [2, 3]


@clause("fraley.leader.direct-fire-aimed", "fraley.roll.single-reroll")
def test_aimed_fire_is_not_directed_as_well() -> None:
    """Its dice have been rolled again already."""
    scene = led()
    fire(scene, [shot(scene, 1, needed=4)], [1, 2, 5, 1, 1, 6], mode="aimed")
    assert scene.kinds_asked() == []
    assert scene.unit("Able").used == 0


# ---- 1 or less


@clause("fraley.roll.single-reroll", "fraley.hit.one-or-less")
def test_ones_still_miss_and_passed_saves_are_rolled_again() -> None:
    """Needed 1: five dice 1, 2, 3, 5, 6 are four hits; all Saves are passed, then all rolled again, but never twice."""
    scene = Scene(foot(5), foes(*("Rifle Team",) * 4))
    struck = fire(scene, shots(scene, 5, needed=1), [1, 2, 3, 5, 6, 3, 3, 3, 3, 3, 3, 2, 3], mode="overwatch")
    assert struck.hits == 4
    assert [faces for _, faces, _ in scene.thrown("Saves")] == [(3, 3, 3, 3), (3, 3, 2, 3)]
    assert len(scene.unit("Berta").men) == 3


@clause("fraley.hit.one-or-less")
def test_only_saves_against_such_dice_are_rolled_again() -> None:
    """One hit at 1+ and one at 2+, both on one Team."""
    scene = Scene(foot(2), foes("Rifle Team"))
    fire(scene, [shot(scene, 0, needed=1), shot(scene, 1, needed=2)], [6, 6, 4, 4, 4])
    assert [faces for _, faces, _ in scene.thrown("Saves")] == [(4,), (4,), (4,)]
    assert [one.why.endswith("once more") for one in scene.throws("Saves")] == [False, False, True]


# ---- forecasts


def test_a_volley_is_foreseen_exactly() -> None:
    """Two riflemen at 3+ against one Team that saves on 3+: it is lost with (1 - 7/9 * 7/9)."""
    scene = Scene(foot(2), foes("Rifle Team"))
    volley = Volley(0, 1, 1, tuple(shots(scene, 2)), "fire")

    async def begin(play: Any) -> None:
        await resolve(play, volley, survey)

    ahead = Foresight(
        scene.state, RULESET.apply, lambda _: (), lambda _, decision: decision.usual(), veil=lambda one: one
    )
    found = ahead.look(begin)
    lost = sum(sum(end.facts.values()) for end in found.ends if not end.state.units[1].men)
    assert Fraction(lost, found.whole) == 1 - Fraction(49, 81)

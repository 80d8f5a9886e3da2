"""Smoke: who fires it, where it lies, what it hides, when it goes."""

from typing import Any

import pytest

from sandtable.play.refusal import Refusal
from sandtable.rulesets.fraley.basics.sight import look
from sandtable.rulesets.fraley.basics.terrain import SOFT, passage
from sandtable.rulesets.fraley.indirect.barrage import barrage, may_not_barrage
from sandtable.rulesets.fraley.indirect.battery import guns_of
from sandtable.rulesets.fraley.indirect.smoke import lift, no_smoke
from tests.clause import clause

from .kit import Scene, german, spot, terrain, us
from .test_barrage import battery, rifles


def smoked(scene: Scene, *dice: int, at: tuple[float, float] = (30, 12), **answers: Any) -> Scene:
    """The battery fires smoke at a point."""
    answers = {"observer": "m5", "smoke_at": spot(*at), **answers}
    scene.call(barrage, "Battery", dice=list(dice), barrage_or_smoke="smoke", **answers)
    return scene


@clause("fraley.smoke.procedure", "fraley.smoke.success")
def test_smoke_ranges_in_with_a_training_check() -> None:
    """A Veteran battery needs 4+ whatever stands there, and the template becomes smoke six inches square."""
    scene = smoked(Scene(battery(), rifles((30, 10), quality="elite"), quiet=True), 4)
    assert scene.throws()[0].needs == "4+"
    cloud = scene.state.terrain[-1]
    assert cloud.kind == "smoke"
    assert sorted(cloud.outline) == [(27_000, 9_000), (27_000, 15_000), (33_000, 9_000), (33_000, 15_000)]
    assert scene.event("laid smoke").tells["middle"] == (30_000, 12_000)
    assert len(scene.unit("Berta").men) == 1
    assert scene.marks("Berta") == [0]


@clause("fraley.smoke.miss")
def test_on_a_miss_the_smoke_is_shifted() -> None:
    """A 3 fails; the other player moves it six inches, and it appears there."""
    scene = smoked(Scene(battery(), rifles((30, 10))), 3, shift=spot(30, 18))
    assert scene.decision("shift").seat == 1
    assert scene.event("laid smoke").tells["middle"] == (30_000, 18_000)
    assert "fraley.smoke.miss" in scene.event("laid smoke").because
    # While he decides the template lies where it was aimed at, and he sees how it would lie elsewhere.
    assert scene.event("laid the template").sets["template"][:2] == (30_000, 12_000)
    asked = scene.decision("shift").describe().domain
    assert asked.lays is not None and asked.lays[0] == 6_000  # type: ignore[union-attr]
    assert scene.state.template is None


@clause("fraley.smoke.procedure")
def test_the_cc_may_have_the_check_rolled_again() -> None:
    """3, then 4 for the CC: where it was aimed."""
    scene = Scene(battery(), us("us.cc", (60, 46), name="Captain"), rifles((30, 10)))
    smoked(scene, 3, 4, reroll=True)
    assert scene.event("laid smoke").tells["middle"] == (30_000, 12_000)
    assert scene.unit("Captain").rerolled == 3


@clause("fraley.hit.cc-observing", "fraley.smoke.procedure")
def test_a_cc_who_observes_smoke_is_no_worse_unless_switched_so() -> None:
    """4+ for him as for others; 5+ by the switch."""
    for worse, number in ((False, "4+"), (True, "5+")):
        captain = us("us.cc", (40, 22), name="Captain")
        scene = Scene(battery(fo=None), captain, rifles((30, 10)), cc_observing_penalises_smoke=worse)
        smoked(scene, 6, observer="m5")
        assert scene.throws()[0].needs == number
        assert scene.unit("Captain").watching == 2


@clause("fraley.weapon.nebelwerfer-reroll")
def test_rockets_range_smoke_in_again() -> None:
    """2, then 4: ranged in, without the CC."""
    rockets = german("de.nebelwerfer-battery", (30, 5), name="Battery", pick=("PL", *("15cm Nebelwerfer Team",) * 2),
                     bearing=180, fo=(30, 20))  # fmt: skip
    scene = Scene(rifles((60, 5), name="X"), rockets, german("de.cc", (66, 5)), us("us.rifle-platoon", (30, 40)))
    scene.call(barrage, "Battery", dice=[2, 4], barrage_or_smoke="smoke", observer="m4", smoke_at=spot(30, 30))
    assert scene.event("laid smoke").tells["middle"] == (30_000, 30_000)
    assert scene.kinds_asked().count("reroll") == 0


def refused(scene: Scene, x: float, y: float, watcher: str = "Battery FO") -> tuple[str, ...]:
    """Why smoke cannot be laid on a point."""
    found = no_smoke(scene.state, guns_of(scene.state, 0), scene.row(watcher), (round(x * 1000), round(y * 1000)))
    return () if found is None else found.because


@clause("fraley.smoke.procedure", "fraley.smoke.who")
def test_where_smoke_may_be_aimed() -> None:
    """Any point that the observer sees and two guns can fire at: into woods, but not behind them."""
    scene = Scene(battery(), ground=[terrain("woods", box=(27, 10, 6, 4))])
    assert refused(scene, 50, 5) == ()
    assert refused(scene, 30, 12) == ()
    assert "fraley.smoke.procedure" in refused(scene, 30, 5)
    assert "fraley.smoke.who" in refused(scene, 30, 45)  # behind the guns
    assert "fraley.smoke.procedure" in refused(scene, 30, -1)


@clause("fraley.smoke.who")
def test_two_guns_may_fire_smoke_and_one_may_not() -> None:
    """Two mortars with no FP left in a barrage lay smoke all the same; with one suppressed nobody does."""
    pair = us("us.mortar-platoon", (30, 40), name="Battery", pick=("PL", "81mm mortar Team", "81mm mortar Team"),
              fo=(30, 22))  # fmt: skip
    scene = Scene(pair, rifles((30, 10)))
    smoked(scene, 4, observer="m3")
    assert scene.state.terrain[-1].kind == "smoke"
    assert [scene.team("Battery", man).shot for man in (1, 2)] == [3, 3]
    scene = Scene(pair, rifles((30, 10))).change("Battery", 1, marks=1)
    refusal = may_not_barrage(scene.state, 0)
    assert isinstance(refusal, Refusal)
    assert "fraley.smoke.who" in refusal.because


@clause("fraley.smoke.effect")
def test_smoke_hides_and_conceals() -> None:
    """Seen into with Soft Cover, not through; nobody is slowed by it."""
    able = us("us.rifle-platoon", (30, 25), name="Able", pick=("Rifle Team",))
    scene = smoked(Scene(battery(), able, rifles((30, 10), (30, 5))), 4, at=(30, 11))
    inside, behind = look(scene.state, scene.unit("Able").men, scene.unit("Berta").men)[0]
    assert (inside.seen, inside.cover) == (True, SOFT)
    assert not behind.seen
    assert passage(scene.state, scene.team("Able")).tolist() == passage(scene.state, scene.team("Battery", 1)).tolist()


@clause("fraley.smoke.removed")
def test_smoke_goes_when_the_round_ends() -> None:
    """All smoke is taken away, and nothing else."""
    scene = Scene(ground=[terrain("woods", box=(10, 10, 4, 4)), terrain("smoke", box=(20, 20, 6, 6))])
    scene.call(lift)
    assert [piece.kind for piece in scene.state.terrain] == ["woods"]
    assert scene.event("smoke lifted").because == ("fraley.smoke.removed",)
    scene.call(lift)
    assert scene.news == []


@pytest.mark.parametrize("form", ["woods", "building"])
def test_smoke_lies_where_no_enemy_stands(form: str) -> None:
    """Without an enemy in sight the usual point is one that the observer sees."""
    scene = Scene(battery(), ground=[terrain(form, box=(0, 30, 72, 3))])
    scene.call(barrage, "Battery", dice=[4], observer="m5")
    assert scene.state.terrain[-1].kind == "smoke"

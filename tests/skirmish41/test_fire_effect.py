"""Fire effect: the table, what its die gets, markers of suppression, wounds and what follows them."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.charts import WOUNDED, fire_effect
from sandtable.rulesets.skirmish41.basics.units import actions_of
from sandtable.rulesets.skirmish41.fire.shooting import group_fire
from sandtable.rulesets.skirmish41.fire.to_hit import effect_modifiers
from sandtable.rulesets.skirmish41.harm.casualties import suffer
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.turn.turn import begin_part
from tests.clause import clause

from .kit import Scene, brit, german, instead_of, shift

RIFLEMAN = ("rifleman",)


def shot(face: int, *, distance: float = 20, arm: str = "rifle", **options: Any) -> Scene:
    """One aimed shot that hits one of two riflemen, with this face on the effect die."""
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN, each={"arms": (arm,)}),
        german("de.rifle-team", (20, 3 + distance), name="Berta", pick=RIFLEMAN * 2),
        **options,
    )
    scene.change("Able", 0, burst=9)  # no bonus: two actions are one aimed shot
    return scene.act("Able", "fire", dice=[20, face], shots="aimed 2", figure="f1")


def happened(scene: Scene) -> str:
    """What the one hit did."""
    verbs = {"was suppressed", "was wounded", "was disabled", "was killed"}
    (found,) = (verb for verb, _ in scene.told() if verb in verbs)
    return found


@clause("sk.effect.roll", "sk.effect.suppressed", "sk.effect.wound", "sk.effect.disable-kill")
@pytest.mark.parametrize(
    ("face", "result"),
    [(1, "was suppressed"), (4, "was suppressed"), (5, "was wounded"), (6, "was disabled")],
)
def test_the_table(face: int, result: str) -> None:
    """1-4 suppressed, 5 wounded, 6 disabled."""
    assert happened(shot(face)) == result


@clause("sk.effect.roll")
def test_every_hit_has_its_own_die() -> None:
    """Two hits: one suppresses, one wounds."""
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN),
        german("de.rifle-team", (20, 15), name="Berta", pick=RIFLEMAN * 2),
    )
    scene.act("Able", "fire", dice=[20, 20, 1, 2, 1, 5], shots="unaimed 2")
    assert [one.faces for one in scene.throws("Fire effect")] == [(2,), (5,)]
    assert scene.unit("Berta").suppression == 1
    assert scene.figure("Berta").wounds == 1


@clause("sk.effect.disable-kill")
@pytest.mark.parametrize(("kill_from", "result"), [(7, "was disabled"), (6, "was killed")])
def test_a_six_disables_unless_it_kills(kill_from: int, result: str) -> None:
    """A switch; a seven kills anyway."""
    assert happened(shot(6, effect_kill_from=kill_from)) == result
    assert happened(shot(6, arm="scoped-rifle", effect_kill_from=kill_from)) == "was killed"


@clause("sk.effect.disable-kill")
def test_disabled_men_lie_where_they_fell_and_the_dead_are_gone() -> None:
    """Both are out of the fight."""
    disabled = shot(6)
    assert disabled.unit("Berta").down == (1,)
    assert disabled.unit("Berta").men == (2,)
    assert disabled.state.layout.on_table(1)
    killed = shot(6, distance=8)
    assert killed.unit("Berta").down == ()
    assert not killed.state.layout.on_table(1)


@clause("sk.effect.point-blank")
@pytest.mark.parametrize(("distance", "result"), [(8, "was wounded"), (8.01, "was suppressed")])
def test_point_blank_is_one_more(distance: float, result: str) -> None:
    """A 4 at eight inches wounds."""
    assert happened(shot(4, distance=distance)) == result


@clause("sk.effect.mg-smg-sniper")
@pytest.mark.parametrize(
    ("arm", "result"),
    [
        ("lmg", "was wounded"),
        ("bar", "was wounded"),
        ("mmg", "was wounded"),
        ("hmg", "was wounded"),
        ("smg", "was wounded"),
        ("scoped-rifle", "was wounded"),
        ("rifle", "was suppressed"),
        ("carbine", "was suppressed"),
        ("assault-rifle", "was suppressed"),
    ],
)
def test_automatic_weapons_and_snipers_have_one_more(arm: str, result: str) -> None:
    """A 4 wounds; that of a rifle does not."""
    total = {"was wounded": 1, "was suppressed": 0}[result]
    assert sum(one.value for one in effect_modifiers(arm, 2, Options())) == total
    if arm not in {"mmg", "hmg"}:
        assert happened(shot(4, arm=arm, distance=14)) == result


@clause("sk.effect.quad")
def test_a_quadruple_mount_has_two_more_in_place_of_one() -> None:
    """A 3 wounds; with point blank it is three more."""
    assert happened(shot(3, arm="quad-mg")) == "was wounded"
    assert happened(shot(2, arm="quad-mg")) == "was suppressed"
    assert sum(one.value for one in effect_modifiers("quad-mg", 0, Options())) == 3


@clause("sk.effect.quad", "sk.effect.point-blank", "sk.effect.mg-smg-sniper")
def test_a_submachine_gun_at_point_blank_merely_suppresses_on_one_or_two() -> None:
    """D6 + 2."""
    faces = {face: happened(shot(face, arm="smg", distance=5)) for face in range(1, 7)}
    assert faces == {
        1: "was suppressed",
        2: "was suppressed",
        3: "was wounded",
        4: "was disabled",
        5: "was killed",
        6: "was killed",
    }
    assert fire_effect(2, Options()).plus == 2


# ---- suppression


def volleys(*faces: int, **options: Any) -> Scene:
    """Two riflemen of one team fire one after another, and hit each time with such effects."""
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMAN * 2),
        brit("gb.rifle-team", (26, 2), name="Baker", pick=RIFLEMAN),
        german("de.rifle-team", (20, 15), name="Berta", pick=RIFLEMAN * 2),
        **options,
    )
    for place, face in enumerate(faces):
        who = [[f"f{place}"]] if place == 0 else []
        scene.act("Able", "fire", dice=[20, face], shots="aimed 2", shooters=who, figure="f3")
    return scene


@clause("sk.effect.suppressed")
@pytest.mark.parametrize(("counted", "markers"), [("per-firing-team", 1), ("per-hit", 2)])
def test_hits_of_one_team_give_one_marker_unless_each_counts(counted: str, markers: int) -> None:
    """In one part of the turn."""
    assert volleys(1, 2, suppression_markers=counted).unit("Berta").suppression == markers


@clause("sk.effect.suppressed")
def test_another_team_gives_another_marker() -> None:
    """And so does the same in a later part."""
    scene = volleys(1).act("Baker", "fire", dice=[20, 1], shots="aimed 2", figure="f3")
    assert scene.unit("Berta").suppression == 2
    scene.call(begin_part, 1, {"first": 0})
    scene.act("Able", "fire", dice=[20, 1], shots="aimed 2", figure="f3")
    assert scene.unit("Berta").suppression == 3


@clause("sk.gap.suppression-effect")
def test_a_marker_takes_an_action_of_every_figure() -> None:
    """A second one takes no more; a recruit has none left."""
    scene = shot(1)
    rows = [scene.row("Berta", man) for man in (0, 1)]
    assert [actions_of(scene.state, row) for row in rows] == [1, 1]
    scene.change("Berta", suppression=2)
    assert [actions_of(scene.state, row) for row in rows] == [1, 1]
    scene.change("Berta", 0, rating=1)
    assert [actions_of(scene.state, row) for row in rows] == [0, 1]


@clause("sk.gap.suppression-effect")
def test_suppressed_men_crawl_two_inches() -> None:
    """And no farther."""
    scene = shot(1)
    crawl = instead_of((shift(0, 2.01), "sk.move.six"), give=shift(0, 2))
    scene.change("Berta", tests=()).act("Berta", "move", move=crawl)
    assert scene.point("Berta") == (20, 25)


@clause("sk.gap.suppression-effect")
def test_suppressed_men_do_not_charge() -> None:
    """Not even by a crawl that ends within an inch of an enemy."""
    scene = Scene(
        brit("gb.rifle-team", (20, 20), name="Able", pick=RIFLEMAN, fields={"suppression": 1}),
        german("de.rifle-team", (20, 23.5), name="Berta", pick=RIFLEMAN),
    )
    crawl = instead_of((shift(0, 1.5), "sk.gap.suppression-effect"), give=shift(0, 1.49))
    scene.act("Able", "move", move=crawl)
    assert scene.events("charged") == []
    scene.change("Able", suppression=0).change("Able", 0, spent=0, moves=0)
    scene.act("Able", "move", move=shift(0, 0.5))
    assert scene.events("charged")


# ---- wounds


@clause("sk.effect.wound")
def test_a_second_wound_disables_and_any_on_a_disabled_man_kills() -> None:
    """Wounds add up on a figure."""
    scene = shot(5)
    assert actions_of(scene.state, 1) == 1
    scene.call(suffer, 1, WOUNDED, 0, "sk.effect.wound")
    assert scene.unit("Berta").down == (1,)
    scene.call(suffer, 1, WOUNDED, 0, "sk.effect.wound")
    assert scene.unit("Berta").down == ()
    assert scene.events("was killed")


@clause("sk.effect.suppressed")
def test_whoever_fires_puts_a_team_under_fire() -> None:
    """Hit or not; fire of all weapons together too."""
    scene = shot(1)
    assert [harm.team for harm in scene.unit("Berta").shot_by] == [0]
    assert inches(1) == 1000
    scene.change("Berta", shot_by=(), suppression=0, marked_by=()).change("Able", 0, spent=0)
    scene.call(group_fire, "Able", "Berta", dice=[20, 1, 1])
    assert scene.unit("Berta").suppression == 1

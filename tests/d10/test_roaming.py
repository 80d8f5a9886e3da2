"""Where a unit could go, and whom it could shoot at from there."""

from typing import Any

import pytest

from sandtable.odds.forecast import Standing, look_ahead, read
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refused
from sandtable.rulesets.d10.ruleset import RULESET
from tests.clause import clause

from .kit import Scene, german, terrain, us


def meeting() -> Scene:
    """A squad, a few grenadiers ahead of it, others behind them, and some behind a house."""
    return Scene(
        us("us.rifle-squad", (10, 20), name="Able", men=4, bearing=180),
        german("de.grenadier-squad", (10, 30), name="Berta", men=3),
        german("de.grenadier-squad", (20, 36), name="Cäsar", men=2),
        german("de.grenadier-squad", (60, 20), name="Dora", men=2),
        us("us.sherman", (30, 10), name="Sherman", bearing=180),
        ground=[terrain("building", box=(40, 10, 6, 20))],
    )


@clause("d10.shoot.nearest-target", "d10.shoot.battle-awareness")
def test_whoever_may_be_shot_at_is_offered() -> None:
    """The nearest alone, by a main gun anybody in sight; not those whom nobody sees, and nobody from off the table."""
    state = meeting().state
    assert list(RULESET.shots(state, 0, moving=False)) == [1]
    assert list(RULESET.shots(state, 4, moving=False)) == [1, 2]
    assert list(RULESET.shots(state, 4, moving=False, at=2)) == [2]
    assert list(RULESET.shots(state, 0, moving=True, at=2)) == []
    for fields in ({"place": "destroyed"}, {"panicked": True}):
        assert RULESET.shots(meeting().change("Able", **fields).state, 0, moving=False) == {}


@clause("d10.hit.moved", "d10.gap.tag-fixed")
def test_shots_can_be_weighed_and_change_nothing() -> None:
    """It ends with what the dice do to the target; standing still is better, a tripod does not fire after a move."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", pick=("gunner",), bearing=180),
        german("de.grenadier-squad", (10, 30), name="Berta", men=3),
        us("us.mmg-team", (20, 20), name="MG", bearing=180),
    )
    before = scene.state
    expected = []
    for moving in (True, False):
        begin = RULESET.shots(scene.state, 0, moving=moving)[1]
        standing = Standing(RULESET, scene.state, (), scene.state, 0)
        mean = read(standing, look_ahead(standing, begin)).spreads[1, "hits"].mean
        expected.append(mean)
    assert expected == [pytest.approx(0.8), 1]
    assert scene.state is before
    standing = Standing(RULESET, scene.state, (), scene.state, 0)
    hits = [
        read(standing, look_ahead(standing, RULESET.shots(scene.state, 2, moving=moving)[1])).spreads[1, "hits"].mean
        for moving in (True, False)
    ]
    assert hits == [pytest.approx(1.2), 4]  # three carbines on the move, and the tripod besides


@clause("d10.gap.tag-one-use", "d10.gap.weapon-panzerfaust")
def test_shots_are_those_of_an_order() -> None:
    """What a Shoot order would usually fire at the same target, Panzerfausts too, and nothing but that."""
    scene = Scene(
        german("de.panzergrenadier-squad", (10, 20), name="Berta", men=3, bearing=180),
        us("us.sherman", (10, 30), name="Sherman"),
        fields={"active": 1},
    )
    standing = Standing(RULESET, scene.state, (), scene.state, 1)
    found = read(standing, look_ahead(standing, RULESET.shots(scene.state, 0, moving=False)[1])).spreads
    assert (1, "wounds lost") in found
    boss = Scene(
        us("us.platoon-sergeant", (10, 25), name="Boss"), german("de.grenadier-squad", (10, 30), name="Berta", men=1)
    )
    standing = Standing(RULESET, boss.state, (), boss.state, 0)
    found = read(standing, look_ahead(standing, RULESET.shots(boss.state, 0, moving=False)[1])).spreads
    assert max(found[1, "hits"].values) == 2, "the submachine gun, without a grenade besides"


@clause("d10.gap.vehicle-shoot", "d10.shoot.nearest-target")
def test_machine_guns_of_a_tank_do_not_join_in_at_the_farther_target() -> None:
    """They must take the nearest: at the other unit the main gun fires alone, one burst."""
    state = meeting().state
    standing = Standing(RULESET, state, (), state, 0)
    found = {
        target: read(standing, look_ahead(standing, begin)).spreads
        for target, begin in RULESET.shots(state, 4, moving=False).items()
    }
    assert [max(found[target][target, "hits"].values) for target in (1, 2)] == [9, 2]
    assert [(other, "hits") in found[target] for target, other in ((1, 2), (2, 1))] == [False, False]


@clause("d10.gap.combat-continues", "d10.gap.guns", "d10.order.move-normal")
@pytest.mark.parametrize(
    ("name", "fields", "why"),
    [
        ("Able", {"place": "destroyed"}, "not on the table"),
        ("Gun", {"men": (5,)}, "too few men"),
        ("Baker", {}, "in close combat"),
    ],
)
def test_who_cannot_move_about_is_told_why(name: str, fields: dict[str, Any], why: str) -> None:
    """With the clauses that say so."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", men=4),
        us("us.medium-at-gun", (40, 20), name="Gun"),
        us("us.rifle-squad", (20, 30), name="Baker", men=1),
        german("de.grenadier-squad", (21, 30), name="Berta", men=1),
    )
    changed = scene.change(name, **fields)
    with pytest.raises(Refused, match=why) as refused:
        RULESET.roams(changed.state, scene.number(name))
    assert refused.value.refusal.because


@clause("d10.order.move-normal", "d10.gap.vehicle-move")
def test_a_unit_roams_by_one_move() -> None:
    """All its models on foot, a vehicle by driving."""
    state = meeting().state
    domain = RULESET.roams(state, 0)
    assert isinstance(domain, Marching)
    assert (domain.movers, domain.budget) == ((0, 1, 2, 3), 4000)
    assert isinstance(RULESET.roams(state, 4), Driving)

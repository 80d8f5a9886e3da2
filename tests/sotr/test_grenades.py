"""Grenades: who throws, how far, the template, and what comes back."""

from typing import Any

import pytest

from sandtable.play.modifier import Modifier
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.templates import LARGE, SMALL
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.weapons import grenades
from sandtable.rulesets.sotr.weapons.grenades import can_throw, template_of, throw_grenades, thrower_near, throwers
from tests.clause import clause

from .kit import Scene, instead_of, reich, spot, terrain, us
from .struck import Struck, rows


def squad(men: int = 5, **rest: Any) -> Any:
    """A sergeant and riflemen in a row from (20, 20)."""
    return us("us.rifle-squad", (20, 20), name="Squad", men=men, **rest)


def foes(*spots: tuple[float, float], **rest: Any) -> Any:
    """Grenadiers."""
    return reich("reich.sturmgrenadiers", spots[0], name="Foe", men=len(spots), spots=spots[1:], **rest)


@clause("sotr.grenade.attack", "sotr.grenade.hits", "sotr.weapon.frag-grenade", "sotr.gap.grenade-supply")
def test_a_unit_throws_all_at_once_and_everybody_touched_is_hit(monkeypatch: pytest.MonkeyPatch) -> None:
    """One template of 5" for the five of them, no roll to hit, one of two attacks used up."""
    struck = Struck(monkeypatch)
    scene = Scene(squad(), foes((20, 28), (22.9, 28), (23.1, 28), (20, 25.1)))
    assert scene.unit("Squad").frag == 2
    scene.call(throw_grenades, "Squad", "frag", dice=[5], grenades=spot(20, 28))
    assert struck.rolled == rows(scene, "Foe", 0, 1, 3)
    assert all(how.pen == 1 and not how.burns for _, how in struck.hits)
    assert scene.unit("Squad").frag == 1
    assert scene.unit("Foe").shot_at == (2,)
    assert [throw.why for throw in scene.throws()] == ["Squad's grenades coming back"]


@clause("sotr.grenade.template-large", "sotr.grenade.template-small")
@pytest.mark.parametrize(
    ("men", "down", "able", "remaining"),
    [(5, 2, SMALL, LARGE), (4, 0, LARGE, LARGE), (3, 0, SMALL, SMALL), (5, 1, LARGE, LARGE)],
)
def test_four_that_remain_make_the_larger_template(men: int, down: int, able: int, remaining: int) -> None:
    """Five models of which two are DOWN: 5"; where only those who can throw count: 3"."""
    models = {place: {"down": True} for place in range(1, down + 1)}
    assert template_of(Scene(squad(men, models=models)).state, 0) == remaining
    assert template_of(Scene(squad(men, models=models), grenade_template_count="able").state, 0) == able


@clause("sotr.grenade.template-large", "sotr.grenade.attack")
def test_nobody_throws_who_is_down_or_engaged() -> None:
    """Nor who is busy; but they are still of the unit, and four remain in it."""
    scene = Scene(squad(4, models={1: {"down": True}, 2: {"tied": 2}}), foes((19, 20))).engage("Squad", 0, "Foe", 0)
    assert throwers(scene.state, 0) == (3,)
    assert template_of(scene.state, 0) == LARGE


@clause("sotr.grenade.range")
def test_ten_inches_from_the_officer_and_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the edge of his base; the others' places do not matter. Behind a house nobody sees the point."""
    struck = Struck(monkeypatch)
    house = terrain("building", box=(10, 12, 30, 3))
    scene = Scene(squad(), foes((20, 30.5)), ground=(house,))
    answer = instead_of(
        ([20_000, 30_501], "sotr.grenade.range"),
        ([26_000, 30_000], "sotr.grenade.range"),
        ([20_000, 11_500], "sotr.grenade.range"),
        give=[20_000, 30_500],
    )
    scene.call(throw_grenades, "Squad", "frag", dice=[1], grenades=[answer])
    assert struck.rolled == rows(scene, "Foe")


@clause("sotr.grenade.range")
def test_without_an_officer_any_model_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner names the one from whom it is measured."""
    Struck(monkeypatch)
    pick = ("rifleman", "rifleman")
    scene = Scene(squad(0, pick=pick, spots=((24, 20),)), foes((34.5, 20)))
    assert thrower_near(scene.state, 0, 1)
    scene.call(throw_grenades, "Squad", "frag", dice=[1], grenades=spot(34.5, 20))
    near = Scene(us("us.rifle-squad", (20, 20), name="Squad", men=2, spots=((24, 20),)), foes((34.5, 20)))
    assert not thrower_near(near.state, 0, 1)
    assert thrower_near(Scene(squad(1), foes((31, 20))).state, 0, 1)
    assert not thrower_near(Scene(squad(1), foes((31.1, 20))).state, 0, 1)


@clause("sotr.gap.grenade-supply")
def test_two_frag_attacks_and_one_of_smoke() -> None:
    """For units that carry them; none left, none thrown."""
    scene = Scene(squad(), us("us.command", (30, 30), name="Command"), us("us.hmg-team", (40, 40), name="Guns"))
    assert [(unit.frag, unit.smoke) for unit in scene.state.units] == [(2, 1), (2, 0), (0, 0)]
    assert can_throw(scene.state, 0, "frag") is None and can_throw(scene.state, 0, "smoke") is None
    refusal = can_throw(scene.state, 1, "smoke")
    assert refusal is not None and refusal.because == ("sotr.gap.grenade-supply",)
    assert can_throw(scene.change("Squad", frag=0).state, 0, "frag") is not None


@clause("sotr.grenade.coming-back")
def test_on_a_six_the_enemy_places_a_template_on_the_throwers(monkeypatch: pytest.MonkeyPatch) -> None:
    """3" whatever was thrown, over a model of the enemy's choice; what was thrown takes effect all the same."""
    struck = Struck(monkeypatch)
    scene = Scene(squad(spots=((21.2, 20), (22.4, 20), (26, 20), (28, 20))), foes((20, 28)))
    last = scene.row("Squad", 4)
    scene.call(throw_grenades, "Squad", "frag", dice=[6], grenades=spot(20, 28), coming_back=f"m{last}")
    assert scene.decision("coming back").seat == 1
    assert scene.decision("coming back").usual() == f"m{scene.row('Squad', 1)}"
    assert [set(figures) for figures, _ in struck.hits] == [rows(scene, "Foe"), rows(scene, "Squad", 3, 4)]
    assert [event.tells["radius"] for event in scene.events("burst")] == [LARGE, SMALL]
    scene.call(throw_grenades, "Squad", "frag", dice=[5], grenades=spot(20, 28))
    assert scene.events("came back") == []


@clause("sotr.grenade.coming-back")
def test_goners_of_a_returned_grenade_call_for_a_break_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """As fire of the enemies who threw it back."""
    struck = Struck(monkeypatch)
    wound = struck._wound

    async def deadly(play: Play[Battle], hits: Any, how: Any, by: Any, because: Any) -> Any:
        return await wound(play, hits, how._replace(goner=True), by, because)

    monkeypatch.setattr("sandtable.rulesets.sotr.weapons.bursts.wound_models", deadly)
    scene = Scene(squad(1), foes((20, 28)))
    scene.call(throw_grenades, "Squad", "frag", dice=[6], grenades=spot(20, 28))
    assert struck.tests == [(((1, 1),), 0), (((0, 1),), 1)]


@clause("sotr.grenade.coming-back-smoke", "sotr.smoke.no-damage", "sotr.weapon.smoke-grenade")
@pytest.mark.parametrize(("face", "smoked"), [(5, [1]), (6, [1, 0])])
def test_returned_smoke_lies_on_the_throwers(monkeypatch: pytest.MonkeyPatch, face: int, smoked: list[int]) -> None:
    """And hurts nobody."""
    struck = Struck(monkeypatch)
    scene = Scene(squad(), foes((20, 28)))
    scene.call(throw_grenades, "Squad", "smoke", dice=[face], smoke="Foe")
    assert [smoke.unit for smoke in scene.state.smokes] == smoked
    assert not struck.hits and scene.unit("Squad").smoke == 0 and not scene.unit("Foe").shot_at


@clause("sotr.weapon.smoke-grenade", "sotr.smoke.target")
def test_smoke_goes_as_far_as_frag_on_any_unit_or_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten inches from the Officer: own units, enemies, terrain."""
    Struck(monkeypatch)
    ground = (terrain("woods", box=(25, 27, 5, 5)), terrain("woods", box=(36, 20, 5, 5)))
    sides = (
        squad(),
        foes((16, 28)),
        reich("reich.zombies", (10, 31.1), name="Far", men=1),
        us("us.command", (20, 14), name="Own"),
    )
    scene = Scene(*sides, ground=ground)
    scene.call(throw_grenades, "Squad", "smoke", dice=[1])
    assert scene.offered("smoke") == ["u0", "u1", "u3", "t0"]


@clause("sotr.weapon.frag-suppression")
@pytest.mark.parametrize("suppresses", [True, False])
def test_a_frag_attack_may_suppress(monkeypatch: pytest.MonkeyPatch, suppresses: bool) -> None:
    """By the switch: a check at -2 less its cover for every unit touched; a tank takes none."""
    Struck(monkeypatch)
    checks: list[tuple[int, int, tuple[Modifier, ...], int]] = []

    async def check(_play: object, number: int, by: int, modifiers: Any, cover: int, _because: object) -> None:
        checks.append((number, by, modifiers, cover))

    monkeypatch.setattr(grenades, "suppression_check", check)
    monkeypatch.setattr(grenades, "unit_cover", lambda _state, _number, _by: 1)
    tank = reich("reich.panzermech", (20, 30), name="Mech")
    scene = Scene(squad(), foes((20, 28)), tank, frag_attack_suppresses=suppresses)
    scene.call(throw_grenades, "Squad", "frag", dice=[1, 1], grenades=spot(20, 28))
    modifier = Modifier(-2, "grenades", "sotr.weapon.frag-suppression")
    assert checks == ([(1, 0, (modifier,), 1)] if suppresses else [])

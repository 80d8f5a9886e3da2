"""Flamethrowers: the jet, Cool checks, closed spaces, fuel tanks, woods on fire."""

from typing import Any

import pytest

from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.charts import printed
from sandtable.rulesets.sotr.basics.sight import any_sees
from sandtable.rulesets.sotr.basics.smoke import smoked
from sandtable.rulesets.sotr.harm.recovery import recover
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.afterwards import run_from_flames
from sandtable.rulesets.sotr.weapons import flame
from sandtable.rulesets.sotr.weapons.flame import can_flame, explode, fire_flame
from sandtable.rulesets.sotr.weapons.jets import jets, touched_by
from tests.clause import clause

from .kit import Scene, reich, terrain, us
from .struck import Struck, rows


def pioneer(at: tuple[float, float] = (20, 20), **rest: Any) -> Any:
    """A man with a flamethrower, alone."""
    return reich("reich.flame-pioneers", at, name="Pioneer", pick=("flamethrower man",), **rest)


def squad(*spots: tuple[float, float], **rest: Any) -> Any:
    """Riflemen, with no Officer among them."""
    pick = ("rifleman",) * len(spots)
    return us("us.rifle-squad", spots[0], name="Squad", pick=pick, spots=spots[1:], **rest)


@pytest.fixture(name="runs")
def running(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, tuple[int, ...]]]:
    """Units that run to cover, and who of them."""
    found: list[tuple[int, tuple[int, ...]]] = []

    async def run(_play: Play[Battle], number: int, *_because: str, only: tuple[int, ...] = ()) -> None:
        found.append((number, only))

    monkeypatch.setattr(run_from_flames, "_script", run)
    return found


@clause("sotr.flame.burning", "sotr.flame.hits")
def test_whom_a_flamethrower_puts_down_is_on_fire(runs: list[tuple[int, tuple[int, ...]]]) -> None:
    """He rolls two dice when Maintenance comes, and the higher of them counts; who was not put DOWN does not burn."""
    scene = Scene(pioneer(), squad((20, 15), (20.8, 13.5)))
    scene.call(fire_flame, 0, dice=[2, 1, 3, 4], flame="Squad")
    down = [scene.man("Squad", man) for man in (0, 1)]
    assert [(man.down, man.burning) for man in down] == [(True, True), (False, False)]
    scene.call(recover, "Squad", (), dice=[1, 6])
    assert len(scene.unit("Squad").men) == 1
    assert not runs


@clause("sotr.flame.hits", "sotr.flame.template", "sotr.weapon.flamethrower")
def test_everybody_under_the_jet_is_hit_without_a_roll(
    monkeypatch: pytest.MonkeyPatch, runs: list[tuple[int, tuple[int, ...]]]
) -> None:
    """Cover does not matter, friends are hit as well; those hit may burn. Each of the two men passes his Cool check on 7."""
    struck = Struck(monkeypatch)
    wall = terrain("wall", line=[(18, 16), (22, 16)])
    friend = reich("reich.zombies", (20, 17.5), name="Mob", men=1)
    scene = Scene(pioneer(), squad((20, 15), (20.8, 13.5), (26, 14)), friend, ground=(wall,))
    scene.call(fire_flame, 0, dice=[3, 4, 3, 4], flame="Squad")
    assert struck.rolled == rows(scene, "Squad", 0, 1) | rows(scene, "Mob")
    assert all(how.burns and how.ranged and how.pen == 2 for _, how in struck.hits)
    assert scene.throws("flames")[0].seat == 0
    assert not runs and not scene.unit("Squad").disorganized
    assert scene.man("Pioneer").fired == 2 and scene.unit("Squad").shot_at == (2,)


@clause("sotr.weapon.flamethrower")
def test_the_template_is_its_only_range(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing to shoot at beyond it; it may be fired after a move, and counts no shots."""
    Struck(monkeypatch)
    assert not can_flame(Scene(pioneer(), squad((20, 10.9))).state, 0)
    scene = Scene(pioneer(each={"moved": 2}), squad((20, 11.1)))
    assert can_flame(scene.state, 0)
    assert printed()["flamethrower"].rof == 0


@clause("sotr.flame.template")
def test_the_jet_is_laid_to_touch_the_most_of_its_target() -> None:
    """Between two men, rather than at either; behind a high wall it touches nobody."""
    scene = Scene(pioneer(), squad((18.6, 14), (21.4, 14)))
    bearing = jets(scene.state, 0)["u1"].bearing
    assert touched_by(scene.state, 0, bearing) == (1, 2)
    high = terrain("wall", line=[(10, 17), (30, 17)], height=3)
    assert not can_flame(Scene(pioneer(), squad((20, 15)), ground=(high,)).state, 0)


@clause("sotr.flame.cool")
def test_a_unit_that_fails_is_disorganized_and_runs(
    monkeypatch: pytest.MonkeyPatch, runs: list[tuple[int, tuple[int, ...]]]
) -> None:
    """By the switch: one test for the unit, however many are touched; it is Disorganized, not Fleeing."""
    Struck(monkeypatch)
    scene = Scene(pioneer(), squad((20, 15), (20.8, 13.5)), flame_cool_scope="unit")
    scene.call(fire_flame, 0, dice=[4, 4], flame="Squad")
    assert scene.unit("Squad").disorganized and not scene.unit("Squad").fleeing
    assert runs == [(1, ())]


@clause("sotr.flame.cool")
def test_the_models_touched_test_one_by_one(
    monkeypatch: pytest.MonkeyPatch, runs: list[tuple[int, tuple[int, ...]]]
) -> None:
    """The third is not touched and takes no test; the second fails, and he alone is Disorganized and runs."""
    Struck(monkeypatch)
    scene = Scene(pioneer(), squad((20, 15), (20.8, 13.5), (26, 20)))
    scene.call(fire_flame, 0, dice=[3, 4, 4, 4], flame="Squad")
    assert not scene.unit("Squad").disorganized
    assert [scene.man("Squad", place).disorganized for place in range(3)] == [False, True, False]
    assert runs == [(1, (scene.row("Squad", 1),))]


@clause("sotr.gap.vehicle-morale", "sotr.gap.vehicle-damage")
def test_a_machine_is_struck_and_takes_no_check(
    monkeypatch: pytest.MonkeyPatch, runs: list[tuple[int, tuple[int, ...]]]
) -> None:
    """D6 + 2 against the side that looks at the flame: rear armour 6 is shaken by a 4."""
    Struck(monkeypatch)
    scene = Scene(pioneer(), us("us.tank", (20, 14), name="Tank"))
    scene.call(fire_flame, 0, dice=[4], flame="Tank")
    assert scene.unit("Tank").shaken and not runs
    assert scene.throws("hit on the rear")


@clause("sotr.flame.disorganized")
@pytest.mark.parametrize("alone", [True, False])
def test_a_disorganized_man_fires_only_if_told_to(monkeypatch: pytest.MonkeyPatch, alone: bool) -> None:
    """Even if his unit was fired upon last turn; a JUST DO IT lets him."""
    freed: list[tuple[int, str]] = []
    monkeypatch.setattr(flame, "model_freed_to", lambda _state, figure, what: (figure, what) in freed)
    scene = Scene(pioneer(), squad((20, 15)))
    scene.change("Pioneer", 0, disorganized=True) if alone else scene.change("Pioneer", disorganized=True)
    scene.change("Pioneer", shot_at=(1,))
    assert not can_flame(scene.state, 0)
    freed.append((0, "shoot"))
    assert can_flame(scene.state, 0)


@clause("sotr.flame.enclosed")
@pytest.mark.parametrize(("y", "inside"), [(23.5, True), (23.6, False)])
def test_a_jet_into_a_pillbox_hits_everybody_within(
    monkeypatch: pytest.MonkeyPatch, runs: list[tuple[int, tuple[int, ...]]], y: float, inside: bool
) -> None:
    """From six inches or less of its opening, measured from the base; the wall is no protection then."""
    struck = Struck(monkeypatch)
    bunker = terrain("bunker", box=(15, 11, 10, 6), openings=[(20, 17)])
    scene = Scene(pioneer((20, y)), squad((20, 16.4), (16, 12), (24, 12), (20, 8)), ground=(bunker,))
    hit = set(touched_by(scene.state, 0, 0))
    assert hit == (rows(scene, "Squad", 0, 1, 2) if inside else set())
    if inside:
        scene.call(fire_flame, 0, dice=[1, 1] * 3, flame="t0")
        assert struck.rolled == rows(scene, "Squad", 0, 1, 2)
        assert "sotr.flame.enclosed" in scene.event("flamed").because


@clause("sotr.flame.enclosed")
def test_only_the_storey_that_it_is_fired_into() -> None:
    """Men upstairs are safe."""
    house = terrain("building", box=(15, 11, 10, 6), openings=[(20, 17)], floors=2)
    scene = Scene(pioneer((20, 20)), squad((16, 12), storey=1), ground=(house,))
    assert touched_by(scene.state, 0, 0) == ()


@clause("sotr.flame.ignite")
@pytest.mark.parametrize(("kind", "burns"), [("woods", True), ("brush", True), ("crops", False)])
def test_woods_and_brush_that_are_touched_catch_fire(monkeypatch: pytest.MonkeyPatch, kind: str, burns: bool) -> None:
    """From then on they count as smoked: nobody sees across, and whoever is in them is in smoke."""
    Struck(monkeypatch)
    piece = terrain(kind, box=(18, 13, 4, 2))
    men = us("us.rifle-squad", (26, 12), name="Squad", men=1)
    inside = reich("reich.zombies", (19, 14), name="Mob", men=1, fields={"hidden": True})
    scene = Scene(pioneer(), men, inside, ground=(piece,))
    if not burns:
        assert "t0" not in jets(scene.state, 0)
        return
    assert not smoked(scene.state, 2)
    scene.call(fire_flame, 0, flame="t0")
    assert scene.state.burning == (0,)
    assert smoked(scene.state, scene.row("Mob"))
    assert "t0" not in jets(scene.state, 0)


@clause("sotr.flame.ignite")
def test_nobody_sees_across_what_burns() -> None:
    """Brush is seen across until it burns."""
    brush = terrain("brush", box=(15, 13, 10, 1.5))
    scene = Scene(pioneer(), squad((20, 10)), ground=(brush,))
    assert any_sees(scene.state, (0,), (1,))
    burning = Scene(pioneer(), squad((20, 10)), ground=(brush,), fields={"burning": (0,)})
    assert not any_sees(burning.state, (0,), (1,))


@clause("sotr.flame.tank-hit", "sotr.flame.tank-friends")
@pytest.mark.parametrize("everybody", [True, False])
def test_fuel_tanks_hit_whoever_stands_near(monkeypatch: pytest.MonkeyPatch, everybody: bool) -> None:
    """A 3" template over the carrier: his own within it, not himself; by the switch enemies too; hits as of a grenade."""
    struck = Struck(monkeypatch)
    scene = Scene(
        reich("reich.flame-pioneers", (20, 20), name="Pioneers", men=3, spots=((21.5, 20), (24, 20))),
        squad((18.2, 20)),
        fuel_explosion_hits_all=everybody,
    )
    carrier = scene.row("Pioneers", 0)
    losses: Any = scene.call(explode, carrier, (20_000, 20_000), 1)
    assert losses == ()
    near = rows(scene, "Pioneers", 1)
    assert struck.rolled == (near | rows(scene, "Squad") if everybody else near)
    assert not any(how.burns for _, how in struck.hits)
    assert scene.event("exploded").unit == 0

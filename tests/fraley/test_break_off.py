"""Breaking off, pursuit, overrun."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.rulesets.fraley.melee.assault_ways import length_of
from sandtable.rulesets.fraley.melee.break_off import break_off, overrun_teams, pursuers, pursuit, retreat
from sandtable.rulesets.fraley.melee.close_combat import Party
from tests.clause import clause

from .assault_kit import Hand, Shots, moment, stand_in
from .kit import Scene, because, german, march, shift, takes, terrain, us
from .test_charge import able, berta


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    """Other chapters as the test wants them."""
    return stand_in(monkeypatch)


def breaks(scene: Scene, *dice: int, broken: int = 1, by: int = 0, **answers: Any) -> Scene:
    """A Unit breaks off from another whose Teams have all fought."""
    units = scene.state.units
    scene.call(break_off, Party(broken, (), units[broken].men), Party(by, (), units[by].men), dice=dice, **answers)
    return scene


@clause("fraley.assault.break-off-move")
def test_each_team_goes_straight_away_by_one_die(hand: Hand) -> None:
    """A 4: four inches from the nearest attacker, facing the way it goes; it has moved."""
    scene = breaks(Scene(able((20, 12)), berta((20, 10), (26, 10)), quiet=True), 4, 1)
    assert scene.point("Berta", 0) == (20, 6)
    x, y = scene.point("Berta", 1)
    assert (x - 26) ** 2 + (y - 10) ** 2 == pytest.approx(16, abs=0.01)
    assert (x - 26) / (10 - y) == pytest.approx(6 / 2, abs=0.02)
    assert scene.state.layout.bearing(1) == 0
    assert scene.team("Berta").moved
    assert hand.fired == []


@clause("fraley.assault.break-off-move")
def test_whoever_is_driven_off_the_table_is_destroyed(hand: Hand) -> None:
    """Two inches from the edge a 3 drives a Team over it, a 1 does not."""
    scene = breaks(Scene(able((20, 4), (30, 5)), berta((20, 2), (30, 9), pick=("Rifle Team",) * 2)), 3, 1)
    assert scene.unit("Berta").men == (3,)
    assert scene.event("test lost").tells["why"] == "off the table"
    scene = breaks(Scene(able((20, 4)), berta((20, 2))), 1, 1, pursue=shift(0, 0))
    assert scene.events("test lost")[0].tells["why"] == "overrun"
    assert hand.fired == []


@clause("fraley.assault.break-off-move")
def test_it_goes_around_what_it_may_not_pass() -> None:
    """A pond right behind a Team: it bends around it and goes as far as the die says; a lake stops it at the shore."""
    pond = terrain("water", box=(19.5, 7, 1, 1), traits=["impassable"])
    scene = Scene(able((20, 12)), berta((20, 10)), ground=[pond])
    points = retreat(scene.state, Party(1), Party(0), inches(6))[0].walks[0].points
    assert len(points) > 2
    assert length_of(points) == pytest.approx(inches(6), abs=3)
    assert points[-1][1] < inches(5)
    lake = terrain("water", box=(2, 4, 36, 4), traits=["impassable"])
    scene = Scene(able((20, 12)), berta((20, 10)), ground=[lake])
    points = retreat(scene.state, Party(1), Party(0), inches(6))[0].walks[0].points
    assert points[-1][0] == 20000
    assert 8000 <= points[-1][1] <= 8250


@clause("fraley.assault.break-off-move", "fraley.assault.guns-stay")
def test_heavy_guns_stay_and_portable_ones_go(hand: Hand) -> None:
    """A Pak stays and is overrun; an HMG falls back, unless Guns never move in assaults."""
    scene = breaks(Scene(able((20, 13)), german("de.at-platoon", (20, 10), name="Berta", pick=("Pak40 Team",))), 5, 1)
    assert scene.events("broke off") == []
    assert scene.event("test lost").tells["why"] == "overrun"
    guns = german("de.mg-platoon", (20, 10), name="Berta", pick=("HMG Team",))
    assert breaks(Scene(able((20, 12)), guns), 5, 1).point("Berta") == (20, 5)
    scene = breaks(Scene(able((20, 12)), guns, portable_guns_in_assault="never"), 5, 1)
    assert not scene.unit("Berta").men
    assert hand.fired == []


@clause("fraley.assault.break-off-move")
def test_tanks_that_break_off_test_for_terrain(hand: Hand) -> None:
    """One that is stopped stays where it was stopped."""
    scene = Scene(able((20, 13)), german("de.panther-platoon", (20, 10), name="Berta", men=1))
    hand.stops = {1: (20000, 9000)}
    breaks(scene, 6, 1)
    assert hand.crossed == [1]
    assert scene.point("Berta") == (20, 9)


@clause("fraley.assault.pursuit")
def test_the_attackers_may_follow_by_one_die(hand: Hand) -> None:
    """Up to the die in any direction; they are asked after it is thrown, and usually stay."""
    scene = breaks(Scene(able((20, 12)), berta((20, 10), (30, 10))), 6, 3, pursue=shift(0, -2.9))
    assert scene.event("pursued").unit == 0
    assert scene.point("Able") == (20, 9.1)
    asked = scene.decision("pursue")
    assert asked.seat == 0
    assert asked.usual() == asked.domain.stay()  # type: ignore[attr-defined]
    assert because(asked, shift(0, 3.001)) == ("fraley.assault.pursuit",)
    assert asked.domain.check(shift(0, 3)(asked))
    assert hand.fired == []


@clause("fraley.assault.pursuit", "fraley.assault.guns-stay")
def test_only_those_who_took_part_follow_and_no_guns() -> None:
    """The PL fought, the LMG struck, a rifle Team was elsewhere: the PL follows."""
    men = ("PL", "Rifle Team", "LMG Team")
    scene = Scene(german("de.grenadier-platoon", (20, 18), name="Able", pick=men))
    assert pursuers(scene.state, Party(0, (), (0, 2))) == (0,)
    assert pursuers(scene.state, Party(0)) == ()


@clause("fraley.assault.pursuit")
def test_the_broken_unit_does_not_fire_at_the_pursuit(hand: Hand) -> None:
    """Nor do those it flees from fire at it as it breaks off; others may, by the general rules."""
    hand.react = True
    caesar = german("de.mg-platoon", (30, 12), name="Cäsar", pick=("PL",))
    scene = Scene(able((20, 12)), berta((20, 10)), caesar)
    hand.shots = [Shots(2)]
    breaks(scene, 6, 6, pursue=march([(20, 8)]), react=["Cäsar"], react_at=[moment(0)])
    assert scene.offered("react") == ["nobody", "u2"]
    assert [(one["by"], one["at"]) for one in hand.fired] == [(2, 0)]


@clause("fraley.assault.overrun")
def test_whoever_is_caught_is_lost(hand: Hand) -> None:
    """Break off two inches, pursue five: trailing Teams end within two inches and are lost, at a thousandth more not."""
    scene = Scene(able((20, 12)), berta((20, 10), (20, 4)))
    breaks(scene, 2, 5, pursue=shift(0, -2.5))
    assert [one.figures for one in scene.events("test lost")] == [(1,)]
    assert scene.unit("Berta").men == (2,)
    edge = Scene(able((20, 13.125)), berta((20, 10)))
    assert overrun_teams(edge.state, Party(1), Party(0)) == [1]
    beyond = Scene(able((20, 13.126)), berta((20, 10)))
    assert overrun_teams(beyond.state, Party(1), Party(0)) == []
    assert hand.fired == []


@clause("fraley.assault.overrun")
def test_only_the_broken_unit_and_of_its_tanks_the_suppressed() -> None:
    """An unsuppressed Tank Team is not overrun, a suppressed one is; a bystander within two inches is not."""
    for marks, lost in ((0, []), (1, [1])):
        scene = Scene(
            able((20, 13)),
            german("de.panther-platoon", (20, 10), name="Berta", men=1, each={"marks": marks}),
            german("de.mg-platoon", (22, 13), name="Cäsar", pick=("PL",)),
        )
        assert overrun_teams(scene.state, Party(1), Party(0)) == lost


@clause("fraley.assault.pursuit")
def test_tanks_that_pursue_test_for_terrain(hand: Hand) -> None:
    """Armour that follows rolls as in any move."""
    scene = Scene(us("us.sherman-platoon", (20, 13), name="Able", men=1), berta((20, 10)))
    breaks(scene, 6, 4, pursue=shift(0, -3))
    assert hand.crossed == [0]


@clause("fraley.assault.pursuit", "fraley.gap.buildings")
def test_every_pursuer_keeps_to_ground_of_his_own() -> None:
    """Riflemen and a half-track: those go into the house, it does not, whoever of them is named first."""
    house = terrain("building", box=(10, 6, 30, 4))
    half_track = {"kind": "tank", "vehicle": "half-track", "weapons": ("vehicle-mg",)}
    for vehicle in (0, 1):
        teams = able((20, 12), (23.5, 12), teams={vehicle: half_track})
        scene = Scene(teams, berta((20, 2)), ground=[house])
        asked: Decision[Any] = Decision(0, "pursue", pursuit(scene.state, (0, 1), inches(6)), prompt="", because=())
        into = [(20, 8)] if vehicle else [(23.5, 8)]
        assert takes(asked, march(into) if vehicle else march([], into))
        wrong = march([], [(23.5, 8)]) if vehicle else march([(20, 8)])
        assert "fraley.gap.terrain-setup" in because(asked, wrong) or "fraley.gap.buildings" in because(asked, wrong)


@clause("fraley.assault.pursuit", "fraley.gap.moving-through-teams")
def test_pursuers_do_not_end_on_each_other() -> None:
    """Two Teams at the same place: refused."""
    scene = Scene(able((20, 12), (23.5, 12)), berta((20, 2)))
    asked: Decision[Any] = Decision(0, "pursue", pursuit(scene.state, (0, 1), inches(6)), prompt="", because=())
    assert because(asked, march([(22, 10)], [(22, 10)])) == ("fraley.gap.moving-through-teams",)

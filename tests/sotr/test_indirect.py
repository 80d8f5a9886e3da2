"""Indirect fire: over obstructions, and where it comes down."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.weapons.blast import can_fire_blast, fire_blast
from sandtable.rulesets.sotr.weapons.indirect import missed_by
from tests.clause import clause

from .kit import Scene, reich, spot, terrain, us
from .struck import Struck, rows

HOUSE = terrain("building", box=(10, 14, 20, 4))


def launcher(at: tuple[float, float] = (20, 20), **rest: Any) -> Any:
    """A grenadier who has moved, with no smoke to fire."""
    fields = {"smoke": 0, **rest.pop("fields", {})}
    return us("us.rifle-squad", at, name="Squad", pick=("grenadier",), fields=fields, each={"moved": 2}, **rest)


def foe(x: float, y: float, **rest: Any) -> Any:
    """A single grenadier."""
    return reich("reich.sturmgrenadiers", (x, y), name="Foe", men=1, **rest)


@clause("sotr.weapon.grenade-launcher", "sotr.blast.wounds")
def test_direct_fire_beyond_24_inches_is_at_minus_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measured from the edge of the base to the centre of the template; nobody is a GONER without a roll."""
    for y, needs in ((44.5, "4+"), (44.6, "5+ (-1 grenade launcher past 24 inches)")):
        struck = Struck(monkeypatch)
        scene = Scene(launcher(), foe(20, y))
        scene.call(fire_blast, 0, "grenade-launcher", dice=[5], blast_target="Foe")
        assert scene.thrown()[0][2] == needs
        assert struck.rolled == rows(scene, "Foe") and not struck.goners


@clause("sotr.weapon.indirect", "sotr.weapon.indirect-no-los", "sotr.blast.indirect-cases")
def test_it_fires_over_a_house_and_scatters_a_d6(monkeypatch: pytest.MonkeyPatch) -> None:
    """Out of LOS nobody rolls to hit: direction and D6, here one inch to the east."""
    struck = Struck(monkeypatch)
    scene = Scene(launcher(), foe(20, 10), ground=(HOUSE,))
    scene.call(fire_blast, 0, "grenade-launcher", dice=[91, 1], blast_target="over u1")
    assert "u1" in scene.barred("blast target")
    assert scene.event("burst").tells["point"] == [21_000, 10_000]
    assert struck.rolled == rows(scene, "Foe")
    assert [throw.sides for throw in scene.throws()] == [360, 6]


@clause("sotr.weapon.indirect-no-los")
def test_a_shot_aimed_too_close_may_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Aimed 4 inches away, out of LOS; 5 inches straight back: the centre lands 1 inch behind the firer, who is hit."""
    struck = Struck(monkeypatch)
    scene = Scene(launcher(), foe(20, 5), ground=(terrain("wall", line=[(10, 18), (30, 18)], height=3),))
    scene.call(fire_blast, 0, "grenade-launcher", dice=[181, 5], blast_target="over point", blast_point=spot(20, 16))
    assert scene.event("burst").tells["point"] == [20_000, 21_000]
    assert struck.rolled == rows(scene, "Squad")


@clause("sotr.weapon.grenade-launcher", "sotr.blast.indirect-cases")
def test_at_long_range_it_always_scatters_2d6(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even in sight: no roll to hit, 7 inches to the south; out of sight and beyond 24 inches the same."""
    for ground in ((), (terrain("building", box=(10, 14, 20, 4)),)):
        struck = Struck(monkeypatch)
        scene = Scene(launcher((20, 30)), foe(20, 5), ground=ground)
        scene.call(fire_blast, 0, "grenade-launcher", dice=[181, 3, 4], blast_target="over u1")
        assert scene.event("burst").tells["point"] == [20_000, 12_000]
        assert not struck.hits


@clause("sotr.blast.indirect-cases")
def test_in_sight_it_rolls_to_hit_and_is_on_target(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 24 inches or less."""
    struck = Struck(monkeypatch)
    scene = Scene(launcher(), foe(20, 10))
    scene.call(fire_blast, 0, "grenade-launcher", dice=[4], blast_target="over u1")
    assert struck.rolled == rows(scene, "Foe")


@clause("sotr.blast.indirect-miss", "sotr.blast.indirect-cases")
def test_a_miss_strays_twice_the_roll_up_to_half_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fired 12 inches, a 4: 8 inches, capped to 6; here to the west."""
    Struck(monkeypatch)
    scene = Scene(launcher(), foe(20, 7.5))
    scene.call(fire_blast, 0, "grenade-launcher", dice=[3, 4, 271], blast_target="over u1")
    assert scene.event("strayed").tells["distance"] == 6000
    assert scene.event("burst").tells["point"] == [14_000, 7500]


@clause("sotr.blast.indirect-miss")
@pytest.mark.parametrize(
    ("face", "fired", "doubled", "plain"),
    [(4, 12_000, 6000, 4000), (5, 30_000, 10_000, 5000), (6, 30_000, None, 6000), (1, 12_000, 2000, 1000)],
)
def test_how_far_a_miss_strays(face: int, fired: int, doubled: int | None, plain: int) -> None:
    """Fired 30 inches, a 5: 10 inches; a 6 is lost. With the other rule a 4 is 4 inches."""
    assert missed_by(face, fired, Options()) == doubled
    assert missed_by(face, fired, Options(indirect_miss="d6")) == plain


@clause("sotr.blast.indirect-miss")
def test_a_six_is_a_dud(monkeypatch: pytest.MonkeyPatch) -> None:
    """No template at all; with the plain rule it strays six inches."""
    struck = Struck(monkeypatch)
    scene = Scene(launcher(), foe(20, 10))
    scene.call(fire_blast, 0, "grenade-launcher", dice=[1, 6], blast_target="over u1")
    assert scene.told("was a dud", "burst") == [("was a dud", None)]
    assert not struck.hits
    scene = Scene(launcher(), foe(20, 10), indirect_miss="d6")
    scene.call(fire_blast, 0, "grenade-launcher", dice=[1, 6, 1], blast_target="over u1")
    assert scene.event("burst").tells["point"] == [20_000, 4000]


@clause("sotr.weapon.grenade-launcher", "sotr.smoke.target", "sotr.gap.grenade-supply")
def test_a_launcher_fires_smoke_while_its_unit_has_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its effect is that of the grenade: smoke on the target, nobody hurt, and one smoke attack fewer."""
    struck = Struck(monkeypatch)
    scene = Scene(launcher(fields={"smoke": 1}), foe(20, 10))
    scene.call(fire_blast, 0, "grenade-launcher", dice=[4], shell="smoke", blast_target="u1")
    assert [(smoke.unit, smoke.piece) for smoke in scene.state.smokes] == [(1, -1)]
    assert not struck.hits and scene.unit("Squad").smoke == 0
    scene.call(fire_blast, 0, "grenade-launcher", dice=[6], blast_target="u1")
    assert scene.kinds_asked() == ["blast target"]
    assert scene.thrown()[0][2] == "6+ (-2 smoke)"
    assert struck.rolled == rows(scene, "Foe")


@clause("sotr.smoke.target")
def test_smoke_that_strays_lies_where_it_came_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """On one unit, else on one piece, else nowhere."""
    Struck(monkeypatch)
    wood = terrain("woods", box=(18, 2, 4, 4))
    for way, smokes in ((1, [(-1, 1)]), (91, [(2, -1)]), (271, [])):
        other = reich("reich.zombies", (24, 10), name="Mob", men=1)
        scene = Scene(launcher(fields={"smoke": 1}), foe(20, 10), other, ground=(HOUSE, wood))
        dice = [way, 5 if way == 1 else 4]
        scene.call(fire_blast, 0, "grenade-launcher", dice=dice, shell="smoke", blast_target="over u1")
        assert [(smoke.unit, smoke.piece) for smoke in scene.state.smokes] == smokes


@clause("sotr.blast.indirect-cases")
def test_a_direction_is_counted_from_the_enemys_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a side whose edge is the north 0 degrees is south; the highest face is 359 degrees."""
    Struck(monkeypatch)
    scene = Scene(launcher(), foe(20, 10), ground=(HOUSE,), edges=("north", "south"))
    scene.call(fire_blast, 0, "grenade-launcher", dice=[1, 2], blast_target="over u1")
    assert scene.event("burst").tells["point"] == [20_000, 12_000]
    scene = Scene(launcher(), foe(20, 10), ground=(HOUSE,))
    scene.call(fire_blast, 0, "grenade-launcher", dice=[360, 6], blast_target="over u1")
    assert scene.event("burst").tells["point"] == [19_895, 4001]


@clause("sotr.gap.shared-troops", "sotr.weapon.indirect")
def test_a_mortar_fires_over_a_house_as_a_launcher_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """D6 inches off where nobody sees the target; not after it has moved, and it has no smoke."""
    struck = Struck(monkeypatch)
    mortar = us("us.light-mortar", (20, 20), name="Mortar", spots=((21, 20),))
    scene = Scene(mortar, foe(20, 10), ground=(HOUSE,))
    assert can_fire_blast(scene.state, 1, "light-mortar")
    scene.call(fire_blast, 1, "light-mortar", dice=[91, 1], blast_target="over u1")
    assert scene.event("burst").tells["point"] == [21_000, 10_000]
    assert struck.rolled == rows(scene, "Foe")
    scene.change("Mortar", 1, moved=2)
    assert not can_fire_blast(scene.state, 1, "light-mortar")

"""Smoke: what it covers, what it hides, when it goes."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.basics.sight import any_sees
from sandtable.rulesets.sotr.basics.smoke import clear_smoke, lay_smoke, smoked
from sandtable.rulesets.sotr.state import Smoke
from sandtable.rulesets.sotr.weapons.blast import fire_blast
from sandtable.rulesets.sotr.weapons.shooting import shooting_action
from tests.clause import clause

from .kit import Scene, reich, terrain, us

WOOD = terrain("woods", box=(16, 24, 10, 4))


def scene_of(*smokes: Smoke, **rest: Any) -> Scene:
    """A squad, an enemy gun team behind it, and a unit of each side beyond."""
    return Scene(
        us("us.rifle-squad", (20, 20), name="A", men=2, spots=((22.5, 20),)),
        reich("reich.mg-team", (20, 10), name="B", men=1),
        reich("reich.zombies", (21.25, 30), name="Mob", men=1),
        us("us.command", (21.25, 5), name="Own", men=1),
        fields={"smokes": smokes},
        **rest,
    )


@clause("sotr.smoke.ex-own", "sotr.smoke.blocks-los", "sotr.smoke.target", "sotr.smoke.modifier")
def test_a_unit_smokes_its_own_position() -> None:
    """Enemies shoot at it at -2, and nobody, friend or enemy, sees through it, not even between two of its models."""
    clear, veiled = scene_of(), scene_of(Smoke(0, 2, unit=0))
    mob, own = clear.row("Mob"), clear.row("Own")
    assert any_sees(clear.state, (mob,), (own,)) and any_sees(clear.state, (own,), (mob,))
    assert not any_sees(veiled.state, (mob,), (own,)) and not any_sees(veiled.state, (own,), (mob,))
    assert any_sees(veiled.state, (mob,), veiled.unit("A").men)
    assert [smoked(veiled.state, veiled.row(name)) for name in ("A", "B", "Mob", "Own")] == [True, False, False, False]


@clause("sotr.smoke.ex-enemy", "sotr.smoke.modifier")
def test_a_smoked_gun_team_shoots_and_is_shot_at_worse() -> None:
    """-2 out of it and into it alike, once even if both ends are in smoke; on the die, rockets and all."""
    for smokes in ((Smoke(0, 2, unit=1),), (Smoke(0, 2, unit=1), Smoke(1, 2, unit=0))):
        scene = Scene(
            us("us.rifle-squad", (20, 20), name="A", pick=("rifleman", "rifleman"), spots=((22.5, 20),)),
            reich("reich.mg-team", (20, 10), name="B", men=1),
            us("us.bazooka-team", (32, 10), name="C", spots=((32, 12),)),
            fields={"smokes": smokes},
        )
        for name, other, needs in (("A", "B", "6+ (-2 smoke)"), ("B", "A", "6+ (-2 smoke)")):
            scene.change(name, action="advance", frag=0, smoke=0).change(name, 0, moved=2)
            scene.call(shooting_action, name, dice=[1, 1, *([1, 1] if name == "A" else [])], fire="nearest")
            assert {throw.needs for throw in scene.throws(f"{name} at {other}")} == {needs}
        scene.call(fire_blast, scene.row("C", 1), "rpg", dice=[3], blast_target="B")
        assert scene.throws("RPG")[0].needs == "5+ (+1 aimed shot, -2 smoke)"


@clause("sotr.smoke.ex-wood", "sotr.smoke.blocks-los", "sotr.smoke.target")
def test_a_smoked_wood_hides_and_is_not_seen_through() -> None:
    """Whoever stands in it is in smoke; brush, seen across as a rule, is not."""
    scene = Scene(us("us.command", (20, 26), name="In", men=1), us("us.command", (30, 26), name="Out", men=1),
                  ground=(WOOD,), fields={"smokes": (Smoke(1, 2, piece=0),)})  # fmt: skip
    assert smoked(scene.state, scene.row("In")) and not smoked(scene.state, scene.row("Out"))
    brush = terrain("brush", box=(10, 24, 25, 1.5))
    for smokes, seen in (((), True), ((Smoke(0, 2, piece=0),), False)):
        across = scene_of(*smokes, ground=(brush,))
        assert any_sees(across.state, across.unit("A").men, across.unit("Mob").men) is seen


@clause("sotr.smoke.no-damage", "sotr.smoke.target")
def test_smoke_is_on_its_target_alone_and_is_renewed() -> None:
    """Laid twice it is there once."""
    scene = scene_of(Smoke(0, 1, unit=0))
    scene.call(lambda play: lay_smoke(play, 1, unit=0))
    assert scene.state.smokes == (Smoke(1, 2, unit=0),)
    before = scene.state.units
    scene.call(lambda play: lay_smoke(play, 1, unit=1))
    assert scene.state.units == before and len(scene.state.smokes) == 2


@clause("sotr.smoke.duration", "sotr.smoke.ex-enemy", "sotr.smoke.ex-wood")
@pytest.mark.parametrize(
    ("ends", "when", "how", "left"),
    [
        ("turn-start", "turn-start", {}, ()),
        ("turn-start", "maintenance", {"side": 0}, (0, 1)),
        ("turn-start", "victim-activation", {"unit": 1}, (0, 1)),
        ("maintenance", "turn-start", {}, (0, 1)),
        ("maintenance", "maintenance", {"side": 0}, (1,)),
        ("maintenance", "maintenance", {"side": 1}, (0,)),
        ("victim-activation", "maintenance", {"side": 0}, (0, 1)),
        ("victim-activation", "victim-activation", {"unit": 1}, (1,)),
        ("victim-activation", "victim-activation", {"unit": 0}, (0, 1)),
        ("victim-activation", "turn-start", {}, (0,)),
    ],
)
def test_when_smoke_goes(ends: str, when: str, how: dict[str, int], left: tuple[int, ...]) -> None:
    """Laid last turn by side 0 on the gun team and by side 1 on a wood, which is never activated."""
    laid = (Smoke(0, 1, unit=1), Smoke(1, 1, piece=0))
    scene = scene_of(*laid, ground=(WOOD,), smoke_ends=ends)
    scene.call(lambda play: clear_smoke(play, when, **how))
    assert scene.state.smokes == tuple(laid[place] for place in left)


@clause("sotr.smoke.duration")
def test_smoke_of_this_turn_stays() -> None:
    """It goes with the next turn, not with this one."""
    laid = (Smoke(0, 2, unit=1),)
    scene = scene_of(*laid)
    scene.call(lambda play: clear_smoke(play, "turn-start"))
    assert scene.state.smokes == laid

"""Crews, radios and medics."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.crews import (
    FIRES,
    JAMS,
    after_moving,
    attended,
    jam_roll,
    loader_of,
    loads,
    may_not_serve,
    medic_busy,
    ready_to_fire,
)
from tests.clause import clause

from .kit import Scene, Spot, reich, us

GUN = (22.5, 20)  # bases of half an inch: contact is an inch between centres


def team(troop: str = "us.hmg-team", loader: Spot = (24, 20), **rest: Any) -> Scene:
    """A corporal, a gunner and a loader."""
    return Scene(us(troop, (20, 20), name="Gun", spots=(GUN, loader), **rest))


@clause("sotr.hmg.crew")
@pytest.mark.parametrize(("x", "found"), [(24.5, True), (24.501, False)])
def test_the_loader_is_within_an_inch(x: float, found: bool) -> None:
    """And fires nothing himself while he loads."""
    scene = team(loader=(x, 20))
    assert loader_of(scene.state, 1) == (2 if found else None)
    assert loads(scene.state, 2) is found
    assert not loads(scene.state, 0)


@clause("sotr.hmg.crew")
def test_a_loader_is_free_when_the_gun_cannot_fire() -> None:
    """It has moved, or its gunner is down, busy or clearing a jam."""
    for change in ({"moved": 2}, {"down": True}, {"tied": 2}, {"jammed": 2}):
        scene = team().change("Gun", 1, **change)
        assert not loads(scene.state, 2), change


@clause("sotr.hmg.crew", "sotr.hmg.jam")
def test_with_a_loader_nothing_jams() -> None:
    """No die is rolled; nor for a mounted gun, nor for a pistol."""
    assert team().call(ready_to_fire, 1, "hmg") is True
    assert Scene(us("us.jeep", (20, 20))).call(ready_to_fire, 0, "hmg") is True
    assert team(loader=(30, 20)).call(ready_to_fire, 1, "pistol") is True


@clause("sotr.hmg.jam")
@pytest.mark.parametrize(("face", "fires"), [(4, True), (5, False), (6, False)])
@pytest.mark.parametrize("how", ["down", "away"])
def test_without_a_loader_it_may_jam(face: int, fires: bool, how: str) -> None:
    """On 5 or more; DOWN or absent is as good as killed."""
    scene = team(loader=(30, 20) if how == "away" else (24, 20))
    if how == "down":
        scene.change("Gun", 2, down=True)
    assert scene.call(ready_to_fire, 1, "hmg", dice=[face]) is fires
    assert scene.man("Gun", 1).jammed == (0 if fires else 2)


@clause("sotr.hmg.jam")
def test_chances_of_a_jam() -> None:
    """Two in six."""
    assert jam_roll("test", 0).reading.weights(1, 6) == {FIRES: 4, JAMS: 2}


@clause("sotr.hmg.jam-clear")
def test_a_jam_is_cleared_by_the_next_turn() -> None:
    """For the rest of this turn it does not fire, whoever loads now."""
    jammed = team(models={1: {"jammed": 2}})
    assert jammed.call(ready_to_fire, 1, "hmg") is False
    assert may_not_serve(jammed.state, 1, "hmg") is not None
    cleared = team(models={1: {"jammed": 1}})
    assert may_not_serve(cleared.state, 1, "hmg") is None
    assert cleared.call(ready_to_fire, 1, "hmg") is True


@clause("sotr.rpg.crew")
def test_an_rpg_without_a_loader_fires_every_second_turn() -> None:
    """Turn 2 yes, turn 3 no, turn 4 yes; a loader beside it loads at once."""
    scene = Scene(us("us.bazooka-team", (20, 20), name="Rpg", spots=((30, 20),)))
    assert scene.call(ready_to_fire, 1, "rpg") is True
    jammed = scene.man("Rpg", 1).jammed
    later = [
        Scene(us("us.bazooka-team", (20, 20), spots=(at,), models={1: {"jammed": jammed}}), turn=turn)
        for turn, at in ((3, (30, 20)), (4, (30, 20)), (3, (21.5, 20)))
    ]
    assert [one.call(ready_to_fire, 1, "rpg") for one in later] == [False, True, True]
    assert loads(later[2].state, 0)


# ---- taking over


@clause("sotr.gap.crew-replacement")
def test_the_loader_takes_the_gun_of_a_fallen_gunner() -> None:
    """He may not fire this activation; the corporal may load for him next, by touching him."""
    scene = team(models={1: {"down": True}})
    scene.call(after_moving, "Gun")
    taker = scene.man("Gun", 2)
    assert (taker.role, taker.weapons, taker.tied) == ("gunner", ("hmg", "pistol"), 2)
    assert scene.man("Gun", 1).weapons == ("pistol",)
    assert scene.offered("take over") == ["gun m2", "none"]


@clause("sotr.gap.crew-replacement")
def test_the_gun_of_a_goner() -> None:
    """He has left the table, not the gun."""
    scene = team()
    scene.change("Gun", men=(0, 2))
    scene.state = _without(scene, 1)
    scene.call(after_moving, "Gun")
    assert "hmg" in scene.man("Gun", 1).weapons


def _without(scene: Scene, figure: int) -> Battle:
    return replace(scene.state, layout=scene.state.layout.without([figure]))


@clause("sotr.gap.crew-replacement")
@pytest.mark.parametrize(("x", "touching"), [(21.5, True), (21.3, False)])
def test_a_new_loader_ends_in_contact_with_the_gunner(x: float, touching: bool) -> None:
    """Neither of the two may fire; it is his owner's choice, and unusual while the gun could fire."""
    scene = Scene(us("us.hmg-team", (x, 20), name="Gun", pick=("corporal", "gunner"), spots=(GUN,)))
    answers: dict[str, Any] = {"take_over": "loader m0"} if touching else {}
    scene.call(after_moving, "Gun", **answers)
    corporal, gunner = scene.man("Gun", 0), scene.man("Gun", 1)
    assert (corporal.role == "loader") is touching
    assert (corporal.tied, gunner.tied) == ((2, 2) if touching else (0, 0))
    if touching:
        assert scene.decision("take over").usual() == "none"
        assert loader_of(scene.state, 1) == 0


@clause("sotr.gap.radio")
def test_the_radio_of_a_fallen_operator() -> None:
    """Whoever of the section touches him takes it; one pair of hands is not asked."""
    scene = Scene(
        us("us.command", (20, 20), name="C", men=3, spots=((22, 20), (23, 20)), models={1: {"down": True}}),
        us("us.rifle-squad", (22, 21), name="Able", pick=("rifleman",)),
    )
    scene.call(after_moving, "C")
    assert scene.kinds_asked() == []
    assert scene.man("C", 2).gear == ("medic", "radio")
    assert scene.man("C", 1).gear == ()
    assert scene.man("C", 2).tied == 0
    apart = Scene(us("us.command", (20, 20), name="C", men=2, spots=((22, 20),), models={1: {"down": True}}))
    apart.call(after_moving, "C")
    assert apart.man("C", 1).gear == ("radio",)


@clause("sotr.gap.radio")
def test_the_radio_of_a_goner_goes_to_somebody_of_the_section() -> None:
    """Whom its owner says."""
    scene = Scene(us("us.command", (20, 20), name="C", men=3))
    scene.change("C", men=(0, 2))
    scene.state = _without(scene, 1)
    scene.call(after_moving, "C", take_over="radio m2")
    assert scene.offered("take over") == ["radio m0", "radio m2", "none"]
    assert "radio" in scene.man("C", 1).gear


# ---- medics


@clause("sotr.gap.medic")
@pytest.mark.parametrize(("x", "helps"), [(21, True), (21.2, False)])
def test_a_medic_in_contact_attends(x: float, helps: bool) -> None:
    """One who moved there this turn cannot shoot."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",), each={"down": True}),
        us("us.command", (x, 20), name="C", pick=("medic",)),
    )
    assert attended(scene.state, 0) is helps
    assert not medic_busy(scene.state, 1)
    assert medic_busy(scene.change("C", 0, moved=2).state, 1) is helps


@clause("sotr.gap.medic")
def test_who_does_not_attend() -> None:
    """A medic who is DOWN, one of the enemy, one who fights; nobody attends a man on his feet."""
    down = us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",), each={"down": True})
    medic = us("us.command", (21, 20), name="C", pick=("medic",))
    assert not attended(Scene(down, medic).change("C", 0, down=True).state, 0)
    assert not attended(Scene(down, reich("reich.command", (21, 20), pick=("medic",))).state, 0)
    assert not attended(Scene(down, medic).change("Able", 0, down=False).state, 0)
    fighting = Scene(down, medic, reich("reich.zombies", (22, 20), name="Mob", men=1)).engage("C", 0, "Mob", 0)
    assert not attended(fighting.state, 0)


@clause("sotr.gap.shared-troops")
def test_a_mortar_without_a_loader_is_reloaded_by_its_gunner() -> None:
    """It fires without a die for a jam, then not in the next turn, until somebody loads for him."""
    alone = Scene(us("de.medium-mortar", (20, 20), name="Mortar", spots=(GUN, (30, 20))))
    assert alone.call(ready_to_fire, 1, "medium-mortar") is True
    assert alone.man("Mortar", 1).jammed == 3
    alone.change("Mortar", 1, jammed=2)
    assert may_not_serve(alone.state, 1, "medium-mortar") is not None
    assert alone.call(ready_to_fire, 1, "medium-mortar") is False
    served = Scene(us("de.medium-mortar", (20, 20), name="Mortar", spots=(GUN, (24, 20))))
    assert served.call(ready_to_fire, 1, "medium-mortar") is True
    assert served.man("Mortar", 1).jammed == 0

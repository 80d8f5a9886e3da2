"""Leaders: whose Command a unit tests on, and when an officer is no target."""

from typing import Any

import pytest

from sandtable.rulesets.d10.basics.leaders import command_of
from sandtable.rulesets.d10.fire.arms import arms
from sandtable.rulesets.d10.fire.targets import nearest_targets, open_targets
from sandtable.rulesets.d10.nerve.morale import check, rally
from tests.clause import clause

from .kit import Scene, german, terrain, us

CLAUSE = "d10.gap.leaders"


def led(far: float = 5, *more: Any, troop: str = "us.second-lieutenant", ground: Any = (), **rest: Any) -> Scene:
    """Able, with a lieutenant so far from base to base, and an enemy."""
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",) * 3, gap=0.5),
        us(troop, (20 - far - 1, 20), name="Lead", **rest),
        german("de.grenadier-squad", (20, 40), name="Berta", pick=("rifleman",)),
        *more,
        ground=ground,
    )


@clause(CLAUSE, "d10.morale.test", "d10.gap.measuring")
@pytest.mark.parametrize(("far", "command"), [(1, 7), (12, 7), (12.001, 5)])
def test_a_leader_lends_his_command_within_twelve_inches(far: float, command: int) -> None:
    """From base to base, to the nearest model."""
    scene = led(far)
    assert command_of(scene.state, 0) == (command, 1 if command == 7 else None)


@clause(CLAUSE)
def test_he_must_see_them_and_keep_his_head() -> None:
    """In his line of sight, neither panicked nor engaged, on the table."""
    assert command_of(led(ground=[terrain("building", box=(16, 18, 2, 4))]).state, 0) == (5, None)
    assert command_of(led(fields={"panicked": True}).state, 0) == (5, None)
    foe = german("de.grenadier-squad", (14, 21), name="Clara", pick=("rifleman",))
    assert command_of(led(5, foe).state, 0) == (5, None)
    assert command_of(led(fields={"place": "aboard"}).state, 0) == (5, None)


@clause(CLAUSE)
def test_whose_command_is_best() -> None:
    """A better leader is preferred, a worse one no help; only leaders lend theirs; an officer uses his own or a better."""
    sergeant = us("us.platoon-sergeant", (20, 22), name="Sergeant")
    scene = led(5, sergeant)
    assert command_of(scene.state, 0) == (7, 1)
    assert command_of(scene.state, 3) == (7, 1)
    assert command_of(scene.state, 1) == (7, None)
    assert command_of(led(card={"command": 5}).state, 0) == (5, None)
    assert command_of(led(troop="us.sniper-team").state, 0) == (5, None)
    enemy = german("de.second-lieutenant", (14, 18), name="Leutnant")
    assert command_of(led(30, enemy).state, 0) == (5, None)


@clause(CLAUSE, "d10.morale.test", "d10.test.default-diff")
def test_tests_are_made_on_it() -> None:
    """CM 7 passes on 3+; without him CM 5 on 5+."""
    scene = led()
    assert scene.call(check, "Able", "a test", "d10.morale.lost-combat", dice=[3])
    assert scene.thrown("morale")[0][2] == "3+"
    assert "Lead" in str(scene.event("passed a morale check").tells["lent"])
    assert led(13).call(check, "Able", "a test", "d10.morale.lost-combat", dice=[5])
    assert not led(13).call(check, "Able", "a test", "d10.morale.lost-combat", dice=[4])
    shaken = led().change("Able", panicked=True)
    assert shaken.call(rally, "Able", dice=[4])
    assert shaken.thrown("rallies")[0][2] == "4+"  # an enemy at 19 inches


def officer(men: int, *spots: tuple[float, float], ground: Any = (), troop: str = "us.rifle-squad") -> Scene:
    """A German officer ten inches from Able, and so many grenadiers at these spots who hide him by the switch."""
    role = "rifleman" if troop == "us.rifle-squad" else "scout"
    return Scene(
        us(troop, (20, 19), name="Able", pick=(role,)),
        german("de.second-lieutenant", (20, 30), name="Leutnant"),
        german("de.grenadier-squad", spots[0], name="Berta", pick=("rifleman",) * men, spots=spots[1:]),
        ground=ground,
        leaders_hide=True,
    )


def nearest(scene: Scene) -> list[str]:
    """Whom Able may take for the nearest target."""
    return [scene.state.units[aim.unit].name for aim in nearest_targets(scene.state, 0, arms(scene.state, 0))]


HOUSE = terrain("building", box=(21.5, 25, 6, 2))  # Able does not see who is behind it


@clause(CLAUSE)
def test_a_leader_among_his_men_is_no_nearest_target() -> None:
    """With three friends within three inches, one of whom is as near to the shooter as he: even where those are unseen."""
    beside = ((23.9, 29.28), (25.4, 29.28), (24.6, 30.6))
    assert nearest(officer(3, *beside, ground=[HOUSE])) == []
    assert nearest(officer(2, *beside[:2], ground=[HOUSE])) == ["Leutnant"]  # two are too few
    farther = tuple((x + 0.2, y - 0.08) for x, y in beside)
    assert nearest(officer(3, *farther, ground=[HOUSE])) == ["Leutnant"]  # more than three inches off
    behind = tuple((x, y + 0.12) for x, y in beside)
    assert nearest(officer(3, *behind, ground=[HOUSE])) == ["Leutnant"]  # farther from the shooter


@clause(CLAUSE)
def test_at_the_same_distance_his_men_are_taken() -> None:
    """Both ten inches from Able: it is no choice."""
    assert nearest(officer(3, (17.0, 19 + 10.583), (15.9, 29.0), (15.9, 30.2))) == ["Berta"]


@clause(CLAUSE, "d10.shoot.battle-awareness")
def test_battle_awareness_picks_him_out() -> None:
    """Whoever chooses freely may choose him."""
    scene = officer(3, (23.9, 29.28), (25.4, 29.28), (24.6, 30.6), troop="us.reconnaissance-squad", ground=[HOUSE])
    assert [aim.unit for aim in open_targets(scene.state, 0)] == [1]

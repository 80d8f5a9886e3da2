"""Breaking off: free blows, then a Rush to three inches from all enemies, or not at all."""

import pytest

from sandtable.rulesets.d10.basics.units import between, engaged
from sandtable.rulesets.d10.melee.break_off import breaking_off
from tests.clause import clause

from .kit import Scene, because, german, shift, takes, terrain, us

RIFLES = ("rifleman",) * 3


def locked(men: int = 1, foes: int = 1) -> Scene:
    """Riflemen in contact with grenadiers to the south of them."""
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",) * men, strength=10),
        german("de.grenadier-squad", (20, 21), name="Berta", pick=("rifleman",) * foes, strength=9),
    )


@clause("d10.gap.break-off", "d10.gap.combat-continues")
def test_every_enemy_model_in_contact_strikes_once_with_one_more() -> None:
    """Two of three touch: two dice that need 5; then Able is three inches off or more, and Berta has had no blow back."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=RIFLES[:2], strength=10),
        german("de.grenadier-squad", (20, 21), name="Berta", pick=RIFLES, spots=((21.5, 21), (20.7, 22)), strength=9),
    )
    scene.activate("Able", "break off", dice=[1, 1])
    assert scene.thrown("free blows") == [("Berta's free blows", (1, 1), "5+")]
    assert between(scene.state, 0, 1) >= 3000
    assert not scene.throws("Able's blows")
    assert [verb for verb, _ in scene.told("broke off", "rushed")] == ["broke off", "rushed"]


@clause("d10.gap.break-off")
def test_an_individual_has_one_free_blow_too() -> None:
    """One attack for every model in contact, whoever it is."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",), strength=10),
        german("de.second-lieutenant", (20, 21), name="Leutnant"),
    )
    scene.order("Able", "break off", dice=[1])
    assert [len(throw.faces) for throw in scene.throws("free blows")] == [1]


@clause("d10.gap.break-off", "d10.morale.unit-not-in-cc")
def test_free_blows_kill_and_the_survivors_get_away() -> None:
    """One of two falls; that is no lost round and, in close combat, no check for casualties."""
    scene = locked(2, 1).order("Able", "break off", dice=[5, 7])
    assert len(scene.unit("Able").men) == 1
    assert not scene.throws("morale")
    assert between(scene.state, 0, 1) >= 3000


@clause("d10.gap.break-off", "d10.gap.combat-fight")
def test_free_blows_hit_models_of_the_combat() -> None:
    """The man far behind does not fight, so he cannot be given the hit."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=RIFLES[:2], spots=((20, 17.5),), strength=10),
        german("de.grenadier-squad", (20, 21), name="Berta", pick=("rifleman",), strength=9),
    )
    front = scene.row("Able")
    scene.order("Able", "break off", dice=[5, 7])
    assert front not in scene.unit("Able").men
    assert "allocate" not in scene.kinds_asked()
    assert between(scene.state, 0, 1) >= 3000


@clause("d10.gap.break-off")
def test_nobody_is_left_to_get_away() -> None:
    """The only man falls."""
    scene = locked().order("Able", "break off", dice=[5, 7])
    assert scene.unit("Able").place == "destroyed"
    assert not scene.events("rushed")


@clause("d10.gap.break-off", "d10.morale.individual-wounds")
def test_an_individual_whose_wounds_drop_below_half_checks() -> None:
    """Two of three wounds left become one: he checks, fails and routs."""
    scene = Scene(
        us("us.second-lieutenant", (20, 20), name="Lt", models={0: {"wounds": 2}}),
        german("de.grenadier-squad", (20, 21), name="Berta", pick=("rifleman",), strength=9),
    )
    scene.order("Lt", "break off", dice=[6, 7, 1])
    assert scene.unit("Lt").place == "routed"
    assert not scene.events("rushed")


@clause("d10.gap.break-off")
@pytest.mark.parametrize(("up", "fine"), [(-3, True), (-2.99, False)])
def test_it_ends_three_inches_from_all_enemies(up: float, fine: bool) -> None:
    """Exactly three inches will do, a hair less will not."""
    scene = locked()
    domain = breaking_off(scene.state, 0)
    assert domain is not None
    scene.order("Able", "break off", dice=[1])
    decision = scene.decision("move")
    assert takes(decision, shift(0, up)) == fine
    if not fine:
        assert because(decision, shift(0, up)) == ("d10.gap.break-off",)


@clause("d10.gap.break-off", "d10.order.move-rush")
def test_it_goes_as_far_as_a_rush() -> None:
    """Twelve inches, and no farther."""
    scene = locked().order("Able", "break off", dice=[1], move=shift(0, -12))
    assert scene.point("Able") == (20, 8)
    assert not takes(locked().order("Able", "break off", dice=[1]).decision("move"), shift(0, -12.01))


@clause("d10.gap.break-off")
def test_where_there_is_no_way_out_nobody_breaks_off() -> None:
    """Walled in on three sides with the enemy on the fourth: the order is barred."""
    pen = [
        terrain("wall", line=[(18.5, 18.5), (21.5, 18.5)], height=3),
        terrain("wall", line=[(18.5, 18.5), (18.5, 23.5)], height=3),
        terrain("wall", line=[(21.5, 18.5), (21.5, 23.5)], height=3),
    ]
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",), strength=10),
        german("de.grenadier-squad", (20, 21.002), name="Berta", pick=("rifleman",), strength=9),
        ground=pen,
    )
    assert breaking_off(scene.state, 0) is None
    decision = scene.activate("Able").decision("order")
    assert because(decision, "break off") == ("d10.gap.break-off",)


@clause("d10.gap.break-off", "d10.gap.guns")
def test_the_crew_of_a_gun_do_not_break_off() -> None:
    """A gun does not Rush."""
    scene = Scene(
        us("us.rifle-squad", (24, 20), name="Able", pick=("rifleman",), strength=10),
        german("de.heavy-at-gun", (20, 20), name="Pak", spots=((23, 20), (20, 22), (21, 22), (19, 22), (18, 21))),
    )
    decision = scene.activate("Pak").decision("order")
    assert "d10.gap.guns" in because(decision, "break off")


@clause("d10.gap.break-off", "d10.cc.opponent-panicked")
def test_a_panicked_unit_may_break_off() -> None:
    """At +1 and +2 for the blows: 3 or more."""
    scene = locked().change("Able", panicked=True).activate("Able", "break off", dice=[1])
    assert scene.thrown("free blows") == [("Berta's free blows", (1,), "3+")]
    assert not engaged(scene.state, 0)


@clause("d10.gap.break-off", "d10.gap.coherency")
def test_who_is_torn_apart_by_the_blows_still_gets_away() -> None:
    """The man in the middle falls: the two others are out of coherency and close up on their way out, or stay."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=RIFLES, spots=((22.5, 20), (25, 20)), strength=10),
        german("de.grenadier-squad", (22.5, 21), name="Berta", pick=("rifleman",), strength=9),
    )
    scene.order("Able", "break off", dice=[5, 7])
    assert len(scene.unit("Able").men) == 2
    assert between(scene.state, 0, 1) >= 3000

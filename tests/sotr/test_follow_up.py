"""The follow-up after hand-to-hand, and Frenzy."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.play.marching import Marching
from sandtable.play.planning import plan
from sandtable.rulesets.sotr.melee.follow_up import friend_fighting, may_follow_up
from sandtable.rulesets.sotr.melee.frenzy import frenzied, mob_move_target, must_assault
from sandtable.rulesets.sotr.melee.hand_to_hand import close_step
from sandtable.rulesets.sotr.nerve.breaking import break_tests
from sandtable.rulesets.sotr.nerve.cool import cool, cool_test
from sandtable.rulesets.sotr.nerve.horror import dares_to_charge, stands_charge
from tests.clause import clause

from .kit import Scene, because, march, reich, shift, stay, takes, terrain, us
from .melee_kit import fight, pairs

RIFLES = ("rifleman",) * 3


def after(
    *spots: tuple[float, float], foe: tuple[float, float] = (20, 19), troop: str = "us.rifle-squad", **options: Any
) -> Scene:
    """A man in a fight that has been fought, and comrades of his, about to follow up."""
    return Scene(
        us(troop, (20, 20), name="Able", men=1 + len(spots), spots=spots),
        reich("reich.sturmgrenadiers", foe, name="Men", pick=("grenadier",)),
        fields={"phase": "close", "holder": 0, "fought": (0, 1), "followers": (0,)},
        **options,
    ).engage("Able", 0, "Men", 0)  # fmt: skip


@clause("sotr.follow.move", "sotr.hth.once-engaged")
def test_those_without_an_enemy_may_follow_up_when_all_is_fought() -> None:
    """Three inches, no more; those in contact stay."""
    scene = after((20, 27), (20, 28.5))
    assert may_follow_up(scene.state, 0) == (1, 2)
    fight(scene, follow_up="move", follow_up_move=shift(0, 3))
    assert [scene.point("Able", man) for man in range(3)] == [(20, 20), (20, 30), (20, 31.5)]
    decision = scene.decision("follow up move")
    assert "sotr.follow.move" in because(decision, shift(0, 3.01))
    assert close_step(scene.state) is None
    assert scene.state.followers == ()


@clause("sotr.follow.move")
def test_rubble_slows_a_follow_up() -> None:
    """Terrain costs apply."""
    scene = after((20, 27), ground=[terrain("ruin", box=(15, 26, 10, 6))])
    fight(scene, follow_up="move", follow_up_move=stay())
    decision = scene.decision("follow up move")
    assert takes(decision, shift(0, 1.5))
    assert not takes(decision, shift(0, 1.51))


@clause("sotr.follow.move")
def test_models_of_other_units_do_not_follow_up() -> None:
    """Only those of the engagement; and a fight in which a unit broke has no follow-up (see the break tests)."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",)),
        us("us.rifle-squad", (23, 22), name="Baker", pick=("rifleman",)),
        reich("reich.sturmgrenadiers", (20, 19), name="Men", pick=("grenadier",)),
        fields={"phase": "close", "holder": 0},
    ).engage("Able", 0, "Men", 0)
    fight(scene, [3, 3])
    assert scene.point("Baker") == (23, 22)
    assert [unit for _, unit in scene.told("followed up")] == []


@clause("sotr.follow.must", "sotr.assault.only-way", "sotr.hth.once-engaged")
def test_a_friend_within_three_inches_has_to_be_helped() -> None:
    """By default into contact; not moving and going away are refused. He has not charged."""
    scene = after((21.5, 21.5))
    assert friend_fighting(scene.state, 1) == 0
    fight(scene)
    decision = scene.decision("close in")
    assert "sotr.follow.must" in because(decision, march())
    assert "sotr.follow.must" in because(decision, shift(0, 1))
    assert "sotr.move.one-inch" in because(decision, march([(21.2, 20.3)]))
    assert pairs(scene) == {(0, 2), (1, 2)}
    assert scene.man("Able", 1).charged == 0
    assert "follow up" not in scene.kinds_asked()


@clause("sotr.follow.must")
@pytest.mark.parametrize(("y", "friend"), [(24.0, 0), (24.001, None)])
def test_within_three_inches_from_base_to_base(y: float, friend: int | None) -> None:
    """Just beyond he is free."""
    assert friend_fighting(after((20, y)).state, 1) == friend


@clause("sotr.assault.only-way")
def test_by_the_option_a_follow_up_engages_nobody() -> None:
    """It ends an inch from the enemy."""
    scene = after((21, 22.5), followup_engages=False)
    fight(scene)
    assert pairs(scene) == {(0, 2)}
    x, y = scene.point("Able", 1)
    assert ((x - 20) ** 2 + (y - 19) ** 2) ** 0.5 >= 2
    assert y < 22.5


@clause("sotr.follow.cover-prone", "sotr.follow.must")
def test_who_has_nobody_to_help_may_go_prone() -> None:
    """The other has to help."""
    scene = after((20, 22), (20, 27))
    fight(scene, follow_up="prone")
    assert [scene.man("Able", man).prone for man in range(3)] == [False, False, True]
    assert scene.offered("follow up") == ["stay", "move", "prone"]


@clause("sotr.follow.cover-prone")
def test_a_follow_up_may_lead_into_cover() -> None:
    """A wood two inches off."""
    scene = after((20, 27), ground=[terrain("woods", box=(15, 29, 10, 5))])
    fight(scene, follow_up="move", follow_up_move=march([(20, 30)]))
    assert scene.point("Able", 1) == (20, 30)


# ---- Frenzy


def pack(*spots: tuple[float, float], foes: tuple[tuple[float, float], ...] = ((30, 20),), **rest: Any) -> Scene:
    """Werewolves after a fight."""
    return Scene(
        us("us.rifle-squad", foes[0], name="Able", men=len(foes), spots=foes[1:]),
        reich("reich.werewolves", spots[0], name="Pack", men=len(spots), spots=spots[1:]),
        fields={"phase": "close", "holder": 1, "fought": (0, 1), "followers": (1,)},
        **rest,
    )


@clause("sotr.frenzy.follow")
def test_the_frenzied_must_engage_if_they_can() -> None:
    """Two inches off; nothing else is taken, and with nobody in reach they close with the enemy."""
    scene = pack((30, 23.3))
    fight(scene)
    decision = scene.decision("close in")
    assert "sotr.frenzy.follow" in because(decision, shift(0, 0))
    assert "sotr.frenzy.follow" in because(decision, shift(0, 1))
    assert pairs(scene) == {(0, 1)}
    far = fight(pack((30, 30)))
    assert far.point("Pack") == (30, 27)
    assert "sotr.frenzy.follow" in because(far.decision("close in"), shift(1, 0.5))
    assert "follow up" not in far.kinds_asked()


@clause("sotr.frenzy.follow")
def test_the_frenzied_are_shown_where_to_go_wherever_they_are_pointed() -> None:
    """Of a pack some engage and others close in: nobody finds that by hand, so every plan falls back on it and says why."""
    scene = fight(pack((30, 23.3), (31.5, 24), (30, 25.2)))
    decision = scene.decision("close in")
    domain = decision.domain
    assert isinstance(domain, Marching)
    for goal in (domain.terms.layout.point(domain.movers[0]), (inches(40), inches(24)), (inches(30), inches(30))):
        planned = plan(domain, goal)
        assert planned.refusal is None
        assert planned.draft == domain.fixed
        assert planned.beyond is not None
        assert "sotr.frenzy.follow" in planned.beyond.because


@clause("sotr.frenzy.follow", "sotr.assault.only-way")
def test_the_frenzied_engage_even_where_follow_ups_do_not() -> None:
    """The option is for others."""
    assert pairs(fight(pack((30, 23.3), followup_engages=False))) == {(0, 1)}


@clause("sotr.frenzy.assault")
def test_the_frenzied_must_assault_who_is_in_reach() -> None:
    """Twelve inches and in sight."""
    near = pack((30, 33.3))
    assert must_assault(near.state, 1) == [0]
    assert must_assault(pack((30, 33.31)).state, 1) == []
    house = terrain("building", box=(25, 24, 10, 4))
    assert must_assault(pack((30, 31), ground=[house]).state, 1) == []
    for man in range(len(near.unit("Pack").men)):
        near.change("Pack", man, frenzied=False)
    assert must_assault(near.state, 1) == []


@clause("sotr.frenzy.assault")
def test_a_mob_goes_for_the_nearest() -> None:
    """Within reach it assaults him, else it moves toward him."""
    scene = Scene(
        us("us.rifle-squad", (30, 20), name="Able", men=1),
        us("us.rifle-squad", (25, 20), name="Baker", men=1),
        reich("reich.zombies", (20, 20), name="Mob", men=1),
    )
    assert must_assault(scene.state, 2) == [1]
    assert mob_move_target(scene.state, 2) == 1
    assert mob_move_target(scene.change("Baker", hidden=True).state, 2) == 0
    assert must_assault(scene.state, 2) == []


@clause("sotr.frenzy.horror")
def test_horror_never_affects_the_frenzied() -> None:
    """Neither when they charge nor when they are charged: no dice."""
    scene = Scene(
        us("us.rifle-squad", (30, 20), name="Mad", men=1, each={"frenzied": True}),
        reich("reich.vampire", (30, 24), name="Count"),
    )
    assert frenzied(scene.state, 0)
    assert scene.call(dares_to_charge, "Mad", "Count") is True
    assert scene.call(stands_charge, "Mad", "Count") is True


@clause("sotr.frenzy.lost")
def test_a_failed_cool_test_ends_frenzy() -> None:
    """A passed one does not; `cool.cool_test` is where it happens."""
    scene = pack((30, 30))
    scene.call(cool_test, "Pack", cool(scene.state, 1), "a test", (), dice=[1, 1])
    assert scene.man("Pack").frenzied
    scene.call(cool_test, "Pack", cool(scene.state, 1), "a test", (), dice=[6, 6])
    assert not scene.man("Pack").frenzied


@clause("sotr.frenzy.no-casualty-test")
def test_casualties_by_fire_do_not_test_the_frenzied() -> None:
    """A unit of which one is not Frenzied does test."""
    scene = pack((30, 30), (32, 30))
    assert frenzied(scene.state, 1)
    scene.call(break_tests, ((1, 1),), 0, dice=[])
    assert scene.events("tested its Cool") == []
    scene.change("Pack", 1, frenzied=False)
    assert not frenzied(scene.state, 1)
    scene.call(break_tests, ((1, 1),), 0, dice=[1, 1])
    assert len(scene.events("tested its Cool")) == 1


@clause("sotr.frenzy.bonus")
def test_frenzy_adds_one_in_a_fight() -> None:
    """Claws, HORROR and Frenzy: +3."""
    scene = Scene(
        us("us.rifle-squad", (30, 20), name="Able", pick=("rifleman",)),
        reich("reich.werewolves", (30, 21.3), name="Pack", men=1),
        fields={"phase": "close", "holder": 1},
    ).engage("Able", 0, "Pack", 0)
    fight(scene, [2, 5])
    assert scene.event("fought").tells["score"] == 5

"""Dicing off suppression: the score and what changes it, when it is diced, for players and for the solo force."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.rulesets.skirmish41.nerve.suppression import dice_off, removal_modifiers, score_for
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.solo.solo import act
from sandtable.rulesets.skirmish41.state import Harm, Mission
from sandtable.rulesets.skirmish41.turn.activation import activate
from sandtable.rulesets.skirmish41.turn.turn import next_activation
from tests.clause import clause

from .kit import Scene, brit, german, instead_of, shift, terrain

SHOT = (Harm(1, 1, "small arms"),)
RIFLEMEN = ("rifleman", "rifleman")
WOOD = terrain("woods", box=(15, 15, 10, 10))


def pinned(markers: int = 1, *, shot: bool = True, wood: bool = True, pick: Any = RIFLEMEN, **rest: Any) -> Scene:
    """Men with markers in a wood, or in the open."""
    fields = {"suppression": markers, "shot_by": SHOT if shot else ()}
    return Scene(
        brit("gb.rifle-team", (19, 20), name="Able", pick=pick, fields=fields),
        *rest.pop("others", ()),
        german("de.rifle-team", (60, 40), name="Berta"),
        ground=[WOOD] if wood else [],
        **rest,
    )


def needs(scene: Scene, die: int = 6) -> str:
    """What the die of a team with one marker needs."""
    scene.call(dice_off, "Able", dice=[die])
    return scene.reasons("dices off")[0]


@clause("sk.gap.suppression-removal")
def test_a_die_for_each_marker() -> None:
    """Four and more take one away."""
    scene = pinned(3)
    scene.call(dice_off, "Able", dice=[3, 4, 5])
    assert scene.throws("dices off")[0].needs == "4+"
    assert scene.unit("Able").suppression == 1
    assert scene.event("stayed suppressed").tells["markers"] == 1
    scene.call(dice_off, "Able", dice=[4])
    assert scene.unit("Able").suppression == 0
    assert scene.events("shook off its suppression")


@clause("sk.gap.suppression-removal")
@pytest.mark.parametrize(
    ("pick", "wounds", "expected"), [(("NCO", "rifleman"), 0, "3+ (+1 led)"), (("NCO", "rifleman"), 1, "4+")]
)
def test_an_unhurt_leader_is_worth_one(pick: tuple[str, ...], wounds: int, expected: str) -> None:
    """Of the team itself."""
    assert needs(pinned(pick=pick).change("Able", 0, wounds=wounds)) == expected


@clause("sk.gap.suppression-removal")
@pytest.mark.parametrize(("x", "expected"), [(33.4, "3+ (+1 led)"), (33.5, "4+")])
def test_so_is_an_officer_within_twelve_inches(x: float, expected: str) -> None:
    """And in sight: the edge of the wood is."""
    officer = brit("gb.command", (x, 20), name="HQ", pick=("officer",))
    open_wood = terrain("hedge", line=[(15, 21.2), (25, 21.2)])
    scene = pinned(wood=False, others=(officer,))
    scene.state = _with(scene, terrain=(open_wood,))
    assert needs(scene) == expected


@clause("sk.gap.suppression-removal")
def test_an_officer_behind_a_house_is_of_no_use() -> None:
    """Out of sight."""
    officer = brit("gb.command", (30, 20), name="HQ", pick=("officer",))
    house = terrain("building", box=(23, 16, 4, 8))
    scene = pinned(wood=False, others=(officer,))
    scene.state = _with(scene, terrain=(house, terrain("hedge", line=[(15, 21.2), (22, 21.2)])))
    assert needs(scene) == "4+"


def _with(scene: Scene, **fields: Any) -> Any:
    return replace(scene.state, **fields)


@clause("sk.gap.suppression-removal")
def test_quiet_is_worth_one_and_open_ground_costs_one() -> None:
    """Not shot at since its last turn; everybody in the open."""
    assert needs(pinned(shot=False)) == "3+ (+1 not shot at)"
    assert needs(pinned(wood=False)) == "5+ (-1 all in the open)"


@clause("sk.gap.suppression-removal")
def test_one_man_in_cover_is_enough() -> None:
    """Not every figure is in the open."""
    scene = pinned(wood=False)
    scene.state = _with(scene, terrain=(terrain("hedge", line=[(17, 21.2), (19, 21.2)]),))
    assert needs(scene) == "4+"


@clause("sk.gap.suppression-removal")
def test_a_one_always_fails_and_a_six_always_succeeds() -> None:
    """Whatever the score and what it gets."""
    best = removal_modifiers(Options(), led=True, quiet=True, in_the_open=False)
    worst = removal_modifiers(Options(), led=False, quiet=False, in_the_open=True)
    assert score_for(best, Options(suppression_removal_score=2)) == 2
    assert score_for(worst, Options(suppression_removal_score=6)) == 6
    assert score_for(best, Options()) == 2
    assert score_for((), Options(suppression_removal_score=5)) == 5


@clause("sk.gap.suppression-removal")
@pytest.mark.parametrize("score", [2, 3, 4, 5, 6])
def test_the_score_is_a_switch(score: int) -> None:
    """Four by default."""
    assert needs(pinned(suppression_removal_score=score)) == f"{score}+"


# ---- when


@clause("sk.gap.suppression-removal", "sk.turn.player-phase")
def test_players_may_dice_before_a_team_acts() -> None:
    """By the switch: it costs nothing, and the team acts by what is left."""
    scene = pinned(player_suppression_dice="before-acting").activate("Able", "move", dice=[4], move=shift(0, 3))
    assert scene.told("shook off its suppression", "moved") == [("shook off its suppression", 0), ("moved", 0)]
    assert scene.figure("Able").spent == 1


@clause("sk.turn.player-phase", "sk.gap.suppression-removal")
def test_players_dice_after_a_team_has_moved() -> None:
    """It crawls first, dices, and moves no more, but it may shoot with what it has won back."""
    scene = pinned(wood=False)
    scene.state = _with(scene, terrain=(terrain("hedge", line=[(15, 23.2), (25, 23.2)]),))
    crawl = instead_of((shift(0, 2.01), "sk.move.six"), give=shift(0, 2))
    scene.call(activate, "Able", dice=[4, 1, 1], action=["move", "fire"], move=crawl)
    order = scene.told("moved", "shook off its suppression", "fired")
    assert order == [("moved", 0), ("shook off its suppression", 0), ("fired", 0)]
    last = [one for one in scene.asked if one.kind == "action"][-1]
    assert last.domain.barred()["move"].because == ("sk.turn.player-phase",)  # type: ignore[attr-defined]


@clause("sk.turn.player-phase")
def test_who_is_not_suppressed_is_asked_once() -> None:
    """There is nothing to dice for between its moves."""
    scene = pinned(0)
    scene.call(activate, "Able", action=["move", "move"], move=[shift(0, 1), shift(0, 1)])
    assert len(scene.events("moved")) == 2


@clause("sk.turn.player-phase", "sk.gap.suppression-removal")
@pytest.mark.parametrize("when", ["before-acting", "after-moving"])
def test_those_who_stand_by_dice_too(when: str) -> None:
    """In either way of playing."""
    scene = pinned(player_suppression_dice=when)
    scene.call(next_activation, dice=[4], team="rest")
    assert scene.unit("Able").suppression == 0


@clause("sk.gap.suppression-removal", "sk.morale.routers")
def test_routers_dice_as_they_run() -> None:
    """After they have fled."""
    scene = pinned(wood=False).change("Able", routing=True)
    scene.activate("Able", dice=[1, 5])
    assert scene.told("fled", "shook off its suppression") == [("fled", 0), ("shook off its suppression", 0)]


def solo(**options: Any) -> Scene:
    """A solo team with a marker, far from a British one."""
    return Scene(
        brit("gb.rifle-team", (20, 2), name="Able", pick=RIFLEMEN),
        german("de.rifle-team", (20, 23), name="Berta", pick=RIFLEMEN, fields={"suppression": 1}),
        mission=Mission("patrol"),
        fields={"active": 1},
        **options,
    )


@clause("sk.turn.solo-phase", "sk.gap.suppression-removal")
def test_the_solo_force_shoots_before_it_dices() -> None:
    """So its men have an action each, and only then recover."""
    scene = solo()
    scene.call(act, "Berta", dice=[1, 1, 1, 5])
    order = scene.told("fired", "shook off its suppression")
    assert order == [("fired", 1), ("shook off its suppression", 1)]


@clause("sk.turn.solo-phase", "sk.gap.suppression-removal")
def test_unless_it_dices_first() -> None:
    """Then they have all their actions."""
    scene = solo(solo_suppression_dice="before-acting")
    scene.call(act, "Berta", dice=[5, 1, 1, 1])
    order = scene.told("fired", "shook off its suppression")
    assert order == [("shook off its suppression", 1), ("fired", 1)]


@clause("sk.morale.fall-back", "sk.turn.solo-phase")
def test_a_solo_team_that_fell_back_does_nothing_but_dice() -> None:
    """Whichever comes first."""
    for when in ("before-acting", "after-shooting"):
        scene = solo(solo_suppression_dice=when).change("Berta", frozen=1)
        scene.call(act, "Berta", dice=[5])
        assert scene.unit("Berta").suppression == 0
        assert scene.events("fired") == []

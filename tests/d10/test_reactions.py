"""Reactions: who on Hold may shoot at a move or after shooting, when, and what comes of it."""

from typing import Any

import pytest

from sandtable.play.script import Play
from sandtable.rulesets.d10.react import travel as travels
from sandtable.rulesets.d10.react.reactions import on_hold
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.turn.turn import next_activation
from tests.clause import clause

from .kit import Scene, german, march, pivot, shift, terrain, us

HOLD, SHOOTS, LIMITS, TEST = (
    "d10.gap.hold-enables",
    "d10.gap.reaction-shoot",
    "d10.gap.reaction-limits",
    "d10.gap.reaction-test",
)
Spot = tuple[float, float]


def duel(*more: Any, at: Spot = (20, 30), men: int = 1, ground: Any = (), holder: Any = None, **rest: Any) -> Scene:
    """Able's riflemen at (20, 20), and Berta's on Hold, nine inches off from base to base."""
    fields = {"hold": True, **(holder or {})}
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",) * men, gap=0.5),
        german("de.grenadier-squad", at, name="Berta", pick=("rifleman",), fields=fields),
        *more,
        ground=ground,
        **rest,
    )


# ---- when


@clause(SHOOTS)
@pytest.mark.parametrize(
    ("far", "stations"),
    [(0.5, []), (3, ["s1", "s2", "s3"]), (3.5, ["s1", "s2", "s3", "s4"]), (4, ["s1", "s2", "s3", "s4"])],
)
def test_at_every_full_inch_and_at_the_end(far: float, stations: list[str]) -> None:
    """Three and a half inches: after one, two, three, and where it ends. Half an inch: at its end, and nothing is asked."""
    scene = duel().order("Able", "move", move=shift(far, 0), dice=[5, 1])
    assert scene.kinds_asked() == ["move", "react", *(["react at"] if stations else [])]
    if stations:
        assert scene.offered("react at") == stations


@clause(SHOOTS)
def test_the_owner_picks_the_point() -> None:
    """The mover is shot at where it is then, and goes on if it lives."""
    scene = duel(men=3)
    seen: list[tuple[float, float]] = []

    def at_two(decision: Any) -> str:
        seen.append(scene.point("Able"))
        return "s2"

    scene.order("Able", "move", move=shift(4, 0), react="Berta", react_at=at_two, dice=[5, 6, 6])
    on_way = scene.event("was on its way")
    assert on_way.tells["length"] == 2000
    assert on_way.sets["places"][0][1:3] == (22000, 20000)
    told = [verb for verb, _ in scene.told("was on its way", "shot", "lost models", "has reacted", "moved")]
    assert told == ["was on its way", "shot", "lost models", "has reacted", "moved"]
    assert len(scene.unit("Able").men) == 2
    assert scene.point("Able") in {(24, 20), (25.5, 20)}
    assert scene.unit("Able").orders == ("move",)


@clause(SHOOTS)
def test_a_reaction_at_the_end_of_the_way() -> None:
    """It has moved before it is shot at, and the log says so once."""
    scene = duel().order("Able", "move", move=shift(4, 0), react_at="s4", dice=[5, 1])
    assert scene.told("moved", "shot", "was on its way") == [("moved", 0), ("shot", 1)]
    assert scene.event("moved").tells["length"] == 4000


@clause(SHOOTS)
def test_only_where_it_is_seen() -> None:
    """A house hides the first five inches."""
    house = terrain("building", box=(17, 24, 5.2, 2))  # the line past its corner leads to (25.5, 20)
    scene = duel(ground=[house]).order("Able", "rush", move=shift(8, 0), dice=[5, 1])
    assert scene.offered("react at") == ["s6", "s7", "s8"]
    hidden = duel(ground=[house]).order("Able", "move", move=shift(2, 0))
    assert hidden.kinds_asked() == ["move"]


@clause(SHOOTS, "d10.gap.measuring")
def test_only_in_range_of_some_weapon() -> None:
    """A rifle reaches 36 inches: of a Rush from 38 inches off, the second inch is the first in range."""
    scene = duel(at=(59, 20)).order("Able", "rush", move=shift(3, 0), dice=[5, 1])
    assert scene.offered("react at") == ["s2", "s3"]
    assert duel(at=(59, 20)).order("Able", "rush", move=shift(1, 0)).kinds_asked() == ["move"]


def served(troop: str, at: Spot, bearing: float = 0, **fields: Any) -> Scene:
    """Able at (20, 20), and a weapon on Hold whose crew have nothing else."""
    crew = {man: {"weapons": ()} for man in range(0 if "gun" in troop else 1, 5)}
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",)),
        german(troop, at, name="Gun", bearing=bearing, gap=0.1, models=crew, fields={"hold": True, **fields}),
    )


@clause(SHOOTS, "d10.gap.tag-fixed")
def test_a_fixed_weapon_that_has_moved_does_not_react() -> None:
    """One that has not may."""
    still = served("de.mmg-team", (20, 40)).order("Able", "move", move=shift(1, 0), dice=[1])
    assert still.kinds_asked() == ["move", "react"]
    moved = served("de.mmg-team", (20, 40), moved=True).order("Able", "move", move=shift(1, 0))
    assert moved.kinds_asked() == ["move"]


@clause(SHOOTS, "d10.gap.guns")
def test_a_gun_reacts_in_its_front_arc() -> None:
    """Turned 60 degrees to the right it bears on what is 15 degrees to its right: from 5.4 inches on, twenty inches off."""
    scene = served("de.heavy-at-gun", (20, 40), 60).order("Able", "rush", move=shift(8, 0), dice=[1])
    assert scene.offered("react at") == ["s6", "s7", "s8"]
    away = served("de.heavy-at-gun", (20, 40), 180).order("Able", "rush", move=shift(8, 0))
    assert away.kinds_asked() == ["move"]


@clause(SHOOTS, "d10.gap.tag-indirect")
def test_a_mortar_does_not_react_within_twelve_inches() -> None:
    """Able runs from 10.5 inches to 13.5."""
    scene = served("de.medium-mortar", (20, 31.5)).order("Able", "move", move=shift(0, -3), dice=[1])
    assert scene.offered("react at") == ["s2", "s3"]


@clause(SHOOTS)
def test_a_gun_that_is_turned_makes_a_move() -> None:
    """It may be reacted to where it stands."""
    scene = Scene(
        us("us.medium-at-gun", (20, 20), name="Gun", gap=0.1),
        german("de.grenadier-squad", (20, 30), name="Berta", pick=("rifleman",), fields={"hold": True}),
    )
    scene.order("Gun", "move", move=pivot(90), dice=[5, 1])
    assert scene.told("moved", "shot") == [("moved", 0), ("shot", 1)]


# ---- how


@clause(SHOOTS)
def test_the_mover_is_the_target_nearest_or_not() -> None:
    """Baker is nearer to Berta, and Able who moves is shot at."""
    nearer = us("us.rifle-squad", (30, 28), name="Baker", pick=("rifleman",))
    scene = duel(nearer).order("Able", "move", move=shift(1, 0), dice=[5, 6, 6])
    assert scene.event("shot").tells["at"] == "Able"
    assert scene.unit("Able").place == "destroyed"
    assert SHOOTS in scene.event("shot").because


@clause(SHOOTS, "d10.hit.moved")
@pytest.mark.parametrize(("moved", "needs"), [(False, "6+"), (True, "7+")])
def test_a_holder_that_moved_before_shoots_worse(moved: bool, needs: str) -> None:
    """SH 4: 6+, or 7+."""
    scene = duel(holder={"moved": moved}).order("Able", "move", move=shift(1, 0), dice=[5, 1])
    assert [one for _, _, one in scene.thrown("rifle")] == [needs]


@clause(TEST, "d10.test.default-diff", "d10.shoot.natural-1", "d10.shoot.natural-10")
@pytest.mark.parametrize(("command", "needs"), [(4, "6+"), (5, "5+"), (6, "4+"), (7, "3+"), (8, "2+"), (10, "2+")])
def test_the_test_is_command_against_four(command: int, needs: str) -> None:
    """CM 5: 5+; never better than 2+."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",)),
        german("de.grenadier-squad", (20, 30), name="Berta", pick=("rifleman",), fields={"hold": True},
               card={"command": command}),
    )  # fmt: skip
    scene.order("Able", "move", move=shift(1, 0), dice=[1])
    assert [one for _, _, one in scene.thrown("reaction")] == [needs]
    assert scene.told("failed a reaction test") == [("failed a reaction test", 1)]


@clause(TEST, "d10.gap.leaders")
def test_a_leader_lends_his_command_to_it() -> None:
    """CM 7: 3+."""
    scene = duel(german("de.second-lieutenant", (22, 32), name="Leutnant"))
    scene.order("Able", "move", move=shift(1, 0), dice=[3, 1])
    assert [one for _, _, one in scene.thrown("reaction")] == ["3+"]


# ---- how often


@clause(HOLD)
def test_a_passed_test_spends_hold() -> None:
    """Whether or not the shot hits; it does not react to what comes after."""
    scene = duel().activate("Able", "move", "shoot", move=shift(1, 0), dice=[5, 1, 1])
    assert not scene.unit("Berta").hold
    assert scene.kinds_asked().count("react") == 1


@clause(HOLD)
def test_a_failed_test_closes_the_activation() -> None:
    """Berta keeps Hold, and may not try again until another unit is activated."""
    scene = duel(us("us.rifle-squad", (30, 20), name="Baker", pick=("rifleman",)))
    scene.activate("Able", "move", "shoot", move=shift(1, 0), dice=[4, 1])
    assert scene.unit("Berta").hold
    assert scene.state.closed == (1,)
    assert scene.kinds_asked().count("react") == 1
    scene.activate("Baker", "move", move=shift(1, 0), dice=[5, 1])
    assert scene.kinds_asked().count("react") == 1
    assert not scene.unit("Berta").hold


@clause(HOLD)
def test_by_a_switch_a_failed_test_loses_hold() -> None:
    """Then there is no more to try."""
    scene = duel(hold_lost_on_failed_test=True).order("Able", "move", move=shift(1, 0), dice=[4])
    assert not scene.unit("Berta").hold


@clause(HOLD)
def test_closed_units_are_open_again_when_play_passes() -> None:
    """At the end of the activation."""
    scene = duel(fields={"closed": (1,)})
    scene.call(next_activation, order="nothing")
    assert scene.state.closed == ()


@clause(HOLD, "d10.morale.panic-no-reaction-shoot")
def test_who_may_react() -> None:
    """On Hold, on the table, neither panicked nor engaged."""
    assert on_hold(duel().state, 1) == [1]
    assert on_hold(duel(holder={"hold": False}).state, 1) == []
    assert on_hold(duel(holder={"panicked": True}).state, 1) == []
    assert on_hold(duel(holder={"place": "aboard"}).state, 1) == []
    assert on_hold(duel(us("us.rifle-squad", (20, 31), name="Baker", men=1)).state, 1) == []
    assert duel(holder={"panicked": True}).order("Able", "move", move=shift(1, 0)).kinds_asked() == ["move"]
    assert duel(holder={"hold": False}).order("Able", "move", move=shift(1, 0)).kinds_asked() == ["move"]


@clause(LIMITS, HOLD)
def test_several_react_in_any_order() -> None:
    """Clara first, at the second inch; then Berta, there or later."""
    clara = german("de.grenadier-squad", (26, 30), name="Clara", pick=("rifleman",), fields={"hold": True})
    scene = duel(clara)
    answers = {"react": ["Clara", "Berta"], "react_at": ["s2", "s4"]}
    scene.order("Able", "move", move=shift(4, 0), dice=[5, 1, 5, 1], **answers)
    assert scene.told("shot", "was on its way", "moved") == [
        ("was on its way", 0),
        ("shot", 2),
        ("moved", 0),
        ("shot", 1),
    ]
    later = [one for one in scene.asked if one.kind == "react at"][1]
    assert list(later.domain.options()) == ["s2", "s3", "s4"]  # type: ignore[arg-type]
    again = [one for one in scene.asked if one.kind == "react"][1]
    assert list(again.domain.options()) == ["nobody", "u1"]  # type: ignore[arg-type]


@clause(LIMITS)
def test_nobody_has_to_react() -> None:
    """Then the move goes on, and Hold is kept."""
    scene = duel().order("Able", "move", move=shift(4, 0), react="nobody")
    assert scene.kinds_asked() == ["move", "react"]
    assert scene.unit("Berta").hold
    assert scene.point("Able") == (24, 20)


@clause(LIMITS)
def test_a_reaction_is_not_reacted_to() -> None:
    """Baker on Hold watches Berta shoot at Able."""
    baker = us("us.rifle-squad", (24, 20), name="Baker", pick=("rifleman",), fields={"hold": True})
    scene = duel(baker).order("Able", "shoot", dice=[1, 5, 1])
    assert scene.kinds_asked().count("react") == 1
    assert scene.decision("react").seat == 1
    assert scene.told("shot") == [("shot", 0), ("shot", 1)]
    assert scene.unit("Baker").hold


# ---- what comes of it


@clause(SHOOTS)
def test_a_mover_that_panics_stops_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """And its activation ends: it is asked for no further order."""

    async def panic(play: Play[Battle], holder: int, number: int) -> None:
        play.tell("has reacted", HOLD, unit=holder, sets={"hold": False})
        play.tell("panicked", SHOOTS, unit=number, sets={"panicked": True}, tells={"why": "", "lent": ""})

    monkeypatch.setattr(travels, "react_to_move", panic)
    scene = duel().activate("Able", "move", move=shift(4, 0), react_at="s2")
    assert scene.point("Able") == (22, 20)
    assert scene.kinds_asked().count("order") == 1
    assert scene.told("moved") == []


@clause(SHOOTS)
def test_a_unit_that_was_panicked_already_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only new panic stops it."""

    async def nothing(play: Play[Battle], holder: int, number: int) -> None:
        play.tell("has reacted", HOLD, unit=holder, sets={"hold": False})
        play.tell("stayed panicked", SHOOTS, unit=number, tells={"why": "", "lent": ""})

    monkeypatch.setattr(travels, "react_to_move", nothing)
    scene = duel().change("Able", panicked=True).order("Able", "rush", move=shift(0, -4), react_at="s2")
    assert scene.point("Able") == (20, 16)


@clause(SHOOTS, "d10.morale.unit-casualty")
def test_morale_is_checked_at_once() -> None:
    """One of two men of a squad of four falls: below half, it routs on a 4, and its activation is over."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",) * 2, strength=4),
        german("de.grenadier-squad", (20, 30), name="Berta", pick=("rifleman",), fields={"hold": True}),
    )
    scene.activate("Able", "move", move=shift(4, 0), react_at="s1", dice=[5, 6, 6, 4])
    assert scene.unit("Able").place == "routed"
    assert scene.told("moved") == []


@clause(SHOOTS)
def test_dead_men_do_not_go_on() -> None:
    """Two of three fall at the first inch; the one who is left ends where he was going."""
    scene = duel(men=3)
    clara = [(24.0, 20.0)], [(25.0, 20.0)], [(26.5, 20.0)]
    scene.order("Able", "move", move=march(*clara), react_at="s1", dice=[5, 6, 6])
    assert len(scene.unit("Able").men) == 2
    gone = [row for row in (0, 1, 2) if row not in scene.unit("Able").men]
    assert not scene.state.layout.on_table(gone[0])


# ---- after shooting


@clause(SHOOTS)
def test_survivors_answer_a_shoot_order() -> None:
    """Once all of it is resolved: of two Germans one falls, the other shoots back."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",)),
        german("de.grenadier-squad", (20, 30), name="Berta", pick=("rifleman",) * 2, fields={"hold": True}),
    )
    scene.order("Able", "shoot", dice=[6, 6, 5, 1])
    assert scene.told("lost models", "shot") == [("shot", 0), ("lost models", 1), ("shot", 1)]
    assert len(scene.throws("rifle")) == 2
    assert not scene.unit("Berta").hold


@clause(SHOOTS)
def test_so_may_a_unit_that_was_not_shot_at() -> None:
    """If it sees the shooter and reaches it."""
    clara = german("de.grenadier-squad", (30, 30), name="Clara", pick=("rifleman",), fields={"hold": True})
    scene = duel(clara, holder={"hold": False}).order("Able", "shoot", dice=[1, 5, 1])
    assert scene.told("shot") == [("shot", 0), ("shot", 2)]
    house = terrain("building", box=(24, 22, 6, 6))
    hidden = duel(clara, holder={"hold": False}, ground=[house]).order("Able", "shoot", dice=[1])
    assert hidden.kinds_asked() == []


@clause(SHOOTS, "d10.gap.orders-per-activation")
def test_a_unit_routed_by_the_answer_is_gone() -> None:
    """Nothing is left to go on with."""
    scene = duel().activate("Able", "shoot", dice=[1, 5, 6, 6])
    assert scene.unit("Able").place == "destroyed"

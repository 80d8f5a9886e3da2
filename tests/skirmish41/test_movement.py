"""Moves on foot: how far, what the ground and burdens take off, how often, keeping together, crawling."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.play.scenario import Enlisted
from sandtable.rulesets.skirmish41.basics.forces import raise_team, troops
from sandtable.rulesets.skirmish41.move.movement import allowance, why_not
from tests.clause import clause

from .kit import Scene, because, brit, german, instead_of, march, shift, stay, takes, terrain

MAN = "gb.rifle-team"


def able(at: tuple[float, float] = (20, 20), **rest: Any) -> Any:
    """One rifleman of two actions."""
    rest.setdefault("pick", ("rifleman",))
    return brit(MAN, at, name="Able", **rest)


def farthest(scene: Scene, far: float, clause_: str, dx: float = 0) -> bool:
    """Whether a move south of exactly so far is taken; a thousandth more is refused for a clause."""
    (x, y), answer = scene.point("Able"), instead_of((shift(dx, far + 0.001), clause_), give=shift(dx, far))
    scene.act("Able", "move", move=answer)
    return scene.point("Able") == (x + dx, y + far)


@clause("sk.move.six", "sk.move.cost")
def test_a_move_of_six_inches_costs_an_action() -> None:
    """And two of them twelve."""
    scene = Scene(able())
    assert farthest(scene, 6, "sk.move.six")
    assert scene.point("Able") == (20, 26)
    assert (scene.figure("Able").spent, scene.figure("Able").moves) == (1, 1)
    assert scene.event("moved").because == ("sk.move.cost",)
    assert farthest(scene, 6, "sk.move.six")
    assert scene.point("Able") == (20, 32)
    assert scene.figure("Able").spent == 2


@clause("sk.move.cost")
def test_who_has_no_action_left_does_not_move() -> None:
    """Only his comrade is asked after."""
    scene = Scene(brit("gb.parachute-team", (20, 20), name="Able", men=2, figures={0: {"spent": 3}}))
    scene.activate("Able", "move", move=shift_of_second)
    assert scene.point("Able") == (20, 20)
    assert scene.figure("Able", 1).spent == 1


def shift_of_second(decision: Any) -> object:
    """Only the second man is asked after: he goes an inch."""
    assert len(decision.domain.movers) == 1
    return decision.domain.shifted(0, inches(1))


@clause("sk.move.max-two")
def test_a_veteran_moves_twice_and_not_three_times() -> None:
    """Three actions: two moves, and the third is for a shot."""
    scene = Scene(
        brit("gb.parachute-team", (20, 20), name="Able", men=1),
        german("de.rifle-team", (20, 40), name="Berta", men=1),
    )
    scene.activate("Able", "move", "move", move=[shift(0, 6), shift(0, 1)])
    last = [one for one in scene.asked if one.kind == "action"][-1].domain
    assert list(last.values) == ["fire", "done"]  # type: ignore[attr-defined]
    assert last.barred()["move"].because == ("sk.move.max-two",)  # type: ignore[attr-defined]


@clause("sk.move.ten", "sk.gap.actions-per-figure")
def test_a_figure_of_one_action_goes_ten_inches() -> None:
    """A recruit; not a regular whom a wound has left one action, unless the table plays it so."""
    scene = Scene(brit("gb.second-line", (20, 20), name="Able", pick=("rifleman",)))
    assert farthest(scene, 10, "sk.move.six")
    assert allowance(Scene(able(each={"wounds": 1})).state, 0) == inches(4)
    reduced = Scene(able(each={"wounds": 1}), ten_inch_for_reduced_figures=True)
    assert allowance(reduced.state, 0) == inches(8)
    assert allowance(Scene(able(), ten_inch_for_reduced_figures=True).state, 0) == inches(6)


@clause("sk.move.wounded", "sk.gap.wounded")
def test_a_wound_takes_two_inches() -> None:
    """A wounded regular goes four, and has one action."""
    scene = Scene(able(each={"wounds": 1}))
    assert farthest(scene, 4, "sk.move.six")
    scene.activate("Able")
    assert scene.kinds_asked() == []  # nothing is left that he could do


@clause("sk.move.water-rough")
@pytest.mark.parametrize(
    ("kind", "far"), [("rough", 3), ("water", 3), ("woods", 3), ("crater", 3), ("crops", 6), ("road", 6)]
)
def test_rough_ground_and_water_take_three_inches(kind: str, far: float) -> None:
    """Of any move that touches them, whether it begins there or ends there; only the move that does."""
    ground = [terrain(kind, box=(10, 22, 20, 8))]
    assert farthest(Scene(able(), ground=ground), far, "sk.move.water-rough" if far < 6 else "sk.move.six")
    assert farthest(Scene(able((20, 24)), ground=ground), far, "sk.move.water-rough" if far < 6 else "sk.move.six")
    beyond = Scene(able((20, 31)), ground=ground)
    assert farthest(beyond, 6, "sk.move.six")


@clause("sk.move.linear-obstacle")
@pytest.mark.parametrize("kind", ["wall", "hedge", "fence"])
def test_a_wall_takes_three_inches(kind: str) -> None:
    """Six less three; who goes along it pays nothing."""
    ground = [terrain(kind, line=[(10, 22), (30, 22)])]
    assert farthest(Scene(able(), ground=ground), 3, "sk.move.linear-obstacle")
    along = Scene(able(), ground=ground)
    along.act("Able", "move", move=shift(6, 0))
    assert along.point("Able") == (26, 20)


@clause("sk.move.water-rough", "sk.move.linear-obstacle", "sk.move.wounded")
def test_deductions_add_up_and_leave_an_inch() -> None:
    """A wall and rough ground leave nothing of six, so one inch; a wounded recruit has 10 - 2 - 3 - 3 = 2."""
    ground = [terrain("wall", line=[(10, 20.6), (30, 20.6)]), terrain("rough", box=(10, 10, 20, 20))]
    assert farthest(Scene(able(), ground=ground), 1, "sk.move.linear-obstacle")
    recruit = brit("gb.second-line", (20, 20), name="Able", pick=("rifleman",), each={"wounds": 1, "rating": 1})
    scene = Scene(recruit, ground=ground)
    assert allowance(scene.state, 0) == inches(8)


@clause("sk.move.suppressed-crawl")
def test_the_suppressed_crawl_two_inches_an_action() -> None:
    """Whatever the ground; a veteran crawls twice, and then no more."""
    rough = [terrain("rough", box=(10, 10, 30, 30)), terrain("wall", line=[(10, 20.6), (30, 20.6)])]
    scene = Scene(brit("gb.parachute-team", (20, 20), name="Able", men=1, fields={"suppression": 1}), ground=rough)
    assert farthest(scene, 2, "sk.move.six")
    assert farthest(scene, 2, "sk.move.six")
    assert scene.point("Able") == (20, 24)
    scene.activate("Able", dice=[1])
    assert scene.kinds_asked() == []
    once = Scene(
        brit("gb.parachute-team", (20, 20), name="Able", men=1, fields={"suppression": 1}), crawl_per_action=False
    )
    once.act("Able", "move", move=shift(0, 2))
    refusal = why_not(once.state, once.row("Able"))
    assert refusal is not None
    assert refusal.because == ("sk.move.suppressed-crawl",)
    assert why_not(scene.state, scene.row("Able")) is not None


@clause("sk.gap.fire-team")
def test_each_keeps_within_two_inches_of_another() -> None:
    """Two and two is a team; one alone is out of touch. Who is disabled or helpless holds nobody."""
    scene = Scene(brit(MAN, (20, 20), name="Able"))
    wide = march(((20, 25),), ((21.4, 25),), ((22.8, 20),), ((24.2, 20),))
    alone = march(((20, 25),), ((21.4, 20),), ((22.8, 20),), ((24.2, 20),))
    scene.act("Able", "move", move=instead_of((alone, "sk.gap.fire-team"), give=wide))
    pair = Scene(brit(MAN, (20, 20), name="Able", men=2, spots=((20, 22),)))
    edge = march((), ((20, 23),))  # exactly two inches between the bases
    beyond = march((), ((20, 23.001),))
    pair.act("Able", "move", move=instead_of((beyond, "sk.gap.fire-team"), give=edge))
    helpless = Scene(brit("gb.second-line", (20, 20), name="Able", pick=("rifleman",) * 3, figures={2: {"wounds": 1}}))
    helpless.act("Able", "move", move=shift(0, 8))
    assert helpless.point("Able") == (20, 28)
    assert helpless.point("Able", 2) == (22.8, 20)


@clause("sk.gap.fire-team")
def test_teams_are_of_two_to_five_figures() -> None:
    """A lone sniper too; crews of vehicles are crews."""
    for troop in troops():
        made = raise_team(Enlisted(troop), "test", troop)
        if made.card.kind == "team":
            single = made.card.has("sniper") or troop == "de.officer"
            assert (1 if single else 2) <= len(made.figures) <= 5, troop


@clause("sk.gap.actions-per-figure", "sk.gap.family")
def test_figures_have_one_to_three_actions() -> None:
    """Recruits one, regulars two, veterans and snipers three."""

    def ratings(troop: str) -> list[int]:
        return [one.rating for one in raise_team(Enlisted(troop), "test", troop).figures]

    assert ratings("gb.rifle-team") == [2, 2, 2, 2]
    assert ratings("gb.second-line") == [2, 1, 1, 1]
    assert set(ratings("gb.parachute-team")) == {3}
    assert set(ratings("de.volkssturm")) == {1}
    assert ratings("de.sniper") == [3]


@clause("sk.move.other-deductions")
def test_nothing_else_slows_a_man() -> None:
    """Uphill, along a road, through crops and by the side of friends he goes his six inches."""
    ground = [
        terrain("hill", box=(10, 21, 20, 8), height=2),
        terrain("road", box=(19, 10, 2.5, 30)),
        terrain("crops", box=(10, 24, 20, 8)),
    ]
    scene = Scene(able(), brit(MAN, (23, 22), name="Baker"), ground=ground)
    assert farthest(scene, 6, "sk.move.six")


@clause("sk.gap.action-costs")
def test_a_locked_door_takes_another_action() -> None:
    """Into a bunker: two actions; with one left it is refused."""
    bunker = [terrain("bunker", box=(18, 21, 4, 4))]
    scene = Scene(able(), ground=bunker)
    scene.act("Able", "move", move=shift(0, 3))
    assert scene.figure("Able").spent == 2
    assert scene.figure("Able").moves == 1
    short = Scene(able(each={"spent": 1}), ground=bunker)
    short.act("Able", "move", move=instead_of((shift(0, 3), "sk.gap.action-costs"), give=stay()))
    house = Scene(able(), ground=[terrain("building", box=(18, 21, 4, 4))])
    house.act("Able", "move", move=shift(0, 3))
    assert house.figure("Able").spent == 1


@clause("sk.gap.action-costs")
def test_floors_are_climbed_and_nobody_walks_out_of_an_upper_one() -> None:
    """An action up, an action down, then he may go; whoever leaves by an order of morale does not ask."""
    house = terrain("building", box=(16, 16, 8, 8), floors=2)
    scene = Scene(able(), german("de.rifle-team", (60, 20), name="Berta"), ground=[house])
    scene.activate("Able", "climb")
    assert (scene.figure("Able").floor, scene.figure("Able").spent) == (1, 1)
    up = Scene(
        brit("gb.parachute-team", (20, 20), name="Able", men=1, floor=1),
        german("de.rifle-team", (60, 20), name="Berta"),
        ground=[house],
    )
    up.activate("Able", "climb", "move", move=shift(2, 0))
    assert up.barred("action")["move"] == ("sk.gap.action-costs",)
    assert up.figure("Able").floor == 0
    assert up.figure("Able").spent == 2


def test_a_march_that_nobody_makes_costs_nothing() -> None:
    """Staying is allowed, and takes no action."""
    scene = Scene(able())
    scene.act("Able", "move", move=stay())
    assert scene.figure("Able").spent == 0
    assert scene.events("moved") == []
    assert takes_nothing(scene)


def takes_nothing(scene: Scene) -> bool:
    """Whether the last move asked for would take staying, and not a place on somebody's base."""
    decision = scene.decision("move")
    return takes(decision, stay()) and because(decision, shift(0, 7)) == ("sk.move.six",)

"""The four scenarios: what the book's files say, and what each sets up before the battle."""

from typing import Any

import pytest

from sandtable.play.refusal import Refused
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.state import Mission
from tests.clause import clause

from .before import at, before, do, spot, wave
from .kit import Scene, de, goal, keys, terrain, us

BREAKTHROUGH = Mission("breakthrough", bombardment=True)
THREE = Mission("three-objectives", bombardment=True)
HOLD = Mission("hold", outflank=(0,))
ATTRITION = Mission("attrition", outflank=(0, 1))

ATTACKER = wave(0, "us.medic", "Attacker")


@pytest.mark.parametrize(
    ("name", "agenda", "bombardment", "outflank"),
    [
        pytest.param(
            "breakthrough",
            ("sides", "edge", "set up defender", "wave attacker", "last", "outflank", "bombardment"),
            True,
            (),
            marks=clause("ba.gap.scenario-breakthrough"),
        ),
        pytest.param(
            "attrition",
            ("sides", "edge", "wave attacker", "wave defender", "outflank"),
            False,
            (0, 1),
            marks=clause("ba.gap.scenario-attrition"),
        ),
        pytest.param(
            "three-objectives",
            ("sides", "edge", "objectives", "set up defender", "wave attacker", "last", "outflank", "bombardment"),
            True,
            (),
            marks=clause("ba.gap.scenario-three-objectives"),
        ),
        pytest.param(
            "hold",
            ("sides", "edge", "centre", "set up garrison", "wave attacker", "last", "outflank"),
            False,
            (0,),
            marks=clause("ba.gap.scenario-hold"),
        ),
    ],
)
def test_what_each_scenario_of_the_book_begins_with(
    name: str, agenda: tuple[str, ...], bombardment: bool, outflank: tuple[int, ...]
) -> None:
    """Its steps before the battle, whether there is a bombardment, and who may outflank."""
    state = RULESET.setup(RULESET.scenario(name), Options())
    assert state.agenda == agenda
    assert (state.mission.name, state.mission.bombardment, state.mission.outflank) == (name, bombardment, outflank)


# ---- break through


def defenders(mission: Mission, count: int = 1, **rest: Any) -> Scene:
    """So many defending officers off the table; their edge is the north."""
    names = [wave(1, "us.second-lieutenant", f"Officer {number}") for number in range(1, count + 1)]
    return before(mission, ATTACKER, *names, **rest)


@clause("ba.gap.scenario-breakthrough")
@pytest.mark.parametrize(("y", "allowed"), [(11.5, True), (11.501, False)])
def test_the_defenders_zone_is_twelve_inches_deep(y: float, allowed: bool) -> None:
    """A base of an inch must lie in it altogether."""
    if allowed:
        scene = do(defenders(BREAKTHROUGH), "set up defender", set_up=at((36, y)))
        assert scene.unit("Officer 1").place == "table"
    else:
        with pytest.raises(Refused):
            do(defenders(BREAKTHROUGH), "set up defender", set_up=at((36, y)))


@clause("ba.gap.scenario-breakthrough")
@pytest.mark.parametrize(("x", "hidden"), [(30.0, True), (60.0, False)])
def test_the_defenders_are_hidden_where_there_is_cover(x: float, hidden: bool) -> None:
    """In the woods they are, in the open they are not."""
    woods = terrain("woods", box=(26, 2, 8, 8))
    scene = do(defenders(BREAKTHROUGH, ground=[woods]), "set up defender", set_up=at((x, 6)))
    assert scene.unit("Officer 1").hidden == hidden


@pytest.mark.parametrize(
    "mission",
    [
        pytest.param(BREAKTHROUGH, marks=clause("ba.gap.scenario-breakthrough")),
        pytest.param(THREE, marks=clause("ba.gap.scenario-three-objectives")),
    ],
)
def test_the_defender_sets_up_at_least_half_and_holds_the_rest_in_reserve(mission: Mission) -> None:
    """Of three units two are set up; one alone is refused."""
    scene = defenders(mission, 3)
    refused = scene.refused(lambda: do(scene, "set up defender", choose_units=keys("u1")))
    assert refused.refusal.why == "2 to 3 must be chosen, not 1"
    do(scene, "set up defender", choose_units=keys("u1", "u3"), set_up=[at((30, 6)), at((40, 6))])
    assert [scene.unit(f"Officer {number}").place for number in (1, 2, 3)] == ["table", "reserve", "table"]


# ---- three objectives


@clause("ba.gap.scenario-three-objectives")
def test_the_defender_places_three_objectives_in_his_half() -> None:
    """At the very limits: six inches from the edges, on the middle line, 24 inches from each other."""
    scene = defenders(THREE)
    do(scene, "objectives", place_objective=[*spot(6, 6), *spot(30, 6), *spot(66, 24)])
    assert [one.seat for one in scene.asked] == [1, 1, 1]
    assert scene.state.objectives == ((6000, 6000), (30000, 6000), (66000, 24000))


@clause("ba.gap.scenario-three-objectives")
@pytest.mark.parametrize(
    "second",
    [(29.999, 6), (66.001, 6), (40, 5.999), (40, 24.001), (40, 40)],
    ids=["too near the first", "near the side", "near his edge", "over the middle", "the other half"],
)
def test_objectives_that_are_out_of_place_are_refused(second: tuple[float, float]) -> None:
    """Each by a hair, after a first one at (6, 6)."""
    with pytest.raises(Refused) as refused:
        do(defenders(THREE), "objectives", place_objective=[*spot(6, 6), *spot(*second)])
    assert refused.value.refusal.because == ("ba.gap.scenario-three-objectives",)


@clause("ba.gap.scenario-three-objectives")
def test_an_objective_that_leaves_no_room_for_the_others_is_refused() -> None:
    """After one at (24, 15), one at (56, 15) would leave no place for a third."""
    with pytest.raises(Refused) as refused:
        do(defenders(THREE), "objectives", place_objective=[*spot(24, 15), *spot(56, 15)])
    assert refused.value.refusal.why == "there would be no room for the other objectives"


@clause("ba.gap.scenario-three-objectives")
@pytest.mark.parametrize("size", [(72, 48), (48, 48)])
@pytest.mark.parametrize("edges", [("south", "north"), ("north", "south")])
def test_the_places_that_are_proposed_for_objectives_are_legal(
    size: tuple[float, float], edges: tuple[str, str]
) -> None:
    """On a large and on a small table, from either edge."""
    proposed = [lambda decision: list(decision.domain.fixed)] * 3
    scene = do(defenders(THREE, size=size, edges=edges), "objectives", place_objective=proposed)
    assert len(set(scene.state.objectives)) == 3


@clause("ba.gap.scenario-three-objectives")
@pytest.mark.parametrize(("y", "allowed"), [(23.5, True), (23.501, False)])
def test_the_defender_of_three_objectives_sets_up_in_his_half_and_in_the_open(y: float, allowed: bool) -> None:
    """Nobody is hidden, cover or not."""
    woods = terrain("woods", box=(30, 18, 12, 12))
    scene = defenders(THREE, ground=[woods])
    if not allowed:
        assert scene.refused(lambda: do(scene, "set up defender", set_up=at((36, y)))).refusal.because
        return
    do(scene, "set up defender", set_up=at((36, y)))
    assert (scene.unit("Officer 1").place, scene.unit("Officer 1").hidden) == ("table", False)


# ---- hold until relieved


def garrison(**rest: Any) -> Scene:
    """Three defending officers, a gun and a jeep; the objective is at the middle of the table."""
    extra = wave(1, "de.light-at-gun", "Gun"), wave(1, "de.jeep", "Jeep")
    sides = [wave(1, "us.second-lieutenant", f"Officer {number}") for number in (1, 2, 3)]
    scene = before(HOLD, ATTACKER, *sides, *extra, **rest)
    return do(scene, "centre")


@clause("ba.gap.scenario-hold")
def test_the_objective_to_be_held_lies_at_the_middle_of_the_table() -> None:
    """Thirty-six inches along and twenty-four across."""
    assert garrison().state.objectives == ((36000, 24000),)


@clause("ba.gap.scenario-hold")
def test_two_units_of_infantry_or_artillery_hold_it_and_the_rest_are_in_reserve() -> None:
    """Neither one nor three; the jeep is not offered, the gun is; and in the woods they are hidden."""
    scene = garrison(ground=[terrain("woods", box=(28, 16, 16, 16))])
    for wrong in (keys("u1"), keys("u1", "u2", "u3")):
        with pytest.raises(Refused, match="2 must be chosen"):
            do(scene, "set up garrison", choose_units=wrong)
    do(scene, "set up garrison", choose_units=keys("u2", "u4"), set_up=[at((36, 22)), goal(36, 26)])
    offered = scene.asked[0].domain.describe()
    assert [option.key for option in offered.options] == ["u1", "u2", "u3", "u4"]  # type: ignore[union-attr]
    places = {unit.name: (unit.place, unit.hidden) for unit in scene.state.units}
    assert places == {
        "Attacker": ("wave", False),
        "Officer 1": ("reserve", False),
        "Officer 2": ("table", True),
        "Officer 3": ("reserve", False),
        "Gun": ("table", True),
        "Jeep": ("reserve", False),
    }


@clause("ba.gap.scenario-hold")
@pytest.mark.parametrize(
    ("point", "allowed"),
    [((36, 16.713), True), ((36, 16.711), False), ((36.951, 16.777), True), ((36.952, 16.765), False)],
    ids=["straight", "too far", "aslant", "too far aslant"],
)
def test_the_garrison_is_set_up_within_six_inches_of_the_objective(point: tuple[float, float], allowed: bool) -> None:
    """Between the edges of the base and of the marker of 40 mm, in every direction alike."""
    scene = garrison()
    answers: dict[str, Any] = {"choose_units": keys("u1", "u2"), "set_up": [at(point), at((36, 24))]}
    if allowed:
        do(scene, "set up garrison", **answers)
        assert scene.unit("Officer 1").place == "table"
    else:
        assert scene.refused(lambda: do(scene, "set up garrison", **answers)).refusal.because


@pytest.mark.parametrize(
    ("mission", "asked"),
    [
        pytest.param(HOLD, [0], marks=clause("ba.gap.scenario-hold")),
        pytest.param(ATTRITION, [0, 1], marks=clause("ba.gap.scenario-attrition")),
        pytest.param(BREAKTHROUGH, [], marks=clause("ba.gap.scenario-breakthrough")),
    ],
)
def test_who_may_outflank(mission: Mission, asked: list[int]) -> None:
    """The attacker of hold, both sides in attrition, nobody in a breakthrough; only reserves are asked about."""
    scene = before(mission, us("us.medic", name="Mine"), de("us.medic", name="Theirs"), ATTACKER)
    do(scene, "outflank")
    assert [one.seat for one in scene.asked] == asked

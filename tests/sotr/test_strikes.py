"""Off-board strikes as they come down: artillery, air strikes, air strafes."""

from collections import Counter
from typing import Any

import pytest

from sandtable.rulesets.sotr.basics.overhead import cover_from_above, unit_cover_from_above
from sandtable.rulesets.sotr.basics.scatter import bearing_of, direction_roll, strayed
from sandtable.rulesets.sotr.state import Strike
from sandtable.rulesets.sotr.weapons.strikes import resolve_strike
from tests.clause import clause

from .kit import Scene, Side, reich, terrain, us
from .turn_kit import Blows

MIDDLE = (24_000, 24_000)


def scene_of(*sides: Side, **rest: Any) -> Scene:
    """Units under a strike of side 0, which comes from the south."""
    return Scene(us("us.command", (4, 44), name="HQ"), *sides, **rest)


def man(x: float, y: float, name: str, **rest: Any) -> Side:
    """A single grenadier."""
    return reich("reich.sturmgrenadiers", (x, y), name=name, pick=("grenadier",), **rest)


# ---- the directional die


@clause("sotr.gap.random-direction")
def test_directions_are_drawn_evenly_from_360() -> None:
    """Each degree once; the first is straight towards the enemy's edge."""
    roll = direction_roll("test", (), 0)
    weights = roll.reading.weights(1, roll.sides)
    assert Counter(weights.values()) == {1: 360}
    assert sorted(weights) == list(range(360))


@clause("sotr.gap.random-direction")
def test_no_degrees_is_towards_the_enemys_edge() -> None:
    """North for who comes from the south, south for the other; 90 degrees is to the right."""
    state = scene_of().state
    assert [bearing_of(state, 0, degrees) for degrees in (0, 90, 359)] == [0, 900, 3590]
    assert [bearing_of(state, 1, degrees) for degrees in (0, 90, 181)] == [1800, 2700, 10]
    assert strayed(MIDDLE, 900, 5000) == (29_000, 24_000)


# ---- artillery


@clause("sotr.gap.strike-artillery", "sotr.command.strike-types", "sotr.gap.random-direction")
def test_three_shells_each_stray_on_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """2D6 inches in a direction of its own: 5 north, 2 east, 12 south; whoever is touched takes a wound roll."""
    blows = Blows(monkeypatch)
    scene = scene_of(man(24, 19, "North"), man(26, 24, "East"), man(24, 36, "South"), man(24, 27, "None"))
    strike = Strike("artillery", 0, 1, MIDDLE)
    scene.call(resolve_strike, strike, dice=[1, 2, 3, 91, 1, 1, 181, 6, 6])
    points = [event.tells["point"] for event in scene.events("a shell fell")]
    assert points == [(24_000, 19_000), (26_000, 24_000), (24_000, 36_000)]
    assert [hit for hit, _ in blows.hits] == [(scene.row("North"),), (scene.row("East"),), (scene.row("South"),)]
    how = blows.hits[0][1]
    assert (how.plus, how.shift, how.goner, how.ranged) == (0, 0, False, False)
    assert blows.checks == [(scene.number(name), -2, 0) for name in ("North", "East", "South")]
    assert scene.unit("North").shot_at == (2,)
    assert scene.unit("None").shot_at == ()


@clause("sotr.gap.strike-artillery")
@pytest.mark.parametrize(("x", "touched"), [(27.0, True), (27.001, False)])
def test_a_shell_touches_whoever_has_some_part_under_it(
    monkeypatch: pytest.MonkeyPatch, x: float, touched: bool
) -> None:
    """2.5 inches from its middle to the edge of a base, and not a hair more."""
    blows = Blows(monkeypatch)
    scene = scene_of(man(x, 22, "Man"))
    far = [181, 6, 6]
    scene.call(resolve_strike, Strike("artillery", 0, 1, MIDDLE), dice=[1, 1, 1, *far, *far])
    assert bool(blows.hits) is touched
    assert bool(blows.checks) is touched


@clause("sotr.gap.strike-artillery")
def test_a_unit_under_two_shells_is_checked_once_and_machines_are_struck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Friends too; +3 against the side of a machine's armour; all checks come after all shells."""
    blows = Blows(monkeypatch)
    tank = us("us.tank", (24, 22), name="Tank")
    scene = scene_of(tank, man(25, 25.5, "Man"))
    scene.call(resolve_strike, Strike("artillery", 0, 1, MIDDLE), dice=[1, 1, 1, 1, 1, 1, 181, 6, 6])
    assert [hit for hit, _ in blows.hits] == []
    assert blows.machines == [(scene.row("Tank"), 3, "side")] * 2
    assert blows.checks == [(scene.number("Tank"), -2, 0)]


# ---- air strike


@clause("sotr.gap.strike-air", "sotr.command.strike-types")
def test_two_bombs_stray_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """3 inches apart along the line; straight under one a GONER, others at +1; no suppression."""
    blows = Blows(monkeypatch)
    scene = scene_of(man(22.4, 22, "Under"), man(22.5, 20.5, "Near"), man(27.5, 22, "East"), man(24, 26.6, "Clear"))
    scene.call(resolve_strike, Strike("air-strike", 0, 1, MIDDLE, 900), dice=[1, 2])
    assert scene.event("bombs fell").tells["points"] == [(25_500, 22_000), (22_500, 22_000)]
    rows = {name: scene.row(name) for name in ("Under", "Near", "East")}
    assert [(hit, how.goner, how.plus) for hit, how in blows.hits] == [
        ((rows["East"],), False, 1),
        ((rows["Under"],), True, 0),
        ((rows["Near"],), False, 1),
    ]
    assert blows.checks == []


@clause("sotr.gap.strike-air")
@pytest.mark.parametrize(("x", "outright"), [(26.5, True), (26.501, False)])
def test_half_an_inch_from_a_bomb_is_outright(monkeypatch: pytest.MonkeyPatch, x: float, outright: bool) -> None:
    """From the middle of the template to the edge of the base."""
    blows = Blows(monkeypatch)
    scene = scene_of(man(x, 22, "Man"))
    scene.call(resolve_strike, Strike("air-strike", 0, 1, MIDDLE, 900), dice=[1, 2])
    assert blows.hits[0][1].goner is outright


@clause("sotr.gap.strike-air", "sotr.gap.nearest-ties")
@pytest.mark.parametrize("answer", [None, "m6"])
def test_of_two_equally_near_the_caller_picks(monkeypatch: pytest.MonkeyPatch, answer: str | None) -> None:
    """The lower number unless he says otherwise."""
    blows = Blows(monkeypatch)
    scene = scene_of(man(25.5, 21.4, "One"), man(25.5, 22.6, "Other"))
    answers = {} if answer is None else {"hit_outright": answer}
    scene.call(resolve_strike, Strike("air-strike", 0, 1, MIDDLE, 900), dice=[1, 2], **answers)
    assert (scene.row("One"), scene.row("Other")) == (5, 6)
    assert scene.asked[0].seat == 0
    assert blows.hits[0][0] == ((5,) if answer is None else (6,))
    assert blows.hits[0][1].goner


@clause("sotr.gap.strike-air")
def test_bombs_strike_the_rear_of_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    """+5, and no machine is a GONER outright."""
    blows = Blows(monkeypatch)
    scene = scene_of(reich("reich.titan", (25.5, 19), name="Titan"))
    scene.call(resolve_strike, Strike("air-strike", 0, 1, MIDDLE, 900), dice=[1, 5])
    assert blows.machines[0] == (scene.row("Titan"), 5, "rear")
    assert blows.hits == []


# ---- air strafe


@clause("sotr.gap.strike-strafe", "sotr.command.strike-types")
@pytest.mark.parametrize(("face", "hand", "x"), [(3, "left", 22.5), (4, "right", 26.0), (1, "left", 23.5)])
def test_a_strafe_strays_sideways(monkeypatch: pytest.MonkeyPatch, face: int, hand: str, x: float) -> None:
    """Odd left, even right, by half the roll; a strip of 24 by 2 inches along its bearing."""
    blows = Blows(monkeypatch)
    scene = scene_of(man(x, 12.6, "Man"), man(x, 35.4, "Other"), man(x, 37, "Beyond"), man(x - 1.6, 24, "Beside"))
    scene.call(resolve_strike, Strike("air-strafe", 0, 1, MIDDLE, 0), dice=[face, 4, 3])
    event = scene.event("aircraft strafed")
    assert (event.tells["hand"], event.tells["point"]) == (hand, (round(x * 1000), 24_000))
    assert [(hit, how.shift) for hit, how in blows.hits] == [((scene.row("Man"),), 1)]
    assert blows.checks == [(scene.number(name), -1, 0) for name in ("Man", "Other")]


@clause("sotr.gap.strike-strafe")
@pytest.mark.parametrize(
    ("kind", "level"), [("woods", 1), ("brush", 1), ("ruin", 2), ("building", 2), ("bunker", 3), ("hill", 0)]
)
def test_cover_from_above_is_what_one_stands_in(monkeypatch: pytest.MonkeyPatch, kind: str, level: int) -> None:
    """4 or more, more in cover; walls do not help against what comes from above."""
    Blows(monkeypatch)
    ground = [terrain(kind, box=(21, 20, 6, 6)), terrain("wall", line=[(23, 22), (25, 22)])]
    scene = scene_of(man(24, 23, "Man"), ground=ground)
    assert cover_from_above(scene.state, scene.row("Man")) == level
    scene.call(resolve_strike, Strike("air-strafe", 0, 1, (23_000, 24_000), 0), dice=[2, 3])
    assert scene.throws("to hit")[0].needs == f"{4 + level}+"


@clause("sotr.gap.strike-strafe", "sotr.gap.strike-artillery")
def test_the_cover_of_a_unit_is_that_of_more_than_half(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of four in the ruin are not enough, three are; Titans have none, and Large models no soft cover."""
    Blows(monkeypatch)
    ground = [terrain("ruin", box=(20, 20, 5, 5)), terrain("woods", box=(30, 20, 8, 8))]
    for spots, level in ((((22, 24), (30, 10), (31.5, 10)), 0), (((22, 24), (24, 22), (31.5, 10)), 2)):
        scene = Scene(us("us.rifle-squad", (22, 22), men=4, spots=spots), ground=ground)
        assert unit_cover_from_above(scene.state, 0) == level
    giant = Scene(reich("reich.titan", (22, 22)), reich("reich.panzermech", (34, 24)), ground=ground)
    assert [cover_from_above(giant.state, figure) for figure in (0, 1)] == [0, 0]


@clause("sotr.gap.strike-strafe")
def test_a_strafe_strikes_the_rear_of_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    """+2, if it hits them at all."""
    blows = Blows(monkeypatch)
    scene = scene_of(reich("reich.panzermech", (24, 20), name="Mech"), man(24, 30, "Man"))
    scene.call(resolve_strike, Strike("air-strafe", 0, 1, (23_000, 24_000), 0), dice=[2, 4, 1])
    assert blows.machines == [(scene.row("Mech"), 2, "rear")]
    assert blows.hits == []

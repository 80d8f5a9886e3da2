"""Counters of the solo side: how many, which, where, and that they are shuffled where nobody sees it."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.play.events import NOBODY
from sandtable.rulesets.skirmish41.counters.counters import how_many, lay_counters, spread, stack_of, start_zone_gap
from sandtable.rulesets.skirmish41.counters.generation import off_line
from sandtable.rulesets.skirmish41.counters.portals import IN_THE_OPEN, exposure, players
from sandtable.rulesets.skirmish41.move.flight import length_between
from sandtable.rulesets.skirmish41.state import Mission, Sort
from tests.clause import clause

from .kit import Scene, Side, brit, german, terrain

HOUSES = [
    terrain("building", box=(20, 6, 6, 6)),
    terrain("building", box=(32, 4, 6, 6)),
    terrain("building", box=(44, 8, 6, 6)),
]
POT: tuple[Sort, ...] = ("sniper", "mines", "artillery", "sniper", "mines", "smoke")


def men(count: int) -> list[Side]:
    """So many figures of the players, at their edge."""
    return [brit("gb.rifle-team", (4 + 2 * place, 45), name=f"T{place}", men=1) for place in range(count)]


def patrol(*sides: Side, mission: Mission | None = None, **options: Any) -> Scene:
    """A solo game on a table with three houses."""
    return Scene(*sides, ground=HOUSES, mission=mission or Mission("tank-hunt"), **options)


@clause("sk.gap.solo-markers")
@pytest.mark.parametrize(("figures", "portals"), [(1, 4), (19, 4), (20, 5), (24, 6)])
def test_a_portal_for_every_four_figures_and_four_at_least(figures: int, portals: int) -> None:
    """And as many others as portals."""
    assert how_many(patrol(*men(figures)).state) == (portals, portals)


@clause("sk.solo.setup", "sk.gap.solo-markers")
def test_others_are_twice_the_portals_at_most() -> None:
    """A scenario may ask for more: it does not get them."""
    scene = patrol(*men(1), mission=Mission("tank-hunt", portals=5, markers=13))
    assert how_many(scene.state) == (5, 10)


@clause("sk.gap.solo-markers", "sk.event.replaces")
def test_half_of_the_others_are_blanks_and_the_rest_are_drawn() -> None:
    """Of seven others four are blanks; a sniper is a counter, not a model."""
    scene = patrol(*men(1), mission=Mission("tank-hunt", portals=5, markers=7))
    sorts = [one.sort for one in stack_of(scene.state, POT)]
    assert sorts == ["portal"] * 5 + ["dummy"] * 4 + ["sniper", "mines", "artillery"]


@clause("sk.solo.setup", "sk.gap.solo-markers", "sk.gen.placement")
def test_events_are_drawn_and_counters_shuffled_by_dice_that_nobody_sees() -> None:
    """Four portals, two blanks, two events: the pot is drawn by the lowest dice, the places are dealt by the lowest."""
    scene = patrol(*men(1))
    draw = [20, 20, 20, 20, 1, 2]  # mines, then smoke
    deal = [8, 7, 6, 5, 4, 3, 2, 1]  # turned round
    scene.call(lay_counters, dice=[*draw, *deal])
    assert [one.sort for one in scene.state.markers] == ["smoke", "mines", "dummy", "dummy"] + ["portal"] * 4
    assert [one.at for one in scene.state.markers] == spread(scene.state, 8)
    assert [one.known_to for one in scene.throws()] == [NOBODY, NOBODY]
    assert scene.event("counters were shuffled").known_to == NOBODY
    assert scene.event("counters were laid out").tells == {"count": 8}
    assert not any(one.known for one in scene.state.markers)


@clause("sk.gap.solo-markers")
def test_counters_lie_eighteen_inches_from_where_the_players_start() -> None:
    """Their zone is ten inches deep, so 28 from their edge: exactly there is far enough."""
    scene = patrol(*men(1))
    assert start_zone_gap(scene.state, (inches(30), inches(20))) == inches(18)
    for y, able in ((20.4, True), (20.8, False)):  # its far corners are half an inch nearer to the solo edge
        house = terrain("building", box=(10, y, 6, 6))
        assert bool(spread(Scene(*men(1), ground=[house], mission=Mission("tank-hunt")).state, 20)) == able


@clause("sk.gen.placement")
def test_counters_lie_in_cover_by_the_way_to_the_middle_of_the_solo_edge() -> None:
    """Those that players see in the open are taken last; those far off the way after those near it."""
    on_the_way, off_it = terrain("building", box=(33, 12, 6, 6)), terrain("building", box=(46, 2, 6, 6))
    scene = Scene(*men(1), ground=[off_it, on_the_way], mission=Mission("tank-hunt"))
    first = spread(scene.state, 4)
    viewers = players(scene.state)
    assert all(exposure(scene.state, point, viewers) != IN_THE_OPEN for point in first)
    start, goal = (inches(36), inches(48)), (inches(36), 0)
    assert all(off_line(point, start, goal) < inches(8) for point in first)
    every = spread(scene.state, 40)
    assert exposure(scene.state, every[-1], viewers) == IN_THE_OPEN
    apart = [length_between(one, other) for place, one in enumerate(first) for other in first[:place]]
    assert min(apart) > inches(4)


@clause("sk.gen.placement")
def test_an_objective_draws_them() -> None:
    """They cover the ways to it rather than to the edge."""
    mission, objective = Mission("patrol"), (inches(23), inches(9))
    scene = Scene(*men(1), ground=HOUSES, mission=mission, fields={"objectives": (objective,)})
    assert length_between(spread(scene.state, 1)[0], objective) < inches(4)


@clause("sk.portal.rock", "sk.portal.rock-start")
def test_nothing_is_laid_behind_a_rock() -> None:
    """A table with a rock and nothing else has no place; a special scenario may put one portal there, good for once."""
    rock = terrain("rocks", box=(34, 8, 4, 4))
    bare = Scene(*men(1), ground=[rock], mission=Mission("tank-hunt"))
    assert spread(bare.state, 8) == []
    special = Scene(*men(1), ground=[*HOUSES, rock], mission=Mission("tank-hunt", portals=4, rock=(36, 7)))
    special.call(lay_counters, dice=[*range(1, 7), *range(1, 9)])
    behind = [one for one in special.state.markers if one.once]
    assert [(one.sort, one.at, one.known) for one in behind] == [("portal", (inches(36), inches(7)), False)]


@clause("sk.solo.setup", "sk.gap.scenario-preset")
def test_preset_portals_hide_a_team_each() -> None:
    """Two teams, two portals, whatever the figures of the players; no portal behind a rock, for it would produce nobody."""
    scene = patrol(
        *men(1),
        german("de.rifle-team", name="Anton"),
        german("de.mg-team", name="Berta"),
        mission=Mission("ambush", markers=2, rock=(36, 7)),
    )
    scene.call(lay_counters, dice=[*range(1, 7), 1, 2, 3, 4])
    assert [(one.sort, one.team) for one in scene.state.markers] == [
        ("portal", 1),
        ("portal", 2),
        ("dummy", -1),
        ("sniper", -1),
    ]


@clause("sk.gap.solo-markers", "sk.solo.setup")
def test_where_there_is_no_room_dummies_are_left_out_first() -> None:
    """Portals come before anything else."""
    house = terrain("building", box=(33, 6, 4, 4))
    scene = Scene(*men(1), ground=[house], mission=Mission("tank-hunt", portals=4, markers=8))
    room = len(spread(scene.state, 12))
    assert room == 8
    scene.call(lay_counters, dice=[*range(1, 7), *range(1, room + 1)])
    assert sorted(one.sort for one in scene.state.markers).count("portal") == 4
    assert not [one for one in scene.state.markers if one.sort == "dummy"]

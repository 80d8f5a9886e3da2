"""Enemy force generation: the throw, every row of the table, lack of figures, and where a force comes on."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.counters.generation import arrival_modifiers, arrivals, outcome_of
from sandtable.rulesets.skirmish41.counters.pool import deployable_from, pool_of
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Marker, Mission
from sandtable.rulesets.skirmish41.turn.turn import begin_turn
from tests.clause import clause

from .kit import Scene, Side, brit, german, terrain

HUNT = Mission("tank-hunt")
ROWS = {
    "6-7": [{"NCO": ["smg"], "rifleman": ["rifle"] * 3}],
    "8": [{"rifleman": ["rifle"] * 4 + ["rifle panzerfaust"]}],
    "9": [{"rifleman": ["rifle"] * 4}, {"gunner": ["lmg"], "loader": ["rifle"] * 2}],
    "11": [{"NCO": ["rifle"], "gunner": ["hmg"], "loader": ["rifle"]}, {"rifleman": ["rifle"] * 4}],
    "12": [{"gunner": ["panzerschreck"], "loader": ["rifle"], "man": ["rifle panzerfaust"] * 2}],
    "13": [{"NCO": ["rifle"], "crewman": ["rifle"] * 3}, {"gunner": ["lmg"], "loader": ["rifle"]}],
}


def man(x: float = 36, y: float = 44, name: str = "Able", **rest: Any) -> Side:
    """One man of the players."""
    return brit("gb.rifle-team", (x, y), name=name, men=1, **rest)


def row_of(count: int, y: float = 10, **fields: Any) -> list[Marker]:
    """So many portals in cover behind a hedge, in sight of the man and far from him."""
    return [Marker("portal", (inches(8 + 4 * place), inches(y)), **fields) for place in range(count)]


BEFORE_TANK = terrain("building", box=(44, 22, 26, 4))
HEDGE = terrain("hedge", line=[(2, 10.8), (70, 10.8)])


def game(*sides: Side, markers: list[Marker], contact: bool = True, **rest: Any) -> Scene:
    """A solo game with a hedge for portals to lie behind."""
    ground = rest.pop("ground", [HEDGE])
    fields = {"contact": contact, **rest.pop("fields", {})}
    return Scene(*sides, markers=markers, mission=HUNT, ground=ground, fields=fields, **rest)


def came(scene: Scene) -> list[dict[str, list[str]]]:
    """The teams of the solo side by their roles and arms."""
    found = []
    for unit in scene.state.units:
        if unit.side == 1:
            team: dict[str, list[str]] = {}
            for row in unit.men:
                team.setdefault(scene.state.figures[row].role, []).append(" ".join(scene.state.figures[row].arms))
            found.append({role: sorted(arms, key=len) for role, arms in team.items()})
    return found


# ---- the throw


@clause("sk.gen.roll", "sk.gen.natural-1", "sk.gen.result-1-5", "sk.gen.no-contact", "sk.gen.more-counters")
@pytest.mark.parametrize(
    ("die", "portals", "contact", "result"),
    [
        (1, 14, True, "nothing"),
        (6, 1, False, "nothing"),
        (6, 1, True, "6-7"),
        (6, 2, False, "6-7"),
        (5, 1, True, "nothing"),
        (6, 2, True, "6-7"),
        (6, 3, True, "8"),
        (6, 4, True, "9"),
        (6, 5, True, "10"),
        (6, 6, True, "11"),
        (6, 7, True, "12"),
        (6, 8, True, "13"),
        (6, 9, True, "14"),
        (6, 12, True, "14"),
        (2, 1, False, "nothing"),
    ],
)
def test_the_table(die: int, portals: int, contact: bool, result: str) -> None:
    """Every row, and what the throw gets."""
    assert outcome_of(die, arrival_modifiers(Options(), contact=contact, portals=portals), Options()) == result


@clause("sk.gen.more-counters", "sk.gen.no-contact")
def test_four_portals_in_sight_after_first_contact_are_three_more() -> None:
    """Before it, two more in all."""
    assert sum(one.value for one in arrival_modifiers(Options(), contact=True, portals=4)) == 3
    assert sum(one.value for one in arrival_modifiers(Options(), contact=False, portals=4)) == 2


@clause("sk.gen.roll", "sk.turn.arrivals")
def test_one_throw_for_all_portals_at_the_start_of_a_turn() -> None:
    """Two in sight, one out of it: D6 + 1. The force comes at one of those in sight, and the portal stays."""
    house = terrain("building", box=(44, 20, 24, 4))
    markers = [*row_of(2), Marker("portal", (inches(56), inches(10)))]
    scene = game(man(30, 44), markers=markers, ground=[HEDGE, house])
    scene.call(begin_turn, dice=[5, 2, 3])
    assert [one.why for one in scene.throws()] == [
        "Does the enemy come on?",
        "At which portal in sight",
        "Quality of the force",
    ]
    assert scene.throws("At which")[0].sides == 2
    assert came(scene) == ROWS["6-7"]
    assert [one.known for one in scene.state.markers] == [False, True, False]


@clause("sk.gen.roll")
def test_nothing_is_thrown_where_nothing_is_in_sight() -> None:
    """All behind a house, or none left but what everybody knows to be no portal."""
    wall = terrain("building", box=(2, 20, 66, 4))
    scene = game(man(), markers=row_of(3), ground=[HEDGE, wall])
    scene.call(arrivals)
    known = game(man(), markers=[Marker("mines", (inches(36), inches(10)), known=True, struck=1)])
    known.call(arrivals)
    assert not scene.throws()
    assert not known.throws()


@clause("sk.gen.roll", "sk.gen.more-counters", "sk.solo.setup")
def test_the_die_is_thrown_for_any_face_down_counter_but_only_portals_count() -> None:
    """So that it does not tell which counters are portals."""
    dummies = [Marker("dummy", (inches(8 + 4 * place), inches(10))) for place in range(6)]
    scene = game(man(), markers=dummies)
    scene.call(arrivals, dice=[6])
    assert scene.told("nothing came") == [("nothing came", None)]
    scene = game(man(), markers=[*dummies, *row_of(1, y=9.5)])
    scene.call(arrivals, dice=[6, 3])
    assert came(scene) == ROWS["6-7"]


@clause("sk.gen.natural-1")
def test_a_natural_one_is_nothing_whatever_it_gets() -> None:
    """Fourteen portals in sight: 14 in all."""
    scene = game(man(), markers=row_of(14))
    scene.call(arrivals, dice=[1])
    assert scene.told("nothing came") == [("nothing came", None)]


# ---- the rows


@clause(
    "sk.gen.force",
    "sk.gen.result-6-7",
    "sk.gen.result-8",
    "sk.gen.result-9",
    "sk.gen.result-11",
    "sk.gen.result-12",
    "sk.gen.result-13",
    "sk.gap.generated-quality",
)
@pytest.mark.parametrize(
    ("portals", "row"), [(1, "6-7"), (2, "6-7"), (3, "8"), (4, "9"), (6, "11"), (7, "12"), (8, "13")]
)
def test_what_comes(portals: int, row: str) -> None:
    """A six and so many portals in sight; regulars all, whatever their part. They are late-war Germans."""
    scene = game(man(), markers=row_of(portals))
    scene.call(arrivals, dice=[6, *([1] if portals > 1 else []), 3])
    assert came(scene) == ROWS[row]
    theirs = [unit for unit in scene.state.units if unit.side == 1]
    assert {unit.card.nation for unit in theirs} == {"German"}
    assert {scene.state.figures[row].rating for unit in theirs for row in unit.men} == {2}
    assert all(unit.spotted and unit.defends and unit.on_table for unit in theirs)
    assert scene.event("the enemy came on").because[0] == f"sk.gen.result-{row}"
    if row == "13":
        assert theirs[0].card.troop == "de.pak40"
        assert theirs[0].hull >= 0


@clause("sk.gen.result-14", "sk.gap.generated-quality")
@pytest.mark.parametrize(
    ("die", "troop"),
    [(1, "de.stug"), (3, "de.stug"), (4, "de.panzer-iv"), (5, "de.panzer-iv"), (6, "de.panther")],
)
def test_a_tank_or_a_self_propelled_gun(die: int, troop: str) -> None:
    """1-3 StuG III, 4-5 Panzer IV, 6 Panther."""
    scene = game(man(), markers=row_of(9))
    scene.call(arrivals, dice=[6, 1, die, 3])
    (tank,) = [unit for unit in scene.state.units if unit.side == 1]
    assert (tank.card.troop, tank.mounted) == (troop, True)


@clause("sk.gap.generated-quality")
@pytest.mark.parametrize(("die", "rating"), [(1, 1), (2, 2), (5, 2), (6, 3)])
def test_the_quality_of_a_force(die: int, rating: int) -> None:
    """One in six is veteran, one second-line; the crew of a vehicle too."""
    scene = game(man(), markers=row_of(1))
    scene.call(arrivals, dice=[6, die])
    assert {figure.rating for figure in scene.state.figures[1:]} == {rating}
    tank = game(man(), markers=row_of(9))
    tank.call(arrivals, dice=[6, 1, 1, die])
    assert {figure.rating for figure in tank.state.figures[1:] if figure.role != "hull"} == {rating}


@clause("sk.gen.no-contact")
def test_the_first_to_appear_are_contact() -> None:
    """From then on nothing is taken off."""
    scene = game(man(), markers=row_of(2), contact=False)
    scene.call(arrivals, dice=[6, 1, 3])
    assert scene.state.contact
    assert "sk.gen.no-contact" in scene.event("the enemy came on").because


# ---- where


@clause("sk.gen.where")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_which_portal_is_random(die: int) -> None:
    """A die with as many sides as portals in sight, counted as they lie."""
    scene = game(man(), markers=row_of(3))
    scene.call(arrivals, dice=[6, die, 3])
    x, _ = scene.state.layout.point(scene.state.units[1].men[0])
    assert x == inches(8 + 4 * (die - 1))


@clause("sk.gen.where-tanks")
def test_tanks_and_guns_come_far_from_the_players_tank_where_they_see_it() -> None:
    """No die for where: the farthest of those that see the tank, be it out of everybody else's sight."""
    house = terrain("building", box=(40, 14, 4, 4))  # hides the last from the tank
    tank = brit("gb.sherman", (60, 30), name="Tank")
    unseen = terrain("building", box=(5, 42, 3, 6))  # hides the farthest of all
    markers = [*row_of(9, y=10), Marker("portal", (inches(8), inches(2))), Marker("portal", (inches(3), inches(46)))]
    scene = game(man(), tank, markers=markers, ground=[HEDGE, house, unseen])
    scene.call(arrivals, dice=[6, 1, 3])
    (come,) = [unit for unit in scene.state.units if unit.side == 1]
    x, y = scene.state.layout.point(come.hull)
    assert abs(x - inches(8)) < inches(4)
    assert y < inches(6)
    assert not scene.throws("At which")


@clause("sk.gen.where-tanks")
def test_if_no_portal_sees_the_tank_it_is_simply_the_farthest() -> None:
    """The tank stands behind a house."""
    tank = brit("gb.sherman", (60, 30), name="Tank")
    scene = game(man(20, 44), tank, markers=row_of(8), ground=[HEDGE, BEFORE_TANK])
    scene.call(arrivals, dice=[6, 3])
    assert scene.state.markers[0].known
    assert not any(one.known for one in scene.state.markers[1:])


@clause("sk.gen.where-tanks")
@pytest.mark.parametrize(("portals", "dice"), [(3, [6, 2, 3]), (8, [6, 2, 3])])
def test_everybody_else_and_all_without_a_tank_come_at_random(portals: int, dice: list[int]) -> None:
    """Riflemen though there is a tank; an anti-tank gun though there is a carrier."""
    vehicle = "gb.sherman" if portals == 3 else "gb.carrier"
    scene = game(man(), brit(vehicle, (60, 30), name="Vehicle"), markers=row_of(portals))
    scene.call(arrivals, dice=dice)
    assert scene.throws("At which")


@clause("sk.gen.where-tanks", "sk.gap.spotted-status")
def test_who_comes_on_out_of_sight_is_not_spotted() -> None:
    """A gun at a portal behind a house, far from the tank; in sight it would be."""
    house = terrain("building", box=(6, 38, 3, 8))
    tank = brit("gb.sherman", (60, 30), name="Tank")
    hidden = Marker("portal", (inches(3), inches(42)))
    scene = game(man(20, 44), tank, markers=[*row_of(8), hidden], ground=[HEDGE, BEFORE_TANK, house])
    scene.call(arrivals, dice=[6, 3])
    assert scene.state.markers[-1].known
    assert [unit.spotted for unit in scene.state.units if unit.side == 1] == [False, False]


# ---- figures


@clause("sk.gen.recycle")
def test_the_pool_of_figures() -> None:
    """24 infantry, 3 machine guns, an anti-tank gun, 2 vehicles; those on the table are in use, the disabled too."""
    assert pool_of(game(man(), markers=[]).state) == (24, 3, 1, 2)
    used = [
        german("de.mg-crew", (20, 20), name="MG"),
        german("de.pak40", (30, 20), name="Gun"),
        german("de.stug", (50, 20), name="Tank"),
        german("de.rifle-team", name="Away"),
    ]
    scene = game(man(), *used, markers=[], figure_pool=30)
    assert pool_of(scene.state) == (23, 2, 0, 1)
    men = scene.unit("MG").men
    scene.change("MG", men=men[:2], down=men[2:])
    assert pool_of(scene.state).men == 23
    scene.change("MG", men=(), down=men, place="destroyed")  # nobody is left in the fight, but all lie there
    assert pool_of(scene.state).men == 23
    scene.change("MG", men=men[:2], down=(), place="table")  # killed: taken off, and used again
    assert pool_of(scene.state).men == 24
    scene.change("Tank", place="destroyed")
    assert pool_of(scene.state).vehicles == 2


@clause("sk.gen.no-figures")
@pytest.mark.parametrize(
    ("used", "wanted", "instead"),
    [
        (["de.stug", "de.stug"], "14", "13"),
        (["de.stug", "de.stug", "de.pak40"], "14", "12"),
        (["de.pak40"], "13", "12"),
        (["de.mg-pair"] * 3, "11", "8"),
        (["de.mg-pair"] * 3, "12", "12"),
        (["de.riflemen"] * 5, "8", "6-7"),
        (["de.riflemen"] * 5, "12", "12"),
        (["de.riflemen"] * 6, "12", "nothing"),
    ],
)
def test_without_figures_the_options_before_it_are_taken(used: list[str], wanted: str, instead: str) -> None:
    """In order, until one can be deployed; a 10 is no force and is passed over."""
    theirs = [german(troop, (6 + 9 * place, 20), name=f"G{place}") for place, troop in enumerate(used)]
    assert deployable_from(pool_of(game(man(), *theirs, markers=[]).state), wanted, Options()) == instead


@clause("sk.gen.recycle", "sk.gen.no-figures")
def test_when_figures_run_out_nobody_comes_until_casualties_are_recycled() -> None:
    """A pool of four, all on the table; once one is dead there are still too few, once all are they come again."""
    first = german("de.patrol-team", (60, 20), name="First")
    scene = game(man(), first, markers=row_of(1), figure_pool=4)
    scene.call(arrivals, dice=[6])
    assert scene.event("nobody was left to come").because == ("sk.gen.recycle", "sk.gen.no-figures")
    scene.change("First", men=scene.unit("First").men[1:])
    scene.call(arrivals, dice=[6])
    assert scene.events("nobody was left to come")
    scene.change("First", men=(), place="destroyed")
    scene.call(arrivals, dice=[6, 3])
    assert scene.events("appeared")


@clause("sk.gen.no-figures")
def test_the_clause_is_cited_when_something_else_comes() -> None:
    """Two StuGs are on the table already: the anti-tank gun comes."""
    tanks = [german("de.stug", (60, 20 + 8 * place), name=f"G{place}") for place in range(2)]
    scene = game(man(), *tanks, markers=row_of(9))
    scene.call(arrivals, dice=[6, 1, 3])
    come = scene.event("the enemy came on")
    assert come.tells["what"].startswith("an anti-tank gun")
    assert "sk.gen.no-figures" in come.because


# ---- a ten


@clause("sk.gen.result-10")
def test_a_ten_redeploys_portals_that_were_passed_and_brings_an_officer() -> None:
    """One nearer to their edge than their leading man goes to cover by the line from him to the solo edge's middle."""
    house = terrain("building", box=(34, 6, 6, 6))
    passed = Marker("portal", (inches(60), inches(30)))
    ahead = row_of(4, y=2)
    bush = terrain("hedge", line=[(50, 29), (70, 29)])
    scene = game(
        man(36, 26), markers=[passed, *ahead], ground=[house, bush, terrain("hedge", line=[(2, 2.8), (30, 2.8)])]
    )
    scene.call(arrivals, dice=[6])
    moved, *rest = scene.state.markers
    assert moved.known
    assert abs(moved.at[0] - inches(36)) <= inches(6)
    assert moved.at[1] < inches(26)
    assert [one.at for one in rest] == [one.at for one in ahead]
    assert scene.events("was redeployed")
    (officer,) = [unit for unit in scene.state.units if unit.side == 1]
    assert officer.card.troop == "de.officer"
    assert scene.state.layout.point(officer.men[0])[1] == inches(2)  # at the rearmost portal
    assert [unit.card.troop for unit in scene.state.units if unit.side == 1] == ["de.officer"]


@clause("sk.gen.result-10")
def test_nobody_is_passed_who_is_ahead_of_the_leading_man() -> None:
    """Level with him is not passed."""
    level = Marker("portal", (inches(60), inches(26)))
    house = terrain("building", box=(34, 6, 6, 6))
    scene = game(
        man(36, 26), markers=[level, *row_of(4)], ground=[HEDGE, terrain("hedge", line=[(59.2, 20), (59.2, 32)]), house]
    )
    scene.call(arrivals, dice=[6])
    assert scene.state.markers[0].at == level.at
    assert not scene.events("was redeployed")


@clause("sk.gen.result-10", "sk.gen.recycle")
def test_no_officer_comes_without_a_figure_for_him() -> None:
    """A pool of four that is all in use."""
    first = german("de.patrol-team", (60, 20), name="First")
    scene = game(man(), first, markers=row_of(5), figure_pool=4)
    scene.call(arrivals, dice=[6])
    assert not scene.events("appeared")


# ---- once


@clause("sk.portal.rock-start")
def test_a_portal_behind_a_rock_is_good_for_one_arrival() -> None:
    """It is removed after it."""
    scene = game(man(), markers=row_of(1, once=True))
    scene.call(arrivals, dice=[6, 3])
    assert scene.state.markers == ()
    assert "sk.portal.rock-start" in scene.clauses()


@clause("sk.gen.roll")
def test_an_ordinary_portal_produces_again() -> None:
    """Turn after turn."""
    scene = game(man(), markers=row_of(1))
    scene.call(arrivals, dice=[6, 3])
    scene.call(arrivals, dice=[6, 3])
    assert len(came(scene)) == 2

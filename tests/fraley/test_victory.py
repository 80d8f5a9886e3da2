"""Objectives, scores, leaving by the far edge, and how battles end."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from sandtable.play.ruleset import Outcome
from sandtable.rulesets.fraley.move.exits import at_the_far_edge, may_leave
from sandtable.rulesets.fraley.setup.victory import (
    broken_through,
    escaped,
    held_by,
    outcome_of,
    points_of_company,
    scored,
)
from sandtable.rulesets.fraley.state import Mission
from tests.clause import clause

from .kit import Scene, german, keys, us

POINT = (36_000, 24_000)
HOLD, BREAKTHROUGH = Mission("hold"), Mission("breakthrough", rounds=10)
FAR = 0.625 + 4  # from the middle of a stand to a marker that it just reaches, straight ahead


def around(*more: Any, ours: float = FAR, men: int = 2, **options: Any) -> Scene:
    """Two riflemen, the first so far from the middle of the table."""
    able = us("us.rifle-platoon", (36, 24 + ours), name="Able", men=men, pick=("Rifle Team",) * men)
    return Scene(able, *more, objectives=[(36, 24)], quiet=True, **options)


# ---- who holds


@clause("fraley.gap.objective-control")
def test_a_team_within_four_inches_holds() -> None:
    """Exactly four inches is near enough; a thousandth more is not."""
    assert held_by(around().state, POINT) == 0
    assert held_by(around(ours=FAR + 0.001).state, POINT) is None


@clause("fraley.gap.objective-control")
def test_an_enemy_within_four_inches_contests() -> None:
    """Even a suppressed one, even a CC; one a thousandth farther does not."""
    for troop, half in (("de.cc", 0.5), ("de.mg-platoon", 0.5)):
        near = german(troop, (36, 24 - half - 4), name="Enemy", men=1, each={"marks": 1})
        assert held_by(around(near).state, POINT) is None
        far = german(troop, (36, 24 - half - 4.001), name="Enemy", men=1)
        assert held_by(around(far).state, POINT) == 0


@clause("fraley.gap.objective-control")
def test_who_is_suppressed_or_alone_does_not_hold() -> None:
    """A second Team holds for a suppressed first; a Unit of one Team does not hold, a Tank Unit of one does."""
    scene = around()
    assert held_by(scene.change("Able", 0, marks=1).state, POINT) is None
    close = Scene(
        us("us.rifle-platoon", (35, 24), name="Able", pick=("Rifle Team",) * 2, teams={0: {"marks": 1}}),
        objectives=[(36, 24)],
    )
    assert held_by(close.state, POINT) == 0
    assert held_by(around(men=1).state, POINT) is None
    tank = Scene(us("us.sherman-platoon", (36, 24), name="Tank", men=1), objectives=[(36, 24)])
    assert held_by(tank.state, POINT) == 0


@clause("fraley.gap.objective-control")
@pytest.mark.parametrize("rank", ["cc", "fo"])
def test_commanders_and_observers_alone_do_not_hold(rank: str) -> None:
    """However near."""
    alone = Scene(us("us.cc", (36, 24), name="He", card={"rank": rank, "tank": True}), objectives=[(36, 24)])
    assert held_by(alone.state, POINT) is None


@clause("fraley.gap.scenario-meeting")
def test_objectives_score_from_round_three() -> None:
    """One for each that is held, on top of what there was; nothing before, and nothing in other missions."""

    def after(number: int, mission: Mission) -> tuple[int, int]:
        return scored(around(round=number, mission=mission, fields={"scores": (2, 1)}).state)

    assert after(2, Mission()) == (2, 1)
    assert after(3, Mission()) == (3, 1)
    assert after(8, Mission()) == (3, 1)
    assert after(5, HOLD) == (2, 1)
    two = Scene(
        german("de.panzer-iv-platoon", (18, 24), name="One", men=1),
        german("de.panzer-iv-platoon", (54, 24), name="Two", men=1),
        objectives=[(18, 24), (36, 24), (54, 24)],
        round=4,
    )
    assert scored(two.state) == (0, 2)


# ---- how it ends


def ended(scene: Scene, *, phase: str = "end", **fields: Any) -> Outcome | None:
    """How a battle ends as it is, with these fields."""
    return outcome_of(msgspec.structs.replace(scene.state, phase=phase, **fields))


def winner(outcome: Outcome | None) -> int | None:
    """Who won a battle that is over."""
    assert outcome is not None
    return outcome.winner


def both(**options: Any) -> Scene:
    """A Unit each, far from everything."""
    return Scene(
        us("us.rifle-platoon", (5, 44), name="Able"),
        german("de.grenadier-platoon", (5, 4), name="Berta"),
        objectives=[(36, 24)],
        **options,
    )


@clause("fraley.gap.scenario-meeting", "fraley.gap.victory")
@pytest.mark.parametrize(("scores", "won"), [((4, 2), 0), ((3, 2), None), ((2, 2), None), ((2, 3), None), ((2, 4), 1)])
def test_most_points_win_after_the_last_round(scores: tuple[int, int], won: int | None) -> None:
    """A lead of one is a draw; before the last round is over nothing is decided."""
    scene = both(round=8, fields={"scores": scores})
    outcome = ended(scene)
    assert winner(outcome) == won
    assert outcome is not None
    assert outcome.scores == scores
    assert ended(scene, phase="initiative") is None
    assert ended(scene, round=7) is None


@clause("fraley.gap.victory", "fraley.gap.scenario-meeting")
def test_a_company_that_retreats_loses_at_once() -> None:
    """Whatever the score; both at once are a draw."""
    scene = both(fields={"scores": (5, 0)})
    assert winner(ended(scene, phase="initiative", retreats=(0,))) == 1
    assert winner(ended(scene, phase="initiative", retreats=(0, 1))) is None
    assert ended(scene, phase="initiative") is None


@clause("fraley.gap.victory", "fraley.unit.count")
def test_a_company_without_units_loses_at_once() -> None:
    """A CC is no Unit; one that has left by the far edge still is."""
    scene = both()
    scene.change("Berta", place="destroyed", men=())
    assert winner(ended(scene, phase="initiative")) == 0
    scene = Scene(us("us.rifle-platoon", (5, 44), name="Able"), german("de.cc", (5, 4), name="Voss"))
    assert winner(ended(scene, phase="initiative")) == 0
    gone = both()
    gone.change("Berta", place="destroyed", men=()).change("Able", place="destroyed", men=())
    assert winner(ended(gone)) is None


@clause("fraley.gap.scenario-hold", "fraley.gap.objective-control")
def test_an_attacker_takes_the_objective() -> None:
    """At the end of a round from the fourth; until then, or while a round runs, it does not count."""
    enemy = german("de.grenadier-platoon", (5, 4), name="Berta")
    for number, won in ((3, False), (4, True), (8, True)):
        outcome = ended(around(enemy, round=number, mission=HOLD))
        assert (outcome is not None) == won
        if won:
            assert winner(outcome) == 0
    assert ended(around(enemy, round=5, mission=HOLD), phase="initiative") is None


@clause("fraley.gap.scenario-hold")
def test_a_defender_who_still_holds_has_won() -> None:
    """After the last round, if the attacker does not hold it, whoever else does."""
    assert ended(both(round=7, mission=HOLD)) is None
    assert winner(ended(both(round=8, mission=HOLD))) == 1
    assert winner(ended(both(round=8, mission=Mission("hold", attacker=1)))) == 0


# ---- breaking through


def at_edge(*more: Any, x: float = 72 - 1.15, **options: Any) -> Scene:
    """Three Shermans that look east, the first of them so far along the table; side 0 breaks through eastwards."""
    spots = ((60.0, 20.0), (60.0, 24.0))
    able = us("us.sherman-platoon", (x, 16), name="Shermans", men=3, bearing=90, spots=spots)
    rest = {"edges": ("west", "east")}
    mission = options.pop("mission", BREAKTHROUGH)
    return Scene(able, german("de.at-platoon", (40, 40), name="Paks"), *more, mission=mission, fields=rest, **options)


@clause("fraley.gap.scenario-breakthrough")
def test_a_team_that_touches_the_far_edge_may_leave() -> None:
    """A gap of 0.05 inches still touches; whoever is farther, or of the defender, or in another mission, stays."""
    assert at_the_far_edge(at_edge().state, 0) == [0]
    assert at_the_far_edge(at_edge(x=72 - 1.15 - 0.05).state, 0) == [0]
    assert at_the_far_edge(at_edge(x=72 - 1.15 - 0.051).state, 0) == []
    assert at_the_far_edge(at_edge(mission=Mission("breakthrough", attacker=1)).state, 0) == []
    assert at_the_far_edge(at_edge(mission=Mission()).state, 0) == []
    own = at_edge(x=1.15)
    assert at_the_far_edge(own.state, 0) == []


@clause("fraley.gap.scenario-breakthrough", "fraley.gap.table-size")
def test_leaving_is_voluntary_and_no_casualty() -> None:
    """A Team that stays is asked again another time; one that goes is not lost, and its strength is not missed."""
    scene = at_edge()
    scene.call(may_leave, "Shermans", leave=[[]])
    assert len(scene.unit("Shermans").men) == 3
    assert scene.told() == []
    scene.call(may_leave, "Shermans", leave=keys("m0"))
    left = scene.unit("Shermans")
    assert (left.men, left.lost, left.left, left.strength, left.place) == ((1, 2), 0, 1, 2, "table")
    assert not scene.state.layout.on_table(0)
    assert scene.event("left by the far edge").because == ("fraley.gap.scenario-breakthrough",)
    assert escaped(scene.state, 0) == Fraction(205, 3)
    assert scene.state.escaped == (68, 0)


@clause("fraley.gap.scenario-breakthrough")
def test_nobody_is_asked_who_cannot_leave() -> None:
    """Nothing is said, and nothing happens."""
    scene = at_edge(x=50)
    scene.call(may_leave, "Shermans")
    assert (scene.kinds_asked(), scene.told()) == ([], [])


@clause("fraley.gap.scenario-breakthrough")
def test_a_unit_that_has_left_counts_as_remaining() -> None:
    """All its Teams gone by the far edge: it is out of the battle, but not destroyed."""
    tank = us("us.sherman-platoon", (72 - 1.15, 16), name="Tank", men=1, bearing=90)
    scene = Scene(
        tank,
        us("us.rifle-platoon", (5, 24), name="Able"),
        german("de.at-platoon", (40, 40), name="Paks"),
        mission=BREAKTHROUGH,
        fields={"edges": ("west", "east")},
    )
    scene.call(may_leave, "Tank")
    assert (scene.unit("Tank").place, scene.unit("Tank").men) == ("exited", ())
    scene.change("Able", place="destroyed", men=())
    assert winner(ended(scene, phase="initiative")) == 0, "205 of 290 points are out"


@clause("fraley.gap.scenario-breakthrough", "fraley.gap.victory")
def test_a_third_of_the_points_breaks_through() -> None:
    """Two of five Shermans are 82 of 246 points, exactly a third; of 247 they are less."""
    scene = at_edge().change("Shermans", left=2, strength=3)
    assert escaped(scene.state, 0) == 82
    cc = us("us.cc", (5, 24), name="CC", card={"points": 41})
    enough = at_edge(cc).change("Shermans", left=2, strength=3)
    assert points_of_company(enough.state, 0) == 246
    assert broken_through(enough.state)
    assert winner(ended(enough, phase="initiative")) == 0
    cc = us("us.cc", (5, 24), name="CC", card={"points": 42})
    short = at_edge(cc).change("Shermans", left=2, strength=3)
    assert not broken_through(short.state)
    assert ended(short, round=9) is None
    assert winner(ended(short, round=10)) == 1


@clause("fraley.gap.scenario-breakthrough", "fraley.gap.victory")
def test_an_attacker_with_nobody_left_on_the_table_is_stopped() -> None:
    """What got out was too little, and nobody is left to get out."""
    scene = at_edge(us("us.rifle-platoon", (5, 24), name="Able", card={"points": 1000}))
    scene.change("Shermans", place="exited", men=(), left=3, strength=0)
    assert ended(scene) is None
    scene.change("Able", place="destroyed", men=())
    assert winner(ended(scene, phase="initiative")) == 1


@clause("fraley.gap.scenario-breakthrough")
def test_an_observer_leaves_though_his_battery_is_off_the_table() -> None:
    """He acts with it, wherever it is."""
    battery = us("us.artillery-battery", (5, 24), name="Battery", fo=(72 - 0.625, 30), fields={"place": "off-table"})
    scene = Scene(
        battery,
        german("de.at-platoon", (40, 40), name="Paks"),
        mission=BREAKTHROUGH,
        fields={"edges": ("west", "east")},
    )
    scene.state = msgspec.structs.replace(scene.state, layout=scene.state.layout.without(scene.unit("Battery").men))
    scene.call(may_leave, "Battery")
    assert scene.unit("Battery FO").place == "exited"
    assert (scene.unit("Battery").place, len(scene.unit("Battery").men)) == ("off-table", 5)


@clause("fraley.gap.victory")
def test_sides_are_spoken_of_in_the_plural() -> None:
    """The Germans have barred the way; they do not has."""
    for fields in (
        {"retreats": (1,)},
        {"phase": "end", "mission": Mission("hold", rounds=2)},
        {"phase": "end", "mission": Mission("breakthrough", rounds=2)},
    ):
        scene = Scene(us("us.rifle-platoon", (20, 20), name="Able"), german("de.mg-platoon", (20, 40)), fields=fields)
        found = outcome_of(scene.state)
        assert found is not None
        assert found.why.split()[1] in ("retreat", "have")

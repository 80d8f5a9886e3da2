"""Moves that are watched: Overwatch and Reaction Fire."""

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.play.script import Play
from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.fire.to_hit import modifiers, needed
from sandtable.rulesets.fraley.leaders import leaders
from sandtable.rulesets.fraley.move import travel as travels
from sandtable.rulesets.fraley.move.moments import Moment, chances, tracks_of
from sandtable.rulesets.fraley.move.travel import Reacted, travel
from sandtable.rulesets.fraley.state import Battle
from tests.clause import clause

from .kit import Scene, german, terrain, us
from .turn_kit import Calls, fire_in_reaction

Spot = tuple[float, float]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Fire is noted: by whom, how, at whom, where the targets stood."""
    return fire_in_reaction(monkeypatch)


def duel(
    far: float, *more: Any, men: int = 1, troop: str = "us.rifle-platoon", watch: bool = False, **rest: Any
) -> Scene:
    """Berta's machine guns look at Able's riflemen, so far from edge to edge; ours move."""
    return Scene(
        us(troop, (20, 20), name="Able", pick=("Rifle Team",) * men, gap=1),
        german(
            "de.mg-platoon",
            (20, 20 + far + 1.25),
            name="Berta",
            pick=("HMG Team",),
            bearing=0,
            fields={"overwatch": watch},
        ),
        *more,
        **rest,
    )


def way(scene: Scene, *paths: Sequence[Spot], name: str = "Able", turn: int | None = None) -> March:
    """Ways of a Unit's Teams: the points after their own."""
    walks = []
    for man, figure in enumerate(scene.unit(name).men):
        path = paths[man] if man < len(paths) else ()
        points = (scene.state.layout.point(figure), *((inches(x), inches(y)) for x, y in path))
        walks.append(Walk(figure, points, turn))
    return March(tuple(walks))


def go(scene: Scene, march: March, name: str = "Able", **rest: Any) -> Any:
    """A Unit goes its way."""
    keywords: dict[str, Any] = {key: rest.pop(key) for key in ("only", "halts", "sets", "without") if key in rest}
    return scene.call(travel, name, march, "fraley.action.fail-move", keywords or {"verb": "moved"}, **rest)


def could(scene: Scene, march: March, only: tuple[int, ...] | None = None) -> dict[str, list[int]]:
    """At which moments enemies could fire."""
    tracks = tracks_of(march)
    moments = [
        Moment(place, step, at)
        for place, track in enumerate(tracks)
        if track.length
        for step, at in enumerate(track.places)
    ]
    return {scene.state.units[unit].name: at for unit, at in chances(scene.state, tracks, moments, only).items()}


# ---- who may fire


@clause("fraley.reaction.trigger")
@pytest.mark.parametrize(("far", "able"), [(17, True), (18, True), (18.001, False), (19, False)])
def test_reaction_fire_reaches_18_inches(far: float, able: bool, calls: Calls) -> None:
    """A Team 17 inches from a moving platoon may fire; at 19 only on Overwatch. The HMG has 22 inches."""
    scene = duel(far)
    across = way(scene, [(20.5, 20)])
    assert bool(could(scene, across)) is able
    assert bool(could(duel(far, watch=True), across)) is True


@clause("fraley.overwatch.trigger")
@pytest.mark.parametrize(("far", "able"), [(25, True), (43.9, True), (44.01, False)])
def test_overwatch_reaches_as_far_as_the_weapon(far: float, able: bool, calls: Calls) -> None:
    """With Long Range: twice 22 inches for an HMG."""
    scene = duel(far, watch=True, size=(72, 72))
    assert bool(could(scene, way(scene, [(20.1, 20)]))) is able


@clause("fraley.overwatch.trigger", "fraley.reaction.trigger")
def test_arc_and_sight_hold_as_ever(calls: Calls) -> None:
    """Nobody fires behind him or through woods; one who comes out of them is fired at from there on."""
    scene = duel(10, watch=True)
    assert could(scene, way(scene, [(23, 20)])) == {"Berta": [0, 1, 2]}
    away = Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team",)),
        german("de.mg-platoon", (20, 31), name="Berta", pick=("HMG Team",), bearing=180, fields={"overwatch": True}),
    )
    assert could(away, way(away, [(23, 20)])) == {}
    hidden = duel(10, watch=True, ground=[terrain("woods", box=(10, 24, 12, 4))])
    assert could(hidden, way(hidden, [(26, 20)])) == {"Berta": [5]}  # where a line runs past their corner


@clause("fraley.reaction.trigger")
def test_turning_in_place_is_no_move(calls: Calls) -> None:
    """Nobody is asked; the Team has moved all the same."""
    scene = duel(10).change("Able", 0, moved=False)
    go(scene, way(scene, turn=900))
    assert scene.asked == []
    assert calls == []
    assert scene.team("Able").moved
    assert scene.state.layout.bearing(scene.row("Able")) == 900


@clause("fraley.reaction.trigger")
def test_teams_that_stand_still_are_part_of_the_moving_unit(calls: Calls) -> None:
    """One of them near enough is enough; unless only those that move may be hit."""
    scene = duel(17, men=2)
    scene.state = scene.state.__class__(
        **{name: getattr(scene.state, name) for name in scene.state.__struct_fields__ if name != "layout"},
        layout=scene.state.layout.placed([(scene.row("Able", 1), inches(20), inches(5), 0, 0)]),
    )
    back = way(scene, [], [(20, 3)])
    assert could(scene, back) == {"Berta": [0, 1]}
    assert could(scene, back, only=(scene.row("Able", 1),)) == {}


@clause("fraley.reaction.trigger")
def test_whether_one_has_acted_does_not_matter(calls: Calls) -> None:
    """And reacting uses up no activation."""
    for done in (True, False):
        scene = duel(10).change("Berta", done=done)
        go(scene, way(scene, [(23, 20)]), react=["Berta"])
        assert scene.unit("Berta").done is done
    assert len(calls) == 2


@clause("fraley.reaction.once-per-initiative")
def test_no_team_fires_twice_in_an_initiative(calls: Calls) -> None:
    """Nor at another Unit; in the next Initiative it may."""
    scene = duel(10)
    go(scene, way(scene, [(23, 20)]), react="Berta")
    assert scene.kinds_asked() == ["react", "react at"]
    go(scene, way(scene, [(20, 20)]))
    assert scene.asked == []
    later = duel(10, initiative=4).change("Berta", 0, shot=3)
    go(later, way(later, [(23, 20)]), react="Berta")
    assert [one[:2] for one in calls] == [("Berta", "reaction"), ("Berta", "reaction")]


# ---- when


@clause("fraley.reaction.timing", "fraley.gap.reaction-resolution")
def test_fire_comes_at_the_chosen_inch(calls: Calls) -> None:
    """Who has moved stands at his end, who has not at his start, and the one under way where he is."""
    scene = duel(10, men=3)
    starts = [scene.point("Able", man) for man in range(3)]
    forward = way(scene, *([(x, y - 3)] for x, y in starts))
    # Three moments each: the second Team after 2 inches is the fifth.
    go(scene, forward, react="Berta", react_at="s4")
    (one,) = calls
    assert one[3] == ((20, 17), (starts[1][0], 18), starts[2])
    assert [scene.point("Able", man) for man in range(3)] == [(x, y - 3) for x, y in starts]
    labels = [option.label for option in scene.decision("react at").describe().domain.options]  # type: ignore[union-attr]
    assert len(labels) == 9
    assert labels[4:6] == ['Rifle Team 2 after 2"', "Rifle Team 2 at the end of its way"]


@clause("fraley.gap.reaction-resolution", "fraley.reaction.timing")
def test_there_is_a_moment_at_every_inch_and_at_the_end(calls: Calls) -> None:
    """2.5 inches: after 1, after 2, at the end; around a corner, too."""
    scene = duel(10)
    (straight,) = tracks_of(way(scene, [(22.5, 20)]))
    assert straight.places == ((21000, 20000), (22000, 20000), (22500, 20000))
    (bent,) = tracks_of(way(scene, [(21.5, 20), (21.5, 21)]))
    assert bent.places == ((21000, 20000), (21500, 20500), (21500, 21000))


@clause("fraley.reaction.timing", "fraley.gap.reaction-resolution")
def test_the_survivors_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is shot on his way does not arrive; the others do."""
    scene = duel(10, men=2)
    calls = fire_in_reaction(monkeypatch, scene.row("Able", 0))
    (ax, ay), (bx, by) = scene.point("Able", 0), scene.point("Able", 1)
    go(scene, way(scene, [(ax, ay - 3)], [(bx, by - 3)]), react="Berta", react_at="s0")
    assert len(calls) == 1
    assert len(scene.unit("Able").men) == 1
    assert scene.point("Able", 0) == (bx, by - 3)


@clause("fraley.reaction.timing")
def test_a_unit_that_is_shot_away_does_not_arrive(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing is told of it."""
    scene = duel(10)
    fire_in_reaction(monkeypatch, scene.row("Able", 0))
    go(scene, way(scene, [(20, 17)]), react="Berta", react_at="s0")
    assert scene.unit("Able").men == ()
    assert scene.events("moved") == []


@clause("fraley.reaction.timing", "fraley.gap.reaction-resolution")
def test_who_has_set_out_has_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """When he is fired at he is dug in no more, and what the move sets on his Unit holds already (a Run)."""
    scene = duel(10, men=2)
    for man in range(2):
        scene.change("Able", man, moved=False, dug_in=True)
    seen: list[tuple[Any, ...]] = []
    fire_in_reaction(monkeypatch)
    noting = vars(travels)["fire"]

    async def look(play: Play[Battle], number: int, mode: Any, **rest: Any) -> Any:
        men = play.state.units[0].men
        seen.append(
            (play.state.units[0].ran, [(play.state.figures[man].moved, play.state.figures[man].dug_in) for man in men])
        )
        return await noting(play, number, mode, **rest)

    monkeypatch.setattr(travels, "fire", look)
    (ax, ay), (bx, by) = scene.point("Able", 0), scene.point("Able", 1)
    march = way(scene, [(ax, ay - 3)], [(bx, by - 3)])
    go(scene, march, react="Berta", react_at="s1", sets={"ran": True})
    assert seen == [(True, [(True, False), (False, True)])]
    assert [scene.team("Able", man).moved for man in range(2)] == [True, True]


@clause("fraley.reaction.timing")
def test_a_halted_move_stops_where_it_is(calls: Calls) -> None:
    """Asked after each fire; the later Teams have not moved."""
    scene = duel(10, men=2)
    for man in range(2):
        scene.change("Able", man, moved=False)
    (ax, ay), (bx, by) = scene.point("Able", 0), scene.point("Able", 1)

    def halts(_state: Battle, reacted: Sequence[Reacted]) -> bool:
        return sum(one.struck.hits for one in reacted) >= 1

    march = way(scene, [(ax, ay - 3)], [(bx, by - 3)])
    found = go(scene, march, react="Berta", react_at="s1", halts=halts)
    assert [(one.by, one.struck.hits) for one in found] == [(1, 1)]
    assert [scene.point("Able", man) for man in range(2)] == [(ax, ay - 2), (bx, by)]
    assert [scene.team("Able", man).moved for man in range(2)] == [True, False]
    assert len(calls) == 1


@clause("fraley.reaction.trigger", "fraley.reaction.timing")
def test_units_react_one_after_another(calls: Calls) -> None:
    """In their owner's order, and not at a moment that has passed."""
    scene = duel(10, german("de.mg-platoon", (26, 31.25), name="Dora", pick=("HMG Team",), bearing=0))
    assert could(scene, way(scene, [(20, 17)])) == {"Berta": [0, 1, 2], "Dora": [0, 1, 2]}
    go(scene, way(scene, [(20, 17)]), react=["Dora", "Berta"], react_at=["s1", "s1"])
    assert [(one[0], one[3]) for one in calls] == [("Dora", ((20, 18),)), ("Berta", ((20, 17),))]
    assert scene.kinds_asked() == ["react", "react at", "react", "react at"]


@clause("fraley.assault.other-units-react")
def test_units_in_close_combat_do_not_react(calls: Calls) -> None:
    """Nor are they asked; others are. What each fire found arrived is told."""
    scene = duel(10, german("de.mg-platoon", (26, 31.25), name="Dora", pick=("HMG Team",), bearing=0), men=2)
    (ax, ay), (bx, by) = scene.point("Able", 0), scene.point("Able", 1)
    march = way(scene, [(ax, ay - 3)], [(bx, by - 3)])
    found = go(scene, march, without=(scene.number("Berta"),), react="Dora", react_at="s3")
    assert scene.offered("react") == ["nobody", "u2"]
    assert [one.arrived for one in found] == [(scene.row("Able", 0),)]
    assert len(calls) == 1


@clause("fraley.reaction.trigger")
def test_nobody_has_to_fire(calls: Calls) -> None:
    """It is the usual answer."""
    scene = duel(10)
    go(scene, way(scene, [(20, 17)]))
    assert scene.kinds_asked() == ["react"]
    assert calls == []
    assert scene.point("Able") == (20, 17)


@clause("fraley.reaction.trigger")
def test_who_is_called_upon_and_does_not_fire_is_not_asked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once is enough for this move."""
    scene = duel(10)
    fire_in_reaction(monkeypatch)

    async def holds_fire(*_: Any, **__: Any) -> tuple[()]:
        return ()

    monkeypatch.setattr(travels, "fire", holds_fire)
    go(scene, way(scene, [(20, 17)]), react="Berta")
    assert scene.kinds_asked() == ["react", "react at"]


@clause("fraley.gap.reaction-resolution")
def test_each_move_of_a_run_is_a_window_of_its_own(calls: Calls) -> None:
    """Who held his fire in the first may fire in the second."""
    scene = duel(10)
    go(scene, way(scene, [(20, 17)]))
    go(scene, way(scene, [(20, 14)]), react="Berta", react_at="s0")
    assert [one[3] for one in calls] == [((20, 16),)]


# ---- Overwatch


@clause("fraley.gap.overwatch-or-reaction", "fraley.overwatch.duration", "fraley.overwatch.no-penalty")
def test_overwatch_fires_once_then_only_reactions(calls: Calls) -> None:
    """The first time as Overwatch, which ends with the shot; not again in that Initiative; later as Reaction Fire."""
    scene = duel(10, watch=True)
    mover = way(scene, [(20, 17)])
    go(scene, mover, react="Berta")
    assert not scene.unit("Berta").overwatch
    assert calls[-1][1] == "overwatch"
    scene.change("Berta", 0, shot=0)  # as if a Team had held its fire
    go(scene, way(scene, [(20, 14)]))
    assert scene.asked == []
    scene.change("Berta", watched=2)
    go(scene, way(scene, [(20, 17)]), react="Berta")
    assert calls[-1][1] == "reaction"


@clause("fraley.reaction.penalty", "fraley.reaction.trigger")
def test_without_overwatch_it_is_reaction_fire(calls: Calls) -> None:
    """Which pays for it."""
    scene = duel(10)
    go(scene, way(scene, [(20, 17)]), react="Berta")
    assert calls[0][:3] == ("Berta", "reaction", "Able")
    assert scene.event("reacted").because[0] == "fraley.reaction.trigger"


@clause("fraley.gtg.reaction-ends")
def test_who_reacts_is_gone_to_ground_no_more(calls: Calls) -> None:
    """But does not move or fire of his own for the rest of the round."""
    scene = duel(10).change("Berta", grounded=True, still=True)
    go(scene, way(scene, [(20, 17)]), react="Berta")
    assert (scene.unit("Berta").grounded, scene.unit("Berta").still) == (False, True)
    assert len(calls) == 1


@clause("fraley.reaction.penalty", "fraley.overwatch.no-penalty")
@pytest.mark.parametrize(
    ("level", "mode", "switch", "number"),
    [
        ("green", "reaction", 0, 2),
        ("veteran", "reaction", 0, 3),
        ("veteran", "overwatch", 0, 2),
        ("veteran", "overwatch", 1, 3),
    ],
)
def test_what_reactions_need(level: str, mode: Any, switch: int, number: int) -> None:
    """At Green moving in the open: 2 + 1 - 1. Overwatch at Veterans: 3 - 1, unless it pays the +1 as well."""
    scene = Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team",), card={"training": level}),
        german("de.mg-platoon", (20, 31), name="Berta", pick=("HMG Team",), bearing=0),
        overwatch_penalty=switch,
        fields={"acting": 0},
    )
    able, berta = scene.unit("Able").men, scene.unit("Berta").men
    assert needed(scene.state, 0, modifiers(scene.state, 0, able, berta, mode, moved=False)) == number


# ---- the rest


@clause("fraley.gap.reaction-resolution")
def test_an_observer_under_way_is_a_target_of_his_own(calls: Calls) -> None:
    """He moves with his battery, which nobody sees."""
    scene = Scene(
        us("us.mortar-platoon", (60, 3), name="Tubes", men=2, fo=(20, 20)),
        german("de.mg-platoon", (20, 31), name="Berta", pick=("HMG Team",), bearing=0),
    )
    row = scene.row("Tubes FO")
    march = March((*way(scene, name="Tubes").walks, Walk(row, ((20000, 20000), (20000, 18000)))))
    go(scene, march, name="Tubes", react="Berta")
    assert [one[:3] for one in calls] == [("Berta", "reaction", "Tubes FO")]
    assert scene.point("Tubes FO") == (20, 18)


@clause("fraley.gap.turret-facing", "fraley.move.any-direction")
def test_turrets_turn_with_their_hulls_unless_told(calls: Calls) -> None:
    """A hull that turns by 90 degrees takes its turret along."""
    scene = Scene(us("us.sherman-platoon", (20, 20), name="Able", men=1), german("de.cc", (60, 40), name="Berta"))
    scene.change("Able", 0, turret=300)
    row = scene.row("Able")
    go(scene, March((Walk(row, ((20000, 20000), (20000, 30000)), 900),)))
    assert (scene.state.layout.bearing(row), scene.team("Able").turret) == (900, 1200)
    go(scene, March((Walk(row, ((20000, 30000),), None, 50),)))
    assert (scene.state.layout.bearing(row), scene.team("Able").turret) == (900, 50)


@clause("fraley.leader.once-per-initiative")
def test_leaders_of_those_who_react_may_help_before(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the question is asked again."""
    left = ["shift-m3"]
    monkeypatch.setattr(leaders, "offers", lambda _, side: dict.fromkeys(left if side == 1 else (), "shift"))

    async def use(_play: Play[Battle], side: int, key: str) -> None:
        assert side == 1
        left.remove(key)

    monkeypatch.setattr(leaders, "use", use)
    scene = duel(10)
    go(scene, way(scene, [(20, 17)]), react=["shift-m3", "Berta"])
    assert scene.kinds_asked() == ["react", "react", "react at"]
    assert len(calls) == 1


@clause("fraley.reaction.trigger")
def test_nobody_is_asked_about_fire_that_does_nothing(calls: Calls) -> None:
    """Riflemen at tanks; whoever has an AT weapon is."""
    for pick, asked in (("Rifle Team", False), ("Panzerfaust Team", True)):
        scene = Scene(
            us("us.sherman-platoon", (20, 20), name="Able", men=1),
            german("de.grenadier-platoon", (20, 23), name="Berta", pick=(pick,)),
        )
        assert bool(could(scene, way(scene, [(20, 19)]))) is asked
    loud = Scene(
        us("us.sherman-platoon", (20, 20), name="Able", men=1),
        german("de.grenadier-platoon", (20, 23), name="Berta", pick=("Rifle Team",)),
        armor_fp_suppression="all",
    )
    assert could(loud, way(loud, [(20, 19)])) == {"Berta": [0]}

"""Moves as they are carried out: Overwatch, Hidden enemies come upon, stopping short."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.play.script import Play
from sandtable.play.walks import March, Walk
from sandtable.play.wire import OneOfView
from sandtable.rulesets.sotr.basics.tracks import stations, tracks_of
from sandtable.rulesets.sotr.react import overwatch
from sandtable.rulesets.sotr.react.travel import travel
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.turn.turn import end_turn
from sandtable.rulesets.sotr.units.conditions import disorganize
from tests.clause import clause

from .kit import Scene, Spot, reich, terrain, us

Begin = Callable[[Play[Battle]], Any]


def go(scene: Scene, name: str, *paths: tuple[Spot, ...], **how: Any) -> Begin:
    """Send a unit's models along paths, each from where it stands."""
    walks = []
    for place, path in enumerate(paths):
        row = scene.row(name, place)
        points = tuple((inches(x), inches(y)) for x, y in path)
        walks.append(Walk(row, (scene.state.layout.point(row), *points)))
    march = March(tuple(walks))
    number = scene.number(name)

    async def begin(play: Play[Battle]) -> None:
        how.setdefault("because", "sotr.advance.distance")
        results.append(
            await travel(play, number, march, how["because"], **{k: v for k, v in how.items() if k != "because"})
        )

    results: list[bool] = []
    begin.results = results  # type: ignore[attr-defined]
    return begin


def watchers(**rest: Any) -> Any:
    """A unit on Overwatch east of a street."""
    two = ("grenadier", "grenadier")
    return reich(
        "reich.sturmgrenadiers", (40, 20), spots=((40, 21.5),), name="Watch", pick=two, each={"overwatch": True}, **rest
    )


@pytest.fixture
def shots(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Spot, ...]]:
    """Overwatch fire that hits nobody: where the movers were when it came."""
    seen: list[tuple[Spot, ...]] = []

    async def fire(play: Play[Battle], watcher: int, target: int, *, charging: bool) -> None:
        del watcher, charging
        layout = play.state.layout
        seen.append(tuple((x / 1000, y / 1000) for x, y in layout.points(play.state.units[target].men)))

    monkeypatch.setattr(overwatch, "overwatch_fire", fire)
    return seen


# ---- going


@clause("sotr.overwatch.point")
def test_models_go_one_after_another_in_steps_of_an_inch() -> None:
    """Five and a half inches are six steps; the second model begins when the first has come to its end."""
    scene = Scene(us("us.rifle-squad", (10, 20), name="Able", men=2))
    rows = scene.unit("Able").men
    march = March((Walk(rows[1], ((11500, 20000), (11500, 25500))), Walk(rows[0], ((10000, 20000), (10000, 21000)))))
    tracks = tracks_of(scene.state, 0, march)
    assert [track.steps for track in tracks] == [6, 1]
    assert [(one.number, one.track, one.step) for one in stations(tracks)][-2:] == [(6, 0, 6), (7, 1, 1)]


@clause("sotr.dirt.prone-effects")
def test_whoever_moves_stands_up_and_is_known_to_have_moved() -> None:
    """A Prone model that goes anywhere is on its feet; one that stays is not; one that crawls stays down."""
    scene = Scene(us("us.rifle-squad", (10, 20), name="Able", men=2, each={"prone": True}))
    scene.run(go(scene, "Able", ((10, 22),), ()))
    assert [scene.man("Able", n).prone for n in (0, 1)] == [False, True]
    assert [scene.man("Able", n).moved for n in (0, 1)] == [2, 0]
    scene = Scene(us("us.rifle-squad", (10, 20), name="Able", men=1, each={"prone": True}))
    scene.run(go(scene, "Able", ((10, 22),), crawling=True))
    assert scene.man("Able").prone


# ---- Overwatch


@clause("sotr.overwatch.fire", "sotr.overwatch.point", "sotr.overwatch.spent", "sotr.overwatch.once")
def test_a_unit_on_overwatch_fires_where_it_chooses(shots: list[tuple[Spot, ...]]) -> None:
    """At station 10 of two models that run 8 inches: the first is at its end, the second two inches gone."""
    scene = Scene(us("us.rifle-squad", (10, 20), name="Able", men=2), watchers())
    begin = go(scene, "Able", ((10, 28),), ((11.5, 28),))
    scene.run(begin, overwatch="10")
    assert shots == [((10, 28), (11.5, 22))]
    assert scene.point("Able", 1) == (11.5, 28)
    assert scene.unit("Watch").activated == 2
    assert not any(scene.man("Watch", n).overwatch for n in (0, 1))
    assert len(scene.offered("overwatch")) == 17
    assert scene.kinds_asked() == ["overwatch"]
    assert begin.results == [True]  # type: ignore[attr-defined]


@clause("sotr.overwatch.fire")
def test_only_where_it_sees_them(shots: list[tuple[Spot, ...]]) -> None:
    """A house hides the first half of the street; the label says after how much of whose way."""
    house = terrain("building", box=(30, 14, 3, 8))
    scene = Scene(us("us.rifle-squad", (10, 18), name="Able", men=1), watchers(), ground=[house])
    scene.run(go(scene, "Able", ((10, 33),)), overwatch="pass")
    offered = scene.offered("overwatch")
    assert offered[0] == "pass"
    assert "1" not in offered
    assert "15" in offered
    view = scene.decision("overwatch").domain.describe()
    assert isinstance(view, OneOfView)
    assert [option.label for option in view.options[-2:]] == ['Able after 14"', "Able at the end of its way"]
    assert shots == []
    assert scene.man("Watch").overwatch


@clause("sotr.overwatch.once")
def test_overwatch_lasts_until_it_is_used_or_the_turn_ends(shots: list[tuple[Spot, ...]]) -> None:
    """Having fired once the unit is not asked again; unused Overwatch ends with the turn."""
    scene = Scene(us("us.rifle-squad", (10, 20), name="Able", men=1), watchers())
    scene.run(go(scene, "Able", ((10, 22),)), overwatch="1")
    scene.run(go(scene, "Able", ((10, 24),)))
    assert scene.kinds_asked() == []
    assert len(shots) == 1
    scene = Scene(watchers())
    scene.call(end_turn)
    assert not scene.man("Watch").overwatch


@clause("sotr.overwatch.lost-events")
def test_overwatch_is_lost_with_good_order() -> None:
    """Becoming Disorganized ends it."""
    scene = Scene(watchers())
    scene.call(disorganize, "Watch", "sotr.unit.disorganized-causes")
    assert not any(scene.man("Watch", n).overwatch for n in (0, 1))


@clause("sotr.overwatch.modifier", "sotr.overwatch.fire")
def test_the_charged_are_told_that_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Overwatch against a unit that charges the shooters is told so; against one that charges others it is not."""
    told = []

    async def fire(play: Play[Battle], watcher: int, target: int, *, charging: bool) -> None:
        del play, target
        told.append((watcher, charging))

    monkeypatch.setattr(overwatch, "overwatch_fire", fire)
    for charge, charging in ((1, True), (2, False)):
        scene = Scene(us("us.rifle-squad", (10, 20), name="Able", men=1), watchers(), reich("reich.mg-team", (40, 30)))
        scene.run(go(scene, "Able", ((14, 20),), charge=charge), overwatch="2")
        assert told.pop() == (1, charging)


@clause("sotr.overwatch.ex-street", "sotr.overwatch.spent")
def test_the_dash_across_the_street(monkeypatch: pytest.MonkeyPatch) -> None:
    """B runs out of a house, two go DOWN half way, the rest get across; A has been activated by that."""
    house = terrain("building", box=(8, 18, 6, 6))

    async def fire(play: Play[Battle], watcher: int, target: int, *, charging: bool) -> None:
        del watcher, charging
        fallen = play.state.units[target].men[1:3]
        play.tell("went Prone", "sotr.overwatch.ex-street", unit=target, figures=fallen, sets={"down": True})

    monkeypatch.setattr(overwatch, "overwatch_fire", fire)
    scene = Scene(
        us("us.rifle-squad", (13.4, 19), spots=((13.4, 20.2), (13.4, 21.4), (13.4, 22.6)), name="B", men=4,
           fields={"hidden": True}),
        watchers(storey=1),
        ground=[house],
    )  # fmt: skip
    scene.state = _moved_to(scene, "Watch", ((17, 40), (18.5, 40)))
    paths = [((21.4, y),) for y in (19, 20.2, 21.4, 22.6)]
    begin = go(scene, "B", *paths)
    scene.run(begin, overwatch="12")  # the second man half way, the first across
    assert scene.event("came into view").because == ("sotr.hide.ends-los",)
    assert [scene.point("B", n) for n in range(4)] == [(21.4, 19), (17.4, 20.2), (13.4, 21.4), (21.4, 22.6)]
    assert [scene.man("B", n).down for n in range(4)] == [False, True, True, False]
    assert scene.unit("Watch").activated == 2


def _moved_to(scene: Scene, name: str, spots: tuple[Spot, ...]) -> Battle:
    from msgspec.structs import replace  # noqa: PLC0415

    places = [(row, inches(x), inches(y), 0, 0) for row, (x, y) in zip(scene.unit(name).men, spots, strict=True)]
    return replace(scene.state, layout=scene.state.layout.placed(places))


@clause("sotr.overwatch.fire")
@pytest.mark.parametrize("state", ["disorganized", "suppressed"])
def test_the_move_of_a_unit_that_breaks_under_it_ends_there(monkeypatch: pytest.MonkeyPatch, state: str) -> None:
    """Models stay where they were; travel says that they did not arrive."""

    async def fire(play: Play[Battle], watcher: int, target: int, *, charging: bool) -> None:
        del watcher, charging
        play.tell("became Disorganized", "sotr.break.fail-cover", unit=target, sets={state: True})

    monkeypatch.setattr(overwatch, "overwatch_fire", fire)
    scene = Scene(us("us.rifle-squad", (10, 20), name="Able", men=1), watchers())
    begin = go(scene, "Able", ((10, 24),))
    scene.run(begin, overwatch="2")
    assert scene.point("Able") == (10, 22)
    assert begin.results == [False]  # type: ignore[attr-defined]


@clause("sotr.overwatch.fire")
def test_whoever_fire_has_made_run_does_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Fleeing unit that breaks once more on its way is where that flight has taken it."""

    async def fire(play: Play[Battle], watcher: int, target: int, *, charging: bool) -> None:
        del watcher, charging
        play.tell("fled", "sotr.break.fail-open", unit=target, sets={"places": [(0, 5000, 40000, 0, 0)]}, tells={})

    monkeypatch.setattr(overwatch, "overwatch_fire", fire)
    fleeing = {"fleeing": True, "disorganized": True}
    scene = Scene(us("us.rifle-squad", (10, 20), name="Able", men=1, fields=fleeing), watchers())
    begin = go(scene, "Able", ((10, 24),))
    scene.run(begin, overwatch="2")
    assert scene.point("Able") == (5, 40)
    assert begin.results == [False]  # type: ignore[attr-defined]


def test_whoever_is_down_can_be_dragged_along() -> None:
    """A model that was DOWN before the move goes where it is taken; it stays DOWN."""
    scene = Scene(us("us.rifle-squad", (10, 20), name="Able", men=2, models={1: {"down": True}}))
    scene.run(go(scene, "Able", ((10, 22),), ((11, 22),)))
    assert scene.point("Able", 1) == (11, 22)
    assert scene.man("Able", 1).down


@clause("sotr.sneak.no-overwatch")
def test_nobody_fires_at_a_unit_that_sneaks() -> None:
    """An unwatched move asks nobody, and leaves the unit Hidden."""
    scene = Scene(us("us.rifle-squad", (10, 20), name="Able", men=1, fields={"hidden": True}), watchers())
    scene.run(go(scene, "Able", ((10, 22),), watched=False))
    assert scene.kinds_asked() == []
    assert scene.unit("Able").hidden


# ---- Hidden enemies


@clause("sotr.hide.ends-near", "sotr.move.one-inch-stop")
def test_coming_within_four_inches_reveals_and_stops_short() -> None:
    """Behind a wood they see nothing until 4 inches; their end would have been on the Hidden unit: an inch short."""
    wood = terrain("woods", box=(18, 15, 4, 10))
    hider = reich("reich.sturmgrenadiers", (19.5, 20), name="Hid", men=1, fields={"hidden": True})
    scene = Scene(us("us.rifle-squad", (30, 20), name="Able", men=1), hider, ground=[wood])
    scene.run(go(scene, "Able", ((21.2, 20),)))
    assert not scene.unit("Hid").hidden
    assert scene.point("Able") == (21.5, 20)  # bases half an inch each: 1 inch between them
    assert scene.told("was on its way", "came into view", "moved") == [
        ("was on its way", 0),
        ("came into view", 1),
        ("moved", 0),
    ]


@clause("sotr.hide.ends-near")
@pytest.mark.parametrize(("end", "hidden"), [(24.4, False), (24.5, True)])
def test_four_inches_are_measured_edge_to_edge(end: float, hidden: bool) -> None:
    """At 4 inches it is found, beyond it is not."""
    wood = terrain("woods", box=(14, 15, 8, 10))
    hider = reich("reich.sturmgrenadiers", (19.4, 20), name="Hid", men=1, fields={"hidden": True})
    scene = Scene(us("us.rifle-squad", (end, 26), name="Able", men=1), hider, ground=[wood])
    scene.run(go(scene, "Able", ((end, 20),)))
    assert scene.unit("Hid").hidden is hidden


@clause("sotr.hide.ends-los")
def test_moving_to_see_a_hidden_unit_reveals_it() -> None:
    """Round the corner of a house, far away; a move that shows nothing leaves it Hidden."""
    house = terrain("building", box=(18, 16, 4, 8))
    for end, hidden in ((20.0, True), (40.0, False)):
        hider = reich("reich.sturmgrenadiers", (10, 20), name="Hid", men=1, fields={"hidden": True})
        scene = Scene(us("us.rifle-squad", (30, 19), name="Able", men=1), hider, ground=[house])
        scene.run(go(scene, "Able", ((30, end),)))
        assert scene.unit("Hid").hidden is hidden


@clause("sotr.hide.ends-los")
def test_a_hidden_unit_that_moves_in_sight_shows_itself() -> None:
    """Unseen all the way it stays Hidden."""
    house = terrain("building", box=(18, 16, 4, 8))
    for end, hidden in ((21.0, True), (30.0, False)):
        mover = us("us.rifle-squad", (10, 20), name="Able", men=1, fields={"hidden": True})
        scene = Scene(mover, reich("reich.sturmgrenadiers", (30, 20), name="Foe", men=1), ground=[house])
        scene.run(go(scene, "Able", ((10, end),)))
        assert scene.unit("Able").hidden is hidden

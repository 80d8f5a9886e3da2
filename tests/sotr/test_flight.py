"""Running: for cover, for home, from a charge, from hand-to-hand, out of the flames; and Hit the Dirt."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.basics.cover import in_cover, unit_in_cover
from sandtable.rulesets.sotr.melee.breakaway import break_away, surrounded, ways_off
from sandtable.rulesets.sotr.move.burning_ground import leave_fire
from sandtable.rulesets.sotr.move.dirt import hit_the_dirt, may_hit_the_dirt
from sandtable.rulesets.sotr.move.flight import compulsory_move, fall_back, flee_from_fire, run_to_cover
from sandtable.rulesets.sotr.move.runners import new_run
from sandtable.rulesets.sotr.move.running import towards
from sandtable.rulesets.sotr.nerve.breaking import break_test
from tests.clause import clause

from .kit import Scene, instead_of, reich, shift, terrain, us

FLEES = {"fleeing": True, "disorganized": True}


def men(at: tuple[float, float] = (20, 20), count: int = 4, **rest: Any) -> Any:
    """Riflemen of side 0, whose own edge is in the south."""
    return us("us.rifle-squad", at, name="Able", pick=("rifleman",) * count, **rest)


def foe(at: tuple[float, float] = (20, 5), **rest: Any) -> Any:
    """An enemy in the north."""
    rest.setdefault("men", 1)
    return reich("reich.sturmgrenadiers", at, name="Foe", **rest)


def wood(x: float, y: float, width: float = 8, depth: float = 4) -> Any:
    """A wood."""
    return terrain("woods", box=(x, y, width, depth))


def spots(scene: Scene, name: str = "Able") -> list[tuple[float, float]]:
    """Where the models of a unit are."""
    return [scene.point(name, place) for place in range(len(scene.unit(name).men))]


# ---- cover as terrain


@clause("sotr.gap.cover-for-units")
@pytest.mark.parametrize(
    ("at", "ground", "covered"),
    [
        ((20, 20), wood(18, 18), True),
        ((20, 21.999), wood(18, 18), True),  # half inside
        ((20, 22.1), wood(18, 18), False),
        ((20, 20), terrain("wall", line=[(18, 19), (22, 19)]), True),  # half an inch from its base
        ((20, 20), terrain("wall", line=[(18, 18.9), (22, 18.9)]), False),
        ((20, 20), terrain("wall", line=[(18, 21), (22, 21)]), False),  # not on the enemy's side
        ((20, 20), terrain("sandbags", line=[(18, 19), (22, 19)]), False),  # too low
        ((20, 20), terrain("hill", box=(18, 18, 8, 4)), False),
    ],
)
def test_what_cover_is(at: tuple[float, float], ground: Any, covered: bool) -> None:
    """Half inside an area that gives cover, or close behind a hard thing an inch high."""
    scene = Scene(men(at, 1), foe(), ground=[ground])
    assert in_cover(scene.state, 0) is covered


@clause("sotr.gap.cover-for-units")
def test_a_unit_is_in_cover_if_more_than_half_of_it_is() -> None:
    """Two of four are not; DOWN models do not count."""
    ground = [wood(18, 18, 4, 4)]
    scene = Scene(men((20, 20), 4, spots=((21.5, 20), (24, 20), (25.5, 20))), foe(), ground=ground)
    assert not unit_in_cover(scene.state, 0)
    scene.change("Able", 3, down=True)
    assert unit_in_cover(scene.state, 0)


# ---- the Compulsory Move


@clause("sotr.flee.compulsory", "sotr.flee.direction", "sotr.flee.cover-stops", "sotr.flee.ends", "sotr.move.fleeing")
def test_a_fleeing_unit_runs_to_the_nearest_cover_on_its_way_home() -> None:
    """A nearer wood lies the other way; in the other it flees no longer but is still Disorganized."""
    scene = Scene(men(fields=FLEES), foe(), ground=[wood(18, 14), wood(18, 24)])
    scene.call(compulsory_move, "Able")
    assert all(24 <= y <= 28 for _, y in spots(scene))
    assert not scene.unit("Able").fleeing
    assert scene.unit("Able").disorganized
    assert scene.told("fled", "stopped fleeing") == [("fled", 0), ("stopped fleeing", 0)]


@clause("sotr.flee.direction")
def test_without_cover_it_runs_straight_home() -> None:
    """Eight inches south; it is still Fleeing. Brush costs twice."""
    scene = Scene(men((20, 20), 2, fields=FLEES), foe((20, 12)))
    scene.call(compulsory_move, "Able")
    assert spots(scene) == [(20, 28), (21.5, 28)]
    assert scene.unit("Able").fleeing
    slow = terrain("rough", box=(10, 22, 20, 20))
    scene = Scene(men((20, 20), 1, fields=FLEES), foe((20, 12)), ground=[slow])
    scene.call(compulsory_move, "Able")
    assert scene.point("Able")[1] == pytest.approx(25, abs=0.002)  # two inches, and three of the other six


@clause("sotr.flee.direction")
def test_cover_held_by_enemies_is_none() -> None:
    """They run past it."""
    scene = Scene(men((20, 20), 2, fields=FLEES), foe((24.5, 27.5)), ground=[wood(18, 24)])
    scene.call(compulsory_move, "Able")
    assert scene.unit("Able").fleeing


@clause("sotr.flee.around")
def test_it_goes_round_impassable_ground() -> None:
    """A pond 2 inches ahead: round its nearer end, as far as 8 inches go; nobody is in the water."""
    pond = terrain("water", box=(14, 22, 7, 3))
    scene = Scene(men((20, 20), 1, fields=FLEES), foe((20, 12)), ground=[pond])
    scene.call(compulsory_move, "Able")
    x, y = scene.point("Able")
    assert y > 26
    assert 19.9 < x < 22
    scene = Scene(men((20, 20), 1, fields=FLEES), foe((20, 12)), ground=[terrain("water", box=(0, 22, 48, 3))])
    scene.call(compulsory_move, "Able")
    assert scene.point("Able")[1] == pytest.approx(22, abs=0.01)  # no way round: it stops at the obstruction


@clause("sotr.flee.off-table", "sotr.flee.ends", "sotr.gap.fallback-edges")
def test_models_that_reach_the_edge_are_gone() -> None:
    """One does, one does not; when the last has gone the unit has fled."""
    scene = Scene(men((20, 41), 2, spots=((21.5, 38),), fields=FLEES), foe((20, 33)))
    scene.call(compulsory_move, "Able")
    assert spots(scene) == [(21.5, 46)]
    assert len(scene.event("fled the table").figures) == 1
    scene.call(compulsory_move, "Able", flee="run")
    assert scene.unit("Able").place == "fled"
    assert scene.unit("Able").men == ()


@clause("sotr.move.one-inch-stop")
def test_a_forced_run_stops_an_inch_short_of_an_enemy() -> None:
    """An enemy 3.4 inches ahead: it stops after 2.4."""
    scene = Scene(men((20, 20), 1), foe((20, 24.4)))
    run = new_run(scene.state, 0, (0,), "sotr.flee.direction", double=False)
    assert towards(run, 0, (20000, 24000))[-1] == (20000, 22400)


@clause("sotr.gap.fallback-edges")
def test_it_runs_through_friends_but_does_not_end_on_them() -> None:
    """A friend stands where it would end: it stops short of him."""
    friend = us("us.rifle-squad", (20, 28), name="Friend", men=1)
    scene = Scene(men((20, 20), 1, fields=FLEES), foe((20, 12)), friend)
    scene.call(compulsory_move, "Able")
    assert scene.point("Able")[1] == pytest.approx(27, abs=0.01)


@clause("sotr.overwatch.lost-events", "sotr.flee.compulsory")
def test_running_ends_overwatch() -> None:
    """Forced to move, a model is on Overwatch no longer."""
    scene = Scene(men((20, 20), 1, fields=FLEES, each={"overwatch": True}), foe((20, 12)))
    scene.call(compulsory_move, "Able")
    assert not scene.man("Able").overwatch


# ---- Hit the Dirt


@clause("sotr.dirt.choose", "sotr.dirt.prone-effects")
def test_any_unit_may_drop() -> None:
    """Everybody is Prone; that is no cover as terrain goes."""
    scene = Scene(men(), foe())
    assert may_hit_the_dirt(scene.state, 0) is None
    scene.call(hit_the_dirt, "Able")
    assert all(scene.man("Able", place).prone for place in range(4))
    assert not unit_in_cover(scene.state, 0)


@clause("sotr.dirt.fleeing-criteria", "sotr.flee.hit-dirt", "sotr.dirt.fleeing-stops", "sotr.flee.ends")
def test_a_fleeing_unit_may_drop_far_from_enemies_and_cover() -> None:
    """It flees no longer, but is still Disorganized."""
    scene = Scene(men(fields=FLEES), foe())
    scene.call(compulsory_move, "Able", flee="dirt")
    assert not scene.unit("Able").fleeing
    assert scene.unit("Able").disorganized
    assert all(scene.man("Able", place).prone for place in range(4))
    assert scene.point("Able") == (20, 20)


@clause("sotr.dirt.fleeing-criteria")
@pytest.mark.parametrize(("y", "may"), [(6.9, True), (7, False)])
def test_more_than_twelve_inches(y: float, may: bool) -> None:
    """Base to base."""
    scene = Scene(men((20, 20), 1, fields=FLEES), foe((20, y)))
    assert (may_hit_the_dirt(scene.state, 0) is None) is may


@clause("sotr.dirt.fleeing-criteria", "sotr.flee.hit-dirt")
def test_not_with_cover_in_reach() -> None:
    """Even cover that lies the wrong way."""
    scene = Scene(men(fields=FLEES), foe(), ground=[wood(18, 14)])
    refusal = may_hit_the_dirt(scene.state, 0)
    assert refusal is not None
    assert refusal.because == ("sotr.dirt.fleeing-criteria",)
    scene.call(compulsory_move, "Able")
    assert scene.kinds_asked() == []


# ---- after a failed break test


@clause("sotr.break.fail-cover", "sotr.gap.cover-for-units")
def test_in_cover_it_is_only_disorganized() -> None:
    """More than half have light cover against the attacker."""
    scene = Scene(men(count=2), foe(), ground=[wood(18, 18)])
    scene.call(break_test, "Able", scene.number("Foe"), (), dice=[6, 6])
    assert scene.unit("Able").disorganized
    assert not scene.unit("Able").fleeing
    assert scene.told("broke and fled", "fled") == []


@clause("sotr.break.fail-open", "sotr.flee.causes", "sotr.flee.cover-stops", "sotr.unit.disorganized-causes")
def test_in_the_open_it_runs_to_the_nearest_cover() -> None:
    """Whichever way that lies; its activation is not used up."""
    scene = Scene(men(), foe(), ground=[wood(18, 14), wood(18, 26)])
    scene.call(break_test, "Able", scene.number("Foe"), (), dice=[6, 6])
    assert scene.told("broke and fled", "fled", "stopped fleeing") == [
        ("broke and fled", 0),
        ("fled", 0),
        ("stopped fleeing", 0),
    ]
    assert all(14 <= y <= 18 for _, y in spots(scene))
    assert scene.unit("Able").disorganized
    assert scene.unit("Able").activated == 0


@clause("sotr.break.fail-open")
def test_not_to_cover_that_enemies_hold() -> None:
    """To the next."""
    scene = Scene(men(), foe(), reich("reich.mg-team", (18.6, 15.5), men=1), ground=[wood(18, 14), wood(18, 26)])
    scene.call(flee_from_fire, "Able")
    assert all(26 <= y <= 30 for _, y in spots(scene))


@clause("sotr.break.fail-no-cover", "sotr.dirt.fleeing-conflict", "sotr.dirt.fleeing-stops")
@pytest.mark.parametrize("needs_12", [False, True])
def test_without_cover_it_runs_home_and_drops(needs_12: bool) -> None:
    """However near the enemy is, unless the table wants 12 inches there as well."""
    scene = Scene(men(count=2), foe((20, 17)), break_dirt_needs_12=needs_12)
    scene.call(flee_from_fire, "Able")
    assert spots(scene) == [(20, 28), (21.5, 28)]
    assert scene.man("Able").prone is not needs_12
    assert scene.unit("Able").fleeing is needs_12
    assert scene.unit("Able").disorganized


@clause("sotr.flee.direction-conflict")
def test_one_route_for_all() -> None:
    """Where the Compulsory Move's route is used for all, the wood towards the enemy is not run to."""
    scene = Scene(men(), foe(), ground=[wood(18, 14), wood(18, 26)], flee_route="compulsory")
    scene.call(flee_from_fire, "Able")
    assert all(26 <= y <= 30 for _, y in spots(scene))


# ---- flames


@clause("sotr.flame.cool-move")
def test_flames_drive_a_unit_to_cover_or_home() -> None:
    """In cover it stays, unless that burns; it does not flee the table."""
    scene = Scene(men(fields={"disorganized": True}), foe(), ground=[wood(18, 14)])
    scene.call(run_to_cover, "Able", "sotr.flame.cool")
    assert all(14 <= y <= 18 for _, y in spots(scene))
    scene.call(run_to_cover, "Able", "sotr.flame.cool")
    assert scene.told("ran for cover") == []
    scene = Scene(men((19, 16), 2), foe(), ground=[wood(18, 14)], fields={"burning": (0,)})
    scene.call(run_to_cover, "Able", "sotr.flame.cool")
    assert spots(scene) == [(19, 24), (20.5, 24)]
    scene = Scene(men(count=2), foe(), ground=[wood(18, 14)])
    scene.call(lambda play: run_to_cover(play, 0, "sotr.flame.cool", only=(1,)))
    assert spots(scene)[0] == (20, 20)
    assert spots(scene)[1][1] < 18
    scene = Scene(men((20, 45), 1, fields={"disorganized": True}), foe())
    scene.call(run_to_cover, "Able", "sotr.flame.cool")
    assert scene.point("Able") == (20, 47.5)
    assert not scene.unit("Able").fleeing


@clause("sotr.flame.terrain-leave")
def test_models_leave_burning_terrain_by_the_shortest_way() -> None:
    """One is an inch from the edge; the one who is DOWN crawls; whoever is outside stays."""
    scene = Scene(
        men((19.4, 17), 3, spots=((24.5, 16), (30, 16)), models={1: {"down": True}}),
        foe(),
        ground=[wood(18, 14)],
        fields={"burning": (0,)},
    )
    assert scene.call(leave_fire, "Able") == "advance"
    assert spots(scene) == [pytest.approx((19.4, 18.03)), pytest.approx((26.03, 16)), (30, 16)]
    assert scene.man("Able", 1).down
    assert Scene(men(), foe(), ground=[wood(18, 18)]).call(leave_fire, "Able") == ""


# ---- from a charge


@clause("sotr.assault.fallback-pass", "sotr.gap.fallback-edges")
def test_an_orderly_fallback_goes_straight_away_and_stops_at_the_edge() -> None:
    """Eight inches, neither Fleeing nor Disorganized."""
    scene = Scene(men((20, 20), 2), foe((20, 12), men=2))
    scene.call(lambda play, one, other: fall_back(play, one, other, orderly=True), "Able", "Foe")
    assert spots(scene) == [(20, 28), (21.5, 28)]
    assert not scene.unit("Able").fleeing
    assert not scene.unit("Able").disorganized
    scene = Scene(men((20, 45), 1), foe((20, 40)))
    scene.call(lambda play, one, other: fall_back(play, one, other, orderly=True), "Able", "Foe")
    assert spots(scene) == [(20, 47.5)]


@clause("sotr.assault.fallback-fail", "sotr.flee.causes", "sotr.flee.off-table")
def test_a_failed_fallback_is_a_flight() -> None:
    """Straight away as well, Fleeing and Disorganized; whoever reaches an edge, any edge, is gone."""
    scene = Scene(men((20, 20), 2), foe((20, 12), men=2))
    scene.call(lambda play, one, other: fall_back(play, one, other, orderly=False), "Able", "Foe")
    assert spots(scene) == [(20, 28), (21.5, 28)]
    assert scene.unit("Able").fleeing
    assert scene.unit("Able").disorganized
    scene = Scene(men((4, 20), 1), foe((10, 20)))
    scene.call(lambda play, one, other: fall_back(play, one, other, orderly=False), "Able", "Foe")
    assert scene.unit("Able").place == "fled"


@clause("sotr.assault.fallback-pass")
def test_those_who_are_down_stay() -> None:
    """Only the others fall back."""
    scene = Scene(men((20, 20), 2, models={1: {"down": True}}), foe((20, 12)))
    scene.call(lambda play, one, other: fall_back(play, one, other, orderly=True), "Able", "Foe")
    assert spots(scene)[1] == (21.5, 20)


# ---- from hand-to-hand


def fight(**options: Any) -> Scene:
    """Two men in contact with two enemies to the north of them."""
    enemy = reich("reich.zombies", (20, 19), name="Foe", men=2)
    scene = Scene(men((20, 20), 2), enemy, **options)
    return scene.engage("Able", 0, "Foe", 0).engage("Able", 1, "Foe", 1)


@clause("sotr.flee.causes", "sotr.flee.direction-conflict", "sotr.unit.disorganized-causes")
def test_a_unit_that_breaks_runs_where_its_owner_says() -> None:
    """Not nearer to enemies, and towards its own edge; the usual way is as far as it gets."""
    scene = fight()
    answer = instead_of(
        (shift(0, -4), "sotr.hth.break-no-through"), (shift(-4, 0), "sotr.hth.break-path"), give=shift(2, 5)
    )
    scene.call(break_away, "Able", run=answer)
    assert scene.state.engaged == ()
    assert scene.unit("Able").fleeing
    assert scene.unit("Able").disorganized
    assert spots(scene) == [(22, 25), (23.5, 25)]
    scene = fight()
    scene.call(break_away, "Able")
    assert all(y > 26 for _, y in spots(scene))


@clause("sotr.flee.direction-conflict")
def test_the_compulsory_route_from_hand_to_hand() -> None:
    """Nobody is asked."""
    scene = fight(flee_route="compulsory")
    scene.call(break_away, "Able")
    assert scene.kinds_asked() == []
    assert spots(scene) == [(20, 28), (21.5, 28)]


@clause("sotr.hth.break-path")
def test_what_is_asked_of_the_way_depends_on_what_is_possible() -> None:
    """With enemies to the south as well it need not lead home."""
    assert ways_off(fight().state, 0)[:2] == (True, True)
    enemy = reich("reich.zombies", (20, 19), name="Foe", men=1)
    scene = Scene(men((20, 20), 1), enemy, reich("reich.zombies", (20, 30), name="More", men=1))
    found = ways_off(scene.state, 0)
    assert (found.apart, found.home) == (True, False)  # aside, between the two


@clause("sotr.hth.break-surrounded")
def test_a_surrounded_model_is_a_goner() -> None:
    """Six enemies round it leave no gap, five one narrower than its base, four one just as wide."""
    ring = [(21.0, 20.0), (20.5, 20.87), (19.5, 20.87), (19.0, 20.0), (19.5, 19.13), (20.5, 19.13)]
    full = Scene(men((20, 20), 1), reich("reich.zombies", ring[0], name="Foe", men=6, spots=tuple(ring[1:])))
    assert surrounded(full.state, 0)
    for count, caught in ((5, True), (4, False)):
        some = reich("reich.zombies", ring[0], name="Foe", men=count, spots=tuple(ring[1:count]))
        assert surrounded(Scene(men((20, 20), 1), some).state, 0) is caught
    full.call(break_away, "Able")
    assert not full.unit("Able").alive

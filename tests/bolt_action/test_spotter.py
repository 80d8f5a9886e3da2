"""Spotters of mortars and howitzers: their eyes, their feet, and what happens when they are shot at."""

from math import dist
from typing import Any

import pytest

from sandtable.play.decision import Decision
from sandtable.play.events import Thrown
from sandtable.rulesets.bolt_action.state import Ranging
from sandtable.rulesets.bolt_action.telling.log import sentence
from sandtable.rulesets.bolt_action.turn.turn import cup
from tests.clause import clause

from .kit import Scene, Side, de, instead_of, march, shift, stay, terrain, us

SPOTTER = "ba.gap.spotter"
HOUSE = terrain("building", box=(16, 24, 10, 4))  # between the mortar and everybody else


def mortar(spotter_at: tuple[float, float] = (30, 30), **rest: Any) -> Side:
    """A medium mortar (18 to 60 inches) south of the house, its spotter east of it."""
    return us("us.medium-mortar", (20, 35), name="Mortar", add=("spotter",), spotter_at=spotter_at, **rest)


def foe(x: float = 30, y: float = 10) -> Side:
    """A man of the enemy, who is Down so that he does not react."""
    return de("de.medic", (x, y), name="Foe", fields={"order": "down"})


def spotter_point(scene: Scene, name: str = "Mortar") -> tuple[float, float]:
    """Where a unit's spotter stands."""
    spotter = scene.unit(name).spotter
    assert spotter is not None
    x, y = scene.state.layout.point(spotter)
    return x / 1000, y / 1000


# ---- one extra man


@clause(SPOTTER)
@pytest.mark.parametrize(
    "troop", ["medium-mortar", "heavy-mortar", "light-howitzer", "medium-howitzer", "heavy-howitzer"]
)
def test_a_spotter_costs_ten_points_and_shares_the_order_die(troop: str) -> None:
    """One man more than the crew, and no die of his own."""
    scene = Scene(
        us(f"us.{troop}", (20, 20), name="With", add=("spotter",)), us(f"us.{troop}", (40, 20), name="Without")
    )
    one, other = scene.unit("With"), scene.unit("Without")
    assert one.card.points == other.card.points + 10
    assert (len(one.men), one.spotter is not None, other.spotter) == (len(other.men), True, None)
    assert cup(scene.state) == (2, 0)


# ---- his eyes


@clause(SPOTTER)
def test_indirect_fire_uses_the_spotters_sight() -> None:
    """The crew sees nothing behind its house; the spotter does, and the mortar fires."""
    scene = Scene(mortar(), foe(), ground=[HOUSE])
    scene.order("Mortar", "fire", [1], target="Foe")
    assert scene.throws("ranging in")
    blind = Scene(us("us.medium-mortar", (20, 35), name="Mortar"), foe(), ground=[HOUSE])
    blind.order("Mortar", "fire")
    assert not blind.throws()


@clause(SPOTTER)
def test_a_spotter_who_has_moved_this_turn_is_no_help() -> None:
    """His mortar cannot use his eyes until the next turn."""
    scene = Scene(mortar(), foe(), ground=[HOUSE])
    scene.order("Mortar", "advance", move=[stay(), march([(31, 30)])])
    scene.order("Mortar", "fire")
    assert not scene.throws()
    scene.end_turn([1])
    scene.order("Mortar", "fire", [1], target="Foe")
    assert scene.throws("ranging in")


@clause(SPOTTER)
@pytest.mark.parametrize(("near", "fires"), [(18.0, True), (17.999, False)])
def test_range_is_measured_from_the_weapon(near: float, fires: bool) -> None:
    """Neither the spotter nor a loader who stands nearer to the enemy counts."""
    team = us(
        "us.medium-mortar",
        (20, 35),
        name="Mortar",
        add=("spotter",),
        spotter_at=(22, 20),
        spots=((20, 33.0), (20, 37.0)),
    )
    scene = Scene(team, foe(20, 35 - 0.787 - near - 0.5))
    scene.order("Mortar", "fire", [1] if fires else [], target="Foe")
    assert bool(scene.events("fired in vain")) is not fires


# ---- his feet


@clause(SPOTTER)
@pytest.mark.parametrize(("order", "far"), [("advance", 6.0), ("run", 12.0)])
def test_a_spotter_moves_on_his_own_feet_on_his_units_order(order: str, far: float) -> None:
    """He goes 6 or 12 inches wherever he likes, coherent with nobody, while the mortar stays."""
    scene = Scene(mortar())
    too_far = (march([(30, 29.999 - far)]), "ba.move.infantry")
    scene.order("Mortar", order, move=[stay(), instead_of(too_far, give=march([(30, 30 - far)]))])
    assert spotter_point(scene) == (30, 30 - far)
    assert scene.event("sent its spotter").because == (SPOTTER,)


@clause(SPOTTER)
def test_a_spotter_may_stand_anywhere_but_not_on_his_crew() -> None:
    """Close to his mortar or far from it, only not in its place."""
    scene = Scene(mortar((22, 35)))
    on_the_mortar = (march([(20.5, 35)]), "ba.gap.measuring")
    scene.order("Mortar", "advance", move=[stay(), instead_of(on_the_mortar, give=march([(21.5, 35)]))])
    assert spotter_point(scene) == (21.5, 35)


@clause(SPOTTER)
def test_a_spotter_is_set_up_anywhere() -> None:
    """His owner places him apart from the mortar, forty inches away if he likes."""
    scene = Scene(us("us.medium-mortar", name="Mortar", add=("spotter",)))
    scene.set_up("Mortar", set_up=[lambda decision: decision.domain.suggest((20000, 35000)), placed(60, 5)])
    assert spotter_point(scene) == (60, 5)


def placed(x: float, y: float) -> Any:
    """An answer to setting up one figure."""

    def answer(decision: Decision[Any]) -> object:
        domain: Any = decision.domain
        return {"walks": [{"figure": domain.movers[0], "points": [[round(x * 1000), round(y * 1000)]]}]}

    return answer


@clause(SPOTTER)
def test_a_spotter_comes_on_by_himself() -> None:
    """From the same edge with the same order, but where he likes."""
    scene = Scene(us("us.medium-mortar", name="Mortar", add=("spotter",), fields={"place": "wave"}))

    def walk(far: float) -> Any:
        spotter = scene.unit("Mortar").spotter
        return {"walks": [{"figure": spotter, "points": [[50000, 48000], [50000, 48000 - round(far * 1000)]]}]}

    with_mortar = [lambda decision: decision.domain.suggest((20000, 42000))]
    scene.order("Mortar", "run", move=[*with_mortar, instead_of((walk(12.001), "ba.move.infantry"), give=walk(12))])
    assert spotter_point(scene) == (50, 36)


# ---- under fire


def shot_at(target: str, dice: list[int], *more: Side) -> Scene:
    """A squad of the enemy, ten inches from the spotter, shoots at the mortar or at him; it has fired, so none goes Down."""
    column = tuple((41.0, 30 + 1.5 * place) for place in range(1, 6))
    squad = de("us.rifle-squad", (41, 30), name="Foes", men=6, spots=column, bearing=270)
    scene = Scene(mortar(fields={"order": "fire"}), squad, *more)
    return scene.order("Foes", "fire", dice, target=target)


@clause(SPOTTER)
def test_a_spotter_is_a_small_unit_of_his_own_when_shot_at() -> None:
    """He is aimed at apart from his mortar, at -1, and only he is lost; the whole unit takes the pin."""
    scene = shot_at("u0s", [1, 1, 4, 1, 1, 1, 1, 1, 4])
    assert {thrown.needs for thrown in scene.throws("at the spotter of Mortar: to hit")} == {
        "5+ (-1 long range, -1 small unit)",
        "4+ (-1 small unit)",
    }
    unit = scene.unit("Mortar")
    assert (unit.spotter, len(unit.men), unit.pins, unit.alive) == (None, 3, 1, True)
    assert not scene.throws("morale")


@clause(SPOTTER)
def test_shots_at_the_mortar_do_not_touch_its_spotter() -> None:
    """The men who serve the weapon are three: no small unit, and the spotter is none of them."""
    scene = shot_at("u0", [1, 1, 1, 1, 1, 4, 4])
    assert scene.throws("(Rifle) at Mortar: to hit")[0].needs == "4+ (-1 long range)"
    assert (len(scene.unit("Mortar").men), scene.unit("Mortar").spotter is not None) == (2, True)


@clause(SPOTTER)
def test_a_mortar_measures_to_the_spotter_it_fires_at() -> None:
    """An enemy mortar that can reach the spotter but not the mortar may shell him."""
    howitzer = us("us.light-howitzer", (66, 40), name="Gun", add=("spotter",), spotter_at=(30, 10))
    scene = Scene(howitzer, de("de.light-mortar", (10, 10), name="Tube"))
    scene.order("Tube", "fire", [1], target="u0s", react="stay")
    assert scene.throws("at the spotter of Gun")


@clause(SPOTTER)
def test_a_shell_that_kills_the_spotter_leaves_the_gun_alone() -> None:
    """Exceptional damage by a heavy weapon destroys a gun if its crew is struck, not if its spotter is."""
    howitzer = us(
        "us.light-howitzer", (20, 40), name="Gun", add=("spotter",), spotter_at=(30, 10), fields={"order": "fire"}
    )
    scene = Scene(howitzer, de("de.light-mortar", (10, 10), name="Tube"))
    scene.order("Tube", "fire", [6, 1, 6, 6], target="u0s")
    assert (scene.unit("Gun").spotter, scene.unit("Gun").alive, len(scene.unit("Gun").men)) == (None, True, 3)


# ---- in the way of his own


@clause("ba.gap.measuring")
def test_a_mortar_does_not_end_on_its_spotter() -> None:
    """Its men may go past him, but nobody may stand where he does."""
    scene = Scene(mortar((24, 35)))
    on_him = (shift(4, 0), "ba.gap.measuring")
    a_loader_on_him = (shift(4.6, -1.6), "ba.gap.measuring")
    answer = instead_of(on_him, a_loader_on_him, give=shift(-4, 0))
    scene.order("Mortar", "advance", move=[answer, stay()])
    assert scene.point("Mortar")[0] < 20


def fled(spotter_at: tuple[float, float]) -> Scene:
    """A mortar that panics runs twelve inches from an enemy in the west."""
    scene = Scene(mortar(spotter_at, fields={"pins": 1}), foe(8, 35))
    scene.order("Mortar", "fire", [6, 6, 4])
    assert scene.event("fled").unit == 0
    return scene


@clause("ba.gap.measuring")
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_mortar_does_not_flee_onto_its_spotter(place: int) -> None:
    """He stands where one of its men would end: it bends its way around him."""
    where = fled((20, 5)).point("Mortar", place)
    scene = fled(where)
    layout, men, spotter = scene.state.layout, scene.unit("Mortar").men, scene.unit("Mortar").spotter
    assert spotter is not None
    assert scene.point("Mortar", place) != where
    for man in men:
        assert dist(layout.point(man), layout.point(spotter)) >= layout.radius(man) + layout.radius(spotter)


# ---- seen on his way


def into_an_ambush(*dice: int, station: str = "station 2") -> Scene:
    """A squad in Ambush fires at the spotter, who runs past him while the mortar stays ranged in on somebody."""
    known = Ranging(1, 5, 0, 0)
    watcher = de("us.rifle-squad", (44, 24), name="Watcher", men=6, bearing=270, fields={"order": "ambush"})
    scene = Scene(mortar(fields={"ranging": known}), watcher)
    way = march([(30, 18)])
    return scene.order("Mortar", "run", dice, move=[stay(), way], ambush=station)


@clause(SPOTTER, "ba.gap.ambush-fire")
def test_a_spotter_who_falls_into_an_ambush_goes_no_farther() -> None:
    """He is shot at as a small unit of his own after four inches, and lost; his mortar has not moved."""
    scene = into_an_ambush(1, 1, 5, 1, 1, 1, 4)
    unit = scene.unit("Mortar")
    assert scene.throws("(Rifle) at the spotter of Mortar: to hit")[0].needs == "5+ (-1 long range, -1 small unit)"
    assert (unit.spotter, len(unit.men), unit.moved, unit.moves) == (None, 3, False, 0)
    assert unit.ranging == Ranging(1, 5, 0, 0)
    assert not scene.events("sent its spotter")
    told = [sentence(scene.state, one) for one in scene.news if not isinstance(one, Thrown)]
    assert told[2] == 'The spotter of Mortar is 4" on its way'
    assert "Mortar loses its spotter" in told


@clause(SPOTTER, "ba.gap.ambush-fire")
@pytest.mark.parametrize("station", ["station 0", "station 2", "station 6"])
def test_a_spotter_who_is_missed_goes_on(station: str) -> None:
    """He gets where he was sent, and it is told once; the mortar stays as well ranged in as it was."""
    scene = into_an_ambush(*[1] * 6, station=station)
    unit = scene.unit("Mortar")
    assert spotter_point(scene) == (30, 18)
    assert len(scene.events("sent its spotter")) == 1
    assert (unit.spotter_moved, unit.moved, unit.moves, unit.ranging) == (True, False, 0, Ranging(1, 5, 0, 0))
    assert scene.unit("Watcher").order == "fire"

"""Disorganized units: what they may still do with their move."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.move.disorganized import disorganized_action
from sandtable.rulesets.sotr.units.conditions import disorganize
from tests.clause import clause

from .kit import Scene, instead_of, march, reich, shift, terrain, us

LOST = {"disorganized": True}
WOOD = terrain("woods", box=(16, 16, 12, 8))


def men(at: tuple[float, float], count: int = 5, **rest: Any) -> Any:
    """A Disorganized unit without its Officer."""
    rest.setdefault("pick", ("rifleman",) * count)
    return us("us.rifle-squad", at, name="Able", fields=LOST, **rest)


def foe() -> Any:
    """An enemy in the north."""
    return reich("reich.sturmgrenadiers", (20, 4), name="Foe", men=1)


@clause("sotr.unit.disorganized-causes")
def test_the_whole_unit_becomes_disorganized() -> None:
    """Told once, with the reason; the mindless never do."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=3), reich("reich.zombies", (30, 30), name="Mob", men=2)
    )
    scene.call(disorganize, "Able", "sotr.unit.disorganized-causes")
    scene.call(disorganize, "Mob", "sotr.unit.disorganized-causes")
    assert scene.unit("Able").disorganized
    assert not scene.unit("Mob").disorganized


@clause("sotr.unit.disorganized-seek-cover", "sotr.unit.disorganized-movement", "sotr.unit.disorganized-no-voluntary")
def test_five_models_in_the_open_make_for_the_wall() -> None:
    """Six inches away: they must go there, On The Double or at the normal rate; staying is barred, dropping is not."""
    wall = terrain("wall", line=[(18, 13), (28, 13)])
    scene = Scene(men((20, 20)), foe(), ground=[wall])
    assert scene.call(disorganized_action, "Able") == "double"
    assert scene.offered("disorganized") == ["double", "advance", "dirt"]
    assert "sotr.unit.disorganized-seek-cover" in scene.barred("disorganized")["stay"]
    assert all(13.5 <= scene.point("Able", place)[1] <= 14 for place in range(5))
    scene = Scene(men((20, 20)), foe(), ground=[wall])
    assert scene.call(disorganized_action, "Able", disorganized="advance") == "advance"
    assert all(scene.point("Able", place)[1] == pytest.approx(16, abs=0.4) for place in range(5))


@clause("sotr.unit.disorganized-seek-cover")
def test_cover_out_of_reach_is_made_for_all_the_same() -> None:
    """Eight inches towards a wood that is 20 inches away; those already in cover stay."""
    scene = Scene(men((20, 20), 1), foe(), ground=[terrain("woods", box=(16, 40, 8, 4))])
    scene.call(disorganized_action, "Able")
    x, y = scene.point("Able")
    assert x == pytest.approx(20, abs=0.1)
    assert y == pytest.approx(28, abs=0.01)
    two = men((20, 23.5), 3, spots=((20, 26), (21.5, 26)))
    scene = Scene(two, foe(), ground=[WOOD])
    scene.call(disorganized_action, "Able")
    assert scene.point("Able") == (20, 23.5)
    assert all(scene.point("Able", place)[1] < 24 for place in (1, 2))


@clause("sotr.unit.disorganized-movement", "sotr.unit.disorganized-regroup-move")
def test_where_only_regrouping_counts_nobody_has_to_run() -> None:
    """Value regroup-only."""
    scene = Scene(men((20, 30)), foe(), ground=[WOOD], disorganized_move="regroup-only")
    assert scene.call(disorganized_action, "Able") == "stay"
    assert scene.offered("disorganized") == ["stay", "regroup", "dirt"]


@clause("sotr.unit.disorganized-in-cover", "sotr.unit.disorganized-regroup-move", "sotr.unit.disorganized-no-voluntary")
def test_in_a_wood_it_closes_up_without_leaving_it() -> None:
    """Two pairs, one of them out of Coherency: a move for no purpose is refused, and so is one out of the wood."""
    pairs = men((18, 18), 3, spots=((19.5, 18), (26, 18)))
    scene = Scene(pairs, foe(), ground=[WOOD])
    answer = instead_of(
        (shift(0, 2), "sotr.unit.disorganized-in-cover"),
        (march((), (), ((28.5, 18),)), "sotr.unit.disorganized-no-voluntary"),
        (march((), (), ((19.6, 18),)), "sotr.unit.disorganized-regroup-move"),
        give=march((), (), ((23, 18),)),
    )
    assert scene.call(disorganized_action, "Able", disorganized="regroup", move=answer) == "advance"
    assert scene.point("Able", 2) == (23, 18)
    assert scene.barred("disorganized").keys() == {"advance", "double"}


@clause("sotr.unit.disorganized-regroup-move")
def test_it_may_edge_towards_its_officer() -> None:
    """Most of it is outside the sergeant's 8 inches: a step towards him will do, one away from him will not."""
    line = ((26, 18), (27.2, 18), (27.2, 19.5))
    unit = us("us.rifle-squad", (16.6, 18), name="Able", pick=("sergeant", *("rifleman",) * 3), spots=line, fields=LOST)
    scene = Scene(unit, foe(), ground=[WOOD])
    away, closer = march((), (), ((27.4, 18),)), march((), ((25, 18),), ((26.2, 18),), ((26.2, 19.5),))
    answer = instead_of((away, "sotr.unit.disorganized-in-cover"), give=closer)
    scene.call(disorganized_action, "Able", disorganized="regroup", move=answer)
    assert scene.point("Able", 1) == (25, 18)


@clause("sotr.unit.disorganized-no-voluntary")
def test_it_may_hit_the_dirt() -> None:
    """As any unit that is not Fleeing."""
    scene = Scene(men((20, 30)), foe(), ground=[WOOD])
    assert scene.call(disorganized_action, "Able", disorganized="dirt") == "dirt"
    assert scene.man("Able").prone
    assert scene.unit("Able").disorganized

"""Where a panicked unit may go."""

from typing import Any

from sandtable.rulesets.d10.nerve.panic import nearest_visible
from tests.clause import clause

from .kit import Scene, because, german, goal, instead_of, shift, stay, takes, terrain, us

CLAUSE = "d10.gap.panic-move"


def running(*enemies: tuple[float, float], ground: Any = (), at: tuple[float, float] = (20, 20), men: int = 1) -> Scene:
    """A panicked squad, and Germans."""
    return Scene(
        us("us.rifle-squad", at, name="Able", pick=("rifleman",) * men, gap=0.5, fields={"panicked": True}),
        *(german("de.grenadier-squad", spot, name=f"Berta {n}", pick=("rifleman",)) for n, spot in enumerate(enemies)),
        ground=ground,
    )


@clause(CLAUSE)
def test_it_does_not_end_nearer_to_the_nearest_enemy() -> None:
    """To the side it does not either, if that is no nearer; on the way it may."""
    scene = running((20, 30), (20, 6))
    nearer = (shift(0, 0.001), CLAUSE), (shift(0, 4), CLAUSE)
    scene.order("Able", "move", move=instead_of(*nearer, give=shift(0, -4)))  # towards the one that is farther off
    assert scene.point("Able") == (20, 16)
    aside = running((20, 30))
    aside.order("Able", "move", move=shift(4, 0))
    assert aside.point("Able") == (24, 20)
    assert takes(running_decision(running((20, 30))), stay())


def running_decision(scene: Scene) -> Any:
    """What is asked for a Rush."""
    scene.order("Able", "rush", move=stay())
    return scene.decision("move")


@clause(CLAUSE)
def test_whoever_is_not_seen_does_not_count() -> None:
    """Behind a house."""
    house = terrain("building", box=(16, 24, 8, 2))
    assert nearest_visible(running((20, 30), ground=[house]).state, 0) is None
    assert takes(running_decision(running((20, 30), ground=[house])), shift(0, 3))
    far = running((20, 30), (20, 2), ground=[house])
    assert nearest_visible(far.state, 0) == (17000, 2)
    assert because(running_decision(far), shift(0, -1)) == (CLAUSE,)


@clause(CLAUSE)
def test_it_is_measured_from_its_nearest_model() -> None:
    """The one behind may close up."""
    scene = running((20, 30), men=2)
    asked = running_decision(scene)
    assert takes(asked, goal(20, 20))
    assert because(asked, shift(0, 0.1)) == (CLAUSE,)


@clause(CLAUSE)
def test_it_need_not_move() -> None:
    """Nothing forces it."""
    scene = running((20, 30)).activate("Able", "nothing", dice=[1])
    assert scene.point("Able") == (20, 20)


@clause(CLAUSE)
def test_it_may_flee_the_table_and_is_lost() -> None:
    """By its own edge, if all of it can reach that with a Rush."""
    scene = running((20, 20), at=(20, 36)).activate("Able", "flee", dice=[1])
    assert scene.unit("Able").place == "routed"
    assert not scene.state.layout.on_table(0)
    too_far = running((20, 20), at=(20, 35.9)).activate("Able", "nothing", dice=[1])
    assert "flee" not in too_far.offered("order")
    calm = running((20, 20), at=(20, 36)).change("Able", panicked=False).activate("Able", "nothing")
    assert "flee" not in calm.offered("order")

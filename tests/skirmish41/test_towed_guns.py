"""Towed guns: pushed, turned, served by three, with a shield."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.charts import weapon_of
from sandtable.rulesets.skirmish41.basics.sight import look
from sandtable.rulesets.skirmish41.basics.terrain import HARD, NO_COVER
from sandtable.rulesets.skirmish41.fire.crews import crew_of, save_up
from sandtable.rulesets.skirmish41.move.movement import pushing
from sandtable.rulesets.skirmish41.turn.orders import orders_of
from sandtable.rulesets.skirmish41.turn.turn import begin_part
from tests.clause import clause

from .kit import Scene, Side, brit, german, shift

CREW = ((18.4, 7.6), (19.6, 7.6), (20.8, 7.6), (22, 7.6))  # behind a gun at (20, 10) that points south


def gun(troop: str = "gb.6-pounder", **rest: Any) -> Side:
    """A gun of side 0 that points down the table, its crew behind it."""
    return brit(troop, (20, 10), name="Gun", bearing=180, spots=CREW, **rest)


def foe(y: float = 30, troop: str = "de.rifle-team", **rest: Any) -> Side:
    """Germans down the table."""
    return german(troop, (20, y), name="Berta", **{"pick": ("rifleman",), **rest})


def can(scene: Scene, order: str, name: str = "Gun") -> bool:
    """Whether a team may do something now."""
    return orders_of(scene.state, scene.number(name)).allows(order)


def why_not(scene: Scene, order: str) -> tuple[str, ...]:
    """Why the gun may not."""
    refusal = orders_of(scene.state, scene.number("Gun")).refusal(order)
    assert refusal is not None
    return refusal.because


def next_turn(scene: Scene) -> Scene:
    """The first side has its actions again."""
    scene.call(begin_part, 0, {"first": 0})
    return scene


@clause("sk.gap.towed-guns", "sk.gap.accumulate")
def test_a_light_gun_is_pushed_three_inches_by_three_men() -> None:
    """Once a turn; what the crew has saved is lost, and it does not fire on what is left."""
    scene = Scene(gun(each={"saved": 1}), foe())
    scene.act("Gun", "push", push=shift(0, 3))
    hull = scene.unit("Gun").hull
    assert scene.state.layout.point(hull) == (inches(20), inches(13))
    assert [(scene.figure("Gun", man).spent, scene.figure("Gun", man).saved) for man in range(4)] == [(1, 0)] * 4
    assert why_not(scene, "push") == ("sk.gap.towed-guns",)
    scene = Scene(gun(), foe())
    assert "sk.gap.towed-guns" in scene.refused(lambda: scene.act("Gun", "push", push=shift(0, 3.1))).refusal.because


@clause("sk.gap.towed-guns")
def test_it_takes_three_men() -> None:
    """Two are too few, whether the others are gone or have no actions left; nobody moves who cannot."""
    assert can(Scene(gun(men=3), foe()), "push")
    assert why_not(Scene(gun(men=2), foe()), "push") == ("sk.gap.towed-guns",)
    assert not can(Scene(gun(men=3, figures={1: {"spent": 2}}), foe()), "push")
    scene = Scene(gun(figures={0: {"spent": 2}}), foe())
    scene.act("Gun", "push", push=shift(0, 1))
    assert scene.point("Gun", 0) == CREW[0]
    assert [scene.figure("Gun", man).spent for man in range(4)] == [2, 1, 1, 1]


@clause("sk.gap.towed-guns")
def test_a_heavier_gun_is_only_turned() -> None:
    """A PaK 40 cannot be pushed; to turn it costs an action and loses nothing that was saved."""
    scene = Scene(gun("de.pak40", each={"saved": 1}), german("de.rifle-team", (40, 10), name="Berta", men=1))
    assert weapon_of(scene.unit("Gun").card.gun, scene.state.options).calibre > 57
    assert "push" not in orders_of(scene.state, 0).open
    assert not can(scene, "use:gun-75")  # they are not in the quarter ahead
    scene.act("Gun", "turn", turn_to="900")
    assert can(scene, "use:gun-75")
    assert [(scene.figure("Gun", man).spent, scene.figure("Gun", man).saved) for man in range(4)] == [(1, 1)] + [
        (0, 1)
    ] * 3


@clause("sk.gap.towed-guns", "sk.gap.accumulate")
def test_three_men_at_most_serve_a_gun() -> None:
    """Those within an inch of it; what they do not use is kept for the next turn's shot."""
    scene = Scene(gun(), foe())
    assert crew_of(scene.state, 0, "gun-57") == list(scene.unit("Gun").men[:3])
    scene.act("Gun", "use:gun-57", dice=[1])
    assert why_not(scene, "use:gun-57") == ("sk.gun.cost",)
    scene.call(save_up, "Gun")
    assert [scene.figure("Gun", man).saved for man in range(4)] == [0, 0, 2, 0]
    next_turn(scene).act("Gun", "use:gun-57", dice=[1])
    assert [(scene.figure("Gun", man).spent, scene.figure("Gun", man).saved) for man in range(3)] == [
        (2, 0),
        (0, 0),
        (0, 0),
    ]


@clause("sk.gap.towed-guns")
@pytest.mark.parametrize(
    ("at", "cover"),
    [((20, 30), HARD), ((30, 20), HARD), ((31, 20), NO_COVER), ((20, 1), NO_COVER), ((40, 10), NO_COVER)],
)
def test_the_shield_covers_the_crew_from_ahead(at: tuple[float, float], cover: int) -> None:
    """Hard cover within the quarter ahead, and only for those beside the gun."""
    spots = (*CREW[:3], (24.6, 8))
    scene = Scene(
        brit("gb.6-pounder", (20, 10), name="Gun", bearing=180, spots=spots),
        german("de.rifle-team", at, name="Berta", pick=("rifleman",)),
    )
    lines = look(scene.state, scene.unit("Berta").men, scene.unit("Gun").men)[0]
    assert [one.cover for one in lines] == [cover] * 3 + [NO_COVER]
    bare = Scene(
        brit("gb.6-pounder", (20, 10), name="Gun", bearing=180, spots=spots, card={"tags": ()}),
        german("de.rifle-team", at, name="Berta", pick=("rifleman",)),
    )
    assert not any(one.cover for one in look(bare.state, bare.unit("Berta").men, bare.unit("Gun").men)[0])


@clause("sk.gap.towed-guns")
def test_a_gun_whose_trail_lies_over_a_man_may_stay() -> None:
    """Turned where it stands it reaches over its crew: it may be left so, and every answer that is offered is legal."""
    over = ((20, 11.2), (18, 12), (19, 13), (21, 13))
    scene = Scene(brit("gb.6-pounder", (20, 10), name="Gun", bearing=90, spots=over), foe())
    scene.act("Gun", "push")
    assert not scene.events("pushed the gun")
    domain = pushing(scene.state, 0)
    assert not domain.allows(domain.stay())
    assert domain.check(domain.stay()) == domain.stay()

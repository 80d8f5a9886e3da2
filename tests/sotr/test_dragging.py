"""DOWN models crawl and are dragged."""

from typing import Any

import pytest

from sandtable.dice.chance import Chance
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refused
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.sotr.basics.ways import marching
from sandtable.rulesets.sotr.move import crawling, dragging
from sandtable.rulesets.sotr.move.dragging import drag_and_crawl
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.arms import burdened
from tests.clause import clause

from .kit import Scene, Side, because, march, reich, spot, takes, terrain, us

DOWN = {"down": True}


@pytest.fixture(autouse=True)
def _other_chapters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves are made without interruption, and only what is west of x = 10 is cover."""

    async def travel(
        play: Play[Battle], number: int, march: March, *clauses: str, verb: str = "moved", **_: Any
    ) -> bool:
        figures = tuple(walk.figure for walk in march.walks)
        places = [(walk.figure, *walk.points[-1], 0, 0) for walk in march.walks]
        sets = {"places": places, "models": {"moved": play.state.turn}}
        play.tell(verb, *clauses, unit=number, figures=figures, sets=sets)
        return True

    def in_cover(state: Battle, figure: int) -> bool:
        return state.layout.point(figure)[0] < 10_000

    monkeypatch.setattr(crawling, "travel", travel)
    monkeypatch.setattr(dragging, "travel", travel)
    monkeypatch.setattr(crawling, "in_cover", in_cover)


def squad(*spots: tuple[float, float], **rest: Any) -> Side:
    """Riflemen at these spots."""
    return us("us.rifle-squad", spots[0], name="Able", pick=("rifleman",) * len(spots), spots=spots[1:], **rest)


# ---- crawling


@clause("sotr.down.crawl")
@pytest.mark.parametrize(("to", "may"), [(22, True), (22.001, False)])
def test_two_inches(to: float, may: bool) -> None:
    """A DOWN model may crawl so far, and no farther; its unit's other models are not asked again."""
    scene = Scene(squad((20, 20), (20, 22), each={"moved": 2}, models={0: {**DOWN, "moved": 0}, 1: {"moved": 2}}))
    scene.call(drag_and_crawl, "Able", crawl=march([(22, 20)]))
    assert scene.point("Able", 0) == (22, 20)
    decision = scene.decision("crawl")
    assert decision.domain.movers == (0,)  # type: ignore[attr-defined]
    assert takes(decision, march([(to, 20)])) is may
    if not may:
        assert because(decision, march([(to, 20)])) == ("sotr.down.crawl",)


@clause("sotr.down.crawl")
def test_terrain_costs_apply() -> None:
    """Through rubble it is an inch."""
    ground = (terrain("brush", box=(19, 15, 10, 10)),)
    scene = Scene(squad((20, 20), (20, 22), models={0: DOWN, 1: {"moved": 2}}), ground=ground)
    scene.call(drag_and_crawl, "Able")
    assert takes(scene.decision("crawl"), march([(21, 20)]))
    assert not takes(scene.decision("crawl"), march([(21.1, 20)]))


@clause("sotr.down.crawl")
def test_nobody_crawls_twice() -> None:
    """One who was moved this turn lies still; by default nobody crawls."""
    scene = Scene(squad((20, 20), (20, 22), models={0: {**DOWN, "moved": 2}, 1: {"moved": 2}}))
    scene.call(drag_and_crawl, "Able")
    assert scene.kinds_asked() == []
    still = Scene(squad((20, 20), (20, 22), models={0: DOWN, 1: {"moved": 2}}))
    still.call(drag_and_crawl, "Able")
    assert still.kinds_asked() == ["crawl"]
    assert not still.news


@clause("sotr.down.crawl-coherency")
def test_a_crawl_keeps_coherency() -> None:
    """Four inches between bases, five between centres."""
    scene = Scene(squad((20, 20), (23.5, 20), models={0: DOWN, 1: {"moved": 2}}))
    scene.call(drag_and_crawl, "Able")
    decision = scene.decision("crawl")
    assert takes(decision, march([(18.5, 20)]))
    assert because(decision, march([(18.49, 20)])) == ("sotr.down.crawl-coherency",)


@clause("sotr.down.crawl-coherency", "sotr.gap.medic")
def test_a_medic_frees_from_coherency() -> None:
    """One attended by a medic crawls where it will."""
    scene = Scene(
        squad((20, 20), (23.5, 20), models={0: DOWN, 1: {"moved": 2}}),
        us("us.command", (20, 21), name="C", pick=("medic",), each={"moved": 2}),
    )
    scene.call(drag_and_crawl, "Able")
    assert takes(scene.decision("crawl"), march([(18, 20)]))


@clause("sotr.down.crawl-coherency")
@pytest.mark.parametrize(("gap", "crawls"), [(5, 1), (7, 2), (4, 0)])
def test_a_straggler_crawls_back(gap: float, crawls: float) -> None:
    """As far as it needs to, two inches at most, without being asked."""
    scene = Scene(squad((20, 20), (20 + gap + 1, 20), models={0: DOWN, 1: {"moved": 2}}))
    scene.call(drag_and_crawl, "Able")
    assert scene.point("Able", 0)[0] == pytest.approx(20 + crawls, abs=0.01)
    assert ("crawl" in scene.kinds_asked()) is (crawls == 0)


@clause("sotr.down.crawl-coherency")
def test_a_straggler_in_cover_stays_in_cover() -> None:
    """It may crawl about in there, but not out, not even towards its unit."""
    scene = Scene(squad((9.5, 20), (20, 20), models={0: DOWN, 1: {"moved": 2}}))
    scene.call(drag_and_crawl, "Able", crawl=march([(8.5, 20)]))
    assert scene.point("Able", 0) == (8.5, 20)
    assert because(scene.decision("crawl"), march([(10.5, 20)])) == ("sotr.down.crawl-coherency",)


@clause("sotr.hth.crawl-out", "sotr.hth.ex-crawl")
def test_sarge_crawls_out_of_the_fight() -> None:
    """While Jones keeps the zombie busy; an inch clear of it."""
    scene = Scene(squad((20, 20), (22, 20), models={0: DOWN}), reich("reich.zombies", (21, 20), name="Mob", men=1))
    scene.engage("Able", 0, "Mob", 0).engage("Able", 1, "Mob", 0)
    scene.call(drag_and_crawl, "Able", crawl=march([(18.5, 20)]))
    assert scene.point("Able", 0) == (18.5, 20)
    assert scene.state.engaged == ((1, 2),)
    assert because(scene.decision("crawl"), march([(19.5, 20)])) == ("sotr.move.one-inch",)


@clause("sotr.hth.crawl-out")
def test_a_model_alone_with_its_enemy_is_held() -> None:
    """It cannot crawl away."""
    scene = Scene(
        squad((20, 20), (22.5, 20), models={0: DOWN, 1: {"moved": 2}}),
        reich("reich.zombies", (20, 21), name="Mob", men=1),
    )
    scene.engage("Able", 0, "Mob", 0).call(drag_and_crawl, "Able")
    assert scene.kinds_asked() == []


# ---- dragging


@clause("sotr.down.drag", "sotr.down.drag-limit")
def test_a_comrade_drags_him() -> None:
    """An inch to him and three on: the two end in contact, and the bearer is busy and burdened."""
    scene = Scene(squad((20, 20), (22, 20), (20, 22)))
    scene.change("Able", 1, down=True)
    scene.call(drag_and_crawl, "Able", drag="m0 drags m1", drag_to=spot(21, 17.1))
    assert scene.point("Able", 0) == (21, 17.1)
    assert burdened(scene.state, 0)
    assert (scene.man("Able", 0).tied, scene.man("Able", 0).moved, scene.man("Able", 1).moved) == (2, 2, 2)
    x, y = scene.point("Able", 1)
    assert ((x - 21) ** 2 + (y - 17.1) ** 2) ** 0.5 == pytest.approx(1, abs=0.01)
    assert "crawl" not in scene.kinds_asked()
    assert not burdened(scene.state, 2)


@clause("sotr.down.drag")
@pytest.mark.parametrize(("y", "may"), [(17.01, True), (16.9, False)])
def test_four_inches_in_all(y: float, may: bool) -> None:
    """The way to the casualty counts."""
    scene = Scene(squad((20, 20), (22, 20), (20, 18)))
    scene.change("Able", 1, down=True)
    scene.call(drag_and_crawl, "Able", drag="m0 drags m1")
    assert takes(scene.decision("drag to"), [21_000, round(y * 1000)]) is may
    if not may:
        assert because(scene.decision("drag to"), [21_000, round(y * 1000)]) == ("sotr.down.drag",)


@clause("sotr.down.drag")
def test_terrain_slows_bearers() -> None:
    """Brush costs double."""
    ground = (terrain("brush", box=(15, 15, 12, 12)),)
    scene = Scene(squad((20, 20), (21, 20), (20, 18)), ground=ground)
    scene.change("Able", 1, down=True)
    scene.call(drag_and_crawl, "Able", drag="m0 drags m1")
    assert takes(scene.decision("drag to"), [20_000, 22_000])
    assert not takes(scene.decision("drag to"), [20_000, 22_100])


@clause("sotr.down.drag", "sotr.dirt.stand-up")
def test_a_prone_bearer_has_three() -> None:
    """He gets up for an inch."""
    scene = Scene(squad((20, 20), (21, 20), (20, 18)))
    scene.change("Able", 1, down=True).change("Able", 0, prone=True)
    scene.call(drag_and_crawl, "Able", drag="m0 drags m1", drag_to=spot(20, 23))
    assert not takes(scene.decision("drag to"), [20_000, 23_100])
    assert not scene.man("Able", 0).prone


@clause("sotr.down.drag-limit")
@pytest.mark.parametrize("change", [{"moved": 2}, {"tied": 2}, {"fired": 2}, {"down": True}])
def test_a_bearer_has_done_nothing_else(change: dict[str, Any]) -> None:
    """Who has moved, fired or helped another does not drag."""
    scene = Scene(squad((20, 20), (21, 20)))
    scene.change("Able", 1, down=True).change("Able", 0, **change)
    scene.call(drag_and_crawl, "Able")
    assert "drag" not in scene.kinds_asked()


@clause("sotr.down.drag")
def test_one_casualty_to_a_bearer_and_none_out_of_reach() -> None:
    """Two are DOWN, one bearer takes one; a third man five inches off is out of reach."""
    scene = Scene(squad((20, 20), (21.2, 20), (20, 21.2), (26.1, 20), each=DOWN, models={0: {"down": False}}))
    scene.call(drag_and_crawl, "Able", drag=["m0 drags m1"])
    assert scene.offered("drag") == ["m0 drags m1", "m0 drags m2", "none"]
    assert scene.kinds_asked().count("drag") == 1


@clause("sotr.down.drag", "sotr.gap.medic")
def test_friends_of_another_unit() -> None:
    """A medic may drag a man away from his own unit, another may not."""
    near, far = squad((20, 20), (23.5, 20), models={0: DOWN}), [20_000, 24_900]
    for role, may in (("medic", True), ("rifleman", False)):
        scene = Scene(near, us("us.command", (20, 21), name="C", pick=(role, "rifleman"), spots=((23, 25),)))
        scene.change("Able", 1, moved=2)
        scene.call(drag_and_crawl, "C", drag="m2 drags m0")
        assert takes(scene.decision("drag to"), [20_000, 22_000])
        assert takes(scene.decision("drag to"), far) is may


@clause("sotr.unit.coherency-voluntary", "sotr.down.drag")
def test_a_drag_scatters_nobody() -> None:
    """The third man relies on the bearer."""
    scene = Scene(squad((20, 20), (21, 20), (20, 16)))
    scene.change("Able", 1, down=True)
    scene.call(drag_and_crawl, "Able", drag="m0 drags m1")
    assert takes(scene.decision("drag to"), [20_000, 20_500])
    assert because(scene.decision("drag to"), [20_000, 23_000]) == ("sotr.unit.coherency-voluntary",)


@clause("sotr.down.drag")
def test_any_sampled_drag_is_legal() -> None:
    """And so is leaving him where he lies."""
    scene = Scene(squad((20, 20), (22, 20), (20, 18)))
    scene.change("Able", 1, down=True)
    scene.call(drag_and_crawl, "Able", drag="m0 drags m1")
    decision = scene.decision("drag to")
    for seed in range(8):
        assert takes(decision, list(decision.domain.sample(Chance(seed))))  # type: ignore[call-overload]
    assert takes(decision, decision.usual())


@clause("sotr.down.drag")
def test_a_bearer_who_is_shot_on_the_way_drags_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The casualty lies where it lay, and may crawl."""

    async def travel(play: Play[Battle], number: int, march: March, *clauses: str, verb: str = "", **_: Any) -> bool:
        del clauses, verb
        play.tell("lent a hand", unit=number, figures=(march.walks[0].figure,), sets={"down": True})
        return False

    scene = Scene(squad((20, 20), (22, 20), (20, 18)))
    scene.change("Able", 1, down=True).change("Able", 2, moved=2)
    monkeypatch.setattr(dragging, "travel", travel)
    scene.call(drag_and_crawl, "Able", drag="m0 drags m1", drag_to=spot(21, 18))
    assert scene.point("Able", 1) == (22, 20)
    assert not scene.events("was dragged")
    assert scene.decision("crawl").domain.movers == (1,)  # type: ignore[attr-defined]


@clause("sotr.down.crawl")
def test_to_lie_still_is_always_a_crawl() -> None:
    """Even where a comrade's base has come to lie over the one who is DOWN; to end beneath another one is none."""
    scene = Scene(squad((20, 20), (20.5, 20), (20, 22), models={0: DOWN, 1: {"moved": 2}, 2: {"moved": 2}}))
    scene.call(drag_and_crawl, "Able")
    crawls = scene.decision("crawl").domain
    assert isinstance(crawls, Marching)
    assert crawls.check(crawls.stay()) == crawls.stay()
    assert not takes(scene.decision("crawl"), march([(20, 21.8)]))


def test_who_stands_over_a_comrade_may_stay_and_may_not_move_onto_him() -> None:
    """As after an advance over one who was DOWN and is up again."""
    scene = Scene(squad((20, 20), (20.5, 20)))
    moves = marching(scene.state, 0, scene.state.units[0].men, 6000, "sotr.model.move-normal")
    assert moves.check(moves.stay()) == moves.stay()
    with pytest.raises(Refused, match="would stand on"):
        moves.check(moves.shifted(1000, 0))

"""Moves on foot: how far, whereto, getting up, and keeping together."""

from typing import Any

import msgspec
import pytest

from sandtable.play.refusal import Refusal, Refused
from sandtable.play.script import Play
from sandtable.rulesets.sotr.move.movement import advance_domain, allowances, free_to_move, walk
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.coherency import bound_together, in_coherency, judge_coherency
from tests.clause import clause

from .kit import Scene, march, reich, shift, stay, us
from .quiet import hush


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    hush(monkeypatch)


def squad(**rest: Any) -> Scene:
    """Three men of a rifle squad, an inch and a half apart."""
    return Scene(us("us.rifle-squad", (20, 20), name="Able", men=3, **rest))


@clause("sotr.model.move-normal", "sotr.model.move-double", "sotr.model.move-sneak", "sotr.advance.nonhuman")
@pytest.mark.parametrize(
    ("troop", "advance", "double", "sneak"),
    [
        ("us.rifle-squad", 4000, 8000, 2000),
        ("reich.werewolves", 6000, 12000, 3000),
        ("reich.zombies", 3000, 6000, 1500),
    ],
)
def test_rates(troop: str, advance: int, double: int, sneak: int) -> None:
    """Humans 2, 4 and 8 inches; others as their order of battle has it."""
    scene = Scene(us(troop, (20, 20), name="Able", men=2))
    assert allowances(scene.state, 0, double=False)[0] == advance
    assert allowances(scene.state, 0, double=True)[0] == double
    assert scene.unit("Able").card.sneak == sneak


@clause("sotr.advance.distance", "sotr.model.move-is-maximum", "sotr.advance.stationary")
@pytest.mark.parametrize("far", [0.0, 2.5, 4.0])
def test_an_advance_goes_up_to_four_inches(far: float) -> None:
    """Two and a half are as legal as four, or none; the rest is lost."""
    scene = squad().activate("Able", action="advance", move=shift(far, 0))
    assert scene.point("Able") == (20 + far, 20)
    assert scene.unit("Able").action == "advance"
    assert (scene.man("Able").moved == 2) is (far > 0)


@clause("sotr.advance.distance", "sotr.double.rate", "sotr.model.move-is-maximum")
@pytest.mark.parametrize(("action", "most"), [("advance", 4), ("double", 8)])
def test_nobody_goes_farther(action: str, most: int) -> None:
    """A thousandth beyond the rate is refused."""
    squad().activate("Able", action=action, move=shift(0, most))
    with pytest.raises(Refused) as refused:
        squad().activate("Able", action=action, move=shift(0, most + 0.001))
    assert refused.value.refusal.measured == most * 1000 + 1
    assert refused.value.refusal.allowed == most * 1000


@clause("sotr.action.one-model-at-a-time")
def test_models_move_in_the_order_of_the_answer() -> None:
    """The last model may go first."""
    scene = squad().activate("Able", action="advance", move=march((), (), ((23, 22),), order=(2, 0, 1)))
    assert scene.point("Able", 2) == (23, 22)
    assert scene.point("Able", 0) == (20, 20)


@clause("sotr.move.one-inch")
def test_nobody_ends_within_an_inch_of_an_enemy() -> None:
    """Exactly an inch is fine; through an enemy's base nobody goes."""
    enemy = reich("reich.sturmgrenadiers", (25, 20), name="Foe", men=1)
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=1), enemy)
    scene.activate("Able", action="advance", move=shift(3, 0))
    assert scene.point("Able") == (23, 20)
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=1), enemy)
    refused = scene.refused(lambda: scene.activate("Able", action="advance", move=shift(3.001, 0)))
    assert refused.refusal.because == ("sotr.move.one-inch",)
    refused = scene.refused(lambda: scene.activate("Able", action="double", move=shift(8, 0)))
    assert "sotr.move.one-inch" in refused.refusal.because


@clause("sotr.dirt.stand-up")
@pytest.mark.parametrize(("action", "most"), [("advance", 3), ("double", 7)])
def test_getting_up_costs_an_inch(action: str, most: int) -> None:
    """Prone, then 4 - 1 = 3 or 8 - 1 = 7; whoever has moved stands."""
    scene = squad(each={"prone": True})
    scene.activate("Able", action=action, move=shift(0, most))
    assert not any(scene.man("Able", place).prone for place in range(3))
    scene = squad(each={"prone": True})
    said = scene.why_refused(lambda: scene.activate("Able", action=action, move=shift(0, most + 0.001)))
    assert "would move too far" in said


@clause("sotr.gap.prone-actions", "sotr.dirt.stand-up")
def test_prone_men_may_stay_so() -> None:
    """Standing still they stay Prone and are free to shoot; two inches they crawl; and they may get up where they are."""
    scene = squad(each={"prone": True}).activate("Able", action="advance", move=stay())
    assert scene.man("Able").prone
    assert scene.unit("Able").action == "advance"
    scene = squad(each={"prone": True}).activate("Able", action="crawl", move=shift(2, 0))
    assert scene.man("Able").prone
    assert scene.point("Able") == (22, 20)
    assert scene.unit("Able").action == "advance"
    scene = squad(each={"prone": True})
    said = scene.why_refused(lambda: scene.activate("Able", action="crawl", move=shift(2.001, 0)))
    assert "would move too far" in said
    scene = squad(each={"prone": True}).activate("Able", action="rise")
    assert not scene.man("Able", 2).prone
    assert scene.point("Able") == (20, 20)
    assert "crawl" not in squad().activate("Able").offered("action")


@clause("sotr.unit.coherency", "sotr.unit.coherency-voluntary")
def test_nobody_leaves_coherency_by_choice() -> None:
    """Four inches from the next model are in it, a hair more is not."""
    scene = squad().activate("Able", action="advance", move=march((), (), ((26.5, 20),)))
    assert in_coherency(scene.state, 0)
    scene = squad()
    refused = scene.refused(lambda: scene.activate("Able", action="advance", move=march((), (), ((26.501, 20),))))
    assert refused.refusal.because == ("sotr.unit.coherency-voluntary", "sotr.unit.coherency")


PAIRS = ((23.9, 20), (34, 20), (38, 20))


@clause("sotr.unit.coherency")
@pytest.mark.parametrize(
    ("spots", "chain", "together"),
    [
        (PAIRS, False, True),  # two pairs far apart
        (PAIRS, True, False),
        (((22, 20), (24, 20), (29, 20)), False, True),
        (((22, 20), (24, 20), (29.001, 20)), False, False),
        (((22, 20), (24, 20), (29, 20)), True, True),
    ],
)
def test_each_model_needs_a_neighbour_within_four_inches(spots: Any, chain: bool, together: bool) -> None:
    """One neighbour as written; one unbroken chain if that is switched on."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=4, spots=spots), coherency_chain=chain)
    assert in_coherency(scene.state, 0) is together


@clause("sotr.unit.coherency")
def test_a_single_model_is_always_in_coherency() -> None:
    """And so are machines and mobs."""
    assert in_coherency(Scene(us("us.rifle-squad", (20, 20), men=1)).state, 0)
    assert in_coherency(Scene(reich("reich.zombies", (20, 20), men=2, spots=((40, 40),))).state, 0)


@clause("sotr.unit.coherency-when", "sotr.unit.coherency")
def test_lost_coherency_disorganizes_when_it_is_judged() -> None:
    """At the end of the phase by default: the unit's own activation changes nothing; with `own-move` it does."""
    far = ((30, 20), (31.5, 20))
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3, spots=far))
    scene.call(judge_coherency, [0])
    event = scene.event("became Disorganized")
    assert event.because == ("sotr.unit.coherency", "sotr.unit.coherency-when")
    assert scene.unit("Able").disorganized
    for check, lost in (("action-end", False), ("own-move", True)):
        scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3, spots=far), coherency_check=check)
        scene.change("Able", 0, down=True).change("Able", 1, tied=2).change("Able", 2, tied=2)
        scene.activate("Able")
        assert scene.unit("Able").disorganized is lost


@clause("sotr.unit.coherency-voluntary", "sotr.unit.coherency")
def test_a_unit_stays_with_its_fallen_unless_told_to_leave_them() -> None:
    """A DOWN model binds its unit; JUST DO IT unbinds it."""
    scene = squad(models={0: {"down": True}})
    assert bound_together(scene.state, 0) == scene.unit("Able").men
    assert free_to_move(scene.state, 0) == scene.unit("Able").men[1:]
    said = scene.why_refused(lambda: scene.activate("Able", action="double", move=shift(0, 8)))
    assert "out of Coherency" in said
    scene = squad(models={0: {"down": True}}, fields={"freed": "move", "ordered": 2})
    assert bound_together(scene.state, 0) == scene.unit("Able").men[1:]
    scene.activate("Able", action="double", move=shift(0, 8))
    assert scene.point("Able", 1)[1] == 28
    assert in_coherency(scene.state, 0)


def test_whoever_is_tied_up_stays() -> None:
    """Busy with the radio, or Engaged, or DOWN."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=4, models={0: {"down": True}, 1: {"tied": 2}}),
        reich("reich.zombies", (23, 21), name="Mob", men=1),
    ).engage("Able", 2, "Mob", 0)
    assert free_to_move(scene.state, 0) == (scene.row("Able", 3),)


@pytest.mark.parametrize("freed", [False, True])
def test_one_who_cowers_on_his_own_stays(freed: bool) -> None:
    """A single Disorganized model does not go along, unless it is told to JUST DO IT."""
    told = {"freed": "move", "ordered": 2} if freed else {}
    scene = squad(models={2: {"disorganized": True, **told}}).activate("Able", action="advance", move=stay())
    assert scene.decision("move").domain.movers == ((0, 1, 2) if freed else (0, 1))  # type: ignore[attr-defined]


def test_an_advance_for_weighing_ground() -> None:
    """What roams: an Advance, or a refusal for one that cannot."""
    assert advance_domain(squad().state, 0).budget == 4000
    scene = Scene(us("us.tank", (20, 20), name="Tank"))
    assert advance_domain(scene.state, 0).budget == 6000
    scene.change("Tank", immobilised=True)
    with pytest.raises(Refused):
        advance_domain(scene.state, 0)


def test_a_scattered_unit_closes_up() -> None:
    """By default around its first model, as far as it can; a march that leaves it scattered is refused."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=2, spots=((26, 20),)))
    scene.activate("Able", action="advance")
    assert in_coherency(scene.state, 0)
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=2, spots=((26, 20),)))
    assert (
        "out of Coherency" in scene.refused(lambda: scene.activate("Able", action="advance", move=stay())).refusal.why
    )
    assert msgspec.structs.asdict(scene.unit("Able"))["disorganized"] is False


def test_staying_is_always_allowed() -> None:
    """Whatever else is asked of a move: to hide in the open one may stay, and just not be Hidden."""
    no = Refusal("in sight", ("sotr.hide.declare",))

    async def picky(play: Play[Battle]) -> None:
        await walk(play, 0, 4000, "sotr.hide.declare", "hide", also=lambda _: no)

    assert squad().run(picky, move=stay()).point("Able") == (20, 20)
    scene = squad()
    assert scene.refused(lambda: scene.run(picky, move=shift(1, 0))).refusal == no

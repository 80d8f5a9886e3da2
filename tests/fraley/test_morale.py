"""The end of a round: morale, Units down to one Team, companies that have had enough."""

from typing import Any

import pytest

from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.training import needed_by
from sandtable.rulesets.fraley.nerve.company import after_loss
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.turn.morale import alone, end_of_round, shaken
from tests.clause import clause

from .kit import Scene, german, us
from .turn_kit import Calls, destroyed, stand_in


@pytest.fixture(autouse=True)
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Other chapters stand aside; who is destroyed is taken off, and his company checks."""
    return stand_in(monkeypatch)


def worn(
    left: int, strength: int, lost: int = 1, *, cc: bool = False, troop: str = "us.rifle-platoon", **rest: Any
) -> Scene:
    """A Unit of which so many Teams are left, in a company of three, against one of two."""
    fields = {"strength": strength, "lost": lost}
    sides = [
        us(troop, (10, 10), name="Able", men=left, fields=fields),
        us("us.mg-platoon", (30, 10), name="Baker", men=3),
        us("us.mg-platoon", (50, 10), name="Charlie", men=3),
        german("de.grenadier-platoon", (10, 40), name="Anton", men=3),
        german("de.grenadier-platoon", (30, 40), name="Berta", men=3),
    ]
    sides += [us("us.cc", (40, 20), name="Major")] if cc else []
    return Scene(*sides, **rest)


def gone(scene: Scene) -> list[str]:
    """The Units that are out of the battle."""
    return [unit.name for unit in scene.state.units if not unit.alive]


@clause("fraley.morale.trigger")
@pytest.mark.parametrize(
    ("strength", "left", "checks"),
    [(9, 5, False), (9, 4, True), (4, 2, False), (4, 1, True), (5, 3, False), (5, 2, True)],
)
def test_fewer_than_half_of_the_starting_teams(strength: int, left: int, checks: bool) -> None:
    """Of 9: at 4 or fewer. Of 4: at 1. Of 5: at 2."""
    assert shaken(worn(left, strength).state, 0) is checks


@clause("fraley.morale.trigger", "fraley.morale.repeat")
def test_only_in_rounds_with_losses() -> None:
    """At 4 of 9 it passes; without a loss there is no check; with another there is."""
    scene = worn(4, 9).run(end_of_round, [4])
    assert gone(scene) == []
    scene.change("Able", lost=0).run(end_of_round)
    assert scene.throws() == []
    scene.change("Able", lost=1).run(end_of_round, [4])
    assert scene.thrown() == [("Able: morale", (4,), "4+")]


@clause("fraley.morale.fail")
def test_a_failed_check_destroys_the_unit() -> None:
    """Suppression does not modify it; Tank Units check, too."""
    scene = worn(4, 9)
    for man in range(4):
        scene.change("Able", man, marks=1)
    assert gone(scene.run(end_of_round, [3])) == ["Able"]
    assert "fraley.morale.fail" in scene.event("test: gone").because
    tanks = worn(1, 4, troop="us.sherman-platoon")
    assert gone(tanks.run(end_of_round, [4])) == []
    assert gone(tanks.run(end_of_round, [3])) == ["Able"]


@clause("fraley.morale.fail", "fraley.cc.reroll")
def test_a_cc_may_have_it_rolled_again() -> None:
    """The end of the round counts as one Initiative: one further use for all checks together."""
    scene = worn(4, 9, cc=True).change("Baker", strength=9, lost=1).change("Major", used=2, rerolled=2)
    scene.run(end_of_round, [3, 4, 3])
    assert gone(scene) == ["Baker"]


@clause("fraley.cc.reroll-risk")
def test_a_cc_goes_with_a_unit_that_runs_all_the_same() -> None:
    """2, rerolled 3: both are gone. If he did not have it rolled again, he stays."""
    assert gone(worn(4, 9, cc=True).run(end_of_round, [2, 3])) == ["Able", "Major"]
    assert gone(worn(4, 9, cc=True).run(end_of_round, [2], reroll=False)) == ["Able"]
    assert gone(worn(4, 9, cc=True).run(end_of_round, [2, 4])) == []


@clause("fraley.cc.reroll-risk", "fraley.company.no-cc")
def test_a_company_that_checks_then_has_no_cc() -> None:
    """He is gone with the Unit, so the check that its loss brings about has failed."""
    scene = worn(4, 9, cc=True, fields={"units_at_start": (6, 2)}).run(end_of_round, [2, 3])
    assert scene.state.retreats == (0,)


@clause("fraley.round.end")
def test_whoever_won_the_roll_off_checks_first() -> None:
    """His Units before the other's."""
    for first, order in ((0, ["Able", "Anton"]), (1, ["Anton", "Able"])):
        scene = worn(4, 9, fields={"first": first}).change("Anton", strength=9, lost=1).run(end_of_round, [4, 4])
        assert [one.why.split(":")[0] for one in scene.throws()] == order


@clause("fraley.morale.last-team", "fraley.gap.mixed-unit-type", "fraley.gap.cc-activation")
def test_a_unit_of_one_team_goes() -> None:
    """Automatically, whenever it was lost; not Tanks, not a CC, not who was never more."""
    assert gone(worn(1, 9, lost=0, cc=True).run(end_of_round)) == ["Able"]
    assert not alone(worn(2, 9, lost=0).state, 0)
    assert not alone(worn(1, 4, lost=0, troop="us.sherman-platoon").state, 0)
    assert not alone(worn(1, 1, lost=0).state, 0)
    assert gone(worn(3, 3, lost=0, cc=True).run(end_of_round)) == []


@clause("fraley.morale.last-team", "fraley.round.end")
def test_morale_comes_before_the_last_team() -> None:
    """A Unit of one Team that passes is removed all the same."""
    scene = worn(1, 4).run(end_of_round, [4])
    assert gone(scene) == ["Able"]
    assert scene.event("test: gone").because == ("fraley.morale.last-team",)


# ---- companies


def company(left: int, started: int, *, cc: bool = True, **rest: Any) -> Scene:
    """A company of which so many Units are left, with its CC, against two."""
    sides = [us("us.mg-platoon", (5 + 8 * place, 10), name=f"US{place}", men=2) for place in range(left)]
    sides += [german("de.mg-platoon", (5 + 8 * place, 40), name=f"DE{place}", men=2) for place in range(2)]
    sides += [us("us.cc", (40, 20), name="Major")] if cc else []
    fields = {"units_at_start": (started, 2)}
    return Scene(*sides, fields=fields, **rest)


async def _lost(play: Play[Battle]) -> None:
    await after_loss(play, 0)


@clause("fraley.company.trigger")
def test_a_company_checks_below_half() -> None:
    """Six Units at the start: with 3 left it does not, with 2 left it does, on the CC's Training."""
    assert company(3, 6).run(_lost).throws() == []
    scene = company(2, 6)
    number = needed_by(scene.state, scene.number("Major"))
    assert scene.run(_lost, [number]).state.retreats == ()
    assert scene.thrown() == [("Major: company", (number,), f"{number}+")]
    assert company(2, 6).run(_lost, [number - 1]).state.retreats == (0,)


@clause("fraley.company.trigger")
def test_a_unit_that_left_by_the_far_edge_remains() -> None:
    """The CC and destroyed Units do not count."""
    assert company(3, 6).change("US0", place="exited").run(_lost).throws() == []
    assert company(3, 6).change("US0", place="destroyed").run(_lost, [6]).state.retreats == ()


@clause("fraley.company.trigger")
def test_the_cc_does_not_reroll_this_check() -> None:
    """Unless a table lets him, once an Initiative."""
    plain = company(2, 6).run(_lost, [1])
    assert plain.kinds_asked() == []
    may = company(2, 6, cc_may_reroll_company_check=True).run(_lost, [1, 6])
    assert may.kinds_asked() == ["reroll"]
    assert may.state.retreats == ()
    assert may.unit("Major").used == 3
    assert may.run(_lost, [1]).state.retreats == (0,)


@clause("fraley.company.no-cc")
def test_without_a_cc_it_has_failed() -> None:
    """No die is thrown."""
    scene = company(2, 6, cc=False).run(_lost)
    assert scene.state.retreats == (0,)
    assert scene.throws() == []
    assert "fraley.company.no-cc" in scene.event("called the retreat").because


@clause("fraley.company.fail")
def test_a_company_retreats_once() -> None:
    """And is not asked again."""
    scene = company(2, 6).run(_lost, [1]).run(_lost)
    assert scene.state.retreats == (0,)


@clause("fraley.company.one-unit")
def test_the_last_unit_checks_every_round() -> None:
    """At its end; not a company that began with one, nor one that has two left."""
    scene = company(1, 2).run(end_of_round, [6]).run(end_of_round, [1])
    assert scene.state.retreats == (0,)
    assert "fraley.company.one-unit" in scene.clauses()
    assert company(1, 1).run(end_of_round).throws() == []
    assert company(2, 4).run(end_of_round).throws() == []


@clause("fraley.company.one-unit", "fraley.company.trigger")
def test_both_checks_in_the_round_in_which_the_second_last_is_lost() -> None:
    """One for the loss, one for the end of the round."""
    scene = company(2, 3).change("US0", strength=5, lost=3).run(end_of_round, [1, 6, 6], reroll=False)
    assert [one.why for one in scene.throws("Major")] == ["Major: company", "Major: company"]
    assert scene.state.retreats == ()


@clause("fraley.company.fail")
def test_both_companies_may_fail_at_the_same_end() -> None:
    """All tests are taken, so that it can be a draw."""
    scene = company(1, 2, cc=False).change("DE1", place="destroyed").run(end_of_round)
    assert scene.state.retreats == (0, 1)


def test_the_stand_in_for_losses_is_like_the_real_one() -> None:
    """A Unit is taken off, a CC's loss is no Unit's."""
    scene = company(2, 6)
    scene.call(destroyed, "Major")
    assert gone(scene) == ["Major"]
    assert scene.state.retreats == ()

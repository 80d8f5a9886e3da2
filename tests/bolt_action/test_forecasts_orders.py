"""Forecasts of orders that need a test, and of assaults, reckoned by hand."""

from fractions import Fraction
from typing import Any

import pytest

from sandtable.odds.forecast import forecast, read
from sandtable.odds.foresee import foresee
from sandtable.odds.happened import happened
from sandtable.rulesets.bolt_action.melee.close_quarters import regroup
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.rulesets.bolt_action.turn.orders import CHOICES, obey
from sandtable.rulesets.bolt_action.turn.turn import draw_and_act
from tests.clause import clause

from .foretold import Foretold, asked, foretold, needs, spread_of
from .kit import Scene, Side, column, de, shift, terrain, us
from .promises import decoy, foe

WALL = terrain("wall", line=[(28, 5), (28, 40)])


def ordered(order: str, *units: Side, **rest: Any) -> Foretold:
    """What comes of an order for the first unit, at the question that a drawn die leads to."""
    scene = Scene(*units, **{"premeasure": True, **rest})
    standing = asked(scene, draw_and_act, "order", unit=units[0].name)
    found = forecast(standing, order)
    return Foretold(scene, found, read(standing, found))


@clause("ba.turn.test", "ba.gap.order-test", "ba.gap.morale-modifiers", "ba.fubar.trigger")
def test_the_test_of_a_pinned_unit_is_foreseen() -> None:
    """Morale 9 less 3 pins and an officer's bonus of 2: 8 or less on two dice; two sixes are FUBAR."""
    officer = us("us.first-lieutenant", (20, 24), name="Officer", fields={"order": "down"})
    found = ordered("ambush", us("us.rifle-squad", (20, 20), name="Able", fields={"pins": 3}), officer)
    shares = {"pass": Fraction(26, 36), "fail": Fraction(9, 36), "fubar": Fraction(1, 36)}
    assert found.spread("Able", "order test") == shares
    assert found.chance("Able", "pins lost", 1) == shares["pass"]
    assert found.chance("Able", "in Ambush", "yes") == shares["pass"]
    assert found.chance("Able", "Down", "yes") >= shares["fail"]


def test_what_has_happened_before_the_question_is_not_shown() -> None:
    """The test that a pinned squad has passed already is no part of what comes of its choice of whom to assault."""
    scene = Scene(squad(fields={"pins": 1}), foe("de.medic", (30, 20)), decoy(), premeasure=True)
    standing = asked(scene, draw_and_act, "assault target", [1, 1, 1], unit="Able", order="assault")
    assert happened(standing) == (((scene.number("Able"), "order test"), "pass"),)
    shown = foresee(standing, f"u{scene.number('Foe')}")
    assert {effect.what for effect in shown.effects} >= {"men lost", "destroyed"}
    assert all(effect.what != "order test" for effect in shown.effects)


@clause("ba.gap.reserves")
def test_the_test_of_reserves_is_foreseen_too() -> None:
    """Morale 9, and one less: 26 of 36."""
    found = ordered("run", us("us.rifle-squad", name="Able"), turn=3)
    assert found.chance("Able", "order test", "pass") == Fraction(26, 36)


def test_an_unpinned_unit_takes_no_test() -> None:
    """Nothing is said of a test."""
    found = ordered("ambush", us("us.rifle-squad", (20, 20), name="Able"), us("us.medic", (40, 20), name="Medic"))
    assert not found.spread("Able", "order test")


# ---- assaults


def squad(**rest: Any) -> Side:
    """Six men, one with a sub-machine gun: seven blows."""
    return us("us.rifle-squad", (20, 20), name="Able", men=6, spots=column(20, 20, 6), **rest)


def assault(*units: Side, **rest: Any) -> Foretold:
    """What comes of assaulting the foe."""
    return foretold(*units, decoy(), order="assault", kind="assault target", **rest)


@clause("ba.cq.move", "ba.gap.rough-run-assault")
@pytest.mark.parametrize(
    ("far", "ground"),
    [
        (34, []),
        (30, [terrain("rough", box=(24, 10, 3, 20))]),
        (30, [terrain("water", box=(24, 5, 2, 35))]),
    ],
)
def test_an_assault_that_does_not_get_there_comes_to_nothing(far: float, ground: Any) -> None:
    """Too far, too rough, or barred."""
    found = assault(squad(), foe("de.medic", (far, 20)), ground=ground)
    assert found.spread("Able", "falls short") == {"yes": 1}
    assert not any(found.reading.lost)


BEATEN = 1 - Fraction(1, 2) ** 7  # a lone man falls to one of seven blows
STRUCK = Fraction(1, 2)  # his one blow kills


def later(ends: Fraction) -> Fraction:
    """Rounds in which both strike at once, until it is not nobody who falls: how likely one ends so."""
    return ends / (1 - (1 - BEATEN) * (1 - STRUCK))


@clause("ba.gap.assault-attacks", "ba.cq.damage", "ba.cq.attackers-first", "ba.cq.tie", "ba.cq.loser")
def test_an_assault_is_foreseen_round_after_round() -> None:
    """The medic is gone before he strikes; if not he strikes, and who lost more is destroyed; if nobody fell, again."""
    found = assault(squad(), foe("de.medic", (30, 20)))
    tie = (1 - BEATEN) * (1 - STRUCK)
    assert found.chance("Foe", "destroyed", "yes") == BEATEN + tie * later(BEATEN)
    assert found.chance("Able", "destroyed", "yes") == (1 - BEATEN) * STRUCK + tie * later((1 - BEATEN) * STRUCK)
    assert found.chance("Able", "men lost", 1) == tie * later(BEATEN * STRUCK)
    assert found.chance("Able", "men lost", 6) == found.chance("Able", "destroyed", "yes")


@clause("ba.gap.defensive-position")
def test_those_behind_something_strike_at_once() -> None:
    """A wall between them: the medic's blow counts though he falls."""
    found = assault(squad(), foe("de.medic", (30, 20)), ground=[WALL], defended_simultaneous=True)
    assert found.chance("Foe", "destroyed", "yes") == later(BEATEN)
    assert found.chance("Able", "men lost", 1) == later(BEATEN * STRUCK)
    assert found.chance("Able", "destroyed", "yes") == later((1 - BEATEN) * STRUCK)


@clause("ba.cqv.hit-stationary", "ba.cqv.hit-advance", "ba.cqv.hit-run", "ba.cqv.damage", "ba.gap.natural-one")
@pytest.mark.parametrize(("order", "least"), [("fire", 4), ("advance", 6), ("run", 7)])
def test_an_assault_on_a_truck(order: str, least: int) -> None:
    """Six men hit by what it did; one die plus their hits destroys it on 6."""
    found = assault(squad(), foe("de.truck", (30, 20), fields={"order": order}))
    hits = spread_of(6 @ needs(least))
    destroyed = sum((share * Fraction(min(6, count + 1), 6) for count, share in hits.items() if count), Fraction(0))
    assert found.chance("Foe", "destroyed", "yes") == destroyed
    assert found.some("Foe", "pins") == 1 - hits[0]


@clause("ba.cq.regroup", "ba.gap.ambush-fire")
def test_an_ambush_on_winners_who_regroup_is_foreseen_where_it_is_asked() -> None:
    """What they do after a fight is never forecast; but once they are on their way, the shot at them is."""
    able = us("us.rifle-squad", (36, 24), name="Able", men=6, bearing=0, fields={"order": "ambush"})
    scene = Scene(able, de("us.medic", (36, 14), name="Foe"))

    async def begin(play: Any) -> None:
        await regroup(play, 1)

    standing = asked(scene, begin, "ambush", [6], move=shift(-4, 0))
    found = forecast(standing, "station 0")
    foretold = Foretold(scene, found, read(standing, found))
    # A small unit within half range: 4 of the automatic rifle and the rifles, 5 of the sub-machine gun at long range.
    hits = 2 @ needs(4) + 4 @ needs(4) + 2 @ needs(5)
    assert foretold.spread("Foe", "hits") == spread_of(hits)
    rough = forecast(standing, "station 0", budget=1, trials=60)
    estimate = Foretold(scene, rough, read(standing, rough)).spread("Foe", "hits")
    assert rough.trials == 60
    assert 2 < len(estimate) <= 9


def where(state: Battle) -> tuple[tuple[int, int], ...]:
    """Where the men of the first unit stand."""
    return tuple(state.layout.point(man) for man in state.units[0].men)


def test_an_estimate_leaves_the_aftermath_out_as_well() -> None:
    """Nobody regroups in a forecast, exact or not: whoever won stands where the fight left him."""
    scene = Scene(squad(), foe("de.medic", (30, 20)), decoy(), premeasure=True)

    async def begin(play: Any) -> None:
        await obey(play, 0, CHOICES["assault"])

    standing = asked(scene, begin, "assault target")
    exact, rough = forecast(standing, "u1"), forecast(standing, "u1", budget=1, trials=40)
    assert (exact.trials, rough.trials) == (0, 40)
    stands = [{where(end.state) for end in one.outcomes.ends} for one in (exact, rough)]
    assert stands[1] <= stands[0]

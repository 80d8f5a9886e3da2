"""Forecasts against brute force, to the last fraction: every kind of action, small enough to try every way by hand."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.odds.forecast import Forecast, Owners, Standing, look_ahead, read
from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.turn.orders import CHOICES, obey
from tests.bolt_action.kit import Scene, Side, de, terrain, us

from .brute import Brute, thrown_by, told_by

Begin = Callable[[Any], Any]

HOUSE = terrain("building", box=(28, 18, 6, 6))


def ordered(scene: Scene, name: str, order: str) -> Begin:
    """A unit is given an order."""
    number = scene.number(name)

    async def begin(play: Any) -> None:
        await obey(play, number, CHOICES[order])

    return begin


def standing(scene: Scene, seat: int = 0) -> Standing:
    """A scene as a side sees it."""
    return Standing(RULESET, scene.state, (), scene.state, seat)


def squad(side: int, at: tuple[float, float], name: str, **rest: Any) -> Side:
    """A squad of riflemen."""
    troop = "us.rifle-squad" if side == 0 else "su.rifle-squad"
    return (us if side == 0 else de)(troop, at, name=name, men=8, **rest)


def left(scene: Scene, **men: int) -> Scene:
    """A scene in which units have lost all but so many men."""
    for name, count in men.items():
        number = scene.number(name)
        gone = scene.unit(name).men[count:]
        state = with_unit(scene.state, number, {"men": scene.unit(name).men[:count]})
        scene.state = replace(state, layout=state.layout.without(gone))
    return scene


SCENES: dict[str, tuple[Scene, str]] = {
    "a few rifles in the open": (left(Scene(squad(0, (20, 20), "A"), squad(1, (30, 20), "B")), A=4, B=4), "fire"),
    "a shaken squad": (
        left(Scene(squad(0, (20, 20), "A", fields={"pins": 2}), squad(1, (30, 20), "B")), A=3, B=3),
        "fire",
    ),
    "with a medic and an officer beside them": (
        left(
            Scene(
                squad(0, (20, 20), "A"),
                squad(1, (30, 20), "B"),
                de("de.medic", (30, 23), name="M"),
                de("de.second-lieutenant", (33, 23), name="L"),
            ),
            A=3,
            B=3,
        ),
        "fire",
    ),
    "a mortar": (left(Scene(us("us.light-mortar", (20, 20), name="A"), squad(1, (40, 20), "B")), B=4), "fire"),
    "a howitzer at a house": (
        left(
            Scene(
                us("us.heavy-howitzer", (10, 20), name="A", bearing=90),
                squad(1, (30, 20), "B", fields={"building": 0}),
                ground=[HOUSE],
            ),
            B=2,
        ),
        "fire",
    ),
    "a gun at a tank": (
        Scene(
            us("us.medium-at-gun", (20, 20), name="A", bearing=90), de("de.panzer-iv", (40, 20), name="B", bearing=0)
        ),
        "fire",
    ),
    "a bazooka at a half-track with men aboard": (
        Scene(us("us.bazooka-team", (20, 20), name="A"), de("de.half-track", (30, 20), name="B")),
        "fire",
    ),
    "a machine gun at a truck": (
        Scene(us("us.mmg-team", (20, 20), name="A", bearing=90), de("de.truck", (35, 20), name="B")),
        "fire",
    ),
    "a flamethrower": (
        left(Scene(us("us.flamethrower-team", (20, 20), name="A"), squad(1, (25, 20), "B")), B=3),
        "fire",
    ),
    "a sniper": (Scene(us("us.sniper-team", (20, 20), name="A"), de("de.light-at-gun", (40, 20), name="B")), "fire"),
    "a truck with men aboard": (
        left(
            Scene(
                us("us.bazooka-team", (20, 20), name="A"),
                de("de.truck", (30, 20), name="B"),
                de("de.grenadier-squad", name="R", men=6, fields={"place": "aboard", "aboard": 1}),
            ),
            R=2,
        ),
        "fire",
    ),
    "a test that may end in fire at friends": (
        left(
            Scene(squad(0, (20, 20), "A", fields={"pins": 1}), squad(0, (20, 28), "F"), squad(1, (28, 28), "B")),
            A=2,
            F=2,
            B=2,
        ),
        "fire",
    ),
    "Soviets who may check twice": (
        left(Scene(squad(0, (20, 20), "A"), squad(1, (30, 20), "B"), national_rules=True), A=3, B=3),
        "fire",
    ),
    "the crew of a gun": (
        left(Scene(squad(0, (20, 20), "A"), de("de.light-at-gun", (30, 20), name="B", bearing=270)), A=3),
        "fire",
    ),
    "an advance into an ambush": (
        left(Scene(squad(0, (20, 20), "A"), squad(1, (30, 20), "B", fields={"order": "ambush"})), A=3, B=2),
        "advance",
    ),
    "a rally": (Scene(squad(0, (20, 20), "A", fields={"pins": 3}), squad(1, (60, 20), "B")), "rally"),
}


@pytest.mark.parametrize("what", SCENES)
def test_forecasts_are_what_brute_force_finds(what: str) -> None:
    """All that changes and all that is noted, as a joint distribution."""
    scene, order = SCENES[what]
    begin = ordered(scene, "A", order)
    found = look_ahead(standing(scene), begin)
    assert (found.trials, found.noted) == (0, True)
    brute = Brute(RULESET, scene.state, Owners(RULESET, 0, {}))
    expected = brute.every(begin)
    assert brute.lost == 0
    assert told_by(RULESET, scene.state, found.outcomes) == expected
    assert thrown_by(found.rolls) == brute.thrown
    assert sum(expected.values()) == 1
    assert len(expected) > 1


@pytest.mark.parametrize("on_guard", [False, True])
def test_a_fight_with_ties_that_lead_back_to_themselves(on_guard: bool) -> None:
    """Brute force stops after so many rounds; what it has found by then is what the forecast says, but for the rest."""
    ground = [terrain("wall", line=[(21.6, 15), (21.6, 25)])] if on_guard else []
    scene = Scene(squad(0, (20, 20), "A"), squad(1, (22, 20), "B", fields={"order": "fire"}), ground=ground)
    left(scene, A=2, B=2)
    begin = ordered(scene, "A", "assault")
    found = look_ahead(standing(scene), begin)
    brute = Brute(RULESET, scene.state, Owners(RULESET, 0, {}), deepest=9)
    expected = brute.every(begin)
    said = told_by(RULESET, scene.state, found.outcomes)
    assert 0 < brute.lost < Fraction(1, 20)
    assert said.keys() == expected.keys()
    assert sum(said.values()) == 1
    for told, share in expected.items():
        assert share <= said[told] <= share + brute.lost
    rolls = thrown_by(found.rolls)
    thrown = {roll: share for roll, share in brute.thrown.items() if roll[0] != "To regroup"}  # in the aftermath
    assert rolls.keys() == thrown.keys()
    assert all(share <= rolls[roll] <= share + brute.lost for roll, share in thrown.items())


def test_the_enemy_shoots_back_before_he_is_reached() -> None:
    """An assault from far enough: one's own losses are foreseen, and the other side's answer is named."""
    scene = left(Scene(squad(0, (20, 20), "A"), squad(1, (31, 20), "B")), A=3, B=3)
    begin = ordered(scene, "A", "assault")
    usual = look_ahead(standing(scene), begin)
    (question,) = usual.questions
    assert (question.kind, question.usual, [answer for answer, _ in question.answers]) == ("react", True, [True, False])
    quiet = look_ahead(standing(scene), begin, override={("react", scene.number("B")): False})
    own = [read(standing(scene), one).lost[0] for one in (usual, quiet)]
    assert own[0] > own[1] > 0


def test_a_larger_tree_is_merged_harder_and_then_estimated() -> None:
    """With a budget for less, what was noted is dropped; with hardly any, trials are made and marked."""
    scene, order = SCENES["a few rifles in the open"]
    begin = ordered(scene, "A", order)
    whole = look_ahead(standing(scene), begin)
    rough = look_ahead(standing(scene), begin, budget=10, trials=400)
    assert (whole.trials, rough.trials, whole.margin, rough.margin) == (0, 400, 0, 490)
    assert rough.outcomes.whole <= 400
    exact, about = (read(standing(scene), one).spreads[scene.number("B"), "men lost"] for one in (whole, rough))
    for value, weight in exact.values.items():
        chance = Fraction(weight, exact.whole)
        estimate = Fraction(about.values.get(value, 0), about.whole)
        assert abs(chance - estimate) < Fraction(9, 100)


def test_without_noting_the_ends_are_the_same() -> None:
    """What is left out merges more and changes no number of what is left."""
    scene, order = SCENES["a few rifles in the open"]
    begin = ordered(scene, "A", order)
    noted, bare = look_ahead(standing(scene), begin), look_ahead(standing(scene), begin, noting=False)
    assert (noted.noted, bare.noted) == (True, False)
    both: list[Forecast] = [noted, bare]
    first, second = (read(standing(scene), one) for one in both)
    assert first.lost == second.lost
    fact = scene.number("B"), "men lost"
    assert first.spreads[fact].mean == second.spreads[fact].mean
    assert (scene.number("B"), "hits") in first.spreads.keys() - second.spreads.keys()


def test_what_was_not_told_reads_as_what_it_means() -> None:
    """Of numbers none, of what is so or not so no; where something is tested, that it was not."""
    scene, order = SCENES["a shaken squad"]
    found = read(standing(scene), look_ahead(standing(scene), ordered(scene, "A", order))).spreads
    shooter, target = scene.number("A"), scene.number("B")
    assert set(found[target, "morale"].values) == {"holds", "fails", "not tested"}
    assert set(found[target, "destroyed"].values) == {"yes", "no"}
    assert 0 in found[target, "men lost"].values
    assert set(found[shooter, "order test"].values) == {"pass", "fail", "fubar"}
    for spread in found.values():
        assert sum(spread.values.values()) == spread.whole

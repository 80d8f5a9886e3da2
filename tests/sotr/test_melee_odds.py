"""Forecasts of hand-to-hand: exact, and the same as counting throws by hand."""

from fractions import Fraction
from itertools import product

from sandtable.foresight.look import Foresight
from sandtable.rulesets.sotr.melee.hand_to_hand import next_engagement
from sandtable.rulesets.sotr.ruleset import RULESET
from tests.clause import clause

from .kit import Scene, reich, us


def _fates(scene: Scene, units: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    """The chances of how many models of each unit are left standing."""
    ahead = Foresight(
        scene.state, RULESET.apply, lambda _: (), lambda _, decision: decision.usual(), budget=30_000, veil=lambda one: one
    )  # fmt: skip
    outcomes = ahead.look(next_engagement, ())
    found: dict[tuple[int, ...], Fraction] = {}
    for end in outcomes.ends:
        figures = end.state.figures
        left = tuple(sum(not figures[man].down for man in end.state.units[number].men) for number in units)
        found[left] = found.get(left, Fraction(0)) + Fraction(sum(end.facts.values()), outcomes.whole)
    return found


def _spared(hits: int, worst: int) -> Fraction:
    """The chance that so many wound dice leave a model standing: all of them no more than this."""
    return Fraction(worst, 6) ** hits


@clause("sotr.hth.roll", "sotr.hth.hits", "sotr.hth.wounds")
def test_a_duel_is_foreseen_exactly() -> None:
    """A man without a sidearm against a zombie: +1 for HORROR; he is unarmored, it counts as lightly armored."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",)),
        reich("reich.zombies", (21, 20), name="Mob", men=1),
        fields={"phase": "close", "holder": 1},
    ).engage("Able", 0, "Mob", 0)
    both = man = Fraction(0)
    for his, its in product(range(1, 7), repeat=2):
        hits = his - its - 1
        both += _spared(hits, 2) if hits > 0 else _spared(-hits, 1)
        man += Fraction(1) if hits >= 0 else _spared(-hits, 1)
    found = _fates(scene, (0, 1))
    assert sum(found.values()) == 1
    assert found[1, 1] == both / 36
    assert found[1, 1] + found[1, 0] == man / 36


@clause("sotr.hth.multi-dice", "sotr.hth.break")
def test_a_fight_of_several_is_foreseen_within_reason() -> None:
    """Sarge against three zombies: the states merge, so that it takes a moment and not an age."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("sergeant",)),
        reich("reich.zombies", (21, 20), name="Mob", men=3, spots=((19, 20), (20, 21))),
        fields={"phase": "close", "holder": 1},
    )
    for foe in range(3):
        scene.engage("Able", 0, "Mob", foe)
    found = _fates(scene, (0, 1))
    assert sum(found.values()) == 1
    assert found[1, 0] > 0  # he may kill all three
    assert found[0, 3] == max(found.values())

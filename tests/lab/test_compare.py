"""One scenario under several books: the same battles again, and each side's losses its own."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import msgspec

from sandtable.lab.compare import Fought, Plan, battle, compare, losses, refusals
from sandtable.rulesets.library import COMMON, books_for, common_scenarios, ruleset, scenario_in

TWO = scenario_in(COMMON, "two-platoons")
RANDOM = ("random", "random")


def _timeless(found: dict[str, list[Fought]]) -> dict[str, list[Fought]]:
    return {book: [msgspec.structs.replace(one, micros=0) for one in battles] for book, battles in found.items()}


def test_the_same_seeds_give_the_same_battles_however_many_processes_fight() -> None:
    """In the order of their seeds, under each book, and as often as was asked."""
    plan = Plan(TWO, ("bolt-action", "fraley"), 3, first=5, bots=RANDOM)
    heard: list[int] = []
    alone = compare(plan, 1, heard.append)
    assert {book: [one.seed for one in battles] for book, battles in alone.items()} == {
        "bolt-action": [5, 6, 7],
        "fraley": [5, 6, 7],
    }
    assert heard == sorted(heard) and heard[-1] == 6
    assert _timeless(compare(plan, 2)) == _timeless(alone)
    assert all(one.micros > 0 for battles in alone.values() for one in battles)


def test_seeds_and_bots_decide_the_battle() -> None:
    """Another seed or another bot is another battle."""
    first, again, other, better = (
        msgspec.structs.replace(
            battle(Plan(TWO, ("bolt-action",), 1, bots=bots), "bolt-action", seed), seed=0, micros=0
        )
        for seed, bots in ((1, RANDOM), (1, RANDOM), (2, RANDOM), (1, ("rookie", "random")))
    )
    assert first == again
    assert len({first.decisions, other.decisions, better.decisions}) == 3


def test_losses_are_shares_of_what_a_side_began_with() -> None:
    """By the side of a unit, whoever answers for it; units that joined later are no part of that."""
    sides = [SimpleNamespace(side=side) for side in (0, 1, 0)]
    before: Any = SimpleNamespace(units=sides, points=[Fraction(30), Fraction(50), Fraction(10)])
    after: Any = SimpleNamespace(
        units=[*sides, SimpleNamespace(side=1)], points=[Fraction(20), Fraction(0), Fraction(0), Fraction(99)]
    )
    rules: Any = SimpleNamespace(worth=lambda state, unit: state.points[unit])
    assert losses(rules, before, after) == (((1, 2), (1, 1)), (1, 1))
    assert losses(rules, before, before) == (((0, 1), (0, 1)), (0, 0))
    nobody: Any = SimpleNamespace(units=[], points=[])
    assert losses(rules, nobody, nobody) == (((0, 1), (0, 1)), (0, 0))


def test_the_books_that_know_the_troops_are_those_that_can_set_them_up() -> None:
    """What the registry promises is what comes of trying; who cannot, says which troop it does not know."""
    for name in common_scenarios():
        refused = refusals(scenario_in(COMMON, name))
        assert set(books_for(name)).isdisjoint(refused)
        assert all(name in ruleset(book).scenarios() for book in books_for(name))
    unknown = msgspec.structs.replace(
        TWO, forces=(msgspec.structs.replace(TWO.forces[0], units=(_nobody(),)), TWO.forces[1])
    )
    assert all("us.nobody" in why for why in refusals(unknown).values())
    assert "bolt-action" in refusals(unknown)


def _nobody() -> Any:
    return msgspec.structs.replace(TWO.forces[0].units[0], troop="us.nobody")

"""Rulebooks beside each other: the scenarios that several fight, and how each sets them up."""

from typing import Any

import pytest

from sandtable.rulesets.library import books_for, common_scenarios, ruleset
from sandtable.server.ready import ready
from sandtable.server.telling import OpenTeller, Teller

from .kit import Server

ADDRESS = "/api/common-scenarios"


def test_the_scenarios_for_all_are_listed_with_the_books_that_fight_them(server: Server) -> None:
    found = server.get(ADDRESS)
    assert [one["name"] for one in found] == common_scenarios()
    for one in found:
        assert [book["name"] for book in one["books"]] == list(books_for(one["name"]))
        assert one["title"] and one["about"]


def test_a_book_sets_a_scenario_up_the_same_for_everybody(server: Server) -> None:
    first, again = (server.get(f"{ADDRESS}/two-platoons/fraley") for _ in range(2))
    assert first == again
    assert (first["ruleset"], first["scenario"]) == ("fraley", "two-platoons")
    assert [force["name"] for force in first["forces"]] == ["US", "Germans"]
    squad = next(one for one in first["forces"][0]["units"] if one["card"]["troop"] == "us.rifle-squad")
    assert (squad["figures"], squad["symbol"]) == (3, "infantry")


@pytest.mark.parametrize(("name", "book"), [(name, book) for name in common_scenarios() for book in books_for(name)])
def test_both_sides_stand_on_the_table_under_every_book(name: str, book: str) -> None:
    """And their points and figures are those of the forces that the book sets up."""
    found = ready(name, book)
    there = {found.table.units[figure.unit].side for figure in found.table.figures if figure.at is not None}
    assert there | {counter.side for counter in found.table.counters} == {0, 1}
    for force in found.forces:
        assert force.units
        assert force.points == sum(unit.card.points for unit in force.units)
    figures = sum(unit.figures for force in found.forces for unit in force.units)
    rules = ruleset(book)
    assert figures == len(rules.setup(rules.scenario(name), rules.options_type()).figures)


def test_a_side_that_walks_on_is_shown_when_it_has() -> None:
    """Where nobody begins on the table the first turn is over; where both sides set up, it has just begun."""
    walked, stood = ready("attrition", "bolt-action"), ready("meeting", "fraley")
    assert (walked.came_on, walked.table.turn) == (True, 2)
    assert (stood.came_on, stood.table.turn) == (False, 1)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("nothing/fraley", "no scenario for all rulebooks is called 'nothing': there are "),
        ("two-platoons/chess", "no rulebook is called 'chess'"),
    ],
)
def test_what_is_not_there_is_said_so(server: Server, path: str, why: str) -> None:
    status, problem = server.call("GET", f"{ADDRESS}/{path}")
    assert status == 404 and why in problem["reason"]


class _Veiled:
    """A rulebook under which a spectator may know nothing."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def view(self, state: Any, seat: int | None) -> Any:
        assert seat is None
        return self._rules.setup(self._rules.scenario("two-platoons"), state.options)


def test_nothing_is_kept_from_those_who_look_at_a_battle_that_nobody_plays() -> None:
    rules = ruleset("fraley")
    begun = rules.setup(rules.scenario("two-platoons"), rules.options_type())
    moved = rules.view(begun, None)
    veiled: Any = _Veiled(rules)
    assert OpenTeller(veiled, moved).seen is moved
    assert Teller(veiled, moved, None).seen is not moved

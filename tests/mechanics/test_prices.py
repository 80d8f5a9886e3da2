"""Prices are what the umpire expects of the same form, and what is remembered of them changes no answer."""

from fractions import Fraction
from typing import Any

import pytest

from sandtable.mechanics.prices import SURE, Price, Prices, expected
from sandtable.mechanics.questions import Staged
from sandtable.odds.ask import put
from sandtable.odds.staged import odds_of
from sandtable.rulesets.bolt_action.options import Options as BoltAction
from sandtable.rulesets.d10.options import Options as DTen
from sandtable.rulesets.library import questions

FORMS: list[tuple[str, str, dict[str, Any], Any]] = [
    ("d10", "shoot", {"shooters": 3, "left": 4, "whole": 9}, DTen()),
    ("d10", "shoot-at-vehicle", {}, DTen()),
    ("d10", "reaction", {"command": 6}, DTen()),
    ("bolt-action", "shooting", {"shooters": 2}, BoltAction()),
    ("bolt-action", "shooting-armour", {"facing": "side"}, BoltAction()),
    ("bolt-action", "order-test", {"pins": 2}, BoltAction()),
]


def staged(book: str, question: str, given: dict[str, Any], options: Any) -> Staged:
    """A form of a question that is an action of the game."""
    found = put(questions(book)[question], given, options)
    assert isinstance(found, Staged)
    return found


@pytest.mark.parametrize(("book", "question", "given", "options"), FORMS)
def test_a_price_is_what_the_umpire_expects_of_the_same_form(
    book: str, question: str, given: dict[str, Any], options: Any
) -> None:
    """Every number's mean and every word's chance, to the thousandth."""
    form = staged(book, question, given, options)
    wanted: dict[str, Fraction] = {}
    for leaf, share in odds_of(form).leaves.items():
        for name, value in leaf:
            key, much = (name, value) if isinstance(value, int) else (f"{name} {value}", 1)
            wanted[key] = wanted.get(key, Fraction(0)) + share * much
    found = expected(form)
    assert set(found) == set(wanted)
    assert all(abs(wanted[name] * SURE - value) <= Fraction(1, 2) for name, value in found.items())


def test_what_has_been_forgotten_is_worked_out_again_to_the_same() -> None:
    """A memory for a single price says what one for all of them does, in any order."""
    asked: list[int] = []

    def laid_out(command: int) -> Staged:
        asked.append(command)
        return staged("d10", "reaction", {"command": command}, DTen())

    forgetful, mindful = Prices(laid_out, most=1), Prices(laid_out)
    keys = [4, 6, 4, 6, 5, 4]
    assert [forgetful(key) for key in keys] == [mindful(key) for key in keys]
    assert len(asked) == len(keys) + len(set(keys))


def test_what_was_not_found_is_worth_nothing() -> None:
    """Outcomes that cannot be."""
    assert Price({"lost": 3})["destroyed"] == 0

"""One rule, one place: the umpire's answer is the forecast of the same action on a table that measures the same.

Forms are random: a table is laid out by chance, measured as the game measures it, and what was measured is asked about.
"""

import pytest

from sandtable.dice.chance import Chance
from sandtable.odds.ask import put, together
from sandtable.rulesets.library import questions, ruleset
from tests.d10 import laid_out as d10

BOOKS = {"d10": d10.LAID_OUT}
EVERY = [(book, name) for book, laid in BOOKS.items() for name in laid]
TABLES = 12  # of each question


@pytest.mark.parametrize(("book", "name"), EVERY)
def test_the_umpire_answers_as_the_game_plays(book: str, name: str) -> None:
    """To the last fraction, everything together."""
    rules = ruleset(book)
    for seed in range(TABLES):
        laid = BOOKS[book][name](Chance("laid out", name, seed))
        options = rules.options_type(**laid.options)
        asked = together(put(questions(book)[laid.question], laid.given, options), laid.question).leaves
        played = together(laid.played, laid.question).leaves
        assert {frozenset(leaf): share for leaf, share in asked.items()} == {
            frozenset(leaf): share for leaf, share in played.items()
        }, (laid.given, laid.options)


@pytest.mark.parametrize(("book", "name"), EVERY)
def test_tables_are_laid_out_differently(book: str, name: str) -> None:
    """Chance is used: hardly two forms are the same."""
    forms = {repr(BOOKS[book][name](Chance("laid out", name, seed)).given) for seed in range(TABLES)}
    assert len(forms) > 3

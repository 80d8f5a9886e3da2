"""One rule, one place: the umpire's answer is the forecast of the same action on a table that measures the same.

Forms are random: a table is laid out by chance, measured as the game measures it, and what was measured is asked about.
"""

from collections.abc import Callable, Mapping

import pytest

from sandtable.dice.chance import Chance
from sandtable.mechanics.questions import Staged, fields_of
from sandtable.odds.ask import put, together
from sandtable.rulesets.library import questions, ruleset
from tests.bolt_action import laid_out as bolt_action
from tests.conformance.laid import Laid
from tests.d10 import laid_out as d10
from tests.fraley import laid_out as fraley
from tests.sixth import laid_out as sixth
from tests.skirmish41 import laid_out as skirmish41
from tests.sotr import laid_out as sotr

BOOKS: Mapping[str, Mapping[str, Callable[[Chance], Laid]]] = {
    "d10": d10.LAID_OUT,
    "bolt-action": bolt_action.LAID_OUT,
    "sotr": sotr.LAID_OUT,
    "fraley": fraley.LAID_OUT,
    "skirmish41": skirmish41.LAID_OUT,
    "platoon-sheet": sixth.LAID_OUT,
}
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
    """Chance is used: hardly two forms are the same, where there is anything to fill in."""
    forms = {repr(BOOKS[book][name](Chance("laid out", name, seed)).given) for seed in range(TABLES)}
    assert len(forms) > min(3, len(fields_of(questions(book)[name])))


@pytest.mark.parametrize("book", BOOKS)
def test_every_question_is_laid_out(book: str) -> None:
    """None that is played is left out, and none is laid out that is not asked."""
    options = ruleset(book).options_type()
    played = {name for name, question in questions(book).items() if isinstance(put(question, {}, options), Staged)}
    assert set(BOOKS[book]) == played

"""Asking questions: fields, answers, refusals."""

import msgspec
import pytest

from sandtable.odds.ask import AskError, ask, list_questions, say
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.library import questions

EVERY = questions("bolt-action")


def test_questions_list_their_fields() -> None:
    """Name, type, choices, default and words."""
    views = {view.name: view for view in list_questions(EVERY)}
    fields = {field.name: field for field in views["order-test"].fields}
    assert fields["quality"].choices == ["inexperienced", "regular", "veteran"]
    assert (fields["pins"].type, fields["pins"].default, fields["pins"].about) == ("integer", 0, "pin markers")
    assert fields["nco_lost"].type == "yes-no"
    assert views["shooting"].clauses


@pytest.mark.parametrize("name", EVERY)
def test_every_question_can_be_asked_as_it_stands(name: str) -> None:
    """With its defaults; the chances of each outcome add up to one, and expected numbers lie between."""
    from fractions import Fraction  # noqa: PLC0415

    answer = ask(EVERY[name], {}, Options())
    assert answer.needed
    assert answer.outcomes
    for values in answer.outcomes.values():
        assert sum(Fraction(share) for share in values.values()) == 1
    for outcome, expected in answer.expected.items():
        numbers = [int(value) for value in answer.outcomes[outcome]]
        assert min(numbers) <= Fraction(expected) <= max(numbers)


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("order-test", {"quality": "elite"}, "quality: Invalid enum value 'elite'"),
        ("order-test", {"pins": -1}, "pins: Expected `int` >= 0"),
        ("order-test", {"luck": 3}, "unknown field `luck`"),
        ("order-test", {"pins": "three"}, "pins: Expected `int`, got `str`"),
        ("order-test", [], "Expected `object`, got `array`"),
        ("shooting", {"shooters": 10_000}, "shooters: Expected `int` <= 30"),
    ],
)
def test_what_is_wrong_with_a_question_is_said(name: str, given: object, why: str) -> None:
    """The question, the field and the reason."""
    with pytest.raises(AskError) as caught:
        ask(EVERY[name], given, Options())
    assert str(caught.value).startswith(f"{name}: ")
    assert why in str(caught.value)


def test_unknown_weapons_are_refused() -> None:
    """With the list of those we know."""
    for name in ("shooting", "shooting-armour"):
        with pytest.raises((AskError, msgspec.ValidationError), match="'blunderbuss' is none of rifle"):
            ask(EVERY[name], {"weapon": "blunderbuss"}, Options())


def test_values_are_said_in_words() -> None:
    """Yes and no for truths."""
    assert [say(True), say(False), say(3), say("pass")] == ["yes", "no", "3", "pass"]

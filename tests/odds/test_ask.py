"""Asking questions: fields, answers, refusals."""

import pytest

from sandtable.odds.ask import AskError, ask, list_questions
from sandtable.odds.supposed import say
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.library import questions

EVERY = questions("bolt-action")


def test_questions_list_their_fields() -> None:
    """Name, type, choices, default and words."""
    views = {view.name: view for view in list_questions(EVERY)}
    fields = {field.name: field for field in views["order-test"].fields}
    assert fields["quality"].choices == ["inexperienced", "regular", "veteran"]
    assert (fields["pins"].type, fields["pins"].default, fields["pins"].about) == ("integer", 1, "pin markers")
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
        ("order-test", {"quality": "elite"}, "quality: it takes inexperienced, regular or veteran, not 'elite'"),
        ("order-test", {"pins": -1}, "pins: it takes a whole number from 0 to 12, not -1"),
        ("order-test", {"luck": 3}, "no field is called 'luck': there are quality, pins"),
        ("order-test", {"pins": "three"}, "pins: it takes a whole number from 0 to 12, not 'three'"),
        ("order-test", [], 'a situation is written {"field": value}, not as a list'),
        ("shooting", {"shooters": 10_000}, "shooters: it takes a whole number from 1 to 30, not 10000"),
        ("shooting", {"distance": -1}, "distance: it takes a number from 0 to 144, not -1"),
        ("shooting", {"weapon": "flamethrower-vehicle"}, "weapon: Vehicle flamethrower: ask about flamethrower"),
        ("shooting", {"weapon": "heavy-mortar"}, "weapon: Heavy mortar fires high explosive only: ask about he"),
        ("shooting-armour", {"weapon": "rifle"}, "weapon: Rifle cannot be fired at armour [ba.armour.small-arms]"),
        ("he", {"shells": 10_000}, "shells: it takes a whole number from 1 to 4, not 10000"),
        ("order-test", {"quality": 3}, "it takes inexperienced, regular or veteran, not 3"),
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
    for name, first in (("shooting", "rifle"), ("shooting-armour", "hmg"), ("shooting-he", "light-autocannon")):
        with pytest.raises(AskError, match=f"{name}: weapon: 'blunderbuss' is none of its choices; it takes {first}"):
            ask(EVERY[name], {"weapon": "blunderbuss"}, Options())


def test_weapons_are_choices_with_words() -> None:
    """Only those that can be asked about there, in the order of the chart."""
    views = {view.name: view for view in list_questions(EVERY)}
    weapon = next(field for field in views["shooting"].fields if field.name == "weapon")
    assert weapon.type == "choice"
    assert weapon.choices is not None and weapon.labels is not None
    named = dict(zip(weapon.choices, weapon.labels, strict=True))
    assert named["lmg"] == "Light machine gun"
    assert not {"heavy-mortar", "flamethrower-vehicle"} & set(named)
    assert (weapon.role, weapon.fact) == ("shooter", "weapon")


def test_this_or_more_is_added_up() -> None:
    """For outcomes that are numbers."""
    answer = ask(EVERY["damage-troops"], {"hits": 2}, Options())
    assert answer.at_least["casualties"] == {"0": "1", "1": "3/4", "2": "1/4"}
    assert answer.titles["casualties"] == "Casualties"
    assert "result" not in ask(EVERY["morale"], {}, Options()).at_least


def test_values_are_said_in_words() -> None:
    """Yes and no for truths."""
    assert [say(True), say(False), say(3), say("pass")] == ["yes", "no", "3", "pass"]

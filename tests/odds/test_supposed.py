"""What comes together, and what comes if something is known: read from the same distribution, to the last fraction."""

from fractions import Fraction
from typing import Any

import pytest

from sandtable.odds.ask import AnswerView, AskError, ask, together
from sandtable.odds.ask import put as put_question
from sandtable.odds.supposed import say
from sandtable.rulesets.library import RULESETS, questions, ruleset


def put(book: str, question: str, given: dict[str, Any], **more: Any) -> AnswerView:
    """An answer under the usual switches."""
    return ask(questions(book)[question], given, ruleset(book).options_type(), **more)


CASES: list[tuple[str, str, dict[str, Any], tuple[str, str]]] = [
    ("d10", "shoot", {"shooters": 4, "left": 3}, ("hits", "lost")),
    ("bolt-action", "shooting-armour", {}, ("damage", "knocked_out")),
    ("bolt-action", "close-quarters", {"attackers": 3, "defenders": 3}, ("winner", "attackers_left")),
    ("sotr", "shooting", {}, ("hits", "goners")),
    ("fraley", "fire", {}, ("hits", "lost")),
    ("skirmish41", "shoot", {}, ("hits", "killed")),
]


@pytest.mark.parametrize(("book", "question", "given", "names"), CASES)
def test_two_together_add_up_to_each_of_them(
    book: str, question: str, given: dict[str, Any], names: tuple[str, str]
) -> None:
    """Rows and columns of the table are the outcomes as they stand alone."""
    known = list(put(book, question, given).outcomes)
    pair = tuple(name if name in known else known[place] for place, name in enumerate(names))
    answer = put(book, question, given, joint=[pair])
    (joint,) = answer.joint
    assert joint.names == pair
    for place, name in enumerate(pair):
        added: dict[str, Fraction] = {}
        for row in joint.rows:
            added[row.values[place]] = added.get(row.values[place], Fraction(0)) + Fraction(row.chance)
        assert added == {value: Fraction(share) for value, share in answer.outcomes[name].items()}


@pytest.mark.parametrize(("book", "question", "given", "names"), CASES)
def test_what_is_known_weighs_everything_anew(
    book: str, question: str, given: dict[str, Any], names: tuple[str, str]
) -> None:
    """By each value of an outcome in turn: weighed together again, it is the answer without it."""
    whole = put(book, question, given)
    name = names[0] if names[0] in whole.outcomes else next(iter(whole.outcomes))
    shares: dict[tuple[str, str], Fraction] = {}
    for value, chance in whole.outcomes[name].items():
        then = put(book, question, given, supposed=[f"{name}={value}"])
        assert (then.supposed, then.likely) == ((f"{name}={value}",), chance)
        assert then.outcomes[name] == {value: "1"} and then.needed == whole.needed
        for other, values in then.outcomes.items():
            for found, share in values.items():
                shares[other, found] = shares.get((other, found), Fraction(0)) + Fraction(share) * Fraction(chance)
        assert then.rolls == whole.rolls
    assert shares == {
        (other, found): Fraction(share) for other, v in whole.outcomes.items() for found, share in v.items()
    }


def test_several_conditions_hold_at_once() -> None:
    """As the distribution has it: more, less and equal, in any order, by name or by title."""
    question, options = questions("d10")["shoot"], ruleset("d10").options_type()
    leaves = together(put_question(question, {}, options), "shoot").leaves
    held = {leaf: share for leaf, share in leaves.items() if 2 <= dict(leaf)["hits"] <= 4 and dict(leaf)["lost"] == 2}  # type: ignore[operator]
    for conditions in (["hits>=2", "lost=2", "hits<=4"], ["Lost = 2", "Hits <= 4", "hits >= 2"]):
        answer = put("d10", "shoot", {}, supposed=conditions)
        assert Fraction(answer.likely) == sum(held.values())
        assert answer.supposed[0].replace(" ", "") == answer.supposed[0]
    routs = sum((share for leaf, share in held.items() if dict(leaf)["routed"] is True), Fraction(0))
    assert Fraction(answer.outcomes["routed"].get("yes", "0")) == routs / sum(held.values())
    assert {say(dict(leaf)["morale"]) for leaf in held} == set(answer.outcomes["morale"])


def test_truths_are_said_as_people_say_them() -> None:
    """Yes and no, true and false; three outcomes together."""
    yes, true = (put("d10", "morale", {}, supposed=[f"routed={word}"]) for word in ("yes", "True"))
    assert yes.likely == true.likely and yes.supposed == ("routed=yes",)
    three = put("d10", "morale", {}, joint=[["result", "panicked", "routed"]]).joint[0]
    assert sum(Fraction(row.chance) for row in three.rows) == 1 and len(three.names) == 3


@pytest.mark.parametrize(
    ("supposed", "joint", "why"),
    [
        (["hit=2"], [], r"^shoot: no outcome is called 'hit': did you mean hits\? there are hits, lost, morale"),
        (["hits"], [], r"'hits' says of no outcome what it is: write it hits=2 or hits>=2"),
        (["hits=2="], [], r"hits is never 2=: it may be 0, 1, 2"),
        (["hits>=many"], [], r"'many' is not a whole number"),
        (["morale>=2"], [], r"morale is no number: write morale="),
        (["hits=8"], [], r"hits is never 8: it may be 0, 1, 2, 3, 4, 5, 6, 7"),
        (["hits=1", "lost=2"], [], r"lost is never 2 where hits=1: it may be 0, 1"),
        (["hits>=5", "hits<=4"], [], r"hits is never at most 4 where hits>=5: it may be 5, 6, 7"),
        ([], [["hits"]], r"two or three outcomes are put together, not 1: there are hits"),
        ([], [["hits", "Hits"]], r"two or three outcomes are put together, not 1"),
        ([], [["hits", "lost", "morale", "routed"]], r"not 4"),
        ([], [["hits", "shots"]], r"no outcome is called 'shots'"),
    ],
)
def test_what_cannot_be_supposed_is_refused(supposed: list[str], joint: list[list[str]], why: str) -> None:
    """With the outcomes there are, or the values that are left."""
    with pytest.raises(AskError, match=why):
        put("d10", "shoot", {}, supposed=supposed, joint=joint)


@pytest.mark.parametrize("book", RULESETS)
def test_every_question_can_be_put_with_both(book: str) -> None:
    """Whatever its outcomes are."""
    for name in questions(book):
        plain = put(book, name, {})
        outcome, values = next(iter(plain.outcomes.items()))
        pair = list(plain.outcomes)[:2]
        value = next(iter(values))
        found = put(book, name, {}, supposed=[f"{outcome}={value}"], joint=[pair] if len(pair) == 2 else [])
        assert found.likely == values[value]

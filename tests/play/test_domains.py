"""Domains: one object checks, samples, lists and describes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.dice.chance import Chance
from sandtable.play.decision import Decision, Domain
from sandtable.play.domains import DiceFaces, OneOf, OnTable, SomeOf, YesNo
from sandtable.play.refusal import Refusal, Refused
from sandtable.play.sharing import Ranking, Split
from sandtable.play.spot import Bounds, Spot
from sandtable.play.wire import BarredView, OptionView, SpotView, to_json

LETTERS = {"a": 1, "b": 2, "c": 3}


def even(chosen: list[int]) -> Refusal | None:
    """Only sums that are even."""
    return Refusal("the sum is odd", ("toy.even",)) if sum(chosen) % 2 else None


def near(x: int, y: int) -> Refusal | None:
    """Only points within ten of the origin."""
    return None if x * x + y * y <= 100 else Refusal("too far", measured=x, allowed=10, remedy="come nearer")


DOMAINS: list[Domain[Any]] = [
    OneOf(LETTERS),
    OneOf(LETTERS, barred=lambda: {"d": Refusal("not today", ("toy.d",))}),
    YesNo(),
    SomeOf(LETTERS, 0, 3),
    SomeOf(LETTERS, 2, 2),
    SomeOf(LETTERS, 1, 2, fits=even),
    SomeOf(LETTERS, 2, 2, pick=lambda _: ["c", "a"]),
    SomeOf({}, 0, 0),
    Spot(near, lambda chance: (chance.randint(-12, 12), chance.randint(-12, 12)), (0, 0)),
    Spot(near, lambda _: (99, 99), (1, 1)),
    Ranking(LETTERS),
    Ranking({"a": 1}),
    Split(4, {"a": 3, "b": 3, "c": 0}),
    Split(2, {"a": 5}),
    Split(0, {"a": 5, "b": 1}),
    DiceFaces(3, 6),
    DiceFaces(0, 6),
]


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: type(domain).__name__)
def test_samples_and_options_pass_the_check(domain: Domain[Any]) -> None:
    """Whatever a domain proposes, it accepts; and it can be described as plain data."""
    for seed in range(30):
        domain.check(domain.sample(Chance(seed)))
    for option in domain.options() or []:
        domain.check(option)
    assert to_json(domain.describe())


NONSENSE: list[object] = [
    None,
    3,
    -1,
    2.5,
    "zz",
    True,
    [],
    {},
    ["a", "a"],
    ["zz"],
    [1, 2],
    [99, 99],
    {"a": 1},
    {"zz": 4},
]
NONSENSE += [{"a": -1, "b": 5}, {"a": 1.5}, [[1]], ["a"], [1, 2, 3, 4], [7, 7, 7], "a" * 1000, [None], [True, False]]


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: type(domain).__name__)
def test_nonsense_is_refused_or_happens_to_be_legal(domain: Domain[Any]) -> None:
    """Nothing raises anything but a refusal with a reason."""
    for nonsense in NONSENSE:
        try:
            domain.check(nonsense)
        except Refused as refused:
            assert refused.refusal.why


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_is_refused_or_accepted(answer: object) -> None:
    """Whatever may come over a wire."""
    for domain in DOMAINS:
        try:
            domain.check(answer)
        except Refused:
            continue


@pytest.mark.parametrize(
    ("domain", "answer", "why"),
    [
        (OneOf(LETTERS), "d", "'d' is not one of a, b, c"),
        (DOMAINS[1], "d", "not today [toy.d]"),
        (YesNo(), 1, "1 is neither yes nor no"),
        (SomeOf(LETTERS, 2, 2), ["a"], "2 must be chosen, not 1"),
        (SomeOf(LETTERS, 1, 2), ["a", "b", "c"], "1 to 2 must be chosen, not 3"),
        (SomeOf(LETTERS, 1, 2), ["a", "a"], "a is chosen twice"),
        (SomeOf(LETTERS, 1, 2, fits=even), ["a"], "the sum is odd [toy.even]"),
        (SomeOf(LETTERS, 1, 2), "a", "a list of choices is needed"),
        (DOMAINS[8], [50, 0], 'too far (0.05", allowed 0.01"); come nearer'),
        (DOMAINS[8], [True, 0], "a point of two whole numbers"),
        (Ranking(LETTERS), ["a", "b"], "exactly once"),
        (Ranking(LETTERS), "abc", "in some order is needed"),
        (Split(4, {"a": 3, "b": 3}), {"a": 4}, "a takes 0 to 3, not 4"),
        (Split(4, {"a": 3, "b": 3}), {"a": 1}, "must add up to 4, not 1"),
        (Split(4, {"a": 3, "b": 3}), {"z": 1}, "'z' is not one of a, b"),
        (Split(4, {"a": 3, "b": 3}), [4], "shares by slot"),
        (DiceFaces(2, 6), [6], "2 dice were to be thrown"),
        (DiceFaces(2, 6), 6, "a list of 2 faces"),
    ],
)
def test_refusals_say_what_is_wrong(domain: Domain[Any], answer: object, why: str) -> None:
    """In words that name the mistake."""
    with pytest.raises(Refused) as caught:
        domain.check(answer)
    assert why in str(caught.value)


def test_answers_become_what_the_script_works_with() -> None:
    """Keys become values, shares are filled up, orders are kept."""
    assert OneOf(LETTERS).check("b") == 2
    assert SomeOf(LETTERS, 0, 3).check(["c", "a"]) == [3, 1]
    assert Ranking(LETTERS).check(["c", "a", "b"]) == [3, 1, 2]
    assert Split(4, {"a": 3, "b": 3}).check({"a": 3, "b": 1}) == {"a": 3, "b": 1}
    assert Split(0, {"a": 3}).check({}) == {"a": 0}


def test_a_split_that_cannot_be_is_our_own_mistake() -> None:
    """More than the slots can hold."""
    with pytest.raises(AssertionError):
        Split(4, {"a": 3})


def test_a_choice_that_nothing_fits_is_our_own_mistake() -> None:
    """Sampling gives up loudly."""
    with pytest.raises(AssertionError):
        SomeOf(LETTERS, 1, 1, fits=lambda _: Refusal("never")).sample(Chance(1))


def test_what_is_usual_may_be_worked_out_when_it_is_asked_for() -> None:
    """A default is a value, or a function that makes one."""
    plain = Decision(0, "k", YesNo(), prompt="p", because=(), default=False)
    made = Decision(0, "k", YesNo(), prompt="p", because=(), default=lambda: True)
    assert (plain.usual(), made.usual()) == (False, True)


def test_options_say_what_they_are_on_the_table() -> None:
    """A unit, a figure, a point, or nothing; worked out only when the question is described."""
    asked: list[int] = []

    def points(number: int) -> OnTable | None:
        asked.append(number)
        return {1: OnTable(7), 2: OnTable(7, figure=40, at=(5, 6))}.get(number)

    one, some, order = (
        OneOf(LETTERS, points=points),
        SomeOf(LETTERS, 0, 3, points=points),
        Ranking(LETTERS, points=points),
    )
    one.check(one.sample(Chance(1)))
    some.check(some.sample(Chance(1)))
    assert (one.forced(), order.check(["c", "a", "b"]), asked) == (None, [3, 1, 2], [])
    for domain in (one, some, order):
        assert domain.describe().options == [
            OptionView("a", "1", unit=7),
            OptionView("b", "2", unit=7, figure=40, at=(5, 6)),
            OptionView("c", "3"),
        ]


def test_what_is_barred_has_a_name_too() -> None:
    """That of the option where it is known, else its key in words; doubts that came true are named alike."""
    no = Refusal("not today")
    domain = OneOf(
        {"a": 1, "b": 2},
        label=lambda number: f"number {number}",
        points=OnTable,
        barred=lambda: {"c": no, "far-away": no},
        doubts={"b": lambda: no},
        every=lambda: LETTERS,
    )
    assert domain.describe().barred == [
        BarredView("c", no, "number 3", 3),
        BarredView("far-away", no, "far away"),
        BarredView("b", no, "number 2", 2),
    ]


def test_what_is_barred_keeps_its_order_whatever_was_tried_first() -> None:
    """So that a question reads the same before and after somebody has tried an answer, and after loading."""
    no = Refusal("not today")
    domain = OneOf({"a": 1, "b": 2, "c": 3}, doubts={"a": lambda: no, "b": lambda: None, "c": lambda: no})
    with pytest.raises(Refused):
        domain.check("c")
    assert [one.key for one in domain.describe().barred] == ["a", "c"]


def test_a_spot_says_where_it_may_be() -> None:
    """As far as that is known."""
    bounds = Bounds(box=(0, 0, 9, 9), around=(3, 3), nearest=1, farthest=5, clear_of=((1, 1),), apart=2)
    spot = Spot(near, lambda _: (1, 1), (2, 2), bounds)
    assert spot.describe() == SpotView(
        (2, 2), box=(0, 0, 9, 9), around=(3, 3), nearest=1, farthest=5, clear_of=((1, 1),), apart=2
    )
    assert Spot(near, lambda _: (1, 1), (2, 2)).describe() == SpotView((2, 2))

"""Plans while a player drags: whatever he does, what is called legal is legal, and nothing breaks."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.play.planning import Planned, ends, plan
from sandtable.play.refusal import Refusal, Refused

from .drags import BUILT, DOMAINS, movers, plain

KEYS = ["walks", "legs", "start", "face", "figure", "points"]

Point = tuple[int, int]
coordinate = st.integers(-4000, 76_000) | st.integers(-(1 << 20), 1 << 20)
point = st.tuples(coordinate, coordinate)
json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=12,
)


def why_not(domain: Marching | Driving, draft: object) -> Refusal | None:
    """Why a draft is refused, if it is."""
    try:
        domain.check(draft)
    except Refused as refused:
        return refused.refusal
    return None


def check(domain: Marching | Driving, planned: Planned) -> None:
    """What must hold of every plan."""
    found = why_not(domain, plain(planned.draft))
    assert (found is None) == (planned.refusal is None), (planned.refusal, found)
    assert [step.figure for step in planned.steps] == list(movers(domain))
    assert planned.used == max(step.used for step in planned.steps)
    if found is not None:
        return
    layout = ends(domain, plain(planned.draft))
    for step in planned.steps:
        assert layout.point(step.figure) == step.path[-1]
        assert layout.bearing(step.figure) == step.bearing
    if isinstance(domain, Driving):
        assert planned.steps[0].poses == domain.check(planned.draft).poses
    else:
        assert planned.used <= domain.budget


@given(
    name=st.sampled_from(sorted(DOMAINS)),
    drags=st.lists(
        st.tuples(
            point, st.lists(point, max_size=3), st.integers(0, 20), st.none() | st.integers(0, 3599), st.booleans()
        ),
        min_size=1,
        max_size=3,
    ),
)
@settings(max_examples=250)
def test_whatever_is_dragged_where_a_plan_is_legal_or_says_why_not(
    name: str, drags: list[tuple[Point, list[Point], int, int | None, bool]]
) -> None:
    """Several drags in a row, each going on from the draft of the one before, of the group or of one figure."""
    domain = BUILT[name]
    draft: Any = None
    for goal, via, who, face, reverse in drags:
        figures = movers(domain)
        figure = figures[who] if who < len(figures) else None
        planned = plan(domain, goal, tuple(via), figure, face, draft, reverse=reverse)
        check(domain, planned)
        assert planned.refusal is None  # in each of these there is always something that may be done
        draft = plain(planned.draft)


@given(
    name=st.sampled_from(sorted(DOMAINS)),
    goal=st.tuples(st.integers(0, 72_000), st.integers(0, 48_000)),
    near=st.integers(0, 6000),
)
@settings(max_examples=200)
def test_a_goal_is_reached_or_it_is_said_why_not(name: str, goal: Point, near: int) -> None:
    """Without `beyond` the leader stands on the goal, a hull within a hair of it."""
    domain = BUILT[name]
    if near and isinstance(domain, Marching) and domain.terms.layout.on_table(domain.movers[0]):
        x, y = domain.terms.layout.point(domain.movers[0])
        goal = x + goal[0] % near, y - goal[1] % near
    planned = plan(domain, goal)
    check(domain, planned)
    x, y = planned.steps[0].path[-1]
    off = max(abs(x - goal[0]), abs(y - goal[1]))
    if planned.beyond is None and planned.refusal is None:
        assert off <= (40 if isinstance(domain, Driving) else 0)
    else:
        assert (planned.beyond or planned.refusal) is not None


@given(name=st.sampled_from(sorted(DOMAINS)), draft=json)
@settings(max_examples=150)
def test_nonsense_for_a_draft_is_refused(name: str, draft: object) -> None:
    """With a reason, and never in another way."""
    for use in (lambda: plan(BUILT[name], (30_000, 30_000), draft=draft), lambda: ends(BUILT[name], draft)):
        try:
            use()
        except Refused as refused:
            assert refused.refusal.why


@pytest.mark.parametrize(
    ("given_", "why"),
    [
        ({"goal": (1 << 21, 0)}, "far off the table"),
        ({"goal": (0, 0), "via": ((0, -(1 << 21)),)}, "far off the table"),
        ({"goal": (0, 0), "via": ((1, 1),) * 14}, "at most 13 waypoints"),
        ({"goal": (0, 0), "figure": 999}, "figure 999 is not one of those that move"),
        ({"goal": (0, 0), "face": 3600}, "a bearing is 0 to 3599"),
        ({"goal": (0, 0), "face": -1}, "a bearing is 0 to 3599"),
        ({"goal": (0, 0), "draft": {"walks": [], "legs": []}}, "not a"),
        ({"goal": (0, 0), "draft": [1, 2]}, "not a"),
    ],
)
@pytest.mark.parametrize("name", ["advance", "drive"])
def test_numbers_out_of_proportion_are_refused(name: str, given_: dict[str, Any], why: str) -> None:
    """Before anything is worked out from them."""
    with pytest.raises(Refused, match=why):
        plan(BUILT[name], **given_)


def test_a_draft_of_other_figures_is_refused() -> None:
    """One that was made before men fell, say."""
    draft = plain(plan(BUILT["advance"], (18_000, 20_000)).draft)
    draft["walks"].pop()
    with pytest.raises(Refused, match="exactly one path"):
        plan(BUILT["advance"], (18_000, 20_000), draft=draft)
    with pytest.raises(Refused, match="starts where it stands"):
        plan(BUILT["drive"], (18_000, 20_000), draft={"start": [0, 0, 0]})
    with pytest.raises(Refused, match="exactly one path"):
        ends(BUILT["advance"], draft)

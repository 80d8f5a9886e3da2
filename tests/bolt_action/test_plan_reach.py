"""How far a move could go, and where it would end."""

import pytest
from msgspec.structs import replace

from sandtable.geometry.bodies import GROUND
from sandtable.play.marching import Marching
from sandtable.play.planning import ends, plan, reach
from sandtable.rulesets.bolt_action.ruleset import RULESET

from .drags import BUILT, DOMAINS, STATE, movers, plain


def test_the_outline_on_foot_is_as_far_as_a_plan_gets() -> None:
    """In each of 64 directions: so far is legal in formation, and a little more is not or is more than the move."""
    for name in ("advance", "run"):
        domain = BUILT[name]
        assert isinstance(domain, Marching)
        outline, bands = reach(domain)
        assert bands == (domain.budget,)
        assert len(outline) == 64
        x, y = STATE.layout.point(domain.movers[0])
        for to_x, to_y in outline:
            assert domain.allows(domain.shifted(to_x - x, to_y - y))
        far = [((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5 for to_x, to_y in outline]
        assert max(far) > domain.budget - 3
        for number, (to_x, to_y) in enumerate(outline):
            share = (far[number] + 50) / max(1, far[number])
            if 0 < far[number] < domain.budget - 60:
                assert not domain.allows(domain.shifted(round((to_x - x) * share), round((to_y - y) * share)))


@pytest.mark.parametrize("name", sorted(DOMAINS))
def test_every_domain_has_an_outline_on_or_near_the_table(name: str) -> None:
    """Points that a page can draw."""
    outline, bands = reach(BUILT[name])
    assert all(-1 <= x <= 72_001 and -1 <= y <= 48_001 for x, y in outline)
    assert len(outline) >= 2
    assert all(band > 0 for band in bands)


def test_outlines_are_what_they_say() -> None:
    """The zone to set up in, the strip along the edge, six inches around a vehicle, and a fan before a hull."""
    assert set(reach(BUILT["set up"])[0]) == {(0, 48_000), (72_000, 48_000), (72_000, 36_000), (0, 36_000)}
    assert set(reach(BUILT["set up anywhere"])[0]) == {(0, 0), (72_000, 0), (72_000, 48_000), (0, 48_000)}
    assert reach(BUILT["come on"])[0] == ((0, 48_000), (72_000, 48_000), (72_000, 42_000), (0, 42_000))
    assert reach(BUILT["drive on from the flank"])[0] == ((0, 48_000), (0, 12_000), (12_000, 12_000), (12_000, 48_000))
    around = reach(BUILT["get out"])[0]
    x, y = STATE.layout.point(movers(BUILT["drive a truck"])[0])
    far = [((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5 for to_x, to_y in around if to_x < 71_900]
    assert 6000 + 1302 - 30 <= min(far) <= max(far) <= 6000 + 2753 + 600
    fan = reach(BUILT["drive a truck"])[0]
    assert len(fan) == 38
    back = fan[-1]
    assert round(((back[0] - x) ** 2 + (back[1] - y) ** 2) ** 0.5) in range(5975, 6002)
    nose = reach(DOMAINS["drive fast"](replace(STATE, terrain=STATE.terrain[:4])))[0]
    assert nose[-1] == (12_000, 40_000)
    assert len(nose) == 2


def test_the_end_of_a_draft_is_what_one_looks_around_from() -> None:
    """On top of the hill one stands as high as the hill is; where everybody really stands is not touched."""
    spotter = STATE.units[4].spotter
    assert spotter is not None
    domain = DOMAINS["spotter"](replace(STATE, layout=STATE.layout.placed([(spotter, 10_000, 13_000, 0, 0)])))
    planned = plan(domain, (10_000, 9000))
    layout = ends(domain, plain(planned.draft))
    assert layout.bodies[spotter].tolist()[:3] == [10_000, 9000, 0]
    assert (layout.bodies[spotter, GROUND], domain.terms.layout.bodies[spotter, GROUND]) == (2000, 0)
    assert domain.terms.layout.point(spotter) == (10_000, 13_000)


def test_a_hull_on_a_hill_stands_as_high_as_the_hill_is() -> None:
    """And its outlook is taken from there."""
    up = replace(STATE, layout=STATE.layout.placed([(STATE.units[5].men[0], 18_000, 8000, 2700, 0)]))
    domain = DOMAINS["drive"](up)
    layout = ends(domain, plain(plan(domain, (11_000, 8000)).draft))
    assert layout.bodies[STATE.units[5].men[0], GROUND] == 2000
    assert len(RULESET.outlook(replace(up, layout=layout), 5)) == 2

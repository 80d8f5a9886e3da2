"""What a page is told came of a throw."""

import pytest

from sandtable.play.events import Event, Thrown
from sandtable.rulesets.fraley.harm.saves import Failed
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.rulesets.fraley.verbs import VERBS
from sandtable.server.telling import Teller
from tests.fraley.kit import Scene, german, us


@pytest.mark.parametrize(
    ("faces", "value", "needs", "told"),
    [
        ((4,), 1, "4+", "yes"),
        ((3,), 0, "4+", "no"),
        ((4,), True, "", "yes"),
        ((4,), 4, "", ""),  # plain to see
        ((1,), 1, "", ""),
        ((1,), 1, "4+", ""),  # the die itself, which fails
        ((6, 5, 1), 2, "4+", "2"),
        ((3, 4), (3, 4), "", ""),
        ((3, 4, 6), (1, 1), "4+", "2"),
        ((2, 4, 1), Failed((0, 2), (5, 5, 5)), "3+", ""),  # places of Teams do not add up to anything
    ],
)
def test_what_came_of_a_throw(faces: tuple[int, ...], value: object, needs: str, told: str) -> None:
    """One die against a number passes or fails; several are counted; what the faces say already is not said again."""
    scene = Scene(us("us.rifle-platoon", (20, 20)))
    thrown = Thrown(1, "a throw", (), 6, faces, value, 0, needs)
    line = Teller(RULESET, scene.state, None).tell(1, 0, thrown, scene.state).line
    assert line is not None and line.dice is not None
    assert line.dice.result == told


def test_a_template_is_told_when_it_is_laid_and_when_it_is_taken_up() -> None:
    """Its four corners are on the table of whoever looks, until it is gone."""
    scene = Scene(us("us.mortar-section", (20, 40)), german("de.mg-platoon", (20, 10)))
    teller = Teller(RULESET, scene.state, 1)
    assert teller.table().templates == []
    there = Event("laid the template", ("fraley.gap.template-alignment",), 0, (), {"template": (20_000, 10_000, 1800)})
    laid = VERBS[there.verb].apply(scene.state, there)
    beat = teller.tell(1, 0, there, laid)
    corners = ((17_000, 7_000), (17_000, 13_000), (23_000, 7_000), (23_000, 13_000))
    assert beat.templates is not None
    assert tuple(sorted(beat.templates[0])) == corners
    gone = Event("laid the template", ("fraley.gap.template-alignment",), 0, (), {"template": None})
    assert teller.tell(2, 0, gone, VERBS[gone.verb].apply(laid, gone)).templates == ()

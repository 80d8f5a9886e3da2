"""The picture of a battle: what lies on the table besides figures."""

from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree as ET

from sandtable.cli.picture import draw
from sandtable.play.scenario import Force, Scenario
from sandtable.play.shown import Counter
from sandtable.table.maps import Battlefield
from tests.play.toy import TOY, ToyState, initial

SCENARIO = Scenario(
    "toy", "Toy", "", Battlefield("toy", "Toy", 48_000, 48_000, ()), (Force("Us", "US", ()), Force("Them", "GE", ()))
)
SVG = "{http://www.w3.org/2000/svg}"


def _counters(state: ToyState) -> Sequence[Counter]:
    middle = (state.width // 2, state.depth // 2)
    return [Counter(middle, "unknown", "marker <1>", 1), Counter((0, 0), "portal", "", 0)]


MARKED = replace(TOY, counters=_counters)  # the toy with a marker of each side


def test_counters_are_drawn_with_their_sign_and_name() -> None:
    """Face down a question mark, else a letter; of the second side with a dashed edge."""
    picture = ET.fromstring(draw(MARKED, initial(), SCENARIO))  # noqa: S314  # our own
    groups = [
        (group.findtext(f"{SVG}title"), group.findtext(f"{SVG}text"), group.find(f"{SVG}circle"))
        for group in picture.iter(f"{SVG}g")
    ]
    found = [(title, letter, disc.get("stroke-dasharray")) for title, letter, disc in groups if disc is not None]
    assert found == [("marker <1>", "?", "3 2"), ("portal", "P", None)]

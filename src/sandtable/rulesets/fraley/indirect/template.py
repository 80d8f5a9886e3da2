"""The template of barrages and smoke: six inches square, squared to the firing guns, shifted by the other side on a miss."""

from typing import NamedTuple

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import ahead, around, bearing_to
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.templates import under_square
from sandtable.play.asking import ask_seat
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.spot import Bounds, Spot
from sandtable.rulesets.fraley.basics.teams import standing
from sandtable.rulesets.fraley.state import Battle, Point

SIDE = inches(6)
SHIFT = inches(6)
WAYS = 24  # directions that are tried for the usual shift


class Template(NamedTuple):
    """Where the square lies, and along which bearing."""

    middle: Point
    bearing: int


@rule("fraley.gap.template-alignment", "fraley.barrage.template-success")
def laid(middle: Point, guns: Point) -> Template:
    """The template over a point, squared to the line from there to the middle of the firing guns."""
    return Template(middle, int(bearing_to(guns[0] - middle[0], guns[1] - middle[1])))


def lay(play: Play[Battle], number: int, template: Template | None) -> None:
    """Lay the template on the table, or take it up again; it stays there for everybody to see while it is decided about."""
    there = None if template is None else (*template.middle, template.bearing)
    if there != play.state.template:
        play.tell("laid the template", "fraley.gap.template-alignment", unit=number, sets={"template": there})


@rule("fraley.gap.template-alignment")
def under(state: Battle, template: Template) -> tuple[int, ...]:
    """The Teams with the middle of their base inside the template or on its edge."""
    return under_square(state.layout, template.middle, SIDE, SIDE, template.bearing).centred


def outline(template: Template) -> tuple[Point, ...]:
    """The corners of the square."""
    corners = []
    for along, aside in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
        x, y = ahead(*template.middle, template.bearing, along * SIDE // 2)
        x, y = ahead(x, y, template.bearing + 900, aside * SIDE // 2)
        corners.append((int(x), int(y)))
    return tuple(corners)


def drawn(template: Template) -> dict[str, object]:
    """What an event tells of it, for a page to draw."""
    return {"middle": template.middle, "bearing": template.bearing, "size": (SIDE, SIDE)}


@rule("fraley.barrage.template-miss", "fraley.smoke.miss")
def too_far(state: Battle, middle: Point, x: int, y: int) -> Refusal | None:
    """Why the template cannot be shifted to a point."""
    square = (x - middle[0]) ** 2 + (y - middle[1]) ** 2
    if square > SHIFT * SHIFT:
        return Refusal('the template is shifted by up to 6"', ("fraley.barrage.template-miss",))
    if not (0 <= x <= state.width and 0 <= y <= state.depth):
        return Refusal("the middle of the template stays on the table", ("fraley.barrage.template-miss",))
    return None


@rule("fraley.barrage.template-miss", "fraley.smoke.miss", "fraley.gap.template-alignment")
async def shifted(state: Battle, number: int, middle: Point, guns: Point, *, smoke: bool = False) -> Template:
    """The enemy of a Unit that missed puts the template where he likes, within six inches; it is turned anew there."""
    unit = state.units[number]
    seat = 1 - unit.side

    def suggest(chance: Chance) -> Point:
        x, y = ahead(*middle, chance.randint(0, 3599), chance.randint(0, SHIFT - 2))
        return int(x), int(y)

    choices = Spot(
        lambda x, y: too_far(state, middle, x, y),
        suggest,
        middle,
        Bounds((0, 0, state.width, state.depth), middle, 0, SHIFT, lays=(SIDE, *guns)),
    )
    point = await ask_seat(
        seat,
        "shift",
        choices,
        f"{unit.name} missed: where does the template go?",
        "fraley.smoke.miss" if smoke else "fraley.barrage.template-miss",
        "fraley.gap.template-alignment",
        unit=number,
        usual=lambda: list(best_shift(state, seat, middle, guns)),
    )
    return laid(point, guns)


def best_shift(state: Battle, seat: int, middle: Point, guns: Point) -> Point:
    """Where the template hurts a side least: few of its own Teams under it, many of the other's, far from its own."""
    own = [state.layout.point(man) for man in standing(state, seat)]

    def harm(point: Point) -> tuple[int, int, int]:
        struck = under(state, laid(point, guns))
        mine = sum(state.sides[figure] == seat for figure in struck)
        near = min(((x - point[0]) ** 2 + (y - point[1]) ** 2 for x, y in own), default=0)
        return mine, mine - len(struck), -near

    ways = [middle, *around(*middle, SHIFT - 2, WAYS)]
    return min((point for point in ways if too_far(state, middle, *point) is None), key=harm)

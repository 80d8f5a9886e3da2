"""Setting up: squads forward and in cover, guns with a field of fire, mortars and leaders behind, tanks where it is open."""

from collections.abc import Sequence
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import inches
from sandtable.mechanics.goals import about, all_over, far, ground_ahead, open_to
from sandtable.mechanics.zones import box_of, from_edge, middle_of_edge
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.marching import Marching
from sandtable.rulesets.d10.basics.terrain import sight_effect
from sandtable.rulesets.d10.basics.units import on_table
from sandtable.rulesets.d10.prices.sights import covered, views_from
from sandtable.rulesets.d10.state import Battle, Point

from .goals import attacks, fought_for, place_of, role_of

LONG, SHORT = 12, 4  # how many places are looked at along a zone and across it
COVER_WORTH = inches(4)
VIEW_WORTH = inches(1)  # what a point in view is worth, in inches of way
TOO_CLOSE = inches(8)
BEST = 16
FORWARD = {"squad": 3, "machine gun": 2, "gun": 1, "tank": 2, "mortar": 0, "leader": 2, "rockets": 2, "lone": 2}
ORDER = ("squad", "mortar", "machine gun", "gun", "lone", "rockets", "tank", "leader")
LOOKOUTS = {"machine gun", "gun", "lone", "tank"}


def pick_edge(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The edge behind the better cover: what lies in a zone counts."""
    domain = open_to(decision, OneOf)

    def cover(edge: str) -> int:
        total = 0
        for piece in view.terrain:
            if from_edge(view, edge, piece.outline[0]) <= inches(20):
                total += sight_effect(piece).cover
        return total

    return max(domain.values, key=cover)


def pick_unit(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Squads first; tanks, rocket launchers and leaders when it is known where the others stand."""
    domain = open_to(decision, OneOf)
    return f"u{min(domain.values.values(), key=lambda number: (ORDER.index(role_of(view, number)), number))}"


def pick_place(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Of places all over the zone the best that has room."""
    number, domain = about(decision, Marching)
    for point in _ranked(view, number, _grid(view, number, domain))[:BEST]:
        found = domain.suggest(point)
        if found is not None:
            return found
    return None


def _grid(view: Battle, number: int, domain: Marching) -> list[tuple[int, Point]]:
    """Points all over the zone, with how far forward each is (0 to 3); in a village the houses, too."""
    side = view.units[number].side
    found = all_over(box_of(domain.zone), view.edges[side], LONG, SHORT)
    if not attacks(view, side):
        found += [(FORWARD[role_of(view, number)], point) for point in fought_for(view)]
    return found


def _ranked(view: Battle, number: int, grid: Sequence[tuple[int, Point]]) -> list[Point]:
    """Those points first that suit what a unit is for."""
    unit = view.units[number]
    role = role_of(view, number)
    wanted = _wanted(view, number, role)
    own = [place_of(view, mate) for mate in on_table(view, unit.side)]
    squads = [place_of(view, mate) for mate in on_table(view, unit.side) if role_of(view, mate) == "squad"]
    watched = fought_for(view) + ground_ahead(view.width, view.depth, view.edges[unit.side])
    sees = views_from(view, [point for _, point in grid], watched if role in LOOKOUTS else [])
    deep = (view.depth if view.edges[unit.side] in {"north", "south"} else view.width) // 16

    def cost(place: int) -> tuple[int, Point]:
        rank, point = grid[place]
        way = 0 if wanted is None else far(point, wanted)
        if role == "leader" and squads:
            way = min(max(0, far(point, mate) - inches(4)) for mate in squads)
        close = 0 if role == "leader" else sum(max(0, TOO_CLOSE - far(point, mate)) for mate in own)
        cover = 0 if role in {"tank", "mortar"} else COVER_WORTH * covered(view, point)
        return way + close + abs(FORWARD[role] - rank) * deep - cover - VIEW_WORTH * sees[place], point

    return [grid[place][1] for place in sorted(range(len(grid)), key=cost)]


def _wanted(view: Battle, number: int, role: str) -> Point | None:
    """What a unit wants to be near to: one of what is fought for, each unit of a sort another one."""
    side = view.units[number].side
    points = fought_for(view)
    if points:
        peers = [other for other, mate in enumerate(view.units) if mate.side == side and role_of(view, other) == role]
        place = peers.index(number)
        return points[(place + (role != "squad")) % len(points)]
    if attacks(view, side):
        return None
    # those who come enter by the other edge: far enough behind it to have several shots at them
    return middle_of_edge(view, view.edges[1 - side], inches(38))

"""Teams out of cohesion: when they move, they take the shortest way back, and stop once they are in touch again."""

from collections.abc import Sequence
from itertools import pairwise

from sandtable.geometry.angle import around
from sandtable.geometry.bodies import X, Y
from sandtable.geometry.measure_kernels import gap
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OnTable, SomeOf
from sandtable.play.marching import Marching
from sandtable.play.moves import Terms
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.basics.teams import called, move_of
from sandtable.rulesets.fraley.basics.terrain import passage
from sandtable.rulesets.fraley.state import Battle
from sandtable.table.layout import Layout

from .advancing import holding_back
from .cohesion import anchors, link_of
from .explaining import explainer
from .marches import terms as terms_of
from .passing import bulky_friends, in_the_way
from .standing import ends, ill_placed
from .ways import Way, barred, cut, length_of, way_round

RING = 16  # points of the ring around a Team at which one would be in touch with it
STEPS = 60
BACK = 100


class Return(Marching):
    """The move of one straggler, with everybody else where the march of the others leaves them."""

    def __init__(self, state: Battle, number: int, figure: int, terms: Terms) -> None:
        budget = move_of(state.figures[figure], state.options)
        back = holding_back(state, number)
        large = bulky_friends(state, state.units[number].side)

        def also(march: March) -> Refusal | None:
            bodies = terms.layout.bodies
            wrong = ill_placed(state, terms, ends(bodies, march), march)
            if wrong is None and in_the_way(bodies, figure, march.walks[0].points, large) >= 0:
                wrong = Refusal("something is in the way", ("fraley.gap.moving-through-teams",))
            return wrong or (back(bodies, march) if back else None)

        explain = explainer(state, "fraley.cohesion.return")
        super().__init__(terms, (figure,), budget, explain=explain, linked=(), turns=True, also=also)


@rule("fraley.cohesion.return")
def way_back(state: Battle, number: int, figure: int, terms: Terms, face: int | None = None) -> Walk | None:
    """The way of a straggler: the shortest back into cohesion, as much of it as its Move pays for; None if it has none.

    It faces as its Unit is told to, if there is room for that.
    """
    ways = [_to_touch(state, figure, anchor, terms) for anchor in anchors(state, number, terms.layout.bodies)]
    found = [(length_of(way), way) for way in ways if way is not None]
    if not found:
        return None
    length, way = min(found)
    domain = Return(state, number, figure, terms)
    kept = terms.layout.bearing(figure)
    return _legal(domain, way, min(length, domain.budget), (kept if face is None else face, kept))


def _to_touch(state: Battle, figure: int, anchor: int, terms: Terms) -> Way | None:
    """The shortest way of a Team to where it is in touch with another; None if there is none."""
    mine = passage(state, state.figures[figure])
    start, goal = terms.layout.point(figure), terms.layout.point(anchor)
    straight = _until_touch(state, figure, anchor, terms, (start, goal))
    if all(barred(terms.ground, mine, a, b) < 0 for a, b in pairwise(straight)):
        return straight
    ring = around(*goal, link_of(state, figure, anchor), RING)
    ways = [way for spot in (goal, *ring) if (way := way_round(terms, mine, start, spot)) is not None]
    ways = [_until_touch(state, figure, anchor, terms, way) for way in ways]
    return min(ways, key=lambda way: (length_of(way), way), default=None)


def _until_touch(state: Battle, figure: int, anchor: int, terms: Terms, way: Way) -> Way:
    """A way as far as the first place where a Team is in touch with another."""
    bodies = terms.layout.bodies.copy()
    link, far, whole = link_of(state, figure, anchor), 0, length_of(way)
    for _ in range(STEPS):
        bodies[figure, X], bodies[figure, Y] = cut(way, far)[-1]
        left = int(gap(bodies, figure, bodies, anchor)) - link
        if left <= 0 or far >= whole:
            break
        far = min(whole, far + left)
    return cut(way, far)


def _legal(domain: Return, way: Way, far: int, faces: Sequence[int]) -> Walk | None:
    """As much of a way as ends where a Team may stand."""
    for length in range(far, 0, -BACK):
        for face in faces:
            walk = Walk(domain.movers[0], cut(way, length), face)
            if domain.allows(March((walk,))):
                return walk
    return None


# ---- asking


def _after(terms: Terms, march: March) -> Terms:
    """The terms of a move with everybody where a march leaves him."""
    return terms._replace(layout=Layout(ends(terms.layout.bodies, march)))


@rule("fraley.cohesion.return")
async def bring_back(play: Play[Battle], number: int, march: March, lost: Sequence[int]) -> March:
    """A Unit's march with those of its stragglers that its owner lets come back; each is free to stay."""
    state = play.state
    ways = {man: way_back(state, number, man, _after(terms_of(state, (man,)), march)) for man in lost}
    able = {f"m{man}": man for man, way in ways.items() if way is not None}
    if not able:
        return march
    unit = state.units[number]
    choices = SomeOf(able, 0, len(able), label=lambda man: called(state, man), points=lambda man: OnTable(figure=man))
    words = f"{unit.name}: who out of cohesion comes back by the shortest way?"
    chosen = await ask(play, number, "stragglers", choices, words, "fraley.cohesion.return", usual=list(able))
    for man in chosen:
        walk = way_back(state, number, man, _after(terms_of(state, (man,)), march), march.face)
        if walk is not None:
            march = March((*march.walks, walk), march.face)
    return march

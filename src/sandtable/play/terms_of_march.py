"""The terms on which a group walks, comes onto the table or is set up, and whether a march keeps them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Self

import msgspec

from sandtable.geometry.angle import FULL_TURN
from sandtable.geometry.bodies import X, Y
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import (
    BAD_GROUND,
    FINE,
    OFF_TABLE,
    OVERLAP,
    SCATTERED,
    barred_by,
    first_overlap,
    march,
)
from sandtable.geometry.reach_kernels import APPEAR, ENTER, WALK, near_on_lines, within_zone
from sandtable.geometry.units import INCH
from sandtable.table.layout import rows

from .moves import MOST_POINTS, Explain, Point, Terms, Verdict
from .refusal import Refusal, refuse
from .walks import March, Walk, alike, out_of_touch

NOWHERE = ints([]).reshape(0, 4)
Also = Callable[[March], Refusal | None]


class TermsOfMarch(ABC):
    """What a group of figures may do within a budget.

    `linked` must hang together at the end, with gaps of at most `link`; a scattered group that cannot close up is let off.
    Without `chain` it is enough that each has another one that near. With a `hub` (a gun) they must all be that near to
    the hub itself. Nobody may end on a figure of the same unit that stands `beside` it and does not move.
    Whoever is named in `less` goes less far than the budget by so much, if he goes at all. `also` has what else the
    rulebook asks of a march. Where it is `ordered`, figures go one after another as the answer lists them.
    Where everybody `turns`, each figure may be told which way to face, and else faces as it did.
    With `entry` lines the group comes onto the table (or out of something) across one of them; with the manner `APPEAR`
    it is set up, inside the ring of edges `zone` if there is one.
    """

    def __init__(  # noqa: PLR0913  # the terms of a move are many
        self,
        terms: Terms,
        movers: tuple[int, ...],
        budget: int,
        *,
        explain: Explain,
        linked: tuple[int, ...] | None = None,
        link: int = INCH,
        hub: int | None = None,
        beside: tuple[int, ...] = (),
        entry: Ints = NOWHERE,
        zone: Ints = NOWHERE,
        manner: int = WALK,
        spacing: int = 0,
        may_face: bool = False,
        faces: int | None = None,
        chain: bool = True,
        ordered: bool = False,
        less: Mapping[int, int] | None = None,
        also: Also | None = None,
        fixed: March | None = None,
        turns: bool = False,
    ) -> None:
        self.terms = terms
        self.movers = movers
        self.budget = budget
        self.explain = explain
        self.linked = movers if linked is None else linked
        self.link = link
        self.hub = hub
        self.beside = beside
        self.entry = entry
        self.zone = zone
        self.manner = ENTER if len(entry) else manner
        self._spacing = spacing
        self.may_face = may_face  # whether it matters which way the group faces
        self.faces = faces  # the way it faces if it is not told and does not walk
        self.chain = chain
        self.ordered = ordered
        self.less = less or {}
        self.also = also
        self.turns = turns
        self.fixed = fixed  # a march that is always legal, for when guesses fail and staying is not allowed
        self._sampled: March | None = None
        self._allowed: March | None = None  # the latest that was found legal
        bodies, linked = terms.layout.bodies, self.linked
        if self.manner == WALK and linked and out_of_touch(bodies, linked, link, hub, chain=chain) >= 0:
            self.must_close_up = True
            if self.suggest(terms.layout.point(movers[0])) is None:
                self.linked = ()
        else:
            self.must_close_up = False

    def __copy__(self) -> Self:
        """The same, to be changed: what was legal of it may not be so then."""
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__, _allowed=None, _sampled=None)
        return made

    @abstractmethod
    def suggest(self, goal: Point, face: int | None = None) -> March | None:
        """A legal march that brings the first figure to a goal and the others around it; None if none is found."""

    @cached_property
    def spacing(self) -> int:
        """How far apart figures are put: the two widest bases half an inch apart, if nothing else is wanted.

        That is close enough to hang together and far enough to tell apart.
        """
        if self._spacing:
            return self._spacing
        widest = sorted(self.terms.layout.radii(self.movers), reverse=True)
        return sum(widest[:2]) + min(self.link, INCH // 2)

    @property
    def particular(self) -> bool:
        """Whether a march that the kernels find fine must be looked at once more."""
        return bool(self.beside) or self.also is not None or self.turns

    @property
    def budgets(self) -> Ints:
        """How far each mover may go."""
        return self._budgets_for(self.movers)

    def _budgets_for(self, movers: tuple[int, ...]) -> Ints:
        if not self.less:
            return alike(self.budget, len(movers))
        return ints([self.budget - self.less.get(figure, 0) for figure in movers])

    def _budgets_of(self, walks: Sequence[Walk]) -> Ints:
        """How far each walker may go; who stays needs nothing."""
        if not self.less:
            return alike(self.budget, len(walks))
        return ints([max(0, self.budget - self.less.get(walk.figure, 0)) for walk in walks])

    def shaped(self, answer: object) -> March:
        """A march of these very figures, each of which starts as it must; whether it is legal is not said."""
        if not isinstance(answer, March):
            try:
                answer = msgspec.convert(answer, March)
            except msgspec.ValidationError as error:
                raise refuse(f"not a march: {error}") from error
        by_figure = {walk.figure: walk for walk in answer.walks}
        if sorted(by_figure) != sorted(self.movers) or len(by_figure) != len(answer.walks):
            raise refuse(f"each of the figures {sorted(self.movers)} needs exactly one path")
        for bearing in (answer.face, *(way for walk in answer.walks for way in (walk.face, walk.turret))):
            if bearing is not None and not 0 <= bearing < FULL_TURN:
                raise refuse(f"a bearing is 0 to {FULL_TURN - 1} tenths of a degree, not {bearing}")
        if not self.turns and any(walk.face is not None or walk.turret is not None for walk in answer.walks):
            raise refuse("figures are not turned one by one here")
        if any(abs(part) > 1 << 20 for walk in answer.walks for point in walk.points for part in point):
            raise refuse("a path leads far off the table")
        walks = answer.walks if self.ordered else tuple(by_figure[figure] for figure in self.movers)
        for walk in walks:
            self._check_start(walk)
        return March(walks=walks, face=answer.face)

    def _check_start(self, walk: Walk) -> None:
        if not 1 <= len(walk.points) <= MOST_POINTS:
            raise refuse(f"a path has 1 to {MOST_POINTS} points, that of figure {walk.figure} has {len(walk.points)}")
        x, y = walk.points[0]
        if self.manner == WALK and (x, y) != self.terms.layout.point(walk.figure):
            raise refuse(f"the path of figure {walk.figure} does not start where it stands")
        if self.manner == APPEAR and len(walk.points) != 1:
            raise refuse(f"figure {walk.figure} is set up at one point, not along a path")
        if self.manner == ENTER:
            on_x, on_y = near_on_lines(x, y, self.entry)
            # The nearest point of a slanting line is rounded, so that one starts beside it by a thousandth.
            slants = any(ax != bx and ay != by for ax, ay, bx, by in self.entry.tolist())
            if max(abs(on_x - x), abs(on_y - y)) > int(slants):
                raise refuse(f"figure {walk.figure} does not start from a line of entry")

    def facing(self, walk: Walk, face: int | None) -> int:
        """Which way a figure is told to face at the end of a march; -1 if it is not told."""
        told = walk.face if walk.face is not None else face
        return -1 if told is None else told

    def _judge(self, walks: Sequence[Walk], linked: tuple[int, ...], face: int | None = None) -> Verdict:
        terms, ground = self.terms, self.terms.ground
        bodies = terms.layout.bodies
        if self.manner == APPEAR:
            # Whoever is not on the table yet stands near to nobody, and is so excused from no clearance.
            bodies = terms.layout.without([walk.figure for walk in walks]).bodies
        elif self.manner == ENTER:
            bodies = bodies.copy()
            for walk in walks:
                bodies[walk.figure, X], bodies[walk.figure, Y] = walk.points[0]
        starts = [0]
        points: list[Point] = []
        for walk in walks:
            points += walk.points
            starts.append(len(points))
        figures = rows(tuple([walk.figure for walk in walks]))
        count = len(walks)
        bearings = ints([self.facing(walk, face) for walk in walks]) if self.turns else alike(-1, count)
        if self.manner == APPEAR and (wrong := self._misplaced(walks)) is not None:
            return wrong
        verdict = march(
            bodies, figures, rows(tuple(starts)), ints(points), bearings, self._budgets_of(walks), ground.edges,
            ground.pieces, terms.passage, terms.groups, terms.avoid, terms.clearance, terms.width, terms.depth, rows(linked),
            self.link, self.chain,
        )  # fmt: skip
        code, figure, what, amount = verdict.tolist()
        if code == FINE and (self.beside or (self.hub is not None and linked)):
            final = bodies.copy()
            for walk in walks:
                final[walk.figure, X], final[walk.figure, Y] = walk.points[-1]
            one, other = first_overlap(final, rows((*(walk.figure for walk in walks), *self.beside)))
            if self.beside and one >= 0:
                return OVERLAP, int(one), int(other), 0
            if (
                self.hub is not None
                and linked
                and (lost := out_of_touch(final, linked, self.link, self.hub, chain=self.chain)) >= 0
            ):
                return SCATTERED, lost, -1, 0
        return code, figure, what, amount

    def allows(self, made: March) -> bool:
        """Whether a march that starts where the figures stand is legal."""
        if made is self._allowed:  # who finds a way asks first, and then whoever weighs it
            return True
        fine = self._judge(made.walks, self.linked, made.face)[0] == FINE
        if not fine or (self.also is not None and self.also(made) is not None):
            return False
        self._allowed = made
        return True

    def _holds_besides(self, shift: March) -> bool:
        """Whether a shift that the kernel found fine is legal in what the kernel does not look at."""
        if self.beside or self.hub is not None:
            return self.allows(shift)
        return self.also is None or self.also(shift) is None

    def _misplaced(self, walks: Sequence[Walk]) -> Verdict | None:
        """The first figure set up outside the zone, or on ground where it may not be."""
        terms, ground = self.terms, self.terms.ground
        for walk in walks:
            x, y = walk.points[0]
            radius = terms.layout.radius(walk.figure)
            if not within_zone(x, y, radius, self.zone):
                return OFF_TABLE, walk.figure, -1, 0
            piece = int(barred_by(x, y, x, y, radius, ground.edges, ground.pieces, terms.passage))
            if piece >= 0:
                return BAD_GROUND, walk.figure, piece, 0
        return None

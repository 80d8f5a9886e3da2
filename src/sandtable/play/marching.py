"""The domain of figures that walk, come onto the table or are set up as a group.

An answer is the exact path of every figure. The domain checks it against the terms of the move, and also suggests: given
where the first figure goes, a legal place for each of the others.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Self

import msgspec

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import FULL_TURN, SCALE, SINE, around, directions
from sandtable.geometry.bodies import X, Y
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.path_kernels import (
    BAD_GROUND,
    FINE,
    OFF_TABLE,
    OVERLAP,
    SCATTERED,
    barred_by,
    first_overlap,
    first_shift,
    march,
    touching,
)
from sandtable.geometry.reach_kernels import APPEAR, ENTER, WALK, near_on_lines, pack, within_zone
from sandtable.geometry.units import INCH
from sandtable.table.layout import rows

from .moves import MOST_POINTS, Explain, Line, Point, Terms, Verdict, inward
from .refusal import Refusal, Refused, refuse
from .wire import MarchView

NOWHERE = ints([]).reshape(0, 4)
_SINE: list[int] = SINE.tolist()


class Walk(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The path of one figure: where it starts, where it bends, where it ends.

    Where bases are turned one by one, `face` is the way this one faces at the end, and `turret` the way its turret does.
    """

    figure: int
    points: tuple[Point, ...]
    face: int | None = None
    turret: int | None = None


class March(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The paths of a group, and which way it faces at the end (None: the way each figure went)."""

    walks: tuple[Walk, ...]
    face: int | None = None


Also = Callable[[March], Refusal | None]


@lru_cache(maxsize=1024)
def alike(budget: int, count: int) -> Ints:
    """The same budget for so many movers, as kernels take it; nobody may write to it."""
    return ints([budget] * count)


class Marching:
    """All moves of a group of figures within a budget.

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

    @cached_property
    def spacing(self) -> int:
        """How far apart figures are put: the two widest bases half an inch apart, if nothing else is wanted.

        That is close enough to hang together and far enough to tell apart.
        """
        if self._spacing:
            return self._spacing
        widest = sorted((self.terms.layout.radius(figure) for figure in self.movers), reverse=True)
        return sum(widest[:2]) + min(self.link, INCH // 2)

    def check(self, answer: object) -> March:
        """The march, if every path of it is legal."""
        if answer is self._sampled and isinstance(answer, March):
            return answer
        made = self.shaped(answer)
        if made == self.fixed:
            return made
        verdict = self._judge(made.walks, self.linked, made.face)
        if verdict[0] != FINE:
            raise Refused(self.explain(verdict))
        if self.also and (refusal := self.also(made)):
            raise Refused(refusal)
        return made

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
            bodies = terms.layout.without(walk.figure for walk in walks).bodies
        elif self.manner == ENTER:
            bodies = bodies.copy()
            for walk in walks:
                bodies[walk.figure, X], bodies[walk.figure, Y] = walk.points[0]
        starts = [0]
        points: list[Point] = []
        for walk in walks:
            points += walk.points
            starts.append(len(points))
        figures = rows(tuple(walk.figure for walk in walks))
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

    def suggest(self, goal: Point, face: int | None = None) -> March | None:
        """A legal march that brings the first figure to a goal and the others around it; None if none is found."""
        if self.hub is not None and self.linked:
            return self._around_hub(goal, face)
        found = self._packed(goal)
        if not len(found):
            return None
        walks = []
        for figure, (ax, ay, bx, by) in zip(self.movers, found.tolist(), strict=True):
            points = ((bx, by),) if self.manner == APPEAR else ((ax, ay), (bx, by))
            walks.append(Walk(figure, points))
        made = March(tuple(walks), face)
        if self.beside or self.turns:
            return made if self.allows(made) else None
        return made if self.also is None or self.also(made) is None else None

    @property
    def crowd(self) -> int:
        """How far from its goal a suggestion puts anybody at most: the rings of places that `pack` looks at."""
        rings = 2
        while 1 + 3 * rings * (rings + 1) < 3 * len(self.movers) + 7:
            rings += 1
        return rings * (self.spacing + 2)  # places are rounded

    def _packed(self, goal: Point) -> Ints:
        """Where everybody would start and end around a goal; nothing if they find no room."""
        terms, ground = self.terms, self.terms.ground
        return pack(
            terms.layout.bodies, rows(self.movers), goal[0], goal[1], self.spacing, self.manner, self.budgets,
            self.entry, self.zone, ground.edges, ground.pieces, terms.passage,
            terms.groups, terms.avoid, terms.clearance, terms.width, terms.depth, rows(self.linked), self.link,
            self.chain,
        )  # fmt: skip

    def _around_hub(self, goal: Point, face: int | None) -> March | None:
        """The hub (the first mover) at a goal, and the others on a ring around it."""
        spots = around(*goal, self.spacing, 12)
        crew = [figure for figure in self.movers if figure != self.hub]
        if self.manner != WALK:  # nobody stands anywhere yet: try the ring as it is
            places = [goal, *spots[:: max(1, len(spots) // max(1, len(crew)))][: len(crew)]]
            ways = [Walk(figure, self._way_to(figure, spot)) for figure, spot in zip(self.movers, places, strict=False)]
            if len(ways) == len(self.movers) and self._judge(ways, self.linked)[0] == FINE:
                return March(tuple(ways), face)
        walks: list[Walk] = []
        for figure in self.movers:
            choice = [goal] if figure == self.hub else self._nearest_first(figure, spots)
            way = (Walk(figure, self._way_to(figure, spot)) for spot in choice)
            found = next((walk for walk in way if self._judge([walk], ())[0] == FINE), None)
            if found is None:
                return None
            walks.append(found)
            spots = [spot for spot in spots if spot != found.points[-1]]
        return March(tuple(walks), face) if self._judge(walks, self.linked)[0] == FINE else None

    def _nearest_first(self, figure: int, spots: Sequence[Point]) -> list[Point]:
        if self.manner != WALK:
            return list(spots)
        x, y = self.terms.layout.point(figure)
        return sorted(spots, key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2)

    def _way_to(self, figure: int, spot: Point) -> tuple[Point, ...]:
        """The straight way of a figure to a spot, as its manner of moving has it."""
        if self.manner == APPEAR:
            return (spot,)
        if self.manner == WALK:
            return self.terms.layout.point(figure), spot
        x, y = near_on_lines(*spot, self.entry)
        return (int(x), int(y)), spot

    def stay(self) -> March:
        """Not moving at all."""
        points = self.terms.layout.points(self.movers)
        return March(tuple(Walk(figure, (point,)) for figure, point in zip(self.movers, points, strict=True)))

    def shifted(self, dx: int, dy: int) -> March:
        """Everybody walking the same way, formation kept."""
        points = self.terms.layout.points(self.movers)
        return March(
            tuple(Walk(figure, ((x, y), (x + dx, y + dy))) for figure, (x, y) in zip(self.movers, points, strict=True))
        )

    def sample(self, chance: Chance) -> March:
        """A legal march: a random shift, else closing up around the leader, else staying."""
        found: March | None
        if self.manner != WALK:
            found = self._sample_place(chance)
        elif self.must_close_up:
            found = self.suggest(self.terms.layout.point(self.movers[0])) or self.stay()
        else:
            found = self._sample_shift(chance)
        if self.may_face and chance.random() < 0.5:
            faced = March(found.walks, chance.randrange(FULL_TURN))
            found = faced if not self.turns or self.allows(faced) else found
        self._sampled = found
        return found

    def first_of(self, shifts: Ints, movers: tuple[int, ...] | None = None) -> int:
        """The first of some shifts that the kernels find fine for everybody (or for some movers); -1 if none is."""
        terms, ground = self.terms, self.terms.ground
        movers = movers or self.movers
        return first_shift(
            terms.layout.bodies, rows(movers), shifts, self._budgets_for(movers), ground.edges, ground.pieces, terms.passage,
            terms.groups, terms.avoid, terms.clearance, terms.width, terms.depth, rows(self.linked), self.link, self.chain,
        )  # fmt: skip

    def _sample_shift(self, chance: Chance) -> March:
        random = chance.random
        for tries in (range(1, 3), range(3, 8)):  # mostly one of the first two will do
            shifts = []
            for divisor in tries:
                bearing = int(random() * FULL_TURN)
                distance = int(random() * (self.budget - 2)) // divisor
                shifts.append((_SINE[bearing] * distance // SCALE, -_SINE[bearing + 900] * distance // SCALE))
            chosen = self.first_of(ints(shifts))
            if chosen >= 0:
                made = self.shifted(*shifts[chosen])
                if self._holds_besides(made):
                    return made
        return self.fixed or self.stay()

    def _sample_place(self, chance: Chance) -> March:
        for _ in range(12):
            found = self.suggest(self._guess(chance))
            if found is not None:
                return found
        found = self.fixed or self.first_place()
        if found is None:
            raise AssertionError("a place was asked for where there is none")
        return found

    def _guess(self, chance: Chance) -> Point:
        """A point that might do: inside the zone's box, or within the budget of the line of entry."""
        if self.manner == ENTER:
            line = self._line(chance.randrange(len(self.entry)))
            ax, ay, bx, by = line
            share = chance.random()
            depth = self.spacing + int(chance.random() * max(0, self.budget - self.spacing))
            x, y = round(ax + (bx - ax) * share), round(ay + (by - ay) * share)
            return self._off_line(x, y, line, depth, chance.randrange(8))
        left, upper, right, lower = self._zone_box()
        return chance.randint(left, right), chance.randint(upper, lower)

    def _off_line(self, x: int, y: int, line: Line, distance: int, eighth: int) -> Point:
        """A point so far from a line of entry: onto the table from its edge, else in one of eight directions."""
        terms = self.terms
        if (line[0] == line[2] and line[0] in {0, terms.width}) or (line[1] == line[3] and line[1] in {0, terms.depth}):
            return inward(terms, x, y, line, distance)
        bearing = directions(8)[eighth]
        return x + _SINE[bearing] * distance // SCALE, y - _SINE[bearing + 900] * distance // SCALE

    def _line(self, number: int) -> Line:
        ax, ay, bx, by = self.entry[number].tolist()
        return ax, ay, bx, by

    def _zone_box(self) -> Line:
        if not len(self.zone):
            return 0, 0, self.terms.width, self.terms.depth
        xs, ys = self.zone[:, 0].tolist(), self.zone[:, 1].tolist()
        return min(xs), min(ys), max(xs), max(ys)

    def has_room(self) -> bool:
        """Whether there is any place at all: mostly the first look finds one, and no march need be made of it."""
        if self.hub is None and not self.beside and len(self.entry) == 1:
            ax, ay, bx, by = line = self._line(0)
            steps = max(1, (abs(bx - ax) + abs(by - ay)) // INCH)
            for step in _spread(steps, self.movers[0])[:3]:
                x, y = ax + (bx - ax) * step // steps, ay + (by - ay) * step // steps
                goal = self._off_line(x, y, line, self.spacing, step % 8)
                if len(self._packed(goal)):
                    return True
        return self.first_place() is not None

    def first_place(self) -> March | None:
        """The first place that works, looking along the line of entry or through the zone, inch by inch."""
        for line in map(self._line, range(len(self.entry))):
            ax, ay, bx, by = line
            steps = max(1, (abs(bx - ax) + abs(by - ay)) // INCH)
            for depth in range(self.spacing, self.budget + 1, INCH):
                for step in _spread(steps, self.movers[0]):
                    x, y = ax + (bx - ax) * step // steps, ay + (by - ay) * step // steps
                    if found := self.suggest(self._off_line(x, y, line, depth, step % 8)):
                        return found
        if self.manner == ENTER:
            return None
        left, upper, right, lower = self._zone_box()
        for y in range(upper + INCH // 2, lower, INCH):
            for x in range(left + INCH // 2, right, INCH):
                if found := self.suggest((x, y)):
                    return found
        return None

    def forced(self) -> None:
        """There is always a choice."""
        return

    def options(self) -> None:
        """Too many to list."""
        return

    def describe(self) -> MarchView:
        """What a page needs to let a player drag a group."""
        return MarchView(
            figures=list(self.movers),
            budget=self.budget,
            link=self.link,
            manner=("walk", "appear", "enter")[self.manner],
            entry=self.entry.tolist(),
            zone=self.zone.tolist(),
            must_close_up=self.must_close_up,
            may_face=self.may_face,
            turns=self.turns,
        )


@lru_cache(maxsize=1024)
def _spread(steps: int, first: int) -> tuple[int, ...]:
    """0 to steps, beginning somewhere of one's own: whoever looks for room first looks where others did not."""
    begin = first * 29 % (steps + 1)
    return (*range(begin, steps + 1), *range(begin))


def out_of_touch(bodies: Ints, linked: tuple[int, ...], link: int, hub: int | None, *, chain: bool = True) -> int:
    """The first figure that no chain of gaps of at most `link` joins to the rest, or that is farther from the hub; or -1.

    Without `chain`, the first that has nobody else that near.
    """
    if hub is None:
        return int(touching(bodies, rows(linked), link, chain))
    far = (figure for figure in linked if figure != hub and gap(bodies, hub, bodies, figure) > link)
    return next(far, -1)

"""The domain of figures that walk, come onto the table or are set up as a group.

An answer is the exact path of every figure. The domain checks it against the terms of the move, and also suggests: given
where the first figure goes, a legal place for each of the others.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import FULL_TURN, SCALE, SINE, around, directions
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import FINE, OVERLAP, fine_shifts
from sandtable.geometry.reach_kernels import APPEAR, ENTER, WALK, near_on_lines, pack
from sandtable.geometry.units import INCH
from sandtable.table.layout import rows

from .moves import Point, Segment, inward
from .refusal import Refused
from .terms_of_march import TermsOfMarch
from .walks import March, Walk
from .wire import MarchView

_SINE: list[int] = SINE.tolist()


class Marching(TermsOfMarch):
    """All moves of a group of figures on such terms: checked, suggested, sampled, and described to a page."""

    def check(self, answer: object) -> March:
        """The march, if every path of it is legal."""
        if answer is self._sampled and isinstance(answer, March):
            return answer
        made = self.shaped(answer)
        if made == self.fixed:
            return made
        verdict = self._judge(made.walks, self.linked, made.face)
        if verdict[0] != FINE and not (verdict[0] == OVERLAP and self._stays(made)):
            raise Refused(self.explain(verdict))
        if self.also and (refusal := self.also(made)):
            raise Refused(refusal)
        if isinstance(answer, March) and answer == made:
            self._sampled = answer  # whoever tries an answer before giving it is not checked twice
        return made

    def _stays(self, march: March) -> bool:
        """Whether nobody goes anywhere: whoever has come to stand over a comrade who was down may stay there."""
        return self.manner == WALK and march.walks == self.stay().walks

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
            tuple(
                [Walk(figure, ((x, y), (x + dx, y + dy))) for figure, (x, y) in zip(self.movers, points, strict=True)]
            )
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

    def fine_of(self, shifts: Ints, enough: int, movers: tuple[int, ...] | None = None) -> list[int]:
        """The first so many of some shifts that the kernels find fine for everybody (or for some movers), by number."""
        terms, ground = self.terms, self.terms.ground
        movers = movers or self.movers
        found = fine_shifts(
            terms.layout.bodies, rows(movers), shifts, enough, self._budgets_for(movers), ground.edges, ground.pieces,
            terms.passage, terms.groups, terms.avoid, terms.clearance, terms.width, terms.depth, rows(self.linked),
            self.link, self.chain,
        )  # fmt: skip
        return found.tolist()  # type: ignore[no-any-return]

    def first_of(self, shifts: Ints, movers: tuple[int, ...] | None = None) -> int:
        """The first of some shifts that the kernels find fine; -1 if none is."""
        return next(iter(self.fine_of(shifts, 1, movers)), -1)

    def shifts_allowed(self, shifts: Sequence[Point], enough: int) -> list[March]:
        """The first so many of some shifts of everybody that are legal, as marches."""
        most = len(shifts) if self.particular or self.hub is not None else enough
        fine = (self.shifted(*shifts[number]) for number in self.fine_of(ints(shifts), most))
        return list(islice((march for march in fine if self._holds_besides(march)), enough))

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

    def _off_line(self, x: int, y: int, line: Segment, distance: int, eighth: int) -> Point:
        """A point so far from a line of entry: onto the table from its edge, else in one of eight directions."""
        terms = self.terms
        if (line[0] == line[2] and line[0] in {0, terms.width}) or (line[1] == line[3] and line[1] in {0, terms.depth}):
            return inward(terms, x, y, line, distance)
        bearing = directions(8)[eighth]
        return x + _SINE[bearing] * distance // SCALE, y - _SINE[bearing + 900] * distance // SCALE

    def _line(self, number: int) -> Segment:
        ax, ay, bx, by = self.entry[number].tolist()
        return ax, ay, bx, by

    def _zone_box(self) -> Segment:
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

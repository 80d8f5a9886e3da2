"""The domain of a hull that is driven."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import FULL_TURN, bearing_to
from sandtable.geometry.bodies import BEARING, X, Y
from sandtable.geometry.drive_kernels import drive
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import FINE, KEEP_OFF, TOO_NEAR, start_gaps
from sandtable.geometry.units import INCH

from .moves import MOST_POINTS, Explain, Segment, Terms, Verdict, inward
from .refusal import Refusal, Refused, refuse
from .wire import DriveView


class Drive(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a hull is driven: legs of (turn in tenths of a degree, distance; astern below zero).

    `start` is where it appears, for one that comes onto the table.
    """

    legs: tuple[tuple[int, int], ...] = ()
    start: tuple[int, int, int] | None = None


class Driven(NamedTuple):
    """A drive that is legal, with the hull's pose (x, y, bearing) at the start and after each leg."""

    drive: Drive
    poses: tuple[tuple[int, int, int], ...]


class Driving:
    """All drives of one hull that `judge` allows (turns, distance, going astern) and the ground and others permit."""

    def __init__(
        self,
        terms: Terms,
        row: int,
        *,
        judge: Callable[[Driven], Refusal | None],
        explain: Explain,
        propose: Callable[[Chance], Sequence[Drive]],
        entry: Segment | None = None,
        budget: int = 0,
    ) -> None:
        self.terms = terms
        self.row = row
        self.judge = judge
        self.explain = explain
        self.propose = propose
        self.entry = entry
        self.budget = budget  # how far it goes as a rule; `judge` has the last word
        self._sampled: tuple[Drive, Driven] | None = None

    def check(self, answer: object) -> Driven:
        """The drive with its poses, if it is legal."""
        if self._sampled is not None and answer is self._sampled[0]:
            return self._sampled[1]
        driven, verdict = self.tried(self.shaped(answer))
        if refusal := self.judge(driven):
            raise Refused(refusal)
        if verdict[0] != FINE:
            raise Refused(self.explain(verdict))
        if isinstance(answer, Drive):
            self._sampled = answer, driven  # whoever tries an answer before giving it is not checked twice
        return driven

    def shaped(self, answer: object) -> Drive:
        """A drive in proportion that starts where it must; whether it is legal is not said."""
        if not isinstance(answer, Drive):
            try:
                answer = msgspec.convert(answer, Drive)
            except msgspec.ValidationError as error:
                raise refuse(f"not a drive: {error}") from error
        if len(answer.legs) > MOST_POINTS:
            raise refuse(f"a drive has at most {MOST_POINTS} legs")
        if any(abs(turn) > FULL_TURN or abs(distance) > 1 << 20 for turn, distance in answer.legs):
            raise refuse("a leg is out of all proportion")
        self._check_start(answer)
        return answer

    def _check_start(self, answer: Drive) -> None:
        if self.entry is None:
            if answer.start is not None:
                raise refuse("a vehicle on the table starts where it stands")
            return
        if answer.start is None:
            raise refuse("say where on the line of entry the vehicle comes on")
        ax, ay, bx, by = self.entry
        x, y, bearing = answer.start
        if not (min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)):
            raise refuse("the vehicle does not come on from the line of entry")
        if not 0 <= bearing < FULL_TURN:
            raise refuse(f"a bearing is 0 to {FULL_TURN - 1} tenths of a degree, not {bearing}")

    def tried(self, wanted: Drive) -> tuple[Driven, Verdict]:
        """Where a drive leads, and what ground and others say to it; `judge` is not asked."""
        terms, ground = self.terms, self.terms.ground
        bodies = terms.layout.bodies
        if wanted.start is not None:
            bodies = bodies.copy()
            bodies[self.row, X], bodies[self.row, Y], bodies[self.row, BEARING] = wanted.start
        legs = ints(wanted.legs).reshape(len(wanted.legs), 2)
        verdict, poses = drive(
            bodies, self.row, legs, ground.edges, ground.pieces, terms.passage, terms.groups, terms.avoid,
            terms.clearance, terms.width, terms.depth,
        )  # fmt: skip
        code, row, what, amount = verdict.tolist()
        driven = Driven(wanted, tuple((x, y, bearing) for x, y, bearing in poses.tolist()))
        if code == FINE and wanted.start is not None:
            return driven, self._come_clear(bodies, driven)
        return driven, (code, row, what, amount)

    def _come_clear(self, bodies: Ints, driven: Driven) -> Verdict:
        """Who stands too near to a hull that has just come on.

        Whoever stands too near already may stay as near as that, but a hull at the edge has never stood there.
        """
        terms = self.terms
        gaps = np.empty(len(bodies), dtype=np.int64)
        for pose, passing in ((driven.poses[0], True), (driven.poses[-1], False)):
            bodies[self.row, X], bodies[self.row, Y], bodies[self.row, BEARING] = pose
            start_gaps(bodies, self.row, terms.groups, terms.avoid, terms.clearance, gaps)
            for other in np.flatnonzero(gaps >= 0).tolist():
                if not passing or terms.avoid[terms.groups[other]] == KEEP_OFF:
                    return TOO_NEAR, self.row, other, int(gaps[other])
        return FINE, self.row, -1, 0

    def sample(self, chance: Chance) -> Drive:
        """The first proposal that is legal, else not moving."""
        for wanted in self.propose(chance):
            driven, verdict = self.tried(wanted)
            if verdict[0] == FINE and self.judge(driven) is None:
                self._sampled = wanted, driven
                return wanted
        if self.entry is not None:
            found = self.first_entry()
            if found is None:
                raise AssertionError("a way onto the table was asked for where there is none")
            return found
        return Drive()

    def first_entry(self) -> Drive | None:
        """The first way onto the table that works, looking along the line of entry."""
        assert self.entry is not None
        ax, ay, bx, by = self.entry
        steps = max(1, (abs(bx - ax) + abs(by - ay)) // INCH)
        for step in range(steps + 1):
            x, y = ax + (bx - ax) * step // steps, ay + (by - ay) * step // steps
            wanted = self.straight_in(x, y, int(self.terms.layout.radius(self.row)))
            driven, verdict = self.tried(wanted)
            if verdict[0] == FINE and self.judge(driven) is None:
                return wanted
        return None

    def straight_in(self, x: int, y: int, distance: int) -> Drive:
        """Coming on at a point of the line of entry and driving straight ahead."""
        assert self.entry is not None
        inner_x, inner_y = inward(self.terms, x, y, self.entry, INCH)
        return Drive(((0, distance),), (x, y, int(bearing_to(inner_x - x, inner_y - y))))

    def forced(self) -> None:
        """There is always a choice."""
        return

    def options(self) -> None:
        """Too many to list."""
        return

    def describe(self) -> DriveView:
        """What a page needs to let a player drive."""
        return DriveView(self.row, list(self.entry) if self.entry else None, self.budget)

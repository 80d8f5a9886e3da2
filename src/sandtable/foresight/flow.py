"""Where last scenes lead: all that leads to a scene is put together before anything goes on from there.

First it is found out which scenes can be reached, then shares of everything are pushed forward from one to the next, each
scene gone through once. Rounds that are played again are scenes like others; where they lead back to one that has been
there before, the way back is divided out (`loops`).
"""

from collections import deque
from collections.abc import Callable
from typing import Any

from sandtable.play.stage import ITS_OWN, Scene

from .loops import closed, put_in
from .met import Meeting, Met, both, either_of
from .outcomes import Gathering, Outcomes, Share, after, heft, together
from .ways import Tails, Through, Where, share_of

Onward = Callable[[int, Scene[Any], Any], Through]  # where a scene leads, by its number
Whole = Callable[[Scene[Any], Any], Outcomes]  # all that comes of a scene in a state


class Flow:
    """Everything that comes of the ways through one stage."""

    def __init__(self, onward: Onward, whole: Whole, meeting: Meeting | None) -> None:
        self._onward = onward
        self._whole = whole
        self._meeting = meeting
        self._ends = Gathering()
        self._on: dict[Where, Through] = {}  # of every scene, in the order in which they are come by
        self._before: dict[Where, dict[Where, None]] = {}  # to every scene, from which others it is still to be reached
        self._ready: deque[Where] = deque()  # those that nothing comes to any more
        self._waiting: Tails = {}  # shares that have come to a scene
        self._outside: dict[Where, int] = {}  # to every round, the rolls that were met before the first of them

    def outcomes(self, through: Through) -> Outcomes:
        """Push all ways through a stage to where they end."""
        for end, result, facts, whole, met in through.ends:
            self._ends.add(end, result, facts, whole, met)
        self._explore(through.tails)
        for where, (scene, state, shares) in through.tails.items():
            for share in shares:
                self._come_to(where, scene, state, share)
        while self._on:
            if not self._ready:
                self._step_over(next(iter(self._on)))
            if self._go_on(self._ready.popleft()):
                break
        return self._ends.outcomes()

    def _explore(self, tails: Tails) -> None:
        """Find all scenes that can be reached, and where each of them leads."""
        found = {where: (scene, state) for where, (scene, state, _) in tails.items()}
        open_ends = list(found)
        self._before = {where: {} for where in found}
        for where in open_ends:
            on = self._on[where] = _placed(self._onward(where[0], *found[where]), where[1])
            for end, result, *_ in on.ends:
                self._ends.expect(end, result)
            for further, (scene, state, _) in on.tails.items():
                if further not in found:
                    found[further] = scene, state
                    self._before[further] = {}
                    open_ends.append(further)
                if further != where:
                    self._before[further][where] = None
        self._ready.extend(where for where, before in self._before.items() if not before)

    def _come_to(self, where: Where, scene: Scene[Any], state: Any, share: Share, outside: int | None = None) -> None:
        """A share of everything comes to a scene; to a round after another, with what was met before the first."""
        share_of(self._waiting, where, scene, state).append(share)
        if scene.repeats and self._meeting is not None:
            met = either_of(share[2]) if outside is None else outside
            self._outside[where] = self._outside.get(where, 0) | met

    def _go_on(self, where: Where) -> bool:
        """Push on what has come to a scene; whether that was all there is."""
        on = closed(self._on.pop(where), where)
        for further in on.tails:
            del self._before[further][where]
            if not self._before[further]:
                self._ready.append(further)
        if where not in self._waiting:  # another went on in its place
            return False
        scene, state, shares = self._waiting.pop(where)
        before, of, met = together(shares)
        outside = self._outside.get(where, 0) if scene.repeats else None
        alone = not self._waiting and type(before) is not int and len(before) > 1  # type: ignore[arg-type]
        if alone and on.tails:  # what was noted before it need not go along all the way
            found = self._whole(scene, state)
            ends = [(end.state, end.result, heft(end.facts), found.whole, end.met) for end in found.ends]
            on = _placed(Through(ends, {}), where[1])
        for end, said, facts, whole, later in on.ends:
            self._ends.add(end, said, after(before, facts), of * whole, self._then(met, later, outside))
        for further, (last_scene, there, portions) in on.tails.items():
            for facts, whole, later in portions:
                share = after(before, facts), of * whole, self._then(met, later, outside)
                self._come_to(further, last_scene, there, share, outside)
        return alone

    def _step_over(self, where: Where) -> None:
        """Where scenes lead to one another in a circle: those that lead to this one lead on from it at once."""
        self._on[where] = on = closed(self._on[where], where)
        for other in self._before[where]:
            self._on[other] = put_in(self._on[other], where, on)
            for further in on.tails:
                if further != other:
                    self._before[further][other] = None
        self._before[where] = {}
        self._ready.append(where)

    def _then(self, first: Met, second: Met, outside: int | None) -> Met:
        """The rolls met on one stretch and then on another; of rounds one after another each is like the others."""
        if self._meeting is None:
            return 0
        if outside is None:
            return self._meeting.then(first, second)
        self._meeting.follow(outside, either_of(second))
        return both(first, second)


def _placed(through: Through, returns: Any) -> Through:
    """The same where the stage that ends in it returns something of its own."""
    if returns is ITS_OWN:
        return through
    tails: Tails = {}
    for (number, _), (scene, state, shares) in through.tails.items():
        share_of(tails, (number, returns), scene, state).extend(shares)
    return Through([(end, returns, facts, whole, met) for end, _, facts, whole, met in through.ends], tails)

"""Running a script under every outcome of every roll, exactly.

A suspended script cannot be copied, so each way through a stage begins that stage again and is fed what led there. A stage
within a stage is played once for each state and arguments that lead to it, and equal ends are one: so what is begun again is
short, and a tree of millions of throws is a few hundred runs of a few lines each.
"""

from collections.abc import Callable, Container, Hashable, Sequence
from typing import Any

import msgspec

from sandtable.dice.roll import Roll, Rolled
from sandtable.play.decision import Decision
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.play.stage import ITS_OWN, Again, Followed, Scene, Throws

from .adding import Said
from .breath import EVERY, breathe
from .budget import TooLong
from .flow import Flow
from .met import Meeting, Met, both
from .outcomes import NOTHING, End, Gathering, Heft, Outcomes, after, heft, note, times
from .sameness import Sameness
from .thrown import dice_met, distribution, weights_of
from .unswept import unswept
from .ways import Apply, Foreplay, Given, Noted, Policy, Through, Veil, Way, share_of

BUDGET = 20_000  # runs of stages before we say that it would take too long
LONGEST = 300  # requests on one way through a stage; one that never ends would otherwise never be given up


class Foresight:
    """One look ahead: from a state, along inputs that have been given already, then under every outcome.

    What was given is played as it was; from the last of it on, the state is the one behind the `veil`: as whoever asks may
    know it.
    """

    def __init__(
        self, state: Any, apply: Apply, noted: Noted, policy: Policy, *, budget: int = BUDGET, veil: Veil | None = None
    ) -> None:
        self._veil = veil
        self._same = Sameness(state)
        self._state = state
        self._apply = apply
        self._noted = noted
        self._policy = policy
        self._budget = budget
        self._given = Given()
        self._branched = False
        self._numbers: dict[Hashable, int] = {}  # of scenes in states
        self._known: dict[int, Outcomes] = {}  # by number, of scenes played to their end
        self._gone: dict[int, Through] = {}  # by number, of scenes played up to their last scene
        self._ahead: Outcomes | None = None  # of the action that was asked about
        self.ends_with_action = True  # an umpire is told of whatever comes after one, too
        self.mark_first = False  # whether to note what the first roll of all says
        self.meeting: Meeting | None = None  # keeps the rolls that are met
        self.listens: Container[str] = ()  # to which things that no event tells
        self.runs = 0

    def look(self, begin: Callable[[Play[Any]], Any], given: Sequence[object] = ()) -> Outcomes:
        """Everything that can come of a script; of the action in which the given inputs end, where there is one."""
        self._given = Given(given)
        with unswept():
            try:
                return self._play(begin, self._state)
            except _ActionEnds:
                assert self._ahead is not None
                return self._ahead

    # --- one stage ------------------------------------------------------------------------------------------------------

    def _play(self, begin: Callable[[Play[Any]], Any], state: Any) -> Outcomes:
        """All that comes of a stage that nobody has given a name."""
        return self._follow(self._ways_through(begin, state))

    def _ways_through(self, begin: Callable[[Play[Any]], Any], state: Any) -> Through:
        """All ways through a stage, up to where it ends or hands over to its last scene."""
        through = Through([], {})
        waiting = [Way([], [], 1, 1)]
        while waiting:
            self._run(begin, state, waiting.pop(), waiting, through)
        return through

    def _run(
        self, begin: Callable[[Play[Any]], Any], state: Any, way: Way, waiting: list[Way], through: Through
    ) -> None:
        """Go one way to its end: first as it is known, then along the first of every choice, the others left waiting."""
        self._count_run()
        play = Foreplay(state, self._apply, self._noted, way.trail, listens=self.listens)
        script = begin(play)
        known, used = len(way.fed), 0
        sent: Any = None
        try:
            while True:
                request = script.send(sent)
                if used < known:
                    there, sent = way.fed[used]
                    used += 1
                    if there is not None:
                        play.state = there
                    continue
                if type(request) is Scene and request.last:
                    self._hand_over(request, play, way, through)
                    return
                if type(request) is Followed:
                    self._follow_up(request, play, way, through)
                    return
                there, sent = self._meet(request, play, way, waiting)
                if there is not None:
                    play.state = there
                way.fed.append((there, sent))
                used = known = len(way.fed)
                if known > LONGEST:
                    raise TooLong(f"a stage that asks and throws more than {LONGEST} times")
        except StopIteration as done:
            through.ends.append((self._same.of(play.state), done.value, self._so_far(play, way), way.whole, way.met))
        finally:
            script.close()

    def _count_run(self) -> None:
        """One more run, if it may be; now and then somebody else goes first."""
        self.runs += 1
        if self.runs > self._budget:
            raise TooLong(f"more than {self._budget} runs")
        if self.runs % EVERY == 0:
            breathe()

    def _hand_over(self, scene: Scene[Any], play: Foreplay, way: Way, through: Through) -> None:
        """The last scene of a stage: all ways that lead to the same one go on as one."""
        state = self._same.of(play.state)
        facts = self._so_far(play, way)
        key = self._number(scene, state)
        share_of(through.tails, (key, scene.returns), scene, state).append((facts, way.whole, way.met))

    def _follow_up(self, followed: Followed[Any], play: Foreplay, way: Way, through: Through) -> None:
        """Dice or a scene, and a last scene that is handed what they say."""
        scene = followed.scene
        rest = scene.args[1:]
        whole, said = self._said(followed.first, self._same.of(play.state))
        facts = self._so_far(play, way)
        there, here = None, 0
        for state, value, noted, met in said:
            if state is not there:
                there, here = state, self._number(Scene(scene.script, rest, scene.kwargs), state)
            where = self._numbers.setdefault((here, value), len(self._numbers)), scene.returns
            known = through.tails.get(where)
            if known is None:
                handed: Scene[Any] = Scene(scene.script, (value, *rest), scene.kwargs)
                known = through.tails[where] = (handed, state, [])
            known[2].append((after(facts, noted), way.whole * whole, self._then(way.met, met)))

    def _said(
        self, first: Throws[Any] | Roll[Any] | Scene[Any], state: Any
    ) -> tuple[int, Sequence[tuple[Any, Any, Heft, Met]]]:
        """What dice or a scene come to in a state: all weights have one whole."""
        if isinstance(first, Scene) or self._special():
            found = self._outcomes(first, state) if isinstance(first, Scene) else self._thrown_here(first, state)
            return found.whole, [(end.state, end.result, heft(end.facts), end.met) for end in found.ends]
        whole, values = self._distribution(first)
        self._branched = self._branched or len(values) > 1
        return whole, [(state, value, count, met) for value, count, met in values]

    def _then(self, first: Met, second: Met) -> Met:
        """The rolls met on one stretch and then on another."""
        return second if self.meeting is None else self.meeting.then(first, second)

    def _special(self) -> bool:
        """Whether dice must be thrown one by one: some have been thrown already, or the first of them are to be noted."""
        return bool(self._given) or (self.mark_first and not self._branched)

    def _distribution(self, throws: Throws[Any] | Roll[Any]) -> tuple[int, Sequence[tuple[Any, int, Met]]]:
        """What a roll or a script of dice can say, with weights over a common whole, and the rolls that are met."""
        if self.meeting is None:
            whole, values = distribution(throws, run_through)
            return whole, [(value, count, 0) for value, count in values]
        if isinstance(throws, Roll):
            met = self.meeting.meet(throws) if throws.dice else 0
            whole, values = distribution(throws, run_through)
            return whole, [(value, count, met) for value, count in values]
        return dice_met(throws, self.meeting, run_through)

    def _thrown_here(self, throws: Throws[Any] | Roll[Any], state: Any) -> Outcomes:
        """Dice of which some have been thrown already, or of which is to be noted what they say."""
        if isinstance(throws, Roll):
            return self._play(lambda _: _one(throws), state)
        script, args, kwargs = throws.script, throws.args, throws.kwargs
        return self._play(lambda _: script(*args, **kwargs), state)

    def _follow(self, through: Through) -> Outcomes:
        """Where the last scenes of a stage lead, and the last scenes of those."""
        if not through.tails:
            ends = Gathering()
            for end in through.ends:
                ends.add(*end)
            return ends.outcomes()
        return Flow(self._onward, self._outcomes, self.meeting).outcomes(through)

    def _onward(self, number: int, scene: Scene[Any], state: Any) -> Through:
        """What a scene leads to, up to its own last scenes; worked out once."""
        known = self._gone.get(number)
        if known is None:
            if scene.aftermath or self._special() or self._asked_about(scene):
                found = self._outcomes(scene, state)
                return Through(
                    [(end.state, end.result, heft(end.facts), found.whole, end.met) for end in found.ends], {}
                )
            script, args, kwargs = scene.script, scene.args, scene.kwargs
            known = self._ways_through(lambda play: script(play, *args, **kwargs), state)
            if scene.repeats:
                known = self._rounds_after(scene, self._follow(known))
            self._gone[number] = known
        return known

    def _rounds_after(self, scene: Scene[Any], found: Outcomes) -> Through:
        """What comes of a round: an end, or the next one."""
        through = Through([], {})
        for state, result, facts, met in found.ends:
            if type(result) is not Again:
                through.ends.append((state, result, heft(facts), found.whole, met))
                continue
            following = scene.again(result)
            where = self._number(following, state), ITS_OWN
            share_of(through.tails, where, following, state).append((heft(facts), found.whole, met))
        return through

    def _number(self, scene: Scene[Any], state: Any) -> int:
        """The number under which a scene in a state is known; one that cannot be compared with others is always new."""
        kwargs = tuple([item for item in scene.kwargs.items() if item[0] not in scene.unsaid])
        key = (scene.script, id(state), scene.args, kwargs)
        fresh = len(self._numbers)
        try:
            return self._numbers.setdefault(key, fresh)
        except TypeError:
            self._numbers[object()] = fresh
            return fresh

    def _so_far(self, play: Foreplay, way: Way) -> Heft:
        """The weights of a way, with what has been noted on its last stretch."""
        if play.facts:
            fresh = note(NOTHING, play.facts)
            play.facts = []
            way.facts = after(way.facts, {fresh: 1})
        return way.facts

    def _meet(self, request: object, play: Foreplay, way: Way, waiting: list[Way]) -> tuple[Any, Any]:
        """What a script is sent for something that it has not asked before."""
        if type(request) is Roll:
            return None, self._roll(request, play, way, waiting)
        if type(request) is Scene:
            return self._scene(request, play, way, waiting)
        if type(request) is Throws:
            return None, self._throws(request, play, way, waiting)
        assert isinstance(request, Decision)
        given = bool(self._given)
        answer = self._decide(request, play.state)
        veiled = self._veil is not None and given and not self._given
        return self._veil(play.state) if veiled else None, answer  # type: ignore[misc]  # there is one

    def _roll(self, roll: Roll[Any], play: Foreplay, way: Way, waiting: list[Way]) -> Rolled[Any]:
        if not roll.dice:
            return Rolled(roll.reading.read(()), (), -1)
        if self._given:
            return self._given.roll(roll)
        first = self.mark_first and not self._branched
        self._branched = True
        weights = weights_of(roll)
        facts = self._so_far(play, way)
        met = 0 if self.meeting is None else self.meeting.meet(roll, way.met)
        ways = [
            (None, Rolled(value, (), -1), after({((FIRST_ROLL, str(value)),): 1}, times(facts, count)) if first
             else times(facts, count), met)
            for value, count in weights.items()
        ]  # fmt: skip
        return _part(way, waiting, ways, sum(weights.values()))[1]  # type: ignore[no-any-return]

    def _decide(self, decision: Decision[Any], state: Any) -> Any:
        only = decision.domain.forced()
        if only is not None:
            return decision.domain.check(only)
        given = self._given.answer(decision) if self._given else self._policy(state, decision)
        return decision.domain.check(given)

    def _throws(self, throws: Throws[Any], play: Foreplay, way: Way, waiting: list[Way]) -> Any:
        """Dice that depend on nothing else, unless they have been thrown already."""
        if self._special():
            found = self._thrown_here(throws, self._same.of(play.state))
            facts = self._so_far(play, way)
            ways = [
                (None, end.result, after(facts, heft(end.facts)), self._then(way.met, end.met)) for end in found.ends
            ]
            return _part(way, waiting, ways, found.whole)[1]
        whole, values = self._distribution(throws)
        self._branched = self._branched or len(values) > 1
        facts = self._so_far(play, way)
        ways = [(None, value, times(facts, count), self._then(way.met, met)) for value, count, met in values]
        return _part(way, waiting, ways, whole)[1]

    # --- stages within stages -------------------------------------------------------------------------------------------

    def _scene(self, scene: Scene[Any], play: Foreplay, way: Way, waiting: list[Way]) -> tuple[Any, Any]:
        """A stage within a stage: its ends are the ways on from here."""
        found = self._outcomes(scene, self._same.of(play.state))
        facts = self._so_far(play, way)
        ways = [
            (end.state, end.result, after(facts, heft(end.facts)), self._then(way.met, end.met)) for end in found.ends
        ]
        return _part(way, waiting, ways, found.whole)

    def _outcomes(self, scene: Scene[Any], state: Any) -> Outcomes:
        """All that can come of a stage, worked out once; with the action that was asked about, all is said."""
        if scene.aftermath and not self._given:
            return Outcomes(1, (End(state, None, {NOTHING: 1}),))
        if self._asked_about(scene):
            found = self._played(scene, state)
            if not self._given:
                self._ahead = found
                raise _ActionEnds
            return found
        if self._special():
            return self._played(scene, state)
        number = self._number(scene, state)
        known = self._known.get(number)
        if known is None:
            here = Through([], {(number, ITS_OWN): (scene, state, [(1, 1, 0)])}) if scene.repeats else None
            known = self._known[number] = self._follow(here or self._onward(number, scene, state))
        return known

    def _asked_about(self, scene: Scene[Any]) -> bool:
        """Whether this is the action in which a forecast ends."""
        return scene.action and self.ends_with_action and (bool(self._given) or not self._branched)

    def _played(self, scene: Scene[Any], state: Any) -> Outcomes:
        """Play a stage that is like no other, because some of its dice have fallen; then whatever rounds follow."""
        script, args, kwargs = scene.script, scene.args, scene.kwargs
        found = self._play(lambda play: script(play, *args, **kwargs), state)
        if not scene.repeats:
            return found
        if len(found.ends) == 1 and type(found.ends[0].result) is Again:
            return self._played_on(scene, found.whole, found.ends[0])
        return self._follow(self._rounds_after(scene, found))

    def _played_on(self, scene: Scene[Any], whole: int, end: End) -> Outcomes:
        """The rounds after one of which is known how it ended."""
        found = self._outcomes(scene.again(end.result), end.state)
        before, ends = heft(end.facts), Gathering()
        for one in found.ends:
            met = both(end.met, one.met)
            ends.add(one.state, one.result, after(before, heft(one.facts)), whole * found.whole, met)
        return ends.outcomes()


class _Nowhere(msgspec.Struct, frozen=True):
    """The state of dice that know of none."""


_NOWHERE = _Nowhere()


async def _one(roll: Roll[Any]) -> Rolled[Any]:
    return await roll


def run_through(throws: Throws[Any]) -> Said:
    """All that a script of dice can say, run under every outcome."""
    ahead = Foresight(_NOWHERE, _never, _never, _never)
    ahead.meeting = Meeting()
    found = ahead.look(lambda _: throws.script(*throws.args, **throws.kwargs))
    said = [(end.result, sum(end.facts.values()), end.met) for end in found.ends]
    return Said(found.whole, said, ahead.meeting)


def _never(*_: object) -> Any:
    raise AssertionError("a script of dice neither tells nor asks")


FIRST_ROLL: Fact = (None, "first roll")


class _ActionEnds(Exception):  # noqa: N818  # a signal
    """The action that was asked about has been worked out; what comes after it does not matter."""


def _part(way: Way, waiting: list[Way], ways: Sequence[tuple[Any, Any, Heft, Met]], whole: int) -> tuple[Any, Any]:
    """Go the first of several ways and leave the others waiting."""
    for there, sent, facts, met in ways[1:]:
        waiting.append(Way([*way.fed, (there, sent)], way.trail.copy(), facts, way.whole * whole, met))
    there, sent, way.facts, way.met = ways[0]
    way.whole *= whole
    return there, sent

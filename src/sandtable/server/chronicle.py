"""A battle gone through once more, deed by deed: what was done, what came of it, what it was worth, when the score changed.

A deed begins with an act and lasts until the next one; in a rulebook that shows no acts, it is what followed one answer.
"""

import dataclasses
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from sandtable.play.acts import Act
from sandtable.play.aims import Tally
from sandtable.play.events import Event, Happening, Thrown
from sandtable.play.ruleset import Ruleset, no_act

from .http_types import ScoredView

Key = tuple[int | None, str]


@dataclasses.dataclass
class Deed:
    """Something done, from a beat on. `lead` is what seat 0 is ahead by once it is done, `before` what it was then."""

    begin: int
    beat: int
    turn: int
    act: Act | None
    before: Fraction
    lead: Fraction
    last: int = 0  # the beat at which it last changed what anybody is ahead by
    came: dict[Key, int | str] = dataclasses.field(default_factory=dict)
    line: str = ""  # of the beat that mattered most
    weight: Fraction = Fraction(0)

    @property
    def swing(self) -> Fraction:
        """What it was worth to seat 0."""
        return self.lead - self.before


class Chronicle:
    """Hears a battle from its beginning."""

    def __init__(
        self,
        ruleset: Ruleset[Any],
        initial: Any,
        look: Callable[[Any], Any],
        veil: Callable[[Happening], Happening],
    ) -> None:
        self.ruleset = ruleset
        self.deeds: list[Deed] = []
        self.scored: list[ScoredView] = []
        self._look, self._veil = look, veil
        self._true = initial
        self.state = look(initial)  # as it may be known
        self._begun = False  # whether the battle has begun: setting up counts for nothing
        self._worth: list[Fraction] = []
        self._lead = Fraction(0)
        self._tally = Tally((0, 0))
        self._thrown: dict[int, int] = {}  # the beats of the throws of this step

    def answered(self) -> None:
        """An answer is given: where acts are not shown, something new begins."""
        if self.ruleset.act is no_act:
            self._begin(None, -1, 0)

    def hear(self, beat: int, happening: Happening) -> None:
        """Something happened."""
        told = self._veil(happening)
        if isinstance(happening, Thrown):
            self._thrown[happening.number] = beat
        if isinstance(happening, Event) and (happening.sets or happening.figures):
            self._true = self.ruleset.apply(self._true, happening)
        before, self.state = self.state, self._look(self._true)
        if isinstance(told, Event):
            act = self.ruleset.act(self.state, told)
            if act is not None:
                rolls = told.rolls or told.shows.get("rolls", ())
                self._begin(act, beat, min([self._thrown[one] for one in rolls if one in self._thrown], default=beat))
        if not self._begun:
            self._begun = not self.ruleset.setting_up(self.state) and self.ruleset.turn(self.state) > 0
            self._worth = [self.ruleset.worth(self.state, unit) for unit in range(len(self.state.units))]
            self._tally = self.ruleset.tally(self.state)
            return
        self._note(beat, before, told)

    def _begin(self, act: Act | None, beat: int, begin: int) -> None:
        if self.deeds and self.deeds[-1].beat < 0:
            self.deeds.pop()  # nothing has happened since it began
        turn = self.ruleset.turn(self.state)
        self.deeds.append(Deed(begin, beat, turn, act, self._lead, self._lead))

    def _deed(self, beat: int) -> Deed:
        """What is being done."""
        if not self.deeds:
            self._begin(None, beat, beat)
        deed = self.deeds[-1]
        if deed.beat < 0:
            deed.beat = deed.begin = beat
        return deed

    def _note(self, beat: int, before: Any, told: Happening) -> None:
        deed = self._deed(beat)
        if isinstance(told, Event) and told.tells:
            for fact, value in self.ruleset.noted(told):
                _add(deed, fact, value)
        if before is self.state:
            return
        for one in self.ruleset.changes(before, self.state):
            _add(deed, (one.unit, one.what), one.value)
        changed = self._changed(before)
        if changed:
            self._lead += changed
            deed.lead, deed.last = self._lead, beat
            if abs(changed) > deed.weight:
                deed.weight, deed.line = abs(changed), self.ruleset.sentence(self.state, told).removeprefix("# ")
        tally = self.ruleset.tally(self.state)
        if tally.scores != self._tally.scores and self.ruleset.outcome(self.state) is None:
            self.scored.append(self._score(beat, before, told, tally))
        self._tally = tally

    def _changed(self, before: Any) -> Fraction:
        """What seat 0 has gained by what units have lost since."""
        state, found = self.state, Fraction(0)
        touched = {number for number, unit in enumerate(before.units) if unit is not state.units[number]}
        if before.figures is not state.figures:
            touched |= {now.unit for was, now in zip(before.figures, state.figures, strict=False) if was is not now}
        for number in sorted(touched):
            worth = self.ruleset.worth(state, number)
            if worth != self._worth[number] and not self.ruleset.got_away(state, number):
                lost = self._worth[number] - worth
                found += lost if state.units[number].side == 1 else -lost
                self._worth[number] = worth
        self._worth += [self.ruleset.worth(state, number) for number in range(len(self._worth), len(state.units))]
        return found

    # ---- the score

    def _score(self, beat: int, before: Any, told: Happening, tally: Tally) -> ScoredView:
        gains = [now - was for was, now in zip(self._tally.scores, tally.scores, strict=True)]
        seat = 0 if gains[0] > gains[1] else 1
        unit, text = self._for_what(before, told, tally)
        return ScoredView(
            beat=beat,
            turn=self.ruleset.turn(self.state),
            seat=seat,
            text=text,
            unit=unit,
            by=self._by_whom(seat, unit),
            scores=tally.scores,
        )

    def _for_what(self, before: Any, told: Happening, tally: Tally) -> tuple[int | None, str]:
        """What the score has changed for: a unit that is gone, something taken or lost, else as the log has it."""
        for number, unit in enumerate(before.units):
            if unit is not self.state.units[number] and self.ruleset.shown(before, number).in_play:
                shown = self.ruleset.shown(self.state, number)
                if not shown.in_play:
                    return number, f"{unit.name} {shown.standing}"
        own = told.unit if isinstance(told, Event) else None
        for one in self.ruleset.changes(before, self.state):
            result = self.ruleset.results.get(f"{one.what}: {one.value}") or self.ruleset.results.get(one.what)
            if result is not None and result.harm:
                return one.unit, f"{self.state.units[one.unit].name} {worded(result, one.value)}"
        for was, now in zip(self._tally.prizes, tally.prizes, strict=False):
            if was.title == now.title and was.holder != now.holder:
                whose = "is nobody's" if now.holder is None else f"taken by {self._names()[now.holder]}"
                return own, f"{now.title} {whose}"
        return own, self.ruleset.sentence(self.state, told).removeprefix("# ") or "points"

    def _names(self) -> Sequence[str]:
        names: Sequence[str] = getattr(self.state, "names", ("the first side", "the second side"))
        return names

    def _by_whom(self, seat: int, unit: int | None) -> int | None:
        """The unit that did it: who is acting, or acted last at the unit that is concerned, on the side that gains."""
        for deed in self.deeds[:-3:-1]:
            act = deed.act
            if act is None or act.actor is None or self.state.units[act.actor].side != seat:
                continue
            if deed is self.deeds[-1] or unit is None or unit in act.targets:
                return act.actor
        return None


def _add(deed: Deed, key: Key, value: int | str) -> None:
    known = deed.came.get(key, 0)
    deed.came[key] = known + value if isinstance(value, int) and isinstance(known, int) else value


def worded(result: Any, value: int | str) -> str:
    """What has come, in words."""
    many = isinstance(value, int) and value > 1 and result.many
    return str(result.many.format(value)) if many else str(result.one)

"""The meter of a battle: it hears what a spectator from above hears, and counts."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from sandtable.dice.expected import expected
from sandtable.dice.readings import Faces
from sandtable.dice.roll import Roll
from sandtable.dice.sources import Place as DicePlace
from sandtable.dice.sources import Source
from sandtable.geometry.units import INCH
from sandtable.play.decision import Decision
from sandtable.play.events import Event, Happening, Thrown
from sandtable.play.ruleset import Ruleset

from .measured import Battle, Place, Told, Unit

# Seconds that two people take at a table, roughly: for comparing lengths of battles, and nothing else.
PER_DECISION, PER_THROW, PER_MOVE = 6, 8, 10
LOUD = {"fire", "strike", "assault", "move", "arrive", "leave", "recover"}  # acts by which an activation was of use


class Watched:
    """Dice from wherever they come, with the fortune of those who throw them."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.fortune = [0.0, 0.0]
        self.throws = [0, 0]
        self.dice = [0, 0]

    def throw(self, place: DicePlace, roll: Roll[Any]) -> Faces | None:
        """The faces of a roll; what is thrown for both is nobody's fortune."""
        faces = self._source.throw(place, roll)
        if faces is not None and not roll.neutral and roll.seat in (0, 1):
            self.throws[roll.seat] += 1
            self.dice[roll.seat] += roll.dice
            fortune = expected(roll.reading, roll.dice, roll.sides).odds(roll.reading.read(faces)).fortune
            self.fortune[roll.seat] += float(fortune or 0)
        return faces


class Meter:
    """What a battle has come to so far. It follows the state event by event, so that it knows what each event changed."""

    def __init__(self, rules: Ruleset[Any], state: Any, *, every_event: bool = False) -> None:
        self._rules = rules
        self._state = state
        self._every_event = every_event
        self._worth = [rules.worth(state, number) for number in range(len(state.units))]
        self._had = [Fraction(0), Fraction(0)]
        for number, unit in enumerate(state.units):
            self._had[unit.side] += self._worth[number]
        self._left = self._had.copy()
        self._began = {number: _middle(state, number) for number in range(len(state.units))}
        self._gone: dict[int, int] = {}
        self._margin = Fraction(0)
        self._ahead = 0
        self._step = -1
        self._seat = 0
        self._used = False
        self._turn = rules.turn(state)
        self.decisions = 0
        self.activations, self.idle = [0, 0], [0, 0]
        self.first_blood: tuple[int, int] | None = None
        self.swing = Fraction(0)
        self.lead_changes = 0
        self.clauses: Counter[str] = Counter()
        self.deeds: Counter[str] = Counter()
        self.weapons: Counter[str] = Counter()
        self.places: list[Place] = []
        self.events: list[Told] = []

    def asked(self, step: int, decision: Decision[Any]) -> None:
        """A question is put: an activation is all the questions of a step that are about units."""
        self.decisions += 1
        if decision.unit is None or self._rules.setting_up(self._state):
            return
        if step != self._step:
            self._end_activation()
            self._step, self._seat, self._used = step, self._state.units[decision.unit].side, False

    def _end_activation(self) -> None:
        if self._step >= 0:
            self.activations[self._seat] += 1
            self.idle[self._seat] += not self._used

    def hear(self, news: Sequence[Happening]) -> None:
        """What came of an answer."""
        before = self._state
        for one in news:
            self.clauses.update(one.because)
            if isinstance(one, Event):
                self._follow(one)
            if self._every_event:
                self.events.append(self._told(one))
        if self._state.units is not before.units or self._state.figures is not before.figures:
            self._weigh(before)
        turn = self._rules.turn(self._state)
        if turn != self._turn:
            self._turn = turn
            self._stand()

    def _follow(self, event: Event) -> None:
        if event.sets or event.figures:
            before, self._state = self._state, self._rules.apply(self._state, event)
            if before.units is not self._state.units:
                self._fall(before)
        act = self._rules.act(self._state, event)
        if act is None:
            return
        self._used = self._used or (act.kind in LOUD and not act.quiet)
        self.deeds[f"{act.kind}: {act.says or event.verb}"] += 1
        if act.weapon:
            self.weapons[act.weapon] += 1

    def _fall(self, before: Any) -> None:
        """Whoever is no longer among the men of a unit that is still about, or was, fell where he stood."""
        after = self._state
        for number, (was, now) in enumerate(zip(before.units, after.units, strict=False)):
            if was is now or was.men == now.men or self._rules.got_away(after, number):
                continue
            there = set(now.men)
            for man in was.men:
                if man not in there and before.layout.on_table(man):
                    self.places.append(Place("fell", self._turn, was.side, *_inches(before.layout.point(man))))

    def _weigh(self, before: Any) -> None:
        """What the units that changed are worth now, and what that does to the margin."""
        after, changed = self._state, False
        for number in self._changed(before):
            worth = self._rules.worth(after, number)
            if number >= len(self._worth):  # it joined the battle
                self._worth.append(Fraction(0))
                self._had[after.units[number].side] += worth
                self._left[after.units[number].side] += worth
                self._began[number] = None
                self._worth[number] = worth
                continue
            if self._began[number] is None:
                self._began[number] = _middle(after, number)
            if worth != self._worth[number]:
                self._harmed(number, worth)
                changed = True
        if changed:
            self._tell_margin()

    def _changed(self, before: Any) -> Iterator[int]:
        """Units that are not what they were, or of whose figures that is so; those that are new come last."""
        after = self._state
        touched = {
            now.unit for was, now in zip(before.figures, after.figures, strict=False) if was is not now
        }  # figures know their unit
        for number, unit in enumerate(after.units):
            if number >= len(before.units) or unit is not before.units[number] or number in touched:
                yield number

    def _harmed(self, number: int, worth: Fraction) -> None:
        side = self._state.units[number].side
        self._left[side] += worth - self._worth[number]
        if worth < self._worth[number] and self.first_blood is None and not self._rules.got_away(self._state, number):
            self.first_blood = 1 - side, self._turn
        if not worth:
            self._gone[number] = self._turn
        self._worth[number] = worth

    def _tell_margin(self) -> None:
        ours, theirs = self.lost()
        margin = theirs - ours
        self.swing = max(self.swing, abs(margin - self._margin))
        self._margin = margin
        ahead = (margin > 0) - (margin < 0)
        if ahead and ahead != self._ahead:
            self.lead_changes += self._ahead != 0
            self._ahead = ahead

    def lost(self) -> tuple[Fraction, Fraction]:
        """The share of its points that each force has lost."""
        ours, theirs = (1 - left / had if had else Fraction(0) for left, had in zip(self._left, self._had, strict=True))
        return ours, theirs

    def _stand(self) -> None:
        """Where the units stand at the end of a turn."""
        for number, unit in enumerate(self._state.units):
            if (middle := _middle(self._state, number)) is not None:
                self.places.append(Place("stood", self._turn, unit.side, *middle))

    def _told(self, one: Happening) -> Told:
        place, line = len(self.events), self._rules.sentence(self._state, one)
        if isinstance(one, Thrown):
            return Told(place, self._turn, "thrown", None, one.seat, one.because, one.faces, line)
        side = None if one.unit is None else self._state.units[one.unit].side
        return Told(place, self._turn, one.verb, one.unit, side, one.because, (), line)

    def end(self, seed: int, winner: int | None, scores: tuple[int, int], dice: Watched, micros: int) -> Battle:
        """The whole battle, now that it is over."""
        self._end_activation()
        lost = self.lost()
        moves = sum(count for deed, count in self.deeds.items() if deed.startswith("move:"))
        seconds = self.decisions * PER_DECISION + sum(dice.throws) * PER_THROW + moves * PER_MOVE
        units = tuple(self._unit(number) for number in range(len(self._state.units)))
        return Battle(
            seed=seed,
            swapped=False,
            winner=winner,
            scores=scores,
            lost=(float(lost[0]), float(lost[1])),
            gone=(self._gone_of(units, 0), self._gone_of(units, 1)),
            turns=self._turn,
            decisions=self.decisions,
            activations=_pair(self.activations),
            idle=_pair(self.idle),
            throws=_pair(dice.throws),
            dice=_pair(dice.dice),
            fortune=(dice.fortune[0], dice.fortune[1]),
            first_blood=None if self.first_blood is None else self.first_blood[0],
            first_blood_turn=None if self.first_blood is None else self.first_blood[1],
            swing=float(self.swing),
            lead_changes=self.lead_changes,
            minutes=round(seconds / 60, 1),
            micros=micros,
            clauses=dict(sorted(self.clauses.items())),
            deeds=dict(sorted(self.deeds.items())),
            weapons=dict(sorted(self.weapons.items())),
            units=units,
            places=tuple(self.places),
            events=tuple(self.events),
        )

    @staticmethod
    def _gone_of(units: Sequence[Unit], side: int) -> int:
        return sum(unit.side == side and unit.fate == "gone" for unit in units)

    def _unit(self, number: int) -> Unit:
        state, rules = self._state, self._rules
        card = rules.card(state, number)
        away = rules.got_away(state, number)
        gone = not away and not self._worth[number]
        return Unit(
            number=number,
            side=state.units[number].side,
            name=state.units[number].name,
            troop=card.troop,
            points=card.points,
            left=float(self._worth[number]),
            fate="left the table" if away else "gone" if gone else "stands",
            gone_turn=self._gone.get(number) if gone else None,
            begins=self._began.get(number),
            ends=_middle(state, number),
        )


def _pair(numbers: Sequence[int]) -> tuple[int, int]:
    return numbers[0], numbers[1]


def _inches(point: tuple[int, int]) -> tuple[float, float]:
    return round(point[0] / INCH, 1), round(point[1] / INCH, 1)


def _middle(state: Any, number: int) -> tuple[float, float] | None:
    """The middle of those of a unit who stand on the table."""
    points = [state.layout.point(man) for man in state.units[number].men if state.layout.on_table(man)]
    if not points:
        return None
    return _inches((sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)))

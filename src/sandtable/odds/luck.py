"""The luck sheet of a battle: for each roll what was to be expected and what came, and what that adds up to for each side.

A battle is played again from its inputs. The rolls themselves come by, with their readings, so every chance is exact.
"""

from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, Literal, NamedTuple

import msgspec

from sandtable.dice.expected import Expected, Odds, expected
from sandtable.dice.readings import AtLeast, Bands, Faces
from sandtable.dice.roll import Roll
from sandtable.dice.sources import DiceError, Place, TypedIn, check_faces, unpacked
from sandtable.play.events import Happening, Thrown
from sandtable.play.game import Game, Input
from sandtable.play.refusal import refuse
from sandtable.play.ruleset import Ruleset

from .forecast import ASSUMES

MOST_KINDS = 12  # of values that are worth listing

Swing = Callable[[Game[Any], Roll[Any], Hashable], float | None]
"""What a value that came was worth, in points for whoever threw: what is to be expected of the action knowing it, less
what was to be expected before. The game is one's own and waits for this very throw; None where nobody can say."""

Swings = Mapping[int, float | None]  # what rolls were worth, by their beats


class LuckRoll(msgspec.Struct, frozen=True):
    """One roll. Chances and what was expected are exact fractions such as `5/36`; empty where there is no such thing.

    `beat` is its place in the battle. `seat` is None for rolls that are nobody's luck. `fortune` is the chance of
    something worse less the chance of something better, `swing` what it was worth in points; both for whoever threw.
    """

    beat: int
    turn: int
    seat: int | None
    why: str
    because: tuple[str, ...]
    dice: str
    sides: int
    faces: tuple[int, ...]
    needs: str
    came: str
    expected: str
    chance: str
    or_better: str
    or_worse: str
    fortune: float | None
    swing: float | None


class SideLuck(msgspec.Struct, frozen=True):
    """What the rolls of one side add up to.

    `counted` dice were thrown for successes: so many were `expected` and so many `came`. `score` is how many standard
    deviations that is from the mean, `fortune_score` the same of the fortune of all throws. `best` and `worst` are beats.
    """

    seat: int
    throws: int
    dice: int
    counted: int
    expected: str
    came: int
    score: float | None
    fortune: float
    fortune_score: float | None
    swing: float | None
    best: int | None
    worst: int | None


class Fell(msgspec.Struct, frozen=True):
    """How often something came, and how often it was to be expected."""

    what: str
    came: int
    expected: str


class NobodysLuck(msgspec.Struct, frozen=True):
    """Rolls of one kind that are nobody's: whose order die is drawn, whether another turn is played."""

    why: str
    throws: int
    fell: list[Fell]


class LuckSheet(msgspec.Struct, frozen=True):
    """The rolls of a battle in order, both sides, and apart from them what is nobody's luck.

    Swings are known only of battles that are over; `assumes` says who answers the questions that a roll leads to.
    """

    rolls: list[LuckRoll]
    sides: tuple[SideLuck, SideLuck]
    nobody: list[NobodysLuck]
    swings: Literal["none", "known"]
    assumes: str


class Judged(NamedTuple):
    """A roll as it fell, with what was to be expected of it."""

    roll: Roll[Any]
    faces: Faces
    value: Any
    beat: int
    turn: int
    expects: Expected
    odds: Odds
    game: Game[Any] | None = None  # one of its own that waits for this very throw, where it was asked for

    @property
    def seat(self) -> int | None:
        """Whose luck it was."""
        return None if self.roll.neutral else self.roll.seat

    @property
    def counts(self) -> bool:
        """Whether its dice were thrown for successes."""
        return isinstance(self.roll.reading, AtLeast | Bands)

    @property
    def fortune(self) -> Fraction:
        """How fortunate it was; 0 where nothing is better or worse than anything else."""
        return self.odds.fortune or Fraction(0)

    @property
    def unlikely(self) -> Fraction:
        """How likely something as good, or where it was bad, something as bad."""
        found = self.odds.or_better if self.fortune > 0 else self.odds.or_worse
        return Fraction(1) if found is None else found


class _Recorded:
    """Dice as they were recorded, and every roll that was asked for them."""

    def __init__(self, inputs: Sequence[Input], see: Callable[[Roll[Any], Faces], None]) -> None:
        self.left = list(inputs)[::-1]
        self._see = see

    def throw(self, place: Place, roll: Roll[Any]) -> Faces | None:
        """The next faces; None where the record ends."""
        if not self.left:
            return None
        given = self.left.pop()
        if not isinstance(given, bytes):
            raise refuse(f"step {place.step}: an answer is recorded where '{roll.why}' wants {roll.dice} dice")
        try:
            faces = check_faces(unpacked(given), roll.dice, roll.sides)
        except DiceError as error:
            raise refuse(f"step {place.step}: {error}") from error
        self._see(roll, faces)
        return faces


class Retelling:
    """A battle played again from its inputs, as many answers at a time as one likes, with every roll judged.

    With `stand`, each roll that is somebody's comes with a game that stands before it. `hear` is told everything that
    happens, with its beat.
    """

    def __init__(
        self,
        ruleset: Ruleset[Any],
        initial: Any,
        inputs: Sequence[Input],
        *,
        stand: bool = False,
        hear: Callable[[int, Happening], None] | None = None,
    ) -> None:
        self.rolls: list[Judged] = []
        self._hear = hear
        self._stand = stand
        self._dice = _Recorded(inputs, self._saw)
        self._game: Game[Any] = Game(ruleset, initial, self._dice)
        self._begun = False
        self._beats = 0
        self._seen: list[Judged] = []  # not yet told, so without their beats

    def go_on(self) -> bool:
        """Play to the first question, or one answer on; False when nothing is left."""
        pending = self._game.pending
        if self._begun and self._dice.left:
            if pending is None:
                raise refuse(f"the battle is over, but {len(self._dice.left)} inputs are left")
            given = self._dice.left.pop()
            if isinstance(given, bytes):
                raise refuse(f"dice {list(given)} are recorded where '{pending.prompt}' wants an answer")
            self._game.answer(given)
            self._game.pending  # noqa: B018  # play on to the next question
        self._begun = True
        self._tell()
        return bool(self._dice.left)

    def _saw(self, roll: Roll[Any], faces: Faces) -> None:
        """A roll was thrown; the table is still as it was before it."""
        game = self._game
        before = game.fork(TypedIn()) if self._stand and not roll.neutral else None
        self._seen.append(judge(roll, faces, 0, game.ruleset.turn(game.state))._replace(game=before))

    def _tell(self) -> None:
        """Count the beats, and say at which of them each roll was told."""
        seen = iter(self._seen)
        for happening in self._game.take():
            self._beats += 1
            if isinstance(happening, Thrown):
                self.rolls.append(next(seen)._replace(beat=self._beats))
            if self._hear is not None:
                self._hear(self._beats, happening)
        self._seen = []


def judge(roll: Roll[Any], faces: Faces, beat: int, turn: int) -> Judged:
    """What was to be expected of a roll that fell so."""
    value = roll.reading.read(faces)
    expects = expected(roll.reading, roll.dice, roll.sides)
    return Judged(roll, faces, value, beat, turn, expects, expects.odds(value))


def all_rolls(ruleset: Ruleset[Any], initial: Any, inputs: Sequence[Input], *, stand: bool = False) -> list[Judged]:
    """Every roll of a battle."""
    retelling = Retelling(ruleset, initial, inputs, stand=stand)
    while retelling.go_on():
        pass
    return retelling.rolls


def swing_of(one: Judged, swing: Swing) -> float | None:
    """What a roll was worth; None for those that are nobody's."""
    return None if one.game is None else swing(one.game, one.roll, one.value)


def sheet(rolls: Iterable[Judged], told: Container[int] | None = None, swings: Swings | None = None) -> LuckSheet:
    """The sheet of these rolls; with `told`, only of the beats that somebody was told of, and nothing but what they say."""
    open_ones = (one for one in rolls if not one.roll.secret)
    kept = [one for one in open_ones if told is None or one.beat in told]
    first, second = (_side(seat, [one for one in kept if one.seat == seat], swings) for seat in (0, 1))
    rows = [_row(one, None if swings is None else swings.get(one.beat)) for one in kept]
    if swings is None:
        return LuckSheet(rows, (first, second), _nobody(kept), "none", "")
    return LuckSheet(rows, (first, second), _nobody(kept), "known", ASSUMES)


def _row(one: Judged, swing: float | None) -> LuckRoll:
    roll, odds = one.roll, one.odds
    return LuckRoll(
        beat=one.beat,
        turn=one.turn,
        seat=one.seat,
        why=roll.why,
        because=tuple(dict.fromkeys(roll.because)),
        dice=f"{roll.dice}D{roll.sides}",
        sides=roll.sides,
        faces=one.faces,
        needs=roll.wanted,
        came=roll.reading.words(one.value, roll.dice),
        expected="" if one.expects.mean is None else str(one.expects.mean),
        chance=str(odds.exactly),
        or_better="" if one.seat is None or odds.or_better is None else str(odds.or_better),
        or_worse="" if one.seat is None or odds.or_worse is None else str(odds.or_worse),
        fortune=None if one.seat is None or odds.fortune is None else float(odds.fortune),
        swing=swing,
    )


def _side(seat: int, rolls: Sequence[Judged], swings: Swings | None) -> SideLuck:
    counting = [one for one in rolls if one.counts]
    mean = sum((one.expects.mean or Fraction(0) for one in counting), Fraction(0))
    came = sum(one.roll.reading.number(one.value) or 0 for one in counting)
    fortune = sum((one.fortune for one in rolls), Fraction(0))
    return SideLuck(
        seat=seat,
        throws=len(rolls),
        dice=sum(one.roll.dice for one in rolls),
        counted=sum(one.roll.dice for one in counting),
        expected=str(mean),
        came=came,
        score=_score(came - mean, (one.expects.variance for one in counting)),
        fortune=float(fortune),
        fortune_score=_score(fortune, (one.expects.variance_of_fortune for one in rolls)),
        swing=None if swings is None else sum(swings.get(one.beat) or 0.0 for one in rolls),
        best=_best(rolls, swings),
        worst=_worst(rolls, swings),
    )


def _score(deviation: Fraction, variances: Iterable[Fraction | None]) -> float | None:
    """So many standard deviations; the only root, and only for saying."""
    variance = sum((one for one in variances if one is not None), Fraction(0))
    return float(deviation) / sqrt(variance) if variance else None


def _best(rolls: Sequence[Judged], swings: Swings | None) -> int | None:
    """The beat of the roll that gained most, or where that is not known, the unlikeliest good one; the first of equals."""
    if swings is not None:
        gained = [one.beat for one in rolls if (swings.get(one.beat) or 0.0) > 0]
        return max(gained, key=lambda beat: swings.get(beat) or 0.0, default=None)
    good = [one for one in rolls if one.fortune > 0]
    return min(good, key=lambda one: one.unlikely).beat if good else None


def _worst(rolls: Sequence[Judged], swings: Swings | None) -> int | None:
    """The beat of the roll that lost most, or the unlikeliest bad one."""
    if swings is not None:
        lost = [one.beat for one in rolls if (swings.get(one.beat) or 0.0) < 0]
        return min(lost, key=lambda beat: swings.get(beat) or 0.0, default=None)
    bad = [one for one in rolls if one.fortune < 0]
    return min(bad, key=lambda one: one.unlikely).beat if bad else None


def _nobody(rolls: Iterable[Judged]) -> list[NobodysLuck]:
    """Neutral rolls by what they were for. A kind with many different values is only counted."""
    kinds: dict[str, list[Judged]] = {}
    for one in rolls:
        if one.seat is None:
            kinds.setdefault(one.roll.why, []).append(one)
    return [NobodysLuck(why, len(found), _fell(found)) for why, found in kinds.items()]


def _fell(rolls: Sequence[Judged]) -> list[Fell]:
    came: dict[str, int] = {}
    mean: dict[str, Fraction] = {}
    for one in rolls:
        reading, dice = one.roll.reading, one.roll.dice
        for value, chance in one.expects.chances():
            what = reading.words(value, dice)
            mean[what] = mean.get(what, Fraction(0)) + chance
            came[what] = came.get(what, 0) + (value == one.value)
            if len(mean) > MOST_KINDS:
                return []
    return [Fell(what, came[what], str(expects)) for what, expects in mean.items()]

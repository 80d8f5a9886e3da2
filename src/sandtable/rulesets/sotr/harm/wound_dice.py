"""Wound dice (1.6.2.8 Table 2): what hits say of those they strike. Plain numbers in, rolls out."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from sandtable.dice.readings import Bands, Faces
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.sotr.basics.alike import Alike
from sandtable.rulesets.sotr.basics.charts import wound_bands
from sandtable.rulesets.sotr.basics.words import wounded, wounded_each
from sandtable.rulesets.sotr.sheet import Columns, Wound

FLESH, DOWN, GONER, TANK = 0, 1, 2, 3  # what a die says; TANK is a GONER whose fuel tanks go up
SIDES = 6


class Wounding(NamedTuple):
    """How hits wound: what is added to the die, by how many columns armour is shifted down, and what else there is to it."""

    why: str
    plus: int = 0
    shift: int = 0
    burns: bool = False  # models it puts DOWN are on fire
    ranged: bool = True  # shooting: a second DOWN is a GONER, and fuel tanks may go up
    goner: bool = False  # no roll is made: whoever is hit is a GONER
    pen: int = 0  # against armour, where a machine is hit


Pool = tuple[tuple[Wounding, int], ...]  # hits by how they wound, on nobody in particular


class Tally(NamedTuple):
    """What wound dice came to: DOWN results, GONER results, and sixes among these."""

    downs: int = 0
    goners: int = 0
    sixes: int = 0


@rule("sotr.wound.excess-lost")
def shared_out(tally: Tally, able: int) -> Tally:
    """How many of so many models are GONERs, and how many others DOWN: what is left over is lost."""
    gone = min(tally.goners, able)
    return Tally(min(tally.downs, able - gone), gone, min(tally.sixes, able))


@rule("sotr.weapon.high-powered")
def column(columns: Columns, how: Wounding) -> Wound:
    """The column after a shift: heavy counts as light, light as none, none stays none."""
    return columns[min(how.shift, len(columns) - 1)]


class PerDie(msgspec.Struct, frozen=True):
    """What every die says, where each is for another model: by the lowest faces that are DOWN and GONER."""

    down: int
    goner: int
    kinds: tuple[int, ...] = ()  # of the models, where it is all one which of those of a kind suffers what

    def succeed(self, sides: int) -> int:
        """How many faces of a die do anything."""
        return max(0, sides + 1 - max(1, self.down))

    def read(self, faces: Faces) -> tuple[int, ...]:
        """Die by die."""
        said = tuple((face >= self.down) + (face >= self.goner) for face in faces)
        return _of_kinds(said, self.kinds) if self.kinds else said

    def weights(self, dice: int, sides: int) -> Mapping[tuple[int, ...], int]:
        """Every way in which the dice can fall."""
        return _ways(self.down, self.goner, dice, sides, self.kinds)

    def number(self, value: tuple[int, ...]) -> int:
        """Those who are not fit any more."""
        return sum(one > FLESH for one in value)

    def place(self, value: tuple[int, ...]) -> tuple[int, ...]:
        """More casualties are better for whoever throws; among as many, more GONERs."""
        return sum(one > FLESH for one in value), sum(one == GONER for one in value)

    def words(self, value: tuple[int, ...], dice: int) -> str:  # noqa: ARG002  # there is a word for each
        """`down, flesh wound`."""
        return ", ".join(("flesh wound", "down", "goner")[one] for one in value)


def _of_kinds(said: tuple[int, ...], kinds: tuple[int, ...]) -> tuple[int, ...]:
    return Alike(said, tuple(sorted(zip(kinds, said, strict=True))))


@lru_cache(maxsize=256)
def _ways(down: int, goner: int, dice: int, sides: int, kinds: tuple[int, ...]) -> Mapping[tuple[int, ...], int]:
    each = {GONER: sides - goner + 1, DOWN: goner - down, FLESH: down - 1}
    ways: dict[tuple[int, ...], int] = {(): 1}
    for _ in range(dice):
        ways = {
            (*before, said): weight * count
            for before, weight in ways.items()
            for said, count in each.items()
            if count > 0
        }
    if not kinds:
        return ways
    merged: dict[tuple[int, ...], int] = {}
    for said, weight in ways.items():
        one = _of_kinds(said, kinds)
        merged[one] = merged.get(one, 0) + weight
    return merged


class WorstOf(msgspec.Struct, frozen=True):
    """How many dice fall into each of several bands, where no more matters than the worst of them: the last band."""

    bands: tuple[tuple[int, int], ...]

    def succeed(self, sides: int) -> int:
        """How many faces of a die lie in any band."""
        return Bands(self.bands).succeed(sides)

    def read(self, faces: Faces) -> tuple[int, ...]:
        """Count each band."""
        counts = Bands(self.bands).read(faces)
        return Alike(counts, worst(counts))

    def weights(self, dice: int, sides: int) -> Mapping[tuple[int, ...], int]:
        """One for each worst result."""
        found: dict[tuple[int, ...], int] = {}
        for counts, weight in Bands(self.bands).weights(dice, sides).items():
            one = Alike(counts, worst(counts))
            found[one] = found.get(one, 0) + weight
        return found

    def number(self, value: tuple[int, ...]) -> int:
        """Whether the model is not fit any more."""
        return int(worst(value) > FLESH)

    def place(self, value: tuple[int, ...]) -> tuple[int, ...]:
        """What is worse is better for whoever throws."""
        return (worst(value),)

    def words(self, value: tuple[int, ...], dice: int) -> str:
        """As of bands."""
        return Bands(self.bands).words(value, dice)


def _needs(down: int, goner: int) -> str:
    low = f"down on {down}" if goner - down == 1 else f"down on {down}-{goner - 1}"
    return f"{low}, GONER on {goner}+" if goner > down else f"GONER on {goner}+"


@rule("sotr.wound.roll", "sotr.wound.formula")
def wound_roll(
    dice: int,
    columns: Columns,
    how: Wounding,
    why: str,
    because: tuple[str, ...],
    seat: int,
    *,
    tanks: bool = False,
    single: bool = False,
) -> Roll[tuple[int, ...]]:
    """The dice for so many hits on one armour column, read as (DOWN results, GONER results).

    Where fuel tanks may be hit, natural sixes are counted apart, in a third number. A `single` model suffers the worst.
    """
    row = column(columns, how)
    down, goner = wound_bands(row, how.plus)
    bands = ((down, goner - 1), (goner, SIDES - 1), (SIDES, SIDES)) if tanks else ((down, goner - 1), (goner, SIDES))
    cited = ("sotr.wound.roll", row.clause, *because)
    reading = WorstOf(bands) if single else Bands(bands)
    return Roll(
        dice, SIDES, reading, why=why, because=cited, seat=seat, needs=_needs(down, goner), say=wounded, step="wounds"
    )


def single_wounds_roll(
    kinds: tuple[int, ...], columns: Columns, how: Wounding, why: str, because: tuple[str, ...], seat: int
) -> Roll[tuple[int, ...]]:
    """One die for each of several models, of these kinds, read die by die."""
    row = column(columns, how)
    down, goner = wound_bands(row, how.plus)
    cited = ("sotr.wound.roll", row.clause, *because)
    reading = PerDie(down, goner, kinds)
    needs = _needs(down, goner)
    return Roll(
        len(kinds), SIDES, reading, why=why, because=cited, seat=seat, needs=needs, say=wounded_each, step="wounds"
    )


async def roll_pool(
    pool: Pool, columns: Columns, most: int, able: int, *, tanks: bool, why: str, because: tuple[str, ...], seat: int
) -> Tally:
    """All wound dice of hits on nobody in particular: as many DOWN and GONER results as so many models can suffer.

    `most` is how many dice there may be in all.
    """
    downs = goners = sixes = 0
    for how, hits in pool:
        dice = min(hits, most)
        most -= dice
        if how.goner:
            goners += dice
        elif dice:
            aim = f"{why}: {how.why}" if how.why else why
            rolled = await wound_roll(dice, columns, how, aim, because, seat, tanks=tanks and how.ranged)
            downs += rolled.value[0]
            goners += sum(rolled.value[1:])
            sixes += sum(rolled.value[2:])
    return shared_out(Tally(downs, goners, sixes), able)


@rule("sotr.alloc.worst-result", "sotr.alloc.ex-sarge")
def worst(counts: tuple[int, ...]) -> int:
    """The worst of a model's results: any GONER is one, else one or more DOWN are one."""
    return max((place for place, count in enumerate(counts, DOWN) if count), default=FLESH)

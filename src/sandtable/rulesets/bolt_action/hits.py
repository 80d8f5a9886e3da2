"""Hit modifiers: what a shot needs to hit, and rolling for it."""

from functools import lru_cache
from typing import NamedTuple

import msgspec

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Always, Modifier, Needed, Never, Score, Target, Twice, total

from .battlefield import BUNKER, HARD, SOFT
from .options import Options, share_of
from .words import HITS

BASE = 3


class Shot(msgspec.Struct, frozen=True):
    """Everything that decides what one shot needs to hit."""

    distance: int
    reach: int
    pins: int = 0
    inexperienced: bool = False
    moving: bool = False
    assault_weapon: bool = False
    steady: bool = False  # rifles that take no penalty on the move, by a national rule
    down: bool = False
    small: bool = False
    cover: int = 0
    short_of_crew: bool = False
    hidden: bool = False
    scoped: bool = False
    flame: bool = False


def is_long(distance: int, reach: int, options: Options) -> bool:
    """Whether a distance is long range for a weapon."""
    return distance > share_of(options.long_range_fraction, reach)


@rule("ba.gap.range-bands")
def _range_modifiers(shot: Shot, options: Options) -> list[Modifier]:
    found = []
    if shot.distance <= inches(options.point_blank_inches):
        found.append(Modifier(1, "point blank", "ba.hit.point-blank"))
    if not (shot.flame or shot.scoped) and is_long(shot.distance, shot.reach, options):
        found.append(Modifier(-1, "long range", "ba.hit.long-range"))
    return found


def _shooter_modifiers(shot: Shot) -> list[Modifier]:
    found = []
    if shot.pins:
        found.append(Modifier(-shot.pins, "for pins", "ba.hit.pins"))
    if shot.inexperienced:
        found.append(Modifier(-1, "inexperienced", "ba.hit.inexperienced"))
    if shot.moving and not shot.assault_weapon and not shot.steady:
        found.append(Modifier(-1, "on the move", "ba.hit.moving"))
    if shot.short_of_crew:
        found.append(Modifier(-1, "short of crew", "ba.gap.weapon-team"))
    if shot.scoped:
        found.append(Modifier(1, "sniper's scope", "ba.gap.sniper"))
    return found


@rule("ba.hit.cover-exclusive")
def cover_modifier(cover: int) -> Modifier | None:
    """The one cover modifier that applies: the best cover only."""
    if cover == SOFT:
        return Modifier(-1, "soft cover", "ba.hit.soft-cover")
    if cover == HARD:
        return Modifier(-2, "hard cover", "ba.hit.hard-cover")
    if cover == BUNKER:
        return Modifier(-3, "bunker", "ba.gap.cover-types")
    return None


def _target_modifiers(shot: Shot, options: Options) -> list[Modifier]:
    found = []
    if shot.hidden:
        found.append(Modifier(-1, "hidden", "ba.gap.hidden-setup"))
    if shot.flame or shot.scoped:
        return found
    if shot.down and options.down_to_hit:
        found.append(Modifier(options.down_to_hit, "target is Down", "ba.hit.down"))
    if shot.small:
        found.append(Modifier(-1, "small unit", "ba.hit.small"))
    cover = cover_modifier(shot.cover)
    if cover is not None:
        found.append(cover)
    return found


@lru_cache(maxsize=1 << 14)
def to_hit(shot: Shot, options: Options) -> Target:
    """What a shot needs to hit, and why."""
    modifiers = _range_modifiers(shot, options) + _shooter_modifiers(shot) + _target_modifiers(shot, options)
    return Target(needed_to_hit(BASE - total(modifiers), options), tuple(modifiers))


@rule("ba.hit.base", "ba.gap.impossible-shots", "ba.gap.natural-one")
def needed_to_hit(score: int, options: Options) -> Needed:
    """What a score means: beyond 6 a six and another six, and a 1 never hits unless the table says so."""
    if score > 6:
        return Twice(6, 6)
    if options.natural_one_fails:
        return Score(max(2, score))
    return Score(score) if score > 1 else Always()


class Hits(NamedTuple):
    """How many shots hit, and the throws that said so."""

    scored: int
    rolls: tuple[int, ...]


async def roll_to_hit(shots: int, target: Target, why: str, *, seat: int, because: tuple[str, ...] = ()) -> Hits:
    """Roll one die a shot; an impossible shot rolls its sixes again."""
    clauses = ("ba.shoot.to-hit", "ba.hit.base", *because, *(modifier.clause for modifier in target.modifiers))
    needed = target.needed
    if shots == 0 or isinstance(needed, Never):
        return Hits(0, ())
    if isinstance(needed, Always):
        return Hits(shots, ())
    first = await Roll(
        shots,
        6,
        AtLeast(needed.least),
        why=f"{why}: to hit",
        because=clauses,
        seat=seat,
        needs=target.explain(),
        say=HITS,
    )
    if isinstance(needed, Score):
        return Hits(first.value, (first.number,))
    second = await Roll(
        first.value,
        6,
        AtLeast(needed.then),
        why=f"{why}: each six again",
        because=("ba.gap.impossible-shots",),
        seat=seat,
        needs=f"{needed.then}+",
        say=HITS,
    )
    return Hits(second.value, (first.number, second.number))

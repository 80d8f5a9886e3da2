"""Hit modifiers: what a shot needs to hit, and rolling for it."""

from functools import lru_cache
from typing import NamedTuple

import msgspec

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Always, Modifier, Needed, Never, Score, Target, Twice, felt, total
from sandtable.rulesets.bolt_action.basics.battlefield import BUNKER, HARD, SOFT
from sandtable.rulesets.bolt_action.basics.words import HITS
from sandtable.rulesets.bolt_action.options import Options, share_of


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


@rule("ba.gap.flamethrower", "ba.gap.sniper")
def _sure(shot: Shot, options: Options) -> bool:
    """A shot that neither long range nor anything about its target makes harder: of flame, by the switch a sniper's."""
    return shot.flame or (shot.scoped and options.scope_overcomes)


@rule("ba.gap.range-bands")
def _range_modifiers(shot: Shot, options: Options) -> list[Modifier]:
    found, hit = [], options.tables.hit
    if shot.distance <= inches(options.point_blank_inches):
        found.append(hit.point_blank.because("point blank"))
    if not _sure(shot, options) and is_long(shot.distance, shot.reach, options):
        found.append(hit.long_range.because("long range"))
    return found


def _shooter_modifiers(shot: Shot, options: Options) -> list[Modifier]:
    found, hit = [], options.tables.hit
    if shot.pins:
        found.append(hit.pins.for_each(shot.pins, "for pins"))
    if shot.inexperienced:
        found.append(hit.inexperienced.because("inexperienced"))
    if shot.moving and not shot.assault_weapon and not shot.steady:
        found.append(hit.moving.because("on the move"))
    if shot.short_of_crew:
        found.append(hit.short_of_crew.because("short of crew"))
    if shot.scoped:
        found.append(hit.scope.because("sniper's scope"))
    return found


@rule("ba.hit.cover-exclusive")
def cover_modifier(cover: int, options: Options) -> Modifier | None:
    """The one cover modifier that applies: the best cover only."""
    hit = options.tables.hit
    if cover == SOFT:
        return hit.soft_cover.because("soft cover")
    if cover == HARD:
        return hit.hard_cover.because("hard cover")
    if cover == BUNKER:
        return hit.bunker.because("bunker")
    return None


def _target_modifiers(shot: Shot, options: Options) -> list[Modifier]:
    found, hit = [], options.tables.hit
    if shot.hidden:
        found.append(hit.hidden.because("hidden"))
    if _sure(shot, options):
        return found
    if shot.down:
        found.append(hit.down.because("target is Down"))
    if shot.small:
        found.append(hit.small.because("small unit"))
    cover = cover_modifier(shot.cover, options)
    if cover is not None:
        found.append(cover)
    return found


@lru_cache(maxsize=1 << 14)
def to_hit(shot: Shot, options: Options) -> Target:
    """What a shot needs to hit, and why."""
    modifiers = felt(
        _range_modifiers(shot, options) + _shooter_modifiers(shot, options) + _target_modifiers(shot, options)
    )
    return Target(needed_to_hit(options.tables.hit.base.needs - total(modifiers), options), tuple(modifiers))


@rule("ba.hit.base", "ba.gap.impossible-shots", "ba.gap.natural-one")
def needed_to_hit(score: int, options: Options) -> Needed:
    """What a score means: beyond 6 a six and another six; by the switch a 1 never hits."""
    if score > 6:
        return Twice(6, 6)
    if options.natural_one_fails:
        return Score(max(2, score))
    return Score(score) if score > 1 else Always()


class Hits(NamedTuple):
    """How many shots hit, and the throws that said so."""

    scored: int
    rolls: tuple[int, ...]


async def roll_to_hit(
    shots: int, target: Target, why: str, *, what: str, seat: int, because: tuple[str, ...] = ()
) -> Hits:
    """Roll one die a shot of `what` fires; an impossible shot rolls its sixes again."""
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
        step=f"to hit ({what})",
        modifiers=target.modifiers,
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
        step=f"to hit, each six again ({what})",
    )
    return Hits(second.value, (first.number, second.number))

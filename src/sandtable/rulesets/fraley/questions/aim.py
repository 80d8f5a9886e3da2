"""What is fired: weapons with their counts, the number that each needs, and how many dice it throws."""

from typing import Annotated, NamedTuple

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.questions import Unfit, field
from sandtable.play.modifier import Modifier
from sandtable.rulesets.fraley.allocation import CLOSE
from sandtable.rulesets.fraley.charts import LONG, Weapon, weapons
from sandtable.rulesets.fraley.fire_modes import REACTION, Mode
from sandtable.rulesets.fraley.hit_dice import to_hit_roll
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import to_hit_of
from sandtable.rulesets.fraley.to_hit import (
    LONG_RANGE,
    MOVING,
    after_moving,
    is_hopeless,
    least_face,
    moves_in_the_open,
    of_the_occasion,
    of_the_target,
    spoils_saves,
)

from .fields import Inches, TargetRan, TargetTraining, count_of


class Firing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Fire of a Unit, whatever it is fired at."""

    training: TargetTraining = "veteran"
    distance: Inches = 12
    occasion: Annotated[
        Mode,
        field(
            "Fired as",
            "fire: Fire, or Fire and Move; moved: Move and Fire; suppressive: by who stays behind in an Assault",
        ),
    ] = "fire"
    directed: Annotated[
        bool, field("Directed", "a leader has the misses of one Team with the first weapon rolled again")
    ] = False
    went: Annotated[bool, field("Target moved", "in its last activation: counts only where the table plays it so")] = (
        False
    )
    ran: TargetRan = False


class Laid(NamedTuple):
    """One weapon, or several alike that roll together: what a die needs and why, how many dice, how near."""

    weapon: Weapon
    guns: int
    needed: int
    dice: int
    near: bool
    mods: tuple[Modifier, ...]
    directed: bool = False

    @property
    def harsh(self) -> bool:
        """Whether passed Saves are rolled again because 1 or less was needed."""
        return spoils_saves(self.needed)


def common_modifiers(given: Firing, options: Options, *, hidden: bool, down: bool = False) -> tuple[Modifier, ...]:
    """The modifiers of all who fire; Long Range comes weapon by weapon."""
    if given.occasion == "reaction" and inches(given.distance) > REACTION:
        raise Unfit("distance", "Reaction Fire is at Units that move within 18 inches [fraley.reaction.trigger]")
    if given.directed and given.occasion == "aimed":
        raise Unfit("directed", "Aimed Fire rolls all misses again already [fraley.leader.direct-fire-aimed]")
    found = of_the_target(options, hidden=hidden, down=down)
    found += after_moving(options) if given.occasion == "moved" else ()
    found += of_the_occasion(options, given.occasion)
    if not hidden and moves_in_the_open(options, given.occasion, went=given.went):
        found.append(MOVING)
    return tuple(found)


def laid(given: Firing, name: str, guns: int, common: tuple[Modifier, ...]) -> Laid:
    """A weapon of some Teams at its distance: half its Fire Points and +1 beyond its range, none beyond twice that."""
    row, gap = weapons()[name], inches(given.distance)
    far = gap > row.range
    mods = (*common, LONG_RANGE) if far else common
    needed = to_hit_of(given.training) + sum(modifier.value for modifier in mods)
    each = 0 if gap > row.range * LONG else row.fp // 2 if far else row.fp
    return Laid(row, guns, needed, each, gap <= CLOSE, mods)


def single(one: Laid, *, directed: bool) -> list[Laid]:
    """Weapons that do not roll together: AT weapons, and the one whose fire is directed."""
    if one.weapon.at:
        return [one._replace(guns=1, directed=directed and place == 0) for place in range(one.guns)]
    if not directed:
        return [one]
    rest = [one._replace(guns=one.guns - 1)] if one.guns > 1 else []
    return [*rest, one._replace(guns=1, directed=True)]


def needed_of(first: Laid) -> str:
    """What a die of the first weapon needs, in words."""
    if not first.dice:
        return "impossible (out of range, or no dice at Long Range)"
    if is_hopeless(first.needed):
        return f"{first.needed}+, impossible"
    more = ", passed Saves are rolled again" if first.harsh else ""
    return f"{least_face(first.needed)}+ to hit{more}"


async def hits_of(one: Laid, dice: int, *, aimed: bool) -> int:
    """The hits of so many dice; misses are rolled again for Aimed Fire, or by a leader's direction."""
    if not dice or is_hopeless(one.needed):
        return 0
    clauses = tuple(modifier.clause for modifier in one.mods)
    clauses = (*clauses, "fraley.at.separate-dice") if one.weapon.at else clauses
    title = count_of(one.guns, one.weapon.title)
    hit = (await to_hit_roll(one.needed, dice, title, 0, *clauses)).value
    if hit == dice or not (aimed or one.directed):
        return hit
    again, clause = (", aimed", "fraley.action.aimed-fire") if aimed else (", directed", "fraley.leader.direct-fire")
    return hit + (await to_hit_roll(one.needed, dice - hit, f"{title}{again}", 0, *clauses, clause)).value

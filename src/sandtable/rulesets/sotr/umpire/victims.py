"""Men under fire: the unit that a question speaks of, and what fire does to it."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from sandtable.mechanics.questions import Found, field
from sandtable.play.shown import Fact
from sandtable.rulesets.sotr.basics.sight import LIGHT
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle

from .bare import FATE, Party, Read, battle, card_of, fate, men_of, platoon
from .fields import ARMOUR, COVER, Men, Platoon, TargetArmour

US, THEM = 0, 1  # who fires, and who is under fire
FIRE_AND_FATE = FATE | {"hits"}  # what is noted for what fire has done


class Shaken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit of men or monsters whose nerve is tried."""

    cool: Annotated[
        int, field("Cool", "the target's own: Green 6, Veteran 7, Elite 8", role="target", fact="cool", ge=0, le=12)
    ] = 7
    officer: Annotated[
        int,
        field("Officer's Cool", "of its Officer on his feet; 0 for none", role="target", fact="officer", ge=0, le=12),
    ] = 0
    platoon: Platoon = 0
    disorganized: Annotated[
        bool, field("Disorganized", "the target is already", role="target", fact="disorganized")
    ] = False
    fleeing: Annotated[bool, field("Fleeing", "the target is already", role="target", fact="fleeing")] = False
    mindless: Annotated[bool, field("Mindless", "takes no tests at all", role="target", fact="mindless")] = False


class Victims(Shaken, frozen=True, kw_only=True):
    """The same under fire that wounds."""

    men: Men = 8
    armour: TargetArmour = "unarmored"
    frenzied: Annotated[bool, field("Frenzied", "losses to fire do not shake it", role="target", fact="frenzied")] = (
        False
    )


def described(given: Shaken, men: int, each: Mapping[str, Any] | None = None, **fields: Any) -> Party:
    """The unit under fire, its Officer the first of so many; `each` is what all of them are, `fields` what the unit is.

    How well it is covered, the form says by the level, or only whether most of it is.
    """
    covered = LIGHT if getattr(given, "covered", False) else COVER[getattr(given, "cover", "none")]
    card = card_of(
        cool=given.cool,
        armour=ARMOUR[getattr(given, "armour", "unarmored")],
        traits=("mindless",) if given.mindless else (),
    )
    soldiers = men_of(men, given.officer or None, frenzied=getattr(given, "frenzied", False), **(each or {}))
    fields = {"disorganized": given.disorganized, "fleeing": given.fleeing, **fields}
    return Party("the target", card, soldiers, cover=covered, fields=fields)


def scene(given: Shaken, options: Options, by: Party, target: Party, **fields: Any) -> Battle:
    """Those who fire and those who are under fire, whose Platoon Officer may be near."""
    return battle(options, by, target, *platoon(given.platoon or None, THEM), **fields)


def hits_and_fate(before: Battle) -> Read:
    """What fire has done to the second unit."""

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        return {"hits": noted.get((THEM, "hits"), 0), **fate(before, after, noted, THEM)}

    return read


def fate_of(before: Battle) -> Read:
    """The same where nobody counts hits."""
    return lambda after, _result, noted: fate(before, after, noted, THEM)

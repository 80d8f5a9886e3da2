"""Men under fire: what losses do to the nerve of a unit."""

from collections.abc import Sequence
from typing import Annotated

import msgspec

from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Found, field
from sandtable.rulesets.sotr.cool import PASSED, Cool, cool_roll
from sandtable.rulesets.sotr.wound_dice import Wounding, wound_roll

from .fields import ARMOUR, Men, Platoon, TargetArmour, models_of

NOT_TESTED = "not tested"


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

    @property
    def sheltered(self) -> bool:
        """Whether most of it is in cover from whoever fires, so that it does not run if it breaks."""
        return bool(getattr(self, "covered", getattr(self, "cover", "none") != "none"))


def nerve(  # whose Cool may be used, and what is added to it
    cool: int, officer: int, platoon: int, *, shaken: bool, modifiers: Sequence[Modifier] = (), dice: int = 0
) -> Cool:
    """The Cool of a unit that is only described: the best of its own, its Officer's and a Platoon Officer's."""
    found = [(cool, "the unit"), (0 if shaken else officer, "its Officer"), (platoon, "a Platoon Officer")]
    return Cool(*max(found, key=lambda one: one[0]), tuple(modifiers), dice)


def nerve_of(given: Shaken, modifiers: Sequence[Modifier] = (), dice: int = 0) -> Cool:
    """The Cool of a target."""
    shaken = given.disorganized or given.fleeing
    return nerve(given.cool, given.officer, given.platoon, shaken=shaken, modifiers=modifiers, dice=dice)


async def is_passed(on: Cool, why: str, *because: str) -> bool:
    """Whether a Cool test is passed."""
    return (await cool_roll(on.needed, why, ("sotr.cool.test", *because), seat=0)).value == PASSED


def broken(given: Victims, *, passed: bool) -> Found:
    """What a test leaves of a unit's order: failed in cover it is Disorganized, failed in the open it runs."""
    flees = given.fleeing or (not passed and not given.sheltered)
    return {"disorganized": given.disorganized or not passed, "fleeing": flees}


async def after_losses(given: Victims, goners: int, down: int) -> Found:
    """The break test of a unit that has lost GONERs to fire, if anybody is left on his feet to take it."""
    if not goners or given.mindless or given.frenzied or goners + down >= given.men:
        return {"break_test": NOT_TESTED, **broken(given, passed=True)}
    passed = await is_passed(nerve_of(given), "The target: losses to fire", "sotr.break.trigger")
    return {"break_test": "passed" if passed else "failed", **broken(given, passed=passed)}


async def wounds_of(  # how many take a die of which kind
    dice: int, armour: str, how: Wounding, because: tuple[str, ...], of: str = "the target"
) -> tuple[int, int]:
    """One wound die for each of some models: how many are GONERs, and how many DOWN."""
    if not dice:
        return 0, 0
    why = f"Wounds of {of}, {models_of(dice)}"
    down, goners = (await wound_roll(dice, ARMOUR[armour], how, why, because, seat=0)).value
    return goners, down

"""Men under fire: what hits of any kind do to a unit of infantry or to a gun's crew."""

from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Found, field
from sandtable.rulesets.bolt_action.casualties import must_check
from sandtable.rulesets.bolt_action.morale import PASS, quality_morale, two_dice
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.pins import breaks

from .fields import Men, Quality, men_of
from .morale import Nerve, nerve_modifiers


class Victims(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Infantry or artillery under fire."""

    target_quality: Annotated[Quality, field("Quality", "the target's quality", role="target", fact="quality")] = (
        "regular"
    )
    target_men: Men = 10
    target_pins: Annotated[
        int, field("Pins", "pins the target already has", role="target", fact="pins", ge=0, le=12)
    ] = 0
    target_down: Annotated[bool, field("Down", "the target is Down", role="target", fact="down")] = False
    gun_shield: Annotated[
        bool,
        field("Gun shield", "the target is a crew behind its gun shield", role="target", fact="gun_shield"),
    ] = False
    target_gun: Annotated[
        bool, field("A gun", "a heavy weapon's exceptional damage destroys a gun", role="target", fact="gun")
    ] = False

    @property
    def described(self) -> str:
        """The target in a word or two: `10 regulars`."""
        return men_of(self.target_quality, self.target_men)


UNHURT: Found = {"casualties": 0, "pins": 0, "morale": "not tested", "destroyed": False}


def broken(given: Victims, pins: int, options: Options) -> bool:
    """Whether so many more pins destroy the unit before anybody falls."""
    return breaks(given.target_pins + pins, quality_morale(given.target_quality, options), options)


def broken_by(pins: int) -> Found:
    """What is found of a unit that its pins destroyed."""
    return {**UNHURT, "pins": pins, "destroyed": True}


def loses_gun(given: Victims, exceptional: int) -> bool:
    """Whether exceptional damage by a heavy weapon destroys the gun, and so the unit."""
    return given.target_gun and exceptional > 0


async def after_hits(  # what was done to whom, and by what
    given: Victims, options: Options, pins: int, lost: int, *, always_check: bool = False, gun_lost: bool = False
) -> Found:
    """Pins, a check for heavy losses, and whether the unit is still there; a gun that is lost takes its crew with it."""
    now = given.target_pins + pins
    lost = min(lost, given.target_men)
    gone = broken(given, pins, options) or lost == given.target_men or gun_lost
    check = "not tested"
    if not gone and (always_check or must_check(given.target_men, lost, options)):
        nerve = Nerve(quality=given.target_quality, pins=now)
        why = "under flame" if always_check else f"{lost} of {given.target_men} men lost"
        rolled = await two_dice(
            quality_morale(nerve.quality, options),
            nerve_modifiers(nerve, options),
            options,
            f"The target checks morale: {why}",
            seat=0,
            order=False,
            because="ba.gap.flamethrower" if always_check else "ba.gap.morale-check",
        )
        check = rolled.value
        gone = check != PASS
    return {"casualties": lost, "pins": pins, "morale": check, "destroyed": gone}

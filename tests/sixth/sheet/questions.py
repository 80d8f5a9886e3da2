"""Questions: the dice of the sheet, asked without a table."""

from typing import Annotated, Any

import msgspec

from sandtable.mechanics.questions import Asked, Found, Question, field, under

from .charge import CHARGERS, blows, chargers_win
from .morale import below_half, nerve, nerve_roll
from .options import Options
from .shooting import hit_roll, to_hit


class Volley(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit shoots at another."""

    dice: Annotated[int, field("Dice", "a rifle or a pistol 1, a machine gun 4", ge=1, le=40)] = 8
    cover: Annotated[bool, field("In cover")] = False
    grounded: Annotated[bool, field("Gone to ground")] = False
    men: Annotated[int, field("Models of the target", ge=1, le=12)] = 8
    strength: Annotated[int, field("Models at the start", ge=1, le=12)] = 8
    nerve: Annotated[int, field("Nerve", ge=2, le=6)] = 4
    led: Annotated[bool, field("A lieutenant within 6 inches")] = False


def volley(given: Volley, _options: Options) -> Asked:
    """Hits, losses, and whether the target runs."""
    target = to_hit(cover=given.cover, grounded=given.grounded)

    async def trial() -> Found:
        hits = (await hit_roll("The unit", "the target", given.dice, target, 0)).value
        left = max(0, given.men - hits)
        runs = False
        if hits and left and below_half(left, given.strength):
            runs = not (await nerve_roll("The target", nerve(given.nerve, led=given.led), 1)).value
        return {"hits": hits, "losses": given.men - left, "removed": runs or not left}

    return Asked(str(target), target.modifiers, trial)


class Fight(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A charge has reached the enemy."""

    chargers: Annotated[int, field("Models that charge", ge=1, le=12)] = 8
    charged: Annotated[int, field("Models charged", ge=1, le=12)] = 8


def melee(given: Fight, _options: Options) -> Asked:
    """Who wins a charge, and what it costs the two."""

    async def trial() -> Found:
        ours = (await blows("The chargers", given.chargers, charging=True, seat=0)).value
        theirs = (await blows("The charged", given.charged, charging=False, seat=1)).value
        lost = min(theirs, given.chargers), min(ours, given.charged)
        won = chargers_win(lost, (given.chargers - lost[0], given.charged - lost[1]))
        return {"winner": "chargers" if won else "charged", "chargers_lost": lost[0], "charged_lost": lost[1]}

    return Asked(f"{CHARGERS}+", (), trial)


_SHOT = ("sheet.shoot.to-hit", "sheet.shoot.losses", "sheet.morale.check")
_SHOOTING = [Question("volley", "What does a unit's fire do to another?", Volley, volley, _SHOT)]
_CHARGING = [Question("melee", "Who wins a charge?", Fight, melee, ("sheet.charge.fight",))]
QUESTIONS: dict[str, Question[Any, Any]] = {
    **{question.name: question for question in under("Shooting", _SHOOTING)},
    **{question.name: question for question in under("Charging", _CHARGING)},
}

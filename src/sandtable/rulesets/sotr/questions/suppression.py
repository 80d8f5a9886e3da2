"""Suppressing Fire: the whole arithmetic of the check."""

from typing import Annotated

from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Unfit, field
from sandtable.rulesets.sotr.charts import kinds, rate_of_fire
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.suppression import ENOUGH_ROF, hail

from .fields import COVER, SMALL_ARMS, Cover
from .victims import Shaken, is_passed, nerve_of


class Suppressing(Shaken, frozen=True, kw_only=True):
    """A unit sprays another with all it has."""

    weapon: Annotated[
        str, field("Weapon", "what most of them fire", role="shooter", fact="weapon", choices=SMALL_ARMS)
    ] = "semi-auto"
    shooters: Annotated[int, field("Shooters", "models with it", role="shooter", fact="men", ge=1, le=20)] = 6
    other_weapon: Annotated[str, field("Other weapon", "what the others fire", choices=SMALL_ARMS)] = "smg"
    others: Annotated[int, field("Others", "models with it", ge=0, le=20)] = 2
    grenades: Annotated[bool, field("Grenades", "they add a grenade attack, within 10 inches")] = False
    cover: Cover = "none"
    suppressed: Annotated[bool, field("Suppressed", "already", role="target", fact="suppressed")] = False
    prone: Annotated[
        bool,
        field("Prone", "most of the target lies Prone: counts only if the table plays so", role="target", fact="prone"),
    ] = False


def suppression(given: Suppressing, options: Options) -> Asked:
    """The fire lowers the Cool, cover comes off the dice."""
    rates = [rate_of_fire(kinds()[given.weapon], options)] * given.shooters
    rates += [rate_of_fire(kinds()[given.other_weapon], options)] * given.others
    if sum(rates) < ENOUGH_ROF:
        raise Unfit("shooters", f"a rate of fire of {sum(rates)} in all, and 4 are needed [sotr.suppress.rof4]")
    modifiers = hail(rates, options, grenades=given.grenades)
    dice = COVER[given.cover] + int(given.prone and options.suppress_cover_counts_prone)
    on = nerve_of(given, modifiers, dice)

    async def trial() -> Found:
        if given.mindless or given.suppressed:
            return {"suppressed": given.suppressed}
        because = ("sotr.suppress.check", "sotr.suppress.cover")
        return {"suppressed": not await is_passed(on, "The target under Suppressing Fire", *because)}

    off = f", {dice} of it for cover" if dice else ""
    needed = "no roll: it takes no tests" if given.mindless else f"{on.needed} or less on 2D6{off}"
    return Asked(needed, on.modifiers, trial)


QUESTIONS = (
    Question(
        "suppression",
        "A unit lays down Suppressing Fire: is its target Suppressed?",
        Suppressing,
        suppression,
        (
            "sotr.suppress.check",
            "sotr.suppress.rof3",
            "sotr.suppress.rof2-pool",
            "sotr.suppress.grenades",
            "sotr.suppress.cover",
        ),
        title="Suppressing Fire",
        leaves=(LeavesView("suppressed", "target", "suppressed", "set"),),
    ),
)

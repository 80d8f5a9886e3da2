"""Suppressing Fire: the whole arithmetic of the check."""

from typing import Annotated

from sandtable.mechanics.questions import LeavesView, Staged, Unfit, asks, field
from sandtable.rulesets.sotr.basics.charts import kinds, rate_of_fire
from sandtable.rulesets.sotr.fire.suppression import under_fire
from sandtable.rulesets.sotr.fire.suppressors import Gun, total
from sandtable.rulesets.sotr.options import Options

from .bare import staged
from .cool import SOME
from .fields import SMALL_ARMS, Cover
from .fire import firers
from .victims import THEM, US, Shaken, described, scene


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


@asks(
    "suppression",
    "Suppressing Fire",
    clauses=(
        "sotr.suppress.check",
        "sotr.suppress.rof3",
        "sotr.suppress.rof2-pool",
        "sotr.suppress.grenades",
        "sotr.suppress.cover",
    ),
    leaves=(LeavesView("suppressed", "target", "suppressed", "set"),),
)
def suppression(given: Suppressing, options: Options) -> Staged:
    """A unit lays down Suppressing Fire: is its target Suppressed?"""
    every = [(given.weapon, given.shooters, False), (given.other_weapon, given.others, False)]
    arms = [weapon for weapon, count, _ in every for _ in range(count)]
    guns = tuple(Gun(man, weapon, rate_of_fire(kinds()[weapon], options)) for man, weapon in enumerate(arms))
    enough = options.tables.suppression.enough.rof
    if (rof := total(guns)) < enough:
        raise Unfit("shooters", f"a rate of fire of {rof} in all, and {enough} are needed [sotr.suppress.rof4]")
    target = described(given, SOME, {"prone": given.prone}, suppressed=given.suppressed)
    state = scene(given, options, firers(every, loader=False), target)
    begin = lambda play: under_fire(play, THEM, US, guns, grenades=given.grenades)  # noqa: E731
    vain = "no roll: it takes no tests" if given.mindless else "no roll: it is Suppressed already"
    return staged(state, begin, lambda after, _result, _noted: {"suppressed": after.units[THEM].suppressed}, vain)

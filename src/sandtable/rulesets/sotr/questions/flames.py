"""Flamethrowers, and terrain that burns."""

from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Settled, field
from sandtable.rulesets.sotr.maintenance import BURNT_OUT, fire_roll
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.wound_dice import Wounding

from .fields import LEAVES_TARGET, Covered, TargetArmour, Touched
from .victims import Victims, after_losses, is_passed, nerve_of, wounds_of


class Flaming(Victims, frozen=True, kw_only=True):
    """A flamethrower's jet over a unit: cover is no help."""

    touched: Touched = 4
    covered: Covered = False


def flamethrower(given: Flaming, options: Options) -> Asked:
    """A wound die for everybody touched, a Cool check for the flames, and a break test for GONERs."""
    on = nerve_of(given)
    each = options.flame_cool_scope == "model"

    async def frightened(standing: int, *so_far: int) -> int:
        """How many checks are failed: one for the unit, or one for every model touched and still standing."""
        checks = (standing if each else 1) if standing > 0 and not given.mindless else 0
        failed = 0
        for check in range(checks):
            await Settled(("checks", check, failed, *so_far))
            failed += not await is_passed(on, "The target: flames", "sotr.flame.cool")
        return failed

    async def trial() -> Found:
        touched = min(given.touched, given.men)
        because = ("sotr.flame.hits", "sotr.flame.burning")
        goners, down = await wounds_of(touched, given.armour, Wounding("flamethrower", burns=True), because)
        left = (touched if each else given.men) - goners - down
        failed = await frightened(left if touched else 0, goners, down)
        await Settled(("nerves", goners, down, failed))
        runs = given.disorganized or (failed > 0 and not each)  # by then its Officer's Cool does not count any more
        shaken = msgspec.structs.replace(given, frenzied=given.frenzied and not failed, disorganized=runs)
        after = await after_losses(shaken, goners, down)
        return {"goners": goners, "down": down, "frightened": failed if each else failed > 0, **after}

    needed = f"a wound die for each, then {on.needed} or less on 2D6"
    return Asked(needed, on.modifiers, trial)


class Burning(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Woods or brush in flames, in Maintenance."""

    men: Annotated[int, field("Inside", "models inside it", role="target", fact="men", ge=0, le=20)] = 3
    armour: TargetArmour = "unarmored"


def burning_terrain(given: Burning, _options: Options) -> Asked:
    """1-2 it has burnt out, and gives no more cover; else it hits everybody in it."""

    async def trial() -> Found:
        burnt = (await fire_roll("the terrain", seat=0)).value == BURNT_OUT
        goners = down = 0
        if not burnt:
            how = Wounding("it burns", ranged=False)
            goners, down = await wounds_of(given.men, given.armour, how, ("sotr.flame.terrain-roll",), "those inside")
        return {"burnt_out": burnt, "goners": goners, "down": down}

    return Asked("1-2 it has burnt out", (), trial)


QUESTIONS = (
    Question(
        "flamethrower",
        "A flamethrower is fired at a unit: who burns, and who runs?",
        Flaming,
        flamethrower,
        ("sotr.flame.hits", "sotr.flame.cool", "sotr.flame.burning"),
        title="Flamethrower",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "burning-terrain",
        "Woods or brush burn: do they burn on, and whom do they hurt?",
        Burning,
        burning_terrain,
        ("sotr.flame.terrain-roll",),
        title="Burning terrain",
        leaves=(
            LeavesView("goners", "target", "men", "subtract"),
            LeavesView("down", "target", "men", "subtract"),
            LeavesView("down", "target", "down", "add"),
        ),
    ),
)

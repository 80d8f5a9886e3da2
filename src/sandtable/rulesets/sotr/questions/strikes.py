"""Off-board strikes as they fall on men; for machines ask about machine-hit."""

from typing import Annotated

import msgspec

from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Settled, field
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.strikes import (
    BOMB,
    BULLETS,
    SHELL,
    SHELLED,
    STRAFED,
    STRAFED_ON,
    distance_roll,
    sideways_roll,
    strafed_roll,
)

from .fields import COVER, LEAVES_LOSSES, Cover, Men, TargetArmour, Touched
from .victims import Shaken, is_passed, nerve_of, wounds_of

LEAVES = (*LEAVES_LOSSES, LeavesView("suppressed", "target", "suppressed", "set"))


class Shelled(Shaken, frozen=True, kw_only=True):
    """A unit under a shell or bullets from the air."""

    men: Men = 8
    armour: TargetArmour = "unarmored"
    touched: Touched = 4
    cover: Annotated[Cover, field("Cover", "as seen from above")] = "none"
    suppressed: Annotated[bool, field("Suppressed", "already", role="target", fact="suppressed")] = False


async def _suppressed(given: Shelled, by: Modifier, goners: int, down: int) -> bool:
    """Whether a unit that was touched and has anybody left is Suppressed."""
    if not given.touched or given.suppressed or given.mindless or goners + down >= given.men:
        return given.suppressed
    on = nerve_of(given, (by,), COVER[given.cover])
    return not await is_passed(on, "The target under the strike", "sotr.suppress.check", by.clause)


def artillery(given: Shelled, _options: Options) -> Asked:
    """How far a shell strays, a wound die for everybody touched, and the check when all three are down."""
    clause = "sotr.gap.strike-artillery"

    async def trial() -> Found:
        strays = (await distance_roll(2, "The shell strays", (clause,), seat=0)).value
        goners, down = await wounds_of(min(given.touched, given.men), given.armour, SHELL, (clause,))
        await Settled(("shell", strays, goners, down))
        suppressed = await _suppressed(given, SHELLED, goners, down)
        return {"strays": strays, "goners": goners, "down": down, "suppressed": suppressed}

    on = nerve_of(given, (SHELLED,), COVER[given.cover])
    return Asked(f"2D6 inches off; then {on.needed} or less on 2D6", on.modifiers, trial)


class Bombed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit under one of two bombs: it takes no test."""

    men: Men = 8
    armour: TargetArmour = "unarmored"
    touched: Touched = 4
    direct: Annotated[bool, field("Direct hit", "a model stands within half an inch of the bomb's centre")] = False


def air_strike(given: Bombed, _options: Options) -> Asked:
    """The pair of bombs strays D6 inches; one model may be hit outright, the others at +1."""
    clause = "sotr.gap.strike-air"

    async def trial() -> Found:
        strays = (await distance_roll(1, "The bombs stray", (clause,), seat=0)).value
        touched = min(given.touched, given.men)
        outright = min(touched, int(given.direct))
        goners, down = await wounds_of(touched - outright, given.armour, BOMB, (clause,))
        return {"strays": strays, "goners": goners + outright, "down": down}

    return Asked("D6 inches off, +1 to wound", (), trial)


def air_strafe(given: Shelled, _options: Options) -> Asked:
    """Half a D6 sideways; 4 or more hits everybody on the strip, cover off the die; then the check."""
    clause = "sotr.gap.strike-strafe"

    async def trial() -> Found:
        rolled = (await sideways_roll(seat=0)).value
        strays = f"{rolled / 2:g} inches {'left' if rolled % 2 else 'right'}"
        hits = 0
        for model in range(1, min(given.touched, given.men) + 1):
            await Settled(("strafed", strays, model, hits))
            hits += (await strafed_roll(f"model {model}", COVER[given.cover], seat=0)).value
        await Settled(("hits", strays, hits))
        goners, down = await wounds_of(hits, given.armour, BULLETS, (clause,))
        await Settled(("fallen", strays, hits, goners, down))
        suppressed = await _suppressed(given, STRAFED, goners, down)
        return {"strays": strays, "hits": hits, "goners": goners, "down": down, "suppressed": suppressed}

    on = nerve_of(given, (STRAFED,), COVER[given.cover])
    needed = f"{STRAFED_ON + COVER[given.cover]}+ to hit each; then {on.needed} or less on 2D6"
    return Asked(needed, on.modifiers, trial)


QUESTIONS = (
    Question(
        "artillery",
        "A shell of an Artillery Strike: how far it strays, and what it does to those it touches.",
        Shelled,
        artillery,
        ("sotr.gap.strike-artillery",),
        title="Artillery shell",
        leaves=LEAVES,
    ),
    Question(
        "air-strike",
        "A bomb of an Air Strike: how far the pair strays, and what it does to those it touches.",
        Bombed,
        air_strike,
        ("sotr.gap.strike-air",),
        title="Bomb",
        leaves=LEAVES_LOSSES,
    ),
    Question(
        "air-strafe",
        "An Air Strafe: who on the strip is hit, and is the unit Suppressed?",
        Shelled,
        air_strafe,
        ("sotr.gap.strike-strafe",),
        title="Air Strafe",
        leaves=LEAVES,
    ),
)

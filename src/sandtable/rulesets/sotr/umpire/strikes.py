"""Off-board strikes as they fall on men; for machines ask about machine-hit."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from sandtable.geometry.units import INCH
from sandtable.mechanics.questions import Found, LeavesView, Staged, asks, field
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle, Strike
from sandtable.rulesets.sotr.weapons.strikes import (
    bomb_bursts,
    shell_falls,
    sideways_roll,
    strafed,
    stray,
    suppress,
    under_shells,
)

from .bare import LOST, Party, battle, card_of, losses, men_of, staged
from .fields import ARMOUR, LEAVES_LOSSES, Cover, Men, TargetArmour, Touched
from .fire import firers
from .templates import AT, under
from .victims import THEM, US, Shaken, described, scene

LEAVES = (*LEAVES_LOSSES, LeavesView("suppressed", "target", "suppressed", "set"))
SHELLS, BOMBS = Strike("artillery", US, 0, AT.point), Strike("air-strike", US, 0, AT.point)


class Shelled(Shaken, frozen=True, kw_only=True):
    """A unit under a shell or bullets from the air."""

    men: Men = 8
    armour: TargetArmour = "unarmored"
    touched: Touched = 4
    cover: Annotated[Cover, field("Cover", "as seen from above")] = "none"
    suppressed: Annotated[bool, field("Suppressed", "already", role="target", fact="suppressed")] = False


@asks("artillery", "Artillery shell", clauses=("sotr.gap.strike-artillery",), leaves=LEAVES)
def artillery(given: Shelled, options: Options) -> Staged:
    """A shell of an Artillery Strike: how far it strays, and what it does to those it touches."""
    target = described(given, given.men, suppressed=given.suppressed)
    state = scene(given, options, firers([], loader=False), target)
    those = under(state, THEM, given.touched).touched

    async def begin(play: Play[Battle]) -> int:
        point, far = await stray(play, SHELLS, "the shell")
        await shell_falls(play, point, far, those)
        await suppress(play, [THEM] if those else [], under_shells(play.state.options))
        return far // INCH

    def read(after: Battle, strays: int, noted: Mapping[Fact, int | str]) -> Found:
        return {"strays": strays, **losses(noted, THEM), "suppressed": after.units[THEM].suppressed}

    return staged(state, begin, read, heeds=LOST)


class Bombed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit under one of two bombs: it takes no test."""

    men: Men = 8
    armour: TargetArmour = "unarmored"
    touched: Touched = 4
    direct: Annotated[bool, field("Direct hit", "a model stands within half an inch of the bomb's centre")] = False


@asks("air-strike", "Bomb", clauses=("sotr.gap.strike-air",), leaves=LEAVES_LOSSES)
def air_strike(given: Bombed, options: Options) -> Staged:
    """A bomb of an Air Strike: how far the pair strays, and what it does to those it touches."""
    target = Party("the target", card_of(armour=ARMOUR[given.armour]), men_of(given.men))
    state = battle(options, firers([], loader=False), target)
    those = under(state, THEM, given.touched, centre=given.direct)

    async def begin(play: Play[Battle]) -> int:
        _, far = await stray(play, BOMBS, "the bombs")
        await bomb_bursts(play, next(iter(those.direct), None), those.touched)
        return far // INCH

    return staged(state, begin, lambda _after, strays, noted: {"strays": strays, **losses(noted, THEM)}, heeds=LOST)


@asks("air-strafe", "Air Strafe", clauses=("sotr.gap.strike-strafe",), leaves=LEAVES)
def air_strafe(given: Shelled, options: Options) -> Staged:
    """An Air Strafe: who on the strip is hit, and is the unit Suppressed?"""
    target = described(given, given.men, suppressed=given.suppressed)
    state = scene(given, options, firers([], loader=False), target)
    those = under(state, THEM, given.touched).touched

    async def begin(play: Play[Battle]) -> tuple[int, int]:
        rolled = (await sideways_roll(US)).value
        return rolled, await strafed(play, US, those, those)

    def read(after: Battle, found: tuple[int, int], noted: Mapping[Fact, int | str]) -> Found:
        rolled, hits = found
        strays = f"{rolled / 2:g} inches {'left' if rolled % 2 else 'right'}"
        return {"strays": strays, "hits": hits, **losses(noted, THEM), "suppressed": after.units[THEM].suppressed}

    return staged(state, begin, read, heeds=LOST)

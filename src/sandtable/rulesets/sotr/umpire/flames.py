"""Flamethrowers, and terrain that burns."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Found, Staged, asks, field
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.turn.maintenance import burn as burn_on
from sandtable.rulesets.sotr.weapons.flame import Flames, burn
from sandtable.rulesets.sotr.weapons.shooting import cease
from sandtable.table.terrain import Piece

from .bare import FATE, LOST, Party, battle, card_of, fate, losses, men_of, staged
from .fields import ARMOUR, LEAVES_LOSSES, LEAVES_TARGET, Covered, TargetArmour, Touched
from .fire import firers
from .templates import AT, under
from .victims import THEM, US, Victims, described, scene

WOODS = Piece("woods", (), 0, ())


class Flaming(Victims, frozen=True, kw_only=True):
    """A flamethrower's jet over a unit: cover is no help."""

    touched: Touched = 4
    covered: Covered = False


@asks(
    "flamethrower",
    "Flamethrower",
    clauses=("sotr.flame.hits", "sotr.flame.cool", "sotr.flame.burning"),
    leaves=LEAVES_TARGET,
)
def flamethrower(given: Flaming, options: Options) -> Staged:
    """A flamethrower is fired at a unit: who burns, and who runs?"""
    by = firers([("flamethrower", 1, False)], loader=False)
    state = scene(given, options, by, described(given, given.men), firing=US)
    those = under(state, THEM, given.touched)

    async def begin(play: Play[Battle]) -> None:
        await burn(play, US, Flames(AT), those)
        await cease(play, US, (THEM,), 1)

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        failed = noted.get((THEM, "frightened"), 0)
        found = {"frightened": failed if options.flame_cool_scope == "model" else bool(failed)}
        return {**fate(state, after, noted, THEM), **found}

    return staged(state, begin, read, "nobody is touched", heeds=FATE | {"frightened"})


class Burning(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Woods or brush in flames, in Maintenance."""

    men: Annotated[int, field("Inside", "models inside it", role="target", fact="men", ge=0, le=20)] = 3
    armour: TargetArmour = "unarmored"


@asks("burning-terrain", "Burning terrain", clauses=("sotr.flame.terrain-roll",), leaves=LEAVES_LOSSES)
def burning_terrain(given: Burning, options: Options) -> Staged:
    """Woods or brush burn: do they burn on, and whom do they hurt?"""
    inside = Party("those inside", card_of(armour=ARMOUR[given.armour]), men_of(given.men))
    state = battle(options, inside, terrain=(WOODS,), burning=(0,))

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        return {"burnt_out": not after.burning, **losses(noted, 0)}

    return staged(state, lambda play: burn_on(play, 0), read, heeds=LOST)

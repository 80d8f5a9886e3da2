"""Suppressing Fire and strikes from beyond the table, laid out at random."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH
from sandtable.mechanics.templates import under_circle
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.cover import unit_cover
from sandtable.rulesets.sotr.basics.overhead import cover_from_above
from sandtable.rulesets.sotr.fire.suppression import under_fire
from sandtable.rulesets.sotr.fire.suppressors import at_unit, total
from sandtable.rulesets.sotr.state import Battle, Strike
from sandtable.rulesets.sotr.weapons.strikes import (
    BLAST,
    bomb_bursts,
    shell_falls,
    sideways_roll,
    strafed,
    stray_roll,
    suppress,
    under_shells,
)
from tests.conformance.laid import Laid

from .kit import Scene, Side, reich, terrain, us
from .laid_out_fire import CARRIED, COVERS, ground, victims
from .lay import ABLE, ARMOUR, BERTA, RADII, lay, nerve, shaken, switched


def suppression(chance: Chance) -> Laid:
    """Some of a squad spray some others."""
    switches = {"suppress_auto_rof": ("above-3",), "suppress_cover_counts_prone": (True,), "smg_rof": (4,), **RADII}
    options = switched(chance, **switches)
    pick = ("sergeant",) * chance.randint(0, 1) + ("rifleman",) * chance.randint(2, 6)
    fields = {**shaken(chance), "suppressed": chance.random() < 0.2}
    troop = chance.choice(["reich.sturmgrenadiers", "reich.zombies"])
    berta = reich(troop, (24, 20), name="Berta", men=2, each={"prone": chance.random() < 0.4}, fields=fields)
    arms = chance.choice([{}, {"weapons": (chance.choice(CARRIED),)}])
    spots = tuple((10, 20 + 1.2 * place) for place in range(1, 8))
    able = us("us.rifle-squad", (10, 20), name="Able", pick=pick, spots=spots, each=arms)
    state = Scene(able, berta, ground=ground(chance, 24), **options).state
    guns = tuple(at_unit(state, ABLE, BERTA))
    grenades = chance.random() < 0.3
    if total(guns) < 4:
        return suppression(chance)
    counts = Counter(gun.weapon for gun in guns).most_common()
    cover = unit_cover(state, BERTA, tuple(gun.figure for gun in guns))
    unit = state.units[BERTA]
    given = {
        **nerve(state, BERTA),
        "mindless": unit.mindless,
        "weapon": counts[0][0],
        "shooters": counts[0][1],
        "other_weapon": counts[-1][0],
        "others": counts[-1][1] if len(counts) > 1 else 0,
        "grenades": grenades,
        "cover": COVERS[cover],
        "suppressed": unit.suppressed,
        "prone": all(state.figures[man].prone for man in unit.men),
    }
    return lay(
        "suppression", given, options, state, lambda play: under_fire(play, BERTA, ABLE, guns, grenades=grenades)
    )


def _below(chance: Chance) -> tuple[Battle, dict[str, Any], dict[str, Any]]:
    """Men of Berta's on whom something comes down, all of them in a wood or none."""
    options = switched(chance, **RADII, wound_die_per=("model",))
    fields = {**shaken(chance), "suppressed": chance.random() < 0.2}
    led = chance.random() < 0.3
    berta = Side(
        side=1, troop="reich.sturmgrenadiers", at=(24, 20), name="Berta", gap=0.2, fields=fields,
        pick=("sergeant",) if led else ("grenadier",) * chance.randint(1, 3),
    )  # fmt: skip
    wood = [terrain("woods", box=(20, 16, 12, 8))] if chance.random() < 0.4 else []
    state = Scene(us("us.rifle-squad", (10, 20), name="Able", men=1), berta, ground=wood, **options).state
    known = victims(state, BERTA)
    given = {name: value for name, value in known.items() if name != "frenzied"}
    cover = cover_from_above(state, state.units[BERTA].men[0])
    return state, options, {**given, "cover": COVERS[cover], "suppressed": state.units[BERTA].suppressed}


def artillery(chance: Chance) -> Laid:
    """A shell on some men."""
    state, options, given = _below(chance)
    under = tuple(under_circle(state.layout, state.layout.point(state.units[BERTA].men[-1]), BLAST).touched)

    async def begin(play: Play[Battle]) -> int:
        far: int = (await stray_roll(state, Strike("artillery", 0, 0, (0, 0)), "the shell")).value
        await shell_falls(play, (0, 0), far * INCH, under)
        await suppress(play, [BERTA] if under else [], under_shells(play.state.options))
        return far

    return lay("artillery", {**given, "touched": len(under)}, options, state, begin)


def air_strike(chance: Chance) -> Laid:
    """A bomb on some men, one of whom it may hit outright."""
    state, options, given = _below(chance)
    under = tuple(under_circle(state.layout, state.layout.point(state.units[BERTA].men[-1]), BLAST).touched)
    direct = chance.random() < 0.5

    async def begin(play: Play[Battle]) -> int:
        far: int = (await stray_roll(state, Strike("air-strike", 0, 0, (0, 0)), "the bombs")).value
        await bomb_bursts(play, under[-1] if direct else None, under)
        return far

    asked = {"men": given["men"], "armour": ARMOUR[state.units[BERTA].card.armour]}
    return lay("air-strike", {**asked, "touched": len(under), "direct": direct}, options, state, begin)


def air_strafe(chance: Chance) -> Laid:
    """Bullets over some men, wherever the strip lies."""
    state, options, given = _below(chance)
    under = state.units[BERTA].men

    async def begin(play: Play[Battle]) -> tuple[int, int]:
        rolled: int = (await sideways_roll(0)).value
        return rolled, await strafed(play, 0, under, under)

    return lay("air-strafe", {**given, "touched": len(under)}, options, state, begin)


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "suppression": suppression,
    "artillery": artillery,
    "air-strike": air_strike,
    "air-strafe": air_strafe,
}

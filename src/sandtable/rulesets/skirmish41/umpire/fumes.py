"""Smoke and flame: where a round of smoke lies, whom phosphorus and flamethrowers burn."""

from collections.abc import Mapping
from typing import Annotated

from sandtable.geometry.units import inches
from sandtable.mechanics.questions import Found, Staged, asks, field
from sandtable.play.shown import Fact
from sandtable.rulesets.skirmish41.basics.charts import band_of
from sandtable.rulesets.skirmish41.heavy.bombs import Landing, land
from sandtable.rulesets.skirmish41.heavy.fogs import lay_fog, shot_at_point
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle

from .bare import HITS, battle, fate, fate_of, staged, then_test
from .blasts import (
    BOMB,
    BOMB_EFFECT,
    NOWHERE,
    SMOKE,
    Blasted,
    FirerMoved,
    FirerUnderFire,
    Struck,
    arm_of,
    bearer,
    blast_among,
    drifts,
    out_of_range,
    shot_or_not,
    target,
)
from .fields import LEAVES_TARGET, MORTARS, Distance
from .shooting import MORALE

# ---- smoke


class Fogging(Blasted, frozen=True, kw_only=True):
    """A mortar that fires smoke at a point."""

    weapon: Annotated[str, field("Mortar", choices=MORTARS)] = "light-mortar"
    distance: Distance = 20
    firer_moved: FirerMoved = False
    under_fire: FirerUnderFire = False
    phosphorus: Annotated[bool, field("White phosphorus", "it burns whoever is in it, if it lands as aimed")] = False


@asks(
    "smoke",
    "Smoke rounds",
    clauses=(*BOMB, "sk.gren.smoke", "sk.gren.smoke-harmless", "sk.gren.wp", *BOMB_EFFECT, *MORALE),
    leaves=LEAVES_TARGET,
)
def smoke(given: Fogging, options: Options) -> Staged:
    """A mortar fires smoke: does it lie where it was aimed? Ask about blast where phosphorus drifts onto somebody."""
    state = battle(options, bearer(given.weapon, options), target(given))
    band = band_of(given.weapon, inches(given.distance), options)
    if band is None:
        raise out_of_range(given.weapon)
    shot = shot_at_point(band, options, moving=given.firer_moved, under_fire=given.under_fire)
    there = blast_among(given, state, 0, 1) if given.phosphorus else None
    load, arm = "wp" if given.phosphorus else "smoke", arm_of(state, given.weapon)

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        hit = {"hit": bool(noted.get((0, "hits"), 0))}
        return {**hit, **drifts(noted), **fate(state, after, noted, 1)}

    begin = then_test(lambda play: lay_fog(play, 0, arm, NOWHERE, shot, load, there), 1)
    return staged(state, begin, read, heeds=(*HITS, *SMOKE))


# ---- flame


class Burning(Struck, frozen=True, kw_only=True):
    """A flamethrower at a team."""

    distance: Distance = 10


@asks(
    "flame",
    "Flamethrower",
    clauses=("sk.flame.range", "sk.flame.all-members", "sk.flame.effect", "sk.flame.no-cover", *MORALE),
    leaves=LEAVES_TARGET,
)
def flame(given: Burning, options: Options) -> Staged:
    """A flamethrower at a team: whom does it catch?"""
    shot = shot_or_not("flamethrower", given.distance, (), options)
    state = battle(options, bearer("flamethrower", options), target(given))
    arm, there = arm_of(state, "flamethrower"), Landing(men=state.units[1].men)
    return staged(state, then_test(lambda play: land(play, 0, arm, 1, shot, there), 1), fate_of(state, 1))

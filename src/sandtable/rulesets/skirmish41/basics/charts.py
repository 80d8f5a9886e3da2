"""The tables of the sheet as a battle plays them: bands of range, scores to hit and to spot, effects; and the weapons."""

from collections.abc import Mapping
from functools import cache

from sandtable.dice.readings import Chart
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.rows import Kind, Weapon

D6, D10, D20 = 6, 10, 20
POINT_BLANK, SHORT, MEDIUM, LONG = 0, 1, 2, 3  # of small arms
BANDS = ("point blank", "short", "medium", "long")
FAR = 2  # the last band of all other weapons
REACHES = ("short", "medium", "long")
UNAIMED, AIMED, CAREFUL = 0, 1, 2
SHOTS = ("unaimed", "aimed", "careful aimed")
SPOKEN = ("unaimed", "aimed", "carefully aimed")  # how they are read out
ENDLESS = inches(500)


@cache
def weapons() -> Mapping[str, Kind]:
    """What each weapon is, by its id: no table changes that."""
    return Options().tables.weapons


def weapon_of(name: str, options: Options) -> Weapon:
    """A weapon with its numbers, as this table plays it."""
    return options.tables.weapons[name]


@rule("sk.shoot.range-rifle", "sk.shoot.range-smg", "sk.shoot.range-pistol", "sk.shoot.range-mg")
@rule("sk.spot.short", "sk.gren.range-grenade", "sk.gren.range-rifle-grenade", "sk.gren.range-mortar")
@rule("sk.flame.range", "sk.at.range-molotov", "sk.at.range-at-rifle", "sk.at.range-bazooka")
@rule("sk.gun.to-hit", "sk.gun.range-50", "sk.gun.range-51", "sk.gun.range-auto")
def band_of(weapon: str, distance: int, options: Options) -> int | None:
    """The band of a weapon that a distance lies in: between whole inches the longer one; None where it cannot be fired."""
    line = options.tables.weapons[weapon]
    if distance < line.nearest:
        return None
    for band, far in line.reaches:
        if distance <= far:
            return band
    return None


# ---- small arms

PISTOLS = "sk.shoot.hit-pistol"
SHOT_COSTS = {"1-2-3": (1, 2, 3), "1-1-2": (1, 1, 2), "1-2-2": (1, 2, 2)}


@rule("sk.shoot.hit-rifle", "sk.shoot.hit-pistol", "sk.shoot.die")
def to_hit(weapon: str, band: int, shot: int, options: Options) -> int:
    """What a D20 needs to hit with a small arm, by band and aim."""
    return options.tables.hits[table_of(weapon, options) == PISTOLS][band][shot]


@rule("sk.shoot.hit-rifle", "sk.shoot.hit-pistol")
def table_of(weapon: str, options: Options) -> str:
    """The clause of the column that a small arm hits by; submachine guns and carbines have none of their own."""
    line = weapons()[weapon]
    pistol = line.has("pistol") or (line.has("smg") and options.smg_column == "pistol")
    return PISTOLS if pistol else "sk.shoot.hit-rifle"


@rule("sk.shoot.die", "sk.gap.shot-costs")
def shot_costs(options: Options) -> tuple[int, int, int]:
    """The actions that an unaimed, an aimed and a careful aimed shot take."""
    return SHOT_COSTS[options.shot_costs]


def shot_cost(shot: int, options: Options) -> int:
    """The actions that a shot takes."""
    return shot_costs(options)[shot]


# ---- everything else that is aimed with a D20


@rule("sk.gren.to-hit", "sk.gun.to-hit", "sk.at.to-hit", "sk.flame.range")
def score_of(table: str, band: int, options: Options) -> int:
    """What a D20 needs to hit with anything but a small arm, by the table that it fires on."""
    row = options.tables.scores[table]
    return (row.short, row.medium, row.long)[band]


@rule("sk.at.range-flamethrower", "sk.flame.at")
def flame_at_band(distance: int, options: Options) -> int | None:
    """The band of a flamethrower against a vehicle."""
    bands = options.tables.weapons["flamethrower"].at_vehicles
    return next((band for band, far in enumerate(bands) if distance <= far), None)


# ---- effects

NOTHING, SUPPRESSED, WOUNDED, DISABLED, KILLED = "nothing", "suppressed", "wounded", "disabled", "killed"


@rule("sk.effect.roll", "sk.effect.suppressed", "sk.effect.wound", "sk.effect.disable-kill")
def fire_effect(plus: int, options: Options) -> Chart:
    """The fire effect table: 1-4 suppressed, 5 wounded, 6 disabled, above that killed."""
    return options.tables.chart("fire-effect", plus)


@rule("sk.gren.effect")
def bomb_effect(plus: int, options: Options) -> Chart:
    """The effect of grenades and mortar bombs: 1 nothing, 2-3 suppressed, 4 wounded, 5 disabled, 6 killed."""
    return options.tables.chart("bomb-effect", plus)


@rule("sk.arty.effect")
def shell_effect(plus: int, options: Options) -> Chart:
    """The effect of artillery: 0 nothing, 1-2 suppressed, 3-4 wounded, 5 disabled, 6 killed."""
    return options.tables.chart("shell-effect", plus)


@rule("sk.arty.die", "sk.gap.he")
def shell_die(calibre: int, options: Options) -> int:
    """The die of a shell: D6, from 75 mm to 95 mm D8, above that D10."""
    sides = D6
    for row in options.tables.shells.values():
        if calibre >= row.calibre:
            sides = row.sides
    return sides


@rule("sk.flame.effect")
def flame_effect(options: Options) -> Chart:
    """The effect of flame: 1-2 suppressed, 3-4 disabled, 5-6 killed."""
    return options.tables.chart("flame-effect")


@rule("sk.at.fire-roll", "sk.at.fire-table")
def burning_effect(plus: int, options: Options) -> Chart:
    """Fire on an AFV: up to 4 nothing, 5-7 the crew leave it, 8 and more it goes up."""
    return options.tables.chart("burning", plus)


# ---- spotting

SPOT_SHORT, SPOT_EXTREME = 1, 3
SPOT_BANDS = ("point blank", "short", "long", "extreme")


@rule("sk.spot.point-blank", "sk.spot.short", "sk.spot.long", "sk.spot.extreme")
def spot_band(distance: int, options: Options) -> int | None:
    """The band of a distance for spotting; None beyond extreme range."""
    return next((band for band, far in enumerate(options.tables.spot_reaches) if distance <= far), None)


@rule("sk.spot.table", "sk.spot.impossible")
def spot_score(band: int, options: Options) -> int | None:
    """The least D10 that spots at a band; never nearer than point blank, and impossible beyond extreme."""
    return options.tables.spot_scores[max(0, band)] if band <= SPOT_EXTREME else None

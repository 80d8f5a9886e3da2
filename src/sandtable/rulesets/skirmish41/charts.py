"""The tables of the sheet: bands of range, scores to hit and to spot, effects; and the weapons."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from sandtable.dice.readings import Chart
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule

from .options import Options

D6, D8, D10, D20 = 6, 8, 10, 20
POINT_BLANK, SHORT, MEDIUM, LONG = 0, 1, 2, 3  # of small arms
BANDS = ("point blank", "short", "medium", "long")
NEAR, MIDDLE, FAR = 0, 1, 2  # of all other weapons
REACHES = ("short", "medium", "long")
UNAIMED, AIMED, CAREFUL = 0, 1, 2
SHOTS = ("unaimed", "aimed", "careful aimed")
ENDLESS = inches(500)
NO_END = 1 << 40  # what reaches that far reaches everything
FARTHEST = inches(80)  # no small arm reaches farther


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the weapon tables."""

    title: str
    clause: str
    kind: Literal["small", "bomb", "anti-tank", "flame", "gun"]
    bands: tuple[int, ...]
    near: int = 0
    cost: int = 1
    bonus: int = 0
    calibre: int = 0
    tags: tuple[str, ...] = ()
    points: int = 0

    def has(self, tag: str) -> bool:
        """Whether it has a tag."""
        return tag in self.tags


@cache
def weapons() -> dict[str, Weapon]:
    """Every weapon by its id."""
    text = files(__package__).joinpath("tables", "weapons.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Weapon])


@rule("sk.shoot.range-rifle", "sk.shoot.range-smg", "sk.shoot.range-pistol", "sk.shoot.range-mg")
@rule("sk.spot.short", "sk.gren.range-grenade", "sk.gren.range-rifle-grenade", "sk.gren.range-mortar")
@rule("sk.flame.range", "sk.at.range-molotov", "sk.at.range-at-rifle", "sk.at.range-bazooka")
@rule("sk.gun.to-hit", "sk.gun.range-50", "sk.gun.range-51", "sk.gun.range-auto")
def band_of(weapon: str, distance: int) -> int | None:
    """The band of a weapon that a distance lies in: between whole inches the longer one; None where it cannot be fired."""
    near, reaches = _reaches(weapon)
    if distance < near:
        return None
    for band, far in reaches:
        if distance <= far:
            return band
    return None


@cache
def _reaches(weapon: str) -> tuple[int, tuple[tuple[int, int], ...]]:
    """From where on a weapon can be fired, and how far each of its bands goes; some have no end."""
    line = weapons()[weapon]
    bands = ((band, NO_END if far == -1 else inches(far)) for band, far in enumerate(line.bands) if far)
    return inches(line.near), tuple(bands)


# ---- small arms

RIFLE_SCORES = ((10, 4, 2), (14, 8, 4), (17, 12, 8), (19, 16, 12))
PISTOLS = "sk.shoot.hit-pistol"
SHOT_COSTS = {"1-2-3": (1, 2, 3), "1-1-2": (1, 1, 2), "1-2-2": (1, 2, 2)}
PISTOL_SCORES = ((12, 6, 3), (16, 10, 6), (18, 16, 12), (20, 20, 18))


@rule("sk.shoot.hit-rifle", "sk.shoot.hit-pistol", "sk.shoot.die")
def to_hit(weapon: str, band: int, shot: int, options: Options) -> int:
    """What a D20 needs to hit with a small arm, by band and aim."""
    return (PISTOL_SCORES if table_of(weapon, options) == PISTOLS else RIFLE_SCORES)[band][shot]


@rule("sk.shoot.hit-rifle", "sk.shoot.hit-pistol")
def table_of(weapon: str, options: Options) -> str:
    """The clause of the column that a small arm hits by; submachine guns and carbines have none of their own."""
    line = weapons()[weapon]
    pistol = line.has("pistol") or (line.has("smg") and options.smg_column == "pistol")
    return PISTOLS if pistol else "sk.shoot.hit-rifle"


@rule("sk.shoot.die", "sk.gap.shot-costs")
def shot_cost(shot: int, options: Options) -> int:
    """The actions that an unaimed, an aimed and a careful aimed shot take."""
    return SHOT_COSTS[options.shot_costs][shot]


# ---- everything else that is aimed with a D20

BOMB_SCORES = (8, 12, 17)
GUN_SCORES = (8, 12, 16)
AT_SCORES = (8, 12, 16)
FLAME_SCORES = (4, 14, 19)
FLAME_AT_BANDS = (inches(8), inches(18), inches(24))
SCORES = {"bomb": BOMB_SCORES, "gun": GUN_SCORES, "anti-tank": AT_SCORES, "flame": FLAME_SCORES}


@rule("sk.gren.to-hit", "sk.gun.to-hit", "sk.at.to-hit", "sk.flame.range")
def score_of(weapon: str, band: int) -> int:
    """What a D20 needs to hit with anything but a small arm."""
    return SCORES[weapons()[weapon].kind][band]


@rule("sk.at.range-flamethrower", "sk.flame.at")
def flame_at_band(distance: int) -> int | None:
    """The band of a flamethrower against a vehicle."""
    return next((band for band, far in enumerate(FLAME_AT_BANDS) if distance <= far), None)


# ---- effects

NOTHING, SUPPRESSED, WOUNDED, DISABLED, KILLED = "nothing", "suppressed", "wounded", "disabled", "killed"


@rule("sk.effect.roll", "sk.effect.suppressed", "sk.effect.wound", "sk.effect.disable-kill")
def fire_effect(plus: int, options: Options) -> Chart:
    """The fire effect table: 1-4 suppressed, 5 wounded, 6 disabled, above that killed."""
    rows = [(1, SUPPRESSED), (5, WOUNDED), (6, DISABLED), (7, KILLED)]
    if options.effect_kill_from == 6:
        rows[2:] = [(6, KILLED)]
    return Chart(tuple(rows), plus, low_is_good=False)


@rule("sk.gren.effect")
def bomb_effect(plus: int) -> Chart:
    """The effect of grenades and mortar bombs: 1 nothing, 2-3 suppressed, 4 wounded, 5 disabled, 6 killed."""
    return Chart(((-9, NOTHING), (2, SUPPRESSED), (4, WOUNDED), (5, DISABLED), (6, KILLED)), plus)


@rule("sk.arty.effect")
def shell_effect(plus: int) -> Chart:
    """The effect of artillery: 0 nothing, 1-2 suppressed, 3-4 wounded, 5 disabled, 6 killed."""
    return Chart(((-9, NOTHING), (1, SUPPRESSED), (3, WOUNDED), (5, DISABLED), (6, KILLED)), plus)


@rule("sk.arty.die", "sk.gap.he")
def shell_die(calibre: int) -> int:
    """The die of a shell: D6, from 75 mm to 95 mm D8, above that D10."""
    if calibre > 95:
        return D10
    return D8 if calibre >= 75 else D6


@rule("sk.flame.effect")
def flame_effect() -> Chart:
    """The effect of flame: 1-2 suppressed, 3-4 disabled, 5-6 killed."""
    return Chart(((1, SUPPRESSED), (3, DISABLED), (5, KILLED)))


@rule("sk.at.fire-roll", "sk.at.fire-table")
def burning_effect(plus: int) -> Chart:
    """Fire on an AFV: up to 4 nothing, 5-7 the crew leave it, 8 and more it goes up."""
    return Chart(((-9, NOTHING), (5, "abandoned"), (8, "explodes")), plus)


# ---- spotting

SPOT_EXTREME = 3
SPOT_BANDS = ("point blank", "short", "long", "extreme")
SPOT_REACHES = (inches(8), inches(20), inches(48), inches(60))
SPOT_SCORES = (3, 5, 8, 10)


@rule("sk.spot.point-blank", "sk.spot.short", "sk.spot.long", "sk.spot.extreme")
def spot_band(distance: int) -> int | None:
    """The band of a distance for spotting; None beyond extreme range."""
    return next((band for band, far in enumerate(SPOT_REACHES) if distance <= far), None)


@rule("sk.spot.table", "sk.spot.impossible")
def spot_score(band: int) -> int | None:
    """The least D10 that spots at a band; never nearer than point blank, and impossible beyond extreme."""
    return SPOT_SCORES[max(0, band)] if band <= SPOT_EXTREME else None

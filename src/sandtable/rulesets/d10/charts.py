"""The tables of the sheet: to hit by SH, close combat, tests, range bands; and the weapons."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule

SIDES = 10
BANDS = ("Short", "Medium", "Long", "Extreme")
SHORT, MEDIUM, LONG, EXTREME = 0, 1, 2, 3
REACHES = (inches(12), inches(24), inches(36), inches(48))
BAND_CLAUSES = ("d10.range.short", "d10.range.medium", "d10.range.long", "d10.range.extreme")
DIFF = 4  # of a test that names none
LARGE = 4  # from this size on AT weapons do more harm


@rule("d10.shoot.table")
def to_hit(shooting: int) -> int:
    """What a die needs to hit, by SH: 9+ at 1 down to 0+ at 10."""
    return SIDES - shooting


@rule("d10.cc.table")
def close_combat(attacker: int, defender: int) -> int:
    """What a die needs to hit in close combat, by the two Assault values."""
    return _by_table(attacker, defender)


@rule("d10.test.table", "d10.test.diff", "d10.test.damage")
def needed(active: int, difficulty: int) -> int:
    """What a die needs in a test: active stat against difficulty."""
    return _by_table(active, difficulty)


def _by_table(active: int, against: int) -> int:
    """Both tables print the same: 6 where the two are equal, one more or less for each point, from 2 to 10."""
    return max(2, min(SIDES, 6 + against - active))


@rule("d10.range.short", "d10.range.medium", "d10.range.long", "d10.range.extreme", "d10.gap.measuring")
def band_of(distance: int) -> int | None:
    """The band that a distance lies in: the shorter one owns the border; None beyond 48 inches."""
    for band, reach in enumerate(REACHES):
        if distance <= reach:
            return band
    return None


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the weapon list. A strength of 0 is a dash."""

    title: str
    clause: str
    strength: tuple[int, int, int, int]
    shots: tuple[int, int, int, int]
    cc: int = 0
    tags: tuple[str, ...] = ()
    blast: int = 0
    at: int = 0
    he: tuple[int, int] = (0, 0)  # strength and Blast of high explosive
    reach: float = 0
    crew: int = 0
    missions: int = 0
    cost: int = 0

    def has(self, tag: str) -> bool:
        """Whether it has a tag."""
        return tag in self.tags

    @property
    def limit(self) -> int:
        """How far it shoots at all."""
        if self.reach:
            return inches(self.reach)
        return max((REACHES[band] for band, strength in enumerate(self.strength) if strength), default=0)

    @property
    def nearest(self) -> int:
        """How near it does not shoot: the reach of the bands it skips."""
        first = next((band for band, strength in enumerate(self.strength) if strength), 0)
        return REACHES[first - 1] if first else -1


@cache
@rule("d10.range.cc", "d10.gap.shots")
def weapons() -> dict[str, Weapon]:
    """Every weapon by its id."""
    text = files(__package__).joinpath("tables", "weapons.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Weapon])


@cache
def limit_of(weapon: str) -> int:
    """How far a weapon shoots."""
    return weapons()[weapon].limit


@cache
def nearest_of(weapon: str) -> int:
    """Up to what distance a weapon does not shoot; -1 if it shoots at any."""
    return weapons()[weapon].nearest


@cache
def blasts(weapon: str) -> bool:
    """Whether a success of a weapon may become several hits."""
    line = weapons()[weapon]
    return bool(line.blast or line.he[1])


@rule("d10.range.no-to-hit-effect", "d10.gap.tag-indirect")
def reaches(weapon: str, distance: int) -> bool:
    """Whether a weapon can be used at a distance."""
    return nearest_of(weapon) < distance <= limit_of(weapon)

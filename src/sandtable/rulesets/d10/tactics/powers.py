"""What one weapon is expected to do to one kind of target: thousandths of a wound, by the book's own tables."""

from typing import NamedTuple

from sandtable.rulesets.d10.armour import FRONT, Hit, face_towards, hurts, toughness
from sandtable.rulesets.d10.charts import LARGE, Weapon, weapons
from sandtable.rulesets.d10.damage import damage_score, wounds_of
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Battle, Card
from sandtable.rulesets.d10.to_hit import for_aiming, for_cover, for_moving, for_size, hit_score
from sandtable.rulesets.d10.units import size_of
from sandtable.table.remembered import Remembered

from .worth import tenths

Key = tuple[object, ...]


class Victim(NamedTuple):
    """A target as weapons see it: its card, how large it is, how many models a Blast can catch."""

    unit: int
    card: Card
    size: int
    many: int


class Shooter(NamedTuple):
    """Who fires: its SH, and whether it has moved this turn."""

    shooting: int
    moved: bool
    six_shots: bool


def victim_of(view: Battle, number: int) -> Victim:
    """A unit as a target."""
    unit = view.units[number]
    return Victim(number, unit.card, size_of(view, unit.men[0]), len(unit.men))


def shooter_of(view: Battle, number: int, *, moved: bool) -> Shooter:
    """A unit as one that shoots."""
    card = view.units[number].card
    return Shooter(card.shooting, moved, card.has("six-shots"))


_KNOWN: Remembered[Options, dict[Key, int]] = Remembered(lambda _: {}, most=8)


def power(
    options: Options, weapon: str, band: int, by: Shooter, at: Victim, cover: int, face: int = FRONT, unseen: int = 0
) -> int:
    """What a weapon does in a band, in thousandths of a wound; of two shells the better."""
    known = _KNOWN(options)
    key = (weapon, band, by, at.card.troop, at.size, min(at.many, 6), cover, face, unseen)
    found = known.get(key)
    if found is None:
        found = known[key] = _power(options, weapons()[weapon], band, by, at, cover, face, unseen)
    return found


def _power(
    options: Options, weapon: Weapon, band: int, by: Shooter, at: Victim, cover: int, face: int, unseen: int
) -> int:
    if not weapon.strength[band]:
        return 0
    modifiers = [
        *for_moving(weapon, band, moved=by.moved),
        *for_size(at.size),
        *for_cover(weapon, cover, options),
        *for_aiming(weapon, moved=by.moved),
    ]
    chance = tenths(hit_score(by.shooting, modifiers) + unseen)
    dice = weapon.shots[band] + (1 if by.six_shots and weapon.has("served") and band < 3 else 0)
    shells = [(weapon.strength[band], weapon.blast, weapon.at)]
    if weapon.he[0]:
        shells.append((*weapon.he, 0))
    best = 0
    for strength, blast, anti_tank in shells:
        hit = Hit(1, strength, anti_tank, face, blast > 0, shaped=weapon.has("shaped"))
        if not hurts(at.card, hit, options):
            continue
        damage = tenths(damage_score(strength, toughness(at.card, hit), options))
        caught = min(blast, at.many) if blast else 1
        best = max(best, dice * chance * damage * caught * wounds_of(hit, at.size) * 10)
    return best


def face_of(view: Battle, at: Victim, figure: int) -> int:
    """Which face a target turns to somebody."""
    return face_towards(view, view.units[at.unit].men[0], figure) if at.card.vehicle else FRONT


def is_large(at: Victim) -> bool:
    """Whether a target is one for anti-tank weapons."""
    return at.size >= LARGE

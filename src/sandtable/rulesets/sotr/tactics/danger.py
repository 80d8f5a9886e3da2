"""How dangerous a place is: who would shoot at whoever stands there, and who could charge him."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sandtable.rulesets.sotr.basics.sight import Sighting, apart, enemies, sightings, standing
from sandtable.rulesets.sotr.fire.to_hit import Shot
from sandtable.rulesets.sotr.harm import armour
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle
from sandtable.table.remembered import Remembered

from .goals import fights_hand_to_hand
from .worth import firepower, hit_by, left_of

SAMPLE = 3  # models that stand for a unit
PLAIN_SHOT = "assault-rifle"  # as easy from near as from far
_HIT: Remembered[Options, dict[tuple[int, bool], float]] = Remembered(lambda _: {}, most=4)  # by cover and lying
CHARGED = 0.35  # of what a unit is worth is lost where a monster can charge it


def some_of(men: Sequence[int]) -> tuple[int, ...]:
    """A few models of a unit: its first, its last, and those between."""
    if len(men) <= SAMPLE:
        return tuple(men)
    return men[0], men[len(men) // 2], men[-1]


def in_the_open(view: Battle, number: int) -> Battle:
    """The view with a unit out of hiding."""
    unit = view.units[number]
    if not unit.hidden:
        return view
    units = (*view.units[:number], replace(unit, hidden=False), *view.units[number + 1 :])
    return replace(view, units=units)


def danger(view: Battle, number: int) -> float:
    """What a unit must expect to lose where it stands in this view, if every enemy who sees it shoots at it."""
    unit = view.units[number]
    men = some_of(standing(view, number))
    foes = enemies(view, unit.side)
    viewers = {foe: some_of(standing(view, foe)) for foe in foes}
    seen = sightings(view, tuple(man for some in viewers.values() for man in some), men)
    total = 0.0
    for foe, some in viewers.items():
        if not some:
            continue
        hit = sum(_exposed(view, seen, some, man) for man in men) / max(1, len(men))
        if hit:
            facing = armour.facing(view, men[0], view.layout.point(some[0])) if unit.machine else "front"
            total += hit * firepower(view, foe, unit, facing)
        if fights_hand_to_hand(view, foe) and apart(view, some, men) <= view.units[foe].card.double:
            total += CHARGED * left_of(view, number)
    return min(total, left_of(view, number))


def _exposed(view: Battle, seen: Mapping[tuple[int, int], Sighting], viewers: Sequence[int], man: int) -> float:
    """How likely a shot of the enemy who sees a model best hits it."""
    covers = [seen[viewer, man].cover for viewer in viewers if seen[viewer, man].visible]
    lying = view.figures[man].prone
    if not covers:
        return 0.0
    known, key = _HIT(view.options), (min(covers), lying)
    if key not in known:
        known[key] = hit_by(view.options, Shot(PLAIN_SHOT, 0, key[0], prone=lying))
    return known[key]


def is_seen(view: Battle, number: int) -> bool:
    """Whether any known enemy sees any model of a unit."""
    unit = view.units[number]
    viewers = tuple(man for foe in enemies(view, unit.side) for man in some_of(standing(view, foe)))
    seen = sightings(in_the_open(view, number), viewers, standing(view, number))
    return any(one.visible for one in seen.values())

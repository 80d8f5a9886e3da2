"""How dangerous a place is: who would shoot at whoever stands there, and who could charge him."""

from collections.abc import Sequence

from sandtable.rulesets.sotr.basics.sight import any_sees, apart, enemies, in_sight, standing
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


def danger(view: Battle, number: int) -> float:
    """What a unit must expect to lose where it stands in this view, if every enemy who sees it shoots at it.

    It is looked for as if it were not Hidden.
    """
    unit = view.units[number]
    men = some_of(standing(view, number))
    foes = enemies(view, unit.side)
    viewers = {foe: some_of(standing(view, foe)) for foe in foes}
    seen = in_sight(view, [man for some in viewers.values() for man in some], men, number)
    covers: dict[tuple[int, int], int] = {}  # of each man from those of each enemy unit that see him, the least
    for (viewer, man), cover in seen.items():
        pair = view.figures[viewer].unit, man
        covers[pair] = min(cover, covers.get(pair, cover))
    total = 0.0
    for foe, some in viewers.items():
        if not some:
            continue
        hit = sum([_hit(view, covers[foe, man], man) for man in men if (foe, man) in covers]) / max(1, len(men))
        if hit:
            facing = armour.facing(view, men[0], view.layout.point(some[0])) if unit.machine else "front"
            total += hit * firepower(view, foe, number, facing)
        if fights_hand_to_hand(view, foe) and apart(view, some, men) <= view.units[foe].card.double:
            total += CHARGED * left_of(view, number)
    return min(total, left_of(view, number))


def _hit(view: Battle, cover: int, man: int) -> float:
    """How likely a plain shot hits a model in such cover."""
    lying = view.figures[man].prone
    known, key = _HIT(view.options), (cover, lying)
    if key not in known:
        known[key] = hit_by(view.options, Shot(PLAIN_SHOT, 0, key[0], prone=lying))
    return known[key]


def is_seen(view: Battle, number: int) -> bool:
    """Whether any known enemy sees any model of a unit."""
    unit = view.units[number]
    viewers = tuple(man for foe in enemies(view, unit.side) for man in some_of(standing(view, foe)))
    return any_sees(view, viewers, standing(view, number), number)

"""What a unit has to fear where it stands, or would stand: the fire of all who see it, and men with grenades near tanks."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import inches
from sandtable.rulesets.d10.arms import bears
from sandtable.rulesets.d10.charts import REACHES, SHORT, band_of, reaches
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.units import engaged, has_grenades, left, on_table
from sandtable.table.layout import rows

from .fire import UNSEEN, Armament, armament, sights
from .powers import Shooter, face_of, is_large, power, shooter_of, victim_of
from .worth import harm, part

LATER = (1, 2)  # what the fire of somebody counts who has acted this turn
STORMED = inches(8)  # from so near tanks are assaulted: a Move and an assault move
GRENADES = 600  # thousandths of a wound that three men with grenades take off a tank, as a rule


class Threat(NamedTuple):
    """An enemy unit that may shoot."""

    arms: Armament
    by: Shooter
    done: bool


def threats(view: Battle, side: int) -> tuple[Threat, ...]:
    """All enemies of a side who could shoot at it, as they would if they stayed where they are."""
    found = []
    for foe in on_table(view, 1 - side):
        unit = view.units[foe]
        if unit.panicked or engaged(view, foe):
            continue
        arms = armament(view, foe)
        if arms.arms:
            found.append(Threat(arms, shooter_of(view, foe, moved=False), unit.done))
    return tuple(found)


def danger(view: Battle, number: int, feared: Sequence[Threat]) -> int:
    """What a unit must expect to lose where it stands in this view, if everybody who sees it shoots at it once."""
    unit = view.units[number]
    figures = tuple([figure for threat in feared for figure in threat.arms.figures])
    if not figures:
        return 0
    seen = sights(view, figures, (unit.men,))
    cover = seen.covers[0]
    gaps = {figure: line[0] for figure, line in zip(figures, seen.gaps, strict=True)}
    at = victim_of(view, number)
    total = 0
    for threat in feared:
        wounds = near = 0
        gun = view.units[threat.arms.number].gun
        for arm in threat.arms.arms:
            gap = gaps[arm.figure]
            if gap == UNSEEN:
                continue
            near += gap <= REACHES[SHORT]
            band = band_of(gap)
            if band is None or not reaches(arm.weapon, gap):
                continue
            if arm.figure == gun and not bears(view, arm, unit.men[0]):  # hulls turn, guns do not
                continue
            wounds += power(view.options, arm.weapon, band, threat.by, at, cover, face_of(view, at, arm.figure))
        if threat.arms.rockets and near and is_large(at):
            wounds += power(view.options, "panzerfaust", SHORT, threat.by, at, cover)
        total += part(wounds, LATER) if threat.done else wounds
    if unit.card.has("armoured"):
        total += _stormed(view, number)
    return harm(view, number, min(total, left(view, number)[0] * 1000))


def _stormed(view: Battle, number: int) -> int:
    """What enemy infantry near a tank may do to it with grenades."""
    unit = view.units[number]
    total = 0
    for foe in on_table(view, 1 - unit.side):
        other = view.units[foe]
        if other.panicked or other.card.individual or not has_grenades(other):
            continue
        if int(nearest(view.layout.bodies, rows(unit.men), rows(other.men))[0]) <= STORMED:
            total += GRENADES
    return total

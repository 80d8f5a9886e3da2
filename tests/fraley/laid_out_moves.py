"""Tanks that come to terrain, laid out at random."""

from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import inches
from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.basics.training import may_grant
from sandtable.rulesets.fraley.move.crossing import Crossed, contacts, crossed
from sandtable.rulesets.fraley.umpire.bare import staged
from tests.conformance.laid import Laid

from .kit import Scene, terrain, us
from .laid_out_turn import commanders, switched, trained

ABLE = 0
HULLS = {
    "us.sherman-platoon": ("M4 Sherman", "m4-sherman"),
    "de.panther-platoon": ("Panther", "panther"),
    "us.truck-section": ("Truck", "truck"),
    "de.stug-platoon": ("StuG III G", "stug-iii-g"),
}


def crossing(chance: Chance) -> Laid:
    """A few vehicles side by side on their way over hedges, or through woods."""
    options = switched(chance, {"cc_reroll_range": (0, 12), "cc_reroll_shares_use": (True, False)})
    troop = chance.choice([*HULLS])
    title, vehicle = HULLS[troop]
    men, features = chance.randint(1, 2), chance.randint(1, 2)
    very = chance.random() < 0.5
    lines = [16 - 3 * place for place in range(features)]
    ground = [
        terrain("woods", box=(5, y - 1, 50, 1)) if very else terrain("hedge", line=[(5, y), (50, y)]) for y in lines
    ]
    able = us(troop, (20, 20), name="Able", pick=(title,) * men, gap=2, card=trained(chance))
    state = Scene(able, *commanders(chance), ground=ground, **options).state
    points = {man: state.layout.point(man) for man in state.units[ABLE].men}
    march = March(tuple(Walk(man, ((x, y), (x, y - inches(8)))) for man, (x, y) in points.items()))
    met = [contacts(state, walk) for walk in march.walks]
    assert all(len(some) == features and all(one.very == very for one in some) for some in met)
    given = {
        "training": state.units[ABLE].card.training,
        "vehicle": vehicle,
        "terrain": "very-difficult" if very else "difficult",
        "tanks": men,
        "features": features,
        "cc_reroll": may_grant(state, ABLE) is not None,
    }

    def read(_after: object, found: Crossed, _noted: object) -> dict[str, Any]:
        return {"stuck": len(found.failed), "across": men - len(found.failed)}

    return Laid("crossing", given, options, staged(state, partial(crossed, number=ABLE, march=march), read))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {"crossing": crossing}

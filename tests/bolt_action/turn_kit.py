"""Set-ups that the tests of turn, orders, morale, pins and reactions share."""

from typing import Any

import msgspec

from sandtable.rulesets.bolt_action.harm.losses import destroy
from sandtable.rulesets.bolt_action.turn.turn import next_step

from .kit import Scene, Side, de, us

SIX = tuple((20.0, 20 + 1.5 * place) for place in range(1, 6))
MISSES = [1] * 6


def facing(distance: float, *more: Side, pins: int = 0, **rest: Any) -> Scene:
    """Six riflemen in a column and six foes in another, `distance` inches away; one rifleman has an SMG, one a BAR."""
    foes = tuple((21 + distance, y) for _, y in SIX)
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=6, spots=SIX, bearing=90, fields={"pins": pins}),
        de("us.rifle-squad", (21 + distance, 20), name="Foes", men=6, spots=foes, bearing=270),
        *more,
        **rest,
    )


def needs(scene: Scene, weapon: str = "Rifle") -> str:
    """What the shots with a weapon needed."""
    (thrown,) = scene.throws(f"({weapon}) at Foes: to hit")
    return thrown.needs


def singles(side: int, count: int, **fields: Any) -> list[Side]:
    """So many units of one man each, in a row along a side's own edge."""
    y = 40 if side == 0 else 8
    return [
        Side(side=side, troop="us.medic", at=(5 + 4 * place, y), name=f"{'AB'[side]}{place}", fields=fields)
        for place in range(count)
    ]


def coming(scene: Scene) -> str:
    """The name of what comes next."""
    step = next_step(scene.state)
    return "" if step is None else step.name


def lose(scene: Scene, name: str) -> None:
    """A unit is destroyed."""
    number = scene.number(name)
    scene.run(lambda play: destroy(play, number, "ba.turn.end-destroyed", why="of the test"))


def change(scene: Scene, **fields: Any) -> Scene:
    """The battle as a whole is set to be otherwise."""
    scene.state = msgspec.structs.replace(scene.state, **fields)
    return scene

"""What options promise, asked for in a scene: by the name of a target, or by the key of an option."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.play.decision import Decision
from sandtable.play.shown import Promised
from sandtable.rulesets.bolt_action.ruleset import RULESET

from .kit import Scene, Side, column, de, us

EAST, WEST = 90, 270
DOWN = {"order": "down"}
BETWEEN = {"target", "shell", "react", "aim one-shot weapon"}  # what is asked between naming a target and shooting
UNMEASURED = "measured only after the target is named"


def promised(
    *units: Side, order: str = "fire", kind: str = "target", ground: Any = (), dice: Any = (), **rest: Any
) -> dict[str, Promised]:
    """What the options of a question promise when the first unit is given an order; by the name of a target."""
    premeasure = rest.pop("premeasure", True)
    answers = rest.pop("answers", {})
    scene = Scene(*units, ground=ground, premeasure=premeasure, **rest)
    found: dict[str, Promised] = {}
    names = {f"u{number}": unit.name for number, unit in enumerate(scene.state.units)}

    def answer(decision: Decision[Any]) -> object:
        for key, promise in RULESET.promises(scene.state, decision).items():
            found[names.get(key, key)] = promise
        raise Stop

    with pytest.raises(Stop):
        scene.order(units[0].name, order, dice, **answers, **{kind.replace(" ", "_"): answer})
    return found


class Stop(Exception):  # noqa: N818
    """Enough has been seen."""


def foe(troop: str = "de.grenadier-squad", at: tuple[float, float] = (30, 20), **rest: Any) -> Side:
    """The enemy, of whom nobody reacts because he is Down already or has acted."""
    return de(troop, at, name="Foe", **{"fields": {"order": "fire"}, **rest})


def decoy(**rest: Any) -> Side:
    """Somebody else to shoot at, so that there is a choice."""
    return de("de.medic", (20, 2), name="Decoy", **rest)


def rifles(men: int = 6, **rest: Any) -> Side:
    """An NCO with a sub-machine gun, an automatic rifle and rifles, in a column."""
    return us("us.rifle-squad", (15, 20), name="Able", men=men, spots=column(15, 20, men), **rest)


def four_riflemen() -> Side:
    """Rifles only, at long range of the foe."""
    four = us("us.rifle-squad", (15, 20), name="Able", men=6, spots=((1, 46), *column(15, 20, 5)))
    return replace(four, fields={"men": (2, 3, 4, 5)})

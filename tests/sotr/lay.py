"""Laying actions of Secrets of the Third Reich out on a table, and reading there what the umpire's forms ask for."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from sandtable.dice.chance import Chance
from sandtable.mechanics.questions import Staged
from sandtable.odds.ask import put
from sandtable.play.script import Play
from sandtable.rulesets.library import questions
from sandtable.rulesets.sotr.nerve.cool import near_enough, officer_of, officers
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle
from tests.conformance.laid import Laid

from .kit import Scene, Side, us

ABLE, BERTA = 0, 1
ARMOUR = ("unarmored", "light", "heavy")


def lay(
    question: str,
    given: Mapping[str, Any],
    options: Mapping[str, Any],
    state: Battle,
    begin: Callable[[Play[Battle]], Any],
) -> Laid:
    """A form, and the action on a table that measures the same, read as the question reads it."""
    asked = put(questions("sotr")[question], given, Options(**options))
    assert isinstance(asked, Staged)
    return Laid(question, given, options, msgspec.structs.replace(asked, state=state, begin=begin))


def switched(chance: Chance, **switches: tuple[Any, ...]) -> dict[str, Any]:
    """One of these switches, or none."""
    name = chance.choice([*switches, ""])
    return {name: chance.choice(list(switches[name]))} if name else {}


def squad(chance: Chance, at: tuple[float, float] = (20, 20), **rest: Any) -> Side:
    """Some of a rifle squad of Able's, with or without their sergeant, in some state."""
    led = chance.random() < 0.6
    pick = (*(("sergeant",) if led else ()), *("rifleman",) * chance.randint(1, 3))
    card = {"cool": chance.choice([5, 6, 7, 8])}
    return us("us.rifle-squad", at, name="Able", pick=pick, card=card, **rest)


def lieutenant(chance: Chance, at: tuple[float, float] = (20, 24)) -> list[Side]:
    """Perhaps a lieutenant with his section, near enough or too far away."""
    far = chance.choice([0, 2, 15])
    return [us("us.second-lieutenant", (at[0] + far, at[1]), name="Command")] if chance.random() < 0.6 else []


def shaken(chance: Chance) -> dict[str, Any]:
    """Whether a unit is Disorganized, and whether it flees."""
    return {"disorganized": chance.random() < 0.3, "fleeing": chance.random() < 0.2}


def nerve(state: Battle, number: int, *, horror: bool = False) -> dict[str, Any]:
    """Whose Cool a unit may use, as the form asks for it."""
    unit, own = state.units[number], officer_of(state, number)
    near = [one for one in officers(state, unit.side) if near_enough(state, one, number, horror=horror)]
    lent = [
        state.figures[one].cool
        for one in near
        if one != own and "command" in state.units[state.figures[one].unit].card.traits
    ]
    return {
        "cool": unit.card.cool,
        "officer": state.figures[own].cool if own in near and not state.figures[own].down else 0,
        "platoon": max(lent, default=0),
        "disorganized": unit.disorganized,
        "fleeing": unit.fleeing,
    }


RADII = {"officer_cool_radius": ("always", "never"), "platoon_cool_needs_radius": (False,)}

__all__ = ["ABLE", "ARMOUR", "BERTA", "RADII", "Scene", "lay", "lieutenant", "nerve", "shaken", "squad", "switched"]

"""Forecasts against brute force, to the last fraction: small actions of every kind, every way of their dice tried."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.odds.forecast import Owners, Standing, look_ahead
from sandtable.play.script import Play
from sandtable.rulesets.sotr.melee.hand_to_hand import next_engagement
from sandtable.rulesets.sotr.ruleset import RULESET
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.weapons.grenades import throw_grenades
from sandtable.rulesets.sotr.weapons.shooting import overwatch_fire, shooting_action
from tests.odds.brute import Brute, thrown_by, told_by

from .kit import Scene, Side, Spot, reich, terrain, us

Begin = Callable[[Play[Battle]], Any]
CLOSE: dict[str, Any] = {"phase": "close", "holder": 1}


def armed(*weapons: str, at: Spot = (20, 20), **rest: Any) -> Side:
    """Men of side 0 with these weapons, who have advanced."""
    models = {place: {"weapons": (weapon,), "moved": 2} for place, weapon in enumerate(weapons)}
    fields = {"action": "advance", "frag": 0, "smoke": 0}
    return us("us.rifle-squad", at, name="A", pick=("rifleman",) * len(weapons), models=models, fields=fields, **rest)


def foes(men: int, at: Spot = (20, 30), **rest: Any) -> Side:
    """Grenadiers of side 1."""
    return reich("reich.sturmgrenadiers", at, name="B", pick=("grenadier",) * men, **rest)


async def shooting(play: Play[Battle]) -> None:
    """The first unit shoots, as it usually would."""
    await shooting_action(play, 0)


async def overwatch(play: Play[Battle]) -> None:
    """The first unit shoots at the second as that moves."""
    await overwatch_fire(play, 0, 1, charging=False)


async def grenades(play: Play[Battle]) -> None:
    """The first unit throws its grenades."""
    await throw_grenades(play, 0, "frag")


def duel() -> Scene:
    """A man with a sidearm against a zombie, and a comrade of his who watches."""
    scene = Scene(
        us("us.hmg-team", (20, 20), name="A", pick=("gunner", "loader"), spots=((20, 24),)),
        reich("reich.zombies", (21, 20), name="B", men=1),
        fields=CLOSE,
    )
    return scene.engage("A", 0, "B", 0)


WALL = terrain("wall", line=[(18, 29.4), (20.7, 29.4)])
FLAMES = reich("reich.flame-pioneers", (20, 20), name="A", pick=("flamethrower man",), fields={"action": "advance"})
SCENES: dict[str, tuple[Scene, Begin]] = {
    "rifles in the open": (Scene(armed("rifle", "semi-auto"), foes(3)), shooting),
    "a volley at men in mixed cover": (Scene(armed("semi-auto", "rifle"), foes(2), ground=[WALL]), shooting),
    "a sniper at men in cover": (Scene(armed("sniper-rifle"), foes(2, card={"armour": 2}), ground=[WALL]), shooting),
    "a gun without a loader": (
        Scene(us("us.hmg-team", (20, 20), name="A", pick=("gunner",), fields={"action": "advance"}), foes(1)), shooting,
    ),
    "a flamethrower": (
        Scene(FLAMES, us("us.rifle-squad", (20, 15), name="B", pick=("rifleman",) * 2, spots=((30, 15),))), shooting,
    ),
    "a man with fuel on his back": (
        Scene(armed("rifle"), reich("reich.flame-pioneers", (20, 30), name="B", men=3, gap=0.2)), shooting,
    ),
    "a rocket at a tank": (
        Scene(
            us("us.bazooka-team", (20, 20), name="A", pick=("gunner",), fields={"action": "advance"}),
            reich("reich.panzermech", (20, 30), name="B"),
        ),
        shooting,
    ),
    "a rocket on Overwatch": (
        Scene(us("us.bazooka-team", (20, 20), name="A", pick=("gunner",), each={"overwatch": True}), foes(2)), overwatch,
    ),
    "grenades": (Scene(us("us.rifle-squad", (20, 20), name="A", men=1), foes(2, at=(20, 28), gap=0.2)), grenades),
    "a duel": (duel(), next_engagement),
}  # fmt: skip


@pytest.mark.parametrize("what", SCENES)
def test_forecasts_are_what_brute_force_finds(what: str) -> None:
    """All that changes and all that is noted, as a joint distribution."""
    scene, begin = SCENES[what]
    found = look_ahead(Standing(RULESET, scene.state, (), scene.state, 0), begin)
    assert (found.trials, found.noted) == (0, True)
    brute = Brute(RULESET, scene.state, Owners(RULESET, 0, {}))
    expected = brute.every(begin)
    assert brute.lost == 0 and sum(expected.values()) == 1 and len(expected) > 1
    assert told_by(RULESET, scene.state, found.outcomes) == expected
    assert thrown_by(found.rolls) == brute.thrown

"""Forecasts against brute force, to the last fraction: small actions of every kind, every way of their dice tried."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.odds.forecast import Owners, Standing, look_ahead, read
from sandtable.play.script import Play
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.turn.actions import carry_out
from tests.clause import clause
from tests.odds.brute import Brute, thrown_by, told_by

from .kit import Scene, Side, german, terrain, us

Begin = Callable[[Play[Battle]], Any]
ACTED = {"done": True}


def able(*roles: str, at: tuple[float, float] = (20, 20), **rest: Any) -> Side:
    """Teams of a rifle platoon that look south."""
    return us("us.rifle-platoon", at, name="Able", pick=roles, bearing=180, **rest)


def berta(*roles: str, at: tuple[float, float] = (20, 30), **rest: Any) -> Side:
    """Grenadiers that look north, and have acted."""
    rest.setdefault("fields", ACTED)
    return german("de.grenadier-platoon", at, name="Berta", pick=roles, **rest)


def shermans(men: int, **rest: Any) -> Side:
    """Tanks that look north."""
    rest.setdefault("fields", ACTED)
    return us("us.sherman-platoon", (20, 44), name="Shermans", men=men, gap=2, **rest)


def guns(men: int) -> Side:
    """Guns without their leader, that look south."""
    return german("de.at-platoon", (20, 18), name="Paks", pick=("Pak40 Team",) * men, bearing=180)


def doing(what: str) -> Begin:
    """The first Unit's action."""

    async def begin(play: Play[Battle]) -> None:
        await carry_out(play, 0, what)

    return begin


RIFLES = ("Rifle Team",) * 3
WALL = terrain("wall", line=[(16, 29), (30, 29)])
SILENT = {"shot": 3}  # they have fired in this Initiative
SCENES: dict[str, tuple[Scene, str]] = {
    "rifles": (Scene(able(*RIFLES), berta("PL", "Rifle Team", "Rifle Team")), "fire"),
    "a leader directs": (Scene(able("PL", "LMG Team"), berta("Rifle Team", "LMG Team")), "fire"),
    "aimed fire": (Scene(able(*RIFLES[:2], "LMG Team"), berta("Rifle Team", "LMG Team", "PL")), "aimed-fire"),
    "fire and move": (Scene(able(*RIFLES), berta("Rifle Team", "LMG Team")), "fire-and-move"),
    "behind a wall": (Scene(able("LMG Team", "Rifle Team"), berta("PL", "Rifle Team"), ground=[WALL]), "fire"),
    "men who ran": (Scene(able(*RIFLES), berta("PL", "Rifle Team", fields={"ran": True, **ACTED})), "fire"),
    "markers pass on": (
        Scene(able("LMG Team", "Rifle Team"), berta("Rifle Team", "LMG Team", each={"marks": 1})), "fire",
    ),
    "a bazooka among rifles": (
        Scene(able("Rifle Team", "Bazooka Team", at=(20, 24)), berta("PL", "Rifle Team", "Panzerfaust Team")), "fire",
    ),
    "two guns at two tanks": (Scene(guns(2), shermans(2)), "fire"),
    "a gun at a marked tank": (Scene(guns(1), shermans(2, each={"marks": 1})), "fire"),
    "a barrage": (
        Scene(
            us("us.mortar-platoon", (20, 10), name="Mortars", pick=("81mm mortar Team",) * 3, bearing=180),
            berta("Rifle Team", "Rifle Team", "PL"),
        ),
        "barrage",
    ),
    "an assault without fire": (
        Scene(able("PL", "Rifle Team", at=(20, 24)), berta("Rifle Team", "Rifle Team", each=SILENT)), "assault",
    ),
    "an assault under fire": (
        Scene(able("PL", "Rifle Team", at=(20, 24)), berta("Rifle Team", "LMG Team")), "assault",
    ),
    "an assault with suppressive fire": (
        Scene(able("PL", "LMG Team", at=(20, 24)), berta("Rifle Team", "Rifle Team", each=SILENT)), "assault",
    ),
    "an assault on a tank": (
        Scene(
            german("de.tank-hunter-platoon", (20, 38), name="Hunters", pick=("PL", "Panzerschreck Team"), bearing=180),
            shermans(1, each=SILENT),
        ),
        "assault",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", SCENES)
def test_forecasts_are_what_brute_force_finds(what: str) -> None:
    """All that changes and all that is noted, as a joint distribution."""
    scene, key = SCENES[what]
    begin = doing(key)
    found = look_ahead(Standing(RULESET, scene.state, (), scene.state, 0), begin)
    assert (found.trials, found.noted) == (0, True)
    brute = Brute(RULESET, scene.state, Owners(RULESET, 0, {}))
    expected = brute.every(begin)
    assert brute.lost == 0 and sum(expected.values()) == 1 and len(expected) > 1
    assert told_by(RULESET, scene.state, found.outcomes) == expected
    afterwards = {"How far it pursues"}
    assert thrown_by(found.rolls) == {roll: share for roll, share in brute.thrown.items() if roll[0] not in afterwards}


@clause("fraley.action.fire-and-move")
def test_the_move_after_fire_is_not_waited_for() -> None:
    """Fire and Move promises what Fire does."""
    scene = SCENES["fire and move"][0]
    standing = Standing(RULESET, scene.state, (), scene.state, 0)
    one, other = (
        told_by(RULESET, scene.state, look_ahead(standing, doing(key)).outcomes) for key in ("fire", "fire-and-move")
    )
    assert one == other


@clause("fraley.assault.defensive-fire")
def test_a_charge_is_reckoned_to_meet_fire() -> None:
    """The other side is taken to fire at it, and the question is named so that it can be weighed otherwise."""
    scene, key = SCENES["an assault under fire"]
    standing = Standing(RULESET, scene.state, (), scene.state, 0)
    found = look_ahead(standing, doing(key))
    assert (found.questions[0].kind, found.questions[0].usual) == ("react", "u1")
    assert read(standing, found).spreads[0, "hits"].mean
    held = look_ahead(standing, doing(key), override={("react", 0): "nobody"})
    assert (0, "hits") not in read(standing, held).spreads

"""Whole battles between random players, one for every switch as another table sets it: they end, and nothing breaks."""

from typing import Any, get_args, get_origin

import msgspec
import pytest

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.mechanics.tables import switches_in
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.play.scenario import Enlisted, Force, Scenario
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.library import ruleset
from tests.clause import clause

RULES = ruleset("fraley")
REACH_OF_A_CC = 12  # inches, where a table limits it


def others(field: Any) -> list[Any]:
    """The values of a switch that are not its default."""
    kind = field.type
    if kind is bool:
        return [not field.default]
    if get_origin(kind) is not None and not hasattr(kind, "__metadata__"):
        return [value for value in get_args(kind) if value != field.default]
    return [REACH_OF_A_CC]


SWITCHES = [(field.name, value) for field in switches_in(Options) for value in others(field)]


def brief() -> Scenario:
    """The skirmish in half the rounds."""
    base = RULES.scenario("skirmish")
    return msgspec.structs.replace(base, rules={"fraley": {**base.rules["fraley"], "rounds": 4}})


def battle(seed: int, scenario: Scenario, **options: Any) -> Any:
    """A battle between random players, fought to its end."""
    header = Header("fraley", RULES.version, options, scenario, ("random", "random"))
    game = new_game(RULES, header, seeded_box(seed))
    fight(game, (bot("random", RULES, seed, 0), bot("random", RULES, seed, 1)))
    return game


def test_every_switch_has_another_value() -> None:
    """None is forgotten by this test."""
    assert {name for name, _ in SWITCHES} == {field.name for field in switches_in(Options)}
    assert len(SWITCHES) > len(switches_in(Options))


@pytest.mark.parametrize(("name", "value"), SWITCHES)
def test_a_battle_is_fought_to_its_end_with_a_switch_set(name: str, value: object) -> None:
    """Random players, a small battle."""
    seed = SWITCHES.index((name, value))
    game = battle(seed, brief(), **{name: value})
    assert game.outcome is not None
    assert getattr(game.state.options, name) == value


def motorised() -> Scenario:
    """The skirmish with trucks and half-tracks: a platoon begins in them on either side."""
    base = brief()
    ours = (
        Enlisted("us.cc", name="Captain Harlan"),
        Enlisted("us.truck-section", name="Trucks"),
        Enlisted("us.mortar-platoon", name="Mortars", aboard="Trucks"),
        Enlisted("us.rifle-platoon", name="Able Platoon"),
    )
    theirs = (
        Enlisted("de.cc", name="Hauptmann Voss"),
        Enlisted("de.half-track-section", name="Half-tracks"),
        Enlisted("de.tank-hunter-platoon", name="Hunters", aboard="Half-tracks"),
        Enlisted("de.at-platoon", name="Guns"),
    )
    forces = (Force("US", "US", ours), Force("Germans", "German", theirs))
    return msgspec.structs.replace(base, forces=forces)


@clause("fraley.gap.transport")
@pytest.mark.parametrize("more", [{}, {"suppressed_may_move": False, "cc_activation": "with_unit"}])
def test_battles_with_riders_are_fought_to_their_end(more: dict[str, Any]) -> None:
    """Teams get in and out, and whoever rides is nowhere on the table."""
    told: set[str] = set()
    for seed in range(3):
        game = battle(seed, motorised(), transport=True, **more)
        assert game.outcome is not None
        told |= {getattr(one, "verb", "") for one in game.take()}
    assert {"got in", "got out"} <= told

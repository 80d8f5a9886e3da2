"""Whole battles between random players, one for every switch as another table sets it: they end, and nothing breaks."""

from typing import Any, get_args, get_origin

import msgspec
import pytest

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.mechanics.tables import switches_in
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.play.scenario import Scenario
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.library import ruleset
from tests.clause import clause

RULES = ruleset("d10")
WORSE = 2  # how much more a cover is worth where a table sets it otherwise


def others(field: Any) -> list[Any]:
    """The values of a switch that are not its default."""
    kind = field.type
    if kind is bool:
        return [not field.default]
    if get_origin(kind) is not None and not hasattr(kind, "__metadata__"):
        return [value for value in get_args(kind) if value != field.default]
    return [field.default - WORSE, 0]


SWITCHES = [(field.name, value) for field in switches_in(Options) for value in others(field)]


def battle(name: str, seed: int, turns: int, **options: Any) -> Any:
    """A battle of some turns between random players, fought to its end."""
    base: Scenario = RULES.scenario(name)
    brief = msgspec.structs.replace(base, rules={"d10": {**base.rules["d10"], "turns": turns}})
    header = Header("d10", RULES.version, options, brief, ("random", "random"))
    game = new_game(RULES, header, seeded_box(seed))
    fight(game, (bot("random", RULES, seed, 0), bot("random", RULES, seed, 1)))
    return game


def test_every_switch_has_another_value() -> None:
    """None is forgotten by this test."""
    assert {name for name, _ in SWITCHES} == {field.name for field in switches_in(Options)}
    assert len(SWITCHES) > len(Options.__struct_fields__)


@pytest.mark.parametrize(("name", "value"), SWITCHES)
def test_a_battle_is_fought_to_its_end_with_a_switch_set(name: str, value: object) -> None:
    """Random players, a small battle and a village."""
    seed = SWITCHES.index((name, value))
    for scenario, turns in (("small", 6), ("village", 3)):
        game = battle(scenario, seed, turns, **{name: value})
        assert game.outcome is not None
        assert getattr(game.state.options, name) == value


@clause("d10.turn.alternate", "d10.gap.orders-per-activation")
@pytest.mark.parametrize("seed", range(2))
def test_a_battle_is_fought_to_its_end_with_all_switches_set(seed: int) -> None:
    """All of them otherwise at once."""
    game = battle("breakthrough", seed, 8, **dict(SWITCHES))
    assert game.outcome is not None

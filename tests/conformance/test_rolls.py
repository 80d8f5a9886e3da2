"""What holds for the rolls that the forecasts of every rulebook meet on the way."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.odds.first import first_roll
from sandtable.odds.forecast import Forecast, Standing, forecast, look_ahead
from sandtable.odds.rolls import RollView
from sandtable.play.domains import OneOf, YesNo
from sandtable.rulesets.library import RULESETS, ruleset, situations

from .battles import SCENARIOS, Battle

MOST = 8  # forecasts a battle
SEEDS = (11, 12, 13, 14)  # battles, until enough was weighed
BUDGET = 800


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_rolls_on_the_way_are_well_formed(name: str, scenario: str) -> None:
    """In random battles: chances are chances, what comes first is sure, and no roll is told by the names of units."""
    weighed = 0
    for seed in SEEDS:
        if weighed < 3:
            weighed += _weigh(Battle(name, scenario, seed))
    assert weighed >= 3


def _weigh(battle: Battle) -> int:
    """Look at the rolls of some answers; how many of them throw any dice."""
    rules, weighed, kinds = battle.rules, 0, set[str]()
    for count, decision in enumerate(battle.decisions()):
        if decision.kind in kinds and count % 7:
            continue
        before, game = battle.game.state, battle.game
        standing = Standing(rules, game.checkpoint, tuple(game.inputs), before, decision.seat)
        for _, answer in _answers(decision.domain)[:2]:
            first = first_roll(standing, answer)
            if first is not None:
                check_roll(battle, first)
                assert (first.thrown, first.side) == ("1", decision.seat)
            if rules.foresees(decision):
                found = forecast(standing, answer, budget=BUDGET, trials=20)
                check_rolls(battle, found, first)
                weighed += bool(found.rolls)
        for key in rules.promises(before, decision):
            assert key in getattr(decision.domain, "values", ("yes", "no"))
        kinds.add(decision.kind)
        assert game.state is before
        if weighed >= MOST:
            break
    return weighed


def _answers(domain: object) -> list[tuple[str, object]]:
    if isinstance(domain, YesNo):
        return [("yes", True), ("no", False)]
    return [(key, key) for key in domain.values] if isinstance(domain, OneOf) else []


def check_rolls(battle: Battle, found: Forecast, first: RollView | None) -> None:
    """All rolls of a forecast."""
    rolls = found.rolls
    for roll in rolls:
        check_roll(battle, roll)
    if rolls:
        assert rolls[0].thrown == "1", "what is thrown first is thrown in any case"
    if first is not None:
        assert (first.step, first.needs, first.modifiers) in {(one.step, one.needs, one.modifiers) for one in rolls}


def check_roll(battle: Battle, roll: RollView) -> None:
    """One roll."""
    prefix = battle.rules.prefix
    assert 0 < Fraction(roll.thrown) <= 1
    assert (roll.needs and roll.step[0].isupper()) or roll.step[0].isdigit()
    assert all(unit.name not in roll.step for unit in battle.game.state.units), roll.step
    assert roll.sides > 1 and all(part.isdigit() for part in roll.dice.split(" to "))
    assert not roll.chance or 0 <= Fraction(roll.chance) <= 1
    if roll.results:
        assert not roll.chance
        assert sum(Fraction(one.chance) for one in roll.results) == 1
        assert all(Fraction(one.chance) > 0 and one.words for one in roll.results)
    assert roll.because and all(clause.startswith(f"{prefix}.") for clause in roll.because)
    for modifier in roll.modifiers:
        assert modifier.value and modifier.why and modifier.clause.startswith(f"{prefix}.")
        assert f" ({modifier}" not in roll.needs


# ---- a changed rule


def _one_more(found: Any) -> Any:
    """One more is needed."""
    return found._replace(score=found.score + 1) if hasattr(found, "score") else found + 1


def _patched(book: str, where: str) -> Callable[[pytest.MonkeyPatch, Any], Any]:
    """A function of the rules says one more than it did."""

    def change(patch: pytest.MonkeyPatch, state: Any) -> Any:
        import importlib  # noqa: PLC0415  # of whichever book

        module, _, name = where.rpartition(".")
        there = importlib.import_module(f"sandtable.rulesets.{book}.{module}")
        before = getattr(there, name)
        said = (lambda *args, **more: _one_more(before(*args, **more))) if callable(before) else before + 1
        patch.setattr(there, name, said)
        return state

    return change


def _celled(address: str, value: object) -> Callable[[pytest.MonkeyPatch, Any], Any]:
    """A cell of a table says something else."""

    def change(_: pytest.MonkeyPatch, state: Any) -> Any:
        return replace(state, options=type(state.options)(cells=((address, value),)))

    return change


CHANGES: dict[str, tuple[str, str, Callable[[pytest.MonkeyPatch, Any], Any]]] = {
    "bolt-action": ("ten men shoot at ten", "To hit", _celled("hit.base.needs", 4)),
    "d10": ("a rifle squad shoots", "To harm", _patched("d10", "harm.damage.damage_score")),
    "sotr": ("four men shoot at four", "To hit", _celled("hit.base.needs", 5)),
    "fraley": ("a rifle platoon fires", "To hit", _patched("fraley", "fire.shooting.needed")),
    "skirmish41": ("three of a rifle team fire", "To hit", _patched("skirmish41", "fire.volley.chance_for")),
}


def test_every_book_has_a_changed_rule() -> None:
    """None is forgotten."""
    assert set(CHANGES) == {name for name in RULESETS if situations(name)}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_rule_moves_the_rolls(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one more is needed, forecasts say so of the very roll, and how likely what follows is thrown."""
    title, step, change = CHANGES[name]
    situation = situations(name)[title]

    def rolls(state: Any) -> tuple[RollView, ...]:
        return look_ahead(Standing(ruleset(name), state, (), state, situation.seat), situation.begin).rolls

    before = rolls(situation.state)
    after = rolls(change(monkeypatch, situation.state))
    was, now = ([(one.needs, one.chance) for one in found if one.step.startswith(step)] for found in (before, after))
    assert len(was) == len(now) > 0
    for (needs, chance), (harder, less) in zip(was, now, strict=True):
        assert int(harder.partition("+")[0]) == int(needs.partition("+")[0]) + 1
        assert Fraction(less) < Fraction(chance)
    assert [one.thrown for one in before] != [one.thrown for one in after]

"""What holds for the forecasts of every rulebook."""

from fractions import Fraction

import pytest

from sandtable.odds.forecast import Forecast, Standing, forecast, read
from sandtable.odds.foresee import foresee
from sandtable.play.domains import OneOf, YesNo
from sandtable.play.ruleset import never_foreseen
from sandtable.rulesets.library import ruleset

from .battles import SCENARIOS, Battle

MOST = 14  # forecasts a battle
BUDGET = 800
SEEDS = (11, 12, 13, 14)  # battles, until enough was to be weighed: there are scenarios in which little is shot at


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_whatever_can_be_weighed_is_weighed_whole(name: str, scenario: str) -> None:
    """Every so often in a battle: chances add up to one, what is told belongs to units there, and nothing has changed."""
    if ruleset(name).foresees is never_foreseen:
        pytest.skip("this book forecasts nothing")
    weighed, kinds = 0, set[str]()
    for seed in SEEDS:
        if weighed < 4 or len(kinds) < 2:
            weighed += _weigh(Battle(name, scenario, seed), kinds)
    assert weighed >= 4
    assert len(kinds) > 1


def _weigh(battle: Battle, kinds: set[str]) -> int:
    """Weigh answers every so often in a battle; how many, and of which kinds."""
    rules, weighed = battle.rules, 0
    for count, decision in enumerate(battle.decisions()):
        if not rules.foresees(decision) or (decision.kind in kinds and count % 7):
            continue
        before, game = battle.game.state, battle.game
        standing = Standing(rules, game.checkpoint, tuple(game.inputs), before, decision.seat)
        for answer in _answers(decision.domain)[:2]:
            found = forecast(standing, answer, budget=BUDGET, trials=20)
            _check(standing, found)
            weighed += 1
        kinds.add(decision.kind)
        assert game.state is before
        assert game.pending is decision
        if weighed >= MOST:
            break
    return weighed


def _answers(domain: object) -> list[object]:
    if isinstance(domain, YesNo):
        return [True, False]
    return list(domain.options() or ()) if isinstance(domain, OneOf) else []


def _check(standing: Standing, found: Forecast) -> None:
    outcomes = found.outcomes
    assert sum(weight for end in outcomes.ends for weight in end.facts.values()) == outcomes.whole
    assert bool(found.margin) == bool(found.trials)
    reading = read(standing, found)
    for (unit, what), spread in reading.spreads.items():
        assert unit is None or unit < len(standing.now.units)
        assert what
        assert sum(spread.values.values()) == spread.whole == outcomes.whole
        assert all(weight > 0 for weight in spread.values.values())
    assert all(lost >= 0 for lost in reading.lost)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS[:1])
def test_what_is_shown_of_a_forecast_is_what_it_says(name: str, scenario: str) -> None:
    """Chances as fractions that add up, at-least values as their sums; the same when it is asked for again."""
    battle = Battle(name, scenario, 3)
    for decision in battle.decisions():
        if not battle.rules.foresees(decision) or not isinstance(decision.domain, OneOf):
            continue
        game = battle.game
        standing = Standing(battle.rules, game.checkpoint, tuple(game.inputs), game.state, decision.seat)
        shown = [foresee(standing, answer) for answer in (decision.domain.options() or ())[:3]]
        if not any(one.effects for one in shown):
            continue
        assert shown == [foresee(standing, answer) for answer in (decision.domain.options() or ())[:3]]
        for effect in [effect for one in shown for effect in one.effects]:
            shares = [Fraction(chance.chance) for chance in effect.chances]
            assert sum(shares) == 1
            if effect.expected:
                assert [Fraction(chance.at_least) for chance in effect.chances] == [
                    sum(shares[place:]) for place in range(len(shares))
                ]
        return
    raise AssertionError("nothing in the whole battle could be foreseen")

"""The actions that forecasts are measured by: exact, and true within sampling error."""

import pytest

from sandtable.lab.forecasts import measure
from sandtable.rulesets.library import OURS


@pytest.mark.parametrize("name", OURS)
def test_forecasts_agree_with_trials_of_the_same_action(name: str) -> None:
    """Each situation, some hundred trials: no chance is off by more than chance allows."""
    found = list(measure(name, trials=300, times=1))
    assert len(found) >= 5
    for one in found:
        assert one.exact, one.name
        assert one.apart < 4.5, one.name
        assert one.runs > 10, one.name

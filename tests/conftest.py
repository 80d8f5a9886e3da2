"""Settings for all tests."""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("ci", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--full` runs the long forms of suites."""
    parser.addoption("--full", action="store_true", default=False, help="run the long forms of suites")
    parser.addoption("--write-golden", action="store_true", default=False, help="write the golden files anew")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long forms out unless they are asked for."""
    if config.getoption("--full"):
        return
    kept = [item for item in items if item.get_closest_marker("full") is None]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept

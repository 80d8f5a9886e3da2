"""Settings for all tests."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The suite knows one book more than we bring, from outside the package as others would bring theirs; or whichever are named.
os.environ.setdefault("SANDTABLE_RULEBOOKS", "platoon-sheet=tests.sixth.sheet")
ROOT = str(Path(__file__).parents[1])
if ROOT not in os.environ.get("PYTHONPATH", "").split(os.pathsep):  # for processes that tests start
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (ROOT, os.environ.get("PYTHONPATH"))))

settings.register_profile("ci", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--full` runs the long forms of suites."""
    parser.addoption("--full", action="store_true", default=False, help="run the long forms of suites")
    parser.addoption("--write-golden", action="store_true", default=False, help="write the golden files anew")


MARKED = pytest.StashKey[dict[str, set[str]]]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Note which test is marked with which clauses, and leave the long forms out unless they are asked for."""
    marked: dict[str, set[str]] = {}
    for item in items:
        clauses = {clause for mark in item.iter_markers("clause") for clause in mark.args}
        marked.setdefault(item.nodeid.partition("[")[0], set()).update(clauses)
    config.stash[MARKED] = marked
    if config.getoption("--full"):
        return
    kept = [item for item in items if item.get_closest_marker("full") is None]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept

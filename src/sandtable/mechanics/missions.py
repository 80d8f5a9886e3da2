"""What a scenario wants of a rulebook: as its file says, or by a task that it sets for any."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from sandtable.play.scenario import Scenario
from sandtable.table.data import DataError

M = TypeVar("M", bound=msgspec.Struct)


def mission_in(scenario: Scenario, book: str, kind: type[M], by_task: Callable[[Scenario], M], **usual: Any) -> M:
    """The mission of a scenario under a rulebook; `usual` is what goes without saying. Says what is wrong with it."""
    if scenario.leaves_to(book):
        return by_task(scenario)
    try:
        return msgspec.convert(scenario.rules.get(book, usual), kind)
    except msgspec.ValidationError as error:
        reason, _, key = str(error).partition(" - at `$")
        raise DataError(scenario.name, f"rules.{book}{key.rstrip('`')}", reason) from error

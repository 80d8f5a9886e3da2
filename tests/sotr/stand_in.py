"""Plain answers to put in the place of what other chapters would say."""

from typing import Any


def always(*_: Any) -> bool:
    """Yes, whatever is asked."""
    return True


def never(*_: Any) -> bool:
    """No, whatever is asked."""
    return False


def nothing(*_: Any) -> None:
    """Nothing to say against it."""

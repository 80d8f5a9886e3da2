"""Playing: state and the events that change it, decisions and scripts, games, records and views."""

from .state import Figure, State, Unit

__all__ = ["Figure", "State", "Unit"]

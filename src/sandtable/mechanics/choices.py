"""Choices that every rulebook offers: one of several units, one of several figures, each shown on the table."""

from collections.abc import Callable, Iterable
from typing import Any

from sandtable.play.domains import OneOf, OnTable
from sandtable.play.state import State


def one_unit(state: State[Any, Any], numbers: Iterable[int]) -> OneOf[int]:
    """One of these units, by its name."""
    return OneOf(
        {f"u{number}": number for number in numbers},
        label=lambda number: state.units[number].name,
        points=lambda number: OnTable(unit=number),
    )


def one_figure(figures: Iterable[int], label: Callable[[int], str], letter: str = "m") -> OneOf[int]:
    """One of these figures, by what a label calls it; its key is a letter and its number."""
    return OneOf(
        {f"{letter}{figure}": figure for figure in figures},
        label=label,
        points=lambda figure: OnTable(figure=figure),
    )

"""The studies of the laboratory, by the names that are typed."""

import argparse
from collections.abc import Callable

from .laboratory import run_study, try_change
from .ready_studies import balance, every_cell, every_clause, every_switch, every_troop

STUDIES: dict[str, Callable[[argparse.Namespace], int]] = {
    "try": try_change,
    "run": run_study,
    "switches": every_switch,
    "sensitivity": every_cell,
    "clauses": every_clause,
    "points": every_troop,
    "balance": balance,
}

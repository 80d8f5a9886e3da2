"""`sandtable tables`: every cell of a rulebook's printed tables, by the name that changes it."""

import argparse

from sandtable.mechanics.tables import shown
from sandtable.rulesets.house import cells_of

from .inputs import find_ruleset
from .output import counted, print_json


def run(asked: argparse.Namespace) -> int:
    """List them."""
    rules = find_ruleset(asked.ruleset)
    wanted = asked.find.lower()
    found = [one for one in cells_of(rules) if wanted in f"{one.name} {' '.join(one.clauses)}".lower()]
    if asked.json:
        print_json(found)
        return 0
    for one in found:
        print(f"{f'{one.name} = {shown(one.value)}':<56} {one.takes} [{' '.join(one.clauses)}]")
    if not cells_of(rules):
        print(f"The tables of {rules.title} are not changed so, but in their files.")
    print(counted(len(found), "cell"))
    return 0

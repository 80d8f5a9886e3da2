"""`sandtable rulesets`: the rulebooks."""

import argparse

from sandtable.rulesets.library import RULESETS, clauses, ruleset

from .output import print_json


def run(asked: argparse.Namespace) -> int:
    """List the rulebooks."""
    rows = []
    for name in RULESETS:
        rules = ruleset(name)
        rows.append(
            {
                "name": name,
                "title": rules.title,
                "about": rules.about,
                "version": rules.version,
                "clauses": len(clauses(name)),
                "scenarios": list(rules.scenarios()),
            }
        )
    if asked.json:
        print_json(rows)
        return 0
    for row in rows:
        print(f"{row['name']:14} {row['title']} (version {row['version']}, {row['clauses']} clauses and gaps)")
        if row["about"]:
            print(f"{'':14} {row['about']}")
    return 0

"""`sandtable play`: serve the page, and open it."""

import argparse
import os
from typing import Any

from sandtable.play.wire import to_plain
from sandtable.rulesets.house import played_otherwise
from sandtable.rulesets.library import RULESETS, ruleset

from .inputs import house_rules, under_house, whole_number
from .parser import UsageError


def run(asked: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from sandtable.geometry.warm import warm  # noqa: PLC0415  # both take their time to load
    from sandtable.server.serve import ServeError, serve  # noqa: PLC0415

    port = whole_number(asked.port, "--port", 0, 65_535)
    data = asked.data or os.environ.get("SANDTABLE_DATA", "")
    house = _house(asked)
    print("sandtable: getting ready", flush=True)
    warm()
    try:
        serve(asked.host, port, data, house, browser=not asked.no_browser)
    except ServeError as error:
        raise UsageError(str(error)) from error
    return 0


def _house(asked: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """What the battles of each rulebook begin with, where that is not as usual."""
    books = [ruleset(name) for name in RULESETS]
    house = house_rules(asked.set, asked.rules, [rules.prefix for rules in books])
    found = {}
    for rules in books:
        options = under_house(rules, house)
        for line in played_otherwise(rules, options):
            print(f"sandtable: {rules.name} is played otherwise: {line}", flush=True)
        found[rules.name] = to_plain(options)
    return {name: plain for name, plain in found.items() if plain}

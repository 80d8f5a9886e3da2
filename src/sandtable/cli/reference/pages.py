"""Every generated document by its path."""

import msgspec

from sandtable.cli.schema import schema
from sandtable.rulesets.library import OURS

from .commands import command_page
from .odds import odds_page
from .protocol import protocol_page
from .rulebooks import coverage_table, rulebook_page
from .scenarios import common_page


def pages() -> dict[str, str]:
    """Every generated file by its path in the project."""
    made = {f"docs/rulesets/{name}.md": rulebook_page(name) for name in OURS}
    made["docs/rulesets/README.md"] = coverage_table()
    made |= {f"docs/odds/{name}.md": odds_page(name) for name in OURS}
    made["docs/scenarios.md"] = common_page()
    made["docs/command-line.md"] = command_page()
    made["docs/protocol.md"] = protocol_page()
    made["docs/schema.json"] = msgspec.json.format(msgspec.json.encode(schema(OURS)), indent=1).decode() + "\n"
    return made

"""The JSON schema of all messages, from which the page's types are made: `python -m sandtable.server.schema`."""

import sys
from typing import Any

import msgspec

from sandtable.odds.ask import AnswerView
from sandtable.odds.led import LedView
from sandtable.odds.umpire import Put, PutThrows, UmpireView
from sandtable.play.driving import Drive
from sandtable.play.shown import Marker, Promised, Ray, Shown, Sighting
from sandtable.play.walks import March
from sandtable.play.wire import BarredView, DecisionView, OptionView, schema_hook

from . import http_types as http
from . import replies
from .replies import ServerMessage
from .requests import ClientMessage

HTTP = (
    http.BookCard, http.RulesetView, http.RulesView,
    http.NewBattle, http.Opened, http.BattleRow, http.History, http.LuckView,
    http.Fork, http.Verified, http.Health, http.Problem, http.ArchiveView, March, Drive, UmpireView, AnswerView, LedView,
    Put, PutThrows, http.CommonScenarioView, http.ReadyView, http.SummaryView,
)  # fmt: skip

# Types whose fields have defaults in Python but are always sent.
WHOLE = (
    BarredView, DecisionView, Marker, OptionView, Ray, Promised, Shown, Sighting, replies.RefusedView, replies.Step,
    replies.Trouble,
)  # fmt: skip


def schema() -> dict[str, Any]:
    """One definition a type, and the two unions of what goes over the socket."""
    kinds: list[Any] = [ClientMessage, ServerMessage, *HTTP]
    (client, server, *_), components = msgspec.json.schema_components(
        kinds, schema_hook=schema_hook, ref_template="#/$defs/{name}"
    )
    for kind in WHOLE:
        components[kind.__name__]["required"] = list(components[kind.__name__]["properties"])
    found = {**components, "ClientMessage": client, "ServerMessage": server}
    return {"$defs": dict(sorted((name, _exact(part)) for name, part in found.items()))}


def _exact(part: Any) -> Any:
    """What we send always has every field and no other: say so, that the page need not ask."""
    if isinstance(part, list):
        return [_exact(one) for one in part]
    if not isinstance(part, dict):
        return part
    # A word that says something about a type is a string; a property that is called the same (a piece's title) is not.
    noise = {key for key in ("title", "pattern") if isinstance(part.get(key), str)} | {"discriminator"}
    found = {key: _exact(value) for key, value in part.items() if key not in noise}
    if "properties" in found:
        found["additionalProperties"] = False
    elif found.get("type") == "object":
        found.setdefault("additionalProperties", True)  # a mapping of anything
    if "prefixItems" in found:
        found["items"] = found.pop("prefixItems")
        found["additionalItems"] = False
    return found


def main() -> None:
    """Write it."""
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(schema())))


if __name__ == "__main__":
    main()

"""`sandtable schema`: the JSON schema of everything that leaves the engine."""

import argparse
from collections.abc import Iterable
from typing import Any

import msgspec

from sandtable.odds.ask import AnswerView, QuestionView
from sandtable.odds.led import LedView
from sandtable.odds.luck import LuckSheet
from sandtable.play.events import Event, Thrown
from sandtable.play.record import Record
from sandtable.play.wire import DecisionView, schema_hook
from sandtable.rulesets.library import RULESETS, ruleset

from .output import print_json


def schema(books: Iterable[str] = RULESETS) -> dict[str, Any]:
    """Schemas by name: decisions, happenings, records, questions, answers, luck, and each rulebook's state."""
    kinds: list[Any] = [DecisionView, Event, Thrown, Record, QuestionView, AnswerView, LedView, LuckSheet]
    kinds += [ruleset(name).state_type for name in books]
    _, components = msgspec.json.schema_components(kinds, schema_hook=schema_hook)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": dict(sorted(components.items()))}


def run(asked: argparse.Namespace) -> int:
    """Print it."""
    assert asked.command == "schema"
    print_json(schema())
    return 0

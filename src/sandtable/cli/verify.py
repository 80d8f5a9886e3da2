"""`sandtable verify`: a record proven, die by die and answer by answer."""

import argparse

from sandtable.play.record import RecordError, inputs_of, verify
from sandtable.table.data import DataError

from .inputs import find_ruleset, load_record
from .output import print_json
from .parser import UsageError


def run(asked: argparse.Namespace) -> int:
    """Replay a record under its own key and compare everything."""
    record = load_record(asked.record)
    rules = find_ruleset(record.header.ruleset)
    try:
        game = verify(rules, record)
    except (RecordError, DataError) as error:
        raise UsageError(f"{asked.record}: {error}") from error
    inputs = inputs_of(record)
    throws = sum(isinstance(given, bytes) for given in inputs)
    proven = bool(record.dice.secret)
    found = {
        "ruleset": rules.name,
        "steps": game.step,
        "answers": len(inputs) - throws,
        "throws": throws,
        "dice_proven": proven,
        "outcome": record.outcome,
    }
    if asked.json:
        print_json(found)
    else:
        dice = "every die comes from the committed key" if proven else "the players threw their own dice"
        print(f"{asked.record} holds: {found['answers']} answers are legal, {throws} throws replayed, {dice}.")
    return 0

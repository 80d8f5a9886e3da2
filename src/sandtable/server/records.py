"""Records that somebody brings: read, proved, and turned into the journal of a battle. Runs on the workbench's thread."""

from typing import Any

import msgspec

from sandtable.play.record import Record, RecordError, inputs_of, read_record, verify
from sandtable.play.refusal import Refused
from sandtable.rulesets.library import RULESETS, ruleset
from sandtable.table.data import DataError

from .http_types import Verified
from .played import ANSWER, DICE, EPOCHS
from .problems import BadRequest
from .store import Entry


def rulebook(name: str) -> Any:
    """The rulebook of a name."""
    if name not in RULESETS:
        raise BadRequest(f"no rulebook is called {name!r}: there are {', '.join(RULESETS)}")
    return ruleset(name)


def proved(data: bytes) -> Record:
    """A record whose answers are legal and whose dice can be thrown again; nothing else is opened."""
    try:
        record = read_record(data)
    except RecordError as error:
        raise BadRequest(str(error)) from error
    if record.dice.commitment and not record.dice.secret:
        raise BadRequest("the battle of this record is not over: its dice are still secret")
    try:
        verify(rulebook(record.header.ruleset), record)
    except (RecordError, DataError, Refused) as error:
        raise BadRequest(f"the record does not hold: {error}") from error
    return record


def journal_of(record: Record) -> list[Entry]:
    """The journal of a battle that went as a record says."""
    entries = [Entry(1, EPOCHS, 0, None, msgspec.json.encode(record.epochs))] if record.epochs else []
    own_dice = not record.dice.commitment
    for given in inputs_of(record):
        if not isinstance(given, bytes):
            entries.append(Entry(len(entries) + 1, ANSWER, 0, None, msgspec.json.encode(given)))
        elif own_dice:  # the key throws all others again
            entries.append(Entry(len(entries) + 1, DICE, 0, None, msgspec.json.encode(list(given))))
    return entries


def verified(data: bytes) -> Verified:
    """Whether a record holds what it claims."""
    answers = throws = 0
    try:
        record = read_record(data)
        given = inputs_of(record)
        throws = sum(isinstance(one, bytes) for one in given)
        answers = len(given) - throws
        verify(rulebook(record.header.ruleset), record)
    except (RecordError, DataError, BadRequest, Refused) as error:
        return Verified(good=False, said=str(error), answers=answers, throws=throws, digest="")
    sealed = "every die comes from the committed key" if record.dice.secret else "the dice are as they were typed in"
    said = f"Every answer is legal, {sealed}, and the battle ends as the record says."
    return Verified(good=True, said=said, answers=answers, throws=throws, digest=record.state_sha256)

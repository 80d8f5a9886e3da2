"""`sandtable replay`: a recorded battle told again."""

import argparse
from pathlib import Path

from sandtable.play.record import RecordError, inputs_of, replay
from sandtable.play.refusal import Refused
from sandtable.table.data import DataError

from .inputs import check_writable, find_ruleset, load_record, whole_number, write_bytes
from .output import print_json
from .parser import UsageError
from .picture import draw
from .story import Story


def run(asked: argparse.Namespace) -> int:
    """Tell a record, to its end or to a chosen answer."""
    record = load_record(asked.record)
    rules = find_ruleset(record.header.ruleset)
    answers = sum(not isinstance(given, bytes) for given in inputs_of(record))
    stop = whole_number(asked.answers, "--answers", 0, answers) if asked.answers else answers
    try:
        game = replay(rules, record)
        if stop < answers:
            game = game.rewind(stop)
    except (RecordError, Refused, DataError) as error:
        raise UsageError(f"{asked.record}: {error}") from error
    if asked.svg:
        check_writable(Path(asked.svg))
    news = game.take()
    outcome = game.outcome if stop == answers else None
    story = Story(rules, silent=asked.json)
    story.begin(record.header)
    story.tell(game.state, news)
    story.end(record.header.scenario, outcome, record.header.seats)
    if asked.svg:
        write_bytes(Path(asked.svg), draw(rules, game.state, record.header.scenario).encode())
    if asked.json:
        lines = [{"text": rules.sentence(game.state, one), "because": list(one.because)} for one in news]
        told = [line for line in lines if line["text"]]
        print_json({"ruleset": rules.name, "answers": stop, "of": answers, "log": told, "outcome": outcome})
    return 0

"""`sandtable replay`: a recorded battle told again."""

import argparse
from pathlib import Path

from sandtable.play.record import RecordError, inputs_of, replay
from sandtable.play.refusal import Refused

from .inputs import find_ruleset, load_record, whole_number, write_bytes
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
    except (RecordError, Refused) as error:
        raise UsageError(f"{asked.record}: {error}") from error
    news = game.take()
    story = Story(rules, quiet=asked.json)
    story.begin(record.header.scenario, record.header.seats, 0)
    story.tell(game.state, news)
    story.end(game.outcome if stop == answers else None, record.header.seats)
    if asked.svg:
        write_bytes(Path(asked.svg), draw(rules, game.state, record.header.scenario).encode())
    if asked.json:
        lines = [{"text": rules.sentence(game.state, one), "because": list(one.because)} for one in news]
        told = [line for line in lines if line["text"]]
        print_json({"ruleset": rules.name, "answers": stop, "of": answers, "log": told, "outcome": record.outcome})
    return 0

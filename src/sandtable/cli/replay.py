"""`sandtable replay`: a recorded battle told again."""

import argparse
from pathlib import Path

from sandtable.lab.fought import record_of
from sandtable.lab.running import read_battles
from sandtable.play.record import Record, RecordError, inputs_of, replay, write_record
from sandtable.play.refusal import Refused
from sandtable.table.data import DataError

from .inputs import check_writable, find_ruleset, load_record, whole_number, write_bytes
from .output import print_json
from .parser import UsageError
from .picture import draw
from .story import Story


def run(asked: argparse.Namespace) -> int:
    """Tell a record, to its end or to a chosen answer."""
    record = _of_study(asked) if asked.study else load_record(_named(asked))
    rules = find_ruleset(record.header.ruleset)
    answers = sum(not isinstance(given, bytes) for given in inputs_of(record))
    stop = whole_number(asked.answers, "--answers", 0, answers) if asked.answers else answers
    try:
        game = replay(rules, record)
        if stop < answers:
            game = game.rewind(stop)
    except (RecordError, Refused, DataError) as error:
        raise UsageError(f"{asked.record or asked.study}: {error}") from error
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


def _named(asked: argparse.Namespace) -> str:
    if not asked.record:
        raise UsageError("replay: name a record, or a battle of a study with --study and --battle")
    name: str = asked.record
    return name


def _of_study(asked: argparse.Namespace) -> Record:
    """The record of a battle of a study: by its row, the arms one after the other."""
    if not asked.battle:
        raise UsageError("replay: --study wants --battle N, the row in battles.parquet")
    kept, found = read_battles(Path(asked.study))
    rows = [(arm, one) for arm, battles in zip(kept.arms, found, strict=True) for one in battles]
    if not rows:
        raise UsageError(f"{asked.study}: nothing has been fought yet")
    arm, one = rows[whole_number(asked.battle, "--battle", 0, len(rows) - 1)]
    if asked.save:
        check_writable(Path(asked.save))
    record = record_of(arm, one.seed, swapped=one.swapped)
    if asked.save:
        write_bytes(Path(asked.save), write_record(record))
    return record

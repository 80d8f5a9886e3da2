"""`sandtable watch`: two bots fight, and the battle is told line by line."""

import argparse
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from sandtable.bots import UnknownBot, bot
from sandtable.bots.match import fight
from sandtable.play.events import Happening
from sandtable.play.game import Game
from sandtable.play.record import Digest, Header, make_record, new_game, seeded_box, write_record
from sandtable.play.wire import to_plain
from sandtable.table.data import DataError

from .inputs import check_writable, find_map, find_ruleset, find_scenario, read_options, whole_number, write_bytes
from .output import print_json
from .parser import UsageError
from .picture import draw
from .story import Story


def run(asked: argparse.Namespace) -> int:
    """Play a battle and tell it."""
    rules = find_ruleset(asked.ruleset)
    options = read_options(rules, asked)
    seed = whole_number(asked.seed, "--seed")
    scenario = find_scenario(rules, asked.scenario)
    if asked.map:
        scenario = msgspec.structs.replace(scenario, battlefield=find_map(rules, asked.map, seed))
    names = (asked.bots[0], asked.bots[1])
    try:
        players = (bot(names[0], rules, seed, 0), bot(names[1], rules, seed, 1))
    except UnknownBot as error:
        raise UsageError(str(error)) from error
    header = Header(rules.name, rules.version, to_plain(options), scenario, names)
    dice = seeded_box(seed)
    try:
        game = new_game(rules, header, dice)
    except DataError as error:
        raise UsageError(str(error)) from error
    for path in filter(None, (asked.record, asked.svg)):
        check_writable(Path(path))
    digest = Digest()
    story = Story(rules, quiet=asked.quiet, silent=asked.json)
    story.begin(header, seed)

    def tell(news: list[Happening]) -> None:
        digest.add(news)
        story.tell(game.state, news)

    decisions = fight(game, players, tell)
    record = write_record(make_record(game, header, dice, digest.hex()))
    if asked.record:
        write_bytes(Path(asked.record), record)
    if asked.svg:
        write_bytes(Path(asked.svg), draw(rules, game.state, scenario).encode())
    story.end(scenario, game.outcome, names)
    if asked.json:
        print_json(_summary(asked, game, scenario.name, names, seed, decisions, record))
    return 0


def _summary(  # what other tools rely on
    asked: argparse.Namespace,
    game: Game[Any],
    scenario: str,
    names: tuple[str, str],
    seed: int,
    decisions: int,
    record: bytes,
) -> dict[str, object]:
    outcome = game.outcome
    assert outcome is not None
    return {
        "ruleset": asked.ruleset,
        "scenario": scenario,
        "seed": seed,
        "bots": list(names),
        "winner": outcome.winner,
        "winner_bot": None if outcome.winner is None else names[outcome.winner],
        "scores": list(outcome.scores),
        "why": outcome.why,
        "turns": game.ruleset.turn(game.state),
        "decisions": decisions,
        "record_sha256": sha256(record).hexdigest(),
    }

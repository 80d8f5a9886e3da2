"""A battle of a study: fought by bots, measured, and to be opened again as the very same battle."""

from time import process_time_ns  # noqa: TID251  # measuring is what this is for
from typing import Any

from msgspec.structs import replace

from sandtable.bots import Bot, bot
from sandtable.bots.match import fight
from sandtable.play.game import Game
from sandtable.play.record import DiceBox, Digest, Header, Record, make_record, new_game, seeded_box
from sandtable.rulesets.library import ruleset

from .measured import Battle
from .meter import Meter, Watched
from .study import Arm, exchanged


def header_of(arm: Arm, *, swapped: bool) -> Header:
    """What is played, by whom: the forces where they belong, or each with its player in the other's place."""
    if not swapped:
        return Header(arm.book, arm.version, arm.options, arm.scenario, arm.bots)
    return Header(arm.book, arm.version, arm.options, exchanged(arm.scenario), (arm.bots[1], arm.bots[0]))


def begun(arm: Arm, seed: int, *, swapped: bool = False) -> tuple[Game[Any], Header, DiceBox]:
    """A battle of an arm at its beginning. Its dice hang on the seed alone, so that those of other arms are the same."""
    header, box = header_of(arm, swapped=swapped), seeded_box(seed, paired=True)
    return new_game(ruleset(arm.book), header, box), header, box


def battle(arm: Arm, seed: int, *, swapped: bool = False, events: bool = False) -> Battle:
    """Fight a battle of an arm and measure it."""
    rules = ruleset(arm.book)
    started = process_time_ns()
    game, header, _ = begun(arm, seed, swapped=swapped)
    game.source = dice = Watched(game.source)
    meter = Meter(rules, game.initial, every_event=events)
    fight(game, _players(header, seed), meter.hear, lambda decision: meter.asked(game.step, decision))
    outcome = game.outcome
    assert outcome is not None
    micros = (process_time_ns() - started) // 1000
    found = meter.end(seed, outcome.winner, outcome.scores, dice, micros)
    return _turned(found) if swapped else found


def record_of(arm: Arm, seed: int, *, swapped: bool = False) -> Record:
    """The record of a battle of an arm, fought again."""
    game, header, box = begun(arm, seed, swapped=swapped)
    digest = Digest()
    fight(game, _players(header, seed), digest.add)
    return make_record(game, header, box, digest.hex())


def _players(header: Header, seed: int) -> tuple[Bot, Bot]:
    rules = ruleset(header.ruleset)
    return bot(header.seats[0], rules, seed, 0), bot(header.seats[1], rules, seed, 1)


def _turned(found: Battle) -> Battle:
    """A battle as it was for the forces, after they had changed places: whatever was the first's is the second's."""
    return replace(
        found,
        swapped=True,
        winner=None if found.winner is None else 1 - found.winner,
        scores=found.scores[::-1],
        lost=found.lost[::-1],
        gone=found.gone[::-1],
        activations=found.activations[::-1],
        idle=found.idle[::-1],
        throws=found.throws[::-1],
        dice=found.dice[::-1],
        fortune=found.fortune[::-1],
        first_blood=None if found.first_blood is None else 1 - found.first_blood,
        units=tuple(replace(unit, side=1 - unit.side) for unit in found.units),
        places=tuple(replace(place, side=1 - place.side) for place in found.places),
        events=tuple(replace(one, side=None if one.side is None else 1 - one.side) for one in found.events),
    )

"""Measurements: medians of several rounds with their spread, never an assertion.

Every round is bracketed by a fixed loop of plain Python, the yardstick, so that two runs on a busy machine can be compared.
"""

import gc
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from math import cos, pi, sin
from statistics import median
from time import perf_counter  # noqa: TID251  # measuring is what this is for
from typing import Any

import msgspec

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.dice.chance import Chance
from sandtable.geometry import ground
from sandtable.geometry.bodies import disc, stack
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.sight_kernels import look
from sandtable.play.game import Game
from sandtable.play.record import Header, make_record, new_game, save_game, seeded_box, write_record
from sandtable.rulesets.library import RULESETS, ruleset

from . import forecasts

BATTLES = 12


class Row(msgspec.Struct, frozen=True):
    """One measurement."""

    what: str
    unit: str
    median: float
    low: float
    high: float
    aim: str = ""


def _row(what: str, unit: str, values: list[float], aim: str = "") -> Row:
    return Row(what, unit, median(values), min(values), max(values), aim)


def _timed(work: Callable[[], Any], times: int) -> float:
    """Seconds a call."""
    begin = perf_counter()
    for _ in range(times):
        work()
    return (perf_counter() - begin) / times


def yardstick() -> float:
    """Nanoseconds a trip of a fixed loop."""

    def loop() -> int:
        total = 0
        for number in range(200_000):
            total += number & 7
        return total

    return _timed(loop, 3) / 200_000 * 1e9


def _standard(name: str) -> tuple[Any, Header]:
    rules = ruleset(name)
    return rules, Header(name, rules.version, {}, rules.scenario(rules.scenarios()[0]), ("random", "random"))


def _battle(rules: Any, header: Header, seed: int, bots: str = "random") -> int:
    """Fight a battle from set-up to victory; the result is how many decisions it took."""
    game = new_game(rules, header, seeded_box(seed))
    return fight(game, (bot(bots, rules, seed, 0), bot(bots, rules, seed, 1)))


def battles(name: str, rounds: int) -> list[Row]:
    """Battles and decisions a second, random against random and rookie against rookie."""
    rules, header = _standard(name)
    for seed in range(3):
        _battle(rules, header, seed)
    gc.collect()
    gc.freeze()  # as whoever fights thousands would: what is loaded by now stays, and battles leave no cycles behind
    often = gc.get_threshold()
    gc.set_threshold(100_000, *often[1:])
    games, decisions, rookies = [], [], []
    for turn in range(rounds):
        begin = perf_counter()
        count = sum(_battle(rules, header, turn * BATTLES + seed) for seed in range(BATTLES))
        spent = perf_counter() - begin
        games.append(BATTLES / spent)
        decisions.append(count / spent)
        rookies.append(1 / _timed(lambda seed=turn: _battle(rules, header, seed, "rookie"), 1))  # type: ignore[misc]
    gc.set_threshold(*often)
    gc.unfreeze()
    return [
        _row(f"{name}: random battles", "per second", games, "aim 100, at least 40"),
        _row(f"{name}: decisions", "per second", decisions),
        _row(f"{name}: rookie battles", "per second", rookies),
    ]


def forks(name: str, rounds: int) -> list[Row]:
    """Forking between activations and inside one, saving, and what a game weighs."""
    rules, header = _standard(name)
    dice = seeded_box(1)
    game = new_game(rules, header, dice)
    players = (bot("random", rules, 1, 0), bot("random", rules, 1, 1))
    inside: Game[Any] | None = None
    boundary: Game[Any] | None = None
    for _ in range(200):
        decision = game.pending
        if decision is None:  # a short battle
            break
        if not game.inputs:
            boundary = game.fork()
        elif len(game.inputs) > 3:
            inside = game.fork()
            inside.pending  # noqa: B018  # stand at the question
        game.answer(players[decision.seat].answer(game.state, decision))
    assert boundary is not None
    assert inside is not None
    between = [_timed(boundary.fork, 2000) * 1e6 for _ in range(rounds)]

    def enter() -> object:
        return inside.fork().pending

    within = [_timed(enter, 200) * 1e3 for _ in range(rounds)]
    saved = save_game(game, header, dice)
    saving = [_timed(lambda: save_game(game, header, dice), 50) * 1e3 for _ in range(rounds)]
    return [
        _row(f"{name}: fork between activations", "us", between, "aim under 20"),
        _row(f"{name}: fork inside an activation, to its question", "ms", within, "under 1"),
        _row(f"{name}: save a game", "ms", saving),
        _row(f"{name}: size of a save", "KiB", [len(saved) / 1024]),
        _row(f"{name}: size of a record", "KiB", [len(write_record(make_record(game, header, dice, ""))) / 1024]),
        _row(f"{name}: memory of an idle game", "KiB", [_memory(name) for _ in range(3)], "aim under 64"),
    ]


def _memory(name: str) -> float:
    """What a game in the middle of a battle holds, beyond what games share."""
    rules, header = _standard(name)

    def halfway() -> Game[Any]:
        game = new_game(rules, header, seeded_box(2))
        players = (bot("random", rules, 2, 0), bot("random", rules, 2, 1))
        for _ in range(180):
            decision = game.pending
            if decision is None:
                break
            game.answer(players[decision.seat].answer(game.state, decision))
        game.take()
        return game

    halfway()
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [halfway() for _ in range(4)]
    gc.collect()
    weight = (tracemalloc.get_traced_memory()[0] - before) / len(kept) / 1024
    tracemalloc.stop()
    return weight


def _sight_table() -> tuple[Ints, Ints, Ints]:
    """The table of the prototype: 25 eight-cornered pieces, forty figures a side in clumps."""
    chance = Chance("sight bench")
    outlines = []
    for _ in range(25):
        x, y, radius = chance.randrange(72_000), chance.randrange(48_000), chance.randint(1500, 4000)
        corners = [(x + round(radius * cos(n * pi / 4)), y + round(radius * sin(n * pi / 4))) for n in range(8)]
        outlines.append((corners, True, chance.choice([500, 1500, 3000, 6000])))
    pieces, edges = ground.flatten(outlines)
    pieces[:, ground.STOPS], pieces[:, ground.CLASS] = ground.SOLID, 2
    rows = []
    for _ in range(8):
        x, y = chance.randint(6000, 66_000), chance.randint(6000, 42_000)
        rows += [
            disc(x + chance.randint(-3000, 3000), y + chance.randint(-3000, 3000), 500, height=1200) for _ in range(10)
        ]
    return stack(rows), pieces, edges


def sight(rounds: int) -> list[Row]:
    """Nine lines a pair, all pairs of forty against forty."""
    bodies, pieces, edges = _sight_table()
    ones, others = ints(range(40)), ints(range(40, 80))
    groups, nobody = ints([row // 10 for row in range(80)]), ints([])

    def all_pairs() -> Ints:
        return look(bodies, ones, others, edges, pieces, groups, nobody, 2)

    all_pairs()
    bulk = [_timed(all_pairs, 40) / 1600 * 1e6 for _ in range(rounds)]
    return [_row("sight: nine lines a pair, 25 pieces, in bulk", "us a pair", bulk, "at most 0.3")]


START = """
import time; t = time.perf_counter()
from sandtable.rulesets.library import ruleset
from sandtable.play.record import Header, new_game, seeded_box
rules = ruleset({name!r})
scenario = rules.scenario(rules.scenarios()[0])
u = time.perf_counter()
game = new_game(rules, Header({name!r}, rules.version, {{}}, scenario, ("a", "b")), seeded_box(1))
game.pending
v = time.perf_counter()
from sandtable.bots import bot
from sandtable.bots.match import fight
fight(game, (bot("random", rules, 1, 0), bot("random", rules, 1, 1)))
print(u - t, v - t, time.perf_counter() - t)
"""


def start(name: str, rounds: int) -> list[Row]:
    """A new process: import, first decision, first battle; and the help of the command."""
    times: list[list[float]] = [[], [], []]
    for _ in range(min(3, rounds)):
        run = subprocess.run(
            [sys.executable, "-c", START.format(name=name)], capture_output=True, text=True, check=True
        )
        for kept, value in zip(times, map(float, run.stdout.split()), strict=True):
            kept.append(value)
    command = [sys.executable, "-m", "sandtable.cli", "--help"]
    helping = [
        _timed(lambda: subprocess.run(command, capture_output=True, check=True), 1) for _ in range(min(3, rounds))
    ]
    return [
        _row("start: sandtable --help", "s", helping),
        _row(f"start: import {name}", "s", times[0]),
        _row(f"start: first decision of {name}", "s", times[1]),
        _row(f"start: first battle of {name}, kernels compiled before", "s", times[2]),
    ]


def foretelling(name: str) -> list[Row]:
    """Forecasts of a rulebook's situations, each beside so many trials of the same action."""
    rows = []
    for one in forecasts.measure(name):
        what = f"{name}, forecast: {one.name}"
        kind = f"exact, {one.runs} runs" if one.exact else "an estimate"
        rows.append(_row(what, "ms", one.milliseconds, kind))
        ratio = [one.simulated / spent for spent in one.milliseconds]
        said = f"largest difference {one.apart:.1f} standard errors"
        rows.append(_row(f"  {forecasts.TRIALS:,} trials of it take so many times as long", "x", ratio, said))
    return rows


def measure(rounds: int) -> list[Row]:
    """Everything."""
    rows = [_row("yardstick: a trip of a plain loop", "ns", [yardstick() for _ in range(rounds)])]
    rows += sight(rounds)
    for name in RULESETS:
        rows += battles(name, rounds)
        rows += forks(name, rounds)
        rows += foretelling(name)
        rows += start(name, rounds)
    rows.append(_row("yardstick again", "ns", [yardstick() for _ in range(rounds)]))
    return rows

"""How fast each rulebook plays: battles, decisions, forks, saves, memory, forecasts, and a new process."""

import gc
import subprocess
import sys
import tracemalloc
from functools import partial
from time import perf_counter, perf_counter_ns  # noqa: TID251  # measuring is what this is for
from typing import Any

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.play.game import Game
from sandtable.play.record import Header, load_game, make_record, new_game, save_game, seeded_box, write_record
from sandtable.rulesets.library import ruleset, situations

from . import forecasts
from .compare import Plan, compare
from .counting import counted
from .measuring import Goal, Row, row, timed

BATTLES = 12  # a round
PAIRED = 16  # battles by one process, then by two
COUNTED = {"random": 4, "rookie": 1}  # battles whose calls are counted

RANDOM = Goal(45, 100, less=False)
ROOKIE = Goal(4.5, 15, less=False)
DECISIONS = Goal(13_000, 33_000, less=False)
MEDIAN, TAIL = Goal(30, 15), Goal(1300, 300)
TWO = Goal(1.75, 1.9, less=False)
FORK, INSIDE = Goal(50, 15), Goal(1, 0.05)
SAVE, LIVE, PACKED = Goal(0.3, 0.1), Goal(100, 64), Goal(32, 16)
HELP, FIRST = Goal(0.3, 0.15), Goal(1.5, 0.8)


def _standard(name: str, bots: str = "random") -> tuple[Any, Header]:
    rules = ruleset(name)
    return rules, Header(name, rules.version, {}, rules.scenario(rules.scenarios()[0]), (bots, bots))


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
        rookies.append(1 / timed(lambda seed=turn: _battle(rules, header, seed, "rookie"), 1))  # type: ignore[misc]
    middle, tail = _waits(rules, header)
    gc.set_threshold(*often)
    gc.unfreeze()
    return [
        row(name, "random battles", "per second", games, RANDOM),
        row(name, "rookie battles", "per second", rookies, ROOKIE),
        row(name, "decisions of random battles", "per second", decisions, DECISIONS),
        row(name, "engine time a decision, median", "us", [middle], MEDIAN),
        row(name, "engine time a decision, 99th percentile", "us", [tail], TAIL),
    ]


def calls(name: str) -> list[Row]:
    """Python functions and kernels that are called for a battle and for a decision: what no busy machine can blur."""
    found = []
    for bots, many in COUNTED.items():
        rules, header = _standard(name, bots)
        decisions = sum(_battle(rules, header, seed, bots) for seed in range(many))

        def fought(bots: str = bots, many: int = many, rules: Any = rules, header: Header = header) -> None:
            for seed in range(many):
                _battle(rules, header, seed, bots)

        counts = counted(fought)
        for what, count in (("Python calls", counts.calls), ("kernel calls", counts.kernels)):
            found += [
                row(name, f"{what} of a {bots} battle", "", [count / many]),
                row(name, f"{what} of a {bots} decision", "", [count / decisions]),
            ]
    return found


def _waits(rules: Any, header: Header) -> tuple[float, float]:
    """From an answer to the next question, in microseconds, in three battles: the median, and the slowest hundredth."""
    spent = []
    for seed in range(3):
        game = new_game(rules, header, seeded_box(seed))
        players = (bot("random", rules, seed, 0), bot("random", rules, seed, 1))
        while (decision := game.pending) is not None:
            answer = players[decision.seat].answer(game.state, decision)
            begin = perf_counter_ns()
            game.answer(answer)
            game.pending  # noqa: B018  # play on to the next question
            spent.append((perf_counter_ns() - begin) / 1000)
    spent.sort()
    return spent[len(spent) // 2], spent[len(spent) * 99 // 100]


def processes(name: str, rounds: int) -> list[Row]:
    """How many times as many battles two processes fight as one."""
    _, header = _standard(name)
    ratios = []
    for turn in range(min(rounds, 3)):
        plan = Plan(header.scenario, (name,), PAIRED, 1 + turn * PAIRED, ("random", "random"))
        one, two = (timed(partial(compare, plan, jobs), 1) for jobs in (1, 2))
        ratios.append(one / two)
    return [row(name, "two processes against one", "x", ratios, TWO)]


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
    between = [timed(boundary.fork, 2000) * 1e6 for _ in range(rounds)]
    within = [timed(lambda: inside.fork().pending, 200) * 1e3 for _ in range(rounds)]
    saved = save_game(game, header, dice)
    saving = [timed(lambda: load_game(rules, save_game(game, header, dice)), 20) * 1e3 for _ in range(rounds)]
    record = write_record(make_record(game, header, dice, ""))
    return [
        row(name, "fork between activations", "us", between, FORK),
        row(name, "fork inside an activation, to its question", "ms", within, INSIDE),
        row(name, "save to bytes and back", "ms", saving, SAVE),
        row(name, "size of a save", "KiB", [len(saved) / 1024], PACKED),
        row(name, "size of a record", "KiB", [len(record) / 1024]),
        row(name, "memory of an idle game", "KiB", [_memory(name) for _ in range(3)], LIVE),
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


START = """
import time; t = time.perf_counter()
from sandtable.rulesets.library import ruleset
from sandtable.play.record import Header, new_game, seeded_box
rules = ruleset({name!r})
scenario = rules.scenario(rules.scenarios()[0])
game = new_game(rules, Header({name!r}, rules.version, {{}}, scenario, ("a", "b")), seeded_box(1))
game.pending
v = time.perf_counter()
from sandtable.bots import bot
from sandtable.bots.match import fight
fight(game, (bot("random", rules, 1, 0), bot("random", rules, 1, 1)))
print(v - t, time.perf_counter() - t)
"""


def start(name: str, rounds: int) -> list[Row]:
    """A new process: its first question, and its first battle."""
    times: list[list[float]] = [[], []]
    for _ in range(min(3, rounds)):
        run = subprocess.run(
            [sys.executable, "-c", START.format(name=name)], capture_output=True, text=True, check=True
        )
        for kept, value in zip(times, map(float, run.stdout.split()), strict=True):
            kept.append(value)
    return [
        row(name, "a new process to its first question", "s", times[0]),
        row(name, "a new process to the end of its first battle", "s", times[1], FIRST),
    ]


def helping(rounds: int) -> list[Row]:
    """The help of the command, in a new process."""
    command = [sys.executable, "-m", "sandtable.cli", "--help"]
    spent = [timed(lambda: subprocess.run(command, capture_output=True, check=True), 1) for _ in range(min(3, rounds))]
    return [row("start", "sandtable --help", "s", spent, HELP)]


def foretelling(name: str) -> list[Row]:
    """Forecasts of a rulebook's situations, each beside so many trials of the same action."""
    rows = []
    for one in forecasts.measure(name) if situations(name) else ():
        ratio = one.simulated / sorted(one.milliseconds)[len(one.milliseconds) // 2]
        kind = f"exact, {one.runs} runs" if one.exact else "an estimate"
        note = f"{kind}; {forecasts.TRIALS:,} trials take {ratio:.0f} times as long, apart by {one.apart:.1f} errors"
        rows.append(row(name, f"forecast: {one.name}", "ms", one.milliseconds, note=note))
    return rows

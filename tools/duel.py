"""Bots of two revisions against each other, in lock step: `against.py` calls it, and it runs over the sources of both."""

import contextlib
import os
import pickle
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

SWAPPED = (("now", "then"), ("then", "now"))
Z = 1.96  # of a 95 % interval


# ---- one side, over its own sources


def _serve(orders: IO[bytes], answers: IO[bytes]) -> None:
    """Play along: begin battles, think for one seat of them, take what the other side has thought."""
    from sandtable.bots import bot  # noqa: PLC0415  # of whichever revision is on the path
    from sandtable.play.record import Header, new_game, seeded_box  # noqa: PLC0415
    from sandtable.play.views import view  # noqa: PLC0415
    from sandtable.rulesets.library import ruleset  # noqa: PLC0415

    game: Any = None
    player: Any = None
    with contextlib.suppress(EOFError):
        while True:
            order, *rest = _receive(orders)
            said: Any = None
            try:
                if order == "scenarios":
                    _send(answers, ruleset(rest[0]).scenarios())
                    continue
                if order == "begin":
                    book, scenario, bots, seed, seat = rest
                    rules = ruleset(book)
                    header = Header(book, rules.version, {}, rules.scenario(scenario), (bots, bots))
                    game = new_game(rules, header, seeded_box(seed))
                    player = bot(bots, rules, seed, seat)
                elif order == "think":
                    asked = game.pending
                    said = player.answer(view(game.ruleset, game.state, asked.seat), asked)
                    game.answer(said)
                else:
                    game.answer(rest[0])
                asked = game.pending
                game.take()
                stands = None if asked is None else (asked.seat, asked.kind)
                _send(answers, (stands, game.outcome.winner if asked is None else None, said))
            except Exception as error:  # noqa: BLE001  # whatever it is, the other side hears of it
                _send(answers, (f"{type(error).__name__}: {error}", None, None))


def _send(to: IO[bytes], what: object) -> None:
    packed = pickle.dumps(what)
    to.write(struct.pack("<I", len(packed)) + packed)
    to.flush()


def _receive(of: IO[bytes]) -> Any:
    head = of.read(4)
    if len(head) < 4:
        raise EOFError
    return pickle.loads(of.read(struct.unpack("<I", head)[0]))  # noqa: S301  # from a process of our own


# ---- both of them


class Side:
    """A process over the sources of one revision."""

    def __init__(self, environment: dict[str, str]) -> None:
        command = [sys.executable, str(Path(__file__))]
        self._process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, *order: object) -> Any:
        """What it says to an order."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        _send(self._process.stdin, order)
        return _receive(self._process.stdout)

    def close(self) -> None:
        """It ends when nobody orders anything any more."""
        self._process.communicate()


def fight(now: Path, then: Path, book: str, bots: str, battles: int, scenarios: Sequence[str]) -> str:
    """How bots of two revisions have done against each other, in a line."""
    from revision import environment  # noqa: PLC0415  # its neighbour; a side has no need of it

    sides = {"now": Side(environment(now)), "then": Side(environment(then))}
    names = scenarios or sides["now"].ask("scenarios", book)
    won: Counter[str] = Counter()
    for number in range(battles):
        pair, place = divmod(number, 2)
        won[_battle(sides, SWAPPED[place], (book, names[pair % len(names)], bots, pair + 1))] += 1
    for side in sides.values():
        side.close()
    decided = won["now"] + won["then"]
    low, high = interval(won["now"], decided)
    told = f"{book}: now {won['now']}, then {won['then']}, draws {won['draw']}"
    apart = f"; {won['apart']} battles in which the two do not play the same game" if won["apart"] else ""
    return f"{told}; of the decided {won['now'] / max(1, decided):.0%} ({low:.0%} to {high:.0%}){apart}"


def _battle(sides: dict[str, Side], seats: tuple[str, str], begin: tuple[str, str, str, int]) -> str:
    """Who has won a battle: now, then, nobody; or that the two revisions parted."""
    stands = {name: side.ask("begin", *begin, seats.index(name)) for name, side in sides.items()}
    while stands["now"][:2] == stands["then"][:2]:
        asked, winner, _ = stands["now"]
        if asked is None:
            return "draw" if winner is None else seats[winner]
        if isinstance(asked, str):
            break
        thinks = seats[asked[0]]
        stands[thinks] = sides[thinks].ask("think")
        other = seats[1 - asked[0]]
        stands[other] = sides[other].ask("hear", stands[thinks][2])
    return "apart"


def interval(won: int, of: int) -> tuple[float, float]:
    """Where the true share lies in 95 of 100 cases, as Wilson has it."""
    if not of:
        return 0.0, 1.0
    share, more = won / of, Z * Z / of
    middle, half = share + more / 2, Z * ((share * (1 - share) + more / 4) / of) ** 0.5
    return (middle - half) / (1 + more), (middle + half) / (1 + more)


if __name__ == "__main__":
    heard = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a side prints is no answer
    _serve(sys.stdin.buffer, heard)

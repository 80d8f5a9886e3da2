"""Work shared out among processes: all of it comes back, and nothing of them stays."""

import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep  # noqa: TID251  # processes end when they end

import pytest

from sandtable.lab.processes import spread

WAIT = 20.0

PARENT = """
import os, time
from sandtable.lab.processes import spread

def work(piece):
    os.write(1, f"{os.getpid()}\\n".encode())  # at once, so that two do not write into each other's line
    time.sleep(600)

for _ in spread(work, [1, 2], 2):
    pass
"""


def _doubled(piece: int) -> tuple[int, int]:
    return 2 * piece, os.getpid()


def _slow(piece: int) -> int:
    sleep(600 if piece else 0)
    return piece


def _deadly(piece: int) -> int:
    os._exit(piece)


def _until_gone(pid: int) -> bool:
    end = monotonic() + WAIT
    while monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        status = Path(f"/proc/{pid}/status")
        if status.exists() and "State:\tZ" in status.read_text():  # over, and nobody has asked how it ended
            return True
        sleep(0.05)
    return False


def test_every_piece_comes_back_with_its_place() -> None:
    """By one process, which is this one, and by several, which are not."""
    here = dict(spread(_doubled, [5, 6, 7], 1))
    there = dict(spread(_doubled, [5, 6, 7], 2))
    assert {place: one[0] for place, one in here.items()} == {0: 10, 1: 12, 2: 14}
    assert {place: one[0] for place, one in there.items()} == {0: 10, 1: 12, 2: 14}
    assert {pid for _, pid in here.values()} == {os.getpid()}
    assert os.getpid() not in {pid for _, pid in there.values()}
    assert multiprocessing.active_children() == []


def test_what_is_broken_off_leaves_no_process() -> None:
    """Nor does anybody wait for the work that is under way."""
    begun = monotonic()
    parts = spread(_slow, [0, 1, 2, 3], 2)
    assert next(parts) == (0, 0)
    assert multiprocessing.active_children() != []
    parts.close()  # type: ignore[attr-defined]  # a generator, as whoever stops listening closes it
    assert multiprocessing.active_children() == []
    assert monotonic() - begun < 60


def test_a_process_that_dies_is_not_waited_for() -> None:
    """Its work is lost, and that is said."""
    with pytest.raises(RuntimeError):
        list(spread(_deadly, [3, 3], 2))
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the sentinel of a parent is watched where processes are forked")
def test_processes_do_not_outlive_the_one_that_started_them() -> None:
    """Even if it had no time to say so."""
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        try:
            workers = [int(parent.stdout.readline()) for _ in range(2)]
        finally:
            parent.send_signal(signal.SIGKILL)
        assert [_until_gone(pid) for pid in workers] == [True, True]

"""Work done by several processes, of which nothing is left behind when it is broken off."""

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing.connection import wait
from typing import TypeVar

P = TypeVar("P")
R = TypeVar("R")


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(work: Callable[[P], R], pieces: Sequence[P], jobs: int) -> Iterator[tuple[int, R]]:
    """What comes of each piece of work, with its place among them, in whatever order they are done.

    One job is done here; more are shared out among processes that begin with everything this one has loaded.
    """
    jobs = min(jobs, len(pieces))
    if jobs <= 1:
        yield from ((place, work(piece)) for place, piece in enumerate(pieces))
        return
    gc.collect()
    gc.freeze()  # what is loaded by now stays, and is not copied because a collector touches it
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, _context(), initializer=_begin)
    try:
        places = {pool.submit(work, piece): place for place, piece in enumerate(pieces)}
        for done in as_completed(places):
            yield places[done], done.result()
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()  # the pool sees it and buries them: two who do that get in each other's way
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        gc.unfreeze()


def _context() -> multiprocessing.context.BaseContext:
    """Processes that share what is loaded, where the system has them."""
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if "fork" in methods else methods[0])


def _begin() -> None:
    """A process for work: whoever started it ends it, and it does not stay when that one is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="parent watch", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)

"""Studies on a Ray cluster: the same pieces of work, done by its workers; those of a worker that is lost are done again."""

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .running import Backend, Piece

AHEAD = 3  # pieces a processor that wait for it: enough that none stands idle, few enough to be broken off at once


def on_ray(address: str = "", processors: int | None = None) -> Backend:
    """The workers of a cluster: the one at an address, or that `RAY_ADDRESS` names; without either, one of this machine."""
    import ray  # noqa: PLC0415  # an extra of its own

    def work(one: Callable[[Piece], bytes], pieces: Sequence[Piece]) -> Iterator[tuple[int, bytes]]:
        begun = not ray.is_initialized()
        if begun:
            where = address or os.environ.get("RAY_ADDRESS", "")
            local: dict[str, Any] = (
                {"address": where} if where else {"num_cpus": processors, "include_dashboard": False}
            )
            ray.init(log_to_driver=False, logging_level=logging.ERROR, **local)
        try:
            yield from _shared_out(ray, one, pieces)
        finally:
            if begun:
                ray.shutdown()

    return work


def _shared_out(ray: Any, one: Callable[[Piece], bytes], pieces: Sequence[Piece]) -> Iterator[tuple[int, bytes]]:
    """Hand out a few pieces a processor at a time, so that a study that is broken off stops at once."""
    task = ray.remote(max_retries=-1)(_done)
    shared = ray.put(one)
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: dict[Any, int] = {}
    left = iter(enumerate(pieces))
    try:
        while True:
            for place, piece in left:
                waiting[task.remote(shared, piece)] = place
                if len(waiting) >= most:
                    break
            if not waiting:
                return
            done, _ = ray.wait(list(waiting))
            for found in done:
                yield waiting.pop(found), ray.get(found)
    finally:
        for each in waiting:
            ray.cancel(each)


def _done(one: Callable[[Piece], bytes], piece: Piece) -> bytes:
    return one(piece)

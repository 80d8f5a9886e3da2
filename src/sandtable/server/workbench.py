"""One thread on which all battles are played, so that the server goes on answering while a bot thinks.

The engine keeps what it has worked out in memory without locks, so it is used by one thread only. What a person waits
for comes before what a bot does.
"""

import asyncio
import threading
from collections.abc import Callable
from itertools import count
from queue import PriorityQueue
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

PERSON, QUESTION, READER, BOT = range(4)  # bots can wait; nobody waits for them alone


class _Job(NamedTuple):
    priority: int
    number: int
    work: Callable[[], Any] | None
    done: "asyncio.Future[Any] | None"


class Workbench:
    """Where the engine works."""

    def __init__(self) -> None:
        self._jobs: PriorityQueue[_Job] = PriorityQueue()
        self._numbers = count()
        self._thread = threading.Thread(target=self._work, name="workbench", daemon=True)
        self._thread.start()

    async def run(self, priority: int, work: Callable[[], T]) -> T:
        """Have something done; whatever it raises is raised here."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(priority, next(self._numbers), work, done))
        return await done

    def close(self) -> None:
        """Finish what is being done and stop."""
        self._jobs.put(_Job(-1, next(self._numbers), None, None))
        self._thread.join(timeout=10)

    def _work(self) -> None:
        while True:
            job = self._jobs.get()
            if job.work is None or job.done is None:
                return
            if job.done.cancelled():
                continue
            loop = job.done.get_loop()
            try:
                result = job.work()
            except BaseException as error:  # noqa: BLE001  # it belongs to whoever asked
                _settle(loop, job.done, None, error)
            else:
                _settle(loop, job.done, result, None)


def _settle(
    loop: asyncio.AbstractEventLoop, done: "asyncio.Future[Any]", result: object, error: BaseException | None
) -> None:
    def tell() -> None:
        if done.done():  # nobody waits for it any more
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)

    if not loop.is_closed():
        loop.call_soon_threadsafe(tell)

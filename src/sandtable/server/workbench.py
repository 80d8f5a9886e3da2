"""One thread on which all battles are played, so that the server goes on answering while a bot thinks.

The engine keeps what it has worked out in memory without locks, so it is used by one thread only. What a person waits
for comes before what a bot does; and a long look ahead stops every few hundredths of a second and lets whatever is more
urgent be done first (`odds/breath.py`), so that nobody's answer waits for somebody else's forecast.
"""

import asyncio
import threading
from collections.abc import Callable
from itertools import count
from queue import PriorityQueue
from typing import Any, NamedTuple, TypeVar

from sandtable.foresight.breath import BETWEEN

T = TypeVar("T")

# Answers first, then what is asked about the table, then forecasts; bots can wait, for nobody waits for them alone. The
# umpire of another table may take seconds for a single question, so that everything here goes before.
PERSON, QUESTION, FORECAST, READER, BOT, UMPIRE = range(6)


class _Job(NamedTuple):
    priority: int
    number: int
    work: Callable[[], Any] | None
    done: "asyncio.Future[Any] | None"


class Abandoned(Exception):  # noqa: N818  # nobody hears of it
    """Nobody waits any more for what is being worked out."""


class Workbench:
    """Where the engine works."""

    def __init__(self) -> None:
        self._jobs: PriorityQueue[_Job] = PriorityQueue()
        self._numbers = count()
        self._doing: _Job | None = None
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
        BETWEEN.set(self._let_others_go_first)
        while True:
            job = self._jobs.get()
            if job.work is None:
                return
            self._do(job)

    def _do(self, job: _Job) -> None:
        if job.work is None or job.done is None or job.done.cancelled():
            return
        loop = job.done.get_loop()
        before, self._doing = self._doing, job
        try:
            result = job.work()
        except BaseException as error:  # noqa: BLE001  # it belongs to whoever asked
            _settle(loop, job.done, None, error)
        else:
            _settle(loop, job.done, result, None)
        finally:
            self._doing = before

    def _let_others_go_first(self) -> None:
        """In the middle of a job: do what is more urgent, and give the job up if nobody waits for it any more."""
        doing = self._doing
        assert doing is not None
        assert doing.done is not None
        while (first := self._first()) is not None and first.priority < doing.priority:
            job = self._jobs.get()
            if job.work is None:  # the bench is to be closed, once what is being done is done
                self._jobs.put(job)
                break
            self._do(job)
        if doing.done.cancelled():
            raise Abandoned

    def _first(self) -> _Job | None:
        """What is to be done next; only this thread takes jobs, so that it can only become something more urgent."""
        with self._jobs.mutex:
            return self._jobs.queue[0] if self._jobs.queue else None


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

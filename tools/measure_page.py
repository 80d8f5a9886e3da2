"""Measure the page and its server on this machine: `make bench-page` prints what docs/performance.md tells.

Drag frames, the time from an answer to its drawn event with 1 and with 100 battles of bots going on, page weight, first
useful paint.
"""

import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page as BrowserPage
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.kit import Person, launch, person  # noqa: E402
from tests.server.kit import Page, Server, easy_answer  # noqa: E402

PORT = 8911
FRAMES = """async steps => {
  const table = document.querySelector('[role=application]');
  const token = document.querySelector(`[data-token="${steps.unit}"] [data-figure]`);
  const box = token.getBoundingClientRect();
  const at = (x, y) => ({ clientX: x, clientY: y, button: 0, buttons: 1, pointerId: 1, isPrimary: true, bubbles: true });
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  token.dispatchEvent(new PointerEvent('pointerdown', at(x, y)));
  const frames = [];
  let last = performance.now();
  for (let n = 0; n < steps.frames; n += 1) {
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    frames.push(now - last);
    last = now;
    const turn = (n / 60) * 2 * Math.PI;
    table.dispatchEvent(new PointerEvent('pointermove', at(x + 60 * Math.sin(turn), y + 60 * (1 - Math.cos(turn)))));
  }
  table.dispatchEvent(new PointerEvent('pointerup', at(x, y)));
  return frames;
}"""


def weight() -> dict[str, int]:
    """What a browser loads, packed."""
    page = ROOT / "src" / "sandtable" / "server" / "page"
    return {
        path.suffix.removeprefix("."): len(gzip.compress(path.read_bytes(), 6))
        for path in [*page.glob("assets/*"), page / "index.html"]
    }


def percentiles(times: list[float]) -> str:
    """Median and 95th percentile."""
    ordered = sorted(times)
    return (
        f"median {statistics.median(ordered):.1f}, p95 {ordered[int(len(ordered) * 0.95)]:.1f} ms, {len(ordered)} times"
    )


class Measured:
    """The server in a process of its own, on one core where the system lets us say so."""

    def __init__(self, data: str) -> None:
        command = [sys.executable, "-m", "sandtable.cli", "play", "--no-browser", "--port", str(PORT), "--data", data]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self.process.pid, {0})
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if str(PORT) in line:
                break
        self.server = Server(PORT)

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


def answer_times(server: Server, answers: int) -> list[float]:
    """How long a page waits from sending an answer to hearing what came of it, in milliseconds."""
    opened = server.begin(players=["me", "screen"], seed=5)
    page = server.join(opened["id"], *opened["tokens"].values())
    times: list[float] = []
    while len(times) < answers and page.outcome is None:
        answer = easy_answer(page)
        sent = time.perf_counter()
        page.send({"type": "answer", "ref": page.ref(), "version": page.version, "answer": answer})
        page.until("update")
        times.append((time.perf_counter() - sent) * 1000)
    page.close()
    return times


def keep_busy(server: Server, battles: int, stop: threading.Event) -> None:
    """So many battles of bots at once: as one ends, another begins."""
    running: list[str] = []
    while not stop.is_set():
        rows: list[dict[str, Any]] = server.get("/api/battles")
        over = {row["id"] for row in rows if row["outcome"]}
        running = [battle for battle in running if battle not in over]
        while len(running) < battles:
            running.append(server.begin(players=["rookie", "rookie"])["id"])
        stop.wait(1.0)


def drag_frames(somebody: Person, server: Server) -> list[float]:
    """Frame times while a squad is dragged on a table with everybody on it."""
    opened = server.begin(players=["me", "screen"], seed=5)
    page = server.join(opened["id"], *opened["tokens"].values())
    unit = _at_a_march(page)
    page.close()
    somebody.sit_down(opened)
    somebody.wait_for_question()
    somebody.page.wait_for_timeout(800)
    frames: list[float] = somebody.page.evaluate(FRAMES, {"unit": unit, "frames": 180})
    return frames[5:]


def _at_a_march(page: Page) -> int:
    while True:
        asked = page.until_asked()
        domain = asked["domain"]
        on_table = sum(figure["at"] is not None for figure in page.snapshot["table"]["figures"])
        if domain["type"] == "march" and domain["manner"] == "walk" and len(domain["figures"]) > 5 and on_table >= 0:
            return int(asked["unit"])
        keys = [option["key"] for option in domain.get("options", [])]
        page.answer("advance" if "advance" in keys else "none" if "none" in keys else easy_answer(page))


def first_paint(page: BrowserPage, base: str) -> float:
    """Until the start screen can be used."""
    started = time.perf_counter()
    page.goto(base)
    page.get_by_role("button", name="Play now").wait_for()
    return (time.perf_counter() - started) * 1000


def main() -> int:
    """Measure and print."""
    sizes = weight()
    print(f"page weight, gzip: {sum(sizes.values()) / 1024:.0f} KB {json.dumps(sizes)}")
    with tempfile.TemporaryDirectory() as data:
        measured = Measured(data)
        server = measured.server
        try:
            print("answer to told event, 1 battle:", percentiles(answer_times(server, 150)))
            with sync_playwright() as playwright:
                browser = launch(playwright)
                base = f"http://127.0.0.1:{PORT}"
                with person(browser, base) as somebody:
                    print("start screen usable:", percentiles([first_paint(somebody.page, base) for _ in range(5)]))
                    print("drag frames:", percentiles(drag_frames(somebody, server)))
                browser.close()
            stop = threading.Event()
            busy = threading.Thread(target=keep_busy, args=(server, 100, stop))
            busy.start()
            time.sleep(8)
            print("answer to told event, 100 battles of bots:", percentiles(answer_times(server, 60)))
            stop.set()
            busy.join()
        finally:
            measured.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())

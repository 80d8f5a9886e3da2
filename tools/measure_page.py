"""Measure the page and its server on this machine: `make bench-page` prints what docs/performance.md tells.

Frames of dragging and of actions, the time from an answer to its drawn event with 1 and with 100 battles of bots going
on, what the page weighs that a visitor loads, first useful paint.
"""

import gzip
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Page as BrowserPage

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


def packed(paths: Iterable[str]) -> int:
    """What so many files of the page weigh, in bytes as they are sent."""
    page = ROOT / "src" / "sandtable" / "server" / "page"
    return sum(len(gzip.compress((page / path).read_bytes(), 6)) for path in paths if (page / path).is_file())


def weights(browser: Browser, base: str) -> str:
    """What a visitor of the start page loads, and what somebody has loaded who then began a battle, a guided one too."""
    with person(browser, base) as somebody:
        loaded: set[str] = set()
        somebody.page.add_init_script(
            "localStorage.setItem('sandtable.settings', '{\"speed\":\"instant\"}')"
        )  # a newcomer's
        somebody.page.on("request", lambda asked: loaded.add(asked.url.removeprefix(base).lstrip("/") or "index.html"))
        somebody.go("/")
        play = somebody.page.get_by_role("button", name="Play now")
        play.wait_for()
        drawn = packed(loaded)
        somebody.page.wait_for_load_state("networkidle")
        start = packed(loaded)
        somebody.page.get_by_role("button", name="Play", exact=True).click()
        somebody.wait_for_question()
        somebody.page.wait_for_load_state("networkidle")
        battle = packed(loaded)
        somebody.go("/")
        play.click()
        somebody.page.locator(".lesson-card").wait_for()
        somebody.page.wait_for_load_state("networkidle")
        guided = packed(loaded)
    assets = packed(f"assets/{path.name}" for path in (ROOT / "src/sandtable/server/page/assets").iterdir())
    sums = {
        "when Play now can be pressed": drawn,
        "start page": start,
        "start page and a battle": battle,
        "and a guided battle": guided,
        "every screen": assets,
    }
    return ", ".join(f"{name} {size / 1000:.1f} kB" for name, size in sums.items())


ACTIONS = """async limit => {
  // Frames while somebody is doing something on the table, by what he does; what lies between is not counted.
  const frames = {};
  const began = performance.now();
  let last = began, slider = document.querySelector('input[type=range][aria-label="Moment of the battle"]');
  while (last - began < limit && Number(slider.value) < Number(slider.max)) {
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    const action = document.querySelector('.action');
    const what = action && action.dataset.phase !== 'still' ? action.dataset.kind : 'between';
    (frames[what] ??= []).push(now - last);
    last = now;
  }
  return frames;
}"""


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
        times.append(
            _answer_time(page, {"type": "answer", "ref": page.ref(), "version": page.version, "answer": answer})
        )
    page.close()
    return times


def _answer_time(page: Page, message: dict[str, Any]) -> float:
    while True:
        sent = time.perf_counter()
        page.send(message)
        while (said := page.hear())["type"] not in {"update", "trouble", "refused"}:
            pass
        if said["type"] == "update":
            return (time.perf_counter() - sent) * 1000
        assert said.get("code") == "too-much", said
        time.sleep(0.5)  # nobody answers so fast: it is sent again, and that is what is measured


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


def action_frames(somebody: Person, server: Server) -> dict[str, list[float]]:
    """Frame times while a battle of bots on that table is replayed at the usual pace, by what is done there."""
    opened = server.begin(players=["rookie", "rookie"], seed=5)
    while not next(row for row in server.get("/api/battles") if row["id"] == opened["id"])["outcome"]:
        time.sleep(0.5)
    page = somebody.page
    page.add_init_script("localStorage.setItem('sandtable.settings', '{\"theme\":\"light\"}')")
    somebody.go(f"/replay/{opened['id']}")
    page.get_by_role("button", name="Turn 2", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".action[data-phase]").wait_for()
    frames: dict[str, list[float]] = page.evaluate(ACTIONS, 45_000)
    return frames


def first_paint(page: BrowserPage, base: str) -> float:
    """Until the start screen can be used."""
    started = time.perf_counter()
    page.goto(base)
    page.get_by_role("button", name="Play now").wait_for()
    return (time.perf_counter() - started) * 1000


def main() -> int:
    """Measure and print."""
    print(f"load averages: {' '.join(f'{load:.1f}' for load in os.getloadavg())} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as data:
        measured = Measured(data)
        server = measured.server
        try:
            print("answer to told event, 1 battle:", percentiles(answer_times(server, 150)))
            with sync_playwright() as playwright:
                browser = launch(playwright)
                base = f"http://127.0.0.1:{PORT}"
                print("page weight, gzip:", weights(browser, base))
                with person(browser, base) as somebody:
                    print("start screen usable:", percentiles([first_paint(somebody.page, base) for _ in range(9)]))
                    print("drag frames:", percentiles(drag_frames(somebody, server)))
                with person(browser, base) as somebody:
                    kinds = action_frames(somebody, server)
                    for what, frames in kinds.items():
                        print(f"frames while somebody does this, {what}:", percentiles(frames))
                    doing = [frame for what, frames in kinds.items() if what != "between" for frame in frames]
                    print("frames during actions, of all kinds:", percentiles(doing))
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

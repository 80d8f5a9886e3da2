"""What is written on the table and what it lies on, measured in the page as a person would see it."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocket

from .kit import PATIENCE

STILL = 160  # milliseconds without a question to the server: longer than any pause that the page makes before one

# Boxes of real elements. A pixel of contact is no overlap: edges are drawn soft.
MEASURE = """() => {
  const WORDS = {
    name: '.label', row: '.pips', chip: '.number', sight: '.badge', far: '.aim .pill', acted: '[data-act=name]',
    result: '[data-act=result]', tag: '.offer', tape: '.tape-reading', ring: '.band-name', tip: 'div.tip', card: '.thing',
    ground: '.piece-name',
  };
  const host = document.querySelector('[role=application]');
  const boxes = (selector) => [...host.querySelectorAll(selector)].filter((one) => one.checkVisibility({
    opacityProperty: true, visibilityProperty: true,
  })).map((one) => ({ one, box: one.getBoundingClientRect() })).filter(({ box }) => box.width > 1 && box.height > 1);
  const models = boxes('[data-figure], .unit .chip')
    .map(({ one, box }) => ({ name: `model ${one.dataset.figure ?? 'chip'}`, box }));
  const said = (one) => `${one.textContent.trim().slice(0, 30)} ${one.dataset?.unit ?? ''}`;
  const words = Object.entries(WORDS).flatMap(([kind, selector]) =>
    boxes(selector).map(({ one, box }) => ({ name: `${kind} ${said(one)}`, box })));
  const laps = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const found = [];
  words.forEach((word, n) => {
    for (const model of models) if (laps(word.box, model.box)) { found.push(`${word.name} on ${model.name}`); break; }
    for (const other of words.slice(n + 1)) if (laps(word.box, other.box)) found.push(`${word.name} on ${other.name}`);
  });
  return { found, words: words.length, models: models.length };
}"""

# Through the moments of a replay, each measured once it has been drawn.
WALK = f"""async (places) => {{
  const measure = {MEASURE};
  const slider = document.querySelector('input[aria-label="Moment of the battle"]');
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const seen = [];
  for (const share of places) {{
    slider.value = String(Math.round(share * Number(slider.max)));
    slider.dispatchEvent(new Event('input', {{ bubbles: true }}));
    await drawn();
    seen.push({{ place: slider.value, ...measure() }});
  }}
  return seen;
}}"""


def overlaps(page: Page) -> dict[str, Any]:
    """What lies on what in the page as it is now; how many words and models there are."""
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


def walk(page: Page, moments: int) -> list[dict[str, Any]]:
    """The same for so many moments of the replay that a page shows, evenly spread."""
    page.get_by_role("slider", name="Moment of the battle").wait_for()
    found: list[dict[str, Any]] = page.evaluate(WALK, [(place + 0.5) / moments for place in range(moments)])
    return found


class Listening:
    """What a page is told and what it waits for, so that it is known when its picture is complete."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.version = -1
        self._asked: set[str] = set()
        page.on("websocket", self._listen)

    def settle(self, version: int) -> None:
        """Wait until the page knows this version of the battle and every reply that it has asked for."""
        waited = still = 0
        while still < STILL:
            self._page.wait_for_timeout(20)
            waited += 20
            assert waited < PATIENCE, (self.version, version, self._asked)
            still = still + 20 if self.version >= version and not self._asked else 0

    def _listen(self, line: WebSocket) -> None:
        self.version = -1
        self._asked.clear()
        line.on("framesent", self._sent)
        line.on("framereceived", self._received)

    def _sent(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "ask":
            self._asked.add(message["ref"])

    def _received(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] in {"snapshot", "update"}:
            self.version = message["version"]
        self._asked.discard(message.get("ref") or "")

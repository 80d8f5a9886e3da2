"""A person at the page: sees what is asked, answers by mouse or by keyboard, and notices every complaint of the browser."""

import contextlib
import dataclasses
import json
import math
import re
import shutil
import socket
import threading
from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Playwright, expect

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
SETTINGS = '{"speed":"instant","everyLine":true,"briefings":false,"theme":"light"}'
PATIENCE = 120_000  # milliseconds: a machine may be busy with other things; what has failed is still told
STILL = """() => Promise.all(document.getAnimations().map(
  (one) => one.effect?.getComputedTiming().iterations === Infinity ? null : one.finished.catch(() => null)))"""
expect.set_options(timeout=PATIENCE)


def launch(playwright: Playwright) -> Browser:
    """The Chromium of this machine."""
    found = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)
    return playwright.chromium.launch(executable_path=found, args=ARGUMENTS)


class Person:
    """Somebody with a browser window."""

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.base = base
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    # --- looking ----------------------------------------------------------------------------------------------------

    @property
    def question(self) -> Locator:
        """The panel in which things are asked."""
        return self.page.get_by_role("region", name="The question")

    @property
    def banner(self) -> Locator:
        """The line that says whose turn it is."""
        return self.page.get_by_role("banner")

    def prompt(self) -> str:
        """What is asked, if anything."""
        heading = self.question.get_by_role("heading", level=2)
        return heading.inner_text() if heading.count() else ""

    def turn(self) -> int:
        """Which turn the banner says it is."""
        found = re.search(r"Turn (\d+)", self.page.locator("body").inner_text())
        return int(found[1]) if found else 0

    def wait_for_question(self) -> str:
        """Wait until this person is asked something, or the battle is over."""
        self.page.wait_for_function(
            """() => { const ask = document.querySelector('section[aria-label="The question"]');
            return ask && !ask.querySelector('.sending') && (ask.querySelector('h2') || ask.querySelector('.outcome')); }"""
        )
        return self.prompt()

    def wait_until_known(self) -> None:
        """Wait until the page knows the battle."""
        self.page.wait_for_function(
            """() => { const ask = document.querySelector('section[aria-label="The question"]');
            return ask && (ask.querySelector('h2') || /Waiting for|watching/.test(ask.innerText)); }"""
        )

    def wait_for_stillness(self) -> None:
        """Nothing fades in or moves any more but what never ceases to."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))")
        self.page.evaluate(STILL)

    def over(self) -> bool:
        """Whether the battle is over."""
        return self.page.locator('section[aria-label="The question"] .outcome').count() > 0

    # --- doing ------------------------------------------------------------------------------------------------------

    def go(self, path: str) -> None:
        """Open a page of ours."""
        self.page.goto(self.base + path)

    def sit_down(self, opened: dict[str, Any], *seats: str) -> None:
        """Open a battle with the tokens of some seats (all, if none is named), as the start screen would have kept them."""
        kept = {seat: token for seat, token in opened["tokens"].items() if not seats or seat in seats}
        seated = json.dumps(json.dumps({opened["id"]: kept}))
        self.page.add_init_script(f"localStorage.setItem('sandtable.seats', {seated})")
        self.go(f"/battle/{opened['id']}")
        self.wait_until_known()

    def wait_until_taken(self, prompt: str) -> None:
        """Wait until an answer has been taken: something else is asked, or nothing."""
        self.page.wait_for_function(
            """before => { const ask = document.querySelector('section[aria-label="The question"]');
            const asked = ask && ask.querySelector('h2'); return !ask.querySelector('.sending')
            && (!asked || asked.dataset.test !== 'old'); }""",
            arg=prompt,
        )

    def mark(self) -> None:
        """Mark the question as seen, so that the next one can be told from it even if it reads the same."""
        self.question.get_by_role("heading", level=2).evaluate("asked => { asked.dataset.test = 'old'; }")

    def option(self, name: str) -> Locator:
        """An option by its name."""
        return self.question.get_by_role("button", name=re.compile(rf"^(\d )?{re.escape(name)}", re.IGNORECASE)).first

    def is_move(self) -> bool:
        """Whether a move is asked for."""
        return self.question.get_by_role("button", name=re.compile("^Reset")).count() > 0

    def can_confirm(self) -> bool:
        """Whether what is planned may be confirmed."""
        button = self.question.get_by_role("button", name=re.compile("^Confirm"))
        return button.count() > 0 and button.get_attribute("aria-disabled") != "true"

    def confirm(self) -> None:
        """Confirm once it is possible."""
        button = self.question.get_by_role("button", name=re.compile("^Confirm"))
        expect(button).not_to_have_attribute("aria-disabled", "true", timeout=PATIENCE)
        button.click()

    def answer_by_mouse(
        self, wanted: tuple[str, ...] = ("Advance", "Run", "Hold fire", "No", "Own table edge")
    ) -> None:
        """Answer whatever is asked with the mouse alone."""
        self.wait_for_question()
        if self.over():
            return
        prompt = self.prompt()
        self.mark()
        options = self.question.locator("button.option")
        if self.is_move():
            self.move_by_mouse()
        elif options.count():
            named = next((one for name in wanted if (one := self.option(name)).count()), None)
            (named or options.first).click()
        else:
            self._fill_in_by_mouse()
        self.wait_until_taken(prompt)

    def _fill_in_by_mouse(self) -> None:
        everything = self.question.get_by_role("button", name="All", exact=True)
        if everything.count():
            everything.click()
        boxes = self.question.get_by_role("checkbox")
        while not self.can_confirm() and boxes.count():
            boxes.and_(self.page.locator(":not(:checked)")).first.check()
        if not self.can_confirm():
            self.click_table(0.5, 0.5)
        self.confirm()

    def table_box(self) -> dict[str, float]:
        """Where the table is on the screen."""
        box = self.page.get_by_role("application", name="The table").bounding_box()
        assert box is not None
        return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}

    def click_table(self, across: float, down: float) -> None:
        """Click at a share of the table's width and depth."""
        box = self.table_box()
        self.page.mouse.click(box["x"] + box["width"] * across, box["y"] + box["height"] * down)

    def move_by_mouse(self) -> None:
        """Make the move that is asked for: click about, and take what the planner makes of it."""
        for across, down in ((0.5, 0.5), (0.3, 0.6), (0.7, 0.4), (0.5, 0.2), (0.5, 0.8)):
            if self.can_confirm():
                break
            self.click_table(across, down)
            with contextlib.suppress(AssertionError):
                button = self.question.get_by_role("button", name=re.compile("^Confirm"))
                expect(button).not_to_have_attribute("aria-disabled", "true", timeout=2000)
        self.confirm()

    def answer_by_keyboard(self) -> None:
        """Answer whatever is asked with keys alone."""
        self.wait_for_question()
        if self.over():
            return
        prompt = self.prompt()
        self.mark()
        keys = self.page.keyboard
        if self.is_move():
            for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
                keys.press(key)
            expect(self.question.get_by_role("button", name=re.compile("^Confirm"))).not_to_have_attribute(
                "aria-disabled", "true", timeout=PATIENCE
            )
            keys.press("Enter")
        elif self.question.locator("button.option").count():
            usual = self.question.locator("button.option[data-usual]")
            wanted = self.question.locator("button.option", has_text=re.compile(r"^\W*\S{0,2}\s*(Advance|Hold fire)"))
            chosen = (wanted if wanted.count() else self.question.locator("button.option")).first
            hotkey = (chosen.get_attribute("data-hotkey") or "1").replace("⇧", "Shift+")
            keys.press("Enter" if usual.count() and not wanted.count() else hotkey)
        else:
            boxes = self.question.get_by_role("checkbox")
            for place in range(min(9, boxes.count())):
                if self.can_confirm():
                    break
                keys.press(str(place + 1))
            keys.press("Enter")
        self.wait_until_taken(prompt)


@dataclasses.dataclass
class TheAct:
    """An action as a history tells it: what the page must show of it."""

    kind: str
    first: int  # its beats
    last: int
    actor: int | None
    actor_name: str
    targets: list[int]
    target_names: list[str]
    hurt: dict[int, list[str]]  # what came of it to whom, in words, where it matters
    far: int = 0  # how far the actor went
    throws: int = 0
    trace: str = ""  # what flies, where the book says so
    says: str = ""
    moment: int = 0  # how many beats have been told at its end


def acts_told(history: dict[str, Any]) -> list[TheAct]:
    """The actions of a history that are worth a picture, worked out without the page."""
    results = history["battle"]["results"]
    names = {unit["number"]: unit["name"] for unit in history["start"]["units"]}
    spots = {figure["number"]: figure["at"] for figure in history["start"]["figures"]}
    began = {}
    for beat in history["beats"]:
        if beat.get("act"):
            first = beat.get("since") or beat["beat"]
            began[beat["beat"] if first in began else first] = beat["act"]
    found: list[TheAct] = []
    sums: dict[tuple[int, str], Any] = {}
    places = _Places(history["start"])
    for told, beat in enumerate(history["beats"], 1):
        names |= {unit["number"]: unit["name"] for unit in beat.get("units", ())}
        act = began.get(beat["beat"])
        if act:
            sums = {}
            targets = [unit for unit in act.get("targets", ()) if unit in names]
            actor = act["actor"]
            found.append(
                TheAct(
                    act["kind"],
                    beat["beat"],
                    beat["beat"],
                    actor,
                    names.get(actor, ""),
                    targets,
                    [names[unit] for unit in targets],
                    {},
                    trace=act.get("trace", ""),
                    says=act["says"],
                )
            )
        if not found:
            places.follow(beat)
            continue
        now = found[-1]
        now.last, now.moment = beat["beat"], told
        now.throws += bool(beat.get("line") and beat["line"].get("dice"))
        for one in beat.get("came", ()):
            if one["unit"] != now.actor and one["unit"] not in now.targets and not places.seen(one["unit"]):
                continue  # nobody sees what comes to those who are not on the table
            key = (one["unit"], one["what"])
            both = isinstance(one["value"], int) and isinstance(sums.get(key), int)
            sums[key] = sums[key] + one["value"] if both else one["value"]
        now.hurt = _in_words(sums, results)
        for figure in beat.get("figures", ()):
            was, spots[figure["number"]] = spots.get(figure["number"]), figure["at"]
            if was and figure["at"] and figure["unit"] == now.actor:
                now.far = max(now.far, round(math.dist(was, figure["at"])))
        places.follow(beat)
    quiet = {first for first, act in began.items() if act.get("quiet")}
    return [act for act in found if act.hurt or act.first not in quiet]


class _Places:
    """Which units stand somewhere, as beats go on."""

    def __init__(self, start: dict[str, Any]) -> None:
        self._figures: dict[int, tuple[int, object]] = {}
        self._anchors: dict[int, object] = {}
        self.follow(start)

    def follow(self, told: dict[str, Any]) -> None:
        for figure in told.get("figures", ()):
            self._figures[figure["number"]] = figure["unit"], figure["at"]
        for unit in told.get("units", ()):
            self._anchors[unit["number"]] = unit["anchor"]

    def seen(self, unit: int | None) -> bool:
        standing = any(one == unit and at is not None for one, at in self._figures.values())
        return standing or (unit is not None and self._anchors.get(unit) is not None)


def _in_words(sums: dict[tuple[int, str], Any], results: dict[str, Any]) -> dict[int, list[str]]:
    """What matters of what came of an action, unit by unit, the weightiest first."""
    graded: dict[int, list[tuple[int, str]]] = {}
    for (unit, what), value in sums.items():
        result = results.get(what)
        if result is None or value == 0 or result.get("grade", 1) < 1 or not result.get("harm", True):
            continue
        several = isinstance(value, int) and value != 1
        words = (result.get("many") or result["one"]) if several else result["one"]
        graded.setdefault(unit, []).append((-result.get("grade", 1), words.replace("{}", str(value))))
    return {unit: [words for _, words in sorted(told, key=lambda one: one[0])] for unit, told in graded.items()}


@dataclasses.dataclass
class SeenAct:
    """The picture of an action as somebody sees it."""

    actor: int | None
    targets: set[int]
    arrows: set[tuple[int | None, int | None]]
    names: set[str]
    results: dict[int, str]
    sentence: str
    covered: list[str]  # words and rings that lie on each other, on a model, under something, or out of the table


def seen_act(page: Page) -> SeenAct:
    """The picture of the last action: what is drawn on the table and can be seen there, and what the tray says."""
    page.wait_for_function(
        "() => { const a = document.querySelector('.action'); return a && a.dataset.phase === 'still'; }"
    )
    return _seen(page.evaluate(SEE_ACT))


def seen_acts(page: Page, acts: Sequence[TheAct]) -> list[SeenAct | None]:
    """The pictures of several actions of a replay that is open, one after the other, without a way back to the server."""
    found = page.evaluate(SEE_ACTS, [[[act.moment, act.first] for act in acts], SEE_ACT])
    return [_seen(one) if one else None for one in found]


def _seen(found: dict[str, Any]) -> SeenAct:
    return SeenAct(
        actor=found["actor"],
        targets=set(found["targets"]),
        arrows={(one[0], one[1]) for one in found["arrows"]},
        names=set(found["names"]),
        results={int(unit): words for unit, words in found["results"]},
        sentence=found["sentence"],
        covered=found["covered"],
    )


SEE_ACT = """() => {
  const all = (what) => [...document.querySelectorAll(`.action [data-act=${what}]`)].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && box.height > 1;
  });
  const unit = (one) => (one.dataset.unit === undefined ? null : Number(one.dataset.unit));
  const number = (text) => (text === undefined || text === 'null' ? null : Number(text));
  const host = document.querySelector('[role=application]').getBoundingClientRect();
  const words = [...all('result'), ...all('name')];
  const models = [...document.querySelectorAll('.tokens [data-figure]')].map((one) => one.getBoundingClientRect());
  const lap = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const covered = [];
  words.forEach((one, n) => {
    const box = one.getBoundingClientRect();
    const area = box.width * box.height;
    if (lap(box, host) < area * 0.97) covered.push(`${one.textContent} is out of the table`);
    // What lies on top of the words where they stand: nothing that is not part of the picture.
    one.style.pointerEvents = 'all';
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const top = document.elementFromPoint(x, y);
    one.style.pointerEvents = '';
    if (top && !top.closest('.action') && !top.closest('[role=application]'))
      covered.push(`${one.textContent} is under ${top.className}`);
    for (const other of words.slice(n + 1))
      if (lap(box, other.getBoundingClientRect()) > area * 0.2) covered.push(`${one.textContent} on ${other.textContent}`);
    const laid = models.reduce((sum, model) => sum + lap(box, model), 0);
    if (laid > area * 0.15) covered.push(`${one.textContent} on models`);
  });
  // Rings around those who have a part: in view, lit, and under nothing that is not the table.
  for (const one of [...all('actor'), ...all('target')]) {
    const ring = one.querySelector('path:last-child');
    const style = getComputedStyle(ring);
    if (style.stroke === 'none' || style.visibility !== 'visible' || Number(style.opacity) < 0.3)
      covered.push(`the ring of ${one.dataset.unit} is not lit`);
    const [length, matrix] = [ring.getTotalLength(), ring.getScreenCTM()];
    const hidden = [0, 1, 2, 3, 4, 5, 6, 7].filter((n) => {
      const at = ring.getPointAtLength((length * n) / 8).matrixTransform(matrix);
      const top = document.elementFromPoint(at.x, at.y);
      return !top?.closest('[role=application]') || top.closest('button');
    });
    if (hidden.length > 3) covered.push(`the ring of ${one.dataset.unit} is hidden`);
  }
  return {
    actor: all('actor').map(unit)[0] ?? null,
    targets: all('target').map(unit),
    arrows: all('arrow').map((one) => [number(one.dataset.unit), number(one.dataset.target)]),
    names: all('name').map((one) => one.textContent.trim()),
    results: all('result').map((one) => [unit(one), one.textContent.trim()]),
    sentence: document.querySelector('[data-act=sentence]')?.textContent.trim() ?? '',
    covered,
  };
}"""


SEE_ACTS = """async ([acts, see]) => {
  const slider = document.querySelector('input[type=range][aria-label="Moment of the battle"]');
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  const look = eval(see);
  const found = [];
  for (const [moment, first] of acts) {
    slider.value = moment;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    const there = () => {
      const action = document.querySelector('.action');
      return action?.dataset.scene === String(first) && action.dataset.phase === 'still';
    };
    for (let n = 0; n < 300 && !there(); n++) await drawn();
    await drawn();
    found.push(there() ? look() : null);
  }
  return found;
}"""


class Wire:
    """A line between a browser and the server that can be cut."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._whole = True
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Cut every connection, and let none through."""
        self._whole = False
        for end in self._open:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._open.clear()

    def mend(self) -> None:
        """Let connections through again."""
        self._whole = True

    def close(self) -> None:
        """No more of it."""
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if not self._whole:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self._to))
            self._open += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    for end in (one, other):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def person(browser: Browser, base: str, **context: Any) -> Iterator[Person]:
    """A person with a window of their own."""
    opened = browser.new_context(viewport=context.pop("viewport", {"width": 1440, "height": 900}), **context)
    opened.add_init_script(
        f"localStorage.getItem('sandtable.settings') || localStorage.setItem('sandtable.settings', '{SETTINGS}')"
    )
    try:
        yield Person(opened.new_page(), base)
    finally:
        opened.close()

"""A person at the page: sees what is asked, answers by mouse or by keyboard, and notices every complaint of the browser."""

import contextlib
import json
import re
import shutil
import socket
import threading
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Playwright, expect

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
SETTINGS = '{"speed":"instant","briefings":false,"theme":"light"}'
PATIENCE = 15_000  # milliseconds


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

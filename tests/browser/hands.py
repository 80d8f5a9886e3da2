"""A battle played by one hand: by mouse alone, by fingers alone, by keys alone; on the table where that can be."""

import contextlib
import dataclasses
import re
from typing import Any, Literal

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as TooLong

from .kit import PATIENCE, Person

Way = Literal["mouse", "touch", "keys"]
MOST = 200  # answers that a short battle may take
SETTLES = 1_500  # milliseconds after which another place is tried, if nothing has come of this one
BOLD = re.compile(r"(Advance|Move|Rush|Run|Double)\b")
AROUND = ((0, -40), (0, 40), (45, 0), (-45, 0), (0, -80), (0, 80), (80, 30), (-80, -30))  # pixels from the unit
ARROWS = ("ArrowUp", "ArrowDown", "ArrowRight", "ArrowLeft")

LOOK = """() => {
  const ask = document.querySelector('section[aria-label="The question"]');
  const asked = ask.querySelector('h2');
  if (ask.querySelector('.outcome') || !asked) return { over: true };
  asked.dataset.test = 'old';
  const buttons = [...ask.querySelectorAll('button')];
  const words = (one) => one.textContent.trim();
  return {
    over: false,
    prompt: words(asked),
    moves: buttons.some((one) => words(one).startsWith('Reset')),
    options: [...ask.querySelectorAll('button.option')].map((one) => ({
      key: one.dataset.key, label: words(one.querySelector('.label')), hotkey: one.dataset.hotkey,
      about: one.dataset.about ?? null, usual: 'usual' in one.dataset,
    })),
  };
}"""
# Where a unit can be pointed at: the middle of one of its figures that is seen and lies in the open part of the table.
SPOT = """unit => {
  const host = document.querySelector('[role=application]');
  const box = host.getBoundingClientRect();
  for (const one of host.querySelectorAll(`.tokens [data-unit="${unit}"] [data-figure], .tokens [data-unit="${unit}"]`)) {
    const at = one.getBoundingClientRect();
    const [x, y] = [at.left + at.width / 2, at.top + at.height / 2];
    if (x < box.left + 4 || x > box.right - 4 || y < box.top + 4 || y > box.bottom - 4) continue;
    const top = document.elementFromPoint(x, y);
    if (top && top.closest(`[data-unit="${unit}"]`)) return [x, y];
  }
  return null;
}"""
TAKEN_OR_PICKED = """() => {
  const ask = document.querySelector('section[aria-label="The question"]');
  const asked = ask.querySelector('h2');
  return ask.querySelector('.picked') || (!ask.querySelector('.sending') && (!asked || asked.dataset.test !== 'old'));
}"""
SETTLED = """() => {
  const ask = document.querySelector('section[aria-label="The question"]');
  const confirm = [...ask.querySelectorAll('button')].find((one) => one.textContent.trim().startsWith('Confirm'));
  return confirm?.getAttribute('aria-disabled') !== 'true' || ask.querySelector('.problem.wrong') !== null;
}"""


@dataclasses.dataclass
class Hand:
    """Somebody who uses nothing but a mouse, or fingers, or keys."""

    who: Person
    way: Way
    moves: int = 3  # how often it moves though that is not the usual thing
    aims: int = 3  # how often it chooses on the table rather than in the list
    answers: int = 0
    did: set[str] = dataclasses.field(default_factory=set)

    def play(self, most: int = MOST) -> None:
        """Play to the end, or until so many answers have been given."""
        while self.answers < most and self.answer():
            pass

    def answer(self) -> bool:
        """Answer what is asked; false if the battle is over."""
        self.who.wait_for_question()
        asked: dict[str, Any] = self.who.page.evaluate(LOOK)
        if asked["over"]:
            return False
        self.answers += 1
        if asked["moves"]:
            self._move()
        elif asked["options"]:
            self._choose(asked["options"])
        else:
            self._fill_in()
        self.who.wait_until_taken(asked["prompt"])
        return True

    # --- the ways ---------------------------------------------------------------------------------------------------

    def press(self, what: Locator) -> None:
        """Click or tap something."""
        if self.way == "touch":
            what.tap()
        else:
            what.click()

    def point(self, x: float, y: float) -> None:
        """Click or tap a point of the window."""
        if self.way == "touch":
            self.who.page.touchscreen.tap(x, y)
        else:
            self.who.page.mouse.click(x, y)

    def _button(self, name: str) -> Locator:
        return self.who.question.get_by_role("button", name=re.compile(f"^{name}"))

    def _confirm(self) -> None:
        if self.way == "keys":
            self.who.page.keyboard.press("Enter")
        else:
            self.press(self._button("Confirm"))

    def _pull_up(self) -> None:
        folded = self.who.question.locator(".go")
        if self.way == "touch" and folded.count() and folded.is_visible():
            self.press(folded)
            self.did.add("pulled up")

    # --- what is asked ----------------------------------------------------------------------------------------------

    def _choose(self, options: list[dict[str, Any]]) -> None:
        bold = next((one for one in options if BOLD.match(one["label"])), None) if self.moves > 0 else None
        self.moves -= bold is not None
        wanted = bold or next((one for one in options if one["usual"]), options[0])
        if self.way != "keys" and self.aims > 0 and self._choose_on_table(options):
            self.aims -= 1
            return
        if self.way == "keys":
            keys = self.who.page.keyboard
            if wanted["hotkey"]:
                keys.press(wanted["hotkey"].replace("⇧", "Shift+"))
            else:  # a list that is longer than there are keys
                keys.press("q")
                for _ in range(options.index(wanted)):
                    keys.press("ArrowDown")
                keys.press("Enter")
            self.did.add("key")
            return
        self._pull_up()
        row = self.who.question.locator(f'button.option[data-key="{wanted["key"]}"]')
        anyway = self.who.question.get_by_text("choose anyway")
        for _ in range(PATIENCE // SETTLES):
            with contextlib.suppress(TooLong):  # it may be folded away this very moment, as one that comes to nothing
                if row.is_visible():
                    row.tap(timeout=SETTLES) if self.way == "touch" else row.click(timeout=SETTLES)
                    self.did.add("row")
                    return
                anyway.first.tap(timeout=SETTLES) if self.way == "touch" else anyway.first.click(timeout=SETTLES)
                self.did.add("unfolded")
        raise AssertionError(f"{wanted['label']} can be neither seen nor unfolded")

    def _choose_on_table(self, options: list[dict[str, Any]]) -> bool:
        """Point at a unit that can be chosen, and once more to mean it; false if there is none to be seen."""
        about = [one["about"] for one in options if one["about"] is not None]
        for unit in about:
            at = self.who.page.evaluate(SPOT, unit) if about.count(unit) == 1 else None
            if at is None:
                continue
            self.point(*at)
            self.who.page.wait_for_function(TAKEN_OR_PICKED)
            if self.who.question.locator(".picked").count():
                self.did.add("meant it")
                again = self.who.page.evaluate(SPOT, unit)  # the table may have moved under the finger
                if again is not None:
                    self.point(*again)
                else:
                    self.press(self.who.question.locator(".picked button.option"))
            self.did.add("aimed")
            return True
        return False

    def _move(self) -> None:
        """Go somewhere near, or stay where nothing is found."""
        self.did.add("moved")
        self.plan_move()
        if self.who.can_confirm():
            self._confirm()
        elif self.way == "keys":
            self.who.page.keyboard.press(".")
        else:
            self.press(self._button("Stay"))

    def plan_move(self) -> None:
        """Try places near the unit until one of them goes."""
        for way in ARROWS if self.way == "keys" else AROUND:
            if self.who.can_confirm():
                return
            if isinstance(way, str):
                self.who.page.keyboard.press("Escape")
                for _ in range(2):
                    self.who.page.keyboard.press(way)
            elif not self._go(way):
                continue
            with contextlib.suppress(TooLong):
                self.who.page.wait_for_function(SETTLED, timeout=SETTLES)

    def _go(self, by: tuple[int, int]) -> bool:
        """Point at a place beside the unit that is to move, or beside the middle of the table where it is not there yet."""
        at = self.who.page.evaluate(
            """by => {
              const host = document.querySelector('[role=application]').getBoundingClientRect();
              const one = document.querySelector('[data-token][aria-pressed=true] [data-figure]');
              const from = one ? one.getBoundingClientRect() : host;
              const x = from.left + from.width / 2 + by[0], y = from.top + from.height / 2 + by[1];
              const inside = x > host.left + 3 && x < host.right - 3 && y > host.top + 3 && y < host.bottom - 3;
              return inside ? [x, y] : null;
            }""",
            list(by),
        )
        if at is None:
            return False
        self.point(*at)
        return True

    def _fill_in(self) -> None:
        """Tick, hand out or point until it is enough."""
        self.did.add("form")
        page, question = self.who.page, self.who.question
        boxes = question.locator("input[type=checkbox]")
        more = question.get_by_role("button", name="One more")
        for turn in range(40):
            if self.who.can_confirm():
                break
            if self.way == "keys":
                page.keyboard.press(str(turn + 1) if boxes.count() else "ArrowUp" if turn % 4 < 3 else "Tab")
            elif boxes.count():
                self.press(question.locator("label:has(input[type=checkbox]:not(:checked))").first)
            elif more.count():
                self.press(more.nth(turn % more.count()))
            else:
                box = self.who.table_box()
                self.point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self._confirm()

"""Take the pictures of the documents: `make pictures` plays the page and writes docs/pictures and docs/moments.md.

With names as arguments only those are taken anew; `--list` writes the page alone.
"""

import base64
import contextlib
import dataclasses
import itertools
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from tests.browser.kit import STILL, Person, TheAct, acts_told, launch, person  # noqa: E402
from tests.server.kit import Server, serving  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
QUALITY = {"desk": 74, "phone": 62}  # of WebP: beyond that files grow and nothing is seen of it
MEN = re.compile(r"\d m[ae]n\b")
TRIES = 8  # battles that are fought until a moment is found
CHOICE = 3  # targets that make a choice
FEW = 3  # battles that are searched for the best moment
SETTLED = """() => {
  const action = document.querySelector('.action');
  return (!action || action.dataset.phase === 'still') && !document.querySelector('.waiting, .sending');
}"""
Sought = Callable[[TheAct], bool]


@dataclasses.dataclass(frozen=True)
class Moment:
    """A picture: its name, what it shows in one line, how the page comes to it, on what and in which light."""

    name: str
    chapter: str
    words: str
    lead: Callable[["Visit"], None]
    size: str = "desk"
    theme: str = "light"
    settings: dict[str, Any] = dataclasses.field(default_factory=dict)


class Fights:
    """Battles that bots have fought, and what happened in them."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._told: dict[tuple[str, str, int, bool], tuple[str, list[TheAct]]] = {}

    def fought(self, book: str, scenario: str, seed: int = 5, *, measured: bool = False) -> tuple[str, list[TheAct]]:
        """A battle from its beginning to its end, and its actions; `measured`: ranges are known before a target is named."""
        key = (book, scenario, seed, measured)
        if key not in self._told:
            players = ["rookie", "rookie"]
            options = {"premeasure": True} if measured else {}
            opened = self.server.begin(ruleset=book, scenario=scenario, options=options, players=players, seed=seed)
            watching = self.server.join(opened["id"])
            while watching.outcome is None:
                watching.hear(timeout=120)
            watching.close()
            self._told[key] = opened["id"], acts_told(self.server.get(f"/api/battles/{opened['id']}/history"))
        return self._told[key]

    def moment(self, book: str, scenario: str, sought: Sought) -> tuple[str, TheAct, TheAct]:
        """A battle, an action of it that is as it is sought, and the action that comes after that."""
        for seed in range(5, 5 + TRIES):
            battle, acts = self.fought(book, scenario, seed)
            for act, after in itertools.pairwise(acts):
                if sought(act):
                    return battle, act, after
        raise LookupError(f"{book}, {scenario}: nothing like that happens in {TRIES} battles")


class Visit:
    """Somebody at the page, who is led to a moment."""

    def __init__(self, who: Person, fights: Fights, browser: Browser) -> None:
        self.who = who
        self.page: Page = who.page
        self.fights = fights
        self.server = fights.server
        self.browser = browser
        self.ends = contextlib.ExitStack()  # what is closed when the picture has been taken

    def begin(self, book: str, scenario: str, **wanted: Any) -> dict[str, Any]:
        """A battle of one's own against a bot."""
        asked = {"players": ["me", "rookie"], "seed": 5, "options": {}, **wanted}
        opened = self.server.begin(ruleset=book, scenario=scenario, **asked)
        self.who.sit_down(opened)
        return opened

    def after(self, book: str, scenario: str, sought: Sought) -> None:
        """A battle gone on with right after such an action, by two at one screen."""
        battle, _, after = self.fights.moment(book, scenario, sought)
        asked = {"beat": after.first - 1, "players": ["me", "screen"], "same_dice": True}
        status, fork = self.server.call("POST", f"/api/battles/{battle}/fork", asked)
        if status != 201:
            raise LookupError(str(fork))
        self.who.sit_down(fork)
        self.who.wait_for_question()

    def choosing(self, book: str, scenario: str) -> str:
        """A battle gone on with just before the shot that could be at most men of several targets; the key of the best."""
        found = {}
        for battle, first in self._fire(book, scenario):
            asked = {"beat": first - 1, "players": ["me", "screen"], "same_dice": True}
            status, fork = self.server.call("POST", f"/api/battles/{battle}/fork", asked)
            lost = self._lost(fork) if status == 201 else {}
            if len(lost) >= CHOICE:
                found[sorted(lost.values())[-CHOICE], first] = fork, max(lost, key=lambda key: lost[key])
        if not found:
            raise LookupError(f"{book}, {scenario}: nobody has several to shoot at")
        fork, key = found[max(found)]
        self.who.sit_down(fork)
        self.who.wait_for_question()
        return key

    def _fire(self, book: str, scenario: str) -> Iterator[tuple[str, int]]:
        """Every shot of some battles that cost men: where it begins."""
        for seed in range(5, 5 + FEW):
            battle, acts = self.fights.fought(book, scenario, seed, measured=True)
            for act in acts:
                if act.kind == "fire" and any(MEN.search(one) for words in act.hurt.values() for one in words):
                    yield battle, act.first

    def _lost(self, fork: dict[str, Any]) -> dict[str, Fraction]:
        """How many men each target of what is asked loses by its forecast."""
        with contextlib.closing(self.server.join(fork["id"], *fork["tokens"].values())) as seat:
            asked = seat.until_asked()
            if asked["kind"] != "target":
                return {}
            units = {one["key"]: one["unit"] for one in asked["domain"]["options"] if one["unit"] is not None}
            told = seat.ask(query="foresee", options=list(units))
        if told["type"] != "reply":
            return {}
        found = told["about"]["foreseen"]
        lost = {
            key: sum(map(Fraction, one["expected"].split()), Fraction(0))
            for key, unit in units.items()
            for one in found[key]["effects"]
            if one["unit"] == unit and one["what"] == "men lost"
        }
        hurt = {key for key, unit in units.items() if any(one["unit"] == unit for one in found[key]["effects"])}
        return lost if hurt == set(lost) else {}  # men of all of them: numbers of one kind

    def replayed(self, book: str, scenario: str, sought: Sought) -> None:
        """The replay of a battle at the end of such an action."""
        battle, act, _ = self.fights.moment(book, scenario, sought)
        self.who.go(f"/replay/{battle}?beat={act.moment}")
        self.page.locator(f".action[data-scene='{act.first}']").wait_for(state="attached")

    def settle(self) -> None:
        """Wait until everything that moves has come to rest, and what is being worked out is there."""
        self.page.wait_for_function(SETTLED, timeout=120_000)
        self.page.evaluate("() => document.fonts.ready.then(() => null)")
        self.page.evaluate(STILL)
        for _ in range(3):
            self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))")


def take(visit: Visit, moment: Moment) -> int:
    """Write a picture of what is on the screen; how many bytes it has."""
    pen = visit.page.context.new_cdp_session(visit.page)
    shot = pen.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY[moment.size]})
    data = base64.b64decode(shot["data"])
    (PICTURES / f"{moment.name}.webp").write_bytes(data)
    return len(data)


@contextlib.contextmanager
def visiting(browser: Browser, fights: Fights, moment: Moment) -> Iterator[Visit]:
    """A window as the moment wants it."""
    values = {"speed": "instant", "briefings": False, "theme": moment.theme, "sound": False, **moment.settings}
    size = PHONE if moment.size == "phone" else DESK
    with person(browser, f"http://127.0.0.1:{fights.server.port}", **size) as who:
        who.page.add_init_script(f"localStorage.setItem('sandtable.settings', {json.dumps(json.dumps(values))})")
        visit = Visit(who, fights, browser)
        with visit.ends:
            yield visit


def listed(moments: tuple[Moment, ...]) -> str:
    """The page that shows every picture with its line."""
    lines = [
        f"# {len(moments)} moments",
        "",
        "The page as it is, by day and by night, at a desk and on a telephone. `make pictures` takes them anew.",
    ]
    chapter = ""
    for moment in moments:
        if moment.chapter != chapter:
            chapter = moment.chapter
            lines += ["", f"## {chapter}"]
        width = 300 if moment.size == "phone" else 820
        lines += [
            "",
            f"{moment.words}",
            "",
            f'<img src="pictures/{moment.name}.webp" width="{width}" alt="{moment.words}">',
        ]
    return "\n".join(lines) + "\n"


def main(names: list[str]) -> int:
    """Take all pictures, or those that are named; say which could not be taken."""
    from moment_list import MOMENTS  # noqa: PLC0415  # it is made of what stands here

    (ROOT / "docs" / "moments.md").write_text(listed(MOMENTS), encoding="utf-8")
    if names == ["--list"]:
        return 0
    PICTURES.mkdir(exist_ok=True)
    failed = 0
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server, sync_playwright() as playwright:
        browser, fights = launch(playwright), Fights(server)
        for moment in MOMENTS:
            if names and moment.name not in names:
                continue
            try:
                with visiting(browser, fights, moment) as visit:
                    moment.lead(visit)
                    visit.settle()
                    print(f"{moment.name}: {take(visit, moment) // 1024} KB", *visit.who.complaints, flush=True)
            except Exception as problem:  # noqa: BLE001  # the others can still be taken
                failed += 1
                print(f"{moment.name}: {type(problem).__name__} {str(problem)[:600]}", flush=True)
        browser.close()
    return 1 if failed else 0


if __name__ == "__main__":
    import moments  # this very file by the name that the list knows it by

    sys.exit(moments.main(sys.argv[1:]))

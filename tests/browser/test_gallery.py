"""The gallery of everything that the table can draw: nothing is missing, nothing is blank, no two roles look alike."""

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from sandtable.play.record import Header, new_game, seeded_box
from sandtable.rulesets.library import OURS, ruleset
from sandtable.server.telling import Teller
from tests.server.kit import Server

from .kit import Person, person

ROSTER = Path(__file__).parents[2] / "web" / "src" / "gallery" / "roster.ts"
THEMES = ("light", "dark")
BLANK = 50  # pixels of a cell that differ from the ground it lies on: fewer are nothing

# What is drawn in each cell of a theme: its box, whether every symbol that it uses is there, and which those are.
CELLS = """theme => [...document.querySelectorAll(`.theme[data-theme=${theme}] [data-cell]`)].map((cell) => {
  const svg = cell.querySelector('svg');
  const box = svg.getBoundingClientRect();
  const drawn = svg.getBBox();
  const symbols = [...svg.querySelectorAll('use')].map((use) => use.getAttribute('href'));
  return {
    id: cell.dataset.cell,
    symbols: [...new Set(symbols)],
    missing: symbols.filter((one) => !document.querySelector(one)),
    empty: !(drawn.width > 0 && drawn.height > 0),
    box: [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round),
  };
})"""

# How many pixels of each box differ from the ground, and how unlike each other some boxes are (a share of their pixels).
PIXELS = """async ({ picture, boxes, ground, alike }) => {
  const bitmap = await createImageBitmap(await (await fetch(picture)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  pen.drawImage(bitmap, 0, 0);
  const far = (a, i, b, j) =>
    Math.abs(a[i] - b[j]) + Math.abs(a[i + 1] - b[j + 1]) + Math.abs(a[i + 2] - b[j + 2]) > 60;
  const inked = boxes.map(([x, y, w, h]) => {
    const { data } = pen.getImageData(x, y, w, h);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (far(data, i, ground, 0)) count += 1;
    return count;
  });
  const [, , w, h] = boxes[alike[0]];
  const shots = alike.map((one) => pen.getImageData(boxes[one][0], boxes[one][1], w, h).data);
  const unlike = shots.flatMap((a, one) => shots.slice(one + 1).map((b, other) => {
    let count = 0;
    for (let i = 0; i < a.length; i += 4) if (far(a, i, b, i)) count += 1;
    return [one, one + 1 + other, count / (w * h)];
  }));
  return { inked, unlike };
}"""


@pytest.fixture(scope="module")
def visitor(browser: Browser, server: Server) -> Iterator[Person]:
    """A developer who has opened the gallery."""
    with person(browser, f"http://127.0.0.1:{server.port}", reduced_motion="reduce") as found:
        found.go("/gallery")
        expect(found.page.locator(".theme")).to_have_count(2)
        yield found
        assert found.complaints == []


@pytest.mark.parametrize("theme", THEMES)
def test_every_piece_is_drawn_and_no_two_roles_are_drawn_alike(visitor: Person, theme: str) -> None:
    """Each cell has something in it that can be seen, of symbols that are there."""
    page = visitor.page
    cells: list[dict[str, Any]] = page.evaluate(CELLS, theme)
    assert len(cells) > 400
    assert len({cell["id"] for cell in cells}) == len(cells), "each cell has a name of its own"
    assert [(cell["id"], cell["missing"]) for cell in cells if cell["missing"]] == []
    assert [cell["id"] for cell in cells if cell["empty"]] == []
    roles = [cell for cell in cells if cell["id"].startswith(("men:", "weapons:")) or _is_simple_man(cell["id"], cells)]
    used = [tuple(cell["symbols"]) for cell in roles]
    assert len(set(used)) == len(used) > 50

    section = page.locator(f".theme[data-theme={theme}]")
    ground = [
        int(part) for part in re.findall(r"\d+", section.evaluate("one => getComputedStyle(one).backgroundColor"))
    ]
    men = [place for place, cell in enumerate(cells) if cell["id"].startswith("men:")]
    shot = base64.b64encode(page.screenshot(full_page=True)).decode()
    found = page.context.new_page()  # apart: the page itself fetches nothing that it is not sent
    looked = found.evaluate(
        PIXELS,
        {
            "picture": f"data:image/png;base64,{shot}",
            "boxes": [cell["box"] for cell in cells],
            "ground": ground,
            "alike": men,
        },
    )
    found.close()
    blank = [cell["id"] for cell, inked in zip(cells, looked["inked"], strict=True) if inked < BLANK]
    assert blank == []
    names = [cells[place]["id"] for place in men]
    assert [(names[one], names[other]) for one, other, share in looked["unlike"] if share < 0.015] == []


@pytest.mark.parametrize(("scenario", "season"), [("crypt", "night"), ("iron", "winter")])
def test_a_battle_is_fought_on_ground_of_its_season(
    somebody: Person, server: Server, scenario: str, season: str
) -> None:
    """By day, too, a battle at night is dark; and snow is white."""
    opened = server.begin(ruleset="sotr", scenario=scenario, options={}, seed=3)
    somebody.sit_down(opened)
    sheet = somebody.page.locator(f".map.season-{season} .sheet").first
    colour = [int(part) for part in re.findall(r"\d+", sheet.evaluate("one => getComputedStyle(one).fill"))]
    assert sum(colour[:3]) < 300 if season == "night" else sum(colour[:3]) > 690


def _is_simple_man(cell: str, cells: list[dict[str, Any]]) -> bool:
    """Whether it is one of the men as they are drawn from afar."""
    kind, _, name = cell.partition(":")
    return kind == "afar" and any(other["id"] == f"men:{name}" for other in cells)


def test_everybody_whom_a_scenario_fields_is_there() -> None:
    """Role, symbol and base of every figure of every scenario."""
    rows = re.findall(r'\["([^"]+)", "([^"]+)", (\d+), (\d+), (\d+), ', ROSTER.read_text(encoding="utf-8"))
    shown = {(role, symbol, *map(int, base)) for role, symbol, *base in rows}
    fielded = {body: where for book in OURS for body, where in _fielded(book)}
    missing = {body: where for body, where in fielded.items() if body not in shown}
    assert missing == {}, "rows that web/src/gallery/roster.ts lacks:\n" + "\n".join(
        json.dumps([*body, where], ensure_ascii=False) for body, where in missing.items()
    )


def _fielded(book: str) -> Iterator[tuple[tuple[str, str, int, int, int], str]]:
    rules = ruleset(book)
    for scenario in rules.scenarios():
        header = Header(book, rules.version, {}, rules.scenario(scenario), ("random", "random"))
        table = Teller(rules, new_game(rules, header, seeded_box(1)).initial, None).table()
        for one in table.figures:
            unit = table.units[one.unit]
            yield (one.role, unit.shown.symbol, one.radius, one.width, one.length), unit.name

"""A comparison of rulebooks as SVG: wins, losses and turns side by side, in plain shapes and two colours."""

from collections.abc import Sequence

from sandtable.lab.tally import BookTally, Portion, Spread

from .picture import DARK, SIDES, escape

MARGIN = 28
NAMES = 130  # pixels for the names of the books
PANEL = 230
GAP = 50
TOP = 92
BAR = 15
BAND = 3 * BAR + 22  # a book: a bar for either side, one for draws, and air
DRAW = ("#a9a39b", "#5a564f")
INK = "#3b362a"
FAINT = "#d9cfb2"
STRIPES = (
    '<pattern id="side1" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    f'<rect width="6" height="6" fill="{SIDES[1]}"/><path d="M0 0V6" stroke="{DARK[1]}" stroke-width="2"/></pattern>'
)
FILLS = (SIDES[0], "url(#side1)", DRAW[0])  # the sides differ in more than colour
EDGES = (DARK[0], DARK[1], DRAW[1])


def draw(title: str, books: Sequence[BookTally]) -> str:
    """The whole picture."""
    bottom = TOP + len(books) * BAND
    wide, deep = MARGIN + NAMES + 3 * PANEL + 2 * GAP + MARGIN + 34, bottom + 96
    letters = f'font-family="Georgia, serif" font-size="12" fill="{INK}"'
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {deep}" {letters} role="img" aria-labelledby="title">',
        f'<title id="title">{escape(title)}</title><defs>{STRIPES}</defs>',
        f'<rect width="{wide}" height="{deep}" fill="#f6f1e4"/>',
        _text(MARGIN, 34, title, 'font-size="17"'),
    ]
    for row, book in enumerate(books):
        out.append(_text(MARGIN, _top(row) + 1.5 * BAR + 4, book.book, 'font-size="14"'))
        if row:
            out.append(f'<path d="M{MARGIN} {_top(row) - 11}H{wide - MARGIN}" stroke="{FAINT}"/>')
    out += _wins(_left(0), bottom, books)
    out += _losses(_left(1), bottom, books)
    out += _turns(_left(2), bottom, books)
    names = [side.name for side in books[0].sides] if books else []
    out += _legend(bottom + 50, names)
    return "\n".join([*out, "</svg>"])


def _left(panel: int) -> int:
    return MARGIN + NAMES + panel * (PANEL + GAP)


def _top(row: int) -> int:
    return TOP + 11 + row * BAND


def _wins(left: int, bottom: int, books: Sequence[BookTally]) -> list[str]:
    out = [*_axis(left, bottom, "Who wins", [(0, "0 %"), (50, "50 %"), (100, "100 %")], 100)]
    for row, book in enumerate(books):
        ends: tuple[Portion, ...] = (book.sides[0].wins, book.sides[1].wins, book.draws)
        who = [f"{side.name} win" for side in book.sides] + ["draws"]
        for place, (end, name) in enumerate(zip(ends, who, strict=True)):
            said = f"{book.book}: {name} {end.count} of {book.games}, {_percent(end.low)} to {_percent(end.high)}"
            y = _top(row) + place * BAR
            out.append(_bar(left, y, place, end.share, said))
            out.append(_whisker(left, y, place, end.low, end.high))
            out.append(_text(left + PANEL * end.high + 6, y + BAR - 4, str(end.count), 'font-size="11"'))
    return out


def _losses(left: int, bottom: int, books: Sequence[BookTally]) -> list[str]:
    out = [*_axis(left, bottom, "Points lost", [(0, "0 %"), (50, "50 %"), (100, "100 %")], 100)]
    for row, book in enumerate(books):
        for place, side in enumerate(book.sides):
            lost = side.lost
            said = f"{book.book}: {side.name} lose {_percent(lost.mean)}, {side.gone.mean:.1f} of {side.units} units"
            y = _top(row) + (place + 0.5) * BAR
            out.append(_bar(left, y, place, lost.mean, said))
            out.append(_whisker(left, y, place, lost.low, lost.high))
            right = left + PANEL * max(lost.high, lost.mean) + 6
            out.append(_text(right, y + BAR - 4, _percent(lost.mean), 'font-size="11"'))
    return out


def _turns(left: int, bottom: int, books: Sequence[BookTally]) -> list[str]:
    most = max([1, *(book.turns.high for book in books)])
    top = int(most) + 1
    marks = [(turn, str(turn)) for turn in range(0, top + 1, max(1, -(-top // 6)))]
    out = [*_axis(left, bottom, "Turns", marks, top)]
    for row, book in enumerate(books):
        turns: Spread = book.turns
        y = _top(row) + 1.5 * BAR
        x, low, high = (left + PANEL * value / top for value in (turns.median, turns.low, turns.high))
        said = f"{book.book}: {turns.median:g} turns, {book.decisions.median:g} decisions, {book.seconds.median:.2f} s"
        pen = f'stroke="{INK}" stroke-width="2"'
        out.append(f'<g><title>{escape(said)}</title><path d="M{low:.1f} {y}H{high:.1f}" {pen}/>')
        out.append(f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="{INK}"/></g>')
        out.append(_text(x, y - 9, f"{turns.median:g}", 'font-size="11" text-anchor="middle"'))
        note = f"{book.decisions.median:.0f} decisions, {book.seconds.median:.2f} s"
        out.append(_text(left, y + 22, note, 'font-size="10"'))
    return out


def _axis(left: int, bottom: int, title: str, marks: Sequence[tuple[int, str]], top: int) -> list[str]:
    out = [_text(left, TOP - 24, title, 'font-size="14" font-weight="bold"')]
    for value, label in marks:
        x = left + PANEL * value / top
        out.append(f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="{FAINT}"/>')
        out.append(_text(x, bottom + 15, label, 'font-size="10" text-anchor="middle"'))
    return out


def _bar(left: float, y: float, place: int, share: float, said: str) -> str:
    pen = f'fill="{FILLS[place]}" stroke="{EDGES[place]}" stroke-width="0.8"'
    box = f'x="{left}" y="{y + 2}" width="{PANEL * share:.1f}" height="{BAR - 4}"'
    return f"<g><title>{escape(said)}</title><rect {box} {pen}/></g>"


def _whisker(left: float, y: float, place: int, low: float, high: float) -> str:
    """From where to where, over its bar: with a light edge, so that it shows on the bar and beside it."""
    start, end, middle = left + PANEL * low, left + PANEL * high, y + BAR / 2
    shape = f"M{start:.1f} {middle - 4}v8M{start:.1f} {middle}H{end:.1f}M{end:.1f} {middle - 4}v8"
    under = f'<path d="{shape}" stroke="#f6f1e4" stroke-width="4" fill="none"/>'
    return under + f'<path d="{shape}" stroke="{EDGES[place]}" stroke-width="1.6" fill="none"/>'


def _legend(y: float, names: Sequence[str]) -> list[str]:
    """Whose bar is whose, and what the lines over bars say."""
    out, x = [], float(MARGIN)
    for place, name in enumerate([*names, "draws"]):
        pen = f'fill="{FILLS[place]}" stroke="{EDGES[place]}"'
        out.append(f'<rect x="{x:.0f}" y="{y - 11}" width="18" height="12" {pen}/>')
        out.append(_text(x + 25, y, name))
        x += 60 + 7 * len(name)
    out.append(f'<g transform="translate({MARGIN - 1} {y + 13})">{_whisker(1, 0, 2, 0, 18 / PANEL)}</g>')
    says = "wins: where the true share lies 95 times of 100; losses and turns: the middle half of the battles"
    out.append(_text(MARGIN + 25, y + 25, says))
    return out


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(text)}</text>'

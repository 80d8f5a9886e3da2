"""A picture of the table as SVG: terrain, figures and markers, in plain shapes and two colours."""

from typing import Any
from xml.sax.saxutils import escape as escape_markup

from sandtable.geometry.angle import SCALE, SINE
from sandtable.geometry.bodies import BEARING, HALF_LENGTH, HALF_WIDTH, RADIUS, X, Y
from sandtable.play.ruleset import Ruleset
from sandtable.play.scenario import Scenario
from sandtable.play.shown import Counter
from sandtable.table.terrain import Piece

INCH = 14  # pixels
MARGIN = 28
SIDES = ("#2f6db5", "#c8642d")
DARK = ("#173a66", "#6e3110")
GROUND = {
    "woods": "#8fae7a",
    "crops": "#e3d28b",
    "brush": "#b4c392",
    "building": "#a9a39b",
    "bunker": "#8b8b86",
    "ruin": "#c0b5a5",
    "hill": "#d9cba4",
    "water": "#a9cbe0",
    "road": "#d8cdb8",
    "rough": "#cfc29c",
    "rocks": "#b9b3a7",
    "crater": "#c4b593",
    "trench": "#b39b75",
    "smoke": "#e9e9e9",
    "wreck": "#4f4b45",
}
LINES = {
    "wall": ("#7f776b", 3),
    "sandbags": ("#a58f63", 4),
    "hedge": ("#5f8246", 4),
    "fence": ("#8c6f45", 2),
    "wire": ("#6a6a6a", 1),
    "tank-trap": ("#5a5a5a", 3),
}


def escape(text: str) -> str:
    """Text for a picture, without what no XML may hold."""
    return escape_markup("".join(letter for letter in text if letter.isprintable()))


def _at(number: int) -> float:
    return round(MARGIN + number * INCH / 1000, 1)


def draw(rules: Ruleset[Any], state: Any, scenario: Scenario) -> str:
    """The table as it stands."""
    wide, deep = _at(state.width) + MARGIN, _at(state.depth) + MARGIN + 22
    table = (
        f'x="{MARGIN}" y="{MARGIN}" width="{_at(state.width) - MARGIN:.0f}" height="{_at(state.depth) - MARGIN:.0f}"'
    )
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {deep:.0f}" font-family="Georgia, serif">',
        f'<rect width="{wide:.0f}" height="{deep:.0f}" fill="#f6f1e4"/>',
        f'<rect {table} fill="#ece4cc" stroke="#8d8468"/>',
        _grid(state),
    ]
    out += [_terrain(piece) for piece in sorted(state.terrain, key=_layer)]
    out += [_objective(x, y) for x, y in rules.objectives(state)]
    out += [_counter(counter) for counter in rules.counters(state)]
    for number in range(len(state.units)):
        out += _unit(rules, state, number)
    names = " against ".join(escape(force.name) for force in scenario.forces)
    out.append(
        f'<text x="{MARGIN}" y="{deep - 14:.0f}" font-size="13" fill="#4a4434">{escape(scenario.title)}: {names},'
        f" turn {rules.turn(state)}. A square of the grid is 6 inches.</text>"
    )
    out.append("</svg>")
    return "\n".join(out)


def _grid(state: Any) -> str:
    lines = [f"M{_at(x)} {MARGIN}V{_at(state.depth)}" for x in range(0, state.width + 1, 6000)]
    lines += [f"M{MARGIN} {_at(y)}H{_at(state.width)}" for y in range(0, state.depth + 1, 6000)]
    return f'<path d="{"".join(lines)}" stroke="#d9cfb2" stroke-width="0.6" fill="none"/>'


def _objective(x: int, y: int) -> str:
    ring = f'<circle cx="{_at(x)}" cy="{_at(y)}" r="{0.8 * INCH}" fill="none" stroke="#7a1f1f" stroke-width="2"/>'
    return ring + f'<circle cx="{_at(x)}" cy="{_at(y)}" r="{0.25 * INCH}" fill="#7a1f1f"/>'


def _counter(counter: Counter) -> str:
    x, y = _at(counter.at[0]), _at(counter.at[1])
    sign = escape("?" if counter.kind == "unknown" else (counter.label or counter.kind)[:1].upper())
    edge = "" if counter.side == 0 else ' stroke-dasharray="3 2"'  # the sides differ in more than colour
    disc = f'<circle cx="{x}" cy="{y}" r="{0.7 * INCH:.1f}" fill="#f6f1e4" stroke="{SIDES[counter.side]}" stroke-width="2.5"'
    letter = f'<text x="{x}" y="{y + 4:.1f}" font-size="12" font-weight="bold" text-anchor="middle"'
    title = f"<title>{escape(counter.label or counter.kind)}</title>"
    return f'<g>{title}{disc}{edge}/>{letter} fill="{DARK[counter.side]}">{sign}</text></g>'


def _layer(piece: Piece) -> int:
    order = ["hill", "water", "rough", "road", "crops", "brush", "crater", "trench", "woods", "rocks", "ruin"]
    return order.index(piece.kind) if piece.kind in order else len(order)


def _terrain(piece: Piece) -> str:
    points = " ".join(f"{_at(x)},{_at(y)}" for x, y in piece.outline)
    title = f"<title>{escape(piece.title)}</title>"
    if not piece.closed:
        colour, width = LINES.get(piece.kind, ("#666", 2))
        pen = f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"'
        return f'<polyline points="{points}" {pen}>{title}</polyline>'
    colour = GROUND.get(piece.kind, "#cccccc")
    edge = "none" if piece.kind == "road" else "#7d745c"
    return f'<polygon points="{points}" fill="{colour}" stroke="{edge}" stroke-width="0.8">{title}</polygon>'


def _unit(rules: Ruleset[Any], state: Any, number: int) -> list[str]:
    unit = state.units[number]
    figures = [row for row, figure in enumerate(state.figures) if figure.unit == number and state.layout.on_table(row)]
    if not figures:
        return []
    out = [f"<g><title>{escape(unit.name)}</title>"]
    out += [_figure(state, figure, unit.side) for figure in figures]
    x, y = state.layout.point(figures[0])
    marks = ", ".join(marker.label for marker in rules.shown(state, number).markers)
    label = escape(f"{unit.name} ({marks})" if marks else unit.name)
    pen = f'fill="{DARK[unit.side]}" stroke="#f6f1e4" stroke-width="2.5" paint-order="stroke"'
    place = f'x="{_at(x)}" y="{_at(y) - 11:.1f}" font-size="9" text-anchor="middle"'
    out.append(f"<text {place} {pen}>{label}</text></g>")
    return out


def _figure(state: Any, figure: int, side: int) -> str:
    body = state.layout.bodies[figure]
    x, y, bearing = _at(int(body[X])), _at(int(body[Y])), int(body[BEARING])
    fill, stroke = SIDES[side], DARK[side]
    if body[HALF_LENGTH]:
        length, width = int(body[HALF_LENGTH]) * INCH / 500, int(body[HALF_WIDTH]) * INCH / 500
        return (
            f'<g transform="translate({x} {y}) rotate({bearing / 10})">'
            f'<rect x="{-width / 2:.1f}" y="{-length / 2:.1f}" width="{width:.1f}" height="{length:.1f}" rx="3"'
            f' fill="{fill}" stroke="{stroke}" stroke-width="1.4"/>'
            f'<path d="M0 {-length / 2:.1f}V0" stroke="{stroke}" stroke-width="2.4"/></g>'
        )
    radius = int(body[RADIUS]) * INCH / 1000
    dx, dy = int(SINE[bearing]) / SCALE * radius, -int(SINE[bearing + 900]) / SCALE * radius
    shape = (
        f'<circle cx="{x}" cy="{y}" r="{radius:.1f}" fill="{fill}" stroke="{stroke}"/>'
        if side == 0
        else f'<rect x="{x - radius * 0.9:.1f}" y="{y - radius * 0.9:.1f}" width="{radius * 1.8:.1f}"'
        f' height="{radius * 1.8:.1f}" fill="{fill}" stroke="{stroke}"/>'
    )
    return f'{shape}<path d="M{x} {y}l{dx:.1f} {dy:.1f}" stroke="#fff" stroke-width="1.2"/>'

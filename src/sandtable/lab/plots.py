"""Pictures of a study, as SVG that needs nothing else to be seen: Vega-Lite's grammar, drawn without a browser."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import vl_convert

from sandtable.geometry.units import INCH
from sandtable.play.scenario import Scenario

from .effects import Effect
from .measured import Battle
from .measures import BY_NAME
from .verdict import titled

INK, FAINT, SHOWN, UNSURE = "#3b362a", "#d9cfb2", "#8c2f1b", "#8d8779"
PAPER = "#fbf8f0"
SIDES = ("#2f6db5", "#c8642d")
WIDE = 460
SQUARE = 2  # inches: a cell of a map of losses
LOOK: dict[str, Any] = {
    "background": PAPER,
    "font": "Georgia, serif",
    "axis": {
        "labelColor": INK, "titleColor": INK, "gridColor": FAINT, "domainColor": INK, "tickColor": INK, "labelLimit": 320,
    },
    "legend": {"labelColor": INK, "titleColor": INK},
    "title": {"color": INK, "anchor": "start", "fontSize": 14},
    "view": {"stroke": None},
}  # fmt: skip


def svg(chart: Any) -> str:
    """A chart as SVG."""
    found: str = vl_convert.vegalite_to_svg({**chart.to_dict(), "config": LOOK})
    return found


def _data(values: Sequence[Mapping[str, Any]]) -> Any:
    return alt.Data(values=list(values))  # type: ignore[no-untyped-call]


def forest(scenario: Scenario, found: Sequence[Effect]) -> str:
    """What a change does to each measure, in standard errors of it: everything on one scale, nothing hidden in units."""
    rows = []
    for one in found:
        error = (one.high - one.low) / 2 or 1.0
        scale = 1.96 / error
        rows.append({
            "measure": titled(BY_NAME[one.measure], scenario), "value": one.difference * scale,
            "low": one.low * scale, "high": one.high * scale, "shown": "shown" if one.shown else "not shown",
        })  # fmt: skip
    order = [titled(BY_NAME[one.measure], scenario) for one in found]
    return svg(_whiskers(rows, "measure", "standard errors from no difference", order))


def tornado(rows: Sequence[tuple[str, Effect]], title: str) -> str:
    """What each of many changes does to one measure, the strongest first."""
    times = 100 if BY_NAME[rows[0][1].measure].share else 1
    ordered = sorted(rows, key=lambda row: (-abs(row[1].difference), row[0]))
    values = [
        {
            "change": name, "value": times * one.difference, "low": times * one.low, "high": times * one.high,
            "shown": "shown" if one.shown else "not shown",
        }
        for name, one in ordered
    ]  # fmt: skip
    return svg(_whiskers(values, "change", title, [name for name, _ in ordered]))


def _whiskers(rows: Sequence[Mapping[str, Any]], column: str, title: str, order: Sequence[str]) -> Any:
    data = _data(rows)
    colour = alt.Color("shown:N", scale=alt.Scale(domain=["shown", "not shown"], range=[SHOWN, UNSURE]), title=None)
    y = alt.Y(f"{column}:N", sort=list(order), title=None)
    lines = (
        alt.Chart(data).mark_rule(strokeWidth=2).encode(y=y, x=alt.X("low:Q", title=title), x2="high:Q", color=colour)
    )
    points = alt.Chart(data).mark_point(filled=True, size=60, opacity=1).encode(y=y, x="value:Q", color=colour)
    nothing = alt.Chart(_data([{"x": 0}])).mark_rule(color=INK).encode(x="x:Q")
    return (nothing + lines + points).properties(width=WIDE, height=alt.Step(19))


def distributions(arms: Sequence[tuple[str, Sequence[Battle]]], title: str) -> str:
    """How the margin falls, for each way of playing."""
    values = [
        {"way": name, "from": step / 10, "to": (step + 1) / 10, "share": count / len(battles)}
        for name, battles in arms
        for step, count in sorted(Counter(min(9, int(one.margin * 10 // 1)) for one in battles).items())
    ]
    chart = (
        alt.Chart(_data(values))
        .mark_bar(opacity=0.55)
        .encode(
            x=alt.X("from:Q", title=title, bin="binned"),
            x2="to:Q",
            y=alt.Y("share:Q", title="share of battles", axis=alt.Axis(format="%"), stack=None),
            color=alt.Color("way:N", title=None, scale=alt.Scale(range=[SIDES[0], SIDES[1], "#5f8246", "#7a5aa6"])),
        )
        .properties(width=WIDE, height=170)
    )
    return svg(chart)


def fallen(scenario: Scenario, battles: Sequence[Battle]) -> str:
    """Where men fell, on the map."""
    field = scenario.battlefield
    count = Counter(
        (int(place.x // SQUARE), int(place.y // SQUARE), place.side)
        for one in battles
        for place in one.places
        if place.what == "fell"
    )
    cells = [
        {"x": x * SQUARE, "x2": (x + 1) * SQUARE, "y": y * SQUARE, "y2": (y + 1) * SQUARE, "men": men / len(battles),
         "force": scenario.forces[side].name}
        for (x, y, side), men in sorted(count.items())
    ]  # fmt: skip
    outlines = [
        {"piece": number, "place": place, "x": x / INCH, "y": y / INCH}
        for number, piece in enumerate(field.terrain)
        for place, (x, y) in enumerate([*piece.outline, piece.outline[0]] if piece.closed else piece.outline)
    ]
    wide, deep = field.width / INCH, field.depth / INCH
    x = alt.X("x:Q", title="inches", scale=alt.Scale(domain=[0, wide], nice=False))
    y = alt.Y("y:Q", title=None, scale=alt.Scale(domain=[deep, 0], nice=False))
    names = [force.name for force in scenario.forces]
    heat = (
        alt.Chart(_data(cells))
        .mark_rect()
        .encode(
            x=x, x2="x2:Q", y=y, y2="y2:Q",
            color=alt.Color("force:N", scale=alt.Scale(domain=names, range=list(SIDES)), title="who fell"),
            opacity=alt.Opacity("men:Q", title="men a battle", scale=alt.Scale(range=[0.12, 1])),
        )
    )  # fmt: skip
    lines = (
        alt.Chart(_data(outlines))
        .mark_line(color=INK, strokeWidth=0.8, opacity=0.7)
        .encode(x=x, y=y, detail="piece:N", order="place:Q")
    )
    return svg((heat + lines).properties(width=WIDE, height=WIDE * deep / wide))

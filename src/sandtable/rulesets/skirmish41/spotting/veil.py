"""The veil over unspotted teams: they look as they were listed, nothing having happened to them, and nobody tells of them.

Little of a battle changes at a time, so a veil is mostly the last one with what changed drawn anew; what looks the same
stays the same object, and with it whatever was worked out from it.
"""

from typing import NamedTuple

from msgspec.structs import replace

from sandtable.rulesets.skirmish41.state import Battle, Figure, Harm, Unit
from sandtable.table.layout import Layout
from sandtable.table.remembered import forgotten

HULLS = ("hull", "gun")


class Veil(NamedTuple):
    """What was veiled, and how it looked: `hidden` are teams, `gone` their figures; each pair is before and after."""

    hidden: frozenset[int]
    gone: frozenset[int]
    figures: tuple[tuple[Figure, ...], tuple[Figure, ...]]
    units: tuple[tuple[Unit, ...], tuple[Unit, ...]]
    layout: tuple[Layout, Layout]


_LAST: dict[int | None, Veil] = {}  # by the side that looks
forgotten(_LAST.clear)


def veiled(state: Battle, side: int | None, hidden: frozenset[int]) -> Battle:
    """The state as a side knows it from which some teams are hidden."""
    last = _LAST.get(side)
    made = _drawn_on(state, last) if last is not None and last.hidden == hidden else None
    _LAST[side] = made = made or _drawn(state, hidden)
    return replace(
        state,
        layout=made.layout[1],
        figures=made.figures[1],
        units=made.units[1],
        acting=-1,
        unknown=tuple([mark for mark in state.unknown if mark[0] != side]),
    )


def _drawn(state: Battle, hidden: frozenset[int]) -> Veil:
    """A veil over everything."""
    gone = frozenset([row for row, figure in enumerate(state.figures) if _is_gone(figure, hidden)])
    figures = tuple(
        [
            _as_listed(figure) if row in gone else _without_hint(figure, gone, hidden)
            for row, figure in enumerate(state.figures)
        ]
    )
    units = [unit if number in hidden else _scrubbed(unit, hidden) for number, unit in enumerate(state.units)]
    for number in sorted(hidden):
        units[number] = _listed(units[number], number, figures)
    layout = state.layout.taken_off(sorted(gone))
    return Veil(hidden, gone, (state.figures, figures), (state.units, tuple(units)), (state.layout, layout))


def _drawn_on(state: Battle, last: Veil) -> Veil | None:
    """The last veil over what has changed since; None where other figures are behind it."""
    figures = _figures_on(state.figures, last)
    units = _units_on(state.units, last)
    if figures is None or units is None:
        return None
    before, layout = last.layout
    if state.layout is not before:
        fresh = state.layout.taken_off(sorted(last.gone))
        same = fresh.bodies.tobytes() == layout.bodies.tobytes()  # what moved may have been behind it
        layout = layout if same else fresh
    return Veil(last.hidden, last.gone, (state.figures, figures), (state.units, units), (state.layout, layout))


def _figures_on(figures: tuple[Figure, ...], last: Veil) -> tuple[Figure, ...] | None:
    before, after = last.figures
    if figures is before:
        return after
    if len(figures) != len(before):
        return None
    hidden, gone = last.hidden, last.gone
    found: list[Figure] | None = None
    for row, figure in enumerate(figures):
        if figure is before[row]:
            continue
        if _is_gone(figure, hidden) != (row in gone):
            return None
        looks = _as_listed(figure) if row in gone else _without_hint(figure, gone, hidden)
        if looks == after[row]:
            continue
        if looks.unit in hidden or after[row].unit in hidden:
            return None
        found = found or list(after)
        found[row] = looks
    return after if found is None else tuple(found)


def _units_on(units: tuple[Unit, ...], last: Veil) -> tuple[Unit, ...] | None:
    before, after = last.units
    if units is before:
        return after
    if len(units) != len(before):
        return None
    found: list[Unit] | None = None
    for number, unit in enumerate(units):
        if unit is before[number]:
            continue
        looked = after[number]
        if number not in last.hidden:
            found = found or list(after)
            found[number] = _scrubbed(unit, last.hidden)
        elif unit.card is not looked.card or unit.name != looked.name or unit.side != looked.side:
            return None
    return after if found is None else tuple(found)


def _is_gone(figure: Figure, hidden: frozenset[int]) -> bool:
    """Whether a figure is behind the veil: prisoners are not, they are led about in the open."""
    return figure.unit in hidden and figure.out != "captured"


def _as_listed(figure: Figure) -> Figure:
    """A figure as the lists have it."""
    return Figure(*(figure.listed or (figure.unit, figure.role, figure.arms, figure.rating)))


def _without_hint(figure: Figure, gone: frozenset[int], hidden: frozenset[int]) -> Figure:
    """A figure without what would tell which unseen figure it carries, or which unseen team it fired at."""
    if figure.carries not in gone and figure.aimed not in hidden:
        return figure
    carries = -1 if figure.carries in gone else figure.carries
    return replace(figure, carries=carries, aimed=-1 if figure.aimed in hidden else figure.aimed)


def _listed(unit: Unit, number: int, figures: tuple[Figure, ...]) -> Unit:
    """A team as the lists have it: everybody, and its gun or hull."""
    rows = [row for row, figure in enumerate(figures) if figure.unit == number]
    hull = next((row for row in rows if figures[row].role in HULLS), -1)
    men = tuple([row for row in rows if row != hull])
    return Unit(unit.name, unit.side, men, unit.card, place="table", strength=len(men), hull=hull)


def _scrubbed(unit: Unit, hidden: frozenset[int]) -> Unit:
    """A team without what would tell which unseen team it has to do with."""
    changes: dict[str, object] = {}
    if unit.shot_by and any(harm.team in hidden for harm in unit.shot_by):
        changes["shot_by"] = tuple(
            Harm(-1, harm.figures, harm.what, harm.afv) if harm.team in hidden else harm for harm in unit.shot_by
        )
    if unit.marked_by and any(team in hidden for team in unit.marked_by):
        changes["marked_by"] = tuple(-1 if team in hidden else team for team in unit.marked_by)
    if unit.holes and any(team in hidden for team, _ in unit.holes):
        changes["holes"] = tuple((-1 if team in hidden else team, hits) for team, hits in unit.holes)
    if unit.foe in hidden:
        changes["foe"] = -1
    if unit.ranged[0] in hidden:
        changes["ranged"] = (-1, -1)
    return replace(unit, **changes) if changes else unit

"""What a side knows of the other's Hidden units: that they exist, and nothing else.

A Hidden unit is veiled by putting it back to how it was listed: all its models, none of them on the table, nothing having
happened to them. So whatever changes about it while it is Hidden changes nothing that the other side can see.
"""

from msgspec.structs import replace

from sandtable.rulesets.sotr.state import Battle, Soldier, Unit
from sandtable.table.layout import Layout
from sandtable.table.remembered import Remembered


def hides_from(unit: Unit, side: int | None) -> bool:
    """Whether a unit is Hidden from a side; spectators know only what both sides know."""
    return unit.hidden and unit.side != side and unit.place == "table"


def called(state: Battle, number: int) -> str:
    """A unit's name as it may be said aloud: dice are thrown in the open, so a Hidden unit is not named."""
    unit = state.units[number]
    return "a Hidden unit" if hides_from(unit, None) else unit.name


def as_seen(state: Battle, side: int | None) -> Battle:
    """The state as a side may know it."""
    for unit in state.units:
        if unit.hidden and hides_from(unit, side):
            break
    else:
        return state
    known = _VEILED(state)
    if side not in known:
        known[side] = _veil(state, side)
    return known[side]


_VEILED: Remembered[Battle, dict[int | None, Battle]] = Remembered(lambda _: {}, most=8)


def rows_unseen(state: Battle, side: int | None, shown: int | None = None) -> tuple[int, ...]:
    """The models of all units that are Hidden from a side, but for a unit that is `shown` to it."""
    hidden = [
        number for number, unit in enumerate(state.units) if unit.hidden and number != shown and hides_from(unit, side)
    ]
    return tuple([row for row, figure in enumerate(state.figures) if figure.unit in hidden]) if hidden else ()


def _veil(state: Battle, side: int | None) -> Battle:
    rows = rows_unseen(state, side)
    hidden = dict.fromkeys(state.figures[row].unit for row in rows)
    figures, units = list(state.figures), list(state.units)
    for row in rows:
        figures[row] = _unknown(figures[row])
    for number in hidden:
        men = tuple(row for row in rows if state.figures[row].unit == number)
        units[number] = _blank(units[number], men)
    engaged = tuple(pair for pair in state.engaged if pair[0] not in rows and pair[1] not in rows)
    smokes = tuple(smoke for smoke in state.smokes if smoke.unit not in hidden)
    opened = tuple(place for place in state.opened if place[0] not in rows)
    felled = tuple(pair for pair in state.felled if pair[0] not in hidden)
    downed = tuple(pair for pair in state.downed if pair[0] not in hidden)
    return replace(
        state,
        layout=layout_without(state, rows),
        figures=tuple(figures),
        units=tuple(units),
        engaged=engaged,
        smokes=smokes,
        firing=-1 if state.firing in hidden else state.firing,
        opened=opened,
        felled=felled,
        downed=downed,
    )


def layout_without(state: Battle, rows: tuple[int, ...]) -> Layout:
    """Where everybody else stands; the same layout for the same models: much is remembered by it."""
    if not rows:
        return state.layout
    known = _WITHOUT(state.layout)
    if rows not in known:
        known[rows] = state.layout.taken_off(rows)
    return known[rows]


_WITHOUT: Remembered[Layout, dict[tuple[int, ...], Layout]] = Remembered(lambda _: {}, most=8)


def _as_listed(figure: Soldier) -> Soldier:
    listed = Soldier(figure.unit, figure.role, figure.weapons, figure.rank, figure.cool, figure.gear)
    return replace(listed, armour=figure.armour)


_unknown = Remembered(_as_listed, most=128)  # a model as the lists have it


def _blank(unit: Unit, men: tuple[int, ...]) -> Unit:
    return Unit(unit.name, unit.side, men, unit.card, place="table", strength=unit.strength, hidden=True)


def secret_of(state: Battle, unit: int) -> int | None:
    """What happens to a Hidden unit is known to its owner alone."""
    found = state.units[unit]
    return found.side if hides_from(found, None) else None

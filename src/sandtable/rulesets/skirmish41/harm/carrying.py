"""Carrying: casualties that are lifted, dragged and set down; prisoners that are led away and freed."""

from msgspec.structs import replace

from sandtable.geometry.measure_kernels import gap, nearest
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.placing import place_at, spot_beside
from sandtable.rulesets.skirmish41.basics.remembered import findings
from sandtable.rulesets.skirmish41.basics.units import in_melee, left, rate, who
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.table.layout import rows

LIFT = "sk.move.dragged-one"
REACH = inches(1)
PRISONER = "sk.gap.captured"
HELPLESS = 9  # wounds of a prisoner who was disabled when he was taken


# ---- casualties


@rule("sk.gap.disabled", "sk.gap.wounded")
def helpless(state: Battle, side: int) -> list[int]:
    """Those of a side on the table who lie disabled, or have no action left for their wounds; nobody may write to it."""
    known = findings(state).helpless
    found = known.get(side)
    if found is None:
        figures = state.figures
        there = [unit for unit in state.units if unit.side == side and unit.place not in {"waiting", "aboard"}]
        lying = [
            man
            for unit in there
            for man in (*unit.down, *unit.men)
            if man in unit.down or ((figures[man].wounds or figures[man].out) and not rate(figures[man]))
        ]
        found = known[side] = [man for man in lying if state.layout.on_table(man)]
    return found


def beside_helpless(state: Battle, number: int) -> list[int]:
    """Those of a team who have their wits about them, if any of them is within reach of somebody helpless."""
    unit = state.units[number]
    lying = helpless(state, unit.side)
    able = [man for man in unit.men if man not in lying] if lying else []
    if not able or int(nearest(state.layout.bodies, rows(tuple(able)), rows(tuple(lying)))[0]) > REACH:
        return []
    return able


def casualties_near(state: Battle, man: int) -> list[int]:
    """Those of a figure's own side that it could lift: within an inch of it."""
    bodies = state.layout.bodies
    return [
        other
        for other in helpless(state, state.units[state.figures[man].unit].side)
        if other != man and int(gap(bodies, man, bodies, other)) <= REACH and _may_hold(state, man, other)
    ]


def _may_hold(state: Battle, man: int, casualty: int) -> bool:
    held = any(figure.carries == casualty for figure in state.figures)
    return not held or _joins_in(state, man, casualty)


@rule("sk.move.dragged-two")
def _joins_in(state: Battle, man: int, casualty: int) -> bool:
    """Whether a figure may take hold beside another: a second one, of the same team, so that they can go together."""
    holders = [figure.unit for figure in state.figures if figure.carries == casualty]
    return holders == [state.figures[man].unit]


@rule("sk.gap.action-costs", "sk.move.dragged-one")
def can_lift(state: Battle, man: int) -> bool:
    """Whether a figure may lift anybody: it has an action left, its hands free, and a casualty within an inch."""
    if left(state, man) < 1 or state.figures[man].carries >= 0 or in_melee(state, man):
        return False
    return bool(casualties_near(state, man))


@rule("sk.gap.action-costs", "sk.move.dragged-one", "sk.move.dragged-two")
def lift(play: Play[Battle], man: int, casualty: int) -> None:
    """A figure takes hold of a casualty: one action."""
    figure = play.state.figures[man]
    sets = {"each": ((man, {"spent": figure.spent + 1, "carries": casualty, "saved": 0}),)}
    tells = {"who": who(play.state, man), "whom": who(play.state, casualty)}
    play.tell("lifted", "sk.gap.action-costs", LIFT, unit=figure.unit, figures=(man,), sets=sets, tells=tells)


@rule("sk.move.dragged-one", "sk.move.dragged-two", "sk.gap.captured")
def brought_along(
    state: Battle, places: tuple[tuple[int, int, int, int, int], ...]
) -> list[tuple[int, int, int, int, int]]:
    """Where those are put whom the figures of a move carry or lead: beside the first who has hold of them."""
    found: list[tuple[int, int, int, int, int]] = []
    done: list[int] = []
    for figure, x, y, _, _ in places:
        held = state.figures[figure].carries
        if held >= 0 and held not in done and state.layout.on_table(held):
            done.append(held)
            there = replace(state, layout=state.layout.placed([*places, *found]))  # where everybody has got to
            found.append(place_at(there, held, spot_beside(there, held, (x, y))))
    return found


def let_go(play: Play[Battle], man: int) -> None:
    """A figure lets go of whom it has in hand: a prisoner is free."""
    held = play.state.figures[man].carries
    if held < 0:
        return
    if play.state.figures[held].out == "captured":
        set_free(play, held)
        return
    figure = play.state.figures[man]
    sets = {"each": ((man, {"carries": -1}),)}
    tells = {"who": who(play.state, man), "whom": who(play.state, held)}
    play.tell("set down", LIFT, unit=figure.unit, figures=(man,), sets=sets, tells=tells)


# ---- prisoners


@rule("sk.gap.captured")
def set_free(play: Play[Battle], man: int) -> None:
    """A prisoner whose captor is gone is free again: unarmed, with one action. Who was disabled lies where he is.

    Whose team has left the table meanwhile, or rides, makes his own way off.
    """
    state = play.state
    figure = state.figures[man]
    unit = state.units[figure.unit]
    held = tuple((row, {"carries": -1}) for row, other in enumerate(state.figures) if other.carries == man)
    if figure.wounds >= HELPLESS:
        sets: dict[str, object] = {
            "down": tuple(sorted((*unit.down, man))),
            "each": ((man, {"out": "disabled"}), *held),
        }
    elif unit.place in {"fled", "left", "aboard"}:
        sets = {"gone": (man,), "each": held}
    else:
        free = {"out": "", "rating": 1, "wounds": 0, "arms": (), "spent": 0, "moves": 0}
        sets = {"men": (*unit.men, man), "each": ((man, free), *held), "place": "table"}
    play.tell("was freed", PRISONER, unit=figure.unit, figures=(man,), sets=sets, tells={"who": who(state, man)})


@rule("sk.gap.captured")
def guards(state: Battle, man: int) -> bool:
    """Whether a figure has a prisoner, and so no more than one action a turn for anything else."""
    held = state.figures[man].carries
    return held >= 0 and state.figures[held].out == "captured"


@rule("sk.move.dragged-one")
def hands_full(state: Battle, man: int) -> bool:
    """Whether a figure carries a casualty, and so may only move."""
    held = state.figures[man].carries
    return held >= 0 and state.figures[held].out != "captured"

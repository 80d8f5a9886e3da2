"""The rulebook: one squad against markers, which the rules play."""

import dataclasses
from collections.abc import Sequence
from typing import Any, cast

from msgspec.structs import replace

from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.events import Event, Happening, set_state
from sandtable.play.ruleset import Outcome, Ruleset, UnitCard
from sandtable.play.scenario import Force, Scenario
from sandtable.play.script import Play, Step
from sandtable.play.shown import Counter, Shown
from sandtable.play.state import Figure, Unit
from sandtable.table.layout import Base
from sandtable.table.maps import Battlefield
from tests.play.toy import TOY, ToyState, initial

MARKERS = ((12_000, 12_000), (24_000, 12_000), (36_000, 12_000))
LAID = ("portal", "event", "dummy", "mines", "sniper", "artillery", "smoke", "objective", "barrel")


class SoloState(ToyState, frozen=True):
    """The markers that have been turned over."""

    turned: tuple[int, ...] = ()


async def look(play: Play[SoloState]) -> None:
    """Turn a marker over."""
    left = {f"marker-{one}": one for one in range(len(MARKERS)) if one not in play.state.turned}
    domain = OneOf(left, label=lambda one: f"marker {one + 1}", points=lambda one: OnTable(at=MARKERS[one]))
    chosen = await Decision(0, "turn", domain, prompt="which marker is turned over?", because=("solo.turn",))
    play.tell("turned", "solo.turn", sets={"turned": (*play.state.turned, chosen)})


def joined(state: SoloState, at: tuple[int, int]) -> SoloState:
    """The state with a patrol of two, who stand where a marker lay."""
    figure, number = len(state.figures), len(state.units)
    layout = state.layout.grown([Base(height=1000, radius=500)] * 2)
    return replace(
        state,
        layout=layout.placed([(figure, *at, 1800, 0), (figure + 1, at[0] + 1500, at[1], 1800, 0)]),
        figures=(*state.figures, Figure(number, "leader"), Figure(number, "man")),
        units=(*state.units, Unit(f"Patrol {number}", 1, (figure, figure + 1))),
    )


def _setup(_scenario: Scenario, _options: object) -> SoloState:
    began = initial()
    whole = {name: getattr(began, name) for name in began.__struct_fields__}
    whole["layout"] = began.layout.placed([(0, 24_000, 36_000, 0, 0)])
    return SoloState(**whole)


def _next_step(state: SoloState) -> Step[SoloState] | None:
    return None if len(state.turned) == len(MARKERS) else Step("look", look)


def _apply(state: SoloState, event: Event) -> SoloState:
    after = set_state(state, event)
    return joined(after, MARKERS[after.turned[-1]]) if event.verb == "turned" else after


def _outcome(state: SoloState) -> Outcome | None:
    return Outcome(0, (1, 0), "all turned over", ("solo.turn",)) if _next_step(state) is None else None


def _sentence(state: SoloState, happening: Happening) -> str:
    return f"{state.units[-1].name} comes out" if getattr(happening, "verb", "") == "turned" else ""


def _card(state: SoloState, unit: int) -> UnitCard:
    return UnitCard(state.units[unit].name, "solo", 7 + unit, {"Orders": f"of {state.units[unit].name}"})


def _shown(state: SoloState, unit: int) -> Shown:
    men = len(state.units[unit].men)
    return Shown("infantry", "", True, men, men)


def _counters(state: SoloState) -> Sequence[Counter]:
    face_down = [
        Counter(at, "unknown", f"marker {one + 1}", 1) for one, at in enumerate(MARKERS) if one not in state.turned
    ]
    return face_down + [Counter((6000 + 4000 * n, 24_000), kind, "", n % 2) for n, kind in enumerate(LAID)]


def _scenario(name: str) -> Scenario:
    field = Battlefield("meadow", "Meadow", 48_000, 48_000, ())
    return Scenario(name, "Patrol", "Alone.", field, (Force("Squad", "US", ()), Force("Patrols", "GE", ())))


RULESET: Ruleset[Any] = dataclasses.replace(
    cast("Ruleset[Any]", TOY),
    name="solo",
    prefix="solo",
    title="Solo",
    state_type=SoloState,
    setup=_setup,
    next_step=_next_step,
    apply=_apply,
    turn=lambda state: len(state.turned),
    outcome=_outcome,
    sentence=_sentence,
    card=_card,
    shown=_shown,
    objectives=lambda _state: (),
    counters=_counters,
    plays_itself=lambda _scenario: (1,),
    scenarios=lambda: ["patrol"],
    scenario=_scenario,
)

"""A toy rulebook for testing the engine: two sides in turn choose, throw and score; the first to ten wins."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, YesNo
from sandtable.play.driving import Driving
from sandtable.play.events import set_state
from sandtable.play.marching import Marching
from sandtable.play.refusal import refuse
from sandtable.play.ruleset import Outcome, Ruleset, UnitCard
from sandtable.play.scenario import Scenario
from sandtable.play.script import Begin, Play, Step
from sandtable.play.shown import Change, Field, Marker, Promised, Shown, Sighting
from sandtable.play.state import Figure, State, Unit
from sandtable.table.layout import Base, Layout
from sandtable.table.maps import Battlefield


class ToyState(State[Figure, Unit], frozen=True):
    """Scores, whose turn it is, and a secret of each side."""

    scores: tuple[int, int] = (0, 0)
    side: int = 0
    secrets: tuple[str, str] = ("", "")


class ToyOptions(msgspec.Struct, frozen=True):
    """How many points win."""

    goal: int = 10


def initial() -> ToyState:
    """Nobody has scored."""
    return ToyState(
        width=48_000,
        depth=48_000,
        terrain=(),
        layout=Layout.of([Base(height=1000, radius=500)]),
        figures=(Figure(0, "man"),),
        units=(Unit("toy", 0, (0,)),),
    )


async def turn(play: Play[ToyState]) -> None:
    """Choose how many dice, throw them, perhaps throw once more, and score."""
    side = play.state.side
    dice = await Decision(side, "dice", OneOf({"one": 1, "two": 2}), prompt="how many dice?", because=("toy.dice",))
    rolled = await Roll(dice, 6, Total(), why="score", because=("toy.dice",), seat=side)
    _score(play, side, rolled.value)
    again = await Decision(1 - side, "again", YesNo(), prompt="let them throw again?", because=("toy.again",))
    if again:
        more = await Roll(1, 6, Total(), why="once more", because=("toy.again",), seat=side)
        _score(play, side, more.value)
    only = await Decision(side, "only", OneOf({"ok": True}), prompt="no choice", because=("toy.only",))
    assert only
    play.tell("passed", "toy.turn", sets={"side": 1 - side})


def _score(play: Play[ToyState], side: int, points: int) -> None:
    scores = tuple(score + points * (owner == side) for owner, score in enumerate(play.state.scores))
    play.tell("scored", "toy.score", sets={"scores": scores}, known_to=side)


def _view(state: ToyState, seat: int | None) -> ToyState:
    shown = tuple(secret if side == seat else "" for side, secret in enumerate(state.secrets))
    return replace(state, secrets=shown)


def _shown(state: ToyState, unit: int) -> Shown:
    men = len(state.units[unit].men)
    return Shown("infantry", "somewhere", True, men, men, (Marker("name", state.units[unit].name),))


def _outlook(state: ToyState, unit: int, *, rays: bool = False) -> Sequence[Sighting]:
    assert unit < len(state.units) or rays
    return ()


def _roams(state: ToyState, unit: int) -> Marching | Driving:
    raise refuse(f"unit {unit} of {len(state.units)} does not move")


def _shots(state: ToyState, unit: int, *, moving: bool, at: int | None = None) -> Mapping[int, Begin[ToyState]]:
    assert moving in {True, False}
    assert state.units[unit:] or at is None
    return {}


def _scenario(name: str) -> Scenario:
    raise KeyError(name)


TOY = Ruleset(
    name="toy",
    prefix="toy",
    title="Toy",
    version=1,
    history={1: "only"},
    options_type=ToyOptions,
    state_type=ToyState,
    setup=lambda _scenario, _options: initial(),
    next_step=lambda state: None if max(state.scores) >= 10 else Step("turn", turn),
    apply=set_state,
    turn=lambda state: sum(state.scores),
    outcome=lambda state: Outcome(0 if state.scores[0] >= 10 else 1, state.scores, "ten points", ("toy.score",)),
    view=_view,
    premeasures=lambda state: state.side == 0,
    sentence=lambda state, happening: f"{happening} at {state.scores}",
    heading=lambda state: f"{sum(state.scores)} points",
    card=lambda state, unit: UnitCard(state.units[unit].name, "toy", 1, {}),
    shown=_shown,
    objectives=lambda state: [(state.width // 2, state.depth // 2)],
    outlook=_outlook,
    field=lambda state, _unit: Field(state.width, 1, 1, "2"),
    promises=lambda state, decision: {decision.kind: Promised(note=f"{sum(state.scores)} so far")},
    roams=_roams,
    shots=_shots,
    matters={"score": ""},
    foresees=lambda decision: bool(decision.kind),
    noted=lambda event: [((event.unit, event.verb), 1)],
    changes=lambda before, after: [Change(0, "score", sum(after.scores) - sum(before.scores))],
    worth=lambda state, unit: Fraction(state.scores[unit % 2]),
    cards=lambda: [UnitCard("toy", "toy", 1, {})],
    random_map=lambda _seed: Battlefield("toy", "Toy", 48_000, 48_000, ()),
    scenarios=lambda: ["toy"],
    scenario=_scenario,
)


def play_out(game: Any, answers: Sequence[object]) -> None:
    """Give answers one after another, beginning again at the end of the list, until the game is over."""
    place = 0
    while (decision := game.pending) is not None:
        options = decision.domain.options()
        wanted = answers[place % len(answers)]
        game.answer(wanted if wanted in options else options[0])
        place += 1

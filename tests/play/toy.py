"""A toy rulebook for testing the engine: two sides in turn choose, throw and score; the first to ten wins."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, YesNo
from sandtable.play.driving import Driving
from sandtable.play.events import Event, Happening, set_state
from sandtable.play.marching import Marching
from sandtable.play.refusal import refuse
from sandtable.play.ruleset import Outcome, UnitCard
from sandtable.play.scenario import Scenario
from sandtable.play.script import Begin, Play, Step
from sandtable.play.shown import Change, Counter, Fact, Field, Marker, Prospect, Shown, Sighting
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


class Toy:
    """The rulebook."""

    name = "toy"
    prefix = "toy"
    title = "Toy"
    version = 1
    history: Mapping[int, str] = {1: "only"}
    screen_options: Mapping[str, Any] = {}
    options_type = ToyOptions
    state_type = ToyState

    def setup(self, scenario: Scenario, options: msgspec.Struct) -> ToyState:
        assert (scenario, options) is not None
        return initial()

    def next_step(self, state: ToyState) -> Step[ToyState] | None:
        return None if max(state.scores) >= 10 else Step("turn", turn)

    def apply(self, state: ToyState, event: Event) -> ToyState:
        return set_state(state, event)

    def turn(self, state: ToyState) -> int:
        return sum(state.scores)

    def view(self, state: ToyState, seat: int | None) -> ToyState:
        shown = tuple(secret if side == seat else "" for side, secret in enumerate(state.secrets))
        return replace(state, secrets=shown)

    def secret_of(self, state: ToyState, unit: int) -> int | None:  # noqa: ARG002
        return None

    def outcome(self, state: ToyState) -> Outcome | None:
        return Outcome(0 if state.scores[0] >= 10 else 1, state.scores, "ten points", ("toy.score",))

    def sentence(self, state: ToyState, happening: Happening) -> str:
        return f"{happening} at {state.scores}"

    def card(self, state: ToyState, unit: int) -> UnitCard:
        return UnitCard(state.units[unit].name, "toy", 1, {})

    def cards(self) -> Sequence[UnitCard]:
        return [UnitCard("toy", "toy", 1, {})]

    def heading(self, state: ToyState) -> str:
        return f"{sum(state.scores)} points"

    def shown(self, state: ToyState, unit: int) -> Shown:
        men = len(state.units[unit].men)
        return Shown("infantry", "somewhere", True, men, men, (Marker("name", state.units[unit].name),))

    def premeasures(self, state: ToyState) -> bool:
        return state.side == 0

    def outlook(self, state: ToyState, unit: int, *, rays: bool = False) -> Sequence[Sighting]:
        assert unit < len(state.units) or rays
        return ()

    def field(self, state: ToyState, unit: int) -> Field:
        assert unit < len(state.units)
        return Field(state.width, 1, 1, "2")

    def prospects(self, state: ToyState, decision: Decision[Any]) -> Mapping[str, Prospect]:
        return {decision.kind: Prospect((), {}, f"{sum(state.scores)} so far")}

    matters: ClassVar[dict[str, str]] = {"score": ""}

    def foresees(self, decision: Decision[Any]) -> bool:
        return bool(decision.kind)

    def noted(self, event: Event) -> Sequence[tuple[Fact, int | str]]:
        return [((event.unit, event.verb), 1)]

    def changes(self, before: ToyState, after: ToyState) -> Sequence[Change]:
        return [Change(0, "score", sum(after.scores) - sum(before.scores))]

    def worth(self, state: ToyState, unit: int) -> Fraction:
        return Fraction(state.scores[unit % 2])

    def roams(self, state: ToyState, unit: int) -> Marching | Driving:
        raise refuse(f"unit {unit} of {len(state.units)} does not move")

    def shots(
        self, state: ToyState, unit: int, *, moving: bool, at: int | None = None
    ) -> Mapping[int, Begin[ToyState]]:
        assert moving in {True, False}
        assert state.units[unit:] or at is None
        return {}

    def marked(self, state: ToyState) -> Mapping[int, tuple[str, ...]]:  # noqa: ARG002
        """Nothing."""
        return {}

    def objectives(self, state: ToyState) -> Sequence[tuple[int, int]]:
        return [(state.width // 2, state.depth // 2)]

    def counters(self, state: ToyState) -> Sequence[Counter]:  # noqa: ARG002
        return ()

    def plays_itself(self, scenario: Scenario) -> Sequence[int]:  # noqa: ARG002
        return ()

    def laid(self, state: ToyState) -> Sequence[tuple[tuple[int, int], ...]]:  # noqa: ARG002
        """No template stays on the table."""
        return ()

    def random_map(self, seed: int) -> Battlefield:
        return Battlefield("toy", "Toy", 48_000, 48_000, ()) if seed >= 0 else self.random_map(0)

    def scenarios(self) -> Sequence[str]:
        return ["toy"]

    def scenario(self, name: str) -> Scenario:
        raise KeyError(name)


def play_out(game: Any, answers: Sequence[object]) -> None:
    """Give answers one after another, beginning again at the end of the list, until the game is over."""
    place = 0
    while (decision := game.pending) is not None:
        options = decision.domain.options()
        wanted = answers[place % len(answers)]
        game.answer(wanted if wanted in options else options[0])
        place += 1

"""What the other side has written down in secret changes no byte of a forecast, and stands in the way of none."""

from typing import Any

import msgspec
import pytest

from sandtable.dice.chance import Chance
from sandtable.dice.sources import Scripted
from sandtable.odds.forecast import Standing, forecast
from sandtable.odds.foresee import foresee
from sandtable.play.decision import Decision
from sandtable.play.game import Game
from sandtable.play.views import view
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.rulesets.bolt_action.turn.turn import draw_and_act
from tests.bolt_action.kit import Scene, de, us
from tests.scene import one_step

Asked = tuple[Game[Battle], Decision[Any]]


def played_to(scene: Scene, kind: str, seat: int, dice: list[int], *answers: object) -> Asked:
    """A game of the scene's one step, played to a question of a seat; other questions are answered in turn, or as usual."""
    game: Game[Battle] = Game(one_step(RULESET, draw_and_act), scene.state, Scripted(dice))
    given = list(answers)
    while (decision := game.pending) is not None:
        if (decision.kind, decision.seat) == (kind, seat):
            return game, decision
        usual = decision.usual()
        game.answer(given.pop(0) if given else usual if usual is not None else _any(decision))
    raise AssertionError(f"nobody was asked: {kind}")


def _any(decision: Decision[Any]) -> object:
    return decision.domain.sample(Chance("a test"))


def standing(asked: Asked) -> Standing:
    """Where it stands for the seat that is asked, as the server takes it up."""
    game, decision = asked
    seen = view(game.ruleset, game.state, decision.seat)
    return Standing(game.ruleset, game.checkpoint, tuple(game.inputs), seen, decision.seat)


def shot_at(outflank: str, turn: int) -> Asked:
    """Side 0 shoots with the only unit that may take the die, since its reserve is not due; side 1 may go Down."""
    fields = {"place": "reserve", "outflank": outflank}
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=6),
        us("us.medic", name="Reserve", fields=fields),
        de("de.grenadier-squad", (30, 20), name="Grenadiers", men=6),
        turn=turn,
        premeasure=True,
    )
    return played_to(scene, "react", 1, [1], "fire", f"u{scene.number('Grenadiers')}")


def test_a_plan_changes_no_byte_of_a_forecast() -> None:
    """On the second turn nobody outflanks yet: only its owner knows that the reserve could not have had the die."""
    said = []
    for flank in ("west", "east"):
        asked = shot_at(flank, 2)
        said.append(msgspec.json.encode(foresee(standing(asked), "down")))
    assert said[0] == said[1]
    assert b"Grenadiers" in said[0]


@pytest.mark.parametrize("exact", [True, False])
def test_what_lies_ahead_is_looked_at_as_the_asker_may_know_it(exact: bool) -> None:
    """No end of a forecast knows of a plan, whether it is exact or an estimate."""
    stands = standing(shot_at("west", 2))
    found = forecast(stands, "stay") if exact else forecast(stands, "stay", budget=1, trials=5)
    assert (found.trials == 0) == exact
    assert {end.state.units[1].outflank for end in found.outcomes.ends} == {""}


def test_a_unit_that_comes_on_from_a_flank_can_be_met() -> None:
    """Where it comes on is plain to see by then: the other side's forecast begins with the move as it was made."""
    scene = Scene(
        us("us.rifle-squad", name="Flankers", men=6, fields={"place": "reserve", "outflank": "west"}),
        de("de.grenadier-squad", (12, 20), name="Grenadiers", men=6, fields={"order": "ambush"}),
        turn=4,
        premeasure=True,
    )
    asked = played_to(scene, "ambush", 1, [1, 1, 1], "advance")
    stations = [key for key in asked[1].domain.values if key != "pass"]  # type: ignore[attr-defined]
    found = forecast(standing(asked), stations[-1])
    assert any(end.state.units[0].men != scene.state.units[0].men for end in found.outcomes.ends)

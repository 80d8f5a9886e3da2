"""Commands, take-overs and casualties under random answers: whatever is offered can be done."""

from typing import Any

import pytest

from sandtable.dice.chance import Chance
from sandtable.dice.sources import Keyed
from sandtable.play.game import Game
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.sotr.command.command import command_phase
from sandtable.rulesets.sotr.command.just_do_it import offer_just_do_it, spend_freed
from sandtable.rulesets.sotr.move import crawling, dragging
from sandtable.rulesets.sotr.move.dragging import drag_and_crawl
from sandtable.rulesets.sotr.nerve.horror import maintenance_checks
from sandtable.rulesets.sotr.ruleset import RULESET
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.telling.log import sentence
from sandtable.rulesets.sotr.units.crews import after_moving
from tests.scene import one_step

from .kit import Scene, reich, terrain, us


async def _travel(play: Play[Battle], number: int, march: March, *clauses: str, verb: str = "moved", **_: Any) -> bool:
    figures = tuple(walk.figure for walk in march.walks)
    places = [(walk.figure, *walk.points[-1], 0, 0) for walk in march.walks]
    play.tell(
        verb, *clauses, unit=number, figures=figures, sets={"places": places, "models": {"moved": play.state.turn}}
    )
    return True


async def _everything(play: Play[Battle]) -> None:
    for side in (0, 1):
        await maintenance_checks(play, side)
    for side in (0, 1):
        await command_phase(play, side)
    for number, unit in enumerate(play.state.units):
        for side in (unit.side, 1 - unit.side):
            await offer_just_do_it(play, side, number)
        await drag_and_crawl(play, number)
        await after_moving(play, number)
        spend_freed(play, number)


def _scene(seed: int) -> Scene:
    chance = Chance(seed)
    down = {place: {"down": True} for place in range(8) if chance.random() < 0.25}

    def state() -> dict[str, Any]:
        names = ("disorganized", "fleeing", "suppressed", "hidden")
        return {name: True for name in names if chance.random() < 0.2}

    return Scene(
        us("us.command", (10, 12), name="Command", models=down, fields=state()),
        us("us.rifle-squad", (12, 16), name="Able", models=down, fields=state()),
        us("us.hmg-team", (10, 20), name="Gun", models=down, fields=state(), gap=0),
        reich("reich.command", (30, 14), name="Staff", models=down, fields=state()),
        reich("reich.sturmgrenadiers", (30, 20), name="Foe", models=down, fields=state(), gap=0.1),
        reich("reich.zombies", (18, 22), name="Mob", men=4),
        ground=(terrain("woods", box=(20, 5, 4, 30)), terrain("brush", box=(8, 14, 6, 4))),
        fields={"grants": (("artillery", "air-strike"), ("air-strafe",))},
    )


@pytest.mark.parametrize("seed", range(12))
def test_random_answers(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sampled answer is taken, every question can be shown, and the script comes to an end."""
    monkeypatch.setattr(crawling, "travel", _travel)
    monkeypatch.setattr(dragging, "travel", _travel)
    monkeypatch.setattr(crawling, "in_cover", lambda state, figure: state.layout.point(figure)[0] % 2000 < 1000)
    chance = Chance(seed)
    game: Game[Battle] = Game(one_step(RULESET, _everything), _scene(seed).state, Keyed(b"%d" % seed))
    asked = 0
    while (decision := game.pending) is not None:
        decision.describe()
        game.answer(decision.domain.sample(chance))
        asked += 1
        assert asked < 200
    assert asked
    for happening in game.take():
        sentence(game.checkpoint, happening)

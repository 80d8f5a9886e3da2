"""What a unit would see from elsewhere, and that an outlook promises what may be declared."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.bots import bot
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.rulesets.bolt_action.basics.battlefield import friends_of
from sandtable.rulesets.bolt_action.fire.aiming import Targets
from sandtable.rulesets.bolt_action.ruleset import RULESET
from tests.clause import clause

from .houses import house, inside
from .kit import Scene, Side, de, terrain, us

OFFICER = us("us.second-lieutenant", (20, 20), name="Officer")  # a man with a pistol, who looks east
FARMHOUSE = terrain("building", box=(28, 16, 4, 8), name="the farmhouse")


def foe(x: float = 40, y: float = 20, troop: str = "de.medic", **rest: Any) -> Side:
    """An enemy, east of the officer."""
    return de(troop, (x, y), name="Foe", **rest)


def moved(scene: Scene, name: str, x: int, y: int) -> Any:
    """The state with all men of a unit thought to be around a point."""
    men = scene.unit(name).men
    places = [(man, x, y + 1000 * place, 0, 0) for place, man in enumerate(men)]
    return replace(scene.state, layout=scene.state.layout.placed(places))


def test_a_unit_sees_from_where_the_layout_has_it() -> None:
    """Round the corner of the farmhouse; the state as it really is stays what it was."""
    scene = Scene(OFFICER, foe(), ground=[FARMHOUSE])
    there = RULESET.outlook(moved(scene, "Officer", 40_000, 30_000), 0)
    assert (there[0].seen, there[0].bearing) == (1, 0)
    assert RULESET.outlook(scene.state, 0)[0].seen == 0


@pytest.mark.parametrize("place", ["wave", "reserve"])
def test_a_unit_that_would_come_on_sees_from_there(place: str) -> None:
    """It is off the table yet, but the layout has its figures on it."""
    scene = Scene(us("us.medic", name="Medic", fields={"place": place}), foe())
    assert RULESET.outlook(scene.state, 0) == []
    assert RULESET.outlook(moved(scene, "Medic", 30_000, 20_000), 0)[0].seen == 1
    assert "2" in RULESET.field(moved(scene, "Medic", 30_000, 20_000), 0).cells


def test_a_unit_that_would_leave_something_is_inside_no_more() -> None:
    """Out of the far side of a house; out of a truck that stands behind it."""
    scene = Scene(
        inside("us.medic", "Medic"),
        us("us.truck", (20, 20), name="Truck"),
        us("us.medic", name="Rider", fields={"place": "aboard", "aboard": 1}),
        de("de.medic", (33, 40), name="Foe"),
        ground=[house(openings=[(33, 16.9)])],
    )
    assert RULESET.outlook(scene.state, 0)[0].blocked_by == "the building"
    assert RULESET.outlook(moved(scene, "Medic", 33_000, 26_000), 0)[0].seen == 1
    rider = RULESET.outlook(moved(scene, "Rider", 33_000, 30_000), 2)[0]
    assert (rider.seen, rider.bearing) == (1, 1800)


def test_thinking_of_a_move_changes_nothing_that_is_known_of_the_table() -> None:
    """What follows from where everybody stands is remembered with the layout; a rider is still in his truck there."""
    scene = Scene(
        us("us.truck", (20, 20), name="Truck"),
        us("us.second-lieutenant", name="Rider", fields={"place": "aboard", "aboard": 0}),
        de("de.medic", (33, 40), name="Foe"),
    )
    thought = moved(scene, "Rider", 33_000, 30_000)
    assert RULESET.outlook(thought, 1)[0].seen == 1
    assert scene.unit("Rider").men[0] not in friends_of(thought, 0).tolist()


# ---- one rule path


@clause("ba.gap.line-of-sight", "ba.gap.who-shoots")
@pytest.mark.parametrize(("scenario", "seed"), [("attrition", 5), ("hold", 2), ("breakthrough", 4)])
def test_what_the_outlook_promises_is_what_may_be_declared(scenario: str, seed: int) -> None:
    """In whole battles: an enemy without a `why` is a target of some weapon, and one with a `why` of none."""
    header = Header(RULESET.name, RULESET.version, {}, RULESET.scenario(scenario), ("rookie", "rookie"))
    game: Any = new_game(RULESET, header, seeded_box(seed))
    players = (bot("rookie", RULESET, seed, 0), bot("rookie", RULESET, seed, 1))
    compared = 0
    offered: set[int] = set()
    asked: tuple[int, int] | None = None
    while (decision := game.pending) is not None:
        domain = decision.domain
        if isinstance(domain, Targets) and decision.kind == "target" and domain.firing.how.only is None:
            key = (game.step, domain.firing.number)
            offered = (offered if asked == key else set()) | {
                target.unit for target in domain.values.values() if target is not None and not target.spotter
            }
            asked = key
            outlook = RULESET.outlook(game.state, domain.firing.number)
            if not game.state.units[domain.firing.number].is_vehicle:
                assert {one.unit for one in outlook if not one.why} == offered
                compared += 1
            else:
                assert {one.unit for one in outlook if not one.why} >= offered
            assert all((one.seen > 0) or one.why for one in outlook)
            assert {view.key for view in domain.describe().barred}.isdisjoint(domain.values)
        game.answer(players[decision.seat].answer(game.state, decision))
    assert compared > 10

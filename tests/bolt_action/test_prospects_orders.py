"""What orders and assaults promise."""

from typing import Any

import pytest

from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.shown import Prospect
from sandtable.rulesets.bolt_action.ruleset import RULESET
from tests.clause import clause

from .kit import Scene, Side, column, terrain, us
from .promises import Stop, decoy, dice_of, foe, promised

# ---- orders


def orders(side: Side, *others: Side, **rest: Any) -> dict[str, Prospect]:
    """What each order promises."""
    scene = Scene(side, *others, **rest)
    found: dict[str, Prospect] = {}

    def answer(decision: Decision[Any]) -> object:
        found.update(RULESET.prospects(scene.state, decision))
        raise Stop

    with pytest.raises(Stop):
        scene.draw([], unit=side.name, order=answer)
    return found


@clause("ba.turn.test", "ba.gap.order-test", "ba.gap.morale-modifiers", "ba.fubar.trigger")
def test_orders_of_a_pinned_unit_tell_their_test() -> None:
    """Morale 9 less 3 pins and an officer's bonus of 2: 8 or less on two dice, 26 of 36; never for Down."""
    officer = us("us.first-lieutenant", (20, 24), name="Officer", fields={"order": "down"})
    found = orders(us("us.rifle-squad", (20, 20), name="Able", fields={"pins": 3}), officer)
    assert {key for key, one in found.items() if one.volleys} == {"fire", "advance", "run", "ambush", "rally"}
    one = found["fire"]
    (volley,) = one.volleys
    assert (volley.what, volley.dice, volley.chance) == ("order test", "2D6", "13/18")
    assert volley.needed.startswith("8 or less")
    assert [modifier.value for modifier in volley.modifiers] == [-3, 2]
    assert (one.expected, one.note) == ({"obeys": "72 %", "FUBAR": "3 %"}, "two sixes (1/36) are FUBAR")
    assert one.because == ("ba.turn.test", "ba.gap.order-test", "ba.fubar.trigger")


@clause("ba.gap.reserves")
def test_reserves_are_told_their_test_too() -> None:
    """One less, and two sixes are no FUBAR."""
    found = orders(us("us.rifle-squad", name="Able"), turn=3)
    assert {key for key, one in found.items() if one.volleys} == {"advance", "run"}
    one = found["run"]
    assert (one.volleys[0].chance, one.volleys[0].modifiers[0].why) == ("13/18", "in reserve")
    assert (one.expected, one.note) == ({"obeys": "72 %"}, "two sixes: it stays off the table")


def test_an_unpinned_unit_needs_no_test() -> None:
    """No dice are promised, since none are thrown; what each order is good for is told all the same."""
    found = orders(us("us.rifle-squad", (20, 20), name="Able"), us("us.medic", (40, 20)))
    assert all(one.volleys == () and one.expected == {} for one in found.values())
    assert (found["ambush"].says, found["ambush"].gives) == ("wait for a target", '30"')  # of its automatic rifle
    assert (found["down"].says, found["down"].gives) == ("harder to hit", "-1 to hit")
    assert found["rally"].says == "it has no pins to lose"


@clause("ba.shoot.declare")
def test_fire_at_nobody_comes_to_nothing() -> None:
    """It is said before the die is spent; with an enemy in sight there is nothing to warn of."""
    alone = orders(us("us.rifle-squad", (20, 20), name="Able"))["fire"]
    assert (alone.volleys, alone.note) == ((), "nobody in sight")
    near = orders(us("us.rifle-squad", (20, 20), name="Able"), foe())["fire"]
    assert (near.says, near.note) == ("from where it stands", "")


@clause("ba.turn.select")
def test_whoever_gives_the_die_is_told_who_would_obey() -> None:
    """Those whom pins make doubt it; of the others there is nothing to tell."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", fields={"pins": 3}), us("us.medic", (40, 20)))
    domain = OneOf({"u0": 0, "u1": 1})
    found = RULESET.prospects(scene.state, Decision(0, "unit", domain, prompt="?", because=(), unit=None))
    assert {key: one.gives for key, one in found.items()} == {"u0": "42 % obeys"}


# ---- assaults


def assaults(*units: Side, **rest: Any) -> Prospect:
    """What assaulting the enemy promises."""
    return promised(*units, decoy(), order="assault", kind="assault target", **rest)["Foe"]


@clause("ba.cq.move", "ba.gap.rough-run-assault")
def test_an_assault_tells_whether_it_gets_there() -> None:
    """Twelve inches, six through rough ground, and not through what bars the way."""
    squad = us("us.rifle-squad", (20, 20), name="Able", men=6, spots=column(20, 20, 6))
    far = assaults(squad, foe("de.medic", (34, 20)))
    assert (far.note, far.expected, far.volleys) == ("out of reach", {"distance": '13"', "reach": '12"'}, ())
    rough = assaults(squad, foe("de.medic", (30, 20)), ground=[terrain("rough", box=(24, 10, 3, 20))])
    assert (rough.note, rough.expected["reach"]) == ("out of reach", '6"')
    ditch = assaults(squad, foe("de.medic", (30, 20)), ground=[terrain("water", box=(24, 5, 2, 35))])
    assert ditch.note == "there is no way to get there"


@clause("ba.gap.assault-attacks", "ba.cq.damage", "ba.cq.attackers-first")
def test_an_assault_tells_the_blows_of_both_sides() -> None:
    """Six men, one with a sub-machine gun: seven blows at 4+; one medic strikes back at most once."""
    squad = us("us.rifle-squad", (20, 20), name="Able", men=6, spots=column(20, 20, 6))
    found = assaults(squad, foe("de.medic", (30, 20)))
    assert dice_of(found) == [("Able: blows", "7", "4+", "1/2"), ("Foe: blows", "1", "4+", "1/2")]
    assert found.expected == {"distance": '9"', "reach": '12"'}
    assert found.note == "the attackers strike first"


@clause("ba.gap.defensive-position")
def test_those_behind_something_strike_at_once() -> None:
    """A wall between them."""
    squad = us("us.rifle-squad", (20, 20), name="Able", men=6, spots=column(20, 20, 6))
    found = assaults(squad, foe("de.medic", (30, 20)), ground=[terrain("wall", line=[(28, 5), (28, 40)])])
    assert found.note == "they are behind something: both sides strike at once"


@clause("ba.cqv.hit-stationary", "ba.cqv.hit-run")
@pytest.mark.parametrize(("order", "chance", "note"), [("fire", "1/2", ""), ("run", "0", "no man can hit it")])
def test_an_assault_on_a_vehicle_tells_what_hits_it(order: str, chance: str, note: str) -> None:
    """Six men against a truck that stands or that has made a Run."""
    squad = us("us.rifle-squad", (20, 20), name="Able", men=6, spots=column(20, 20, 6))
    found = assaults(squad, foe("de.truck", (30, 20), fields={"order": order}))
    assert (found.volleys[0].dice, found.volleys[0].chance, found.note) == ("6", chance, note)
    assert set(found.expected) == {"distance", "reach"}

"""The dice of shooting at men: how many, what they need and why. What comes of them is in `test_forecasts`."""

from typing import Any

import pytest

from sandtable.bots import bot
from sandtable.odds.ask import ask
from sandtable.play.events import Thrown
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.questions import QUESTIONS
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.state import Ranging
from tests.clause import clause

from .kit import terrain, us
from .promises import BETWEEN, EAST, UNMEASURED, decoy, dice_of, foe, four_riflemen, promised, rifles


@clause("ba.hit.base", "ba.hit.long-range", "ba.gap.who-shoots", "ba.damage.regular")
def test_a_volley_tells_its_dice_and_what_they_need() -> None:
    """At 14 inches: rifles at long range, an automatic rifle not, and the sub-machine gun does not reach."""
    found = promised(rifles(), foe(), decoy())["Foe"]
    assert dice_of(found) == [
        ("Automatic rifle: to hit", "2", "3+", "2/3"),
        ("4 x Rifle: to hit", "4", "4+", "1/2"),
        ("Automatic rifle and Rifle: to damage", "1 a hit", "4+", "1/2"),
    ]
    (modifier,) = found.volleys[1].modifiers
    assert (modifier.value, modifier.why, modifier.clause) == (-1, "long range", "ba.hit.long-range")
    assert found.expected == {}
    assert found.note == "5 of 6 can fire"
    assert found.because == ("ba.shoot.sequence",)


@clause("ba.shoot.measure", "ba.gap.measuring")
@pytest.mark.parametrize("kind", ["target", "assault target"])
def test_nothing_is_promised_where_ranges_are_not_measured_beforehand(kind: str) -> None:
    """Neither dice nor needed rolls: they would tell the distance."""
    order = "fire" if kind == "target" else "assault"
    found = promised(rifles(), foe(), decoy(), order=order, kind=kind, premeasure=False)
    assert set(found) == {"Foe", "Decoy"}
    assert {(one.volleys, tuple(one.expected), one.note) for one in found.values()} == {((), (), UNMEASURED)}
    if kind == "target":
        assert found["Foe"].because == ("ba.shoot.measure",)


def test_who_is_out_of_range_is_said_to_be() -> None:
    """A pistol at 39 inches, a mortar at 9."""
    officer = us("us.second-lieutenant", (20, 20), name="Able")
    assert promised(officer, foe("de.medic", (60, 20)), decoy())["Foe"].note == "out of range"
    mortar = us("us.light-mortar", (20, 20), name="Able")
    assert promised(mortar, foe("de.medic", (30, 20)), decoy())["Foe"].note == "out of range"


@clause("ba.shoot.sequence", "ba.damage.minimum")
@pytest.mark.parametrize(
    ("quality", "down", "men", "cover"),
    [("regular", False, 10, "none"), ("veteran", True, 10, "none"), ("inexperienced", False, 5, "hard")],
)
def test_the_question_without_a_table_needs_the_same(quality: str, down: bool, men: int, cover: str) -> None:
    """The dice told at the table need what the rulebook answers to the same shot described in words."""
    wall = [terrain("wall", line=[(27, 5), (27, 45)])] if cover == "hard" else []
    target = foe(men=men, quality=quality, fields={"order": "down" if down else "fire"})
    found = promised(four_riflemen(), target, decoy(), ground=wall)["Foe"]
    asked = {
        "weapon": "rifle",
        "shooters": 4,
        "distance": 14,
        "target_quality": quality,
        "target_men": men,
        "target_down": down,
        "cover": cover,
    }
    told = ask(QUESTIONS["shooting"], asked, Options())
    rifle, damage = found.volleys
    assert (rifle.dice, told.needed) == ("4", f"{rifle.needed} to hit, {damage.needed} to damage")


@clause("ba.he.table", "ba.gap.he-hits", "ba.gap.he-vs-down")
@pytest.mark.parametrize(("order", "needed", "chance"), [("fire", "3+", "2/3"), ("down", "4+", "1/2")])
def test_explosive_shells_make_several_hits(order: str, needed: str, chance: str) -> None:
    """A light howitzer: on 3 (Down: 4) or more D6 hits, each a casualty on 2 or more."""
    gun = us("us.light-howitzer", (15, 20), name="Able", bearing=EAST)
    target = foe(fields={"order": order})
    found = promised(gun, target, decoy(), answers={"direct_or_indirect": "direct"})["Foe"]
    assert dice_of(found)[0] == ("Light howitzer: to hit", "1", needed, chance)
    assert dice_of(found)[1] == ("Light howitzer: to damage", "D6 a hit", "2+", "5/6")


@clause("ba.gap.indirect-fire", "ba.gap.spotter")
def test_a_mortar_needs_its_score_and_nothing_else() -> None:
    """Six at first; a target ranged in on before is easier."""
    mortar = us("us.light-mortar", (15, 20), name="Able", fields={"pins": 0})
    found = promised(mortar, foe(at=(33, 20)), decoy())["Foe"]
    assert dice_of(found)[0] == ("Light mortar: ranging in", "1", "6+", "1/6")
    assert dice_of(found)[1] == ("Light mortar: to damage", "D3 a hit", "3+", "2/3")
    ranged = us("us.light-mortar", (15, 20), name="Able", fields={"ranging": Ranging(1, 4, 0, 0)})
    assert dice_of(promised(ranged, foe(at=(33, 20)), decoy())["Foe"])[0][2] == "4+"


# ---- one rule path


@clause("ba.shoot.sequence")
@pytest.mark.parametrize(("scenario", "seed"), [("attrition", 11), ("three-objectives", 3)])
def test_the_dice_promised_are_the_dice_thrown(scenario: str, seed: int) -> None:
    """In whole battles: how many, and what they need, wherever nothing comes between naming and shooting."""
    header = Header(RULESET.name, RULESET.version, {"premeasure": True}, RULESET.scenario(scenario), ("rookie",) * 2)
    game: Any = new_game(RULESET, header, seeded_box(seed))
    players = (bot("rookie", RULESET, seed, 0), bot("rookie", RULESET, seed, 1))
    compared = 0
    while (decision := game.pending) is not None:
        prospects = RULESET.prospects(game.state, decision)
        assert set(prospects) <= set(decision.domain.options() or prospects)
        answer = players[decision.seat].answer(game.state, decision)
        on_foot = decision.unit is not None and not game.state.units[decision.unit].is_vehicle
        wanted = prospects.get(str(answer)) if decision.kind == "target" and on_foot else None
        game.take()
        game.answer(answer)
        if wanted is None or (game.pending is not None and game.pending.kind in BETWEEN):
            continue
        promise = [
            (int(volley.dice), volley.needed.split()[0])
            for volley in wanted.volleys
            if ("to hit" in volley.what or "ranging" in volley.what) and volley.dice.isdigit()
        ]
        first = [
            one for one in game.take() if isinstance(one, Thrown) and ("to hit" in one.why or "ranging in" in one.why)
        ]
        thrown = [(len(one.faces), one.needs.split()[0]) for one in first]
        assert thrown[: len(promise)] == promise
        compared += bool(promise)
    assert compared > 5

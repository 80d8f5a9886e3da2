"""What shooting at men promises: the dice, what they need, and what may be expected of them."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.bots import bot
from sandtable.odds.ask import ask
from sandtable.play.events import Thrown
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.questions import QUESTIONS
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.state import Ranging
from tests.clause import clause

from .houses import house, inside
from .kit import column, de, terrain, us
from .promises import BETWEEN, DOWN, EAST, UNMEASURED, decimal, decoy, dice_of, foe, promised, rifles


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
    assert found.expected["hits"] == "3 1/3"
    nobody = Fraction(2, 3) ** 2 * Fraction(3, 4) ** 4
    assert found.expected["at least one casualty"] == f"{round((1 - nobody) * 100)} %"
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
def test_what_is_promised_is_what_the_rules_lead_to(quality: str, down: bool, men: int, cover: str) -> None:
    """The same as every outcome of the same shot counted, by the question that the rulebook answers without a table."""
    four = us("us.rifle-squad", (15, 20), name="Able", men=6, spots=((1, 46), *column(15, 20, 5)))
    riflemen = replace(four, fields={"men": (2, 3, 4, 5)})
    wall = [terrain("wall", line=[(27, 5), (27, 45)])] if cover == "hard" else []
    target = foe(men=men, quality=quality, fields={"order": "down" if down else "fire"})
    found = promised(riflemen, target, decoy(), ground=wall)["Foe"]
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
    lost = {int(count): Fraction(share) for count, share in told.outcomes["casualties"].items()}
    some = 1 - lost.get(0, Fraction(0))
    assert found.expected["at least one casualty"] == f"{round(some * 100)} %"
    mean = sum(count * share for count, share in lost.items())
    assert abs(decimal(found.expected["casualties"]) - mean) <= Fraction(1, 200)


@clause("ba.gap.medic")
def test_a_medic_near_by_is_reckoned_with() -> None:
    """He undoes one casualty in six of small arms."""
    alone = promised(rifles(), foe(), decoy())["Foe"]
    helped = promised(rifles(), foe(), de("de.medic", (30, 25), name="Medic"), decoy())["Foe"]
    ratio = decimal(helped.expected["casualties"]) / decimal(alone.expected["casualties"])
    assert abs(ratio - Fraction(5, 6)) < Fraction(1, 50)
    gun = us("us.light-howitzer", (15, 20), name="Able", bearing=EAST)
    answers = {"direct_or_indirect": "direct"}
    heavy = [
        promised(gun, foe(), *medic, decoy(), answers=answers)["Foe"].expected["casualties"]
        for medic in ((), (de("de.medic", (30, 25), name="Medic"),))
    ]
    assert heavy[0] == heavy[1]


@clause("ba.gap.casualty-morale")
def test_a_small_unit_may_lose_everybody_or_have_to_check() -> None:
    """Two men: one casualty is half of them, two are all; nobody loses more men than he has."""
    found = promised(rifles(12), foe("de.sniper-team", at=(22, 20)), decoy())["Foe"]
    check, everybody = found.expected["a morale check"], found.expected["all of them"]
    some = int(found.expected["at least one casualty"].split()[0])
    assert abs(int(check.split()[0]) + int(everybody.split()[0]) - some) <= 1
    assert decimal(found.expected["casualties"]) < 2


@clause("ba.shoot.casualties")
def test_nobody_falls_twice() -> None:
    """A tank's shell and its machine gun at one man: whatever both do, he is one casualty."""
    tank = us("us.sherman", (15, 20), name="Able", bearing=EAST)
    one = promised(tank, foe("de.medic", (20, 20), quality="inexperienced"), decoy(), small_unit_max=0)["Foe"]
    assert [volley.what for volley in one.volleys if "to hit" in volley.what] == [
        "Medium anti-tank gun: to hit",
        "Medium machine gun: to hit",
    ]
    everybody = int(one.expected["all of them"].split()[0])
    assert 90 <= everybody <= 100
    assert abs(decimal(one.expected["casualties"]) * 100 - everybody) <= 1


@clause("ba.he.table", "ba.gap.he-hits", "ba.gap.he-vs-down")
@pytest.mark.parametrize(("order", "casualties"), [("fire", Fraction(35, 18)), ("down", Fraction(10, 9))])
def test_explosive_shells_make_several_hits_halved_on_those_who_are_down(order: str, casualties: Fraction) -> None:
    """A light howitzer: on 3 (Down: 4) or more D6 hits (or half, rounded up), each a casualty on 2 or more."""
    gun = us("us.light-howitzer", (15, 20), name="Able", bearing=EAST)
    target = foe(fields={"order": order})
    found = promised(gun, target, decoy(), answers={"direct_or_indirect": "direct"})["Foe"]
    needed = "3+" if order == "fire" else "4+"
    assert dice_of(found)[0] == ("Light howitzer: to hit", "1", needed, "2/3" if order == "fire" else "1/2")
    assert dice_of(found)[1] == ("Light howitzer: to damage", "D6 a hit", "2+", "5/6")
    hits = Fraction(7, 2) if order == "fire" else 2
    hit = Fraction(2, 3) if order == "fire" else Fraction(1, 2)
    assert decimal(found.expected["casualties"]) == hits * hit * Fraction(5, 6)


@clause("ba.gap.indirect-fire", "ba.gap.spotter")
def test_a_mortar_needs_its_score_and_nothing_else() -> None:
    """Six at first; a target ranged in on before is easier."""
    mortar = us("us.light-mortar", (15, 20), name="Able", fields={"pins": 0})
    found = promised(mortar, foe(at=(33, 20)), decoy())["Foe"]
    assert dice_of(found)[0] == ("Light mortar: ranging in", "1", "6+", "1/6")
    assert decimal(found.expected["casualties"]) == Fraction(1, 6) * 2 * Fraction(2, 3)
    ranged = us("us.light-mortar", (15, 20), name="Able", fields={"ranging": Ranging(1, 4, 0, 0)})
    assert dice_of(promised(ranged, foe(at=(33, 20)), decoy())["Foe"])[0][2] == "4+"


@clause("ba.gap.buildings-he")
def test_a_building_that_may_collapse_buries_everybody() -> None:
    """A heavy howitzer has 3D6 hits: ten or more bring the house down."""
    gun = us("us.heavy-howitzer", (10, 20), name="Able", bearing=EAST)
    target = inside("de.grenadier-squad", "Foe", side=1, quality="veteran", fields={"order": "fire"})
    answers = {"direct_or_indirect": "direct"}
    shares = []
    for collapse in (True, False):
        found = promised(gun, target, decoy(), ground=[house()], answers=answers, building_collapse=collapse)["Foe"]
        shares.append(found.expected["all of them"])
    throws = [sum((a, b, c)) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
    falls = Fraction(sum(total >= 10 for total in throws), 216) * Fraction(1, 3)
    least = round(falls * 100)
    assert least <= int(shares[0].split()[0]) <= least + 2
    assert int(shares[1].split()[0]) < least


@clause("ba.gap.dug-in")
def test_trenches_halve_what_hits_those_who_are_down() -> None:
    """Ten men in a trench, Down: half of the hits, rounded up, and hard cover."""
    trench = [terrain("trench", box=(29, 18, 9, 6))]
    shooter = us("us.second-lieutenant", (26, 21), name="Able")
    down = promised(shooter, foe(at=(30, 20), fields=DOWN), decoy(), ground=trench)["Foe"]
    assert decimal(down.expected["casualties"]) == decimal(down.expected["hits"]) / 2  # one hit is not halved
    squad = rifles(12)
    counts = []
    for fields in (DOWN, {"order": "fire"}):
        found = promised(squad, foe(at=(30, 20), fields=fields), decoy(), ground=trench, down_to_hit=0)["Foe"]
        counts.append(decimal(found.expected["casualties"]) / decimal(found.expected["hits"]))
    assert counts[0] < Fraction(9, 10) * counts[1]


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

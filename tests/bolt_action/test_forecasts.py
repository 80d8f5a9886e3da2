"""Forecasts of shooting at men, against the same dice reckoned by other means, to the last fraction."""

from fractions import Fraction
from typing import Any

import icepool
import pytest

from sandtable.odds.ask import ask
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.umpire import QUESTIONS
from tests.clause import clause

from .foretold import fails, foretold, needs, spread_of
from .houses import house, inside
from .kit import de, terrain, us
from .promises import DOWN, EAST, decoy, foe, four_riflemen, rifles

STEADY: dict[str, Any] = {"casualty_check_fraction": 1}  # nobody runs for his losses: casualties are those who fell
DIRECT: dict[str, object] = {"direct_or_indirect": "direct"}
AT_THE_HOUSE: dict[str, Any] = {"kind": "direct or indirect", "answer": "direct", **STEADY}
D6 = range(1, 7)


@clause("ba.hit.base", "ba.hit.long-range", "ba.gap.who-shoots", "ba.damage.regular")
def test_hits_pins_and_the_chance_of_a_casualty() -> None:
    """Two dice of an automatic rifle that need 3 and four of rifles that need 4; each hit is a casualty on 4."""
    found = foretold(rifles(), foe(), decoy())
    hits = 2 @ needs(3) + 4 @ needs(4)
    assert found.spread("Foe", "hits") == spread_of(hits)
    assert found.mean("Foe", "hits") == Fraction(10, 3)
    assert found.some("Foe", "pins") == 1 - Fraction(1, 3) ** 2 * Fraction(1, 2) ** 4
    assert found.some("Foe", "men lost") == 1 - Fraction(2, 3) ** 2 * Fraction(3, 4) ** 4
    steady = foretold(rifles(), foe(), decoy(), **STEADY)
    assert steady.spread("Foe", "men lost") == spread_of(hits @ needs(4))


@clause("ba.gap.casualty-morale")
def test_half_of_a_squad_lost_is_a_check() -> None:
    """Ten men: five or six casualties are one. Who fails it is gone, and all his men with him."""
    found = foretold(rifles(), foe(), decoy())
    lost = spread_of((2 @ needs(3) + 4 @ needs(4)) @ needs(4))
    checked = lost[5] + lost[6]
    assert found.chance("Foe", "morale", "not tested") == 1 - checked
    destroyed = found.chance("Foe", "destroyed", "yes")
    assert found.chance("Foe", "morale", "fails") == destroyed == found.chance("Foe", "men lost", 10)
    # A pin is taken off morale 9 and, if the NCO is among the fallen, another point.
    assert checked * fails(8) < destroyed < checked * fails(7)


@clause("ba.shoot.sequence", "ba.damage.minimum")
@pytest.mark.parametrize(
    ("quality", "down", "men", "cover"),
    [("regular", False, 10, "none"), ("veteran", True, 10, "none"), ("inexperienced", False, 5, "hard")],
)
def test_the_question_without_a_table_says_the_same(quality: str, down: bool, men: int, cover: str) -> None:
    """What is forecast at the table is what the rulebook answers to the same shot described in words."""
    wall = [terrain("wall", line=[(27, 5), (27, 45)])] if cover == "hard" else []
    target = foe(men=men, quality=quality, fields={"order": "down" if down else "fire"})
    found = foretold(four_riflemen(), target, decoy(), ground=wall, **STEADY)
    described = {
        "weapon": "rifle",
        "shooters": 4,
        "distance": 14,
        "target_quality": quality,
        "target_men": men,
        "target_down": down,
        "cover": cover,
    }
    told = ask(QUESTIONS["shooting"], described, Options(**STEADY)).outcomes
    for what, question in (("hits", "hits"), ("men lost", "casualties")):
        assert found.spread("Foe", what) == {int(count): Fraction(share) for count, share in told[question].items()}


@clause("ba.gap.medic")
def test_a_medic_near_by_undoes_one_casualty_in_six() -> None:
    """Of small arms; against a shell he is no help."""
    medic = de("de.medic", (30, 25), name="Medic")
    helped = foretold(rifles(), foe(), medic, decoy(), **STEADY)
    kept = (2 @ needs(3) + 4 @ needs(4)) @ needs(4) @ (icepool.d6 < 6)
    assert helped.spread("Foe", "men lost") == spread_of(kept)
    gun = us("us.light-howitzer", (15, 20), name="Able", bearing=EAST)
    shells = [
        foretold(gun, foe(), *near, decoy(), answers=DIRECT, **STEADY).spread("Foe", "men lost")
        for near in ((), (medic,))
    ]
    assert shells[0] == shells[1]


@clause("ba.gap.casualty-morale", "ba.gap.sniper")
def test_a_small_unit_may_lose_everybody_or_have_to_check() -> None:
    """Two men: two casualties are all of them, one is half; the last of a team has morale 9, less 1, less a pin."""
    found = foretold(four_riflemen(), foe("de.sniper-team"), decoy())
    lost = spread_of((4 @ needs(5)) @ needs(4))
    everybody = lost[2] + lost[3] + lost[4]
    assert found.chance("Foe", "morale", "not tested") == 1 - lost[1]
    assert found.chance("Foe", "morale", "fails") == lost[1] * fails(7)
    assert found.chance("Foe", "destroyed", "yes") == everybody + lost[1] * fails(7)
    assert found.spread("Foe", "men lost") == {
        0: lost[0],
        1: lost[1] * (1 - fails(7)),
        2: everybody + lost[1] * fails(7),
    }


@clause("ba.shoot.casualties")
def test_nobody_falls_twice() -> None:
    """A tank's shell and its two machine guns at one man: whatever they do, he is one casualty."""
    tank = us("us.sherman", (15, 20), name="Able", bearing=EAST)
    found = foretold(tank, foe("de.medic", (20, 20), quality="inexperienced"), decoy(), small_unit_max=0)
    shell = needs(2) @ icepool.d(2) @ needs(2)
    bullets = 8 @ needs(2) @ needs(3)
    spared = spread_of(shell)[0] * spread_of(bullets)[0]
    assert found.spread("Foe", "men lost") == {0: spared, 1: 1 - spared}
    assert found.chance("Foe", "destroyed", "yes") == 1 - spared


@clause("ba.he.table", "ba.gap.he-hits", "ba.gap.he-vs-down")
@pytest.mark.parametrize(("order", "mean"), [("fire", Fraction(35, 18)), ("down", Fraction(5, 6))])
def test_explosive_shells_make_several_hits_halved_on_those_who_are_down(order: str, mean: Fraction) -> None:
    """A light howitzer: on 3 (Down: 4) or more D6 hits (or half, rounded up), each a casualty on 2 or more."""
    gun = us("us.light-howitzer", (15, 20), name="Able", bearing=EAST)
    found = foretold(gun, foe(fields={"order": order}), decoy(), answers=DIRECT, **STEADY)
    hit, several = (needs(3), icepool.d6) if order == "fire" else (needs(4), icepool.d(3))
    assert found.spread("Foe", "men lost") == spread_of(hit @ several @ needs(2))
    assert found.mean("Foe", "men lost") == mean


@clause("ba.gap.indirect-fire")
def test_a_mortar_needs_its_score_and_nothing_else() -> None:
    """A six, then D3 hits that kill on 3."""
    mortar = us("us.light-mortar", (15, 20), name="Able")
    found = foretold(mortar, foe(at=(33, 20)), decoy(), **STEADY)
    assert found.spread("Foe", "men lost") == spread_of(needs(6) @ icepool.d(3) @ needs(3))
    assert found.mean("Foe", "men lost") == Fraction(1, 6) * 2 * Fraction(2, 3)


@clause("ba.gap.buildings-he")
def test_a_building_that_may_collapse_buries_everybody() -> None:
    """A heavy howitzer hits on 5 and has 3D6 hits: ten or more bring the house down, and fewer cannot kill ten men.

    By the switch a 1 is no damage, so that ten hits that only hit may leave somebody.
    """
    gun = us("us.heavy-howitzer", (10, 20), name="Able", bearing=EAST)
    target = inside("de.grenadier-squad", "Foe", side=1, quality="veteran", fields={"order": "fire"})
    ends = []
    for collapse in (True, False):
        found = foretold(
            gun, target, ground=[house()], building_collapse=collapse, natural_one_fails=True, **AT_THE_HOUSE
        )
        ends.append(found.chance("Foe", "destroyed", "yes"))
        assert found.chance("Foe", "men lost", 10) == ends[-1]
    falls = Fraction(sum(one + two + three >= 10 for one in D6 for two in D6 for three in D6), 216)
    assert ends[0] == Fraction(1, 3) * falls == Fraction(5, 24)
    killed = needs(5) @ (3 @ icepool.d6) @ needs(2)
    assert ends[1] == sum(share for count, share in spread_of(killed).items() if count >= 10)


@clause("ba.gap.dug-in")
@pytest.mark.parametrize("down", [True, False])
def test_trenches_halve_what_hits_those_who_are_down(down: bool) -> None:
    """Ten men in a trench, hard cover: of those who are Down half of the hits, rounded up."""
    trench = [terrain("trench", box=(29, 18, 9, 6))]
    target = foe(at=(30, 20), fields=DOWN if down else {"order": "fire"})
    found = foretold(rifles(12), target, decoy(), ground=trench, down_to_hit=0, **STEADY)
    hits = 2 @ needs(5) + 10 @ needs(6)
    assert found.spread("Foe", "hits") == spread_of(hits)
    struck = hits.map(lambda count: (count + 1) // 2) if down else hits
    fallen = (struck @ needs(4)).map(lambda count: min(count, 10))
    assert found.spread("Foe", "men lost") == spread_of(fallen)


@clause("ba.gap.gun-shield")
@pytest.mark.parametrize(("shields", "least"), [(True, 5), (False, 4)])
def test_a_gun_shield_saves_its_crew(shields: bool, least: int) -> None:
    """Three men behind it: each hit needs one more, and with the last of them the gun is lost."""
    target = foe("de.light-at-gun", bearing=270)
    found = foretold(rifles(), target, decoy(), gun_shield=shields, **STEADY)
    fallen = ((2 @ needs(3) + 4 @ needs(4)) @ needs(least)).map(lambda count: min(count, 3))
    assert found.spread("Foe", "men lost") == spread_of(fallen)
    assert found.chance("Foe", "destroyed", "yes") == spread_of(fallen)[3]


@clause("ba.gap.target-reaction")
def test_who_goes_down_is_harder_to_hit() -> None:
    """The other side's answer is followed up: Down, every shot needs one more."""
    waits = foe(fields={})
    for down, answer in enumerate(("stay", "down")):
        found = foretold(rifles(), waits, decoy(), override={("react", 1): answer})
        hits = 2 @ needs(3 + down) + 4 @ needs(4 + down)
        assert found.spread("Foe", "hits") == spread_of(hits)
    (question,) = foretold(rifles(), waits, decoy()).forecast.questions
    assert (question.kind, question.unit, question.usual) == ("react", 1, "stay")

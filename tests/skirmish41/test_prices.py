"""What the rookie of WW2 skirmish expects of fire is what the dice of the sheet come to."""

from typing import Any

import pytest

from sandtable.mechanics.prices import SURE, Price
from sandtable.play.scenario import Enlisted
from sandtable.rulesets.skirmish41.basics.forces import raise_team
from sandtable.rulesets.skirmish41.basics.terrain import HARD, NO_COVER
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.prices.blasts import blast_does, flame_does, hits
from sandtable.rulesets.skirmish41.prices.hulls import damaged
from sandtable.rulesets.skirmish41.prices.small_arms import Behind, Shooting, hit_does, hits_of, hole_does
from sandtable.rulesets.skirmish41.state import Card
from sandtable.rulesets.skirmish41.tactics.worth import DOES, of_men, small_power
from tests.clause import clause

OPTIONS = Options()
OPEN = Behind(dispersed=False, soft=False, cover=NO_COVER)


def sixths(**faces: int) -> dict[str, int]:
    """So many faces of a D6, in thousandths."""
    return {name: round(SURE * many / 6) for name, many in faces.items()}


def card(troop: str) -> Card:
    """The card of a vehicle."""
    return raise_team(Enlisted(troop), "tests", troop).card


@clause("sk.shoot.die", "sk.gap.shot-costs")
@pytest.mark.parametrize(
    ("behind", "band", "twentieths"),
    [
        (OPEN, 1, 14),  # twice unaimed at 14+: 7 each; aimed once at 8+ is 13
        (OPEN._replace(dispersed=True), 1, 9),  # aimed at 12+; unaimed twice at 17+ is 8
        (OPEN._replace(cover=HARD), 2, 0),  # past long range
    ],
)
def test_whoever_shoots_takes_the_shots_that_hit_most(behind: Behind, band: int, twentieths: int) -> None:
    """Two actions of a rifle."""
    assert hits_of(Shooting("rifle", band, behind, False, 2, 0), OPTIONS) == twentieths * SURE // 20


@clause("sk.effect.roll", "sk.effect.mg-smg-sniper", "sk.effect.point-blank")
def test_a_hit_does_what_its_die_does() -> None:
    """1-4 suppressed, 5 wounded, 6 disabled; one more for a machine gun, and one at point blank."""
    assert hit_does("rifle", 1, OPTIONS) == {"killed": 0} | sixths(suppressed=4, wounded=1, disabled=1)
    assert hit_does("lmg", 0, OPTIONS) == sixths(suppressed=2, wounded=1, disabled=1, killed=2)


@clause("sk.gren.effect", "sk.arty.effect", "sk.arty.die", "sk.gren.effect-cover")
def test_a_blast_does_what_its_dice_do() -> None:
    """To one; of several losses add up, and any of them suppresses the team."""
    assert blast_does(0, 1, OPTIONS) == sixths(suppressed=2, wounded=1, disabled=1, killed=1)
    assert blast_does(0, 1, OPTIONS, covered=True) == {"killed": 0} | sixths(suppressed=2, wounded=1, disabled=1)
    three = blast_does(75, 3, OPTIONS)
    assert (three["wounded"], three["disabled"], three["killed"]) == (750, 375, 1125)
    assert three["suppressed"] == pytest.approx(SURE * (1 - 0.75**3), abs=3)


@clause("sk.flame.effect")
def test_flame_does_what_its_die_does() -> None:
    """1-2 suppressed, 3-4 disabled, 5-6 killed."""
    assert flame_does(OPTIONS) == {"wounded": 0} | sixths(suppressed=2, disabled=2, killed=2)


@clause("sk.dmg.roll", "sk.dmg.plus-4-flank", "sk.at.fire-table", "sk.veh.small-arms")
def test_a_hit_on_a_vehicle_does_what_the_chart_does() -> None:
    """Each row of one score is one face of twenty; fire has a table of its own; rifles need three hits."""
    front = damaged("gun-57", card("gb.sherman"), 1, OPTIONS, flank=False)
    assert front["stopped"] == 3 * 50  # 10-12
    assert front["stunned"] == front["blind"] == front["weapons"] == 50  # 7, 8, 9
    assert damaged("gun-57", card("gb.sherman"), 5, OPTIONS, flank=True)["gone"] > front["gone"]
    assert damaged("molotov", card("gb.sherman"), 5, OPTIONS, flank=False)["gone"] == round(SURE * 2 / 6)
    lorry = card("de.lorry")
    whole, third = (hole_does(arm, lorry, 1, OPTIONS, flank=False) for arm in ("lmg", "rifle"))
    assert third == Price({name: value // 3 for name, value in whole.items()})


def test_a_heavy_shot_hits_as_often_as_its_die() -> None:
    """9 of 20."""
    assert hits("grenade", 12, OPTIONS) == 450


@pytest.mark.parametrize(
    ("cell", "value"), [("fire-effect.wounded", 3), ("hit-rifle.short.unaimed", 10), ("effect-modifiers.automatic", 2)]
)
def test_a_changed_table_changes_what_is_expected(cell: str, value: Any) -> None:
    """And so what a rookie makes of it."""
    shooting = Shooting("lmg", 1, OPEN, False, 2, 4)
    other = Options(cells=((cell, value),))
    assert small_power(shooting, other, fresh=True) > small_power(shooting, OPTIONS, fresh=True)


def test_what_is_expected_is_worth_what_the_rookie_values_it_at() -> None:
    """Suppressing a team again is worth less."""
    found = hit_does("rifle", 1, OPTIONS)
    fresh = sum(found[name] * DOES[name] for name in DOES) // SURE
    assert of_men(found, fresh=True) == fresh > of_men(found, fresh=False)

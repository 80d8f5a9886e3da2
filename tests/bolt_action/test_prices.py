"""What Bolt Action's rookie expects of fire, orders and assaults is what the umpire says of them."""

import pytest

from sandtable.mechanics.modifiers import Needed, Score, Twice
from sandtable.mechanics.prices import SURE, expected
from sandtable.mechanics.questions import Staged
from sandtable.odds.ask import put
from sandtable.rulesets.bolt_action.fire.struck import Struck
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.prices.nerve import fought, obeyed
from sandtable.rulesets.bolt_action.prices.volleys import Foe, burst_at, shot_at, struck_down
from sandtable.rulesets.bolt_action.umpire.bare import foot_card
from sandtable.rulesets.library import questions

OPTIONS = Options()


def asked(question: str, **given: object) -> dict[str, int]:
    """What the umpire expects of a form."""
    found = put(questions("bolt-action")[question], given, OPTIONS)
    assert isinstance(found, Staged)
    return expected(found)


@pytest.mark.parametrize(("needed", "of_1296"), [(Score(3), 864), (Score(6), 216), (Twice(6, 6), 36)])
def test_a_shot_hits_as_often_as_its_dice_do(needed: Needed, of_1296: int) -> None:
    """To the thousandth."""
    assert shot_at(OPTIONS, needed)["hits"] == round(SURE * of_1296 / 1296)


@pytest.mark.parametrize("quality", ["inexperienced", "regular", "veteran"])
def test_a_hit_costs_men_what_the_umpire_says(quality: str) -> None:
    """Of a squad of three, and the last man of one, who is gone with it."""
    for men in (3, 1):
        found = struck_down(OPTIONS, Foe("squad", quality, men), Struck(1, ("",), small_arm=True))  # type: ignore[arg-type]
        wanted = asked("damage-troops", hits=1, target_men=men, target_quality=quality)
        assert (found["lost"], found["pins"]) == (wanted["casualties"], wanted["pins"] if men > 1 else found["pins"])


def test_a_shell_bursts_into_the_average_of_its_class() -> None:
    """Half as many on men who are Down, rounded as the table does."""
    assert burst_at(OPTIONS, "D6", False)["hits"] == 3500
    assert burst_at(OPTIONS, "2D6", False)["hits"] == 7000
    assert burst_at(OPTIONS, "D6", True)["hits"] < 3500 // 2 + SURE


def test_an_order_is_obeyed_as_often_as_the_umpire_says() -> None:
    """By a squad with its NCO, pinned or not."""
    for pins in (1, 3):
        price = obeyed(OPTIONS, foot_card("regular"), ("nco", "man"), pins, "none")
        assert price["obeys"] == asked("order-test", pins=pins)["result pass"]
    assert obeyed(OPTIONS, foot_card("regular"), ("nco", "man"), 0, "none")["obeys"] == SURE


def test_a_fight_ends_as_the_umpire_says() -> None:
    """Three veterans against two regulars, to the end."""
    price = fought(OPTIONS, ("veteran", 3), ("regular", 2), (False, False))
    wanted = asked("close-quarters", attackers=3, attacker_quality="veteran", defenders=2)
    assert (price["ours"], price["theirs"]) == (wanted["attackers_destroyed"], wanted["defenders_destroyed"])

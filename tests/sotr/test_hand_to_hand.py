"""Hand-to-hand: dice, modifiers, hits, who fights whom and in which order, and those who are DOWN."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.melee.blows import Fighter, Scores, fight_roll, fighter, modifiers
from sandtable.rulesets.sotr.melee.pairing import attacking_side, spread, unevenness
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.units.conditions import disengage
from sandtable.rulesets.sotr.units.grips import engagements, held, may_crawl_out
from tests.clause import clause

from .kit import Scene, keys, reich, terrain, us
from .melee_kit import fight

CLOSE = {"phase": "close", "holder": 1}


def duel(dice: list[int], sarge: dict[str, object] | None = None, zombie: dict[str, object] | None = None) -> Scene:
    """A man against a zombie."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("sergeant",), each=sarge or {}),
        reich("reich.zombies", (21, 20), name="Mob", men=1, each=zombie or {}),
        fields=CLOSE,
    )
    return fight(scene.engage("Able", 0, "Mob", 0), dice)


@clause("sotr.hth.roll", "sotr.hth.hits", "sotr.hth.wounds", "sotr.hth.combined", "sotr.hth.add-to-die")
def test_the_difference_is_the_number_of_hits() -> None:
    """Sarge 5+1 = 6 against zombie 3+1 = 4: two hits, two wound dice, the worse result counts."""
    scene = duel([3, 5, 1, 5], sarge={"weapons": ("pistol",)})
    told = scene.event("fought").tells
    assert (told["score"], told["against"], told["hits"]) == (4, 6, 2)
    assert scene.unit("Mob").men == ()
    assert scene.state.felled == ((1, 1),)


@clause("sotr.hth.hits", "sotr.hth.once-engaged", "sotr.gap.hth-two-sided")
def test_equal_scores_are_no_hits_and_the_fight_goes_on() -> None:
    """3 and HORROR against 4: nothing, and both are still Engaged."""
    scene = duel([3, 4])
    assert scene.event("fought").tells["hits"] == 0
    assert len(scene.state.engaged) == 1
    assert engagements(scene.state) == []  # fought already
    assert scene.state.fought == (0, 1)


@clause("sotr.hth.wounds", "sotr.hth.casualties")
def test_several_down_results_do_not_add_up() -> None:
    """Two hits, both DOWN: the man is DOWN, once."""
    scene = duel([6, 5, 2, 3])
    assert scene.man("Able").down
    assert scene.state.downed == ((0, 1),)
    assert scene.state.felled == ()


_TABLE = [
    ("close_weapon", 1, "sotr.hth.ccw"),
    ("charging", 1, "sotr.hth.charging"),
    ("caught", 2, "sotr.assault.catch-bonus"),
    ("disorganized", -1, "sotr.hth.disorganized"),
    ("encumbered", -1, "sotr.hth.encumbered"),
    ("higher", 1, "sotr.hth.higher"),
    ("horror", 1, "sotr.hth.horror"),
    ("hurdled", -1, "sotr.hth.obstacle"),
    ("prone", -1, "sotr.hth.prone"),
    ("frenzied", 1, "sotr.frenzy.bonus"),
    ("mecha", 2, "sotr.gap.vehicle-hth"),
]


@clause(*(row[2] for row in _TABLE))
@pytest.mark.parametrize(("fact", "value", "because"), _TABLE)
def test_each_modifier(fact: str, value: int, because: str) -> None:
    """The table, one by one."""
    (found,) = modifiers(Fighter(**{fact: True}), Options())
    assert (found.value, found.clause) == (value, because)


@clause("sotr.assault.catch-bonus", "sotr.hth.add-to-die")
def test_a_zombie_that_catches_a_man_has_four() -> None:
    """HORROR +1, charging +1, +2 for catching him: +4 on its die, whatever the number of dice."""
    scene = duel([1, 5], zombie={"charged": 2, "caught": 2})
    assert scene.event("fought").tells["against"] == 5
    assert scene.event("fought").tells["score"] == 5


def _fighter(who: dict[str, object], unit: dict[str, object] | None = None, troop: str = "us.rifle-squad") -> Fighter:
    scene = Scene(
        us(troop, (20, 20), name="A", men=1, each=who, fields=unit or {}), reich("reich.zombies", (21, 20), men=1)
    )
    return fighter(scene.state, 0, 1)


@clause("sotr.hth.ccw", "sotr.hth.encumbered")
def test_side_arms_and_burdens() -> None:
    """One bonus for any number of pistols; an RPG or an HMG encumbers; both cancel."""
    assert not _fighter({"weapons": ("rifle",)}).close_weapon
    two = _fighter({"weapons": ("pistol", "machine-pistol")})
    assert sum(one.value for one in modifiers(two, Options())) == 1
    for heavy in ("rpg", "hmg"):
        assert _fighter({"weapons": (heavy,)}).encumbered
        assert sum(one.value for one in modifiers(_fighter({"weapons": (heavy, "pistol")}), Options())) == 0


@clause("sotr.hth.charging", "sotr.hth.obstacle", "sotr.hth.once-engaged", "sotr.assault.catch-bonus")
def test_the_charge_counts_in_its_own_turn_only() -> None:
    """It is turn 2."""
    now = _fighter({"charged": 2, "caught": 2, "hurdled": 2})
    assert (now.charging, now.caught, now.hurdled) == (True, True, True)
    assert _fighter({"charged": 1, "caught": 1, "hurdled": 1}) == _fighter({})


@clause("sotr.hth.disorganized", "sotr.hth.prone")
def test_the_disorganized_and_the_prone_defend_themselves_badly() -> None:
    """Only those who defend themselves."""
    assert _fighter({}, {"disorganized": True}).disorganized
    assert _fighter({"prone": True}).prone
    assert not _fighter({"charged": 2, "prone": True}, {"disorganized": True}).prone
    assert not _fighter({"charged": 2}, {"disorganized": True}).disorganized


@clause("sotr.hth.higher", "sotr.hth.horror")
def test_higher_ground() -> None:
    """The model on the hill gets it, the other does not."""
    hill = terrain("hill", box=(18, 18, 2.6, 4))
    scene = Scene(us("us.rifle-squad", (20, 20), men=1), reich("reich.zombies", (21, 20), men=1), ground=[hill])
    assert fighter(scene.state, 0, 1).higher
    assert not fighter(scene.state, 1, 0).higher
    assert (fighter(scene.state, 0, 1).horror, fighter(scene.state, 1, 0).horror) == (False, True)


@clause("sotr.hth.best-two", "sotr.hth.multi-dice")
def test_only_two_dice_count() -> None:
    """3D6 of 2, 5, 6: 11; modifiers come on top once."""
    roll = fight_roll(3, (), "a zombie", 1)
    assert (roll.dice, roll.reading.read((2, 5, 6))) == (3, 11)
    assert roll.reading.read((4,)) == 4
    assert Scores(3, 7).hits == 4


def _three_zombies(**options: Any) -> Scene:
    """Sarge among three zombies; three of his men around another."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Sarge", pick=("sergeant",)),
        us(
            "us.rifle-squad", (30, 19), name="Team", pick=("rifleman", "automatic rifleman", "submachine gunner"),
            spots=((29, 20), (30, 21)),
        ),
        reich("reich.zombies", (21, 20), name="Mob", men=4, spots=((19, 20), (20, 21), (30, 20)), each={"charged": 2}),
        fields={"phase": "close", "holder": 0},
        **options,
    )  # fmt: skip
    for foe in range(3):
        scene.engage("Sarge", 0, "Mob", foe)
    for man in range(3):
        scene.engage("Team", man, "Mob", 3)
    return scene


@clause("sotr.hth.ex-zombies", "sotr.hth.multi-dice", "sotr.hth.order-outnumbered", "sotr.gap.hth-pairing")
def test_sarge_and_the_three_zombies() -> None:
    """1D6, 2D6, 3D6 against his 1D6 each time; the dead count; the zombie player orders the fight of his lone zombie too."""
    scene = _three_zombies()
    sarge, mob, team = scene.row("Sarge"), scene.unit("Mob").men, scene.unit("Team").men
    order = keys(f"m{team[2]}", f"m{team[0]}", f"m{team[1]}")
    dice = [1, 6, *(6, 1, 1)]  # the first zombie: 1+2 against 6, three hits
    dice += [1, 1, 6, *(6, 1)]  # the second: 2D6, 1+1+2 against 6
    dice += [2, 5, 6, 6, *(4, 1, 1, 1, 1, 1, 1)]  # the third: 3D6, 5+6+2 against 6
    dice += [4, 6, *(4, 5, 1), *(4, 2, 4, 1)]  # 4+2 against 6 each time
    fight(scene, dice, order=order)
    asked = scene.decision("order")
    assert asked.seat == 1
    assert "sotr.hth.order-outnumbered" in asked.because
    fights = [len(one.faces) for one in scene.throws("zombie fights Sarge") if "fights" in one.why]
    assert fights == [1, 2, 3]
    assert [len(one.faces) for one in scene.throws("Sarge fights")] == [1, 1, 1]
    assert mob[0] not in scene.unit("Mob").men
    assert mob[1] not in scene.unit("Mob").men
    assert sarge not in scene.unit("Sarge").men
    others = [one for one in scene.throws() if one.why.startswith("Team")]
    assert [("submachine" in one.why, len(one.faces)) for one in others] == [(True, 1), (False, 2), (False, 3)]


@clause("sotr.hth.order-outnumbering", "sotr.hth.phasing")
def test_attackers_who_outnumber_order_the_combats() -> None:
    """It is the team that charged: its side is asked, though the other won Initiative."""
    scene = _three_zombies()
    for foe in range(4):
        scene.change("Mob", foe, charged=0)
    for man in range(3):
        scene.change("Team", man, charged=2)
    fight(scene, [4, 3, 6, 2, 3, 6, 1, 2, 3, *(3, 3), *(1, 4, 5), *(1, 1, 4, 5)])  # nobody hits anybody
    assert scene.decision("order").seat == 0
    assert "sotr.hth.order-outnumbering" in scene.decision("order").because


@clause("sotr.hth.phasing")
def test_who_the_attacker_is() -> None:
    """The side that charged this turn; the Initiative winner if none or both did, or by the option."""
    scene = _three_zombies()
    assert attacking_side(scene.state, (0, 2)) == 1
    scene.change("Sarge", 0, charged=2)
    assert attacking_side(scene.state, (0, 2)) == 0
    assert attacking_side(_three_zombies(hth_inner_order="initiative").state, (0, 2)) == 0


@clause("sotr.gap.hth-pairing")
def test_models_are_spread_as_evenly_as_possible() -> None:
    """Others give way where that is more even."""
    assert spread({1: (10, 11), 2: (10,), 3: (10, 11)}, {}) in ({1: 11, 2: 10, 3: 10}, {1: 11, 2: 10, 3: 11})
    found = spread({1: (10, 11), 2: (10, 12), 3: (10,)}, {})
    assert found == {1: 11, 2: 12, 3: 10}
    assert unevenness(found) == 3


@clause("sotr.gap.hth-pairing", "sotr.gap.hth-two-sided")
def test_the_attacker_chooses_among_even_spreads() -> None:
    """Three against two, the middle one touches both: he is sent where the attacker likes, and fights only once."""
    scene = Scene(
        us(
            "us.rifle-squad", (20, 20), name="Able", pick=("rifleman",) * 3, spots=((20.5, 20.866), (22, 20)),
            each={"charged": 2},
        ),
        reich("reich.sturmgrenadiers", (20, 22), name="Men", pick=("grenadier", "grenadier"), spots=((22, 22),)),
        fields={"phase": "close", "holder": 0},
    )  # fmt: skip
    scene.engage("Able", 0, "Men", 0).engage("Able", 1, "Men", 0).engage("Able", 1, "Men", 1).engage(
        "Able", 2, "Men", 1
    )
    fight(scene, [3, 4, 3, 4, 1, 1, 3], opponent=f"m{scene.row('Men', 1)}")
    assert scene.offered("opponent") == ["m3", "m4"]
    assert [one.tells["hits"] for one in scene.events("fought")] == [0, 0, 0]
    assert len(scene.events("fought")) == 3


def _two_fights() -> Scene:
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", pick=("rifleman",)),
        us("us.rifle-squad", (30, 20), name="Baker", pick=("rifleman",)),
        reich("reich.sturmgrenadiers", (11, 20), name="Anton", pick=("grenadier",)),
        reich("reich.sturmgrenadiers", (31, 20), name="Berta", pick=("grenadier",)),
        fields=CLOSE,
    )
    return scene.engage("Able", 0, "Anton", 0).engage("Baker", 0, "Berta", 0)


@clause("sotr.hth.order", "sotr.hth.finish-engagement", "sotr.hth.combined")
def test_the_initiative_winner_orders_the_engagements() -> None:
    """One is finished before the next begins."""
    scene = _two_fights()
    fight(scene, [3, 3, 4, 4], engagement="Baker")
    assert scene.decision("engagement").seat == 1
    assert scene.offered("engagement") == ["u0", "u1"]
    ends = scene.told("fought", "ended a fight")
    assert [verb for verb, _ in ends] == ["fought", "ended a fight", "fought", "ended a fight"]
    assert scene.state.fought == (1, 3, 0, 2)


@clause("sotr.hth.standing-first", "sotr.hth.ex-jones", "sotr.hth.down-auto", "sotr.down.slain-in-hth")
@pytest.mark.parametrize(
    ("dice", "sarge_lives"),
    [([2, 3], False), ([1, 6, 1, 1, 1, 6], True), ([1, 6, 1, 1, 1, 3], True), ([6, 1, 1, 1, 1, 1, 1, 4], False)],
)
def test_the_zombie_fights_jones_before_sarge(dice: list[int], sarge_lives: bool) -> None:
    """Sarge was DOWN when the phase began: he is a GONER unless Jones puts the zombie down first."""
    scene = Scene(
        us(
            "us.rifle-squad", (20, 20), name="Able", pick=("sergeant", "rifleman"), spots=((22, 20),),
            models={0: {"down": True}},
        ),
        reich("reich.zombies", (21, 20), name="Mob", men=1),
        fields=CLOSE,
    )  # fmt: skip
    sarge = scene.row("Able")
    scene.engage("Able", 0, "Mob", 0).engage("Able", 1, "Mob", 0)
    fight(scene, dice)
    assert (sarge in scene.unit("Able").men) is sarge_lives
    assert len(scene.events("fought")) == 1


@clause("sotr.hth.down-auto", "sotr.hth.casualties")
def test_the_down_are_slain_without_a_roll() -> None:
    """Nobody else is there."""
    scene = duel([], sarge={"down": True})
    assert scene.unit("Able").men == ()
    assert scene.state.felled == ((0, 1),)


@clause("sotr.hth.ex-crawl", "sotr.down.slain-in-hth", "sotr.hth.crawl-out")
def test_a_model_put_down_in_the_phase_is_not_slain_in_it() -> None:
    """The zombie downs Sarge and grazes Jones: Sarge may crawl out in his next move; alone he would be held."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("sergeant", "rifleman"), spots=((22, 20),)),
        reich("reich.zombies", (21, 20), name="Mob", men=1, each={"charged": 2}),
        fields=CLOSE,
    )
    scene.engage("Able", 0, "Mob", 0).engage("Able", 1, "Mob", 0)
    fight(scene, [2, 3, 2, *(1, 1, 1, 1)])
    assert scene.man("Able", 0).down
    assert not scene.man("Able", 1).down
    assert may_crawl_out(scene.state, scene.row("Able", 0))
    assert not held(scene.state, scene.row("Able", 0))
    scene.call(disengage, (scene.row("Able", 0),), "sotr.hth.crawl-out")
    assert [pair[0] for pair in scene.state.engaged] == [scene.row("Able", 1)]


@clause("sotr.hth.crawl-out", "sotr.gap.hth-two-sided")
def test_a_model_down_alone_is_held_and_its_opponent_is_free() -> None:
    """Until somebody joins it."""
    scene = duel([6, 5, 2, 3])
    assert held(scene.state, scene.row("Able"))
    assert not may_crawl_out(scene.state, scene.row("Able"))
    assert not held(scene.state, scene.row("Mob"))


@clause("sotr.down.slain-in-hth")
@pytest.mark.parametrize(("switch", "alive"), [(False, True), (True, False)])
def test_later_opponents_may_finish_a_man_off_by_the_option(switch: bool, alive: bool) -> None:
    """The first zombie downs him, the second finds him DOWN."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("sergeant",)),
        reich("reich.zombies", (21, 20), name="Mob", men=2, spots=((19, 20),)),
        fields=CLOSE,
        down_slain_same_phase=switch,
    )
    scene.engage("Able", 0, "Mob", 0).engage("Able", 0, "Mob", 1)
    fight(scene, [3, 3, 2])
    assert bool(scene.unit("Able").men) is alive

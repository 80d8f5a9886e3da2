"""Questions against a second reckoning, and the book's own examples."""

from fractions import Fraction
from typing import Any

import icepool
import pytest

from sandtable.odds.ask import AskError
from sandtable.odds.umpire import Put, PutThrows, asked, led, listed

from .reckon import (
    FACES,
    TABLE,
    Chances,
    assert_agrees,
    chance,
    die,
    merged,
    passes,
    put,
    scores,
    shaken,
    suffered,
    then,
    wounds,
)

D6 = icepool.d6
LOSSES = ("goners", "down", "break_test")


def yes(answer: Any, outcome: str) -> Fraction:
    """How likely something is so."""
    return chance(answer, outcome, "yes")


@pytest.mark.parametrize(
    ("name", "given", "outcome", "cool"),
    [
        ("cool-test", {}, "passed", 7),
        ("cool-test", {"cool": 6, "officer": 7}, "passed", 7),
        ("cool-test", {"cool": 6, "officer": 9, "disorganized": True}, "passed", 6),
        ("cool-test", {"cool": 6, "platoon": 9, "fleeing": True, "other": -1}, "passed", 8),
        ("break-test", {"cool": 8}, "passed", 8),
        ("horror", {"cool": 7, "officer": 8}, "passed", 8),
        ("fall-back", {"cool": 8}, "orderly", 8),
        ("regroup", {"officer": 9}, "regrouped", 9),
        ("sarge", {"cool": 7}, "regrouped", 5),
        ("sarge", {"cool": 7, "platoon": 9}, "regrouped", 7),
        ("strike-call", {"officer": 8}, "heard", 10),
        ("spotting", {"cool": 7, "fired": 4}, "spotted", 10),
        ("spotting", {"cool": 7, "officer": 8, "fired": 1}, "spotted", 8),
    ],
)
def test_two_dice_against_a_cool(name: str, given: dict[str, Any], outcome: str, cool: int) -> None:
    """As many of the 36 throws as come to it or less."""
    assert yes(put(name, given), outcome) == passes(cool)


def test_what_a_failed_test_does() -> None:
    """In cover Disorganized, in the open Fleeing; a charger who fails his HORROR check only stays."""
    covered, bare = put("break-test", {"covered": True}), put("break-test")
    assert (yes(covered, "disorganized"), yes(covered, "fleeing")) == (1 - passes(7), Fraction(0))
    assert yes(bare, "fleeing") == 1 - passes(7)
    charging = put("horror", {"occasion": "charging"})
    assert (yes(charging, "stays_put"), yes(charging, "fleeing")) == (1 - passes(7), Fraction(0))
    assert yes(put("just-do-it"), "obeyed") == 1
    assert yes(put("just-do-it", {"officer": 8}, jdi_needs_roll=True), "obeyed") == passes(8)
    assert yes(put("spotting", {}, hidden_shot_reveals="always"), "spotted") == 1


def test_the_book_s_suppressing_fire() -> None:
    """Six ROF 2 rifles and two SMGs at Cool 7 behind hard cover: 7-2-1 is 4, and a 6 less 2 passes."""
    answer = put("suppression", {"cool": 7, "cover": "heavy"}, smg_rof=4)
    assert [modifier.value for modifier in answer.modifiers] == [-2, -1]
    assert answer.needed == "6 or less"
    assert yes(answer, "suppressed") == 1 - passes(6)
    assert yes(put("suppression", {"grenades": True}), "suppressed") == 1 - passes(2)
    assert yes(put("suppression", {"mindless": True}), "suppressed") == 0
    assert yes(
        put("suppression", {"cover": "heavy", "prone": True}, suppress_cover_counts_prone=True), "suppressed"
    ) == (1 - passes(7))
    with pytest.raises(
        AskError, match=r"shooters: a rate of fire of 3 in all, and 4 are needed \[sotr.suppress.rof4\]"
    ):
        put("suppression", {"weapon": "rifle", "shooters": 3, "others": 0})


SHOTS: list[tuple[dict[str, Any], int, int]] = [
    ({}, 6, 4),
    ({"weapon": "semi-auto", "shooters": 3, "distance": 25, "cover": "light"}, 6, 6),
    ({"weapon": "semi-auto", "shooters": 3, "aimed": True}, 3, 3),
    ({"weapon": "smg", "shooters": 2, "distance": 12}, 6, 3),
    ({"weapon": "smg", "shooters": 2, "distance": 12.5}, 6, 4),
    ({"weapon": "assault-rifle", "shooters": 2, "overwatch": True, "charging": True, "size": "titanic"}, 6, 4),
    ({"cover": "heavy", "prone": True, "elevated": True}, 6, 6),
    ({"cover": "light", "smoke": True, "camo": True}, 0, 8),
    ({"weapon": "pistol", "distance": 24.5}, 0, 5),
    ({"size": "small", "aimed": True, "armour": "heavy", "men": 3}, 6, 4),
]


@pytest.mark.parametrize(("given", "shots", "least"), SHOTS)
def test_a_volley_is_reckoned_a_second_time(given: dict[str, Any], shots: int, least: int) -> None:
    """Hits, wounds on the printed table, results on different models, break test."""
    answer = put("shooting", given)
    men, armour = given.get("men", 8), given.get("armour", "unarmored")
    hits = scores(shots, least)
    assert_agrees(answer, ("hits",), merged(((one,), share) for one, share in hits.items()))
    losses = suffered(then(hits, lambda many: wounds(many, armour)), men)
    assert_agrees(answer, LOSSES, shaken(losses, men, 7))
    failed = chance(answer, "break_test", "failed")
    runs = failed if given.get("cover", "none") == "none" else 0
    assert (yes(answer, "disorganized"), yes(answer, "fleeing")) == (failed, Fraction(runs))


def test_a_mixed_unit_shoots_with_both_weapons() -> None:
    """The book's four semi-automatics and an SMG with four shots: twelve dice in all."""
    given = {"weapon": "semi-auto", "shooters": 4, "others": 1, "distance": 14, "armour": "light"}
    answer = put("shooting", given, smg_rof=4)
    losses = suffered(then(scores(12, 4), lambda many: wounds(many, "light")), 8)
    assert_agrees(answer, LOSSES, shaken(losses, 8, 7))


def test_guns_shotguns_and_snipers() -> None:
    """High powered, jamming; +1 to wound; and a natural six that needs no wound roll."""
    gun = put("shooting", {"weapon": "hmg", "shooters": 1, "distance": 24, "armour": "heavy", "no_loader": True})
    fired = then(scores(4, 3), lambda many: wounds(many, "light"))
    jams = {(0, 0): Fraction(1, 3)}
    losses = merged([*jams.items(), *((value, share * Fraction(2, 3)) for value, share in fired.items())])
    assert_agrees(gun, LOSSES, shaken(losses, 8, 7))
    near = put("shooting", {"weapon": "shotgun", "shooters": 2, "distance": 4, "armour": "light"})
    losses = then(scores(2, 3), lambda many: wounds(many, "light", plus=1))
    assert_agrees(near, LOSSES, shaken(losses, 8, 7))
    far = put(
        "shooting-model", {"weapon": "sniper-rifle", "shots": 1, "cover": "pillbox", "prone": True, "smoke": True}
    )
    assert far.outcomes["result"] == {"goner": "1/6", "missed": "5/6"}
    strict = {"weapon": "sniper-rifle", "shots": 1, "cover": "pillbox", "prone": True, "smoke": True}
    assert put("shooting-model", strict, headshot_needs_hit=True).outcomes["result"] == {"missed": "1"}
    open_ = put("shooting-model", {"weapon": "sniper-rifle", "shots": 1, "armour": "heavy"})
    assert chance(open_, "result", "goner") == Fraction(1, 6) + Fraction(3, 6) * Fraction(1, 6)
    with pytest.raises(AskError, match="aimed: the SMG fires more than one shot"):
        put("shooting", {"weapon": "smg", "aimed": True})


def at_model(shots: int, least: int, armour: str) -> Chances:
    """The worst of everything that befalls one model."""

    def read(face: int) -> Chances:
        return die(lambda again: "MFDG".index(TABLE[armour][again - 1])) if face >= least else {0: Fraction(1)}

    worst: Chances = {0: Fraction(1)}
    for _ in range(shots):
        worst = then(worst, lambda so_far: then(then(die(), read), lambda one: {max(so_far, one): Fraction(1)}))
    return worst


def test_the_book_s_sarge_suffers_the_worst_of_three_shots() -> None:
    """Three shots; a second DOWN is a GONER only to one who was DOWN before, and who is harder to hit as he lies there."""
    words = ("missed", "flesh wound", "down", "goner")
    expected = {words[value]: share for value, share in at_model(3, 4, "unarmored").items()}
    assert {value: Fraction(share) for value, share in put("shooting-model").outcomes["result"].items()} == expected
    again = put("shooting-model", {"was_down": True})
    lying = at_model(3, 5, "unarmored")
    assert chance(again, "result", "goner") == lying[2] + lying[3]
    together = put("shooting-model", {"weapon": "rifle", "concentrated": 6, "cover": "pillbox"})
    assert together.needed.startswith("1+ to hit")
    with pytest.raises(AskError, match="at least two models"):
        put("shooting-model", {"concentrated": 1})


def test_the_wound_table_and_fuel_tanks() -> None:
    """Face by face; a six blows up whoever carries fuel, and those near by take a die each."""
    for armour, column in TABLE.items():
        answer = put("wound", {"armour": armour})
        for word, letter in (("flesh wound", "F"), ("down", "D"), ("goner", "G")):
            assert chance(answer, "result", word) == Fraction(column.count(letter), 6)
    assert chance(put("wound", {"carries_fuel": True}), "result", "goner, and its fuel goes up") == Fraction(1, 6)
    tank = put("fuel-tank", {"near": 1, "near_armour": "heavy"})
    assert chance(tank, "near_goners", "1") == Fraction(1, 36)


def test_blasts_and_direct_hits() -> None:
    """An RPG at three men: 4 or more, the one under the centre a GONER without a die."""
    answer = put("blast", {"armour": "heavy"})
    on = merged(((g + 1, d), share / 2) for (g, d), share in wounds(2, "heavy").items())
    assert_agrees(answer, LOSSES, shaken(merged([((0, 0), Fraction(1, 2)), *on.items()]), 8, 7))
    assert put("blast", {"cover": "light"}).needed.startswith("5+ to hit")  # the book's three models
    none = put("blast", {"armour": "heavy"}, rpg_direct_hit="none")
    assert chance(none, "goners", "3") == Fraction(1, 2) * Fraction(1, 6) ** 3
    launcher = put("blast", {"weapon": "grenade-launcher", "distance": 25})
    assert launcher.needed.startswith("5+ to hit")
    assert chance(put("heavy-shot", {"weapon": "railgun", "size": "large"}), "goners", "1") == Fraction(2, 3)


def test_how_far_indirect_fire_strays() -> None:
    """2D6 at long range, D6 out of sight; a miss in sight twice the die, half the way at most, a six a dud."""
    far = put("indirect", {"distance": 25})
    assert {int(n): Fraction(s) for n, s in far.outcomes["inches"].items()} == then(
        die(), lambda one: die(lambda two: one + two)
    )
    assert put("indirect", {"distance": 20}).outcomes["inches"] == {str(face): "1/6" for face in FACES}
    seen = put("indirect", {"seen": True, "distance": 12})
    assert seen.outcomes["lands"] == {"dud": "1/12", "on target": "1/2", "strays": "5/12"}
    assert chance(seen, "inches", "6") == Fraction(3, 12)  # 3, 4 and 5: never beyond half the way
    assert "dud" not in put("indirect", {"seen": True}, indirect_miss="d6").outcomes["lands"]


def test_grenades_come_back_on_a_six() -> None:
    """And nobody rolls to hit."""
    answer = put("grenades", {"touched": 3, "armour": "light", "back_touched": 2})
    assert_agrees(answer, LOSSES, shaken(wounds(3, "light"), 8, 7))
    assert yes(answer, "came_back") == Fraction(1, 6)
    assert chance(answer, "own_goners", "2") == Fraction(1, 6) * Fraction(1, 4)
    thrown = put("grenades", {"touched": 0, "back_touched": 2})
    assert chance(thrown, "own_break_test", "failed") == Fraction(1, 6) * Fraction(3, 4) * (1 - passes(7))
    pressed = put("grenades", {"touched": 1, "armour": "heavy", "cover": "light"}, frag_attack_suppresses=True)
    assert yes(pressed, "suppressed") == 1 - passes(6)


def test_flames_frighten_and_terrain_burns() -> None:
    """A check for the flames and another for GONERs; after the first failed the Officer's Cool is lost."""
    answer = put("flamethrower", {"touched": 2, "cool": 6, "officer": 7}, flame_cool_scope="unit")
    assert yes(answer, "frightened") == 1 - passes(7)
    lost = 1 - Fraction(1, 4)
    fails = passes(7) * (1 - passes(7)) + (1 - passes(7)) * (1 - passes(6))
    assert chance(answer, "break_test", "failed") == lost * fails
    wild = put("flamethrower", {"touched": 2, "frenzied": True}, flame_cool_scope="unit")
    assert chance(wild, "break_test", "failed") == lost * (1 - passes(7)) ** 2
    each = put("flamethrower", {"touched": 1})
    assert chance(each, "frightened", "1") == Fraction(1, 6) * (1 - passes(7))
    fire = put("burning-terrain", {"men": 1, "armour": "light"})
    assert (yes(fire, "burnt_out"), chance(fire, "goners", "1")) == (Fraction(1, 3), Fraction(2, 9))


def test_machines_under_fire() -> None:
    """The ledger's RPG on a tank's side: 1-2 nothing, 3 Shaken, 4-5 damaged, 6 destroyed; the same again destroys."""
    once = put("machine-hit")
    assert {name: yes(once, name) for name in ("shaken", "immobilised", "weapon_lost", "destroyed")} == {
        "shaken": Fraction(1, 6),
        "immobilised": Fraction(1, 6),
        "weapon_lost": Fraction(1, 6),
        "destroyed": Fraction(1, 6),
    }
    assert yes(put("machine-hit", {"immobilised": True}), "destroyed") == Fraction(1, 6) + Fraction(1, 6)
    assert "proof" in put("machine-hit", {"by": "rifle"}).needed
    shot = put("shooting-machine", {"weapon": "railgun", "facing": "front"})  # 3+, then 7 and D6 against 8
    assert yes(shot, "destroyed") == Fraction(4, 6) * Fraction(3, 6)
    climbed = put("assault-machine", {"men": 1, "rear": 6})
    assert yes(climbed, "shaken") == Fraction(1, 6)  # no armour is proof against those who climb onto it
    pair = put("shooting-machine", {"weapon": "railgun", "facing": "front", "shooters": 2, "front": 0})
    assert pair.outcomes["hits"] == {"0": "1/9", "1": "8/9"}  # nobody fires at what has been destroyed
    men = put("assault-machine", {"men": 1, "rear": 3})
    assert yes(men, "destroyed") == Fraction(1, 6)
    assert yes(put("assault-machine", {"rear": 6, "grenades": True}), "shaken") == Fraction(1, 6)


def test_one_combat() -> None:
    """A charger with a pistol against two dice: the difference is hits, and each is a wound die."""
    given = {"attacker_weapon": True, "defender_dice": 2, "defender_armour": "heavy", "higher": "defender"}
    margin = (D6 + 2) - (2 @ D6 + 1)
    answer = put("fight", given)
    hits = {int(n): Fraction(s) for n, s in answer.outcomes["hits"].items()}
    assert hits == {value: Fraction(margin.map(abs).probability(value)) for value in margin.map(abs).outcomes()}
    goner = sum(
        (
            Fraction(margin.probability(value)) * (1 - Fraction(5, 6) ** value)
            for value in margin.outcomes()
            if value > 0
        ),
        Fraction(0),
    )
    assert chance(answer, "defender", "goner") == goner
    mecha = put("fight", {"defender_rear": 6, "charging": False})
    blows = D6 - (D6 + 2)  # armour 5 or more is no proof against those who climb onto it: a six each shakes it
    spared = [Fraction(blows.probability(value)) * Fraction(5, 6) ** max(value, 0) for value in blows.outcomes()]
    assert chance(mecha, "defender", "unhurt") == sum(spared, Fraction(0))
    third = put("fight", {"attacker_dice": 3, "charging": False})
    margin = icepool.d6.highest(3, 2) - D6
    hits = {int(n): Fraction(s) for n, s in third.outcomes["hits"].items()}
    assert hits == {value: Fraction(margin.map(abs).probability(value)) for value in margin.map(abs).outcomes()}


def test_the_book_s_sarge_against_three_zombies() -> None:
    """He fights them one after another, the second with two dice and the third with the best two of three."""

    def bout(dice: int) -> Chances:
        """(Sarge out, zombie out) of one combat; +1 charging and +1 HORROR for the zombies, in light armour."""
        best = {1: D6, 2: 2 @ D6, 3: icepool.d6.highest(3, 2)}[dice] + 2
        margin = best - D6
        found: Chances = {(False, False): Fraction(0)}
        for value in margin.outcomes():
            share = Fraction(margin.probability(value))
            spared = Fraction(1, 6) ** value if value > 0 else Fraction(1, 3) ** -value
            out = (value > 0, value < 0)
            found[False, False] += share * spared
            if value:
                found[out] = found.get(out, Fraction(0)) + share * (1 - spared)
        return found

    def on(dice: int, state: tuple[bool, int]) -> Chances:
        if state[0]:
            return {state: Fraction(1)}
        return merged(((sarge, state[1] + zombie), share) for (sarge, zombie), share in bout(dice).items())

    expected: Chances = {(False, 0): Fraction(1)}
    for dice in (1, 2, 3):
        expected = then(expected, lambda state, dice=dice: on(dice, state))  # type: ignore[misc]
    answer = put("fight-several", {"attacker_horror": True, "attacker_armour": "light"})
    out = chance(answer, "alone", "down") + chance(answer, "alone", "goner")
    assert out == sum((share for (sarge, _), share in expected.items() if sarge), Fraction(0))
    for zombies in range(4):
        assert chance(answer, "opponents_out", str(zombies)) == sum(
            (share for (_, count), share in expected.items() if count == zombies), Fraction(0)
        )


def test_breaking_from_a_fight() -> None:
    """One hit from each opponent on everybody who runs."""
    answer = put("break-off", {"engaged": 2, "each": 2, "armour": "heavy"})
    falls = 1 - Fraction(5, 6) ** 2
    assert chance(answer, "break_test", "failed") == 1 - passes(7)
    assert chance(answer, "goners", "2") == (1 - passes(7)) * falls**2
    assert yes(answer, "fleeing") == 1 - passes(7)


def test_strikes() -> None:
    """A shell, a bomb with a direct hit, a strafe through light cover."""
    shell = put("artillery", {"touched": 2})
    assert_agrees(shell, ("goners", "down"), wounds(2, "unarmored"))
    assert yes(shell, "suppressed") == (1 - passes(5))
    bomb = put("air-strike", {"touched": 2, "direct": True, "armour": "light"})
    assert chance(bomb, "goners", "2") == Fraction(1, 2)
    strafe = put("air-strafe", {"touched": 1, "cover": "light", "armour": "light", "men": 1})
    assert chance(strafe, "goners", "1") == Fraction(2, 6) * Fraction(1, 2)


def test_the_turn() -> None:
    """Initiative with ties rolled again, recovery, jams, the edge a mob comes on from."""
    better = Fraction(sum(one + 8 > other + 9 for one in FACES for other in FACES), 36)
    worse = Fraction(sum(one + 8 < other + 9 for one in FACES for other in FACES), 36)
    assert chance(put("initiative", {"ours": 8}), "winner", "we") == better / (better + worse)
    assert put("initiative", {"theirs": 0}).outcomes["winner"] == {"we": "1"}
    assert chance(put("recovery", {"burning": True}), "recovered", "1") == Fraction(1, 36)
    assert chance(put("recovery", {"medic": True, "armour": "heavy"}), "goners", "1") == Fraction(1, 36)
    assert chance(put("recovery", {"medic": True, "burning": True}), "goners", "1") == Fraction(3, 4)
    assert chance(put("recovery", {"undying": True, "armour": "heavy", "down": 2}), "recovered", "2") == Fraction(9, 16)
    assert chance(put("jam", {"guns": 2}), "jammed", "2") == Fraction(1, 9)
    assert put("set-up").outcomes["sets_up_first"] == {"they": "1/2", "we": "1/2"}
    assert put("mob-edge").outcomes["edge"] == {"far": "1/3", "left": "1/3", "right": "1/3"}


def test_hits_into_a_fight_strike_friend_and_foe() -> None:
    """One hit, two of ours and one of theirs."""
    answer = put("into-fight", {"hits": 1, "friends": 2, "foes": 1, "foes_armour": "heavy"})
    assert chance(answer, "friends_gone", "1") == Fraction(2, 3) * Fraction(1, 2)
    assert chance(answer, "enemies_down", "1") == Fraction(1, 3) * Fraction(1, 3)


def test_presets_come_from_the_orders_of_battle() -> None:
    """A squad, a mob, a tank."""
    presets = {preset.name: preset.facts for preset in listed("sotr").presets}
    squad = presets["US Rifle Squad"]
    assert (squad["cool"], squad["officer"], squad["men"], squad["weapon"]) == (7, 8, 10, "semi-auto")
    assert presets["Reich Zombie Mob"]["mindless"] and presets["Reich Werewolf Pack"]["frenzied"]
    tank = presets["US Medium Tank"]
    assert (tank["front"], tank["side"], tank["rear"], tank["size"]) == (8, 7, 6, "large")


def test_a_player_is_led_through_a_volley() -> None:
    """To hit, to wound, the break test."""
    given = {"shooters": 2, "men": 3}
    start = led("sotr", "shooting", PutThrows(given=given))
    assert start.next is not None and (start.next.dice, start.next.why) == (2, "To hit")
    end = led("sotr", "shooting", PutThrows(given=given, throws=[[4, 5], [2, 6], [4, 4]]))
    assert end.found is not None
    assert (end.found["goners"], end.found["down"], end.found["break_test"]) == ("1", "1", "failed")
    needed = asked("sotr", "shooting", Put({"weapon": "rifle"})).needed
    assert needed == "4+ to hit, down on 2-3, GONER on 4+ wounds, they 7 or less cool test"
    with pytest.raises(AskError, match="weapon: the RPG uses a template: ask about blast"):
        asked("sotr", "shooting", Put({"weapon": "rpg"}))

"""Questions against a second reckoning, and the clauses' own examples."""

from fractions import Fraction
from typing import Any

import pytest

from sandtable.odds.ask import AskError
from sandtable.odds.umpire import PutThrows, led, listed
from sandtable.rulesets.d10.basics.charts import weapons
from sandtable.rulesets.d10.setup.forces import troops
from sandtable.rulesets.d10.umpire import FACTS, presets
from tests.clause import clause

from .reckon import both, chance, fallen, mean, merged, p, put, scores, spread, then

HALF = Fraction(1, 2)
TENTH = Fraction(1, 10)

# ---- turns


@clause("d10.turn.initiative-roll", "d10.gap.deployment")
def test_roll_offs_are_even() -> None:
    """Ties are rolled again without end; the clause's 7, 7, 4: the two sevens roll again, the four is out."""
    for players in (2, 3):
        shares = put("initiative", {"players": players}).outcomes["winner"]
        assert shares == {f"player {place + 1}": f"1/{players}" for place in range(players)}
    thrown = led("d10", "initiative", PutThrows(given={"players": 3}, throws=[[7, 7, 4], [2, 9]]))
    assert thrown.found == {"winner": "player 2"} and [step.dice for step in thrown.steps] == [3, 2]
    edges = put("edges")
    assert edges.outcomes["picks"] == edges.outcomes["sets_up_first"] == {"they": "1/2", "we": "1/2"}
    assert led("d10", "edges", PutThrows(throws=[[3, 3], [5, 1]])).found == {"picks": "we", "sets_up_first": "they"}


@clause("d10.turn.initiative-roll")
def test_a_last_winner_keeps_it_where_the_table_plays_so() -> None:
    """One tie in ten is his."""
    answer = put("initiative", {"last_winner": 2}, initiative_tie="last-winner")
    assert chance(answer, "winner", "player 2") == Fraction(55, 100)
    assert chance(put("initiative", {"last_winner": 2}), "winner", "player 2") == HALF
    with pytest.raises(AskError, match="last_winner: there are 2 players"):
        put("initiative", {"last_winner": 3})


@clause("d10.gap.game-length")
def test_the_last_turn() -> None:
    """7 or more."""
    assert chance(put("last-turn"), "another_turn") == Fraction(4, 10)


# ---- Command


@clause("d10.gap.reaction-test", "d10.test.default-diff", "d10.gap.leaders", "d10.gap.hold-enables")
@pytest.mark.parametrize(("command", "least"), [(4, 6), (5, 5), (6, 4), (7, 3), (8, 2), (9, 2), (10, 2), (1, 9)])
def test_reaction_tests(command: int, least: int) -> None:
    """The clause's row; a leader lends his CM if it is better; Hold goes with the reaction."""
    answer = put("reaction", {"command": command})
    assert answer.needed == f"{least}+"
    assert chance(answer, "reacts") == p(least) == chance(answer, "hold", "no")
    lent = put("reaction", {"command": 5, "leader": command})
    assert lent.needed == f"{min(5, least)}+"
    lost = put("reaction", {"command": command}, hold_lost_on_failed_test=True)
    assert chance(lost, "hold", "no") == 1


@clause("d10.morale.panic-no-reaction-shoot", "d10.morale.panic-no-counter-charge", "d10.gap.hold-enables")
def test_who_does_not_react() -> None:
    """The panicked, and who is not on Hold."""
    with pytest.raises(AskError, match=r"panicked: .*d10.morale.panic-no-reaction-shoot"):
        put("reaction", {"panicked": True})
    with pytest.raises(AskError, match=r"hold: .*d10.gap.hold-enables"):
        put("reaction", {"hold": False})


@clause("d10.morale.test", "d10.morale.unit-casualty", "d10.morale.rout-unit", "d10.morale.panic-unit")
@clause("d10.morale.individual-wounds", "d10.morale.rout-individual", "d10.morale.panic-individual")
@clause("d10.gap.panic-again", "d10.morale.lost-combat")
@pytest.mark.parametrize(
    ("given", "options", "result"),
    [
        ({"left": 5, "whole": 10}, {}, "no check"),
        ({"left": 4, "whole": 10}, {}, "routs"),
        ({"left": 4, "whole": 9}, {}, "routs"),
        ({"left": 2, "whole": 4, "kind": "vehicle"}, {}, "no check"),
        ({"left": 1, "whole": 4, "kind": "vehicle"}, {}, "routs"),
        ({"left": 2, "whole": 3, "kind": "individual"}, {}, "no check"),
        ({"left": 1, "whole": 3, "kind": "individual"}, {}, "routs"),
        ({"left": 9, "whole": 10, "cause": "lost-combat"}, {}, "panics"),
        ({"left": 5, "whole": 10, "cause": "lost-combat"}, {}, "panics"),
        ({"left": 5, "whole": 10, "cause": "lost-combat"}, {"exactly_half": "rout"}, "routs"),
        ({"left": 6, "whole": 10, "cause": "lost-combat"}, {"exactly_half": "rout"}, "panics"),
        ({"left": 4, "whole": 10, "cause": "lost-combat"}, {}, "routs"),
        ({"left": 9, "whole": 10, "cause": "lost-combat", "panicked": True}, {}, "stays panicked"),
        ({"left": 9, "whole": 10, "cause": "lost-combat", "panicked": True}, {"second_panic_routs": True}, "routs"),
        ({"left": 9, "whole": 10, "cause": "lost-combat"}, {"second_panic_routs": True}, "panics"),
    ],
)
def test_morale_and_its_results(given: dict[str, Any], options: dict[str, Any], result: str) -> None:
    """CM 5 passes on 5 or more; what a failure does."""
    answer = put("morale", given, **options)
    if result == "no check":
        assert answer.outcomes["result"] == {"no check": "1"} and answer.needed == "no check is due"
        return
    assert answer.outcomes["result"] == {"passes": "3/5", result: "2/5"}
    assert chance(answer, "routed") == (Fraction(2, 5) if result == "routs" else 0)
    before = given.get("panicked", False)
    after = {"routs": Fraction(3, 5) * before, "panics": Fraction(2, 5), "stays panicked": Fraction(1)}[result]
    assert chance(answer, "panicked") == after


@clause("d10.morale.rally", "d10.gap.rally-procedure", "d10.rally.medium", "d10.rally.short")
@pytest.mark.parametrize(
    ("distance", "seen", "stack", "least"),
    [
        (12, True, False, 7),
        (12.1, True, False, 6),
        (24, True, False, 6),
        (24.1, True, False, 5),
        (5, False, False, 5),
        (10, True, True, 8),
        (20, True, True, 6),
    ],
)
def test_rallying(distance: float, seen: bool, stack: bool, least: int) -> None:
    """CM 5 with enemies at 10 inches needs 7; the bands' borders; unseen enemies do nothing."""
    answer = put("rally", {"distance": distance, "seen": seen}, rally_modifiers_stack=stack)
    assert answer.needed == f"{least}+" and chance(answer, "rallies") == p(least) == chance(answer, "panicked", "no")
    with pytest.raises(AskError, match="panicked"):
        put("rally", {"panicked": False})


@clause("d10.shoot.natural-1", "d10.shoot.natural-10")
def test_natural_ones_and_tens_in_tests() -> None:
    """CM 1 rallying with enemies near needs 11: a 10 does it, unless the rule is for shooting alone."""
    given = {"command": 1, "distance": 5}
    assert chance(put("rally", given), "rallies") == TENTH
    assert chance(put("rally", given, natural_rule_everywhere=False), "rallies") == 0


# ---- to hit

NUMBERS: list[tuple[dict[str, Any], dict[str, Any], int, int]] = [
    ({}, {}, 7, 6),
    ({"moved": True}, {}, 7, 7),
    ({"moved": True, "weapon": "garand"}, {}, 7, 7),
    ({"moved": True, "weapon": "garand"}, {"steady_ignores_moving": True}, 7, 6),
    ({"moved": True, "weapon": "garand", "distance": 24}, {"steady_ignores_moving": True}, 7, 6),
    ({"moved": True, "weapon": "garand", "distance": 24.1}, {"steady_ignores_moving": True}, 7, 7),
    ({"shooting": 5, "size": 1}, {}, 7, 6),
    ({"size": 3}, {}, 7, 6),
    ({"size": 5}, {}, 7, 5),
    ({"size": 6}, {}, 7, 4),
    ({"size": 8}, {}, 7, 3),
    ({"cover": "soft"}, {}, 7, 7),
    ({"cover": "hard"}, {}, 7, 8),
    ({"cover": "hard"}, {"cover_hard": -3}, 7, 9),
    ({"cover": "soft"}, {"cover_soft": 0}, 7, 6),
    ({"shooting": 10, "moved": True, "size": 1}, {}, 7, 2),
    ({"shooting": 10}, {}, 7, 2),
    ({"shooting": 1, "moved": True, "size": 1, "cover": "hard"}, {}, 7, 10),
    ({"weapon": "frag", "shooters": 1, "distance": 6, "cover": "hard"}, {}, 1, 6),
    ({"weapon": "sniper-rifle", "shooters": 1, "shooting": 6, "distance": 40, "by": "individual"}, {}, 1, 3),
    ({"weapon": "sniper-rifle", "shooters": 1, "shooting": 6, "moved": True, "by": "individual"}, {}, 1, 5),
    ({"weapon": "mg42", "shooters": 1, "distance": 36}, {}, 4, 6),
    ({"weapon": "mg42", "shooters": 1, "distance": 48}, {}, 3, 6),
    ({"weapon": "mmg", "shooters": 1, "distance": 36, "six_shots": True}, {}, 6, 6),
    ({"weapon": "mmg", "shooters": 1, "distance": 37, "six_shots": True}, {}, 4, 6),
    ({"weapon": "mmg", "shooters": 1, "six_shots": False}, {}, 5, 6),
    ({"weapon": "bazooka", "shooters": 1, "crew": 1}, {}, 1, 7),
    ({"weapon": "bazooka", "shooters": 1, "crew": 2}, {}, 1, 6),
    ({"weapon": "gun-57", "shooters": 1, "by": "gun", "crew": 1}, {}, 1, 7),
    ({"weapon": "gun-57", "shooters": 1, "by": "gun", "crew": 2}, {}, 1, 6),
    ({"weapon": "gun-88", "shooters": 1, "by": "vehicle", "crew": 1, "moved": True}, {}, 1, 7),
    ({"weapon": "medium-mortar", "shooters": 1, "distance": 20}, {}, 1, 6),
    ({"weapon": "medium-mortar", "shooters": 1, "distance": 20, "unseen": True}, {"indirect_out_of_sight": True}, 1, 7),
    ({"weapon": "medium-mortar", "shooters": 1, "distance": 20, "cover": "soft"}, {}, 1, 6),
    (
        {"weapon": "medium-mortar", "shooters": 1, "distance": 20, "cover": "hard", "unseen": True},
        {"indirect_out_of_sight": True},
        1,
        8,
    ),
]


@clause("d10.shoot.table", "d10.hit.moved", "d10.hit.size-1", "d10.hit.size-2-3", "d10.hit.size-4-5")
@clause("d10.hit.size-6-7", "d10.hit.size-8-9", "d10.gap.cover", "d10.gap.tag-steady", "d10.gap.tag-aimed")
@clause("d10.gap.tag-ignore-cover", "d10.gap.tag-indirect", "d10.gap.guns", "d10.gap.weapon-bazooka")
@clause("d10.gap.unit-de-hmg", "d10.shoot.natural-1", "d10.shoot.natural-10", "d10.gap.shots")
@pytest.mark.parametrize(("given", "options", "dice", "least"), NUMBERS)
def test_dice_and_numbers_to_hit(given: dict[str, Any], options: dict[str, Any], dice: int, least: int) -> None:
    """Every modifier of the sheet and of the tags."""
    answer = put("to-hit", given, **options)
    assert (answer.needed, answer.rolls[0].dice) == (f"{least}+", str(dice))
    assert spread(answer, "hits") == scores(dice, least)
    assert all(modifier.clause for modifier in answer.modifiers)


# ---- volleys


@clause("d10.shoot.sequence", "d10.test.damage", "d10.gap.wounds", "d10.shoot.allocate")
def test_a_volley_at_men_in_the_open() -> None:
    """Rifles: 6+ to hit and 6+ to harm; at Long range 7+ to harm."""
    for distance, harm in ((12, 6), (36, 7)):
        answer = put("shoot", {"shooters": 4, "distance": distance, "left": 9, "whole": 9})
        hits = scores(4, 6)
        assert spread(answer, "hits") == hits
        assert spread(answer, "lost") == then(hits, lambda many, harm=harm: fallen(many, 9, harm))  # type: ignore[misc]
        assert answer.outcomes["morale"] == {"no check": "1"}


@clause("d10.shoot.allocate")
def test_more_hits_than_models_fall_on_one_of_them() -> None:
    """The clause's example: four hits on three men in sight: one of them takes two, and no more than three fall."""
    answer = put("shoot", {"shooters": 6, "left": 6, "whole": 6, "exposed": 3})
    assert spread(answer, "lost") == then(scores(6, 6), lambda many: fallen(many, 3, 6))
    four = fallen(4, 3, 6)
    assert four[3] == HALF**2 * (1 - HALF**2) and 4 not in four


@clause("d10.gap.tag-blast", "d10.gap.weapon-flamethrower")
def test_a_blast_multiplies_a_success() -> None:
    """Four hits at strength 5, no more than there are models within three inches, one on a single man."""
    given = {"weapon": "flamethrower", "shooters": 1, "distance": 8, "cover": "hard", "left": 9, "whole": 9}
    for more, hits in (({}, 4), ({"caught": 3}, 3), ({"left": 2}, 2), ({"kind": "individual", "left": 3}, 1)):
        answer = put("shoot", {**given, **more})
        assert spread(answer, "hits") == {0: HALF, hits: HALF}
        assert mean(answer, "lost") == HALF * hits * p(5)


@clause("d10.gap.tag-at", "d10.gap.weapon-panzerfaust", "d10.gap.weapon-gun-75")
def test_two_kinds_of_shell() -> None:
    """High explosive at men: strength 5 Blast 2; armour-piercing at anything from Size 4 on, or by choice."""
    rocket = {"weapon": "panzerfaust", "shooters": 1, "distance": 10}
    usual = put("shoot", rocket)
    assert spread(usual, "hits") == {0: HALF, 2: HALF} and "5+ to harm" in usual.needed
    chosen = put("shoot", {**rocket, "shell": "ap"})
    assert spread(chosen, "hits") == {0: HALF, 1: HALF} and "2+ to harm" in chosen.needed
    gun = {"weapon": "gun-75", "by": "vehicle", "shooters": 1, "vehicle": "de.half-track", "left": 3}
    assert mean(put("shoot-at-vehicle", gun), "lost") == p(5) * p(3) * 2
    roofless = put("shoot-at-vehicle", {**gun, "shell": "he"})  # Blast from above: T 3, strength 6
    assert spread(roofless, "lost") == merged([(1, p(5) * p(3)), (0, 1 - p(5) * p(3))])


@clause("d10.shoot.allocate", "d10.gap.grenades", "d10.gap.tag-one-use")
def test_a_mixed_squad() -> None:
    """Two rifles, an MG 42 and a grenade at three men: 4 of the strength of all of them, so that hits are alike."""
    given = {"shooters": 2, "second_weapon": "mg42", "second": 1, "third_weapon": "frag", "third": 1}
    answer = put("shoot", {**given, "distance": 6, "cover": "soft", "left": 3, "whole": 3, "crew": 4})
    shots = both(scores(6, 7), scores(1, 6))
    hits = merged((one + 2 * two, share) for (one, two), share in shots.items())
    assert spread(answer, "hits") == hits
    assert spread(answer, "lost") == then(hits, lambda many: fallen(many, 3, 6))


@clause("d10.shoot.allocate", "d10.shoot.check-los-range")
def test_stronger_hits_are_given_out_first_and_who_does_not_reach_is_silent() -> None:
    """A tripod gun (strength 5) beside a rifle (4) at one man; a submachine gun beyond its range throws nothing."""
    given = {"weapon": "mmg", "shooters": 1, "second_weapon": "rifle", "second": 1, "crew": 4, "left": 1, "whole": 1}
    answer = put("shoot", {**given, "third_weapon": "smg", "third": 1, "distance": 20})
    safe = (1 - p(6) * p(5)) ** 5 * (1 - p(6) * p(6))
    assert chance(answer, "lost", 1) == 1 - safe
    assert max(spread(answer, "hits")) == 6


@clause("d10.morale.unit-casualty", "d10.morale.rout-unit")
def test_a_volley_ends_with_morale() -> None:
    """Five of ten and one shot: a casualty leaves four, and 4 or less on the die routs them."""
    answer = put("shoot", {"shooters": 1, "left": 5, "whole": 10})
    hurt = p(6) * p(6)
    assert chance(answer, "morale", "routs") == hurt * Fraction(2, 5) == chance(answer, "routed")
    assert chance(answer, "morale", "no check") == 1 - hurt
    led_by = put("shoot", {"shooters": 1, "left": 5, "whole": 10, "leader": 7})
    assert chance(led_by, "routed") == hurt * Fraction(2, 10)
    last = put("shoot", {"shooters": 1, "left": 1, "whole": 10, "panicked": True})
    assert chance(last, "destroyed") == hurt == chance(last, "morale", "destroyed") == chance(last, "panicked", "no")


@clause("d10.morale.individual-wounds")
def test_an_individual_is_counted_by_wounds() -> None:
    """Two shots at an officer with two wounds of three left: one wound leaves him below half."""
    answer = put("shoot", {"shooters": 2, "kind": "individual", "left": 2, "whole": 3, "command": 7})
    wound = p(6) * p(6)
    one, two = 2 * wound * (1 - wound), wound**2
    assert spread(answer, "lost") == merged([(0, 1 - one - two), (1, one), (2, two)])
    assert chance(answer, "destroyed") == two and chance(answer, "routed") == one * Fraction(2, 10)


@clause("d10.test.active-stat")
def test_damage_by_assault() -> None:
    """Where AS does the damage: AS 6 against T 4 needs 4."""
    answer = put("shoot", {"shooters": 1, "assault": 6}, damage_stat="assault")
    assert [roll.needs for roll in answer.rolls] == ["6+", "4+"]


# ---- vehicles


@clause("d10.gap.vehicle-facing", "d10.gap.tag-armoured", "d10.gap.tag-at", "d10.gap.damage-stat")
@clause("d10.gap.unit-de-panther", "d10.gap.unit-de-pz4")
@pytest.mark.parametrize(
    ("vehicle", "weapon", "face", "score", "hurts"),
    [
        ("us.sherman", "gun-57", "front", 4, True),
        ("us.sherman", "gun-57", "side", 3, True),
        ("us.sherman", "gun-57", "rear", 2, True),
        ("de.panther", "gun-75", "front", 7, False),
        ("de.panther", "gun-75", "side", 5, True),
        ("de.panther", "gun-75l", "front", 6, True),
        ("de.panzer-iv", "bazooka", "front", 4, True),
        ("de.panzer-iv", "bazooka", "side", 4, True),
        ("de.panzer-iv", "gun-57", "side", 3, True),
        ("de.panzer-iv", "atr", "front", 6, False),
        ("de.panzer-iv", "atr", "side", 5, True),
        ("de.half-track", "rifle", "front", 7, False),
        ("de.half-track", "rifle", "side", 6, False),
        ("de.half-track", "rifle", "rear", 5, True),
        ("us.jeep", "rifle", "front", 6, True),
        ("us.jeep", "rifle", "side", 5, True),
    ],
)
def test_armour_by_face(vehicle: str, weapon: str, face: str, score: int, hurts: bool) -> None:
    """Side skirts; a Panther's sides; by the switch what is as strong as the armour hurts it only with the AT tag."""
    by = "vehicle" if weapons()[weapon].has("gun") else "squad"
    given = {"vehicle": vehicle, "weapon": weapon, "face": face, "by": by, "left": 2}
    answer = put("shoot-at-vehicle", given, armoured_immunity=True)
    size = {"us.jeep": 0, "de.half-track": 1}.get(vehicle, 2)
    hit = p(6 - size)
    assert mean(answer, "hits") == hit
    assert chance(answer, "lost", 0) == 1 - hit * (p(score) if hurts else 0)
    assert ("does not hurt armour" in answer.needed) != hurts
    printed = put("shoot-at-vehicle", given)
    assert chance(printed, "lost", 0) == 1 - hit * p(score)
    assert "does not hurt armour" not in printed.needed


@clause("d10.gap.tag-at", "d10.gap.vehicle-damage", "d10.morale.rout-individual", "d10.morale.individual-wounds")
def test_a_tank_is_worn_down() -> None:
    """A Panzerfaust takes three wounds of four: below half, so that its crew check at CM 5."""
    given = {"weapon": "panzerfaust", "shooters": 1, "distance": 10, "vehicle": "us.sherman", "left": 4}
    answer = put("shoot-at-vehicle", given)
    hurt = p(4) * p(3)
    assert spread(answer, "lost") == {0: 1 - hurt, 3: hurt}
    assert chance(answer, "routed") == hurt * Fraction(2, 5)
    assert chance(put("shoot-at-vehicle", {**given, "left": 3}), "destroyed") == hurt
    assert chance(put("shoot-at-vehicle", {**given, "shooters": 2}), "destroyed") == hurt**2


@clause("d10.test.damage", "d10.test.table", "d10.gap.damage-stat")
@pytest.mark.parametrize(
    ("given", "least", "each"),
    [
        ({"strength": 4, "toughness": 4}, 6, 1),
        ({"strength": 5, "toughness": 4}, 5, 1),
        ({"strength": 8, "toughness": 3}, 2, 1),
        ({"strength": 9, "at": 2, "toughness": 7, "size": 6}, 4, 2),
        ({"strength": 9, "at": 2, "toughness": 7, "size": 3}, 4, 1),
        ({"strength": 4, "vehicle": "us.half-track", "blast": True}, 5, 1),
        ({"strength": 4, "vehicle": "us.sherman", "close": True, "exempt": True}, 7, 1),
        ({"strength": 9, "at": 2, "vehicle": "de.panzer-iv", "face": "side", "shaped": True}, 4, 2),
        ({"strength": 9, "at": 2, "vehicle": "de.panzer-iv", "face": "side"}, 3, 2),
    ],
)
def test_damage_rolls(given: dict[str, Any], least: int, each: int) -> None:
    """The clauses' numbers."""
    answer = put("damage", {"hits": 3, **given})
    assert answer.needed == f"{least}+"
    assert spread(answer, "passed") == scores(3, least)
    assert spread(answer, "wounds") == merged((each * many, share) for many, share in scores(3, least).items())


@clause("d10.gap.vehicle-damage", "d10.morale.unit-casualty")
def test_bailing_out() -> None:
    """A hit of strength 4 on each; no check without a casualty, whatever there was before."""
    answer = put("bail-out", {"left": 3, "whole": 6})
    lost = scores(3, 6)
    assert spread(answer, "lost") == lost
    assert chance(answer, "routed") == (lost[1] + lost[2]) * Fraction(2, 5)
    assert chance(put("bail-out", {"left": 1, "whole": 6}), "morale", "no check") == HALF
    alone = put("bail-out", {"kind": "individual", "left": 3, "whole": 3})
    assert spread(alone, "lost") == {0: HALF, 1: HALF}


# ---- close combat


@clause("d10.cc.table", "d10.cc.charged", "d10.cc.panicked", "d10.cc.opponent-panicked", "d10.cc.counter-charged")
@clause("d10.cc.defending-cover", "d10.gap.combat-fight")
@pytest.mark.parametrize(
    ("given", "ours", "theirs"),
    [
        ({"stance": "none"}, 6, 6),
        ({}, 5, 6),
        ({"enemy_stance": "counter-charged"}, 5, 5),
        ({"enemy_stance": "defends-cover"}, 5, 5),
        ({"stance": "none", "enemy_panicked": True}, 4, 8),
        ({"stance": "none", "assault": 10, "enemy_assault": 1, "panicked": True}, 4, 8),
        ({"assault": 1, "enemy_assault": 8}, 9, 2),
        ({"stance": "none", "assault": 4, "enemy_assault": 6}, 8, 4),
    ],
)
def test_what_blows_need(given: dict[str, Any], ours: int, theirs: int) -> None:
    """The clauses' examples: the cell first, then the modifiers on the die."""
    answer = put("close-combat", {"strikers": 2, "enemy_strikers": 2, **given})
    assert [(roll.side, roll.needs) for roll in answer.rolls[:2]] == [(0, f"{ours}+"), (1, f"{theirs}+")]
    assert "7+ to harm" in answer.needed
    assert spread(answer, "lost") == then(scores(2, ours), lambda many: scores(many, 7))
    assert spread(answer, "own_lost") == then(scores(2, theirs), lambda many: scores(many, 7))


@clause("d10.cc.results", "d10.gap.combat-result", "d10.morale.lost-combat", "d10.morale.unit-not-in-cc")
def test_who_lost_the_round_checks() -> None:
    """Three against two; the side that lost more wounds checks, and in close combat nobody else does."""
    given = {"strikers": 3, "enemy_strikers": 2, "left": 4, "whole": 9, "enemy_left": 9}
    answer = put("close-combat", given)
    given_blows = then(scores(3, 5), lambda many: fallen(many, 2, 7))
    taken = then(scores(2, 6), lambda many: scores(many, 7))
    rounds = both(given_blows, taken)
    won = sum(share for (one, other), share in rounds.items() if one > other)
    lost = sum(share for (one, other), share in rounds.items() if other > one)
    assert (chance(answer, "round", "won"), chance(answer, "round", "lost")) == (won, lost)
    assert chance(answer, "panicked") == won * Fraction(2, 5) and chance(answer, "routed") == 0
    assert chance(answer, "own_routed") == lost * Fraction(2, 5) and chance(answer, "own_panicked") == 0


@clause("d10.gap.combat-fight", "d10.range.cc", "d10.morale.individual-wounds")
def test_an_officer_strikes_twice_and_may_check_twice() -> None:
    """Two dice; wounded below half he checks for that and for the lost round."""
    given = {
        "kind": "individual",
        "strikers": 1,
        "left": 2,
        "whole": 3,
        "weapon": "smg",
        "assault": 5,
        "stance": "none",
    }
    answer = put("close-combat", {**given, "enemy_strikers": 1, "enemy_assault": 5})
    assert spread(answer, "lost") == then(scores(2, 6), lambda many: fallen(many, 1, 6))
    wounded = p(6) * p(7)
    safe = then(scores(2, 6), lambda many: fallen(many, 1, 6))[0]
    # drawn one to one he checks once for his wounds, with a lost round twice
    routs = wounded * ((1 - safe) * Fraction(2, 5) + safe * (1 - Fraction(3, 5) ** 2))
    assert chance(answer, "own_routed") == routs


@clause("d10.gap.vehicle-assault", "d10.gap.weapon-satchel", "d10.gap.vehicle-facing")
def test_charges_and_grenades_at_a_tank() -> None:
    """AS 4 against 2: 4+, with the charge 3+; a charge has strength 8 against T 5, a grenade 4; three models at most."""
    given = {"strikers": 5, "charges": 1, "left": 9, "whole": 9}
    answer = put("assault-on-vehicle", given)
    charge, grenade = p(3) * p(3), p(3) * p(7)
    assert mean(put("assault-on-vehicle", {**given, "wounds": 4, "charges": 0}), "lost") == 3 * grenade
    assert mean(answer, "lost") == 2 * charge + 2 * grenade
    crew = {"kind": "gun", "left": 3, "whole": 3, "strikers": 3, "grenades": False}
    none = put("assault-on-vehicle", crew)
    assert {roll.side for roll in none.rolls} == {0, 1} and none.outcomes["lost"] == {"0": "1"}
    assert [roll.step for roll in none.rolls if not roll.side] == ["Morale (lost a close combat)"]
    assert spread(none, "own_lost") == then(scores(2, 8), lambda many: scores(many, 6))


@clause("d10.gap.vehicle-assault")
def test_a_vehicle_that_lost_no_wounds_does_not_check() -> None:
    """And people on foot do, unhurt or not; an unarmoured one is struck with anything."""
    answer = put("assault-on-vehicle", {"strikers": 1, "left": 3, "whole": 3, "grenades": False})
    hurt = 1 - then(scores(2, 8), lambda many: fallen(many, 1, 6))[0]
    assert chance(answer, "own_panicked") == hurt * Fraction(2, 5)
    assert answer.outcomes["morale"] == {"no check": "1"}
    jeep = put("assault-on-vehicle", {"strikers": 1, "vehicle": "us.jeep", "wounds": 2, "weapon": "smg"})
    assert mean(jeep, "lost") == p(3) * p(4)


@clause("d10.gap.break-off", "d10.cc.opponent-panicked")
def test_free_blows() -> None:
    """One die each with +1, and no check of a squad afterwards; against the panicked two more."""
    answer = put("free-blows", {"strikers": 3, "enemy_left": 9})
    assert [roll.needs for roll in answer.rolls] == ["5+", "7+"] and answer.outcomes["morale"] == {"no check": "1"}
    assert spread(answer, "lost") == then(scores(3, 5), lambda many: scores(many, 7))
    assert put("free-blows", {"enemy_panicked": True}).needed.startswith("3+")
    tank = put("free-blows", {"by_vehicle": True, "assault": 2, "enemy_left": 1})
    assert chance(tank, "destroyed") == p(7) * p(6)


# ---- nonsense


@pytest.mark.parametrize(
    ("question", "given", "says"),
    [
        ("shoot", {"left": 10, "whole": 9}, "left: 10 are left of 9"),
        ("shoot", {"weapon": "satchel", "shooters": 1}, "weapon: a demolition charge is not shot with"),
        ("shoot", {"distance": 36.1}, r'distance: a rifle shoots up to 36", not at 36.1"'),
        (
            "shoot",
            {"weapon": "medium-mortar", "shooters": 1, "distance": 12},
            'distance: a medium mortar shoots from more than 12" to 48", not at 12"',
        ),
        ("shoot", {"weapon": "mmg", "shooters": 1, "moved": True}, r"moved: .*d10.gap.tag-fixed"),
        ("shoot", {"weapon": "mmg", "shooters": 1, "crew": 1}, "crew: a tripod machine gun takes a crew of 2"),
        ("shoot", {"unseen": True}, r"unseen: .*d10.shoot.check-los-range"),
        (
            "shoot",
            {"weapon": "medium-mortar", "shooters": 1, "distance": 20, "unseen": True},
            r"unseen: .*check-los-range",
        ),
        ("shoot", {"weapon": "gun-57", "shooters": 1}, r"by: .*d10.gap.guns"),
        ("shoot", {"shooters": 11}, "shooters: 11 are to shoot, and 10 models are left"),
        ("shoot", {"shooters": 2, "by": "individual"}, "shooters: an individual fires one"),
        ("shoot", {"weapon": "frag", "shooters": 2, "distance": 5}, r"shooters: .*d10.gap.grenades"),
        ("shoot", {"kind": "vehicle"}, "kind: it is a vehicle: ask about shoot-at-vehicle"),
        ("shoot", {"exposed": 10}, "exposed: 9 models are left"),
        ("shoot", {"caught": 10}, "caught: 9 models are left"),
        ("shoot", {"shooting": 11}, "shooting"),
        ("shoot-at-vehicle", {"vehicle": "none"}, "vehicle: it is no vehicle"),
        ("shoot-at-vehicle", {"left": 5}, "left: 5 are left of 4"),
        ("bail-out", {"kind": "gun"}, r"kind: nobody carries a gun"),
        ("close-combat", {"enemy_stance": "charged"}, r"enemy_stance: .*d10.cc.counter-charged"),
        ("close-combat", {"stance": "counter-charged"}, r"stance: .*d10.gap.counter-charge"),
        ("close-combat", {"stance": "none", "enemy_stance": "defends-cover"}, r"enemy_stance: .*defending-cover"),
        ("close-combat", {"panicked": True}, r"stance: .*d10.morale.panic-no-assault"),
        ("close-combat", {"strikers": 10}, "strikers: 10 are to strike, and 9 models are left"),
        ("close-combat", {"kind": "individual", "strikers": 2, "left": 3}, "strikers: an individual is a single"),
        ("close-combat", {"weapon": "bazooka"}, r"weapon: .*d10.range.cc"),
        ("close-combat", {"weapon": "frag"}, r"weapon: .*d10.gap.grenades"),
        ("close-combat", {"enemy_left": 10}, "enemy_left: 10 are left of 9"),
        ("assault-on-vehicle", {"strikers": 2, "charges": 3}, r"charges: .*d10.gap.vehicle-assault"),
        ("assault-on-vehicle", {"vehicle": "us.jeep", "wounds": 2, "charges": 1}, r"charges: .*vehicle-assault"),
        ("assault-on-vehicle", {"grenades": False}, r"grenades: .*d10.gap.grenades"),
        ("assault-on-vehicle", {"wounds": 5}, "wounds: 5 are left of 4"),
        ("morale", {"left": 11}, "left: 11 are left of 10"),
    ],
)
def test_nonsense_is_refused_by_field(question: str, given: dict[str, Any], says: str) -> None:
    """What is wrong, and why."""
    with pytest.raises(AskError, match=f"^{question}: {says}"):
        put(question, given)


@clause("d10.cc.defending-cover")
def test_cover_counts_on_where_the_table_plays_so() -> None:
    """After the first round too."""
    given = {"stance": "none", "enemy_stance": "defends-cover"}
    answer = put("close-combat", given, cc_cover_first_round_only=False)
    assert next(roll.needs for roll in answer.rolls if roll.side) == "5+"


@clause("d10.gap.break-off", "d10.morale.individual-wounds")
def test_an_officer_who_breaks_off_wounded_checks() -> None:
    """As in the game: one wound of three left, by a single free blow."""
    given = {"strikers": 1, "enemy_kind": "individual", "enemy_left": 2, "enemy_whole": 3}
    answer = put("free-blows", given)
    assert chance(answer, "routed") == p(5) * p(7) * Fraction(2, 5)


# ---- the umpire's list


def test_every_unit_of_the_catalogue_fits_the_facts() -> None:
    """A preset for each, with facts that there are and values that they take."""
    found = presets()
    assert len(found) == len(troops()) and len({one.name for one in found}) == len(found)
    facts = {fact.name: fact for fact in FACTS}
    for preset in found:
        for name, value in preset.facts.items():
            fact = facts[name]
            if fact.choices is not None:
                assert value in fact.choices
            elif fact.least is not None and fact.most is not None:
                assert fact.least <= value <= fact.most
    by_name = {one.name: one.facts for one in found}
    squad = by_name["German Panzergrenadier Squad"]
    assert (squad["weapon"], squad["bearers"], squad["second_weapon"], squad["panzerfausts"]) == ("rifle", 5, "mg42", 1)
    assert by_name["German Panther"]["vehicle"] == "de.panther" and by_name["German Panther"]["whole"] == 5
    assert by_name["German MG 42 Tripod Team"]["six_shots"] and by_name["US Sniper"]["size"] == 1


def test_roles_and_results_name_facts_that_there_are() -> None:
    """What fills a field and what a result changes is on the list; every outcome that leaves something is found."""
    facts = {fact.name: fact for fact in FACTS}
    for view in listed("d10").questions:
        assert view.clauses and view.group
        for field in view.fields:
            assert not field.fact or field.fact in facts, field.name
            assert bool(field.fact) == bool(field.role)
        outcomes = put(view.name).outcomes
        for left in view.leaves:
            assert left.fact in facts and left.outcome in outcomes, (view.name, left)


def test_a_squad_of_the_list_can_be_put_into_every_question_of_its_kind() -> None:
    """Squads and guns shoot, individuals and vehicles do, with what their presets fill in."""
    fields = {view.name: view.fields for view in listed("d10").questions}["shoot"]
    for preset in presets():
        every = {fact.name: fact.default for fact in FACTS} | preset.facts
        given = {field.name: every[field.fact] for field in fields if field.role == "shooter" and field.fact}
        answer = put("shoot", {**given, "distance": 18 if given["weapon"] != "smg" else 10})
        assert mean(answer, "hits") > 0, preset.name

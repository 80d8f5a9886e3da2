"""Questions against a second reckoning: grenades, guns, flame, vehicles."""

from fractions import Fraction
from typing import Any

import pytest

from sandtable.odds.umpire import PutThrows, led
from tests.clause import clause

from .reckon import chance, mean, merged, p, put, read, refused, scores, spread, steps, then

HALF, SIXTH = Fraction(1, 2), Fraction(1, 6)


# ---- grenades and guns


@clause("sk.gren.to-hit", "sk.gren.range-grenade", "sk.gren.range-rifle-grenade", "sk.gren.range-mortar")
@clause("sk.gren.drop", "sk.gren.ranged-in", "sk.gren.firer-moving", "sk.gren.target-moving-cover")
@clause("sk.gren.target-suppressed", "sk.gren.under-fire", "sk.gren.at-as-rifle-grenade")
@pytest.mark.parametrize(
    ("given", "least"),
    [
        ({"distance": 3}, 12),
        ({"distance": 12}, 12),
        ({"distance": 12.1}, 17),
        ({"distance": 18}, 17),
        ({"distance": 3, "into": True}, 8),  # the clause's example
        ({"distance": 4.1, "into": True}, 12),
        ({"distance": 12, "firer_moved": True}, 14),
        ({"distance": 12, "cover": True, "target_moved": True}, 14),
        ({"distance": 12, "suppression": 1}, 14),
        ({"distance": 12, "under_fire": True}, 16),
        ({"distance": 12, "under_fire": True, "suppression": 1, "cover": True}, 20),
        ({"weapon": "rifle-grenade", "distance": 6}, 8),
        ({"weapon": "rifle-grenade", "distance": 40}, 17),
        ({"weapon": "light-mortar", "distance": 25, "ranged": True}, 9),
        ({"weapon": "rifle-grenade", "distance": 25, "ranged": True}, 12),
        ({"weapon": "medium-mortar", "distance": 40}, 8),
        ({"weapon": "medium-mortar", "distance": 120}, 12),
        ({"weapon": "panzerfaust", "distance": 25}, 12),
        ({"weapon": "piat", "distance": 6}, 8),
    ],
)
def test_throwing(given: dict[str, Any], least: int) -> None:
    """Ranges at their borders, and every modifier."""
    answer = put("throw", {"men": 1, **given})
    assert answer.needed.startswith(f"{least}+ ") and chance(answer, "hit") == p(least)


@clause("sk.gren.targets", "sk.gren.to-hit", "sk.at.no-infantry")
def test_throws_that_cannot_be() -> None:
    """Too far, too near, at men in the open; more than 20; and anti-tank rifles at men."""
    assert refused("throw", r"distance: .*sk.gren.range-grenade", distance=18.1)
    assert refused("throw", r"distance: .*sk.gren.range-mortar", weapon="medium-mortar", distance=23)
    assert refused("throw", r"distance: .*sk.gren.to-hit", distance=18, under_fire=True)
    assert refused("throw", r"strong: .*sk.gren.targets", strong=False)
    assert put("throw", {"strong": False}, grenades_any_target=True).needed.startswith("12+")
    assert put("throw", {"strong": False, "weapon": "rifle-grenade"}).needed.startswith("8+")
    assert refused("throw", r"weapon: .*sk.at.range-at-rifle", weapon="at-rifle")
    assert refused("throw", "caught: 5 are caught of 4", caught=5)


def bomb(total: int) -> str:
    """The effect of grenades and mortars."""
    return ("nothing", "nothing", "s", "s", "w", "d", "k", "k", "k")[max(0, total)]


def shell(total: int) -> str:
    """The effect of artillery."""
    return ("nothing", "s", "s", "w", "w", "d", "k")[max(0, min(6, total))]


@clause("sk.gren.effect", "sk.gren.effect-unaware", "sk.gren.effect-cover", "sk.arty.effect", "sk.arty.die")
@clause("sk.arty.unaware", "sk.arty.cover", "sk.arty.suppressed", "sk.gap.misses", "sk.gap.he")
@pytest.mark.parametrize(
    ("given", "sides", "plus"),
    [
        ({}, 6, 0),
        ({"cover": True}, 6, -1),
        ({"unaware": True}, 6, 1),
        ({"enclosed": True, "unaware": True, "cover": True}, 6, 1),
        ({"scattered": True}, 6, -1),
        ({"suppression": 1}, 6, 0),
        ({"what": "small"}, 6, 0),
        ({"what": "medium", "cover": True}, 8, -1),  # the clause's example
        ({"what": "medium", "cover": True, "suppression": 1}, 8, -2),
        ({"what": "large", "unaware": True}, 10, 1),
    ],
)
def test_blasts(given: dict[str, Any], sides: int, plus: int) -> None:
    """One man: what the die of a bomb or a shell does to him."""
    answer = put("blast", {**given, "men": 1, "rating": 3})
    table = bomb if given.get("what", "bomb") == "bomb" else shell
    one = read(sides, lambda face: table(face + plus))
    assert chance(answer, "killed", 1) == one.get("k", 0)
    assert chance(answer, "lost", 1) == one.get("k", 0) + one.get("d", 0)
    assert chance(answer, "wounded", 1) == one.get("w", 0)
    assert sum(modifier.value for modifier in answer.modifiers) == plus


@clause("sk.gren.area", "sk.gren.effect")
def test_a_bomb_among_several() -> None:
    """Everybody who is caught dices for himself; others are not touched."""
    answer = put("blast", {"caught": 3, "men": 5})
    assert spread(answer, "lost") == scores(3, 5, 6)
    assert spread(answer, "killed") == scores(3, 6, 6)


@clause("sk.gun.to-hit", "sk.gun.range-50", "sk.gun.range-51", "sk.gun.range-auto", "sk.gap.he")
@pytest.mark.parametrize(
    ("weapon", "distance", "least", "sides"),
    [
        ("gun-37", 18, 8, 6),
        ("gun-37", 18.1, 12, 6),
        ("gun-37", 41, 16, 6),
        ("gun-75", 24, 8, 8),
        ("gun-75", 60, 12, 8),
        ("gun-88", 61, 16, 8),
        ("autocannon", 10, 8, 6),
        ("autocannon", 25, 16, 6),
    ],
)
def test_high_explosive(weapon: str, distance: float, least: int, sides: int) -> None:
    """To hit by range, and the die of the calibre."""
    answer = put("gun-at-team", {"weapon": weapon, "distance": distance, "men": 1})
    assert chance(answer, "hit") == p(least)
    assert chance(answer, "killed", 1) == p(least) * p(6, sides)
    assert refused("gun-at-team", r"distance: .*sk.gun.range-51", weapon="gun-75", distance=5.9)


@clause("sk.gap.off-table-fire", "sk.gap.aware")
def test_a_round_from_off_the_table() -> None:
    """16, or 13 on the same point; men are unaware of the first."""
    first, second = put("off-table", {"men": 1}), put("off-table", {"men": 1, "zeroed": True})
    assert chance(first, "killed", 1) == p(16) * p(5, 10) and chance(second, "killed", 1) == p(13) * p(6, 10)


@clause("sk.gap.misses")
def test_a_miss_scatters_where_that_is_played() -> None:
    """D6 inches by the clock."""
    answer = put("throw", {"men": 1}, scatter_on_miss=True)
    assert chance(answer, "drifts", 3) == (1 - p(12)) * SIXTH
    assert chance(answer, "o_clock", 12) == (1 - p(12)) * Fraction(1, 12)
    assert "drifts" not in put("throw", {"men": 1}).outcomes


@clause("sk.gren.smoke", "sk.gren.smoke-harmless", "sk.gren.wp")
def test_smoke() -> None:
    """It hits or drifts, and harms nobody unless it is phosphorus."""
    answer = put("smoke", {"distance": 30, "men": 1})
    assert chance(answer, "hit") == p(17) == chance(answer, "drifts", 0)
    assert chance(answer, "drifts", 6) == (1 - p(17)) * SIXTH and mean(answer, "lost") == 0
    burns = put("smoke", {"distance": 30, "men": 1, "phosphorus": True})
    assert mean(burns, "lost") == p(17) * p(5, 6)
    assert refused("smoke", "weapon: it fires no smoke", weapon="grenade")


@clause("sk.flame.range", "sk.flame.all-members", "sk.flame.effect", "sk.flame.no-cover")
@pytest.mark.parametrize(("distance", "least"), [(2, 4), (12, 4), (12.1, 14), (18, 14), (24, 19)])
def test_flame_at_a_team(distance: float, least: int) -> None:
    """Everybody by himself: two thirds of those who are hit are out of the fight."""
    answer = put("flame", {"distance": distance, "men": 3})
    out = p(least) * Fraction(4, 6)
    assert chance(answer, "lost", 3) == out**3 and chance(answer, "lost", 0) == (1 - out) ** 3
    assert refused("flame", r"distance: .*sk.flame.range", distance=24.1)


# ---- vehicles

WRECKED = ("it explodes", "its ammunition is on fire", "its petrol explodes, if it has any")


@clause("sk.dmg.roll", "sk.dmg.plus-6", "sk.dmg.plus-4-gun", "sk.dmg.plus-4-flank", "sk.dmg.schurzen", "sk.dmg.minus-8")
@clause("sk.dmg.minus-4-hull-down", "sk.dmg.minus-4-heavy", "sk.dmg.minus-4-poor-gun", "sk.dmg.minus-2-medium")
@clause("sk.at.as-57", "sk.at.as-75")
@pytest.mark.parametrize(
    ("weapon", "vehicle", "given", "plus"),
    [
        ("panzerfaust", "gb.sherman", {"flank": True}, 6),  # the clause's example
        ("gun-75", "gb.sherman", {}, 2),
        ("gun-75-poor", "de.panzer-iv", {}, -2),
        ("gun-75", "de.panther", {}, -8),
        ("gun-75", "de.panther", {"flank": True}, 4),
        ("gun-75", "de.tiger-ii", {"flank": True}, -4),
        ("gun-17pdr", "de.tiger", {"hull_down": True}, -6),
        ("gun-88", "gb.sherman", {}, 8),
        ("piat", "de.panzer-iv", {"flank": True}, 2),  # skirts
        ("gun-57", "de.panzer-iv", {"flank": True}, 6),
        ("at-rifle", "de.hanomag", {"flank": True}, 4),
        ("gun-88", "de.lorry", {"flank": True}, 4),
        ("rifle", "de.lorry", {"hull_down": True}, -4),
    ],
)
def test_damage_modifiers(weapon: str, vehicle: str, given: dict[str, Any], plus: int) -> None:
    """Every modifier, and the chance of the last row."""
    answer = put("damage", {"weapon": weapon, "vehicle": vehicle, "crew": 1, "weapons": 1, **given})
    assert sum(modifier.value for modifier in answer.modifiers) == plus
    soft = vehicle == "de.lorry"
    last = "its fuel tank explodes" if soft else "it explodes"
    assert chance(answer, "damage", last) == p((19 if soft else 20) - plus)


@clause("sk.dmg.afv-7", "sk.dmg.afv-8", "sk.dmg.afv-9", "sk.dmg.afv-10", "sk.dmg.afv-13", "sk.dmg.afv-14")
@clause("sk.dmg.afv-15", "sk.dmg.afv-16", "sk.dmg.afv-17", "sk.dmg.afv-18", "sk.dmg.afv-20", "sk.dmg.afv-1-6")
@pytest.mark.parametrize(
    ("face", "more", "expected"),
    [
        (6, [], {"damage": "the shot bounces off", "morale": "no test"}),
        (7, [], {"damage": "the crew is stunned", "morale": "cannot fail"}),
        (8, [], {"damage": "its optics are hit", "lost": "0"}),
        (9, [[2]], {"weapons_lost": "1"}),
        (12, [], {"immobile": "yes"}),
        (13, [[3], [6]], {"lost": "1"}),
        (14, [[1], [6], [4], [5], [5], [2]], {"lost": "3", "wounded": "1", "markers": "0", "morale": "stands"}),
        (15, [], {"damage": "the shell fails to explode", "morale": "no test"}),
        (16, [], {"lost": "1", "destroyed": "no"}),
        (17, [], {"lost": "5", "destroyed": "yes"}),
        (19, [[4]], {"explodes_in": "4", "lost": "0", "destroyed": "yes"}),
        (20, [], {"lost": "5", "destroyed": "yes", "explodes_in": "0"}),
    ],
)
def test_rows_of_the_afv_column(face: int, more: list[list[int]], expected: dict[str, str]) -> None:
    """A light AFV hit by a 50 mm gun: nothing changes the die."""
    given = {"weapon": "gun-37", "vehicle": "gb.humber", "crew": 5, "weapons": 2}
    found = steps("damage", [[face], *more], given)
    assert {name: found[name] for name in expected} == expected


@clause("sk.dmg.soft-7", "sk.dmg.soft-8", "sk.dmg.soft-9", "sk.dmg.soft-10", "sk.dmg.soft-11", "sk.dmg.soft-14")
@clause("sk.dmg.soft-16", "sk.dmg.soft-17", "sk.dmg.soft-19", "sk.dmg.soft-1-6")
@pytest.mark.parametrize(
    ("face", "more", "expected"),
    [
        (1, [], {"damage": "straight through"}),
        (7, [[2], [6]], {"passengers_lost": "1", "morale": "stands"}),
        (8, [[1], [1], [1], [2]], {"markers": "1", "passengers_suppressed": "yes"}),
        (10, [[6], [6], [6]], {"lost": "1", "passengers_lost": "2", "destroyed": "yes"}),
        (13, [], {"immobile": "yes", "damage": "its wheels lose traction"}),
        (15, [], {"immobile": "yes", "damage": "it loses a wheel or a track"}),
        (16, [[5], [6]], {"lost": "1", "passengers_lost": "1", "immobile": "yes", "destroyed": "yes"}),
        (18, [], {"damage": "it is on fire", "lost": "0", "destroyed": "yes"}),
        (19, [], {"lost": "1", "passengers_lost": "2", "destroyed": "yes"}),
    ],
)
def test_rows_of_the_soft_column(face: int, more: list[list[int]], expected: dict[str, str]) -> None:
    """A lorry with its driver and two passengers."""
    given = {"weapon": "rifle", "vehicle": "de.lorry", "crew": 1, "passengers": 2, "weapons": 0}
    view = led("skirmish41", "damage", PutThrows(given=given, throws=[[face], *more]))
    if view.next is not None and view.found is None:  # a crew of one has its test to take
        view = led("skirmish41", "damage", PutThrows(given=given, throws=[[face], *more, [1]]))
    assert view.found is not None and {name: view.found[name] for name in expected} == expected


@clause("sk.dmg.soft-11", "sk.dmg.soft-19")
def test_the_soft_column_may_be_read_otherwise() -> None:
    """Rows 13 and 19."""
    given = {"weapon": "rifle", "vehicle": "de.lorry", "crew": 1, "weapons": 0}
    assert chance(put("damage", given, soft_fuel_from=20), "damage", "its fuel tank explodes") == p(20)
    traction = put("damage", given, soft_traction_rows="11-12")
    assert chance(traction, "damage", "its wheels lose traction") == Fraction(2, 20)


@clause("sk.at.to-hit", "sk.at.moving-target", "sk.at.range-panzerfaust", "sk.at.range-bazooka", "sk.at.range-at-rifle")
@clause("sk.at.range-molotov", "sk.at.range-at-grenade", "sk.at.range-flamethrower", "sk.flame.at")
@pytest.mark.parametrize(
    ("given", "least"),
    [
        ({"distance": 8}, 8),
        ({"distance": 10, "moved": 18}, 16),  # the clause's example
        ({"distance": 10, "moved": 8}, 12),
        ({"distance": 10, "moved": 18, "straight": True}, 12),
        ({"distance": 20}, 16),
        ({"weapon": "bazooka", "distance": 12}, 8),
        ({"weapon": "at-rifle", "distance": 40}, 16),
        ({"weapon": "molotov", "distance": 3}, 8),
        ({"weapon": "molotov", "distance": 3.1}, 16),
        ({"weapon": "at-grenade", "distance": 1}, 16),
        ({"weapon": "flamethrower", "distance": 8.1}, 12),
    ],
)
def test_hand_held_shots(given: dict[str, Any], least: int) -> None:
    """Ranges at their borders, and vehicles that drive fast."""
    answer = put("at-shot", {"crew": 1, **given})
    assert chance(answer, "hit") == p(least) and answer.needed.startswith(f"{least}+")


@clause("sk.at.fire-roll", "sk.at.fire-table")
def test_fire_on_an_afv() -> None:
    """A Molotov never blows it up; a flamethrower does from 5 on. A lorry is struck on the chart."""
    assert spread(put("fire-on-afv"), "fire") == {"nothing": Fraction(4, 6), "abandoned": Fraction(2, 6)}
    flame = put("fire-on-afv", {"weapon": "flamethrower"})
    assert spread(flame, "fire") == {"nothing": SIXTH, "abandoned": HALF, "explodes": Fraction(2, 6)}
    shot = put("at-shot", {"weapon": "flamethrower", "distance": 8, "crew": 4})
    assert chance(shot, "lost", 4) == p(8) * Fraction(2, 6) and chance(shot, "destroyed") == p(8) * p(2, 6)
    assert refused("fire-on-afv", r"vehicle: .*sk.at.fire-roll", vehicle="de.lorry")
    lorry = put("at-shot", {"weapon": "molotov", "distance": 3, "vehicle": "de.lorry", "crew": 1})
    assert chance(lorry, "damage", "it is on fire") == p(8) * Fraction(2, 20)


@clause("sk.at.rifle-afv-only", "sk.at.range-panzerfaust", "sk.veh.small-arms", "sk.gun.range-51")
def test_shots_at_vehicles_that_cannot_be() -> None:
    """Out of range, anti-tank rifles at lorries, rifles at tanks, guns in the wrong question."""
    assert refused("at-shot", r"distance: .*sk.at.range-panzerfaust", distance=3)
    assert refused("at-shot", r"vehicle: .*sk.at.rifle-afv-only", weapon="at-rifle", vehicle="de.lorry")
    assert refused("at-shot", r"moved: .*sk.at.moving-target|weapon", weapon="gun-75")
    assert refused("gun-at-vehicle", r"distance: .*sk.gun.range-51", distance=5)
    assert refused("gun-at-vehicle", "vehicle: it is no vehicle", vehicle="none")
    assert refused("shoot-soft-vehicle", r"vehicle: .*sk.veh.small-arms", vehicle="gb.sherman")
    assert refused("damage", r"weapon: .*sk.veh.small-arms", weapon="rifle")
    assert refused("damage", r"weapon: .*fire-on-afv", weapon="molotov")
    assert refused("damage", "wounded: 6 are wounded of 5", wounded=6)


@clause("sk.gun.to-hit", "sk.dmg.minus-2-medium")
def test_a_gun_at_a_tank() -> None:
    """To hit by range, then the chart: with +2, 15 and more on the die wrecks a Sherman but for its crew's nerve."""
    answer = put("gun-at-vehicle", {"crew": 4})
    assert chance(answer, "hit") == p(12)
    assert sum(chance(answer, "damage", row) for row in WRECKED) == p(12) * p(15)


@clause("sk.veh.small-arms")
def test_small_arms_at_a_lorry() -> None:
    """Every machine-gun hit dices, and every three others."""
    rifles = put("shoot-soft-vehicle", {"shooters": 4, "distance": 12})
    hits = scores(4, 8)
    assert chance(rifles, "struck") == hits[3] + hits[4]
    gun = {"weapon": "lmg", "shooters": 1, "second_weapon": "rifle", "second": 3, "distance": 12}
    both = then(scores(3, 8), lambda mg: merged((mg + many // 3, share) for many, share in scores(3, 8).items()))
    answer = put("shoot-soft-vehicle", gun)
    assert chance(answer, "struck", "no") == both[0]
    holes = sum(share * (1 - p(7)) ** many for many, share in both.items())
    assert chance(answer, "destroyed", "no") >= holes  # while nothing but holes is shot into it, it is not lost


@clause("sk.veh.stuck", "sk.veh.unstuck")
def test_getting_stuck_and_coming_free() -> None:
    """Wheels on a 5, half-tracks on a 6, at each obstacle; tracks never."""
    assert chance(put("stuck", {"obstacles": 2}), "stuck") == 1 - Fraction(4, 6) ** 2
    assert chance(put("stuck", {"drive": "half-tracked"}), "stuck") == SIXTH
    assert chance(put("stuck", {"drive": "tracked"}), "stuck") == 0
    assert chance(put("free"), "free") == Fraction(2, 6)
    assert refused("free", r"stuck: .*sk.veh.unstuck", stuck=False)

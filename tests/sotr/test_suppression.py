"""Suppressing Fire: who may lay it down on what, what it takes off Cool, and what it does."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.basics.cover import most_have, unit_cover
from sandtable.rulesets.sotr.fire import suppression
from sandtable.rulesets.sotr.fire.suppression import (
    checked_cover,
    fire_modifiers,
    suppressing_fire,
    suppression_check,
    units_in,
)
from sandtable.rulesets.sotr.fire.suppressors import Gun
from sandtable.rulesets.sotr.move.suppressed import suppressed_move
from sandtable.rulesets.sotr.units.conditions import suppress, was_fired_upon
from tests.clause import clause

from .kit import Scene, reich, stay, suppressible, terrain, us

RIFLES = ("rifleman",) * 6
WOOD = terrain("woods", box=(16, 16, 8, 8))
HOUSE = terrain("building", box=(10, 10, 10, 4))


def squad(*roles: str, **rest: Any) -> Any:
    """A rifle squad of some men, in line so that nobody is in another's way."""
    line = tuple((12 + 1.5 * place, 34) for place in range(1, len(roles)))
    return us("us.rifle-squad", (12, 34), name="A", pick=roles, spots=line, **rest)


def enemy(**rest: Any) -> Any:
    """Grenadiers without an Officer: Cool 7."""
    rest.setdefault("pick", ("grenadier",) * 4)
    return reich("reich.sturmgrenadiers", rest.pop("at", (12, 12)), name="B", **rest)


# ---- the worked example


@clause(
    "sotr.suppress.ex", "sotr.suppress.check", "sotr.suppress.rof3", "sotr.suppress.rof2-pool", "sotr.suppress.cover"
)
@pytest.mark.parametrize(("faces", "suppressed"), [([2, 4], False), ([3, 4], True)])
@pytest.mark.parametrize("rof", [3, 4])
def test_the_worked_example(faces: list[int], suppressed: bool, rof: int) -> None:
    """Cool 7 - 2 - 1 = 4; a roll of 6 less 2 for hard cover is 4: not Suppressed. A 7 is."""
    scene = Scene(
        squad(*RIFLES, "submachine gunner", "automatic rifleman"),
        enemy(at=(11, 13.3), gap=0.2),
        ground=[HOUSE],
        smg_rof=rof,
    )
    scene.change("A", 7, weapons=("smg",))
    scene.call(suppressing_fire, "A", "u1", dice=faces)
    test = scene.event("tested its Cool")
    assert test.tells["cool"] == 6  # 4, and 2 off the dice
    assert scene.unit("B").suppressed is suppressed
    if suppressed:
        assert scene.unit("B").suppressed_by == 0


def test_the_examples_cover_is_heavy() -> None:
    """In the house, behind its windows."""
    scene = Scene(squad(*RIFLES), enemy(at=(11, 13.3), gap=0.2), ground=[HOUSE])
    assert unit_cover(scene.state, 1, scene.unit("A").men) == 2


# ---- who may


@clause("sotr.suppress.rof4")
@pytest.mark.parametrize(("men", "allowed"), [(4, True), (3, False)])
def test_a_rate_of_fire_of_four_in_all(men: int, allowed: bool) -> None:
    """Four bolt-action rifles will do, three will not."""
    scene = Scene(squad(*RIFLES[:men], each={"weapons": ("rifle",)}), enemy())
    refusal = suppressible(scene.state, 0)["u1"]
    assert (refusal is None) is allowed
    if refusal is not None:
        assert refusal.because == ("sotr.suppress.rof4",)


@clause("sotr.suppress.rof4")
@pytest.mark.parametrize("unable", [{"down": True}, {"jammed": 2}, {"tied": 2}])
def test_only_those_count_who_can_fire(unable: dict[str, Any]) -> None:
    """Not a model that is DOWN, jammed or busy; nor one in hand-to-hand, out of range or out of sight."""
    rifles = {"weapons": ("rifle",)}
    scene = Scene(squad(*RIFLES[:4], each=rifles, models={3: unable | rifles}), enemy())
    assert suppressible(scene.state, 0)["u1"] is not None
    scene = Scene(squad(*RIFLES[:4], each=rifles), enemy(), reich("reich.zombies", (20, 35), name="Z", men=1))
    scene.engage("A", 3, "Z", 0)
    assert suppressible(scene.state, 0)["u1"] is not None


@clause("sotr.suppress.rof4")
@pytest.mark.parametrize(("y", "allowed"), [(37, True), (37.1, False)])
def test_range_counts(y: float, allowed: bool) -> None:
    """Two SMGs reach 24 inches, base to base."""
    men = us("us.rifle-squad", (12, y), name="A", pick=("submachine gunner", "sergeant"), spots=((13.5, y),))
    scene = Scene(men, enemy(pick=("grenadier",) * 2, spots=((13.5, 12),)))
    assert (suppressible(scene.state, 0)["u1"] is None) is allowed


@clause("sotr.suppress.target", "sotr.hide.effect")
def test_hidden_units_cannot_be_named_but_terrain_can() -> None:
    """Any area of terrain in sight may be sprayed, whether or not anybody is known to be in it."""
    hidden = enemy(at=(18, 19), pick=("grenadier",) * 2, fields={"hidden": True})
    wall = terrain("wall", line=[(30, 20), (34, 20)])
    scene = Scene(squad(*RIFLES), hidden, ground=[WOOD, wall, HOUSE])
    empty = Scene(squad(*RIFLES), ground=[WOOD, wall, HOUSE])
    assert suppressible(scene.state, 0) == suppressible(empty.state, 0) == {"t0": None, "t2": None}


@clause("sotr.suppress.target")
def test_target_priority_does_not_bind() -> None:
    """The farther of two units may be chosen."""
    scene = Scene(squad(*RIFLES), enemy(), reich("reich.mg-team", (30, 20), name="C"))
    found = suppressible(scene.state, 0)
    assert found["u1"] is None
    assert found["u2"] is None


def test_armour_and_the_mindless_cannot_be_suppressed() -> None:
    """A jeep can."""
    scene = Scene(
        squad(*RIFLES),
        reich("reich.zombies", (12, 12), men=2),
        reich("us.tank", (30, 20)),
        reich("us.jeep", (20, 20)),
    )
    found = suppressible(scene.state, 0)
    assert [found[key] is None for key in ("u1", "u2", "u3")] == [False, False, True]


# ---- the arithmetic


def of(*rates: int) -> tuple[Gun, ...]:
    """Weapons with these rates of fire."""
    return tuple(Gun(place, "rifle", rate) for place, rate in enumerate(rates))


@clause("sotr.suppress.rof3", "sotr.suppress.rof2-pool")
@pytest.mark.parametrize(
    ("rates", "values"),
    [((3, 3, 4), [-3]), ((2, 2, 2, 2, 1), []), ((2,) * 6, [-1]), ((2,) * 10, [-2]), ((2,) * 5 + (3,), [-1, -1])],
)
def test_what_fire_takes_off_cool(rates: tuple[int, ...], values: list[int]) -> None:
    """Each automatic weapon 1; each full 10 of the others' rates of fire 1."""
    found = fire_modifiers(Scene().state, of(*rates), grenades=False)
    assert [modifier.value for modifier in found] == values


@clause("sotr.suppress.rof3")
def test_rof_3_joins_the_pool_where_the_example_is_followed() -> None:
    """Above 3: two SMGs of ROF 3 and two rifles of ROF 2 make a pool of 10."""
    found = fire_modifiers(Scene(suppress_auto_rof="above-3").state, of(3, 3, 2, 2), grenades=False)
    assert [(modifier.value, modifier.clause) for modifier in found] == [(-1, "sotr.suppress.rof2-pool")]


@clause("sotr.suppress.grenades", "sotr.suppress.grenade-cost")
@pytest.mark.parametrize("throws", [True, False])
def test_grenades_take_two_off_once_and_cost_an_attack(throws: bool) -> None:
    """However many throw; the owner need not."""
    scene = Scene(squad("sergeant", "rifleman", "rifleman"), enemy(at=(12, 24.5)))
    scene.call(suppressing_fire, "A", "u1", dice=[1, 1], suppress_grenades=throws)
    assert scene.unit("A").frag == 2 - throws
    assert scene.event("tested its Cool").tells["cool"] == 7 - 1 - 2 * throws


@clause("sotr.suppress.grenade-range")
@pytest.mark.parametrize(("y", "asked"), [(23, True), (22.9, False)])
def test_grenades_reach_ten_inches_from_the_officer(y: float, asked: bool) -> None:
    """Base to base: 34 - 23 - 1 = 10."""
    scene = Scene(squad("sergeant", "rifleman", "rifleman"), enemy(at=(12, y), pick=("grenadier",)))
    scene.call(suppressing_fire, "A", "u1", dice=[1, 1])
    assert scene.kinds_asked() == (["suppress grenades"] if asked else [])


@clause("sotr.suppress.grenade-range")
def test_grenades_reach_terrain_too() -> None:
    """Ten inches from the Officer to the piece."""
    for y, asked in ((23.5, True), (23.4, False)):
        wood = terrain("woods", box=(8, y - 6, 8, 6))
        scene = Scene(squad("sergeant", "rifleman", "rifleman"), ground=[wood])
        scene.call(suppressing_fire, "A", "t0")
        assert scene.kinds_asked() == (["suppress grenades"] if asked else [])


@clause("sotr.suppress.instead")
def test_everybody_fires_and_no_hits_are_rolled() -> None:
    """Two dice for the check and nothing else; all have fired; nobody has moved; the target was fired upon."""
    scene = Scene(squad(*RIFLES), enemy())
    scene.call(suppressing_fire, "A", "u1", dice=[1, 2])
    assert all(scene.man("A", n).fired == 2 for n in range(6))
    assert scene.unit("B").shot_at == (2,)
    assert not scene.unit("B").suppressed


@clause("sotr.suppress.instead")
def test_a_jammed_gun_does_not_take_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """A heavy machine gun is made ready first; jammed, it takes nothing off the target's Cool."""

    async def jams(play: object, gunner: int, weapon: str) -> bool:
        del play, gunner
        return weapon != "hmg"

    monkeypatch.setattr(suppression, "ready_to_fire", jams)
    scene = Scene(us("us.hmg-team", (12, 34), name="A"), enemy())
    scene.call(suppressing_fire, "A", "u1", dice=[1, 2])
    assert scene.event("tested its Cool").tells["cool"] == 7
    assert scene.man("A", 1).fired == 0


@clause("sotr.suppress.cover", "sotr.gap.cover-for-units")
def test_the_level_that_most_of_a_unit_has() -> None:
    """More than half at least."""
    assert most_have([2, 2, 0]) == 2
    assert most_have([2, 2, 0, 0]) == 0
    assert most_have([2, 1, 0]) == 1
    scene = Scene(squad(*RIFLES), enemy(each={"prone": True}), suppress_cover_counts_prone=True)
    assert checked_cover(scene.state, 1, scene.unit("A").men) == 1
    scene = Scene(squad(*RIFLES), enemy(each={"prone": True}))
    assert checked_cover(scene.state, 1, scene.unit("A").men) == 0


@clause("sotr.suppress.terrain")
@pytest.mark.parametrize(("inside", "under"), [(4, [1]), (3, [])])
def test_half_of_a_unit_partly_inside_is_enough(inside: int, under: list[int]) -> None:
    """Of eight men four; a base that only touches the wood is partly inside."""
    spots = [(15.6, 16.7 + 1.2 * n) if n < inside else (13.0, 16.7 + 1.2 * n) for n in range(8)]
    men = reich("reich.sturmgrenadiers", spots[0], name="B", spots=tuple(spots[1:]))
    assert units_in(Scene(squad(*RIFLES), men, ground=[WOOD]).state, 0, 0) == under


@clause("sotr.suppress.terrain", "sotr.suppress.target", "sotr.hide.effect")
def test_every_unit_in_the_piece_checks_hidden_or_not() -> None:
    """Two units in one wood: two checks, the Hidden unit unnamed."""
    one = enemy(at=(18, 18), pick=("grenadier",) * 2)
    other = reich("reich.mg-team", (18, 21), name="C", fields={"hidden": True})
    scene = Scene(squad(*RIFLES), one, other, ground=[WOOD])
    scene.call(suppressing_fire, "A", "t0", dice=[6, 6, 6, 6])
    assert [scene.unit(name).suppressed for name in ("B", "C")] == [True, True]
    assert scene.thrown()[1][0].startswith("a Hidden unit")


# ---- what it does


def held(**rest: Any) -> Any:
    """A Suppressed unit."""
    return enemy(fields={"suppressed": True, "suppressed_by": 0}, **rest)


@clause("sotr.suppress.effect-move")
def test_a_suppressed_unit_runs_for_cover_that_is_not_nearer_to_the_guns() -> None:
    """A nearer wood towards the guns is left alone."""
    towards, away = terrain("woods", box=(10, 15, 8, 4)), terrain("woods", box=(10, 2, 8, 4))
    scene = Scene(squad(*RIFLES), held(), ground=[towards, away])
    scene.call(suppressed_move, "B")
    assert all(2 <= scene.point("B", n)[1] <= 6 for n in range(4))
    assert scene.event("ran for cover").because == ("sotr.suppress.effect-move",)
    assert not any(scene.man("B", n).prone for n in range(4))


@clause("sotr.suppress.effect-prone")
def test_with_no_cover_in_reach_it_drops() -> None:
    """The only cover is nearer to the guns, or too far."""
    for wood in (terrain("woods", box=(10, 15, 8, 4)), terrain("woods", box=(40, 2, 8, 4))):
        scene = Scene(squad(*RIFLES), held(), ground=[wood])
        scene.call(suppressed_move, "B")
        assert all(scene.man("B", n).prone for n in range(4))
        assert scene.point("B") == (12, 12)


@clause("sotr.suppress.effect-in-cover", "sotr.sneak.not-hidden")
def test_in_cover_it_stays_sneaks_or_hides() -> None:
    """Staying is usual; nothing else is offered."""
    wood = terrain("woods", box=(10, 10, 8, 4))
    scene = Scene(squad(*RIFLES), held(), ground=[wood])
    scene.call(suppressed_move, "B")
    assert scene.offered("suppressed") == ["stay", "sneak", "hide"]
    assert scene.point("B") == (12, 12)
    scene.call(suppressed_move, "B", suppressed="sneak", move=stay())
    scene = Scene(squad(*RIFLES), held(), ground=[wood], suppressed_may_sneak=False)
    scene.call(suppressed_move, "B")
    assert scene.offered("suppressed") == ["stay", "hide"]
    assert "sotr.sneak.not-hidden" in scene.barred("suppressed")["sneak"]


@clause("sotr.gap.suppressed-duration")
def test_suppression_lasts_until_the_next_activation_is_over() -> None:
    """Once more changes nothing, and is not rolled for."""
    scene = Scene(squad(*RIFLES), held(), reich("reich.mg-team", (30, 30), name="C"))
    scene.call(suppress, "B", 2)
    assert scene.unit("B").suppressed_by == 0
    scene.call(suppression_check, "B", 0, (), 0, ("sotr.suppress.check",))
    scene.activate("B")
    assert not scene.unit("B").suppressed


@clause("sotr.overwatch.lost-events")
def test_suppression_ends_overwatch() -> None:
    """Of the whole unit."""
    scene = Scene(squad(*RIFLES), enemy(each={"overwatch": True}))
    scene.call(suppressing_fire, "A", "u1", dice=[6, 6])
    assert not any(scene.man("B", n).overwatch for n in range(4))


@clause("sotr.unit.disorganized-fire")
@pytest.mark.parametrize(
    ("shot_at", "how", "may"),
    [((2,), "previous", True), ((1,), "previous", False), ((3,), "previous", False), ((3,), "previous-or-current", True)],
)  # fmt: skip
def test_a_disorganized_unit_fires_back(shot_at: tuple[int, ...], how: str, may: bool) -> None:
    """In turn 3: if it was fired upon in turn 2; in this very turn only where the table says so."""
    scene = Scene(enemy(fields={"disorganized": True, "shot_at": shot_at}), turn=3, disorganized_return_fire=how)
    assert was_fired_upon(scene.state, 0) is may

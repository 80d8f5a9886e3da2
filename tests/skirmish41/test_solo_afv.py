"""Solo AFVs: the points of their situation, every cell of their chart, and what they do on the table."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.facing import behind_front, hull_down
from sandtable.rulesets.skirmish41.basics.units import between, left
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.solo.afv_points import Tank, afv_action, afv_terms, tank_of
from sandtable.rulesets.skirmish41.solo.drives import afv_advance, afv_retreat, face_enemy, manoeuvre, threat_to
from sandtable.rulesets.skirmish41.solo.risk import enemies_seen
from sandtable.rulesets.skirmish41.solo.solo import act
from sandtable.rulesets.skirmish41.state import Harm, Mission
from tests.clause import clause

from .kit import Scene, Side, brit, german, terrain

PATROL = Mission("patrol")
COLUMNS = {
    -5: ("bale out", "bale out", "bale out", "retreat", "retreat", "halt"),
    -3: ("bale out", "bale out", "bale out", "retreat", "retreat", "halt"),
    -2: ("bale out", "retreat", "retreat", "halt", "halt", "manoeuvre"),
    -1: ("bale out", "retreat", "retreat", "halt", "halt", "manoeuvre"),
    0: ("retreat", "halt", "halt", "manoeuvre", "manoeuvre", "manoeuvre"),
    1: ("halt", "manoeuvre", "manoeuvre", "manoeuvre", "manoeuvre", "advance"),
    2: ("manoeuvre", "manoeuvre", "manoeuvre", "advance", "advance", "advance"),
    4: ("manoeuvre", "manoeuvre", "manoeuvre", "advance", "advance", "advance"),
}


def solo(*sides: Side, **rest: Any) -> Scene:
    """A scene in the solo force's part."""
    return Scene(*sides, mission=PATROL, fields={"active": 1}, **rest)


def weighs(scene: Scene, name: str = "Panzer") -> dict[str, int]:
    """The terms of an AFV's situation: the last part of the clause and the number."""
    terms = afv_terms(tank_of(scene.state, scene.number(name)), Options())
    return {term.clause.removeprefix("sk.afv."): term.value for term in terms}


def at(scene: Scene, name: str = "Panzer") -> tuple[float, float, float]:
    """Where a hull stands and which way it looks, in inches and degrees."""
    hull = scene.unit(name).hull
    x, y = scene.state.layout.point(hull)
    return x / 1000, y / 1000, scene.state.layout.bearing(hull) / 10


def gap(scene: Scene, one: str, other: str) -> float:
    """How far two teams are apart, in inches."""
    return between(scene.state, scene.number(one), scene.number(other)) / 1000


# ---- points

LINES = [
    ("sk.afv.plus-advancing", Tank(advancing=True), 1),
    ("sk.afv.plus-infantry", Tank(infantry=True), 1),
    ("sk.afv.minus-damaged", Tank(damaged=True), -1),
    ("sk.afv.minus-damaged", Tank(casualties=1), -1),
    ("sk.afv.minus-damaged", Tank(casualties=2), -2),
    ("sk.afv.minus-at-fire", Tank(at_fire=True), -1),
    ("sk.afv.minus-flanked", Tank(flanked=True), -1),
    ("sk.afv.minus-alone", Tank(alone=True), -1),
    ("sk.afv.minus-no-main", Tank(no_main=True), -2),
    ("sk.afv.minus-no-weapons", Tank(no_weapons=True), -2),
    ("sk.afv.minus-immobile", Tank(immobile=True), -2),
]


@clause("sk.afv.plus-advancing", "sk.afv.plus-infantry", "sk.afv.minus-damaged", "sk.afv.minus-at-fire")
@clause("sk.afv.minus-flanked", "sk.afv.minus-alone", "sk.afv.minus-no-main", "sk.afv.minus-no-weapons")
@clause("sk.afv.minus-immobile")
@pytest.mark.parametrize(("line", "tank", "worth"), LINES)
def test_each_line_is_worth_what_is_printed(line: str, tank: Tank, worth: int) -> None:
    """One at a time."""
    assert [(term.clause, term.value) for term in afv_terms(tank, Options())] == [(line, worth)]


@clause("sk.afv.minus-alone")
@pytest.mark.parametrize(("apart", "alone"), [(12, False), (12.1, True)])
def test_friends_within_twelve_inches_in_sight(apart: float, *, alone: bool) -> None:
    """From the hull's edge; behind a house they do not count."""
    sides = (
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.panzer-iv", (20, 40), name="Panzer"),
        german("de.rifle-team", (20 + 1.25 + apart + 0.5, 40), name="Berta", pick=("NCO",)),
    )
    assert ("minus-alone" in weighs(solo(*sides))) is alone
    house = terrain("building", box=(25, 36, 4, 8))
    assert "minus-alone" in weighs(solo(*sides, ground=[house]))


@clause("sk.afv.plus-infantry")
@pytest.mark.parametrize(("apart", "troop", "near"), [(6, "de.rifle-team", 1), (6.1, "de.rifle-team", None)])
def test_infantry_within_six_inches(apart: float, troop: str, near: int | None) -> None:
    """A point for company; another AFV is no infantry."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.panzer-iv", (20, 40), name="Panzer"),
        german(troop, (20 + 1.25 + apart + 0.5, 40), name="Berta", pick=("NCO",)),
        german("de.stug", (14, 40), name="Stug"),
    )
    assert weighs(scene).get("plus-infantry") == near


@clause("sk.afv.plus-infantry")
def test_infantry_in_touch_by_radio() -> None:
    """A command group with a radio anywhere on the table; an armoured car without one hears nothing."""
    sides = (
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.command", (60, 40), name="Chief"),
    )
    assert weighs(solo(*sides, german("de.panzer-iv", (20, 40), name="Panzer")))["plus-infantry"] == 1
    assert "plus-infantry" not in weighs(solo(*sides, german("de.sdkfz222", (20, 40), name="Panzer")))


@clause("sk.afv.plus-advancing", "sk.gap.hull-down")
def test_advancing_or_hull_down() -> None:
    """The last order was to advance, or a wall hides half of the hull from the nearest enemy in sight."""
    sides = (
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (30, 40), name="Berta"),
        german("de.panzer-iv", (20, 40), name="Panzer"),
    )
    assert "plus-advancing" not in weighs(solo(*sides))
    assert weighs(solo(*sides).change("Panzer", action="advance"))["plus-advancing"] == 1
    wall = terrain("wall", line=[(15, 37), (25, 37)])
    assert weighs(solo(*sides, ground=[wall]))["plus-advancing"] == 1


@clause("sk.afv.minus-damaged")
def test_damage_counts_once_and_each_crewman_once() -> None:
    """Lost optics and a wrecked machine gun are one damaged vehicle; one killed and one wounded are two casualties."""
    sides = (
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (26, 40), name="Berta"),
        german("de.panzer-iv", (20, 40), name="Panzer"),
    )
    scene = solo(*sides).change("Panzer", wrecked=("hull", "co-axial"))
    assert (
        sum(
            term.value
            for term in afv_terms(tank_of(scene.state, 2), Options())
            if term.clause == "sk.afv.minus-damaged"
        )
        == -1
    )
    men = scene.unit("Panzer").men
    scene.change("Panzer", 0, wounds=1).change("Panzer", men=men[:-1])
    assert [
        term.value for term in afv_terms(tank_of(scene.state, 2), Options()) if term.clause == "sk.afv.minus-damaged"
    ] == [
        -1,
        -2,
    ]


@clause("sk.afv.minus-at-fire")
@pytest.mark.parametrize(
    ("what", "counts"), [("anti-tank", True), ("gun", True), ("flame", True), ("small arms", False), ("mortar", False)]
)
def test_fire_of_anti_tank_weapons(what: Any, *, counts: bool) -> None:
    """Rifles and mortars are none."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.panzer-iv", (20, 40), name="Panzer", fields={"shot_by": (Harm(0, 1, what),)}),
    )
    assert ("minus-at-fire" in weighs(scene)) is counts


@clause("sk.afv.minus-flanked")
@pytest.mark.parametrize(("y", "counts"), [(37.4, False), (37.6, True)])
def test_an_enemy_behind_the_line_of_its_front(y: float, *, counts: bool) -> None:
    """The front edge of a tank that looks north is two and a half inches ahead of its middle."""
    scene = solo(
        brit("gb.rifle-team", (50, y), name="Able", pick=("rifleman",)), german("de.panzer-iv", (20, 40), name="Panzer")
    )
    assert ("minus-flanked" in weighs(scene)) is counts


@clause("sk.afv.minus-no-main", "sk.afv.minus-no-weapons")
@pytest.mark.parametrize(
    ("troop", "fields", "found"),
    [
        ("de.panzer-iv", {}, {}),
        ("de.panzer-iv", {"wrecked": ("75",)}, {"minus-no-main": -2}),
        ("de.panzer-iv", {"optics": False}, {"minus-no-main": -2}),
        ("de.panzer-iv", {"wrecked": ("75", "co-axial", "hull")}, {"minus-no-main": -2, "minus-no-weapons": -2}),
        ("de.hanomag", {}, {}),
        ("de.hanomag", {"wrecked": ("pintle",)}, {"minus-no-main": -2, "minus-no-weapons": -2}),
    ],
)
def test_no_main_armament_and_no_weapons(troop: str, fields: dict[str, Any], found: dict[str, int]) -> None:
    """Minus two and another two; the machine gun of a half-track is its main armament."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)), german(troop, (20, 40), name="Panzer")
    )
    gun = scene.unit("Panzer").card.gun
    wrecked = tuple(gun if one == "75" else one for one in fields.get("wrecked", ()))
    scene.change("Panzer", wrecked=wrecked, optics=fields.get("optics", True))
    lines = weighs(scene)
    assert {key: value for key, value in lines.items() if key.startswith("minus-no-")} == found


@clause("sk.afv.minus-immobile")
@pytest.mark.parametrize(
    ("fields", "counts"),
    [
        ({"immobile": True, "shot_by": (Harm(0, 1, "small arms"),)}, True),
        ({"stuck": True, "shot_by": (Harm(0, 1, "small arms"),)}, True),
        ({"immobile": True}, False),
        ({"shot_by": (Harm(0, 1, "small arms"),)}, False),
    ],
)
def test_immobile_and_under_fire(fields: dict[str, Any], *, counts: bool) -> None:
    """Both, by whatever it is shot at."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.panzer-iv", (20, 40), name="Panzer", fields=fields),
    )
    assert ("minus-immobile" in weighs(scene)) is counts


# ---- the chart


@clause("sk.afv.row-1", "sk.afv.row-2-3", "sk.afv.row-4-5", "sk.afv.row-6", "sk.afv.roll")
@pytest.mark.parametrize(("points", "printed"), COLUMNS.items())
def test_every_cell_is_as_printed(points: int, printed: tuple[str, ...]) -> None:
    """Mobile ones retreat where immobile ones bale out; who cannot move and is to retreat bales out as well."""
    rolls = [afv_action(points, die, Options(), immobile=False) for die in range(1, 7)]
    assert rolls == ["retreat" if one == "bale out" else one for one in printed]
    rolls = [afv_action(points, die, Options(), immobile=True) for die in range(1, 7)]
    assert rolls == ["bale out" if one == "retreat" else one for one in printed]


@clause("sk.afv.no-enemy", "sk.afv.roll", "sk.act.scope")
def test_no_die_before_an_enemy_is_seen_and_one_in_every_turn_after() -> None:
    """Behind a house it carries on; it dices when it sees one, and goes on dicing when he is gone again."""
    wall = terrain("building", box=(0, 20, 72, 4))
    sides = (
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.sdkfz222", (20, 40), name="Panzer", fields={"spotted": True}),
    )
    scene = solo(*sides, ground=[wall])
    scene.call(act, "Panzer")
    assert scene.event("carried on").because == ("sk.afv.no-enemy",)
    scene.change("Panzer", seen_enemy=True)
    scene.call(act, "Panzer", dice=[4])
    assert scene.event("weighed its situation").tells == {"risk": -1, "terms": "-1 no friends near"}
    assert scene.event("was told").tells["action"] == "halt"


# ---- advance


@clause("sk.afv.advance")
@pytest.mark.parametrize(("troop", "far"), [("de.panzer-iv", 9), ("de.tiger", 6)])
def test_an_advance_alone_is_at_half_speed(troop: str, far: float) -> None:
    """Nine inches of eighteen, six of twelve."""
    scene = solo(
        brit("gb.rifle-team", (20, 2), name="Able", pick=("rifleman",)), german(troop, (20, 44), name="Panzer")
    )
    scene.call(afv_advance, "Panzer")
    assert at(scene)[:2] == pytest.approx((20, 44 - far), abs=0.01)


@clause("sk.afv.advance")
def test_with_infantry_it_goes_at_their_pace() -> None:
    """Six inches."""
    scene = solo(
        brit("gb.rifle-team", (20, 2), name="Able", pick=("rifleman",)),
        german("de.panzer-iv", (20, 44), name="Panzer"),
        german("de.rifle-team", (25, 44), name="Berta", pick=("NCO",)),
    )
    scene.call(afv_advance, "Panzer")
    assert at(scene)[:2] == pytest.approx((20, 38), abs=0.01)


@clause("sk.afv.advance")
@pytest.mark.parametrize(("apart", "ends"), [(23, 20), (20, 20), (15, 15)])
def test_it_halts_twenty_inches_from_the_enemy(apart: float, ends: float) -> None:
    """It neither drives past that nor back to it."""
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german("de.panzer-iv", (20, 10 + 0.5 + apart + 2.5), name="Panzer"),
    )
    scene.call(afv_advance, "Panzer")
    assert gap(scene, "Able", "Panzer") == pytest.approx(ends, abs=0.01)


@clause("sk.afv.advance", "sk.afv.halt")
def test_an_afv_that_faces_away_turns_first() -> None:
    """No drive of one turn would bring it nearer: it wheels ninety degrees, and the next turn it is round."""
    scene = solo(
        brit("gb.rifle-team", (20, 2), name="Able", pick=("rifleman",)),
        german("de.panzer-iv", (20, 40), name="Panzer", bearing=180),
    )
    scene.call(afv_advance, "Panzer")
    assert at(scene) == (20, 40, 270) or at(scene) == (20, 40, 90)
    scene.change("Panzer", moved=0)
    scene.call(afv_advance, "Panzer")
    assert at(scene)[1] == pytest.approx(31, abs=0.01)


@clause("sk.afv.objective")
def test_without_an_enemy_it_advances_on_the_objective() -> None:
    """Or on the players' edge; it does not stop twenty inches short of either."""
    sides = (
        brit("gb.rifle-team", (5, 2), name="Able", pick=("rifleman",), fields={"spotted": False}),
        german("de.panzer-iv", (36, 24), name="Panzer", bearing=180),
    )
    scene = Scene(*sides, mission=PATROL, fields={"active": 1})
    scene.call(afv_advance, "Panzer")
    assert at(scene)[1] == pytest.approx(33, abs=0.01)
    scene = Scene(*sides, mission=PATROL, fields={"active": 1, "objectives": ((inches(60), inches(24)),)})
    scene.call(afv_advance, "Panzer")
    assert at(scene)[:2] == pytest.approx((45, 24), abs=0.01)


# ---- halt


@clause("sk.afv.halt")
@pytest.mark.parametrize(
    ("troop", "bearing", "turns"),
    [
        ("de.stug", 30, False),
        ("de.stug", 50, True),
        ("de.panzer-iv", 50, False),
        ("de.panzer-iv", 100, True),
    ],
)
def test_a_halted_afv_wheels_where_its_gun_does_not_bear(troop: str, bearing: float, *, turns: bool) -> None:
    """An assault gun when the enemy is out of its quarter, a tank with a turret when he is behind its front."""
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german(troop, (20, 40), name="Panzer", bearing=bearing),
    )
    scene.call(face_enemy, "Panzer")
    assert bool(scene.events("drove")) is turns
    assert at(scene)[:2] == (20, 40)
    assert at(scene)[2] == pytest.approx(max(0, bearing - 90) if turns else bearing, abs=1)


@clause("sk.afv.halt")
@pytest.mark.parametrize(("apart", "goes"), [(5, True), (12, False)])
def test_a_halted_afv_under_fire_goes_hull_down_within_six_inches(apart: float, *, goes: bool) -> None:
    """Behind a wall that is near enough; not where nobody fires at it."""
    wall = terrain("wall", line=[(10, 40 - 3 - apart), (30, 40 - 3 - apart)])
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.panzer-iv", (20, 40), name="Panzer"),
        ground=[wall],
    )
    scene.call(face_enemy, "Panzer")
    assert not scene.events("drove")
    scene.change("Panzer", shot_by=(Harm(0, 1, "anti-tank"),))
    scene.call(face_enemy, "Panzer")
    assert bool(scene.events("drove")) is goes
    assert hull_down(scene.state, scene.row("Able"), 1) is goes
    assert 40 - at(scene)[1] <= 6


# ---- manoeuvre


@clause("sk.afv.manoeuvre")
def test_a_manoeuvre_goes_for_the_flank_of_an_enemy_afv() -> None:
    """The Sherman looks south; the Panzer ends behind the line of its front."""
    scene = solo(
        brit("gb.sherman", (30, 24), name="Sherman", bearing=180), german("de.panzer-iv", (42, 32), name="Panzer")
    )
    assert not behind_front(scene.state, 0, inches(42), inches(32))
    scene.call(manoeuvre, "Panzer")
    x, y, _ = at(scene)
    assert behind_front(scene.state, 0, inches(x), inches(y))
    assert enemies_seen(scene.state, 1) == [0]


@clause("sk.afv.manoeuvre")
def test_a_manoeuvre_without_enemy_armour_joins_the_infantry() -> None:
    """To within six inches of the nearest friends, at full speed if need be."""
    scene = solo(
        brit("gb.rifle-team", (20, 2), name="Able", pick=("rifleman",)),
        german("de.panzer-iv", (20, 40), name="Panzer", bearing=90),
        german("de.rifle-team", (44, 40), name="Berta", pick=("NCO",)),
    )
    scene.call(manoeuvre, "Panzer")
    assert at(scene)[:2] == pytest.approx((38, 40), abs=0.01)


# ---- retreat, bale out


@clause("sk.afv.retreat")
def test_a_retreat_leads_away_from_what_threatens_most() -> None:
    """A tank farther off threatens more than riflemen near by; men whose weapons reach more than others."""
    sides = (
        brit("gb.rifle-team", (20, 24), name="Able", pick=("rifleman",)),
        brit("gb.sherman", (50, 24), name="Sherman", bearing=270),
        german("de.panzer-iv", (35, 24), name="Panzer", bearing=90),
    )
    scene = solo(*sides)
    scene.call(afv_retreat, "Panzer")
    assert at(scene)[0] < 35
    assert scene.unit("Panzer").retiring
    for x, threatens in ((58, True), (70, False)):
        scene = solo(sides[0], brit("gb.piat-team", (x, 24), name="Piat"), sides[2])
        assert (threat_to(scene.state, 2)[0] > inches(40)) is threatens


@clause("sk.afv.retreat")
def test_a_retreat_keeps_to_cover() -> None:
    """It ends out of sight behind the house rather than farther off in the open."""
    scene = solo(
        brit("gb.rifle-team", (36, 4), name="Able", pick=("rifleman",)),
        german("de.panzer-iv", (36, 24), name="Panzer"),
        ground=[terrain("building", box=(40, 14, 8, 8))],
    )
    scene.call(afv_retreat, "Panzer")
    assert enemies_seen(scene.state, 1) == []


@clause("sk.afv.bale-out", "sk.afv.retreat", "sk.afv.row-2-3")
def test_an_immobile_afv_that_is_to_retreat_is_abandoned() -> None:
    """Four points down, a 3: the crew get out and make off with all they have; nobody fires."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german(
            "de.panzer-iv", (20, 24), name="Panzer", fields={"immobile": True, "shot_by": (Harm(0, 1, "small arms"),)}
        ),
    )
    scene.call(act, "Panzer", dice=[3])
    assert scene.event("weighed its situation").tells["risk"] == -4
    assert scene.unit("Panzer").afoot
    assert scene.event("retired").because == ("sk.afv.bale-out",)
    assert scene.event("retired").tells["length"] > inches(11)
    assert min(scene.point("Panzer", man)[1] for man in range(5)) > 30
    assert [left(scene.state, man) for man in scene.unit("Panzer").men] == [0] * 5
    assert not scene.events("fired")


@clause("sk.afv.halt", "sk.afv.roll")
def test_a_halt_ends_a_retreat() -> None:
    """One point down and a 4: it halts, retires no more, and its gun fires."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.panzer-iv", (20, 40), name="Panzer", fields={"retiring": True, "action": "retreat"}),
    )
    scene.call(act, "Panzer", dice=[4, 1])
    assert scene.event("was told").tells["action"] == "halt"
    assert not scene.unit("Panzer").retiring
    assert len(scene.events("shot")) == 1

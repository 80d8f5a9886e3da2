"""Risk factors of the solo infantry: every line of the list, at its limits, as a team stands on the table."""

from typing import Any

import pytest

from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.solo.action_chart import infantry_action
from sandtable.rulesets.skirmish41.solo.risk import Situation, risk_terms, situation_of
from sandtable.rulesets.skirmish41.solo.solo import act
from sandtable.rulesets.skirmish41.state import Harm, Mission
from tests.clause import clause

from .kit import Scene, Side, brit, german, terrain

PATROL = Mission("patrol")


def solo(*sides: Side, **rest: Any) -> Scene:
    """A scene in the solo force's part."""
    return Scene(*sides, mission=PATROL, fields={"active": 1}, **rest)


def weighs(scene: Scene, name: str) -> dict[str, int]:
    """The terms of a team's risk factor: clause and number."""
    return {term.clause: term.value for term in risk_terms(situation_of(scene.state, scene.number(name)), Options())}


LINES = [
    ("sk.risk.rout", Situation(routing=True), 4),
    ("sk.risk.outnumbered-fire", Situation(heavy_fire="mortar fire"), 2),
    ("sk.risk.command", Situation(command="command group"), 1),
    ("sk.risk.losses", Situation(quarters=3), 3),
    ("sk.risk.no-nco", Situation(no_nco=True), 1),
    ("sk.risk.under-fire", Situation(under_fire=True), 1),
    ("sk.risk.flanked-retiring", Situation(flanked="retiring"), 1),
    ("sk.risk.losing", Situation(losing=True), 1),
    ("sk.risk.officer", Situation(officer=True), -1),
    ("sk.risk.afv", Situation(afv=True), -1),
    ("sk.risk.friends", Situation(friends=True), -1),
    ("sk.risk.support-soft-cover", Situation(support=True), -1),
    ("sk.risk.support-soft-cover", Situation(soft_cover=True), -1),
    ("sk.risk.advancing-hard-cover", Situation(advancing=True), -2),
    ("sk.risk.advancing-hard-cover", Situation(hard_cover=True), -2),
    ("sk.risk.winning", Situation(winning=True), -2),
    ("sk.risk.no-enemy", Situation(quiet=True), -4),
]


@clause("sk.risk.rout", "sk.risk.outnumbered-fire", "sk.risk.command", "sk.risk.losses", "sk.risk.no-nco")
@clause("sk.risk.under-fire", "sk.risk.flanked-retiring", "sk.risk.losing", "sk.risk.officer", "sk.risk.afv")
@clause("sk.risk.friends", "sk.risk.support-soft-cover", "sk.risk.advancing-hard-cover", "sk.risk.winning")
@clause("sk.risk.no-enemy")
@pytest.mark.parametrize(("line", "situation", "worth"), LINES)
def test_each_line_is_worth_what_is_printed(line: str, situation: Situation, worth: int) -> None:
    """One at a time."""
    assert [(term.clause, term.value) for term in risk_terms(situation, Options())] == [(line, worth)]


def test_nothing_weighs_nothing() -> None:
    """A team of four with its NCO in the open, an enemy in sight."""
    scene = solo(brit("gb.rifle-team", (20, 10), name="Able"), german("de.rifle-team", (20, 40), name="Berta"))
    assert weighs(scene, "Berta") == {}


@clause("sk.risk.rout", "sk.solo.actions", "sk.morale.rally")
def test_who_has_just_rallied_still_counts_as_in_rout() -> None:
    """A six rallies; the risk factor has the rout in it, and the die of 3 says halt."""
    scene = solo(
        brit("gb.rifle-team", (5, 4), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (5, 46), name="Berta", pick=("NCO",), fields={"routing": True, "retiring": True}),
    )
    scene.call(act, "Berta", dice=[6, 3])
    assert scene.event("weighed its risk").tells["risk"] == 4
    assert "+4 in rout" in scene.event("weighed its risk").tells["terms"]


@clause("sk.risk.outnumbered-fire", "sk.risk.under-fire")
@pytest.mark.parametrize(
    ("shots", "double"),
    [
        ((Harm(0, 7, "small arms"),), False),
        ((Harm(0, 8, "small arms"),), True),
        ((Harm(0, 4, "small arms"), Harm(1, 4, "small arms")), True),
        ((Harm(0, 4, "small arms"), Harm(0, 3, "small arms"), Harm(0, 2, "small arms")), False),
        ((Harm(0, 1, "mortar"),), True),
        ((Harm(0, 1, "flame"),), True),
        ((Harm(0, 1, "small arms", afv=True),), True),
        ((Harm(0, 1, "gun"),), False),
        ((Harm(0, 1, "grenade"),), False),
    ],
)
def test_fire_of_double_numbers_counts_on_top_of_being_under_fire(shots: tuple[Harm, ...], *, double: bool) -> None:
    """Four men: eight firers are double; the same team firing again does not become more men."""
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able"),
        brit("gb.rifle-team", (40, 10), name="Baker"),
        german("de.rifle-team", (20, 40), name="Berta", fields={"shot_by": shots}),
    )
    found = weighs(scene, "Berta")
    assert found.get("sk.risk.outnumbered-fire") == (2 if double else None)
    assert found["sk.risk.under-fire"] == 1


@clause("sk.risk.command")
@pytest.mark.parametrize(
    ("troop", "rest", "counts"),
    [
        ("de.command", {}, True),
        ("de.volkssturm", {}, True),
        ("de.rifle-team", {}, False),
        ("de.rifle-team", {"each": {"rating": 1}}, True),
        ("de.rifle-team", {"figures": {1: {"rating": 1}}}, False),
    ],
)
def test_command_groups_and_men_with_one_action(troop: str, rest: dict[str, Any], *, counts: bool) -> None:
    """All figures of the unit, not one of them."""
    scene = solo(brit("gb.rifle-team", (20, 10), name="Able"), german(troop, (20, 40), name="Berta", **rest))
    assert ("sk.risk.command" in weighs(scene, "Berta")) is counts


@clause("sk.risk.losses")
@pytest.mark.parametrize(
    ("left", "wounded", "quarters"), [(4, 0, None), (4, 1, 1), (3, 0, 1), (3, 1, 2), (2, 0, 2), (1, 1, 4)]
)
def test_quarters_lost_of_four(left: int, wounded: int, quarters: int | None) -> None:
    """One wounded and one dead of four are two quarters, as in the example."""
    figures = {place: {"wounds": 1} for place in range(wounded)}
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able"),
        german("de.rifle-team", (20, 40), name="Berta", men=left, strength=4, figures=figures),
    )
    assert weighs(scene, "Berta").get("sk.risk.losses") == quarters


@clause("sk.risk.losses")
@pytest.mark.parametrize(("left", "quarters"), [(4, None), (3, 1), (2, 2), (1, 3)])
def test_only_full_quarters_count(left: int, quarters: int | None) -> None:
    """Of five figures one is a fifth, two are one quarter, three are two."""
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able"),
        german("de.panzerfaust-team", (20, 40), name="Berta", men=left, strength=5),
    )
    assert weighs(scene, "Berta").get("sk.risk.losses") == quarters


@clause("sk.risk.no-nco")
@pytest.mark.parametrize(
    ("troop", "counts"), [("de.rifle-team", False), ("de.panzerfaust-team", True), ("de.hmg-team", False)]
)
def test_no_nco_unless_a_support_weapon(troop: str, *, counts: bool) -> None:
    """The men with the Panzerfaust have none; a tripod needs none, even when its NCO is down."""
    scene = solo(brit("gb.rifle-team", (20, 10), name="Able"), german(troop, (20, 40), name="Berta"))
    if troop == "de.hmg-team":
        scene.change("Berta", men=scene.unit("Berta").men[1:])
    assert ("sk.risk.no-nco" in weighs(scene, "Berta")) is counts


@clause("sk.risk.flanked-retiring", "sk.gap.solo-facing")
@pytest.mark.parametrize(("at", "counts"), [((20, 45), True), ((38, 31), True), ((38, 29), False)])
def test_an_enemy_behind_the_line_across_its_facing(at: tuple[float, float], *, counts: bool) -> None:
    """The team at (20, 30) faces the nearest enemy, straight north: others south of it are on its flank."""
    scene = solo(
        brit("gb.rifle-team", (20, 20), name="Able", pick=("rifleman",)),
        brit("gb.rifle-team", at, name="Baker", pick=("rifleman",)),
        german("de.rifle-team", (20, 30), name="Berta", pick=("NCO",)),
    )
    assert ("sk.risk.flanked-retiring" in weighs(scene, "Berta")) is counts


@clause("sk.gap.solo-facing")
def test_it_faces_the_nearest_known_enemy_even_out_of_sight() -> None:
    """The nearest stands behind a house in the south; so the one that is seen in the north is in its rear."""
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        brit("gb.rifle-team", (20, 41), name="Baker", pick=("rifleman",)),
        german("de.rifle-team", (20, 30), name="Berta", pick=("NCO",)),
        ground=[terrain("building", box=(14, 34, 12, 4))],
    )
    assert "sk.risk.flanked-retiring" in weighs(scene, "Berta")
    scene.change("Baker", spotted=False)
    assert "sk.risk.flanked-retiring" not in weighs(scene, "Berta")


@clause("sk.risk.flanked-retiring")
@pytest.mark.parametrize(("gap", "counts"), [(24, True), (24.1, False)])
def test_friends_retiring_within_24_inches(gap: float, *, counts: bool) -> None:
    """Edge to edge; and its own retiring."""
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 40), name="Berta", pick=("NCO",)),
        german("de.rifle-team", (21 + gap, 40), name="Caesar", pick=("NCO",), fields={"retiring": True}),
    )
    assert ("sk.risk.flanked-retiring" in weighs(scene, "Berta")) is counts
    assert "sk.risk.flanked-retiring" in weighs(scene, "Caesar")


@clause("sk.risk.losing", "sk.risk.winning", "sk.gap.firefight")
@pytest.mark.parametrize(("gave", "took", "found"), [(2, 3, "losing"), (3, 2, "winning"), (3, 3, ""), (0, 0, "")])
def test_who_suffers_more_loses_a_firefight(gave: int, took: int, found: str) -> None:
    """Equal is neither."""
    fields = {"gave": gave, "took": took, "foe": 0}
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able"), german("de.rifle-team", (20, 40), name="Berta", fields=fields)
    )
    lines = {line.rpartition(".")[2]: value for line, value in weighs(scene, "Berta").items()}
    assert lines == ({"losing": 1} if found == "losing" else {"winning": -2} if found else {})


@clause("sk.gap.firefight", "sk.risk.winning")
def test_harm_done_in_its_own_turn_counts_at_the_next_decision() -> None:
    """A wound is two: with nothing taken in between the team wins its firefight a turn later."""
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman", "rifleman"), strength=2),
        german("de.rifle-team", (20, 26), name="Berta", pick=("NCO",), fields={"foe": 0, "took": 3}),
    )
    scene.call(act, "Berta", dice=[1, 20, 4, 1])
    assert "+1 losing a firefight" in scene.event("weighed its risk").tells["terms"]
    assert (scene.unit("Berta").took, scene.unit("Berta").gave) == (0, 2)
    assert weighs(scene, "Berta").get("sk.risk.winning") == -2


@clause("sk.risk.officer")
@pytest.mark.parametrize(("gap", "counts"), [(12, True), (12.1, False)])
def test_an_officer_within_twelve_inches(gap: float, *, counts: bool) -> None:
    """Of another unit."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 40), name="Berta", pick=("NCO",)),
        german("de.command", (21 + gap, 40), name="Chief", pick=("officer",)),
    )
    assert ("sk.risk.officer" in weighs(scene, "Berta")) is counts
    assert "sk.risk.officer" not in weighs(scene, "Chief")


@clause("sk.risk.officer")
def test_an_officer_behind_a_house_does_not_count() -> None:
    """He must be in sight."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 40), name="Berta", pick=("NCO",)),
        german("de.command", (30, 40), name="Chief", pick=("officer",)),
        ground=[terrain("building", box=(23, 36, 4, 8))],
    )
    assert "sk.risk.officer" not in weighs(scene, "Berta")


@clause("sk.risk.afv")
@pytest.mark.parametrize(
    ("gap", "fields", "counts"),
    [(12, {}, True), (12.1, {}, False), (8, {"optics": False}, False), (8, {"immobile": True}, False)],
)
def test_an_undamaged_afv_within_twelve_inches(gap: float, fields: dict[str, Any], *, counts: bool) -> None:
    """Five inches long, facing north."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 40), name="Berta", pick=("NCO",)),
        german("de.panzer-iv", (20.5 + gap + 1.25, 40), name="Panzer", fields=fields),
    )
    assert ("sk.risk.afv" in weighs(scene, "Berta")) is counts


@clause("sk.risk.friends")
@pytest.mark.parametrize(("gap", "retiring", "counts"), [(6, False, True), (6.1, False, False), (6, True, False)])
def test_friends_within_six_inches_unless_they_retire(gap: float, *, retiring: bool, counts: bool) -> None:
    """Edge to edge."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 40), name="Berta", pick=("NCO",)),
        german("de.rifle-team", (21 + gap, 40), name="Caesar", pick=("NCO",), fields={"retiring": retiring}),
    )
    assert ("sk.risk.friends" in weighs(scene, "Berta")) is counts


@clause("sk.risk.support-soft-cover", "sk.risk.advancing-hard-cover")
@pytest.mark.parametrize(
    ("troop", "kind", "fields", "found"),
    [
        ("de.hmg-team", "", {}, {"support-soft-cover": -1}),
        ("de.pak40", "", {}, {"support-soft-cover": -1}),
        ("de.mg-team", "", {}, {}),
        ("de.rifle-team", "brush", {}, {"support-soft-cover": -1}),
        ("de.rifle-team", "rocks", {}, {"advancing-hard-cover": -2}),
        ("de.hmg-team", "rocks", {}, {"support-soft-cover": -1, "advancing-hard-cover": -2}),
        ("de.rifle-team", "", {"action": "advance"}, {"advancing-hard-cover": -2}),
        ("de.rifle-team", "", {"action": "attack"}, {"advancing-hard-cover": -2}),
        ("de.rifle-team", "brush", {"action": "advance"}, {"support-soft-cover": -1, "advancing-hard-cover": -2}),
        ("de.hmg-team", "", {"action": "advance"}, {"support-soft-cover": -1}),
        ("de.pak40", "", {"action": "advance"}, {"support-soft-cover": -1}),
        ("de.rifle-team", "", {"action": "advance", "retiring": True}, {"flanked-retiring": 1}),
        ("de.rifle-team", "rocks", {"retiring": True}, {"flanked-retiring": 1}),
    ],
)
def test_cover_and_going_forward(troop: str, kind: str, fields: dict[str, Any], found: dict[str, int]) -> None:
    """Support weapons have a line of their own and none for advancing; who retires neither advances nor stands."""
    ground = [terrain(kind, box=(10, 34, 30, 12))] if kind else []
    scene = solo(
        brit("gb.rifle-team", (20, 30), name="Able", pick=("rifleman",)),
        german(troop, (20, 36), name="Berta", fields=fields),
        ground=ground,
    )
    lines = {line.removeprefix("sk.risk."): value for line, value in weighs(scene, "Berta").items()}
    assert lines == found


@clause("sk.risk.support-soft-cover")
def test_one_man_in_the_open_spoils_soft_cover() -> None:
    """All of the team."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 36), name="Berta", spots=((21.4, 36), (22.8, 36), (24.2, 36))),
        ground=[terrain("brush", box=(10, 34, 11, 12))],
    )
    assert weighs(scene, "Berta") == {}


@clause("sk.risk.no-enemy")
def test_no_enemy_in_sight_and_no_friends_retreating_in_sight() -> None:
    """Behind a house there is no enemy; a friend that runs beside takes it away however far he is."""
    house = terrain("building", box=(4, 20, 64, 6))
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (10, 40), name="Berta", pick=("NCO",)),
        german("de.rifle-team", (60, 40), name="Caesar", pick=("NCO",)),
        ground=[house],
    )
    assert weighs(scene, "Berta") == {"sk.risk.no-enemy": -4}
    scene.change("Caesar", retiring=True)
    assert weighs(scene, "Berta") == {}
    assert weighs(scene, "Caesar") == {"sk.risk.no-enemy": -4, "sk.risk.flanked-retiring": 1}


@clause("sk.solo.actions", "sk.risk.losses", "sk.risk.no-nco")
def test_the_log_says_every_term() -> None:
    """The sum, its terms, and the row that is thrown on."""
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able"),
        german(
            "de.panzerfaust-team", (20, 40), name="Berta", men=3, strength=4, fields={"shot_by": (Harm(0, 1, "gun"),)}
        ),
    )
    scene.call(infantry_action, "Berta", dice=[1])
    told = scene.event("weighed its risk")
    assert told.tells == {"risk": 3, "terms": "+1 a quarter lost, +1 no NCO, +1 under fire"}
    assert {"sk.risk.losses", "sk.risk.no-nco", "sk.risk.under-fire"} <= set(told.because)
    assert [one.why for one in scene.throws()] == ["What Berta does, risk factor 3"]
    assert "sk.act.rf2-5" in scene.throws()[0].because

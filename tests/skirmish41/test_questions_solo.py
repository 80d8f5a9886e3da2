"""Questions against a second reckoning: the solo enemy; and what an umpire's list keeps."""

from fractions import Fraction
from typing import Any

import pytest

from sandtable.odds.umpire import listed
from sandtable.rulesets.skirmish41.basics.forces import troops
from sandtable.rulesets.skirmish41.umpire import FACTS, presets
from tests.clause import clause

from .reckon import chance, mean, p, put, read, refused, scores, spread, steps

HALF, SIXTH = Fraction(1, 2), Fraction(1, 6)


# ---- the solo enemy

COMES = {6: "3 riflemen and an NCO", 7: "3 riflemen and an NCO", 8: "4 riflemen and a man with a Panzerfaust"} | {
    9: "4 riflemen and a light machine-gun team",
    10: "portals are redeployed",
    11: "a heavy machine gun and 4 riflemen",
    12: "a tank-hunter team",
    13: "an anti-tank gun and a light machine gun",
}


@clause("sk.gen.roll", "sk.gen.natural-1", "sk.gen.no-contact", "sk.gen.more-counters", "sk.gen.result-1-5")
@clause("sk.gen.result-6-7", "sk.gen.result-8", "sk.gen.result-9", "sk.gen.result-10", "sk.gen.result-11")
@clause("sk.gen.result-12", "sk.gen.result-13", "sk.gen.result-14")
@pytest.mark.parametrize(("portals", "contact"), [(1, False), (1, True), (4, True), (4, False), (8, True), (14, True)])
def test_arrivals(portals: int, contact: bool) -> None:
    """Face by face: a natural 1 is nothing, 14 and more a tank."""
    plus = portals - 1 - (not contact)
    answer = put("arrivals", {"portals": portals, "contact": contact})

    def comes(face: int) -> str:
        total = face + plus
        if face == 1 or total < 6:
            return "nothing"
        return COMES.get(total, "a tank or self-propelled gun")

    assert spread(answer, "comes") == read(6, comes)
    assert (f"D6{plus:+d}" in answer.needed) is (chance(answer, "comes", "nothing") < 1)
    if (portals, contact) == (1, False):
        assert answer.needed.endswith("nothing can come") and chance(answer, "comes", "nothing") == 1


@clause("sk.gap.generated-quality", "sk.gen.where", "sk.gen.where-tanks")
def test_a_force_comes_with_its_quality_and_vehicle() -> None:
    """The real throw: which portal, which tank, how good."""
    given = {"portals": 14, "contact": True}
    assert steps("arrivals", [[2], [9], [5], [6]], given) == {
        "comes": "a tank or self-propelled gun",
        "portal": "portal 9 in sight",
        "vehicle": "Panzer IV H",
        "quality": "veteran",
    }
    far = steps("arrivals", [[2], [1], [1]], {**given, "tank": True})
    assert far["portal"].startswith("the farthest") and (far["vehicle"], far["quality"]) == ("StuG III", "second line")
    answer = put("arrivals", {"portals": 14})
    assert chance(answer, "vehicle", "Panther") == Fraction(5, 6) * SIXTH
    assert chance(answer, "quality", "regular") == Fraction(5, 6) * Fraction(4, 6)


@clause("sk.gen.no-figures", "sk.gen.recycle")
def test_who_has_no_figures_sends_what_comes_before() -> None:
    """No vehicle: the gun; no gun: tank hunters; four men left: no more than they are; none: nothing."""
    given = {"portals": 14, "vehicles": 2}
    assert chance(put("arrivals", given), "comes", COMES[13]) == Fraction(5, 6)
    given["guns"] = 1
    assert chance(put("arrivals", given), "comes", COMES[12]) == Fraction(5, 6)
    four = put("arrivals", {**given, "portals": 6, "figures": 20})
    assert chance(four, "comes", COMES[6]) == Fraction(4, 6)  # 7, 8, 9 and 11
    assert chance(put("arrivals", {**given, "figures": 21}), "comes", "nothing") == 1
    assert refused("arrivals", r"figures: .*sk.gen.recycle", figures=25)


RISKS: list[tuple[dict[str, Any], int]] = [
    ({"under_fire": False}, 0),
    ({}, 1),
    ({"routing": True}, 5),
    ({"heavy_fire": True}, 3),
    ({"command": True}, 2),
    ({"men": 3}, 2),
    ({"men": 2, "wounded": 1}, 4),
    ({"strength": 5, "men": 4}, 1),  # a fifth is no quarter
    ({"nco": False}, 2),
    ({"nco": False, "weapon": "tripod"}, 1),
    ({"flanked": True}, 2),
    ({"firefight": "losing"}, 2),
    ({"firefight": "winning"}, -1),
    ({"officer": True, "afv": True, "friends": True}, -2),
    ({"weapon": "heavy", "cover": "soft"}, 0),
    ({"cover": "soft"}, 0),
    ({"cover": "hard"}, -1),
    ({"cover": "hard", "moving": "other"}, 1),
    ({"moving": "advancing"}, -1),
    ({"moving": "advancing", "weapon": "heavy"}, 0),
    ({"seen": False}, -3),
]


@clause("sk.risk.rout", "sk.risk.outnumbered-fire", "sk.risk.command", "sk.risk.losses", "sk.risk.no-nco")
@clause("sk.risk.under-fire", "sk.risk.flanked-retiring", "sk.risk.losing", "sk.risk.officer", "sk.risk.afv")
@clause("sk.risk.friends", "sk.risk.support-soft-cover", "sk.risk.advancing-hard-cover", "sk.risk.winning")
@clause("sk.risk.no-enemy")
@pytest.mark.parametrize(("given", "risk"), RISKS)
def test_risk_factors(given: dict[str, Any], risk: int) -> None:
    """Every term by itself, upon being under fire."""
    answer = put("solo-infantry", given)
    assert spread(answer, "risk_factor") == {risk: 1} and sum(one.value for one in answer.modifiers) == risk


ROWS = {
    1: ("halt", "advance", "advance", "advance", "advance", "attack"),
    2: ("retreat", "halt", "halt", "advance", "advance", "advance"),
    5: ("retreat", "halt", "halt", "advance", "advance", "advance"),
    6: ("rout", "retreat", "halt", "halt", "halt", "advance"),
    8: ("rout", "retreat", "halt", "halt", "halt", "advance"),
    9: ("rout", "rout", "rout", "retreat", "retreat", "halt"),
}


@clause("sk.act.rf1", "sk.act.rf2-5", "sk.act.rf6-8", "sk.act.rf9", "sk.solo.actions", "sk.act.support")
@pytest.mark.parametrize("risk", ROWS)
def test_the_chart_of_the_infantry(risk: int) -> None:
    """All rows, at their borders; support weapons halt instead of going forward."""
    ways: dict[int, dict[str, Any]] = {1: {}, 2: {"men": 3}, 5: {"routing": True}, 6: {"routing": True, "men": 3}}
    given = ways.get(risk, {"routing": True, "men": 3, "command": True, "flanked": True})
    if risk == 9:
        given = {**given, "firefight": "losing"}
    assert spread(put("solo-infantry", given), "action") == read(6, lambda face: ROWS[risk][face - 1])
    heavy = put("solo-infantry", {**given, "weapon": "tripod"})
    still = {"advance": "halt", "attack": "halt"}
    assert spread(heavy, "action") == read(6, lambda face: still.get(ROWS[risk][face - 1], ROWS[risk][face - 1]))
    assert refused("solo-infantry", "men: 5 are more than the 4", men=5)


@clause("sk.act.rf0", "sk.act.rf0-fortified", "sk.act.rf0-falling-back")
def test_a_team_that_is_not_worried() -> None:
    """It carries on, or goes forward on 4 and more unless it defends; one that falls back halts on a 5."""
    calm = {"under_fire": False}
    assert spread(put("solo-infantry", calm), "action") == {"carry on": HALF, "advance": HALF}
    fort = {**calm, "defends": True, "cover": "hard"}
    assert spread(put("solo-infantry", fort), "action") == {"carry on": 1}
    back = put("solo-infantry", {**calm, "moving": "falling-back"})
    assert spread(back, "action") == {"carry on": Fraction(4, 6), "halt in cover": Fraction(2, 6)}


AFVS = {
    -3: ("retreat", "retreat", "retreat", "retreat", "retreat", "halt"),
    -2: ("retreat", "retreat", "retreat", "halt", "halt", "manoeuvre"),
    -1: ("retreat", "retreat", "retreat", "halt", "halt", "manoeuvre"),
    0: ("retreat", "halt", "halt", "manoeuvre", "manoeuvre", "manoeuvre"),
    1: ("halt", "manoeuvre", "manoeuvre", "manoeuvre", "manoeuvre", "advance"),
    2: ("manoeuvre", "manoeuvre", "manoeuvre", "advance", "advance", "advance"),
}
TANKS: list[tuple[dict[str, Any], int]] = [
    ({"advancing": True, "infantry": True}, 2),
    ({"infantry": True}, 1),
    ({}, 0),
    ({"damaged": True}, -1),
    ({"at_fire": True}, -1),
    ({"flanked": True}, -1),
    ({"alone": True}, -1),
    ({"casualties": 2}, -2),
    ({"no_main": True}, -2),
    ({"no_main": True, "no_weapons": True}, -4),
]


@clause("sk.afv.plus-advancing", "sk.afv.plus-infantry", "sk.afv.minus-damaged", "sk.afv.minus-at-fire")
@clause("sk.afv.minus-flanked", "sk.afv.minus-alone", "sk.afv.minus-no-main", "sk.afv.minus-no-weapons")
@clause("sk.afv.minus-immobile", "sk.afv.row-1", "sk.afv.row-2-3", "sk.afv.row-4-5", "sk.afv.row-6", "sk.afv.roll")
@pytest.mark.parametrize(("given", "points"), TANKS)
def test_solo_afvs(given: dict[str, Any], points: int) -> None:
    """Points and columns; who cannot move bales out instead of retreating."""
    answer = put("solo-afv", given)
    assert spread(answer, "points") == {points: 1}
    row = AFVS[max(points, -3)]
    assert spread(answer, "action") == read(6, lambda face: row[face - 1])
    stuck = put("solo-afv", {**given, "immobile": True})
    assert chance(stuck, "action", "bale out") == chance(answer, "action", "retreat") == chance(stuck, "destroyed")
    under_fire = put("solo-afv", {**given, "immobile": True, "under_fire": True})
    assert spread(under_fire, "points") == {points - 2: 1}


@clause("sk.event.sniper")
def test_the_event_of_a_sniper() -> None:
    """8, and one is added to the effect; cover as usual."""
    answer = put("sniper", {"rating": 3})
    assert chance(answer, "hit") == p(8) and chance(answer, "lost", 1) == p(8) * Fraction(2, 6)
    assert chance(put("sniper", {"cover": "soft", "dispersed": True}), "hit") == p(12)
    hidden = put("sniper", {"cover": "hard"})
    assert chance(hidden, "hit") == 0 and hidden.needed == "more than a D20 shows"


@clause("sk.event.artillery", "sk.arty.unaware")
def test_the_event_of_a_shell() -> None:
    """16; a D8 and one more for those who know of no firer; a vehicle is struck in the flank."""
    answer = put("random-shell", {"men": 1})
    assert chance(answer, "killed", 1) == p(16) * p(5, 8)
    tank = put("random-shell", {"vehicle": "gb.sherman", "men": 4, "weapons": 3})
    assert chance(tank, "damage", "it explodes") == p(16) * p(14)


@clause("sk.event.mines", "sk.event.mines-repeat")
def test_the_event_of_mines() -> None:
    """The clause's example: four men, four dice at 12, one more on the effect; a vehicle one die."""
    answer = put("mines", {"men": 4})
    assert spread(answer, "hits") == scores(4, 12)
    jeep = put("mines", {"men": 1, "vehicle": "gb.jeep"})
    assert chance(jeep, "damage", "its fuel tank explodes") == p(12) * p(15)
    assert refused("mines", r"struck: .*sk.event.mines-repeat", struck=True)


# ---- the umpire's list


def test_every_team_of_the_catalogue_fits_the_facts() -> None:
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
    team = by_name["German MG 42 team"]
    assert (team["weapon"], team["bearers"], team["men"], team["led"]) == ("lmg", 1, 3, True)
    rifles = by_name["German Rifle team"]
    assert (rifles["weapon"], rifles["bearers"], rifles["second_weapon"], rifles["grenades"]) == ("rifle", 3, "smg", 2)
    tiger = by_name["German Tiger I"]
    assert (tiger["vehicle"], tiger["gun"], tiger["weapons"], tiger["drive"]) == ("de.tiger", "gun-88", 3, "tracked")
    assert by_name["German Tank-hunter team"]["anti_tank"] in {"panzerschreck", "panzerfaust"}
    assert by_name["German Volkssturm team"]["command"] and by_name["German Sniper"]["optics"]


def test_roles_and_results_name_facts_that_there_are() -> None:
    """What fills a field and what a result changes is on the list; every outcome that leaves something is found."""
    facts = {fact.name: fact for fact in FACTS}
    for view in listed("skirmish41").questions:
        assert view.clauses and view.group
        for field in view.fields:
            assert not field.fact or field.fact in facts, field.name
            assert bool(field.fact) == bool(field.role)
        outcomes = put(view.name).outcomes
        for left in view.leaves:
            assert left.fact in facts and left.outcome in outcomes, (view.name, left)


def test_every_team_can_be_put_into_the_questions_of_its_kind() -> None:
    """Teams shoot with what their presets fill in, and are shot at; vehicles are struck, and their guns fire."""
    fields = {view.name: view.fields for view in listed("skirmish41").questions}

    def filled(question: str, role: str, facts: dict[str, Any]) -> dict[str, Any]:
        every = {fact.name: fact.default for fact in FACTS} | facts
        return {field.name: every[field.fact] for field in fields[question] if field.role == role and field.fact}

    for preset in presets():
        if preset.facts["bearers"]:
            given = {**filled("to-hit", "shooter", preset.facts), "distance": 10, "aim": "unaimed"}
            assert mean(put("to-hit", given), "hits") > 0, preset.name
        if "vehicle" in preset.facts:
            struck = filled("at-shot", "target", preset.facts)
            assert chance(put("at-shot", {**struck, "weapon": "bazooka"}), "hit") > 0
        else:
            struck = filled("shoot", "target", preset.facts)
            assert mean(put("shoot", {**struck, "shooters": 1}), "lost") > 0
        if "gun" in preset.facts:
            gun = filled("gun-at-vehicle", "shooter", preset.facts)
            assert chance(put("gun-at-vehicle", {**gun, "crew": 1}), "hit") > 0

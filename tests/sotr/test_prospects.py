"""The dice that hang on options: the numbers are those of the rules, and of what is thrown in the end."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, YesNo
from sandtable.play.shown import Prospect
from sandtable.rulesets.sotr.ruleset import RULESET
from tests.clause import clause

from .kit import Scene, reich, shift, terrain, us


def promised(scene: Scene, kind: str, run: Any) -> Mapping[str, Prospect]:
    """What was promised when a question of a kind was asked in a scene."""
    found: list[Mapping[str, Prospect]] = []

    def look(decision: Decision[Any]) -> object:
        found.append(RULESET.prospects(scene.state, decision))
        return decision.usual()

    run(look)
    return found[0]


def lines(prospect: Prospect) -> list[str]:
    """Volleys in one line each."""
    return [f"{one.what}: {one.dice}, {one.needed}, {one.chance}" for one in prospect.volleys]


def duel(inches: float = 10, **rest: Any) -> Scene:
    """Two riflemen and two grenadiers, so many inches apart."""
    return Scene(
        us("us.rifle-squad", (10, 20), name="Able", pick=("rifleman", "rifleman")),
        reich("reich.sturmgrenadiers", (11 + inches, 20), name="Sturm", men=2, **rest),
    )


def decide(scene: Scene, kind: str, keys: Mapping[str, Any], unit: int = 0) -> Mapping[str, Prospect]:
    """What options of a question promise as a scene stands."""
    decision: Decision[Any] = Decision(0, kind, OneOf(keys), prompt="?", because=(), unit=unit)
    return RULESET.prospects(scene.state, decision)


@clause("sotr.shoot.procedure", "sotr.wound.roll")
def test_fire_says_its_dice_and_the_wounds_of_a_hit() -> None:
    """Two rifles twice each at four or more; a hit on light armour puts down on 3 or 4."""
    found = decide(duel(), "fire", {"hold": "hold", "nearest": "nearest", "each": "each"})
    assert list(found) == ["nearest"]
    hits, wounds = lines(found["nearest"])
    assert hits.startswith("at Sturm: ")
    assert wounds == "wounds of Sturm: 1 a hit, down on 3-4, GONER on 5+, 1/3"
    assert all(0 < Fraction(one.chance) <= 1 for one in found["nearest"].volleys)


def test_what_cannot_hit_says_nothing_of_wounds() -> None:
    """In heavy cover and past 24 inches."""
    house = terrain("building", box=(35, 15, 8, 10))
    scene = Scene(
        us("us.rifle-squad", (5, 20), name="Able", pick=("rifleman", "rifleman")),
        reich("reich.sturmgrenadiers", (37, 20), name="Sturm", men=2, each={"prone": True}),
        ground=[house],
    )
    found = decide(scene, "fire", {"nearest": "nearest"})
    assert [one.chance for one in found["nearest"].volleys] in ([], ["0"])


@clause("sotr.gap.vehicle-damage")
def test_a_weapon_of_a_model_at_armour() -> None:
    """Small arms are told that a mech is proof against them."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", pick=("rifleman", "rifleman")),
        reich("reich.panzermech", (22, 20), name="Mech"),
    )
    found = decide(scene, "fire", {"nearest": "nearest"})
    assert lines(found["nearest"])[-1] == "the side armour of Mech is proof: 0, no roll, 0"


@clause("sotr.blast.nominate", "sotr.blast.wounds", "sotr.gap.heavy-weapons")
def test_an_rpg_says_what_it_touches_and_pierces() -> None:
    """At men and at a machine, each as they would be struck."""
    scene = Scene(
        us("us.bazooka-team", (10, 20), name="Zook"),
        reich("reich.sturmgrenadiers", (20, 20), name="Sturm", men=3),
        reich("reich.panzermech", (22, 30), name="Mech"),
    )
    found = promised(scene, "blast target", lambda look: _fire_rpg(scene, look))
    assert found["u1"].expected == {"touches": "3 models"}
    assert found["u1"].note == "whoever is under its centre is a GONER"
    assert "wounds of Sturm: 1 a hit, down on 3-4, GONER on 5+, 1/3" in lines(found["u1"])
    assert "armour" in lines(found["u2"])[-1] and "penetration +4" in lines(found["u2"])[-1]
    assert "pass" not in found


def _fire_rpg(scene: Scene, look: Any) -> None:
    from sandtable.rulesets.sotr.blast import fire_blast  # noqa: PLC0415

    gunner = next(man for man in scene.unit("Zook").men if "rpg" in scene.state.figures[man].weapons)
    scene.call(fire_blast, gunner, "rpg", dice=[1], blast_target=look)


@clause("sotr.weapon.indirect", "sotr.blast.indirect-cases")
def test_a_lobbed_grenade_out_of_sight_strays() -> None:
    """No die to hit is promised then."""
    hill = terrain("building", box=(18, 10, 2, 30))
    scene = Scene(
        us("us.rifle-squad", (14, 20), name="Able", pick=("rifleman",)),
        reich("reich.sturmgrenadiers", (26, 20), name="Sturm", men=2),
        ground=[hill],
    ).change("Able", 0, weapons=("grenade-launcher",))
    from sandtable.rulesets.sotr.blast import fire_blast  # noqa: PLC0415

    found = promised(
        scene,
        "blast target",
        lambda look: scene.call(fire_blast, 0, "grenade-launcher", blast_target=look),
    )
    assert found["over u1"].note == "no die is rolled to hit: it strays D6 inches"
    assert [one.what for one in found["over u1"].volleys] == ["wounds of Sturm"]


@clause("sotr.flame.hits", "sotr.flame.cool")
def test_a_flamethrower_says_wounds_and_cool_checks() -> None:
    """And nothing of a die to hit."""
    from sandtable.rulesets.sotr.jets import jets  # noqa: PLC0415
    from sandtable.rulesets.sotr.offers import Aiming  # noqa: PLC0415

    scene = Scene(
        reich("reich.flame-pioneers", (8, 20), name="Pioneers", men=2, spots=((10, 20),)),
        us("us.rifle-squad", (14, 20), name="Able", men=2),
    )
    flamer = next(man for man in scene.unit("Pioneers").men if "flamethrower" in scene.state.figures[man].weapons)
    domain = Aiming(flamer, "flamethrower", dict(jets(scene.state, flamer)))
    found = RULESET.prospects(scene.state, Decision(1, "flame", domain, prompt="?", because=(), unit=0))
    wounds, nerves = lines(found["u1"])
    assert wounds == "wounds of Able: 1 a hit, down on 2-3, GONER on 4+, 1/2"
    assert nerves == "Cool check: Able's sergeant: 2D6, 8 or less, 13/18"


@clause("sotr.gap.heavy-weapons")
def test_solid_shot_at_men_needs_no_wound_roll() -> None:
    """And against a mech it needs penetration."""
    from sandtable.rulesets.sotr.offers import Aiming  # noqa: PLC0415

    scene = Scene(
        us("us.tank", (10, 20), name="Tank", bearing=90),
        reich("reich.sturmgrenadiers", (30, 20), name="Sturm", men=2),
        reich("reich.panzermech", (30, 30), name="Mech"),
    )
    domain = Aiming(0, "tank-gun", {"u1": 1, "u2": 2, "pass": -1})
    found = RULESET.prospects(scene.state, Decision(0, "heavy target", domain, prompt="?", because=(), unit=0))
    assert list(found) == ["u1", "u2"]
    assert lines(found["u1"])[1] == "whoever of Sturm is hit is a GONER: 0, no roll, 1"
    assert "penetration +5" in lines(found["u2"])[1]


@clause("sotr.suppress.check", "sotr.assault.order", "sotr.hth.roll")
def test_assaults_and_suppressing_fire() -> None:
    """Distances, the checks for HORROR, what a charger scores; the Cool check of those under fire."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", men=5),
        reich("reich.zombies", (10, 25), name="Mob", men=2),
        reich("reich.sturmgrenadiers", (40, 20), name="Sturm", men=3),
    )
    keys = {key: key for key in ("advance", "assault u1", "assault u2", "suppress u2", "suppress t0")}
    found = decide(scene, "action", keys)
    assert [key for key in found if key != "advance"] == ["assault u1", "assault u2", "suppress u2"]
    assert (found["advance"].says, found["advance"].volleys) == ("then fire", ())
    assert found["assault u2"].note == "out of reach"
    assert found["assault u1"].volleys[0].what == "HORROR check: Able's sergeant"
    assert found["assault u1"].volleys[-1].what == "each charger"
    assert set(found["suppress u2"].expected) == {"Suppressed"}
    assert found["suppress u2"].volleys[0].what == "Cool check: Sturm's sergeant"


@clause("sotr.command.roll", "sotr.command.sarge-goner")
def test_commands_that_are_rolled_for() -> None:
    """A unit without its Sarge regroups itself at two less."""
    from sandtable.rulesets.sotr.command import Command  # noqa: PLC0415

    scene = duel()
    keys = {"sarge u0": Command("sarge", 0), "overwatch u0": Command("overwatch", 0), "done": None}
    decision: Decision[Any] = Decision(0, "command", OneOf(keys), prompt="?", because=())
    found = RULESET.prospects(scene.state, decision)
    assert list(found) == ["sarge u0"]
    (volley,) = found["sarge u0"].volleys
    assert (volley.needed, volley.chance) == ("5 or less", "5/18")
    assert [one.value for one in volley.modifiers] == [-2]


@clause("sotr.assault.fallback-choice")
def test_falling_back_is_a_cool_test() -> None:
    """Orderly or not."""
    decision: Decision[Any] = Decision(1, "fall back", YesNo(), prompt="?", because=(), unit=1)
    found = RULESET.prospects(duel().state, decision)
    assert set(found) == {"yes"}
    assert found["yes"].expected == {"orderly": "72 %"}


@clause("sotr.overwatch.fire", "sotr.overwatch.modifier")
def test_overwatch_says_the_dice_at_every_point() -> None:
    """At one less, for every point where it could fire."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", pick=("rifleman", "rifleman"), each={"overwatch": True}),
        reich("reich.sturmgrenadiers", (30, 20), name="Sturm", men=1),
    )
    found = promised(
        scene,
        "overwatch",
        lambda look: scene.activate("Sturm", action="advance", move=shift(-3, 0), overwatch=look, fire="hold"),
    )
    assert len(found) > 1
    assert all(
        any(one.value == -1 and "overwatch" in one.why for one in found[key].volleys[0].modifiers) for key in found
    )


def test_other_questions_promise_nothing() -> None:
    """No dice hang on them."""
    assert decide(duel(), "unit", {"u0": 0}) == {}
    assert decide(duel(), "fire", {"hold": "hold"}) == {}

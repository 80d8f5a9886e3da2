"""The dice that hang on options: the numbers are those of the rules, and of what is thrown in the end."""

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, YesNo
from sandtable.play.events import Thrown
from sandtable.play.shown import Prospect
from sandtable.rulesets.fraley.activation import activation_check
from sandtable.rulesets.fraley.barrage import barrage
from sandtable.rulesets.fraley.offers import At, Directing, Grounding, Rerolling, SomeAt
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.rulesets.fraley.shooting import fire
from tests.clause import clause

from .kit import Scene, Side, german, terrain, us

ACTED = {"done": True}


def able(*roles: str, at: tuple[float, float] = (20, 20), **rest: Any) -> Side:
    """Teams of a rifle platoon that look south."""
    return us("us.rifle-platoon", at, name="Able", pick=roles, bearing=180, **rest)


def berta(*roles: str, at: tuple[float, float] = (20, 30), **rest: Any) -> Side:
    """Grenadiers that look north."""
    return german("de.grenadier-platoon", at, name="Berta", pick=roles, **{"fields": ACTED, **rest})


def decide(scene: Scene, kind: str, domain: Any, unit: int | None = 0) -> Mapping[str, Prospect]:
    """What options of a question promise as a scene stands."""
    return RULESET.prospects(scene.state, Decision(0, kind, domain, prompt="?", because=(), unit=unit))


def options(*keys: str) -> OneOf[str]:
    """A choice of keys."""
    return OneOf({key: key for key in keys})


def lines(prospect: Prospect) -> list[str]:
    """Volleys in one line each."""
    return [f"{one.what}: {one.dice}, {one.needed}, {one.chance}" for one in prospect.volleys]


def reasons(prospect: Prospect) -> list[str]:
    """The modifiers of the first dice."""
    return [str(one) for one in prospect.volleys[0].modifiers]


# ---- fire


@clause("fraley.fire.dice", "fraley.at.half-fp", "fraley.save.infantry", "fraley.save.gun")
def test_a_target_says_its_dice_and_saves() -> None:
    """Rifles pooled, a bazooka by itself with half its dice; the Saves of whoever may be hit."""
    scene = Scene(able("Rifle Team", "Rifle Team", "Bazooka Team", at=(20, 22)), berta("Rifle Team", "LMG Team"))
    found = decide(scene, "target", options("u1", "split", "nobody"))
    assert list(found) == ["u1"]
    assert lines(found["u1"]) == [
        "at Berta: 2, 3+, 2/3",
        "Bazooka at Rifle Team: 1, 3+, 2/3",
        "Saves of Rifle Team: 1 a hit, 3+, 2/3",
        "Saves of LMG Team: 1 a hit, 5+, 1/3",
        "Saves of Rifle Team against Bazooka: 1 a weapon that hits, 3+, 2/3",
    ]
    assert found["u1"].expected == {"distance": '6.75"', "Teams firing": "3", "Teams in sight": "2"}


@clause("fraley.hit.concealed", "fraley.hit.long-range", "fraley.hit.firer-moved", "fraley.hit.gone-to-ground")
@pytest.mark.parametrize(
    ("by", "fields", "each", "at", "why", "needs"),
    [
        ("Rifle Team", {}, {}, 30, [], "3+"),
        ("Rifle Team", {}, {"moved": False}, 30, ["+1 concealed"], "4+"),
        ("Rifle Team", {"grounded": True}, {}, 30, ["+1 Gone to Ground"], "4+"),
        ("Rifle Team", {"went": True}, {}, 30, ["+1 moved"], "4+"),
        ("LMG Team", {}, {}, 42, ["+1 Long Range"], "4+"),
    ],
)
def test_every_modifier_is_named(
    by: str, fields: dict[str, Any], each: dict[str, Any], at: float, why: list[str], needs: str
) -> None:
    """Of the target, or of the Unit that fires."""
    went = {key: value for key, value in fields.items() if key == "went"}
    target = {key: value for key, value in fields.items() if key != "went"}
    scene = Scene(able(by, fields=went), berta("Rifle Team", at=(20, at), fields=ACTED | target, each=each))
    found = decide(scene, "target", options("u1"))["u1"]
    assert (reasons(found), found.volleys[0].needed) == (why, needs)


@clause("fraley.hit.seven-plus")
def test_fire_that_cannot_hit_says_why() -> None:
    """Concealed elite troops that have gone to ground, after a Move: 4 and 3 more."""
    scene = Scene(
        able("LMG Team", fields={"went": True}),
        german(
            "de.assault-platoon", (20, 30), name="Berta", pick=("SMG Team",), quality="elite",
            fields={"grounded": True, **ACTED}, each={"moved": False, "fired": False},
        ),
        gtg_stacks_with_concealed=True,
    )  # fmt: skip
    found = decide(scene, "target", options("u1"))["u1"]
    assert lines(found) == ["at Berta: 0, impossible (7+ on one die), 0"]
    assert reasons(found) == ["+1 concealed", "+1 Gone to Ground", "+1 moved"]
    assert (found.note, found.because) == ("no die can hit: 7 or more is needed", ("fraley.hit.seven-plus",))


@clause("fraley.armor.at-only")
def test_rifles_at_armour_are_pointless() -> None:
    """And say so."""
    scene = Scene(able("Rifle Team"), german("de.panther-platoon", (20, 30), name="Berta", men=1, fields=ACTED))
    found = decide(scene, "target", options("u1"))["u1"]
    assert found.note == "only AT weapons harm Armored Teams"
    assert "fraley.armor.at-only" in found.because


@clause("fraley.armor.flank", "fraley.armor.close-range", "fraley.tank.inf-at-reroll")
@pytest.mark.parametrize(
    ("bearing", "at", "says"),
    [
        (0, 29, "Front armour of Panzer IV (PL) against Bazooka: 1 a hit, 5+, 1/3"),
        (180, 29, "Flank armour of Panzer IV (PL) against Bazooka: 1 a hit, 6+, 1/6"),
    ],
)
def test_armour_is_said_by_the_side_that_is_shown(bearing: float, at: float, says: str) -> None:
    """Infantry AT from near by: what would be rerolled both ways is not."""
    tank = german("de.panzer-iv-platoon", (20, at), name="Berta", men=1, fields=ACTED, bearing=bearing)
    found = decide(Scene(able("Bazooka Team"), tank), "target", options("u1"))["u1"]
    assert lines(found)[1:] == [says, "Vehicle Damage Table: 1 a failed Save, 4-5 suppressed, 6 destroyed, 1/6"]


@clause("fraley.weapon.coax", "fraley.fire.split-unit", "fraley.at.declare-type")
def test_arms_firers_and_types_say_their_own_dice() -> None:
    """One set of a tank's weapons or another, each Team by itself, each type of Team."""
    tank = us("us.sherman-platoon", (20, 15), name="Able", men=2, gap=4, bearing=180)
    scene = Scene(tank, berta("Rifle Team", "LMG Team", at=(20, 28)))
    arms = decide(scene, "arms", At(1, {"main+hull": 1, "hull+coax": 2}))
    assert lines(arms["main+hull"])[:2] == ["at Berta: 6, 3+, 2/3", "75mm at Rifle Team: 2, 3+, 2/3"]
    assert lines(arms["hull+coax"])[0] == "at Berta: 12, 3+, 2/3"
    one = decide(scene, "firers", SomeAt(1, {"m0": 0, "m1": 1}, 1, 2))
    assert [found.expected["Teams firing"] for found in one.values()] == ["1", "1"]
    types = decide(scene, "type", At(1, {"any": "any", "gun": "gun", "each": "each"}))
    assert list(types) == ["any", "gun"]
    assert lines(types["gun"])[0] == "2 x 75mm at LMG Team: 4, 3+, 2/3"


@clause("fraley.fire.dice")
def test_what_is_promised_is_what_is_thrown() -> None:
    """The dice of the target that is chosen, one by one."""
    scene = Scene(able("Rifle Team", "Rifle Team", "LMG Team"), berta("Rifle Team", "LMG Team"))
    said = decide(scene, "target", options("u1"))["u1"]
    scene.call(fire, "Able", "fire", dice=[1] * 5)
    (thrown,) = [one for one in scene.news if isinstance(one, Thrown)]
    assert (str(len(thrown.faces)), thrown.needs) == (said.volleys[0].dice, said.volleys[0].needed)


@clause("fraley.gtg.declare-effect", "fraley.hit.reaction", "fraley.leader.direct-fire")
def test_questions_under_fire_say_what_an_answer_changes() -> None:
    """Going to ground makes it one harder; reacting costs one; directing throws the misses again."""
    scene = Scene(able("Rifle Team"), berta("Rifle Team", fields={}))
    down = decide(scene, "go to ground", Grounding(0), 1)
    assert [found.volleys[0].needed for found in (down["yes"], down["no"])] == ["4+", "3+"]
    assert "fraley.gtg.declare-cost" in down["yes"].because
    wood = Scene(able("Rifle Team"), berta("Rifle Team"), ground=[terrain("woods", box=(15, 28, 12, 6))])
    fired = decide(wood, "react", options("nobody", "u0"), 1)
    assert (list(fired), reasons(fired["u0"])) == (["u0"], ["+1 concealed", "+1 Reaction Fire"])
    again = decide(scene, "direct", Directing({1: ((2, 4),)}, {"m1": 1, "nobody": None}))
    assert (list(again), lines(again["m1"])) == (["m1"], ["misses: 2, 4+, 1/2"])


# ---- checks, actions, assaults, barrages


@clause("fraley.training.check", "fraley.suppression.penalty-50")
def test_activations_say_their_check_and_what_suppression_costs() -> None:
    """Half of it suppressed is two harder; the reroll of the CC needs the same."""
    scene = Scene(able("PL", "Rifle Team", teams={1: {"marks": 1}}), us("us.cc", (30, 20), name="Boss"))
    found = decide(scene, "activate", options("u0", "pass"), None)
    assert list(found) == ["u0"]
    assert lines(found["u0"]) == ["Training Check: 1, 6+, 1/6"]
    assert reasons(found["u0"]) == ["+2 50% suppressed"]
    assert found["u0"].expected == {"passes": "17 %"}
    asked: list[Mapping[str, Prospect]] = []

    def look(decision: Decision[Any]) -> object:
        asked.append(RULESET.prospects(scene.state, decision))
        return False

    scene.call(activation_check, "Able", dice=[3], reroll=look)
    assert lines(asked[0]["yes"]) == ["the check once more: 1, 6+, 1/6"]
    assert decide(scene, "reroll", Rerolling(8))["yes"].expected == {"passes": "0 %"}


@clause("fraley.action.aimed-fire", "fraley.action.move-and-fire", "fraley.action.assault")
def test_actions_say_what_they_throw_at_the_usual_target() -> None:
    """From where the Unit stands; what throws no dice says what it is good for."""
    scene = Scene(able("PL", "Rifle Team"), berta("Rifle Team", "Rifle Team", at=(20, 28)))
    found = decide(scene, "action", options("fire", "aimed-fire", "move-and-fire", "assault", "dig-in", "run"))
    assert [key for key, one in found.items() if one.volleys] == ["fire", "aimed-fire", "move-and-fire", "assault"]
    assert {key: found[key].says for key in ("dig-in", "run")} == {
        "dig-in": "hard cover until it moves",
        "run": "two moves, no fire; its Saves must be passed twice",
    }
    assert [one.expected["target"] for one in found.values() if one.volleys] == ["Berta"] * 4
    assert [found[key].volleys[0].needed for key in ("fire", "aimed-fire", "move-and-fire")] == ["3+", "3+", "4+"]
    assert "misses are rolled again" in found["aimed-fire"].note
    alone = Scene(able("PL"), berta("Rifle Team", at=(20, 90)), size=(72, 100))
    for key, said in decide(alone, "action", options("fire", "assault")).items():
        assert not said.volleys and said.note and said.because, key


@clause("fraley.assault.kill-check", "fraley.assault.halt-5fp", "fraley.assault.tank-save")
def test_assaults_say_distance_checks_and_what_halts_them() -> None:
    """Against a Team a check each, against a tank the Tank Assault dice and its Flank."""
    scene = Scene(
        able("PL", "Bazooka Team", at=(20, 20)),
        berta("Rifle Team", at=(20, 28)),
        german("de.panther-platoon", (26, 28), name="Panther", men=1, fields=ACTED),
        berta("Rifle Team", at=(20, 45)),
    )
    found = decide(scene, "assault", options("u1", "u2", "u3"))
    assert lines(found["u1"]) == ["each Team that strikes: a Team removed: 1, 4+, 1/2"]
    assert lines(found["u2"]) == [
        "PL at a Tank Team: 1, 4+, 1/2",
        "Bazooka Team at a Tank Team: 2, 4+, 1/2",
        "Flank armour of Panther (PL): 1 a hit, 5+, 1/3",
    ]
    assert found["u1"].note == "5 hits by the assaulted Unit's fire halt it"
    assert (found["u3"].note, found["u3"].volleys) == ("out of reach", ())
    answer = decide(scene, "counter-attack", options("counter-attack", "break-off"), 1)
    assert lines(answer["counter-attack"])[0] == "counter-attack: 1, 4+, 1/2"
    assert "fraley.assault.overrun" in answer["break-off"].because


@clause("fraley.barrage.range-in", "fraley.barrage.hit-rolls", "fraley.barrage.fp-few-guns", "fraley.smoke.procedure")
def test_barrages_say_how_they_range_in_and_whom_they_cover() -> None:
    """Four guns throw two dice a Team; the smoke of the same guns a check."""
    battery = us("us.artillery-battery", (20, 8), name="Guns", bearing=180)
    scene = Scene(battery, berta("Rifle Team", "LMG Team", at=(20, 40)))
    first = scene.row("Berta")
    found = decide(scene, "range in on", options(f"m{first}"))[f"m{first}"]
    assert lines(found) == [
        "ranging in: 1, 3+, 2/3",
        "hits on each Team: 2, 4+, 1/2",
        "Save of Rifle Team: 1, 3+, 2/3",
        "Save of LMG Team: 1, 5+, 1/3",
    ]
    assert found.expected == {"Teams under the template": "2"}
    what = decide(scene, "barrage or smoke", options("barrage", "smoke"))
    assert lines(what["smoke"]) == ["ranging in smoke: 1, 4+, 1/2"]
    assert lines(what["barrage"])[0] == "ranging in: 1, 3+, 2/3"
    watch = decide(scene, "observer", options(f"m{scene.row('Guns')}"))
    assert watch[f"m{scene.row('Guns')}"].expected == {"Teams he can range in on": "2"}
    scene.call(barrage, "Guns", dice=[3, 1, 1, 1, 1], barrage_or_smoke="barrage", range_in_on=f"m{first}")
    thrown = [one for one in scene.news if isinstance(one, Thrown)]
    assert [len(one.faces) for one in thrown] == [1, 2, 2]


def test_other_questions_have_no_dice() -> None:
    """Moves, placements, and questions of no Unit."""
    scene = Scene(able("PL"), berta("Rifle Team"))
    assert decide(scene, "move", options("a")) == {}
    assert decide(scene, "target", YesNo()) == {}
    assert decide(scene, "edge", options("north"), None) == {}

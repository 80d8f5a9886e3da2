"""Rolling to damage men, guns and soft-skinned vehicles."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.clause import clause

from .kit import Scene, Side, column, de, stay, us


def able(troop: str = "us.rifle-squad", men: int = 6, **rest: Any) -> Side:
    """Those who shoot, to the east."""
    return us(troop, (20, 20), name="Able", men=men, spots=column(20, 20, men), bearing=90, **rest)


def foes(troop: str = "us.rifle-squad", at: tuple[float, float] = (30, 20), **rest: Any) -> Side:
    """Those who are shot at, facing west."""
    return de(troop, at, name="Foes", **{"bearing": 270, **rest})


def gun(troop: str = "us.medium-at-gun", **rest: Any) -> Side:
    """A gun that shoots, to the east."""
    return us(troop, (20, 20), name="Able", bearing=90, **rest)


def damage(scene: Scene) -> tuple[str, tuple[int, ...]]:
    """What the roll to damage needed, and what was thrown."""
    (thrown,) = scene.throws("to damage")
    return thrown.needs, thrown.faces


# Answers to which shell is fired.
PIERCING: dict[str, Any] = {"shell": "ap"}
EXPLOSIVE: dict[str, Any] = {"shell": "he"}

# Two of the four rifles hit, nobody else.
TWO_HITS = [1, 1, 1, 1, 6, 6, 1, 1]


# ---- damage values


@clause("ba.damage.minimum")
@pytest.mark.parametrize("troop", ["us.rifle-squad", "us.flak-gun"])
@pytest.mark.parametrize(
    ("quality", "least"),
    [
        pytest.param("inexperienced", 3, marks=clause("ba.damage.inexperienced")),
        pytest.param("regular", 4, marks=clause("ba.damage.regular")),
        pytest.param("veteran", 5, marks=clause("ba.damage.veteran")),
    ],
)
def test_men_and_gun_crews_are_damaged_by_their_quality(troop: str, quality: str, least: int) -> None:
    """Of two hits, one a point too low and one just high enough, one takes a man."""
    scene = Scene(able(), foes(troop, quality=quality))
    before = len(scene.unit("Foes").men)
    scene.order("Able", "fire", [*TWO_HITS, least - 1, least], target="Foes", react="stay")
    assert damage(scene) == (f"{least}+", (least - 1, least))
    assert len(scene.unit("Foes").men) == before - 1


@clause("ba.damage.regular")
def test_five_hits_on_regulars() -> None:
    """Dice of 1, 3, 4, 5 and 6 are three casualties; the six is rolled again for more."""
    scene = Scene(able(), foes(men=12))
    scene.order("Able", "fire", [1, 1, 1, 6, 6, 6, 6, 6, 1, 3, 4, 5, 6, 1], target="Foes", react="stay")
    assert len(scene.unit("Foes").men) == 9


@clause("ba.damage.soft-skin", "ba.gap.soft-skin-destroyed")
@pytest.mark.parametrize("troop", ["us.truck", "us.jeep"])
def test_a_soft_skin_is_damaged_on_six(troop: str) -> None:
    """Fives do nothing to a truck or a jeep."""
    scene = Scene(able(), foes(troop))
    scene.order("Able", "fire", [*TWO_HITS, 5, 5], target="Foes")
    assert damage(scene) == ("6+", (5, 5))
    assert scene.unit("Foes").alive


@clause("ba.damage.soft-skin", "ba.gap.soft-skin-destroyed")
@pytest.mark.parametrize("troop", ["us.truck", "us.jeep"])
def test_one_damaging_hit_destroys_a_soft_skin(troop: str) -> None:
    """A single six, and it is a wreck: nothing is rolled on the table of damage results."""
    scene = Scene(able(), foes(troop))
    scene.order("Able", "fire", [*TWO_HITS, 5, 6], target="Foes")
    assert not scene.unit("Foes").alive
    assert scene.state.terrain[-1].kind == "wreck"


# ---- penetration, and natural ones


@clause("ba.gap.pen-vs-soft")
@pytest.mark.parametrize(
    ("troop", "shots", "target", "needs"),
    [
        ("us.hmg-team", 3, {"troop": "us.rifle-squad", "quality": "veteran"}, "4+ (+1 penetration)"),
        ("us.hmg-team", 3, {"troop": "us.flak-gun"}, "3+ (+1 penetration)"),
        ("us.hmg-team", 3, {"troop": "us.truck"}, "5+ (+1 penetration)"),
        ("su.at-rifle-team", 1, {"troop": "us.rifle-squad", "quality": "inexperienced"}, "1+ (+2 penetration)"),
    ],
)
def test_penetration_is_added_against_every_target(troop: str, shots: int, target: dict[str, Any], needs: str) -> None:
    """A heavy weapon damages men, crews and soft-skins more easily by its PEN."""
    scene = Scene(able(troop, 3 if shots == 3 else 2), foes(**target))
    reacts = {} if target["troop"] == "us.truck" else {"react": "stay"}
    scene.order("Able", "fire", [6, *[1] * (shots - 1), 1], target="Foes", **reacts)
    assert damage(scene) == (needs, (1,))


@clause("ba.gap.pen-vs-soft", "ba.gap.exceptional-damage")
def test_penetration_does_not_make_a_six() -> None:
    """With +1, a five is a casualty like any other; only a natural six is rolled again."""
    scene = Scene(able("us.hmg-team", 3), foes(men=12))
    scene.order("Able", "fire", [6, 6, 1, 5, 6, 1], target="Foes", react="stay")
    assert scene.thrown("natural sixes") == [("Heavy machine gun on Foes: natural sixes again", (1,), "6")]


@clause("ba.gap.natural-one", "ba.damage.minimum")
@pytest.mark.parametrize(
    ("fails", "needs", "men"), [(True, "2+ (+2 penetration)", 6), (False, "1+ (+2 penetration)", 5)]
)
def test_a_one_damages_men_where_penetration_makes_it_enough(fails: bool, needs: str, men: int) -> None:
    """An automatic cannon (+2) on Inexperienced men (3+): a one counts, unless it fails by the switch."""
    scene = Scene(gun("us.flak-gun"), foes(quality="inexperienced", men=6), natural_one_fails=fails)
    scene.order("Able", "fire", [6, 1, 1], target="Foes", react="stay", **PIERCING)
    assert damage(scene) == (needs, (1,))
    assert len(scene.unit("Foes").men) == men


@clause("ba.gap.natural-one")
@pytest.mark.parametrize("fails", [True, False])
@pytest.mark.parametrize("troop", ["us.truck", "us.half-track"])
def test_a_one_damages_a_vehicle_where_penetration_makes_it_enough(troop: str, fails: bool) -> None:
    """A medium anti-tank gun (+5) on a soft-skin (6+), or on the side (+1) of a carrier (7+): but by the switch."""
    scene = Scene(gun(), foes(troop, bearing=0), natural_one_fails=fails)
    dice = [6, 1] if fails or troop == "us.truck" else [6, 1, 1]  # the last on the table of damage results: stunned
    scene.order("Able", "fire", dice, target="Foes", **PIERCING)
    hurt = not scene.unit("Foes").alive or bool(scene.events("was damaged"))
    assert hurt != fails


# ---- guns and their shields


@clause("ba.gap.artillery-damage")
def test_a_gun_is_lost_with_its_last_man() -> None:
    """Three wounds on a crew of three: no gun is left."""
    scene = Scene(able(), foes("us.flak-gun"))
    scene.order("Able", "fire", [1, 1, 1, 1, 6, 6, 6, 1, 4, 4, 4], target="Foes", react="stay")
    assert not scene.unit("Foes").alive
    assert scene.unit("Foes").gun is None


@clause("ba.gap.artillery-damage")
@pytest.mark.parametrize(("crew", "needs"), [(2, "3+"), (1, "4+ (-1 short of crew)")])
def test_a_gun_with_one_man_left_shoots_worse(crew: int, needs: str) -> None:
    """Two men serve it as well as three; one alone shoots at -1."""
    scene = Scene(gun(fields={"men": (1, 2)[:crew]}), foes(men=6))
    scene.order("Able", "fire", [1], target="Foes", react="stay", **EXPLOSIVE)
    assert [one.needs for one in scene.throws("to hit")] == [needs]


@clause("ba.gap.artillery-damage")
def test_a_crew_cannot_leave_its_gun() -> None:
    """The gun stays and its men walk off: refused."""
    scene = Scene(gun("us.light-at-gun"), foes())

    def walk_off(decision: Any) -> object:
        stay, walk = decision.domain.stay(), decision.domain.shifted(-4000, 0)
        return replace(walk, walks=(stay.walks[0], *walk.walks[1:]))

    refused = scene.refused(lambda: scene.order("Able", "advance", move=walk_off))
    assert refused.refusal.because == ("ba.gap.coherency",)


SHIELDED = "-1 gun shield"


@clause("ba.gap.gun-shield")
@pytest.mark.parametrize(("quality", "needs"), [("inexperienced", "4+"), ("regular", "5+"), ("veteran", "6+")])
def test_a_gun_shield_makes_the_crew_harder_to_hurt_from_the_front(quality: str, needs: str) -> None:
    """One more is needed against every quality, by the switch."""
    scene = Scene(able(), foes("us.light-at-gun", quality=quality), gun_shield=True)
    scene.order("Able", "fire", [*TWO_HITS, 1, 1], target="Foes", react="stay")
    assert damage(scene) == (f"{needs} ({SHIELDED})", (1, 1))


@clause("ba.gap.gun-shield")
@pytest.mark.parametrize(
    ("troop", "bearing", "switch"),
    [("us.light-at-gun", 0, True), ("us.light-at-gun", 270, False), ("us.flak-gun", 270, True)],
    ids=["from the side", "switched off", "no shield"],
)
def test_no_shield_from_the_side_without_one_or_where_the_table_has_none(
    troop: str, bearing: float, switch: bool
) -> None:
    """Then the crew is damaged as other men are."""
    scene = Scene(able(), foes(troop, bearing=bearing), gun_shield=switch)
    scene.order("Able", "fire", [*TWO_HITS, 1, 1], target="Foes", react="stay")
    assert damage(scene) == ("4+", (1, 1))


@clause("ba.gap.gun-shield")
@pytest.mark.parametrize(("x", "needs"), [(25.5, f"5+ ({SHIELDED})"), (25.501, "4+")])
def test_the_front_arc_of_a_gun_ends_at_45_degrees(x: float, needs: str) -> None:
    """A captain on the diagonal is in front of the shield, one a hair further round is not."""
    scene = Scene(us("us.captain", (x, 15.5), name="Able"), foes("us.light-at-gun"), gun_shield=True)
    scene.order("Able", "fire", [6, 1], target="Foes", react="stay")
    assert damage(scene) == (needs, (1,))


@clause("ba.gap.gun-shield", "ba.damage.regular")
def test_the_sheet_knows_no_gun_shields() -> None:
    """From the front a crew is hurt as other men are."""
    scene = Scene(able(), foes("us.light-at-gun"))
    scene.order("Able", "fire", [*TWO_HITS, 1, 1], target="Foes", react="stay")
    assert damage(scene) == ("4+", (1, 1))


@clause("ba.gap.gun-shield")
def test_a_gun_shield_helps_against_direct_high_explosive() -> None:
    """A shell (+1) fired over open sights from the front: 4+ as without either."""
    scene = Scene(gun(), foes("us.light-at-gun"), gun_shield=True)
    scene.order("Able", "fire", [6, 1, 1], target="Foes", react="stay", **EXPLOSIVE)
    assert damage(scene) == (f"4+ (+1 penetration, {SHIELDED})", (1,))


@clause("ba.gap.gun-shield")
def test_a_gun_shield_does_not_help_against_indirect_fire() -> None:
    """A mortar's shell (+1) comes from above: 3+."""
    scene = Scene(able("us.light-mortar", 2), foes("us.light-at-gun", at=(40, 20)), gun_shield=True)
    scene.order("Able", "fire", [6, 1, 1], target="Foes", react="stay")
    assert damage(scene) == ("3+ (+1 penetration)", (1,))


@clause("ba.gap.gun-shield")
def test_a_gun_shield_does_not_help_against_flame() -> None:
    """A flamethrower (+2) from the front: 2+. The crew then passes its check, and fuel is left."""
    scene = Scene(able("us.flamethrower-team", 2), foes("us.light-at-gun", at=(27, 20)))
    scene.order("Able", "fire", [1, 6, 1, 1, 1, 1, 6], target="Foes", react="stay")
    assert damage(scene) == ("2+ (+2 penetration)", (1,))


@clause("ba.gap.gun-shield")
def test_a_gun_shield_does_not_help_in_close_quarters() -> None:
    """Seven blows from the front at a crew of three: 4+ each."""
    scene = Scene(able(), foes("us.light-at-gun", at=(26, 23.75)))
    scene.order("Able", "assault", [4, 1, 1, 1, 1, 1, 1, 1, 1, 1], move=stay())
    assert scene.thrown("Able fights")[0][2] == "4+"

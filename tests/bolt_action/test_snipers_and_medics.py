"""Snipers, who pick their men, and medics, who save some."""

from typing import Any

import pytest

from sandtable.rulesets.bolt_action.state import Mission
from tests.clause import clause

from .kit import Scene, Side, column, de, keys, shift, stay, terrain, us

# ---- snipers


def sniper(**rest: Any) -> Side:
    """A sniper (figure 0) at (5, 20), and behind him his spotter (figure 1)."""
    return us("us.sniper-team", (5, 20), name="Able", spots=((3.5, 20),), **rest)


def foes(distance: float, troop: str = "us.rifle-squad", men: int = 6, **rest: Any) -> Side:
    """Men in a column, the first so many inches before the sniper; their figures are 2 and up."""
    return de(troop, (6 + distance, 20), name="Foes", men=men, spots=column(6 + distance, 20, men), **rest)


def shots(scene: Scene) -> list[tuple[str, str]]:
    """What each shot was made with and needed: the sniper's first, then his spotter's."""
    return [(one.why.split("(")[1].split(")")[0], one.needs) for one in scene.throws("to hit")]


SCOPED = ("sniper's shot", "2+ (+1 sniper's scope)")
FAR = ("sniper's shot", "3+ (-1 long range, +1 sniper's scope)")  # more than 18 inches of 36


@clause("ba.gap.sniper")
@pytest.mark.parametrize(("distance", "dice"), [(36.0, [1]), (36.001, [])])
def test_the_scope_reaches_36_inches(distance: float, dice: list[int]) -> None:
    """At 36.000 inches the sniper shoots at +1, his spotter's rifle does not reach; a hair beyond nobody shoots."""
    scene = Scene(sniper(), foes(distance))
    scene.order("Able", "fire", dice, target="Foes", react="stay")
    assert shots(scene) == [FAR] * len(dice)


@clause("ba.gap.sniper")
@pytest.mark.parametrize(("distance", "first"), [(12.0, SCOPED), (11.999, ("Rifle", "3+"))])
def test_the_scope_is_not_used_nearer_than_twelve_inches(distance: float, first: tuple[str, str]) -> None:
    """At 12.000 inches he uses it; a hair nearer he shoots with a rifle like any other."""
    scene = Scene(sniper(), foes(distance))
    scene.order("Able", "fire", [1, 1], target="Foes", react="stay")
    assert shots(scene) == [first, ("Rifle", "4+ (-1 long range)")]


@clause("ba.gap.sniper")
@clause("ba.hit.long-range", "ba.hit.down", "ba.hit.small", "ba.hit.hard-cover")
@pytest.mark.parametrize("switch", [False, True])
def test_by_the_switch_nothing_about_the_target_matters_through_the_scope(switch: bool) -> None:
    """A man alone, Down, behind a wall, at long range: two sixes for both as the sheet prints, else 2+ for the sniper."""
    wall = terrain("wall", line=[(24, 10), (24, 30)])
    scene = Scene(sniper(), foes(20, "us.captain", 1), ground=[wall], scope_overcomes=switch)
    scene.order("Able", "fire", [1, 1], target="Foes", react="down")
    hard = "-1 target is Down, -1 small unit, -2 hard cover)"
    through = f"6+ then 6+ (-1 long range, +1 sniper's scope, {hard}"
    first = SCOPED if switch else (SCOPED[0], through)
    assert shots(scene) == [first, ("Rifle", f"6+ then 6+ (-1 long range, {hard}")]


@clause("ba.gap.sniper")
def test_what_ails_the_sniper_matters() -> None:
    """An inexperienced sniper with a pin left hits on 4."""
    scene = Scene(sniper(quality="inexperienced", fields={"pins": 2}), foes(18))
    scene.order("Able", "fire", [1, 1, 1, 1], target="Foes", react="stay")
    assert shots(scene)[0] == (SCOPED[0], "4+ (-1 for pins, -1 inexperienced, +1 sniper's scope)")


@clause("ba.gap.sniper")
@pytest.mark.parametrize(("counts", "needed"), [(True, "4+ (-1 on the move)"), (False, "3+")])
def test_the_scope_is_not_used_on_an_advance(counts: bool, needed: str) -> None:
    """Whether or not an Advance of no inches counts as moving, it is an ordinary rifle."""
    scene = Scene(sniper(), foes(12), advance_zero_counts_as_moving=counts)
    scene.order("Able", "advance", [1, 1], move=stay(), target="Foes", react="stay")
    assert shots(scene)[0] == ("Rifle", needed)


@clause("ba.gap.sniper")
def test_the_scope_is_used_from_ambush() -> None:
    """A squad comes from 40 inches to 35: the sniper may fire then, through the scope."""
    scene = Scene(sniper(fields={"order": "ambush"}), foes(40))
    scene.order("Foes", "run", [1], move=shift(-5, 0), ambush="station 3")
    assert shots(scene) == [FAR]


@clause("ba.gap.sniper")
def test_a_snipers_damage_is_always_exceptional() -> None:
    """A roll of 4 takes a man of the sniper's choice, the leader; the target has one pin as usual."""
    scene = Scene(sniper(), foes(30))
    scene.order("Able", "fire", [3, 4], target="Foes", react="stay", pick_casualties=keys("f2"))
    assert scene.asked[-1].seat == 0
    assert scene.unit("Foes").men == (3, 4, 5, 6, 7)
    assert scene.unit("Foes").pins == 1


@clause("ba.gap.sniper")
def test_the_spotters_rifle_and_the_snipers_at_close_range_pick_nobody() -> None:
    """At ten inches both have ordinary rifles, and the owner removes whom he likes."""
    scene = Scene(sniper(), foes(10))
    scene.order("Able", "fire", [3, 3, 4, 4], target="Foes", react="stay")
    assert scene.kinds_asked() == ["target", "react", "remove casualties"]


@clause("ba.gap.sniper")
def test_a_sniper_without_his_spotter_has_lower_morale_and_shoots_as_well() -> None:
    """Alone with two pins: -2 for these and -1 for being the last, to pass the order test; then 3+ with a pin."""
    scene = Scene(sniper(fields={"men": (0,), "pins": 2}), foes(18))
    scene.order("Able", "fire", [1, 1, 1], target="Foes", react="stay")
    (test,) = scene.throws("order test")
    assert test.needs == "6 or less (9, -2 for pins, -1 last man of the team)"
    assert shots(scene) == [(SCOPED[0], "3+ (-1 for pins, +1 sniper's scope)")]


# ---- medics


def squad(**rest: Any) -> Side:
    """Six men who shoot east: an SMG, an automatic rifle, four rifles."""
    return us("us.rifle-squad", (20, 20), name="Able", men=6, spots=column(20, 20, 6), **rest)


def victims(troop: str = "us.rifle-squad", men: int = 6, **rest: Any) -> Side:
    """Six men eight inches away."""
    return de(troop, (29, 20), name="Foes", men=men, **{"spots": column(29, 20, men), **rest})


def medic(gap: float = 6, side: int = 1) -> Side:
    """A medic so many inches behind the first of them."""
    return Side(side=side, troop="us.medic", at=(30 + gap, 20), name="Medic")


# Two rifles hit, and both hits wound.
TWO_WOUNDS = [1, 1, 1, 1, 6, 6, 1, 1, 4, 4]


@clause("ba.gap.medic")
def test_a_medic_saves_on_a_six() -> None:
    """Two casualties, a die for each: the five is lost, the six is not."""
    scene = Scene(squad(), victims(), medic())
    scene.order("Able", "fire", [*TWO_WOUNDS, 5, 6], target="Foes", react="stay")
    assert scene.event("was helped").tells == {"saved": 1}
    assert len(scene.unit("Foes").men) == 5


@clause("ba.gap.medic")
@pytest.mark.parametrize(
    "scene",
    [
        Scene(squad(), victims(), medic(6.001)),
        Scene(squad(), victims(), medic(6, side=0)),
        Scene(squad(), victims("us.medic", 3)),
    ],
    ids=["too far", "the enemy's", "himself"],
)
def test_a_medic_helps_his_own_within_six_inches_and_not_himself(scene: Scene) -> None:
    """A hair beyond six inches, on the other side, or hit himself, he does nothing."""
    check = [1, 1] if len(scene.unit("Foes").men) == 3 else []
    scene.order("Able", "fire", [*TWO_WOUNDS, *check], target="Foes", react="stay")
    assert scene.throws("medic helps") == []
    assert scene.event("lost men").tells["left"] == len(scene.unit("Foes").men)


@clause("ba.gap.medic")
def test_a_medic_helps_gun_crews() -> None:
    """Both men of a gun's crew are saved."""
    gun = de("us.flak-gun", (29, 20), name="Foes")
    scene = Scene(squad(), gun, medic(1))
    scene.order("Able", "fire", [*TWO_WOUNDS, 6, 6], target="Foes", react="stay")
    assert len(scene.unit("Foes").men) == 3


@clause("ba.gap.medic")
def test_a_medic_does_not_help_against_heavy_weapons() -> None:
    """Two wounds of an HMG, and no die for the medic."""
    gun = us("us.hmg-team", (20, 20), name="Able", spots=column(20, 20, 3), bearing=90)
    scene = Scene(gun, victims(), medic())
    scene.order("Able", "fire", [6, 6, 1, 4, 4], target="Foes", react="stay")
    assert len(scene.unit("Foes").men) == 4


@clause("ba.gap.medic")
def test_only_the_casualties_of_small_arms_can_be_saved() -> None:
    """A tank's gun and its machine gun take one man each: one die, and one man saved."""
    scene = Scene(us("us.sherman", (20, 26), name="Able", bearing=0), victims(), medic())
    dice = [6, 6, 1, 1, 1, 4, 4, 6]  # the gun, the machine gun, a wound of each, the medic
    shot = {"target": "Foes", "react": "stay", "shell": "ap"}
    scene.order("Able", "fire", dice, **shot)
    assert len(scene.unit("Foes").men) == 5


@clause("ba.gap.medic")
def test_no_more_casualties_are_rolled_for_than_there_are_men() -> None:
    """Four wounds on two men are two casualties: one six, and one man is left to check his nerve."""
    scene = Scene(squad(), victims("us.captain", 2), medic())
    hits = [1, 1, 1, 1, 6, 6, 6, 6]
    scene.order("Able", "fire", [*hits, 4, 4, 4, 4, 1, 6, 1, 1], target="Foes", react="stay")
    assert len(scene.unit("Foes").men) == 1


@clause("ba.gap.medic")
def test_a_medic_near_a_house_helps_the_men_in_it() -> None:
    """Six inches are measured from the wall."""
    house = terrain("building", box=(29, 20, 6, 6), openings=[(29, 23)])
    inside = victims(fields={"building": 0})
    near = de("us.medic", (41.5, 23), name="Medic")
    scene = Scene(squad(), inside, near, ground=[house])
    scene.order("Able", "fire", [*TWO_WOUNDS[:4], 6, 6, 1, 1, 4, 4, 6, 6], target="Foes", react="stay")
    assert len(scene.unit("Foes").men) == 6


@clause("ba.gap.medic")
@pytest.mark.parametrize(("at", "saves"), [((30, 22), [6]), ((60, 42), [])], ids=["by the spotter", "by the mortar"])
def test_a_spotter_is_helped_where_he_stands(at: tuple[float, float], saves: list[int]) -> None:
    """A spotter far from his mortar is shot at: only a medic near himself can help."""
    mortar = de("us.medium-mortar", (60, 40), name="Foes", add=("spotter",), spotter_at=(29, 20))
    scene = Scene(squad(), mortar, de("us.medic", at, name="Medic"))
    dice = [1, 1, 1, 1, 6, 1, 1, 1, 4, *saves]
    scene.order("Able", "fire", dice, target="u1s", react="stay")
    assert (scene.unit("Foes").spotter is not None) == bool(saves)


@clause("ba.gap.medic")
def test_a_medic_is_unarmed() -> None:
    """With an enemy before him and an order to fire, he has nothing to fire with."""
    scene = Scene(us("us.medic", (20, 20), name="Medic"), victims())
    scene.order("Medic", "fire")
    assert scene.kinds_asked() == []


@clause("ba.gap.medic")
@pytest.mark.parametrize(("troop", "winner"), [("us.captain", 0), ("us.medic", None)])
def test_a_medic_holds_no_objective(troop: str, winner: int | None) -> None:
    """An officer beside the objective wins the battle for it, a medic does not."""
    officer = de("us.captain", (60, 40))
    scene = Scene(us(troop, (37, 24)), officer, mission=Mission("hold"), objectives=[(36, 24)], turn=7)
    scene.end_turn()
    assert scene.state.outcome is not None
    assert scene.state.outcome.winner == winner


@clause("ba.gap.medic")
@pytest.mark.parametrize(("saves", "asked"), [([6, 1], "remove casualties"), ([1, 6], "pick casualties")])
def test_a_medic_rolls_first_for_whom_the_enemy_picks_and_then_for_the_others(saves: list[int], asked: str) -> None:
    """An ordinary and an exceptional casualty: each is saved by its own die."""
    scene = Scene(squad(), victims(), medic())
    scene.order("Able", "fire", [*TWO_WOUNDS[:8], 6, 4, 6, *saves], target="Foes", react="stay")
    assert [len(one.faces) for one in scene.throws("medic helps")] == [1, 1]
    assert scene.kinds_asked()[2:] == [asked]
    assert len(scene.unit("Foes").men) == 5

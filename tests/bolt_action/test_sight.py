"""Line of sight: what blocks it, what it passes, and lanes of fire past one's own men."""

from typing import Any

import pytest

from sandtable.play.decision import Decision
from sandtable.table.terrain import Piece
from tests.clause import clause

from .kit import Scene, Side, because, de, terrain, us

SIGHT = "ba.gap.line-of-sight"

# An officer at (20, 20) looks east at Foe. Two decoys are always in sight, so that there is always something to choose.
OFFICER = us("us.second-lieutenant", (20, 20), name="Officer")
DECOYS = (
    de("de.medic", (20, 2), name="Decoy", fields={"order": "down"}),
    de("de.medic", (14, 2), fields={"order": "down"}),
)


def foe(x: float = 40, y: float = 20, troop: str = "de.medic", **rest: Any) -> Side:
    """A man of the enemy."""
    return de(troop, (x, y), name="Foe", **rest)


def sees(
    *units: Side, ground: tuple[Piece, ...] = (), order: str = "fire", target: str = "Foe", **options: Any
) -> bool:
    """Whether the first unit may declare a target to shoot at or to assault; if not, the rule on sight says so."""
    scene = Scene(*units, *DECOYS, ground=ground, **options)
    key = f"u{scene.number(target)}"
    found: list[bool] = []

    def answer(decision: Decision[Any]) -> object:
        found.append(key in (decision.domain.options() or ()))
        if order == "fire" and not found[0]:
            assert SIGHT in because(decision, key)
        return "none" if order == "fire" else f"u{scene.number('Decoy')}"

    asked: dict[str, Any] = {"target" if order == "fire" else "assault_target": answer}
    scene.order(units[0].name, order, **asked)
    return found[0]


def between(kind: str, **rest: Any) -> Piece:
    """A piece of terrain across the line, between x = 28 and x = 32."""
    return terrain(kind, box=(28, 15, 4, 10), **rest)


# ---- what blocks


@clause(SIGHT)
@pytest.mark.parametrize("kind", ["building", "bunker", "hill", "wreck", "woods", "ruin", "crops"])
def test_some_terrain_cannot_be_seen_across(kind: str) -> None:
    """Buildings, hills and wrecks, and woods, ruins and tall crops from one side to the other."""
    assert not sees(OFFICER, foe(), ground=(between(kind),))
    assert sees(OFFICER, foe())


@clause(SIGHT)
@pytest.mark.parametrize("kind", ["woods", "ruin", "crops"])
def test_woods_ruins_and_crops_are_seen_into_and_out_of(kind: str) -> None:
    """From outside into them, from inside out of them, and within them, however deep."""
    deep = terrain(kind, box=(15, 10, 20, 20))
    assert sees(OFFICER, foe(), ground=(deep,))
    assert sees(us("us.second-lieutenant", (40, 20), name="Officer"), foe(17), ground=(deep,))
    assert sees(OFFICER, foe(34), ground=(deep,))


@clause(SIGHT)
@pytest.mark.parametrize("kind", ["wall", "hedge", "fence", "sandbags", "wire", "tank-trap"])
def test_low_obstacles_are_seen_over(kind: str) -> None:
    """They give cover, but nothing is out of sight behind them."""
    assert sees(OFFICER, foe(), ground=(terrain(kind, line=[(30, 15), (30, 25)]),))


@clause(SIGHT)
@pytest.mark.parametrize("kind", ["brush", "rocks", "crater", "trench", "road", "rough", "water"])
def test_low_ground_is_seen_over(kind: str) -> None:
    """What is no higher than a man's waist blocks nothing."""
    assert sees(OFFICER, foe(), ground=(between(kind),))


@clause(SIGHT)
def test_a_hill_blocks_only_what_is_lower_on_both_sides() -> None:
    """A man on the hill, even far from its edge, sees down and is seen from below; two men on it see each other."""
    hill = terrain("hill", box=(15, 10, 20, 20))
    assert sees(OFFICER, foe(38), ground=(hill,))
    assert sees(us("us.second-lieutenant", (38, 20), name="Officer"), foe(20), ground=(hill,))
    assert sees(OFFICER, foe(33), ground=(hill,))


@clause(SIGHT)
@pytest.mark.parametrize("side", [0, 1])
def test_vehicles_of_either_side_block_sight(side: int) -> None:
    """A tank across the line hides whoever is behind it."""
    tank = Side(side=side, troop="us.sherman", at=(30, 20), name="Tank")
    assert not sees(OFFICER, foe(), tank, order="assault")
    assert sees(OFFICER, foe(), Side(side=side, troop="us.sherman", at=(30, 25), name="Tank"), order="assault")


@clause(SIGHT)
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("troop", ["us.rifle-squad", "us.heavy-at-gun"])
def test_infantry_and_artillery_of_either_side_do_not_block_sight(side: int, troop: str) -> None:
    """Men and guns across the line hide nobody; the enemy's do not keep one from shooting either."""
    others = Side(side=side, troop=troop, at=(30, 20), name="Others")
    assert sees(OFFICER, foe(), others, order="assault")
    assert sees(OFFICER, foe(), others) is (side == 1)


@clause(SIGHT)
@pytest.mark.parametrize(("edge", "seen"), [(20.4, True), (20.6, False)])
def test_any_part_of_a_target_may_be_seen(edge: float, seen: bool) -> None:
    """A man's base is an inch across: as long as its rim shows past the corner of a house he can be shot at."""
    house = terrain("building", box=(36, 5, 2, edge - 5))
    assert sees(OFFICER, foe(), ground=(house,)) is seen


@clause(SIGHT)
@pytest.mark.parametrize(("y", "seen"), [(20.3, True), (19.9, False)])
def test_sight_runs_from_the_middle_of_the_shooters_base(y: float, seen: bool) -> None:
    """Close behind a corner it is the shooter's middle that has to look past it."""
    house = terrain("building", box=(20.6, 10, 4, 10))
    assert sees(us("us.second-lieutenant", (20, y), name="Officer"), foe(y=20.2), ground=(house,)) is seen


# ---- lanes of fire


@clause(SIGHT)
@pytest.mark.parametrize("troop", ["us.medic", "us.light-at-gun"])
@pytest.mark.parametrize(("beside", "free"), [(1.0, True), (0.999, False)])
def test_nobody_shoots_within_an_inch_of_his_own_side(troop: str, beside: float, free: bool) -> None:
    """A friend an inch from the straight line is safe; a hair nearer and the shot is not made."""
    radius = 1.181 if troop == "us.light-at-gun" else 0.5
    friend = us(troop, (30, 20 + radius + beside), name="Friend")
    assert sees(OFFICER, foe(), friend) is free


@clause(SIGHT)
@pytest.mark.parametrize(("inches", "beside", "free"), [(0, 0.001, True), (2, 1.999, False), (2, 2.0, True)])
def test_the_lane_can_be_wider_or_none(inches: float, beside: float, free: bool) -> None:
    """The switch says how near a friend may be."""
    friend = us("us.medic", (30, 20.5 + beside), name="Friend")
    assert sees(OFFICER, foe(), friend, friendly_fire_lane_inches=inches) is free


@clause(SIGHT)
def test_a_lane_is_checked_man_by_man() -> None:
    """Those of a squad who have a free lane shoot; who has none does not."""
    able = us(
        "us.rifle-squad", (20, 20), name="Able", men=6, spots=tuple((20, 20 + 4.0 * place) for place in range(1, 6))
    )
    scene = Scene(able, us("us.medic", (25, 20), name="Friend"), foe(30), *DECOYS)
    scene.order("Able", "fire", [1] * 6, target="Foe", react="stay")
    assert sum(len(thrown.faces) for thrown in scene.throws("to hit")) == 6  # not the NCO with his two shots


@clause(SIGHT)
def test_indirect_fire_goes_over_ones_own_men() -> None:
    """A mortar shoots over the heads of friends in the way."""
    mortar = us("us.light-mortar", (20, 20), name="Mortar")
    assert sees(mortar, foe(), us("us.rifle-squad", (30, 20), name="Friends"))


@clause(SIGHT, "ba.gap.spotter")
def test_the_spotter_of_a_friendly_mortar_is_one_of_ones_own() -> None:
    """He stands apart from his mortar, and nobody shoots past him closer than an inch."""
    mortar = us("us.medium-mortar", (20, 40), name="Mortar", add=("spotter",), spotter_at=(30, 21))
    assert not sees(OFFICER, foe(), mortar)

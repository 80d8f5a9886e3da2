"""Cover and concealment: areas, lines, digging in, gun shields, Infantry that stays put; and lines of sight over hills."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.fraley.basics.sight import Sighted, look
from sandtable.rulesets.fraley.basics.terrain import HARD, SOFT, height_of
from sandtable.rulesets.fraley.fire.concealment import concealed, cover_against
from tests.clause import clause

from .fire_kit import needs, reasons, volleys
from .kit import Scene, german, terrain, us

CONCEALED = "fraley.hit.concealed"
RIFLES = ("us.rifle-platoon", "Rifle Team")
PAK = ("de.at-platoon", "Pak40 Team")


def duel(
    *ground: Any,
    firer: tuple[str, str] = RIFLES,
    target: tuple[str, ...] = ("de.grenadier-platoon", "Rifle Team"),
    spots: tuple[tuple[float, float], ...] = (),
    bearing: float = 270,
    each: dict[str, Any] | None = None,
    teams: dict[int, dict[str, Any]] | None = None,
    **options: Any,
) -> Scene:
    """Able at (20, 20) and Berta, who moved, fired and has been activated, at (35, 20)."""
    return Scene(
        us(firer[0], (20, 20), name="Able", pick=(firer[1],), bearing=90),
        german(
            target[0],
            (35, 20),
            name="Berta",
            pick=target[1:],
            bearing=bearing,
            spots=spots,
            each=each or {},
            teams=teams or {},
            fields={"done": True},
        ),
        ground=ground,
        **options,
    )


def sighted(scene: Scene) -> Sighted:
    """What Able's first Team makes of Berta's first."""
    return look(scene.state, scene.unit("Able").men, scene.unit("Berta").men)[0][0]


def cover(scene: Scene, *, at_weapon: bool = False) -> int:
    """The cover of Berta's first Team against Able's."""
    return cover_against(scene.state, scene.row("Berta"), sighted(scene), at_weapon=at_weapon)


def hidden(scene: Scene) -> bool:
    """Whether Berta is Concealed from Able."""
    return concealed(scene.state, scene.unit("Berta").men, scene.unit("Able").men)


# ---- terrain


@clause("fraley.cover.soft", "fraley.cover.hard", "fraley.conceal.area")
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("woods", SOFT),
        ("crops", SOFT),
        ("brush", SOFT),
        ("smoke", SOFT),
        ("building", HARD),
        ("ruin", HARD),
        ("rocks", HARD),
        ("bunker", HARD),
    ],
)
def test_areas_conceal_whatever_is_in_them(kind: str, expected: int) -> None:
    """Woods and fields are soft, buildings hard cover, for Tank Teams too; all of them conceal."""
    area = terrain(kind, box=(32, 15, 6, 10))
    for target in (("de.grenadier-platoon", "Rifle Team"), ("de.stug-platoon", "StuG III G")):
        scene = duel(area, target=target)
        assert (cover(scene), hidden(scene)) == (expected, True)
        assert reasons(scene, "Able", target="Berta") == [CONCEALED]
    assert (cover(duel()), hidden(duel())) == (0, False)


@clause("fraley.conceal.area")
def test_a_team_is_inside_with_more_than_half_of_its_base() -> None:
    """The base is 1.25 inches deep: with a third of it inside it is in the open, with two thirds it is not."""
    assert cover(duel(terrain("woods", box=(34.8, 15, 6, 10)))) == SOFT
    assert cover(duel(terrain("woods", box=(35.2, 15, 6, 10)))) == 0


@clause("fraley.cover.linear", "fraley.cover.hard")
def test_a_line_covers_who_touches_it_beyond() -> None:
    """Touching a wall with the shooter beyond it is Hard Cover; half an inch behind it, or before it, is none."""
    front, back = 35 - 0.625, 35 + 0.625
    lines = (("wall", HARD), ("sandbags", HARD), ("tank-trap", HARD), ("fence", SOFT), ("hedge", SOFT))
    for kind, expected in lines:
        touched = duel(terrain(kind, line=[(front, 15), (front, 25)]))
        assert (cover(touched), hidden(touched)) == (expected, True)
        assert (cover(duel(terrain(kind, line=[(front - 0.5, 15), (front - 0.5, 25)])))) == 0
        assert (cover(duel(terrain(kind, line=[(back, 15), (back, 25)])))) == 0


@clause("fraley.los.tall-linear")
def test_bocage_and_high_walls_stop_lines_unless_touched() -> None:
    """Across bocage that neither touches nobody is seen; whoever touches it sees and is seen, in Hard Cover."""
    front = 35 - 0.625
    for kind in ("hedge", "wall"):
        between = duel(terrain(kind, line=[(28, 15), (28, 25)], height=1.25))
        assert not sighted(between).seen
        assert needs(between, "Able") == []
        touched = duel(terrain(kind, line=[(front, 15), (front, 25)], height=1.25))
        assert (sighted(touched).seen, cover(touched)) == (True, HARD)
        near_firer = duel(terrain(kind, line=[(20.625, 15), (20.625, 25)], height=1.25))
        assert (sighted(near_firer).seen, cover(near_firer)) == (True, 0)


@clause("fraley.los.area-into")
def test_one_fires_into_an_area_but_not_past_it() -> None:
    """Both in the same wood: seen and Concealed. A wood or a field between: no shot; by the switch fields never block."""
    assert needs(duel(terrain("woods", box=(15, 15, 30, 10))), "Able") == [4]
    assert needs(duel(terrain("woods", box=(25, 15, 4, 10))), "Able") == []
    assert needs(duel(terrain("crops", box=(25, 15, 4, 10))), "Able") == []
    assert needs(duel(terrain("crops", box=(25, 15, 4, 10)), fields_block_los=False), "Able") == [3]
    assert needs(duel(terrain("crops", box=(32, 15, 6, 10)), fields_block_los=False), "Able") == [4]


@clause("fraley.los.area-into", "fraley.cover.hard")
def test_a_trench_covers_but_stops_no_line() -> None:
    """One looks across a trench; who stands in it is in Hard Cover."""
    assert needs(duel(terrain("trench", box=(25, 15, 4, 10))), "Able") == [3]
    assert cover(duel(terrain("trench", box=(33, 15, 4, 10)))) == HARD


# ---- the whole Unit


@clause("fraley.conceal.whole-unit")
def test_one_team_in_the_open_gives_its_unit_away() -> None:
    """Two Teams in a wood and one on the road: no +1. With that one out of sight there is."""
    wood = terrain("woods", box=(32, 15, 6, 10))
    hut = terrain("building", box=(26, 27, 3, 6))
    target = ("de.grenadier-platoon", "Rifle Team", "Rifle Team", "Rifle Team")
    spots = ((35, 23), (34, 34))
    assert needs(duel(wood, target=target, spots=spots), "Able") == [3]
    assert needs(duel(wood, hut, target=target, spots=spots), "Able") == [4]
    assert needs(duel(wood, target=target, spots=((35, 23), (36, 17))), "Able") == [4]


@clause("fraley.conceal.whole-unit")
def test_only_those_who_fire_at_it_reveal_a_unit() -> None:
    """Of a Unit that divides its fire, a Team that fires at somebody else does not see for the others."""
    front = 35 - 0.625

    def scene() -> Scene:
        return Scene(
            us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team", "Rifle Team"), spots=((45, 26),)),
            german(
                "de.grenadier-platoon", (35, 20), name="Berta", pick=("Rifle Team",), fields={"done": True}, bearing=270
            ),
            german("de.grenadier-platoon", (50, 30), name="Caesar", pick=("Rifle Team",), fields={"done": True}),
            ground=[terrain("wall", line=[(front, 15), (front, 25)])],
        )

    together = volleys(scene(), "Able", target="Berta")
    assert [shot.needed for shot in together[0].shots] == [3, 3]
    divided = volleys(scene(), "Able", target=["split", "Berta", "Caesar"], firers=[["m0"]])
    assert [[shot.needed for shot in one.shots] for one in divided] == [[4], [3]]


@clause("fraley.conceal.still-infantry")
def test_infantry_that_stayed_put_is_concealed_in_the_open() -> None:
    """Veteran riflemen who stood and fired are hit on 4, after moving on 3; guns do not benefit; no cover comes of it."""
    still = {"moved": False}
    scene = duel(each=still)
    assert (needs(scene, "Able"), cover(scene)) == ([4], 0)
    assert needs(duel(), "Able") == [3]
    assert needs(duel(target=("de.grenadier-platoon", "LMG Team"), each=still), "Able") == [3]
    assert needs(duel(target=("de.mg-platoon", "HMG Team"), each=still), "Able") == [3]


# ---- digging in and shields


@clause("fraley.cover.hard")
def test_a_dug_in_team_is_in_hard_cover_all_round() -> None:
    """Hit on 4 from wherever."""
    for bearing in (0, 90, 180, 270):
        scene = duel(each={"dug_in": True}, bearing=bearing)
        assert (cover(scene), cover(scene, at_weapon=True), needs(scene, "Able")) == (HARD, HARD, [4])


@clause("fraley.weapon.gun-shield")
@pytest.mark.parametrize(
    ("target", "shield"),
    [
        (PAK, True),
        (("de.artillery-battery", "105mm Team"), True),
        (("de.nebelwerfer-battery", "15cm Nebelwerfer Team"), False),
    ],
)
def test_a_gun_shield_covers_from_the_front(target: tuple[str, str], shield: bool) -> None:
    """From the front a Pak40 is in Hard Cover and Concealed against a rifle, not against AT weapons, nor from the side."""
    expected = HARD if shield else 0
    assert (cover(duel(target=target)), cover(duel(target=target), at_weapon=True)) == (expected, 0)
    assert needs(duel(target=target), "Able") == [4 if shield else 3]
    for bearing in (0, 90):
        assert (cover(duel(target=target, bearing=bearing)), needs(duel(target=target, bearing=bearing), "Able")) == (
            0,
            [3],
        )


@clause("fraley.weapon.gun-shield")
def test_a_gun_shield_and_who_fires() -> None:
    """It conceals from a tank's machine guns but not from its gun; by the switch it conceals from nobody."""
    sherman = ("us.sherman-platoon", "M4 Sherman")
    assert needs(duel(target=PAK, firer=sherman), "Able", arms="hull+coax") == [4, 4]
    assert needs(duel(target=PAK, firer=sherman), "Able", arms="main+hull") == [3, 3]
    plain = duel(target=PAK, gun_shield_conceals=False)
    assert (needs(plain, "Able"), cover(plain)) == ([3], HARD)


# ---- hills


def hill_view(*ground: Any, firer_on: bool = True, target_on: bool = False) -> bool:
    """Whether Able sees Berta, 15 inches away, with a hill under either."""
    hills = [terrain("hill", box=(16, 16, 8, 8), height=2)] if firer_on else []
    hills += [terrain("hill", box=(31, 16, 8, 8), height=2)] if target_on else []
    return sighted(duel(*ground, *hills)).seen


@clause("fraley.gap.los-heights")
def test_from_a_hill_one_looks_over_what_is_lower_and_nearer_to_it() -> None:
    """Over bocage on one's own half of the way, the middle included; not over bocage beyond it, nor over woods."""
    near, middle, beyond = (terrain("hedge", line=[(x, 10), (x, 30)], height=1.25) for x in (26, 27.5, 27.9))
    field = terrain("crops", box=(24.5, 15, 2.5, 10))
    woods = terrain("woods", box=(24.5, 15, 2.5, 10))
    assert not hill_view(near, firer_on=False)
    assert hill_view(near)
    assert hill_view(middle)
    assert not hill_view(beyond)
    assert hill_view(beyond, firer_on=False, target_on=True)
    assert not hill_view(near, firer_on=False, target_on=True)
    assert hill_view(near, beyond, target_on=True)
    assert hill_view(field)
    assert not hill_view(woods)


@clause("fraley.gap.los-heights")
def test_only_a_hill_raises_those_on_it() -> None:
    """From within a wood, higher than bocage, nobody looks over bocage."""
    near = terrain("hedge", line=[(25, 10), (25, 30)], height=1.25)
    assert not hill_view(near, terrain("woods", box=(16, 16, 8, 8)), firer_on=False)
    assert hill_view(near)


@clause("fraley.gap.los-heights", "fraley.gap.buildings")
@pytest.mark.parametrize(
    ("kind", "height"),
    [("fence", 0.5), ("hedge", 0.5), ("wall", 0.5), ("woods", 3), ("crops", 0.75), ("smoke", 4), ("hill", 2)],
)
def test_how_high_things_stand(kind: str, height: float) -> None:
    """As the heights are listed; bocage and high walls 1.25, a building two inches a floor, a hill two a level."""
    area = {"box": (20, 20, 4, 4)} if kind in {"woods", "crops", "smoke", "hill"} else {"line": [(20, 20), (24, 20)]}
    assert height_of(terrain(kind, **area)) == inches(height)
    assert height_of(terrain("hill", box=(20, 20, 4, 4), height=4)) == inches(4)
    for line in ("hedge", "wall"):
        assert height_of(terrain(line, line=[(20, 20), (24, 20)], height=1.25)) == inches(1.25)
    for floors in (1, 3):
        assert height_of(terrain("building", box=(20, 20, 4, 4), floors=floors)) == inches(2 * floors)


@clause("fraley.gap.los-heights")
def test_a_hill_hides_what_is_behind_it_and_conceals_nobody() -> None:
    """A hill between two Teams stops their line; who stands on one is seen, in the open."""
    between = duel(terrain("hill", box=(25, 15, 4, 10), height=2))
    assert not sighted(between).seen
    on_top = duel(terrain("hill", box=(31, 15, 8, 10), height=2))
    assert (sighted(on_top).seen, cover(on_top)) == (True, 0)


@clause("fraley.gap.los-heights")
def test_one_free_line_to_a_corner_is_enough() -> None:
    """A hut hides the middle and one corner: the other corner is seen; with a wider hut nobody is."""
    assert sighted(duel(terrain("building", box=(30, 19.5, 2, 10)))).seen
    assert not sighted(duel(terrain("building", box=(30, 15, 2, 10)))).seen


@clause("fraley.gap.los-heights")
def test_sight_is_mutual_over_hills() -> None:
    """Whoever is on the hill, both see or neither does."""
    for x in (22, 26, 27.5, 29, 33):
        for firer_on, target_on in ((True, False), (False, True), (True, True), (False, False)):
            hills = [terrain("hill", box=(16, 16, 8, 8), height=2)] if firer_on else []
            hills += [terrain("hill", box=(31, 16, 8, 8), height=2)] if target_on else []
            scene = duel(terrain("hedge", line=[(x, 10), (x, 30)], height=1.25), *hills)
            assert look(scene.state, (0,), (1,))[0][0].seen == look(scene.state, (1,), (0,))[0][0].seen

"""The number To Hit: Training of the target, and every modifier with its switches."""

from typing import Any

import pytest

from sandtable.rulesets.fraley.fire.fire_modes import Mode
from sandtable.rulesets.fraley.fire.to_hit import is_hopeless, least_face, needed, ranging_in, spoils_saves
from tests.clause import clause

from .fire_kit import needs, reasons, shots, volleys
from .kit import Scene, german, terrain, us

CONCEALED, GROUNDED = "fraley.hit.concealed", "fraley.hit.gone-to-ground"
WOODS = terrain("woods", box=(30, 15, 10, 10))


def duel(
    *ground: Any,
    quality: str = "",
    acted: bool = True,
    firer: tuple[str, str] = ("us.rifle-platoon", "Rifle Team"),
    target: tuple[str, str] = ("de.grenadier-platoon", "Rifle Team"),
    mine: dict[str, Any] | None = None,
    theirs: dict[str, Any] | None = None,
    fields: dict[str, Any] | None = None,
    **options: Any,
) -> Scene:
    """Able fires at Berta, who stands 13 inches off and has been activated this round, in the open unless told."""
    did = {} if acted else {"moved": False, "fired": False}
    return Scene(
        us(firer[0], (20, 20), name="Able", pick=(firer[1],), bearing=90, each=mine or {}),
        german(
            target[0],
            (35, 20),
            name="Berta",
            pick=(target[1],),
            bearing=270,
            quality=quality,
            each={**did, **(theirs or {})},
            fields={"done": True, **(fields or {})},
        ),
        ground=ground,
        **options,
    )


def react(scene: Scene, mode: Mode) -> list[int]:
    """What Able needs when it fires at Berta on the move."""
    return needs(scene, "Able", mode, keywords={"at": scene.number("Berta")})


@clause("fraley.fire.base-number")
@pytest.mark.parametrize(("quality", "number"), [("green", 2), ("veteran", 3), ("elite", 4)])
def test_the_number_comes_from_the_training_of_the_target(quality: str, number: int) -> None:
    """Green is hit on 2, Veteran on 3, Elite on 4; Concealed Elite on 5."""
    assert needs(duel(quality=quality), "Able") == [number]
    assert needs(duel(WOODS, quality=quality), "Able") == [number + 1]
    scene = duel(quality=quality)
    assert needed(scene.state, 1, ()) == number


@clause("fraley.hit.concealed", "fraley.cover.soft", "fraley.conceal.area")
def test_concealed_is_worse_by_one() -> None:
    """Veteran infantry in woods that moved and fired: 4."""
    assert (needs(duel(WOODS), "Able"), reasons(duel(WOODS), "Able")) == ([4], [CONCEALED])


@clause("fraley.hit.gone-to-ground")
def test_gone_to_ground_adds_to_concealed() -> None:
    """Veteran infantry in woods, still and silent: 5; where the two do not stack, 4. Counted once if declared as well."""
    assert needs(duel(WOODS, acted=False), "Able") == [5]
    assert reasons(duel(WOODS, acted=False), "Able") == [CONCEALED, GROUNDED]
    assert needs(duel(acted=False), "Able") == [5]
    assert needs(duel(WOODS, acted=False, fields={"grounded": True}), "Able") == [5]
    assert needs(duel(WOODS, acted=False, gtg_stacks_with_concealed=False), "Able") == [4]
    hmg = ("de.mg-platoon", "HMG Team")
    assert reasons(duel(acted=False, target=hmg, gtg_stacks_with_concealed=False), "Able") == [GROUNDED]


@clause("fraley.hit.long-range", "fraley.fire.base-number")
def test_long_range_is_worked_out_for_each_team() -> None:
    """An SMG at 13 inches has one die at +1. Of two HMGs only the one beyond 22 inches has half its dice at +1."""
    smg = duel(firer=("us.assault-platoon", "SMG Team"))
    assert [(shot.needed, shot.fp) for shot in shots(smg, "Able")] == [(4, 1)]
    far = Scene(
        us("us.mg-platoon", (20, 20), name="Able", pick=("HMG Team", "HMG Team"), bearing=90, spots=((15, 26),)),
        german(
            "de.grenadier-platoon", (43, 20), name="Berta", pick=("Rifle Team",), bearing=270, fields={"done": True}
        ),
    )
    assert [(shot.needed, shot.fp) for shot in shots(far, "Able")] == [(3, 4), (4, 2)]


@clause("fraley.hit.firer-moved")
def test_moving_first_costs_one() -> None:
    """Move and Fire at a Veteran Unit: 4, or 5 where both penalties count; nothing for those who do not move first."""
    moved = {"moved": True}
    assert needs(duel(mine=moved).change("Able", went=True), "Able", "moved") == [4]
    assert needs(duel(mine=moved, move_and_fire_stacks=True).change("Able", went=True), "Able", "moved") == [5]
    assert needs(duel(mine={"moved": False}), "Able", "moved") == [3]
    assert needs(duel(mine=moved), "Able", "moved") == [3]  # a leader who was placed anew, and nobody else
    for mode in ("fire", "aimed", "suppressive"):
        assert needs(duel(mine=moved).change("Able", went=True), "Able", mode) == [3]
    assert react(duel(mine=moved).change("Able", went=True), "overwatch") == [2]


@clause("fraley.hit.firer-moved-scope")
def test_one_team_that_moved_spoils_the_aim_of_its_unit() -> None:
    """Two Teams of which one moved: both need 4; by the switch only the one that moved."""

    def scene(**options: Any) -> Scene:
        pick = ("Rifle Team", "Rifle Team")
        teams = {0: {"moved": True}, 1: {"moved": False}}
        went = {"went": True}
        return Scene(
            us("us.rifle-platoon", (20, 20), name="Able", pick=pick, spots=((20, 26),), teams=teams, fields=went),
            german("de.grenadier-platoon", (34, 20), name="Berta", pick=("Rifle Team",), fields={"done": True}),
            **options,
        )

    assert needs(scene(), "Able", "moved") == [4, 4]
    assert needs(scene(moved_penalty_scope="team"), "Able", "moved") == [4, 3]


@clause("fraley.hit.reaction", "fraley.hit.moving-in-open")
def test_fire_at_a_unit_on_the_move() -> None:
    """Veteran in the open: Overwatch 2, Reaction Fire 3; Green and Reaction Fire: 2. In woods there is no bonus."""
    assert react(duel(), "overwatch") == [2]
    assert react(duel(), "reaction") == [3]
    assert react(duel(quality="green"), "reaction") == [2]
    assert react(duel(WOODS), "overwatch") == [4]
    assert react(duel(WOODS), "reaction") == [5]
    assert react(duel(overwatch_penalty=1), "overwatch") == [3]
    scene = duel()
    shot = shots(scene, "Able", "reaction", keywords={"at": 1})[0]
    assert [modifier.clause for modifier in shot.modifiers] == ["fraley.hit.reaction", "fraley.hit.moving-in-open"]


@clause("fraley.hit.moving-in-open")
def test_moving_in_the_open_may_count_until_the_next_activation() -> None:
    """By the switch, a Unit that moved in its last activation and stands in the open is hit better by any fire."""
    went = {"went": True}
    assert needs(duel(fields=went), "Able") == [3]
    assert needs(duel(fields=went, moving_in_open="last_activation"), "Able") == [2]
    assert needs(duel(WOODS, fields=went, moving_in_open="last_activation"), "Able") == [4]
    assert needs(duel(moving_in_open="last_activation"), "Able") == [3]


@clause("fraley.hit.seven-plus")
def test_seven_fails_without_dice() -> None:
    """Elite, Concealed, Gone to Ground at Long Range: nothing is rolled, but the Team has fired."""
    scene = duel(WOODS, quality="elite", acted=False, firer=("us.assault-platoon", "SMG Team"), mine={"fired": False})
    assert volleys(scene, "Able", target="Berta") == []
    assert scene.event("could not hit").tells == {"at": "Berta", "shots": "1 weapon", "needed": 7}
    assert scene.team("Able").fired and scene.team("Able").shot == 3
    assert [is_hopeless(number) for number in (6, 7, 8)] == [False, True, True]


@clause("fraley.hit.seven-plus", "fraley.fire.base-number")
def test_only_those_who_need_seven_fail() -> None:
    """A rifle in range needs 6 and is rolled for, the SMG at Long Range needs 7 and is not."""
    scene = Scene(
        us("us.assault-platoon", (20, 20), name="Able", pick=("SMG Team", "SMG Team"), spots=((24.5, 26),)),
        german(
            "de.grenadier-platoon",
            (32, 26),
            name="Berta",
            pick=("Rifle Team",),
            quality="elite",
            fields={"done": True},
            each={"moved": False, "fired": False},
        ),
    )
    assert [(shot.team, shot.needed) for shot in shots(scene, "Able")] == [(1, 6)]
    assert scene.event("could not hit").tells["shots"] == "1 weapon"


@clause("fraley.hit.one-or-less")
def test_a_number_of_one_lets_ones_miss_and_spoils_saves() -> None:
    """Overwatch at a Green Unit moving in the open needs 1: a die of 1 misses all the same, and Saves are rerolled."""
    assert react(duel(quality="green"), "overwatch") == [1]
    assert [least_face(number) for number in (0, 1, 2, 3)] == [2, 2, 2, 3]
    assert sum(face >= least_face(1) for face in (1, 2, 3, 5, 6)) == 4
    assert [spoils_saves(number) for number in (0, 1, 2)] == [True, True, False]


@clause("fraley.hit.concealed", "fraley.hit.cc-observing")
def test_ranging_in_has_the_modifiers_of_what_the_observer_sees() -> None:
    """A CC ranges in on a Veteran Unit in the open on 4, an FO on 3; in woods on 5 and 4; a gun shield does not count."""
    for ground, plus in (((), 0), ((WOODS,), 1)):
        scene = Scene(
            us("us.cc", (20, 20), name="Chief"),
            us("us.mortar-platoon", (5, 20), name="Mortars", fo=(20, 25)),
            german("de.grenadier-platoon", (35, 20), name="Berta", pick=("Rifle Team",)),
            ground=ground,
        )
        men = scene.unit("Berta").men
        for observer, number in (("Chief", 4), ("Mortars FO", 3)):
            mods = ranging_in(scene.state, scene.number("Berta"), men, scene.row(observer))
            assert needed(scene.state, scene.number("Berta"), mods) == number + plus
    gun = duel(target=("de.at-platoon", "Pak40 Team"))
    assert ranging_in(gun.state, 1, (1,), 0) == []
    assert needs(duel(target=("de.at-platoon", "Pak40 Team")), "Able") == [4]

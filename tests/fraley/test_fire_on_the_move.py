"""Fire at Teams that are under way, and any answers to any question about fire."""

from typing import Any

import pytest

from sandtable.dice.chance import Chance
from sandtable.rulesets.fraley.fire.concealment import is_grounded
from sandtable.rulesets.fraley.fire.fire_modes import Mode
from tests.clause import clause

from .fire_kit import reactions, volleys
from .kit import Scene, german, terrain, us

QUIET = {"moved": False, "fired": False}


def crossing(**rest: Any) -> Scene:
    """Berta's riflemen, still so far, are about to cross the front of Able, which has gone to ground."""
    return Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team",), fields={"grounded": True, "still": True}),
        german(
            "de.grenadier-platoon", (34, 18), name="Berta", pick=("Rifle Team",), each={**QUIET, **rest}, bearing=270
        ),
        fields={"acting": 1},
    )


@clause("fraley.hit.moving-in-open", "fraley.conceal.still-infantry", "fraley.gtg.per-team")
def test_a_team_under_way_is_neither_still_nor_down() -> None:
    """Infantry that stood still last time, or was dug in, is in the open as soon as it moves: 3 + 1 - 1."""
    for was in ({}, {"dug_in": True}):
        (one,) = reactions(crossing(**was), "Berta", (34, 24), react="Able")
        assert [shot.needed for shot in one.shots] == [3]
        assert [modifier.clause for modifier in one.shots[0].modifiers] == [
            "fraley.hit.reaction",
            "fraley.hit.moving-in-open",
        ]


@clause("fraley.gtg.reaction-ends")
def test_who_reacts_is_no_longer_down() -> None:
    """Able had declared; it fires at the move all the same, and is up from then on, still bound for the round."""
    scene = crossing()
    reactions(scene, "Berta", (34, 24), react="Able")
    unit = scene.unit("Able")
    assert (unit.grounded, unit.still, is_grounded(scene.state, scene.row("Able"))) == (False, True, False)
    silent = crossing()
    reactions(silent, "Berta", (34, 24))
    assert is_grounded(silent.state, silent.row("Able"))


@clause("fraley.fire.split-unit", "fraley.weapon.coax")
@pytest.mark.parametrize("seed", range(25))
def test_any_answers_make_legal_fire(seed: int) -> None:
    """Whatever is answered: no Team fires at two Units, no coax with its gun, nobody suppressed, every Team once."""
    chance = Chance(seed)

    scene = Scene(
        us("us.rifle-platoon", (24, 24), name="Able", bearing=180),
        us("us.sherman-platoon", (40, 24), name="Baker", bearing=180, gap=1, teams={0: {"marks": 1}}),
        us("us.mortar-platoon", (20, 14), name="Mortars", bearing=180, fo=(30, 22)),
        german("de.grenadier-platoon", (24, 34), name="Anton"),
        german("de.at-platoon", (38, 36), name="Berta"),
        german("de.panzer-iv-platoon", (50, 34), name="Caesar"),
        german("de.cc", (30, 36), name="Boss"),
        ground=[terrain("woods", box=(28, 28, 5, 4)), terrain("wall", line=[(20, 32), (30, 32)])],
    )
    modes: tuple[Mode, ...] = ("fire", "moved", "aimed")
    for name in ("Able", "Baker", "Mortars"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(scene, "_answer", lambda decision, _: decision.domain.sample(chance))
            found = volleys(scene, name, chance.choice(modes))
        teams = [team for one in found for team in {shot.team for shot in one.shots}]
        assert len(teams) == len(set(teams))
        assert all(not scene.state.figures[team].suppressed for team in teams)
        for one in found:
            slots = [(shot.team, shot.slot) for shot in one.shots]
            assert len(slots) == len(set(slots))
            assert not [team for team in teams if (team, 0) in slots and (team, 2) in slots]
            assert all(shot.needed < 7 and shot.fp > 0 for shot in one.shots)

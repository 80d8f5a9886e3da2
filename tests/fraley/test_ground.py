"""Gone to Ground: who is, who loses it, and who declares it."""

from typing import Any

from sandtable.rulesets.fraley.fire.concealment import all_grounded, is_grounded
from sandtable.rulesets.fraley.fire.ground import may_declare, may_go_to_ground
from tests.clause import clause

from .fire_kit import needs, reasons, shots, volleys
from .kit import Scene, german, terrain, us

GROUNDED = "fraley.hit.gone-to-ground"
QUIET = {"moved": False, "fired": False}
ACTED = {"moved": True, "fired": True}


def duel(
    *ground: Any,
    troop: str = "de.mg-platoon",
    pick: tuple[str, ...] = ("HMG Team",),
    spots: tuple[tuple[float, float], ...] = (),
    each: dict[str, Any] | None = None,
    teams: dict[int, dict[str, Any]] | None = None,
    fields: dict[str, Any] | None = None,
    battle: dict[str, Any] | None = None,
    **options: Any,
) -> Scene:
    """Able's riflemen fire at machine-guns in the open, side on, so that nothing but Gone to Ground matters."""
    return Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team",)),
        german(
            troop,
            (34, 20),
            name="Berta",
            pick=pick,
            spots=spots,
            each=each or {},
            teams=teams or {},
            fields=fields or {},
        ),
        ground=ground,
        fields=battle,
        **options,
    )


# ---- who is


@clause("fraley.gtg.per-team", "fraley.hit.gone-to-ground")
def test_a_team_that_neither_moved_nor_fired_nor_observed_is_down() -> None:
    """Each of the three is enough to be up."""
    assert reasons(duel(each=QUIET), "Able") == [GROUNDED]
    for did in ("moved", "fired", "observed"):
        scene = duel(each={**QUIET, did: True}, fields={"done": True})
        assert not is_grounded(scene.state, scene.row("Berta"))
        assert needs(scene, "Able") == [3]


@clause("fraley.gtg.per-team")
def test_firing_puts_a_team_up_and_no_other() -> None:
    """Of two silent Teams the one that fires is up afterwards."""
    scene = Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team", "Rifle Team"), spots=((20, 26),), each=QUIET),
        german("de.mg-platoon", (34, 20), name="Berta", pick=("HMG Team",)),
    )
    shots(scene, "Able", "reaction", keywords={"at": 1}, firers=[["m0"]])
    assert [is_grounded(scene.state, figure) for figure in (0, 1)] == [False, True]


@clause("fraley.gtg.non-tank")
def test_tank_teams_are_never_down() -> None:
    """Neither by stillness nor by a word; and they are not asked for one."""
    scene = duel(troop="de.stug-platoon", pick=("StuG III G",), each=QUIET, fields={"grounded": True})
    assert not is_grounded(scene.state, scene.row("Berta"))
    scene = duel(troop="de.half-track-section", pick=("Half-track",), each=QUIET)
    assert needs(scene, "Able", target="Berta") == [3]
    assert scene.kinds_asked() == ["target"]


@clause("fraley.gtg.overwatch-not-automatic")
def test_overwatch_suspends_the_automatic_state() -> None:
    """A silent Unit on Overwatch is up unless it declares; by the switch it is down."""
    watch = {"overwatch": True, "done": True}
    assert needs(duel(each=QUIET, fields=watch), "Able") == [3]
    assert needs(duel(each=QUIET, fields=watch), "Able", go_to_ground=True) == [4]
    down = duel(each=QUIET, fields=watch, overwatch_counts_as_gtg=True)
    assert needs(down, "Able") == [4]
    assert down.kinds_asked() == ["target"]


@clause("fraley.gtg.lost-by-visible-team")
def test_one_visible_team_that_is_up_costs_the_unit_its_bonus() -> None:
    """Two silent guns and one that fired: no +1 if it is seen, +1 if it is not. A tank in sight denies it, too."""
    pick = ("HMG Team", "HMG Team", "HMG Team")
    spots = ((34, 24), (34, 34))
    hut = terrain("building", box=(26, 26, 3, 8))
    teams = {2: {"fired": True}}
    done = {"done": True}
    assert needs(duel(pick=pick, spots=spots, each=QUIET, fields=done), "Able") == [4]
    assert needs(duel(pick=pick, spots=spots, each=QUIET, teams=teams, fields=done), "Able") == [3]
    assert needs(duel(hut, pick=pick, spots=spots, each=QUIET, teams=teams, fields=done), "Able") == [4]
    tank = {2: {"kind": "tank", "vehicle": "truck", "weapons": ()}}
    assert needs(duel(pick=pick, spots=spots, each=QUIET, teams=tank, fields=done), "Able") == [3]
    declared = {"grounded": True, "still": True}
    assert needs(duel(pick=pick, spots=spots, teams=tank, fields=declared), "Able") == [3]
    assert needs(duel(pick=pick, spots=spots, fields=declared), "Able") == [4]


@clause("fraley.gtg.per-team", "fraley.fo.gone-to-ground")
def test_an_observer_in_concealing_terrain_is_down_whatever_he_does() -> None:
    """Veteran FO alone in woods: 5; in the open he is as anybody; by a wall he is down as well."""

    def scene(*ground: Any) -> Scene:
        return Scene(
            us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team",)),
            german("de.mortar-platoon", (60, 40), name="Mortars", fo=(34, 20), fields={"done": True}, bearing=270),
            ground=ground,
        )

    assert needs(scene(terrain("woods", box=(30, 15, 8, 10))), "Able", target="Mortars FO") == [5]
    assert needs(scene(), "Able", target="Mortars FO") == [3]
    assert needs(scene(terrain("hill", box=(30, 15, 8, 10), height=2)), "Able", target="Mortars FO") == [3]
    wall = terrain("wall", line=[(33.5, 15), (33.5, 25)])
    assert needs(scene(wall), "Able", target="Mortars FO") == [5]


# ---- declaring it


@clause("fraley.gtg.declare", "fraley.gtg.declare-effect", "fraley.gtg.declare-cost")
def test_a_unit_that_has_not_acted_goes_to_ground() -> None:
    """Veteran in the open: 4 instead of 3; it is bound for the rest of the round, and not asked again."""
    assert needs(duel(), "Able") == [3]
    scene = duel()
    assert needs(scene, "Able", go_to_ground=True) == [4]
    unit = scene.unit("Berta")
    assert (unit.grounded, unit.still) == (True, True)
    assert scene.told("went to ground", "fired") == [("went to ground", 1), ("fired", 0)]
    assert scene.decision("go to ground").seat == 1
    scene.change("Able", 0, shot=0)
    assert needs(scene, "Able") == [4]
    assert "go to ground" not in scene.kinds_asked()


@clause("fraley.gtg.declare")
def test_who_may_not_declare() -> None:
    """Units that have acted or are acting; one that is eligible again may, and a Unit on Overwatch, which loses it."""
    assert may_declare(duel().state, 1)
    assert not may_declare(duel(fields={"done": True}).state, 1)
    assert may_declare(duel(fields={"refreshed": True}).state, 1)
    assert not may_declare(duel(battle={"acting": 1}).state, 1)
    assert not may_declare(duel(fields={"still": True}).state, 1)
    watching = duel(fields={"done": True, "overwatch": True})
    assert needs(watching, "Able", go_to_ground=True) == [4]
    assert not watching.unit("Berta").overwatch
    moving = duel(battle={"acting": 1}, fields={"overwatch": True})
    assert needs(moving, "Able", "reaction", keywords={"at": 1}) == [3]
    assert "go to ground" not in moving.kinds_asked()


@clause("fraley.gtg.declare")
def test_nobody_is_asked_who_is_down_already() -> None:
    """A Unit whose Teams are all down has nothing to declare."""
    scene = duel(each=QUIET)
    needs(scene, "Able")
    assert "go to ground" not in scene.kinds_asked()
    scene = duel(each=ACTED)
    scene.call(may_go_to_ground, "Berta", "Able", go_to_ground=True)
    assert scene.unit("Berta").grounded


@clause("fraley.gtg.declare")
def test_an_observer_has_acted_when_his_battery_has() -> None:
    """The FO's own Unit is never activated: his battery's activation counts."""

    def scene(**fields: Any) -> Scene:
        return Scene(german("de.mortar-platoon", (40, 40), name="Mortars", fo=(34, 20), fields=fields))

    assert may_declare(scene().state, 1)
    assert not may_declare(scene(done=True).state, 1)


@clause("fraley.gtg.declare-effect")
def test_a_guest_goes_to_ground_with_his_host() -> None:
    """A CC whom a Unit takes in is down for the attack if the Unit declares; he is not bound by it."""
    scene = Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team",)),
        german("de.mg-platoon", (34, 20), name="Berta", pick=("HMG Team",)),
        german("de.cc", (34, 24), name="Boss", fields={"done": True}),
    )
    boss = scene.row("Boss")
    found = volleys(scene, "Able", target="Boss", host=("Berta", (boss,)), go_to_ground=True)
    assert [(one.target, one.attacked, one.guests) for one in found] == [(1, 2, (boss,))]
    assert [shot.needed for shot in found[0].shots] == [4]
    assert not scene.unit("Boss").still
    assert not all_grounded(scene.state, (boss,), (0,))


@clause("fraley.gtg.reaction-ends")
def test_a_unit_that_reacts_is_up_again() -> None:
    """It declared; the reaction takes the declared state off, and it cannot declare once more this round."""
    scene = duel(fields={"grounded": True, "still": True})
    assert is_grounded(scene.state, scene.row("Berta"))
    scene.change("Berta", grounded=False)  # as the reaction says it
    shots(scene, "Berta", "reaction", keywords={"at": 0})
    assert not is_grounded(scene.state, scene.row("Berta"))
    assert not may_declare(scene.state, 1)

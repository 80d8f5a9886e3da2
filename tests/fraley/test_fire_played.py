"""Fire from the activation to the last marker, all chapters together, and what the log says of it."""

from typing import Any

import msgspec
import pytest

from sandtable.rulesets.fraley.fire.shooting import able
from sandtable.rulesets.fraley.telling.log import sentence
from sandtable.rulesets.fraley.turn.activation import activate
from tests.clause import clause

from .kit import Scene, german, march, shift, terrain, us

DONE = {"done": True}
TWO, THREE = ("Rifle Team",) * 2, ("Rifle Team",) * 3


def told(scene: Scene) -> list[str]:
    """The lines of the log, without the activation itself."""
    lines = [sentence(scene.state, one) for one in scene.news]
    return [line for line in lines if line][3:]


def ride(scene: Scene, name: str, man: int, carrier: str) -> None:
    """One of a Unit's Teams is in a vehicle."""
    row = scene.row(name, man)
    scene.change(name, man, aboard=scene.row(carrier))
    scene.state = msgspec.structs.replace(scene.state, layout=scene.state.layout.taken_off((row,)))


# ---- what the log says


@clause("fraley.fire.dice", "fraley.hit.concealed", "fraley.hit.gone-to-ground", "fraley.hit.long-range")
def test_the_log_gives_the_number_with_its_reasons() -> None:
    """Shermans' machine guns at riflemen who lie silent in a wood: some at Long Range, all at what stands there."""
    scene = Scene(
        us("us.sherman-platoon", (20, 10), name="Shermans", men=1, bearing=180),
        german("de.grenadier-platoon", (20, 30), name="Berta", pick=TWO, each={"moved": False, "fired": False}),
        ground=[terrain("woods", box=(15, 27, 12, 8))],
    )
    scene.call(activate, "Shermans", dice=[4, 6, 1, 2, 6, 3, 2], action="aimed-fire", arms="main+hull")
    assert told(scene) == [
        "Shermans fire at Berta: the M4 Sherman (PL)",
        "Shermans' 75mm at Berta, needs 5+ (+1 concealed, +1 Gone to Ground): 6 1 = 1",
        "Shermans' 75mm at Berta, aimed, needs 5+ (+1 concealed, +1 Gone to Ground): 2 = no",
        "Shermans at Berta, needs 6+ (+1 concealed, +1 Gone to Ground, +1 Long Range): 6 = yes",
        "Berta takes 2 hits",
        "Berta: Saves (Rifle Team), needs 3+: 3 2",
        "Berta loses Rifle Team 1",
    ]


@clause("fraley.hit.seven-plus")
def test_the_log_says_what_could_not_hit() -> None:
    """Elite riflemen lie silent in a wood beyond the range of an SMG: 7 is needed, and no die is rolled, aimed or not."""
    scene = Scene(
        us("us.assault-platoon", (20, 20), name="Able", pick=("SMG Team",)),
        german(
            "de.grenadier-platoon", (20, 33), name="Berta", pick=TWO, quality="elite",
            each={"moved": False, "fired": False},
        ),
        ground=[terrain("woods", box=(15, 31, 12, 8))],
    )  # fmt: skip
    scene.call(activate, "Able", dice=[4], action="aimed-fire", target="Berta")
    assert told(scene) == [
        "Able fires at Berta: the SMG Team",
        "Able cannot hit Berta with 1 weapon: 7+ is needed",
    ]


@clause("fraley.armor.hull-or-turret", "fraley.vdt.suppression")
def test_the_log_says_which_part_is_hit_and_what_the_faces_stand_for() -> None:
    """A Panther, hull frontal and turret turned away: a 4 is the turret, which saves by the Flank."""
    scene = Scene(
        us("us.at-platoon", (20, 10), name="Guns", pick=("57mm Team",), bearing=180),
        german("de.panther-platoon", (20, 34), name="Panthers", men=1, each={"turret": 1800}),
    )
    scene.call(activate, "Guns", dice=[4, 3, 1, 1, 1, 1, 1, 1, 4, 4, 5], action="aimed-fire")
    assert told(scene)[3:] == [
        "Panthers take 1 hit",
        "Panthers' Panther (PL): hull or turret? (1-3 hull, 4-6 turret): 4 = turret",
        "Panthers' Panther (PL): Flank armour against 57mm, needs 5+: 4 = no",
        "Panthers' Panther (PL): Vehicle Damage Table (4-5 suppressed, 6 destroyed): 5",
        "Panthers: the Panther (PL) is suppressed",
    ]


# ---- guests


@clause("fraley.cc.joins-when-attacked", "fraley.fo.joins-when-attacked")
@pytest.mark.parametrize("who", ["Chief", "Mortars FO"])
def test_the_log_says_who_takes_in_whom(who: str) -> None:
    """Fire at a CC or an FO four inches from a platoon is at that platoon."""
    scene = Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team",)),
        german("de.grenadier-platoon", (20, 32), name="Berta", pick=TWO, fields=DONE),
        german("de.cc", (28, 32) if who == "Chief" else (60, 44), name="Chief"),
        german("de.mortar-platoon", (60, 40), name="Mortars", fo=(28, 32) if who != "Chief" else (60, 36)),
    )
    scene.call(activate, "Able", dice=[4, 1, 1], action="aimed-fire", target=who)
    assert told(scene)[:3] == [
        f"Berta takes in {who} for this attack",
        f"Able fires at {who}: the Rifle Team",
        "Able at Berta, needs 3+: 1 = no",
    ]


def commander_under_way(**fields: Any) -> Scene:
    """Chief sets out beside Able, which has not acted, in the sight of a machine gun."""
    return Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=TWO, fields=fields),
        us("us.cc", (26, 20), name="Chief"),
        german("de.mg-platoon", (22, 34), name="Maxims", pick=("HMG Team",)),
    )


@clause("fraley.gtg.declare", "fraley.gtg.lost-by-visible-team", "fraley.hit.moving-in-open")
def test_a_commander_under_way_does_not_go_to_ground_with_his_hosts() -> None:
    """Those who take him in may declare; he moves in full view, and costs them the bonus: 3 + 1 - 1."""
    scene = commander_under_way()
    dice = [4, 1, 1, 1, 1]
    scene.call(activate, "Chief", dice=dice, action="move-and-fire", move=shift(0, 2), react="Maxims",
               go_to_ground=True, target="nobody")  # fmt: skip
    assert scene.unit("Able").still
    assert [needs for _, _, needs in scene.thrown("Maxims at Able")] == ["3+ (+1 Reaction Fire, -1 moving in the open)"]


# ---- an observer and his battery


@clause("fraley.hit.firer-moved-scope", "fraley.hit.firer-moved", "fraley.fo.units")
@pytest.mark.parametrize(
    ("paths", "scope", "numbers"),
    [
        (((), (), ((30, 22),)), "unit", ["4+", "4+"]),
        (((), ((22.5, 21),)), "unit", ["4+", "4+"]),
        (((), (), ((30, 22),)), "team", ["3+", "4+"]),
        ((), "unit", ["3+", "3+"]),
    ],
)
def test_an_observer_fires_as_a_team_of_his_battery(
    paths: tuple[tuple[tuple[float, float], ...], ...], scope: str, numbers: list[str]
) -> None:
    """Whether he moves or a mortar does, both fire as having moved; by the switch only he who did; else nobody."""
    scene = Scene(
        us("us.mortar-platoon", (20, 20), name="Mortars", men=2, fo=(30, 20), bearing=180),
        german("de.grenadier-platoon", (26, 34), name="Berta", pick=TWO, fields=DONE),
        moved_penalty_scope=scope,
    )
    scene.change("Mortars", 0, shot=3)
    rest = {"target": "Berta", "direct": "nobody"}
    scene.call(activate, "Mortars", dice=[4, 1, 1], action="move-and-fire", move=march(*paths), **rest)
    assert [needs.split()[0] for _, _, needs in scene.thrown("at Berta")] == numbers


@clause("fraley.action.run-save-penalty", "fraley.fo.units")
def test_an_observer_runs_with_his_battery() -> None:
    """Hit on the way, he rolls a passed Save again."""
    scene = Scene(
        us("us.mortar-platoon", (20, 4), name="Mortars", men=2, fo=(30, 20), bearing=180),
        german("de.grenadier-platoon", (30, 34), name="Berta", pick=("Rifle Team",), fields=DONE),
    )
    paths = march((), (), ((30, 22),))
    scene.call(activate, "Mortars", dice=[4, 3, 3, 2], action="run", move=[paths, march()], react="Berta")
    assert [faces for _, faces, _ in scene.thrown("Saves")] == [(3,), (2,)]
    assert not scene.unit("Mortars FO").men


# ---- who rides


@clause("fraley.conceal.whole-unit", "fraley.gtg.lost-by-visible-team", "fraley.gap.transport")
def test_teams_that_ride_neither_give_their_unit_away_nor_see_for_it() -> None:
    """One Team lies silent in a wood and one that has fired is in a truck: Concealed and Gone to Ground.

    A third is up behind a hut: those who fire have a Team in a truck of their own, which does not see it either.
    """
    scene = Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=TWO),
        german(
            "de.grenadier-platoon", (20, 32), name="Berta", pick=THREE, fields=DONE,
            spots=((60, 32), (24, 32)), teams={0: {"moved": False, "fired": False}},
        ),
        us("us.truck-section", (60, 4), name="Lorries", men=1),
        german("de.truck-section", (60, 44), name="Trucks", men=1),
        ground=[terrain("woods", box=(15, 28, 12, 8)), terrain("building", box=(27, 24, 10, 3))],
        transport=True,
    )  # fmt: skip
    ride(scene, "Berta", 2, "Trucks")
    ride(scene, "Able", 1, "Lorries")
    assert not able(scene.state, scene.row("Able", 1))
    scene.call(activate, "Able", dice=[4, 1, 1], action="aimed-fire", target="Berta")
    assert scene.thrown("Able at")[0][2] == "5+ (+1 concealed, +1 Gone to Ground)"


# ---- who sees for whom


@clause("fraley.gtg.lost-by-visible-team", "fraley.conceal.whole-unit")
def test_gone_to_ground_is_lost_to_any_team_of_the_firing_unit() -> None:
    """The second Team of Able has fired in this Initiative, but sees one that is up: no bonus, while Concealed stays."""

    def number(x: float) -> str:
        wood, hut = terrain("woods", box=(15, 28, 12, 8)), terrain("building", box=(27, 24, 10, 3))
        scene = Scene(
            us("us.rifle-platoon", (20, 20), name="Able", pick=TWO, spots=((x, 20),), teams={1: {"shot": 3}}),
            german(
                "de.grenadier-platoon", (20, 32), name="Berta", pick=TWO, spots=((44, 32),), fields=DONE,
                teams={0: {"moved": False, "fired": False}},
            ),
            ground=[wood, hut],
        )  # fmt: skip
        scene.call(activate, "Able", dice=[4, 1, 1], action="aimed-fire", target="Berta")
        return scene.thrown("Able at")[0][2]

    assert number(44) == "4+ (+1 concealed)"
    assert number(16) == "5+ (+1 concealed, +1 Gone to Ground)"


# ---- rerolls


@clause("fraley.action.run-save-penalty", "fraley.hit.one-or-less", "fraley.roll.single-reroll")
def test_a_run_under_overwatch_is_cited_for_both_and_rolled_again_once() -> None:
    """Green riflemen run past a machine gun on Overwatch: 2 - 1; both reasons are given, and one reroll made."""
    scene = Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=TWO, quality="green"),
        german("de.mg-platoon", (20, 34), name="Maxims", pick=("HMG Team",), fields={"overwatch": True}),
    )
    dice = [5, 1, 1, 1, 2, 3, 3]
    scene.call(activate, "Able", dice=dice, action="run", move=[shift(2, 0), shift(0, 0)], react="Maxims")
    first, again = scene.throws("Saves")
    assert {"fraley.action.run-save-penalty", "fraley.hit.one-or-less"} <= set(first.because)
    assert again.because[-1] == "fraley.roll.single-reroll"


@clause("fraley.tank.inf-at-reroll", "fraley.armor.close-range", "fraley.roll.single-reroll")
def test_two_rerolls_that_cancel_are_both_cited() -> None:
    """A Bazooka 8 inches before a Panzer IV: one plain Save, and why."""
    scene = Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=("Bazooka Team",), bearing=180),
        german("de.panzer-iv-platoon", (20, 29.775), name="Panzers", men=1),
    )
    scene.call(activate, "Able", dice=[4, 3, 1, 1, 5], action="aimed-fire")
    (saved,) = scene.throws("armour")
    assert {"fraley.tank.inf-at-reroll", "fraley.armor.close-range", "fraley.roll.single-reroll"} <= set(saved.because)


@clause("fraley.armor.soft-at", "fraley.armor.soft-non-at", "fraley.armor.close-range")
def test_a_truck_cites_the_row_it_saves_by() -> None:
    """Against a 75mm as a Gun, against machine guns as Infantry; by the switch fire from near is cited."""
    scene = Scene(
        us("us.sherman-platoon", (20, 20), name="Shermans", men=1, bearing=180),
        german("de.truck-section", (20, 34), name="Trucks", men=2, fields=DONE),
        close_range_reroll="all_saves",
    )
    dice = [4, 3, 3, 1, 1, 3, 1, 1, 3, 3, 3, 5, 5, 5, 5]
    scene.call(activate, "Shermans", dice=[*dice[:5], 1, 1, *dice[5:8], 1, 1, 3, 3, 5, 5, 5, 5], action="aimed-fire",
               arms="main+hull")  # fmt: skip
    small, big = (one for one in scene.throws("Saves") if "once more" not in one.why)
    assert (small.needs, big.needs) == ("3+", "5+")
    assert "fraley.armor.soft-at" not in small.because and "fraley.armor.soft-non-at" not in big.because
    assert "fraley.armor.close-range" in small.because and "fraley.armor.close-range" in big.because


# ---- under way


@clause("fraley.reaction.timing", "fraley.gap.reaction-resolution")
def test_who_falls_on_the_way_is_fired_at_no_more() -> None:
    """Two Teams set out; the first is lost at its first inch: who fires next has only the way of the second."""
    scene = Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=("PL", "Rifle Team")),
        german("de.grenadier-platoon", (20, 34), name="Berta", pick=("Rifle Team",)),
        german("de.grenadier-platoon", (24, 34), name="Caesar", pick=("Rifle Team",)),
    )
    scene.call(activate, "Able", dice=[4, 3, 2, 1], action="move-and-fire", move=shift(0, 3), react=["Berta", "Caesar"],
               react_at=lambda decision: next(iter(decision.domain.values)), target="nobody")  # fmt: skip
    domains: list[Any] = [one.domain for one in scene.asked if one.kind == "react at"]
    moments = [list(domain.values.values()) for domain in domains]
    assert [{moment.track for moment in each} for each in moments] == [{0, 1}, {1}]
    assert len(scene.unit("Able").men) == 1

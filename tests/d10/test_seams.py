"""Where chapters meet: contact and reactions, several units at one vehicle, guns, leaders, riders, scenarios."""

import pytest

from sandtable.geometry.measure_kernels import gap
from sandtable.play.script import Play
from sandtable.rulesets.d10.basics.leaders import command_of
from sandtable.rulesets.d10.basics.units import between, contacts
from sandtable.rulesets.d10.harm.losses import take
from sandtable.rulesets.d10.machines.transport import bail_out, carriers
from sandtable.rulesets.d10.melee.assault import defends_cover
from sandtable.rulesets.d10.react.reactions import Moments
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.turn.orders import orders_of
from tests.clause import clause

from .kit import Scene, drive, german, shift, takes, us


def trodden_on(scene: Scene, name: str) -> list[str]:
    """Whom on the ground models of a unit stand on."""
    bodies = scene.state.layout.bodies
    return [
        other.name
        for other in scene.state.units
        if other.name != name and other.on_table
        for man in scene.unit(name).men
        if not scene.state.figures[man].floor and any(int(gap(bodies, man, bodies, row)) == 0 for row in other.men)
    ]


# ---- out of contact under fire


@clause("d10.shoot.not-into-combat", "d10.gap.reaction-shoot", "d10.gap.vehicle-assault")
def test_a_vehicle_that_drives_out_is_shot_at_once_it_touches_nobody() -> None:
    """A tank drives 8 inches along a file of men at its side: it is out of their contact after 7."""
    scene = Scene(
        us("us.sherman", (30, 20), name="Tank"),
        german("de.grenadier-squad", (31.77, 16), name="File", men=4, spots=((31.77, 18), (31.77, 20), (31.77, 22))),
        german("de.panzerschreck-team", (30, 4), name="Schreck", fields={"hold": True}),
    )
    assert contacts(scene.state).units == {0: [1], 1: [0]}
    scene.order("Tank", "move", dice=[9, 1, 1], drive=drive((0, 8)))
    assert scene.offered("react at") == ["s7", "s8"]


@clause("d10.shoot.not-into-combat", "d10.gap.reaction-shoot")
def test_half_a_hull_has_to_pass_the_man_it_touches() -> None:
    """One man stands at the middle of a hull of 5 inches: the tank has left him behind after 3."""
    scene = Scene(
        us("us.sherman", (30, 20), name="Tank"),
        german("de.grenadier-squad", (31.77, 20), name="Man", men=1),
        german("de.panzerschreck-team", (30, 4), name="Schreck", fields={"hold": True}),
    )
    scene.order("Tank", "move", dice=[9, 1, 1], drive=drive((0, 4)))
    assert scene.offered("react at") == ["s3", "s4"]


@clause("d10.shoot.not-into-combat", "d10.gap.reaction-shoot")
def test_a_tank_that_brushes_past_another_man_is_in_contact_again() -> None:
    """Between two men of a file it touches nobody after 2 inches, and again from 8 on: so for whoever reacts second."""
    schreck = {"pick": ("gunner",), "fields": {"hold": True}}
    scene = Scene(
        us("us.stuart", (30, 20), name="Tank"),
        german("de.grenadier-squad", (31.52, 21.2), name="File", men=2, spots=((31.52, 15),)),
        german("de.panzerschreck-team", (20, 20), name="Anton", **schreck),
        german("de.panzerschreck-team", (20, 24), name="Berta", **schreck),
    )
    scene.order("Tank", "move", dice=[9, 1, 9, 1], drive=drive((0, 10)), react_at="s2")
    asked = [list(one.domain.values) for one in scene.asked if isinstance(one.domain, Moments)]
    assert asked == [["s2", "s8", "s9", "s10"]] * 2


@clause("d10.gap.reaction-shoot")
def test_a_way_is_told_as_long_as_it_is() -> None:
    """A man goes 3.5 inches and is shot at after 2 of them, another at the end of his way."""
    for at, lengths in (("s2", [2000, 3500]), ("s4", [3500])):
        scene = Scene(
            us("us.rifle-squad", (30, 20), name="Able", men=2),
            german("de.grenadier-squad", (30, 30), name="Berta", men=1, fields={"hold": True}),
        )
        scene.order("Able", "move", dice=[9, 1, 1], move=shift(3.5, 0), react_at=at)
        assert [
            event.tells["length"] for event in scene.news if hasattr(event, "tells") and "length" in event.tells
        ] == lengths


@clause("d10.gap.transport", "d10.gap.reaction-shoot")
@pytest.mark.parametrize(("far", "y"), [(-4, 22), (8, 12)])
def test_a_tank_does_not_stop_on_its_own_riders(far: float, y: float) -> None:
    """They jump off behind it where it is hit, after 2 inches: it goes on ahead, but backward it would end on them."""
    scene = Scene(
        us("us.sherman", (30, 20), name="Tank"),
        us("us.bazooka-team", name="Riders", aboard="Tank"),
        german("de.panzerschreck-team", (30, 2), name="Schreck", pick=("gunner",), fields={"hold": True}),
    )
    scene.order("Tank", "move", dice=[9, 9, 1], drive=drive((0, far)), react_at="s2")
    assert scene.unit("Riders").on_table
    assert scene.point("Tank") == (30, y)
    assert trodden_on(scene, "Riders") == []


# ---- several units at one vehicle


@clause("d10.gap.vehicle-assault", "d10.gap.combat-many-units")
@pytest.mark.parametrize(
    ("first", "struck"),
    [
        ("Engineers", [("Engineers' blows at Stug, strength 8", 2), ("Engineers' blows at Stug, strength 4", 1)]),
        ("Able", [("Able's blows at Stug, strength 4", 3)]),
    ],
)
def test_the_owner_says_whose_men_go_at_a_vehicle(first: str, struck: list[tuple[str, int]]) -> None:
    """Engineers with charges are in contact already, a squad charges in: three models of both can do harm."""
    scene = Scene(
        german("de.stug", (30, 20), name="Stug"),
        us("us.engineer-squad", (28.2, 19), name="Engineers", men=3, strength=7, spots=((28.2, 20.2), (28.2, 21.4))),
        us("us.rifle-squad", (34, 19), name="Able", men=3, strength=10, spots=((34, 20.2), (34, 21.4))),
    )
    scene.order("Able", "assault", dice=[1, 1, 1, 1, 1], strike_first=first)
    assert scene.decision("strike first").usual() == f"u{scene.number('Engineers')}"
    assert [(why, len(faces)) for why, faces, _ in scene.thrown("at Stug")] == struck


@clause("d10.gap.vehicle-assault")
def test_nothing_is_asked_where_three_are_enough() -> None:
    """Two men here and one there."""
    scene = Scene(
        german("de.stug", (30, 20), name="Stug"),
        us("us.engineer-squad", (28.2, 19), name="Engineers", men=2, strength=7, spots=((28.2, 20.2),)),
        us("us.rifle-squad", (34, 20.2), name="Able", men=1, strength=4),
    )
    scene.order("Able", "assault", dice=[1] * 5, charges="n0")
    assert "strike first" not in scene.kinds_asked()


@clause("d10.order.assault-pile-in")
def test_who_cannot_reach_anybody_stays_where_he_is() -> None:
    """Of two men behind one gets into contact and the other, ten inches off, does not stir."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=3, spots=((22, 22), (20, 31))),
        german("de.grenadier-squad", (20, 21), name="Berta", men=1, strength=9),
    )
    scene.order("Able", "assault", dice=[1, 1, 1])
    assert scene.event("piled in").figures == (scene.row("Able", 1),)
    assert scene.point("Able", 2) == (20, 31)


@clause("d10.order.assault-pile-in", "d10.gap.combat-many-units")
def test_any_enemy_of_the_same_combat_is_piled_into() -> None:
    """A man who is too far from whom his squad touches closes with another enemy unit of the combat."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2, spots=((26, 24),)),
        us("us.rifle-squad", (21, 21), name="Baker", men=1, strength=10),
        german("de.grenadier-squad", (20, 21), name="Berta", men=1, strength=9),
        german("de.grenadier-squad", (22, 21), name="Clara", men=2, spots=((24.5, 21),)),
    )
    scene.order("Able", "assault", dice=[1] * 6)
    touched = contacts(scene.state).models[scene.row("Able", 1)]
    assert scene.row("Clara", 1) in touched


# ---- guns, leaders, riders


@clause("d10.gap.transport")
def test_nobody_gets_out_of_a_carrier_in_close_combat() -> None:
    """Nor in; there would be room on its other side."""
    scene = Scene(
        us("us.half-track", (30, 20), name="Car"),
        us("us.rifle-squad", name="Able", men=2, aboard="Car"),
        us("us.half-track", (30, 30), name="Empty"),
        us("us.rifle-squad", (27.5, 30), name="Baker", men=1),
        german("de.grenadier-squad", (31.52, 20), name="Berta", men=1),
        german("de.grenadier-squad", (31.52, 30), name="Clara", men=1),
    )
    assert list(orders_of(scene.state, scene.number("Able")).barred) == ["get out"]
    assert carriers(scene.state, scene.number("Baker")) == []


@clause("d10.gap.assault-move", "d10.gap.guns")
def test_a_vehicle_does_not_drive_onto_a_gun_to_reach_its_crew() -> None:
    """They stand behind it, in a line with the tank."""
    scene = Scene(
        us("us.sherman", (30, 30), name="Tank"),
        german("de.heavy-at-gun", (30, 24), name="Gun", men=1, spots=((30, 22.2),)),
    )
    scene.order("Tank", "assault")
    assert scene.told("charged", "fell short") == [("fell short", 0)]
    bodies = scene.state.layout.bodies
    assert int(gap(bodies, scene.row("Tank"), bodies, scene.unit("Gun").gun)) > 0


@clause("d10.gap.movement", "d10.gap.transport")
@pytest.mark.parametrize(("away", "fine"), [(1.0, True), (0.9, False)])
def test_who_gets_out_keeps_an_inch_from_an_enemy_at_the_vehicle(away: float, fine: bool) -> None:
    """A German stands a tenth of an inch from the hull, another may not get out within an inch of him."""
    scene = Scene(
        us("us.rifle-squad", name="Able", pick=("rifleman",), aboard="Car"),
        us("us.half-track", (30, 20), name="Car"),
        german("de.grenadier-squad", (31.6, 18.5), name="Berta", pick=("rifleman",)),
    )
    end = (31_600, 18_500 + 1_000 + round(away * 1_000))
    march = {"walks": [{"figure": 0, "points": [(31_000, 19_500), end]}]}
    scene.activate("Able", "get out")
    assert takes(scene.decision("get out"), march) == fine


@clause("d10.gap.movement", "d10.gap.vehicle-damage")
def test_who_jumps_out_of_a_wreck_keeps_an_inch_from_enemies() -> None:
    """Germans stand all along one side of it and behind it: the passengers come out on the other."""
    spots = tuple((31.6, y) for y in (18.5, 19.7, 20.9, 22.1)) + tuple((x, 22.9) for x in (30.4, 29.2))
    scene = Scene(
        us("us.rifle-squad", name="Able", men=3, aboard="Car"),
        us("us.half-track", (30, 20), name="Car"),
        german("de.grenadier-squad", (31.6, 17.3), name="Berta", men=7, spots=spots),
    )

    async def burns(play: Play[Battle]) -> None:
        take(play, 1, {play.state.units[1].men[0]: 3})
        await bail_out(play, 1)

    scene.call(burns, dice=[1, 1, 1])
    assert between(scene.state, 0, 2) >= 1000


@clause("d10.gap.vehicle-damage", "d10.morale.rout-individual", "d10.gap.transport")
def test_passengers_get_out_of_a_carrier_that_is_abandoned_in_close_combat() -> None:
    """A charge takes two wounds of three, and the crew fail their check."""
    scene = Scene(
        german("de.half-track", (30, 20), name="Track"),
        german("de.grenadier-squad", name="Aboard", aboard="Track", men=6),
        us("us.engineer-squad", (27, 22.2), name="Engineers"),
    )
    scene.order("Engineers", "assault", dice=[1, 1, 10, 1, 1, 10, 1], charges="n1")
    assert scene.told("routed", "jumped clear") == [("routed", 0), ("jumped clear", 1)]
    assert (scene.unit("Aboard").place, len(scene.unit("Aboard").men)) == ("table", 6)


@clause("d10.gap.break-off")
def test_only_a_winner_regroups() -> None:
    """A squad out of coherency fells an officer's last wound but loses two men: it stays as it stands."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=4, spots=((21.1, 20), (24.5, 20), (28, 20)), strength=4),
        german("de.second-lieutenant", (20.55, 20.9), name="Officer", each={"wounds": 1}),
    )
    scene.order("Officer", "assault", dice=[10, 1, 10, 10, 10, 10, 10, 10])
    assert scene.unit("Officer").place == "destroyed"
    assert len(scene.unit("Able").men) == 2
    assert "regroup" not in scene.kinds_asked()


@clause("d10.gap.guns", "d10.cc.defending-cover")
@pytest.mark.parametrize(("at", "covered"), [((18, 17.5), True), ((24, 23), False)])
def test_a_gun_shield_is_cover_against_an_assault_from_the_front(at: tuple[float, float], covered: bool) -> None:
    """Soft cover on the side the attackers come from, and on no other."""
    crew = ((19, 21.8), (21, 21.8), (19, 23), (21, 23), (20, 24.2))
    scene = Scene(
        german("de.heavy-at-gun", (20, 20), name="Gun", spots=crew),
        us("us.rifle-squad", at, name="Able", men=3),
    )
    assert defends_cover(scene.state, 1, 0) == covered


@clause("d10.gap.leaders", "d10.gap.transport")
def test_a_leader_who_rides_lends_nothing_and_nobody_lends_to_who_rides() -> None:
    """He sits in a jeep beside the squad; on foot he lends it his 7."""
    riding = Scene(
        us("us.jeep", (30, 20), name="Jeep"),
        us("us.second-lieutenant", name="Officer", aboard="Jeep"),
        us("us.rifle-squad", (30, 24), name="Able"),
    )
    assert command_of(riding.state, riding.number("Able")) == (5, None)
    walking = Scene(
        us("us.half-track", (30, 20), name="Track"),
        us("us.second-lieutenant", (33, 20), name="Officer"),
        us("us.rifle-squad", name="Able", aboard="Track"),
    )
    assert command_of(walking.state, walking.number("Track")) == (7, 1)
    assert command_of(walking.state, walking.number("Able")) == (5, None)

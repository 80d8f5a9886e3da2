"""Assault moves: who may be assaulted, how far it goes, who ends in contact, falling short."""

import pytest
from msgspec.structs import replace

from sandtable.geometry.measure_kernels import gap
from sandtable.rulesets.d10.basics.units import between, contacts, engaged
from sandtable.rulesets.d10.melee.assault import assault_targets
from sandtable.rulesets.d10.melee.blows import fighters
from tests.clause import clause

from .kit import Scene, german, march, shift, terrain, us


def two(off: float, men: int = 1, foes: int = 1, **rest: object) -> Scene:
    """Riflemen, and grenadiers so many inches to the south of them from base to base."""
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=men),
        german("de.grenadier-squad", (20, 21 + off), name="Berta", men=foes),
        **rest,  # type: ignore[arg-type]
    )


@clause("d10.gap.assault-move", "d10.cc.assault-moves")
@pytest.mark.parametrize(("off", "reached"), [(4, True), (4.001, False)])
def test_an_assault_goes_as_far_as_the_movement_value(off: float, reached: bool) -> None:
    """Exactly four inches are reached, a hair more is not."""
    scene = two(off).order("Able", "assault", dice=[1, 1] if reached else [])
    assert engaged(scene.state, 0) == reached
    assert [verb for verb, _ in scene.told("charged", "fell short")] == ["charged" if reached else "fell short"]


@clause("d10.gap.assault-move", "d10.cc.sequence", "d10.cc.assault-moves")
def test_a_move_before_it_makes_it_twice_as_far() -> None:
    """Eight inches in all: a Move of four, then the assault move of four; in that order the steps are taken."""
    scene = two(8).activate("Able", "move", "assault", move=shift(0, 4), dice=[1, 1])
    assert engaged(scene.state, 0)
    verbs = [verb for verb, _ in scene.told("moved", "declared an assault", "charged", "drew the round")]
    assert verbs == ["moved", "declared an assault", "charged", "drew the round"]


@clause("d10.gap.assault-move")
def test_only_an_enemy_in_sight_is_assaulted() -> None:
    """One behind a house may not be declared the target; with nobody in sight the order is barred."""
    house = terrain("building", box=(17, 22, 6, 1))
    scene = two(3, ground=[house])
    assert assault_targets(scene.state, 0) == []
    scene.activate("Able")
    assert scene.barred("order")["assault"] == ("d10.gap.assault-move",)
    assert assault_targets(two(3).state, 0) == [1]


@clause("d10.gap.assault-move")
def test_one_of_several_enemies_is_declared() -> None:
    """Both are in sight: the owner names one, and that one is charged."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=1),
        german("de.grenadier-squad", (20, 23), name="Berta", men=1),
        german("de.grenadier-squad", (17, 20), name="Clara", men=1),
    )
    scene.order("Able", "assault", dice=[1, 1], assault="Clara")
    assert contacts(scene.state).units == {0: [2], 2: [0]}
    assert scene.offered("assault") == ["u1", "u2"]


@clause("d10.gap.assault-move")
@pytest.mark.parametrize(("off", "left"), [(9, 5), (5, 1), (4.6, 1), (4.001, 1)])
def test_falling_short_stops_an_inch_away(off: float, left: float) -> None:
    """The full four inches towards the target, but never nearer than an inch; the activation ends."""
    scene = two(off, men=2).activate("Able", "assault")
    assert between(scene.state, 0, 1) == pytest.approx(left * 1000, abs=2)
    assert scene.unit("Able").moved
    assert scene.kinds_asked() == ["order"]


@clause("d10.gap.assault-move")
def test_falling_short_is_as_far_in_every_direction() -> None:
    """Up and to the left as far as down and to the right."""
    for x, y in ((10, 10), (30, 30), (10, 30), (30, 10)):
        scene = Scene(
            us("us.rifle-squad", (20, 20), name="Able", men=1),
            german("de.grenadier-squad", (x, y), name="Berta", men=1),
        )
        scene.order("Able", "assault")
        at_x, at_y = scene.point("Able")
        assert ((at_x - 20) ** 2 + (at_y - 20) ** 2) ** 0.5 == pytest.approx(4, abs=0.003)


@clause("d10.gap.assault-move")
def test_the_first_model_takes_the_shortest_way() -> None:
    """The nearest model goes straight at the nearest enemy."""
    scene = two(3, men=3, foes=1).order("Able", "assault", dice=[1, 1, 1, 1])
    assert scene.point("Able", 0) == (20, 23 - 0.002)


@clause("d10.gap.assault-move")
def test_as_many_as_possible_end_in_contact_and_nobody_overlaps() -> None:
    """Five against five in line: everybody finds a man."""
    scene = two(3, men=5, foes=5).order("Able", "assault", dice=[1] * 10)
    touching = contacts(scene.state).models
    assert all(man in touching for man in scene.unit("Able").men)
    bodies = scene.state.layout.bodies
    assert all(gap(bodies, one, bodies, other) > 0 for one in range(10) for other in range(one))


@clause("d10.gap.assault-move")
def test_those_who_find_no_room_come_up_behind() -> None:
    """Ten men at one: the first rank touches him, others touch the first rank, and all have gone forward."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", gap=0.1),
        german("de.grenadier-squad", (22, 24.5), name="Berta", men=1),
    )
    before = [scene.point("Able", man) for man in range(10)]
    scene.order("Able", "assault", dice=[1] * 7)
    moved = [scene.point("Able", man) != before[man] for man in range(10)]
    assert all(moved)
    assert 2 <= len(contacts(scene.state).models) - 1 <= 6


@clause("d10.gap.assault-move", "d10.gap.movement")
def test_a_wall_costs_two_inches_of_an_assault() -> None:
    """Two inches of way and a wall are four; a hair more of way and the wall is too far."""
    wall = terrain("wall", line=[(15, 21), (25, 21)])
    assert engaged(two(2, ground=[wall]).order("Able", "assault", dice=[1, 1]).state, 0)
    assert not engaged(two(2.01, ground=[wall]).order("Able", "assault").state, 0)


@clause("d10.gap.assault-move", "d10.gap.coherency")
def test_a_unit_out_of_coherency_may_not_assault() -> None:
    """One man three inches away from the others bars the order."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2, spots=((24.001, 20),)),
        german("de.grenadier-squad", (20, 24), name="Berta", men=1),
    )
    scene.activate("Able")
    assert scene.barred("order")["assault"] == ("d10.gap.coherency",)


@clause("d10.gap.assault-move")
def test_an_enemy_upstairs_is_reached_by_the_stairs() -> None:
    """The door and a floor cost two inches each: upstairs four inches take nobody, downstairs they do."""
    house = terrain("building", box=(18, 20.6, 8, 6), floors=2)

    def storm(floor: int) -> Scene:
        return Scene(
            us("us.rifle-squad", (20, 20), name="Able", men=1),
            german("de.grenadier-squad", (20, 22.2), name="Berta", men=1, floor=floor),
            ground=[house],
        )

    assert engaged(storm(0).order("Able", "assault", dice=[1, 1]).state, 0)
    assert not engaged(storm(1).order("Able", "assault").state, 0)
    inside = Scene(
        us("us.rifle-squad", (20, 22), name="Able", men=2),
        german("de.grenadier-squad", (20, 24), name="Berta", men=1, floor=1),
        ground=[house],
    )
    inside.order("Able", "assault", dice=[1, 1, 1])
    assert engaged(inside.state, 0)
    assert [inside.model("Able", man).floor for man in range(2)] == [1, 1]


@clause("d10.gap.assault-move", "d10.gap.combat-fight")
def test_a_floor_between_two_men_is_no_contact() -> None:
    """A man right below his friend upstairs does not strike with him."""
    house = terrain("building", box=(15, 15, 12, 12), floors=2)
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2, spots=((20, 19),)),
        german("de.grenadier-squad", (21, 20), name="Berta", men=1, floor=1),
        ground=[house],
    )
    upstairs = scene.state.layout.placed([(scene.row("Able"), 20_000, 20_000, 0, 3000)])
    above = replace(scene.state, layout=upstairs)
    assert fighters(above, 0) == {scene.row("Able"): [1]}
    level = replace(above, layout=upstairs.placed([(scene.row("Able", 1), 20_000, 19_000, 0, 3000)]))
    assert fighters(level, 0) == {scene.row("Able"): [1], scene.row("Able", 1): [1]}


@clause("d10.order.assault-pile-in", "d10.gap.combat-continues")
def test_models_behind_must_close_up_before_the_round() -> None:
    """Three in contact, five men three inches behind: all that find room close up, and nobody stands on another."""
    foes = tuple((20.0 + place * 1.1, 23.0) for place in range(1, 5))
    spots = (*((20.0 + place * 1.1, 22.0 - 0.002) for place in range(1, 3)),)
    behind = tuple((20.0 + place * 1.1, 19.0) for place in range(5))
    scene = Scene(
        us("us.rifle-squad", (20, 22 - 0.002), name="Able", men=8, spots=(*spots, *behind)),
        german("de.grenadier-squad", (20, 23), name="Berta", men=5, spots=foes),
    )
    assert sum(man in contacts(scene.state).models for man in scene.unit("Able").men) == 3
    scene.order("Able", "assault", dice=[1] * 12)
    assert sum(man in contacts(scene.state).models for man in scene.unit("Able").men) >= 5
    bodies = scene.state.layout.bodies
    assert all(gap(bodies, one, bodies, other) > 0 for one in range(13) for other in range(one))
    assert scene.event("piled in").because == ("d10.order.assault-pile-in",)


@clause("d10.order.assault-pile-in")
def test_piling_in_reaches_any_enemy_of_the_combat() -> None:
    """A man who can reach only the other enemy unit of the same combat goes for that one."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2, spots=((27, 19),)),
        german("de.grenadier-squad", (20, 21), name="Berta", men=2, spots=((22, 21),)),
        us("us.rifle-squad", (23, 21), name="Baker", men=1),
        german("de.grenadier-squad", (24, 21), name="Clara", men=1),
    )
    assert contacts(scene.state).units[0] == [1]
    scene.order("Able", "assault", dice=[1] * 6)
    assert scene.event("piled in").figures == (scene.row("Able", 1),)
    assert contacts(scene.state).units[0] == [1, 3]


@clause("d10.order.assault-pile-in")
def test_if_nobody_can_close_up_the_round_is_simply_fought() -> None:
    """Nobody is out of contact: no move, but a round."""
    scene = two(0.002).order("Able", "assault", dice=[1, 1])
    assert not scene.events("piled in")
    assert scene.events("drew the round")


@clause("d10.gap.combat-continues", "d10.order.hold-not-in-contact")
def test_a_unit_in_contact_may_only_fight_on_or_break_off() -> None:
    """Move, Rush, Hold and Shoot are barred; Assault, breaking off and doing nothing are not."""
    scene = two(0.002).activate("Able")
    assert scene.offered("order") == ["assault", "break off", "nothing"]
    barred = scene.barred("order")
    assert set(barred) == {"move", "rush", "hold", "shoot"}
    assert barred["hold"] == ("d10.order.hold-not-in-contact",)
    assert barred["move"] == barred["rush"] == barred["shoot"] == ("d10.gap.combat-continues",)


@clause("d10.gap.combat-continues")
def test_each_assault_order_of_either_side_is_a_new_round() -> None:
    """Two activations of a turn, two rounds; a charge's +1 is gone in both."""
    scene = two(0.002).activate("Able", "assault", dice=[1, 1])
    assert [throw.needs for throw in scene.throws("blows")] == ["6+", "6+"]
    scene.activate("Berta", "assault", dice=[1, 1])
    assert [throw.needs for throw in scene.throws("blows")] == ["6+", "6+"]
    assert len(scene.events("drew the round")) == 1


@clause("d10.gap.assault-move")
def test_a_march_that_is_no_assault_keeps_an_inch_away() -> None:
    """Only by an Assault order does anybody come into contact."""
    scene = two(3)
    refused = scene.refused(lambda: scene.order("Able", "move", move=march([(20, 22.9)])))
    assert refused.refusal.because == ("d10.gap.movement",)
    assert scene.point("Able") == (20, 20)

"""A declared assault: what its target may do about it before anybody moves, and what each side gets in the round."""

import pytest

from sandtable.rulesets.d10.basics.units import contacts, engaged
from sandtable.rulesets.d10.melee.assault import answers, defends_cover
from tests.clause import clause

from .kit import Scene, german, terrain, us


def facing(off: float = 3, hold: bool = True, **rest: object) -> Scene:
    """Two riflemen who assault two grenadiers, who are on Hold if nothing else is said."""
    ground = rest.pop("ground", ())
    fields = {"hold": hold, **rest.pop("fields", {})}  # type: ignore[dict-item]
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman", "rifleman"), strength=10),
        german("de.grenadier-squad", (20, 21 + off), name="Berta", pick=("rifleman", "rifleman"), fields=fields),
        ground=ground,  # type: ignore[arg-type]
        **rest,  # type: ignore[arg-type]
    )


@clause("d10.cc.sequence", "d10.gap.assault-move", "d10.gap.reaction-shoot")
def test_a_shot_in_reaction_comes_before_any_model_moves() -> None:
    """The test, the shot at the distance of the declaration, then the charge, then the round."""
    scene = facing().order("Able", "assault", answer_an_assault="shoot", dice=[5, 1, 1, 1, 1, 1, 1])
    verbs = [verb for verb, _ in scene.told()]
    order = ["declared an assault", "passed a reaction test", "shot", "has reacted", "charged", "drew the round"]
    assert [verb for verb in verbs if verb in order] == order
    assert scene.offered("answer an assault") == ["shoot", "counter-charge", "nothing"]


@clause("d10.gap.reaction-shoot", "d10.gap.assault-move")
def test_a_reaction_is_shot_at_the_distance_of_the_declaration() -> None:
    """Twelve inches and a bit are Medium range for a submachine gun, which does not reach; so there is no shot to offer."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=1),
        german("de.grenadier-squad", (20, 33.001), name="Berta", pick=("leader",), fields={"hold": True}),
    )
    assert answers(scene.state, 0, 1) == ["counter-charge"]
    near = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=1),
        german("de.grenadier-squad", (20, 33), name="Berta", pick=("leader",), fields={"hold": True}),
    )
    assert answers(near.state, 0, 1) == ["shoot", "counter-charge"]


@clause("d10.gap.reaction-shoot", "d10.gap.assault-move")
def test_an_assault_goes_on_with_the_survivors() -> None:
    """One of two falls to the shot, the other still charges."""
    dice = [5, 7, 1, 9, 10, 1, 1]  # test, two shots of which one hits, damage, morale, a blow of each side
    scene = facing().order("Able", "assault", answer_an_assault="shoot", dice=dice)
    assert len(scene.unit("Able").men) == 1
    assert engaged(scene.state, 0)


@clause("d10.gap.reaction-shoot", "d10.gap.assault-move")
def test_an_assault_ends_when_its_unit_panics() -> None:
    """Two of three fall, the check fails: below half it routs, and nobody charges."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=3),
        german("de.grenadier-squad", (20, 24), name="Berta", pick=("rifleman",) * 2, fields={"hold": True}),
    )
    scene.order("Able", "assault", answer_an_assault="shoot", dice=[5, 9, 9, 9, 9, 1])
    assert scene.unit("Able").place == "routed"
    assert not scene.events("charged")
    assert not scene.throws("blows")


@clause("d10.gap.counter-charge", "d10.morale.panic-no-counter-charge", "d10.morale.panic-no-reaction-shoot")
@pytest.mark.parametrize(
    ("fields", "hold", "able"),
    [
        ({}, True, ["shoot", "counter-charge"]),
        ({}, False, []),
        ({"panicked": True}, True, []),
    ],
)
def test_only_an_unpanicked_unit_on_hold_answers(fields: dict[str, object], hold: bool, able: list[str]) -> None:
    """Without Hold, or panicked, an assault is simply awaited."""
    assert answers(facing(hold=hold, fields=fields).state, 0, 1) == able


@clause("d10.gap.counter-charge")
def test_by_a_switch_a_counter_charge_needs_no_hold() -> None:
    """Anybody may then try one, but shooting still needs Hold, and the panicked may not."""
    off = {"counter_charge_needs_hold": False}
    assert answers(facing(hold=False, **off).state, 0, 1) == ["counter-charge"]
    assert answers(facing(hold=True, **off).state, 0, 1) == ["shoot", "counter-charge"]
    assert answers(facing(hold=False, fields={"panicked": True}, **off).state, 0, 1) == []


@clause("d10.gap.counter-charge", "d10.gap.hold-enables")
def test_who_failed_a_test_in_this_activation_does_not_try_again() -> None:
    """Closed by a failed test at the move before, with Hold or, by the switch, without."""
    for needs_hold in (True, False):
        scene = Scene(
            us("us.rifle-squad", (20, 20), name="Able", men=1),
            german("de.grenadier-squad", (20, 24), name="Berta", men=1, fields={"hold": True}),
            fields={"closed": (1,)},
            counter_charge_needs_hold=needs_hold,
        )
        assert answers(scene.state, 0, 1) == []


@clause("d10.cc.charged", "d10.gap.assault-move")
def test_a_charge_is_worth_one_in_its_round_alone() -> None:
    """AS 4 charges AS 4: needs 6, +1 on the die, so 5 or more; the round after needs 6 again."""
    scene = facing(hold=False).order("Able", "assault", dice=[1, 1, 1, 1])
    assert scene.thrown("blows") == [
        ("Able's blows at Berta, strength 3", (1, 1), "5+"),
        ("Berta's blows at Able, strength 3", (1, 1), "6+"),
    ]
    assert "d10.cc.charged" in scene.throws("Able's blows")[0].because
    scene.order("Able", "assault", dice=[1, 1, 1, 1])
    assert [throw.needs for throw in scene.throws("blows")] == ["6+", "6+"]


# ---- cover

WALL = terrain("wall", line=[(15, 22.3), (30, 22.3)])
HEDGE = terrain("hedge", line=[(15, 22.3), (30, 22.3)])


@clause("d10.cc.defending-cover")
@pytest.mark.parametrize("cover", [WALL, HEDGE])
def test_cover_is_defended_in_the_round_of_the_charge(cover: object) -> None:
    """Soft or hard, the unit that is charged in it needs 5 instead of 6; a round later it does not."""
    scene = facing(2, hold=False, ground=[cover]).order("Able", "assault", dice=[1, 1, 1, 1])
    assert [throw.needs for throw in scene.throws("blows")] == ["5+", "5+"]
    assert "d10.cc.defending-cover" in scene.throws("Berta's blows")[0].because
    scene.order("Able", "assault", dice=[1, 1, 1, 1])
    assert [throw.needs for throw in scene.throws("blows")] == ["6+", "6+"]


@clause("d10.cc.defending-cover")
def test_cover_counts_from_the_side_of_the_attackers() -> None:
    """A wall behind the defenders is none; without any they have none; if half of them have it all do."""
    behind = terrain("wall", line=[(15, 24), (30, 24)])
    assert not defends_cover(facing(2, ground=[behind]).state, 0, 1)
    assert not defends_cover(facing(2).state, 0, 1)
    assert defends_cover(facing(2, ground=[WALL]).state, 0, 1)
    half = terrain("wall", line=[(20.75, 22.3), (30, 22.3)])
    assert defends_cover(facing(2, ground=[half]).state, 0, 1)


@clause("d10.cc.defending-cover")
@pytest.mark.parametrize(("first_only", "later"), [(True, "6+"), (False, "5+")])
def test_by_a_switch_cover_is_defended_in_later_rounds(first_only: bool, later: str) -> None:
    """In woods from the side of the unit that presses on."""
    woods = terrain("woods", box=(15, 21.2, 15, 8))
    scene = facing(2, hold=False, ground=[woods], cc_cover_first_round_only=first_only)
    scene.order("Able", "assault", dice=[1, 1, 1, 1])
    assert [throw.needs for throw in scene.throws("blows")] == ["5+", "5+"]
    scene.order("Able", "assault", dice=[1, 1, 1, 1])
    assert [throw.needs for throw in scene.throws("blows")] == ["6+", later]


@clause("d10.gap.assault-move")
def test_who_is_already_fighting_may_be_assaulted_too() -> None:
    """A second unit charges into the same combat, and all three fight it."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=1),
        us("us.rifle-squad", (20, 25), name="Baker", men=1),
        german("de.grenadier-squad", (20, 21), name="Berta", men=1),
    )
    scene.order("Baker", "assault", dice=[1, 1, 1])
    assert contacts(scene.state).units[2] == [0, 1]
    assert [throw.needs for throw in scene.throws("blows")] == ["6+", "5+", "6+"]

"""Counter-charges: the answer to an assault that meets it half-way."""

import pytest

from sandtable.rulesets.d10.basics.units import between, coherent, engaged
from tests.clause import clause

from .kit import Scene, german, terrain, us

COUNTER = "counter-charge"


def facing(off: float, men: int = 2, foes: int = 2, **rest: object) -> Scene:
    """Riflemen who assault grenadiers on Hold."""
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",) * men, strength=10),
        german(
            "de.grenadier-squad",
            (20, 21 + off),
            name="Berta",
            pick=("rifleman",) * foes,
            strength=9,
            fields={"hold": True},
        ),
        **rest,  # type: ignore[arg-type]
    )


@clause("d10.gap.counter-charge", "d10.cc.counter-charged", "d10.cc.charged")
def test_both_sides_get_their_one_in_the_same_round() -> None:
    """They meet: each AS 4 against AS 4 needs 6, less one for its charge."""
    scene = facing(3).order("Able", "assault", answer_an_assault=COUNTER, dice=[5, 1, 1, 1, 1])
    assert scene.thrown("blows") == [
        ("Able's blows at Berta, strength 3", (1, 1), "5+"),
        ("Berta's blows at Able, strength 3", (1, 1), "5+"),
    ]
    assert "d10.cc.charged" in scene.throws("Able's blows")[0].because
    assert "d10.cc.counter-charged" in scene.throws("Berta's blows")[0].because
    scene.order("Able", "assault", dice=[1, 1, 1, 1])
    assert [throw.needs for throw in scene.throws("blows")] == ["6+", "6+"]


@clause("d10.gap.counter-charge")
def test_the_counter_charge_is_made_before_the_chargers_move() -> None:
    """Berta comes all the way; Able's men stand where they stood, and Hold is spent."""
    scene = facing(4, men=1, foes=1).order("Able", "assault", answer_an_assault=COUNTER, dice=[5, 1, 1])
    assert scene.point("Able") == (20, 20)
    assert scene.point("Berta") == (20, 21.002)
    assert [verb for verb, _ in scene.told("counter-charged", "charged")] == ["counter-charged"]
    assert not scene.unit("Berta").hold
    assert scene.unit("Berta").moved


@clause("d10.gap.counter-charge", "d10.gap.hold-enables")
def test_a_failed_test_lets_the_charge_come() -> None:
    """CM 5 needs 5; with a 4 nobody meets the chargers, and only they get their +1; the marker stays."""
    scene = facing(3).order("Able", "assault", answer_an_assault=COUNTER, dice=[4, 1, 1, 1, 1])
    assert not scene.events("counter-charged")
    assert [throw.needs for throw in scene.throws("blows")] == ["5+", "6+"]
    assert scene.unit("Berta").hold


@clause("d10.gap.counter-charge", "d10.cc.counter-charged")
@pytest.mark.parametrize(("off", "met"), [(7.9, True), (9.01, False)])
def test_two_that_meet_half_way_have_both_charged(off: float, met: bool) -> None:
    """Four inches of the one and four of the other; beyond that the counter-charger stops after its full move."""
    scene = facing(off, men=1, foes=1)
    scene.order("Able", "assault", answer_an_assault=COUNTER, dice=[5, 1, 1] if met else [5])
    assert engaged(scene.state, 0) == met
    assert scene.event("counter-charged").tells["length"] == 4000
    if met:
        assert [throw.needs for throw in scene.throws("blows")] == ["5+", "5+"]
    else:
        assert between(scene.state, 0, 1) == pytest.approx(1010, abs=3)


@clause("d10.gap.counter-charge")
def test_a_counter_charger_that_cannot_meet_stays_in_coherency() -> None:
    """It goes forward as it stands."""
    scene = facing(12, foes=5).order("Able", "assault", answer_an_assault=COUNTER, dice=[5])
    assert coherent(scene.state, 1)
    assert scene.point("Berta", 0) == (20, 29)


@clause("d10.gap.counter-charge", "d10.cc.defending-cover")
def test_a_counter_charge_gives_up_cover() -> None:
    """Out of the woods: +1 for the counter-charge, none for the cover; after a failed test the cover counts."""
    wood = terrain("hedge", line=[(15, 22.3), (30, 22.3)])
    out = facing(2, ground=[wood]).order("Able", "assault", answer_an_assault=COUNTER, dice=[5, 1, 1, 1, 1])
    assert out.throws("Berta's blows")[0].needs == "5+"
    assert "d10.cc.defending-cover" not in out.throws("Berta's blows")[0].because
    stayed = facing(2, ground=[wood]).order("Able", "assault", answer_an_assault=COUNTER, dice=[1, 1, 1, 1, 1])
    assert "d10.cc.defending-cover" in stayed.throws("Berta's blows")[0].because


@clause("d10.gap.counter-charge", "d10.gap.assault-move")
def test_the_chargers_who_were_not_met_still_come_up() -> None:
    """One grenadier meets the first of five; the others make their assault move at him, or up behind their fellows."""
    scene = facing(3, men=5, foes=1)
    before = [scene.point("Able", man) for man in range(5)]
    scene.order("Able", "assault", answer_an_assault=COUNTER, dice=[5, *[1] * 5])
    assert scene.told("counter-charged", "charged") == [("counter-charged", 1), ("charged", 0)]
    assert sum(scene.point("Able", man) != before[man] for man in range(5)) == 4
    assert len(scene.throws("Able's blows")[0].faces) == 4


@clause("d10.gap.counter-charge", "d10.gap.guns")
def test_a_gun_does_not_counter_charge() -> None:
    """Its crew may shoot, or await the assault."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=1),
        german("de.heavy-at-gun", (20, 26), name="Pak", fields={"hold": True}),
    )
    scene.order("Able", "assault", answer_an_assault="nothing")
    assert scene.offered("answer an assault") == ["shoot", "nothing"]

"""Rallying: when, on what, and what enemies in sight do to it."""

from typing import Any

import pytest

from sandtable.rulesets.d10.nerve.morale import rally, rally_modifiers
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.turn.activation import activate
from tests.clause import clause

from .kit import Scene, german, terrain, us

MEDIUM, SHORT, RALLY, HOW = "d10.rally.medium", "d10.rally.short", "d10.morale.rally", "d10.gap.rally-procedure"


def shaken(*enemies: tuple[float, float], ground: Any = (), **options: Any) -> Scene:
    """A panicked squad of CM 5 at (20, 20), and Germans."""
    return Scene(
        us("us.rifle-squad", (20, 4), name="Able", pick=("rifleman",), fields={"panicked": True}),
        *(german("de.grenadier-squad", at, name=f"Berta {n}", pick=("rifleman",)) for n, at in enumerate(enemies)),
        ground=ground,
        **options,
    )


@clause(MEDIUM, SHORT, "d10.gap.measuring")
@pytest.mark.parametrize(
    ("far", "stack", "total"),
    [
        (12_000, False, -2),
        (12_001, False, -1),
        (24_000, False, -1),
        (24_001, False, 0),
        (None, False, 0),
        (12_000, True, -3),
        (12_001, True, -1),
        (24_001, True, 0),
    ],
)
def test_what_enemies_in_sight_do(far: int | None, stack: bool, total: int) -> None:
    """-2 up to 12 inches, -1 up to 24; both where they stack."""
    assert sum(one.value for one in rally_modifiers(far, Options(rally_modifiers_stack=stack))) == total


@clause(MEDIUM, SHORT, RALLY, HOW)
@pytest.mark.parametrize(
    ("y", "needs"), [(16.9, "7+"), (17, "7+"), (17.001, "6+"), (29, "6+"), (29.001, "5+"), (40, "5+")]
)
def test_where_the_nearest_of_them_stands(y: float, needs: str) -> None:
    """CM 5: 5+, and 7+ with an enemy at exactly 12 inches."""
    scene = shaken((20, y))
    scene.call(rally, "Able", dice=[1])
    assert scene.thrown("rallies")[0][2] == needs


@clause(SHORT, MEDIUM)
def test_they_count_once_however_many() -> None:
    """Enemies at 10 and 20 inches: 7 or more."""
    scene = shaken((20, 15), (30, 20), (10, 20))
    assert scene.call(rally, "Able", dice=[7])
    assert scene.thrown("rallies")[0][2] == "7+"
    stacked = shaken((20, 15), rally_modifiers_stack=True)
    stacked.call(rally, "Able", dice=[1])
    assert stacked.thrown("rallies")[0][2] == "8+"


@clause(MEDIUM, SHORT)
def test_only_those_in_sight() -> None:
    """A house between them, and one farther off who is seen."""
    house = terrain("building", box=(17, 8, 6, 2))
    scene = shaken((20, 15), ground=[house])
    scene.call(rally, "Able", dice=[1])
    assert scene.thrown("rallies")[0][2] == "5+"
    seen = shaken((20, 15), (38, 4), ground=[house])
    seen.call(rally, "Able", dice=[1])
    assert seen.thrown("rallies")[0][2] == "6+"


@clause(RALLY, HOW)
def test_a_rallied_unit_acts_as_ever() -> None:
    """The check comes first; passed, all orders are open."""
    scene = shaken((20, 15))
    scene.call(activate, "Able", dice=[7], order="hold")
    assert not scene.unit("Able").panicked
    assert scene.unit("Able").hold
    assert scene.told("rallied", "went on Hold") == [("rallied", 0), ("went on Hold", 0)]


@clause(RALLY, HOW)
def test_one_that_has_not_may_only_move() -> None:
    """It keeps its panic, and acts all the same."""
    scene = shaken((20, 15))
    scene.call(activate, "Able", dice=[6], order="nothing")
    assert scene.unit("Able").panicked
    assert not {"hold", "shoot", "assault"} & set(scene.offered("order"))
    assert {"move", "rush", "nothing"} <= set(scene.offered("order"))


@clause(HOW)
def test_nobody_rallies_in_contact_or_in_good_order() -> None:
    """No dice are thrown."""
    touching = shaken((20, 5))
    touching.call(activate, "Able", order="nothing")
    assert touching.throws() == []
    calm = shaken((20, 15)).change("Able", panicked=False)
    calm.call(activate, "Able", order="nothing")
    assert calm.throws() == []


@clause(HOW, "d10.shoot.natural-1", "d10.shoot.natural-10")
def test_natural_rule_at_rallies() -> None:
    """CM 1 with enemies near would need 11: a ten does it, unless the natural rule is for shooting alone."""
    for everywhere in (True, False):
        scene = Scene(
            us(
                "us.rifle-squad",
                (20, 4),
                name="Able",
                pick=("rifleman",),
                fields={"panicked": True},
                card={"command": 1},
            ),
            german("de.grenadier-squad", (20, 15), name="Berta", pick=("rifleman",)),
            natural_rule_everywhere=everywhere,
        )
        assert scene.call(rally, "Able", dice=[10]) is everywhere

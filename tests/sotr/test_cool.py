"""Cool: which value a test is taken on, and the test itself."""

from typing import Any

import pytest

from sandtable.play.modifier import Modifier
from sandtable.play.scenario import Enlisted
from sandtable.rulesets.sotr.nerve.cool import (
    PASSED,
    best_cool,
    command_cool,
    command_radius,
    command_roll,
    command_test,
    cool,
    cool_roll,
    cool_test,
    in_radius,
    may_not_command,
    officer_of,
    officers,
    reaches,
    takes_tests,
)
from sandtable.rulesets.sotr.setup.forces import raise_unit
from tests.clause import clause

from .kit import Scene, reich, us


@clause("sotr.cool.test", "sotr.gap.automatic-rolls", "sotr.cool.consequence", "sotr.cool.meaning")
@pytest.mark.parametrize(("faces", "passes"), [([3, 4], True), ([4, 4], False), ([1, 1], True), ([6, 6], False)])
def test_a_total_up_to_the_cool_passes(faces: list[int], passes: bool) -> None:
    """Cool 7: a roll of 7 passes, 8 fails; the test itself changes nothing."""
    scene = Scene(reich("reich.sturmgrenadiers", (20, 20), name="Men", pick=("grenadier", "grenadier")))
    before = scene.state
    on = cool(scene.state, 0)
    assert scene.call(cool_test, "Men", on, "a test", (), dice=faces) is passes
    assert scene.state.units == before.units


@clause("sotr.cool.test")
@pytest.mark.parametrize(("needed", "ways"), [(6, 15), (7, 21), (8, 26), (12, 36), (1, 0), (-3, 0)])
def test_chances_to_pass(needed: int, ways: int) -> None:
    """Cool 7: 21 of 36; there is no automatic pass or failure."""
    roll = cool_roll(needed, "test", (), 0)
    assert roll.reading.weights(2, 6).get(PASSED, 0) == ways


@clause("sotr.cool.modifier-direction")
@pytest.mark.parametrize(("value", "plus", "ways"), [(8, 2, 33), (7, -2, 10)])
def test_bonuses_raise_the_cool(value: int, plus: int, ways: int) -> None:
    """Cool 8 at +2 passes on 10 or less, Cool 7 at -2 on 5 or less."""
    scene = Scene(us("us.rifle-squad", (20, 20), pick=("rifleman", "rifleman"), card={"cool": value}))
    on = cool(scene.state, 0, (Modifier(plus, "test", "sotr.cool.modifier-direction"),))
    assert on.needed == value + plus
    assert cool_roll(on.needed, "test", (), 0).reading.weights(2, 6)[PASSED] == ways


@clause("sotr.cool.modifier-direction")
def test_cover_comes_off_the_dice() -> None:
    """Cool 7-3 with heavy cover: a 6 less 2 passes, so 6 is the highest that does."""
    scene = Scene(us("us.rifle-squad", (20, 20), pick=("rifleman", "rifleman")))
    on = cool(scene.state, 0, (Modifier(-3, "fire", "sotr.cool.modifier-direction"),), dice=2)
    assert on.needed == 6


@clause("sotr.cool.green", "sotr.cool.veteran", "sotr.cool.elite", "sotr.cool.officer-plus-one")
@pytest.mark.parametrize(
    ("troop", "men", "officer"), [("reich.mg-team", 6, 7), ("us.rifle-squad", 7, 8), ("us.command", 8, 9)]
)
def test_cool_by_training(troop: str, men: int, officer: int) -> None:
    """Green 6, Veteran 7, Elite 8; Officers one more."""
    raised = raise_unit(Enlisted(troop), "test", "test")
    assert raised.card.cool == men
    assert {figure.cool for figure in raised.figures} == {men, officer}
    assert raised.figures[0].cool == officer


@clause("sotr.cool.ex-green-sergeant")
def test_the_sergeant_of_a_green_unit() -> None:
    """Has Cool 7, and his unit tests on that."""
    scene = Scene(reich("reich.mg-team", (20, 20)))
    assert scene.man("Machine Gun Team").cool == 7
    assert cool(scene.state, 0).needed == 7


@clause("sotr.cool.special-rules")
def test_an_entry_of_its_own_states_its_cool() -> None:
    """An elite Vampire has 9, not 8."""
    raised = raise_unit(Enlisted("reich.vampire"), "test", "test")
    assert (raised.card.training, raised.card.cool) == ("elite", 9)


@clause("sotr.frenzy.lost")
def test_a_failed_test_ends_frenzy() -> None:
    """For those who took it: a DOWN wolf took none; a passed test changes nothing."""
    scene = Scene(reich("reich.werewolves", (20, 20), name="Wolves", models={2: {"down": True}}))
    scene.call(cool_test, "Wolves", cool(scene.state, 0), "a test", (), dice=[4, 5])
    assert [scene.man("Wolves", man).frenzied for man in range(3)] == [True, True, True]
    scene.call(cool_test, "Wolves", cool(scene.state, 0), "a test", (), dice=[5, 5])
    assert [scene.man("Wolves", man).frenzied for man in range(3)] == [False, False, True]
    assert scene.event("lost Frenzy").figures == (0, 1)


# ---- officers


@clause("sotr.officer.definition")
def test_the_officer_is_the_model_with_a_rank() -> None:
    """Those who were never led have none."""
    scene = Scene(us("us.rifle-squad", (20, 20), men=3), reich("reich.zombies", (40, 40), men=2))
    assert officer_of(scene.state, 0) == 0
    assert officer_of(scene.state, 1) is None
    assert officers(scene.state, 0) == [0]
    assert officers(scene.state, 1) == []


@clause("sotr.officer.lend-cool", "sotr.officer.lend-cool-barred", "sotr.cool.officer-plus-one")
@pytest.mark.parametrize(
    ("changes", "value"),
    [
        ({}, 8),
        ({"models": {0: {"down": True}}}, 7),
        ({"fields": {"disorganized": True}}, 7),
        ({"fields": {"fleeing": True}}, 7),
        ({"models": {0: {"disorganized": True}}}, 7),
    ],
)
def test_a_unit_uses_its_officers_cool_while_he_can_lend_it(changes: dict[str, Any], value: int) -> None:
    """Down, Fleeing or Disorganized he cannot."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=4, **changes))
    assert best_cool(scene.state, 0)[0] == value


@clause("sotr.officer.command-radius", "sotr.officer.ex-radius", "sotr.officer.unit-command")
def test_half_of_a_unit_in_the_radius_is_enough() -> None:
    """Cool 8, 8 inches; two of four models beyond it are reached, three are not."""
    near, far = ((21.5, 20), (29.5, 20), (31, 20)), ((29.5, 20), (31, 20), (32.5, 20))
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=4, spots=near))
    assert command_radius(scene.state, 0) == 8000
    assert reaches(scene.state, 0, 0)
    assert not reaches(Scene(us("us.rifle-squad", (20, 20), men=4, spots=far)).state, 0, 0)


@clause("sotr.officer.command-radius", "sotr.officer.individual-command")
@pytest.mark.parametrize(("x", "inside"), [(29, True), (29.001, False)])
def test_the_radius_is_measured_from_base_to_base(x: float, inside: bool) -> None:
    """Bases of half an inch: nine inches between centres are eight between bases."""
    scene = Scene(us("us.rifle-squad", (20, 20), men=2, spots=((x, 20),)))
    assert in_radius(scene.state, 0, 1) is inside


@clause("sotr.officer.unit-command")
def test_nine_models_need_five() -> None:
    """Four of nine are 44 per cent; DOWN models count."""
    spots = [(21 + place, 22) for place in range(3)]
    four, five = (
        [*spots, *[(40, 10 + place) for place in range(5)]],
        [*spots, (20, 24), *[(40, 10 + n) for n in range(4)]],
    )
    down = {1: {"down": True}}
    assert not reaches(Scene(us("us.rifle-squad", (20, 20), men=9, spots=tuple(four), models=down)).state, 0, 0)
    assert reaches(Scene(us("us.rifle-squad", (20, 20), men=9, spots=tuple(five), models=down)).state, 0, 0)


@clause("sotr.officer.lend-cool-platoon")
@pytest.mark.parametrize(
    ("near", "changes", "options", "value"),
    [
        (True, {}, {}, 9),
        (False, {}, {}, 8),
        (False, {}, {"platoon_cool_needs_radius": False}, 9),
        (True, {"fields": {"disorganized": True}}, {}, 8),
        (True, {"fields": {"fleeing": True}}, {}, 8),
        (True, {"models": {0: {"down": True}}}, {}, 8),
    ],
)
def test_a_platoon_officer_lends_his_cool(
    near: bool, changes: dict[str, Any], options: dict[str, Any], value: int
) -> None:
    """Lieutenant Cool 9: half of the squad within 9 inches, or anywhere if the table plays it so."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), men=4),
        us("us.command", (20, 26) if near else (20, 40), name="Command", men=2, **changes),
        **options,
    )
    assert best_cool(scene.state, 0)[0] == value


@clause("sotr.officer.lend-cool-platoon")
def test_a_squads_officer_lends_to_nobody_else() -> None:
    """Only a Platoon Command Section's does."""
    scene = Scene(us("us.rifle-squad", (20, 20), pick=("rifleman",)), us("us.rifle-squad", (20, 22), men=2))
    assert best_cool(scene.state, 0)[0] == 7


@clause("sotr.officer.lend-cool-platoon")
def test_a_hidden_lender_is_not_named_where_all_can_hear() -> None:
    """The test of a unit in the open says that somebody lent his Cool, not who."""
    hidden = us("us.command", (20, 26), name="Command", men=2, fields={"hidden": True})
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=4), hidden)
    assert best_cool(scene.state, 0) == (9, "a Hidden unit's lieutenant")


@clause("sotr.horror.cool-used", "sotr.horror.cool-conflict", "sotr.officer.half-or-majority")
@pytest.mark.parametrize(
    ("outside", "how", "horror", "other"),
    [
        (5, "horror-only", 7, 8),
        (4, "horror-only", 8, 8),
        (5, "always", 7, 7),
        (5, "never", 8, 8),
    ],
)
def test_most_of_the_unit_outside_the_radius(outside: int, how: str, horror: int, other: int) -> None:
    """Eight men, five outside Sarge's radius: HORROR on 7, a break test on 8. Exactly half is no majority."""
    inside = [(21.5 + place, 20) for place in range(7 - outside)]
    spots = [*inside, *[(31 + place, 20) for place in range(outside)]]
    scene = Scene(us("us.rifle-squad", (20, 20), men=8, spots=tuple(spots)), officer_cool_radius=how)
    assert cool(scene.state, 0, horror=True).needed == horror
    assert cool(scene.state, 0).needed == other
    assert reaches(scene.state, 0, 0) is (outside == 4)


@clause("sotr.officer.no-command-fleeing", "sotr.officer.no-command-horror", "sotr.officer.no-command-down")
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({}, None),
        ({"fields": {"disorganized": True}}, None),
        ({"fields": {"disorganized": True, "fleeing": True}}, "sotr.officer.no-command-fleeing"),
        ({"models": {0: {"down": True}}}, "sotr.officer.no-command-down"),
        ({"fields": {"disorganized": True, "dread": 1}}, "sotr.officer.no-command-horror"),
        ({"fields": {"dread": -2}}, "sotr.officer.no-command-horror"),
        ({"fields": {"dread": -1}}, None),
        ({"fields": {"dread": -1, "disorganized": True}}, None),
    ],
)
def test_who_may_command(changes: dict[str, Any], why: str | None) -> None:
    """HORROR silences while it keeps the unit Disorganized; failing to charge does so for that turn, the second here."""
    scene = Scene(us("us.rifle-squad", (20, 20), men=3, **changes))
    no = may_not_command(scene.state, 0)
    assert (no and no.because) == (None if why is None else (why,))


@clause("sotr.command.roll")
@pytest.mark.parametrize(("faces", "passes"), [([4, 4], True), ([4, 5], False)])
def test_a_command_roll_is_made_on_the_officers_own_cool(faces: list[int], passes: bool) -> None:
    """A sergeant of Veterans: 8, though a Lieutenant of Cool 9 stands beside him."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=3), us("us.command", (20, 22), name="Command", men=1))
    on = command_cool(scene.state, 0)
    assert command_roll(scene.state, 0, on, "test", ()).needs == "8 or less"
    assert scene.call(command_test, 0, on, "test", (), dice=faces) is passes


@clause("sotr.down.no-cool")
def test_a_unit_all_down_takes_no_tests() -> None:
    """One man standing is enough to take one; the mindless never do."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2, each={"down": True}), reich("reich.zombies", (40, 40))
    )
    assert not takes_tests(scene.state, 0)
    assert not takes_tests(scene.state, 1)
    assert takes_tests(scene.change("Able", 1, down=False).state, 0)

"""Moves on foot: how far, how close together, how close to others; and where distances are measured."""

import pytest

from tests.clause import clause

from .kit import Scene, Side, de, drive, goal, instead_of, march, shift, stay, us

EAST = 90


def line_of_six(**rest: object) -> Side:
    """Six men of Able in a line along y = 20, half an inch apart, from x = 20 to x = 27.5."""
    return us("us.rifle-squad", (20, 20), name="Able", men=6, spots=LINE, **rest)


LINE = tuple((20 + 1.5 * place, 20.0) for place in range(1, 6))
STAY: list[list[tuple[float, float]]] = [[], [], [], [], []]  # the first five men of Able


# ---- how far


@clause("ba.move.infantry")
@pytest.mark.parametrize(("order", "far"), [("advance", 6), ("run", 12)])
def test_infantry_moves_six_inches_on_an_advance_and_twelve_on_a_run(order: str, far: float) -> None:
    """The whole squad goes the full distance; a hair more is refused by the row of the table."""
    scene = Scene(line_of_six())
    too_far = (shift(far + 0.001, 0), "ba.move.infantry")
    scene.order("Able", order, move=instead_of(too_far, give=shift(far, 0)))
    assert scene.point("Able") == (20 + far, 20)
    assert scene.event("moved").tells["length"] == far * 1000


@clause("ba.move.infantry")
def test_infantry_wheels_freely() -> None:
    """A man may turn as often as he likes on his way; only the length of the way counts."""
    scene = Scene(us("us.medic", (20, 20), name="Medic"))
    corners = [(20 + 1.2 * ((leg + 1) // 2), 20 + 1.2 * (leg // 2)) for leg in range(1, 6)]
    scene.order("Medic", "advance", move=march(corners))
    assert scene.point("Medic") == (23.6, 22.4)
    assert scene.state.layout.bearing(scene.unit("Medic").men[0]) == EAST * 10


@clause("ba.gap.artillery-movement")
@pytest.mark.parametrize(
    "troop", ["us.mmg-team", "us.hmg-team", "us.light-mortar", "us.medium-mortar", "us.heavy-mortar"]
)
@pytest.mark.parametrize(("order", "far"), [("advance", 6), ("run", 12)])
def test_machine_gun_and_mortar_teams_move_as_infantry(troop: str, order: str, far: float) -> None:
    """A team carries its weapon 6 or 12 inches."""
    scene = Scene(us(troop, (20, 20), name="Team"))
    scene.order("Team", order, move=instead_of((shift(far + 0.001, 0), "ba.move.infantry"), give=shift(far, 0)))
    assert scene.point("Team") == (20 + far, 20)


GUNS = {
    "light-at-gun": 6,
    "flak-gun": 6,
    "light-howitzer": 6,
    "medium-at-gun": 3,
    "medium-howitzer": 3,
    "heavy-at-gun": 0,
    "super-heavy-at-gun": 0,
    "heavy-howitzer": 0,
}


@clause("ba.gap.artillery-movement")
@pytest.mark.parametrize(("gun", "far"), GUNS.items())
def test_guns_are_moved_by_hand_according_to_their_weight(gun: str, far: float) -> None:
    """Light guns go 6 inches, medium guns 3; heavy ones are only turned, and turning is free for all."""
    scene = Scene(us(f"us.{gun}", (30, 30), name="Gun"))
    too_far = (shift(far + 0.001, 0), "ba.gap.artillery-movement")
    scene.order("Gun", "advance", move=instead_of(too_far, give=shift(far, 0)))
    carriage = scene.unit("Gun").gun
    assert carriage is not None
    assert scene.state.layout.point(carriage) == ((30 + far) * 1000, 30000)
    scene.order("Gun", "advance", move=march(face=235))
    assert scene.state.layout.bearing(carriage) == 2350
    assert scene.state.layout.point(carriage) == ((30 + far) * 1000, 30000)


@clause("ba.gap.artillery-movement")
@pytest.mark.parametrize("place", ["table", "reserve"])
def test_no_gun_is_run_by_hand(place: str) -> None:
    """The Run order is refused to a gun, on the table and in reserve."""
    at = (30, 30) if place == "table" else None
    scene = Scene(us("us.light-at-gun", at, name="Gun"))
    scene.draw(order=instead_of(("run", "ba.gap.artillery-movement"), give="down"))
    assert scene.unit("Gun").order == "down"


@clause("ba.gap.artillery-movement")
@pytest.mark.parametrize("troop", ["us.light-at-gun", "us.heavy-at-gun"])
def test_a_gun_of_the_first_wave_comes_on_with_an_advance(troop: str) -> None:
    """It has to come on and may not Run, so there is nothing to choose; a heavy one is brought on at least."""
    scene = Scene(us(troop, name="Gun", fields={"place": "wave"}))
    scene.draw(move=goal(30, 44))
    gun = scene.unit("Gun")
    assert (gun.order, gun.place, gun.came_on) == ("advance", "table", True)
    assert gun.gun is not None
    assert scene.state.layout.point(gun.gun) == (30000, 44000)


# ---- how close together


@clause("ba.gap.coherency")
def test_no_man_ends_more_than_an_inch_from_his_unit() -> None:
    """The last man may stand 1.000 inches from his neighbour, not 1.001."""
    scene = Scene(line_of_six())
    astray = (march(*STAY, [(28.001, 20)]), "ba.gap.coherency")
    scene.order("Able", "advance", move=instead_of(astray, give=march(*STAY, [(28, 20)])))
    assert scene.point("Able", 5) == (28, 20)


@clause("ba.gap.coherency")
def test_a_unit_stays_one_group() -> None:
    """Two threes, each close together but more than an inch from the other three, are not one unit."""
    scene = Scene(line_of_six())
    parted = march([], [], [], [(25.5, 20)], [(27, 20)], [(28.5, 20)])
    scene.order("Able", "advance", move=instead_of((parted, "ba.gap.coherency"), give=shift(1, 0)))
    assert scene.point("Able") == (21, 20)


@clause("ba.gap.coherency")
def test_a_split_unit_must_close_up_and_may_do_nothing_else() -> None:
    """Only Advance, Run and Down can be ordered, and the move must bring the halves together."""
    split = ((21.5, 20.0), (23.0, 20.0), (27.0, 20.0), (28.5, 20.0), (30.0, 20.0))
    able = us("us.rifle-squad", (20, 20), name="Able", men=6, spots=split)
    scene = Scene(able, de("us.rifle-squad", (30, 30), name="Foes", men=6, fields={"order": "down"}))
    barred = [(order, "ba.gap.coherency") for order in ("fire", "ambush", "rally", "assault")]
    closing = march([], [], [], [(24.5, 20)], [(26, 20)], [(27.5, 20)])
    still_split = [(stay(), "ba.gap.coherency"), (shift(3, 0), "ba.gap.coherency")]
    scene.draw(order=instead_of(*barred, give="advance"), move=instead_of(*still_split, give=closing), target="none")
    assert scene.point("Able", 5) == (27.5, 20)


@clause("ba.gap.coherency")
def test_a_split_unit_may_still_be_given_down() -> None:
    """Down can always be given, and a Run closes up as well."""
    split = ((21.5, 20.0), (23.0, 20.0), (27.0, 20.0), (28.5, 20.0), (30.0, 20.0))
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=6, spots=split))
    scene.draw(order="down")
    assert scene.unit("Able").order == "down"


@clause("ba.gap.coherency")
def test_the_crew_of_a_gun_stays_within_an_inch_of_the_gun_itself() -> None:
    """A man beside another man of the crew, but 1.001 inches from the gun, is out of touch."""
    crew = ((19.4, 21.981), (20.7, 21.981), (18.0, 21.2))
    scene = Scene(us("us.light-at-gun", (20, 20), name="Gun", spots=crew))
    near, far = 1.181 + 0.5 + 1, 1.181 + 0.5 + 1.001
    astray = (march([], [], [(20 + far, 20)]), "ba.gap.coherency")
    beside_a_friend = (march([], [], [(20 + near, 20)], [(20 + near, 21.2)]), "ba.gap.coherency")
    scene.order("Gun", "advance", move=instead_of(astray, beside_a_friend, give=march([], [], [(20 + near, 20)])))
    assert scene.point("Gun", 1) == (20 + near, 20)


# ---- how close to others


def passing(other: Side, **options: object) -> Scene:
    """A medic at (20, 20) and another unit near by."""
    return Scene(us("us.medic", (20, 20), name="Medic"), other, **options)  # type: ignore[arg-type]


@clause("ba.gap.separation")
@pytest.mark.parametrize("other", [us("us.medic", (26, 20)), de("us.medic", (26, 20))])
def test_nobody_ends_within_an_inch_of_another_unit(other: Side) -> None:
    """Friend or enemy, an inch must remain: 1.000 is enough, 0.999 is not."""
    scene = passing(other)
    too_near = (march([(24.001, 20)]), "ba.gap.separation")
    scene.order("Medic", "advance", move=instead_of(too_near, give=march([(24, 20)])))
    assert scene.point("Medic") == (24, 20)


@clause("ba.gap.separation")
def test_nobody_passes_within_an_inch_of_an_enemy() -> None:
    """A way that ends far off but leads past an enemy at 0.999 inches is refused; at 1.000 it is not."""
    scene = passing(de("us.medic", (23, 22), name="Other"))
    near, clear = march([(20, 20.001), (26, 20.001)]), march([(26, 20)])
    scene.order("Medic", "run", move=instead_of((near, "ba.gap.separation"), give=clear))
    assert scene.point("Medic") == (26, 20)


@clause("ba.gap.separation")
def test_men_pass_through_friendly_men_but_not_through_enemies_or_vehicles() -> None:
    """Straight through a friend's place, to end clear of him; an enemy or any vehicle there bars the way."""
    scene = passing(us("us.medic", (23, 20), name="Other"))
    scene.order("Medic", "advance", move=instead_of((march([(24.9, 20)]), "ba.gap.separation"), give=march([(26, 20)])))
    assert scene.point("Medic") == (26, 20)
    for other in (de("us.medic", (23, 20)), us("us.jeep", (23, 20)), de("us.jeep", (23, 20))):
        through = (march([(28, 20)]), "ba.gap.separation")
        stopped = passing(other).order("Medic", "run", move=instead_of(through, give=march([(19, 20)])))
        assert stopped.point("Medic") == (19, 20)


@clause("ba.gap.separation")
@pytest.mark.parametrize(("beside", "clear"), [(22.05, True), (22.049, False)])
def test_a_vehicle_does_not_pass_within_an_inch_of_its_own_men(beside: float, clear: bool) -> None:
    """A jeep is 1.1 inches wide: a friend 1.000 inches from its side lets it pass, one at 0.999 does not."""
    scene = Scene(us("us.jeep", (20, 20), name="Jeep", bearing=EAST), us("us.medic", (26, beside), name="Medic"))
    ahead = drive((0, 12))
    scene.order("Jeep", "advance", drive=ahead if clear else instead_of((ahead, "ba.gap.separation"), give=drive()))
    assert scene.point("Jeep") == (32 if clear else 20, 20)


@clause("ba.gap.separation")
@pytest.mark.parametrize("inches", [0.0, 2.0])
def test_the_gap_between_units_can_be_another(inches: float) -> None:
    """The switch says how much room units leave each other."""
    scene = passing(de("us.medic", (26, 20), name="Other"), unit_gap_inches=inches)
    nearest = march([(25 - inches, 20)])
    if inches:
        scene.order(
            "Medic", "advance", move=instead_of((march([(25.001 - inches, 20)]), "ba.gap.separation"), give=nearest)
        )
    else:
        scene.order("Medic", "advance", move=nearest)
    assert scene.point("Medic") == (25 - inches, 20)


@clause("ba.gap.separation")
def test_men_already_too_near_may_move_but_not_nearer() -> None:
    """Half an inch from an enemy after an assault: away or along, but not closer."""
    scene = passing(de("us.medic", (21.5, 20), name="Other"))
    nearer = (march([(20.001, 20)]), "ba.gap.separation")
    scene.order("Medic", "advance", move=instead_of(nearer, give=march([(18, 20)])))
    assert scene.point("Medic") == (18, 20)

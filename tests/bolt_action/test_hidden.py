"""Hidden units: set up in cover, hard to hit, not to be shot at from afar, until they are found or show themselves."""

from typing import Any

import pytest

from sandtable.play.decision import Decision
from sandtable.table.terrain import Piece
from tests.clause import clause

from .before import at
from .kit import Scene, Side, because, de, drive, goal, march, shift, stay, terrain, us

HIDDEN = "ba.gap.hidden-setup"
WOODS = terrain("woods", box=(30, 10, 20, 20))
EAST = 90


# ---- setting up


def set_up(troop: str, at: tuple[float, float], *ground: Piece, hidden: bool = True, **answers: Any) -> bool:
    """Whether a unit set up around a point is hidden."""
    scene = Scene(us(troop, name="Unit"), ground=ground)
    scene.set_up("Unit", hidden=hidden, **(answers or {"set_up": goal(*at)}))
    assert scene.event("was set up").tells["hidden"] is scene.unit("Unit").hidden
    return scene.unit("Unit").hidden


@clause(HIDDEN)
@pytest.mark.parametrize("troop", ["us.rifle-squad", "us.medic", "us.mmg-team", "us.light-at-gun"])
def test_infantry_and_artillery_set_up_in_cover_are_hidden(troop: str) -> None:
    """In a wood they are; in the open they are not, and nobody is where the scenario has no hidden units."""
    assert set_up(troop, (40, 20), WOODS)
    assert not set_up(troop, (10, 20), WOODS)
    assert not set_up(troop, (40, 20), WOODS, hidden=False)


@clause(HIDDEN)
@pytest.mark.parametrize("troop", ["us.sherman", "us.half-track"])
def test_vehicles_are_never_hidden(troop: str) -> None:
    """Not even in a wood."""
    assert not set_up(troop, (40, 20), WOODS)


@clause(HIDDEN)
@pytest.mark.parametrize(
    ("piece", "hidden"),
    [
        (terrain("crops", box=(30, 10, 20, 20)), True),
        (terrain("ruin", box=(30, 10, 20, 20)), True),
        (terrain("trench", box=(30, 10, 20, 20)), True),
        (terrain("hill", box=(30, 10, 20, 20)), False),
        (terrain("road", box=(30, 10, 20, 20)), False),
        (terrain("wall", line=[(30, 19.45), (50, 19.45)]), True),
        (terrain("hedge", line=[(30, 19.45), (50, 19.45)]), True),
        (terrain("hedge", line=[(30, 19.3), (50, 19.3)]), False),
        (terrain("wire", line=[(30, 19.45), (50, 19.45)]), False),
    ],
)
def test_cover_is_what_gives_cover(piece: Piece, hidden: bool) -> None:
    """Inside what covers, or with the base at a wall or hedge; a bare hill or wire hides nobody."""
    assert set_up("us.medic", (40, 20), piece) is hidden


@clause(HIDDEN)
@pytest.mark.parametrize(("x", "hidden"), [(29.9, False), (30.1, True)])
def test_a_man_is_in_a_wood_if_the_middle_of_his_base_is(x: float, hidden: bool) -> None:
    """To touch it with his base is not enough, and to stick out of it does not matter."""
    assert set_up("us.medic", (x, 20), WOODS) is hidden


@clause(HIDDEN)
@pytest.mark.parametrize(("inside", "hidden"), [(3, True), (2, False)])
def test_half_of_a_unit_in_cover_hides_it(inside: int, hidden: bool) -> None:
    """Three men of six in the wood are enough, two are not."""
    scene = Scene(us("us.rifle-squad", name="Unit", men=6), ground=[WOODS])
    row = at(*((30.5 - 1.5 * (6 - inside) + 1.5 * place, 20) for place in range(6)))
    scene.set_up("Unit", hidden=True, set_up=row)
    assert scene.unit("Unit").hidden is hidden


@clause(HIDDEN)
def test_a_unit_in_a_house_is_hidden() -> None:
    """A house is cover as well."""
    house = terrain("building", box=(30, 17, 6, 6))
    assert set_up("us.rifle-squad", (0, 0), house, set_up_where="b0")


# ---- being shot at


def hidden(x: float = 40, troop: str = "de.medic", **fields: object) -> Side:
    """A hidden man of the enemy, in the open so that only his hiding counts; he has fired, so he does not react."""
    return de(troop, (x, 20), name="Foe", fields={"hidden": True, "order": "fire", **fields})


def offered(shooter: Side, foe: Side, asked: int = 1) -> bool:
    """Whether the shooter may declare the hidden unit his target; a decoy is always there to be shot at."""
    scene = Scene(shooter, foe, de("de.medic", (30, 24), name="Decoy"))
    found: list[bool] = []

    def answer(decision: Decision[Any]) -> object:
        found.append("u1" in (decision.domain.options() or ()))
        assert found[0] or because(decision, "u1")
        return "none"

    scene.order("Shooter", "fire", target=[answer] * asked)
    return all(found)


@clause(HIDDEN)
@pytest.mark.parametrize(("gap", "seen"), [(18.0, True), (18.001, False)])
def test_a_hidden_unit_is_no_target_beyond_eighteen_inches(gap: float, seen: bool) -> None:
    """Neither for pistols nor for guns, tanks or mortars, whose crews see it well enough."""

    def shooter(troop: str, **rest: Any) -> Side:
        return us(troop, (20, 20), name="Shooter", bearing=EAST, **rest)

    crew = ((18.0, 20.0), (18.4, 21.3), (18.4, 18.7))
    assert offered(shooter("us.second-lieutenant"), hidden(20 + 0.5 + gap + 0.5)) is seen
    assert offered(shooter("us.light-at-gun", spots=crew), hidden(20 + 1.181 + gap + 0.5)) is seen
    assert offered(shooter("us.light-mortar", spots=crew[:1]), hidden(20 + 0.787 + gap + 0.5)) is seen
    assert offered(shooter("us.sherman"), hidden(20 + 2.05 + gap + 0.5), asked=2) is seen


@clause(HIDDEN)
def test_a_hidden_unit_is_harder_to_hit() -> None:
    """One more off, besides everything else."""
    scene = Scene(us("us.mmg-team", (20, 20), name="Shooter", bearing=EAST), hidden(36))
    scene.order("Shooter", "fire", [1] * 4, target="Foe")
    assert scene.throws("to hit")[0].needs == "5+ (-1 hidden, -1 small unit)"


@clause(HIDDEN)
def test_a_unit_that_is_not_hidden_may_be_shot_at_from_afar() -> None:
    """The same man, found."""
    assert offered(us("us.second-lieutenant", (20, 20), name="Shooter"), hidden(60, hidden=False))


# ---- showing oneself


@clause(HIDDEN)
def test_a_hidden_unit_that_shoots_is_hidden_no_more() -> None:
    """Holding its fire it stays hidden."""
    scene = Scene(us("us.mmg-team", (20, 20), name="Unit", bearing=EAST, fields={"hidden": True}), hidden(36))
    scene.order("Unit", "fire", target="none")
    assert scene.unit("Unit").hidden
    scene.order("Unit", "fire", [1] * 4, target="Foe")
    assert (scene.unit("Unit").hidden, scene.event("came out of hiding").unit) == (False, 0)


@clause(HIDDEN)
@pytest.mark.parametrize("order", ["advance", "run"])
def test_a_hidden_unit_that_moves_is_hidden_no_more(order: str) -> None:
    """An inch is enough; standing still keeps it hidden, and so do Down, Ambush and Rally."""
    scene = Scene(us("us.medic", (20, 20), name="Unit", fields={"hidden": True}))
    for other in ("down", "ambush", "rally"):
        scene.order("Unit", other)
    scene.order("Unit", order, move=stay())
    assert scene.unit("Unit").hidden
    scene.order("Unit", order, move=shift(0.001, 0))
    assert not scene.unit("Unit").hidden


# ---- being found


@clause(HIDDEN)
@pytest.mark.parametrize(("gap", "found"), [(12.0, True), (12.001, False)])
def test_an_enemy_within_twelve_inches_finds_a_hidden_unit(gap: float, found: bool) -> None:
    """Where his move ends."""
    scene = Scene(us("us.medic", (20, 20), name="Medic"), hidden(40))
    scene.order("Medic", "run", move=march([(40 - 1 - gap, 20)]))
    assert scene.unit("Foe").hidden is not found
    assert bool(scene.events("was found")) is found


@clause(HIDDEN)
@pytest.mark.parametrize(("y", "found"), [(33.0, True), (33.001, False)])
def test_an_enemy_who_passes_within_twelve_inches_finds_it_on_his_way(y: float, found: bool) -> None:
    """A scout on wheels that drives past at twelve inches and ends far away has seen it."""
    jeep = us("us.jeep", (28, y + 0.05), name="Jeep", bearing=EAST)
    scene = Scene(jeep, hidden(40))
    scene.order("Jeep", "run", drive=drive((0, 24)))
    assert scene.unit("Foe").hidden is not found


@clause(HIDDEN)
def test_friends_and_passers_by_at_a_distance_do_not_find_it() -> None:
    """Only the enemy looks for it."""
    scene = Scene(de("de.medic", (30, 20), name="Friend"), hidden(40))
    scene.order("Friend", "advance", move=shift(4, 0))
    assert scene.unit("Foe").hidden


@clause(HIDDEN)
def test_one_who_is_stopped_on_his_way_has_found_what_was_near() -> None:
    """A half-track is halted nine inches on by a gun in Ambush: it has come near to one hidden unit, not to the other."""
    half_track = us("us.half-track", (10, 20), name="Half-track", bearing=EAST)
    gun = de("de.light-at-gun", (26, 40), name="Gun", bearing=0, fields={"order": "ambush"})
    far = de("de.medic", (40, 22), name="Far", fields={"hidden": True})
    near = de("de.medic", (30, 16), name="Foe", fields={"hidden": True})
    scene = Scene(half_track, near, far, gun)
    scene.order("Half-track", "run", [6, 2, 1], drive=drive((0, 18)), ambush="station 3")
    assert (scene.point("Half-track"), scene.unit("Half-track").order) == ((19, 20), "down")
    assert (scene.unit("Foe").hidden, scene.unit("Far").hidden) == (False, True)


@clause(HIDDEN)
def test_men_who_come_on_near_it_find_it() -> None:
    """Coming onto the table is a move like any other."""
    scene = Scene(
        us("us.medic", name="Medic", fields={"place": "wave"}),
        de("de.medic", (30, 32), name="Foe", fields={"hidden": True}),
    )
    scene.order("Medic", "advance", move=goal(30, 44))
    assert not scene.unit("Foe").hidden


@clause(HIDDEN)
def test_a_unit_hidden_in_a_house_is_found_at_its_wall() -> None:
    """Twelve inches are taken to the wall."""
    house = terrain("building", box=(40, 17, 6, 6))
    foe = de("de.medic", (43, 20), name="Foe", fields={"hidden": True, "building": 0})
    scene = Scene(us("us.medic", (20, 20), name="Medic"), foe, ground=[house])
    scene.order("Medic", "run", move=march([(27.499, 20)]))
    assert scene.unit("Foe").hidden
    scene.order("Medic", "run", move=march([(27.5, 20)]))
    assert not scene.unit("Foe").hidden

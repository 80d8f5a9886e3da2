"""Terrain and movement: rough ground, obstacles, buildings, water, wrecks, and assaults across them."""

from typing import Any

import pytest

from tests.clause import clause

from .kit import Scene, Side, de, drive, instead_of, shift, takes, terrain, us

EAST = 90
GOING = "ba.gap.terrain-movement"

# What lies between x = 22 and x = 24, across the way of a mover that comes from x = 18 and goes east.
ROUGH = [terrain(kind, box=(22, 10, 2, 20)) for kind in ("rough", "woods", "brush", "ruin", "rocks", "crater")]
OBSTACLES = [terrain(kind, line=[(23, 10), (23, 30)]) for kind in ("wall", "hedge", "fence", "sandbags", "wire")]
TANK_TRAP = terrain("tank-trap", line=[(23, 10), (23, 30)])
BUILDINGS = [terrain(kind, box=(22, 10, 2, 20)) for kind in ("building", "bunker")]
WATER = terrain("water", box=(22, 10, 2, 20))
OPEN = [terrain(kind, box=(22, 10, 2, 20)) for kind in ("crops", "hill", "road", "trench")]
WRECK = terrain("wreck", box=(22, 10, 1.5, 20))


def crosses(troop: str, order: str, *ground: Any) -> bool:
    """Whether a unit may go six inches east across what lies in its way; if not, the rule on terrain says so."""
    scene = Scene(us(troop, (18.5, 20), name="One", bearing=EAST), ground=ground)
    vehicle = scene.unit("One").is_vehicle
    kind, ahead, stay = ("drive", drive((0, 8)), drive()) if vehicle else ("move", shift(6, 0), shift(0, 0))
    allowed = True

    def answer(decision: Any) -> object:
        nonlocal allowed
        if takes(decision, ahead):
            return ahead(decision) if callable(ahead) else ahead
        allowed = False
        return instead_of((ahead, GOING), give=stay)(decision)

    answers: dict[str, Any] = {kind: answer}
    scene.order("One", order, **answers)
    return allowed


def table_row(troop: str, *grounds: Any) -> set[tuple[bool, bool]]:
    """Whether a unit crosses each of these with an Advance and with a Run."""
    return {(crosses(troop, "advance", ground), crosses(troop, "run", ground)) for ground in grounds}


BOTH, ADVANCE_ONLY, NEITHER = {(True, True)}, {(True, False)}, {(False, False)}
MOVERS = {"infantry": "us.medic", "tracked": "us.sherman", "half-tracked": "us.half-track", "wheeled": "us.truck"}


@clause(GOING)
@pytest.mark.parametrize("troop", MOVERS.values())
def test_open_ground_is_free_to_all(troop: str) -> None:
    """Crops, hills, roads and trenches hinder nobody."""
    assert table_row(troop, *OPEN) == BOTH


@clause(GOING)
@pytest.mark.parametrize(
    ("mover", "expected"),
    [("infantry", ADVANCE_ONLY), ("tracked", ADVANCE_ONLY), ("half-tracked", ADVANCE_ONLY), ("wheeled", NEITHER)],
)
def test_rough_ground(mover: str, expected: set[tuple[bool, bool]]) -> None:
    """Infantry and tracks may Advance through it, not Run; wheels may not enter it."""
    assert table_row(MOVERS[mover], *ROUGH) == expected


@clause(GOING)
@pytest.mark.parametrize(
    ("mover", "expected"),
    [("infantry", ADVANCE_ONLY), ("tracked", BOTH), ("half-tracked", NEITHER), ("wheeled", NEITHER)],
)
def test_obstacles(mover: str, expected: set[tuple[bool, bool]]) -> None:
    """Infantry crosses on an Advance, tracks always; half-tracks and wheels do not."""
    assert table_row(MOVERS[mover], *OBSTACLES) == expected


@clause(GOING)
def test_an_anti_tank_obstacle_stops_tracks_but_not_infantry() -> None:
    """What is marked anti-tank is crossed on foot only."""
    assert table_row("us.sherman", TANK_TRAP) == NEITHER
    assert table_row("us.medic", TANK_TRAP) == ADVANCE_ONLY


@clause(GOING)
@pytest.mark.parametrize("troop", MOVERS.values())
def test_nobody_moves_through_buildings_or_water(troop: str) -> None:
    """Infantry goes into a building, not through it; nothing goes into water."""
    assert table_row(troop, *BUILDINGS, WATER) == NEITHER


@clause(GOING)
@pytest.mark.parametrize("ground", [ROUGH[0], ROUGH[1], OBSTACLES[0], TANK_TRAP, BUILDINGS[0], WATER, WRECK])
def test_guns_are_pushed_over_open_ground_only(ground: Any) -> None:
    """Rough ground and obstacles are too much for a gun and its crew."""
    assert not crosses("us.light-at-gun", "advance", ground)


@clause(GOING)
def test_guns_are_pushed_over_open_ground() -> None:
    """A trench or a road is no hindrance."""
    assert all(crosses("us.light-at-gun", "advance", ground) for ground in OPEN)


@clause(GOING)
def test_men_in_rough_ground_do_not_run_out_of_it() -> None:
    """Whoever stands in a wood can only Advance."""
    scene = Scene(us("us.medic", (23, 20), name="One"), ground=[terrain("woods", box=(20, 15, 10, 10))])
    scene.order("One", "run", move=instead_of((shift(1, 0), GOING), (shift(9, 0), GOING), give=shift(0, 0)))
    scene.order("One", "advance", move=shift(6, 0))
    assert scene.point("One") == (29, 20)


@clause(GOING)
def test_a_run_may_pass_beside_what_it_may_not_enter() -> None:
    """It is the middle of a man's base that may not enter rough ground or cross a wall."""
    scene = Scene(us("us.medic", (18, 9.9), name="One"), ground=[ROUGH[0]])
    scene.order("One", "run", move=shift(12, 0))
    assert scene.point("One") == (30, 9.9)


# ---- setting up


@clause(GOING)
@pytest.mark.parametrize(
    ("troop", "piece", "allowed"),
    [
        ("us.light-at-gun", "woods", True),
        ("us.truck", "woods", False),
        ("us.sherman", "woods", True),
        ("us.light-at-gun", "water", False),
        ("us.medic", "water", False),
        ("us.medic", "woods", True),
    ],
)
def test_artillery_may_be_set_up_in_rough_ground_and_wheels_may_not(troop: str, piece: str, allowed: bool) -> None:
    """Who may not be somewhere is not set up there either; guns are the exception in rough ground."""
    scene = Scene(us(troop, name="One"), ground=[terrain(piece, box=(20, 10, 20, 20))])
    scene.set_up("One", set_up=instead_of((at(30, 20), GOING), give=at(60, 20)) if not allowed else at(30, 20))
    assert scene.state.layout.point(scene.unit("One").figures[0])[0] == (30000 if allowed else 60000)


def at(x: float, y: float) -> Any:
    """An answer to a setting-up: the first figure at a point, a crew to the south of it."""
    offsets = ((0.0, 0.0), (-0.6, 2.0), (0.7, 2.0), (-1.9, 1.4))

    def answer(decision: Any) -> object:
        walks = [
            {"figure": figure, "points": [[round((x + dx) * 1000), round((y + dy) * 1000)]]}
            for figure, (dx, dy) in zip(decision.domain.movers, offsets, strict=False)
        ]
        return {"walks": walks}

    return answer


# ---- wrecks


@clause("ba.gap.wrecks")
def test_a_vehicle_shot_to_pieces_stays_as_a_wreck() -> None:
    """The hull lies where it stood, as terrain."""
    scene = Scene(us("us.second-lieutenant", (20, 20), name="Officer"), de("de.truck", (25, 20), name="Truck"))
    scene.order("Officer", "fire", [6, 6], target="Truck")
    (wreck,) = scene.state.terrain
    assert (wreck.kind, wreck.title) == ("wreck", "the wreck of Truck")
    assert set(wreck.outline) == {(24200, 17750), (25800, 17750), (25800, 22250), (24200, 22250)}


@clause("ba.gap.wrecks")
@pytest.mark.parametrize("troop", ["us.sherman", "us.half-track", "us.truck", "us.light-at-gun"])
def test_a_wreck_is_impassable_to_vehicles_and_guns(troop: str) -> None:
    """Nothing drives over it."""
    assert not crosses(troop, "advance", WRECK)


@clause("ba.gap.wrecks")
def test_infantry_crosses_a_wreck_like_an_obstacle() -> None:
    """On an Advance, not on a Run; and nobody stands on it."""
    assert table_row("us.medic", WRECK) == ADVANCE_ONLY
    scene = Scene(us("us.medic", (18.5, 20), name="One"), ground=[WRECK])
    scene.order("One", "advance", move=instead_of((shift(4, 0), GOING), give=shift(6, 0)))


@clause("ba.gap.wrecks")
def test_a_wreck_blocks_sight_and_is_hard_cover() -> None:
    """Nobody behind it can be seen; a squad of which half is behind it is in hard cover."""
    wreck = terrain("wreck", box=(30, 15, 2, 6))
    hidden = Scene(
        us("us.medic", (20, 18)),
        us("us.second-lieutenant", (28, 18), name="One"),
        de("de.medic", (33, 18)),
        ground=[wreck],
    )
    hidden.order("One", "fire")
    assert not hidden.throws()
    half = Scene(us("us.second-lieutenant", (29, 24), name="One"), squad_of_six(33, 15), ground=[wreck])
    half.order("One", "fire", [1], target="Foes")
    assert half.throws("to hit")[0].needs.count("-2 hard cover")


def squad_of_six(x: float, y: float, **rest: Any) -> Side:
    """Six of the enemy in a column, an inch and a half from man to man."""
    column = tuple((x, y + 1.5 * place) for place in range(1, 6))
    return de("us.rifle-squad", (x, y), name="Foes", men=6, spots=column, **rest)


# ---- assaults


def assault(away: float, *ground: Any) -> Scene:
    """Six men of Able charge six of the enemy, all of whom fall to them or not at all."""
    column = tuple((20.0, 20 + 1.5 * place) for place in range(1, 6))
    able = us("us.rifle-squad", (20, 20), name="Able", men=6, spots=column, bearing=EAST)
    scene = Scene(able, squad_of_six(21 + away, 20, fields={"order": "fire"}), ground=ground)
    reaches = away <= 12 and (not any("rough" in piece.traits for piece in ground) or away <= 6)
    fight = [6] * 7 + [1] if reaches else []
    return scene.order("Able", "assault", fight, **{"move": shift(0, 0)} if reaches else {})


@clause("ba.gap.rough-run-assault")
@pytest.mark.parametrize(("away", "charges"), [(12.0, True), (12.001, False)])
def test_an_assault_over_open_ground_reaches_twelve_inches(away: float, charges: bool) -> None:
    """The Run distance, from base to base."""
    assert bool(assault(away).events("charged")) is charges


@clause("ba.gap.rough-run-assault")
@pytest.mark.parametrize(("away", "charges"), [(6.0, True), (6.001, False)])
@pytest.mark.parametrize(
    "piece",
    [
        terrain("rough", box=(22, 10, 2, 25)),  # on the way
        terrain("woods", box=(10, 10, 11, 25)),  # the attackers come out of it
        terrain("woods", box=(25, 10, 11, 25)),  # the defenders are in it
    ],
)
def test_an_assault_through_rough_ground_reaches_six(away: float, charges: bool, piece: Any) -> None:
    """A patch of rough ground on the way is enough, and so is starting or ending in it."""
    scene = assault(away, piece)
    assert bool(scene.events("charged")) is charges
    assert bool(scene.events("fell short")) is not charges


@clause("ba.gap.rough-run-assault")
@pytest.mark.parametrize("kind", ["wall", "hedge", "wire"])
def test_an_assault_may_cross_an_obstacle_at_full_reach(kind: str) -> None:
    """A wall that stops every other Run does not stop an assault of twelve inches."""
    assert assault(12, terrain(kind, line=[(25, 10), (25, 40)])).events("charged")


@clause("ba.gap.rough-run-assault")
def test_any_other_run_stays_out_of_rough_ground_and_behind_obstacles() -> None:
    """The exception is for assaults only."""
    assert not crosses("us.rifle-squad", "run", ROUGH[0])
    assert not crosses("us.rifle-squad", "run", OBSTACLES[0])
